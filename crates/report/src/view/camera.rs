//! From where a scene is seen.

use understory_numerics::math;

use crate::error::ReportError;
use crate::needed::Needed;
use crate::tree::view::Axes;
use crate::view::sight::Sight;

const NAME: &str = "view";
const PLACE: Needed = Needed(-1e9, 1e9, "a number from -1e9 to 1e9");
const FIELD: Needed = Needed(1.0, 150.0, "an angle from 1 to 150 degrees");
const SIDE: Needed = Needed(16.0, 4096.0, "a number from 16 to 4096");
/// From where all of a scene is seen: from the south-south-west, 25° above the horizon. Of length 1.
const OBLIQUE: [f64; 3] = [-0.45, -0.7867, 0.4226];
/// The same of a lower camera, level; of length 1.
const LOW: [f64; 2] = [-0.4965, -0.868];
/// Share of the picture that all of a scene takes at most, to each side.
const FILLED: f64 = 0.95;
/// So often the middle of what is seen is brought to the middle of the picture.
const ROUNDS: usize = 12;

/// A camera: where it is, where it looks, and the size of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, z up, m.
    pub from_m: [f64; 3],
    /// What is in the middle of the picture, m.
    pub towards_m: [f64; 3],
    /// Angle between the left and the right side of the picture, degrees; 1 to 150.
    pub field_deg: f64,
    /// Width and height of the picture, 16 to 4096 pixels.
    pub size_px: [u32; 2],
}

impl Camera {
    /// The nearest camera that sees all these places from the south-south-west, 25° above the horizon.
    #[must_use]
    pub fn of_all(places_m: &[[f64; 3]], field_deg: f64, size_px: [u32; 2]) -> Self {
        Self::seeing(OBLIQUE, places_m, field_deg, size_px)
    }

    /// The same camera so many degrees above the horizon, after so many quarter turns from south to east.
    #[must_use]
    pub fn of_all_above(
        places_m: &[[f64; 3]],
        above_deg: f64,
        quarter_turns: u32,
        field_deg: f64,
        size_px: [u32; 2],
    ) -> Self {
        let (up, level) = math::sin_cos(above_deg.to_radians());
        let side = (0..quarter_turns % 4).fold(LOW, |[x, y], _| [-y, x]);
        let from = [level * side[0], level * side[1], up];
        Self::seeing(from, places_m, field_deg, size_px)
    }

    fn seeing(from: [f64; 3], places_m: &[[f64; 3]], field_deg: f64, size_px: [u32; 2]) -> Self {
        let axes = Axes::looking_from(from);
        let [across, up, away] = axes.0;
        let tangents = tangents(field_deg, size_px).map(|tangent| tangent * FILLED);
        let mut towards_m = [0, 1, 2].map(|axis| {
            let along = places_m.iter().map(|place_m| place_m[axis]);
            let [low, high] = along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| {
                [low.min(at), high.max(at)]
            });
            if low <= high { (low + high) / 2.0 } else { 0.0 }
        });
        let mut distance_m = 1.0;
        for _ in 0..ROUNDS {
            let seen = places_m.iter().map(|place_m| axes.seen(sub(*place_m, towards_m)));
            distance_m = seen.clone().fold(1.0_f64, |most_m, seen| {
                let needed_m = (seen.across_m.abs() / tangents[0]).max(seen.up_m.abs() / tangents[1]);
                most_m.max(needed_m - seen.away_m)
            });
            // Of directions to the right and up, the middle between the outermost ones.
            let ends = seen.map(|seen| {
                let away_m = distance_m + seen.away_m;
                [seen.across_m / away_m, seen.up_m / away_m]
            });
            let [low, high] = ends.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], at| {
                [
                    [low[0].min(at[0]), low[1].min(at[1])],
                    [high[0].max(at[0]), high[1].max(at[1])],
                ]
            });
            let aside_m = [0, 1].map(|side| distance_m * (low[side] + high[side]) / 2.0);
            if aside_m.iter().all(|aside_m| aside_m.is_finite()) {
                towards_m =
                    [0, 1, 2].map(|axis| towards_m[axis] + aside_m[0] * across[axis] + aside_m[1] * up[axis]);
            }
        }
        Self {
            from_m: [0, 1, 2].map(|axis| towards_m[axis] - distance_m * away[axis]),
            towards_m,
            field_deg,
            size_px,
        }
    }

    /// Refuses a camera that sees nothing.
    pub(super) fn check(&self) -> Result<(), ReportError> {
        PLACE.of(NAME, "from_m", self.from_m)?;
        PLACE.of(NAME, "towards_m", self.towards_m)?;
        FIELD.of(NAME, "field_deg", [self.field_deg])?;
        SIDE.of(NAME, "size_px", self.size_px.map(f64::from))?;
        let apart = Needed(1e-3, f64::MAX, "a place that is not the camera's own");
        let apart_m = length(sub(self.towards_m, self.from_m));
        apart.of(NAME, "towards_m, its distance in m", [apart_m])
    }

    /// How it sees, with so many samples along the side of a pixel.
    pub(super) fn sight(&self, finer: usize) -> Sight {
        let back = sub(self.from_m, self.towards_m);
        let long = length(back);
        let middle = self.size_px.map(|side| f64::from(side) * finer as f64 / 2.0);
        Sight {
            axes: Axes::looking_from(back.map(|along| along / long)),
            from_m: self.from_m,
            samples: middle[0] / tangents(self.field_deg, self.size_px)[0],
            middle,
            is_parallel: false,
        }
    }
}

/// Of the angles between the middle of the picture and its sides.
fn tangents(field_deg: f64, [width, height]: [u32; 2]) -> [f64; 2] {
    let (sin, cos) = math::sin_cos((field_deg / 2.0).to_radians());
    [sin / cos, sin / cos * f64::from(height) / f64::from(width)]
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn length(along: [f64; 3]) -> f64 {
    along.iter().map(|along| along * along).sum::<f64>().sqrt()
}

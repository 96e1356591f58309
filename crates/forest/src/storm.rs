//! A storm: its gust and direction, the load that it puts on a tree, and how exposed a tree is to it.

use understory_numerics::math::{pow, sin_cos};
use understory_numerics::sample::{exponential, standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};
use understory_space::Tiles;

use crate::components::{Position, Size};
use crate::disturbance::Wind;
use crate::stem::Stem;

/// Density of air, kg per m³.
const AIR_KG_PER_M3: f64 = 1.22;
/// Winds in which the drag of crowns was measured, m per s; slower and faster ones find it as at these: the limits of ForestGALES.
const MEASURED_WIND_M_PER_S: [f64; 2] = [10.0, 25.0];
/// Heights at which storms begin to load a tree, and from which its whole crown meets their gusts, m: lower ones bend and stand in slower
/// air.
pub(crate) const LOADED_M: [f64; 2] = [5.0, 30.0];
/// How far upwind the stand shelters a tree, m; a gap as wide as that exposes it wholly.
const SHELTER_M: [f64; 3] = [10.0, 20.0, 30.0];

/// The storm of a year.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storm {
    /// The greatest gust above the canopy, m per s.
    pub(crate) gust_m_per_s: f64,
    /// Where it blows, clockwise from north, °.
    pub(crate) towards_deg: f64,
}

impl Storm {
    /// The storm of this year, where there is one.
    pub(crate) fn of_year(wind: &Wind, key: RandomKey, year: u32) -> Option<Self> {
        let [comes, gust, a, b] = key.draws(year, Purpose::Storm, 0).map(unit_from_u32);
        (comes < wind.storms_per_yr).then(|| Self {
            gust_m_per_s: wind.gust_from_m_per_s + exponential(wind.gust_excess_mean_m_per_s, gust),
            towards_deg: wind.towards_deg + wind.towards_sd_deg * standard_normal([a, b]),
        })
    }

    /// The way it blows, of length 1: east, north.
    pub(crate) fn towards(&self) -> [f64; 2] {
        unit_vector(self.towards_deg)
    }
}

/// The unit vector of a direction clockwise from north.
pub(crate) fn unit_vector(deg: f64) -> [f64; 2] {
    let (east, north) = sin_cos(deg.to_radians());
    [east, north]
}

/// The crown that a storm meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sail {
    /// Height of the tree, m.
    pub(crate) height_m: f64,
    /// Height at which its crown begins, m.
    pub(crate) base_m: f64,
    /// Radius of its crown, m.
    pub(crate) radius_m: f64,
}

/// Drag of a species' crowns in a gust, c u^(−n).
pub(crate) fn drag(stem: &Stem, gust_m_per_s: f64) -> f64 {
    let [least, greatest] = MEASURED_WIND_M_PER_S;
    stem.drag * pow(gust_m_per_s.clamp(least, greatest), -stem.drag_exponent)
}

/// Moment that a gust puts on the foot of a tree in the open, N·m: ½ ρ c u^(−n) A u² z, with the crown as a kite of area A whose
/// centre is at the height z half way up; of trees below 30 m a share of it, down to nothing at 5 m.
///
/// # Source
/// The drag is ForestGALES', of crowns that give way to wind; that its own weight does not add to the moment is a simplification. The share
/// by height is ours: in Lothar damage rose with the height of stands (Dobbertin 2002, Forest, Snow and Landscape Research 77).
pub(crate) fn load_nm(stem: &Stem, sail: Sail, gust_m_per_s: f64) -> f64 {
    let [from_m, whole_m] = LOADED_M;
    let met = ((sail.height_m - from_m) / (whole_m - from_m)).clamp(0.0, 1.0);
    let drag = met * drag(stem, gust_m_per_s);
    let area_m2 = sail.radius_m * (sail.height_m - sail.base_m);
    let lever_m = 0.5 * (sail.height_m + sail.base_m);
    0.5 * AIR_KG_PER_M3 * drag * area_m2 * gust_m_per_s * gust_m_per_s * lever_m
}

/// The height of the canopy, tile by tile: of the tallest tree that stands there, m.
pub(crate) struct Canopy<'a> {
    tiles: &'a Tiles,
    heights_m: Vec<f64>,
}

impl<'a> Canopy<'a> {
    /// Over the trees that `stands` says still stand.
    pub(crate) fn new(
        tiles: &'a Tiles,
        places: &[Position],
        sizes: &[Size],
        stands: impl Fn(usize) -> bool,
    ) -> Self {
        let mut heights_m = vec![0.0_f64; tiles.len()];
        for row in (0..places.len()).filter(|&row| stands(row)) {
            let height_m = &mut heights_m[tiles.of(places[row].0) as usize];
            *height_m = height_m.max(sizes[row].height_m);
        }
        Self { tiles, heights_m }
    }

    /// Share of the load of a tree in the open that falls on this one, 0 to 1: all of it where nothing stands within 30 m upwind, the
    /// sheltered share behind trees as tall as itself, less behind taller ones, whose air is slower. Beyond an open plot the stand is
    /// as at its edge.
    pub(crate) fn exposure(
        &self,
        place_m: [f64; 2],
        height_m: f64,
        towards: [f64; 2],
        sheltered: f64,
    ) -> f64 {
        let upwind = SHELTER_M.map(|distance_m| {
            let place_m = [0, 1].map(|axis| place_m[axis] - towards[axis] * distance_m);
            let plot = self.tiles.plot();
            let place_m = if plot.is_torus() {
                plot.around(place_m)
            } else {
                place_m
            };
            self.heights_m[self.tiles.of(place_m) as usize]
        });
        let relative = upwind.iter().sum::<f64>() / SHELTER_M.len() as f64 / height_m;
        if relative < 1.0 {
            sheltered + (1.0 - sheltered) * (1.0 - relative)
        } else {
            sheltered / (relative * relative)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use understory_space::{Edge, Plot};

    const SAIL: Sail = Sail {
        height_m: 30.0,
        base_m: 16.0,
        radius_m: 2.8,
    };

    #[test]
    fn a_gust_loads_a_spruce_as_worked_out_by_hand() {
        let spruce = presets::named("picea-abies").unwrap().species("spruce").stem;
        // 2.35 · 25^−0.51 = 0.4551; 0.61 · 0.4551 · 39.2 m² · 45² · 23 m.
        let load_nm = load_nm(&spruce, SAIL, 45.0);
        assert!((load_nm / 506.8e3 - 1.0).abs() < 2e-3, "{load_nm}");
    }

    #[test]
    fn storms_come_as_often_and_as_strong_as_stated() {
        let wind = Wind {
            storms_per_yr: 0.3,
            ..Wind::default()
        };
        let key = RandomKey::from_bits(5);
        let storms: Vec<Storm> = (1..=10_000)
            .filter_map(|year| Storm::of_year(&wind, key, year))
            .collect();
        // Four standard errors.
        assert!((storms.len() as f64 - 3000.0).abs() < 184.0, "{}", storms.len());
        let mean = storms.iter().map(|storm| storm.gust_m_per_s).sum::<f64>() / storms.len() as f64;
        assert!((mean - 30.0).abs() < 0.4, "{mean}");
        assert!(storms.iter().all(|storm| storm.gust_m_per_s > 25.0));
        let [east, north] = storms.iter().fold([0.0; 2], |sum, storm| {
            let [east, north] = storm.towards();
            [sum[0] + east, sum[1] + north]
        });
        assert!(east > 0.0 && (north / east).abs() < 0.05, "{east} {north}");
    }

    #[test]
    fn a_tree_is_the_more_exposed_the_lower_the_stand_upwind_of_it() {
        let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Open).unwrap();
        let tiles = Tiles::new(plot, 10.0);
        // A wood of 20 m in the western half.
        let places: Vec<Position> = (0..50)
            .map(|tile| Position([f64::from(tile % 5) * 10.0 + 5.0, f64::from(tile / 5) * 10.0 + 5.0]))
            .collect();
        let size = Size {
            dbh_cm: 30.0,
            height_m: 20.0,
        };
        let canopy = Canopy::new(&tiles, &places, &[size; 50], |_| true);
        let exposure =
            |x_m: f64, height_m: f64, towards| canopy.exposure([x_m, 45.0], height_m, towards, 0.4);
        let (eastwards, westwards) = ([1.0, 0.0], [-1.0, 0.0]);
        assert_eq!(exposure(45.0, 20.0, eastwards), 0.4);
        // Nothing stands east of it.
        assert_eq!(exposure(45.0, 20.0, westwards), 1.0);
        // Of three tiles upwind two are wooded, or one.
        assert!((exposure(25.0, 20.0, westwards) - 0.6).abs() < 1e-12);
        assert!((exposure(35.0, 20.0, westwards) - 0.8).abs() < 1e-12);
        // Twice as tall as what stands upwind; half as tall.
        assert!((exposure(45.0, 40.0, eastwards) - 0.7).abs() < 1e-12);
        assert!((exposure(45.0, 10.0, eastwards) - 0.1).abs() < 1e-12);
        // West of the plot the stand goes on.
        assert_eq!(exposure(5.0, 20.0, eastwards), 0.4);
    }
}

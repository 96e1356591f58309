//! The isotropic correction in a polygon: what share of a circle around a point lies in the window.

use understory_numerics::math::{atan2, sin_cos};
use understory_space::PolygonWindow;

use std::f64::consts::TAU;

use crate::pairs::hidden::WEIGHT_CAP;
use crate::pairs::strips::Strips;

/// Beside a distance's square, as a share of it: what slack and rounding may add to an edge.
const MARGIN: f64 = 1e-6;

/// Circles around the points of a pattern in a polygon.
#[derive(Debug)]
pub(crate) struct Arcs<'a> {
    pub(crate) window: &'a PolygonWindow,
    pub(crate) centres: &'a Strips,
}

/// Where a circle crosses the border, going anticlockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    angle: f64,
    is_into_window: bool,
}

impl Arcs<'_> {
    /// 1 / (share of the circle of radius `d_m` around `place` within the window) − 1, at most 99. `crossings` lends
    /// its room.
    #[inline]
    pub(crate) fn extra_weight(&self, place: usize, d_m: f64, crossings: &mut Vec<Crossing>) -> f64 {
        if d_m <= self.centres.to_edge_m[place] {
            return 0.0;
        }
        let visible = self.visible_share(place, d_m, crossings);
        1.0 / visible.max(1.0 / WEIGHT_CAP) - 1.0
    }

    fn visible_share(&self, place: usize, d_m: f64, crossings: &mut Vec<Crossing>) -> f64 {
        self.cross(place, d_m, 0.0, crossings);
        let Some(&last) = crossings.last() else {
            return self.visible_share_by_sight(place, d_m, crossings);
        };
        let mut before = last;
        before.angle -= TAU;
        let mut seen = 0.0;
        for &own in &*crossings {
            if before.is_into_window == own.is_into_window {
                return self.visible_share_by_sight(place, d_m, crossings);
            }
            if before.is_into_window {
                seen += own.angle - before.angle;
            }
            before = own;
        }
        seen / TAU
    }

    /// Where a corner lies on the circle but for rounding, or nothing is crossed: what is inside is looked at.
    #[cold]
    fn visible_share_by_sight(&self, place: usize, d_m: f64, crossings: &mut Vec<Crossing>) -> f64 {
        const SLACK: f64 = 1e-9;
        let centre_m = self.centres.point_m(place);
        self.cross(place, d_m, SLACK, crossings);
        let Some(&last) = crossings.last() else {
            return if self.is_seen(centre_m, d_m, 0.0) {
                1.0
            } else {
                0.0
            };
        };
        let mut before = last.angle - TAU;
        let mut seen = 0.0;
        for own in &*crossings {
            // What lies between two copies of one crossing has hardly a width.
            if own.angle - before > SLACK && self.is_seen(centre_m, d_m, 0.5 * (before + own.angle)) {
                seen += own.angle - before;
            }
            before = own.angle;
        }
        seen / TAU
    }

    /// All crossings in the order of their angles; those at a corner once, or with `slack` at least once.
    fn cross(&self, place: usize, d_m: f64, slack: f64, crossings: &mut Vec<Crossing>) {
        crossings.clear();
        let centre_m = self.centres.point_m(place);
        let d_m2 = d_m * d_m;
        self.window.each_chain(|chain| {
            let is_crossed = chain.nearest_m2(centre_m) <= d_m2 * (1.0 + MARGIN)
                && chain.farthest_m2(centre_m) >= d_m2 * (1.0 - MARGIN);
            for &edge in &self.window.edges()[chain.edges().filter(|_| is_crossed).unwrap_or_default()] {
                let (a, b) = relative(edge, centre_m);
                add_crossings(a, b, d_m, slack, crossings);
            }
            is_crossed
        });
        crossings.sort_unstable_by(|a, b| a.angle.total_cmp(&b.angle));
    }

    /// Whether a place on the circle lies in the window.
    fn is_seen(&self, centre_m: [f64; 2], d_m: f64, angle: f64) -> bool {
        let (sine, cosine) = sin_cos(angle);
        self.window
            .contains([centre_m[0] + d_m * cosine, centre_m[1] + d_m * sine])
    }
}

fn relative([a, b]: [[f64; 2]; 2], centre_m: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let from = |end_m: [f64; 2]| [end_m[0] - centre_m[0], end_m[1] - centre_m[1]];
    (from(a), from(b))
}

/// Where the circle of radius `d_m` around the origin crosses an edge that has the window on its left. Without `slack`
/// the end of an edge belongs to the next one.
fn add_crossings(a: [f64; 2], b: [f64; 2], d_m: f64, slack: f64, crossings: &mut Vec<Crossing>) {
    let (of_a, of_b) = (a[0] * a[0] + a[1] * a[1], b[0] * b[0] + b[1] * b[1]);
    let d_m2 = d_m * d_m;
    if of_a.max(of_b) < d_m2 * (1.0 - slack) {
        return;
    }
    let along_m = [b[0] - a[0], b[1] - a[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let beside_m2 = a[0] * b[1] - a[1] * b[0];
    let half_chord_m4 = d_m2 * length_m2 - beside_m2 * beside_m2;
    if half_chord_m4 <= -slack * d_m2 * length_m2 || (slack == 0.0 && half_chord_m4 == 0.0) {
        return;
    }
    let half_chord_m2 = half_chord_m4.max(0.0).sqrt();
    let middle_m2 = -(a[0] * along_m[0] + a[1] * along_m[1]);
    // Along the edge the first crossing leads into the disc, and the circle there out of the window.
    for (side, is_into_window) in [(-half_chord_m2, false), (half_chord_m2, true)] {
        let share = (middle_m2 + side) / length_m2;
        if share >= -slack && share < 1.0 + slack {
            let (x_m, y_m) = (a[0] + share * along_m[0], a[1] + share * along_m[1]);
            crossings.push(Crossing {
                angle: atan2(y_m, x_m),
                is_into_window,
            });
        }
    }
}

//! What makes a scatter look wrong: overlaps, strings, holes and paths.

use understory_space::Plot;
use understory_spacing::{SpacingError, close_pairs, corridor_widths_m, largest_gap, strings};

/// Points nearer than this share of the target's room overlap: 1 / √*λ*, the side of the square that a point has.
const OVERLAP: f64 = 0.3;
/// Points are linked up to this share of it.
const LINK: f64 = 0.5;

/// How often, or how large, in one pattern or as a mean of several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Looks {
    /// Pairs of points that are too near.
    pub(super) overlaps: f64,
    /// Short rows of three or four points.
    pub(super) strings: f64,
    /// Radius of the largest empty circle, m.
    pub(super) largest_hole_m: f64,
    /// Width of the widest corridor along either axis, m.
    pub(super) corridor_m: f64,
}

impl Looks {
    /// Of a pattern of at least two points; `room_m` is that of one of the target's points.
    pub(super) fn of(points_m: &[[f64; 2]], plot: &Plot, room_m: f64) -> Result<Self, SpacingError> {
        let [across_m, along_m] = corridor_widths_m(points_m, plot)?;
        Ok(Self {
            overlaps: close_pairs(points_m, plot, OVERLAP * room_m)? as f64,
            strings: strings(points_m, plot, LINK * room_m)? as f64,
            largest_hole_m: largest_gap(points_m, plot)?.radius_m,
            corridor_m: across_m.max(along_m),
        })
    }

    /// The means of some, in their order.
    pub(super) fn mean(all: impl ExactSizeIterator<Item = Self>) -> Self {
        let count = all.len() as f64;
        all.fold(Self::default(), |sum, looks| Self {
            overlaps: sum.overlaps + looks.overlaps / count,
            strings: sum.strings + looks.strings / count,
            largest_hole_m: sum.largest_hole_m + looks.largest_hole_m / count,
            corridor_m: sum.corridor_m + looks.corridor_m / count,
        })
    }
}

//! A box cut into equal cells: from a place to its cell, and from a cell to those around it.
//!
//! Bounds on distances err on the short side, so that rounding can make a search longer, but never miss a neighbour.

use std::ops::Range;

use crate::plot::{Edge, Plot};

/// A box cut into equal cells, which are numbered row by row: along the first axis first.
///
/// Cells know neither what lies in them nor what is beyond the box. Where a question may lead across its side, an
/// [`Edge`] says whether the cells of the other side follow there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells<const D: usize> {
    origin_m: [f64; D],
    size_m: [f64; D],
    count: [usize; D],
    side_m: [f64; D],
    per_m: [f64; D],
    rounding_m: f64,
}

/// What is said of a distance to a cell is short of it by this share of the cell's side, far more than rounding errs.
const SLACK: f64 = 1e-9;

impl Cells<2> {
    /// A plot in columns and rows, at least one each.
    #[must_use]
    pub fn of_plot(plot: &Plot, count: [usize; 2]) -> Self {
        Self::new(plot.origin_m(), plot.size_m(), count)
    }
}

impl<const D: usize> Cells<D> {
    /// The box with this lowest corner and size, both sides above 0 m, in so many cells along each axis, at least one.
    #[must_use]
    pub fn new(origin_m: [f64; D], size_m: [f64; D], count: [usize; D]) -> Self {
        let count = count.map(|count| count.max(1));
        let greatest_m = (0..D).map(|axis| origin_m[axis].abs() + size_m[axis]);
        Self {
            origin_m,
            size_m,
            count,
            side_m: std::array::from_fn(|axis| size_m[axis] / count[axis] as f64),
            per_m: std::array::from_fn(|axis| count[axis] as f64 / size_m[axis]),
            // Some fifty times the rounding of the greatest coordinate: plots may lie thousands of kilometres from
            // the origin.
            rounding_m: 1e-14 * greatest_m.fold(0.0, f64::max),
        }
    }

    /// Lowest corner of the box, m.
    #[must_use]
    #[inline]
    pub fn origin_m(&self) -> [f64; D] {
        self.origin_m
    }

    /// Size of the box, m.
    #[must_use]
    #[inline]
    pub fn size_m(&self) -> [f64; D] {
        self.size_m
    }

    /// Cells along each axis.
    #[must_use]
    #[inline]
    pub fn count(&self) -> [usize; D] {
        self.count
    }

    /// All cells.
    #[must_use]
    pub fn total(&self) -> usize {
        self.count.iter().product()
    }

    /// Size of a cell, m.
    #[must_use]
    #[inline]
    pub fn side_m(&self) -> [f64; D] {
        self.side_m
    }

    /// More than rounding can move a place of the box across the side of a cell, m.
    #[must_use]
    #[inline]
    pub fn rounding_m(&self) -> f64 {
        self.rounding_m
    }

    /// The cell in which a place lies, or of a place beyond the box the nearest one.
    #[must_use]
    #[inline]
    pub fn at(&self, place_m: [f64; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            let along = (place_m[axis] - self.origin_m[axis]) * self.per_m[axis];
            // What is below 0 becomes 0.
            (along as usize).min(self.count[axis] - 1)
        })
    }

    /// Number of the cell `at`.
    #[must_use]
    #[inline]
    pub fn number(&self, at: [usize; D]) -> usize {
        (0..D)
            .rev()
            .fold(0, |number, axis| number * self.count[axis] + at[axis])
    }

    /// The cell of a coordinate along `axis`, as if cells went on beyond the box.
    #[must_use]
    #[inline]
    pub fn along(&self, axis: usize, x_m: f64) -> isize {
        floor((x_m - self.origin_m[axis]) * self.per_m[axis])
    }

    /// The cells along `axis` at most `ring` from `at`, each once: one run, or two where the way leads round a torus,
    /// of which the one on the lower side of `at` comes first.
    #[must_use]
    #[inline]
    pub fn span(&self, axis: usize, at: usize, ring: usize, edge: Edge) -> [Range<usize>; 2] {
        let count = self.count[axis];
        if edge == Edge::Open {
            let end = at.saturating_add(ring).saturating_add(1).min(count);
            return [at.saturating_sub(ring)..end, 0..0];
        }
        // All the way round, each cell once: two runs would overlap.
        if ring >= count / 2 {
            return [0..count, 0..0];
        }
        let first = if at >= ring { at - ring } else { at + count - ring };
        let end = first + 2 * ring + 1;
        [first..end.min(count), 0..end.saturating_sub(count)]
    }

    /// The cells along `axis` exactly `ring` from `at`, at least 1, each once.
    pub fn ring(
        &self,
        axis: usize,
        at: usize,
        ring: usize,
        edge: Edge,
    ) -> impl Iterator<Item = usize> + use<D> {
        let count = self.count[axis];
        let (below, above) = match edge {
            Edge::Open => (
                at.checked_sub(ring),
                Some(at + ring).filter(|&above| above < count),
            ),
            // Half way round both are the same.
            Edge::Torus => (
                (2 * ring < count).then(|| (at + count - ring) % count),
                (2 * ring <= count).then(|| (at + ring) % count),
            ),
        };
        below.into_iter().chain(above)
    }

    /// How far a coordinate in cell `at` of `axis` is at least from the cells more than `ring` away, m; infinite
    /// where there are none.
    #[must_use]
    #[inline]
    pub fn clear_m(&self, axis: usize, at: usize, x_m: f64, ring: usize, edge: Edge) -> f64 {
        let count = self.count[axis];
        let is_all = match edge {
            Edge::Open => ring >= at && ring >= count - 1 - at,
            Edge::Torus => 2 * ring + 1 >= count,
        };
        if is_all {
            return f64::INFINITY;
        }
        let within = (x_m - self.origin_m[axis]) * self.per_m[axis] - at as f64;
        (ring as f64 + within.min(1.0 - within).max(0.0) - SLACK) * self.side_m[axis]
    }

    /// The cells along each axis up to `reach_m` from the box between two places; `None` where all are farther off.
    #[must_use]
    #[inline]
    pub fn near_box(&self, a_m: [f64; D], b_m: [f64; D], reach_m: f64) -> Option<[Range<usize>; D]> {
        let mut near = [const { 0..0 }; D];
        for axis in 0..D {
            let reach_m = reach_m + self.side_m[axis] * SLACK;
            let low_m = a_m[axis].min(b_m[axis]) - reach_m - self.origin_m[axis];
            let high_m = a_m[axis].max(b_m[axis]) + reach_m - self.origin_m[axis];
            if high_m < 0.0 || low_m > self.size_m[axis] {
                return None;
            }
            let last = self.count[axis] - 1;
            let [first, end] = [low_m, high_m].map(|m| ((m * self.per_m[axis]) as usize).min(last));
            near[axis] = first..end + 1;
        }
        Some(near)
    }

    /// How far a coordinate is at least from cell `at` of `axis`, m; 0 in it.
    #[must_use]
    #[inline]
    pub fn gap_m(&self, axis: usize, at: usize, x_m: f64) -> f64 {
        let along_m = x_m - self.origin_m[axis];
        let low_m = (at as f64 - SLACK) * self.side_m[axis];
        let high_m = ((at + 1) as f64 + SLACK) * self.side_m[axis];
        (low_m - along_m).max(along_m - high_m).max(0.0)
    }
}

/// `f64::floor` is a call where the processor is not known to have the instruction.
#[inline]
fn floor(x: f64) -> isize {
    let towards_zero = x as isize;
    towards_zero - isize::from(x < towards_zero as f64)
}

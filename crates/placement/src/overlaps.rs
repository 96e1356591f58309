//! Who gives way: candidates whose footprints lie over those of a rule above.
//!
//! All candidates around a tile are sorted into the cells of a grid, and each of them takes its ground from those of lower
//! rules around it, eight of them at a time. Footprints are exact discs, so that the verdict depends neither on the cells
//! nor on the tile: places in single precision, from the window's corner, decide where rounding cannot matter.

use understory_numerics::lanes::{LANES, Simd, WithSimd, cast, with_lanes};

use crate::pattern::SpawnPoint;
use crate::window::Window;

/// Candidates that share a cell, about.
const A_CELL: f64 = 8.0;

/// Share of the window's side and the longest reach that distances near a disc's edge may be wrong by in single precision:
/// the difference of two places by 3 · 2⁻²⁴ of the side along each axis, the reach by less of itself. Farther from the
/// edge the error grows more slowly than the distance to it.
const SLACK: f64 = 1.0 / (1 << 21) as f64;

/// Candidates of all rules, by cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// Where each cell's candidates begin; one more at the end.
    starts: Vec<u32>,
    /// All candidates in the order of cells.
    blocks: Vec<Block>,
    /// Where in that order each candidate is.
    at: Vec<u32>,
}

/// Candidates side by side.
#[derive(Clone, Copy, Debug, Default)]
// So that no lanes lie across two cache lines.
#[repr(align(32))]
struct Block {
    /// From the window's corner, m.
    x_m: [f32; LANES],
    y_m: [f32; LANES],
    radius_m: [f32; LANES],
    /// Which candidate it is; those of lower rules have higher numbers. 0 where there is none, which no rule is above.
    number: [u32; LANES],
    /// All bits where it gives way.
    gives_way: [u32; LANES],
}

impl Overlaps {
    /// Finds those that give way: of candidates in a window, rule by rule with where each rule's end, and the radii of the
    /// rules' footprints, m.
    pub(crate) fn find(
        &mut self,
        window: &Window,
        candidates: &[SpawnPoint],
        ends: &[usize],
        radii_m: &[f64],
    ) {
        let cells = Cells::new(window, candidates.len());
        self.sort(&cells, candidates, ends, radii_m);
        with_lanes(Taking {
            overlaps: self,
            cells: &cells,
            candidates,
            ends,
            radii_m,
        });
    }

    /// Whether a candidate, by its number, gives way.
    pub(crate) fn gives_way(&self, number: usize) -> bool {
        let slot = self.at[number] as usize;
        self.blocks[slot / LANES].gives_way[slot % LANES] != 0
    }

    fn sort(&mut self, cells: &Cells, candidates: &[SpawnPoint], ends: &[usize], radii_m: &[f64]) {
        let count = cells.sides[0] * cells.sides[1];
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        self.at.clear();
        self.at.extend(candidates.iter().map(|candidate| {
            let [x_m, y_m] = candidate.place_m;
            let cell = cells.of(1, y_m) * cells.sides[0] + cells.of(0, x_m);
            self.starts[cell + 1] += 1;
            cell as u32
        }));
        for cell in 1..=count {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.blocks.clear();
        self.blocks
            .resize(candidates.len().div_ceil(LANES), Block::default());
        let mut from = 0;
        for (&end, &radius_m) in ends.iter().zip(radii_m) {
            let numbered = (from..end).zip(&candidates[from..end]);
            for ((number, candidate), at) in numbered.zip(&mut self.at[from..end]) {
                let start = &mut self.starts[*at as usize];
                let slot = *start as usize;
                *start += 1;
                *at = slot as u32;
                let [x_m, y_m] = cells.offset_m(candidate.place_m);
                let (block, lane) = (&mut self.blocks[slot / LANES], slot % LANES);
                block.x_m[lane] = x_m;
                block.y_m[lane] = y_m;
                block.radius_m[lane] = radius_m as f32;
                block.number[lane] = number as u32;
            }
            from = end;
        }
        // Each start was moved to the end of its cell, which is where the next one begins.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }
}

/// Where cells lie.
struct Cells {
    low_m: [f64; 2],
    /// The longer side of all together, m.
    side_m: f64,
    /// Cells a metre.
    inverse_m: f64,
    /// Cells along each axis.
    sides: [usize; 2],
}

impl Cells {
    fn new(window: &Window, candidates: usize) -> Self {
        let size_m: [f64; 2] = std::array::from_fn(|axis| window.high_m[axis] - window.low_m[axis]);
        let cell_m = (size_m[0] * size_m[1] * A_CELL / candidates.max(1) as f64).sqrt();
        let inverse_m = 1.0 / cell_m;
        Self {
            low_m: window.low_m,
            side_m: size_m[0].max(size_m[1]),
            inverse_m,
            sides: size_m.map(|side_m| (side_m * inverse_m) as usize + 1),
        }
    }

    #[inline(always)]
    fn of(&self, axis: usize, at_m: f64) -> usize {
        // A cast takes what is below 0 to 0.
        (((at_m - self.low_m[axis]) * self.inverse_m) as u32 as usize).min(self.sides[axis] - 1)
    }

    /// Of a place from the corner.
    #[inline(always)]
    fn offset_m(&self, place_m: [f64; 2]) -> [f32; 2] {
        std::array::from_fn(|axis| (place_m[axis] - self.low_m[axis]) as f32)
    }
}

/// Every candidate takes its ground from those of lower rules.
struct Taking<'a> {
    overlaps: &'a mut Overlaps,
    cells: &'a Cells,
    candidates: &'a [SpawnPoint],
    ends: &'a [usize],
    radii_m: &'a [f64],
}

impl WithSimd for Taking<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (cells, radii_m) = (self.cells, self.radii_m);
        let mut from = 0;
        for (rule, &end) in self.ends.iter().enumerate() {
            let Some(most_lower_m) = radii_m[rule + 1..].iter().copied().reduce(f64::max) else {
                break;
            };
            let reach_m = radii_m[rule] + most_lower_m;
            let slack_m = SLACK * (cells.side_m + reach_m);
            for candidate in &self.candidates[from..end] {
                let [x_m, y_m] = candidate.place_m;
                let disc = Disc {
                    place_m: [x_m, y_m],
                    offset_m: cells.offset_m([x_m, y_m]),
                    radius_m: radii_m[rule],
                    tolerance_m2: (slack_m * (2.0 * reach_m + slack_m)) as f32,
                    lower: end as u32,
                };
                let (west, east) = (cells.of(0, x_m - reach_m), cells.of(0, x_m + reach_m));
                for row in cells.of(1, y_m - reach_m)..=cells.of(1, y_m + reach_m) {
                    let first = row * cells.sides[0];
                    let starts = &self.overlaps.starts[first + west..=first + east + 1];
                    let run = starts[0] as usize / LANES..(starts[east + 1 - west] as usize).div_ceil(LANES);
                    for block in &mut self.overlaps.blocks[run] {
                        if disc.takes(simd, block) {
                            disc.takes_exactly(block, self.candidates, self.ends, radii_m);
                        }
                    }
                }
            }
            from = end;
        }
    }
}

/// The ground that a candidate takes.
struct Disc {
    place_m: [f64; 2],
    offset_m: [f32; 2],
    radius_m: f64,
    /// What the difference of two squares in single precision may be wrong by, m².
    tolerance_m2: f32,
    /// From which number on candidates are of lower rules.
    lower: u32,
}

impl Disc {
    /// Takes its ground from those of a block where rounding cannot matter; whether it may for any of them.
    #[inline(always)]
    fn takes<S: Simd>(&self, simd: S, block: &mut Block) -> bool {
        let [dx, dy] = [(block.x_m, 0), (block.y_m, 1)]
            .map(|(places_m, axis)| simd.sub_f32s(cast(places_m), simd.splat_f32s(self.offset_m[axis])));
        let distance_m2 = simd.add_f32s(simd.mul_f32s(dx, dx), simd.mul_f32s(dy, dy));
        let reach_m = simd.add_f32s(cast(block.radius_m), simd.splat_f32s(self.radius_m as f32));
        let margin_m2 = simd.sub_f32s(simd.mul_f32s(reach_m, reach_m), distance_m2);
        let is_upper = simd.less_than_u32s(cast(block.number), simd.splat_u32s(self.lower));
        let is_within = |tolerance_m2: f32| {
            let is_within = simd.less_than_f32s(simd.splat_f32s(tolerance_m2), margin_m2);
            simd.and_m32s(simd.not_m32s(is_upper), is_within)
        };
        let (is_surely, is_maybe) = (is_within(self.tolerance_m2), is_within(-self.tolerance_m2));
        let taken = simd.select_u32s(is_surely, simd.splat_u32s(u32::MAX), simd.splat_u32s(0));
        block.gives_way = cast(simd.or_u32s(cast(block.gives_way), taken));
        simd.first_true_m32s(simd.xor_m32s(is_surely, is_maybe)) < LANES
    }

    /// Takes its ground from a block by the places as they are.
    #[cold]
    fn takes_exactly(&self, block: &mut Block, candidates: &[SpawnPoint], ends: &[usize], radii_m: &[f64]) {
        for (&number, gives_way) in block.number.iter().zip(&mut block.gives_way) {
            let other_m = candidates[number as usize].place_m;
            let rule = ends.partition_point(|&end| end <= number as usize);
            let [dx, dy] = [0, 1].map(|axis: usize| other_m[axis] - self.place_m[axis]);
            let reach_m = radii_m[rule] + self.radius_m;
            if number >= self.lower && dx * dx + dy * dy < reach_m * reach_m {
                *gives_way = u32::MAX;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn those_give_way_that_lie_over_a_disc_of_a_rule_above(
            rules in prop::collection::vec(
                (0.05..6.0_f64, prop::collection::vec(prop::array::uniform2(-20.0..20.0_f64), 0..40)), 1..5,
            ),
            // Many places on a lattice touch without overlapping, which single precision cannot tell.
            lattice in any::<bool>(),
            middle_m in prop_oneof![Just(0.0), Just(1234.5), Just(1e7)],
        ) {
            let on_lattice = |at_m: f64| if lattice { (at_m * 5.0).round() / 5.0 } else { at_m };
            let rules: Vec<(f64, Vec<[f64; 2]>)> = rules
                .into_iter()
                .map(|(radius_m, places_m)| {
                    let places_m = places_m.into_iter().map(|place_m| place_m.map(|at_m| middle_m + on_lattice(at_m)));
                    (on_lattice(radius_m).max(0.05), places_m.collect())
                })
                .collect();
            let window = Window { low_m: [middle_m - 20.0; 2], high_m: [middle_m + 20.0; 2] };
            let candidate = |&place_m: &[f64; 2]| SpawnPoint { place_m, ..SpawnPoint::default() };
            let candidates: Vec<SpawnPoint> = rules.iter().flat_map(|(_, places_m)| places_m.iter().map(candidate)).collect();
            let mut end = 0;
            let ends: Vec<usize> = rules.iter().map(|(_, places_m)| { end += places_m.len(); end }).collect();
            let radii_m: Vec<f64> = rules.iter().map(|(radius_m, _)| *radius_m).collect();
            let mut overlaps = Overlaps::default();
            // Memory of an earlier tile makes no difference.
            overlaps.find(&window, &candidates[..ends[0]], &ends[..1], &radii_m[..1]);
            overlaps.find(&window, &candidates, &ends, &radii_m);
            let mut number = 0;
            for (rule, (radius_m, places_m)) in rules.iter().enumerate() {
                for place_m in places_m {
                    let gives_way = rules[..rule].iter().any(|(other_m, others_m)| others_m.iter().any(|at_m| {
                        let [dx, dy] = [0, 1].map(|axis: usize| at_m[axis] - place_m[axis]);
                        dx * dx + dy * dy < (radius_m + other_m) * (radius_m + other_m)
                    }));
                    prop_assert_eq!(overlaps.gives_way(number), gives_way);
                    number += 1;
                }
            }
        }
    }
}

//! Who gives way: candidates whose footprints lie over those of a rule above.
//!
//! All candidates around a tile are sorted into the cells of a grid, and each of them takes its ground from those of lower
//! rules around it, eight of them at a time. Footprints are exact discs, so that the verdict depends neither on the cells
//! nor on the tile: places in single precision, from the window's corner, decide where rounding cannot matter.

use understory_numerics::lanes::{LANES, Simd, WithSimd, cast, with_lanes};

use crate::candidates::Candidate;
use crate::window::Window;

/// Candidates that share a cell, about.
const A_CELL: f64 = 3.0;

/// Share of the window's side and the longest reach that distances in single precision may be wrong by. The difference
/// of two places is wrong by up to 3 · 2⁻²⁴ of the side along each axis, and the reach by less of itself.
const SLACK: f64 = 1.0 / (1 << 21) as f64;

/// Candidates of all rules, by cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// Where each cell's candidates begin; one more at the end.
    starts: Vec<u32>,
    /// Of each candidate in the order of cells: its number, its place from the window's corner, m, its radius, m, and the
    /// number of its rule; then as many as there are lanes that never give way.
    number: Vec<u32>,
    x_m: Vec<f32>,
    y_m: Vec<f32>,
    radius_m: Vec<f32>,
    rule: Vec<u32>,
    /// All bits where it gives way.
    gives_way: Vec<u32>,
    /// Where in that order each candidate is.
    at: Vec<u32>,
}

impl Overlaps {
    /// Finds those that give way: of candidates in a window, rule by rule with where each rule's end, and the radii of the
    /// rules' footprints, m.
    pub(crate) fn find(
        &mut self,
        window: &Window,
        candidates: &[Candidate],
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
        self.gives_way[self.at[number] as usize] != 0
    }

    fn sort(&mut self, cells: &Cells, candidates: &[Candidate], ends: &[usize], radii_m: &[f64]) {
        let count = cells.sides[0] * cells.sides[1];
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        self.at.clear();
        for candidate in candidates {
            let [x_m, y_m] = candidate.point.place_m;
            let cell = cells.of(1, y_m) * cells.sides[0] + cells.of(0, x_m);
            self.starts[cell + 1] += 1;
            self.at.push(cell as u32);
        }
        for cell in 1..=count {
            self.starts[cell] += self.starts[cell - 1];
        }
        let slots = candidates.len() + LANES;
        for list in [&mut self.x_m, &mut self.y_m, &mut self.radius_m] {
            list.resize(slots, 0.0);
        }
        self.number.resize(slots, 0);
        self.rule.resize(slots, 0);
        self.rule[candidates.len()..].fill(0);
        self.gives_way.clear();
        self.gives_way.resize(slots, 0);
        let mut from = 0;
        for (rule, &end) in ends.iter().enumerate() {
            let numbered = (from..end).zip(&candidates[from..end]);
            for (at, (number, candidate)) in self.at[from..end].iter_mut().zip(numbered) {
                let cell = *at as usize;
                let slot = self.starts[cell] as usize;
                self.starts[cell] += 1;
                let [x_m, y_m] = cells.offset_m(candidate.point.place_m);
                self.number[slot] = number as u32;
                self.x_m[slot] = x_m;
                self.y_m[slot] = y_m;
                self.radius_m[slot] = radii_m[rule] as f32;
                self.rule[slot] = rule as u32;
                *at = slot as u32;
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
    candidates: &'a [Candidate],
    ends: &'a [usize],
    radii_m: &'a [f64],
}

impl WithSimd for Taking<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            overlaps,
            cells,
            candidates,
            ends,
            radii_m,
        } = self;
        let mut from = 0;
        for (rule, &end) in ends.iter().enumerate() {
            let Some(most_lower_m) = radii_m[rule + 1..].iter().copied().reduce(f64::max) else {
                break;
            };
            let reach_m = radii_m[rule] + most_lower_m;
            let slack_m = (SLACK * (cells.side_m + reach_m)) as f32;
            for candidate in &candidates[from..end] {
                let place_m = candidate.point.place_m;
                let disc = Disc {
                    place_m,
                    offset_m: cells.offset_m(place_m),
                    radius_m: radii_m[rule],
                    slack_m,
                    rule: rule as u32,
                };
                let [x_m, y_m] = place_m;
                let (west, east) = (cells.of(0, x_m - reach_m), cells.of(0, x_m + reach_m));
                for row in cells.of(1, y_m - reach_m)..=cells.of(1, y_m + reach_m) {
                    let first = row * cells.sides[0];
                    let run = [west, east + 1].map(|column| overlaps.starts[first + column] as usize);
                    if disc.takes(simd, overlaps, run) {
                        disc.takes_exactly(overlaps, run, candidates, radii_m);
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
    /// What distances in single precision may be wrong by.
    slack_m: f32,
    rule: u32,
}

impl Disc {
    /// From a run of candidates, rounded up to whole lanes; whether any of them lies so that rounding may matter.
    #[inline(always)]
    fn takes<S: Simd>(&self, simd: S, overlaps: &mut Overlaps, [from, to]: [usize; 2]) -> bool {
        let run = from..from + (to - from).next_multiple_of(LANES);
        let [x, y] = self.offset_m.map(|at_m| simd.splat_f32s(at_m));
        let (least, most) = (
            simd.splat_f32s(self.radius_m as f32 - self.slack_m),
            simd.splat_f32s(self.radius_m as f32 + self.slack_m),
        );
        let own_rule = simd.splat_u32s(self.rule);
        let mut is_unsure = simd.less_than_f32s(x, x);
        let xs = overlaps.x_m[run.clone()].as_chunks::<LANES>().0;
        let ys = overlaps.y_m[run.clone()].as_chunks::<LANES>().0;
        let radii = overlaps.radius_m[run.clone()].as_chunks::<LANES>().0;
        let rules = overlaps.rule[run.clone()].as_chunks::<LANES>().0;
        let flags = overlaps.gives_way[run].as_chunks_mut::<LANES>().0;
        for ((((xs, ys), radii), rules), flags) in xs.iter().zip(ys).zip(radii).zip(rules).zip(flags) {
            let dx = simd.sub_f32s(cast(*xs), x);
            let dy = simd.sub_f32s(cast(*ys), y);
            let distance2 = simd.add_f32s(simd.mul_f32s(dx, dx), simd.mul_f32s(dy, dy));
            let is_lower = simd.greater_than_u32s(cast(*rules), own_rule);
            let is_within = |reach| {
                let reach = simd.max_f32s(simd.add_f32s(cast(*radii), reach), simd.splat_f32s(0.0));
                simd.and_m32s(
                    is_lower,
                    simd.less_than_f32s(distance2, simd.mul_f32s(reach, reach)),
                )
            };
            let (is_surely, is_maybe) = (is_within(least), is_within(most));
            is_unsure = simd.or_m32s(is_unsure, simd.xor_m32s(is_surely, is_maybe));
            let taken = simd.select_u32s(is_surely, simd.splat_u32s(u32::MAX), simd.splat_u32s(0));
            *flags = cast(simd.or_u32s(cast(*flags), taken));
        }
        simd.first_true_m32s(is_unsure) < LANES
    }

    #[cold]
    fn takes_exactly(
        &self,
        overlaps: &mut Overlaps,
        [from, to]: [usize; 2],
        candidates: &[Candidate],
        radii_m: &[f64],
    ) {
        for slot in from..to {
            let other_m = candidates[overlaps.number[slot] as usize].point.place_m;
            let rule = overlaps.rule[slot];
            let [dx, dy] = [0, 1].map(|axis: usize| other_m[axis] - self.place_m[axis]);
            let reach_m = radii_m[rule as usize] + self.radius_m;
            if rule > self.rule && dx * dx + dy * dy < reach_m * reach_m {
                overlaps.gives_way[slot] = u32::MAX;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pattern::SpawnPoint;

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
            let candidate = |&place_m: &[f64; 2]| Candidate {
                point: SpawnPoint { place_m, ..SpawnPoint::default() },
                density: 1.0,
            };
            let candidates: Vec<Candidate> = rules.iter().flat_map(|(_, places_m)| places_m.iter().map(candidate)).collect();
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

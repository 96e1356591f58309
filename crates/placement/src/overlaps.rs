//! Who gives way: candidates whose footprints lie over those of a rule above.
//!
//! All candidates around a tile are sorted into the cells of a grid, and each of them takes its ground from those of lower
//! rules around it. Footprints are exact discs, so that the verdict depends neither on the cells nor on the tile.

use crate::candidates::Candidate;
use crate::window::Window;

/// Candidates that share a cell, about.
const A_CELL: f64 = 3.0;

/// Candidates of all rules, by cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// Where each cell's candidates begin; one more at the end.
    starts: Vec<u32>,
    /// Of each candidate in the order of cells: place, m, radius, m, and number of its rule.
    x_m: Vec<f64>,
    y_m: Vec<f64>,
    radius_m: Vec<f64>,
    rule: Vec<u32>,
    gives_way: Vec<bool>,
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
        let size_m: [f64; 2] = std::array::from_fn(|axis| window.high_m[axis] - window.low_m[axis]);
        let cell_m = (size_m[0] * size_m[1] * A_CELL / candidates.len().max(1) as f64).sqrt();
        let inverse_m = 1.0 / cell_m;
        let cells = size_m.map(|side_m| (side_m * inverse_m) as usize + 1);
        let cell = |axis: usize, at_m: f64| {
            // A cast takes what is below 0 to 0.
            (((at_m - window.low_m[axis]) * inverse_m) as usize).min(cells[axis] - 1)
        };
        self.sort(candidates, ends, radii_m, cells[0] * cells[1], |[x_m, y_m]| {
            cell(1, y_m) * cells[0] + cell(0, x_m)
        });
        for slot in 0..candidates.len() {
            let rule = self.rule[slot];
            let Some(most_lower_m) = most(&radii_m[rule as usize + 1..]) else {
                continue;
            };
            let (x_m, y_m, radius_m) = (self.x_m[slot], self.y_m[slot], self.radius_m[slot]);
            let reach_m = radius_m + most_lower_m;
            let (west, east) = (cell(0, x_m - reach_m), cell(0, x_m + reach_m));
            for row in cell(1, y_m - reach_m)..=cell(1, y_m + reach_m) {
                let first = row * cells[0];
                let run = self.starts[first + west] as usize..self.starts[first + east + 1] as usize;
                let places = self.x_m[run.clone()].iter().zip(&self.y_m[run.clone()]);
                let others = self.radius_m[run.clone()].iter().zip(&self.rule[run.clone()]);
                // Without branches, so that several are looked at at once.
                for (gives_way, ((&other_x, &other_y), (&other_radius, &other_rule))) in
                    self.gives_way[run].iter_mut().zip(places.zip(others))
                {
                    let (dx, dy, reach) = (other_x - x_m, other_y - y_m, other_radius + radius_m);
                    *gives_way |= (dx * dx + dy * dy < reach * reach) & (other_rule > rule);
                }
            }
        }
    }

    /// Whether a candidate, by its number, gives way.
    pub(crate) fn gives_way(&self, number: usize) -> bool {
        self.gives_way[self.at[number] as usize]
    }

    fn sort(
        &mut self,
        candidates: &[Candidate],
        ends: &[usize],
        radii_m: &[f64],
        cells: usize,
        cell: impl Fn([f64; 2]) -> usize,
    ) {
        let count = candidates.len();
        self.starts.clear();
        self.starts.resize(cells + 1, 0);
        self.at.clear();
        for candidate in candidates {
            let cell = cell(candidate.point.place_m);
            self.starts[cell + 1] += 1;
            self.at.push(cell as u32);
        }
        for cell in 1..=cells {
            self.starts[cell] += self.starts[cell - 1];
        }
        for list in [&mut self.x_m, &mut self.y_m, &mut self.radius_m] {
            list.resize(count, 0.0);
        }
        self.rule.resize(count, 0);
        self.gives_way.clear();
        self.gives_way.resize(count, false);
        let mut from = 0;
        for (rule, &end) in ends.iter().enumerate() {
            for (at, candidate) in self.at[from..end].iter_mut().zip(&candidates[from..end]) {
                let cell = *at as usize;
                let slot = self.starts[cell] as usize;
                self.starts[cell] += 1;
                [self.x_m[slot], self.y_m[slot]] = candidate.point.place_m;
                self.radius_m[slot] = radii_m[rule];
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

fn most(radii_m: &[f64]) -> Option<f64> {
    radii_m.iter().copied().reduce(f64::max)
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
        ) {
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
            overlaps.find(&Window { low_m: [-20.0; 2], high_m: [20.0; 2] }, &candidates[..ends[0]], &ends[..1], &radii_m[..1]);
            overlaps.find(&Window { low_m: [-20.0; 2], high_m: [20.0; 2] }, &candidates, &ends, &radii_m);
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

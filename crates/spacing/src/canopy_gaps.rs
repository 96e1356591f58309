//! Gaps in a canopy: connected ground that no crown covers.
//!
//! The window is cut into cells; a cell is open where its middle lies under no crown. Open cells that share a side belong to
//! one gap.

use understory_space::Plot;

use crate::empty_space::pixel_centre_m;
use crate::error::SpacingError;

/// Most cells of a window: a number of 4 bytes each.
const MOST_CELLS: f64 = 268_435_456.0;

/// A crown from above: a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crown {
    /// Its middle, m; it may lie beyond the window.
    pub place_m: [f64; 2],
    /// Its radius, m.
    pub radius_m: f64,
}

/// The gaps of a canopy.
#[derive(Clone, Debug, PartialEq)]
pub struct CanopyGaps {
    window: Plot,
    cells: [u32; 2],
    /// Of each cell, row by row from the origin, the number of its gap in `cells_of`, counted from 1; 0 for none.
    gap: Vec<u32>,
    /// Cells of each gap, in the order in which the gaps are met row by row.
    cells_of: Vec<u32>,
}

impl CanopyGaps {
    /// The gaps of at least `least_m2` among crowns, on cells whose sides are `cell_m` or a little less. On a torus crowns
    /// and gaps go on beyond the edge; in an open window gaps end there.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where `cell_m` is not above 0 or makes more than 2²⁸ cells; [`SpacingError::NotFinite`] for a
    /// crown that lies nowhere or has no size, by its number.
    pub fn new(crowns: &[Crown], window: &Plot, cell_m: f64, least_m2: f64) -> Result<Self, SpacingError> {
        let cells = window.size_m().map(|length_m| (length_m / cell_m).ceil());
        if !(cell_m > 0.0 && cells[0] * cells[1] <= MOST_CELLS) {
            let must = "be above 0 and cut the window into at most 268435456 cells: take a longer one";
            return Err(SpacingError::out_of_range(
                "the side of a cell",
                format!("{cell_m} m"),
                must,
            ));
        }
        let cells = cells.map(|cells| cells as u32);
        let mut gaps = Self {
            window: *window,
            cells,
            gap: vec![OPEN; cells[0] as usize * cells[1] as usize],
            cells_of: Vec::new(),
        };
        for (index, crown) in crowns.iter().enumerate() {
            let [x_m, y_m] = crown.place_m;
            if !(x_m.is_finite() && y_m.is_finite() && crown.radius_m.is_finite()) {
                return Err(SpacingError::NotFinite { index, x_m, y_m });
            }
            gaps.cover(crown);
        }
        gaps.number(least_m2);
        Ok(gaps)
    }

    /// Area of each gap, the largest first, m².
    #[must_use]
    pub fn areas_m2(&self) -> Vec<f64> {
        let mut cells = self.cells_of.clone();
        cells.sort_unstable_by(|a, b| b.cmp(a));
        cells
            .into_iter()
            .map(|cells| f64::from(cells) * self.cell_m2())
            .collect()
    }

    /// Share of the gaps' ground that lies in gaps of at most this area; none without gaps.
    #[must_use]
    pub fn share_up_to(&self, area_m2: f64) -> Option<f64> {
        let areas_m2 = self.areas_m2();
        let sum_m2 = |areas_m2: &[f64]| areas_m2.iter().fold(0.0, |sum, area_m2| sum + area_m2);
        // The largest come first.
        let small_m2 = &areas_m2[areas_m2.partition_point(|&gap_m2| gap_m2 > area_m2)..];
        (!areas_m2.is_empty()).then(|| sum_m2(small_m2) / sum_m2(&areas_m2))
    }

    /// Share of the window that is in gaps.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.share_where(|gap, _| gap > 0, self)
    }

    /// Share of the window that is in a gap now and was in none in `before`; of the same window and cells.
    ///
    /// # Panics
    /// Where cells differ.
    #[must_use]
    pub fn opened_since(&self, before: &Self) -> f64 {
        self.share_where(|now, then| now > 0 && then == 0, before)
    }

    fn share_where(&self, counts: impl Fn(u32, u32) -> bool, other: &Self) -> f64 {
        assert_eq!((self.cells, self.window), (other.cells, other.window));
        let both = self.gap.iter().zip(&other.gap);
        both.filter(|&(&gap, &other)| counts(gap, other)).count() as f64 / self.gap.len() as f64
    }

    fn cell_m2(&self) -> f64 {
        self.window.area_m2() / self.gap.len() as f64
    }

    /// Takes the cells under a crown, and on a torus under its copies beyond the edges, out of the open ones.
    fn cover(&mut self, crown: &Crown) {
        let reach = |axis: usize| {
            let cell_m = self.window.size_m()[axis] / f64::from(self.cells[axis]);
            let from = (crown.place_m[axis] - self.window.origin_m()[axis]) / cell_m - 0.5;
            let radius = crown.radius_m / cell_m;
            let [low, high] = [(from - radius).ceil(), (from + radius).floor()];
            let count = f64::from(self.cells[axis]);
            if self.window.is_torus() {
                // No cell twice, however large the crown.
                (low, high.min(low + count - 1.0))
            } else {
                (low.max(0.0), high.min(count - 1.0))
            }
        };
        let (across, up) = (reach(0), reach(1));
        let radius_m2 = crown.radius_m * crown.radius_m;
        let columns = self.cells[0] as usize;
        let mut row = up.0;
        while row <= up.1 {
            let mut column = across.0;
            while column <= across.1 {
                let at = [column, row];
                let [x, y] = [0, 1].map(|axis| at[axis].rem_euclid(f64::from(self.cells[axis])) as usize);
                let cell = y * columns + x;
                let centre_m = pixel_centre_m(&self.window, self.cells, cell);
                if self.window.distance_squared_m2(centre_m, crown.place_m) <= radius_m2 {
                    self.gap[cell] = COVERED;
                }
                column += 1.0;
            }
            row += 1.0;
        }
    }

    /// Numbers the open cells gap by gap; those of smaller gaps count as covered.
    fn number(&mut self, least_m2: f64) {
        let cell_m2 = self.cell_m2();
        let mut ahead = Vec::new();
        let mut found = Vec::new();
        for start in 0..self.gap.len() {
            if self.gap[start] != OPEN {
                continue;
            }
            let number = self.cells_of.len() as u32 + 1;
            found.clear();
            ahead.push(start);
            self.gap[start] = number;
            while let Some(cell) = ahead.pop() {
                found.push(cell);
                for next in self.beside(cell).into_iter().flatten() {
                    if self.gap[next] == OPEN {
                        self.gap[next] = number;
                        ahead.push(next);
                    }
                }
            }
            if found.len() as f64 * cell_m2 < least_m2 {
                found.iter().for_each(|&cell| self.gap[cell] = COVERED);
            } else {
                self.cells_of.push(found.len() as u32);
            }
        }
    }

    /// The cells that share a side with this one.
    fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let [columns, rows] = self.cells.map(|cells| cells as usize);
        let (x, y) = (cell % columns, cell / columns);
        let step = |at: usize, forward: bool, count: usize| match (forward, self.window.is_torus()) {
            (true, _) if at + 1 < count => Some(at + 1),
            (false, _) if at > 0 => Some(at - 1),
            (true, true) => Some(0),
            (false, true) => Some(count - 1),
            (_, false) => None,
        };
        [
            step(x, false, columns).map(|x| y * columns + x),
            step(x, true, columns).map(|x| y * columns + x),
            step(y, false, rows).map(|y| y * columns + x),
            step(y, true, rows).map(|y| y * columns + x),
        ]
    }
}

const COVERED: u32 = 0;
/// Open and not yet in a gap; no number of a gap is as large.
const OPEN: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Edge;

    fn crown(place_m: [f64; 2], radius_m: f64) -> Crown {
        Crown { place_m, radius_m }
    }

    fn window(edge: Edge) -> Plot {
        Plot::new([-5.0, 10.0], [20.0, 10.0], edge).unwrap()
    }

    #[test]
    fn without_crowns_all_is_one_gap() {
        for edge in [Edge::Open, Edge::Torus] {
            let gaps = CanopyGaps::new(&[], &window(edge), 1.0, 0.0).unwrap();
            assert_eq!((gaps.areas_m2(), gaps.share()), (vec![200.0], 1.0));
        }
    }

    /// A row of crowns from the lower to the upper edge cuts an open window in two; on a torus the parts join.
    #[test]
    fn gaps_end_at_crowns_and_at_the_edge_of_an_open_window() {
        let wall: Vec<Crown> = (0..20)
            .map(|i| crown([0.0, 10.0 + 0.5 * f64::from(i)], 0.71))
            .collect();
        let open = CanopyGaps::new(&wall, &window(Edge::Open), 0.5, 0.0).unwrap();
        assert_eq!(open.areas_m2().len(), 2);
        assert_eq!(open.areas_m2()[0], 10.0 * (15.0 - 0.5));
        let torus = CanopyGaps::new(&wall, &window(Edge::Torus), 0.5, 0.0).unwrap();
        assert_eq!(torus.areas_m2(), [open.areas_m2().iter().sum::<f64>()]);
        // The smaller one, of 45 m², is none where 50 are needed.
        let large = CanopyGaps::new(&wall, &window(Edge::Open), 0.5, 50.0).unwrap();
        assert_eq!(large.areas_m2(), open.areas_m2()[..1]);
    }

    #[test]
    fn what_opens_is_what_was_covered_before() {
        let before = CanopyGaps::new(&[crown([0.0, 15.0], 3.0)], &window(Edge::Open), 0.1, 0.0).unwrap();
        let after = CanopyGaps::new(&[crown([0.0, 15.0], 1.0)], &window(Edge::Open), 0.1, 0.0).unwrap();
        let ring = std::f64::consts::PI * (9.0 - 1.0) / 200.0;
        assert!((after.opened_since(&before) - ring).abs() < 1e-3);
        assert_eq!(before.opened_since(&after), 0.0);
    }

    #[test]
    fn what_makes_no_cells_or_lies_nowhere_is_refused() {
        for cell_m in [0.0, -1.0, f64::NAN, 1e-4] {
            let refused = CanopyGaps::new(&[], &window(Edge::Open), cell_m, 0.0);
            assert!(
                matches!(refused, Err(SpacingError::OutOfRange { .. })),
                "{cell_m}"
            );
        }
        let nowhere = [crown([0.0; 2], 1.0), crown([f64::NAN, 0.0], 1.0)];
        let refused = CanopyGaps::new(&nowhere, &window(Edge::Open), 1.0, 0.0);
        assert!(matches!(refused, Err(SpacingError::NotFinite { index: 1, .. })));
    }

    proptest! {
        /// Against every cell's distance to every crown, and gaps joined cell by cell until none changes.
        #[test]
        fn gaps_are_those_of_the_definition(
            crowns in prop::collection::vec(((-8.0..18.0_f64, 7.0..23.0_f64), 0.1..12.0_f64), 0..12),
            is_torus: bool,
            cell_m in 0.7..3.0_f64,
        ) {
            let window = window(if is_torus { Edge::Torus } else { Edge::Open });
            let crowns: Vec<Crown> = crowns.into_iter().map(|((x, y), r)| crown([x, y], r)).collect();
            let gaps = CanopyGaps::new(&crowns, &window, cell_m, 0.0).unwrap();
            let count = gaps.gap.len();
            let is_open: Vec<bool> = (0..count)
                .map(|cell| {
                    let centre_m = pixel_centre_m(&window, gaps.cells, cell);
                    crowns.iter().all(|crown| {
                        window.distance_squared_m2(centre_m, crown.place_m) > crown.radius_m * crown.radius_m
                    })
                })
                .collect();
            let mut part: Vec<usize> = (0..count).collect();
            let mut is_settled = false;
            while !is_settled {
                is_settled = true;
                for cell in (0..count).filter(|&cell| is_open[cell]) {
                    for next in gaps.beside(cell).into_iter().flatten().filter(|&next| is_open[next]) {
                        if part[next] < part[cell] {
                            part[cell] = part[next];
                            is_settled = false;
                        }
                    }
                }
            }
            for cell in 0..count {
                prop_assert_eq!(is_open[cell], gaps.gap[cell] > 0);
                for other in 0..count {
                    if is_open[cell] && is_open[other] {
                        prop_assert_eq!(part[cell] == part[other], gaps.gap[cell] == gaps.gap[other]);
                    }
                }
            }
            let total_m2: f64 = gaps.areas_m2().iter().sum();
            prop_assert!((total_m2 - gaps.share() * 200.0).abs() < 1e-9);
        }
    }
}

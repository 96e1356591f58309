//! Kerr's forests: a few trees of a raster seed their surroundings until a share of the ground is forest.
//!
//! - [`Kerr`]: the method.
//! - [`Automaton`]: the raster it grows on, round by round; [`KerrRules`] are its numbers.
//! - [`CaveRules`]: a level of caves over which the forest lies.

mod automaton;
mod cells;
mod cost;
mod level;
mod rules;

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole, Word};
use understory_keys::{Checked, ValueKind, key, parameters, real, table, whole};
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

pub use automaton::{Automaton, CellTree, Stop};
pub use cells::Cells;
pub use level::{CaveLevel, CaveRules, Rooms};
pub use rules::{KerrRules, Stops};

use self::cost::{FINEST, LevelWork};
use crate::ScatterError;
use crate::cost::Cost;
use crate::layout::Layout;
use crate::limits::{JITTER, LENGTH};
use crate::place::{fractions, place_m};
use crate::point_method::{FitParameter, PointMethod};
use crate::ranks::leave_out_by_rank;
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use crate::weight::weight_at;

parameters! {
    /// Trees of a raster that seed the disc around them, round by round, until a share of the ground is covered.
    ///
    /// Imitates islands of forest that grow from a few trees. A tree covers several cells; two trees can stand in
    /// cells beside each other, but never in one. A tree stands anywhere within `jitter` of its cell's
    /// centre; its place depends on the cell alone. On a torus seeds and crowns reach across the seams.
    ///
    /// Without `cell_m` the cells are made so small that at least as many trees come as are asked for, and the surplus
    /// is left out by random rank, so the clumps keep their shapes. A weight is a factor on the chance that a seed in a cell
    /// becomes a tree; where it is 0 at the tree's place the cell is no ground. Over a level of caves the trees on open
    /// cells are of the first class, those on filled cells of the second.
    ///
    /// # Source
    /// After Wesley Kerr's article "Procedural Forest Generation"; the values of the defaults are those of its
    /// demo.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Kerr: Default + "The numbers of the automaton." rules: KerrRules = KerrRules::KEYS; {
        /// Side of a cell, about, as the plot has whole cells; left out: so that enough trees come.
        pub cell_m: Option<f64> = real(LENGTH, "m", "2.5").optional(),
        /// Greatest move of a tree along each axis off the centre of its cell.
        pub jitter: f64 = JITTER.default(Real(0.5)),
        /// A level of caves under the forest; left out: open ground.
        pub level: Option<Overlay> =
            table(Overlay::KEYS, "{ filled = 0.4, stands = \"open-cells\" }").optional(),
    }
}

parameters! {
    /// A level of caves and what the forest makes of it.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Overlay: Default + "How the level is made." cave: CaveRules = CaveRules::KEYS; {
        /// Where the forest may be.
        pub stands: Stands = key(ValueKind::Choice(Stands::WORDS), "", "\"open-cells\"").default(Word("anywhere")),
        /// Forest cells along a side of the level's cell.
        pub cells_per_level_cell: u32 = whole(1, 1000, "", "4").default(Whole(4)),
    }
}

parameters! {
    /// Where a forest may be on a level of caves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Stands of words {
        /// On open and on filled cells.
        Anywhere = "anywhere",
        /// On open cells only; the share to cover is one of them.
        OpenCells = "open-cells",
    }
}

/// The rasters behind a pattern.
#[derive(Clone, Debug)]
pub struct KerrForest {
    /// The forest as it ended.
    pub automaton: Automaton,
    /// Why it ended.
    pub stop: Stop,
    /// The level under it.
    pub level: Option<LaidLevel>,
}

/// A level of caves under the raster of a forest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidLevel {
    /// The level.
    pub level: CaveLevel,
    /// Forest cells along a side of one of its cells.
    pub cells_per_level_cell: u32,
}

impl LaidLevel {
    /// Whether a cell of the forest's raster lies on open ground of the level.
    ///
    /// # Panics
    /// Where the forest's raster has no such cell.
    #[must_use]
    pub fn is_open(&self, cells: Cells, cell: usize) -> bool {
        let [column, row] = cells
            .column_and_row(cell)
            .map(|at| at / self.cells_per_level_cell);
        self.level.is_open[self.level.cells.at(column, row)]
    }

    /// Shares of the open and of the filled cells under a forest that are forest; 0 where there are none.
    #[must_use]
    pub fn cover(&self, automaton: &Automaton) -> [f64; 2] {
        let (mut cells, mut forest) = ([0_u32; 2], [0_u32; 2]);
        for (cell, &is_forest) in automaton.is_forest().iter().enumerate() {
            let class = usize::from(!self.is_open(automaton.cells(), cell));
            cells[class] += 1;
            forest[class] += u32::from(is_forest);
        }
        [0, 1].map(|class: usize| f64::from(forest[class]) / f64::from(cells[class].max(1)))
    }
}

/// What the method draws beside the automaton, each from a key of its own.
#[derive(Clone, Copy)]
enum Draw {
    Automaton,
    Level,
    Place,
    LeaveOut,
}

/// Rasters that are tried, each finer than the one before, for a forest of enough trees.
const RASTERS: u32 = 24;

impl Kerr {
    /// The forest whose trees [`scatter`](PointMethod::scatter) gives for the same task and key.
    ///
    /// # Errors
    /// [`ScatterError`] for a parameter out of its range and for a weight that is not from 0 to 1.
    pub fn forest(&self, layout: &Layout<'_>, key: RandomKey) -> Result<KerrForest, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        if let Some(cell_m) = self.cell_m {
            return self.grow(layout, Cells::of_plot(layout.plot, cell_m), key);
        }
        // About one tree in seven covered cells; small rasters would be full of the initial trees.
        let mut wanted = (7.0 * f64::from(layout.count) / self.rules.cover.max(0.01)).clamp(1024.0, FINEST);
        for _ in 1..RASTERS {
            let cells = Cells::of_plot(layout.plot, (layout.plot.area_m2() / wanted).sqrt());
            let forest = self.grow(layout, cells, key)?;
            let trees = forest.automaton.trees().len() as f64;
            let missing = f64::from(layout.count) / trees.max(1.0);
            if missing <= 1.0 || wanted >= FINEST {
                return Ok(forest);
            }
            wanted = (wanted * (1.05 * missing).min(4.0)).min(FINEST);
        }
        self.grow(
            layout,
            Cells::of_plot(layout.plot, (layout.plot.area_m2() / wanted).sqrt()),
            key,
        )
    }

    fn grow(&self, layout: &Layout<'_>, cells: Cells, key: RandomKey) -> Result<KerrForest, ScatterError> {
        cells.check()?;
        let level = match self.level {
            None => None,
            Some(overlay) => {
                let [columns, rows] =
                    [cells.columns, cells.rows].map(|along| along.div_ceil(overlay.cells_per_level_cell));
                Some(LaidLevel {
                    level: overlay.cave.level(columns, rows, key_of(key, Draw::Level))?,
                    cells_per_level_cell: overlay.cells_per_level_cell,
                })
            }
        };
        let chances = self.chances(layout, cells, level.as_ref(), key)?;
        let mut automaton = Automaton::new(self.rules, cells, chances, key_of(key, Draw::Automaton))?;
        let stop = automaton.grow();
        Ok(KerrForest {
            automaton,
            stop,
            level,
        })
    }

    /// Factor on the chance of a tree in each cell; empty where it is 1 everywhere.
    fn chances(
        &self,
        layout: &Layout<'_>,
        cells: Cells,
        level: Option<&LaidLevel>,
        key: RandomKey,
    ) -> Result<Vec<f64>, ScatterError> {
        let bounds = self
            .level
            .zip(level)
            .filter(|(overlay, _)| overlay.stands == Stands::OpenCells)
            .map(|(_, level)| level);
        if layout.weight.is_none() && bounds.is_none() {
            return Ok(Vec::new());
        }
        let chance = |cell: u32| {
            if bounds.is_some_and(|level| !level.is_open(cells, cell as usize)) {
                return Ok(0.0);
            }
            layout.weight.map_or(Ok(1.0), |weight| {
                weight_at(weight, self.place_m(layout.plot, cells, cell, key))
            })
        };
        (0..cells.count() as u32).map(chance).collect()
    }

    /// Where a tree in this cell stands.
    fn place_m(&self, plot: &Plot, cells: Cells, cell: u32, key: RandomKey) -> [f64; 2] {
        let moves = fractions(key_of(key, Draw::Place).draws(0, Purpose::Place, cell));
        let [column, row] = cells.column_and_row(cell as usize);
        let along = |at: u32, of: u32, fraction: f64| {
            (f64::from(at) + 0.5 + self.jitter * (2.0 * fraction - 1.0)) / f64::from(of)
        };
        place_m(
            plot,
            [
                along(column, cells.columns, moves[0]),
                along(row, cells.rows, moves[1]),
            ],
        )
    }

    fn notes(&self, plot: &Plot, forest: &KerrForest) -> Vec<String> {
        let automaton = &forest.automaton;
        let cells = automaton.cells();
        let mut notes = vec![format!(
            "{} x {} cells of {:.3} m, {} rounds, cover {:.3}",
            cells.columns,
            cells.rows,
            cell_side_m(plot, cells),
            automaton.round(),
            automaton.cover()
        )];
        if let Some(level) = &forest.level {
            let [on_open, on_filled] = level.cover(automaton);
            notes.push(format!(
                "{:.3} of the level open, {on_open:.3} of it forest, of the filled {on_filled:.3}",
                level.level.open_share()
            ));
        }
        let initial = automaton
            .trees()
            .iter()
            .take_while(|tree| tree.round == 0)
            .count();
        if initial < self.rules.initial_trees as usize {
            notes.push(format!(
                "{initial} of {} initial trees fit",
                self.rules.initial_trees
            ));
        }
        match forest.stop {
            Stop::Covered => {}
            Stop::NothingLeft => notes.push("no seed could sprout any more".to_owned()),
            Stop::Rounds => notes.push(format!("left as it was after {} rounds", automaton.round())),
        }
        notes
    }
}

impl PointMethod for Kerr {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        self.fits_together()?;
        if layout.count == 0 {
            return Ok(Scattered::default());
        }
        let forest = self.forest(layout, key)?;
        let cells = forest.automaton.cells();
        let mut trees: Vec<u32> = forest.automaton.trees().iter().map(|tree| tree.cell).collect();
        let shortfall = (trees.len() < layout.count as usize).then(|| Shortfall::ForestEnded {
            trees: trees.len(),
            cover: forest.automaton.cover(),
        });
        let ranks = key_of(key, Draw::LeaveOut);
        leave_out_by_rank(&mut trees, layout.count as usize, |&cell| {
            ranks.draws(0, Purpose::Place, cell)[0]
        });
        let class = |&cell: &u32| {
            let level = forest.level.as_ref()?;
            Some(u16::from(!level.is_open(cells, cell as usize)))
        };
        Ok(Scattered {
            classes: trees.iter().filter_map(class).collect(),
            points_m: trees
                .iter()
                .map(|&cell| self.place_m(layout.plot, cells, cell, key))
                .collect(),
            spacing_m: Some(cell_side_m(layout.plot, cells)),
            shortfall,
            notes: self.notes(layout.plot, &forest),
            ..Scattered::default()
        })
    }

    fn fits_together(&self) -> Result<(), ScatterError> {
        self.rules.check_together()
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let level = self.level.map(|overlay| LevelWork {
            cells_per_level_cell: overlay.cells_per_level_cell,
            rounds: overlay
                .cave
                .thinning_rounds
                .saturating_add(overlay.cave.smoothing_rounds),
        });
        cost::of(&self.rules, self.cell_m, level, layout)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        let least_reach = f64::from(self.rules.tree_radius_cells.saturating_add(1));
        let reach = f64::from(self.rules.reach_cells);
        vec![
            FitParameter::new("reach_cells", reach, [least_reach, least_reach + 20.0]),
            FitParameter::new("strength", self.rules.strength, [0.001, 1.0]),
            FitParameter::new("cover", self.rules.cover, [0.05, 0.9]),
        ]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        match parameter {
            "reach_cells" => self.rules.reach_cells = value.round() as u32,
            "strength" => self.rules.strength = value,
            "cover" => self.rules.cover = value,
            _ => {}
        }
    }
}

fn key_of(key: RandomKey, draw: Draw) -> RandomKey {
    key.child(0, Purpose::Place, draw as u32)
}

fn cell_side_m(plot: &Plot, cells: Cells) -> f64 {
    (plot.area_m2() / cells.count() as f64).sqrt()
}

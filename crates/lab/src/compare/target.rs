//! The pattern that methods are compared with: the trees of a run's last year, or a measured stand.

use understory_records::{TreeRow, paths};
use understory_scenario::{ForestScenario, StandScenario};
use understory_space::Plot;

use crate::bake::ForestTrees;
use crate::error::LabError;
use crate::run::checkpoint::format;
use crate::store::Store;
use crate::tables::read_table;

/// The pattern to which methods are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// What tables call the forest.
    pub forest: String,
    /// The ground.
    pub plot: Plot,
    /// Places of its trees, m; at least two.
    pub points_m: Vec<[f64; 2]>,
    /// Species of each tree; empty where they are not distinguished.
    pub species: Vec<String>,
    /// Crown diameter of each tree, m; empty where they are not known.
    pub sizes_m: Vec<f64>,
    /// What it took to grow, s; `None` for a measured stand.
    pub seconds: Option<f64>,
    /// What a reader of the table should know of it, in a few words.
    pub notes: String,
}

impl Target {
    /// The trees of a run's last year that are thick enough, from its tables; `year_s` is what its years took.
    ///
    /// # Errors
    /// [`LabError::Refused`] where there are fewer than two, otherwise what the store reports.
    pub fn grown(scenario: &ForestScenario, store: &dyn Store, year_s: f64) -> Result<Self, LabError> {
        let compare = &scenario.compare;
        let forest = ForestTrees {
            plot: *scenario.borders.window.plot(),
            trees: read_table::<TreeRow>(store, &paths::trees(scenario.years, format(scenario)))?,
            year: scenario.years,
        };
        Self::of_trees(&compare.label, forest, compare.dbh_min_cm, year_s)
    }

    /// The trees of a forest that are thick enough; its years took `year_s`.
    ///
    /// # Errors
    /// [`LabError::Refused`] where there are fewer than two.
    pub(super) fn of_trees(
        label: &str,
        forest: ForestTrees,
        least_cm: f64,
        year_s: f64,
    ) -> Result<Self, LabError> {
        let ForestTrees {
            plot,
            mut trees,
            year,
        } = forest;
        let all = trees.len();
        trees.retain(|tree| tree.dbh_cm >= least_cm);
        if trees.len() < 2 {
            return Err(LabError::refused(
                "compare.dbh_min_cm",
                format!(
                    "of {all} trees in year {year}, {} are at least {least_cm} cm thick, but comparing takes at least 2",
                    trees.len()
                ),
                "lower `[compare] dbh_min_cm`, or let the forest grow for longer",
            ));
        }
        Ok(Self {
            forest: label.to_owned(),
            plot,
            points_m: trees.iter().map(|tree| [tree.x_m, tree.y_m]).collect(),
            sizes_m: trees.iter().map(|tree| 2.0 * tree.crown_radius_m).collect(),
            species: trees.into_iter().map(|tree| tree.species).collect(),
            seconds: Some(year_s),
            notes: format!("trees of at least {least_cm} cm in year {year}"),
        })
    }

    /// The trees of a measured stand, which tables call by this label.
    #[must_use]
    pub fn measured(stand: &StandScenario, label: &str) -> Self {
        Self {
            forest: label.to_owned(),
            plot: stand.plot,
            points_m: stand.points_m.clone(),
            species: Vec::new(),
            sizes_m: Vec::new(),
            seconds: None,
            notes: "measured".to_owned(),
        }
    }
}

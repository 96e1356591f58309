//! How near the stands of a species are to its tables, and how its unthinned stands and lone trees grow.

use understory_forest::greatest_reach_of_m;
use understory_forest::parameters::{Conditions, Species};
use understory_numerics::{math, parallel};

use super::super::figures::median;
use super::stand::{Planting, Stand, grown};
use super::tables::{Row, Stocking, classes_of, stocking};
use crate::ClaimError;

/// Ages at which tables are compared, yr; and those of a table that ends before 80 years.
const COMPARED_YR: [u32; 4] = [50, 80, 100, 120];
const COMPARED_YOUNG_YR: [u32; 4] = [40, 50, 60, 75];
/// Ages at which unthinned stands are measured, yr; of the first only how far diameters differ.
const UNTHINNED_YR: [u32; 5] = [50, 60, 80, 100, 120];
/// Ages at which they tell their density, yr.
pub const AGES_YR: [u32; 4] = [60, 80, 100, 120];
/// What is compared.
pub const QUANTITIES: [&str; 4] = ["stems", "dbh", "top height", "production"];
/// Site index of unthinned stands and lone trees, m: a middling site of most species.
const UNTHINNED_SITE_INDEX_M: f64 = 30.0;
/// Trees a hectare that unthinned stands are planted with.
const UNTHINNED_PER_HA: [f64; 2] = [10_000.0, 2_500.0];
/// 64 trees, 40 m apart: out of each other's reach.
const LONE: (f64, f64) = (6.25, 320.0);

/// What is grown of a species.
#[derive(Clone, Debug)]
pub struct Stands {
    /// The preset whose tables are taken.
    pub preset: String,
    /// Whether the classes count that lie between those of a fit.
    pub with_classes_between: bool,
    /// Of each stand, ha; where trees reach too far for its square torus, it is as wide as they ask.
    pub area_ha: f64,
    /// Figures are means over these.
    pub seeds: Vec<u64>,
}

/// A figure of a table, beside that of a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Where in the tables.
    pub row: &'static Row,
    /// Which of [`QUANTITIES`].
    pub quantity: usize,
    /// Of the stand.
    pub grown: f64,
    /// Of the table.
    pub tabled: f64,
}

/// What tables do not tell: unthinned stands of 10,000 and 2,500 planted, and trees in the open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unthinned {
    /// What the densities are to come to.
    pub greatest_density_index: f64,
    /// Stand density index of either at [`AGES_YR`].
    pub density_index: [[f64; 4]; 2],
    /// Production of either at 100 years, m³ per ha.
    pub production_m3_per_ha: [f64; 2],
    /// Coefficient of variation of the diameters of the denser at 50 and 100 years.
    pub dbh_variation: [f64; 2],
    /// Median diameter of lone trees over the quadratic mean of the denser stand at 100 years.
    pub lone_over_dense: f64,
}

/// A species, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// By its tables.
    pub figures: Vec<Figure>,
    /// By what they do not tell.
    pub unthinned: Unthinned,
}

impl Figure {
    /// ln(grown / tabled), bounded: a stand that is dead is no worse than one twenty times off.
    #[must_use]
    pub fn log_ratio(&self) -> f64 {
        log_ratio(self.grown, self.tabled)
    }
}

/// ln(own / told), bounded as [`Figure::log_ratio`] is.
#[must_use]
pub fn log_ratio(own: f64, told: f64) -> f64 {
    if own > 0.0 {
        math::ln(own / told).clamp(-3.0, 3.0)
    } else {
        -3.0
    }
}

impl Judged {
    /// Grows all stands of a species. What its site index says is not looked at: each stand has that of its table.
    ///
    /// # Errors
    /// [`ClaimError`] where there is no seed, no table of the preset, or a number of the species that cannot be.
    pub fn of(species: &Species, stands: &Stands) -> Result<Self, ClaimError> {
        let preset = stands.preset.as_str();
        let stocking = stocking(preset)
            .ok_or_else(|| ClaimError::InWords(format!("there is no yield table of `{preset}`")))?;
        // A torus holds trees that reach over a third of it; a bit more, for rounding.
        let reach_m = greatest_reach_of_m(species, &Conditions::default().light);
        let side_m = (1e4 * stands.area_ha).sqrt().max(3.01 * reach_m);
        let classes: Vec<&'static [Row]> = classes_of(preset)
            .filter(|rows| rows[0].is_fitted || stands.with_classes_between)
            .collect();
        let thinned = classes.iter().map(|rows| {
            let thinning = |row: &Row| Some((row.age_yr, row.basal_area_m2_per_ha?));
            let fuller_per_ha = (1.15 * rows[0].stems_per_ha).round();
            let planting = Planting {
                trees_per_ha: stocking.planted_per_ha.max(fuller_per_ha),
                side_m,
                thinnings: rows.iter().filter_map(thinning).collect(),
            };
            (rows[0].site_index_m, planting, ages_yr(rows))
        });
        let plots = UNTHINNED_PER_HA.map(|per_ha| (per_ha, side_m)).into_iter();
        let unthinned = plots.chain([LONE]).map(|(trees_per_ha, side_m)| {
            let planting = Planting {
                trees_per_ha,
                side_m,
                thinnings: Vec::new(),
            };
            (UNTHINNED_SITE_INDEX_M, planting, UNTHINNED_YR.to_vec())
        });
        let tasks: Vec<(f64, Planting, Vec<u32>)> = thinned.chain(unthinned).collect();
        let seeds = stands.seeds.len();
        let runs = parallel::try_map(tasks.len() * seeds, 1, |number| {
            let (site_index_m, planting, ages_yr) = &tasks[number / seeds];
            let mut species = species.clone();
            species.growth.site_index_m = *site_index_m;
            grown(&species, planting, ages_yr, stands.seeds[number % seeds])
        })?;
        let runs: Vec<&[Vec<Stand>]> = runs.chunks_exact(seeds.max(1)).collect();
        let (thinned, &[dense, sparse, lone]) = runs.split_last_chunk().ok_or(ClaimError::NoSeed)?;
        let figures = classes.iter().zip(thinned);
        Ok(Self {
            figures: figures.flat_map(|(rows, runs)| figures_of(rows, runs)).collect(),
            unthinned: Unthinned::of(&stocking, dense, sparse, lone),
        })
    }
}

impl Unthinned {
    fn of(stocking: &Stocking, dense: &[Vec<Stand>], sparse: &[Vec<Stand>], lone: &[Vec<Stand>]) -> Self {
        // At 50 and at 100 years.
        let (young, old) = (0, 3);
        let dense_dbh_cm = mean(dense, |stands| stands[old].quadratic_mean_dbh_cm());
        let lone_dbh_cm = mean(lone, |stands| median(stands[old].dbhs_cm()).unwrap_or(0.0));
        Self {
            greatest_density_index: stocking.greatest_density_index,
            density_index: [dense, sparse]
                .map(|runs| [1, 2, 3, 4].map(|at| mean(runs, |stands| stands[at].density_index()))),
            production_m3_per_ha: [dense, sparse]
                .map(|runs| mean(runs, |stands| stands[old].production_m3_per_ha)),
            dbh_variation: [young, old].map(|at| mean(dense, |stands| stands[at].dbh_variation())),
            lone_over_dense: if dense_dbh_cm > 0.0 {
                lone_dbh_cm / dense_dbh_cm
            } else {
                0.0
            },
        }
    }
}

/// Those of a class that are compared.
fn compared(rows: &'static [Row]) -> impl Iterator<Item = &'static Row> {
    let is_young = rows.iter().all(|row| row.age_yr < COMPARED_YR[1]);
    let wanted = if is_young { COMPARED_YOUNG_YR } else { COMPARED_YR };
    rows.iter().filter(move |row| wanted.contains(&row.age_yr))
}

/// From the first on that tells it: what stood and fell before is all that a table knows of earlier years.
fn with_production(rows: &'static [Row]) -> impl Iterator<Item = (u32, f64)> {
    rows.iter()
        .filter_map(|row| Some((row.age_yr, row.total_production_m3_per_ha?)))
}

/// Ages at which a stand of the class is measured: that from which on production counts, and those that are compared.
fn ages_yr(rows: &'static [Row]) -> Vec<u32> {
    let first = with_production(rows).next().map(|(age_yr, _)| age_yr);
    let mut ages_yr: Vec<u32> = first
        .into_iter()
        .chain(compared(rows).map(|row| row.age_yr))
        .collect();
    ages_yr.dedup();
    ages_yr
}

fn figures_of(rows: &'static [Row], runs: &[Vec<Stand>]) -> Vec<Figure> {
    let first = with_production(rows).next();
    let ages_yr = ages_yr(rows);
    let mut figures = Vec::new();
    for row in compared(rows) {
        let of_age = ages_yr.iter().position(|&age_yr| age_yr == row.age_yr);
        let at = of_age.expect("all that is compared is measured");
        let before_m3 = first
            .filter(|&(from_yr, _)| from_yr < row.age_yr)
            .map(|(_, m3)| m3);
        let since = mean(runs, |stands| {
            stands[at].production_m3_per_ha - stands[0].production_m3_per_ha
        });
        let production = before_m3.and(row.total_production_m3_per_ha);
        let both = [
            (
                mean(runs, |stands| stands[at].stems_per_ha()),
                Some(row.stems_per_ha),
            ),
            (
                mean(runs, |stands| stands[at].quadratic_mean_dbh_cm()),
                row.quadratic_mean_dbh_cm,
            ),
            (mean(runs, |stands| stands[at].top_height_m()), row.top_height_m),
            (before_m3.unwrap_or(0.0) + since, production),
        ];
        for (quantity, (grown, tabled)) in both.into_iter().enumerate() {
            figures.extend(tabled.map(|tabled| Figure {
                row,
                quantity,
                grown,
                tabled,
            }));
        }
    }
    figures
}

fn mean(runs: &[Vec<Stand>], of: impl Fn(&[Stand]) -> f64) -> f64 {
    runs.iter().map(|stands| of(stands)).sum::<f64>() / runs.len() as f64
}

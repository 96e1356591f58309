//! How near the stands of a species are to its tables, and how its unthinned stands and lone trees grow.

use understory_forest::greatest_reach_of_m;
use understory_forest::parameters::{Conditions, Species};
use understory_numerics::{math, parallel};

use super::super::figures::median;
use super::stand::{Planting, Stand, grown};
use super::tables::{Table, stocking, tables_of};
use crate::ClaimError;

/// Ages at which tables are compared, yr; and those of a table that ends before 80 years.
const COMPARED_YR: [u32; 4] = [50, 80, 100, 120];
const COMPARED_YOUNG_YR: [u32; 4] = [40, 50, 60, 75];
/// Ages of unthinned stands, yr.
pub const AGES_YR: [u32; 4] = [60, 80, 100, 120];
/// What is compared.
pub const QUANTITIES: [&str; 4] = ["stems", "dbh", "top height", "production"];
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
    /// The table.
    pub table: &'static Table,
    /// Age, yr.
    pub age_yr: u32,
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
    /// Top height at 100 years of the site, m: that of class 1.5.
    pub site_index_m: f64,
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

fn log_ratio(own: f64, told: f64) -> f64 {
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
    /// [`ClaimError`] where its trees reach too far for the plots, or nothing is known of the preset.
    pub fn of(species: &Species, stands: &Stands) -> Result<Self, ClaimError> {
        let Some(stocking) = stocking(&stands.preset) else {
            return Err(ClaimError::NoYieldTable {
                preset: stands.preset.clone(),
            });
        };
        // A torus holds trees that reach over a third of it; a bit more, for rounding.
        let reach_m = greatest_reach_of_m(species, &Conditions::default().light);
        let side_m = (1e4 * stands.area_ha).sqrt().max(3.01 * reach_m);
        let tables: Vec<&'static Table> = tables_of(&stands.preset)
            .filter(|table| table.is_fitted || stands.with_classes_between)
            .collect();
        let mut tasks: Vec<(f64, Planting, Vec<u32>)> = Vec::new();
        for table in &tables {
            let planting = Planting {
                trees_per_ha: stocking
                    .planted_per_ha
                    .max((1.15 * table.rows[0].stems_per_ha).round()),
                side_m,
                thinnings: table.thinnings(),
            };
            tasks.push((table.site_index_m, planting, ages_yr(table)));
        }
        let middle = tables_of(&stands.preset).find(|table| table.site_class == 1.5);
        let site_index_m = middle.map_or(tables[0].site_index_m, |table| table.site_index_m);
        let unthinned = |trees_per_ha, side_m| Planting {
            trees_per_ha,
            side_m,
            thinnings: Vec::new(),
        };
        for trees_per_ha in UNTHINNED_PER_HA {
            tasks.push((
                site_index_m,
                unthinned(trees_per_ha, side_m),
                vec![50, 60, 80, 100, 120],
            ));
        }
        tasks.push((site_index_m, unthinned(LONE.0, LONE.1), vec![100]));
        let runs = parallel::try_map(tasks.len() * stands.seeds.len(), 1, |number| {
            let (site_index_m, planting, ages_yr) = &tasks[number / stands.seeds.len()];
            let mut species = species.clone();
            species.growth.site_index_m = *site_index_m;
            grown(
                &species,
                planting,
                ages_yr,
                stands.seeds[number % stands.seeds.len()],
            )
        })?;
        let of_task: Vec<&[Vec<Stand>]> = runs.chunks(stands.seeds.len()).collect();
        let figures = tables
            .iter()
            .zip(&of_task)
            .flat_map(|(table, runs)| figures(table, runs));
        let [dense, sparse, lone] = [0, 1, 2].map(|number| of_task[tables.len() + number]);
        let dense_dbh_cm = mean(dense, |stands| stands[3].quadratic_mean_dbh_cm());
        let lone_dbh_cm = mean(lone, |stands| median(stands[0].dbhs_cm()).unwrap_or(0.0));
        Ok(Self {
            figures: figures.collect(),
            unthinned: Unthinned {
                site_index_m,
                greatest_density_index: stocking.greatest_density_index,
                density_index: [dense, sparse]
                    .map(|runs| [1, 2, 3, 4].map(|at| mean(runs, |stands| stands[at].density_index()))),
                production_m3_per_ha: [dense, sparse]
                    .map(|runs| mean(runs, |stands| stands[3].production_m3_per_ha)),
                dbh_variation: [0, 3].map(|at| mean(dense, |stands| stands[at].dbh_variation())),
                lone_over_dense: if dense_dbh_cm > 0.0 {
                    lone_dbh_cm / dense_dbh_cm
                } else {
                    0.0
                },
            },
        })
    }

    /// How far the species is from all of it, without unit: for the tables the root mean square of the logarithms of ratios, of stems
    /// 0.7 of it, and a quarter of the greatest; and half of what the others are off.
    #[must_use]
    pub fn loss(&self) -> f64 {
        let weighted = |figure: &Figure| figure.log_ratio() * if figure.quantity == 0 { 0.7 } else { 1.0 };
        let tabled: Vec<f64> = self.figures.iter().map(weighted).collect();
        let greatest = tabled.iter().fold(0.0_f64, |most, off| most.max(off.abs()));
        root_mean_square(&tabled) + 0.25 * greatest + 0.5 * root_mean_square(&self.unthinned.off())
    }
}

impl Unthinned {
    /// Logarithms of ratios: densities to the greatest, what one production is more than 12 % beyond the other, and lone trees to
    /// twice those of stands, of which 0.7 (Sterba's rule).
    fn off(&self) -> Vec<f64> {
        let densities = self.density_index.as_flattened().iter();
        let mut off: Vec<f64> = densities
            .map(|&index| log_ratio(index, self.greatest_density_index))
            .collect();
        let [dense, sparse] = self.production_m3_per_ha;
        off.push((log_ratio(dense, sparse).abs() - math::ln(1.12)).max(0.0));
        off.push(0.7 * log_ratio(self.lone_over_dense, 2.0));
        off
    }
}

/// The table's ages among those that are compared.
fn compared_yr(table: &Table) -> impl Iterator<Item = u32> {
    let is_young = table.rows.iter().all(|row| row.age_yr < COMPARED_YR[1]);
    let wanted = if is_young { COMPARED_YOUNG_YR } else { COMPARED_YR };
    wanted.into_iter().filter(|&age_yr| table.at(age_yr).is_some())
}

/// Ages at which a stand of the table is measured: before those that are compared the first, from which on production counts.
fn ages_yr(table: &Table) -> Vec<u32> {
    let first = first_with_production(table).map(|(age_yr, _)| age_yr);
    let mut ages_yr: Vec<u32> = first.into_iter().chain(compared_yr(table)).collect();
    ages_yr.sort_unstable();
    ages_yr.dedup();
    ages_yr
}

/// Age, yr, and production, m³ per ha: what stood and fell before is all that a table knows of earlier years.
fn first_with_production(table: &Table) -> Option<(u32, f64)> {
    table
        .rows
        .iter()
        .find_map(|row| Some((row.age_yr, row.total_production_m3_per_ha?)))
}

fn figures(table: &'static Table, runs: &[Vec<Stand>]) -> Vec<Figure> {
    let first = first_with_production(table);
    let measured_yr = ages_yr(table);
    let of_age = |age_yr: u32| {
        let at = measured_yr
            .iter()
            .position(|&measured_yr| measured_yr == age_yr)?;
        let row = table.at(age_yr)?;
        let before = first.filter(|&(from_yr, _)| from_yr < age_yr);
        let production = before.map(|(_, before_m3)| {
            before_m3
                + mean(runs, |stands| {
                    stands[at].production_m3_per_ha - stands[0].production_m3_per_ha
                })
        });
        let grown = [
            Some(mean(runs, |stands| stands[at].stems_per_ha())),
            Some(mean(runs, |stands| stands[at].quadratic_mean_dbh_cm())),
            Some(mean(runs, |stands| stands[at].top_height_m())),
            production,
        ];
        let tabled = [
            Some(row.stems_per_ha),
            row.quadratic_mean_dbh_cm,
            row.top_height_m,
            row.total_production_m3_per_ha,
        ];
        Some(
            grown
                .into_iter()
                .zip(tabled)
                .enumerate()
                .filter_map(move |(quantity, (grown, tabled))| {
                    let (grown, tabled) = (grown?, tabled?);
                    Some(Figure {
                        table,
                        age_yr,
                        quantity,
                        grown,
                        tabled,
                    })
                }),
        )
    };
    compared_yr(table).filter_map(of_age).flatten().collect()
}

fn mean(runs: &[Vec<Stand>], of: impl Fn(&[Stand]) -> f64) -> f64 {
    runs.iter().map(|stands| of(stands)).sum::<f64>() / runs.len() as f64
}

fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
}

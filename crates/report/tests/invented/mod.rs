//! Invented tables that look like those of a run: two species on a bare field for 150 years.

#![allow(
    clippy::disallowed_methods,
    reason = "invented numbers need not be the same everywhere"
)]

pub(crate) mod comparison;
pub(crate) mod functions;
pub(crate) mod trees;
pub(crate) mod worlds;

use std::f64::consts::PI;

use understory_records::{CensusRow, ClimateRow, ReplicatesRow, SpacingRow, TreeRow};
use understory_report::{Cause, Figure, ReportError, RunAbout, Tables};

/// A run whose tables are made when they are asked for.
pub(crate) trait Source {
    fn about(&self) -> RunAbout;
    fn census(&self) -> Vec<CensusRow> {
        Vec::new()
    }
    fn spacing(&self) -> Vec<SpacingRow> {
        Vec::new()
    }
    fn replicates(&self) -> Vec<ReplicatesRow> {
        Vec::new()
    }
    fn climate(&self) -> Vec<ClimateRow> {
        Vec::new()
    }
    fn recorded_years(&self) -> Vec<u32>;
    fn trees(&self, year: u32) -> Vec<TreeRow>;
}

/// The figures of a run.
pub(crate) fn draw(
    run: &dyn Source,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    let tables = Tables {
        about: run.about(),
        census: run.census(),
        spacing: run.spacing(),
        replicates: run.replicates(),
        climate: run.climate(),
        ..Tables::default()
    };
    understory_report::draw(&tables, &run.recorded_years(), &|year| Ok(run.trees(year)), each)
}

/// Grid of the spacing curves.
const STEPS: u32 = 64;
const BIN_M: f64 = 0.25;

pub(crate) struct Invented {
    pub(crate) about: RunAbout,
    pub(crate) years: Vec<u32>,
    /// Trees at the end.
    pub(crate) trees: u64,
    pub(crate) replicated: bool,
}

/// Numbers between 0 and 1 without a pattern (splitmix64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Invented {
    pub(crate) fn old_field(trees: u64) -> Self {
        let about = RunAbout {
            name: "old-field".to_owned(),
            size_m: [200.0, 200.0],
            origin_m: [0.0, 0.0],
            torus: true,
            species: vec!["beech".to_owned(), "birch".to_owned()],
            width_mm: None,
        };
        Invented {
            about,
            years: (0..=15).map(|i| 10 * i).collect(),
            trees,
            replicated: true,
        }
    }

    fn trees_in(&self, year: u32) -> u64 {
        let share = (f64::from(year) / 150.0).powi(2);
        40.min(self.trees) + (share * self.trees.saturating_sub(40) as f64) as u64
    }

    fn adults_in(&self, year: u32) -> u64 {
        self.trees_in(year).min(40 + u64::from(year) * 10)
    }

    fn last(&self) -> u32 {
        self.years.iter().copied().max().unwrap_or(0)
    }
}

impl Source for Invented {
    fn about(&self) -> RunAbout {
        self.about.clone()
    }

    fn census(&self) -> Vec<CensusRow> {
        let mut noise = Noise(1);
        let mut rows = Vec::new();
        let parts = self.about.species.len().max(1) as u64;
        for year in 0..=self.last() {
            let (all, adults) = (self.trees_in(year), self.adults_in(year));
            let names = self
                .about
                .species
                .iter()
                .map(|name| (name.clone(), parts))
                .chain([("all".to_owned(), 1)]);
            for (i, (species, part)) in names.enumerate() {
                let mut some = |most: f64| (noise.next() * most) as u64 / part;
                let share = if part == 1 {
                    1.0
                } else {
                    1.5 / (i + 1) as f64 / part as f64
                };
                rows.push(CensusRow {
                    year,
                    species,
                    trees: all / part,
                    adults: adults / part,
                    seeds: some(all as f64 * 1.5) + 1,
                    germinated: some(all as f64 * 0.06),
                    resprouted: 0,
                    died: 0,
                    died_by_intrinsic: some(all as f64 * 0.015),
                    died_by_stress: some(all as f64 * 0.04 * f64::from(year) / 150.0),
                    died_by_senescence: some(f64::from(year) / 40.0),
                    died_by_browsing: 0,
                    died_by_snapping: 0,
                    died_by_uprooting: 0,
                    died_by_hit: 0,
                    died_by_lightning: 0,
                    died_by_fire: 0,
                    died_by_beetles: 0,
                    died_by_drought: 0,
                    died_by_felling: 0,
                    planted: 0,
                    basal_area_m2_per_ha: adults as f64 * 0.018 * share,
                    mean_dbh_cm: Some(18.0),
                    mean_height_m: Some(15.0),
                    clark_evans: Some(1.1),
                    mean_nnd_m: Some(3.0),
                    seedlings: (all - adults) * 2 / 3 / part,
                    saplings: (all - adults) / 3 / part,
                    seeds_landed: some(all as f64 * 3.0),
                    seeds_lost: 0,
                    seeds_from_outside: 0,
                });
            }
        }
        rows
    }

    fn spacing(&self) -> Vec<SpacingRow> {
        let area = self.about.size_m[0] * self.about.size_m[1];
        let mut rows = Vec::new();
        for &year in &self.years {
            for (scope, trees) in [("adult", self.adults_in(year)), ("all", self.trees_in(year))] {
                let density = trees as f64 / area;
                // Distances of a Weibull distribution whose shape grows with the years: more and more even.
                let shape = 1.9 + f64::from(year) / 100.0;
                let scale = 0.55 / density.sqrt();
                let mut noise = Noise(u64::from(year) + trees);
                let distances: Vec<f64> = (0..trees)
                    .map(|_| scale * (-(1.0 - noise.next()).ln()).powf(1.0 / shape))
                    .collect();
                let share = |r: f64| distances.iter().filter(|&&d| d <= r).count() as f64 / trees as f64;
                let random = |r: f64| 1.0 - (-PI * density * r * r).exp();
                for step in (0..=STEPS).filter(|_| trees > 1) {
                    let r = f64::from(step) * BIN_M;
                    let row = |statistic: &str, r: f64, observed, theoretical| SpacingRow {
                        year,
                        scope: scope.to_owned(),
                        statistic: statistic.to_owned(),
                        r_m: Some(r),
                        observed: Some(observed),
                        theoretical: Some(theoretical),
                        envelope_low: None,
                        envelope_high: None,
                    };
                    rows.push(row("G_km", r, share(r), random(r)));
                    if step < STEPS {
                        let middle = r + 0.5 * BIN_M;
                        let slope = (share(r + BIN_M) - share(r)) / BIN_M;
                        let expected = 2.0 * PI * density * middle * (1.0 - random(middle));
                        rows.push(row("nnd_density", middle, slope, expected));
                    }
                }
            }
            for (scope, plateau) in [("seedling", 0.75), ("sapling", 0.9), ("adult", 1.2)] {
                rows.push(SpacingRow {
                    year,
                    scope: scope.to_owned(),
                    statistic: "clark_evans_naive".to_owned(),
                    r_m: None,
                    observed: (self.trees > 1).then(|| 1.0 + (plateau - 1.0) * f64::from(year) / 150.0),
                    theoretical: Some(1.0),
                    envelope_low: None,
                    envelope_high: None,
                });
            }
        }
        rows
    }

    fn replicates(&self) -> Vec<ReplicatesRow> {
        if !self.replicated {
            return Vec::new();
        }
        let scopes = [("seedling", 0.72), ("sapling", 0.88), ("adult", 1.21)];
        scopes
            .into_iter()
            .flat_map(|(scope, plateau)| replicates(scope, plateau))
            .collect()
    }

    fn recorded_years(&self) -> Vec<u32> {
        self.years.clone()
    }

    fn trees(&self, year: u32) -> Vec<TreeRow> {
        let mut noise = Noise(u64::from(year));
        let (all, adults) = (self.trees_in(year), self.adults_in(year));
        let tree = |i: u64| {
            // Diameters fall off exponentially; of the small ones most are below breast height.
            let dbh_cm = if i < adults {
                10.0 - 9.0 * (1.0 - noise.next() * 0.999).ln()
            } else {
                (noise.next() * 30.0 - 20.0).max(0.0)
            };
            let crown_radius_m = if dbh_cm > 0.0 {
                0.12 + 0.24 * dbh_cm.powf(0.75)
            } else {
                0.12 * noise.next()
            };
            let kind = (noise.next() * noise.next() * self.about.species.len() as f64) as usize;
            TreeRow {
                tree: i,
                species: self.about.species[kind].clone(),
                x_m: self.about.origin_m[0] + noise.next() * self.about.size_m[0],
                y_m: self.about.origin_m[1] + noise.next() * self.about.size_m[1],
                z_m: 0.0,
                age_yr: year,
                dbh_cm,
                height_m: 1.3 + dbh_cm,
                crown_radius_m,
                vigour: 0.5,
                crown_base_m: 0.3,
                dbh_score: 0.1,
                height_score: -0.2,
                key: format!("{i:032x}"),
            }
        };
        (0..all).map(tree).collect()
    }
}

/// Ten replicates of a Clark–Evans index that rises or falls to a plateau.
pub(crate) fn replicates(scope: &str, plateau: f64) -> Vec<ReplicatesRow> {
    let mut noise = Noise(plateau.to_bits());
    let row = |i: u32| {
        let mean =
            1.0 + (plateau - 1.0) / (1.0 + (-(f64::from(i) - 6.0) / 1.5).exp()) + 0.01 * (noise.next() - 0.5);
        let half = 0.06 / f64::from(i + 1) + 0.006;
        ReplicatesRow {
            year: 10 * i,
            figure: format!("clark_evans_naive.{scope}"),
            mean,
            low: Some(mean - half),
            high: Some(mean + half),
            n: 10,
        }
    };
    (0..=15).map(row).collect()
}

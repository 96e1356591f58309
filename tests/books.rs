//! The census adds up, and agrees with the tables of trees and seeds.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use crate::util::{Csv, Stand, looked_at};

pub(crate) const YEARS: u32 = Stand::CROWDED.years;
pub(crate) const SPECIES: [&str; 2] = ["birch", "beech"];
pub(crate) const CAUSES: [&str; 4] = ["intrinsic", "stress", "senescence", "browsing"];

/// The whole numbers of the census, by year and species.
pub(crate) struct Census(BTreeMap<(u32, String), BTreeMap<String, u64>>);

impl Census {
    pub(crate) fn read() -> Self {
        let table = Csv::read(&looked_at().join("census.csv"));
        let years = table.wholes("year").into_iter();
        let species = table.texts("species").into_iter();
        let rows = years.zip(species).zip(&table.rows).map(|((year, species), row)| {
            let fields = table.header.iter().zip(row);
            let whole = fields.filter_map(|(name, text)| Some((name.clone(), text.parse().ok()?)));
            ((year as u32, species.to_owned()), whole.collect())
        });
        Self(rows.collect())
    }

    pub(crate) fn get(&self, year: u32, species: &str, column: &str) -> u64 {
        self.0[&(year, species.to_owned())][column]
    }

    /// The sum of a column over all years.
    fn total(&self, column: &str) -> u64 {
        let all = self.0.iter().filter(|((_, species), _)| species == "all");
        all.map(|(_, row)| row[column]).sum()
    }
}

/// The living of a year.
pub(crate) fn trees(year: u32) -> Csv {
    Csv::read(&looked_at().join(format!("trees/year-{year:04}.csv")))
}

fn with_all() -> impl Iterator<Item = &'static str> {
    SPECIES.into_iter().chain(["all"])
}

#[test]
fn the_years_of_the_census_balance() {
    let census = Census::read();
    assert_eq!(census.0.len(), (YEARS as usize + 1) * 3);
    for year in 1..=YEARS {
        for species in with_all() {
            let get = |column: &str| census.get(year, species, column);
            let before = census.get(year - 1, species, "trees");
            let after = before + get("germinated") + get("resprouted") - get("died");
            assert_eq!(get("trees"), after, "{species}, year {year}");
            let by_cause = CAUSES.map(|cause| get(&format!("died_by_{cause}")));
            assert_eq!(
                get("died"),
                by_cause.iter().sum::<u64>(),
                "{species}, year {year}"
            );
        }
    }
    // None of it for want of anything to count.
    for column in [
        "germinated",
        "resprouted",
        "died_by_intrinsic",
        "died_by_stress",
        "died_by_senescence",
    ] {
        assert!(census.total(column) > 0, "{column}");
    }
}

#[test]
fn all_is_the_sum_of_the_species() {
    let census = Census::read();
    for year in 0..=YEARS {
        let all = &census.0[&(year, "all".to_owned())];
        for (column, sum) in all.iter().filter(|(column, _)| *column != "year") {
            let parts = SPECIES.map(|species| census.get(year, species, column));
            assert_eq!(*sum, parts.iter().sum::<u64>(), "{column}, year {year}");
        }
    }
}

#[test]
fn the_census_counts_the_rows_of_the_tree_tables() {
    let census = Census::read();
    for year in 0..=YEARS {
        let table = trees(year);
        let (heights_m, dbhs_cm) = (table.numbers("height_m"), table.numbers("dbh_cm"));
        let row_species = table.texts("species");
        for species in with_all() {
            let count = |is_one: &dyn Fn(f64, f64) -> bool| {
                let rows = row_species.iter().zip(heights_m.iter().zip(&dbhs_cm));
                let own = rows.filter(|(own, _)| species == "all" || **own == species);
                own.filter(|(_, (height_m, dbh_cm))| is_one(height_m.unwrap(), dbh_cm.unwrap()))
                    .count() as u64
            };
            let get = |column: &str| census.get(year, species, column);
            assert_eq!(get("trees"), count(&|_, _| true), "{species}, year {year}");
            assert_eq!(get("seedlings"), count(&|height_m, _| height_m < 1.3));
            assert_eq!(
                get("saplings"),
                count(&|height_m, dbh_cm| height_m >= 1.3 && dbh_cm < 10.0)
            );
            assert_eq!(
                get("adults"),
                count(&|height_m, dbh_cm| height_m >= 1.3 && dbh_cm >= 10.0)
            );
        }
    }
}

#[test]
fn the_census_counts_the_seeds_of_the_last_state() {
    let census = Census::read();
    let seeds = Csv::read(&looked_at().join(format!("state/year-{YEARS:04}/seeds.csv")));
    for species in SPECIES {
        let rows = seeds
            .texts("species")
            .iter()
            .filter(|own| **own == species)
            .count();
        assert!(rows > 0, "{species}");
        assert_eq!(census.get(YEARS, species, "seeds"), rows as u64);
    }
}

/// Basal area, means, mean nearest-neighbour distance and Clark–Evans index, each pair measured.
#[test]
fn the_census_measures_the_adults_of_the_tree_tables() {
    let census = Csv::read(&looked_at().join("census.csv"));
    let side_m = Stand::CROWDED.side_m;
    for year in [0, 7, YEARS] {
        let table = trees(year);
        let columns = ["x_m", "y_m", "dbh_cm", "height_m"].map(|name| table.numbers(name));
        let tree = |row: usize| [0, 1, 2, 3].map(|column: usize| columns[column][row].unwrap());
        let adults: Vec<[f64; 4]> = (0..table.rows.len())
            .map(tree)
            .filter(|[_, _, dbh_cm, _]| *dbh_cm >= 10.0)
            .collect();
        let n = adults.len() as f64;
        assert!(n > 10.0);
        let nearest_m = adults.iter().enumerate().map(|(at, [x_m, y_m, ..])| {
            let others = adults.iter().enumerate().filter(|(other, _)| *other != at);
            let squares = others.map(|(_, [other_x_m, other_y_m, ..])| {
                let [dx_m, dy_m] =
                    [x_m - other_x_m, y_m - other_y_m].map(|d_m| d_m - side_m * (d_m / side_m).round());
                dx_m * dx_m + dy_m * dy_m
            });
            squares.fold(f64::INFINITY, f64::min).sqrt()
        });
        let mean_nnd_m = nearest_m.sum::<f64>() / n;
        let mean = |column: usize| adults.iter().map(|tree| tree[column]).sum::<f64>() / n;
        let basal_area_m2: f64 = adults
            .iter()
            .map(|[_, _, dbh_cm, _]| PI * (dbh_cm / 200.0) * (dbh_cm / 200.0))
            .sum();
        let area_m2 = side_m * side_m;
        let expected = [
            ("mean_nnd_m", mean_nnd_m),
            ("clark_evans", mean_nnd_m * 2.0 * (n / area_m2).sqrt()),
            ("mean_dbh_cm", mean(2)),
            ("mean_height_m", mean(3)),
            ("basal_area_m2_per_ha", basal_area_m2 / area_m2 * 1e4),
        ];
        let rows = census.wholes("year").into_iter().zip(census.texts("species"));
        let row = rows
            .into_iter()
            .position(|row| row == (u64::from(year), "all"))
            .unwrap();
        for (column, expected) in expected {
            let found = census.numbers(column)[row].unwrap();
            assert!(
                (found / expected - 1.0).abs() < 1e-9,
                "{column}, year {year}: {found} and {expected}"
            );
        }
    }
}

#[test]
fn numbers_are_given_without_gaps_and_within_a_year_in_the_order_of_keys() {
    let mut next = 1;
    for year in 0..=YEARS {
        let table = trees(year);
        let mut rows: Vec<(u64, &str)> = table.wholes("tree").into_iter().zip(table.texts("key")).collect();
        rows.sort_unstable();
        let born: Vec<_> = rows.into_iter().filter(|(tree, _)| *tree >= next).collect();
        assert!(born.is_sorted_by_key(|(_, key)| *key), "year {year}");
        for (tree, _) in born {
            assert_eq!(
                tree, next,
                "year {year}: who is born has not died before the year's end"
            );
            next += 1;
        }
    }
    assert!(next < 1 << 53);
}

#[test]
fn a_key_is_that_of_one_tree_or_seed_for_ever() {
    let mut of_key: BTreeMap<String, u64> = BTreeMap::new();
    for year in 0..=YEARS {
        let table = trees(year);
        for (tree, key) in table.wholes("tree").into_iter().zip(table.texts("key")) {
            assert!(
                key.len() == 32 && key.bytes().all(|byte| b"0123456789abcdef".contains(&byte)),
                "{key}"
            );
            let known = *of_key.entry(key.to_owned()).or_insert(tree);
            assert_eq!(known, tree, "two trees have the key {key}");
        }
    }
    let seeds = Csv::read(&looked_at().join(format!("state/year-{YEARS:04}/seeds.csv")));
    let keys: BTreeSet<&str> = seeds.texts("key").into_iter().collect();
    assert_eq!(keys.len(), seeds.rows.len());
    assert!(
        keys.iter().all(|key| !of_key.contains_key(*key)),
        "a seed has the key of a tree"
    );
}

#[test]
fn a_tree_grows_a_year_older_every_year() {
    let mut before: BTreeMap<u64, u64> = BTreeMap::new();
    for year in 0..=YEARS {
        let table = trees(year);
        let ages: BTreeMap<u64, u64> = table
            .wholes("tree")
            .into_iter()
            .zip(table.wholes("age_yr"))
            .collect();
        for (tree, age_yr) in &ages {
            match before.get(tree) {
                Some(age_before_yr) => {
                    assert_eq!(*age_yr, age_before_yr + 1, "tree {tree}, year {year}")
                }
                None => assert!(
                    year == 0 || *age_yr == 0,
                    "tree {tree} is born {age_yr} years old in year {year}"
                ),
            }
        }
        before = ages;
    }
}

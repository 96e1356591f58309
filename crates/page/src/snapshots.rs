//! The trees of the recorded years as columns: what never changes of a tree once, what changes in each year.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use understory_records::TreeRow;

use crate::column::Column;
use crate::payload::PageError;
use crate::thinning::Thinning;

/// Diameter of an adult, cm.
const ADULT_CM: f64 = 10.0;
/// Width of the narrowest class of diameters, cm.
const NARROWEST_CLASS_CM: f64 = 5.0;
/// So many classes of diameter at most.
const CLASSES_AT_MOST: usize = 400;

/// The trees of the recorded years, taken in one year after the other. Of a year only what is drawn stays, and its numbers.
#[derive(Debug)]
pub struct Snapshots {
    thinning: Thinning,
    species: Vec<String>,
    years: Vec<Year>,
}

#[derive(Debug)]
struct Year {
    year: u32,
    /// Rows of the table.
    trees: usize,
    /// Trees of 1.3 m or more by species and class of diameter.
    diameters: Vec<Vec<u32>>,
    drawn: Vec<Drawn>,
}

/// A row as it is drawn, in whole units: lengths in centimetres, the diameter in millimetres, vigour in thousandths.
#[derive(Debug)]
struct Drawn {
    tree: u64,
    species: i64,
    at_cm: [i64; 3],
    born: i64,
    dbh_mm: i64,
    height_cm: i64,
    crown_cm: i64,
    base_cm: i64,
    vigour: i64,
}

/// What the page must know to read the columns, in the order in which they stand.
#[derive(Debug, Serialize)]
pub(crate) struct PackedSnapshots {
    thinning: Thinning,
    class_cm: f64,
    trees: PackedTrees,
    years: Vec<PackedYear>,
}

/// What never changes of a tree.
#[derive(Debug, Serialize)]
struct PackedTrees {
    tree: Column,
    species: Column,
    x_m: Column,
    y_m: Column,
    z_m: Column,
    born: Column,
}

#[derive(Debug, Serialize)]
struct PackedYear {
    year: u32,
    /// Rows of the table.
    trees: usize,
    /// Trees of 1.3 m or more, by species and class of diameter.
    diameters: Vec<Vec<u32>>,
    /// Place of each drawn tree among all trees.
    place: Column,
    dbh_cm: Column,
    height_m: Column,
    crown_radius_m: Column,
    crown_base_m: Column,
    vigour: Column,
}

impl Snapshots {
    /// None yet. A species that the tables have beyond these gets its place behind them.
    #[must_use]
    pub fn new(species: &[String], thinning: Thinning) -> Self {
        Self {
            thinning,
            species: species.to_vec(),
            years: Vec::new(),
        }
    }

    /// Takes in the living trees of a year.
    ///
    /// # Errors
    /// [`PageError::Number`] for what cannot be drawn, [`PageError::Twice`] for a tree that stands in the table twice.
    pub fn add(&mut self, year: u32, trees: &[TreeRow]) -> Result<(), PageError> {
        let table = || format!("trees/year-{year:04}");
        let mut diameters: Vec<Vec<u32>> = Vec::new();
        let mut drawn = Vec::new();
        for tree in trees {
            check(tree, &table)?;
            let species = self.place_of(&tree.species);
            if diameters.len() <= species {
                diameters.resize(species + 1, Vec::new());
            }
            if tree.dbh_cm > 0.0 {
                let class = ((tree.dbh_cm / NARROWEST_CLASS_CM) as usize).min(CLASSES_AT_MOST - 1);
                let counts = &mut diameters[species];
                counts.resize(counts.len().max(class + 1), 0);
                counts[class] += 1;
            }
            if self.thinning.draws(tree.tree, tree.dbh_cm >= ADULT_CM) {
                drawn.push(Drawn {
                    tree: tree.tree,
                    species: species as i64,
                    at_cm: [tree.x_m, tree.y_m, tree.z_m].map(|length| whole(length, 100)),
                    born: i64::from(year) - i64::from(tree.age_yr),
                    dbh_mm: whole(tree.dbh_cm, 10),
                    height_cm: whole(tree.height_m, 100),
                    crown_cm: whole(tree.crown_radius_m, 100),
                    base_cm: whole(f64::from(tree.crown_base_m), 100),
                    vigour: whole(tree.vigour, 1000),
                });
            }
        }
        drawn.sort_unstable_by_key(|tree| tree.tree);
        if let Some(pair) = drawn.windows(2).find(|pair| pair[0].tree == pair[1].tree) {
            let (table, tree) = (table(), pair[0].tree);
            return Err(PageError::Twice { table, tree });
        }
        self.years.push(Year {
            year,
            trees: trees.len(),
            diameters,
            drawn,
        });
        Ok(())
    }

    /// The species, in the order of their numbers.
    #[must_use]
    pub fn species(&self) -> &[String] {
        &self.species
    }

    /// The numbers of the trees that are drawn in any year.
    #[must_use]
    pub fn drawn(&self) -> BTreeSet<u64> {
        let trees = self.years.iter().flat_map(|year| &year.drawn);
        trees.map(|tree| tree.tree).collect()
    }

    fn place_of(&mut self, species: &str) -> usize {
        let found = self.species.iter().position(|name| name == species);
        found.unwrap_or_else(|| {
            self.species.push(species.to_owned());
            self.species.len() - 1
        })
    }

    /// Packs all years, in ascending order.
    pub(crate) fn pack(mut self, into: &mut Vec<u8>) -> PackedSnapshots {
        self.years.sort_by_key(|year| year.year);
        // The latest row of a tree, as they all agree in what never changes.
        let drawn = self.years.iter().flat_map(|year| &year.drawn);
        let trees: BTreeMap<u64, &Drawn> = drawn.map(|tree| (tree.tree, tree)).collect();
        let fixed = |of: &dyn Fn(&Drawn) -> i64| trees.values().map(|tree| of(tree)).collect::<Vec<i64>>();
        let packed = PackedTrees {
            tree: Column::pack_ascending(&fixed(&|tree| tree.tree as i64), into),
            species: Column::pack(&fixed(&|tree| tree.species), 1, into),
            x_m: Column::pack(&fixed(&|tree| tree.at_cm[0]), 100, into),
            y_m: Column::pack(&fixed(&|tree| tree.at_cm[1]), 100, into),
            z_m: Column::pack(&fixed(&|tree| tree.at_cm[2]), 100, into),
            born: Column::pack(&fixed(&|tree| tree.born), 1, into),
        };
        let numbers: Vec<u64> = trees.keys().copied().collect();
        let classes = self.years.iter().flat_map(|year| &year.diameters).map(Vec::len);
        let wide = classes.max().unwrap_or(0).div_ceil(16).max(1);
        let years = self.years.iter().map(|year| {
            let of = |of: &dyn Fn(&Drawn) -> i64| year.drawn.iter().map(of).collect::<Vec<i64>>();
            let place = of(&|tree| numbers.partition_point(|&number| number < tree.tree) as i64);
            PackedYear {
                year: year.year,
                trees: year.trees,
                diameters: year.diameters.iter().map(|counts| joined(counts, wide)).collect(),
                place: Column::pack_ascending(&place, into),
                dbh_cm: Column::pack(&of(&|tree| tree.dbh_mm), 10, into),
                height_m: Column::pack(&of(&|tree| tree.height_cm), 100, into),
                crown_radius_m: Column::pack(&of(&|tree| tree.crown_cm), 100, into),
                crown_base_m: Column::pack(&of(&|tree| tree.base_cm), 100, into),
                vigour: Column::pack(&of(&|tree| tree.vigour), 1000, into),
            }
        });
        PackedSnapshots {
            thinning: self.thinning,
            class_cm: NARROWEST_CLASS_CM * wide as f64,
            years: years.collect(),
            trees: packed,
        }
    }
}

/// Classes that are so many times as wide.
fn joined(counts: &[u32], times: usize) -> Vec<u32> {
    counts.chunks(times).map(|classes| classes.iter().sum()).collect()
}

/// A number in whole units.
fn whole(number: f64, per_unit: i64) -> i64 {
    (number * per_unit as f64).round() as i64
}

/// Lengths beyond this, m, are no forest's, and would not stand in a page to the centimetre.
const LONGEST_M: f64 = 1e9;

fn check(tree: &TreeRow, table: &dyn Fn() -> String) -> Result<(), PageError> {
    let sizes = [
        ("dbh_cm", tree.dbh_cm),
        ("height_m", tree.height_m),
        ("crown_radius_m", tree.crown_radius_m),
        ("crown_base_m", f64::from(tree.crown_base_m)),
        ("vigour", tree.vigour),
    ];
    let places = [("x_m", tree.x_m), ("y_m", tree.y_m), ("z_m", tree.z_m)];
    // Written so that a number of NaN fails too.
    let size = sizes
        .into_iter()
        .find(|(_, size)| !(0.0..=LONGEST_M).contains(size));
    let place = places
        .into_iter()
        .find(|(_, place)| !(-LONGEST_M..=LONGEST_M).contains(place));
    let fault = |(column, value), must| {
        let table = table();
        Err(PageError::Number {
            table,
            column,
            value,
            must,
        })
    };
    // A number that a browser could not tell from the next one.
    if tree.tree >= 1 << 53 {
        return fault(("tree", tree.tree as f64), "less than 2^53");
    }
    match (size, place) {
        (Some(size), _) => fault(size, "0 or more, and at most 1e9"),
        (_, Some(place)) => fault(place, "a number within ±1e9"),
        _ => Ok(()),
    }
}

//! Each birth and death that is told is one that the census counts and the tables of trees show.

use std::collections::{BTreeMap, BTreeSet};

use crate::books::{CAUSES, Census, SPECIES, YEARS, trees};
use crate::util::{Csv, looked_at};

/// A birth or death as `events.csv` tells it.
#[derive(Clone, Debug, PartialEq)]
struct Event {
    year: u32,
    tree: u64,
    species: String,
    event: String,
    cause: String,
    place: [String; 2],
}

fn events() -> Vec<Event> {
    let table = Csv::read(&looked_at().join("events.csv"));
    let column = |name: &str| table.texts(name);
    let (species, event, cause) = (column("species"), column("event"), column("cause"));
    let (x_m, y_m) = (column("x_m"), column("y_m"));
    let rows = table
        .wholes("year")
        .into_iter()
        .zip(table.wholes("tree"))
        .enumerate();
    rows.map(|(row, (year, tree))| Event {
        year: year as u32,
        tree,
        species: species[row].to_owned(),
        event: event[row].to_owned(),
        cause: cause[row].to_owned(),
        place: [x_m[row].to_owned(), y_m[row].to_owned()],
    })
    .collect()
}

#[test]
fn events_are_those_that_the_census_counts() {
    let (census, events) = (Census::read(), events());
    let mut counts: BTreeMap<(u32, &str, &str, &str), u64> = BTreeMap::new();
    for event in &events {
        *counts
            .entry((event.year, &event.species, &event.event, &event.cause))
            .or_default() += 1;
    }
    let mut counted = 0;
    for year in 0..=YEARS {
        for species in SPECIES {
            let mut compare = |event: &'static str, cause: &'static str, expected: u64| {
                let found = counts.get(&(year, species, event, cause)).copied().unwrap_or(0);
                assert_eq!(found, expected, "{event} by {cause} of {species}, year {year}");
                counted += found;
            };
            let get = |column: &str| census.get(year, species, column);
            compare("birth", "founder", if year == 0 { get("trees") } else { 0 });
            compare("birth", "seed", get("germinated"));
            compare("birth", "stump", get("resprouted"));
            for cause in CAUSES {
                compare("death", cause, get(&format!("died_by_{cause}")));
            }
        }
    }
    assert_eq!(counted, events.len() as u64, "no event of another kind");
}

#[test]
fn the_living_are_those_that_were_born_and_have_not_died() {
    let events = events();
    assert!(events.is_sorted_by_key(|event| event.year));
    let mut living: BTreeMap<u64, (String, [String; 2])> = BTreeMap::new();
    let mut ever = BTreeSet::new();
    for year in 0..=YEARS {
        for Event {
            tree,
            species,
            event,
            place,
            ..
        } in events.iter().filter(|event| event.year == year)
        {
            if event == "birth" {
                assert!(ever.insert(*tree), "tree {tree} is born twice");
                living.insert(*tree, (species.clone(), place.clone()));
            } else {
                let born = living.remove(tree);
                assert_eq!(
                    born,
                    Some((species.clone(), place.clone())),
                    "tree {tree} dies in year {year}"
                );
            }
        }
        let table = trees(year);
        let places = table.texts("x_m").into_iter().zip(table.texts("y_m"));
        let rows = table
            .wholes("tree")
            .into_iter()
            .zip(table.texts("species"))
            .zip(places);
        let rows: BTreeMap<u64, (String, [String; 2])> = rows
            .map(|((tree, species), (x_m, y_m))| {
                (tree, (species.to_owned(), [x_m.to_owned(), y_m.to_owned()]))
            })
            .collect();
        assert!(rows == living, "year {year}");
        assert_eq!(
            rows.len(),
            table.rows.len(),
            "a tree stands in two rows in year {year}"
        );
    }
}

const SIZE: [&str; 3] = ["age_yr", "dbh_cm", "height_m"];

/// A birth tells the age and size that the year's table of trees tells; of a tree that dies they are not below those of the year before.
#[test]
fn ages_and_sizes_are_those_of_the_tables_of_trees() {
    let events = Csv::read(&looked_at().join("events.csv"));
    let sizes = |table: &Csv| -> BTreeMap<u64, [f64; 3]> {
        let columns = SIZE.map(|name| table.numbers(name));
        let trees = table.wholes("tree").into_iter().enumerate();
        trees
            .map(|(row, tree)| (tree, [0, 1, 2].map(|column| columns[column][row].unwrap())))
            .collect()
    };
    let tables: Vec<BTreeMap<u64, [f64; 3]>> = (0..=YEARS).map(|year| sizes(&trees(year))).collect();
    let (years, numbers, whats) = (
        events.wholes("year"),
        events.wholes("tree"),
        events.texts("event"),
    );
    let columns = SIZE.map(|name| events.numbers(name));
    let mut deaths = 0;
    for row in 0..years.len() {
        let (year, tree) = (years[row] as usize, numbers[row]);
        let told = [0, 1, 2].map(|column| columns[column][row].unwrap());
        if whats[row] == "birth" {
            assert_eq!(told, tables[year][&tree], "tree {tree}, born in year {year}");
            continue;
        }
        deaths += 1;
        let before = tables[year - 1][&tree];
        assert_eq!(
            told[0],
            before[0] + 1.0,
            "age of tree {tree}, dead in year {year}"
        );
        assert!(
            told[1] >= before[1] && told[2] >= before[2],
            "tree {tree}, dead in year {year}"
        );
    }
    assert!(deaths > 100);
}

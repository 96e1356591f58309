//! What a scenario asks for that is far more than is usual, said before hours go by: numbers, patterns, pairs.
//!
//! None of it is wrong, so each is a note at its key.

use understory_space::Plot;

use crate::keys::Record;
use crate::problem::Report;
use crate::scenario::{Founders, pairs_of_founders};
use crate::value::{Table, Value};

/// Above such a number a key is said; the table that it stands in, its name, and what it is a number of.
const MANY: [(&str, &str, i64, &str); 13] = [
    ("run", "replicates", 1_000, "runs of the whole forest"),
    (
        "record",
        "spacing_steps",
        1_000,
        "distances of each curve in each recorded year",
    ),
    (
        "record",
        "envelope_simulations",
        1_000,
        "patterns in each recorded year",
    ),
    (
        "intervention",
        "trees_per_ha",
        20_000,
        "trees on each hectare at once",
    ),
    ("crowns", "points", 50_000, "points for each crown"),
    ("roots", "points", 50_000, "points for each root system"),
    ("compare", "simulations", 5_000, "patterns of each method"),
    ("calibrate", "year", 1_000, "years in each run"),
    ("calibrate", "predictive", 5_000, "runs behind the envelopes"),
    ("census", "year", 1_000, "years in each run"),
    (
        "method",
        "moves_per_point",
        1_000,
        "moves of each point in each pattern",
    ),
    ("founders", "moves_per_point", 1_000, "moves of each founder"),
    (
        "method",
        "levels",
        8,
        "levels, each with four times the cells of the one before",
    ),
];
/// Pairs of trees that spacing statistics look at in a recorded year, and cells of a rule.
const MANY_PAIRS: f64 = 5e8;
const MANY_CELLS: f64 = 1e7;

/// Notes all of it.
pub(crate) fn note(report: &mut Report<'_>, table: &Table) {
    numbers(report, "", table);
    let Some(size_m) = table.table("world").and_then(|world| world.real_pair("size_m")) else {
        return;
    };
    let area_m2 = size_m[0] * size_m[1];
    for rule in table.tables("rule").unwrap_or_default() {
        let cells = rule
            .real("footprint_m")
            .map_or(0.0, |side_m| area_m2 / (side_m * side_m));
        if cells > MANY_CELLS {
            let message = format!(
                "`rule.footprint_m` asks for about {cells:.0} cells, each of which may hold an instance"
            );
            report.note(
                rule.at("footprint_m"),
                message,
                "give a larger one where that takes too long".to_owned(),
            );
        }
    }
}

fn numbers(report: &mut Report<'_>, name: &str, table: &Table) {
    for (key, node) in table.nodes() {
        match &node.value {
            Value::Table(below) => numbers(report, key, below),
            Value::Tables(below) => below.iter().for_each(|below| numbers(report, key, below)),
            _ => {
                let many = MANY.iter().find(|(of, own, ..)| (*of, *own) == (name, key));
                let Some((.., most, what)) = many else { continue };
                let asked = table
                    .real(key)
                    .or_else(|| table.whole::<i64>(key).map(|number| number as f64));
                if let Some(asked) = asked.filter(|asked| *asked > *most as f64) {
                    let message = format!("`{name}.{key}` asks for {asked} {what}");
                    report.note(
                        table.at(key),
                        message,
                        "give a smaller number where that takes too long".to_owned(),
                    );
                }
            }
        }
    }
}

/// Notes that the spacing statistics of a forest look at very many pairs of its founders.
pub(crate) fn note_pairs(
    report: &mut Report<'_>,
    table: &Table,
    founders: &[Founders],
    plot: &Plot,
    record: &Record,
) {
    let reach_m = record.spacing_r_max_m;
    let pairs = pairs_of_founders(founders, plot, reach_m);
    let entries = table.tables("founders").unwrap_or_default();
    if let Some(entry) = entries.first().filter(|_| pairs > MANY_PAIRS) {
        let message = format!(
            "the founders are about {pairs:.0} pairs of trees nearer than {reach_m} m, which are counted in each recorded year"
        );
        let hint = "plant fewer, or lower `record.spacing_r_max_m`, where that takes too long".to_owned();
        report.note(entry.at("count"), message, hint);
    }
}

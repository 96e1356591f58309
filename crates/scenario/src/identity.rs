//! The hash of all that fixes the tables of a scenario.

use understory_space::Plot;

use crate::value::{Table, Value};

/// What fixes no table: names and words for readers, how long and how often a forest is grown, with what it is compared, looks,
/// and presets, whose keys are filled in.
const LEFT_OUT: &[&str] = &[
    "name",
    "about",
    "run",
    "method",
    "compare.label",
    "compare.simulations",
    "compare.repeats",
    "compare.fitted",
    "compare.forests",
    "species.preset",
    "tree.look",
    "tree.without",
    "tree.baseline.preset",
];

/// What is known of a key only when all has been read: its table, its name and its value.
pub(crate) type Resolved = (&'static str, &'static str, Value);

/// The plot, which may follow from a map or from a grown forest.
pub(crate) fn of_plot(plot: &Plot) -> Vec<Resolved> {
    vec![
        ("world", "origin_m", Value::RealPair(plot.origin_m())),
        ("world", "size_m", Value::RealPair(plot.size_m())),
        ("world", "edge", Value::Text(plot.edge().to_string())),
    ]
}

/// Of a completed document in which the content of files stands in the place of their paths.
pub(crate) fn identity(mut table: Table, resolved: Vec<Resolved>) -> String {
    for path in LEFT_OUT {
        leave_out(&mut table, path);
    }
    if !table.has("target") {
        // Of a measured stand it says which trees are compared, and they are all there is of it.
        table.remove("compare");
    }
    for (above, name, value) in resolved {
        if let Some(above) = table.table_mut(above) {
            above.insert(name, above.at, value);
        }
    }
    let mut varied = table
        .table("sweep")
        .map_or(Vec::new(), |sweep| sweep.swept.clone());
    varied.sort_by_key(|varied| varied.at);
    let text = serde_json::to_string(&(table.to_plain(), varied));
    let text = text.expect("numbers and strings can be written as JSON");
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Takes out a key, of a list that of each of its tables.
fn leave_out(table: &mut Table, path: &str) {
    let Some((above, rest)) = path.split_once('.') else {
        table.remove(path);
        return;
    };
    match table.get_mut(above).map(|node| &mut node.value) {
        Some(Value::Table(inner)) => leave_out(inner, rest),
        Some(Value::Tables(entries)) => entries.iter_mut().for_each(|entry| leave_out(entry, rest)),
        _ => {}
    }
}

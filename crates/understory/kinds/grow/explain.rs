//! A tree: its sizes and how it branches.

use understory_records::{Manifest, paths};

use crate::error::Error;
use crate::kinds::sentences::Sentences;
use crate::kinds::words::digits;
use crate::results::Results;

pub(crate) fn tree(said: &mut Sentences, results: &Results, manifest: &Manifest) -> Result<(), Error> {
    let metrics: serde_json::Value =
        serde_json::from_reader(results.store().open(paths::METRICS)?).map_err(std::io::Error::from)?;
    let number = |key: &str| metrics[key].as_f64();
    let words =
        |key: &str, decimals: usize| number(key).map_or("no".to_owned(), |value| digits(value, decimals));
    said.show(
        format!(
            "`{}` is a tree grown with the seed {}: {} m high, with {} cm of diameter at breast height and a skeleton of {} nodes.",
            manifest.made_from.scenario,
            manifest.made_from.seed,
            words("height_m", 1),
            words("dbh_cm", 1),
            words("nodes", 0),
        ),
        &["tree-views", "views", "tree"],
    );
    if let Some(counts) = metrics["strahler_counts"].as_array() {
        said.say(format!(
            "Its shoots have the Strahler order {}, with {} of the first; from order to order there are {} times fewer.",
            counts.len(),
            counts.first().and_then(serde_json::Value::as_u64).unwrap_or(0),
            words("bifurcation_ratio", 2),
        ));
    }
    if let (Some(crown), Some(width)) = (number("crown_ratio"), number("crown_width_per_height")) {
        said.say(format!(
            "The crown takes {} % of its height and is {} times as wide as the tree is high.",
            digits(100.0 * crown, 0),
            digits(width, 2),
        ));
    }
    if let Some(median) = metrics["lateral_angle_deg"]["median"].as_f64() {
        said.say(format!(
            "Half of its side shoots leave at {}° or more.",
            digits(median, 0)
        ));
    }
    if let Some(exponent) = number("da_vinci_exponent") {
        said.say(format!(
            "Radii at forks add up with the exponent {}; da Vinci has 2.",
            digits(exponent, 2)
        ));
    }
    if let Some(triangles) = metrics["triangles"].as_array() {
        let counts: Vec<String> = triangles.iter().map(ToString::to_string).collect();
        said.say(format!(
            "Its levels of detail have {} triangles, the finest first.",
            counts.join(", ")
        ));
    }
    Ok(())
}

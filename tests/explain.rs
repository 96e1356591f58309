//! `explain`: its sentences say what the tables say.

use crate::util::{Csv, Place, Stand};

fn explained(place: &Place, folder: &str) -> String {
    place.run_well(&format!("explain {folder}")).out
}

fn assert_contains(said: &str, parts: &[String]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

/// The sum of a column over the rows of all species.
fn sum(census: &Csv, column: &str) -> u64 {
    let counts = census.wholes(column).into_iter().zip(census.texts("species"));
    counts
        .filter(|(_, species)| *species == "all")
        .map(|(count, _)| count)
        .sum()
}

#[test]
fn numbers_of_a_run_are_those_of_its_tables_and_figures_are_there() {
    let place = Place::with(&Stand::CROWDED);
    place.run_well("run stand.toml --out run");
    let said = explained(&place, "run");
    let census = Csv::read(&place.path("run/census.csv"));
    let last = |column: &str| {
        let mut rows = census.numbers(column).into_iter().zip(census.texts("species"));
        rows.rfind(|(_, species)| *species == "all").unwrap().0
    };
    let (trees, adults) = (last("trees").unwrap(), last("adults").unwrap());
    let born = sum(&census, "germinated") + sum(&census, "resprouted");
    assert_contains(
        &said,
        &[
            format!("`stand` is a forest of {}", census.texts("species")[0]),
            format!("At the end {trees} trees lived, {adults} of them adults"),
            format!(
                "In all years {born} trees were born and {} died",
                sum(&census, "died")
            ),
            format!("{} of too little growth", sum(&census, "died_by_stress")),
        ],
    );
    if let Some(index) = last("clark_evans").filter(|_| adults >= 10.0) {
        assert_contains(
            &said,
            &[format!(
                "The Clark–Evans index of adults is {index:.2} at the end"
            )],
        );
    }
    let figures: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("  see "))
        .collect();
    assert!(figures.len() >= 3, "{said}");
    assert!(figures.iter().all(|figure| place.has(figure)), "{said}");
}

#[test]
fn a_tree_is_told_with_its_metrics() {
    let place = Place::new();
    place.write(
        "shrub.toml",
        "name = \"shrub\"\n[world]\nseed = 7\n[tree]\npreset = \"shrub\"\nage_yr = 6\n",
    );
    place.run_well("grow shrub.toml --out out");
    let metrics: serde_json::Value = serde_json::from_str(&place.read("out/metrics.json")).unwrap();
    let height_m = metrics["height_m"].as_f64().unwrap();
    let finest = &metrics["triangles"][0];
    assert_contains(
        &explained(&place, "out"),
        &[
            format!("`shrub` is a tree grown with the seed 7: {height_m:.1} m high"),
            format!("a skeleton of {} nodes", metrics["nodes"]),
            format!("Its levels of detail have {finest},"),
            "see out/figures/views.svg".to_owned(),
        ],
    );
}

#[test]
fn a_painted_world_is_told_with_what_each_rule_places() {
    let place = Place::new();
    let island = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/island.toml");
    place.run_well(&format!("place {island} --tile 8,8 --out out"));
    let rules = Csv::read(&place.path("out/rules.csv"));
    let counts: Vec<u64> = rules.wholes("instances");
    let most = *counts.iter().max().unwrap();
    assert!(most > 0);
    let names = rules.texts("rule");
    let name = names[counts.iter().position(|&count| count == most).unwrap()];
    assert_contains(
        &explained(&place, "out"),
        &[
            "`island` is a world of 2000 by 2000 m with 5 biomes, laid out with the seed 11".to_owned(),
            format!("The rule `{name}` places {most} of"),
        ],
    );
}

#[test]
fn a_comparison_is_told_too_and_what_cannot_be_is_refused() {
    let place = Place::with(&Stand::SMALL);
    place.run_well(
        "compare stand.toml --methods uniform,jittered-grid --set compare.simulations=40 --set compare.dbh_min_cm=0 --out compared",
    );
    let said = explained(&place, "compared");
    let methods = Csv::read(&place.path("compared/methods.csv"));
    let mut ranked: Vec<(f64, &str)> = methods
        .numbers("g_ks")
        .into_iter()
        .zip(methods.texts("method"))
        .filter_map(|(g, method)| Some((g?, method)))
        .filter(|(_, method)| *method != "target")
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_contains(
        &said,
        &[format!(
            "`{}` comes nearest, with a difference of G of {:.3}",
            ranked[0].1, ranked[0].0
        )],
    );
    place.edit("compared/census.csv", "all", "none");
    let refused = place.refused(1, "explain compared");
    assert_contains(&refused, &["census.csv".to_owned()]);
    assert_contains(
        &place.refused(1, "explain none"),
        &["holds no complete run".to_owned()],
    );
}

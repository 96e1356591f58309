//! `new --from`: a scenario of a stand that somebody measured, and what is wrong with its file.

use crate::util::{Csv, Place, files_below};

/// A file as foresters have them: other names, other units, a species that no preset is of.
const PLOT: &str = "Tree;East;North;Taxon;DBH_mm;Height (m)
1;3.2;4.1;Fagus sylvatica L.;312;24.5
2;11.9;5.0;Fagus sylvatica L.;287;
3;24.4;18.7;Norway spruce;154;12.25
4;7.5;22.3;Betula pubescens;98;9
5;17.1;12.2;Ceiba pentandra;1250;
6;27.3;28.8;;45;5.5
";

fn assert_contains(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

#[test]
fn a_measured_stand_grows_on_and_what_was_assumed_is_told() {
    let place = Place::new();
    place.write("data/plot.csv", PLOT);
    let ran = place.run_well("new mine.toml --from data/plot.csv");
    assert_contains(
        &ran.err,
        &[
            "wrote mine.toml",
            "wrote mine.csv",
            "`DBH_mm` is multiplied by 0.1 into `dbh_cm`",
            "the preset `fagus-sylvatica` by its Latin name",
            "the preset `picea-abies` by its English name",
            "the preset `betula-papyrifera` of the same genus",
            "no preset is like it",
            "hint: grow it with `understory run mine.toml`",
        ],
    );
    let scenario = place.read("mine.toml");
    for line in ran.err.lines().filter_map(|line| line.strip_prefix("assumed: ")) {
        assert!(scenario.contains(&format!("# - {line}\n")), "{line}: {scenario}");
    }
    place.run_well("check mine.toml");
    place.run_well("run mine.toml --years 1 --out run --quiet");
    let trees = Csv::read(&place.path("run/trees/year-0000.csv"));
    assert_eq!(trees.rows.len(), 6);
    let mut sizes = trees
        .numbers("dbh_cm")
        .into_iter()
        .map(Option::unwrap)
        .collect::<Vec<f64>>();
    sizes.sort_by(f64::total_cmp);
    assert_eq!(sizes, [4.5, 9.8, 15.4, 28.7, 31.2, 125.0]);
}

#[test]
fn nothing_is_written_over_and_a_file_with_mistakes_leaves_nothing() {
    let place = Place::new();
    place.write("plot.csv", PLOT);
    place.write("bad.csv", "x,y,dbh\n1,2,thick\n3,,5\n");
    place.write("places.csv", "a,b\n1,2\n");
    let before = files_below(&place.path(""));
    let said = place.refused(1, "new mine.toml --from bad.csv");
    assert_contains(
        &said,
        &[
            "bad.csv:2:5: `dbh` is `thick`",
            "bad.csv:3:1: this tree has no place",
        ],
    );
    assert_contains(
        &place.refused(1, "new mine.toml --from places.csv"),
        &["no column `x_m`", "hint: name the columns"],
    );
    assert_contains(
        &place.refused(1, "new mine.toml --from none.csv"),
        &["`none.csv` cannot be read", "hint: give a CSV"],
    );
    assert_contains(&place.refused(1, "new mine.toml --from ."), &["cannot be read"]);
    // Its own file of trees would be the measured one.
    assert_contains(
        &place.refused(1, "new plot.toml --from plot.csv"),
        &["`plot.csv` is there already"],
    );
    assert_contains(
        &place.refused(1, "new none/mine.toml --from plot.csv"),
        &["there is no folder"],
    );
    // Two trees in one place are found as `check` finds them.
    place.write("twice.csv", "x,y,dbh\n1,2,10\n1,2,12\n9,9,9\n");
    assert_contains(
        &place.refused(1, "new mine.toml --from twice.csv"),
        &["mine.csv:3"],
    );
    let mut after = files_below(&place.path(""));
    after.retain(|file| file != "twice.csv");
    assert_eq!(after, before);
}

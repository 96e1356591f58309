//! `new --from`: a scenario of a stand that somebody measured, and what is wrong with its file.

use crate::util::{Csv, Place, files_below, finish};

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
            "the preset `betula-pendula` of the same genus",
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
    assert_contains(
        &place.refused(1, "new none/mine.toml --from plot.csv"),
        &["there is no folder"],
    );
    // What only the scenario's own check finds stands in the file that was measured.
    place.write("old.csv", "x;y;age;dbh\n;;;\n1;2;40;10\n9;9;20000;9\n");
    assert_contains(
        &place.refused(1, "new mine.toml --from old.csv"),
        &["old.csv:4:1: the age is `20000`"],
    );
    let mut after = files_below(&place.path(""));
    after.retain(|file| file != "old.csv");
    assert_eq!(after, before);
}

#[test]
fn a_scenario_may_be_called_as_its_stand_is() {
    let place = Place::new();
    place.write("plot.csv", PLOT);
    place.run_well("new plot.toml --from plot.csv");
    assert_eq!(place.read("plot.csv"), PLOT);
    place.run_well("check plot.toml");
    assert_eq!(place.read("plot-trees.csv").lines().count(), 7);
    assert_contains(
        &place.refused(1, "new plot.toml --from plot.csv"),
        &["`plot.toml` is there already"],
    );
}

/// Two stems of a tree and one of another species at its place, a dead tree, and one of another plot.
const STEMS: &str = "tag,sp,x,y,dbh,status,plot
#1,beech,1,2,30,A,N
#1,beech,1,2,40,A,N
#2,spruce,1,2,10,A,N
#3,beech,9,4,12,D,N
#4,beech,12,11,20,A,N
#5,beech,5,5,20,A,S
";

#[test]
fn stems_plots_and_dead_trees_are_asked_for_and_then_taken_as_they_are_meant() {
    let place = Place::new();
    place.write("stems.csv", STEMS);
    assert_contains(
        &place.refused(1, "new a.toml --from stems.csv"),
        &[
            "stems.csv:1:23: the file has several plots",
            "`--where 'plot = N'`",
        ],
    );
    let new = |arguments: &str| {
        let mut command = place.command(&format!("new --from stems.csv {arguments}"));
        command.args(["--where", "plot = N and status = A"]);
        finish(command)
    };
    assert_contains(
        &new("a.toml").err,
        &[
            "stems.csv:3:1: the tree at (1, 2) stands exactly where that of line 2 does",
            "a place that is taken: 2 of 4",
            "`--stems join`",
            "`--stems keep`",
        ],
    );
    let ran = place.run_well("new all.toml --from stems.csv --where plot=N --stems join");
    assert_contains(
        &ran.err,
        &[
            "note: stems.csv: not read: the columns `tag`, `status`",
            "note: stems.csv: `status` is not read: it is `A` in 4 rows, `D` in 1 row",
            "warning: stems.csv: 1 row seems to be of dead trees by `status`: `--where 'status = A'` leaves them out",
            "1 of 5 rows is a further stem of a tree before it",
        ],
    );
    let join = new("join.toml --stems join");
    assert_contains(&join.err, &["leaves out 2 rows"]);
    assert!(!join.err.contains("warning"), "{}", join.err);
    assert_eq!(
        place.read("join.csv"),
        "x_m,y_m,species,dbh_cm\n1,2,beech,50\n1,2,spruce,10\n12,11,beech,20\n"
    );
    new("keep.toml --stems keep");
    let kept = place.read("keep.csv");
    assert_eq!(kept.lines().count(), 5);
    place.run_well("check join.toml");
    place.edit("join.toml", "stems = \"join\"\n", "");
    assert_contains(
        &place.refused(1, "check join.toml"),
        &["join.csv:3:1", "`stems = \"keep\"`"],
    );
    place.run_well("run keep.toml --years 1 --out keep --quiet");
    assert_eq!(Csv::read(&place.path("keep/trees/year-0000.csv")).rows.len(), 4);
    place.edit("keep.toml", "stems = \"keep\"", "stems = \"join\"");
    let checked = place.run_well("check keep.toml");
    assert_contains(
        &checked.err,
        &["keep.csv:1:1: 1 of 4 rows is a further stem of a tree before it"],
    );
    place.run_well("run keep.toml --years 1 --out join --quiet");
    let joined = Csv::read(&place.path("join/trees/year-0000.csv"));
    let mut diameters: Vec<f64> = joined.numbers("dbh_cm").into_iter().flatten().collect();
    diameters.sort_by(f64::total_cmp);
    assert_eq!(diameters, [10.0, 20.0, 50.0]);
}

#[test]
fn a_stand_that_no_forest_is_like_is_doubted_by_new_check_and_stats() {
    let rows = |dbh: f64, along: f64| {
        let tree = |i: u32| {
            format!(
                "{},{},{}\n",
                f64::from(i % 10) * along,
                f64::from(i / 10) * along,
                dbh
            )
        };
        format!("x,y,dbh\n{}", (0..100).map(tree).collect::<String>())
    };
    for (text, doubt) in [
        (
            rows(310.0, 5.0),
            "m² a hectare, more than any forest has: are diameters in millimetres?",
        ),
        (
            rows(310.0, 50.0),
            "half of the trees are thicker than 200 cm: are diameters in millimetres?",
        ),
        (
            rows(0.3, 5.0),
            "the thickest tree has 0.3 cm: are diameters in metres?",
        ),
        (
            rows(30.0, 500.0),
            "farther apart than in any forest: are coordinates in centimetres or feet?",
        ),
        (
            rows(30.0, 0.000_05),
            "trees a hectare, more than any forest has: are coordinates in degrees or kilometres?",
        ),
    ] {
        let place = Place::new();
        place.write("plot.csv", &text);
        let made = place.run_well("new stand.toml --from plot.csv");
        assert_contains(&made.err, &["warning: plot.csv: ", doubt]);
        assert_contains(
            &place.run_well("check stand.toml").err,
            &["note: stand.csv:1:1: ", doubt],
        );
        let measured = place.run_well("stats plot.csv --mark dbh --functions G --out stats");
        assert_contains(&measured.err, &["warning: plot.csv: ", doubt]);
    }
    let place = Place::new();
    place.write("plot.csv", &rows(30.0, 5.0));
    assert!(
        !place
            .run_well("new stand.toml --from plot.csv")
            .err
            .contains("warning")
    );
}

#[test]
fn rare_species_without_numbers_of_their_own_are_one() {
    let place = Place::new();
    let mut text = "x,y,dbh,sp\n".to_owned();
    let mut row = |species: &str| {
        let count = text.lines().count();
        text.push_str(&format!("{},{},20,{species}\n", count % 20 * 5, count / 20 * 5));
    };
    for species in 0..20 {
        (0..30 - species).for_each(|_| row(&format!("code{species:02}")));
    }
    row("Picea abies");
    place.write("plot.csv", &text);
    let made = place.run_well("new stand.toml --from plot.csv");
    assert_contains(
        &made.err,
        &[
            "`others`, 135 trees that the file has as 9 species",
            "`picea-abies`, 1 tree",
        ],
    );
    let scenario = place.read("stand.toml");
    assert_eq!(scenario.matches("[[species]]").count(), 13);
    assert_contains(&scenario, &["In the file: code11, code12", "name = \"code10\""]);
    place.run_well("check stand.toml");
}

//! Figures drawn again, from tables that are what the manifest lists.

use std::fs;

use crate::folders::assert_contains;
use crate::util::{Place, Stand};

/// Tables that were cut or edited were drawn and measured without a word.
#[test]
fn a_table_that_is_not_as_the_manifest_lists_it_is_refused_by_its_name() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let table = "out/trees/year-0004.csv";
    let whole = place.read(table);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let rows = lines.len() - 1;
    let cut = lines[..13].concat();
    let figures = place.everything("out/figures");
    for command in [
        "plot out",
        "stats out --out measured",
        "stats out --year 4 --out measured",
    ] {
        place.write(table, &cut);
        let said = place.refused(1, command);
        let told = format!("`{table}` has 12 rows, but the manifest lists {rows}\nhint: ");
        assert_contains(&said, &[&told]);
        place.write(table, &whole.replacen("birch", "beech", 1));
        let said = place.refused(1, command);
        assert_contains(&said, &[&format!("`{table}` was edited"), "hint: "]);
        fs::remove_file(place.path(table)).unwrap();
        let said = place.refused(1, command);
        assert_contains(&said, &[&format!("`{table}` is missing"), "hint: "]);
    }
    place.write(table, &whole);
    assert!(!place.has("measured"));
    place.run_well("stats out --out measured");
    place.run_well("plot out");
    assert!(figures == place.everything("out/figures"));
}

/// A figure that `plot` adds was nobody's, and so went on into the next run's folder.
#[test]
fn what_plot_draws_is_known_for_ours() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let fresh = place.everything("out");
    place.run_well("run stand.toml --seed 8 --out other");
    place.run_well("plot out --beside other");
    assert!(place.has("out/figures/clark-evans-beside.svg"));
    // Both are of one scenario, so their folders name them.
    let stands = place.read("out/figures/census-beside.svg");
    assert_contains(&stands, &["out 133 to 142 and other 125 first and last"]);
    let ran = place.run_well("run stand.toml --out out");
    assert!(!ran.err.contains("kept"), "{}", ran.err);
    assert!(fresh == place.everything("out"));
}

/// Figures and a page that somebody had worked on were drawn over.
#[test]
fn what_was_edited_in_the_folder_is_kept_where_figures_are_drawn_anew() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let fresh = place.everything("out");
    for name in [
        "figures/census.svg",
        "report.html",
        "figures/clark-evans-beside.svg",
    ] {
        place.write(&format!("out/{name}"), "by hand");
    }
    let ran = place.run_well("plot out --beside out");
    assert_contains(
        &ran.err,
        &[
            "kept in out, as no command wrote it: ",
            "figures/census.svg as figures/census.kept.svg",
        ],
    );
    for name in [
        "figures/census.kept.svg",
        "report.kept.html",
        "figures/clark-evans-beside.kept.svg",
    ] {
        assert_eq!(place.read(&format!("out/{name}")), "by hand");
    }
    // They are still the user's where a run takes the place of this one.
    let ran = place.run_well("run stand.toml --out out");
    assert_contains(&ran.err, &["report.kept.html"]);
    assert!(
        place
            .everything("out")
            .into_iter()
            .filter(|(name, _)| !name.contains(".kept"))
            .eq(fresh)
    );
}

#[cfg(feature = "claims")]
#[test]
fn a_folder_of_claims_is_drawn_again() {
    let place = Place::new();
    place.run_well("claims --set articles --only S4 --out out");
    assert!(!place.has("out/figures"));
    let ran = place.run_well("plot out");
    assert_contains(&ran.err, &["drew 6 figures in out/figures"]);
    assert!(place.has("out/figures/parameters.svg"));
    for option in ["--beside out", "--animate"] {
        let said = place.refused(1, &format!("plot out {option}"));
        assert_contains(
            &said,
            &[
                option.split(' ').next().unwrap(),
                "holds results of `understory claims`",
                "leave it out",
            ],
        );
    }
}

/// Exit code 2 said that the machine was at fault.
#[test]
fn what_is_no_folder_of_ours_is_the_users_to_mend() {
    let place = Place::with(&Stand::SMALL);
    let said = place.refused(1, "plot stand.toml");
    assert_contains(
        &said,
        &["`stand.toml` holds no complete run", "hint: give the folder"],
    );
    place.write("stand.csv", "x_m,y_m\n1,1\n2,5\n7,3\n");
    place.run_well("stats stand.csv --window 0,0,9,9 --functions G --out measured");
    let said = place.refused(1, "plot measured");
    assert_contains(&said, &["`measured` holds statistics", "hint: measure again"]);
}

/// A manifest that was made to fit a table with a negative diameter: still the user's.
#[test]
fn a_number_that_cannot_be_drawn_is_the_users_to_mend() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let table = "out/trees/year-0004.csv";
    let whole = place.read(table);
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let column = lines[0].split(',').position(|name| name == "dbh_cm").unwrap();
    let mut fields: Vec<String> = lines[1].split(',').map(str::to_owned).collect();
    fields[column] = "-3.0".to_owned();
    lines[1] = fields.join(",");
    let edited = lines.join("\n") + "\n";
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    place.edit("out/manifest.json", &hash(&whole), &hash(&edited));
    place.write(table, &edited);
    let said = place.refused(1, "plot out");
    assert_contains(&said, &["dbh_cm", "-3"]);
}

/// A column of a journal is 85 mm wide, which is 240.9 pt.
#[test]
fn figures_are_as_wide_as_they_are_told_to_be() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let figures = place.everything("out/figures");
    place.run_well("plot out --width-mm 85");
    for figure in ["census", "map-year-0000", "diameters"] {
        let svg = place.read(&format!("out/figures/{figure}.svg"));
        assert_contains(&svg, &["width=\"240.9pt\""]);
    }
    place.run_well("plot out");
    assert!(figures == place.everything("out/figures"));
    place.run_well("stats out --functions G --width-mm 85 --out measured");
    assert_contains(&place.read("measured/figures/G.svg"), &["width=\"240.9pt\""]);
    let said = place.refused(1, "plot out --width-mm 20");
    assert_contains(&said, &["20", "from 80 to 600 mm"]);
    let said = place.refused(1, "plot measured --width-mm 85");
    assert_contains(&said, &["`measured` holds statistics"]);
}

#[test]
fn the_map_through_the_years_is_known_for_ours() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let fresh = place.everything("out");
    place.run_well("plot out --animate");
    let film = fs::read(place.path("out/figures/map-years.png")).unwrap();
    let frames = film.windows(4).filter(|chunk| chunk == b"fcTL").count();
    let recorded = place.read("out/manifest.json");
    let recorded = recorded.matches("\"trees/year-").count();
    assert!(
        recorded > 1 && frames == recorded,
        "{frames} frames, {recorded} years"
    );
    place.run_well("plot out --animate");
    assert!(film == fs::read(place.path("out/figures/map-years.png")).unwrap());
    let ran = place.run_well("run stand.toml --out out");
    assert!(!ran.err.contains("kept"), "{}", ran.err);
    assert!(fresh == place.everything("out"));
}

//! What is printed, word for word. The texts stand in `snapshots/`.

use crate::util::{Place, Ran, Stand};

/// What a command prints and how it ends.
fn told(ran: &Ran) -> String {
    let mut text = format!("exit code {}\n", ran.code.unwrap());
    for (stream, said) in [("stdout", &ran.out), ("stderr", &ran.err)] {
        if !said.is_empty() {
            text.push_str(&format!("----- {stream}\n{said}"));
        }
    }
    text
}

pub(crate) const COMMANDS: [&str; 24] = [
    "run",
    "sweep",
    "calibrate",
    "compare",
    "grow",
    "place",
    "scatter",
    "bake",
    "scene",
    "export",
    "explain",
    "play",
    "plot",
    "stats",
    "claims",
    "species",
    "check",
    "schedule",
    "schema",
    "keys",
    "tables",
    "new",
    "completions",
    "man",
];

/// They were broken in their middle, where nobody can copy them.
#[test]
fn examples_stand_on_lines_of_their_own_on_a_narrow_terminal() {
    let place = Place::new();
    for command in COMMANDS.into_iter().chain([""]) {
        let help = |columns: &str| {
            let mut run = place.command(&format!("{command} --help"));
            let ran: Ran = run.env("COLUMNS", columns).output().unwrap().into();
            ran.out
        };
        let (narrow, wide) = (help("60"), help("100"));
        let (_, examples) = wide.split_once("\nExample").unwrap();
        for line in examples.lines().filter(|line| line.starts_with("  ")) {
            assert!(narrow.lines().any(|narrow| narrow == line), "{command}: {line}");
        }
        let widest = narrow.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(60), "{command}: {widest:?}");
    }
}

#[test]
fn help_teaches_by_example() {
    let place = Place::new();
    let ran = place.run_well("--help");
    for command in COMMANDS {
        assert!(ran.out.contains(&format!("\n  {command} ")), "{command}");
    }
    insta::assert_snapshot!("help", ran.out);
    for command in COMMANDS {
        let ran = place.run_well(&format!("{command} --help"));
        assert!(
            ran.out.contains(&format!("  understory {command}")),
            "{command} has no example"
        );
        insta::assert_snapshot!(format!("help_{command}"), ran.out);
    }
}

#[test]
fn presets_are_listed_and_printed() {
    let place = Place::new();
    insta::assert_snapshot!("species", place.run_well("species").out);
    let ran = place.run_well("species fagus-sylvatica");
    insta::assert_snapshot!("species_fagus_sylvatica", ran.out);
    insta::assert_snapshot!("species_unknown", told(&place.run("species fagus")));
}

#[test]
fn the_years_systems_are_printed_in_their_order() {
    insta::assert_snapshot!("schedule", Place::new().run_well("schedule").out);
}

#[test]
fn mistyped_commands_are_the_users_fault() {
    let place = Place::with(&Stand::SMALL);
    for (name, arguments) in [
        ("no_command", ""),
        ("unknown_command", "grwo stand.toml"),
        ("unknown_option", "run stand.toml --sed 8"),
        ("years_that_are_no_number", "run stand.toml --years ten"),
        ("run_without_a_scenario", "run"),
        ("no_threads", "run stand.toml --threads 0"),
        ("unknown_template", "new a.toml --template forest"),
        ("no_run_to_plot", "plot nowhere"),
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, Some(1), "{arguments}: {}", ran.err);
        insta::assert_snapshot!(format!("mistyped_{name}"), told(&ran));
    }
    assert!(!place.has("results"));
}

/// A sound scenario with each of these replacements made, which must each find something.
fn spoiled(replacements: &[(&str, &str)]) -> String {
    let mut text = Stand::SMALL.toml();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

const LISTED: (&str, &str) = (
    "method = \"uniform\"\ncount = 40\nheight_m = 18.0\nage_yr = 170",
    "file = \"birches.csv\"",
);

#[test]
fn bad_scenarios_are_told_with_place_and_hint() {
    let place = Place::new();
    place.write(
        "birches.csv",
        "x_m,y_m,dbh_cm\n10,10,20\n70,10,thick\n20,,5\n30,30,-1\n",
    );
    for (name, text) in [
        ("unknown_key", spoiled(&[("count = 60", "cuont = 60")])),
        ("zero_years", spoiled(&[("years = 4", "years = 0")])),
        ("wrong_type", spoiled(&[("seed = 7", "seed = \"seven\"")])),
        ("not_a_number", spoiled(&[("[60.0, 60.0]", "[nan, 60.0]")])),
        ("no_toml", spoiled(&[("[world]", "[world")])),
        (
            "torus_too_small_for_the_reach",
            spoiled(&[("[60.0, 60.0]", "[8.0, 60.0]")]),
        ),
        (
            "unknown_preset",
            spoiled(&[("fagus-sylvatica", "fagus-silvatica")]),
        ),
        (
            "species_without_founders",
            spoiled(&[("species = \"beech\"", "species = \"birch\"")]),
        ),
        (
            "founders_of_no_species",
            spoiled(&[("species = \"beech\"", "species = \"larch\"")]),
        ),
        (
            "missing_file",
            spoiled(&[LISTED]).replace("birches.csv", "birch.csv"),
        ),
        ("bad_rows", spoiled(&[LISTED])),
        (
            "several_at_once",
            spoiled(&[
                ("edge = \"torus\"", "edge = \"taurus\""),
                ("years = 4", "years = -4"),
                ("height_sigma = 0.6", "height_sigma = 6.0"),
                ("jittered-grid", "jitter-grid"),
                ("every_years = 2", "evry_years = 2"),
                ("events = true", "events = 1"),
            ]),
        ),
        ("empty", String::new()),
    ] {
        place.write("bad.toml", &text);
        let checked = place.run("check bad.toml");
        let ran = place.run("run bad.toml");
        assert_eq!((checked.code, ran.code), (Some(1), Some(1)), "{name}");
        assert!(
            checked.err.starts_with(&ran.err),
            "`check` finds what `run` does: {}",
            ran.err
        );
        insta::assert_snapshot!(format!("bad_{name}"), told(&ran));
    }
    assert!(!place.has("results"));
}

#[test]
fn every_scenario_that_is_checked_is_told_of() {
    let place = Place::with(&Stand::SMALL);
    place.write("bad.toml", &spoiled(&[("years = 4", "years = 0")]));
    insta::assert_snapshot!("check_good", told(&place.run("check stand.toml")));
    insta::assert_snapshot!(
        "check_several",
        told(&place.run("check bad.toml stand.toml missing.toml"))
    );
}

#[test]
fn overrides_are_held_to_the_same_limits() {
    let place = Place::with(&Stand::SMALL);
    insta::assert_snapshot!(
        "override_zero_years",
        told(&place.run("run stand.toml --years 0"))
    );
    let seed = "run stand.toml --seed 18446744073709551615";
    insta::assert_snapshot!("override_seed_too_large", told(&place.run(seed)));
}

#[test]
fn tables_above_2_gb_are_asked_for() {
    let place = Place::new();
    let many = [
        ("[60.0, 60.0]", "[60000.0, 60000.0]"),
        ("count = 60", "count = 9000000"),
        // So that none of so many is drawn too tall.
        ("height_sigma = 0.6", "height_sigma = 0.1"),
    ];
    place.write("large.toml", &spoiled(&many));
    // The numbers come from a forest that is grown for it, so they change when its rules do.
    let said = place.refused(1, "run large.toml");
    assert!(
        said.contains("of memory and writes about ") && said.contains("GB of tables"),
        "{said}"
    );
    assert!(said.contains("hint: ") && said.contains("add `--yes`"), "{said}");
    assert!(!place.has("results"), "nothing is written before it is asked for");
}

#[test]
fn a_new_scenario_is_sound_and_is_never_written_over_another_file() {
    let place = Place::new();
    for template in ["old-field", "measured-stand", "species", "tree", "world"] {
        let file = format!("my-{template}.toml");
        let ran = place.run_well(&format!("new {file} --template {template}"));
        insta::assert_snapshot!(format!("new_{template}"), told(&ran));
        place.run_well(&format!("check {file}"));
        let text = place.read(&file);
        assert!(text.contains(&format!("name = \"my-{template}\"\n")));
        place.write(&file, "mine");
        let said = place.refused(1, &format!("new {file} --template {template}"));
        assert!(said.contains("not overwritten"), "{said}");
        assert_eq!(place.read(&file), "mine");
    }
}

#[test]
fn quiet_prints_nothing_and_otherwise_a_run_says_where_its_tables_are() {
    let place = Place::with(&Stand::SMALL);
    let quiet = place.run_well("run stand.toml --out out --quiet");
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    let quiet = place.run_well("plot out --quiet");
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    let ran = place.run_well("run stand.toml --out out");
    assert_eq!(ran.out, "", "messages go to stderr");
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines[0].starts_with("stand: 4 years in "), "{lines:?}");
    assert_eq!(lines[1..], ["results are in out"]);
    assert!(
        !ran.err.contains('\u{1b}'),
        "no colours where there is no terminal"
    );
}

#[test]
fn figures_are_drawn_again_from_the_tables() {
    let place = Place::with(&Stand::SMALL);
    place.run_well("run stand.toml --out out");
    let before = place.everything("out");
    std::fs::remove_dir_all(place.path("out/figures")).unwrap();
    place.run_well("plot out");
    assert!(before == place.everything("out"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    for arguments in [
        "species",
        "species fagus-sylvatica",
        "schema",
        "schedule",
        "man",
        "completions bash",
        "--help",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = place.command(arguments);
        let ran: Ran = command.stdout(writer).output().unwrap().into();
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments}");
    }
}

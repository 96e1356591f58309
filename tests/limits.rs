//! What a scenario may ask for: too much of anything is refused at once, by every command, with its place.

use std::process::Command;

use crate::util::{Place, Ran, Stand};

/// The same command with 4 GiB of memory.
fn in_4_gib(place: &Place, arguments: &str) -> Ran {
    let program = place.command(arguments);
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v 4194304; exec \"$0\" \"$@\""])
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(place.path(""))
        .env_remove("RUST_BACKTRACE");
    crate::util::finish(command)
}

fn stand_with(place: &Place, replacements: &[(&str, &str)]) {
    let mut text = Stand::SMALL.toml();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    place.write("stand.toml", &text);
}

/// `check` found each of these ready, or ended on it itself; its command then ended at once, in its first year, or with all years grown.
#[test]
fn what_a_command_would_end_on_check_refuses_at_its_key_and_in_the_same_words() {
    let place = Place::new();
    let small = Stand::SMALL.toml();
    let crowns = "[crowns]\nwhen = \"yearly\"\nroots = { depth_m = 1.2, e_fold_m = 0.000001 }\n";
    let kerr = "name = \"kerr\"\n[world]\nsize_m = [60.0, 60.0]\nseed = 1\n[scatter]\nmethod = \"kerr\"\nreach_cells = 1\nper_ha = 100.0\n";
    let fitted = "name = \"fitted\"\n[world]\nsize_m = [60.0, 60.0]\nedge = \"open\"\nseed = 1\n[run]\nyears = 2\n[calibrate]\ntarget = \"trees.csv\"\n[[prior]]\nkey = \"light.cell_m\"\nlow = 1\nhigh = 2\n";
    place.write("trees.csv", "x,y,dbh_cm\n1,2,20\n3,4,30\n");
    for (command, text, key) in [
        (
            "run",
            small.clone() + "spacing_r_max_m = 0.0000016\n",
            "spacing_r_max_m =",
        ),
        (
            "compare",
            small.clone() + "spacing_r_max_m = 0.0000016\n",
            "spacing_r_max_m =",
        ),
        ("run", small.clone() + crowns, "e_fold_m ="),
        (
            "run",
            small.replace("seed = 7", "origin_m = [1e9, 0.0]\nseed = 7"),
            "origin_m =",
        ),
        ("scatter", kerr.to_owned(), "reach_cells ="),
        ("calibrate", fitted.to_owned(), "name ="),
    ] {
        place.write("s.toml", &text);
        let line = 1 + text.lines().position(|line| line.contains(key)).unwrap();
        let [checked, made] = ["check s.toml".to_owned(), format!("{command} s.toml --out out")]
            .map(|command| place.refused(1, &command).lines().next().unwrap().to_owned());
        assert!(
            checked.starts_with(&format!("error: s.toml:{line}:")),
            "{checked}"
        );
        assert_eq!(checked, made, "{command}");
        assert!(!place.has("out") && !place.has("out.partial"));
    }
}

/// Each of its 200,000 lines aslant was followed over all of its length, for hours.
#[test]
fn the_sun_of_a_plot_as_narrow_as_a_hair_is_soon_known() {
    let place = Place::new();
    let long = "size_m = [1000000.0, 0.01]\nedge = \"open\"\n";
    stand_with(
        &place,
        &[
            ("size_m = [60.0, 60.0]\nedge = \"torus\"\n", long),
            (
                "[run]",
                "[terrain]\nnoise = { wavelength_m = 40.0, amplitude_m = 5.0 }\n[ground]\nlatitude_deg = 50.0\n[run]",
            ),
        ],
    );
    place.run_well("check stand.toml");
}

/// The third run of this sweep finds no room for its founders, which was told when the first two were grown.
#[test]
fn every_point_of_a_sweep_is_tried_before_the_first_is_run() {
    let place = Place::new();
    stand_with(
        &place,
        &[(
            "method = \"uniform\"\ncount = 60",
            "method = \"poisson-disk\"\ndistance_m = 2.0\ncount = 60",
        )],
    );
    let text = place.read("stand.toml") + "[sweep]\n\"founders.1.distance_m\" = [2.0, 3.0, 20.0]\n";
    place.write("stand.toml", &text);
    for command in ["check stand.toml", "run stand.toml --out out"] {
        let said = place.refused(1, command);
        assert!(
            said.contains("task 0002-00 (founders.1.distance_m = 20.0)"),
            "{said}"
        );
        assert!(!place.has("out.partial"));
    }
}

/// `check` laid founders out without a limit, and ended in an abort or after minutes.
#[test]
fn too_many_founders_are_refused_before_they_are_laid_out() {
    let place = Place::new();
    for (count, method) in [
        ("100000000", "uniform"),
        ("60000000", "uniform"),
        ("10000000", "elimination"),
        ("10000000", "circles"),
        ("10000000", "poisson-maximal"),
    ] {
        let entry = format!("method = \"{method}\"\ncount = {count}");
        stand_with(&place, &[("method = \"uniform\"\ncount = 60", entry.as_str())]);
        for command in ["check", "run", "compare"] {
            let ran = in_4_gib(&place, &format!("{command} stand.toml"));
            assert_eq!(ran.code, Some(1), "{command} {method} {count}: {}", ran.err);
            assert!(
                ran.err.contains("memory") || ran.err.contains("steps"),
                "{}",
                ran.err
            );
            assert!(
                ran.err.contains("error: stand.toml:") || command == "run",
                "{}",
                ran.err
            );
        }
    }
    assert!(!place.has("results"));
}

/// The seeds of a year ended in an allocation of hundreds of gigabytes.
#[test]
fn more_seeds_than_memory_are_refused_with_the_estimate() {
    let place = Place::new();
    let seeds = "preset = \"fagus-sylvatica\"\nfruit = { seeds_per_m2 = 1e6 }";
    stand_with(
        &place,
        &[
            ("preset = \"fagus-sylvatica\"", seeds),
            ("years = 4", "years = 90"),
        ],
    );
    let ran = in_4_gib(&place, "run stand.toml");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.err.contains("GB of memory") && ran.err.contains("are free"),
        "{}",
        ran.err
    );
    assert!(!place.has("results"));
}

/// Leaf cards times nodes, and millions of points, were grown until memory ended.
#[test]
fn a_tree_larger_than_memory_is_refused_with_its_key() {
    let place = Place::new();
    place.write(
        "tree.toml",
        "name = \"tree\"\n[world]\nseed = 1\n[tree]\ncrown_points = 2000000\ncrown = { shape = \"sphere\", centre_m = [0.0, 0.0, 9.0], radius_m = 8.0 }\nleaf = { length_m = 0.3, width_m = 0.2, angle_deg = 50.0, most_tips = 2, per_node = 1000 }\n",
    );
    for command in ["check", "grow"] {
        let ran = in_4_gib(&place, &format!("{command} tree.toml"));
        assert_eq!(ran.code, Some(1), "{command}: {}", ran.err);
        assert!(ran.err.starts_with("error: tree.toml:7:"), "{}", ran.err);
    }
    assert!(!place.has("results"));
}

/// What is found only in growing was told without line and column, some of it as the program's own text.
#[test]
fn what_is_found_in_growing_is_told_at_its_key() {
    let place = Place::new();
    let tree =
        |more: &str| format!("name = \"tree\"\n[world]\nseed = 1\n[tree]\npreset = \"shrub\"\n{more}\n");
    for (name, more) in [
        (
            "nothing_in_reach",
            "crown_points = 300\ncrown = { shape = \"sphere\", centre_m = [900.0, 0.0, 5.0], radius_m = 2.0 }",
        ),
        (
            "too_many_letters",
            "[tree.baseline]\npreset = \"excurrent\"\nmost_letters = 3",
        ),
        (
            "nothing_drawn",
            "[tree.baseline]\naxiom = \"A\"\nsteps = 2\nrules = [{ from = \"A\", to = \"A\" }]",
        ),
        (
            "obstacle_over_trunk",
            "[[tree.obstacles]]\nshape = \"box\"\nlow_m = [-1.0, -1.0, 0.01]\nhigh_m = [1.0, 1.0, 1.0]",
        ),
    ] {
        let text = tree(more);
        // A drawn crown stands beside no preset.
        let text = match name {
            "nothing_in_reach" => text.replace("preset = \"shrub\"\n", ""),
            _ => text,
        };
        place.write("tree.toml", &text);
        let [checked, grown] = ["check", "grow"].map(|command| place.run(&format!("{command} tree.toml")));
        assert_eq!(
            (checked.code, grown.code),
            (Some(1), Some(1)),
            "{name}: {}",
            grown.err
        );
        assert!(
            checked.err.starts_with(&grown.err),
            "{}\n{}",
            checked.err,
            grown.err
        );
        insta::assert_snapshot!(format!("grown_{name}"), grown.err);
    }
    stand_with(
        &place,
        &[(
            "method = \"jittered-grid\"\ncount = 60",
            "method = \"poisson-disk\"\ndistance_m = 20.0\ncount = 60",
        )],
    );
    insta::assert_snapshot!("grown_no_room", place.refused(1, "run stand.toml"));
    stand_with(&place, &[("[60.0, 60.0]", "[1e6, 1e6]")]);
    insta::assert_snapshot!("grown_plot_too_large", place.refused(1, "check stand.toml"));
    assert!(!place.has("results/tree") && !place.has("results/tree.partial"));
}

/// `check` said that they are ready, and `grow` ended with exit code 1.
#[test]
fn radii_that_no_mesh_takes_are_refused_by_check_too() {
    let place = Place::new();
    for pipes in ["exponent = 0.4", "tip_radius_m = 1e4", "tip_radius_m = 1e-7"] {
        place.write(
            "tree.toml",
            &format!("name = \"tree\"\n[world]\nseed = 1\n[tree]\npreset = \"shrub\"\nfinish = {{ pipes = {{ {pipes} }} }}\n"),
        );
        for command in ["check", "grow"] {
            let said = place.refused(1, &format!("{command} tree.toml"));
            assert!(said.starts_with("error: tree.toml:6:"), "{said}");
        }
    }
}

/// A scenario of 50 MB took twelve seconds, and a name in it was printed whole.
#[test]
fn files_and_values_that_nobody_can_read_are_cut() {
    let place = Place::new();
    stand_with(
        &place,
        &[("name = \"stand\"", &format!("name = \"{}\"", "a".repeat(100_000)))],
    );
    let said = place.refused(1, "check stand.toml");
    assert!(
        said.len() < 2000 && said.contains("characters left out"),
        "{said}"
    );
    place.write("stand.toml", &format!("# {}\n", "a".repeat(5 << 20)));
    let said = place.refused(1, "check stand.toml");
    assert!(said.contains("a scenario has at most 4 MB"), "{said}");
    place.write(
        "stand.toml",
        &format!("a = {}{}\n", "[".repeat(500), "]".repeat(500)),
    );
    insta::assert_snapshot!("too_deep", place.refused(1, "check stand.toml"));
}

/// The voxels of the light's grid and the tiles of a huge plot were in no estimate, and `check` asked for all of them.
#[test]
fn plots_and_grids_beyond_memory_are_refused_before_they_are_laid_out() {
    let place = Place::new();
    stand_with(&place, &[]);
    let grid = "--set light.model=grid --set light.cell_m=0.25 --set light.layer_m=0.25 --set world.size_m=[4000.0,4000.0]";
    for (settings, what) in [
        (grid, "the grid of this `light.model`"),
        ("--set world.size_m=[99000.0,99000.0]", "a plot of this size"),
    ] {
        let ran = in_4_gib(&place, &format!("check stand.toml {settings}"));
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        for part in [what, "GB of memory", "are free"] {
            assert!(ran.err.contains(part), "{part}: {}", ran.err);
        }
        let ran = in_4_gib(&place, &format!("run stand.toml {settings}"));
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.err.contains("GB of memory"), "{}", ran.err);
    }
    assert!(!place.has("results"));
}

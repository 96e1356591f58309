//! `grow`: one tree and the L-system beside it, and the folder that they leave.

use std::fs;

use serde_json::Value;

use crate::folders::{assert_contains, names, refused_untouched, snapshot};
use crate::same_bytes::assert_same;
use crate::util::{Csv, Place, Ran, Stand, files_below};

const SHRUB: &str = "name = \"shrub\"\n[world]\nseed = 7\n[tree]\npreset = \"shrub\"\nage_yr = 6\n";
const BESIDE: &str = "baseline = { preset = \"decurrent\" }\n";
const GROW: &str = "grow shrub.toml --out out";

fn shrub() -> Place {
    let place = Place::new();
    place.write("shrub.toml", SHRUB);
    place
}

fn json(place: &Place, name: &str) -> Value {
    serde_json::from_str(&place.read(name)).unwrap()
}

#[test]
fn a_tree_leaves_the_files_that_readers_count_on() {
    let place = shrub();
    place.write("shrub.toml", &format!("{SHRUB}{BESIDE}"));
    let ran = place.run_well(GROW);
    let files = files_below(&place.path("out"));
    let expected = [
        "counterpart.glb",
        "counterpart_leaves.csv",
        "counterpart_skeleton.csv",
        "datapackage.json",
        "figures/beside.png",
        "figures/beside.svg",
        "figures/roots-plan.png",
        "figures/roots-plan.svg",
        "figures/roots-side.png",
        "figures/roots-side.svg",
        "figures/views.png",
        "figures/views.svg",
        "impostor.glb",
        "leaves.csv",
        "manifest.json",
        "metrics.json",
        "report.html",
        "roots.rsml",
        "scenario.toml",
        "skeleton.csv",
        "skeleton.obj",
        "skeleton.ply",
        "tree-bark.png",
        "tree-leaves-opacity.png",
        "tree-leaves.png",
        "tree-lod0.glb",
        "tree-lod1.glb",
        "tree-lod2.glb",
        "tree-lod3.glb",
        "tree.glb",
        "tree.mtl",
        "tree.obj",
        "tree.ply",
    ];
    assert_eq!(files, expected);

    let header = "node,parent,part,x_m,y_m,z_m,radius_m,order,iteration";
    for table in ["skeleton.csv", "counterpart_skeleton.csv"] {
        assert_eq!(place.read(&format!("out/{table}")).lines().next(), Some(header));
        let skeleton = Csv::read(&place.path(&format!("out/{table}")));
        let parents = skeleton.numbers("parent");
        assert_eq!(parents[0], None);
        let numbers = skeleton.numbers("node");
        assert!((1..parents.len()).all(|row| parents[row].unwrap() < numbers[row].unwrap()));
        assert!(
            numbers
                .iter()
                .enumerate()
                .all(|(row, number)| *number == Some(row as f64))
        );
    }
    let skeleton = Csv::read(&place.path("out/skeleton.csv"));
    let (parts, heights_m) = (skeleton.texts("part"), skeleton.numbers("z_m"));
    assert!(parts.iter().all(|part| ["shoot", "root"].contains(part)));
    assert!(parts.contains(&"root"));
    let highest_m = heights_m.iter().flatten().copied().fold(0.0, f64::max);

    let metrics = json(&place, "out/metrics.json");
    assert_eq!(metrics["nodes"], parts.len());
    assert!((metrics["height_m"].as_f64().unwrap() - highest_m).abs() < 1e-9);
    assert_eq!(metrics["stop"], "done");
    assert_eq!(metrics["form"]["growth"], "seasons");
    assert_ne!(metrics["form"]["season"]["shoot_m"], 0.5, "it varies");
    for metrics in [&metrics, &metrics["counterpart"]] {
        let keys = [
            "strahler_counts",
            "bifurcation_ratio",
            "stream_length_ratio",
            "tokunaga_t1",
            "valence_max",
            "da_vinci_exponent",
            "path_fraction",
            "crown_ratio",
            "crown_width_per_height",
            "root_shoot_ratio",
        ];
        for key in keys {
            assert!(metrics.get(key).is_some(), "{key}");
        }
        for angle in ["lateral_angle_deg", "sibling_angle_deg"] {
            let [low, middle, high] =
                ["q25", "median", "q75"].map(|quartile| metrics[angle][quartile].as_f64().unwrap());
            assert!(low <= middle && middle <= high);
        }
        assert!(metrics["left_over"]["stalled"].is_u64() && metrics["left_over"]["out_of_reach"].is_u64());
    }

    let manifest = json(&place, "out/manifest.json");
    assert_eq!(
        (&manifest["tool"], &manifest["command"]),
        (&"understory".into(), &"grow".into())
    );
    assert_eq!(manifest["seed"], 7);
    assert!(manifest.get("years").is_none() && manifest.get("species").is_none());
    let performance = &manifest["performance"];
    for time in [
        "wall_s",
        "attraction_s",
        "growth_s",
        "finish_s",
        "mesh_s",
        "write_s",
    ] {
        assert!(performance[time].as_f64() > Some(0.0), "{time}");
    }
    for time in ["growth_s", "finish_s", "mesh_s"] {
        assert!(performance["counterpart"][time].as_f64() > Some(0.0), "{time}");
    }
    let listed = manifest["files"].as_array().unwrap();
    assert_eq!(listed.len(), 21);
    for file in listed {
        let path = file["path"].as_str().unwrap();
        let bytes = std::fs::read(place.path(&format!("out/{path}"))).unwrap();
        assert_eq!(file["blake3"], blake3::hash(&bytes).to_hex().as_str(), "{path}");
        let rows = path
            .ends_with(".csv")
            .then(|| bytes.iter().filter(|byte| **byte == b'\n').count() - 1);
        assert_eq!(file["rows"].as_u64(), rows.map(|rows| rows as u64), "{path}");
    }

    assert!(
        std::fs::read(place.path("out/tree.glb"))
            .unwrap()
            .starts_with(b"glTF")
    );
    assert!(place.read("out/skeleton.ply").starts_with("ply\n"));
    assert_eq!(
        place.read("out/skeleton.obj").matches("\nv ").count(),
        parts.len()
    );
    let triangles = metrics["triangles"].as_array().unwrap();
    assert_eq!(triangles.len(), 4);
    assert_eq!(
        place.read("out/tree.obj").matches("\nf ").count() as u64,
        triangles[0].as_u64().unwrap()
    );

    assert!(ran.out.starts_with("metric "), "{}", ran.out);
    assert!(
        ran.out.lines().all(|line| line.chars().count() <= 60),
        "{}",
        ran.out
    );
    assert_contains(
        &ran.out,
        &[
            "L-system",
            "measured trees",
            "bifurcation_ratio",
            "left_over.stalled",
        ],
    );
    assert_contains(&ran.err, &["shrub: ", "nodes", "results are in out"]);
}

#[test]
fn threads_change_nothing_and_neither_does_a_second_time_nor_the_folders_own_scenario() {
    let place = shrub();
    place.run_well(&format!("{GROW} --threads 1 --seed 8"));
    let first = place.everything("out");
    assert_eq!(json(&place, "out/manifest.json")["seed"], 8);
    place.run_well("grow out/scenario.toml --out again --threads 2");
    assert_same(&first, &place.everything("again"));
    place.run_well("grow again/scenario.toml --out out");
    assert_same(&first, &place.everything("out"));
    assert_eq!(names(&place), ["again", "out", "shrub.toml"]);

    std::fs::remove_dir_all(place.path("out/figures")).unwrap();
    let ran = place.run_well("plot out");
    assert_contains(&ran.err, &["drew 3 figures in out/figures"]);
    assert_same(&first, &place.everything("out"));
    place.run_well(&format!("{GROW} --quiet"));
    assert_ne!(
        first["skeleton.csv"],
        place.everything("out")["skeleton.csv"],
        "another seed"
    );
}

#[test]
fn triangles_and_roots_are_as_asked_for() {
    let place = shrub();
    place.run_well(&format!("{GROW} --triangles 3000,900 --roots"));
    let metrics = json(&place, "out/metrics.json");
    let triangles: Vec<u64> = (metrics["triangles"].as_array().unwrap().iter())
        .map(|triangles| triangles.as_u64().unwrap())
        .collect();
    for (triangles, most) in triangles.iter().zip([3000, 900, 300, 100]) {
        assert!((most / 2..=most).contains(triangles), "{triangles} of {most}");
    }
    assert_contains(&place.read("out/tree.obj"), &["g roots"]);
    assert_contains(
        &place.read("out/scenario.toml"),
        &["triangles = 3000", "roots = true"],
    );
    let said = place.refused(1, &format!("{GROW} --triangles 7"));
    assert_contains(&said, &["`tree.mesh.triangles` is 7"]);
    place.run_well(GROW);
    assert!(!place.read("out/tree.obj").contains("g roots"));
}

#[test]
fn levels_that_rise_or_have_too_few_triangles_are_refused_by_their_names() {
    let place = shrub();
    let said = place.refused(1, &format!("{GROW} --triangles 100,200,150,400"));
    assert_contains(
        &said,
        &[
            "`tree.mesh.triangles_lod1` is 200, but the level before it has 100",
            "`tree.mesh.triangles_lod3` is 400, but the level before it has 150",
        ],
    );
}

/// A third of 70 was refused, of which nobody had said anything.
#[test]
fn levels_of_which_nothing_is_said_are_as_fine_as_a_trunk_takes() {
    let place = shrub();
    place.run_well(&format!("{GROW} --triangles 70"));
    let metrics = json(&place, "out/metrics.json");
    let triangles = metrics["triangles"].as_array().unwrap();
    assert!(
        triangles
            .iter()
            .all(|triangles| (1..=70).contains(&triangles.as_u64().unwrap())),
        "{triangles:?}"
    );
}

#[test]
fn a_diameter_and_the_age_at_which_it_is_reached_are_told() {
    let place = shrub();
    place.edit("shrub.toml", "age_yr = 6", "dbh_cm = 1.0");
    let ran = place.run_well(GROW);
    let metrics = json(&place, "out/metrics.json");
    assert!(
        metrics["dbh_cm"]
            .as_f64()
            .is_some_and(|dbh_cm| (1.0..3.0).contains(&dbh_cm))
    );
    let age_yr = metrics["age_yr"].as_u64().unwrap();
    assert_contains(&ran.err, &[&format!("{age_yr} years old"), " cm thick"]);
    assert_contains(&ran.out, &["dbh_cm", "age_yr"]);
}

#[test]
fn a_stem_that_is_to_be_clear_of_a_tree_that_is_too_low_is_refused() {
    let place = shrub();
    let oak = "preset = \"oak\"\nage_yr = 12\nseason = { clear_m = 4.0 }";
    place.edit("shrub.toml", "preset = \"shrub\"\nage_yr = 6", oak);
    for command in ["check shrub.toml", GROW] {
        let said = place.refused(1, command);
        assert_contains(
            &said,
            &["shrub.toml:7:", "`season.clear_m` is 4", "trees over 10 m"],
        );
    }
    // What the form that ships has says nothing of young trees.
    place.edit("shrub.toml", "season = { clear_m = 4.0 }", "detail = 0.5");
    place.run_well(GROW);
}

#[test]
fn what_makes_no_difference_is_noted() {
    let place = shrub();
    place.edit("shrub.toml", "age_yr = 6", "age_yr = 6\nwithout = [\"roots\"]");
    let ran = place.run_well(&format!(
        "{GROW} --roots --set tree.season.closed_crown_share=0.4"
    ));
    assert_contains(
        &ran.err,
        &[
            "note: `mesh.roots` draws nothing",
            "note: `season.closed_crown_share`",
        ],
    );
    let ran = place.run_well(GROW);
    assert!(!ran.err.contains("note:"), "{}", ran.err);
}

#[test]
fn a_bare_tree_has_no_picture_of_leaves() {
    let place = shrub();
    place.edit("shrub.toml", "age_yr = 6", "age_yr = 6\nwithout = [\"leaf\"]");
    place.run_well(GROW);
    let files = files_below(&place.path("out"));
    assert!(!files.iter().any(|file| file.contains("leaves")), "{files:?}");
    assert!(!place.read("out/tree.mtl").contains("leaves"));
}

/// A file of one level names it as the file of all does; wind stands in texture coordinates where it is asked for.
#[test]
fn files_of_one_level_are_that_level_of_the_tree() {
    let place = shrub();
    place.run_well(&format!("{GROW} --wind-in-texture"));
    for level in 0..4 {
        let bytes = fs::read(place.path(&format!("out/tree-lod{level}.glb"))).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains(&format!("_LOD{level}\"")), "{level}");
        assert!(!text.contains("level "), "{level}");
        assert!(text.contains("TEXCOORD_1") && text.contains("TEXCOORD_2"));
    }
    place.run_well(GROW);
    let bytes = fs::read(place.path("out/tree.glb")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("TEXCOORD_1"));
}

#[cfg(feature = "meshopt")]
#[test]
fn packed_levels_stand_in_a_folder_of_their_own_where_they_are_asked_for() {
    let place = shrub();
    place.run_well(&format!("{GROW} --meshopt"));
    for file in ["tree.glb", "tree-lod0.glb", "tree-lod3.glb"] {
        let [plain, packed] =
            ["out", "out/meshopt"].map(|folder| fs::read(place.path(&format!("{folder}/{file}"))).unwrap());
        assert!(
            packed.len() < plain.len(),
            "{file}: {} of {}",
            packed.len(),
            plain.len()
        );
        assert!(packed.windows(23).any(|name| name == b"EXT_meshopt_compression"));
    }
    place.run_well(GROW);
    assert!(!place.has("out/meshopt"), "it went with the folder that held it");
}

#[test]
fn a_form_that_varies_is_told_as_it_grew() {
    let place = shrub();
    place.write(
        "shrub.toml",
        &format!("{SHRUB}[tree.variation.tree]\nheight = 0.2\n"),
    );
    place.run_well(GROW);
    let metrics = json(&place, "out/metrics.json");
    let shoot_m = metrics["form"]["season"]["shoot_m"].as_f64().unwrap();
    let preset_m = understory::branching::presets::named("shrub")
        .unwrap()
        .form()
        .season
        .shoot_m;
    assert!((shoot_m / preset_m - 1.0).abs() > 1e-6);
}

#[test]
fn what_cannot_grow_is_told_with_a_way_out_and_leaves_what_was_there() {
    let place = shrub();
    place.run_well(GROW);
    place.edit(
        "shrub.toml",
        "preset = \"shrub\"\nage_yr = 6",
        "crown_points = 300\nshoot = { trunk = { shortest_m = 0.0, longest_m = 0.1 } }\n\
         crown = { shape = \"sphere\", centre_m = [0.0, 0.0, 50.0], radius_m = 3.0 }",
    );
    assert_contains(
        &refused_untouched(&place, GROW),
        &["no attraction point lies within", "raise `influence_distance`"],
    );
}

#[test]
fn bark_and_leaves_may_be_those_of_another_form_that_ships() {
    let place = shrub();
    let files = ["tree-bark.png", "tree-leaves.png", "tree.glb", "skeleton.csv"];
    let left = || files.map(|file| std::fs::read(place.path(&format!("out/{file}"))).unwrap());
    place.run_well(GROW);
    let own = left();
    place.edit("shrub.toml", "age_yr = 6", "age_yr = 6\nlook = \"birch\"");
    place.run_well(GROW);
    let changed: Vec<bool> = own.iter().zip(&left()).map(|(own, other)| own != other).collect();
    assert_eq!(changed, [true, true, true, false]);
    place.edit("shrub.toml", "\"birch\"", "\"brich\"");
    assert_contains(
        &refused_untouched(&place, GROW),
        &[
            "shrub.toml:7:",
            "`tree.look` is \"brich\"",
            "did you mean `birch`?",
        ],
    );
}

#[test]
fn a_stem_that_no_tree_has_is_told_with_the_thickest() {
    let place = shrub();
    place.edit(
        "shrub.toml",
        "preset = \"shrub\"\nage_yr = 6",
        "preset = \"birch\"\ndbh_cm = 900.0\nseason = { oldest_yr = 20 }",
    );
    for command in ["check shrub.toml", GROW] {
        assert_contains(
            &place.refused(1, command),
            &[
                "shrub.toml:6:",
                "`dbh_cm` is 900",
                "20 years",
                "give a smaller `dbh_cm`",
            ],
        );
    }
}

#[test]
fn a_forest_is_not_grown_as_a_tree_nor_a_tree_run_as_a_forest() {
    let place = Place::with(&Stand::SMALL);
    place.write("shrub.toml", SHRUB);
    assert_contains(
        &refused_untouched(&place, "grow stand.toml"),
        &["stand.toml", "understory run"],
    );
    for command in ["run", "compare"] {
        let said = refused_untouched(&place, &format!("{command} shrub.toml"));
        assert_contains(&said, &["shrub.toml", "understory grow"]);
    }
    assert_contains(&refused_untouched(&place, "grow shurb.toml"), &["shurb.toml"]);
    place.run_well(GROW);
    for arguments in ["stats out", "plot out --beside out"] {
        place.refused(1, arguments);
    }
}

#[test]
fn a_folder_that_holds_something_else_is_refused_untouched() {
    for folder in ["out", "out.partial"] {
        let place = shrub();
        place.write(&format!("{folder}/thesis.txt"), "years of work");
        let said = refused_untouched(&place, GROW);
        assert_contains(&said, &[folder, "not written by understory", "--out"]);
    }
}

#[test]
fn a_forest_takes_the_place_of_a_tree_and_a_tree_that_of_a_forest() {
    let place = Place::with(&Stand::SMALL);
    place.write("shrub.toml", SHRUB);
    for command in ["run stand.toml --out out", GROW, "run stand.toml --out out"] {
        place.run_well(command);
    }
    place.run_well(GROW);
    let said = place.refused(1, "run stand.toml --out out --resume");
    assert_contains(&said, &["was begun as another run", "without `--resume`"]);
    assert!(place.has("out/skeleton.csv"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let place = shrub();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = place.command(&format!("{GROW} --quiet"));
    let ran: Ran = command.stdout(writer).output().unwrap().into();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_at_once_and_what_was_there_stays() {
    let place = shrub();
    place.run_well(GROW);
    let before = snapshot(&place);
    place.edit(
        "shrub.toml",
        "preset = \"shrub\"\nage_yr = 6",
        "crown_points = 2000000\ncrown = { shape = \"sphere\", centre_m = [0.0, 0.0, 3.0], radius_m = 2.5 }",
    );
    let mut running = place.start(GROW);
    running.wait_for("out.partial/scenario.toml");
    let ran = running.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert_contains(
        &ran.err,
        &["stopped", "out.partial", "the same command begins again"],
    );
    place.write("shrub.toml", SHRUB);
    place.run_well(GROW);
    assert!(before.keys().eq(snapshot(&place).keys()));
}

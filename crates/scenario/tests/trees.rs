//! Scenarios of a single tree: what reaches the specimen, and that those which ship grow.

use understory_branching::cloud::{Arrangement, Envelope};
use understory_branching::colonization::{Distance, Harm, Obstacle};
use understory_branching::lsystem::L_SYSTEMS;
use understory_branching::metrics::BANDS;
use understory_branching::presets::PRESETS;
use understory_branching::seasons::{SeasonTree, Surroundings};
use understory_branching::specimen::{Baseline, Form};
use understory_branching::tree::TreeForm;
use understory_scenario::{
    Described, Files, ForestScenario, Overrides, Problems, Scenario, StandScenario, TEMPLATES, TreeScenario,
    load, reference,
};

use crate::common::{self, CORPUS, Folder, Memory, scenarios};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");

fn corpus(path: &str) -> TreeScenario {
    load::<TreeScenario>(path, &Folder(CORPUS), &Overrides::default()).unwrap()
}

fn load_text(text: &str) -> Result<TreeScenario, Problems> {
    let text = format!("name = \"t\"\n[world]\nseed = 1\n{text}");
    let files = Memory(vec![("t.toml".to_owned(), text.into_bytes())]);
    load::<TreeScenario>("t.toml", &files, &Overrides::default())
}

fn trees_of_the_corpus() -> Vec<String> {
    let is_tree = |path: &String| {
        let text = Folder(CORPUS).read(path).unwrap();
        String::from_utf8(text).unwrap().contains("[tree]")
    };
    scenarios("good").into_iter().filter(is_tree).collect()
}

#[test]
fn each_preset_is_the_form_that_ships() {
    for preset in PRESETS {
        let scene = load_text(&format!("[tree]\npreset = \"{}\"", preset.name)).unwrap();
        assert_eq!(scene.specimen.form, preset.form().into(), "{}", preset.name);
        assert_eq!(scene.specimen.variation, preset.variation());
        assert_eq!(scene.specimen.baseline, None);
    }
}

#[test]
fn each_l_system_is_the_one_that_ships_with_the_wood_of_the_form_beside_it() {
    for system in L_SYSTEMS {
        let name = system.name;
        let text = format!("[tree]\npreset = \"pine\"\nbaseline = {{ preset = \"{name}\" }}");
        let scene = load_text(&text).unwrap();
        let pine = PRESETS.iter().find(|preset| preset.name == "pine").unwrap();
        let expected = Baseline {
            system: system.system(),
            turtle: system.turtle(),
            finish: pine.baseline().finish,
        };
        assert_eq!(scene.specimen.baseline, Some(expected), "{name}");
    }
}

#[test]
fn what_is_left_out_is_as_the_library_has_it() {
    let crown = "shape = \"sphere\", centre_m = [0.0, 0.0, 3.0], radius_m = 2.0";
    let scene = load_text(&format!(
        "[tree]\ncrown = {{ {crown} }}\ncrown_points = 50\n[tree.baseline]\naxiom = \"F(1) A\"\nsteps = 1\nrules = [{{ from = \"A\", to = \"F(1)\" }}]"
    ))
    .unwrap();
    let library: TreeForm = toml::from_str(
        "crown_points = 50\nshoot = {}\ncrown = { shape = \"sphere\", centre_m = [0.0, 0.0, 3.0], radius_m = 2.0 }",
    )
    .unwrap();
    assert_eq!(scene.specimen.form, library.into());
    let library: Baseline =
        toml::from_str("[system]\naxiom = \"F(1) A\"\nsteps = 1\nrules = [{ from = \"A\", to = \"F(1)\" }]")
            .unwrap();
    assert_eq!(scene.specimen.baseline, Some(library));
}

#[test]
fn a_key_beside_a_preset_overrides_its_part_and_no_other() {
    let scene = corpus("good/tree-preset.toml");
    let oak = PRESETS.iter().find(|preset| preset.name == "oak").unwrap().form();
    let mut expected = SeasonTree {
        roots: None,
        age_yr: None,
        dbh_cm: Some(12.5),
        site: Surroundings::Closed,
        detail: 0.5,
        ..oak
    };
    expected.season.leaf_yr = 2;
    expected.season.limbs.angle_deg = 70.0;
    assert_eq!(scene.specimen.form, expected.into());
    let baseline = scene.specimen.baseline.unwrap();
    assert_eq!(baseline.system.steps, 4);
    assert_eq!(baseline.system.axiom, L_SYSTEMS[0].system().axiom);
}

#[test]
fn keys_reach_the_specimen() {
    let TreeScenario { specimen, header, .. } = corpus("good/tree-spelled-out.toml");
    let Form::Colonization(form) = &specimen.form else {
        panic!("a crown is drawn, so it is colonized")
    };
    let Envelope::Union { parts } = &form.crown else {
        panic!("{:?}", form.crown)
    };
    let around_file = Envelope::Around {
        segments_m: vec![
            [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]],
            [[0.0, 0.0, 2.0], [1.0, 0.0, 3.0]],
            [[0.0, 0.0, 2.0], [-1.0, 0.5, 3.5]],
        ],
        distance_m: 0.5,
    };
    assert_eq!((parts.len(), &parts[8]), (10, &around_file));
    let Envelope::AroundMesh { triangles_m, .. } = &parts[9] else {
        panic!("{:?}", parts[9])
    };
    // Two faces of five corners and two of four; y up becomes z up.
    assert_eq!((triangles_m.len(), triangles_m[0][0]), (10, [4.0, 2.0, 0.0]));
    let clusters = Arrangement::Clusters {
        points_each: 10,
        radius_m: 0.5,
    };
    assert_eq!((form.arrangement, form.light), (clusters, 0.3));
    assert_eq!(form.shoot.influence_distance, Distance::Metres(1.5));
    assert_eq!(form.shoot.trunk.direction, [0.0, 0.1, 1.0]);
    assert_eq!(
        (form.shade.len(), form.warps.len(), form.scaffold.len()),
        (1, 3, 1)
    );
    let harms: Vec<Harm> = form.shoot.damage.iter().map(|damage| damage.by).collect();
    assert_eq!(harms[1], Harm::Lightning { above_m: 6.0 });
    assert_eq!(form.finish.pipes.exponent, 2.5);
    assert_eq!(specimen.stand, "a windy ridge");
    assert_eq!(specimen.variation.tree.tropism, 0.02);
    // Four obstacles, and a capsule around each of the 15 edges of the shed.
    assert_eq!(specimen.obstacles.len(), 4 + 15);
    assert!(matches!(
        specimen.obstacles[4],
        Obstacle::Capsule { radius_m: 0.1, .. }
    ));
    let baseline = specimen.baseline.unwrap();
    assert_eq!(baseline.system.rules[0].after, Some('F'));
    assert_eq!(baseline.turtle.tropism, [0.0, 0.0, -0.05]);
    assert!(!baseline.finish.relocate && baseline.finish.smoothings == 1);
    let paths: Vec<&str> = header.inputs.iter().map(|input| input.path.as_str()).collect();
    assert_eq!(paths, ["data/skeleton.csv", "data/shed.obj"]);
}

#[test]
fn a_tree_can_be_grown_again_from_its_own_folder() {
    for path in trees_of_the_corpus() {
        let overrides = Overrides {
            seed: Some(99),
            years: None,
            ..Overrides::default()
        };
        let scene = load::<TreeScenario>(&path, &Folder(CORPUS), &overrides).unwrap();
        assert_eq!(scene.header.seed, 99);
        let folder = scene.copies(&|_| None);
        let inputs = folder.inputs.iter();
        let mut files: Vec<_> = inputs
            .map(|input| (format!("run/inputs/{}", input.name), input.bytes.clone()))
            .collect();
        files.push((
            "run/scenario.toml".to_owned(),
            folder.scenario.clone().into_bytes(),
        ));
        let again = load::<TreeScenario>("run/scenario.toml", &Memory(files), &Overrides::default()).unwrap();
        assert_eq!(
            (again.header.seed, &again.specimen),
            (99, &scene.specimen),
            "{path}"
        );
        assert_eq!(again.header.identity, scene.header.identity);
        assert_eq!(again.copies(&|_| None).scenario, folder.scenario);
    }
}

#[test]
fn another_seed_or_number_is_another_tree() {
    const OAK: &str = "name = \"t\"\nworld.seed = 1\n[tree]\npreset = \"oak\"\nage_yr = 12\n";
    let of = |from: &str, to: &str| {
        assert!(OAK.contains(from));
        let files = Memory(vec![("t.toml".to_owned(), OAK.replace(from, to).into_bytes())]);
        let tree = load::<TreeScenario>("t.toml", &files, &Overrides::default());
        tree.unwrap_or_else(|problems| panic!("{to}: {problems}"))
            .header
            .identity
    };
    let age = "age_yr = 12";
    for (from, to) in [
        ("seed = 1", "seed = 2"),
        ("oak", "birch"),
        (age, "age_yr = 13"),
        (age, "dbh_cm = 12"),
        (age, "age_yr = 12\nwithout = [\"leaf\"]"),
        (age, "age_yr = 12\nstand = \"a ridge\""),
        (age, "age_yr = 12\nmesh.triangles = 7000"),
        (age, "age_yr = 12\nvariation.tree.height = 0.123"),
        (
            age,
            "age_yr = 12\nobstacles = [{ shape = \"sphere\", centre_m = [9.0, 0.0, 1.0], radius_m = 1.0 }]",
        ),
        (age, "age_yr = 12\nbaseline.preset = \"decurrent\""),
    ] {
        assert_ne!(of(from, to), of(age, age), "{to}");
    }
    for (from, to) in [
        ("\"t\"", "\"another\" # one"),
        (age, "look = \"birch\"\nage_yr = 0xc\nstand = \"\""),
    ] {
        assert_eq!(of(from, to), of(age, age), "{to}");
    }
}

#[test]
fn a_list_without_an_entry_is_refused_by_name() {
    for (shape, list) in [
        ("revolved", "profile_m"),
        ("around", "segments_m"),
        ("around-mesh", "triangles_m"),
    ] {
        let text = format!("[tree]\ncrown_points = 9\ncrown = {{ shape = \"{shape}\", {list} = [] }}");
        let problems = load_text(&text).unwrap_err().to_string();
        assert!(
            problems.contains(&format!("`tree.crown.{list}` is")),
            "{problems}"
        );
    }
}

#[test]
fn a_taproot_may_reach_to_the_end_of_the_soil() {
    let with = |taproot_m: f64| {
        let [file, spoilt] = ["good/tree-spelled-out.toml"; 2];
        let text = String::from_utf8(Folder(CORPUS).read(file).unwrap()).unwrap();
        let line = text.lines().find(|line| line.starts_with("taproot_m")).unwrap();
        let files = common::Replaced {
            files: Folder(CORPUS),
            path: spoilt.to_owned(),
            text: text.replace(line, &format!("taproot_m = {taproot_m:?}")),
        };
        load::<TreeScenario>(file, &files, &Overrides::default())
    };
    let depth_m = with(0.5).unwrap().specimen.form.roots().unwrap().depth_m;
    assert!(with(depth_m).is_ok());
    let refused = with(depth_m + 0.1).unwrap_err().to_string();
    assert!(refused.contains("`tree.roots.taproot_m`"), "{refused}");
}

#[test]
fn who_wants_a_forest_is_told_of_a_tree_and_the_other_way_round() {
    let folder = Folder(CORPUS);
    let none = Overrides::default();
    let told = "a single tree grows in this scenario, not a forest\nhint: grow it by `understory grow`";
    let refused = [
        load::<ForestScenario>("good/tree-preset.toml", &folder, &none).unwrap_err(),
        load::<StandScenario>("good/tree-preset.toml", &folder, &none).unwrap_err(),
    ];
    for problems in refused {
        assert!(problems.to_string().contains(told), "{problems}");
        assert_eq!(problems.as_slice().len(), 1);
    }
    let no_tree = load::<TreeScenario>("good/least.toml", &folder, &none).unwrap_err();
    let told = "no single tree grows in this scenario, as it has no `[tree]`\nhint: grow its forest by `understory run`";
    assert!(no_tree.to_string().contains(told), "{no_tree}");
    let empty = load_text("").unwrap_err();
    assert!(empty.to_string().contains("add a table `[tree]`"), "{empty}");
    assert!(matches!(
        load::<Scenario>("good/least.toml", &folder, &none),
        Ok(Scenario::Forest(_))
    ));
}

#[test]
fn the_template_of_a_tree_loads_and_grows() {
    let template = TEMPLATES.iter().find(|each| each.command == "grow").unwrap();
    let files = Memory(vec![("t.toml".to_owned(), template.text.as_bytes().to_vec())]);
    let scene = load::<TreeScenario>("t.toml", &files, &Overrides::default()).unwrap();
    assert_eq!(scene.header.name, template.name);
    let tree = scene.specimen.grow(scene.header.seed).unwrap();
    assert!(tree.metrics.nodes > 1000);
}

#[test]
fn the_reference_tells_each_shape_once() {
    let paths: Vec<String> = reference().into_iter().map(|entry| entry.path).collect();
    let has = |path: &str| paths.iter().filter(|known| *known == path).count();
    assert_eq!((has("tree.crown.parts"), has("tree.crown.parts.parts")), (1, 0));
    assert_eq!(has("tree.shoot.kill_distance.steps"), 1);
    assert_eq!(has("tree.baseline.rules.only_if"), 1);
}

#[test]
fn each_tree_that_ships_grows_near_the_bands_of_its_kind_and_leaves_no_point_stalled() {
    let names = Folder(SHIPPED).list("");
    let trees: Vec<_> = names.iter().filter(|name| name.starts_with("tree-")).collect();
    assert_eq!(trees.len(), 12, "{trees:?}");
    for name in trees {
        let scene = load::<TreeScenario>(name, &Folder(SHIPPED), &Overrides::default())
            .unwrap_or_else(|problems| panic!("{problems}"));
        let tree = scene
            .specimen
            .grow(scene.header.seed)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let metrics = &tree.metrics;
        assert!(metrics.nodes > 500, "{name}: {}", metrics.nodes);
        // Ivy may not leave the stones for a point in a corner of theirs.
        let most_stalled = if name == "tree-ruins.toml" { 10 } else { 0 };
        assert!(metrics.left_over.stalled <= most_stalled, "{name}");
        let baseline = scene.specimen.grow_baseline(scene.header.seed).unwrap();
        assert_eq!(baseline.is_some(), scene.specimen.baseline.is_some());
        if let Some(form) = &scene.preset {
            let held = BANDS.iter().filter(|band| form != "shrub" || !band.is_of_stems);
            for band in held {
                let value = band.value(metrics).unwrap();
                // Middle trees lie in the bands; one of them may stray a little.
                let [low, high] = band.range(scene.specimen.form.site());
                let is_near = (0.9 * low..=1.1 * high).contains(&value);
                assert!(is_near, "{name}: {} {value}", band.name);
            }
        }
    }
}

/// The children of both were taken for those of the last.
#[test]
fn a_skeleton_with_two_nodes_of_one_number_is_refused_at_the_second() {
    let refused = |rows: &str| {
        let text = "name = \"t\"\n[world]\nseed = 1\n[tree]\npreset = \"shrub\"\nage_yr = 3\n\
                    obstacles = [{ shape = \"around\", file = \"s.csv\", distance_m = 0.1 }]\n";
        let skeleton = format!("node,parent,x_m,y_m,z_m\n{rows}");
        let files = Memory(vec![
            ("t.toml".to_owned(), text.as_bytes().to_vec()),
            ("s.csv".to_owned(), skeleton.into_bytes()),
        ]);
        load::<TreeScenario>("t.toml", &files, &Overrides::default()).err()
    };
    assert!(refused("0,,9,0,0\n1,0,9,0,1\n2,1,9,0,2\n").is_none());
    let said = refused("0,,9,0,0\n1,0,9,0,1\n1,0,9,0,2\n").unwrap().to_string();
    assert!(
        said.contains("s.csv:4:1: there is a node `1` above this row already"),
        "{said}"
    );
    let said = refused("0,,9,0,0\n1,0,x,0,1\n").unwrap().to_string();
    assert!(
        said.contains("`x` is not a number") && said.contains("hint: give metres"),
        "{said}"
    );
}

//! What a loaded scenario holds, how it is overridden, repeated and identified.

use understory_forest::parameters::Light;
use understory_forest::presets::PRESETS;
use understory_scatter::{JitteredGrid, Method, MinimumDistance, Uniform};
use understory_scenario::{
    Described, Files, ForestScenario, Founders, InAStand, ListedDeadwood, Overrides, Problem, Problems,
    Scenario, StandScenario, TEMPLATES, load, template,
};
use understory_space::Edge;

use crate::common::{self, CORPUS, Folder, Memory, scenarios};

fn corpus(path: &str) -> ForestScenario {
    load::<ForestScenario>(path, &Folder(CORPUS), &Overrides::default()).unwrap()
}

fn text_of(path: &str) -> String {
    std::fs::read_to_string(format!("{CORPUS}/{path}")).unwrap()
}

fn load_text(text: &str, overrides: &Overrides) -> Result<ForestScenario, Problems> {
    load::<ForestScenario>(
        "s.toml",
        &Memory(vec![("s.toml".to_owned(), text.as_bytes().to_vec())]),
        overrides,
    )
}

#[test]
fn keys_reach_the_scenario_and_defaults_stand_where_none_is_given() {
    let scenario = corpus("good/methods.toml");
    assert_eq!(
        (scenario.plot.origin_m(), scenario.plot.edge()),
        ([-10.0, 5.5], Edge::Open)
    );
    assert_eq!(
        (scenario.header.seed, scenario.years, scenario.replicates),
        (3, 20, 4)
    );
    let methods: Vec<_> = scenario
        .founders
        .iter()
        .map(|founders| match founders {
            Founders::Drawn(drawn) => (drawn.species, drawn.method.clone(), drawn.count, drawn.age_yr),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (0, Method::Uniform(Uniform), 9, None),
        (
            0,
            Method::MinimumDistance(MinimumDistance {
                distance_m: Some(3.0),
                tries: 1000,
            }),
            20,
            Some(12),
        ),
        (1, Method::JitteredGrid(JitteredGrid { jitter: 0.4 }), 12, None),
    ];
    assert_eq!(methods, expected);
    let oak = &scenario.species[0];
    assert_eq!(
        (oak.growth.seedling_height_m, oak.inhibition.strength_on_others),
        (0.15, 1.0)
    );
    assert_eq!(
        (
            oak.competition.zone_radius_at_25_cm_m,
            oak.mortality.senescence_per_yr
        ),
        (2.7, 0.1)
    );
    assert!(matches!(
        scenario.conditions.light,
        Light::Crowding {
            size_asymmetry: 0.0,
            ..
        }
    ));
    assert_eq!(
        (
            scenario.record.spacing_r_max_m,
            scenario.record.checkpoint_every_years
        ),
        (9.5, 7)
    );
    assert_eq!(corpus("good/least.toml").record.spacing_r_max_m, 10.0);
}

#[test]
fn listed_trees_keep_what_the_file_says_and_the_far_edge_is_the_near_one() {
    let scenario = corpus("good/from-files.toml");
    let [
        Founders::Listed {
            trees,
            deadwood,
            moved_to_near_edge,
            path,
            file_blake3,
        },
        Founders::Listed { trees: marks, .. },
    ] = &scenario.founders[..]
    else {
        panic!("{:?}", scenario.founders);
    };
    assert_eq!(
        (trees.len(), *moved_to_near_edge, path.as_str()),
        (3, 1, "data/mixed.csv")
    );
    assert_eq!(deadwood, &[]);
    assert_eq!(
        (trees[0].height_m, trees[0].dbh_cm, trees[0].age_yr),
        (Some(5.5), None, None)
    );
    assert_eq!(
        (trees[1].place_m, trees[1].species, trees[1].age_yr),
        ([0.0, 20.0], 1, Some(30))
    );
    assert_eq!((trees[2].height_m, trees[2].dbh_cm), (Some(1.1), Some(0.0)));
    assert_eq!(
        marks.iter().map(|tree| tree.dbh_cm.unwrap()).collect::<Vec<_>>(),
        [30.0, 12.0]
    );
    let bytes = std::fs::read(format!("{CORPUS}/good/data/mixed.csv")).unwrap();
    assert_eq!(*file_blake3, blake3::hash(&bytes).to_hex().to_string());
    assert_eq!(
        scenario
            .header
            .inputs
            .iter()
            .map(|input| &input.path)
            .collect::<Vec<_>>(),
        ["data/mixed.csv", "data/marks.csv"]
    );
}

#[test]
fn an_open_plot_keeps_its_far_edge() {
    let text = text_of("good/from-files.toml").replace("torus", "open");
    let files = common::Replaced {
        files: Folder(CORPUS),
        path: "good/from-files.toml".to_owned(),
        text,
    };
    let scenario = load::<ForestScenario>("good/from-files.toml", &files, &Overrides::default()).unwrap();
    let Founders::Listed {
        trees,
        moved_to_near_edge,
        ..
    } = &scenario.founders[0]
    else {
        panic!()
    };
    assert_eq!((trees[1].place_m, *moved_to_near_edge), ([60.0, 20.0], 0));
}

#[test]
fn a_grown_forest_brings_its_plot_and_inputs() {
    let scenario = corpus("good/grown.toml");
    assert_eq!(
        (scenario.plot.size_m(), scenario.plot.origin_m()),
        ([180.0, 80.0], [100.0, 0.0])
    );
    assert!(scenario.plot.is_torus());
    let [
        Founders::Grown {
            patch,
            year: 15,
            tiles: [3, 2],
            ..
        },
    ] = &scenario.founders[..]
    else {
        panic!()
    };
    assert_eq!(
        (
            patch.years,
            patch.header.seed,
            patch.header.inputs[0].path.as_str()
        ),
        (15, 3, "patches/stand.csv")
    );
    let paths: Vec<_> = scenario
        .header
        .inputs
        .iter()
        .map(|input| input.path.as_str())
        .collect();
    assert_eq!(paths, ["patches/patch.toml", "patches/stand.csv"]);
}

#[test]
fn overrides_take_the_place_of_keys_and_are_checked_as_they_are() {
    let text = text_of("good/least.toml");
    let scenario = load_text(
        &text,
        &Overrides {
            seed: Some(11),
            years: Some(4),
            ..Overrides::default()
        },
    )
    .unwrap();
    assert_eq!((scenario.header.seed, scenario.years), (11, 4));
    let problems = load_text(
        &text,
        &Overrides {
            seed: Some(u64::MAX),
            years: Some(0),
            ..Overrides::default()
        },
    )
    .unwrap_err();
    let lines: Vec<_> = problems
        .as_slice()
        .iter()
        .map(|problem| (problem.line, problem.column))
        .collect();
    assert_eq!(lines, [(6, 8), (9, 9)]);
    assert!(
        problems
            .to_string()
            .contains("`run.years` is to be replaced by 0, but it must be at least 1")
    );
}

#[test]
fn a_scenario_that_is_not_there_is_a_problem_of_its_own() {
    let problems =
        load::<ForestScenario>("good/leats.toml", &Folder(CORPUS), &Overrides::default()).unwrap_err();
    let shown = "error: good/leats.toml:1:1: there is no file `good/leats.toml`\nhint: did you mean `good/least.toml`?";
    assert_eq!(problems.to_string(), shown);
    assert!(
        load::<ForestScenario>("good", &Folder(CORPUS), &Overrides::default())
            .unwrap_err()
            .to_string()
            .contains("is a folder")
    );
}

#[test]
fn a_run_can_be_repeated_from_its_own_folder() {
    let is_forest = |path: &String| {
        let text = text_of(path);
        !["[target]", "[tree]", "[place]", "[scatter]"]
            .iter()
            .any(|table| text.contains(table))
    };
    for path in scenarios("good").into_iter().filter(is_forest) {
        let overrides = Overrides {
            seed: Some(99),
            years: Some(3),
            ..Overrides::default()
        };
        let scenario = load::<ForestScenario>(&path, &Folder(CORPUS), &overrides).unwrap();
        let folder = scenario.copies(&|_| None);
        let mut files: Vec<_> = folder
            .inputs
            .iter()
            .map(|input| (format!("run/inputs/{}", input.name), input.bytes.clone()))
            .collect();
        files.push((
            "run/scenario.toml".to_owned(),
            folder.scenario.clone().into_bytes(),
        ));
        let again =
            load::<ForestScenario>("run/scenario.toml", &Memory(files), &Overrides::default()).unwrap();
        assert_eq!(again.header.identity, scenario.header.identity, "{path}");
        assert_eq!((again.years, &again.header.name), (3, &scenario.header.name));
        assert_eq!(again.copies(&|_| None).scenario, folder.scenario, "{path}");
    }
}

#[test]
fn methods_can_be_compared_again_from_the_folder_of_a_comparison() {
    let measured = |path: &str, files: &dyn Files, seed| {
        let overrides = Overrides {
            seed,
            ..Overrides::default()
        };
        load::<StandScenario>(path, files, &overrides).unwrap()
    };
    let stand = measured("good/compare-target.toml", &Folder(CORPUS), Some(99));
    assert_eq!(stand.points_m, [[1.5, 2.5], [3.5, 2.5]]);
    let candidates = &stand.compare.candidates;
    let labels: Vec<(&str, bool)> = candidates
        .iter()
        .map(|one| (one.label.as_str(), one.fit))
        .collect();
    assert_eq!(
        labels,
        [("uniform", false), ("minimum-distance", true), ("grid", false)]
    );
    let folder = stand.copies(&|_| None);
    let mut files: Vec<_> = folder
        .inputs
        .iter()
        .map(|input| (format!("run/inputs/{}", input.name), input.bytes.clone()))
        .collect();
    files.push(("run/scenario.toml".to_owned(), folder.scenario.into_bytes()));
    let again = measured("run/scenario.toml", &Memory(files), None);
    assert_eq!(again.header.identity, stand.header.identity);
    assert_eq!(again.compare, stand.compare);
}

/// The forests of a comparison are inputs as their own files are: from the folder of the results they are found again.
#[test]
fn forests_are_compared_again_from_the_folder_of_a_comparison() {
    let load_stand = |path: &str, files: &dyn Files| -> StandScenario {
        load(path, files, &Overrides::default()).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let stand = load_stand("good/compare-forests.toml", &Folder(CORPUS));
    let told = |stand: &StandScenario| -> Vec<(String, Option<u32>)> {
        let forests = stand.compare.forests.iter();
        forests
            .map(|forest| (forest.label.clone(), forest.year()))
            .collect()
    };
    let expected = [
        ("patch-3", Some(3)),
        ("later", Some(5)),
        ("patch", Some(20)),
        ("compare-target", None),
    ];
    assert_eq!(
        told(&stand),
        expected.map(|(label, year)| (label.to_owned(), year))
    );
    assert_eq!(stand.compare.label, "marks");
    // Each method that can be fitted stands there at its best fit too, behind those that are listed.
    let labels: Vec<&str> = stand
        .compare
        .candidates
        .iter()
        .map(|candidate| &*candidate.label)
        .collect();
    assert_eq!(labels[..2], ["uniform", "minimum-distance"]);
    assert!(labels[14..].iter().all(|label| label.ends_with("-fitted")));
    assert!(labels.contains(&"springs-fitted") && !labels.contains(&"uniform-fitted"));
    let copies = stand.copies(&|_| None);
    let mut files: Vec<_> = copies
        .inputs
        .iter()
        .map(|input| (format!("run/inputs/{}", input.name), input.bytes.clone()))
        .collect();
    files.push(("run/scenario.toml".to_owned(), copies.scenario.into_bytes()));
    let again = load_stand("run/scenario.toml", &Memory(files));
    assert_eq!(told(&again), told(&stand));
    let identities = |stand: &StandScenario| -> Vec<String> {
        let forests = stand.compare.forests.iter();
        forests
            .map(|forest| forest.source.header().identity.clone())
            .collect()
    };
    assert_eq!(identities(&again), identities(&stand));
}

#[test]
fn without_methods_all_are_compared() {
    let scenario = corpus("good/least.toml");
    let names: Vec<&str> = Method::all().iter().map(Method::name).collect();
    let labels: Vec<&str> = scenario
        .compare
        .candidates
        .iter()
        .map(|one| one.label.as_str())
        .collect();
    assert_eq!(labels, names);
}

#[test]
fn the_text_of_a_run_keeps_comments_and_gives_each_input_its_own_name() {
    let text = text_of("good/from-files.toml")
        .replace("seed = 3", "seed = 3   # a prime")
        .replace("data/marks.csv\"", "other/MIXED.csv\"   # measured by mark");
    let read = |name: &str| std::fs::read(format!("{CORPUS}/good/data/{name}.csv")).unwrap();
    let files = Memory(vec![
        ("s.toml".to_owned(), text.into_bytes()),
        ("data/mixed.csv".to_owned(), read("mixed")),
        ("other/MIXED.csv".to_owned(), read("marks")),
    ]);
    let scenario = load::<ForestScenario>(
        "s.toml",
        &files,
        &Overrides {
            seed: Some(4),
            years: None,
            ..Overrides::default()
        },
    )
    .unwrap();
    let folder = scenario.copies(&|_| None);
    assert!(
        folder.scenario.contains("seed = 4   # a prime\n"),
        "{}",
        folder.scenario
    );
    assert!(
        folder
            .scenario
            .contains("file = \"inputs/MIXED-2.csv\"   # measured by mark\n"),
        "{}",
        folder.scenario
    );
    let names: Vec<_> = folder
        .inputs
        .iter()
        .map(|input| (input.path.as_str(), input.name.as_str()))
        .collect();
    assert_eq!(
        names,
        [
            ("data/mixed.csv", "mixed.csv"),
            ("other/MIXED.csv", "MIXED-2.csv")
        ]
    );
    let stays = scenario.copies(&|input| {
        input
            .path
            .starts_with("data")
            .then(|| "/far/mixed.csv".to_owned())
    });
    assert!(stays.scenario.contains("file = \"/far/mixed.csv\""));
    assert_eq!(stays.inputs.len(), 1);
}

#[test]
fn files_of_a_patch_that_are_called_alike_get_names_of_their_own_there() {
    let listed = |paths: [&str; 2]| {
        let text = text_of("good/patches/patch.toml");
        let text = text.replace("\"stand.csv\"", &format!("\"{}\"", paths[0]));
        format!(
            "{text}\n[[founders]]\nspecies = \"oak\"\nfile = \"{}\"\n",
            paths[1]
        )
    };
    let stand = |x_m: f64| format!("x_m,y_m,dbh_cm\n{x_m},5,20\n").into_bytes();
    let grown = text_of("good/grown.toml").replace("patches/patch.toml", "p/patch.toml");
    let files = Memory(vec![
        ("s.toml".to_owned(), grown.into_bytes()),
        (
            "p/patch.toml".to_owned(),
            listed(["north/stand.csv", "south/stand.csv"]).into_bytes(),
        ),
        ("p/north/stand.csv".to_owned(), stand(1.0)),
        ("p/south/stand.csv".to_owned(), stand(2.0)),
    ]);
    let scenario = load::<ForestScenario>("s.toml", &files, &Overrides::default()).unwrap();
    let folder = scenario.copies(&|_| None);
    let names: Vec<&str> = folder.inputs.iter().map(|input| input.name.as_str()).collect();
    assert_eq!(names, ["patch.toml", "stand.csv", "stand-2.csv"]);
    let mut files: Vec<_> = folder
        .inputs
        .iter()
        .map(|input| (format!("inputs/{}", input.name), input.bytes.clone()))
        .collect();
    files.push(("scenario.toml".to_owned(), folder.scenario.into_bytes()));
    let again = load::<ForestScenario>("scenario.toml", &Memory(files), &Overrides::default()).unwrap();
    assert_eq!(again.header.identity, scenario.header.identity);
}

/// A scenario with one file of trees.
fn with_trees(trees: &str) -> Result<ForestScenario, Problems> {
    let text = text_of("good/least.toml");
    let text = format!("{text}\n[[founders]]\nspecies = \"oak\"\nfile = \"t.csv\"\n");
    let files = Memory(vec![
        ("s.toml".to_owned(), text.into_bytes()),
        ("t.csv".to_owned(), trees.as_bytes().to_vec()),
    ]);
    load::<ForestScenario>("s.toml", &files, &Overrides::default())
}

const MIXED: &str = "x_m,y_m,dbh_cm,height_m,condition,dead_yr,age_yr\n\
                     1,2,30,,,,\n60,4,25,,snag,7,\n5,6,40,20,log,,90\n7,8,20,,alive,,\n5,6,12,,snag,0,\n";

fn notes(scenario: &ForestScenario) -> Vec<String> {
    scenario.header.notes.iter().map(Problem::as_note).collect()
}

#[test]
fn snags_and_logs_of_a_file_are_listed_beside_its_living_trees() {
    let scenario = with_trees(MIXED).unwrap();
    let Some(Founders::Listed {
        trees,
        deadwood,
        moved_to_near_edge,
        ..
    }) = scenario.founders.last()
    else {
        panic!("{:?}", scenario.founders)
    };
    let places = trees.iter().map(|tree| tree.place_m).collect::<Vec<_>>();
    assert_eq!(places, [[1.0, 2.0], [7.0, 8.0]]);
    assert_eq!(*moved_to_near_edge, 0, "of the living");
    let dead: Vec<_> = deadwood
        .iter()
        .map(|dead| {
            (
                dead.tree.place_m,
                dead.tree.dbh_cm,
                dead.tree.height_m,
                dead.is_log,
                dead.dead_yr,
            )
        })
        .collect();
    let expected = [
        ([0.0, 4.0], Some(25.0), None, false, 7),
        ([5.0, 6.0], Some(40.0), Some(20.0), true, 0),
        ([5.0, 6.0], Some(12.0), None, false, 0),
    ];
    assert_eq!(dead, expected);
    assert_eq!(notes(&scenario), [""; 0]);

    let renamed = text_of("good/least.toml")
        + "\n[[founders]]\nspecies = \"oak\"\nfile = \"t.csv\"\ncolumns = { condition = \"state\", dead_yr = \"since\" }\n";
    let trees = MIXED.replace("condition,dead_yr", "state,since");
    let files = Memory(vec![
        ("s.toml".to_owned(), renamed.into_bytes()),
        ("t.csv".to_owned(), trees.into_bytes()),
    ]);
    let scenario = load::<ForestScenario>("s.toml", &files, &Overrides::default()).unwrap();
    assert!(matches!(&scenario.founders[..], [_, Founders::Listed { deadwood, .. }] if deadwood.len() == 3));
}

#[test]
fn identity_knows_the_content_of_a_file_wherever_it_lies() {
    let of = |file: &str, content: &str| {
        let text = text_of("good/least.toml");
        let text = format!("{text}\n[[founders]]\nspecies = \"oak\"\nfile = \"{file}\"\n");
        let files = Memory(vec![
            ("s.toml".to_owned(), text.into_bytes()),
            (file.to_owned(), content.as_bytes().to_vec()),
        ]);
        let found = load::<ForestScenario>("s.toml", &files, &Overrides::default());
        found.unwrap().header.identity
    };
    let all = [
        of("t.csv", MIXED),
        of("t.csv", &MIXED.replace("4,25,,snag", "4,25,,log")),
        of("t.csv", &MIXED.replace("snag,7", "snag,8")),
        of("t.csv", &MIXED.replace("1,2,30,,,,", "1,2,30,20,,,")),
        of("t.csv", &MIXED.replace("1,2,30,,,,", "1,2,30,,,,1")),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(!all[..i].contains(one), "{i}");
    }
    assert_eq!(of("further/down/u.csv", MIXED), all[0]);
}

#[test]
fn snags_and_logs_that_are_too_thin_are_left_out_with_one_note() {
    let scenario =
        with_trees("x_m,y_m,dbh_cm,condition\n1,2,30,\n3,4,9.9,snag\n5,6,0.5,log\n7,8,10,log\n9,9,4,\n")
            .unwrap();
    assert!(matches!(
        scenario.founders.last(),
        Some(Founders::Listed { trees, deadwood, .. })
            if trees.len() == 2 && deadwood.iter().map(ListedDeadwood::counts).eq([false, false, true])
    ));
    let told = "left out as thinner than 10 cm, from where on wood counts as deadwood: 2 of 3 snags and logs";
    assert_eq!(notes(&scenario), [format!("note: t.csv:1:1: {told}")]);
    let old =
        with_trees("x_m,y_m,dbh_cm,condition,dead_yr\n1,2,30,,\n3,4,20,snag,20\n5,6,20,log,500\n").unwrap();
    let told = "long decayed, and not there in year 0: 1 of 2 snags and logs";
    assert_eq!(notes(&old), [format!("note: t.csv:1:1: {told}")]);
}

#[test]
fn founders_whose_age_and_size_are_far_apart_are_noted_once() {
    let trees = |rows: &str| format!("x_m,y_m,dbh_cm,height_m,age_yr\n{rows}");
    let plain = with_trees(&trees("1,1,30,,\n")).unwrap();
    let oak = InAStand::of(&plain.species[0]);
    let Some(Founders::Listed { trees: listed, .. }) = plain.founders.last() else {
        panic!("{:?}", plain.founders)
    };
    let expected_yr = oak.size_and_age(&listed[0]).1;
    let [least, most] = [(expected_yr / 3.0).ceil(), (expected_yr * 3.0).floor()];
    let even = format!("1,1,30,,{least}\n2,1,30,,{most}\n3,1,30,,\n");
    assert_eq!(notes(&with_trees(&trees(&even)).unwrap()), [""; 0]);
    // A tree that was long in the shade may be old; this old it would have died.
    let odd = format!("{even}4,1,30,,{}\n5,1,30,,9000\n", least - 1.0);
    let [note] = &notes(&with_trees(&trees(&odd)).unwrap())[..] else {
        panic!("one note")
    };
    let expected = format!(
        "note: t.csv:5:1: age and size are far apart in 2 of 5 founders: the first has {} years, but in a stand its species has its \
         size at about {expected_yr:.0}\nhint: check the unit of the diameter and the column of the \
         age, or leave `age_yr` empty to have it worked out",
        least - 1.0
    );
    assert_eq!(*note, expected);
    // Seedlings are not compared.
    let by_height = "x_m,y_m,height_m,age_yr\n1,1,0.3,0\n2,1,0.3,14\n3,1,20,2\n";
    let [note] = &notes(&with_trees(by_height).unwrap())[..] else {
        panic!("one note")
    };
    let told = "in 1 of 3 founders: the first has 2 years, but in a stand its species has its size at";
    assert!(note.contains(told), "{note}");
    // Thicker than average trees become: as old as founders are at most.
    assert_eq!(notes(&with_trees(&trees("1,1,75,,150\n")).unwrap()), [""; 0]);
}

#[test]
fn problems_of_a_tree_stand_where_its_field_begins() {
    for (trees, place) in [
        ("x_m,y_m,dbh_cm\n1,2,30\n3,4,thick\n", (3, 5)),
        ("tag,x_m,dbh_cm,y_m\n#101,1,thick,2\n", (2, 8)),
        ("note,x_m,dbh_cm,y_m\n\"a, b\",1,thick,2\n", (2, 10)),
        ("note,x_m,dbh_cm,y_m\n\"a \"\"big, b\"\" c\",1,thick,2\n", (2, 20)),
        ("# a stand\n\nx_m,y_m,dbh_cm,tag\n\n1,thick,30,\n", (5, 3)),
        ("x_m,y_m,dbh_cm\nwest,2,30\n", (2, 1)),
    ] {
        let problems = with_trees(trees).unwrap_err();
        let found: Vec<_> = problems
            .as_slice()
            .iter()
            .map(|problem| (problem.file.as_str(), (problem.line, problem.column)))
            .collect();
        assert_eq!(found, [("t.csv", place)], "{trees}: {problems}");
    }
}

#[test]
fn a_quote_that_stays_open_is_found_where_it_opens() {
    for (trees, place) in [
        ("x_m,y_m,dbh_cm,note\n1,2,30,\"an oak\n3,4,30,\n", Some((2, 8))),
        ("x_m,y_m,dbh_cm,note\n1,2,30,an oak\n3,4,30,\"last", Some((3, 8))),
        ("x_m,y_m,dbh_cm,note\n1,2,30,an oak\n3,4,30,\"last\"", None),
        ("x_m,y_m,dbh_cm,note\n1,2,30,an \"oak\n3,4,30,last", None),
    ] {
        let found = with_trees(trees);
        let told = found.err().and_then(|problems| {
            let of_quotes = |problem: &&Problem| problem.message.contains("the quote that opens here");
            let first = problems.as_slice().iter().find(of_quotes)?;
            Some((first.line, first.column))
        });
        assert_eq!(told, place, "{trees}");
    }
}

#[test]
fn a_scenario_of_any_kind_has_the_text_seed_and_inputs_of_what_it_is() {
    for path in [
        "good/least.toml",
        "good/from-files.toml",
        "good/compare-target.toml",
    ] {
        let scenario = load::<Scenario>(path, &Folder(CORPUS), &Overrides::default()).unwrap();
        let text = text_of(path);
        assert_eq!(scenario.header().text, text);
        assert!(
            text.contains(&format!("seed = {}", scenario.header().seed)),
            "{path}"
        );
        assert_eq!(
            scenario.header().inputs.len(),
            text.lines().filter(|line| line.starts_with("file = ")).count(),
            "{path}"
        );
    }
}

#[test]
fn identity_knows_what_fixes_results_and_nothing_else() {
    let text = text_of("good/least.toml");
    let of = |text: &str| load_text(text, &Overrides::default()).unwrap().header.identity;
    let same = [
        ("name = \"test\"", "name = \"other\"  # a comment"),
        ("years = 20", "years = 2000\nreplicates = 7"),
        ("height_m = 6.0", "height_m = 6"),
        ("seed = 3", "seed = 0x3"),
        ("seed = 3", "seed = 3\norigin_m = [0, 0]"),
        ("count = 9", "height_sigma = 0\ncount = 9"),
        (
            "[run]",
            "[compare]\nrepeats = 2\ndbh_min_cm = 1\n[[method]]\nname = \"kerr\"\n[run]",
        ),
        (
            "[run]",
            "[light]\nmodel = \"crowding\"\n[record]\nevery_years = 10\nspacing_r_max_m = 10\n[run]",
        ),
    ];
    for (old, new) in same {
        assert!(text.contains(old));
        assert_eq!(of(&text.replace(old, new)), of(&text), "{new}");
    }
    let differing = [
        ("seed = 3", "seed = 4"),
        ("torus", "open"),
        ("near_mean_m = 12.0", "near_mean_m = 12.000000000000002"),
        ("count = 9", "count = 10"),
        ("uniform", "jittered-grid"),
        ("[run]", "[record.gaps]\n[run]"),
        ("[run]", "[sweep]\n\"founders.1.count\" = [5, 9]\n[run]"),
        ("[run]", "[record]\nevery_years = 5\n[run]"),
        ("[run]", "[light]\nsize_asymmetry = 1\n[run]"),
    ];
    for (old, new) in differing {
        assert!(text.contains(old));
        assert_ne!(of(&text.replace(old, new)), of(&text), "{new}");
    }
}

#[test]
fn the_same_file_read_otherwise_has_another_identity() {
    let text = text_of("good/from-files.toml");
    let files = |text: &str| common::Replaced {
        files: Folder(CORPUS),
        path: "good/from-files.toml".to_owned(),
        text: text.to_owned(),
    };
    let of = |text: &str| {
        load::<ForestScenario>("good/from-files.toml", &files(text), &Overrides::default())
            .unwrap()
            .header
            .identity
    };
    assert_ne!(
        of(&text.replace("species = \"oak\"\n", "species = \"ash\"\n")),
        of(&text)
    );
}

#[test]
fn templates_load() {
    for each in TEMPLATES.iter().filter(|each| each.command == "run") {
        assert_eq!(template(each.name), Some(each.text));
        let input = each
            .input
            .map(|(path, content)| (path.to_owned(), content.as_bytes().to_vec()));
        let files = [("t.toml".to_owned(), each.text.as_bytes().to_vec())]
            .into_iter()
            .chain(input);
        match load::<ForestScenario>("t.toml", &Memory(files.collect()), &Overrides::default()) {
            Ok(scenario) => assert_eq!(scenario.header.name, each.name),
            // Before the first preset ships, a template may lack nothing else.
            Err(problems) => {
                let lacks_preset = |message: &str| message.contains("`species.preset` is");
                let only_presets = problems
                    .as_slice()
                    .iter()
                    .all(|problem| lacks_preset(&problem.message));
                assert!(PRESETS.is_empty() && only_presets, "{problems}");
            }
        }
    }
}

#[test]
fn an_unknown_preset_is_one_problem_and_nothing_is_missing() {
    let text = text_of("good/least.toml");
    let (start, end) = (text.find("growth").unwrap(), text.find("[[founders]]").unwrap());
    let entry = "preset = \"no-such-tree\"\ninhibition = { strength = 3 }\n\n";
    let problems = load_text(
        &[&text[..start], entry, &text[end..]].concat(),
        &Overrides::default(),
    )
    .unwrap_err();
    assert_eq!(problems.as_slice().len(), 1, "{problems}");
    assert!(
        problems
            .to_string()
            .contains("error: s.toml:13:10: `species.preset` is \"no-such-tree\""),
        "{problems}"
    );
}

#[test]
fn each_preset_is_a_whole_species() {
    for preset in &*PRESETS {
        let text = text_of("good/least.toml");
        let start = text.find("growth").unwrap();
        let end = text.find("[[founders]]").unwrap();
        let entry = format!("preset = \"{}\"\n\n", preset.name);
        let text = [&text[..start], &entry, &text[end..]]
            .concat()
            .replace("[60.0, 40.0]", "[400.0, 400.0]");
        if let Err(problems) = load_text(&text, &Overrides::default()) {
            panic!("{}: {problems}", preset.name);
        }
    }
}

/// Twenty thousand problems of one file took minutes, and a table of trees in place of a scenario as many.
#[test]
fn thousands_of_problems_are_all_told_but_of_what_is_no_toml_the_first_twenty() {
    let unknown: String = (0..3000).map(|number| format!("zz{number} = 1\n")).collect();
    let told = load_text(&format!("name = \"many\"\n{unknown}"), &Overrides::default()).unwrap_err();
    let of_keys = told
        .as_slice()
        .iter()
        .filter(|problem| problem.message.contains("is not a known key"));
    let lines: Vec<usize> = of_keys.map(|problem| problem.line).collect();
    assert_eq!(lines, Vec::from_iter(2..=3001));
    let rows: String = (0..3000)
        .map(|number| format!("{number},2.0,{number}\n"))
        .collect();
    let told = load_text(&rows, &Overrides::default()).unwrap_err();
    let lines: Vec<usize> = told.as_slice().iter().map(|problem| problem.line).collect();
    assert_eq!(lines, Vec::from_iter(1..=21));
    let last = told.as_slice().last().unwrap();
    assert!(last.message.contains("the rest of the file"), "{}", last.message);
}

/// Legal values made hours of work without a word.
#[test]
fn what_takes_far_longer_than_usual_is_noted_at_its_key() {
    let scenario = |replicates: u32, count: u32| {
        format!(
            "name = \"many\"\nworld = {{ size_m = [100.0, 100.0], edge = \"open\", seed = 1 }}\n\
             run = {{ years = 9, replicates = {replicates} }}\n[[species]]\nname = \"beech\"\npreset = \"fagus-sylvatica\"\n\
             [[founders]]\nspecies = \"beech\"\nmethod = \"uniform\"\ncount = {count}\nheight_m = 1.5\n"
        )
    };
    let notes = |text: &str| -> Vec<String> {
        let loaded = load_text(text, &Overrides::default()).unwrap();
        loaded.header.notes.iter().map(Problem::as_note).collect()
    };
    assert_eq!(notes(&scenario(1000, 500)), [""; 0]);
    let found = notes(&scenario(20_000, 100_000));
    // 10^10 pairs, of which π 16² of 10,000 m² are near.
    for (note, said) in found.iter().zip([
        "s.toml:3:33: `run.replicates` asks for 20000 runs",
        "s.toml:10:9: the founders are about 804247719 pairs of trees nearer than 16 m",
    ]) {
        assert!(note.contains(said), "{note}");
    }
    assert_eq!(found.len(), 2, "{found:?}");
}

/// One scenario is run under each light model, so what a model does not read, and that presets were not fitted to it, is no more than a note.
#[test]
fn what_a_light_model_does_not_read_of_competition_is_noted_where_the_scenario_itself_says_it() {
    let scenario = |competition: &str| {
        format!(
            "name = \"lights\"\nworld = {{ size_m = [60.0, 60.0], edge = \"open\", seed = 1 }}\nrun = {{ years = 9 }}\n\
             [[species]]\nname = \"beech\"\npreset = \"fagus-sylvatica\"\n{competition}\n\
             [[founders]]\nspecies = \"beech\"\nmethod = \"uniform\"\ncount = 9\nheight_m = 6.0\n"
        )
    };
    let notes = |model: &str, competition: &str| -> Vec<String> {
        let overrides = Overrides {
            set: vec![format!("light.model={model}").parse().unwrap()],
            ..Overrides::default()
        };
        let loaded = load_text(&scenario(competition), &overrides).unwrap();
        loaded.header.notes.iter().map(Problem::as_note).collect()
    };
    let written = "competition = { zone_radius_at_25_cm_m = 2.0, cut_fraction = 0.05 }";
    for (model, unread) in [
        ("crowding", None),
        ("disc", Some("`cut_fraction`")),
        ("gaussian", Some("`cut_fraction`")),
        ("fon", Some("`cut_fraction`, `zone_radius_at_25_cm_m`")),
        ("hegyi", Some("`cut_fraction`, `zone_radius_at_25_cm_m`")),
        ("grid", Some("`cut_fraction`, `zone_radius_at_25_cm_m`")),
    ] {
        // What the preset says is no slip, but it was fitted to one model.
        let of_preset = notes(model, "");
        let is_unfitted = |note: &String| note.contains("presets were fitted to `crowding`");
        assert!(
            of_preset.len() == usize::from(model != "crowding") && of_preset.iter().all(is_unfitted),
            "{of_preset:?}"
        );
        let mut notes = notes(model, written);
        notes.retain(|note| !is_unfitted(note));
        match (unread, &notes[..]) {
            (None, []) => {}
            (Some(unread), [note]) => assert!(
                note.starts_with("note: s.toml:7:")
                    && note.contains(&format!("\"{model}\", which reads"))
                    && note.contains(unread)
                    && (note.contains("zone_radius") == unread.contains("zone_radius")),
                "{note}"
            ),
            (_, found) => panic!("{model}: {found:?}"),
        }
    }
}

//! Where in a scenario what is refused is to be mended, how, and by whom.

use understory_branching::OutOfRange;
use understory_branching::cloud::CloudError;
use understory_branching::colonization::ColonizeError;
use understory_branching::lsystem::{LSystemError, TurtleError};
use understory_branching::specimen::SpecimenError;
use understory_branching::tree::TreeError;
use understory_forest::ForestError;
use understory_lab::LabError;
use understory_records::ReadError;
use understory_scatter::ScatterError;

fn key(error: LabError) -> Option<String> {
    error.key()
}

fn of_tree(error: TreeError) -> Option<String> {
    key(LabError::Tree(error.into()))
}

fn refused() -> LabError {
    LabError::refused("founders.3.count", "of 2 founders only 1 fit", "ask for fewer")
}

fn patch(source: LabError) -> LabError {
    LabError::InPatch {
        path: "patch.toml".to_owned(),
        text: String::new(),
        source: Box::new(source),
    }
}

fn strange() -> LabError {
    LabError::StrangeCheckpoint {
        file: "trees".to_owned(),
        problem: "odd".to_owned(),
    }
}

fn gone() -> std::io::Error {
    std::io::ErrorKind::NotFound.into()
}

#[test]
fn keys_of_forests_and_methods_are_those_of_the_scenario() {
    let told = [
        (refused(), "founders.3.count"),
        (LabError::WithoutParquet, "record.format"),
        (patch(refused()), "founders.3.count"),
        (LabError::Forest(ForestError::NoSpecies), "species"),
        (LabError::Forest(ForestError::TooManySpecies(70_000)), "species"),
        (
            LabError::Forest(ForestError::ReachTooLong {
                species: "oak".to_owned(),
                reach_m: 40.0,
                limit_m: 20.0,
            }),
            "species.oak",
        ),
        (LabError::Forest(ForestError::OutsidePlot(1.0, 2.0)), "founders"),
    ];
    for (error, expected) in told {
        assert_eq!(error.key().as_deref(), Some(expected), "{error}");
    }
    assert_eq!(
        ScatterError::NoTargetStatistics.key(),
        None,
        "so the tables above take their own word"
    );
    for error in [
        strange(),
        LabError::Io(gone()),
        patch(strange()),
        LabError::Fit(String::new()),
    ] {
        assert_eq!(error.key(), None, "{error}");
    }
}

#[test]
fn keys_of_trees_are_those_of_the_part_that_refuses() {
    let crown = |error| of_tree(TreeError::Crown(error));
    let wrong = |path: &str| OutOfRange::beside(path, "is wrong".to_owned(), "");
    let told = [
        (crown(CloudError::AllDark { count: 9 }), "tree.self_shade_per_m"),
        (crown(CloudError::from(wrong("radius_m"))), "tree.crown"),
        (
            of_tree(TreeError::Soil(CloudError::AllDark { count: 9 })),
            "tree.roots.points",
        ),
        (of_tree(wrong("warps.hang.per_m").into()), "tree.warps.hang.per_m"),
        (of_tree(wrong("reach_m").into()), "tree.reach_m"),
    ];
    for (found, expected) in told {
        assert_eq!(found.as_deref(), Some(expected));
    }
    let of_specimen = |error: SpecimenError| key(LabError::Tree(error));
    let walked = |error: TurtleError| of_specimen(error.into());
    let varied = SpecimenError::Variation(wrong("site.height"));
    assert_eq!(of_specimen(varied).as_deref(), Some("tree.variation.site.height"));
    let letters = TurtleError::LSystem(LSystemError::TooManyLetters { steps: 3, most: 9 });
    assert_eq!(walked(letters).as_deref(), Some("tree.baseline.steps"));
    assert_eq!(
        walked(wrong("rules.weight").into()).as_deref(),
        Some("tree.baseline.rules.weight")
    );
    assert_eq!(
        walked(TurtleError::BaseOutside).as_deref(),
        Some("tree.baseline.envelope")
    );
    assert_eq!(
        walked(TurtleError::NothingDrawn { letters: 2 }).as_deref(),
        Some("tree.baseline.rules")
    );
    for (name, expected) in [
        ("place_m", "tree"),
        ("radius_m", "tree.finish.pipes.tip_radius_m"),
        ("leaf.length_m", "tree.leaf"),
    ] {
        let error = wrong(name);
        assert_eq!(key(LabError::Mesh(error)).as_deref(), Some(expected));
    }
}

#[test]
fn keys_of_growth_are_those_of_the_shoot_or_of_the_roots() {
    let place_m = [0.0; 3];
    let wrong = |path: &str| OutOfRange::beside(path, "is wrong".to_owned(), "");
    let told = [
        (
            ColonizeError::ObstacleOverBase { obstacle: 1, place_m },
            "tree.obstacles",
        ),
        (
            ColonizeError::NotAnObstacle {
                number: 1,
                wrong: wrong("radius_m"),
            },
            "tree.obstacles",
        ),
        (
            ColonizeError::TrunkOfTooManyNodes {
                shortest_m: 2.0,
                step_m: 1.0,
                most_nodes: 2,
            },
            "trunk.shortest_m",
        ),
        (wrong("kill_distance").into(), "kill_distance"),
    ];
    for (error, expected) in told {
        for is_root in [false, true] {
            let prefix = if is_root {
                "tree.roots.growth."
            } else {
                "tree.shoot."
            };
            let part = if is_root {
                TreeError::Roots
            } else {
                TreeError::Shoot
            };
            let expected = match expected {
                "tree.obstacles" => expected.to_owned(),
                own => format!("{prefix}{own}"),
            };
            assert_eq!(of_tree(part(error.clone())), Some(expected));
        }
    }
    let no_points = || ColonizeError::NoPoints;
    for (found, expected) in [
        (of_tree(TreeError::Shoot(no_points())), "tree.crown_points"),
        (of_tree(TreeError::Roots(no_points())), "tree.roots.points"),
    ] {
        assert_eq!(found.as_deref(), Some(expected));
    }
}

#[test]
fn who_can_mend_it_is_told_how() {
    let near = || ColonizeError::NothingInReach {
        influence_m: 1.0,
        nearest_m: 2.0,
    };
    let raise = Some("raise `influence_distance` or `trunk.longest_m`, or lower the crown");
    let told = [
        (refused(), Some("ask for fewer")),
        (LabError::refused("species", "none", ""), None),
        (strange(), Some("start anew without `--resume`")),
        (
            LabError::WithoutParquet,
            Some(
                "set `record.format` to \"csv\", or build one that has it: `cargo build --release --features full`",
            ),
        ),
        (patch(refused()), Some("ask for fewer")),
        (LabError::Tree(TreeError::Shoot(near()).into()), raise),
        (LabError::Tree(TreeError::Roots(near()).into()), raise),
        (
            LabError::Tree(TreeError::Roots(ColonizeError::NoPoints).into()),
            Some("give more points, or for roots wetter soil: raise `water_e_fold_m`"),
        ),
        (LabError::Forest(ForestError::NoSpecies), None),
        (LabError::Tree(TurtleError::BaseOutside.into()), None),
    ];
    for (error, hint) in told {
        assert_eq!(error.hint().as_deref(), hint, "{error}");
        assert!(error.is_user_error(), "{error}");
    }
    let io = ReadError::Io {
        file: "trees".to_owned(),
        source: gone(),
    };
    for error in [
        LabError::Io(gone()),
        LabError::Read(io),
        LabError::Fit("lost".to_owned()),
    ] {
        assert_eq!((error.hint(), error.is_user_error()), (None, false), "{error}");
    }
}

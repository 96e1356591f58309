//! Trees are what was asked for, or it is said what cannot be.

use proptest::prelude::*;
use understory_branching::cloud::Envelope;
use understory_branching::colonization::{Colonization, Obstacle};
use understory_branching::mesh::{Detail, Levels, draw_levels};
use understory_branching::presets::{PRESETS, named};
use understory_branching::seasons::{LEAST_DETAIL, SeasonError, SeasonTree, Surroundings};
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::specimen::{Form, Specimen, SpecimenError};
use understory_branching::tree::{NoShoot, Tree, TreeError, TreeForm};
use understory_numerics::RandomKey;

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["asked"])
}

fn bare(name: &str) -> SeasonTree {
    SeasonTree {
        roots: None,
        ..named(name).unwrap().form()
    }
}

fn to_dbh(name: &str, dbh_cm: f64) -> SeasonTree {
    SeasonTree {
        age_yr: None,
        dbh_cm: Some(dbh_cm),
        ..bare(name)
    }
}

fn refused(form: &SeasonTree) -> SeasonError {
    match form.grow(key(1), &[]) {
        Err(TreeError::Season(error)) => error,
        other => panic!("{:?}", other.map(|tree| tree.metrics)),
    }
}

/// Below 0.4 pines died as seedlings and oaks of stands stayed below 1 m: buds had no space that a coarse metamer left.
#[test]
fn coarse_and_fine_trees_are_as_high_and_about_as_wide() {
    let of = |form: &SeasonTree| {
        let trees = [1, 2, 3, 4, 5, 6].map(|seed| form.grow(key(seed), &[]).unwrap().metrics);
        let mean = |of: &dyn Fn(usize) -> f64| (0..6).map(of).sum::<f64>() / 6.0;
        let height_m = mean(&|tree| trees[tree].height_m);
        let width_m = mean(&|tree| trees[tree].height_m * trees[tree].crown_width_per_height.unwrap());
        (height_m, width_m)
    };
    for preset in PRESETS {
        for site in [Surroundings::Open, Surroundings::Closed] {
            if site == Surroundings::Closed && ["windswept-pine", "shrub"].contains(&preset.name) {
                continue;
            }
            let with = |detail: f64| {
                of(&SeasonTree {
                    detail,
                    site,
                    ..bare(preset.name)
                })
            };
            let usual = with(1.0);
            for detail in [LEAST_DETAIL, 0.6] {
                let (height_m, width_m) = with(detail);
                let (height, width) = (height_m / usual.0, width_m / usual.1);
                let is_about = (0.82..1.18).contains(&height) && (0.7..1.3).contains(&width);
                assert!(is_about, "{} {site:?} at {detail}: {height} {width}", preset.name);
            }
        }
    }
    let coarser = SeasonTree {
        detail: 0.3,
        ..bare("oak")
    };
    assert!(matches!(
        coarser.grow(key(1), &[]),
        Err(TreeError::OutOfRange(wrong)) if wrong.path == "detail"
    ));
}

#[test]
fn a_tree_that_hardly_grew_is_refused() {
    let mut dark = bare("oak");
    dark.season.vigour = 0.0;
    assert!(matches!(
        refused(&dark),
        SeasonError::HardlyGrew { .. } | SeasonError::Died { .. }
    ));
    // A seedling of one year is as high as one is.
    let seedling = SeasonTree {
        age_yr: Some(1),
        ..bare("oak")
    };
    for preset in PRESETS {
        for age_yr in [1, 2, 5] {
            let young = SeasonTree {
                age_yr: Some(age_yr),
                ..bare(preset.name)
            };
            assert!(
                young.grow(key(1), &[]).is_ok(),
                "{} of {age_yr} years",
                preset.name
            );
        }
    }
    assert!(seedling.grow(key(1), &[]).unwrap().metrics.height_m > 0.05);
}

/// It was a note beside files of a tree that nobody asked for, and none where dead wood fell in the year.
#[test]
fn a_tree_that_has_all_its_nodes_before_its_age_or_diameter_is_refused_with_what_it_reached() {
    let few = |form: SeasonTree| {
        let mut form = form;
        form.season.most_nodes = 3000;
        refused(&form)
    };
    let SeasonError::MostNodes { year, reached_cm, .. } = few(to_dbh("oak", 60.0)) else {
        panic!("an oak of 60 cm has more nodes")
    };
    let as_far = SeasonTree {
        age_yr: Some(year - 1),
        ..bare("oak")
    };
    let as_far_cm = as_far.grow(key(1), &[]).unwrap().metrics.dbh_cm.unwrap();
    assert!(
        (as_far_cm..60.0).contains(&reached_cm),
        "{as_far_cm} {reached_cm}"
    );
    assert!(matches!(
        few(bare("oak")),
        SeasonError::MostNodes { dbh_cm: None, .. }
    ));
}

/// The first axis of a shrub ends below breast height, so that all diameters were refused.
#[test]
fn a_diameter_is_that_of_the_thickest_stem_and_stands_in_the_metrics() {
    for (name, dbh_cm) in [("shrub", 1.0), ("oak", 20.0), ("willow", 15.0)] {
        let tree = to_dbh(name, dbh_cm).grow(key(1), &[]).unwrap();
        let reached_cm = tree.metrics.dbh_cm.unwrap();
        assert!(
            (dbh_cm..1.5 * dbh_cm + 1.5).contains(&reached_cm),
            "{name}: {reached_cm}"
        );
        // Grown to the age that it has it is the same tree.
        let by_age = SeasonTree {
            age_yr: tree.age_yr,
            ..bare(name)
        };
        assert_eq!(by_age.grow(key(1), &[]).unwrap().skeleton, tree.skeleton);
    }
}

#[test]
fn a_diameter_that_thick_tips_pass_at_once_is_refused() {
    let mut thick = to_dbh("oak", 5.0);
    thick.finish.pipes.tip_radius_m = 0.2;
    let SeasonError::Passed {
        before_cm,
        reached_cm,
        ..
    } = refused(&thick)
    else {
        panic!("a tip of 40 cm is thicker than 5 cm")
    };
    assert!(before_cm < 5.0 && reached_cm >= 40.0, "{before_cm} {reached_cm}");
}

#[test]
fn a_stem_that_no_tree_of_the_form_is_high_enough_to_clear_is_refused() {
    let mut form = bare("oak");
    form.season.clear_m = 0.5 * form.season.longest_path_m;
    let error = form.grow(key(1), &[]).unwrap_err();
    assert!(
        matches!(&error, TreeError::OutOfRange(wrong) if wrong.path == "season.clear_m"),
        "{error}"
    );
}

/// A wind straight down killed every bud, and the tree was told to ask for more light.
#[test]
fn wind_that_comes_from_nowhere_is_refused() {
    let grown = |wind| {
        let mut form = bare("oak");
        form.age_yr = Some(5);
        form.season.wind = wind;
        form.grow(key(1), &[])
    };
    for wind in [[0.0, 0.0, -20.0], [0.0, 0.0, 1.0]] {
        let error = grown(wind).unwrap_err();
        assert!(
            matches!(&error, TreeError::OutOfRange(wrong) if wrong.path == "season.wind"),
            "{error}"
        );
    }
    for wind in [[0.0; 3], [0.5, 0.0, 0.0], [0.0, -0.1, 0.05]] {
        grown(wind).unwrap();
    }
}

#[test]
fn a_tree_of_which_all_breaks_off_is_refused() {
    let mut broken = bare("oak");
    (broken.finish.breakage, broken.finish.breakage_most_tips) = (1.0, 1_000_000);
    assert!(matches!(
        broken.grow(key(1), &[]),
        Err(TreeError::NoShoot(NoShoot::Broken { .. }))
    ));
}

/// A third of a few triangles is too few for a trunk, and nobody asked for it.
#[test]
fn levels_of_which_nothing_is_said_have_what_a_trunk_takes_at_least() {
    let tree = bare("oak").grow(key(1), &[]).unwrap();
    let leaf = named("oak").unwrap().form().leaf;
    let levels = |levels: Levels| {
        let drawn = draw_levels(&tree.skeleton, &levels.details(), leaf.as_ref(), key(1));
        drawn.map(|levels| levels.iter().map(|level| level.triangles()).collect::<Vec<_>>())
    };
    let few = (50..2000).step_by(50).find_map(|triangles| {
        let drawn = levels(Levels {
            triangles,
            ..Levels::default()
        });
        drawn.ok().map(|levels| (triangles, levels))
    });
    let (first, drawn) = few.unwrap();
    assert!(
        first < 1500 && drawn.iter().all(|&triangles| triangles > 20),
        "{first} {drawn:?}"
    );
    assert!(drawn.windows(2).all(|pair| pair[1] <= pair[0] + 4), "{drawn:?}");
    let own = levels(Levels {
        triangles: first,
        triangles_lod1: Some(10),
        ..Levels::default()
    });
    assert!(
        own.unwrap_err()
            .to_string()
            .starts_with("`triangles_lod1` is 10, but")
    );
    assert!(Detail::of(50).is_told);
}

fn obstacles() -> impl Strategy<Value = Vec<Obstacle>> {
    let place = || [-4.0..4.0_f64, -4.0..4.0_f64, 1.0..9.0_f64];
    let sphere =
        (place(), 0.1..1.5_f64).prop_map(|(centre_m, radius_m)| Obstacle::Sphere { centre_m, radius_m });
    let capsule = (place(), place(), 0.05..0.6_f64).prop_map(|(from_m, to_m, radius_m)| Obstacle::Capsule {
        from_m,
        to_m,
        radius_m,
    });
    let cuboid =
        (place(), [0.05..2.0_f64, 0.05..2.0_f64, 0.05..3.0_f64]).prop_map(|(low_m, size_m)| Obstacle::Box {
            low_m,
            high_m: std::array::from_fn(|axis| low_m[axis] + size_m[axis]),
        });
    let clear = |obstacle: &Obstacle| obstacle.distance_m([0.0; 3]) > 0.7;
    let one = prop_oneof![sphere, capsule, cuboid].prop_filter("it leaves the base free", clear);
    proptest::collection::vec(one, 1..5)
}

/// Deepest that any place of the shoot lies within an obstacle, and below the ground, m.
fn deepest_m(skeleton: &Skeleton, obstacles: &[Obstacle]) -> (f64, f64) {
    let (mut within_m, mut below_m) = (0.0_f64, 0.0_f64);
    for node in skeleton.nodes.iter().filter(|node| node.part == Part::Shoot) {
        let from = node
            .parent
            .map_or(node.place_m, |parent| skeleton.nodes[parent as usize].place_m);
        for step in 0..=20 {
            let share = f64::from(step) / 20.0;
            let place = std::array::from_fn(|axis| from[axis] + share * (node.place_m[axis] - from[axis]));
            for obstacle in obstacles {
                within_m = within_m.max(-obstacle.distance_m(place));
            }
            below_m = below_m.max(-place[2]);
        }
    }
    (within_m, below_m)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Bending, smoothing and relocation drew wood through walls and into the ground.
    #[test]
    fn nothing_that_is_done_in_the_end_moves_wood_into_obstacles_or_the_ground(
        obstacles in obstacles(),
        relocate in any::<bool>(),
        smoothings in 0..40_u32,
        sag_per_m in prop_oneof![Just(0.0), 1e-7..1e-4_f64],
        decimation_m in prop_oneof![Just(0.0), 0.01..0.5_f64],
        is_drawn in any::<bool>(),
        seed in 0..1000_u64,
    ) {
        let form = if is_drawn {
            let crown = Envelope::Sphere { centre_m: [0.0, 0.0, 5.0], radius_m: 3.5 };
            let mut form = TreeForm::of(crown, 800, Colonization { step_m: 0.3, ..Colonization::default() });
            (form.finish.relocate, form.finish.smoothings) = (relocate, smoothings);
            (form.finish.sag_per_m, form.finish.decimation_m) = (sag_per_m, decimation_m);
            Form::from(form)
        } else {
            let mut form = SeasonTree { age_yr: Some(25), detail: 0.6, ..bare("birch") };
            (form.finish.relocate, form.finish.smoothings) = (relocate, smoothings);
            (form.finish.sag_per_m, form.finish.decimation_m) = (sag_per_m, decimation_m);
            Form::from(form)
        };
        let specimen = Specimen { obstacles: obstacles.clone(), ..Specimen::of(form) };
        match specimen.grow(seed) {
            Ok(Tree { skeleton, .. }) => {
                let (within_m, below_m) = deepest_m(&skeleton, &obstacles);
                prop_assert!(within_m < 1e-3 && below_m < 1e-9, "{within_m} within, {below_m} below");
            }
            // Obstacles may leave a tree no way.
            Err(SpecimenError::Tree(TreeError::Season(_) | TreeError::Shoot(_))) => {}
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

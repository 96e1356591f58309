//! What a forest says of itself: numbers, names, events, limits.

use understory_forest::components::{Cause, Remains, Scores, Size};
use understory_forest::growth::zone_radius_m;
use understory_forest::parameters::{Conditions, Light, Species};
use understory_forest::schedule;
use understory_forest::{
    Counts, DeadTree, Event, Forest, ForestError, Founder, Happening, Origin, Seed, State, Stems, Tally,
    greatest_reach_m, greatest_reach_of_m, presets,
};
use understory_numerics::RandomKey;
use understory_space::{Edge, Plot};

fn species(preset: &str, name: &str) -> Species {
    presets::named(preset).unwrap().species(name)
}

fn forest(edge: Edge) -> Forest {
    let plot = Plot::new([10.0, 20.0], [90.0, 80.0], edge).unwrap();
    let kinds = vec![
        species("fagus-sylvatica", "beech"),
        species("betula-pendula", "birch"),
    ];
    Forest::new(plot, 4, kinds, Conditions::default()).unwrap()
}

fn key(bits: u128) -> RandomKey {
    RandomKey::from_bits(bits)
}

fn founder(bits: u128, kind: u16, place_m: [f64; 2]) -> Founder {
    Founder {
        key: key(bits),
        species: kind,
        place_m,
        age_yr: 30,
        size: Size {
            dbh_cm: 12.0,
            height_m: 11.0,
        },
        vigour: Some(0.8),
        scores: Some(Scores::default()),
        crown_base_m: None,
        crown_radius_m: None,
    }
}

fn seed(bits: u128, kind: u16, place_m: [f64; 2]) -> Seed {
    Seed {
        key: key(bits),
        species: kind,
        place_m,
        age_yr: 1,
        mother: Scores::default(),
    }
}

fn dead(bits: u128, kind: u16, dbh_cm: f64) -> DeadTree {
    DeadTree {
        number: 0,
        key: key(bits),
        species: kind,
        place_m: [30.0, 30.0],
        age_yr: 50,
        size: Size {
            dbh_cm,
            height_m: 9.0,
        },
        vigour: 0.5,
        scores: Scores::default(),
        remains: Remains::new(Cause::Stress, 0),
    }
}

#[test]
fn founders_get_numbers_and_events_in_the_order_of_their_keys() {
    let mut forest = forest(Edge::Open);
    forest.note_events();
    let second = founder(7, 1, [40.0, 30.0]);
    let first = founder(5, 0, [20.0, 60.0]);
    forest.plant([second, first]).unwrap();
    let third = founder(1, 1, [50.0, 50.0]);
    forest.plant([third]).unwrap();
    let expected = [(1, first), (2, second), (3, third)];
    let trees: Vec<_> = forest
        .trees()
        .map(|tree| (tree.number, tree.key, tree.place_m))
        .collect();
    assert_eq!(
        trees,
        expected.map(|(number, tree)| (number, tree.key, tree.place_m))
    );
    let event = |(tree, founder): (u64, Founder)| Event {
        year: 0,
        tree,
        species: founder.species,
        place_m: founder.place_m,
        age_yr: founder.age_yr,
        size: founder.size,
        what: Happening::Birth(Origin::Founder),
    };
    assert_eq!(forest.take_events(), expected.map(event));
    assert_eq!(forest.take_events(), [], "events are taken once");
    assert_eq!(forest.next_tree(), 4);
}

#[test]
fn only_a_forest_that_was_told_to_notes_events() {
    let mut forest = forest(Edge::Open);
    forest.plant([founder(1, 0, [30.0, 30.0])]).unwrap();
    assert_eq!(forest.take_events(), []);
}

#[test]
fn what_is_buried_is_counted_by_species_and_numbered_by_key() {
    let mut forest = forest(Edge::Torus);
    forest.plant([founder(9, 0, [30.0, 30.0])]).unwrap();
    let seeds = [(2, 1), (1, 0), (3, 1)].map(|(bits, kind)| seed(bits, kind, [30.0, 40.0]));
    forest.bury(seeds, [dead(6, 0, 20.0), dead(5, 1, 20.0)]).unwrap();
    assert_eq!(
        [forest.tree_count(), forest.seed_count(), forest.dead_count()],
        [1, 3, 2]
    );
    assert_eq!(forest.seeds_by_species(), [1, 2]);
    let numbers: Vec<_> = forest.dead().map(|dead| (dead.number, dead.key)).collect();
    assert_eq!(numbers, [(2, key(5)), (3, key(6))]);
    assert_eq!(forest.next_tree(), 4);
}

/// Thinner stems leave no field and no stump that could resprout.
#[test]
fn a_dead_tree_leaves_something_from_above_one_centimetre() {
    let mut forest = forest(Edge::Torus);
    forest
        .bury([], [dead(1, 0, 1.0), dead(2, 0, 1.01), dead(3, 0, 0.0)])
        .unwrap();
    assert_eq!(forest.dead().map(|dead| dead.key).collect::<Vec<_>>(), [key(2)]);
}

#[test]
fn what_cannot_lie_there_is_refused_and_nothing_is_buried() {
    let mut forest = forest(Edge::Open);
    forest.plant([founder(9, 0, [30.0, 30.0])]).unwrap();
    forest
        .bury([seed(8, 0, [30.0, 30.0])], [dead(7, 0, 20.0)])
        .unwrap();
    let before = forest.state();
    let good = seed(1, 0, [30.0, 30.0]);
    let refused = [
        (seed(2, 0, [101.0, 30.0]), ForestError::OutsidePlot(101.0, 30.0)),
        (seed(2, 2, [30.0, 30.0]), ForestError::UnknownSpecies(2)),
        // Its key is that of a seed that came with it, of one in the bank, of a tree.
        (seed(1, 1, [30.0, 31.0]), ForestError::KeyTwice(key(1))),
        (seed(8, 1, [30.0, 31.0]), ForestError::KeyTwice(key(8))),
        (seed(9, 1, [30.0, 31.0]), ForestError::KeyTwice(key(9))),
    ];
    for (bad, error) in refused {
        assert_eq!(forest.bury([good, bad], []), Err(error));
        assert!(forest.state() == before);
    }
    let off_the_plot = DeadTree {
        place_m: [30.0, 19.0],
        ..dead(3, 0, 20.0)
    };
    for (bad, error) in [
        (off_the_plot, ForestError::OutsidePlot(30.0, 19.0)),
        (dead(3, 5, 20.0), ForestError::UnknownSpecies(5)),
    ] {
        assert_eq!(forest.bury([good], [bad]), Err(error));
        assert!(forest.state() == before);
    }
}

#[test]
fn keys_are_each_others_whichever_of_trees_and_seeds_comes_first() {
    for (trees, seeds) in [
        (vec![1, 4, 9], vec![2, 3, 9]),
        (vec![4], vec![1, 2, 4]),
        (vec![1, 2, 5], vec![1, 8]),
        (vec![3], vec![2, 3]),
    ] {
        let mut forest = forest(Edge::Open);
        let place_m = |bits: u128| [30.0 + bits as f64, 30.0];
        forest
            .plant(trees.iter().map(|&bits| founder(bits, 0, place_m(bits))))
            .unwrap();
        let shared = seeds.iter().copied().find(|bits| trees.contains(bits)).unwrap();
        let buried = forest.bury(seeds.iter().map(|&bits| seed(bits, 0, [30.0, 30.0])), []);
        assert_eq!(buried, Err(ForestError::KeyTwice(key(shared))));
        let others = seeds.iter().filter(|bits| !trees.contains(bits));
        assert_eq!(
            forest.bury(others.map(|&bits| seed(bits, 0, [30.0, 30.0])), []),
            Ok(())
        );
    }
}

#[test]
fn a_forest_that_is_restored_goes_on_counting() {
    let mut forest = forest(Edge::Open);
    forest.plant([founder(9, 0, [30.0, 30.0])]).unwrap();
    let counts = Counts {
        year: 12,
        next_tree: 77,
        tree_years: 500,
        peak_seeds: 41,
    };
    let state = State {
        counts,
        ..forest.state()
    };
    forest.restore(state.clone()).unwrap();
    assert_eq!(forest.state(), state);
    let said = [
        u64::from(forest.year()),
        forest.next_tree(),
        forest.tree_years(),
        forest.peak_seeds(),
    ];
    assert_eq!(said, [12, 77, 500, 41]);
    forest.advance();
    assert_eq!((forest.year(), forest.tree_years()), (13, 501));
}

#[test]
fn a_state_that_is_refused_leaves_the_forest_as_it_was() {
    let mut forest = forest(Edge::Open);
    forest.plant([founder(9, 0, [30.0, 30.0])]).unwrap();
    let before = forest.state();
    let mut state = before.clone();
    state.counts.year = 3;
    state.seeds.push(seed(9, 0, [30.0, 30.0]));
    assert_eq!(forest.restore(state), Err(ForestError::KeyTwice(key(9))));
    assert_eq!(forest.state(), before);
}

#[test]
fn a_forest_says_what_it_was_made_of() {
    let forest = forest(Edge::Torus);
    let names: Vec<_> = forest.species().map(|species| species.name.as_str()).collect();
    assert_eq!(names, ["beech", "birch"]);
    assert_eq!(forest.plot().origin_m(), [10.0, 20.0]);
    assert_eq!(
        [forest.tree_count(), forest.seed_count(), forest.dead_count()],
        [0; 3]
    );
    assert_eq!(
        (forest.year(), forest.next_tree(), forest.tree_years()),
        (0, 1, 0)
    );
    assert_eq!(forest.tallies(), [Tally::default(); 2]);
}

#[test]
fn every_system_of_the_year_has_its_time() {
    let mut forest = forest(Edge::Torus);
    forest.plant([founder(9, 0, [30.0, 30.0])]).unwrap();
    forest.advance();
    forest.advance();
    let seconds: Vec<_> = forest.system_seconds().collect();
    assert!(
        seconds
            .iter()
            .map(|(name, _)| *name)
            .eq(schedule::year().systems().iter().map(|system| system.name()))
    );
    assert!(seconds.iter().all(|&(_, seconds)| seconds > 0.0), "{seconds:?}");
}

#[test]
fn a_forest_needs_species_that_its_plot_can_hold() {
    let make = |plot: Plot, kinds: Vec<Species>| Forest::new(plot, 1, kinds, Conditions::default()).err();
    let plot = |size_m, edge| Plot::new([0.0; 2], size_m, edge).unwrap();
    let small = || plot([30.0, 30.0], Edge::Open);
    let birch = species("betula-pendula", "birch");
    assert_eq!(make(small(), Vec::new()), Some(ForestError::NoSpecies));
    assert_eq!(make(small(), vec![birch.clone(); 65_535]), None);
    let too_many = make(small(), vec![birch.clone(); 65_536]);
    assert_eq!(too_many, Some(ForestError::TooManySpecies(65_536)));
    // Two square kilometres are held, more than ten thousand are not.
    assert_eq!(
        make(plot([1000.0, 2000.0], Edge::Open), vec![birch.clone()]),
        None
    );
    assert_eq!(
        make(plot([1.0e5, 1.1e5], Edge::Open), vec![birch.clone()]),
        Some(ForestError::PlotTooLarge {
            width_m: 1.0e5,
            height_m: 1.1e5,
            most_km2: 10_000.0
        })
    );
    let reach_m = greatest_reach_of_m(&birch, &Light::default());
    let side_m = 3.0 * reach_m;
    assert_eq!(
        make(plot([side_m, 2.0 * side_m], Edge::Torus), vec![birch.clone()]),
        None
    );
    let beech = species("fagus-sylvatica", "beech");
    assert!(greatest_reach_of_m(&beech, &Light::default()) > reach_m);
    let torus = plot([2.0 * side_m, side_m], Edge::Torus);
    assert_eq!(
        make(torus, vec![birch.clone(), beech.clone()]),
        Some(ForestError::ReachTooLong {
            species: "beech".to_owned(),
            reach_m: greatest_reach_of_m(&beech, &Light::default()),
            limit_m: greatest_reach_m(&torus),
        })
    );
    assert_eq!(make(plot([1.0, 1.0], Edge::Open), vec![birch, beech]), None);
}

/// Both fields end at λ ln(1/c) radii of the zone, the crown that a full-grown beech would have in the open.
#[test]
fn a_species_reaches_as_far_as_the_wider_field_of_its_greatest_tree() {
    let mut beech = species("fagus-sylvatica", "beech");
    let zone_m = zone_radius_m(&beech.competition, beech.greatest());
    let near = understory_forest::parameters::FieldKernel::Disc {
        radius_crown_radii: 1.5,
    };
    let far = understory_forest::parameters::FieldKernel::Exponential {
        e_fold_crown_radii: 0.5,
        cut_fraction: 0.01,
    };
    let farthest = understory_forest::parameters::FieldKernel::FixedExponential {
        e_fold_m: 20.0,
        cut_fraction: 0.01,
    };
    let nearest = understory_forest::parameters::FieldKernel::FixedDisc { radius_m: 0.5 };
    // 0.5 · ln 100.
    let far_m = zone_m * std::f64::consts::LN_10;
    for (competition, inhibition, reach_m) in [
        (near, far, far_m),
        (far, near, far_m),
        (near, near, zone_m * 1.5),
        (near, farthest, 40.0 * std::f64::consts::LN_10),
        (farthest, near, 40.0 * std::f64::consts::LN_10),
        (nearest, nearest, 0.5),
    ] {
        beech.competition.kernel = competition;
        beech.inhibition.kernel = inhibition;
        assert!((greatest_reach_of_m(&beech, &Light::default()) - reach_m).abs() < 1e-9);
    }
}

#[test]
fn tallies_add_up() {
    let one = Tally {
        seeds_landed: 1,
        seeds_lost: 2,
        seeds_from_outside: 8,
        germinated: 3,
        resprouted: 4,
        planted: 6,
        died: std::array::from_fn(|cause| 5 + cause as u64),
        dead_stems: Stems {
            count: 7,
            volume_m3: 1.5,
            merchantable_m3: 0.5,
        },
        felled_stems: Stems {
            count: 9,
            volume_m3: 0.25,
            merchantable_m3: 0.5,
        },
    };
    let mut sum = one;
    sum.add(&one);
    sum.add(&one);
    let three = Tally {
        seeds_landed: 3,
        seeds_lost: 6,
        seeds_from_outside: 24,
        germinated: 9,
        resprouted: 12,
        planted: 18,
        died: std::array::from_fn(|cause| 15 + 3 * cause as u64),
        dead_stems: Stems {
            count: 21,
            volume_m3: 4.5,
            merchantable_m3: 1.5,
        },
        felled_stems: Stems {
            count: 27,
            volume_m3: 0.75,
            merchantable_m3: 1.5,
        },
    };
    assert_eq!(sum, three);
}

#[test]
fn names_of_causes_are_read_as_they_are_written() {
    for cause in Cause::ALL {
        assert_eq!(Cause::named(cause.name()), Some(cause));
    }
    assert_eq!(
        Cause::ALL.map(Cause::name),
        [
            "intrinsic",
            "stress",
            "senescence",
            "browsing",
            "drought",
            "snapped",
            "uprooted",
            "hit",
            "lightning",
            "fire",
            "beetles",
            "felled"
        ]
    );
    assert_eq!(Cause::named("frost"), None);
    let origins = [Origin::Founder, Origin::Seed, Origin::Stump, Origin::Planted];
    assert_eq!(origins.map(Origin::name), ["founder", "seed", "stump", "planted"]);
}

#[test]
fn years_since_a_death_count_from_before_the_run_too() {
    let remains = Remains::new;
    assert_eq!(remains(Cause::Stress, 3).years_since(10), 7);
    assert_eq!(remains(Cause::Stress, -3).years_since(10), 13);
    assert_eq!(remains(Cause::Stress, 10).years_since(3), 0);
    // All others die with their roots.
    for cause in Cause::ALL {
        let breaks = matches!(
            cause,
            Cause::Intrinsic | Cause::Snapped | Cause::Hit | Cause::Fire | Cause::Felled
        );
        assert_eq!(
            (cause.leaves_stump(), remains(cause, 3).is_stump()),
            (breaks, breaks)
        );
    }
}

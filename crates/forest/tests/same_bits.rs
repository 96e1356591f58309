//! A year depends on the trees alone: not on threads, not on stops, not on the order of what it is given.

use understory_forest::components::{Scores, Size};
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, State, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

/// A stand of two species that seeds, crowds and thins itself: some thousand trees within a few decades.
fn stand(edge: Edge) -> Forest {
    let plot = Plot::new([-50.0, 20.0], [90.0, 70.0], edge).unwrap();
    let species = [("fagus-sylvatica", "beech"), ("betula-pendula", "birch")].map(|(preset, name)| {
        let mut species = presets::named(preset).unwrap().species(name);
        species.fruit.seeds_per_m2 *= 20.0;
        // Many small trees.
        species.germination.recruit_spacing_m = 0.4;
        species
    });
    let root = RandomKey::root(5, &["stand"]);
    let founders = (0..120_u32).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        Founder {
            key,
            species: (number % 2) as u16,
            place_m: [-50.0 + 90.0 * words[0], 20.0 + 70.0 * words[1]],
            age_yr: 60,
            size: Size {
                dbh_cm: 5.0 + 25.0 * words[2],
                height_m: 4.0 + 20.0 * words[2],
            },
            vigour: Some(1.0),
            scores: None,
            crown_base_m: None,
            crown_radius_m: None,
        }
    });
    let mut forest = Forest::new(plot, 5, species.to_vec(), Conditions::default()).unwrap();
    forest.note_events();
    forest.plant(founders).unwrap();
    forest
}

fn years(forest: &mut Forest, years: u32) -> State {
    for _ in 0..years {
        forest.advance();
    }
    forest.state()
}

#[test]
fn any_number_of_threads_gives_the_same_forest() {
    for edge in [Edge::Open, Edge::Torus] {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let mut forest = stand(edge);
                (years(&mut forest, 40), forest.take_events())
            })
        };
        let (one, events) = with_threads(1);
        assert!(
            one.trees.len() > 3000,
            "the stand is large enough to be split: {}",
            one.trees.len()
        );
        for threads in [2, 5] {
            assert!(
                with_threads(threads) == (one.clone(), events.clone()),
                "{threads} threads"
            );
        }
    }
}

#[test]
fn going_on_from_a_state_is_as_if_it_had_never_stopped() {
    let mut straight = stand(Edge::Torus);
    let end = years(&mut straight, 36);
    let mut state = years(&mut stand(Edge::Torus), 23);
    // The lists may come in any order.
    state.trees.reverse();
    state.seeds.sort_by_key(|seed| seed.place_m[0].to_bits());
    state.dead.reverse();
    let mut resumed = stand(Edge::Torus);
    resumed.restore(state).unwrap();
    assert!(years(&mut resumed, 13) == end);
}

#[test]
fn the_books_balance() {
    let mut forest = stand(Edge::Open);
    let mut trees = forest.tree_count() as u64;
    let mut lost = 0;
    for _ in 0..40 {
        forest.advance();
        let tallies = forest.tallies();
        let born: u64 = tallies
            .iter()
            .map(|tally| tally.germinated + tally.resprouted)
            .sum();
        let died: u64 = tallies.iter().flat_map(|tally| tally.died).sum();
        lost += tallies.iter().map(|tally| tally.seeds_lost).sum::<u64>();
        trees = trees + born - died;
        assert_eq!(forest.tree_count() as u64, trees);
        assert_eq!(
            forest.seeds_by_species().iter().sum::<u64>(),
            forest.seed_count() as u64
        );
    }
    assert!(lost > 0, "an open plot loses seeds");
    assert!(forest.next_tree() > trees, "numbers are never used again");
}

#[test]
fn a_species_that_is_added_moves_no_draw_of_the_others() {
    let plot = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
    let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
    let birch = presets::named("betula-pendula").unwrap().species("birch");
    let mother = |species| Founder {
        key: RandomKey::root(1, &["mother"]),
        species,
        place_m: [30.0, 30.0],
        age_yr: 100,
        size: Size {
            dbh_cm: 40.0,
            height_m: 30.0,
        },
        vigour: Some(1.0),
        scores: None,
        crown_base_m: None,
        crown_radius_m: None,
    };
    let seeds_of = |species: Vec<_>, index| {
        let mut forest = Forest::new(plot, 9, species, Conditions::default()).unwrap();
        forest.plant(vec![mother(index)]).unwrap();
        for _ in 0..4 {
            forest.advance();
        }
        let mut seeds: Vec<_> = forest.seeds().collect();
        seeds.iter_mut().for_each(|seed| seed.species = 0);
        (
            seeds,
            forest
                .trees()
                .map(|tree| (tree.key, tree.size))
                .collect::<Vec<_>>(),
        )
    };
    assert!(seeds_of(vec![birch, beech.clone()], 1) == seeds_of(vec![beech], 0));
}

#[test]
fn what_cannot_stand_is_refused_and_nothing_is_planted() {
    let mut forest = stand(Edge::Torus);
    let before = forest.state();
    let good = Founder {
        key: RandomKey::root(1, &["new"]),
        species: 0,
        place_m: [0.0, 50.0],
        age_yr: 10,
        size: Size {
            dbh_cm: 3.0,
            height_m: 4.0,
        },
        vigour: Some(1.0),
        scores: None,
        crown_base_m: None,
        crown_radius_m: None,
    };
    let bad = [
        Founder {
            place_m: [40.0, 50.0],
            ..good
        },
        Founder {
            place_m: [f64::NAN, 50.0],
            ..good
        },
        Founder { species: 2, ..good },
        Founder {
            size: Size {
                dbh_cm: 130.0,
                height_m: 30.0,
            },
            ..good
        },
        Founder {
            size: Size {
                dbh_cm: 3.0,
                height_m: 1.0,
            },
            ..good
        },
        Founder {
            size: Size {
                dbh_cm: f64::NAN,
                height_m: 4.0,
            },
            ..good
        },
        Founder {
            vigour: Some(1.5),
            ..good
        },
        Founder {
            vigour: Some(f64::NAN),
            ..good
        },
        Founder {
            scores: Some(Scores {
                dbh: 2.1,
                height: 0.0,
            }),
            ..good
        },
        Founder {
            crown_base_m: Some(4.1),
            ..good
        },
        Founder {
            crown_radius_m: Some(40.0),
            ..good
        },
    ];
    for founder in bad {
        assert!(forest.plant(vec![good, founder]).is_err(), "{founder:?}");
        assert!(forest.state() == before);
    }
    assert!(forest.plant(vec![good, good]).is_err(), "one key for two");
}

//! A forest in parts is the forest of one process, bit for bit: each year's tables are made of the same numbers.

use understory_forest::components::Size;
use understory_forest::disturbance::{Beetles, Disturbance, Fire, Lightning, Wind};
use understory_forest::exchange::between_threads;
use understory_forest::parameters::{Conditions, Light};
use understory_forest::{
    Borders, Event, Forest, ForestError, Founder, Inventory, SeedsOverEdge, SmallTrees, State, Tally, presets,
};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot, Window};

/// Of which strips of a row or two are narrower than the reach of its trees.
const PLOTS_M: [[f64; 2]; 3] = [[60.0, 200.0], [50.0, 45.0], [90.0, 40.0]];

fn empty(edge: Edge, size_m: [f64; 2], conditions: Conditions) -> Forest {
    let plot = Plot::new([-50.0, 20.0], size_m, edge).unwrap();
    let scale = if edge == Edge::Torus {
        size_m[0].min(size_m[1]) / 90.0
    } else {
        1.0
    };
    let species = [("fagus-sylvatica", "beech"), ("betula-pendula", "birch")].map(|(preset, name)| {
        let mut species = presets::named(preset).unwrap().species(name);
        species.fruit.seeds_per_m2 *= 5.0;
        species.fruit.from_outside_per_m2 = 0.05;
        species.crown.radius_at_30_cm_m *= scale.min(1.0);
        species.competition.zone_radius_at_25_cm_m *= scale.min(1.0);
        species.resprout.probability = 0.7;
        species
    });
    let mut forest = Forest::new(plot, 5, species.to_vec(), conditions).unwrap();
    if edge == Edge::Open {
        forest.set_borders(Borders {
            seeds_over_edge: SeedsOverEdge::Return,
            window: Window::within(&plot, 7.0).unwrap(),
        });
    }
    forest.note_events();
    forest
}

fn planted(edge: Edge, size_m: [f64; 2], conditions: Conditions) -> Forest {
    let mut forest = empty(edge, size_m, conditions);
    let root = RandomKey::root(5, &["stand"]);
    let founders = (0..150_u32).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let size = Size {
            dbh_cm: 5.0 + 25.0 * words[2],
            height_m: 4.0 + 20.0 * words[2],
        };
        let place_m = [-50.0 + size_m[0] * words[0], 20.0 + size_m[1] * words[1]];
        Founder::new(key, (number % 2) as u16, place_m, 60, size)
    });
    forest.plant(founders).unwrap();
    forest
}

/// Place, species and size of a tree.
type Told = ([f64; 2], u16, Size);

/// What tables are made of.
#[derive(Debug, PartialEq)]
struct Known {
    trees: usize,
    tallies: Vec<Tally>,
    inventory: Vec<Inventory>,
    small: Vec<SmallTrees>,
    events: Vec<Event>,
    seeds: Vec<u64>,
    stems: Vec<Told>,
    /// In years of which tables tell of single trees, with all of these in their order.
    state: Option<(State, Vec<Told>)>,
}

/// Years of which the state is gathered.
fn is_told(year: u32) -> bool {
    !year.is_multiple_of(3)
}

fn known(forest: &mut Forest) -> Known {
    let (mut stems, mut in_order) = (Vec::new(), Vec::new());
    forest.for_each_stem(|place_m, species, size| stems.push((place_m, species, size)));
    let state = is_told(forest.year()).then(|| {
        forest.for_each_tree(|place_m, species, size| in_order.push((place_m, species, size)));
        (forest.state(), in_order)
    });
    Known {
        trees: forest.tree_count(),
        state,
        tallies: forest.tallies(),
        inventory: forest.inventory(),
        small: forest.small_trees(),
        events: forest.take_events(),
        seeds: forest.seeds_by_species(),
        stems,
    }
}

/// The years of one process.
fn alone(edge: Edge, size_m: [f64; 2], conditions: Conditions, years: u32) -> Vec<Known> {
    let mut forest = planted(edge, size_m, conditions);
    let mut all = vec![known(&mut forest)];
    for _ in 0..years {
        forest.advance();
        all.push(known(&mut forest));
    }
    all
}

/// The same of several parts, as their root knows them.
fn in_parts(parts: usize, edge: Edge, size_m: [f64; 2], conditions: Conditions, years: u32) -> Vec<Known> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = between_threads(parts)
            .into_iter()
            .map(|exchange| {
                scope.spawn(move || {
                    let is_root = exchange.part() == 0;
                    let mut forest = if is_root {
                        planted(edge, size_m, conditions)
                    } else {
                        empty(edge, size_m, conditions)
                    };
                    forest.divide(exchange).unwrap();
                    forest.gather(is_told(0));
                    let mut all = vec![known(&mut forest)];
                    for _ in 0..years {
                        forest.advance();
                        forest.gather(is_told(forest.year()));
                        all.push(known(&mut forest));
                    }
                    is_root.then_some(all)
                })
            })
            .collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.flatten().next().unwrap()
    })
}

fn compare(edge: Edge, size_m: [f64; 2], conditions: Conditions, parts: &[usize], years: u32) {
    let alone = alone(edge, size_m, conditions, years);
    assert!(alone.last().unwrap().trees > 100);
    for &parts in parts {
        let divided = in_parts(parts, edge, size_m, conditions, years);
        for (year, (one, many)) in alone.iter().zip(&divided).enumerate() {
            let what = format!("{parts} parts, {edge:?}, {size_m:?}, year {year}");
            if let (Some((one, _)), Some((many, _))) = (&one.state, &many.state) {
                assert_eq!(one.counts, many.counts, "{what}");
                assert!(one.trees == many.trees, "trees of {what}");
                assert!(one.seeds == many.seeds, "seeds of {what}");
                assert!(one == many, "the dead of {what}");
            }
            assert_eq!(one.tallies, many.tallies, "{what}");
            assert_eq!(one.inventory, many.inventory, "{what}");
            assert_eq!(one.small, many.small, "{what}");
            assert!(one == many, "events or order of {what}");
        }
    }
}

#[test]
fn parts_grow_the_forest_of_one_process() {
    for edge in [Edge::Open, Edge::Torus] {
        compare(edge, PLOTS_M[0], Conditions::default(), &[1, 2, 3, 4], 25);
        compare(edge, PLOTS_M[1], Conditions::default(), &[2, 4], 25);
        compare(edge, PLOTS_M[2], Conditions::default(), &[3, 4], 25);
    }
}

#[test]
fn what_goes_from_tree_to_tree_goes_over_the_borders_of_parts() {
    let conditions = Conditions {
        disturbance: Disturbance {
            wind: Some(Wind {
                storms_per_yr: 0.5,
                ..Wind::default()
            }),
            lightning: Some(Lightning::default()),
            fire: Some(Fire {
                fires_per_yr: 0.2,
                ..Fire::default()
            }),
            beetles: Some(Beetles::default()),
        },
        ..Conditions::default()
    };
    compare(Edge::Open, PLOTS_M[0], conditions, &[2, 4], 25);
    compare(Edge::Torus, PLOTS_M[1], conditions, &[3], 25);
}

#[test]
fn every_light_model_is_the_same_in_parts() {
    for model in Light::MODELS {
        let conditions = Conditions {
            light: Light::named(model).unwrap(),
            ..Conditions::default()
        };
        compare(Edge::Open, PLOTS_M[0], conditions, &[3], 12);
    }
}

#[test]
fn more_parts_than_rows_of_tiles_are_refused() {
    let forest = empty(Edge::Open, PLOTS_M[2], Conditions::default());
    assert_eq!(forest.check_parts(4), Ok(()));
    let refused = forest.check_parts(5).unwrap_err();
    assert_eq!(refused, ForestError::TooManyParts { parts: 5, rows: 4 });
}

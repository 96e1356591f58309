//! Ruins: what the noise takes, what falls with it, and where it lies.

use understory_branching::cloud::Envelope;
use understory_branching::colonization::{Colonization, Distance, Obstacle};
use understory_branching::ruin::{Fallen, Ruin};
use understory_branching::tree::TreeForm;
use understory_numerics::RandomKey;

fn solid(low_m: [f64; 3], high_m: [f64; 3]) -> Envelope {
    Envelope::Box { low_m, high_m }
}

/// Four walls half a metre thick around a room, beside the origin.
fn house() -> Ruin {
    Ruin {
        building: Envelope::Difference {
            whole: Box::new(solid([-3.0, 1.0, 0.0], [3.0, 6.0, 4.0])),
            hole: Box::new(solid([-2.5, 1.5, 0.0], [2.5, 5.5, 4.0])),
        },
        cell_m: 0.25,
        noise_m: 2.5,
        taken: [0.1, 0.8],
        rubble: 0.6,
        spread: 0.3,
        repose_deg: 35.0,
        seed: 1,
    }
}

fn cells_of_house() -> usize {
    (24 * 20 - 20 * 16) * 16
}

fn standing(fallen: &Fallen) -> usize {
    fallen.stands.iter().filter(|stands| **stands).count()
}

fn volume_m3(obstacle: &Obstacle) -> f64 {
    let Obstacle::Box { low_m, high_m } = obstacle else {
        panic!("{obstacle:?}")
    };
    (0..3).map(|axis| high_m[axis] - low_m[axis]).product()
}

#[test]
fn a_building_from_which_nothing_is_taken_stands_as_it_was_in_boxes_that_do_not_overlap() {
    let whole = Ruin {
        taken: [0.0; 2],
        ..house()
    };
    let fallen = whole.fallen().unwrap();
    assert_eq!((standing(&fallen), fallen.fallen.len()), (cells_of_house(), 0));
    let boxes = whole.boxes().unwrap();
    // Four walls.
    assert_eq!(boxes.len(), 4);
    let sum_m3: f64 = boxes.iter().map(volume_m3).sum();
    assert!((sum_m3 - 40.0).abs() < 1e-9, "{sum_m3}");
}

#[test]
fn noise_takes_its_share_and_more_of_it_leaves_a_part_of_what_less_leaves() {
    let with = |share: f64| {
        let ruin = Ruin {
            taken: [share; 2],
            ..house()
        };
        ruin.fallen().unwrap()
    };
    let (some, more) = (with(0.3), with(0.5));
    assert_eq!(standing(&some) + some.fallen.len(), cells_of_house());
    // What has lost its footing falls besides.
    let least = (0.3 * cells_of_house() as f64).round() as usize;
    assert!(
        (least..2 * least).contains(&some.fallen.len()),
        "{}",
        some.fallen.len()
    );
    assert!(standing(&more) < standing(&some));
    let is_part = more
        .stands
        .iter()
        .zip(&some.stands)
        .all(|(more, some)| !more || *some);
    assert!(is_part);
}

#[test]
fn more_is_gone_at_the_top_than_at_the_foot() {
    let fallen = house().fallen().unwrap();
    let level = fallen.cells[0] * fallen.cells[1];
    let in_levels = |from: usize, to: usize| {
        let some = &fallen.stands[from * level..to * level];
        some.iter().filter(|stands| **stands).count()
    };
    assert!(
        in_levels(0, 4) > 2 * in_levels(12, 16),
        "{} {}",
        in_levels(0, 4),
        in_levels(12, 16)
    );
}

/// Labels spread from the foot until nothing changes: another way than that of the code.
#[test]
fn nothing_that_stands_hangs_in_the_air() {
    for seed in 1..6 {
        let fallen = Ruin { seed, ..house() }.fallen().unwrap();
        let [across, along, high] = fallen.cells;
        let at = |x: usize, y: usize, z: usize| (z * along + y) * across + x;
        let mut is_held: Vec<bool> = (0..fallen.stands.len())
            .map(|number| number < across * along && fallen.stands[number])
            .collect();
        loop {
            let before = is_held.clone();
            for z in 0..high {
                for y in 1..along - 1 {
                    for x in 1..across - 1 {
                        let beside = [at(x - 1, y, z), at(x + 1, y, z), at(x, y - 1, z), at(x, y + 1, z)];
                        let below = (z > 0).then(|| at(x, y, z - 1));
                        let above = (z + 1 < high).then(|| at(x, y, z + 1));
                        let mut next = beside.into_iter().chain(below).chain(above);
                        if fallen.stands[at(x, y, z)] && next.any(|next| is_held[next]) {
                            is_held[at(x, y, z)] = true;
                        }
                    }
                }
            }
            if is_held == before {
                break;
            }
        }
        assert_eq!(is_held, fallen.stands, "seed {seed}");
    }
}

#[test]
fn rubble_is_its_share_of_what_has_fallen_lies_no_steeper_than_it_may_and_leaves_the_tree_free() {
    let fallen = house().fallen().unwrap();
    let cell_m3 = fallen.cell_m * fallen.cell_m * fallen.cell_m;
    let rubble_m3: f64 = fallen
        .rubble_m
        .iter()
        .map(|high_m| high_m * fallen.cell_m * fallen.cell_m)
        .sum();
    let expected_m3 = 0.6 * fallen.fallen.len() as f64 * cell_m3;
    assert!(
        (rubble_m3 - expected_m3).abs() < 1e-9 * expected_m3,
        "{rubble_m3} {expected_m3}"
    );
    let [across, along, _] = fallen.cells;
    let base = [0, 1].map(|axis| (-fallen.low_m[axis] / fallen.cell_m).floor() as usize);
    let base = base[1] * across + base[0];
    assert_eq!(fallen.rubble_m[base], 0.0);
    let steepest_m = 0.25 * 0.700_207_54 + 0.02;
    let surface_m = |column: usize| fallen.floor_m[column] + fallen.rubble_m[column];
    for y in 0..along {
        for x in 0..across - 1 {
            let pair = [y * across + x, y * across + x + 1];
            let [high, low] = if surface_m(pair[0]) > surface_m(pair[1]) {
                pair
            } else {
                [pair[1], pair[0]]
            };
            if pair.contains(&base) || fallen.rubble_m[high] < 1e-3 {
                continue;
            }
            let over_m = surface_m(high) - surface_m(low);
            assert!(over_m < steepest_m, "{over_m} at {x}, {y}");
        }
    }
}

#[test]
fn the_seed_alone_makes_another_ruin_of_the_same_building() {
    let boxes = |seed| Ruin { seed, ..house() }.boxes().unwrap();
    assert_eq!(boxes(1), boxes(1));
    assert_ne!(boxes(1), boxes(2));
}

#[test]
fn a_ruin_that_cannot_be_says_why() {
    let refused = |ruin: Ruin| ruin.boxes().unwrap_err().to_string();
    let fine = refused(Ruin {
        cell_m: 0.01,
        ..house()
    });
    assert!(
        fine.starts_with("`cell_m` is 0.01, which cuts building and ground around it into"),
        "{fine}"
    );
    let coarse = refused(Ruin {
        cell_m: 9.0,
        ..house()
    });
    assert!(
        coarse.contains("no cell of that size has its middle in the building"),
        "{coarse}"
    );
    let none = refused(Ruin {
        taken: [1.0; 2],
        rubble: 0.0,
        ..house()
    });
    assert!(none.contains("leaves nothing of the building"), "{none}");
    let share = refused(Ruin {
        taken: [0.0, 1.5],
        ..house()
    });
    assert!(share.contains("`taken` is 1.5"), "{share}");
}

/// Ivy: it climbs, and keeps to the stones; where no obstacle is near, there is nothing to grow to.
#[test]
fn growth_near_obstacles_keeps_to_them() {
    let boxes = house().boxes().unwrap();
    let shoot = Colonization {
        step_m: 0.1,
        influence_distance: Distance::Metres(1.2),
        ..Colonization::default()
    };
    let mut form = TreeForm::of(solid([-4.0, -0.5, 0.0], [4.0, 7.0, 5.0]), 20_000, shoot);
    form.near_obstacles_m = Some(0.2);
    let tree = form.grow(RandomKey::root(1, &["ivy"]), &boxes).unwrap();
    let nearest_m = |place_m: [f64; 3]| {
        let distances = boxes.iter().map(|obstacle| obstacle.distance_m(place_m));
        distances.fold(f64::INFINITY, f64::min)
    };
    let far = tree
        .skeleton
        .nodes
        .iter()
        .filter(|node| nearest_m(node.place_m) > 0.5);
    let far = far.count();
    // Across a window or a corner the way may lead through the open.
    assert!(
        far * 20 < tree.skeleton.nodes.len(),
        "{far} of {}",
        tree.skeleton.nodes.len()
    );
    assert!(
        tree.skeleton
            .nodes
            .iter()
            .all(|node| nearest_m(node.place_m) > -0.01)
    );
    assert!(tree.metrics.height_m > 2.0, "{}", tree.metrics.height_m);
    let refused = form.grow(RandomKey::root(1, &["ivy"]), &[]).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("`near_obstacles_m` is 0.2 m, but of "),
        "{refused}"
    );
}

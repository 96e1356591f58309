//! What must hold of colonization, whatever is set.

use proptest::prelude::*;
use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points};
use understory_branching::colonization::{
    Colonization, Colonized, Damage, Distance, Harm, Kill, LeftOver, Obstacle, Site, Stop, Trunk, Turns,
    colonize, colonize_by_r_tree,
};
use understory_branching::skeleton::{Part, Skeleton};
use understory_numerics::{RandomKey, math};

const BASE_M: [f64; 3] = [0.0, 0.0, -1.0];

fn ball(count: u32, seed: u64) -> Vec<AttractionPoint> {
    let ball = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    attraction_points(
        &ball,
        count,
        &Arrangement::Uniform,
        RandomKey::root(seed, &["rules"]),
    )
    .expect("a ball has volume")
}

/// Mean distance between as many points in a unit ball, m.
fn spacing_m(count: u32) -> f64 {
    math::cbrt(4.0 / 3.0 * std::f64::consts::PI / f64::from(count))
}

fn site<'a>(points: &'a [AttractionPoint], obstacles: &'a [Obstacle]) -> Site<'a> {
    Site {
        bases_m: &[BASE_M],
        points,
        obstacles,
        part: Part::Shoot,
        key: RandomKey::root(1, &["rules"]),
    }
}

fn in_spacings(count: u32, step: f64, kill: f64, influence: f64) -> Colonization {
    let spacing_m = spacing_m(count);
    Colonization {
        step_m: step * spacing_m,
        kill_distance: Distance::Metres(kill * spacing_m),
        influence_distance: Distance::Metres(influence * spacing_m),
        ..Colonization::default()
    }
}

fn grow(points: &[AttractionPoint], parameters: &Colonization) -> Colonized {
    colonize(&site(points, &[]), parameters).expect("the ball is in reach")
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3)
        .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
        .sum::<f64>()
        .sqrt()
}

fn valence_max(skeleton: &Skeleton) -> usize {
    let children = skeleton.children();
    (0..skeleton.nodes.len() as u32)
        .map(|node| children.of(node).len())
        .max()
        .expect("it has a base")
}

#[test]
fn no_point_in_reach_is_left_over_down_to_a_kill_distance_of_half_a_step() {
    for (seed, kill) in [0.25, 0.26, 0.4, 0.5, 1.0, 2.0].into_iter().enumerate() {
        let grown = grow(&ball(5000, seed as u64), &in_spacings(5000, 0.5, kill, 4.0));
        assert_eq!(grown.left_over, LeftOver::default(), "kill distance {kill}");
        assert_eq!(grown.stop, Stop::Done);
    }
}

#[test]
fn no_node_bears_more_than_eight_and_few_are_tried_in_vain() {
    for (step, kill, influence) in [
        (0.5, 1.0, 4.0),
        (0.25, 1.0, 2.0),
        (1.0, 1.5, 2.0),
        (0.5, 0.3, 8.0),
        (0.1, 0.5, 3.0),
    ] {
        let grown = grow(&ball(3000, 3), &in_spacings(3000, step, kill, influence));
        let skeleton = &grown.skeletons[0];
        assert!(
            valence_max(skeleton) <= 8,
            "{step} {kill} {influence}: {}",
            valence_max(skeleton)
        );
        assert!(
            grown.useless < skeleton.nodes.len() as u64 / 10,
            "{} useless",
            grown.useless
        );
    }
}

#[test]
fn a_step_that_is_much_longer_than_the_kill_distance_needs_the_segments_to_kill() {
    let points = ball(2000, 4);
    let mut parameters = in_spacings(2000, 2.0, 0.5, 8.0);
    let refused = colonize(&site(&points, &[]), &parameters).unwrap_err();
    assert!(
        refused.to_string().starts_with("`kill_distance` is "),
        "{refused}"
    );
    parameters.kill = Kill::Segment;
    assert_eq!(grow(&points, &parameters).left_over, LeftOver::default());
}

#[test]
fn islands_beyond_the_influence_distance_are_out_of_reach_and_not_stalled() {
    let mut points = ball(500, 5);
    points.extend((0..7).map(|number| AttractionPoint {
        place_m: [50.0 + f64::from(number), 0.0, 0.0],
        weight: 1.0,
    }));
    let left_over = grow(&points, &in_spacings(500, 0.5, 1.0, 4.0)).left_over;
    assert_eq!(
        left_over,
        LeftOver {
            stalled: 0,
            out_of_reach: 7
        }
    );
}

#[test]
fn growth_ends_when_too_few_points_are_left() {
    let parameters = Colonization {
        stop_below_points: 500,
        ..in_spacings(2000, 0.5, 1.0, 4.0)
    };
    let grown = grow(&ball(2000, 6), &parameters);
    let left = grown.left_over.stalled + grown.left_over.out_of_reach;
    assert_eq!(grown.stop, Stop::FewPointsLeft);
    assert!((300..500).contains(&left), "{left} left");
}

#[test]
fn growth_ends_with_the_round_that_brings_as_many_nodes_as_allowed() {
    let points = ball(2000, 6);
    let free = grow(&points, &in_spacings(2000, 0.5, 1.0, 4.0))
        .skeletons
        .swap_remove(0);
    let held = Colonization {
        most_nodes: 300,
        ..in_spacings(2000, 0.5, 1.0, 4.0)
    };
    let grown = grow(&points, &held);
    let nodes = &grown.skeletons[0].nodes;
    assert_eq!(grown.stop, Stop::MostNodes);
    assert!((300..600).contains(&nodes.len()), "{}", nodes.len());
    assert_eq!(nodes, &free.nodes[..nodes.len()]);
}

#[test]
fn crowns_that_share_a_cloud_keep_about_the_kill_distance_apart() {
    let cloud = Envelope::Box {
        low_m: [-1.0, -0.5, 0.0],
        high_m: [1.0, 0.5, 1.0],
    };
    let points =
        attraction_points(&cloud, 3000, &Arrangement::Uniform, RandomKey::root(2, &["two"])).unwrap();
    let spacing_m = math::cbrt(2.0 / 3000.0);
    let parameters = Colonization {
        step_m: 0.5 * spacing_m,
        kill_distance: Distance::Metres(spacing_m),
        influence_distance: Distance::Metres(4.0 * spacing_m),
        ..Colonization::default()
    };
    let bases_m = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]];
    let both = Site {
        bases_m: &bases_m,
        ..site(&points, &[])
    };
    let grown = colonize(&both, &parameters).unwrap();
    let [left, right] = grown.skeletons.as_slice() else {
        panic!("two trees")
    };
    let mut gap_m = f64::INFINITY;
    for a in &left.nodes {
        for b in &right.nodes {
            gap_m = gap_m.min(distance(a.place_m, b.place_m));
        }
    }
    assert!(
        gap_m >= 0.8 * spacing_m,
        "crowns come within {gap_m} m, spacing {spacing_m} m"
    );
    assert!(left.nodes.len().abs_diff(right.nodes.len()) < left.nodes.len() / 5);
}

#[test]
fn gravity_on_branches_lowers_the_tips() {
    let points = ball(2000, 7);
    let mean_tip_height_m = |sag: f64| {
        let parameters = Colonization {
            tropism: [0.0, 0.0, -sag],
            ..in_spacings(2000, 0.5, 1.0, 4.0)
        };
        let skeleton = &grow(&points, &parameters).skeletons[0];
        let children = skeleton.children();
        let tips = (0..skeleton.nodes.len() as u32).filter(|&node| children.of(node).is_empty());
        let heights: Vec<f64> = tips
            .map(|node| skeleton.nodes[node as usize].place_m[2])
            .collect();
        heights.iter().sum::<f64>() / heights.len() as f64
    };
    assert!(mean_tip_height_m(0.0) > mean_tip_height_m(0.3));
    assert!(mean_tip_height_m(0.3) > mean_tip_height_m(0.6));
}

#[test]
fn no_segment_crosses_a_wall_and_growth_finds_its_way_round() {
    let wall = Obstacle::Box {
        low_m: [-0.6, -3.0, -0.003],
        high_m: [3.0, 3.0, 0.0],
    };
    let points: Vec<_> = ball(2000, 8)
        .into_iter()
        .filter(|point| wall.distance_m(point.place_m) > 0.0)
        .collect();
    let walls = [wall];
    let grown = colonize(&site(&points, &walls), &in_spacings(2000, 0.5, 1.0, 4.0)).unwrap();
    let nodes = &grown.skeletons[0].nodes;
    for node in nodes {
        let Some(parent) = node.parent else { continue };
        let from = nodes[parent as usize].place_m;
        for share in 0..=200 {
            let share = f64::from(share) / 200.0;
            let place = [0, 1, 2].map(|axis| from[axis] + (node.place_m[axis] - from[axis]) * share);
            assert!(wall.distance_m(place) >= 0.0, "{place:?} is in the wall");
        }
    }
    assert!(
        nodes
            .iter()
            .any(|node| node.place_m[2] > 0.3 && node.place_m[0] > 0.0),
        "behind the wall nothing grew"
    );
}

#[test]
fn pipes_turn_at_right_angles_and_reach_everything() {
    let parameters = Colonization {
        turns: Turns::Axes,
        ..in_spacings(2000, 0.5, 1.0, 4.0)
    };
    let grown = grow(&ball(2000, 9), &parameters);
    let nodes = &grown.skeletons[0].nodes;
    for node in nodes {
        let Some(parent) = node.parent else { continue };
        let moved = (0..3).filter(|&axis| node.place_m[axis] != nodes[parent as usize].place_m[axis]);
        assert_eq!(moved.count(), 1);
    }
    assert_eq!(grown.left_over, LeftOver::default());
}

#[test]
fn a_flat_cloud_makes_a_flat_network() {
    let disc = Envelope::Ellipsoid {
        centre_m: [0.0; 3],
        radii_m: [1.0, 1.0, 0.0],
    };
    let points = attraction_points(
        &disc,
        1000,
        &Arrangement::Uniform,
        RandomKey::root(3, &["streets"]),
    )
    .unwrap();
    let flat = Site {
        bases_m: &[[0.0; 3]],
        ..site(&points, &[])
    };
    let grown = colonize(
        &flat,
        &Colonization {
            step_m: 0.03,
            ..Colonization::default()
        },
    )
    .unwrap();
    assert!(grown.skeletons[0].nodes.iter().all(|node| node.place_m[2] == 0.0));
    assert!(grown.skeletons[0].nodes.len() > 200);
}

#[test]
fn breakage_changes_what_grows_and_the_key_decides_how() {
    let points = ball(2000, 10);
    let parameters = Colonization {
        breakage: 0.05,
        ..in_spacings(2000, 0.5, 1.0, 4.0)
    };
    let broken = |seed: u64| {
        let storm = Site {
            key: RandomKey::root(seed, &["storm"]),
            ..site(&points, &[])
        };
        colonize(&storm, &parameters).unwrap()
    };
    assert_eq!(broken(1), broken(1));
    assert_ne!(broken(1).skeletons, broken(2).skeletons);
    assert!(
        broken(1).left_over.stalled > 0,
        "what a broken point held stays where no neighbour comes"
    );
}

#[test]
fn the_bits_are_the_same_however_many_threads_grow_at_once() {
    let points = ball(3000, 11);
    let parameters = in_spacings(3000, 0.5, 1.0, 4.0);
    let alone = grow(&points, &parameters);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| grow(&points, &parameters)))
            .collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), alone);
        }
    });
}

#[test]
fn a_million_points_in_one_place_are_reached_at_once() {
    let points = vec![
        AttractionPoint {
            place_m: [0.3, 0.2, 1.0],
            weight: 1.0
        };
        1_000_000
    ];
    for grown in [
        colonize(&site(&points, &[]), &Colonization::default()),
        colonize_by_r_tree(&site(&points, &[]), &Colonization::default()),
    ] {
        let grown = grown.unwrap();
        assert_eq!(grown.left_over, LeftOver::default());
        assert!(grown.skeletons[0].nodes.len() < 30);
    }
}

#[test]
fn a_base_among_opposed_points_takes_one_after_the_other() {
    let points = [1.0, -1.0].map(|x| AttractionPoint {
        place_m: [x, 0.0, -1.0],
        weight: 1.0,
    });
    let grown = grow(&points, &Colonization::default());
    assert_eq!(grown.left_over, LeftOver::default());
    assert_eq!(valence_max(&grown.skeletons[0]), 2);
}

#[test]
fn what_cannot_grow_is_refused_with_a_reason() {
    let points = ball(100, 12);
    let mend = Colonization::default();
    let message = |parameters: &Colonization, points: &[AttractionPoint], obstacles: &[Obstacle]| {
        colonize(&site(points, obstacles), parameters)
            .unwrap_err()
            .to_string()
    };
    let near = Colonization {
        influence_distance: Distance::Steps(2.0),
        ..mend.clone()
    };
    assert!(message(&near, &points, &[]).contains("beyond the kill distance of 0.4 m"));
    let nan = Colonization {
        step_m: f64::NAN,
        ..mend.clone()
    };
    assert!(message(&nan, &points, &[]).contains("`step_m` is NaN"));
    let crooked = Colonization {
        tropism: [f64::NAN, 0.0, 0.0],
        ..mend.clone()
    };
    assert!(message(&crooked, &points, &[]).contains("`tropism`"));
    let far = [AttractionPoint {
        place_m: [100.0, 0.0, 0.0],
        weight: 1.0,
    }];
    let stout = Colonization {
        trunk: Trunk {
            longest_m: 3.0,
            ..Trunk::default()
        },
        ..mend.clone()
    };
    assert!(
        message(&stout, &far, &[]).contains("the nearest is 100"),
        "{}",
        message(&stout, &far, &[])
    );
    let rock = Obstacle::Sphere {
        centre_m: BASE_M,
        radius_m: 0.1,
    };
    assert!(message(&mend, &points, &[rock]).contains("obstacle 1 covers the base"));
    let no_rock = Obstacle::Sphere {
        centre_m: BASE_M,
        radius_m: -0.1,
    };
    assert!(message(&mend, &points, &[no_rock]).contains("obstacle 1: `radius_m` is -0.1"));
    let nowhere = [AttractionPoint {
        place_m: [f64::NAN; 3],
        weight: 1.0,
    }];
    assert!(message(&mend, &nowhere, &[]).contains("attraction point 0"));
    assert!(message(&mend, &[], &[]).contains("no attraction point"));
    let flat = Envelope::Cone {
        base_m: BASE_M,
        radius_m: 0.0,
        height_m: 1.0,
    };
    let refused = attraction_points(&flat, 10, &Arrangement::Uniform, RandomKey::root(1, &[])).unwrap_err();
    assert!(refused.to_string().contains("`crown.radius_m` is 0"));
    let hole = Envelope::Sphere {
        centre_m: [0.0; 3],
        radius_m: 1.0,
    };
    let nothing = Envelope::Difference {
        whole: Box::new(hole.clone()),
        hole: Box::new(hole),
    };
    let refused =
        attraction_points(&nothing, 10, &Arrangement::Uniform, RandomKey::root(1, &[])).unwrap_err();
    assert!(refused.to_string().contains("only 0 lay inside"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn whatever_is_given_growth_ends_or_is_refused_and_no_two_nodes_coincide(
        places in prop::collection::vec(prop::array::uniform3(prop_oneof![
            4 => -2.0_f64..2.0,
            1 => Just(0.0),
            1 => Just(1.0),
        ]), 1..80),
        weight in prop_oneof![Just(0.0), 0.0_f64..2.0],
        step_m in 0.05_f64..1.0,
        kill_steps in 0.5_f64..2.0,
        influence_steps in 1.0_f64..20.0,
        tropism in prop::array::uniform3(-3.0_f64..3.0),
        by_segment: bool,
        is_pipe: bool,
        straightness in prop_oneof![Just(0.0), 0.0_f64..2.0],
        crookedness in prop_oneof![Just(0.0), 0.0_f64..2.0],
        fork_deg in prop_oneof![Just(180.0), 0.0_f64..180.0],
        struck_in in 0_u32..12,
        above_m in -3.0_f64..3.0,
    ) {
        let points: Vec<_> = places.into_iter().map(|place_m| AttractionPoint { place_m, weight }).collect();
        let parameters = Colonization {
            step_m,
            kill_distance: Distance::Steps(kill_steps),
            influence_distance: Distance::Steps(influence_steps),
            kill: if by_segment { Kill::Segment } else { Kill::Node },
            turns: if is_pipe { Turns::Axes } else { Turns::Free },
            tropism,
            straightness,
            crookedness,
            fork_deg,
            damage: vec![
                Damage { regrows: is_pipe, ..Damage::new(struck_in, Harm::Lightning { above_m }) },
                Damage::new(struck_in + 2, Harm::Wither { share: 0.2 }),
                Damage::new(struck_in + 3, Harm::Nest { radius_m: 0.3 }),
            ],
            ..Colonization::default()
        };
        let ground = [Obstacle::HalfSpace { place_m: BASE_M, normal: [0.0, 0.0, 1.0] }];
        if let Ok(grown) = colonize(&site(&points, &ground), &parameters) {
            let nodes = &grown.skeletons[0].nodes;
            for (number, a) in nodes.iter().enumerate() {
                for b in &nodes[..number] {
                    prop_assert!(distance(a.place_m, b.place_m) >= 0.999e-3 * step_m);
                }
            }
            prop_assert_eq!(colonize_by_r_tree(&site(&points, &ground), &parameters).unwrap(), grown);
        }
    }
}

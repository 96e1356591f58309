//! The grid and the R-tree grow what brute force grows, node for node and bit for bit.

use proptest::prelude::*;
use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points, weigh};
use understory_branching::colonization::{
    Colonization, Distance, Kill, Site, Trunk, colonize, colonize_by_r_tree, colonize_on,
};
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_numerics::RandomKey;

use crate::naive;

fn crown(count: u32, seed: u64, is_clustered: bool, is_flat: bool) -> Vec<AttractionPoint> {
    let arrangement = if is_clustered {
        Arrangement::Clusters {
            points_each: 12,
            radius_m: 0.2,
        }
    } else {
        Arrangement::Uniform
    };
    let envelope = Envelope::Ellipsoid {
        centre_m: [0.0, 0.0, if is_flat { 0.0 } else { 1.0 }],
        radii_m: [1.0, 1.0, if is_flat { 0.0 } else { 1.0 }],
    };
    let mut points = attraction_points(&envelope, count, &arrangement, RandomKey::root(seed, &["oracle"]))
        .expect("it has volume");
    weigh(
        &mut points,
        |place| if place[0] > 0.5 { 0.0 } else { 1.0 + place[1] },
    )
    .expect("weights are above 0");
    points
}

fn site(points: &[AttractionPoint]) -> Site<'_> {
    Site {
        bases_m: &[[0.0; 3]],
        points,
        obstacles: &[],
        part: Part::Shoot,
        key: RandomKey::root(0, &[]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_indices_grow_what_brute_force_grows(
        count in 1_u32..500,
        seed in 0_u64..1000,
        step_m in 0.05_f64..0.4,
        kill_steps in 0.5_f64..3.0,
        influence_kills in 1.5_f64..12.0,
        by_segment: bool,
        is_clustered: bool,
        is_flat: bool,
        sag in 0.0_f64..0.9,
    ) {
        let parameters = Colonization {
            step_m,
            kill_distance: Distance::Steps(kill_steps),
            kill: if by_segment { Kill::Segment } else { Kill::Node },
            influence_distance: Distance::Steps(kill_steps * influence_kills),
            tropism: [0.0, sag / 2.0, -sag],
            trunk: Trunk { longest_m: 0.0, ..Trunk::default() },
            ..Colonization::default()
        };
        let points = crown(count, seed, is_clustered, is_flat);
        let Ok(grown) = colonize(&site(&points), &parameters) else {
            // The base sees no point; brute force then grows nothing either.
            prop_assert_eq!(naive::colonize([0.0; 3], &points, &parameters).nodes.len(), 1);
            return Ok(());
        };
        let expected = naive::colonize([0.0; 3], &points, &parameters);
        let nodes = &grown.skeletons[0].nodes;
        prop_assert_eq!(nodes.len(), expected.nodes.len());
        for (node, &(place, parent)) in nodes.iter().zip(&expected.nodes) {
            prop_assert_eq!(node.place_m, place);
            prop_assert_eq!(node.parent, parent.map(|parent| parent as u32));
        }
        prop_assert_eq!(grown.left_over.stalled + grown.left_over.out_of_reach, expected.left);
        prop_assert_eq!(&colonize_by_r_tree(&site(&points), &parameters).unwrap(), &grown);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn trees_of_a_stand_share_points_as_by_brute_force(
        count in 1_u32..500,
        seed in 0_u64..1000,
        trees in 2_usize..6,
        step_m in 0.05_f64..0.4,
        kill_steps in 0.5_f64..3.0,
        influence_kills in 1.5_f64..12.0,
        by_segment: bool,
        is_clustered: bool,
    ) {
        let parameters = Colonization {
            step_m,
            kill_distance: Distance::Steps(kill_steps),
            kill: if by_segment { Kill::Segment } else { Kill::Node },
            influence_distance: Distance::Steps(kill_steps * influence_kills),
            ..Colonization::default()
        };
        let points = crown(count, seed, is_clustered, false);
        let stem = |tree: usize| -> Vec<[f64; 3]> {
            let [x_m, y_m] = [0.7 * tree as f64 - 1.0, 0.3 * (tree % 2) as f64];
            (0..=tree + 1).map(|number| [x_m, y_m, 0.3 * number as f64]).collect()
        };
        let stems: Vec<Vec<[f64; 3]>> = (0..trees).map(stem).collect();
        let node = |(number, &place_m): (usize, &[f64; 3])| {
            Node::new(number.checked_sub(1).map(|parent| parent as u32), Part::Shoot, place_m, 0)
        };
        let grown_before: Vec<Skeleton> = stems
            .iter()
            .map(|stem| Skeleton { nodes: stem.iter().enumerate().map(node).collect() })
            .collect();
        let expected = naive::colonize_together(&stems, &points, &parameters);
        let grown = colonize_on(&grown_before, 0, &site(&points), &parameters).unwrap();
        for (tree, skeleton) in grown.skeletons.iter().enumerate() {
            let places: Vec<[f64; 3]> = skeleton.nodes.iter().map(|node| node.place_m).collect();
            let own = (0..expected.nodes.len()).filter(|&node| expected.trees[node] == tree);
            let expected_places: Vec<[f64; 3]> = own.map(|node| expected.nodes[node].0).collect();
            prop_assert_eq!(places, expected_places);
        }
        let reached_by: Vec<Option<usize>> =
            grown.reached_by.iter().map(|tree| tree.map(|tree| tree as usize)).collect();
        prop_assert_eq!(reached_by, expected.reached_by);
    }
}

#[test]
fn two_thousand_points_are_colonized_as_by_brute_force() {
    let points = crown(2000, 1, false, false);
    let parameters = Colonization {
        step_m: 0.06,
        trunk: Trunk {
            longest_m: 0.0,
            ..Trunk::default()
        },
        ..Colonization::default()
    };
    let expected = naive::colonize([0.0; 3], &points, &parameters);
    let grown = colonize(&site(&points), &parameters).unwrap();
    let places: Vec<_> = grown.skeletons[0].nodes.iter().map(|node| node.place_m).collect();
    let expected_places: Vec<_> = expected.nodes.iter().map(|node| node.0).collect();
    assert_eq!(places, expected_places);
    assert!(places.len() > 500);
}

//! What trees that share their space do, and what they refuse.

use proptest::prelude::*;
use understory_branching::colonization::{LeftOver, Obstacle};
use understory_branching::roots::{RootSystem, Stones};
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::stand::{
    CrownShape, GrownTree, MOST_POINTS, Sharing, Stand, StandError, StandTree, grow_stand,
};
use understory_numerics::{RandomKey, math};

fn tree(number: u64, x_m: f64, y_m: f64, height_m: f64) -> StandTree {
    StandTree {
        key: RandomKey::root(number, &["stand"]),
        base_m: [x_m, y_m, 0.0],
        height_m,
        dbh_m: 0.012 * height_m,
        crown_base_m: 0.4 * height_m,
        crown_radius_m: 0.16 * height_m,
        shape: if number.is_multiple_of(3) {
            CrownShape::Cone
        } else {
            CrownShape::Rounded
        },
        roots: [RootSystem::Tap, RootSystem::Heart, RootSystem::Plate][number as usize % 3],
    }
}

/// Trees in rows, of several heights, crowns well into each other.
fn rows(side: u64) -> Vec<StandTree> {
    let place = |number: u64| {
        let [column, row] = [number % side, number / side].map(|along| along as f64);
        tree(
            number,
            4.0 * column + 0.7 * (row % 2.0),
            4.0 * row,
            14.0 + 2.0 * ((number * 7) % 5) as f64,
        )
    };
    (0..side * side).map(place).collect()
}

fn few_points() -> Sharing {
    Sharing {
        points: 400,
        ..Sharing::default()
    }
}

fn stand(trees: &[StandTree]) -> Stand<'_> {
    Stand {
        trees,
        ground: None,
        crowns: None,
        wetness: None,
        key: RandomKey::root(1, &["the ground"]),
    }
}

/// All of a stand at once.
#[derive(Debug, PartialEq)]
struct Grown {
    trees: Vec<GrownTree>,
    crown_spacing_m: f64,
    left_above: LeftOver,
    left_below: LeftOver,
}

fn grow(trees: &[StandTree], sharing: &Sharing) -> Grown {
    grow_on(&stand(trees), sharing)
}

fn grow_on(stand: &Stand<'_>, sharing: &Sharing) -> Grown {
    let grown = grow_stand(stand, sharing).expect("such a stand grows");
    Grown {
        trees: grown.trees().collect(),
        crown_spacing_m: grown.crown_spacing_m(),
        left_above: grown.left_above(),
        left_below: grown.left_below(),
    }
}

fn segments_m(skeleton: &Skeleton, part: Part) -> Vec<[[f64; 3]; 2]> {
    let of_part = skeleton.nodes.iter().filter(|node| node.part == part);
    let ends = of_part.filter_map(|node| {
        let from = skeleton.nodes[node.parent? as usize].place_m;
        Some([from, node.place_m])
    });
    ends.collect()
}

/// Least distance between two segments, by sampling one and projecting onto the other.
fn gap_m([a, b]: [[f64; 3]; 2], [c, d]: [[f64; 3]; 2]) -> f64 {
    let to_segment = |place: [f64; 3]| {
        let along: Vec<f64> = (0..3).map(|axis| d[axis] - c[axis]).collect();
        let length_squared: f64 = along.iter().map(|part| part * part).sum();
        let dot: f64 = (0..3).map(|axis| (place[axis] - c[axis]) * along[axis]).sum();
        let share = if length_squared > 0.0 {
            (dot / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let off = (0..3).map(|axis| place[axis] - c[axis] - share * along[axis]);
        off.map(|off| off * off).sum::<f64>().sqrt()
    };
    let samples = (0..=4).map(|step| f64::from(step) / 4.0);
    samples
        .map(|share| to_segment([0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis]))))
        .fold(f64::INFINITY, f64::min)
}

fn crown_gap_m(a: &Skeleton, b: &Skeleton) -> f64 {
    let (a, b) = (segments_m(a, Part::Shoot), segments_m(b, Part::Shoot));
    let all = a.iter().flat_map(|&a| b.iter().map(move |&b| gap_m(a, b)));
    all.fold(f64::INFINITY, f64::min)
}

#[test]
fn crowns_that_meet_keep_four_fifths_of_the_kill_distance_between_them() {
    let (trees, sharing) = (rows(4), few_points());
    let grown = grow(&trees, &sharing);
    let kill_m = sharing.kill_spacings * grown.crown_spacing_m;
    let mut met = 0;
    for first in 0..trees.len() {
        for second in 0..first {
            let (a, b) = (&grown.trees[first], &grown.trees[second]);
            let [x_m, y_m] = [0, 1].map(|axis| trees[first].base_m[axis] - trees[second].base_m[axis]);
            if x_m * x_m + y_m * y_m > 36.0 {
                continue;
            }
            let gap_m = crown_gap_m(&a.skeleton, &b.skeleton);
            assert!(
                gap_m >= 0.8 * kill_m,
                "trees {first} and {second}: {gap_m} of {kill_m}"
            );
            met += usize::from(gap_m < 2.5 * kill_m);
        }
    }
    assert!(met > 20, "only {met} pairs of crowns came near each other");
}

/// The control of the test above: grown alone, the same crowns run into each other.
#[test]
fn crowns_that_grew_alone_overlap() {
    let trees = [tree(1, 0.0, 0.0, 20.0), tree(2, 2.5, 0.5, 20.0)];
    let sharing = few_points();
    let alone: Vec<Grown> = trees
        .iter()
        .map(|tree| grow(std::slice::from_ref(tree), &sharing))
        .collect();
    let gap_m = crown_gap_m(&alone[0].trees[0].skeleton, &alone[1].trees[0].skeleton);
    assert!(gap_m < 0.5 * alone[0].crown_spacing_m, "{gap_m}");
}

#[test]
fn neighbours_take_space_from_each_other_and_tall_trees_win_more() {
    let (trees, sharing) = (rows(3), few_points());
    let grown = grow(&trees, &sharing);
    let share = |tree: usize| {
        let won = grown.trees[tree].crown;
        f64::from(won.reached) / f64::from(won.offered)
    };
    let alone = grow(&trees[4..5], &sharing).trees[0].crown;
    assert!(f64::from(alone.reached) / f64::from(alone.offered) > 0.97);
    assert!(
        share(4) < 0.8,
        "the tree in the middle won {} of what it asked for",
        share(4)
    );
    let tallest = (0..9)
        .max_by(|&a, &b| trees[a].height_m.total_cmp(&trees[b].height_m))
        .unwrap();
    let lowest = (0..9)
        .min_by(|&a, &b| trees[a].height_m.total_cmp(&trees[b].height_m))
        .unwrap();
    assert!(grown.trees[tallest].crown_volume_m3 > grown.trees[lowest].crown_volume_m3);
    let reached: u32 = grown.trees.iter().map(|tree| tree.crown.reached).sum();
    let volume_m3: f64 = grown.trees.iter().map(|tree| tree.crown_volume_m3).sum();
    let spacing_m = grown.crown_spacing_m;
    assert!((volume_m3 / (f64::from(reached) * spacing_m * spacing_m * spacing_m) - 1.0).abs() < 1e-9);
}

/// Crowded trees leave what only others asked for to these: no branch is further from its stem than the crown is wide, but for
/// the segment with which it came to its last point.
#[test]
fn crowns_keep_to_the_space_that_their_trees_ask_for() {
    let (trees, sharing) = (rows(4), few_points());
    let grown = grow(&trees, &sharing);
    let step_m = sharing.step_spacings * grown.crown_spacing_m;
    for (tree, grown) in trees.iter().zip(&grown.trees) {
        let shoot = grown
            .skeleton
            .nodes
            .iter()
            .filter(|node| node.part == Part::Shoot);
        for node in shoot {
            let [x_m, y_m] = [0, 1].map(|axis| node.place_m[axis] - tree.base_m[axis]);
            let off_m = (x_m * x_m + y_m * y_m).sqrt();
            assert!(
                off_m <= tree.crown_radius_m + step_m,
                "{off_m} of {}",
                tree.crown_radius_m
            );
        }
    }
}

#[test]
fn the_order_of_the_trees_and_the_number_of_threads_change_nothing() {
    let (trees, sharing) = (rows(3), few_points());
    let grown = grow(&trees, &sharing);
    let mut turned = trees.clone();
    turned.reverse();
    let mut other = grow(&turned, &sharing);
    other.trees.reverse();
    assert_eq!(grown, other);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        assert_eq!(grown, pool.install(|| grow(&trees, &sharing)));
    }
}

#[test]
fn stems_are_as_thick_and_trees_about_as_high_as_the_forest_has_them() {
    let trees = rows(3);
    let grown = grow(&trees, &few_points());
    for (tree, grown_tree) in trees.iter().zip(&grown.trees) {
        let nodes = &grown_tree.skeleton.nodes;
        let breast = nodes
            .iter()
            .find(|node| {
                let from = node
                    .parent
                    .map_or(0.0, |parent| nodes[parent as usize].place_m[2]);
                node.place_m[2] >= 1.3 && from < 1.3
            })
            .unwrap();
        assert!((breast.radius_m / (0.5 * tree.dbh_m) - 1.0).abs() < 1e-9);
        // Taller neighbours may close over a tree.
        let height_m = grown_tree.height_m();
        assert!(
            height_m > 0.7 * tree.height_m && height_m < 22.0,
            "{height_m} for {}",
            tree.height_m
        );
        assert!(grown_tree.crown_width_m() < 3.0 * tree.crown_radius_m);
        assert!(grown_tree.root_spread_m() > 0.15 * tree.height_m);
        let (parents, first) = (nodes.iter().skip(1), nodes[0]);
        assert_eq!(first.place_m, tree.base_m);
        for (number, node) in (1..).zip(parents) {
            assert!(
                node.parent.unwrap() < number,
                "parents stand before their children"
            );
        }
    }
}

#[test]
fn on_a_slope_trees_stand_on_the_ground_and_roots_lie_below_it() {
    let slope = |[x_m, y_m]: [f64; 2]| 0.5 * x_m - 0.2 * y_m;
    let mut trees = rows(3);
    for tree in &mut trees {
        tree.base_m[2] = slope([tree.base_m[0], tree.base_m[1]]);
    }
    let stand = Stand {
        trees: &trees,
        ground: Some(&slope),
        ..stand(&trees)
    };
    let grown = grow_on(&stand, &few_points());
    for (tree, grown) in trees.iter().zip(&grown.trees) {
        assert_eq!(grown.skeleton.nodes[0].place_m, tree.base_m);
        for node in &grown.skeleton.nodes[1..] {
            let [x_m, y_m, z_m] = node.place_m;
            let over_m = z_m - slope([x_m, y_m]);
            match node.part {
                Part::Root => assert!(over_m <= 1e-9, "a root {over_m} m over the ground"),
                Part::Shoot => assert!(over_m >= -1e-9, "a branch {over_m} m over the ground"),
            }
        }
    }
}

/// Where a root system reaches: mean offset from its tree along x, m, over all its nodes.
fn mean_root_x_m(tree: &StandTree, skeleton: &Skeleton) -> f64 {
    let roots = || skeleton.nodes.iter().filter(|node| node.part == Part::Root);
    let sum_m: f64 = roots().map(|node| node.place_m[0] - tree.base_m[0]).sum();
    sum_m / roots().count() as f64
}

#[test]
fn roots_lean_to_wetter_ground_and_on_level_ground_to_none() {
    let wet = |[x_m, _]: [f64; 2]| (0.5 + 0.04 * (x_m - 8.0)).clamp(0.0, 1.0);
    let lone: Vec<StandTree> = (0..6)
        .map(|number| tree(number, 8.0, 60.0 * number as f64, 18.0))
        .collect();
    let lean_m = |wetness: Option<&(dyn Fn([f64; 2]) -> f64 + Sync)>| {
        let stand = Stand {
            wetness,
            ..stand(&lone)
        };
        let grown = grow_on(&stand, &Sharing::default());
        let leans = lone.iter().zip(&grown.trees);
        leans
            .map(|(tree, grown)| mean_root_x_m(tree, &grown.skeleton))
            .sum::<f64>()
            / 6.0
    };
    let (level_m, wet_m) = (lean_m(None), lean_m(Some(&wet)));
    assert!(level_m.abs() < 0.7, "{level_m}");
    assert!(wet_m > level_m + 0.3, "{wet_m} beside {level_m}");
}

#[test]
fn each_form_roots_as_deep_as_it_should() {
    let depth_m = |system: RootSystem| {
        let alone = StandTree {
            roots: system,
            ..tree(4, 0.0, 0.0, 20.0)
        };
        let grown = grow(&[alone], &Sharing::default());
        let roots = || {
            grown.trees[0]
                .skeleton
                .nodes
                .iter()
                .filter(|node| node.part == Part::Root)
        };
        roots().map(|node| -node.place_m[2]).sum::<f64>() / roots().count() as f64
    };
    let [tap, heart, plate] = [RootSystem::Tap, RootSystem::Heart, RootSystem::Plate].map(depth_m);
    assert!(plate < heart && plate < tap, "{tap} {heart} {plate}");
}

/// No segment of a root runs through a stone, sampled along it, and no tree is lost for stones.
#[test]
fn roots_of_a_stand_go_round_its_stones() {
    let mut sharing = few_points();
    sharing.roots.stones = Some(Stones {
        per_m3: 0.8,
        radius_m: [0.1, 0.35],
    });
    let trees = rows(3);
    let (bare, stony) = (grow(&trees, &few_points()), grow(&trees, &sharing));
    assert_ne!(bare, stony);
    let stones = stand_stones(&trees, &sharing);
    assert!(stones.len() > 200, "{}", stones.len());
    let reached = |stand: &Grown| stand.trees.iter().map(|tree| tree.roots.reached).sum::<u32>();
    assert!(
        reached(&stony) > 3 * reached(&bare) / 5,
        "{} of {}",
        reached(&stony),
        reached(&bare)
    );
    let mut near = 0;
    for tree in &stony.trees {
        for [a, b] in segments_m(&tree.skeleton, Part::Root) {
            for step in 0..=8 {
                let share = f64::from(step) / 8.0;
                let place_m = [0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis]));
                let nearest_m = stones
                    .iter()
                    .map(|stone| stone.distance_m(place_m))
                    .fold(f64::INFINITY, f64::min);
                assert!(nearest_m > -1e-6, "{nearest_m} m into a stone");
                near += u32::from(nearest_m < 0.05);
            }
        }
    }
    assert!(near > 20, "roots come to stones: {near}");
}

fn stand_stones(trees: &[StandTree], sharing: &Sharing) -> Vec<Obstacle> {
    stand(trees).stones(sharing).expect("there are few")
}

/// The stem and what leaves it below are of one thickness: the pipes go on.
#[test]
fn roots_at_the_collar_add_up_to_the_stem() {
    let sharing = Sharing::default();
    let exponent = sharing.roots.pipe_exponent;
    for tree in grow(&rows(2), &sharing).trees {
        let at_collar = tree.skeleton.nodes.iter().filter(|node| node.parent == Some(0));
        let roots = at_collar.filter(|node| node.part == Part::Root);
        let sum: f64 = roots.map(|node| math::pow(node.radius_m, exponent)).sum();
        let stem = math::pow(tree.skeleton.nodes[0].radius_m, exponent);
        assert!((sum / stem - 1.0).abs() < 1e-9, "{sum} and {stem}");
    }
}

#[test]
fn without_roots_none_grow_and_a_stand_of_no_trees_is_empty() {
    let mut sharing = few_points();
    sharing.roots.points = 0;
    let grown = grow(&rows(2), &sharing);
    let is_shoot = |skeleton: &Skeleton| skeleton.nodes.iter().all(|node| node.part == Part::Shoot);
    assert!(grown.trees.iter().all(|tree| is_shoot(&tree.skeleton)));
    assert!(
        grown
            .trees
            .iter()
            .all(|tree| tree.root_spread_m() == 0.0 && tree.roots.offered == 0)
    );
    assert_eq!(grow(&[], &sharing).trees, []);
}

#[test]
fn what_cannot_grow_is_told() {
    let refused = |trees: &[StandTree], sharing: &Sharing| {
        grow_stand(&stand(trees), sharing).err().expect("it is refused")
    };
    let sharing = few_points();
    let mut trees = rows(2);
    trees[3].base_m = trees[1].base_m;
    assert!(matches!(
        refused(&trees, &sharing),
        StandError::InOnePlace { numbers: [1, 3], .. }
    ));
    let mut trees = rows(2);
    trees[2].key = trees[0].key;
    assert_eq!(
        refused(&trees, &sharing).to_string(),
        "trees 0 and 2 have one key, so that their draws are the same"
    );
    for spoil in [
        |tree: &mut StandTree| tree.height_m = f64::NAN,
        |tree: &mut StandTree| tree.crown_radius_m = 0.0,
        |tree: &mut StandTree| tree.crown_base_m = tree.height_m,
        |tree: &mut StandTree| tree.base_m[1] = f64::INFINITY,
    ] {
        let mut trees = rows(2);
        spoil(&mut trees[1]);
        assert!(refused(&trees, &sharing).to_string().starts_with("tree 1 at "));
    }
    let many = Sharing {
        points: (MOST_POINTS / 4) as u32 + 1,
        ..Sharing::default()
    };
    assert!(matches!(
        refused(&rows(2), &many),
        StandError::TooManyPoints { trees: 4, .. }
    ));
    let short = Sharing {
        influence_spacings: 0.9,
        ..Sharing::default()
    };
    // It asked for 103 GB: as many points as a number of 32 bits holds, of which none would have stayed.
    let mut shallow = few_points();
    shallow.roots.e_fold_m = 1e-6;
    for (sharing, key) in [(short, "influence_spacings"), (shallow, "roots.e_fold_m")] {
        let message = refused(&rows(2), &sharing).to_string();
        assert!(message.contains(key), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Trees of all sizes in all places: no point is lost or counted twice, whatever leans into whatever.
    #[test]
    fn points_go_to_one_tree_each(
        sizes in prop::collection::vec((0.0_f64..30.0, 0.0_f64..30.0, 1.4_f64..35.0), 1..9),
    ) {
        let trees: Vec<StandTree> = (0..)
            .zip(&sizes)
            .map(|(number, &(x_m, y_m, height_m))| tree(number, x_m, y_m, height_m))
            .collect();
        let sharing = Sharing { points: 100, ..Sharing::default() };
        let grown = grow(&trees, &sharing);
        let reached: u32 = grown.trees.iter().map(|tree| tree.crown.reached).sum();
        let left = grown.left_above.stalled + grown.left_above.out_of_reach;
        let offered: u32 = grown.trees.iter().map(|tree| tree.crown.offered).sum();
        let asked = 100 * trees.len();
        let all = reached as usize + left;
        // A point that several ask for is offered to each of them and there once.
        prop_assert!(all <= offered as usize);
        prop_assert!(all <= asked + trees.len());
        prop_assert!(grown.left_above.stalled == 0);
    }
}

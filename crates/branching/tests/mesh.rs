//! What a renderer needs of the triangles of a tree.

use proptest::prelude::*;
use understory_branching::mesh::{Detail, LEVELS, Leaf, Levels, Mesh, TreeMesh, draw, draw_levels};
use understory_branching::presets::PRESETS;
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_numerics::{RandomKey, math};

/// The places of an arc in a plane, a quarter of a circle of 5 m, that thins from 10 to 5 cm.
fn arc() -> Skeleton {
    let node = |number: u32| {
        let share = f64::from(number) / 40.0;
        let (sin, cos) = math::sin_cos(share * std::f64::consts::FRAC_PI_2);
        let mut node = Node::new(
            number.checked_sub(1),
            Part::Shoot,
            [5.0 - 5.0 * cos, 0.0, 5.0 * sin],
            0,
        );
        node.radius_m = 0.1 - 0.05 * share;
        node
    };
    Skeleton {
        nodes: (0..=40).map(node).collect(),
    }
}

/// The rings of a tube above its foot: places and texture coordinates of their corners, the first again at the end.
fn rings(tube: &Mesh) -> Vec<Vec<([f32; 3], [f32; 2])>> {
    let corners: Vec<_> = tube
        .places_m
        .iter()
        .copied()
        .zip(tube.texture.iter().copied())
        .collect();
    let rings = corners.chunk_by(|a, b| a.1[1] == b.1[1]);
    rings
        .filter(|ring| ring.len() > 3 && ring[0].0[2] > 1.0)
        .map(<[_]>::to_vec)
        .collect()
}

fn trees() -> impl Iterator<Item = (&'static str, [TreeMesh; LEVELS])> {
    trees_drawn(true)
}

fn trees_drawn(roots: bool) -> impl Iterator<Item = (&'static str, [TreeMesh; LEVELS])> {
    PRESETS.iter().map(move |preset| {
        let (form, key) = (preset.form(), RandomKey::root(1, &[preset.name]));
        let skeleton = form.grow(key, &[]).expect("forms that ship grow").skeleton;
        let details = Levels {
            roots,
            ..Levels::default()
        }
        .details();
        let levels = draw_levels(&skeleton, &details, form.leaf.as_ref(), key).expect("levels are sound");
        (
            preset.name,
            levels.try_into().expect("as many come out as went in"),
        )
    })
}

#[test]
fn rings_do_not_turn_about_a_branch_that_bends() {
    let drawn = draw(&arc(), &Detail::default(), None, RandomKey::root(1, &[])).unwrap();
    let rings = rings(&drawn.bark);
    assert!(rings.len() > 20, "{}", rings.len());
    let towards_us = |ring: &[([f32; 3], [f32; 2])]| {
        let sides = ring.len() - 1;
        let middle =
            |axis: usize| ring[..sides].iter().map(|corner| corner.0[axis]).sum::<f32>() / sides as f32;
        let arm = [0, 1, 2].map(|axis| ring[0].0[axis] - middle(axis));
        arm[1] / (arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]).sqrt()
    };
    let first = towards_us(&rings[0]);
    for ring in &rings {
        assert!(
            (towards_us(ring) - first).abs() < 1e-3,
            "{first} {}",
            towards_us(ring)
        );
    }
}

#[test]
fn bark_repeats_a_whole_number_of_times_around_and_never_runs_back() {
    for scale in [1.0, 8.0] {
        let mut skeleton = arc();
        skeleton.nodes.iter_mut().for_each(|node| node.radius_m *= scale);
        let drawn = draw(&skeleton, &Detail::default(), None, RandomKey::root(1, &[])).unwrap();
        let rings = rings(&drawn.bark);
        for ring in &rings {
            let last = ring[ring.len() - 1];
            assert_eq!(ring[0].0, last.0, "the seam is closed");
            let repeats = last.1[0] - ring[0].1[0];
            assert!(repeats >= 1.0 && repeats.fract() == 0.0, "{repeats}");
            // About as wide as high: half a metre and more, unless the branch is thinner.
            assert!(repeats <= 12.0 * scale as f32);
            assert!(ring.iter().all(|corner| corner.1[1] == ring[0].1[1]));
        }
        assert!(rings.windows(2).all(|pair| pair[0][0].1[1] < pair[1][0].1[1]));
    }
}

#[test]
fn no_triangle_is_without_area() {
    for (name, levels) in trees() {
        for mesh in levels
            .iter()
            .flat_map(|level| [&level.bark, &level.roots, &level.leaves])
        {
            for triangle in &mesh.triangles {
                let [a, b, c] = triangle.map(|vertex| mesh.places_m[vertex as usize].map(f64::from));
                let [u, v] = [b, c].map(|to| [0, 1, 2].map(|axis| to[axis] - a[axis]));
                let across = [0, 1, 2].map(|axis| {
                    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                    u[next] * v[last] - u[last] * v[next]
                });
                let area_m2 = across.map(|along| along * along).iter().sum::<f64>().sqrt() / 2.0;
                assert!(area_m2 > 1e-12, "{name}: {a:?} {b:?} {c:?}");
            }
        }
    }
}

#[test]
fn levels_keep_the_outline_of_the_tree() {
    for (name, levels) in trees() {
        let bounds = levels.each_ref().map(|level| {
            let places = || level.bark.places_m.iter().chain(&level.leaves.places_m);
            let high = [0, 1, 2].map(|axis| places().map(|place| place[axis]).fold(f32::MIN, f32::max));
            let low = [0, 1, 2].map(|axis| places().map(|place| place[axis]).fold(f32::MAX, f32::min));
            (low, high)
        });
        let (low, high) = bounds[0];
        let height_m = high[2] - low[2];
        for bounds in &bounds[1..3] {
            for axis in 0..3 {
                let moved_m = (bounds.0[axis] - low[axis])
                    .abs()
                    .max((bounds.1[axis] - high[axis]).abs());
                assert!(
                    moved_m < 0.065 * height_m,
                    "{name}: {moved_m} m of {height_m} m along axis {axis}"
                );
            }
        }
    }
}

/// From a place to a segment, m.
fn to_segment_m(place: [f64; 3], [a, b]: [[f64; 3]; 2]) -> f64 {
    let off = |to: [f64; 3]| [0, 1, 2].map(|axis| to[axis] - a[axis]);
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| a[axis] * b[axis]).sum::<f64>();
    let (way, own) = (off(b), off(place));
    let share = (dot(own, way) / dot(way, way).max(1e-12)).clamp(0.0, 1.0);
    let left = [0, 1, 2].map(|axis| own[axis] - share * way[axis]);
    dot(left, left).sqrt()
}

#[test]
fn leaves_grow_from_wood_that_is_drawn() {
    for (name, levels) in trees_drawn(false).filter(|tree| ["oak", "beech", "spruce"].contains(&tree.0)) {
        let TreeMesh { bark, leaves, .. } = &levels[0];
        let edges: Vec<[[f64; 3]; 2]> = bark
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|ends| ends.map(|vertex| bark.places_m[vertex as usize].map(f64::from)))
            .collect();
        let cards: Vec<_> = leaves.cards().step_by(11).collect();
        let floats = |stalk_m: [f64; 3]| edges.iter().all(|&edge| to_segment_m(stalk_m, edge) > 0.15);
        let floating = cards.iter().filter(|card| floats(card.stalk_m)).count();
        // Far from all drawn wood a card stays where it is.
        assert!(
            floating * 10 < cards.len(),
            "{name}: {floating} of {}",
            cards.len()
        );
    }
}

#[test]
fn every_level_is_as_high_and_no_leaf_of_it_below_the_ground() {
    for (name, levels) in trees() {
        let heights = levels.each_ref().map(|level| {
            let heights = level.leaves.places_m.iter().map(|place| place[2]);
            assert!(heights.clone().all(|height_m| height_m > -1e-3), "{name}");
            heights.fold(f32::MIN, f32::max)
        });
        for height_m in heights {
            assert!((height_m / heights[0] - 1.0).abs() < 0.03, "{name}: {heights:?}");
        }
    }
}

/// A leaf of a bough is drawn an eighth as long on a card eight times as long: within half a step it keeps its size.
#[test]
fn larger_cards_show_more_sprays_and_not_larger_leaves() {
    for (name, levels) in trees() {
        let long_m = PRESETS
            .iter()
            .find(|preset| preset.name == name)
            .unwrap()
            .form()
            .leaf
            .unwrap()
            .length_m;
        for level in &levels {
            let corners = level.leaves.texture.as_chunks::<4>().0;
            for (card, texture) in level.leaves.cards().zip(corners) {
                let middle = [0, 1].map(|axis| (texture[0][axis] + texture[2][axis]) / 2.0);
                let cell = usize::from(middle[0] > 0.5) + 2 * usize::from(middle[1] > 0.5);
                let card_m = to_segment_m(card.tip_m, [card.stalk_m; 2]);
                let longer = card_m / long_m / f64::from(1 << cell);
                let is_within = longer < 1.42 || cell == 3;
                assert!(
                    is_within && (longer > 0.7 || cell == 0),
                    "{name}: {longer} in cell {cell}"
                );
                let size = texture[2][0] - texture[0][0];
                assert!((size - 0.498).abs() < 1e-3, "{size}");
            }
        }
    }
}

#[test]
fn cards_face_out_of_the_crown() {
    for (name, levels) in trees() {
        let leaves = &levels[0].leaves;
        let count = leaves.places_m.len() as f32;
        let middle =
            [0, 1, 2].map(|axis| leaves.places_m.iter().map(|place| place[axis]).sum::<f32>() / count);
        let faces_out = |vertex: usize| {
            let place = leaves.places_m[vertex];
            let outward = (0..3).map(|axis| (place[axis] - middle[axis]) * leaves.normals[vertex][axis]);
            outward.sum::<f32>() > 0.0
        };
        let share = (0..leaves.places_m.len())
            .filter(|&vertex| faces_out(vertex))
            .count() as f32
            / count;
        assert!(share > 0.93, "{name}: {share}");
    }
}

/// Skeletons of any shape: nodes on a coarse lattice, so that many coincide, that grow from any earlier one.
fn skeletons() -> impl Strategy<Value = Skeleton> {
    let row = (
        any::<prop::sample::Index>(),
        prop::array::uniform3(-2_i8..=2),
        0.001_f64..0.5,
    );
    (prop::collection::vec(row, 1..40), any::<bool>()).prop_map(|(rows, is_root)| {
        let part = if is_root { Part::Root } else { Part::Shoot };
        let nodes = rows
            .iter()
            .enumerate()
            .map(|(number, (parent, place, radius_m))| {
                let parent = (number > 0).then(|| parent.index(number) as u32);
                let place_m = place.map(|along| 0.3 * f64::from(along));
                let mut node = Node::new(parent, part, place_m, 0);
                node.radius_m = *radius_m;
                node
            });
        Skeleton {
            nodes: nodes.collect(),
        }
    })
}

proptest! {
    #[test]
    fn any_skeleton_gives_triangles_that_a_reader_takes(skeleton in skeletons(), level in 0_usize..3) {
        let leaf = Leaf { length_m: 0.2, width_m: 0.1, angle_deg: 40.0, most_tips: 3, per_node: 2 };
        let tree = draw(&skeleton, &Detail::of([25_000, 8000, 500][level]), Some(&leaf), RandomKey::root(1, &[])).expect("all is in range");
        for mesh in [&tree.bark, &tree.roots, &tree.leaves] {
            prop_assert_eq!(mesh.places_m.len(), mesh.normals.len());
            prop_assert_eq!(mesh.places_m.len(), mesh.texture.len());
            for normal in &mesh.normals {
                let length = normal.iter().map(|along| along * along).sum::<f32>().sqrt();
                prop_assert!((length - 1.0).abs() < 1e-5, "{normal:?}");
            }
            prop_assert!(mesh.places_m.iter().flatten().all(|value| value.is_finite()));
            prop_assert!(mesh.texture.iter().flatten().all(|value| value.is_finite()));
            let vertices = mesh.places_m.len() as u32;
            prop_assert!(mesh.triangles.iter().flatten().all(|&corner| corner < vertices));
        }
    }
}

#[test]
fn a_skeleton_without_radii_or_places_is_refused() {
    let mut without = arc();
    without.nodes[3].radius_m = 0.0;
    let refusal = |skeleton: &Skeleton| {
        draw(skeleton, &Detail::default(), None, RandomKey::root(1, &[]))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal(&without),
        "`radius_m` is 0, but must be at least 0.000001 and at most 100000 at every node"
    );
    let mut nowhere = arc();
    nowhere.nodes[3].place_m[2] = f64::NAN;
    assert_eq!(
        refusal(&nowhere),
        "`place_m` is NaN, but must be at least -100000 and at most 100000 at every node"
    );
}

//! Trees that fork in two again and again.

use understory_numerics::math;
use understory_report::tree::{Captioned, FormValues, Leaf, MetricValues, Node, Solid, TreePicture};

/// A tree of so many forks above each other and a side root, with a leaf at each tip; about 12 m high.
pub(crate) fn forked(forks: u32) -> TreePicture {
    let mut tree = TreePicture {
        nodes: vec![Node::default()],
        ..TreePicture::default()
    };
    let root = |tree: &mut TreePicture, parent: u32, place_m| {
        tree.nodes.push(Node {
            parent: Some(parent),
            place_m,
            radius_m: 0.04,
            order: 1,
            is_root: true,
        });
    };
    root(&mut tree, 0, [0.6, 0.1, -0.5]);
    root(&mut tree, 1, [1.8, 0.3, -0.9]);
    let stem = grown(&mut tree, 0, [0.0, 0.0, 3.0], 0.25, 0);
    fork(&mut tree, stem, [0.0, 3.0], forks, 1);
    tree
}

fn fork(tree: &mut TreePicture, parent: u32, [turn, length_m]: [f64; 2], forks: u32, order: u32) {
    let Node {
        place_m: from,
        radius_m,
        ..
    } = tree.nodes[parent as usize];
    if forks == 0 {
        tree.leaves.push(Leaf {
            from_m: from,
            to_m: [from[0] + 0.1, from[1], from[2] + 0.1],
            width_m: 0.08,
        });
        return;
    }
    for side in [0.0, 1.0] {
        let turn = turn + 2.4 + side * 2.9;
        let (sin, cos) = math::sin_cos(turn);
        let to_m = [
            from[0] + 0.5 * length_m * cos,
            from[1] + 0.5 * length_m * sin,
            from[2] + 0.8 * length_m,
        ];
        let order = order + side as u32;
        let child = grown(tree, parent, to_m, 0.72 * radius_m, order);
        fork(tree, child, [turn, 0.75 * length_m], forks - 1, order);
    }
}

fn grown(tree: &mut TreePicture, parent: u32, place_m: [f64; 3], radius_m: f64, order: u32) -> u32 {
    tree.nodes.push(Node {
        parent: Some(parent),
        place_m,
        radius_m,
        order,
        is_root: false,
    });
    tree.nodes.len() as u32 - 1
}

/// The tree without leaves, beside a box and a ball.
pub(crate) fn among_solids(forks: u32) -> TreePicture {
    TreePicture {
        leaves: Vec::new(),
        solids: vec![
            Solid::Box {
                low_m: [2.0, -1.0, 0.0],
                high_m: [3.5, 2.0, 4.0],
            },
            Solid::Round {
                from_m: [-2.0, 0.0, 7.0],
                to_m: [-2.0, 0.0, 7.0],
                radius_m: 1.0,
            },
        ],
        ..forked(forks)
    }
}

/// A tree trodden flat, as a street network.
pub(crate) fn trodden(tree: &Captioned) -> Captioned {
    let mut nodes = tree.picture.nodes.clone();
    for node in &mut nodes {
        node.place_m[2] = 0.0;
        node.is_root = false;
    }
    Captioned {
        picture: TreePicture {
            nodes,
            ..TreePicture::default()
        },
        ..tree.clone()
    }
}

/// A tree with its name and two metrics, the second unknown for trees of fewer than three forks.
pub(crate) fn captioned(forks: u32) -> Captioned {
    Captioned {
        caption: format!("{forks} forks"),
        picture: forked(forks),
        metrics: vec![
            ("tips".to_owned(), Some(f64::from(1_u32 << forks))),
            ("path fraction".to_owned(), (forks > 2).then_some(0.8128)),
        ],
    }
}

/// Two metrics of three forms: the second says nothing of shrubs, and one oak lies beyond the band of the first.
pub(crate) fn measured() -> Vec<MetricValues> {
    let form = |form: &str, band, values: &[f64]| FormValues {
        form: form.to_owned(),
        band,
        values: values.to_vec(),
    };
    let (ratio, share) = (Some([3.0, 5.0]), Some([0.14, 0.83]));
    vec![
        MetricValues {
            metric: "bifurcation ratio".to_owned(),
            forms: vec![
                form("oak", ratio, &[3.0, 3.4, 5.2]),
                form("birch", ratio, &[4.1, 4.4]),
                form("shrub", ratio, &[3.9]),
            ],
        },
        MetricValues {
            metric: "crown ratio".to_owned(),
            forms: vec![
                form("oak", share, &[0.7, 0.72, 0.69]),
                form("shrub", None, &[0.98]),
            ],
        },
    ]
}

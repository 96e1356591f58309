//! Trees that fork in two again and again.

use understory_numerics::math;
use understory_report::tree::{
    Captioned, Counts, FormValues, MetricValues, Part, Skin, Surface, TreePicture,
};

/// Triangles and what they are made of, as they come to be.
#[derive(Default)]
pub(crate) struct Grown {
    pub(crate) wood: Surface,
    pub(crate) roots: Surface,
    pub(crate) leaves: Surface,
    pub(crate) obstacles: Surface,
    /// Of each node whether it is a root, its order and its radius.
    pub(crate) nodes: Vec<(bool, u32, f64)>,
}

impl Grown {
    pub(crate) fn picture(self) -> TreePicture {
        let with = |part, skin, surface| Surface {
            part,
            skin,
            ..surface
        };
        let surfaces = vec![
            with(Part::Wood, Skin::plain(WOOD), self.wood),
            with(Part::Roots, Skin::plain([0xb0, 0x7a, 0x3c]), self.roots),
            with(Part::Leaves, Skin::plain([0x52, 0x90, 0x2e]), self.leaves),
            with(Part::Obstacles, Skin::plain([0xb0; 3]), self.obstacles),
        ];
        let counts = Counts {
            obstacles: surfaces[3].triangles.len() / 12,
            ..Counts::of(self.nodes.into_iter(), &surfaces)
        };
        TreePicture::new("invented", surfaces, counts).expect("invented triangles can be drawn")
    }
}

/// Redder than all else on a figure, whatever light falls on it.
pub(crate) const WOOD: [u8; 3] = [0x78, 0x28, 0x10];

/// A bar from place to place of square section, which reaches as far beyond its ends as to its sides.
pub(crate) fn bar(surface: &mut Surface, from_m: [f64; 3], to_m: [f64; 3], radius_m: f64) {
    let length = |along: [f64; 3]| along.iter().map(|part| part * part).sum::<f64>().sqrt();
    let along = [0, 1, 2].map(|axis| to_m[axis] - from_m[axis]);
    let along = if length(along) > 0.0 {
        along
    } else {
        [0.0, 0.0, 1.0]
    };
    let along = along.map(|part| part / length(along));
    let level = if along[2].abs() > 0.9 {
        [1.0, 0.0, 0.0]
    } else {
        [-along[1], along[0], 0.0]
    };
    let level = level.map(|part| part / length(level));
    let upright = [0, 1, 2].map(|axis: usize| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        along[next] * level[last] - along[last] * level[next]
    });
    let first = surface.places_m.len() as u32;
    for corner in 0..8 {
        let side = |bit: usize| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let end_m = if corner & 1 == 0 { from_m } else { to_m };
        let out =
            [0, 1, 2].map(|axis| side(0) * along[axis] + side(1) * level[axis] + side(2) * upright[axis]);
        surface
            .places_m
            .push([0, 1, 2].map(|axis| (end_m[axis] + radius_m * out[axis]) as f32));
        surface.normals.push(out.map(|part| (part / length(out)) as f32));
        surface.texture.push([0.0; 2]);
    }
    for [a, b, c, d] in [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ] {
        surface.triangles.push([first + a, first + b, first + c]);
        surface.triangles.push([first + a, first + c, first + d]);
    }
}

/// A tree of so many forks above each other and a side root, with a leaf at each tip; about 12 m high.
pub(crate) fn forked(forks: u32) -> TreePicture {
    grown(forks).picture()
}

fn grown(forks: u32) -> Grown {
    let mut tree = Grown {
        nodes: vec![(false, 0, 0.0)],
        ..Grown::default()
    };
    for (from_m, to_m) in [([0.0; 3], [0.6, 0.1, -0.5]), ([0.6, 0.1, -0.5], [1.8, 0.3, -0.9])] {
        bar(&mut tree.roots, from_m, to_m, 0.04);
        tree.nodes.push((true, 1, 0.04));
    }
    bar(&mut tree.wood, [0.0; 3], [0.0, 0.0, 3.0], 0.25);
    tree.nodes.push((false, 0, 0.25));
    fork(&mut tree, ([0.0, 0.0, 3.0], 0.25), [0.0, 3.0], forks, 1);
    tree
}

fn fork(
    tree: &mut Grown,
    (from_m, radius_m): ([f64; 3], f64),
    [turn, length_m]: [f64; 2],
    forks: u32,
    order: u32,
) {
    if forks == 0 {
        let first = tree.leaves.places_m.len() as u32;
        for [x, z] in [[0.0, 0.0], [0.08, 0.0], [0.18, 0.1], [0.1, 0.1]] {
            tree.leaves
                .places_m
                .push([from_m[0] + x, from_m[1], from_m[2] + z].map(|along| along as f32));
            tree.leaves.normals.push([0.0, -1.0, 0.0]);
            tree.leaves.texture.push([0.0; 2]);
        }
        tree.leaves
            .triangles
            .extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        return;
    }
    for side in [0.0, 1.0] {
        let turn = turn + 2.4 + side * 2.9;
        let (sin, cos) = math::sin_cos(turn);
        let to_m = [
            from_m[0] + 0.5 * length_m * cos,
            from_m[1] + 0.5 * length_m * sin,
            from_m[2] + 0.8 * length_m,
        ];
        let (order, radius_m) = (order + side as u32, 0.72 * radius_m);
        bar(&mut tree.wood, from_m, to_m, radius_m);
        tree.nodes.push((false, order, radius_m));
        fork(tree, (to_m, radius_m), [turn, 0.75 * length_m], forks - 1, order);
    }
}

/// The tree without leaves, between two boxes.
pub(crate) fn among_solids(forks: u32) -> TreePicture {
    let mut tree = bare(forks);
    bar(&mut tree.obstacles, [2.7, 0.5, 1.0], [2.7, 0.5, 3.0], 1.0);
    bar(&mut tree.obstacles, [-2.0, 0.0, 7.0], [-2.0, 0.0, 7.0], 1.0);
    tree.picture()
}

/// The tree without leaves.
pub(crate) fn bare(forks: u32) -> Grown {
    Grown {
        leaves: Surface::default(),
        ..grown(forks)
    }
}

/// A tree of so many forks trodden flat, as a street network.
pub(crate) fn trodden(forks: u32) -> Captioned {
    let mut tree = bare(forks);
    tree.roots = Surface::default();
    tree.nodes.iter_mut().for_each(|node| node.0 = false);
    tree.wood
        .places_m
        .iter_mut()
        .for_each(|place_m| place_m[2] *= 0.001);
    Captioned {
        picture: tree.picture(),
        ..captioned(forks)
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

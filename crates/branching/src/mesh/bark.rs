//! Bark: a tube for each branch, from the middle of the wood that it leaves to its tip.

use crate::mesh::detail::Detail;
use crate::mesh::triangles::Mesh;
use crate::mesh::tube::{Section, circle, tube};
use crate::skeleton::{Part, Skeleton};
use crate::vector::{add, between, distance, scale, sub};

/// Rings nearer than this to the one before make triangles of no area, m.
const LEAST_STEP_M: f64 = 1e-4;
/// A stem's foot: how high it reaches and how much wider it is at the ground, and how far the stem goes on below,
/// all in radii at the ground.
const FOOT_HEIGHT: f64 = 4.0;
const FOOT_WIDER: f64 = 0.4;
const FOOT_DEPTH: f64 = 1.0;
/// Where rings draw the curve of a foot, as shares of its height.
const FOOT_RINGS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];

/// A branch is the wider the nearer it is to the wood that it leaves: how far that reaches beyond the wood, in its
/// own radii, and how much wider it would be in the middle of the wood.
const COLLAR_REACH: f64 = 3.0;
const COLLAR_WIDER: f64 = 0.5;

/// The bark of the shoot and that of the roots.
pub(super) fn bark(skeleton: &Skeleton, detail: &Detail) -> (Mesh, Mesh) {
    let (main, tips) = (skeleton.main_children(), skeleton.tips_borne());
    let thickest_m = skeleton
        .nodes
        .iter()
        .map(|node| node.radius_m)
        .fold(0.0, f64::max);
    let circles: Vec<Vec<(f64, f64)>> = (0..=detail.most_sides).map(circle).collect();
    let (mut shoot, mut roots) = (Mesh::default(), Mesh::default());
    let mut spine: Vec<Section> = Vec::new();
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let begins = match node.parent {
            None => true,
            Some(parent) => main[parent as usize] != Some(number),
        };
        if !begins || tips[number as usize] < detail.least_tips {
            continue;
        }
        spine.clear();
        spine.extend(
            node.parent
                .map(|parent| (skeleton.nodes[parent as usize].place_m, node.radius_m)),
        );
        let mut next = Some(number);
        while let Some(at) = next {
            let node = &skeleton.nodes[at as usize];
            spine.push((node.place_m, node.radius_m));
            next = main[at as usize];
        }
        spine.dedup_by(|after, before| distance(after.0, before.0) < LEAST_STEP_M);
        if spine.len() < 2 {
            continue;
        }
        let sides = sides_of(node.radius_m / thickest_m, detail.most_sides);
        let circle = &circles[sides as usize];
        match node.parent {
            None if node.part == Part::Shoot && rises(&spine) => spine = with_foot(&spine),
            None => {}
            Some(parent) => give_collar(&mut spine, skeleton.nodes[parent as usize].radius_m),
        }
        let mesh = match node.part {
            Part::Shoot => &mut shoot,
            Part::Root => &mut roots,
        };
        tube(mesh, &spine, circle);
    }
    (shoot, roots)
}

/// Sides of a tube whose radius is this share of the thickest: thin tubes have fewer, but not so few that they look
/// coarser than thick ones.
fn sides_of(share: f64, most_sides: u32) -> u32 {
    const LEAST: u32 = 3;
    let spread = f64::from(most_sides - LEAST);
    LEAST + (spread * share.sqrt() * share.sqrt().sqrt()).round() as u32
}

/// Whether a stem leaves the ground more up than along it.
fn rises(stem: &[Section]) -> bool {
    let (foot, next) = (stem[0].0, stem[1].0);
    next[2] - foot[2] > 0.5 * distance(foot, next)
}

/// A stem that widens to the ground and goes on a little below it, where roots or a slope would show its end.
fn with_foot(stem: &[Section]) -> Vec<Section> {
    let (collar, radius_m) = stem[0];
    let height_m = FOOT_HEIGHT * radius_m;
    let wider = |gone_m: f64| {
        let share = (1.0 - gone_m / height_m).max(0.0);
        1.0 + FOOT_WIDER * share * share
    };
    let below = add(
        collar,
        scale(
            sub(collar, stem[1].0),
            FOOT_DEPTH * radius_m / distance(collar, stem[1].0),
        ),
    );
    let mut footed = vec![(below, radius_m * wider(0.0)), (collar, radius_m * wider(0.0))];
    let mut rings = FOOT_RINGS.map(|share| share * height_m).into_iter().peekable();
    let mut gone_m = 0.0;
    for pair in stem.windows(2) {
        let [(from, from_radius_m), (to, to_radius_m)] = [pair[0], pair[1]];
        let length_m = distance(from, to);
        // A ring close to the end of a segment is that end.
        while let Some(ring_m) = rings.next_if(|&ring_m| ring_m < gone_m + length_m) {
            let share = (ring_m - gone_m) / length_m;
            let is_apart = (ring_m - gone_m).min(gone_m + length_m - ring_m) > 0.02 * height_m;
            if is_apart {
                let radius_m = from_radius_m + (to_radius_m - from_radius_m) * share;
                footed.push((between(from, to, share), radius_m * wider(ring_m)));
            }
        }
        gone_m += length_m;
        footed.push((to, to_radius_m * wider(gone_m)));
    }
    footed
}

/// Widens a branch where it leaves wood of a radius, never beyond that wood.
fn give_collar(branch: &mut [Section], wood_radius_m: f64) {
    let reach_m = wood_radius_m + COLLAR_REACH * branch[0].1;
    let mut gone_m = 0.0;
    let mut before = branch[0].0;
    for (place, radius_m) in branch {
        gone_m += distance(*place, before);
        before = *place;
        let share = 1.0 - gone_m / reach_m;
        if share <= 0.0 {
            break;
        }
        let widest_m = radius_m.max(0.9 * wood_radius_m);
        *radius_m = (*radius_m * (1.0 + COLLAR_WIDER * share * share)).min(widest_m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collar_widens_a_branch_beside_its_wood_and_never_beyond_it() {
        let straight: Vec<Section> = (0..30)
            .map(|at| ([0.02 * f64::from(at), 0.0, 0.0], 0.05))
            .collect();
        for wood_radius_m in [0.05, 0.06, 0.2] {
            let mut branch = straight.clone();
            give_collar(&mut branch, wood_radius_m);
            assert!(
                branch
                    .iter()
                    .all(|section| section.1 >= 0.05 && section.1 <= wood_radius_m)
            );
            assert!(branch.windows(2).all(|pair| pair[1].1 <= pair[0].1));
            assert_eq!(branch[29].1, 0.05, "further out it is as it was");
        }
        let mut branch = straight.clone();
        give_collar(&mut branch, 0.2);
        assert!(branch[10].1 > 0.051, "where it leaves the wood it is wider");
    }

    #[test]
    fn a_foot_ends_where_the_stem_begins_to_be_its_own_width() {
        let stem: Vec<Section> = [0.0, 0.7, 0.71, 3.0, 5.0].map(|z| ([0.0, 0.0, z], 0.25)).to_vec();
        let footed = with_foot(&stem);
        assert!(footed[0].0[2] < -0.2 && (footed[1].1 / 0.25 - 1.0 - FOOT_WIDER).abs() < 1e-12);
        assert!(
            footed
                .windows(2)
                .all(|pair| pair[0].0[2] < pair[1].0[2] && pair[0].1 >= pair[1].1)
        );
        let above = footed.iter().filter(|section| section.0[2] >= FOOT_HEIGHT * 0.25);
        assert!(above.clone().count() >= 2 && above.clone().all(|section| section.1 == 0.25));
        assert!(
            stem.iter()
                .all(|at| footed.iter().any(|section| section.0 == at.0))
        );
    }

    #[test]
    fn thin_tubes_have_fewer_sides_and_never_fewer_than_three() {
        assert_eq!(
            [sides_of(1.0, 24), sides_of(0.0, 24), sides_of(0.5, 3)],
            [24, 3, 3]
        );
        // (1 / 16)^(3/4) is an eighth: 3 + 16 / 8.
        assert_eq!(sides_of(1.0 / 16.0, 19), 5);
    }

    #[test]
    fn a_stem_rises_where_it_goes_up_more_than_half_of_its_way() {
        let stem = |to: [f64; 3]| [([1.0, 1.0, 1.0], 0.1), (to, 0.1)];
        assert!(rises(&stem([1.0, 1.0, 2.0])) && rises(&stem([1.5, 1.0, 1.4])));
        assert!(!rises(&stem([2.0, 1.0, 1.2])) && !rises(&stem([1.0, 1.0, 0.0])));
        assert!(!rises(&stem([2.0, 2.0, 1.5])));
    }

    /// A foot of radius ¼ m reaches 1 m up: a share s of its height further down it is 0.4 s² wider.
    #[test]
    fn a_foot_widens_with_the_square_of_the_way_down() {
        let stem = [([0.0; 3], 0.25), ([0.0, 0.0, 2.0], 0.15)];
        let footed = with_foot(&stem);
        let expected = [
            (-0.25, 0.25 * 1.4),
            (0.0, 0.25 * 1.4),
            (0.1, 0.245 * (1.0 + 0.4 * 0.81)),
            (0.25, 0.2375 * (1.0 + 0.4 * 0.5625)),
            (0.5, 0.225 * 1.1),
            (1.0, 0.2),
            (2.0, 0.15),
        ];
        assert_eq!(footed.len(), expected.len());
        for ((place, radius_m), (z, expected_m)) in footed.iter().zip(expected) {
            assert!((place[2] - z).abs() < 1e-12 && place[0] == 0.0);
            assert!((radius_m - expected_m).abs() < 1e-12, "{z}: {radius_m}");
        }
    }

    /// Wood of 0.1 m and a branch of 0.05 m: the collar ends 0.25 m from the middle of the wood.
    #[test]
    fn a_collar_narrows_with_the_square_of_the_way_out() {
        let mut branch: Vec<Section> = [0.0, 0.05, 0.1, 0.2, 0.25, 0.3]
            .map(|x| ([x, 3.0, 0.0], 0.05))
            .to_vec();
        give_collar(&mut branch, 0.1);
        for (section, share) in branch.iter().zip([1.0, 0.8, 0.6, 0.2, 0.0, 0.0]) {
            assert!((section.1 - 0.05 * (1.0 + 0.5 * share * share)).abs() < 1e-12);
        }
        let mut thick = vec![([0.0; 3], 0.08), ([0.01, 0.0, 0.0], 0.08)];
        give_collar(&mut thick, 0.1);
        assert!(
            (thick[0].1 - 0.09).abs() < 1e-12,
            "nine tenths of the wood at most"
        );
    }
}

//! Metrics of small trees that can be measured by hand.

use understory_branching::colonization::LeftOver;
use understory_branching::metrics::{BANDS, Metrics};
use understory_branching::seasons::Surroundings;
use understory_branching::skeleton::{Node, Part, Skeleton};

fn node(parent: Option<u32>, part: Part, place_m: [f64; 3], radius_m: f64) -> Node {
    Node {
        radius_m,
        ..Node::new(parent, part, place_m, 0)
    }
}

/// A stem of 8 m from (1, 1, 1): at 2 m a level branch of 1 m east, at 5 m one of 1 m west; roots of 2 m down.
fn tree() -> Skeleton {
    let shoot = |parent, place_m, radius_m| node(Some(parent), Part::Shoot, place_m, radius_m);
    Skeleton {
        nodes: vec![
            node(None, Part::Shoot, [1.0, 1.0, 1.0], 0.4),
            shoot(0, [1.0, 1.0, 3.0], 0.4),
            shoot(1, [1.0, 1.0, 6.0], 0.3),
            shoot(2, [1.0, 1.0, 9.0], 0.2),
            shoot(1, [2.0, 1.0, 3.0], 0.1),
            shoot(2, [0.0, 1.0, 6.0], 0.1),
            node(Some(0), Part::Root, [1.0, 1.0, -1.0], 0.2),
        ],
    }
}

fn is(value: Option<f64>, expected: f64) {
    let value = value.unwrap();
    assert!((value - expected).abs() < 1e-9, "{value} for {expected}");
}

#[test]
fn a_small_tree_has_the_sizes_and_angles_that_a_ruler_finds() {
    let left_over = LeftOver::default();
    let metrics = Metrics::of(&tree(), left_over);
    assert_eq!(
        (metrics.nodes, metrics.valence_max, metrics.height_m),
        (7, 2, 8.0)
    );
    // Two streams of order 1 begin one of order 2, a third joins it from the side.
    assert_eq!(metrics.strahler_counts, [3, 1]);
    is(metrics.bifurcation_ratio, 3.0);
    is(metrics.tokunaga_t1, 1.0);
    // 3 m, 1 m and 1 m; then 2 m and 3 m.
    is(metrics.stream_length_ratio, 5.0 / (5.0 / 3.0));
    // Tips after 8 m, 3 m and 6 m.
    is(metrics.path_fraction, 17.0 / 3.0 / 8.0);
    is(metrics.crown_ratio, 1.0 - 2.0 / 8.0);
    // 2 m wide along x and not at all along y.
    is(metrics.crown_width_per_height, 1.0 / 8.0);
    let right = metrics.lateral_angle_deg.unwrap();
    assert_eq!([right.q25, right.median, right.q75], [90.0; 3]);
    let right = metrics.sibling_angle_deg.unwrap();
    assert_eq!([right.q25, right.median, right.q75], [90.0; 3]);
    let straight = metrics.main_axis_bend_deg.unwrap();
    assert_eq!([straight.q25, straight.median, straight.q75], [0.0; 3]);
    assert_eq!(metrics.left_over, left_over);
}

/// Frustums: π l (a² + a b + b²) / 3, a branch at its fork no thicker than 1.5 times its first node.
#[test]
fn roots_are_measured_against_shoots_by_volume() {
    let frustum = |length_m: f64, a: f64, b: f64| length_m * (a * a + a * b + b * b);
    let shoot = frustum(2.0, 0.4, 0.4)
        + frustum(3.0, 0.4, 0.3)
        + frustum(3.0, 0.3, 0.2)
        + 2.0 * frustum(1.0, 0.15, 0.1);
    let root = frustum(2.0, 0.3, 0.2);
    is(
        Metrics::of(&tree(), LeftOver::default()).root_shoot_ratio,
        root / shoot,
    );
}

/// A fork of 3² + 4² = 5², one of 0.5 + 0.5 = 1: exponents 2 and 1, of which the median is 1.5.
#[test]
fn the_da_vinci_exponent_is_that_of_the_forks() {
    let mut forks = tree();
    let radii_m = [1.0, 1.0, 0.5, 0.25, 0.5, 0.25, 0.2];
    for (node, radius_m) in forks.nodes.iter_mut().zip(radii_m) {
        node.radius_m = radius_m;
    }
    is(Metrics::of(&forks, LeftOver::default()).da_vinci_exponent, 1.0);
    let radii_m = [5.0, 5.0, 4.0, 2.0, 3.0, 2.0, 0.2];
    for (node, radius_m) in forks.nodes.iter_mut().zip(radii_m) {
        node.radius_m = radius_m;
    }
    is(Metrics::of(&forks, LeftOver::default()).da_vinci_exponent, 1.5);
}

/// Angles of 90, 45 and 0 degrees: quartiles lie half-way between neighbours.
#[test]
fn quartiles_lie_between_the_values_they_part() {
    let mut bent = tree();
    bent.nodes[4].place_m = [2.0, 1.0, 4.0];
    let metrics = Metrics::of(&bent, LeftOver::default());
    let found = metrics.lateral_angle_deg.unwrap();
    for (value, expected) in [(found.q25, 56.25), (found.median, 67.5), (found.q75, 78.75)] {
        assert!((value - expected).abs() < 1e-9, "{value}");
    }
}

#[test]
fn roots_alone_are_measured_as_what_they_are() {
    let root = |parent, place_m| node(parent, Part::Root, place_m, 0.1);
    let roots = Skeleton {
        nodes: vec![
            root(None, [0.0; 3]),
            root(Some(0), [0.0, 0.0, -1.0]),
            root(Some(1), [1.0, 0.0, -1.0]),
            root(Some(1), [0.0, 1.0, -1.0]),
            root(Some(1), [0.0, -1.0, -1.0]),
        ],
    };
    let metrics = Metrics::of(&roots, LeftOver::default());
    assert_eq!((metrics.strahler_counts, metrics.valence_max), (vec![3, 1], 3));
    assert_eq!((metrics.root_shoot_ratio, metrics.crown_ratio), (None, None));
    assert_eq!((metrics.height_m, metrics.crown_width_per_height), (0.0, None));
}

#[test]
fn a_band_holds_both_of_its_ends() {
    let metrics = Metrics::of(&tree(), LeftOver::default());
    let values = [
        ("bifurcation_ratio", 3.0),
        ("tokunaga_t1", 1.0),
        ("valence_max", 2.0),
        ("lateral_angle_deg", 90.0),
        ("sibling_angle_deg", 90.0),
        ("main_axis_bend_deg", 0.0),
        ("crown_ratio", 0.75),
        ("crown_width_per_height", 0.125),
    ];
    for (name, value) in values {
        let band = BANDS.iter().find(|band| band.name == name).unwrap();
        is(band.value(&metrics), value);
    }
    for band in BANDS {
        for site in [Surroundings::Open, Surroundings::Closed] {
            let [low, high] = band.range(site);
            let holds = |value| band.contains(value, site);
            assert!(holds(low) && holds(high) && holds((low + high) / 2.0));
            assert!(!holds(low - 1e-9) && !holds(high + 1e-9));
        }
        assert_eq!(band.is_of_stems, band.name == "crown_ratio");
    }
}

/// Roots hang on the shoot's collar, which keeps what either has lost.
#[test]
fn a_shoot_and_its_roots_are_one_skeleton() {
    let mut shoot = tree();
    shoot.nodes.truncate(6);
    shoot.nodes[0].lost_tips = 2;
    let root = |parent, depth_m: f64| node(parent, Part::Root, [5.0, 5.0, -depth_m], 0.1);
    let mut roots = Skeleton {
        nodes: vec![
            root(None, 0.0),
            root(Some(0), 1.0),
            root(Some(1), 2.0),
            root(Some(0), 3.0),
        ],
    };
    roots.nodes[0].lost_tips = 3;
    let joined = shoot.clone().joined(&roots);
    assert_eq!(joined.nodes.len(), 9);
    assert_eq!(joined.nodes[1..6], shoot.nodes[1..6]);
    let parents: Vec<_> = joined.nodes[6..].iter().map(|node| node.parent).collect();
    assert_eq!(parents, [Some(0), Some(6), Some(0)]);
    let depths: Vec<_> = joined.nodes[6..].iter().map(|node| node.place_m[2]).collect();
    assert_eq!(depths, [-1.0, -2.0, -3.0]);
    assert_eq!(
        (joined.nodes[0].lost_tips, joined.nodes[0].place_m),
        (5, [1.0; 3])
    );
    assert_eq!(Skeleton { nodes: Vec::new() }.joined(&roots), roots);
}

//! Hegyi's index against its definition over all pairs.

use std::num::NonZero;

use proptest::prelude::*;
use understory_spacing::{Competitors, Edge, Plot, hegyi};

fn window(edge: Edge) -> Plot {
    Plot::new([-4.0, 7.0], [30.0, 20.0], edge).unwrap()
}

fn nearest(count: usize) -> Competitors {
    Competitors::Nearest(NonZero::new(count).unwrap())
}

/// Each index as the formula reads, neighbours sorted by distance and number.
fn by_definition(
    trees_m: &[[f64; 2]],
    diameters: &[f64],
    window: &Plot,
    competitors: Competitors,
) -> Vec<f64> {
    let index = |i: usize| {
        let mut others: Vec<(f64, usize)> = (0..trees_m.len())
            .filter(|&j| j != i)
            .map(|j| (window.distance_squared_m2(trees_m[i], trees_m[j]), j))
            .collect();
        others.sort_by(|a, b| a.partial_cmp(b).unwrap());
        match competitors {
            Competitors::Nearest(count) => others.truncate(count.get()),
            Competitors::Within(r_m) => others.retain(|other| other.0 <= r_m * r_m),
        }
        let terms = others
            .iter()
            .map(|&(squared_m2, j)| diameters[j] / diameters[i] / squared_m2.sqrt());
        terms.sum()
    };
    (0..trees_m.len()).map(index).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// On a lattice of half metres many trees are equally far.
    #[test]
    fn an_index_is_the_sum_over_its_competitors(
        trees in prop::collection::btree_map((0_u32..60, 0_u32..40), 0.1..80.0_f64, 2..120),
        count in 1_usize..130,
        r_m in 0.0..9.0_f64,
        is_torus in any::<bool>(),
    ) {
        let window = window(if is_torus { Edge::Torus } else { Edge::Open });
        let trees_m: Vec<[f64; 2]> =
            trees.keys().map(|&(x, y)| [-4.0 + 0.5 * f64::from(x), 7.0 + 0.5 * f64::from(y)]).collect();
        let diameters: Vec<f64> = trees.values().copied().collect();
        for competitors in [nearest(count), Competitors::Within(r_m)] {
            let found = hegyi(&trees_m, &diameters, &window, competitors).unwrap();
            let expected = by_definition(&trees_m, &diameters, &window, competitors);
            for (found, expected) in found.iter().zip(&expected) {
                prop_assert!((found - expected).abs() <= 1e-12 * expected, "{found} {expected}");
            }
        }
    }
}

#[test]
fn what_has_no_index_is_refused() {
    let open = window(Edge::Open);
    let places = [[0.0, 10.0], [3.0, 10.0], [0.0, 10.0]];
    let index = |diameters: &[f64], competitors| hegyi(&places, diameters, &open, competitors).unwrap_err();
    assert_eq!(
        index(&[1.0; 3], nearest(2)).to_string(),
        "points 0 and 2 (counted from 0) are both at (0, 10): the index divides by their distance"
    );
    assert_eq!(
        index(&[1.0, 0.0, 2.0], nearest(1)).to_string(),
        "the diameter of point 1 (counted from 0) is 0, but must be finite and above 0"
    );
    assert_eq!(
        index(&[1.0; 2], nearest(1)).to_string(),
        "there are 2 diameters for 3 points, but each point needs one"
    );
    assert_eq!(
        index(&[1.0; 3], Competitors::Within(-1.0)).to_string(),
        "the distance of competitors is -1 m, but must be finite and at least 0"
    );
    assert_eq!(
        hegyi(&places[..1], &[1.0], &open, nearest(1))
            .unwrap_err()
            .to_string(),
        "the number of points is 1, but must be at least 2, as a lone point has no neighbour, and below 2^32"
    );
    // Of three trees, two nearest: that in the same place does not compete within 0 m of the lone one.
    assert_eq!(
        hegyi(&places[..2], &[1.0, 2.0], &open, Competitors::Within(2.9)).unwrap(),
        [0.0, 0.0]
    );
}

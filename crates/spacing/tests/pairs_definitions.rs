//! Sums over pairs are what their definitions say, summed naively over all pairs.

use std::f64::consts::PI;

use proptest::prelude::*;
use understory_spacing::{
    CrossPairStatistics, Divisor, Edge, EdgeCorrection, PairCurves, PairKernel, PairStatistics, Plot, Radii,
    SpacingError,
};

use EdgeCorrection::{Border, Isotropic, Periodic, Translation};

/// Points on a lattice of 40 × 40 places, many of which coincide or lie on an edge, or anywhere.
fn pattern() -> impl Strategy<Value = (Vec<[f64; 2]>, Plot)> {
    let place = prop_oneof![
        (0.0..1.0, 0.0..1.0),
        (0_u32..=40, 0_u32..=40).prop_map(|(x, y)| (f64::from(x) / 40.0, f64::from(y) / 40.0)),
    ];
    let places = prop::collection::vec(place, 3..90);
    (places, 1.0..30.0, 1.0..30.0, any::<bool>()).prop_map(|(places, width_m, height_m, is_torus)| {
        let edge = if is_torus { Edge::Torus } else { Edge::Open };
        let window = Plot::new([-3.0, 7.0], [width_m, height_m], edge).expect("an area");
        let far_m = [-3.0 + width_m, 7.0 + height_m];
        let within = |(u, v): (f64, f64)| {
            let place_m = [
                (-3.0 + u * width_m).min(far_m[0]),
                (7.0 + v * height_m).min(far_m[1]),
            ];
            if is_torus {
                window.place(place_m).expect("a place of the torus")
            } else {
                place_m
            }
        };
        (places.into_iter().map(within).collect(), window)
    })
}

fn distance_m(window: &Plot, a_m: [f64; 2], b_m: [f64; 2], correction: EdgeCorrection) -> f64 {
    if correction == Periodic {
        return window.distance_squared_m2(a_m, b_m).sqrt();
    }
    let (dx, dy) = (b_m[0] - a_m[0], b_m[1] - a_m[1]);
    (dx * dx + dy * dy).sqrt()
}

/// Distances to the left, right, lower and upper edge.
fn to_edges_m(window: &Plot, [x_m, y_m]: [f64; 2]) -> [f64; 4] {
    let ([x_min, y_min], [a_m, b_m]) = (window.origin_m(), window.size_m());
    [x_m - x_min, x_min + a_m - x_m, y_m - y_min, y_min + b_m - y_m]
}

fn weight(window: &Plot, a_m: [f64; 2], b_m: [f64; 2], correction: EdgeCorrection) -> f64 {
    let [width_m, height_m] = window.size_m();
    let free_m = [
        width_m - (b_m[0] - a_m[0]).abs(),
        height_m - (b_m[1] - a_m[1]).abs(),
    ];
    let uncapped = match correction {
        Translation => width_m * height_m / (free_m[0] * free_m[1]),
        Isotropic => 1.0 / visible_share(window, a_m, distance_m(window, a_m, b_m, correction)),
        _ => 1.0,
    };
    if uncapped > 0.0 {
        uncapped.min(100.0)
    } else {
        100.0
    }
}

/// Side by side, as Ripley does it: of the angle beyond each side, each corner cuts one half short.
fn visible_share(window: &Plot, centre_m: [f64; 2], d_m: f64) -> f64 {
    let [left, right, down, up] = to_edges_m(window, centre_m);
    let beyond = |side: f64, beside: [f64; 2]| {
        let alpha = if side < d_m { libm::acos(side / d_m) } else { 0.0 };
        beside
            .iter()
            .map(|&beside| alpha.min(libm::atan2(beside, side)))
            .sum::<f64>()
    };
    let sides = beyond(left, [down, up])
        + beyond(right, [down, up])
        + beyond(down, [left, right])
        + beyond(up, [left, right]);
    let is_corner = left.min(right) == 0.0 && down.min(up) == 0.0 && d_m > 0.0;
    1.0 - (sides + if is_corner { PI / 2.0 } else { 0.0 }) / (2.0 * PI)
}

fn limit_m(window: &Plot, correction: EdgeCorrection) -> f64 {
    let [width_m, height_m] = window.size_m();
    match correction {
        Translation | Isotropic => 0.5 * (width_m * width_m + height_m * height_m).sqrt(),
        Periodic => 0.5 * window.shorter_side_m(),
        _ => f64::INFINITY,
    }
}

type Ordered<'a> = &'a [([f64; 2], [f64; 2])];

/// `from` and `to` are the numbers of points, `pairs` all ordered pairs.
fn naive_k(
    window: &Plot,
    firsts: &[[f64; 2]],
    to: usize,
    pairs: Ordered<'_>,
    r_m: f64,
    by: EdgeCorrection,
) -> Option<f64> {
    if r_m >= limit_m(window, by) {
        return None;
    }
    if by == Border {
        let is_inside =
            |a_m: [f64; 2]| to_edges_m(window, a_m).into_iter().fold(f64::INFINITY, f64::min) > r_m;
        let inside = firsts.iter().filter(|&&a_m| is_inside(a_m)).count() as f64;
        let near = pairs
            .iter()
            .filter(|(a, b)| is_inside(*a) && distance_m(window, *a, *b, by) <= r_m)
            .count();
        return (inside > 0.0).then(|| near as f64 * window.area_m2() / (to as f64 * inside));
    }
    let near = pairs
        .iter()
        .filter(|(a, b)| distance_m(window, *a, *b, by) <= r_m);
    let sum: f64 = near.map(|&(a, b)| weight(window, a, b, by)).sum();
    Some(sum * window.area_m2() / pairs.len() as f64)
}

fn ordered(from: &[[f64; 2]], to: &[[f64; 2]], is_same: bool) -> Vec<([f64; 2], [f64; 2])> {
    let of = |i: usize| {
        (0..to.len())
            .filter(move |&j| !(is_same && i == j))
            .map(move |j| (from[i], to[j]))
    };
    (0..from.len()).flat_map(of).collect()
}

/// A distance that rounding may put on either side of a radius decides nothing here; on torus and lattice they are
/// common.
fn is_decided(window: &Plot, pairs: Ordered<'_>, r_m: f64, by: EdgeCorrection) -> bool {
    let is_apart = |x_m: f64| (x_m - r_m).abs() > 1e-9 * window.perimeter_m();
    let edges = |a: [f64; 2]| to_edges_m(window, a).into_iter().all(is_apart);
    is_apart(limit_m(window, by))
        && pairs
            .iter()
            .all(|&(a, b)| is_apart(distance_m(window, a, b, by)) && (by != Border || edges(a)))
}

fn assert_near(ours: Option<f64>, naive: Option<f64>, scale: f64, what: &str) -> Result<(), TestCaseError> {
    match (ours, naive) {
        (Some(ours), Some(naive)) => {
            prop_assert!(
                (ours - naive).abs() <= 1e-9 * (naive.abs() + scale),
                "{}: {} for {}",
                what,
                ours,
                naive
            );
        }
        (ours, naive) => prop_assert_eq!(ours, naive, "{}", what),
    }
    Ok(())
}

proptest! {
    #[test]
    fn k_is_its_definition((points_m, window) in pattern(), share in 0.05..1.1, steps in 1_usize..40) {
        let [width_m, height_m] = window.size_m();
        let radii = Radii::new(share * width_m.max(height_m), steps).unwrap();
        let statistics = PairStatistics::new(&points_m, &window).unwrap();
        let all = EdgeCorrection::all_for(&window);
        let k = statistics.k(&radii, all).unwrap();
        let pairs = ordered(&points_m, &points_m, true);
        for &by in all {
            for (&r_m, &ours) in k.r_m.iter().zip(k.by(by).unwrap()) {
                if is_decided(&window, &pairs, r_m, by) {
                    let naive = naive_k(&window, &points_m, points_m.len(), &pairs, r_m, by);
                    // A circle through a corner has an angle that hangs on the root of the rounding.
                    let scale = if by == Isotropic { 100.0 * window.area_m2() } else { 0.0 };
                    assert_near(ours, naive, scale, &format!("{by} at {r_m}"))?;
                }
            }
        }
    }

    #[test]
    fn k_and_pair_correlation_of_one_pass_are_those_of_two(
        (points_m, window) in pattern(),
        share in 0.05..1.1,
        steps in 1_usize..40,
        half_width_m in prop_oneof![Just(None), (0.1..4.0).prop_map(Some)],
        is_over_distance in any::<bool>(),
    ) {
        let radii = Radii::new(share * window.shorter_side_m(), steps).unwrap();
        let divisor = if is_over_distance { Divisor::Distance } else { Divisor::Radius };
        let kernel = PairKernel { half_width_m, divisor };
        let pairs = PairStatistics::new(&points_m, &window).unwrap();
        let by: &[EdgeCorrection] =
            if window.is_torus() { &[EdgeCorrection::None, Periodic] } else { &[EdgeCorrection::None, Translation, Isotropic] };
        let [k, g] = pairs.k_and_pair_correlation(&radii, by, &kernel).unwrap();
        prop_assert_eq!(k, pairs.k(&radii, by).unwrap());
        prop_assert_eq!(g, pairs.pair_correlation(&radii, by, &kernel).unwrap());
    }

    #[test]
    fn cross_k_is_its_definition((points_m, window) in pattern(), share in 0.05..1.1, kinds in prop::collection::vec(0..3, 90)) {
        let of = |kind: i32| {
            let labelled = points_m.iter().zip(&kinds).filter(move |(_, other)| **other == kind);
            labelled.map(|(point_m, _)| *point_m).collect::<Vec<_>>()
        };
        let (from, to) = (of(0), of(1));
        prop_assume!(!from.is_empty() && !to.is_empty());
        let radii = Radii::new(share * window.shorter_side_m(), 12).unwrap();
        let labels = &kinds[..points_m.len()];
        let statistics = CrossPairStatistics::new(&points_m, labels, &0, &1, &window).unwrap();
        let all = EdgeCorrection::all_for(&window);
        let k = statistics.k(&radii, all).unwrap();
        let pairs = ordered(&from, &to, false);
        for &by in all {
            for (&r_m, &ours) in k.r_m.iter().zip(k.by(by).unwrap()) {
                if is_decided(&window, &pairs, r_m, by) {
                    let naive = naive_k(&window, &from, to.len(), &pairs, r_m, by);
                    let scale = if by == Isotropic { 100.0 * window.area_m2() } else { 0.0 };
                    assert_near(ours, naive, scale, &format!("{by} at {r_m}"))?;
                }
            }
        }
    }

    #[test]
    fn kernel_sums_are_their_definitions(
        (points_m, window) in pattern(),
        share in 0.05..1.0,
        half_width in 0.01..0.6,
        divisor in prop_oneof![Just(Divisor::Radius), Just(Divisor::Distance)],
    ) {
        let side_m = window.shorter_side_m();
        let radii = Radii::new(share * side_m, 17).unwrap();
        let h_m = half_width * side_m;
        let kernel = PairKernel { half_width_m: Some(h_m), divisor };
        let statistics = PairStatistics::new(&points_m, &window).unwrap();
        let marks: Vec<f64> = points_m.iter().map(|[x_m, y_m]| 1.0 + x_m * x_m + y_m).collect();
        let all: Vec<_> = EdgeCorrection::all_for(&window).iter().copied().filter(|&by| by != Border).collect();
        let g = statistics.pair_correlation(&radii, &all, &kernel).unwrap();
        let of_marks = statistics.marks(&marks, &radii, &all, &kernel).unwrap();
        let mean = marks.iter().sum::<f64>() / marks.len() as f64;
        for &by in &all {
            for k in 0..=17 {
                let r_m = radii.at_m(k);
                let margin_m = if by == Periodic { h_m } else { 0.0 };
                let (mut sum, mut over_d, mut product, mut half_square) = (0.0, 0.0, 0.0, 0.0);
                for i in 0..points_m.len() {
                    for j in (0..points_m.len()).filter(|&j| j != i) {
                        let d_m = distance_m(&window, points_m[i], points_m[j], by);
                        let x = (r_m - d_m) / h_m;
                        if x.abs() < 1.0 {
                            let e = weight(&window, points_m[i], points_m[j], by) * 0.75 * (1.0 - x * x) / h_m;
                            sum += e;
                            over_d += if d_m > 0.0 { e / d_m } else { 0.0 };
                            product += e * marks[i] * marks[j];
                            half_square += e * 0.5 * (marks[i] - marks[j]) * (marks[i] - marks[j]);
                        }
                    }
                }
                let is_defined = r_m + margin_m < limit_m(&window, by);
                let n = points_m.len() as f64;
                let factor = window.area_m2() / (n * (n - 1.0) * 2.0 * PI);
                let naive = match divisor {
                    Divisor::Radius => (r_m > 0.0).then(|| sum / r_m),
                    Divisor::Distance => Some(over_d),
                };
                let naive = naive.filter(|_| is_defined).map(|sum| sum * factor);
                // Relative to one pair: where only the kernel's end is met, the sum is small by cancellation.
                let scale = window.area_m2() / (h_m * r_m.max(1e-3 * side_m));
                assert_near(g.by(by).unwrap()[k], naive, scale, &format!("g, {by} at {r_m}"))?;
                if sum > 1e-3 / h_m && is_defined {
                    let naive = Some(product / sum / (mean * mean));
                    assert_near(of_marks.correlation.by(by).unwrap()[k], naive, 1.0, "mark correlation")?;
                    let naive = Some(half_square / sum);
                    assert_near(of_marks.variogram.by(by).unwrap()[k], naive, mean * mean, "mark variogram")?;
                }
            }
        }
    }

    #[test]
    fn sectors_sum_up_to_half_of_k((points_m, window) in pattern(), sectors in 1_usize..13) {
        let radii = Radii::new(0.45 * window.shorter_side_m(), 25).unwrap();
        let statistics = PairStatistics::new(&points_m, &window).unwrap();
        let by = if window.is_torus() { Periodic } else { Translation };
        let whole = statistics.k(&radii, &[by]).unwrap();
        let parts = statistics.k_by_sector(&radii, sectors).unwrap();
        prop_assert_eq!(parts.len(), sectors);
        for k in 0..=25 {
            let sum = parts.iter().map(|part| part.values[k]).sum::<Option<f64>>();
            let half = whole.by(by).unwrap()[k].map(|whole| 0.5 * whole);
            assert_near(sum, half, 0.0, "sum of sectors")?;
        }
    }
}

/// Points at one place were met pair by pair: 200,000 of them took minutes. Now a heap is one place with a number, and
/// the sums are those of the same heaps with each point moved by next to nothing.
#[test]
fn heaps_of_points_have_the_pairs_of_their_points() {
    let heaps = [
        ([2.0, 3.0], 60),
        ([2.5, 3.5], 45),
        ([9.9, 0.2], 50),
        ([5.0, 6.9], 3),
    ];
    for edge in [Edge::Open, Edge::Torus] {
        let window = Plot::new([0.0; 2], [10.0, 7.0], edge).unwrap();
        let points_m: Vec<[f64; 2]> = heaps
            .iter()
            .flat_map(|&(at_m, count)| vec![at_m; count])
            .collect();
        let apart_m: Vec<[f64; 2]> = points_m
            .iter()
            .enumerate()
            .map(|(number, [x_m, y_m])| [x_m + 1e-13 * number as f64, *y_m])
            .collect();
        let labels: Vec<bool> = (0..points_m.len()).map(|number| number % 3 == 0).collect();
        let radii = Radii::new(3.0, 7).unwrap();
        let kernel = PairKernel {
            half_width_m: Some(0.4),
            ..PairKernel::default()
        };
        let all = EdgeCorrection::all_for(&window);
        let kernels: Vec<_> = all.iter().copied().filter(|&by| by != Border).collect();
        let curves = |points_m: &[[f64; 2]]| {
            let pairs = PairStatistics::new(points_m, &window).unwrap();
            let cross = CrossPairStatistics::new(points_m, &labels, &true, &false, &window).unwrap();
            let mut curves = Vec::new();
            for k in [pairs.k(&radii, all).unwrap(), cross.k(&radii, all).unwrap()] {
                curves.extend(k.estimates);
            }
            curves.extend(
                pairs
                    .pair_correlation(&radii, &kernels, &kernel)
                    .unwrap()
                    .estimates,
            );
            curves.extend(
                cross
                    .pair_correlation(&radii, &kernels, &kernel)
                    .unwrap()
                    .estimates,
            );
            let mut values: Vec<Vec<Option<f64>>> = curves.into_iter().map(|curve| curve.values).collect();
            let sectors = pairs.k_by_sector(&radii, 3).unwrap();
            // Next to nothing has a direction, and no distance does not: together they are K.
            values.push(
                (0..8)
                    .map(|k| sectors.iter().map(|sector| sector.values[k]).sum())
                    .collect(),
            );
            values
        };
        for (number, (heaped, apart)) in curves(&points_m).iter().zip(curves(&apart_m)).enumerate() {
            for (k, (heaped, apart)) in heaped.iter().zip(apart).enumerate().skip(1) {
                match (heaped, apart) {
                    (Some(heaped), Some(apart)) => assert!(
                        (heaped - apart).abs() <= 1e-6 * apart.abs().max(1e-3),
                        "{edge:?}, curve {number} at {k}: {heaped} against {apart}"
                    ),
                    (heaped, apart) => assert_eq!(*heaped, apart, "{edge:?}, curve {number} at {k}"),
                }
            }
        }
    }
    let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let k = PairStatistics::new(&vec![[5.0, 5.0]; 200_000], &window).unwrap();
    let k = k.k(&Radii::new(2.0, 1).unwrap(), &[Isotropic]).unwrap();
    let all_m2 = k.by(Isotropic).unwrap()[1].unwrap();
    assert!((all_m2 - 100.0).abs() < 1e-9, "{all_m2}");
}

#[test]
fn a_sector_holds_the_pairs_of_its_directions() {
    let window = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
    // From the first to the others: 0°, 45°, 90°, 150°; from each to the first: the opposite, beyond 180°.
    for (other_m, sector) in [
        ([60.0, 50.0], 0),
        ([57.0, 57.0], 1),
        ([50.0, 60.0], 3),
        ([41.3, 55.1], 4),
    ] {
        for points_m in [[[50.0, 50.0], other_m], [other_m, [50.0, 50.0]]] {
            let statistics = PairStatistics::new(&points_m, &window).unwrap();
            let parts = statistics.k_by_sector(&Radii::new(20.0, 1).unwrap(), 6).unwrap();
            for (number, part) in parts.iter().enumerate() {
                let expected = if number == sector { 5e3 } else { 0.0 };
                assert_eq!(part.values[1], Some(expected), "{points_m:?}, sector {number}");
            }
            assert_eq!((parts[2].from_deg, parts[2].to_deg), (60.0, 90.0));
        }
    }
}

#[test]
fn results_are_the_same_bits_on_one_thread_and_on_many() {
    let points_m: Vec<[f64; 2]> = (0..20_000_u32)
        .map(|i| {
            [
                f64::from(i * 7919 % 20_011) * 0.005,
                f64::from(i * 104_729 % 19_997) * 0.005,
            ]
        })
        .collect();
    let marks: Vec<f64> = points_m.iter().map(|[x_m, y_m]| x_m + y_m).collect();
    let window = Plot::new([0.0; 2], [101.0; 2], Edge::Open).unwrap();
    let radii = Radii::new(2.0, 50).unwrap();
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let statistics = PairStatistics::new(&points_m, &window).unwrap();
            let both = [Translation, Isotropic];
            (
                statistics.k(&radii, &both).unwrap(),
                statistics
                    .pair_correlation(&radii, &both, &PairKernel::default())
                    .unwrap(),
                statistics
                    .marks(&marks, &radii, &both, &PairKernel::default())
                    .unwrap(),
                statistics.k_by_sector(&radii, 6).unwrap(),
            )
        })
    };
    assert_eq!(on_threads(1), on_threads(5));
}

#[test]
fn corrections_that_do_not_fit_are_refused() {
    let radii = Radii::new(1.0, 4).unwrap();
    let points_m = [[1.0, 1.0], [2.0, 2.0]];
    let refusal = |edge: Edge, by: EdgeCorrection| {
        let window = Plot::new([0.0; 2], [10.0; 2], edge).unwrap();
        PairStatistics::new(&points_m, &window)
            .unwrap()
            .k(&radii, &[by])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal(Edge::Open, Periodic),
        "the correction `periodic` does not fit here, where the window is open: make the window a torus, or take \
         `trans` or `iso`"
    );
    for by in [Border, Translation, Isotropic] {
        assert!(refusal(Edge::Torus, by).ends_with("a torus has no edge, take `periodic`"));
    }
    let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let statistics = PairStatistics::new(&points_m, &window).unwrap();
    let kernel = PairKernel::default();
    assert_eq!(
        statistics
            .pair_correlation(&radii, &[Border], &kernel)
            .unwrap_err()
            .to_string(),
        "the correction `border` does not fit here, where the window is open: take `trans`, `iso`, `un` or, on a torus, \
         `periodic`"
    );
}

#[test]
fn options_and_marks_without_meaning_are_refused() {
    let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let radii = Radii::new(1.0, 4).unwrap();
    let points_m = [[1.0, 1.0], [2.0, 2.0], [2.0, 2.5]];
    let statistics = PairStatistics::new(&points_m, &window).unwrap();
    for half_width_m in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9, 1e9, 1e-320] {
        let kernel = PairKernel {
            half_width_m: Some(half_width_m),
            ..PairKernel::default()
        };
        let refused = statistics.pair_correlation(&radii, &[Translation], &kernel);
        assert!(
            matches!(refused, Err(SpacingError::NoBandwidth { .. })),
            "{half_width_m}"
        );
    }
    let marks = |marks: &[f64]| statistics.marks(marks, &radii, &[Translation], &PairKernel::default());
    assert_eq!(
        marks(&[1.0]).unwrap_err().to_string(),
        "there are 1 marks for 3 points, but each point needs one"
    );
    assert_eq!(
        marks(&[1.0, f64::NAN, 2.0]).unwrap_err().to_string(),
        "the mark of point 1 (counted from 0) is NaN, but must be finite"
    );
    assert_eq!(
        statistics.k_by_sector(&radii, 0).unwrap_err().to_string(),
        "the number of sectors of directions is 0, but must be from 1 to 360"
    );
    let cross = |labels: &[u8], from: u8, to: u8| {
        CrossPairStatistics::new(&points_m, labels, &from, &to, &window)
            .map(|_| ())
            .unwrap_err()
    };
    assert_eq!(
        cross(&[0, 1], 0, 1).to_string(),
        "there are 2 labels for 3 points, but each point needs one"
    );
    assert_eq!(cross(&[0, 1, 1], 1, 1), SpacingError::SameType);
    assert_eq!(
        cross(&[0, 1, 1], 0, 2).to_string(),
        "no point is of the second type, but a cross-type statistic needs points of both"
    );
    assert_eq!(
        PairStatistics::new(&points_m[..1], &window)
            .unwrap_err()
            .to_string(),
        "the number of points is 1, but must be at least 2, as a lone point has no neighbour, and below 2^32"
    );
}

#[test]
fn equal_marks_have_correlation_one_and_variogram_zero() {
    let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
    let points_m = [[1.0, 1.0], [2.0, 2.0], [2.0, 2.0], [7.0, 3.0]];
    let statistics = PairStatistics::new(&points_m, &window).unwrap();
    let radii = Radii::new(4.0, 8).unwrap();
    let of = |mark: f64| {
        statistics
            .marks(&[mark; 4], &radii, &[Isotropic], &PairKernel::default())
            .unwrap()
    };
    let (equal, zero) = (of(7.0), of(0.0));
    // Kernels reach 0.15 / √0.04 = 0.75 m; distances are 0, √2 and more than 5.
    for (k, r_m) in equal.correlation.r_m.iter().enumerate() {
        let is_seen = r_m.min((r_m - 2.0_f64.sqrt()).abs()) < 0.75;
        assert_eq!(
            equal.correlation.by(Isotropic).unwrap()[k].map(|k| (k - 1.0).abs() < 1e-12),
            is_seen.then_some(true)
        );
        assert_eq!(equal.variogram.by(Isotropic).unwrap()[k], is_seen.then_some(0.0));
        assert_eq!(zero.correlation.by(Isotropic).unwrap()[k], None);
    }
    assert_eq!(equal.variogram.theoretical[0], 0.0);
    // Of 1, 2, 3 and 6 the mean is 3 and the variance 14 / 3.
    let marked = statistics
        .marks(
            &[1.0, 2.0, 3.0, 6.0],
            &radii,
            &[Isotropic],
            &PairKernel::default(),
        )
        .unwrap();
    assert!((marked.variogram.theoretical[5] - 14.0 / 3.0).abs() < 1e-12);
    // At no distance stand the two at one place alone, at √2 each of them and the first.
    let at = |curves: &PairCurves, k: usize| curves.by(Isotropic).unwrap()[k].unwrap();
    assert!((at(&marked.correlation, 0) - 6.0 / 9.0).abs() < 1e-12);
    assert!((at(&marked.variogram, 0) - 0.5).abs() < 1e-12);
    assert!((at(&marked.correlation, 3) - (2.0 + 3.0) / 2.0 / 9.0).abs() < 1e-12);
    assert!((at(&marked.variogram, 3) - (1.0 + 4.0) / 2.0 / 2.0).abs() < 1e-12);
}

//! *K* in polygons with holes: by its definition, and as R-spatstat has it; see `tests/reference/README.md`.

use std::f64::consts::TAU;

use understory_spacing::{
    BandwidthRule, CrossPairStatistics, Divisor, Edge, EdgeCorrection, EmptySpace, IntensityEdge, JFunction,
    KernelIntensity, NearestNeighbourSummary, PairKernel, PairStatistics, Plot, PolygonWindow, Radii,
    RandomKey, SpacingError, cross_g, hopkins_skellam, hopkins_skellam_grid, uniform_points,
};

use crate::longleaf::longleaf;
use crate::reference_files::{number, rows};

use EdgeCorrection::{Border, Isotropic, Translation};

/// The window of the longleaf pines, and the pines in it.
fn stand() -> (Vec<[f64; 2]>, PolygonWindow) {
    let mut rings = vec![Vec::new(); 3];
    for row in rows("polygons/longleaf_window.csv") {
        rings[number(&row[0]) as usize].push([number(&row[1]), number(&row[2])]);
    }
    rings.iter_mut().for_each(|ring| ring.push(ring[0]));
    let window = PolygonWindow::new(&[rings]).unwrap();
    let mut trees_m = longleaf();
    trees_m.retain(|&tree_m| window.contains(tree_m));
    (trees_m, window)
}

#[test]
fn k_of_longleaf_pines_in_a_polygon_with_holes_agrees_with_spatstat() {
    let (trees_m, window) = stand();
    assert_eq!(trees_m.len(), 422);
    assert!(
        (window.area_m2() - 26240.0).abs() < 1e-9 && (window.perimeter_m() - 900.132196700672).abs() < 1e-9
    );
    for (shift_m, area_m2) in [
        ([3.0, 4.0], 24882.671292517),
        ([-20.0, 7.0], 20678.9918686944),
        ([55.0, -60.0], 11412.1834362596),
        ([0.0, 30.0], 19300.377135188),
        ([120.0, 10.0], 6768.97382870012),
    ] {
        assert!((window.set_covariance_m2(shift_m) - area_m2).abs() < 1e-7);
    }
    let theirs = rows("polygons/longleaf_k.csv");
    let radii = Radii::new(40.0, theirs.len() - 1).unwrap();
    let statistics = PairStatistics::in_polygon(&trees_m, &window).unwrap();
    let ours = statistics.k(&radii, &[Border, Translation, Isotropic]).unwrap();
    let mut compared = 0;
    for (k, row) in theirs.iter().enumerate().filter(|(_, row)| row[1] == "0") {
        assert!((number(&row[0]) - ours.r_m[k]).abs() < 1e-12);
        for (column, correction) in [(2, Border), (3, Translation), (4, Isotropic)] {
            let (found, expected) = (ours.by(correction).unwrap()[k].unwrap(), number(&row[column]));
            assert!(
                (found - expected).abs() <= 1e-8 * expected,
                "{correction} at {k}: {found} {expected}"
            );
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn g_and_the_clark_evans_index_in_a_polygon_with_holes_agree_with_spatstat() {
    let (trees_m, window) = stand();
    let theirs = rows("polygons/longleaf_g.csv");
    let r_m: Vec<f64> = theirs.iter().map(|row| number(&row[0])).collect();
    let summary = NearestNeighbourSummary::new(&trees_m, &window).unwrap();
    let g = summary.g(&r_m).unwrap();
    let empty = EmptySpace::new(&trees_m, &window, [128, 128]).unwrap();
    let f = empty.f(&r_m).unwrap();
    for (at, row) in theirs.iter().enumerate() {
        for (found, column) in [(g.raw[at], 1), (g.km[at], 2), (g.rs[at].unwrap(), 3)] {
            assert!(
                (found - number(&row[column])).abs() < 1e-12,
                "{at} {column}: {found}"
            );
        }
        // R-spatstat takes distances from pixel to pixel, of 1.5 m here.
        for (found, column) in [(f.km[at], 4), (f.rs[at].unwrap(), 5)] {
            let apart = (found - number(&row[column])).abs();
            assert!(apart < 0.02, "{at} {column}: {found}");
        }
    }
    assert!(g.han.iter().chain(&f.cs).all(Option::is_none));
    let index = summary.clark_evans();
    assert!((index.naive - 0.843083245783095).abs() < 1e-12);
    assert_eq!((index.donnelly, index.donnelly_test), (None, None));
}

/// What does not depend on where places are drawn is the rectangle's to the bit, but for areas.
#[test]
fn neighbours_in_a_rectangle_drawn_as_a_polygon_are_those_of_the_rectangle() {
    let rectangle = Plot::new([-5.0, 30.0], [40.0, 25.0], Edge::Open).unwrap();
    let corners_m = vec![
        [-5.0, 30.0],
        [35.0, 30.0],
        [35.0, 55.0],
        [-5.0, 55.0],
        [-5.0, 30.0],
    ];
    let polygon = PolygonWindow::new(&[vec![corners_m]]).unwrap();
    let points_m = uniform_points(120, &rectangle, RandomKey::root(4, &["rectangle"])).unwrap();
    let r_m: Vec<f64> = (0..60).map(|k| 0.1 * f64::from(k)).collect();
    let of_rectangle = NearestNeighbourSummary::new(&points_m, &rectangle).unwrap();
    let of_polygon = NearestNeighbourSummary::new(&points_m, &polygon).unwrap();
    let (one, other) = (of_rectangle.g(&r_m).unwrap(), of_polygon.g(&r_m).unwrap());
    assert_eq!((&one.raw, &one.km, &one.rs), (&other.raw, &other.km, &other.rs));
    assert_eq!(of_rectangle.clark_evans().naive, of_polygon.clark_evans().naive);
    assert_eq!(of_rectangle.default_range_m(), of_polygon.default_range_m());
    let f = |empty: EmptySpace| empty.f(&r_m).unwrap();
    let (f_one, f_other) = (
        f(EmptySpace::new(&points_m, &rectangle, [40, 25]).unwrap()),
        f(EmptySpace::new(&points_m, &polygon, [40, 25]).unwrap()),
    );
    assert_eq!(
        (&f_one.raw, &f_one.km, &f_one.rs),
        (&f_other.raw, &f_other.km, &f_other.rs)
    );
    assert_eq!(
        JFunction::new(&one, &f_one).unwrap().km,
        JFunction::new(&other, &f_other).unwrap().km
    );
    assert_eq!(
        hopkins_skellam_grid(&points_m, &rectangle),
        hopkins_skellam_grid(&points_m, &polygon)
    );
    let key = RandomKey::root(5, &["places"]);
    assert_eq!(
        hopkins_skellam(&points_m, &rectangle, key),
        hopkins_skellam(&points_m, &polygon, key)
    );
    let (from_m, to_m) = points_m.split_at(50);
    let cross = |g: understory_spacing::GFunction| (g.raw, g.km, g.rs);
    assert_eq!(
        cross(cross_g(from_m, to_m, &rectangle, &r_m).unwrap()),
        cross(cross_g(from_m, to_m, &polygon, &r_m).unwrap())
    );
    let labels: Vec<bool> = (0..120).map(|number| number < 50).collect();
    let radii = Radii::new(6.0, 20).unwrap();
    let all = [Border, Translation, Isotropic];
    let k_one = CrossPairStatistics::new(&points_m, &labels, &true, &false, &rectangle).unwrap();
    let k_other = CrossPairStatistics::new(&points_m, &labels, &true, &false, &polygon).unwrap();
    let (k_one, k_other) = (k_one.k(&radii, &all).unwrap(), k_other.k(&radii, &all).unwrap());
    for correction in all {
        for (a, b) in k_one
            .by(correction)
            .unwrap()
            .iter()
            .zip(k_other.by(correction).unwrap())
        {
            let (a, b) = (a.unwrap(), b.unwrap());
            assert!((a - b).abs() <= 1e-9 * a, "{correction}: {a} {b}");
        }
    }
}

#[test]
fn a_rectangle_drawn_as_a_polygon_has_the_statistics_of_the_rectangle() {
    let rectangle = Plot::new([-5.0, 30.0], [40.0, 25.0], Edge::Open).unwrap();
    let corners_m = vec![
        [-5.0, 30.0],
        [35.0, 30.0],
        [35.0, 55.0],
        [-5.0, 55.0],
        [-5.0, 30.0],
    ];
    let polygon = PolygonWindow::new(&[vec![corners_m]]).unwrap();
    let mut points_m = uniform_points(300, &rectangle, RandomKey::root(1, &["polygons"])).unwrap();
    // Points at corners and on edges, and a heap.
    points_m.extend([[-5.0, 30.0], [35.0, 55.0], [10.0, 30.0], [35.0, 41.0]]);
    points_m.extend([[12.0, 42.0]; 150]);
    let (a, b) = (
        PairStatistics::new(&points_m, &rectangle).unwrap(),
        PairStatistics::in_polygon(&points_m, &polygon).unwrap(),
    );
    let corrections = [EdgeCorrection::None, Translation, Isotropic];
    let radii = Radii::new(20.0, 40).unwrap();
    let kernel = PairKernel {
        half_width_m: Some(1.0),
        divisor: Divisor::Radius,
    };
    let marks: Vec<f64> = points_m.iter().map(|[x_m, y_m]| x_m + y_m * y_m).collect();
    let with_border = [corrections.as_slice(), &[Border]].concat();
    let pairs = [
        (
            a.k(&radii, &with_border).unwrap(),
            b.k(&radii, &with_border).unwrap(),
        ),
        (
            a.pair_correlation(&radii, &corrections, &kernel).unwrap(),
            b.pair_correlation(&radii, &corrections, &kernel).unwrap(),
        ),
        (
            a.marks(&marks, &radii, &corrections, &kernel)
                .unwrap()
                .correlation,
            b.marks(&marks, &radii, &corrections, &kernel)
                .unwrap()
                .correlation,
        ),
    ];
    for (a, b) in pairs {
        for (a, b) in a.estimates.iter().zip(&b.estimates) {
            let correction = a.correction;
            for (a, b) in a.values.iter().zip(&b.values) {
                let (a, b) = (a.unwrap_or(-1.0), b.unwrap_or(-1.0));
                assert!((a - b).abs() <= 1e-9 * a.abs(), "{a} {b} {correction}");
            }
        }
    }
    let sectors = [
        a.k_by_sector(&radii, 3).unwrap(),
        b.k_by_sector(&radii, 3).unwrap(),
    ];
    for (a, b) in sectors[0].iter().zip(&sectors[1]) {
        for (a, b) in a.values.iter().zip(&b.values) {
            assert!((a.unwrap() - b.unwrap()).abs() <= 1e-9 * a.unwrap());
        }
    }
}

fn wavy(corners: u32) -> PolygonWindow {
    let corner = |number: u32| {
        let angle = TAU * f64::from(number % corners) / f64::from(corners);
        let ray_m = 45.0 + 5.0 * libm::sin(7.0 * angle) + f64::from(number % corners * 37 % 11) * 0.05;
        [50.0 + ray_m * libm::cos(angle), 50.0 + ray_m * libm::sin(angle)]
    };
    let hole = vec![[40.0, 40.0], [50.0, 42.0], [45.0, 50.0], [40.0, 40.0]];
    PolygonWindow::new(&[vec![(0..=corners).map(corner).collect(), hole]]).unwrap()
}

/// Each circle cut into many arcs, each pair's overlap by itself.
#[test]
fn windows_of_few_and_of_many_corners_have_the_k_of_its_definition() {
    let square = Plot::new([0.0; 2], [100.0; 2], Edge::Open).unwrap();
    let points_m = uniform_points(260, &square, RandomKey::root(2, &["polygons"])).unwrap();
    for (corners, tolerance) in [(12, 1e-8), (40, 1e-6), (100, 1e-6), (400, 1e-6)] {
        let window = wavy(corners);
        let points_m: Vec<[f64; 2]> = points_m.iter().copied().filter(|&p| window.contains(p)).collect();
        let radii = Radii::new(5.0, 4).unwrap();
        let statistics = PairStatistics::in_polygon(&points_m, &window).unwrap();
        let k = statistics.k(&radii, &[Translation, Isotropic, Border]).unwrap();
        let (n, area_m2) = (points_m.len() as f64, window.area_m2());
        for (step, &r_m) in k.r_m.iter().enumerate() {
            let (mut translation, mut isotropic, mut border) = (0.0, 0.0, 0.0);
            let is_inner = |place_m: [f64; 2]| window.to_border_m(place_m) > r_m;
            for &a in &points_m {
                for &b in points_m.iter().filter(|&&b| b != a) {
                    let offset_m = [b[0] - a[0], b[1] - a[1]];
                    let d_m = (offset_m[0] * offset_m[0] + offset_m[1] * offset_m[1]).sqrt();
                    if d_m > r_m {
                        continue;
                    }
                    translation += (area_m2 / window.set_covariance_m2(offset_m)).min(100.0);
                    border += f64::from(u8::from(is_inner(a)));
                    const ARCS: u32 = 2000;
                    let is_seen = |arc: u32| {
                        let angle = TAU * (f64::from(arc) + 0.5) / f64::from(ARCS);
                        window.contains([a[0] + d_m * libm::cos(angle), a[1] + d_m * libm::sin(angle)])
                    };
                    let seen = if window.to_border_m(a) > d_m {
                        ARCS as usize
                    } else {
                        (0..ARCS).filter(|&arc| is_seen(arc)).count()
                    };
                    isotropic += (f64::from(ARCS) / seen as f64).min(100.0);
                }
            }
            let inner = points_m.iter().filter(|&&place_m| is_inner(place_m)).count() as f64;
            let value = |correction| k.by(correction).unwrap()[step].unwrap();
            let expected = area_m2 / (n * (n - 1.0)) * translation;
            let found = value(Translation);
            assert!(
                (found - expected).abs() <= tolerance * expected,
                "{corners}: {found} {expected}"
            );
            let expected = area_m2 / (n * (n - 1.0)) * isotropic;
            assert!((value(Isotropic) - expected).abs() <= 1e-3 * expected);
            let expected = border * area_m2 / (n * inner);
            assert!((value(Border) - expected).abs() <= 1e-12 * expected);
        }
    }
}

#[test]
fn points_outside_are_listed() {
    let window = wavy(30);
    let mut points_m = vec![[30.0, 30.0]; 40];
    points_m[7] = [45.0, 44.0];
    points_m[30] = [0.0, 0.0];
    let error = PairStatistics::in_polygon(&points_m, &window).unwrap_err();
    assert_eq!(
        error,
        SpacingError::OutsidePolygon {
            indices: vec![7, 30],
            points: 40
        }
    );
    assert!(
        error
            .to_string()
            .starts_with("2 of 40 points lie outside the polygon of the window, number 7, 30 (counted")
    );
    let error = PairStatistics::in_polygon(&[[0.0; 2]; 20], &window).unwrap_err();
    assert!(
        error.to_string().contains("10, 11 and 8 more (counted from 0)"),
        "{error}"
    );
    points_m[3] = [f64::NAN, 0.0];
    assert!(matches!(
        PairStatistics::in_polygon(&points_m, &window),
        Err(SpacingError::NotFinite { index: 3, .. })
    ));
    assert_eq!(
        PairStatistics::in_polygon(&points_m[..1], &window)
            .unwrap_err()
            .to_string(),
        "the number of points is 1, but must be at least 2, as a lone point has no neighbour, and below 2^32"
    );
}

#[test]
fn polygon_statistics_are_the_same_bits_on_one_thread_and_on_many() {
    let (window, square) = (wavy(60), Plot::new([0.0; 2], [100.0; 2], Edge::Open).unwrap());
    let points_m = uniform_points(9000, &square, RandomKey::root(3, &["polygons"])).unwrap();
    let points_m: Vec<[f64; 2]> = points_m.into_iter().filter(|&p| window.contains(p)).collect();
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let statistics = PairStatistics::in_polygon(&points_m, &window).unwrap();
        pool.install(|| {
            statistics
                .k(&Radii::new(2.0, 30).unwrap(), &[Translation, Isotropic, Border])
                .unwrap()
        })
    };
    assert_eq!(on_threads(1), on_threads(3));
}

#[test]
fn inhomogeneous_statistics_by_a_kernel_in_a_polygon_with_holes_are_those_of_their_definition() {
    let (trees_m, window) = stand();
    let kernel = KernelIntensity::new(20.0).unwrap();
    let ours = kernel.at_points(&trees_m, &window, true).unwrap();
    let theirs = rows("polygons/longleaf_intensity.csv");
    assert_eq!(theirs.len(), 422);
    for (row, ours) in theirs.iter().zip(&ours) {
        let expected = number(&row[3]);
        assert!((ours - expected).abs() < 1e-10 * expected, "{ours} {expected}");
    }
    let statistics = PairStatistics::new(&trees_m, &window).unwrap();
    let theirs = rows("polygons/longleaf_inhomogeneous.csv");
    let radii = Radii::new(40.0, theirs.len() - 1).unwrap();
    let k = statistics
        .k_inhomogeneous(&ours, &radii, &[Border, Translation, Isotropic])
        .unwrap();
    let kernel = PairKernel {
        half_width_m: Some(3.0),
        divisor: Divisor::Radius,
    };
    let g = statistics
        .pair_correlation_inhomogeneous(&ours, &radii, &[Translation, Isotropic], &kernel)
        .unwrap();
    for (at, row) in theirs.iter().enumerate().skip(1) {
        for (column, curves, correction, tolerance) in [
            (2, &k, Border, 1e-8),
            (3, &k, Translation, 1e-8),
            (4, &k, Isotropic, 1e-8),
            // Common areas of pairs beyond the range are looked up, as those of all pairs of g are.
            (5, &g, Translation, 1e-6),
            (6, &g, Isotropic, 1e-8),
        ] {
            if column < 5 && row[1] == "1" {
                continue;
            }
            let (found, expected) = (curves.by(correction).unwrap()[at].unwrap(), number(&row[column]));
            assert!(
                (found - expected).abs() <= tolerance * expected,
                "{column} at {at}: {found} {expected}"
            );
        }
    }
}

#[test]
fn bandwidths_in_a_polygon_with_holes_agree_with_spatstat() {
    let (trees_m, window) = stand();
    let of = |rule: BandwidthRule| rule.sigma_m(&trees_m, &window).unwrap();
    assert!((of(BandwidthRule::Scott) - 16.7340870054479).abs() < 1e-9);
    assert!((of(BandwidthRule::Diggle) - 2.41682974559687).abs() < 1e-9);
    assert!((of(BandwidthRule::Likelihood) - 4.6468127191347).abs() < 1e-9);
}

#[test]
fn a_rectangle_of_polygons_has_the_intensities_of_the_rectangle_whatever_the_kernel() {
    let plot = Plot::new([3e5, 5e6], [20.0, 9.0], Edge::Open).unwrap();
    let corners_m = [
        [3e5, 5e6],
        [3e5 + 20.0, 5e6],
        [3e5 + 20.0, 5e6 + 9.0],
        [3e5, 5e6 + 9.0],
    ];
    // Once by its corners, and once with each side cut into a thousand.
    for parts in [1, 1000] {
        let mut ring: Vec<[f64; 2]> = Vec::new();
        for (at, corner_m) in corners_m.iter().enumerate() {
            let next_m = corners_m[(at + 1) % 4];
            ring.extend((0..parts).map(|part| {
                let share = f64::from(part) / f64::from(parts);
                [0, 1].map(|axis| corner_m[axis] + share * (next_m[axis] - corner_m[axis]))
            }));
        }
        ring.push(ring[0]);
        let window = PolygonWindow::new(&[vec![ring]]).unwrap();
        let mut points_m = uniform_points(60, &plot, RandomKey::root(5, &["shares"])).unwrap();
        // On a side and in a corner, too.
        points_m.extend([[3e5, 5e6 + 4.0], [3e5 + 20.0, 5e6]]);
        for sigma_m in [0.05, 0.7, 3.0, 40.0, 1e4] {
            for edge in [IntensityEdge::Place, IntensityEdge::Points] {
                let kernel = KernelIntensity { sigma_m, edge };
                let expected = kernel.at_points(&points_m, &plot, false).unwrap();
                let found = kernel.at_points(&points_m, &window, false).unwrap();
                for (found, expected) in found.iter().zip(&expected) {
                    assert!(
                        (found - expected).abs() < 1e-8 * expected,
                        "{sigma_m}: {found} {expected}"
                    );
                }
            }
        }
    }
}

/// Points drawn from an estimate gather as it says, in the narrow end of a wedge too.
#[test]
fn random_points_in_polygons_have_the_density_of_the_estimate() {
    let wedge = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 0.0]];
    let hole = vec![[7.0, 1.0], [8.0, 1.0], [8.0, 2.0], [7.0, 1.0]];
    let window = PolygonWindow::new(&[vec![wedge, hole]]).unwrap();
    let from_m = [[1.0, 0.2], [3.0, 1.0], [8.5, 0.5], [9.9, 3.9]];
    for sigma_m in [1.5, 8.0] {
        let kernel = KernelIntensity::new(sigma_m).unwrap();
        let mut counts = [0.0; 5];
        for number in 0..5000_u32 {
            let key = RandomKey::root(u64::from(number), &["drawn in polygons"]);
            for place_m in kernel.random_points(&from_m, &window, key).unwrap() {
                assert!(window.contains(place_m));
                counts[((place_m[0] / 2.0) as usize).min(4)] += 1.0;
            }
        }
        let mut expected = [0.0; 5];
        for number in 0..200 * 80_u32 {
            let u_m = [
                (0.5 + f64::from(number % 200)) * 0.05,
                (0.5 + f64::from(number / 200)) * 0.05,
            ];
            if window.contains(u_m) {
                // The place as a fifth point that leaves itself out: the others are the estimate there.
                let all_m = [&from_m[..], &[u_m]].concat();
                expected[(u_m[0] / 2.0) as usize] += kernel.at_points(&all_m, &window, true).unwrap()[4];
            }
        }
        let share = 20_000.0 / expected.iter().sum::<f64>();
        for (found, expected) in counts.iter().zip(&expected) {
            let mean = expected * share;
            assert!(
                (found - mean).abs() < 5.0 * mean.sqrt() + 0.01 * mean,
                "{counts:?} {expected:?}"
            );
        }
    }
}

//! Inhomogeneous statistics and kernel intensities, by their definitions and as R-spatstat has them; see
//! `tests/reference/README.md`.

use std::f64::consts::PI;

use understory_spacing::{
    BandwidthRule, Divisor, Edge, EdgeCorrection, IntensityEdge, KernelIntensity, PairKernel, PairStatistics,
    Plot, Radii, RandomKey, SpacingError, uniform_points,
};

use crate::longleaf::longleaf;
use crate::reference_files::{number, rows};

use EdgeCorrection::{Border, Isotropic, Periodic, Translation};

/// The longleaf pines in their window.
fn stand() -> (Vec<[f64; 2]>, Plot) {
    (longleaf(), Plot::new([0.0; 2], [200.0; 2], Edge::Open).unwrap())
}

#[test]
fn intensities_at_longleaf_pines_agree_with_spatstat() {
    let (trees_m, window) = stand();
    let of = |edge, leaves_one_out| {
        KernelIntensity { sigma_m: 20.0, edge }
            .at_points(&trees_m, &window, leaves_one_out)
            .unwrap()
    };
    let ours = [
        of(IntensityEdge::Place, true),
        of(IntensityEdge::Points, true),
        of(IntensityEdge::Place, false),
    ];
    for (tree, row) in rows("inhomogeneous/longleaf_intensity.csv").iter().enumerate() {
        for (column, ours) in ours.iter().enumerate() {
            let theirs = number(&row[column]);
            assert!(
                (ours[tree] - theirs).abs() <= 1e-9 * theirs,
                "{tree} {column}: {} {theirs}",
                ours[tree]
            );
        }
    }
}

#[test]
fn inhomogeneous_k_and_g_of_longleaf_pines_agree_with_spatstat() {
    let (trees_m, window) = stand();
    let intensities = KernelIntensity::new(20.0)
        .unwrap()
        .at_points(&trees_m, &window, true)
        .unwrap();
    let statistics = PairStatistics::new(&trees_m, &window).unwrap();
    let theirs = rows("inhomogeneous/longleaf.csv");
    let radii = Radii::new(40.0, theirs.len() - 1).unwrap();
    let k = statistics
        .k_inhomogeneous(&intensities, &radii, &[Border, Translation, Isotropic])
        .unwrap();
    let kernel = PairKernel {
        half_width_m: Some(3.0),
        divisor: Divisor::Radius,
    };
    let g = statistics
        .pair_correlation_inhomogeneous(&intensities, &radii, &[Translation, Isotropic], &kernel)
        .unwrap();
    let mut compared = 0;
    for (at, row) in theirs.iter().enumerate().skip(1) {
        let columns = [
            (2, &k, Border),
            (3, &k, Translation),
            (4, &k, Isotropic),
            (5, &g, Translation),
            (6, &g, Isotropic),
        ];
        for (column, curves, correction) in columns {
            if column < 5 && row[1] == "1" {
                continue;
            }
            let (found, expected) = (curves.by(correction).unwrap()[at].unwrap(), number(&row[column]));
            assert!(
                (found - expected).abs() <= 1e-9 * expected,
                "{column} at {at}: {found} {expected}"
            );
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn bandwidths_of_longleaf_pines_agree_with_spatstat() {
    let (trees_m, window) = stand();
    let of = |rule: BandwidthRule| rule.sigma_m(&trees_m, &window).unwrap();
    assert!((of(BandwidthRule::Scott) - 18.3529472383701).abs() < 1e-9);
    assert!((of(BandwidthRule::Diggle) - 2.49510763209393).abs() < 1e-9);
    assert!((of(BandwidthRule::Likelihood) - 6.61843533780477).abs() < 1e-9);
}

/// Where the intensity is the same everywhere, all but the divisor is that of the plain statistics.
#[test]
fn even_intensities_give_the_plain_statistics_but_for_their_divisor() {
    for edge in [Edge::Open, Edge::Torus] {
        let window = Plot::new([-3.0, 4.0], [30.0, 20.0], edge).unwrap();
        let points_m = uniform_points(150, &window, RandomKey::root(1, &["inhomogeneous"])).unwrap();
        let corrections: &[EdgeCorrection] = if edge == Edge::Torus {
            &[Periodic]
        } else {
            &[Translation, Isotropic, Border]
        };
        let radii = Radii::new(6.0, 24).unwrap();
        let statistics = PairStatistics::new(&points_m, &window).unwrap();
        let plain = statistics.k(&radii, corrections).unwrap();
        let varying = statistics
            .k_inhomogeneous(&[0.123; 150], &radii, corrections)
            .unwrap();
        for (plain, varying) in plain.estimates.iter().zip(&varying.estimates) {
            // 1 / (n λ) against |W| / (n (n − 1)); the level of the intensities cancels out of `Border`.
            let factor = if plain.correction == Border {
                1.0
            } else {
                149.0 / (600.0 * 0.123)
            };
            for (plain, varying) in plain.values.iter().zip(&varying.values) {
                let (plain, varying) = (plain.unwrap(), varying.unwrap());
                let expected = plain * factor;
                assert!(
                    (varying - expected).abs() <= 1e-9 * expected.max(1e-9),
                    "{varying} {expected}"
                );
            }
        }
    }
}

#[test]
fn a_surface_is_the_sum_of_kernels_around_the_middles_of_cells() {
    for (edge, correction) in [
        (Edge::Open, IntensityEdge::Place),
        (Edge::Open, IntensityEdge::None),
        (Edge::Torus, IntensityEdge::Place),
    ] {
        let window = Plot::new([10.0, 20.0], [32.0, 16.0], edge).unwrap();
        let points_m = uniform_points(40, &window, RandomKey::root(2, &["inhomogeneous"])).unwrap();
        // Points in the middles of cells of 1 m, so that nothing is moved.
        let points_m: Vec<[f64; 2]> = points_m
            .iter()
            .map(|[x, y]| [x.floor() + 0.5, y.floor() + 0.5])
            .collect();
        let intensity = KernelIntensity {
            sigma_m: 3.0,
            edge: correction,
        };
        let surface = intensity.surface(&points_m, &window, [32, 16]).unwrap();
        let at_points = intensity.at_points(&points_m, &window, false).unwrap();
        for (point_m, expected) in points_m.iter().zip(at_points) {
            let cell = (point_m[1] - 20.0) as usize * 32 + (point_m[0] - 10.0) as usize;
            assert!(
                (surface.per_m2[cell] - expected).abs() <= 1e-12,
                "{edge} {correction:?}"
            );
        }
        let shifts: &[f64] = if edge == Edge::Torus {
            &[-2.0, -1.0, 0.0, 1.0, 2.0]
        } else {
            &[0.0]
        };
        if correction == IntensityEdge::None || edge == Edge::Torus {
            let mut sum = 0.0;
            for &[x_m, y_m] in &points_m {
                for i in shifts {
                    for j in shifts {
                        let (dx, dy) = (x_m + 32.0 * i - 12.5, y_m + 16.0 * j - 30.5);
                        sum += libm::exp(-(dx * dx + dy * dy) / 18.0) / (18.0 * PI);
                    }
                }
            }
            assert!((surface.per_m2[10 * 32 + 2] - sum).abs() < 1e-12);
        }
    }
}

#[test]
fn the_surface_of_longleaf_pines_is_spatstats_but_for_its_pixels() {
    let (trees_m, window) = stand();
    let surface = KernelIntensity::new(20.0)
        .unwrap()
        .surface(&trees_m, &window, [128, 128])
        .unwrap();
    // `density(X, sigma = 20, dimyx = 128)`, which takes the share of the kernel within the window from pixels too.
    for (row, column, theirs) in [
        (0, 0, 0.01270784195965),
        (63, 63, 0.01377783451430),
        (0, 127, 0.00427833374602),
        (99, 29, 0.01816848349332),
    ] {
        let ours = surface.per_m2[row * 128 + column];
        assert!((ours - theirs).abs() < 0.01 * theirs, "{ours} {theirs}");
    }
}

#[test]
fn intensities_and_bandwidths_that_are_none_are_refused() {
    let (trees_m, window) = stand();
    let statistics = PairStatistics::new(&trees_m, &window).unwrap();
    let radii = Radii::new(10.0, 4).unwrap();
    let k = |intensities: &[f64]| {
        statistics
            .k_inhomogeneous(intensities, &radii, &[Translation])
            .unwrap_err()
    };
    assert_eq!(
        k(&[1.0; 3]).to_string(),
        "there are 3 intensities for 584 points, but each point needs one"
    );
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
        let mut intensities = vec![1.0; 584];
        intensities[17] = bad;
        assert!(
            k(&intensities)
                .to_string()
                .starts_with("the intensity at point 17 (counted from 0) is")
        );
    }
    for sigma_m in [0.0, -2.0, f64::NAN, f64::INFINITY] {
        assert!(KernelIntensity::new(sigma_m).is_err());
    }
    let heap = vec![[5.0, 5.0]; 10];
    for rule in [BandwidthRule::Scott, BandwidthRule::Likelihood] {
        assert!(
            matches!(
                rule.sigma_m(&heap, &window),
                Err(SpacingError::NothingToChoose(_))
            ),
            "{rule:?}"
        );
    }
    let surface = KernelIntensity::new(3.0)
        .unwrap()
        .surface(&trees_m, &window, [0, 5]);
    assert_eq!(
        surface.unwrap_err().to_string(),
        "the number of cells is 0 x 5, but must be at least 1 and 2^26 at most, and powers of two on a torus"
    );
}

/// Points drawn from an estimate gather as it says, at the edge too, whatever the kernel's width beside each side.
#[test]
fn random_points_have_the_density_of_the_estimate() {
    let from_m = [[1.0, 1.0], [1.5, 2.0], [8.0, 0.5], [9.9, 3.9]];
    for (edge, sigma_m, of_edge) in [
        (Edge::Open, 1.5, IntensityEdge::Place),
        (Edge::Open, 3.0, IntensityEdge::Place),
        (Edge::Open, 40.0, IntensityEdge::Place),
        (Edge::Open, 1.5, IntensityEdge::Points),
        (Edge::Open, 1.5, IntensityEdge::None),
        (Edge::Torus, 1.5, IntensityEdge::Place),
    ] {
        let window = Plot::new([0.0; 2], [10.0, 4.0], edge).unwrap();
        let intensity = KernelIntensity {
            sigma_m,
            edge: of_edge,
        };
        let (columns, rows) = (5, 2);
        let mut counts = vec![0.0; columns * rows];
        let draws = 5000_u32;
        for number in 0..draws {
            let key = RandomKey::root(u64::from(number), &["drawn"]);
            for [x_m, y_m] in intensity.random_points(&from_m, &window, key).unwrap() {
                counts[((y_m / 2.0) as usize).min(1) * columns + ((x_m / 2.0) as usize).min(4)] += 1.0;
            }
        }
        // The estimate at the middles of fine cells.
        let middle_m = |number: usize| {
            [
                (0.5 + (number % 128) as f64) * 10.0 / 128.0,
                (0.5 + (number / 128) as f64) * 4.0 / 64.0,
            ]
        };
        let mut expected = vec![0.0; columns * rows];
        for number in 0..128 * 64 {
            let u_m = middle_m(number);
            // The place as a fifth point that leaves itself out: the others are the estimate there.
            let mut all_m = from_m.to_vec();
            all_m.push(u_m);
            let at = intensity.at_points(&all_m, &window, true).unwrap()[4];
            expected[((u_m[1] / 2.0) as usize) * columns + (u_m[0] / 2.0) as usize] += at;
        }
        let (all, sum) = (counts.iter().sum::<f64>(), expected.iter().sum::<f64>());
        assert_eq!(all, f64::from(4 * draws));
        for (found, expected) in counts.iter().zip(&expected) {
            let mean = expected / sum * all;
            assert!(
                (found - mean).abs() < 5.0 * mean.sqrt() + 0.01 * mean,
                "{edge} {sigma_m}: {counts:?} {expected:?}"
            );
        }
    }
}

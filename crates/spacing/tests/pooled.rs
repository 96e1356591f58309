//! Pooled curves and intensity by a covariate, as R-spatstat has them; see `tests/reference/README.md`.

use understory_spacing::{
    CovariateGround, CovariateIntensity, CovariateRaster, Edge, EdgeCorrection, PairStatistics, Plot,
    PooledCurve, Radii, RandomKey, SpacingError,
};

use crate::longleaf::longleaf;
use crate::reference_files::{number, rows};

fn key() -> RandomKey {
    RandomKey::root(1, &["pooled"])
}

#[test]
fn pooled_k_of_four_quarters_agrees_with_spatstat() {
    let trees_m = longleaf();
    let radii = Radii::new(24.0 * 1.00123, 16).unwrap();
    let quarters = [
        [0.0, 100.01, 0.0, 100.02],
        [100.01, 200.0, 0.0, 100.02],
        [0.0, 100.01, 100.02, 200.0],
        [100.01, 200.0, 100.02, 200.0],
    ];
    for (column, correction) in [(1, EdgeCorrection::Translation), (2, EdgeCorrection::Isotropic)] {
        let (mut curves, mut weights) = (Vec::new(), Vec::new());
        for [x_min, x_max, y_min, y_max] in quarters {
            let window = Plot::new([x_min, y_min], [x_max - x_min, y_max - y_min], Edge::Open).unwrap();
            // With the far edges, on which pines stand.
            let is_within = |&[x, y]: &[f64; 2]| (x_min..=x_max).contains(&x) && (y_min..=y_max).contains(&y);
            let within: Vec<[f64; 2]> = trees_m.iter().copied().filter(is_within).collect();
            weights.push(within.len() as f64 * (within.len() as f64 - 1.0));
            let k = PairStatistics::new(&within, &window)
                .unwrap()
                .k(&radii, &[correction])
                .unwrap();
            curves.push(k.estimates[0].values.clone());
        }
        let pooled = PooledCurve::new(&radii.to_vec_m(), &curves, &weights, 199, 0.95, key()).unwrap();
        for (at, row) in rows("pooled/longleaf_quarters.csv").iter().enumerate() {
            let (found, expected) = (pooled.values[at].unwrap(), number(&row[column]));
            assert!(
                (found - expected).abs() <= 1e-9 * expected.max(1e-9),
                "{correction} {at}: {found} {expected}"
            );
        }
    }
}

#[test]
fn intensity_by_a_covariate_agrees_with_spatstat() {
    let trees_m = longleaf();
    let window = Plot::new([0.0; 2], [200.0; 2], Edge::Open).unwrap();
    let value = |cell: u32| {
        let (x_m, y_m) = (4.0 * f64::from(cell % 50) + 2.0, 4.0 * f64::from(cell / 50) + 2.0);
        (x_m + 10.0).sqrt() + 0.01 * y_m
    };
    let raster = CovariateRaster::new([0.0; 2], [4.0; 2], [50; 2], (0..2500).map(value).collect()).unwrap();
    let ground = CovariateGround::new(&raster, &window, 20).unwrap();
    let found = CovariateIntensity::new(&trees_m, &ground).unwrap();
    for (at, row) in rows("pooled/longleaf_covariate.csv").iter().enumerate() {
        for (column, found) in [
            (0, Some(found.covariate[at])),
            (1, found.per_m2[at]),
            (2, found.error_per_m2[at]),
        ] {
            let (found, expected) = (found.unwrap(), number(&row[column]));
            assert!(
                (found - expected).abs() <= 1e-9 * expected,
                "{at} {column}: {found} {expected}"
            );
        }
    }
    let at_points = found.at_points();
    assert_eq!(at_points.len(), trees_m.len());
    let of_covariate = number(&rows("pooled/longleaf_covariate.csv")[10][1]);
    assert!(
        at_points
            .iter()
            .flatten()
            .any(|intensity| (intensity - of_covariate).abs() < 0.2 * of_covariate)
    );
}

#[test]
fn rasters_that_do_not_cover_the_window_are_refused_with_the_place() {
    let window = Plot::new([0.0; 2], [200.0; 2], Edge::Open).unwrap();
    let of = |raster: CovariateRaster| {
        let refused = raster.check(&window).unwrap_err();
        assert_eq!(refused, CovariateGround::new(&raster, &window, 20).unwrap_err());
        refused
    };
    let raster =
        |origin_m, values: Vec<f64>| CovariateRaster::new(origin_m, [20.0; 2], [10; 2], values).unwrap();
    let rising: Vec<f64> = (0..100).map(f64::from).collect();
    let error = of(raster([1.0, 0.0], rising.clone()));
    assert!(
        error
            .to_string()
            .starts_with("the raster goes from (1, 0) to (201, 200), but the window from (0, 0)"),
        "{error}"
    );
    let mut holes = rising.clone();
    (holes[37], holes[52]) = (f64::NAN, f64::INFINITY);
    let error = of(raster([0.0; 2], holes));
    assert!(
        error
            .to_string()
            .starts_with("the raster has no value in 2 of the cells that the window reaches into, around (150, 70), (50, 110): "),
        "{error}"
    );
    let even = |place, value| {
        SpacingError::Unfit(format!(
            "the covariate is {value} {place}, but an intensity follows only what varies: give another raster, or leave it out"
        ))
    };
    assert_eq!(
        of(raster([0.0; 2], vec![3.0; 100])),
        even("all over the window", 3.0)
    );
    // A window within one cell, whose middle it does not hold.
    let small = Plot::new([1.0; 2], [5.0; 2], Edge::Open).unwrap();
    assert_eq!(
        raster([0.0; 2], rising.clone()).check(&small),
        Err(even("all over the window", 0.0))
    );
    let known = raster([0.0; 2], rising.clone());
    let ground = CovariateGround::new(&known, &window, 20).unwrap();
    let heap = [[30.0, 5.0], [31.0, 5.0], [32.0, 6.0]];
    assert_eq!(
        CovariateIntensity::new(&heap, &ground),
        Err(even("at all points", 1.0))
    );
    for (cells, cell_m) in [
        ([9, 10], [20.0, 20.0]),
        ([0, 0], [1.0, 1.0]),
        ([10, 10], [0.0, 20.0]),
    ] {
        assert!(CovariateRaster::new([0.0; 2], cell_m, cells, rising.clone()).is_err());
    }
}

#[test]
fn bootstrap_intervals_hold_the_mean_about_as_often_as_they_say() {
    const PATTERNS: u32 = 30;
    let mut held = 0;
    for number in 0..400 {
        let key = key().child(0, understory_numerics::Purpose::Custom, number);
        let draw = |pattern: u32| {
            let draws = key.draws(1, understory_numerics::Purpose::Custom, pattern);
            Some(understory_numerics::sample::standard_normal([
                understory_numerics::sample::unit_from_u32(draws[0]),
                understory_numerics::sample::unit_from_u32(draws[1]),
            ]))
        };
        let curves: Vec<Vec<Option<f64>>> = (0..PATTERNS).map(|pattern| vec![draw(pattern)]).collect();
        let pooled = PooledCurve::new(&[1.0], &curves, &[2.0; PATTERNS as usize], 399, 0.9, key).unwrap();
        held += u32::from(pooled.low[0].unwrap() <= 0.0 && pooled.high[0].unwrap() >= 0.0);
    }
    // 90 % less what percentiles of 30 values lack, and three standard errors of 400 trials.
    assert!((330..=375).contains(&held), "{held}");
}

#[test]
fn patterns_that_cannot_be_pooled_are_refused() {
    let curves = vec![vec![Some(1.0), None], vec![Some(3.0), Some(2.0)]];
    let of = |weights: &[f64], resamples, level| {
        PooledCurve::new(&[0.0, 1.0], &curves, weights, resamples, level, key())
    };
    let pooled = of(&[1.0, 3.0], 99, 0.9).unwrap();
    assert_eq!(pooled.values, [Some(2.5), None]);
    assert_eq!(
        (pooled.low[0], pooled.high[0], pooled.low[1]),
        (Some(1.0), Some(3.0), None)
    );
    assert_eq!(
        of(&[1.0], 9, 0.9),
        Err(SpacingError::CountMismatch {
            what: "weights".to_owned(),
            found: 1,
            each: "pattern",
            expected: 2
        })
    );
    assert_eq!(
        of(&[1.0, f64::NAN], 9, 0.9).unwrap_err().to_string(),
        "the weight of pattern 1 (counted from 0) is NaN, but must be finite and above 0"
    );
    assert_eq!(
        of(&[1.0, 1.0], 9, 1.0).unwrap_err().to_string(),
        "the level is 1, but must lie between 0 and 1"
    );
    assert_eq!(of(&[1.0, 1.0], 0, 0.9), Err(SpacingError::NoSimulations));
    let one = PooledCurve::new(&[0.0, 1.0], &curves[..1], &[1.0], 9, 0.9, key());
    assert_eq!(
        one.unwrap_err().to_string(),
        "the number of patterns to pool is 1, but must be at least 2"
    );
}

/// Points drawn from an intensity by a covariate gather as it says, and there are none where the ground has no such value.
#[test]
fn random_points_follow_the_covariate() {
    let window = Plot::new([0.0; 2], [200.0; 2], Edge::Open).unwrap();
    // Rises from the left to the right, in 20 columns.
    let values = (0..400).map(|cell| f64::from(cell % 20)).collect();
    let raster = CovariateRaster::new([0.0; 2], [10.0; 2], [20; 2], values).unwrap();
    let ground = CovariateGround::new(&raster, &window, 512).unwrap();
    let intensity = CovariateIntensity::new(&longleaf(), &ground).unwrap();
    let expected: Vec<f64> = (0..20)
        .map(|column| {
            let z = f64::from(column);
            let at = intensity.covariate.partition_point(|&value| value < z);
            intensity.per_m2[at.min(512)].unwrap()
        })
        .collect();
    let mut counts = [0.0; 20];
    for number in 0..200 {
        let drawn = intensity
            .random_points(RandomKey::root(number, &["covariate"]))
            .unwrap();
        assert_eq!(drawn.len(), 584);
        drawn
            .iter()
            .for_each(|[x_m, _]| counts[(x_m / 10.0) as usize] += 1.0);
    }
    let sum: f64 = expected.iter().sum();
    for (found, expected) in counts.iter().zip(&expected) {
        let mean = expected / sum * 200.0 * 584.0;
        assert!(
            (found - mean).abs() < 5.0 * mean.sqrt() + 0.01 * mean,
            "{counts:?} {expected}"
        );
    }
}

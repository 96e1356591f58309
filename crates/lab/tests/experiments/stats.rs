//! The spacing of a pattern: its numbers and curves against sums over all pairs, its tests against the statistics they
//! are made of.

use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::sync::Mutex;

use serde_json::Value;
use understory_lab::Watch;
use understory_lab::stats::{
    BandwidthRule, Curve, Divisor, Function, IntensityBandwidth, NullHypothesis, Pattern, Stats, StatsError,
    StatsOptions, stats,
};
use understory_lab::store::{MemoryStore, Store};
use understory_numerics::{RandomKey, math};
use understory_space::{Edge, Plot, Region};
use understory_spacing::{
    CrossPairStatistics, Curves, EdgeCorrection, EmptySpace, GlobalMeasure, JFunction,
    NearestNeighbourSummary, PairKernel, PairStatistics, Radii, Spectrum, cross_g, default_distance_range_m,
    hopkins_skellam, hopkins_skellam_grid, uniform_points,
};

use crate::common::{apart_m, bytes, clark_evans, mean, near, nearest_m};

fn window(edge: Edge) -> Plot {
    Plot::new([-4.0, 9.0], [20.0, 16.0], edge).unwrap()
}

/// Random points with marks, of two species.
fn pattern(edge: Edge) -> Pattern {
    let window = window(edge);
    let points_m = uniform_points(50, &window, RandomKey::root(3, &["pattern"])).unwrap();
    Pattern {
        marks: points_m.iter().map(|[x, y]| 3.0 + x + 2.0 * y).collect(),
        species: (0..50)
            .map(|number| ["oak", "ash"][usize::from(number % 5 < 2)].to_owned())
            .collect(),
        points_m,
        window: window.into(),
    }
}

fn bare(edge: Edge) -> Pattern {
    Pattern {
        marks: Vec::new(),
        species: Vec::new(),
        ..pattern(edge)
    }
}

fn asked(functions: &[Function]) -> StatsOptions {
    StatsOptions {
        functions: functions.to_vec(),
        r_steps: 16,
        r_max_m: Some(3.2),
        pixels: Some([20, 16]),
        ..StatsOptions::default()
    }
}

fn measured(pattern: &Pattern, options: &StatsOptions) -> Stats {
    stats(pattern, options, &()).unwrap()
}

fn curve<'a>(stats: &'a Stats, name: &str) -> &'a Curve {
    stats
        .curves
        .iter()
        .find(|curve| curve.name == name)
        .unwrap_or_else(|| panic!("{name}"))
}

fn names(stats: &Stats) -> Vec<&str> {
    stats.curves.iter().map(|curve| curve.name.as_str()).collect()
}

fn column(stats: &Stats, name: &str, of: &str) -> Vec<Option<f64>> {
    curve(stats, name)
        .column(of)
        .unwrap_or_else(|| panic!("{of} of {name}"))
        .to_vec()
}

fn defined(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

fn same(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            found == expected || found.is_nan() && expected.is_nan(),
            "{what}: {found}, not {expected}"
        );
    }
}

fn correction(edge: Edge) -> EdgeCorrection {
    match edge {
        Edge::Torus => EdgeCorrection::Periodic,
        Edge::Open => EdgeCorrection::Translation,
    }
}

/// The distances of the curves here, m.
fn steps_m() -> Vec<f64> {
    (0..=16).map(|step| 0.2 * f64::from(step)).collect()
}

#[test]
fn the_numbers_of_a_pattern_are_counted_in_the_plainest_way() {
    for edge in [Edge::Open, Edge::Torus] {
        let mut pattern = bare(edge);
        pattern.points_m.push(pattern.points_m[7]);
        let (points_m, window) = (&pattern.points_m, pattern.window.bounds());
        let summary = measured(&pattern, &asked(&[Function::G])).summary;
        let mut nearest = nearest_m(points_m, window);
        nearest.sort_by(f64::total_cmp);
        let mean_m = mean(&nearest);
        assert_eq!(
            (summary.n, summary.duplicates, summary.tool),
            (51, 1, "understory")
        );
        near(summary.intensity, 51.0 / 320.0, "intensity");
        let ends = &summary.window;
        assert_eq!(
            [ends.x_min, ends.x_max, ends.y_min, ends.y_max],
            [-4.0, 16.0, 9.0, 25.0]
        );
        assert_eq!(ends.edge, window.edge().to_string());
        near(summary.nnd.mean, mean_m, "mean");
        let squares: f64 = nearest
            .iter()
            .map(|own_m| (own_m - mean_m) * (own_m - mean_m))
            .sum();
        near(summary.nnd.sd, (squares / 50.0).sqrt(), "deviation");
        near(
            summary.nnd.cv.unwrap(),
            (squares / 50.0).sqrt() / mean_m,
            "variation",
        );
        assert_eq!((summary.nnd.min, summary.smallest_spacing), (0.0, 0.0));
        near(summary.nnd.max, nearest[50], "greatest");
        let quantiles: Vec<(&str, f64)> = summary
            .nnd
            .quantiles
            .iter()
            .map(|(name, m)| (*name, *m))
            .collect();
        let names: Vec<&str> = quantiles.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95"]);
        for (name, quantile_m) in quantiles {
            // Of 51 values, type 7 stands at 50 times the probability.
            let place = 50.0 * name.parse::<f64>().unwrap();
            let below = nearest[place.floor() as usize];
            let above = nearest[place.ceil() as usize];
            near(quantile_m, below + place.fract() * (above - below), name);
        }
        let index = &summary.clark_evans;
        let naive = 2.0 * mean_m * (51.0_f64 / 320.0).sqrt();
        near(index.naive, naive, "naive");
        let deviation_m = ((4.0 - PI) * 320.0 / (4.0 * PI * 51.0 * 51.0)).sqrt();
        let z = (mean_m - mean_m / naive) / deviation_m;
        near(index.z_naive, z, "z");
        match edge {
            Edge::Torus => assert_eq!(
                (index.donnelly, index.z_donnelly, index.p_donnelly),
                (None, None, None)
            ),
            Edge::Open => {
                near(
                    index.donnelly.unwrap(),
                    clark_evans(points_m, window),
                    "Donnelly's",
                );
                let deviation_m = (0.0703 * 320.0 / 2601.0
                    + 0.037 * 72.0 * (320.0_f64 / math::pow(51.0, 5.0)).sqrt())
                .sqrt();
                let expected_m = mean_m / index.donnelly.unwrap();
                near(
                    index.z_donnelly.unwrap(),
                    (mean_m - expected_m) / deviation_m,
                    "Donnelly's z",
                );
                assert!(index.p_donnelly.is_some_and(|p| (0.0..=1.0).contains(&p)));
            }
        }
        assert!(index.p_naive > 0.0 && index.p_naive < 1.0 && index.p_simulated.is_none());
        let places = hopkins_skellam(
            points_m,
            window,
            RandomKey::root(1, &["stats", "hopkins-skellam"]),
        )
        .unwrap();
        assert_eq!(
            (summary.hopkins_skellam.random, summary.hopkins_skellam.p_random),
            (places.index, places.p_value)
        );
        assert_eq!(
            summary.hopkins_skellam.grid512,
            hopkins_skellam_grid(points_m, window).unwrap()
        );
        assert_eq!(summary.hopkins_skellam.p_simulated, None);
        assert!(summary.null_model.is_none() && summary.global_tests.is_empty());
        assert_eq!(summary.notes.len(), if window.is_torus() { 1 } else { 2 });
        assert!(summary.notes[0].starts_with("hopkins_skellam.p_random takes"));
        assert!(window.is_torus() || summary.notes[1].starts_with("clark_evans.p_naive ignores the edge"));
    }
}

#[test]
fn curves_over_pairs_are_sums_over_all_pairs() {
    for edge in [Edge::Open, Edge::Torus] {
        let pattern = bare(edge);
        let (points_m, window) = (&pattern.points_m, pattern.window.bounds());
        let found = measured(&pattern, &asked(&[Function::K, Function::L]));
        assert_eq!(names(&found), ["K", "L"]);
        let headers: Vec<&str> = curve(&found, "K").columns.iter().map(|(name, _)| *name).collect();
        match edge {
            Edge::Open => assert_eq!(headers, ["r", "theo", "un", "border", "trans", "iso"]),
            Edge::Torus => assert_eq!(headers, ["r", "theo", "un", "periodic"]),
        }
        let open = Plot::new(window.origin_m(), window.size_m(), Edge::Open).unwrap();
        let [width, height] = window.size_m();
        let sum = |r_m: f64, weight: &dyn Fn([f64; 2], [f64; 2]) -> f64, plot: &Plot| {
            let mut sum = 0.0;
            for (i, a) in points_m.iter().enumerate() {
                for (_, b) in points_m.iter().enumerate().filter(|(j, _)| *j != i) {
                    if apart_m(*a, *b, plot) <= r_m {
                        sum += weight(*a, *b);
                    }
                }
            }
            320.0 / (50.0 * 49.0) * sum
        };
        let [k, l] = ["K", "L"].map(|name| {
            let of = |column_name: &str| curve(&found, name).column(column_name).map(<[_]>::to_vec);
            let corrected = if window.is_torus() { "periodic" } else { "trans" };
            [of("r"), of("theo"), of("un"), of(corrected)].map(Option::unwrap)
        });
        for (step, r_m) in steps_m().into_iter().enumerate() {
            near(k[0][step].unwrap(), r_m, "r");
            near(k[1][step].unwrap(), PI * r_m * r_m, "at random");
            near(l[1][step].unwrap(), r_m, "L at random");
            near(k[2][step].unwrap(), sum(r_m, &|_, _| 1.0, &open), "uncorrected");
            let corrected = match edge {
                Edge::Torus => sum(r_m, &|_, _| 1.0, window),
                Edge::Open => {
                    let overlap = |a: [f64; 2], b: [f64; 2]| {
                        (width - (a[0] - b[0]).abs()) * (height - (a[1] - b[1]).abs())
                    };
                    sum(r_m, &|a, b| 320.0 / overlap(a, b), window)
                }
            };
            near(k[3][step].unwrap(), corrected, "corrected");
            near(l[3][step].unwrap(), (corrected / PI).sqrt(), "L");
        }
    }
}

/// Kernels, marks and sectors as the statistics have them, in the columns that readers count on.
#[test]
fn tables_hold_what_the_statistics_give() {
    for edge in [Edge::Open, Edge::Torus] {
        let pattern = Pattern {
            species: Vec::new(),
            ..pattern(edge)
        };
        let (points_m, window) = (&pattern.points_m, pattern.window.bounds());
        let options = StatsOptions {
            half_width_m: Some(0.7),
            divisor: Divisor::Distance,
            ..asked(&[
                Function::G,
                Function::F,
                Function::J,
                Function::Pcf,
                Function::Knn,
                Function::Spectrum,
            ])
        };
        let found = measured(&pattern, &options);
        let expected = [
            "G",
            "F",
            "J",
            "pcf",
            "knn",
            "spectrum",
            "mark_correlation",
            "mark_variogram",
        ];
        assert_eq!(names(&found), expected);
        let headers = |name: &str| -> Vec<&str> {
            curve(&found, name)
                .columns
                .iter()
                .map(|(name, _)| *name)
                .collect()
        };
        assert_eq!(headers("G"), ["r", "theo", "raw", "km", "rs", "han"]);
        assert_eq!(headers("F"), ["r", "theo", "raw", "km", "rs", "cs"]);
        assert_eq!(headers("J"), ["r", "theo", "km", "rs"]);
        assert_eq!(
            headers("spectrum"),
            ["ring", "frequency", "power", "anisotropy_db"]
        );
        let some = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
        let g = NearestNeighbourSummary::new(points_m, window)
            .unwrap()
            .g(&steps_m())
            .unwrap();
        let f = EmptySpace::new(points_m, window, [20, 16])
            .unwrap()
            .f(&steps_m())
            .unwrap();
        for (found, expected) in column(&found, "G", "r").iter().zip(steps_m()) {
            near(found.unwrap(), expected, "r");
        }
        let close = |found: Vec<Option<f64>>, expected: Vec<Option<f64>>, what: &str| {
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.is_some(), expected.is_some(), "{what}");
                if let (Some(found), Some(expected)) = (found, expected) {
                    near(*found, *expected, what);
                }
            }
        };
        close(column(&found, "G", "raw"), some(&g.raw), "G");
        close(column(&found, "G", "km"), some(&g.km), "G");
        close(column(&found, "G", "theo"), some(&g.theoretical), "G");
        close(column(&found, "G", "rs"), g.rs.clone(), "G");
        close(column(&found, "G", "han"), g.han.clone(), "G");
        close(column(&found, "F", "raw"), some(&f.raw), "F");
        close(column(&found, "F", "km"), some(&f.km), "F");
        close(column(&found, "F", "cs"), f.cs.clone(), "F");
        let j = JFunction::new(&g, &f).unwrap();
        close(column(&found, "J", "km"), j.km, "J");
        close(column(&found, "J", "rs"), j.rs, "J");
        assert_eq!(column(&found, "J", "theo"), vec![Some(1.0); 17]);

        let radii = Radii::new(3.2, 16).unwrap();
        let kernel = PairKernel {
            half_width_m: Some(0.7),
            divisor: Divisor::Distance,
        };
        let pairs = PairStatistics::new(points_m, window).unwrap();
        let allowed: &[EdgeCorrection] = match edge {
            Edge::Open => &[EdgeCorrection::Translation, EdgeCorrection::Isotropic],
            Edge::Torus => &[EdgeCorrection::Periodic],
        };
        let pcf = pairs.pair_correlation(&radii, allowed, &kernel).unwrap();
        let marks = pairs.marks(&pattern.marks, &radii, allowed, &kernel).unwrap();
        for (name, expected) in [
            ("pcf", &pcf),
            ("mark_correlation", &marks.correlation),
            ("mark_variogram", &marks.variogram),
        ] {
            let by = [
                ("trans", EdgeCorrection::Translation),
                ("iso", EdgeCorrection::Isotropic),
            ];
            match edge {
                Edge::Open => {
                    assert_eq!(headers(name), ["r", "theo", "trans", "iso"]);
                    for (own, correction) in by {
                        assert_eq!(column(&found, name, own), expected.by(correction).unwrap());
                    }
                }
                Edge::Torus => {
                    assert_eq!(headers(name), ["r", "theo", "trans", "iso", "periodic"]);
                    assert_eq!(column(&found, name, "trans"), vec![None; 17]);
                    let periodic = expected.by(EdgeCorrection::Periodic).unwrap();
                    assert_eq!(column(&found, name, "periodic"), periodic);
                }
            }
        }

        assert_eq!(
            column(&found, "knn", "k"),
            (1..=10).map(|k| Some(f64::from(k))).collect::<Vec<_>>()
        );
        for k in 1..=10_usize {
            let of_each: Vec<f64> = (0..50)
                .map(|i| {
                    let mut all: Vec<f64> = (0..50)
                        .filter(|j| *j != i)
                        .map(|j| apart_m(points_m[i], points_m[j], window))
                        .collect();
                    all.sort_by(f64::total_cmp);
                    all[k - 1]
                })
                .collect();
            near(
                column(&found, "knn", "mean")[k - 1].unwrap(),
                mean(&of_each),
                "neighbours",
            );
            let k_real = k as f64;
            let gamma = math::exp(math::ln_gamma(k_real + 0.5) - math::ln_gamma(k_real));
            let random_m = gamma / (PI * 50.0 / 320.0).sqrt();
            let theo = column(&found, "knn", "theo")[k - 1].unwrap();
            assert!(
                (theo / random_m - 1.0).abs() < 1e-9,
                "{k}: {theo}, not {random_m}"
            );
        }
        let spectrum = Spectrum::new(points_m, window).unwrap();
        for (ring, expected) in spectrum.rings.iter().enumerate() {
            assert_eq!(column(&found, "spectrum", "ring")[ring], Some(ring as f64));
            assert_eq!(column(&found, "spectrum", "power")[ring], Some(expected.power));
            assert_eq!(
                column(&found, "spectrum", "frequency")[ring],
                Some(expected.frequency)
            );
            assert_eq!(
                column(&found, "spectrum", "anisotropy_db")[ring],
                expected.anisotropy_db
            );
        }
    }
    // Of three points there are two neighbours.
    let few = Pattern {
        points_m: vec![[0.0, 10.0], [1.0, 12.0], [5.0, 14.0]],
        ..bare(Edge::Open)
    };
    let found = measured(&few, &asked(&[Function::Knn]));
    assert_eq!(column(&found, "knn", "k"), [Some(1.0), Some(2.0)]);
}

/// With a kernel so wide that the intensity is even, nothing is left to explain.
#[test]
fn an_intensity_that_varies_is_told_and_a_wide_kernel_gives_the_usual_k() {
    let functions = [
        Function::K,
        Function::KInhomogeneous,
        Function::LInhomogeneous,
        Function::PcfInhomogeneous,
    ];
    for edge in [Edge::Open, Edge::Torus] {
        let pattern = bare(edge);
        let by_rule = measured(&pattern, &asked(&functions));
        let scott_m = BandwidthRule::Scott
            .sigma_m(&pattern.points_m, pattern.window.bounds())
            .unwrap();
        assert_eq!(by_rule.summary.intensity_sigma, Some(scott_m));
        assert_eq!(names(&by_rule), ["K", "Kinhom", "Linhom", "pcfinhom"]);
        let corrected = match edge {
            Edge::Torus => "periodic",
            Edge::Open => "trans",
        };
        let k = column(&by_rule, "Kinhom", corrected);
        let l = column(&by_rule, "Linhom", corrected);
        for (k, l) in k.iter().zip(&l) {
            let root = (k.unwrap() / std::f64::consts::PI).sqrt();
            assert!((l.unwrap() - root).abs() < 1e-12);
        }
        let wide = StatsOptions {
            intensity_bandwidth: IntensityBandwidth::Given(1e6),
            ..asked(&functions)
        };
        let wide = measured(&pattern, &wide);
        let (k, inhomogeneous) = (column(&wide, "K", corrected), column(&wide, "Kinhom", corrected));
        // On an open window each point is left out of its own intensity, (n − 1) / |W|; on a torus it sees its own copies.
        let count = pattern.points_m.len() as f64;
        let ratio = match edge {
            Edge::Open => 1.0,
            Edge::Torus => (count - 1.0) / count,
        };
        for (k, inhomogeneous) in k.iter().zip(&inhomogeneous) {
            let (k, inhomogeneous) = (k.unwrap(), inhomogeneous.unwrap());
            assert!(
                (inhomogeneous - ratio * k).abs() <= 1e-9 * k,
                "{edge}: {k} {inhomogeneous}"
            );
        }
    }
    let usual = measured(&bare(Edge::Open), &asked(&[Function::K]));
    assert_eq!(usual.summary.intensity_sigma, None);
}

#[test]
fn the_sectors_of_half_a_circle_hold_half_of_all_pairs() {
    let pattern = bare(Edge::Open);
    let found = measured(&pattern, &asked(&[Function::Sector, Function::K]));
    assert_eq!(names(&found), ["K", "K_sector"]);
    let headers: Vec<&str> = curve(&found, "K_sector")
        .columns
        .iter()
        .map(|(name, _)| *name)
        .collect();
    assert_eq!(headers, ["r", "from_deg", "to_deg", "theo", "trans"]);
    let of = |name: &str| column(&found, "K_sector", name);
    assert_eq!(of("r").len(), 6 * 17);
    for (step, k) in column(&found, "K", "trans").into_iter().enumerate() {
        let at = |sector: usize| 17 * sector + step;
        let sum: f64 = (0..6).map(|sector| of("trans")[at(sector)].unwrap()).sum();
        near(2.0 * sum, k.unwrap(), "all sectors");
        let theo: f64 = (0..6).map(|sector| of("theo")[at(sector)].unwrap()).sum();
        near(
            2.0 * theo,
            column(&found, "K", "theo")[step].unwrap(),
            "all at random",
        );
        for sector in 0..6 {
            let width = of("to_deg")[at(sector)].unwrap() - of("from_deg")[at(sector)].unwrap();
            near(width, 30.0, "a sector");
            assert_eq!(of("r")[at(sector)], column(&found, "K", "r")[step]);
        }
    }
}

#[test]
fn what_is_asked_for_is_measured_and_nothing_else() {
    let pattern = pattern(Edge::Open);
    for (function, expected) in [
        (
            Function::G,
            vec![
                "G",
                "mark_correlation",
                "mark_variogram",
                "G_cross_ash_oak",
                "G_cross_oak_ash",
            ],
        ),
        (Function::F, vec!["F", "mark_correlation", "mark_variogram"]),
        (Function::J, vec!["J", "mark_correlation", "mark_variogram"]),
        (
            Function::K,
            vec![
                "K",
                "mark_correlation",
                "mark_variogram",
                "K_cross_ash_oak",
                "K_cross_oak_ash",
            ],
        ),
        (
            Function::L,
            vec![
                "L",
                "mark_correlation",
                "mark_variogram",
                "L_cross_ash_oak",
                "L_cross_oak_ash",
            ],
        ),
        (
            Function::Pcf,
            vec![
                "pcf",
                "mark_correlation",
                "mark_variogram",
                "pcf_cross_ash_oak",
                "pcf_cross_oak_ash",
            ],
        ),
    ] {
        assert_eq!(names(&measured(&pattern, &asked(&[function]))), expected);
        let own = Pattern {
            marks: Vec::new(),
            species: Vec::new(),
            ..pattern.clone()
        };
        assert_eq!(names(&measured(&own, &asked(&[function]))), expected[..1]);
        assert_eq!(function.name(), expected[0]);
    }
    for function in Function::ALL {
        let about = function.about();
        assert_eq!(Function::named(about.name), Some(function));
        assert_eq!(Function::of_table(about.table), Some(function));
        assert_eq!(
            Function::of_table(&format!("{}_cross_ash_oak", about.table)),
            Some(function)
        );
        assert!(!about.meaning.is_empty() && !about.title.is_empty() && !about.y_label.is_empty());
    }
    assert_eq!(
        (Function::named("k"), Function::of_table("mark_correlation")),
        (None, None)
    );
}

#[test]
fn without_a_range_each_function_has_its_usual_one() {
    let pattern = pattern(Edge::Open);
    let options = StatsOptions {
        r_max_m: None,
        ..asked(&[Function::G, Function::K])
    };
    let found = measured(&pattern, &options);
    let last = |name: &str| column(&found, name, "r")[16].unwrap();
    near(last("K"), 4.0, "a quarter of the shorter side");
    // Where 1 - exp(-lambda pi r²) is 1 - 1e-5.
    let usual_m = |count: f64| (math::ln(1e5) * 320.0 / (PI * count)).sqrt();
    near(last("G"), usual_m(50.0), "G");
    near(last("G_cross_ash_oak"), usual_m(30.0), "to the 30 oaks");
    near(last("G_cross_oak_ash"), usual_m(20.0), "to the 20 ashes");
    let found = measured(&pattern, &asked(&[Function::G, Function::K]));
    for name in ["K", "G", "G_cross_ash_oak"] {
        near(column(&found, name, "r")[16].unwrap(), 3.2, name);
    }
}

#[test]
fn species_are_crossed_in_both_orders() {
    for edge in [Edge::Open, Edge::Torus] {
        let pattern = pattern(edge);
        let functions = [Function::G, Function::K, Function::L, Function::Pcf];
        let found = measured(&pattern, &asked(&functions));
        let of = |species: &str| -> Vec<[f64; 2]> {
            let own = pattern.points_m.iter().zip(&pattern.species);
            own.filter(|(_, own)| *own == species)
                .map(|(point_m, _)| *point_m)
                .collect()
        };
        for (from, to) in [("ash", "oak"), ("oak", "ash")] {
            let (from_m, to_m) = (of(from), of(to));
            let name = |function: &str| format!("{function}_cross_{from}_{to}");
            let g = cross_g(&from_m, &to_m, pattern.window.bounds(), &steps_m()).unwrap();
            for (found, expected) in column(&found, &name("G"), "km").iter().zip(&g.km) {
                near(found.unwrap(), *expected, "G");
            }
            let k = column(&found, &name("K"), "un");
            let open = Plot::new(
                pattern.window.bounds().origin_m(),
                pattern.window.bounds().size_m(),
                Edge::Open,
            )
            .unwrap();
            for (step, r_m) in steps_m().into_iter().enumerate() {
                let within = from_m
                    .iter()
                    .flat_map(|a| to_m.iter().map(|b| apart_m(*a, *b, &open)));
                let count = within.filter(|apart_m| *apart_m <= r_m).count() as f64;
                near(k[step].unwrap(), 320.0 * count / 600.0, "K");
            }
            let un = column(&found, &name("L"), "un");
            for (l, k) in un.iter().zip(&k) {
                near(l.unwrap(), (k.unwrap() / PI).sqrt(), "L");
            }
            let labels: Vec<&str> = pattern.species.iter().map(String::as_str).collect();
            let cross =
                CrossPairStatistics::new(&pattern.points_m, &labels, &from, &to, pattern.window.bounds())
                    .unwrap();
            let radii = Radii::new(3.2, 16).unwrap();
            let g = cross
                .pair_correlation(&radii, &[correction(edge)], &PairKernel::default())
                .unwrap();
            let own = if edge == Edge::Torus { "periodic" } else { "trans" };
            assert_eq!(column(&found, &name("pcf"), own), g.by(correction(edge)).unwrap());
        }
    }
}

#[test]
fn species_that_cannot_be_crossed_are_refused_or_left_out() {
    let with = |species: &dyn Fn(usize) -> String| Pattern {
        species: (0..50).map(species).collect(),
        ..bare(Edge::Open)
    };
    let told =
        |pattern: &Pattern| stats(pattern, &asked(&[Function::K]), &()).map_err(|error| error.to_string());
    assert_eq!(
        names(&told(&with(&|i| format!("s{}", i % 30))).unwrap()).len(),
        1 + 30 * 29
    );
    let many = told(&with(&|i| format!("s{}", i % 31))).unwrap_err();
    assert!(
        many.starts_with("31 species make 930 pairs with up to four tables each, but at most 30"),
        "{many}"
    );
    let alike = told(&with(&|i| ["a b", "a-b"][i % 2].to_owned())).unwrap_err();
    assert_eq!(
        alike,
        "the tables from `a b` to `a-b` and from `a-b` to `a b` would all be called `K_cross_a-b_a-b.csv`; \
         rename a species"
    );
    let plain = told(&with(&|i| ["a b/c", "ä_d.e-f"][i % 2].to_owned())).unwrap();
    assert_eq!(
        names(&plain),
        ["K", "K_cross_a-b-c_ä_d.e-f", "K_cross_ä_d.e-f_a-b-c"]
    );
    // G takes two points of each.
    let lone = with(&|i| if i == 4 { "lone" } else { "oak" }.to_owned());
    let found = measured(&lone, &asked(&[Function::G, Function::K]));
    assert_eq!(names(&found), ["G", "K", "K_cross_lone_oak", "K_cross_oak_lone"]);
    let two = with(&|i| if i < 2 { "pair" } else { "oak" }.to_owned());
    assert_eq!(names(&measured(&two, &asked(&[Function::G]))).len(), 3);
}

/// The probabilities of a test from its curves, which are computed anew, and its envelope.
fn assert_judged(found: &Stats, name: &str, family: &Curves, hypothesis: NullHypothesis) {
    let tests = found.summary.global_tests[name];
    let erl = family
        .global_test(GlobalMeasure::ExtremeRankLength, 0.05)
        .unwrap();
    assert_eq!(
        (tests.mad, tests.dclf, tests.erl),
        (family.mad().p, family.dclf().unwrap().p, erl.p),
        "{name}"
    );
    assert_eq!(
        (tests.null_model, tests.patterns, tests.is_global()),
        (hypothesis, 19, true),
        "{name}"
    );
    assert_eq!([tests.r_min, tests.r_max], family.range_m(), "{name}");
    let envelope = curve(found, &format!("envelope_{name}"));
    let headers: Vec<&str> = envelope.columns.iter().map(|(name, _)| *name).collect();
    assert_eq!(headers, ["r", "obs", "theo", "lo", "hi"]);
    let of = |column: &str| envelope.column(column).unwrap();
    same(&defined(of("r")), family.r_m(), name);
    let finite: Vec<Option<f64>> = family
        .observed()
        .iter()
        .map(|value| value.is_finite().then_some(*value))
        .collect();
    assert_eq!(of("obs"), finite, "{name}");
    assert_eq!((of("lo"), of("hi")), (&erl.low[..], &erl.high[..]), "{name}");
    assert_eq!(of("theo"), curve(found, name).column("theo").unwrap(), "{name}");
}

#[test]
fn points_are_tested_against_random_patterns_or_those_that_are_given() {
    for (edge, is_given) in [(Edge::Open, false), (Edge::Torus, false), (Edge::Torus, true)] {
        let pattern = bare(edge);
        let window = pattern.window.bounds();
        let functions = [
            Function::G,
            Function::F,
            Function::J,
            Function::K,
            Function::L,
            Function::Pcf,
        ];
        let given: Vec<Vec<[f64; 2]>> = (0..19)
            .map(|seed| uniform_points(40, window, RandomKey::root(seed, &["given"])).unwrap())
            .collect();
        let options = StatsOptions {
            simulations: 19,
            seed: 8,
            null: if is_given { given.clone() } else { Vec::new() },
            ..asked(&[&functions[..], &[Function::Knn]].concat())
        };
        let found = measured(&pattern, &options);
        let model = found.summary.null_model.unwrap();
        assert_eq!(
            (model.patterns, model.is_random, model.is_global),
            (19, !is_given, true)
        );
        let key = RandomKey::root(8, &["stats", "null"]);
        let random = |number: u32| {
            let key = key.child(0, understory_numerics::Purpose::Simulation, number);
            uniform_points(50, window, key).unwrap()
        };
        let simulated: Vec<Vec<[f64; 2]>> = if is_given {
            given
        } else {
            (0..19).map(random).collect()
        };
        let r_m = Radii::new(3.2, 16).unwrap();
        let by = correction(edge);
        let curve_of = |function: Function, points_m: &[[f64; 2]]| -> Vec<f64> {
            let near = NearestNeighbourSummary::new(points_m, window)
                .unwrap()
                .g(&r_m.to_vec_m())
                .unwrap();
            let empty = EmptySpace::new(points_m, window, [20, 16])
                .unwrap()
                .f(&r_m.to_vec_m())
                .unwrap();
            let pairs = PairStatistics::new(points_m, window).unwrap();
            let kernel = PairKernel::default();
            match function {
                Function::G => near.km,
                Function::F => empty.km,
                Function::J => defined(&JFunction::new(&near, &empty).unwrap().km),
                Function::K => defined(pairs.k(&r_m, &[by]).unwrap().by(by).unwrap()),
                Function::L => defined(pairs.l(&r_m, &[by]).unwrap().by(by).unwrap()),
                _ => defined(
                    pairs
                        .pair_correlation(&r_m, &[by], &kernel)
                        .unwrap()
                        .by(by)
                        .unwrap(),
                ),
            }
        };
        for function in functions {
            let all = simulated
                .iter()
                .map(|points_m| curve_of(function, points_m))
                .collect();
            let family = Curves::new(&r_m.to_vec_m(), curve_of(function, &pattern.points_m), all).unwrap();
            let [from_m, to_m] = match function {
                Function::J => [0.0, understory_spacing::default_j_range_m(50, window).min(3.2)],
                Function::Pcf => [0.15 * (320.0_f64 / 50.0).sqrt(), 3.2],
                _ => [0.0, 3.2],
            };
            let family = family.within(from_m, to_m).unwrap();
            let hypothesis = if is_given {
                NullHypothesis::Given
            } else {
                NullHypothesis::Csr
            };
            assert_judged(&found, function.name(), &family, hypothesis);
        }
        assert_eq!(found.summary.global_tests.len(), 6, "neighbours have no test");

        // Indices are tested among the same random patterns; those that are given stand for no randomness.
        let [index, places] = [
            &found.summary.clark_evans.p_simulated,
            &found.summary.hopkins_skellam.p_simulated,
        ];
        if is_given {
            assert_eq!((*index, *places), (None, None));
            continue;
        }
        let two_sided = |own: f64, all: Vec<f64>| {
            let share = |is_beyond: &dyn Fn(f64) -> bool| {
                (1 + all.iter().filter(|value| is_beyond(**value)).count()) as f64 / 20.0
            };
            (2.0 * share(&|value| value <= own).min(share(&|value| value >= own))).min(1.0)
        };
        let means = simulated
            .iter()
            .map(|points_m| mean(&nearest_m(points_m, window)));
        near(
            index.unwrap(),
            two_sided(mean(&nearest_m(&pattern.points_m, window)), means.collect()),
            "mean distance",
        );
        let key = RandomKey::root(8, &["stats", "hopkins-skellam"]);
        let of = |points_m: &[[f64; 2]]| hopkins_skellam(points_m, window, key).unwrap().index;
        let all = simulated.iter().map(|points_m| of(points_m)).collect();
        near(
            places.unwrap(),
            two_sided(of(&pattern.points_m), all),
            "Hopkins and Skellam",
        );
    }
}

/// With 19 patterns a test at 5 % is just possible; with fewer the range of the curves is shown, and is no test.
#[test]
fn a_few_patterns_have_a_range_and_no_test() {
    let pattern = bare(Edge::Torus);
    let with = |simulations: u32| {
        let options = StatsOptions {
            simulations,
            ..asked(&[Function::L])
        };
        measured(&pattern, &options)
    };
    let is_global = |stats: &Stats| {
        let (model, tests) = (stats.summary.null_model.unwrap(), stats.summary.global_tests["L"]);
        assert_eq!(model.is_global, tests.is_global());
        model.is_global
    };
    let (few, enough) = (with(18), with(19));
    assert_eq!([is_global(&few), is_global(&enough)], [false, true]);
    let key = RandomKey::root(1, &["stats", "null"]);
    let by = EdgeCorrection::Periodic;
    let l_of = |points_m: &[[f64; 2]]| {
        let l = PairStatistics::new(points_m, pattern.window.bounds()).unwrap();
        defined(l.l(&Radii::new(3.2, 16).unwrap(), &[by]).unwrap().by(by).unwrap())
    };
    let simulated: Vec<Vec<f64>> = (0..18)
        .map(|number| {
            let key = key.child(0, understory_numerics::Purpose::Simulation, number);
            l_of(&uniform_points(50, pattern.window.bounds(), key).unwrap())
        })
        .collect();
    for step in 0..17 {
        let values = || simulated.iter().map(|curve| curve[step]);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        let found = ["lo", "hi"].map(|end| column(&few, "envelope_L", end)[step].unwrap());
        near(found[0], low, "the least");
        near(found[1], high, "the greatest");
    }
}

/// A rank test of a pattern in which species and marks follow the places, and one of random ones.
#[test]
fn marks_and_species_are_tested_by_what_each_hypothesis_leaves_as_it_is() {
    let pattern = pattern(Edge::Torus);
    let options = |hypothesis: NullHypothesis| StatsOptions {
        simulations: 39,
        species_null: hypothesis,
        ..asked(&[Function::G, Function::K, Function::L, Function::Pcf])
    };
    let all = [
        NullHypothesis::RandomLabelling,
        NullHypothesis::ToroidalShift,
        NullHypothesis::Csr,
    ];
    let found = all.map(|hypothesis| measured(&pattern, &options(hypothesis)));
    for (found, hypothesis) in found.iter().zip(all) {
        let names: Vec<&String> = found.summary.global_tests.keys().collect();
        let expected = [
            "G",
            "G_cross_ash_oak",
            "G_cross_oak_ash",
            "K",
            "K_cross_ash_oak",
            "K_cross_oak_ash",
            "L",
            "L_cross_ash_oak",
            "L_cross_oak_ash",
            "mark_correlation",
            "mark_variogram",
            "pcf",
            "pcf_cross_ash_oak",
            "pcf_cross_oak_ash",
        ];
        assert_eq!(names, expected);
        let tests = &found.summary.global_tests;
        assert_eq!(tests["L_cross_oak_ash"].null_model, hypothesis);
        assert_eq!(
            tests["mark_correlation"].null_model,
            NullHypothesis::RandomLabelling
        );
        // The kernel's half-width, of all points for marks, and of those that are led to between species.
        let half_m = |count: f64| 0.15 * (320.0 / count).sqrt();
        for (name, count) in [
            ("mark_variogram", 50.0),
            ("pcf_cross_ash_oak", 30.0),
            ("pcf_cross_oak_ash", 20.0),
        ] {
            let step_m = (half_m(count) / 0.2).ceil() * 0.2;
            near(tests[name].r_min, step_m, name);
        }
        assert_eq!(tests["K_cross_ash_oak"].r_min, 0.0);
        // Marks that grow with the place are alike nearby, which no dealing out anew leaves.
        assert_eq!(tests["mark_variogram"].erl, 1.0 / 40.0);
    }
    // K is the square of L, in the same order at each distance; what is random differs between the hypotheses.
    for (from, to) in [("ash", "oak"), ("oak", "ash")] {
        let erl = found.each_ref().map(|found| {
            let of = |function: &str| found.summary.global_tests[&format!("{function}_cross_{from}_{to}")];
            assert_eq!(of("K").erl, of("L").erl);
            (
                column(found, &format!("envelope_L_cross_{from}_{to}"), "hi"),
                of("L").erl,
            )
        });
        assert!(erl[0] != erl[1] && erl[1] != erl[2] && erl[0] != erl[2]);
    }

    // Ashes that stand beside oaks alone: neither dealing out nor shifting leaves them there.
    let oaks = uniform_points(25, pattern.window.bounds(), RandomKey::root(6, &["oaks"])).unwrap();
    let beside = |point_m: &[f64; 2]| pattern.window.bounds().place([point_m[0] + 0.1, point_m[1]]);
    let beside = Pattern {
        points_m: oaks
            .iter()
            .copied()
            .chain(oaks.iter().filter_map(beside))
            .collect(),
        species: (0..50)
            .map(|number| ["oak", "ash"][usize::from(number > 24)].to_owned())
            .collect(),
        marks: Vec::new(),
        window: pattern.window.clone(),
    };
    assert_eq!(beside.points_m.len(), 50);
    for hypothesis in all {
        let near = StatsOptions {
            functions: vec![Function::L],
            r_max_m: Some(0.4),
            ..options(hypothesis)
        };
        let tests = measured(&beside, &near).summary.global_tests;
        assert_eq!(tests["L_cross_ash_oak"].erl, 1.0 / 40.0);
        assert_eq!(tests["L_cross_oak_ash"].erl, 1.0 / 40.0);
    }
}

#[test]
fn a_pattern_is_compared_with_others() {
    for edge in [Edge::Open, Edge::Torus] {
        let own = Pattern {
            points_m: uniform_points(160, &window(edge), RandomKey::root(4, &["own"])).unwrap(),
            ..bare(edge)
        };
        let other = |seed: u64| Pattern {
            points_m: uniform_points(170, own.window.bounds(), RandomKey::root(seed, &["other"])).unwrap(),
            ..own.clone()
        };
        let with = |others: Vec<Pattern>| {
            let options = StatsOptions {
                against: others,
                ..asked(&[Function::G])
            };
            measured(&own, &options).against
        };
        assert_eq!(with(Vec::new()), None);
        let same = with(vec![own.clone()]).unwrap();
        assert_eq!(
            (same.patterns, same.g_ks, same.l_rmse, same.pcf_rmse),
            (1, 0.0, 0.0, 0.0)
        );
        assert!(same.p > Some(0.9), "{}", same.test);
        assert!(
            same.test.starts_with("999 permutations of the L of "),
            "{}",
            same.test
        );
        assert!(same.test.ends_with(" quadrats between the two"));

        let all = with((0..5).map(other).collect()).unwrap();
        let each: Vec<_> = (0..5).map(|seed| with(vec![other(seed)]).unwrap()).collect();
        let mean_of =
            |of: fn(&understory_lab::stats::Against) -> f64| mean(&each.iter().map(of).collect::<Vec<_>>());
        near(all.g_ks, mean_of(|found| found.g_ks), "G");
        near(all.l_rmse, mean_of(|found| found.l_rmse), "L");
        near(all.pcf_rmse, mean_of(|found| found.pcf_rmse), "pair correlation");
        assert!(all.l_rmse > 0.0 && all.pcf_rmse > 0.0 && all.g_ks > 0.0);
        assert_eq!(
            (all.patterns, all.test.as_str()),
            (5, "extreme rank length of L among 5 replicates")
        );
        let by = correction(edge);
        let radii = Radii::new(4.0, 512).unwrap();
        let l_of = |pattern: &Pattern| {
            let pairs = PairStatistics::new(&pattern.points_m, pattern.window.bounds()).unwrap();
            defined(pairs.l(&radii, &[by]).unwrap().by(by).unwrap())
        };
        let others = (0..5).map(|seed| l_of(&other(seed))).collect();
        let family = Curves::new(&radii.to_vec_m(), l_of(&own), others).unwrap();
        let erl = family.global_test(GlobalMeasure::ExtremeRankLength, 0.5).unwrap();
        assert_eq!(all.p, Some(erl.p));
        let squares = l_of(&own)
            .iter()
            .zip(l_of(&other(0)))
            .map(|(a, b)| (a - b) * (a - b))
            .collect::<Vec<_>>();
        let strips: f64 = squares.windows(2).map(|ends| (ends[0] + ends[1]) / 2.0).sum();
        near(each[0].l_rmse, (strips / 512.0).sqrt(), "L of one");
    }
    // Of patterns too small for quadrats no test can be made, and that is told.
    let two = Pattern {
        points_m: vec![[0.0, 10.0], [3.0, 12.0]],
        ..bare(Edge::Open)
    };
    let options = StatsOptions {
        against: vec![two.clone()],
        ..asked(&[Function::G])
    };
    let found = measured(&two, &options).against.unwrap();
    assert!(
        found.p.is_none() && found.test.starts_with("no test: "),
        "{}",
        found.test
    );
}

#[test]
fn gaps_corridors_and_rows_are_those_of_a_lattice() {
    // A square lattice of side 1, half a side from the edge; one row of it is left out.
    let points_m: Vec<[f64; 2]> = (0..20)
        .filter(|y| *y != 7)
        .flat_map(|y| (0..20).map(move |x| [f64::from(x) + 0.5, f64::from(y) + 0.5]))
        .collect();
    let lattice = |size_m: [f64; 2], points_m: Vec<[f64; 2]>| Pattern {
        points_m,
        window: Plot::new([0.0; 2], size_m, Edge::Torus).unwrap().into(),
        marks: Vec::new(),
        species: Vec::new(),
    };
    let shape = measured(&lattice([20.0; 2], points_m.clone()), &asked(&[Function::G]))
        .summary
        .shape;
    near(
        shape.coverage_radius.unwrap(),
        1.25_f64.sqrt(),
        "the centre of a rectangle of 1 by 2",
    );
    let circle = shape.largest_empty_circle.unwrap();
    assert_eq!(Some(circle.radius), shape.coverage_radius);
    let middle = [circle.x, circle.y];
    let torus = Plot::new([0.0; 2], [20.0; 2], Edge::Torus).unwrap();
    let to_nearest = points_m
        .iter()
        .map(|point_m| apart_m(middle, *point_m, &torus))
        .fold(f64::INFINITY, f64::min);
    near(to_nearest, circle.radius, "no point within");
    let corridors = shape.corridor_width.unwrap();
    assert_eq!((corridors.left_right, corridors.bottom_top), (2.0, 1.0));
    assert!(shape.collinear_index.unwrap() > 4.0);
    let blue = shape.blue_noise.unwrap();
    let hexagonal_m = (2.0 * 400.0 / (3.0_f64.sqrt() * 380.0)).sqrt();
    near(blue.global_mindist, 1.0 / hexagonal_m, "least");
    near(blue.mean_mindist, 1.0 / hexagonal_m, "mean");
    assert!(blue.effective_nyquist > 0.0 && blue.oscillations > 0.0 && shape.not_measured.is_empty());

    let few = lattice([20.0; 2], vec![[1.0, 1.0], [5.0, 9.0]]);
    let shape = measured(&few, &asked(&[Function::G])).summary.shape;
    let skipped: Vec<(&str, &str)> = shape
        .not_measured
        .iter()
        .map(|skipped| (skipped.figure.as_str(), skipped.why.as_str()))
        .collect();
    assert_eq!(skipped, [("collinear_index", "no point has two neighbours")]);
    let narrow = lattice([81.0, 20.0], points_m);
    let shape = measured(&narrow, &asked(&[Function::G])).summary.shape;
    assert!(shape.blue_noise.is_none() && shape.not_measured[0].figure == "blue_noise");
}

#[test]
fn what_is_written_is_what_was_found() {
    let pattern = pattern(Edge::Open);
    let options = StatsOptions {
        simulations: 19,
        against: vec![bare(Edge::Open)],
        ..asked(&[Function::G, Function::L])
    };
    let found = measured(&pattern, &options);
    let store = MemoryStore::default();
    found.write(&store).unwrap();
    let mut expected: Vec<String> = found
        .curves
        .iter()
        .map(|curve| format!("{}.csv", curve.name))
        .collect();
    expected.extend(["summary.json", "against.json"].map(str::to_owned));
    expected.sort();
    assert_eq!(store.list("").unwrap(), expected);
    for curve in &found.curves {
        let columns = crate::common::columns(&store, &format!("{}.csv", curve.name));
        assert_eq!(columns.len(), curve.columns.len());
        for (name, values) in &curve.columns {
            assert_eq!(columns[*name], *values, "{name} of {}", curve.name);
        }
    }
    let json = |path: &str| -> Value { serde_json::from_slice(&bytes(&store, path)).unwrap() };
    let summary = json("summary.json");
    assert_eq!(
        (summary["tool"].as_str(), summary["n"].as_u64()),
        (Some("understory"), Some(50))
    );
    assert_eq!(summary["global_tests"]["L"]["patterns"], 19);
    assert_eq!(
        summary["global_tests"]["mark_variogram"]["null_model"],
        "random-labelling"
    );
    assert_eq!(
        summary["coverage_radius"].as_f64(),
        found.summary.shape.coverage_radius
    );
    assert_eq!(json("against.json")["g_ks"], 0.0);
    assert!(bytes(&store, "summary.json").ends_with(b"}\n"));
    measured(&bare(Edge::Open), &asked(&[]))
        .write(&MemoryStore::default())
        .unwrap();
}

#[derive(Default)]
struct Told(Mutex<BTreeMap<String, Vec<(u64, u64)>>>);

impl Watch for Told {
    fn step(&self, what: &str, done: u64, of: u64) {
        let mut told = self.0.lock().unwrap();
        told.entry(what.to_owned()).or_default().push((done, of));
    }
}

#[test]
fn who_looks_on_is_told_of_each_part_and_each_simulation() {
    let told = Told::default();
    let options = StatsOptions {
        simulations: 19,
        ..asked(&[
            Function::L,
            Function::Pcf,
            Function::Knn,
            Function::Sector,
            Function::Spectrum,
        ])
    };
    stats(&pattern(Edge::Open), &options, &told).unwrap();
    let told = told.0.into_inner().unwrap();
    for part in [
        "K",
        "pair correlation",
        "K by direction",
        "marks",
        "distances to k neighbours",
        "spectrum",
    ] {
        assert_eq!(told[part], [(0, 1)], "{part}");
    }
    assert_eq!(told["pairs of species"], [(0, 2), (1, 2)]);
    for what in [
        "patterns",
        "mark correlation",
        "L_cross_ash_oak",
        "L_cross_oak_ash",
    ] {
        let mut simulated = told[&format!("simulating {what}")].clone();
        simulated.sort_unstable();
        assert_eq!(
            simulated,
            (1..=19).map(|done| (done, 19)).collect::<Vec<_>>(),
            "{what}"
        );
    }
}

#[test]
fn what_cannot_be_measured_is_told() {
    let one = Pattern {
        points_m: vec![[0.0, 10.0]],
        ..bare(Edge::Open)
    };
    assert!(matches!(
        stats(&one, &asked(&[Function::G]), &()),
        Err(StatsError::Spacing(_))
    ));
    let options = StatsOptions {
        free_bytes: Some(1 << 20),
        ..asked(&[Function::G])
    };
    let told = stats(&bare(Edge::Open), &options, &()).unwrap_err().to_string();
    assert!(
        told.contains("would take some 67 MB of memory, but there are 1 MB; "),
        "{told}"
    );
    let usual_m = default_distance_range_m(50, &window(Edge::Open));
    assert!(usual_m > 3.0);
}

//! What the figures of a pattern show, held against the theory of random points and against each other.

use std::collections::BTreeMap;

use understory_lab::stats::{CovariateRaster, Function, GlobalTestName, Pattern, StatsOptions, stats};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

use super::*;

const POINTS: u32 = 120;
const SIZE: [f64; 2] = [10.0, 6.0];

/// Random points with marks, of two species, and all functions of them.
fn found(edge: Edge, simulations: u32) -> Stats {
    let words = |number| RandomKey::root(1, &["figures"]).draws(0, Purpose::Member, number);
    let units: Vec<[f64; 4]> = (0..POINTS)
        .map(|number| words(number).map(unit_from_u32))
        .collect();
    let pattern = Pattern {
        points_m: units
            .iter()
            .map(|[x, y, ..]| [3.0 + SIZE[0] * x, SIZE[1] * y - 7.0])
            .collect(),
        window: Plot::new([3.0, -7.0], SIZE, edge).unwrap().into(),
        marks: units.iter().map(|unit| 1.0 + unit[2]).collect(),
        species: units
            .iter()
            .map(|unit| if unit[3] < 0.5 { "oak" } else { "ash" }.to_owned())
            .collect(),
    };
    let options = StatsOptions {
        functions: Function::ALL.to_vec(),
        r_steps: 40,
        simulations,
        ..StatsOptions::default()
    };
    stats(&pattern, &options, &()).unwrap()
}

const METRES: Labels<'_> = Labels {
    width_mm: None,
    in_metres: true,
    mark: Some("dbh"),
    covariate: None,
};

fn by_name(found: &Stats, labels: &Labels<'_>) -> BTreeMap<String, FunctionFigure> {
    figures(found, labels)
        .map(|figure| (figure.name.clone(), figure))
        .collect()
}

fn values(column: &[Option<f64>]) -> Vec<f64> {
    column.iter().map(|value| value.unwrap()).collect()
}

fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() < 1e-9 * (1.0 + other.abs()), "{one} {other}");
    }
}

#[test]
fn each_function_has_a_figure_and_an_envelope_stands_in_that_of_its_function() {
    let found = found(Edge::Open, 19);
    let figures = by_name(&found, &METRES);
    let curves = found.curves.iter().map(|curve| curve.name.as_str());
    let (envelopes, functions): (Vec<_>, Vec<_>) = curves.partition(|name| name.starts_with("envelope_"));
    assert!(
        functions.len() > 11 && envelopes.contains(&"envelope_pcf_cross_ash_oak"),
        "{envelopes:?}"
    );
    assert_eq!(figures.len(), functions.len());
    for name in functions {
        let envelope = figures[name].envelope.as_ref();
        assert_eq!(
            envelope.is_some(),
            envelopes.contains(&format!("envelope_{name}").as_str()),
            "{name}"
        );
    }
    let mut drawn = Vec::new();
    draw_stats(&found, &METRES, &mut |figure| {
        drawn.push(figure.name);
        Ok(())
    })
    .unwrap();
    drawn.sort();
    assert!(drawn.iter().eq(figures.keys()));
}

#[test]
fn a_figure_says_in_words_what_it_shows_of_which_points() {
    let figures = by_name(&found(Edge::Open, 0), &METRES);
    let said = |name: &str| {
        let figure = &figures[name];
        [&figure.title, &figure.x_label, &figure.y_label].map(String::as_str)
    };
    let r = "distance r (m)";
    for (name, title, y_label) in [
        ("G", "Distance to the nearest neighbour", "G(r)"),
        ("F", "Distance from a place to the nearest point", "F(r)"),
        ("J", "J function", "J(r)"),
        ("K", "Points within a distance of a point", "√(K(r)/π) − r (m)"),
        ("L", "Points within a distance of a point", "L(r) − r (m)"),
        ("pcf", "Pair correlation", "g(r)"),
        ("pcf_cross_ash_oak", "Pair correlation, ash to oak", "g(r)"),
        ("mark_correlation", "Correlation of dbh", "mark correlation"),
        (
            "mark_variogram",
            "Variogram of dbh",
            "mark variogram (square of its unit)",
        ),
        (
            "K_sector",
            "Points within a distance of a point, by direction",
            "L(r) − r (m)",
        ),
    ] {
        assert_eq!(said(name), [title, r, y_label]);
    }
    assert_eq!(
        said("knn"),
        [
            "Distance to the k-th neighbour",
            "neighbour k",
            "mean distance (m)"
        ]
    );
    assert_eq!(said("spectrum")[0], "Power spectrum");
    let of = "120 points on 10 m by 6 m with open edges";
    assert_eq!(figures["G"].of, of);
    assert_eq!(figures["pcf"].of, format!("{of}, Epanechnikov kernel"));
    assert_eq!(figures["mark_variogram"].of, figures["pcf"].of);
    assert_eq!(figures["mark_variogram"].theoretical_label, "independent");
    assert_eq!(figures["pcf_cross_ash_oak"].theoretical_label, "independent");
    assert_eq!(figures["pcf"].theoretical_label, "random");

    let periodic = by_name(&found(Edge::Torus, 0), &Labels::default());
    assert_eq!(periodic["G"].of, "120 points on 10 by 6 with periodic edges");
    assert_eq!(periodic["L"].y_label, "L(r) − r");
    assert_eq!(periodic["mark_correlation"].title, "Correlation of marks");
}

#[test]
fn of_several_estimates_the_one_of_a_paper_is_drawn() {
    for (edge, named) in [
        (
            Edge::Open,
            [
                ("G", "Kaplan–Meier"),
                ("J", "Kaplan–Meier"),
                ("K", "translation"),
                ("pcf", "translation"),
            ],
        ),
        (
            Edge::Torus,
            [
                ("G", "Kaplan–Meier"),
                ("J", "Kaplan–Meier"),
                ("K", "periodic"),
                ("pcf", "periodic"),
            ],
        ),
    ] {
        let figures = by_name(&found(edge, 0), &METRES);
        for (name, estimator) in named {
            let [(label, _)] = &figures[name].estimates[..] else {
                panic!("one is drawn")
            };
            // On a torus nothing is to be corrected in G.
            let is_raw = edge == Edge::Torus && label == "observed (uncorrected)";
            assert!(
                is_raw || *label == format!("observed ({estimator})"),
                "{name}: {label}"
            );
        }
    }
}

/// Of random points K(r) = πr², so that √(K/π) is r, and L is √(K/π) by its definition.
#[test]
fn k_is_drawn_as_l_with_its_envelope() {
    let figures = by_name(&found(Edge::Open, 19), &METRES);
    let (k, l) = (&figures["K"], &figures["L"]);
    assert!(k.minus_r && l.minus_r && !figures["G"].minus_r && !figures["pcf"].minus_r);
    assert_near(&values(&k.theoretical), &k.r);
    assert_near(&values(&k.estimates[0].1), &values(&l.estimates[0].1));
    let [of_k, of_l] = [k, l].map(|figure| figure.envelope.as_ref().unwrap());
    assert_eq!(of_k.label, "95 % global envelope (ERL) of 19 random patterns");
    // Their ranks are not the same at ties, but each lies around its curve of random points.
    for envelope in [of_k, of_l] {
        let ends = values(&envelope.low).into_iter().zip(values(&envelope.high));
        assert!(
            ends.zip(&k.r)
                .all(|((low, high), r)| low <= 1.3 * r && high >= 0.7 * r)
        );
    }
}

#[test]
fn an_envelope_says_of_how_many_patterns_of_which_kind_it_is() {
    let figures = by_name(&found(Edge::Torus, 18), &METRES);
    let label = |name: &str| figures[name].envelope.as_ref().unwrap().label.clone();
    assert_eq!(label("L"), "range of 18 random patterns");
    assert_eq!(
        label("mark_correlation"),
        "range of 18 randomly labelled patterns"
    );
}

/// What was asked for beyond the functions themselves has figures of its own.
#[test]
fn tests_together_traces_pools_and_covariates_are_drawn() {
    let of = |seed: u64| -> Pattern {
        let unit = |number| {
            RandomKey::root(seed, &["figures"])
                .draws(0, Purpose::Member, number)
                .map(unit_from_u32)
        };
        let units: Vec<[f64; 4]> = (0..POINTS).map(unit).collect();
        Pattern {
            points_m: units
                .iter()
                .map(|[x, y, ..]| [SIZE[0] * x, SIZE[1] * y])
                .collect(),
            window: Plot::new([0.0; 2], SIZE, Edge::Open).unwrap().into(),
            marks: Vec::new(),
            species: Vec::new(),
        }
    };
    // Below the sea.
    let depths = (0..60).map(|cell| -5.0 + 0.5 * f64::from(cell % 10)).collect();
    let options = StatsOptions {
        functions: vec![Function::K, Function::G, Function::LInhomogeneous],
        r_steps: 40,
        simulations: 19,
        tests: vec![GlobalTestName::Combined, GlobalTestName::Trace],
        covariate: Some(CovariateRaster::new([0.0; 2], [1.0; 2], [10, 6], depths).unwrap()),
        pool: vec![of(2), of(3)],
        ..StatsOptions::default()
    };
    let found = stats(&of(1), &options, &()).unwrap();
    let labels = Labels {
        covariate: Some("depth"),
        ..METRES
    };
    let figures = by_name(&found, &labels);
    for name in ["combined_K", "combined_G", "trace_Linhom", "K-pooled", "G-pooled"] {
        assert!(figures.contains_key(name), "{name}");
    }
    assert!(!figures.contains_key("combined_Linhom"));
    let [together, alone] = ["combined_K", "K"].map(|name| &figures[name]);
    assert_eq!(together.estimates, alone.estimates);
    let label = &together.envelope.as_ref().unwrap().label;
    assert_eq!(
        label,
        "95 % global envelope of K, G together, of 19 random patterns"
    );
    assert!(together.of.contains("tested together: p = "), "{}", together.of);
    let rho = &figures["rhohat"];
    assert_eq!(
        (rho.x_label.as_str(), rho.title.as_str(), rho.r[0]),
        ("depth", "Intensity by depth", -5.0)
    );
    draw_stats(&found, &labels, &mut |_| Ok(())).unwrap();
}

/// Sectors share all pairs among them.
#[test]
fn the_sectors_of_k_add_up_to_k() {
    let found = found(Edge::Open, 0);
    let figures = by_name(&found, &METRES);
    let (sectors, k) = (&figures["K_sector"], &figures["K"]);
    assert!(sectors.minus_r);
    assert_eq!(sectors.r, k.r);
    assert_near(&values(&sectors.theoretical), &sectors.r);
    let labels: Vec<&str> = sectors
        .estimates
        .iter()
        .map(|(label, _)| label.as_str())
        .collect();
    let share = 1.0 / labels.len() as f64;
    let mut sum = vec![0.0; k.r.len()];
    for (_, l) in &sectors.estimates {
        let k_of_sector = values(l).into_iter().map(|l| share * PI * l * l);
        sum.iter_mut().zip(k_of_sector).for_each(|(sum, k)| *sum += k);
    }
    let of_all = found.curves.iter().find(|curve| curve.name == "K").unwrap();
    assert_near(&sum, &values(of_all.column("trans").unwrap()));
    let ends: Vec<String> = (0..6)
        .map(|sector| format!("{}–{}°", 30 * sector, 30 * sector + 30))
        .collect();
    assert_eq!(labels, ends);
}

/// The nearest neighbour among random points is ½/√λ away.
#[test]
fn neighbours_and_the_spectrum_stand_beside_those_of_random_points() {
    let figures = by_name(&found(Edge::Torus, 0), &METRES);
    let (knn, spectrum) = (&figures["knn"], &figures["spectrum"]);
    assert_eq!(knn.r[..3], [1.0, 2.0, 3.0]);
    assert_near(
        &values(&knn.theoretical[..1]),
        &[0.5 / (f64::from(POINTS) / 60.0).sqrt()],
    );
    let means = values(&knn.estimates[0].1);
    assert!(means.is_sorted() && means[0] > 0.0 && means.len() == knn.r.len());
    assert!(values(&spectrum.theoretical).iter().all(|&power| power == 1.0));
    assert_eq!(spectrum.theoretical.len(), spectrum.r.len());
    assert_eq!(spectrum.estimates[0].1.len(), spectrum.r.len());
}

/// F of random points is 1 − e^(−λπr²).
#[test]
fn j_ends_where_a_tenth_of_the_places_has_no_point_near() {
    let found = found(Edge::Open, 19);
    let figure = &by_name(&found, &METRES)["J"];
    let f = |r: f64| 1.0 - math::exp(-f64::from(POINTS) / 60.0 * PI * r * r);
    let all = found.curves.iter().find(|curve| curve.name == "J").unwrap();
    let all = values(all.column("r").unwrap());
    let count = figure.r.len();
    assert!(f(all[count - 1]) <= 0.9 && f(all[count]) > 0.9);
    assert_eq!(figure.r, all[..count]);
    let envelope = figure.envelope.as_ref().unwrap();
    for column in [
        &figure.theoretical,
        &figure.estimates[0].1,
        &envelope.low,
        &envelope.high,
    ] {
        assert_eq!(column.len(), count);
    }
}

/// Nearer than 0.15/√λ, the half-width of the kernel, an estimate is noise.
#[test]
fn the_axis_of_the_pair_correlation_holds_what_lies_beyond_the_kernel() {
    for simulations in [0, 19] {
        let figure = &by_name(&found(Edge::Open, simulations), &METRES)["pcf"];
        let half_width = 0.15 / (f64::from(POINTS) / 60.0).sqrt();
        let mut lines = vec![&figure.estimates[0].1];
        lines.extend(figure.envelope.iter().map(|envelope| &envelope.high));
        let mut greatest = 1.0_f64;
        for (at, &r) in figure.r.iter().enumerate() {
            for value in lines
                .iter()
                .filter_map(|line| line[at])
                .filter(|_| r >= half_width)
            {
                greatest = greatest.max(value);
            }
        }
        assert!((figure.y_max.unwrap() - 1.1 * greatest).abs() < 1e-12);
    }
}

fn by_hand(estimate: [f64; 4], high: Option<[f64; 4]>) -> FunctionFigure {
    let some = |values: [f64; 4]| values.map(Some).to_vec();
    FunctionFigure {
        r: vec![0.0, 1.0, 2.0, 3.0],
        theoretical: some([1.0; 4]),
        estimates: vec![("".to_owned(), some(estimate))],
        envelope: high.map(|high| Envelope {
            label: String::new(),
            low: some([0.0; 4]),
            high: some(high),
        }),
        ..spectrum(
            &Curve {
                name: "by hand".to_owned(),
                columns: Vec::new(),
            },
            Function::Spectrum.about(),
        )
    }
}

#[test]
fn the_axis_of_j_shows_the_envelope_whole_and_as_much_again_of_the_curve() {
    let tall = [1.0, 2.0, 9.0, 7.0];
    assert_eq!(j_max(&by_hand(tall, None)), 4.0);
    assert_eq!(j_max(&by_hand([1.0, 1.2, 1.1, 0.4], None)), 1.5);
    assert_eq!(j_max(&by_hand(tall, Some([1.0, 1.5, 3.0, 2.0]))), 6.0);
    assert_eq!(j_max(&by_hand([1.0; 4], Some([1.0, 1.5, 3.0, 2.0]))), 3.0);
    assert_eq!(j_max(&by_hand(tall, Some([0.5; 4]))), 1.5);
}

#[test]
fn what_lies_before_a_distance_does_not_raise_the_axis() {
    let figure = by_hand([8.0, 5.0, 2.0, 3.0], Some([9.0, 1.0, 4.0, 1.0]));
    assert_eq!(
        [0.0, 0.5, 1.0, 1.5, 3.0].map(|r| greatest_beyond(&figure, r)),
        [9.0, 5.0, 5.0, 4.0, 3.0]
    );
}

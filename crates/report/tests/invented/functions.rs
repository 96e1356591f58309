//! Invented summary functions of a pattern of some 400 points on a hectare that keep their distance.

use std::f64::consts::PI;

use understory_report::{Envelope, FunctionFigure};

use super::Noise;

const STEPS: u32 = 512;
const INTENSITY: f64 = 0.04;
const RANDOM: &str = "random";

/// The functions whose figures differ in kind.
pub(crate) fn all() -> Vec<FunctionFigure> {
    vec![
        k(),
        l_minus_r(),
        pcf(),
        pcf_with_envelope(),
        g(),
        j(),
        undefined(),
    ]
}

/// Distances from 0 to `r_max`, and the values of a function there.
pub(crate) fn over(r_max: f64, theoretical: impl Fn(f64) -> f64) -> FunctionFigure {
    let r: Vec<f64> = (0..=STEPS)
        .map(|k| f64::from(k) * r_max / f64::from(STEPS))
        .collect();
    FunctionFigure {
        name: "f".to_owned(),
        title: "A function".to_owned(),
        of: "400 points on 100 m by 100 m".to_owned(),
        x_label: "distance r (m)".to_owned(),
        y_label: "f(r)".to_owned(),
        theoretical: r.iter().map(|&r| Some(theoretical(r))).collect(),
        theoretical_label: RANDOM.to_owned(),
        r,
        estimates: Vec::new(),
        envelope: None,
        minus_r: false,
        y_max: None,
        from_first: false,
        width_mm: None,
    }
}

/// Adds an estimate.
pub(crate) fn with(
    mut figure: FunctionFigure,
    label: &str,
    mut value: impl FnMut(f64) -> Option<f64>,
) -> FunctionFigure {
    let values = figure.r.iter().map(|&r| value(r)).collect();
    figure.estimates.push((label.to_owned(), values));
    figure
}

/// Adds an envelope.
pub(crate) fn within(
    mut figure: FunctionFigure,
    ends: impl Fn(f64) -> (Option<f64>, Option<f64>),
) -> FunctionFigure {
    let (low, high) = figure.r.iter().map(|&r| ends(r)).unzip();
    figure.envelope = Some(Envelope {
        label: "envelope of 199 random patterns".to_owned(),
        low,
        high,
    });
    figure
}

fn named(figure: FunctionFigure, name: &str, title: &str, y_label: &str) -> FunctionFigure {
    FunctionFigure {
        name: name.to_owned(),
        title: title.to_owned(),
        y_label: y_label.to_owned(),
        ..figure
    }
}

/// Steps up and down that stay near 0.
fn wander(size: f64, seed: u64) -> impl FnMut() -> f64 {
    let mut noise = Noise(seed);
    let mut at = 0.0;
    move || {
        at = 0.97 * at + size * (noise.next() - 0.5);
        at
    }
}

/// Below the random one up to 10 m.
fn even_k(r: f64) -> f64 {
    PI * r * r * (1.0 - (-(r / 4.0).powi(3)).exp() * 0.9) - 2.0 * r.min(10.0)
}

fn k() -> FunctionFigure {
    let figure = over(25.0, |r| PI * r * r);
    let mut figure = named(figure, "K", "Ripley's K", "K(r) (m²)");
    for (i, label) in ["un", "border", "trans", "iso"].into_iter().enumerate() {
        let mut off = wander(4.0, i as u64);
        let low = if label == "un" { 0.93 } else { 1.0 };
        figure = with(figure, label, |r| {
            Some((low * even_k(r).max(0.0) + off() * r / 3.0).max(0.0))
        });
    }
    figure
}

pub(crate) fn l_minus_r() -> FunctionFigure {
    let figure = named(
        over(25.0, |r| r),
        "L",
        "Besag's L less the distance",
        "L(r) − r (m)",
    );
    let figure = within(figure, |r| {
        let half = 0.12 + 0.35 * (-r).exp();
        (
            Some((r - half).max(0.0)),
            Some(r + half + 0.002 * (r - 12.0).powi(2) / 10.0),
        )
    });
    let mut off = wander(0.02, 7);
    let mut figure = with(figure, "iso", |r| {
        Some((even_k(r).max(0.0) / PI).sqrt() + off() * (r / 5.0).min(1.0))
    });
    figure.minus_r = true;
    figure
}

pub(crate) fn pcf() -> FunctionFigure {
    let figure = named(
        over(25.0, |_| 1.0),
        "pcf_cross_oak_ash",
        "Pair correlation of oak and ash",
        "g(r)",
    );
    let (mut trans, mut iso) = (wander(0.03, 3), wander(0.03, 4));
    let figure = with(figure, "trans", |r| {
        (r > 0.0).then(|| 1.0 + 1.6 / r * (-r / 6.0).exp() + trans())
    });
    with(figure, "iso", |r| {
        (r > 0.0).then(|| 1.0 + 1.5 / r * (-r / 6.0).exp() + iso())
    })
}

fn pcf_with_envelope() -> FunctionFigure {
    let figure = named(over(25.0, |_| 1.0), "pcf", "Pair correlation", "g(r)");
    let mut iso = wander(0.04, 9);
    let figure = with(figure, "iso", |r| {
        (r > 0.0).then(|| (1.0 - (-(r / 3.0).powi(3)).exp() + iso() + 0.01 / r).max(0.0))
    });
    within(figure, |r| match r {
        0.0 => (None, None),
        r => (Some((1.0 - 0.5 / r).max(0.0)), Some(1.0 + 0.15 + 0.8 / r)),
    })
}

pub(crate) fn g() -> FunctionFigure {
    let random = |r: f64| 1.0 - (-PI * INTENSITY * r * r).exp();
    let figure = named(
        over(6.25, random),
        "G",
        "Distance to the nearest neighbour",
        "G(r)",
    );
    let even = |r: f64| {
        let share = 1.0 - (-PI * INTENSITY * (r - 1.2).max(0.0).powf(2.6)).exp();
        (share * 400.0).floor() / 400.0
    };
    let figure = with(figure, "raw", |r| Some(0.96 * even(r)));
    let figure = with(figure, "km", |r| Some(even(r)));
    let figure = with(figure, "rs", |r| (r < 5.0).then(|| (even(r) * 1.02).min(1.0)));
    with(figure, "han", |r| {
        (!(2.0..2.4).contains(&r)).then(|| even(r * 0.98))
    })
}

fn j() -> FunctionFigure {
    let figure = named(
        over(8.0, |_| 1.0),
        "J",
        "J: whether points or places have the nearer neighbour",
        "J(r)",
    );
    let figure = with(figure, "km", |r| {
        (r < 7.5).then(|| 1.0 + 0.1 * r * r + 0.1 / (7.6 - r).powi(2))
    });
    with(figure, "rs", |_| None)
}

fn undefined() -> FunctionFigure {
    let figure = named(over(8.0, |_| 1.0), "undefined", "Of a single point", "g(r)");
    with(figure, "iso", |_| None)
}

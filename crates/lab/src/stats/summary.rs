//! The numbers of `summary.json`.
//!
//! Other programs read these keys: add at the end, never rename.

use std::collections::BTreeMap;

use serde::Serialize;
use understory_space::Region;
use understory_spacing::{NearestNeighbourSummary, hopkins_skellam, hopkins_skellam_grid};

use super::envelopes::{CombinedTests, GlobalTests, NullModel};
use super::error::StatsError;
use super::options::{Pattern, StatsOptions};
use super::pooled::Pooled;
use super::shape::Shape;
use super::window::PatternWindow;

/// The numbers of a pattern: `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// `understory`, by which a folder is known to be ours.
    pub tool: &'static str,
    /// Points.
    pub n: usize,
    /// Points per unit of area.
    pub intensity: f64,
    /// The window.
    pub window: Window,
    /// Points that have the place of one before them.
    pub duplicates: usize,
    /// Nearest-neighbour distances.
    pub nnd: Distances,
    /// Clark–Evans index.
    pub clark_evans: ClarkEvans,
    /// Hopkins–Skellam index.
    pub hopkins_skellam: HopkinsSkellam,
    /// Global tests by table; empty without simulations.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub global_tests: BTreeMap<String, GlobalTests>,
    /// Tests of several functions together; empty where they were not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub combined_tests: Vec<CombinedTests>,
    /// What the tests and envelopes compare with; absent without simulations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_model: Option<NullModel>,
    /// What to know of the numbers before they are quoted.
    pub notes: Vec<String>,
    /// Least distance between two points.
    pub smallest_spacing: f64,
    /// Standard deviation of the kernel by which the intensity varies; absent where no function allows for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intensity_sigma: Option<f64>,
    /// How it was pooled with others; absent where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<Pooled>,
    /// Gaps, corridors and rows.
    #[serde(flatten)]
    pub shape: Shape,
}

/// The window of a pattern.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Window {
    /// Left end.
    pub x_min: f64,
    /// Lower end.
    pub y_min: f64,
    /// Right end.
    pub x_max: f64,
    /// Upper end.
    pub y_max: f64,
    /// `open` or `torus`.
    pub edge: String,
    /// Polygons that bound it, in which case the ends are those of the rectangle around them; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygons: Option<Polygons>,
}

/// Polygons that bound a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Polygons {
    /// Rings, those of holes too.
    pub rings: usize,
    /// Area without the holes.
    pub area: f64,
    /// Length of the border, that of the holes too.
    pub perimeter: f64,
}

/// Nearest-neighbour distances in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distances {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// Least.
    pub min: f64,
    /// Greatest.
    pub max: f64,
    /// Standard deviation over mean; `null` where the mean is 0.
    pub cv: Option<f64>,
    /// Quantiles (type 7) by probability.
    pub quantiles: BTreeMap<&'static str, f64>,
}

/// The Clark–Evans index by its forms, with the test of the naive one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClarkEvans {
    /// Without correction.
    pub naive: f64,
    /// With Donnelly's correction; `null` on a torus and in polygons.
    pub donnelly: Option<f64>,
    /// From the Kaplan–Meier estimate of G; `null` where it does not reach 1.
    pub cdf: Option<f64>,
    /// Standardised naive index.
    pub z_naive: f64,
    /// Its two-sided probability under complete spatial randomness. On an open window it is far too small: at 5 % it
    /// rejects a fifth of random patterns of 100 points. Quote `p_donnelly` there.
    pub p_naive: f64,
    /// Standardised index with Donnelly's correction; `null` on a torus and in polygons.
    pub z_donnelly: Option<f64>,
    /// Its two-sided probability.
    pub p_donnelly: Option<f64>,
    /// Two-sided probability of the mean distance among simulated random patterns; `null` without simulations.
    pub p_simulated: Option<f64>,
}

/// The Hopkins–Skellam index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HopkinsSkellam {
    /// From as many random test points as there are points.
    pub random: f64,
    /// Its two-sided probability by the F distribution, which takes distances to be independent. They are not: at 5 %
    /// it rejects a fifth of random patterns. Quote `p_simulated`.
    pub p_random: f64,
    /// Two-sided probability of the index among simulated random patterns; `null` without simulations.
    pub p_simulated: Option<f64>,
    /// From a grid of 512 × 512 test points.
    pub grid512: f64,
}

const QUANTILES: [(&str, f64); 7] = [
    ("0.05", 0.05),
    ("0.1", 0.1),
    ("0.25", 0.25),
    ("0.5", 0.5),
    ("0.75", 0.75),
    ("0.9", 0.9),
    ("0.95", 0.95),
];

impl HopkinsSkellam {
    pub(super) fn of(pattern: &Pattern, options: &StatsOptions) -> Result<Self, StatsError> {
        let (points_m, window) = (&pattern.points_m, &pattern.window);
        let random = hopkins_skellam(points_m, window, options.places_key())?;
        Ok(Self {
            random: random.index,
            p_random: random.p_value,
            p_simulated: None,
            grid512: hopkins_skellam_grid(points_m, window)?,
        })
    }
}

impl Summary {
    /// Without the tests, which come later.
    pub(super) fn of(
        pattern: &Pattern,
        distances: &NearestNeighbourSummary,
        hopkins_skellam: HopkinsSkellam,
        shape: Shape,
    ) -> Result<Self, StatsError> {
        let (points_m, window) = (&pattern.points_m, &pattern.window);
        let bounds = window.bounds();
        let ([x_min, y_min], [width, height]) = (bounds.origin_m(), bounds.size_m());
        let index = distances.clark_evans();
        let quantiles = QUANTILES
            .into_iter()
            .map(|(name, probability)| Ok((name, distances.quantile_m(probability)?)))
            .collect::<Result<_, StatsError>>()?;
        let sorted = distances.sorted_m();
        Ok(Self {
            tool: "understory",
            n: points_m.len(),
            intensity: distances.intensity_per_m2(),
            window: Window {
                x_min,
                y_min,
                x_max: x_min + width,
                y_max: y_min + height,
                edge: bounds.edge().to_string(),
                polygons: window.polygon().map(|polygon| Polygons {
                    rings: polygon.rings().len(),
                    area: polygon.area_m2(),
                    perimeter: polygon.perimeter_m(),
                }),
            },
            duplicates: distances.duplicates(),
            nnd: Distances {
                mean: distances.mean_m(),
                sd: distances.sd_m(),
                min: sorted[0],
                max: sorted[sorted.len() - 1],
                cv: distances.cv(),
                quantiles,
            },
            clark_evans: ClarkEvans {
                naive: index.naive,
                donnelly: index.donnelly,
                cdf: index.cdf,
                z_naive: index.naive_test.z,
                p_naive: index.naive_test.p_value,
                z_donnelly: index.donnelly_test.map(|test| test.z),
                p_donnelly: index.donnelly_test.map(|test| test.p_value),
                p_simulated: None,
            },
            hopkins_skellam,
            global_tests: BTreeMap::new(),
            combined_tests: Vec::new(),
            null_model: None,
            intensity_sigma: None,
            pooled: None,
            notes: notes(window),
            smallest_spacing: sorted[0],
            shape,
        })
    }

    /// Adds the probabilities of the indices among simulated patterns of complete spatial randomness, of each of which
    /// `simulated` has the mean distance, m, and the Hopkins–Skellam index.
    pub(super) fn test_by_simulation(&mut self, simulated: &[[f64; 2]]) {
        let p = |observed: f64, at: usize| two_sided_p(observed, simulated.iter().map(|figures| figures[at]));
        self.clark_evans.p_simulated = Some(p(self.nnd.mean, 0));
        self.hopkins_skellam.p_simulated = Some(p(self.hopkins_skellam.random, 1));
    }
}

/// Twice the lesser share of values that are as low or as high as the observed one, which counts among them.
fn two_sided_p(observed: f64, simulated: impl ExactSizeIterator<Item = f64>) -> f64 {
    let all = simulated.len() as f64 + 1.0;
    let (mut below, mut above) = (1.0, 1.0);
    for value in simulated {
        below += f64::from(u8::from(value <= observed));
        above += f64::from(u8::from(value >= observed));
    }
    (2.0 * f64::min(below, above) / all).min(1.0)
}

/// What to know before a number is quoted.
fn notes(window: &PatternWindow) -> Vec<String> {
    let mut notes = vec![
        "hopkins_skellam.p_random takes neighbours' distances to be independent and rejects a fifth of random patterns \
         at 5 %: quote hopkins_skellam.p_simulated (with --simulations)"
            .to_owned(),
    ];
    if !window.is_torus() {
        let quoted = match window {
            PatternWindow::Rectangle(_) => "clark_evans.p_donnelly",
            PatternWindow::Polygon(_) => "clark_evans.p_simulated (with --simulations)",
        };
        notes.push(format!(
            "clark_evans.p_naive ignores the edge and rejects a fifth of random patterns at 5 %: quote {quoted}"
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_two_sided_p_counts_the_observed_value_and_doubles_the_lesser_tail() {
        let simulated = || [1.0, 2.0, 3.0, 4.0].into_iter();
        assert_eq!(two_sided_p(0.0, simulated()), 0.4);
        assert_eq!(two_sided_p(9.0, simulated()), 0.4);
        assert_eq!(two_sided_p(1.5, simulated()), 0.8);
        assert_eq!(two_sided_p(2.5, simulated()), 1.0);
        assert_eq!(two_sided_p(2.0, [2.0; 4].into_iter()), 1.0);
    }
}

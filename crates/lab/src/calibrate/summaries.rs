//! What two stands are compared by: numbers from the catalogue of spacing, sizes and change.

use std::collections::BTreeSet;

use understory_numerics::{math, sort};
use understory_scenario::{ForestScenario, SummaryKind};
use understory_space::{Edge, Plot};
use understory_spacing::{
    EdgeCorrection, NearestNeighbourSummary, PairKernel, PairStatistics, Radii, SpacingError,
};

use super::stands::{SizeOf, Stand};
use crate::error::LabError;

/// Steps of the distances up to the greatest.
const STEPS: usize = 8;
/// The steps at which functions of distance are compared: half, one, two and four mean spacings.
const COMPARED_STEPS: [usize; 4] = [1, 2, 4, 8];
/// The greatest distance as a share of the plot's shorter side.
const MOST_OF_SIDE: f64 = 0.25;
/// Fewer trees have no spacing to speak of.
const FEWEST_TREES: usize = 3;
/// Quantiles of sizes and of distances.
const QUANTILES: [f64; 3] = [0.1, 0.5, 0.9];
const QUARTILES: [f64; 2] = [0.25, 0.75];
/// Trees of two censuses are the same where both stand in the same square of this side, m.
const SAME_PLACE_M: f64 = 0.01;
/// Square metres of a hectare.
const HECTARE_M2: f64 = 1e4;

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Summary {
    pub(super) name: String,
    pub(super) kind: SummaryKind,
    /// Number of its census.
    census: usize,
    pub(super) year: u32,
    pub(super) r_m: Option<f64>,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    PerHa,
    /// Of a species.
    PerHaOf(usize),
    BasalArea,
    MeanSize,
    SdOfSize,
    QuantileOfSize(f64),
    MeanDistance,
    SdOfDistance,
    QuantileOfDistance(f64),
    ClarkEvans,
    /// At a step.
    L(usize),
    PairCorrelation(usize),
    MarkCorrelation(usize),
    Mortality,
    Recruitment,
}

/// How a census is measured.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    pub(super) radii: Radii,
    pub(super) kernel: PairKernel,
}

/// All numbers, and how they are measured.
#[derive(Clone, Debug)]
pub(super) struct Catalogue {
    pub(super) summaries: Vec<Summary>,
    /// The counted plot, with an edge beyond which nothing is known, as in the field.
    pub(super) window: Plot,
    pub(super) size_of: SizeOf,
    /// Years of the censuses.
    pub(super) years: Vec<u32>,
    measures: Vec<Measure>,
}

impl Catalogue {
    /// What the calibration of a scenario compares; none where it has none.
    pub(super) fn new(scenario: &ForestScenario) -> Result<Option<Self>, LabError> {
        let Some(calibration) = &scenario.calibration else {
            return Ok(None);
        };
        let plot = scenario.borders.window.plot();
        let window = Plot::new(plot.origin_m(), plot.size_m(), Edge::Open).map_err(std::io::Error::other)?;
        let size_of = SizeOf::measured(calibration);
        let mut measures = Vec::new();
        for census in &calibration.censuses {
            let spacing_m = (window.area_m2() / census.trees.len() as f64).sqrt();
            let most_m = MOST_OF_SIDE * window.shorter_side_m() / STEPS as f64;
            let step_m = two_digits((0.5 * spacing_m).min(most_m));
            measures.push(Measure {
                radii: Radii::new(step_m * STEPS as f64, STEPS)?,
                // The same for each run, however many trees it has: that of the measured stand.
                kernel: PairKernel {
                    half_width_m: Some(0.15 * spacing_m),
                    ..PairKernel::default()
                },
            });
        }
        let mut catalogue = Self {
            summaries: Vec::new(),
            window,
            size_of,
            years: calibration.censuses.iter().map(|census| census.year).collect(),
            measures,
        };
        for kind in &calibration.summaries {
            for census in 0..catalogue.years.len() {
                catalogue.add(*kind, census, scenario, calibration.by_species);
            }
        }
        Ok(Some(catalogue))
    }

    /// How the census of this number is measured.
    pub(super) fn measure(&self, census: usize) -> &Measure {
        &self.measures[census]
    }

    fn add(&mut self, kind: SummaryKind, census: usize, scenario: &ForestScenario, by_species: bool) {
        let (size, unit) = match self.size_of {
            SizeOf::Diameter => ("dbh", "cm"),
            SizeOf::Height | SizeOf::Nothing => ("height", "m"),
        };
        let per_cent = |p: f64| (100.0 * p).round();
        match kind {
            SummaryKind::Density => {
                self.push(kind, census, "trees_per_ha".to_owned(), None, What::PerHa);
                if by_species && scenario.species.len() > 1 {
                    for (number, species) in scenario.species.iter().enumerate() {
                        let name = format!("trees_per_ha_{}", species.name);
                        self.push(kind, census, name, None, What::PerHaOf(number));
                    }
                }
            }
            SummaryKind::BasalArea => {
                self.push(
                    kind,
                    census,
                    "basal_area_m2_per_ha".to_owned(),
                    None,
                    What::BasalArea,
                );
            }
            SummaryKind::Sizes => {
                self.push(kind, census, format!("{size}_mean_{unit}"), None, What::MeanSize);
                self.push(kind, census, format!("{size}_sd_{unit}"), None, What::SdOfSize);
                for p in QUANTILES {
                    let name = format!("{size}_q{}_{unit}", per_cent(p));
                    self.push(kind, census, name, None, What::QuantileOfSize(p));
                }
            }
            SummaryKind::Nearest => {
                self.push(kind, census, "nnd_mean_m".to_owned(), None, What::MeanDistance);
                self.push(kind, census, "nnd_sd_m".to_owned(), None, What::SdOfDistance);
                for p in QUARTILES {
                    let name = format!("nnd_q{}_m", per_cent(p));
                    self.push(kind, census, name, None, What::QuantileOfDistance(p));
                }
            }
            SummaryKind::ClarkEvans => {
                self.push(kind, census, "clark_evans".to_owned(), None, What::ClarkEvans);
            }
            SummaryKind::L => self.push_curve(kind, census, "l_minus_r", What::L),
            SummaryKind::PairCorrelation => self.push_curve(kind, census, "pcf", What::PairCorrelation),
            SummaryKind::MarkCorrelation => {
                self.push_curve(kind, census, "mark_correlation", What::MarkCorrelation);
            }
            // Of a change the later census counts.
            SummaryKind::Mortality if census > 0 => {
                self.push(kind, census, "mortality_per_yr".to_owned(), None, What::Mortality);
            }
            SummaryKind::Recruitment if census > 0 => {
                let name = "recruits_per_ha_yr".to_owned();
                self.push(kind, census, name, None, What::Recruitment);
            }
            SummaryKind::Mortality | SummaryKind::Recruitment => {}
        }
    }

    fn push_curve(&mut self, kind: SummaryKind, census: usize, name: &str, what: fn(usize) -> What) {
        for step in COMPARED_STEPS {
            let r_m = two_decimals(self.measures[census].radii.at_m(step));
            self.push(kind, census, format!("{name}_at_{r_m}m"), Some(r_m), what(step));
        }
    }

    fn push(&mut self, kind: SummaryKind, census: usize, name: String, r_m: Option<f64>, what: What) {
        let year = self.years[census];
        let is_alone = self.years.len() == 1;
        self.summaries.push(Summary {
            name: if is_alone {
                name
            } else {
                format!("{name}_year_{year}")
            },
            kind,
            census,
            year,
            r_m,
            what,
        });
    }

    /// The numbers of stands, one for each census; `None` where one is not defined.
    pub(super) fn of(&self, stands: &[Stand]) -> Result<Vec<Option<f64>>, LabError> {
        let parts: Vec<Parts> = stands
            .iter()
            .zip(&self.measures)
            .enumerate()
            .map(|(census, (stand, measure))| self.parts(census, stand, measure))
            .collect::<Result<_, _>>()?;
        let each = self.summaries.iter().map(|summary| {
            let value = match summary.what {
                What::Mortality | What::Recruitment => self.change(stands, summary),
                _ => {
                    parts[summary.census].value(&stands[summary.census], summary.what, self.window.area_m2())
                }
            };
            value.filter(|value| value.is_finite())
        });
        Ok(each.collect())
    }

    /// What came and went since the census before.
    fn change(&self, stands: &[Stand], summary: &Summary) -> Option<f64> {
        let [before, after] = [summary.census - 1, summary.census].map(|census| &stands[census]);
        let years = f64::from(self.years[summary.census] - self.years[summary.census - 1]);
        let square = |place_m: &[f64; 2]| place_m.map(|x_m| (x_m / SAME_PLACE_M).round() as i64);
        let squares = |stand: &Stand| stand.places_m.iter().map(square).collect::<BTreeSet<_>>();
        let (was, is) = (squares(before), squares(after));
        match summary.what {
            What::Mortality => {
                let left = was.intersection(&is).count() as f64 / was.len() as f64;
                (!was.is_empty()).then(|| 1.0 - math::pow(left, 1.0 / years))
            }
            _ => Some(is.difference(&was).count() as f64 / years / (self.window.area_m2() / HECTARE_M2)),
        }
    }

    /// What several numbers of a stand follow from, as far as one of them is asked for.
    fn parts(&self, census: usize, stand: &Stand, measure: &Measure) -> Result<Parts, SpacingError> {
        let wants = |kinds: &[SummaryKind]| {
            self.summaries
                .iter()
                .any(|summary| summary.census == census && kinds.contains(&summary.kind))
        };
        let mut parts = Parts::default();
        let mut sizes = stand.sizes.clone();
        sort::numbers(&mut sizes);
        parts.sizes = sizes;
        if stand.count() < FEWEST_TREES {
            return Ok(parts);
        }
        if wants(&[SummaryKind::Nearest, SummaryKind::ClarkEvans]) {
            parts.nearest = Some(NearestNeighbourSummary::new(&stand.places_m, &self.window)?);
        }
        if wants(&[
            SummaryKind::L,
            SummaryKind::PairCorrelation,
            SummaryKind::MarkCorrelation,
        ]) {
            let pairs = PairStatistics::new(&stand.places_m, &self.window)?;
            let by = [EdgeCorrection::Translation];
            let (radii, kernel) = (&measure.radii, &measure.kernel);
            let values = |curves: understory_spacing::PairCurves| {
                curves.by(by[0]).map(<[_]>::to_vec).unwrap_or_default()
            };
            if wants(&[SummaryKind::L]) {
                let r_m = radii.to_vec_m();
                let l = values(pairs.l(radii, &by)?);
                parts.l_minus_r = l
                    .into_iter()
                    .zip(r_m)
                    .map(|(l, r_m)| l.map(|l| l - r_m))
                    .collect();
            }
            if wants(&[SummaryKind::PairCorrelation]) {
                parts.pair_correlation = values(pairs.pair_correlation(radii, &by, kernel)?);
            }
            if wants(&[SummaryKind::MarkCorrelation]) {
                parts.mark_correlation = values(pairs.marks(&stand.sizes, radii, &by, kernel)?.correlation);
            }
        }
        Ok(parts)
    }
}

/// What the numbers of a stand follow from.
#[derive(Default)]
struct Parts {
    /// Ascending.
    sizes: Vec<f64>,
    nearest: Option<NearestNeighbourSummary>,
    l_minus_r: Vec<Option<f64>>,
    pair_correlation: Vec<Option<f64>>,
    mark_correlation: Vec<Option<f64>>,
}

impl Parts {
    fn value(&self, stand: &Stand, what: What, area_m2: f64) -> Option<f64> {
        let per_ha = |count: f64| count * HECTARE_M2 / area_m2;
        let nearest = self.nearest.as_ref();
        match what {
            What::PerHa => Some(per_ha(stand.count() as f64)),
            What::PerHaOf(species) => {
                let of_it = stand.species.iter().filter(|other| **other == species).count();
                Some(per_ha(of_it as f64))
            }
            What::BasalArea => stand.basal_area_m2.map(per_ha),
            What::MeanSize => self.mean_size(),
            What::SdOfSize => {
                let mean = self.mean_size().filter(|_| self.sizes.len() > 1)?;
                let squares: f64 = self.sizes.iter().map(|size| (size - mean) * (size - mean)).sum();
                Some((squares / (self.sizes.len() - 1) as f64).sqrt())
            }
            What::QuantileOfSize(probability) => quantile(&self.sizes, probability),
            What::MeanDistance => nearest.map(NearestNeighbourSummary::mean_m),
            What::SdOfDistance => nearest.map(NearestNeighbourSummary::sd_m),
            What::QuantileOfDistance(probability) => quantile(nearest?.sorted_m(), probability),
            What::ClarkEvans => {
                let index = nearest?.clark_evans();
                Some(index.donnelly.unwrap_or(index.naive))
            }
            What::L(step) => self.l_minus_r.get(step).copied().flatten(),
            What::PairCorrelation(step) => self.pair_correlation.get(step).copied().flatten(),
            What::MarkCorrelation(step) => self.mark_correlation.get(step).copied().flatten(),
            // They are of two stands.
            What::Mortality | What::Recruitment => None,
        }
    }

    fn mean_size(&self) -> Option<f64> {
        let count = self.sizes.len();
        (count > 0).then(|| self.sizes.iter().sum::<f64>() / count as f64)
    }
}

/// Quantile of ascending numbers, with straight lines between them.
fn quantile(sorted: &[f64], probability: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = probability * last as f64;
    let below = (at.floor() as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (at - below as f64) * (sorted[above] - sorted[below]))
}

/// Rounded down to two digits that count.
fn two_digits(x: f64) -> f64 {
    let mut unit = 1.0;
    while x / unit >= 100.0 {
        unit *= 10.0;
    }
    while x / unit < 10.0 {
        unit /= 10.0;
    }
    let rounded = (x / unit).floor() * unit;
    two_decimals_or_finer(rounded, unit)
}

/// Without the last bits that powers of ten leave.
fn two_decimals_or_finer(x: f64, unit: f64) -> f64 {
    let text = if unit >= 1.0 {
        format!("{x:.0}")
    } else {
        format!("{x:.12}")
    };
    text.parse().unwrap_or(x)
}

fn two_decimals(x: f64) -> f64 {
    format!("{x:.4}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_numbers() {
        for (x, expected) in [
            (4.138, 4.1),
            (0.0512, 0.051),
            (237.0, 230.0),
            (10.0, 10.0),
            (9.99, 9.9),
        ] {
            assert_eq!(two_digits(x), expected);
        }
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
    }
}

//! What the fitted model predicts: functions of distance of runs from the posterior, and whether the measured stand could be one of them.

use std::sync::{Mutex, PoisonError};
use understory_keys::named;

use serde::Serialize;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_records::PredictiveRow;
use understory_scenario::SummaryKind;
use understory_spacing::{
    Curves, EdgeCorrection, EmptySpace, GlobalMeasure, NearestNeighbourSummary, PairStatistics, Radii,
    SpacingError, default_pixels,
};

use super::forests::{Fitted, seed_of};
use super::stands::{SizeOf, Stand};
use super::summaries::{Catalogue, Measure};
use crate::error::LabError;
use crate::job::Watch;
use crate::workers::Workers;

/// Steps of the distances.
const STEPS: usize = 40;
/// Level of the envelopes.
const ALPHA: f64 = 0.05;
/// Fewer trees have no pairs.
const FEWEST_TREES: usize = 2;
/// The round from whose number these runs are drawn: beyond those of the sampler.
const ROUND: u32 = 1 << 20;

named! {
    /// A function of distance that is looked at.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Function {
        L = "L_minus_r",
        PairCorrelation = "pcf",
        G = "G",
        F = "F",
        MarkCorrelation = "mark_correlation",
        MarkVariogram = "mark_variogram",
    }
}

impl Function {
    /// What of it was fitted, if that was compared.
    fn fitted_by(self) -> Option<SummaryKind> {
        match self {
            Self::L => Some(SummaryKind::L),
            Self::PairCorrelation => Some(SummaryKind::PairCorrelation),
            Self::G => Some(SummaryKind::Nearest),
            Self::MarkCorrelation => Some(SummaryKind::MarkCorrelation),
            Self::F | Self::MarkVariogram => None,
        }
    }

    fn needs_sizes(self) -> bool {
        matches!(self, Self::MarkCorrelation | Self::MarkVariogram)
    }
}

/// What came of one function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predicted {
    /// Whether keys were fitted to it.
    pub fitted: bool,
    /// Global probability of so extreme a curve, by extreme rank length; none where it is nowhere defined in all runs.
    pub p: Option<f64>,
    /// Whether the measured stand lies within the global 95 % envelope.
    pub inside: Option<bool>,
    /// Distances at which it does not, from and to, m.
    pub outside_m: Vec<[f64; 2]>,
}

/// Rows of `predictive.csv`, and of each function what came of it.
pub(super) struct Prediction {
    pub(super) rows: Vec<PredictiveRow>,
    pub(super) functions: Vec<(String, Predicted)>,
}

/// Grows so many forests from the posterior; `None` where it was stopped.
pub(super) fn predict(
    (fitted, catalogue): (Fitted<'_>, &Catalogue),
    (adjusted, weights): (&[Vec<f64>], &[f64]),
    count: u32,
    root: RandomKey,
    (workers, watch): (&Workers, &dyn Watch),
) -> Result<Option<Prediction>, LabError> {
    let mut up_to = Vec::new();
    let mut so_far = 0.0;
    for weight in weights {
        so_far += weight;
        up_to.push(so_far);
    }
    let curves_of = |stands: &[Stand]| -> Result<Vec<Vec<f64>>, LabError> {
        let mut curves = Vec::new();
        for (census, stand) in stands.iter().enumerate() {
            curves.extend(functions(stand, catalogue, catalogue.measure(census))?);
        }
        Ok(curves)
    };
    let found: Mutex<Vec<Option<Vec<Vec<f64>>>>> = Mutex::new(vec![None; count as usize]);
    let work = |number: u64| {
        let key = root.child(ROUND, Purpose::Particle, number as u32);
        let which = unit_from_u32(key.draws(0, Purpose::Particle, 0)[0]);
        let particle = up_to.partition_point(|up_to| *up_to < which).min(up_to.len() - 1);
        let shares: Vec<f64> = adjusted.iter().map(|of_key| of_key[particle]).collect();
        let values = fitted.values(&shares);
        let name = format!("run {number} from the posterior");
        let Some(stands) = fitted.grow((&name, &values, seed_of(key)), catalogue.size_of, watch)? else {
            return Ok(false);
        };
        let curves = curves_of(&stands)?;
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        found[number as usize] = Some(curves);
        let done = found.iter().flatten().count() as u64;
        watch.step("runs from the posterior", done, u64::from(count));
        Ok(!watch.is_stopped() || done == u64::from(count))
    };
    if !workers.each(u64::from(count), &work)? {
        return Ok(None);
    }
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let simulated: Vec<Vec<Vec<f64>>> = found.into_iter().flatten().collect();
    let measured: Vec<Stand> = fitted
        .calibration
        .censuses
        .iter()
        .map(|census| Stand::measured(census, catalogue.size_of))
        .collect();
    let observed = curves_of(&measured)?;
    let mut prediction = Prediction {
        rows: Vec::new(),
        functions: Vec::new(),
    };
    let mut number = 0;
    for (census, year) in catalogue.years.iter().enumerate() {
        let radii = fine(catalogue.measure(census))?;
        for function in asked(catalogue.size_of) {
            let of_runs = simulated.iter().map(|curves| curves[number].clone()).collect();
            prediction.add(
                (function, *year, census + 1 == catalogue.years.len()),
                &radii.to_vec_m(),
                (observed[number].clone(), of_runs),
                fitted.calibration.summaries.as_slice(),
            )?;
            number += 1;
        }
    }
    Ok(Some(prediction))
}

impl Prediction {
    fn add(
        &mut self,
        (function, year, is_last): (Function, u32, bool),
        r_m: &[f64],
        (observed, simulated): (Vec<f64>, Vec<Vec<f64>>),
        compared: &[SummaryKind],
    ) -> Result<(), LabError> {
        let is_fitted = function.fitted_by().is_some_and(|kind| compared.contains(&kind));
        let defined = |value: f64| value.is_finite().then_some(value);
        let nothing = vec![None; r_m.len()];
        let test = match Curves::new(r_m, observed.clone(), simulated.clone()) {
            Ok(curves) => Some(curves.global_test(GlobalMeasure::ExtremeRankLength, ALPHA)?),
            // Where runs have too few trees.
            Err(SpacingError::NowhereDefined { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let (low, high) = test
            .as_ref()
            .map_or((&nothing, &nothing), |test| (&test.low, &test.high));
        let is_outside = |at: usize| {
            let ends = low[at].zip(high[at]);
            ends.is_some_and(|(low, high)| observed[at] < low || observed[at] > high)
        };
        let mut outside_m: Vec<[f64; 2]> = Vec::new();
        for at in (0..r_m.len()).filter(|at| is_outside(*at)) {
            match outside_m.last_mut().filter(|_| at > 0 && is_outside(at - 1)) {
                Some(range) => range[1] = told(r_m[at]),
                None => outside_m.push([told(r_m[at]); 2]),
            }
        }
        let name = match is_last {
            true => function.name().to_owned(),
            false => format!("{}_year_{year}", function.name()),
        };
        let predicted = Predicted {
            fitted: is_fitted,
            p: test.as_ref().map(|test| test.p),
            inside: test.as_ref().map(|_| outside_m.is_empty()),
            outside_m,
        };
        self.functions.push((name, predicted));
        for (at, r) in r_m.iter().enumerate() {
            let values: Option<Vec<f64>> = simulated.iter().map(|curve| defined(curve[at])).collect();
            let mean = values.map(|values| values.iter().sum::<f64>() / values.len() as f64);
            self.rows.push(PredictiveRow {
                year,
                function: function.name().to_owned(),
                fitted: if is_fitted { "yes" } else { "no" }.to_owned(),
                r: *r,
                obs: defined(observed[at]),
                mean,
                lo: low[at],
                hi: high[at],
            });
        }
        Ok(())
    }
}

/// A distance without the last bits that its steps leave.
fn told(r_m: f64) -> f64 {
    format!("{r_m:.6}").parse().unwrap_or(r_m)
}

fn asked(size_of: SizeOf) -> impl Iterator<Item = Function> {
    Function::ALL
        .into_iter()
        .filter(move |function| size_of != SizeOf::Nothing || !function.needs_sizes())
}

/// The distances at which functions are drawn.
fn fine(measure: &Measure) -> Result<Radii, SpacingError> {
    Radii::new(measure.radii.max_m(), STEPS)
}

/// The functions of a stand, one after the other; NaN where one is not defined.
fn functions(stand: &Stand, catalogue: &Catalogue, measure: &Measure) -> Result<Vec<Vec<f64>>, LabError> {
    let radii = fine(measure)?;
    let r_m = radii.to_vec_m();
    let (window, by) = (&catalogue.window, [EdgeCorrection::Translation]);
    let half_width_m = measure.kernel.half_width_m.unwrap_or(0.0);
    let values = |curve: Option<&[Option<f64>]>| -> Vec<f64> {
        let values = curve.unwrap_or_default().iter();
        values.map(|value| value.unwrap_or(f64::NAN)).collect()
    };
    // A kernel loses a part below its half-width, and says little there.
    let beyond_kernel = |mut values: Vec<f64>| {
        for (value, r_m) in values.iter_mut().zip(&r_m) {
            if *r_m < half_width_m {
                *value = f64::NAN;
            }
        }
        values
    };
    let mut curves = Vec::new();
    if stand.count() < FEWEST_TREES {
        for function in asked(catalogue.size_of) {
            curves.push(match function {
                // Without pairs K is 0.
                Function::L => r_m.iter().map(|r_m| -r_m).collect(),
                Function::PairCorrelation => beyond_kernel(vec![0.0; r_m.len()]),
                Function::G | Function::F => vec![0.0; r_m.len()],
                Function::MarkCorrelation | Function::MarkVariogram => vec![f64::NAN; r_m.len()],
            });
        }
        return Ok(curves);
    }
    let pairs = PairStatistics::new(&stand.places_m, window)?;
    let marks = match catalogue.size_of {
        SizeOf::Nothing => None,
        _ => Some(pairs.marks(&stand.sizes, &radii, &by, &measure.kernel)?),
    };
    for function in asked(catalogue.size_of) {
        curves.push(match function {
            Function::L => {
                let l = values(pairs.l(&radii, &by)?.by(by[0]));
                l.iter().zip(&r_m).map(|(l, r_m)| l - r_m).collect()
            }
            Function::PairCorrelation => beyond_kernel(values(
                pairs.pair_correlation(&radii, &by, &measure.kernel)?.by(by[0]),
            )),
            Function::G => NearestNeighbourSummary::new(&stand.places_m, window)?.g(&r_m)?.km,
            Function::F => {
                // The same places for each run, so that curves differ by their trees alone.
                let pixels = default_pixels(1, window);
                EmptySpace::new(&stand.places_m, window, pixels)?.f(&r_m)?.km
            }
            Function::MarkCorrelation => beyond_kernel(values(
                marks.as_ref().and_then(|marks| marks.correlation.by(by[0])),
            )),
            Function::MarkVariogram => {
                beyond_kernel(values(marks.as_ref().and_then(|marks| marks.variogram.by(by[0]))))
            }
        });
    }
    Ok(curves)
}

//! `stats`: the spacing of one pattern of points, as curves, numbers, tests and figures' data.

mod against;
mod checks;
mod curves;
mod envelopes;
mod error;
mod estimate;
mod functions;
mod intensity;
mod marks;
mod nulls;
mod options;
mod pooled;
mod ranges;
mod shape;
mod simulated;
mod species;
mod summary;
mod tests_by_name;
mod values;
mod window;

use std::io;

pub use understory_spacing::{BandwidthRule, CovariateRaster, Divisor};
use understory_spacing::{
    CovariateGround, CovariateIntensity, GFunction, NearestNeighbourSummary, Radii, Region,
};

use crate::job::Watch;
use crate::store::Store;

pub use against::Against;
pub use curves::Curve;
use curves::{corrections, kernel_columns, over_pairs};
pub use envelopes::{CombinedTests, GlobalTests, NullModel};
pub use error::StatsError;
pub use functions::{About, Drawn, Function};
use functions::{How, Points};
use intensity::{Intensity, STEPS_OF_COVARIATE};
pub use options::{DEFAULT_STEPS, IntensityBandwidth, NullHypothesis, Pattern, StatsOptions};
pub use pooled::Pooled;
use ranges::Ranges;
use shape::Shape;
use simulated::Simulated;
use summary::HopkinsSkellam;
pub use summary::Summary;
pub use tests_by_name::GlobalTestName;
pub(crate) use values::{j_of, pair_correction, pcf_of, undefined_as_nan};
pub use window::PatternWindow;

/// Everything that was estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// The numbers.
    pub summary: Summary,
    /// The curves, one table each.
    pub curves: Vec<Curve>,
    /// How unlike the patterns to compare with it is.
    pub against: Option<Against>,
}

/// Measures a pattern and reports to `watch` how far it is.
///
/// # Errors
/// [`StatsError`] where the pattern, a mark or an option does not allow an estimate, or memory will not suffice.
pub fn stats(pattern: &Pattern, options: &StatsOptions, watch: &dyn Watch) -> Result<Stats, StatsError> {
    shape::check(pattern, options)?;
    envelopes::check(pattern, options)?;
    pooled::check(options)?;
    estimate::check(pattern, options)?;
    let ranges = Ranges::of(
        pattern.points_m.len(),
        &pattern.window,
        options.r_max_m,
        options.r_steps,
    )?;
    checks::check_corners(pattern, options, &ranges.pairs)?;
    let sigma_m = options.intensity_sigma_m(pattern)?;
    let ground = match (&options.covariate, pattern.window.rectangle()) {
        (Some(raster), Some(window)) => Some(CovariateGround::new(raster, window, STEPS_OF_COVARIATE)?),
        _ => None,
    };
    let intensity = match &ground {
        Some(ground) => Some(Intensity::Covariate(ground)),
        None => sigma_m.map(Intensity::Kernel),
    };
    let how = How {
        intensity,
        ..options.how(&pattern.window, &ranges, false)
    };
    let per_m2 = sigma_m
        .map(|sigma_m| checks::of_kernel(pattern, sigma_m))
        .transpose()?;
    watch.step("nearest neighbours", 0, 1);
    // One after the other: each has an index of the points, and a million points should fit into 64 MB once more.
    let hopkins_skellam = HopkinsSkellam::of(pattern, options)?;
    checks::check_kernel(pattern, options, &ranges.pairs)?;
    watch.step("gaps and rows", 0, 1);
    let mut shape = Shape::of(pattern)?;
    shape.not_measured.extend(marks::not_measured(&pattern.marks));
    let near = NearestNeighbourSummary::new(&pattern.points_m, &pattern.window)?;
    let g = near.g(&ranges.distances_m)?;
    let mut summary = Summary::of(pattern, &near, hopkins_skellam, shape)?;
    // The index of all points goes before the curves make theirs.
    drop(near);
    summary.intensity_sigma = sigma_m;
    let mut curves = all_curves(pattern, (g, per_m2), options, how, watch)?;
    if let Some(ground) = &ground {
        watch.step("intensity by the covariate", 0, 1);
        let intensity = CovariateIntensity::new(&pattern.points_m, ground)?;
        curves.push(functions::covariate_curve(&intensity));
    }
    summary.pooled = pooled::add(pattern, options, how, &mut curves, watch)?;
    summary.null_model = NullModel::of(options);
    let compared = envelopes::compared(pattern, options, how);
    let random = Simulated::random(pattern, options, (&compared.plain, how), watch)?;
    let families = random.map(|random| {
        summary.test_by_simulation(&random.indices);
        random.families
    });
    let tested = envelopes::add((pattern, options, how), (&compared, families), &mut curves, watch)?;
    summary.global_tests = tested.by_table;
    summary.combined_tests = tested.combined;
    summary.shape.not_measured.extend(tested.not_measured);
    watch.step("patterns to compare with", 0, 1);
    Ok(Stats {
        summary,
        against: against::compare(pattern, options)?,
        curves,
    })
}

impl Stats {
    /// Writes the tables: first `summary.json`, by which a folder is known to be ours, then a CSV for each curve.
    ///
    /// # Errors
    /// What the store reports.
    pub fn write(&self, store: &dyn Store) -> io::Result<()> {
        store.write("summary.json", &mut |out| {
            serde_json::to_writer_pretty(&mut *out, &self.summary)?;
            writeln!(out)
        })?;
        for curve in &self.curves {
            curve.write(store)?;
        }
        if let Some(against) = &self.against {
            store.write("against.json", &mut |out| {
                serde_json::to_writer_pretty(&mut *out, against)?;
                writeln!(out)
            })?;
        }
        Ok(())
    }
}

/// Every curve that was asked for: of all points, of their marks, and between species.
fn all_curves(
    pattern: &Pattern,
    (g, per_m2): (GFunction, Option<Vec<f64>>),
    options: &StatsOptions,
    how: How<'_>,
    watch: &dyn Watch,
) -> Result<Vec<Curve>, StatsError> {
    let ranges = how.ranges;
    let points = Points::new(&pattern.points_m, how)
        .with_g(g)
        .with_intensities(per_m2);
    let mut curves = Vec::new();
    for function in Function::ALL {
        if options.functions.contains(&function) {
            watch.step(function.step(), 0, 1);
            curves.push(function.of(&points)?);
        }
    }
    if !pattern.marks.is_empty() {
        watch.step("marks", 0, 1);
        let columns = kernel_columns(pattern.window.is_torus());
        let by = corrections(columns, pattern.window.is_torus());
        let marks = points
            .pairs()?
            .marks(&pattern.marks, &ranges.pairs, &by, &options.kernel())?;
        let left_out = marks::not_measured(&pattern.marks);
        for (name, found) in [
            ("mark_correlation", &marks.correlation),
            ("mark_variogram", &marks.variogram),
        ] {
            if !left_out.iter().any(|skipped| skipped.figure == name) {
                curves.push(over_pairs(name, found, columns));
            }
        }
    }
    curves.extend(species::curves(pattern, options, ranges, watch)?);
    Ok(curves)
}

/// Curves of a pattern at given distances: of pairs, and of neighbours.
pub(crate) fn curves_at(
    pattern: &Pattern,
    functions: &[Function],
    pairs: &Radii,
    distances_m: &[f64],
) -> Result<Vec<Curve>, StatsError> {
    let options = StatsOptions {
        functions: functions.to_vec(),
        ..StatsOptions::default()
    };
    let ranges = Ranges {
        pairs: *pairs,
        distances_m: distances_m.to_vec(),
        are_usual: false,
    };
    let g = NearestNeighbourSummary::new(&pattern.points_m, &pattern.window)?.g(distances_m)?;
    let how = options.how(&pattern.window, &ranges, false);
    all_curves(pattern, (g, None), &options, how, &())
}

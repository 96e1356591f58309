//! Envelopes and global tests: which curve of a pattern is held against which patterns of a null hypothesis.
//!
//! The envelope is that of the test by extreme rank length. With fewer than 19 patterns it is a range and no test,
//! and is labelled so.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use understory_numerics::sort;
use understory_spacing::{
    CombinedTest, Curves, GlobalMeasure, PairStatistics, Region, SpacingError, TwoStageTest,
};

use super::curves::Curve;
use super::error::StatsError;
use super::functions::{Function, How, Points};
use super::intensity::Intensity;
use super::nulls::Null;
use super::options::{NullHypothesis, Pattern, StatsOptions};
use super::shape::NotMeasured;
use super::simulated::{Family, by_function, measured};
use super::species::{SpeciesPair, pairs as species_pairs};
use super::tests_by_name::GlobalTestName;
use super::values::{pair_correction, undefined_as_nan};
use crate::job::Watch;

/// Level of the envelopes: the test fails a pattern of the null model with this probability.
const ALPHA: f64 = 0.05;

/// What a pattern's curves are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NullModel {
    /// How many patterns.
    pub patterns: usize,
    /// Whether they are simulations of complete spatial randomness; otherwise they were given.
    pub is_random: bool,
    /// Whether the envelopes are global ones at 5 %, for which 19 patterns are needed; otherwise they are the range
    /// of the curves at each distance, which is no test.
    pub is_global: bool,
}

impl NullModel {
    /// `None` where nothing is compared. Patterns that were given stand in the place of random ones.
    pub(super) fn of(options: &StatsOptions) -> Option<Self> {
        let is_random = options.null.is_empty();
        let patterns = if is_random {
            options.simulations as usize
        } else {
            options.null.len()
        };
        (patterns > 0).then_some(Self {
            patterns,
            is_random,
            is_global: is_global(patterns),
        })
    }
}

/// Whether so many patterns make a test at [`ALPHA`].
fn is_global(patterns: usize) -> bool {
    // The observed curve counts: with 19 others the most extreme of 20 is 5 %.
    (patterns + 1) as f64 * ALPHA >= 1.0
}

/// Probabilities of the observed curve under a null hypothesis, over a range of distances together.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct GlobalTests {
    /// By the maximum absolute deviation.
    pub mad: f64,
    /// By the integrated squared deviation (Diggle–Cressie–Loosmore–Ford).
    pub dclf: f64,
    /// By extreme rank length; the envelope is this test's.
    pub erl: f64,
    /// By continuous rank; absent where it was not asked for, as those that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continuous_rank: Option<f64>,
    /// By area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    /// By deviation in units of quantiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directional_quantile: Option<f64>,
    /// By deviation in standard deviations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub studentised: Option<f64>,
    /// By two stages of DCLF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub two_stage: Option<f64>,
    /// What is random under it.
    pub null_model: NullHypothesis,
    /// Patterns of it.
    pub patterns: usize,
    /// Least distance that entered.
    pub r_min: f64,
    /// Greatest distance that entered.
    pub r_max: f64,
}

impl GlobalTests {
    /// Whether the envelope is the global one at 5 %, and not the range of too few curves.
    #[must_use]
    pub fn is_global(&self) -> bool {
        is_global(self.patterns)
    }
}

/// A test of several functions of the points together.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct CombinedTests {
    /// The tables of the functions.
    pub functions: Vec<String>,
    /// Probability of patterns as extreme, by extreme rank length of the functions' extreme rank lengths.
    pub p: f64,
    /// What is random under the null model.
    pub null_model: NullHypothesis,
    /// Patterns of it.
    pub patterns: usize,
}

/// What was tested: each function by itself, and several together.
pub(super) struct Tests {
    pub(super) by_table: BTreeMap<String, GlobalTests>,
    pub(super) combined: Vec<CombinedTests>,
    /// Tests that the simulated patterns did not allow.
    pub(super) not_measured: Vec<NotMeasured>,
}

/// Refuses tests that have nothing to compare with or do not fit the functions.
pub(super) fn check(pattern: &Pattern, options: &StatsOptions) -> Result<(), StatsError> {
    let Some(&first) = options.tests.first() else {
        return Ok(());
    };
    let refused = |test: GlobalTestName, why: String, way_out: &str| {
        let test = test.name();
        StatsError::Refused(format!("the test `{test}` cannot be made: {why}; {way_out}"))
    };
    if NullModel::of(options).is_none() {
        let why = "there are no patterns to compare with".to_owned();
        return Err(refused(
            first,
            why,
            "give `--simulations 199`, or patterns of your own by `--null`",
        ));
    }
    let mut functions = options.functions.iter();
    if pattern.marks.is_empty() && !functions.any(|function| function.is_tested()) {
        let names = options.functions.iter().map(|function| function.name());
        let why = format!("{} has no test", names.collect::<Vec<_>>().join(", "));
        return Err(refused(
            first,
            why,
            "ask for a function with one, such as `--functions L`",
        ));
    }
    if options.tests.contains(&GlobalTestName::TwoStage) {
        let test = GlobalTestName::TwoStage;
        if !options
            .functions
            .iter()
            .any(|function| function.is_inhomogeneous())
        {
            let why = "none of the functions has an intensity that was estimated".to_owned();
            return Err(refused(
                test,
                why,
                "ask for Kinhom, Linhom or pcfinhom: the plain tests hold for the others",
            ));
        }
        if !options.null.is_empty() {
            let why = "the model of given patterns cannot be fitted anew".to_owned();
            return Err(refused(test, why, "leave `--null` out"));
        }
        if !(19..=TWO_STAGE_AT_MOST).contains(&options.simulations) {
            let why = format!(
                "it makes N² patterns of N simulations, and there are {}",
                options.simulations
            );
            return Err(refused(
                test,
                why,
                "give from `--simulations 19` to 199; 39 are usual",
            ));
        }
    }
    if options.tests.contains(&GlobalTestName::Combined) {
        let tested = options.functions.iter().filter(|function| function.is_tested());
        // Patterns that were given are the null model of all.
        let (varying, others): (Vec<&Function>, Vec<&Function>) =
            tested.partition(|function| options.null.is_empty() && function.is_inhomogeneous());
        if varying.len() < 2 && others.len() < 2 {
            let why = "it takes two functions that are held against the same null model".to_owned();
            return Err(refused(
                GlobalTestName::Combined,
                why,
                "ask for two, such as `--functions G,L` or `--functions Linhom,pcfinhom`",
            ));
        }
    }
    Ok(())
}

/// Simulations of a stage at most: 40,000 patterns.
const TWO_STAGE_AT_MOST: u32 = 199;

/// The functions of the points that are tested, by what they are held against.
pub(super) struct Compared {
    /// Against independent points of the estimated intensity.
    pub(super) varying: Vec<Function>,
    /// Against complete spatial randomness; against the patterns that were given, all are.
    pub(super) plain: Vec<Function>,
}

/// What is held against what.
pub(super) fn compared(pattern: &Pattern, options: &StatsOptions, how: How<'_>) -> Compared {
    let tested = options.functions.iter().copied();
    let tested = tested.filter(|function| function.tested(&pattern.window).is_some());
    let is_estimated = options.null.is_empty() && how.intensity.is_some();
    let (varying, plain) = tested.partition(|function| is_estimated && function.is_inhomogeneous());
    Compared { varying, plain }
}

/// Adds an envelope to the curves for each one that was asked for and has one, and gives its tests.
///
/// The envelope is the global one by extreme rank length: the observed curve leaves it somewhere exactly where the
/// test rejects at 5 %. Compared are G, F and J by Kaplan–Meier, K, L, the pair correlation and marks with translation
/// correction; on a torus their uncorrected, periodic forms. The curves of the points are held against complete
/// spatial randomness (those beside an intensity against independent points of the estimated one), or against the patterns that were given; those of marks and of pairs of species against what
/// [`NullHypothesis`] says.
pub(super) fn add(
    (pattern, options, how): (&Pattern, &StatsOptions, How<'_>),
    (compared, random): (&Compared, Option<Vec<Family>>),
    curves: &mut Vec<Curve>,
    watch: &dyn Watch,
) -> Result<Tests, StatsError> {
    let mut bench = Bench {
        pattern,
        options,
        how,
        watch,
        curves,
        tests: BTreeMap::new(),
        families: Vec::new(),
        not_measured: Vec::new(),
    };
    if NullModel::of(options).is_some() {
        bench.points(compared, random)?;
    }
    if options.simulations > 0 {
        if !pattern.marks.is_empty() {
            bench.marks()?;
        }
        for pair in species_pairs(pattern)? {
            bench.species(&pair)?;
        }
    }
    let combined = bench.combined()?;
    Ok(Tests {
        by_table: bench.tests,
        combined,
        not_measured: bench.not_measured,
    })
}

/// The tests of one pattern, as they come.
struct Bench<'a> {
    pattern: &'a Pattern,
    options: &'a StatsOptions,
    how: How<'a>,
    watch: &'a dyn Watch,
    curves: &'a mut Vec<Curve>,
    tests: BTreeMap<String, GlobalTests>,
    /// Those that are tested together, by their tables.
    families: Vec<(String, NullHypothesis, Curves)>,
    not_measured: Vec<NotMeasured>,
}

impl Bench<'_> {
    /// Of the functions of the points alone. `random`: the families of those that are held against random patterns.
    fn points(&mut self, compared: &Compared, random: Option<Vec<Family>>) -> Result<(), StatsError> {
        let (options, points_m, window, how) =
            (self.options, &self.pattern.points_m, self.how.window, self.how);
        let plain = match random {
            Some(random) => random,
            None => {
                let given = options.null.iter();
                let given = given.map(|points_m| measured(points_m, how, &compared.plain));
                by_function(given.collect::<Result<_, _>>()?, compared.plain.len())
            }
        };
        let plain_hypothesis = if options.null.is_empty() {
            NullHypothesis::Csr
        } else {
            NullHypothesis::Given
        };
        let varying = match how.intensity {
            Some(intensity) if !compared.varying.is_empty() => {
                let null = Null::new(options, "varying", "patterns of the intensity", self.watch);
                let fitted = intensity.fitted(points_m)?;
                let values = |points_m: &[[f64; 2]]| measured(points_m, how, &compared.varying);
                match null.varying(&fitted, window, values) {
                    Ok(patterns) => by_function(patterns, compared.varying.len()),
                    // A point that stands alone among simulated ones takes their functions with it, and the test.
                    Err(error @ SpacingError::NotAnIntensity { .. }) => {
                        let skipped = compared.varying.iter().map(|function| NotMeasured {
                            figure: format!("envelope_{}", function.about().table),
                            why: format!("in a simulated pattern {error}"),
                        });
                        self.not_measured.extend(skipped);
                        Vec::new()
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            _ => Vec::new(),
        };
        let of_varying = compared.varying.iter().zip(varying);
        let of_varying = of_varying.map(|of| (of, NullHypothesis::VaryingIntensity));
        let of_plain = compared.plain.iter().zip(plain).map(|of| (of, plain_hypothesis));
        let mut families: Vec<_> = of_varying.chain(of_plain).collect();
        // In the order in which they were asked for.
        let place = |function: Function| options.functions.iter().position(|other| *other == function);
        sort::by_key(&mut families, |((function, _), _)| place(**function));
        let all: Vec<Function> = families.iter().map(|((function, _), _)| **function).collect();
        let observed = {
            let points = Points::tested(points_m, how, &all);
            let observed = all.iter().map(|function| function.compared(&points));
            observed.collect::<Result<Vec<_>, _>>()?
        };
        let half_width_m = self.half_width_m(points_m.len());
        for (((&function, simulated), hypothesis), observed) in families.into_iter().zip(observed) {
            let range_m = function.tested_range_m(points_m.len(), window, half_width_m);
            let table = function.about().table;
            let Some(family) = self.family(table, &observed.r_m, observed.values, simulated)? else {
                continue;
            };
            self.judge(table, family, range_m, hypothesis)?;
            if hypothesis == NullHypothesis::VaryingIntensity
                && options.tests.contains(&GlobalTestName::TwoStage)
                && let Some(intensity) = how.intensity
            {
                let p = self.two_stage(function, &observed.r_m, intensity)?;
                if let Some(tests) = self.tests.get_mut(table) {
                    tests.two_stage = Some(p);
                }
            }
        }
        Ok(())
    }

    /// Of both stages by DCLF, over the range of the plain test.
    fn two_stage(
        &self,
        function: Function,
        r_m: &[f64],
        intensity: Intensity<'_>,
    ) -> Result<f64, StatsError> {
        let (table, how) = (function.about().table, self.how);
        let values = |points_m: &[[f64; 2]]| {
            let compared = function.compared(&Points::tested(points_m, how, &[function]));
            Ok(compared?.values)
        };
        let [from_m, to_m] = self
            .tests
            .get(table)
            .map_or([0.0, f64::INFINITY], |tests| [tests.r_min, tests.r_max]);
        let window = &self.pattern.window;
        let null = Null::new(self.options, "two-stage", table, self.watch);
        // A curve of each pattern: the observed one, those that it is held against, and as much for each of the second stage.
        let each = u64::from(self.options.simulations) + 1;
        let done = AtomicU64::new(0);
        let reported = |values| {
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.watch
                .step(&format!("two stages of {table}"), count, each * each);
            values
        };
        let test = TwoStageTest::new(
            &self.pattern.points_m,
            r_m,
            self.options.simulations,
            null.key(),
            |points_m: &Vec<[f64; 2]>| intensity.fitted(points_m),
            |fitted, key| fitted.drawn(window, key),
            |points_m| reported(values(points_m)),
            |curves| Ok(curves.clone().within(from_m, to_m)?.dclf()?.p),
        )?;
        Ok(test.p)
    }

    /// Of all functions of the points under one null model, where there are two or more.
    fn combined(&mut self) -> Result<Vec<CombinedTests>, StatsError> {
        let mut combined = Vec::new();
        for null_model in [
            NullHypothesis::Csr,
            NullHypothesis::VaryingIntensity,
            NullHypothesis::Given,
        ] {
            let own = self
                .families
                .iter()
                .filter(|(_, hypothesis, _)| *hypothesis == null_model);
            let (tables, families): (Vec<String>, Vec<Curves>) = own
                .map(|(table, _, family)| (table.clone(), family.clone()))
                .unzip();
            if families.len() < 2 {
                continue;
            }
            let patterns = families[0].simulated().len();
            let alpha = if is_global(patterns) { ALPHA } else { 0.5 };
            let test = CombinedTest::new(&families, GlobalMeasure::ExtremeRankLength, alpha)?;
            if is_global(patterns) {
                for ((table, family), bounds) in tables.iter().zip(&families).zip(&test.functions) {
                    let theo = self.theoretical(table, family);
                    let ends = [bounds.low.clone(), bounds.high.clone()];
                    let name = format!("combined_{table}");
                    self.curves.push(Curve::envelope(
                        &name,
                        family.r_m(),
                        family.observed(),
                        theo,
                        ends,
                    ));
                }
            }
            combined.push(CombinedTests {
                functions: tables,
                p: test.p,
                null_model,
                patterns,
            });
        }
        Ok(combined)
    }

    /// The theoretical curve of a table.
    fn theoretical(&self, name: &str, family: &Curves) -> Vec<Option<f64>> {
        self.curves
            .iter()
            .find(|curve| curve.name == name)
            .and_then(|curve| curve.column("theo"))
            .map_or_else(|| vec![None; family.r_m().len()], <[_]>::to_vec)
    }

    /// Of marks, which are dealt out anew.
    fn marks(&mut self) -> Result<(), StatsError> {
        let (pattern, options) = (self.pattern, self.options);
        let correction = pair_correction(&pattern.window);
        let pairs = PairStatistics::new(&pattern.points_m, &pattern.window)?;
        let of = |marks: &[f64]| -> Result<[Vec<f64>; 2], SpacingError> {
            let curves = pairs.marks(marks, &self.how.ranges.pairs, &[correction], &options.kernel())?;
            Ok([curves.correlation, curves.variogram]
                .map(|curve| undefined_as_nan(curve.by(correction).unwrap_or_default())))
        };
        let observed = of(&pattern.marks)?;
        let null = Null::new(options, "marks", "mark correlation", self.watch);
        let mut simulated = [Vec::new(), Vec::new()];
        for [correlation, variogram] in null.relabelled(&pattern.marks, |marks| of(marks))? {
            simulated[0].push(correlation);
            simulated[1].push(variogram);
        }
        let r_m = self.how.ranges.pairs.to_vec_m();
        let range_m = [self.half_width_m(pattern.points_m.len()), f64::INFINITY];
        let names = ["mark_correlation", "mark_variogram"];
        for ((name, observed), simulated) in names.into_iter().zip(observed).zip(simulated) {
            if !self.curves.iter().any(|curve| curve.name == name) {
                continue;
            }
            if let Some(family) = self.family(name, &r_m, observed, simulated)? {
                self.judge(name, family, range_m, NullHypothesis::RandomLabelling)?;
            }
        }
        Ok(())
    }

    /// Of one species to another.
    fn species(&mut self, pair: &SpeciesPair) -> Result<(), StatsError> {
        let (pattern, options) = (self.pattern, self.options);
        let functions = pair.functions(options);
        if functions.is_empty() {
            return Ok(());
        }
        let how = options.how(&pattern.window, self.how.ranges, true);
        let of = |from_m: &[[f64; 2]], to_m: &[[f64; 2]]| pair.compared([from_m, to_m], &functions, how);
        let observed = of(&pair.from_m, &pair.to_m)?;
        let null = Null::new(options, "species", &pair.name(functions[0]), self.watch);
        let simulated = null.pairs(&pattern.points_m, pair, &pattern.window, |from_m, to_m| {
            of(from_m, to_m)
        })?;
        let mut by_function: Vec<Vec<Vec<f64>>> = vec![Vec::new(); functions.len()];
        for curves in simulated {
            for (all, curve) in by_function.iter_mut().zip(curves) {
                all.push(curve.values);
            }
        }
        let to = pair.to_m.len();
        for ((&function, observed), simulated) in functions.iter().zip(observed).zip(by_function) {
            let range_m = function.tested_range_m(to, &pattern.window, self.half_width_m(to));
            let name = pair.name(function);
            if let Some(family) = self.family(&name, &observed.r_m, observed.values, simulated)? {
                self.judge(&name, family, range_m, options.species_null)?;
            }
        }
        Ok(())
    }

    /// The observed curve among simulated ones; none where they have no distance in common, which is noted.
    fn family(
        &mut self,
        table: &str,
        r_m: &[f64],
        observed: Vec<f64>,
        simulated: Vec<Vec<f64>>,
    ) -> Result<Option<Curves>, SpacingError> {
        match Curves::new(r_m, observed, simulated) {
            Err(error @ SpacingError::NowhereDefined { .. }) => {
                let (figure, why) = (format!("envelope_{table}"), error.to_string());
                self.not_measured.push(NotMeasured { figure, why });
                Ok(None)
            }
            family => family.map(Some),
        }
    }

    /// The tests over a range, which begins where `--r-min` has it, and the envelope.
    fn judge(
        &mut self,
        name: &str,
        family: Curves,
        [usual_m, to_m]: [f64; 2],
        null_model: NullHypothesis,
    ) -> Result<(), StatsError> {
        let last_m = family.r_m()[family.r_m().len() - 1];
        // A kernel wider than the whole range leaves nothing beyond it.
        let usual_m = if usual_m < last_m { usual_m } else { 0.0 };
        let from_m = self.options.r_min_m.unwrap_or(usual_m);
        let refused = |error: SpacingError| StatsError::Refused(format!("the test of `{name}`: {error}"));
        let family = family.within(from_m, to_m.min(last_m)).map_err(refused)?;
        let patterns = family.simulated().len();
        // Too few simulations for a test at 5 % still have a range and probabilities.
        let alpha = if is_global(patterns) { ALPHA } else { 0.5 };
        let erl = family.global_test(GlobalMeasure::ExtremeRankLength, alpha)?;
        let ends = if is_global(patterns) {
            [erl.low, erl.high]
        } else {
            let range = family.envelope(1)?;
            [range.low, range.high]
        };
        let [r_min, r_max] = family.range_m();
        let by = |test: GlobalTestName| -> Result<Option<f64>, SpacingError> {
            let measure = test.measure().filter(|_| self.options.tests.contains(&test));
            measure
                .map(|measure| Ok(family.global_test(measure, alpha)?.p))
                .transpose()
        };
        let tests = GlobalTests {
            mad: family.mad().p,
            dclf: family.dclf().map_err(refused)?.p,
            erl: erl.p,
            continuous_rank: by(GlobalTestName::ContinuousRank)?,
            area: by(GlobalTestName::Area)?,
            directional_quantile: by(GlobalTestName::DirectionalQuantile)?,
            studentised: by(GlobalTestName::Studentised)?,
            two_stage: None,
            null_model,
            patterns,
            r_min,
            r_max,
        };
        self.tests.insert(name.to_owned(), tests);
        let theo = self.theoretical(name, &family);
        let curve = Curve::envelope(name, family.r_m(), family.observed(), theo, ends);
        self.curves.push(curve);
        if self.options.tests.contains(&GlobalTestName::Trace) {
            let trace = Curve::named(format!("trace_{name}")).with_defined("r", family.r_m());
            let trace = trace.with("mad", family.mad_trace());
            self.curves.push(trace.with("dclf", family.dclf_trace()));
        }
        let is_of_points = matches!(
            null_model,
            NullHypothesis::Csr | NullHypothesis::VaryingIntensity | NullHypothesis::Given
        ) && !name.contains("_cross_");
        if is_of_points && self.options.tests.contains(&GlobalTestName::Combined) {
            self.families.push((name.to_owned(), null_model, family));
        }
        Ok(())
    }

    /// Of the kernel for so many points. Marks have few pairs nearer than this.
    fn half_width_m(&self, points: usize) -> f64 {
        let usual_m = 0.15 * (self.pattern.window.area_m2() / points as f64).sqrt();
        self.options.half_width_m.unwrap_or(usual_m)
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;
    use understory_numerics::{Purpose, RandomKey};
    use understory_space::Edge;
    use understory_spacing::{Plot, default_j_range_m, uniform_points};

    use super::*;
    use crate::stats::stats;

    /// Random patterns; more, for a longer look, by the variable `PATTERNS`.
    fn patterns() -> u64 {
        let asked = std::env::var("PATTERNS").ok();
        asked.and_then(|count| count.parse().ok()).unwrap_or(200)
    }

    fn window() -> Plot {
        Plot::new([5.0, -3.0], [24.0, 9.0], Edge::Open).unwrap()
    }

    /// Random points, each with a random mark and one of two species.
    fn random(seed: u64) -> Pattern {
        let key = RandomKey::root(seed, &["calibration"]);
        let bits = |number: u32| key.draws(0, Purpose::Size, number);
        Pattern {
            points_m: uniform_points(60, &window(), key).unwrap(),
            window: window().into(),
            marks: (0..60).map(|number| f64::from(bits(number)[0])).collect(),
            species: (0..60)
                .map(|number| ["ash", "oak"][(bits(number)[1] % 2) as usize].to_owned())
                .collect(),
        }
    }

    /// A strong Thomas process, or next to it: 24 clusters of eight points, each in a square of a metre.
    fn clustered(seed: u64) -> Pattern {
        let key = RandomKey::root(seed, &["clusters"]);
        let middles = uniform_points(24, &window(), key).unwrap();
        let points_m = (0..192_u32).map(|number| {
            let [a, b, ..] = key.draws(0, Purpose::Size, number);
            let middle = middles[number as usize / 8];
            let [low, size] = [window().origin_m(), window().size_m()];
            std::array::from_fn(|axis| {
                let way = f64::from([a, b][axis]) / f64::from(u32::MAX) - 0.5;
                (middle[axis] + way).clamp(low[axis], low[axis] + size[axis])
            })
        });
        Pattern {
            points_m: points_m.collect(),
            marks: Vec::new(),
            species: Vec::new(),
            window: window().into(),
        }
    }

    fn tests_of(
        pattern: &Pattern,
        functions: &[Function],
        simulations: u32,
        seed: u64,
    ) -> BTreeMap<String, GlobalTests> {
        let options = StatsOptions {
            functions: functions.to_vec(),
            r_steps: 32,
            pixels: Some([40, 15]),
            simulations,
            seed,
            species_null: if seed.is_multiple_of(2) {
                NullHypothesis::ToroidalShift
            } else {
                NullHypothesis::RandomLabelling
            },
            ..StatsOptions::default()
        };
        stats(pattern, &options, &()).unwrap().summary.global_tests
    }

    /// J's test went on to where F is nearly 1, rejected random patterns too often (KS p = 4e-6) and had no power.
    /// The pair correlation's began at 0, where its noise has no end. Marks and species had no test.
    #[test]
    fn every_test_keeps_its_level_on_random_patterns() {
        let functions = [Function::J, Function::L, Function::Pcf];
        let found: Vec<_> = (0..patterns())
            .into_par_iter()
            .map(|seed| tests_of(&random(seed), &functions, 39, seed))
            .collect();
        let names: Vec<&String> = found[0].keys().collect();
        assert_eq!(
            names,
            [
                "J",
                "L",
                "L_cross_ash_oak",
                "L_cross_oak_ash",
                "mark_correlation",
                "mark_variogram",
                "pcf",
                "pcf_cross_ash_oak",
                "pcf_cross_oak_ash"
            ]
        );
        for name in names {
            for (at, test) in ["MAD", "DCLF", "ERL"].into_iter().enumerate() {
                let p = |tests: &GlobalTests| [tests.mad, tests.dclf, tests.erl][at];
                let p: Vec<f64> = found.iter().map(|tests| p(&tests[name])).collect();
                // Kolmogorov and Smirnov's distance to the even spread over 1/40, 2/40, …
                let farthest = (1..=40).map(|k| {
                    let level = f64::from(k) / 40.0;
                    let share = p.iter().filter(|p| **p <= level + 1e-9).count() as f64 / p.len() as f64;
                    (share - level).abs()
                });
                let farthest = farthest.fold(0.0, f64::max);
                // So far in one case of a thousand.
                let far = 1.95 / (p.len() as f64).sqrt();
                assert!(farthest < far, "{name} by {test}: {farthest}");
            }
        }
    }

    /// J's test by MAD rejected none of such patterns. It is the weakest test still, as J of clusters falls to 0 at most
    /// and rises without end by chance: it takes 199 simulations where others take 39.
    #[test]
    fn clusters_are_seen_by_every_test() {
        const SEEDS: u64 = 10;
        let functions = [Function::J, Function::Pcf, Function::L];
        let mut rejected: BTreeMap<String, [u64; 3]> = BTreeMap::new();
        for seed in 0..SEEDS {
            for (name, tests) in tests_of(&clustered(seed), &functions, 199, seed) {
                let counts = rejected.entry(name).or_default();
                for (count, p) in counts.iter_mut().zip([tests.mad, tests.dclf, tests.erl]) {
                    *count += u64::from(p <= 0.05);
                }
            }
        }
        for (name, counts) in rejected {
            assert_eq!(counts, [SEEDS; 3], "{name}");
        }
    }

    #[test]
    fn a_test_says_over_what_range_and_among_what() {
        let found = tests_of(&random(0), &[Function::G, Function::J, Function::Pcf], 39, 0);
        let half_width_m = 0.15 * (216.0_f64 / 60.0).sqrt();
        let pcf = found["pcf"];
        assert!(
            pcf.r_min >= half_width_m && pcf.r_min < half_width_m + 2.25 / 32.0,
            "{pcf:?}"
        );
        assert_eq!(
            (pcf.patterns, pcf.null_model, pcf.r_max),
            (39, NullHypothesis::Csr, 2.25)
        );
        let j_range_m = default_j_range_m(60, &window());
        assert!(found["J"].r_min == 0.0 && found["J"].r_max <= j_range_m);
        assert_eq!(
            found["mark_variogram"].null_model,
            NullHypothesis::RandomLabelling
        );
        assert_eq!(found["G_cross_ash_oak"].null_model, NullHypothesis::ToroidalShift);

        let options = StatsOptions {
            functions: vec![Function::L],
            simulations: 19,
            r_min_m: Some(1.0),
            ..StatsOptions::default()
        };
        let pattern = Pattern {
            marks: Vec::new(),
            species: Vec::new(),
            ..random(0)
        };
        let begun = stats(&pattern, &options, &()).unwrap();
        assert!(begun.summary.global_tests["L"].r_min >= 1.0);
        let envelope = begun
            .curves
            .iter()
            .find(|curve| curve.name == "envelope_L")
            .unwrap();
        let low = envelope.column("lo").unwrap();
        assert!(low[..227].iter().all(Option::is_none) && low[228..].iter().all(Option::is_some));
        let too_far = StatsOptions {
            r_min_m: Some(9.0),
            ..options
        };
        assert_eq!(
            stats(&pattern, &too_far, &()).unwrap_err().to_string(),
            "the test of `L`: no distance from 9 to 2.25 has a value in every curve: take a wider range, or smaller steps"
        );
    }
}

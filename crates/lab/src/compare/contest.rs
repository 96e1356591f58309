//! A target and the methods that are held against it: each fitted where that is asked for, timed, laid out again and again,
//! measured and tested.

use std::time::Instant;

use understory_numerics::parallel::try_map;
use understory_numerics::{Purpose, RandomKey, sort};
use understory_scatter::{Layout, Method, Scattered, TargetStatistics};
use understory_scenario::{Candidate, Compare};
use understory_spacing::{Curves, GlobalMeasure};

use super::distance::{self, Measured, Ruler};
use super::fit;
use super::looks::Looks;
use super::outcome::{Band, Family, Fitted, JudgedBy, Outcome};
use super::points::{root, scatter};
use super::raster;
use super::target::Target;
use crate::error::LabError;
use crate::job::Watch;

/// Global envelopes of the figures hold all but this share of a method's patterns.
const ALPHA: f64 = 0.05;

/// What is known of one pattern of a method.
struct Simulated {
    measured: Measured,
    /// *J* at [`Ruler::j_r_m`].
    j: Vec<f64>,
    looks: Looks,
}

/// What lays out one pattern from its key.
pub(super) type LayOut<'a> = dyn Fn(RandomKey) -> Result<Scattered, LabError> + Sync + 'a;

/// A target and what its methods are held against.
pub(super) struct Contest<'a> {
    pub(super) target: &'a Target,
    pub(super) ruler: &'a Ruler,
    pub(super) measured: &'a Measured,
    /// *J* at [`Ruler::j_r_m`].
    pub(super) j: &'a [f64],
    pub(super) target_statistics: &'a TargetStatistics,
    pub(super) seed: u64,
    /// May have it stopped between two patterns.
    pub(super) watch: &'a dyn Watch,
}

/// By what a candidate can be judged.
pub(super) fn judged_by(candidate: &Candidate) -> JudgedBy {
    match &candidate.method {
        Method::Resampled(_) => JudgedBy::GAndJ,
        _ if candidate.fit => JudgedBy::GAndJ,
        _ => JudgedBy::L,
    }
}

impl Contest<'_> {
    /// What every method gets: the target's plot, its count and its statistics.
    fn layout(&self) -> Layout<'_> {
        Layout {
            target_statistics: Some(self.target_statistics),
            ..Layout::new(&self.target.plot, self.target.points_m.len() as u32)
        }
    }

    /// One method: fitted where that is asked for, timed, laid out again and again, measured and tested.
    pub(super) fn hold(&self, candidate: &Candidate, compare: &Compare) -> Result<Outcome, LabError> {
        let layout = self.layout();
        let (candidate, fitted) = if candidate.fit {
            let fit = fit::fit(
                candidate,
                &layout,
                (self.ruler, self.measured),
                self.seed,
                self.watch,
            )?;
            let fitted = Candidate {
                method: fit.method,
                ..candidate.clone()
            };
            (fitted, Some(fit.found))
        } else {
            (candidate.clone(), None)
        };
        // By label, not by place in the list: a method that is added changes no other's points.
        let key = root(self.seed, &candidate);
        let judged_by = judged_by(&candidate);
        let outcome = self.judge(
            &|key| scatter(&candidate, &layout, key),
            key,
            (judged_by, fitted),
            compare,
        )?;
        Ok(Outcome {
            raster: raster::forest(&candidate, &layout, pattern_key(key, 0))?,
            family_name: candidate.method.family().name(),
            ..outcome
        })
    }

    /// What lays out patterns, each from its own key: timed, laid out again and again, measured and tested.
    pub(super) fn judge(
        &self,
        scatter: &LayOut<'_>,
        key: RandomKey,
        (judged_by, fitted): (JudgedBy, Option<Fitted>),
        compare: &Compare,
    ) -> Result<Outcome, LabError> {
        // Before the patterns for the envelope, which use all threads: the time is that of one thread with nothing
        // beside it.
        let (first, seconds) = timed(compare.repeats, || scatter(pattern_key(key, 0)))?;
        let patterns = try_map(compare.simulations as usize, 1, |number| {
            self.pattern(scatter, pattern_key(key, number as u32))
        })?;
        let patterns: Option<Vec<Simulated>> = patterns.into_iter().collect();
        let family = patterns
            .as_ref()
            .map(|patterns| self.family(patterns))
            .transpose()?;
        // Where another pattern had too few points, the first may still have enough.
        let measured = match patterns.and_then(|patterns| patterns.into_iter().next()) {
            None if first.points_m.len() > 1 => Some(self.ruler.measure(&first.points_m)?),
            first => first.map(|pattern| pattern.measured),
        };
        Ok(Outcome {
            first,
            measured,
            wanted: self.target.points_m.len(),
            seconds,
            family,
            fitted,
            judged_by,
            // A painted world imitates; a tile that was grown for it stands there in copies.
            family_name: understory_scatter::Family::Ontogenetic.name(),
            raster: None,
        })
    }

    /// One pattern of a method as it was measured; `None` below two points.
    fn pattern(&self, scatter: &LayOut<'_>, key: RandomKey) -> Result<Option<Simulated>, LabError> {
        if self.watch.is_stopped() {
            return Err(LabError::Stopped);
        }
        let points_m = scatter(key)?.points_m;
        if points_m.len() < 2 {
            return Ok(None);
        }
        Ok(Some(Simulated {
            measured: self.ruler.measure(&points_m)?,
            j: self.ruler.j(&points_m)?,
            looks: self.ruler.looks(&points_m)?,
        }))
    }

    /// How the target lies among a method's patterns: mean distances, and tests with their envelopes.
    fn family(&self, patterns: &[Simulated]) -> Result<Family, LabError> {
        let distances = patterns
            .iter()
            .map(|pattern| self.ruler.distance(self.measured, &pattern.measured))
            .collect::<Result<Vec<_>, _>>()?;
        let mean = |figure: fn(&distance::Distance) -> f64| {
            distances.iter().map(figure).sum::<f64>() / distances.len() as f64
        };
        let test = |name, r_m: &[f64], curve: fn(&Measured) -> &Vec<f64>| -> Result<(f64, Band), LabError> {
            let simulated = patterns
                .iter()
                .map(|pattern| curve(&pattern.measured).clone())
                .collect();
            let curves = Curves::new(r_m, curve(self.measured).clone(), simulated)?;
            let test = curves.global_test(GlobalMeasure::ExtremeRankLength, ALPHA)?;
            let band = Band {
                name,
                r_m: r_m.to_vec(),
                target: curve(self.measured).clone(),
                first: curve(&patterns[0].measured).clone(),
                low: test.low,
                high: test.high,
            };
            Ok((test.p, band))
        };
        let (r_m, near_m) = (self.ruler.r_m(), self.ruler.g_r_m());
        let (g_p, g) = test("G", near_m, |measured| &measured.g)?;
        let (p, l) = test("L", r_m, |measured| &measured.l_m)?;
        let (_, pcf) = test("pcf", r_m, |measured| &measured.pcf)?;
        let j = patterns.iter().map(|pattern| pattern.j.clone()).collect();
        let (_, nnd) = test("nnd", self.ruler.nnd_r_m(), |measured| &measured.nnd_per_m)?;
        Ok(Family {
            g_ks: mean(|distance| distance.g_ks),
            l_rmse_m: mean(|distance| distance.l_rmse_m),
            pcf_rmse: mean(|distance| distance.pcf_rmse),
            clark_evans: patterns
                .iter()
                .map(|pattern| pattern.measured.clark_evans())
                .sum::<f64>()
                / patterns.len() as f64,
            p,
            g_p,
            j_p: Curves::new(self.ruler.j_r_m(), self.j.to_vec(), j)?
                .global_test(GlobalMeasure::ExtremeRankLength, ALPHA)?
                .p,
            looks: Looks::mean(patterns.iter().map(|pattern| pattern.looks)),
            envelopes: vec![g, l, pcf, nnd],
        })
    }
}

/// The key of the pattern of this number, from that of all a method's patterns.
fn pattern_key(key: RandomKey, number: u32) -> RandomKey {
    key.child(0, Purpose::Simulation, number)
}

/// What `work` gives, and the median of its times over so many repeats, s.
fn timed<T>(repeats: u32, work: impl Fn() -> Result<T, LabError>) -> Result<(T, f64), LabError> {
    let mut seconds = Vec::new();
    loop {
        let start = Instant::now();
        let done = work()?;
        seconds.push(start.elapsed().as_secs_f64());
        if seconds.len() >= repeats as usize {
            sort::numbers(&mut seconds);
            // The median: one repeat that the system interrupted does not count.
            let middle = seconds.len() / 2;
            let median = (seconds[middle] + seconds[(seconds.len() - 1) / 2]) / 2.0;
            return Ok((done, median));
        }
    }
}

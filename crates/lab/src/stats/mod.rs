//! `stats`: the spacing of one pattern of points, as curves, numbers, tests and figures' data.

mod against;
mod curves;
mod envelopes;
mod error;
mod estimate;
mod nulls;
mod shape;
mod species;
mod summary;

pub use understory_spacing::Divisor;
use understory_spacing::{
    NearestNeighbourSummary, PairKernel, Plot, Radii, SpacingError, default_distance_range_m,
};

pub use against::Against;
pub use curves::Curve;
pub use envelopes::{GlobalTests, NullModel};
pub(crate) use envelopes::{j_of, pair_correction, undefined_as_nan};
pub use error::StatsError;
pub use nulls::NullHypothesis;
use shape::Shape;
use summary::HopkinsSkellam;
pub use summary::Summary;

use std::io;

use crate::store::Store;

/// A pattern that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Where its points are, in the window's unit.
    pub points_m: Vec<[f64; 2]>,
    /// The window, open or torus.
    pub window: Plot,
    /// A number for each point; empty without one.
    pub marks: Vec<f64>,
    /// A name for each point; empty without one.
    pub species: Vec<String>,
}

/// What is to be estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Nearest-neighbour distances.
    G,
    /// Empty space.
    F,
    /// (1 − G)/(1 − F).
    J,
    /// Ripley's K.
    K,
    /// Besag's L.
    L,
    /// Pair correlation.
    Pcf,
    /// Distances to the k-th neighbour.
    Knn,
    /// K by direction.
    Sector,
    /// Power spectrum.
    Spectrum,
}

impl Function {
    /// All functions, with the names by which they are asked for.
    pub const ALL: [(&'static str, Self); 9] = [
        ("G", Self::G),
        ("F", Self::F),
        ("J", Self::J),
        ("K", Self::K),
        ("L", Self::L),
        ("pcf", Self::Pcf),
        ("knn", Self::Knn),
        ("sector", Self::Sector),
        ("spectrum", Self::Spectrum),
    ];

    /// Those that are estimated where none is named.
    pub const DEFAULT: [Self; 6] = [Self::G, Self::F, Self::J, Self::K, Self::L, Self::Pcf];

    /// The name by which it is asked for, and of its table.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, function)| *function == self)
            .map_or("", |(name, _)| name)
    }
}

/// How it is to be estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct StatsOptions {
    /// Which functions.
    pub functions: Vec<Function>,
    /// Where tests and envelopes begin; without, at 0, and where the kernel is used at its half-width.
    pub r_min_m: Option<f64>,
    /// Greatest distance of all functions; each its own without. Tests of J end where F of random points is 0.9.
    pub r_max_m: Option<f64>,
    /// Steps from 0 to the greatest distance.
    pub r_steps: usize,
    /// Pixels whose centres are the test points of F; enough to outnumber the points without.
    pub pixels: Option<[u32; 2]>,
    /// Half-width of the kernel; 0.15/√λ without.
    pub half_width_m: Option<f64>,
    /// Divisor of the pair correlation.
    pub divisor: Divisor,
    /// Patterns of complete spatial randomness to compare with; 0: none.
    pub simulations: u32,
    /// What pairs of species are compared with; marks are compared with random labelling.
    pub species_null: NullHypothesis,
    /// Seed of the simulations.
    pub seed: u64,
    /// Patterns to compare with in their place.
    pub null: Vec<Vec<[f64; 2]>>,
    /// Patterns that may come from the same process.
    pub against: Vec<Pattern>,
    /// Memory that there is; more is refused beforehand. `None` where that is not known.
    pub free_bytes: Option<u64>,
}

impl Default for StatsOptions {
    /// The usual functions and ranges, nothing simulated.
    fn default() -> Self {
        Self {
            functions: Function::DEFAULT.to_vec(),
            r_min_m: None,
            r_max_m: None,
            r_steps: DEFAULT_STEPS,
            pixels: None,
            half_width_m: None,
            divisor: Divisor::Radius,
            simulations: 0,
            species_null: NullHypothesis::default(),
            seed: 1,
            null: Vec::new(),
            against: Vec::new(),
            free_bytes: None,
        }
    }
}

impl StatsOptions {
    /// The kernel of the pair correlation and of marks.
    fn kernel(&self) -> PairKernel {
        PairKernel {
            half_width_m: self.half_width_m,
            divisor: self.divisor,
        }
    }
}

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

/// Steps of a curve where none are asked for.
pub const DEFAULT_STEPS: usize = 512;

/// Is told how far the work is.
pub trait Steps: Sync {
    /// `what` is at work, `done` of `of` parts over.
    fn step(&self, what: &str, done: u64, of: u64) {
        let _ = (what, done, of);
    }
}

/// Nobody is told.
impl Steps for () {}

/// Measures a pattern and tells `watch` how far it is.
///
/// # Errors
/// [`StatsError`] where the pattern, a mark or an option does not allow an estimate, or memory will not suffice.
pub fn stats(pattern: &Pattern, options: &StatsOptions, watch: &dyn Steps) -> Result<Stats, StatsError> {
    estimate::check(pattern, options)?;
    let ranges = Ranges::of(pattern, options)?;
    watch.step("nearest neighbours", 0, 1);
    // One after the other: each has an index of the points, and a million points should fit into 64 MB once more.
    let hopkins_skellam = HopkinsSkellam::of(pattern, options)?;
    watch.step("gaps and rows", 0, 1);
    let shape = Shape::of(pattern)?;
    watch.step("G, F and J", 0, 1);
    let f = curves::empty_space(pattern, options, &ranges)?;
    let near = NearestNeighbourSummary::new(&pattern.points_m, &pattern.window)?;
    let g = near.g(&ranges.distances_m)?;
    let mut summary = Summary::of(pattern, &near, hopkins_skellam, shape)?;
    drop(near);
    let mut curves = curves::all(pattern, (&g, f.as_ref()), options, &ranges, watch)?;
    summary.null_model = NullModel::of(options);
    summary.test_by_simulation(pattern, options, watch)?;
    summary.global_tests = envelopes::add(pattern, options, &ranges, &mut curves, watch)?;
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
    curves::all(pattern, (&g, None), &options, &ranges, &())
}

/// The distances at which curves stand.
struct Ranges {
    /// Of K, L, the pair correlation and the marks.
    pairs: Radii,
    /// Of G, F and J.
    distances_m: Vec<f64>,
    /// Whether each function has its usual range, which between species depends on their numbers.
    are_usual: bool,
}

impl Ranges {
    fn of(pattern: &Pattern, options: &StatsOptions) -> Result<Self, StatsError> {
        let (count, window) = (pattern.points_m.len(), &pattern.window);
        let pairs = match options.r_max_m {
            Some(r_max_m) => Radii::new(r_max_m, options.r_steps)?,
            None => {
                let usual = Radii::for_pairs(count, window)?;
                Radii::new(usual.max_m(), options.r_steps)?
            }
        };
        let distances = Radii::new(
            options.r_max_m.unwrap_or(default_distance_range_m(count, window)),
            options.r_steps,
        )?;
        Ok(Self {
            pairs,
            distances_m: distances.to_vec_m(),
            are_usual: options.r_max_m.is_none(),
        })
    }

    /// Of G from one species to another with `neighbours` points.
    fn to_species_m(&self, neighbours: usize, window: &Plot) -> Result<Vec<f64>, SpacingError> {
        if !self.are_usual {
            return Ok(self.distances_m.clone());
        }
        let r_max_m = default_distance_range_m(neighbours, window);
        Ok(Radii::new(r_max_m, self.distances_m.len() - 1)?.to_vec_m())
    }
}

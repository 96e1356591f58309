//! What is to be measured of which points.
//!
//! Lengths are in the unit of the points, which need not be metres, whatever a field's name says.

use understory_numerics::RandomKey;
use understory_spacing::{BandwidthRule, CovariateRaster, Divisor, PairKernel, SpacingError};

use super::functions::{Function, How};
use super::ranges::Ranges;
use super::tests_by_name::GlobalTestName;
use super::window::PatternWindow;

/// A pattern that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Where its points are, in the window's unit.
    pub points_m: Vec<[f64; 2]>,
    /// The window.
    pub window: PatternWindow,
    /// A number for each point; empty without one.
    pub marks: Vec<f64>,
    /// A name for each point; empty without one.
    pub species: Vec<String>,
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
    /// How wide the kernel is by which the intensity varies, for the functions that allow for it.
    pub intensity_bandwidth: IntensityBandwidth,
    /// What the intensity follows in place of a kernel over the points; its table is left, too.
    pub covariate: Option<CovariateRaster>,
    /// Patterns of the null model to compare with; 0: none.
    pub simulations: u32,
    /// Tests beyond those that are always made.
    pub tests: Vec<GlobalTestName>,
    /// What pairs of species are compared with; marks are compared with random labelling.
    pub species_null: NullHypothesis,
    /// Seed of the simulations.
    pub seed: u64,
    /// Patterns to compare with in their place.
    pub null: Vec<Vec<[f64; 2]>>,
    /// Patterns of the same process, with which the measured one is pooled.
    pub pool: Vec<Pattern>,
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
            intensity_bandwidth: IntensityBandwidth::default(),
            covariate: None,
            simulations: 0,
            tests: Vec::new(),
            species_null: NullHypothesis::default(),
            seed: 1,
            null: Vec::new(),
            pool: Vec::new(),
            against: Vec::new(),
            free_bytes: None,
        }
    }
}

impl StatsOptions {
    /// How functions are estimated on a window: for tables, or for tests.
    pub(super) fn how<'a>(&self, window: &'a PatternWindow, ranges: &'a Ranges, for_tests: bool) -> How<'a> {
        How {
            intensity: None,
            window,
            ranges,
            kernel: self.kernel(),
            pixels: self.pixels,
            for_tests,
        }
    }

    /// The key of the random test places of the Hopkins–Skellam index.
    pub(super) fn places_key(&self) -> RandomKey {
        RandomKey::root(self.seed, &["stats", "hopkins-skellam"])
    }

    /// The kernel of the pair correlation and of marks.
    pub(super) fn kernel(&self) -> PairKernel {
        PairKernel {
            half_width_m: self.half_width_m,
            divisor: self.divisor,
        }
    }
}

/// Standard deviation of the kernel of an intensity that varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IntensityBandwidth {
    /// As it is given, m.
    Given(f64),
    /// Chosen from the points.
    By(BandwidthRule),
}

impl Default for IntensityBandwidth {
    /// Scott's rule, the widest: narrow kernels explain clusters away.
    fn default() -> Self {
        Self::By(BandwidthRule::Scott)
    }
}

impl StatsOptions {
    /// The bandwidth of an intensity that varies, where a function asks for it, m.
    pub(super) fn intensity_sigma_m(&self, pattern: &Pattern) -> Result<Option<f64>, SpacingError> {
        if self.covariate.is_some() || !self.functions.iter().any(|function| function.is_inhomogeneous()) {
            return Ok(None);
        }
        let sigma_m = match self.intensity_bandwidth {
            IntensityBandwidth::Given(sigma_m) => sigma_m,
            IntensityBandwidth::By(rule) => rule.sigma_m(&pattern.points_m, &pattern.window)?,
        };
        Ok(Some(sigma_m))
    }
}

/// Steps of a curve where none are asked for.
pub const DEFAULT_STEPS: usize = 512;

/// What is random under a null hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NullHypothesis {
    /// Complete spatial randomness: each point stands anywhere, whatever stands elsewhere. Of two species, both are
    /// random and independent.
    Csr,
    /// Random labelling: places stay as they are, and the marks are dealt out among them by chance. Of two
    /// species: one thing happens to all trees, and which species a tree is of has no part in it.
    RandomLabelling,
    /// Toroidal shift: each of two species keeps its own pattern, but the two are independent. The second one is
    /// moved as a whole by a random way, and what leaves the window enters on the other side.
    #[default]
    ToroidalShift,
    /// The patterns that were given.
    Given,
    /// An inhomogeneous Poisson process: points are independent, and gather as their estimated intensity says. What
    /// functions beside an intensity are compared with; the intensity is estimated anew from each simulated pattern.
    VaryingIntensity,
}

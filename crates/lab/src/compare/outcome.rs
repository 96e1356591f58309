//! How a method did, and by what it is judged.
//!
//! A method is never judged by what it was fitted to: a *p* of such a test says nothing.

use understory_scatter::Scattered;
use understory_scatter::kerr::KerrForest;

use super::distance::Measured;
use super::looks::Looks;

/// How one method did.
pub(super) struct Outcome {
    /// Its first pattern.
    pub(super) first: Scattered,
    /// What that was measured to be; `None` below two points.
    pub(super) measured: Option<Measured>,
    /// Points asked for.
    pub(super) wanted: usize,
    /// Median time of the first pattern, s.
    pub(super) seconds: f64,
    /// The family of its patterns; `None` where one has fewer than two points.
    pub(super) family: Option<Family>,
    /// What a fit found.
    pub(super) fitted: Option<Fitted>,
    pub(super) judged_by: JudgedBy,
    /// `teleological` or `ontogenetic`.
    pub(super) family_name: &'static str,
    /// The raster that the first pattern grew on, for the method that has one.
    pub(super) raster: Option<KerrForest>,
}

/// What a fit found.
pub(super) struct Fitted {
    /// As `distance_m=3.1`.
    pub(super) numbers: String,
    /// Distance to the target before, and with these numbers.
    pub(super) before: f64,
    pub(super) after: f64,
}

/// By which functions a method is judged: those that nothing fitted it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JudgedBy {
    /// Nothing was fitted.
    L,
    /// The pair correlation was fitted or taken over, and with it its sum, L.
    GAndJ,
    /// A painted world that stands as a forest: its patterns are copies of one tile and no family that a pattern could be of.
    Nothing,
}

impl JudgedBy {
    /// As in `methods.csv`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::L => "L",
            Self::GAndJ => "G J",
            Self::Nothing => "",
        }
    }

    /// What was fitted to the target, as in `methods.csv`.
    pub(super) fn fitted_to(self) -> &'static str {
        match self {
            Self::GAndJ => "pcf",
            Self::L | Self::Nothing => "",
        }
    }

    /// What a reader should know; nothing where nothing was fitted.
    pub(super) fn note(self) -> Option<&'static str> {
        match self {
            Self::L => None,
            Self::GAndJ => Some("fitted to the pair correlation, so judged by G and J"),
            Self::Nothing => Some("copies of one tile, so that no test tells them from another pattern"),
        }
    }
}

/// A method's patterns against the target.
pub(super) struct Family {
    /// Means over the patterns of the distance to the target.
    pub(super) g_ks: f64,
    pub(super) l_rmse_m: f64,
    pub(super) pcf_rmse: f64,
    /// Mean over the patterns of the Clark–Evans index.
    pub(super) clark_evans: f64,
    /// Extreme-rank-length *p* of the target's *L* among the patterns'.
    pub(super) p: f64,
    /// Those of *G* and *J*.
    pub(super) g_p: f64,
    pub(super) j_p: f64,
    /// Means over the patterns.
    pub(super) looks: Looks,
    /// Of *G*, *L*, the pair correlation and the density of nearest-neighbour distances.
    pub(super) envelopes: Vec<Band>,
}

/// A curve of the target with the global envelope of a method's patterns.
pub(super) struct Band {
    pub(super) name: &'static str,
    pub(super) r_m: Vec<f64>,
    pub(super) target: Vec<f64>,
    /// That of the method's first pattern.
    pub(super) first: Vec<f64>,
    pub(super) low: Vec<Option<f64>>,
    pub(super) high: Vec<Option<f64>>,
}

//! What is held against what.

use crate::RunAbout;

/// A target and the methods that are held against it, all on one plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The scenario and its plot; the species are not used.
    pub about: RunAbout,
    /// The grown forest or the measured stand.
    pub target: Compared,
    /// In the order of the maps and panels.
    pub methods: Vec<Compared>,
}

/// One of the patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Such as `jittered-grid`.
    pub name: String,
    /// Places on the plot, m; of a method, those of its first pattern.
    pub points_m: Vec<[f64; 2]>,
    /// Diameter of each point's crown or zone, m, 0 or more; empty where none is known.
    pub sizes_m: Vec<f64>,
    /// Wall time for one pattern, s.
    pub seconds: Option<f64>,
    /// From the target; without meaning for the target itself.
    pub distances: Distances,
    /// Probability of a target at least as extreme if it were a draw from this method, by a global test.
    pub judged_p: Option<f64>,
    /// Functions that the test is made of, such as `L` or `G J`; may be empty.
    pub judged_by: String,
    /// Density of the distance to the nearest neighbour, 1/m, without edge correction.
    pub nnd_density: Vec<CurvePoint>,
    /// Pair correlation, no unit: pairs smoothed by an Epanechnikov kernel of half-width 0.15/√λ (λ points per m²), and
    /// periodic on a torus, else corrected for edges by translation.
    pub pcf: Vec<CurvePoint>,
    /// What else a reader of the maps should know, such as `r=3.2`; may be empty.
    pub notes: String,
}

/// How far a method's patterns are from the target; `None` where that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distances {
    /// Greatest difference of G, the shares of points with a neighbour within a distance; no unit.
    pub g_ks: Option<f64>,
    /// Root mean square difference of Besag's L, m.
    pub l_rmse_m: Option<f64>,
    /// Root mean square difference of the pair correlation, no unit.
    pub pcf_rmse: Option<f64>,
}

/// A function's value at a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Distance, m; ascending along a curve.
    pub r_m: f64,
    /// Value for the first pattern; a gap where it is undefined.
    pub value: Option<f64>,
    /// Low end of the global envelope of a method's patterns; the band is not drawn for the target.
    pub low: Option<f64>,
    /// High end.
    pub high: Option<f64>,
}

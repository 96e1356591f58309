//! How a function of distance is smoothed.

/// The kernel that smooths a function of distance, and what it is divided by.
///
/// *k*(*x*) = 0.75 (1 − (*x*/*h*)²) / *h* for |*x*| < *h*, else 0 (Epanechnikov), in 1/m, where *h* is the half-width
/// in m; its standard deviation is *h*/√5.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairKernel {
    /// Half-width *h*, m; `None` for Stoyan's rule 0.15 / √*λ*, *λ* in points per m².
    pub half_width_m: Option<f64>,
    /// What divides the pair correlation; without meaning for marks.
    pub divisor: Divisor,
}

/// What the kernel sum of the pair correlation is divided by, besides 2π.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Divisor {
    /// The distance *r* at which the function stands. Near 0 the estimate grows as 1/*r*, and at 0 it is undefined.
    #[default]
    Radius,
    /// The distance *d*ᵢⱼ of each pair, which is more accurate at small *r*. Pairs at distance 0 are left out.
    Distance,
}

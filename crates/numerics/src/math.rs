//! Elementary functions whose results are the same bits on every machine.
//!
//! The standard library calls the platform's own maths, which differs between systems in the last bits; these
//! call the `libm` crate, which is compiled with the program. `+ − × ÷` and `sqrt` are exact everywhere.
//!
//! Never call `f64::exp` and its like: `clippy.toml` refuses them. `f64::sqrt` may be called.

/// *e* to the power `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm; −∞ at 0, NaN below.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// `base` to the power `exponent`.
#[must_use]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// Cube root.
#[must_use]
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// Sine of an angle in radians.
#[must_use]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of an angle in radians.
#[must_use]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Sine and cosine of an angle in radians.
#[must_use]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// Angle of the direction (`x`, `y`) against the x axis, from −π to π.
#[must_use]
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Natural logarithm of 1 + *x*, exact to the last digits for small *x*.
#[must_use]
#[inline]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Complementary error function.
#[must_use]
#[inline]
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// Bessel function of the first kind, order 0.
#[must_use]
#[inline]
pub fn bessel_j0(x: f64) -> f64 {
    libm::j0(x)
}

/// Natural logarithm of |Γ(x)|.
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

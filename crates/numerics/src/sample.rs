//! From uniform numbers to the distributions that the models draw from.
//!
//! Each sampler is a function of uniform numbers on (0, 1), so that who draws them, and in which order, is
//! decided elsewhere. All of them invert a distribution function or transform exactly; none rejects.

use crate::math::{exp, ln, ln_gamma, sin_cos};

/// A uniform number on the open interval (0, 1) from 64 random bits: the centre of one of 2^52 equal cells.
#[must_use]
#[inline]
pub fn unit_from_u64(bits: u64) -> f64 {
    const CELL: f64 = 1.0 / (1_u64 << 52) as f64;
    ((bits >> 12) as f64 + 0.5) * CELL
}

/// A uniform number on the open interval (0, 1) from 32 random bits: the centre of one of 2^32 equal cells.
#[must_use]
#[inline]
pub fn unit_from_u32(bits: u32) -> f64 {
    const CELL: f64 = 1.0 / 4_294_967_296.0;
    (f64::from(bits) + 0.5) * CELL
}

/// An exponential number with the given mean, from a uniform one.
#[must_use]
pub fn exponential(mean: f64, uniform: f64) -> f64 {
    -mean * ln(uniform)
}

/// A standard normal number from two uniform ones: the first of [`standard_normals`].
#[must_use]
pub fn standard_normal(uniforms: [f64; 2]) -> f64 {
    standard_normals(uniforms)[0]
}

/// Two independent standard normal numbers from two uniform ones.
///
/// # Source
/// The transform of Box & Muller (1958).
#[must_use]
pub fn standard_normals(uniforms: [f64; 2]) -> [f64; 2] {
    let radius = (-2.0 * ln(uniforms[0])).sqrt();
    let (sine, cosine) = sin_cos(std::f64::consts::TAU * uniforms[1]);
    [radius * cosine, radius * sine]
}

/// A gamma number with this shape and scale 1, from one uniform number.
///
/// Inverts the distribution function: Newton's steps for the logarithm of its odds over the logarithm of the number, which is
/// nearly a line far out at both ends, within bounds that close in. The shape lies between 0.1 and 100.
#[must_use]
pub fn gamma(shape: f64, uniform: f64) -> f64 {
    /// Steps are of the logarithm: the number is then right to as many digits.
    const SMALL_STEP: f64 = 1e-12;
    /// Bounds halved as often leave nothing between them.
    const STEPS_AT_MOST: u32 = 100;
    let ln_gamma_of_shape = ln_gamma(shape);
    let wanted = ln(uniform / (1.0 - uniform));
    // Far below the shape the distribution function is x^k / Γ(k + 1).
    let low_end = (ln(uniform) + ln_gamma_of_shape + ln(shape)) / shape;
    let (mut low, mut high) = (low_end, ln(shape + 60.0 + 12.0 * shape.sqrt()));
    let mut at = low_end.min(ln(shape + 1.0));
    for _ in 0..STEPS_AT_MOST {
        let (below, above) = gamma_shares(shape, ln_gamma_of_shape, exp(at));
        let miss = ln(below / above) - wanted;
        if miss > 0.0 {
            high = at;
        } else {
            low = at;
        }
        let density = exp(shape * at - exp(at) - ln_gamma_of_shape);
        let next = at - miss * below * above / density;
        let next = if next > low && next < high {
            next
        } else {
            0.5 * (low + high)
        };
        let step = next - at;
        at = next;
        if step.abs() < SMALL_STEP {
            break;
        }
    }
    exp(at)
}

/// Shares of the gamma distribution of scale 1 below and above `x`: the smaller of the two by its series or its continued
/// fraction, so that both keep their digits.
fn gamma_shares(shape: f64, ln_gamma_of_shape: f64, x: f64) -> (f64, f64) {
    /// Terms from which a sum no longer changes.
    const NOTHING: f64 = 1e-17;
    const TERMS_AT_MOST: u32 = 1000;
    let front = exp(shape * ln(x) - x - ln_gamma_of_shape);
    if x < shape + 1.0 {
        // x^k e^−x / Γ(k) · Σ xⁿ / (k (k + 1) … (k + n)).
        let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
        for n in 1..TERMS_AT_MOST {
            term *= x / (shape + f64::from(n));
            sum += term;
            if term < NOTHING * sum {
                break;
            }
        }
        (front * sum, 1.0 - front * sum)
    } else {
        // 1/(x + 1 − k − 1·(1 − k)/(x + 3 − k − 2·(2 − k)/(…))), from the front, as quotients of neighbouring numerators
        // and denominators.
        let mut last = x + 1.0 - shape;
        let (mut numerators, mut denominators) = (f64::INFINITY, 1.0 / last);
        let mut fraction = denominators;
        for n in 1..TERMS_AT_MOST {
            let n = f64::from(n);
            let factor = -n * (n - shape);
            last += 2.0;
            denominators = 1.0 / (last + factor * denominators);
            numerators = last + factor / numerators;
            let change = numerators * denominators;
            fraction *= change;
            if (change - 1.0).abs() < 1e-15 {
                break;
            }
        }
        (1.0 - front * fraction, front * fraction)
    }
}

/// A Poisson number with the given mean, from one uniform number.
///
/// Inverts the distribution function: from zero upwards for small means; for large ones outwards from the
/// mode, taking probabilities alternately above and below it, which visits about √mean terms. A mean of zero
/// gives zero.
#[must_use]
pub fn poisson(mean: f64, uniform: f64) -> u32 {
    /// Above this mean the search starts at the mode: exp(−mean) is still far from underflow here.
    const SEARCH_FROM_ZERO_BELOW: f64 = 12.0;
    if mean <= 0.0 {
        0
    } else if mean < SEARCH_FROM_ZERO_BELOW {
        poisson_from_zero(mean, uniform)
    } else {
        poisson_from_mode(mean, uniform)
    }
}

/// Counts up from 0; takes about `mean` steps.
fn poisson_from_zero(mean: f64, uniform: f64) -> u32 {
    let mut probability = exp(-mean);
    let mut left = uniform;
    let mut count = 0_u32;
    // Rounding can leave a little of `left` over; the probabilities then run down to 0, and so does the search.
    while left > probability && probability > 0.0 {
        left -= probability;
        count += 1;
        probability *= mean / f64::from(count);
    }
    count
}

/// Counts outwards from the mode. Which number belongs to which uniform is another than from 0, and part of results.
fn poisson_from_mode(mean: f64, uniform: f64) -> u32 {
    let mode = mean.floor() as u32;
    let at_mode = exp(f64::from(mode) * ln(mean) - mean - ln_gamma(f64::from(mode) + 1.0));
    let (mut below, mut p_below) = (mode, at_mode);
    let (mut above, mut p_above) = (mode, at_mode);
    let mut left = uniform - at_mode;
    if left <= 0.0 {
        return mode;
    }
    loop {
        above += 1;
        p_above *= mean / f64::from(above);
        left -= p_above;
        if left <= 0.0 {
            return above;
        }
        if below > 0 {
            p_below *= f64::from(below) / mean;
            below -= 1;
            left -= p_below;
            if left <= 0.0 {
                return below;
            }
        }
        // What rounding leaves over of the whole probability falls to the mode.
        if p_above < 1e-300 && (below == 0 || p_below < 1e-300) {
            return mode;
        }
    }
}

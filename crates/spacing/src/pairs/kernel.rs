//! Kernel sums over pairs at many radii, exact, at the cost of one bin per pair.
//!
//! Three moments per bin give the sum under a quadratic kernel at every radius. R-spatstat smooths a binned curve
//! instead, and differs by up to 0.006.

use crate::error::SpacingError;
use crate::pairs::radii::Radii;
use crate::pairs::sums::{Batch, PairSums, ROUND, whole};

/// The Epanechnikov kernel at the radii: how distances fall into bins so that each radius' kernel covers whole bins.
///
/// The kernel is quadratic within its half-width *h*, so a sum of kernels over the pairs of a bin follows, at any
/// radius, from the bin's sums of *w*, *wt* and *wt*² (*w* a pair's weight, *t* its distance from the bin's
/// reference). It remains that a kernel must not end within a bin. With radii every *s*, kernels end at *s*(*k* ± *H*),
/// *H* = *h*/*s*; these ends are the edges of the bins. Distances are in units of *s*, and *p* is the fraction of *H*:
/// then floor(*u* + *p*) + floor(*u* − *p*) + 1 numbers the bins, and half that number is close to each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    half_width_m: f64,
    steps: usize,
    /// Steps of the bins in a step of the radii, more than 1 where the kernel is narrower than that.
    finer: usize,
    steps_per_m: f64,
    step_in_half_widths: f64,
    half_width_floor: usize,
    half_width_fraction: f64,
}

impl Kernel {
    pub(crate) fn new(radii: &Radii, half_width_m: f64) -> Result<Self, SpacingError> {
        // So many steps are 50 MB of sums, and twice that with marks.
        const STEPS: f64 = (1 << 20) as f64;
        let error = || SpacingError::NoBandwidth {
            bandwidth_m: half_width_m,
            r_max_m: radii.max_m(),
        };
        if !(half_width_m.is_finite() && half_width_m > 0.0) {
            return Err(error());
        }
        // A kernel narrower than a step would begin and end within one bin: then bins are finer than the radii.
        let finer = (radii.step_m() / half_width_m).ceil().max(1.0);
        let steps_per_m = finer / radii.step_m();
        let half_width_steps = half_width_m * steps_per_m;
        if (radii.max_m() + half_width_m) * steps_per_m >= STEPS {
            return Err(error());
        }
        Ok(Self {
            half_width_m,
            steps: radii.steps(),
            finer: finer as usize,
            steps_per_m,
            step_in_half_widths: 1.0 / half_width_steps,
            half_width_floor: half_width_steps as usize,
            half_width_fraction: half_width_steps.fract(),
        })
    }

    /// Steps to where no kernel reaches.
    fn beyond(&self) -> usize {
        self.steps * self.finer + self.half_width_floor + 2
    }

    /// Number of bins, one for what no kernel reaches among them.
    pub(crate) fn bins(&self) -> usize {
        2 * self.beyond() + 2
    }

    /// Bin of a distance, and how far, in half-widths, it lies from half the bin's number in steps.
    #[inline]
    fn bin(&self, d_m: f64) -> (u32, f64) {
        let last = self.beyond() as f64;
        let u = d_m * self.steps_per_m;
        let u = if u < last { u } else { last };
        let plus = u + (self.half_width_fraction - 0.5) + ROUND;
        let minus = u - (self.half_width_fraction + 0.5) + ROUND;
        let floors = (plus - ROUND) + (minus - ROUND) + 1.0;
        let offset = (u - 0.5 * floors) * self.step_in_half_widths;
        (whole(plus).wrapping_add(whole(minus)).wrapping_add(1), offset)
    }

    /// The bins under the kernel of radius `k`.
    fn under(&self, k: usize) -> std::ops::Range<usize> {
        let (at, fraction) = ((k * self.finer) as isize, self.half_width_fraction);
        let first = 2 * (at - self.half_width_floor as isize) - (2.0 * fraction).ceil() as isize + 1;
        let end = 2 * (at + self.half_width_floor as isize) + (2.0 * fraction).floor() as isize + 1;
        first.max(0) as usize..end as usize
    }
}

/// Sums under a kernel of the weights and, with `N` = 2, of the weights times the factors.
#[derive(Clone, Debug)]
pub(crate) struct KernelSums<const N: usize> {
    kernel: Kernel,
    is_over_distance: bool,
    /// Sums of *w*, *wt*, *wt*².
    moments: Vec<[[f64; 3]; N]>,
    found: Box<ChunkPairs>,
}

/// Of the pairs of a chunk.
#[derive(Clone, Debug)]
struct ChunkPairs {
    bins: [u32; CHUNK],
    offsets: [f64; CHUNK],
    weights: [f64; CHUNK],
}

const CHUNK: usize = 128;

impl<const N: usize> KernelSums<N> {
    /// With `is_over_distance` each weight is divided by the distance, and pairs at distance 0 are left out.
    pub(crate) fn new(kernel: &Kernel, is_over_distance: bool) -> Self {
        Self {
            kernel: *kernel,
            is_over_distance,
            moments: vec![[[0.0; 3]; N]; kernel.bins()],
            found: Box::new(ChunkPairs {
                bins: [0; CHUNK],
                offsets: [0.0; CHUNK],
                weights: [0.0; CHUNK],
            }),
        }
    }

    /// The kernel sums at each radius, 1/m; `None` where no pair lies under the kernel.
    pub(crate) fn at_radii(&self) -> Vec<Option<[f64; N]>> {
        (0..=self.kernel.steps).map(|k| self.at_radius(k)).collect()
    }

    /// The kernel sum at radius number `k`: Σ w (1 − (ρ − t)²) over its bins, from their moments.
    fn at_radius(&self, k: usize) -> Option<[f64; N]> {
        /// A pair this near to the end of the kernel is beyond it but for rounding.
        const LEAST_SHARE: f64 = 1e-12;
        let kernel = &self.kernel;
        let mut sums = [0.0; N];
        let mut weight = 0.0;
        for bin in kernel.under(k) {
            let moments = &self.moments[bin];
            weight += moments[0][0];
            let rho = ((k * kernel.finer) as f64 - 0.5 * bin as f64) * kernel.step_in_half_widths;
            for (sum, [w, wt, wtt]) in sums.iter_mut().zip(moments) {
                *sum += w * (1.0 - rho * rho) + 2.0 * rho * wt - wtt;
            }
        }
        let is_seen = sums[0] > LEAST_SHARE * weight;
        is_seen.then(|| sums.map(|sum| 0.75 * sum / kernel.half_width_m))
    }
}

impl<const N: usize> PairSums for KernelSums<N> {
    #[inline]
    fn add(&mut self, batch: Batch<'_>) {
        let ChunkPairs {
            bins,
            offsets,
            weights,
        } = &mut *self.found;
        let chunks = batch.distances_m.chunks(CHUNK).zip(batch.weights.chunks(CHUNK));
        for (chunk, (distances_m, batch_weights)) in chunks.enumerate() {
            for ((bin, offset), &d_m) in bins.iter_mut().zip(offsets.iter_mut()).zip(distances_m) {
                (*bin, *offset) = self.kernel.bin(d_m);
            }
            let weights = if self.is_over_distance {
                for ((weight, &w), &d_m) in weights.iter_mut().zip(batch_weights).zip(distances_m) {
                    *weight = if d_m > 0.0 { w / d_m } else { 0.0 };
                }
                &*weights
            } else {
                batch_weights
            };
            let factors = &batch.factors[(chunk * CHUNK).min(batch.factors.len())..];
            for at in 0..distances_m.len() {
                let moments = &mut self.moments[bins[at] as usize];
                let mut weight = weights[at];
                for (set, [w, wt, wtt]) in moments.iter_mut().enumerate() {
                    if set == 1 {
                        weight *= factors[at];
                    }
                    let first = weight * offsets[at];
                    *w += weight;
                    *wt += first;
                    *wtt += first * offsets[at];
                }
            }
        }
    }

    fn merge(&mut self, later: &Self) {
        for (moments, other) in self.moments.iter_mut().zip(&later.moments) {
            for (sum, other) in moments.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
                *sum += other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_of_moments_are_sums_of_kernels(
            pairs in prop::collection::vec((0.0..30.0, -2.0..5.0, 1.0..4.0), 1..200),
            max_m in 0.1..20.0,
            steps in 1_usize..90,
            half_width_m in prop_oneof![0.01..40.0, Just(0.5), Just(1.0)],
            is_over_distance in any::<bool>(),
        ) {
            let radii = Radii::new(max_m, steps).unwrap();
            let kernel = Kernel::new(&radii, half_width_m).unwrap();
            let mut sums = KernelSums::<2>::new(&kernel, is_over_distance);
            let [distances_m, factors, weights] =
                [0, 1, 2].map(|part| pairs.iter().map(|&(d, f, w)| [d, f, w][part]).collect::<Vec<f64>>());
            sums.add(Batch { distances_m: &distances_m, weights: &weights, factors: &factors });
            for (k, ours) in sums.at_radii().into_iter().enumerate() {
                let mut direct = [0.0; 2];
                for &(d_m, factor, weight) in &pairs {
                    let x = (radii.at_m(k) - d_m) / half_width_m;
                    let weight = if is_over_distance { weight / d_m } else { weight };
                    let value = weight * (0.75 * (1.0 - x * x) / half_width_m).max(0.0);
                    direct[0] += value;
                    direct[1] += value * factor;
                }
                let scale: f64 = weights.iter().sum::<f64>() * if is_over_distance { 1e3 } else { 1.0 };
                let ours = ours.unwrap_or_default();
                for (ours, direct) in ours.iter().zip(direct) {
                    prop_assert!((ours - direct).abs() < 1e-12 * scale / half_width_m, "{} {}", ours, direct);
                }
            }
        }
    }
}

//! The particles of adaptive population Monte Carlo: how new ones are drawn about those that were kept, and what they weigh.
//!
//! After the scheme of Lenormand, Jabot & Deffuant, "Adaptive approximate Bayesian computation for complex models", as its
//! abstract and the page of `ABC_sequential` of R's package EasyABC tell it: of all particles the nearest part is kept, with its
//! weights; the rest is drawn anew about those, with twice their weighted covariance; it ends where few new ones are nearer than
//! the farthest that was kept. Here a tenth of the draws comes from the prior, so that no weight can be more than ten
//! times that of a draw from the prior.

use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};

use super::linear::{cholesky, squared_length};

/// Share of draws that come from the prior.
const FROM_PRIOR: f64 = 0.1;
/// Covariance of the draws about a particle, in units of that of all.
const WIDENED: f64 = 2.0;
/// Least variance of draws, as a share of the prior's: particles that all lie in one place would stay there.
const LEAST_VARIANCE: f64 = 1e-8;

/// Keys that were tried, how far their run is from what was measured, and what they weigh.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::calibrate) struct Particle {
    /// Number of its run.
    pub(in crate::calibrate) evaluation: usize,
    /// Its keys on the normal scale.
    pub(in crate::calibrate) z: Vec<f64>,
    /// Logarithm of prior over proposal.
    pub(in crate::calibrate) weight_ln: f64,
    pub(in crate::calibrate) distance: f64,
}

/// The share of a standard normal distribution that lies below *z*.
pub(in crate::calibrate) fn share(z: f64) -> f64 {
    0.5 * math::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Keys from the prior.
pub(in crate::calibrate) fn prior_draw(key: RandomKey, keys: usize) -> Vec<f64> {
    (0..keys as u32).map(|number| normal(key, number)).collect()
}

fn normal(key: RandomKey, number: u32) -> f64 {
    let [first, second, ..] = key.draws(0, Purpose::Particle, number).map(unit_from_u32);
    standard_normal([first, second])
}

/// From where new particles are drawn.
pub(in crate::calibrate) struct Proposal {
    centres: Vec<Vec<f64>>,
    /// Shares of the weights up to and with each centre.
    up_to: Vec<f64>,
    weights_ln: Vec<f64>,
    /// Of the covariance of draws about a centre; lower triangle.
    factor: Vec<f64>,
    /// Logarithm of its determinant's root.
    root_ln: f64,
}

impl Proposal {
    /// About these particles, of which there is at least one.
    pub(in crate::calibrate) fn new(kept: &[Particle]) -> Self {
        let weights = normalised(kept.iter().map(|particle| particle.weight_ln));
        let keys = kept.first().map_or(0, |particle| particle.z.len());
        let mean = |key: usize| -> f64 {
            kept.iter()
                .zip(&weights)
                .map(|(particle, weight)| weight * particle.z[key])
                .sum()
        };
        let means: Vec<f64> = (0..keys).map(mean).collect();
        let mut factor = vec![0.0; keys * keys];
        for i in 0..keys {
            for j in 0..=i {
                let product = |(particle, weight): (&Particle, &f64)| {
                    weight * (particle.z[i] - means[i]) * (particle.z[j] - means[j])
                };
                let covariance: f64 = kept.iter().zip(&weights).map(product).sum();
                factor[i * keys + j] = WIDENED * covariance;
            }
            factor[i * keys + i] += LEAST_VARIANCE;
        }
        cholesky(&mut factor, keys);
        let mut so_far = 0.0;
        Self {
            centres: kept.iter().map(|particle| particle.z.clone()).collect(),
            up_to: weights
                .iter()
                .map(|weight| {
                    so_far += weight;
                    so_far
                })
                .collect(),
            weights_ln: weights.iter().map(|weight| math::ln(*weight)).collect(),
            root_ln: (0..keys).map(|i| math::ln(factor[i * keys + i])).sum(),
            factor,
        }
    }

    /// New keys.
    pub(in crate::calibrate) fn draw(&self, key: RandomKey) -> Vec<f64> {
        let keys = self.keys();
        let noise = prior_draw(key, keys);
        let [which, whence, ..] = key.draws(0, Purpose::Particle, keys as u32).map(unit_from_u32);
        if whence < FROM_PRIOR {
            return noise;
        }
        let number = self.up_to.partition_point(|up_to| *up_to < which);
        let centre = &self.centres[number.min(self.centres.len() - 1)];
        let moved = |i: usize| {
            let step: f64 = (0..=i).map(|j| self.factor[i * keys + j] * noise[j]).sum();
            centre[i] + step
        };
        (0..keys).map(moved).collect()
    }

    /// Logarithm of prior over proposal of keys that were drawn here.
    pub(in crate::calibrate) fn weight_ln(&self, z: &[f64]) -> f64 {
        let prior_ln = -0.5 * z.iter().map(|x| x * x).sum::<f64>();
        let mut parts_ln: Vec<f64> = vec![math::ln(FROM_PRIOR) + prior_ln];
        for (centre, weight_ln) in self.centres.iter().zip(&self.weights_ln) {
            let from_centre: Vec<f64> = z.iter().zip(centre).map(|(z, centre)| z - centre).collect();
            let density_ln = -0.5 * squared_length(&self.factor, &from_centre) - self.root_ln;
            parts_ln.push(math::ln(1.0 - FROM_PRIOR) + weight_ln + density_ln);
        }
        // Both lack the same factor of a power of 2π.
        prior_ln - sum_ln(&parts_ln)
    }

    fn keys(&self) -> usize {
        self.centres.first().map_or(0, Vec::len)
    }
}

/// Logarithm of a sum of numbers whose logarithms are given.
fn sum_ln(logarithms: &[f64]) -> f64 {
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logarithms.iter().map(|ln| math::exp(ln - greatest)).sum();
    greatest + math::ln(sum)
}

/// Weights that sum to 1, from their logarithms.
pub(in crate::calibrate) fn normalised(weights_ln: impl Iterator<Item = f64>) -> Vec<f64> {
    let logarithms: Vec<f64> = weights_ln.collect();
    let total_ln = sum_ln(&logarithms);
    logarithms.iter().map(|ln| math::exp(ln - total_ln)).collect()
}

/// How many equal weights tell as much: one over the sum of the squares of weights that sum to 1.
pub(in crate::calibrate) fn effective_size(weights: &[f64]) -> f64 {
    1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> RandomKey {
        RandomKey::root(1, &["particles"]).child(0, Purpose::Particle, number)
    }

    #[test]
    fn shares_of_the_normal_distribution_are_those_of_tables() {
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.959_963_984_540_054, 0.025),
        ] {
            assert!((share(z) - expected).abs() < 1e-12, "{z}");
        }
    }

    /// Weighted draws from any proposal are draws from the prior.
    #[test]
    fn weights_undo_what_the_proposal_does() {
        let kept: Vec<Particle> = (0..40)
            .map(|number| Particle {
                evaluation: number,
                z: prior_draw(key(number as u32), 2)
                    .iter()
                    .map(|z| 0.8 + 0.5 * z)
                    .collect(),
                weight_ln: -0.1 * f64::from(number as u32 % 5),
                distance: 1.0,
            })
            .collect();
        let proposal = Proposal::new(&kept);
        let draws: Vec<Vec<f64>> = (0..40_000)
            .map(|number| proposal.draw(key(1000 + number)))
            .collect();
        let weights_ln = draws.iter().map(|z| proposal.weight_ln(z));
        // None is above that of a draw from the prior by more than a factor of ten.
        assert!(weights_ln.clone().all(|ln| ln <= math::ln(10.0) + 1e-12));
        let mean_weight = weights_ln.clone().map(math::exp).sum::<f64>() / 40_000.0;
        assert!((mean_weight - 1.0).abs() < 0.03, "{mean_weight}");
        let weights = normalised(weights_ln);
        for axis in 0..2 {
            let sum = |of: fn(f64) -> f64| -> f64 {
                draws
                    .iter()
                    .zip(&weights)
                    .map(|(z, weight)| weight * of(z[axis]))
                    .sum()
            };
            let (mean, square) = (sum(|z| z), sum(|z| z * z));
            assert!(
                mean.abs() < 0.05 && (square - 1.0).abs() < 0.08,
                "{mean} {square}"
            );
        }
        assert!(effective_size(&weights) > 4000.0);
        assert!((effective_size(&[0.25; 4]) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn particles_in_one_place_make_no_trouble() {
        let one = Particle {
            evaluation: 0,
            z: vec![0.3, -1.0],
            weight_ln: 0.0,
            distance: 0.0,
        };
        let proposal = Proposal::new(&[one.clone(), one]);
        for number in 0..50 {
            let z = proposal.draw(key(number));
            assert!(proposal.weight_ln(&z).is_finite(), "{z:?}");
        }
    }
}

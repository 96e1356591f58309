//! Where seeds land: distances by the species' kernel, directions uniform.
//!
//! The two-part exponential is one of distances along the ray: per m² its density falls as 1/r beside the stem. The
//! other kernels are densities per m².

use understory_numerics::math::pow;
use understory_numerics::quick::{ln, sin_cos};

use crate::parameters::Dispersal;

impl Dispersal {
    /// Distance from the mother, m, for two uniform numbers: the first chooses between the parts of a kernel
    /// that has several, the second the distance.
    ///
    /// # Source
    /// Two-part exponential: Lischke & Löffler (2006), as iLand uses it. 2Dt: Clark et al.
    /// (1999), Ecology 80, 1475; inverted, r = √(u (U^(−1/p) − 1)).
    #[must_use]
    #[inline(always)]
    pub fn distance_m(&self, uniforms: [f64; 2]) -> f64 {
        match *self {
            Self::TwoPartExponential {
                near_mean_m,
                far_mean_m,
                far_fraction,
            } => {
                let mean_m = if uniforms[0] < far_fraction {
                    far_mean_m
                } else {
                    near_mean_m
                };
                -mean_m * ln(uniforms[1])
            }
            Self::TwoDt { u_m2, p } => (u_m2 * (pow(uniforms[1], -1.0 / p) - 1.0)).sqrt(),
            // The root: as many seeds on each m², not at each distance.
            Self::Disc { radius_m } => radius_m * uniforms[1].sqrt(),
        }
    }

    /// Ways from the mother to where seeds land, m along x and along y, for three uniform numbers a seed: the part of the
    /// kernel, the distance, the direction.
    #[must_use]
    #[inline(always)]
    pub fn flights_m<const N: usize>(&self, [which, distance, direction]: [[f64; N]; 3]) -> [[f64; N]; 2] {
        let mut distances_m = [0.0; N];
        for seed in 0..N {
            distances_m[seed] = self.distance_m([which[seed], distance[seed]]);
        }
        let mut angles = direction;
        for angle in &mut angles {
            *angle *= std::f64::consts::TAU;
        }
        let (mut y_m, mut x_m) = sin_cos(angles);
        for seed in 0..N {
            x_m[seed] *= distances_m[seed];
            y_m[seed] *= distances_m[seed];
        }
        [x_m, y_m]
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::math::exp;
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;

    /// Share of seeds that land within `distance_m`, from the kernels' published densities.
    fn share_within(kernel: &Dispersal, distance_m: f64) -> f64 {
        match *kernel {
            Dispersal::TwoPartExponential {
                near_mean_m,
                far_mean_m,
                far_fraction,
            } => {
                let within = |mean_m: f64| 1.0 - exp(-distance_m / mean_m);
                (1.0 - far_fraction) * within(near_mean_m) + far_fraction * within(far_mean_m)
            }
            Dispersal::TwoDt { u_m2, p } => 1.0 - pow(1.0 + distance_m * distance_m / u_m2, -p),
            Dispersal::Disc { radius_m } => {
                (distance_m / radius_m).min(1.0) * (distance_m / radius_m).min(1.0)
            }
        }
    }

    #[test]
    fn kernels_have_the_quantiles_of_their_densities() {
        let kernels = [
            Dispersal::TwoPartExponential {
                near_mean_m: 25.0,
                far_mean_m: 200.0,
                far_fraction: 0.01,
            },
            Dispersal::TwoPartExponential {
                near_mean_m: 60.0,
                far_mean_m: 200.0,
                far_fraction: 0.2,
            },
            Dispersal::TwoDt { u_m2: 120.0, p: 1.5 },
            Dispersal::TwoDt { u_m2: 900.0, p: 0.4 },
            Dispersal::Disc { radius_m: 12.0 },
        ];
        let key = RandomKey::root(11, &["kernels"]);
        let draws = 1_000_000_u32;
        for kernel in kernels {
            let mut distances_m: Vec<f64> = (0..draws)
                .map(|i| {
                    let words = key.draws(0, Purpose::Fruit, i);
                    kernel.distance_m([unit_from_u32(words[0]), unit_from_u32(words[1])])
                })
                .collect();
            distances_m.sort_unstable_by(f64::total_cmp);
            for share in [0.1, 0.5, 0.9] {
                let quantile_m = distances_m[(share * f64::from(draws)) as usize];
                let error = (share * (1.0 - share) / f64::from(draws)).sqrt();
                let found = share_within(&kernel, quantile_m);
                assert!(
                    (found - share).abs() < 4.0 * error,
                    "{kernel:?} at {share}: {found}"
                );
            }
        }
    }

    #[test]
    fn mean_distance_is_the_published_one_where_it_is_finite() {
        // √u (√π/2) Γ(p − ½)/Γ(p) with p = 3/2: Γ(1)/Γ(3/2) = 2/√π, so the mean is √u; its variance diverges
        // only logarithmically, hence the loose bound.
        let kernel = Dispersal::TwoDt { u_m2: 100.0, p: 1.5 };
        let steps = 2_000_000_u32;
        let mean_m = (0..steps)
            .map(|i| kernel.distance_m([0.5, (f64::from(i) + 0.5) / f64::from(steps)]))
            .sum::<f64>()
            / f64::from(steps);
        assert!((mean_m - 10.0).abs() < 0.05, "{mean_m}");
    }

    #[test]
    fn directions_are_uniform() {
        let kernel = Dispersal::Disc { radius_m: 1.0 };
        let key = RandomKey::root(12, &["directions"]);
        let mut sum = [0.0; 2];
        for i in 0..100_000 {
            let words = key.draws(0, Purpose::Fruit, i).map(unit_from_u32);
            let [[x_m], [y_m]] = kernel.flights_m([[words[0]], [words[1]], [words[2]]]);
            sum = [sum[0] + x_m, sum[1] + y_m];
        }
        // Each coordinate has variance ¼ on the unit disc.
        assert!(sum.iter().all(|s| s.abs() < 4.0 * (0.25_f64 * 100_000.0).sqrt()));
    }
}

//! Where seeds land: distances by the species' kernel, directions even or more often downwind.
//!
//! The two-part exponential is one of distances along the ray: per m² its density falls as 1/r beside the stem. So it is
//! with lognormal, Weibull and WALD distances; the other kernels are densities per m².

use understory_numerics::math::{self, pow};
use understory_numerics::quick::{ln, sin_cos};
use understory_numerics::sample::{gamma, standard_normal};

use crate::parameters::{Dispersal, DispersalKernel};

impl DispersalKernel {
    /// Distance from the mother, m, for two uniform numbers: the first chooses between the parts of a kernel
    /// that has several, the second the distance; the exponential and the lognormal kernel need both for that.
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
            // A call, so that the loops over the kernels above stay short.
            _ => self.long_distance_m(uniforms),
        }
    }

    /// [`Self::distance_m`] of the kernels that take more than a line or a call.
    #[inline(never)]
    fn long_distance_m(&self, uniforms: [f64; 2]) -> f64 {
        match *self {
            // In the plane the distance is the sum of two exponential ones.
            Self::Exponential { scale_m } => -scale_m * (math::ln(uniforms[0]) + math::ln(uniforms[1])),
            Self::Gaussian { scale_m } => scale_m * (-math::ln(uniforms[1])).sqrt(),
            // (r/a)^c is a gamma number of shape 2/c.
            Self::ExponentialPower { scale_m, exponent } => {
                scale_m * pow(gamma(2.0 / exponent, uniforms[1]), 1.0 / exponent)
            }
            Self::Lognormal { median_m, log_sd } => median_m * math::exp(log_sd * standard_normal(uniforms)),
            Self::Weibull { scale_m, shape } => scale_m * pow(-math::ln(uniforms[1]), 1.0 / shape),
            Self::Wald {
                release_height_m,
                fall_m_per_s,
                wind_m_per_s,
                turbulence_m,
            } => {
                let mean_m = release_height_m * wind_m_per_s / fall_m_per_s;
                let shape_m = release_height_m * release_height_m / turbulence_m;
                inverse_gaussian(mean_m, shape_m, uniforms)
            }
            Self::TwoPartExponential { .. } | Self::TwoDt { .. } | Self::Disc { .. } => {
                self.distance_m(uniforms)
            }
        }
    }
}

/// A number of the inverse Gaussian distribution with mean μ and shape λ, of one unit, from two uniform ones.
///
/// λ (x − μ)² / (μ² x) is the square of a normal number, drawn by the second as twice a gamma number of shape ½. Of the two x
/// that give it, whose product is μ², the first takes the smaller with probability μ/(μ + x).
fn inverse_gaussian(mean: f64, shape: f64, uniforms: [f64; 2]) -> f64 {
    let square = 2.0 * gamma(0.5, uniforms[1]);
    let half = 0.5 * mean * square / shape;
    // The smaller root, 1 + h − √(2h + h²), as the quotient that does not take the difference of two like numbers.
    let smaller = mean / (1.0 + half + (half * (2.0 + half)).sqrt());
    if uniforms[0] * (mean + smaller) <= mean {
        smaller
    } else {
        mean * (mean / smaller)
    }
}

impl Dispersal {
    /// Ways from the mother to where seeds land, m along x and along y, for three uniform numbers a seed: the part of the
    /// kernel, the distance, the direction.
    ///
    /// With a wind the directions have the wrapped Cauchy distribution about its own: even directions, turned so that the circle
    /// goes onto itself by z → (z + ρ)/(1 + ρ z), whose mean cosine is ρ.
    #[must_use]
    #[inline(always)]
    pub fn flights_m<const N: usize>(&self, [which, distance, direction]: [[f64; N]; 3]) -> [[f64; N]; 2] {
        let mut distances_m = [0.0; N];
        for seed in 0..N {
            distances_m[seed] = self.kernel.distance_m([which[seed], distance[seed]]);
        }
        let mut angles = direction;
        for angle in &mut angles {
            *angle *= std::f64::consts::TAU;
        }
        let (mut y_m, mut x_m) = sin_cos(angles);
        if self.wind_bias > 0.0 {
            [x_m, y_m] = self.downwind([x_m, y_m]);
        }
        for seed in 0..N {
            x_m[seed] *= distances_m[seed];
            y_m[seed] *= distances_m[seed];
        }
        [x_m, y_m]
    }

    /// What becomes of even directions, unit vectors, in this wind.
    #[inline(never)]
    fn downwind<const N: usize>(&self, [mut x, mut y]: [[f64; N]; 2]) -> [[f64; N]; 2] {
        let bias = self.wind_bias;
        // From north clockwise: its sine lies along x.
        let (wind_x, wind_y) = math::sin_cos(self.wind_towards_deg.to_radians());
        for seed in 0..N {
            let scale = 1.0 + bias * bias + 2.0 * bias * x[seed];
            let along = ((1.0 + bias * bias) * x[seed] + 2.0 * bias) / scale;
            let across = (1.0 - bias * bias) * y[seed] / scale;
            x[seed] = along * wind_x - across * wind_y;
            y[seed] = along * wind_y + across * wind_x;
        }
        [x, y]
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::math::{erfc, exp, ln_gamma};
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;

    /// Share of normal numbers below `x`.
    fn normal_share(x: f64) -> f64 {
        0.5 * erfc(-x / std::f64::consts::SQRT_2)
    }

    /// Share of seeds that land within `distance_m`, from the kernels' published densities.
    fn share_within(kernel: &DispersalKernel, distance_m: f64) -> f64 {
        match *kernel {
            DispersalKernel::TwoPartExponential {
                near_mean_m,
                far_mean_m,
                far_fraction,
            } => {
                let within = |mean_m: f64| 1.0 - exp(-distance_m / mean_m);
                (1.0 - far_fraction) * within(near_mean_m) + far_fraction * within(far_mean_m)
            }
            DispersalKernel::TwoDt { u_m2, p } => 1.0 - pow(1.0 + distance_m * distance_m / u_m2, -p),
            DispersalKernel::Disc { radius_m } => {
                (distance_m / radius_m).min(1.0) * (distance_m / radius_m).min(1.0)
            }
            DispersalKernel::Exponential { scale_m } => {
                integral_within(distance_m, |r| exp(-r / scale_m) / (scale_m * scale_m))
            }
            DispersalKernel::Gaussian { scale_m } => {
                let a_m2 = scale_m * scale_m;
                integral_within(distance_m, |r| 2.0 * exp(-r * r / a_m2) / a_m2)
            }
            DispersalKernel::ExponentialPower { scale_m, exponent } => {
                let whole = scale_m * scale_m * exp(ln_gamma(2.0 / exponent));
                integral_within(distance_m, |r| {
                    exponent * exp(-pow(r / scale_m, exponent)) / whole
                })
            }
            DispersalKernel::Lognormal { median_m, log_sd } => {
                normal_share(math::ln(distance_m / median_m) / log_sd)
            }
            DispersalKernel::Weibull { scale_m, shape } => 1.0 - exp(-pow(distance_m / scale_m, shape)),
            DispersalKernel::Wald {
                release_height_m,
                fall_m_per_s,
                wind_m_per_s,
                turbulence_m,
            } => {
                let mean_m = release_height_m * wind_m_per_s / fall_m_per_s;
                let shape_m = release_height_m * release_height_m / turbulence_m;
                let (root, ratio) = ((shape_m / distance_m).sqrt(), distance_m / mean_m);
                normal_share(root * (ratio - 1.0))
                    + exp(2.0 * shape_m / mean_m) * normal_share(-root * (ratio + 1.0))
            }
        }
    }

    /// ∫ density · 2π r dr from 0 to a distance by Simpson's rule, of a density times 2π.
    fn integral_within(distance_m: f64, density: impl Fn(f64) -> f64) -> f64 {
        let steps = 20_000_u32;
        let step_m = distance_m / f64::from(steps);
        let sum: f64 = (0..=steps)
            .map(|i| {
                let r = f64::from(i) * step_m;
                let weight = match i {
                    0 => 1.0,
                    _ if i == steps => 1.0,
                    _ if i % 2 == 1 => 4.0,
                    _ => 2.0,
                };
                weight * r * density(r)
            })
            .sum();
        sum * step_m / 3.0
    }

    /// Mean distance and mean squared distance, by the formulas of the kernels; only of those where both are finite.
    fn moments(kernel: &DispersalKernel) -> Option<[f64; 2]> {
        let gamma_of = |x: f64| exp(ln_gamma(x));
        Some(match *kernel {
            DispersalKernel::TwoPartExponential {
                near_mean_m,
                far_mean_m,
                far_fraction,
            } => {
                let near = 1.0 - far_fraction;
                let mean_m = near * near_mean_m + far_fraction * far_mean_m;
                let squares = near * near_mean_m * near_mean_m + far_fraction * far_mean_m * far_mean_m;
                [mean_m, 2.0 * squares]
            }
            DispersalKernel::TwoDt { .. } => return None,
            DispersalKernel::Disc { radius_m } => [radius_m * 2.0 / 3.0, 0.5 * radius_m * radius_m],
            DispersalKernel::Exponential { scale_m } => [2.0 * scale_m, 6.0 * scale_m * scale_m],
            DispersalKernel::Gaussian { scale_m } => {
                [0.5 * scale_m * std::f64::consts::PI.sqrt(), scale_m * scale_m]
            }
            DispersalKernel::ExponentialPower { scale_m, exponent } => {
                let moment = |n: f64| gamma_of((n + 2.0) / exponent) / gamma_of(2.0 / exponent);
                [scale_m * moment(1.0), scale_m * scale_m * moment(2.0)]
            }
            DispersalKernel::Lognormal { median_m, log_sd } => {
                let variance = log_sd * log_sd;
                [
                    median_m * exp(0.5 * variance),
                    median_m * median_m * exp(2.0 * variance),
                ]
            }
            DispersalKernel::Weibull { scale_m, shape } => [
                scale_m * gamma_of(1.0 + 1.0 / shape),
                scale_m * scale_m * gamma_of(1.0 + 2.0 / shape),
            ],
            DispersalKernel::Wald {
                release_height_m,
                fall_m_per_s,
                wind_m_per_s,
                turbulence_m,
            } => {
                let mean_m = release_height_m * wind_m_per_s / fall_m_per_s;
                let shape_m = release_height_m * release_height_m / turbulence_m;
                [mean_m, mean_m * mean_m * (1.0 + mean_m / shape_m)]
            }
        })
    }

    const DRAWS: u32 = 1_000_000;

    /// Two or three kernels of each form.
    fn kernels() -> Vec<DispersalKernel> {
        let mut kernels = vec![
            DispersalKernel::TwoPartExponential {
                near_mean_m: 25.0,
                far_mean_m: 200.0,
                far_fraction: 0.01,
            },
            DispersalKernel::TwoPartExponential {
                near_mean_m: 60.0,
                far_mean_m: 200.0,
                far_fraction: 0.2,
            },
            DispersalKernel::TwoDt { u_m2: 120.0, p: 1.5 },
            DispersalKernel::TwoDt { u_m2: 900.0, p: 0.4 },
            DispersalKernel::Disc { radius_m: 12.0 },
            DispersalKernel::Exponential { scale_m: 9.0 },
            DispersalKernel::Gaussian { scale_m: 30.0 },
        ];
        for exponent in [0.3, 0.7, 1.0, 3.0] {
            kernels.push(DispersalKernel::ExponentialPower {
                scale_m: 7.0,
                exponent,
            });
        }
        for (scale, shape) in [(15.0, 0.6), (4.0, 1.1)] {
            kernels.push(DispersalKernel::Lognormal {
                median_m: scale,
                log_sd: shape,
            });
            kernels.push(DispersalKernel::Weibull {
                scale_m: scale,
                shape,
            });
        }
        for (wind_m_per_s, turbulence_m) in [(2.0, 8.0), (0.5, 60.0)] {
            kernels.push(DispersalKernel::Wald {
                release_height_m: 20.0,
                fall_m_per_s: 0.6,
                wind_m_per_s,
                turbulence_m,
            });
        }
        kernels
    }

    fn draws_m(kernel: &DispersalKernel) -> Vec<f64> {
        let key = RandomKey::root(11, &["kernels"]);
        let draw = |i| {
            let words = key.draws(0, Purpose::Fruit, i);
            kernel.distance_m([unit_from_u32(words[0]), unit_from_u32(words[1])])
        };
        (0..DRAWS).map(draw).collect()
    }

    #[test]
    fn kernels_have_the_quantiles_of_their_densities_and_their_mean_where_its_error_is_finite() {
        let n = f64::from(DRAWS);
        for kernel in kernels() {
            let mut distances_m = draws_m(&kernel);
            if let Some([mean_m, square_m2]) = moments(&kernel) {
                let found_m = distances_m.iter().sum::<f64>() / n;
                let error_m = ((square_m2 - mean_m * mean_m) / n).sqrt();
                assert!(
                    (found_m - mean_m).abs() < 4.0 * error_m,
                    "{kernel:?}: mean {found_m}, not {mean_m}"
                );
            }
            distances_m.sort_unstable_by(f64::total_cmp);
            for share in [0.1, 0.5, 0.9] {
                let quantile_m = distances_m[(share * n) as usize];
                let error = (share * (1.0 - share) / n).sqrt();
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
        let kernel = DispersalKernel::TwoDt { u_m2: 100.0, p: 1.5 };
        let steps = 2_000_000_u32;
        let mean_m = (0..steps)
            .map(|i| kernel.distance_m([0.5, (f64::from(i) + 0.5) / f64::from(steps)]))
            .sum::<f64>()
            / f64::from(steps);
        assert!((mean_m - 10.0).abs() < 0.05, "{mean_m}");
    }

    /// SORTIE's seed shadow with D = 1.76e-4 and θ = 3 has a mean of 13.2 m.
    #[test]
    fn the_seed_shadow_of_sortie_is_an_exponential_power() {
        let kernel = DispersalKernel::ExponentialPower {
            scale_m: pow(1.76e-4, -1.0 / 3.0),
            exponent: 3.0,
        };
        let [mean_m, _] = moments(&kernel).unwrap();
        assert!((mean_m - 13.2).abs() < 0.05, "{mean_m}");
    }

    /// No draw, however rare, gives a distance that is not a number.
    #[test]
    fn every_kernel_gives_a_finite_distance_at_the_ends_of_the_uniform_numbers() {
        let ends = [0, 1, u32::MAX / 2, u32::MAX - 1, u32::MAX].map(unit_from_u32);
        let (high, low) = (1e6, 1e-3);
        let extremes = [
            DispersalKernel::ExponentialPower {
                scale_m: high,
                exponent: 0.2,
            },
            DispersalKernel::ExponentialPower {
                scale_m: low,
                exponent: 10.0,
            },
            DispersalKernel::Lognormal {
                median_m: high,
                log_sd: 3.0,
            },
            DispersalKernel::Weibull {
                scale_m: high,
                shape: 0.2,
            },
            DispersalKernel::Wald {
                release_height_m: 150.0,
                fall_m_per_s: 0.001,
                wind_m_per_s: 100.0,
                turbulence_m: 1e5,
            },
            DispersalKernel::Wald {
                release_height_m: 0.01,
                fall_m_per_s: 100.0,
                wind_m_per_s: 0.001,
                turbulence_m: 1e-4,
            },
        ];
        for kernel in kernels().into_iter().chain(extremes) {
            for (which, distance) in ends.iter().flat_map(|&a| ends.map(|b| (a, b))) {
                let distance_m = kernel.distance_m([which, distance]);
                assert!(
                    distance_m.is_finite() && distance_m >= 0.0,
                    "{kernel:?} {distance_m}"
                );
            }
        }
    }

    /// Sums of x, y, x² − y² and 2xy over the ends of flights on the unit disc's rim.
    fn direction_sums(dispersal: &Dispersal, draws: u32) -> [f64; 4] {
        let key = RandomKey::root(12, &["directions"]);
        let mut sums = [0.0; 4];
        for i in 0..draws {
            let words = key.draws(0, Purpose::Fruit, i).map(unit_from_u32);
            let [[x_m], [y_m]] = dispersal.flights_m([[words[0]], [words[1]], [words[2]]]);
            let length_m = (x_m * x_m + y_m * y_m).sqrt();
            let (x, y) = (x_m / length_m, y_m / length_m);
            for (sum, value) in sums.iter_mut().zip([x, y, x * x - y * y, 2.0 * x * y]) {
                *sum += value;
            }
        }
        sums
    }

    #[test]
    fn directions_are_uniform_without_a_wind() {
        let dispersal = DispersalKernel::Disc { radius_m: 1.0 }.into();
        // Each has variance ½ on the circle.
        let sums = direction_sums(&dispersal, 100_000);
        assert!(
            sums.iter().all(|s| s.abs() < 4.0 * (0.5_f64 * 100_000.0).sqrt()),
            "{sums:?}"
        );
    }

    /// The wrapped Cauchy distribution: the mean cosine of n times the angle is ρⁿ, its mean sine 0.
    #[test]
    fn seeds_fly_downwind_as_often_as_the_bias_says() {
        let n = 100_000;
        for (wind_bias, wind_towards_deg) in [(0.3, 90.0), (0.8, 225.0), (0.99, 0.0)] {
            let dispersal = Dispersal {
                wind_bias,
                wind_towards_deg,
                ..DispersalKernel::Disc { radius_m: 5.0 }.into()
            };
            // From north clockwise: east is along x, south-west against both.
            let (sine, cosine) = math::sin_cos(f64::to_radians(wind_towards_deg));
            let second = wind_bias * wind_bias;
            let expected = [
                wind_bias * sine,
                wind_bias * cosine,
                second * (sine * sine - cosine * cosine),
                second * 2.0 * sine * cosine,
            ];
            let sums = direction_sums(&dispersal, n);
            for (sum, mean) in sums.into_iter().zip(expected) {
                let found = sum / f64::from(n);
                // No cosine or sine has a standard deviation above 1.
                assert!(
                    (found - mean).abs() < 4.0 / f64::from(n).sqrt(),
                    "{wind_bias}: {found}, not {mean}"
                );
            }
        }
    }

    #[test]
    fn the_wind_changes_no_distance_and_without_one_no_bit() {
        let kernel = DispersalKernel::TwoDt { u_m2: 100.0, p: 1.5 };
        let uniforms = [[0.2, 0.7], [0.4, 0.9], [0.1, 0.6]];
        let calm = Dispersal::from(kernel).flights_m(uniforms);
        let still = Dispersal {
            wind_bias: 0.0,
            wind_towards_deg: 70.0,
            kernel,
        };
        assert_eq!(calm, still.flights_m(uniforms));
        let windy = Dispersal {
            wind_bias: 0.7,
            ..still
        };
        let flown = windy.flights_m(uniforms);
        assert_ne!(calm, flown);
        for seed in 0..2 {
            let distance_m = kernel.distance_m([uniforms[0][seed], uniforms[1][seed]]);
            for [x_m, y_m] in [calm, flown].map(|way| way.map(|axis| axis[seed])) {
                assert!(((x_m * x_m + y_m * y_m).sqrt() - distance_m).abs() < 1e-9);
            }
        }
    }
}

//! How many points there are per area around a place: a Gaussian kernel over the points.

use std::f64::consts::PI;

use understory_numerics::math::exp;
use understory_numerics::parallel::fill;
use understory_numerics::sample::{standard_normals, unit_from_u32, unit_from_u64};
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Plot, Region};

use crate::csr::kept_places;
use crate::error::SpacingError;
use crate::fft::convolved;
use crate::kernel_share::{CUTOFF, share_within};
use crate::nearest::check;
use crate::pairs::Strips;

/// A Gaussian kernel estimate of intensity in a window.
///
/// # Formula
/// *λ*(*u*) = Σⱼ *k*(*u* − *x*ⱼ) *w*ⱼ(*u*), in points per m², with *k* the density of the normal distribution of standard
/// deviation `sigma_m` in both directions, cut off nine of them away, and *e*(*u*) = ∫ over the window of *k*(*u* − *v*) d*v*:
/// *w*ⱼ = 1, 1/*e*(*u*) or 1/*e*(*x*ⱼ), see [`IntensityEdge`]. On a torus *k* goes round, and *e* is 1. In polygons *e* is
/// integrated along their edges; R-spatstat counts pixels, 128 × 128 where it is told nothing else.
///
/// # Source
/// Diggle (1985), Applied Statistics 34, 138; Jones (1993), Statistics and Computing 3, 135; in the form of R-spatstat's
/// `density.ppp`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelIntensity {
    /// Standard deviation of the kernel, m.
    pub sigma_m: f64,
    /// How the estimate makes up for points beyond the edge.
    pub edge: IntensityEdge,
}

/// How an estimate of intensity makes up for points beyond the edge of an open window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntensityEdge {
    /// Not at all: too low near the edge.
    None,
    /// By the share of the kernel around the place that lies in the window: right where the intensity is even. R-spatstat's default.
    #[default]
    Place,
    /// By that around each point (`diggle = TRUE` in R-spatstat): the estimate sums up to the number of points.
    Points,
}

/// Intensities at the middles of equal cells.
#[derive(Clone, Debug, PartialEq)]
pub struct IntensitySurface {
    /// Cells along x and along y.
    pub cells: [u32; 2],
    /// Row by row from below, each from left to right, points per m².
    pub per_m2: Vec<f64>,
}

impl KernelIntensity {
    /// The estimate with the edge correction of R-spatstat's default.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where `sigma_m` is not finite and above 0.
    pub fn new(sigma_m: f64) -> Result<Self, SpacingError> {
        let intensity = Self {
            sigma_m,
            edge: IntensityEdge::default(),
        };
        intensity.check()?;
        Ok(intensity)
    }

    fn check(&self) -> Result<(), SpacingError> {
        let sigma_m = self.sigma_m;
        if sigma_m.is_finite() && sigma_m > 0.0 && (1.0 / (sigma_m * sigma_m)).is_normal() {
            Ok(())
        } else {
            let must = "be finite, above 0 and not vanish beside the window";
            Err(SpacingError::out_of_range(
                "the bandwidth",
                format!("{sigma_m} m"),
                must,
            ))
        }
    }

    /// Intensities at the points, per m². Where `leaves_one_out`, a point does not count at its own place: so intensities for
    /// [`k_inhomogeneous`](crate::PairStatistics::k_inhomogeneous) must be made.
    ///
    /// The time grows with the points within nine standard deviations. The same bits for any number of threads.
    ///
    /// # Edge cases
    /// Left out, a point with no other within nine standard deviations has intensity 0.
    ///
    /// # Errors
    /// Those of [`PairStatistics::new`](crate::PairStatistics::new), and [`SpacingError::OutOfRange`].
    pub fn at_points(
        &self,
        points_m: &[[f64; 2]],
        window: &impl Region,
        leaves_one_out: bool,
    ) -> Result<Vec<f64>, SpacingError> {
        check(points_m, window)?;
        self.check()?;
        let bounds = window.bounds();
        if window.is_torus() && bounds.size_m().iter().all(|side_m| self.sigma_m >= 2.0 * side_m) {
            // Round so wide a kernel the intensity is even to 10⁻³⁴; its copies would be without number.
            let own = if leaves_one_out {
                0.5 / (PI * self.sigma_m * self.sigma_m)
            } else {
                0.0
            };
            return Ok(vec![
                points_m.len() as f64 / window.area_m2() - own;
                points_m.len()
            ]);
        }
        let strips = Strips::new(points_m, bounds)?;
        let shares: Vec<f64> = match self.edge {
            IntensityEdge::None => vec![1.0; points_m.len()],
            _ => fill(points_m.len(), 64, |number| {
                share_within(points_m[number], self.sigma_m, window)
            }),
        };
        let sharpness = 0.5 / (self.sigma_m * self.sigma_m);
        let reach_m = CUTOFF * self.sigma_m;
        let weights: Vec<f64> = strips
            .numbers
            .iter()
            .map(|&number| 1.0 / shares[number as usize])
            .collect();
        let is_by_points = self.edge == IntensityEdge::Points;
        let of_place = |place: usize| {
            let mut sum = 0.0;
            strips.around(
                strips.point_m(place),
                reach_m,
                window.is_torus(),
                |from_m, range| {
                    for other in range {
                        let [x_m, y_m] = strips.point_m(other);
                        let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
                        let d_m2 = dx * dx + dy * dy;
                        // On a torus a point sees itself again the long way round.
                        let is_itself = other == place && from_m == strips.point_m(place);
                        if d_m2 <= reach_m * reach_m && !(leaves_one_out && is_itself) {
                            let weight = if is_by_points { weights[other] } else { 1.0 };
                            sum += weight * exp(-sharpness * d_m2);
                        }
                    }
                },
            );
            sum * sharpness / PI * if is_by_points { 1.0 } else { weights[place] }
        };
        let sorted = fill(strips.len(), 64, of_place);
        let mut intensities = vec![0.0; points_m.len()];
        for (&number, intensity) in strips.numbers.iter().zip(sorted) {
            intensities[number as usize] = intensity;
        }
        Ok(intensities)
    }

    /// Intensities at the middles of `cells` columns and rows that cut the window, per m², by the fast Fourier transform.
    ///
    /// Each point counts at the middle of its cell, so cells should be smaller than half a standard deviation; the edge
    /// correction is exact at the middles. On a torus the numbers of cells must be powers of two.
    ///
    /// # Errors
    /// Those of [`at_points`](Self::at_points); [`SpacingError::OutOfRange`] for no cells, more than 2^26, or on a torus for
    /// numbers that are no powers of two.
    pub fn surface(
        &self,
        points_m: &[[f64; 2]],
        window: &Plot,
        cells: [u32; 2],
    ) -> Result<IntensitySurface, SpacingError> {
        check(points_m, window)?;
        self.check()?;
        let [columns, rows] = cells.map(|count| count as usize);
        let is_round = window.is_torus();
        let fits = columns > 0 && rows > 0 && columns.checked_mul(rows).is_some_and(|all| all <= 1 << 26);
        if !fits || (is_round && !(columns.is_power_of_two() && rows.is_power_of_two())) {
            let must = "be at least 1 and 2^26 at most, and powers of two on a torus";
            let found = format!("{columns} x {rows}");
            return Err(SpacingError::out_of_range("the number of cells", found, must));
        }
        let (origin_m, size_m) = (window.origin_m(), window.size_m());
        let side_m = [size_m[0] / columns as f64, size_m[1] / rows as f64];
        let mut counts = vec![0.0; columns * rows];
        for &point_m in points_m {
            let at = |axis: usize, count: usize| {
                (((point_m[axis] - origin_m[axis]) / side_m[axis]) as usize).min(count - 1)
            };
            let weight = if self.edge == IntensityEdge::Points {
                1.0 / share_within(point_m, self.sigma_m, window)
            } else {
                1.0
            };
            counts[at(1, rows) * columns + at(0, columns)] += weight;
        }
        let height = 1.0 / ((2.0 * PI).sqrt() * self.sigma_m);
        let density = |d_m: f64| height * exp(-0.5 * d_m * d_m / (self.sigma_m * self.sigma_m));
        let along = [0, 1].map(|axis| {
            let count = [columns, rows][axis];
            let laps = if is_round {
                (CUTOFF * self.sigma_m / size_m[axis]).ceil() as i32
            } else {
                0
            };
            let at = |k: usize| {
                let d_m = k as f64 * side_m[axis];
                (-laps..=laps)
                    .map(|lap| density(d_m + f64::from(lap) * size_m[axis]))
                    .sum()
            };
            (0..count).map(at).collect::<Vec<f64>>()
        });
        let mut per_m2 = convolved(&counts, columns, &along, is_round);
        for (number, per_m2) in per_m2.iter_mut().enumerate() {
            // What rounding leaves below 0 far from all points is 0.
            *per_m2 = per_m2.max(0.0);
            if self.edge == IntensityEdge::Place {
                let middle_m = [
                    origin_m[0] + (0.5 + (number % columns) as f64) * side_m[0],
                    origin_m[1] + (0.5 + (number / columns) as f64) * side_m[1],
                ];
                *per_m2 /= share_within(middle_m, self.sigma_m, window);
            }
        }
        Ok(IntensitySurface { cells, per_m2 })
    }

    /// As many independent random points as there are `points_m`, each of the density that the estimate from these has, no
    /// point left out. Coordinates in m.
    ///
    /// Exact: a point is one of `points_m` moved by the kernel, drawn anew where it leaves an open window, and kept with a
    /// probability that turns the sum of kernels into the estimate by the edge correction. Point *i* depends on the key, the
    /// points and *i* alone. In polygons the least share of a kernel is taken for half of the least at up to 512 corners; should
    /// there be places of a lesser one, such as behind narrows, they get too few points.
    ///
    /// # Errors
    /// Those of [`at_points`](Self::at_points); [`SpacingError::OutOfRange`] from 2^32 points on;
    /// [`SpacingError::Unfit`] where none of 2^24 places is kept.
    pub fn random_points(
        &self,
        points_m: &[[f64; 2]],
        window: &impl Region,
        key: RandomKey,
    ) -> Result<Vec<[f64; 2]>, SpacingError> {
        check(points_m, window)?;
        self.check()?;
        let (origin_m, size_m) = (window.bounds().origin_m(), window.bounds().size_m());
        let share = |place_m: [f64; 2]| share_within(place_m, self.sigma_m, window);
        let least_share = match window.polygon() {
            // A kernel around a corner has the least share within: a product of what falls towards either end of a side.
            None => share(origin_m),
            Some(polygon) => {
                let corners = polygon.edges().iter().step_by(polygon.edges().len() / 512 + 1);
                0.5 * corners.fold(1.0, |least: f64, [corner_m, _]| least.min(share(*corner_m)))
            }
        };
        // Each kernel weighs 1, or what makes it whole within the window.
        let most_weight = match self.edge {
            IntensityEdge::Points => 1.0 / least_share,
            IntensityEdge::None | IntensityEdge::Place => 1.0,
        };
        let count = points_m.len() as f64;
        let place = |number: u32, trial: u32| -> Option<[f64; 2]> {
            let [a, b, c, d] = key.draws(trial, Purpose::Place, number);
            let which = (unit_from_u64(u64::from(a) | u64::from(b) << 32) * count) as usize;
            let from_m = points_m[which.min(points_m.len() - 1)];
            let units = [unit_from_u32(c), unit_from_u32(d)];
            let moved = standard_normals(units);
            if window.is_torus() {
                return window
                    .bounds()
                    .place([0, 1].map(|axis| from_m[axis] + self.sigma_m * moved[axis]));
            }
            // Along a side that the kernel is wide beside, any place of it is proposed, and kept by the kernel's height.
            let is_wide = size_m.map(|side_m| self.sigma_m >= 0.5 * side_m);
            let place_m: [f64; 2] = std::array::from_fn(|axis| {
                if is_wide[axis] {
                    origin_m[axis] + size_m[axis] * units[axis]
                } else {
                    from_m[axis] + self.sigma_m * moved[axis]
                }
            });
            let height = |axis: usize| {
                let away = (place_m[axis] - from_m[axis]) / self.sigma_m;
                if is_wide[axis] {
                    exp(-0.5 * away * away)
                } else {
                    1.0
                }
            };
            let is_within = (0..2).all(|axis| {
                place_m[axis] >= origin_m[axis] && place_m[axis] <= origin_m[axis] + size_m[axis]
            });
            let is_within = is_within && window.polygon().is_none_or(|polygon| polygon.contains(place_m));
            let kept = match self.edge {
                _ if !is_within => 0.0,
                IntensityEdge::None => 1.0,
                IntensityEdge::Place => least_share / share(place_m),
                IntensityEdge::Points => 1.0 / share(from_m) / most_weight,
            };
            let [lot, ..] = key.draws(trial, Purpose::Member, number);
            (is_within && unit_from_u32(lot) < kept * height(0) * height(1)).then_some(place_m)
        };
        kept_places(points_m.len(), place)
    }
}

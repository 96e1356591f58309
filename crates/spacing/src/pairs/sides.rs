//! *K* and kernel sums, the same for pairs within one pattern and between two.
//!
//! Which radii have a value is decided here; the loops below know nothing of undefined ones.

use std::f64::consts::PI;

use understory_space::{Plot, PolygonWindow};

use crate::error::SpacingError;
use crate::pairs::border::{BorderCounts, edge_steps};
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::curves::{Estimate, PairCurves};
use crate::pairs::kernel::{Kernel, KernelSums};
use crate::pairs::radii::Radii;
use crate::pairs::shape::Shape;
use crate::pairs::smoothing::{Divisor, PairKernel};
use crate::pairs::steps::{StepSums, Steps};
use crate::pairs::strips::Strips;
use crate::pairs::sweep::{Factors, Pairs};

/// Whose neighbours are looked at, and who may be a neighbour: the same points, or others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    pub(crate) window: &'a Plot,
    /// `None`: the window is the rectangle. Otherwise a polygon in it, where the edge distances of `from` are to its border.
    pub(crate) polygon: Option<&'a PolygonWindow>,
    pub(crate) from: &'a Strips,
    /// `None`: the points `from`.
    pub(crate) to: Option<&'a Strips>,
}

impl<'a> Sides<'a> {
    /// |*W*| over the number of ordered pairs, m².
    pub(super) fn area_per_pair_m2(&self) -> f64 {
        let from = self.from.points();
        let to = self.to.map_or(from - 1.0, Strips::points);
        self.area_m2() / (from * to)
    }

    pub(super) fn area_m2(&self) -> f64 {
        self.polygon.map_or(self.window.area_m2(), PolygonWindow::area_m2)
    }

    /// What `correction` needs to know of a polygon for pairs up to a distance.
    pub(super) fn shape(&self, correction: EdgeCorrection, reach_m: f64) -> Option<Shape<'a>> {
        let reach_m = reach_m.min(self.greatest_m(correction));
        Some(Shape::new(self.polygon?, self.from, correction, reach_m))
    }

    /// The pairs that a correction looks at, up to a distance.
    pub(super) fn pairs<'s>(
        &self,
        correction: EdgeCorrection,
        shape: Option<&'s Shape<'s>>,
        reach_m: f64,
    ) -> Pairs<'s>
    where
        'a: 's,
    {
        let is_torus = correction == EdgeCorrection::Periodic;
        Pairs {
            from: self.from,
            to: self.to,
            window: *self.window,
            shape,
            reach_m: reach_m.min(self.greatest_m(correction)),
            is_torus,
        }
    }

    /// The distance from which on a pair cannot be distinguished from its copies, or the weights are undefined, m.
    fn limit_m(&self, correction: EdgeCorrection) -> f64 {
        match correction {
            EdgeCorrection::None | EdgeCorrection::Border => f64::INFINITY,
            EdgeCorrection::Translation | EdgeCorrection::Isotropic => 0.5 * self.diagonal_m(),
            EdgeCorrection::Periodic => 0.5 * self.window.shorter_side_m(),
        }
    }

    /// The greatest distance at which pairs are looked for, m.
    fn greatest_m(&self, correction: EdgeCorrection) -> f64 {
        match correction {
            // Just below half the side: at half of it a point and its copy are as far, and a pair would be met twice.
            EdgeCorrection::Periodic => (0.5 * self.window.shorter_side_m()).next_down(),
            _ => self.diagonal_m(),
        }
    }

    fn diagonal_m(&self) -> f64 {
        let [a_m, b_m] = self.window.size_m();
        (a_m * a_m + b_m * b_m).sqrt()
    }

    /// The values at the radii below the limit of the correction, on a torus by `half_width_m`.
    pub(super) fn defined(
        &self,
        radii: &Radii,
        correction: EdgeCorrection,
        half_width_m: f64,
        value: impl Fn(usize) -> Option<f64>,
    ) -> Vec<Option<f64>> {
        let limit_m = self.limit_m(correction);
        let margin_m = if correction == EdgeCorrection::Periodic {
            half_width_m
        } else {
            0.0
        };
        let at = |k: usize| {
            if radii.at_m(k) + margin_m < limit_m {
                value(k)
            } else {
                None
            }
        };
        (0..=radii.steps()).map(at).collect()
    }

    pub(super) fn k(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
    ) -> Result<PairCurves, SpacingError> {
        corrections
            .iter()
            .try_for_each(|correction| check_fits(*correction, self.window, false))?;
        let steps = Steps::new(radii);
        let estimate = |&correction: &EdgeCorrection| {
            let shape = self.shape(correction, radii.max_m());
            let pairs = self.pairs(correction, shape.as_ref(), radii.max_m());
            if correction == EdgeCorrection::Border {
                let values = self.k_border(&pairs, &steps);
                return Estimate { correction, values };
            }
            let sums = pairs.sum(correction, (), steps.len(), || StepSums::new(&steps));
            self.k_of_sums(radii, correction, &sums)
        };
        Ok(k_curves(radii, corrections.iter().map(estimate).collect()))
    }

    fn k_of_sums(&self, radii: &Radii, correction: EdgeCorrection, sums: &StepSums) -> Estimate {
        let sums = sums.cumulative();
        let value = |k: usize| Some(sums[k] * self.area_per_pair_m2());
        Estimate {
            correction,
            values: self.defined(radii, correction, 0.0, value),
        }
    }

    /// *K* and the pair correlation in one pass over the pairs where that gives the same bits as a pass for each.
    pub(super) fn k_and_pair_correlation(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        options: &PairKernel,
        intensity_per_m2: f64,
    ) -> Result<[PairCurves; 2], SpacingError> {
        corrections
            .iter()
            .try_for_each(|correction| check_fits(*correction, self.window, true))?;
        let half_width_m = half_width_m(options, intensity_per_m2);
        let (steps, kernel) = (Steps::new(radii), Kernel::new(radii, half_width_m)?);
        let (len, is_over_distance) = (3 * kernel.bins(), options.divisor == Divisor::Distance);
        let mut estimates = [Vec::new(), Vec::new()];
        for &correction in corrections {
            let pairs = self.pairs(correction, None, radii.max_m() + half_width_m);
            // Queues of hidden arcs empty at other pairs, areas in polygons are looked up in a table that depends on the
            // reach, and sums of other bands differ in last bits.
            let is_alike = self.polygon.is_none()
                && correction != EdgeCorrection::Isotropic
                && pairs.bands(steps.len()) == pairs.bands(len);
            if is_alike {
                let new = || {
                    (
                        StepSums::new(&steps),
                        KernelSums::<1>::new(&kernel, is_over_distance),
                    )
                };
                let (k, g) = pairs.sum(correction, (), len, new);
                let g = g.at_radii();
                estimates[0].push(self.k_of_sums(radii, correction, &k));
                estimates[1].push(self.g_of_sums(radii, correction, half_width_m, &g, is_over_distance));
            } else {
                let k = self.k(radii, &[correction])?;
                let g = self.pair_correlation(radii, &[correction], options, intensity_per_m2)?;
                estimates[0].extend(k.estimates);
                estimates[1].extend(g.estimates);
            }
        }
        let [k, g] = estimates;
        Ok([k_curves(radii, k), g_curves(radii, g)])
    }

    /// *K* by the border correction, where points leave one by one as the radius passes their distance to the edge.
    fn k_border(&self, pairs: &Pairs<'_>, steps: &Steps) -> Vec<Option<f64>> {
        let edge_steps = edge_steps(pairs, steps);
        let counts = pairs.visit(2 * steps.len(), || BorderCounts::new(*pairs, steps, &edge_steps));
        let mut leave = vec![0.0; steps.len()];
        for (place, &step) in edge_steps.iter().enumerate() {
            leave[step as usize] += self.from.count(place);
        }
        let intensity_per_m2 = self.to.unwrap_or(self.from).points() / self.area_m2();
        let mut inside = self.from.points();
        let value = |(seen, leave): (u64, &f64)| {
            inside -= leave;
            (inside > 0.0).then(|| seen as f64 / (intensity_per_m2 * inside))
        };
        counts.cumulative().into_iter().zip(&leave).map(value).collect()
    }

    /// With the half-width that follows from `intensity_per_m2` where none is given.
    pub(super) fn pair_correlation(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        options: &PairKernel,
        intensity_per_m2: f64,
    ) -> Result<PairCurves, SpacingError> {
        let is_over_distance = options.divisor == Divisor::Distance;
        let sums = self.kernel_sums::<1, _>(
            (),
            radii,
            corrections,
            options,
            intensity_per_m2,
            is_over_distance,
        )?;
        let estimate = |(correction, half_width_m, sums): (_, f64, Vec<Option<[f64; 1]>>)| {
            self.g_of_sums(radii, correction, half_width_m, &sums, is_over_distance)
        };
        Ok(g_curves(radii, sums.into_iter().map(estimate).collect()))
    }

    fn g_of_sums(
        &self,
        radii: &Radii,
        correction: EdgeCorrection,
        half_width_m: f64,
        sums: &[Option<[f64; 1]>],
        is_over_distance: bool,
    ) -> Estimate {
        let value = |k: usize| {
            let divisor_m = if is_over_distance { 1.0 } else { radii.at_m(k) };
            let sum = sums[k].map_or(0.0, |[sum]| sum);
            (divisor_m > 0.0).then(|| sum * self.area_per_pair_m2() / (2.0 * PI * divisor_m))
        };
        Estimate {
            correction,
            values: self.defined(radii, correction, half_width_m, value),
        }
    }

    /// Kernel sums with the factors of `marks` over those without.
    pub(super) fn ratios<F: Factors>(
        &self,
        marks: F,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        options: &PairKernel,
        intensity_per_m2: f64,
    ) -> Result<Vec<Estimate>, SpacingError> {
        let sums = self.kernel_sums::<2, F>(marks, radii, corrections, options, intensity_per_m2, false)?;
        let estimate = |(correction, half_width_m, sums): (_, f64, Vec<Option<[f64; 2]>>)| Estimate {
            correction,
            values: self.defined(radii, correction, half_width_m, |k| {
                sums[k].map(|[weights, products]| products / weights)
            }),
        };
        Ok(sums.into_iter().map(estimate).collect())
    }

    /// For each correction its kernel's half-width and the sums at the radii.
    #[expect(clippy::type_complexity, reason = "taken apart at once")]
    pub(super) fn kernel_sums<const N: usize, F: Factors>(
        &self,
        marks: F,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        options: &PairKernel,
        intensity_per_m2: f64,
        is_over_distance: bool,
    ) -> Result<Vec<(EdgeCorrection, f64, Vec<Option<[f64; N]>>)>, SpacingError> {
        corrections
            .iter()
            .try_for_each(|correction| check_fits(*correction, self.window, true))?;
        let half_width_m = half_width_m(options, intensity_per_m2);
        let kernel = Kernel::new(radii, half_width_m)?;
        let sums = |&correction: &EdgeCorrection| {
            let reach_m = radii.max_m() + half_width_m;
            let shape = self.shape(correction, reach_m);
            let pairs = self.pairs(correction, shape.as_ref(), reach_m);
            let new = || KernelSums::<N>::new(&kernel, is_over_distance);
            let sums = pairs.sum(correction, marks, 3 * N * kernel.bins(), new);
            (correction, half_width_m, sums.at_radii())
        };
        Ok(corrections.iter().map(sums).collect())
    }
}

impl PairKernel {
    /// Whether it can be summed at `radii` over points of an intensity.
    ///
    /// # Errors
    /// [`SpacingError::NoBandwidth`] where its half-width is not finite and above 0, or makes more than 2^20 bins.
    pub fn check(&self, radii: &Radii, intensity_per_m2: f64) -> Result<(), SpacingError> {
        Kernel::new(radii, half_width_m(self, intensity_per_m2)).map(drop)
    }
}

/// The kernel's half-width; Stoyan's where none is given.
fn half_width_m(options: &PairKernel, intensity_per_m2: f64) -> f64 {
    options.half_width_m.unwrap_or(0.15 / intensity_per_m2.sqrt())
}

fn k_curves(radii: &Radii, estimates: Vec<Estimate>) -> PairCurves {
    let r_m = radii.to_vec_m();
    PairCurves {
        theoretical: r_m.iter().map(|r_m| PI * r_m * r_m).collect(),
        r_m,
        estimates,
    }
}

fn g_curves(radii: &Radii, estimates: Vec<Estimate>) -> PairCurves {
    PairCurves {
        r_m: radii.to_vec_m(),
        theoretical: vec![1.0; radii.steps() + 1],
        estimates,
    }
}

/// Whether the weights fit a kernel sum, which `Border` has none for.
pub(super) fn check_fits(
    correction: EdgeCorrection,
    window: &Plot,
    is_weighted_sum: bool,
) -> Result<(), SpacingError> {
    let hint = match (correction, window.is_torus()) {
        (EdgeCorrection::Border, _) if is_weighted_sum => {
            "take `trans`, `iso`, `un` or, on a torus, `periodic`"
        }
        (EdgeCorrection::Periodic, false) => "make the window a torus, or take `trans` or `iso`",
        (EdgeCorrection::Border | EdgeCorrection::Translation | EdgeCorrection::Isotropic, true) => {
            "a torus has no edge, take `periodic`"
        }
        _ => return Ok(()),
    };
    Err(SpacingError::Unfit(format!(
        "the correction `{correction}` does not fit here, where the window is {}: {hint}",
        window.edge()
    )))
}

//! *K*, *L* and the pair correlation where the intensity varies: each pair counts by the intensities at its points.

use std::f64::consts::PI;
use std::ops::Range;

use crate::error::{SpacingError, check_count};
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::curves::{Estimate, PairCurves};
use crate::pairs::radii::Radii;
use crate::pairs::sides::check_fits;
use crate::pairs::smoothing::{Divisor, PairKernel};
use crate::pairs::statistics::{MarkProducts, PairStatistics};
use crate::pairs::steps::Steps;
use crate::pairs::sums::{Batch, PairSums};
use crate::pairs::sweep::{Pairs, Visitor};

impl PairStatistics {
    /// Inhomogeneous *K*(*r*), m², where point *i* stands at intensity *λ*ᵢ = `intensities_per_m2[i]`. *L* follows by
    /// [`PairCurves::l_from_k`].
    ///
    /// Above π*r*², its value where points do not depend on each other, however their intensity varies: clustered beyond
    /// what the intensity explains.
    ///
    /// # Formula
    /// *K*(*r*) = Σ *e*ᵢⱼ 1{*d*ᵢⱼ ≤ *r*} / (*λ*ᵢ *λ*ⱼ) / Σ 1/*λ*ᵢ over ordered pairs *i* ≠ *j*; symbols as in [`k`](Self::k). The
    /// last sum stands for |*W*|, which is its mean under the true intensity: this renormalisation takes out most of the
    /// bias of estimated intensities. With `Border` the numerator has the points *i* with *b*ᵢ > *r* alone and is divided by
    /// Σ 1/*λ*ᵢ over these, times |*W*| / Σ 1/*λ*ᵢ over all.
    ///
    /// # Use
    /// Take intensities that leave the point itself out ([`KernelIntensity::at_points`](crate::KernelIntensity::at_points)), or that come from a
    /// covariate: others follow the clusters and explain them away.
    ///
    /// # Edge cases
    /// As for [`k`](Self::k).
    ///
    /// # Errors
    /// Those of [`k`](Self::k); [`SpacingError::CountMismatch`] where there is not one intensity a point,
    /// [`SpacingError::NotAnIntensity`] where one is not finite and above 0.
    ///
    /// # Source
    /// Baddeley, Møller & Waagepetersen (2000), Statistica Neerlandica 54, 329, in the form of R-spatstat's `Kinhom` with
    /// `renormalise = TRUE, normpower = 1`, its default.
    pub fn k_inhomogeneous(
        &self,
        intensities_per_m2: &[f64],
        radii: &Radii,
        corrections: &[EdgeCorrection],
    ) -> Result<PairCurves, SpacingError> {
        let sides = self.single_sides();
        corrections
            .iter()
            .try_for_each(|correction| check_fits(*correction, sides.window, false))?;
        let areas_m2 = self.areas_per_point_m2(intensities_per_m2)?;
        let all_m2: f64 = areas_m2.iter().sum();
        let steps = Steps::new(radii);
        let estimate = |&correction: &EdgeCorrection| {
            let shape = sides.shape(correction, radii.max_m());
            let pairs = sides.pairs(correction, shape.as_ref(), radii.max_m());
            let values = if correction == EdgeCorrection::Border {
                border(&pairs, &steps, &areas_m2, sides.area_m2() / all_m2)
            } else {
                let new = || ProductSteps::new(&steps);
                let sums = pairs.sum(correction, MarkProducts(&areas_m2), steps.len(), new);
                let sums = cumulative(&sums.sums, &steps);
                sides.defined(radii, correction, 0.0, |k| Some(sums[k] / all_m2))
            };
            Estimate { correction, values }
        };
        Ok(PairCurves {
            r_m: radii.to_vec_m(),
            theoretical: radii.to_vec_m().iter().map(|r_m| PI * r_m * r_m).collect(),
            estimates: corrections.iter().map(estimate).collect(),
        })
    }

    /// Inhomogeneous pair correlation, no unit: 1 where points do not depend on each other, however their intensity varies.
    ///
    /// # Formula
    /// *g*(*r*) = Σ *e*ᵢⱼ *k*(*r* − *d*ᵢⱼ) / (*λ*ᵢ *λ*ⱼ) / (2π*r* Σ 1/*λ*ᵢ) over ordered pairs, with the [`PairKernel`] *k* and
    /// the half-width of [`pair_correlation`](Self::pair_correlation); renormalised as
    /// [`k_inhomogeneous`](Self::k_inhomogeneous) is.
    ///
    /// # Edge cases
    /// As for [`pair_correlation`](Self::pair_correlation).
    ///
    /// # Errors
    /// Those of [`pair_correlation`](Self::pair_correlation) and of [`k_inhomogeneous`](Self::k_inhomogeneous).
    ///
    /// # Source
    /// In the form of R-spatstat's `pcfinhom` with `renormalise = TRUE, normpower = 1`, without its bins.
    pub fn pair_correlation_inhomogeneous(
        &self,
        intensities_per_m2: &[f64],
        radii: &Radii,
        corrections: &[EdgeCorrection],
        kernel: &PairKernel,
    ) -> Result<PairCurves, SpacingError> {
        let sides = self.single_sides();
        let areas_m2 = self.areas_per_point_m2(intensities_per_m2)?;
        let all_m2: f64 = areas_m2.iter().sum();
        let is_over_distance = kernel.divisor == Divisor::Distance;
        let sums = sides.kernel_sums::<2, _>(
            MarkProducts(&areas_m2),
            radii,
            corrections,
            kernel,
            self.intensity_per_m2(),
            is_over_distance,
        )?;
        let estimate = |(correction, half_width_m, sums): (_, f64, Vec<Option<[f64; 2]>>)| Estimate {
            correction,
            values: sides.defined(radii, correction, half_width_m, |k| {
                let divisor_m = if is_over_distance { 1.0 } else { radii.at_m(k) };
                let sum = sums[k].map_or(0.0, |[_, sum]| sum);
                (divisor_m > 0.0).then(|| sum / (2.0 * PI * divisor_m * all_m2))
            }),
        };
        Ok(PairCurves {
            r_m: radii.to_vec_m(),
            theoretical: vec![1.0; radii.steps() + 1],
            estimates: sums.into_iter().map(estimate).collect(),
        })
    }

    /// 1 / *λ*ᵢ in the order of the strips, m².
    fn areas_per_point_m2(&self, intensities_per_m2: &[f64]) -> Result<Vec<f64>, SpacingError> {
        let numbers = self.numbers();
        check_count("intensities", intensities_per_m2.len(), "point", numbers.len())?;
        let is_one = |intensity: &f64| *intensity > 0.0 && (1.0 / (intensity * intensity)).is_normal();
        if let Some(index) = intensities_per_m2.iter().position(|intensity| !is_one(intensity)) {
            return Err(SpacingError::NotAnIntensity {
                index,
                intensity: intensities_per_m2[index],
            });
        }
        Ok(numbers
            .iter()
            .map(|&number| 1.0 / intensities_per_m2[number as usize])
            .collect())
    }
}

fn cumulative(sums: &[f64], steps: &Steps) -> Vec<f64> {
    let mut sum = 0.0;
    let up_to = |own: &f64| {
        sum += own;
        sum
    };
    sums[..steps.beyond()].iter().map(up_to).collect()
}

/// Weights times factors, summed by the step in which the distance lies.
struct ProductSteps<'a> {
    steps: &'a Steps,
    sums: Vec<f64>,
}

impl<'a> ProductSteps<'a> {
    fn new(steps: &'a Steps) -> Self {
        Self {
            steps,
            sums: vec![0.0; steps.len()],
        }
    }
}

impl PairSums for ProductSteps<'_> {
    #[inline]
    fn add(&mut self, batch: Batch<'_>) {
        for ((&d_m, weight), factor) in batch.distances_m.iter().zip(batch.weights).zip(batch.factors) {
            self.sums[self.steps.of(d_m)] += weight * factor;
        }
    }

    fn merge(&mut self, later: &Self) {
        for (sum, other) in self.sums.iter_mut().zip(&later.sums) {
            *sum += other;
        }
    }
}

/// Products of pairs with *d*ᵢⱼ ≤ *r* < *b*ᵢ: they come in at one step and go at another.
struct BorderProducts<'a> {
    pairs: Pairs<'a>,
    steps: &'a Steps,
    areas_m2: &'a [f64],
    edge_steps: &'a [usize],
    come: Vec<f64>,
    go: Vec<f64>,
}

impl Visitor for BorderProducts<'_> {
    fn meet(&mut self, from: usize, from_m: [f64; 2], to: Range<usize>) {
        for other in to {
            let [x_m, y_m] = self.pairs.from.point_m(other);
            let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
            let step = self.steps.of((dx * dx + dy * dy).sqrt());
            let product = self.areas_m2[from] * self.areas_m2[other];
            for edge_step in [self.edge_steps[from], self.edge_steps[other]] {
                // One that goes before it comes was never there.
                if step < edge_step {
                    self.come[step] += product;
                    self.go[edge_step] += product;
                }
            }
        }
    }

    fn meet_own(&mut self, _: usize) {}

    fn merge(&mut self, later: &Self) {
        for (sums, others) in [(&mut self.come, &later.come), (&mut self.go, &later.go)] {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        }
    }
}

fn border(pairs: &Pairs<'_>, steps: &Steps, areas_m2: &[f64], renormalisation: f64) -> Vec<Option<f64>> {
    let edge_steps: Vec<usize> = pairs
        .from
        .to_edge_m
        .iter()
        .map(|&to_edge_m| steps.of(to_edge_m))
        .collect();
    let seen = pairs.visit(2 * steps.len(), || BorderProducts {
        pairs: *pairs,
        steps,
        areas_m2,
        edge_steps: &edge_steps,
        come: vec![0.0; steps.len()],
        go: vec![0.0; steps.len()],
    });
    let (come, gone) = (cumulative(&seen.come, steps), cumulative(&seen.go, steps));
    // From the far end, so that the last points are not what rounding leaves.
    let mut inside_m2 = vec![0.0; steps.len() + 1];
    for (&step, area_m2) in edge_steps.iter().zip(areas_m2) {
        inside_m2[step] += area_m2;
    }
    for step in (0..steps.len()).rev() {
        inside_m2[step] += inside_m2[step + 1];
    }
    let value = |step: usize| {
        let inside_m2 = inside_m2[step + 1];
        (inside_m2 > 0.0).then(|| renormalisation * (come[step] - gone[step]).max(0.0) / inside_m2)
    };
    (0..steps.beyond()).map(value).collect()
}

//! What patterns are measured by in a comparison: one set of distances for the target and for all methods.
//!
//! The ruler is made from the target alone. Ranges that followed from a method's own points would make methods
//! incomparable.

use understory_scatter::TargetStatistics;
use understory_space::Plot;
use understory_spacing::{
    NearestNeighbourSummary, PairKernel, PairStatistics, Radii, SpacingError, default_j_range_m,
    default_pixels, g_sup_difference, root_mean_square_difference,
};

use super::looks::Looks;
use crate::stats::{j_of, pair_correction, undefined_as_nan};

/// Steps of the curves that patterns are compared by.
const STEPS: usize = 512;
/// Bins of the nearest-neighbour distances.
const BINS: usize = 32;

/// By what patterns of one plot are measured: distances up to a quarter of its shorter side.
pub(super) struct Ruler {
    plot: Plot,
    radii: Radii,
    r_m: Vec<f64>,
    /// Of *G*, as far as the target's neighbours are.
    g_r_m: Vec<f64>,
    /// Middles of the bins of nearest-neighbour distances, as far as well.
    nnd_r_m: Vec<f64>,
    /// Of *J*, as far as its tests go.
    j_r_m: Vec<f64>,
    /// Test points of *J*: enough to outnumber the target's.
    j_pixels: [u32; 2],
    /// Side of the square that one of the target's points has, m.
    room_m: f64,
}

/// What was measured of a pattern.
pub(super) struct Measured {
    pub(super) summary: NearestNeighbourSummary,
    /// *G* by Kaplan–Meier at [`Ruler::g_r_m`].
    pub(super) g: Vec<f64>,
    /// Density of nearest-neighbour distances, 1/m, at [`Ruler::nnd_r_m`].
    pub(super) nnd_per_m: Vec<f64>,
    /// *L*, m, at [`Ruler::r_m`]; NaN where undefined.
    pub(super) l_m: Vec<f64>,
    /// Pair correlation at [`Ruler::r_m`]; NaN where undefined.
    pub(super) pcf: Vec<f64>,
}

impl Measured {
    /// Clark–Evans index: Donnelly's on an open plot, else naive.
    pub(super) fn clark_evans(&self) -> f64 {
        let index = self.summary.clark_evans();
        index.donnelly.unwrap_or(index.naive)
    }
}

/// How far two patterns are from each other.
pub(super) struct Distance {
    pub(super) g_ks: f64,
    pub(super) l_rmse_m: f64,
    pub(super) pcf_rmse: f64,
}

impl Ruler {
    /// The ruler for a target of at least two points on this plot.
    pub(super) fn new(plot: &Plot, target_m: &[[f64; 2]]) -> Result<Self, SpacingError> {
        let radii = Radii::new(plot.shorter_side_m() / 4.0, STEPS)?;
        let summary = NearestNeighbourSummary::new(target_m, plot)?;
        let farthest_m = summary.default_range_m();
        let j_range_m = default_j_range_m(target_m.len(), plot);
        Ok(Self {
            j_r_m: Radii::new(j_range_m, STEPS)?.to_vec_m(),
            j_pixels: pixels(target_m.len(), plot),
            nnd_r_m: summary.density(farthest_m, BINS)?.r_m,
            room_m: (plot.area_m2() / target_m.len() as f64).sqrt(),
            plot: *plot,
            r_m: radii.to_vec_m(),
            g_r_m: Radii::new(farthest_m, STEPS)?.to_vec_m(),
            radii,
        })
    }

    /// The distances of *L* and the pair correlation, m.
    pub(super) fn r_m(&self) -> &[f64] {
        &self.r_m
    }

    /// The distances of *G*, m.
    pub(super) fn g_r_m(&self) -> &[f64] {
        &self.g_r_m
    }

    /// The distances of *J*, m.
    pub(super) fn j_r_m(&self) -> &[f64] {
        &self.j_r_m
    }

    /// *J* of a pattern of at least two points; NaN where undefined.
    pub(super) fn j(&self, points_m: &[[f64; 2]]) -> Result<Vec<f64>, SpacingError> {
        j_of(points_m, &self.plot, self.j_pixels, &self.j_r_m)
    }

    /// What a pattern of at least two points looks like.
    pub(super) fn looks(&self, points_m: &[[f64; 2]]) -> Result<Looks, SpacingError> {
        Looks::of(points_m, &self.plot, self.room_m)
    }

    /// Middles of the bins of nearest-neighbour distances, m.
    pub(super) fn nnd_r_m(&self) -> &[f64] {
        &self.nnd_r_m
    }

    pub(super) fn plot(&self) -> &Plot {
        &self.plot
    }

    pub(super) fn radii(&self) -> &Radii {
        &self.radii
    }

    /// Measures a pattern of at least two points.
    pub(super) fn measure(&self, points_m: &[[f64; 2]]) -> Result<Measured, SpacingError> {
        let summary = NearestNeighbourSummary::new(points_m, &self.plot)?;
        let correction = pair_correction(&self.plot);
        let pairs = PairStatistics::new(points_m, &self.plot)?;
        let l = pairs.l(&self.radii, &[correction])?;
        let pcf = pairs.pair_correlation(&self.radii, &[correction], &PairKernel::default())?;
        Ok(Measured {
            g: summary.g(&self.g_r_m)?.km,
            nnd_per_m: summary.density(self.g_r_m[STEPS], BINS)?.observed_per_m,
            summary,
            l_m: undefined_as_nan(l.by(correction).unwrap_or_default()),
            pcf: undefined_as_nan(pcf.by(correction).unwrap_or_default()),
        })
    }

    /// The distance of two measured patterns, in either order the same.
    pub(super) fn distance(&self, a: &Measured, b: &Measured) -> Result<Distance, SpacingError> {
        Ok(Distance {
            // Over the range of the pairs too, so that one range stands behind all three figures.
            g_ks: g_sup_difference(&a.summary, &b.summary, self.radii.max_m())?,
            l_rmse_m: root_mean_square_difference(&self.r_m, &a.l_m, &b.l_m)?,
            pcf_rmse: root_mean_square_difference(&self.r_m, &a.pcf, &b.pcf)?,
        })
    }

    /// What a method may take over from a pattern.
    pub(super) fn target_statistics(&self, measured: &Measured, sizes_m: &[f64]) -> TargetStatistics {
        let defined = self.r_m.iter().zip(&measured.pcf);
        let (r_m, pair_correlation) = defined
            .filter(|(r_m, g)| **r_m > 0.0 && g.is_finite())
            .map(|(r_m, g)| (*r_m, *g))
            .unzip();
        TargetStatistics {
            r_m,
            pair_correlation,
            sizes_m: sizes_m.to_vec(),
        }
    }
}

/// A quarter of the test points that *F* usually takes serve to compare hundreds of patterns.
fn pixels(points: usize, plot: &Plot) -> [u32; 2] {
    const SIDE: u32 = 64;
    if points < (SIDE * SIDE) as usize {
        return [SIDE; 2];
    }
    default_pixels(points, plot)
}

#[cfg(test)]
mod tests {
    use understory_spacing::Edge;

    use super::*;

    #[test]
    fn test_points_are_few_as_long_as_they_outnumber_the_points() {
        let plot = Plot::new([0.0; 2], [100.0; 2], Edge::Torus).unwrap();
        assert_eq!([2, 500, 4_095].map(|points| pixels(points, &plot)), [[64; 2]; 3]);
        for points in [4_096, 100_000] {
            let [across, down] = pixels(points, &plot);
            assert!(
                across >= 128 && across * down > points as u32,
                "{across} by {down}"
            );
        }
    }
}

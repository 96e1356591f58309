//! Sums over pairs of two types of points, two species for instance.
//!
//! *K* from *A* to *B* and from *B* to *A* are the same curve but for the edge.

use understory_space::{Plot, PolygonWindow, Region};

use crate::error::{SpacingError, check_count};
use crate::nearest::check;
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::curves::PairCurves;
use crate::pairs::radii::Radii;
use crate::pairs::sides::Sides;
use crate::pairs::smoothing::PairKernel;
use crate::pairs::strips::Strips;

/// What is summed over pairs of one point of type *A* and one of type *B*, two species for instance.
///
/// As in [`PairStatistics`](crate::PairStatistics), but the first point of each ordered pair is one of the *n*_A points
/// of type *A* and the second one of the *n*_B of type *B*.
#[derive(Clone, Debug)]
pub struct CrossPairStatistics {
    /// The rectangle around polygons.
    window: Plot,
    polygon: Option<PolygonWindow>,
    from: Strips,
    to: Strips,
}

impl CrossPairStatistics {
    /// Of `points_m` with one label each, those labelled `from` and those labelled `to`; others are left out.
    ///
    /// # Errors
    /// Those of [`PairStatistics::new`](crate::PairStatistics::new) for the whole pattern;
    /// [`SpacingError::CountMismatch`] where there is not one label a point, [`SpacingError::SameType`] where `from` is
    /// `to`, [`SpacingError::Unfit`] where no point has one of the labels.
    pub fn new<L: PartialEq>(
        points_m: &[[f64; 2]],
        labels: &[L],
        from: &L,
        to: &L,
        window: &impl Region,
    ) -> Result<Self, SpacingError> {
        check(points_m, window)?;
        check_count("labels", labels.len(), "point", points_m.len())?;
        if from == to {
            return Err(SpacingError::SameType);
        }
        let of = |wanted: &L, which: &'static str| {
            let labelled = points_m.iter().zip(labels).filter(|(_, label)| *label == wanted);
            let points_m: Vec<[f64; 2]> = labelled.map(|(point_m, _)| *point_m).collect();
            if points_m.is_empty() {
                return Err(SpacingError::Unfit(format!(
                    "no point is of the {which} type, but a cross-type statistic needs points of both"
                )));
            }
            let strips = Strips::new(&points_m, window.bounds())?;
            let mut strips = strips.heaped(&points_m, window.bounds())?.unwrap_or(strips);
            if let Some(polygon) = window.polygon() {
                strips.measure_to_border(polygon);
            }
            Ok(strips)
        };
        Ok(Self {
            window: *window.bounds(),
            polygon: window.polygon().cloned(),
            from: of(from, "first")?,
            to: of(to, "second")?,
        })
    }

    /// Cross-type *K*(*r*), m²: *λ*_B *K*(*r*) is the mean number of points of type *B* within *r* of one of type *A*.
    ///
    /// Above π*r*², its value where the types are independent and *B* is CSR: they stand together; below: apart.
    ///
    /// # Formula
    /// As [`PairStatistics::k`](crate::PairStatistics::k), with |*W*| / (*n*_A *n*_B) before the sum, circles and edge
    /// distances around the points of type *A*, and with `Border` the intensity of type *B*.
    ///
    /// # Errors
    /// Those of [`PairStatistics::k`](crate::PairStatistics::k).
    ///
    /// # Source
    /// In the form of R-spatstat's `Kcross`.
    pub fn k(&self, radii: &Radii, corrections: &[EdgeCorrection]) -> Result<PairCurves, SpacingError> {
        self.sides().k(radii, corrections)
    }

    /// Cross-type pair correlation, no unit: 1 where the types are independent.
    ///
    /// # Formula
    /// As [`PairStatistics::pair_correlation`](crate::PairStatistics::pair_correlation), with |*W*| / (*n*_A *n*_B)
    /// before the sum. The kernel's half-width is 0.15 / √*λ*_B, with the intensity of the points of type *B*, unless it is
    /// given: that from *B* to *A* may be another.
    ///
    /// # Errors
    /// Those of [`PairStatistics::pair_correlation`](crate::PairStatistics::pair_correlation).
    ///
    /// # Source
    /// In the form of R-spatstat's `pcfcross`, without its bins.
    pub fn pair_correlation(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        kernel: &PairKernel,
    ) -> Result<PairCurves, SpacingError> {
        let sides = self.sides();
        let intensity_per_m2 = self.to.points() / sides.area_m2();
        sides.pair_correlation(radii, corrections, kernel, intensity_per_m2)
    }

    fn sides(&self) -> Sides<'_> {
        Sides {
            window: &self.window,
            polygon: self.polygon.as_ref(),
            from: &self.from,
            to: Some(&self.to),
        }
    }
}

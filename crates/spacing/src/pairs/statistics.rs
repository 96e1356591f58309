//! The public door to all sums over pairs of one pattern: *K*, *L*, pair correlation, marks, directions.

use std::f64::consts::PI;
use std::ops::Range;

use understory_space::{Plot, PolygonWindow, Region};

use crate::error::{SpacingError, check_count, check_each};
use crate::nearest::{check, check_in_polygon};
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::curves::{Estimate, PairCurves};
use crate::pairs::radii::Radii;
use crate::pairs::sectors::{SectorSums, sector_begins};
use crate::pairs::sides::Sides;
use crate::pairs::smoothing::PairKernel;
use crate::pairs::steps::Steps;
use crate::pairs::strips::Strips;
use crate::pairs::sweep::Factors;

/// Everything that is summed over the pairs of points of one pattern, which is sorted once.
///
/// Each function runs over the pairs anew: its cost is proportional to the number of pairs within *r*_max (and the
/// kernel's half-width), times the number of corrections. Pairs are not stored. The result has the same bits on any
/// number of threads.
///
/// ```
/// use understory_spacing::{Edge, EdgeCorrection, PairStatistics, Plot, Radii};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // Trees planted every 2 m: nobody within 1.9 m, four neighbours within 2 m.
/// let window = Plot::new([0.0, 0.0], [20.0, 20.0], Edge::Torus)?;
/// let trees_m: Vec<[f64; 2]> =
///     (0..100).map(|i| [1.0 + 2.0 * f64::from(i % 10), 1.0 + 2.0 * f64::from(i / 10)]).collect();
///
/// let pairs = PairStatistics::new(&trees_m, &window)?;
/// let k = pairs.k(&Radii::new(2.0, 20)?, &[EdgeCorrection::Periodic])?;
/// let periodic = k.by(EdgeCorrection::Periodic).expect("it was asked for");
/// assert_eq!(periodic[19], Some(0.0));
/// // |W| / (n (n − 1)) times the 400 ordered pairs.
/// assert!((periodic[20].expect("defined") - 400.0 / (100.0 * 99.0) * 400.0).abs() < 1e-9);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct PairStatistics {
    /// The rectangle around a polygon.
    window: Plot,
    polygon: Option<PolygonWindow>,
    strips: Strips,
    /// Where most points share a place with others.
    heaped: Option<Strips>,
}

/// How alike the marks of points at distance *r* are.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkCurves {
    /// Mark correlation *k*ₘₘ, no unit; 1 where marks do not depend on place.
    pub correlation: PairCurves,
    /// Mark variogram *γ*ₘ, in squared units of the marks; their variance where marks do not depend on place.
    pub variogram: PairCurves,
}

/// The part of *K* that neighbours in some directions make up.
#[derive(Clone, Debug, PartialEq)]
pub struct SectorCurve {
    /// Where the sector begins, degrees from the x axis towards the y axis; this direction belongs to it.
    pub from_deg: f64,
    /// Where it ends, degrees; this direction belongs to the next.
    pub to_deg: f64,
    /// Distances, m.
    pub r_m: Vec<f64>,
    /// Under CSR: π*r*² times the share of directions, m².
    pub theoretical: Vec<f64>,
    /// Estimate, m²; `None` where it is undefined.
    pub values: Vec<Option<f64>>,
}

impl PairStatistics {
    /// Sorts `points_m`, which may coincide, in `window`; of polygons see [`in_polygon`](Self::in_polygon). The far edges belong
    /// to an open window.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] below two points and above 2^31, [`SpacingError::NotFinite`] or [`SpacingError::Outside`]
    /// for the first point that is no place of the window.
    pub fn new(points_m: &[[f64; 2]], window: &impl Region) -> Result<Self, SpacingError> {
        if let Some(polygon) = window.polygon() {
            return Self::in_polygon(points_m, polygon);
        }
        let window = window.bounds();
        check(points_m, window)?;
        let strips = Strips::new(points_m, window)?;
        Ok(Self {
            window: *window,
            polygon: None,
            heaped: strips.heaped(points_m, window)?,
            strips,
        })
    }

    /// Sorts `points_m`, which may coincide, in a window bounded by polygons, whose border belongs to it.
    ///
    /// All that is said of a window here holds of the polygon: its area and *λ* = *n* / |*W*|, distances to its border
    /// and holes, circles within it, and with `Translation` *e*ᵢⱼ = |*W*| / |*W* ∩ (*W* + *t*)| for a pair *t* apart.
    /// Nothing is drawn on pixels. The half diagonal is that of the rectangle around the polygon.
    ///
    /// Common areas are looked up by offset as polynomials, which are exact where no corner of the window passes an
    /// edge. Up to some ten corners, and where pairs times edges are at most 10⁷, *K* by `Translation` is exact to 10⁻⁹. Beyond, the
    /// areas were measured to be off by 6·10⁻⁵ of the window's at most with 100 corners, and by 2·10⁻⁷ on average.
    ///
    /// The time for `Isotropic` grows with the edges within *r*_max of the points near the border.
    ///
    /// ```
    /// use understory_spacing::{EdgeCorrection, PairStatistics, PolygonWindow, Radii};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// // A triangle of 50 m², and two trees 2 m apart in it.
    /// let window = PolygonWindow::new(&[vec![vec![[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], [0.0, 0.0]]]])?;
    /// let pairs = PairStatistics::in_polygon(&[[2.0, 3.0], [4.0, 3.0]], &window)?;
    /// let k = pairs.k(&Radii::new(2.0, 4)?, &[EdgeCorrection::Translation])?;
    /// // Moved 2 m to the right, a triangle with legs of 8 m is in common: 32 m².
    /// let last = k.by(EdgeCorrection::Translation).expect("it was asked for")[4];
    /// assert!((last.expect("defined") - 50.0 * 50.0 / 32.0).abs() < 1e-9);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] below two points and above 2^31, [`SpacingError::NotFinite`] for the first that is no place,
    /// [`SpacingError::OutsidePolygon`] with the numbers of all that lie outside.
    pub fn in_polygon(points_m: &[[f64; 2]], window: &PolygonWindow) -> Result<Self, SpacingError> {
        check_in_polygon(points_m, window)?;
        let mut strips = Strips::new(points_m, window.bounds())?;
        let mut heaped = strips.heaped(points_m, window.bounds())?;
        strips.measure_to_border(window);
        if let Some(heaped) = &mut heaped {
            heaped.measure_to_border(window);
        }
        Ok(Self {
            window: *window.bounds(),
            polygon: Some(window.clone()),
            heaped,
            strips,
        })
    }

    /// Ripley's *K*(*r*), m²: *λK*(*r*) is the mean number of further points within *r* of a point.
    ///
    /// Above π*r*², its value under CSR: clustered up to *r*; below: regular.
    ///
    /// # Formula
    /// *K*(*r*) = |*W*| / (*n*(*n* − 1)) · Σ *e*ᵢⱼ 1{*d*ᵢⱼ ≤ *r*} over ordered pairs *i* ≠ *j*; |*W*| the area in m²,
    /// *n* the number of points, *d*ᵢⱼ a pair's distance in m, *e*ᵢⱼ the weight of the [`EdgeCorrection`]. With
    /// `Border` instead Σ over *i* with *b*ᵢ > *r* of #{*j*: *d*ᵢⱼ ≤ *r*} / (*λ* #{*i*: *b*ᵢ > *r*}), *b*ᵢ the distance
    /// to the edge and *λ* = *n* / |*W*|. Not binned: *d*ᵢⱼ ≤ *r* is decided on the distances as f64.
    ///
    /// # Edge cases
    /// Coincident points count from *r* = 0 on. `Translation` and `Isotropic` are undefined from half the window's
    /// diagonal on, `Border` where no point is farther than *r* from the edge, `Periodic` from half the shorter side
    /// on.
    ///
    /// # Errors
    /// [`SpacingError::Unfit`] for `Periodic` on an open window, and for `Border`, `Translation` or
    /// `Isotropic` on a torus.
    ///
    /// # Source
    /// Ripley (1977), Journal of the Royal Statistical Society B 39, 172, in the form that R-spatstat computes.
    pub fn k(&self, radii: &Radii, corrections: &[EdgeCorrection]) -> Result<PairCurves, SpacingError> {
        self.sides().k(radii, corrections)
    }

    /// *L*(*r*) = √(*K*(*r*) / π), m; see [`k`](Self::k) and [`PairCurves::l_from_k`].
    ///
    /// # Errors
    /// Those of [`k`](Self::k).
    pub fn l(&self, radii: &Radii, corrections: &[EdgeCorrection]) -> Result<PairCurves, SpacingError> {
        Ok(self.k(radii, corrections)?.l_from_k())
    }

    /// Pair correlation *g*(*r*), no unit: how much more often than under CSR two points are *r* apart.
    ///
    /// # Formula
    /// *g*(*r*) = |*W*| / (*n*(*n* − 1)) · Σ *e*ᵢⱼ *k*(*r* − *d*ᵢⱼ) / (2π*r*) over ordered pairs, with the
    /// [`PairKernel`] *k*; or with *d*ᵢⱼ for *r* in the divisor. All pairs up to *r*_max + *h* enter. Kernels are
    /// summed exactly, without bins.
    ///
    /// # Edge cases
    /// No correction at 0, where the kernel's part beyond it is lost: *g* is biased below *r* = *h*. Undefined at
    /// *r* = 0 with [`Divisor::Radius`](crate::Divisor::Radius); with `Translation` and `Isotropic` from half the window's diagonal on; with
    /// `Periodic` where *r* + *h* passes half the shorter side.
    ///
    /// # Errors
    /// [`SpacingError::Unfit`] as for [`k`](Self::k), and for `Border`; [`SpacingError::NoBandwidth`]
    /// where the half-width is not finite and above 0, or makes more than 2^20 bins.
    ///
    /// # Source
    /// Stoyan & Stoyan (1994), *Fractals, random shapes and point fields*, (15.15); for the divisor *d*ᵢⱼ Guan (2007);
    /// in the form that R-spatstat computes with `zerocor = "none"`, without its bins.
    pub fn pair_correlation(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        kernel: &PairKernel,
    ) -> Result<PairCurves, SpacingError> {
        self.sides()
            .pair_correlation(radii, corrections, kernel, self.intensity_per_m2())
    }

    /// [`k`](Self::k) and [`pair_correlation`](Self::pair_correlation) to the same bits: the
    /// pairs are found, and weighted, once for both.
    ///
    /// With `Isotropic` and in polygons, where weights are made otherwise for another reach, each has a pass of its own.
    ///
    /// # Errors
    /// Those of [`pair_correlation`](Self::pair_correlation).
    pub fn k_and_pair_correlation(
        &self,
        radii: &Radii,
        corrections: &[EdgeCorrection],
        kernel: &PairKernel,
    ) -> Result<[PairCurves; 2], SpacingError> {
        self.sides()
            .k_and_pair_correlation(radii, corrections, kernel, self.intensity_per_m2())
    }

    /// Mark correlation and mark variogram of `marks`, one per point in the order of the points.
    ///
    /// # Formula
    /// Σ *e*ᵢⱼ *f*(*m*ᵢ, *m*ⱼ) *k*(*r* − *d*ᵢⱼ) / Σ *e*ᵢⱼ *k*(*r* − *d*ᵢⱼ) over ordered pairs, with the
    /// [`PairKernel`] *k*: for the correlation *f* = *m*ᵢ*m*ⱼ / *m̄*², *m̄* the mean mark, for the variogram
    /// *f* = (*m*ᵢ − *m*ⱼ)² / 2, whose theoretical value is the variance of the marks with divisor *n* − 1. All pairs
    /// up to *r*_max + *h* enter.
    ///
    /// # Edge cases
    /// Undefined where no pair lies under the kernel, and with each correction where
    /// [`pair_correlation`](Self::pair_correlation) is, but for *r* = 0. Equal marks have correlation 1 and variogram
    /// 0. Where the mean mark is 0 the correlation is undefined.
    ///
    /// # Errors
    /// Those of [`pair_correlation`](Self::pair_correlation); [`SpacingError::CountMismatch`] where there is not one mark
    /// a point, [`SpacingError::OutOfRange`] where one is not finite.
    ///
    /// # Source
    /// Stoyan & Penttinen (2000), Statistical Science 15, 61; Waelder & Stoyan (1996) for the variogram; in the form
    /// that R-spatstat computes, without its bins. R-spatstat leaves out the pairs beyond *r*_max, so that its last
    /// values, from *r*_max − *h* on, differ.
    pub fn marks(
        &self,
        marks: &[f64],
        radii: &Radii,
        corrections: &[EdgeCorrection],
        kernel: &PairKernel,
    ) -> Result<MarkCurves, SpacingError> {
        let sorted = self.sorted_marks(marks)?;
        let count = marks.len() as f64;
        let mean = marks.iter().sum::<f64>() / count;
        let squares: f64 = marks.iter().map(|mark| (mark - mean) * (mark - mean)).sum();
        // Points at one place have marks of their own.
        let sides = self.single_sides();
        let product = sides.ratios(
            MarkProducts(&sorted),
            radii,
            corrections,
            kernel,
            self.intensity_per_m2(),
        )?;
        let half_square = sides.ratios(
            MarkDifferences(&sorted),
            radii,
            corrections,
            kernel,
            self.intensity_per_m2(),
        )?;
        let by_mean = |value: f64| (mean != 0.0).then(|| value / (mean * mean));
        let curves = |estimates: Vec<Estimate>, theoretical: f64| PairCurves {
            r_m: radii.to_vec_m(),
            theoretical: vec![theoretical; radii.steps() + 1],
            estimates,
        };
        let scaled = |estimate: Estimate| Estimate {
            values: estimate
                .values
                .into_iter()
                .map(|value| value.and_then(by_mean))
                .collect(),
            ..estimate
        };
        Ok(MarkCurves {
            correlation: curves(product.into_iter().map(scaled).collect(), 1.0),
            variogram: curves(half_square, squares / (count - 1.0)),
        })
    }

    /// *K* by direction, m²: the part of *K* from neighbours whose direction lies in each of `sectors` equal sectors
    /// of the half circle.
    ///
    /// Directions go from 0° (along x) to below 180°: six sectors are 30° wide each. The other half circle would show
    /// the same curves, as a point with a neighbour to the north is that neighbour's to the south. So the sectors sum
    /// up to half of [`k`](Self::k) with `Translation`, on a torus with `Periodic`; under CSR they are equal.
    /// A pair of coincident points has no direction, and counts once in the first sector.
    ///
    /// # Edge cases
    /// Undefined where *K* is.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where `sectors` is not from 1 to 360.
    ///
    /// # Source
    /// As R-spatstat's `Ksector`.
    pub fn k_by_sector(&self, radii: &Radii, sectors: usize) -> Result<Vec<SectorCurve>, SpacingError> {
        if !(1..=360).contains(&sectors) {
            let (what, must) = ("the number of sectors of directions", "be from 1 to 360");
            return Err(SpacingError::out_of_range(what, sectors, must));
        }
        let correction = if self.window.is_torus() {
            EdgeCorrection::Periodic
        } else {
            EdgeCorrection::Translation
        };
        let sides = self.sides();
        let steps = Steps::new(radii);
        let begins = sector_begins(sectors);
        let shape = sides.shape(correction, radii.max_m());
        let pairs = sides.pairs(correction, shape.as_ref(), radii.max_m());
        let seen = pairs.visit(steps.len() * sectors, || SectorSums::new(pairs, &steps, &begins));
        let share = 0.5 / sectors as f64;
        let curve = |(sector, sums): (usize, Vec<f64>)| SectorCurve {
            from_deg: 360.0 * sector as f64 * share,
            to_deg: 360.0 * (sector + 1) as f64 * share,
            r_m: radii.to_vec_m(),
            theoretical: radii
                .to_vec_m()
                .iter()
                .map(|r_m| PI * r_m * r_m * share)
                .collect(),
            values: sides.defined(radii, correction, 0.0, |k| {
                Some(sums[k] * sides.area_per_pair_m2())
            }),
        };
        Ok(seen.cumulative().into_iter().enumerate().map(curve).collect())
    }

    fn sides(&self) -> Sides<'_> {
        Sides {
            window: &self.window,
            polygon: self.polygon.as_ref(),
            from: self.heaped.as_ref().unwrap_or(&self.strips),
            to: None,
        }
    }

    /// With points at one place each by itself.
    pub(super) fn single_sides(&self) -> Sides<'_> {
        Sides {
            from: &self.strips,
            ..self.sides()
        }
    }

    /// Number of each point in the order of the strips.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.strips.numbers
    }

    pub(super) fn intensity_per_m2(&self) -> f64 {
        self.strips.len() as f64 / self.sides().area_m2()
    }

    /// The marks in the order of the strips, one for each point.
    fn sorted_marks(&self, marks: &[f64]) -> Result<Vec<f64>, SpacingError> {
        check_count("marks", marks.len(), "point", self.strips.len())?;
        check_each("the mark of point", marks, "be finite", f64::is_finite)?;
        Ok(self
            .strips
            .numbers
            .iter()
            .map(|&number| marks[number as usize])
            .collect())
    }
}

#[derive(Clone, Copy)]
pub(super) struct MarkProducts<'a>(pub(super) &'a [f64]);

impl Factors for MarkProducts<'_> {
    #[inline]
    fn fill(&self, from: usize, to: Range<usize>, factors: &mut [f64]) {
        let own = self.0[from];
        for (factor, other) in factors.iter_mut().zip(&self.0[to]) {
            *factor = own * other;
        }
    }
}

#[derive(Clone, Copy)]
struct MarkDifferences<'a>(&'a [f64]);

impl Factors for MarkDifferences<'_> {
    #[inline]
    fn fill(&self, from: usize, to: Range<usize>, factors: &mut [f64]) {
        let own = self.0[from];
        for (factor, other) in factors.iter_mut().zip(&self.0[to]) {
            *factor = 0.5 * (own - other) * (own - other);
        }
    }
}

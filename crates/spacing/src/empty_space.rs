//! *F*, the distances from places to points, and *J*, which sets them beside *G*.
//!
//! *F* needs test places, and its values depend on their number: compare curves made with the same pixels.

use understory_numerics::parallel::fill;
use understory_numerics::sort;
use understory_space::{Plot, PolygonWindow, Region};

use crate::censored::Censored;
use crate::error::SpacingError;
use crate::g::{Distribution, GFunction};
use crate::near::Neighbours;
use crate::nearest::check;

/// The empty space of a pattern: how far places of the window are from the nearest point.
///
/// The places are the centres of a grid of pixels, of those around polygons the ones that lie within, and their distances exact, not those of a distance transform.
#[derive(Clone, Debug)]
pub struct EmptySpace {
    intensity_per_m2: f64,
    pixels: [u32; 2],
    sorted_m: Vec<f64>,
    /// `None` on a torus, where no point is hidden.
    censored: Option<Censored>,
}

/// *F*(*r*): the share of places whose nearest point is within *r*. No unit.
///
/// Below the theoretical curve: larger gaps than under CSR, clustered; above it: regular.
///
/// # Formula
/// Those of [`GFunction`], with places *u* of the window instead of points: *e*ᵤ is the distance of *u* to the
/// nearest point and *b*ᵤ that to the window's edge. Here cs stands for the estimate of the form of Hanisch's, named
/// after Chiu and Stoyan; it is divided by the sum over all *e*ᵤ ≤ *b*ᵤ.
///
/// The curves are exact for their grid of places, not for the window: of two grids of 128² and 512² pixels each
/// curve may differ by some 0.005.
///
/// # Edge cases
/// Those of [`GFunction`].
///
/// # Source
/// Baddeley & Gill (1997), Annals of Statistics 25, 263; Chiu & Stoyan (1998), Statistica Neerlandica 52, 239; both
/// in the form that R-spatstat computes. It takes the distances from a transform of the pixel image that is too
/// long for up to 0.6 % of the pixels, and puts them into bins.
#[derive(Clone, Debug, PartialEq)]
pub struct FFunction {
    /// Distances at which *F* stands, m, as they were asked for.
    pub r_m: Vec<f64>,
    /// Under CSR of the same intensity: 1 − exp(−*λ*π*r*²).
    pub theoretical: Vec<f64>,
    /// Without correction for the edge.
    pub raw: Vec<f64>,
    /// Kaplan–Meier estimate.
    pub km: Vec<f64>,
    /// Reduced-sample estimate; `None` where no place is as far as *r* from the edge.
    pub rs: Vec<Option<f64>>,
    /// Chiu and Stoyan's estimate; `None` where no distance is seen.
    pub cs: Vec<Option<f64>>,
}

/// *J*(*r*) = (1 − *G*(*r*)) / (1 − *F*(*r*)). No unit.
///
/// 1 under CSR; below 1: clustered; above it: regular. Its estimates grow wild where *F* comes near 1, and are
/// usually drawn up to *F* = 0.9.
///
/// # Edge cases
/// `None` where *F* is 1, or one of the two is undefined.
///
/// # Source
/// van Lieshout & Baddeley (1996), Statistica Neerlandica 50, 344.
#[derive(Clone, Debug, PartialEq)]
pub struct JFunction {
    /// Distances at which *J* stands, m.
    pub r_m: Vec<f64>,
    /// Under CSR: 1.
    pub theoretical: Vec<f64>,
    /// From the Kaplan–Meier estimates of both.
    pub km: Vec<Option<f64>>,
    /// From the reduced samples of both.
    pub rs: Vec<Option<f64>>,
}

impl EmptySpace {
    /// Finds the point nearest to the centre of each of `pixels` (along the two sides; see [`default_pixels`]).
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances), and
    /// [`SpacingError::OutOfRange`] for a side of no pixels and for 2^32 of them or more, [`SpacingError::Unfit`] where
    /// none has its centre within polygons.
    pub fn new(points_m: &[[f64; 2]], window: &impl Region, pixels: [u32; 2]) -> Result<Self, SpacingError> {
        check(points_m, window)?;
        let count = pixels[0].checked_mul(pixels[1]).filter(|&count| count > 0);
        let count = count.ok_or_else(|| {
            let must = "be at least 1 along each side and fewer than 2^32 together";
            let found = format!("{} x {}", pixels[0], pixels[1]);
            SpacingError::out_of_range("the number of test points", found, must)
        })?;
        let neighbours = Neighbours::new(points_m, window);
        let bounds = window.bounds();
        let inside = window.polygon().map(|polygon| pixels_within_m(polygon, pixels));
        let inside = inside.transpose()?;
        let count = inside.as_ref().map_or(count as usize, Vec::len);
        let centre_m = |number: usize| match &inside {
            Some(inside) => inside[number],
            None => pixel_centre_m(bounds, pixels, number),
        };
        let mut distances_m = neighbours.nearest_to_each_m(count, centre_m);
        let censored = (!window.is_torus()).then(|| {
            let to_edge_m = (0..count).map(|number| window.to_border_m(centre_m(number)));
            Censored::new(distances_m.iter().copied().zip(to_edge_m), window)
        });
        sort::many_numbers(&mut distances_m);
        Ok(Self {
            intensity_per_m2: points_m.len() as f64 / window.area_m2(),
            pixels,
            sorted_m: distances_m,
            censored,
        })
    }

    /// Pixels along the two sides.
    #[must_use]
    pub fn pixels(&self) -> [u32; 2] {
        self.pixels
    }

    /// Distances from the places to their nearest points in rising order, m.
    #[must_use]
    pub fn sorted_m(&self) -> &[f64] {
        &self.sorted_m
    }

    /// *F* at each of `r_m`, in any order.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where one is negative or not finite.
    pub fn f(&self, r_m: &[f64]) -> Result<FFunction, SpacingError> {
        let f = Distribution::new(&self.sorted_m, self.censored.as_ref(), self.intensity_per_m2, r_m)?;
        Ok(FFunction {
            r_m: r_m.to_vec(),
            theoretical: f.theoretical,
            raw: f.raw,
            km: f.km,
            rs: f.rs,
            cs: f.han,
        })
    }
}

impl JFunction {
    /// From *G* and *F* of one pattern at the same distances.
    ///
    /// # Errors
    /// [`SpacingError::DifferentDistances`] where they do not stand at the same ones.
    pub fn new(g: &GFunction, f: &FFunction) -> Result<Self, SpacingError> {
        if g.r_m != f.r_m {
            return Err(SpacingError::DifferentDistances);
        }
        let j = |g: f64, f: f64| (f < 1.0).then(|| (1.0 - g) / (1.0 - f));
        Ok(Self {
            r_m: g.r_m.clone(),
            theoretical: vec![1.0; g.r_m.len()],
            km: g.km.iter().zip(&f.km).map(|(&g, &f)| j(g, f)).collect(),
            rs: g.rs.iter().zip(&f.rs).map(|(&g, &f)| j(g?, f?)).collect(),
        })
    }
}

/// The distance within which tests of *J* are usually made, m: where *F* of `count` random points in `window` is 0.9,
/// √(ln 10 / (π*λ*)). Beyond it *J* is the ratio of two small shares, and its noise drowns everything else.
///
/// It follows from the number of points alone, so that the test keeps its level.
#[must_use]
pub fn default_j_range_m(count: usize, window: &impl Region) -> f64 {
    let intensity_per_m2 = count as f64 / window.area_m2();
    (std::f64::consts::LN_10 / (std::f64::consts::PI * intensity_per_m2)).sqrt()
}

/// Pixels along the two sides of `window` whose centres are the test points of *F*: 128 × 128, or for 128² points
/// and more as many nearly square ones as are needed to outnumber the points.
#[must_use]
pub fn default_pixels(count: usize, window: &impl Region) -> [u32; 2] {
    const SIDE: u32 = 128;
    if count < (SIDE * SIDE) as usize {
        return [SIDE; 2];
    }
    let [width_m, height_m] = window.bounds().size_m();
    // R-spatstat always takes 128 × 128: at 100,000 points the places would be fewer than the points.
    let least = (count as f64 + 1.0) * (width_m * height_m / window.area_m2()).max(1.0);
    // Along a ribbon of a window one row of pixels is the least.
    let columns = (least * width_m / height_m).sqrt().ceil().clamp(1.0, least);
    [columns as u32, (least / columns).ceil() as u32]
}

/// Centres of the pixels around polygons that lie within, m.
pub(crate) fn pixels_within_m(
    polygon: &PolygonWindow,
    pixels: [u32; 2],
) -> Result<Vec<[f64; 2]>, SpacingError> {
    let count = pixels[0] as usize * pixels[1] as usize;
    let centre_m = |number: usize| pixel_centre_m(polygon.bounds(), pixels, number);
    let is_within = fill(count, 1024, |number| polygon.contains(centre_m(number)));
    let within = (0..count).filter(|&number| is_within[number]);
    let centres_m: Vec<[f64; 2]> = within.map(centre_m).collect();
    if centres_m.is_empty() {
        return Err(SpacingError::Unfit(format!(
            "none of {} x {} test points lies within the polygons: take more",
            pixels[0], pixels[1]
        )));
    }
    Ok(centres_m)
}

/// Centre of pixel `number`, counted row by row, m.
pub(crate) fn pixel_centre_m(window: &Plot, pixels: [u32; 2], number: usize) -> [f64; 2] {
    let columns = pixels[0] as usize;
    let cell = [number % columns, number / columns];
    std::array::from_fn(|axis| {
        let pixel_m = window.size_m()[axis] / f64::from(pixels[axis]);
        window.origin_m()[axis] + (cell[axis] as f64 + 0.5) * pixel_m
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, NearestNeighbourSummary};

    fn lattice(edge: Edge) -> (Vec<[f64; 2]>, Plot) {
        let points_m = (0..100)
            .map(|i| [f64::from(i % 10) + 0.5, f64::from(i / 10) + 0.5])
            .collect();
        (points_m, Plot::new([0.0; 2], [10.0; 2], edge).unwrap())
    }

    #[test]
    fn f_of_a_square_lattice_is_the_area_of_its_discs() {
        let (points_m, window) = lattice(Edge::Torus);
        let r_m = [0.1, 0.25, 0.5, 0.75];
        let f = EmptySpace::new(&points_m, &window, [997, 1009])
            .unwrap()
            .f(&r_m)
            .unwrap();
        for (r_m, raw) in r_m.iter().zip(&f.raw).take(3) {
            assert!(
                (raw - std::f64::consts::PI * r_m * r_m).abs() < 1e-3,
                "{r_m}: {raw}"
            );
        }
        assert_eq!(f.raw[3], 1.0);
        assert_eq!(f.km, f.raw);
    }

    #[test]
    fn distances_are_those_of_the_pixels_centres_in_rising_order() {
        let window = Plot::new([0.0; 2], [4.0, 2.0], Edge::Open).unwrap();
        let empty = EmptySpace::new(&[[0.5, 0.5]; 2], &window, [4, 2]).unwrap();
        assert_eq!(empty.pixels(), [4, 2]);
        let squared = [0.0, 1.0, 1.0, 2.0, 4.0, 5.0, 9.0, 10.0];
        assert_eq!(empty.sorted_m(), squared.map(f64::sqrt));
    }

    #[test]
    fn j_ends_where_f_is_one_and_where_there_is_no_estimate() {
        let (points_m, window) = lattice(Edge::Open);
        let r_m = [0.0, 0.4, 0.71, 6.0];
        let f = EmptySpace::new(&points_m, &window, [64, 64])
            .unwrap()
            .f(&r_m)
            .unwrap();
        let g = NearestNeighbourSummary::new(&points_m, &window)
            .unwrap()
            .g(&r_m)
            .unwrap();
        let j = JFunction::new(&g, &f).unwrap();
        assert_eq!((j.km[0], j.rs[0]), (Some(1.0), Some(1.0)));
        assert!(j.km[1].unwrap() > 1.5);
        assert_eq!((j.km[2], j.rs[2], j.km[3], j.rs[3]), (None, None, None, None));
        let elsewhere = EmptySpace::new(&points_m, &window, [64, 64])
            .unwrap()
            .f(&[0.0])
            .unwrap();
        assert_eq!(
            JFunction::new(&g, &elsewhere),
            Err(SpacingError::DifferentDistances)
        );
    }

    #[test]
    fn default_pixels_outnumber_the_points_and_are_nearly_square() {
        let window = |width_m, height_m| Plot::new([0.0; 2], [width_m, height_m], Edge::Open).unwrap();
        assert_eq!(default_pixels(16_383, &window(1000.0, 500.0)), [128, 128]);
        for count in [16_384, 50_000, 999_999, 1_000_000] {
            for (width_m, height_m) in [(1.0, 1.0), (1000.0, 500.0), (3.0, 70.0), (1.0, 1e9)] {
                let [columns, rows] = default_pixels(count, &window(width_m, height_m)).map(f64::from);
                assert!(columns * rows > count as f64);
                let aspect = width_m / columns / (height_m / rows);
                assert!(
                    width_m * 1e6 < height_m || (0.9..1.1).contains(&aspect),
                    "{columns} {rows}"
                );
            }
        }
    }

    #[test]
    fn a_grid_without_pixels_is_refused() {
        let (points_m, window) = lattice(Edge::Open);
        for pixels in [[0, 5], [5, 0], [1 << 16, 1 << 16]] {
            assert_eq!(
                EmptySpace::new(&points_m, &window, pixels)
                    .unwrap_err()
                    .to_string(),
                format!(
                    "the number of test points is {} x {}, but must be at least 1 along each side and fewer than 2^32 \
                     together",
                    pixels[0], pixels[1]
                )
            );
        }
    }
}

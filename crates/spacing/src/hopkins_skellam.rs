//! The Hopkins–Skellam index: points to points against places to points.
//!
//! Its distribution under CSR assumes independent distances. Mutual nearest neighbours share theirs, so the analytic
//! *p* rejects about a fifth of random patterns at 5 %: simulate instead.

use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Region;

use crate::csr::uniform_points;
use crate::empty_space::{pixel_centre_m, pixels_within_m};
use crate::error::SpacingError;
use crate::near::Neighbours;
use crate::nearest::{check, check_window};
use crate::special::equal_f_two_sided;

/// Hopkins–Skellam index *A*: how near points are to points, compared with places to points. No unit.
///
/// Below 1: clustered; 1: random; above 1: regular.
///
/// # Formula
/// *A* = mean *d*ᵢ² / mean *e*ⱼ², with *d*ᵢ the nearest-neighbour distance of point *i* and *e*ⱼ the distance of test
/// place *j* to the nearest point, both in m. Under CSR, and with as many random places as points, *n*, it follows
/// *F*(2*n*, 2*n*). No correction is made for the edge, which lifts the index of 100 random points to 1.03.
///
/// # Source
/// Hopkins & Skellam (1954), Annals of Botany 18, 213, in the form that R-spatstat computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HopkinsSkellam {
    /// The index.
    pub index: f64,
    /// Two-sided probability under CSR of an index as far out; too small where distances of neighbours repeat.
    pub p_value: f64,
}

/// The index with as many random test places as points. They are drawn with `key`; indices of one pattern under
/// different keys scatter by 1 to 2 / √*n* of themselves.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances) and of [`uniform_points`].
pub fn hopkins_skellam(
    points_m: &[[f64; 2]],
    window: &impl Region,
    key: RandomKey,
) -> Result<HopkinsSkellam, SpacingError> {
    let places_m = TestPlaces::drawn(points_m.len(), window, key)?;
    let index = ratio(points_m, window, places_m.len(), |number| places_m[number])?;
    Ok(HopkinsSkellam {
        index,
        p_value: equal_f_two_sided(index, points_m.len() as f64),
    })
}

/// The random test places of [`hopkins_skellam`], drawn once for many patterns of as many points in one window.
pub struct TestPlaces {
    pub(crate) places_m: Vec<[f64; 2]>,
    /// Their numbers, neighbours together.
    pub(crate) order: Vec<u32>,
}

impl TestPlaces {
    /// As many as `points`, with the key that [`hopkins_skellam`] is given.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where no areas can be computed, and in polygons those of [`uniform_points`].
    pub fn new(points: usize, window: &impl Region, key: RandomKey) -> Result<Self, SpacingError> {
        check_window(window.bounds())?;
        let places_m = Self::drawn(points, window, key)?;
        Ok(Self {
            order: Neighbours::order_of(&places_m, points, window),
            places_m,
        })
    }

    fn drawn(points: usize, window: &impl Region, key: RandomKey) -> Result<Vec<[f64; 2]>, SpacingError> {
        if let Some(polygon) = window.polygon() {
            return uniform_points(points, polygon, key);
        }
        let bounds = window.bounds();
        let place_m = |number: usize| {
            let [a, b, c, d] = key.draws(0, Purpose::Place, number as u32);
            let units =
                [(a, b), (c, d)].map(|(low, high)| unit_from_u64(u64::from(low) | u64::from(high) << 32));
            std::array::from_fn(|axis| bounds.origin_m()[axis] + units[axis] * bounds.size_m()[axis])
        };
        Ok((0..points).map(place_m).collect())
    }
}

/// The index with the centres of 512 × 512 pixels (around polygons: of those that lie within) as test places: the same at every call, and without the noise of
/// random places. It has no simple distribution under CSR.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances); [`SpacingError::OutOfRange`] where no centre lies in
/// polygons.
pub fn hopkins_skellam_grid(points_m: &[[f64; 2]], window: &impl Region) -> Result<f64, SpacingError> {
    const PIXELS: [u32; 2] = [512; 2];
    if let Some(polygon) = window.polygon() {
        let places_m = pixels_within_m(polygon, PIXELS)?;
        return ratio(points_m, window, places_m.len(), |number| places_m[number]);
    }
    ratio(points_m, window, 512 * 512, |number| {
        pixel_centre_m(window.bounds(), PIXELS, number)
    })
}

/// The index with these test places.
fn ratio(
    points_m: &[[f64; 2]],
    window: &impl Region,
    places: usize,
    place_m: impl Fn(usize) -> [f64; 2] + Sync,
) -> Result<f64, SpacingError> {
    check(points_m, window)?;
    let neighbours = Neighbours::new(points_m, window);
    let to_places_m = neighbours.nearest_to_each_m(places, place_m);
    Ok(index(&neighbours.all_nearest_m(), &to_places_m))
}

/// The index by the distances from points and those from test places, m.
pub(crate) fn index(from_points_m: &[f64], from_places_m: &[f64]) -> f64 {
    let mean_square = |distances_m: &[f64]| {
        let squares = distances_m.iter().map(|distance_m| distance_m * distance_m);
        squares.sum::<f64>() / distances_m.len() as f64
    };
    mean_square(from_points_m) / mean_square(from_places_m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, Plot};

    fn places(key: RandomKey, count: u32) -> Vec<[f64; 2]> {
        let unit = |low: u32, high: u32| unit_from_u64(u64::from(low) | u64::from(high) << 32);
        let draws = (0..count).map(|number| key.draws(0, Purpose::Member, number));
        draws.map(|[a, b, c, d]| [unit(a, b), unit(c, d)]).collect()
    }

    /// On a torus the law holds but for the dependence of neighbours' distances, which widens it.
    #[test]
    fn on_a_torus_random_points_have_an_index_of_one() {
        let window = Plot::new([0.0; 2], [1.0; 2], Edge::Torus).unwrap();
        let key = RandomKey::root(1, &["hopkins"]);
        let of = |number| {
            let points_m = places(key.child(0, Purpose::Member, number), 200);
            let random = hopkins_skellam(&points_m, &window, key.child(1, Purpose::Member, number)).unwrap();
            (
                random.index,
                hopkins_skellam_grid(&points_m, &window).unwrap(),
                random.p_value,
            )
        };
        let found: Vec<_> = (0..60).map(of).collect();
        let mean = |value: fn(&(f64, f64, f64)) -> f64| found.iter().map(value).sum::<f64>() / 60.0;
        // Standard deviations of one index are 0.12 and 0.08.
        assert!((mean(|at| at.0) - 1.0).abs() < 0.05, "{}", mean(|at| at.0));
        assert!((mean(|at| at.1) - 1.0).abs() < 0.04, "{}", mean(|at| at.1));
        assert!((mean(|at| at.2) - 0.5).abs() < 0.15, "{}", mean(|at| at.2));
    }

    #[test]
    fn coincident_points_have_index_zero_for_certain() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let found = hopkins_skellam(&[[3.0, 4.0]; 20], &window, RandomKey::root(1, &[])).unwrap();
        assert_eq!((found.index, found.p_value), (0.0, 0.0));
        assert_eq!(hopkins_skellam_grid(&[[3.0, 4.0]; 20], &window), Ok(0.0));
    }
}

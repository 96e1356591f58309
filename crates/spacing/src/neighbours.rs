//! The nearest neighbours in a pattern that is indexed once: what tests by simulation take of each of a thousand patterns.

use understory_numerics::sort;
use understory_space::Region;

use crate::censored::Seen;
use crate::error::SpacingError;
use crate::g::{check_distances, share_within};
use crate::hopkins_skellam::{TestPlaces, index};
use crate::near::Neighbours;
use crate::nearest::check;
use crate::summary::NearestNeighbourSummary;

/// The distance of each point to its nearest neighbour, and what follows from it, from one index of the points.
///
/// Each figure has the same bits as by the function that makes it alone.
///
/// ```
/// use understory_spacing::{
///     Edge, NearestNeighbours, Plot, RandomKey, TestPlaces, hopkins_skellam, uniform_points,
/// };
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let window = Plot::new([0.0, 0.0], [20.0, 20.0], Edge::Open)?;
/// let points_m = uniform_points(100, &window, RandomKey::root(1, &["points"]))?;
/// let key = RandomKey::root(1, &["places"]);
/// let places = TestPlaces::new(100, &window, key)?;
///
/// let neighbours = NearestNeighbours::new(&points_m, &window)?;
/// let alone = hopkins_skellam(&points_m, &window, key)?;
/// assert_eq!(neighbours.hopkins_skellam_index(&places), alone.index);
/// assert_eq!(neighbours.g_km(&[0.5, 1.0])?, neighbours.summary().g(&[0.5, 1.0])?.km);
/// # Ok(())
/// # }
/// ```
pub struct NearestNeighbours<'a, R> {
    points_m: &'a [[f64; 2]],
    window: &'a R,
    neighbours: Neighbours<'a>,
    distances_m: Vec<f64>,
}

impl<'a, R: Region> NearestNeighbours<'a, R> {
    /// Finds the nearest neighbour of each of `points_m` in `window`.
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
    pub fn new(points_m: &'a [[f64; 2]], window: &'a R) -> Result<Self, SpacingError> {
        check(points_m, window)?;
        let neighbours = Neighbours::new(points_m, window);
        Ok(Self {
            points_m,
            window,
            distances_m: neighbours.all_nearest_m(),
            neighbours,
        })
    }

    /// Distance of each point to its nearest neighbour, m, in the order of the points.
    #[must_use]
    pub fn distances_m(&self) -> &[f64] {
        &self.distances_m
    }

    /// All that follows from the distances.
    #[must_use]
    pub fn summary(&self) -> NearestNeighbourSummary {
        NearestNeighbourSummary::of(self.points_m, self.window, self.distances_m.clone())
    }

    /// *G* after Kaplan and Meier at each of `r_m`, as [`GFunction::km`](crate::GFunction::km).
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] for the first of `r_m` that is negative or not finite.
    pub fn g_km(&self, r_m: &[f64]) -> Result<Vec<f64>, SpacingError> {
        check_distances(r_m)?;
        if self.window.is_torus() {
            let mut sorted_m = self.distances_m.clone();
            sort::numbers(&mut sorted_m);
            return Ok(r_m.iter().map(|&r_m| share_within(&sorted_m, r_m)).collect());
        }
        let to_edge_m = self
            .points_m
            .iter()
            .map(|&point_m| self.window.to_border_m(point_m));
        let pairs_m = self.distances_m.iter().copied().zip(to_edge_m);
        Ok(Seen::new(pairs_m, |_| ()).km_at(r_m))
    }

    /// The Hopkins–Skellam index by these test places of the same window; see
    /// [`hopkins_skellam`](crate::hopkins_skellam).
    #[must_use]
    pub fn hopkins_skellam_index(&self, places: &TestPlaces) -> f64 {
        let from_places_m = self
            .neighbours
            .nearest_in_order_m(&places.places_m, &places.order);
        index(&self.distances_m, &from_places_m)
    }
}

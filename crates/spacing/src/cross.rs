//! Nearest neighbours from one species to another.
//!
//! Not symmetric: the distance from *A* to *B* says how far the trees of *A* are from their nearest *B*.

use understory_numerics::sort;
use understory_space::Region;

use crate::censored::Censored;
use crate::error::SpacingError;
use crate::g::GFunction;
use crate::near::Neighbours;
use crate::nearest::check;

/// Distance of each of `from_m` to the nearest of `to_m`, m, in the order of `from_m`.
///
/// The two are patterns of different trees in one window: two species, adults and juveniles. A point of one that
/// stands where a point of the other stands is at distance 0.
///
/// # Errors
/// As [`nearest_neighbour_distances`](crate::nearest_neighbour_distances), for either pattern; two points are asked
/// of each.
pub fn cross_nearest_distances(
    from_m: &[[f64; 2]],
    to_m: &[[f64; 2]],
    window: &impl Region,
) -> Result<Vec<f64>, SpacingError> {
    check(from_m, window)?;
    check(to_m, window)?;
    Ok(Neighbours::new(to_m, window).nearest_to_each_m(from_m.len(), |number| from_m[number]))
}

/// *G* from one species to another at each of `r_m`: the share of `from_m` with one of `to_m` within *r*. No unit.
///
/// The formulas are those of [`GFunction`], with the distances of [`cross_nearest_distances`] and the intensity of
/// `to_m`. If the species are independent the theoretical curve holds where `to_m` is CSR, whatever `from_m` is.
/// Above it: the first species stands near the second. The curve is not that from `to_m` to `from_m`.
/// Usually drawn up to [`default_distance_range_m`](crate::default_distance_range_m) for `to_m`.
///
/// # Errors
/// Those of [`cross_nearest_distances`], and [`SpacingError::OutOfRange`].
pub fn cross_g(
    from_m: &[[f64; 2]],
    to_m: &[[f64; 2]],
    window: &impl Region,
    r_m: &[f64],
) -> Result<GFunction, SpacingError> {
    let mut distances_m = cross_nearest_distances(from_m, to_m, window)?;
    let censored = (!window.is_torus()).then(|| {
        let to_edge_m = from_m.iter().map(|&point_m| window.to_border_m(point_m));
        Censored::new(distances_m.iter().copied().zip(to_edge_m), window)
    });
    sort::many_numbers(&mut distances_m);
    GFunction::new(
        &distances_m,
        censored.as_ref(),
        to_m.len() as f64 / window.area_m2(),
        r_m,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, Plot};

    #[test]
    fn each_species_is_measured_against_the_other_alone() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let beech_m = [[1.0, 1.0], [1.5, 1.0], [9.0, 9.0]];
        let birch_m = [[1.0, 4.0], [9.0, 9.0]];
        assert_eq!(
            cross_nearest_distances(&beech_m, &birch_m, &window),
            Ok(vec![3.0, 9.25_f64.sqrt(), 0.0])
        );
        assert_eq!(
            cross_nearest_distances(&birch_m, &beech_m, &window),
            Ok(vec![3.0, 0.0])
        );
        let g = cross_g(&beech_m, &birch_m, &window, &[0.0, 3.0]).unwrap();
        assert_eq!(g.raw, [1.0 / 3.0, 2.0 / 3.0]);
        // Only the third beech is as near to a birch as to the edge.
        assert!((g.km[1] - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(g.han[1], Some(1.0));
        assert!(cross_g(&beech_m, &birch_m[..1], &window, &[1.0]).is_err());
    }
}

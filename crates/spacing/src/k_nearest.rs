//! Distances to the *k*-th nearest neighbour, summed up for each *k*.

use understory_numerics::parallel::map;
use understory_space::Region;

use crate::error::SpacingError;
use crate::moments::Moments;
use crate::near::{BLOCK, Neighbours, Several};
use crate::nearest::check;

/// How far the points of a pattern are from their *k*-th nearest neighbours.
///
/// Under CSR the mean is Γ(*k* + ½) / (Γ(*k*) √(π*λ*)) away from the edge. No correction is made for the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KNearest {
    /// Which neighbour: 1 is the nearest.
    pub k: usize,
    /// Mean distance, m.
    pub mean_m: f64,
    /// Standard deviation of the distances, m, with *n* − 1 in the denominator.
    pub sd_m: f64,
}

/// Distances to the nearest, second nearest, … neighbour up to number `k_max`, one row for each.
///
/// Points that coincide with a point are neighbours at distance 0. Only sums are kept: memory does not grow with
/// `k_max` times the points.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances), and
/// [`SpacingError::OutOfRange`] where `k_max` is 0 or not below the number of points.
pub fn k_nearest_distances(
    points_m: &[[f64; 2]],
    window: &impl Region,
    k_max: usize,
) -> Result<Vec<KNearest>, SpacingError> {
    check(points_m, window)?;
    let most = points_m.len() - 1;
    if !(1..=most).contains(&k_max) {
        let must = format!("be from 1 to {most} in a pattern of {} points", points_m.len());
        return Err(SpacingError::out_of_range(
            "the number of neighbours",
            k_max,
            must,
        ));
    }
    let neighbours = Neighbours::new(points_m, window);
    // Blocks follow from the points alone and are merged in their order, whatever the threads.
    let blocks = map(points_m.len().div_ceil(BLOCK), 1, |block| {
        let mut moments = vec![Moments::default(); k_max];
        let slots = block * BLOCK..points_m.len().min((block + 1) * BLOCK);
        neighbours.each(
            slots,
            || Several::new(k_max),
            |best| {
                for (moments, squared_m2) in moments.iter_mut().zip(best.squared_m2) {
                    moments.add(squared_m2.sqrt());
                }
            },
        );
        moments
    });
    let mut whole = vec![Moments::default(); k_max];
    for block in blocks {
        for (whole, part) in whole.iter_mut().zip(block) {
            *whole = whole.merged(part);
        }
    }
    let rows = whole.iter().zip(1..).map(|(moments, k)| KNearest {
        k,
        mean_m: moments.mean,
        sd_m: (moments.squares / (moments.count - 1.0)).sqrt(),
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, NearestNeighbourSummary, Plot};

    #[test]
    fn neighbours_of_a_square_lattice_stand_in_its_rings() {
        let window = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
        let points_m: Vec<_> = (0..8100)
            .map(|i| [f64::from(i % 90), f64::from(i / 90)])
            .collect();
        let rows = k_nearest_distances(&points_m, &window, 12).unwrap();
        for KNearest { k, mean_m, sd_m } in rows {
            let ring_m: f64 = if k <= 4 {
                1.0
            } else if k <= 8 {
                2.0_f64.sqrt()
            } else {
                2.0
            };
            assert!(
                (mean_m - ring_m).abs() < 1e-12 && sd_m < 1e-12,
                "{k}: {mean_m}, {sd_m}"
            );
        }
    }

    #[test]
    fn the_first_neighbour_is_that_of_the_summary_on_any_number_of_threads() {
        let window = Plot::new([0.0; 2], [500.0; 2], Edge::Open).unwrap();
        let points_m: Vec<_> = (0..20_000_u32)
            .map(|i| [f64::from(i * 7919 % 4999) * 0.1, f64::from(i * 31 % 4987) * 0.1])
            .collect();
        let on_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| k_nearest_distances(&points_m, &window, 3).unwrap())
        };
        let rows = on_threads(1);
        assert_eq!(rows, on_threads(3));
        let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        assert!((rows[0].mean_m - summary.mean_m()).abs() < 1e-12 * summary.mean_m());
        assert!((rows[0].sd_m - summary.sd_m()).abs() < 1e-10 * summary.sd_m());
    }

    #[test]
    fn a_point_has_as_many_neighbours_as_there_are_others() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let points_m = [[1.0, 1.0], [1.0, 2.0], [1.0, 4.0]];
        let means: Vec<f64> = k_nearest_distances(&points_m, &window, 2)
            .unwrap()
            .iter()
            .map(|row| row.mean_m)
            .collect();
        assert!((means[0] - 4.0 / 3.0).abs() < 1e-15 && (means[1] - 8.0 / 3.0).abs() < 1e-15);
        for asked in [0, 3] {
            assert_eq!(
                k_nearest_distances(&points_m, &window, asked)
                    .unwrap_err()
                    .to_string(),
                format!(
                    "the number of neighbours is {asked}, but must be from 1 to 2 in a pattern of 3 points"
                )
            );
        }
    }
}

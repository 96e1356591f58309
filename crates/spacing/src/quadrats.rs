//! A permutation test between two single patterns, by curves of quadrats.
//!
//! It assumes that quadrats hardly depend on each other; with clusters as large as a quadrat it rejects too often.

use understory_numerics::parallel::{map, try_map};
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

use crate::curves::{Curves, check_length, check_rising};
use crate::error::SpacingError;
use crate::nearest::check;

/// Could two single patterns come from one process? A permutation test on curves of quadrats.
///
/// Points cannot be exchanged between two patterns, since they are not independent of their neighbours. Pieces of the
/// patterns that are large against the range of interaction nearly are. So each window is cut into the same grid of
/// quadrats, each quadrat gives a curve of its own, and the curves change hands.
///
/// # Formula
/// With *m* quadrats in each pattern: *D*₁(*r*) is the mean curve of the first pattern's quadrats less that of the
/// second's, and *D*₂, *D*₃, … the same after the 2*m* curves have been dealt to the two at random. The test asks how
/// extreme *D*₁ is among all, by [`Curves::global_test`] with
/// [`ExtremeRankLength`](crate::GlobalMeasure::ExtremeRankLength); its envelope shows at which distances the patterns
/// differ.
///
/// # Assumptions
/// - Both processes are stationary: a trend within a window makes quadrats differ for a reason of their own.
/// - Curves of different quadrats are nearly independent: clusters or gaps much smaller than a quadrat.
/// - The curve corrects for the edge and for intensity (*L*, the pair correlation), as quadrats have four open edges
///   and need not hold equally many points.
/// - The patterns hold about as many points: curves of few points vary more than those of many, which ranks take for
///   a difference. Where one has more than one and a half times as many, thin it at random to the count of the other;
///   *K*, *L* and the pair correlation of the process do not change by that.
///
/// At a level of 5 %, of 1000 pairs of independent patterns on 100 m × 100 m with 3 × 3 quadrats, *L* up to a quarter
/// of a quadrat and 199 permutations, these shares were told apart: 4 % of random ones with 300 points each, 4 % of
/// random ones with 400 against 600 points (8 % against 800, 16 % with 250 against 1000); 4 % of points at least 3 m
/// apart; 6 to 7 % of clusters with a standard deviation of 2 or 5 m, 9 % of thirty such clusters of 5 m and thirty
/// points. Random against clustered patterns: 93 %.
///
/// Patterns on one plot, such as two species, must besides not depend on each other.
///
/// Where replicates of one of the processes exist, or it can be simulated, compare with those instead
/// ([`Curves::new`]): that needs none of this.
///
/// # Source
/// After `studpermu.test` of R-spatstat, the test of Hahn (2012), which permutes curves between groups of patterns, and
/// `graph.fanova` of R-GET, which looks at differences of the groups' mean curves by a global envelope; both as their
/// manuals describe them. Ranks at each distance take the place of the former's division by the variance there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuadratPermutation {
    /// Quadrats along x.
    pub columns: u32,
    /// Quadrats along y.
    pub rows: u32,
    /// Times that the curves are dealt.
    pub permutations: u32,
}

/// Fewest points of a quadrat that [`QuadratPermutation::for_patterns`] allows.
const POINTS_FOR_A_CURVE: usize = 20;

impl QuadratPermutation {
    /// Nearly square quadrats, 3 along the shorter side, or 2 where 3 would not leave at least 20 points in each
    /// quadrat of each pattern (points in m, and their window).
    ///
    /// The choice does not depend on which quadrat belongs to which pattern, so the test stays valid. 3 × 3 quadrats
    /// tell far more patterns apart than 2 × 2, whose curves can be dealt in 70 ways only (*p* is hardly below 0.03),
    /// and about as many as 4 × 4, which hold fewer points and shorter distances.
    ///
    /// # Errors
    /// [`SpacingError::Unfit`] where there is no such grid, and where the
    /// windows differ in size, and those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances) for
    /// points that are no places of their window.
    pub fn for_patterns(
        patterns: [(&[[f64; 2]], &Plot); 2],
        permutations: u32,
    ) -> Result<Self, SpacingError> {
        check_alike(patterns)?;
        let shorter_m = patterns[0].1.shorter_side_m();
        // A window a thousand times longer than wide is cut no finer.
        let along = |side_m: f64, across: f64| (side_m / shorter_m * across).round().min(1024.0) as u32;
        let grid = |across: f64| Self {
            columns: along(patterns[0].1.size_m()[0], across),
            rows: along(patterns[0].1.size_m()[1], across),
            permutations,
        };
        for grid in [3.0, 2.0].map(grid) {
            let mut fewest = usize::MAX;
            for (points_m, window) in patterns {
                let quadrats = grid.cut(points_m, window)?;
                fewest = quadrats
                    .iter()
                    .fold(fewest, |fewest, quadrat| fewest.min(quadrat.points_m.len()));
            }
            if fewest >= POINTS_FOR_A_CURVE {
                return Ok(grid);
            }
        }
        Err(SpacingError::Unfit(format!(
            "no grid of quadrats leaves {POINTS_FOR_A_CURVE} points in each quadrat of both patterns, which a test between \
             them needs"
        )))
    }

    /// Width and height of a quadrat of `window`, m: what the range of the curves is to be chosen by.
    #[must_use]
    pub fn quadrat_size_m(&self, window: &Plot) -> [f64; 2] {
        let [width_m, height_m] = window.size_m();
        [width_m / f64::from(self.columns), height_m / f64::from(self.rows)]
    }

    /// The family *D*₁, *D*₂, … of two patterns (points in m, and their window), with `curve` evaluated at `r_m` in
    /// each quadrat.
    ///
    /// `curve` is called with coordinates counted from the quadrat's corner, and an open window. A distance at which
    /// it is undefined in any quadrat is undefined in the whole family. Permutation *i* draws from child *i* of `key`;
    /// the result is the same for any number of threads.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] for a grid of less than 2 quadrats or of more than half the points,
    /// [`SpacingError::Unfit`] where a quadrat has less than 2 points, and where
    /// the windows differ in size, those of
    /// [`nearest_neighbour_distances`](crate::nearest_neighbour_distances) for points that are no places of their
    /// window, those of `curve` and of [`Curves::new`].
    pub fn differences(
        &self,
        patterns: [(&[[f64; 2]], &Plot); 2],
        r_m: &[f64],
        key: RandomKey,
        curve: impl Fn(&[[f64; 2]], &Plot) -> Result<Vec<f64>, SpacingError> + Sync,
    ) -> Result<Curves, SpacingError> {
        check_rising(r_m)?;
        check_alike(patterns)?;
        let quadrats = u64::from(self.columns) * u64::from(self.rows);
        let most = patterns.map(|(points_m, _)| points_m.len() as u64 / 2);
        if quadrats < 2 || quadrats > most[0].min(most[1]) {
            let must = "be at least 2, and at most half the number of points of either pattern";
            return Err(SpacingError::out_of_range(
                "the number of quadrats",
                quadrats,
                must,
            ));
        }
        let mut quadrats = Vec::new();
        for (pattern, (points_m, window)) in ["first", "second"].into_iter().zip(patterns) {
            let cut = self.cut(points_m, window)?;
            if let Some(poorest) = cut.iter().find(|quadrat| quadrat.points_m.len() < 2) {
                let ([column, row], found) = (poorest.place, poorest.points_m.len());
                return Err(SpacingError::Unfit(format!(
                    "quadrat ({column}, {row}) (counted from 0) of the {pattern} pattern has {found} points, but a curve \
                     needs at least 2: take fewer quadrats"
                )));
            }
            quadrats.extend(cut);
        }
        let curve_of = |number: usize| curve(&quadrats[number].points_m, &quadrats[number].window);
        let curves = try_map(quadrats.len(), 1, curve_of)?;
        for (number, values) in curves.iter().enumerate() {
            check_length(number, values, r_m)?;
        }
        let as_found: Vec<bool> = (0..curves.len())
            .map(|number| number < curves.len() / 2)
            .collect();
        let dealt = map(self.permutations as usize, 8, |permutation| {
            let key = key.child(0, Purpose::Simulation, permutation as u32);
            difference_of_means(&curves, &shuffled(&as_found, key))
        });
        Curves::new(r_m, difference_of_means(&curves, &as_found), dealt)
    }

    /// The quadrats of a window, row by row; a point on an edge between two belongs to the further one.
    fn cut(&self, points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<Quadrat>, SpacingError> {
        let counts = [self.columns, self.rows];
        let edges_m: [Vec<f64>; 2] = std::array::from_fn(|axis| {
            let share = |edge: u32| f64::from(edge) / f64::from(counts[axis]);
            let at = |edge: u32| window.origin_m()[axis] + window.size_m()[axis] * share(edge);
            (0..=counts[axis]).map(at).collect()
        });
        let mut quadrats = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let place = [column, row];
                // The difference of the edges as they are, so that no point is beyond by rounding.
                let size_m = std::array::from_fn(|axis| {
                    let edge = place[axis] as usize;
                    edges_m[axis][edge + 1] - edges_m[axis][edge]
                });
                quadrats.push(Quadrat {
                    place,
                    window: Plot::new([0.0; 2], size_m, Edge::Open)?,
                    points_m: Vec::new(),
                });
            }
        }
        for point_m in points_m {
            let [column, row] = std::array::from_fn(|axis| {
                let edges_below = edges_m[axis].partition_point(|&edge_m| edge_m <= point_m[axis]);
                // The far edge of the window belongs to the last quadrat.
                edges_below.clamp(1, counts[axis] as usize) - 1
            });
            let place_m = [point_m[0] - edges_m[0][column], point_m[1] - edges_m[1][row]];
            quadrats[row * self.columns as usize + column]
                .points_m
                .push(place_m);
        }
        Ok(quadrats)
    }
}

struct Quadrat {
    /// Column and row.
    place: [u32; 2],
    /// With its corner at the origin.
    window: Plot,
    /// From its corner.
    points_m: Vec<[f64; 2]>,
}

/// That both patterns can be measured and their windows have one size.
fn check_alike(patterns: [(&[[f64; 2]], &Plot); 2]) -> Result<(), SpacingError> {
    for (points_m, window) in patterns {
        check(points_m, window)?;
    }
    let [a, b] = patterns.map(|(_, window)| window.size_m());
    if a != b {
        return Err(SpacingError::Unfit(format!(
            "the windows are {} × {} m and {} × {} m, but a test between patterns needs windows of one size",
            a[0], a[1], b[0], b[1]
        )));
    }
    Ok(())
}

/// The mean of the curves that belong to the first pattern less that of the others, each as many.
fn difference_of_means(curves: &[Vec<f64>], is_first: &[bool]) -> Vec<f64> {
    let mut sums = vec![[0.0; 2]; curves[0].len()];
    for (curve, &is_first) in curves.iter().zip(is_first) {
        for (sums, value) in sums.iter_mut().zip(curve) {
            sums[usize::from(is_first)] += value;
        }
    }
    let in_each = curves.len() as f64 / 2.0;
    sums.into_iter()
        .map(|[second, first]| (first - second) / in_each)
        .collect()
}

/// The same labels in another order, each order as likely.
fn shuffled(labels: &[bool], key: RandomKey) -> Vec<bool> {
    let mut labels = labels.to_vec();
    for last in (1..labels.len()).rev() {
        let [word, ..] = key.draws(0, Purpose::Place, last as u32);
        // Fixed-point multiplication for a number up to `last`: its bias is below 2⁻³² times the number of quadrats.
        let other = (u64::from(word) * (last as u64 + 1)) >> 32;
        labels.swap(last, other as usize);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GlobalMeasure, NearestNeighbourSummary, uniform_points};

    const GRID: QuadratPermutation = QuadratPermutation {
        columns: 3,
        rows: 2,
        permutations: 99,
    };

    fn window() -> Plot {
        Plot::new([100.0, -20.0], [30.0, 20.0], Edge::Open).unwrap()
    }

    fn key(name: &str) -> RandomKey {
        RandomKey::root(5, &["quadrat tests", name])
    }

    fn random(points: usize, name: &str) -> Vec<[f64; 2]> {
        uniform_points(points, &window(), key(name)).unwrap()
    }

    const R_M: [f64; 4] = [0.25, 0.5, 1.0, 1.5];

    fn g_km(points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<f64>, SpacingError> {
        Ok(NearestNeighbourSummary::new(points_m, window)?.g(&R_M)?.km)
    }

    #[test]
    fn every_point_is_in_one_quadrat() {
        let mut points_m = random(500, "cut");
        points_m.extend([[100.0, -20.0], [130.0, 0.0], [110.0, -10.0]]);
        let quadrats = GRID.cut(&points_m, &window()).unwrap();
        let mut back_m: Vec<[f64; 2]> = Vec::new();
        for (number, quadrat) in quadrats.iter().enumerate() {
            assert_eq!(quadrat.place, [number as u32 % 3, number as u32 / 3]);
            let [width_m, height_m] = quadrat.window.size_m();
            assert_eq!([width_m, height_m], GRID.quadrat_size_m(&window()));
            for [x_m, y_m] in &quadrat.points_m {
                assert!((0.0..=width_m).contains(x_m) && (0.0..=height_m).contains(y_m));
                let [column, row] = quadrat.place.map(f64::from);
                back_m.push([100.0 + 10.0 * column + x_m, -20.0 + 10.0 * row + y_m]);
            }
        }
        let order = |a: &[f64; 2], b: &[f64; 2]| a[0].total_cmp(&b[0]);
        points_m.sort_by(order);
        back_m.sort_by(order);
        assert_eq!(back_m.len(), points_m.len());
        for (back_m, point_m) in back_m.iter().zip(&points_m) {
            assert!((0..2).all(|axis| (back_m[axis] - point_m[axis]).abs() < 1e-12));
        }
        assert_eq!(quadrats[4].points_m.last(), Some(&[0.0, 0.0]));
    }

    #[test]
    fn a_pattern_differs_from_itself_by_nothing() {
        let points_m = random(300, "self");
        let window = window();
        let patterns = [(points_m.as_slice(), &window); 2];
        let curves = GRID.differences(patterns, &R_M, key("test"), g_km).unwrap();
        assert_eq!(curves.observed(), [0.0; 4]);
        let test = curves
            .global_test(GlobalMeasure::ExtremeRankLength, 0.05)
            .unwrap();
        assert!(test.p > 0.5, "{}", test.p);
    }

    #[test]
    fn trading_the_patterns_turns_the_differences_round() {
        let [a_m, b_m] = [random(200, "a"), random(350, "b")];
        let (a, b) = ((a_m.as_slice(), &window()), (b_m.as_slice(), &window()));
        let one = GRID.differences([a, b], &R_M, key("test"), g_km).unwrap();
        let other = GRID.differences([b, a], &R_M, key("test"), g_km).unwrap();
        for (one, other) in one.observed().iter().zip(other.observed()) {
            assert!((one + other).abs() < 1e-15);
        }
        assert!(
            one.observed()[2] < 0.0,
            "the denser pattern has nearer neighbours"
        );
    }

    #[test]
    fn labels_are_shuffled_evenly() {
        let labels = [true, true, true, false, false, false];
        let mut counts = std::collections::BTreeMap::new();
        for i in 0..40_000 {
            let shuffled = shuffled(&labels, key("shuffle").child(0, Purpose::Simulation, i));
            *counts.entry(shuffled).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 20);
        let chi_squared: f64 = counts
            .values()
            .map(|&count| (f64::from(count) - 2000.0) * (f64::from(count) - 2000.0) / 2000.0)
            .sum();
        // The 0.1 % and 99.9 % quantiles of 19 degrees of freedom.
        assert!((5.4..43.8).contains(&chi_squared), "{chi_squared}");
    }

    #[test]
    fn the_grid_leaves_points_enough_in_each_quadrat() {
        let choose = |points: usize| {
            let points_m = random(points, "choose");
            QuadratPermutation::for_patterns([(&points_m, &window()); 2], 99)
        };
        let shape = |points: usize| choose(points).map(|grid| (grid.columns, grid.rows));
        assert_eq!(shape(2000), Ok((5, 3)));
        assert_eq!(shape(250), Ok((3, 2)));
        let none = "no grid of quadrats leaves 20 points in each quadrat of both patterns, which a test between them needs";
        assert_eq!(shape(60), Err(SpacingError::Unfit(none.to_owned())));
    }

    #[test]
    fn patterns_that_cannot_be_cut_alike_are_refused() {
        let points_m = random(60, "bad");
        let differ = |grid: QuadratPermutation, b: (&[[f64; 2]], &Plot)| {
            let a = (points_m.as_slice(), &window());
            grid.differences([a, b], &R_M, key("test"), g_km).unwrap_err()
        };
        let grid = |columns, rows| QuadratPermutation {
            columns,
            rows,
            ..GRID
        };
        let (window, other) = (window(), Plot::new([0.0; 2], [30.0, 21.0], Edge::Open).unwrap());
        let same = (points_m.as_slice(), &window);
        for (side, found) in [(1, "1"), (u32::MAX, "18446744065119617025")] {
            assert_eq!(
                differ(grid(side, side), same).to_string(),
                format!(
                    "the number of quadrats is {found}, but must be at least 2, and at most half the number of points of \
                     either pattern"
                )
            );
        }
        assert_eq!(
            differ(GRID, (&[[1.0, 1.0], [2.0, 2.0]], &other)).to_string(),
            "the windows are 30 × 20 m and 30 × 21 m, but a test between patterns needs windows of one size"
        );
        let corner_m: Vec<[f64; 2]> = (0..30).map(|i| [101.0 + 0.1 * f64::from(i), -19.0]).collect();
        assert_eq!(
            differ(GRID, (&corner_m, &window)).to_string(),
            "quadrat (1, 0) (counted from 0) of the second pattern has 0 points, but a curve needs at least 2: take fewer \
             quadrats"
        );
        assert!(matches!(
            differ(GRID, (&[[101.0, f64::NAN], [102.0, -19.0]], &window)),
            SpacingError::NotFinite { index: 0, .. }
        ));
        assert_eq!(
            differ(
                QuadratPermutation {
                    permutations: 0,
                    ..grid(2, 1)
                },
                same
            ),
            SpacingError::NoSimulations
        );
    }
}

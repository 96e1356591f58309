//! A window bounded by polygons: what is counted of a stand with a crooked border, a lake or a road in it.
//!
//! Distances, areas and overlaps are those of the polygon itself; nothing is drawn on pixels.

mod check;
mod overlap;
mod ring;
mod tree;

pub use check::{EdgeCrossing, PolygonError, RingNumber};
pub use overlap::NearShift;
pub use tree::Chain;

use overlap::Overlaps;
use ring::{crosses_ray, dot, edges_of, minus, signed_area_m2, to_edge_m2};

use crate::plot::{Edge, Plot};

/// The part of the plane within one or more outer rings and outside the holes in them.
///
/// Its border belongs to it, and a point within rounding of the border lies on it. Coordinates in m.
///
/// ```
/// use understory_space::PolygonWindow;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let square = |low_m: f64, high_m: f64| {
///     vec![[low_m, low_m], [high_m, low_m], [high_m, high_m], [low_m, high_m], [low_m, low_m]]
/// };
/// // 10 m × 10 m around a pond of 2 m × 2 m.
/// let window = PolygonWindow::new(&[vec![square(0.0, 10.0), square(4.0, 6.0)]])?;
/// assert_eq!(window.area_m2(), 96.0);
/// assert!(window.contains([1.0, 1.0]) && !window.contains([5.0, 5.0]));
/// assert_eq!(window.to_border_m([3.0, 5.0]), 1.0);
/// // What is left of it when it is moved 3 m to the right over itself: 70 m² without the two ponds, each 4 m².
/// assert!((window.set_covariance_m2([3.0, 0.0]) - 62.0).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PolygonWindow {
    /// Without the repeated last corner; outer rings anticlockwise, holes clockwise.
    rings: Vec<Vec<[f64; 2]>>,
    edges: Vec<[[f64; 2]; 2]>,
    chains: Vec<Chain>,
    bounds: Plot,
    area_m2: f64,
    perimeter_m: f64,
    overlaps: Overlaps,
    /// More than rounding moves a place of the window, m.
    rounding_m: f64,
}

impl PolygonWindow {
    /// The window of `polygons`, each an outer ring and then its holes, as GeoJSON has them; which way round a ring
    /// goes does not matter. Each ring ends at the corner at which it begins.
    ///
    /// # Errors
    /// [`PolygonError`], which names the ring: one that is not closed, has a corner that is no finite place or no
    /// area, two edges that meet elsewhere than at the corner between them, a hole outside its outer ring, rings
    /// that lie in each other otherwise.
    pub fn new(polygons: &[Vec<Vec<[f64; 2]>>]) -> Result<Self, PolygonError> {
        let rings = check::oriented(polygons)?;
        let edges: Vec<[[f64; 2]; 2]> = rings.iter().flat_map(|ring| edges_of(ring)).collect();
        let chains = tree::chains(&rings, &edges);
        // The first is around all of them.
        let Chain { low_m, high_m, .. } = chains[0];
        let greatest_m = low_m
            .iter()
            .chain(&high_m)
            .fold(0.0_f64, |most, x_m| most.max(x_m.abs()));
        Ok(Self {
            bounds: Plot::between(low_m, high_m, Edge::Open)?,
            area_m2: rings.iter().map(|ring| signed_area_m2(ring)).sum(),
            perimeter_m: edges.iter().map(|&[a, b]| length_m(minus(b, a))).sum(),
            overlaps: Overlaps::new(&edges, &chains),
            rounding_m: 1e-14 * greatest_m,
            rings,
            edges,
            chains,
        })
    }

    /// The rings, without the repeated last corner: outer ones anticlockwise, holes clockwise, m.
    #[must_use]
    pub fn rings(&self) -> &[Vec<[f64; 2]>] {
        &self.rings
    }

    /// The edges, ring by ring, each from corner to corner with the window on its left, m.
    #[must_use]
    pub fn edges(&self) -> &[[[f64; 2]; 2]] {
        &self.edges
    }

    /// The smallest rectangle around it, an open plot.
    #[must_use]
    pub fn bounds(&self) -> &Plot {
        &self.bounds
    }

    /// Area without the holes, m².
    #[must_use]
    pub fn area_m2(&self) -> f64 {
        self.area_m2
    }

    /// Length of the border, that of the holes too, m.
    #[must_use]
    pub fn perimeter_m(&self) -> f64 {
        self.perimeter_m
    }

    /// Whether a place belongs to the window, whose border does.
    #[must_use]
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        let is_finite = place_m.iter().all(|x_m| x_m.is_finite());
        is_finite && (self.is_inside(place_m) || self.to_border_m(place_m) <= self.rounding_m)
    }

    /// Shows boxes around its edges from the large to the small ones: those within one where `look` asks for them.
    pub fn each_chain(&self, mut look: impl FnMut(&Chain) -> bool) {
        let mut at = 0;
        while let Some(chain) = self.chains.get(at) {
            at = if look(chain) { at + 1 } else { chain.after };
        }
    }

    /// Whether a ray to the right crosses the border an odd number of times.
    fn is_inside(&self, [x_m, y_m]: [f64; 2]) -> bool {
        let mut is_inside = false;
        self.each_chain(|chain| {
            let is_beside = chain.low_m[1] <= y_m && y_m < chain.high_m[1] && x_m <= chain.high_m[0];
            if is_beside && x_m < chain.low_m[0] {
                // However often it goes up and down, its ends decide.
                let [from_m, to_m] = chain.ends_m;
                is_inside ^= (from_m[1] > y_m) != (to_m[1] > y_m);
                return false;
            }
            for &edge in &self.edges[chain.edges().filter(|_| is_beside).unwrap_or_default()] {
                is_inside ^= crosses_ray([x_m, y_m], edge);
            }
            is_beside
        });
        is_inside
    }

    /// Distance of a place to the nearest place of the border, m; also from outside, and 0 on it.
    #[must_use]
    pub fn to_border_m(&self, place_m: [f64; 2]) -> f64 {
        self.nearest_m2(0, place_m, f64::INFINITY).sqrt()
    }

    /// The square of that to the border in a chain, where it is nearer than `nearest_m2`.
    fn nearest_m2(&self, number: usize, place_m: [f64; 2], mut nearest_m2: f64) -> f64 {
        if let Some(edges) = self.chains[number].edges() {
            let each_m2 = self.edges[edges].iter().map(|&edge| to_edge_m2(place_m, edge));
            return each_m2.fold(nearest_m2, f64::min);
        }
        let to_box = |half: usize| (self.chains[half].nearest_m2(place_m), half);
        let mut halves = tree::halves(&self.chains, number).map(to_box);
        if halves[1].0 < halves[0].0 {
            halves.swap(0, 1);
        }
        for (box_m2, half) in halves {
            // A little less: a box may not seem farther by rounding than what is in it.
            if box_m2 * (1.0 - 1e-9) < nearest_m2 {
                nearest_m2 = self.nearest_m2(half, place_m, nearest_m2);
            }
        }
        nearest_m2
    }

    /// Numbers of the points that are no places of the window, from 0 and rising: those outside, and those with a
    /// coordinate that is NaN or infinite.
    #[must_use]
    pub fn outside(&self, points_m: &[[f64; 2]]) -> Vec<usize> {
        let is_outside = |&number: &usize| !self.contains(points_m[number]);
        (0..points_m.len()).filter(is_outside).collect()
    }

    /// Area of what the window and the window moved by `shift_m` have in common, m².
    ///
    /// # Formula
    /// γ(*t*) = |*W* ∩ (*W* + *t*)|, exact but for rounding: ∫∫ over pairs of edges of what lies below both, with
    /// signs by which what does not lie in the window cancels.
    #[must_use]
    pub fn set_covariance_m2(&self, shift_m: [f64; 2]) -> f64 {
        self.overlaps.area_m2(shift_m)
    }

    /// γ(*t*), see [`Self::set_covariance_m2`], with its first and second derivatives at `shift_m`.
    ///
    /// γ is a polynomial of degree 2 as long as no corner passes an edge: there these are all of it.
    #[must_use]
    pub fn near_shift(&self, shift_m: [f64; 2]) -> NearShift {
        self.overlaps.at(shift_m)
    }
}

fn length_m(along_m: [f64; 2]) -> f64 {
    dot(along_m, along_m).sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn closed(corners_m: &[[f64; 2]]) -> Vec<[f64; 2]> {
        corners_m.iter().chain(corners_m.first()).copied().collect()
    }

    fn rectangle(low_m: [f64; 2], high_m: [f64; 2]) -> Vec<[f64; 2]> {
        closed(&[low_m, [high_m[0], low_m[1]], high_m, [low_m[0], high_m[1]]])
    }

    /// A star around a place: rays at rising angles, so that edges never cross.
    fn star(middle_m: [f64; 2], rays_m: &[f64], is_turned: bool) -> Vec<[f64; 2]> {
        let corner = |(number, ray_m): (usize, &f64)| {
            let angle = std::f64::consts::TAU * (number as f64 + 0.3) / rays_m.len() as f64;
            let (sine, cosine) = libm::sincos(angle);
            [middle_m[0] + ray_m * cosine, middle_m[1] + ray_m * sine]
        };
        let mut corners_m: Vec<[f64; 2]> = rays_m.iter().enumerate().map(corner).collect();
        if is_turned {
            corners_m.reverse();
        }
        closed(&corners_m)
    }

    /// A star with a star-shaped hole, and another star beside it.
    fn window() -> impl Strategy<Value = PolygonWindow> {
        let rays = |low: f64, high: f64| prop::collection::vec(low..high, 3..9);
        (rays(3.0, 9.0), rays(0.3, 1.0), rays(1.0, 4.0), any::<bool>()).prop_map(
            |(outer, hole, beside, is_turned)| {
                let middle_m = [100.0, -40.0];
                PolygonWindow::new(&[
                    vec![
                        star(middle_m, &outer, is_turned),
                        star(middle_m, &hole, !is_turned),
                    ],
                    vec![star([114.0, -40.0], &beside, is_turned)],
                ])
                .unwrap()
            },
        )
    }

    /// What a horizontal line at `y_m` has in common with the window, as intervals.
    fn along(window: &PolygonWindow, y_m: f64) -> Vec<[f64; 2]> {
        let crossing = |&[a, b]: &[[f64; 2]; 2]| {
            ((a[1] > y_m) != (b[1] > y_m)).then(|| a[0] + (y_m - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        };
        let mut crossings: Vec<f64> = window.edges().iter().filter_map(crossing).collect();
        crossings.sort_by(f64::total_cmp);
        crossings.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    proptest! {
        #[test]
        fn the_common_area_is_that_of_thin_slices(
            window in window(),
            shift_m in (-6.0..6.0, -6.0..6.0).prop_map(|(x, y)| [x, y]),
        ) {
            const SLICES: u32 = 100;
            // Between heights of corners no edge begins or ends, so that one which is nearly level is cut as finely as others.
            let own_m = window.edges().iter().map(|[corner_m, _]| corner_m[1]);
            let mut heights_m: Vec<f64> = own_m.flat_map(|y_m| [y_m, y_m + shift_m[1]]).collect();
            heights_m.sort_by(f64::total_cmp);
            let mut sum_m2 = 0.0;
            for pair in heights_m.windows(2) {
                let step_m = (pair[1] - pair[0]) / f64::from(SLICES);
                for slice in 0..SLICES {
                    let y_m = pair[0] + (f64::from(slice) + 0.5) * step_m;
                    for [a, b] in along(&window, y_m) {
                        for [c, d] in along(&window, y_m - shift_m[1]) {
                            sum_m2 += step_m * (b.min(d + shift_m[0]) - a.max(c + shift_m[0])).max(0.0);
                        }
                    }
                }
            }
            let found_m2 = window.set_covariance_m2(shift_m);
            prop_assert!((found_m2 - sum_m2).abs() < 0.01, "{found_m2} {sum_m2}");
            let back_m2 = window.set_covariance_m2(shift_m.map(|part| -part));
            prop_assert!((found_m2 - back_m2).abs() < 1e-11 * window.area_m2());
            let still_m2 = window.set_covariance_m2([0.0; 2]);
            prop_assert!((still_m2 - window.area_m2()).abs() < 1e-11 * still_m2);
        }

        #[test]
        fn derivatives_are_those_of_differences(
            window in window(),
            shift_m in (-6.0..6.0, -6.0..6.0).prop_map(|(x, y)| [x, y]),
        ) {
            let near = window.near_shift(shift_m);
            let by_m = 1e-5;
            // An edge that moves along itself lies on its old place, and beside it the slope is another.
            let slides = |&[a, b]: &[[f64; 2]; 2]| {
                let along_m = [b[0] - a[0], b[1] - a[1]];
                let beside_m = (along_m[0] * shift_m[1] - along_m[1] * shift_m[0]) / length_m(along_m);
                beside_m.abs() < 2.0 * by_m
            };
            prop_assume!(!window.edges().iter().any(slides));
            for (x_m, y_m) in [(by_m, 0.0), (0.0, by_m), (-by_m, by_m)] {
                let there_m2 = window.set_covariance_m2([shift_m[0] + x_m, shift_m[1] + y_m]);
                // A corner may pass an edge on the way; then the bend differs, and so by the square of the way.
                prop_assert!((near.area_away_m2([x_m, y_m]) - there_m2).abs() < 1e-7);
            }
            // All over the polynomial's piece it is exact, and pieces are seldom as small as this.
            let step_m = 1e-9;
            let there_m2 = window.set_covariance_m2([shift_m[0] + step_m, shift_m[1]]);
            prop_assert!((near.area_away_m2([step_m, 0.0]) - there_m2).abs() < 1e-11);
        }

        #[test]
        fn what_lies_inside_and_how_deep_is_what_a_line_through_it_says(
            window in window(),
            place_m in (88.0..120.0, -52.0..-28.0).prop_map(|(x, y)| [x, y]),
        ) {
            let is_on_line = along(&window, place_m[1]).iter().any(|[a, b]| (*a..=*b).contains(&place_m[0]));
            prop_assert_eq!(window.contains(place_m), is_on_line);
            // Nearest of many places on the border, never nearer than the nearest.
            let mut nearest_m = f64::INFINITY;
            for [a, b] in window.edges() {
                for part in 0..=400 {
                    let share = f64::from(part) / 400.0;
                    let on_m = [0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis]) - place_m[axis]);
                    nearest_m = nearest_m.min(length_m(on_m));
                }
            }
            let found_m = window.to_border_m(place_m);
            prop_assert!(found_m <= nearest_m + 1e-12 && found_m > nearest_m - 0.05, "{found_m} {nearest_m}");
        }
    }

    #[test]
    fn a_rectangle_has_the_overlap_that_its_sides_say() {
        let window = PolygonWindow::new(&[vec![rectangle([5e5, 4e6], [5e5 + 30.0, 4e6 + 20.0])]]).unwrap();
        assert_eq!((window.area_m2(), window.perimeter_m()), (600.0, 100.0));
        for [x_m, y_m] in [[0.0, 0.0], [3.0, 4.0], [-7.5, 2.0], [29.0, -19.0], [31.0, 0.0]] {
            let expected: f64 = (30.0 - f64::abs(x_m)).max(0.0) * (20.0 - f64::abs(y_m)).max(0.0);
            let found = window.set_covariance_m2([x_m, y_m]);
            assert!((found - expected).abs() < 1e-10, "{found} {expected}");
        }
        let near = window.near_shift([3.0, -4.0]);
        assert!((near.slope_m[0] + 16.0).abs() < 1e-10 && (near.slope_m[1] - 27.0).abs() < 1e-10);
        assert!(
            (near.bend[1] + 1.0).abs() < 1e-10 && near.bend[0].abs() < 1e-10 && near.bend[2].abs() < 1e-10
        );
    }

    #[test]
    fn a_border_belongs_to_its_window_though_coordinates_are_rounded() {
        let window = PolygonWindow::new(&[vec![closed(&[[0.1, 0.1], [7.3, 2.9], [3.1, 8.7]])]]).unwrap();
        for part in 0..=100 {
            let share = f64::from(part) / 100.0;
            assert!(window.contains([0.1 + share * 7.2, 0.1 + share * 2.8]));
        }
        let points_m = [
            [3.0, 3.0],
            [f64::NAN, 3.0],
            [7.0, 7.0],
            [3.1, 8.7],
            [3.0, f64::INFINITY],
        ];
        assert_eq!(window.outside(&points_m), [1, 2, 4]);
    }

    #[test]
    fn rings_that_bound_no_window_are_refused_and_named() {
        let square = rectangle([0.0; 2], [10.0; 2]);
        let message = |polygons: &[Vec<Vec<[f64; 2]>>]| PolygonWindow::new(polygons).unwrap_err().to_string();
        assert!(message(&[]).starts_with("the window"));
        assert!(message(&[vec![square.clone()], vec![]]).starts_with("polygon 1"));
        assert_eq!(
            message(&[vec![square[..4].to_vec()]]),
            "ring 0 of polygon 0 begins at (0, 0) and ends at (0, 10): end it at the corner at which it begins"
        );
        let mut nan = square.clone();
        nan[2][1] = f64::NAN;
        assert!(message(&[vec![nan]]).starts_with("corner 2 of ring 0 of polygon 0 is (10, NaN)"));
        let bow = closed(&[[0.0, 0.0], [10.0, 10.0], [10.0, 0.0], [0.0, 12.0]]);
        let error = PolygonWindow::new(&[vec![bow]]).unwrap_err();
        let PolygonError::Crossing { crossings, others: 0 } = &error else {
            panic!("{error}")
        };
        let [
            EdgeCrossing {
                mut edges, near_m, ..
            },
        ] = crossings[..]
        else {
            panic!("{error}")
        };
        edges.sort_unstable();
        assert_eq!(edges, [0, 2]);
        assert!((near_m[0] - near_m[1]).abs() < 1e-9 && (near_m[0] - 12.0 / 2.2).abs() < 1e-9);
        assert!(message(&[vec![closed(&[[0.0, 0.0], [5.0, 5.0], [9.0, 9.0]])]]).contains("goes round 0 m²"));
        // A spike, a corner on an edge, two rings with an edge in common, and two that cross.
        let spike = closed(&[
            [0.0, 0.0],
            [10.0, 0.0],
            [10.0, 10.0],
            [10.0, 20.0],
            [10.0, 10.0],
            [0.0, 10.0],
        ]);
        assert!(message(&[vec![spike]]).contains("cross or touch near (10, "));
        let touching = closed(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 0.0], [0.0, 10.0]]);
        let message_of_touching = message(&[vec![touching.clone()]]);
        assert!(
            message_of_touching.contains("cross or touch near (5, 0)"),
            "{message_of_touching}"
        );
        assert!(message(&[vec![touching]]).contains("cross or touch near (5, 0)"));
        // A bar crosses eight teeth and a side: five of the nine places are told.
        let teeth: Vec<[f64; 2]> = (0..9)
            .map(|at| [f64::from(at), f64::from(at % 2) * 4.0])
            .collect();
        let comb = closed(
            &[
                &teeth[..],
                &[[8.0, 9.0], [-2.0, 9.0], [-2.0, 2.0], [9.0, 2.0], [9.0, -1.0]],
            ]
            .concat(),
        );
        let message_of_comb = message(&[vec![comb]]);
        assert_eq!(
            message_of_comb.matches(" cross or touch near ").count(),
            5,
            "{message_of_comb}"
        );
        assert!(
            message_of_comb.contains("; and 4 more: a ring may meet itself nowhere"),
            "{message_of_comb}"
        );
        let beside = rectangle([10.0, 2.0], [20.0, 8.0]);
        assert!(message(&[vec![square.clone()], vec![beside]]).contains("of ring 0 of polygon 1 "));
        let across = rectangle([5.0, 5.0], [15.0, 6.0]);
        let crossing = message(&[vec![square.clone(), across]]);
        assert!(
            crossing.contains("of ring 1 of polygon 0 ") && crossing.contains(" cross or touch "),
            "{crossing}"
        );
        let far = rectangle([20.0; 2], [21.0; 2]);
        assert!(message(&[vec![square.clone(), far]]).starts_with("ring 1 of polygon 0 is a hole, but"));
        let (hole, in_hole) = (rectangle([2.0; 2], [8.0; 2]), rectangle([3.0; 2], [4.0; 2]));
        let nested = message(&[vec![square.clone(), hole.clone(), in_hole.clone()]]);
        assert!(
            nested.starts_with("ring 2 of polygon 0 lies in 2 other rings"),
            "{nested}"
        );
        let inside = message(&[vec![square.clone()], vec![hole.clone()]]);
        assert!(
            inside.starts_with("ring 0 of polygon 1 lies in 1 other rings"),
            "{inside}"
        );
        // An island in a lake is a window.
        let island = PolygonWindow::new(&[vec![square, hole], vec![in_hole]]).unwrap();
        assert_eq!(island.area_m2(), 100.0 - 36.0 + 1.0);
        assert!(island.contains([3.5, 3.5]) && !island.contains([5.0, 5.0]));
    }

    /// Each edge cut into `parts`: the same window.
    fn cut(window: &PolygonWindow, parts: u32) -> PolygonWindow {
        let cut = |ring: &Vec<[f64; 2]>| {
            let along = |[a, b]: [[f64; 2]; 2]| {
                (0..parts).map(move |part| {
                    let share = f64::from(part) / f64::from(parts);
                    [0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis]))
                })
            };
            closed(&ring::edges_of(ring).flat_map(along).collect::<Vec<_>>())
        };
        let rings = window.rings();
        // The outer ring, its hole, and what stands beside it.
        PolygonWindow::new(&[vec![cut(&rings[0]), cut(&rings[1])], vec![cut(&rings[2])]]).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn many_edges_bound_the_same_window_as_few(
            window in window(),
            shifts_m in prop::collection::vec((-6.0..6.0, -6.0..6.0), 8),
            places_m in prop::collection::vec((88.0..120.0, -52.0..-28.0), 64),
        ) {
            let fine = cut(&window, 1000);
            prop_assert!(fine.edges().len() >= 9000);
            for (x_m, y_m) in shifts_m {
                let (near, of_fine) = (window.near_shift([x_m, y_m]), fine.near_shift([x_m, y_m]));
                prop_assert!((near.area_m2 - of_fine.area_m2).abs() < 1e-8, "{near:?} {of_fine:?}");
                for axis in 0..2 {
                    prop_assert!((near.slope_m[axis] - of_fine.slope_m[axis]).abs() < 1e-8, "{near:?} {of_fine:?}");
                }
                prop_assert!((fine.set_covariance_m2([x_m, y_m]) - near.area_m2).abs() < 1e-8);
            }
            prop_assert!((fine.set_covariance_m2([0.0; 2]) - window.area_m2()).abs() < 1e-8);
            for (x_m, y_m) in places_m {
                prop_assert_eq!(window.contains([x_m, y_m]), fine.contains([x_m, y_m]));
                prop_assert!((window.to_border_m([x_m, y_m]) - fine.to_border_m([x_m, y_m])).abs() < 1e-9);
            }
        }
    }

    /// Verdicts and areas are those of GEOS 3.14 (`is_valid` of shapely), on which QGIS and sf stand, too.
    #[test]
    fn rings_and_parts_may_touch_in_single_places() {
        let square = || rectangle([0.0; 2], [10.0; 2]);
        let area = |polygons: &[Vec<Vec<[f64; 2]>>]| PolygonWindow::new(polygons).unwrap().area_m2();
        let refusal = |polygons: &[Vec<Vec<[f64; 2]>>]| PolygonWindow::new(polygons).unwrap_err();
        let triangle = |a, b, c| closed(&[a, b, c]);
        // A hole at a side and one in a corner, whichever corner of theirs comes first.
        let at_side = [[0.0, 5.0], [2.0, 4.0], [2.0, 6.0]];
        for first in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|number| at_side[(first + number) % 3]);
            assert_eq!(area(&[vec![square(), triangle(a, b, c)]]), 98.0);
        }
        assert_eq!(
            area(&[vec![square(), triangle([10.0; 2], [8.0, 6.0], [6.0, 6.0])]]),
            96.0
        );
        // Holes that touch each other, three of them in one place.
        let holes = [
            triangle([5.0; 2], [7.0, 4.0], [7.0, 6.0]),
            triangle([5.0; 2], [3.0, 6.0], [3.0, 4.0]),
            triangle([5.0; 2], [6.0, 8.0], [4.0, 8.0]),
        ];
        let window = PolygonWindow::new(&[[vec![square()], holes.to_vec()].concat()]).unwrap();
        assert_eq!(window.area_m2(), 93.0);
        assert!(window.contains([5.0; 2]) && !window.contains([6.5, 5.0]) && window.contains([5.0, 4.0]));
        // Two parts that touch; one within the other's hole, with all its corners on its sides.
        let beside = triangle([10.0, 5.0], [14.0, 0.0], [14.0, 10.0]);
        assert_eq!(area(&[vec![square()], vec![beside]]), 120.0);
        let hole = rectangle([2.0; 2], [8.0; 2]);
        let diamond = closed(&[[2.0, 5.0], [5.0, 2.0], [8.0, 5.0], [5.0, 8.0]]);
        assert_eq!(area(&[vec![square(), hole.clone()], vec![diamond.clone()]]), 82.0);
        // A corner that is given twice is one.
        let mut twice = square();
        twice.insert(1, twice[0]);
        twice.insert(4, twice[3]);
        assert_eq!(area(&[vec![twice]]), 100.0);

        // What is within must hang together: a hole at two places of the border, two holes that touch twice, a chain of holes.
        let across = closed(&[[0.0, 5.0], [5.0, 4.0], [10.0, 5.0], [5.0, 6.0]]);
        let error = refusal(&[vec![square(), across]]);
        assert!(
            matches!(error, PolygonError::CutInTwo { polygon: 0, .. }),
            "{error}"
        );
        let bracket = closed(&[
            [5.0, 3.0],
            [3.0, 3.0],
            [3.0, 7.0],
            [5.0, 7.0],
            [4.0, 6.0],
            [4.0, 4.0],
        ]);
        let other = closed(&[
            [5.0, 3.0],
            [7.0, 3.0],
            [7.0, 7.0],
            [5.0, 7.0],
            [6.0, 6.0],
            [6.0, 4.0],
        ]);
        let error = refusal(&[vec![square(), bracket, other]]);
        assert!(
            matches!(error, PolygonError::CutInTwo { polygon: 0, .. }),
            "{error}"
        );
        let (left, right) = (
            triangle([0.0, 5.0], [4.0, 3.0], [5.0, 5.0]),
            triangle([10.0, 5.0], [5.0, 5.0], [6.0, 7.0]),
        );
        let error = refusal(&[vec![square(), left, right]]);
        assert!(error.to_string().contains("cut it in two at (10, 5)"), "{error}");
        // Parts may touch as often as they like, but rings may not cross at a corner, nor a ring touch itself.
        let crown = closed(&[[10.0, 2.0], [14.0, 5.0], [10.0, 8.0], [11.0, 5.0]]);
        assert!(area(&[vec![square()], vec![crown]]) > 100.0);
        let over = triangle([8.0, 5.0], [10.0, 10.0], [12.0, 5.0]);
        assert!(matches!(
            refusal(&[vec![square()], vec![over]]),
            PolygonError::Crossing { .. }
        ));
        let eight = closed(&[
            [0.0, 0.0],
            [5.0, 5.0],
            [10.0, 0.0],
            [10.0, 10.0],
            [5.0, 5.0],
            [0.0, 10.0],
        ]);
        let inverted = closed(&[
            [0.0, 0.0],
            [10.0, 0.0],
            [10.0, 10.0],
            [5.0, 10.0],
            [7.0, 6.0],
            [3.0, 6.0],
            [5.0, 10.0],
            [0.0, 10.0],
        ]);
        for ring in [eight, inverted] {
            let error = refusal(&[vec![ring]]);
            assert!(
                matches!(error, PolygonError::Crossing { .. }) && !error.is_adjoining(),
                "{error}"
            );
        }
        // A hole that lies outside and touches, and one along the border.
        let outside = triangle([10.0, 5.0], [12.0, 4.0], [12.0, 6.0]);
        assert!(matches!(
            refusal(&[vec![square(), outside]]),
            PolygonError::HoleOutside { .. }
        ));
        let along = rectangle([0.0, 4.0], [2.0, 6.0]);
        assert!(!refusal(&[vec![square(), along]]).is_adjoining());
        // Parts that adjoin, along all or a part of a side.
        for beside in [
            rectangle([10.0, 0.0], [20.0, 10.0]),
            rectangle([10.0, 3.0], [20.0, 30.0]),
        ] {
            let error = refusal(&[vec![square()], vec![beside]]);
            assert!(
                error.is_adjoining() && error.to_string().contains(" lie on each other near (10, "),
                "{error}"
            );
        }
        let error = refusal(&[vec![square(), hole.clone()], vec![hole]]);
        assert!(error.is_adjoining(), "{error}");
    }
}

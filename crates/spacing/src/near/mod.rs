//! Who is nearest, among points and from any place of the window.
//!
//! A grid of cells serves points that are spread over the window. Where many share a cell, and for places far from
//! every point, the kd-tree takes over. Both compute each squared distance with the same operations and take the
//! least, so that which of the two answered shows in no bit.

mod best;
mod block;
mod grid;
mod metric;
mod places;

use std::num::NonZero;
use std::ops::Range;
use std::sync::OnceLock;

use understory_numerics::parallel::{chunks, fill};
use understory_space::{CellGrid, Plot, Region};

use best::Within;
pub(crate) use best::{Best, Nearest, Several};
use grid::Grid;
pub(crate) use places::{Places, tree_of};

/// Points that one thread takes at a time.
pub(crate) const BLOCK: usize = 4096;

/// Neighbour queries among points that lie in a window.
pub(crate) struct Neighbours<'a> {
    points_m: &'a [[f64; 2]],
    window: Plot,
    /// `None` where too many points share cells.
    grid: Option<Grid>,
    places: OnceLock<Places>,
}

impl<'a> Neighbours<'a> {
    /// Indexes `points_m`: at least one, fewer than 2^32, all in `window`.
    pub(crate) fn new(points_m: &'a [[f64; 2]], window: &impl Region) -> Self {
        Self {
            points_m,
            window: *window.bounds(),
            grid: Grid::new(points_m, window.bounds()),
            places: OnceLock::new(),
        }
    }

    fn places(&self) -> &Places {
        self.places
            .get_or_init(|| Places::new(self.points_m, &self.window))
    }

    /// Distance from each point to the nearest other one, m, in the order of the points.
    pub(crate) fn all_nearest_m(&self) -> Vec<f64> {
        self.of_each(Nearest::default, |best| best.squared_m2.sqrt())
    }

    /// Runs the query that `start` makes for each point among the others; what `finish` makes of it, in the order
    /// of the points.
    pub(crate) fn of_each<B: Best, T: Copy + Default + Send + Sync>(
        &self,
        start: impl Fn() -> B + Sync,
        finish: impl Fn(B) -> T + Sync,
    ) -> Vec<T> {
        // In the order of the slots first, where neighbours lie side by side in memory: in random order the kd-tree
        // takes twice as long for a million points.
        let mut in_order = vec![T::default(); self.points_m.len()];
        chunks(&mut in_order, BLOCK, &|first, found| {
            let mut places = found.iter_mut();
            self.each(first..first + places.len(), &start, |best| {
                if let Some(place) = places.next() {
                    *place = finish(best);
                }
            });
        });
        let numbers = match &self.grid {
            Some(grid) => grid.numbers(),
            None => self.places().numbers(),
        };
        let mut found = vec![T::default(); in_order.len()];
        for (&number, &value) in numbers.iter().zip(&in_order) {
            found[number as usize] = value;
        }
        found
    }

    /// Runs the query that `start` makes for the points of some of the slots into which they were sorted.
    pub(crate) fn each<B: Best>(&self, slots: Range<usize>, start: impl Fn() -> B, finish: impl FnMut(B)) {
        match &self.grid {
            Some(grid) => grid.each(slots, start, finish),
            None => slots.map(|slot| self.in_tree(slot, &start)).for_each(finish),
        }
    }

    /// Runs the query that `start` makes for the point at a position among the places.
    fn in_tree<B: Best>(&self, position: usize, start: impl Fn() -> B) -> B {
        let places = self.places();
        let tree = places.tree();
        let slot = places.slot_of(position);
        let mut best = start();
        // One more, as the point finds itself.
        let wanted = best.wanted().saturating_add(1);
        tree.nearest(tree.points_m()[slot], wanted, |other, squared_m2| {
            let others = places.count(other) - usize::from(other == slot);
            for _ in 0..others.min(best.wanted().get()) {
                best.offer(other, squared_m2);
            }
        });
        best
    }

    /// Distance from `place_m` to the nearest point, m.
    pub(crate) fn nearest_m(&self, place_m: [f64; 2]) -> f64 {
        let mut best = Nearest::default();
        let is_done = self
            .grid
            .as_ref()
            .is_some_and(|grid| grid.search_near(place_m, &mut best));
        if !is_done {
            self.places()
                .tree()
                .nearest(place_m, NonZero::<usize>::MIN, |slot, squared_m2| {
                    best.offer(slot, squared_m2)
                });
        }
        best.squared_m2.sqrt()
    }

    /// [`Self::nearest_m`] of places, in their order. They are asked for in `order`, their numbers, best cell by cell.
    pub(crate) fn nearest_in_order_m(&self, places_m: &[[f64; 2]], order: &[u32]) -> Vec<f64> {
        let mut in_order = vec![0.0; order.len()];
        chunks(&mut in_order, BLOCK, &|first, found| {
            let numbers = &order[first..first + found.len()];
            let mut found = found.iter_mut();
            let mut finish = |nearest_m: f64| {
                if let Some(place) = found.next() {
                    *place = nearest_m;
                }
            };
            let places_m = numbers.iter().map(|&number| places_m[number as usize]);
            match &self.grid {
                Some(grid) => grid.nearest_m2(places_m, |place_m, nearest_m2| {
                    finish(nearest_m2.map_or_else(|| self.nearest_m(place_m), f64::sqrt));
                }),
                None => places_m.for_each(|place_m| finish(self.nearest_m(place_m))),
            }
        });
        let mut found = vec![0.0; places_m.len()];
        for (&number, &nearest_m) in order.iter().zip(&in_order) {
            found[number as usize] = nearest_m;
        }
        found
    }

    /// The numbers of places, those in one cell of an index of so many points together.
    pub(crate) fn order_of(places_m: &[[f64; 2]], points: usize, window: &impl Region) -> Vec<u32> {
        CellGrid::of(Grid::cells(points.max(1), window.bounds()), places_m).1
    }

    /// The ways from `place_m` to all points within `reach_m`, m; `None` where the cells around it do not suffice.
    pub(crate) fn ways_m(&self, place_m: [f64; 2], reach_m: f64) -> Option<Vec<[f64; 2]>> {
        let grid = self.grid.as_ref()?;
        let mut within = Within::new(reach_m);
        grid.search_near(place_m, &mut within).then(|| {
            within
                .slots
                .iter()
                .map(|&slot| grid.way_m(place_m, slot))
                .collect()
        })
    }

    /// [`Self::nearest_m`] of places `0..count`, in their order.
    pub(crate) fn nearest_to_each_m(
        &self,
        count: usize,
        place_m: impl Fn(usize) -> [f64; 2] + Sync,
    ) -> Vec<f64> {
        fill(count, 256, |number| self.nearest_m(place_m(number)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    fn brute_force(points_m: &[[f64; 2]], window: &Plot, from_m: [f64; 2], but: Option<usize>) -> f64 {
        points_m
            .iter()
            .enumerate()
            .filter(|&(number, _)| Some(number) != but)
            .map(|(_, &point_m)| window.distance_squared_m2(from_m, point_m))
            .fold(f64::INFINITY, f64::min)
            .sqrt()
    }

    proptest! {
        /// Windows from square to a ribbon, a hand wide or of kilometres, points spread or heaped, on a lattice or off it.
        #[test]
        fn grid_and_tree_find_the_bits_of_brute_force(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 1..150),
            places in prop::collection::vec((0.0..1.0, 0.0..1.0), 1..40),
            is_torus in any::<bool>(),
            is_lattice in any::<bool>(),
            heaping in 0_i32..5,
            size_m in (1.0_f64..30.0, 0.05_f64..30.0),
            far_m in prop::sample::select(vec![0.0, -20.0, 5e6]),
            unit_m in prop::sample::select(vec![1.0, 0.01, 100.0]),
        ) {
            let size_m = (size_m.0 * unit_m, size_m.1 * unit_m);
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([far_m, -3.0], size_m.into(), edge).unwrap();
            let place_m = |(u, v): (f64, f64)| {
                let snap = |u: f64| if is_lattice { (u * 12.0).floor() / 12.0 } else { u };
                [far_m + snap(u) * size_m.0, -3.0 + snap(v) * size_m.1]
            };
            let heaped = |u: f64| (0..heaping).fold(u, |u, _| u * u);
            let points_m: Vec<_> = fractions
                .iter()
                .map(|&(u, v)| place_m((heaped(u), heaped(v))))
                .filter(|&point_m| window.contains(point_m))
                .collect();
            prop_assume!(!points_m.is_empty());
            let either = Neighbours::new(&points_m, &window);
            let tree = Neighbours { grid: None, ..Neighbours::new(&points_m, &window) };
            let exact_m: Vec<f64> =
                (0..points_m.len()).map(|i| brute_force(&points_m, &window, points_m[i], Some(i))).collect();
            prop_assert_eq!(&either.all_nearest_m(), &exact_m);
            prop_assert_eq!(&tree.all_nearest_m(), &exact_m);
            let places_m: Vec<[f64; 2]> = places.into_iter().map(place_m).collect();
            for &place_m in &places_m {
                let exact_m = brute_force(&points_m, &window, place_m, None);
                prop_assert_eq!(either.nearest_m(place_m), exact_m);
                prop_assert_eq!(tree.nearest_m(place_m), exact_m);
            }
            let order = Neighbours::order_of(&places_m, points_m.len(), &window);
            let exact_m: Vec<f64> = places_m.iter().map(|&place_m| tree.nearest_m(place_m)).collect();
            prop_assert_eq!(&either.nearest_in_order_m(&places_m, &order), &exact_m);
            prop_assert_eq!(&tree.nearest_in_order_m(&places_m, &order), &exact_m);
        }

        #[test]
        fn several_neighbours_are_the_nearest_in_rising_order(
            fractions in prop::collection::vec((0_u32..50, 0_u32..50), 8..150),
            is_torus in any::<bool>(),
            is_heaped in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([0.0; 2], [50.0; 2], edge).unwrap();
            let per_m = if is_heaped { 100.0 } else { 1.0 };
            let points_m: Vec<_> =
                fractions.iter().map(|&(x, y)| [f64::from(x) / per_m, f64::from(y) / per_m]).collect();
            let found = Neighbours::new(&points_m, &window).of_each(|| Several::new(7), |best| <[f64; 7]>::try_from(best.squared_m2).unwrap());
            for (i, &point_m) in points_m.iter().enumerate() {
                let mut exact: Vec<f64> = (0..points_m.len())
                    .filter(|&j| j != i)
                    .map(|j| window.distance_squared_m2(point_m, points_m[j]))
                    .collect();
                exact.sort_by(f64::total_cmp);
                prop_assert_eq!(&found[i][..], &exact[..7]);
            }
        }
    }

    /// The tree met all of them for each of them: 20,000 points at one place took half a minute.
    #[test]
    fn points_at_one_place_have_each_other_as_neighbours() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let mut points_m = vec![[5.0, 5.0]; 50_000];
        points_m.extend([[5.0, 6.0], [9.0, 9.0]]);
        let neighbours = Neighbours::new(&points_m, &window);
        assert!(neighbours.grid.is_none());
        assert_eq!(neighbours.places().tree().points_m().len(), 3);
        let found = neighbours.all_nearest_m();
        assert!(found[..50_000].iter().all(|&distance_m| distance_m == 0.0));
        assert_eq!(found[50_000..], [1.0, 5.0]);
        let several = neighbours.of_each(
            || Several::new(3),
            |best| <[f64; 3]>::try_from(best.squared_m2).unwrap(),
        );
        assert_eq!(several[17], [0.0; 3]);
        assert_eq!(several[50_000], [1.0; 3]);
        assert_eq!(several[50_001], [25.0, 32.0, 32.0]);
        assert_eq!(neighbours.nearest_m([9.0, 8.0]), 1.0);
    }
}

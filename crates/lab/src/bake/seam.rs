//! The seam of a tile that was cut out of a forest: trees near the cut move until spacing across it is that of the forest.
//!
//! Where a piece of a forest is bent round to a torus, trees meet that never competed. Those within 1.5 spacings of the cut are
//! tried at other places in that band; each stays where the tile comes nearer to the forest: the mean square difference of
//! the pair correlation in classes of 0.1 spacings up to 2.5, plus ten times that of *G*, which varies by so much less. The
//! trees farther inside stay where they grew.

use std::f64::consts::PI;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;
use understory_spacing::{NearestNeighbourSummary, PairStatistics, Radii};

use crate::error::LabError;
use crate::stats::pair_correction;

/// Classes of distances, and their width, spacings.
const CLASSES: usize = 25;
const WIDTH: f64 = 0.1;
/// Half-width of the band in which trees move, spacings.
const BAND: f64 = 1.5;
/// Times that each tree of the band is tried at another place, at most.
const SWEEPS: u32 = 40;
/// Distances that are taken in all, at most, so that large tiles end as well.
const MOST_DISTANCES: f64 = 2e9;
/// What *G* weighs beside the pair correlation.
const WEIGHT_OF_G: f64 = 10.0;

/// The places of a torus tile after its seam was mended, and how many of them moved. The forest, with its plot, is what its
/// spacing comes near to.
///
/// # Errors
/// What the statistics of the forest report.
pub(super) fn mended(
    tile: &Plot,
    places_m: Vec<[f64; 2]>,
    (plot, forest_m): (&Plot, &[[f64; 2]]),
    key: RandomKey,
) -> Result<(Vec<[f64; 2]>, usize), LabError> {
    if places_m.len() < 2 {
        return Ok((places_m, 0));
    }
    let spacing_m = (plot.area_m2() / forest_m.len() as f64).sqrt();
    let goal = Goal::new(plot, forest_m, tile, places_m.len(), spacing_m)?;
    let band_m = (BAND * spacing_m).min(tile.shorter_side_m() / 2.0);
    let is_in_band = |place_m: &[f64; 2]| {
        let sides_m = tile.size_m();
        (0..2).any(|axis| place_m[axis].min(sides_m[axis] - place_m[axis]) < band_m)
    };
    let band: Vec<usize> = (0..places_m.len())
        .filter(|&number| is_in_band(&places_m[number]))
        .collect();
    let sweep = places_m.len() as f64 * band.len() as f64;
    let sweeps = ((MOST_DISTANCES / sweep.max(1.0)) as u32).clamp(1, SWEEPS);
    let mut state = State::new(tile, places_m.clone(), goal.class_m);
    let mut off = goal.off(&state.pairs, &state.nearest);
    for sweep in 0..sweeps {
        for &number in &band {
            let draws = key.draws(sweep, Purpose::Place, number as u32);
            let Some(place_m) = near_m(tile, state.places_m[number], draws, spacing_m) else {
                continue;
            };
            if !is_in_band(&place_m) {
                continue;
            }
            let moved = state.moved(number, place_m);
            let after = goal.off(&moved.pairs, &moved.nearest);
            if after < off {
                off = after;
                state.take(number, place_m, moved);
            }
        }
    }
    let moved = state
        .places_m
        .iter()
        .zip(&places_m)
        .filter(|(now, was)| now != was);
    let moved = moved.count();
    Ok((state.places_m, moved))
}

/// A place in a square round `from_m`, whose half side is drawn up to twice the spacing, most often small.
fn near_m(tile: &Plot, from_m: [f64; 2], draws: [u32; 4], spacing_m: f64) -> Option<[f64; 2]> {
    let [a, b, c, _] = draws.map(unit_from_u32);
    let half_m = 2.0 * spacing_m * c * c;
    tile.place([
        from_m[0] + (2.0 * a - 1.0) * half_m,
        from_m[1] + (2.0 * b - 1.0) * half_m,
    ])
}

/// What the tile is to come near to.
struct Goal {
    /// Pairs wanted in each class.
    pairs: [f64; CLASSES],
    /// Change of *ĝ* by one pair more in each class.
    per_pair: [f64; CLASSES],
    /// *G* wanted at the end of each class.
    g: [f64; CLASSES],
    trees: f64,
    /// Width of a class, m.
    class_m: f64,
}

impl Goal {
    fn new(
        plot: &Plot,
        forest_m: &[[f64; 2]],
        tile: &Plot,
        trees: usize,
        spacing_m: f64,
    ) -> Result<Self, LabError> {
        let reach_m = (WIDTH * CLASSES as f64 * spacing_m).min(plot.shorter_side_m() / 2.0);
        let radii = Radii::new(reach_m, CLASSES)?;
        let correction = pair_correction(plot);
        let l = PairStatistics::new(forest_m, plot)?.l(&radii, &[correction])?;
        let l_m = l.by(correction).unwrap_or_default();
        let g = NearestNeighbourSummary::new(forest_m, plot)?
            .g(&radii.to_vec_m())?
            .km;
        let all = trees as f64 * (trees as f64 - 1.0) / 2.0;
        let area_m2 = |class: usize| {
            // K(r) = π L(r)², the area in which a tree at random would have as many others.
            let at = |step: usize| l_m.get(step).copied().flatten().unwrap_or(0.0);
            PI * (at(class + 1) * at(class + 1) - at(class) * at(class))
        };
        let ring_m2 = |class: usize| {
            let width_m = reach_m / CLASSES as f64;
            PI * width_m * width_m * (2.0 * class as f64 + 1.0)
        };
        Ok(Self {
            pairs: std::array::from_fn(|class| all * area_m2(class) / tile.area_m2()),
            per_pair: std::array::from_fn(|class| tile.area_m2() / (all * ring_m2(class))),
            g: std::array::from_fn(|class| g[class + 1]),
            trees: trees as f64,
            class_m: reach_m / CLASSES as f64,
        })
    }

    /// How far a tile is off, by its pairs in each class and by its trees whose nearest is in each class.
    fn off(&self, pairs: &[i64; CLASSES], nearest: &[i64; CLASSES]) -> f64 {
        let (mut of_pairs, mut of_g, mut below) = (0.0, 0.0, 0);
        for class in 0..CLASSES {
            let off = (pairs[class] as f64 - self.pairs[class]) * self.per_pair[class];
            of_pairs += off * off;
            below += nearest[class];
            let off = below as f64 / self.trees - self.g[class];
            of_g += off * off;
        }
        (of_pairs + WEIGHT_OF_G * of_g) / CLASSES as f64
    }
}

/// A tile with its pairs and nearest neighbours by class.
struct State<'a> {
    tile: &'a Plot,
    places_m: Vec<[f64; 2]>,
    /// Distance of each tree to its nearest, m², and which that is.
    nearest_m2: Vec<(f64, usize)>,
    pairs: [i64; CLASSES],
    nearest: [i64; CLASSES],
    class_m: f64,
}

/// What a move would make of a state.
struct Moved {
    pairs: [i64; CLASSES],
    nearest: [i64; CLASSES],
    /// Trees that would have another nearest, or the same at another distance.
    changes: Vec<(usize, (f64, usize))>,
}

impl<'a> State<'a> {
    fn new(tile: &'a Plot, places_m: Vec<[f64; 2]>, class_m: f64) -> Self {
        let mut state = Self {
            tile,
            nearest_m2: Vec::new(),
            pairs: [0; CLASSES],
            nearest: [0; CLASSES],
            class_m,
            places_m,
        };
        for number in 0..state.places_m.len() {
            let place_m = state.places_m[number];
            for other in 0..number {
                if let Some(class) = state.class(state.apart_m2(place_m, other)) {
                    state.pairs[class] += 1;
                }
            }
            let nearest = state.nearest_of(number, number);
            if let Some(class) = state.class(nearest.0) {
                state.nearest[class] += 1;
            }
            state.nearest_m2.push(nearest);
        }
        state
    }

    /// Square of the distance from a place to a tree, the shortest way round.
    fn apart_m2(&self, place_m: [f64; 2], other: usize) -> f64 {
        let (sides_m, other_m) = (self.tile.size_m(), self.places_m[other]);
        let [dx_m, dy_m] = [0, 1].map(|axis: usize| {
            let apart_m = (place_m[axis] - other_m[axis]).abs();
            apart_m.min(sides_m[axis] - apart_m)
        });
        dx_m * dx_m + dy_m * dy_m
    }

    fn class(&self, apart_m2: f64) -> Option<usize> {
        let class = (apart_m2.sqrt() / self.class_m) as usize;
        (class < CLASSES).then_some(class)
    }

    /// The nearest of a tree among all but one more.
    fn nearest_of(&self, number: usize, but: usize) -> (f64, usize) {
        let place_m = self.places_m[number];
        let mut nearest = (f64::INFINITY, number);
        for other in (0..self.places_m.len()).filter(|&other| other != number && other != but) {
            let apart_m2 = self.apart_m2(place_m, other);
            if apart_m2 < nearest.0 {
                nearest = (apart_m2, other);
            }
        }
        nearest
    }

    fn moved(&self, number: usize, place_m: [f64; 2]) -> Moved {
        let mut moved = Moved {
            pairs: self.pairs,
            nearest: self.nearest,
            changes: Vec::new(),
        };
        let was_m = self.places_m[number];
        let mut own = (f64::INFINITY, number);
        for other in (0..self.places_m.len()).filter(|&other| other != number) {
            if let Some(class) = self.class(self.apart_m2(was_m, other)) {
                moved.pairs[class] -= 1;
            }
            let apart_m2 = self.apart_m2(place_m, other);
            if let Some(class) = self.class(apart_m2) {
                moved.pairs[class] += 1;
            }
            if apart_m2 < own.0 {
                own = (apart_m2, other);
            }
            let mut nearest = self.nearest_m2[other];
            if nearest.1 == number {
                nearest = self.nearest_of(other, number);
            }
            if apart_m2 < nearest.0 {
                nearest = (apart_m2, number);
            }
            if nearest != self.nearest_m2[other] {
                moved.changes.push((other, nearest));
            }
        }
        moved.changes.push((number, own));
        for &(changed, nearest) in &moved.changes {
            if let Some(class) = self.class(self.nearest_m2[changed].0) {
                moved.nearest[class] -= 1;
            }
            if let Some(class) = self.class(nearest.0) {
                moved.nearest[class] += 1;
            }
        }
        moved
    }

    fn take(&mut self, number: usize, place_m: [f64; 2], moved: Moved) {
        self.places_m[number] = place_m;
        self.pairs = moved.pairs;
        self.nearest = moved.nearest;
        for (changed, nearest) in moved.changes {
            self.nearest_m2[changed] = nearest;
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    /// After any number of moves all counts are those of the places, counted anew.
    #[test]
    fn counts_are_kept_up_to_date() {
        let tile = Plot::new([0.0; 2], [30.0, 20.0], Edge::Torus).unwrap();
        let key = RandomKey::root(3, &["seam"]);
        let place_m = |number: u32| {
            let [x, y, ..] = key.draws(0, Purpose::Place, number).map(unit_from_u32);
            [30.0 * x, 20.0 * y]
        };
        let mut state = State::new(&tile, (0..40).map(place_m).collect(), 0.3);
        for number in 40..140_u32 {
            let tree = (number as usize * 7) % 40;
            let moved = state.moved(tree, place_m(number));
            state.take(tree, place_m(number), moved);
            let anew = State::new(&tile, state.places_m.clone(), 0.3);
            assert_eq!((state.pairs, state.nearest), (anew.pairs, anew.nearest));
            let apart = |state: &State<'_>| state.nearest_m2.iter().map(|near| near.0).collect::<Vec<_>>();
            assert_eq!(apart(&state), apart(&anew));
        }
    }

    /// Of a grid that is cut in the middle of a cell two columns are too near; what is farther inside stays.
    #[test]
    fn trees_near_the_seam_move_apart_and_others_stay() {
        let forest = Plot::new([0.0; 2], [40.0, 40.0], Edge::Torus).unwrap();
        let forest_m: Vec<[f64; 2]> = (0..400)
            .map(|number| {
                [
                    f64::from(number % 20) * 2.0 + 1.0,
                    f64::from(number / 20) * 2.0 + 1.0,
                ]
            })
            .collect();
        let tile = Plot::new([0.0; 2], [20.5, 20.0], Edge::Torus).unwrap();
        let cut_m: Vec<[f64; 2]> = forest_m
            .iter()
            .map(|place_m| [place_m[0] - 0.75, place_m[1]])
            .filter(|place_m| place_m[0] < 20.5 && place_m[1] < 20.0)
            .collect();
        let key = RandomKey::root(3, &["seam"]);
        let (places_m, moved) = mended(&tile, cut_m.clone(), (&forest, &forest_m), key).unwrap();
        assert!(moved > 0 && places_m.len() == cut_m.len());
        for (was, now) in cut_m.iter().zip(&places_m) {
            let inside = |at_m: f64, side_m: f64| at_m.min(side_m - at_m) >= 3.0;
            if inside(was[0], 20.5) && inside(was[1], 20.0) {
                assert_eq!(was, now);
            }
        }
        let goal = Goal::new(&forest, &forest_m, &tile, cut_m.len(), 2.0).unwrap();
        let off = |places_m: &[[f64; 2]]| {
            let state = State::new(&tile, places_m.to_vec(), goal.class_m);
            goal.off(&state.pairs, &state.nearest)
        };
        assert!(
            off(&places_m) < 0.7 * off(&cut_m),
            "{} {}",
            off(&places_m),
            off(&cut_m)
        );
    }
}

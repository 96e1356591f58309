//! Points that push each other apart, sorted into cells between iterations.

use std::ops::Range;

use understory_numerics::parallel::go_on;
use understory_space::{CellGrid, Cells, Plot};

/// A point on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Particle {
    pub(super) place_m: [f64; 2],
    pub(super) radius_m: f64,
    pub(super) number: u32,
}

/// Particles sorted into square cells no smaller than the largest zone, and the moves that their overlaps ask for.
pub(super) struct Swarm {
    plot: Plot,
    grid: CellGrid<2>,
    /// In the order of their cells; within a cell in the order that they had before.
    particles: Vec<Particle>,
    pushes_m: Vec<[f64; 2]>,
    spare: Vec<Particle>,
    /// How far two push each other beyond contact, in the distance at which they touch.
    reach: f64,
}

/// Part of an overlap by which each of the two gives way in one iteration. A half would just part a lone pair; nearly
/// twice as much ends the crowding of many in a tenth of the iterations, and from 1 on dense plots never rest.
const STEP: f64 = 0.9;

/// Part of what two lack of their reach by which each gives way besides. Each has some twenty others within a wide reach, whose
/// pushes together must stay below what they lack.
const SOFT_STEP: f64 = 0.04;

impl Swarm {
    pub(super) fn new(plot: Plot, particles: Vec<Particle>, reach: f64) -> Self {
        let largest_m = particles
            .iter()
            .map(|particle| 2.0 * particle.radius_m)
            .fold(0.0, f64::max);
        // Cells with hardly a particle would only take memory. The margin covers the rounding by which a
        // particle can fall into the next cell.
        let room_m = (plot.area_m2() / particles.len().max(1) as f64).sqrt();
        let least_side_m = (reach * largest_m).max(room_m) * (1.0 + 1e-9);
        let count = plot.size_m().map(|side_m| {
            let cells = (side_m / least_side_m).min(65_536.0) as usize;
            // Round a torus of two cells each meets the other twice, so fewer than three are one.
            if cells < 3 { 1 } else { cells }
        });
        let mut swarm = Self {
            plot,
            grid: CellGrid::empty(Cells::of_plot(&plot, count)),
            pushes_m: vec![[0.0; 2]; particles.len()],
            spare: Vec::with_capacity(particles.len()),
            particles,
            reach,
        };
        for particle in &mut swarm.particles {
            contain(&swarm.plot, particle);
        }
        swarm.sort();
        swarm
    }

    /// Finds the overlaps and how each particle is to move; the largest overlap, as a share of the distance wanted.
    pub(super) fn push(&mut self) -> f64 {
        self.push_all::<false>()
    }

    /// The same with what they push beyond contact.
    pub(super) fn push_beyond(&mut self) {
        self.push_all::<true>();
    }

    fn push_all<const SOFT: bool>(&mut self) -> f64 {
        go_on();
        self.pushes_m.fill([0.0; 2]);
        let mut largest = 0.0_f64;
        let [columns, rows] = self.grid.cells().count();
        for row in 0..rows {
            for column in 0..columns {
                let is_inside = 0 < column && column + 1 < columns && row + 1 < rows;
                largest = largest.max(if is_inside || !self.plot.is_torus() {
                    self.push_cell::<false, SOFT>(column, row)
                } else {
                    self.push_cell::<true, SOFT>(column, row)
                });
            }
        }
        largest
    }

    /// Moves every particle as [`Self::push`] found.
    pub(super) fn give_way(&mut self) {
        for (particle, push_m) in self.particles.iter_mut().zip(&self.pushes_m) {
            for (along_m, push_m) in particle.place_m.iter_mut().zip(push_m) {
                *along_m += push_m;
            }
            contain(&self.plot, particle);
        }
        self.sort();
    }

    /// Where the particles stand, by their numbers.
    pub(super) fn into_places_m(mut self) -> Vec<[f64; 2]> {
        self.particles.sort_unstable_by_key(|particle| particle.number);
        self.particles
            .into_iter()
            .map(|particle| particle.place_m)
            .collect()
    }

    fn push_cell<const ROUND: bool, const SOFT: bool>(&mut self, column: usize, row: usize) -> f64 {
        let own = self.cell(column, row);
        let ahead = self.cells_ahead(column, row);
        let mut largest = 0.0_f64;
        for first in own.clone() {
            largest = largest.max(self.push_off::<ROUND, SOFT>(first, first + 1..own.end));
            for others in ahead.iter().flatten() {
                largest = largest.max(self.push_off::<ROUND, SOFT>(first, others.clone()));
            }
        }
        largest
    }

    /// Pushes particle `first` and `others` off each other; the largest overlap. `ROUND` where the shortest way
    /// may lead across a seam, `SOFT` where they push beyond contact.
    fn push_off<const ROUND: bool, const SOFT: bool>(&mut self, first: usize, others: Range<usize>) -> f64 {
        let one = self.particles[first];
        let mut largest = 0.0_f64;
        let mut push_m = self.pushes_m[first];
        let both = self.particles[others.clone()]
            .iter()
            .zip(&mut self.pushes_m[others]);
        for (other, other_push_m) in both {
            let way_m = if ROUND {
                self.plot.offset_m(one.place_m, other.place_m)
            } else {
                std::array::from_fn(|axis| other.place_m[axis] - one.place_m[axis])
            };
            let wanted_m = one.radius_m + other.radius_m;
            let distance_m2 = way_m[0] * way_m[0] + way_m[1] * way_m[1];
            let reach_m = if SOFT { self.reach * wanted_m } else { wanted_m };
            if distance_m2 < reach_m * reach_m {
                let distance_m = distance_m2.sqrt();
                let overlap_m = (wanted_m - distance_m).max(0.0);
                let mut give_m = STEP * overlap_m;
                if SOFT {
                    give_m += SOFT_STEP * (reach_m - distance_m);
                }
                // Points that coincide part along x, the lower number to the left.
                let direction = if distance_m > 0.0 {
                    way_m.map(|along_m| along_m / distance_m)
                } else {
                    [if one.number < other.number { 1.0 } else { -1.0 }, 0.0]
                };
                for axis in 0..2 {
                    let move_m = give_m * direction[axis];
                    push_m[axis] -= move_m;
                    other_push_m[axis] += move_m;
                }
                largest = largest.max(overlap_m / wanted_m);
            }
        }
        self.pushes_m[first] = push_m;
        largest
    }

    /// The particles of the cells whose pairs with this one are this one's to find: the next in its row, and the
    /// three above it.
    fn cells_ahead(&self, column: usize, row: usize) -> [Option<Range<usize>>; 4] {
        let [columns, rows] = self.grid.cells().count();
        let is_torus = self.plot.is_torus();
        let right = if column + 1 < columns {
            Some(column + 1)
        } else {
            (is_torus && columns > 1).then_some(0)
        };
        let left = if column > 0 {
            Some(column - 1)
        } else {
            (is_torus && columns > 1).then_some(columns - 1)
        };
        let above = if row + 1 < rows {
            Some(row + 1)
        } else {
            (is_torus && rows > 1).then_some(0)
        };
        let above = |column: usize| above.map(|above| self.cell(column, above));
        [
            right.map(|right| self.cell(right, row)),
            left.and_then(above),
            above(column),
            right.and_then(above),
        ]
    }

    fn cell(&self, column: usize, row: usize) -> Range<usize> {
        let cell = self.grid.cells().number([column, row]);
        self.grid.slots(cell..cell + 1)
    }

    fn sort(&mut self) {
        self.grid
            .sort(&mut self.particles, &mut self.spare, |particle| particle.place_m);
    }
}

/// Brings a particle back into the plot: round a torus, or its whole zone inside an open plot.
fn contain(plot: &Plot, particle: &mut Particle) {
    if plot.is_torus() {
        particle.place_m = plot.place(particle.place_m).unwrap_or(particle.place_m);
        return;
    }
    for (axis, along_m) in particle.place_m.iter_mut().enumerate() {
        let (near_m, size_m) = (plot.origin_m()[axis], plot.size_m()[axis]);
        let margin_m = particle.radius_m.min(size_m / 2.0);
        *along_m = along_m.max(near_m + margin_m).min(near_m + size_m - margin_m);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    /// Every pair against every other, in the order of their numbers.
    fn pushes_by_brute_force(plot: &Plot, particles: &[Particle]) -> (Vec<[f64; 2]>, f64) {
        let mut pushes_m = vec![[0.0; 2]; particles.len()];
        let mut largest = 0.0_f64;
        for (i, one) in particles.iter().enumerate() {
            for other in &particles[i + 1..] {
                let way_m = plot.offset_m(one.place_m, other.place_m);
                let distance_m = (way_m[0] * way_m[0] + way_m[1] * way_m[1]).sqrt();
                let wanted_m = one.radius_m + other.radius_m;
                if distance_m < wanted_m {
                    let direction = if distance_m > 0.0 {
                        way_m.map(|along_m| along_m / distance_m)
                    } else {
                        [1.0, 0.0]
                    };
                    for axis in 0..2 {
                        let move_m = STEP * (wanted_m - distance_m) * direction[axis];
                        pushes_m[one.number as usize][axis] -= move_m;
                        pushes_m[other.number as usize][axis] += move_m;
                    }
                    largest = largest.max(1.0 - distance_m / wanted_m);
                }
            }
        }
        (pushes_m, largest)
    }

    proptest! {
        /// Radii up to past the plot, so that there is one cell, a strip of cells, or many.
        #[test]
        fn cells_find_the_overlaps_that_a_look_at_every_pair_finds(
            draws in prop::collection::vec((0.0..1.0, 0.0..1.0, 0.1..1.0), 1..80),
            scale_m in prop_oneof![0.1..1.0, 1.0..4.0, 4.0..20.0],
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([5.0, -40.0], [31.0, 9.0], edge).unwrap();
            let particles = (0..).zip(draws).map(|(number, (u, v, radius))| Particle {
                place_m: [5.0 + 31.0 * u, -40.0 + 9.0 * v],
                radius_m: scale_m * radius,
                number,
            });
            let mut swarm = Swarm::new(plot, particles.collect(), 1.0);
            let largest = swarm.push();
            let mut by_number = swarm.particles.clone();
            by_number.sort_by_key(|particle| particle.number);
            let (expected_m, expected) = pushes_by_brute_force(&plot, &by_number);
            prop_assert!((largest - expected).abs() < 1e-9, "{largest} {expected}");
            for (particle, push_m) in swarm.particles.iter().zip(&swarm.pushes_m) {
                let expected_m = expected_m[particle.number as usize];
                for axis in 0..2 {
                    prop_assert!((push_m[axis] - expected_m[axis]).abs() < 1e-9, "{push_m:?} {expected_m:?}");
                }
            }
        }
    }

    #[test]
    fn particles_at_one_place_come_apart() {
        let plot = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let particles = (0..5).map(|number| Particle {
            place_m: [4.0, 4.0],
            radius_m: 0.5,
            number,
        });
        let mut swarm = Swarm::new(plot, particles.collect(), 1.0);
        for _ in 0..200 {
            swarm.push();
            swarm.give_way();
        }
        assert!(swarm.push() < 0.01);
    }
}

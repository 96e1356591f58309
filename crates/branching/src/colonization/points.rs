//! Attraction points while they last: what each is near to, and who holds it.

use crate::cloud::AttractionPoint;
use crate::vector::Vector;

/// Attraction points in slots, an order that suits the index; they never move.
pub(crate) struct Points {
    /// What a search reads, together in memory.
    pub(crate) near: Vec<Near>,
    /// The node nearest to each, or [`NOBODY`].
    pub(crate) holder: Vec<u32>,
    /// The tree that reached each, or [`NOBODY`].
    pub(crate) taker: Vec<u32>,
    pub(crate) weight: Vec<f64>,
    /// Number of the point in each slot in the order in which points were given: the order of every sum.
    pub(crate) number: Vec<u32>,
    /// Points not yet reached.
    pub(crate) left: usize,
    influence_squared: f64,
}

/// A place and the squared distance that a node must beat to hold it.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub(crate) place: Vector,
    /// Below 0 once the point is reached, which no distance beats.
    pub(crate) squared: f64,
}

/// The holder of a point that no node is near to.
pub(crate) const NOBODY: u32 = u32::MAX;
const REACHED: f64 = -1.0;

impl Points {
    /// The points with those of number `order[slot]` in each slot.
    pub(crate) fn in_order(given: &[AttractionPoint], order: &[u32], influence_m: f64) -> Self {
        let squared = influence_m * influence_m;
        let given_at = |number: u32| given[number as usize];
        Self {
            near: order
                .iter()
                .map(|&number| Near {
                    place: given_at(number).place_m,
                    squared,
                })
                .collect(),
            holder: vec![NOBODY; order.len()],
            taker: vec![NOBODY; order.len()],
            weight: order.iter().map(|&number| given_at(number).weight).collect(),
            number: order.to_vec(),
            left: order.len(),
            influence_squared: squared,
        }
    }

    /// Takes all points that are left from who holds them.
    pub(crate) fn free(&mut self) {
        for (near, holder) in self.near.iter_mut().zip(&mut self.holder) {
            if near.squared >= 0.0 {
                near.squared = self.influence_squared;
                *holder = NOBODY;
            }
        }
    }

    /// Takes all points from who holds them, also those that were reached.
    pub(crate) fn restore(&mut self) {
        for near in &mut self.near {
            near.squared = self.influence_squared;
        }
        self.taker.fill(NOBODY);
        self.left = self.near.len();
        self.free();
    }

    /// Places of all points in the order in which they were given.
    pub(crate) fn places(&self) -> Vec<Vector> {
        let mut places = vec![[0.0; 3]; self.near.len()];
        for (near, &number) in self.near.iter().zip(&self.number) {
            places[number as usize] = near.place;
        }
        places
    }

    /// The tree that reached each point, in the order in which they were given.
    pub(crate) fn takers(&self) -> Vec<Option<u32>> {
        let mut takers = vec![None; self.taker.len()];
        for (&taker, &number) in self.taker.iter().zip(&self.number) {
            takers[number as usize] = (taker != NOBODY).then_some(taker);
        }
        takers
    }

    /// Gives a point to `node` where that is nearer than all before it.
    #[inline]
    pub(crate) fn offer(&mut self, slot: u32, squared: f64, node: u32, won: &mut Vec<u32>) {
        let near = &mut self.near[slot as usize];
        if squared < near.squared {
            near.squared = squared;
            self.holder[slot as usize] = node;
            won.push(slot);
        }
    }

    pub(crate) fn is_held_by(&self, slot: u32, node: u32) -> bool {
        self.holder[slot as usize] == node && self.is_left(slot)
    }

    pub(crate) fn is_left(&self, slot: u32) -> bool {
        self.near[slot as usize].squared >= 0.0
    }

    /// A point goes, to `tree` or to [`NOBODY`].
    pub(crate) fn reach(&mut self, slot: u32, tree: u32) {
        self.near[slot as usize].squared = REACHED;
        self.taker[slot as usize] = tree;
        self.left -= 1;
    }
}

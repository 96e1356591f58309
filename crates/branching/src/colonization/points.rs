//! Attraction points while they last: what each is near to, and who holds it.

use crate::cloud::AttractionPoint;
use crate::vector::Vector;

/// Attraction points in slots, an order that suits the index; they never move.
pub(crate) struct Points {
    /// What a search reads, together in memory.
    pub(crate) near: Vec<Near>,
    /// The node nearest to each that is left, the tree that reached each that is not, or [`NOBODY`].
    owner: Vec<u32>,
    /// Of each; empty where all of them weigh 1.
    weight: Vec<f64>,
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

/// The holder of a point that no node is near to, and what a base grew from.
pub(crate) const NOBODY: u32 = u32::MAX;
const REACHED: f64 = -1.0;

impl Points {
    /// The points with those of number `order[slot]` in each slot; they stay in the memory in which they were given.
    pub(crate) fn in_order(mut given: Vec<AttractionPoint>, order: Vec<u32>, influence_m: f64) -> Self {
        let squared = influence_m * influence_m;
        for slot in 0..given.len() {
            // What belongs here has moved on where its own slot was filled before.
            let mut from = order[slot] as usize;
            while from < slot {
                from = order[from] as usize;
            }
            given.swap(slot, from);
        }
        let weight = if given.iter().all(|point| point.weight == 1.0) {
            Vec::new()
        } else {
            given.iter().map(|point| point.weight).collect()
        };
        let near = given.into_iter().map(|point| Near {
            place: point.place_m,
            squared,
        });
        Self {
            near: near.collect(),
            owner: vec![NOBODY; order.len()],
            weight,
            left: order.len(),
            number: order,
            influence_squared: squared,
        }
    }

    /// Takes all points that are left from who holds them.
    pub(crate) fn free(&mut self) {
        for (near, owner) in self.near.iter_mut().zip(&mut self.owner) {
            if near.squared >= 0.0 {
                near.squared = self.influence_squared;
                *owner = NOBODY;
            }
        }
    }

    /// Takes all points from who holds them, also those that were reached.
    pub(crate) fn restore(&mut self) {
        for near in &mut self.near {
            near.squared = self.influence_squared;
        }
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
        let mut takers = vec![None; self.number.len()];
        for (slot, &number) in (0..).zip(&self.number) {
            takers[number as usize] = self.taker(slot);
        }
        takers
    }

    /// The tree that reached a point.
    pub(crate) fn taker(&self, slot: u32) -> Option<u32> {
        let owner = self.owner[slot as usize];
        (owner != NOBODY && !self.is_left(slot)).then_some(owner)
    }

    #[inline]
    pub(crate) fn weight(&self, slot: u32) -> f64 {
        self.weight.get(slot as usize).copied().unwrap_or(1.0)
    }

    /// Whether no node is near to a point that is left.
    pub(crate) fn is_out_of_reach(&self, slot: u32) -> bool {
        self.owner[slot as usize] == NOBODY
    }

    /// A node has another number from now on.
    pub(crate) fn hand_on(&mut self, slot: u32, node: u32) {
        self.owner[slot as usize] = node;
    }

    /// Gives a point to `node` where that is nearer than all before it and may have it.
    #[inline]
    pub(crate) fn offer(
        &mut self,
        slot: u32,
        squared: f64,
        node: u32,
        may_have: impl Fn(Vector, f64) -> bool,
    ) {
        let near = &mut self.near[slot as usize];
        if squared < near.squared && may_have(near.place, squared) {
            near.squared = squared;
            self.owner[slot as usize] = node;
        }
    }

    /// Slots of the points that are held by a node of this number or a higher one: by holder, and those of one in the order in
    /// which they were given.
    pub(crate) fn held_from(&self, first: u32, held: &mut Vec<u32>) {
        let is_held = |slot: &u32| {
            let owner = self.owner[*slot as usize];
            owner >= first && owner != NOBODY && self.is_left(*slot)
        };
        held.clear();
        held.extend((0..self.owner.len() as u32).filter(is_held));
        held.sort_unstable_by_key(|&slot| (self.owner[slot as usize], self.number[slot as usize]));
    }

    /// The node that holds a point that is left.
    pub(crate) fn holder(&self, slot: u32) -> u32 {
        self.owner[slot as usize]
    }

    pub(crate) fn is_held_by(&self, slot: u32, node: u32) -> bool {
        self.owner[slot as usize] == node && self.is_left(slot)
    }

    pub(crate) fn is_left(&self, slot: u32) -> bool {
        self.near[slot as usize].squared >= 0.0
    }

    /// A point goes, to `tree` or to [`NOBODY`].
    pub(crate) fn reach(&mut self, slot: u32, tree: u32) {
        self.near[slot as usize].squared = REACHED;
        self.owner[slot as usize] = tree;
        self.left -= 1;
    }
}

//! What a neighbour query keeps: the nearest point, all within a reach, or the nearest *k*.
//!
//! Only distances are kept, never which of two equally near points came first, so that grid and tree give the same
//! bits.

use std::num::NonZero;

/// What a query keeps of the points that it meets.
pub(crate) trait Best {
    /// Whether the distance to the nearest point is all it wants.
    const IS_NEAREST: bool = false;

    /// Point `slot` is at `squared_m2`.
    fn offer(&mut self, slot: usize, squared_m2: f64);

    /// Only points nearer than this can still matter, m².
    fn worst_m2(&self) -> f64;

    /// How many of the nearest points it wants to meet.
    fn wanted(&self) -> NonZero<usize>;
}

/// The nearest point.
#[derive(Clone, Copy)]
pub(crate) struct Nearest {
    pub(crate) squared_m2: f64,
}

impl Default for Nearest {
    fn default() -> Self {
        Self {
            squared_m2: f64::INFINITY,
        }
    }
}

impl Best for Nearest {
    const IS_NEAREST: bool = true;

    #[inline]
    fn offer(&mut self, _slot: usize, squared_m2: f64) {
        if squared_m2 < self.squared_m2 {
            self.squared_m2 = squared_m2;
        }
    }

    #[inline]
    fn worst_m2(&self) -> f64 {
        self.squared_m2
    }

    fn wanted(&self) -> NonZero<usize> {
        NonZero::<usize>::MIN
    }
}

/// The points within a reach.
pub(crate) struct Within {
    reach_m2: f64,
    /// Their slots.
    pub(crate) slots: Vec<usize>,
}

impl Within {
    pub(crate) fn new(reach_m: f64) -> Self {
        Self {
            reach_m2: reach_m * reach_m,
            slots: Vec::new(),
        }
    }
}

impl Best for Within {
    fn offer(&mut self, slot: usize, squared_m2: f64) {
        if squared_m2 <= self.reach_m2 {
            self.slots.push(slot);
        }
    }

    fn worst_m2(&self) -> f64 {
        self.reach_m2
    }

    fn wanted(&self) -> NonZero<usize> {
        NonZero::<usize>::MAX
    }
}

/// The nearest points, as many as it was made for.
pub(crate) struct Several {
    /// Squared distances in rising order, m²; infinite where there are too few points.
    pub(crate) squared_m2: Vec<f64>,
}

impl Several {
    /// The nearest `count` points; at least one.
    pub(crate) fn new(count: usize) -> Self {
        Self {
            squared_m2: vec![f64::INFINITY; count],
        }
    }
}

impl Best for Several {
    #[inline]
    fn offer(&mut self, _slot: usize, squared_m2: f64) {
        if squared_m2 < self.worst_m2() {
            let mut place = self.squared_m2.len() - 1;
            // Insertion, not a heap: k is small as a rule, and the row is wanted sorted at the end.
            while place > 0 && self.squared_m2[place - 1] > squared_m2 {
                self.squared_m2[place] = self.squared_m2[place - 1];
                place -= 1;
            }
            self.squared_m2[place] = squared_m2;
        }
    }

    #[inline]
    fn worst_m2(&self) -> f64 {
        self.squared_m2[self.squared_m2.len() - 1]
    }

    fn wanted(&self) -> NonZero<usize> {
        NonZero::new(self.squared_m2.len()).unwrap_or(NonZero::<usize>::MIN)
    }
}

//! Where an instance stands, and what has its places by it.

use understory_numerics::RandomKey;

use crate::pose::{Quaternion, turned};

/// Where an instance stands and what its draws follow from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) key: RandomKey,
    pub(crate) at_m: [f64; 2],
    pub(crate) rotation: Quaternion,
    pub(crate) scale: f64,
    /// Height above the ground, m.
    pub(crate) above_m: f64,
}

impl Frame {
    /// A place of its own as one of the world.
    pub(crate) fn place_m(&self, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
        let [x_m, y_m, _] = turned(self.rotation, [x_m, y_m, 0.0]);
        [self.at_m[0] + self.scale * x_m, self.at_m[1] + self.scale * y_m]
    }
}

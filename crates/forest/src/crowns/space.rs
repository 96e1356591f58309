//! What crowns share: attraction points, the light among their leaves, and what a whole crown would get of it.

use understory_numerics::{RandomKey, math};
use understory_space::Plot;

use crate::crowns::envelope::Envelope;
use crate::crowns::lattice::Lattice;
use crate::crowns::leaves::Leaves;
use crate::crowns::parameters::YearlyCrowns;
use crate::crowns::spacing::{reference, spacing_m};
use crate::growth::open_crown_radius_m;
use crate::parameters::Species;

/// The space that crowns share.
pub(crate) struct CrownSpace {
    pub(crate) crowns: YearlyCrowns,
    pub(crate) lattice: Lattice,
    /// Light in each block, from the last `shade`; above them it is full.
    pub(crate) light: Vec<f32>,
    /// Leaves of each species in the space that it holds, m² per m³.
    pub(crate) leaves_per_m: Vec<f64>,
    /// What each tree held in the last `shade`, by running number.
    pub(crate) won: Vec<SpaceWon>,
}

/// What a tree holds of the space that it asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceWon {
    /// Running number of the tree.
    pub tree: u64,
    /// Attraction points in the crown that it would have in the open.
    pub offered: u32,
    /// Attraction points that it holds.
    pub held: u32,
    /// Its light: over that which is enough, a share of what the whole crown would get in the open; 0 to 1.
    pub light: f64,
}

impl CrownSpace {
    /// That of a forest on this plot, without a growth point.
    pub(crate) fn new(crowns: YearlyCrowns, species: &[Species], plot: &Plot, key: RandomKey) -> Self {
        let spacing_m = spacing_m(crowns.sharing.points, &crowns.shapes, species);
        let widest_m = species
            .iter()
            .map(|one| open_crown_radius_m(&one.crown, one.greatest()))
            .fold(0.0, f64::max);
        let leaves_per_m = species.iter().zip(&crowns.shapes).map(|(one, &shape)| {
            let envelope = Envelope::of(&one.crown, reference(one), shape);
            crowns.rules.leaves * one.crown.leaf_area_index * envelope.area_m2() / envelope.volume_m3()
        });
        Self {
            leaves_per_m: leaves_per_m.collect(),
            lattice: Lattice::new(plot, spacing_m, widest_m, key),
            light: Vec::new(),
            won: Vec::new(),
            crowns,
        }
    }

    /// Length of a segment, m.
    pub(crate) fn step_m(&self) -> f64 {
        self.crowns.sharing.step_spacings * self.spacing_m()
    }

    /// How near a point must be to be held, m.
    pub(crate) fn kill_m(&self) -> f64 {
        self.crowns.sharing.kill_spacings * self.spacing_m()
    }

    /// From how far a point attracts, m.
    pub(crate) fn influence_m(&self) -> f64 {
        self.crowns.sharing.influence_spacings * self.spacing_m()
    }

    /// Mean distance between attraction points, m.
    pub(crate) fn spacing_m(&self) -> f64 {
        math::cbrt(self.lattice.cell_m3())
    }

    /// Light at the point of a cell.
    pub(crate) fn light_at(&self, cell: usize) -> f32 {
        self.light
            .get(self.lattice.block_of(cell))
            .copied()
            .unwrap_or(1.0)
    }

    /// Attraction points in a whole crown that stands in the open, and the sum of the light at them.
    pub(crate) fn in_the_open(&self, envelope: &Envelope, leaves_per_m: f64) -> (u32, f64) {
        let cell_m = self.lattice.side_m;
        let block_m = cell_m.map(|side_m| 2.0 * side_m);
        // The axis passes through the middle of a block, with free sky around.
        let half = [0, 1].map(|axis| (envelope.radius_m / block_m[axis]).ceil() as usize);
        let layers = ((envelope.base_m + envelope.length_m) / block_m[2]).ceil() as usize;
        let low = (envelope.base_m / block_m[2]).floor() as usize;
        let size = [2 * half[0] + 1, 2 * half[1] + 1, layers.max(low + 1) - low];
        let mut held = vec![0_u32; size.iter().product()];
        for (block, held) in held.iter_mut().enumerate() {
            let at = [
                block % size[0],
                block / size[0] % size[1],
                block / size[0] / size[1],
            ];
            for corner in 0..8 {
                let along = |axis: usize, bit: usize| {
                    let part = 0.25 + 0.5 * (corner >> bit & 1) as f64;
                    (at[axis] as f64 + part) * block_m[axis]
                };
                let middle = |axis: usize| (half[axis] as f64 + 0.5) * block_m[axis];
                let off_m = [
                    along(0, 0) - middle(0),
                    along(1, 1) - middle(1),
                    along(2, 2) + low as f64 * block_m[2],
                ];
                *held += u32::from(envelope.holds(off_m));
            }
        }
        let per_point = (leaves_per_m * cell_m.iter().product::<f64>() / (block_m[0] * block_m[1])) as f32;
        let leaves = Leaves {
            size,
            side_m: block_m,
            wraps: false,
            index: held.iter().map(|&held| held as f32 * per_point).collect(),
        };
        let light = leaves.light(self.crowns.rules.extinction);
        let sum = held
            .iter()
            .zip(&light)
            .map(|(&held, &light)| f64::from(held) * f64::from(light));
        (held.iter().sum(), sum.sum())
    }
}

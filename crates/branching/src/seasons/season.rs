//! What holds for a whole year: the form, the age, what stands around.

use understory_numerics::RandomKey;

use crate::colonization::Obstacle;
use crate::colonization::obstacle::bars;
use crate::seasons::neighbour::Neighbour;
use crate::seasons::parameters::{Axis, Seasons, Surroundings};
use crate::skeleton::PipeModel;
use crate::vector::Vector;

/// Space that a seedling has to each side, m.
const ELBOW_M: f32 = 0.5;
/// How much higher than the clear stem the highest hanging shoots end, as a share of it.
const HEM: f64 = 0.7;
/// Nothing grows lower than this, m.
const GROUND_M: f64 = 0.02;
/// Limbs and twigs may grow shoots of this share of a metamer, if the leader can.
const LEAST_SHOOT: f64 = 0.3;

/// A year of a tree's life.
pub(crate) struct Season {
    pub(crate) form: Seasons,
    pub(crate) surroundings: Surroundings,
    pub(crate) obstacles: Vec<Obstacle>,
    /// Years since germination, from 1 while the first shoot grows.
    pub(crate) year: u16,
    /// Years that it has grown.
    pub(crate) age_yr: u32,
    /// Length of a metamer as coarse as asked for, m.
    pub(crate) internode_m: f64,
    /// What stands around it in a closed stand.
    pub(crate) neighbours: Vec<Neighbour>,
    /// Height of the tree when the year began, m.
    pub(crate) height_m: f64,
    /// How thick wood is, for what falls by its thickness.
    pub(crate) pipes: PipeModel,
}

impl Season {
    /// Whether this is the year, of every `every_yr`, of who has the key.
    pub(crate) fn is_turn_of(&self, key: RandomKey, every_yr: u32) -> bool {
        (u32::from(self.year) + key.bits() as u32 % every_yr).is_multiple_of(every_yr)
    }

    /// The rank of an axis of this order.
    pub(crate) fn axis(&self, order: u8) -> &Axis {
        match order {
            0 => &self.form.stem,
            1 => &self.form.limbs,
            _ => &self.form.twigs,
        }
    }

    /// Apical control of axes of this order in this year.
    pub(crate) fn control(&self, order: u8) -> f64 {
        let axis = self.axis(order);
        let passed = if self.form.mature_yr > 0.0 {
            (f64::from(self.year) / self.form.mature_yr).min(1.0)
        } else {
            1.0
        };
        axis.apical_control + (axis.apical_control_old - axis.apical_control) * passed
    }

    /// The longest shoot that an axis of this order may grow so far along the wood, and behind the stem, m.
    pub(crate) fn longest_shoot_m(&self, order: u8, path_m: f64, limb_m: f64) -> f64 {
        let leader_m = self.leader_shoot_m(f64::from(self.year), path_m);
        if order == 0 {
            return leader_m * self.form.stem.shoot_share;
        }
        let of_limbs = if order > 1 {
            self.form.limbs.shoot_share
        } else {
            1.0
        };
        // Where the leader itself hardly grows limbs do as well: an old top is no bare spike.
        let share_m = (leader_m * self.axis(order).shoot_share * of_limbs)
            .max(leader_m.min(LEAST_SHOOT * self.internode_m));
        let longest_limb_m = self.form.longest_limb_m.unwrap_or(f64::INFINITY);
        share_m * (1.0 - limb_m / longest_limb_m).max(0.0)
    }

    /// The way that the longest shoots of the stem make in the years that it has grown, m.
    pub(crate) fn possible_way_m(&self) -> f64 {
        (1..=self.age_yr).fold(0.0, |way_m, year| {
            way_m + self.leader_shoot_m(f64::from(year), way_m) * self.form.stem.shoot_share
        })
    }

    /// The longest shoot of any axis at an age, so far along the wood, m.
    fn leader_shoot_m(&self, age_yr: f64, path_m: f64) -> f64 {
        let youth = age_yr / (age_yr + self.form.youth_yr);
        self.form.shoot_m * youth * (1.0 - path_m / self.form.longest_path_m).max(0.0)
    }

    /// Light that neighbours take at a place, as a share: none in the open; in a closed stand the more the deeper
    /// below the top of the tree, all of it below their crowns.
    pub(crate) fn neighbours_take(&self, place: Vector) -> f64 {
        match self.surroundings {
            Surroundings::Open => 0.0,
            Surroundings::Closed => {
                // Seedlings stand in a gap.
                let canopy_m = self.height_m.max(4.0);
                let deep = (self.height_m - place[2]) / canopy_m;
                let share = (deep / self.form.closed_crown_share).max(0.0);
                share * share
            }
        }
    }

    /// Whether no neighbour and no ground has taken the space at a place.
    pub(crate) fn is_open(&self, place: [f32; 3]) -> bool {
        // Coarse buds need as much more.
        let elbow_m = ELBOW_M * (self.internode_m / self.form.internode_m).max(1.0) as f32;
        let leaves = |neighbour: &Neighbour| neighbour.leaves(place, self.height_m as f32, elbow_m);
        place[2] > 0.1 && self.neighbours.iter().all(leaves)
    }

    /// Whether the tree has outgrown what clears its stem.
    pub(crate) fn is_clear(&self) -> bool {
        self.height_m > self.form.clears_from_m()
    }

    /// Height below which no shoot of this order sinks, m: what clears the stem also cuts what hangs, each shoot at its
    /// own height by its `luck` from 0 to 1.
    pub(crate) fn floor_m(&self, order: u8, luck: f64) -> f64 {
        if order > 0 && self.is_clear() {
            self.form.clear_m * (1.0 + HEM * luck)
        } else {
            GROUND_M
        }
    }

    /// Whether an obstacle stands in the way of a metamer.
    pub(crate) fn is_barred(&self, from: Vector, to: Vector) -> bool {
        bars(from, to, &self.obstacles)
    }
}

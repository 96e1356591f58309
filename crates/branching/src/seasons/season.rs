//! What holds for a whole year: the form, the age, what stands around.

use crate::colonization::Obstacle;
use crate::colonization::obstacle::first_met;
use crate::seasons::parameters::{Axis, Seasons, Surroundings};
use crate::skeleton::PipeModel;
use crate::vector::{Vector, direction, distance, sub};

/// A year of a tree's life.
pub(crate) struct Season {
    pub(crate) form: Seasons,
    pub(crate) surroundings: Surroundings,
    pub(crate) obstacles: Vec<Obstacle>,
    /// Years since germination, from 1 while the first shoot grows.
    pub(crate) year: u16,
    /// Length of a metamer as coarse as asked for, m.
    pub(crate) internode_m: f64,
    /// Height of the tree when the year began, m.
    pub(crate) height_m: f64,
    /// How thick wood is, for what falls by its thickness.
    pub(crate) pipes: PipeModel,
}

impl Season {
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
        axis.control + (axis.control_old - axis.control) * passed
    }

    /// The longest shoot that an axis of this order may grow so far along the wood, m.
    pub(crate) fn longest_shoot_m(&self, order: u8, path_m: f64) -> f64 {
        let age = f64::from(self.year);
        let youth = age / (age + self.form.youth_yr);
        let shares = self.axis(order).shoot_share
            * if order > 1 {
                self.form.limbs.shoot_share
            } else {
                1.0
            };
        self.form.shoot_m * youth * shares * (1.0 - path_m / self.form.longest_path_m).max(0.0)
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
        let [x, y, z] = place;
        let room_m = match self.surroundings {
            Surroundings::Open => f32::INFINITY,
            Surroundings::Closed => self.room_m() as f32,
        };
        z > 0.1 && x * x + y * y < room_m * room_m
    }

    /// How far from the stem a closed stand lets the crown reach, m.
    fn room_m(&self) -> f64 {
        0.5 + 0.5 * self.form.spacing_per_height * self.height_m
    }

    /// Whether an obstacle stands in the way of a metamer.
    pub(crate) fn is_barred(&self, from: Vector, to: Vector) -> bool {
        if self.obstacles.is_empty() {
            return false;
        }
        let step_m = distance(from, to);
        let heading = direction(sub(to, from));
        heading.is_some_and(|heading| first_met(from, heading, step_m, &self.obstacles).is_some())
    }
}

//! Nests in forks: room that the tree loses while it grows.

use crate::colonization::around::Around;
use crate::colonization::begin::REACH_STEPS;
use crate::colonization::colony::Colony;
use crate::colonization::damage::Nest;
use crate::colonization::index::PointIndex;
use crate::colonization::obstacle::Obstacle;
use crate::colonization::points::NOBODY;
use crate::vector::distance_squared;

impl<I: PointIndex> Colony<'_, I> {
    /// From now on nothing grows into the nest or out of it.
    pub(crate) fn build(&mut self, nest: Nest) {
        let Nest {
            centre_m, radius_m, ..
        } = nest;
        self.diseased.push((centre_m, radius_m));
        self.obstacles
            .to_mut()
            .push(Obstacle::Sphere { centre_m, radius_m });
        self.around = Around::of(&self.obstacles, REACH_STEPS * self.parameters.step_m);
        self.nests.push(nest);
        self.take(nest);
    }

    /// Takes the attraction points in a nest away.
    pub(crate) fn take(&mut self, nest: Nest) {
        let squared = nest.radius_m * nest.radius_m;
        for slot in 0..self.points.near.len() as u32 {
            let place = self.points.near[slot as usize].place;
            if self.points.is_left(slot) && distance_squared(place, nest.centre_m) <= squared {
                self.reach(slot, NOBODY);
            }
        }
    }
}

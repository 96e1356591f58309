//! The candidates of a rule: points whose rank is below the density that maps and obstacles allow there.
//!
//! One loop for each thing that is asked, over all points that are left: so each loop is short, and what does not stay is
//! written over in place of being branched around.

use crate::obstacles::Near;
use crate::parameters::Range;
use crate::pattern::SpawnPoint;
use crate::window::Window;
use crate::world::{PaintedWorld, RuleModel};

/// A point where a rule would place something if no other rule came before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) point: SpawnPoint,
    /// The density there, which is above the point's rank.
    pub(crate) density: f64,
}

/// Candidates of several rules, in memory that serves one tile after the other.
#[derive(Default)]
pub(crate) struct Candidates {
    points: Vec<SpawnPoint>,
    /// Rule by rule.
    pub(crate) found: Vec<Candidate>,
    /// Where those of each rule end.
    pub(crate) ends: Vec<usize>,
}

impl Candidates {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.ends.clear();
    }

    /// Adds those of a rule in a window, in the order of its points.
    pub(crate) fn find(&mut self, world: &PaintedWorld, model: &RuleModel, window: &Window, near: &Near) {
        let rule = &model.rule;
        let maps = &world.maps;
        self.points.clear();
        model
            .spawns
            .points_in(window, rule.density as f32, &mut self.points);
        keep(&mut self.points, 0, |point| {
            maps.biomes.nearest(point.place_m) == model.biome
        });
        let from = self.found.len();
        let density = rule.density;
        self.found
            .extend(self.points.iter().map(|&point| Candidate { point, density }));
        if near.is_empty() {
            self.thin(from, rule.place.weight, |place_m| maps.weights.bilinear(place_m));
        } else {
            // What stays clear of obstacles knows what they leave of its lushness.
            keep(&mut self.found, from, |candidate| {
                let place_m = candidate.point.place_m;
                let Some(left) = near.leave(place_m, rule.footprint_m) else {
                    return false;
                };
                if let Some(range) = rule.place.weight {
                    candidate.density *= range.response(left * maps.weights.bilinear(place_m));
                }
                f64::from(candidate.point.rank) < candidate.density
            });
        }
        self.thin(from, rule.place.height_m, |place_m| maps.ground.height_m(place_m));
        self.thin(from, rule.place.slope_deg, |place_m| {
            maps.ground.slope_deg(place_m)
        });
        // A rule without ranges has its own density everywhere.
        keep(&mut self.found, from, |candidate| {
            f64::from(candidate.point.rank) < candidate.density
        });
        self.ends.push(self.found.len());
    }

    /// Lowers the density by how well a value lies in a range; those stay whose rank is below it.
    #[inline]
    fn thin(&mut self, from: usize, range: Option<Range>, value: impl Fn([f64; 2]) -> f64) {
        let Some(range) = range else { return };
        keep(&mut self.found, from, |candidate| {
            candidate.density *= range.response(value(candidate.point.place_m));
            f64::from(candidate.point.rank) < candidate.density
        });
    }
}

/// Keeps what `is_kept` says of all from a number on, in its order.
#[inline]
fn keep<T: Copy>(all: &mut Vec<T>, from: usize, mut is_kept: impl FnMut(&mut T) -> bool) {
    let mut kept = from;
    for at in from..all.len() {
        let mut one = all[at];
        let stays = is_kept(&mut one);
        all[kept] = one;
        kept += usize::from(stays);
    }
    all.truncate(kept);
}

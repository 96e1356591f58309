//! One tile: all that stands in it, from its own coordinates.
//!
//! Rules run from the most important down. Each goes through its points in the tile and so far around it as its footprints
//! take ground from others. Which of them are *candidates* is decided at the density that was authored, by maps, obstacles
//! and rank alone: not by who else stands there. A candidate stands if no candidate of a rule above has a footprint over
//! its own, and if its rank is below the density with the late multipliers. So nothing chains: what a change does ends
//! two footprints beyond it, multipliers only take away, and tiles agree along their borders. Where a rule asks for the
//! distance to what another places, that stands as authored too, and the tile looks so much farther around.

use understory_numerics::parallel::{Rooms, of_each};

use crate::candidates::Candidates;
use crate::detail::Detail;
use crate::instance::Instance;
use crate::nearby::Nearby;
use crate::overlaps::Overlaps;
use crate::parameters::Placed;
use crate::pattern::SpawnPoint;
use crate::pose::yaw;
use crate::world::{PaintedWorld, RuleModel};

/// What laying out a tile takes besides its instances: some hundred kilobytes.
#[derive(Default)]
pub struct Memory {
    candidates: Candidates,
    overlaps: Overlaps,
    /// Of one rule at a time, the points that something stands on.
    standing: Vec<SpawnPoint>,
}

impl PaintedWorld {
    /// What stands in a tile: what was placed by hand, then rule by rule. The same for every tile, whichever else are laid
    /// out, and at less detail a part of what stands at more.
    #[must_use]
    pub fn tile(&self, tile: [i32; 2], detail: &Detail) -> Vec<Instance> {
        self.tile_in(&mut Memory::default(), tile, detail)
    }

    /// The same in memory that serves one tile after the other.
    #[must_use]
    pub fn tile_in(&self, memory: &mut Memory, tile: [i32; 2], detail: &Detail) -> Vec<Instance> {
        let window = self.window_of(tile);
        if window.is_empty() {
            return Vec::new();
        }
        let mut instances = self.placed_in(tile);
        // Below the last rule that shows there is nothing to keep ground for.
        let shown = |model: &RuleModel| detail.share(model.rule.footprint_m) > 0.0;
        let rules = self.rules.iter().rposition(shown).map_or(0, |last| last + 1);
        let apron_m = self.rules.iter().map(|model| model.apron_m).fold(0.0, f64::max);
        let around = window.grown(apron_m).common(&self.maps.window);
        let near = self.obstacles.near(&around);
        let Memory {
            candidates,
            overlaps,
            standing,
        } = memory;
        candidates.clear();
        let radii_m: Vec<f64> = self.rules[..rules]
            .iter()
            .map(|model| model.rule.footprint_m)
            .collect();
        for (number, model) in self.rules[..rules].iter().enumerate() {
            // The last takes no ground from others, so that maps are asked about those alone that do not give way.
            let is_last = number + 1 == rules;
            // So far around the tile as those of lower rules in it depend on them.
            let apron_m = if is_last { 0.0 } else { model.apron_m };
            let own = window.grown(apron_m).common(&self.maps.window);
            candidates.add_points(self, model, &own);
            if !is_last || model.beside.is_some() {
                candidates.ask(self, model, &near);
            }
            if let Some((other, beside)) = &model.beside {
                let standing_m = candidates.standing_m(*other, overlaps, &around, &radii_m);
                let nearby = Nearby::new(&around, &standing_m, beside.reach_m());
                candidates.stand_beside(beside, &nearby);
            }
        }
        overlaps.find(&around, &candidates.points, &candidates.ends, &radii_m);
        candidates.give_way(overlaps);
        if let Some(last) = self.rules[..rules].last().filter(|last| last.beside.is_none()) {
            candidates.ask(self, last, &near);
        }
        let mut from = 0;
        for ((number, model), &end) in self.rules[..rules].iter().enumerate().zip(&candidates.ends) {
            let share = detail.share(model.rule.footprint_m);
            let found = candidates.points[from..end]
                .iter()
                .zip(&candidates.densities[from..end]);
            standing.clear();
            for (point, density) in found {
                if (f64::from(point.rank) < density * share) & window.holds(point.place_m) {
                    standing.push(*point);
                }
            }
            let first = instances.len();
            self.place(number, model, standing, &mut instances);
            self.prefabs
                .unfold(&self.assets, &*self.maps.ground, &mut instances, first);
            from = end;
        }
        self.edit_by_hand(tile, &mut instances);
        instances
    }

    /// Takes away what was taken away by hand, and adds what was added to a tile.
    fn edit_by_hand(&self, tile: [i32; 2], instances: &mut Vec<Instance>) {
        if !self.removed.is_empty() {
            instances.retain(|instance| self.removed.binary_search(&instance.key).is_err());
        }
        let first = instances.len();
        let added = self.painting.hand_edits.added.iter().zip(&self.added);
        for (added, &asset) in added.filter(|(added, _)| self.tile_of(added.at_m) == tile) {
            let [x_m, y_m] = added.at_m;
            instances.push(Instance {
                key: added.key,
                asset: self.assets.choose(asset, added.key),
                rule: None,
                place_m: [x_m, y_m, self.maps.ground.height_m(added.at_m) + added.above_m],
                rotation: added.rotation,
                scale: added.scale,
                shade: added.shade,
            });
        }
        self.prefabs
            .unfold(&self.assets, &*self.maps.ground, instances, first);
    }

    /// Lays out tiles by as many threads as there are, and hands them on in their order: some at a time, so that memory is
    /// that of a few tiles.
    pub fn lay_out<'a>(
        &'a self,
        tiles: &'a [[i32; 2]],
        detail: &'a Detail,
    ) -> impl Iterator<Item = ([i32; 2], Vec<Instance>)> + 'a {
        let at_once = 4 * rayon::current_num_threads();
        let memories = Rooms::default();
        tiles.chunks(at_once).flat_map(move |tiles| {
            of_each(tiles, |&tile| {
                let instances = memories.lend(|memory| self.tile_in(memory, tile, detail));
                (tile, instances)
            })
        })
    }

    /// What was placed by hand in a tile.
    fn placed_in(&self, tile: [i32; 2]) -> Vec<Instance> {
        self.placed_where(|placed| self.tile_of(placed.at_m) == tile)
    }

    /// What `[[instance]]`s come to, prefabs as their parts.
    #[must_use]
    pub fn placed_by_hand(&self) -> Vec<Instance> {
        self.placed_where(|_| true)
    }

    fn placed_where(&self, is_here: impl Fn(&Placed) -> bool) -> Vec<Instance> {
        let here = self.painting.placed.iter().zip(&self.placed);
        let here = here.filter(|(placed, _)| is_here(placed));
        let placed = here.map(|(placed, &(asset, key))| {
            let [x_m, y_m] = placed.at_m;
            Instance {
                key,
                asset: self.assets.choose(asset, key),
                rule: None,
                place_m: [x_m, y_m, self.maps.ground.height_m(placed.at_m) + placed.offset_m],
                rotation: yaw([placed.yaw_deg])[0],
                scale: placed.scale,
                shade: 1.0,
            }
        });
        let mut instances = placed.collect();
        self.prefabs
            .unfold(&self.assets, &*self.maps.ground, &mut instances, 0);
        instances
    }
}

//! One tile: all that stands in it, from its own coordinates.
//!
//! Rules run from the most important down. Each goes through its points in the tile and so far around it as its footprints
//! take ground from others. Which of them are *candidates* is decided at the density that was authored, by maps, obstacles
//! and rank alone: not by who else stands there. A candidate stands if no candidate of a rule above has a footprint over
//! its own, and if its rank is below the density with the late multipliers. So nothing chains: what a change does ends
//! two footprints beyond it, multipliers only take away, and tiles agree along their borders.

use rayon::prelude::*;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::candidates::Candidates;
use crate::detail::Detail;
use crate::instance::Instance;
use crate::overlaps::Overlaps;
use crate::parameters::{Align, Rule};
use crate::pattern::{SpawnId, SpawnPoint};
use crate::pose::{after, lean, upright_to, yaw};
use crate::world::{PaintedWorld, RuleModel};

/// What laying out a tile takes besides its instances: some hundred kilobytes.
#[derive(Default)]
pub struct Memory {
    candidates: Candidates,
    overlaps: Overlaps,
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
        let Memory { candidates, overlaps } = memory;
        candidates.clear();
        for (number, model) in self.rules[..rules].iter().enumerate() {
            // The last takes no ground from others, so that maps are asked about those alone that do not give way.
            let is_last = number + 1 == rules;
            // So far around the tile as its footprints can take ground from those of lower rules in it.
            let apron_m = if is_last { 0.0 } else { model.apron_m };
            let own = window.grown(apron_m).common(&self.maps.window);
            candidates.add_points(self, model, &own);
            if !is_last {
                candidates.ask(self, &model.rule, &near);
            }
        }
        let radii_m: Vec<f64> = self.rules[..rules]
            .iter()
            .map(|model| model.rule.footprint_m)
            .collect();
        overlaps.find(&around, &candidates.found, &candidates.ends, &radii_m);
        candidates.give_way(overlaps);
        if let Some(last) = self.rules[..rules].last() {
            candidates.ask(self, &last.rule, &near);
        }
        let mut from = 0;
        for ((number, model), &end) in self.rules[..rules].iter().enumerate().zip(&candidates.ends) {
            let share = detail.share(model.rule.footprint_m);
            let mut keys = InstanceKeys::new(model.key);
            for candidate in &candidates.found[from..end] {
                let point = &candidate.point;
                if f64::from(point.rank) < candidate.density * share && window.holds(point.place_m) {
                    instances.push(self.instance(number, model, point, keys.of(point.id)));
                }
            }
            from = end;
        }
        instances
    }

    /// Lays out tiles by as many threads as there are, and hands them on in their order: some at a time, so that memory is
    /// that of a few tiles.
    pub fn lay_out<'a>(
        &'a self,
        tiles: &'a [[i32; 2]],
        detail: &'a Detail,
    ) -> impl Iterator<Item = ([i32; 2], Vec<Instance>)> + 'a {
        let at_once = 4 * rayon::current_num_threads();
        tiles.chunks(at_once).flat_map(move |tiles| {
            let lay_out = |memory: &mut Memory, &tile: &[i32; 2]| (tile, self.tile_in(memory, tile, detail));
            let laid_out: Vec<_> = tiles.par_iter().map_init(Memory::default, lay_out).collect();
            laid_out
        })
    }

    /// What was placed by hand in a tile.
    fn placed_in(&self, tile: [i32; 2]) -> Vec<Instance> {
        let here = self.painting.placed.iter().zip(&self.placed);
        let here = here.filter(|(placed, _)| self.tile_of(placed.at_m) == tile);
        here.map(|(placed, &(asset, key))| {
            let [x_m, y_m] = placed.at_m;
            Instance {
                key,
                asset: self.assets.choose(asset, key),
                rule: None,
                place_m: [x_m, y_m, self.maps.ground.height_m(placed.at_m) + placed.offset_m],
                rotation: yaw(placed.yaw_deg),
                scale: placed.scale,
            }
        })
        .collect()
    }

    fn instance(&self, number: usize, model: &RuleModel, point: &SpawnPoint, key: RandomKey) -> Instance {
        let Rule {
            align,
            tilt_deg: tilts_deg,
            yaw_deg: yaws_deg,
            scale: scales,
            offset_m,
            ..
        } = model.rule;
        let [of_yaw, of_scale, of_tilt, of_side] = key.draws(0, Purpose::Pose, 0).map(unit_from_u32);
        let between = |[least, greatest]: [f64; 2], uniform: f64| least + uniform * (greatest - least);
        let mut rotation = yaw(between(yaws_deg, of_yaw));
        if tilts_deg != [0.0, 0.0] {
            rotation = after(lean(between(model.tilts_cos, of_tilt), of_side), rotation);
        }
        let mut axis = [0.0, 0.0, 1.0];
        if align == Align::Ground {
            axis = self.maps.ground.normal(point.place_m);
            rotation = after(upright_to(axis), rotation);
        }
        let [x_m, y_m] = point.place_m;
        let z_m = self.maps.ground.height_m(point.place_m);
        Instance {
            key,
            asset: self.assets.choose(model.asset, key),
            rule: Some(number as u32),
            place_m: std::array::from_fn(|at| [x_m, y_m, z_m][at] + offset_m * axis[at]),
            rotation,
            scale: between(scales, of_scale),
        }
    }
}

/// Keys of a rule's instances, from copy or cell and number.
struct InstanceKeys {
    rule: RandomKey,
    /// The last cell asked for, and its key.
    last: Option<([i32; 2], RandomKey)>,
}

impl InstanceKeys {
    fn new(rule: RandomKey) -> Self {
        Self { rule, last: None }
    }

    fn of(&mut self, id: SpawnId) -> RandomKey {
        let of_cell = match self.last {
            Some((cell, key)) if cell == id.cell => key,
            _ => {
                let [x, y] = id.cell.map(i32::cast_unsigned);
                let key = self.rule.child(0, Purpose::Tile, x).child(1, Purpose::Tile, y);
                self.last = Some((id.cell, key));
                key
            }
        };
        of_cell.child(0, Purpose::Member, id.number)
    }
}

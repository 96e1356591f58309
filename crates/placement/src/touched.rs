//! Which tiles a change of maps and obstacles may touch, so that all others need not be laid out again.

use std::collections::{BTreeMap, BTreeSet};

use understory_numerics::RandomKey;
use understory_terrain::Raster;

use crate::by_hand::{Added, Removed};
use crate::window::Window;
use crate::world::PaintedWorld;

/// The ground on which two maps of one grid differ, as rectangles that hold so many cells more on each side; `None` where the
/// grids differ.
#[must_use]
pub fn changed_ground<T: Copy + PartialEq>(
    before: &Raster<T>,
    after: &Raster<T>,
    margin_cells: f64,
) -> Option<Vec<Window>> {
    let grid = after.grid();
    if before.grid() != grid {
        return None;
    }
    let columns = grid.columns() as usize;
    let (origin_m, cell_m) = (grid.origin_m(), grid.cell_m());
    let rows = before
        .values()
        .chunks(columns)
        .zip(after.values().chunks(columns));
    let mut found = Vec::new();
    for (row, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
        let differs = |&column: &usize| old[column] != new[column];
        let (Some(first), Some(last)) = ((0..columns).find(differs), (0..columns).rfind(differs)) else {
            continue;
        };
        let at_m = |axis: usize, cells: f64| origin_m[axis] + cell_m[axis] * cells;
        let (first, last, row) = (first as f64, last as f64, row as f64);
        found.push(Window {
            low_m: [at_m(0, first - margin_cells), at_m(1, row - margin_cells)],
            high_m: [
                at_m(0, last + 1.0 + margin_cells),
                at_m(1, row + 1.0 + margin_cells),
            ],
        });
    }
    Some(found)
}

impl PaintedWorld {
    /// The tiles of this world that may differ from those of an earlier one, row by row from the south: all where rules, kinds
    /// of land, prefabs or the world itself changed. Where its ground changed is said by who made it, `None` for everywhere.
    #[must_use]
    pub fn touched_since(&self, before: &Self, ground: Option<&[Window]>) -> Vec<[i32; 2]> {
        let (old, new) = (&before.painting, &self.painting);
        let is_same_world = before.maps.window == self.maps.window
            && (&old.place, &old.biomes, &old.rules) == (&new.place, &new.biomes, &new.rules)
            && (&old.mixes, &old.prefabs) == (&new.mixes, &new.prefabs)
            && before
                .rules
                .iter()
                .map(|rule| rule.key)
                .eq(self.rules.iter().map(|rule| rule.key));
        let maps = changed_ground(&before.maps.biomes, &self.maps.biomes, 0.0)
            // Between the centres of cells weights change evenly.
            .zip(changed_ground(&before.maps.weights, &self.maps.weights, 1.0));
        let names =
            |world: &Self| -> Vec<String> { world.maps.named.iter().map(|(name, _)| name.clone()).collect() };
        let is_same_world = is_same_world && names(before) == names(self);
        let named = before.maps.named.iter().zip(&self.maps.named);
        let named: Option<Vec<Vec<Window>>> = named
            .map(|((_, old), (_, new))| changed_ground(old, new, 1.0))
            .collect();
        let (true, Some((biomes, weights)), Some(named), Some(ground)) = (is_same_world, maps, named, ground)
        else {
            return self.tiles();
        };
        // Parts of prefabs stand on ground far from their tile.
        if !ground.is_empty() && !new.prefabs.is_empty() {
            return self.tiles();
        }
        let (most_m, spread_m) = (self.most_footprint_m(), self.spread_m());
        let maps = biomes
            .iter()
            .chain(&weights)
            .chain(ground)
            .chain(named.iter().flatten());
        let mut changed: Vec<Window> = maps.map(|window| window.grown(spread_m)).collect();
        let (old, new) = (before.obstacles.all(), self.obstacles.all());
        let of_one = old.symmetric_difference(&new);
        changed.extend(of_one.map(|bits| {
            let [low_m, high_m] = bits.bounds.map(|corner| corner.map(f64::from_bits));
            let fade_m = f64::from_bits(bits.fade);
            Window { low_m, high_m }.grown(fade_m.max(most_m) + spread_m)
        }));
        changed.extend(self.changed_by_hand(before));
        let mut tiles = BTreeSet::new();
        for window in changed {
            let window = window.common(&self.maps.window);
            if (0..2).any(|axis| window.low_m[axis] > window.high_m[axis]) {
                continue;
            }
            let [low, high] = [window.low_m, window.high_m].map(|place_m| self.tile_of(place_m));
            tiles.extend((low[1]..=high[1]).flat_map(|y| (low[0]..=high[0]).map(move |x| [y, x])));
        }
        let is_here = |tile: &[i32; 2]| !self.window_of(*tile).is_empty();
        tiles.into_iter().map(|[y, x]| [x, y]).filter(is_here).collect()
    }

    /// Where what was placed, added or taken away by hand is another.
    fn changed_by_hand(&self, before: &Self) -> Vec<Window> {
        let both = [(self, before), (before, self)];
        both.into_iter()
            .flat_map(|(own, other)| own.by_hand_unlike(other))
            .collect()
    }

    /// Where this world has something by hand that another has not.
    fn by_hand_unlike(&self, other: &Self) -> Vec<Window> {
        let at = |at_m: [f64; 2]| Window {
            low_m: at_m,
            high_m: at_m,
        };
        let (own, theirs) = (&self.painting, &other.painting);
        let placed = own.placed.iter().filter(|one| !theirs.placed.contains(one));
        let mut found: Vec<Window> = placed.map(|one| at(one.at_m)).collect();
        let added: BTreeMap<RandomKey, &Added> = theirs
            .hand_edits
            .added
            .iter()
            .map(|added| (added.key, added))
            .collect();
        let is_new = |one: &&Added| added.get(&one.key) != Some(one);
        found.extend(own.hand_edits.added.iter().filter(is_new).map(|one| at(one.at_m)));
        // What leans or is moved along its axis stands off its point, the parts of a prefab as far as they please.
        let offsets_m = own.rules.iter().map(|rule| rule.offset_m.abs());
        let beside_m = match own.prefabs.is_empty() {
            true => offsets_m.fold(0.0, f64::max),
            false => f64::INFINITY,
        };
        let removed = own.hand_edits.removed.iter();
        let is_new = |one: &&Removed| other.removed.binary_search(&one.key).is_err();
        found.extend(removed.filter(is_new).map(|one| at(one.at_m).grown(beside_m)));
        found
    }
}

//! Hand edits: how a table of instances that was edited differs from what the rules lay out, and which edits find nothing.

use std::collections::{BTreeMap, BTreeSet};

use understory_numerics::{RandomKey, sort};
use understory_placement::Detail;
use understory_records::{HandEditRow, InstanceRow};
use understory_scenario::WorldScenario;

use super::tables::row;

/// What was taken away and added in an edited table of a world's instances: what was taken away first, each by its key.
/// Rows that are neither moved nor turned nor of another size or asset are no edits; a row without a key, or with one that
/// stands above it already, is new.
#[must_use]
pub fn hand_edits(scenario: &WorldScenario, edited: &[InstanceRow]) -> Vec<HandEditRow> {
    let world = scenario.world.clone().without_hand_edits();
    let (tiles, detail) = (world.tiles(), world.detail());
    let mut laid_out: BTreeMap<String, InstanceRow> = BTreeMap::new();
    for (tile, instances) in world.lay_out(&tiles, &detail) {
        let rows = instances.iter().map(|instance| row(&world, tile, instance));
        laid_out.extend(rows.map(|row| (row.instance.clone(), row)));
    }
    let ground = &world.maps().ground;
    let edit = |change: &str, row: &InstanceRow| HandEditRow {
        change: change.to_owned(),
        instance: row.instance.clone(),
        asset: row.asset.clone(),
        x_m: row.x_m,
        y_m: row.y_m,
        above_m: row.z_m - ground.height_m([row.x_m, row.y_m]),
        qx: row.qx,
        qy: row.qy,
        qz: row.qz,
        qw: row.qw,
        scale: row.scale,
        shade: row.shade,
    };
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for row in edited {
        let is_new = row.instance.parse::<RandomKey>().is_err() || !seen.insert(row.instance.clone());
        if is_new {
            let mut own = edit("added", row);
            own.instance = key_of(row, &mut seen);
            added.push(own);
            continue;
        }
        match laid_out.remove(&row.instance) {
            Some(old) if is_same(&old, row) => {}
            Some(old) => {
                removed.push(edit("removed", &old));
                added.push(edit("added", row));
            }
            None => added.push(edit("added", row)),
        }
    }
    removed.extend(laid_out.values().map(|row| edit("removed", row)));
    for rows in [&mut removed, &mut added] {
        sort::by(rows, |a, b| a.instance.cmp(&b.instance));
    }
    removed.append(&mut added);
    removed
}

/// A key for what has none, from what it is and where it stands.
fn key_of(row: &InstanceRow, seen: &mut BTreeSet<String>) -> String {
    let numbers = [row.x_m, row.y_m, row.z_m].map(|number| number.to_string());
    let [x, y, z] = &numbers;
    let mut number = 0_u32;
    loop {
        let key = RandomKey::root(number.into(), &["added by hand", &row.asset, x, y, z]).to_string();
        if seen.insert(key.clone()) {
            return key;
        }
        number += 1;
    }
}

/// Whether nothing of an instance was edited. What follows from its key and its place was not typed by anybody.
fn is_same(old: &InstanceRow, new: &InstanceRow) -> bool {
    old.asset == new.asset
        && (old.x_m, old.y_m, old.z_m) == (new.x_m, new.y_m, new.z_m)
        && (old.scale, old.shade) == (new.scale, new.shade)
        && (old.qx, old.qy, old.qz, old.qw) == (new.qx, new.qy, new.qz, new.qw)
}

/// How many instances are to be taken away by hand that do not stand, as rules or maps have changed since.
#[must_use]
pub fn removed_in_vain(scenario: &WorldScenario) -> usize {
    let removed = &scenario.world.painting().hand_edits.removed;
    if removed.is_empty() {
        return 0;
    }
    let mut left: BTreeSet<RandomKey> = removed.iter().map(|removed| removed.key).collect();
    let world = scenario.world.clone().without_hand_edits();
    let tiles = world.tiles();
    for (_, instances) in world.lay_out(&tiles, &Detail::FULL) {
        instances.iter().for_each(|instance| {
            left.remove(&instance.key);
        });
    }
    left.len()
}

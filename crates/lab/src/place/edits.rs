//! What edits of a painted world would change: what is removed, what is added, and how far away.

use std::collections::BTreeMap;

use understory_numerics::RandomKey;
use understory_placement::{Instance, PaintedWorld};
use understory_records::{ChangeRow, ChangedRow, paths};
use understory_scenario::{Edit, WorldScenario};

use super::forests::edited;
use super::tables::rule_name;
use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// What an edit would change.
#[derive(Clone, Debug, PartialEq)]
pub struct EditOutcome {
    /// Each rule that has an instance before or after, by name; that of what was placed by hand is empty.
    pub of_rules: Vec<ChangeRow>,
    /// What is removed and what is added.
    pub changed: Vec<ChangedRow>,
}

/// Writes what the edits of a scenario would change, where it has any.
pub(super) fn write(scenario: &WorldScenario, asked: &[[i32; 2]], store: &dyn Store) -> Result<(), LabError> {
    if scenario.edits.is_empty() {
        return Ok(());
    }
    let outcomes = scenario
        .edits
        .iter()
        .map(|edit| changed_by(scenario, edit, asked));
    let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
    write_table(
        store,
        paths::CHANGES,
        outcomes.iter().flat_map(|outcome| outcome.of_rules.clone()),
    )?;
    write_table(
        store,
        paths::CHANGED,
        outcomes.into_iter().flat_map(|outcome| outcome.changed),
    )?;
    Ok(())
}

/// Lays out the tiles that are asked for, or all, before and after an edit, and says what differs.
///
/// # Errors
/// [`LabError::Scenario`] where the world cannot be so.
pub fn changed_by(
    scenario: &WorldScenario,
    edit: &Edit,
    asked: &[[i32; 2]],
) -> Result<EditOutcome, LabError> {
    let before = &scenario.world;
    // Tiles are a way to cut the work and no part of the world.
    let after = edited(scenario, edit, &())?
        .world
        .with_tiles(before.painting().place.tile_m);
    let mut tiles = match asked {
        [] => [before.tiles(), after.tiles()].concat(),
        asked => asked.to_vec(),
    };
    tiles.sort_unstable_by_key(|&[x, y]| [y, x]);
    tiles.dedup();
    let mut outcome = EditOutcome {
        of_rules: Vec::new(),
        changed: Vec::new(),
    };
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let [of_before, of_after] = [before.detail(), after.detail()];
    let both = before
        .lay_out(&tiles, &of_before)
        .zip(after.lay_out(&tiles, &of_after));
    for ((_, old), (_, new)) in both {
        let [by_key, new_by_key] = [&old, &new].map(|instances| -> BTreeMap<RandomKey, &Instance> {
            instances
                .iter()
                .map(|instance| (instance.key, instance))
                .collect()
        });
        let stays = |instance: &Instance| {
            let pair = by_key.get(&instance.key).zip(new_by_key.get(&instance.key));
            pair.is_some_and(|(old, new)| is_same((before, old), (&after, new)))
        };
        for instance in &old {
            let count = counts.entry(rule_name(before, instance)).or_default();
            count[usize::from(!stays(instance))] += 1;
            if !stays(instance) {
                outcome.changed.push(row(edit, "removed", before, instance));
            }
        }
        for instance in new.iter().filter(|instance| !stays(instance)) {
            counts.entry(rule_name(&after, instance)).or_default()[2] += 1;
            outcome.changed.push(row(edit, "added", &after, instance));
        }
    }
    let of_rules = counts
        .into_iter()
        .map(|(rule, [kept, removed, added])| ChangeRow {
            edit: edit.name.clone(),
            rule,
            before: kept + removed,
            after: kept + added,
            kept,
            removed,
            added,
        });
    outcome.of_rules = of_rules.collect();
    Ok(outcome)
}

/// Whether nothing about an instance differs, rules and assets by their names.
fn is_same((before, old): (&PaintedWorld, &Instance), (after, new): (&PaintedWorld, &Instance)) -> bool {
    let asset = |world: &PaintedWorld, instance: &Instance| world.assets()[instance.asset as usize].clone();
    (old.place_m, old.rotation, old.scale, old.shade) == (new.place_m, new.rotation, new.scale, new.shade)
        && rule_name(before, old) == rule_name(after, new)
        && asset(before, old) == asset(after, new)
}

fn row(edit: &Edit, change: &str, world: &PaintedWorld, instance: &Instance) -> ChangedRow {
    let [x_m, y_m, _] = instance.place_m;
    ChangedRow {
        edit: edit.name.clone(),
        change: change.to_owned(),
        rule: rule_name(world, instance),
        asset: world.assets()[instance.asset as usize].clone(),
        x_m,
        y_m,
    }
}

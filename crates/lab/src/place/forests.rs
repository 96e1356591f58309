//! The forests that rules of a painted world stand as, grown and baked before the world is laid out.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_placement::pattern::BakedTile;
use understory_scenario::{Edit, GrownRule, WorldScenario, tile_of_rows};

use crate::bake::{ForestTrees, bake};
use crate::error::LabError;
use crate::job::Watch;

/// The same world with the tiles of all its rules: each forest that they name is grown once.
///
/// # Errors
/// [`LabError::Of`] where a forest cannot grow or be baked, [`LabError::Scenario`] where the world cannot be so.
pub fn with_forests(scenario: &WorldScenario, watch: &dyn Watch) -> Result<WorldScenario, LabError> {
    with_forests_beside(scenario, None, watch)
}

/// A world, whose forests have grown, after one of its edits. Only forests that the edit changes are grown anew.
///
/// # Errors
/// As for [`with_forests`].
pub fn edited(scenario: &WorldScenario, edit: &Edit, watch: &dyn Watch) -> Result<WorldScenario, LabError> {
    with_forests_beside(&scenario.edited(edit)?, Some(scenario), watch)
}

/// As [`with_forests`], but takes the tiles that another world has of the same forests.
///
/// # Errors
/// As for [`with_forests`].
pub fn with_forests_beside(
    scenario: &WorldScenario,
    known: Option<&WorldScenario>,
    watch: &dyn Watch,
) -> Result<WorldScenario, LabError> {
    if scenario.grown.is_empty() {
        return Ok(scenario.clone());
    }
    let mut forests: BTreeMap<(String, u32), ForestTrees> = BTreeMap::new();
    let mut tiles = BTreeMap::new();
    for (done, grown) in (0..).zip(&scenario.grown) {
        watch.step("growing forests", done, scenario.grown.len() as u64);
        let tile = match known.and_then(|known| known_tile(known, grown)) {
            Some(tile) => tile,
            None => {
                let rule = &grown.rule;
                let of_rule = |source: LabError| {
                    // What a tile refuses has its key in the rule; one of the forest's scenario is not there.
                    let own = source.key().filter(|key| key.starts_with("grown."));
                    let key = own.as_deref().unwrap_or("grown");
                    let part = format!("the forest of the rule `{rule}`");
                    LabError::of(part, format!("rule.{rule}.{key}"), source)
                };
                Arc::new(baked(grown, &mut forests).map_err(of_rule)?)
            }
        };
        tiles.insert(grown.rule.clone(), tile);
    }
    Ok(scenario.with_tiles(&tiles)?)
}

/// The tile of a rule, which another world has already.
fn known_tile(known: &WorldScenario, grown: &GrownRule) -> Option<Arc<BakedTile>> {
    let same = known.grown.iter().find(|own| own.rule == grown.rule)?;
    let is_same = forest_of(same) == forest_of(grown)
        && (&same.baking, same.height_m) == (&grown.baking, grown.height_m);
    let tile = known.world.painting().tiles.get(&grown.rule)?;
    tile.clone().filter(|_| is_same)
}

/// What fixes the trees of a forest.
fn forest_of(grown: &GrownRule) -> (String, u32) {
    (grown.forest.header.identity.clone(), grown.forest.years)
}

fn baked(
    grown: &GrownRule,
    forests: &mut BTreeMap<(String, u32), ForestTrees>,
) -> Result<BakedTile, LabError> {
    let of = forest_of(grown);
    let trees = match forests.remove(&of) {
        Some(trees) => trees,
        None => ForestTrees::grow(&grown.forest)?,
    };
    let tile = bake(&trees, &grown.baking, grown.forest.header.seed)?;
    forests.insert(of, trees);
    Ok(tile_of_rows(&tile.rows, tile.size_m, grown.height_m)?)
}

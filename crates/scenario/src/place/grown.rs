//! Rules whose density, spacing and sizes come from a forest: from a tile that was baked, or from a scenario that is grown
//! before the world is laid out.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_placement::parameters::Baking;
use understory_placement::pattern::{BakedTile, BakedTileError};
use understory_placement::{Fault, PaintedWorld};
use understory_records::{TilePointRow, read_rows};

use super::world_key::world_key;
use crate::founders::LoadPatch;
use crate::loading::{Loading, NamedScenario};
use crate::part::part;
use crate::problem::{Problems, Report};
use crate::scenario::{GrownRule, Overrides, WorldScenario};
use crate::value::{Table, Value};

/// The radius of a footprint that is not known before the forest has grown, m: the least that there is.
const UNKNOWN_M: f64 = 0.02;

/// What rules that name a forest have from it.
pub(super) struct Grown {
    /// Tiles by the names of their rules; `None` of a forest that has not grown.
    pub(super) tiles: BTreeMap<String, Option<Arc<BakedTile>>>,
    /// Forests that are to be grown.
    pub(super) rules: Vec<GrownRule>,
    /// The rules, each with a footprint.
    pub(super) entries: Vec<Table>,
}

/// What the rules of a file have from forests; `None` where something is wrong with one.
pub(super) fn read(loading: &mut Loading<'_>, table: &Table, load_patch: LoadPatch) -> Option<Grown> {
    let entries = table.tables("rule").unwrap_or_default();
    let mut found = Grown {
        tiles: BTreeMap::new(),
        rules: Vec::new(),
        entries: Vec::new(),
    };
    let mut is_whole = true;
    for entry in entries {
        let mut own = entry.clone();
        if let Some(grown) = entry.table("grown") {
            match of_rule(loading, entry, grown, load_patch) {
                Some(OfRule::Baked(name, tile)) => {
                    set_footprint(&mut own, tile.footprint_m());
                    found.tiles.insert(name, Some(Arc::new(tile)));
                }
                Some(OfRule::Awaited(rule)) => {
                    set_footprint(&mut own, UNKNOWN_M);
                    found.tiles.insert(rule.rule.clone(), None);
                    found.rules.push(rule);
                }
                None => is_whole = false,
            }
        }
        found.entries.push(own);
    }
    is_whole.then_some(found)
}

/// The footprint of a rule that names none.
fn set_footprint(rule: &mut Table, footprint_m: f64) {
    if !rule.has("footprint_m") {
        let at = rule.at("grown");
        rule.insert("footprint_m", at, Value::Real(footprint_m.max(UNKNOWN_M)));
    }
}

enum OfRule {
    Baked(String, BakedTile),
    Awaited(GrownRule),
}

fn of_rule(loading: &mut Loading<'_>, entry: &Table, grown: &Table, load_patch: LoadPatch) -> Option<OfRule> {
    if !grown.is_whole() {
        return None;
    }
    let rule = entry.text("name")?.to_owned();
    let height_m = grown.real("height_m");
    if grown.has("tile") {
        return Some(OfRule::Baked(rule, baked(loading, grown, height_m)?));
    }
    let NamedScenario {
        scenario: forest,
        opened,
        path,
    } = loading.scenario(
        (grown, "scenario"),
        grown.whole("year").map(Overrides::of_years),
        true,
        load_patch,
        |forest| &forest.header,
    )?;
    let baking: Baking = part(&mut loading.report, "tile", grown)?;
    if let Some(species) = &baking.species
        && forest.species.iter().all(|own| own.name != *species)
    {
        let names: Vec<&str> = forest.species.iter().map(|own| &*own.name).collect();
        let message =
            format!("`rule.grown.species` is `{species}`, but no species of `{opened}` has that name");
        let hint = format!("there are: {}", names.join(", "));
        loading.report.problem(grown.at("species"), message, hint);
        return None;
    }
    let forest_m = forest.borders.window.plot().size_m();
    if let Some(side_m) = baking.side_m
        && side_m > forest_m[0].min(forest_m[1])
    {
        let message = format!(
            "`rule.grown.side_m` is {side_m}, but the forest of `{opened}` is {} m by {} m",
            forest_m[0], forest_m[1]
        );
        let hint = "a tile is at most as large as its forest: make it smaller, or grow a larger forest";
        loading
            .report
            .problem(grown.at("side_m"), message, hint.to_owned());
        return None;
    }
    Some(OfRule::Awaited(GrownRule {
        rule,
        forest: Box::new(forest),
        path,
        baking,
        height_m,
        has_footprint: entry.has("footprint_m"),
    }))
}

/// The tile of a file.
fn baked(loading: &mut Loading<'_>, grown: &Table, height_m: Option<f64>) -> Option<BakedTile> {
    let at = grown.at("tile");
    let size_m = grown.real_pair("size_m")?;
    let (opened, input) = loading.input(at, grown.text("tile")?)?;
    let rows: Vec<TilePointRow> = match read_rows(&opened, &*loading.inputs[input].bytes) {
        Ok(rows) => rows,
        Err(error) => {
            let hint = "give `tile.csv` as `understory bake` writes it".to_owned();
            loading.report.problem(at, error.to_string(), hint);
            return None;
        }
    };
    let is_in_order = |pair: &[TilePointRow]| pair[0].rank <= pair[1].rank;
    if let Some(before) = rows.windows(2).position(|pair| !is_in_order(pair)) {
        let message = format!(
            "{opened}:{}: `rank` is {}, but the row before has {}",
            before + 3,
            rows[before + 1].rank,
            rows[before].rank
        );
        loading
            .report
            .problem(at, message, "sort the rows by `rank`".to_owned());
        return None;
    }
    let tile = tile_of_rows(&rows, size_m, height_m);
    tile.map_err(|error| {
        let message = match &error {
            BakedTileError::Outside { number, .. } | BakedTileError::NotAFactor { number, .. } => {
                format!("{opened}:{}: {error}", number + 2)
            }
            _ => format!("{opened}: {error}"),
        };
        let hint = "`size_m` is the width and height that `understory bake` told".to_owned();
        loading.report.problem(at, message, hint);
    })
    .ok()
}

/// The tile of these trees, the last to be taken away first: each as large as its height says, beside that of the asset at
/// the scale 1, m, or without it beside their mean height.
///
/// # Errors
/// [`BakedTileError`].
pub fn tile_of_rows(
    rows: &[TilePointRow],
    size_m: [f64; 2],
    height_m: Option<f64>,
) -> Result<BakedTile, BakedTileError> {
    let mean_m = || rows.iter().map(|row| row.height_m).sum::<f64>() / rows.len().max(1) as f64;
    let height_m = height_m.unwrap_or_else(mean_m);
    BakedTile::new(
        size_m,
        rows.iter().map(|row| [row.x_m, row.y_m]).collect(),
        rows.iter().map(|row| row.height_m / height_m).collect(),
    )
}

impl WorldScenario {
    /// The same world with the tiles of the rules whose forests have grown, each by the name of its rule.
    ///
    /// # Errors
    /// [`Problems`], at the rules, where the world cannot be so.
    pub fn with_tiles(&self, tiles: &BTreeMap<String, Arc<BakedTile>>) -> Result<Self, Problems> {
        let mut painting = self.world.painting().clone();
        for grown in &self.grown {
            let Some(tile) = tiles.get(&grown.rule) else {
                continue;
            };
            let own = painting.rules.iter_mut().find(|rule| rule.name == grown.rule);
            if let Some(rule) = own.filter(|_| !grown.has_footprint) {
                rule.footprint_m = tile.footprint_m().max(UNKNOWN_M);
            }
            painting.tiles.insert(grown.rule.clone(), Some(Arc::clone(tile)));
        }
        let key = world_key(self.header.seed);
        match PaintedWorld::new(painting, self.world.maps().clone(), key) {
            Ok(world) => Ok(Self {
                world,
                ..self.clone()
            }),
            Err(faults) => {
                let mut report = Report::new(&self.header.path, &self.header.text);
                report.extend(faults.into_iter().map(|fault: Fault| {
                    let hint = (!fault.hint.is_empty()).then(|| fault.hint.clone());
                    self.header.problem(&fault.key, fault.to_string(), hint)
                }));
                report.finish(None)
            }
        }
    }
}

//! How the assets of a painted world look.

use understory_placement::{AssetLook, Painting, Shape};
use understory_records::nearest;

use super::painting::list;
use crate::problem::Report;
use crate::value::Table;

/// The looks that the file gives, each of another asset of the world.
pub(super) fn read(
    report: &mut Report<'_>,
    table: &Table,
    painting: Option<&Painting>,
) -> Option<Vec<AssetLook>> {
    let looks: Vec<AssetLook> = list(report, table, "asset")?;
    let entries = table.tables("asset").unwrap_or_default();
    let before = report.count();
    for (number, (entry, look)) in entries.iter().zip(&looks).enumerate() {
        if looks[..number].iter().any(|first| first.name == look.name) {
            let message = format!("`asset.name` is `{}`, whose look is given already", look.name);
            report.problem(entry.at("name"), message, "give each asset one look".to_owned());
        }
        let Some(painting) = painting else { continue };
        if !named(painting).any(|name| name == look.name) {
            let message = format!(
                "`asset.name` is `{}`, which no rule, mix, prefab, prop, drop or instance names",
                look.name
            );
            let hint = match nearest(&look.name, named(painting)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "remove it, or place that asset by a `[[rule]]`".to_owned(),
            };
            report.problem(entry.at("name"), message, hint);
        }
    }
    dropped(report, table, &looks);
    (report.count() == before).then_some(looks)
}

/// What is dropped has a shape, whose corners touch the ground.
fn dropped(report: &mut Report<'_>, table: &Table, looks: &[AssetLook]) {
    for entry in table.tables("drop").unwrap_or_default() {
        let Some(asset) = entry.text("asset") else {
            continue;
        };
        let look = looks.iter().find(|look| look.name == asset);
        let (message, hint) = match look.map(|look| look.shape) {
            Some(Some(Shape::Card)) => (
                format!("`drop.asset` is `{asset}`, which is flat cards: nothing flat can fall and lie"),
                "give it another `shape`, such as `rock` or `log`".to_owned(),
            ),
            Some(Some(_)) => continue,
            Some(None) => (
                format!("`drop.asset` is `{asset}`, which is a tree: its leaves are no body that could fall"),
                "drop an asset with a `shape`, such as `log`".to_owned(),
            ),
            None => (
                format!("`drop.asset` is `{asset}`, of which no size is said"),
                format!(
                    "add `[[asset]]` with `name = \"{asset}\"`, `shape`, `height_m`, `width_m` and `colour`"
                ),
            ),
        };
        report.problem(entry.at("asset"), message, hint);
    }
}

/// The assets that a world names.
fn named(painting: &Painting) -> impl Iterator<Item = &str> {
    let rules = painting.rules.iter().map(|rule| &*rule.asset);
    let members = painting.mixes.iter().map(|mix| &*mix.asset);
    let placed = painting.placed.iter().map(|placed| &*placed.asset);
    let parts = painting.prefabs.iter().flat_map(|prefab| &prefab.part);
    let parts = parts.map(|part| &*part.asset);
    let added = painting.hand_edits.added.iter().map(|added| &*added.asset);
    let props = painting.props.iter().map(|prop| &*prop.asset);
    let drops = painting.drops.iter().map(|drop| &*drop.asset);
    let drawn = rules.chain(members).chain(placed).chain(parts);
    drawn.chain(added).chain(props).chain(drops)
}

//! What a painted world says, from the tables of its file.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use understory_placement::parameters::{Biome, Blocker, Place};
use understory_placement::patches::Refining;
use understory_placement::{HandEdits, Painting};

use crate::part::part;
use crate::problem::Report;
use crate::value::Table;

/// Numbers of biomes are bytes.
const MOST_BIOMES: usize = 256;

/// All but the maps, the tiles and the hand edits; `None` where something is wrong with it. The rules are those of the entries
/// given, each with a footprint; without any, something is wrong with one.
pub(super) fn read(report: &mut Report<'_>, table: &Table, rules: Option<&[Table]>) -> Option<Painting> {
    let biomes = table.table("biome").and_then(|biome| biomes(report, biome));
    let place: Option<Place> = table
        .table("place")
        .and_then(|place| part(report, "world", place));
    let rules = rules.and_then(|entries| all(report, entries));
    let mixes = list(report, table, "mix");
    let tags = list(report, table, "tag");
    let textures = list(report, table, "texture");
    let prefabs = list(report, table, "prefab");
    let mut blockers: Option<Vec<Blocker>> = list(report, table, "blocker");
    // One that is both a ball and a polygon, or neither, was told at its entry; the world would tell it again.
    if let Some(blockers) = &mut blockers {
        blockers.retain(|blocker| blocker.at_m.is_some() != blocker.corners_m.is_some());
    }
    let roads = list(report, table, "road");
    let rivers = list(report, table, "river");
    let placed = list(report, table, "instance");
    let rings = list(report, table, "lod");
    let props = list(report, table, "prop");
    let drops = list(report, table, "drop");
    let refining = match table.table("patches") {
        Some(patches) => part(report, "world", patches),
        None => (!table.has("patches")).then(Refining::default),
    };
    Some(Painting {
        place: place?,
        biomes: biomes?,
        rules: rules?,
        tiles: BTreeMap::new(),
        mixes: mixes?,
        tags: tags?,
        textures: textures?,
        prefabs: prefabs?,
        blockers: blockers?,
        roads: roads?,
        rivers: rivers?,
        placed: placed?,
        hand_edits: HandEdits::default(),
        rings: rings?,
        refining: refining?,
        props: props?,
        drops: drops?,
    })
}

/// The entries of a list, none where it is not given.
pub(super) fn list<T: DeserializeOwned>(
    report: &mut Report<'_>,
    table: &Table,
    name: &str,
) -> Option<Vec<T>> {
    if !table.has(name) {
        return Some(Vec::new());
    }
    all(report, table.tables(name)?)
}

/// These entries.
fn all<T: DeserializeOwned>(report: &mut Report<'_>, entries: &[Table]) -> Option<Vec<T>> {
    let read = entries.iter().map(|entry| part(report, "world", entry));
    // Each is looked at, whatever is wrong with those before it.
    read.collect::<Vec<Option<T>>>().into_iter().collect()
}

/// The types of land, each of its own colour.
fn biomes(report: &mut Report<'_>, biome: &Table) -> Option<Vec<Biome>> {
    let biomes: Vec<Biome> = list(report, biome, "type")?;
    let entries = biome.tables("type")?;
    let before = report.count();
    if biomes.len() > MOST_BIOMES {
        let message = format!(
            "there are {} types of land, but a map tells at most {MOST_BIOMES} apart",
            biomes.len()
        );
        report.problem(entries[MOST_BIOMES].at, message, "merge some of them".to_owned());
    }
    for (number, (entry, own)) in entries.iter().zip(&biomes).enumerate() {
        if let Some(first) = biomes[..number].iter().find(|first| first.colour == own.colour) {
            let message = format!(
                "`biome.type.colour` is {}, which is the colour of `{}` too",
                own.colour, first.name
            );
            report.problem(
                entry.at("colour"),
                message,
                "give each type of land a colour of its own".to_owned(),
            );
        }
    }
    (report.count() == before).then_some(biomes)
}

//! The page of a painted world that was laid out.

use std::collections::{BTreeMap, BTreeSet};

use understory_lab::store::Store;
use understory_page::{About, BiomeMap, Layer, Parts, Thing, World, page};
use understory_placement::tiles_in_rings;
use understory_records::{
    InstanceRow, RuleRow, WorldBlocker, WorldCourse, WorldManifest, paths, read_each_row,
};

use super::figures::{biome_picture, window_of};
use crate::error::Error;
use crate::stored::read;

/// Corners of a round blocker as it is drawn.
const CORNERS: u32 = 24;
/// What was placed by hand is black.
const BY_HAND: [u8; 3] = [0, 0, 0];

/// The page of a painted world, from its tables and its biome map.
pub(crate) fn of_world(store: &dyn Store, manifest: WorldManifest<'_>) -> Result<String, Error> {
    let ring_of = rings(manifest);
    let mut layers = layers(store, manifest)?;
    let by_hand = layers.len() - 1;
    let places: BTreeMap<&str, usize> = manifest.rules.iter().map(|rule| &*rule.name).zip(0..).collect();
    let all = manifest.instances;
    let one_in = World::one_in(all);
    let mut things = Vec::new();
    let mut tiles: BTreeSet<[i32; 2]> = tiles_laid_out(manifest).into_iter().collect();
    // Row by row, as there may be millions.
    let rows = read_each_row::<InstanceRow>(paths::INSTANCES, store.open(paths::INSTANCES)?)?;
    for (number, row) in rows.enumerate() {
        let row = row?;
        let tile = [row.tile_x, row.tile_y];
        tiles.insert(tile);
        let layer = places.get(&*row.rule).copied().unwrap_or(by_hand);
        if layer == by_hand {
            layers[by_hand].instances += 1;
        }
        if let Some(&ring) = ring_of.get(&tile)
            && (layer == by_hand || layers[layer].footprint_m >= manifest.lod[ring].footprint_m)
        {
            layers[layer].in_rings[ring] += 1;
        }
        // What was placed by hand is rare, and is to be found.
        if number.is_multiple_of(one_in) || layer == by_hand {
            things.push(Thing {
                layer,
                place_m: [row.x_m, row.y_m],
                z_m: row.z_m,
                scale: row.scale,
            });
        }
    }
    if layers[by_hand].instances == 0 {
        layers.pop();
    }
    let biomes = biome_picture(store, manifest)?;
    let world = World {
        tile_m: manifest.tile_m,
        tiles: tiles
            .into_iter()
            .map(|tile| (tile, ring_of.get(&tile).copied()))
            .collect(),
        biomes: manifest
            .biomes
            .iter()
            .map(|biome| (biome.name.clone(), biome.colour.0))
            .collect(),
        biome_map: BiomeMap {
            columns: biomes.columns,
            rows: biomes.rows,
            biomes: biomes.biomes,
        },
        layers,
        rings: manifest.lod.clone(),
        camera_m: manifest.camera_m,
        blockers: manifest
            .blockers
            .iter()
            .map(|blocker| (blocker.name.clone(), corners(blocker)))
            .collect(),
        roads: manifest.roads.iter().map(course).collect(),
        rivers: manifest.rivers.iter().map(course).collect(),
        things,
        one_in,
    };
    let about = About::of(manifest.all, &manifest.world);
    let parts = Parts {
        world: Some(world),
        ..Parts::default()
    };
    Ok(page(&about, parts)?)
}

/// The ring of each tile around the camera; none where there are no rings.
fn rings(manifest: WorldManifest<'_>) -> BTreeMap<[i32; 2], usize> {
    if manifest.lod.is_empty() {
        return BTreeMap::new();
    }
    let ends_m: Vec<f64> = manifest.lod.iter().map(|ring| ring.to_m).collect();
    tiles_in_rings(&window_of(manifest), manifest.tile_m, &ends_m, manifest.camera_m)
}

/// The tiles that were asked for, or all of the world.
fn tiles_laid_out(manifest: WorldManifest<'_>) -> Vec<[i32; 2]> {
    if !manifest.tiles.is_empty() {
        return manifest.tiles.clone();
    }
    let window = window_of(manifest);
    let span = |axis: usize| {
        let tile = |at_m: f64| (at_m / manifest.tile_m).floor() as i32;
        tile(window.low_m[axis])..=tile(window.high_m[axis].next_down())
    };
    span(1).flat_map(|y| span(0).map(move |x| [x, y])).collect()
}

/// A layer for each rule, and one for what was placed by hand.
fn layers(store: &dyn Store, manifest: WorldManifest<'_>) -> Result<Vec<Layer>, Error> {
    let rows: Vec<RuleRow> = read(store, paths::RULES)?;
    let of = |name: &str| rows.iter().find(|row| row.rule == name);
    let in_rings = vec![0; manifest.lod.len()];
    let rules = manifest.rules.iter().map(|rule| Layer {
        name: rule.name.clone(),
        asset: rule.asset.clone(),
        biome: of(&rule.name).map_or(String::new(), |row| row.biome.clone()),
        colour: rule.colour.0,
        footprint_m: rule.footprint_m,
        densest_per_ha: of(&rule.name).map(|row| row.densest_per_ha),
        instances: of(&rule.name).map_or(0, |row| row.instances),
        per_ha: of(&rule.name).map(|row| row.per_ha),
        in_rings: in_rings.clone(),
    });
    let by_hand = Layer {
        name: String::new(),
        asset: String::new(),
        biome: String::new(),
        colour: BY_HAND,
        footprint_m: 1.0,
        densest_per_ha: None,
        instances: 0,
        per_ha: None,
        in_rings: in_rings.clone(),
    };
    Ok(rules.chain([by_hand]).collect())
}

fn course(course: &WorldCourse) -> (String, Vec<[f64; 2]>, f64) {
    (course.name.clone(), course.points_m.clone(), course.width_m)
}

/// The outline of a blocker.
fn corners(blocker: &WorldBlocker) -> Vec<[f64; 2]> {
    if !blocker.corners_m.is_empty() {
        return blocker.corners_m.clone();
    }
    let corner = |number: u32| {
        let angle = std::f64::consts::TAU * f64::from(number) / f64::from(CORNERS);
        let (sine, cosine) = understory_numerics::math::sin_cos(angle);
        let [x_m, y_m] = blocker.at_m;
        [x_m + blocker.radius_m * cosine, y_m + blocker.radius_m * sine]
    };
    (0..CORNERS).map(corner).collect()
}

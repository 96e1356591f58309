//! The part of a page that shows a painted world: its tiles, the rings around its camera, and what stands there layer by
//! layer.

use serde::Serialize;
use understory_records::WorldRing;

use crate::column::Column;

/// So many things a page draws at most.
const AT_MOST: u64 = 60_000;

/// A tile, and the number of the ring around the camera in which it lies, from 0; none beyond all.
pub type TileInRing = ([i32; 2], Option<usize>);

/// A painted world that was laid out.
#[derive(Debug, Default)]
pub struct World {
    /// Side of a tile, m.
    pub tile_m: f64,
    /// The tiles that were laid out.
    pub tiles: Vec<TileInRing>,
    /// Its biomes, with their colours.
    pub biomes: Vec<(String, [u8; 3])>,
    /// Which biome lies where.
    pub biome_map: BiomeMap,
    /// Its rules, the most important first.
    pub layers: Vec<Layer>,
    /// The rings around the camera, from near to far.
    pub rings: Vec<WorldRing>,
    /// Where the camera stands, m.
    pub camera_m: [f64; 2],
    /// Outlines of what nothing stands on.
    pub blockers: Vec<(String, Vec<[f64; 2]>)>,
    /// Roads: name, course, width.
    pub roads: Vec<(String, Vec<[f64; 2]>, f64)>,
    /// Rivers, likewise.
    pub rivers: Vec<(String, Vec<[f64; 2]>, f64)>,
    /// What stands: as many as [`World::one_in`] lets through.
    pub things: Vec<Thing>,
    /// One in so many is drawn.
    pub one_in: usize,
}

/// A grid of the numbers of biomes, row by row from the south.
#[derive(Debug, Default)]
pub struct BiomeMap {
    /// Cells from west to east.
    pub columns: usize,
    /// Cells from south to north.
    pub rows: usize,
    /// Their biomes.
    pub biomes: Vec<u8>,
}

/// What a rule lets stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layer {
    /// Name of the rule; empty for what was placed by hand.
    pub name: String,
    /// What stands.
    pub asset: String,
    /// The biome that it is for.
    pub biome: String,
    /// Its colour.
    pub colour: [u8; 3],
    /// Radius of the disc of ground that each takes, m.
    pub footprint_m: f64,
    /// Its points where it is densest, per ha.
    pub densest_per_ha: Option<f64>,
    /// How many stand.
    pub instances: u64,
    /// How many stand, per ha of the tiles.
    pub per_ha: Option<f64>,
    /// How many are shown in each ring.
    pub in_rings: Vec<u64>,
}

/// A thing that stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thing {
    /// Its layer's number.
    pub layer: usize,
    /// Where it stands, m.
    pub place_m: [f64; 2],
    /// Height of the ground there, m.
    pub z_m: f64,
    /// Its size, as a factor.
    pub scale: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackedWorld {
    tile_m: f64,
    tiles: PackedTiles,
    biomes: Vec<(String, [u8; 3])>,
    biome_map: PackedMap,
    layers: Vec<Layer>,
    rings: Vec<WorldRing>,
    camera_m: [f64; 2],
    blockers: Vec<(String, Vec<[f64; 2]>)>,
    roads: Vec<(String, Vec<[f64; 2]>, f64)>,
    rivers: Vec<(String, Vec<[f64; 2]>, f64)>,
    one_in: usize,
    things: PackedThings,
}

#[derive(Debug, Serialize)]
struct PackedTiles {
    column: Column,
    row: Column,
    /// Number of the ring from 1; 0 beyond all.
    ring: Column,
}

#[derive(Debug, Serialize)]
struct PackedMap {
    columns: usize,
    rows: usize,
    biome: Column,
}

#[derive(Debug, Serialize)]
struct PackedThings {
    layer: Column,
    x_m: Column,
    y_m: Column,
    z_m: Column,
    scale: Column,
}

impl World {
    /// One in so many things is drawn, where there are so many.
    #[must_use]
    pub fn one_in(things: u64) -> usize {
        things.div_ceil(AT_MOST).max(1) as usize
    }

    pub(crate) fn pack(self, into: &mut Vec<u8>) -> PackedWorld {
        let (tiles, things) = (|| self.tiles.iter(), || self.things.iter());
        PackedWorld {
            tile_m: self.tile_m,
            tiles: PackedTiles {
                column: Column::of(tiles().map(|(tile, _)| f64::from(tile[0])), 1, into),
                row: Column::of(tiles().map(|(tile, _)| f64::from(tile[1])), 1, into),
                ring: Column::of(
                    tiles().map(|(_, ring)| ring.map_or(0.0, |ring| ring as f64 + 1.0)),
                    1,
                    into,
                ),
            },
            biomes: self.biomes,
            biome_map: PackedMap {
                columns: self.biome_map.columns,
                rows: self.biome_map.rows,
                biome: Column::of(self.biome_map.biomes.iter().copied().map(f64::from), 1, into),
            },
            layers: self.layers,
            rings: self.rings,
            camera_m: self.camera_m,
            blockers: self.blockers,
            roads: self.roads,
            rivers: self.rivers,
            one_in: self.one_in,
            things: PackedThings {
                layer: Column::of(things().map(|thing| thing.layer as f64), 1, into),
                x_m: Column::of(things().map(|thing| thing.place_m[0]), 100, into),
                y_m: Column::of(things().map(|thing| thing.place_m[1]), 100, into),
                z_m: Column::of(things().map(|thing| thing.z_m), 100, into),
                scale: Column::of(things().map(|thing| thing.scale), 1000, into),
            },
        }
    }
}

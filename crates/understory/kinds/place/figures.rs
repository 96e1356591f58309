//! The figures of a painted world, from its tables and its biome map.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};

use understory_lab::place::pattern_samples;
use understory_lab::store::Store;
use understory_numerics::parallel::try_map;
use understory_placement::{Window, tiles_in_rings};
use understory_records::{
    AgreementRow, ChangedRow, FrameRow, InstanceRow, PatchRow, PropRow, WorldEdit, WorldManifest, paths,
    read_each_row,
};
use understory_report::Figure;
use understory_report::world::{
    BiomePicture, Camera, Changes, PatternSample, PlacedInstance, WorldMap, agreement, changed, patches,
    patterns, rings,
};
use understory_terrain::{Raster, read_coloured_png};

use super::exports::BIOMES;
use crate::error::Error;
use crate::stored::{Each, read};

/// Pixels of a biome map at most; it was read under a stricter limit before.
const MOST_PIXELS: u64 = 1 << 28;
/// Around what an edit changes so much more may be shown, m.
const AROUND_M: f64 = 100.0;

/// Draws the figures of a painted world.
pub(crate) fn of_world(store: &dyn Store, manifest: WorldManifest<'_>, each: Each<'_>) -> Result<(), Error> {
    let world = World {
        rules: manifest.rules.iter().map(|rule| &*rule.name).zip(0..).collect(),
        store,
        manifest,
    };
    let biomes = biome_picture(store, manifest)?;
    let changed: Vec<ChangedRow> = match manifest.edits[..] {
        [] => Vec::new(),
        _ => read(store, paths::CHANGED)?,
    };
    let mut figures: Vec<Draw<'_>> = vec![Box::new(|| world.draw_map(&biomes).map(Some))];
    for edit in &manifest.edits {
        figures.push(Box::new(|| world.draw_edit(edit, &changed).map(Some)));
    }
    if !manifest.lod.is_empty() {
        figures.push(Box::new(|| world.draw_rings().map(Some)));
    }
    if !manifest.props.is_empty() {
        figures.push(Box::new(|| world.draw_patches(&biomes).map(Some)));
    }
    figures.push(Box::new(|| {
        let rows: Vec<AgreementRow> = read(store, paths::AGREEMENT)?;
        Ok(agreement(&manifest.all.made_from.scenario, &rows)?)
    }));
    figures.push(Box::new(|| draw_patterns().map(Some)));
    let drawn = try_map(figures.len(), 1, |number| figures[number]())?;
    Ok(drawn.into_iter().flatten().try_for_each(each)?)
}

/// A figure, where there is anything to draw.
type Draw<'a> = Box<dyn Fn() -> Result<Option<Figure>, Error> + Sync + 'a>;

fn draw_patterns() -> Result<Figure, Error> {
    let samples = pattern_samples()?.iter().map(|sample| PatternSample {
        row: sample.row.clone(),
        low_m: [0.0; 2],
        side_m: sample.side_m,
        points_m: sample.points_m.clone(),
    });
    Ok(patterns(&samples.collect::<Vec<_>>())?)
}

/// Its map of biomes.
pub(crate) fn biome_picture(store: &dyn Store, manifest: WorldManifest<'_>) -> Result<BiomePicture, Error> {
    let mut bytes = Vec::new();
    store.open(BIOMES)?.read_to_end(&mut bytes)?;
    let legend: Vec<[u8; 3]> = manifest.biomes.iter().map(|biome| biome.colour.0).collect();
    let window = window_of(manifest);
    let raster: Raster<u8> = read_coloured_png(BIOMES, Cursor::new(bytes), &legend, MOST_PIXELS)
        .and_then(|map| map.over(window.low_m, window.high_m))
        .map_err(std::io::Error::other)?;
    Ok(BiomePicture::of(&manifest.world, |place_m| {
        raster.nearest(place_m)
    }))
}

/// All of it.
pub(crate) fn window_of(manifest: WorldManifest<'_>) -> Window {
    let (low_m, size_m) = (manifest.world.origin_m, manifest.world.size_m);
    Window {
        low_m,
        high_m: std::array::from_fn(|axis| low_m[axis] + size_m[axis]),
    }
}

/// A world that was laid out.
struct World<'a> {
    rules: BTreeMap<&'a str, u32>,
    store: &'a dyn Store,
    manifest: WorldManifest<'a>,
}

impl World<'_> {
    fn standing(&self, rule: &str, at_m: [f64; 2]) -> PlacedInstance {
        let rule = self.rules.get(rule).copied();
        let footprint_m = rule.map_or(0.0, |rule| self.manifest.rules[rule as usize].footprint_m);
        PlacedInstance {
            at_m,
            rule,
            footprint_m,
        }
    }

    /// All that stands, one after the other, as there may be millions.
    fn for_each_standing(
        &self,
        mut take: impl FnMut(PlacedInstance) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let rows = read_each_row::<InstanceRow>(paths::INSTANCES, self.store.open(paths::INSTANCES)?)?;
        for row in rows {
            let row = row?;
            take(self.standing(&row.rule, [row.x_m, row.y_m]))?;
        }
        Ok(())
    }

    fn draw_map(&self, biomes: &BiomePicture) -> Result<Figure, Error> {
        let mut map = WorldMap::new(self.manifest, biomes)?;
        self.for_each_standing(|standing| Ok(map.add([standing])?))?;
        Ok(map.finish()?)
    }

    fn draw_edit(&self, edit: &WorldEdit, rows: &[ChangedRow]) -> Result<Figure, Error> {
        let of = |change: &str| -> Vec<PlacedInstance> {
            let own = rows
                .iter()
                .filter(|row| row.edit == edit.name && row.change == change);
            own.map(|row| self.standing(&row.rule, [row.x_m, row.y_m]))
                .collect()
        };
        let (removed, added) = (of("removed"), of("added"));
        // All that the figure may show: what changed, and the reach of what was edited.
        let points = removed.iter().chain(&added).map(|one| (one.at_m, 0.0));
        let reach = edit.reach.iter().map(|circle| (circle.at_m, circle.radius_m));
        let all: Vec<([f64; 2], f64)> = points.chain(reach).collect();
        let edge_m = |axis: usize, side: f64| {
            let ends_m = all.iter().map(|(at_m, radius_m)| at_m[axis] * side + radius_m);
            ends_m.fold(f64::NEG_INFINITY, f64::max) * side
        };
        let around = Window {
            low_m: [edge_m(0, -1.0), edge_m(1, -1.0)],
            high_m: [edge_m(0, 1.0), edge_m(1, 1.0)],
        }
        .grown(AROUND_M);
        let gone: BTreeSet<[u64; 2]> = removed.iter().map(|one| one.at_m.map(f64::to_bits)).collect();
        let mut kept = Vec::new();
        self.for_each_standing(|one| {
            if around.holds(one.at_m) && !gone.contains(&one.at_m.map(f64::to_bits)) {
                kept.push(one);
            }
            Ok(())
        })?;
        let changes = Changes {
            edit,
            kept: &kept,
            removed: &removed,
            added: &added,
        };
        Ok(changed(self.manifest, &changes)?)
    }

    fn draw_patches(&self, biomes: &BiomePicture) -> Result<Figure, Error> {
        let there: Vec<PatchRow> = read(self.store, paths::PATCHES)?;
        let props: Vec<PropRow> = read(self.store, paths::PROPS)?;
        let frames: Vec<FrameRow> = read(self.store, paths::FRAMES)?;
        Ok(patches(self.manifest, biomes, &there, &props, &frames)?)
    }

    fn draw_rings(&self) -> Result<Figure, Error> {
        let ends_m: Vec<f64> = self.manifest.lod.iter().map(|ring| ring.to_m).collect();
        let camera = Camera {
            at_m: self.manifest.camera_m,
            tiles: tiles_in_rings(
                &window_of(self.manifest),
                self.manifest.tile_m,
                &ends_m,
                self.manifest.camera_m,
            ),
        };
        let mut shown = Vec::new();
        self.for_each_standing(|one| {
            let tile = one.at_m.map(|at_m| (at_m / self.manifest.tile_m).floor() as i32);
            let ring = camera.tiles.get(&tile).map(|&ring| &self.manifest.lod[ring]);
            if ring.is_some_and(|ring| one.rule.is_none() || one.footprint_m >= ring.footprint_m) {
                shown.push(one);
            }
            Ok(())
        })?;
        Ok(rings(self.manifest, &camera, &shown)?)
    }
}

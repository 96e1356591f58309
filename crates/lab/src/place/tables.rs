//! What stands where, tile by tile, and how much of each rule.

use std::time::Instant;

use understory_placement::{Instance, PaintedWorld, Window};
use understory_records::{InstanceRow, RuleRow, paths};
use understory_scenario::WorldScenario;

use super::laid_out_tiles::LaidOutTiles;
use crate::error::LabError;
use crate::job::Watch;
use crate::store::Store;
use crate::tables::write_table;

/// What came of a painted world.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidOut {
    /// All that stands in the tiles that were asked for.
    pub instances: u64,
    /// Where it stands.
    pub standing: LaidOutTiles,
    /// Of each rule how many stand, in the order of the scenario.
    pub of_rules: Vec<u64>,
    /// How many were placed by hand.
    pub by_hand: u64,
    /// Of each kind of props how many there are at the end of the camera's way.
    pub props: Vec<u64>,
    /// Time that laying out took, s; writing is beside it.
    pub place_s: f64,
    /// Time that all tables took, s.
    pub all_s: f64,
}

/// Writes what stands in some tiles, as they are laid out.
pub(super) fn instances(
    scenario: &WorldScenario,
    tiles: &[[i32; 2]],
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<LaidOut, LabError> {
    let world = &scenario.world;
    let detail = world.detail();
    let mut found = LaidOut {
        instances: 0,
        standing: LaidOutTiles::new(world, tiles),
        of_rules: vec![0; world.painting().rules.len()],
        by_hand: 0,
        props: Vec::new(),
        place_s: 0.0,
        all_s: 0.0,
    };
    let mut laid_out = world.lay_out(tiles, &detail);
    let mut done = 0;
    let each = std::iter::from_fn(|| {
        let begun = Instant::now();
        let (tile, instances) = laid_out.next()?;
        found.place_s += begun.elapsed().as_secs_f64();
        done += 1;
        watch.step("laying out tiles", done, tiles.len() as u64);
        found.instances += instances.len() as u64;
        found.standing.keep(&instances);
        for instance in &instances {
            match instance.rule {
                Some(rule) => found.of_rules[rule as usize] += 1,
                None => found.by_hand += 1,
            }
        }
        Some(
            instances
                .into_iter()
                .map(move |instance| row(world, tile, &instance)),
        )
    });
    write_table(store, paths::INSTANCES, each.flatten())?;
    if world.painting().place.parquet {
        let rows = tiles
            .iter()
            .zip(found.standing.tiles(world, &detail))
            .flat_map(|(&tile, instances)| {
                instances
                    .into_iter()
                    .map(move |instance| row(world, tile, &instance))
            });
        write_table(store, paths::INSTANCES_PARQUET, rows)?;
    }
    Ok(found)
}

/// A row of an instance.
pub(super) fn row(world: &PaintedWorld, [tile_x, tile_y]: [i32; 2], instance: &Instance) -> InstanceRow {
    let [x_m, y_m, z_m] = instance.place_m;
    let [qx, qy, qz, qw] = instance.rotation;
    InstanceRow {
        instance: instance.key.to_string(),
        asset: world.assets()[instance.asset as usize].clone(),
        rule: rule_name(world, instance),
        tile_x,
        tile_y,
        x_m,
        y_m,
        z_m,
        qx,
        qy,
        qz,
        qw,
        scale: instance.scale,
        shade: instance.shade,
        tags: world.tags(instance.asset).to_owned(),
    }
}

/// Name of an instance's rule; empty where it was placed by hand.
pub(super) fn rule_name(world: &PaintedWorld, instance: &Instance) -> String {
    instance.rule.map_or_else(String::new, |rule| {
        world.painting().rules[rule as usize].name.clone()
    })
}

/// Writes how much of each rule stands in some tiles.
pub(super) fn rules(
    scenario: &WorldScenario,
    tiles: &[[i32; 2]],
    laid_out: &LaidOut,
    store: &dyn Store,
) -> Result<(), LabError> {
    let world = &scenario.world;
    let area_ha: f64 = tiles.iter().map(|&tile| area_ha(&world.window_of(tile))).sum();
    let rules = world.painting().rules.iter().zip(&laid_out.of_rules).enumerate();
    let rows = rules.map(|(number, (rule, &instances))| RuleRow {
        rule: rule.name.clone(),
        asset: rule.asset.clone(),
        biome: rule.biome.clone(),
        footprint_m: rule.footprint_m,
        densest_per_ha: world.densest_per_m2(number) * 10_000.0,
        instances,
        per_ha: instances as f64 / area_ha,
    });
    write_table(store, paths::RULES, rows)?;
    Ok(())
}

/// Area of a window, ha.
fn area_ha(window: &Window) -> f64 {
    let [width_m, height_m]: [f64; 2] =
        std::array::from_fn(|axis| (window.high_m[axis] - window.low_m[axis]).max(0.0));
    width_m * height_m / 10_000.0
}

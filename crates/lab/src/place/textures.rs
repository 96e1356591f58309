//! How well textures and instances agree: what lies where each rule's instances stand, and elsewhere in their biome.

use std::collections::BTreeSet;

use understory_placement::{Detail, PaintedWorld};
use understory_records::{AgreementRow, TextureRow, paths};
use understory_scenario::WorldScenario;

use super::laid_out_tiles::LaidOutTiles;
use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// Places along a side at which the ground of biomes is asked.
const PLACES: u32 = 200;

/// Classes of how much of the ground a texture covers.
const CLASSES: usize = 5;

/// A rule and a texture where that covers so much of the ground.
#[derive(Clone, Copy, Default)]
struct Class {
    /// Ground, m².
    area_m2: f64,
    /// Instances that the rule asks for on it.
    authored: f64,
    instances: u64,
}

/// The class of a share.
fn class(share: f64) -> usize {
    ((share * CLASSES as f64) as usize).min(CLASSES - 1)
}

/// Sums of what textures cover.
#[derive(Clone)]
struct Sums {
    count: u64,
    shares: Vec<f64>,
    foremost: Vec<u64>,
}

impl Sums {
    fn new(textures: usize) -> Self {
        Self {
            count: 0,
            shares: vec![0.0; textures],
            foremost: vec![0; textures],
        }
    }

    fn add(&mut self, shares: &[f64]) {
        self.count += 1;
        self.shares
            .iter_mut()
            .zip(shares)
            .for_each(|(sum, share)| *sum += share);
        let first = (0..shares.len()).reduce(|first, other| {
            if shares[other] > shares[first] {
                other
            } else {
                first
            }
        });
        if let Some(first) = first {
            self.foremost[first] += 1;
        }
    }

    fn mean(&self, texture: usize) -> Option<f64> {
        (self.count > 0).then(|| self.shares[texture] / self.count as f64)
    }
}

/// Writes the agreement of each rule with each texture that lies in its biome.
pub(super) fn write(
    scenario: &WorldScenario,
    tiles: &[[i32; 2]],
    standing: &LaidOutTiles,
    store: &dyn Store,
) -> Result<(), LabError> {
    let world = &scenario.world;
    let textures = world.texture_names().len();
    let of_biomes = of_biomes(world, textures);
    let mut of_rules = vec![Sums::new(textures); world.painting().rules.len()];
    let mut classes = asked_for(world, tiles);
    let mut shares = vec![0.0; textures];
    for instances in standing.tiles(world, &Detail::FULL) {
        for instance in instances {
            let [x_m, y_m, _] = instance.place_m;
            let Some(rule) = instance.rule else { continue };
            world.texture_weights([x_m, y_m], &mut shares);
            of_rules[rule as usize].add(&shares);
            for (texture, &share) in shares.iter().enumerate() {
                classes[rule as usize][texture][class(share)].instances += 1;
            }
        }
    }
    let rules = world.painting().rules.iter().zip(&of_rules);
    let rows = rules.flat_map(|(rule, own)| {
        let biome = world
            .painting()
            .biomes
            .iter()
            .position(|biome| biome.name == rule.biome);
        let of_biome = &of_biomes[biome.unwrap_or_default()];
        let lies =
            (0..textures).filter(move |&texture| of_biome.shares[texture] > 0.0 || own.shares[texture] > 0.0);
        lies.map(move |texture| TextureRow {
            rule: rule.name.clone(),
            texture: world.texture_names()[texture].clone(),
            instances: own.count,
            at_instances: own.mean(texture),
            foremost_share: (own.count > 0).then(|| own.foremost[texture] as f64 / own.count as f64),
            of_biome: of_biome.mean(texture),
        })
    });
    write_table(store, paths::TEXTURES, rows)?;
    let rules = world.painting().rules.iter().zip(&classes);
    let rows = rules.flat_map(|(rule, classes)| {
        let textures = world.texture_names().iter().zip(classes);
        // What lies nowhere in its biome says nothing.
        let lies = |classes: &[Class; CLASSES]| classes[1..].iter().any(|class| class.area_m2 > 0.0);
        let textures = textures.filter(move |(_, classes)| lies(classes));
        textures.flat_map(move |(texture, classes)| {
            let known = classes.iter().enumerate();
            let known = known.filter(|(_, class)| class.area_m2 > 0.0 || class.instances > 0);
            known.map(move |(number, class)| {
                let area_ha = class.area_m2 / 10_000.0;
                let per_ha = |count: f64| (area_ha > 0.0).then(|| count / area_ha);
                AgreementRow {
                    rule: rule.name.clone(),
                    texture: texture.clone(),
                    share_from: number as f64 / CLASSES as f64,
                    share_to: (number + 1) as f64 / CLASSES as f64,
                    area_ha,
                    instances: class.instances,
                    per_ha: per_ha(class.instances as f64),
                    authored_per_ha: per_ha(class.authored),
                }
            })
        })
    });
    write_table(store, paths::AGREEMENT, rows)?;
    Ok(())
}

/// Of each rule and texture the ground of each class in some tiles, and what the rule asks for on it.
fn asked_for(world: &PaintedWorld, tiles: &[[i32; 2]]) -> Vec<Vec<[Class; CLASSES]>> {
    let (rules, textures) = (&world.painting().rules, world.texture_names().len());
    let tiles: BTreeSet<[i32; 2]> = tiles.iter().copied().collect();
    let mut classes = vec![vec![[Class::default(); CLASSES]; textures]; rules.len()];
    let mut shares = vec![0.0; textures];
    let area_m2 = area_m2_of_place(world);
    for place_m in places(world).filter(|&place_m| tiles.contains(&world.tile_of(place_m))) {
        world.texture_weights(place_m, &mut shares);
        let biome = world.maps().biomes.nearest(place_m);
        let biome = &world.painting().biomes[usize::from(biome)].name;
        for (number, _) in rules.iter().enumerate().filter(|(_, rule)| rule.biome == *biome) {
            let authored = world.authored_per_m2(number, place_m) * area_m2;
            for (texture, &share) in shares.iter().enumerate() {
                let class = &mut classes[number][texture][class(share)];
                class.area_m2 += area_m2;
                class.authored += authored;
            }
        }
    }
    classes
}

/// What textures cover of each biome, at places all over the world.
fn of_biomes(world: &PaintedWorld, textures: usize) -> Vec<Sums> {
    let mut sums = vec![Sums::new(textures); world.painting().biomes.len()];
    let mut shares = vec![0.0; textures];
    for place_m in places(world) {
        world.texture_weights(place_m, &mut shares);
        sums[usize::from(world.maps().biomes.nearest(place_m))].add(&shares);
    }
    sums
}

/// Places all over the world, row by row from the south.
fn places(world: &PaintedWorld) -> impl Iterator<Item = [f64; 2]> {
    let window = world.maps().window;
    let at_m = move |axis: usize, step: u32| {
        let side_m = window.high_m[axis] - window.low_m[axis];
        window.low_m[axis] + side_m * (f64::from(step) + 0.5) / f64::from(PLACES)
    };
    (0..PLACES).flat_map(move |row| (0..PLACES).map(move |column| [at_m(0, column), at_m(1, row)]))
}

/// The ground that each of them stands for, m².
fn area_m2_of_place(world: &PaintedWorld) -> f64 {
    let window = &world.maps().window;
    let sides_m = [0, 1].map(|axis| (window.high_m[axis] - window.low_m[axis]) / f64::from(PLACES));
    sides_m[0] * sides_m[1]
}

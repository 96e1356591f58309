//! How well textures and instances agree: what lies where each rule's instances stand, and elsewhere in their biome.

use understory_placement::{Detail, PaintedWorld};
use understory_records::{TextureRow, paths};
use understory_scenario::WorldScenario;

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// Places along a side at which the ground of biomes is asked.
const PLACES: u32 = 200;

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
pub(super) fn write(scenario: &WorldScenario, tiles: &[[i32; 2]], store: &dyn Store) -> Result<(), LabError> {
    let world = &scenario.world;
    let textures = world.texture_names().len();
    let of_biomes = of_biomes(world, textures);
    let mut of_rules = vec![Sums::new(textures); world.painting().rules.len()];
    let mut shares = vec![0.0; textures];
    for (_, instances) in world.lay_out(tiles, &Detail::FULL) {
        for instance in instances {
            let [x_m, y_m, _] = instance.place_m;
            let Some(rule) = instance.rule else { continue };
            world.texture_weights([x_m, y_m], &mut shares);
            of_rules[rule as usize].add(&shares);
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
    Ok(())
}

/// What textures cover of each biome, at places all over the world.
fn of_biomes(world: &PaintedWorld, textures: usize) -> Vec<Sums> {
    let window = &world.maps().window;
    let mut sums = vec![Sums::new(textures); world.painting().biomes.len()];
    let mut shares = vec![0.0; textures];
    let at_m = |axis: usize, step: u32| {
        let side_m = window.high_m[axis] - window.low_m[axis];
        window.low_m[axis] + side_m * (f64::from(step) + 0.5) / f64::from(PLACES)
    };
    for row in 0..PLACES {
        for column in 0..PLACES {
            let place_m = [at_m(0, column), at_m(1, row)];
            world.texture_weights(place_m, &mut shares);
            sums[usize::from(world.maps().biomes.nearest(place_m))].add(&shares);
        }
    }
    sums
}

//! A stand in the clearing: a forest that grows a year a second, and whose trees are entities of Bevy too.

use std::collections::HashMap;

use bevy::prelude::*;
use understory_forest::components::Size;
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

use crate::models::{Model, Models};
use crate::place;
use crate::world::{CLEARING_M, Land};

const SEED: u64 = 7;
const FOUNDERS: u32 = 60;
/// Trees lower than this are not shown, m.
const SHOWN_M: f64 = 1.0;
/// The forest's species, and the assets that its trees are while they are young and when they are old.
const SPECIES: [(&str, [&str; 2]); 2] = [
    ("quercus-robur", ["young-oak", "oak"]),
    ("fagus-sylvatica", ["young-beech", "beech"]),
];
/// A tree is no longer young when it is so many times as high as the model of a young one.
const OUTGROWN: f32 = 1.3;

/// The forest, and the entity of each of its trees by number.
#[derive(Resource)]
pub struct Stand {
    forest: Forest,
    entities: HashMap<u64, (Entity, &'static str)>,
    next_year: Timer,
}

/// Plants young oaks and beeches.
pub fn plant(mut commands: Commands) -> Result {
    let side_m = 2.0 * CLEARING_M;
    let plot = Plot::new([-CLEARING_M; 2], [side_m; 2], Edge::Torus)?;
    let species = SPECIES
        .into_iter()
        .map(|(preset, [_, name])| Some(presets::named(preset)?.species(name)))
        .collect::<Option<Vec<_>>>()
        .ok_or("the species ship")?;
    let mut forest = Forest::new(plot, SEED, species, Conditions::default())?;
    let root = RandomKey::root(SEED, &["founders"]);
    forest.plant((0..FOUNDERS).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let at_m = [x, y].map(|share| (2.0 * share - 1.0) * CLEARING_M);
        let size = Size {
            dbh_cm: 1.5,
            height_m: 2.5,
        };
        Founder::new(key, (number % 2) as u16, at_m, 6, size)
    }))?;
    commands.insert_resource(Stand {
        forest,
        entities: HashMap::new(),
        next_year: Timer::from_seconds(1.0, TimerMode::Repeating),
    });
    Ok(())
}

/// A year a second: trees grow, new ones come, the dead are taken away.
pub fn advance(
    time: Res<Time>,
    land: Res<Land>,
    models: Res<Models>,
    mut stand: ResMut<Stand>,
    mut commands: Commands,
) {
    if !stand.next_year.tick(time.delta()).just_finished() {
        return;
    }
    let Stand { forest, entities, .. } = &mut *stand;
    forest.advance();
    let mut stood = std::mem::take(entities);
    for tree in forest.trees().filter(|tree| tree.size.height_m > SHOWN_M) {
        let [young, old] = SPECIES[usize::from(tree.species)].1;
        let height_m = tree.size.height_m as f32;
        let is_young = |model: &Model| height_m < OUTGROWN * model.height_m;
        let asset = match models.of(young, tree.key) {
            Some(model) if is_young(model) => young,
            _ => old,
        };
        let Some(model) = models.of(asset, tree.key) else {
            continue;
        };
        let [x_m, y_m] = tree.place_m;
        let around = tree.key.bits() as u32 as f32 / u32::MAX as f32 * std::f32::consts::TAU;
        let at = Transform {
            translation: place([x_m, y_m, land.height_m(tree.place_m)]),
            rotation: Quat::from_rotation_y(around),
            scale: Vec3::splat(height_m / model.height_m),
        };
        let (entity, shown) = stood
            .remove(&tree.number)
            .unwrap_or_else(|| (commands.spawn(Visibility::default()).id(), ""));
        let mut entity = commands.entity(entity);
        entity.insert(at);
        if shown != asset {
            entity.despawn_related::<Children>().with_children(|parts| {
                for piece in &model.levels[0] {
                    parts.spawn((piece.mesh.clone(), piece.material.clone()));
                }
            });
        }
        entities.insert(tree.number, (entity.id(), asset));
    }
    for (gone, _) in stood.into_values() {
        commands.entity(gone).despawn();
    }
    if forest.year().is_multiple_of(10) {
        info!(
            "year {}: {} trees, of which {} are shown",
            forest.year(),
            forest.tree_count(),
            entities.len()
        );
    }
}

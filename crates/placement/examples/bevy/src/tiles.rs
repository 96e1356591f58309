//! Tiles around the camera: laid out in the background, shown when they are ready, dropped when they are far.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::light::NotShadowCaster;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use understory_placement::{Instance, Stream, Window};

use crate::models::Models;
use crate::world::{Land, RINGS};
use crate::{place, turned};

/// Squares of a tile's ground along each side.
const SQUARES: u32 = 8;
/// Colours of the ground in linear light: of the wood's, and of the meadow's.
const SOIL: [Vec3; 2] = [Vec3::new(0.080, 0.080, 0.032), Vec3::new(0.130, 0.180, 0.045)];
/// Side of the picture of the ground, m.
const PICTURE_M: f64 = 10.0;

/// The tiles that are open, and the entity of each.
#[derive(Default)]
pub struct Open {
    stream: Stream,
    entities: HashMap<[i32; 2], Entity>,
}

/// A tile that is being laid out.
#[derive(Component)]
pub struct LayingOut {
    tile: [i32; 2],
    ring: usize,
    task: Task<(Vec<Instance>, Mesh)>,
}

/// Starts on new tiles and drops those that are out of sight.
pub fn lay_out(
    land: Res<Land>,
    camera: Single<&Transform, With<Camera3d>>,
    mut commands: Commands,
    mut open: Local<Open>,
) {
    let seen_from = camera.translation;
    let step = open
        .stream
        .step(&land.0, [f64::from(seen_from.x), -f64::from(seen_from.z)]);
    for tile in step.closed {
        if let Some(entity) = open.entities.remove(&tile) {
            commands.entity(entity).despawn();
        }
    }
    for (tile, ring) in step.opened {
        let land = land.clone();
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let detail = land.0.detail_in_ring(ring);
            (land.0.tile(tile, &detail), ground(&land, &land.0.window_of(tile)))
        });
        // What stood there in another ring stays until this is ready.
        let entity = *open
            .entities
            .entry(tile)
            .or_insert_with(|| commands.spawn((Transform::default(), Visibility::default())).id());
        commands.entity(entity).insert(LayingOut { tile, ring, task });
    }
}

/// Shows what is ready.
pub fn show(
    land: Res<Land>,
    models: Res<Models>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut laying_out: Query<(Entity, &mut LayingOut)>,
    mut commands: Commands,
) {
    for (entity, mut tile) in &mut laying_out {
        let ring = tile.ring;
        let Some((instances, ground)) = check_ready(&mut tile.task) else {
            continue;
        };
        debug!(
            "tile {:?} in ring {ring}: {} instances",
            tile.tile,
            instances.len()
        );
        commands
            .entity(entity)
            .remove::<LayingOut>()
            .despawn_related::<Children>();
        commands.entity(entity).with_children(|stands| {
            stands.spawn((Mesh3d(meshes.add(ground)), models.ground.clone()));
            for instance in instances {
                let asset = &land.0.assets()[instance.asset as usize];
                let Some(model) = models.of(asset, instance.key) else {
                    continue;
                };
                let at = Transform {
                    translation: place(instance.place_m),
                    rotation: turned(instance.rotation),
                    scale: Vec3::splat(instance.scale as f32),
                };
                for piece in &model.levels[ring] {
                    let mut drawn = stands.spawn((piece.mesh.clone(), piece.material.clone(), at));
                    if ring + 1 == RINGS {
                        drawn.insert(NotShadowCaster);
                    }
                }
            }
        });
    }
}

/// The ground of a tile, coloured by its biomes.
fn ground(land: &Land, window: &Window) -> Mesh {
    let maps = land.0.maps();
    let corners: Vec<[f64; 2]> = (0..=SQUARES)
        .flat_map(|row| (0..=SQUARES).map(move |column| [column, row]))
        .map(|steps| {
            std::array::from_fn(|axis| {
                let side_m = window.high_m[axis] - window.low_m[axis];
                window.low_m[axis] + side_m * f64::from(steps[axis]) / f64::from(SQUARES)
            })
        })
        .collect();
    let places: Vec<Vec3> = corners
        .iter()
        .map(|&at_m| place([at_m[0], at_m[1], land.height_m(at_m)]))
        .collect();
    let normals: Vec<Vec3> = corners
        .iter()
        .map(|&at_m| place(maps.ground.normal(at_m)))
        .collect();
    let colour = |&at_m: &[f64; 2]| {
        let soil = SOIL[1].lerp(SOIL[0], land.wooded(at_m));
        let lush = 0.75 + 0.25 * maps.weights.bilinear(at_m) as f32;
        (lush * soil).extend(1.0)
    };
    let colours: Vec<Vec4> = corners.iter().map(colour).collect();
    let texture: Vec<[f32; 2]> = corners
        .iter()
        .map(|at_m| at_m.map(|along_m| (along_m / PICTURE_M) as f32))
        .collect();
    let row = SQUARES + 1;
    let indices = (0..SQUARES * SQUARES).flat_map(|square| {
        let south_west = square / SQUARES * row + square % SQUARES;
        let [south_east, north_west] = [south_west + 1, south_west + row];
        [
            south_west,
            south_east,
            north_west,
            north_west,
            south_east,
            north_west + 1,
        ]
    });
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, texture)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(indices.collect()))
}

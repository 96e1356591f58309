//! Writes a painted valley, and all simple shapes in a row, into a folder: `cargo run --release -p understory-export
//! --example scene -- FOLDER`.
//!
//! Beside each file, `NAME.expected.json` has where its first instances stand, worked out here from turns and places;
//! `tests/gltf/check.mjs` holds it against what other programs find.

use std::error::Error;
use std::f64::consts::TAU;
use std::fs::{File, create_dir_all, write};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use understory_branching::mesh::{Detail, draw};
use understory_branching::presets;
use understory_export::Look;
use understory_export::scene::{
    Scene, SceneAsset, SceneCell, SceneGround, SceneInstance, Shape, SimpleKind, SimpleShape, write_scene,
};
use understory_numerics::{RandomKey, math, philox::philox4x32, sample::unit_from_u32};

/// Where the valley lies: single numbers are half a metre apart there.
const ORIGIN_M: [f64; 3] = [4_500_000.0, 5_300_000.0, 600.0];
const CROSSINGS: usize = 301;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to write into")?);
    create_dir_all(&folder)?;
    row(&folder)?;
    valley(&folder)
}

fn simple(kind: SimpleKind, height_m: f64, width_m: f64, colour: [u8; 3]) -> SceneAsset<'static> {
    let shape = SimpleShape {
        kind,
        height_m,
        width_m,
        colour,
    };
    SceneAsset {
        name: kind.name(),
        shape: Shape::Simple(shape),
        tags: "",
    }
}

fn assets() -> Vec<SceneAsset<'static>> {
    vec![
        simple(SimpleKind::Conifer, 14.0, 5.0, [52, 92, 58]),
        simple(SimpleKind::Broadleaf, 11.0, 8.0, [88, 128, 52]),
        simple(SimpleKind::Bush, 1.6, 2.4, [96, 130, 62]),
        simple(SimpleKind::Fern, 0.7, 1.5, [84, 138, 56]),
        simple(SimpleKind::Grass, 0.45, 0.5, [126, 152, 70]),
        simple(SimpleKind::Rock, 0.9, 1.6, [134, 130, 122]),
        simple(SimpleKind::Log, 0.5, 5.0, [112, 92, 74]),
        simple(SimpleKind::House, 7.0, 11.0, [222, 212, 190]),
        simple(SimpleKind::Card, 12.0, 6.0, [70, 108, 58]),
    ]
}

/// Each shape once, a few metres from the next.
fn row(folder: &Path) -> Result<(), Box<dyn Error>> {
    let assets = assets();
    let places: Vec<[SceneInstance; 1]> = (0..assets.len())
        .map(|number| [SceneInstance::upright([9.0 * number as f64, 0.0, 0.0])])
        .collect();
    let cells: Vec<SceneCell<'_>> = (assets.iter().zip(&places).enumerate())
        .map(|(number, (asset, places))| SceneCell {
            name: asset.name,
            asset: number,
            instances: places,
        })
        .collect();
    let scene = Scene {
        assets: &assets,
        cells: &cells,
        ground: None,
        origin_m: [0.0; 3],
    };
    save(folder, "row", &scene)
}

/// Trees, bushes, grass and stones on a slope, in cells of 100 m.
fn valley(folder: &Path) -> Result<(), Box<dyn Error>> {
    const SIDE_M: f64 = 300.0;
    let (form, key) = (
        presets::named("shrub").ok_or("it ships")?.form(),
        RandomKey::root(1, &["shrub"]),
    );
    let shrub = draw(
        &form.grow(key, &[])?.skeleton,
        &Detail::of(2500),
        form.leaf.as_ref(),
        key,
    )?;
    let look = Look::named("shrub").unwrap_or_default();
    let mut assets = assets();
    assets.push(SceneAsset {
        name: "shrub",
        tags: "",
        shape: Shape::Tree {
            mesh: &shrub,
            look: &look,
        },
    });

    let cell_m = SIDE_M / (CROSSINGS - 1) as f64;
    let heights: Vec<f32> = (0..CROSSINGS * CROSSINGS)
        .map(|at| height_m([at % CROSSINGS, at / CROSSINGS].map(|along| along as f64 * cell_m)) as f32)
        .collect();
    let colours: Vec<[u8; 3]> = heights
        .iter()
        .map(|height_m| {
            let up = f64::from((height_m - 590.0) / 40.0).clamp(0.0, 1.0);
            [86.0 + 70.0 * up, 112.0 + 20.0 * up, 58.0 + 40.0 * up].map(|channel| channel as u8)
        })
        .collect();
    let ground = SceneGround {
        columns: CROSSINGS,
        rows: CROSSINGS,
        origin_m: [ORIGIN_M[0], ORIGIN_M[1]],
        cell_m: [cell_m; 2],
        heights_m: &heights,
        colours: &colours,
    };

    let counts = [500, 220, 900, 2500, 20_000, 500, 60, 5, 60, 200];
    let mut cells: Vec<(String, usize, Vec<SceneInstance>)> = Vec::new();
    for (asset, &count) in counts.iter().enumerate() {
        for cell in 0..9_u32 {
            let instances = (0..count / 9 + 1).map(|number| {
                let [x, y, turn, size] =
                    philox4x32([number, cell, 0, 0], [asset as u32, 0]).map(unit_from_u32);
                let place = [
                    100.0 * (f64::from(cell % 3) + x),
                    100.0 * (f64::from(cell / 3) + y),
                ];
                let (sine, cosine) = math::sin_cos(0.5 * turn * TAU);
                SceneInstance {
                    place_m: [ORIGIN_M[0] + place[0], ORIGIN_M[1] + place[1], height_m(place)],
                    rotation: [0.0, 0.0, sine, cosine],
                    scale: 0.7 + 0.6 * size,
                    stretch: 1.0,
                    shade: 0.8 + 0.4 * size,
                }
            });
            cells.push((
                format!("{}-{cell}", assets[asset].name),
                asset,
                instances.collect(),
            ));
        }
    }
    let cells: Vec<SceneCell<'_>> = (cells.iter())
        .map(|(name, asset, instances)| SceneCell {
            name,
            asset: *asset,
            instances,
        })
        .collect();
    let scene = Scene {
        assets: &assets,
        cells: &cells,
        ground: Some(ground),
        origin_m: ORIGIN_M,
    };
    save(folder, "valley", &scene)
}

fn height_m([x, y]: [f64; 2]) -> f64 {
    600.0 + 9.0 * math::sin(x / 41.0) * math::cos(y / 37.0) + 0.06 * y + 0.8 * math::sin(x / 7.0 + y / 11.0)
}

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn save(folder: &Path, name: &str, scene: &Scene<'_>) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(folder.join(format!("{name}.glb")))?);
    let written = write_scene(&mut out, name, scene)?;
    out.flush()?;
    println!("{name}: {written:?}");
    let mut expected = Map::new();
    for (number, asset) in scene.assets.iter().enumerate() {
        let all = || {
            scene
                .cells
                .iter()
                .filter(|cell| cell.asset == number)
                .flat_map(|cell| cell.instances)
        };
        if let Some(first) = all().next() {
            expected.insert(
                asset.name.to_owned(),
                json!({ "instances": all().count(), "first": matrix(first, scene.origin_m) }),
            );
        }
    }
    let expected = json!({ "origin_m": scene.origin_m, "assets": Value::Object(expected) });
    write(folder.join(format!("{name}.expected.json")), expected.to_string())?;
    Ok(())
}

/// What takes a place of an asset, y up, to the scene, y up; column by column. Instances here turn about the upright
/// alone, by twice the angle that their quaternion has.
fn matrix(instance: &SceneInstance, origin_m: [f64; 3]) -> [f64; 16] {
    let [x, y, z] = [0, 1, 2].map(|axis| instance.place_m[axis] - origin_m[axis]);
    let (sine, cosine) = math::sin_cos(2.0 * math::atan2(instance.rotation[2], instance.rotation[3]));
    let [sine, cosine, size] = [sine, cosine, 1.0].map(|part| part * instance.scale);
    // East goes towards north, which is −z in the file.
    [
        [cosine, 0.0, -sine, 0.0],
        [0.0, size, 0.0, 0.0],
        [sine, 0.0, cosine, 0.0],
        [x, z, -y, 1.0],
    ]
    .as_flattened()
    .try_into()
    .expect("four columns of four")
}

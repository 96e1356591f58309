//! Where things stand in a file that [`write_scene`](super::write_scene) wrote.
//!
//! It knows that layout alone: other programs' files may be glTF and still not be read here.

use serde_json::Value;

use super::cells;
use super::content::SceneInstance;
use crate::ExportError;
use crate::glb::{File, number, rotation_z_up, z_up};

/// What stands in a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadScene {
    /// The scene's name.
    pub name: String,
    /// What was subtracted from all places, z up, m.
    pub origin_m: [f64; 3],
    /// Each asset that stands somewhere, in the order in which they first do.
    pub assets: Vec<ReadAsset>,
}

/// An asset and where it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadAsset {
    /// Its name.
    pub name: String,
    /// All places, cell after cell, in world coordinates: z up, the scene's origin added back.
    pub instances: Vec<SceneInstance>,
}

/// Reads where the assets of a scene stand, as exactly as single numbers from the middle of each cell say.
///
/// # Errors
/// [`ExportError::NotOurs`] for bytes that [`write_scene`](super::write_scene) did not write.
pub fn read_scene(bytes: &[u8]) -> Result<ReadScene, ExportError> {
    File::of(bytes)
        .and_then(|file| scene(&file))
        .ok_or(ExportError::NotOurs)
}

fn scene(file: &File<'_>) -> Option<ReadScene> {
    let extras = &file.json["asset"]["extras"];
    let mut scene = ReadScene {
        name: extras["scene"].as_str()?.to_owned(),
        origin_m: place(&extras["origin_m"])?,
        assets: Vec::new(),
    };
    let nodes = file.json["nodes"].as_array()?;
    for node in nodes.iter().filter(|node| cells::is_cell(node)) {
        let name = node["extras"]["asset"].as_str()?;
        let found = instances(file, node, scene.origin_m)?;
        match scene.assets.iter_mut().find(|asset| asset.name == name) {
            Some(asset) => asset.instances.extend(found),
            None => scene.assets.push(ReadAsset {
                name: name.to_owned(),
                instances: found,
            }),
        }
    }
    Some(scene)
}

/// A cell's instances; none if its lists differ in length from what it says.
fn instances(file: &File<'_>, node: &Value, origin_m: [f64; 3]) -> Option<Vec<SceneInstance>> {
    let middle_m = z_up(place(&node["translation"])?);
    let attributes = cells::attributes(node);
    let translations: Vec<[f32; 3]> = file.floats(number(&attributes["TRANSLATION"])?)?;
    let count = number(&node["extras"]["instances"])?;
    // Before lists of that length are made.
    if translations.len() != count {
        return None;
    }
    let rotations = list(file, &attributes["ROTATION"], [0.0, 0.0, 0.0, 1.0], count)?;
    let scales = list(file, &attributes["SCALE"], [1.0; 3], count)?;
    let shades = list(file, &attributes["_COLOR_0"], [1.0; 3], count)?;
    let rows = translations.into_iter().zip(rotations).zip(scales).zip(shades);
    let instances = rows.map(|(((translation, rotation), [scale, up, _]), [shade, ..])| {
        let offset_m = z_up(translation.map(f64::from));
        SceneInstance {
            place_m: [0, 1, 2].map(|axis| origin_m[axis] + (middle_m[axis] + offset_m[axis])),
            rotation: rotation_z_up(rotation.map(f64::from)),
            scale: f64::from(scale),
            stretch: f64::from(up) / f64::from(scale),
            shade: f64::from(shade),
        }
    });
    Some(instances.collect())
}

/// The rows of a list; the same row for all where there is no list.
fn list<const N: usize>(
    file: &File<'_>,
    accessor: &Value,
    without: [f32; N],
    count: usize,
) -> Option<Vec<[f32; N]>> {
    if accessor.is_null() {
        return Some(vec![without; count]);
    }
    let rows = file.floats(number(accessor)?)?;
    (rows.len() == count).then_some(rows)
}

fn place(value: &Value) -> Option<[f64; 3]> {
    let [x, y, z] = value.as_array()?.as_slice() else {
        return None;
    };
    Some([x.as_f64()?, y.as_f64()?, z.as_f64()?])
}

//! The whole file of a scene: a node for the ground and one for each cell.

use std::io::Write;

use serde_json::{Value, json};

use super::cells;
use super::check::check;
use super::content::{Scene, SceneAsset, SceneCell, SceneGround};
use super::ground::{PIECE_CELLS, Pieces};
use super::meshes::Meshes;
use crate::ExportError;
use crate::glb::{self, Buffer, MOST_BYTES, y_up};
use crate::gltf::Size;
use crate::look::Look;
use crate::picture::Picture;
use crate::skin::Skin;

/// What a file of a scene holds.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneWritten {
    /// Its length.
    pub bytes: u64,
    /// Each of the scene's assets, in their order; empty ones for those that no cell holds.
    pub assets: Vec<AssetWritten>,
    /// The ground.
    pub ground: Size,
    /// The same as [`Scene::pictures`], which were drawn for the file.
    pub pictures: Vec<(Look, [Picture; 2])>,
}

/// What a file holds of an asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssetWritten {
    /// Its mesh, once.
    pub mesh: Size,
    /// How often it stands in the scene.
    pub instances: usize,
}

/// Writes a scene. The same scene gives the same bytes.
///
/// # Errors
/// [`ExportError`] before anything is written: a scene with nothing in it, assets of one name, a cell of an asset that
/// is not there, numbers out of their ranges, meshes or looks that are none, more than 4 GiB. [`ExportError::Write`].
pub fn write_scene(out: &mut dyn Write, name: &str, scene: &Scene<'_>) -> Result<SceneWritten, ExportError> {
    write_as(out, name, scene, false)
}

/// The same for readers without instancing: a node below its cell's for each instance, and no extension. Such a file is
/// some ten times larger, and slow to open with more than ten thousand instances.
///
/// # Errors
/// Those of [`write_scene`].
pub fn write_scene_nodes(
    out: &mut dyn Write,
    name: &str,
    scene: &Scene<'_>,
) -> Result<SceneWritten, ExportError> {
    write_as(out, name, scene, true)
}

fn write_as(
    out: &mut dyn Write,
    name: &str,
    scene: &Scene<'_>,
    as_nodes: bool,
) -> Result<SceneWritten, ExportError> {
    check(name, scene)?;
    let mut document = Document {
        buffer: Buffer::default(),
        meshes: Meshes::of(scene.of_looks(Skin::of)?),
        nodes: Vec::new(),
        below: Vec::new(),
        origin_m: scene.origin_m,
        as_nodes,
    };
    let ground = scene
        .ground
        .map_or(Ok(Size::default()), |ground| document.ground(ground))?;
    let assets = document.cells(scene)?;
    let bytes = glb::write(out, &document.json(name), &document.buffer.bytes)?;
    let skins = document.meshes.skins.into_iter();
    let pictures = |skin: Skin| [skin.bark, skin.leaves].map(|files| files.maps.picture());
    Ok(SceneWritten {
        bytes,
        assets,
        ground,
        pictures: skins.map(|(look, skin)| (look, pictures(skin))).collect(),
    })
}

/// A document that comes to be.
struct Document {
    buffer: Buffer,
    meshes: Meshes,
    /// Nodes of the scene itself.
    nodes: Vec<Value>,
    /// Nodes below those, which count them from 0.
    below: Vec<Value>,
    origin_m: [f64; 3],
    /// Whether each instance is a node.
    as_nodes: bool,
}

impl Document {
    fn ground(&mut self, ground: SceneGround<'_>) -> Result<Size, ExportError> {
        let pieces = Pieces::of(ground, self.origin_m);
        let (mesh, size) = self
            .meshes
            .coloured(&mut self.buffer, "ground", pieces.each(PIECE_CELLS));
        self.nodes.push(json!({
            "name": "ground",
            "mesh": mesh,
            "translation": y_up(pieces.middle_m),
            "extras": { "vertices": size.vertices, "triangles": size.triangles },
        }));
        self.refuse_too_large()?;
        Ok(size)
    }

    /// Adds the cells with instances and the meshes that they need.
    fn cells(&mut self, scene: &Scene<'_>) -> Result<Vec<AssetWritten>, ExportError> {
        let mut written = vec![AssetWritten::default(); scene.assets.len()];
        let mut meshes = vec![None; scene.assets.len()];
        for cell in scene.cells.iter().filter(|cell| !cell.instances.is_empty()) {
            let asset = &scene.assets[cell.asset];
            let (mesh, size) = match meshes[cell.asset] {
                Some(known) => known,
                None => *meshes[cell.asset].insert(self.meshes.asset(&mut self.buffer, asset)?),
            };
            self.cell(cell, asset, mesh, size);
            self.refuse_too_large()?;
            let written = &mut written[cell.asset];
            written.mesh = size;
            written.instances += cell.instances.len();
        }
        Ok(written)
    }

    fn cell(&mut self, cell: &SceneCell<'_>, asset: &SceneAsset<'_>, mesh: usize, size: Size) {
        if self.as_nodes {
            let first = self.below.len();
            let (middle_m, own) = cells::as_nodes(cell.instances, self.origin_m, mesh);
            self.below.extend(own);
            self.nodes.push(json!({
                "name": cell.name,
                "children": (first..self.below.len()).collect::<Vec<_>>(),
                "translation": y_up(middle_m),
                "extras": { "asset": asset.name, "nodes": cell.instances.len(), "tags": asset.tags },
            }));
            return;
        }
        let mut node = json!({
            "name": cell.name,
            "mesh": mesh,
            "extras": {
                "asset": asset.name,
                "instances": cell.instances.len(),
                "vertices": size.vertices,
                "triangles": size.triangles,
            },
        });
        if !asset.tags.is_empty() {
            node["extras"]["tags"] = json!(asset.tags);
        }
        cells::put_into(&mut node, &mut self.buffer, cell.instances, self.origin_m);
        self.nodes.push(node);
    }

    /// Stops as soon as it is clear, and not when memory is full.
    fn refuse_too_large(&self) -> Result<(), ExportError> {
        let bytes = self.buffer.bytes.len() as u64;
        if bytes > MOST_BYTES {
            return Err(ExportError::TooLarge { bytes });
        }
        Ok(())
    }

    fn json(&self, name: &str) -> Value {
        let count = self.nodes.len();
        let mut nodes = self.nodes.clone();
        // Those below them stand behind them.
        for children in nodes
            .iter_mut()
            .filter_map(|node| node.get_mut("children")?.as_array_mut())
        {
            for child in children {
                *child = json!(child.as_u64().unwrap_or_default() + count as u64);
            }
        }
        nodes.extend_from_slice(&self.below);
        let mut json = json!({
            "asset": {
                "version": "2.0",
                "generator": concat!("understory ", env!("CARGO_PKG_VERSION")),
                "extras": { "scene": name, "unit": "m", "origin_m": self.origin_m },
            },
            "scene": 0,
            "scenes": [{ "name": name, "nodes": (0..count).collect::<Vec<_>>() }],
            "nodes": nodes,
            "meshes": self.meshes.list,
        });
        if self.nodes.iter().any(cells::is_cell) {
            cells::require(&mut json);
        }
        self.meshes.materials.put_into(&mut json);
        self.buffer.put_into(&mut json);
        json
    }
}

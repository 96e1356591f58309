//! The meshes and materials of a scene's assets. Bark and leaves that look the same are there once.

use serde_json::{Value, json};
use understory_branching::mesh::TreeMesh;

use super::content::{SceneAsset, Shape};
use crate::ExportError;
use crate::glb::{Buffer, Coloured, Materials};
use crate::gltf::Size;
use crate::look::{Bark, Foliage, Look};
use crate::skin::Skin;

/// Grows mesh by mesh.
#[derive(Default)]
pub(super) struct Meshes {
    /// The pictures of each look of a tree.
    pub(super) skins: Vec<(Look, Skin)>,
    pub(super) list: Vec<Value>,
    pub(super) materials: Materials,
    barks: Vec<(Bark, usize)>,
    foliages: Vec<(Foliage, usize)>,
    coloured: Option<usize>,
}

impl Meshes {
    /// None yet.
    pub(super) fn of(skins: Vec<(Look, Skin)>) -> Self {
        Self {
            skins,
            ..Self::default()
        }
    }

    /// Adds an asset; the number of its mesh and how large it is.
    pub(super) fn asset(
        &mut self,
        buffer: &mut Buffer,
        asset: &SceneAsset<'_>,
    ) -> Result<(usize, Size), ExportError> {
        match &asset.shape {
            Shape::Tree { mesh, look } => self.tree(buffer, asset.name, mesh, look),
            Shape::Simple(shape) => Ok(self.coloured(buffer, asset.name, [shape.mesh(asset.name)?])),
        }
    }

    /// Adds a mesh of parts with colours at their vertices.
    pub(super) fn coloured(
        &mut self,
        buffer: &mut Buffer,
        name: &str,
        parts: impl IntoIterator<Item = Coloured>,
    ) -> (usize, Size) {
        let material = *self.coloured.get_or_insert_with(|| self.materials.coloured());
        let mut size = Size::default();
        let mut primitives = Vec::new();
        for part in parts {
            size.vertices += part.places_m.len();
            size.triangles += part.triangles.len();
            let mut primitive = buffer.coloured(&part);
            primitive["material"] = json!(material);
            primitives.push(primitive);
        }
        (self.add(name, primitives), size)
    }

    fn tree(
        &mut self,
        buffer: &mut Buffer,
        name: &str,
        tree: &TreeMesh,
        look: &Look,
    ) -> Result<(usize, Size), ExportError> {
        let mut size = Size::default();
        let mut primitives = Vec::new();
        for (part, mesh) in [
            ("bark", &tree.bark),
            ("roots", &tree.roots),
            ("leaves", &tree.leaves),
        ] {
            if mesh.triangles.is_empty() {
                continue;
            }
            let mut primitive = buffer.mesh(&format!("{name} {part}"), mesh)?;
            let material = match part {
                "leaves" => self.leaves(buffer, &look.foliage),
                _ => self.bark(buffer, &look.bark),
            };
            primitive["material"] = json!(material);
            primitives.push(primitive);
            size.vertices += mesh.places_m.len();
            size.triangles += mesh.triangles.len();
        }
        if primitives.is_empty() {
            return Err(ExportError::Unfit(format!(
                "asset `{name}` stands in a cell, but has no triangle above the ground"
            )));
        }
        Ok((self.add(name, primitives), size))
    }

    fn bark(&mut self, buffer: &mut Buffer, bark: &Bark) -> usize {
        if let Some((_, material)) = self.barks.iter().find(|(known, _)| known == bark) {
            return *material;
        }
        let own = self.skins.iter().find(|(look, _)| look.bark == *bark);
        let (_, skin) = own.expect("each look of an asset has its skin");
        let material = self.materials.bark(buffer, &skin.bark);
        self.barks.push((*bark, material));
        material
    }

    fn leaves(&mut self, buffer: &mut Buffer, foliage: &Foliage) -> usize {
        if let Some((_, material)) = self.foliages.iter().find(|(known, _)| known == foliage) {
            return *material;
        }
        let own = self.skins.iter().find(|(look, _)| look.foliage == *foliage);
        let (_, skin) = own.expect("each look of an asset has its skin");
        let material = self.materials.leaves(buffer, &skin.leaves);
        self.foliages.push((*foliage, material));
        material
    }

    fn add(&mut self, name: &str, primitives: Vec<Value>) -> usize {
        self.list.push(json!({ "name": name, "primitives": primitives }));
        self.list.len() - 1
    }
}

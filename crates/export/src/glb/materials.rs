//! The materials of a file, with the pictures that they need.

use serde_json::{Value, json};

use super::buffer::Buffer;
use crate::picture::CUTOFF;
use crate::skin::Pictures;

/// Codes of the glTF specification.
const LINEAR: u32 = 9729;
const LINEAR_MIPMAP_LINEAR: u32 = 9987;
const CLAMP_TO_EDGE: u32 = 33_071;
const REPEAT: u32 = 10_497;
/// Leaves reflect less than a smooth surface of glass, which materials otherwise do: light that comes through a leaf would
/// shine on its shaded side.
const SPECULAR: &str = "KHR_materials_specular";
const LEAF_SPECULAR: f64 = 0.2;

/// Grows material by material; each is told by its number.
#[derive(Default)]
pub(crate) struct Materials {
    materials: Vec<Value>,
    samplers: Vec<Value>,
    images: Vec<Value>,
}

impl Materials {
    /// Adds bark, whose pictures repeat.
    pub(crate) fn bark(&mut self, buffer: &mut Buffer, bark: &Pictures) -> usize {
        let material = self.surface(buffer, "bark", bark, REPEAT);
        self.material(material)
    }

    /// Adds leaves, cut out by their picture; their cards have triangles to both sides.
    pub(crate) fn leaves(&mut self, buffer: &mut Buffer, leaves: &Pictures) -> usize {
        let mut material = self.surface(buffer, "leaves", leaves, CLAMP_TO_EDGE);
        material["alphaMode"] = json!("MASK");
        material["alphaCutoff"] = json!(CUTOFF);
        material["extensions"] = json!({ SPECULAR: { "specularFactor": LEAF_SPECULAR } });
        self.material(material)
    }

    /// Adds the views of an impostor. Their normals are those of the tree, y up, and not of the squares: the material tells
    /// their texture beside itself.
    pub(crate) fn impostor(&mut self, buffer: &mut Buffer, colour: &[u8], normal: &[u8]) -> usize {
        let colour = self.texture(buffer, "impostor", colour, CLAMP_TO_EDGE);
        let normal = self.texture(buffer, "impostor normal", normal, CLAMP_TO_EDGE);
        self.material(json!({
            "name": "impostor",
            "alphaMode": "MASK",
            "alphaCutoff": CUTOFF,
            "pbrMetallicRoughness": {
                "baseColorTexture": { "index": colour },
                "metallicFactor": 0.0,
                "roughnessFactor": 0.8,
            },
            "extras": { "normals": normal },
        }))
    }

    /// What bark and leaves have in common.
    fn surface(&mut self, buffer: &mut Buffer, name: &str, pictures: &Pictures, wrap: u32) -> Value {
        let colour = self.texture(buffer, name, &pictures.colour, wrap);
        let normal = self.texture(buffer, &format!("{name} normal"), &pictures.normal, wrap);
        let surface = self.texture(buffer, &format!("{name} surface"), &pictures.surface, wrap);
        json!({
            "name": name,
            "normalTexture": { "index": normal },
            "occlusionTexture": { "index": surface },
            "pbrMetallicRoughness": {
                "baseColorTexture": { "index": colour },
                "metallicRoughnessTexture": { "index": surface },
                "metallicFactor": 0.0,
            },
        })
    }

    /// Adds what has its colours at its vertices.
    pub(crate) fn coloured(&mut self) -> usize {
        self.material(json!({
            "name": "coloured",
            "pbrMetallicRoughness": { "metallicFactor": 0.0, "roughnessFactor": 0.95 },
        }))
    }

    /// Writes into a description what it holds.
    pub(crate) fn put_into(&self, json: &mut Value) {
        json["materials"] = json!(self.materials);
        if self
            .materials
            .iter()
            .any(|material| material.get("extensions").is_some())
        {
            let mut used = json["extensionsUsed"].as_array().cloned().unwrap_or_default();
            used.push(json!(SPECULAR));
            json["extensionsUsed"] = json!(used);
        }
        if !self.images.is_empty() {
            let numbers = 0..self.images.len();
            json["textures"] = numbers.map(|at| json!({ "sampler": at, "source": at })).collect();
            json["samplers"] = json!(self.samplers);
            json["images"] = json!(self.images);
        }
    }

    fn material(&mut self, material: Value) -> usize {
        self.materials.push(material);
        self.materials.len() - 1
    }

    /// Adds a picture with a sampler of its own; the number of both and of the texture.
    fn texture(&mut self, buffer: &mut Buffer, name: &str, png: &[u8], wrap: u32) -> usize {
        let view = buffer.picture(png);
        self.images
            .push(json!({ "name": name, "mimeType": "image/png", "bufferView": view }));
        self.samplers.push(json!({
            "magFilter": LINEAR,
            "minFilter": LINEAR_MIPMAP_LINEAR,
            "wrapS": wrap,
            "wrapT": wrap,
        }));
        self.images.len() - 1
    }
}

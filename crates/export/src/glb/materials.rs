//! The materials of a file, with the pictures that they need.

use serde_json::{Value, json};

use super::buffer::Buffer;
use crate::look::{Bark, Foliage};
use crate::{ExportError, picture};

/// Codes of the glTF specification.
const LINEAR: u32 = 9729;
const LINEAR_MIPMAP_LINEAR: u32 = 9987;
const CLAMP_TO_EDGE: u32 = 33_071;
const REPEAT: u32 = 10_497;

/// Grows material by material; each is told by its number.
#[derive(Default)]
pub(crate) struct Materials {
    materials: Vec<Value>,
    samplers: Vec<Value>,
    images: Vec<Value>,
}

impl Materials {
    /// Adds bark, whose picture repeats.
    pub(crate) fn bark(&mut self, buffer: &mut Buffer, bark: &Bark) -> Result<usize, ExportError> {
        let texture = self.texture(buffer, "bark", &picture::bark(bark)?, REPEAT);
        Ok(self.material(json!({
            "name": "bark",
            "pbrMetallicRoughness": {
                "baseColorTexture": { "index": texture },
                "metallicFactor": 0.0,
                "roughnessFactor": 0.95,
            },
        })))
    }

    /// Adds leaves, seen from both sides and cut out by their picture.
    pub(crate) fn leaves(&mut self, buffer: &mut Buffer, foliage: &Foliage) -> Result<usize, ExportError> {
        let texture = self.texture(buffer, "leaves", &picture::leaves(foliage)?, CLAMP_TO_EDGE);
        Ok(self.material(json!({
            "name": "leaves",
            "alphaMode": "MASK",
            "alphaCutoff": 0.5,
            "doubleSided": true,
            "pbrMetallicRoughness": {
                "baseColorTexture": { "index": texture },
                "metallicFactor": 0.0,
                "roughnessFactor": 0.8,
            },
        })))
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

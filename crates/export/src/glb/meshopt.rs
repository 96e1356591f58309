//! The lists of a file made smaller by `EXT_meshopt_compression`, which readers undo with the decoder of meshoptimizer.
//!
//! Each list of a mesh is packed by itself and without loss; pictures stay as they are. The views of packed lists lie in
//! a second buffer that is not there, as the extension asks for: it says how long the lists are when they are unpacked.
//!
//! # Source
//! The extension's specification in the registry of the Khronos Group. It knows version 0 of packed vertices and
//! version 1 of packed triangles.

use meshoptimizer_rs::Workspace;
use meshoptimizer_rs::codec::{IndexEncoding, VertexEncoding, encode_index_buffer, encode_vertex_buffer};
use serde_json::{Value, json};

use super::buffer::{INDICES, UNSIGNED_SHORT, VERTICES, require};
use super::file::{number, whole_numbers};
use crate::ExportError;

const EXTENSION: &str = "EXT_meshopt_compression";

/// Packs the lists of a description that [`Buffer`](super::Buffer) filled; the bytes that it has from now on.
pub(crate) fn pack(json: &mut Value, bytes: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut packed = Vec::with_capacity(bytes.len() / 2);
    let mut unpacked_bytes = 0;
    let mut counts = vec![(0, 0); json["bufferViews"].as_array().map_or(0, Vec::len)];
    for accessor in json["accessors"].as_array().into_iter().flatten() {
        // Every view of ours holds one list.
        if let Some(list) = number(&accessor["bufferView"]).and_then(|view| counts.get_mut(view)) {
            let code = number(&accessor["componentType"]).unwrap_or_default();
            *list = (number(&accessor["count"]).unwrap_or_default(), code);
        }
    }
    for (view, (count, code)) in json["bufferViews"]
        .as_array_mut()
        .into_iter()
        .flatten()
        .zip(counts)
    {
        let start = number(&view["byteOffset"]).unwrap_or_default();
        let length = number(&view["byteLength"]).unwrap_or_default();
        let list = &bytes[start..start + length];
        packed.resize(packed.len().next_multiple_of(4), 0);
        let begin = packed.len();
        let target = view["target"].as_u64().unwrap_or_default();
        let (mode, stride) = if target == u64::from(VERTICES) {
            let stride = length / count.max(1);
            packed.extend(vertices(list, count, stride)?);
            ("ATTRIBUTES", stride)
        } else if target == u64::from(INDICES) {
            let is_short = code == UNSIGNED_SHORT as usize;
            packed.extend(triangles(list, is_short)?);
            ("TRIANGLES", if is_short { 2 } else { 4 })
        } else {
            view["byteOffset"] = json!(begin);
            packed.extend_from_slice(list);
            continue;
        };
        view["buffer"] = json!(1);
        view["byteOffset"] = json!(unpacked_bytes);
        view["extensions"][EXTENSION] = json!({
            "buffer": 0,
            "byteOffset": begin,
            "byteLength": packed.len() - begin,
            "byteStride": stride,
            "count": count,
            "mode": mode,
        });
        unpacked_bytes += length.next_multiple_of(4);
    }
    json["buffers"] = json!([
        { "byteLength": packed.len() },
        { "byteLength": unpacked_bytes, "extensions": { EXTENSION: { "fallback": true } } },
    ]);
    require(json, EXTENSION);
    Ok(packed)
}

fn vertices(list: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, ExportError> {
    let version = VertexEncoding::new(0, 0).expect("the first version");
    Ok(encode_vertex_buffer(
        list,
        count,
        stride,
        version,
        &mut Workspace::default(),
    )?)
}

fn triangles(list: &[u8], is_short: bool) -> Result<Vec<u8>, ExportError> {
    Ok(encode_index_buffer(
        &whole_numbers(list, is_short),
        IndexEncoding::DEFAULT,
        &mut Workspace::default(),
    )?)
}

//! A file of ours taken apart again: its description, and the lists of numbers that it names.
//!
//! It knows the layout of [`Buffer`](super::Buffer) alone: every list has a view of its own, from the view's start on.

use serde_json::Value;

use super::buffer::{BYTE, UNSIGNED_BYTE, UNSIGNED_SHORT};

/// The two chunks of a file.
pub(crate) struct File<'a> {
    pub(crate) json: Value,
    numbers: &'a [u8],
}

impl<'a> File<'a> {
    /// The chunks of a file; none if it is no binary glTF file.
    pub(crate) fn of(bytes: &'a [u8]) -> Option<Self> {
        let (json, rest) = chunk(bytes.strip_prefix(b"glTF")?.get(8..)?)?;
        Some(File {
            json: serde_json::from_slice(json).ok()?,
            numbers: if rest.is_empty() { rest } else { chunk(rest)?.0 },
        })
    }

    /// The rows of an accessor; whole numbers as shares of the greatest one.
    pub(crate) fn floats<const N: usize>(&self, accessor: usize) -> Option<Vec<[f32; N]>> {
        let accessor = &self.json["accessors"][accessor];
        let view = &accessor["bufferView"];
        let code = u32::try_from(number(&accessor["componentType"])?).ok()?;
        let bytes = match code {
            BYTE | UNSIGNED_BYTE => 1,
            UNSIGNED_SHORT => 2,
            _ => 4,
        };
        let stride = number(&self.json["bufferViews"][number(view)?]["byteStride"]).unwrap_or(N * bytes);
        let value = |at: &[u8]| {
            Some(match code {
                BYTE => (f32::from(*at.first()? as i8) / 127.0).max(-1.0),
                UNSIGNED_BYTE => f32::from(*at.first()?) / 255.0,
                UNSIGNED_SHORT => f32::from(u16::from_le_bytes(*at.first_chunk()?)) / 65_535.0,
                _ => f32::from_le_bytes(*at.first_chunk()?),
            })
        };
        let mut rows = vec![[0.0; N]; number(&accessor["count"])?];
        for (row, at) in rows.iter_mut().zip(self.view(view)?.chunks(stride.max(1))) {
            for (along, place) in row.iter_mut().enumerate() {
                *place = value(at.get(along * bytes..)?)?;
            }
        }
        Some(rows)
    }

    /// The triangles of an accessor.
    pub(crate) fn triangles(&self, accessor: usize) -> Option<Vec<[u32; 3]>> {
        let accessor = &self.json["accessors"][accessor];
        let bytes = self.view(&accessor["bufferView"])?;
        let numbers = whole_numbers(bytes, accessor["componentType"] == UNSIGNED_SHORT);
        Some(numbers.as_chunks::<3>().0.to_vec())
    }

    /// The bytes of a view; none where it leads out of the file.
    pub(crate) fn view(&self, view: &Value) -> Option<&'a [u8]> {
        let view = &self.json["bufferViews"][number(view)?];
        let start = number(&view["byteOffset"])?;
        self.numbers.get(start..)?.get(..number(&view["byteLength"])?)
    }
}

/// A list of indices, each of two bytes or of four.
pub(crate) fn whole_numbers(bytes: &[u8], is_short: bool) -> Vec<u32> {
    if is_short {
        let shorts = bytes.as_chunks::<2>().0.iter();
        shorts
            .map(|&short| u32::from(u16::from_le_bytes(short)))
            .collect()
    } else {
        let longs = bytes.as_chunks::<4>().0.iter();
        longs.map(|&long| u32::from_le_bytes(long)).collect()
    }
}

/// What a chunk holds, and what follows it.
fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.get(4..)?
        .split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// A number of the description that counts something.
pub(crate) fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

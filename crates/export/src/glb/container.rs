//! The binary container: a header, the JSON chunk, the chunk of numbers and pictures.
//!
//! The length stands at the front, so the whole must be known before the first byte is written.

use std::io::Write;

use serde_json::Value;

use crate::ExportError;

/// Lengths have four bytes.
pub(crate) const MOST_BYTES: u64 = u32::MAX as u64;

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;

/// Writes both chunks, each filled up to a multiple of four bytes, the second only if it holds something; returns
/// the bytes of the whole.
pub(crate) fn write(out: &mut dyn Write, json: &Value, numbers: &[u8]) -> Result<u64, ExportError> {
    let mut json = serde_json::to_vec(json).expect("a JSON value has text keys alone");
    json.resize(json.len().next_multiple_of(4), b' ');
    let padding = numbers.len().next_multiple_of(4) - numbers.len();
    let numbers_bytes = numbers.len() + padding;
    let chunks = if numbers.is_empty() { 1 } else { 2 };
    let bytes = HEADER_BYTES + chunks * CHUNK_HEADER_BYTES + json.len() + numbers_bytes;
    let total = u32::try_from(bytes).map_err(|_| ExportError::TooLarge { bytes: bytes as u64 })?;
    out.write_all(b"glTF")?;
    // The version of the container, 2, then the length of all of it. Both chunks are shorter, so they fit too.
    for word in [2, total, json.len() as u32] {
        out.write_all(&word.to_le_bytes())?;
    }
    out.write_all(b"JSON")?;
    out.write_all(&json)?;
    if numbers.is_empty() {
        return Ok(u64::from(total));
    }
    out.write_all(&(numbers_bytes as u32).to_le_bytes())?;
    out.write_all(b"BIN\0")?;
    out.write_all(numbers)?;
    out.write_all(&[0; 3][..padding])?;
    Ok(u64::from(total))
}

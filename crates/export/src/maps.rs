//! Maps as PNG: shares as greys, kinds of land as colours; north above.

use std::io::Write;

use crate::ExportError;

/// Writes shares from 0 (black) to 1 (white), given row by row from the south, with 8 bits each.
///
/// # Errors
/// [`ExportError::Picture`] unless there is one share a cell, or [`ExportError::Write`].
pub fn write_shares(out: &mut dyn Write, columns: u32, rows: u32, shares: &[f32]) -> Result<(), ExportError> {
    let levels = shares
        .iter()
        .map(|share| (255.0 * share.clamp(0.0, 1.0) + 0.5) as u8);
    write(out, columns, rows, &levels.collect::<Vec<_>>(), None)
}

/// Writes the colour of each cell's kind, given row by row from the south.
///
/// # Errors
/// [`ExportError::Picture`] unless there is one kind a cell and a colour for each kind, or [`ExportError::Write`].
pub fn write_kinds(
    out: &mut dyn Write,
    columns: u32,
    rows: u32,
    kinds: &[u8],
    colours: &[[u8; 3]],
) -> Result<(), ExportError> {
    write(out, columns, rows, kinds, Some(colours))
}

fn write(
    out: &mut dyn Write,
    columns: u32,
    rows: u32,
    cells: &[u8],
    colours: Option<&[[u8; 3]]>,
) -> Result<(), ExportError> {
    let mut encoder = png::Encoder::new(out, columns, rows);
    encoder.set_depth(png::BitDepth::Eight);
    match colours {
        Some(colours) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(colours.concat());
        }
        None => encoder.set_color(png::ColorType::Grayscale),
    }
    let from_north: Vec<u8> = cells
        .rchunks(columns.max(1) as usize)
        .flatten()
        .copied()
        .collect();
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&from_north).map_err(failed)?;
    writer.finish().map_err(failed)
}

fn failed(error: png::EncodingError) -> ExportError {
    match error {
        png::EncodingError::IoError(error) => ExportError::Write(error),
        error => ExportError::Picture(error),
    }
}

//! Grey pictures as maps: heights, weights.

use std::io::{BufRead, Seek};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use crate::error::TerrainError;

/// A grey picture: shares of white, row by row from the north.
#[derive(Clone, Debug, PartialEq)]
pub struct Gray {
    /// Pixels from west to east.
    pub columns: u32,
    /// Pixels from north to south.
    pub rows: u32,
    /// From 0 (black) to 65,535 (white), whatever the depth of the file; row by row from the north.
    pub levels: Vec<u16>,
}

/// Reads a grey PNG of 8 or 16 bits.
///
/// # Errors
/// [`TerrainError::Format`] where the file is damaged or has colours; [`TerrainError::TooLarge`] for more than
/// `most_cells` pixels.
pub fn read_gray_png(file: &str, input: impl BufRead + Seek, most_cells: u64) -> Result<Gray, TerrainError> {
    let damaged = |error: DecodingError| match error {
        DecodingError::IoError(source) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            TerrainError::io(file, source)
        }
        error => TerrainError::format(file, format!("this PNG cannot be read: {error}")),
    };
    let limits = Limits {
        bytes: usize::try_from(most_cells.saturating_mul(8)).unwrap_or(usize::MAX),
    };
    let mut decoder = Decoder::new_with_limits(input, limits);
    // Grey of less than 8 bits becomes 8.
    decoder.set_transformations(Transformations::EXPAND);
    let header = decoder.read_header_info().map_err(damaged)?;
    let (columns, rows) = (header.width, header.height);
    if u64::from(columns) * u64::from(rows) > most_cells {
        return Err(TerrainError::TooLarge {
            file: file.to_owned(),
            columns: columns.into(),
            rows: rows.into(),
            most: most_cells,
        });
    }
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (color, depth) = reader.output_color_type();
    if color != ColorType::Grayscale {
        return Err(TerrainError::format(
            file,
            "it has colours or transparency, but a grey picture is needed; save it as greyscale",
        ));
    }
    let size = reader.output_buffer_size();
    let mut bytes = vec![0; size.ok_or_else(|| TerrainError::format(file, "it is too large for memory"))?];
    reader.next_frame(&mut bytes).map_err(damaged)?;
    let levels = match depth {
        // White of 8 bits is white of 16.
        BitDepth::Sixteen => bytes
            .as_chunks()
            .0
            .iter()
            .map(|&pair| u16::from_be_bytes(pair))
            .collect(),
        _ => bytes.iter().map(|&level| u16::from(level) * 257).collect(),
    };
    Ok(Gray {
        columns,
        rows,
        levels,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn png(color: ColorType, depth: BitDepth, size: [u32; 2], bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, size[0], size[1]);
        encoder.set_color(color);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(bytes).unwrap();
        writer.finish().unwrap();
        out
    }

    fn read(bytes: Vec<u8>) -> Result<Gray, TerrainError> {
        read_gray_png("w.png", Cursor::new(bytes), 100)
    }

    #[test]
    fn both_depths_run_from_black_to_white() {
        let deep = read(png(
            ColorType::Grayscale,
            BitDepth::Sixteen,
            [2, 1],
            &[0x12, 0x34, 0xFF, 0xFF],
        ));
        assert_eq!(deep.unwrap().levels, [0x1234, 0xFFFF]);
        let flat = read(png(ColorType::Grayscale, BitDepth::Eight, [1, 2], &[0, 255])).unwrap();
        assert_eq!((flat.columns, flat.rows, flat.levels), (1, 2, vec![0, 0xFFFF]));
        let black_and_white = read(png(ColorType::Grayscale, BitDepth::One, [3, 1], &[0b1010_0000]));
        assert_eq!(black_and_white.unwrap().levels, [0xFFFF, 0, 0xFFFF]);
    }

    #[test]
    fn what_is_no_grey_picture_is_told() {
        let told = |bytes: Vec<u8>| read(bytes).unwrap_err().to_string();
        let colours = png(ColorType::Rgb, BitDepth::Eight, [1, 1], &[1, 2, 3]);
        assert_eq!(
            told(colours.clone()),
            "w.png: it has colours or transparency, but a grey picture is needed; save it as greyscale"
        );
        for cut in 0..colours.len() {
            assert!(told(colours[..cut].to_vec()).starts_with("w.png: "), "{cut}");
        }
        assert!(told(b"P5 1 1 255 x".to_vec()).starts_with("w.png: this PNG cannot be read"));
        let mut huge = png(ColorType::Grayscale, BitDepth::Eight, [1, 1], &[7]);
        // Width and height in the header; its checksum is then wrong, or is read no further than this.
        huge[16..24].copy_from_slice(&[0, 15, 66, 64, 0, 15, 66, 64]);
        assert!(read(huge).is_err());
    }
}

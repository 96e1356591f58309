//! Pictures as maps: grey ones for heights and weights, coloured ones for kinds of ground.

use std::collections::BTreeMap;
use std::io::{BufRead, Seek};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use crate::error::TerrainError;
use crate::raster::{Grid, Raster};

/// Unknown colours that are named at most.
const MOST_NAMED: usize = 10;

/// A grey picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Gray {
    /// Pixels from west to east.
    pub columns: u32,
    /// Pixels from north to south.
    pub rows: u32,
    /// From 0 (black) to 65,535 (white), whatever the depth of the file; row by row from the north.
    pub levels: Vec<u16>,
}

impl Gray {
    /// Values from `black` to `white`, with the picture stretched from corner to corner of a rectangle.
    ///
    /// # Errors
    /// [`TerrainError::Grid`] for a rectangle without area.
    pub fn over(
        &self,
        low_m: [f64; 2],
        high_m: [f64; 2],
        [black, white]: [f64; 2],
    ) -> Result<Raster<f32>, TerrainError> {
        let grid = Grid::over(low_m, high_m, [self.columns, self.rows])?;
        let value = |&level: &u16| (black + (white - black) * f64::from(level) / 65_535.0) as f32;
        Raster::from_north(grid, self.levels.iter().map(value).collect())
    }
}

/// A coloured picture whose colours mean something: of each pixel the number of its colour in a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coloured {
    /// Pixels from west to east.
    pub columns: u32,
    /// Pixels from north to south.
    pub rows: u32,
    /// Number of the colour in the legend, from 0; row by row from the north.
    pub numbers: Vec<u8>,
}

impl Coloured {
    /// The numbers, with the picture stretched from corner to corner of a rectangle.
    ///
    /// # Errors
    /// [`TerrainError::Grid`] for a rectangle without area.
    pub fn over(&self, low_m: [f64; 2], high_m: [f64; 2]) -> Result<Raster<u8>, TerrainError> {
        let grid = Grid::over(low_m, high_m, [self.columns, self.rows])?;
        Raster::from_north(grid, self.numbers.clone())
    }
}

/// Reads a grey PNG of up to 16 bits.
///
/// # Errors
/// [`TerrainError::Format`] where the file is damaged or has colours; [`TerrainError::TooLarge`] for more than
/// `most_cells` pixels.
pub fn read_gray_png(file: &str, input: impl BufRead + Seek, most_cells: u64) -> Result<Gray, TerrainError> {
    // Grey of less than 8 bits becomes 8.
    let mut picture = Picture::open(file, input, most_cells, Transformations::EXPAND)?;
    let (color, depth) = picture.reader.output_color_type();
    if color != ColorType::Grayscale {
        return Err(TerrainError::format(
            file,
            "it has colours or transparency, but a grey picture is needed; save it as greyscale",
        ));
    }
    let bytes = picture.bytes(file)?;
    let levels = match depth {
        BitDepth::Sixteen => {
            let pairs = bytes.as_chunks().0;
            pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect()
        }
        // White of 8 bits is white of 16.
        _ => bytes.iter().map(|&level| u16::from(level) * 257).collect(),
    };
    Ok(Gray {
        columns: picture.columns,
        rows: picture.rows,
        levels,
    })
}

/// Reads a PNG each of whose pixels has a colour of the legend (red, green, blue), at most 256 of them.
///
/// # Errors
/// [`TerrainError::Format`] where the file is damaged or is transparent somewhere, or with each colour that the legend has
/// not, how often it is there and where first; [`TerrainError::TooLarge`] for more than `most_cells` pixels.
pub fn read_coloured_png(
    file: &str,
    input: impl BufRead + Seek,
    legend: &[[u8; 3]],
    most_cells: u64,
) -> Result<Coloured, TerrainError> {
    // Palettes become colours, and 16 bits 8.
    let as_colours = Transformations::EXPAND | Transformations::STRIP_16;
    let mut picture = Picture::open(file, input, most_cells, as_colours)?;
    let channels = picture.reader.output_color_type().0.samples();
    let bytes = picture.bytes(file)?;
    let mut numbers = Vec::with_capacity(bytes.len() / channels);
    let mut unknown: BTreeMap<[u8; 3], (u64, usize)> = BTreeMap::new();
    for (at, pixel) in bytes.chunks_exact(channels).enumerate() {
        let (colour, opacity) = match *pixel {
            [grey] => ([grey; 3], 255),
            [grey, opacity] => ([grey; 3], opacity),
            [red, green, blue] => ([red, green, blue], 255),
            [red, green, blue, opacity, ..] => ([red, green, blue], opacity),
            [] => continue,
        };
        if opacity != 255 {
            let [column, row] = picture.place(at);
            return Err(TerrainError::format(
                file,
                format!(
                    "pixel {column}, {row} (from the upper left) is transparent, but each needs a colour"
                ),
            ));
        }
        let number = legend.iter().position(|own| *own == colour);
        if number.is_none() {
            unknown.entry(colour).or_insert((0, at)).0 += 1;
        }
        numbers.push(number.map_or(0, |number| number as u8));
    }
    if unknown.is_empty() {
        let (columns, rows) = (picture.columns, picture.rows);
        return Ok(Coloured {
            columns,
            rows,
            numbers,
        });
    }
    let named = unknown
        .iter()
        .take(MOST_NAMED)
        .map(|([red, green, blue], (count, first))| {
            let [column, row] = picture.place(*first);
            let pixels = if *count == 1 {
                "1 pixel"
            } else {
                &format!("{count} pixels")
            };
            format!(
                "#{red:02x}{green:02x}{blue:02x} ({pixels}, the first at {column}, {row} from the upper left)"
            )
        });
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match unknown.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more; a picture that was saved with loss or scaled has mixed colours"),
    };
    Err(TerrainError::format(
        file,
        format!("no kind of ground has the colours {named}{more}"),
    ))
}

/// A picture whose pixels are about to be read.
struct Picture<R: BufRead + Seek> {
    reader: Reader<R>,
    columns: u32,
    rows: u32,
}

impl<R: BufRead + Seek> Picture<R> {
    /// Reads the header alone, so that what claims to be huge takes no memory.
    fn open(file: &str, input: R, most_cells: u64, change: Transformations) -> Result<Self, TerrainError> {
        let limits = Limits {
            bytes: usize::try_from(most_cells.saturating_mul(8)).unwrap_or(usize::MAX),
        };
        let mut decoder = Decoder::new_with_limits(input, limits);
        decoder.set_transformations(change);
        let header = decoder.read_header_info().map_err(|error| damaged(file, error))?;
        let (columns, rows) = (header.width, header.height);
        TerrainError::check_cells(file, columns, rows, most_cells)?;
        Ok(Self {
            reader: decoder.read_info().map_err(|error| damaged(file, error))?,
            columns,
            rows,
        })
    }

    fn bytes(&mut self, file: &str) -> Result<Vec<u8>, TerrainError> {
        let Some(size) = self.reader.output_buffer_size() else {
            return Err(TerrainError::format(file, "it is too large for memory"));
        };
        let mut bytes = vec![0; size];
        let frame = self
            .reader
            .next_frame(&mut bytes)
            .map_err(|error| damaged(file, error))?;
        bytes.truncate(frame.buffer_size());
        Ok(bytes)
    }

    /// Column and row of a pixel from the upper left, from 1.
    fn place(&self, at: usize) -> [usize; 2] {
        let columns = self.columns as usize;
        [at % columns + 1, at / columns + 1]
    }
}

fn damaged(file: &str, error: DecodingError) -> TerrainError {
    match error {
        DecodingError::IoError(source) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            TerrainError::io(file, source)
        }
        error => TerrainError::format(file, format!("this PNG cannot be read: {error}")),
    }
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

    #[test]
    fn a_grey_picture_is_stretched_from_black_to_white() {
        let gray = Gray {
            columns: 2,
            rows: 1,
            levels: vec![0, 65_535],
        };
        let heights = gray.over([100.0, 0.0], [110.0, 20.0], [-5.0, 45.0]).unwrap();
        assert_eq!(heights.grid().cell_m(), [5.0, 20.0]);
        assert_eq!((heights.at(0, 0), heights.at(1, 0)), (-5.0, 45.0));
        assert_eq!(heights.bilinear([105.0, 3.0]), 20.0);
        assert!(gray.over([0.0; 2], [0.0, 1.0], [0.0, 1.0]).is_err());
    }

    const SEA: [u8; 3] = [0, 0, 255];
    const WOOD: [u8; 3] = [0, 100, 0];

    fn coloured(bytes: Vec<u8>) -> Result<Coloured, TerrainError> {
        read_coloured_png("b.png", Cursor::new(bytes), &[SEA, WOOD], 100)
    }

    #[test]
    fn colours_become_their_numbers_in_the_legend_with_north_above() {
        let pixels = [SEA, WOOD, WOOD, WOOD].concat();
        let map = coloured(png(ColorType::Rgb, BitDepth::Eight, [2, 2], &pixels)).unwrap();
        assert_eq!(map.numbers, [0, 1, 1, 1]);
        let raster = map.over([0.0; 2], [20.0; 2]).unwrap();
        assert_eq!((raster.nearest([1.0, 19.0]), raster.nearest([1.0, 1.0])), (0, 1));
        // With an opacity that is whole everywhere, and of a palette.
        let opaque = [[0, 0, 255, 255], [0, 100, 0, 255]].concat();
        let map = coloured(png(ColorType::Rgba, BitDepth::Eight, [2, 1], &opaque)).unwrap();
        assert_eq!(map.numbers, [0, 1]);
        let mut of_palette = Vec::new();
        let mut encoder = png::Encoder::new(&mut of_palette, 3, 1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Two);
        encoder.set_palette([WOOD, SEA].concat());
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[0b0001_0000]).unwrap();
        writer.finish().unwrap();
        assert_eq!(coloured(of_palette).unwrap().numbers, [1, 0, 1]);
    }

    #[test]
    fn colours_that_mean_nothing_are_named_with_their_first_place() {
        let pixels = [SEA, [1, 2, 3], WOOD, [1, 2, 3], [255, 0, 10], SEA].concat();
        let error = coloured(png(ColorType::Rgb, BitDepth::Eight, [3, 2], &pixels)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "b.png: no kind of ground has the colours #010203 (2 pixels, the first at 2, 1 from the upper left), \
             #ff000a (1 pixel, the first at 2, 2 from the upper left)"
        );
        let many: Vec<u8> = (0..60).collect();
        let error = coloured(png(ColorType::Rgb, BitDepth::Eight, [20, 1], &many))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("and 10 more; a picture that was saved with loss"),
            "{error}"
        );
        let clear = [[0, 0, 255, 255], [0, 0, 255, 254]].concat();
        let error = coloured(png(ColorType::Rgba, BitDepth::Eight, [2, 1], &clear))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("pixel 2, 1 (from the upper left) is transparent"),
            "{error}"
        );
    }
}

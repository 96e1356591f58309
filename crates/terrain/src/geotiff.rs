//! GeoTIFF: the numbers of one band, as the tags say what they mean (`geotiff_tags.rs`).

use std::io;

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::{ByteOrder, IfdPointer, Tag};
use tiff::{TiffError, TiffFormatError};

use crate::changed::{Changed, Tiff};
use crate::error::TerrainError;
use crate::geotiff_tags::{Band, Fault, Layout, NoData, Place, no_colours};
use crate::map::{Input, Map, Unit};
use crate::raster::{Grid, Raster};

/// Images of a file that are looked at: overviews and masks follow the first.
const MOST_IMAGES: usize = 100;
/// Numbers that tiles of a small map may have beyond its own.
const PADDING: u64 = 1 << 24;
/// Numbers in a row of a tile that is wider than the map.
const LONGEST_ROW: u64 = 1 << 22;
/// Bits of the tag `NewSubfileType`.
const REDUCED: u64 = 1;
const MASK: u64 = 4;

/// Reads the first band of numbers on a grid of square cells. Cells without data (tag `GDAL_NODATA`, a mask, a band of
/// opacity, or NaN) become NaN. Pixels that stand for points are taken as the centres of cells; rows may run either way.
pub(crate) fn read(
    file: &str,
    input: &mut dyn Input,
    most_cells: u64,
    unit: Unit,
) -> Result<Map, TerrainError> {
    work(file, input, most_cells, unit).map_err(|fault| match fault {
        Fault::Map(error) => error,
        Fault::Refused(why) => TerrainError::format(file, why),
        Fault::Damaged(TiffError::IoError(source)) if source.kind() != io::ErrorKind::UnexpectedEof => {
            TerrainError::io(file, source)
        }
        Fault::Damaged(error) => TerrainError::format(file, format!("this TIFF cannot be read: {error}")),
    })
}

fn work(file: &str, input: &mut dyn Input, most_cells: u64, unit: Unit) -> Result<Map, Fault> {
    let mut tiff = Decoder::new(Changed::new(input))?;
    let (columns, rows) = tiff.dimensions()?;
    TerrainError::check_cells(file, columns, rows, most_cells)?;
    // No more than the cells take, as eight bytes each, whatever the file claims of strips and tiles.
    let most_bytes = usize::try_from(most_cells.saturating_mul(8)).unwrap_or(usize::MAX);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = most_bytes;
    limits.intermediate_buffer_size = most_bytes;
    tiff = tiff.with_limits(limits);

    no_colours(&mut tiff)?;
    let layout = open(&mut tiff, 0)?;
    let band = Band::read(&mut tiff, layout, unit)?;
    let no_data = NoData::read(&mut tiff, layout)?;
    let place = Place::read(&mut tiff)?;
    let (origin_m, cell_m, is_south_up) = place.grid(rows)?;
    let grid =
        Grid::new(origin_m, cell_m, [columns, rows]).map_err(|error| TerrainError::format(file, error))?;

    let mut heights = vec![f32::NAN; grid.len()];
    let most_numbers = most_cells.saturating_mul(16).saturating_add(PADDING);
    let mut show = |cell: usize, number: Option<f64>| {
        // A block that is not stored has no data, where the file says what that is, and else zeros.
        let number = number.unwrap_or(if no_data.fits() { f64::NAN } else { 0.0 });
        if !no_data.is(number) {
            heights[cell] = band.value(number) as f32;
        }
    };
    cells(&mut tiff, layout, band.number, most_numbers, &mut show)?;
    let mut hide = |cell: usize, number: Option<f64>| {
        if number.unwrap_or(0.0) == 0.0 {
            heights[cell] = f32::NAN;
        }
    };
    if let Some(opacity) = band.opacity {
        cells(&mut tiff, layout, opacity, most_numbers, &mut hide)?;
    }
    let (mask, pages) = others(&mut tiff)?;
    if let Some(mask) = mask {
        let layout = open(&mut tiff, mask)?;
        if tiff.dimensions()? != (columns, rows) {
            return Err(short().into());
        }
        cells(&mut tiff, layout, 0, most_numbers, &mut hide)?;
    }
    if let Some(at) = heights.iter().position(|height| height.is_infinite()) {
        let (column, row) = (at % columns as usize + 1, at / columns as usize + 1);
        return Err(Fault::Refused(format!(
            "the number in column {column}, row {row} of the file is not finite"
        )));
    }
    let raster = if is_south_up {
        Raster::new(grid, heights)?
    } else {
        Raster::from_north(grid, heights)?
    };
    let (bands, own, images) = (layout.bands, band.number + 1, pages + 1);
    let more_bands = format!("`{file}` has {bands} bands, of which band {own} is read");
    let more_images = format!("`{file}` holds {images} images, of which the first is read");
    let notes = [
        (
            band.others(layout) > 0,
            more_bands,
            "gdal_translate -b 2 in.tif out.tif",
        ),
        (
            pages > 0,
            more_images,
            "gdal_translate GTIFF_DIR:2:in.tif out.tif",
        ),
    ];
    let notes = notes.into_iter().filter(|(is_so, ..)| *is_so);
    let notes = notes
        .map(|(_, what, way)| [what, format!("make a file of another: `{way}`")])
        .collect();
    Ok(Map {
        raster,
        epsg: place.epsg(),
        notes,
    })
}

/// The number of the image that masks the first, and how many are neither masks nor smaller copies.
fn others(tiff: &mut Tiff<'_>) -> Result<(Option<usize>, usize), TiffError> {
    let (mut mask, mut pages) = (None, 0);
    let mut next = tiff.image_ifd().directory().next();
    let mut seen = Vec::new();
    while let Some(at) = next {
        if seen.len() == MOST_IMAGES || seen.contains(&at) {
            return Err(TiffError::LimitsExceeded);
        }
        seen.push(at);
        let directory = tiff.read_directory(at)?;
        let mut tags = tiff.read_directory_tags(&directory);
        let kind = tags
            .find_tag_unsigned::<u64>(Tag::NewSubfileType)?
            .unwrap_or_default();
        match (kind & REDUCED != 0, kind & MASK != 0) {
            (false, true) => mask = mask.or(Some(seen.len())),
            (false, false) => pages += 1,
            (true, _) => {}
        }
        next = directory.next();
    }
    Ok((mask, pages))
}

/// Goes to an image, and says how it is stored. Its numbers are to be taken as they are: the library turns those of which 0
/// is white, and reads no masks, so that it is shown an image of which 0 is black; and where this unpacks blocks itself,
/// one that is not packed.
fn open(tiff: &mut Tiff<'_>, image: usize) -> Result<Layout, Fault> {
    tiff.seek_to_image(image)?;
    let layout = Layout::read(tiff)?;
    let mut plain = vec![Tag::PhotometricInterpretation.to_u16()];
    if layout.is_zstd {
        plain.push(Tag::Compression.to_u16());
    }
    let changes = made_1(tiff, &plain)?;
    tiff.inner().changes = changes;
    tiff.seek_to_image(image)?;
    Ok(layout)
}

/// The bytes that make these tags of the image 1.
fn made_1(tiff: &mut Tiff<'_>, tags: &[u16]) -> Result<Vec<(u64, u8)>, TiffError> {
    let mut changes = Vec::new();
    let Some(IfdPointer(directory)) = tiff.ifd_pointer() else {
        return Ok(changes);
    };
    tiff.goto_offset_u64(2)?;
    let is_big = tiff.read_short()? == 43;
    tiff.goto_offset_u64(directory)?;
    let (count, first, length, value) = if is_big {
        (tiff.read_long8()?, 8, 20, 12)
    } else {
        (u64::from(tiff.read_short()?), 2, 12, 8)
    };
    for number in 0..count.min(u64::from(u16::MAX)) {
        let entry = directory + first + number * length;
        tiff.goto_offset_u64(entry)?;
        if tags.contains(&tiff.read_short()?) {
            // Both are of two bytes, or the image is not read.
            let bytes = match tiff.byte_order() {
                ByteOrder::LittleEndian => [1, 0],
                ByteOrder::BigEndian => [0, 1],
            };
            changes.extend([(entry + value, bytes[0]), (entry + value + 1, bytes[1])]);
        }
    }
    Ok(changes)
}

/// Gives each number of a band with its cell, from the first row of the file on; nothing for what is not stored.
fn cells(
    tiff: &mut Tiff<'_>,
    layout: Layout,
    band: u16,
    most_numbers: u64,
    take: &mut dyn FnMut(usize, Option<f64>),
) -> Result<(), TiffError> {
    let (columns, rows) = tiff.dimensions()?;
    let (width, height) = tiff.chunk_dimensions();
    // A block may claim more rows than there are.
    let height = height.min(rows);
    let (across, down) = (columns.div_ceil(width), rows.div_ceil(height));
    let (first, step) = if layout.is_planar {
        (u32::from(band).saturating_mul(across * down), 1)
    } else {
        (0, usize::from(layout.bands))
    };
    let of_row = |columns: u32| u64::from(columns) * step as u64;
    let stored = (of_row(width) * u64::from(across)).saturating_mul((down * height).into());
    if stored > most_numbers || of_row(width) > of_row(columns).max(LONGEST_ROW) {
        return Err(TiffError::LimitsExceeded);
    }
    let mut of_blocks = |tiles: Tag, strips: Tag| -> Result<Vec<u64>, TiffError> {
        let found = tiff.find_tag_unsigned_vec(tiles)?;
        Ok(found.or(tiff.find_tag_unsigned_vec(strips)?).unwrap_or_default())
    };
    let offsets = of_blocks(Tag::TileOffsets, Tag::StripOffsets)?;
    let lengths = of_blocks(Tag::TileByteCounts, Tag::StripByteCounts)?;
    for block in 0..across * down {
        let [left, top] = [block % across * width, block / across * height];
        let number = first.saturating_add(block);
        let is_stored = |of: &[u64]| of.get(number as usize).is_some_and(|&value| value > 0);
        let read = if is_stored(&offsets) && is_stored(&lengths) {
            if layout.is_zstd {
                let row_bits = of_row(width) * u64::from(layout.bits);
                let most = row_bits.div_ceil(8) * u64::from(height);
                unpack(tiff, [&offsets, &lengths].map(|of| of[number as usize]), most)?;
            }
            let read = tiff.read_chunk(number)?;
            tiff.inner().block = None;
            Some(read)
        } else {
            None
        };
        let own_width = width.min(columns - left) as usize;
        for row in 0..height.min(rows - top) as usize {
            for column in 0..own_width {
                let cell = (top as usize + row) * columns as usize + left as usize + column;
                let first = (row * own_width + column) * step;
                let at = if layout.is_planar {
                    first
                } else {
                    first + usize::from(band)
                };
                let found = match &read {
                    None => None,
                    Some(DecodingResult::U8(bytes)) if layout.bits < 8 => {
                        of_bits(bytes, usize::from(layout.bits), own_width, [column, row])
                    }
                    Some(numbers) => of_numbers(numbers, at),
                };
                if read.is_some() && found.is_none() {
                    return Err(short());
                }
                take(cell, found);
            }
        }
    }
    Ok(())
}

/// Has the next block read as it is unpacked.
#[cfg(feature = "zstd")]
fn unpack(tiff: &mut Tiff<'_>, [offset, length]: [u64; 2], most: u64) -> Result<(), TiffError> {
    use std::io::Read as _;

    tiff.goto_offset_u64(offset)?;
    let packed = tiff.inner().take(length);
    let unpacking = ruzstd::decoding::StreamingDecoder::new(packed)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
    let mut block = Vec::new();
    unpacking.take(most).read_to_end(&mut block)?;
    tiff.inner().block = Some((offset, block));
    Ok(())
}

#[cfg(not(feature = "zstd"))]
fn unpack(_: &mut Tiff<'_>, _: [u64; 2], _: u64) -> Result<(), TiffError> {
    // What says how blocks are packed has refused them.
    Err(short())
}

fn short() -> TiffError {
    TiffFormatError::InconsistentSizesEncountered.into()
}

/// A number of less than a byte, in rows of whole bytes.
fn of_bits(bytes: &[u8], bits: usize, width: usize, [column, row]: [usize; 2]) -> Option<f64> {
    let at = column * bits;
    let byte = bytes.get(row * (width * bits).div_ceil(8) + at / 8)?;
    Some(f64::from(byte >> (8 - bits - at % 8) & ((1 << bits) - 1)))
}

fn of_numbers(numbers: &DecodingResult, at: usize) -> Option<f64> {
    Some(match numbers {
        DecodingResult::U8(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::U16(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::U32(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::U64(numbers) => *numbers.get(at)? as f64,
        DecodingResult::I8(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::I16(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::I32(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::I64(numbers) => *numbers.get(at)? as f64,
        DecodingResult::F16(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::F32(numbers) => (*numbers.get(at)?).into(),
        DecodingResult::F64(numbers) => *numbers.get(at)?,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::read_map::read_map;

    enum Value<'a> {
        Short(u16),
        Shorts(&'a [u16]),
        Longs(Vec<u32>),
        Reals(&'a [f64]),
        Text(&'a str),
    }
    use Value::{Longs, Reals, Short, Shorts, Text};

    type Tags<'a> = Vec<(u16, Value<'a>)>;

    /// A file of images, each of its tags and of its strips; one that is empty is not stored.
    fn tiff(images: &[(&Tags<'_>, &[&[u8]])]) -> Vec<u8> {
        let mut out = b"II*\0\0\0\0\0".to_vec();
        let mut link = 4;
        for (tags, strips) in images {
            let mut offsets = Vec::new();
            for strip in *strips {
                offsets.push(if strip.is_empty() { 0 } else { out.len() as u32 });
                out.extend(*strip);
            }
            let lengths = strips.iter().map(|strip| strip.len() as u32).collect();
            let blocks = [(273, Longs(offsets)), (279, Longs(lengths))];
            let mut entries = Vec::new();
            for (tag, value) in tags.iter().chain(&blocks) {
                let (kind, count, mut bytes): (u16, usize, Vec<u8>) = match value {
                    Short(v) => (3, 1, v.to_le_bytes().to_vec()),
                    Shorts(v) => (3, v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
                    Longs(v) => (4, v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
                    Reals(v) => (12, v.len(), v.iter().flat_map(|v| v.to_le_bytes()).collect()),
                    Text(text) => (2, text.len() + 1, [text.as_bytes(), b"\0"].concat()),
                };
                if bytes.len() > 4 {
                    let at = out.len() as u32;
                    out.append(&mut bytes);
                    bytes = at.to_le_bytes().to_vec();
                }
                bytes.resize(4, 0);
                let head = [tag.to_le_bytes(), kind.to_le_bytes()].concat();
                entries.push([head, (count as u32).to_le_bytes().to_vec(), bytes].concat());
            }
            entries.sort_by_key(|entry| [entry[1], entry[0]]);
            let at = out.len() as u32;
            out[link..link + 4].copy_from_slice(&at.to_le_bytes());
            out.extend((entries.len() as u16).to_le_bytes());
            out.extend(entries.concat());
            link = out.len();
            out.extend([0; 4]);
        }
        out
    }

    /// Two cells of ten metres beside each other, with the corner in the north-west at (500, 900).
    fn tags<'a>(bits: u16, format: u16) -> Tags<'a> {
        vec![
            (256, Short(2)),
            (257, Short(1)),
            (258, Short(bits)),
            (262, Short(1)),
            (278, Short(1)),
            (339, Short(format)),
            (33_550, Reals(&[10.0, 10.0, 0.0])),
            (33_922, Reals(&[0.0, 0.0, 0.0, 500.0, 900.0, 0.0])),
        ]
    }

    /// The same with others in their place.
    fn with<'a>(mut tags: Tags<'a>, others: Tags<'a>) -> Tags<'a> {
        tags.retain(|(tag, _)| others.iter().all(|(other, _)| tag != other));
        tags.extend(others);
        tags
    }

    fn read_file(bytes: Vec<u8>, unit: Unit) -> Result<Map, TerrainError> {
        read_map("m.tif", Cursor::new(bytes), 1000, unit).unwrap()
    }

    fn read_one(tags: &Tags<'_>, strips: &[&[u8]]) -> Map {
        read_file(tiff(&[(tags, strips)]), Unit::Metres).unwrap()
    }

    fn refusal(tags: &Tags<'_>) -> String {
        read_file(tiff(&[(tags, &[&[0; 16]])]), Unit::Metres)
            .unwrap_err()
            .to_string()
    }

    /// The heights, NaN as none.
    fn heights(map: &Map) -> Vec<Option<f32>> {
        let values = map.raster.values().iter();
        values
            .map(|&height| Some(height).filter(|height| !height.is_nan()))
            .collect()
    }

    /// A raster of four bytes said `-99.99`, which no number of four bytes is: its cells were land at -99.99 m.
    #[test]
    fn no_data_is_compared_in_the_type_of_the_cells() {
        let [odd, low] = [-99.99_f32, f32::MIN].map(f32::to_le_bytes);
        let five = 5.0_f32.to_le_bytes();
        for (said, cell) in [
            ("-99.99", odd),
            ("-99.989998", odd),
            ("-3.40282e+38", low),
            ("-3.4028234663852886e+38 ", low),
            ("nan", f32::NAN.to_le_bytes()),
            ("1.#QNAN", f32::NAN.to_le_bytes()),
            ("-inf", f32::NEG_INFINITY.to_le_bytes()),
        ] {
            let map = read_one(
                &with(tags(32, 3), vec![(42_113, Text(said))]),
                &[&[cell, five].concat()],
            );
            assert_eq!(heights(&map), [None, Some(5.0)], "{said}");
        }
        // Twice as wide cells tell the two apart; half as wide ones have -100 for both.
        let wide = [(-99.99_f64).to_le_bytes(), f64::from(-99.99_f32).to_le_bytes()].concat();
        let map = read_one(&with(tags(64, 3), vec![(42_113, Text("-99.99"))]), &[&wide]);
        assert_eq!(heights(&map), [None, Some(-99.99)]);
        let map = read_one(
            &with(tags(16, 3), vec![(42_113, Text("-99.99"))]),
            &[&[0x40, 0xD6, 0, 0x45]],
        );
        assert_eq!(heights(&map), [None, Some(5.0)]);
        // No cell of a byte is any of these.
        for said in ["-9999", "255.5", "1e40"] {
            let map = read_one(&with(tags(8, 1), vec![(42_113, Text(said))]), &[&[241, 255]]);
            assert_eq!(heights(&map), [Some(241.0), Some(255.0)], "{said}");
        }
        let map = read_one(
            &with(tags(16, 2), vec![(42_113, Text("-32768"))]),
            &[&[0, 0x80, 0xFF, 0xFF]],
        );
        assert_eq!(heights(&map), [None, Some(-1.0)]);
        // As GDAL reads it.
        let map = read_one(&with(tags(8, 2), vec![(42_113, Text("-9.5"))]), &[&[247, 246]]);
        assert_eq!(heights(&map), [None, Some(-10.0)]);
        let told = refusal(&with(tags(8, 1), vec![(42_113, Text("none"))]));
        assert!(
            told.starts_with("m.tif: the number that means no data is `none` (`GDAL_NODATA`)"),
            "{told}"
        );
    }

    #[test]
    fn scale_and_offset_are_those_of_the_band() {
        let said = "<GDALMetadata>\n  <Item name=\"SCALE\" sample=\"1\" role=\"scale\">7</Item>\n  \
                    <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">200</Item>\n  \
                    <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.1</Item>\n</GDALMetadata>\n";
        let scaled = with(tags(16, 2), vec![(42_112, Text(said)), (42_113, Text("834"))]);
        let cells = [834_i16, 1060].map(i16::to_le_bytes).concat();
        assert_eq!(heights(&read_one(&scaled, &[&cells])), [None, Some(306.0)]);
        let told = refusal(&with(
            tags(16, 2),
            vec![(42_112, Text(&said.replace("0.1", "x")))],
        ));
        assert!(told.contains("the scale of its numbers is `x`"), "{told}");
        let feet =
            "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">ft</Item></GDALMetadata>";
        let told = refusal(&with(tags(16, 2), vec![(42_112, Text(feet))]));
        assert!(
            told.contains("the unit of its numbers is `ft`") && told.contains("A*0.3048"),
            "{told}"
        );
    }

    /// The library turned 84 to 171, and a real number to one less it.
    #[test]
    fn numbers_of_which_0_is_white_are_those_that_are_stored() {
        let white = || vec![(262, Short(0))];
        assert_eq!(
            heights(&read_one(&with(tags(8, 1), white()), &[&[84, 140]])),
            [Some(84.0), Some(140.0)]
        );
        assert_eq!(
            heights(&read_one(&with(tags(8, 2), white()), &[&[84, 140]])),
            [Some(84.0), Some(-116.0)]
        );
        let reals = [84.5_f32, 140.25].map(f32::to_le_bytes).concat();
        let map = read_one(&with(tags(32, 3), white()), &[&reals]);
        assert_eq!(heights(&map), [Some(84.5), Some(140.25)]);
    }

    #[test]
    fn masks_and_opacity_say_where_there_is_data() {
        let mask = |kind: u16, bits: u16| with(tags(bits, 1), vec![(254, Short(kind)), (262, Short(4))]);
        let (own, of_bits, of_copy) = (tags(8, 1), mask(4, 1), mask(5, 8));
        let bytes = tiff(&[
            (&own, &[&[84, 140]]),
            (&of_copy, &[&[0, 0]]),
            (&of_bits, &[&[0b0100_0000]]),
        ]);
        let map = read_file(bytes, Unit::Metres).unwrap();
        assert_eq!((heights(&map), map.notes), (vec![None, Some(140.0)], Vec::new()));
        // Two bands, by pixel and by band.
        let opacity = || vec![(277, Short(2)), (338, Short(2)), (258, Shorts(&[8, 8]))];
        let map = read_one(&with(tags(8, 1), opacity()), &[&[84, 255, 140, 0]]);
        assert_eq!((heights(&map), map.notes), (vec![Some(84.0), None], Vec::new()));
        let by_band = with(with(tags(8, 1), opacity()), vec![(284, Short(2))]);
        assert_eq!(
            heights(&read_one(&by_band, &[&[84, 140], &[0, 9]])),
            [None, Some(140.0)]
        );
        let told = refusal(&with(with(tags(8, 1), opacity()), vec![(338, Short(1))]));
        assert!(told.contains("`ExtraSamples`"), "{told}");
    }

    #[test]
    fn the_first_of_several_bands_or_images_is_read_and_that_is_said() {
        let bands = || vec![(277, Short(3)), (338, Shorts(&[0, 0]))];
        let map = read_one(&with(tags(8, 1), bands()), &[&[84, 1, 2, 140, 3, 4]]);
        assert_eq!(heights(&map), [Some(84.0), Some(140.0)]);
        let [what, way] = &map.notes[0];
        assert_eq!(what, "`m.tif` has 3 bands, of which band 1 is read");
        assert_eq!(
            way,
            "make a file of another: `gdal_translate -b 2 in.tif out.tif`"
        );
        let by_band = with(with(tags(8, 1), bands()), vec![(284, Short(2))]);
        let map = read_one(&by_band, &[&[84, 140], &[1, 2], &[3, 4]]);
        assert_eq!(
            (heights(&map), map.notes.len()),
            (vec![Some(84.0), Some(140.0)], 1)
        );
        let own = tags(8, 1);
        let map = read_file(tiff(&[(&own, &[&[84, 140]]), (&own, &[&[1, 2]])]), Unit::Metres).unwrap();
        assert_eq!(heights(&map), [Some(84.0), Some(140.0)]);
        assert_eq!(
            map.notes[0][0],
            "`m.tif` holds 2 images, of which the first is read"
        );
    }

    #[test]
    fn strips_that_are_not_stored_are_no_data_or_0() {
        let rows = |others| with(with(tags(8, 1), vec![(257, Short(2))]), others);
        let map = read_one(&rows(vec![]), &[&[], &[84, 140]]);
        assert_eq!(heights(&map), [Some(84.0), Some(140.0), Some(0.0), Some(0.0)]);
        let map = read_one(&rows(vec![(42_113, Text("7"))]), &[&[], &[84, 140]]);
        assert_eq!(heights(&map), [Some(84.0), Some(140.0), None, None]);
        let map = read_one(&rows(vec![(42_113, Text("-1"))]), &[&[], &[84, 140]]);
        assert_eq!(heights(&map), [Some(84.0), Some(140.0), Some(0.0), Some(0.0)]);
    }

    #[test]
    fn rows_run_either_way_and_pixels_may_be_points() {
        // Ten metres a cell, with (500, 900) at the corner of the first.
        let turned = |b: f64, down: f64| {
            let mut matrix = [0.0; 16];
            (matrix[0], matrix[1], matrix[3]) = (10.0, b, 500.0);
            (matrix[4], matrix[5], matrix[7], matrix[15]) = (-b, down, 900.0, 1.0);
            matrix
        };
        let (north, south, rotated) = (turned(0.0, -10.0), turned(0.0, 10.0), turned(1.0, -10.0));
        let placed = |matrix: &[f64; 16], others: Tags<'_>| {
            let mut own = with(
                tags(8, 1),
                vec![(257, Short(2)), (278, Short(2)), (34_264, Reals(matrix))],
            );
            own.retain(|(tag, _)| ![33_550, 33_922].contains(tag));
            read_file(tiff(&[(&with(own, others), &[&[1, 2, 3, 4]])]), Unit::Metres)
        };
        let map = placed(&north, vec![]).unwrap();
        assert_eq!(map.raster.grid().origin_m(), [500.0, 880.0]);
        assert_eq!(map.raster.values(), [3.0, 4.0, 1.0, 2.0]);
        let map = placed(&south, vec![]).unwrap();
        assert_eq!(map.raster.grid().origin_m(), [500.0, 900.0]);
        assert_eq!(map.raster.values(), [1.0, 2.0, 3.0, 4.0]);
        let points = || vec![(34_735, Shorts(&[1, 1, 0, 1, 1025, 0, 1, 2]))];
        let [north, south] = [&north, &south].map(|matrix| placed(matrix, points()).unwrap());
        assert_eq!(north.raster.grid().origin_m(), [495.0, 885.0]);
        assert_eq!(south.raster.grid().origin_m(), [495.0, 895.0]);
        let told = placed(&rotated, vec![]).unwrap_err().to_string();
        assert!(told.ends_with("warp it: `gdalwarp in.tif out.tif`"), "{told}");
        let told = refusal(&with(tags(8, 1), vec![(33_550, Reals(&[10.0, -10.0, 0.0]))]));
        assert!(told.contains("`ModelPixelScaleTag`"), "{told}");
    }

    /// The strips are GDAL's, of three columns and two rows.
    #[test]
    fn lzw_is_read_with_either_predictor() {
        let size = || vec![(256, Short(3)), (257, Short(2)), (278, Short(2)), (259, Short(5))];
        let strip = [
            0x80, 0x0B, 0x00, 0x2A, 0x77, 0xE9, 0x6C, 0x05, 0x02, 0x00, 0x00, 0x1B, 0x6F, 0xE8, 0x08,
        ];
        let whole = with(with(tags(16, 2), size()), vec![(317, Short(2))]);
        let map = read_one(&whole, &[&strip]);
        assert_eq!(map.raster.values(), [300.0, 300.0, 7.0, 300.0, -301.0, 302.0]);
        let strip = [
            0x80, 0x10, 0xC0, 0x00, 0x02, 0x98, 0x00, 0x02, 0x69, 0x40, 0x20, 0x20, 0x60, 0x08, 0x14, 0x12,
            0x06, 0x6A, 0x00, 0x10, 0x18, 0x10, 0x38, 0x08,
        ];
        let real = with(with(tags(32, 3), size()), vec![(317, Short(3))]);
        let map = read_one(&real, &[&strip]);
        assert_eq!(map.raster.values(), [300.0, 300.0, 300.5, 300.0, 301.0, 302.0]);
    }

    #[test]
    fn what_is_not_understood_is_refused_by_its_name() {
        for (tag, value, told) in [
            (259, 7, "it is compressed by JPEG (`Compression` 7)"),
            (259, 34_887, "it is compressed by LERC (`Compression` 34887)"),
            (
                259,
                999,
                "it is compressed by a method of its own (`Compression` 999)",
            ),
            (262, 2, "(`PhotometricInterpretation` 2)"),
            (262, 3, "(`PhotometricInterpretation` 3)"),
            (262, 4, "(`PhotometricInterpretation` 4)"),
            (266, 2, "its tag `FillOrder` changes"),
            (274, 4, "its tag `Orientation` changes"),
            (32_997, 2, "its tag `ImageDepth` changes"),
            (291, 2, "its tag `GrayResponseCurve` changes"),
            (301, 0, "its tag `TransferFunction` changes"),
            (338, 2, "(`ExtraSamples`)"),
            (258, 12, "its numbers have 12 bits each (`BitsPerSample`)"),
            (339, 6, "are of kind 6 (`SampleFormat`)"),
        ] {
            let told_of = refusal(&with(tags(8, 1), vec![(tag, Short(value))]));
            assert!(
                told_of.starts_with("m.tif: ") && told_of.contains(told),
                "{told_of}"
            );
        }
        if !cfg!(feature = "zstd") {
            let told = refusal(&with(tags(8, 1), vec![(259, Shorts(&[50_000]))]));
            assert!(
                told.contains("ZSTD") && told.contains("the feature `gis`"),
                "{told}"
            );
        }
    }

    /// Tiles of four thousand million columns would take as many bytes.
    #[test]
    fn tiles_far_larger_than_the_map_are_refused() {
        let mut own = with(tags(8, 1), vec![]);
        own.extend([(322, Longs(vec![1 << 31])), (323, Longs(vec![1 << 10]))]);
        own.extend([(324, Longs(vec![8])), (325, Longs(vec![8]))]);
        let mut bytes = tiff(&[(&own, &[])]);
        // The tags of strips are none of a tiled image; a name of nobody in their place.
        for at in 0..bytes.len() - 1 {
            if [[0x11, 0x01], [0x17, 0x01]].contains(&[bytes[at], bytes[at + 1]]) {
                bytes[at + 1] = 0xF0;
            }
        }
        let told = read_file(bytes, Unit::Metres).unwrap_err().to_string();
        assert!(told.contains("limits"), "{told}");
    }
}

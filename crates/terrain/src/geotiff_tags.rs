//! What the tags of a GeoTIFF say of its numbers: how they are stored, what they mean, where they lie. A tag that changes
//! this and is not understood is refused by name.
//!
//! # Source
//! TIFF 6.0 and OGC 19-008r4, GeoTIFF 1.1, for tags and keys; of GDAL its own tags `GDAL_METADATA` and `GDAL_NODATA`. Which
//! vertical systems are in feet or are depths: the EPSG dataset, version 10.076.

use tiff::TiffError;
use tiff::tags::{Tag, Type, ValueBuffer};

use crate::error::TerrainError;
use crate::geotiff::Tiff;
use crate::map::Unit;

// Keys of the GeoKey directory, and the values that mean metres on a plane.
const MODEL_TYPE: u64 = 1024;
const RASTER_TYPE: u64 = 1025;
const LINEAR_UNITS: u64 = 3076;
const VERTICAL_SYSTEM: u64 = 4096;
const VERTICAL_UNITS: u64 = 4099;
const GEOGRAPHIC: u64 = 2;
const GEOCENTRIC: u64 = 3;
const AREA: u64 = 1;
const POINT: u64 = 2;
const METRE: u64 = 9001;
const PROJECTED_SYSTEM: u64 = 3072;
/// Codes from here on are of no registry.
const USER_DEFINED: u64 = 32_767;

/// Vertical systems whose numbers grow downwards, in any unit.
const DEPTHS: [u64; 29] = [
    5336, 5612, 5614, 5706, 5715, 5734, 5739, 5789, 5831, 5861, 5862, 5863, 5864, 5865, 5866, 5867, 5873,
    6357, 6358, 6359, 7976, 8051, 8053, 8358, 8378, 8897, 9287, 9288, 9672,
];
/// Vertical systems with heights in feet of some kind.
const IN_FEET: [u64; 9] = [5702, 5754, 6130, 6131, 6132, 6360, 8050, 8052, 8228];
/// Codes that the two lists were made from; others may be of any unit.
const KNOWN: [std::ops::RangeInclusive<u64>; 2] = [3855..=9927, 20_000..=20_036];

/// A way of packing, of which the library reads none without a compiler of C.
const ZSTD: u16 = 50_000;

/// The tag of GDAL for what it knows of bands.
const GDAL_METADATA: Tag = Tag::Unknown(42_112);
/// Tags that change what numbers mean unless they are 1.
const MUST_BE_1: [(Tag, &str); 4] = [
    (Tag::FillOrder, "FillOrder"),
    (Tag::Orientation, "Orientation"),
    (Tag::Unknown(32_997), "ImageDepth"),
    (Tag::Unknown(32_998), "TileDepth"),
];
/// Tags that change what numbers mean by curves.
const CURVES: [(Tag, &str); 3] = [
    (Tag::GrayResponseCurve, "GrayResponseCurve"),
    (Tag::Unknown(301), "TransferFunction"),
    (Tag::Unknown(433), "Decode"),
];

/// Why a TIFF is not read.
pub(crate) enum Fault {
    Damaged(TiffError),
    /// What it is, and the way out.
    Refused(String),
    Map(TerrainError),
}

impl From<TiffError> for Fault {
    fn from(error: TiffError) -> Self {
        Self::Damaged(error)
    }
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl From<TerrainError> for Fault {
    fn from(error: TerrainError) -> Self {
        Self::Map(error)
    }
}

/// How the numbers of an image are stored.
pub(crate) struct Layout {
    pub(crate) bands: u16,
    pub(crate) bits: u8,
    pub(crate) is_tiled: bool,
    /// Each band by itself.
    pub(crate) is_planar: bool,
    pub(crate) is_zstd: bool,
    is_float: bool,
    is_signed: bool,
}

impl Layout {
    pub(crate) fn read(tiff: &mut Tiff<'_>) -> Result<Self, Fault> {
        let packed = tiff.find_tag_unsigned(Tag::Compression)?.unwrap_or(1);
        packing(packed)?;
        for (tag, name) in MUST_BE_1 {
            if let Some(value) = tiff.find_tag_unsigned::<u64>(tag)?.filter(|value| *value != 1) {
                return Err(Fault::Refused(format!(
                    "its tag `{name}` is {value}, which is not understood; write it anew: `gdal_translate in.tif out.tif`"
                )));
            }
        }
        for (tag, name) in CURVES {
            if tiff.image_ifd().find_entry(tag).is_some() {
                return Err(Fault::Refused(format!(
                    "its tag `{name}` changes what its numbers mean, and is not understood; where it may be left out: \
                     `gdal_translate in.tif out.tif`"
                )));
            }
        }
        let mut first = |tag: Tag| -> Result<Option<u16>, TiffError> {
            Ok(tiff
                .find_tag_unsigned_vec(tag)?
                .and_then(|values| values.first().copied()))
        };
        let bits = first(Tag::BitsPerSample)?.unwrap_or(1);
        let bands = first(Tag::SamplesPerPixel)?.unwrap_or(1);
        let format = first(Tag::SampleFormat)?.unwrap_or(1);
        let is_planar = first(Tag::PlanarConfiguration)? == Some(2);
        let is_read = match format {
            1 => matches!(bits, 8 | 16 | 32 | 64) || matches!(bits, 1 | 2 | 4) && bands == 1,
            2 => matches!(bits, 8 | 16 | 32 | 64),
            3 => matches!(bits, 16 | 32 | 64),
            _ => false,
        };
        if !is_read {
            return Err(Fault::Refused(format!(
                "its numbers have {bits} bits each (`BitsPerSample`) and are of kind {format} (`SampleFormat`), which is not \
                 read; write real numbers: `gdal_translate -ot Float32 -co NBITS=32 in.tif out.tif`"
            )));
        }
        Ok(Self {
            bands,
            bits: bits as u8,
            is_tiled: tiff.image_ifd().find_entry(Tag::TileOffsets).is_some(),
            is_planar,
            is_zstd: packed == ZSTD,
            is_float: format == 3,
            is_signed: format == 2,
        })
    }

    /// The tags with offsets and lengths of the blocks.
    pub(crate) fn blocks(&self) -> [Tag; 2] {
        if self.is_tiled {
            [Tag::TileOffsets, Tag::TileByteCounts]
        } else {
            [Tag::StripOffsets, Tag::StripByteCounts]
        }
    }
}

/// Whether a way of packing is read.
fn packing(code: u16) -> Result<(), String> {
    let repack = "`gdal_translate -co COMPRESS=DEFLATE in.tif out.tif`";
    let name = match code {
        // None, LZW, deflate by two numbers, PackBits.
        1 | 5 | 8 | 32_946 | 32_773 => return Ok(()),
        ZSTD if cfg!(feature = "zstd") => return Ok(()),
        ZSTD => {
            return Err(format!(
                "it is compressed by ZSTD, which needs the feature `gis`, and this program was built without it; build one \
                 that has it (`cargo build --release --features full`), or repack the file: {repack}"
            ));
        }
        2..=4 => "CCITT",
        6 | 7 => "JPEG",
        34_712 => "JPEG 2000",
        34_887 => "LERC",
        34_925 => "LZMA",
        50_001 => "WebP",
        50_002 | 52_546 => "JPEG XL",
        _ => "a method of its own",
    };
    Err(format!(
        "it is compressed by {name} (`Compression` {code}), which is not read; repack it: {repack}"
    ))
}

/// Refuses an image whose numbers stand for colours.
pub(crate) fn no_colours(tiff: &mut Tiff<'_>) -> Result<(), Fault> {
    let (what, way) = match tiff.find_tag_unsigned::<u16>(Tag::PhotometricInterpretation)? {
        Some(0 | 1) => return Ok(()),
        Some(3) => (
            "its numbers stand for the colours of a palette",
            "where they are numbers all the same: `gdal_translate -co PHOTOMETRIC=MINISBLACK in.tif out.tif`",
        ),
        Some(4) => ("its first image is a mask", "give the map that it is of"),
        _ => (
            "it is a picture in colours",
            "where one of its bands is a map: `gdal_translate -b 1 -co PHOTOMETRIC=MINISBLACK in.tif out.tif`",
        ),
    };
    Err(Fault::Refused(format!(
        "{what} (`PhotometricInterpretation`), but a map of numbers is needed; {way}"
    )))
}

/// The band that is read, and what its numbers are.
pub(crate) struct Band {
    pub(crate) number: u16,
    /// The band that is 0 where there is no data.
    pub(crate) opacity: Option<u16>,
    scale: Option<f64>,
    offset: Option<f64>,
}

impl Band {
    pub(crate) fn read(tiff: &mut Tiff<'_>, layout: &Layout, unit: Unit) -> Result<Self, Fault> {
        let extra: Vec<u16> = tiff.find_tag_unsigned_vec(Tag::ExtraSamples)?.unwrap_or_default();
        let first_extra = layout.bands.saturating_sub(extra.len() as u16);
        if extra.contains(&1) {
            return Err(Fault::Refused(
                "its numbers were multiplied by a band of opacity (`ExtraSamples` 1); write that anew: \
                 `gdal_translate -co ALPHA=NON-PREMULTIPLIED in.tif out.tif`"
                    .to_owned(),
            ));
        }
        let opacity = extra.iter().position(|&kind| kind == 2);
        let opacity = opacity.map(|at| first_extra + at as u16);
        let number = u16::from(opacity == Some(0));
        if number == layout.bands {
            return Err(Fault::Refused(
                "its one band is an opacity (`ExtraSamples` 2), but a map of numbers is needed; where it is one: \
                 `gdal_translate -co ALPHA=NO in.tif out.tif`"
                    .to_owned(),
            ));
        }
        let metadata = text(tiff, GDAL_METADATA)?.unwrap_or_default();
        let metadata = metadata.replace(['\t', '\r', '\n'], " ");
        let of_role = |role: &str| -> Result<Option<f64>, String> {
            let Some(value) = item(&metadata, role, number) else {
                return Ok(None);
            };
            match value.parse::<f64>() {
                Ok(found) if found.is_finite() && (found != 0.0 || role == "offset") => Ok(Some(found)),
                _ => Err(format!(
                    "the {role} of its numbers is `{value}` (`GDAL_METADATA`), which is none; set it: \
                     `gdal_edit.py -{role} VALUE in.tif`"
                )),
            }
        };
        let (scale, offset) = (of_role("scale")?, of_role("offset")?);
        if let Some(own) = item(&metadata, "unittype", number) {
            in_unit(own, unit)?;
        }
        Ok(Self {
            number,
            opacity,
            scale,
            offset,
        })
    }

    /// What a stored number stands for.
    pub(crate) fn value(&self, stored: f64) -> f64 {
        let scaled = self.scale.map_or(stored, |scale| stored * scale);
        self.offset.map_or(scaled, |offset| scaled + offset)
    }

    /// That other bands are not read.
    pub(crate) fn note(&self, layout: &Layout) -> Option<[String; 2]> {
        let others = layout.bands - 1 - u16::from(self.opacity.is_some());
        (others > 0).then(|| {
            let (bands, own) = (layout.bands, self.number + 1);
            [
                format!("has {bands} bands, of which band {own} is read"),
                "make a file of another: `gdal_translate -b 2 in.tif out.tif`".to_owned(),
            ]
        })
    }
}

/// Whether the unit that a band says is one that its reader takes.
fn in_unit(own: &str, unit: Unit) -> Result<(), String> {
    let name = own.trim().to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphabetic());
    let is_feet =
        words.any(|word| word == "usft" || ["ft", "foot", "feet"].iter().any(|foot| word.starts_with(foot)));
    let is_metres = matches!(name.as_str(), "" | "m" | "metre" | "metres" | "meter" | "meters");
    match unit {
        _ if is_feet => Err(format!(
            "the unit of its numbers is `{own}` (`GDAL_METADATA`), but metres are needed; {}",
            in_metres("A*0.3048", "")
        )),
        Unit::Metres if !is_metres => Err(format!(
            "the unit of its numbers is `{own}` (`GDAL_METADATA`), but metres are needed; where they are metres: \
             `gdal_edit.py -units m in.tif`; centimetres divided by 100 are: `gdal_calc.py -A in.tif --calc \"A/100.0\" --type \
             Float32 --outfile out.tif`"
        )),
        _ => Ok(()),
    }
}

/// What GDAL's metadata say of a band in a role: the text of `<Item sample="0" role="scale">`.
fn item<'a>(metadata: &'a str, role: &str, band: u16) -> Option<&'a str> {
    metadata.split("<Item ").skip(1).find_map(|item| {
        let (attributes, text) = item.split_once('>')?;
        let is = |name: &str, value: &str| {
            ['"', '\''].iter().any(|quote| {
                let start = format!("{name}={quote}");
                attributes
                    .split(&start)
                    .nth(1)
                    .and_then(|rest| rest.split(*quote).next())
                    .is_some_and(|own| own.trim() == value)
            })
        };
        let is_own = is("role", role) && is("sample", &band.to_string());
        is_own.then(|| text.split('<').next().unwrap_or_default().trim())
    })
}

/// The text of a tag, whatever letters it is in.
fn text(tiff: &mut Tiff<'_>, tag: Tag) -> Result<Option<String>, TiffError> {
    let mut bytes = ValueBuffer::empty(Type::ASCII);
    let found = tiff.image_ifd().find_tag_buf(tag, &mut bytes)?;
    Ok(found.map(|_| {
        let text = String::from_utf8_lossy(bytes.as_bytes()).into_owned();
        text.split('\0').next().unwrap_or_default().trim().to_owned()
    }))
}

/// The number that means no data, and what it is compared as.
pub(crate) struct NoData {
    number: Option<f64>,
    is_float: bool,
    is_signed: bool,
    bits: u8,
}

impl NoData {
    pub(crate) fn read(tiff: &mut Tiff<'_>, layout: &Layout) -> Result<Self, Fault> {
        let number = match text(tiff, Tag::GdalNodata)? {
            None => None,
            Some(text) => Some(no_data_number(&text).ok_or_else(|| {
                format!(
                    "the number that means no data is `{text}` (`GDAL_NODATA`), which is none; set it: \
                     `gdal_edit.py -a_nodata -9999 in.tif`, or leave it out: `gdal_edit.py -unsetnodata in.tif`"
                )
            })?),
        };
        Ok(Self {
            number,
            is_float: layout.is_float,
            is_signed: layout.is_signed,
            bits: layout.bits,
        })
    }

    /// Whether a stored number means no data, as far as its cell can tell: `-99.99` is another number in four bytes than
    /// in eight, and the text may have less digits than either. As GDAL does, reals are compared to some steps of their
    /// last digit, for which the sum of two that are beyond all numbers of four bytes is far enough.
    pub(crate) fn is(&self, stored: f64) -> bool {
        let Some(number) = self.number else {
            return stored.is_nan();
        };
        let is_near = match (self.is_float, self.bits) {
            (false, _) => false,
            (true, 16) => (stored - number).abs() <= number.abs() / 2048.0,
            (true, 32) => {
                let (stored, number) = (stored as f32, number as f32);
                number.is_finite() && (stored - number).abs() <= 2.0 * f32::EPSILON * (stored + number).abs()
            }
            (true, _) => (stored - number).abs() <= 2.0 * f64::EPSILON * (stored + number).abs(),
        };
        stored.is_nan() || stored == number || is_near && number.is_finite()
    }

    /// Whether the file says what has no data, in a number that its cells can hold.
    pub(crate) fn fits(&self) -> bool {
        let Some(number) = self.number else { return false };
        let (low, high) = if self.is_signed {
            let half = 2.0_f64.powi(i32::from(self.bits) - 1);
            (-half, half - 1.0)
        } else {
            (0.0, 2.0_f64.powi(i32::from(self.bits)) - 1.0)
        };
        self.is_float || number.fract() == 0.0 && (low..=high).contains(&number)
    }
}

fn no_data_number(text: &str) -> Option<f64> {
    // As C libraries of Windows wrote them.
    match text.to_ascii_lowercase().as_str() {
        "1.#qnan" | "-1.#qnan" | "1.#ind" | "-1.#ind" | "1.#snan" | "-nan(ind)" => Some(f64::NAN),
        "1.#inf" => Some(f64::INFINITY),
        "-1.#inf" => Some(f64::NEG_INFINITY),
        text => text.parse().ok(),
    }
}

/// The commands that make metres of other numbers.
fn in_metres(formula: &str, then: &str) -> String {
    format!(
        "convert them: `gdal_calc.py -A in.tif --calc \"{formula}\" --type Float32 --outfile out.tif{then}`"
    )
}

/// What the tags say of the place of the cells.
pub(crate) struct Place {
    scale: Option<Vec<f64>>,
    tie: Option<Vec<f64>>,
    transformation: Option<Vec<f64>>,
    keys: Vec<u64>,
}

impl Place {
    pub(crate) fn read(tiff: &mut Tiff<'_>) -> Result<Self, TiffError> {
        let mut numbers = |tag: Tag| tiff.find_tag(tag)?.map(|value| value.into_f64_vec()).transpose();
        Ok(Self {
            scale: numbers(Tag::ModelPixelScaleTag)?,
            tie: numbers(Tag::ModelTiepointTag)?,
            transformation: numbers(Tag::ModelTransformationTag)?,
            keys: tiff
                .find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?
                .unwrap_or_default(),
        })
    }

    /// The value of a key; those that lie in other tags are none that matter here.
    fn key(&self, key: u64) -> Option<u64> {
        let entries = self.keys.get(4..)?.chunks_exact(4);
        entries
            .map(|entry| (entry[0], entry[3]))
            .find(|(own, _)| *own == key)
            .map(|(_, value)| value)
    }

    /// The code of the projected system that the cells lie in.
    pub(crate) fn epsg(&self) -> Option<u16> {
        let code = self
            .key(PROJECTED_SYSTEM)
            .filter(|code| (1..USER_DEFINED).contains(code))?;
        u16::try_from(code).ok()
    }

    /// The south-western corner and the side of a cell, m, and whether rows run to the north; or why it has none.
    pub(crate) fn grid(&self, rows: u32) -> Result<([f64; 2], f64, bool), String> {
        if self.key(MODEL_TYPE) == Some(GEOGRAPHIC) {
            return Err(
                "it lies in degrees of longitude and latitude, but metres are needed; project it, such as \
                        to UTM (`gdalwarp -t_srs`)"
                    .to_owned(),
            );
        }
        if self.key(MODEL_TYPE) == Some(GEOCENTRIC) {
            return Err(
                "its places are counted from the centre of the earth (`GTModelTypeGeoKey` 3), but a map on a plane is \
                 needed; project it (`gdalwarp -t_srs`)"
                    .to_owned(),
            );
        }
        if let Some(unit) = self.key(LINEAR_UNITS).filter(|unit| *unit != METRE) {
            return Err(format!(
                "its unit of length is EPSG:{unit}, but metres (EPSG:{METRE}) are needed; project it anew \
                 (`gdalwarp -t_srs`)"
            ));
        }
        self.upwards()?;
        // Steps from column to column and from row to row, and the place that a column and a row have.
        let ([east, down], [column, row], [x, y]) = match (self.scale.as_deref(), self.tie.as_deref()) {
            (Some([_, sy, ..]), Some([_, _, _, _, _, ..])) if *sy < 0.0 => {
                return Err(
                    "the height of its cells is negative (`ModelPixelScaleTag`), so that programs differ in which row is \
                     the northernmost; where it is the first: `gdal_translate in.tif out.tif`; where it is the last: \
                     `gdalwarp --config GTIFF_HONOUR_NEGATIVE_SCALEY YES in.tif out.tif`"
                        .to_owned(),
                );
            }
            (Some([sx, sy, ..]), Some([column, row, _, x, y, ..])) => ([*sx, -sy], [*column, *row], [*x, *y]),
            _ => match self.transformation.as_deref() {
                Some([sx, b, _, x, d, sy, _, y, ..]) if *b == 0.0 && *d == 0.0 => {
                    ([*sx, *sy], [0.0; 2], [*x, *y])
                }
                Some(_) => {
                    return Err(
                        "it is rotated, but rows must run from west to east; warp it: `gdalwarp in.tif out.tif`"
                            .to_owned(),
                    );
                }
                None => {
                    return Err("it does not say where it lies: the tags of a GeoTIFF are missing".to_owned());
                }
            },
        };
        // Corners are mostly rounded.
        if !(east > 0.0 && (east - down.abs()).abs() <= 1e-6 * east) {
            return Err(format!(
                "its cells are {east} by {} m, but they must be square; warp it: `gdalwarp -tr {side} {side} in.tif out.tif`",
                down.abs(),
                side = east.abs()
            ));
        }
        let half = match self.key(RASTER_TYPE) {
            Some(POINT) => 0.5,
            None | Some(0 | AREA) => 0.0,
            Some(kind) => {
                return Err(format!(
                    "its numbers belong to places of kind {kind} (`GTRasterTypeGeoKey`), which is not understood; write it \
                     anew: `gdal_translate in.tif out.tif`"
                ));
            }
        };
        let west_m = x - (column + half) * east;
        let is_south_up = down > 0.0;
        let south_m = if is_south_up {
            y - (row + half) * east
        } else {
            y + (row + half) * east - f64::from(rows) * east
        };
        Ok(([west_m, south_m], east, is_south_up))
    }

    /// Refuses numbers that are no heights in metres.
    fn upwards(&self) -> Result<(), String> {
        let unit = self.key(VERTICAL_UNITS).filter(|unit| *unit != 0);
        let system = self.key(VERTICAL_SYSTEM).filter(|system| *system != 0);
        let flat = self
            .epsg()
            .map_or("EPSG:CODE".to_owned(), |code| format!("EPSG:{code}"));
        let then = format!(" && gdal_edit.py -a_srs {flat} out.tif");
        if let Some(system) = system.filter(|system| DEPTHS.contains(system)) {
            return Err(format!(
                "its numbers are depths (EPSG:{system}), but heights in metres are needed; where they are depths in metres, \
                 {}",
                in_metres("-1.0*A", &then)
            ));
        }
        let in_feet = system.filter(|system| unit.is_none() && IN_FEET.contains(system));
        let feet = match (unit, in_feet) {
            (Some(METRE), _) => return Ok(()),
            (Some(unit), _) => {
                format!("its unit of heights is EPSG:{unit}, but metres (EPSG:{METRE}) are needed")
            }
            (_, Some(system)) => format!("its heights are in feet (EPSG:{system}), but metres are needed"),
            (None, None) => {
                let known = |system: &u64| KNOWN.iter().any(|codes| codes.contains(system));
                return match system.filter(|system| !known(system)) {
                    None => Ok(()),
                    Some(system) => Err(format!(
                        "the unit of its heights is not known (`VerticalGeoKey` {system}), but metres are needed; where they \
                         are metres: `gdal_translate -a_srs {flat} in.tif out.tif`"
                    )),
                };
            }
        };
        Err(format!(
            "{feet}; feet times 0.3048 are metres, {}",
            in_metres("A*0.3048", &then)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten metres a cell, with these keys.
    fn place(keys: &[[u64; 2]]) -> Place {
        let entries = keys.iter().flat_map(|&[key, value]| [key, 0, 1, value]);
        Place {
            scale: Some(vec![10.0, 10.0, 0.0]),
            tie: Some(vec![0.0, 0.0, 0.0, 500.0, 900.0, 0.0]),
            transformation: None,
            keys: [1, 1, 0, keys.len() as u64].into_iter().chain(entries).collect(),
        }
    }

    #[test]
    fn degrees_feet_and_depths_are_refused_along_and_upwards() {
        let metres = [[MODEL_TYPE, 1], [LINEAR_UNITS, METRE], [VERTICAL_UNITS, METRE]];
        assert_eq!(place(&metres).grid(20), Ok(([500.0, 700.0], 10.0, false)));
        // International foot; NAVD88 in metres, in US feet and as a depth; a system that the dataset did not have.
        assert!(place(&[[VERTICAL_SYSTEM, 5703]]).grid(20).is_ok());
        assert!(
            place(&[[VERTICAL_SYSTEM, 11_000], [VERTICAL_UNITS, METRE]])
                .grid(20)
                .is_ok()
        );
        for (key, value, told) in [
            (MODEL_TYPE, GEOGRAPHIC, "degrees"),
            (MODEL_TYPE, GEOCENTRIC, "centre of the earth"),
            (LINEAR_UNITS, 9002, "its unit of length is EPSG:9002"),
            (VERTICAL_UNITS, 9002, "its unit of heights is EPSG:9002"),
            (VERTICAL_UNITS, 9003, "its unit of heights is EPSG:9003"),
            (VERTICAL_SYSTEM, 6360, "its heights are in feet (EPSG:6360)"),
            (VERTICAL_SYSTEM, 8228, "its heights are in feet (EPSG:8228)"),
            (VERTICAL_SYSTEM, 6357, "its numbers are depths (EPSG:6357)"),
            (VERTICAL_SYSTEM, 11_000, "`VerticalGeoKey` 11000"),
            (VERTICAL_SYSTEM, USER_DEFINED, "`VerticalGeoKey` 32767"),
            (RASTER_TYPE, 7, "`GTRasterTypeGeoKey`"),
        ] {
            let refused = place(&[[key, value]]).grid(20).unwrap_err();
            assert!(refused.contains(told), "{refused}");
        }
    }

    #[test]
    fn units_are_known_by_their_names() {
        for feet in [
            "ft",
            "Feet",
            "foot",
            "us-ft",
            "US survey foot",
            "US_FT",
            "ft(US)",
            "usft",
        ] {
            for unit in [Unit::Metres, Unit::Any] {
                assert!(in_unit(feet, unit).unwrap_err().contains(feet));
            }
        }
        for metres in ["", "m", "Metre", "meters"] {
            assert_eq!(in_unit(metres, Unit::Metres), Ok(()));
        }
        for other in ["cm", "MJ/m²", "lift"] {
            assert!(in_unit(other, Unit::Metres).is_err());
            assert_eq!(in_unit(other, Unit::Any), Ok(()));
        }
    }

    #[test]
    fn an_item_is_that_of_its_band_and_its_role() {
        let metadata = "<GDALMetadata> <Item name=\"A\">9</Item> <Item name='S' sample='0' role='scale'>0.1</Item> \
                        <Item role=\"scale\" name=\"SCALE\" sample=\"1\"> 7 </Item> <Item name=\"role\" sample=\"0\"/>";
        assert_eq!(item(metadata, "scale", 0), Some("0.1"));
        assert_eq!(item(metadata, "scale", 1), Some("7"));
        assert_eq!(item(metadata, "offset", 0), None);
    }
}

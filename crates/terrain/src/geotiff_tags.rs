//! What the tags of a GeoTIFF say of its numbers: how they are stored, what they mean, where they lie. A tag that changes
//! this and is not understood is refused by name.
//!
//! # Source
//! TIFF 6.0 and OGC 19-008r4, GeoTIFF 1.1, for tags and keys; of GDAL its own tags `GDAL_METADATA` and `GDAL_NODATA`. Which
//! vertical systems are in feet or are depths: the EPSG dataset, version 10.076.

use tiff::TiffError;
use tiff::tags::{Tag, Type, ValueBuffer};

use crate::changed::Tiff;
use crate::error::TerrainError;
use crate::map::Unit;

// Keys of the GeoKey directory, and the values that mean metres on a plane.
const MODEL_TYPE: u64 = 1024;
const RASTER_TYPE: u64 = 1025;
const LINEAR_UNITS: u64 = 3076;
const VERTICAL_SYSTEM: u64 = 4096;
const VERTICAL_UNITS: u64 = 4099;
const GEOGRAPHIC: u64 = 2;
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
/// Tags that change what numbers mean unless they are 1, or left out.
const MUST_BE_1: [(u16, &str); 7] = [
    (266, "FillOrder"),
    (274, "Orientation"),
    (291, "GrayResponseCurve"),
    (301, "TransferFunction"),
    (433, "Decode"),
    (32_997, "ImageDepth"),
    (32_998, "TileDepth"),
];

/// Why a TIFF is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Damaged(#[from] TiffError),
    #[error(transparent)]
    Map(#[from] TerrainError),
    /// What it is, and the way out.
    #[error("{0}")]
    Refused(String),
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

/// How the numbers of an image are stored.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) bands: u16,
    pub(crate) bits: u8,
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
            let tag = Tag::Unknown(tag);
            let is_list = tiff
                .image_ifd()
                .find_entry(tag)
                .is_some_and(|entry| entry.count() > 1);
            if is_list || first(tiff, tag)?.is_some_and(|value| value != 1) {
                return Err(Fault::Refused(format!(
                    "its tag `{name}` changes what its numbers mean, and is not understood; where it may be left out: \
                     `gdal_translate in.tif out.tif`"
                )));
            }
        }
        let bits = first(tiff, Tag::BitsPerSample)?.unwrap_or(1);
        let bands = first(tiff, Tag::SamplesPerPixel)?.unwrap_or(1);
        let format = first(tiff, Tag::SampleFormat)?.unwrap_or(1);
        let is_planar = first(tiff, Tag::PlanarConfiguration)? == Some(2);
        let is_read = match bits {
            1 | 2 | 4 => format == 1 && bands == 1,
            8 => (1..=2).contains(&format),
            16 | 32 | 64 => (1..=3).contains(&format),
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
            is_planar,
            is_zstd: packed == ZSTD,
            is_float: format == 3,
            is_signed: format == 2,
        })
    }
}

/// The first number of a tag.
fn first(tiff: &mut Tiff<'_>, tag: Tag) -> Result<Option<u16>, TiffError> {
    let numbers: Option<Vec<u16>> = tiff.find_tag_unsigned_vec(tag)?;
    Ok(numbers.and_then(|numbers| numbers.first().copied()))
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
    match tiff.find_tag_unsigned::<u16>(Tag::PhotometricInterpretation)? {
        Some(0 | 1) => Ok(()),
        kind => Err(Fault::Refused(format!(
            "its numbers stand for colours or hide others (`PhotometricInterpretation` {}), but a map of numbers is needed; \
             where they are one: `gdal_translate -b 1 -co PHOTOMETRIC=MINISBLACK in.tif out.tif`",
            kind.unwrap_or_default()
        ))),
    }
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
    pub(crate) fn read(tiff: &mut Tiff<'_>, layout: Layout, unit: Unit) -> Result<Self, Fault> {
        let extra: Vec<u16> = tiff.find_tag_unsigned_vec(Tag::ExtraSamples)?.unwrap_or_default();
        let first_extra = layout.bands.saturating_sub(extra.len() as u16);
        let opacity = extra.iter().position(|&kind| kind == 2);
        let opacity = opacity.map(|at| first_extra + at as u16);
        let number = u16::from(opacity == Some(0));
        if extra.contains(&1) || number == layout.bands {
            return Err(Fault::Refused(
                "its numbers are an opacity, or were multiplied by one (`ExtraSamples`), but a map of numbers is needed; \
                 where they are one: `gdal_translate -co ALPHA=NO in.tif out.tif`"
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

    /// Bands that are not read.
    pub(crate) fn others(&self, layout: Layout) -> u16 {
        layout.bands - 1 - u16::from(self.opacity.is_some())
    }
}

/// Whether the unit that a band says is one that its reader takes.
fn in_unit(own: &str, unit: Unit) -> Result<(), String> {
    let name = own.trim().to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphabetic());
    let is_feet =
        words.any(|word| word == "usft" || ["ft", "foot", "feet"].iter().any(|foot| word.starts_with(foot)));
    let is_metres = matches!(name.as_str(), "" | "m" | "metre" | "metres" | "meter" | "meters");
    let way = match unit {
        _ if is_feet => in_metres("A*0.3048", ""),
        Unit::Metres if !is_metres => {
            let divided = in_metres("A/100.0", "");
            format!("where they are metres: `gdal_edit.py -units m in.tif`; where centimetres, {divided}")
        }
        _ => return Ok(()),
    };
    Err(format!(
        "the unit of its numbers is `{own}` (`GDAL_METADATA`), but metres are needed; {way}"
    ))
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
    layout: Layout,
}

impl NoData {
    pub(crate) fn read(tiff: &mut Tiff<'_>, layout: Layout) -> Result<Self, Fault> {
        let number = text(tiff, Tag::GdalNodata)?.map(|text| {
            no_data_number(&text).ok_or_else(|| {
                format!(
                    "the number that means no data is `{text}` (`GDAL_NODATA`), which is none; set it: \
                     `gdal_edit.py -a_nodata -9999 in.tif`, or leave it out: `gdal_edit.py -unsetnodata in.tif`"
                )
            })
        });
        let number = number.transpose()?;
        Ok(Self { number, layout })
    }

    /// Whether a stored number means no data, as far as its cell can tell: `-99.99` is another number in four bytes than
    /// in eight, and the text may have less digits than either. As GDAL does, reals are compared to some steps of their
    /// last digit, for which the sum of two that are beyond all numbers of four bytes is far enough.
    pub(crate) fn is(&self, stored: f64) -> bool {
        let Some(number) = self.number else {
            return stored.is_nan();
        };
        let is_near = match (self.layout.is_float, self.layout.bits) {
            (false, _) => self.fits() && stored == number.trunc(),
            // Programs round or cut.
            (true, 16) => (stored - number).abs() <= number.abs() / 1024.0,
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
        let span = (1_u128 << self.layout.bits) as f64;
        let low = if self.layout.is_signed { -span / 2.0 } else { 0.0 };
        self.layout.is_float || low <= number && number <= low + span - 1.0
    }
}

fn no_data_number(text: &str) -> Option<f64> {
    // As the C library of Windows wrote them: `-1.#IND`, `1.#QNAN`, `-1.#INF`.
    match text.split_once(".#") {
        Some(("-1", "INF")) => Some(f64::NEG_INFINITY),
        Some(("1", "INF")) => Some(f64::INFINITY),
        Some(("1" | "-1", "IND" | "QNAN" | "SNAN")) => Some(f64::NAN),
        _ => text.parse().ok(),
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
    /// Names of systems and units.
    names: String,
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
            names: text(tiff, Tag::GeoAsciiParamsTag)?.unwrap_or_default(),
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
        for (key, name, known) in [
            (MODEL_TYPE, "GTModelTypeGeoKey", [0, 1, USER_DEFINED]),
            (RASTER_TYPE, "GTRasterTypeGeoKey", [0, 1, POINT]),
        ] {
            if let Some(value) = self.key(key).filter(|value| !known.contains(value)) {
                return Err(format!(
                    "its `{name}` {value} is not understood; project it anew (`gdalwarp -t_srs`)"
                ));
            }
        }
        if let Some(unit) = self.key(LINEAR_UNITS).filter(|unit| *unit != METRE) {
            return Err(format!(
                "its unit of length is EPSG:{unit}, but metres (EPSG:{METRE}) are needed; project it anew \
                 (`gdalwarp -t_srs`)"
            ));
        }
        self.upwards()?;
        // GDAL writes no unit of length beside a vertical system.
        if self.key(LINEAR_UNITS).is_none() && self.names.contains("(ft") {
            return Err(format!(
                "it lies in feet, as `{}` (`GTCitationGeoKey`) says, but metres are needed; project it anew (`gdalwarp -t_srs`)",
                self.names.trim_matches('|')
            ));
        }
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
        let half = if self.key(RASTER_TYPE) == Some(POINT) {
            0.5
        } else {
            0.0
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
        let [system, unit] =
            [VERTICAL_SYSTEM, VERTICAL_UNITS].map(|key| self.key(key).filter(|code| *code != 0));
        let flat = self.epsg().map_or("CODE".to_owned(), |code| code.to_string());
        let (what, formula) = match (system, unit) {
            (Some(system), _) if DEPTHS.contains(&system) => {
                (format!("are depths (EPSG:{system})"), "-1.0*A")
            }
            (_, Some(METRE)) => return Ok(()),
            (_, Some(unit)) => (format!("are in units of EPSG:{unit}"), "A*0.3048"),
            (Some(system), _) if IN_FEET.contains(&system) => {
                (format!("are in feet (EPSG:{system})"), "A*0.3048")
            }
            (Some(system), _) if !KNOWN.iter().any(|codes| codes.contains(&system)) => {
                return Err(format!(
                    "its numbers are in a vertical system whose unit is not known (`VerticalGeoKey` {system}), but metres \
                     are needed; where they are metres: `gdal_translate -a_srs EPSG:{flat} in.tif out.tif`"
                ));
            }
            _ => return Ok(()),
        };
        let then = format!(" && gdal_edit.py -a_srs EPSG:{flat} out.tif");
        Err(format!(
            "its numbers {what}, but heights in metres are needed; {}",
            in_metres(formula, &then)
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
            names: String::new(),
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
            (MODEL_TYPE, 3, "`GTModelTypeGeoKey` 3"),
            (LINEAR_UNITS, 9002, "its unit of length is EPSG:9002"),
            (VERTICAL_UNITS, 9002, "its numbers are in units of EPSG:9002"),
            (VERTICAL_UNITS, 9003, "its numbers are in units of EPSG:9003"),
            (VERTICAL_SYSTEM, 6360, "its numbers are in feet (EPSG:6360)"),
            (VERTICAL_SYSTEM, 8228, "its numbers are in feet (EPSG:8228)"),
            (VERTICAL_SYSTEM, 6357, "its numbers are depths (EPSG:6357)"),
            (VERTICAL_SYSTEM, 11_000, "`VerticalGeoKey` 11000"),
            (VERTICAL_SYSTEM, USER_DEFINED, "`VerticalGeoKey` 32767"),
            (RASTER_TYPE, 7, "`GTRasterTypeGeoKey` 7"),
        ] {
            let refused = place(&[[key, value]]).grid(20).unwrap_err();
            assert!(refused.contains(told), "{refused}");
        }
        // As GDAL writes EPSG:2263+5703, without the unit of either.
        let mut named = place(&[[MODEL_TYPE, 1], [PROJECTED_SYSTEM, 2263], [VERTICAL_SYSTEM, 5703]]);
        named.names = "NAD83 / New York Long Island (ftUS) + NAVD88 height|".to_owned();
        assert!(named.grid(20).unwrap_err().starts_with("it lies in feet"));
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

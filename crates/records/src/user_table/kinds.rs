//! Files that are no tables, by what they begin with, and encodings.

use crate::problem::Fault;

const SHEET: &str = "export the sheet as CSV with the encoding UTF-8";
const MAP: &str = "export its points as CSV with coordinates: ogr2ogr -f CSV -lco GEOMETRY=AS_XY out.csv MAP";
const UTF_8: &str = "save it with the encoding UTF-8";

/// What files begin with, what they are, and the way to a table.
const KINDS: [(&[u8], &str, &str); 9] = [
    (
        b"\xd0\xcf\x11\xe0",
        "a spreadsheet or another document of old Office programs",
        SHEET,
    ),
    (b"\x1f\x8b", "packed by gzip", "unpack it: gunzip FILE"),
    (b"\x00\x00\x27\x0a", "a shapefile", MAP),
    (
        b"SQLite format 3\0",
        "a GeoPackage or another database of SQLite",
        MAP,
    ),
    (b"PAR1", "a Parquet file", "write its rows as CSV"),
    (b"%PDF", "a PDF", SHEET),
    (b"<", "a page of HTML or XML", SHEET),
    (b"{", "JSON, such as GeoJSON", MAP),
    (b"[", "JSON", "write its rows as CSV"),
];

/// The text of a file that can be a table, without a byte order mark; a fault for a spreadsheet, an archive, a map, another encoding than
/// UTF-8, with the way to a table.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    let refused = |what: &str, hint: &str| Err(Fault::new(0, format!("this is {what}, and no table"), hint));
    if bytes.starts_with(b"PK\x03\x04") {
        let begins = &bytes[..bytes.len().min(1 << 12)];
        let holds = |name: &[u8]| begins.windows(name.len()).any(|part| part == name);
        let is_sheet = holds(b"xl/") || holds(b"[Content_Types].xml") || holds(b"opendocument.spreadsheet");
        return match is_sheet {
            true => refused("a spreadsheet", SHEET),
            false => refused("a zip archive", "unpack it, and give the table in it"),
        };
    }
    if let Some((_, what, hint)) = KINDS.iter().find(|(begins, ..)| bytes.starts_with(begins)) {
        return refused(what, hint);
    }
    // Letters of UTF-16 have a byte 0 each, in most languages.
    let begins = &bytes[..bytes.len().min(64)];
    let zeros = begins.iter().filter(|byte| **byte == 0).count();
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || 3 * zeros > begins.len() {
        let hint = format!("{UTF_8}: in Excel as `CSV UTF-8`, or iconv -f UTF-16 -t UTF-8 FILE > NEW");
        return Err(Fault::new(0, "the file is UTF-16 text", hint));
    }
    utf8_text(bytes)
}

/// The text of a file without a byte order mark.
///
/// # Errors
/// [`Fault`] where it ceases to be UTF-8.
pub fn utf8_text(bytes: &[u8]) -> Result<&str, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let message = "the file is not UTF-8 text from here on";
        let hint = format!("{UTF_8}; where it is Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW");
        Fault::new(error.valid_up_to(), message, hint)
    })
}

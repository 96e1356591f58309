//! The numbers of a page and of a frame, read as the page's script does.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use serde_json::Value;

/// What stands between two texts of a page.
pub(crate) fn between<'p>(page: &'p str, from: &str, to: &str) -> &'p str {
    let start = page.find(from).unwrap() + from.len();
    &page[start..start + page[start..].find(to).unwrap()]
}

/// The packed numbers of a page, as they stand in it.
pub(crate) fn packed(page: &str) -> &str {
    between(page, " id=\"numbers\">", "<")
}

/// The JSON of a page and the bytes of its columns.
pub(crate) fn of_page(page: &str) -> (Value, Vec<u8>) {
    let mut all = Vec::new();
    let bytes = STANDARD.decode(packed(page)).unwrap();
    DeflateDecoder::new(&bytes[..]).read_to_end(&mut all).unwrap();
    let (about, columns) = of_frame(&all);
    (about, columns.to_vec())
}

/// The JSON of a frame and the bytes of its columns.
pub(crate) fn of_frame(frame: &[u8]) -> (Value, &[u8]) {
    let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) as usize;
    let about = serde_json::from_slice(&frame[4..4 + length]).unwrap();
    (about, &frame[4 + length..])
}

/// The numbers of a column, whose bytes are taken off the packed ones.
fn column(described: &Value, packed: &mut &[u8]) -> Vec<f64> {
    let whole = |key: &str| described[key].as_u64().unwrap();
    let (from, steps) = (
        described["from"].as_f64().unwrap(),
        described["steps"].as_bool().unwrap(),
    );
    let (bytes, per) = (whole("bytes") as usize, whole("per") as f64);
    let mut last = from;
    let mut next = || {
        let (number, rest) = packed.split_at(bytes);
        *packed = rest;
        let mut whole = [0; 8];
        whole[..bytes].copy_from_slice(number);
        let number = if bytes == 8 {
            f64::from_le_bytes(whole)
        } else {
            u64::from_le_bytes(whole) as f64
        };
        if steps {
            last += number;
            last
        } else {
            (number + from) / per
        }
    };
    (0..whole("length")).map(|_| next()).collect()
}

/// The numbers of the columns that JSON describes, in this order, and the bytes behind them.
pub(crate) fn columns<'p>(described: &[&Value], mut packed: &'p [u8]) -> (Vec<Vec<f64>>, &'p [u8]) {
    let numbers = described.iter().map(|described| column(described, &mut packed));
    let numbers = numbers.collect();
    (numbers, packed)
}

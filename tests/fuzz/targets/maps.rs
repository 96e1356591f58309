//! A map of numbers, a grid of text or a GeoTIFF: it is read or refused, and what is read has as many numbers as its grid.
//! The first line of an input is the name of its file.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use understory_terrain::{Unit, read_map};

/// Maps with more cells are refused.
const MOST_CELLS: u64 = 1 << 16;

fuzz_target!(|input: &[u8]| {
    let Some(end) = input.iter().position(|byte| *byte == b'\n') else {
        return;
    };
    let (name, bytes) = (String::from_utf8_lossy(&input[..end]), &input[end + 1..]);
    for unit in [Unit::Metres, Unit::Any] {
        match read_map(&name, Cursor::new(bytes), MOST_CELLS, unit) {
            Some(Ok(map)) => assert_eq!(map.raster.values().len(), map.raster.grid().len()),
            Some(Err(refused)) => assert!(refused.to_string().len() < 1 << 20, "messages are short"),
            None => {}
        }
    }
});

//! Whether the points of a file fit into memory, before it is read.
//!
//! A guess from the first lines: rows of a file are about as long as each other.

use std::fs::File;
use std::io::{self, Read, Seek};

use understory_records::PointColumns;

use crate::error::Error;
use crate::machine::free_memory_bytes;

/// Bytes that a point takes while points are read: place and line, in lists that grow by doubling.
const POINT_BYTES: f64 = 48.0;
/// Its mark; its species' name.
const MARK_BYTES: f64 = 16.0;
const SPECIES_BYTES: f64 = 80.0;
/// A tree's name.
const TREE_BYTES: f64 = 80.0;

/// Refuses a file whose points memory will not hold, by its size and the length of its first lines.
pub(super) fn check(name: &str, input: &mut File, columns: &PointColumns<'_>) -> Result<(), Error> {
    // Of points that a condition chooses there may be few.
    let (Some(free_bytes), None) = (
        free_memory_bytes(),
        columns.only.filter(|_| !columns.whole_without),
    ) else {
        return Ok(());
    };
    let Ok(points) = points_in(input) else {
        // What is wrong shows when it is read.
        return Ok(());
    };
    let borne = |column: Option<&str>, bytes: f64| column.map_or(0.0, |_| bytes);
    let point = POINT_BYTES
        + borne(columns.mark, MARK_BYTES)
        + borne(columns.species, SPECIES_BYTES)
        + borne(columns.mark.filter(|_| columns.are_diameters), TREE_BYTES);
    let needed_bytes = points * point;
    if needed_bytes <= free_bytes as f64 {
        return Ok(());
    }
    Err(Error::refused(
        format!(
            "`{name}` has some {:.0} million points, which take {:.1} GB of memory, but there are {:.1} GB",
            points / 1e6,
            needed_bytes / 1e9,
            free_bytes as f64 / 1e9
        ),
        "measure a part of them, by `--where` or in a smaller file",
    ))
}

/// About how many points a file has. The file is at its beginning again afterwards.
fn points_in(input: &mut File) -> io::Result<f64> {
    const START: u64 = 1 << 16;
    let about = input.metadata()?;
    if !about.is_file() {
        // What a pipe gives cannot be read twice.
        return Err(io::ErrorKind::Unsupported.into());
    }
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    input.rewind()?;
    let lines = start.iter().filter(|&&byte| byte == b'\n').count().max(1);
    Ok(about.len() as f64 * lines as f64 / start.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn points_are_told_from_the_first_lines() {
        let mut file = tempfile::tempfile().unwrap();
        for _ in 0..100_000 {
            file.write_all(b"12.5,7.25\n").unwrap();
        }
        file.rewind().unwrap();
        let points = points_in(&mut file).unwrap();
        assert!((points / 100_000.0 - 1.0).abs() < 0.01, "{points}");
        let mut start = [0; 4];
        file.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"12.5", "it is read from the start all the same");
    }
}

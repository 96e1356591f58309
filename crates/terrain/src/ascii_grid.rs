//! ESRI ASCII grids: a header of key words, then heights row by row from the north.

use std::io::{BufRead, Read};

use crate::error::{Problem, TerrainError};
use crate::raster::{Grid, Raster};

/// Problems that are listed at most.
const MOST_PROBLEMS: usize = 20;
/// Lines of a header at most, empty ones too.
const LONGEST_HEADER: u64 = 1000;
/// A line is read no further than this; the longest row of a map that may be read is shorter.
const LONGEST_LINE: u64 = 1 << 28;

/// The words of the header, in small letters.
const KEYS: [&str; 10] = [
    "ncols",
    "nrows",
    "xllcorner",
    "yllcorner",
    "xllcenter",
    "yllcenter",
    "cellsize",
    "nodata_value",
    "dx",
    "dy",
];

/// Reads an ESRI ASCII grid. Cells without data (`NODATA_value`, which may be `null`, or `nan`) become NaN.
///
/// The header has a line each for `ncols`, `nrows`, `cellsize` (or `dx` and `dy`, which must be alike), `xllcorner` or
/// `xllcenter`, `yllcorner` or `yllcenter` and, where cells lack data, `NODATA_value`, in any order and in small or large
/// letters. Heights may break lines anywhere; a byte order mark may come first.
///
/// # Errors
/// [`TerrainError::Text`] with all that is wrong, or the first 20 of it, each with line and column;
/// [`TerrainError::TooLarge`] for more than `most_cells`; [`TerrainError::Io`].
pub fn read_ascii_grid(
    file: &str,
    mut input: impl BufRead,
    most_cells: u64,
) -> Result<Raster<f32>, TerrainError> {
    let mut reader = Reader {
        file,
        line: 0,
        header: [const { None }; KEYS.len()],
        is_null: false,
        problems: Vec::new(),
    };
    let mut text = String::new();
    let mut is_more = reader.next_line(&mut input, &mut text)?;
    while is_more && reader.takes_header(&text) {
        if reader.line == LONGEST_HEADER {
            reader.problem(1, format!("the header has no end after {LONGEST_HEADER} lines"));
        }
        if reader.line == LONGEST_HEADER || reader.problems.len() >= MOST_PROBLEMS {
            return Err(reader.failed());
        }
        is_more = reader.next_line(&mut input, &mut text)?;
    }
    let (grid, no_data) = reader.grid(most_cells)?;
    let mut heights = Vec::with_capacity(grid.len());
    while is_more {
        reader.takes_heights(&text, no_data, grid.len(), &mut heights);
        if reader.problems.len() >= MOST_PROBLEMS {
            break;
        }
        is_more = reader.next_line(&mut input, &mut text)?;
    }
    if reader.problems.is_empty() && heights.len() < grid.len() {
        let (have, need) = (heights.len(), grid.len());
        let row = have / grid.columns() as usize + 1;
        reader.problem(
            1,
            format!("the file ends in row {row}: it has {have} heights, but `ncols` times `nrows` is {need}"),
        );
    }
    if reader.problems.is_empty() {
        Raster::from_north(grid, heights)
    } else {
        Err(reader.failed())
    }
}

struct Reader<'a> {
    file: &'a str,
    /// The line at hand, from 1.
    line: u64,
    /// Of each key its value and its column.
    header: [Option<(f64, u64)>; KEYS.len()],
    /// Whether cells without data are written as `null`.
    is_null: bool,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn next_line(&mut self, input: &mut impl BufRead, text: &mut String) -> Result<bool, TerrainError> {
        let mut bytes = Vec::new();
        let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let read = read.map_err(|source| TerrainError::io(self.file, source))?;
        self.line += 1;
        if read as u64 == LONGEST_LINE {
            self.problem(1, "this line is too long for a map".to_owned());
            return Err(self.failed());
        }
        let bytes = match bytes.strip_prefix("\u{feff}".as_bytes()) {
            Some(rest) if self.line == 1 => rest,
            _ => &bytes,
        };
        // What is no text shows as a strange word, with its place.
        *text = String::from_utf8_lossy(bytes).into_owned();
        Ok(read > 0)
    }

    fn problem(&mut self, column: u64, message: String) {
        self.problems.push(Problem {
            line: self.line,
            column,
            message,
        });
    }

    fn failed(&mut self) -> TerrainError {
        TerrainError::Text {
            file: self.file.to_owned(),
            problems: std::mem::take(&mut self.problems),
        }
    }

    /// Whether a line is of the header.
    fn takes_header(&mut self, text: &str) -> bool {
        let mut words = words(text);
        let Some((column, word)) = words.next() else {
            return true;
        };
        // A height ends the header; so does a cell without data that is written as `nan`, or as `null`.
        if number(word).is_some() || self.is_no_number(word) {
            return false;
        }
        let key = word.to_ascii_lowercase();
        let Some(at) = KEYS.iter().position(|own| *own == key) else {
            let keys = "`ncols`, `nrows`, `xllcorner`, `yllcorner`, `cellsize` and `NODATA_value`";
            self.problem(
                column,
                format!("`{}` is no key of an ASCII grid; there are {keys}", shown(word)),
            );
            return true;
        };
        if self.header[at].is_some() {
            self.problem(column, format!("`{}` stands twice", shown(word)));
            return true;
        }
        // Even a value that is wrong is one: that it lacks is not said too.
        self.header[at] = Some((f64::NAN, column));
        match words.next() {
            None => self.problem(column, format!("`{}` has no value", shown(word))),
            Some((column, value)) => match number(value) {
                Some(value) => self.header[at] = Some((value, column)),
                None if key == "nodata_value" && value.eq_ignore_ascii_case("null") => self.is_null = true,
                None if key == "nodata_value" && self.is_no_number(value) => {}
                None => self.problem(column, not_a_number(value)),
            },
        }
        if let Some((column, more)) = words.next() {
            self.problem(column, format!("`{}` is one too many on this line", shown(more)));
        }
        true
    }

    fn is_no_number(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case("nan") || self.is_null && word.eq_ignore_ascii_case("null")
    }

    /// The grid of the header, and the number that means no data.
    fn grid(&mut self, most_cells: u64) -> Result<(Grid, Option<f64>), TerrainError> {
        let [
            columns,
            rows,
            x_corner,
            y_corner,
            x_centre,
            y_centre,
            cell,
            no_data,
            dx,
            dy,
        ] = self.header.map(|given| given.map(|(value, _)| value));
        let (east, down) = match (dx, dy) {
            (None, None) => ((cell, "cellsize"), (cell, "cellsize")),
            _ => ((dx, "dx"), (dy, "dy")),
        };
        if cell.is_some() && east.1 == "dx" {
            let message = "of `cellsize`, and `dx` with `dy`, one says all; leave the other out";
            self.problem(1, message.to_owned());
        }
        let mut needed = vec![(columns, "ncols"), (rows, "nrows"), east, down];
        needed.dedup_by_key(|(_, key)| *key);
        for (given, key) in needed {
            if given.is_none() {
                self.problem(1, format!("the header ends here without `{key}`"));
            }
        }
        for (corner, centre, axis) in [(x_corner, x_centre, "x"), (y_corner, y_centre, "y")] {
            match (corner, centre) {
                (None, None) => {
                    self.problem(
                        1,
                        format!("the header ends here without `{axis}llcorner` or `{axis}llcenter`"),
                    );
                }
                (Some(_), Some(_)) => {
                    self.problem(
                        1,
                        format!("of `{axis}llcorner` and `{axis}llcenter` one says all; leave one out"),
                    );
                }
                _ => {}
            }
        }
        let counts = [("ncols", columns), ("nrows", rows)].map(|(key, value)| {
            let value = value.unwrap_or(1.0);
            // NaN was told where it stands.
            let is_count = (1.0..=f64::from(u32::MAX)).contains(&value) && value.fract() == 0.0;
            if !(is_count || value.is_nan()) {
                self.problem(
                    1,
                    format!("`{key}` is {value}, but it must be a whole number of at least 1"),
                );
            }
            value
        });
        if !self.problems.is_empty() {
            return Err(self.failed());
        }
        let [columns, rows] = counts.map(|count| count as u32);
        TerrainError::check_cells(self.file, columns, rows, most_cells)?;
        let [cell_m, down_m] = [east, down].map(|(side_m, _)| side_m.unwrap_or_default());
        // As many digits as programs write of one side.
        if (cell_m - down_m).abs() > 1e-6 * cell_m.abs() {
            let message = format!(
                "cells are {cell_m} by {down_m} m (`dx`, `dy`), but they must be square; warp the map: `gdalwarp -tr {cell_m} \
                 {cell_m} in.asc out.tif`"
            );
            self.problem(1, message);
            return Err(self.failed());
        }
        let origin = |corner: Option<f64>, centre: Option<f64>| {
            corner.unwrap_or_else(|| centre.unwrap_or_default() - cell_m / 2.0)
        };
        let origin_m = [origin(x_corner, x_centre), origin(y_corner, y_centre)];
        match Grid::new(origin_m, cell_m, [columns, rows]) {
            Ok(grid) => Ok((grid, no_data)),
            Err(error) => {
                self.problem(1, error.to_string());
                Err(self.failed())
            }
        }
    }

    fn takes_heights(&mut self, text: &str, no_data: Option<f64>, need: usize, heights: &mut Vec<f32>) {
        for (column, word) in words(text) {
            if self.problems.len() >= MOST_PROBLEMS {
                return;
            }
            if heights.len() == need {
                let message = format!(
                    "`{}` is beyond the {need} heights of `ncols` times `nrows`",
                    shown(word)
                );
                self.problem(column, message);
                return;
            }
            let height = number(word);
            heights.push(match height {
                Some(height)
                    if no_data.is_some_and(|none| height == none || height as f32 == none as f32) =>
                {
                    f32::NAN
                }
                Some(height) if (height as f32).is_finite() => height as f32,
                _ if self.is_no_number(word) => f32::NAN,
                _ => {
                    self.problem(column, not_a_number(word));
                    f32::NAN
                }
            });
        }
    }
}

/// The words of a line with their columns.
fn words(text: &str) -> impl Iterator<Item = (u64, &str)> {
    text.split_whitespace().map(|word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count() as u64 + 1, word)
    })
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

fn not_a_number(word: &str) -> String {
    let is_comma = word.contains(',') && number(&word.replace(',', ".")).is_some();
    let way_out = if is_comma { "; write it with a point" } else { "" };
    format!("`{}` is not a finite number{way_out}", shown(word))
}

/// A word as messages quote it: not longer than a line.
fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    if word.chars().count() <= LONGEST {
        return word.to_owned();
    }
    word.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n";

    fn read(text: &str) -> Result<Raster<f32>, TerrainError> {
        read_ascii_grid("map.asc", text.as_bytes(), 1000)
    }

    fn problems(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn rows_run_from_the_north_and_break_anywhere() {
        let raster = read(&format!("{HEADER}1 2 3 4\n\n  5\t-9999\n")).unwrap();
        assert_eq!(raster.grid().origin_m(), [10.0, 20.0]);
        assert_eq!(raster.grid().far_corner_m(), [25.0, 30.0]);
        assert_eq!(raster.values()[..2], [4.0, 5.0]);
        assert!(raster.values()[2].is_nan());
        assert_eq!(raster.values()[3..], [1.0, 2.0, 3.0]);
    }

    #[test]
    fn keys_come_in_any_order_and_letters_and_a_centre_is_half_a_cell_off() {
        let raster = read("CELLSIZE 5\nyllcenter 22.5\nXLLCENTER 12.5\nNRows 1\nNcols 2\nnan 1e2\n").unwrap();
        assert_eq!(raster.grid().origin_m(), [10.0, 20.0]);
        assert!(raster.values()[0].is_nan() && raster.values()[1] == 100.0);
    }

    /// As GDAL writes a grid whose sides differ in their last digit, and GRASS one without data; a text of Windows begins
    /// with a mark.
    #[test]
    fn sides_may_be_said_apart_and_no_data_be_a_word() {
        let header = "\u{feff}ncols 2\nnrows 1\nxllcorner 10\nyllcorner 20\ndx 5.0\ndy 5.000000000001\nNODATA_value null\n";
        let raster = read(&format!("{header}null 7\n")).unwrap();
        assert_eq!(raster.grid().cell_m(), [5.0; 2]);
        assert!(raster.values()[0].is_nan() && raster.values()[1] == 7.0);
        assert_eq!(
            problems(&format!("{}7 null\n", header.replace("null", "-1"))),
            "map.asc:8:3: `null` is not a finite number"
        );
        assert_eq!(
            problems(&format!("{}1 2\n", header.replace("5.000000000001", "5.001"))),
            "map.asc:8:1: cells are 5 by 5.001 m (`dx`, `dy`), but they must be square; warp the map: \
             `gdalwarp -tr 5 5 in.asc out.tif`"
        );
        assert_eq!(
            problems(&format!(
                "{}1 2\n",
                header.replace("dy 5.000000000001", "cellsize 5")
            )),
            "map.asc:8:1: of `cellsize`, and `dx` with `dy`, one says all; leave the other out\n\
             map.asc:8:1: the header ends here without `dy`"
        );
    }

    /// -3.4028235e38 is the lowest number of four bytes, and its texts have more digits or less.
    #[test]
    fn no_data_is_compared_in_four_bytes() {
        let header =
            "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -3.4028234663852886e+38\n";
        let raster = read(&format!("{header}-3.4028235e+38 -3.4028234663852886e+38 3\n")).unwrap();
        assert!(raster.values()[0].is_nan() && raster.values()[1].is_nan() && raster.values()[2] == 3.0);
    }

    #[test]
    fn all_mistakes_of_a_header_are_told_with_their_places() {
        let told = problems("ncols 3 4\nnrow 2\nnrows two\nncols 5\ncellsize 0\nyllcorner\n1 2 3\n");
        assert_eq!(
            told,
            "map.asc:1:9: `4` is one too many on this line\n\
             map.asc:2:1: `nrow` is no key of an ASCII grid; there are `ncols`, `nrows`, `xllcorner`, `yllcorner`, \
             `cellsize` and `NODATA_value`\n\
             map.asc:3:7: `two` is not a finite number\n\
             map.asc:4:1: `ncols` stands twice\n\
             map.asc:6:1: `yllcorner` has no value\n\
             map.asc:7:1: the header ends here without `xllcorner` or `xllcenter`"
        );
        assert_eq!(
            problems("ncols 2.5\nnrows 0\nxllcorner 0\nyllcorner 0\nxllcenter 0\ncellsize 1\n1\n"),
            "map.asc:7:1: of `xllcorner` and `xllcenter` one says all; leave one out\n\
             map.asc:7:1: `ncols` is 2.5, but it must be a whole number of at least 1\n\
             map.asc:7:1: `nrows` is 0, but it must be a whole number of at least 1"
        );
        let told = problems("ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize -2\n1\n");
        assert_eq!(
            told,
            "map.asc:6:1: cells of -2 m hold no ground; the side must be above 0"
        );
        assert!(problems("").starts_with("map.asc:1:1: the header ends here without `ncols`"));
    }

    /// Three million empty lines took seconds, and half a million wrong keys made as many messages.
    #[test]
    fn a_header_without_an_end_is_given_up() {
        let empty = problems(&format!("ncols 2\n{}", "\n".repeat(5000)));
        assert_eq!(empty, "map.asc:1000:1: the header has no end after 1000 lines");
        let keys = problems(&"wrong 1\n".repeat(5000));
        assert_eq!(keys.lines().count(), MOST_PROBLEMS);
    }

    #[test]
    fn heights_that_are_none_too_few_or_too_many_are_told() {
        assert_eq!(
            problems(&format!("{HEADER}1 2,5 x\n4 inf 1e60\n")),
            "map.asc:7:3: `2,5` is not a finite number; write it with a point\n\
             map.asc:7:7: `x` is not a finite number\n\
             map.asc:8:3: `inf` is not a finite number\n\
             map.asc:8:7: `1e60` is not a finite number"
        );
        assert_eq!(
            problems(&format!("{HEADER}1 2 3\n4\n")),
            "map.asc:9:1: the file ends in row 2: it has 4 heights, but `ncols` times `nrows` is 6"
        );
        assert_eq!(
            problems(&format!("{HEADER}1 2 3\n4 5 6 7 8\n")),
            "map.asc:8:7: `7` is beyond the 6 heights of `ncols` times `nrows`"
        );
        let many = problems(&format!("{HEADER}1 {}", "x ".repeat(5)));
        assert_eq!(many.lines().count(), 5);
        let long = problems(&format!("{HEADER}1 {}", "x".repeat(10_000)));
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn a_map_too_large_is_refused_before_its_cells_are_read() {
        let told = problems("ncols 1000000\nnrows 1000000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3");
        assert_eq!(
            told,
            "map.asc: 1000000 × 1000000 cells are more than the 1000 that are read; cut or thin the map"
        );
    }
}

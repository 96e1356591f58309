//! Points from a table of anyone's: any column names, commas, semicolons or tabs.

use std::io::{self, BufRead, BufReader, Read};

use csv::StringRecord;
use thiserror::Error;

use crate::condition::{Condition, NoNumber};

/// Which columns hold what. `None` for a coordinate: `x_m` and `y_m`, else `x` and `y`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointColumns<'a> {
    /// First coordinate.
    pub x: Option<&'a str>,
    /// Second coordinate.
    pub y: Option<&'a str>,
    /// A number that each point bears, such as a diameter.
    pub mark: Option<&'a str>,
    /// A name that each point bears.
    pub species: Option<&'a str>,
    /// Which lines are points; all of them without.
    pub only: Option<&'a Condition>,
}

/// Points with what they bear, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// Coordinates.
    pub places: Vec<[f64; 2]>,
    /// The mark of each point; empty where no column was asked for.
    pub marks: Vec<f64>,
    /// The species of each point; empty where no column was asked for.
    pub species: Vec<String>,
    /// The line of each point in the file; the header's is 1.
    pub lines: Vec<u64>,
    /// Lines that the condition leaves out.
    pub left_out: u64,
    /// Whether the coordinates are in metres, as both columns' names say by ending in `_m`.
    pub in_metres: bool,
}

/// Why points could not be read.
#[derive(Debug, Error)]
pub enum PointsError {
    /// Nothing in it.
    #[error("{file}: the file is empty, but it must begin with the names of its columns, such as `x_m,y_m`")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// A column that is not there.
    #[error("{file}:{line}: there is no column {wanted}; the columns are `{}`", found.join("`, `"))]
    NoColumn {
        /// Name of the file.
        file: String,
        /// Line of the header.
        line: u64,
        /// The column, with the flag that names another.
        wanted: String,
        /// What is there.
        found: Vec<String>,
    },
    /// A column of the condition that is not there.
    #[error("{file}:{line}: there is no column `{column}` to compare; the columns are `{}`", found.join("`, `"))]
    NothingToCompare {
        /// Name of the file.
        file: String,
        /// Line of the header.
        line: u64,
        /// The column.
        column: String,
        /// What is there.
        found: Vec<String>,
    },
    /// One column for both coordinates.
    #[error(
        "{file}:{line}: `{column}` is asked for as both coordinates, which would put all points on a line; name two \
         columns by `--x` and `--y`"
    )]
    OneForBoth {
        /// Name of the file.
        file: String,
        /// Line of the header.
        line: u64,
        /// The column.
        column: String,
    },
    /// A column that is there more than once.
    #[error("{file}:{line}: {places} columns are called `{column}`; rename all but one")]
    SameColumn {
        /// Name of the file.
        file: String,
        /// Line of the header.
        line: u64,
        /// The columns' name.
        column: String,
        /// How many they are.
        places: usize,
    },
    /// A point without a name where each needs one.
    #[error(
        "{file}:{line}: `{column}` is empty, but each point needs a name there; give one, such as `unknown`"
    )]
    NoSpecies {
        /// Name of the file.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: String,
    },
    /// A line of another length than the header.
    #[error("{file}:{line}: {found} fields, but the header has {expected}{hint}")]
    Ragged {
        /// Name of the file.
        file: String,
        /// The line.
        line: u64,
        /// Its fields.
        found: u64,
        /// Fields of the header.
        expected: u64,
        /// What may help; empty, or beginning with a separator.
        hint: &'static str,
    },
    /// A field that is not a finite number.
    #[error("{file}:{line}: `{column}` is `{value}`, but it must be a finite number{hint}")]
    NotANumber {
        /// Name of the file.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: String,
        /// Text of the field.
        value: String,
        /// What may help; empty, or beginning with a separator.
        hint: &'static str,
    },
    /// Bytes that are not UTF-8.
    #[error(
        "{file}:{line}: this is no text in UTF-8, but a CSV of points is needed; if it is one, save it as UTF-8"
    )]
    NotText {
        /// Name of the file.
        file: String,
        /// The line.
        line: u64,
    },
    /// The input failed.
    #[error("{file}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// What the system reports.
        source: io::Error,
    },
}

/// Reads points. `name` is what errors call the file. Fields are separated by what separates the header: a
/// comma, a semicolon or a tab. Lines that begin with `#` are comments; other columns are ignored.
///
/// # Errors
/// [`PointsError`] for the first thing that is wrong.
pub fn read_points(name: &str, input: impl Read, columns: &PointColumns<'_>) -> Result<Points, PointsError> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let separator = separator_of(&mut input).map_err(|source| PointsError::Io {
        file: name.to_owned(),
        source,
    })?;
    let ragged_hint = if separator == b',' {
        "; write decimals with a point, and quote names that hold a comma"
    } else {
        ""
    };
    let from_csv = |error| from_csv(name, error, ragged_hint);
    let mut csv = csv::ReaderBuilder::new()
        .delimiter(separator)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(input);
    let header = csv.headers().map_err(from_csv)?.clone();
    if header.iter().all(str::is_empty) {
        return Err(PointsError::Empty {
            file: name.to_owned(),
        });
    }
    let line = header.position().map_or(1, csv::Position::line);
    let column = |wanted: &[&str], flag: &str| {
        let is_there = |column: &&&str| header.iter().any(|found| found == **column);
        let Some(column) = wanted.iter().find(is_there) else {
            return Err(PointsError::NoColumn {
                file: name.to_owned(),
                line,
                wanted: format!("`{}` (`{flag}` names another)", wanted.join("` or `")),
                found: header.iter().map(str::to_owned).collect(),
            });
        };
        let places: Vec<usize> = (0..header.len())
            .filter(|&place| &header[place] == *column)
            .collect();
        if places.len() > 1 {
            return Err(PointsError::SameColumn {
                file: name.to_owned(),
                line,
                column: (*column).to_owned(),
                places: places.len(),
            });
        }
        Ok(places[0])
    };
    let x = column(
        columns.x.as_ref().map_or(&["x_m", "x"], std::slice::from_ref),
        "--x",
    )?;
    let y = column(
        columns.y.as_ref().map_or(&["y_m", "y"], std::slice::from_ref),
        "--y",
    )?;
    if x == y {
        return Err(PointsError::OneForBoth {
            file: name.to_owned(),
            line,
            column: header[x].to_owned(),
        });
    }
    let only = columns.only.map(|only| only.bind(&header)).transpose();
    let only = only.map_err(|column| PointsError::NothingToCompare {
        file: name.to_owned(),
        line,
        column: column.to_owned(),
        found: header.iter().map(str::to_owned).collect(),
    })?;
    let mark = columns.mark.map(|mark| column(&[mark], "--mark")).transpose()?;
    let species = columns
        .species
        .map(|species| column(&[species], "--species"))
        .transpose()?;

    let mut points = Points {
        in_metres: [x, y].iter().all(|&column| header[column].ends_with("_m")),
        ..Points::default()
    };
    let mut record = StringRecord::new();
    while csv.read_record(&mut record).map_err(from_csv)? {
        let line = record.position().map_or(0, csv::Position::line);
        let number = |column: usize| {
            let text = &record[column];
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| PointsError::NotANumber {
                file: name.to_owned(),
                line,
                column: header[column].to_owned(),
                value: text.to_owned(),
                hint: match text {
                    "" => "; fill it in, or leave the line out",
                    text if text.contains(',') => "; write decimals with a point",
                    _ => "",
                },
            })
        };
        if let Some(only) = &only {
            match only.holds(&record) {
                Ok(true) => {}
                Ok(false) => {
                    points.left_out += 1;
                    continue;
                }
                Err(NoNumber(column)) => number(column).map(|_| ())?,
            }
        }
        points.places.push([number(x)?, number(y)?]);
        if let Some(mark) = mark {
            points.marks.push(number(mark)?);
        }
        if let Some(species) = species {
            if record[species].is_empty() {
                return Err(PointsError::NoSpecies {
                    file: name.to_owned(),
                    line,
                    column: header[species].to_owned(),
                });
            }
            points.species.push(record[species].to_owned());
        }
        points.lines.push(line);
    }
    Ok(points)
}

/// What separates the fields of the first line that is no comment: the most frequent of comma, semicolon, tab.
fn separator_of(input: &mut BufReader<impl Read>) -> io::Result<u8> {
    let start = input.fill_buf()?;
    // A byte order mark, as some spreadsheets write, is none of the header's.
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let header = start
        .split(|&byte| byte == b'\n' || byte == b'\r')
        .find(|line| !line.starts_with(b"#") && !line.is_empty());
    let count =
        |separator: u8| header.map_or(0, |line| line.iter().filter(|&&byte| byte == separator).count());
    // Of equally frequent ones the first: a single column is as good as any.
    let separators = [b'\t', b';', b','];
    Ok(separators
        .into_iter()
        .max_by_key(|&separator| count(separator))
        .unwrap_or(b','))
}

/// `ragged_hint` is said where a line has more fields than the header.
fn from_csv(name: &str, error: csv::Error, ragged_hint: &'static str) -> PointsError {
    let file = name.to_owned();
    let line = error.position().map_or(0, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len: expected,
            len: found,
            ..
        } => PointsError::Ragged {
            file,
            line,
            found,
            expected,
            hint: if found > expected { ragged_hint } else { "" },
        },
        csv::ErrorKind::Utf8 { .. } => PointsError::NotText { file, line },
        csv::ErrorKind::Io(source) => PointsError::Io { file, source },
        other => PointsError::Io {
            file,
            source: io::Error::other(format!("{other:?}")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, columns: &PointColumns<'_>) -> Result<Points, String> {
        read_points("points.csv", text.as_bytes(), columns).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_found_by_name_whatever_separates_them() {
        for separator in [",", ";", "\t"] {
            let text = "# a stand\nid,x,y,dbh,kind\n1,2.5,3,40,oak\n2,-1e1,0,7,ash\n".replace(',', separator);
            let columns = PointColumns {
                mark: Some("dbh"),
                species: Some("kind"),
                ..PointColumns::default()
            };
            let points = read(&text, &columns).unwrap();
            assert_eq!(points.places, [[2.5, 3.0], [-10.0, 0.0]]);
            assert_eq!(points.marks, [40.0, 7.0]);
            assert_eq!(points.species, ["oak", "ash"]);
            assert_eq!(points.lines, [3, 4]);
        }
    }

    #[test]
    fn metres_come_before_bare_coordinates_and_names_can_be_given() {
        let text = "x,x_m,y_m,e,n\n1,2,3,4,5\n";
        assert_eq!(read(text, &PointColumns::default()).unwrap().places, [[2.0, 3.0]]);
        let columns = PointColumns {
            x: Some("e"),
            y: Some("n"),
            ..PointColumns::default()
        };
        assert_eq!(read(text, &columns).unwrap().places, [[4.0, 5.0]]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let told = |text: &str| read(text, &PointColumns::default()).unwrap_err();
        assert_eq!(
            told("x,y\n1,2\n3,nan\n"),
            "points.csv:3: `y` is `nan`, but it must be a finite number"
        );
        assert_eq!(
            told("x;y\n1,5;2,0\n"),
            "points.csv:2: `x` is `1,5`, but it must be a finite number; write decimals with a point"
        );
        assert_eq!(
            told("x,y\n1,2\n3\n"),
            "points.csv:3: 1 fields, but the header has 2"
        );
        assert_eq!(
            told("a,b\n1,2\n"),
            "points.csv:1: there is no column `x_m` or `x` (`--x` names another); the columns are `a`, `b`"
        );
        assert!(told("").starts_with("points.csv: the file is empty"));
        assert_eq!(
            told("x,y\n1,5,2,0\n"),
            "points.csv:2: 4 fields, but the header has 2; write decimals with a point, and quote names that hold a \
             comma"
        );
        assert_eq!(
            told("x,y\n,2\n"),
            "points.csv:2: `x` is ``, but it must be a finite number; fill it in, or leave the line out"
        );
        assert_eq!(
            told("x,y,x\n1,2,3\n"),
            "points.csv:1: 2 columns are called `x`; rename all but one"
        );
        let columns = PointColumns {
            species: Some("kind"),
            ..PointColumns::default()
        };
        assert_eq!(
            read("x,y,kind\n1,2,oak\n3,4, \n", &columns).unwrap_err(),
            "points.csv:3: `kind` is empty, but each point needs a name there; give one, such as `unknown`"
        );
    }

    #[test]
    fn what_spreadsheets_write_is_read() {
        for text in [
            "\u{feff}x;y\r\n1;2\r\n3;4\r\n",
            "\u{feff}# a stand; with, signs\r\nx;y\r\n1;2\r\n3;4\r\n",
            "\r\n\r\nx;y\r\n1;2\r\n3;4\r\n",
            "\"x\"\t\"y\"\n\"1\"\t\"2\"\n3\t4",
            "x,y\r1,2\r3,4\r",
        ] {
            let points = read(text, &PointColumns::default()).unwrap();
            assert_eq!(points.places, [[1.0, 2.0], [3.0, 4.0]], "{text:?}");
        }
    }

    #[test]
    fn names_of_columns_tell_metres() {
        let in_metres = |text: &str| read(text, &PointColumns::default()).unwrap().in_metres;
        assert!(in_metres("x_m,y_m\n1,2\n"));
        assert!(!in_metres("x,y\n1,2\n"));
    }
}

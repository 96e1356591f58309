//! Points from a table of anyone's: any column names, commas, semicolons or tabs.

use std::io::{self, Read};

use csv::StringRecord;
use thiserror::Error;

use crate::condition::{Bound, Condition, NoNumber};
use crate::csv_rows::{CsvRow, CsvRows, NoCsv, OPEN_QUOTE};
use crate::words::known_words;

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
    /// A diameter that each point bears; points where it is 0 are left out.
    pub diameter: Option<&'a str>,
    /// Which lines are points; all of them without.
    pub only: Option<&'a Condition>,
    /// Whether all lines are points of a file that has none of the columns that `only` compares.
    pub whole_without: bool,
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
    /// The diameter of each point; empty where no column was asked for.
    pub diameters: Vec<f64>,
    /// What the column `tree` says of each point with a diameter; where there is no such column, its number in the file,
    /// from 1.
    pub trees: Vec<String>,
    /// Points that are left out, as they have no diameter.
    pub without_diameter: u64,
    /// The line of each point in the file; the header's is 1.
    pub lines: Vec<u64>,
    /// Lines that the condition leaves out.
    pub left_out: u64,
    /// Whether the condition was left away, as the file has none of its columns.
    pub is_whole: bool,
    /// Whether the coordinates are in metres, as both columns' names say by ending in `_m`.
    pub in_metres: bool,
}

/// Why points could not be read.
#[derive(Debug, Error)]
pub enum PointsError {
    /// What is wrong in the file.
    #[error("{}", all_in_words(file, problems, *more))]
    Faulty {
        /// Name of the file.
        file: String,
        /// The first problems, in the order of the lines; at least one.
        problems: Vec<PointsProblem>,
        /// How many more there are.
        more: u64,
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

/// Something in a file of points that is to be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsProblem {
    /// Line, from 1.
    pub line: usize,
    /// Column in it, in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where something can be said.
    pub hint: Option<String>,
}

/// How many problems of a file are listed.
const LISTED: usize = 20;

fn all_in_words(file: &str, problems: &[PointsProblem], more: u64) -> String {
    let mut blocks: Vec<String> = problems
        .iter()
        .map(|problem| {
            let hint = problem
                .hint
                .as_ref()
                .map_or(String::new(), |hint| format!("\nhint: {hint}"));
            format!(
                "{file}:{}:{}: {}{hint}",
                problem.line, problem.column, problem.message
            )
        })
        .collect();
    if more > 0 {
        blocks.push(format!("{file}: and {more} more problems"));
    }
    blocks.join("\nerror: ")
}

/// Reads points. `name` is what errors call the file. Fields are separated by what separates the header: a
/// comma, a semicolon or a tab. Lines that begin with `#` are comments; other columns are ignored.
///
/// # Errors
/// [`PointsError`] for all that is wrong.
pub fn read_points(
    name: &str,
    mut input: impl Read,
    columns: &PointColumns<'_>,
) -> Result<Points, PointsError> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|source| PointsError::Io {
        file: name.to_owned(),
        source,
    })?;
    // A byte order mark, as some spreadsheets write, is none of the header's.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut reading = Reading {
        text: "",
        separator: separator_of(bytes),
        problems: Vec::new(),
        found: 0,
    };
    let points = match std::str::from_utf8(bytes) {
        Ok(text) => {
            reading.text = text;
            reading.points(columns)
        }
        Err(error) => {
            let readable = &bytes[..error.valid_up_to()];
            reading.text = std::str::from_utf8(readable).unwrap_or_default();
            let hint = "a CSV of points is needed; if it is one, save it as UTF-8";
            reading.problem(readable.len(), "this is no text in UTF-8", Some(hint));
            None
        }
    };
    let more = reading.found.saturating_sub(LISTED) as u64;
    match points.filter(|_| reading.problems.is_empty()) {
        Some(points) => Ok(points),
        None => Err(PointsError::Faulty {
            file: name.to_owned(),
            problems: reading.problems,
            more,
        }),
    }
}

/// A file in the making of its points.
struct Reading<'t> {
    text: &'t str,
    separator: u8,
    problems: Vec<PointsProblem>,
    found: usize,
}

/// Where the columns stand that are read.
struct Wanted<'c> {
    x: usize,
    y: usize,
    mark: Option<usize>,
    species: Option<usize>,
    diameter: Option<usize>,
    tree: Option<usize>,
    only: Option<Bound<'c>>,
}

impl Reading<'_> {
    /// Notes what is wrong at a byte of the text, with line and column as an editor counts them; beyond the first
    /// twenty they are only counted.
    fn problem(&mut self, at: usize, message: impl Into<String>, hint: Option<&str>) {
        self.found += 1;
        if self.found > LISTED {
            return;
        }
        let before = &self.text[..self.text.floor_char_boundary(at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        self.problems.push(PointsProblem {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
            hint: hint.map(str::to_owned),
        });
    }

    /// The points; what is wrong is noted.
    fn points(&mut self, columns: &PointColumns<'_>) -> Option<Points> {
        let mut rows = CsvRows::new(self.text, self.separator);
        let (mut header, mut points) = (None, Points::default());
        loop {
            let row = match rows.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => break,
                Err(NoCsv { at, message }) => {
                    self.problem(at, message, None);
                    return None;
                }
            };
            if let Some(at) = row.open_quote() {
                let [message, hint] = OPEN_QUOTE;
                self.problem(at, message, Some(hint));
                // Behind a header that goes on there is nothing to read.
                header.as_ref()?;
                continue;
            }
            match &header {
                None => {
                    let wanted = self.header(&row, columns)?;
                    let is_in_metres = |column: usize| row.fields[column].ends_with("_m");
                    points.in_metres = is_in_metres(wanted.x) && is_in_metres(wanted.y);
                    points.is_whole = columns.only.is_some() && wanted.only.is_none();
                    header = Some((row.fields.clone(), wanted));
                }
                Some((names, wanted)) => self.point(&row, names, wanted, &mut points),
            }
        }
        if header.is_none() {
            let hint = "it must begin with the names of its columns, such as `x_m,y_m`";
            self.problem(0, "the file is empty", Some(hint));
        }
        Some(points)
    }

    /// Finds the columns that are wanted. All that is wrong with the header is noted before it gives up.
    fn header<'c>(&mut self, row: &CsvRow<'_>, columns: &PointColumns<'c>) -> Option<Wanted<'c>> {
        let given = |name: &Option<&'_ str>, usual: &[&'static str]| match name {
            Some(name) => vec![(*name).to_owned()],
            None => usual.iter().map(|&name| name.to_owned()).collect(),
        };
        let x = self.column(row, &given(&columns.x, &["x_m", "x"]), "--x");
        let y = self.column(row, &given(&columns.y, &["y_m", "y"]), "--y");
        let mut named = |name: Option<&str>, flag| match name {
            Some(name) => self.column(row, &[name.to_owned()], flag).map(Some),
            None => Some(None),
        };
        let mark = named(columns.mark, "--mark");
        let species = named(columns.species, "--species");
        let diameter = named(columns.diameter, "--mark");
        let only = columns
            .only
            .filter(|only| !columns.whole_without || only.knows_any(row.fields));
        let only = match only.map(|only| only.bind(row.fields)) {
            Some(Err(column)) => {
                let found: Vec<&str> = row.fields.iter().collect();
                let message = format!("there is no column `{column}` to compare by `--where`");
                let hint = known_words("columns", column, &found);
                self.problem(row.at, message, Some(&hint));
                None
            }
            Some(Ok(bound)) => Some(Some(bound)),
            None => Some(None),
        };
        if let (Some(x), true) = (x, x == y) {
            let message = format!(
                "`{}` is asked for as both coordinates, which would put all points on a line",
                &row.fields[x]
            );
            self.problem(
                row.field_at(x),
                message,
                Some("name two columns by `--x` and `--y`"),
            );
            return None;
        }
        Some(Wanted {
            x: x?,
            y: y?,
            mark: mark?,
            species: species?,
            diameter: diameter?,
            tree: (0..row.fields.len()).find(|&column| &row.fields[column] == "tree"),
            only: only?,
        })
    }

    /// Where the first of `names` stands; `flag` names another.
    fn column(&mut self, row: &CsvRow<'_>, names: &[String], flag: &str) -> Option<usize> {
        let is_there = |name: &&String| row.fields.iter().any(|field| field == **name);
        let Some(name) = names.iter().find(is_there) else {
            let found: Vec<&str> = row.fields.iter().collect();
            let message = format!(
                "there is no column `{}` (`{flag}` names another)",
                names.join("` or `")
            );
            let hint = known_words("columns", &names[0], &found);
            self.problem(row.at, message, Some(&hint));
            return None;
        };
        let mut places = (0..row.fields.len()).filter(|&column| row.fields[column] == **name);
        let (first, second) = (places.next(), places.next());
        if let Some(second) = second {
            let message = format!("{} columns are called `{name}`", 2 + places.count());
            self.problem(row.field_at(second), message, Some("rename all but one"));
            return None;
        }
        first
    }

    /// Reads one point. A row with a fault is left out, as the whole file is refused in the end.
    fn point(&mut self, row: &CsvRow<'_>, names: &StringRecord, wanted: &Wanted<'_>, points: &mut Points) {
        let (found, expected) = (row.fields.len(), names.len());
        if found != expected {
            let hint = "write decimals with a point, and quote names that hold a comma";
            let hint = (found > expected && self.separator == b',').then_some(hint);
            self.problem(
                row.at,
                format!("{found} fields, but the header has {expected}"),
                hint,
            );
            return;
        }
        match wanted.only.as_ref().map(|only| only.holds(row.fields)) {
            None | Some(Ok(true)) => {}
            Some(Ok(false)) => {
                points.left_out += 1;
                return;
            }
            Some(Err(NoNumber(column))) => {
                self.number(row, names, column);
                return;
            }
        }
        let [x, y] = [wanted.x, wanted.y].map(|column| self.number(row, names, column));
        let mark = wanted.mark.map(|column| self.number(row, names, column));
        let species = wanted.species.map(|column| &row.fields[column]);
        if let (Some(""), Some(column)) = (species, wanted.species) {
            let message = format!("`{}` is empty, but each point needs a name there", &names[column]);
            self.problem(row.field_at(column), message, Some("give one, such as `unknown`"));
        }
        let diameter = wanted.diameter.map(|column| self.number(row, names, column));
        match (diameter.flatten(), wanted.diameter) {
            (Some(0.0), _) => {
                points.without_diameter += 1;
                return;
            }
            (Some(diameter), Some(column)) if diameter < 0.0 => {
                let message = format!("`{}` is {diameter}, but a diameter is at least 0", &names[column]);
                self.problem(
                    row.field_at(column),
                    message,
                    Some("give 0 or leave the line out where it has none"),
                );
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (x, y) {
            if let Some(diameter) = diameter.flatten() {
                let before = points.places.len() as u64 + points.left_out + points.without_diameter;
                points.trees.push(match wanted.tree {
                    Some(column) => row.fields[column].to_owned(),
                    None => (before + 1).to_string(),
                });
                points.diameters.push(diameter);
            }
            points.places.push([x, y]);
            points.lines.push(row.line);
            points.marks.extend(mark.flatten());
            points.species.extend(species.map(str::to_owned));
        }
    }

    fn number(&mut self, row: &CsvRow<'_>, names: &StringRecord, column: usize) -> Option<f64> {
        let text = &row.fields[column];
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        if number.is_none() {
            let message = format!("`{}` is `{text}`, but it must be a finite number", &names[column]);
            let hint = match text {
                "" => Some("fill it in, or leave the line out"),
                text if text.contains(',') => Some("write decimals with a point"),
                _ => None,
            };
            self.problem(row.field_at(column), message, hint);
        }
        number
    }
}

/// What separates the fields of the first line that is no comment: the most frequent of comma, semicolon, tab.
fn separator_of(bytes: &[u8]) -> u8 {
    let header = bytes
        .split(|&byte| byte == b'\n' || byte == b'\r')
        .find(|line| !line.starts_with(b"#") && !line.is_empty());
    let count =
        |separator: u8| header.map_or(0, |line| line.iter().filter(|&&byte| byte == separator).count());
    // Of equally frequent ones `max_by_key` takes the last: the comma, also where there is a single column.
    let separators = [b'\t', b';', b','];
    separators
        .into_iter()
        .max_by_key(|&separator| count(separator))
        .unwrap_or(b',')
}

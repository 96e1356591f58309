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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, columns: &PointColumns<'_>) -> Result<Points, String> {
        read_points("points.csv", text.as_bytes(), columns).map_err(|error| error.to_string())
    }

    #[test]
    fn points_without_a_diameter_are_left_out_and_the_others_keep_their_names() {
        let columns = PointColumns {
            diameter: Some("dbh_cm"),
            ..PointColumns::default()
        };
        let read = |csv: &str| read_points("p.csv", csv.as_bytes(), &columns).unwrap();
        let named = read("tree,x_m,y_m,dbh_cm\n7,1,2,30\n8,3,4,0\n9,5,6,2.5\n");
        assert_eq!(named.trees, ["7", "9"]);
        assert_eq!((named.diameters, named.without_diameter), (vec![30.0, 2.5], 1));
        assert_eq!(named.places, [[1.0, 2.0], [5.0, 6.0]]);
        assert_eq!(read("x,y,dbh_cm\n1,2,30\n3,4,0\n5,6,2.5\n").trees, ["1", "3"]);
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
    fn a_bad_line_is_named_with_its_column() {
        let message = |text: &str| read(text, &PointColumns::default()).unwrap_err();
        assert_eq!(
            message("x,y\n1,2\n3,nan\n"),
            "points.csv:3:3: `y` is `nan`, but it must be a finite number"
        );
        assert_eq!(
            message("x;y\n1,5;2.0\n"),
            "points.csv:2:1: `x` is `1,5`, but it must be a finite number\nhint: write decimals with a point"
        );
        assert_eq!(
            message("x,y\n1,2\n3\n"),
            "points.csv:3:1: 1 fields, but the header has 2"
        );
        assert_eq!(
            message("a,y\n1,2\n"),
            "points.csv:1:1: there is no column `x_m` or `x` (`--x` names another)\nhint: the columns are `a`, `y`"
        );
        assert!(message("").starts_with("points.csv:1:1: the file is empty"));
        assert_eq!(
            message("x,y\n1,5,2,0\n"),
            "points.csv:2:1: 4 fields, but the header has 2\nhint: write decimals with a point, and quote names \
             that hold a comma"
        );
        assert_eq!(
            message("x,y\n,2\n"),
            "points.csv:2:1: `x` is ``, but it must be a finite number\nhint: fill it in, or leave the line out"
        );
        assert_eq!(
            message("x,y,x\n1,2,3\n"),
            "points.csv:1:5: 2 columns are called `x`\nhint: rename all but one"
        );
        let columns = PointColumns {
            species: Some("kind"),
            ..PointColumns::default()
        };
        assert_eq!(
            read("x,y,kind\n1,2,oak\n3,4, \n", &columns).unwrap_err(),
            "points.csv:3:5: `kind` is empty, but each point needs a name there\nhint: give one, such as `unknown`"
        );
    }

    #[test]
    fn a_file_without_a_column_of_the_condition_is_whole_where_it_may_be() {
        let only: Condition = "dbh_cm >= 10 and plot = 3".parse().unwrap();
        let columns = PointColumns {
            only: Some(&only),
            whole_without: true,
            ..PointColumns::default()
        };
        let simulated = read("x,y\n1,2\n3,4\n", &columns).unwrap();
        assert_eq!((simulated.places.len(), simulated.is_whole), (2, true));
        let measured = read("x,y,dbh_cm,plot\n1,2,3,3\n3,4,12,3\n", &columns).unwrap();
        assert_eq!((measured.places.len(), measured.is_whole), (1, false));
        // One of both is a slip.
        let message = read("x,y,dbh_cm,plott\n1,2,3,3\n", &columns).unwrap_err();
        assert!(
            message.contains("there is no column `plot` to compare"),
            "{message}"
        );
    }

    /// All columns were listed, thirty of a run's trees, and the one that was meant stood among them.
    #[test]
    fn a_column_that_is_missing_is_answered_with_the_nearest_first() {
        let text = "x,y,height_m,dbh_cm\n1,2,3,4\n";
        let only: Condition = "dbhcm >= 10".parse().unwrap();
        let columns = PointColumns {
            only: Some(&only),
            ..PointColumns::default()
        };
        assert_eq!(
            read(text, &columns).unwrap_err(),
            "points.csv:1:1: there is no column `dbhcm` to compare by `--where`\nhint: did you mean `dbh_cm`? the \
             columns are `x`, `y`, `height_m`, `dbh_cm`"
        );
        let columns = PointColumns {
            mark: Some("heigth_m"),
            ..PointColumns::default()
        };
        assert_eq!(
            read(text, &columns).unwrap_err(),
            "points.csv:1:1: there is no column `heigth_m` (`--mark` names another)\nhint: did you mean `height_m`? \
             the columns are `x`, `y`, `height_m`, `dbh_cm`"
        );
    }

    /// The first problem alone was reported, and a file of many was mended line by line.
    #[test]
    fn all_problems_are_told_at_once_and_of_many_the_first() {
        let error = read_points("p.csv", "x,y\na,b\n1\n1,2\n".as_bytes(), &PointColumns::default());
        let Err(PointsError::Faulty { problems, more, .. }) = error else {
            panic!("{error:?}");
        };
        let places: Vec<[usize; 2]> = problems
            .iter()
            .map(|problem| [problem.line, problem.column])
            .collect();
        assert_eq!((places, more), (vec![[2, 1], [2, 3], [3, 1]], 0));
        let many = format!("x,y\n{}", "a,1\n".repeat(50));
        let message = read(&many, &PointColumns::default()).unwrap_err();
        assert_eq!(message.lines().count(), 21);
        assert!(
            message.ends_with("error: points.csv: and 30 more problems"),
            "{message}"
        );
    }

    /// Such a quote swallowed all lines behind it, and a stand of one tree was measured.
    #[test]
    fn a_quote_that_is_not_closed_in_its_line_is_named_where_it_opens() {
        for text in [
            "x,y,kind\n1,2,oak\n3,4,\"ash\n5,6,oak\n7,8,oak\n",
            "x,y,kind\n1,2,oak\n3,4,\"ash",
            "x,y,kind\n1,2,oak\n3,4,\"ash\n5,6,\"oak\n",
        ] {
            let message = read(text, &PointColumns::default()).unwrap_err();
            let quote = "points.csv:3:5: the quote that opens here is not closed in its line";
            assert!(message.starts_with(quote), "{message}");
        }
        let closed = "x,y,kind\n1,2,\"oak, \"\"red\"\"\"\n3,4,5\" ash\n";
        assert_eq!(read(closed, &PointColumns::default()).unwrap().places.len(), 2);
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

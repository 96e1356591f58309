//! Points from a table of anyone's: any column names, commas, semicolons or tabs.

use std::io::{self, Read};

use thiserror::Error;

use crate::condition::Condition;
use crate::fault::Fault;
use crate::user_table::{UserRow, UserTable, table_text};
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
    /// A column that is read elsewhere, and needs no word here.
    pub also: Option<&'a str>,
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
    /// What was found of the table and what of it is not read, a line each.
    pub said: Vec<String>,
    /// What the reader should look at before trusting the points, a line each.
    pub doubts: Vec<String>,
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

/// Reads points from the text of any table. `name` is what errors call the file.
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
    let mut reading = Reading {
        text: "",
        problems: Vec::new(),
        found: 0,
    };
    let points = match table_text(&bytes) {
        Ok(text) => {
            reading.text = text;
            reading.points(columns)
        }
        Err(fault) => {
            reading.text = std::str::from_utf8(&bytes[..fault.at]).unwrap_or_default();
            reading.fault(fault);
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
    problems: Vec<PointsProblem>,
    found: usize,
}

/// Where the columns stand that are read.
struct Wanted {
    x: usize,
    y: usize,
    mark: Option<usize>,
    species: Option<usize>,
    diameter: Option<usize>,
    tree: Option<usize>,
    also: Option<usize>,
}

impl Wanted {
    fn reads(&self, column: usize) -> bool {
        [
            Some(self.x),
            Some(self.y),
            self.mark,
            self.species,
            self.diameter,
            self.also,
        ]
        .contains(&Some(column))
    }
}

impl<'t> Reading<'t> {
    /// Notes what is wrong at a byte of the text, with line and column as an editor counts them; beyond the first
    /// twenty they are only counted.
    fn fault(&mut self, fault: Fault) {
        self.found += 1;
        if self.found > LISTED {
            return;
        }
        let [line, column] = fault.line_and_column(self.text);
        self.problems.push(PointsProblem {
            line,
            column,
            message: fault.message,
            hint: (!fault.hint.is_empty()).then_some(fault.hint),
        });
    }

    /// What can be had; what is wrong is noted.
    fn noted<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.fault(fault)).ok()
    }

    /// The points; what is wrong is noted.
    fn points(&mut self, columns: &PointColumns<'t>) -> Option<Points> {
        let mut table = self.noted(UserTable::open(self.text))?;
        let is_chosen = |only: &&'t Condition| !columns.whole_without || only.knows_any(table.header());
        let only = columns.only.filter(is_chosen);
        let chosen = table.choose("--where", only);
        let chosen = self.noted(chosen);
        let wanted = self.header(&table, columns)?;
        chosen?;
        let is_in_metres = |column: usize| table.header()[column].ends_with("_m");
        let mut points = Points {
            in_metres: is_in_metres(wanted.x) && is_in_metres(wanted.y),
            is_whole: columns.only.is_some() && only.is_none(),
            ..Points::default()
        };
        while let Some(row) = table.next_row() {
            match row.and_then(|row| self.point(row, &wanted, &mut points)) {
                Ok(()) => {}
                Err(fault) => self.fault(fault),
            }
        }
        if let Some(fault) = table.several_plots(|column| wanted.reads(column)) {
            self.fault(fault);
        }
        points.left_out = table.left_out();
        points.said = table.said(|column| wanted.reads(column));
        points.doubts = table.doubts(|column| wanted.reads(column));
        Some(points)
    }

    /// Finds the columns that are wanted. All that is wrong with the header is noted before it gives up.
    fn header(&mut self, table: &UserTable<'_>, columns: &PointColumns<'_>) -> Option<Wanted> {
        let names = table.header();
        let given = |name: &Option<&'_ str>, usual: &[&'static str]| match name {
            Some(name) => vec![(*name).to_owned()],
            None => usual.iter().map(|&name| name.to_owned()).collect(),
        };
        let x = self.column(table, &given(&columns.x, &["x_m", "x"]), "--x");
        let y = self.column(table, &given(&columns.y, &["y_m", "y"]), "--y");
        let mut named = |name: Option<&str>, flag| match name {
            Some(name) => self.column(table, &[name.to_owned()], flag).map(Some),
            None => Some(None),
        };
        let mark = named(columns.mark, "--mark");
        let species = named(columns.species, "--species");
        let diameter = named(columns.diameter, "--mark");
        if let (Some(x), true) = (x, x == y) {
            let message = format!(
                "`{}` is asked for as both coordinates, which would put all points on a line",
                &names[x]
            );
            let hint = "name two columns by `--x` and `--y`";
            self.fault(Fault::new(table.name_at(x), message, hint));
            return None;
        }
        Some(Wanted {
            x: x?,
            y: y?,
            mark: mark?,
            species: species?,
            diameter: diameter?,
            tree: names.iter().position(|name| name == "tree"),
            also: columns
                .also
                .and_then(|also| names.iter().position(|name| name == also)),
        })
    }

    /// Where the first of `names` stands; `flag` names another.
    fn column(&mut self, table: &UserTable<'_>, names: &[String], flag: &str) -> Option<usize> {
        let is_there = |name: &&String| table.header().iter().any(|field| field == **name);
        let Some(name) = names.iter().find(is_there) else {
            let found: Vec<&str> = table.header().iter().collect();
            let message = format!(
                "there is no column `{}` (`{flag}` names another)",
                names.join("` or `")
            );
            let hint = known_words("columns", &names[0], &found);
            self.fault(Fault::new(table.header_at(), message, hint));
            return None;
        };
        self.noted(table.column(name)).flatten()
    }

    /// Reads one point. All that is wrong with a row is noted, but for the last of it, which is given.
    fn point(&mut self, row: UserRow<'_, '_>, wanted: &Wanted, points: &mut Points) -> Result<(), Fault> {
        let [x, y] = [wanted.x, wanted.y].map(|column| self.noted(row.needed(column)));
        let mark = wanted.mark.map(|column| self.noted(row.needed(column)));
        let species = wanted.species.map(|column| row.text(column));
        if let Some(column) = wanted.species.filter(|column| row.is_missing(*column)) {
            let message = "the species is missing, but each point needs a name there";
            self.fault(Fault::new(
                row.field_at(column),
                message,
                "give one, such as `unknown`",
            ));
        }
        let diameter = wanted.diameter.map(|column| self.noted(row.needed(column)));
        match (diameter.flatten(), wanted.diameter) {
            (Some(0.0), _) => {
                points.without_diameter += 1;
                return Ok(());
            }
            (Some(diameter), Some(column)) if diameter < 0.0 => {
                let message = format!("the diameter is {diameter}, but it is at least 0");
                let hint = "give 0 or leave the line out where it has none";
                return Err(Fault::new(row.field_at(column), message, hint));
            }
            _ => {}
        }
        let (Some(x), Some(y)) = (x, y) else { return Ok(()) };
        if let Some(diameter) = diameter.flatten() {
            points.trees.push(match wanted.tree {
                Some(column) => row.text(column).to_owned(),
                None => row.number.to_string(),
            });
            points.diameters.push(diameter);
        }
        points.places.push([x, y]);
        points.lines.push(row.line);
        points.marks.extend(mark.flatten());
        points.species.extend(species.map(str::to_owned));
        Ok(())
    }
}

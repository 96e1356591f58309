//! Points from a table of anyone's: any column names, commas, semicolons or tabs.

use crate::condition::Condition;
use crate::problem::{Fault, Problems, Report};
use crate::user_table::{UserRow, UserTable, did_you_mean, read_user_table};

/// Which columns hold what. `None` for a coordinate: `x_m` and `y_m`, else `x` and `y`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointColumns<'a> {
    /// First coordinate.
    pub x: Option<&'a str>,
    /// Second coordinate.
    pub y: Option<&'a str>,
    /// A number that each point bears, such as a diameter.
    pub mark: Option<&'a str>,
    /// Whether the marks are diameters of trees, which are at least 0.
    pub are_diameters: bool,
    /// A name that each point bears.
    pub species: Option<&'a str>,
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
    /// What the column `tree` says of each point, where marks are diameters; where there is no such column, its number in the
    /// file, from 1.
    pub trees: Vec<String>,
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

/// Reads points from any table. `name` is what errors call the file.
///
/// # Errors
/// [`Problems`]: all that is wrong, or the first twenty of it.
pub fn read_points(name: &str, bytes: &[u8], columns: &PointColumns<'_>) -> Result<Points, Problems> {
    let read = read_user_table(name, bytes, None, |report, table| {
        let is_chosen = |only: &&Condition| !columns.whole_without || only.knows_any(table.header());
        let only = columns.only.filter(is_chosen);
        table.choose(report, "--where", only);
        let wanted = Wanted::of(report, table, columns)?;
        let is_in_metres = |column: usize| table.header()[column].ends_with("_m");
        let mut points = Points {
            in_metres: is_in_metres(wanted.x) && is_in_metres(wanted.y),
            is_whole: columns.only.is_some() && only.is_none(),
            ..Points::default()
        };
        while let Some(row) = table.next_row(report) {
            wanted.point(report, row, &mut points);
        }
        table.check_rows(report, None);
        points.left_out = table.left_out();
        points.said = table.said();
        points.doubts = table.doubts();
        Some(points)
    });
    read.map(|(points, _)| points)
}

/// Where the columns stand that are read.
struct Wanted {
    x: usize,
    y: usize,
    mark: Option<usize>,
    species: Option<usize>,
    are_diameters: bool,
    tree: Option<usize>,
}

impl Wanted {
    /// Finds the columns; what is wrong with the header is noted, all of it before it gives up.
    fn of(report: &mut Report<'_>, table: &mut UserTable<'_>, columns: &PointColumns<'_>) -> Option<Self> {
        let asked = [
            (columns.x, "--x", &["x_m", "x"][..]),
            (columns.y, "--y", &["y_m", "y"]),
            (columns.mark, "--mark", &[]),
            (columns.species, "--species", &[]),
        ];
        let asked = asked.map(|(name, flag, usual)| (name.map_or(usual.to_vec(), |name| vec![name]), flag));
        let found = asked.each_ref().map(|(names, _)| table.first_of(report, names));
        for ((names, flag), found) in asked.iter().zip(found) {
            if let (Some(first), None) = (names.first(), found) {
                let what = format!("no column `{}` (`{flag}` names another)", names.join("` or `"));
                table.no_column(report, &what, &[], first, did_you_mean);
            }
        }
        let [x, y, mark, species] = found;
        if let (Some(x), true) = (x, x == y) {
            let message = format!(
                "`{}` is asked for as both coordinates, which would put all points on a line",
                &table.header()[x]
            );
            let hint = "name two columns by `--x` and `--y`";
            report.fault(Fault::new(table.name_at(x), message, hint));
        }
        let is_tree = |name: &str| columns.are_diameters && name == "tree";
        (report.count() == 0).then_some(())?;
        Some(Self {
            x: x?,
            y: y?,
            mark,
            species,
            are_diameters: columns.are_diameters,
            tree: table.header().iter().position(is_tree),
        })
    }

    /// Reads one point; all that is wrong with its row is noted.
    fn point(&self, report: &mut Report<'_>, row: UserRow<'_, '_>, points: &mut Points) -> Option<()> {
        let [x, y] = [self.x, self.y].map(|column| report.noted(row.needed(column)));
        if let Some(column) = self.mark {
            let mark = report.noted(row.needed(column));
            if let Some(diameter) = mark.filter(|mark| self.are_diameters && *mark < 0.0) {
                let message = format!("the diameter is {diameter}, but it is at least 0");
                let hint = "give 0 or leave the line out where it has none";
                report.fault(Fault::new(row.field_at(column), message, hint));
            }
            points.marks.extend(mark);
        }
        if let Some(column) = self.species {
            if row.is_missing(column) {
                let message = "the species is missing, but each point needs a name there";
                let hint = "give one, such as `unknown`";
                report.fault(Fault::new(row.field_at(column), message, hint));
            }
            points.species.push(row.text(column).to_owned());
        }
        if self.are_diameters {
            let named = self.tree.map(|column| row.text(column).to_owned());
            points.trees.push(named.unwrap_or_else(|| row.number.to_string()));
        }
        points.places.push([x?, y?]);
        points.lines.push(row.line);
        Some(())
    }
}

//! A founders' file: trees of a measured (or simulated) stand as comma-separated values.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use understory_forest::parameters::Growth;
use understory_space::Plot;

use crate::files::as_text;
use crate::problem::{Problem, line_and_column};
use crate::scenario::ListedTree;
use crate::species::{Named, unknown_hint};
use crate::value::Table;
use crate::walk::{listed, nearest};

/// How many problems of one file are shown.
const SHOWN: usize = 20;
/// The names by which columns are known.
const COLUMNS: &[&str] = &[
    "x_m", "x", "y_m", "y", "dbh_cm", "height_m", "species", "age_yr",
];
const BREAST_HEIGHT_M: f64 = 1.3;
const AGE_MAX_YR: u32 = 10_000;

/// What a founders' file is read with.
pub(crate) struct Columns<'a> {
    /// The entry's table `columns`.
    pub(crate) renamed: Option<&'a Table>,
    /// The entry's species, which all rows have then.
    pub(crate) species: Option<usize>,
    /// The scenario's species.
    pub(crate) named: &'a [Named],
    /// The plot, unless something is wrong with it.
    pub(crate) plot: Option<&'a Plot>,
}

/// The trees of a file and how many of them were moved to the near edge of a torus, or what is wrong with it.
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    columns: &Columns<'_>,
) -> Result<(Vec<ListedTree>, u64), Vec<Problem>> {
    let text = match as_text(bytes) {
        Ok(text) => text,
        Err(at) => {
            let before = String::from_utf8_lossy(&bytes[..at.min(bytes.len())]);
            let mut stand = Stand::new(file, &before, columns);
            let hint = "save it with the encoding UTF-8".to_owned();
            stand.problem(
                before.len(),
                "the file is not UTF-8 text from here on",
                Some(hint),
            );
            return Err(stand.problems);
        }
    };
    let mut stand = Stand::new(file, text, columns);
    stand.rows();
    if stand.found == 0 {
        return Ok((stand.trees, stand.moved_to_near_edge));
    }
    if stand.found > SHOWN {
        let last = stand.problems.len() - 1;
        let more = format!("and {} more problems in this file", stand.found - SHOWN);
        let hint = &mut stand.problems[last].hint;
        *hint = Some(
            hint.take()
                .map_or_else(|| more.clone(), |hint| format!("{hint} ({more})")),
        );
    }
    Err(stand.problems)
}

struct Stand<'a> {
    file: &'a str,
    text: &'a str,
    columns: &'a Columns<'a>,
    trees: Vec<ListedTree>,
    moved_to_near_edge: u64,
    /// Byte where the row of the tree at a place begins, by the bits of its coordinates.
    row_at: HashMap<[u64; 2], usize>,
    problems: Vec<Problem>,
    found: usize,
}

/// Where in a row each column stands.
struct Header {
    width: usize,
    x: usize,
    y: usize,
    dbh: Option<usize>,
    height: Option<usize>,
    species: Option<usize>,
    age: Option<usize>,
}

/// One row: its fields and the byte where it begins.
struct Row<'r> {
    fields: &'r StringRecord,
    at: usize,
}

impl<'a> Stand<'a> {
    fn new(file: &'a str, text: &'a str, columns: &'a Columns<'a>) -> Self {
        Self {
            file,
            text,
            columns,
            trees: Vec::new(),
            moved_to_near_edge: 0,
            row_at: HashMap::new(),
            problems: Vec::new(),
            found: 0,
        }
    }

    fn problem(&mut self, at: usize, message: impl Into<String>, hint: Option<String>) {
        self.found += 1;
        if self.found <= SHOWN {
            let (line, column) = line_and_column(self.text, at);
            self.problems.push(Problem {
                file: self.file.to_owned(),
                line,
                column,
                message: message.into(),
                hint,
            });
        }
    }

    fn rows(&mut self) {
        let text = self.text;
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let (mut record, mut header) = (StringRecord::new(), None);
        loop {
            let before = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return self.problem(before, error.to_string(), None),
            }
            let row = Row {
                fields: &record,
                at: row_start(text, before),
            };
            match &header {
                Some(header) => {
                    if let Some(tree) = self.tree(&row, header) {
                        self.trees.push(tree);
                    }
                }
                None => match self.header(&row) {
                    Some(found) => header = Some(found),
                    None => return,
                },
            }
        }
        if self.found == 0 && self.trees.is_empty() {
            let message = if header.is_some() {
                "the file has no rows"
            } else {
                "the file is empty"
            };
            let hint = "give a header such as `x_m,y_m,dbh_cm` and a row for each tree";
            self.problem(0, message, Some(hint.to_owned()));
        }
    }

    fn header(&mut self, row: &Row<'_>) -> Option<Header> {
        let problems = self.found;
        if row.fields.len() == 1 && row.fields[0].contains([';', '\t']) {
            let message = format!(
                "the columns of `{}` are not separated by commas",
                &row.fields[0]
            );
            self.problem(
                row.at,
                message,
                Some("save the file as comma-separated values".to_owned()),
            );
            return None;
        }
        let x = self.column(row, "x_m", &["x_m", "x"]);
        let y = self.column(row, "y_m", &["y_m", "y"]);
        let dbh = self.column(row, "dbh_cm", &["dbh_cm"]);
        let height = self.column(row, "height_m", &["height_m"]);
        let species = match self.columns.species {
            Some(_) => None,
            None => self.column(row, "species", &["species"]),
        };
        let age = self.column(row, "age_yr", &["age_yr"]);
        if self.found > problems {
            return None;
        }
        for (column, is_there) in [("x_m", x.is_some()), ("y_m", y.is_some())] {
            if !is_there {
                self.no_column(row, &format!("no column `{column}`"), column);
            }
        }
        if dbh.is_none() && height.is_none() {
            self.no_column(
                row,
                "neither a column `dbh_cm` nor a column `height_m`",
                "dbh_cm",
            );
        }
        if species.is_none() && self.columns.species.is_none() {
            let hint = "give the species of all its trees: `species = \"…\"` beside `file`";
            self.problem(
                row.at,
                "the file has no column `species`, and the entry no `species`",
                Some(hint.to_owned()),
            );
        }
        (self.found == problems).then_some(())?;
        Some(Header {
            width: row.fields.len(),
            x: x?,
            y: y?,
            dbh,
            height,
            species,
            age,
        })
    }

    /// Where the first of `names`, or what `columns` renames `key` to, stands in the header.
    fn column(&mut self, row: &Row<'_>, key: &str, names: &[&str]) -> Option<usize> {
        let renamed = self.columns.renamed.and_then(|table| table.text(key));
        let names = renamed.map_or_else(|| names.to_vec(), |name| vec![name]);
        let found = names
            .iter()
            .find(|name| row.fields.iter().any(|field| field == **name));
        let Some(name) = found else {
            if let Some(name) = renamed {
                self.no_column(
                    row,
                    &format!("no column `{name}`, which `columns.{key}` names"),
                    name,
                );
            }
            return None;
        };
        let mut places = (0..row.fields.len()).filter(|&i| row.fields[i] == **name);
        let (first, second) = (places.next(), places.next());
        if let Some(second) = second {
            let message = format!("there are two columns `{name}`");
            self.problem(
                self.field_at(row, second),
                message,
                Some("rename or remove one of them".to_owned()),
            );
        }
        first
    }

    fn no_column(&mut self, row: &Row<'_>, what: &str, wanted: &str) {
        let message = format!(
            "the file has {what}: its columns are {}",
            listed(row.fields.iter())
        );
        let strangers = row.fields.iter().filter(|field| !COLUMNS.contains(field));
        let renaming = match nearest(wanted, strangers) {
            Some(near) => format!("{wanted} = {near:?}"),
            None => "dbh_cm = \"mark\"".to_owned(),
        };
        let hint = format!("where it has another name, give that: `columns = {{ {renaming} }}`");
        self.problem(row.at, message, Some(hint));
    }

    fn tree(&mut self, row: &Row<'_>, header: &Header) -> Option<ListedTree> {
        let problems = self.found;
        if row.fields.len() != header.width {
            let message = format!(
                "this row has {} fields, but the header has {}",
                row.fields.len(),
                header.width
            );
            self.problem(row.at, message, None);
            return None;
        }
        let species = match header.species {
            Some(column) => self.species(row, column),
            None => self.columns.species,
        };
        let (x_m, y_m) = (self.number(row, header.x), self.number(row, header.y));
        let dbh_cm = header.dbh.filter(|&column| !row.fields[column].is_empty());
        let height_m = header
            .height
            .filter(|&column| !row.fields[column].is_empty());
        if dbh_cm.is_none() && height_m.is_none() {
            self.problem(
                row.at,
                "this tree has neither a diameter nor a height",
                None,
            );
        }
        let growth = species
            .and_then(|index| self.columns.named[index].species.as_ref())
            .map(|s| s.growth);
        let dbh_cm = dbh_cm.map(|column| self.dbh_cm(row, column, growth, height_m));
        let height_m = height_m.map(|column| self.height_m(row, column, growth, dbh_cm.flatten()));
        let age_yr = header.age.filter(|&column| !row.fields[column].is_empty());
        let age_yr = age_yr.map(|column| self.age_yr(row, column));
        let place_m = self.place_m([x_m?, y_m?], row, header)?;
        (self.found == problems).then_some(ListedTree {
            species: species?,
            place_m,
            dbh_cm: dbh_cm.flatten(),
            height_m: height_m.flatten(),
            age_yr: age_yr.flatten(),
        })
    }

    fn species(&mut self, row: &Row<'_>, column: usize) -> Option<usize> {
        let name = &row.fields[column];
        let named = self.columns.named;
        let found = named
            .iter()
            .position(|known| known.name.as_deref() == Some(name));
        if found.is_none() {
            let hint = unknown_hint(named, name);
            let message = format!("there is no species `{name}` in the scenario");
            self.problem(self.field_at(row, column), message, Some(hint));
        }
        found
    }

    fn number(&mut self, row: &Row<'_>, column: usize) -> Option<f64> {
        let field = &row.fields[column];
        match field.parse::<f64>() {
            // −0 and 0 are the same place.
            Ok(x) if x.is_finite() => return Some(x + 0.0),
            _ if field.is_empty() => {
                self.problem(self.field_at(row, column), "this field is empty", None)
            }
            Ok(_) => {
                let message = format!("`{field}` is not a finite number");
                let hint = "correct or remove the row".to_owned();
                self.problem(self.field_at(row, column), message, Some(hint));
            }
            Err(_) => {
                let hint = field
                    .contains(',')
                    .then(|| "write decimals with a point".to_owned());
                self.problem(
                    self.field_at(row, column),
                    format!("`{field}` is not a number"),
                    hint,
                );
            }
        }
        None
    }

    /// The diameter, cm; 0 is one only of a tree whose height is given.
    fn dbh_cm(
        &mut self,
        row: &Row<'_>,
        column: usize,
        growth: Option<Growth>,
        height: Option<usize>,
    ) -> Option<f64> {
        let dbh_cm = self.number(row, column)?;
        let at = self.field_at(row, column);
        if dbh_cm < 0.0 || dbh_cm == 0.0 && height.is_none() {
            self.problem(
                at,
                format!("the diameter is {dbh_cm} cm, but it must be greater than 0"),
                None,
            );
            return None;
        }
        let greatest_cm = growth.map_or(f64::INFINITY, |growth| growth.dbh_max_cm);
        if dbh_cm >= greatest_cm {
            let message = format!(
                "the diameter is {dbh_cm} cm, but the species approaches {greatest_cm} cm only"
            );
            let hint = format!("set its `growth.dbh_max_cm` above {dbh_cm}, or correct the row");
            self.problem(at, message, Some(hint));
            return None;
        }
        Some(dbh_cm)
    }

    fn height_m(
        &mut self,
        row: &Row<'_>,
        column: usize,
        growth: Option<Growth>,
        dbh_cm: Option<f64>,
    ) -> Option<f64> {
        let height_m = self.number(row, column)?;
        let at = self.field_at(row, column);
        if height_m <= 0.0 {
            self.problem(
                at,
                format!("the height is {height_m} m, but it must be greater than 0"),
                None,
            );
            return None;
        }
        let greatest_m = growth.map_or(f64::INFINITY, |growth| growth.height_max_m);
        if height_m >= greatest_m {
            let message = format!(
                "the height is {height_m} m, but the species approaches {greatest_m} m only"
            );
            let hint =
                format!("set its `growth.height_max_m` above {height_m}, or correct the row");
            self.problem(at, message, Some(hint));
            return None;
        }
        if height_m < BREAST_HEIGHT_M && dbh_cm.is_some_and(|dbh_cm| dbh_cm > 0.0) {
            let message = format!(
                "a tree {height_m} m high has no diameter at breast height, {BREAST_HEIGHT_M} m"
            );
            self.problem(
                at,
                message,
                Some("give it the diameter 0, or correct the height".to_owned()),
            );
            return None;
        }
        Some(height_m)
    }

    fn age_yr(&mut self, row: &Row<'_>, column: usize) -> Option<u32> {
        let field = &row.fields[column];
        let age_yr = field
            .parse::<u32>()
            .ok()
            .filter(|age_yr| *age_yr <= AGE_MAX_YR);
        if age_yr.is_none() {
            let message = format!(
                "the age is `{field}`, but it must be a whole number of years, at most {AGE_MAX_YR}"
            );
            let hint = "leave it empty for an age by the growth curve".to_owned();
            self.problem(self.field_at(row, column), message, Some(hint));
        }
        age_yr
    }

    /// The place in the plot; the far edge belongs to it.
    fn place_m(&mut self, place_m: [f64; 2], row: &Row<'_>, header: &Header) -> Option<[f64; 2]> {
        let mut settled_m = place_m;
        if let Some(plot) = self.columns.plot {
            let (origin_m, size_m) = (plot.origin_m(), plot.size_m());
            let far_m: [f64; 2] = std::array::from_fn(|axis| origin_m[axis] + size_m[axis]);
            if let Some(axis) =
                (0..2).find(|&axis| place_m[axis] < origin_m[axis] || place_m[axis] > far_m[axis])
            {
                let message = format!(
                    "the tree at ({}, {}) stands outside the plot, which is {} to {} by {} to {}",
                    place_m[0], place_m[1], origin_m[0], far_m[0], origin_m[1], far_m[1]
                );
                let hint =
                    "set `world.origin_m` and `world.size_m` to hold all trees, or remove the row";
                self.problem(
                    self.field_at(row, [header.x, header.y][axis]),
                    message,
                    Some(hint.to_owned()),
                );
                return None;
            }
            if plot.is_torus() {
                settled_m = std::array::from_fn(|axis| {
                    if place_m[axis] == far_m[axis] {
                        origin_m[axis]
                    } else {
                        place_m[axis]
                    }
                });
            }
        }
        if let Some(other) = self.row_at.insert(settled_m.map(f64::to_bits), row.at) {
            let line = line_and_column(self.text, other).0;
            let message = format!(
                "the tree at ({}, {}) stands exactly where that of line {line} does",
                place_m[0], place_m[1]
            );
            self.problem(
                self.field_at(row, header.x),
                message,
                Some("move or remove one of the two".to_owned()),
            );
            return None;
        }
        self.moved_to_near_edge += u64::from(settled_m != place_m);
        Some(settled_m)
    }

    /// The byte where a field of a row begins.
    fn field_at(&self, row: &Row<'_>, column: usize) -> usize {
        let (mut commas, mut is_quoted) = (0, false);
        for (i, byte) in self.text.bytes().enumerate().skip(row.at) {
            match byte {
                _ if commas == column => return i,
                b'"' => is_quoted = !is_quoted,
                b',' if !is_quoted => commas += 1,
                _ => {}
            }
        }
        row.at
    }
}

/// The byte where the row begins that is read from `at` on: behind empty lines and comments.
fn row_start(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        match rest.bytes().next() {
            Some(b'\n' | b'\r') => at += 1,
            Some(b'#') => at += rest.find('\n').map_or(rest.len(), |newline| newline + 1),
            _ => return at,
        }
    }
}

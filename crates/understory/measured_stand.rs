//! A scenario from a measured stand: columns and units found by their names, species matched to presets, the plot around the
//! trees. What was assumed stands in the comments of the scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use understory_forest::presets::{PRESETS, Preset};
use understory_numerics::sort;
use understory_records::{Condition, Fault, UserRow, UserTable, table_text};
use understory_scenario::{
    Files, ForestScenario, ListedTree, Overrides, Problem, Problems, Stems, implausible_stand, in_unit,
    of_stems, template,
};

use crate::error::Error;
use crate::files::{DiskFiles, slashed};
use crate::pattern::names_degrees;

/// Problems that are told at most.
const MOST_PROBLEMS: usize = 20;
/// Thicker stems are in another unit.
const THICKEST_CM: f64 = 500.0;
/// Steps to which the plot is widened, m: the largest that widens it by less than a few spacings.
const STEPS_M: [f64; 8] = [50.0, 20.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.1];
const WIDENED_SPACINGS: f64 = 1.0;
/// Room for growth above the largest tree that was measured, where a preset has none.
const LARGER: f64 = 1.2;
/// The numbers of a species without a preset.
const WITHOUT_PRESET: &str = "measured-stand";
/// Species beyond these are rare: more cannot be told apart by their colours.
const MOST_SPECIES: usize = 12;
const OTHERS: &str = "others";
/// What trees without a species are called.
const UNKNOWN: &str = "unknown";
const RESERVED: [&str; 4] = ["all", "seedling", "sapling", "adult"];

/// A scenario of a measured stand and the file of trees that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredStand {
    /// The text of the scenario.
    pub scenario: String,
    /// The trees, with the columns and units that scenarios know.
    pub trees: String,
    /// What was assumed, a line each; the comments of the scenario say the same.
    pub assumed: Vec<String>,
    /// What was found of the file and what of it is not read, a line each.
    pub said: Vec<String>,
    /// What to look at before the trees are grown, a line each: dead ones, and what no forest has.
    pub doubts: Vec<String>,
    /// The line of each tree in the file that was measured.
    lines: Vec<u64>,
}

/// Which rows of a measured stand are meant, and what they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandRows {
    /// Those for which this holds; all of them without.
    pub only: Option<Condition>,
    /// What becomes of stems at one place; they are refused without.
    pub stems: Option<Stems>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    X,
    Y,
    Species,
    Dbh,
    Height,
    Age,
}

impl Role {
    /// Names by which it is known, without unit and in small letters.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::X => &["x", "gx", "px", "east", "easting", "x_coord"],
            Self::Y => &["y", "gy", "py", "north", "northing", "y_coord"],
            Self::Species => &[
                "species",
                "sp",
                "spp",
                "taxon",
                "latin",
                "scientific_name",
                "species_name",
            ],
            Self::Dbh => &["dbh", "d130", "d", "diameter", "diam", "bhd"],
            Self::Height => &["height", "ht", "h"],
            Self::Age => &["age"],
        }
    }

    /// The column of the scenario's own file.
    fn written(self) -> &'static str {
        match self {
            Self::X => "x_m",
            Self::Y => "y_m",
            Self::Species => "species",
            Self::Dbh => "dbh_cm",
            Self::Height => "height_m",
            Self::Age => "age_yr",
        }
    }

    const ALL: [Self; 6] = [
        Self::X,
        Self::Y,
        Self::Species,
        Self::Dbh,
        Self::Height,
        Self::Age,
    ];
}

/// A column that is known.
#[derive(Clone, Debug)]
struct Column {
    at: usize,
    name: String,
    /// By what its numbers are multiplied.
    factor: f64,
    says_unit: bool,
}

/// The trees of a file.
#[derive(Default)]
struct Measured {
    /// The names of their species, as the file has them.
    species: Vec<String>,
    trees: Vec<ListedTree>,
    /// Where the row of each begins, and its line; those of its first stem where it has several.
    rows: Vec<(usize, u64)>,
}

/// Makes a scenario of the trees in `text`, which is the file `file`; it is called `name`, and its own file of trees is called
/// `trees_file`.
///
/// # Errors
/// [`Problems`]: everything that is wrong with the file, or the first twenty of it, each with its place.
pub fn measured_stand(
    file: &str,
    text: &str,
    name: &str,
    trees_file: &str,
    rows: &StandRows,
) -> Result<MeasuredStand, Problems> {
    let mut reader = Reader {
        file,
        text,
        problems: Vec::new(),
        more: 0,
        assumed: Vec::new(),
        said: Vec::new(),
        doubts: Vec::new(),
    };
    let measured = reader.trees(rows).unwrap_or_default();
    let Reader {
        mut problems,
        more,
        mut assumed,
        said,
        doubts,
        ..
    } = reader;
    if !problems.is_empty() {
        // Rows of dead trees often lack what is asked for.
        let more = (more > 0).then(|| format!("{more} more problems in this file"));
        let of_file = |message: &String| Problem {
            file: file.to_owned(),
            line: 0,
            column: 0,
            message: message.clone(),
            hint: None,
        };
        problems.extend(doubts.iter().chain(&more).map(of_file));
    }
    if let Some(problems) = Problems::of(problems) {
        return Err(problems);
    }
    let (species, names) = Species::of(&measured);
    assumed.extend(species.iter().map(|species| species.why.clone()));
    let (origin_m, size_m, about_plot) = plot(&measured.trees);
    assumed.push(about_plot);
    let implausible = implausible_stand(size_m[0] * size_m[1], &measured.trees);
    Ok(MeasuredStand {
        scenario: scenario(
            name,
            [trees_file, file],
            &species,
            (origin_m, size_m),
            rows.stems,
            &assumed,
        ),
        trees: as_csv(&measured.trees, &names),
        lines: measured.rows.into_iter().map(|(_, line)| line).collect(),
        assumed,
        said,
        doubts: doubts.into_iter().chain(implausible).collect(),
    })
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
    /// How many there are beyond those.
    more: usize,
    assumed: Vec<String>,
    said: Vec<String>,
    doubts: Vec<String>,
}

impl<'a> Reader<'a> {
    fn problem(&mut self, at: usize, message: String, hint: &str) {
        self.fault(Fault::new(at, message, hint));
    }

    fn fault(&mut self, found: Fault) {
        if self.problems.len() == MOST_PROBLEMS {
            self.more += 1;
            return;
        }
        let [line, column] = found.line_and_column(self.text);
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line,
            column,
            message: found.message,
            hint: (!found.hint.is_empty()).then_some(found.hint),
        });
    }

    /// All trees, where nothing is wrong.
    fn trees(&mut self, rows: &'a StandRows) -> Option<Measured> {
        let opened = UserTable::open(self.text).and_then(|mut table| {
            table.choose("--where", rows.only.as_ref())?;
            Ok(table)
        });
        let mut table = opened.map_err(|found| self.fault(found)).ok()?;
        let names: Vec<String> = table.header().iter().map(str::to_owned).collect();
        let columns = self.columns(&table, &names)?;
        let (mut found, mut stems, mut number_of) = (Measured::default(), Vec::new(), BTreeMap::new());
        while let Some(row) = table.next_row() {
            match row {
                Ok(row) => {
                    let name = match columns.get(&Role::Species) {
                        None => "tree",
                        Some(column) if row.is_missing(column.at) => UNKNOWN,
                        Some(column) => row.text(column.at),
                    };
                    let species = *number_of.entry(name.to_owned()).or_insert_with(|| {
                        found.species.push(name.to_owned());
                        found.species.len() - 1
                    });
                    let stem = self.tree(&columns, row, species);
                    found.rows.extend(stem.map(|_| (row.at, row.line)));
                    stems.extend(stem);
                }
                Err(found) => self.fault(found),
            }
        }
        if self.problems.is_empty() && stems.is_empty() {
            let hint = match table.left_out() {
                0 => "give a row for each tree below the names of columns".to_owned(),
                rows => format!("`--where` leaves out all of its {rows} rows"),
            };
            self.fault(Fault::new(0, "the file lists no tree", hint));
        }
        let is_read = |at: usize| columns.values().any(|column| column.at == at);
        if let Some(found) = table.several_plots(is_read) {
            self.fault(found);
        }
        self.said.extend(table.said(is_read));
        self.doubts.extend(table.doubts(is_read));
        if let Some(only) = &rows.only {
            let rows = if table.left_out() == 1 { "row" } else { "rows" };
            self.said.push(format!(
                "`--where '{only}'` leaves out {} {rows}",
                table.left_out()
            ));
        }
        // Plots have places of their own each, and what is wrong with rows comes first.
        if !self.problems.is_empty() {
            return None;
        }
        let of_stems = of_stems(stems, rows.stems);
        let line = |stem: usize| found.rows[stem].1 as usize;
        if let Some((stem, message, hint)) = of_stems.refusal(line, |rule| format!("--stems {rule}")) {
            self.fault(Fault::new(found.rows[stem].0, message, hint));
        }
        self.said.extend(of_stems.said());
        let first_rows = (0..of_stems.trees.len()).map(|tree| found.rows[of_stems.first_stem(tree)]);
        found.rows = first_rows.collect();
        found.trees = of_stems.trees;
        Some(found)
    }

    /// Which column holds what; `None` where one is missing, which has been reported.
    fn columns(&mut self, table: &UserTable<'_>, names: &[String]) -> Option<BTreeMap<Role, Column>> {
        let mut found = BTreeMap::new();
        for role in Role::ALL {
            let named = |wanted: &str| -> Vec<Column> {
                let columns = names.iter().enumerate().filter_map(|(at, name)| {
                    let (stem, unit_m) = in_unit(name);
                    (stem == wanted).then(|| Column {
                        at,
                        name: name.clone(),
                        factor: match role {
                            Role::Dbh => unit_m.map_or(1.0, |unit_m| unit_m / 0.01),
                            _ => unit_m.unwrap_or(1.0),
                        },
                        says_unit: unit_m.is_some(),
                    })
                });
                columns.collect()
            };
            // The names in their order: one that is more certain stands before.
            let known = role
                .names()
                .iter()
                .map(|wanted| named(wanted))
                .find(|known| !known.is_empty());
            let mut known = known.unwrap_or_default();
            if known
                .iter()
                .filter(|column| column.name == role.written())
                .count()
                == 1
            {
                known.retain(|column| column.name == role.written());
            }
            if let [first, second, ..] = &known[..] {
                let message = format!("the columns `{}` and `{}` say the same", first.name, second.name);
                let hint = format!("remove one, or call the one that is meant `{}`", role.written());
                self.fault(Fault::new(table.name_at(second.at), message, hint));
            }
            found.extend(known.into_iter().next().map(|column| (role, column)));
        }
        let listed = format!("its columns are `{}`", names.join("`, `"));
        for (role, what) in [(Role::X, "`x_m`, to the east"), (Role::Y, "`y_m`, to the north")] {
            if !found.contains_key(&role) {
                let hint = match names.iter().find(|name| names_degrees(name)) {
                    Some(degrees) => format!(
                        "`{degrees}` is in degrees by its name: project the points, such as to UTM in metres, and call their columns `x_m` and `y_m`"
                    ),
                    None => "name the columns of places `x_m` and `y_m`".to_owned(),
                };
                self.fault(Fault::new(
                    table.header_at(),
                    format!("the file has no column {what}: {listed}"),
                    hint,
                ));
            }
        }
        if !found.contains_key(&Role::Dbh) && !found.contains_key(&Role::Height) {
            let message = format!("the file has neither a diameter nor a height: {listed}");
            let hint = "name the column of diameters `dbh_cm` or that of heights `height_m`; a girth is 3.14 times a diameter";
            self.fault(Fault::new(table.header_at(), message, hint));
        }
        for (role, column) in &found {
            let unit = match role {
                Role::Dbh => "cm",
                Role::Species | Role::Age => continue,
                _ => "m",
            };
            if !column.says_unit {
                self.assumed.push(format!(
                    "the column `{}` names no unit and is taken as {unit}",
                    column.name
                ));
            } else if (column.factor - 1.0).abs() > 1e-12 {
                self.assumed.push(format!(
                    "the column `{}` is multiplied by {} into `{}`",
                    column.name,
                    tidy(column.factor),
                    role.written()
                ));
            }
        }
        if !found.contains_key(&Role::Species) {
            self.assumed
                .push("the file has no column of species: all trees are of one, `tree`".to_owned());
        }
        if !found.contains_key(&Role::Age) {
            self.assumed.push(
                "ages are not known: a tree is as old as its species' growth curve has it at its size"
                    .to_owned(),
            );
        }
        self.problems.is_empty().then_some(found)
    }

    fn tree(
        &mut self,
        columns: &BTreeMap<Role, Column>,
        row: UserRow<'_, '_>,
        species: usize,
    ) -> Option<ListedTree> {
        let (before, at) = (self.problems.len(), row.at);
        let mut number = |role: Role| -> Option<f64> {
            let column = columns.get(&role)?;
            let found = row.number(column.at).map_err(|found| self.fault(found)).ok()?;
            found.map(|value| tidy(value * column.factor))
        };
        let [x_m, y_m, dbh_cm, height_m, age_yr] =
            [Role::X, Role::Y, Role::Dbh, Role::Height, Role::Age].map(&mut number);
        let place_m = x_m.zip(y_m).map(|(x_m, y_m)| [x_m, y_m]);
        if self.problems.len() > before {
            return None;
        }
        let Some(place_m) = place_m else {
            self.problem(
                at,
                "this tree has no place".to_owned(),
                "give both coordinates, or remove the row",
            );
            return None;
        };
        if dbh_cm.is_none() && height_m.is_none() {
            let message = "this tree has neither a diameter nor a height".to_owned();
            self.problem(at, message, "give one of them, or remove the row");
            return None;
        }
        if let Some(dbh_cm) = dbh_cm.filter(|dbh_cm| *dbh_cm > THICKEST_CM) {
            let message = format!("this tree has a diameter of {dbh_cm} cm, thicker than any");
            self.problem(
                at,
                message,
                "where diameters are in millimetres, call their column `dbh_mm`",
            );
            return None;
        }
        let age_yr = match age_yr {
            // Whole numbers of this size are exact.
            Some(age_yr) if age_yr.fract() == 0.0 && (0.0..=1e6).contains(&age_yr) => Some(age_yr as u32),
            Some(age_yr) => {
                let message = format!(
                    "this tree has an age of {age_yr} years, but it must be a whole number of at least 0"
                );
                self.problem(at, message, "round it, or leave it empty");
                return None;
            }
            None => None,
        };
        Some(ListedTree {
            species,
            place_m,
            dbh_cm,
            height_m,
            age_yr,
        })
    }
}

/// A number without the last digits that a product brings along.
fn tidy(value: f64) -> f64 {
    let rounded = (value * 1e9).round() / 1e9;
    if rounded.is_finite() { rounded } else { value }
}

/// A greatest size that is not that of the preset, or of the template.
struct Raised {
    key: &'static str,
    usual: f64,
    to: f64,
    measured: f64,
}

/// A species of the stand.
struct Species {
    /// As the file has it.
    written: BTreeSet<String>,
    name: String,
    preset: Option<&'static Preset>,
    /// Where its trees outgrow the preset.
    raised: Vec<Raised>,
    why: String,
}

impl Species {
    /// All species of the trees, those with the most trees first, beside the name of each that the file has. Rare ones that no preset
    /// is like have the same numbers, and are one.
    fn of(measured: &Measured) -> (Vec<Self>, Vec<String>) {
        // Names in other letters than those of tables are numbers.
        let numbered = |(number, written): (usize, &String)| match name_of(written) {
            name if name == UNKNOWN && written != UNKNOWN => format!("species-{}", number + 1),
            name => name,
        };
        let mut names: Vec<String> = measured.species.iter().enumerate().map(numbered).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for tree in &measured.trees {
            *counts.entry(&names[tree.species]).or_default() += 1;
        }
        let mut ranked: Vec<(&str, usize)> = counts.into_iter().collect();
        sort::by_key(&mut ranked, |(_, trees)| std::cmp::Reverse(*trees));
        let rare: BTreeSet<String> = ranked
            .iter()
            .skip(MOST_SPECIES - 1)
            .map(|(name, _)| (*name).to_owned())
            .collect();
        if rare.len() > 1 {
            for (name, written) in names.iter_mut().zip(&measured.species) {
                if rare.contains(name) && preset_of(&[written.clone()].into()).0.is_none() {
                    OTHERS.clone_into(name);
                }
            }
        }
        let mut by_name: BTreeMap<&str, (BTreeSet<String>, Vec<&ListedTree>)> = BTreeMap::new();
        for (name, written) in names.iter().zip(&measured.species) {
            by_name.entry(name).or_default().0.insert(written.clone());
        }
        for tree in &measured.trees {
            by_name.entry(&names[tree.species]).or_default().1.push(tree);
        }
        let mut by_count: Vec<_> = by_name.into_iter().collect();
        sort::by_key(&mut by_count, |(_, (_, trees))| std::cmp::Reverse(trees.len()));
        let matched = |(name, (written, trees)): (&str, (_, Vec<&ListedTree>))| {
            Self::matched(name.to_owned(), written, &trees)
        };
        let all = by_count.into_iter().map(matched).collect();
        (all, names)
    }

    fn matched(name: String, written: BTreeSet<String>, trees: &[&ListedTree]) -> Self {
        let (preset, how) = preset_of(&written);
        let usual = preset.map(|preset| preset.species(&name).growth);
        let largest =
            |of: fn(&ListedTree) -> Option<f64>| trees.iter().filter_map(|tree| of(tree)).fold(0.0, f64::max);
        let sizes = [
            (
                "greatest_height_m",
                usual.map_or(50.0, |usual| usual.greatest_height_m),
                largest(|tree| tree.height_m),
            ),
            (
                "greatest_dbh_cm",
                usual.map_or(140.0, |usual| usual.greatest_dbh_cm),
                largest(|tree| tree.dbh_cm),
            ),
        ];
        let raised: Vec<Raised> = sizes
            .into_iter()
            .filter(|(_, usual, largest)| largest * LARGER > *usual)
            .map(|(key, usual, measured)| Raised {
                key,
                usual,
                to: (measured * LARGER).ceil(),
                measured,
            })
            .collect();
        let count = match trees.len() {
            1 => "1 tree".to_owned(),
            count => format!("{count} trees"),
        };
        let count = match written.len() {
            1 => count,
            species => format!("{count} that the file has as {species} species"),
        };
        let mut why = format!("`{name}`, {count}: {how}");
        if let Some(usual) = usual {
            let site_m = usual.site_index_m;
            why.push_str(&format!(
                "; its site has a top height of {site_m} m at 100 years (`growth.site_index_m`)"
            ));
        }
        for Raised {
            key,
            usual,
            to,
            measured,
        } in &raised
        {
            why.push_str(&format!(
                "; its `growth.{key}` is raised from {usual} to {to}, as {measured} was measured"
            ));
        }
        Self {
            written,
            name,
            preset,
            raised,
            why,
        }
    }
}

/// A name that tables can have.
fn name_of(written: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "_.".contains(letter) {
            letter
        } else {
            '-'
        }
    };
    let name: String = written.to_lowercase().chars().map(plain).take(100).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    let name = parts.join("-").trim_matches(['.', '_']).to_owned();
    match name.as_str() {
        "" => UNKNOWN.to_owned(),
        name if RESERVED.contains(&name) => format!("{name}-tree"),
        name => name.to_owned(),
    }
}

/// The preset of a species by its Latin or English name, and how it was found.
fn preset_of(written: &BTreeSet<String>) -> (Option<&'static Preset>, String) {
    for name in written {
        let name = name.trim().to_lowercase().replace(['_', '-'], " ");
        let words: Vec<&str> = name.split_whitespace().collect();
        let latin = words.get(..2).map(|words| words.join("-"));
        if let Some(preset) = PRESETS.iter().find(|preset| Some(&preset.name) == latin.as_ref()) {
            return (
                Some(preset),
                format!("the preset `{}` by its Latin name", preset.name),
            );
        }
        let english = |preset: &&Preset| {
            let called = preset.about.split(':').next().unwrap_or_default();
            let called = called.to_lowercase().replace('-', " ");
            called == name || called.ends_with(&format!(" {name}"))
        };
        let of_genus = |preset: &&Preset| {
            Some(preset.name.split('-').next().unwrap_or_default()) == words.first().copied()
        };
        for (found, how) in [
            (
                PRESETS.iter().filter(english).collect::<Vec<_>>(),
                "by its English name",
            ),
            (
                PRESETS.iter().filter(of_genus).collect(),
                "of the same genus, as there is none of its own",
            ),
        ] {
            if let [first, others @ ..] = found.as_slice() {
                let others: Vec<String> = others.iter().map(|preset| format!("`{}`", preset.name)).collect();
                let others = match others.len() {
                    0 => String::new(),
                    _ => format!("; it could be {} as well", others.join(" or ")),
                };
                return (Some(first), format!("the preset `{}` {how}{others}", first.name));
            }
        }
    }
    (
        None,
        "no preset is like it, so that its numbers are those of no real species: replace them".to_owned(),
    )
}

/// The plot: its corner, its sides, and what was assumed.
fn plot(trees: &[ListedTree]) -> ([f64; 2], [f64; 2], String) {
    let along = |axis: usize, better: fn(f64, f64) -> f64, from: f64| {
        trees.iter().map(|tree| tree.place_m[axis]).fold(from, better)
    };
    let low = [0, 1].map(|axis| along(axis, f64::min, f64::INFINITY));
    let high = [0, 1].map(|axis| along(axis, f64::max, f64::NEG_INFINITY));
    let area_m2 = ((high[0] - low[0]) * (high[1] - low[1])).max(1.0);
    let spacing_m = (area_m2 / trees.len() as f64).sqrt();
    let widened = |step_m: f64| {
        let low = low.map(|low| tidy((low / step_m).floor() * step_m));
        let high = high.map(|high| tidy((high / step_m).ceil() * step_m));
        (low, high)
    };
    let is_near = |step_m: &&f64| {
        let (wide_low, wide_high) = widened(**step_m);
        (0..2).all(|axis| {
            low[axis] - wide_low[axis] <= WIDENED_SPACINGS * spacing_m
                && wide_high[axis] - high[axis] <= WIDENED_SPACINGS * spacing_m
        })
    };
    let step_m = *STEPS_M.iter().find(is_near).unwrap_or(&0.1);
    let (low, mut high) = widened(step_m);
    for axis in 0..2 {
        if high[axis] <= low[axis] {
            high[axis] = low[axis] + step_m;
        }
    }
    let size_m = [0, 1].map(|axis| tidy(high[axis] - low[axis]));
    let about = format!(
        "the plot is the box around the trees, widened to whole steps of {step_m} m (the mean spacing is {:.1} m): give the one that \
         was measured where it is another, as trees at its edge count",
        spacing_m
    );
    (low, size_m, about)
}

fn scenario(
    name: &str,
    [trees_file, file]: [&str; 2],
    species: &[Species],
    (origin_m, size_m): ([f64; 2], [f64; 2]),
    stems: Option<Stems>,
    assumed: &[String],
) -> String {
    let mut text = format!(
        "# A forest that goes on from the trees of {}, which {trees_file} lists as scenarios know them.\n#\n",
        one_line(file)
    );
    text.push_str("# What was assumed:\n");
    for line in assumed {
        text.push_str(&format!("# - {}\n", one_line(line)));
    }
    let decimal = |value: f64| format!("{value:?}");
    text.push_str(&format!(
        "name = {}\nabout = \"A measured stand, fifty years on\"\n\n[world]\nsize_m = [{}, {}]        # all trees must stand on \
         it\norigin_m = [{}, {}]      # its lower left corner, in the coordinates of the file\nedge = \"open\"                 # \
         nothing is known beyond the edge\nseed = 1\n\n[run]\nyears = 50\nreplicates = 1               # more: the same stand \
         with other seeds, for intervals in replicates.csv\n\n[[founders]]\nfile = {}\n{}\n",
        quoted(name),
        decimal(size_m[0]),
        decimal(size_m[1]),
        decimal(origin_m[0]),
        decimal(origin_m[1]),
        quoted(trees_file),
        stems.map_or_else(String::new, |stems| format!("stems = {}
", quoted(stems.name()))),
    ));
    for one in species {
        let written: Vec<&str> = one.written.iter().map(String::as_str).collect();
        text.push_str(&format!(
            "# {}\n[[species]]\n",
            one_line(&format!("In the file: {}. {}.", written.join(", "), one.why))
        ));
        text.push_str(&format!("name = {}\n", quoted(&one.name)));
        match one.preset {
            Some(preset) => {
                text.push_str(&format!(
                    "preset = {}   # any key of a species overrides its number\n",
                    quoted(&preset.name)
                ));
                let raised: Vec<String> = one
                    .raised
                    .iter()
                    .map(|raised| format!("{} = {}", raised.key, decimal(raised.to)))
                    .collect();
                if !raised.is_empty() {
                    text.push_str(&format!("growth = {{ {} }}\n", raised.join(", ")));
                }
            }
            None => text.push_str(&without_preset(&one.raised)),
        }
        text.push('\n');
    }
    text.push_str("[record]\nevery_years = 5\n");
    text
}

/// The numbers of a species without a preset, as its template has them.
fn without_preset(raised: &[Raised]) -> String {
    let text = template(WITHOUT_PRESET).unwrap_or_default();
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("[[species]]"))
        .skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let mut numbers = String::new();
    for line in lines.filter(|line| line.contains(" = ") && !line.starts_with("name")) {
        numbers.push_str(line);
        numbers.push('\n');
    }
    for Raised { key, usual, to, .. } in raised {
        numbers = numbers.replace(&format!("{key} = {usual:?}"), &format!("{key} = {to:?}"));
    }
    numbers
}

fn as_csv(trees: &[ListedTree], names: &[String]) -> String {
    let has = |of: fn(&ListedTree) -> bool| trees.iter().any(of);
    let (dbh, height, age) = (
        has(|tree| tree.dbh_cm.is_some()),
        has(|tree| tree.height_m.is_some()),
        has(|tree| tree.age_yr.is_some()),
    );
    let mut header = vec!["x_m", "y_m", "species"];
    header.extend(
        [(dbh, "dbh_cm"), (height, "height_m"), (age, "age_yr")]
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| name),
    );
    let mut text = format!("{}\n", header.join(","));
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for tree in trees {
        let mut fields = vec![
            tree.place_m[0].to_string(),
            tree.place_m[1].to_string(),
            names[tree.species].clone(),
        ];
        fields.extend(
            [
                (dbh, tree.dbh_cm),
                (height, tree.height_m),
                (age, tree.age_yr.map(f64::from)),
            ]
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, value)| number(value)),
        );
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A line of a comment, whatever stood in the file.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// The scenario `scenario` of the trees in the file `stand`, and the path of its own file of trees: `my-stand.csv` beside
/// `my-stand.toml`. Nothing is written; both are checked as `check` does.
///
/// # Errors
/// [`Error::Scenario`]: all that is wrong with the file of trees, or with what follows from it.
pub fn scenario_of_stand(
    scenario: &Path,
    stand: &Path,
    rows: &StandRows,
) -> Result<(MeasuredStand, PathBuf), Error> {
    let file = slashed(stand);
    let bytes = DiskFiles.read(&file).map_err(|error| Error::Refused {
        why: format!("`{file}` cannot be read: {error}"),
        way_out: "give a CSV with a row for each tree: its place, its diameter or height, its species"
            .to_owned(),
    })?;
    let text = table_text(&bytes).map_err(|found| {
        let [line, column] = found.line_and_column(&String::from_utf8_lossy(&bytes[..found.at]));
        Error::Refused {
            why: format!("{file}:{line}:{column}: {}", found.message),
            way_out: found.hint,
        }
    })?;
    let stem = scenario
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let name = name_of(&stem.unwrap_or_default());
    // Never the file itself, as in `new stand.toml --from stand.csv`.
    let trees = match scenario.with_extension("csv") {
        taken if fs::canonicalize(&taken).ok() == fs::canonicalize(stand).ok() => {
            scenario.with_file_name(format!("{name}-trees.csv"))
        }
        free => free,
    };
    let trees_file = trees
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let made = measured_stand(&file, text, &name, &trees_file, rows)?;
    let unwritten = Unwritten([
        (slashed(scenario), &made.scenario),
        (slashed(&trees), &made.trees),
    ]);
    let checked =
        understory_scenario::load::<ForestScenario>(&slashed(scenario), &unwritten, &Overrides::default());
    checked.map_err(|problems| made.as_measured(problems, &slashed(&trees), &file))?;
    Ok((made, trees))
}

impl MeasuredStand {
    /// Problems at trees of the file that is not written, at the lines of the one that was measured.
    fn as_measured(&self, problems: Problems, written: &str, measured: &str) -> Problems {
        problems.map(|problem| {
            let line = problem.line.checked_sub(2).and_then(|row| self.lines.get(row));
            match line.filter(|_| problem.file == written) {
                None if problem.file != written => Problem {
                    file: measured.to_owned(),
                    line: 0,
                    message: format!("in the scenario that follows from it: {}", problem.message),
                    ..problem
                },
                Some(&line) => Problem {
                    file: measured.to_owned(),
                    line: usize::try_from(line).unwrap_or(usize::MAX),
                    column: 1,
                    ..problem
                },
                None => problem,
            }
        })
    }
}

/// Files that are not on disk yet, before those that are.
struct Unwritten<'a>([(String, &'a String); 2]);

impl Files for Unwritten<'_> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.0.iter().find(|(own, _)| own == path) {
            Some((_, text)) => Ok(text.as_bytes().to_vec()),
            None => DiskFiles.read(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> MeasuredStand {
        measured_stand("plot.csv", text, "mine", "mine.csv", &StandRows::default()).unwrap()
    }

    fn refused(text: &str) -> String {
        measured_stand("plot.csv", text, "mine", "mine.csv", &StandRows::default())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn columns_are_known_by_their_names_and_brought_to_the_units_of_scenarios() {
        let stand = made(
            "Tree;X;Y;Species;DBH_mm;Height (m)\n1;10.5;20;Fagus sylvatica L.;123;\n2;31.5;44.25;Buche?;;17.5\n",
        );
        assert_eq!(
            stand.trees,
            "x_m,y_m,species,dbh_cm,height_m\n10.5,20,fagus-sylvatica-l,12.3,\n31.5,44.25,buche,,17.5\n"
        );
        let said = stand.assumed.join("\n");
        assert!(
            said.contains("`DBH_mm` is multiplied by 0.1 into `dbh_cm`"),
            "{said}"
        );
        assert!(said.contains("`X` names no unit and is taken as m"), "{said}");
        assert!(said.contains("ages are not known"), "{said}");
        assert!(
            stand.scenario.contains("preset = \"fagus-sylvatica\""),
            "{}",
            stand.scenario
        );
    }

    #[test]
    fn species_are_matched_by_latin_english_and_genus_and_else_told() {
        let found = |name: &str| preset_of(&[name.to_owned()].into());
        let name = |name: &str| found(name).0.map(|preset| preset.name.as_str());
        assert_eq!(name("Picea abies (L.) H.Karst."), Some("picea-abies"));
        assert_eq!(name("picea_abies"), Some("picea-abies"));
        assert_eq!(name("Norway spruce"), Some("picea-abies"));
        assert_eq!(name("beech"), Some("fagus-sylvatica"));
        assert_eq!(name("Acer sp."), Some("acer-pseudoplatanus"));
        assert!(
            found("Acer sp.")
                .1
                .contains("it could be `acer-saccharum` as well")
        );
        assert_eq!(name("Pinus palustris"), Some("pinus-sylvestris"));
        assert_eq!(name("Ceiba pentandra"), None);
    }

    #[test]
    fn the_plot_holds_all_trees_and_is_widened_by_less_than_their_spacing() {
        let mut text = "x,y,dbh\n".to_owned();
        for tree in 0..100 {
            text.push_str(&format!(
                "{}.5,{}.25,{}\n",
                tree % 10 * 10 + 3,
                tree / 10 * 10 + 4,
                tree % 40 + 5
            ));
        }
        let stand = made(&text);
        assert!(
            stand.scenario.contains("size_m = [100.0, 100.0]"),
            "{}",
            stand.scenario
        );
        assert!(
            stand.scenario.contains("origin_m = [0.0, 0.0]"),
            "{}",
            stand.scenario
        );
        let far = made("x,y,dbh\n1003.2,-50.1,10\n1010.9,-41,20\n1005,-44,30\n");
        assert!(far.scenario.contains("size_m = ["), "{}", far.scenario);
    }

    #[test]
    fn all_that_is_wrong_with_a_file_is_told_with_its_place() {
        let said = refused("x,y,dbh\n1,2,\n3,,4\n5,6,thick\n7,8,9000\n");
        for part in [
            "plot.csv:2:1: this tree has neither a diameter nor a height",
            "plot.csv:3:1: this tree has no place",
            "plot.csv:4:5: `dbh` is `thick`, but it must be a finite number",
            "plot.csv:5:1: this tree has a diameter of 9000 cm",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        let said = refused("a,b\n1,2\n");
        assert!(
            said.contains("no column `x_m`") && said.contains("neither a diameter nor a height"),
            "{said}"
        );
        assert!(refused("x,y,dbh\n").contains("the file lists no tree"));
        assert!(refused("").contains("the file is empty"));
    }

    #[test]
    fn names_of_any_letters_become_names_of_tables_and_no_comment_ends_early() {
        assert_eq!(name_of("Ahorn / Érable"), "ahorn-rable");
        assert_eq!(
            (name_of("all"), name_of("  ")),
            ("all-tree".to_owned(), "unknown".to_owned())
        );
        let stand = made("x,y,dbh,species\n1,2,3,\"a\u{85}name = 7\"\n4,9,3,b\n");
        assert!(
            stand.scenario.contains("In the file: a name = 7."),
            "{}",
            stand.scenario
        );
    }
}

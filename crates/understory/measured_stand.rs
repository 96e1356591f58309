//! A scenario from a measured stand: columns and units found by their names, species matched to presets, the plot around the
//! trees. What was assumed stands in the comments of the scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use understory_forest::presets::{PRESETS, Preset};
use understory_numerics::sort;
use understory_records::{Condition, Report, UserRow, UserTable, read_user_table};
use understory_scenario::{
    Files, ForestScenario, ListedTree, Overrides, Problem, Problems, Stems, implausible_stand, of_stems,
    template,
};

use crate::error::Error;
use crate::files::{DiskFiles, slashed};
use crate::kinds::stats::names_degrees;

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

/// What columns hold, as the scenario's own file calls them, and the names by which they are known, without unit and in small letters.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("x_m", &["x", "gx", "px", "east", "easting", "x_coord"]),
    ("y_m", &["y", "gy", "py", "north", "northing", "y_coord"]),
    ("dbh_cm", &["dbh", "d130", "d", "diameter", "diam", "bhd"]),
    ("height_m", &["height", "ht", "h"]),
    ("age_yr", &["age"]),
    (
        "species",
        &[
            "species",
            "sp",
            "spp",
            "taxon",
            "latin",
            "scientific_name",
            "species_name",
        ],
    ),
];

/// Where the columns stand, and by what numbers are multiplied.
struct Columns {
    /// Place, diameter, height and age.
    numbers: [Option<(usize, f64)>; 5],
    species: Option<usize>,
}

/// The trees of a file.
#[derive(Default)]
struct Measured {
    /// The names of their species, as the file has them.
    species: Vec<String>,
    trees: Vec<ListedTree>,
    /// Where the row of each begins, and its line; those of its first stem where it has several.
    rows: Vec<(usize, u64)>,
    assumed: Vec<String>,
    said: Vec<String>,
    doubts: Vec<String>,
}

/// Makes a scenario of the trees in the file `file`, which holds `bytes`; it is called `name`, and its own file of trees is called
/// `trees_file`.
///
/// # Errors
/// [`Problems`]: everything that is wrong with the file, or the first twenty of it, each with its place.
pub fn measured_stand(
    file: &str,
    bytes: &[u8],
    name: &str,
    trees_file: &str,
    rows: &StandRows,
) -> Result<MeasuredStand, Problems> {
    let shorter = "cut out a part of the stand";
    let (measured, _) = read_user_table(file, bytes, Some(shorter), |report, table| {
        Measured::read(report, table, rows)
    })?;
    let (species, names) = Species::of(&measured);
    let mut assumed = measured.assumed;
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
        said: measured.said,
        doubts: measured.doubts.into_iter().chain(implausible).collect(),
    })
}

impl Measured {
    /// All trees, where nothing is wrong.
    fn read<'t>(report: &mut Report<'_>, table: &mut UserTable<'t>, rows: &'t StandRows) -> Option<Self> {
        let mut found = Self::default();
        table.choose(report, "--where", rows.only.as_ref());
        let columns = Columns::of(report, table, &mut found.assumed)?;
        let (mut stems, mut number_of) = (Vec::new(), BTreeMap::new());
        while let Some(row) = table.next_row(report) {
            let name = match columns.species {
                None => "tree",
                Some(column) if row.is_missing(column) => UNKNOWN,
                Some(column) => row.text(column),
            };
            let species = *number_of.entry(name.to_owned()).or_insert_with(|| {
                found.species.push(name.to_owned());
                found.species.len() - 1
            });
            let stem = columns.tree(report, row, species);
            found.rows.extend(stem.map(|_| (row.at, row.line)));
            stems.extend(stem);
        }
        table.check_rows(report, Some("tree"));
        found.doubts = table.doubts();
        // Plots have places of their own each, and what is wrong with rows comes first. Rows of dead trees often lack what is asked for.
        if report.count() > 0 {
            let doubts = found.doubts.into_iter();
            let doubts: Vec<Problem> = doubts
                .map(|doubt| report.at(table.header_at(), doubt, None))
                .collect();
            report.extend(doubts);
            return None;
        }
        found.said = table.said();
        if let Some(only) = &rows.only {
            let left_out = table.left_out();
            let rows = if left_out == 1 { "row" } else { "rows" };
            found
                .said
                .push(format!("`--where '{only}'` leaves out {left_out} {rows}"));
        }
        let of_stems = of_stems(stems, rows.stems);
        let line = |stem: usize| found.rows[stem].1 as usize;
        if let Some((stem, message, hint)) = of_stems.refusal(line, |rule| format!("--stems {rule}")) {
            report.problem(found.rows[stem].0, message, hint);
        }
        found.said.extend(of_stems.said());
        let first_rows = (0..of_stems.trees.len()).map(|tree| found.rows[of_stems.first_stem(tree)]);
        found.rows = first_rows.collect();
        found.trees = of_stems.trees;
        Some(found)
    }
}

impl Columns {
    /// Which column holds what, and what is assumed of them; `None` where something is wrong with the header, which has been noted.
    fn of(report: &mut Report<'_>, table: &mut UserTable<'_>, assumed: &mut Vec<String>) -> Option<Self> {
        let found = COLUMNS.map(|(key, names)| table.first_in_any_unit(report, key, names));
        let [x, y, dbh, height, age, species] = found;
        for (found, key, what) in [
            (x, "x_m", "`x_m`, to the east"),
            (y, "y_m", "`y_m`, to the north"),
        ] {
            if found.is_none() {
                let degrees = table.header().iter().find(|name| names_degrees(name));
                table.no_column(report, &format!("no column {what}"), &[], key, |_| match degrees {
                    Some(degrees) => format!(
                        "`{degrees}` is in degrees by its name: project the points, such as to UTM in metres, and call their columns `x_m` and `y_m`"
                    ),
                    None => "name the columns of places `x_m` and `y_m`".to_owned(),
                });
            }
        }
        if dbh.is_none() && height.is_none() {
            table.no_column(report, "neither a diameter nor a height", &[], "dbh_cm", |_| {
                "name the column of diameters `dbh_cm` or that of heights `height_m`; a girth is 3.14 times a diameter"
                    .to_owned()
            });
        }
        for ((key, _), found) in COLUMNS.iter().zip(found).take(4) {
            let Some((column, factor)) = found else { continue };
            let name = &table.header()[column];
            let unit = key.rsplit('_').next().unwrap_or_default();
            match factor {
                None => assumed.push(format!(
                    "the column `{name}` names no unit and is taken as {unit}"
                )),
                Some(factor) if (factor - 1.0).abs() > 1e-12 => {
                    let factor = tidy(factor);
                    assumed.push(format!(
                        "the column `{name}` is multiplied by {factor} into `{key}`"
                    ));
                }
                Some(_) => {}
            }
        }
        if species.is_none() {
            assumed.push("the file has no column of species: all trees are of one, `tree`".to_owned());
        }
        if age.is_none() {
            assumed.push(
                "ages are not known: a tree is as old as its species' growth curve has it at its size"
                    .to_owned(),
            );
        }
        let numbers = [x, y, dbh, height, age];
        (report.count() == 0).then_some(Self {
            numbers: numbers.map(|found| found.map(|(column, factor)| (column, factor.unwrap_or(1.0)))),
            species: species.map(|(column, _)| column),
        })
    }

    /// The tree of a row; `None` where something is wrong with it, which has been noted.
    fn tree(&self, report: &mut Report<'_>, row: UserRow<'_, '_>, species: usize) -> Option<ListedTree> {
        let before = report.count();
        let [x_m, y_m, dbh_cm, height_m, age_yr] = self.numbers.map(|column| {
            let (column, factor) = column?;
            let found = report.noted(row.number(column))?;
            found.map(|value| tidy(value * factor))
        });
        if report.count() > before {
            return None;
        }
        let mut refused = |message: String, hint: &str| {
            report.problem(row.at, message, hint.to_owned());
            None
        };
        let Some(place_m) = x_m.zip(y_m) else {
            let hint = "give both coordinates, or remove the row";
            return refused("this tree has no place".to_owned(), hint);
        };
        if dbh_cm.is_none() && height_m.is_none() {
            let message = "this tree has neither a diameter nor a height".to_owned();
            return refused(message, "give one of them, or remove the row");
        }
        if let Some(dbh_cm) = dbh_cm.filter(|dbh_cm| *dbh_cm > THICKEST_CM) {
            let message = format!("this tree has a diameter of {dbh_cm} cm, thicker than any");
            let hint = "where diameters are in millimetres, call their column `dbh_mm`";
            return refused(message, hint);
        }
        if let Some(age_yr) = age_yr.filter(|age| age.fract() != 0.0 || !(0.0..=1e6).contains(age)) {
            let message = format!(
                "this tree has an age of {age_yr} years, but it must be a whole number of at least 0"
            );
            return refused(message, "round it, or leave it empty");
        }
        Some(ListedTree {
            species,
            place_m: place_m.into(),
            dbh_cm,
            height_m,
            // Whole numbers of this size are exact.
            age_yr: age_yr.map(|age_yr| age_yr as u32),
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

/// A column of a size or an age, where it is known of a tree.
type OfTree = (&'static str, fn(&ListedTree) -> Option<f64>);

fn as_csv(trees: &[ListedTree], names: &[String]) -> String {
    let sizes: [OfTree; 3] = [
        ("dbh_cm", |tree| tree.dbh_cm),
        ("height_m", |tree| tree.height_m),
        ("age_yr", |tree| tree.age_yr.map(f64::from)),
    ];
    let is_known = |(_, of): &OfTree| trees.iter().any(|tree| of(tree).is_some());
    let sizes: Vec<_> = sizes.into_iter().filter(is_known).collect();
    let header = sizes.iter().map(|(name, _)| format!(",{name}"));
    let mut text = format!("x_m,y_m,species{}\n", header.collect::<String>());
    for tree in trees {
        let [x_m, y_m] = tree.place_m;
        text.push_str(&format!("{x_m},{y_m},{}", names[tree.species]));
        for (_, of) in &sizes {
            text.push(',');
            text.push_str(&of(tree).map(|size| size.to_string()).unwrap_or_default());
        }
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
    let made = measured_stand(&file, &bytes, &name, &trees_file, rows)?;
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
        measured_stand(
            "plot.csv",
            text.as_bytes(),
            "mine",
            "mine.csv",
            &StandRows::default(),
        )
        .unwrap()
    }

    fn refused(text: &str) -> String {
        measured_stand(
            "plot.csv",
            text.as_bytes(),
            "mine",
            "mine.csv",
            &StandRows::default(),
        )
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
        assert!(refused("x,y,dbh\n").contains("the file has no rows"));
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

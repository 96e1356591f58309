use understory_forest::parameters::Interaction;
use understory_forest::presets::PRESETS;
use understory_space::{Edge, Plot};

use crate::checks;
use crate::compare;
use crate::files::{Files, Input, as_text, folder_of, unreadable, within};
use crate::fill::{fill, lay_broken_under, lay_preset_under, missing};
use crate::founders::{self, Beginning};
use crate::keys::{Key, Kind, SCENARIO, SPECIES, When};
use crate::problem::{Problems, Report};
use crate::scenario::{AnyScenario, Format, MeasuredStand, Overrides, Record, Scenario, Subject};
use crate::set::{self, NotSet, Setting};
use crate::species::{self, Named};
use crate::tree;
use crate::value::{Table, Value};
use crate::walk::walk;
use crate::wanted::Wanted;

/// Reads and checks the scenario at `path` and all that it names.
///
/// Paths in the file are taken from its own folder.
///
/// # Errors
/// [`Problems`]: everything that is wrong, in the scenario, in its founders' files and in the scenario of a grown
/// forest, not the first of it only.
pub fn load(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<Scenario, Problems> {
    let place = Place::first(path);
    load_bytes(&place, &read(path, files)?, files, overrides)
}

/// Reads and checks the scenario at `path` and all that it names, whatever it is of.
///
/// # Errors
/// As for [`load`].
pub fn load_any(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<AnyScenario, Problems> {
    let place = Place::first(path);
    let bytes = read(path, files)?;
    parse(
        &place,
        &bytes,
        files,
        overrides,
        Wanted::Any,
        |loading, table, text| {
            Some(if table.has("tree") {
                AnyScenario::Tree(Box::new(tree::assemble(loading, table, text)?))
            } else {
                AnyScenario::Subject(subject(loading, table, text)?)
            })
        },
    )
}

/// Reads and checks the scenario at `path` and all that it names, be it of a forest to grow or of a measured stand.
///
/// # Errors
/// As for [`load`].
pub fn load_subject(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<Subject, Problems> {
    let place = Place::first(path);
    parse(
        &place,
        &read(path, files)?,
        files,
        overrides,
        Wanted::Subject,
        subject,
    )
}

fn subject(loading: &mut Loading<'_>, table: &Table, text: &str) -> Option<Subject> {
    Some(match table.table("target") {
        Some(target) => Subject::Measured(Box::new(assemble_stand(loading, table, target, text)?)),
        None => Subject::Grown(Box::new(assemble(loading, table, text)?)),
    })
}

pub(crate) fn read(path: &str, files: &dyn Files) -> Result<Vec<u8>, Problems> {
    files.read(path).or_else(|error| {
        let mut report = Report::new(path, "");
        let (message, hint) = unreadable(files, path, &error);
        report.problem(0, message, hint);
        report.finish(None)
    })
}

/// Where a scenario was found.
pub(crate) struct Place<'a> {
    /// Its path, as it is opened and shown in problems.
    pub(crate) path: &'a str,
    /// Its folder from the folder of the scenario that was loaded first.
    pub(crate) folder: String,
    /// Whether it is the scenario of a grown forest.
    pub(crate) is_patch: bool,
}

impl<'a> Place<'a> {
    pub(crate) fn first(path: &'a str) -> Self {
        Self {
            path,
            folder: String::new(),
            is_patch: false,
        }
    }
}

/// A scenario in the making.
pub(crate) struct Loading<'a> {
    pub(crate) report: Report<'a>,
    pub(crate) files: &'a dyn Files,
    pub(crate) place: &'a Place<'a>,
    pub(crate) inputs: Vec<Input>,
}

impl Loading<'_> {
    /// Reads the file that the value at `at` names: its path as opened, and its number among the inputs.
    pub(crate) fn input(&mut self, at: usize, written: &str) -> Option<(String, usize)> {
        let opened = within(folder_of(self.place.path), written);
        let path = within(&self.place.folder, written);
        if let Some(known) = self.inputs.iter().position(|input| input.path == path) {
            return Some((opened, known));
        }
        match self.files.read(&opened) {
            Ok(bytes) => self.inputs.push(Input::new(path, bytes)),
            Err(error) => {
                let (message, hint) = unreadable(self.files, &opened, &error);
                self.report.problem(at, message, hint);
                return None;
            }
        }
        Some((opened, self.inputs.len() - 1))
    }
}

impl Loading<'_> {
    /// Looks whether the files are there that a table and those below it name.
    fn find_files(&mut self, keys: &'static [Key], table: &Table) {
        for key in keys {
            let Some(node) = table.get(key.name) else { continue };
            match (&node.value, key.kind, key.kind.keys()) {
                (Value::Text(path), Kind::Path, _) => {
                    self.input(node.at, path);
                }
                (Value::Table(inner), _, Some(keys)) => self.find_files(keys, inner),
                (Value::Tables(entries), _, Some(keys)) => {
                    entries.iter().for_each(|entry| self.find_files(keys, entry));
                }
                _ => {}
            }
        }
    }
}

/// The scenario of a forest to grow.
pub(crate) fn load_bytes(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
) -> Result<Scenario, Problems> {
    parse(
        place,
        bytes,
        files,
        overrides,
        Wanted::Subject,
        |loading, table, text| {
            if let Some(target) = table.table("target") {
                let message =
                    "nothing grows in a scenario with a `[target]`: it names a stand that was measured";
                let hint = "compare methods with it by `understory compare`, or remove `[target]`";
                loading.report.problem(target.at, message, hint.to_owned());
                return None;
            }
            assemble(loading, table, text)
        },
    )
}

/// The largest scenario, bytes; a table of trees belongs into a file of its own.
const LARGEST: usize = 4 << 20;

/// What `assemble` makes of the keys of a file, or everything that is wrong with it.
pub(crate) fn parse<T>(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
    wanted: Wanted,
    assemble: impl FnOnce(&mut Loading<'_>, &Table, &str) -> Option<T>,
) -> Result<T, Problems> {
    if bytes.len() > LARGEST {
        let mut report = Report::new(place.path, "");
        let message = format!(
            "the file has {:.1} MB, but a scenario has at most {} MB",
            bytes.len() as f64 / f64::from(1 << 20),
            LARGEST >> 20
        );
        let hint = "put lists of trees, segments or triangles into files, which a scenario names";
        report.problem(0, message, hint.to_owned());
        return report.finish(None);
    }
    let whole_text = String::from_utf8_lossy(bytes);
    let text = whole_text.trim_start_matches('\u{feff}');
    let text = &with_settings(place, text, &overrides.set)?;
    let mut report = Report::new(place.path, text);
    for setting in &overrides.set {
        if let Some(range) = set::range(text, setting) {
            report.name_setting(range, setting.to_string());
        }
    }
    let mut found = None;
    if let Err(at) = as_text(bytes) {
        report.problem(
            at,
            "the file is not UTF-8 text from here on",
            "save it with the encoding UTF-8".to_owned(),
        );
    } else if let (mut table, is_whole) = walk(text, &mut report)
        && (!is_whole || wanted.is_found(&mut report, &table))
    {
        if !is_whole {
            // What else is wrong may only be unreadable; a file that is named and not there is missing.
            let mut loading = Loading {
                report,
                files,
                place,
                inputs: Vec::new(),
            };
            loading.find_files(SCENARIO, &table);
            return loading.report.finish(None);
        }
        complete(&mut report, &mut table, overrides);
        let mut loading = Loading {
            report,
            files,
            place,
            inputs: Vec::new(),
        };
        found = assemble(&mut loading, &table, text);
        report = loading.report;
    }
    report.finish(found)
}

/// The text with all that is set in it, or all that cannot be.
fn with_settings(place: &Place<'_>, text: &str, settings: &[Setting]) -> Result<String, Problems> {
    let mut report = Report::new(place.path, "");
    let mut with_settings = text.to_owned();
    for setting in settings {
        match set::with(&with_settings, setting) {
            Ok(text) => with_settings = text,
            Err(NotSet { message, hint }) => report.setting_problem(setting.to_string(), message, hint),
        }
    }
    if report.count() > 0 {
        return report.finish(None);
    }
    Ok(with_settings)
}

/// Brings in presets, defaults and overrides.
fn complete(report: &mut Report<'_>, table: &mut Table, overrides: &Overrides) {
    for entry in table.tables_mut("species").unwrap_or_default() {
        let at = entry.at("preset");
        match PRESETS
            .iter()
            .find(|preset| entry.text("preset") == Some(preset.name))
        {
            Some(preset) => lay_preset_under(entry, preset, SPECIES, at),
            None if entry.is_broken("preset") => lay_broken_under(entry, SPECIES),
            None => {}
        }
    }
    if let Some(tree) = table.table_mut("tree") {
        tree::lay_presets_under(report, tree);
    }
    if table.has("tree") {
        refuse_plot(report, table);
    }
    fill(report, SCENARIO, table, "");
    override_whole(report, table, ["world", "seed"], overrides.seed);
    override_whole(report, table, ["run", "years"], overrides.years.map(u64::from));
}

/// A tree stands on no plot.
fn refuse_plot(report: &mut Report<'_>, table: &mut Table) {
    let Some(keys) = Key::find(SCENARIO, "world").and_then(|key| key.kind.keys()) else {
        return;
    };
    let Some(world) = table.table_mut("world") else {
        return;
    };
    for key in keys.iter().filter(|key| matches!(key.when, When::OnAPlot)) {
        if let Some(node) = world.remove(key.name) {
            let message = format!("`world.{}` says nothing in a scenario with a `tree`", key.name);
            report.problem(node.at, message, "remove it: a tree stands on no plot".to_owned());
        }
    }
}

fn override_whole(
    report: &mut Report<'_>,
    table: &mut Table,
    [section, name]: [&str; 2],
    value: Option<u64>,
) {
    let (
        Some(value),
        Some(Key {
            kind: Kind::Table(keys),
            ..
        }),
    ) = (value, Key::find(SCENARIO, section))
    else {
        return;
    };
    let (Some(key), Some(table)) = (Key::find(keys, name), table.table_mut(section)) else {
        return;
    };
    let Kind::Whole(low, high) = key.kind else {
        return;
    };
    let at = table.at(name);
    match i64::try_from(value) {
        _ if table.is_broken(name) => {}
        Ok(n) if (low..=high).contains(&n) => table.insert(key.name, at, Value::Whole(n)),
        _ => {
            let message = format!(
                "`{section}.{name}` is to be replaced by {value}, but it must be at least {low} and at most {high}"
            );
            report.problem(at, message, key.explained());
        }
    }
}

fn assemble_stand(
    loading: &mut Loading<'_>,
    table: &Table,
    target: &Table,
    text: &str,
) -> Option<MeasuredStand> {
    let world = table.table("world");
    let plot = world.and_then(|world| plot(&mut loading.report, world, false));
    let compare = compare::read(&mut loading.report, table, plot.as_ref());
    let dbh_min_cm = compare.as_ref().map(|compare| compare.dbh_min_cm);
    let points_m = compare::target(loading, target, plot.as_ref(), dbh_min_cm);
    if let (Some(compare), Some(plot), Some(points_m)) = (&compare, &plot, &points_m) {
        let count = u32::try_from(points_m.len()).unwrap_or(u32::MAX);
        compare::costs(&mut loading.report, table, compare, plot, count);
    }
    Some(MeasuredStand {
        name: table.text("name")?.to_owned(),
        about: about(table)?,
        plot: plot?,
        seed: world?.whole("seed")?,
        points_m: points_m?,
        compare: compare?,
        inputs: std::mem::take(&mut loading.inputs),
        text: text.to_owned(),
    })
}

pub(crate) fn about(table: &Table) -> Option<String> {
    if table.has("about") {
        table.text("about").map(str::to_owned)
    } else {
        Some(String::new())
    }
}

/// Each part is put together as far as it can be, so that all problems are found.
fn assemble(loading: &mut Loading<'_>, table: &Table, text: &str) -> Option<Scenario> {
    let species = species::all(&mut loading.report, table);
    let entries = table.tables("founders").unwrap_or_default();
    let is_grown = entries.iter().any(|entry| entry.has("grown"));
    let world = table.table("world");
    let drawn_plot = world.and_then(|world| plot(&mut loading.report, world, is_grown));
    let origin_m = world.and_then(|world| world.real_pair("origin_m"));
    let edge = world.and_then(edge);
    let Beginning { founders, plot } = founders::all(loading, entries, &species, drawn_plot, origin_m, edge);
    if let (true, Some(world), Some(plot)) = (is_grown, world, &plot) {
        size_of_grown(&mut loading.report, world, plot);
    }
    if let Some(founders) = &founders {
        checks::every_species_can_appear(&mut loading.report, founders, &species);
    }
    if let Some(plot) = &plot {
        checks::reaches_fit(&mut loading.report, plot, &species);
    }
    let record = table
        .table("record")
        .and_then(|table| record(&mut loading.report, table, plot.as_ref()));
    let compare = compare::read(&mut loading.report, table, plot.as_ref());
    if let (Some(compare), Some(plot)) = (&compare, &plot) {
        // How many trees there will be to compare with shows only when they have grown.
        compare::costs(&mut loading.report, table, compare, plot, compare::FEW_POINTS);
    }
    let (world, run) = (world?, table.table("run")?);
    Some(Scenario {
        name: table.text("name")?.to_owned(),
        about: about(table)?,
        plot: plot?,
        seed: world.whole("seed")?,
        years: run.whole("years")?,
        replicates: run.whole("replicates")?,
        species: species
            .into_iter()
            .map(|Named { species, .. }| species)
            .collect::<Option<_>>()?,
        interaction: Interaction {
            size_asymmetry: table.table("interaction")?.real("size_asymmetry")?,
        },
        founders: founders?,
        record: record?,
        compare: compare?,
        inputs: std::mem::take(&mut loading.inputs),
        text: text.to_owned(),
    })
}

/// The plot that the file gives; none where the forest is grown, as it follows from the patch.
fn plot(report: &mut Report<'_>, world: &Table, is_grown: bool) -> Option<Plot> {
    let Some(Key {
        kind: Kind::Table(keys),
        ..
    }) = Key::find(SCENARIO, "world")
    else {
        return None;
    };
    if is_grown {
        return None;
    }
    for key in ["size_m", "edge"].iter().filter_map(|name| Key::find(keys, name)) {
        if !world.has(key.name) {
            missing(report, key, world.at, &format!("world.{}", key.name));
        }
    }
    let edge = edge(world)?;
    let plot = Plot::new(world.real_pair("origin_m")?, world.real_pair("size_m")?, edge);
    plot.map_err(|error| report.problem(world.at, error.to_string(), None))
        .ok()
}

fn edge(world: &Table) -> Option<Edge> {
    Some(match world.text("edge")? {
        "torus" => Edge::Torus,
        _ => Edge::Open,
    })
}

/// The size of a grown forest follows from its patch; one that is given all the same must be that.
fn size_of_grown(report: &mut Report<'_>, world: &Table, plot: &Plot) {
    let Some(given_m) = world.real_pair("size_m").filter(|_| world.has("size_m")) else {
        return;
    };
    let [width_m, height_m] = plot.size_m();
    if given_m != [width_m, height_m] {
        let message = format!(
            "`world.size_m` is [{}, {}], but the grown forest is {width_m} m by {height_m} m: the plot of its scenario times `tiles`",
            given_m[0], given_m[1]
        );
        report.problem(
            world.at("size_m"),
            message,
            "leave it out, or change `tiles`".to_owned(),
        );
    }
}

/// The greatest distance of the spacing curves where none is given, m.
const SPACING_R_MAX_M: f64 = 16.0;

fn record(report: &mut Report<'_>, table: &Table, plot: Option<&Plot>) -> Option<Record> {
    let shorter_m = plot?.shorter_side_m();
    let spacing_r_max_m = if table.has("spacing_r_max_m") {
        table.real("spacing_r_max_m")?
    } else {
        (shorter_m / 4.0).min(SPACING_R_MAX_M)
    };
    if spacing_r_max_m > shorter_m / 2.0 {
        let message = format!(
            "`record.spacing_r_max_m` is {spacing_r_max_m}, but it must be at most half the plot's shorter side, {} m",
            shorter_m / 2.0
        );
        let hint = "make it smaller, or leave it out for a quarter of that side";
        report.problem(table.at("spacing_r_max_m"), message, hint.to_owned());
    }
    Some(Record {
        every_years: table.whole("every_years")?,
        checkpoint_every_years: table.whole("checkpoint_every_years")?,
        format: match table.text("format")? {
            "csv" => Format::Csv,
            "parquet" => Format::Parquet,
            _ => return None,
        },
        keep_state: table.flag("keep_state")?,
        events: table.flag("events")?,
        spacing_r_max_m,
        spacing_steps: table.whole("spacing_steps")?,
    })
}

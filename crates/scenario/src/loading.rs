//! A file on its way to a scenario: what it holds and names, walked over and completed.

use understory_forest::presets;

use crate::data_file::Read;
use crate::files::{Files, Input, as_text, folder_of, unreadable, within};
use crate::fill::{fill, lay_broken_under, lay_preset_under};
use crate::identity::{Resolved, identity};
use crate::keys::{Key, SCENARIO, SPECIES, ValueKind, When};
use crate::problem::{Problems, Report, SetIn};
use crate::scenario::{Header, Overrides};
use crate::set::{self, NotSet, Set, SetKind, Setting};
use crate::tree::preset::lay_presets_under;
use crate::value::{Table, Value};
use crate::walk::walk;
use crate::wanted::Wanted;

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
    pub(crate) text: &'a str,
    /// What a command set in it.
    pub(crate) set: &'a [SetIn],
    pub(crate) files: &'a dyn Files,
    pub(crate) place: &'a Place<'a>,
    pub(crate) inputs: Vec<Input>,
}

/// Loads a scenario of a kind.
pub(crate) type Load<T> = fn(&Place<'_>, &[u8], &dyn Files, &Overrides) -> Result<T, Problems>;

/// A scenario that another one names.
pub(crate) struct NamedScenario<T> {
    pub(crate) scenario: T,
    /// The path as it was opened and is shown in problems.
    pub(crate) opened: String,
    /// The path among the inputs.
    pub(crate) path: String,
}

impl Loading<'_> {
    /// What was read of a file, whose notes and problems stand among those of the scenario.
    pub(crate) fn taken<T>(&mut self, read: Read<T>) -> Option<T> {
        match read {
            Ok((found, notes)) => {
                self.report.extend_notes(&notes);
                Some(found)
            }
            Err(problems) => {
                self.report.extend(problems);
                None
            }
        }
    }

    /// The scenario that a table names by a key; what it reads is an input of this one too. Without overrides it is only
    /// found.
    pub(crate) fn scenario<T>(
        &mut self,
        (table, key): (&Table, &str),
        overrides: Option<Overrides>,
        is_patch: bool,
        load: Load<T>,
        header: impl Fn(&T) -> &Header,
    ) -> Option<NamedScenario<T>> {
        let (opened, input) = self.input(table.at(key), table.text(key)?)?;
        let path = self.inputs[input].path.clone();
        let place = Place {
            path: &opened,
            folder: folder_of(&path).to_owned(),
            is_patch,
        };
        let scenario = load(&place, &self.inputs[input].bytes, self.files, &overrides?)
            .map_err(|problems| self.report.extend(problems.into_vec()))
            .ok()?;
        self.inputs[input].scenario = Some(header(&scenario).identity.clone());
        for input in &header(&scenario).inputs {
            if self.inputs.iter().all(|known| known.path != input.path) {
                self.inputs.push(input.clone());
            }
        }
        self.report.extend_notes(&header(&scenario).notes);
        Some(NamedScenario {
            scenario,
            opened,
            path,
        })
    }

    /// What scenarios of every kind have; the last to be asked for, as it takes the inputs.
    pub(crate) fn header(&mut self, table: &Table, resolved: Vec<Resolved>) -> Option<Header> {
        let mut by_content = table.clone();
        by_content.each_path(SCENARIO, &mut |_, path| {
            let found = within(&self.place.folder, path);
            if let Some(input) = self.inputs.iter().find(|input| input.path == found) {
                *path = input.scenario.as_ref().unwrap_or(&input.blake3).clone();
            }
        });
        Some(Header {
            path: self.place.path.to_owned(),
            name: table.text("name")?.to_owned(),
            about: if table.has("about") {
                table.text("about")?.to_owned()
            } else {
                String::new()
            },
            seed: table.table("world")?.whole("seed")?,
            identity: identity(by_content, resolved),
            inputs: std::mem::take(&mut self.inputs),
            notes: self.report.take_notes(),
            text: self.text.to_owned(),
            set: self.set.to_vec(),
        })
    }

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

/// The largest scenario, bytes; a table of trees belongs into a file of its own.
const LARGEST: usize = 4 << 20;

/// What `assemble` makes of the keys of a file, or everything that is wrong with it.
pub(crate) fn parse<T>(
    place: &Place<'_>,
    bytes: &[u8],
    files: &dyn Files,
    overrides: &Overrides,
    wanted: Wanted,
    assemble: impl FnOnce(&mut Loading<'_>, &Table) -> Option<T>,
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
    let WithSettings { text, set, refused } = &with_settings(text, &overrides.set);
    let mut report = Report::new(place.path, text).with_settings(set);
    for (setting, NotSet { message, hint }) in refused {
        report.setting_problem(setting.clone(), message.clone(), hint.clone());
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
                text,
                set,
                files,
                place,
                inputs: Vec::new(),
            };
            table.each_path(SCENARIO, &mut |at, path| {
                loading.input(at, path);
            });
            return loading.report.finish(None);
        }
        complete(&mut report, &mut table, overrides);
        if place.is_patch {
            for name in EXPERIMENTS {
                table.remove(name);
            }
        }
        let mut loading = Loading {
            report,
            text,
            set,
            files,
            place,
            inputs: Vec::new(),
        };
        found = assemble(&mut loading, &table);
        report = loading.report;
    }
    report.finish(found)
}

/// The text of a scenario with all that a command set in it.
struct WithSettings {
    text: String,
    set: Vec<SetIn>,
    /// What cannot be set, and why.
    refused: Vec<(String, NotSet)>,
}

fn with_settings(text: &str, settings: &[Setting]) -> WithSettings {
    let mut text = set::without_rivals(text, settings);
    let (mut kinds, mut refused) = (Vec::new(), Vec::new());
    for setting in settings {
        match set::with(&text, setting) {
            Ok(Set { text: longer, kind }) => {
                text = longer;
                kinds.push((setting, kind));
            }
            Err(reason) => refused.push((setting.to_string(), reason)),
        }
    }
    // Only now does each stand where it stays.
    let set = kinds.into_iter().filter_map(|(setting, kind)| {
        Some(SetIn {
            range: set::range(&text, setting, kind)?,
            setting: setting.to_string(),
            has_own_line: kind == SetKind::AddedLine,
        })
    });
    let set = set.collect();
    WithSettings { text, set, refused }
}

/// What stands for many runs and says nothing of any one of them: of a forest that another scenario names none is made.
pub(crate) const EXPERIMENTS: [&str; 3] = ["sweep", "calibrate", "prior"];

/// Brings in presets, defaults and overrides.
fn complete(report: &mut Report<'_>, table: &mut Table, overrides: &Overrides) {
    for entry in table.tables_mut("species").unwrap_or_default() {
        let at = entry.at("preset");
        match entry.text("preset").and_then(presets::named) {
            Some(preset) => lay_preset_under(entry, preset, SPECIES, at),
            None if entry.is_broken("preset") => lay_broken_under(entry, SPECIES),
            None => {}
        }
    }
    if let Some(tree) = table.table_mut("tree") {
        lay_presets_under(report, tree);
    }
    if table.has("tree") && !table.has("place") {
        refuse_plot(report, table);
    }
    fill(report, SCENARIO, table, "");
    override_whole(report, table, ["world", "seed"], overrides.seed);
    override_whole(report, table, ["run", "years"], overrides.years.map(u64::from));
    let years = table.table("run").and_then(|run| run.get("years")).cloned();
    if let (Some(years), Some(calibrate)) = (years, table.table_mut("calibrate"))
        && !calibrate.has("year")
    {
        calibrate.insert("year", calibrate.at, years.value);
    }
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
            kind: ValueKind::Table(keys),
            ..
        }),
    ) = (value, Key::find(SCENARIO, section))
    else {
        return;
    };
    let (Some(key), Some(table)) = (Key::find(keys, name), table.table_mut(section)) else {
        return;
    };
    let ValueKind::Whole(low, high) = key.kind else {
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

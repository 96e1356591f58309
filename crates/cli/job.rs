//! What `run`, `compare` and `grow` share: threads, copies of the scenario, what a folder is made from.

use std::fs;
use std::path::{Path, PathBuf};

use understory_lab::LabError;
use understory_lab::store::Store;
use understory_records::{Content, InputFile, RunJson};
use understory_scenario::{Input, MeasuredStand, Problem, RunFolder as Copies, Scenario, Setting, TreeScene};

use crate::failure::{Failure, Outcome};
use crate::files::slashed;
use crate::output::say;
use crate::run_folder::{RunFolder, Start};
use crate::store::DirectoryStore;

/// Above this an input stays where it is, and the run's folder names its path and hash.
const LARGEST_COPIED_INPUT: usize = 50 << 20;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a scenario is about, of a forest, a stand or a tree.
pub(crate) struct About<'a> {
    name: &'a str,
    inputs: &'a [Input],
    seed: u64,
    years: u32,
    replicates: u32,
}

impl<'a> About<'a> {
    pub(crate) fn of(scenario: &'a Scenario) -> Self {
        Self {
            name: &scenario.name,
            inputs: &scenario.inputs,
            seed: scenario.seed,
            years: scenario.years,
            replicates: scenario.replicates,
        }
    }

    pub(crate) fn of_stand(stand: &'a MeasuredStand) -> Self {
        Self {
            name: &stand.name,
            inputs: &stand.inputs,
            seed: stand.seed,
            years: 0,
            replicates: 1,
        }
    }

    pub(crate) fn of_tree(scene: &'a TreeScene) -> Self {
        Self {
            name: &scene.name,
            inputs: &scene.inputs,
            seed: scene.seed,
            years: 0,
            replicates: 1,
        }
    }
}

pub(crate) fn start_threads(wanted: Option<usize>) -> Result<usize, Failure> {
    /// More than any machine has, and few enough for each.
    const MOST: usize = 1024;
    if let Some(wanted) = wanted.filter(|wanted| !(1..=MOST).contains(wanted)) {
        let hint = "leave it out for as many as the machine has";
        let message = format!("`--threads` is {wanted}, but it must be at least 1 and at most {MOST}");
        return Err(Failure::input(format!("{message}\nhint: {hint}")));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(wanted.unwrap_or(0))
        .build_global()
        .map_err(|error| Failure::Machine(error.into()))?;
    Ok(rayon::current_num_threads())
}

/// Where an input that is too large to be copied stays.
pub(crate) fn stays_at(input: &Input, scenario: &Path) -> Option<String> {
    if input.bytes.len() <= LARGEST_COPIED_INPUT {
        return None;
    }
    let folder = scenario.parent().unwrap_or(Path::new(""));
    fs::canonicalize(folder.join(&input.path))
        .ok()
        .map(|path| slashed(&path))
}

/// What a run that is being built is made from.
pub(crate) fn run_json(scenario: &About<'_>, copies: &Copies, identity: &str) -> Result<RunJson, Failure> {
    let inputs = scenario.inputs.iter().map(|input| InputFile {
        path: input.path.clone(),
        bytes: input.bytes.len() as u64,
        blake3: input.blake3.clone(),
    });
    Ok(RunJson {
        version: VERSION.to_owned(),
        scenario: scenario.name.to_owned(),
        scenario_blake3: Content::of(copies.scenario.as_bytes())?.blake3,
        inputs: inputs.collect(),
        identity: identity.to_owned(),
        seed: scenario.seed,
        years: scenario.years,
        replicates: scenario.replicates,
    })
}

/// Says which year of an interrupted run is given up, where one is.
pub(crate) fn tell_given_up(begin: &Start, is_quiet: bool) {
    if let Start::Fresh {
        given_up_year: Some(year),
    } = begin
        && !is_quiet
    {
        say(&format!("giving up an earlier run that had reached year {year}"));
    }
}

/// Puts what was built in its place, and says what of the user's went with it.
pub(crate) fn move_in(folder: RunFolder, is_quiet: bool) -> Result<PathBuf, Failure> {
    let (out, kept) = folder.finish()?;
    if !kept.is_empty() && !is_quiet {
        say(&format!("kept in {}, as no run wrote it: {kept}", out.display()));
    }
    Ok(out)
}

/// A command as it can be typed again.
pub(crate) fn command_line<const N: usize>(
    command: &str,
    scenario: &Path,
    set: &[Setting],
    flags: [(&str, Option<String>); N],
) -> String {
    let mut line = format!("understory {command} {}", quoted(scenario));
    for setting in set {
        line.push_str(&format!(" --set {}", quoted(setting.written().as_ref())));
    }
    for (flag, value) in flags.into_iter().filter_map(|(flag, value)| Some((flag, value?))) {
        line.push_str(&format!(" {flag} {value}"));
    }
    line
}

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text
        .chars()
        .all(|c| c.is_alphanumeric() || "-_./:\\,".contains(c));
    if is_plain {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The scenario and its inputs, so that the run can be repeated from its own folder.
pub(crate) fn write_copies(store: &DirectoryStore, copies: &Copies) -> Outcome {
    store.remove("inputs")?;
    store.write("scenario.toml", &mut |out| {
        out.write_all(copies.scenario.as_bytes())
    })?;
    for input in &copies.inputs {
        store.write(&format!("inputs/{}", input.name), &mut |out| {
            out.write_all(&input.bytes)
        })?;
    }
    Ok(())
}

/// Most memory that this process held at once, where the system tells.
pub(crate) fn peak_rss_bytes() -> Option<u64> {
    told_by_linux("/proc/self/status", "VmHWM:")
}

/// Memory that this process can still have, where the system tells: what is free, or what a limit (`ulimit -v`) leaves.
pub(crate) fn free_memory_bytes() -> Option<u64> {
    let free = told_by_linux("/proc/meminfo", "MemAvailable:");
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"));
    let limit = limit.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let left = limit.map(|limit| {
        let taken = told_by_linux("/proc/self/status", "VmSize:").unwrap_or_default();
        limit.saturating_sub(taken)
    });
    match (free, left) {
        (Some(free), Some(left)) => Some(free.min(left)),
        (free, left) => free.or(left),
    }
}

pub(crate) fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / f64::from(1 << 30))
}

/// Refuses what this machine has no memory for; `what` would take it, and `key` of the scenario rules it.
pub(crate) fn check_memory(place: &Place<'_>, what: &str, needed_bytes: u64, key: &str) -> Outcome {
    match free_memory_bytes().filter(|free| needed_bytes > *free) {
        None => Ok(()),
        Some(free) => {
            let message = format!(
                "{what} could take about {} of memory, but {} are free",
                gigabytes(needed_bytes),
                gigabytes(free)
            );
            Err(place.problem(
                key,
                message,
                Some("make it smaller, or take a machine with more".to_owned()),
            ))
        }
    }
}

/// Where a scenario was read from, to tell what is found in it later on.
pub(crate) struct Place<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Place<'_> {
    /// A problem to be mended at a key.
    pub(crate) fn problem(&self, key: &str, message: String, hint: Option<String>) -> Failure {
        Failure::of_problems(vec![Problem::of_key(self.file, self.text, key, message, hint)])
    }

    /// What an experiment refuses, at the keys to be mended; else the failure that it is.
    pub(crate) fn failure(&self, errors: impl IntoIterator<Item = LabError>) -> Failure {
        let mut problems = Vec::new();
        for error in errors {
            let Some(key) = error.key() else {
                return error.into();
            };
            let (message, hint) = (error.to_string(), error.hint());
            problems.push(match &error {
                LabError::InPatch { path, text, .. } => {
                    let file = beside(self.file, path);
                    Problem::of_key(&file, text, &key, message, hint)
                }
                _ => Problem::of_key(self.file, self.text, &key, message, hint),
            });
        }
        Failure::of_problems(problems)
    }
}

/// A path as seen from where the scenario is seen that names it.
fn beside(scenario: &str, path: &str) -> String {
    match Path::new(scenario).parent() {
        Some(folder) => slashed(&folder.join(path)),
        None => path.to_owned(),
    }
}

fn told_by_linux(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

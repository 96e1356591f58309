//! Reads `[sweep]`, and says what is wrong with the values that its runs would take.

use toml_edit::DocumentMut;

use crate::loading::{EXPERIMENTS, Loading, Place, parse};
use crate::scenario::{ForestScenario, Overrides};
use crate::set::{self, NotSet, Setting};
use crate::sweep::{Design, MOST_POINTS, Sweep, Values, Varied};
use crate::value::Table;
use crate::wanted::Wanted;

/// Values that are tried before anything runs; those beyond are checked when their turn comes.
const MOST_TRIED: usize = 64;

/// Paths with their values as settings, and one replicate.
pub(crate) fn settings_of<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Setting> {
    pairs
        .chain([("run.replicates", "1")])
        .filter_map(|(path, value)| format!("{path}={value}").parse().ok())
        .collect()
}

/// A text without the tables that stand for many runs.
pub(crate) fn without_experiments(text: &str) -> String {
    match text.parse::<DocumentMut>() {
        Ok(mut document) => {
            for name in EXPERIMENTS {
                document.remove(name);
            }
            document.to_string()
        }
        // It has been read once, so it is TOML.
        Err(_) => text.to_owned(),
    }
}

/// Keys that a sweep cannot vary, and why.
const NOT_VARIED: &[(&str, &str)] = &[
    (
        "world.seed",
        "each replicate has a seed of its own: raise `run.replicates`",
    ),
    (
        "run.years",
        "all runs have as many years: set them in `[run]`, and read earlier ones in the tables",
    ),
    (
        "run.replicates",
        "each point has the same number of replicates: set it in `[run]`",
    ),
];

/// The sweep of a scenario: `None` where something is wrong with it, `Some(None)` where there is none.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) -> Option<Option<Sweep>> {
    if table.is_broken("sweep") {
        return None;
    }
    let Some(own) = table.table("sweep") else {
        return Some(None);
    };
    let before = loading.report.count();
    let mut varied = own.swept.clone();
    varied.sort_by_key(|varied| varied.at);
    let design = match own.text("design")? {
        "grid" => Design::Grid,
        "latin-hypercube" => Design::LatinHypercube {
            points: own.whole("points")?,
        },
        "morris" => Design::Morris {
            trajectories: own.whole("trajectories")?,
            levels: own.whole("levels")?,
        },
        _ => Design::Sobol {
            points: own.whole("points")?,
        },
    };
    let report = &mut loading.report;
    if let Design::Morris { levels, .. } = design
        && levels % 2 == 1
    {
        let message = format!("`sweep.levels` is {levels}, but it must be an even number");
        let hint = "a step goes half the way through the levels, such as `4`";
        report.problem(own.at("levels"), message, hint.to_owned());
    }
    if design != Design::Grid && varied.is_empty() {
        let message = format!("`sweep.design` is `{}`, but no key is varied", design.name());
        let hint =
            "add a path in quotes, such as `\"species.birch.fruit.seeds_per_m2\" = { from = 0.5, to = 2.0 }`";
        report.problem(own.at("design"), message, hint.to_owned());
    }
    for Varied { path, values, at } in &varied {
        let Values::Range(range) = values else { continue };
        match (design, range.steps) {
            (Design::Grid, None) => {
                let message = format!("`sweep.\"{path}\".steps` is missing");
                let hint = "say into how many values the range is cut, such as `steps = 4`";
                report.problem(*at, message, hint.to_owned());
            }
            (Design::Grid, Some(_)) | (_, None) => {}
            (design, Some(_)) => {
                let message = format!(
                    "`sweep.\"{path}\".steps` is read in a grid alone, but the design is `{}`",
                    design.name()
                );
                report.problem(*at, message, "leave it out".to_owned());
            }
        }
    }
    let sweep = Sweep {
        varied,
        design,
        keep_tables: own.flag("keep_tables")?,
    };
    if sweep.count() > MOST_POINTS as u64 {
        let message = format!("the sweep has more than {MOST_POINTS} points");
        report.problem(
            own.at,
            message,
            "take fewer values, or a sample: `design = \"latin-hypercube\"`".to_owned(),
        );
    }
    if loading.report.count() > before {
        return None;
    }
    let replicates: u64 = table
        .table("run")
        .and_then(|run| run.whole("replicates"))
        .unwrap_or(1);
    try_values(loading, &sweep, replicates, forest);
    (loading.report.count() == before).then_some(Some(sweep))
}

/// Tries each key with its values, first and last and some between, beside the scenario's own of all others.
fn try_values(
    loading: &mut Loading<'_>,
    sweep: &Sweep,
    replicates: u64,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) {
    let text = without_experiments(loading.text);
    // What is wrong with the scenario itself is told once.
    let is_sound = loading.report.count() == 0;
    for Varied { path, values, at } in &sweep.varied {
        let forbidden = NOT_VARIED.iter().find(|(known, _)| known == path);
        if let Some((_, why)) = forbidden {
            let message = format!("`{path}` cannot be varied");
            loading.report.problem(*at, message, (*why).to_owned());
            continue;
        }
        for value in tried(sweep, values) {
            match try_value(loading, &text, (path, &value), is_sound, forest) {
                Tried::Sound => {}
                Tried::NoSuchKey { message, hint } => {
                    loading.report.problem(*at, message, hint);
                    break;
                }
                Tried::Refused(problems) => {
                    for (message, hint) in problems {
                        loading.report.problem(*at, message, hint);
                    }
                }
            }
        }
    }
    if let Some(count) = sweep
        .count()
        .checked_mul(replicates)
        .filter(|count| *count > MOST_POINTS as u64)
    {
        let message = format!("the sweep has {count} runs, but there can be at most {MOST_POINTS}");
        let at = sweep.varied.first().map_or(0, |varied| varied.at);
        loading
            .report
            .problem(at, message, "take fewer values or replicates".to_owned());
    }
}

/// What came of a value that was tried.
pub(crate) enum Tried {
    /// The scenario has nothing against it, or is itself not sound.
    Sound,
    /// No value of this key can be set.
    NoSuchKey {
        /// Why.
        message: String,
        /// The way out.
        hint: String,
    },
    /// What the scenario has against this value: messages and hints.
    Refused(Vec<(String, Option<String>)>),
}

/// Tries a key with one value, beside the scenario's own of all others; `text` is that scenario's, and of one that is not sound
/// only the path is tried.
pub(crate) fn try_value(
    loading: &Loading<'_>,
    text: &str,
    (path, value): (&str, &str),
    is_sound: bool,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) -> Tried {
    let setting: Setting = match format!("{path}={value}").parse() {
        Ok(setting) => setting,
        Err(message) => {
            let hint = "a path has dots between its keys, as for `--set`".to_owned();
            return Tried::NoSuchKey { message, hint };
        }
    };
    if let Err(NotSet { message, hint }) = set::with(text, &setting) {
        return Tried::NoSuchKey { message, hint };
    }
    if !is_sound {
        return Tried::Sound;
    }
    let overrides = Overrides {
        set: settings_of([(path, value)].into_iter()),
        ..Overrides::default()
    };
    let place = Place::first(loading.place.path);
    let found = parse(
        &place,
        text.as_bytes(),
        loading.files,
        &overrides,
        Wanted::Forest,
        forest,
    );
    match found {
        Ok(found)
            if found
                .header
                .inputs
                .iter()
                .any(|input| !loading.inputs.contains(input)) =>
        {
            Tried::NoSuchKey {
                message: format!("`{path}` names a file, which cannot be varied"),
                hint: "write a scenario for each file".to_owned(),
            }
        }
        Ok(_) => Tried::Sound,
        Err(problems) => {
            let told = problems.into_vec().into_iter().map(|problem| {
                let message = format!("with `{path} = {value}`: {}", problem.message);
                (message, problem.hint)
            });
            Tried::Refused(told.collect())
        }
    }
}

/// The values of a key that are tried.
fn tried(sweep: &Sweep, values: &Values) -> Vec<String> {
    match values {
        Values::Listed(values) => {
            let all = values.len();
            let (first, last) = values.split_at(all.min(MOST_TRIED - 1));
            first.iter().chain(last.last()).cloned().collect()
        }
        Values::Range(range) if sweep.design == Design::Grid => {
            let steps = u64::from(range.steps.unwrap_or(2));
            vec![range.step(0), range.step(steps / 2), range.step(steps - 1)]
        }
        Values::Range(range) => vec![range.at(0.0), range.at(0.5), range.at(1.0)],
    }
}

//! Reads `[calibrate]` and `[[prior]]`, the censuses that they name, and says what is wrong with the values that runs would take.

use std::collections::BTreeSet;

use understory_space::Plot;

use crate::calibration::{Calibration, Census, FEWEST_TREES, MeasuredTree, Prior, SummaryKind};
use crate::loading::Loading;
use crate::scenario::{ForestScenario, ListedTree};
use crate::species::Named;
use crate::stand::{self, Columns};
use crate::sweep::{Range, SCALES};
use crate::swept::{Tried, try_value, without_experiments};
use crate::value::Table;
use crate::words::listed;

/// Where the ends and the middle of a range are tried.
const TRIED: [f64; 3] = [0.0, 0.5, 1.0];

/// Keys that cannot be fitted, by the table that they begin with, and why.
const NOT_FITTED: &[(&str, &str)] = &[
    (
        "world",
        "the plot is that of the measured stand, and each run has a seed of its own",
    ),
    ("run", "the censuses say which years are compared"),
    ("record", "it changes no tree"),
    ("compare", "it changes no tree"),
    ("method", "it changes no tree"),
    ("crowns", "it changes no tree"),
    ("sweep", "it stands for many runs itself"),
    ("calibrate", "it stands for many runs itself"),
    ("prior", "it stands for many runs itself"),
];

/// What is to be fitted, and to what: `None` where something is wrong with it, `Some(None)` where nothing is.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    species: &[Named],
    window: Option<&Plot>,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) -> Option<Option<Calibration>> {
    if table.is_broken("calibrate") || table.is_broken("prior") {
        return None;
    }
    let (own, entries) = match (table.table("calibrate"), table.tables("prior")) {
        (None, None) => return Some(None),
        (Some(own), Some(entries)) => (own, entries),
        (Some(own), None) => {
            let hint =
                "add a table `[[prior]]` with `key`, `low` and `high` for each key that is to be fitted";
            let message = "`calibrate` is there without any `prior`, so there is nothing to fit";
            loading.report.problem(own.at, message, hint.to_owned());
            return None;
        }
        (None, Some(entries)) => {
            let at = entries.first().map_or(table.at, |entry| entry.at);
            let message = "`prior` is there without `calibrate`, so there is nothing to fit to";
            let hint = "add `[calibrate]` with the file of a measured stand: `target = \"stand.csv\"`";
            loading.report.problem(at, message, hint.to_owned());
            return None;
        }
    };
    let before = loading.report.count();
    let censuses = censuses(loading, own, species, window);
    let summaries = censuses
        .as_deref()
        .and_then(|censuses| summaries(loading, own, censuses));
    // Before the priors are tried: what is wrong with the scenario itself is told once.
    let is_sound = loading.report.count() == 0;
    let priors = priors(loading, entries, is_sound, forest);
    if loading.report.count() > before {
        return None;
    }
    Some(Some(Calibration {
        budget: own.whole("budget")?,
        predictive: own.whole("predictive")?,
        smallest_dbh_cm: own.real("smallest_dbh_cm")?,
        least_height_m: own.real("least_height_m")?,
        summaries: summaries?,
        by_species: own.flag("by_species")?,
        censuses: censuses?,
        priors: priors?,
    }))
}

/// All censuses, by year.
fn censuses(
    loading: &mut Loading<'_>,
    own: &Table,
    species: &[Named],
    window: Option<&Plot>,
) -> Option<Vec<Census>> {
    let last = census(loading, own, (own, "target"), species, window);
    let mut found = vec![(own.at("year"), own.whole("year"), last)];
    for entry in own.tables("census").unwrap_or_default() {
        let trees = census(loading, own, (entry, "file"), species, window);
        found.push((entry.at("year"), entry.whole("year"), trees));
    }
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let mut is_whole = true;
    for (at, year, census) in found {
        if let Some(year) = year.filter(|year| !seen.insert(*year)) {
            let message = format!("there are two censuses of year {year}");
            let hint = "give each its own year; that of `target` is `calibrate.year`, or `run.years`";
            loading.report.problem(at, message, hint.to_owned());
        }
        match (year, census) {
            (Some(year), Some((path, trees))) => all.push(Census { year, path, trees }),
            _ => is_whole = false,
        }
    }
    all.sort_by_key(|census| census.year);
    is_whole.then_some(all)
}

/// The trees of a file that are of the size which was measured.
fn census(
    loading: &mut Loading<'_>,
    own: &Table,
    (entry, key): (&Table, &str),
    species: &[Named],
    window: Option<&Plot>,
) -> Option<(String, Vec<MeasuredTree>)> {
    let by_species = own.flag("by_species")?;
    let (opened, input) = loading.input(entry.at(key), entry.text(key)?)?;
    // Sizes were measured, and may be beyond what a species of the model reaches.
    let without_numbers = |named: &Named| Named {
        at: named.at,
        from_outside_per_m2: Some(0.0),
        from_outside_at: named.at,
        name: named.name.clone(),
        species: None,
    };
    let named: Vec<Named> = species.iter().map(without_numbers).collect();
    let columns = Columns {
        entry: own,
        species: (!by_species).then_some(0),
        named: &named,
        plot: window,
        are_founders: false,
    };
    let read = stand::read(&opened, &loading.inputs[input].bytes, &columns);
    let trees = loading.taken(read)?.trees;
    let (least_cm, least_m) = (own.real("smallest_dbh_cm")?, own.real("least_height_m")?);
    let was_measured = |tree: &&ListedTree| {
        tree.dbh_cm.is_none_or(|dbh_cm| dbh_cm >= least_cm)
            && tree.height_m.is_none_or(|height_m| height_m >= least_m)
    };
    let measured: Vec<MeasuredTree> = trees
        .iter()
        .filter(was_measured)
        .map(|tree| MeasuredTree {
            species: tree.species,
            place_m: tree.place_m,
            dbh_cm: tree.dbh_cm,
            height_m: tree.height_m,
        })
        .collect();
    if measured.len() < FEWEST_TREES {
        let smaller = trees.len() - measured.len();
        let message = format!(
            "`{opened}` has {} trees{}, but calibrating takes at least {FEWEST_TREES}",
            measured.len(),
            match smaller {
                0 => String::new(),
                smaller => format!(" and {smaller} smaller than those that are compared"),
            }
        );
        let hint = match smaller {
            0 => "a stand of so few says nothing of how trees are spaced: take a larger plot",
            _ => "lower `calibrate.smallest_dbh_cm` or `calibrate.least_height_m`",
        };
        loading.report.problem(entry.at(key), message, hint.to_owned());
        return None;
    }
    Some((loading.inputs[input].path.clone(), measured))
}

/// What is compared: what was asked for, or all that the files allow.
fn summaries(loading: &mut Loading<'_>, own: &Table, censuses: &[Census]) -> Option<Vec<SummaryKind>> {
    let trees = || censuses.iter().flat_map(|census| &census.trees);
    let has_diameters = trees().all(|tree| tree.dbh_cm.is_some());
    let has_sizes = has_diameters || trees().all(|tree| tree.height_m.is_some());
    let refusal = |kind: SummaryKind| {
        if kind.needs_diameters() && !has_diameters {
            Some((
                "a diameter",
                "give the column `dbh_cm` a value in each row, or leave this summary out",
            ))
        } else if kind.needs_sizes() && !has_sizes {
            Some((
                "a diameter or a height",
                "give the column `dbh_cm` or `height_m` a value in each row, or leave this summary out",
            ))
        } else if kind.needs_a_series() && censuses.len() < 2 {
            Some((
                "a second census",
                "add one, such as `census = [{ year = 10, file = \"earlier.csv\" }]`",
            ))
        } else {
            None
        }
    };
    if !own.has("summaries") {
        return Some(
            SummaryKind::ALL
                .into_iter()
                .filter(|kind| refusal(*kind).is_none())
                .collect(),
        );
    }
    let words = own.texts("summaries")?;
    let asked: BTreeSet<SummaryKind> = words.iter().filter_map(|word| SummaryKind::named(word)).collect();
    for kind in &asked {
        if let Some((what, hint)) = refusal(*kind) {
            let lacking = match kind.needs_a_series() {
                true => "there is none".to_owned(),
                false => {
                    let lacks = |census: &&Census| {
                        census.trees.iter().any(|tree| {
                            tree.dbh_cm.is_none() && (kind.needs_diameters() || tree.height_m.is_none())
                        })
                    };
                    let files = censuses.iter().filter(lacks).map(|census| census.path.as_str());
                    format!("not all trees of {} have one", listed(files))
                }
            };
            let message = format!("the summary `{}` needs {what}, but {lacking}", kind.name());
            loading
                .report
                .problem(own.at("summaries"), message, hint.to_owned());
        }
    }
    Some(asked.into_iter().collect())
}

/// The keys that are fitted, each with a range whose values the scenario takes.
fn priors(
    loading: &mut Loading<'_>,
    entries: &[Table],
    is_sound: bool,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) -> Option<Vec<Prior>> {
    let text = without_experiments(loading.text);
    let mut seen = BTreeSet::new();
    let mut priors = Vec::new();
    let mut is_whole = true;
    for entry in entries {
        let prior = prior(loading, entry, &text, is_sound, forest);
        is_whole &= prior.is_some();
        if let Some(key) = entry.text("key").filter(|key| !seen.insert((*key).to_owned())) {
            let message = format!("`{key}` has two priors");
            loading
                .report
                .problem(entry.at("key"), message, "remove one of them".to_owned());
        }
        priors.extend(prior);
    }
    is_whole.then_some(priors)
}

fn prior(
    loading: &mut Loading<'_>,
    entry: &Table,
    text: &str,
    is_sound: bool,
    forest: fn(&mut Loading<'_>, &Table) -> Option<ForestScenario>,
) -> Option<Prior> {
    let (key, low, high) = (entry.text("key")?, entry.real("low")?, entry.real("high")?);
    let at = entry.at("key");
    let is_log = entry.text("scale")? == SCALES[1];
    let table = key.split('.').next().unwrap_or_default().trim();
    if let Some((_, why)) = NOT_FITTED.iter().find(|(known, _)| *known == table) {
        let message = format!("`{key}` cannot be fitted: {why}");
        let hint = "name a key of a species, of `light` or of another table that trees live by";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    let wrong = if low == high {
        Some((
            entry.at("high"),
            format!("the prior of `{key}` goes from {low} to {high}, which leaves nothing to find"),
            "give `high` a greater value than `low`; a value that is known is set in its own place",
        ))
    } else if low > high {
        Some((
            entry.at("high"),
            format!("the prior of `{key}` goes from {low} down to {high}"),
            "exchange `low` and `high`",
        ))
    } else if is_log && low <= 0.0 {
        Some((
            entry.at("low"),
            format!("the prior of `{key}` begins at {low}, but on a logarithmic scale both ends are above 0"),
            "leave `scale` out for equal differences",
        ))
    } else {
        None
    };
    if let Some((at, message, hint)) = wrong {
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    let range = |is_whole| Range {
        from: low,
        to: high,
        steps: None,
        is_log,
        is_whole,
    };
    let try_all = |range: &Range| {
        TRIED.map(|share| try_value(loading, text, (key, &range.at(share)), is_sound, forest))
    };
    let refused = |tried: &[Tried]| tried.iter().any(|tried| !matches!(tried, Tried::Sound));
    let mut chosen = range(false);
    let mut tried = try_all(&chosen);
    // A key of whole numbers takes no others.
    if refused(&tried) && low.fract() == 0.0 && high.fract() == 0.0 {
        let of_wholes = try_all(&range(true));
        if !refused(&of_wholes) {
            (chosen, tried) = (range(true), of_wholes);
        }
    }
    let before = loading.report.count();
    for tried in tried {
        match tried {
            Tried::Sound => {}
            Tried::NoSuchKey { message, hint } => {
                loading.report.problem(at, message, hint);
                break;
            }
            Tried::Refused(problems) => {
                for (message, hint) in problems {
                    loading.report.problem(at, message, hint);
                }
            }
        }
    }
    (loading.report.count() == before).then(|| Prior {
        key: key.to_owned(),
        range: chosen,
        at,
    })
}

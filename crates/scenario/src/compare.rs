//! What a scenario says of comparing: `[compare]`, `[[method]]` and `[target]`.

use understory_scatter::{Layout, Method, PointMethod};
use understory_space::Plot;

use crate::described::Described as _;
use crate::kind::Scenario;
use crate::loading::{Load, Loading, NamedScenario};
use crate::method;
use crate::problem::Report;
use crate::scenario::{
    Candidate, Compare, ComparedForest, ComparedWorld, ForestSource, Overrides, WorldScenario,
};
use crate::species::Named;
use crate::stand::{self, Columns};
use crate::value::Table;
use crate::words::listed;

/// Loads the scenario of a painted world that is compared.
pub(crate) type LoadWorld = Load<WorldScenario>;

/// Loads the scenario of a forest or a stand with which methods are compared.
pub(crate) type LoadForest = Load<Scenario>;

/// `[compare]` with the methods, the painted worlds and the further forests, which `load` loads; `None` where something is
/// wrong with them.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    plot: Option<&Plot>,
    load: (LoadWorld, LoadForest),
) -> Option<Compare> {
    let (load_world, load_forest) = load;
    let (of_worlds, of_methods): (Vec<Table>, Vec<Table>) = table
        .tables("method")
        .unwrap_or_default()
        .iter()
        .cloned()
        .partition(|entry| entry.has("world"));
    let numbers = (0..).zip(table.tables("method").unwrap_or_default());
    let of_a_world = numbers.filter_map(|(number, entry)| entry.has("world").then_some(number));
    let numbers: Vec<usize> = of_a_world.collect();
    let candidates = match table.tables("method") {
        None if table.has("method") => None,
        None => Some(Method::all().into_iter().map(Candidate::from).collect()),
        Some(_) => candidates(&mut loading.report, &of_methods, plot),
    };
    // A forest that is grown for another scenario is not compared, and may be the one that its world stands as.
    let worlds = match loading.place.is_patch {
        true => Some(Vec::new()),
        false => worlds(loading, (&of_worlds, &numbers), plot, load_world),
    };
    if let (Some(candidates), Some(worlds)) = (&candidates, &worlds) {
        let labels: Vec<&str> = candidates.iter().map(|candidate| &*candidate.label).collect();
        for (number, world) in worlds.iter().enumerate() {
            let before = worlds[..number].iter().map(|world| &*world.label);
            if labels
                .iter()
                .copied()
                .chain(before)
                .any(|label| label == world.label)
            {
                let message = format!("two methods are called `{}`", world.label);
                let hint = "give one of them a `label` of its own".to_owned();
                loading
                    .report
                    .problem(of_worlds[number].at("label"), message, hint);
            }
        }
    }
    let settings = table.table("compare")?;
    let label = settings.text("label").or(table.text("name"))?;
    // Nor does it have any further forests.
    let forests = match loading.place.is_patch {
        true => Some(Vec::new()),
        false => forests(loading, settings, label, load_forest),
    };
    if let (Some(worlds), Some(forests)) = (&worlds, &forests) {
        for (entry, world) in of_worlds.iter().zip(worlds) {
            for forest in forests {
                covers(&mut loading.report, entry, world, forest.source.plot());
            }
        }
    }
    let candidates = match (settings.flag("fitted")?, plot, candidates) {
        (true, Some(plot), Some(candidates)) => with_fitted(&mut loading.report, settings, candidates, plot),
        (_, _, candidates) => candidates,
    };
    Some(Compare {
        label: label.to_owned(),
        dbh_min_cm: settings.real("dbh_min_cm")?,
        simulations: settings.whole("simulations")?,
        repeats: settings.whole("repeats")?,
        candidates: candidates?,
        worlds: worlds?,
        forests: forests?,
    })
}

/// What the label of a method at its best fit ends in.
const FITTED: &str = "-fitted";

/// The methods, and behind them each that can be fitted at its best fit; `None` where another has its label.
fn with_fitted(
    report: &mut Report<'_>,
    settings: &Table,
    mut candidates: Vec<Candidate>,
    plot: &Plot,
) -> Option<Vec<Candidate>> {
    let as_they_come = candidates.iter().filter(|candidate| !candidate.fit);
    let fitted: Vec<Candidate> = as_they_come
        .filter(|candidate| can_be_fitted(&candidate.method, plot))
        .map(|candidate| Candidate {
            label: format!("{}{FITTED}", candidate.label),
            fit: true,
            ..candidate.clone()
        })
        .collect();
    let taken = fitted
        .iter()
        .find(|own| candidates.iter().any(|other| other.label == own.label));
    if let Some(taken) = taken {
        let message = format!(
            "two methods are called `{}`: one that is listed, and one at its best fit by `fitted`",
            taken.label
        );
        let hint = "give the one that is listed another `label`, or leave `fitted` out".to_owned();
        report.problem(settings.at("fitted"), message, hint);
        return None;
    }
    candidates.extend(fitted);
    Some(candidates)
}

/// Whether a method has numbers that can be fitted.
fn can_be_fitted(method: &Method, plot: &Plot) -> bool {
    !method.fit_parameters(&Layout::new(plot, FEW_POINTS)).is_empty()
}

/// The further forests, each with a label of its own and another than that of the scenario's own forest.
fn forests(
    loading: &mut Loading<'_>,
    settings: &Table,
    own: &str,
    load_forest: LoadForest,
) -> Option<Vec<ComparedForest>> {
    let entries = settings.tables("forests").unwrap_or_default();
    let mut found: Vec<Option<ComparedForest>> = Vec::new();
    for entry in entries {
        let forest = forest(loading, entry, load_forest);
        if let Some(forest) = &forest {
            let others = || found.iter().flatten();
            let is_same = |other: &ComparedForest| other.path == forest.path && other.year() == forest.year();
            let twice = if others().any(is_same) {
                let of_year = match forest.year() {
                    Some(year) => format!(" in year {year}"),
                    None => String::new(),
                };
                let message = format!("the forest of `{}`{of_year} is listed twice", forest.path);
                Some((message, "remove one of the two entries, or change its `year`"))
            } else if forest.label == own || others().any(|other| other.label == forest.label) {
                let message = format!("two forests are called `{}`", forest.label);
                Some((message, "give one of them a `label` of its own"))
            } else {
                None
            };
            if let Some((message, hint)) = twice {
                let at = entry.at("scenario");
                loading.report.problem(at, message, hint.to_owned());
            }
        }
        found.push(forest);
    }
    found.into_iter().collect()
}

fn forest(loading: &mut Loading<'_>, entry: &Table, load_forest: LoadForest) -> Option<ComparedForest> {
    let year = if entry.has("year") {
        Some(entry.whole("year")?)
    } else {
        None
    };
    let overrides = Overrides {
        years: year,
        ..Overrides::default()
    };
    let NamedScenario {
        scenario,
        opened,
        path,
    } = loading.scenario(
        (entry, "scenario"),
        Some(overrides),
        true,
        load_forest,
        |scenario| scenario.header(),
    )?;
    let source = match scenario {
        Scenario::Forest(forest) => ForestSource::Grown(forest),
        Scenario::Stand(stand) => {
            if let Some(year) = year {
                let message = format!(
                    "`year` is {year}, but the stand of `{opened}` was measured once and has no years"
                );
                loading
                    .report
                    .problem(entry.at("year"), message, "remove `year`".to_owned());
            }
            ForestSource::Measured(stand)
        }
        Scenario::Tree(_) | Scenario::World(_) | Scenario::Scatter(_) => {
            let message = format!("`{opened}` has no forest and no measured stand to compare with");
            let hint = "give a scenario with `[[species]]` or with `[target]`".to_owned();
            loading.report.problem(entry.at("scenario"), message, hint);
            return None;
        }
    };
    let name = &source.header().name;
    let label = match (entry.text("label"), year) {
        (Some(label), _) => label.to_owned(),
        (None, Some(year)) => format!("{name}-{year}"),
        (None, None) => name.clone(),
    };
    Some(ComparedForest { label, path, source })
}

/// The painted worlds that are compared as methods, with their numbers among these.
fn worlds(
    loading: &mut Loading<'_>,
    (entries, numbers): (&[Table], &[usize]),
    plot: Option<&Plot>,
    load_world: LoadWorld,
) -> Option<Vec<ComparedWorld>> {
    let read = entries
        .iter()
        .zip(numbers)
        .map(|(entry, &number)| world(loading, (entry, number), plot, load_world));
    // Each is looked at, whatever is wrong with those before it.
    read.collect::<Vec<_>>().into_iter().collect()
}

fn world(
    loading: &mut Loading<'_>,
    (entry, number): (&Table, usize),
    plot: Option<&Plot>,
    load_world: LoadWorld,
) -> Option<ComparedWorld> {
    let NamedScenario { scenario, opened, .. } = loading.scenario(
        (entry, "world"),
        Some(Overrides::default()),
        false,
        load_world,
        |scenario| &scenario.header,
    )?;
    let rules = &scenario.world.painting().rules;
    let rule = entry.text("rule").map(str::to_owned);
    if let Some(name) = &rule
        && rules.iter().all(|rule| rule.name != *name)
    {
        let message = format!("`method.rule` is `{name}`, but `{opened}` has no rule of that name");
        let hint = format!("there are: {}", listed(rules.iter().map(|rule| &*rule.name)));
        loading.report.problem(entry.at("rule"), message, hint);
        return None;
    }
    let label = entry.text("label").unwrap_or(&scenario.header.name).to_owned();
    refuse_target(&mut loading.report, entry, &label);
    let world = ComparedWorld {
        number,
        label,
        scenario,
        rule,
    };
    match plot {
        Some(plot) if !covers(&mut loading.report, entry, &world, plot) => None,
        _ => Some(world),
    }
}

/// Whether a world is as large as a plot on which it is compared; reports where it is not.
fn covers(report: &mut Report<'_>, entry: &Table, world: &ComparedWorld, plot: &Plot) -> bool {
    let window = world.scenario.world.maps().window;
    let size_m = [0, 1].map(|axis: usize| window.high_m[axis] - window.low_m[axis]);
    if (0..2).all(|axis| size_m[axis] >= plot.size_m()[axis]) {
        return true;
    }
    let [width_m, height_m] = plot.size_m();
    let message = format!(
        "the world of `{}` is {} m by {} m, but it is compared on {width_m} m by {height_m} m",
        world.scenario.header.path, size_m[0], size_m[1]
    );
    let hint = "make the world at least as large as the plot".to_owned();
    report.problem(entry.at("world"), message, hint);
    false
}

/// The target's own label is no method's.
fn refuse_target(report: &mut Report<'_>, entry: &Table, label: &str) {
    if label == TARGET_LABEL {
        let message = format!("a method cannot be called `{TARGET_LABEL}`, as the target is");
        report.problem(entry.at("label"), message, "choose another `label`".to_owned());
    }
}

fn candidates(report: &mut Report<'_>, entries: &[Table], plot: Option<&Plot>) -> Option<Vec<Candidate>> {
    let mut found: Vec<Option<Candidate>> = Vec::new();
    for entry in entries {
        let candidate = candidate(report, entry, plot);
        if let Some(candidate) = &candidate
            && found.iter().flatten().any(|other| other.label == candidate.label)
        {
            let message = format!("two methods are called `{}`", candidate.label);
            let hint = "give one of them a `label` of its own".to_owned();
            report.problem(entry.at("label"), message, hint);
        }
        found.push(candidate);
    }
    found.into_iter().collect()
}

fn candidate(report: &mut Report<'_>, entry: &Table, plot: Option<&Plot>) -> Option<Candidate> {
    let name = entry.text("name")?;
    let method = method::read(report, entry, name)?;
    let fit = entry.flag("fit")?;
    if let (true, Some(plot)) = (fit, plot)
        && !can_be_fitted(&method, plot)
    {
        let can = Method::all()
            .into_iter()
            .filter(|method| can_be_fitted(method, plot));
        let can: Vec<&str> = can.map(|method| method.name()).collect();
        let message = format!("`{name}` has no number that could be fitted");
        let hint = format!("remove `fit`; what can be fitted is {}", listed(can.into_iter()));
        report.problem(entry.at("fit"), message, hint);
    }
    let label = if entry.has("label") {
        entry.text("label")?
    } else {
        name
    };
    refuse_target(report, entry, label);
    Some(Candidate {
        label: label.to_owned(),
        method,
        fit,
    })
}

/// By how many points methods are tried out before there is a target.
pub const FEW_POINTS: u32 = 20;

/// Refuses methods that would take too long, or too much memory, for patterns of so many points.
pub(crate) fn costs(report: &mut Report<'_>, table: &Table, compare: &Compare, plot: &Plot, count: u32) {
    let entries = table.tables("method").unwrap_or_default();
    let entries: Vec<&Table> = entries.iter().filter(|entry| !entry.has("world")).collect();
    // Those behind the listed ones are the same methods at their best fit.
    let is_listed = |number: usize| entries.is_empty() || number < entries.len();
    for (number, candidate) in compare.candidates.iter().enumerate() {
        if !is_listed(number) {
            continue;
        }
        if let Err(error) = candidate
            .method
            .check_cost_of(&Layout::new(plot, count), compare.simulations + compare.repeats)
        {
            let at = match entries.get(number) {
                Some(entry) => entry.at(error.key().unwrap_or("name")),
                None => table.at,
            };
            report.problem(at, error.to_string(), error.hint());
        }
    }
}

/// What tables call the forest or the stand to which methods are compared.
pub const TARGET_LABEL: &str = "target";

/// The places of a measured stand's trees.
pub(crate) fn target(
    loading: &mut Loading<'_>,
    entry: &Table,
    plot: Option<&Plot>,
    dbh_min_cm: Option<f64>,
) -> Option<Vec<[f64; 2]>> {
    let (opened, input) = loading.input(entry.at("file"), entry.text("file")?)?;
    let columns = Columns {
        entry,
        species: Some(0),
        named: &[Named {
            at: entry.at,
            from_outside_per_m2: Some(0.0),
            from_outside_at: entry.at,
            name: None,
            species: None,
        }],
        plot,
        are_founders: false,
    };
    let read = stand::read(&opened, &loading.inputs[input].bytes, &columns);
    let trees = loading.taken(read)?.trees;
    let is_compared = |dbh_cm: Option<f64>| dbh_cm.is_none_or(|dbh_cm| Some(dbh_cm) >= dbh_min_cm);
    let points_m: Vec<[f64; 2]> = trees
        .iter()
        .filter(|tree| is_compared(tree.dbh_cm))
        .map(|tree| tree.place_m)
        .collect();
    if points_m.len() < 2 {
        let least_cm = dbh_min_cm.unwrap_or_default();
        let message = format!(
            "`{opened}` has {} trees, {} of them at least {least_cm} cm thick, but comparing takes at least 2",
            trees.len(),
            points_m.len()
        );
        let hint = "lower `[compare] dbh_min_cm`".to_owned();
        loading.report.problem(entry.at("file"), message, hint);
        return None;
    }
    Some(points_m)
}

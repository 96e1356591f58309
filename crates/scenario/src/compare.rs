//! What a scenario says of comparing: `[compare]`, `[[method]]` and `[target]`.

use understory_scatter::{Layout, Method, PointMethod, ScatterError};
use understory_space::Plot;

use crate::loading::{Load, Loading, NamedScenario};
use crate::method;
use crate::problem::Report;
use crate::scenario::{Candidate, Compare, ComparedWorld, Overrides, WorldScenario};
use crate::species::Named;
use crate::stand::{self, Columns};
use crate::value::Table;
use crate::words::listed;

/// Loads the scenario of a painted world that is compared.
pub(crate) type LoadWorld = Load<WorldScenario>;

/// `[compare]` with the methods and the painted worlds, which `load_world` loads; `None` where something is wrong with
/// them.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    plot: Option<&Plot>,
    load_world: LoadWorld,
) -> Option<Compare> {
    let (of_worlds, of_methods): (Vec<Table>, Vec<Table>) = table
        .tables("method")
        .unwrap_or_default()
        .iter()
        .cloned()
        .partition(|entry| entry.has("world"));
    let candidates = match table.tables("method") {
        None if table.has("method") => None,
        None => Some(Method::all().into_iter().map(Candidate::from).collect()),
        Some(_) => candidates(&mut loading.report, &of_methods, plot),
    };
    // A forest that is grown for another scenario is not compared, and may be the one that its world stands as.
    let worlds = match loading.place.is_patch {
        true => Some(Vec::new()),
        false => worlds(loading, &of_worlds, plot, load_world),
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
    Some(Compare {
        dbh_min_cm: settings.real("dbh_min_cm")?,
        simulations: settings.whole("simulations")?,
        repeats: settings.whole("repeats")?,
        candidates: candidates?,
        worlds: worlds?,
    })
}

/// The painted worlds that are compared as methods.
fn worlds(
    loading: &mut Loading<'_>,
    entries: &[Table],
    plot: Option<&Plot>,
    load_world: LoadWorld,
) -> Option<Vec<ComparedWorld>> {
    let read = entries
        .iter()
        .map(|entry| world(loading, entry, plot, load_world));
    // Each is looked at, whatever is wrong with those before it.
    read.collect::<Vec<_>>().into_iter().collect()
}

fn world(
    loading: &mut Loading<'_>,
    entry: &Table,
    plot: Option<&Plot>,
    load_world: LoadWorld,
) -> Option<ComparedWorld> {
    let NamedScenario {
        scenario,
        opened,
        path,
    } = loading.scenario(
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
    let window = scenario.world.maps().window;
    let size_m = [0, 1].map(|axis: usize| window.high_m[axis] - window.low_m[axis]);
    if let Some(plot) = plot
        && (0..2).any(|axis| size_m[axis] < plot.size_m()[axis])
    {
        let [width_m, height_m] = plot.size_m();
        let message = format!(
            "the world of `{opened}` is {} m by {} m, but it is compared on {width_m} m by {height_m} m",
            size_m[0], size_m[1]
        );
        let hint = "make the world at least as large as the plot".to_owned();
        loading.report.problem(entry.at("world"), message, hint);
        return None;
    }
    let label = entry.text("label").unwrap_or(&scenario.header.name).to_owned();
    refuse_target(&mut loading.report, entry, &label);
    Some(ComparedWorld {
        label,
        scenario,
        path,
        rule,
    })
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
        && method.fit_parameters(&Layout::new(plot, 100)).is_empty()
    {
        let can = Method::all()
            .into_iter()
            .filter(|method| !method.fit_parameters(&Layout::new(plot, 100)).is_empty());
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
    for (number, candidate) in compare.candidates.iter().enumerate() {
        if let Err(error) = compare.check_cost(candidate, &Layout::new(plot, count)) {
            let at = match entries.get(number) {
                Some(entry) => entry.at(error.key().unwrap_or("name")),
                None => table.at,
            };
            report.problem(at, error.to_string(), error.hint());
        }
    }
}

impl Compare {
    /// Whether the patterns of a method can be laid out in reasonable time, all together, and in memory.
    ///
    /// # Errors
    /// [`ScatterError::TooCostly`] where they cannot.
    pub fn check_cost(&self, candidate: &Candidate, layout: &Layout<'_>) -> Result<(), ScatterError> {
        let method = &candidate.method;
        method
            .cost(layout)
            .check(method.name(), layout.count, self.simulations + self.repeats)
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
        renamed: entry.table("columns"),
        species: Some(0),
        named: &[Named {
            at: entry.at,
            from_outside_per_m2: Some(0.0),
            from_outside_at: entry.at,
            name: None,
            species: None,
        }],
        plot,
        sizes_are_needed: false,
    };
    let trees = match stand::read(&opened, &loading.inputs[input].bytes, &columns) {
        Ok((trees, _)) => trees,
        Err(problems) => {
            loading.report.extend(problems);
            return None;
        }
    };
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

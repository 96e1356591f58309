//! `[[species]]`: presets, what overrides them, and names.

use std::collections::BTreeSet;

use understory_forest::crown_fault;
use understory_forest::parameters::{Masting, Species};
use understory_keys::{Checked, OutOfRange};
use understory_records::nearest;

use crate::keys::RESERVED_NAMES;
use crate::part::part;
use crate::problem::Report;
use crate::value::Table;
use crate::words::listed;

/// A `[[species]]` entry: its name and parameters, each where nothing is wrong with it.
pub(crate) struct Named {
    pub(crate) at: usize,
    /// `fruit.from_outside_per_m2`, whatever else is wrong; `None` where that is what is wrong.
    pub(crate) from_outside_per_m2: Option<f64>,
    /// Where it stands, or what it belongs to.
    pub(crate) from_outside_at: usize,
    pub(crate) name: Option<String>,
    pub(crate) species: Option<Species>,
}

/// All species of a scenario, in the order of the file.
pub(crate) fn all(report: &mut Report<'_>, table: &Table) -> Vec<Named> {
    let (mut species, mut names) = (Vec::new(), BTreeSet::new());
    for entry in table.tables("species").unwrap_or_default() {
        let named = one(report, entry);
        if let Some(name) = &named.name {
            let is_taken = !names.insert(name.clone());
            check_name(report, entry.at("name"), name, is_taken);
        }
        species.push(named);
    }
    for entry in table.tables("species").unwrap_or_default() {
        let inhibition = entry.table("inhibition");
        for on in inhibition
            .and_then(|table| table.tables("on"))
            .unwrap_or_default()
        {
            if let Some(name) = on.text("species") {
                find(report, &species, name, on.at("species"));
            }
        }
    }
    species
}

/// The number of the species of this name; reports at `at` where there is none.
pub(crate) fn find(report: &mut Report<'_>, species: &[Named], name: &str, at: usize) -> Option<usize> {
    let found = species
        .iter()
        .position(|known| known.name.as_deref() == Some(name));
    if found.is_none() && species.iter().all(|known| known.name.is_some()) {
        report.problem(
            at,
            format!("there is no species `{name}` in this scenario"),
            unknown_hint(species, name),
        );
    }
    found
}

/// What to do about a name that no species has.
pub(crate) fn unknown_hint(species: &[Named], name: &str) -> String {
    let known = || species.iter().filter_map(|known| known.name.as_deref());
    match nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known().next().is_none() => "add it as a `[[species]]`".to_owned(),
        None => format!("add it as a `[[species]]`, or take one of {}", listed(known())),
    }
}

fn one(report: &mut Report<'_>, entry: &Table) -> Named {
    let name = entry.text("name").map(str::to_owned);
    let (fruit, rate) = (entry.table("fruit"), "from_outside_per_m2");
    let from_outside_at = fruit.map_or(entry.at, |fruit| fruit.at(rate));
    let from_outside_per_m2 = match fruit {
        Some(fruit) if fruit.has(rate) => fruit.real(rate),
        _ => Some(0.0),
    };
    let species: Option<Species> = part(report, "species", &entry.keeping(|key| key != "preset"));
    if let Some(species) = &species {
        check_heights(report, entry, species);
        note_site(report, entry, species);
        check_together(report, entry, species);
        check_mast(report, entry, species);
    }
    Named {
        at: entry.at,
        from_outside_per_m2,
        from_outside_at,
        name,
        species,
    }
}

fn check_heights(report: &mut Report<'_>, entry: &Table, species: &Species) {
    let (sprout_m, greatest_m) = (species.resprout.height_m, species.growth.greatest_height_m);
    if sprout_m >= greatest_m {
        let message = format!(
            "`species.resprout.height_m` is {sprout_m}, but a sprout must be lower than `growth.greatest_height_m`, {greatest_m}"
        );
        let at = entry
            .table("resprout")
            .map_or(entry.at, |table| table.at("height_m"));
        report.problem(
            at,
            message,
            "give a smaller height, e.g. `height_m = 0.5`".to_owned(),
        );
    }
}

/// A site that the species' numbers are not known for.
fn note_site(report: &mut Report<'_>, entry: &Table, species: &Species) {
    let growth = &species.growth;
    let known_m = growth.site_index_least_m..=growth.site_index_greatest_m;
    if known_m.contains(&growth.site_index_m) {
        return;
    }
    let message = format!(
        "`species.growth.site_index_m` is {}, but how `{}` grows is known for sites of {} m to {} m",
        growth.site_index_m,
        species.name,
        known_m.start(),
        known_m.end()
    );
    let at = entry
        .table("growth")
        .map_or(entry.at, |table| table.at("site_index_m"));
    let hint = "trees are grown by the same equations; hold them against measured ones".to_owned();
    report.note(at, message, hint);
}

/// What each key may be by itself, but not beside the others of the species.
fn check_together(report: &mut Report<'_>, entry: &Table, species: &Species) {
    let faults = species.faults(&understory_keys::table(Species::KEYS, ""));
    for OutOfRange { path, problem, hint } in faults.into_iter().chain(crown_fault(species)) {
        let place = path
            .split_once('.')
            .and_then(|(table, key)| Some((entry.table(table)?, key)));
        let at = place.map_or(entry.at, |(table, key)| table.at(key));
        // Who wrote the other one of the two does not know this one.
        let whose = match place {
            Some((table, _)) if at == table.at => ", the default,",
            _ if entry.has("preset") && at == entry.at("preset") => ", as the preset has it,",
            _ => "",
        };
        report.problem(at, format!("`species.{path}`{whose} {problem}"), hint.to_owned());
    }
}

/// The keys of a table of a species that the scenario itself gives, and where.
pub(crate) fn written<'t>(entry: &'t Table, table: &'t Table) -> impl Iterator<Item = (&'static str, usize)> {
    // What a preset or a default brings in stands where they do.
    let brought = [entry.at, entry.at("preset"), table.at];
    let nodes = table.nodes();
    nodes.filter_map(move |(name, node)| (!brought.contains(&node.at)).then_some((name, node.at)))
}

/// Where each year is a good one, nothing is asked of when good years come and what falls between them; a file that spells
/// all keys out says what is so without them.
fn check_mast(report: &mut Report<'_>, entry: &Table, species: &Species) {
    let Some(fruit) = entry.table("fruit").filter(|_| species.fruit.mast_every_yr == 1) else {
        return;
    };
    for (name, at) in written(entry, fruit) {
        let says_something = match name {
            "masting" => species.fruit.masting != Masting::Irregular,
            "off_year_fraction" => species.fruit.off_year_fraction != 1.0,
            _ => false,
        };
        if says_something {
            let message = format!(
                "`species.fruit.{name}` says nothing where `mast_every_yr` is 1: each year is a good seed year"
            );
            let hint = "remove it, or give `mast_every_yr` of 2 or more";
            report.problem(at, message, hint.to_owned());
        }
    }
}

fn check_name(report: &mut Report<'_>, at: usize, name: &str, is_taken: bool) {
    if RESERVED_NAMES.contains(&name) {
        let message =
            format!("a species cannot be called `{name}`, as tables use that word for something else");
        report.problem(
            at,
            message,
            format!(
                "choose another name than {}",
                listed(RESERVED_NAMES.iter().copied())
            ),
        );
    }
    if is_taken {
        let message = format!("there are two species `{name}`");
        report.problem(at, message, "give each its own name".to_owned());
    }
}

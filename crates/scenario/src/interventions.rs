//! `[[intervention]]`: whether what foresters do fits the species, the years and the plot of this forest.

use std::collections::BTreeMap;

use understory_forest::management::{Intervention, MOST_PLANTED, Treatment};
use understory_keys::Checked;
use understory_space::Plot;

use crate::part::part;
use crate::problem::Report;
use crate::related::refuse;
use crate::species::{Named, find};
use crate::value::Table;

/// The interventions of a scenario, in the order of the file; `None` where something is wrong with one.
pub(crate) fn read(
    report: &mut Report<'_>,
    table: &Table,
    species: &[Named],
    plot: Option<&Plot>,
) -> Option<Vec<Intervention>> {
    let entries = table.tables("intervention").unwrap_or_default();
    let years = table.table("run").and_then(|run| run.whole::<u32>("years"));
    let mut found = Some(Vec::new());
    let mut names = BTreeMap::new();
    for (number, entry) in (1..).zip(entries) {
        let one = read_one(report, entry, species, plot);
        if let Some(one) = &one {
            if let Some(first) = names.insert(one.name.clone(), number) {
                let message = format!(
                    "interventions {first} and {number} are both called `{}`",
                    one.name
                );
                report.problem(
                    entry.at("name"),
                    message,
                    "tables tell them apart by name: rename one".to_owned(),
                );
            }
            if let Some(years) = years.filter(|&years| one.year > years) {
                report.note(
                    entry.at("year"),
                    format!(
                        "`{}` is due in year {}, but the run ends after {years}",
                        one.name, one.year
                    ),
                    "it will do nothing: lengthen `run.years`, or name an earlier `year`".to_owned(),
                );
            }
        }
        match (&mut found, one) {
            (Some(found), Some(one)) => found.push(one),
            _ => found = None,
        }
    }
    if let (Some(found), Some(years)) = (&found, years) {
        note_shared_years(report, entries, found, years);
    }
    found.filter(|_| !table.is_broken("intervention"))
}

fn read_one(
    report: &mut Report<'_>,
    entry: &Table,
    species: &[Named],
    plot: Option<&Plot>,
) -> Option<Intervention> {
    let index = entry
        .text("species")
        .and_then(|name| find(report, species, name, entry.at("species")));
    let before = report.count();
    let one: Intervention = part(report, "intervention", entry)?;
    let faults = one.faults(&understory_keys::table(Intervention::KEYS, ""));
    refuse(report, entry, "intervention", faults);
    let named = index.and_then(|index| species.get(index));
    if let Treatment::Plant {
        trees_per_ha,
        height_m,
        ..
    } = one.treatment
    {
        let trees = plot.map_or(0.0, |plot| trees_per_ha * plot.area_m2() / 1e4);
        if trees > MOST_PLANTED {
            let message =
                format!("{trees:.0} trees would be planted at once, but at most {MOST_PLANTED} are");
            report.problem(
                entry.at("trees_per_ha"),
                message,
                "lower `trees_per_ha`".to_owned(),
            );
        }
        let greatest_m = named
            .and_then(|named| named.species.as_ref())
            .map(|species| species.greatest().height_m);
        if let Some(greatest_m) = greatest_m.filter(|&greatest_m| height_m >= greatest_m) {
            let message = format!(
                "`height_m` is {height_m} m, but the greatest tree of the species has {greatest_m} m"
            );
            report.problem(entry.at("height_m"), message, "plant young trees".to_owned());
        }
    }
    (report.count() == before && (one.species.is_none() || index.is_some())).then_some(one)
}

/// Two that fell in one year are no mistake, but their order counts.
fn note_shared_years(report: &mut Report<'_>, entries: &[Table], found: &[Intervention], years: u32) {
    for (later, one) in found.iter().enumerate() {
        for other in &found[..later] {
            let is_about_the_same =
                one.species.is_none() || other.species.is_none() || one.species == other.species;
            if !(one.fells() && other.fells() && is_about_the_same) {
                continue;
            }
            if let Some(year) =
                (1..=years.min(MOST_YEARS_LOOKED_AT)).find(|&year| one.acts_in(year) && other.acts_in(year))
            {
                report.note(
                    entries[later].at("year"),
                    format!("`{}` and `{}` both fell in year {year}", other.name, one.name),
                    "they act in the order of the file, each on what the one before left".to_owned(),
                );
            }
        }
    }
}

/// Years that are looked at for two interventions in one.
const MOST_YEARS_LOOKED_AT: u32 = 10_000;

//! `[crowns]`: whether what it says fits the species and the ground of this forest.

use std::collections::BTreeSet;

use understory_branching::roots::MOST_STONES;
use understory_space::Plot;

use crate::keys::CrownRules;
use crate::part::part;
use crate::problem::Report;
use crate::species::{Named, find};
use crate::value::Table;

/// The rules of `[crowns]`, where all of them fit this forest; `None` where something is wrong with them.
pub(crate) fn read(
    report: &mut Report<'_>,
    crowns: Option<&Table>,
    species: &[Named],
    window: Option<&Plot>,
) -> Option<Option<CrownRules>> {
    let Some(crowns) = crowns else {
        return Some(None);
    };
    let mut names = BTreeSet::new();
    for entry in crowns.tables("species").unwrap_or_default() {
        if let Some(name) = entry.text("name") {
            find(report, species, name, entry.at("name"));
            if !names.insert(name.to_owned()) {
                let message = format!("`crowns.species` has `{name}` twice");
                report.problem(entry.at("name"), message, "leave one of them out".to_owned());
            }
        }
    }
    if let (Some("final"), Some(_)) = (crowns.text("when"), crowns.table("yearly")) {
        let message = "`crowns.yearly` says how crowns grow year by year, but `when` is \"final\"".to_owned();
        let hint = "say `when = \"yearly\"`, or leave the table out";
        report.problem(crowns.at("yearly"), message, hint.to_owned());
    }
    if let (Some(part), Some(window)) = (crowns.table("part"), window) {
        check_part(report, part, window);
    }
    let rules: Option<CrownRules> = part(report, "crowns", crowns);
    if let (Some(rules), Some(window)) = (&rules, window) {
        check_stones(report, crowns, rules, window);
    }
    rules.map(Some)
}

/// The ground has no more stones than roots can be grown among.
fn check_stones(report: &mut Report<'_>, crowns: &Table, rules: &CrownRules, window: &Plot) {
    let roots = &rules.sharing.roots;
    let Some(stones) = roots.stones.filter(|_| roots.points > 0) else {
        return;
    };
    let size_m = rules.part.map_or(window.size_m(), |part| {
        [0, 1].map(|axis| part.high_m[axis] - part.low_m[axis])
    });
    let count = stones.expected(size_m, roots.depth_m);
    if count > MOST_STONES {
        let message = format!(
            "`crowns.roots.stones` would be about {count:.0} in the soil of these trees, but at most {MOST_STONES} can be \
             grown among"
        );
        let at = crowns
            .table("roots")
            .map_or(crowns.at, |roots| roots.at("stones"));
        report.problem(at, message, "lower `per_m3`, or give a `crowns.part`".to_owned());
    }
}

/// A part has an inside, some of which is counted.
fn check_part(report: &mut Report<'_>, part: &Table, window: &Plot) {
    let (Some(low_m), Some(high_m)) = (part.real_pair("low_m"), part.real_pair("high_m")) else {
        return;
    };
    let [from_m, size_m] = [window.origin_m(), window.size_m()];
    for (axis, along) in ["x", "y"].into_iter().enumerate() {
        if low_m[axis] >= high_m[axis] {
            let message = format!(
                "`crowns.part.high_m` is {} along {along}, but `low_m` is {}",
                high_m[axis], low_m[axis]
            );
            let hint = "the upper right corner must lie above and to the right of the lower left one";
            report.problem(part.at("high_m"), message, hint.to_owned());
        } else if high_m[axis] <= from_m[axis] || low_m[axis] >= from_m[axis] + size_m[axis] {
            let message = format!(
                "`crowns.part` reaches from {} to {} along {along}, but the ground that is counted from {} to {}: no tree \
                 of it would be in the part",
                low_m[axis],
                high_m[axis],
                from_m[axis],
                from_m[axis] + size_m[axis]
            );
            report.problem(part.at("low_m"), message, "move it onto the plot".to_owned());
        }
    }
}

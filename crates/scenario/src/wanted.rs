//! Which kind of scenario a caller can do something with.

use crate::problem::Report;
use crate::value::Table;

/// What the caller can do something with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A forest to grow or a measured stand.
    Subject,
    /// A single tree.
    Tree,
    /// Either.
    Any,
}

impl Wanted {
    /// Whether the scenario is of that kind; reports where it is not.
    pub(crate) fn is_found(self, report: &mut Report<'_>, table: &Table) -> bool {
        match (self, table.has("tree")) {
            (Self::Subject, true) => {
                let message = "a single tree grows in this scenario, not a forest";
                let hint = "grow it by `understory grow`, or remove `[tree]`";
                report.problem(table.at("tree"), message, hint.to_owned());
                false
            }
            (Self::Tree, false) => {
                let message = "no single tree grows in this scenario, as it has no `[tree]`";
                let hint = if table.has("target") {
                    "compare methods with its stand by `understory compare`"
                } else if table.has("species") || table.has("founders") {
                    "grow its forest by `understory run`"
                } else {
                    "add a table `[tree]`, e.g. with `preset = \"oak\"`"
                };
                report.problem(0, message, hint.to_owned());
                false
            }
            _ => true,
        }
    }
}

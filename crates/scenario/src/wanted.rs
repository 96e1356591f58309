//! Which kind of scenario a caller can do something with, and what is said of another.

use crate::problem::Report;
use crate::value::Table;

/// What the caller can do something with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A forest to grow.
    Forest,
    /// A measured stand.
    Stand,
    /// A single tree.
    Tree,
    /// A painted world.
    World,
    /// Scattered points.
    Scatter,
    /// Any of them.
    Any,
}

impl Wanted {
    /// Whether the scenario is of that kind; reports where it is not.
    pub(crate) fn is_found(self, report: &mut Report<'_>, table: &Table) -> bool {
        match (self, table.has("tree")) {
            (Self::Forest | Self::Stand | Self::Tree | Self::Scatter, _) if table.has("place") => {
                let message = "a painted world is laid out in this scenario, nothing grows in it";
                let hint = "lay it out by `understory place`, or remove `[place]`";
                report.problem(table.at("place"), message, hint.to_owned());
                false
            }
            (Self::Forest | Self::Stand | Self::Tree | Self::World, false) if table.has("scatter") => {
                let message = "points are laid out by a method in this scenario, nothing grows in it";
                let hint = "lay them out by `understory scatter`, or remove `[scatter]`";
                report.problem(table.at("scatter"), message, hint.to_owned());
                false
            }
            (Self::Scatter, false) if !table.has("scatter") => {
                let message = "no points are laid out in this scenario, as it has no `[scatter]`";
                let hint = "add `[scatter]` with its `method`, e.g. `method = \"springs\"`, and `per_ha`";
                report.problem(0, message, hint.to_owned());
                false
            }
            (Self::World, is_tree) if !table.has("place") => {
                let message = "no world is painted in this scenario, as it has no `[place]`";
                let hint = if is_tree {
                    "grow its tree by `understory grow`"
                } else if table.has("target") {
                    "compare methods with its stand by `understory compare`"
                } else if table.has("species") || table.has("founders") {
                    "grow its forest by `understory run`"
                } else {
                    "add a table `[place]`; `understory new --template world FILE` writes one to start from"
                };
                report.problem(0, message, hint.to_owned());
                false
            }
            (Self::Forest | Self::Stand | Self::Scatter, true) => {
                let message = "a single tree grows in this scenario, not a forest";
                let hint = "grow it by `understory grow`, or remove `[tree]`";
                report.problem(table.at("tree"), message, hint.to_owned());
                false
            }
            (Self::Forest, false) if table.has("target") => {
                let message =
                    "nothing grows in a scenario with a `[target]`: it names a stand that was measured";
                let hint = "compare methods with it by `understory compare`, or remove `[target]`";
                report.problem(table.at("target"), message, hint.to_owned());
                false
            }
            (Self::Stand, false) if !table.has("target") => {
                let message = "no measured stand is named in this scenario, as it has no `[target]`";
                let hint = "add `[target]` with the `file` of its trees";
                report.problem(0, message, hint.to_owned());
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

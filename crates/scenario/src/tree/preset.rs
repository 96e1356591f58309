//! Presets of trees and L-systems, laid under what the file says.

use serde::Serialize;
use understory_branching::{lsystem, presets};

use super::library::table_of;
use crate::fill::{lay_broken_under, lay_table_under};
use crate::keys::{BASELINE, Key, TREE};
use crate::problem::Report;
use crate::value::{Table, Value};

/// Lays the presets that `[tree]` names under its keys.
pub(crate) fn lay_presets_under(report: &mut Report<'_>, tree: &mut Table) {
    let at = tree.at("preset");
    let form = tree.text("preset").and_then(presets::named);
    // A crown cannot stand beside it, which is told.
    if let Some(preset) = form.filter(|_| !tree.has("crown")) {
        let mut form = of(&preset.form(), TREE, at);
        leave_out(report, tree, &mut form);
        if tree.has("dbh_cm") {
            form.remove("age_yr");
        }
        let variation = toml::Table::from_iter([(
            "variation".to_owned(),
            toml::Value::try_from(preset.variation()).expect("a variation is tables of numbers"),
        )]);
        lay_table_under(tree, table_of(TREE, &variation, at), TREE);
        lay_table_under(tree, form, TREE);
    } else if tree.is_broken("preset") {
        lay_broken_under(tree, TREE);
    }
    if let Some(baseline) = tree.table_mut("baseline") {
        if let Some(preset) = form {
            // Beside a form its wood is as thick as the form's.
            let finish = of(&preset.baseline(), BASELINE, at).keeping(|name| name == "finish");
            lay_table_under(baseline, finish, BASELINE);
        }
        let at = baseline.at("preset");
        let name = baseline.text("preset");
        if let Some(preset) = name.and_then(lsystem::named) {
            lay_table_under(baseline, of(&preset.system(), BASELINE, at), BASELINE);
            lay_table_under(baseline, of(&preset.turtle(), BASELINE, at), BASELINE);
        } else if baseline.is_broken("preset") {
            lay_broken_under(baseline, BASELINE);
        }
    }
}

fn of(parameters: &impl Serialize, keys: &'static [Key], at: usize) -> Table {
    let plain = toml::Table::try_from(parameters).expect("parameters are numbers, words and tables of them");
    table_of(keys, &plain, at)
}

/// Takes out of a preset what the tree is said to be without.
fn leave_out(report: &mut Report<'_>, tree: &Table, form: &mut Table) {
    let Some(Value::Texts(names)) = tree.get("without").map(|node| &node.value) else {
        return;
    };
    for name in names {
        if !tree.has(name) {
            form.remove(name);
        } else {
            report.problem(
                tree.at(name),
                format!("`tree.{name}` is given, but `without` says that this tree has none"),
                format!("remove one of the two, `{name}` or that word"),
            );
        }
    }
}

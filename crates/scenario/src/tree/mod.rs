//! A scenario of a single tree.

mod baseline;
mod checks;
mod files;
mod library;
pub(crate) mod preset;

pub(crate) use self::files::lay_mesh;
use understory_branching::seasons::SeasonTree;
use understory_branching::specimen::{Form, Specimen};
use understory_branching::tree::TreeForm;

use crate::keys::TREE;
use crate::loading::Loading;
use crate::value::Table;

/// Keys of `[tree]` that are not the form's.
const BESIDE_THE_FORM: &[&str] = &[
    "preset",
    "without",
    "look",
    "variation",
    "stand",
    "obstacles",
    "baseline",
    "mesh",
];

/// What grows by the keys of `[tree]`.
pub(crate) fn specimen(loading: &mut Loading<'_>, tree: &Table) -> Option<Specimen> {
    let mut tree = tree.clone();
    files::bring_in(loading, TREE, &mut tree, "tree");
    checks::form(&mut loading.report, TREE, &tree);
    let obstacles = checks::obstacles(&mut loading.report, &tree);
    let baseline = match tree.table("baseline") {
        Some(baseline) => baseline::read(&mut loading.report, baseline).map(Some),
        None if tree.has("baseline") => None,
        None => Some(None),
    };
    let form = tree.keeping(|name| !BESIDE_THE_FORM.contains(&name));
    let form = if tree.has("crown") {
        let form: Option<TreeForm> = library::part(&mut loading.report, &form);
        if let Some(form) = &form {
            checks::crown_holds_points(&mut loading.report, &tree, form);
        }
        form.map(Form::from)
    } else {
        let form: Option<SeasonTree> = library::part(&mut loading.report, &form);
        if let Some(form) = &form {
            checks::has_target(&mut loading.report, &tree, form);
        }
        form.map(Form::from)
    };
    Some(Specimen {
        form: form?,
        variation: library::part(&mut loading.report, tree.table("variation")?)?,
        kind: tree.text("preset").unwrap_or_default().to_owned(),
        stand: tree.text("stand")?.to_owned(),
        obstacles: obstacles?,
        baseline: baseline?,
        mesh: library::part(&mut loading.report, tree.table("mesh")?)?,
    })
}

//! A scenario of a single tree.

mod checks;
mod counterpart;
mod files;
mod library;
pub(crate) mod preset;

use understory_branching::specimen::Specimen;
use understory_branching::tree::TreeForm;

use crate::keys::TREE;
use crate::loading::Loading;
use crate::value::Table;

/// Keys of `[tree]` that are not the form's.
const BESIDE_THE_FORM: &[&str] = &["preset", "without", "variation", "site", "solids", "counterpart"];

/// What grows by the keys of `[tree]`.
pub(crate) fn specimen(loading: &mut Loading<'_>, tree: &Table) -> Option<Specimen> {
    let mut tree = tree.clone();
    files::bring_in(loading, TREE, &mut tree, "tree");
    checks::form(&mut loading.report, TREE, &tree);
    let solids = checks::solids(&mut loading.report, &tree);
    let counterpart = match tree.table("counterpart") {
        Some(counterpart) => counterpart::read(&mut loading.report, counterpart).map(Some),
        None if tree.has("counterpart") => None,
        None => Some(None),
    };
    let form = tree.keeping(|name| !BESIDE_THE_FORM.contains(&name));
    let form: Option<TreeForm> = library::part(&mut loading.report, &form);
    if let Some(form) = &form {
        checks::crown_holds_points(&mut loading.report, &tree, form);
    }
    Some(Specimen {
        form: form?,
        variation: library::part(&mut loading.report, tree.table("variation")?)?,
        site: tree.text("site")?.to_owned(),
        solids: solids?,
        counterpart: counterpart?,
    })
}

//! A scenario of a single tree.

mod checks;
mod counterpart;
mod files;
mod library;
pub(crate) mod preset;

use understory_branching::specimen::Specimen;
use understory_branching::tree::TreeForm;
use understory_branching::variation::Variation;

use crate::files::Files;
use crate::keys::{Kind, TREE};
use crate::loading::{Loading, Place, about, parse, read};
use crate::problem::Problems;
use crate::scenario::{Overrides, TreeScene};
use crate::value::Table;
use crate::wanted::Wanted;

/// Reads and checks the scenario of a single tree at `path` and all that it names.
///
/// Paths in the file are taken from its own folder.
///
/// # Errors
/// [`Problems`]: everything that is wrong, in the scenario and in the skeletons and meshes it names.
pub fn load_tree(path: &str, files: &dyn Files, overrides: &Overrides) -> Result<TreeScene, Problems> {
    let place = Place::first(path);
    let bytes = read(path, files)?;
    parse(&place, &bytes, files, overrides, Wanted::Tree, assemble)
}

/// Each part is put together as far as it can be, so that all problems are found.
pub(crate) fn assemble(loading: &mut Loading<'_>, table: &Table, text: &str) -> Option<TreeScene> {
    let specimen = specimen(loading, table.table("tree")?);
    Some(TreeScene {
        name: table.text("name")?.to_owned(),
        about: about(table)?,
        seed: table.table("world")?.whole("seed")?,
        preset: table.table("tree")?.text("preset").map(str::to_owned),
        specimen: specimen?,
        inputs: std::mem::take(&mut loading.inputs),
        text: text.to_owned(),
    })
}

/// Keys of `[tree]` that are not the form's.
const BESIDE_THE_FORM: &[&str] = &["preset", "without", "variation", "site", "solids", "counterpart"];

fn specimen(loading: &mut Loading<'_>, tree: &Table) -> Option<Specimen> {
    let mut tree = tree.clone();
    files::bring_in(loading, TREE, &mut tree, "tree");
    checks::form(&mut loading.report, &tree);
    let solids = checks::solids(&mut loading.report, &tree);
    let counterpart = match tree.table("counterpart") {
        Some(counterpart) => counterpart::read(&mut loading.report, counterpart).map(Some),
        None if tree.has("counterpart") => None,
        None => Some(None),
    };
    let form = tree.keeping(|name| !BESIDE_THE_FORM.contains(&name));
    let form: Option<TreeForm> = library::part(&mut loading.report, TREE, &form);
    if let Some(form) = &form {
        checks::crown_holds_points(&mut loading.report, &tree, form);
    }
    Some(Specimen {
        form: form?,
        variation: variation(loading, &tree)?,
        site: tree.text("site")?.to_owned(),
        solids: solids?,
        counterpart: counterpart?,
    })
}

fn variation(loading: &mut Loading<'_>, tree: &Table) -> Option<Variation> {
    let Kind::Table(keys) = crate::keys::Key::find(TREE, "variation")?.kind else {
        return None;
    };
    library::part(&mut loading.report, keys, tree.table("variation")?)
}

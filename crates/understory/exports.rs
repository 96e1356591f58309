//! A grown tree as files that other programs open: meshes as glTF, the skeleton as lines.
//!
//! Written before the figures, which are drawn from these very files.

use std::io;

use understory_export::{ExportError, Look, gltf, obj, ply};
use understory_lab::grow::Grown;
use understory_lab::store::Store;
use understory_scenario::TreeScenario;

/// The tree's meshes, and those of the L-system beside it; files keep the name that the baseline had before.
pub(crate) const TREE: &str = "tree.glb";
pub(crate) const BASELINE: &str = "counterpart.glb";

/// Writes them beside the tables.
pub(crate) fn write(scenario: &TreeScenario, grown: &Grown, store: &dyn Store) -> io::Result<()> {
    let name = &scenario.header.name;
    let look = scenario
        .preset
        .as_deref()
        .and_then(Look::named)
        .unwrap_or_default();
    let skeleton = &grown.tree.skeleton;
    store.write(TREE, &mut |mut out| {
        gltf::write_tree(&mut out, name, &grown.tree.levels, &look).map_err(failed)?;
        Ok(())
    })?;
    store.write("tree.obj", &mut |mut out| {
        obj::write(&mut out, name, skeleton).map_err(failed)
    })?;
    store.write("tree.ply", &mut |mut out| {
        ply::write(&mut out, skeleton).map_err(failed)
    })?;
    if let Some(baseline) = &grown.baseline {
        let name = format!("{name} counterpart");
        store.write(BASELINE, &mut |mut out| {
            gltf::write_tree(&mut out, &name, &baseline.levels, &look).map_err(failed)?;
            Ok(())
        })?;
    }
    Ok(())
}

fn failed(error: ExportError) -> io::Error {
    match error {
        ExportError::Write(error) => error,
        other => io::Error::other(other),
    }
}

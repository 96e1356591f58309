//! A grown tree as files that other programs open: all levels of detail and each alone as glTF, the nearest as OBJ and
//! PLY, the skeleton as lines.
//!
//! Written before the figures, which are drawn from these very files.

use std::io;

use understory_branching::mesh::TreeMesh;
use understory_export::{ExportError, Look, Skin, gltf, impostor, mesh_obj, mesh_ply, obj, ply};
use understory_lab::grow::Grown;
use understory_lab::store::Store;
use understory_scenario::TreeScenario;

/// The tree's meshes, and those of the L-system beside it; files keep the name that the baseline had before.
pub(crate) const TREE: &str = "tree.glb";
pub(crate) const BASELINE: &str = "counterpart.glb";
/// What `tree.obj` takes its materials from.
const MATERIALS: &str = "tree.mtl";

/// Writes them beside the tables.
pub(crate) fn write(scenario: &TreeScenario, grown: &Grown, store: &dyn Store) -> io::Result<()> {
    let name = &scenario.header.name;
    let look = scenario.look.as_deref().and_then(Look::named).unwrap_or_default();
    let skin = Skin::of(&look).map_err(failed)?;
    let (skeleton, levels) = (&grown.tree.skeleton, &grown.tree.levels);
    let glb = |file: &str, name: &str, levels: &[TreeMesh]| {
        store.write(file, &mut |mut out| {
            gltf::write_tree(&mut out, name, levels, &skin).map_err(failed)?;
            Ok(())
        })
    };
    // The views of the impostor take as long as all else.
    let far = levels.get(1).or(levels.first());
    let mut views = Vec::new();
    let mut file = Vec::new();
    let (drawn, written) = rayon::join(
        || {
            far.map_or(Ok(0), |far| {
                impostor::write_impostor(&mut views, name, far, &skin)
            })
        },
        || gltf::write_tree(&mut file, name, levels, &skin),
    );
    drawn.map_err(failed)?;
    written.map_err(failed)?;
    store.write(TREE, &mut |out| out.write_all(&file))?;
    if far.is_some() {
        store.write("impostor.glb", &mut |out| out.write_all(&views))?;
    }
    for (number, level) in levels.iter().enumerate() {
        glb(
            &format!("tree-lod{number}.glb"),
            &format!("{name} level {number}"),
            std::slice::from_ref(level),
        )?;
    }
    if let Some(near) = levels.first() {
        store.write("tree.obj", &mut |mut out| {
            mesh_obj::write(&mut out, name, near, MATERIALS).map_err(failed)
        })?;
        store.write("tree.ply", &mut |mut out| {
            mesh_ply::write(&mut out, near).map_err(failed)
        })?;
    }
    store.write(MATERIALS, &mut |mut out| {
        mesh_obj::write_materials(&mut out).map_err(failed)
    })?;
    for (file, picture) in mesh_obj::pictures(&skin) {
        store.write(file, &mut |out| out.write_all(picture))?;
    }
    store.write("skeleton.obj", &mut |mut out| {
        obj::write(&mut out, name, skeleton).map_err(failed)
    })?;
    store.write("skeleton.ply", &mut |mut out| {
        ply::write(&mut out, skeleton).map_err(failed)
    })?;
    if let Some(baseline) = &grown.baseline {
        glb(BASELINE, &format!("{name} counterpart"), &baseline.levels)?;
    }
    Ok(())
}

fn failed(error: ExportError) -> io::Error {
    match error {
        ExportError::Write(error) => error,
        other => io::Error::other(other),
    }
}

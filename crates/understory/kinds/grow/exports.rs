//! A grown tree as files that other programs open: all levels of detail and each alone as glTF, the nearest as OBJ and
//! PLY, the skeleton as lines.
//!
//! Written before the figures, which are drawn from these very files.

use std::io::{self, Write as _};

use understory_branching::colonization::Obstacle;
use understory_branching::mesh::TreeMesh;
use understory_branching::skeleton::Part;
use understory_export::gltf::Options;
use understory_export::look::{Bark, BarkPattern};
use understory_export::{ExportError, Look, Skin, gltf, impostor, mesh_obj, mesh_ply, obj, ply, rsml};
use understory_lab::grow::Grown;
use understory_lab::store::Store;
use understory_numerics::parallel::of_each;
use understory_scenario::TreeScenario;

use super::obstacles;

/// The tree's meshes, and those of the L-system beside it; files keep the name that the baseline had before.
pub(crate) const TREE: &str = "tree.glb";
pub(crate) const BASELINE: &str = "counterpart.glb";
/// What it grew around.
const OBSTACLES: &str = "obstacles.glb";
/// Its roots.
const ROOTS: &str = "roots.rsml";
/// The folder of the same levels packed, where they are asked for.
const PACKED: &str = "meshopt/";
/// What `tree.obj` takes its materials from.
const MATERIALS: &str = "tree.mtl";

/// A file that is made in memory.
type Make<'a> = Box<dyn Fn(&mut Vec<u8>) -> Result<(), ExportError> + Sync + Send + 'a>;

/// What bark and leaves of a scenario's tree look like.
pub(crate) fn skin(scenario: &TreeScenario) -> io::Result<Skin> {
    let look = scenario.look.as_deref().and_then(Look::named).unwrap_or_default();
    Skin::of(&look).map_err(io::Error::from)
}

/// Writes them beside the tables. They are independent of each other: all are made at once, and written in their order.
pub(crate) fn write(
    scenario: &TreeScenario,
    grown: &Grown,
    skin: &Skin,
    store: &dyn Store,
) -> io::Result<()> {
    let name = scenario.header.name.as_str();
    let mesh = &scenario.specimen.mesh;
    let usual = Options {
        wind_in_texture: mesh.wind_in_texture,
        ..Options::default()
    };
    let (skeleton, levels) = (&grown.tree.skeleton, &grown.tree.levels);
    let mut files: Vec<(String, Make<'_>)> = Vec::new();
    // The longest first.
    if let Some(far) = levels.get(1).or(levels.first()) {
        files.push((
            "impostor.glb".to_owned(),
            Box::new(|out| impostor::write_impostor(out, name, far, skin).map(drop)),
        ));
    }
    for packed in [false, true].into_iter().take(1 + usize::from(mesh.meshopt)) {
        let folder = if packed { PACKED } else { "" };
        let options = Options { packed, ..usual };
        files.push((
            format!("{folder}{TREE}"),
            glb(name.to_owned(), levels, skin, options),
        ));
        for (number, level) in levels.iter().enumerate() {
            let first_level = number;
            let options = Options {
                first_level,
                ..options
            };
            let level = std::slice::from_ref(level);
            files.push((
                format!("{folder}tree-lod{number}.glb"),
                glb(name.to_owned(), level, skin, options),
            ));
        }
    }
    if let Some(near) = levels.first() {
        files.push((
            "tree.obj".to_owned(),
            Box::new(|out| mesh_obj::write(out, name, near, MATERIALS)),
        ));
        files.push(("tree.ply".to_owned(), Box::new(|out| mesh_ply::write(out, near))));
    }
    let has_leaves = levels
        .first()
        .is_some_and(|near| !near.leaves.triangles.is_empty());
    files.push((
        MATERIALS.to_owned(),
        Box::new(move |out| mesh_obj::write_materials(out, has_leaves)),
    ));
    for (path, picture) in mesh_obj::pictures(skin).map_err(io::Error::from)? {
        if path != mesh_obj::BARK_PICTURE && !has_leaves {
            continue;
        }
        files.push((path.to_owned(), Box::new(move |out| Ok(out.write_all(&picture)?))));
    }
    files.push((
        "skeleton.obj".to_owned(),
        Box::new(|out| obj::write(out, name, skeleton)),
    ));
    files.push((
        "skeleton.ply".to_owned(),
        Box::new(|out| ply::write(out, skeleton)),
    ));
    if skeleton.nodes.iter().any(|node| node.part == Part::Root) {
        let plant = rsml::Plant {
            id: 0,
            label: name,
            skeleton,
        };
        files.push((
            ROOTS.to_owned(),
            Box::new(move |out| rsml::write(out, name, &[plant]).map(drop)),
        ));
    }
    let in_the_way = [scenario.specimen.obstacles.as_slice(), &grown.stones].concat();
    if let Some((level, skin)) = of_obstacles(&in_the_way)? {
        let name = format!("{name} obstacles");
        files.push((
            OBSTACLES.to_owned(),
            Box::new(move |out| {
                let levels = std::slice::from_ref(&level);
                gltf::write_tree(out, &name, levels, &skin, usual).map(drop)
            }),
        ));
    }
    if let Some(baseline) = &grown.baseline {
        let name = format!("{name} counterpart");
        files.push((BASELINE.to_owned(), glb(name, &baseline.levels, skin, usual)));
    }
    let made = of_each(&files, |(_, make)| {
        let mut bytes = Vec::new();
        make(&mut bytes).map(|()| bytes)
    });
    for ((path, _), bytes) in files.iter().zip(made) {
        let bytes = bytes.map_err(io::Error::from)?;
        store.write(path, &mut |out| out.write_all(&bytes))?;
    }
    Ok(())
}

/// What stands in the way, as masonry; nothing where that has no end.
fn of_obstacles(all: &[Obstacle]) -> io::Result<Option<(TreeMesh, Skin)>> {
    /// Sides of boxes are flat; so many cells make a ball round.
    const CELLS: [u32; 2] = [1, 24];
    const MASONRY: Bark = Bark {
        pattern: BarkPattern::Plates,
        plate: [156, 152, 144],
        furrow: [104, 100, 94],
        plates: [3, 4],
        furrowed: 0.12,
    };
    let Some(bark) = obstacles::mesh(all, CELLS) else {
        return Ok(None);
    };
    let look = Look {
        bark: MASONRY,
        ..Look::default()
    };
    let level = TreeMesh {
        bark,
        ..TreeMesh::default()
    };
    Ok(Some((level, Skin::of(&look).map_err(io::Error::from)?)))
}

fn glb<'a>(name: String, levels: &'a [TreeMesh], skin: &'a Skin, options: Options) -> Make<'a> {
    Box::new(move |out| gltf::write_tree(out, &name, levels, skin, options).map(drop))
}

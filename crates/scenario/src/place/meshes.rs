//! Meshes that are set into the ground of a painted world.

use understory_numerics::math::sin_cos;
use understory_placement::Window;
use understory_placement::parameters::SetMesh;
use understory_terrain::{Corners, Ground, is_seen_from_above};

use crate::loading::Loading;
use crate::part::part;
use crate::scenario::MeshInGround;
use crate::tree::lay_mesh;
use crate::value::{Table, Value};

/// The meshes of a file, each where it lies on the bare ground; `None` where something is wrong with one.
pub(super) fn read(
    loading: &mut Loading<'_>,
    table: &Table,
    window: Option<&Window>,
    bare: &dyn Ground,
) -> Option<Vec<MeshInGround>> {
    if !table.has("mesh") {
        return Some(Vec::new());
    }
    let entries = table.tables("mesh")?;
    let mut found: Vec<Option<MeshInGround>> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let is_taken =
            |other: &Table| other.text("name").is_some() && other.text("name") == entry.text("name");
        if let Some(first) = entries[..number].iter().position(is_taken) {
            let message = format!(
                "`mesh.name` is `{}`, but so is that of entry {} of the list",
                entry.text("name").unwrap_or_default(),
                first + 1
            );
            let hint = "give each a name of its own".to_owned();
            loading.report.problem(entry.at("name"), message, hint);
            found.push(None);
        }
        found.push(in_ground(loading, entry, window, bare));
    }
    found.into_iter().collect()
}

fn in_ground(
    loading: &mut Loading<'_>,
    entry: &Table,
    window: Option<&Window>,
    bare: &dyn Ground,
) -> Option<MeshInGround> {
    let file = entry.text("file")?;
    if !file.to_ascii_lowercase().ends_with(".obj") {
        let message = format!("`mesh.file` is `{file}`, but a mesh is a file that ends in `.obj`");
        let hint = "save it as Wavefront OBJ, in metres, y up".to_owned();
        loading.report.problem(entry.at("file"), message, hint);
        return None;
    }
    let mut table = entry.clone();
    lay_mesh(loading, &mut table, "mesh");
    let Some(Value::Triangles(own_m)) = table.remove("triangles_m").map(|node| node.value) else {
        return None;
    };
    let said: SetMesh = part(&mut loading.report, "mesh", &table)?;
    let window = window?;
    if !window.holds(said.at_m) {
        let message = format!(
            "`mesh.at_m` is {:?}, beyond the world, which reaches from {:?} to {:?}",
            said.at_m, window.low_m, window.high_m
        );
        let hint = "move it into the world, or take it out".to_owned();
        loading.report.problem(entry.at("at_m"), message, hint);
        return None;
    }
    let up_m = bare.height_m(said.at_m) + said.offset_m;
    let (sine, cosine) = sin_cos(said.yaw_deg.to_radians());
    let place = |[east, north, up]: [f64; 3]| {
        [
            said.at_m[0] + said.scale * (cosine * east - sine * north),
            said.at_m[1] + said.scale * (sine * east + cosine * north),
            up_m + said.scale * up,
        ]
    };
    let triangles_m: Vec<Corners> = own_m.into_iter().map(|corners| corners.map(place)).collect();
    if !triangles_m.iter().any(is_seen_from_above) {
        let message =
            format!("`{file}` has no face that is seen from above, so that nothing could stand on it");
        let hint = "give it a roof, or block its ground with a `[[blocker]]`".to_owned();
        loading.report.problem(entry.at("file"), message, hint);
        return None;
    }
    Some(MeshInGround {
        name: said.name,
        triangles_m,
    })
}

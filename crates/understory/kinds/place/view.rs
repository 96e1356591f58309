//! A picture of a painted world as a camera sees it, from what its scene shows.

use std::io;

use understory_branching::mesh::TreeMesh;
use understory_export::Look;
use understory_export::gltf::Picture;
use understory_export::scene::{Coloured, Scene, SceneAsset, SceneGround, SceneInstance, Shape};
use understory_lab::store::Store;
use understory_numerics::parallel::try_map;
use understory_placement::Window;
use understory_report::tree::{Part as Kind, Skin, Surface};
use understory_report::view::{Camera, Instance, Part, Scene as Seen, Shape as SeenShape, view};
use understory_scenario::WorldScenario;

use crate::error::Error;

/// The picture.
pub(crate) const VIEW: &str = "view.png";

/// What is cut open below the edges of the ground, and how deep below its lowest place it goes, as a part of its longer side.
const SOIL: [u8; 3] = [146, 124, 100];
const DEEP: f64 = 0.02;
/// Cells along the side of the pieces of ground: small ones are left out where they are not seen.
const PIECE_CELLS: usize = 32;
/// What stands at an edge of the world is seen so high above the ground, m.
const STANDING_M: f64 = 12.0;

/// Writes the picture of a scene; `near` has of each asset its trees in more triangles, the most first; `pictures` those of its looks.
pub(crate) fn write_view(
    scenario: &WorldScenario,
    scene: &Scene<'_>,
    near: &[&[TreeMesh]],
    pictures: Vec<(Look, [Picture; 2])>,
    store: &dyn Store,
) -> Result<(), Error> {
    let camera = camera(scenario, scene.ground.as_ref());
    let seen = seen(scene, near, pictures)?;
    let name = &scenario.header.name;
    let title = format!("{name}: a view");
    let [x, y, z] = camera.from_m.map(|along_m| along_m.round());
    let description = format!(
        "The painted world {name} as a camera sees it from {x}, {y} and a height of {z} m: {} things on their ground.",
        seen.instances.len()
    );
    let png = view(&seen, &camera, &title, &description)?;
    Ok(store.write(VIEW, &mut |out| out.write_all(&png))?)
}

/// Height of the ground, or of the water that stands there, m.
pub(crate) fn surface_m(scenario: &WorldScenario, place_m: [f64; 2]) -> f64 {
    let height_m = scenario.world.maps().ground.height_m(place_m);
    let pond_m = scenario.ponds.as_ref().map(|ponds| ponds.level_m(place_m));
    [pond_m, scenario.sea_m]
        .into_iter()
        .flatten()
        .fold(height_m, f64::max)
}

/// Where the scenario puts the camera, or so that it sees all of the ground.
fn camera(scenario: &WorldScenario, ground: Option<&SceneGround<'_>>) -> Camera {
    let (wanted, maps) = (scenario.view, scenario.world.maps());
    let Window { low_m, high_m } = maps.window;
    let size_px = [wanted.width_px, wanted.height_px];
    let field_deg = wanted.field_of_view_deg;
    let on_ground =
        |[x_m, y_m]: [f64; 2], above_m: f64| [x_m, y_m, surface_m(scenario, [x_m, y_m]) + above_m];
    if let Some(from_m) = wanted.from_m {
        let middle_m = [0, 1].map(|axis| (low_m[axis] + high_m[axis]) / 2.0);
        return Camera {
            from_m: on_ground(from_m, wanted.above_ground_m),
            towards_m: on_ground(wanted.towards_m.unwrap_or(middle_m), 0.0),
            field_deg,
            size_px,
        };
    }
    let mut places_m = Vec::new();
    if let Some(ground) = ground {
        let foot_m = foot_m(ground);
        for (at, height_m) in ground.heights_m.iter().enumerate() {
            let [column, row] = [at % ground.columns, at / ground.columns];
            let [x_m, y_m] = crossing_m(ground, [column, row]);
            places_m.push([x_m, y_m, f64::from(*height_m) + STANDING_M]);
            let is_corner = [0, ground.columns - 1].contains(&column) && [0, ground.rows - 1].contains(&row);
            if is_corner {
                places_m.push([x_m, y_m, foot_m]);
            }
        }
    }
    Camera::of_all(&places_m, field_deg, size_px)
}

fn crossing_m(ground: &SceneGround<'_>, [column, row]: [usize; 2]) -> [f64; 2] {
    [
        ground.origin_m[0] + column as f64 * ground.cell_m[0],
        ground.origin_m[1] + row as f64 * ground.cell_m[1],
    ]
}

/// How deep the ground is cut open.
fn foot_m(ground: &SceneGround<'_>) -> f64 {
    let lowest_m = ground.heights_m.iter().copied().fold(f32::INFINITY, f32::min);
    let longest_m = (ground.cell_m[0] * ground.columns as f64).max(ground.cell_m[1] * ground.rows as f64);
    f64::from(lowest_m) - DEEP * longest_m
}

/// A scene as triangles alone.
pub(crate) fn seen(
    scene: &Scene<'_>,
    near: &[&[TreeMesh]],
    pictures: Vec<(Look, [Picture; 2])>,
) -> Result<Seen, Error> {
    let mut seen = Seen::default();
    // Trees of one look share their skins.
    let skin = |picture: Picture| Skin::new(picture.width, picture.pixels.into());
    let skins = pictures.into_iter();
    let skins: Vec<_> = skins.map(|(look, own)| (look, own.map(skin))).collect();
    seen.shapes = try_map(scene.assets.len().min(near.len()), 1, |number| {
        shape_of(&scene.assets[number], near[number], &skins)
    })?;
    for cell in scene.cells {
        let stand = cell.instances.iter().map(|one| instance(cell.asset, one));
        seen.instances.extend(stand);
    }
    if let Some(ground) = scene.ground {
        let (middle_m, pieces) = ground.pieces(PIECE_CELLS);
        for piece in pieces.into_iter().chain([edges(&ground, middle_m)]) {
            seen.instances
                .push(Instance::upright(seen.shapes.len(), middle_m));
            seen.shapes.push(SeenShape::of(vec![coloured(piece)]));
        }
    }
    Ok(seen)
}

/// How an asset, by its number, stands.
pub(crate) fn instance(asset: usize, stands: &SceneInstance) -> Instance {
    Instance {
        shape: asset,
        place_m: stands.place_m,
        rotation: stands.rotation,
        scale: stands.scale,
        stretch: stands.stretch,
        shade: stands.shade,
    }
}

fn shape_of(
    asset: &SceneAsset<'_>,
    near: &[TreeMesh],
    skins: &[(Look, [Skin; 2])],
) -> Result<SeenShape, Error> {
    match &asset.shape {
        Shape::Simple(simple) => {
            let mesh = simple.mesh(asset.name).map_err(io::Error::other)?;
            Ok(SeenShape::of(vec![coloured(mesh)]))
        }
        Shape::Tree { mesh, look } => {
            let known = skins.iter().find(|(known, _)| known == *look);
            let (_, skins) = known.expect("each look of an asset has its skins");
            Ok(SeenShape {
                near: near.iter().map(|mesh| tree(mesh, skins)).collect(),
                ..SeenShape::of(tree(mesh, skins))
            })
        }
    }
}

/// Wood and leaves of a tree, with their skins.
fn tree(mesh: &TreeMesh, skins: &[Skin; 2]) -> Vec<Part> {
    let parts = [(Kind::Wood, &mesh.bark), (Kind::Leaves, &mesh.leaves)].into_iter();
    let parts = parts.zip(skins).map(|((part, mesh), skin)| Part {
        surface: Surface {
            part,
            places_m: mesh.places_m.clone(),
            normals: mesh.normals.clone(),
            texture: mesh.texture.clone(),
            triangles: mesh.triangles.clone(),
            skin: skin.clone(),
        },
        colours: Vec::new(),
        open: mesh.light.clone(),
    });
    parts.collect()
}

fn coloured(mesh: Coloured) -> Part {
    Part {
        surface: Surface {
            texture: vec![[0.0; 2]; mesh.places_m.len()],
            places_m: mesh.places_m,
            normals: mesh.normals,
            triangles: mesh.triangles,
            skin: Skin::plain([u8::MAX; 3]),
            ..Surface::default()
        },
        colours: mesh.colours,
        open: Vec::new(),
    }
}

/// The ground cut open along its four edges, so that nobody looks below it; places are counted from a place.
fn edges(ground: &SceneGround<'_>, from_m: [f64; 3]) -> Coloured {
    let SceneGround {
        columns,
        rows,
        heights_m,
        ..
    } = *ground;
    let foot_m = foot_m(ground);
    let mut cut = Coloured::default();
    // Counter-clockwise from the south-west: each edge with its crossings, and away from the ground.
    let sides: [(Vec<[usize; 2]>, [f32; 3]); 4] = [
        ((0..columns).map(|column| [column, 0]).collect(), [0.0, -1.0, 0.0]),
        ((0..rows).map(|row| [columns - 1, row]).collect(), [1.0, 0.0, 0.0]),
        (
            (0..columns).rev().map(|column| [column, rows - 1]).collect(),
            [0.0, 1.0, 0.0],
        ),
        ((0..rows).rev().map(|row| [0, row]).collect(), [-1.0, 0.0, 0.0]),
    ];
    for (crossings, normal) in sides {
        for (number, [column, row]) in crossings.iter().copied().enumerate() {
            let [x_m, y_m] = crossing_m(ground, [column, row]);
            let first = cut.places_m.len() as u32;
            for z_m in [foot_m, f64::from(heights_m[row * columns + column])] {
                let place_m = [x_m - from_m[0], y_m - from_m[1], z_m - from_m[2]];
                cut.places_m.push(place_m.map(|along_m| along_m as f32));
                cut.normals.push(normal);
                cut.colours.push(SOIL);
            }
            if number > 0 {
                cut.triangles
                    .extend([[first - 2, first, first + 1], [first - 2, first + 1, first - 1]]);
            }
        }
    }
    cut
}

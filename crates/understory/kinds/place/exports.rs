//! A painted world as files that other programs open: its maps as PNG, what stands in it as glTF, as points, as features.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde_json::{Map, Value, json};
use understory_branching::mesh::{Detail as TreeDetail, TreeMesh, draw_levels};
use understory_branching::presets;
use understory_export::geojson::{self, Coordinates, Feature, Geometry};
use understory_export::points_ply::{self, CloudPoint};
use understory_export::scene::{
    Scene, SceneAsset, SceneCell, SceneInstance, Shape as SceneShape, SimpleKind, SimpleShape,
    write_scene as write, write_scene_nodes,
};
use understory_export::{Look, maps};
use understory_lab::place::LaidOut;
use understory_lab::store::Store;
use understory_numerics::parallel::try_map;
use understory_numerics::{RandomKey, sort};
use understory_placement::parameters::{Course, Rule};
use understory_placement::{AssetLook, CourseKind, Instance, PaintedWorld, Shape};
use understory_records::{DropRow, PropRow, paths};
use understory_report::world::rule_colour;
use understory_scenario::WorldScenario;
use understory_terrain::Grid;

use super::view::{surface_m, write_view};
use crate::error::Error;
use crate::shown_ground::ShownGround;
use crate::stored::read;

/// The biome map.
pub(crate) const BIOMES: &str = "biomes.png";
/// What stands, as one scene.
pub(crate) const SCENE: &str = "scene.glb";

/// The same with a node for each instance.
const SCENE_NODES: &str = "scene-nodes.glb";
/// What stands, as points.
const POINTS: &str = "instances.ply";
/// What lies and stands, as features.
const FEATURES: &str = "world.geojson";

/// Instances of a scene at most: more keep viewers from opening it.
const MOST_INSTANCES: u64 = 250_000;
/// Side of the cells that a scene is cut into, m: whole cells are left out of sight.
const CELL_M: f64 = 256.0;
/// Crossings of the ground's grid along its longer side.
const GROUND: f64 = 400.0;

/// How trees are drawn: in the view where the camera is near, then in the scene, where tens of thousands stand, so that each may
/// have some thousand triangles.
const DRAWN: [TreeDetail; 3] = [
    TreeDetail::of(25_000),
    TreeDetail::of(6_000),
    TreeDetail::of(1_500),
];

/// What a scene shows of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SceneContents {
    /// Instances in it.
    pub instances: u64,
    /// Rules that are left out, each with how many stand: those with the smallest footprints, where all would be too many.
    pub left_out: Vec<(String, u64)>,
}

/// Writes the biome map and the share of each texture.
pub(crate) fn write_maps(scenario: &WorldScenario, store: &dyn Store) -> Result<(), Error> {
    let world = &scenario.world;
    let biomes = &world.maps().biomes;
    let colours: Vec<[u8; 3]> = world
        .painting()
        .biomes
        .iter()
        .map(|biome| biome.colour.0)
        .collect();
    let (columns, rows) = (biomes.grid().columns(), biomes.grid().rows());
    store.write(BIOMES, &mut |mut out| {
        maps::write_kinds(&mut out, columns, rows, biomes.values(), &colours).map_err(io::Error::from)
    })?;
    let grid = grid_of(world, world.painting().place.texture_m)?;
    for (name, shares) in world.texture_names().iter().zip(world.texture_maps(&grid)) {
        store.write(&format!("textures/{name}.png"), &mut |mut out| {
            maps::write_shares(&mut out, grid.columns(), grid.rows(), &shares).map_err(io::Error::from)
        })?;
    }
    Ok(())
}

/// Whole cells over a world, of about this side.
fn grid_of(world: &PaintedWorld, cell_m: f64) -> Result<Grid, Error> {
    let window = &world.maps().window;
    let count = |axis: usize| {
        ((window.high_m[axis] - window.low_m[axis]) / cell_m)
            .ceil()
            .max(1.0) as u32
    };
    let grid = Grid::over(window.low_m, window.high_m, [count(0), count(1)]);
    Ok(grid.map_err(io::Error::other)?)
}

/// Writes what stands in some tiles as one scene.
pub(crate) fn write_scene(
    scenario: &WorldScenario,
    laid_out: &LaidOut,
    looks: &Looks,
    store: &dyn Store,
) -> Result<SceneContents, Error> {
    let world = &scenario.world;
    let (least_footprint_m, mut told) = shown(world, laid_out);
    let is_shown = |instance: &Instance| {
        let rule = instance.rule.map(|rule| &world.painting().rules[rule as usize]);
        rule.is_none_or(|rule| rule.footprint_m >= least_footprint_m)
    };
    // By cell, then by asset: few nodes, each of which lies together.
    let mut cells: BTreeMap<([i32; 2], usize), Vec<SceneInstance>> = BTreeMap::new();
    let mut show = |asset: usize, instance: SceneInstance| {
        let [x_m, y_m, _] = instance.place_m;
        let cell = [y_m, x_m].map(|at_m| (at_m / CELL_M).floor() as i32);
        let scale = instance.scale * looks.scales[asset];
        told.instances += 1;
        cells
            .entry((cell, asset))
            .or_default()
            .push(SceneInstance { scale, ..instance });
    };
    for instances in laid_out.standing.tiles(world, &world.detail()) {
        for instance in instances.into_iter().filter(is_shown) {
            let shown = SceneInstance {
                place_m: instance.place_m,
                rotation: instance.rotation,
                scale: instance.scale,
                stretch: 1.0,
                shade: instance.shade,
            };
            show(instance.asset as usize, shown);
        }
    }
    let asset_named = |name: &str| world.assets().iter().position(|asset| asset == name);
    if !world.painting().props.is_empty() {
        for prop in read::<PropRow>(store, paths::PROPS)? {
            let shown = SceneInstance {
                place_m: [prop.x_m, prop.y_m, prop.z_m],
                rotation: [prop.qx, prop.qy, prop.qz, prop.qw],
                scale: prop.scale,
                stretch: 1.0,
                shade: 1.0,
            };
            asset_named(&prop.asset)
                .into_iter()
                .for_each(|asset| show(asset, shown));
        }
    }
    if !world.painting().drops.is_empty() {
        for thing in read::<DropRow>(store, paths::DROP)? {
            let shown = SceneInstance {
                place_m: [thing.x_m, thing.y_m, thing.z_m],
                rotation: [thing.qx, thing.qy, thing.qz, thing.qw],
                scale: thing.scale,
                stretch: 1.0,
                shade: thing.shade,
            };
            asset_named(&thing.asset)
                .into_iter()
                .for_each(|asset| show(asset, shown));
        }
    }
    let names: Vec<String> = cells
        .keys()
        .map(|&([y, x], asset)| format!("{} {x},{y}", world.assets()[asset]))
        .collect();
    let cells: Vec<SceneCell<'_>> = cells
        .iter()
        .zip(&names)
        .map(|((&(_, asset), instances), name)| SceneCell {
            name,
            asset,
            instances,
        })
        .collect();
    let ground = ground(scenario);
    let window = &world.maps().window;
    let scene = Scene {
        assets: &looks.assets(world),
        cells: &cells,
        ground: Some(ground.as_scene()),
        origin_m: [window.low_m[0], window.low_m[1], 0.0],
    };
    let mut pictures = Vec::new();
    store.write(SCENE, &mut |mut out| {
        let written = write(&mut out, &scenario.header.name, &scene).map_err(io::Error::from)?;
        pictures = written.pictures;
        Ok(())
    })?;
    write_view(scenario, &scene, &looks.near(), pictures, store)?;
    if world.painting().place.scene_nodes {
        store.write(SCENE_NODES, &mut |mut out| {
            write_scene_nodes(&mut out, &scenario.header.name, &scene).map_err(io::Error::from)?;
            Ok(())
        })?;
    }
    Ok(told)
}

/// Writes what stands in some tiles as points and as features, where the world asks for it.
pub(crate) fn write_points(
    scenario: &WorldScenario,
    laid_out: &LaidOut,
    store: &dyn Store,
) -> Result<(), Error> {
    let world = &scenario.world;
    let (painting, detail) = (world.painting(), world.detail());
    let all = || laid_out.standing.tiles(world, &detail).flatten();
    if painting.place.ply {
        let rules: Vec<String> = painting.rules.iter().map(|rule| rule.name.clone()).collect();
        let colour = |rule: Option<u32>| rule.map_or([0; 3], |rule| rule_colour(rule as usize).0);
        store.write(POINTS, &mut |mut out| {
            let points = all().map(|instance| CloudPoint {
                place_m: instance.place_m,
                colour: colour(instance.rule),
                scale: instance.scale as f32,
                asset: instance.asset,
                rule: instance.rule,
            });
            points_ply::write(&mut out, laid_out.instances, [world.assets(), &rules], points)
                .map_err(io::Error::from)
        })?;
    }
    if painting.place.geojson {
        let lines =
            |kind: &'static str, courses: &[Course]| -> Vec<(&'static str, String, f64, Vec<[f64; 2]>)> {
                let each = courses.iter();
                each.map(|course| (kind, course.name.clone(), course.width_m, course.line_m()))
                    .collect()
            };
        let courses = [lines("river", &painting.rivers), lines("road", &painting.roads)].concat();
        let blockers = world.blockers();
        store.write(FEATURES, &mut |mut out| {
            let courses = courses.iter().map(|(kind, name, width_m, points_m)| Feature {
                geometry: Geometry::Line(points_m),
                properties: properties(json!({ "kind": kind, "name": name, "width_m": width_m })),
            });
            let blockers = blockers.iter().map(|blocker| {
                let [x_m, y_m] = blocker.at_m;
                let z_m = world.maps().ground.height_m(blocker.at_m);
                let mut said = json!({ "kind": "blocker", "name": blocker.name, "fade_m": blocker.fade_m });
                let geometry = match &blocker.corners_m[..] {
                    // There are no circles.
                    [] => {
                        said["radius_m"] = json!(blocker.radius_m);
                        Geometry::Point([x_m, y_m, z_m])
                    }
                    corners_m => Geometry::Polygon(corners_m),
                };
                Feature {
                    geometry,
                    properties: properties(said),
                }
            });
            let instances = all().map(|instance| Feature {
                geometry: Geometry::Point(instance.place_m),
                properties: properties(json!({
                    "kind": "instance",
                    "instance": instance.key.to_string(),
                    "asset": world.assets()[instance.asset as usize],
                    "rule": instance.rule.map(|rule| &painting.rules[rule as usize].name),
                    "rotation": instance.rotation,
                    "scale": instance.scale,
                    "shade": instance.shade,
                    "tags": world.tags(instance.asset),
                })),
            });
            let features = courses.chain(blockers).chain(instances);
            geojson::write(&mut out, &scenario.header.name, Coordinates::Metres, features)
                .map_err(io::Error::from)
        })?;
    }
    Ok(())
}

/// The members of an object.
fn properties(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The least footprint at which a scene has not too many instances, m, and what it then leaves out.
fn shown(world: &PaintedWorld, laid_out: &LaidOut) -> (f64, SceneContents) {
    let rules: Vec<(&Rule, u64)> = world
        .painting()
        .rules
        .iter()
        .zip(laid_out.of_rules.iter().copied())
        .collect();
    let least_footprint_m = least_shown_m(
        rules
            .iter()
            .map(|(rule, count)| (rule.footprint_m, *count))
            .collect(),
        MOST_INSTANCES.saturating_sub(laid_out.by_hand),
    );
    let left_out = rules
        .iter()
        .filter(|(rule, _)| rule.footprint_m < least_footprint_m);
    let told = SceneContents {
        instances: 0,
        left_out: left_out
            .map(|(rule, count)| (rule.name.clone(), *count))
            .collect(),
    };
    (least_footprint_m, told)
}

/// The least footprint at which all that have it or a larger one are at most so many; that of the largest where they are
/// more by themselves. Rules with one footprint come and go together.
fn least_shown_m(mut footprints: Vec<(f64, u64)>, most: u64) -> f64 {
    sort::by(&mut footprints, |a, b| b.0.total_cmp(&a.0));
    let mut sum = 0;
    let mut least_m = footprints.first().map_or(0.0, |(largest_m, _)| *largest_m);
    for same in footprints.chunk_by(|a, b| a.0 == b.0) {
        sum += same.iter().map(|(_, count)| count).sum::<u64>();
        if sum > most {
            return least_m;
        }
        least_m = same[0].0;
    }
    // Nothing is left out.
    0.0
}

/// A tree of a form.
struct GrownTree {
    /// As scenes have it.
    mesh: TreeMesh,
    /// In more triangles, the most first.
    near: [TreeMesh; 2],
    look: Look,
}

/// How the assets of a world look.
pub(crate) struct Looks {
    /// Trees by the name of their form, grown once.
    trees: BTreeMap<String, GrownTree>,
    /// Of each asset.
    looks: Vec<Option<AssetLook>>,
    /// What brings each asset to the height that is said.
    scales: Vec<f64>,
    /// Radius of the largest footprint of each asset, m, for those of which no look is said.
    footprints_m: Vec<f64>,
}

impl Looks {
    pub(crate) fn new(scenario: &WorldScenario) -> Result<Self, Error> {
        let world = &scenario.world;
        let look = |name: &String| scenario.assets.iter().find(|look| look.name == *name);
        let looks: Vec<Option<&AssetLook>> = world.assets().iter().map(look).collect();
        let forms = looks.iter().flatten().filter_map(|look| look.tree.as_ref());
        let forms = Vec::from_iter(forms.collect::<BTreeSet<_>>());
        let trees = try_map(forms.len(), 1, |number| grown(forms[number]))?;
        let trees: BTreeMap<String, GrownTree> = forms.into_iter().cloned().zip(trees).collect();
        let scale = |look: &Option<&AssetLook>| {
            let (form, wanted_m) = look.and_then(|look| look.tree.as_ref().zip(look.height_m))?;
            let places_m = trees[form].mesh.bark.places_m.iter();
            let height_m = places_m.map(|place_m| place_m[2]).fold(0.0, f32::max);
            Some(wanted_m / f64::from(height_m))
        };
        let scales = looks.iter().map(|look| scale(look).unwrap_or(1.0)).collect();
        let footprint_m = |asset: &String| {
            let rules = world.painting().rules.iter().filter(|rule| rule.asset == *asset);
            rules.map(|rule| rule.footprint_m).fold(0.5, f64::max)
        };
        Ok(Self {
            trees,
            looks: looks.into_iter().map(Option::<&AssetLook>::cloned).collect(),
            scales,
            footprints_m: world.assets().iter().map(footprint_m).collect(),
        })
    }

    /// The tree that an asset is, if it is one.
    fn tree(&self, asset: usize) -> Option<&GrownTree> {
        let form = self.looks[asset].as_ref()?.tree.as_ref()?;
        self.trees.get(form)
    }

    /// Of each asset its tree as it is drawn from near; none where it is no tree.
    fn near(&self) -> Vec<&[TreeMesh]> {
        let assets = 0..self.looks.len();
        assets
            .map(|asset| self.tree(asset).map_or(&[][..], |tree| &tree.near[..]))
            .collect()
    }

    fn assets<'a>(&'a self, world: &'a PaintedWorld) -> Vec<SceneAsset<'a>> {
        let shape = |asset: usize| {
            let look = self.looks[asset].as_ref();
            if let Some(GrownTree { mesh, look, .. }) = self.tree(asset) {
                return SceneShape::Tree { mesh, look };
            }
            let side_m = 2.0 * self.footprints_m[asset];
            SceneShape::Simple(simple(look, side_m))
        };
        let names = world.assets().iter().enumerate();
        names
            .map(|(asset, name)| SceneAsset {
                name,
                shape: shape(asset),
                tags: world.tags(asset as u32),
            })
            .collect()
    }
}

/// A tree of a form, drawn as it is seen from far away and from near.
fn grown(form: &str) -> Result<GrownTree, Error> {
    let preset = presets::named(form)
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("no tree ships as `{form}`")))?;
    let key = RandomKey::root(0, &["scene", form]);
    let form = preset.form();
    let tree = form.grow(key, &[]).map_err(io::Error::other)?;
    let [nearest, near, mesh] = draw_levels(&tree.skeleton, &DRAWN, form.leaf.as_ref(), key)
        .map_err(io::Error::other)?
        .try_into()
        .expect("as many as were asked for");
    Ok(GrownTree {
        mesh,
        near: [nearest, near],
        look: Look::named(preset.name).unwrap_or_default(),
    })
}

/// The shape of an asset, so large and grey where nothing else is said of it.
fn simple(look: Option<&AssetLook>, side_m: f64) -> SimpleShape {
    SimpleShape {
        kind: look.and_then(|look| look.shape).map_or(SimpleKind::Bush, kind),
        height_m: look.and_then(|look| look.height_m).unwrap_or(side_m),
        width_m: look.and_then(|look| look.width_m).unwrap_or(side_m),
        colour: look
            .and_then(|look| look.colour)
            .map_or([128, 128, 128], |colour| colour.0),
    }
}

/// Corners of an asset that is a shape, as the scene shows it at the scale 1, m.
#[cfg(feature = "drops")]
pub(crate) fn corners_of(look: &AssetLook) -> Option<Vec<[f64; 3]>> {
    look.shape?;
    let side_m = look.height_m.unwrap_or(1.0);
    simple(Some(look), side_m).corners_m().ok()
}

fn kind(shape: Shape) -> SimpleKind {
    match shape {
        Shape::Conifer => SimpleKind::Conifer,
        Shape::Broadleaf => SimpleKind::Broadleaf,
        Shape::Bush => SimpleKind::Bush,
        Shape::Fern => SimpleKind::Fern,
        Shape::Grass => SimpleKind::Grass,
        Shape::Rock => SimpleKind::Rock,
        Shape::Log => SimpleKind::Log,
        Shape::House => SimpleKind::House,
        Shape::Card => SimpleKind::Card,
    }
}

/// The ground in the colours of its biomes, roads and rivers in theirs.
fn ground(scenario: &WorldScenario) -> ShownGround {
    let (world, maps) = (&scenario.world, scenario.world.maps());
    let (low_m, high_m) = (maps.window.low_m, maps.window.high_m);
    // Half a cell wider, so that narrow ones are not lost between crossings.
    let wider_m = 0.5 * (high_m[0] - low_m[0]).max(high_m[1] - low_m[1]) / GROUND;
    ShownGround::over(low_m, high_m, GROUND, |place_m| {
        let biome = &world.painting().biomes[usize::from(maps.biomes.nearest(place_m))];
        let colour = match world.course_at(place_m, wider_m) {
            Some(CourseKind::River) => RIVER,
            Some(CourseKind::Road) => ROAD,
            None => biome.colour.0,
        };
        (surface_m(scenario, place_m), colour)
    })
}

const ROAD: [u8; 3] = [148, 140, 128];
const RIVER: [u8; 3] = [70, 118, 158];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_footprints_are_left_out_of_a_scene_that_is_too_large() {
        let footprints = || vec![(0.5, 400), (2.0, 30), (1.0, 20), (1.0, 50)];
        assert_eq!(least_shown_m(footprints(), 500), 0.0);
        assert_eq!(least_shown_m(footprints(), 499), 1.0);
        assert_eq!(least_shown_m(footprints(), 99), 2.0);
        assert_eq!(least_shown_m(footprints(), 5), 2.0);
        assert_eq!(least_shown_m(Vec::new(), 5), 0.0);
    }
}

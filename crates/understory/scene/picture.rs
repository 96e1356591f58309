//! Pictures of a stand: grown beside scattered, and through the years.

use std::io;

use understory_branching::mesh::TreeMesh;
use understory_export::scene::{Scene, SceneAsset, SceneInstance, Shape};
use understory_lab::Watch;
use understory_numerics::parallel::{of_each, try_map};
use understory_numerics::sort;
use understory_report::view::{Camera, Instance, Meadow, Scene as Seen, view_beside, view_film};

use super::cast::{Cast, instance};
use super::levels::LEVELS;
use super::models::size_of;
use super::stand::Stand;
use super::trees::Tree;
use crate::error::Error;
use crate::kinds::place::view;
use crate::shown_ground::ShownGround;

/// The levels that pictures take, the nearest first and the farthest last.
const PICTURED: [usize; 4] = [1, 2, 3, 4];
/// Of each of the two pictures that stand beside each other, and of a film.
pub(super) const SIZE_PX: [u32; 2] = [1080, 660];
const FILM_PX: [u32; 2] = [800, 490];
/// Around level ground lies a meadow, so little lower that the stand's own ground shows, m.
const MEADOW: Meadow = Meadow {
    height_m: -0.05,
    colour: [128, 144, 86],
};

/// The models of a stand and its ground as they are drawn, before any tree stands there.
struct Stage<'a> {
    cast: &'a Cast,
    empty: Seen,
    heights_m: Vec<f64>,
    meadow: Option<Meadow>,
}

impl<'a> Stage<'a> {
    fn of(stand: &Stand, cast: &'a Cast, ground: &ShownGround) -> Result<Self, Error> {
        let triangles = PICTURED.map(|level| LEVELS[level]);
        let draw = |number: usize| cast.models[number].draw(&triangles, false);
        let meshes: Vec<Vec<TreeMesh>> = try_map(cast.models.len(), 1, draw)?;
        let [near, far] = [0..PICTURED.len() - 1, PICTURED.len() - 1..PICTURED.len()];
        let assets: Vec<SceneAsset<'_>> = meshes
            .iter()
            .zip(&cast.models)
            .map(|(meshes, model)| SceneAsset {
                name: &model.name,
                shape: Shape::Tree {
                    mesh: &meshes[far.start],
                    look: &model.look,
                },
                tags: "",
            })
            .collect();
        let near: Vec<&[TreeMesh]> = meshes.iter().map(|meshes| &meshes[near.clone()]).collect();
        let scene = Scene {
            assets: &assets,
            cells: &[],
            ground: Some(ground.as_scene()),
            origin_m: [0.0; 3],
        };
        let pictures = scene.pictures().map_err(io::Error::from)?;
        Ok(Self {
            cast,
            empty: view::seen(&scene, &near, pictures)?,
            // Levels of one model are about as high.
            heights_m: of_each(&meshes, |meshes| size_of(&meshes[1])[1]),
            meadow: stand.ground.is_level().then_some(MEADOW),
        })
    }

    /// Trees, each with its model, in their places.
    fn with<'t>(&self, trees: impl Iterator<Item = (&'t Tree, usize, [f64; 3])>) -> Seen {
        let mut trees: Vec<(usize, SceneInstance)> = trees
            .map(|(tree, model, place_m)| {
                let stands = instance(tree, &self.cast.models[model], self.heights_m[model], place_m);
                (model, stands)
            })
            .collect();
        // Model by model, as in the file of a scene.
        sort::by_key(&mut trees, |(model, _)| *model);
        let stands = trees.iter().map(|(model, stands)| view::instance(*model, stands));
        let ground = self.empty.instances.iter().cloned();
        let mut instances: Vec<Instance> = stands.chain(ground).collect();
        // Only those that stand somewhere: every shape is made ready to be drawn from far away.
        let mut places = vec![None; self.empty.shapes.len()];
        let mut shapes = Vec::new();
        for instance in &mut instances {
            let shape = instance.shape;
            instance.shape = *places[shape].get_or_insert_with(|| {
                shapes.push(self.empty.shapes[shape].clone());
                shapes.len() - 1
            });
        }
        Seen { shapes, instances }
    }
}

/// The stand as it grew, and the same trees in places that are drawn at random, as one camera sees them.
pub(super) fn grown_and_scattered(
    stand: &Stand,
    cast: &Cast,
    ground: &ShownGround,
    camera: &Camera,
) -> Result<Vec<u8>, Error> {
    let stage = Stage::of(stand, cast, ground)?;
    let seen = |place: &dyn Fn(&Tree) -> [f64; 3]| {
        let trees = stand.trees.iter().zip(&cast.of_trees);
        stage.with(trees.map(|(tree, model)| (tree, *model, place(tree))))
    };
    let grown = seen(&|tree| tree.place_m);
    let scattered = seen(&|tree| {
        let [x_m, y_m] = tree.scattered(stand.low_m, stand.high_m);
        [x_m, y_m, stand.ground.height_m([x_m, y_m])]
    });
    let trees = stand.trees.len();
    let words = [
        format!("{}, year {}: as it grew", stand.name, stand.year),
        "the same trees in places drawn at random".to_owned(),
    ];
    let title = format!("{}, year {}: grown and scattered", stand.name, stand.year);
    let description = format!(
        "Two pictures side by side by one camera, drawn by understory scene. On the left {trees} trees of {} in year {} where they \
         grew; on the right the same trees in places drawn at random.",
        stand.name, stand.year
    );
    let scenes = [(&grown, words[0].as_str()), (&scattered, words[1].as_str())];
    Ok(view_beside(&scenes, camera, stage.meadow, &title, &description)?)
}

/// The stand in some years, of each how many of the trees that follow each other in `stand` are its own; all by the camera that
/// sees the trees of all years. There is one year at least.
pub(super) fn film(
    stand: &Stand,
    cast: &Cast,
    years: &[(u32, usize)],
    camera_m: Option<[f64; 3]>,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Error> {
    let ground = stand.ground.shown(stand.low_m, stand.high_m);
    let stage = Stage::of(stand, cast, &ground)?;
    let camera = stand.camera(camera_m, FILM_PX);
    let mut trees = stand.trees.iter().zip(&cast.of_trees);
    let frames = (1..).zip(years).map(|(number, (year, count))| {
        watch.step("drawing years", number, years.len() as u64);
        let own = trees.by_ref().take(*count);
        let seen = stage.with(own.map(|(tree, model)| (tree, *model, tree.place_m)));
        Ok::<_, Error>((seen, format!("{}, year {year}: {count} trees", stand.name)))
    });
    let [(first, _), (last, of_last)] = [years[0], years[years.len() - 1]];
    let title = format!("{}, years {first} to {last}", stand.name);
    let description = format!(
        "The stand {} in {} of its years, {first} to {last}, by one camera, drawn by understory scene. In the last of them {of_last} trees of \
         1.3 m or more are shown.",
        stand.name,
        years.len()
    );
    view_film(frames, &camera, stage.meadow, &title, &description)
}

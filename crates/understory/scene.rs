//! A stand of a run as one glTF file, and a picture of it beside the same trees in places drawn at random.
//!
//! Top to bottom: `trees` are read from the run's folder; `forms` says which form that branches stands for a species; `rungs` grows
//! its trees, of which `models` makes some for each class of size (`crowns` takes those that grew in the run); `levels` decides how
//! finely each tree is drawn; `ground` is what they stand on; `out` puts the files in their places.

mod crowns;
mod error;
mod forms;
mod ground;
mod levels;
mod models;
mod out;
mod rungs;
mod trees;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;

use rayon::prelude::*;
use understory_branching::mesh::TreeMesh;
use understory_branching::skeleton::Skeleton;
use understory_export::Look;
use understory_export::scene::{
    Scene, SceneAsset, SceneCell, SceneInstance, Shape, write_scene, write_scene_nodes,
};
use understory_lab::Watch;
use understory_records::{GroundRow, GrowthPointRow, Manifest, TreeRow, paths};
use understory_report::view::{Camera, Meadow, view_beside};
use understory_scenario::species_presets;

pub use self::error::SceneError;
pub use self::forms::FormOfSpecies;
pub(crate) use self::forms::usual_forms;
pub(crate) use self::ground::Ground;
use self::ground::distance_m;
use self::levels::{Drawn, LEVELS, Seen};
use self::models::{GrownForm, Model, size_of};
use self::out::Places;
use self::rungs::Ladder;
use self::trees::{LEAST_M, Tree};
use crate::error::Error;
use crate::files::slashed;
use crate::left::is_listed;
use crate::pattern::recorded_year;
use crate::results::{Results, manifest_in};
use crate::shown_ground::ShownGround;
use crate::world_view;

/// Triangles that may be asked for.
const LEAST_TRIANGLES: u64 = 1_000;
const MOST_TRIANGLES: u64 = 100_000_000;
/// The levels that the picture takes, the nearest first and the farthest last.
const PICTURED: [usize; 4] = [1, 2, 3, 4];
/// Of each of the two pictures.
const SIZE_PX: [u32; 2] = [1080, 660];
/// The camera that sees all is so high above the horizon, which is then in its picture, and sees so much.
const ABOVE_DEG: f64 = 12.0;
const FIELD_DEG: f64 = 44.0;
/// Around level ground lies a meadow, so little lower that the stand's own ground shows, m.
const MEADOW: Meadow = Meadow {
    height_m: -0.05,
    colour: [128, 144, 86],
};
/// A camera that stands somewhere sees so much, and looks so high, as a share of the highest tree.
const WIDE_DEG: f64 = 60.0;
const LOOKS_AT: f64 = 0.4;
/// Deviations are told of trees that are no lower than this: so many of them, as a share, deviate less.
const TOLD_M: f64 = 5.0;
const MOST_OF: f64 = 0.9;

/// Which stand of a run is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneRequest {
    /// The folder of the run.
    pub run: PathBuf,
    /// The year; without, the last that was recorded.
    pub year: Option<u32>,
    /// The file of the scene, which ends in `.glb`; its picture stands beside it. Without, both go into the folder of the run.
    pub out: Option<PathBuf>,
    /// The part of the plot that is shown, west, south, east and north, m; without, all of it.
    pub window_m: Option<[f64; 4]>,
    /// Where the camera stands, and how high above the ground, m; it looks to the middle of what is shown. Without, it sees all.
    pub camera_m: Option<[f64; 3]>,
    /// Triangles of all trees and the ground at most, each tree counted as often as it stands.
    pub triangles: u64,
    /// Whether trees whose crowns grew in the run are shown as they grew.
    pub crowns_grown: bool,
    /// Whether the ground is in the scene.
    pub ground: bool,
    /// Whether roots are.
    pub roots: bool,
    /// Whether each tree is a node, for readers without `EXT_mesh_gpu_instancing`.
    pub plain: bool,
    /// Forms of species in place of the usual ones.
    pub forms: Vec<(String, String)>,
}

impl SceneRequest {
    /// The last year of a run, all of it, without ground and roots, in at most 3 million triangles.
    #[must_use]
    pub fn of(run: impl Into<PathBuf>) -> Self {
        Self {
            run: run.into(),
            year: None,
            out: None,
            window_m: None,
            camera_m: None,
            triangles: 3_000_000,
            crowns_grown: false,
            ground: false,
            roots: false,
            plain: false,
            forms: Vec::new(),
        }
    }
}

/// What a scene shows, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneLeft {
    /// The file of the scene.
    pub scene: PathBuf,
    /// The picture.
    pub picture: PathBuf,
    /// The year.
    pub year: u32,
    /// Each species that is shown.
    pub species: Vec<SpeciesShown>,
    /// Trees lower than breast height, which are left out.
    pub too_low: usize,
    /// Triangles of all trees as often as they stand, and of the ground.
    pub triangles: u64,
    /// The length of the file.
    pub bytes: u64,
    /// How far models are from their trees; none where no tree of 5 m or more is shown by one.
    pub deviations: Option<Deviations>,
}

/// A species in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeciesShown {
    /// Its form, and why that one.
    pub form: FormOfSpecies,
    /// Its trees.
    pub trees: usize,
    /// Those that are shown as their crowns grew.
    pub as_grown: usize,
    /// The models by which the others are shown.
    pub models: usize,
}

/// How far models of trees of 5 m or more are from their trees as they stand, as shares; heights are those of the trees. Crowns of
/// lower ones may be narrower than a spray of leaves is long: theirs are drawn shorter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviations {
    /// By how much nine trees in ten differ less in the radius of their crowns.
    pub crown: f64,
    /// The same of the diameter at breast height.
    pub stem: f64,
    /// By how much leaves differ from their own size, at most.
    pub leaf: f64,
}

/// Makes a scene of a run and the picture beside it. The same folder and request give the same bytes.
///
/// # Errors
/// [`Error`]: a folder that is no run or not whole, a year that was not recorded, [`SceneError`] for what cannot be shown.
pub fn scene(request: &SceneRequest, watch: &dyn Watch) -> Result<SceneLeft, Error> {
    if !(LEAST_TRIANGLES..=MOST_TRIANGLES).contains(&request.triangles) {
        let triangles = request.triangles;
        return Err(SceneError::Triangles {
            triangles,
            least: LEAST_TRIANGLES,
            most: MOST_TRIANGLES,
        }
        .into());
    }
    let stand = Stand::read(request)?;
    let places = Places::of(&request.run, stand.year, request.out.as_deref())?;
    let shown_ground = stand.ground.shown(stand.low_m, stand.high_m);
    let for_ground = if request.ground {
        shown_ground.triangles()
    } else {
        0
    };
    // Before hours of work: the coarsest level of all.
    let coarsest = u64::from(LEVELS[LEVELS.len() - 1]) / 2;
    let for_trees = request.triangles.saturating_sub(for_ground);
    let needed = stand.trees.len() as u64 * coarsest;
    if needed > for_trees {
        return Err(SceneError::TooManyTrees {
            trees: stand.trees.len(),
            needed: needed + for_ground,
            triangles: request.triangles,
        }
        .into());
    }
    watch.step("growing models", 0, 1);
    let cast = Cast::of(&stand, request)?;
    let camera = stand.camera(request.camera_m);
    watch.step("drawing trees", 0, 1);
    let seen: Vec<Seen> = stand
        .trees
        .iter()
        .zip(&cast.of_trees)
        .map(|(tree, model)| Seen {
            model: *model,
            size: tree.height_m.max(2.0 * tree.crown_radius_m)
                / distance_m(camera.from_m, tree.middle_m()).max(1.0),
            height_m: tree.height_m,
        })
        .collect();
    let drawn = levels::draw(&seen, &cast.models, request.roots, for_trees)?;
    let (bytes, deviations) = write(&stand, &cast, &drawn, &shown_ground, request)?;
    watch.step("drawing the picture", 0, 1);
    let picture = picture(&stand, &cast, &shown_ground, &camera)?;
    places.write(&request.run, stand.year, &bytes, &picture)?;
    Ok(SceneLeft {
        scene: places.scene,
        picture: places.picture,
        year: stand.year,
        species: cast.told(&stand),
        too_low: stand.too_low,
        triangles: drawn.triangles + for_ground,
        bytes: bytes.len() as u64,
        deviations,
    })
}

/// What the folder of a run says of a year.
struct Stand {
    name: String,
    year: u32,
    species: Vec<String>,
    forms: Vec<FormOfSpecies>,
    trees: Vec<Tree>,
    too_low: usize,
    low_m: [f64; 2],
    high_m: [f64; 2],
    ground: Ground,
    /// Crowns that grew, by the numbers of their trees.
    grown: HashMap<u64, Skeleton>,
}

impl Stand {
    fn read(request: &SceneRequest) -> Result<Self, Error> {
        let run = request.run.as_path();
        let manifest: Manifest = manifest_in(run)?;
        let year = recorded_year(run, request.year, &manifest)?;
        let results = Results::in_folder(run)?;
        let world = &manifest.world;
        let far_m = [0, 1].map(|axis| world.origin_m[axis] + world.size_m[axis]);
        let (low_m, high_m) = window(request.window_m, world.origin_m, far_m)?;
        let table = slashed(&run.join(paths::trees(year, manifest.format())));
        let rows: Vec<TreeRow> = results.trees(year)?;
        let is_within = |row: &&TreeRow| {
            let at_m = [row.x_m, row.y_m];
            (0..2).all(|axis| at_m[axis] >= low_m[axis] && at_m[axis] <= high_m[axis])
        };
        let (high, low): (Vec<&TreeRow>, Vec<&TreeRow>) = rows
            .iter()
            .filter(is_within)
            .partition(|row| row.height_m >= LEAST_M);
        if high.is_empty() {
            let within = request.window_m.map_or("", |_| " in the window");
            return Err(SceneError::NoTrees {
                table,
                least_m: LEAST_M,
                within: within.to_owned(),
            }
            .into());
        }
        let species = &manifest.species;
        let trees: Result<Vec<Tree>, SceneError> = high
            .into_iter()
            .map(|row| Tree::of(row, species, &table))
            .collect();
        let scenario = run.join("scenario.toml");
        let text = io::read_to_string(results.store().open("scenario.toml")?)?;
        let presets_of = species_presets(&text).ok_or_else(|| SceneError::Scenario {
            file: slashed(&scenario),
        })?;
        let has = |path: &str| is_listed(&manifest.files, path);
        let ground = if has(paths::GROUND) {
            let rows: Vec<GroundRow> = results.rows(paths::GROUND)?;
            let table = slashed(&run.join(paths::GROUND));
            Ground::of(&rows, &table, world.origin_m, world.size_m)?
        } else {
            Ground::level(world.origin_m, world.size_m)
        };
        let mut grown = HashMap::new();
        if request.crowns_grown {
            let path = |year: u32| paths::growth_points(year, manifest.format());
            if !has(&path(year)) {
                let others = manifest.recorded_years.iter().filter(|year| has(&path(**year)));
                let others: Vec<String> = others.map(u32::to_string).collect();
                return Err(SceneError::NoCrowns {
                    run: slashed(run),
                    year,
                    others: match others.len() {
                        0 => String::new(),
                        _ => format!("; they did in {}", others.join(", ")),
                    },
                }
                .into());
            }
            let rows: Vec<GrowthPointRow> = results.rows(&path(year))?;
            grown = crowns::skeletons(&rows, &slashed(&run.join(path(year))), request.roots)?;
        }
        Ok(Self {
            name: manifest.scenario.clone(),
            year,
            forms: forms::forms(species, &presets_of, &request.forms)?,
            species: species.clone(),
            trees: trees?,
            too_low: low.len(),
            low_m,
            high_m,
            ground,
            grown,
        })
    }

    fn highest_m(&self) -> f64 {
        self.trees.iter().map(|tree| tree.height_m).fold(0.0, f64::max)
    }

    /// The camera that was asked for, or one that sees all trees and all of the ground.
    fn camera(&self, asked_m: Option<[f64; 3]>) -> Camera {
        if let Some([x_m, y_m, above_m]) = asked_m {
            let [x, y] = [0, 1].map(|axis| (self.low_m[axis] + self.high_m[axis]) / 2.0);
            return Camera {
                from_m: [x_m, y_m, self.ground.height_m([x_m, y_m]) + above_m],
                towards_m: [x, y, self.ground.height_m([x, y]) + LOOKS_AT * self.highest_m()],
                field_deg: WIDE_DEG,
                size_px: SIZE_PX,
            };
        }
        let mut places_m: Vec<[f64; 3]> = Vec::new();
        for tree in &self.trees {
            let [x_m, y_m, z_m] = tree.place_m;
            places_m.push([x_m, y_m, z_m + tree.height_m]);
        }
        for x_m in [self.low_m[0], self.high_m[0]] {
            for y_m in [self.low_m[1], self.high_m[1]] {
                places_m.push([x_m, y_m, self.ground.height_m([x_m, y_m])]);
            }
        }
        Camera::of_all_above(
            &places_m,
            ABOVE_DEG,
            self.turns_to_lowest_side(),
            FIELD_DEG,
            SIZE_PX,
        )
    }

    /// Quarter turns from the south to the side where the ground is lowest, so that a slope faces the camera.
    fn turns_to_lowest_side(&self) -> u32 {
        const PLACES: u32 = 16;
        let along = |axis: usize, step: u32| {
            let share = f64::from(step) / f64::from(PLACES);
            self.low_m[axis] + share * (self.high_m[axis] - self.low_m[axis])
        };
        let sides = [
            (1, self.low_m[1]),
            (0, self.high_m[0]),
            (1, self.high_m[1]),
            (0, self.low_m[0]),
        ];
        let heights_m = sides.map(|(across, at_m)| {
            let place_m = |step: u32| {
                let mut place_m = [along(0, step), along(1, step)];
                place_m[across] = at_m;
                place_m
            };
            (0..=PLACES)
                .map(|step| self.ground.height_m(place_m(step)))
                .sum::<f64>()
        });
        let lowest = |best: usize, side: usize| {
            if heights_m[side] < heights_m[best] {
                side
            } else {
                best
            }
        };
        (1..sides.len()).fold(0, lowest) as u32
    }
}

impl Tree {
    /// The middle of its height.
    fn middle_m(&self) -> [f64; 3] {
        let [x_m, y_m, z_m] = self.place_m;
        [x_m, y_m, z_m + 0.5 * self.height_m]
    }
}

/// The part of the plot that is shown, which it is cut to.
fn window(
    asked_m: Option<[f64; 4]>,
    low_m: [f64; 2],
    high_m: [f64; 2],
) -> Result<([f64; 2], [f64; 2]), SceneError> {
    let Some([west, south, east, north]) = asked_m else {
        return Ok((low_m, high_m));
    };
    let (low, high) = ([west, south], [east, north]);
    let is_there =
        (0..2).all(|axis| low[axis] < high[axis] && low[axis] < high_m[axis] && high[axis] > low_m[axis]);
    if !is_there {
        let words =
            |[west, south]: [f64; 2], [east, north]: [f64; 2]| format!("{west},{south},{east},{north}");
        return Err(SceneError::Window {
            window: words(low, high),
            plot: words(low_m, high_m),
        });
    }
    let axes = [0, 1];
    Ok((
        axes.map(|axis| low[axis].max(low_m[axis])),
        axes.map(|axis| high[axis].min(high_m[axis])),
    ))
}

/// The models of a stand, and which of them each tree is shown by.
struct Cast {
    models: Vec<Model>,
    of_trees: Vec<usize>,
}

impl Cast {
    fn of(stand: &Stand, request: &SceneRequest) -> Result<Self, Error> {
        // The height and the thickness of the largest tree of each form.
        let mut largest: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        for tree in &stand.trees {
            let form = stand.forms[tree.species].form.as_str();
            let [highest_m, thickest_cm] = largest.entry(form).or_default();
            *highest_m = highest_m.max(tree.height_m);
            *thickest_cm = thickest_cm.max(tree.dbh_cm);
        }
        let mut grown: BTreeMap<&str, GrownForm> = BTreeMap::new();
        for (form, [highest_m, thickest_cm]) in largest {
            let ladder = Ladder::grow(form, highest_m, thickest_cm, request.roots);
            let look = Look::named(form).unwrap_or_default();
            grown.insert(form, GrownForm { ladder, look });
        }
        // A species without trees has no part in it.
        let any = grown.values().next().expect("a stand without trees was refused");
        let of_species: Vec<&GrownForm> = stand
            .forms
            .iter()
            .map(|form| grown.get(form.form.as_str()).unwrap_or(any))
            .collect();
        let is_wanted = |tree: &Tree| !stand.grown.contains_key(&tree.number);
        let (mut models, of_trees) = models::models(&stand.trees, &is_wanted, &of_species, &stand.species)?;
        let of_trees = stand.trees.iter().zip(of_trees).map(|(tree, model)| {
            model.unwrap_or_else(|| {
                let skeleton = stand.grown[&tree.number].clone();
                let species = &stand.species[tree.species];
                models.push(crowns::model(tree, of_species[tree.species], species, skeleton));
                models.len() - 1
            })
        });
        let of_trees = of_trees.collect();
        Ok(Self { models, of_trees })
    }

    fn told(&self, stand: &Stand) -> Vec<SpeciesShown> {
        let species = stand.forms.iter().enumerate().map(|(number, form)| {
            let is_own = |tree: &&Tree| tree.species == number;
            let models = self
                .models
                .iter()
                .filter(|model| model.species == number && model.size.is_some());
            SpeciesShown {
                form: form.clone(),
                trees: stand.trees.iter().filter(is_own).count(),
                as_grown: (stand.trees.iter().filter(is_own))
                    .filter(|tree| stand.grown.contains_key(&tree.number))
                    .count(),
                models: models.count(),
            }
        });
        species.filter(|species| species.trees > 0).collect()
    }
}

/// How a tree stands whose model is drawn so high: turned by its own draw, as high and as wide as it is. A crown that grew stands
/// as it grew.
fn instance(tree: &Tree, model: &Model, drawn_m: f64, place_m: [f64; 3]) -> SceneInstance {
    let upright = SceneInstance::upright(place_m);
    match model.size {
        None => upright,
        Some(size) => {
            let scale = tree.crown_radius_m / size.crown_radius_m;
            SceneInstance {
                rotation: tree.rotation(),
                scale,
                stretch: tree.height_m / drawn_m / scale,
                ..upright
            }
        }
    }
}

/// The file of the scene, and how far models are from their trees.
fn write(
    stand: &Stand,
    cast: &Cast,
    drawn: &Drawn,
    ground: &ShownGround,
    request: &SceneRequest,
) -> Result<(Vec<u8>, Option<Deviations>), Error> {
    let sizes_m: BTreeMap<(usize, usize), [f64; 2]> = drawn
        .meshes
        .par_iter()
        .map(|(key, mesh)| (*key, size_of(mesh)))
        .collect();
    let mut places: BTreeMap<(usize, usize), Vec<SceneInstance>> = BTreeMap::new();
    let (mut crowns, mut stems, mut leaf) = (Vec::new(), Vec::new(), 0.0_f64);
    for ((tree, model), level) in stand.trees.iter().zip(&cast.of_trees).zip(&drawn.levels) {
        let key = (*model, *level);
        let [radius_m, drawn_m] = sizes_m[&key];
        let model = &cast.models[*model];
        let instance = instance(tree, model, drawn_m, tree.place_m);
        if model.size.is_some() {
            let SceneInstance { scale, stretch, .. } = instance;
            if tree.height_m >= TOLD_M {
                crowns.push((scale * radius_m / tree.crown_radius_m - 1.0).abs());
                stems.push((scale * model.dbh_cm / tree.dbh_cm - 1.0).abs());
                leaf = leaf.max((scale - 1.0).abs()).max((scale * stretch - 1.0).abs());
            }
        }
        places.entry(key).or_default().push(instance);
    }
    let names: Vec<String> = places
        .keys()
        .map(|(model, level)| format!("{} lod{level}", cast.models[*model].name))
        .collect();
    let assets: Vec<SceneAsset<'_>> = places
        .keys()
        .zip(&names)
        .map(|(key, name)| SceneAsset {
            name,
            shape: Shape::Tree {
                mesh: &drawn.meshes[key],
                look: &cast.models[key.0].look,
            },
            tags: &stand.species[cast.models[key.0].species],
        })
        .collect();
    let cells: Vec<SceneCell<'_>> = places
        .values()
        .zip(&names)
        .enumerate()
        .map(|(asset, (instances, name))| SceneCell {
            name,
            asset,
            instances,
        })
        .collect();
    let scene = Scene {
        assets: &assets,
        cells: &cells,
        ground: request.ground.then(|| ground.as_scene()),
        // Readers find trees where the table has them.
        origin_m: [0.0; 3],
    };
    let name = format!("{}, year {}", stand.name, stand.year);
    let mut bytes = Vec::new();
    let written = match request.plain {
        true => write_scene_nodes(&mut bytes, &name, &scene),
        false => write_scene(&mut bytes, &name, &scene),
    };
    written.map_err(io::Error::from)?;
    let deviations = (!crowns.is_empty()).then(|| Deviations {
        crown: most_of(crowns),
        stem: most_of(stems),
        leaf,
    });
    Ok((bytes, deviations))
}

/// What nine in ten are no more than.
fn most_of(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * MOST_OF) as usize]
}

/// The stand as it grew, and the same trees in places that are drawn at random, as one camera sees them.
fn picture(stand: &Stand, cast: &Cast, ground: &ShownGround, camera: &Camera) -> Result<Vec<u8>, Error> {
    let triangles = PICTURED.map(|level| LEVELS[level]);
    let meshes: io::Result<Vec<Vec<TreeMesh>>> = cast
        .models
        .par_iter()
        .map(|model| model.draw(&triangles, false))
        .collect();
    let meshes = meshes?;
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
    // Levels of one model are about as high.
    let heights_m: Vec<f64> = meshes.par_iter().map(|meshes| size_of(&meshes[1])[1]).collect();
    let seen = |place: &dyn Fn(&Tree) -> [f64; 3]| {
        let mut of_models: Vec<Vec<SceneInstance>> = vec![Vec::new(); cast.models.len()];
        for (tree, model) in stand.trees.iter().zip(&cast.of_trees) {
            let instance = instance(tree, &cast.models[*model], heights_m[*model], place(tree));
            of_models[*model].push(instance);
        }
        let cells: Vec<SceneCell<'_>> = of_models
            .iter()
            .enumerate()
            .map(|(asset, instances)| SceneCell {
                name: "",
                asset,
                instances,
            })
            .collect();
        let scene = Scene {
            assets: &assets,
            cells: &cells,
            ground: Some(ground.as_scene()),
            origin_m: [0.0; 3],
        };
        world_view::seen(&scene, &near)
    };
    let grown = seen(&|tree| tree.place_m)?;
    let scattered = seen(&|tree| {
        let [x_m, y_m] = tree.scattered(stand.low_m, stand.high_m);
        [x_m, y_m, stand.ground.height_m([x_m, y_m])]
    })?;
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
    let meadow = stand.ground.is_level().then_some(MEADOW);
    let scenes = [(&grown, words[0].as_str()), (&scattered, words[1].as_str())];
    Ok(view_beside(&scenes, camera, meadow, &title, &description)?)
}

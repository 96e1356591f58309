//! A stand of a run as one glTF file, and a picture of it beside the same trees in places drawn at random.
//!
//! Top to bottom: what is asked for (`request`); the `stand` and its `trees` are read from the run's folder; `forms` says which form
//! that branches stands for a species; `rungs` grows its trees, of which `models` makes some for each class of size (`crowns` takes
//! those that grew in the run), and the `cast` says which tree is shown by which; `levels` decides how
//! finely each tree is drawn; `ground` is what they stand on; `picture` draws them, through the years too; `out` puts the files in
//! their places.

mod cast;
mod crowns;
mod forms;
mod ground;
mod levels;
mod models;
mod out;
mod picture;
mod request;
mod rungs;
mod stand;
mod trees;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use understory_export::scene::{
    Scene, SceneAsset, SceneCell, SceneInstance, Shape, write_scene, write_scene_nodes,
};
use understory_lab::Watch;
use understory_numerics::parallel::of_each;
use understory_numerics::sort;
use understory_report::{MOST_FRAMES, evenly};

use self::cast::{Cast, instance};
use self::ground::distance_m;
use self::levels::{Drawn, LEVELS, Seen};
use self::models::size_of;
use self::out::Places;
use self::stand::Stand;
use self::trees::LEAST_M;
use crate::error::Error;
use crate::folder::Kept;
use crate::results::Results;
use crate::shown_ground::ShownGround;

pub use self::cast::SpeciesShown;
pub use self::forms::FormOfSpecies;
pub(crate) use self::forms::usual_forms;
pub(crate) use self::ground::Ground;
pub use self::request::SceneRequest;

/// Triangles that may be asked for.
const LEAST_TRIANGLES: u64 = 1_000;
const MOST_TRIANGLES: u64 = 100_000_000;
/// Deviations are told of trees that are no lower than this: so many of them, as a share, deviate less.
const TOLD_M: f64 = 5.0;
const MOST_OF: f64 = 0.9;

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
    /// What of the user's was in the way, and where it is now.
    pub kept: Kept,
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
/// [`Error`]: a folder that is no run or not whole, a year that was not recorded, [`Error::Refused`] for what cannot be shown.
pub fn scene(request: &SceneRequest, watch: &dyn Watch) -> Result<SceneLeft, Error> {
    if !(LEAST_TRIANGLES..=MOST_TRIANGLES).contains(&request.triangles) {
        let triangles = request.triangles;
        let why = format!(
            "`--triangles` is {triangles}, but it must be from {LEAST_TRIANGLES} to {MOST_TRIANGLES}"
        );
        return Err(Error::refused(why, ""));
    }
    let stand = Stand::read(request)?;
    if stand.trees.is_empty() {
        let why = format!(
            "{} has no tree of {LEAST_M} m or more{}",
            stand.table,
            within(request)
        );
        return Err(Error::refused(why, "give a later year with `--year`"));
    }
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
        return Err(levels::too_many(
            stand.trees.len(),
            needed + for_ground,
            request.triangles,
        ));
    }
    watch.step("growing models", 0, 1);
    let cast = Cast::of(&stand, request)?;
    let camera = stand.camera(request.camera_m, picture::SIZE_PX);
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
    let picture = picture::grown_and_scattered(&stand, &cast, &shown_ground, &camera)?;
    let kept = places.write(&request.run, stand.year, &bytes, &picture)?;
    Ok(SceneLeft {
        kept,
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

/// What a film of a stand shows, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmLeft {
    /// The film, an animated PNG.
    pub film: PathBuf,
    /// The years that it shows.
    pub years: Vec<u32>,
    /// Each species that is shown.
    pub species: Vec<SpeciesShown>,
    /// The length of the file.
    pub bytes: u64,
    /// What of the user's was in the way, and where it is now.
    pub kept: Kept,
}

/// Makes a film of the recorded years of a run that have trees of 1.3 m or more, at most 40 of them evenly spread, all by one camera.
/// `year`, `triangles`, `crowns_grown`, `ground`, `roots` and `plain` of the request have no part in it. The same folder and request
/// give the same bytes.
///
/// # Errors
/// As [`scene`]; [`Error::Refused`] for fewer than two years with trees.
pub fn film(request: &SceneRequest, watch: &dyn Watch) -> Result<FilmLeft, Error> {
    let run = request.run.as_path();
    let results = Results::in_folder(run)?;
    let manifest = results.forest()?;
    let place = out::film_place(run, request.out.as_deref())?;
    // The trees of all years in one stand, so that each keeps its model as long as it keeps its size.
    let mut all: Option<Stand> = None;
    let mut years: Vec<(u32, usize)> = Vec::new();
    for year in evenly(&manifest.recorded_years, MOST_FRAMES) {
        let before = all.as_ref().map_or(0, |all| all.trees.len());
        match &mut all {
            Some(all) => all.add_trees_of(year, request, &results, manifest)?,
            None => {
                let of_year = SceneRequest {
                    year: Some(year),
                    crowns_grown: false,
                    ..request.clone()
                };
                all = Some(Stand::read(&of_year)?);
            }
        }
        let more = all.as_ref().map_or(0, |all| all.trees.len()) - before;
        if more > 0 {
            years.push((year, more));
        }
    }
    let (Some(all), true) = (all, years.len() >= 2) else {
        let why = format!(
            "a film needs 2 years with trees of {LEAST_M} m or more{}, but there are {}",
            within(request),
            years.len()
        );
        let way_out = "record more of them (`record.every_years`), or show one without `--animate`";
        return Err(Error::refused(why, way_out));
    };
    watch.step("growing models", 0, 1);
    let cast = Cast::of(&all, request)?;
    let bytes = picture::film(&all, &cast, &years, request.camera_m, watch)?;
    let kept = out::write_film(run, &place, request.out.is_none(), &bytes)?;
    Ok(FilmLeft {
        kept,
        film: place,
        years: years.into_iter().map(|(year, _)| year).collect(),
        species: cast.told(&all),
        bytes: bytes.len() as u64,
    })
}

/// Where trees are looked for, if not everywhere.
fn within(request: &SceneRequest) -> &'static str {
    request.window_m.map_or("", |_| " in the window")
}

/// The file of the scene, and how far models are from their trees.
fn write(
    stand: &Stand,
    cast: &Cast,
    drawn: &Drawn,
    ground: &ShownGround,
    request: &SceneRequest,
) -> Result<(Vec<u8>, Option<Deviations>), Error> {
    let meshes: Vec<_> = drawn.meshes.iter().collect();
    let sizes_m = of_each(&meshes, |(key, mesh)| (**key, size_of(mesh)));
    let sizes_m: BTreeMap<(usize, usize), [f64; 2]> = sizes_m.into_iter().collect();
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
    sort::numbers(&mut values);
    values[((values.len() - 1) as f64 * MOST_OF) as usize]
}

//! A whole page: what the results are, and the parts that there are of them.

use serde::Serialize;
use understory_records::Manifest;

use crate::compare::{Comparison, PackedComparison};
use crate::document::{Part, document};
use crate::payload::{PageError, packed};
use crate::run::{PackedRun, Run};
use crate::tree::{PackedTree, Tree};
use crate::world::{PackedWorld, World};

const YEARS: Part = Part {
    is_above: true,
    body: include_str!("../assets/years.html"),
    scripts: &[include_str!("../assets/time.js")],
};

/// The scripts of a part that shows things in 3D, then its own.
macro_rules! in_3d {
    ($($own:literal),*) => {
        &[
            include_str!("../assets/webgl.js"),
            include_str!("../assets/view3d_camera.js"),
            include_str!("../assets/view3d_light.js"),
            include_str!("../assets/view3d_models.js"),
            include_str!("../assets/view3d_shaders.js"),
            include_str!("../assets/view3d.js"),
            include_str!("../assets/day.js"),
            include_str!("../assets/wood.js"),
            $(include_str!(concat!("../assets/", $own))),*
        ]
    };
}

pub(crate) use in_3d;

pub(crate) const RUN: Part = Part {
    is_above: false,
    body: include_str!("../assets/run.html"),
    scripts: in_3d!("stand3d.js", "tree.js", "curves.js", "census.js", "run.js"),
};

const TREE: Part = Part {
    is_above: false,
    body: include_str!("../assets/plant.html"),
    scripts: in_3d!("plant.js"),
};

const WORLD: Part = Part {
    is_above: false,
    body: include_str!("../assets/world.html"),
    scripts: &[include_str!("../assets/world.js")],
};

const COMPARISON: Part = Part {
    is_above: false,
    body: include_str!("../assets/compare.html"),
    scripts: &[
        include_str!("../assets/sort.js"),
        include_str!("../assets/compare.js"),
    ],
};

/// What a page says of the results as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct About {
    /// Name of the scenario.
    pub name: String,
    /// The command that left the tables, such as `run`.
    pub command: String,
    /// Version of the program that did.
    pub version: String,
    /// Width and height of the plot, m.
    pub size_m: [f64; 2],
    /// Lower left corner of the plot in the coordinates of the trees, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// Seed of the results.
    pub seed: u64,
    /// Years that were simulated.
    pub years: u32,
}

impl About {
    /// Of results by their manifest, on a plot or a world.
    #[must_use]
    pub fn of(manifest: &Manifest, plot: &understory_records::World) -> Self {
        Self {
            name: manifest.made_from.scenario.clone(),
            command: manifest.body.command().to_owned(),
            version: manifest.made_from.version.clone(),
            size_m: plot.size_m,
            origin_m: plot.origin_m,
            torus: plot.edge == "torus",
            seed: manifest.made_from.seed,
            years: manifest.made_from.years,
        }
    }
}

#[derive(Serialize)]
struct Numbers<'a> {
    #[serde(flatten)]
    about: &'a About,
    run: Option<PackedRun>,
    comparison: Option<PackedComparison<'a>>,
    tree: Option<PackedTree>,
    world: Option<PackedWorld>,
}

/// What a page shows.
#[derive(Debug, Default)]
pub struct Parts {
    /// A forest that grew.
    pub run: Option<Run>,
    /// Methods that were compared.
    pub comparison: Option<Comparison>,
    /// A tree that grew alone.
    pub tree: Option<Tree>,
    /// A painted world.
    pub world: Option<World>,
}

/// The text of a page with what there is of these parts.
///
/// # Errors
/// [`PageError::Packing`], which no results that fit into memory lead to.
pub fn page(about: &About, shown: Parts) -> Result<String, PageError> {
    let Parts {
        run,
        comparison,
        tree,
        world,
    } = shown;
    let mut columns = Vec::new();
    let parts: Vec<&Part> = [
        (run.is_some(), &YEARS),
        (run.is_some(), &RUN),
        (comparison.is_some(), &COMPARISON),
        (tree.is_some(), &TREE),
        (world.is_some(), &WORLD),
    ]
    .into_iter()
    .filter_map(|(is_there, part)| is_there.then_some(part))
    .collect();
    let numbers = Numbers {
        about,
        run: run.map(|run| run.pack(&mut columns)),
        comparison: comparison
            .as_ref()
            .map(|comparison| comparison.pack(&mut columns)),
        tree: tree.map(|tree| tree.pack(&mut columns)),
        world: world.map(|world| world.pack(&mut columns)),
    };
    Ok(document(&parts, &about.name, &packed(&numbers, &columns)?))
}

//! Scenarios that have passed all checks, and what they are made of.

use std::fmt;
use std::sync::Arc;

use understory_branching::specimen::Specimen;
use understory_forest::deadwood::DEADWOOD_FROM_DBH_CM;
use understory_forest::management::{Assortments, Intervention};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Borders, Climate, ForestError, Site, Water};
use understory_placement::parameters::Baking;
use understory_placement::{AssetLook, PaintedWorld, Ponds, View};
use understory_scatter::segments::{SegmentFill, SegmentedGround};
use understory_scatter::{Method, PlaneLattice};
use understory_space::Plot;
use understory_terrain::{Corners, Ground, Heights, Level, Raster};

use crate::calibration::Calibration;
use crate::files::{Input, folder_of, within};
use crate::keys::{ClimateRules, CrownRules, GroundRules, Record};
use crate::locate::byte_of;
use crate::problem::{Problem, Report, SetIn};
use crate::set::Setting;
use crate::sweep::Sweep;

/// What the scenarios of every kind have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The path it was read from, as problems show it.
    pub path: String,
    /// Name of the scenario and of its folder of results.
    pub name: String,
    /// What it is about, for readers; may be empty.
    pub about: String,
    /// Seed of all randomness, below 2^63.
    pub seed: u64,
    /// A hash, 64 hex digits, of everything that fixes its tables except years and replicates: two scenarios with the same one
    /// tell the same story as far as both go.
    ///
    /// Neither the wording of the file enters, nor its name, nor where its inputs lie: they enter by their content.
    pub identity: String,
    /// The files it names, each once; those that a patch names after the patch.
    pub inputs: Vec<Input>,
    /// What keeps nothing from being run, but may not be what was meant: a key that is not read. Those of a patch stand here
    /// too.
    pub notes: Vec<Problem>,
    /// The text it was read from, with what was set by [`Overrides::set`].
    pub text: String,
    /// Where in the text that stands.
    pub(crate) set: Vec<SetIn>,
}

impl Header {
    /// A problem that is to be mended at `key`: `founders.2.count`, `tree.obstacles`. Where the key was set by a command,
    /// that is named in place of the line.
    ///
    /// Entries of a list go by their number from 0, or by their `label` or `name`. A key that is not written there, as
    /// a preset or a default brings it in, is told at the table that it belongs to.
    #[must_use]
    pub fn problem(&self, key: &str, message: String, hint: Option<String>) -> Problem {
        let report = Report::new(&self.path, &self.text).with_settings(&self.set);
        report.at(byte_of(&self.text, key), message, hint)
    }

    /// A file that the scenario names, as its own path is seen.
    #[must_use]
    pub fn beside(&self, path: &str) -> String {
        within(folder_of(&self.path), path)
    }
}

/// The ground of a forest or a painted world, where it is not level.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// The heights.
    pub heights: Arc<Heights>,
    /// Height of the cells of a map without data, m, where it is said.
    pub no_data_m: Option<f64>,
    /// EPSG code of the coordinate reference system that the map lies in, where it says so.
    pub epsg: Option<u16>,
}

/// What the ground of a forest offers.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestGround {
    /// What was said of it.
    pub rules: GroundRules,
    /// How well each species grows in each cell of the map of heights.
    pub site: Arc<Site>,
    /// Topographic wetness index, no unit.
    pub wetness: Arc<Raster<f32>>,
    /// Sun of a year without clouds, MJ/m², where the latitude is known.
    pub sun_mj_m2: Option<Arc<Raster<f32>>>,
    /// Depth of the soil, m, where there is a map of it, which may have other cells.
    pub soil_depth_m: Option<Arc<Raster<f32>>>,
}

/// Temperature and rain of the years of a forest.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestClimate {
    /// What was said of it.
    pub rules: ClimateRules,
    /// The years of the file, where there is one.
    pub listed: Option<Climate>,
    /// Where the ground gathers the rain, where it does.
    pub water: Option<Arc<Water>>,
}

impl ForestClimate {
    /// For a run of so many years with this seed.
    ///
    /// # Errors
    /// [`ForestError`] where a drawn one has no rain left; the years of a scenario that was loaded have.
    pub fn of_run(&self, seed: u64, years: u32) -> Result<Climate, ForestError> {
        let climate = match (&self.listed, &self.rules.temperature, &self.rules.rain) {
            (None, Some(temperature), Some(rain)) => Climate::drawn(temperature, rain, seed, years)?,
            (Some(listed), ..) => listed.clone(),
            _ => Climate::of_years(1, Vec::new())?,
        };
        let climate = climate.combining(self.rules.combining).over(self.rules.soil);
        Ok(match &self.water {
            Some(water) => climate.on(water.clone()),
            None => climate,
        })
    }
}

/// A forest that is grown: where, of what, from what, and what is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// Where it grows.
    pub plot: Plot,
    /// What becomes of seeds at its edge, and the part of it that tables hold.
    pub borders: Borders,
    /// The ground, where it is not level.
    pub terrain: Option<Terrain>,
    /// What the ground offers, where something is asked of it.
    pub ground: Option<ForestGround>,
    /// How warm and how moist each year is, where years differ.
    pub climate: Option<ForestClimate>,
    /// Years to simulate; at least 1.
    pub years: u32,
    /// Forests to grow, with the seeds `seed`, `seed + 1`, …; at least 1.
    pub replicates: u32,
    /// The species, in the order of the file.
    pub species: Vec<Species>,
    /// What holds for trees of all species.
    pub conditions: Conditions,
    /// Where the forest begins; a grown one is alone. None where seeds from outside reach bare ground.
    pub founders: Vec<Founders>,
    /// What foresters do, in the order of the file.
    pub interventions: Vec<Intervention>,
    /// Into what they cut what they fell.
    pub assortments: Assortments,
    /// Which trees grow crowns and roots, where any do.
    pub crowns: Option<CrownRules>,
    /// What is written down.
    pub record: Record,
    /// What its last year is compared with.
    pub compare: Compare,
    /// The runs that are to be made of it with other values, where any are.
    pub sweep: Option<Sweep>,
    /// The measured stand to which keys of it are to be fitted, where there is one.
    pub calibration: Option<Calibration>,
}

/// About how many pairs of founders stand nearer to each other than the spacing statistics reach.
pub(crate) fn pairs_of_founders(founders: &[Founders], plot: &Plot, reach_m: f64) -> f64 {
    let counts = founders.iter().map(|founders| match founders {
        Founders::Drawn(drawn) => f64::from(drawn.count),
        Founders::Listed { trees, .. } => trees.len() as f64,
        Founders::Grown { .. } => 0.0,
    });
    let count: f64 = counts.sum();
    count * count / plot.area_m2() * std::f64::consts::PI * reach_m * reach_m
}

impl ForestScenario {
    /// About how many pairs of its founders stand nearer to each other than its spacing statistics reach.
    #[must_use]
    pub fn pairs_of_founders(&self) -> f64 {
        pairs_of_founders(&self.founders, &self.plot, self.record.spacing_r_max_m)
    }

    /// What the ground says at a place.
    #[must_use]
    pub fn ground(&self) -> &dyn Ground {
        const LEVEL: Level = Level { height_m: 0.0 };
        self.terrain.as_ref().map_or(&LEVEL, |terrain| &*terrain.heights)
    }
}

/// A measured stand to which methods are compared, in the place of a grown forest.
#[derive(Clone, Debug, PartialEq)]
pub struct StandScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// The ground that was sampled.
    pub plot: Plot,
    /// Places of the trees that are compared, m, in the order of the file.
    pub points_m: Vec<[f64; 2]>,
    /// What they are compared with.
    pub compare: Compare,
}

/// A single tree that is grown.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// The form that ships which it begins with, where it names one.
    pub preset: Option<String>,
    /// The form that ships whose bark and leaves it has: that same one unless another is named.
    pub look: Option<String>,
    /// What grows.
    pub specimen: Specimen,
}

/// How methods are compared, and which.
#[derive(Clone, Debug, PartialEq)]
pub struct Compare {
    /// What tables call the scenario's own forest or stand.
    pub label: String,
    /// Least diameter at breast height of the trees compared, cm.
    pub dbh_min_cm: f64,
    /// Patterns of each method; at least 19.
    pub simulations: u32,
    /// Times each method is timed; at least 1.
    pub repeats: u32,
    /// The methods, each with a label of its own.
    pub candidates: Vec<Candidate>,
    /// Painted worlds that are compared as methods are, each with a label of its own; with the methods at least one.
    pub worlds: Vec<ComparedWorld>,
    /// Further forests and stands with which all of them are compared, each with a label of its own.
    pub forests: Vec<ComparedForest>,
}

/// A forest or a stand of another scenario with which methods are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedForest {
    /// What tables call it.
    pub label: String,
    /// The [`Input::path`] of its scenario.
    pub path: String,
    /// Its trees.
    pub source: ForestSource,
}

/// Where the trees of a compared forest come from.
#[derive(Clone, Debug, PartialEq)]
pub enum ForestSource {
    /// They are grown until the last year of this scenario.
    Grown(Box<ForestScenario>),
    /// They were measured.
    Measured(Box<StandScenario>),
}

impl ComparedForest {
    /// The year in which a forest is taken; none of a measured stand.
    #[must_use]
    pub fn year(&self) -> Option<u32> {
        match &self.source {
            ForestSource::Grown(forest) => Some(forest.years),
            ForestSource::Measured(_) => None,
        }
    }
}

impl ForestSource {
    /// Name, seed, inputs, text of its scenario.
    #[must_use]
    pub fn header(&self) -> &Header {
        match self {
            Self::Grown(forest) => &forest.header,
            Self::Measured(stand) => &stand.header,
        }
    }

    /// The ground that is counted.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        match self {
            Self::Grown(forest) => forest.borders.window.plot(),
            Self::Measured(stand) => &stand.plot,
        }
    }
}

/// A painted world that is compared as a method is.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedWorld {
    /// Its place among the `[[method]]`s, from 0 on.
    pub number: usize,
    /// What tables and figures call it.
    pub label: String,
    /// The world.
    pub scenario: WorldScenario,
    /// The rule whose instances are compared; without, those of all rules.
    pub rule: Option<String>,
}

/// A method that is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What tables and figures call it.
    pub label: String,
    /// The method.
    pub method: Method,
    /// Whether its numbers are to be fitted to the target.
    pub fit: bool,
}

impl From<Method> for Candidate {
    fn from(method: Method) -> Self {
        Self {
            label: method.name().to_owned(),
            method,
            fit: false,
        }
    }
}

/// Trees from which a forest begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Founders {
    /// Laid out by a point method.
    Drawn(DrawnFounders),
    /// Listed in a file.
    Listed {
        /// The living trees, in the order of the file.
        trees: Vec<ListedTree>,
        /// The snags and logs, in the order of the file.
        deadwood: Vec<ListedDeadwood>,
        /// The file's [`Input::path`].
        path: String,
        /// blake3 of the file, 64 hex digits.
        file_blake3: String,
        /// Trees on the far edge of a torus that were moved to the near edge, which is the same place.
        moved_to_near_edge: u64,
    },
    /// A forest that is grown first and laid out in tiles.
    Grown {
        /// Its scenario, whose `years` is `year`.
        patch: Box<ForestScenario>,
        /// The [`Input::path`] of its scenario.
        path: String,
        /// The year of that scenario in which its forest is taken; at least 1.
        year: u32,
        /// How many times its plot is laid out along x and along y; at least 1.
        tiles: [u32; 2],
    },
}

/// Founders that a point method lays out.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnFounders {
    /// Index into [`ForestScenario::species`].
    pub species: usize,
    /// How they are laid out.
    pub method: Method,
    /// How many; at least 1.
    pub count: u32,
    /// Their height, m, the median where `height_sigma` is above 0; at least 0.001, below the greatest of the
    /// species' tallest tree.
    pub height_m: f64,
    /// Standard deviation of the natural logarithm of their heights; 0 or more.
    pub height_sigma: f64,
    /// Their age, yr; without it, by the growth curve from their height.
    pub age_yr: Option<u32>,
}

/// A tree of a founders' file: with a diameter, a height or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedTree {
    /// Index into [`ForestScenario::species`].
    pub species: usize,
    /// Where it stands, m: in the plot, or on the far edge of an open one.
    pub place_m: [f64; 2],
    /// Diameter at breast height, cm; at most that of the species' thickest tree, and 0 only where a height is given at which its
    /// species can have none.
    pub dbh_cm: Option<f64>,
    /// Height, m; at least 0.001, at most that of the species' tallest tree.
    pub height_m: Option<f64>,
    /// Age, yr.
    pub age_yr: Option<u32>,
}

/// A snag or a log of a founders' file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedDeadwood {
    /// The tree that it was, with a diameter above 0.
    pub tree: ListedTree,
    /// Whether it lies, and has since it died.
    pub is_log: bool,
    /// Whole years since it died.
    pub dead_yr: u32,
}

impl ListedDeadwood {
    /// Whether it is thick enough to be deadwood; a forest begins without the others.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.tree.dbh_cm >= Some(DEADWOOD_FROM_DBH_CM)
    }
}

/// What takes the place of keys of the file; checked as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// In place of `world.seed`; below 2^63.
    pub seed: Option<u64>,
    /// In place of `run.years`, in the same range.
    pub years: Option<u32>,
    /// Values of any keys, set one after the other before the two above.
    pub set: Vec<Setting>,
}

impl Overrides {
    /// So many years, and all else as the file says.
    pub(crate) fn of_years(years: u32) -> Self {
        Self {
            years: Some(years),
            ..Self::default()
        }
    }
}

/// Points that a method lays out, over the whole ground or segment by segment.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// The ground, or the window of a lattice without bounds.
    pub plot: Plot,
    /// What is laid out there.
    pub scattering: Scattering,
}

/// What is laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum Scattering {
    /// The jittered lattice without bounds.
    Plane(PlaneLattice),
    /// Ground whose segments are filled; one segment where no border cuts it.
    Ground {
        /// The segments and what fills them.
        ground: SegmentedGround,
        /// What each is called.
        names: Vec<String>,
        /// What fills those that name nothing else.
        usual: Box<SegmentFill>,
    },
}

/// A painted world that is laid out by rules and maps.
#[derive(Clone)]
pub struct WorldScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// What is painted, and on what: the ground is that of `terrain`, or level at the height 0.
    pub world: PaintedWorld,
    /// Rules that stand as a forest grew which is to be grown before: in `world` nothing of them stands as long as it lacks
    /// their tiles.
    pub grown: Vec<GrownRule>,
    /// What is to be tried: each edit with its name.
    pub edits: Vec<Edit>,
    /// How assets look, each asset once; those that are not among them have no look.
    pub assets: Vec<AssetLook>,
    /// The way of the camera, with ascending frames, at least one of them; none where no file is named.
    pub camera: Option<Vec<CameraFrame>>,
    /// From where its picture shows it.
    pub view: View,
    /// The ground, where it is not level.
    pub terrain: Option<Terrain>,
    /// Meshes that are set into the ground: that of `world` has them, `terrain` has not.
    pub meshes: Vec<MeshInGround>,
    /// Height of the sea, m, where there is one: it lies over lower ground.
    pub sea_m: Option<f64>,
    /// Its ponds, where it is to have any.
    pub ponds: Option<Ponds>,
}

/// A mesh where it is set into the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInGround {
    /// What it is called.
    pub name: String,
    /// Its triangles, each three corners to the east, to the north and up, m.
    pub triangles_m: Vec<Corners>,
}

/// A value in the place of one of the file, of which is shown what it would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it is called.
    pub name: String,
    /// The value.
    pub set: Setting,
}

/// The ground of the maps follows from the terrain.
impl PartialEq for WorldScenario {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.world.painting() == other.world.painting()
            && self.world.maps().window == other.world.maps().window
            && self.world.maps().biomes == other.world.maps().biomes
            && self.world.maps().weights == other.world.maps().weights
            && self.grown == other.grown
            && self.world.maps().named == other.world.maps().named
            && self.edits == other.edits
            && self.assets == other.assets
            && self.camera == other.camera
            && self.view == other.view
            && self.terrain == other.terrain
            && self.meshes == other.meshes
            && self.sea_m == other.sea_m
            && self.ponds == other.ponds
    }
}

/// Without the cells of its maps.
impl fmt::Debug for WorldScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldScenario")
            .field("header", &self.header)
            .field("painting", self.world.painting())
            .field("window", &self.world.maps().window)
            .field("biomes", self.world.maps().biomes.grid())
            .field("weights", self.world.maps().weights.grid())
            .field("grown", &self.grown)
            .field("edits", &self.edits)
            .field("assets", &self.assets)
            .field("camera", &self.camera)
            .field("view", &self.view)
            .field("sea_m", &self.sea_m)
            .finish_non_exhaustive()
    }
}

/// A rule that stands as a forest grew which its scenario names.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownRule {
    /// Name of the rule.
    pub rule: String,
    /// The forest, whose `years` is the year in which its trees are taken.
    pub forest: Box<ForestScenario>,
    /// The [`Input::path`](crate::Input::path) of its scenario.
    pub path: String,
    /// How its tile is baked.
    pub baking: Baking,
    /// Height of the asset at the scale 1, m; without, the mean height of the trees of the tile.
    pub height_m: Option<f64>,
    /// Whether the rule names its footprint; without, it follows from the tile.
    pub has_footprint: bool,
}

/// Where the camera is in a frame, and where it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraFrame {
    /// Number of the frame.
    pub frame: u32,
    /// Where it is, m: x, y and height; in the world or on its edge.
    pub place_m: [f64; 3],
    /// The direction it looks in, degrees counterclockwise from east, seen from above.
    pub yaw_deg: f64,
    /// How far it looks up, degrees above the horizon; −90 to 90.
    pub pitch_deg: f64,
}

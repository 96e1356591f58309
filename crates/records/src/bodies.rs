//! What results of one kind alone have in their manifest, kind by kind.

use serde::{Deserialize, Serialize};

use crate::document::finite;
use crate::world_body::{World, WorldBody, WorldCourse};

/// The command that left results, and what results of its kind alone have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Body {
    /// A forest that grew.
    Run(ForestBody),
    /// A forest that grew, or a measured stand, and the methods that were compared with it.
    Compare(ForestBody),
    /// A tree that grew.
    Grow(GrowBody),
    /// A painted world that was laid out.
    Place(Box<WorldBody>),
    /// Points that a method laid out.
    Scatter(ScatterBody),
    /// A pattern of points that was measured.
    Stats(StatsBody),
    /// A tile that was baked from a forest.
    Bake(BakeBody),
    /// The runs of a sweep.
    Sweep(SweepBody),
    /// Keys that were fitted.
    Calibrate(CalibrateBody),
    /// Claims that were measured.
    Claims(ClaimsBody),
}

impl Body {
    /// The command, such as `run`.
    #[must_use]
    pub fn command(&self) -> &'static str {
        match self {
            Self::Run(_) => "run",
            Self::Compare(_) => "compare",
            Self::Grow(_) => "grow",
            Self::Place(_) => "place",
            Self::Scatter(_) => "scatter",
            Self::Stats(_) => "stats",
            Self::Bake(_) => "bake",
            Self::Sweep(_) => "sweep",
            Self::Calibrate(_) => "calibrate",
            Self::Claims(_) => "claims",
        }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::Grow(GrowBody {})
    }
}

/// Of a forest, or of a comparison with one or with a measured stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForestBody {
    /// The plot, or the part of it that tables hold.
    pub world: World,
    /// Names of the species, in the order of the scenario; none of a measured stand.
    pub species: Vec<String>,
    /// Years that have tables of trees and spacing, ascending; none of a measured stand.
    pub recorded_years: Vec<u32>,
    /// Founders that lay on the far edge of a torus and were moved to the near one.
    pub founders_moved_to_near_edge: u64,
}

/// Of a tree, whose manifest says no more than all do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrowBody {}

/// Of points that a method laid out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScatterBody {
    /// The ground, or the window of a lattice without bounds.
    pub world: World,
    /// The method of the ground, or that of segments that name none.
    pub method: String,
    /// The segments; empty for a lattice without bounds.
    pub segments: Vec<ScatterSegment>,
    /// The borders.
    pub borders: Vec<WorldCourse>,
    /// The segments that were asked for, by name; empty for all.
    pub only: Vec<String>,
}

/// A segment of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScatterSegment {
    /// What tables call it.
    pub name: String,
    /// The method that fills it.
    pub method: String,
    /// Its outline and those of its holes, m.
    pub rings_m: Vec<Vec<[f64; 2]>>,
}

/// Of a pattern that was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatsBody {
    /// The file of the points.
    pub points: String,
    /// The file of the polygons that bound the window; none where it is a rectangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<String>,
    /// The raster that the intensity follows; none where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covariate: Option<String>,
    /// The files of the patterns that were pooled with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<String>,
    /// Which trees compete by `competition.csv`, and by which index; none where it was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub competition: Option<String>,
}

/// Of a tile that was baked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakeBody {
    /// The run or the scenario that the forest is from.
    pub forest: String,
    /// The year of the forest.
    pub year: u32,
    /// How the tile was made: `as it grew` or `cut and mended`.
    pub made: String,
    /// What else a reader should know of it, in a few words.
    pub notes: Vec<String>,
    /// Width and height of the tile, m; its opposite edges meet.
    pub size_m: [f64; 2],
    /// Trees of the tile.
    pub trees: u64,
    /// Trees of the tile over its area, per ha.
    pub per_ha: f64,
    /// Mean height of its trees, m.
    pub mean_height_m: f64,
    /// Half of the median distance from a tree to its nearest neighbour, m: the footprint of a rule that names none.
    pub footprint_m: f64,
    /// In which order trees are taken away: `random`, `largest` or `even`.
    pub ranks: String,
}

/// Of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepBody {
    /// The plot, or the part of it that tables hold, where nothing else is varied.
    pub world: World,
    /// Which values come together, such as `grid`.
    pub design: String,
    /// The keys that are varied.
    pub keys: Vec<String>,
    /// Runs in all.
    pub tasks: u64,
}

/// Of a calibration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrateBody {
    /// The plot, or the part of it that is counted.
    pub world: World,
    /// The keys that were looked for, each with the ends of its prior.
    pub keys: Vec<CalibratedKey>,
    /// Years of the censuses.
    pub censuses: Vec<u32>,
    /// Runs from the prior of which keys were found again; none of a calibration itself.
    pub recovery: Option<u32>,
    /// Runs in all.
    pub evaluations: u32,
}

/// A key that was looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibratedKey {
    /// Its path.
    pub key: String,
    /// Its lowest value.
    #[serde(serialize_with = "finite")]
    pub low: f64,
    /// Its highest value.
    #[serde(serialize_with = "finite")]
    pub high: f64,
    /// Whether its ratios are as likely, and not its differences.
    pub is_log: bool,
}

/// Of claims that were measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimsBody {
    /// The sets that were asked for.
    pub sets: Vec<String>,
    /// The claims of them that were asked for; empty for all.
    pub only: Vec<String>,
}

//! `manifest.json`: what results are, what they were made from, what they took, and the files that were left.
//!
//! All kinds of results have one manifest; what one kind alone has is its [`Body`].

use std::ops::Deref;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::bodies::{
    BakeBody, Body, CalibrateBody, ClaimsBody, ForestBody, GrowBody, ScatterBody, StatsBody, SweepBody,
};
use crate::document::{Document, DocumentError, finite};
use crate::format::Format;
use crate::listing::{OtherFile, TableFile};
use crate::paths;
use crate::run_json::RunJson;
use crate::world_body::WorldBody;

/// The manifest of finished results. Times and memory stand here and in no table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What the results were made from.
    #[serde(flatten)]
    pub made_from: RunJson,
    /// The command that left them, and what its results alone have.
    #[serde(flatten)]
    pub body: Body,
    /// Threads used; they change no table. None where the same call leaves the same folder, as for `performance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u64>,
    /// What it took; none of `stats` and `bake`, which leave the same folder each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<Performance>,
    /// Tables that were left and, of `grow` and `place`, files for other programs, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Every other file that was left, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// What results took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// The parts of it.
    #[serde(flatten)]
    pub parts: Took,
}

/// The parts of what results took, by kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Took {
    /// The years of a forest.
    Years(YearsTook),
    /// A tree and its files.
    Tree(TreeTook),
    /// A painted world and its files.
    World(WorldTook),
    /// All else, of which no parts are known.
    Whole {},
}

/// What the years of a forest took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct YearsTook {
    /// Time inside the years, without reading, writing and drawing, seconds.
    #[serde(serialize_with = "finite")]
    pub year_s: f64,
    /// Most seeds that were there at once: the bank and what fell in a year.
    pub peak_seeds: u64,
    /// Sum over the years of the trees alive when the year begins.
    pub tree_years: u64,
    /// `tree_years / year_s`; 0 where no time passed.
    #[serde(serialize_with = "finite")]
    pub tree_years_per_s: f64,
    /// Seconds spent in each system, in the order of the schedule.
    #[serde(serialize_with = "finite_each")]
    pub system_s: IndexMap<String, f64>,
}

/// What a tree took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeTook {
    /// Placing attraction points, seconds.
    #[serde(serialize_with = "finite")]
    pub attraction_s: f64,
    /// The tree itself.
    #[serde(flatten)]
    pub tree: TreeTimes,
    /// Writing everything but the figures, seconds.
    #[serde(serialize_with = "finite")]
    pub write_s: f64,
    /// The L-system beside it, if there is one.
    #[serde(rename = "counterpart")]
    pub baseline: Option<TreeTimes>,
}

/// What a tree or its baseline took, on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeTimes {
    /// Growing the raw skeleton, or rewriting letters and walking them, seconds.
    #[serde(serialize_with = "finite")]
    pub growth_s: f64,
    /// Shaping, thickening and measuring it, seconds.
    #[serde(serialize_with = "finite")]
    pub finish_s: f64,
    /// Drawing bark and leaves in all levels of detail, seconds.
    #[serde(serialize_with = "finite")]
    pub mesh_s: f64,
}

/// What a painted world took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldTook {
    /// Laying out tiles, seconds.
    #[serde(serialize_with = "finite")]
    pub place_s: f64,
    /// Writing everything but the figures, seconds.
    #[serde(serialize_with = "finite")]
    pub write_s: f64,
}

impl Document for Manifest {
    const KIND: &'static str = "manifest";
}

impl Manifest {
    /// The same with the body of one kind in hand.
    #[must_use]
    pub fn with<'a, B>(&'a self, body: &'a B) -> ManifestOf<'a, B> {
        ManifestOf { all: self, body }
    }

    /// That of a forest or a comparison; `file` is what the error calls the manifest.
    ///
    /// # Errors
    /// [`DocumentError::OfAnotherCommand`] where it is of other results.
    pub fn forest(&self, file: &str) -> Result<ForestManifest<'_>, DocumentError> {
        match &self.body {
            Body::Run(body) | Body::Compare(body) => Ok(self.with(body)),
            other => Err(DocumentError::OfAnotherCommand {
                file: file.to_owned(),
                kind: Self::KIND,
                found: other.command().to_owned(),
                wanted: &["run", "compare"],
            }),
        }
    }

    /// From start to end, seconds; 0 where it is not known.
    #[must_use]
    pub fn wall_s(&self) -> f64 {
        self.performance.as_ref().map_or(0.0, |took| took.wall_s)
    }

    /// What the years of a forest took; none where none grew.
    #[must_use]
    pub fn years_took(&self) -> Option<&YearsTook> {
        match &self.performance.as_ref()?.parts {
            Took::Years(took) => Some(took),
            _ => None,
        }
    }
}

/// A manifest whose results are of one kind; its fields are those of the kind's body.
#[derive(Debug)]
pub struct ManifestOf<'a, B> {
    /// The whole manifest.
    pub all: &'a Manifest,
    body: &'a B,
}

impl<B> Clone for ManifestOf<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for ManifestOf<'_, B> {}

impl<B> Deref for ManifestOf<'_, B> {
    type Target = B;

    fn deref(&self) -> &B {
        self.body
    }
}

/// That of a forest or a comparison.
pub type ForestManifest<'a> = ManifestOf<'a, ForestBody>;
/// That of a painted world.
pub type WorldManifest<'a> = ManifestOf<'a, WorldBody>;
/// That of a tree.
pub type GrowManifest<'a> = ManifestOf<'a, GrowBody>;
/// That of a pattern that was measured.
pub type StatsManifest<'a> = ManifestOf<'a, StatsBody>;
/// That of a baked tile.
pub type BakeManifest<'a> = ManifestOf<'a, BakeBody>;
/// That of claims.
pub type ClaimsManifest<'a> = ManifestOf<'a, ClaimsBody>;
/// That of scattered points.
pub type ScatterManifest<'a> = ManifestOf<'a, ScatterBody>;
/// That of a sweep.
pub type SweepManifest<'a> = ManifestOf<'a, SweepBody>;
/// That of a calibration.
pub type CalibrateManifest<'a> = ManifestOf<'a, CalibrateBody>;

impl ForestManifest<'_> {
    /// The format of the tables of trees: that in which the first recorded year is listed.
    #[must_use]
    pub fn format(&self) -> Format {
        let first = self.recorded_years.first().copied().unwrap_or_default();
        let is_listed = |format: &Format| {
            let path = paths::trees(first, *format);
            self.all.files.iter().any(|file| file.path == path)
        };
        Format::ALL.into_iter().find(is_listed).unwrap_or(Format::Csv)
    }
}

fn finite_each<S: Serializer>(values: &IndexMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match values.values().find(|value| !value.is_finite()) {
        None => values.serialize(serializer),
        Some(value) => finite(value, serializer),
    }
}

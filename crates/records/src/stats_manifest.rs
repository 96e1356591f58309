//! `manifest.json` of `stats`: what was measured, and the files that it left.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::listing::{OtherFile, TableFile};

/// The manifest of a pattern that was measured. It holds no times, so the same call leaves the same folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatsManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `stats`.
    pub command: String,
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
    /// Tables that were left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// The summary, comparisons and figures, in alphabetical order.
    pub others: Vec<OtherFile>,
}

impl Document for StatsManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["stats"];
}

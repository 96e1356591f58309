//! `manifest.json` of `bake`: the tile, the forest that it comes from, and the files that were left.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::listing::{OtherFile, TableFile};

/// The manifest of a tile that was baked. It holds no times, so the same call leaves the same folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BakeManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `bake`.
    pub command: String,
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
    /// Seed of all randomness.
    pub seed: u64,
    /// Tables that were left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Figures, in alphabetical order.
    pub others: Vec<OtherFile>,
}

impl Document for BakeManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["bake"];
}

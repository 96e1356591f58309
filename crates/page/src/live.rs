//! The page that shows a forest, a tree or points while they change, and what it asks for meanwhile: frames.
//!
//! A frame is the same kind of packed numbers that a page of results holds (the length of the JSON in four bytes, the JSON,
//! columns behind it), but neither compressed nor as text, as it goes no further than to a browser on the same machine.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;
use understory_records::SpacingRow;

use crate::column::Column;
use crate::document::{Own, Part, document_with};
use crate::page::{RUN, in_3d};
use crate::payload::{PageError, packed};
use crate::run::{Curves, Run, curves};
use crate::state::SpeciesLook;

const PLAY: Part = Part {
    is_above: true,
    body: include_str!("../assets/play.html"),
    scripts: &[
        include_str!("../assets/play-engine.js"),
        include_str!("../assets/play-dials.js"),
        include_str!("../assets/play-bar.js"),
    ],
};

const DIALS: Part = Part {
    is_above: false,
    body: include_str!("../assets/play-dials.html"),
    scripts: &[],
};

const FOREST: Part = Part {
    is_above: false,
    body: "",
    scripts: &[include_str!("../assets/play-forest.js")],
};

const TREE: Part = Part {
    is_above: false,
    body: include_str!("../assets/play-tree.html"),
    scripts: in_3d!("play-tree-view.js", "play-tree.js"),
};

const POINTS: Part = Part {
    is_above: false,
    body: include_str!("../assets/play-points.html"),
    scripts: &[
        include_str!("../assets/curves.js"),
        include_str!("../assets/play-points.js"),
    ],
};

/// It asks the program that serves it, and nobody else.
const OWN: Own = Own {
    begin: include_str!("../assets/play.js"),
    style: include_str!("../assets/play.css"),
    policy: "; connect-src 'self'",
    without_script: "",
};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LiveKind {
    /// A forest that grows year by year.
    Forest,
    /// A tree.
    Tree,
    /// Points that a method lays out.
    Points,
}

/// What a page or a frame says of the scenario as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveAbout {
    /// What is looked at.
    pub kind: LiveKind,
    /// Name of the scenario.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// Version of the program.
    pub version: String,
    /// Width and height of the ground, m.
    pub size_m: [f64; 2],
    /// Its lower left corner, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// Seed.
    pub seed: u64,
    /// Years that the scenario asks for; 0 where nothing grows by years.
    pub years: u32,
}

/// A tree as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveTree {
    /// Its nodes; parents stand before their children.
    pub nodes: Vec<LiveNode>,
    /// Numbers to show: a word for each, the number, its unit.
    pub numbers: Vec<(&'static str, Option<f64>, &'static str)>,
    /// Whether it grew coarsely, to be seen at once.
    pub is_coarse: bool,
    /// What growing it took, s.
    pub took_s: f64,
}

/// A node of a tree, with the segment that leads to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveNode {
    /// The node that it grew from; itself for the base.
    pub parent: u32,
    /// Where it is, m.
    pub place_m: [f64; 3],
    /// Radius of the wood, m.
    pub radius_m: f64,
    /// What it is.
    pub part: LivePart,
}

/// What a node of a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LivePart {
    /// Living wood above the ground.
    Wood,
    /// Living wood that bears leaves.
    Leafy,
    /// Dead wood.
    Dead,
    /// A root.
    Root,
}

/// Where a point is, m, the diameter of its zone (0 where there is none), and its segment.
pub type LivePoint = ([f64; 2], f64, usize);

/// Points as they are drawn, and their spacing.
#[derive(Clone, Debug, Default)]
pub struct LivePoints {
    /// Names of the segments, each with its method.
    pub layers: Vec<(String, String)>,
    /// The points.
    pub points: Vec<LivePoint>,
    /// What there is to say of them.
    pub notes: Vec<String>,
    /// Curves of all points.
    pub spacing: Vec<SpacingRow>,
    /// Numbers to show: a word for each, the number, its unit.
    pub numbers: Vec<(&'static str, Option<f64>, &'static str)>,
    /// Lines between segments, each with its width, m.
    pub borders: Vec<(f64, Vec<[f64; 2]>)>,
    /// The raster behind the points, where there is one.
    pub raster: Option<LiveRaster>,
    /// What laying them out took, s.
    pub took_s: f64,
}

/// A raster that became forest round by round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveRaster {
    /// Cells from left to right.
    pub columns: u32,
    /// Rounds in all.
    pub rounds: u32,
    /// Of each cell, row by row from the lower left, the round in which it became forest.
    pub forest_since: Vec<Option<u32>>,
    /// Of each cell, whether it is ground on which a forest may be; empty where all are.
    pub is_open: Vec<bool>,
}

/// The text of the page: it holds no numbers of its own, and asks for them.
///
/// # Errors
/// [`PageError::Packing`], which nothing that fits into memory leads to.
pub fn live_page(about: &LiveAbout) -> Result<String, PageError> {
    let own: &[&Part] = match about.kind {
        LiveKind::Forest => &[&PLAY, &DIALS, &RUN, &FOREST],
        LiveKind::Tree => &[&PLAY, &DIALS, &TREE],
        LiveKind::Points => &[&PLAY, &DIALS, &POINTS],
    };
    Ok(document_with(own, &about.name, &packed(about, &[])?, &OWN))
}

#[derive(Serialize)]
struct Frame<'a, T> {
    #[serde(flatten)]
    about: &'a LiveAbout,
    /// Year of a forest, 0 of all else.
    year: u32,
    #[serde(flatten)]
    shown: T,
}

fn frame(about: &LiveAbout, year: u32, shown: impl Serialize, columns: &[u8]) -> Result<Vec<u8>, PageError> {
    let json = serde_json::to_vec(&Frame { about, year, shown }).map_err(io::Error::from)?;
    let length = (json.len() as u32).to_le_bytes();
    Ok([&length, &json[..], columns].concat())
}

/// A year of a forest. Of `run` the snapshot is of that year alone, and the deaths are those of trees that were drawn before.
///
/// # Errors
/// [`PageError::Packing`].
pub fn forest_frame(about: &LiveAbout, year: u32, run: Run) -> Result<Vec<u8>, PageError> {
    let mut columns = Vec::new();
    let packed = run.pack(&mut columns);
    frame(about, year, packed, &columns)
}

#[derive(Serialize)]
struct PackedTree {
    numbers: Vec<(&'static str, Option<f64>, &'static str)>,
    coarse: bool,
    took_s: f64,
    /// How far back among the nodes the parent stands; 0 of the base.
    back: Column,
    x_m: Column,
    y_m: Column,
    z_m: Column,
    radius_m: Column,
    /// 0 wood, 1 with leaves, 2 dead, 3 root.
    part: Column,
}

/// A tree.
///
/// # Errors
/// [`PageError::Packing`].
pub fn tree_frame(about: &LiveAbout, tree: LiveTree) -> Result<Vec<u8>, PageError> {
    let mut columns = Vec::new();
    let nodes = || tree.nodes.iter();
    // To 5 mm, which is less than a pixel of the whole tree; radii to a tenth of a millimetre.
    let along = |axis: usize| nodes().map(move |node| node.place_m[axis]);
    let back = (0_i64..).zip(nodes());
    let back = back.map(|(number, node)| (number - i64::from(node.parent)) as f64);
    let shown = PackedTree {
        back: Column::of(back, 1, &mut columns),
        x_m: Column::of(along(0), 200, &mut columns),
        y_m: Column::of(along(1), 200, &mut columns),
        z_m: Column::of(along(2), 200, &mut columns),
        radius_m: Column::of(nodes().map(|node| node.radius_m), 10_000, &mut columns),
        part: Column::of(nodes().map(|node| f64::from(node.part as u8)), 1, &mut columns),
        numbers: tree.numbers,
        coarse: tree.is_coarse,
        took_s: tree.took_s,
    };
    frame(about, 0, shown, &columns)
}

#[derive(Serialize)]
struct PackedPoints {
    layers: Vec<(String, String)>,
    notes: Vec<String>,
    numbers: Vec<(&'static str, Option<f64>, &'static str)>,
    borders: Vec<Border>,
    took_s: f64,
    curves: Curves,
    /// None of the points is a snapshot of a year, and yet curves stand under one.
    species: [SpeciesLook; 0],
    x_m: Column,
    y_m: Column,
    diameter_m: Column,
    layer: Column,
    raster: Option<PackedRaster>,
}

#[derive(Serialize)]
struct Border {
    width_m: f64,
    points_m: BTreeMap<&'static str, Vec<f64>>,
}

#[derive(Serialize)]
struct PackedRaster {
    columns: u32,
    rounds: u32,
    /// One more than the round in which a cell became forest; 0 where it is none.
    since: Column,
    /// 1 where a forest may be.
    open: Column,
}

/// Points of a method.
///
/// # Errors
/// [`PageError::Packing`].
pub fn points_frame(about: &LiveAbout, points: LivePoints) -> Result<Vec<u8>, PageError> {
    let mut columns = Vec::new();
    let all = || points.points.iter();
    let borders = points.borders.iter().map(|(width_m, points_m)| Border {
        width_m: *width_m,
        points_m: BTreeMap::from([
            ("x_m", points_m.iter().map(|point| point[0]).collect()),
            ("y_m", points_m.iter().map(|point| point[1]).collect()),
        ]),
    });
    let shown = PackedPoints {
        borders: borders.collect(),
        curves: curves(&points.spacing),
        species: [],
        x_m: Column::of(all().map(|(place_m, ..)| place_m[0]), 100, &mut columns),
        y_m: Column::of(all().map(|(place_m, ..)| place_m[1]), 100, &mut columns),
        diameter_m: Column::of(all().map(|(_, diameter_m, _)| *diameter_m), 100, &mut columns),
        layer: Column::of(all().map(|(.., layer)| *layer as f64), 1, &mut columns),
        raster: points.raster.map(|raster| {
            let since = |since: &Option<u32>| since.map_or(0.0, |round| f64::from(round) + 1.0);
            let is_open = raster.is_open.iter().copied().map(f64::from);
            PackedRaster {
                columns: raster.columns,
                rounds: raster.rounds,
                since: Column::of(raster.forest_since.iter().map(since), 1, &mut columns),
                open: Column::of(is_open, 1, &mut columns),
            }
        }),
        layers: points.layers,
        notes: points.notes,
        numbers: points.numbers,
        took_s: points.took_s,
    };
    frame(about, 0, shown, &columns)
}

//! What is asked of a pattern of points.

use std::path::PathBuf;

use understory_lab::stats::StatsOptions;
use understory_records::Condition;
use understory_space::Plot;
use understory_spacing::Competitors;

/// Which points are to be measured, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatsRequest {
    /// A table of points, or the folder of a run.
    pub points: PathBuf,
    /// The recorded year of a run; the last without.
    pub year: Option<u32>,
    /// The window that was sampled. Without, the plot of a run, or the box around the points.
    pub window: Option<Plot>,
    /// A GeoJSON file of the polygons that bound the window, in place of [`window`](Self::window), in the unit of the points.
    pub polygon: Option<PathBuf>,
    /// Whether opposite edges meet, where no window says so.
    pub is_torus: bool,
    /// Column of the first coordinate; `x_m`, else `x` without.
    pub x: Option<String>,
    /// Column of the second coordinate; `y_m`, else `y` without.
    pub y: Option<String>,
    /// Column of a number that points bear.
    pub mark: Option<String>,
    /// Column of a name that points bear.
    pub species: Option<String>,
    /// Which points are measured, here and in the patterns to compare with; all without.
    pub only: Option<Condition>,
    /// Tables of patterns that the null model gave.
    pub null: Vec<PathBuf>,
    /// A raster that the intensity of the points may follow, in the coordinates of the points.
    pub covariate: Option<PathBuf>,
    /// Tables of patterns of the same process, with which the measured one is pooled.
    pub pool: Vec<PathBuf>,
    /// Tables of patterns that may come from the same process.
    pub against: Vec<PathBuf>,
    /// Which trees compete with a tree, by diameters in the column of the marks, else in `dbh_cm`; without, there is no
    /// table of competition.
    pub competition: Option<Competitors>,
    /// How wide figures are to be, 80 to 600 mm; without, each has a width of its own.
    pub width_mm: Option<f64>,
    /// What is estimated and how; its patterns stand before those of files, and its memory is that of this machine.
    pub options: StatsOptions,
}

//! Why a pattern of points could not be read.

use std::io::{self, ErrorKind};

use understory_space::{Plot, PlotError, PolygonError};
use understory_spacing::SpacingError;
use understory_terrain::TerrainError;

/// Why a pattern of points could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PatternError {
    /// A year is for the folder of a run.
    #[error("the year {year} is for the folder of a run, but `{path}` is none")]
    NotARun {
        /// The year.
        year: u32,
        /// What is no folder.
        path: String,
    },
    /// Parquet that no manifest lists.
    #[error("`{name}` is Parquet, but lies in no folder of a run that lists it")]
    UnlistedParquet {
        /// The file.
        name: String,
    },
    /// A run in which nothing grew.
    #[error("`{run}` has no recorded year, as nothing grew in it")]
    NoYears {
        /// Its folder.
        run: String,
    },
    /// A year that was not recorded.
    #[error("`{run}` has no recorded year {year}; it has {recorded}")]
    NoSuchYear {
        /// The folder.
        run: String,
        /// The year.
        year: u32,
        /// Those that were recorded.
        recorded: String,
    },
    /// A folder in the place of a file.
    #[error("`{name}` is a folder, but a CSV of points is needed")]
    IsAFolder {
        /// The folder.
        name: String,
    },
    /// A file that cannot be opened.
    #[error("cannot open `{name}`: {source}")]
    NotOpened {
        /// The file.
        name: String,
        /// What the system reports.
        source: io::Error,
    },
    /// More points than memory holds.
    #[error(
        "`{name}` has some {:.0} million points, which take {:.1} GB of memory, but there are {:.1} GB",
        points / 1e6, needed_bytes / 1e9, *free_bytes as f64 / 1e9
    )]
    TooManyPoints {
        /// The file.
        name: String,
        /// Points in it, about.
        points: f64,
        /// What they take.
        needed_bytes: f64,
        /// What there is.
        free_bytes: u64,
    },
    /// Trees without diameters.
    #[error("of {all} trees in `{name}` {found} have a diameter above 0, but competition takes at least 2")]
    FewDiameters {
        /// The file.
        name: String,
        /// All trees.
        all: u64,
        /// Those with a diameter.
        found: u64,
    },
    /// Too few points that a condition chooses.
    #[error("of {all} points in `{name}` {found} have {only}, but spacing takes at least 2")]
    FewHave {
        /// The file.
        name: String,
        /// All points.
        all: u64,
        /// Those that are chosen.
        found: usize,
        /// The condition.
        only: String,
    },
    /// Too few points.
    #[error("`{name}` has {found}, but spacing takes at least 2")]
    FewPoints {
        /// The file.
        name: String,
        /// `no points` or `one point`.
        found: &'static str,
    },
    /// Points beyond the window.
    #[error(
        "{name}:{line}: {outside} of {all} points lie outside the window {}, the first at ({}, {})",
        corners(window), place[0], place[1]
    )]
    Outside {
        /// The file.
        name: String,
        /// The line of the first of them.
        line: u64,
        /// How many.
        outside: usize,
        /// All points.
        all: usize,
        /// The window.
        window: Plot,
        /// The first of them.
        place: [f64; 2],
    },
    /// A file that describes no polygons.
    #[error("{name}: {why}")]
    NoPolygon {
        /// The file.
        name: String,
        /// What is wrong with it, each with its place.
        why: String,
    },
    /// A raster of no known format.
    #[error("`{name}` is no raster that can be read")]
    NoRaster {
        /// The file.
        name: String,
    },
    /// A raster that cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A raster that is no covariate.
    #[error("{name}: {source}")]
    Covariate {
        /// The file.
        name: String,
        /// Why not.
        source: SpacingError,
    },
    /// Polygons in degrees.
    #[error("{name}: {why}, in degrees, but distances are measured in the plane")]
    InDegrees {
        /// The file.
        name: String,
        /// By what it is known.
        why: String,
    },
    /// Points in degrees.
    #[error(
        "{name}: the columns `{}` and `{}` hold degrees by their names and values, but distances are measured in the plane",
        columns[0], columns[1]
    )]
    ColumnsInDegrees {
        /// The file.
        name: String,
        /// The columns.
        columns: [String; 2],
    },
    /// Polygons that bound no window.
    #[error("{name}: {source}")]
    NoWindow {
        /// The file.
        name: String,
        /// Why not.
        source: PolygonError,
    },
    /// Points outside the polygons.
    #[error(
        "{name}: {outside} of {all} points lie outside the polygon: {}{}",
        listed(first), more(*outside, first.len())
    )]
    OutsidePolygon {
        /// The file.
        name: String,
        /// Lines and places of the first of them.
        first: Vec<(u64, [f64; 2])>,
        /// How many.
        outside: usize,
        /// All points.
        all: usize,
        /// Whether the corners of the polygon could be degrees and these points could not.
        in_degrees: bool,
    },
    /// Points that span no window.
    #[error("{name}: no window is given, and the points' bounding box is none: {source}")]
    NoBox {
        /// The file.
        name: String,
        /// Why not.
        source: PlotError,
    },
    /// The plot of a run's manifest.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// Two trees at one place, whose distance the index divides by.
    #[error(
        "{name}: trees {} and {} are both at ({}, {}), but the index divides by their distance",
        trees[0], trees[1], place[0], place[1]
    )]
    SamePlace {
        /// The file.
        name: String,
        /// Their names.
        trees: [String; 2],
        /// Where they stand.
        place: [f64; 2],
    },
    /// An index beyond all numbers.
    #[error("{name}: the index of tree {tree} is too large for a number, as its diameter is {diameter}")]
    TooLarge {
        /// The file.
        name: String,
        /// The tree.
        tree: String,
        /// Its diameter.
        diameter: f64,
    },
}

/// Lines and places.
fn listed(first: &[(u64, [f64; 2])]) -> String {
    let places = first
        .iter()
        .map(|(line, [x, y])| format!("line {line} ({x}, {y})"));
    places.collect::<Vec<String>>().join(", ")
}

/// How many are not listed.
fn more(all: usize, listed: usize) -> String {
    match all - listed {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// The least and the greatest coordinates of a window: `0,0,200,100`.
#[must_use]
pub fn corners(window: &Plot) -> String {
    let ([x_min, y_min], [width, height]) = (window.origin_m(), window.size_m());
    format!("{x_min},{y_min},{},{}", x_min + width, y_min + height)
}

impl PatternError {
    /// Whether the user's input is at fault; otherwise it is the machine.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        match self {
            Self::NotOpened { source, .. } => {
                matches!(source.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
            }
            Self::Terrain(error) => !matches!(error, TerrainError::Io { .. }),
            _ => true,
        }
    }

    /// The way out, where the message alone does not tell it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::UnlistedParquet { .. } => "give the folder of the run and the year, or a CSV".to_owned(),
            Self::NoYears { run } => {
                format!("measure the points of a method, such as `{run}/points/target.csv`")
            }
            Self::TooManyPoints { .. } => {
                "measure a part of them, by a condition or in a smaller file".to_owned()
            }
            Self::FewDiameters { .. } => "name the column of the diameters as that of the marks".to_owned(),
            Self::NoRaster { .. } => "give an ESRI ASCII grid (.asc) or a GeoTIFF (.tif) in the coordinates of the points".to_owned(),
            Self::NoPolygon { .. } => {
                "a window is a GeoJSON Polygon or MultiPolygon in the unit of the points, holes allowed".to_owned()
            }
            Self::NoWindow { source, .. } if source.is_adjoining() => {
                "parts that share a border are one part: dissolve them, such as by Fix geometries of QGIS, `sf::st_union` or \
                 shapely's `unary_union`"
                    .to_owned()
            }
            Self::NoWindow { .. } => "mend it in a GIS program, such as by Fix geometries of QGIS".to_owned(),
            Self::ColumnsInDegrees { .. } => {
                "project the points, such as to UTM in metres, by a GIS program or `sf::st_transform`, and name the new columns by \
                 `--x` and `--y`"
                    .to_owned()
            }
            Self::InDegrees { .. } | Self::OutsidePolygon { in_degrees: true, .. } => {
                "give the polygon in the coordinates of the points, such as UTM in metres: GIS programs reproject a layer \
                 when they save it"
                    .to_owned()
            }
            Self::OutsidePolygon { .. } => "widen the polygon, or leave these points out by --where".to_owned(),
            Self::Outside { .. } => "give the window that was sampled, or leave these points out".to_owned(),
            Self::SamePlace { .. } => "leave one of them out, or give where it stands".to_owned(),
            Self::TooLarge { .. } => "are all diameters in the same unit?".to_owned(),
            _ => return None,
        })
    }
}

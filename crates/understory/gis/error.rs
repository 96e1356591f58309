//! Why something cannot be exported.

use understory_export::crs::CrsError;

use super::field::Field;

/// Why something cannot be exported.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GisError {
    /// Results of a command that leaves neither trees nor instances.
    #[error(
        "`{run}` holds results of `understory {command}`, which have no trees and no instances of a world"
    )]
    NothingToExport {
        /// The folder.
        run: String,
        /// The command.
        command: String,
    },
    /// Results that have points, but no fields.
    #[error("`{run}` holds results of `understory {command}`, which have no fields over the ground")]
    NoFields {
        /// The folder.
        run: String,
        /// The command.
        command: String,
    },
    /// Fields that were asked for in a format of points.
    #[error("`--fields` names fields, but GeoJSON and GeoPackage hold points")]
    FieldsOfPoints,
    /// Cells that were asked for in a format of points.
    #[error("`--cell-m` is the side of cells, but GeoJSON and GeoPackage hold points")]
    CellsOfPoints,
    /// A year of results that have none.
    #[error("`--year` is {year}, but a painted world has no years")]
    YearOfNoRun {
        /// The year.
        year: u32,
    },
    /// A field that the run has not.
    #[error("`{run}` has no field `{field}`: {why}")]
    NoSuchField {
        /// The folder.
        run: String,
        /// The field.
        field: Field,
        /// Why not.
        why: &'static str,
    },
    /// Too many cells.
    #[error("cells of {cell_m} m make {columns} × {rows} of this plot, but at most {most} are exported")]
    TooManyCells {
        /// Their side, m.
        cell_m: f64,
        /// Cells from west to east.
        columns: u64,
        /// Cells from south to north.
        rows: u64,
        /// The most.
        most: u64,
    },
    /// Cells larger than the plot.
    #[error("cells of {cell_m} m are larger than the plot, which is {size} m")]
    CellsTooLarge {
        /// Their side, m.
        cell_m: f64,
        /// The plot's sides.
        size: String,
    },
    /// A raster that an ASCII grid cannot hold.
    #[error("`{name}` cannot be an ASCII grid: {why}")]
    NotSquare {
        /// The field.
        name: String,
        /// Why.
        why: String,
    },
    /// The map of heights names another system.
    #[error("`--crs` is EPSG:{asked}, but the map of heights that the run stands on is in EPSG:{own}")]
    OtherCrs {
        /// That of the map.
        own: u16,
        /// The one that was asked for.
        asked: u16,
    },
    /// A system that cannot be used.
    #[error(transparent)]
    Crs(#[from] CrsError),
    /// A table that holds what no run writes.
    #[error("{table} holds {found}")]
    Table {
        /// The table.
        table: String,
        /// What is wrong with it.
        found: String,
    },
    /// The folder for the files is a file.
    #[error("`--out` is `{file}`, which is a file, but exports go into a folder")]
    OutIsAFile {
        /// What was asked for.
        file: String,
    },
    /// The file could not be made.
    #[error("{why}")]
    NotMade {
        /// Why.
        why: String,
    },
}

impl GisError {
    /// Whether the user's input is at fault.
    pub(crate) fn is_user_error(&self) -> bool {
        !matches!(self, Self::NotMade { .. })
    }

    /// The way out, where the message alone does not say it.
    pub(crate) fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NothingToExport { .. } => "give a folder that `understory run`, `compare` or `place` made",
            Self::NoFields { .. } => {
                "export its instances with `--format gpkg` or `geojson`, or give a folder that `understory run` made"
            }
            Self::FieldsOfPoints | Self::CellsOfPoints => {
                "leave it out, or ask for `--format geotiff` or `asc`"
            }
            Self::YearOfNoRun { .. } => "leave it out",
            Self::TooManyCells { .. } => "make them larger with `--cell-m`",
            Self::CellsTooLarge { .. } => "make them smaller with `--cell-m`",
            Self::NotSquare { .. } => {
                "ask for `--format geotiff`, give a `--cell-m` that divides both sides of the plot, or leave the field out with \
                 `--fields`"
            }
            Self::OtherCrs { .. } => "leave out `--crs`",
            Self::Crs(CrsError::Unknown(_)) => {
                "give the code of a projected system in metres, such as `--crs EPSG:25832` (UTM zone 32 on ETRS89)"
            }
            Self::Crs(CrsError::NotMetres(_)) => {
                "give one in metres, such as `--crs EPSG:25832` (UTM zone 32 on ETRS89) or `EPSG:32632` (on WGS 84)"
            }
            Self::Crs(CrsError::NotTransformed(_)) => {
                "leave out `--crs`, and tell the program that opens the file"
            }
            Self::Crs(CrsError::Beyond { .. }) => {
                "give the system that the plot's coordinates (`world.origin_m`) are in, or leave `--crs` out"
            }
            Self::Table { .. } => "run again the command that left the folder",
            Self::OutIsAFile { .. } => "give a folder, such as `--out maps`",
            Self::NoSuchField { .. } | Self::NotMade { .. } => return None,
        };
        Some(hint.to_owned())
    }
}

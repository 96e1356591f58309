//! What a run left, as files that programs for maps and statistics open: trees as points, fields over the ground as grids.
//!
//! Top to bottom: `points` turns a table into features, `fields` the tables into grids, `out` puts files in their places.

mod field;
mod fields;
mod out;
mod points;

use std::io;
use std::path::PathBuf;

use understory_export::crs::Crs;
#[cfg(feature = "gis")]
use understory_export::geopackage::geopackage;
use understory_lab::Watch;
use understory_records::{Body, ForestManifest, Manifest, TreeRow, World, paths};
use understory_terrain::{Band, Raster, write_ascii_grid, write_geotiff};

pub use self::field::Field;
use self::fields::{Drawn, Of};
use self::out::MadeFile;
use self::points::{Points, features};
#[cfg(feature = "gis")]
use self::points::{layer, of_crs};
use crate::error::Error;
use crate::feature::Feature;
use crate::folder::Kept;
use crate::kinds::stats::recorded_year;
use crate::results::Results;
use crate::stored::is_listed;

/// The format of exported files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GisFormat {
    /// Points as GeoJSON.
    GeoJson,
    /// Points as a GeoPackage.
    GeoPackage,
    /// Fields as GeoTIFF, one file each.
    GeoTiff,
    /// Fields as ESRI ASCII grids, one file each.
    AsciiGrid,
}

impl GisFormat {
    fn ending(self) -> &'static str {
        match self {
            Self::GeoJson => "geojson",
            Self::GeoPackage => "gpkg",
            Self::GeoTiff => "tif",
            Self::AsciiGrid => "asc",
        }
    }

    fn is_of_points(self) -> bool {
        matches!(self, Self::GeoJson | Self::GeoPackage)
    }
}

/// What is exported, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct GisRequest {
    /// The folder of results.
    pub run: PathBuf,
    /// The format.
    pub format: GisFormat,
    /// The year of a run; without, the last that was recorded.
    pub year: Option<u32>,
    /// The fields that are exported; without any, all that there are.
    pub fields: Vec<Field>,
    /// Side of the cells of density and inhibition, m; without, 10 m and 1 m.
    pub cell_m: Option<f64>,
    /// EPSG code of the coordinate reference system that the plot's coordinates are in, where the map of heights names none.
    pub epsg: Option<u16>,
    /// The folder of the files; without, `export` in the folder of results, whose manifest lists them.
    pub out: Option<PathBuf>,
}

/// What was exported.
#[derive(Clone, Debug, PartialEq)]
pub struct GisLeft {
    /// Each file with what is in it.
    pub files: Vec<(PathBuf, String)>,
    /// What its coordinates are.
    pub coordinates: String,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// What of the user's was in the way, and where it is now.
    pub kept: Kept,
}

/// Exports a year of a run, or what stands in a painted world. Files that are there already are replaced where this program
/// left them in the folder of results, and else set aside; the same results and request give the same bytes.
///
/// # Errors
/// [`Error`]: a folder that holds no results of trees or instances, a year that was not recorded, [`Error::Refused`] for what cannot
/// be exported, or what the disk reports.
pub fn export(request: &GisRequest, watch: &dyn Watch) -> Result<GisLeft, Error> {
    if request.format == GisFormat::GeoPackage {
        Feature::Gis.needed_by("`--format gpkg`")?;
    }
    if request.epsg.is_some() {
        Feature::Gis.needed_by("`--crs`")?;
    }
    let results = Results::in_folder(&request.run)?;
    if request.format.is_of_points() {
        if !request.fields.is_empty() {
            return Err(of_points("`--fields` names fields"));
        }
        if request.cell_m.is_some() {
            return Err(of_points("`--cell-m` is the side of cells"));
        }
    }
    let has_not = |what: &str, way_out: &str| {
        let (run, command) = (request.run.display(), results.about().body.command());
        let why = format!("`{run}` holds results of `understory {command}`, which have no {what}");
        Error::refused(why, way_out)
    };
    let world = world_of(results.about()).ok_or_else(|| {
        has_not(
            "trees and no instances of a world",
            "give a folder that `understory run`, `compare` or `place` made",
        )
    })?;
    let crs = crs_of(world, request.epsg)?;
    let (files, notes) = match (request.format.is_of_points(), results.forest()) {
        (true, _) => (points_of(request, &results, crs.as_ref(), watch)?, Vec::new()),
        (false, Ok(manifest)) => fields_of(request, &results, manifest, crs.as_ref(), watch)?,
        (false, Err(_)) => {
            return Err(has_not(
                "fields over the ground",
                "export its instances with `--format gpkg` or `geojson`, or give a folder that `understory run` made",
            ));
        }
    };
    watch.step("writing files", 0, 1);
    let (places, kept) = out::write(&request.run, request.out.as_deref(), &files)?;
    Ok(GisLeft {
        files: places
            .into_iter()
            .zip(files.into_iter().map(|file| file.about))
            .collect(),
        kept,
        coordinates: said_of(crs.as_ref(), request.format),
        notes,
    })
}

/// Why what belongs to fields is refused for points.
fn of_points(what: &str) -> Error {
    Error::refused(
        format!("{what}, but GeoJSON and GeoPackage hold points"),
        "leave it out, or ask for `--format geotiff` or `asc`",
    )
}

fn world_of(about: &Manifest) -> Option<&World> {
    match &about.body {
        Body::Run(body) | Body::Compare(body) => Some(&body.world),
        Body::Place(body) => Some(&body.world),
        _ => None,
    }
}

/// The system of the map of heights, or the one that was asked for. Two that differ are refused.
fn crs_of(world: &World, asked: Option<u16>) -> Result<Option<Crs>, Error> {
    if let (Some(own), Some(asked)) = (world.epsg, asked)
        && own != asked
    {
        let why = format!(
            "`--crs` is EPSG:{asked}, but the map of heights that the run stands on is in EPSG:{own}"
        );
        return Err(Error::refused(why, "leave out `--crs`"));
    }
    // A system of the map that is not known here still has its code, but only those can be written that have a definition.
    match asked.or(world.epsg) {
        None => Ok(None),
        #[cfg(feature = "gis")]
        Some(epsg) => Ok(Some(Crs::of_epsg(epsg).map_err(of_crs)?)),
        #[cfg(not(feature = "gis"))]
        Some(epsg) => {
            let what = format!("EPSG:{epsg}, the coordinate reference system of the map of heights,");
            Ok(Feature::Gis.needed_by(what).map(|()| None)?)
        }
    }
}

fn said_of(crs: Option<&Crs>, format: GisFormat) -> String {
    match (crs, format) {
        (Some(crs), GisFormat::GeoJson) => {
            format!(
                "longitude and latitude by WGS 84, from EPSG:{} ({})",
                crs.epsg(),
                crs.name()
            )
        }
        (Some(crs), GisFormat::AsciiGrid) => format!(
            "EPSG:{} ({}), named in the file .prj beside each grid",
            crs.epsg(),
            crs.name()
        ),
        (Some(crs), _) => format!("EPSG:{} ({})", crs.epsg(), crs.name()),
        (None, _) => {
            let said =
                "metres of the plot, as no coordinate reference system is known; `--crs EPSG:N` names one";
            if Feature::Gis.is_built_in() {
                said.to_owned()
            } else {
                format!("{said}, in a program with the feature `{}`", Feature::Gis)
            }
        }
    }
}

/// The points of a year or of a world, as one file.
fn points_of(
    request: &GisRequest,
    results: &Results,
    crs: Option<&Crs>,
    watch: &dyn Watch,
) -> Result<Vec<MadeFile>, Error> {
    watch.step("reading tables", 0, 1);
    let (stem, points) = match results.forest() {
        Ok(manifest) => {
            let year = recorded_year(&request.run, request.year, manifest)?;
            let trees: Vec<TreeRow> = results.trees(year)?;
            let table = paths::trees(year, manifest.format());
            (format!("trees-year-{year:04}"), Points::of_trees(&trees, &table)?)
        }
        Err(_) => {
            if let Some(year) = request.year {
                let why = format!("`--year` is {year}, but a painted world has no years");
                return Err(Error::refused(why, "leave it out"));
            }
            let has = |path: &str| is_listed(&results.about().files, path);
            let is_parquet_alone = has(paths::INSTANCES_PARQUET) && !has(paths::INSTANCES);
            let path = if is_parquet_alone {
                paths::INSTANCES_PARQUET
            } else {
                paths::INSTANCES
            };
            (
                "instances".to_owned(),
                Points::of_instances(&results.rows(path)?, path)?,
            )
        }
    };
    watch.step("making the file", 0, 1);
    let bytes = match request.format {
        #[cfg(feature = "gis")]
        GisFormat::GeoPackage => geopackage(&[layer(&points)], crs).map_err(io::Error::other)?,
        _ => features(&points, &stem, crs)?,
    };
    let what = match points.len() {
        1 => format!("1 {}", points.word()),
        count => format!("{count} {}s", points.word()),
    };
    Ok(vec![MadeFile::new(
        format!("{stem}.{}", request.format.ending()),
        what,
        bytes,
    )])
}

/// The fields of a year, each as one file.
fn fields_of(
    request: &GisRequest,
    results: &Results,
    manifest: ForestManifest<'_>,
    crs: Option<&Crs>,
    watch: &dyn Watch,
) -> Result<(Vec<MadeFile>, Vec<String>), Error> {
    let year = recorded_year(&request.run, request.year, manifest)?;
    let of = Of {
        run: &request.run,
        results,
        manifest,
        year,
        cell_m: request.cell_m,
    };
    let (drawn, notes) = fields::draw(&of, &request.fields, watch)?;
    let mut files = Vec::new();
    for Drawn {
        name,
        about,
        unit,
        raster,
    } in drawn
    {
        let file = format!("{name}.{}", request.format.ending());
        let bytes = match request.format {
            GisFormat::AsciiGrid => as_ascii_grid(&raster, &name)?,
            _ => as_geotiff(&raster, &about, unit, crs)?,
        };
        let unit = match unit {
            "" => String::new(),
            unit => format!(", {unit}"),
        };
        let [columns, rows] = [raster.grid().columns(), raster.grid().rows()];
        files.push(MadeFile::new(
            file,
            format!("{about}{unit}; {columns} × {rows} cells"),
            bytes,
        ));
        if let (GisFormat::AsciiGrid, Some(crs)) = (request.format, crs) {
            let what = format!("the coordinate reference system of {name}.asc");
            files.push(MadeFile::new(
                format!("{name}.prj"),
                what,
                format!("{}\n", crs.wkt()).into_bytes(),
            ));
        }
    }
    Ok((files, notes))
}

fn as_geotiff(raster: &Raster<f32>, about: &str, unit: &str, crs: Option<&Crs>) -> Result<Vec<u8>, Error> {
    let mut out = io::Cursor::new(Vec::new());
    let band = Band {
        description: about,
        unit,
        epsg: crs.map(Crs::epsg),
    };
    write_geotiff(&mut out, raster, band)?;
    Ok(out.into_inner())
}

fn as_ascii_grid(raster: &Raster<f32>, name: &str) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let written = write_ascii_grid(&mut out, raster);
    match written {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err(Error::refused(
            format!("`{name}` cannot be an ASCII grid: {error}"),
            "ask for `--format geotiff`, give a `--cell-m` that divides both sides of the plot, or leave the field out with \
             `--fields`",
        )),
        written => Ok(written.map(|()| out)?),
    }
}

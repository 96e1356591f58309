//! `export`: a year of a run as files for programs for maps.

use std::path::PathBuf;

use clap::Args;
use understory::{GisField, GisFormat, GisRequest, export as make};

use crate::args::{length, one_of};
use crate::failure::Outcome;
use crate::output::{data, say, say_kept};
use crate::progress::{Progress, end_at_interrupt};

/// Turn a year of a run into files for maps: trees as GeoPackage or GeoJSON, fields as GeoTIFF or ASCII grids
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/export.txt").trim_end())]
pub(crate) struct ExportOptions {
    /// The folder of a run, of a comparison or of a painted world
    #[arg(value_name = "RUN_DIR")]
    pub(crate) run: PathBuf,
    /// The format
    #[arg(long, value_name = "AS", value_parser = one_of([
        ("gpkg", GisFormat::GeoPackage, "Points as GeoPackage, for QGIS, R and GDAL"),
        ("geojson", GisFormat::GeoJson, "Points as GeoJSON, for the web"),
        ("geotiff", GisFormat::GeoTiff, "Fields as GeoTIFF"),
        ("asc", GisFormat::AsciiGrid, "Fields as ESRI ASCII grids"),
    ]))]
    pub(crate) format: GisFormat,
    /// Year of the run [default: the last that was recorded]
    #[arg(long, value_name = "Y")]
    pub(crate) year: Option<u32>,
    /// Fields to export: height, wetness, sun, soil-depth, density, inhibition [default: all that there are]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) fields: Vec<GisField>,
    /// Side of the cells of density and inhibition, m [default: 10 and 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = length)]
    pub(crate) cell_m: Option<f64>,
    /// Coordinate reference system of the plot's coordinates, in metres, where the map of heights names none
    #[arg(long, value_name = "EPSG:N", value_parser = epsg)]
    pub(crate) crs: Option<u16>,
    /// Folder of the files [default: RUN_DIR/export, and RUN_DIR's manifest lists them]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the names of the files and nothing else
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The code of a coordinate reference system.
fn epsg(text: &str) -> Result<u16, String> {
    let digits = text.trim();
    let digits = digits
        .get(..5)
        .filter(|head| head.eq_ignore_ascii_case("EPSG:"))
        .map_or(digits, |_| &digits[5..]);
    let code = digits.parse().ok().filter(|code: &u16| *code > 0);
    code.ok_or_else(|| "a system is named by its EPSG code, such as `EPSG:25832`".to_owned())
}

/// Writes the files, and prints their names.
pub(crate) fn export(options: &ExportOptions) -> Outcome {
    end_at_interrupt("stopped; the same command begins anew");
    let request = GisRequest {
        run: options.run.clone(),
        format: options.format,
        year: options.year,
        fields: options.fields.clone(),
        cell_m: options.cell_m,
        epsg: options.crs,
        out: options.out.clone(),
    };
    let steps = Progress::of_steps(options.quiet);
    let left = make(&request, &steps);
    steps.end();
    let left = left?;
    let names: String = left
        .files
        .iter()
        .map(|(file, _)| format!("{}\n", file.display()))
        .collect();
    data(&names)?;
    if !options.quiet {
        say_kept(options.out.as_ref().unwrap_or(&options.run), &left.kept);
        for (file, about) in &left.files {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            say(&format!("{}: {about}", name.unwrap_or_default()));
        }
        say(&format!("coordinates: {}", left.coordinates));
        for note in &left.notes {
            say(&format!("note: {note}"));
        }
    }
    Ok(())
}

//! The figures of a run, drawn from its tables alone, and those of the functions that describe a point pattern.
//!
//! [`draw`] asks the caller for tables ([`Tables`]) and hands over each [`Figure`] as SVG and PNG; it opens no file. [`map_film`] is
//! the map as it changes.
//! [`function`] draws one function over distance, such as L, from its values; [`compare`] sets several patterns beside
//! the one that they are to resemble, [`kerr`] the rasters on which some of them grew; [`crowns()`] shows crowns and roots that shared their space, [`roots()`] the roots of one tree; [`strengths`] what an inhibiting field does, [`sketch()`] plans of dots, lines and areas, [`sweep()`] and [`sensitivity()`] what varied keys do; [`marginals`], [`pairs`], [`predicted`] and [`ranks`] what a calibration found; [`tree`] holds the
//! figures of single trees, [`world`] those of painted worlds, [`scatter`] those of points that a method lays out; [`mod@view`] is a picture of many shapes by a camera.
//! Each figure has a title, a caption and a text alternative, worked out from the same numbers.
//! Text is drawn as shapes from a bundled font, so a figure reads the same where no font is installed. The same tables
//! give the same bytes.
//!
//! On the way: a figure's module (`calibration`, `map`, `density`, `neighbours`, `clark_evans`, `census`, `diameters`, `ground`, `sites`, `function`,
//! `compare`, `crowns`, `roots`, `kerr`, `strengths`, `sweep`, `sketch`, `tree`, `world`, `scatter`) takes what figures are made of from `kit` and puts `panel`s on a `sheet`; these lay marks on a
//! `page`; `svg` and `raster` write the page out; `style` has all widths, letters, lines and colours; `words` says numbers, lists and ranges in captions and alternatives;
//! `needed` refuses numbers that no figure could show.

mod axis;
mod calibration;
mod cells;
mod census;
mod check;
mod clark_evans;
mod colours;
mod compare;
mod crowns;
mod cut;
mod density;
mod diameters;
mod error;
mod extent;
mod figure;
mod film;
mod font;
mod function;
mod ground;
mod histogram;
mod ink;
mod kerr;
mod kit;
mod landscape;
mod legend;
mod map;
mod multiples;
mod needed;
mod neighbours;
mod numerals;
mod outline;
mod page;
mod panel;
mod pen;
mod picture;
mod pixels;
mod raster;
mod roots;
pub mod scatter;
mod sheet;
mod sites;
mod sketch;
mod strengths;
mod style;
mod svg;
mod sweep;
mod tables;
mod text;
pub mod tree;
pub mod view;
mod words;
pub mod world;

pub use calibration::{FittedKey, KeyRanks, PredictedFunction, marginals, pairs, predicted, ranks};
pub use census::census_beside;
pub use clark_evans::clark_evans_beside;
pub use compare::{Comparison, compare, compare_forests};
pub use crowns::{GrownCrowns, crowns};
pub use error::{Cause, ReportError};
pub use figure::Figure;
pub use film::{MOST_FRAMES, map_film};
pub use function::{Envelope, FunctionFigure, function};
pub use kerr::{KerrRaster, kerr};
pub use roots::{Stone, roots};
pub use sketch::{Shape, Sketch, SketchKey, SketchPanel, Tone, sketch};
pub use strengths::{StrengthCurve, StrengthPanel, StrengthPoint, strengths};
pub use style::species_colour;
pub use sweep::{SensitivityCurve, SensitivityPanel, SweepPanel, sensitivity, sweep};
pub use tables::{RunAbout, Tables, evenly};

/// Maps and diameters are drawn for so many of the recorded years.
const MAPS: usize = 3;
const DIAMETERS: usize = 4;

/// Draws every figure of a run and hands each to `each`, one at a time.
///
/// Each recorded year that is drawn has its map; a figure with nothing to show is left out, and so are years with too
/// few trees for what a figure shows.
///
/// # Errors
/// [`ReportError::Table`] or [`ReportError::Keep`] when the caller's reader or `each` fails; [`ReportError::Plot`] or
/// [`ReportError::Number`] when what a table holds cannot be drawn; [`ReportError::Drawing`] when drawing fails.
pub fn draw(
    tables: &dyn Tables,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    let about = tables.about();
    about.check()?;
    let census = read("census.csv", tables.census())?;
    let spacing = read("spacing.csv", tables.spacing())?;
    let replicates = read("replicates.csv", tables.replicates())?;
    let climate = read("climate.csv", tables.climate())?;
    let deadwood = read("deadwood.csv", tables.deadwood())?;
    let inventory = read("inventory.csv", tables.inventory())?;
    check::census(&census)?;
    check::spacing(&spacing)?;
    check::replicates(&replicates)?;
    check::climate(&climate)?;
    check::deadwood(&deadwood)?;
    check::inventory(&inventory)?;
    let mut keep = |figure: Figure| {
        let name = figure.name.clone();
        each(figure).map_err(|source| ReportError::Keep { figure: name, source })
    };

    let recorded = tables.recorded_years();
    let (mapped, measured) = (evenly(&recorded, MAPS), evenly(&recorded, DIAMETERS));
    let mut diameters = Vec::new();
    for year in evenly(&recorded, recorded.len()) {
        if mapped.contains(&year) || measured.contains(&year) {
            let trees = read(&format!("trees/year-{year:04}"), tables.trees(year))?;
            check::trees(year, &trees)?;
            if measured.contains(&year) {
                diameters.push(diameters::of_year(&about, year, &trees));
            }
            if mapped.contains(&year) {
                keep(match landscape::is_needed(&about, &trees) {
                    true => landscape::landscape(&about, year, &trees)?,
                    false => map::map(&about, year, &trees)?,
                })?;
            }
        }
    }
    let distances = |scope: &'static str| {
        let about = &about;
        move |year: u32| {
            let trees = read(&format!("trees/year-{year:04}"), tables.trees(year))?;
            check::trees(year, &trees)?;
            Ok(density::distances(about, trees, scope))
        }
    };
    let rest = [
        diameters::diameters(&about, &diameters)?,
        density::small_multiples(&about, &census, &spacing, "adult", &distances("adult"))?,
        density::small_multiples(&about, &census, &spacing, "all", &distances("all"))?,
        neighbours::overlaid(&about, &census, &spacing)?,
        clark_evans::over_time(&about, &census, &spacing, &replicates)?,
        census::census(&about, &census)?,
        census::climate(&about, &census, &climate)?,
        census::deadwood(&about, &deadwood)?,
        census::inventory(&about, &inventory)?,
        ground::ground(&about, &read("ground.csv", tables.ground())?)?,
        ground::suitability(&about, &read("suitability.csv", tables.suitability())?)?,
        sites::sites(&about, &read("sites.csv", tables.sites())?)?,
    ];
    rest.into_iter().flatten().try_for_each(keep)
}

fn read<T>(table: &str, rows: Result<T, Cause>) -> Result<T, ReportError> {
    rows.map_err(|source| ReportError::Table {
        table: table.to_owned(),
        source,
    })
}

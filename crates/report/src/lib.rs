//! The figures of a run, drawn from its tables alone, and those of the functions that describe a point pattern.
//!
//! [`draw`] takes tables ([`Tables`]) and hands over each [`Figure`] as SVG and PNG; it opens no file. [`map_film`] is
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
mod to_scale;
pub mod tree;
pub mod view;
mod words;
pub mod world;

use self::tables::trees_of;
pub use calibration::{FittedKey, marginals, pairs, predicted, ranks};
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
pub use sweep::{SweepPanel, sensitivity, sweep};
pub use tables::{RunAbout, Tables, TreesOf, evenly};

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
    tables: &Tables,
    recorded_years: &[u32],
    trees: TreesOf<'_>,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    let Tables {
        about,
        census,
        spacing,
        ..
    } = tables;
    about.check()?;
    check::census(census)?;
    check::spacing(spacing)?;
    check::replicates(&tables.replicates)?;
    check::climate(&tables.climate)?;
    check::deadwood(&tables.deadwood)?;
    check::inventory(&tables.inventory)?;

    let (mapped, measured) = (evenly(recorded_years, MAPS), evenly(recorded_years, DIAMETERS));
    let mut diameters = Vec::new();
    for year in evenly(recorded_years, recorded_years.len()) {
        if mapped.contains(&year) || measured.contains(&year) {
            let trees = trees_of(year, trees)?;
            if measured.contains(&year) {
                diameters.push(diameters::of_year(about, year, &trees));
            }
            if mapped.contains(&year) {
                let map = match landscape::is_needed(about, &trees) {
                    true => landscape::landscape(about, year, &trees)?,
                    false => map::map(about, year, &trees)?,
                };
                map.keep(each)?;
            }
        }
    }
    let distances =
        |scope: &'static str| move |year: u32| Ok(density::distances(about, trees_of(year, trees)?, scope));
    let rest = [
        diameters::diameters(about, &diameters)?,
        density::small_multiples(about, census, spacing, "adult", &distances("adult"))?,
        density::small_multiples(about, census, spacing, "all", &distances("all"))?,
        neighbours::overlaid(about, census, spacing)?,
        clark_evans::over_time(about, census, spacing, &tables.replicates)?,
        census::census(about, census)?,
        census::climate(about, census, &tables.climate)?,
        census::deadwood(about, &tables.deadwood)?,
        census::inventory(about, &tables.inventory)?,
        ground::ground(about, &tables.ground)?,
        ground::suitability(about, &tables.suitability)?,
        sites::sites(about, &tables.sites)?,
    ];
    rest.into_iter()
        .flatten()
        .try_for_each(|figure| figure.keep(each))
}

//! The map through the years, as a picture that moves.

use crate::error::ReportError;
use crate::kit::*;
use crate::map::{self, scale_key, species_keys, species_of, stem_key};
use crate::raster::moving;
use crate::tables::{TreesOf, evenly, trees_of};

/// More frames would make a long film.
pub const MOST_FRAMES: usize = 40;
/// A frame is shown so long, and the last one longer.
pub(crate) const FRAME_MS: u16 = 500;
pub(crate) const LAST_MS: u16 = 2_500;
/// Room for `year 9,999` beside the heading.
const YEAR: f64 = 55.0 * PT;

/// Draws the map of each recorded year, at most 40 of them evenly spread, as the frames of an animated PNG, all at one scale. The
/// SVG, and what viewers show that know no animations, is the last year.
///
/// # Errors
/// As for [`draw`](crate::draw); [`ReportError::Number`] also for fewer than two recorded years.
pub fn map_film(about: &RunAbout, recorded_years: &[u32], trees: TreesOf<'_>) -> Result<Figure, ReportError> {
    const NAME: &str = "map-years";
    about.check()?;
    let years = evenly(recorded_years, MOST_FRAMES);
    let ([first, .., last], false) = (&years[..], years.len() < 2) else {
        let found = years.len() as f64;
        return Err(ReportError::number(NAME, "recorded years", found, "2 or more"));
    };
    let page_pt = about.page_pt(style::FILM_PT, 0.0);
    let plot = map::to_scale(about, page_pt);
    let smallest_m = map::smallest_m(&plot);
    let mut keys = species_keys(&about.species, String::clone);
    keys.push(stem_key("stem of 10 cm or more".to_owned()));
    keys.push(scale_key(Some(smallest_m)));
    let heading = fitted(
        &about.name,
        style::HEADING_SIZE,
        page_pt * PT - 2.0 * MARGIN - YEAR,
    );
    let of_year = |year: u32| {
        let trees = trees_of(year, trees)?;
        let species = species_of(about, &trees);
        let mut sheet = Sheet::new(NAME, page_pt, &heading, &keys);
        let place = at(sheet.page.width - MARGIN, MARGIN);
        let setting = plain(Along::End, Across::Top).sized(style::HEADING_SIZE);
        sheet.page.text(&format!("year {year}"), place, setting);
        let axes = map::draw(&plot, &mut sheet, about, &trees, &species)?;
        Ok((sheet, axes, trees.len() as u64))
    };
    let (mut still, axes, trees) = of_year(*last)?;
    let title = format!("{}, years {first} to {last}", about.name);
    still.page.title.clone_from(&title);
    let caption = format!(
        "Map of {}, years {first} to {last} in {} frames; without animation, year {last}. Discs are crowns to scale, but at least \
         {} m wide, in the colours of their species, those of taller trees over those of lower ones; black dots are the stems of \
         trees of 10 cm or more in diameter at breast height.",
        setting(about),
        years.len(),
        number(smallest_m),
    );
    let alt = format!(
        "Animated map of the years {}. {axes} Year {last} has {}.",
        list(years.iter().map(u32::to_string)),
        counted(trees, "tree")
    );
    still.page.alt.clone_from(&alt);
    let page = still.page.clone();
    let mut figure = still.finish(caption, alt)?;
    let frames = years.iter().map(|&year| {
        let (sheet, ..) = of_year(year)?;
        Ok((sheet.page, if year == *last { LAST_MS } else { FRAME_MS }))
    });
    figure.png = moving(&page, frames)?;
    Ok(figure)
}

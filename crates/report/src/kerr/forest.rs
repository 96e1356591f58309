//! The forests as they ended, the seeds beside them and the levels under them.

use understory_records::KerrCellRow;

use super::grid::{self, Grid};
use super::raster::KerrRaster;
use super::words;
use crate::kit::*;

/// Shades of seeds.
const SHADES: f64 = 16.0;

pub(super) fn forest(about: &RunAbout, rasters: &[KerrRaster]) -> Result<Option<Figure>, ReportError> {
    let title = format!("{}: forests that seeded themselves on a raster", about.name);
    let keys = grid::keys(rasters, "initial trees");
    let below = |raster: &KerrRaster| words::cover(raster, raster.last_round());
    let colour = |cell: &KerrCellRow| match cell.forest_since {
        Some(0) => grid::after(cell, 0),
        Some(_) => grid::forest(cell).rgb,
        None => grid::ground(cell).rgb,
    };
    let sheet = maps(about, rasters, ("kerr-raster", &title, &keys), below, colour)?;
    sheet
        .finish(words::forest_caption(about, rasters), words::forest_alt(rasters))
        .map(Some)
}

pub(super) fn seeds(about: &RunAbout, rasters: &[KerrRaster]) -> Result<Option<Figure>, ReportError> {
    // More than 1 is certain to come up.
    let most = words::most_seeds(rasters).min(1.0);
    let shade = |share: f64| -> [u8; 3] {
        let share = (share * SHADES).ceil() / SHADES;
        let mix = |part: usize| {
            let [white, dark] = [style::OPEN_CELL, style::SEEDED_CELL].map(|ink| f64::from(ink.rgb[part]));
            (white + (dark - white) * share).round() as u8
        };
        [mix(0), mix(1), mix(2)]
    };
    let of = |share: f64| {
        let [red, green, blue] = shade(share).map(u32::from);
        Ink::solid(red << 16 | green << 8 | blue)
    };
    let mut keys = vec![
        LegendEntry::patch(grid::edged(style::UNDER_CELL), "forest"),
        LegendEntry::patch(grid::edged(of(0.0)), "no seeds"),
    ];
    if most > 0.0 {
        for share in [0.25, 0.5, 1.0] {
            let more = if share * most == 1.0 { " or more" } else { "" };
            let words = format!("{}{more}", number(share * most));
            keys.push(LegendEntry::patch(grid::edged(of(share)), words));
        }
    }
    let title = format!(
        "{}: seeds on the ground at the end, as chance of a tree",
        about.name
    );
    let below = |raster: &KerrRaster| words::seeds(raster);
    let colour = |cell: &KerrCellRow| match cell.forest_since {
        Some(_) => style::UNDER_CELL.rgb,
        None if most > 0.0 => shade((cell.seeds / most).min(1.0)),
        None => shade(0.0),
    };
    let sheet = maps(about, rasters, ("kerr-seeds", &title, &keys), below, colour)?;
    sheet
        .finish(words::seeds_caption(about, rasters), words::seeds_alt(rasters))
        .map(Some)
}

/// Of those that have a level.
pub(super) fn level(about: &RunAbout, rasters: &[KerrRaster]) -> Result<Option<Figure>, ReportError> {
    let over: Vec<KerrRaster> = rasters
        .iter()
        .filter(|raster| raster.has_level())
        .cloned()
        .collect();
    if over.is_empty() {
        return Ok(None);
    }
    let title = format!("{}: levels of caves under the forests", about.name);
    let colour = |cell: &KerrCellRow| grid::ground(cell).rgb;
    let head = ("kerr-level", &*title, &grid::level_keys()[..]);
    let sheet = maps(about, &over, head, words::level, colour)?;
    sheet
        .finish(words::level_caption(about, &over), words::level_alt(&over))
        .map(Some)
}

/// One map of each raster, with a line below its name.
fn maps(
    about: &RunAbout,
    rasters: &[KerrRaster],
    (name, title, keys): (&str, &str, &[LegendEntry]),
    below: impl Fn(&KerrRaster) -> String,
    colour: impl Fn(&KerrCellRow) -> [u8; 3],
) -> Result<Sheet, ReportError> {
    let columns = match rasters.len() {
        few @ 1..=3 => few,
        4 => 2,
        _ => 3,
    };
    let grid = Grid::new(about, rasters.len(), columns, None);
    let mut sheet = Sheet::new(name, about.page_pt(style::PANELS_PT, 0.0), title, keys);
    let room = sheet.room(grid.height());
    let panels = rasters
        .iter()
        .map(|raster| (raster, raster.name.clone(), below(raster)));
    grid.lay(&mut sheet.page, room, panels, |_, cell| colour(cell))?;
    Ok(sheet)
}

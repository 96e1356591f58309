//! How the forests grew, round by round: some rounds side by side, and all of them one after the other.

use super::grid::{self, Grid};
use super::raster::KerrRaster;
use super::words;
use crate::kit::*;
use crate::raster::moving;
use crate::tables::evenly;

/// Rounds side by side: of one forest in rows, of several a row for each.
const OF_ONE: usize = 6;
const OF_SEVERAL: usize = 4;
/// More frames would make a long film.
const MOST_FRAMES: usize = 60;
/// A frame is shown so long, and the last one longer.
const FRAME_MS: u16 = 250;
const LAST_MS: u16 = 2_000;

pub(super) fn rounds(about: &RunAbout, rasters: &[KerrRaster]) -> Result<Option<Figure>, ReportError> {
    let title = format!("{}: how the forests grew, round by round", about.name);
    let keys = grid::keys(rasters, "came in this round");
    let last = rasters.iter().map(KerrRaster::last_round).max().unwrap_or(0);
    let most = if rasters.len() == 1 { OF_ONE } else { OF_SEVERAL };
    let side_by_side = most.min(last as usize + 1);
    let shown: Vec<(&KerrRaster, u32)> = rasters
        .iter()
        .flat_map(|raster| {
            chosen(raster.last_round(), side_by_side)
                .into_iter()
                .map(move |round| (raster, round))
        })
        .collect();
    let columns = if rasters.len() == 1 {
        side_by_side.min(OF_ONE / 2)
    } else {
        side_by_side
    };
    let grid = Grid::new(about, shown.len(), columns, None);
    let mut sheet = Sheet::new("kerr-rounds", about.page_pt(style::PANELS_PT, 0.0), &title, &keys);
    let room = sheet.room(grid.height());
    let empty = sheet.page.clone();
    let panels = shown
        .iter()
        .map(|&(raster, round)| (raster, words::head(raster, round), words::cover(raster, round)));
    grid.lay(&mut sheet.page, room, panels, |number, cell| {
        grid::after(cell, shown[number].1)
    })?;
    let mut still = sheet.page.clone();
    let mut figure = sheet.finish(words::rounds_caption(about, rasters), words::rounds_alt(rasters))?;
    still.alt.clone_from(&figure.alt);

    let frames = evenly(&(0..=last).collect::<Vec<_>>(), MOST_FRAMES);
    let grid = Grid::largest(about, rasters.len(), room.height);
    let frame = |round: u32| {
        let mut page = empty.clone();
        // A forest that has ended stays as it was, with nothing new.
        let panels = rasters.iter().map(|raster| {
            (
                raster,
                words::head(raster, round.min(raster.last_round())),
                words::cover(raster, round),
            )
        });
        grid.lay(&mut page, room, panels, |_, cell| grid::after(cell, round))?;
        Ok((page, if round == last { LAST_MS } else { FRAME_MS }))
    };
    figure.png = moving(&still, frames.into_iter().map(frame))?;
    Ok(Some(figure))
}

/// So many rounds at most, the first and the last among them; rows of the figure are filled up with the last.
fn chosen(last: u32, most: usize) -> Vec<u32> {
    let mut chosen = evenly(&(0..=last).collect::<Vec<_>>(), most);
    chosen.resize(most, last);
    chosen
}

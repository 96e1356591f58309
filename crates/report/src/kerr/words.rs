//! What the figures of rasters show, in words.

use super::raster::KerrRaster;
use crate::kit::*;

/// So many rasters are told of.
const NAMED: usize = 5;

pub(super) fn head(raster: &KerrRaster, round: u32) -> String {
    format!("{}, round {round} of {}", raster.name, raster.last_round())
}

/// `25 % of the cells`.
pub(super) fn cover(raster: &KerrRaster, round: u32) -> String {
    format!("{} of the cells forest", percent(raster.cover(round), 1.0))
}

pub(super) fn seeds(raster: &KerrRaster) -> String {
    let seeded = raster.cells.iter().filter(|cell| cell.seeds > 0.0).count();
    let most = most_seeds(std::slice::from_ref(raster));
    format!(
        "seeds on {} of the cells, {} at most",
        percent(seeded as f64, raster.cells.len() as f64),
        number(most)
    )
}

pub(super) fn level(raster: &KerrRaster) -> String {
    let of = |is_open: bool| {
        let cells = raster.cells.iter();
        cells.filter(move |cell| (cell.level == "open") == is_open)
    };
    let [on_open, on_filled] = [true, false].map(|is_open| {
        let forest = of(is_open).filter(|cell| cell.forest_since.is_some());
        percent(forest.count() as f64, of(is_open).count() as f64)
    });
    format!(
        "{} open, {on_open} of it forest, {on_filled} of the rest",
        percent(of(true).count() as f64, raster.cells.len() as f64)
    )
}

pub(super) fn most_seeds(rasters: &[KerrRaster]) -> f64 {
    let cells = rasters.iter().flat_map(|raster| &raster.cells);
    cells.map(|cell| cell.seeds).fold(0.0, f64::max)
}

fn told(rasters: &[KerrRaster], of: impl Fn(&KerrRaster) -> String) -> String {
    let all = rasters
        .iter()
        .map(|raster| format!("{}: {}", name(&raster.name), of(raster)));
    first_of(all, NAMED, "forests")
}

/// `240 by 160 cells`.
fn sides(raster: &KerrRaster) -> String {
    let [columns, rows] = raster.sides();
    format!("{columns} by {rows} cells")
}

fn forests(rasters: &[KerrRaster]) -> String {
    counted(rasters.len() as u64, "forest")
}

pub(super) fn forest_caption(about: &RunAbout, rasters: &[KerrRaster]) -> String {
    format!(
        "Rasters of {} that grew by rounds of seeding, each the first pattern of its method; {}. Cells of the initial \
         trees stand out.",
        forests(rasters),
        setting(about)
    )
}

pub(super) fn forest_alt(rasters: &[KerrRaster]) -> String {
    let of = |raster: &KerrRaster| {
        format!(
            "{}, {} after {}",
            sides(raster),
            cover(raster, raster.last_round()),
            counted(u64::from(raster.last_round()), "round")
        )
    };
    format!("Maps of {}. {}.", forests(rasters), told(rasters, of))
}

pub(super) fn seeds_caption(about: &RunAbout, rasters: &[KerrRaster]) -> String {
    format!(
        "Seeds beside {} after the last round, as the chance that a tree comes from them before the next decay, the \
         darker the more; {}. What falls on forest is lost.",
        forests(rasters),
        setting(about)
    )
}

pub(super) fn seeds_alt(rasters: &[KerrRaster]) -> String {
    format!(
        "Maps of the seeds of {}. {}.",
        forests(rasters),
        told(rasters, seeds)
    )
}

pub(super) fn level_caption(about: &RunAbout, rasters: &[KerrRaster]) -> String {
    format!(
        "Levels of caves under {}: open and filled cells; {}. Beyond the map all is filled.",
        forests(rasters),
        setting(about)
    )
}

pub(super) fn level_alt(rasters: &[KerrRaster]) -> String {
    format!(
        "Maps of the levels under {}. {}.",
        forests(rasters),
        told(rasters, level)
    )
}

pub(super) fn rounds_caption(about: &RunAbout, rasters: &[KerrRaster]) -> String {
    format!(
        "Growth of {} round by round; {}. Some rounds side by side; in a viewer that shows animations the PNG has one \
         round after the other, and a forest that has ended stays.",
        forests(rasters),
        setting(about)
    )
}

pub(super) fn rounds_alt(rasters: &[KerrRaster]) -> String {
    let of = |raster: &KerrRaster| {
        let last = raster.last_round();
        format!(
            "{} in the beginning, {} after round {}, {} after round {last}",
            percent(raster.cover(0), 1.0),
            percent(raster.cover(last / 2), 1.0),
            last / 2,
            percent(raster.cover(last), 1.0)
        )
    };
    format!(
        "Maps of {} by round, and the share of cells that are forest. {}.",
        forests(rasters),
        told(rasters, of)
    )
}

//! Maps of rasters side by side at one scale.

use understory_records::KerrCellRow;

use super::raster::KerrRaster;
use crate::kit::*;
use crate::pixels;

const GAP: f64 = 8.0 * PT;
const HIGHEST_MAP: f64 = 300.0 * PT;
/// A heading and a line below it.
const HEAD: f64 = 21.0 * PT;

/// Where maps stand on the page: so many columns of one width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) columns: usize,
    rows: usize,
    map: [f64; 2],
}

impl Grid {
    /// So many maps in so many columns, as large as the width allows, or the height where one is given.
    pub(super) fn new(about: &RunAbout, maps: usize, columns: usize, height: Option<f64>) -> Self {
        let rows = maps.div_ceil(columns);
        let width = about.page_pt(style::PANELS_PT, 0.0) * PT - 2.0 * MARGIN;
        let across = (width - GAP * (columns - 1) as f64) / columns as f64;
        let highest = height.map_or(HIGHEST_MAP, |height| {
            (height - GAP * (rows - 1) as f64) / rows as f64 - HEAD
        });
        let units_per_m = (across / about.size_m[0]).min(highest / about.size_m[1]);
        Self {
            columns,
            rows,
            // In whole units, as the size of a page is written.
            map: about.size_m.map(|side_m| (side_m * units_per_m).round().max(1.0)),
        }
    }

    /// The number of columns that gives the largest maps in a room of this height.
    pub(super) fn largest(about: &RunAbout, maps: usize, height: f64) -> Self {
        let with = |columns| Self::new(about, maps, columns, Some(height));
        let larger = |a: &Self, b: &Self| a.map[0].total_cmp(&b.map[0]);
        (1..=maps).map(with).max_by(larger).unwrap_or_else(|| with(1))
    }

    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * (HEAD + self.map[1]) + (self.rows - 1) as f64 * GAP
    }

    /// Lays maps out in a room: of each a heading, a line below it, and what it shows.
    pub(super) fn lay<'a>(
        &self,
        page: &mut Page,
        room: Frame,
        maps: impl Iterator<Item = (&'a KerrRaster, String, String)>,
        colour: impl Fn(usize, &KerrCellRow) -> [u8; 3],
    ) -> Result<(), ReportError> {
        let cells = room
            .row(room.top, self.height())
            .grid(self.columns, self.rows, GAP);
        for (number, ((raster, heading, below), cell)) in maps.zip(cells).enumerate() {
            let place = |line: usize| at(cell.left, cell.top + line as f64 * SMALL_LINE);
            page.text(&fitted(&heading, TEXT_SIZE, cell.width), place(0), TOP_LEFT);
            let grey = TOP_LEFT.sized(SMALL).inked(GREY);
            page.text(&fitted(&below, SMALL, cell.width), place(1), grey);
            let frame = Frame::new(cell.left, cell.top + HEAD, self.map[0], self.map[1]);
            let colour = |cell: usize| colour(number, &raster.cells[cell]);
            let mark = pixels::of_cells(frame, &page.name, raster.sides(), colour)?;
            page.marks.push(mark);
            page.path(
                frame.outline(),
                Paint::stroke(Stroke::plain(style::AXIS, style::FINE)),
            );
        }
        Ok(())
    }
}

/// What a cell of the ground is without forest.
pub(super) fn ground(cell: &KerrCellRow) -> Ink {
    match &*cell.level {
        "filled" => style::FILLED_CELL,
        _ => style::OPEN_CELL,
    }
}

/// The colour of a cell after a round: cells that became forest in it stand out.
pub(super) fn after(cell: &KerrCellRow, round: u32) -> [u8; 3] {
    let ink = match cell.forest_since {
        Some(since) if since == round => style::NEW_CELL,
        Some(since) if since < round => forest(cell),
        _ => ground(cell),
    };
    ink.rgb
}

/// The colour of forest on a cell.
pub(super) fn forest(cell: &KerrCellRow) -> Ink {
    match &*cell.level {
        "filled" => style::FOREST_ON_FILLED_CELL,
        _ => style::FOREST_CELL,
    }
}

/// Keys of ground and forest; `new` says what stands out.
pub(super) fn keys(rasters: &[KerrRaster], new: &str) -> Vec<LegendEntry> {
    let key = |ink, words: &str| LegendEntry::patch(edged(ink), words);
    let mut keys = if rasters.iter().any(KerrRaster::has_level) {
        vec![
            key(style::OPEN_CELL, "open ground"),
            key(style::FILLED_CELL, "filled cells of the level"),
            key(style::FOREST_CELL, "forest"),
            key(style::FOREST_ON_FILLED_CELL, "forest on filled cells"),
        ]
    } else {
        vec![key(style::OPEN_CELL, "ground"), key(style::FOREST_CELL, "forest")]
    };
    keys.push(key(style::NEW_CELL, new));
    keys
}

/// Keys of a level without its forest.
pub(super) fn level_keys() -> Vec<LegendEntry> {
    vec![
        LegendEntry::patch(edged(style::OPEN_CELL), "open"),
        LegendEntry::patch(edged(style::FILLED_CELL), "filled"),
    ]
}

pub(super) fn edged(ink: Ink) -> Paint {
    Paint::fill(ink).edged(Stroke::plain(style::AXIS, style::HAIR))
}

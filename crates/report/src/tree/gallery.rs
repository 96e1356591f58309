//! Many small trees in rows, each row at one scale.

use crate::kit::*;
use crate::tree::picture::{Captioned, TreePicture};
use crate::tree::planted::{Planted, caption_height, keys, number, plant, scale_bar, write_caption};
use crate::tree::render::Viewpoint;
use crate::tree::sizes::{seen_from, told, tones};
use crate::tree::view::{Extent, View};

const GAP: f64 = 8.0 * PT;
/// No tree is higher than this, nor all rows together than the second, where that leaves the third for each.
const HIGHEST: f64 = 170.0 * PT;
const HEIGHT: f64 = 620.0 * PT;
const LOWEST: f64 = 50.0 * PT;
/// From a tree to its caption, and from a row's heading to its trees.
const SPACE: f64 = 4.0 * PT;
/// What of a cell's width and height its tree may take.
const FILLED: f64 = 0.96;
/// Narrower cells than this hold no caption.
const NARROWEST: f64 = 36.0 * PT;
/// So many rows are named in the caption, and told in the text alternative.
const MOST_NAMED: usize = 8;
const MOST_TOLD: usize = 4;

/// Trees that stand side by side, such as those that differ in one parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureRow {
    /// What the row shows; may be empty.
    pub heading: String,
    /// From where its trees are seen: streets from [`View::Top`], pipes from [`View::Aslant`].
    pub view: View,
    /// Its trees from left to right; their metrics stand below their captions.
    pub trees: Vec<Captioned>,
}

/// Draws trees in so many columns, row by row, each row at one scale with a bar beside it.
///
/// # Errors
/// As for [`rows`].
pub fn sheet(name: &str, heading: &str, trees: &[Captioned], columns: usize) -> Result<Figure, ReportError> {
    let row = |trees: &[Captioned]| PictureRow {
        trees: trees.to_vec(),
        ..PictureRow::default()
    };
    let all: Vec<PictureRow> = trees.chunks(columns.max(1)).map(row).collect();
    rows(name, heading, &all)
}

/// Draws rows of trees under their headings, each row at one scale with a bar beside it.
///
/// `name` is the figure's file name without its ending. Nothing but words are drawn where there are no trees.
///
/// # Errors
/// [`ReportError::Number`] for a metric that cannot be drawn; [`ReportError::Drawing`] when
/// drawing or encoding fails.
pub fn rows(name: &str, heading: &str, rows: &[PictureRow]) -> Result<Figure, ReportError> {
    let trees = rows.iter().flat_map(|row| &row.trees);
    trees.clone().try_for_each(Captioned::check)?;
    let pictures = trees.map(|tree| &tree.picture);
    let columns = rows.iter().map(|row| row.trees.len()).max().unwrap_or(0);
    if columns == 0 {
        return Sheet::new(name, style::PANELS_PT, heading, &[]).finish_empty("no trees");
    }
    // More columns than a page is wide make it wider.
    let least = columns as f64 * NARROWEST + (columns - 1) as f64 * GAP;
    let width = (style::PANELS_PT * PT - 2.0 * MARGIN).max(least);
    let cell_width = (width - (columns - 1) as f64 * GAP) / columns as f64;
    let words = rows.iter().map(|row| row.head_height() + row.foot_height() + GAP);
    let words: f64 = words.sum();
    let highest = ((HEIGHT - words) / rows.len() as f64).clamp(LOWEST, HIGHEST);
    let laid = rows.iter().map(|row| Laid::out(row, cell_width, highest));
    let laid: Vec<Laid> = laid.collect();
    let height = words - GAP + laid.iter().map(|laid| laid.height).sum::<f64>();

    let mut sheet = Sheet::new(name, (width + 2.0 * MARGIN) / PT, heading, &keys(pictures));
    let room = sheet.room(height);
    let page = &mut sheet.page;
    let mut planted = Vec::new();
    let mut top = room.top;
    for (row, laid) in rows.iter().zip(&laid) {
        let middle = top + 0.5 * font::height(TEXT_SIZE);
        let title = fitted(&row.heading, TEXT_SIZE, room.width - cell_width);
        page.text(&title, at(room.left, middle), LEFT);
        if !row.trees.is_empty() {
            let right = room.right();
            scale_bar(page, right, middle, 0.6 * cell_width, laid.units_per_m);
        }
        top += row.head_height();
        for (i, tree) in row.trees.iter().enumerate() {
            let left = room.left + i as f64 * (cell_width + GAP);
            let frame = Frame::new(left, top, cell_width, laid.height);
            planted.push(laid.planted(row.view, &tree.picture, frame));
            let foot = frame.bottom() + SPACE;
            write_caption(page, frame.left, foot, cell_width, &lines(tree));
        }
        top += laid.height + row.foot_height() + GAP;
    }
    plant(page, &planted)?;
    sheet.finish(caption(heading, rows), alt(rows))
}

fn caption(heading: &str, rows: &[PictureRow]) -> String {
    let headings = rows.iter().filter(|row| !row.heading.trim().is_empty());
    let headings = headings.map(|row| name(&row.heading));
    let rows_are = listed("Rows from top to bottom", headings, MOST_NAMED, "rows");
    format!(
        "{}: pictures in rows, each row at one scale with a bar in metres.{rows_are}{}",
        name(heading),
        tones(rows.iter().flat_map(|row| &row.trees).map(|tree| &tree.picture))
    )
}

/// The first and the last tree of each row.
fn alt(rows: &[PictureRow]) -> String {
    let trees: usize = rows.iter().map(|row| row.trees.len()).sum();
    let mut out = format!(
        "{} in {}.",
        counted(trees as u64, "picture"),
        counted(rows.len() as u64, "row")
    );
    for (i, row) in rows.iter().enumerate().take(MOST_TOLD) {
        let heading = if row.heading.trim().is_empty() {
            String::new()
        } else {
            format!(" ({})", name(&row.heading))
        };
        let say = |tree: &Captioned| told(tree, row.view, 0);
        let ends = match &row.trees[..] {
            [] => "no trees".to_owned(),
            [alone] => say(alone),
            [first, .., last] => format!(
                "{} pictures, the first {}, the last {}",
                row.trees.len(),
                say(first),
                say(last)
            ),
        };
        out += &format!(" Row {}{heading}, {}: {ends}.", i + 1, seen_from(row.view));
    }
    out + &untold("Rows", rows.len(), MOST_TOLD)
}

/// A tree's caption and its metrics.
fn lines(tree: &Captioned) -> Vec<String> {
    let metric = |(name, value): &(String, Option<f64>)| format!("{name} {}", number(*value));
    [tree.caption.clone()]
        .into_iter()
        .chain(tree.metrics.iter().map(metric))
        .collect()
}

impl PictureRow {
    fn head_height(&self) -> f64 {
        font::height(TEXT_SIZE) + SPACE
    }

    fn foot_height(&self) -> f64 {
        let most = self.trees.iter().map(|tree| lines(tree).len()).max().unwrap_or(0);
        SPACE + caption_height(most)
    }
}

/// A row's scale, and what all its trees show of up and down.
pub(super) struct Laid {
    pub(super) units_per_m: f64,
    pub(super) height: f64,
    high_m: f64,
}

impl Laid {
    fn out(row: &PictureRow, width: f64, highest: f64) -> Self {
        let pictures = row.trees.iter().map(|tree| &tree.picture);
        Laid::of(pictures, row.view, width, highest)
    }

    /// The largest scale at which each tree is no wider and no higher than that.
    pub(super) fn of<'a>(
        pictures: impl Iterator<Item = &'a TreePicture>,
        view: View,
        width: f64,
        highest: f64,
    ) -> Self {
        let extents: Vec<Extent> = pictures.map(|picture| picture.extent(view)).collect();
        if extents.is_empty() {
            return Laid {
                units_per_m: 1.0,
                height: 0.0,
                high_m: 0.0,
            };
        }
        let widest_m = extents.iter().map(Extent::width_m).fold(0.0, f64::max);
        let [low_m, high_m] = ends(extents.iter().flat_map(|extent| [extent.low_m, extent.high_m]));
        let (low_m, high_m) = if view.is_level() {
            (low_m.min(0.0), high_m.max(0.0))
        } else {
            (low_m, high_m)
        };
        let (width, highest) = (FILLED * width, FILLED * highest);
        // A point has a scale too.
        let size_m = |size_m: f64| if size_m > 0.0 { size_m } else { 1e-3 };
        let units_per_m = (width / size_m(widest_m)).min(highest / size_m(high_m - low_m));
        let edge = 0.5 * (1.0 - FILLED) * highest;
        Laid {
            units_per_m,
            height: (high_m - low_m) * units_per_m + 2.0 * edge,
            high_m: high_m + edge / units_per_m,
        }
    }

    /// A tree in the middle of its frame, on the ground of its row.
    pub(super) fn planted<'a>(&self, view: View, tree: &'a TreePicture, frame: Frame) -> Planted<'a> {
        let extent = tree.extent(view);
        let middle_m = 0.5 * (extent.left_m + extent.right_m);
        let origin = at(
            frame.left + 0.5 * frame.width - middle_m * self.units_per_m,
            frame.top + self.high_m * self.units_per_m,
        );
        let stand = Viewpoint {
            view,
            extent,
            units_per_m: self.units_per_m,
            origin,
        };
        Planted { tree, stand, frame }
    }
}

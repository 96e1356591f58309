//! Scenes beside each other, as one camera sees them, each with a line of words below it.

use crate::error::ReportError;
use crate::kit::*;
use crate::picture::{SCALE, failed, on_white};
use crate::raster;
use crate::view::camera::Camera;
use crate::view::render::{Meadow, pixels, png};
use crate::view::scene::Scene;

const NAME: &str = "view";
/// White between two pictures, and height of the line of words, pixels.
const GUTTER: usize = 12;
const LINE: usize = 54;
const WORDS: f64 = 9.0 * PT;
/// From the edge of a picture to its words.
const INDENT: f64 = 3.0 * PT;

/// What a camera sees of each scene, from left to right, as a PNG; each scene comes with the words below it. All stand in the same
/// `meadow`, if there is one.
///
/// # Errors
/// As [`view`](super::view); [`ReportError::Number`] also without a scene.
pub fn view_beside(
    scenes: &[(&Scene, &str)],
    camera: &Camera,
    meadow: Option<Meadow>,
    title: &str,
    description: &str,
) -> Result<Vec<u8>, ReportError> {
    let Some(last) = scenes.len().checked_sub(1) else {
        return Err(ReportError::number(NAME, "scenes", 0.0, "1 or more"));
    };
    camera.check()?;
    scenes.iter().try_for_each(|(scene, _)| scene.check())?;
    let [width, height] = camera.size_px.map(|side| side as usize);
    let across = scenes.len() * width + last * GUTTER;
    let lefts = (0..scenes.len()).map(|at| at * (width + GUTTER));
    let mut page = Page::new(NAME, across as f64 / SCALE / PT, LINE as f64 / SCALE / PT);
    let mut all = vec![[u8::MAX; 3]; across * (height + LINE)];
    for ((scene, words), left) in scenes.iter().zip(lefts) {
        for (row, seen) in pixels(scene, camera, meadow).chunks(width).enumerate() {
            let first = row * across + left;
            all[first..first + width].copy_from_slice(seen);
        }
        let words = fitted(words, WORDS, width as f64 / SCALE - 2.0 * INDENT);
        let place = at(left as f64 / SCALE + INDENT, page.height / 2.0);
        page.text(&words, place, LEFT.sized(WORDS));
    }
    let lines = raster::pixels(&page)?;
    let row = lines.canvas.width() as usize;
    for (number, line) in on_white(&lines.canvas).chunks(row).take(LINE).enumerate() {
        let first = (height + number) * across;
        let count = row.min(across);
        all[first..first + count].copy_from_slice(&line[..count]);
    }
    let texts = [("Title", title), ("Description", description)];
    let size_px = [across, height + LINE].map(|side| side as u32);
    png(size_px, all.as_flattened(), &texts).map_err(|error| failed(NAME, &error.to_string()))
}

//! Scenes as one camera sees them, each with a line of words below it: beside each other, or one after the other.

use crate::error::ReportError;
use crate::film::{FRAME_MS, LAST_MS};
use crate::kit::*;
use crate::picture::{Film, SCALE, failed, on_white};
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
    let texts = [("Title", title), ("Description", description)];
    let (size_px, pixels) = beside(scenes, camera, meadow)?;
    png(size_px, pixels.as_flattened(), &texts).map_err(|error| failed(NAME, &error.to_string()))
}

/// What a camera sees of scenes that follow each other, as an animated PNG that begins again at its end; each comes with the words
/// below it, and is shown for half a second, the last one longer. Viewers that show no animations show the last.
///
/// # Errors
/// What `scenes` reports, or as [`view_beside`], with at least two scenes.
pub fn view_film<E: From<ReportError>>(
    scenes: impl Iterator<Item = Result<(Scene, String), E>>,
    camera: &Camera,
    meadow: Option<Meadow>,
    title: &str,
    description: &str,
) -> Result<Vec<u8>, E> {
    let mut film: Option<Film> = None;
    let mut last: Option<Vec<[u8; 3]>> = None;
    for scene in scenes {
        let (scene, words) = scene?;
        let (size_px, pixels) = beside(&[(&scene, &words)], camera, meadow)?;
        let film = film.get_or_insert_with(|| Film::new(size_px));
        if let Some(before) = last.replace(pixels) {
            film.add(&before, FRAME_MS);
        }
    }
    let (Some(mut film), Some(last)) = (film, last) else {
        return Err(ReportError::number(NAME, "scenes", 0.0, "2 or more").into());
    };
    film.add(&last, LAST_MS);
    let texts = [("Title", title), ("Description", description)];
    Ok(film.png(&last, NAME, &texts)?)
}

/// The pixels of the scenes from left to right with their words, and across and down how many there are.
fn beside(
    scenes: &[(&Scene, &str)],
    camera: &Camera,
    meadow: Option<Meadow>,
) -> Result<([u32; 2], Vec<[u8; 3]>), ReportError> {
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
    Ok(([across, height + LINE].map(|side| side as u32), all))
}

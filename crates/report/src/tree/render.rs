//! A tree as pixels: of each pixel some samples, of each sample what lies nearest, in its light.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::error::ReportError;
use crate::outline::{At, Frame};
use crate::picture::{Picture, SCALE, failed};
use crate::tree::picture::TreePicture;
use crate::tree::raster::{Corner, Projection, cover};
use crate::tree::surface::{Part, Surface};
use crate::tree::view::{Extent, View};

/// Samples along a pixel's side.
const FINER: usize = 4;
/// Rows of pixels that are drawn at a time, so that their samples need little memory.
const STRIP: usize = 48;
/// Wood is so much thicker to each side, in pixels: the finest twigs would not show in print.
const HAIR: f32 = 0.13;
/// How much of its colour the farthest thing loses to the paper.
const HAZE: f32 = 0.3;
/// Bare wood is on average no lighter than this, or a birch's twigs would not show on paper.
const LIGHTEST_BARE: f32 = 100.0;

/// From where a tree is seen, at what scale, and where its origin stands on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) view: View,
    /// What the tree takes of the view.
    pub(super) extent: Extent,
    pub(super) units_per_m: f64,
    pub(super) origin: At,
}

/// What shows of a tree within a frame of the page, with its leaves or without.
pub(super) fn render(
    tree: &TreePicture,
    with_leaves: bool,
    stand: &Stand,
    frame: Frame,
    figure: &str,
) -> Result<Picture, ReportError> {
    let [left, top] = [frame.left, frame.top].map(|length| (length * SCALE).round());
    let [width, height] = [frame.width, frame.height].map(|length| (length * SCALE).ceil() as usize);
    let mut canvas = Pixmap::new(width as u32, height as u32)
        .ok_or_else(|| failed(figure, "the picture is too large for memory"))?;
    let samples = FINER as f64;
    let projection = Projection {
        axes: stand.view.axes(),
        per_m: stand.units_per_m * SCALE * samples,
        origin: [
            (stand.origin.x * SCALE - left) * samples,
            (stand.origin.y * SCALE - top) * samples,
        ],
    };
    let lit = tree.lit(with_leaves);
    let is_bare = !with_leaves || !tree.has(Part::Leaves);
    let corners: Vec<Vec<Corner>> = lit
        .clone()
        .map(|(surface, _)| corners(surface, &projection))
        .collect();
    let mut nearest_m = vec![f32::INFINITY; width * STRIP * FINER * FINER];
    let mut shown = vec![[0.0; 3]; nearest_m.len()];
    for (number, pixels) in canvas.pixels_mut().chunks_mut(width * STRIP).enumerate() {
        nearest_m.fill(f32::INFINITY);
        let rows = number * STRIP * FINER..(number + 1) * STRIP * FINER;
        for ((surface, light), corners) in lit.clone().zip(&corners) {
            let mean = surface
                .skin
                .mean()
                .iter()
                .map(|&part| f32::from(part) / 3.0)
                .sum::<f32>();
            let darker = if is_bare && surface.part == Part::Wood {
                (LIGHTEST_BARE / mean).min(1.0)
            } else {
                1.0
            };
            cover(surface, corners, rows.clone(), &mut nearest_m, |met| {
                let light = darker * (0..3).map(|i| light[met.corners[i]] * met.shares[i]).sum::<f32>();
                shown[met.sample] = met.rgb.map(|part| (f32::from(part) * light).min(255.0));
            });
        }
        for (at, pixel) in pixels.iter_mut().enumerate() {
            let corner = at / width * FINER * width * FINER + at % width * FINER;
            let samples = (0..FINER * FINER).map(|i| corner + i / FINER * width * FINER + i % FINER);
            let there = samples.filter(|&sample| nearest_m[sample] < f32::INFINITY);
            *pixel = mean(there.map(|sample| {
                let haze = HAZE * stand.extent.depth(f64::from(nearest_m[sample])) as f32;
                shown[sample].map(|part| part + (255.0 - part) * haze)
            }));
        }
    }
    Ok(Picture {
        canvas,
        left: left as i32,
        top: top as i32,
    })
}

/// The vertices of a surface on a grid; those of wood a little out of it.
fn corners(surface: &Surface, projection: &Projection) -> Vec<Corner> {
    let hair = match surface.part {
        Part::Wood | Part::Roots => HAIR * FINER as f32,
        Part::Leaves | Part::Obstacles => 0.0,
    };
    let with_hair = |(&place_m, normal): (&[f32; 3], &[f32; 3])| {
        let [x, y, away_m] = projection.corner(place_m);
        let out = projection.axes.seen(normal.map(f64::from));
        [x + hair * out.across_m as f32, y - hair * out.up_m as f32, away_m]
    };
    surface
        .places_m
        .iter()
        .zip(&surface.normals)
        .map(with_hair)
        .collect()
}

/// The colour of a pixel of which some samples show something, multiplied by its opacity.
fn mean(samples: impl Iterator<Item = [f32; 3]>) -> PremultipliedColorU8 {
    let (count, rgb) = samples.fold((0.0_f32, [0.0_f32; 3]), |(count, sum), rgb| {
        (count + 1.0, [0, 1, 2].map(|part| sum[part] + rgb[part]))
    });
    let all = (FINER * FINER) as f32;
    let opacity = (255.0 * count / all).round() as u8;
    let [red, green, blue] = rgb.map(|sum| ((sum / all).round() as u8).min(opacity));
    PremultipliedColorU8::from_rgba(red, green, blue, opacity).unwrap_or(PremultipliedColorU8::TRANSPARENT)
}

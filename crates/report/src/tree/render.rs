//! A tree as pixels: of each pixel some samples, of each sample what lies nearest, in its light.

use tiny_skia::{Pixmap, PremultipliedColorU8};
use understory_numerics::parallel::{Rooms, chunks};

use crate::error::ReportError;
use crate::outline::{At, Frame};
use crate::picture::{Picture, SCALE, failed};
use crate::tree::picture::TreePicture;
use crate::tree::raster::{Corner, Projection, cover, nearest_first};
use crate::tree::surface::{Part, Surface};
use crate::tree::view::{Extent, View};

/// Samples along a pixel's side.
const FINER: usize = 2;
/// Rows of pixels that are drawn at a time, so that their samples need little memory.
const STRIP: usize = 48;
/// Wood among leaves, and roots and bare wood are so much thicker to each side, in pixels: the finest twigs would not
/// show in print.
const HAIR: [f32; 2] = [0.07, 0.13];
/// How much of its colour the farthest thing loses to what lies behind it.
const HAZE: f32 = 0.25;
/// Wood among leaves and bare wood are on average no lighter than this, or a birch would not show in print.
const LIGHTEST: [f32; 2] = [130.0, 120.0];

/// From where a tree is seen, at what scale, and where its origin stands on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewpoint {
    pub(super) view: View,
    /// What the tree takes of the view.
    pub(super) extent: Extent,
    pub(super) units_per_m: f64,
    pub(super) origin: At,
}

/// What shows of a tree within a frame of the page.
pub(super) fn render(
    tree: &TreePicture,
    stand: &Viewpoint,
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
    let behind = stand.view.backdrop();
    let is_bare = !tree.has(Part::Leaves);
    let darker = |surface: &Surface| {
        let mean: f32 = surface
            .skin
            .mean()
            .iter()
            .map(|&part| f32::from(part) / 3.0)
            .sum();
        match surface.part {
            Part::Wood => (LIGHTEST[usize::from(is_bare)] / mean).min(1.0),
            _ => 1.0,
        }
    };
    let surfaces: Vec<_> = (tree.surfaces.iter().zip(&tree.light))
        .map(|(surface, light)| {
            let corners = corners(surface, &projection, is_bare);
            let sorted = Surface {
                triangles: nearest_first(surface, &corners),
                ..surface.clone()
            };
            (sorted, light, corners, darker(surface))
        })
        .collect();
    let samples = width * STRIP * FINER * FINER;
    let draw = |(nearest_m, shown): &mut (Vec<f32>, Vec<[f32; 3]>),
                first: usize,
                pixels: &mut [PremultipliedColorU8]| {
        nearest_m.clear();
        nearest_m.resize(samples, f32::INFINITY);
        shown.resize(samples, [0.0; 3]);
        let top = first / width * FINER;
        let rows = top..top + STRIP * FINER;
        for (surface, light, corners, darker) in &surfaces {
            let colour_at = surface.skin.sampler();
            cover(surface, corners, rows.clone(), nearest_m, |met| {
                let light = darker * (0..3).map(|i| light[met.corners[i]] * met.shares[i]).sum::<f32>();
                let [red, green, blue, _] = colour_at(met.texture);
                shown[met.sample] = [red, green, blue].map(|part| (f32::from(part) * light).min(255.0));
            });
        }
        for (at, pixel) in pixels.iter_mut().enumerate() {
            let corner = at / width * FINER * width * FINER + at % width * FINER;
            let samples = (0..FINER * FINER).map(|i| corner + i / FINER * width * FINER + i % FINER);
            let there = samples.filter(|&sample| nearest_m[sample] < f32::INFINITY);
            *pixel = mean(there.map(|sample| {
                let haze = HAZE * stand.extent.depth(f64::from(nearest_m[sample])) as f32;
                [0, 1, 2].map(|i| shown[sample][i] + (f32::from(behind.rgb[i]) - shown[sample][i]) * haze)
            }));
        }
    };
    let rooms = Rooms::default();
    chunks(canvas.pixels_mut(), width * STRIP, &|first, pixels| {
        rooms.lend(|room| draw(room, first, pixels));
    });
    Ok(Picture {
        canvas,
        left: left as i32,
        top: top as i32,
    })
}

/// The vertices of a surface on a grid; those of wood and roots a little out of it.
fn corners(surface: &Surface, projection: &Projection, is_bare: bool) -> Vec<Corner> {
    let hair = match surface.part {
        Part::Wood => HAIR[usize::from(is_bare)] * FINER as f32,
        Part::Roots => HAIR[1] * FINER as f32,
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

//! How light it is at each vertex: how much of the sun and of the sky is seen from there, past all other triangles.
//!
//! A vertex is in the shade of what lies nearer to the light on a grid that is seen from the light. The light comes from
//! the same side of the tree in every view, so it is worked out once for all of them.

use understory_numerics::math;

use crate::tree::raster::{Projection, cover};
use crate::tree::surface::{Part, Surface};
use crate::tree::view::{Axes, Extent};

/// Samples along the longer side of a grid.
const GRID: f64 = 480.0;
/// What lies no deeper behind the nearest surface than so many samples is part of it.
const THICK: f64 = 2.0;
/// Towards the middle of the sun: from above, the front and the right. Of length 1.
const SUN: [f64; 3] = [0.48, -0.6, 0.64];
/// So many directions stand for the sun's disc, which is much larger than the true one: soft shadows hide how coarse
/// the grid and the vertices are.
const SUNS: usize = 8;
const SUN_RADIUS: f64 = 0.16;
const SUN_LIGHT: f64 = 1.25;
/// Directions from which light is gathered besides the sun's, all around.
const SKY: usize = 24;
const SKY_LIGHT: f64 = 0.95;
/// Light of the lowest direction as a part of the highest one's: what the ground throws back.
const GROUND: f64 = 0.15;
/// Light that comes everywhere.
const AMBIENT: f64 = 0.04;
/// Of a leaf's light so much comes however it is turned.
const THROUGH: f64 = 0.4;
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The light at each vertex of each surface, as a factor of colours as they are stored; 1 in the open.
pub(super) fn light(surfaces: &[&Surface]) -> Vec<Vec<f32>> {
    let mut light: Vec<Vec<f32>> = surfaces
        .iter()
        .map(|surface| vec![AMBIENT as f32; surface.places_m.len()])
        .collect();
    // What stands above the ground takes no light from what lies in it.
    for in_ground in [false, true] {
        let mut lit: Vec<(&Surface, &mut Vec<f32>)> = (surfaces.iter().copied().zip(&mut light))
            .filter(|(surface, _)| (surface.part == Part::Roots) == in_ground)
            .collect();
        for (toward, strength) in lights() {
            add(&mut lit, toward, strength);
        }
    }
    // Stored colours are about the roots of the light that they stand for.
    light.iter_mut().flatten().for_each(|light| *light = light.sqrt());
    light
}

/// Directions of length 1, and how much light comes from each.
fn lights() -> impl Iterator<Item = ([f64; 3], f64)> {
    let turn = |number: usize| math::sin_cos(std::f64::consts::TAU * (number as f64 * GOLDEN).fract());
    // A spiral down a ball.
    let sky = (0..SKY).map(move |number| {
        let z = 1.0 - (2.0 * number as f64 + 1.0) / SKY as f64;
        let ((sin, cos), level) = (turn(number), (1.0 - z * z).sqrt());
        let strength = GROUND + (1.0 - GROUND) * 0.5 * (1.0 + z);
        // All directions together light a level surface a quarter as much as if they came from straight above.
        (
            [level * cos, level * sin, z],
            4.0 * SKY_LIGHT * strength / SKY as f64,
        )
    });
    // A spiral over a disc.
    let Axes([across, up, _]) = Axes::looking_from(SUN);
    let sun = (0..SUNS).map(move |number| {
        let ((sin, cos), out) = (
            turn(number),
            SUN_RADIUS * ((number as f64 + 0.5) / SUNS as f64).sqrt(),
        );
        let place = [0, 1, 2].map(|axis| SUN[axis] + out * (cos * across[axis] + sin * up[axis]));
        let length = (1.0 + out * out).sqrt();
        (place.map(|along| along / length), SUN_LIGHT / SUNS as f64)
    });
    sky.chain(sun)
}

fn add(lit: &mut [(&Surface, &mut Vec<f32>)], toward: [f64; 3], strength: f64) {
    let axes = Axes::looking_from(toward);
    let places = lit.iter().flat_map(|(surface, _)| &surface.places_m);
    let extent = Extent::around(places.map(|place_m| axes.seen(place_m.map(f64::from))));
    let longest_m = extent.width_m().max(extent.height_m()).max(1e-6);
    let projection = Projection {
        axes,
        per_m: GRID / longest_m,
        origin: [-extent.left_m, extent.high_m].map(|from_m| from_m * GRID / longest_m),
    };
    let [width, height] =
        [extent.width_m(), extent.height_m()].map(|length_m| (length_m * projection.per_m) as usize + 1);
    let thick_m = (THICK / projection.per_m) as f32;
    let mut nearest_m = vec![f32::INFINITY; width * height];
    let seen: Vec<Vec<_>> = lit
        .iter()
        .map(|(surface, _)| {
            surface
                .places_m
                .iter()
                .map(|&place_m| projection.corner(place_m))
                .collect()
        })
        .collect();
    for ((surface, _), corners) in lit.iter().zip(&seen) {
        cover(surface, corners, 0..height, &mut nearest_m, |_| ());
    }
    for ((surface, light), corners) in lit.iter_mut().zip(&seen) {
        for ((light, normal), &[x, y, away_m]) in light.iter_mut().zip(&surface.normals).zip(corners) {
            let sample = (y as usize).min(height - 1) * width + (x as usize).min(width - 1);
            if away_m <= nearest_m[sample] + thick_m {
                let facing: f64 = (0..3).map(|axis| f64::from(normal[axis]) * toward[axis]).sum();
                let facing = facing.max(0.0);
                let facing = match surface.part {
                    Part::Leaves => THROUGH + (1.0 - THROUGH) * facing,
                    _ => facing,
                };
                *light += (strength * facing) as f32;
            }
        }
    }
}

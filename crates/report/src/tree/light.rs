//! How light it is at each vertex: how much of the sun and of the sky is seen from there, past all other triangles.
//!
//! A vertex is in the shade of what lies nearer to the light on a grid that is seen from the light. The light comes from
//! the same side of the tree in every view, so it is worked out once for all of them.

use understory_numerics::math;
use understory_numerics::parallel::of_each;

use crate::tree::raster::{Corner, Projection, cover};
use crate::tree::surface::{Part, Surface};
use crate::tree::view::{Axes, Extent};

/// Samples along the longer side of a grid.
const GRID: f64 = 160.0;
/// What lies no deeper behind the nearest surface than so many samples is part of it.
const THICK: f64 = 1.5;
/// Towards the middle of the sun: from above, the front and the right. Of length 1.
const SUN: [f64; 3] = [0.48, -0.6, 0.64];
/// Light from so many directions is held in memory before it is summed.
const AT_A_TIME: usize = 8;
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
/// What takes light, and what may stand before it. In the ground it is as light as if nothing grew above; and obstacles
/// keep their shape where leaves would throw spots on them.
const GROUPS: [(&[Part], &[Part]); 3] = [
    (
        &[Part::Wood, Part::Leaves],
        &[Part::Wood, Part::Leaves, Part::Obstacles],
    ),
    (&[Part::Roots], &[Part::Roots]),
    (&[Part::Obstacles], &[Part::Obstacles]),
];
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The light at each vertex of each surface, as a factor of colours as they are stored; 1 in the open.
pub(super) fn light(surfaces: &[Surface]) -> Vec<Vec<f32>> {
    let dark = |light: f32| {
        surfaces
            .iter()
            .map(move |surface| vec![light; surface.places_m.len()])
    };
    let mut light: Vec<Vec<f32>> = dark(AMBIENT as f32).collect();
    let lights: Vec<([f64; 3], f64)> = lights().collect();
    for some in lights.chunks(AT_A_TIME) {
        let from_one_side = |&(toward, strength): &([f64; 3], f64)| {
            let mut light: Vec<Vec<f32>> = dark(0.0).collect();
            for (takes, shades) in GROUPS {
                let there: Vec<_> = (surfaces.iter().zip(&mut light))
                    .filter(|(surface, _)| shades.contains(&surface.part))
                    .collect();
                if there.iter().any(|(surface, _)| takes.contains(&surface.part)) {
                    add(there, takes, toward, strength);
                }
            }
            light
        };
        // Each side on its own thread, but summed in their order.
        let sides = of_each(some, from_one_side);
        for side in sides {
            for (light, more) in light.iter_mut().zip(side) {
                light
                    .iter_mut()
                    .zip(more)
                    .for_each(|(light, more)| *light += more);
            }
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

/// Adds the light from one direction to those parts that take it, where no surface lies nearer to it.
fn add(mut surfaces: Vec<(&Surface, &mut Vec<f32>)>, takes: &[Part], toward: [f64; 3], strength: f64) {
    let axes = Axes::looking_from(toward);
    let places = surfaces.iter().flat_map(|(surface, _)| &surface.places_m);
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
    let corners: Vec<Vec<Corner>> = surfaces
        .iter()
        .map(|(surface, _)| projection.corners(surface))
        .collect();
    for ((surface, _), corners) in surfaces.iter().zip(&corners) {
        cover(surface, corners, 0..height, &mut nearest_m, |_| ());
    }
    for ((surface, light), corners) in surfaces.iter_mut().zip(&corners) {
        if !takes.contains(&surface.part) {
            continue;
        }
        for ((light, normal), &[x, y, away_m]) in light.iter_mut().zip(&surface.normals).zip(corners) {
            let sample = (y as usize).min(height - 1) * width + (x as usize).min(width - 1);
            if away_m <= nearest_m[sample] + thick_m {
                let facing: f64 = (0..3).map(|axis| f64::from(normal[axis]) * toward[axis]).sum();
                let facing = match surface.part {
                    Part::Leaves => THROUGH + (1.0 - THROUGH) * facing.max(0.0),
                    _ => facing.max(0.0),
                };
                *light += (strength * facing) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::surface::Skin;

    fn square(part: Part, high_m: f32) -> Surface {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [0.0, 0.0]];
        Surface {
            part,
            places_m: corners.map(|[x, y]| [x, y, high_m]).into(),
            normals: vec![[0.0, 0.0, 1.0]; 5],
            texture: vec![[0.0; 2]; 5],
            triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
            skin: Skin::plain([0; 3]),
        }
    }

    #[test]
    fn all_lights_come_from_directions_and_are_as_strong_as_sun_and_sky() {
        let level: f64 = lights().map(|([_, _, z], strength)| strength * z.max(0.0)).sum();
        assert!(
            lights().all(|(at, _)| (at.iter().map(|along| along * along).sum::<f64>() - 1.0).abs() < 1e-12)
        );
        // From half a ball about 0.9 of the sky's light, and the sun's by its height.
        let expected = 0.87 * SKY_LIGHT + SUN[2] * SUN_LIGHT;
        assert!(
            (level - expected).abs() < 0.03 * expected,
            "{level}, not {expected}"
        );
    }

    #[test]
    fn what_lies_below_is_darker_unless_it_lies_in_the_ground_or_stands_in_the_way() {
        let below = |part| {
            let (above, below) = (square(Part::Wood, 1.0), square(part, 0.0));
            light(&[above, below])[1][4]
        };
        let open = |part| light(&[square(part, 0.0)])[0][4];
        for part in [Part::Wood, Part::Leaves] {
            assert!(
                below(part) < 0.8 * open(part),
                "{part:?}: {} of {}",
                below(part),
                open(part)
            );
        }
        for part in [Part::Roots, Part::Obstacles] {
            assert_eq!(below(part), open(part), "{part:?}");
        }
        let level: f64 = lights().map(|([_, _, z], strength)| strength * z.max(0.0)).sum();
        let (found, expected) = (f64::from(open(Part::Wood)), (AMBIENT + level).sqrt());
        // Light that grazes a surface is taken for its own shadow.
        assert!(
            found < expected + 1e-3 && found > 0.98 * expected,
            "{found}, not {expected}"
        );
    }
}

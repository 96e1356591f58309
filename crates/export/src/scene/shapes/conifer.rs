//! Stems that stand and lie: a conifer and a log.

use super::sketch::{Shading, Sketch, WOOD, chance, round};
use super::vector::{Vector, add};
use crate::look::Colour;
use crate::picture::{mixed, shaded};

/// Cones of a crown, one above the other, and the tips of each.
const CONES: usize = 5;
const TIPS: usize = 10;

/// A stem below cones of branches whose rims droop.
pub(super) fn conifer(sketch: &mut Sketch) {
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    stem(sketch, 0.022 * height, 0.0, 0.3 * height);
    for cone in 0..CONES {
        let up = cone as f64 / CONES as f64;
        let (rim_z, tip_z) = (height * (0.15 + 0.73 * up), height * (0.44 + 0.14 * cone as f64));
        let radius = half * (1.0 - 0.84 * up);
        let leaves = shaded(sketch.colour, 0.84 + 0.2 * up);
        let rim: Vec<Vector> = (0..TIPS)
            .map(|tip| {
                let number = (cone * TIPS + tip) as u32;
                let turn = (tip as f64 + 0.4 * cone as f64 + 0.4 * (chance(1, number) - 0.5)) / TIPS as f64;
                // Every other one is the gap between two branches.
                let (reach, drop) = if tip % 2 == 0 { (1.0, 0.05) } else { (0.7, 0.015) };
                let reach = reach * (0.88 + 0.12 * chance(2, number));
                round(
                    radius * reach,
                    turn,
                    rim_z - height * drop * (0.6 + 0.6 * chance(3, number)),
                )
            })
            .collect();
        let ring: Vec<u32> = rim
            .iter()
            .map(|&place| sketch.corner(place, shaded(leaves, 1.12)))
            .collect();
        let tip = sketch.corner([0.0, 0.0, tip_z.min(height)], shaded(leaves, 0.9));
        sketch.fan(&ring, tip);
        sketch.shade(Shading::Round);
        // Seen from below, branches lie in their own shade.
        let mut below: Vec<u32> = rim
            .iter()
            .map(|&place| sketch.corner(place, shaded(leaves, 0.5)))
            .collect();
        below.reverse();
        let middle = sketch.corner([0.0, 0.0, rim_z + 0.08 * height], shaded(leaves, 0.3));
        sketch.fan(&below, middle);
        sketch.shade(Shading::Round);
    }
}

/// A stem without branches, a little wider at its foot.
pub(super) fn stem(sketch: &mut Sketch, radius: f64, low: f64, high: f64) {
    const SIDES: usize = 6;
    let ring = |sketch: &mut Sketch, radius: f64, z: f64, colour: Colour| -> Vec<u32> {
        let places = (0..SIDES).map(|side| round(radius, side as f64 / SIDES as f64, z));
        places.map(|place| sketch.corner(place, colour)).collect()
    };
    let foot = ring(sketch, 1.35 * radius, low, shaded(WOOD, 0.75));
    let top = ring(sketch, 0.8 * radius, high, WOOD);
    sketch.band(&foot, &top);
    sketch.shade(Shading::Round);
}

/// A stem that lies on the ground, a little bent, its ends cut.
pub(super) fn log(sketch: &mut Sketch) {
    const SIDES: usize = 8;
    let (thick, half) = (0.5 * sketch.height_m, 0.5 * sketch.width_m);
    let bark = sketch.colour;
    let cut = mixed(bark, [206, 172, 124], 0.75);
    // Along the stem from one end to the other: how far, how thick, how far to the side.
    let rings: Vec<Vec<Vector>> = [
        (-1.0, 1.0, 0.0),
        (-0.2, 0.94, 0.12),
        (0.4, 0.9, 0.1),
        (1.0, 0.8, -0.1),
    ]
    .into_iter()
    .enumerate()
    .map(|(number, (along, share, aside))| {
        let places = (0..SIDES).map(|side| {
            let rough = 0.93 + 0.07 * chance(4, (number * SIDES + side) as u32);
            let [y, z, _] = round(thick * share * rough, side as f64 / SIDES as f64, 0.0);
            // Thinner parts lie on the ground too.
            [along * half, y + aside * thick, z + thick * share]
        });
        places.collect()
    })
    .collect();
    let drawn = |sketch: &mut Sketch, ring: &[Vector], factor: f64| -> Vec<u32> {
        let corners = ring.iter().map(|&place| {
            let lit = factor * (0.7 + 0.3 * (place[2] / thick).min(1.3));
            sketch.corner(place, shaded(bark, lit))
        });
        corners.collect()
    };
    let corners: Vec<Vec<u32>> = (rings.iter().enumerate())
        .map(|(number, ring)| drawn(sketch, ring, 0.92 + 0.16 * chance(5, number as u32)))
        .collect();
    corners
        .windows(2)
        .for_each(|pair| sketch.band(&pair[0], &pair[1]));
    sketch.shade(Shading::Round);
    for (ring, is_far) in [(&rings[0], false), (&rings[3], true)] {
        let middle = ring.iter().fold([0.0; 3], |sum, &place| add(sum, place));
        let middle = sketch.corner(middle.map(|sum| sum / SIDES as f64), shaded(cut, 0.85));
        let mut rim: Vec<u32> = ring.iter().map(|&place| sketch.corner(place, cut)).collect();
        if !is_far {
            rim.reverse();
        }
        sketch.fan(&rim, middle);
        sketch.shade(Shading::Flat);
    }
}

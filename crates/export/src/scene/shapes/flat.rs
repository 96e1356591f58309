//! Leaves without thickness, seen from both sides: a fern, a tuft of grass, the cards of a far tree.

use super::sketch::{Shading, Sketch, WOOD, chance, round};
use super::vector::{Vector, add, between, cross, scale, sub};
use crate::picture::shaded;

/// Arched fronds, each with leaflets to both sides of its rib.
pub(super) fn fern(sketch: &mut Sketch) {
    const FRONDS: u32 = 7;
    const PAIRS: u32 = 7;
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    for frond in 0..FRONDS {
        let turn = (f64::from(frond) + 0.6 * chance(60, frond)) / f64::from(FRONDS);
        let reach = half * (0.8 + 0.2 * chance(61, frond));
        let top = height * (0.8 + 0.3 * chance(62, frond));
        // Up from the ground, over the top at two thirds of the way and down a little.
        let rib = |t: f64| {
            let rise = 1.0 - (1.0 - 1.45 * t) * (1.0 - 1.45 * t);
            round(reach * (0.7 * t + 0.3 * t * t), turn, top * rise)
        };
        let out = round(1.0, turn, 0.0);
        let aside = cross([0.0, 0.0, 1.0], out);
        for pair in 0..PAIRS {
            let t = |share: f64| 0.12 + 0.88 * (f64::from(pair) + share) / f64::from(PAIRS);
            let (from, to) = (rib(t(0.0)), rib(t(1.0)));
            let middle = t(0.5);
            // Longest a third of the way along, none at the tip.
            let long = 0.46 * reach * (1.1 - middle) * (0.15 + 1.9 * middle).min(1.0);
            let lit = 0.62 + 0.42 * middle;
            for side in [-1.0, 1.0] {
                let leaflet = add(scale(aside, side), scale(out, 0.35));
                let tip = add(between(from, to, 0.7), scale(leaflet, long));
                let tip = sub(tip, [0.0, 0.0, 0.18 * long]);
                let [a, b] = [from, to].map(|place| sketch.corner(place, shaded(sketch.colour, 0.85 * lit)));
                let tip = sketch.corner(tip, shaded(sketch.colour, 1.15 * lit));
                sketch.triangle(if side > 0.0 { [a, b, tip] } else { [b, a, tip] });
            }
        }
        sketch.shade(Shading::Leaf);
    }
}

/// Blades that rise from one place and bend outwards, each in two lengths.
pub(super) fn grass(sketch: &mut Sketch) {
    const BLADES: u32 = 14;
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    for blade in 0..BLADES {
        let turn = (f64::from(blade) + 0.8 * chance(70, blade)) * 0.381_966;
        let top = height * (0.6 + 0.4 * chance(71, blade));
        let reach = half * (0.35 + 0.65 * chance(72, blade));
        let foot = round(0.2 * half * chance(73, blade), turn, 0.0);
        let out = round(1.0, turn, 0.0);
        let at = |t: f64| {
            add(
                add(foot, scale(out, reach * t * t)),
                [0.0, 0.0, top * t * (1.25 - 0.25 * t)],
            )
        };
        let wide = 0.055 * half.min(height) + 0.02 * height;
        // Blades are twisted: they show their edges to all sides.
        let aside = scale(
            round(1.0, turn + 0.25 + 0.12 * (chance(74, blade) - 0.5), 0.0),
            wide,
        );
        let pair = |sketch: &mut Sketch, t: f64, share: f64, lit: f64| {
            let colour = shaded(sketch.colour, lit);
            [-share, share].map(|side| sketch.corner(add(at(t), scale(aside, side)), colour))
        };
        let [left, right] = pair(sketch, 0.0, 1.0, 0.55);
        let [left_up, right_up] = pair(sketch, 0.55, 0.75, 0.9);
        let tip = sketch.corner(at(1.0), shaded(sketch.colour, 1.15));
        sketch.quad([left, right, right_up, left_up]);
        sketch.triangle([left_up, right_up, tip]);
        sketch.shade(Shading::Leaf);
    }
}

/// The outline of stem and crown on two upright cards.
pub(super) fn card(sketch: &mut Sketch) {
    /// Half widths and heights of the crown's right side, from its foot to its top.
    const CROWN: [[f64; 2]; 7] = [
        [0.0, 0.26],
        [0.55, 0.24],
        [0.95, 0.4],
        [1.0, 0.58],
        [0.78, 0.8],
        [0.4, 0.95],
        [0.0, 1.0],
    ];
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    for along in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
        let place = |[x, z]: [f64; 2]| -> Vector { add(scale(along, half * x), [0.0, 0.0, height * z]) };
        let stem = [[-0.05, 0.0], [0.05, 0.0], [0.04, 0.3], [-0.04, 0.3]];
        let stem = stem.map(|at| sketch.corner(place(at), shaded(WOOD, 0.85)));
        sketch.quad(stem);
        let left = CROWN[1..6].iter().rev().map(|&[x, z]| [-0.96 * x, z]);
        let outline: Vec<[f64; 2]> = CROWN.into_iter().chain(left).collect();
        let ring: Vec<u32> = outline
            .into_iter()
            .map(|at| sketch.corner(place(at), shaded(sketch.colour, 0.7 + 0.4 * at[1])))
            .collect();
        let middle = sketch.corner(place([0.0, 0.6]), shaded(sketch.colour, 0.9));
        sketch.fan(&ring, middle);
        sketch.shade(Shading::Leaf);
    }
}

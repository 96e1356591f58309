//! A house: walls, a gable roof that overhangs, a chimney, a door and windows.

use super::sketch::{Shading, Sketch};
use super::vector::{Vector, add, scale};
use crate::look::Colour;
use crate::picture::shaded;

const ROOF: Colour = [138, 74, 56];
const DOOR: Colour = [92, 64, 44];
const GLASS: Colour = [70, 84, 98];

/// Walls to 0.55 of the height, two thirds as deep as long.
pub(super) fn house(sketch: &mut Sketch) {
    let (height, long) = (sketch.height_m, 0.46 * sketch.width_m);
    let (deep, eaves) = (0.66 * long, 0.55 * height);
    let ridge = 0.94 * height;
    let walls = sketch.colour;
    let foot = shaded(walls, 0.82);
    // South, east, north, west.
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let at = |[x, y]: [f64; 2], z: f64| [x * long, y * deep, z];
    for side in 0..4 {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        let wall = [
            (from, 0.0, foot),
            (to, 0.0, foot),
            (to, eaves, walls),
            (from, eaves, walls),
        ];
        let wall = wall.map(|(corner, z, colour)| sketch.corner(at(corner, z), colour));
        sketch.quad(wall);
        if side % 2 == 1 {
            let top = sketch.corner([from[0] * long, 0.0, ridge], walls);
            sketch.triangle([wall[3], wall[2], top]);
        }
    }
    for side in [-1.0, 1.0] {
        roof(sketch, side, [long, deep, eaves, ridge]);
    }
    let south = |x: f64, z: f64| [x * long, -1.01 * deep, z * eaves];
    panel(
        sketch,
        [
            south(-0.12, 0.0),
            south(0.12, 0.0),
            south(0.12, 0.72),
            south(-0.12, 0.72),
        ],
        DOOR,
    );
    for x in [-0.58, 0.58] {
        panel(
            sketch,
            [
                south(x - 0.16, 0.36),
                south(x + 0.16, 0.36),
                south(x + 0.16, 0.76),
                south(x - 0.16, 0.76),
            ],
            GLASS,
        );
        let north = |x: f64, z: f64| [x * long, 1.01 * deep, z * eaves];
        panel(
            sketch,
            [
                north(x + 0.16, 0.36),
                north(x - 0.16, 0.36),
                north(x - 0.16, 0.76),
                north(x + 0.16, 0.76),
            ],
            GLASS,
        );
    }
    chimney(sketch, [0.5 * long, 0.3 * deep, 0.7 * ridge], 0.11 * deep);
    sketch.shade(Shading::Flat);
}

/// One slope of the roof, as thick as it looks from the ground, beyond the walls on all sides.
fn roof(sketch: &mut Sketch, side: f64, [long, deep, eaves, ridge]: [f64; 4]) {
    let (over, thick) = (1.08, 0.05 * ridge);
    // As steep beyond the walls as above the house.
    let drop = (ridge - eaves) * (over * 1.08 - 1.0);
    let edge = |x: f64, lift: f64| [x * over * long, side * over * 1.08 * deep, eaves - drop + lift];
    let top = |x: f64, lift: f64| [x * over * long, 0.0, ridge + lift];
    // Counter-clockwise from outside on the southern slope; the northern one is its mirror image.
    let mut face = |places: [Vector; 4], colour: Colour| {
        let mut corners = places.map(|place| sketch.corner(place, colour));
        if side > 0.0 {
            corners.reverse();
        }
        sketch.quad(corners);
    };
    face(
        [
            edge(-1.0, thick),
            edge(1.0, thick),
            top(1.0, thick),
            top(-1.0, thick),
        ],
        ROOF,
    );
    face(
        [edge(1.0, 0.0), edge(-1.0, 0.0), top(-1.0, 0.0), top(1.0, 0.0)],
        shaded(ROOF, 0.5),
    );
    face(
        [
            edge(-1.0, 0.0),
            edge(1.0, 0.0),
            edge(1.0, thick),
            edge(-1.0, thick),
        ],
        shaded(ROOF, 0.8),
    );
    face(
        [edge(1.0, 0.0), top(1.0, 0.0), top(1.0, thick), edge(1.0, thick)],
        shaded(ROOF, 0.8),
    );
    face(
        [
            top(-1.0, 0.0),
            edge(-1.0, 0.0),
            edge(-1.0, thick),
            top(-1.0, thick),
        ],
        shaded(ROOF, 0.8),
    );
}

fn panel(sketch: &mut Sketch, places: [Vector; 4], colour: Colour) {
    let corners = places.map(|place| sketch.corner(place, colour));
    sketch.quad(corners);
}

/// A square column from a place in the roof to the height of the house.
fn chimney(sketch: &mut Sketch, foot: Vector, half: f64) {
    let brick = shaded(ROOF, 0.8);
    let ring = |z: f64| {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| {
            let [x, y, _] = add(foot, scale([x, y, 0.0], half));
            [x, y, z]
        })
    };
    let [low, high] =
        [ring(foot[2]), ring(sketch.height_m)].map(|ring| ring.map(|place| sketch.corner(place, brick)));
    sketch.band(&low, &high);
    sketch.quad(high);
}

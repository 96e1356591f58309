//! Lumps: the crown of a broadleaf, a bush, a rock.

use super::conifer::stem;
use super::sketch::{Shading, Sketch, chance, round};
use super::vector::{Vector, add, between, direction, dot};
use crate::look::Colour;
use crate::picture::shaded;

/// A stem below a crown of one large lump and smaller ones round its foot.
pub(super) fn broadleaf(sketch: &mut Sketch) {
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    stem(sketch, 0.03 * height, 0.0, 0.5 * height);
    let large = Lump {
        middle: [0.0, 0.0, 0.68 * height],
        radii: [0.78 * half, 0.78 * half, 0.32 * height],
        rough: 0.16,
        series: 10,
    };
    large.draw(sketch, &ball(1));
    for side in 0..4_u32 {
        let turn = f64::from(side) / 4.0 + 0.12 * chance(11, side);
        let z = height * (0.47 + 0.16 * chance(12, side));
        let small = Lump {
            middle: round(0.5 * half, turn, z),
            radii: [0.5 * half, 0.5 * half, 0.17 * height],
            rough: 0.2,
            series: 20 + side,
        };
        small.draw(sketch, &ball(0));
    }
}

/// Lumps of leaves, pressed flat where they meet the ground.
pub(super) fn bush(sketch: &mut Sketch) {
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    let large = Lump {
        middle: [0.0, 0.0, 0.42 * height],
        radii: [0.7 * half, 0.7 * half, 0.58 * height],
        rough: 0.2,
        series: 30,
    };
    large.draw(sketch, &ball(1));
    for side in 0..4_u32 {
        let turn = f64::from(side) / 4.0 + 0.15 * chance(31, side);
        let small = Lump {
            middle: round(0.55 * half, turn, height * (0.1 + 0.14 * chance(32, side))),
            radii: [0.5 * half, 0.5 * half, 0.5 * height],
            rough: 0.25,
            series: 40 + side,
        };
        small.draw(sketch, &ball(0));
    }
}

/// A ball that planes have cut all round, so that it has flat sides.
pub(super) fn rock(sketch: &mut Sketch) {
    const CUTS: u32 = 11;
    let cuts: Vec<(Vector, f64)> = (0..CUTS)
        .map(|cut| {
            // Upwards and sideways as often as each other, spread round by the golden ratio.
            let z = 1.0 - 1.7 * (f64::from(cut) + 0.5) / f64::from(CUTS);
            let turn = f64::from(cut) * 0.618_034 + 0.2 * chance(50, cut);
            let side = round((1.0 - z * z).sqrt(), turn, z);
            (side, 0.52 + 0.4 * chance(51, cut))
        })
        .collect();
    let (height, half) = (sketch.height_m, 0.5 * sketch.width_m);
    let (places, triangles) = ball(1);
    let corners: Vec<u32> = places
        .iter()
        .enumerate()
        .map(|(number, &place)| {
            let reach = cuts.iter().fold(1.0_f64, |reach, (side, distance)| {
                let towards = dot(place, *side);
                if towards > 0.0 {
                    reach.min(distance / towards)
                } else {
                    reach
                }
            });
            let reach = reach * (0.96 + 0.04 * chance(52, number as u32));
            let [x, y, z] = place.map(|along| along * reach);
            // A third is in the ground; what is there is pressed onto it.
            let z = (z + 0.35).max(0.0);
            let lit = 0.74 + 0.3 * (z / 1.2).min(1.0) + 0.1 * (chance(53, number as u32) - 0.5);
            sketch.corner([half * x, 0.8 * half * y, height * z], shaded(sketch.colour, lit))
        })
        .collect();
    for triangle in triangles {
        sketch.triangle(triangle.map(|corner| corners[corner]));
    }
    sketch.shade(Shading::Flat);
}

/// A ball that is squeezed and dented.
struct Lump {
    middle: Vector,
    radii: Vector,
    /// Share of the radius by which it is dented.
    rough: f64,
    /// Makes its dents differ from those of others.
    series: u32,
}

impl Lump {
    fn draw(&self, sketch: &mut Sketch, (places, triangles): &Ball) {
        let leaves: Colour = sketch.colour;
        let corners: Vec<u32> = places
            .iter()
            .enumerate()
            .map(|(number, place)| {
                let reach = 1.0 - self.rough * chance(self.series, number as u32);
                let offset = [0, 1, 2].map(|axis| place[axis] * self.radii[axis] * reach);
                let [x, y, z] = add(self.middle, offset);
                // Dents and undersides are dark.
                let lit = 0.8 + 0.26 * place[2] + 0.9 * (reach - (1.0 - 0.5 * self.rough));
                sketch.corner([x, y, z.max(0.0)], shaded(leaves, lit))
            })
            .collect();
        for triangle in triangles {
            sketch.triangle(triangle.map(|corner| corners[corner]));
        }
        sketch.shade(Shading::Round);
    }
}

/// Places at distance 1 and the triangles between them.
type Ball = (Vec<Vector>, Vec<[usize; 3]>);

/// An icosahedron, whose triangles are cut into four each so many times.
fn ball(cuts: u32) -> Ball {
    // Two tips, and two rings of five between them.
    let z = 1.0 / 5.0_f64.sqrt();
    let ring = |half: f64, z: f64| {
        (0..5).map(move |at| round((1.0 - z * z).sqrt(), (f64::from(at) + half) / 5.0, z))
    };
    let mut places: Vec<Vector> = [[0.0, 0.0, -1.0]]
        .into_iter()
        .chain(ring(0.0, -z))
        .chain(ring(0.5, z))
        .chain([[0.0, 0.0, 1.0]])
        .collect();
    let mut triangles: Vec<[usize; 3]> = (0..5)
        .flat_map(|at| {
            let next = (at + 1) % 5;
            let ([low, low_next], [high, high_next]) = ([1 + at, 1 + next], [6 + at, 6 + next]);
            [
                [0, low_next, low],
                [low, low_next, high],
                [low_next, high_next, high],
                [high, high_next, 11],
            ]
        })
        .collect();
    for _ in 0..cuts {
        let mut edges: Vec<([usize; 2], usize)> = Vec::new();
        let mut half_way = |a: usize, b: usize| {
            let edge = [a.min(b), a.max(b)];
            if let Some((_, known)) = edges.iter().find(|(of, _)| *of == edge) {
                return *known;
            }
            places.push(direction(between(places[a], places[b], 0.5)));
            edges.push((edge, places.len() - 1));
            places.len() - 1
        };
        triangles = triangles
            .into_iter()
            .flat_map(|[a, b, c]| {
                let [ab, bc, ca] = [half_way(a, b), half_way(b, c), half_way(c, a)];
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    (places, triangles)
}

#[cfg(test)]
mod tests {
    use super::ball;

    /// Euler's formula for what is closed and has no handles.
    #[test]
    fn a_ball_is_closed() {
        for (cuts, size) in [(0, (12, 20)), (1, (42, 80)), (2, (162, 320))] {
            let (places, triangles) = ball(cuts);
            assert_eq!((places.len(), triangles.len()), size);
            assert_eq!(places.len() + triangles.len() - triangles.len() * 3 / 2, 2);
        }
    }
}

//! What trees grow around, in greys by how far a face is turned to the light.

use crate::outline::{At, PT, at, closed_shape};
use crate::page::{Mark, Paint, Stroke};
use crate::palette;
use crate::tree::brush::{Brush, Layer};
use crate::tree::tones;

/// Something in the way of growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// All places within a radius of a segment, or of a point where both ends are alike.
    Round {
        /// One end, m.
        from_m: [f64; 3],
        /// The other end, m.
        to_m: [f64; 3],
        /// The radius, m; 0 or more.
        radius_m: f64,
    },
    /// A box along the axes.
    Box {
        /// Its lower corner, m.
        low_m: [f64; 3],
        /// Its upper corner, m.
        high_m: [f64; 3],
    },
}

/// Faces of a box: the axis across it, whether it is the upper one, and the light on it from 0 to 1.
const FACES: [(usize, bool, f64); 6] = [
    (0, false, 0.6),
    (0, true, 0.2),
    (1, false, 0.45),
    (1, true, 0.1),
    (2, false, 0.0),
    (2, true, 1.0),
];

impl Solid {
    /// Two discs that reach as far as it does: their places and radii, m.
    pub(super) fn ends_m(&self) -> [([f64; 3], f64); 2] {
        match *self {
            Solid::Round {
                from_m,
                to_m,
                radius_m,
            } => [(from_m, radius_m), (to_m, radius_m)],
            Solid::Box { low_m, high_m } => [(low_m, 0.0), (high_m, 0.0)],
        }
    }

    /// All corners, of a box; the ends of another solid.
    pub(super) fn corners_m(&self) -> Vec<([f64; 3], f64)> {
        match *self {
            Solid::Round { .. } => self.ends_m().to_vec(),
            Solid::Box { low_m, high_m } => {
                let corner = |bits: usize| {
                    [0, 1, 2].map(|axis| {
                        if bits >> axis & 1 == 0 {
                            low_m[axis]
                        } else {
                            high_m[axis]
                        }
                    })
                };
                (0..8).map(|bits| (corner(bits), 0.0)).collect()
            }
        }
    }

    pub(super) fn layers(&self, brush: &Brush) -> Vec<Layer> {
        match *self {
            Solid::Round {
                from_m,
                to_m,
                radius_m,
            } => vec![round(from_m, to_m, radius_m, brush)],
            Solid::Box { low_m, high_m } => faces(low_m, high_m, brush),
        }
    }
}

/// The outline of a ball that is drawn along a line: polygons, so that both kinds of solid are painted alike.
fn round(from_m: [f64; 3], to_m: [f64; 3], radius_m: f64, brush: &Brush) -> Layer {
    const SIDES: usize = 48;
    let ([from, to], away_m) = ends(from_m, to_m, brush);
    let radius = radius_m * brush.units_per_m;
    let along = at(to.x - from.x, to.y - from.y);
    let rim = (0..SIDES).map(|side| {
        let turn = std::f64::consts::TAU * side as f64 / SIDES as f64;
        let (sin, cos) = understory_numerics::math::sin_cos(turn);
        let end = if along.x * cos + along.y * sin > 0.0 {
            to
        } else {
            from
        };
        at(end.x + radius * cos, end.y + radius * sin)
    });
    Layer::new(away_m, face(rim, 0.45))
}

fn faces(low_m: [f64; 3], high_m: [f64; 3], brush: &Brush) -> Vec<Layer> {
    let (_, away_m) = ends(low_m, high_m, brush);
    let mut layers = Vec::new();
    for (axis, is_upper, light) in FACES {
        let mut outward = [0.0; 3];
        outward[axis] = if is_upper { 1.0 } else { -1.0 };
        // Of a face that is seen edge on nothing shows.
        if brush.view.seen(outward).away_m > -1e-9 {
            continue;
        }
        let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
        let corners = [(false, false), (true, false), (true, true), (false, true)].map(|(a, b)| {
            let mut corner_m = if is_upper { high_m } else { low_m };
            corner_m[across] = if a { high_m[across] } else { low_m[across] };
            corner_m[along] = if b { high_m[along] } else { low_m[along] };
            brush.place(corner_m).0
        });
        layers.push(Layer::new(away_m, face(corners.into_iter(), light)));
    }
    layers
}

/// Both ends on the page, and how far away the middle between them is.
fn ends(from_m: [f64; 3], to_m: [f64; 3], brush: &Brush) -> ([At; 2], f64) {
    let [(from, near_m), (to, far_m)] = [from_m, to_m].map(|end_m| brush.place(end_m));
    ([from, to], 0.5 * (near_m + far_m))
}

fn face(corners: impl Iterator<Item = At>, light: f64) -> Mark {
    Mark::Path {
        outline: closed_shape(corners),
        paint: Paint {
            fill: Some(tones::stone(light)),
            stroke: Some(Stroke::plain(palette::GREY, 0.4 * PT)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::tree::brush::tests::brush;
    use crate::tree::view::View;

    const BOX: Solid = Solid::Box {
        low_m: [0.0, 1.0, 0.0],
        high_m: [2.0, 4.0, 3.0],
    };

    #[test]
    fn of_a_box_the_faces_show_that_look_at_the_viewer() {
        let faces = |view| BOX.layers(&brush(view)).len();
        let shown = [View::Front, View::Side, View::Top, View::Aslant].map(faces);
        assert_eq!(shown, [1, 1, 1, 3]);
        let corners = BOX.corners_m();
        assert_eq!(
            (corners.len(), corners[0].0, corners[7].0),
            (8, [0.0, 1.0, 0.0], [2.0, 4.0, 3.0])
        );
        assert!(
            corners
                .iter()
                .enumerate()
                .all(|(at, a)| !corners[..at].contains(a))
        );
        let front = BOX.layers(&brush(View::Front));
        let Mark::Path { outline, .. } = front[0].mark() else {
            panic!("a face is a path")
        };
        let rectangle = [
            at(1000.0, 2000.0),
            at(1000.0, 1700.0),
            at(1200.0, 1700.0),
            at(1200.0, 2000.0),
        ];
        for corner in rectangle {
            let is_drawn = |segment: &crate::outline::Segment| matches!(*segment, crate::outline::Segment::Move(to) | crate::outline::Segment::Line(to) if to == corner);
            assert!(outline.iter().any(is_drawn), "{corner:?} in {outline:?}");
        }
    }
}

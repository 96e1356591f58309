//! What shapes there are, and what may be chosen of each.

use super::sketch::Sketch;
use super::{conifer, flat, house, lumps};
use crate::ExportError;
use crate::glb::Coloured;
use crate::look::Colour;
use understory_keys::named;

/// A shape of 16 to 200 triangles with colours at its vertices. It stands on z = 0 round the origin.
///
/// The same shape has always the same triangles; where it stands, turning and scaling it is what makes it vary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimpleShape {
    /// What it shows.
    pub kind: SimpleKind,
    /// From the ground to its top, 0.001 to 10000 m.
    pub height_m: f64,
    /// Its larger extent along x or y, 0.001 to 10000 m. A log's is its length, a house's that of its ridge.
    pub width_m: f64,
    /// Colour of leaves, stone, bark or walls, as on screen (sRGB). Stems, roofs and cut wood have their own.
    pub colour: Colour,
}

named! {
    /// What a simple shape shows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum SimpleKind {
        /// A stem with cones of branches, one above the other.
        Conifer = "conifer",
        /// A stem with a crown of lumps.
        Broadleaf = "broadleaf",
        /// Lumps of leaves on the ground.
        Bush = "bush",
        /// Arched fronds round a middle.
        Fern = "fern",
        /// A tuft of bent blades.
        Grass = "grass",
        /// A stone with flat sides.
        Rock = "rock",
        /// A stem that lies along x.
        Log = "log",
        /// Walls below a gable roof whose ridge runs along x, with its door to the south.
        House = "house",
        /// The outline of a tree on two upright cards that cross, for trees that are far away.
        Card = "card",
    }
}

impl SimpleShape {
    /// The corners of its triangles, m, z up.
    ///
    /// # Errors
    /// [`ExportError::OutOfRange`] for a size out of range.
    pub fn corners_m(&self) -> Result<Vec<[f64; 3]>, ExportError> {
        let mesh = self.mesh(self.kind.name())?;
        Ok(mesh
            .places_m
            .iter()
            .map(|place_m| place_m.map(f64::from))
            .collect())
    }

    /// Its triangles, z up; `name` is what an error calls it.
    ///
    /// # Errors
    /// [`ExportError::OutOfRange`] for a size out of range.
    pub fn mesh(&self, name: &str) -> Result<Coloured, ExportError> {
        for (which, value) in [("height_m", self.height_m), ("width_m", self.width_m)] {
            if !(1e-3..=1e4).contains(&value) {
                let what = format!("asset `{name}`: `{which}`");
                return Err(ExportError::out_of_range(what, value, "from 0.001 to 10000"));
            }
        }
        let mut sketch = Sketch::new(self.height_m, self.width_m, self.colour);
        let draw = match self.kind {
            SimpleKind::Conifer => conifer::conifer,
            SimpleKind::Broadleaf => lumps::broadleaf,
            SimpleKind::Bush => lumps::bush,
            SimpleKind::Fern => flat::fern,
            SimpleKind::Grass => flat::grass,
            SimpleKind::Rock => lumps::rock,
            SimpleKind::Log => conifer::log,
            SimpleKind::House => house::house,
            SimpleKind::Card => flat::card,
        };
        draw(&mut sketch);
        Ok(sketch.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::shapes::vector::{Vector, cross, dot, length, sub};

    fn drawn(kind: SimpleKind, height_m: f64, width_m: f64) -> Coloured {
        let colour = [90, 120, 60];
        SimpleShape {
            kind,
            height_m,
            width_m,
            colour,
        }
        .mesh(kind.name())
        .unwrap()
    }

    /// Corners of each triangle, and its normal by the right hand.
    fn faces(mesh: &Coloured) -> Vec<([Vector; 3], Vector)> {
        let corner = |vertex: u32| mesh.places_m[vertex as usize].map(f64::from);
        let faces = mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(corner);
            ([a, b, c], cross(sub(b, a), sub(c, a)))
        });
        faces.collect()
    }

    #[test]
    fn every_shape_has_the_size_that_was_asked_for_and_stands_on_the_ground() {
        for kind in SimpleKind::ALL {
            for (height_m, width_m) in [(2.0, 3.0), (20.0, 4.0), (0.03, 0.5)] {
                let mesh = drawn(kind, height_m, width_m);
                let span = |axis: usize| {
                    let along = || mesh.places_m.iter().map(|place| f64::from(place[axis]));
                    (
                        along().fold(f64::INFINITY, f64::min),
                        along().fold(f64::NEG_INFINITY, f64::max),
                    )
                };
                let (low, high) = span(2);
                assert!(
                    low == 0.0 && (high - height_m).abs() < 1e-6 * height_m,
                    "{kind:?}: {low} {high}"
                );
                let [x, y] = [0, 1].map(|axis| {
                    let (low, high) = span(axis);
                    assert!(low < 0.0 && high > 0.0, "{kind:?} stands round the origin");
                    high - low
                });
                assert!((x.max(y) - width_m).abs() < 1e-6 * width_m, "{kind:?}: {x} {y}");
            }
        }
    }

    #[test]
    fn shapes_have_few_triangles_that_face_where_their_normals_point() {
        for kind in SimpleKind::ALL {
            let mesh = drawn(kind, 2.0, 1.5);
            assert!(
                (16..=200).contains(&mesh.triangles.len()),
                "{kind:?}: {}",
                mesh.triangles.len()
            );
            assert_eq!(mesh.places_m.len(), mesh.normals.len());
            assert_eq!(mesh.places_m.len(), mesh.colours.len());
            for normal in &mesh.normals {
                assert!(
                    (length(normal.map(f64::from)) - 1.0).abs() < 1e-5,
                    "{kind:?}: {normal:?}"
                );
            }
            for (triangle, (corners, normal)) in mesh.triangles.iter().zip(faces(&mesh)) {
                assert!(
                    length(normal) > 1e-9,
                    "{kind:?} has a triangle without area: {corners:?}"
                );
                for &vertex in triangle {
                    let shaded = mesh.normals[vertex as usize].map(f64::from);
                    assert!(dot(shaded, normal) > 0.0, "{kind:?}: {corners:?} {shaded:?}");
                }
            }
        }
    }

    /// By the divergence theorem: what faces outwards all round encloses a positive volume, and the flux of a constant
    /// field through it is zero.
    #[test]
    fn solid_shapes_are_closed_and_not_inside_out() {
        for kind in [SimpleKind::Rock, SimpleKind::Bush, SimpleKind::Log] {
            let mut flux = [0.0; 3];
            let mut volume_m3 = 0.0;
            for ([a, b, c], normal) in faces(&drawn(kind, 2.0, 3.0)) {
                flux = [0, 1, 2].map(|axis| flux[axis] + normal[axis]);
                volume_m3 += dot(a, cross(b, c)) / 6.0;
            }
            assert!(length(flux) < 1e-4, "{kind:?} has a hole: {flux:?}");
            assert!((2.0..18.0).contains(&volume_m3), "{kind:?}: {volume_m3}");
        }
    }

    #[test]
    fn stems_have_another_colour_than_crowns() {
        for kind in [SimpleKind::Conifer, SimpleKind::Broadleaf, SimpleKind::Card] {
            let mesh = drawn(kind, 10.0, 5.0);
            let is_green = |colour: &&Colour| colour[1] > colour[0];
            let green = mesh.colours.iter().filter(is_green).count();
            assert!(green > 0 && green < mesh.colours.len(), "{kind:?}");
        }
    }

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in SimpleKind::ALL {
            assert_eq!(SimpleKind::named(kind.name()), Some(kind));
        }
        assert_eq!(SimpleKind::named("tree"), None);
    }

    #[test]
    fn a_size_that_is_none_is_refused() {
        let shape = SimpleShape {
            kind: SimpleKind::Rock,
            height_m: f64::NAN,
            width_m: 1.0,
            colour: [0; 3],
        };
        assert_eq!(
            shape.mesh("stone").unwrap_err().to_string(),
            "asset `stone`: `height_m` is NaN, but must be from 0.001 to 10000"
        );
    }
}

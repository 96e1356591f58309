//! What a camera sees: shapes of triangles, and where each stands.

use crate::error::ReportError;
use crate::needed::{FINITE, Needed};
use crate::tree::Surface;

const NAME: &str = "view";
const PLACE: Needed = Needed(-1e9, 1e9, "a number from -1e9 to 1e9");
const SCALE: Needed = Needed(1e-6, 1e6, "a number from 0.000001 to 1000000");
const STRETCH: Needed = Needed(0.01, 100.0, "a number from 0.01 to 100");
const SHADE: Needed = Needed(0.0, f64::MAX, "a finite number of 0 or more");

/// Shapes, and where they stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What stands somewhere, the pieces of the ground among them.
    pub shapes: Vec<Shape>,
    /// Where.
    pub instances: Vec<Instance>,
}

/// Something that stands in one place or in many.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// What it is made of. A part of leaves has cards of four vertices each; far away some of them stand for all.
    pub parts: Vec<Part>,
    /// The same in more triangles, the most first, for where it is large in the picture; none where there is no more to see.
    pub near: Vec<Vec<Part>>,
}

impl Shape {
    /// A shape that looks alike from near and far.
    #[must_use]
    pub fn of(parts: Vec<Part>) -> Self {
        Self {
            parts,
            near: Vec::new(),
        }
    }
}

/// Triangles that look alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The triangles, z up, m.
    pub surface: Surface,
    /// Colours that those of the skin are multiplied with, a row a vertex, 255 for 1; none to leave them as they are.
    pub colours: Vec<[u8; 3]>,
    /// Share of the sky's light that comes to a vertex, a row a vertex; none for all of it.
    pub open: Vec<f32>,
}

/// One place where a shape stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// Number of the shape in [`Scene::shapes`].
    pub shape: usize,
    /// Where the shape's origin lies, z up, m.
    pub place_m: [f64; 3],
    /// How it is turned: a unit quaternion (x, y, z, w).
    pub rotation: [f64; 4],
    /// How many times larger it stands than it is.
    pub scale: f64,
    /// How many times higher it is then drawn out along its own height; its light is that of the shape as it is.
    pub stretch: f64,
    /// Brightness, as a factor of its colours.
    pub shade: f64,
}

impl Instance {
    /// A shape as it is.
    #[must_use]
    pub fn upright(shape: usize, place_m: [f64; 3]) -> Self {
        Self {
            shape,
            place_m,
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: 1.0,
            stretch: 1.0,
            shade: 1.0,
        }
    }
}

impl Scene {
    /// Refuses what could not be drawn.
    pub(super) fn check(&self) -> Result<(), ReportError> {
        for part in self
            .shapes
            .iter()
            .flat_map(|shape| shape.near.iter().flatten().chain(&shape.parts))
        {
            part.surface.check(NAME)?;
            let rows = part.surface.places_m.len();
            let is_row = Needed(rows as f64, rows as f64, "a row for each place, or none");
            let given = [part.colours.len(), part.open.len()];
            is_row.of(
                NAME,
                "colours and open",
                given.into_iter().filter(|rows| *rows > 0).map(|rows| rows as f64),
            )?;
            Needed(0.0, 1.0, "a share from 0 to 1").of(
                NAME,
                "open",
                part.open.iter().map(|&share| f64::from(share)),
            )?;
        }
        let last = self.shapes.len() as f64 - 1.0;
        let known = Needed(0.0, last, "the number of a shape");
        for instance in &self.instances {
            known.of(NAME, "shape", [instance.shape as f64])?;
            PLACE.of(NAME, "place_m", instance.place_m)?;
            FINITE.of(NAME, "rotation", instance.rotation)?;
            SCALE.of(NAME, "scale", [instance.scale])?;
            STRETCH.of(NAME, "stretch", [instance.stretch])?;
            SHADE.of(NAME, "shade", [instance.shade])?;
        }
        Ok(())
    }
}

//! What figures know of ground on which points are laid out.

use understory_records::{ScatterManifest, ScatterSegment, WorldCourse};

use crate::error::ReportError;
use crate::needed::{FINITE, SIZE};
use crate::tables::check_plot;
use crate::world::plan::Window;

/// What figures need to know of ground on which points are laid out; all of it stands in its manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterAbout {
    /// Name of the scenario.
    pub name: String,
    /// Width and height, m; finite and greater than 0.
    pub size_m: [f64; 2],
    /// South-western corner, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// The method, or that of segments that name none.
    pub method: String,
    /// The segments.
    pub segments: Vec<ScatterSegment>,
    /// The borders.
    pub borders: Vec<WorldCourse>,
}

impl From<ScatterManifest<'_>> for ScatterAbout {
    fn from(manifest: ScatterManifest<'_>) -> Self {
        Self {
            name: manifest.all.made_from.scenario.clone(),
            size_m: manifest.world.size_m,
            origin_m: manifest.world.origin_m,
            torus: manifest.world.edge == "torus",
            method: manifest.method.clone(),
            segments: manifest.segments.clone(),
            borders: manifest.borders.clone(),
        }
    }
}

impl ScatterAbout {
    /// Refuses what could not be drawn.
    pub(super) fn check(&self) -> Result<(), ReportError> {
        const FILE: &str = "manifest.json";
        check_plot(self.origin_m, self.size_m)?;
        let corners = self
            .segments
            .iter()
            .flat_map(|segment| segment.rings_m.iter().flatten());
        FINITE.of(FILE, "rings_m", corners.flatten().copied())?;
        let points = self.borders.iter().flat_map(|border| &border.points_m);
        FINITE.of(FILE, "points_m", points.flatten().copied())?;
        SIZE.of(FILE, "width_m", self.borders.iter().map(|border| border.width_m))
    }

    pub(super) fn window(&self) -> Window {
        Window {
            low_m: self.origin_m,
            high_m: [0, 1].map(|axis: usize| self.origin_m[axis] + self.size_m[axis]),
        }
    }

    /// The side of a square as large as the room of one of so many points, m.
    pub(super) fn room_m(&self, points: usize) -> f64 {
        (self.size_m[0] * self.size_m[1] / points.max(1) as f64).sqrt()
    }
}

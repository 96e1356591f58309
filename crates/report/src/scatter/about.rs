//! What figures refuse of ground on which points are laid out.

use understory_records::{ScatterBody, World};

use crate::error::ReportError;
use crate::needed::{FINITE, SIZE};
use crate::tables::check_plot;

/// Refuses what could not be drawn.
pub(super) fn check(ground: &ScatterBody) -> Result<(), ReportError> {
    const FILE: &str = "manifest.json";
    check_plot(ground.world.origin_m, ground.world.size_m)?;
    let corners = ground
        .segments
        .iter()
        .flat_map(|segment| segment.rings_m.iter().flatten());
    FINITE.of(FILE, "rings_m", corners.flatten().copied())?;
    let points = ground.borders.iter().flat_map(|border| &border.points_m);
    FINITE.of(FILE, "points_m", points.flatten().copied())?;
    SIZE.of(
        FILE,
        "width_m",
        ground.borders.iter().map(|border| border.width_m),
    )
}

/// The side of a square as large as the room of one of so many points, m.
pub(super) fn room_m(world: &World, points: usize) -> f64 {
    (world.size_m[0] * world.size_m[1] / points.max(1) as f64).sqrt()
}

//! The ponds of a painted world, from its ground.

use understory_placement::{PondSize, Ponds};

use crate::part::part;
use crate::problem::Report;
use crate::scenario::Terrain;
use crate::value::Table;

/// The ponds that `biome.ponds` asks for: `Some(None)` where it asks for none, `None` where something is wrong.
pub(super) fn read(
    report: &mut Report<'_>,
    biome: &Table,
    terrain: Option<&Option<Terrain>>,
    sea_m: f64,
) -> Option<Option<Ponds>> {
    if !biome.has("ponds") {
        let types = biome.tables("type").unwrap_or_default();
        let without = types.iter().filter(|own| own.has("pond_m"));
        let mut is_whole = true;
        for own in without {
            let hint = "add `ponds = { least_area_m2 = 200.0, least_depth_m = 0.5 }` to `[biome]`".to_owned();
            report.problem(
                own.at("pond_m"),
                "`pond_m` is asked for, but the world has no ponds",
                hint,
            );
            is_whole = false;
        }
        return is_whole.then_some(None);
    }
    let size: PondSize = part(report, "world", biome.table("ponds")?)?;
    let Some(terrain) = terrain? else {
        let hint = "add `[terrain]`, or leave `ponds` out".to_owned();
        report.problem(
            biome.at("ponds"),
            "level ground has no hollows in which water could stand",
            hint,
        );
        return None;
    };
    let ponds = Ponds::of(terrain.heights.raster(), sea_m, &size);
    ponds
        .map(Some)
        .map_err(|error| report.problem(biome.at("ponds"), error.to_string(), None))
        .ok()
}

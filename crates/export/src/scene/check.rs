//! Refuses a scene that no file can hold, before anything is drawn.

use super::content::{Scene, SceneCell, SceneGround, SceneInstance};
use crate::ExportError;
use crate::glb::MOST_BYTES;

/// Farther from the origin, even double numbers would be coarse.
const FARTHEST_M: f64 = 1e9;
const WITHIN: &str = "finite and within 1000000000 m of the scene's origin";

/// The fewest bytes that an instance, a crossing of the ground and a cell of the ground take: a translation; a place, a
/// normal and a colour; the corners of two triangles.
const INSTANCE_BYTES: u64 = 12;
const CROSSING_BYTES: u64 = 32;
const CELL_BYTES: u64 = 12;

/// What can be said of a scene without its meshes.
pub(super) fn check(name: &str, scene: &Scene<'_>) -> Result<(), ExportError> {
    for (axis, value) in ["x", "y", "z"].into_iter().zip(scene.origin_m) {
        let is_near = value.abs() <= FARTHEST_M;
        within(
            format!("the origin's {axis}"),
            value,
            is_near,
            "finite and within 1000000000 m of zero",
        )?;
    }
    if scene.ground.is_none() && scene.cells.iter().all(|cell| cell.instances.is_empty()) {
        return Err(ExportError::Unfit(format!(
            "scene `{name}` has no instance and no ground; give one of its cells an instance, or a ground"
        )));
    }
    for (number, asset) in scene.assets.iter().enumerate() {
        if scene.assets[..number]
            .iter()
            .any(|before| before.name == asset.name)
        {
            return Err(ExportError::Unfit(format!(
                "two assets are named `{}`, but each needs a name of its own",
                asset.name
            )));
        }
    }
    // Before the numbers are looked at one by one, as this many would take long.
    let bytes = least_bytes(scene);
    if bytes > MOST_BYTES {
        return Err(ExportError::TooLarge { bytes });
    }
    scene
        .ground
        .as_ref()
        .map_or(Ok(()), |ground| self::ground(ground, scene.origin_m))?;
    scene.cells.iter().try_for_each(|cell| self::cell(cell, scene))
}

fn least_bytes(scene: &Scene<'_>) -> u64 {
    let instances: u64 = scene.cells.iter().map(|cell| cell.instances.len() as u64).sum();
    let ground = scene.ground.map_or(0, |ground| {
        let [columns, rows] = [ground.columns, ground.rows].map(|count| count as u64);
        let cells = columns.saturating_sub(1).saturating_mul(rows.saturating_sub(1));
        let crossings = columns.saturating_mul(rows);
        (crossings.saturating_mul(CROSSING_BYTES)).saturating_add(cells.saturating_mul(CELL_BYTES))
    });
    ground.saturating_add(instances * INSTANCE_BYTES)
}

fn within(what: String, value: f64, is_within: bool, range: &'static str) -> Result<(), ExportError> {
    if is_within {
        return Ok(());
    }
    Err(ExportError::out_of_range(what, value, range))
}

fn cell(cell: &SceneCell<'_>, scene: &Scene<'_>) -> Result<(), ExportError> {
    if cell.asset >= scene.assets.len() {
        return Err(ExportError::Unfit(format!(
            "cell `{}` asks for asset {}, but there are {}, counted from 0",
            cell.name,
            cell.asset,
            scene.assets.len()
        )));
    }
    for (number, instance) in cell.instances.iter().enumerate() {
        if let Some((what, value, range)) = problem(instance, scene.origin_m) {
            let what = format!("cell `{}`: instance {number}'s {what}", cell.name);
            return within(what, value, false, range);
        }
    }
    Ok(())
}

/// What is wrong with an instance, its value, and what it must be.
fn problem(instance: &SceneInstance, origin_m: [f64; 3]) -> Option<(&'static str, f64, &'static str)> {
    let names = ["place_m x", "place_m y", "place_m z"];
    for ((name, value), from) in names.into_iter().zip(instance.place_m).zip(origin_m) {
        // A range has no NaN in it.
        if !(-FARTHEST_M..=FARTHEST_M).contains(&(value - from)) {
            return Some((name, value, WITHIN));
        }
    }
    let length = instance
        .rotation
        .iter()
        .map(|part| part * part)
        .sum::<f64>()
        .sqrt();
    if !(1.0 - 1e-4..=1.0 + 1e-4).contains(&length) {
        return Some(("rotation's length", length, "1"));
    }
    if !(1e-6..=1e6).contains(&instance.scale) {
        return Some(("scale", instance.scale, "from 0.000001 to 1000000"));
    }
    if !(0.01..=100.0).contains(&instance.stretch) {
        return Some(("stretch", instance.stretch, "from 0.01 to 100"));
    }
    let is_shade = (0.0..=1e3).contains(&instance.shade);
    (!is_shade).then_some(("shade", instance.shade, "from 0 to 1000"))
}

fn ground(ground: &SceneGround<'_>, origin_m: [f64; 3]) -> Result<(), ExportError> {
    let counts = [ground.columns, ground.rows];
    for (what, count) in ["columns", "rows"].into_iter().zip(counts) {
        within(
            format!("the ground's `{what}`"),
            count as f64,
            count >= 2,
            "2 or more",
        )?;
    }
    let crossings = ground.columns * ground.rows;
    for (what, have) in [
        ("heights", ground.heights_m.len()),
        ("colours", ground.colours.len()),
    ] {
        if have != crossings {
            return Err(ExportError::Unfit(format!(
                "the ground has {have} {what}, but {} columns and {} rows need {crossings}",
                ground.columns, ground.rows
            )));
        }
    }
    for axis in [0, 1] {
        let name = ["x", "y"][axis];
        let (cell_m, corner_m) = (ground.cell_m[axis], ground.origin_m[axis]);
        let is_cell = (1e-3..=1e6).contains(&cell_m);
        within(
            format!("the ground's `cell_m` along {name}"),
            cell_m,
            is_cell,
            "from 0.001 to 1000000",
        )?;
        let end_m = corner_m + cell_m * (counts[axis] - 1) as f64;
        for (what, value) in [("first", corner_m), ("last", end_m)] {
            let is_near = (value - origin_m[axis]).abs() <= FARTHEST_M;
            within(
                format!("the {name} of the ground's {what} crossing"),
                value,
                is_near,
                WITHIN,
            )?;
        }
    }
    let is_near = |height_m: f64| (height_m - origin_m[2]).abs() <= FARTHEST_M;
    for (number, &height_m) in ground.heights_m.iter().enumerate() {
        let height_m = f64::from(height_m);
        if !is_near(height_m) {
            let (column, row) = (number % ground.columns, number / ground.columns);
            let what =
                format!("the ground's height at column {column} from the west, row {row} from the south");
            return within(what, height_m, false, WITHIN);
        }
    }
    Ok(())
}

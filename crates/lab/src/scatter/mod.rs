//! Points that a method lays out: the segments of ground and their seams, the lattice without bounds, a net of springs.

pub(crate) mod plane;
mod seams;
mod springs;

use understory_numerics::parallel::try_map;
use understory_records::{SeamRow, SegmentPointRow, SegmentRow, paths};
use understory_scatter::Scattered;
use understory_scatter::segments::SegmentedGround;
use understory_scenario::{ScatterScenario, Scattering};

use crate::error::LabError;
use crate::job::Watch;
use crate::store::Store;
use crate::tables::write_table;
use seams::Measured;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScatterFound {
    /// All points.
    pub points: u64,
    /// The segments; none of a lattice without bounds.
    pub segments: Vec<SegmentRow>,
    /// Both sides of each border, where there are any.
    pub seams: Vec<SeamRow>,
}

/// Writes the points of a scenario and what is measured of them; of the segments those of these names, of none all. A segment's
/// points are the same whichever others are filled.
///
/// # Errors
/// [`LabError`]: what a method refuses, or a name that no segment has.
pub fn write_tables(
    scenario: &ScatterScenario,
    only: &[String],
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<ScatterFound, LabError> {
    match &scenario.scattering {
        Scattering::Plane(lattice) => {
            let points = plane::write(scenario, lattice, store)?;
            Ok(ScatterFound {
                points,
                ..ScatterFound::default()
            })
        }
        Scattering::Ground { ground, names, .. } => {
            let asked = asked(names, only)?;
            watch.step("filling segments", 0, 1);
            let scattered = try_map(names.len(), 1, |number| {
                asked[number].then(|| filled(ground, names, number)).transpose()
            })?;
            watch.step("measuring seams", 0, 1);
            write_ground(scenario, (ground, names), &scattered, store)
        }
    }
}

/// The points of the segment of this number.
pub(crate) fn filled(
    ground: &SegmentedGround,
    names: &[String],
    number: usize,
) -> Result<Scattered, LabError> {
    ground
        .fill(number)
        .map_err(|error| LabError::of_segment(&names[number], &error))
}

/// Which segments are to be filled: those of these names, of none all.
///
/// # Errors
/// [`LabError::Refused`] for a name that none has.
pub fn asked(names: &[String], only: &[String]) -> Result<Vec<bool>, LabError> {
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        let way_out = match names.is_empty() {
            true => "ground without bounds has no segments: leave `--segments` out".to_owned(),
            false => format!("there are: {}", names.join(", ")),
        };
        let why = format!("there is no segment `{unknown}`");
        return Err(LabError::refused("segment", why, way_out));
    }
    let is_asked = |name: &String| only.is_empty() || only.contains(name);
    Ok(names.iter().map(is_asked).collect())
}

/// Tells of each point the number of its segment, its place in metres and the diameter of its zone, in the order of the tables, without
/// any table. Points of a lattice without bounds are of segment 0.
///
/// # Errors
/// [`LabError`]: what a method refuses.
pub fn each_point(
    scenario: &ScatterScenario,
    mut each: impl FnMut(u32, [f64; 2], Option<f64>),
) -> Result<(), LabError> {
    match &scenario.scattering {
        Scattering::Plane(lattice) => {
            let (_, points) = plane::laid_out(scenario, lattice)?;
            points.iter().for_each(|point| each(0, point.place_m, None));
        }
        Scattering::Ground { ground, names, .. } => {
            for number in 0..names.len() {
                let scattered = filled(ground, names, number)?;
                for (at, &place_m) in scattered.points_m.iter().enumerate() {
                    each(number as u32, place_m, scattered.sizes_m.get(at).copied());
                }
            }
        }
    }
    Ok(())
}

fn write_ground(
    scenario: &ScatterScenario,
    (ground, names): (&SegmentedGround, &[String]),
    filled: &[Option<Scattered>],
    store: &dyn Store,
) -> Result<ScatterFound, LabError> {
    let rows = filled.iter().enumerate().flat_map(|(number, scattered)| {
        scattered.iter().flat_map(move |scattered| {
            let ids = scattered.ids(ground.key(number));
            let points = scattered.points_m.iter().zip(ids).enumerate();
            points.map(move |(at, (&[x_m, y_m], id))| SegmentPointRow {
                segment: names[number].clone(),
                point: format!("{id:016x}"),
                x_m,
                y_m,
                size_m: scattered.sizes_m.get(at).copied(),
            })
        })
    });
    write_table(store, paths::SCATTERED, rows)?;
    let measured = Measured::of(&scenario.plot, ground, filled)?;
    let segments: Vec<SegmentRow> = measured.segments(ground, names, filled);
    write_table(store, paths::SEGMENTS, segments.iter().cloned())?;
    let seams = measured.seams(ground, names);
    if !ground.borders().is_empty() {
        write_table(store, paths::SEAMS, seams.iter().cloned())?;
    }
    if let ([(_, fill)], [Some(_)]) = (ground.segments(), filled) {
        springs::write(&scenario.plot, fill, ground.key(0), store)?;
    }
    Ok(ScatterFound {
        points: segments.iter().map(|row| row.points).sum(),
        segments,
        seams,
    })
}

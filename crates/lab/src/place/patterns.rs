//! How dense, how even and how free of rows the patterns of spawn points are when they are thinned.

use std::sync::{Arc, OnceLock};

use understory_numerics::RandomKey;
use understory_placement::Window;
use understory_placement::parameters::PatternKind;
use understory_placement::pattern::{HardCorePoints, Spawns, TorusPattern, TorusPoints};
use understory_records::{PatternRow, paths};
use understory_scatter::ScatterError;
use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, collinear_index};

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// Shares of the points that are measured.
pub(super) const SHARES: [f64; 4] = [1.0, 0.5, 0.25, 0.1];
/// Side of the window of the hard core, least distances.
const HARD_CORE_SIDE: f64 = 200.0;

/// A pattern, or what is left of it, with what was measured of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternSample {
    /// What was measured.
    pub row: PatternRow,
    /// Side of the square that it lies in, from 0, 0, in least distances of the whole pattern.
    pub side_m: f64,
    /// The points, in the same unit.
    pub points_m: Vec<[f64; 2]>,
}

/// Writes the figures of all patterns. They are those of the kinds, not of one world: its own are moved and scaled.
pub(super) fn write(store: &dyn Store) -> Result<(), LabError> {
    write_table(
        store,
        paths::PATTERNS,
        pattern_samples()?.iter().map(|sample| sample.row.clone()),
    )?;
    Ok(())
}

/// Each pattern at all of its points, at half, a quarter and a tenth of them; least distance 1. They are the same for every world, and
/// made once.
///
/// # Errors
/// What the point methods and the statistics report.
pub fn pattern_samples() -> Result<&'static [PatternSample], LabError> {
    static SAMPLES: OnceLock<Vec<PatternSample>> = OnceLock::new();
    match SAMPLES.get() {
        Some(samples) => Ok(samples),
        None => samples().map(|samples| &SAMPLES.get_or_init(|| samples)[..]),
    }
}

fn samples() -> Result<Vec<PatternSample>, LabError> {
    let key = RandomKey::root(7, &["patterns"]);
    let mut samples = Vec::new();
    for kind in PatternKind::ALL {
        let (spawns, side_m, edge) =
            of_kind(kind, key).map_err(|error| LabError::of_method(kind.word(), &error))?;
        let window = Window {
            low_m: [0.0; 2],
            high_m: [side_m; 2],
        };
        let plot = Plot::new(window.low_m, [side_m; 2], edge).map_err(std::io::Error::other)?;
        for share in SHARES {
            let mut points = Vec::new();
            spawns.points_in(&window, share as f32, &mut points);
            let points_m: Vec<[f64; 2]> = points.iter().map(|point| point.place_m).collect();
            samples.push(PatternSample {
                row: measured(kind, share, &points_m, &plot)?,
                side_m,
                points_m,
            });
        }
    }
    Ok(samples)
}

/// Points at a least distance of 1 m, and the side and edge of a window that shows all of the pattern.
fn of_kind(kind: PatternKind, key: RandomKey) -> Result<(Spawns, f64, Edge), ScatterError> {
    let torus = |pattern| {
        let points = TorusPoints::new(Arc::new(pattern), 1.0, [0.0; 2]);
        let [side_m, _] = points.size_m();
        (Spawns::Torus(points), side_m, Edge::Torus)
    };
    Ok(match kind {
        PatternKind::Poisson => torus(TorusPattern::poisson(key)?),
        PatternKind::WarpedGrid => torus(TorusPattern::warped_grid(key)?),
        PatternKind::Rings => torus(TorusPattern::rings(key)?),
        PatternKind::HardCore => {
            let points = HardCorePoints::new(1.0, key)?;
            (Spawns::HardCore(points), HARD_CORE_SIDE, Edge::Open)
        }
    })
}

fn measured(
    kind: PatternKind,
    share: f64,
    points_m: &[[f64; 2]],
    plot: &Plot,
) -> Result<PatternRow, LabError> {
    let summary = NearestNeighbourSummary::new(points_m, plot)?;
    let least_m = summary.sorted_m().first().copied().unwrap_or_default();
    Ok(PatternRow {
        pattern: kind.word().to_owned(),
        share,
        points: points_m.len() as u64,
        packing: Some(least_m * least_m * summary.intensity_per_m2()),
        clark_evans: Some(match summary.clark_evans() {
            found if plot.is_torus() => found.naive,
            found => found.donnelly.unwrap_or(found.naive),
        }),
        collinear_index: collinear_index(points_m, plot)?,
    })
}

//! The points of a session, laid out anew for each change, and packed for the page.

use std::time::Instant;

use understory_lab::living::LaidOut;
use understory_page::{LiveAbout, LivePoints, LiveRaster, points_frame};
use understory_scatter::kerr::KerrForest;
use understory_scenario::{ScatterScenario, Scattering};

use crate::error::Error;

/// More points than this are not drawn one by one: a browser would take seconds for each look.
const MOST_DRAWN: usize = 100_000;
/// A raster of more cells is not shown.
const MOST_CELLS: u64 = 1 << 20;

/// The points of a scenario, with their spacing, as the page draws them.
pub(super) fn frame(scenario: &ScatterScenario, about: &LiveAbout) -> Result<Vec<u8>, Error> {
    let refused = |error| Error::at_keys(&scenario.header, [error]);
    let start = Instant::now();
    let laid_out = LaidOut::of(scenario).map_err(refused)?;
    let took_s = start.elapsed().as_secs_f64();
    let rows = laid_out.rows(scenario).map_err(refused)?;
    let hectares = scenario.plot.area_m2() / 10_000.0;
    let mut notes: Vec<String> = Vec::new();
    for layer in &laid_out.layers {
        let shortfall = layer.scattered.shortfall.as_ref().map(ToString::to_string);
        let said = layer.scattered.notes.iter().cloned().chain(shortfall);
        notes.extend(said.map(|note| match laid_out.layers.len() {
            1 => note,
            _ => format!("{}: {note}", layer.name),
        }));
    }
    let one_in = rows.points.div_ceil(MOST_DRAWN).max(1);
    if one_in > 1 {
        notes.push(format!("one in {one_in} points is drawn; every number is of all"));
    }
    let raster = laid_out
        .kerr
        .as_ref()
        .filter(|forest| forest.automaton.cells().count() <= MOST_CELLS);
    if raster.is_none() && laid_out.kerr.is_some() {
        notes.push(format!(
            "the raster has more than {MOST_CELLS} cells and is not shown"
        ));
    }
    let points = laid_out.layers.iter().enumerate().flat_map(|(number, layer)| {
        let sizes = layer
            .scattered
            .sizes_m
            .iter()
            .copied()
            .chain(std::iter::repeat(0.0));
        layer
            .scattered
            .points_m
            .iter()
            .zip(sizes)
            .map(move |(&place_m, size_m)| (place_m, size_m, number))
    });
    let shown = LivePoints {
        points: points.step_by(one_in).collect(),
        layers: laid_out
            .layers
            .iter()
            .map(|layer| (layer.name.clone(), layer.method.clone()))
            .collect(),
        notes,
        numbers: vec![
            ("points", Some(rows.points as f64), ""),
            ("points per ha", Some(rows.points as f64 / hectares), "per ha"),
            ("Clark–Evans index", rows.clark_evans, ""),
            ("mean distance to the nearest", rows.nnd_mean_m, "m"),
            ("least distance to the nearest", rows.nnd_min_m, "m"),
            ("their variation (sd over mean)", rows.nnd_cv, ""),
        ],
        spacing: rows.spacing,
        borders: match &scenario.scattering {
            Scattering::Ground { ground, .. } => {
                let borders = ground.borders().iter();
                borders
                    .map(|border| (border.width_m, border.points_m.clone()))
                    .collect()
            }
            Scattering::Plane(_) => Vec::new(),
        },
        raster: raster.map(as_raster),
        took_s,
    };
    Ok(points_frame(about, shown)?)
}

fn as_raster(forest: &KerrForest) -> LiveRaster {
    let KerrForest { automaton, level, .. } = forest;
    let cells = automaton.cells();
    let open = |level: &understory_scatter::kerr::LaidLevel| -> Vec<bool> {
        (0..cells.count() as usize)
            .map(|cell| level.is_open(cells, cell))
            .collect()
    };
    LiveRaster {
        columns: cells.columns,
        rounds: automaton.round(),
        forest_since: automaton.forest_since(),
        is_open: level.as_ref().map(open).unwrap_or_default(),
    }
}

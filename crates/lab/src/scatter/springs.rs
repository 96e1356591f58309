//! A net of springs before it relaxes and after, and how it drifts at its border.

use understory_numerics::RandomKey;
use understory_records::{DriftRow, NodeRow, SpringRow, paths};
use understory_scatter::segments::SegmentFill;
use understory_scatter::{Border, Edge, Layout, Method, Plot, Request, ScatterError, SpringNet, Springs};

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// States of a net that are told of its way, at most.
const TOLD: u32 = 200;

/// Writes the net of ground that springs alone fill; nothing where another method does.
pub(super) fn write(
    plot: &Plot,
    fill: &SegmentFill,
    key: RandomKey,
    store: &dyn Store,
) -> Result<(), LabError> {
    let Method::Springs(springs) = &fill.method else {
        return Ok(());
    };
    let count = Request::dense(plot, fill.per_ha / 10_000.0).count(key);
    if count == 0 {
        return Ok(());
    }
    let refused = |error| LabError::of_segment("segment-1", &error);
    let layout = Layout::new(plot, count);
    let begun = Springs {
        iterations: 0,
        ..*springs
    };
    let before = begun.net(&layout, key).map_err(refused)?;
    let after = springs.net(&layout, key).map_err(refused)?;
    let states = [(0, &before), (springs.iterations, &after)];
    let nodes = states.iter().flat_map(|(iteration, net)| {
        (0..).zip(net.nodes_m()).map(|(node, [x_m, y_m])| NodeRow {
            iteration: *iteration,
            node,
            x_m,
            y_m,
        })
    });
    write_table(store, paths::NODES, nodes)?;
    let lengths = before
        .springs()
        .zip(after.springs())
        .map(|(before, after)| SpringRow {
            from: before.ends[0],
            to: before.ends[1],
            rest_m: before.rest_m,
            grid_m: before.rest_m + before.excess_m(),
            end_m: after.rest_m + after.excess_m(),
        });
    write_table(store, paths::SPRINGS, lengths)?;
    let mut drift = Vec::new();
    for (name, border, edge) in [
        ("free", Border::Free, Edge::Open),
        ("pinned", Border::Pinned, Edge::Open),
        ("torus", Border::Free, Edge::Torus),
    ] {
        let held = Springs { border, ..begun };
        let net = net_on(plot, edge, &held, count, key).map_err(refused)?;
        drift.extend(way(net, springs.iterations, name));
    }
    write_table(store, paths::DRIFT, drift)?;
    Ok(())
}

fn net_on(
    plot: &Plot,
    edge: Edge,
    springs: &Springs,
    count: u32,
    key: RandomKey,
) -> Result<SpringNet, ScatterError> {
    let plot = Plot::new(plot.origin_m(), plot.size_m(), edge);
    let plot = plot.map_err(|_| ScatterError::NotASpacing(0.0))?;
    springs.net(&Layout::new(&plot, count), key)
}

/// A net on its way, as often as is told.
fn way(mut net: SpringNet, iterations: u32, name: &str) -> Vec<DriftRow> {
    let begun_m2 = net.border_area_m2();
    let step = iterations.div_ceil(TOLD).max(1);
    let mut rows = Vec::new();
    let mut iteration = 0;
    loop {
        rows.push(DriftRow {
            border: name.to_owned(),
            iteration,
            // A net of one row has no area that could change.
            area_ratio: if begun_m2 > 0.0 {
                net.border_area_m2() / begun_m2
            } else {
                1.0
            },
            residual_m: net.residual_m(),
        });
        if iteration == iterations {
            return rows;
        }
        let next = (iteration + step).min(iterations);
        net.relax(next - iteration);
        iteration = next;
    }
}

//! The figures of points that a method laid out.

use understory_lab::store::Store;
use understory_records::{
    DriftRow, NodeRow, PlanePointRow, ScatterManifest, SegmentPointRow, SpringRow, paths,
};
use understory_report::scatter::{drift, plane, segments, springs};

use crate::error::Error;
use crate::stored::{Each, is_listed, read};

/// Draws the figures of scattered points, by the tables that are there.
pub(crate) fn of_scatter(
    store: &dyn Store,
    manifest: ScatterManifest<'_>,
    each: Each<'_>,
) -> Result<(), Error> {
    let has = |path: &str| is_listed(&manifest.all.files, path);
    if has(paths::PLANE) {
        let nodes: Vec<PlanePointRow> = read(store, paths::PLANE)?;
        each(plane(manifest, &nodes)?)?;
    }
    if has(paths::SCATTERED) {
        let points: Vec<SegmentPointRow> = read(store, paths::SCATTERED)?;
        each(segments(manifest, &points)?)?;
    }
    if has(paths::NODES) {
        let (nodes, lines): (Vec<NodeRow>, Vec<SpringRow>) =
            (read(store, paths::NODES)?, read(store, paths::SPRINGS)?);
        if let Some(figure) = springs(manifest, &nodes, &lines)? {
            each(figure)?;
        }
        let rows: Vec<DriftRow> = read(store, paths::DRIFT)?;
        if let Some(figure) = drift(manifest, &rows)? {
            each(figure)?;
        }
    }
    Ok(())
}

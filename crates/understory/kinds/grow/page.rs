//! The page of a tree that grew.

use understory_branching::metrics::Band;
use understory_lab::grow::TreeMetrics;
use understory_lab::store::Store;
use understory_page::{About, Metric, Parts, Tree, Wood, WoodNode, page};
use understory_records::{Document, Manifest, SkeletonRow, World, paths};

use super::metrics::{in_words, shown_metrics};
use crate::error::Error;
use crate::stored::{read, read_listed};

/// The page of a tree, from its tables and its metrics.
pub(crate) fn of_tree(store: &dyn Store, manifest: &Manifest) -> Result<String, Error> {
    let metrics = TreeMetrics::read(paths::METRICS, store.open(paths::METRICS)?)?;
    let nodes: Vec<WoodNode> = read::<SkeletonRow>(store, paths::SKELETON)?
        .iter()
        .map(|row| WoodNode {
            parent: row.parent,
            is_root: row.part == "root",
            place_m: [row.x_m, row.y_m, row.z_m],
            radius_m: row.radius_m,
            of: u64::from(row.iteration),
        })
        .collect();
    let tree = Tree {
        wood: Wood::new(paths::SKELETON, &nodes, 1)?,
        leaves: read_listed(store, &manifest.files, paths::LEAVES)?,
        age_yr: metrics.age_yr,
        exponent: metrics.tree.da_vinci_exponent,
        metrics: numbers(&metrics),
    };
    let about = About::of(manifest, &World::default());
    let parts = Parts {
        tree: Some(tree),
        ..Parts::default()
    };
    Ok(page(&about, parts)?)
}

/// The metrics that are shown to people, each beside that of the L-system, and the range of measured trees where the
/// metrics tell in which form the tree grew.
fn numbers(metrics: &TreeMetrics) -> Vec<Metric> {
    let has_stem = metrics.tree.dbh_cm.is_some();
    let measured = |band: &Band| {
        let form = metrics.form.as_ref().filter(|_| has_stem || !band.is_of_stems)?;
        Some(band.range(form.site()))
    };
    let baseline = metrics.baseline.as_ref().map(shown_metrics);
    let shown = shown_metrics(&metrics.tree).into_iter().enumerate();
    let metric = |(row, (key, value, band)): (usize, (&str, Option<f64>, Option<&'static Band>))| Metric {
        key: key.to_owned(),
        name: in_words(key),
        value,
        beside: baseline.as_ref().and_then(|rows| rows[row].1),
        measured: band.and_then(measured),
    };
    shown.map(metric).collect()
}

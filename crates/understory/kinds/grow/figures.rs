//! The figures of a grown tree.
//!
//! Drawn from the files for other programs, so that a figure shows what was exported.

use std::io::Read as _;

use understory_branching::colonization::Obstacle;
use understory_lab::grow::TreeMetrics;
use understory_lab::store::Store;
use understory_numerics::parallel::join;
use understory_records::{Document, Manifest, SkeletonRow, paths};
use understory_report::tree::{Captioned, Counts, TreePicture, beside, views};
use understory_report::{Figure, Stone, roots};

use super::exports::{BASELINE, TREE};
use super::metrics::{in_words, shown_metrics};
use super::triangles;
use crate::error::Error;
use crate::stored::{Each, read};

/// Draws the figures of a grown tree from its tables and its meshes.
pub(crate) fn of_tree(store: &dyn Store, manifest: &Manifest, each: Each<'_>) -> Result<(), Error> {
    let metrics = TreeMetrics::read(paths::METRICS, store.open(paths::METRICS)?)?;
    let heading = format!(
        "{}, seed {}",
        manifest.made_from.scenario, manifest.made_from.seed
    );
    let (roots, crown) = join(
        || of_roots(store, &heading, &metrics),
        || of_crown(store, &heading, &metrics),
    );
    roots?.into_iter().chain(crown?).try_for_each(each)?;
    Ok(())
}

fn of_roots(store: &dyn Store, heading: &str, metrics: &TreeMetrics) -> Result<Vec<Figure>, Error> {
    let stones: Vec<Stone> = metrics
        .stones
        .iter()
        .filter_map(|stone| match *stone {
            Obstacle::Sphere { centre_m, radius_m } => Some((centre_m, radius_m)),
            _ => None,
        })
        .collect();
    Ok(roots(heading, &read(store, paths::SKELETON)?, &stones)?)
}

/// The tree from several sides, and the L-system beside it where there is one.
fn of_crown(store: &dyn Store, heading: &str, metrics: &TreeMetrics) -> Result<Vec<Figure>, Error> {
    let nests = metrics.nests.iter().map(|nest| Obstacle::Sphere {
        centre_m: nest.centre_m,
        radius_m: nest.radius_m,
    });
    let solids: Vec<Obstacle> = metrics.obstacles.iter().copied().chain(nests).collect();
    let tree = || picture(store, TREE, paths::SKELETON, &solids);
    let Some(of_baseline) = &metrics.baseline else {
        return Ok(vec![views("views", heading, &tree()?)?]);
    };
    let (tree, baseline) = join(tree, || picture(store, BASELINE, paths::BASELINE_SKELETON, &[]));
    let captioned = |caption: &str, picture, metrics| Captioned {
        caption: caption.to_owned(),
        picture,
        metrics: shown_metrics(metrics)
            .into_iter()
            .map(|(key, value, _)| (in_words(key), value))
            .collect(),
    };
    let both = [
        captioned("grown", tree?, &metrics.tree),
        captioned("written by an L-system", baseline?, of_baseline),
    ];
    let (alone, beside) = join(
        || views("views", heading, &both[0].picture),
        || beside("beside", &format!("{heading}, and an L-system"), &both),
    );
    Ok(vec![alone?, beside?])
}

fn picture(
    store: &dyn Store,
    file: &str,
    skeleton: &str,
    obstacles: &[Obstacle],
) -> Result<TreePicture, Error> {
    let mut bytes = Vec::new();
    store.open(file)?.read_to_end(&mut bytes)?;
    let mut surfaces = triangles::of_file(&bytes)?;
    let nodes: Vec<SkeletonRow> = read(store, skeleton)?;
    let nodes = nodes
        .iter()
        .map(|row| (row.part == "root", row.order, row.radius_m));
    let counts = Counts {
        obstacles: obstacles.len(),
        ..Counts::of(nodes, &surfaces)
    };
    surfaces.extend(triangles::of_obstacles(obstacles));
    Ok(TreePicture::new(file, surfaces, counts)?)
}

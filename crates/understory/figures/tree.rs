//! The figures of a grown tree.

use understory_branching::colonization::Solid;
use understory_lab::grow::TreeMetrics;
use understory_lab::store::Store;
use understory_records::{Document, LeafRow, SkeletonRow, TreeManifest, paths};
use understory_report::tree::{Captioned, Leaf, Node, Solid as Drawn, TreePicture, beside, views};

use super::Each;
use super::metrics::{in_words, shown_metrics};
use crate::error::Error;
use crate::left::read;

/// Draws the figures of a grown tree from its tables.
pub(crate) fn of_tree(store: &dyn Store, manifest: &TreeManifest, each: Each<'_>) -> Result<(), Error> {
    let name = &manifest.scenario;
    let metrics = TreeMetrics::read(paths::METRICS, store.open(paths::METRICS)?)?;
    let mut tree = picture(store, manifest, [paths::SKELETON, paths::LEAVES])?;
    tree.solids = metrics.solids.iter().filter_map(drawn).collect();
    let heading = format!("{name}, seed {}", manifest.seed);
    let Some(of_counterpart) = &metrics.counterpart else {
        return Ok(each(views("views", &heading, &tree)?)?);
    };
    let counterpart = picture(
        store,
        manifest,
        [paths::COUNTERPART_SKELETON, paths::COUNTERPART_LEAVES],
    )?;
    let captioned = |caption: &str, picture, metrics| Captioned {
        caption: caption.to_owned(),
        picture,
        metrics: shown_metrics(metrics)
            .into_iter()
            .map(|(key, value, _)| (in_words(key), value))
            .collect(),
    };
    let both = [
        captioned("grown by space colonization", tree.clone(), &metrics.tree),
        captioned("written by an L-system", counterpart, of_counterpart),
    ];
    let (alone, beside) = rayon::join(
        || views("views", &heading, &tree),
        || beside("beside", &format!("{heading}, and an L-system"), &both),
    );
    each(alone?)?;
    Ok(each(beside?)?)
}

fn picture(
    store: &dyn Store,
    manifest: &TreeManifest,
    [skeleton, leaves]: [&str; 2],
) -> Result<TreePicture, Error> {
    let node = |row: SkeletonRow| Node {
        parent: row.parent,
        place_m: [row.x_m, row.y_m, row.z_m],
        radius_m: row.radius_m,
        order: row.order,
        is_root: row.part == "root",
    };
    let leaf = |row: LeafRow| Leaf {
        from_m: [row.x_m, row.y_m, row.z_m],
        to_m: [row.tip_x_m, row.tip_y_m, row.tip_z_m],
        width_m: row.width_m,
    };
    let has_leaves = manifest.files.iter().any(|file| file.path == leaves);
    let leaves = if has_leaves {
        read(store, leaves)?
    } else {
        Vec::new()
    };
    Ok(TreePicture {
        solids: Vec::new(),
        nodes: read(store, skeleton)?.into_iter().map(node).collect(),
        leaves: leaves.into_iter().map(leaf).collect(),
    })
}

/// A solid that has an end; of a plane there is nothing to draw.
fn drawn(solid: &Solid) -> Option<Drawn> {
    match *solid {
        Solid::Sphere { centre_m, radius_m } => Some(Drawn::Round {
            from_m: centre_m,
            to_m: centre_m,
            radius_m,
        }),
        Solid::Capsule {
            from_m,
            to_m,
            radius_m,
        } => Some(Drawn::Round {
            from_m,
            to_m,
            radius_m,
        }),
        Solid::Box { low_m, high_m } => Some(Drawn::Box { low_m, high_m }),
        Solid::HalfSpace { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use understory_lab::store::MemoryStore;
    use understory_scenario::{Overrides, TreeScenario};

    use super::*;
    use crate::{Task, open};

    #[test]
    fn solids_are_drawn_where_they_end() {
        let (low_m, high_m, radius_m) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0], 0.5);
        let round = |to_m| Drawn::Round {
            from_m: low_m,
            to_m,
            radius_m,
        };
        let ball = Solid::Sphere {
            centre_m: low_m,
            radius_m,
        };
        let capsule = Solid::Capsule {
            from_m: low_m,
            to_m: high_m,
            radius_m,
        };
        assert_eq!(drawn(&ball), Some(round(low_m)));
        assert_eq!(drawn(&capsule), Some(round(high_m)));
        assert_eq!(
            drawn(&Solid::Box { low_m, high_m }),
            Some(Drawn::Box { low_m, high_m })
        );
    }

    /// The tables against the tree that they were written of.
    #[test]
    fn a_picture_shows_each_node_and_leaf_of_the_tree() {
        let overrides = Overrides::default();
        let scenario: TreeScenario = open("scenarios/tree-shrub.toml", &overrides).unwrap();
        let store = MemoryStore::default();
        let (grown, manifest) = Task::new(&scenario).unwrap().grow(&store, &()).unwrap();
        let picture = picture(&store, &manifest, [paths::SKELETON, paths::LEAVES]).unwrap();
        let nodes = &grown.tree.skeleton.nodes;
        assert_eq!(picture.nodes.len(), nodes.len());
        for (shown, node) in picture.nodes.iter().zip(nodes) {
            assert_eq!((shown.parent, shown.order), (node.parent, node.order));
            let off_m = [0, 1, 2].map(|axis| (shown.place_m[axis] - node.place_m[axis]).abs());
            assert!(off_m.iter().all(|&off_m| off_m < 1e-3), "{shown:?} {node:?}");
        }
        let listed = manifest.files.iter().find(|file| file.path == paths::LEAVES);
        let listed = listed.and_then(|file| file.rows).unwrap_or(0);
        assert_eq!(picture.leaves.len() as u64, listed);
        let mut figures = Vec::new();
        of_tree(&store, &manifest, &mut |figure| {
            figures.push(figure.name);
            Ok(())
        })
        .unwrap();
        assert_eq!(figures[0], "views");
    }
}

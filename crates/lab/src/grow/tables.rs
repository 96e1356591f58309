//! What a grown tree leaves: skeletons and leaves as tables, its form in numbers.

use serde::{Deserialize, Serialize};
use understory_branching::colonization::{Nest, Obstacle, Stop};
use understory_branching::mesh::{Mesh, TreeMesh};
use understory_branching::metrics::Metrics;
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::specimen::{Form, Specimen};
use understory_numerics::parallel::try_map;
use understory_records::{
    Content, Document, Format, LeafRow, LinkRow, SkeletonRow, TableFile, paths, row_count, write_rows,
};

use crate::error::LabError;
use crate::grow::{Grown, Plant};
use crate::store::Store;

/// `metrics.json`: the form of a tree in numbers, what stood in its way, and the L-system beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeMetrics {
    /// The tree's.
    #[serde(flatten)]
    pub tree: Metrics,
    /// Why growth of the shoot ended.
    pub stop: Stop,
    /// Years that it has lived, of one that lives its years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_yr: Option<u32>,
    /// The form that grew, where stand and seed varied it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Triangles of each level of detail, the finest first.
    #[serde(default)]
    pub triangles: Vec<usize>,
    /// What it grew around.
    #[serde(rename = "solids", default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// Nests that were built in it, each with its fork.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nests: Vec<Nest>,
    /// Stones that were drawn in the soil, round which its roots grew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<Obstacle>,
    /// The L-system's.
    #[serde(rename = "counterpart", default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Metrics>,
}

impl Document for TreeMetrics {
    const KIND: &'static str = "file of a tree's metrics";
}

/// Writes `skeleton.csv`, `leaves.csv` and `links.csv` where there are any, the same of the baseline, and `metrics.json`.
///
/// # Errors
/// What the store reports.
pub fn write_tables(specimen: &Specimen, grown: &Grown, store: &dyn Store) -> Result<(), LabError> {
    write_plant(&grown.tree, [paths::SKELETON, paths::LEAVES], store)?;
    if let Some(baseline) = &grown.baseline {
        let named = [paths::BASELINE_SKELETON, paths::BASELINE_LEAVES];
        write_plant(baseline, named, store)?;
    }
    if !grown.links.is_empty() {
        store.write(paths::LINKS, &mut |out| {
            let rows = grown.links.iter().map(|&[from, to]| LinkRow { from, to });
            write_rows(out, rows)?;
            Ok(())
        })?;
    }
    let metrics = TreeMetrics {
        tree: grown.tree.metrics.clone(),
        stop: grown.stop,
        age_yr: grown.age_yr,
        form: (grown.form != specimen.form).then(|| grown.form.clone()),
        triangles: grown.tree.levels.iter().map(TreeMesh::triangles).collect(),
        obstacles: specimen.obstacles.clone(),
        nests: grown.nests.clone(),
        stones: grown.stones.clone(),
        baseline: grown.baseline.as_ref().map(|plant| plant.metrics.clone()),
    };
    store.write(paths::METRICS, &mut |out| Ok(metrics.write(out)?))?;
    Ok(())
}

fn write_plant(plant: &Plant, [skeleton, leaves]: [&str; 2], store: &dyn Store) -> Result<(), LabError> {
    store.write(skeleton, &mut |out| {
        write_rows(out, skeleton_rows(&plant.skeleton))?;
        Ok(())
    })?;
    if let Some(nearest) = plant
        .levels
        .first()
        .filter(|level| !level.leaves.triangles.is_empty())
    {
        store.write(leaves, &mut |out| {
            write_rows(out, leaf_rows(&nearest.leaves))?;
            Ok(())
        })?;
    }
    Ok(())
}

/// The rows of `skeleton.csv`.
pub fn skeleton_rows(skeleton: &Skeleton) -> impl Iterator<Item = SkeletonRow> {
    (0..).zip(&skeleton.nodes).map(|(number, node)| {
        let [x_m, y_m, z_m] = node.place_m;
        let part = match node.part {
            Part::Shoot => "shoot",
            Part::Root => "root",
        };
        SkeletonRow {
            node: number,
            parent: node.parent,
            part: part.to_owned(),
            x_m,
            y_m,
            z_m,
            radius_m: node.radius_m,
            order: node.order,
            iteration: node.iteration,
        }
    })
}

/// The rows of `leaves.csv`.
pub fn leaf_rows(leaves: &Mesh) -> impl Iterator<Item = LeafRow> {
    leaves.cards().map(|card| {
        let [x_m, y_m, z_m] = card.stalk_m.map(to_tenths_of_mm);
        let [tip_x_m, tip_y_m, tip_z_m] = card.tip_m.map(to_tenths_of_mm);
        LeafRow {
            x_m,
            y_m,
            z_m,
            tip_x_m,
            tip_y_m,
            tip_z_m,
            width_m: to_tenths_of_mm(card.width_m),
        }
    })
}

/// Leaves need no more: with all digits the table would be nearly three times as long.
fn to_tenths_of_mm(length_m: f64) -> f64 {
    (length_m * 1e4).round() / 1e4
}

/// The files of a grown tree, for its manifest: all but figures, inputs, the scenario and JSON about the run.
///
/// # Errors
/// What the store reports.
pub fn files_in(store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
    let is_left_out = |path: &String| {
        path.starts_with("figures/")
            || path.starts_with("inputs/")
            || ["scenario.toml", paths::RUN, paths::MANIFEST, paths::DATA_PACKAGE].contains(&path.as_str())
    };
    let mut files = store.list("")?;
    files.retain(|path| !is_left_out(path));
    try_map(files.len(), 1, |number| {
        let path = &files[number];
        let is_table = Format::of(path).is_some();
        Ok(TableFile {
            rows: is_table
                .then(|| row_count(path, store.open(path)?).map_err(LabError::from))
                .transpose()?,
            blake3: Content::of(store.open(path)?)?.blake3,
            path: path.clone(),
        })
    })
}

#[cfg(test)]
mod tests {
    use understory_records::read_rows;

    use super::*;
    use crate::grow::grow;
    use crate::grow::tests::shrub;
    use crate::store::MemoryStore;

    #[test]
    fn the_tables_read_back_to_what_grew() {
        let (mut specimen, store) = (shrub(), MemoryStore::default());
        specimen.variation.tree.height = 0.2;
        specimen.obstacles = vec![Obstacle::Sphere {
            centre_m: [9.0, 0.0, 0.1 + 0.2],
            radius_m: 1.0,
        }];
        let grown = grow(&specimen, 3).unwrap();
        write_tables(&specimen, &grown, &store).unwrap();
        let cards: Vec<_> = grown.tree.levels[0].leaves.cards().collect();
        let triangles: Vec<_> = grown.tree.levels.iter().map(TreeMesh::triangles).collect();
        let rows: Vec<SkeletonRow> =
            read_rows(paths::SKELETON, store.open(paths::SKELETON).unwrap()).unwrap();
        assert_eq!(rows, skeleton_rows(&grown.tree.skeleton).collect::<Vec<_>>());
        assert_eq!((rows[0].node, rows[0].parent), (0, None));
        assert!(
            rows[1..]
                .iter()
                .all(|row| row.parent.is_some_and(|parent| parent < row.node))
        );
        assert!(rows.iter().any(|row| row.part == "root" && row.z_m < 0.0));
        let metrics = TreeMetrics::read(paths::METRICS, store.open(paths::METRICS).unwrap()).unwrap();
        assert_eq!(metrics.tree, grown.tree.metrics);
        assert!(metrics.age_yr == grown.age_yr && metrics.age_yr.is_some());
        assert_eq!(metrics.baseline, grown.baseline.map(|plant| plant.metrics));
        assert_ne!(metrics.form, Some(specimen.form.clone()));
        assert_eq!(metrics.form, Some(grown.form));
        assert_eq!(metrics.obstacles, specimen.obstacles);

        let leaves: Vec<LeafRow> = read_rows(paths::LEAVES, store.open(paths::LEAVES).unwrap()).unwrap();
        assert_eq!(metrics.triangles, triangles);
        assert!(triangles.len() == 4 && triangles.windows(2).all(|pair| pair[1] <= pair[0]));
        // Four corners of a card are written as a stalk, a tip and a width.
        assert_eq!(leaves.len(), cards.len());
        for (row, card) in leaves.iter().zip(&cards) {
            assert!((row.x_m - card.stalk_m[0]).abs() < 1e-4 && (row.tip_z_m - card.tip_m[2]).abs() < 1e-4);
            assert!((row.width_m - card.width_m).abs() < 1e-4, "{row:?}");
        }

        let files = files_in(&store).unwrap();
        let listed: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
        let expected = [
            paths::BASELINE_LEAVES,
            paths::BASELINE_SKELETON,
            paths::LEAVES,
            paths::METRICS,
            paths::SKELETON,
        ];
        assert_eq!(listed, expected);
        let counts: Vec<_> = files[2..].iter().map(|file| file.rows).collect();
        assert_eq!(counts, [Some(leaves.len() as u64), None, Some(rows.len() as u64)]);
    }
}

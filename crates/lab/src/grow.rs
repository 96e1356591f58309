//! One tree and the L-system beside it: grown, measured and drawn, with what each step took.
//!
//! [`grow`] makes them, [`write_tables`] leaves `skeleton.csv` and `metrics.json` in a store, and [`files_in`] says
//! what stands there when other programs' files have joined them.

use std::io;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use understory_branching::colonization::Stop;
use understory_branching::mesh::{LEVELS, Leaf, TreeMesh, draw};
use understory_branching::metrics::Metrics;
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::specimen::Specimen;
use understory_branching::tree::{Phase, TreeForm};
use understory_numerics::Key;
use understory_records::{
    Content, Document, Format, SkeletonRow, TableFile, TreeTimes, paths, row_count, write_rows,
};

use crate::error::LabError;
use crate::store::Store;

/// What grew from a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Grown {
    /// The tree.
    pub tree: Plant,
    /// The form as site and seed varied it.
    pub form: TreeForm,
    /// Why growth of the shoot ended.
    pub stop: Stop,
    /// Time to place attraction points, s.
    pub attraction_s: f64,
    /// What an L-system makes in its place, where one is named.
    pub counterpart: Option<Plant>,
}

/// A finished skeleton with its numbers and its meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plant {
    /// With radii and orders.
    pub skeleton: Skeleton,
    /// Its form in numbers.
    pub metrics: Metrics,
    /// Bark and leaves: near, middle, far.
    pub levels: Vec<TreeMesh>,
    /// What it took.
    pub times: TreeTimes,
}

/// `metrics.json`: the form of a tree in numbers, and of the L-system beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeMetrics {
    /// The tree's.
    #[serde(flatten)]
    pub tree: Metrics,
    /// Why growth of the shoot ended.
    pub stop: Stop,
    /// The form that grew, where site and seed varied it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<TreeForm>,
    /// The L-system's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterpart: Option<Metrics>,
}

impl Document for TreeMetrics {
    const KIND: &'static str = "file of a tree's metrics";
}

/// Grows the tree of this seed and its counterpart, and draws both in every level of detail.
///
/// Same specimen and seed give the same plants, bit for bit; only times differ.
///
/// # Errors
/// [`LabError::Tree`] and [`LabError::Mesh`] say what cannot grow or be drawn, and why.
pub fn grow(specimen: &Specimen, seed: u64) -> Result<Grown, LabError> {
    let form = specimen
        .varied_form(seed)
        .map_err(|error| LabError::Tree(error.into()))?;
    let mut clock = Clock::start();
    let tree = specimen.grow_watched(seed, &mut |phase| clock.over(phase))?;
    let attraction_s = clock.attraction_s;
    let leaf = form.leaf.as_ref();
    let plant = finished(tree.skeleton, tree.metrics, leaf, seed, &clock)?;
    let mut clock = Clock::start();
    let walked = specimen.grow_counterpart_watched(seed, &mut |phase| clock.over(phase))?;
    let counterpart = walked
        .map(|(skeleton, metrics)| finished(skeleton, metrics, leaf, seed, &clock))
        .transpose()?;
    Ok(Grown {
        tree: plant,
        stop: tree.stop,
        attraction_s,
        counterpart,
        form,
    })
}

fn finished(
    skeleton: Skeleton,
    metrics: Metrics,
    leaf: Option<&Leaf>,
    seed: u64,
    clock: &Clock,
) -> Result<Plant, LabError> {
    let start = Instant::now();
    let key = Key::root(seed, &["leaves"]);
    let levels = LEVELS
        .iter()
        .map(|detail| draw(&skeleton, detail, leaf, key))
        .collect::<Result<_, _>>()?;
    Ok(Plant {
        skeleton,
        metrics,
        levels,
        times: TreeTimes {
            mesh_s: start.elapsed().as_secs_f64(),
            ..clock.times
        },
    })
}

/// Adds up what each phase takes.
struct Clock {
    since: Instant,
    attraction_s: f64,
    times: TreeTimes,
}

impl Clock {
    fn start() -> Self {
        Self {
            since: Instant::now(),
            attraction_s: 0.0,
            times: TreeTimes::default(),
        }
    }

    fn over(&mut self, phase: Phase) {
        let sum_s = match phase {
            Phase::Attraction => &mut self.attraction_s,
            Phase::Growth => &mut self.times.growth_s,
            Phase::Finish => &mut self.times.finish_s,
        };
        *sum_s += self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
    }
}

/// Leaves `skeleton.csv` and `metrics.json` in a store, and `counterpart_skeleton.csv` where there is one.
///
/// # Errors
/// What the store reports.
pub fn write_tables(specimen: &Specimen, grown: &Grown, store: &dyn Store) -> Result<(), LabError> {
    write_skeleton(&grown.tree.skeleton, paths::SKELETON, store)?;
    if let Some(counterpart) = &grown.counterpart {
        write_skeleton(&counterpart.skeleton, paths::COUNTERPART_SKELETON, store)?;
    }
    let metrics = TreeMetrics {
        tree: grown.tree.metrics.clone(),
        stop: grown.stop,
        form: (grown.form != specimen.form).then(|| grown.form.clone()),
        counterpart: grown.counterpart.as_ref().map(|plant| plant.metrics.clone()),
    };
    store.write(paths::METRICS, &mut |out| Ok(metrics.write(out)?))?;
    Ok(())
}

fn write_skeleton(skeleton: &Skeleton, path: &str, store: &dyn Store) -> io::Result<()> {
    store.write(path, &mut |out| {
        Ok(write_rows(out, skeleton_rows(skeleton)).map(|_| ())?)
    })
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

/// The files of a grown tree, for its manifest: all but figures, inputs, the scenario and JSON about the run.
///
/// # Errors
/// What the store reports.
pub fn files_in(store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
    let is_left_out = |path: &String| {
        path.starts_with("figures/")
            || path.starts_with("inputs/")
            || ["scenario.toml", paths::RUN, paths::MANIFEST].contains(&path.as_str())
    };
    let files = store.list("")?.into_iter().filter(|path| !is_left_out(path));
    files
        .map(|path| {
            let is_table = Format::of(&path).is_some();
            Ok(TableFile {
                rows: is_table
                    .then(|| row_count(&path, store.open(&path)?).map_err(LabError::from))
                    .transpose()?,
                blake3: Content::of(store.open(&path)?)?.blake3,
                path,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use understory_branching::lsystem::{L_SYSTEMS, Turtle};
    use understory_branching::presets;
    use understory_branching::specimen::Counterpart;
    use understory_branching::tree::Finish;
    use understory_records::read_rows;

    use super::*;
    use crate::store::MemoryStore;

    fn shrub() -> Specimen {
        let mut specimen = Specimen::of(presets::named("shrub").expect("it ships").form());
        specimen.counterpart = Some(Counterpart {
            system: L_SYSTEMS[0].system(),
            turtle: Turtle::default(),
            finish: Finish::default(),
        });
        specimen
    }

    fn without_times(mut grown: Grown) -> Grown {
        grown.attraction_s = 0.0;
        for plant in [Some(&mut grown.tree), grown.counterpart.as_mut()]
            .into_iter()
            .flatten()
        {
            plant.times = TreeTimes::default();
        }
        grown
    }

    #[test]
    fn a_seed_grows_the_same_plants_and_each_step_took_its_time() {
        let grown = grow(&shrub(), 3).unwrap();
        let counterpart = grown.counterpart.as_ref().unwrap();
        assert!(grown.attraction_s > 0.0);
        for times in [grown.tree.times, counterpart.times] {
            let TreeTimes {
                growth_s,
                finish_s,
                mesh_s,
            } = times;
            assert!(growth_s > 0.0 && finish_s > 0.0 && mesh_s > 0.0, "{times:?}");
        }
        let leaves = |plant: &Plant| plant.levels[0].leaves.triangles.len();
        assert!(leaves(&grown.tree) > 100 && leaves(counterpart) > 100);
        assert_eq!(without_times(grown), without_times(grow(&shrub(), 3).unwrap()));
    }

    #[test]
    fn the_tables_read_back_to_what_grew() {
        let (mut specimen, store) = (shrub(), MemoryStore::default());
        specimen.variation.tree.height = 0.2;
        let grown = grow(&specimen, 3).unwrap();
        write_tables(&specimen, &grown, &store).unwrap();
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
        assert_eq!(metrics.counterpart, grown.counterpart.map(|plant| plant.metrics));
        assert_ne!(metrics.form, Some(specimen.form.clone()));
        assert_eq!(metrics.form, Some(grown.form));

        let files = files_in(&store).unwrap();
        let listed: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.rows)).collect();
        let nodes = |path: &str| {
            let rows: Vec<SkeletonRow> = read_rows(path, store.open(path).unwrap()).unwrap();
            Some(rows.len() as u64)
        };
        let expected = [
            (paths::COUNTERPART_SKELETON, nodes(paths::COUNTERPART_SKELETON)),
            (paths::METRICS, None),
            (paths::SKELETON, nodes(paths::SKELETON)),
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn what_cannot_grow_is_the_users_to_mend() {
        let mut specimen = shrub();
        (specimen.form.shoot.trunk.least_m, specimen.form.shoot.trunk.most_m) = (0.0, 0.0);
        specimen.form.crown = specimen.form.crown.stretched(1.0, 1000.0);
        specimen.form.crown_points = 1;
        let refused = grow(&specimen, 3).unwrap_err();
        assert!(refused.is_users());
        assert!(
            refused.to_string().contains("raise `influence_distance`"),
            "{refused}"
        );
    }
}

//! One tree and the L-system beside it: grown, measured and drawn, with what each step took.
//!
//! [`grow`] makes them, [`write_tables`] leaves skeletons, leaves and metrics in a store, and [`files_in`] says what
//! stands there when the files for other programs have joined them.

mod estimate;
mod tables;

use std::time::Instant;

use understory_branching::colonization::{Nest, Obstacle, Stop};
use understory_branching::mesh::{Leaf, Levels, TreeMesh, draw_levels};
use understory_branching::metrics::Metrics;
use understory_branching::skeleton::Skeleton;
use understory_branching::specimen::{Form, Specimen};
use understory_branching::tree::Phase;
use understory_numerics::{RandomKey, parallel};
use understory_records::TreeTimes;

use crate::error::LabError;
use crate::job::Watch;

pub use estimate::TreeEstimate;
pub use tables::{TreeMetrics, files_in, leaf_rows, skeleton_rows, write_tables};

/// What grew from a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Grown {
    /// The tree.
    pub tree: Plant,
    /// The form as stand and seed varied it.
    pub form: Form,
    /// Why growth of the shoot ended.
    pub stop: Stop,
    /// Years that it has lived; none of a tree whose crown was drawn.
    pub age_yr: Option<u32>,
    /// Nests that were built in it.
    pub nests: Vec<Nest>,
    /// Stones that were drawn in the soil.
    pub stones: Vec<Obstacle>,
    /// Nodes of its skeleton that links join.
    pub links: Vec<[u32; 2]>,
    /// Time to place attraction points, s.
    pub attraction_s: f64,
    /// What an L-system makes in its place, where one is named.
    pub baseline: Option<Plant>,
}

/// A finished skeleton with its numbers and its meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plant {
    /// With radii and orders.
    pub skeleton: Skeleton,
    /// Its form in numbers.
    pub metrics: Metrics,
    /// Bark and leaves in levels of detail, the nearest first.
    pub levels: Vec<TreeMesh>,
    /// What it took.
    pub times: TreeTimes,
}

/// Grows the tree of this seed and its baseline, and draws both in every level of detail.
///
/// Same specimen and seed give the same plants, bit for bit; only times differ.
///
/// # Errors
/// [`LabError::Tree`] and [`LabError::Mesh`] say what cannot grow or be drawn, and why: the first of all.
pub fn grow(specimen: &Specimen, seed: u64) -> Result<Grown, LabError> {
    grow_watched(specimen, seed, &()).map_err(|mut faults| faults.swap_remove(0))
}

/// As [`grow`]; `watch` is told the years of a tree that lives them.
///
/// # Errors
/// All that keeps tree and baseline from growing and being drawn, one fault at least. What cannot be drawn is only known of
/// what grows.
pub fn grow_watched(specimen: &Specimen, seed: u64, watch: &dyn Watch) -> Result<Grown, Vec<LabError>> {
    let (tree, baseline) = parallel::join(|| tree(specimen, seed, watch), || baseline(specimen, seed));
    match (tree, baseline) {
        (Ok(tree), Ok(baseline)) => Ok(Grown { baseline, ..tree }),
        (tree, baseline) => {
            let mut faults = tree.err().unwrap_or_default();
            // Both are drawn alike, for one reason.
            let is_told = matches!(faults[..], [LabError::Mesh(_)]);
            faults.extend(baseline.err().filter(|_| !is_told));
            Err(faults)
        }
    }
}

/// The tree, as the form says, without a baseline.
fn tree(specimen: &Specimen, seed: u64, watch: &dyn Watch) -> Result<Grown, Vec<LabError>> {
    let mut clock = Clock::start();
    let tree = specimen.grow_watched(seed, &mut |phase| {
        if let Phase::Year { year, of } = phase {
            watch.step("growing, years", u64::from(year), u64::from(of));
        }
        clock.over(phase);
    });
    let tree = tree.map_err(|faults| faults.into_iter().map(LabError::Tree).collect::<Vec<_>>())?;
    let form = specimen.varied_form(seed).map_err(|error| vec![error.into()])?;
    let plant = finished(
        tree.skeleton,
        &tree.links,
        tree.metrics,
        (form.leaf(), &specimen.mesh),
        seed,
        &clock,
    );
    Ok(Grown {
        tree: plant.map_err(|error| vec![error])?,
        form,
        stop: tree.stop,
        age_yr: tree.age_yr,
        nests: tree.nests,
        stones: tree.stones,
        links: tree.links,
        attraction_s: clock.attraction_s,
        baseline: None,
    })
}

/// What an L-system makes in its place, where one is named.
fn baseline(specimen: &Specimen, seed: u64) -> Result<Option<Plant>, LabError> {
    let mut clock = Clock::start();
    let walked = specimen.grow_baseline_watched(seed, &mut |phase| clock.over(phase))?;
    let Some((skeleton, metrics)) = walked else {
        return Ok(None);
    };
    // What is wrong with the form is told of the tree.
    let form = specimen.varied_form(seed).ok();
    let leaf = form.as_ref().and_then(Form::leaf);
    finished(skeleton, &[], metrics, (leaf, &specimen.mesh), seed, &clock).map(Some)
}

/// A skeleton with the meshes of it and its links, and what they took.
fn finished(
    skeleton: Skeleton,
    links: &[[u32; 2]],
    metrics: Metrics,
    (leaf, mesh): (Option<&Leaf>, &Levels),
    seed: u64,
    clock: &Clock,
) -> Result<Plant, LabError> {
    let start = Instant::now();
    let key = RandomKey::root(seed, &["leaves"]);
    let levels = draw_levels(&skeleton.with_links(links), &mesh.details(), leaf, key)?;
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

    /// Counts the time since the last call for a phase that is over.
    fn over(&mut self, phase: Phase) {
        let sum_s = match phase {
            Phase::Attraction => &mut self.attraction_s,
            Phase::Growth => &mut self.times.growth_s,
            Phase::Finish => &mut self.times.finish_s,
            // Growth is counted when all years are over.
            Phase::Year { .. } => return,
        };
        *sum_s += self.since.elapsed().as_secs_f64();
        self.since = Instant::now();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use understory_branching::cloud::Envelope;
    use understory_branching::colonization::{Colonization, Damage, Harm, Trunk};
    use understory_branching::lsystem::{L_SYSTEMS, Turtle};
    use understory_branching::presets;
    use understory_branching::specimen::{Baseline, SpecimenError};
    use understory_branching::tree::{Finish, TreeError, TreeForm};

    use super::*;

    pub(super) fn shrub() -> Specimen {
        let mut specimen = Specimen::of(presets::named("shrub").expect("it ships").form());
        specimen.baseline = Some(Baseline {
            system: L_SYSTEMS[0].system(),
            turtle: Turtle::default(),
            finish: Finish::default(),
        });
        specimen
    }

    fn without_times(mut grown: Grown) -> Grown {
        grown.attraction_s = 0.0;
        for plant in [Some(&mut grown.tree), grown.baseline.as_mut()]
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
        let baseline = grown.baseline.as_ref().unwrap();
        assert!(grown.attraction_s > 0.0);
        for times in [grown.tree.times, baseline.times] {
            let TreeTimes {
                growth_s,
                finish_s,
                mesh_s,
            } = times;
            assert!(growth_s > 0.0 && finish_s > 0.0 && mesh_s > 0.0, "{times:?}");
        }
        let leaves = |plant: &Plant| plant.levels[0].leaves.triangles.len();
        assert!(leaves(&grown.tree) > 100 && leaves(baseline) > 100);
        assert_eq!(without_times(grown), without_times(grow(&shrub(), 3).unwrap()));
    }

    #[test]
    fn what_cannot_grow_is_the_users_to_mend() {
        let mut form = understory_branching::presets::colonized_oak();
        (form.shoot.trunk.shortest_m, form.shoot.trunk.longest_m) = (0.0, 0.0);
        form.crown = form.crown.stretched(1.0, 1000.0);
        form.crown_points = 1;
        let specimen = Specimen::of(form);
        let refused = grow(&specimen, 3).unwrap_err();
        assert!(refused.is_user_error());
        let hint = refused.hint().unwrap();
        assert!(hint.contains("raise `influence_distance`"), "{hint}");
        let faults = |specimen: &Specimen| grow_watched(specimen, 3, &()).unwrap_err();
        assert_eq!(faults(&specimen).len(), 1);
        // A shoot that withers before it grows is known of what grew alone.
        let shoot = Colonization {
            trunk: Trunk {
                longest_m: 0.0,
                ..Trunk::default()
            },
            damage: vec![Damage::new(0, Harm::Wither { share: 1.0 })],
            ..Colonization::default()
        };
        let crown = Envelope::Sphere {
            centre_m: [0.0, 0.0, 1.0],
            radius_m: 1.0,
        };
        let found = faults(&Specimen::of(TreeForm::of(crown, 200, shoot)));
        assert!(
            matches!(
                found[..],
                [LabError::Tree(SpecimenError::Tree(TreeError::NoShoot(_)))]
            ),
            "{found:?}"
        );
    }

    /// A refused tree was grown three times over, an oak of 500 cm for a minute.
    #[test]
    fn all_that_is_wrong_with_a_tree_is_known_from_growing_it_once() {
        struct Years(std::sync::Mutex<Vec<u64>>);
        impl Watch for Years {
            fn step(&self, _: &str, year: u64, _: u64) {
                self.0.lock().unwrap().push(year);
            }
        }
        let mut specimen = shrub();
        let Form::Seasons(form) = &mut specimen.form else {
            panic!("a shrub lives its years")
        };
        (form.age_yr, form.dbh_cm, form.season.oldest_yr) = (None, Some(500.0), 6);
        specimen.baseline.as_mut().unwrap().system.most_letters = 3;
        let years = Years(std::sync::Mutex::default());
        let found = grow_watched(&specimen, 3, &years).unwrap_err();
        assert!(
            matches!(
                found[..],
                [
                    LabError::Tree(SpecimenError::Tree(TreeError::Season(_))),
                    LabError::Tree(SpecimenError::Turtle(_))
                ]
            ),
            "{found:?}"
        );
        assert_eq!(years.0.into_inner().unwrap(), [1, 2, 3, 4, 5, 6]);
    }
}

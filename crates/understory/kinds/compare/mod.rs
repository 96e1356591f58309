//! Point methods against a forest that grows or a stand that was measured.
//!
//! It cannot be resumed: a comparison that was stopped begins anew, with the same results.

pub(crate) mod explain;
pub(crate) mod figures;
pub(crate) mod kerr;
mod summary;

use understory_lab::End;
use understory_lab::compare::{Target, further_targets};
use understory_lab::store::Store;
use understory_records::{Body, ForestBody, RunJson, Took, YearsTook, nearest, paths};
use understory_scatter::Method;
use understory_scenario::{Candidate, Compare, Described, Scenario, WorldScenario};
use understory_space::Plot;

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::kinds::check::{all_of, check_compared, check_forest, check_plot};
use crate::kinds::run::figures::of_run;
use crate::kinds::run::{body_of, estimate, grow};
use crate::kinds::task::Task;
use crate::machine::check_memory_at;
use crate::manifests::world_of;

/// The plot of a scenario, and the methods that it compares there.
fn comparison_of(scenario: &Scenario) -> Result<(&Plot, &Compare), Error> {
    scenario.comparison().ok_or_else(|| no_plot(scenario))
}

/// What is compared with the methods and worlds of these names alone; with all of them where there is no name.
fn chosen(compare: &Compare, asked: &[String]) -> Result<Compare, Error> {
    let mut found = compare.clone();
    if asked.is_empty() {
        return Ok(found);
    }
    let asked: Vec<&str> = asked.iter().map(|name| name.trim()).collect();
    found.worlds.retain(|world| asked.contains(&world.label.as_str()));
    found.candidates.clear();
    let is_world = |name: &str| compare.worlds.iter().any(|world| world.label == name);
    for name in asked.into_iter().filter(|name| !is_world(name)) {
        let mut listed = compare.candidates.iter();
        let listed = listed.find(|candidate| candidate.label == name).cloned();
        let candidate = listed
            .or_else(|| Method::named(name).map(Candidate::from))
            .ok_or_else(|| unknown_method(compare, name))?;
        if found
            .candidates
            .iter()
            .any(|other| other.label == candidate.label)
        {
            return Err(Error::Refused {
                why: format!("the list of methods names `{name}` twice"),
                way_out: "name each method once".to_owned(),
            });
        }
        found.candidates.push(candidate);
    }
    Ok(found)
}

fn unknown_method(compare: &Compare, name: &str) -> Error {
    let labels = compare
        .candidates
        .iter()
        .map(|candidate| candidate.label.as_str());
    let worlds = compare.worlds.iter().map(|world| world.label.as_str());
    let mut known: Vec<&str> = labels
        .chain(worlds)
        .chain(Method::all().iter().map(|method| method.name()))
        .collect();
    known.sort_unstable();
    known.dedup();
    Error::Refused {
        why: format!("there is no method `{name}`"),
        way_out: match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the methods are {}", known.join(", ")),
        },
    }
}

fn no_plot(scenario: &Scenario) -> Error {
    if let Scenario::World(world) = scenario {
        return no_growth(world);
    }
    if let Scenario::Scatter(scatter) = scenario {
        let message = "points are laid out by a method in this scenario, nothing grows in it".to_owned();
        let hint = "lay them out by `understory scatter`, or remove `[scatter]`".to_owned();
        return Error::at_key(&scatter.header, "scatter", message, Some(hint));
    }
    let message = "a single tree grows in this scenario, not a forest".to_owned();
    let hint = "grow it by `understory grow`, or remove `[tree]`".to_owned();
    Error::at_key(scenario.header(), "tree", message, Some(hint))
}

/// Nothing grows in a painted world.
pub(crate) fn no_growth(world: &WorldScenario) -> Error {
    let message = "a painted world is laid out in this scenario, nothing grows in it".to_owned();
    let hint = "lay it out by `understory place`, or remove `[place]`".to_owned();
    Error::at_key(&world.header, "place", message, Some(hint))
}

/// Methods that are compared with the forest or the stand of a scenario.
#[derive(Debug)]
pub struct Comparison<'a> {
    task: Task<'a, Scenario>,
    compare: Compare,
}

impl<'a> Comparison<'a> {
    /// Of a scenario, by all of its methods and worlds, or by those of these names and by methods that it does not list with their
    /// usual parameters.
    ///
    /// # Errors
    /// [`Error::Scenario`] for a single tree, which stands on no plot, [`Error::Refused`] for a name that no method has, and for one that
    /// is named twice, [`Error::Io`] where a hash cannot be taken.
    pub fn new(scenario: &'a Scenario, methods: &[String]) -> Result<Self, Error> {
        let (_, compare) = comparison_of(scenario)?;
        let compare = chosen(compare, methods)?;
        let task = Task::new(scenario)?;
        Ok(Self { task, compare })
    }
}

impl Experiment for Comparison<'_> {
    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
    }

    /// The forest that grew can be looked at.
    fn keeps_what_was_finished(&self) -> bool {
        true
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let header = self.task.scenario.header();
        let (plot, _) = comparison_of(self.task.scenario)?;
        let own = match self.task.scenario {
            Scenario::Forest(forest) => check_forest(header, forest).and_then(|()| {
                let needed = estimate(forest, 1, host)?.memory_bytes;
                check_memory_at(header, "growing this forest", needed, "world.size_m")
            }),
            _ => Ok(()),
        };
        all_of([
            own,
            check_plot(header, plot),
            check_compared(header, plot, &self.compare),
        ])
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_copies(store)
    }

    /// Grows the forest, where there is one, and sets the methods against it or the measured stand. A comparison that is
    /// stopped begins again from the start.
    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let Self { task, compare } = self;
        let header = task.scenario.header();
        let refused = |error| Error::at_keys(header, [error]);
        let (target, ran) = match task.scenario {
            Scenario::Forest(forest) => match grow(forest, (&task.made_from, None), store, None, host)? {
                End::Stopped { year } => return Ok(End::Stopped { year }),
                End::Complete(ran) => {
                    let target = Target::grown(forest, store, ran.year_s).map_err(refused)?;
                    (target, Some(ran))
                }
            },
            Scenario::Stand(stand) => (Target::measured(stand, &compare.label), None),
            Scenario::Tree(_) | Scenario::World(_) | Scenario::Scatter(_) => {
                return Err(no_plot(task.scenario));
            }
        };
        let stopped = End::Stopped {
            year: task.scenario.years(),
        };
        let Some(further) = further_targets(&compare.forests, compare.dbh_min_cm, host).map_err(refused)?
        else {
            return Ok(stopped);
        };
        let targets: Vec<Target> = std::iter::once(target).chain(further).collect();
        let found = understory_lab::compare::compare(&targets, compare, header.seed, store, host);
        let Some(compared) = found.map_err(refused)? else {
            return Ok(stopped);
        };
        let (plot, _) = comparison_of(task.scenario)?;
        let (body, took) = match (task.scenario, &ran) {
            (Scenario::Forest(forest), Some(ran)) => body_of(forest, ran),
            _ => (
                ForestBody {
                    world: world_of(plot, None),
                    species: Vec::new(),
                    recorded_years: Vec::new(),
                    founders_moved_to_near_edge: 0,
                },
                YearsTook::default(),
            ),
        };
        Ok(End::Complete(Found {
            body: Body::Compare(body),
            took: Some(Took::Years(took)),
            summary: Summary {
                table: format!("{}{}\n", summary::tables(&compared.methods), compared.answer),
                ..Summary::default()
            },
            // The rows are at hand; what the forest itself left is read.
            drawing: Some(Box::new(move |store, manifest, each| {
                of_run(
                    store,
                    manifest.forest(paths::MANIFEST)?,
                    None,
                    Some(compared),
                    each,
                )
            })),
        }))
    }
}

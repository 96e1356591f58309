//! The commands: from a scenario to a folder of results, as the command line goes.
//!
//! Each gives the folder; what is in it is read from there. They differ in the kind of scenario and in what may be chosen of it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;

use pyo3::prelude::*;
use understory::claims::{Budget, Set};
use understory::lab::LabError;
use understory::numerics::parallel::GivenUp;
use understory::records::paths::RUN;
use understory::scenario::Described;
use understory::{
    ClaimsRequest, Comparison, EachYear, Error, Experiment, Forest, ForestScenario, GoesOn, Made, OwnFolder,
    RunFolder, ScatterScenario, ScatterTask, Scenario, SweptForest, Task, TreeScenario, WorldScenario,
    WorldTask, make_into,
};

use crate::errors::{failed_on_the_way, raised, refused, stopped, what_was_finished};
use crate::source::Request;
use crate::work::{Host, Manner, Worked, work};

/// What came of a command.
enum Ended {
    Whole(PathBuf),
    Stopped {
        /// The year, where what was finished can go on from there.
        year: Option<u32>,
        /// Where what was finished is, if anything of it is of use.
        partial: Option<PathBuf>,
    },
}

/// Makes an experiment in a folder.
fn made(experiment: &dyn Experiment, out: &OwnFolder, resume: bool, host: &Host<'_>) -> Result<Ended, Error> {
    // Its folder is as after a kill, which the next work there mends.
    let made = match catch_unwind(AssertUnwindSafe(|| {
        make_into(experiment, &out.folder, resume, host)
    })) {
        Ok(made) => made?,
        Err(panic) => {
            return match host.partial().filter(|_| panic.is::<GivenUp>()) {
                Some(partial) if experiment.keeps_what_was_finished() => Ok(Ended::Stopped {
                    year: None,
                    partial: Some(partial.to_owned()),
                }),
                Some(_) => {
                    // Where another holds it by now it is theirs.
                    if let Ok((begun, _)) = RunFolder::open(&out.folder, &experiment.made_from(), false) {
                        begun.give_up()?;
                    }
                    Ok(Ended::Stopped {
                        year: None,
                        partial: None,
                    })
                }
                None => resume_unwind(panic),
            };
        }
    };
    Ok(match made {
        Made::Whole { folder, kept, .. } => {
            if !kept.is_empty() {
                let folder = folder.display();
                understory::Watch::note(host, &format!("kept in {folder}, as no command wrote it: {kept}"));
            }
            Ended::Whole(folder)
        }
        Made::AlreadyComplete { folder } => Ended::Whole(folder),
        Made::Stopped { year, partial } => Ended::Stopped {
            year: matches!(experiment.goes_on(), Some(GoesOn::AtCheckpoint)).then_some(year),
            partial: Some(partial),
        },
    })
}

/// The folder, or the exception: that of an error, or that which stopped the work.
fn folder(py: Python<'_>, worked: Worked<Ended>) -> PyResult<PathBuf> {
    let Worked {
        result,
        cause,
        partial,
    } = worked;
    let what_became = match (result, &cause) {
        (Ok(Ended::Whole(folder)), None) => return Ok(folder),
        (Err(error), None) => {
            return Err(match partial.filter(|partial| partial.join(RUN).exists()) {
                Some(partial) => failed_on_the_way(py, &error, &partial),
                None => raised(py, &error),
            });
        }
        (Ok(Ended::Whole(folder)), Some(_)) => {
            format!("it came too late: the results are whole, in {}", folder.display())
        }
        (Ok(Ended::Stopped { year, partial }), _) => what_was_finished(year, partial.as_deref()),
        (Err(Error::Lab(LabError::EachYear { year, .. })), Some(_)) => {
            what_was_finished(Some(year - 1), partial.as_deref())
        }
        (Err(error), Some(_)) => error.to_string(),
    };
    let cause = cause.unwrap_or_else(|| pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
    Err(stopped(py, cause, &what_became))
}

impl Request {
    /// How it is to be done; takes the user's function.
    fn manner(&mut self) -> Manner {
        Manner {
            threads: self.threads,
            progress: self.progress.take(),
            is_meant: self.yes || self.resume,
            ends_itself: false,
            each_year: None,
        }
    }
}

/// Grows the forest of a scenario, or makes all runs of a sweep.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    mut request: Request,
    each_year: Option<(String, Py<PyAny>)>,
) -> PyResult<PathBuf> {
    let (name, function) = each_year.unzip();
    let (source, mut manner) = (request.source(), request.manner());
    (manner.each_year, manner.ends_itself) = (function, true);
    let (out, resume) = (request.out, request.resume);
    let worked = work(py, &manner, move |host| {
        let scenario: ForestScenario = source.open()?;
        host.note_all(&scenario.header);
        host.of_years(scenario.years);
        let out = OwnFolder::of(out, &scenario.header.name, resume);
        if scenario.sweep.is_some() {
            if name.is_some() {
                return Err(Error::Refused {
                    why: "`each_year` changes one forest, and this scenario has a `[sweep]`".to_owned(),
                    way_out: "leave `each_year` or the sweep out".to_owned(),
                });
            }
            return made(&SweptForest::new(&scenario, &source)?, &out, resume, host);
        }
        let task = Task::new(&scenario)?;
        let change = |forest: &mut Forest| host.each_year(forest);
        match &name {
            Some(name) => made(
                &task.with_each_year(EachYear {
                    name,
                    change: &change,
                })?,
                &out,
                resume,
                host,
            ),
            None => made(&task, &out, resume, host),
        }
    })?;
    folder(py, worked)
}

/// Sets point methods against a grown forest or a measured stand: those of the scenario, or those of these names.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    mut request: Request,
    methods: Option<Vec<String>>,
) -> PyResult<PathBuf> {
    let (source, mut manner) = (request.source(), request.manner());
    manner.ends_itself = true;
    let out = request.out;
    let worked = work(py, &manner, move |host| {
        let scenario: Scenario = source.open()?;
        host.note_all(scenario.header());
        host.of_years(scenario.years());
        let comparison = Comparison::new(&scenario, methods.as_deref().unwrap_or_default())?;
        let out = OwnFolder::of(out, &scenario.header().name, false);
        made(&comparison, &out, false, host)
    })?;
    folder(py, worked)
}

/// Grows the tree of a scenario.
#[pyfunction]
pub(crate) fn grow(py: Python<'_>, mut request: Request) -> PyResult<PathBuf> {
    let (source, manner) = (request.source(), request.manner());
    let out = request.out;
    let worked = work(py, &manner, move |host| {
        let scenario: TreeScenario = source.open()?;
        host.note_all(&scenario.header);
        let out = OwnFolder::of(out, &scenario.header.name, false);
        made(&Task::new(&scenario)?, &out, false, host)
    })?;
    folder(py, worked)
}

/// Lays out the painted world of a scenario, or these tiles of it.
#[pyfunction]
pub(crate) fn place(py: Python<'_>, mut request: Request, tiles: Vec<[i32; 2]>) -> PyResult<PathBuf> {
    let (source, manner) = (request.source(), request.manner());
    let out = request.out;
    let worked = work(py, &manner, move |host| {
        let scenario: WorldScenario = source.open()?;
        host.note_all(&scenario.header);
        let out = OwnFolder::of(out, &scenario.header.name, false);
        made(&WorldTask::new(&scenario, &tiles)?, &out, false, host)
    })?;
    folder(py, worked)
}

/// Lays out the points of a scenario, or of these segments of it.
#[pyfunction]
pub(crate) fn scatter(py: Python<'_>, mut request: Request, segments: Vec<String>) -> PyResult<PathBuf> {
    let (source, manner) = (request.source(), request.manner());
    let out = request.out;
    let worked = work(py, &manner, move |host| {
        let scenario: ScatterScenario = source.open()?;
        host.note_all(&scenario.header);
        let out = OwnFolder::of(out, &scenario.header.name, false);
        made(&ScatterTask::new(&scenario, &segments)?, &out, false, host)
    })?;
    folder(py, worked)
}

/// Measures claims: of one set or of all, those of these names or all.
#[pyfunction]
pub(crate) fn claims(
    py: Python<'_>,
    set: Option<&str>,
    only: Vec<String>,
    quick: bool,
    out: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PathBuf> {
    let sets = match set {
        None => Set::ALL.to_vec(),
        Some(name) => {
            let found = Set::ALL.into_iter().find(|set| set.to_string() == name);
            let Some(set) = found else {
                let names = Set::ALL.map(|set| set.to_string()).join(", ");
                let message = format!("there is no set of claims `{name}`");
                return Err(refused(py, message, Some(format!("the sets are {names}"))));
            };
            vec![set]
        }
    };
    let name = [
        set,
        quick.then_some("quick"),
        (!only.is_empty()).then_some("some"),
    ];
    let name = [Some("claims")].into_iter().chain(name).flatten();
    let name = name.collect::<Vec<_>>().join("-");
    let request = ClaimsRequest {
        sets,
        only,
        budget: if quick { Budget::QUICK } else { Budget::FULL },
    };
    let manner = Manner {
        threads,
        progress,
        is_meant: false,
        ends_itself: false,
        each_year: None,
    };
    let worked = work(py, &manner, move |host| {
        if request.claims()?.is_empty() {
            return Err(Error::Refused {
                why: "the claims named by `only` take long".to_owned(),
                way_out: "leave `quick` out: it measures what takes seconds".to_owned(),
            });
        }
        made(&request, &OwnFolder::of(out, &name, false), false, host)
    })?;
    folder(py, worked)
}

/// The scenario's name and the command that it is for, where it is ready.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, mut request: Request) -> PyResult<(String, &'static str)> {
    let (source, manner) = (request.source(), request.manner());
    let Worked { result, cause, .. } = work(py, &manner, move |host| {
        let scenario: Scenario = source.open()?;
        host.note_all(scenario.header());
        understory::check(&scenario)?;
        Ok((scenario.header().name.clone(), scenario.command()))
    })?;
    match cause {
        Some(cause) => Err(cause),
        None => result.map_err(|error| raised(py, &error)),
    }
}

//! Errors of the library as exceptions of the package, which are written in Python (`_errors.py`).

use std::io::ErrorKind;
use std::path::Path;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use understory::lab::LabError;
use understory::scenario::{Problem, Problems};
use understory::{Error, FolderError, with_causes};

/// Where the exceptions are.
const MODULE: &str = "understory._errors";

/// The exception for an error: `ScenarioError` with all its problems, or `Error` with its hint.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    if let Error::Scenario(problems) = error {
        return of_problems(py, problems);
    }
    let hint = by_arguments(error).map(str::to_owned).or_else(|| error.hint());
    made(py, "Error", (with_causes(error), hint))
}

/// The same for work that the machine kept from going on, of which something is finished: it says where that is.
pub(crate) fn failed_on_the_way(py: Python<'_>, error: &Error, partial: &Path) -> PyErr {
    if error.is_user_error() || matches!(error, Error::Folder(_)) {
        return raised(py, error);
    }
    let hint = format!(
        "what was finished is in {}; when that is mended, a run goes on from there with `resume=True`",
        partial.display()
    );
    made(py, "Error", (with_causes(error), hint))
}

/// The exception for a request that the library has no error for.
pub(crate) fn refused(py: Python<'_>, message: impl Into<String>, hint: Option<String>) -> PyErr {
    made(py, "Error", (message.into(), hint))
}

/// What to raise when work was stopped by the exception `cause`: the same, with what became of the work.
pub(crate) fn stopped(py: Python<'_>, cause: PyErr, what_became: &str) -> PyErr {
    let told = py
        .import(MODULE)
        .and_then(|module| module.call_method1("stopped", (cause.value(py), what_became)));
    match told {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => cause,
    }
}

fn of_problems(py: Python<'_>, problems: &Problems) -> PyErr {
    let plain = |problem: &Problem| {
        (
            problem.file.clone(),
            problem.line,
            problem.column,
            problem.message.clone(),
            problem.hint.clone(),
        )
    };
    let problems: Vec<_> = problems.as_slice().iter().map(plain).collect();
    made(py, "ScenarioError", (problems,))
}

fn made<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let exception = || py.import(MODULE)?.getattr(class)?.call1(arguments);
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// The argument that helps, where one does.
fn by_arguments(error: &Error) -> Option<&'static str> {
    match error {
        Error::Folder(error) => by_another_folder(error),
        Error::Lab(LabError::StrangeCheckpoint { .. } | LabError::TableChanged { .. }) => {
            Some("start anew without `resume=True`")
        }
        Error::TooLarge { .. } => {
            Some("make the plot smaller or take fewer `threads`, or give `yes=True` to try all the same")
        }
        _ => None,
    }
}

fn by_another_folder(error: &FolderError) -> Option<&'static str> {
    Some(match error {
        FolderError::NoName { .. }
        | FolderError::NotAFolder { .. }
        | FolderError::OfAnotherCommand { .. }
        | FolderError::Foreign { .. }
        | FolderError::StrangeSign { .. }
        | FolderError::InTheWay { .. }
        | FolderError::Unlisted { .. }
        | FolderError::NotALock { .. } => "choose another folder with `out`, or move what is there away",
        FolderError::InUse { .. } => "wait until it ends, or choose another folder with `out`",
        FolderError::OtherRun { .. } | FolderError::StateChanged { .. } => {
            "give what it was begun with, choose another folder with `out`, or start anew without `resume=True`"
        }
        FolderError::OtherYear { .. } | FolderError::Document { .. } | FolderError::TablesChanged { .. } => {
            "restore the file, or start anew without `resume=True`"
        }
        FolderError::Io { source, .. } => match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                "free some space and go on with `resume=True`"
            }
            _ => "choose another folder with `out`",
        },
        FolderError::NotMoved { reason, .. } | FolderError::NotCleared { reason, .. } => {
            return by_another_folder(reason);
        }
        FolderError::NoTasks { .. } | FolderError::NoManifest { .. } => return None,
    })
}

/// What became of work that was stopped, after a year where one is given.
pub(crate) fn what_was_finished(year: Option<u32>, partial: Option<&Path>) -> String {
    let Some(partial) = partial.map(Path::display) else {
        return "stopped; nothing of it is kept".to_owned();
    };
    match year {
        Some(year) => format!(
            "stopped after year {year}; what was finished is in {partial}, from where the same call goes on with `resume=True`"
        ),
        None => format!("stopped; what was finished is in {partial}"),
    }
}

//! Errors of the library as exceptions of the package, which are written in Python (`_errors.py`).

use std::path::Path;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use understory::scenario::{Problem, Problems};
use understory::{Error, with_causes};

/// Where the exceptions are.
const MODULE: &str = "understory._errors";

/// The exception for an error: `ScenarioError` with all its problems, or `Error` with its hint.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    if let Error::Scenario(problems) = error {
        return of_problems(py, problems);
    }
    made(py, "Error", (with_causes(error), error.hint().map(by_arguments)))
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

/// A way out by the arguments that are called as the options of the command line.
fn by_arguments(hint: String) -> String {
    let hint = hint.replace("`--resume`", "`resume=True`");
    hint.replace("`--yes`", "`yes=True`").replace("`--", "`")
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

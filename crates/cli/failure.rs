//! How a command fails: who is at fault decides the exit code, the error says the rest.

use std::error::Error;
use std::process::ExitCode;

use understory_lab::LabError;
use understory_records::{DocumentError, ReadError};
use understory_report::ReportError;
use understory_scenario::{Problem, Problems};

use crate::listed::Changed;
use crate::run_folder::{Fault, FolderError};

/// What a command ends with.
pub(crate) type Outcome = Result<(), Failure>;

/// Why a command ended before it was done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input is at fault: exit code 1.
    Input(Box<dyn Error>),
    /// The machine is, or the program: exit code 2.
    Machine(Box<dyn Error>),
    /// A scenario or a founders' file has problems: exit code 1.
    Scenario(Problems),
    /// A check that the program makes of itself differs: exit code 3.
    Differs(String),
    /// Ctrl-C: exit code 130. What there is to say has been said.
    Stopped,
}

impl Failure {
    /// The user's input, in words.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into().into())
    }

    /// Problems of a scenario that were found when it was tried.
    pub(crate) fn of_problems(problems: Vec<Problem>) -> Self {
        match Problems::of(problems) {
            Some(problems) => Self::Scenario(problems),
            None => Self::Machine("something was refused, and nothing was said of it".into()),
        }
    }

    /// The same with a way out.
    pub(crate) fn with_hint(self, hint: &str) -> Self {
        match self {
            Self::Input(error) => Self::Input(format!("{}\nhint: {hint}", told(error.as_ref())).into()),
            Self::Machine(error) => Self::Machine(format!("{}\nhint: {hint}", told(error.as_ref())).into()),
            other => other,
        }
    }

    /// What is wrong, for the user; none where there is nothing left to say.
    pub(crate) fn words(&self) -> Option<String> {
        match self {
            Self::Scenario(problems) => Some(problems.to_string().trim_end().to_owned()),
            Self::Input(error) | Self::Machine(error) => Some(format!("error: {}", told(error.as_ref()))),
            Self::Differs(message) => Some(format!("error: {message}")),
            Self::Stopped => None,
        }
    }

    /// What the program ends with.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Scenario(_) | Self::Input(_) => 1,
            Self::Machine(_) => 2,
            Self::Differs(_) => 3,
            Self::Stopped => 130,
        })
    }
}

/// An error with what caused it, each once.
fn told(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(&format!(": {message}"));
        }
        cause = error.source();
    }
    text
}

/// clap's own message; asking for help or the version is no failure.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    // A closed pipe is no error.
    let _ = error.print();
    if error.use_stderr() {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Scenario(problems)
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        match error.fault() {
            Fault::User => Self::Input(error.into()),
            Fault::Machine => Self::Machine(error.into()),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        let hint = error.hint();
        let failure = if error.is_users() {
            Self::Input(error.into())
        } else {
            Self::Machine(error.into())
        };
        match hint {
            Some(hint) => failure.with_hint(&hint),
            None => failure,
        }
    }
}

impl From<DocumentError> for Failure {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Read { .. } | DocumentError::Write(_) => Self::Machine(error.into()),
            error => Self::Input(error.into()),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io { .. } => Self::Machine(error.into()),
            error => Self::Input(error.into()),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        // A table that was edited or is missing is the user's to mend; so is a number that no run writes.
        let is_users = match &error {
            ReportError::Table { source, .. } => match source.downcast_ref::<ReadError>() {
                Some(error) => !matches!(error, ReadError::Io { .. }),
                None => source
                    .downcast_ref::<std::io::Error>()
                    .is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound || is_changed(error)),
            },
            ReportError::Number { .. } => true,
            _ => false,
        };
        if is_users {
            Self::Input(error.into())
        } else {
            Self::Machine(error.into())
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if is_changed(&error) {
            Self::Input(error.into())
        } else {
            Self::Machine(error.into())
        }
    }
}

/// Whether a table is not what its run left.
fn is_changed(error: &std::io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Changed>())
}

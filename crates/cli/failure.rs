//! How a command fails: who is at fault decides the exit code, the error says the rest.
//!
//! Exit codes are part of the contract with scripts: 1 the input, 2 the machine or the program, 3 a difference, 130
//! Ctrl-C.

use std::error::Error;
use std::process::ExitCode;

#[cfg(feature = "claims")]
use understory::claims::ClaimNameError;
use understory::records::ReadError;
use understory::report::ReportError;
use understory::{FolderError, MissingFeature, Problems, with_causes};

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
    #[cfg_attr(
        not(feature = "claims"),
        expect(dead_code, reason = "`claims` alone makes such a check")
    )]
    Differs(String),
    /// Ctrl-C: exit code 130. What there is to say has been said.
    Stopped,
}

impl Failure {
    /// The user's input, in words.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into().into())
    }

    /// The same with a way out.
    pub(crate) fn with_hint(self, hint: &str) -> Self {
        match self {
            Self::Input(error) => {
                Self::Input(format!("{}\nhint: {hint}", with_causes(error.as_ref())).into())
            }
            Self::Machine(error) => {
                Self::Machine(format!("{}\nhint: {hint}", with_causes(error.as_ref())).into())
            }
            other => other,
        }
    }

    /// What is wrong, for the user; none where there is nothing left to say.
    pub(crate) fn words(&self) -> Option<String> {
        match self {
            Self::Scenario(problems) => Some(problems.to_string().trim_end().to_owned()),
            Self::Input(error) | Self::Machine(error) => {
                Some(format!("error: {}", with_causes(error.as_ref())))
            }
            Self::Differs(message) => Some(format!("error: {message}")),
            Self::Stopped => None,
        }
    }

    /// What the program ends with.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// The same as a number.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Scenario(_) | Self::Input(_) => 1,
            Self::Machine(_) => 2,
            Self::Differs(_) => 3,
            Self::Stopped => 130,
        }
    }
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

impl From<understory::Error> for Failure {
    fn from(error: understory::Error) -> Self {
        let hint = error.hint();
        let failure = match error {
            understory::Error::Scenario(problems) => Self::Scenario(problems),
            error if error.is_user_error() => Self::Input(error.into()),
            error => Self::Machine(error.into()),
        };
        match hint {
            Some(hint) => failure.with_hint(&hint),
            None => failure,
        }
    }
}

/// Errors of the crates below are those of the library.
macro_rules! through_the_library {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                understory::Error::from(error).into()
            }
        }
    )*};
}

through_the_library!(
    FolderError,
    MissingFeature,
    ReadError,
    ReportError,
    std::io::Error
);

#[cfg(feature = "claims")]
through_the_library!(ClaimNameError);

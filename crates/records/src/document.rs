//! The JSON documents beside the tables. Each says that understory wrote it, so that a folder of ours is known
//! from a folder of somebody else's.
//!
//! A sealed document holds a hash of itself. It guards against a slip of an editor, not against somebody who means
//! it.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

const TOOL: &str = "understory";

/// Why a document could not be read or written.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// Not JSON, or JSON without the keys that belong there.
    #[error("{file}: this is not a whole {kind} of understory: {source}")]
    Malformed {
        /// Name of the file, as the caller gave it.
        file: String,
        /// What it should be.
        kind: &'static str,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
    /// JSON that something else wrote.
    #[error("{file}: this {kind} is not of understory: its `tool` is {}", found.as_ref().map_or("missing".to_owned(), |tool| format!("`{tool}`")))]
    NotOurs {
        /// Name of the file.
        file: String,
        /// What it should be.
        kind: &'static str,
        /// Who wrote it, if it says so.
        found: Option<String>,
    },
    /// One of ours that another command left.
    #[error(
        "{file}: this is the {kind} of `understory {found}`, but that of {} is needed here",
        either(wanted)
    )]
    OfAnotherCommand {
        /// Name of the file.
        file: String,
        /// What it should be.
        kind: &'static str,
        /// The command that wrote it.
        found: String,
        /// The commands that write what is needed.
        wanted: &'static [&'static str],
    },
    /// One that no longer is what was written.
    #[error("{file}: this {kind} was changed since it was written")]
    Changed {
        /// Name of the file.
        file: String,
        /// What it is.
        kind: &'static str,
    },
    /// A value that JSON cannot hold.
    #[error("a {kind} cannot be written: {source}")]
    Unwritable {
        /// What was to be written.
        kind: &'static str,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Reading failed.
    #[error("{file}: {source}")]
    Read {
        /// Name of the file.
        file: String,
        /// What the system reports.
        source: io::Error,
    },
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl From<DocumentError> for io::Error {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Write(error) => error,
            DocumentError::Read { ref source, .. } => Self::new(source.kind(), error),
            other => Self::new(io::ErrorKind::InvalidData, other),
        }
    }
}

/// A JSON document. The keys stand in the order of the fields, after `tool`.
pub trait Document: Serialize + DeserializeOwned {
    /// What it is, for messages.
    const KIND: &'static str;
    /// Whether it ends with a hash of itself, `blake3`, so that one that was edited is not read.
    const IS_SEALED: bool = false;

    /// Reads it. `name` is what errors call the file; keys that are not known are passed over.
    ///
    /// # Errors
    /// [`DocumentError`]: not JSON, not ours, of another command, edited though sealed, a key missing or of the wrong
    /// type, or `input` failed.
    fn read(name: &str, mut input: impl Read) -> Result<Self, DocumentError> {
        let (file, kind) = (name.to_owned(), Self::KIND);
        let mut bytes = Vec::new();
        if let Err(source) = input.read_to_end(&mut bytes) {
            return Err(DocumentError::Read { file, source });
        }
        let seal = match serde_json::from_slice::<Signed>(&bytes) {
            Err(source) => return Err(DocumentError::Malformed { file, kind, source }),
            Ok(Signed {
                tool: Some(tool),
                blake3,
            }) if tool == TOOL => blake3,
            Ok(Signed { tool, .. }) => {
                return Err(DocumentError::NotOurs {
                    file,
                    kind,
                    found: tool,
                });
            }
        };
        let document: Self = match serde_json::from_slice(&bytes) {
            Ok(document) => document,
            Err(source) => return Err(DocumentError::Malformed { file, kind, source }),
        };
        // Written anew rather than compared as text: white space and unknown keys do not break the seal.
        if Self::IS_SEALED && seal != Some(seal_of(&signed(&document, None)?)) {
            return Err(DocumentError::Changed { file, kind });
        }
        Ok(document)
    }

    /// Writes it, indented, with a line end at its end.
    ///
    /// # Errors
    /// [`DocumentError::Unwritable`] for a number that is not finite, [`DocumentError::Write`] if `out` fails.
    fn write(&self, mut out: impl Write) -> Result<(), DocumentError> {
        let mut text = signed(self, None)?;
        if Self::IS_SEALED {
            text = signed(self, Some(seal_of(&text)))?;
        }
        text.push(b'\n');
        Ok(out.write_all(&text)?)
    }
}

/// A document as text that says who wrote it, and with its seal where it has one.
fn signed<D: Document>(document: &D, seal: Option<String>) -> Result<Vec<u8>, DocumentError> {
    #[derive(Serialize)]
    struct Signing<'a, D> {
        tool: &'static str,
        #[serde(flatten)]
        document: &'a D,
        #[serde(skip_serializing_if = "Option::is_none")]
        blake3: Option<String>,
    }
    serde_json::to_vec_pretty(&Signing {
        tool: TOOL,
        document,
        blake3: seal,
    })
    .map_err(|source| DocumentError::Unwritable {
        kind: D::KIND,
        source,
    })
}

/// The hash that a sealed document ends with: of its text without it.
fn seal_of(text: &[u8]) -> String {
    blake3::hash(text).to_hex().to_string()
}

/// Whether a document is one of ours, of whatever kind and version.
///
/// # Errors
/// What `input` reports.
pub fn is_ours(mut input: impl Read) -> io::Result<bool> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice::<Signed>(&bytes)
        .is_ok_and(|signed| signed.tool.is_some_and(|tool| tool == TOOL)))
}

#[derive(Deserialize)]
struct Signed {
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    blake3: Option<String>,
}

fn either(commands: &[&str]) -> String {
    let named: Vec<String> = commands
        .iter()
        .map(|command| format!("`understory {command}`"))
        .collect();
    named.join(" or ")
}

/// Serialises a number and refuses what JSON would turn into `null`.
pub(crate) fn finite<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() {
        serializer.serialize_f64(*value)
    } else {
        Err(serde::ser::Error::custom(format!(
            "a number is {value}, but JSON holds finite numbers only"
        )))
    }
}

/// As [`finite`], for two numbers.
pub(crate) fn finite_pair<S: Serializer>(values: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    match values.iter().find(|value| !value.is_finite()) {
        None => values.serialize(serializer),
        Some(value) => finite(value, serializer),
    }
}

/// As [`finite`], for pairs of numbers.
pub(crate) fn finite_pairs<S: Serializer>(values: &[[f64; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    match values.iter().flatten().find(|value| !value.is_finite()) {
        None => values.serialize(serializer),
        Some(value) => finite(value, serializer),
    }
}

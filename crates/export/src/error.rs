//! What cannot be written.
//!
//! All but the last few are found before a byte is written.

/// Why no file was written, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A number that no file can hold, or that is out of its range.
    #[error("{what} is {value}, but must be {range}")]
    OutOfRange {
        /// Which number, of what.
        what: String,
        /// Its value.
        value: String,
        /// What it must be.
        range: &'static str,
    },
    /// Lists, names or parts that do not go together.
    #[error("{0}")]
    Unfit(String),
    /// More than 4 GiB, which is all that a binary glTF file can count.
    #[error(
        "the file takes {bytes} bytes or more, but a `.glb` file holds at most 4294967295; draw with less detail or \
         write several files"
    )]
    TooLarge {
        /// Bytes that it would take, or that a part of it does.
        bytes: u64,
    },
    /// Bytes that are not a tree, or not a scene, as this crate writes it.
    #[error("this is no `.glb` file of that kind that this program wrote")]
    NotOurs,
    /// A picture that could not be encoded.
    #[error("a picture could not be encoded")]
    Picture(#[from] png::EncodingError),
    /// Lists were to be packed by a program without the feature `meshopt`.
    #[cfg(not(feature = "meshopt"))]
    #[error("meshes are packed by the feature `meshopt`, and this program was built without it")]
    WithoutMeshopt,
    /// A list that could not be packed.
    #[cfg(feature = "meshopt")]
    #[error("a list of the mesh could not be packed")]
    Packing(#[from] meshoptimizer_rs::Error),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

impl ExportError {
    pub(crate) fn out_of_range(what: impl Into<String>, value: impl ToString, range: &'static str) -> Self {
        Self::OutOfRange {
            what: what.into(),
            value: value.to_string(),
            range,
        }
    }
}

/// What keeps a file from being written, as one of the errors of writing.
impl From<ExportError> for std::io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Write(error) => error,
            other => Self::other(other),
        }
    }
}

//! What is wrong at a byte of a table.

/// Something in a table that is to be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte where it stands.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty where nothing can be said.
    pub hint: String,
}

impl Fault {
    /// At a byte of the file.
    pub fn new(at: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self { at, message, hint }
    }
}

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

    /// Line and column in the text, in characters and both from 1, as an editor counts them.
    #[must_use]
    pub fn line_and_column(&self, text: &str) -> [usize; 2] {
        let before = &text[..text.floor_char_boundary(self.at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        [
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        ]
    }
}

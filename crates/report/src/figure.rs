//! A figure as its two files, and as words.

use crate::error::{Cause, ReportError};

/// One figure, in two formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// File name without its ending, such as `map-year-0150`.
    pub name: String,
    /// What its heading says, in one line.
    pub title: String,
    /// What is drawn of what, and what lines, bands and signs mean, as it would stand below the figure in a paper.
    pub caption: String,
    /// What is to be seen, with axes and values, for a reader who cannot see it.
    pub alt: String,
    /// The SVG file; shapes only, no text that would need a font. It carries `title` and `alt`.
    pub svg: String,
    /// The PNG file, 216 pixels to the inch, of at most 256 colours. It carries `title` and `alt`. Of a figure that moves it
    /// is an animation (APNG), whose still picture is that of the SVG.
    pub png: Vec<u8>,
}

impl Figure {
    /// Hands it to the caller.
    pub(crate) fn keep(self, each: &mut dyn FnMut(Self) -> Result<(), Cause>) -> Result<(), ReportError> {
        let figure = self.name.clone();
        each(self).map_err(|source| ReportError::Keep { figure, source })
    }
}

//! A figure as its two files.

/// One figure, in two formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// File name without its ending, such as `map-year-0150`.
    pub name: String,
    /// The SVG file; shapes only, no text that would need a font.
    pub svg: String,
    /// The PNG file, 216 pixels to the inch, of at most 256 colours.
    pub png: Vec<u8>,
}

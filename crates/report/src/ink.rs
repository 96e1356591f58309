//! A colour and how much of it covers what lies below.

/// A colour and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) rgb: [u8; 3],
    pub(crate) opacity: f64,
}

impl Ink {
    pub(crate) const fn solid(rgb: u32) -> Self {
        Ink {
            rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8],
            opacity: 1.0,
        }
    }

    pub(crate) const fn at_opacity(self, opacity: f64) -> Self {
        Ink { opacity, ..self }
    }
}

//! Rectangles that are laid out.

/// A rectangle, the northern and eastern edges not in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// South-western corner, m.
    pub low_m: [f64; 2],
    /// North-eastern corner, m.
    pub high_m: [f64; 2],
}

impl Window {
    /// Whether a place lies in it.
    #[must_use]
    #[inline]
    pub fn holds(&self, [x_m, y_m]: [f64; 2]) -> bool {
        // Without branches, as it is asked in loops where the answer is as good as random.
        (x_m >= self.low_m[0]) & (x_m < self.high_m[0]) & (y_m >= self.low_m[1]) & (y_m < self.high_m[1])
    }

    /// From where to where it reaches, for messages.
    pub(crate) fn in_words(&self) -> String {
        let Self { low_m, high_m } = self;
        format!("which reaches from {low_m:?} to {high_m:?}")
    }

    /// The window with so much more on each side.
    #[must_use]
    pub fn grown(&self, by_m: f64) -> Self {
        Self {
            low_m: self.low_m.map(|low_m| low_m - by_m),
            high_m: self.high_m.map(|high_m| high_m + by_m),
        }
    }

    /// What both have in common; a side may be negative where that is nothing.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        Self {
            low_m: std::array::from_fn(|axis| self.low_m[axis].max(other.low_m[axis])),
            high_m: std::array::from_fn(|axis| self.high_m[axis].min(other.high_m[axis])),
        }
    }

    /// Whether nothing lies in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        (0..2).any(|axis| self.low_m[axis] >= self.high_m[axis])
    }
}

//! The tables of one compared method together, as figures and pages show them.

use crate::rows::{EnvelopeRow, MethodsRow, PointRow};

/// One of the patterns that were compared, with its tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Its row of `methods.csv`.
    pub row: MethodsRow,
    /// Its points; of a method, those of its first pattern.
    pub points: Vec<PointRow>,
    /// Density of the distance to the nearest neighbour; empty where there were too few points.
    pub nnd: Vec<EnvelopeRow>,
    /// Pair correlation, likewise.
    pub pcf: Vec<EnvelopeRow>,
}

impl Compared {
    /// The diameters of its points, m, as far as they have some.
    pub fn sizes_m(&self) -> impl Iterator<Item = f64> + '_ {
        self.points.iter().filter_map(|point| point.size_m)
    }

    /// Whether none of its points has a diameter.
    #[must_use]
    pub fn is_unsized(&self) -> bool {
        self.sizes_m().next().is_none()
    }
}

//! How much of a world is laid out: late multipliers, quality, distance.

use crate::parameters::{Place, Ring};

/// How much of a world is laid out. Less only takes instances away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// Share of every rule's density that stands.
    pub density_scale: f64,
    /// Share of the small things that stand besides.
    pub small_share: f64,
    /// Footprint below which a thing is small, m.
    pub small_m: f64,
    /// Least footprint that is laid out, m.
    pub least_footprint_m: f64,
}

impl Detail {
    /// As authored.
    pub const FULL: Self = Self {
        density_scale: 1.0,
        small_share: 1.0,
        small_m: 0.0,
        least_footprint_m: 0.0,
    };

    /// What a ring around the camera shows.
    #[must_use]
    pub fn within(self, ring: &Ring) -> Self {
        Self {
            least_footprint_m: ring.footprint_m,
            ..self
        }
    }

    /// Share of the density of a rule with this footprint that stands.
    #[must_use]
    pub fn share(&self, footprint_m: f64) -> f64 {
        if footprint_m < self.least_footprint_m {
            0.0
        } else if footprint_m < self.small_m {
            self.density_scale * self.small_share
        } else {
            self.density_scale
        }
    }
}

impl From<&Place> for Detail {
    fn from(place: &Place) -> Self {
        Self {
            density_scale: place.density_scale,
            small_share: place.quality.share(),
            small_m: place.small_m,
            least_footprint_m: 0.0,
        }
    }
}

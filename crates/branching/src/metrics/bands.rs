//! The ranges in which measured trees lie.

use crate::metrics::Metrics;
use crate::seasons::Surroundings;

/// The range of a metric over measured trees.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// The key of the metric in `metrics.json`.
    pub name: &'static str,
    /// Lower and upper end for trees that grew in stands, in the metric's unit; both belong to it.
    in_stands: [f64; 2],
    /// The same for trees that grew in the open.
    in_the_open: [f64; 2],
    /// Whether it was measured on trees with stems, so that it says nothing of shrubs.
    pub is_of_stems: bool,
    value_of: fn(&Metrics) -> Option<f64>,
}

impl Band {
    /// The value that lies in the band or does not: of angles the median. None where a tree is too small for it.
    #[must_use]
    pub fn value(&self, metrics: &Metrics) -> Option<f64> {
        (self.value_of)(metrics)
    }

    /// Lower and upper end for trees that grew there, in the metric's unit; both belong to it.
    #[must_use]
    pub fn range(&self, site: Surroundings) -> [f64; 2] {
        match site {
            Surroundings::Open => self.in_the_open,
            Surroundings::Closed => self.in_stands,
        }
    }

    /// Whether a value lies in the band for trees that grew there.
    #[must_use]
    pub fn contains(&self, value: f64, site: Surroundings) -> bool {
        let [low, high] = self.range(site);
        (low..=high).contains(&value)
    }
}

const fn band(name: &'static str, range: [f64; 2], value_of: fn(&Metrics) -> Option<f64>) -> Band {
    Band {
        name,
        in_stands: range,
        in_the_open: range,
        is_of_stems: false,
        value_of,
    }
}

/// What a tree is held to.
///
/// # Source
/// A walnut and an apple tree that were digitised (sample trees of OpenAlea), and for the shape of crowns, the
/// 5 % and 95 % quantiles of the BAAD data base, for wood below over wood above the ground those of its root and
/// shoot masses; as compiled for this project.
pub const BANDS: &[Band] = &[
    band("bifurcation_ratio", [3.0, 5.0], |metrics| {
        metrics.bifurcation_ratio
    }),
    band("stream_length_ratio", [1.0, 4.0], |metrics| {
        metrics.stream_length_ratio
    }),
    band("tokunaga_t1", [0.0, 1.5], |metrics| metrics.tokunaga_t1),
    band("valence_max", [2.0, 3.0], |metrics| {
        Some(metrics.valence_max as f64)
    }),
    band("lateral_angle_deg", [30.0, 70.0], |metrics| {
        Some(metrics.lateral_angle_deg?.median)
    }),
    band("sibling_angle_deg", [40.0, 80.0], |metrics| {
        Some(metrics.sibling_angle_deg?.median)
    }),
    band("main_axis_bend_deg", [5.0, 50.0], |metrics| {
        Some(metrics.main_axis_bend_deg?.median)
    }),
    // The forks of the walnut have quartiles of 1.8 and 3.2 about a median of 2.4.
    band("da_vinci_exponent", [1.8, 2.5], |metrics| {
        metrics.da_vinci_exponent
    }),
    // The two trees lie at 0.47 and 0.65, with crowns down to the ground; a crown that begins half-way up a stem cannot lie
    // much below 0.75, and one that is flat as well lies near 1.
    band("path_fraction", [0.4, 0.95], |metrics| metrics.path_fraction),
    Band {
        is_of_stems: true,
        // In the open they keep their branches: that range is ours.
        in_the_open: [0.5, 1.0],
        ..band("crown_ratio", [0.14, 0.83], |metrics| metrics.crown_ratio)
    },
    Band {
        // Ours, and wide: no measured ratio of both was found. Stems of solitary oaks and birches are 1/24 to 1/27 as wide as
        // their crowns (Coombes, Martin & Slater 2019, *Defining the allometry of stem and crown diameter of urban trees*).
        in_the_open: [0.4, 1.5],
        ..band("crown_width_per_height", [0.12, 0.76], |metrics| {
            metrics.crown_width_per_height
        })
    },
    band("root_shoot_ratio", [0.12, 0.4], |metrics| {
        metrics.root_shoot_ratio
    }),
];

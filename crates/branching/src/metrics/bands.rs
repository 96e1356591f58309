//! The ranges in which measured trees lie.

use crate::metrics::Metrics;

/// The range of a metric over measured trees.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// The key of the metric in `metrics.json`.
    pub name: &'static str,
    /// Lower and upper end, in the metric's unit; both belong to it.
    pub range: [f64; 2],
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

    /// Whether a value lies in the band.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.range[0]..=self.range[1]).contains(&value)
    }
}

const fn band(name: &'static str, range: [f64; 2], value_of: fn(&Metrics) -> Option<f64>) -> Band {
    Band {
        name,
        range,
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
        // In stands up to 0.83; in the open trees bear branches down to the ground.
        ..band("crown_ratio", [0.14, 1.0], |metrics| metrics.crown_ratio)
    },
    // Trees of stands up to 0.76; those that grow in the open, as wide as they are high and wider.
    band("crown_width_per_height", [0.12, 1.5], |metrics| {
        metrics.crown_width_per_height
    }),
    band("root_shoot_ratio", [0.12, 0.4], |metrics| {
        metrics.root_shoot_ratio
    }),
];

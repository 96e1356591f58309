//! How wet the ground of a run is, place by place, for roots that lean to water.

use std::sync::Arc;

use understory_scenario::ForestScenario;
use understory_terrain::{Raster, Routing, wetness_index};

/// What share of the ground lies beyond the driest and the wettest, at either end: a few cells of a stream or a ridge are no
/// measure for the rest. Ours.
const BEYOND: f64 = 0.05;
/// Water leaves over the border of the map alone.
const BELOW_ALL_SEAS_M: f64 = -1e4;

/// How wet the ground is between the driest and the wettest of a run.
pub(crate) struct Wetness {
    index: Arc<Raster<f32>>,
    driest: f64,
    wettest: f64,
}

impl Wetness {
    /// By the topographic wetness index of the run's ground; none where it is level.
    pub(crate) fn of(scenario: &ForestScenario) -> Option<Self> {
        let index = match (&scenario.ground, &scenario.terrain) {
            (Some(ground), _) => Arc::clone(&ground.wetness),
            (None, Some(terrain)) => {
                let index = wetness_index(terrain.heights.raster(), Routing::DInfinity, BELOW_ALL_SEAS_M);
                Arc::new(index.expect("ground that was read drains"))
            }
            (None, None) => return None,
        };
        let mut values = index.values().to_vec();
        values.sort_by(f32::total_cmp);
        let at = |share: f64| f64::from(values[(share * (values.len() - 1) as f64).round() as usize]);
        let (driest, wettest) = (at(BEYOND), at(1.0 - BEYOND));
        (driest < wettest).then_some(Self {
            index,
            driest,
            wettest,
        })
    }

    /// From 0 for the driest to 1 for the wettest.
    pub(crate) fn share(&self, place_m: [f64; 2]) -> f64 {
        ((self.index.bilinear(place_m) - self.driest) / (self.wettest - self.driest)).clamp(0.0, 1.0)
    }
}

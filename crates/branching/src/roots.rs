//! Roots: not a mirrored crown. A taproot follows gravity first; then laterals colonize the soil where there is
//! water.

use serde::{Deserialize, Serialize};
use understory_numerics::{Key, math};

use crate::cloud::{Arrangement, AttractionPoint, CloudError, Envelope, attraction_points, thinned, weigh};
use crate::colonization::{Colonization, Distance, LeftOver, Site, Solid, Trunk, colonize};
use crate::skeleton::{Part, Skeleton};
use crate::tree::error::TreeError;
use crate::tree::phase::Phase;

/// What makes the form of a root system.
///
/// The taproot follows gravity first; then laterals colonize the soil where there is water, keeping to their
/// depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootForm {
    /// Length of the taproot, m; 0 or more, at most the depth.
    pub taproot_m: f64,
    /// Depth of the soil that roots may take, m; above 0.
    pub depth_m: f64,
    /// Half its width, m; above 0.
    pub spread_m: f64,
    /// Depth over which water falls to 1/e, m; above 0.
    pub water_e_fold_m: f64,
    /// Attraction points before the dry ones are taken out; 1 or more.
    pub points: u32,
    /// How roots colonize the soil; the trunk is set by the taproot.
    pub growth: ColonizationBelow,
}

/// The part of [`Colonization`] that roots have their own values of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColonizationBelow {
    /// Length of a segment, m.
    pub step_m: f64,
    /// Kill distance, in segments.
    pub kill_steps: f64,
    /// Influence distance, in segments.
    pub influence_steps: f64,
    /// Share of the vertical part of a heading that is taken away, 0 to 1.
    pub plagiotropism: f64,
}

impl RootForm {
    /// Grows a root system at the origin.
    pub(crate) fn grow(
        &self,
        key: Key,
        solids: &[Solid],
        over: &mut dyn FnMut(Phase),
    ) -> Result<(Skeleton, LeftOver), TreeError> {
        let points = self.points(key).map_err(TreeError::Soil)?;
        over(Phase::Attraction);
        let ColonizationBelow {
            step_m,
            kill_steps,
            influence_steps,
            plagiotropism,
        } = self.growth;
        let growth = Colonization {
            step_m,
            kill_distance: Distance::Steps(kill_steps),
            influence_distance: Distance::Steps(influence_steps),
            plagiotropism,
            trunk: Trunk {
                direction: [0.0, 0.0, -1.0],
                least_m: self.taproot_m,
                most_m: self.depth_m,
            },
            ..Colonization::default()
        };
        let site = Site {
            bases_m: &[[0.0; 3]],
            points: &points,
            solids,
            part: Part::Root,
            key,
        };
        let mut grown = colonize(&site, &growth).map_err(TreeError::Roots)?;
        over(Phase::Growth);
        Ok((grown.skeletons.swap_remove(0), grown.left_over))
    }

    /// Attraction points in a half ellipsoid of soil, fewer and weaker where it is dry.
    fn points(&self, key: Key) -> Result<Vec<AttractionPoint>, CloudError> {
        const RINGS: u32 = 16;
        let ring = |number: u32| {
            let up = f64::from(number) / f64::from(RINGS);
            [
                -self.depth_m * (1.0 - up),
                self.spread_m * (1.0 - (1.0 - up) * (1.0 - up)).sqrt(),
            ]
        };
        let soil = Envelope::Revolved {
            base_m: [0.0; 3],
            profile_m: (0..=RINGS).map(ring).collect(),
        };
        let water = |place_m: [f64; 3]| math::exp(place_m[2].min(0.0) / self.water_e_fold_m);
        let everywhere = attraction_points(&soil, self.points, &Arrangement::Uniform, key)?;
        let mut points = thinned(&everywhere, water, key)?;
        weigh(&mut points, water)?;
        Ok(points)
    }
}

//! Roots: not a mirrored crown. A taproot follows gravity first; then laterals colonize the soil where there is
//! water.

use serde::{Deserialize, Serialize};
use understory_keys::{OutOfRange, parameters, real, table};
use understory_numerics::{RandomKey, math};

use crate::cloud::{Arrangement, AttractionPoint, CloudError, Envelope, attraction_points, thinned, weigh};
use crate::colonization::rounds::colonize_varied;
use crate::colonization::{Colonization, Distance, LeftOver, Obstacle, Site, Trunk};
use crate::ranges::{LENGTH, SHARE, SIZE, points};
use crate::skeleton::{Part, Skeleton};
use crate::tree::error::TreeError;
use crate::tree::phase::Phase;

parameters! {
    /// What makes the form of a root system.
    ///
    /// The taproot follows gravity first; then laterals colonize the soil where there is water, keeping to their
    /// depth.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct RootForm where RootForm::related {
        /// Length of the taproot, at most `depth_m`.
        pub taproot_m: f64 = real(SIZE, "m", "1.2"),
        /// Depth of the soil that roots may take.
        pub depth_m: f64 = real(LENGTH, "m", "2.5"),
        /// Half the width of that soil.
        pub spread_m: f64 = real(LENGTH, "m", "6.0"),
        /// Depth over which water falls to 1/e.
        pub water_e_fold_m: f64 = real(LENGTH, "m", "1.2"),
        /// Attraction points in the soil before the dry ones are taken out.
        pub points: u32 = points("4000"),
        /// How roots colonize the soil.
        pub growth: ColonizationBelow =
            table(ColonizationBelow::KEYS, "{ step_m = 0.2, … }").related(ColonizationBelow::RELATED),
    }
}

parameters! {
    /// The part of [`Colonization`] that roots have their own values of.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct ColonizationBelow where ColonizationBelow::related {
        /// Length of a segment.
        pub step_m: f64 = real(LENGTH, "m", "0.2"),
        /// Kill distance, in segments.
        pub kill_steps: f64 = real(LENGTH, "", "2.0"),
        /// Influence distance, in segments.
        pub influence_steps: f64 = real(LENGTH, "", "8.0"),
        /// Share of the vertical part of a heading that is taken away.
        pub plagiotropism: f64 = real(SHARE, "", "0.6"),
    }
}

impl ColonizationBelow {
    fn related(&self) -> Vec<OutOfRange> {
        let (kill, influence) = (self.kill_steps, self.influence_steps);
        let mut found = Vec::new();
        if kill < 0.5 {
            let problem = format!("is {kill}, but below 0.5 a step passes over points that never go");
            found.push(OutOfRange::beside(
                "kill_steps",
                problem,
                "give 0.5 or more, e.g. `kill_steps = 2.0`",
            ));
        }
        if influence <= kill {
            let problem = format!(
                "is {influence}, but must lie beyond `kill_steps`, {kill}, or no point would ever pull"
            );
            found.push(OutOfRange::beside(
                "influence_steps",
                problem,
                "raise it, or lower `kill_steps`",
            ));
        }
        found
    }
}

impl RootForm {
    fn related(&self) -> Vec<OutOfRange> {
        let Self {
            taproot_m, depth_m, ..
        } = *self;
        if taproot_m <= depth_m {
            return Vec::new();
        }
        let problem = format!("is {taproot_m}, but the soil is `depth_m` = {depth_m} m deep");
        vec![OutOfRange::beside(
            "taproot_m",
            problem,
            "make the taproot shorter or the soil deeper",
        )]
    }

    /// Grows a root system at the origin.
    pub(crate) fn grow(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
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
                shortest_m: self.taproot_m,
                longest_m: self.depth_m,
            },
            ..Colonization::default()
        };
        let site = Site {
            bases_m: &[[0.0; 3]],
            points: &points,
            obstacles,
            part: Part::Root,
            key,
        };
        let mut grown = colonize_varied(None, &site, &growth).map_err(TreeError::Roots)?;
        over(Phase::Growth);
        Ok((grown.skeletons.swap_remove(0), grown.left_over))
    }

    /// Attraction points in a half ellipsoid of soil, fewer and weaker where it is dry.
    fn points(&self, key: RandomKey) -> Result<Vec<AttractionPoint>, CloudError> {
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

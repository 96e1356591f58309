//! Roots: not a mirrored crown. A tap, heart or plate of main roots comes first; then laterals colonize the soil where there
//! is water, round stones.
//!
//! One tree has [`RootForm`]; the trees of a [stand](crate::stand) share the same main roots, stones and thickness.

mod stones;
mod system;
mod thickness;
mod wet_side;

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Whole, Word};
use understory_keys::{OutOfRange, choice, parameters, real, table};
use understory_numerics::{RandomKey, math};

use crate::cloud::{Arrangement, AttractionPoint, CloudError, Envelope, attraction_points, thinned, weigh};
use crate::colonization::around::Around;
use crate::colonization::parameters::pulls_none;
use crate::colonization::{Colonization, ColonizeError, Distance, LeftOver, Obstacle, Site, colonize_on};
use crate::ranges::{LENGTH, SHARE, SIZE, points};
use crate::skeleton::{Part, Skeleton};
use crate::tree::error::TreeError;
use crate::tree::phase::Phase;

pub(crate) use stones::STONES;
pub use stones::{MOST_STONES, Stones};
pub use system::RootSystem;
pub(crate) use system::{MAIN_ROOTS, MainRoots, Soil};
pub(crate) use thickness::{PIPE_EXPONENT, thicken_roots};
pub use wet_side::WetSide;

use wet_side::WET_SIDE;

parameters! {
    /// What makes the form of a root system.
    ///
    /// Taproot and main roots come first; then laterals colonize the soil where there is water, keeping to their depth.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct RootForm where RootForm::related {
        /// What it looks like as a whole.
        #[serde(default = "heart")]
        pub form: RootSystem = choice(RootSystem::WORDS, "", "\"heart\"").default(Word("heart")),
        /// Length of what goes straight down below the stem, at most `depth_m`: much of a tap, little of a heart or plate.
        pub taproot_m: f64 = real(SIZE, "m", "1.2"),
        /// How many main roots leave it.
        #[serde(default = "usual_main_roots")]
        pub main_roots: u32 = MAIN_ROOTS.default(Whole(7)),
        /// Depth of the soil that roots may take; below it is rock.
        pub depth_m: f64 = real(LENGTH, "m", "2.5"),
        /// Half the width of that soil.
        pub spread_m: f64 = real(LENGTH, "m", "6.0"),
        /// Depth over which water falls to 1/e.
        pub water_e_fold_m: f64 = real(LENGTH, "m", "1.2"),
        /// A side where the soil is wetter; left out: alike on all sides.
        #[serde(default)]
        pub wet_side: Option<WetSide> = WET_SIDE,
        /// Stones that are drawn; others are among `obstacles`. Left out: none.
        #[serde(default)]
        pub stones: Option<Stones> = STONES,
        /// Attraction points in the soil before the dry ones are taken out.
        pub points: u32 = points("4000"),
        /// Exponent n of r^n = Σ r_i^n over the roots that leave a node; those at the collar add up to the stem.
        #[serde(default = "usual_exponent")]
        pub pipe_exponent: f64 = PIPE_EXPONENT,
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
    fn colonization(&self) -> Colonization {
        let Self {
            step_m,
            kill_steps,
            influence_steps,
            plagiotropism,
        } = *self;
        Colonization {
            step_m,
            kill_distance: Distance::Steps(kill_steps),
            influence_distance: Distance::Steps(influence_steps),
            plagiotropism,
            ..Colonization::default()
        }
    }

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
        found.extend(pulls_none(
            ("influence_steps", influence),
            ("kill_steps", kill),
            "raise it, or lower `kill_steps`",
        ));
        found
    }
}

impl RootForm {
    fn related(&self) -> Vec<OutOfRange> {
        let Self {
            taproot_m,
            depth_m,
            spread_m,
            ..
        } = *self;
        let mut found = Vec::new();
        if taproot_m > depth_m {
            let problem = format!("is {taproot_m}, but the soil is `depth_m` = {depth_m} m deep");
            found.push(OutOfRange::beside(
                "taproot_m",
                problem,
                "make the taproot shorter or the soil deeper",
            ));
        }
        if let Some(stones) = self.stones {
            let count = stones.expected([2.0 * spread_m; 2], depth_m);
            if count > MOST_STONES {
                let problem =
                    format!("has about {count:.0} stones in the soil of this tree, of {MOST_STONES} at most");
                let hint = "lower `per_m3`, or give less soil";
                found.push(OutOfRange::beside("stones", problem, hint));
            }
        }
        found
    }

    /// Grows a root system at the origin.
    pub(crate) fn grow(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<RootsGrown, TreeError> {
        let collar_m = [0.0; 3];
        if let Some(obstacle) = obstacles
            .iter()
            .position(|obstacle| obstacle.distance_m(collar_m) < 0.0)
        {
            return Err(over_collar(obstacle));
        }
        let stones = self.stones(key);
        let in_the_way = [obstacles, &stones].concat();
        let points = self.points(key, &in_the_way).map_err(TreeError::Soil)?;
        over(Phase::Attraction);
        let main = MainRoots {
            system: self.form,
            count: self.main_roots,
            taproot_m: self.taproot_m,
            spread_m: self.spread_m,
            step_m: self.growth.step_m,
        };
        let soil = Soil {
            ground: &|_| 0.0,
            water: &|place_m| self.water_beside(place_m),
            depth_m: self.depth_m,
        };
        let begun = main.grow(collar_m, &soil, &in_the_way, key);
        if begun.nodes.len() == 1 && (self.taproot_m > 0.0 || self.main_roots > 0) {
            let nearer = |&a: &usize, &b: &usize| {
                let [a, b] = [a, b].map(|number| in_the_way[number].distance_m(collar_m));
                a.total_cmp(&b)
            };
            return Err(over_collar((0..in_the_way.len()).min_by(nearer).unwrap_or(0)));
        }
        let site = Site {
            bases_m: &[],
            points: &points,
            obstacles: &in_the_way,
            part: Part::Root,
            key,
        };
        let mut grown =
            colonize_on(&[begun], 0, &site, &self.growth.colonization()).map_err(TreeError::Roots)?;
        over(Phase::Growth);
        Ok(RootsGrown {
            skeleton: grown.skeletons.swap_remove(0),
            left_over: grown.left_over,
            stones,
        })
    }

    /// The stones that are drawn around a tree at the origin.
    fn stones(&self, key: RandomKey) -> Vec<Obstacle> {
        let reach_m = [self.spread_m; 2];
        let around = [reach_m.map(|reach_m| -reach_m), reach_m];
        self.stones.map_or_else(Vec::new, |stones| {
            stones.drawn(around, self.depth_m, &|_| 0.0, &[[0.0; 3]], key)
        })
    }

    /// Water beside the tree, as a share of the wettest.
    fn water_beside(&self, place_m: [f64; 2]) -> f64 {
        self.wet_side
            .map_or(1.0, |side| side.share(place_m, self.spread_m))
    }

    /// Attraction points in a half ellipsoid of soil, fewer and weaker where it is dry, none in an obstacle.
    fn points(&self, key: RandomKey, obstacles: &[Obstacle]) -> Result<Vec<AttractionPoint>, CloudError> {
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
        let water = |[x_m, y_m, z_m]: [f64; 3]| {
            math::exp(z_m.min(0.0) / self.water_e_fold_m) * self.water_beside([x_m, y_m])
        };
        let everywhere = attraction_points(&soil, self.points, &Arrangement::Uniform, key)?;
        let mut points = thinned(&everywhere, water, key)?;
        let around = Around::of(obstacles, 0.0);
        points.retain(|point| {
            let mut near = around.near(point.place_m).iter();
            near.all(|obstacle| obstacle.distance_m(point.place_m) > 0.0)
        });
        weigh(&mut points, water)?;
        Ok(points)
    }
}

/// Roots of a tree that grew, without radii.
pub(crate) struct RootsGrown {
    pub(crate) skeleton: Skeleton,
    pub(crate) left_over: LeftOver,
    /// The stones that were drawn.
    pub(crate) stones: Vec<Obstacle>,
}

fn over_collar(obstacle: usize) -> TreeError {
    TreeError::Roots(ColonizeError::ObstacleOverBase {
        obstacle,
        place_m: [0.0; 3],
    })
}

fn heart() -> RootSystem {
    RootSystem::Heart
}

fn usual_main_roots() -> u32 {
    7
}

fn usual_exponent() -> f64 {
    1.7
}

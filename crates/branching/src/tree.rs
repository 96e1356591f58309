//! A whole tree from one set of parameters: crown and roots by colonization, then the finish.

pub(crate) mod error;
pub(crate) mod phase;

use rstar::RTree;
use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Flag, Real, Table, Whole};
use understory_keys::{Checked, Interval, Key, OutOfRange, ValueKind, key, parameters, real, table, whole};
use understory_numerics::{Purpose, RandomKey};

use crate::cloud::envelope::envelope;
use crate::cloud::light::SELF_SHADE;
use crate::cloud::place::arrangement;
use crate::cloud::{Arrangement, AttractionPoint, CloudError, Envelope, Shade, Warp, attraction_points, lit};
use crate::colonization::parameters::distance;
use crate::colonization::rounds::colonize_varied;
use crate::colonization::{Colonization, Colonized, Distance, Nest, Obstacle, Site, Stop};
use crate::mesh::Leaf;
use crate::metrics::Metrics;
use crate::ranges::{
    CROOKEDNESS, FACTOR, FORK_DEG, LENGTH, MANY, SHARE, SIZE, STRAIGHTNESS, points, tropism,
};
use crate::roots::{RootForm, thicken_roots};
use crate::skeleton::{Links, Part, PipeModel, Skeleton};

pub use self::error::{NoShoot, TreeError};
pub use self::phase::Phase;

parameters! {
    /// What makes the form of a tree, whose base is the origin.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct TreeForm {
        /// The space that the crown may take, seen from the base of the tree.
        pub crown: Envelope = envelope("{ shape = \"sphere\", centre_m = [0.0, 0.0, 6.0], radius_m = 3.0 }"),
        /// Attraction points in the crown.
        pub crown_points: u32 = points("7000"),
        /// How they lie among each other; left out: uniform.
        #[serde(default = "uniform")]
        pub arrangement: Arrangement = arrangement("{ pattern = \"clusters\", points_each = 40, radius_m = 0.5 }"),
        /// How much stronger than at the bottom of the crown a point pulls at its top, as a share.
        #[serde(default)]
        pub light: f64 = real(FACTOR, "", "0.5").default(Real(0.0)),
        /// Light lost to a metre of the crown itself, as a logarithm: the more, the more growth keeps to its surface.
        #[serde(default)]
        pub self_shade_per_m: f64 = SELF_SHADE,
        /// Where else light is taken: fewer points stay there, and they pull less.
        #[serde(default)]
        pub shade: Vec<Shade> = key(ValueKind::Tables(Shade::KEYS, &[]), "", "").optional(),
        /// How the points are moved before anything grows, one after the other.
        #[serde(default)]
        pub warps: Vec<Warp> = key(ValueKind::OneOfList(Warp::KEYS), "", "").optional(),
        /// Coarser growth before the shoot's own, one after the other: limbs, boughs.
        #[serde(default)]
        pub scaffold: Vec<Pass> = key(ValueKind::Tables(Pass::KEYS, &[]), "", "").optional(),
        /// Points further than this from what the passes before have grown are left out: the crown parts into clumps; left
        /// out: none are.
        #[serde(default)]
        pub near_wood_m: Option<f64> = NEAR_WOOD,
        /// Points further than this from every obstacle, and those inside one, are left out, in every pass: growth keeps to walls and
        /// rubble; left out: none are.
        #[serde(default)]
        pub near_obstacles_m: Option<f64> = real(LENGTH, "m", "0.3").optional(),
        /// How the shoot colonizes the crown.
        pub shoot: Colonization = table(Colonization::KEYS, "{ step_m = 0.15 }").default(Table),
        /// Which dead ends are joined to what is near them, as streets are; left out: none.
        #[serde(default)]
        pub links: Option<Links> = table(Links::KEYS, "{ reach_m = 60.0 }").optional(),
        /// What lies below; nothing without it.
        #[serde(default)]
        pub roots: Option<RootForm> =
            table(RootForm::KEYS, "{ taproot_m = 1.2, … }").optional().related(RootForm::RELATED),
        /// What is done when all has grown.
        #[serde(default)]
        pub finish: Finish = table(Finish::KEYS, "{ smoothings = 4 }").default(Table),
        /// Its leaves; bare without it.
        #[serde(default)]
        pub leaf: Option<Leaf> = table(Leaf::KEYS, "{ length_m = 0.3, … }").optional(),
    }
}

/// How far from the wood before it a pass finds points.
const NEAR_WOOD: Key = real(LENGTH, "m", "1.0").optional();

parameters! {
    /// One pass of coarser growth: limbs with few points and long segments, boughs with more of them. What is not
    /// said here is as the shoot has it.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Pass {
        /// Attraction points of this pass.
        pub points: u32 = points("60"),
        /// How they lie among each other; left out: uniform.
        #[serde(default = "uniform")]
        pub arrangement: Arrangement = arrangement("{ pattern = \"tiers\", apart_m = 0.8, thickness_m = 0.3 }"),
        /// Points further than this from what the passes before have grown are left out: the crown parts into clumps; left
        /// out: none are.
        #[serde(default)]
        pub near_wood_m: Option<f64> = NEAR_WOOD,
        /// Length of a segment.
        pub step_m: f64 = real(LENGTH, "m", "0.4"),
        /// An attraction point nearer than this is reached and goes.
        pub kill_distance: Distance = distance("{ steps = 2.0 }"),
        /// An attraction point further than this from every node pulls none.
        pub influence_distance: Distance = distance("{ steps = 12.0 }"),
        /// Added to the mean direction, itself of length 1; [0, 0, −0.3] lets branches hang.
        #[serde(default)]
        pub tropism: [f64; 3] = tropism("[0.0, 0.0, -0.15]"),
        /// How much of its own heading a growth point keeps beside the mean direction: branches then leave at sharper
        /// angles and bend in arcs.
        #[serde(default)]
        pub straightness: f64 = STRAIGHTNESS,
        /// How far a heading strays at each segment, beside the mean direction.
        #[serde(default)]
        pub crookedness: f64 = CROOKEDNESS,
        /// A growth point whose attraction points lie in two bundles further apart than this heads for both; 180 never to
        /// fork.
        #[serde(default = "never_deg")]
        pub fork_deg: f64 = FORK_DEG,
    }
}

/// At the greatest, 100 times that of fresh wood, limbs hang straight down.
const SAG_PER_M: Interval = Interval::from(0.0, 1e-4);

parameters! {
    /// What is done to a skeleton when all has grown, in the order of the fields.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Finish: Default {
        /// Whether nodes move half-way to their parents, so that branches leave at about 45° and not at 90°.
        pub relocate: bool = key(ValueKind::Flag, "", "true").default(Flag(true)),
        /// Share of the way to the middle of its neighbours that a node moves in each smoothing.
        pub smoothing: f64 = real(SHARE, "", "0.5").default(Real(0.5)),
        /// How often branches are smoothed.
        pub smoothings: u32 = whole(0, 100, "", "4").default(Whole(0)),
        /// Probability that a small branch has broken off at a node.
        pub breakage: f64 = real(SHARE, "", "0.02").default(Real(0.0)),
        /// The most tips on a branch that may break.
        pub breakage_most_tips: u32 = whole(0, MANY, "", "8").default(Whole(8)),
        /// Nodes nearer than this to the line of their branch go.
        pub decimation_m: f64 = real(SIZE, "m", "0.02").default(Real(0.0)),
        /// How thick the wood is.
        pub pipes: PipeModel =
            table(PipeModel::KEYS, "{ exponent = 2.3, tip_radius_m = 0.008 }").default(Table),
        /// How far branches bend under their wood: the weight of a m³ of it over its modulus of elasticity; about 1e-6 for
        /// fresh wood, more for what has sunk over the years.
        pub sag_per_m: f64 = real(SAG_PER_M, "per m", "1e-6").default(Real(0.0)),
    }
}

/// A finished tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Shoot and root, relocated, at most three branches a fork and part, with radii and orders.
    pub skeleton: Skeleton,
    /// Its form in numbers.
    pub metrics: Metrics,
    /// Why growth of the shoot ended.
    pub stop: Stop,
    /// Years that it has lived; none of a tree whose crown was drawn.
    pub age_yr: Option<u32>,
    /// Nests that were built in it.
    pub nests: Vec<Nest>,
    /// Stones that were drawn in the soil.
    pub stones: Vec<Obstacle>,
    /// Nodes of the skeleton that links join: from a dead end, to what is near it.
    pub links: Vec<[u32; 2]>,
}

impl TreeForm {
    /// A crown that is colonized in one pass, without roots or leaves, finished as by default.
    #[must_use]
    pub fn of(crown: Envelope, crown_points: u32, shoot: Colonization) -> Self {
        Self {
            crown,
            crown_points,
            arrangement: uniform(),
            light: 0.0,
            self_shade_per_m: 0.0,
            shade: Vec::new(),
            warps: Vec::new(),
            scaffold: Vec::new(),
            near_wood_m: None,
            near_obstacles_m: None,
            shoot,
            roots: None,
            finish: Finish::default(),
            links: None,
            leaf: None,
        }
    }

    /// Grows and finishes a tree at the origin, the crown's and roots' places all from `key`.
    ///
    /// # Errors
    /// [`TreeError`] says which part could not grow, and why.
    pub fn grow(&self, key: RandomKey, obstacles: &[Obstacle]) -> Result<Tree, TreeError> {
        self.grow_watched(key, obstacles, &mut |_| {})
    }

    /// As [`Self::grow`]; `over` is told of each phase when it is over.
    ///
    /// # Errors
    /// [`TreeError`].
    pub fn grow_watched(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, TreeError> {
        self.out_of_range().into_iter().next().map_or(Ok(()), Err)?;
        let grown = self.grow_varied(key, obstacles, over);
        grown.map_err(|mut faults| faults.swap_remove(0))
    }

    /// As [`Self::grow_watched`], of a form that was in its ranges before it varied; or all that keeps it from growing, one
    /// fault at least: of shoot and roots the first each, as nothing grows behind it.
    pub(crate) fn grow_varied(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, Vec<TreeError>> {
        let grow_roots = |form: &RootForm, over: &mut dyn FnMut(Phase)| {
            form.grow(key.child(0, Purpose::Attraction, ROOTS), obstacles, over)
        };
        let shoot = self.grow_shoot(key, obstacles, over).and_then(|mut shoot| {
            let raw = shoot.skeletons.swap_remove(0);
            let skeleton = self.finish.shape_shoot(raw, obstacles, key)?;
            Ok((shoot, skeleton))
        });
        let (shoot, mut skeleton) = shoot.map_err(|error| {
            let roots = self.roots.as_ref();
            let below = roots.and_then(|form| grow_roots(form, &mut |_| {}).err());
            [error].into_iter().chain(below).collect::<Vec<_>>()
        })?;
        over(Phase::Finish);
        let (mut left_over, mut stones) = (shoot.left_over, Vec::new());
        if let Some(form) = &self.roots {
            let below = grow_roots(form, over).map_err(|error| vec![error])?;
            let key = key.child(0, Purpose::Damage, ROOTS);
            stones = below.stones;
            let around = [obstacles, &stones].concat();
            skeleton = skeleton.joined(&self.finish.shape(below.skeleton, &around, key));
            left_over.stalled += below.left_over.stalled;
            left_over.out_of_reach += below.left_over.out_of_reach;
        }
        let thickened = self.finish.thickened(skeleton, obstacles);
        let mut skeleton = thickened.map_err(|error| vec![error.into()])?;
        if let Some(form) = &self.roots {
            thicken_roots(&mut skeleton, form.pipe_exponent);
        }
        let metrics = Metrics::of(&skeleton, left_over);
        let links = self.links.map(|links| skeleton.links(&links, obstacles));
        let links = links.unwrap_or_default();
        over(Phase::Finish);
        Ok(Tree {
            skeleton,
            metrics,
            stop: shoot.stop,
            age_yr: None,
            nests: shoot.nests,
            stones,
            links,
        })
    }

    /// All that keeps [`Self::grow`] from growing a tree, each part for itself; none where it grows. Of shoot and roots
    /// the first fault each is known, as nothing grows behind it.
    #[must_use]
    pub fn faults(&self, key: RandomKey, obstacles: &[Obstacle]) -> Vec<TreeError> {
        let out_of_range = self.out_of_range();
        if !out_of_range.is_empty() {
            return out_of_range.into_iter().map(TreeError::from).collect();
        }
        let grown = self.grow_varied(key, obstacles, &mut |_| {});
        grown.err().unwrap_or_default()
    }

    /// The shoot after its last pass, with what all of them left over.
    fn grow_shoot(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Colonized, TreeError> {
        let mut grown: Option<Colonized> = None;
        let passes = (0..).zip(&self.scaffold).map(|(number, pass)| {
            let key = key.child(0, Purpose::Attraction, ROOTS - 1 - number);
            let cloud = (pass.points, pass.arrangement, key);
            (cloud, pass.near_wood_m, pass.growth(&self.shoot))
        });
        let own = (
            (self.crown_points, self.arrangement, key),
            self.near_wood_m,
            self.shoot.clone(),
        );
        for ((count, arrangement, points_key), near_wood_m, growth) in passes.chain([own]) {
            let before = grown.as_ref().map(|grown| &grown.skeletons[0]);
            let reach = near_wood_m.zip(before);
            let points = self
                .points(count, &arrangement, points_key, reach, obstacles)
                .map_err(TreeError::Crown)?;
            over(Phase::Attraction);
            if points.is_empty() {
                continue;
            }
            let site = Site {
                bases_m: &[[0.0; 3]],
                points: &points,
                obstacles,
                part: Part::Shoot,
                key,
            };
            let mut next = colonize_varied(grown.as_ref(), &site, &growth).map_err(TreeError::Shoot)?;
            over(Phase::Growth);
            if let Some(before) = &grown {
                next.left_over.stalled += before.left_over.stalled;
                next.left_over.out_of_reach += before.left_over.out_of_reach;
            }
            grown = Some(next);
        }
        Ok(grown.expect("the first pass has all of its points"))
    }

    /// Attraction points where there is light, moved by the warps, perhaps only those within reach of what grew
    /// before.
    fn points(
        &self,
        count: u32,
        arrangement: &Arrangement,
        key: RandomKey,
        reach: Option<(f64, &Skeleton)>,
        obstacles: &[Obstacle],
    ) -> Result<Vec<AttractionPoint>, CloudError> {
        let warped = |place_m: [f64; 3]| {
            self.warps
                .iter()
                .fold(place_m, |place_m, warp| warp.moved(place_m))
        };
        let mut points = attraction_points(&self.crown, count, arrangement, key)?;
        if let Some(near_m) = self.near_obstacles_m {
            points.retain(|point| clings(warped(point.place_m), near_m, obstacles));
            if points.is_empty() {
                let problem = format!(
                    "is {near_m} m, but of {count} attraction points none lies within that distance of an obstacle: let the \
                     crown reach the obstacles, take more points or a greater distance, or leave it out"
                );
                return Err(OutOfRange::beside("near_obstacles_m", problem, "").into());
            }
        }
        if let Some((near_wood_m, before)) = reach {
            let places = before.nodes.iter().map(|node| node.place_m).collect();
            let tree: RTree<[f64; 3]> = RTree::bulk_load(places);
            let within = |place_m| {
                tree.locate_within_distance(place_m, near_wood_m * near_wood_m)
                    .next()
                    .is_some()
            };
            points.retain(|point| within(warped(point.place_m)));
        }
        if !points.is_empty() && (self.self_shade_per_m > 0.0 || !self.shade.is_empty()) {
            points = lit(&points, &self.crown, self.self_shade_per_m, &self.shade, key)?;
        }
        if let Some([low, high]) = self.crown.bounds_m().filter(|_| self.light > 0.0) {
            let height_m = (high[2] - low[2]).max(f64::MIN_POSITIVE);
            for point in &mut points {
                point.weight *= 1.0 + self.light * (point.place_m[2] - low[2]) / height_m;
            }
        }
        for point in &mut points {
            point.place_m = warped(point.place_m);
        }
        Ok(points)
    }

    /// All parameters that are not what they may be.
    pub(crate) fn out_of_range(&self) -> Vec<OutOfRange> {
        let mut found = Checked::faults(self, &table(Self::KEYS, ""));
        let passes = self
            .scaffold
            .iter()
            .flat_map(|pass| pass.growth(&self.shoot).distance_faults());
        found.extend(passes.map(|wrong| wrong.within("scaffold")));
        found
    }
}

/// The number of the roots among a tree's children, above those of clusters.
const ROOTS: u32 = u32::MAX;

impl Finish {
    /// The same as [`Self::shape`], of a shoot of which something has to be left.
    pub(crate) fn shape_shoot(
        &self,
        raw: Skeleton,
        obstacles: &[Obstacle],
        key: RandomKey,
    ) -> Result<Skeleton, TreeError> {
        if raw.nodes.len() < 2 {
            return Err(TreeError::NoShoot(NoShoot::NotGrown));
        }
        let shaped = self.shape(raw, obstacles, key);
        if shaped.nodes.len() < 2 {
            return Err(TreeError::NoShoot(NoShoot::Broken {
                breakage: self.breakage,
                most_tips: self.breakage_most_tips,
            }));
        }
        Ok(shaped)
    }

    /// Everything but radii, bending and orders, done to a raw skeleton: grown, or walked by a turtle. No node moves into
    /// an obstacle, nor drags its segments through one.
    ///
    /// # Panics
    /// If a share does not lie from 0 to 1.
    #[must_use]
    pub fn shape(&self, raw: Skeleton, obstacles: &[Obstacle], key: RandomKey) -> Skeleton {
        let mut skeleton = if self.relocate {
            raw.relocated(obstacles)
        } else {
            raw
        };
        skeleton =
            skeleton
                .with_forks_of_three(obstacles)
                .smoothed(self.smoothing, self.smoothings, obstacles);
        if self.breakage > 0.0 {
            skeleton = skeleton.damaged(self.breakage, self.breakage_most_tips, key);
        }
        if self.decimation_m > 0.0 {
            skeleton = skeleton.decimated(self.decimation_m, obstacles);
        }
        skeleton
    }

    /// Radii and orders, and the bend of what is that thick: not into an obstacle, nor into the ground.
    ///
    /// # Errors
    /// [`OutOfRange`] for a pipe model that gives no radii.
    pub fn thickened(&self, mut skeleton: Skeleton, obstacles: &[Obstacle]) -> Result<Skeleton, OutOfRange> {
        skeleton.give_radii(&self.pipes)?;
        if self.sag_per_m > 0.0 {
            skeleton = skeleton.bent(self.sag_per_m, obstacles);
        }
        skeleton.give_orders();
        Ok(skeleton)
    }
}

impl Pass {
    fn growth(&self, shoot: &Colonization) -> Colonization {
        Colonization {
            step_m: self.step_m,
            kill_distance: self.kill_distance,
            influence_distance: self.influence_distance,
            tropism: self.tropism,
            straightness: self.straightness,
            crookedness: self.crookedness,
            fork_deg: self.fork_deg,
            ..shoot.clone()
        }
    }
}

/// Whether a place lies outside of all obstacles and within a distance of one.
fn clings(place_m: [f64; 3], near_m: f64, obstacles: &[Obstacle]) -> bool {
    let mut is_near = false;
    for obstacle in obstacles {
        let distance_m = obstacle.distance_m(place_m);
        if distance_m < 0.0 {
            return false;
        }
        is_near |= distance_m <= near_m;
    }
    is_near
}

fn never_deg() -> f64 {
    Colonization::default().fork_deg
}

fn uniform() -> Arrangement {
    Arrangement::Uniform
}

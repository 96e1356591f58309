//! A whole tree from one set of parameters: crown and roots by colonization, then the finish.

pub(crate) mod error;
pub(crate) mod phase;

use rstar::RTree;
use serde::{Deserialize, Serialize};
use understory_numerics::{Key, Purpose};

use crate::cloud::{Arrangement, AttractionPoint, CloudError, Envelope, Shade, Warp, attraction_points, lit};
use crate::colonization::{
    Colonization, Colonized, Distance, LeftOver, Site, Solid, Stop, colonize, colonize_on,
};
use crate::mesh::Leaf;
use crate::metrics::Metrics;
use crate::roots::RootForm;
use crate::skeleton::{Part, PipeModel, PipeModelError, Skeleton};

pub use self::error::TreeError;
pub use self::phase::Phase;

/// What makes the form of a tree, whose base is the origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeForm {
    /// The space that the crown may take.
    pub crown: Envelope,
    /// Attraction points in the crown; 1 or more.
    pub crown_points: u32,
    /// How they lie among each other.
    #[serde(default = "uniform")]
    pub arrangement: Arrangement,
    /// How much stronger than at the bottom of the crown a point pulls at its top, as a share; 0 or more.
    #[serde(default)]
    pub light: f64,
    /// Light lost to a metre of the crown itself, as a logarithm: the more, the more growth keeps to the crown's
    /// surface, with bare limbs within; 0 or more.
    #[serde(default)]
    pub self_shade_per_m: f64,
    /// Where else light is taken.
    #[serde(default)]
    pub shade: Vec<Shade>,
    /// How the points are moved before anything grows, one after the other.
    #[serde(default)]
    pub warps: Vec<Warp>,
    /// Coarser growth before the shoot's own, one after the other: limbs, boughs.
    #[serde(default)]
    pub scaffold: Vec<Pass>,
    /// Attraction points further than this from the scaffold are left out, m: the crown parts into the clumps of its
    /// boughs. Above 0; without it, or without a scaffold, the crown is filled.
    #[serde(default)]
    pub reach_m: Option<f64>,
    /// How the shoot colonizes the crown; with a scaffold, how its twigs do.
    pub shoot: Colonization,
    /// What lies below; nothing without it.
    #[serde(default)]
    pub roots: Option<RootForm>,
    /// What is done when all has grown.
    #[serde(default)]
    pub finish: Finish,
    /// Its leaves; bare without them.
    #[serde(default)]
    pub leaf: Option<Leaf>,
}

/// One pass of coarser growth: limbs with few points and long segments, boughs with more of them. What is not
/// said here is as the shoot has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// Attraction points of this pass, before the dark ones are taken out; 1 or more.
    pub points: u32,
    /// How they lie among each other.
    #[serde(default = "uniform")]
    pub arrangement: Arrangement,
    /// Those further than this from what the passes before have grown are left out, m.
    #[serde(default)]
    pub reach_m: Option<f64>,
    /// Length of a segment, m.
    pub step_m: f64,
    /// As the shoot's.
    pub kill_distance: Distance,
    /// As the shoot's.
    pub influence_distance: Distance,
    /// As the shoot's.
    #[serde(default)]
    pub tropism: [f64; 3],
    /// As the shoot's.
    #[serde(default)]
    pub persistence: f64,
    /// As the shoot's.
    #[serde(default)]
    pub crookedness: f64,
    /// As the shoot's.
    #[serde(default = "never_deg")]
    pub fork_deg: f64,
}

/// What is done to a skeleton when all has grown, in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Finish {
    /// Whether nodes move half-way to their parents, so that branches leave at about 45° and not at 90°.
    pub relocate: bool,
    /// Share of the way to the middle of its neighbours that a node moves in each smoothing, 0 to 1.
    pub smoothing: f64,
    /// How often branches are smoothed.
    pub smoothings: u32,
    /// Probability that a small branch has broken off at a node, 0 to 1.
    pub breakage: f64,
    /// The most tips on a branch that may break.
    pub breakage_most_tips: u32,
    /// Nodes nearer than this to the line of their branch go, m; 0 to keep all.
    pub decimation_m: f64,
    /// How thick the wood is.
    pub pipes: PipeModel,
    /// How far branches bend under their wood: the weight of a m³ of it over its modulus of elasticity, 1/m; 0 or
    /// more. About 1e-6 for fresh wood, more for what has sunk over the years.
    pub softness_per_m: f64,
}

impl Default for Finish {
    fn default() -> Self {
        Self {
            relocate: true,
            smoothing: 0.5,
            smoothings: 0,
            breakage: 0.0,
            breakage_most_tips: 8,
            decimation_m: 0.0,
            pipes: PipeModel::default(),
            softness_per_m: 0.0,
        }
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
            reach_m: None,
            shoot,
            roots: None,
            finish: Finish::default(),
            leaf: None,
        }
    }

    /// Grows and finishes a tree at the origin, the crown's and roots' places all from `key`.
    ///
    /// # Errors
    /// [`TreeError`] says which part could not grow, and why.
    pub fn grow(&self, key: Key, solids: &[Solid]) -> Result<Tree, TreeError> {
        self.grow_watched(key, solids, &mut |_| {})
    }

    /// As [`Self::grow`]; `over` is told of each phase when it is over.
    ///
    /// # Errors
    /// [`TreeError`].
    pub fn grow_watched(
        &self,
        key: Key,
        solids: &[Solid],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, TreeError> {
        if let Some(error) = self.out_of_range().into_iter().next() {
            return Err(error);
        }
        let (shoot, left_above, stop) = self.grow_shoot(key, solids, over)?;
        let mut skeleton = self.finish.shape(shoot, key);
        over(Phase::Finish);
        let mut left_over = left_above;
        if let Some(form) = &self.roots {
            let (roots, left_below) = form.grow(key.child(0, Purpose::Attraction, ROOTS), solids, over)?;
            skeleton = skeleton.joined(&self.finish.shape(roots, key.child(0, Purpose::Damage, ROOTS)));
            left_over.stalled += left_below.stalled;
            left_over.out_of_reach += left_below.out_of_reach;
        }
        let skeleton = self.finish.thickened(skeleton)?;
        let metrics = Metrics::of(&skeleton, left_over);
        over(Phase::Finish);
        Ok(Tree {
            skeleton,
            metrics,
            stop,
        })
    }

    /// All that keeps [`Self::grow`] from growing a tree, each part for itself; none where it grows. Of shoot and roots
    /// the first fault each is known, as nothing grows behind it.
    #[must_use]
    pub fn faults(&self, key: Key, solids: &[Solid]) -> Vec<TreeError> {
        let mut faults = self.out_of_range();
        if !faults.is_empty() {
            return faults;
        }
        let shoot = self.grow_shoot(key, solids, &mut |_| {});
        let roots = self.roots.as_ref().map(|form| {
            let key = key.child(0, Purpose::Attraction, ROOTS);
            form.grow(key, solids, &mut |_| {})
        });
        faults.extend(shoot.err());
        faults.extend(roots.and_then(Result::err));
        let pipes = Skeleton::default().give_radii(&self.finish.pipes);
        faults.extend(pipes.err().map(TreeError::from));
        faults
    }

    fn grow_shoot(
        &self,
        key: Key,
        solids: &[Solid],
        over: &mut dyn FnMut(Phase),
    ) -> Result<(Skeleton, LeftOver, Stop), TreeError> {
        let mut grown: Option<Colonized> = None;
        let mut left_over = LeftOver::default();
        let passes = (0..).zip(&self.scaffold).map(|(number, pass)| {
            let key = key.child(0, Purpose::Attraction, ROOTS - 1 - number);
            let cloud = (pass.points, pass.arrangement, key);
            (cloud, pass.reach_m, pass.growth(&self.shoot))
        });
        let own = (
            (self.crown_points, self.arrangement, key),
            self.reach_m,
            self.shoot.clone(),
        );
        for ((count, arrangement, points_key), reach_m, growth) in passes.chain([own]) {
            let before = grown.as_ref().map(|grown| &grown.skeletons[0]);
            let reach = reach_m.zip(before);
            let points = self
                .points(count, &arrangement, points_key, reach)
                .map_err(TreeError::Crown)?;
            over(Phase::Attraction);
            if points.is_empty() {
                continue;
            }
            let site = Site {
                bases_m: &[[0.0; 3]],
                points: &points,
                solids,
                part: Part::Shoot,
                key,
            };
            let next = match &grown {
                None => colonize(&site, &growth),
                Some(before) => colonize_on(&before.skeletons, before.rounds + 1, &site, &growth),
            };
            let next = next.map_err(TreeError::Shoot)?;
            over(Phase::Growth);
            left_over.stalled += next.left_over.stalled;
            left_over.out_of_reach += next.left_over.out_of_reach;
            grown = Some(next);
        }
        let mut grown = grown.expect("the first pass has all of its points");
        Ok((grown.skeletons.swap_remove(0), left_over, grown.stop))
    }

    /// Attraction points where there is light, moved by the warps, perhaps only those within reach of what grew
    /// before.
    fn points(
        &self,
        count: u32,
        arrangement: &Arrangement,
        key: Key,
        reach: Option<(f64, &Skeleton)>,
    ) -> Result<Vec<AttractionPoint>, CloudError> {
        let warped = |place_m: [f64; 3]| {
            self.warps
                .iter()
                .fold(place_m, |place_m, warp| warp.moved(place_m))
        };
        let mut points = attraction_points(&self.crown, count, arrangement, key)?;
        if let Some((reach_m, before)) = reach {
            let places = before.nodes.iter().map(|node| node.place_m).collect();
            let tree: RTree<[f64; 3]> = RTree::bulk_load(places);
            let within = |place_m| {
                tree.locate_within_distance(place_m, reach_m * reach_m)
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

    /// Numbers out of their ranges.
    fn out_of_range(&self) -> Vec<TreeError> {
        let warps = self.warps.iter().enumerate().filter(|(_, warp)| !warp.is_sound());
        let mut found: Vec<TreeError> = warps
            .map(|(number, &warp)| TreeError::NotAWarp { number, warp })
            .collect();
        let finish = &self.finish;
        let is_share = |value: f64| (0.0..=1.0).contains(&value);
        let is_size = |value: f64| value >= 0.0 && value.is_finite();
        let share = "between 0 and 1";
        let size = "finite and 0 or more";
        let mut checks = vec![
            ("light", self.light, is_size(self.light), size),
            (
                "self_shade_per_m",
                self.self_shade_per_m,
                is_size(self.self_shade_per_m),
                size,
            ),
            (
                "finish.softness_per_m",
                finish.softness_per_m,
                is_size(finish.softness_per_m),
                size,
            ),
            (
                "finish.smoothing",
                finish.smoothing,
                is_share(finish.smoothing),
                share,
            ),
            (
                "finish.breakage",
                finish.breakage,
                is_share(finish.breakage),
                share,
            ),
            (
                "finish.decimation_m",
                finish.decimation_m,
                is_size(finish.decimation_m),
                size,
            ),
        ];
        if let Some(roots) = &self.roots {
            let is_above_0 = |value: f64| value > 0.0 && value.is_finite();
            let tap = roots.taproot_m;
            checks.extend([
                (
                    "roots.depth_m",
                    roots.depth_m,
                    is_above_0(roots.depth_m),
                    "finite and above 0",
                ),
                (
                    "roots.spread_m",
                    roots.spread_m,
                    is_above_0(roots.spread_m),
                    "finite and above 0",
                ),
                (
                    "roots.water_e_fold_m",
                    roots.water_e_fold_m,
                    is_above_0(roots.water_e_fold_m),
                    "finite and above 0",
                ),
                (
                    "roots.taproot_m",
                    tap,
                    (0.0..=roots.depth_m).contains(&tap),
                    "0 or more and at most `roots.depth_m`",
                ),
            ]);
        }
        let reaches = self
            .scaffold
            .iter()
            .map(|pass| ("scaffold.reach_m", pass.reach_m));
        for (name, reach_m) in reaches.chain([("reach_m", self.reach_m)]) {
            if let Some(reach_m) = reach_m {
                let is_sound = reach_m > 0.0 && reach_m.is_finite();
                checks.push((name, reach_m, is_sound, "finite and above 0"));
            }
        }
        let wrong = checks.into_iter().filter(|check| !check.2);
        found.extend(wrong.map(|(name, value, _, range)| TreeError::OutOfRange { name, value, range }));
        found
    }
}

/// The number of the roots among a tree's children, above those of clusters.
const ROOTS: u32 = u32::MAX;

impl Finish {
    /// Everything but radii, bending and orders, done to a raw skeleton: colonized, or walked by a turtle.
    ///
    /// # Panics
    /// If a share does not lie from 0 to 1.
    #[must_use]
    pub fn shape(&self, raw: Skeleton, key: Key) -> Skeleton {
        let mut skeleton = if self.relocate { raw.relocated() } else { raw };
        skeleton = skeleton
            .with_forks_of_three()
            .smoothed(self.smoothing, self.smoothings);
        if self.breakage > 0.0 {
            skeleton = skeleton.damaged(self.breakage, self.breakage_most_tips, key);
        }
        if self.decimation_m > 0.0 {
            skeleton = skeleton.decimated(self.decimation_m);
        }
        skeleton
    }

    /// Radii and orders, and the bend of what is that thick.
    ///
    /// # Errors
    /// [`PipeModelError`] for a pipe model that gives no radii.
    pub fn thickened(&self, mut skeleton: Skeleton) -> Result<Skeleton, PipeModelError> {
        skeleton.give_radii(&self.pipes)?;
        if self.softness_per_m > 0.0 {
            skeleton = skeleton.bent(self.softness_per_m);
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
            persistence: self.persistence,
            crookedness: self.crookedness,
            fork_deg: self.fork_deg,
            ..shoot.clone()
        }
    }
}

fn never_deg() -> f64 {
    Colonization::default().fork_deg
}

fn uniform() -> Arrangement {
    Arrangement::Uniform
}

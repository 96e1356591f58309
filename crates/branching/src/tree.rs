//! A whole tree from one set of parameters: crown and roots by colonization, then the finish.

use serde::{Deserialize, Serialize};
use understory_numerics::{Key, Purpose};

use crate::cloud::{Arrangement, CloudError, Envelope, attraction_points, weigh};
use crate::colonization::{Colonization, ColonizeError, LeftOver, Site, Solid, Stop, colonize};
use crate::mesh::Leaf;
use crate::metrics::Metrics;
use crate::roots::RootForm;
use crate::skeleton::{Part, PipeModel, PipeModelError, Skeleton};

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
    /// How the shoot colonizes the crown.
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

/// A part of the work that a tree is, for those who look on; crown and roots go through the first two in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Attraction points were placed.
    Attraction,
    /// A raw skeleton grew.
    Growth,
    /// It was shaped, thickened and measured.
    Finish,
}

/// Why a tree could not be grown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// The crown's attraction points.
    #[error("the crown: {0}")]
    Crown(CloudError),
    /// The soil's attraction points.
    #[error("the roots' soil: {0}")]
    Soil(CloudError),
    /// Growth of the shoot.
    #[error("the shoot: {0}")]
    Shoot(ColonizeError),
    /// Growth of the roots.
    #[error("the roots: {0}")]
    Roots(ColonizeError),
    /// Radii.
    #[error(transparent)]
    Pipes(#[from] PipeModelError),
    /// A number out of its range.
    #[error("`{name}` is {value}, but must be {range}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        range: &'static str,
    },
}

impl TreeForm {
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
        self.check()?;
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
        skeleton.give_radii(&self.finish.pipes)?;
        skeleton.give_orders();
        let metrics = Metrics::of(&skeleton, left_over);
        over(Phase::Finish);
        Ok(Tree {
            skeleton,
            metrics,
            stop,
        })
    }

    fn grow_shoot(
        &self,
        key: Key,
        solids: &[Solid],
        over: &mut dyn FnMut(Phase),
    ) -> Result<(Skeleton, LeftOver, Stop), TreeError> {
        let mut points = attraction_points(&self.crown, self.crown_points, &self.arrangement, key)
            .map_err(TreeError::Crown)?;
        if let Some([low, high]) = self.crown.bounds_m().filter(|_| self.light > 0.0) {
            let height_m = (high[2] - low[2]).max(f64::MIN_POSITIVE);
            weigh(&mut points, |place_m| {
                1.0 + self.light * (place_m[2] - low[2]) / height_m
            })
            .map_err(TreeError::Crown)?;
        }
        over(Phase::Attraction);
        let site = Site {
            bases_m: &[[0.0; 3]],
            points: &points,
            solids,
            part: Part::Shoot,
            key,
        };
        let mut grown = colonize(&site, &self.shoot).map_err(TreeError::Shoot)?;
        over(Phase::Growth);
        Ok((grown.skeletons.swap_remove(0), grown.left_over, grown.stop))
    }

    fn check(&self) -> Result<(), TreeError> {
        let finish = &self.finish;
        let is_share = |value: f64| (0.0..=1.0).contains(&value);
        let is_size = |value: f64| value >= 0.0 && value.is_finite();
        let share = "between 0 and 1";
        let size = "finite and 0 or more";
        let mut checks = vec![
            ("light", self.light, is_size(self.light), size),
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
        match checks.into_iter().find(|check| !check.2) {
            Some((name, value, _, range)) => Err(TreeError::OutOfRange { name, value, range }),
            None => Ok(()),
        }
    }
}

/// The number of the roots among a tree's children, above those of clusters.
const ROOTS: u32 = u32::MAX;

impl Finish {
    /// Everything but radii and orders, done to a raw skeleton: colonized, or walked by a turtle.
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
}

fn uniform() -> Arrangement {
    Arrangement::Uniform
}

//! Where the experiments grow: attraction points in a ball or a disc, lengths in their mean spacing.
//!
//! All lengths are in the mean spacing of the points, as nothing else sets a scale.

use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points};
use understory_branching::colonization::{
    Colonization, Colonized, Distance, LeftOver, Obstacle, Site, Trunk, colonize, colonize_by_r_tree,
};
use understory_branching::skeleton::{Part, Skeleton};
use understory_numerics::{RandomKey, math};

use crate::ClaimError;

/// Attraction points in an experiment that says nothing else.
pub(super) const POINTS: u32 = 1500;

pub(super) fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["claims", "space colonization"])
}

/// Attraction points and the tree that is to reach them.
pub(super) struct Field {
    pub(super) points: Vec<AttractionPoint>,
    pub(super) base_m: [f64; 3],
    /// Mean spacing of the points.
    pub(super) spacing_m: f64,
    pub(super) key: RandomKey,
}

/// A ball of radius 1 m about the origin.
pub(super) const BALL: Envelope = Envelope::Sphere {
    centre_m: [0.0; 3],
    radius_m: 1.0,
};

/// A disc of radius 1 m about the origin, in the plane of x and y.
pub(super) const DISC: Envelope = Envelope::Ellipsoid {
    centre_m: [0.0; 3],
    radii_m: [1.0, 1.0, 0.0],
};

impl Field {
    /// The usual ball, its base at the lowest place.
    pub(super) fn ball(seed: u64) -> Result<Self, ClaimError> {
        Self::ball_of(POINTS, &Arrangement::Uniform, seed)
    }

    pub(super) fn ball_of(count: u32, arrangement: &Arrangement, seed: u64) -> Result<Self, ClaimError> {
        let volume_m3 = 4.0 / 3.0 * std::f64::consts::PI;
        Ok(Self {
            points: attraction_points(&BALL, count, arrangement, key(seed))?,
            base_m: [0.0, 0.0, -1.0],
            spacing_m: math::cbrt(volume_m3 / f64::from(count)),
            key: key(seed),
        })
    }

    /// The same in the plane, for claims of crossings.
    pub(super) fn disc(seed: u64) -> Result<Self, ClaimError> {
        Ok(Self {
            points: attraction_points(&DISC, POINTS, &Arrangement::Uniform, key(seed))?,
            base_m: [0.0, -1.0, 0.0],
            spacing_m: (std::f64::consts::PI / f64::from(POINTS)).sqrt(),
            key: key(seed),
        })
    }

    /// Segments, kill and influence distance in mean spacings.
    pub(super) fn rule(&self, step: f64, kill: f64, influence: f64) -> Colonization {
        Colonization {
            step_m: step * self.spacing_m,
            kill_distance: Distance::Metres(kill * self.spacing_m),
            influence_distance: Distance::Metres(influence * self.spacing_m),
            trunk: Trunk {
                longest_m: 0.0,
                ..Trunk::default()
            },
            ..Colonization::default()
        }
    }

    /// The rule of an experiment that says nothing else.
    pub(super) fn usual_rule(&self) -> Colonization {
        self.rule(0.5, 1.0, 4.0)
    }

    pub(super) fn colonized(&self, rule: &Colonization) -> Result<Colonized, ClaimError> {
        self.colonized_around(&[], rule)
    }

    pub(super) fn colonized_around(
        &self,
        obstacles: &[Obstacle],
        rule: &Colonization,
    ) -> Result<Colonized, ClaimError> {
        let bases_m = [self.base_m];
        Ok(colonize(&self.site(&bases_m, obstacles), rule)?)
    }

    pub(super) fn colonized_by_r_tree(&self, rule: &Colonization) -> Result<Colonized, ClaimError> {
        let bases_m = [self.base_m];
        Ok(colonize_by_r_tree(&self.site(&bases_m, &[]), rule)?)
    }

    /// The tree that grows by a rule.
    pub(super) fn tree(&self, rule: &Colonization) -> Result<Skeleton, ClaimError> {
        Ok(self.colonized(rule)?.skeletons.swap_remove(0))
    }

    /// Share of the points that are not among those left over.
    pub(super) fn reached(&self, left: LeftOver) -> f64 {
        1.0 - (left.stalled + left.out_of_reach) as f64 / self.points.len() as f64
    }

    fn site<'a>(&'a self, bases_m: &'a [[f64; 3]], obstacles: &'a [Obstacle]) -> Site<'a> {
        Site {
            bases_m,
            points: &self.points,
            obstacles,
            part: Part::Shoot,
            key: self.key,
        }
    }
}

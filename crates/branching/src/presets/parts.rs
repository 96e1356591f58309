//! What the forms are put together from.

use crate::cloud::{Arrangement, Envelope};
use crate::colonization::{Colonization, Distance, Trunk};
use crate::mesh::Leaf;
use crate::roots::{ColonizationBelow, RootForm};
use crate::skeleton::PipeModel;
use crate::tree::{Finish, Pass};

/// A profile from heights and radii, m.
pub(super) fn revolved(profile_m: &[[f64; 2]]) -> Envelope {
    Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: profile_m.to_vec(),
    }
}

/// A tropism: rising branches above 0, hanging ones below.
pub(super) fn up(share: f64) -> [f64; 3] {
    [0.0, 0.0, share]
}

/// A pass of so many points; kill and influence distance in segments.
pub(super) fn pass(points: u32, step_m: f64, [kill_steps, influence_steps]: [f64; 2]) -> Pass {
    let shoot = Colonization::default();
    Pass {
        points,
        arrangement: Arrangement::Uniform,
        reach_m: None,
        step_m,
        kill_distance: Distance::Steps(kill_steps),
        influence_distance: Distance::Steps(influence_steps),
        tropism: shoot.tropism,
        persistence: shoot.persistence,
        crookedness: shoot.crookedness,
        fork_deg: shoot.fork_deg,
    }
}

/// The last pass, that of the twigs, and the stem; kill and influence distance in segments.
pub(super) fn shoot(step_m: f64, [kill_steps, influence_steps]: [f64; 2], stem_m: f64) -> Colonization {
    Colonization {
        step_m,
        kill_distance: Distance::Steps(kill_steps),
        influence_distance: Distance::Steps(influence_steps),
        trunk: Trunk {
            least_m: stem_m,
            ..Trunk::default()
        },
        ..Colonization::default()
    }
}

pub(super) const BELOW: ColonizationBelow = ColonizationBelow {
    step_m: 0.2,
    kill_steps: 2.0,
    influence_steps: 8.0,
    plagiotropism: 0.6,
};

pub(super) fn roots(taproot_m: f64, depth_m: f64, spread_m: f64, points: u32) -> RootForm {
    RootForm {
        taproot_m,
        depth_m,
        spread_m,
        water_e_fold_m: 0.5 * depth_m,
        points,
        growth: BELOW,
    }
}

/// Branches of these forms leave at the angles of their forks and their persistence; they are not moved half-way.
pub(super) fn finish(exponent: f64, tip_radius_m: f64, smoothings: u32) -> Finish {
    Finish {
        relocate: false,
        smoothings,
        pipes: PipeModel {
            exponent,
            tip_radius_m,
        },
        ..Finish::default()
    }
}

/// A leaf card stands for a small spray of leaves.
pub(super) fn leaf(length_m: f64, width_m: f64, angle_deg: f64, per_node: u32) -> Option<Leaf> {
    Some(Leaf {
        length_m,
        width_m,
        angle_deg,
        most_tips: 2,
        per_node,
    })
}

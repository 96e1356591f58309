//! Spruce and pine.

use crate::cloud::{Arrangement, Warp};
use crate::colonization::Colonization;
use crate::presets::parts::{finish, leaf, pass, revolved, roots, shoot, up};
use crate::tree::{Pass, TreeForm};

pub(super) fn spruce() -> TreeForm {
    TreeForm {
        warps: vec![Warp::Hang { per_m: 0.25 }],
        reach_m: Some(0.45),
        scaffold: vec![
            Pass {
                arrangement: Arrangement::Tiers {
                    apart_m: 0.75,
                    thickness_m: 0.25,
                },
                tropism: up(0.05),
                persistence: 0.6,
                crookedness: 0.08,
                fork_deg: 45.0,
                ..pass(300, 0.25, [2.4, 24.0])
            },
            Pass {
                reach_m: Some(0.9),
                tropism: up(-0.05),
                persistence: 0.4,
                crookedness: 0.12,
                fork_deg: 45.0,
                ..pass(9000, 0.16, [2.2, 6.0])
            },
        ],
        roots: Some(roots(0.6, 1.5, 8.0, 24000)),
        finish: finish(2.45, 0.006, 2),
        leaf: leaf(0.2, 0.08, 50.0, 3),
        ..TreeForm::of(
            revolved(&[[5.1, 2.2], [6.0, 3.6], [14.0, 2.5], [24.6, 0.5], [26.0, 0.0]]),
            40000,
            Colonization {
                tropism: up(-0.35),
                persistence: 0.5,
                crookedness: 0.1,
                fork_deg: 70.0,
                ..shoot(0.11, [3.0, 5.0], 25.2)
            },
        )
    }
}

pub(super) fn pine() -> TreeForm {
    TreeForm {
        light: 0.3,
        self_shade_per_m: 0.25,
        reach_m: Some(0.7),
        scaffold: vec![
            Pass {
                tropism: up(0.05),
                persistence: 0.3,
                crookedness: 0.4,
                fork_deg: 60.0,
                ..pass(130, 0.4, [2.2, 20.0])
            },
            Pass {
                reach_m: Some(1.2),
                tropism: up(0.1),
                persistence: 0.4,
                crookedness: 0.3,
                fork_deg: 60.0,
                ..pass(1800, 0.26, [2.0, 6.0])
            },
        ],
        roots: Some(roots(2.2, 3.5, 6.0, 16000)),
        finish: finish(2.45, 0.007, 2),
        leaf: leaf(0.22, 0.12, 45.0, 4),
        ..TreeForm::of(
            revolved(&[
                [5.4, 0.9],
                [8.4, 2.9],
                [13.5, 4.5],
                [17.5, 5.0],
                [19.8, 3.8],
                [20.6, 0.0],
            ]),
            60000,
            Colonization {
                tropism: up(0.35),
                persistence: 0.3,
                crookedness: 0.25,
                fork_deg: 70.0,
                ..shoot(0.13, [2.3, 5.0], 15.0)
            },
        )
    }
}

//! Oak, beech, birch and shrub.

use crate::colonization::Colonization;
use crate::presets::parts::{BELOW, finish, leaf, pass, revolved, roots, shoot, up};
use crate::roots::{ColonizationBelow, RootForm};
use crate::tree::{Pass, TreeForm};

pub(super) fn oak() -> TreeForm {
    TreeForm {
        light: 0.2,
        self_shade_per_m: 0.3,
        reach_m: Some(1.05),
        scaffold: vec![
            Pass {
                tropism: up(0.05),
                persistence: 0.35,
                crookedness: 0.4,
                fork_deg: 46.0,
                ..pass(110, 0.45, [3.0, 40.0])
            },
            Pass {
                tropism: up(0.05),
                persistence: 0.3,
                crookedness: 0.35,
                fork_deg: 60.0,
                ..pass(1100, 0.28, [2.6, 9.0])
            },
        ],
        roots: Some(roots(1.2, 2.5, 7.0, 12000)),
        finish: finish(2.35, 0.0075, 2),
        leaf: leaf(0.3, 0.24, 55.0, 3),
        ..TreeForm::of(
            revolved(&[
                [3.0, 3.0],
                [4.4, 5.3],
                [8.0, 6.1],
                [12.0, 5.5],
                [15.0, 3.4],
                [16.5, 0.0],
            ]),
            26000,
            Colonization {
                persistence: 0.3,
                crookedness: 0.3,
                fork_deg: 70.0,
                ..shoot(0.14, [3.0, 6.0], 3.0)
            },
        )
    }
}

pub(super) fn beech() -> TreeForm {
    TreeForm {
        light: 0.3,
        self_shade_per_m: 0.3,
        reach_m: Some(0.9),
        scaffold: vec![
            Pass {
                tropism: up(0.5),
                persistence: 0.3,
                crookedness: 0.12,
                fork_deg: 40.0,
                ..pass(160, 0.45, [2.6, 22.0])
            },
            Pass {
                tropism: up(0.3),
                persistence: 0.4,
                crookedness: 0.15,
                fork_deg: 50.0,
                ..pass(1500, 0.28, [2.6, 10.0])
            },
        ],
        roots: Some(roots(0.8, 1.9, 7.5, 15000)),
        finish: finish(2.45, 0.0065, 3),
        leaf: leaf(0.26, 0.18, 50.0, 3),
        ..TreeForm::of(
            revolved(&[
                [4.5, 0.8],
                [6.5, 3.6],
                [11.0, 5.2],
                [16.0, 4.8],
                [20.5, 2.8],
                [23.4, 0.0],
            ]),
            34000,
            Colonization {
                tropism: up(0.15),
                persistence: 0.4,
                crookedness: 0.15,
                fork_deg: 60.0,
                ..shoot(0.14, [3.0, 6.0], 7.0)
            },
        )
    }
}

pub(super) fn birch() -> TreeForm {
    TreeForm {
        self_shade_per_m: 0.2,
        scaffold: vec![
            Pass {
                tropism: up(0.5),
                persistence: 0.6,
                crookedness: 0.12,
                ..pass(90, 0.4, [2.5, 8.0])
            },
            Pass {
                tropism: up(0.2),
                persistence: 0.5,
                crookedness: 0.15,
                fork_deg: 60.0,
                ..pass(500, 0.25, [2.6, 8.0])
            },
        ],
        roots: Some(roots(0.6, 1.6, 6.2, 20000)),
        finish: finish(2.45, 0.0038, 3),
        leaf: leaf(0.16, 0.12, 40.0, 3),
        ..TreeForm::of(
            revolved(&[[3.8, 0.5], [6.5, 2.6], [10.0, 3.0], [14.0, 2.2], [18.5, 0.0]]),
            14000,
            Colonization {
                tropism: up(-0.9),
                persistence: 0.8,
                crookedness: 0.12,
                fork_deg: 80.0,
                ..shoot(0.1, [3.2, 7.0], 14.0)
            },
        )
    }
}

pub(super) fn shrub() -> TreeForm {
    TreeForm {
        self_shade_per_m: 0.9,
        scaffold: vec![
            Pass {
                persistence: 0.15,
                crookedness: 0.25,
                fork_deg: 24.0,
                ..pass(100, 0.12, [3.2, 40.0])
            },
            Pass {
                tropism: up(0.2),
                persistence: 0.3,
                crookedness: 0.3,
                fork_deg: 60.0,
                ..pass(900, 0.07, [3.0, 9.0])
            },
        ],
        roots: Some(RootForm {
            growth: ColonizationBelow { step_m: 0.1, ..BELOW },
            ..roots(0.35, 0.9, 1.7, 6000)
        }),
        finish: finish(2.4, 0.0018, 2),
        leaf: leaf(0.06, 0.04, 50.0, 3),
        ..TreeForm::of(
            revolved(&[[0.05, 0.3], [0.6, 0.85], [1.6, 1.15], [2.5, 0.85], [3.1, 0.0]]),
            16000,
            Colonization {
                tropism: up(0.1),
                persistence: 0.3,
                crookedness: 0.3,
                fork_deg: 70.0,
                ..shoot(0.045, [3.0, 6.0], 0.12)
            },
        )
    }
}

//! Forms of trees that ship: oak, beech, birch, spruce, pine, shrub.
//!
//! The numbers are ours, tuned so that the metrics of what grows lie where those of real trees do.

use crate::cloud::{Arrangement, Envelope};
use crate::colonization::{Colonization, Distance, Trunk};
use crate::lsystem;
use crate::mesh::Leaf;
use crate::roots::{ColonizationBelow, RootForm};
use crate::skeleton::PipeModel;
use crate::specimen::Counterpart;
use crate::tree::{Finish, TreeForm};
use crate::variation::{Strays, Variation};

/// A form that ships.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name a scenario uses.
    pub name: &'static str,
    /// What it looks like.
    pub about: &'static str,
    form: fn() -> TreeForm,
    counterpart: &'static str,
}

impl Preset {
    /// Its parameters.
    #[must_use]
    pub fn form(&self) -> TreeForm {
        (self.form)()
    }

    /// The L-system to set beside it, which wood and bark are given to in the same way.
    ///
    /// # Panics
    /// Never: a test holds that every counterpart ships.
    #[must_use]
    pub fn counterpart(&self) -> Counterpart {
        let preset = lsystem::named(self.counterpart).expect("counterparts ship");
        Counterpart {
            system: preset.system(),
            turtle: preset.turtle(),
            finish: Finish {
                relocate: false,
                smoothings: 0,
                ..self.form().finish
            },
        }
    }

    /// How far its trees stray: sites more than the trees of a site.
    #[must_use]
    pub fn variation(&self) -> Variation {
        Variation {
            site: Strays {
                height: 0.15,
                width: 0.12,
                density: 0.15,
                tropism: 0.06,
            },
            tree: Strays {
                height: 0.08,
                width: 0.08,
                density: 0.1,
                tropism: 0.04,
            },
        }
    }
}

/// The preset with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "oak",
        about: "a broad crown of crooked branches on a short stem",
        form: oak,
        counterpart: "decurrent",
    },
    Preset {
        name: "beech",
        about: "a tall egg of many fine branches",
        form: beech,
        counterpart: "decurrent",
    },
    Preset {
        name: "birch",
        about: "a slender crown with hanging twigs",
        form: birch,
        counterpart: "decurrent",
    },
    Preset {
        name: "spruce",
        about: "a narrow cone of drooping branches about one stem",
        form: spruce,
        counterpart: "excurrent",
    },
    Preset {
        name: "pine",
        about: "a bare stem below a flat crown",
        form: pine,
        counterpart: "excurrent",
    },
    Preset {
        name: "shrub",
        about: "many branches from the ground up",
        form: shrub,
        counterpart: "decurrent",
    },
];

/// A profile from heights and radii, m.
fn revolved(profile_m: &[[f64; 2]]) -> Envelope {
    Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: profile_m.to_vec(),
    }
}

fn shoot(step_m: f64, kill_steps: f64, influence_steps: f64, tropism_z: f64, stem_m: f64) -> Colonization {
    Colonization {
        step_m,
        kill_distance: Distance::Steps(kill_steps),
        influence_distance: Distance::Steps(influence_steps),
        tropism: [0.0, 0.0, tropism_z],
        trunk: Trunk {
            least_m: stem_m,
            ..Trunk::default()
        },
        ..Colonization::default()
    }
}

fn roots(taproot_m: f64, depth_m: f64, spread_m: f64, points: u32) -> RootForm {
    RootForm {
        taproot_m,
        depth_m,
        spread_m,
        water_e_fold_m: 0.5 * depth_m,
        points,
        growth: ColonizationBelow {
            step_m: 0.2,
            kill_steps: 2.0,
            influence_steps: 8.0,
            plagiotropism: 0.6,
        },
    }
}

fn finish(exponent: f64, tip_radius_m: f64, smoothings: u32) -> Finish {
    Finish {
        smoothings,
        pipes: PipeModel {
            exponent,
            tip_radius_m,
        },
        ..Finish::default()
    }
}

/// A leaf card stands for a small spray of leaves.
fn leaf(length_m: f64, width_m: f64, angle_deg: f64, per_node: u32) -> Option<Leaf> {
    Some(Leaf {
        length_m,
        width_m,
        angle_deg,
        most_tips: 2,
        per_node,
    })
}

fn oak() -> TreeForm {
    TreeForm {
        crown: revolved(&[
            [3.0, 1.0],
            [4.5, 4.2],
            [8.0, 5.6],
            [11.5, 4.8],
            [14.0, 2.0],
            [14.5, 0.0],
        ]),
        crown_points: 7000,
        arrangement: Arrangement::Uniform,
        light: 0.5,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.153, 3.0, 4.7, 0.0, 4.8),
        roots: Some(roots(1.2, 2.5, 6.0, 4000)),
        finish: finish(2.3, 0.008, 4),
        leaf: leaf(0.35, 0.28, 55.0, 3),
    }
}

fn beech() -> TreeForm {
    TreeForm {
        crown: revolved(&[
            [5.0, 0.5],
            [7.0, 3.2],
            [11.0, 4.5],
            [16.0, 4.2],
            [21.0, 2.2],
            [23.0, 0.0],
        ]),
        crown_points: 7000,
        arrangement: Arrangement::Uniform,
        light: 1.0,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.152, 3.0, 4.7, 0.1, 9.0),
        roots: Some(roots(0.8, 1.8, 6.5, 4500)),
        finish: finish(2.3, 0.007, 6),
        leaf: leaf(0.28, 0.2, 50.0, 3),
    }
}

fn birch() -> TreeForm {
    TreeForm {
        crown: revolved(&[[4.0, 0.4], [6.5, 2.2], [10.0, 2.8], [14.0, 1.8], [18.0, 0.0]]),
        crown_points: 4000,
        arrangement: Arrangement::Uniform,
        light: 0.0,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.114, 3.0, 4.7, -0.15, 10.0),
        roots: Some(roots(0.6, 1.5, 4.5, 2600)),
        finish: finish(2.2, 0.005, 6),
        leaf: leaf(0.22, 0.16, 40.0, 3),
    }
}

fn spruce() -> TreeForm {
    TreeForm {
        crown: revolved(&[[5.0, 2.8], [6.0, 3.0], [24.0, 0.2], [24.5, 0.0]]),
        crown_points: 6000,
        arrangement: Arrangement::Uniform,
        light: 0.0,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.108, 3.0, 4.7, -0.1, 23.5),
        roots: Some(roots(0.4, 1.2, 5.5, 4000)),
        finish: finish(2.4, 0.009, 4),
        leaf: leaf(0.3, 0.12, 60.0, 3),
    }
}

fn pine() -> TreeForm {
    TreeForm {
        crown: revolved(&[
            [7.0, 0.8],
            [9.5, 2.2],
            [15.0, 3.4],
            [18.0, 3.0],
            [20.0, 1.4],
            [21.0, 0.0],
        ]),
        crown_points: 3500,
        arrangement: Arrangement::Uniform,
        light: 0.5,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.143, 3.0, 4.7, 0.0, 16.0),
        roots: Some(roots(2.0, 3.0, 4.0, 2600)),
        finish: finish(2.4, 0.01, 4),
        leaf: leaf(0.35, 0.25, 45.0, 4),
    }
}

fn shrub() -> TreeForm {
    TreeForm {
        crown: revolved(&[[0.1, 0.4], [0.8, 1.0], [1.8, 1.1], [2.6, 0.6], [2.8, 0.0]]),
        crown_points: 2400,
        arrangement: Arrangement::Uniform,
        light: 0.0,
        self_shade_per_m: 0.0,
        shade: Vec::new(),
        warps: Vec::new(),
        scaffold: Vec::new(),
        shoot: shoot(0.043, 3.0, 4.8, 0.0, 0.8),
        roots: Some(RootForm {
            growth: ColonizationBelow {
                step_m: 0.1,
                ..roots(0.3, 0.8, 1.4, 1000).growth
            },
            ..roots(0.3, 0.8, 1.4, 1000)
        }),
        finish: finish(2.2, 0.002, 4),
        leaf: leaf(0.08, 0.05, 50.0, 3),
    }
}

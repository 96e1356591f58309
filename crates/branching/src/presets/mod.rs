//! Forms of trees that ship: oak, beech, birch, spruce, pine, shrub.
//!
//! Each grows its limbs first, with few attraction points and long segments, then its boughs, then its twigs. Who
//! leads is a matter of the angle at which limbs fork: wide for a stem that runs through to the top, narrow for
//! many limbs that share the crown. The crown's own shade keeps leaves to its surface, and the twigs' reach leaves
//! gaps between the boughs. The numbers are ours, tuned by eye and so that the metrics of what grows lie where those
//! of real trees do.

mod broadleaved;
mod conifers;

use crate::cloud::{Arrangement, Envelope};
use crate::colonization::{Colonization, Distance, Trunk};
use crate::lsystem;
use crate::mesh::Leaf;
use crate::roots::{ColonizationBelow, RootForm};
use crate::skeleton::PipeModel;
use crate::specimen::Counterpart;
use crate::tree::{Finish, Pass, TreeForm};
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
                softness_per_m: 0.0,
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
        about: "a broad crown of a few heavy crooked limbs on a short stem",
        form: broadleaved::oak,
        counterpart: "decurrent",
    },
    Preset {
        name: "beech",
        about: "a tall egg of rising branches",
        form: broadleaved::beech,
        counterpart: "ascending",
    },
    Preset {
        name: "birch",
        about: "a slender crown with hanging twigs",
        form: broadleaved::birch,
        counterpart: "ascending",
    },
    Preset {
        name: "spruce",
        about: "a narrow cone about one stem, its branches in tiers that droop",
        form: conifers::spruce,
        counterpart: "excurrent",
    },
    Preset {
        name: "pine",
        about: "a bare stem below a flat crown of plates",
        form: conifers::pine,
        counterpart: "excurrent",
    },
    Preset {
        name: "shrub",
        about: "many stems from the ground",
        form: broadleaved::shrub,
        counterpart: "multistemmed",
    },
];

/// A profile from heights and radii, m.
fn revolved(profile_m: &[[f64; 2]]) -> Envelope {
    Envelope::Revolved {
        base_m: [0.0; 3],
        profile_m: profile_m.to_vec(),
    }
}

/// A tropism: rising branches above 0, hanging ones below.
fn up(share: f64) -> [f64; 3] {
    [0.0, 0.0, share]
}

/// A pass of so many points; kill and influence distance in segments.
fn pass(points: u32, step_m: f64, [kill_steps, influence_steps]: [f64; 2]) -> Pass {
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
fn shoot(step_m: f64, [kill_steps, influence_steps]: [f64; 2], stem_m: f64) -> Colonization {
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

const BELOW: ColonizationBelow = ColonizationBelow {
    step_m: 0.2,
    kill_steps: 2.0,
    influence_steps: 8.0,
    plagiotropism: 0.6,
};

fn roots(taproot_m: f64, depth_m: f64, spread_m: f64, points: u32) -> RootForm {
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
fn finish(exponent: f64, tip_radius_m: f64, smoothings: u32) -> Finish {
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
fn leaf(length_m: f64, width_m: f64, angle_deg: f64, per_node: u32) -> Option<Leaf> {
    Some(Leaf {
        length_m,
        width_m,
        angle_deg,
        most_tips: 2,
        per_node,
    })
}

//! What a species is: the numbers that the systems read, with their units, ranges and meaning.
//!
//! A library user fills these in directly; a scenario file says the same with the same names, and the presets
//! in [`crate::presets`] give them with their sources.

use serde::{Deserialize, Serialize};

/// Everything the model knows of one species.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Species {
    /// The name by which tables and founders refer to it; it also enters the species' random keys.
    pub name: String,
    /// How it grows where nothing hinders it, and how light changes that.
    pub growth: Growth,
    /// How wide its crown is.
    pub crown: Crown,
    /// How many seeds it bears.
    pub fruit: Fruit,
    /// How far its seeds fly.
    pub dispersal: Dispersal,
    /// How long its seeds last.
    pub seed_bank: SeedBank,
    /// What share of its seeds could germinate.
    pub germination: Germination,
    /// How its trees, living and lately dead, keep seeds from germinating.
    pub inhibition: Inhibition,
    /// How its trees take light from others.
    pub competition: Competition,
    /// How its trees die.
    pub mortality: Mortality,
    /// Whether its stumps grow again.
    pub resprout: Resprout,
}

/// Growth curves of height and diameter, each an ageless yearly step, and the response to light.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// Height that an unhindered tree approaches, m; above 1.3.
    pub height_max_m: f64,
    /// Rate *b* of the height curve a(1 − e^(−bt))³, per year; above 0.
    pub height_rate_per_yr: f64,
    /// Diameter at breast height that an unhindered tree approaches, cm; above 0.
    pub dbh_max_cm: f64,
    /// Rate of the diameter curve D(1 − e^(−bt))², per year; above 0.
    pub dbh_rate_per_yr: f64,
    /// Height at birth, m; at least 0.001 and below 1.3.
    pub seedling_height_m: f64,
    /// Exponent β of the growth response L^β to light L = exp(−C); 0 or more. Large: shade-intolerant.
    pub shade_exponent: f64,
}

/// Crown radius: 0.12 m per metre of height up to breast height, plus k · dbh^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crown {
    /// k · 30^exponent: what a diameter of 30 cm adds to the radius, m; above 0.
    pub radius_at_30_cm_m: f64,
    /// Exponent of the diameter; 0 to 2.
    pub exponent: f64,
}

/// Seeds borne: Poisson(seeds per m² × crown area × vigour × mast factor) by a mature tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fruit {
    /// Age from which a tree bears seeds, yr.
    pub maturity_age_yr: u32,
    /// Viable seeds that land per m² of crown in a good year; 0 or more.
    pub seeds_per_m2: f64,
    /// Every how many years a good year comes, yr; 1: each year.
    pub mast_every_yr: u32,
    /// Share of a good year's seeds borne in the years between; 0 to 1.
    pub off_year_fraction: f64,
}

/// The distance from a mother to where her seed lands; the direction is uniform.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kernel", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Dispersal {
    /// Distance exponential with mean `near_mean_m`, and for a share `far_fraction` of the seeds with mean
    /// `far_mean_m` (the form of TreeMig and iLand). The density per m² falls as 1/r near the stem.
    TwoPartExponential {
        /// Mean distance of most seeds, m; above 0.
        near_mean_m: f64,
        /// Mean distance of the far-flying seeds, m; above 0.
        far_mean_m: f64,
        /// Share of far-flying seeds; 0 to 1.
        far_fraction: f64,
    },
    /// Clark's 2Dt: density p / (π u (1 + r²/u)^(p+1)) per m².
    #[serde(rename = "2dt")]
    TwoDt {
        /// Scale *u*, m²; above 0.
        u_m2: f64,
        /// Shape *p*; above 0. The mean distance is finite above ½.
        p: f64,
    },
    /// Uniform on a disc, as Kerr's seed raster.
    Disc {
        /// Radius of the disc, m; above 0.
        radius_m: f64,
    },
}

/// How long seeds last in the ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedBank {
    /// Probability that a seed rots, per year; 0 to 1. Fresh seeds face it before their first spring.
    pub yearly_loss: f64,
    /// Springs that a seed can see, yr; at least 1.
    pub max_age_yr: u32,
}

/// The share of seeds that could germinate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Germination {
    /// Probability that a sound seed sprouts in a spring where nothing inhibits it; 0 to 1.
    pub probability: f64,
}

/// The shape of a tree's field over distance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kernel", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FieldKernel {
    /// (exp(−r/λ) − c)/(1 − c) up to λ ln(1/c), with λ proportional to the crown radius.
    Exponential {
        /// λ in crown radii; above 0.
        e_fold_crown_radii: f64,
        /// The cut *c*: below this fraction the field is zero; above 0 and below 1.
        cut_fraction: f64,
    },
    /// 1 within a radius proportional to the crown's, 0 beyond: the "kill zone".
    Disc {
        /// Radius in crown radii; above 0.
        radius_crown_radii: f64,
    },
}

impl FieldKernel {
    /// Distance in crown radii beyond which the field is zero.
    #[must_use]
    pub fn reach_crown_radii(&self) -> f64 {
        match *self {
            Self::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => e_fold_crown_radii * -understory_numerics::math::ln(cut_fraction),
            Self::Disc { radius_crown_radii } => radius_crown_radii,
        }
    }
}

/// The field that keeps seeds from germinating: P = exp(−Σ strength · height factor · kernel).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inhibition {
    /// Shape over distance.
    #[serde(flatten)]
    pub kernel: FieldKernel,
    /// Strength on seeds of its own species; 0 or more, no unit.
    pub strength: f64,
    /// Strength on seeds of other species; 0 or more, no unit.
    pub strength_on_others: f64,
    /// Exponent of (height / 20 m), by which the strength rises with height; 0 or more.
    pub height_exponent: f64,
    /// e-folding time of a dead tree's field, yr; above 0.
    pub fade_yr: f64,
    /// Years after which a dead tree's field is gone, yr; 0: it goes at once.
    pub memory_yr: u32,
}

/// The field that takes light from other trees: C = Σ w · height factor · kernel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Competition {
    /// Shape over distance.
    #[serde(flatten)]
    pub kernel: FieldKernel,
    /// Strength on every neighbour; 0 or more, no unit.
    pub strength: f64,
    /// Exponent of (height / 20 m), by which the strength rises with height; 0 or more.
    pub height_exponent: f64,
}

/// Causes of death.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mortality {
    /// Age that a share `lucky_fraction` of uncrowded trees reaches, and from which senescence begins, yr.
    pub age_max_yr: u32,
    /// That share; above 0, at most 1. The intrinsic loss is 1 − lucky_fraction^(1/age_max) a year.
    pub lucky_fraction: f64,
    /// *b* in the stress loss 1 − exp(−b · stress); 0 or more.
    pub stress_rate: f64,
    /// v₀ of the threshold v* = v₀ (1 + factor · h / h_max) below which vigour is stress; 0 to 1.
    pub stress_threshold: f64,
    /// The factor in v*: tolerance falls as trees grow; 0 or more.
    pub stress_threshold_height_factor: f64,
    /// Yearly loss by senescence at 1.2 times the greatest age, rising with the square of the years past it;
    /// 0 to 1.
    pub senescence_per_yr: f64,
}

/// Regrowth from stumps, which broken trees (cause `intrinsic`) leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resprout {
    /// Probability that a stump resprouts in the year after; 0 to 1.
    pub probability: f64,
    /// Age at death up to which a tree can resprout, yr.
    pub max_age_yr: u32,
    /// Height of the sprout at its birth, m; at least 0.001.
    pub height_m: f64,
}

/// What holds between trees of all species.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interaction {
    /// Exponent *p* of the weight w = 2 h_j^p / (h_i^p + h_j^p) of neighbour *j* on tree *i*: 0 is symmetric,
    /// large one-sided; 0 or more.
    pub size_asymmetry: f64,
}

impl Default for Interaction {
    fn default() -> Self {
        Self { size_asymmetry: 2.0 }
    }
}

//! L-systems that ship. Their numbers are ours.

use crate::lsystem::{LSystem, Rule, Turtle};

/// An L-system that ships: the baseline of a form.
#[derive(Clone, Copy, Debug)]
pub struct LSystemPreset {
    /// The name a scenario uses.
    pub name: &'static str,
    /// What it looks like.
    pub about: &'static str,
    /// Vertical part of the turtle's tropism, no unit.
    tropism: f64,
    /// Radius of its twigs' ends, m.
    pub(crate) tip_radius_m: f64,
    system: fn() -> LSystem,
}

impl LSystemPreset {
    /// Its letters and rules.
    #[must_use]
    pub fn system(&self) -> LSystem {
        (self.system)()
    }

    /// How its word is walked.
    #[must_use]
    pub fn turtle(&self) -> Turtle {
        Turtle {
            tropism: [0.0, 0.0, self.tropism],
            ..Turtle::default()
        }
    }
}

/// The L-system with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static LSystemPreset> {
    L_SYSTEMS.iter().find(|preset| preset.name == name)
}

/// All L-systems that ship.
pub const L_SYSTEMS: &[LSystemPreset] = &[
    LSystemPreset {
        name: "decurrent",
        about: "a short stem whose limbs fork again and again, like an oak",
        tropism: 0.06,
        tip_radius_m: 0.0075,
        system: decurrent,
    },
    LSystemPreset {
        name: "ascending",
        about: "a tall stem with two whorls of rising limbs, like a beech",
        tropism: 0.06,
        tip_radius_m: 0.0075,
        system: ascending,
    },
    LSystemPreset {
        name: "excurrent",
        about: "one stem with whorls of flat branches, like a spruce",
        tropism: -0.02,
        tip_radius_m: 0.0075,
        system: excurrent,
    },
    LSystemPreset {
        name: "multistemmed",
        about: "several stems from the ground that fork, like a hazel",
        tropism: 0.12,
        tip_radius_m: 0.003,
        system: multistemmed,
    },
];

fn decurrent() -> LSystem {
    let limbs = whorl(3, 120, "&(27 + ~8) A(1.9 + ~0.2)");
    LSystem {
        axiom: format!("F(0.9) F(0.9) F(0.9) F(0.5) {limbs} F(0.6) &(~6) A(2.4)"),
        rules: forking(0.42, 0.9, 34, 20),
        steps: 16,
        most_letters: MOST_LETTERS,
    }
}

fn ascending() -> LSystem {
    let low = whorl(3, 120, "&(30 + ~8) A(2.2 + ~0.2)");
    let high = whorl(3, 120, "&(26 + ~8) A(2.2 + ~0.2)");
    LSystem {
        axiom: format!("F(1.4) F(1.4) F(1.4) F(1.4) {low} F(1.2) /(40) {high} F(1) &(~5) A(2.4)"),
        rules: forking(0.5, 1.0, 36, 16),
        steps: 16,
        most_letters: MOST_LETTERS,
    }
}

fn multistemmed() -> LSystem {
    let stems = whorl(5, 72, "&(16 + ~6) A(0.46 + ~0.06)");
    LSystem {
        axiom: format!("F(0.05) {stems} &(~8) A(0.48)"),
        rules: forking(0.1, 0.25, 35, 14),
        steps: 16,
        most_letters: MOST_LETTERS,
    }
}

/// A limb `A(l)` of three crooked segments that forks in two, or goes on alone, with a side branch in both cases.
///
/// It ends in a twig below `least_m`; below `frail_m` it may die.
fn forking(least_m: f64, frail_m: f64, side_deg: u32, lead_deg: u32) -> Vec<Rule> {
    let limb = "F(l * 0.33) &(~8) +(~8)".to_owned();
    let limb = [limb.as_str(); 3].join(" ");
    let grows = format!("l > {least_m}");
    let becomes = |weight: f64, only_if: &str, to: String| Rule {
        from: "A(l)".to_owned(),
        to,
        weight: Some(weight),
        only_if: Some(only_if.to_owned()),
        ..Rule::default()
    };
    let forks = format!(
        "{limb} [ /(~90) &(50 + ~10) A(l * (0.5 + ~0.1)) ] \
         /(60 + ~30) [ &({side_deg} + ~8) A(l * (0.8 + ~0.1)) ] \
         /(180 + ~25) &({lead_deg} + ~6) A(l * (0.84 + ~0.06))"
    );
    let goes_on = format!("{limb} [ /(137.5 + ~30) &(52 + ~10) A(l * (0.55 + ~0.1)) ] &(~12) A(l * 0.87)");
    vec![
        becomes(6.0, &grows, forks),
        becomes(4.0, &grows, goes_on),
        becomes(0.3, &format!("(l < {frail_m}) * (l > {least_m})"), "%".to_owned()),
        becomes(1.0, &format!("l < {least_m}"), "F(l)".to_owned()),
    ]
}

fn excurrent() -> LSystem {
    let branches = whorl(4, 90, "&(84 + ~8) B(r * (1 + ~0.15))");
    let becomes = |from: &str, weight: f64, only_if: &str, to: &str| Rule {
        from: from.to_owned(),
        to: to.to_owned(),
        weight: Some(weight),
        only_if: Some(only_if.to_owned()),
        ..Rule::default()
    };
    LSystem {
        axiom: "F(1.2) F(1.2) F(1.2) F(1.2) F(1.2) F(1.2) A(3.4)".to_owned(),
        rules: vec![
            becomes(
                "A(r)",
                1.0,
                "r > 0.4",
                &format!("F(0.3) {branches} F(0.32) /(40) A(r * 0.95)"),
            ),
            becomes(
                "B(r)",
                8.0,
                "r > 0.4",
                "F(r * 0.15) &(~8) +(~12) F(r * 0.15) [ +(52 + ~8) B(r * (0.5 + ~0.1)) ] \
                 +(~24) F(r * 0.12) [ -(52 + ~8) B(r * (0.5 + ~0.1)) ] +(~24) B(r * 0.74)",
            ),
            becomes(
                "B(r)",
                4.0,
                "r > 0.4",
                "F(r * 0.2) [ +(40 + ~8) B(r * 0.65) ] -(30 + ~8) B(r * 0.65)",
            ),
            becomes("B(r)", 0.4, "(r < 1) * (r > 0.4)", "%"),
            becomes("B(r)", 1.0, "r < 0.4", "F(r * 0.4)"),
        ],
        steps: 40,
        most_letters: MOST_LETTERS,
    }
}

const MOST_LETTERS: usize = 1_000_000;

/// So many branches around a stem, each an angle further on, give or take.
fn whorl(count: usize, apart_deg: u32, branch: &str) -> String {
    vec![format!("/({apart_deg} + ~20) [ {branch} ]"); count].join(" ")
}

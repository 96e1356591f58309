//! L-systems that ship. Their numbers are ours.

use crate::lsystem::{LSystem, Rule, Turtle};

/// An L-system that ships: the ontogenetic counterpart of a form.
#[derive(Clone, Copy, Debug)]
pub struct LSystemPreset {
    /// The name a scenario uses.
    pub name: &'static str,
    /// What it looks like.
    pub about: &'static str,
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
        Turtle::default()
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
        about: "a stem that forks again and again, like an oak",
        system: decurrent,
    },
    LSystemPreset {
        name: "excurrent",
        about: "one stem with whorls of branches, like a spruce",
        system: excurrent,
    },
];

fn rule(from: &str, to: &str) -> Rule {
    Rule {
        from: from.to_owned(),
        to: to.to_owned(),
        ..Rule::default()
    }
}

fn decurrent() -> LSystem {
    let long_enough = |rule: Rule, weight: f64| Rule {
        only_if: Some("l > 0.15".to_owned()),
        weight: Some(weight),
        ..rule
    };
    LSystem {
        axiom: "F(1.5) F(1.5) A(1.8)".to_owned(),
        rules: vec![
            long_enough(
                rule(
                    "A(l)",
                    "F(l) [ &(38 + ~10) A(l * 0.72 + ~0.08 * l) ] /(137.5 + ~20) [ &(45 + ~10) A(l * 0.68) ] &(~12) A(l * 0.85)",
                ),
                3.0,
            ),
            long_enough(
                rule(
                    "A(l)",
                    "F(l) [ &(40 + ~10) A(l * 0.75) ] /(170 + ~20) &(20 + ~8) A(l * 0.85)",
                ),
                5.0,
            ),
            // A bud that dies.
            Rule {
                only_if: Some("(l < 1) * (l > 0.15)".to_owned()),
                weight: Some(0.4),
                ..rule("A(l)", "%")
            },
        ],
        steps: 11,
        most_letters: 1_000_000,
    }
}

fn excurrent() -> LSystem {
    let whorl = "[ &(80 + ~6) B(r) ] /(72 + ~8) [ &(80 + ~6) B(r) ] /(72 + ~8) [ &(80 + ~6) B(r) ] /(72 + ~8) [ &(80 + ~6) B(r) ] /(72 + ~8) [ &(80 + ~6) B(r) ]";
    LSystem {
        axiom: "F(3) A(3.2)".to_owned(),
        rules: vec![
            Rule {
                only_if: Some("r > 0.25".to_owned()),
                ..rule("A(r)", &format!("F(0.9 + ~0.1) {whorl} /(31) A(r * 0.88)"))
            },
            Rule {
                only_if: Some("r > 0.3".to_owned()),
                most_order: Some(2),
                ..rule(
                    "B(r)",
                    "F(r * 0.3) [ +(50 + ~8) B(r * 0.5) ] [ -(50 + ~8) B(r * 0.5) ] B(r * 0.72)",
                )
            },
        ],
        steps: 20,
        most_letters: 1_000_000,
    }
}

//! What an L-system is made of, and whether it makes sense.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Whole;
use understory_keys::{Interval, ValueKind, key, parameters, real, whole};

use crate::lsystem::parse::{self, Expression, ParseError, Template};
use crate::ranges::COUNT;

parameters! {
    /// Letters, rules, and how often they are applied.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct LSystem {
        /// The word to begin with, its values plain numbers.
        pub axiom: String = key(ValueKind::Text, "", "\"F(1.5) A(1.8)\""),
        /// What letters become; one of those that fit is drawn by weight.
        pub rules: Vec<Rule> = key(ValueKind::Tables(Rule::KEYS, &[]), "", ""),
        /// How often all letters are rewritten.
        pub steps: u32 = whole(0, 1000, "", "11"),
        /// Letters beyond which rewriting is given up.
        #[serde(default = "million")]
        pub most_letters: usize = whole(1, 10_000_000, "", "1000000").default(Whole(1_000_000)),
    }
}

parameters! {
    /// What becomes of a letter.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Rule {
        /// The letter and names for its values.
        pub from: String = key(ValueKind::Text, "", "\"A(l, n)\""),
        /// What replaces it; `~5` is a number from −5 to 5, another one each time.
        pub to: String = key(ValueKind::Text, "", "\"F(l) [ +(30 + ~5) A(l * 0.7, n - 1) ]\""),
        /// Weight against other rules that fit; left out: 1.
        pub weight: Option<f64> = real(Interval::from(1e-9, 1e9), "", "3.0").optional(),
        /// A comparison of values that must hold.
        pub only_if: Option<String> = key(ValueKind::Text, "", "\"l > 0.1\"").optional(),
        /// Steps that the letter must have been there, at least.
        pub least_age: u32 = whole(0, COUNT, "", "4").default(Whole(0)),
        /// Order of the branch, at most; 0 for the main axis.
        pub most_order: Option<u32> = whole(0, COUNT, "", "2").optional(),
        /// The letter that must stand before it on its way from the base, turns left out.
        pub after: Option<char> = key(ValueKind::Letter, "", "\"F\"").optional(),
        /// The letter that must come next on its own branch, turns and side branches left out.
        pub before: Option<char> = key(ValueKind::Letter, "", "\"A\"").optional(),
    }
}

/// An L-system that cannot grow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LSystemError {
    /// A text that is no word or expression.
    #[error("the {place}: {error}")]
    Unreadable {
        /// Which text.
        place: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A letter whose number of values is not the same everywhere.
    #[error("`{letter}` has {found} values in the {place}, but {expected} where a rule replaces it")]
    ValuesDiffer {
        /// The letter.
        letter: char,
        /// Values found.
        found: usize,
        /// Values that a rule names.
        expected: usize,
        /// Where it was found.
        place: String,
    },
    /// A branch that is begun and not ended, or ended and not begun.
    #[error("the {place} has `[` without `]`, or `]` without `[`")]
    Brackets {
        /// Which text.
        place: String,
    },
    /// More letters than allowed.
    #[error(
        "after {steps} steps there are more than {most} letters: take fewer steps, or raise `most_letters`"
    )]
    TooManyLetters {
        /// Steps taken.
        steps: u32,
        /// Letters allowed.
        most: usize,
    },
}

/// A rule as it is applied.
pub(super) struct ReadRule {
    pub(super) letter: char,
    pub(super) to: Vec<Template>,
    pub(super) weight: f64,
    pub(super) only_if: Option<Expression>,
    pub(super) least_age: u32,
    pub(super) most_order: u32,
    pub(super) after: Option<char>,
    pub(super) before: Option<char>,
}

/// The axiom and the rules, read.
pub(super) struct Read {
    pub(super) axiom: Vec<Template>,
    pub(super) rules: Vec<ReadRule>,
}

impl LSystem {
    /// Whether it can grow at all: its texts can be read, its weights drawn from, its brackets match.
    ///
    /// # Errors
    /// [`LSystemError`] names the first text or number that is wrong.
    pub fn check(&self) -> Result<(), LSystemError> {
        self.read().map(|_| ())
    }

    pub(super) fn read(&self) -> Result<Read, LSystemError> {
        let unreadable = |place: String| move |error| LSystemError::Unreadable { place, error };
        let axiom = parse::word(&self.axiom, &[]).map_err(unreadable("axiom".to_owned()))?;
        let mut rules = Vec::new();
        let mut values: Vec<(char, usize)> = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            let place = |what: &str| format!("{what} of rule {number}");
            let (letter, names) = parse::head(&rule.from).map_err(unreadable(place("letter")))?;
            let to = parse::word(&rule.to, &names).map_err(unreadable(place("replacement")))?;
            let only_if = match &rule.only_if {
                Some(text) => Some(parse::expression(text, &names).map_err(unreadable(place("condition")))?),
                None => None,
            };
            match values.iter().find(|known| known.0 == letter) {
                Some(&(_, expected)) if expected != names.len() => {
                    let (found, place) = (names.len(), place("letter"));
                    return Err(LSystemError::ValuesDiffer {
                        letter,
                        found,
                        expected,
                        place,
                    });
                }
                Some(_) => {}
                None => values.push((letter, names.len())),
            }
            rules.push(ReadRule {
                letter,
                to,
                weight: rule.weight.unwrap_or(1.0),
                only_if,
                least_age: rule.least_age,
                most_order: rule.most_order.unwrap_or(u32::MAX),
                after: rule.after,
                before: rule.before,
            });
        }
        check_word(&axiom, &values, "axiom")?;
        for (number, rule) in rules.iter().enumerate() {
            check_word(&rule.to, &values, &format!("replacement of rule {number}"))?;
        }
        Ok(Read { axiom, rules })
    }
}

fn check_word(word: &[Template], values: &[(char, usize)], place: &str) -> Result<(), LSystemError> {
    let mut open = 0_u32;
    for template in word {
        let Template { letter, arguments } = template;
        match (letter, open) {
            ('[', _) => open += 1,
            (']', 0) => {
                return Err(LSystemError::Brackets {
                    place: place.to_owned(),
                });
            }
            (']', _) => open -= 1,
            _ => {}
        }
        let expected = values.iter().find(|known| known.0 == *letter);
        if let Some(&(letter, expected)) = expected.filter(|known| known.1 != arguments.len()) {
            return Err(LSystemError::ValuesDiffer {
                letter,
                found: arguments.len(),
                expected,
                place: place.to_owned(),
            });
        }
    }
    if open > 0 {
        return Err(LSystemError::Brackets {
            place: place.to_owned(),
        });
    }
    Ok(())
}

fn million() -> usize {
    1_000_000
}

//! Rewriting: all letters of a word at once, step by step.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::lsystem::parse::Template;
use crate::lsystem::rule::{LSystem, LSystemError, ReadRule};

/// A letter of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Letter {
    /// Which letter.
    pub letter: char,
    /// Its values.
    pub values: Vec<f64>,
    /// Steps that it has been there.
    pub age: u32,
}

impl LSystem {
    /// The word after all steps. What each letter becomes hangs on `key`, the step, and its place in the word.
    ///
    /// # Errors
    /// [`LSystemError`] for texts that cannot be read and for a word that grows beyond `most_letters`.
    pub fn word(&self, key: RandomKey) -> Result<Vec<Letter>, LSystemError> {
        let read = self.read()?;
        let mut draws = Draws {
            key,
            step: 0,
            number: 0,
        };
        let mut word: Vec<Letter> = read
            .axiom
            .iter()
            .map(|template| written(template, &[], &mut draws))
            .collect();
        for step in 0..self.steps {
            draws = Draws {
                key,
                step: step + 1,
                number: 0,
            };
            word = rewritten(&word, &read.rules, &mut draws);
            if word.len() > self.most_letters {
                return Err(LSystemError::TooManyLetters {
                    steps: step + 1,
                    most: self.most_letters,
                });
            }
        }
        Ok(word)
    }
}

/// Uniform numbers of a step, one after the other along the word.
struct Draws {
    key: RandomKey,
    step: u32,
    number: u32,
}

impl Draws {
    fn next(&mut self) -> f64 {
        let draw = self.key.draws(self.step, Purpose::Rewriting, self.number)[0];
        self.number = self.number.wrapping_add(1);
        unit_from_u32(draw)
    }
}

fn written(template: &Template, values: &[f64], draws: &mut Draws) -> Letter {
    let mut stray = || 2.0 * draws.next() - 1.0;
    Letter {
        letter: template.letter,
        values: template
            .arguments
            .iter()
            .map(|argument| argument.value(values, &mut stray))
            .collect(),
        age: 0,
    }
}

fn rewritten(word: &[Letter], rules: &[ReadRule], draws: &mut Draws) -> Vec<Letter> {
    let mut next = Vec::with_capacity(2 * word.len());
    // The letter before, on the way from the base, at each open branch and here.
    let mut waiting: Vec<Option<char>> = Vec::new();
    let mut before: Option<char> = None;
    // A cut takes what follows on its branch: at which depth it was met.
    let mut cut_at: Option<usize> = None;
    let after = letters_after(word);
    for (at, letter) in word.iter().enumerate() {
        let order = waiting.len();
        match letter.letter {
            '[' => waiting.push(before),
            ']' => {
                if cut_at == Some(order) {
                    cut_at = None;
                }
                before = waiting.pop().flatten();
            }
            _ => {}
        }
        if cut_at.is_some() {
            continue;
        }
        if letter.letter == '%' {
            cut_at = Some(order);
            continue;
        }
        let context = Context {
            order: order as u32,
            before,
            after: after[at],
        };
        match drawn(letter, &context, rules, draws) {
            Some(rule) => next.extend(
                rule.to
                    .iter()
                    .map(|template| written(template, &letter.values, draws)),
            ),
            None => next.push(Letter {
                age: letter.age + 1,
                ..letter.clone()
            }),
        }
        if !matches!(letter.letter, '[' | ']') && !is_turn(letter.letter) {
            before = Some(letter.letter);
        }
    }
    next
}

/// Where a letter stands.
struct Context {
    order: u32,
    before: Option<char>,
    after: Option<char>,
}

/// The rule that rewrites a letter: one of those that fit, by weight.
fn drawn<'a>(
    letter: &Letter,
    context: &Context,
    rules: &'a [ReadRule],
    draws: &mut Draws,
) -> Option<&'a ReadRule> {
    let fitting: Vec<&ReadRule> = rules.iter().filter(|rule| fits(rule, letter, context)).collect();
    let sum: f64 = fitting.iter().map(|rule| rule.weight).sum();
    if fitting.len() < 2 {
        return fitting.first().copied();
    }
    let mut left = draws.next() * sum;
    for &rule in &fitting {
        left -= rule.weight;
        if left < 0.0 {
            return Some(rule);
        }
    }
    fitting.last().copied()
}

fn fits(rule: &ReadRule, letter: &Letter, context: &Context) -> bool {
    let neighbour_fits = |wanted: Option<char>, found: Option<char>| wanted.is_none() || wanted == found;
    rule.letter == letter.letter
        && letter.age >= rule.least_age
        && context.order <= rule.most_order
        && neighbour_fits(rule.after, context.before)
        && neighbour_fits(rule.before, context.after)
        && rule
            .only_if
            .as_ref()
            .is_none_or(|condition| condition.value(&letter.values, &mut || 0.0) != 0.0)
}

/// The next letter after each on the same branch, over turns and the branches that leave it.
fn letters_after(word: &[Letter]) -> Vec<Option<char>> {
    let mut after = vec![None; word.len()];
    let mut waiting = Vec::new();
    let mut next = None;
    for (at, letter) in word.iter().enumerate().rev() {
        after[at] = next;
        match letter.letter {
            ']' => waiting.push(next.take()),
            '[' => next = waiting.pop().flatten(),
            turn if is_turn(turn) => {}
            letter => next = Some(letter),
        }
    }
    after
}

/// Whether a letter only turns the turtle; such letters are no neighbours.
fn is_turn(letter: char) -> bool {
    matches!(letter, '+' | '-' | '&' | '^' | '/' | '\\')
}

//! The L-system beside a tree: its texts are read one by one, so that all that is wrong is found.

use understory_branching::lsystem::{LSystem, LSystemError, Rule, Turtle};
use understory_branching::specimen::Baseline;

use super::library::part;
use crate::keys::Key;
use crate::problem::Report;
use crate::value::Table;

pub(super) fn read(report: &mut Report<'_>, table: &Table) -> Option<Baseline> {
    let rules = table.tables("rules").unwrap_or_default();
    let problems = report.count();
    texts(report, table, rules);
    let part_of = |keys: &'static [Key]| table.keeping(|name| Key::find(keys, name).is_some());
    let system: Option<LSystem> = part(report, &part_of(LSystem::KEYS));
    let turtle: Option<Turtle> = part(report, &part_of(Turtle::KEYS));
    let finish = table.table("finish").and_then(|finish| part(report, finish));
    let envelope = turtle.as_ref().and_then(|turtle| turtle.envelope.as_ref());
    if envelope.is_some_and(|envelope| !envelope.contains([0.0; 3])) {
        let message = "`tree.baseline.envelope` does not hold the base at [0, 0, 0], so nothing could grow";
        report.problem(table.at("envelope"), message, "lower or widen it".to_owned());
    }
    if let (Some(Err(error)), true) = (system.as_ref().map(LSystem::check), report.count() == problems) {
        report.problem(table.at, format!("`tree.baseline`: {error}"), None);
    }
    Some(Baseline {
        system: system?,
        turtle: turtle?,
        finish: finish?,
    })
}

/// The letters to replace come first, as they say how many values each has; then each text beside them alone.
fn texts(report: &mut Report<'_>, table: &Table, rules: &[Table]) {
    let mut heads: Vec<Rule> = Vec::new();
    let mut names: Vec<Option<Rule>> = Vec::new();
    for rule in rules {
        let head = rule.text("from").map(|from| Rule {
            from: from.to_owned(),
            ..Rule::default()
        });
        let known = head.and_then(|head| {
            heads.push(head.clone());
            let is_sound = is_sound(report, rule, "from", &system("", &heads));
            if !is_sound {
                heads.pop();
            }
            is_sound.then_some(head)
        });
        names.push(known);
    }
    for (rule, head) in rules.iter().zip(names) {
        let Some(head) = head else { continue };
        let mut with = |name: &str, text: Rule| {
            let rules = [&heads[..], &[text]].concat();
            is_sound(report, rule, name, &system("", &rules))
        };
        if let Some(to) = rule.text("to") {
            with(
                "to",
                Rule {
                    to: to.to_owned(),
                    ..head.clone()
                },
            );
        }
        if let Some(only_if) = rule.text("only_if") {
            with(
                "only_if",
                Rule {
                    only_if: Some(only_if.to_owned()),
                    ..head
                },
            );
        }
    }
    if let Some(axiom) = table.text("axiom") {
        is_sound(report, table, "axiom", &system(axiom, &heads));
    }
}

fn system(axiom: &str, rules: &[Rule]) -> LSystem {
    LSystem {
        axiom: axiom.to_owned(),
        rules: rules.to_vec(),
        steps: 0,
        most_letters: 1,
    }
}

/// Whether a system can be read to which the text of this name was added last; reports where it cannot.
fn is_sound(report: &mut Report<'_>, table: &Table, name: &str, system: &LSystem) -> bool {
    let error = match system.check() {
        Ok(()) => return true,
        Err(error) => error,
    };
    let at = table.at(name);
    let path = if name == "axiom" {
        "tree.baseline"
    } else {
        "tree.baseline.rules"
    };
    match error {
        LSystemError::Unreadable { error, .. } => {
            let at = at_character(report, at, &error.text, error.at);
            let message = format!("`{path}.{name}` cannot be read: {}", error.problem);
            let hint = "letters with their values: `F(1.5) [ +(30) A(l * 0.7) ]`, and values as numbers or sums and products of names";
            report.problem(at, message, hint.to_owned());
        }
        LSystemError::ValuesDiffer {
            letter,
            found,
            expected,
            ..
        } => {
            let message = format!(
                "`{letter}` has {found} values in `{path}.{name}`, but {expected} where a rule replaces it"
            );
            report.problem(at, message, "give it as many everywhere".to_owned());
        }
        LSystemError::Brackets { .. } => {
            let message = format!("`{path}.{name}` has `[` without `]`, or `]` without `[`");
            report.problem(
                at,
                message,
                "end each branch in the text in which it begins".to_owned(),
            );
        }
        error => report.problem(at, format!("`{path}.{name}`: {error}"), None),
    }
    false
}

/// Byte of the file at a character, from 1, of the text in quotes at byte `at`, where it stands there letter by
/// letter; else of the quotes.
fn at_character(report: &Report<'_>, at: usize, text: &str, character: usize) -> usize {
    let before: usize = text.chars().take(character - 1).map(char::len_utf8).sum();
    let stands = |quotes: usize| report.written(at + quotes..at + quotes + text.len()) == text;
    [1, 3, 4]
        .into_iter()
        .find(|quotes| stands(*quotes))
        .map_or(at, |quotes| at + quotes + before)
}

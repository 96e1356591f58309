//! What is said of L-systems: dots, sticks, rules that are drawn, and branches that see nothing.

use understory_branching::lsystem::{L_SYSTEMS, LSystem, Letter, Rule, Turtle};
use understory_branching::metrics::crossings_per_1000;
use understory_branching::skeleton::Skeleton;
use understory_numerics::RandomKey;

use crate::ClaimError;
use crate::colonization::measures::{segments_through, variance};
use crate::rows::Definition;
use crate::rows::Definition::{Mean, Once};

pub(super) const CLAIMS: &[Definition] = &[
    Once("S3", greatest_difference_of_lines),
    Once("S4", || lines_after(10)),
    Once("S5", sticks),
    Mean("S6.branches", |seed| {
        Ok(crossings_per_1000(&flat_sticks(6, seed)?, 1))
    }),
    Mean("S6.obstacles", |seed| {
        let tree = L_SYSTEMS[0].system().grow(&Turtle::default(), key(seed))?;
        let through = segments_through(&tree, [1.0, 0.0, 6.0], 1.0);
        Ok(1000.0 * through as f64 / (tree.nodes.len() - 1) as f64)
    }),
    Once("S25.cut", letters_after_a_cut),
    Once("S25.switch", share_of_leaves),
    Mean("S26.extinction", share_extinct),
    Mean("S26.growth", growth_in_one_step),
    Mean("S27", share_of_second_rule),
    Mean("S28", sd_of_angles_deg),
];

fn key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["claims", "L-systems"])
}

fn rule(from: &str, to: &str) -> Rule {
    Rule {
        from: from.to_owned(),
        to: to.to_owned(),
        ..Rule::default()
    }
}

fn weighted(from: &str, to: &str, weight: f64) -> Rule {
    Rule {
        weight: Some(weight),
        ..rule(from, to)
    }
}

fn system(axiom: &str, rules: Vec<Rule>, steps: u32) -> LSystem {
    LSystem {
        axiom: axiom.to_owned(),
        rules,
        steps,
        most_letters: 1_000_000,
    }
}

fn count(word: &[Letter], letter: char) -> usize {
    word.iter().filter(|written| written.letter == letter).count()
}

fn lines_after(steps: u32) -> Result<f64, ClaimError> {
    let word = system("A", vec![rule("A", "F(1) A")], steps).word(key(0))?;
    Ok(count(&word, 'F') as f64)
}

fn greatest_difference_of_lines() -> Result<f64, ClaimError> {
    let mut greatest = 0.0_f64;
    for steps in 1..=10 {
        greatest = greatest.max((lines_after(steps)? - f64::from(steps)).abs());
    }
    Ok(greatest)
}

fn sticks() -> Result<f64, ClaimError> {
    let word = system("S", vec![rule("S", "S [ +(30) S ] [ -(30) S ]")], 6).word(key(0))?;
    Ok(count(&word, 'S') as f64)
}

/// A stick that becomes three, in the plane of x and z.
pub(super) fn flat_sticks(steps: u32, seed: u64) -> Result<Skeleton, ClaimError> {
    let three = rule(
        "A(l)",
        "F(l) [ &(28 + ~4) A(l * 0.7) ] [ &(-28 + ~4) A(l * 0.7) ] A(l * 0.7)",
    );
    Ok(system("A(1)", vec![three], steps).grow(&Turtle::default(), key(seed))?)
}

fn letters_after_a_cut() -> Result<f64, ClaimError> {
    let until_five = Rule {
        only_if: Some("n < 5".to_owned()),
        ..rule("A(n)", "A(n + 1) B")
    };
    let cut = Rule {
        only_if: Some("n > 4".to_owned()),
        ..rule("A(n)", "")
    };
    let word = system("A(0)", vec![until_five, cut], 30).word(key(0))?;
    Ok(count(&word, 'B') as f64)
}

fn share_of_leaves() -> Result<f64, ClaimError> {
    let branching = Rule {
        only_if: Some("n < 4".to_owned()),
        ..rule("A(n)", "F(1) [ +(30) A(n + 1) ] A(n + 1)")
    };
    let leaf = Rule {
        least_age: 3,
        only_if: Some("n > 3".to_owned()),
        ..rule("A(n)", "L")
    };
    let word = system("A(0)", vec![branching, leaf], 8).word(key(0))?;
    let leaves = count(&word, 'L') as f64;
    Ok(leaves / (leaves + count(&word, 'A') as f64))
}

fn doubling_or_ending() -> Vec<Rule> {
    vec![weighted("A", "A A B B", 0.7), weighted("A", "B", 0.3)]
}

/// Share of the lines that die out, by a rule that doubles with probability 0.7 and else ends: 3/7 in theory.
fn share_extinct(seed: u64) -> Result<f64, ClaimError> {
    const LINES: u32 = 2000;
    let line = LSystem {
        // A line that has come so far does not die out any more.
        most_letters: 500,
        ..system("A", doubling_or_ending(), 25)
    };
    let extinct = (0..LINES).filter(|number| {
        let key = RandomKey::root(seed, &["claims", "lines", &number.to_string()]);
        line.word(key).is_ok_and(|word| count(&word, 'A') == 0)
    });
    Ok(extinct.count() as f64 / f64::from(LINES))
}

/// Letters in words of which shares are taken.
const LETTERS: usize = 40_000;

/// By what factor the letters that go on multiply in one step: 1.4 in theory.
fn growth_in_one_step(seed: u64) -> Result<f64, ClaimError> {
    let word = system(&"A ".repeat(LETTERS), doubling_or_ending(), 1).word(key(seed))?;
    Ok(count(&word, 'A') as f64 / LETTERS as f64)
}

/// How often the rule with weight 0.3 is drawn.
fn share_of_second_rule(seed: u64) -> Result<f64, ClaimError> {
    let rules = vec![weighted("A", "X", 0.7), weighted("A", "Y", 0.3)];
    let word = system(&"A ".repeat(LETTERS), rules, 1).word(key(seed))?;
    Ok(count(&word, 'Y') as f64 / LETTERS as f64)
}

fn sd_of_angles_deg(seed: u64) -> Result<f64, ClaimError> {
    let word = system(&"A ".repeat(LETTERS), vec![rule("A", "+(30 + ~10)")], 1).word(key(seed))?;
    let angles_deg: Vec<f64> = word
        .iter()
        .filter_map(|letter| letter.values.first().copied())
        .collect();
    Ok(variance(&angles_deg).sqrt())
}

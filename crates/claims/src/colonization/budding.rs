//! What is said of L-systems: dots, sticks, rules that are drawn, and branches that see nothing.

use understory_branching::lsystem::{L_SYSTEMS, LSystem, Letter, Rule, Turtle};
use understory_branching::metrics::crossings_per_1000;
use understory_branching::skeleton::Skeleton;
use understory_numerics::RandomKey;

use crate::claim::Definition;
use crate::claim::SaidBy::{Article, Comment};
use crate::colonization::measures::{segments_through, variance};
use crate::expected::Expected;
use crate::{ClaimError, Measured};

pub(super) const CLAIMS: &[Definition] = &[
    Definition {
        id: "S3",
        said_by: Article,
        statement: "a dot that becomes a dot and a line grows by a line with each step",
        experiment: "A becomes F A: greatest difference between steps and lines, 1 to 10 steps",
        expected: Expected::Exactly(0.0),
        remark: "",
        measure: |_| greatest_difference_of_lines(),
    },
    Definition {
        id: "S4",
        said_by: Article,
        statement: "ten steps of it give nine lines and a dot",
        experiment: "A becomes F A: lines after ten steps",
        expected: Expected::Exactly(9.0),
        remark: "ten lines and a dot; nine only if the dot to begin with counts as a step",
        measure: |_| Ok(Measured::exact(lines_after(10)?)),
    },
    Definition {
        id: "S5",
        said_by: Article,
        statement: "a stick that becomes three sticks branches, each step anew",
        experiment: "S becomes S [ S ] [ S ]: sticks after six steps, which are 3^6",
        expected: Expected::Exactly(729.0),
        remark: "",
        measure: |_| sticks(),
    },
    Definition {
        id: "S6.branches",
        said_by: Article,
        statement: "an L-system replaces blindly: its branches cross one another",
        experiment: "flat stick of three, 28 ± 4° and 0.7 of the length, 6 steps: crossings per 1000 segments, mean",
        expected: Expected::AtLeast(100.0),
        remark: "at the same count space colonization has next to none: S7",
        measure: |budget| budget.mean(|seed| Ok(crossings_per_1000(&flat_sticks(6, seed)?, 1))),
    },
    Definition {
        id: "S6.obstacles",
        said_by: Article,
        statement: "… and cross what stands in their way",
        experiment: "decurrent L-system, a ball of 1 m in its crown: segments through it per 1000, mean",
        expected: Expected::Above(0.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let tree = L_SYSTEMS[0].system().grow(&Turtle::default(), key(seed))?;
                let through = segments_through(&tree, [1.0, 0.0, 6.0], 1.0);
                Ok(1000.0 * through as f64 / (tree.nodes.len() - 1) as f64)
            })
        },
    },
    Definition {
        id: "S25.cut",
        said_by: Comment,
        statement: "a reader: a rule that cuts stops a system part-way",
        experiment: "A becomes A B, cut once there are five: B after 30 steps",
        expected: Expected::Exactly(5.0),
        remark: "without the cut there are 30",
        measure: |_| letters_after_a_cut(),
    },
    Definition {
        id: "S25.switch",
        said_by: Comment,
        statement: "… and one that switches the system makes leaves of what grew",
        experiment: "A becomes A [ A ], leaves from the fourth step of a letter on: share of tips that are leaves",
        expected: Expected::Exactly(1.0),
        remark: "",
        measure: |_| share_of_leaves(),
    },
    Definition {
        id: "S26.extinction",
        said_by: Comment,
        statement: "the author: rules can be drawn with probabilities",
        experiment: "A becomes A A B B with 0.7 and B with 0.3: share of lines without A after 25 steps, 2,000 \
                     lines a seed, mean; theory 3/7",
        expected: Expected::Between(0.39, 0.467),
        remark: "the rule as it stands dies out in three of seven cases",
        measure: |budget| budget.mean(share_extinct),
    },
    Definition {
        id: "S26.growth",
        said_by: Comment,
        statement: "… so that a word grows by a fixed factor on average",
        experiment: "the same rules, 40,000 letters: A after one step for each before, mean; theory 1.4",
        expected: Expected::Between(1.38, 1.42),
        remark: "",
        measure: |budget| budget.mean(growth_in_one_step),
    },
    Definition {
        id: "S27",
        said_by: Comment,
        statement: "of rules with 70 % and 30 % the second is used about one third of the time",
        experiment: "40,000 letters: share that the second rule rewrote, mean",
        expected: Expected::Between(0.28, 0.38),
        remark: "30 %",
        measure: |budget| budget.mean(share_of_second_rule),
    },
    Definition {
        id: "S28",
        said_by: Comment,
        statement: "the author: randomness can go into the angles at which the word is drawn",
        experiment: "+(30 + ~10), 40,000 letters: standard deviation of the angles, degrees, mean; theory 10/√3",
        expected: Expected::Between(5.7, 5.85),
        remark: "",
        measure: |budget| budget.mean(sd_of_angles_deg),
    },
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

fn greatest_difference_of_lines() -> Result<Measured, ClaimError> {
    let mut greatest = 0.0_f64;
    for steps in 1..=10 {
        greatest = greatest.max((lines_after(steps)? - f64::from(steps)).abs());
    }
    Ok(Measured::exact(greatest))
}

fn sticks() -> Result<Measured, ClaimError> {
    let word = system("S", vec![rule("S", "S [ +(30) S ] [ -(30) S ]")], 6).word(key(0))?;
    Ok(Measured::exact(count(&word, 'S') as f64))
}

/// A stick that becomes three, in the plane of x and z.
pub(super) fn flat_sticks(steps: u32, seed: u64) -> Result<Skeleton, ClaimError> {
    let three = rule(
        "A(l)",
        "F(l) [ &(28 + ~4) A(l * 0.7) ] [ &(-28 + ~4) A(l * 0.7) ] A(l * 0.7)",
    );
    Ok(system("A(1)", vec![three], steps).grow(&Turtle::default(), key(seed))?)
}

fn letters_after_a_cut() -> Result<Measured, ClaimError> {
    let until_five = Rule {
        only_if: Some("n < 5".to_owned()),
        ..rule("A(n)", "A(n + 1) B")
    };
    let cut = Rule {
        only_if: Some("n > 4".to_owned()),
        ..rule("A(n)", "")
    };
    let word = system("A(0)", vec![until_five, cut], 30).word(key(0))?;
    Ok(Measured::exact(count(&word, 'B') as f64))
}

fn share_of_leaves() -> Result<Measured, ClaimError> {
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
    Ok(Measured::exact(leaves / (leaves + count(&word, 'A') as f64)))
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

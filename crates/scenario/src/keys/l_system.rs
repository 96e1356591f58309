//! The keys of an L-system and of its walk.

use super::Literal::{Flag, RealTriple, Table, Whole};
use super::envelope::ENVELOPE;
use super::finish::finish;
use super::ranges::TROPISM_RANGE;
use super::{Interval, Key, Kind, Presets, real, table, whole};

const COUNT: (i64, i64) = (0, 4_294_967_295);

/// Those of `understory_branching::specimen::Counterpart`, its system and turtle beside each other.
pub(super) const COUNTERPART: &[Key] = &[
    Key::new(
        "preset",
        Kind::Preset(Presets::LSystems),
        "",
        "L-system that ships with the program; each key below overrides its own",
        "\"decurrent\"",
    )
    .optional(),
    Key::new(
        "axiom",
        Kind::Text,
        "",
        "the word to begin with, its values plain numbers",
        "\"F(1.5) A(1.8)\"",
    ),
    Key::new(
        "rules",
        Kind::Tables(RULE, &[]),
        "",
        "what letters become; one of those that fit is drawn by weight",
        "",
    ),
    whole(
        "steps",
        (0, 1000),
        "",
        "how often all letters are rewritten",
        "11",
    ),
    whole(
        "most_letters",
        (1, 10_000_000),
        "",
        "letters beyond which rewriting is given up",
        "1000000",
    )
    .default(Whole(1_000_000)),
    Key::new(
        "tropism",
        Kind::RealTriple(TROPISM_RANGE),
        "",
        "added to the heading, itself of length 1, at each segment",
        "[0.0, 0.0, -0.1]",
    )
    .default(RealTriple([0.0; 3])),
    Key::new(
        "envelope",
        ENVELOPE,
        "",
        "branches end where they would leave this; it must hold the base",
        "{ shape = \"sphere\", … }",
    )
    .optional(),
    table(
        "finish",
        FINISH,
        "what is done to what was walked",
        "{ smoothings = 2 }",
    )
    .default(Table),
];

const RULE: &[Key] = &[
    Key::new(
        "from",
        Kind::Text,
        "",
        "the letter and names for its values",
        "\"A(l, n)\"",
    ),
    Key::new(
        "to",
        Kind::Text,
        "",
        "what replaces it; `~5` is a number from −5 to 5, another one each time",
        "\"F(l) [ +(30 + ~5) A(l * 0.7, n - 1) ]\"",
    ),
    real(
        "weight",
        Interval::from(1e-9, 1e9),
        "",
        "weight against other rules that fit; left out: 1",
        "3.0",
    )
    .optional(),
    Key::new(
        "only_if",
        Kind::Text,
        "",
        "a comparison of values that must hold",
        "\"l > 0.1\"",
    )
    .optional(),
    whole(
        "least_age",
        COUNT,
        "",
        "steps that the letter must have been there, at least",
        "4",
    )
    .default(Whole(0)),
    whole(
        "most_order",
        COUNT,
        "",
        "order of the branch, at most; 0 for the main axis",
        "2",
    )
    .optional(),
    Key::new(
        "after",
        Kind::Letter,
        "",
        "the letter that must stand before it on its way from the base, turns left out",
        "\"F\"",
    )
    .optional(),
    Key::new(
        "before",
        Kind::Letter,
        "",
        "the letter that must come next on its own branch, turns and side branches left out",
        "\"A\"",
    )
    .optional(),
];

/// A turtle's branches leave at the angles that its word names, so nodes stay where they are.
const FINISH: &[Key] = &finish(Flag(false));

//! The keys of a single tree: those of `understory_branching::seasons::SeasonTree` or, where a crown is drawn, of
//! `understory_branching::tree::TreeForm`, and what stands beside them.

use understory_branching::colonization::Obstacle;
use understory_branching::lsystem::{LSystem, Turtle};
use understory_branching::mesh::Levels;
use understory_branching::ruin::Ruin;
use understory_branching::seasons::SeasonTree;
use understory_branching::tree::{Finish, TreeForm};
use understory_branching::variation::Variation;
use understory_keys::joined;

use super::Literal::{Flag, Table, Word};
use super::{Interval, Key, LENGTH, Need, Presets, ValueKind, When, real, table};

/// The keys of `[tree]`: those of `understory_branching::specimen::Specimen`, those of its form among them.
pub const TREE: &[Key] = &joined::<
    { PRESET.len() + SEASONS.len() + COLONIZATION.len() + WHOLE.len() + BESIDE_THE_FORM.len() },
>(&[PRESET, &SEASONS, &COLONIZATION, WHOLE, BESIDE_THE_FORM]);

/// What trees have, whichever way they grow: roots, finish, leaves.
const WHOLE: &[Key] = TreeForm::KEYS.split_at(TreeForm::KEYS.len() - 3).1;

/// What a tree that lives its years has besides: those without a crown that is drawn.
const SEASONS: [Key; SeasonTree::KEYS.len() - WHOLE.len()] = {
    let mut keys = joined(&[SeasonTree::KEYS.split_at(SeasonTree::KEYS.len() - WHOLE.len()).0]);
    let mut at = 0;
    while at < keys.len() {
        keys[at] = keys[at].when(When::Without(&["crown"]));
        at += 1;
    }
    keys
};

/// What a tree that colonizes a drawn crown has besides, that crown first.
const COLONIZATION: [Key; TreeForm::KEYS.len() - WHOLE.len()] = {
    let mut keys = joined(&[TreeForm::KEYS.split_at(TreeForm::KEYS.len() - WHOLE.len()).0]);
    keys[0] = keys[0].optional().when(When::Without(&["preset"]));
    let mut at = 1;
    while at < keys.len() {
        keys[at] = keys[at].when(When::With("crown"));
        at += 1;
    }
    keys
};

const PRESET: &[Key] = &[
    Key::new(
        "preset",
        ValueKind::Preset(Presets::Trees),
        "",
        "form that ships with the program; each key below overrides its own",
        "\"oak\"",
    )
    .optional(),
    Key::new(
        "without",
        ValueKind::Choices(&["roots", "leaf"]),
        "",
        "parts of the preset that this tree does not have",
        "[\"roots\"]",
    )
    .when(When::With("preset"))
    .optional(),
];

const BESIDE_THE_FORM: &[Key] = &[
    Key::new(
        "look",
        ValueKind::Preset(Presets::Trees),
        "",
        "form that ships whose bark and leaves it has, in the place of those of its preset",
        "\"birch\"",
    )
    .optional(),
    table(
        "mesh",
        Levels::KEYS,
        "how finely it is drawn, level by level",
        "{ triangles = 8000 }",
    )
    .default(Table)
    .related(Levels::RELATED),
    table(
        "variation",
        Variation::KEYS,
        "how far trees of this form stray from it",
        "{ stand = { height = 0.2 }, tree = { height = 0.08 } }",
    )
    .default(Table),
    Key::new(
        "stand",
        ValueKind::Text,
        "",
        "name of the stand: trees of one stand and seed stray together",
        "\"a windy ridge\"",
    )
    .default(Word("")),
    Key::new(
        "obstacles",
        ValueKind::TaggedList("obstacle", OBSTACLES),
        "",
        "what no segment may cross",
        "",
    )
    .related(Obstacle::RELATED)
    .optional(),
    table(
        "baseline",
        BASELINE,
        "a tree of letters that become other letters, to set beside it",
        "{ preset = \"decurrent\" }",
    )
    .optional(),
];

/// The keys of an obstacle: those of `understory_branching::colonization::Obstacle`, of a capsule around each segment, and of
/// `understory_branching::ruin::Ruin`.
const OBSTACLES: &[Key] = {
    const SHAPE: Key = Key {
        kind: ValueKind::Choice(&["sphere", "box", "capsule", "half-space", "around", "ruin"]),
        ..Obstacle::KEYS[0]
    };
    const SHAPES: &[Key] = Obstacle::KEYS.split_first().unwrap().1;
    &joined::<{ Obstacle::KEYS.len() + AROUND.len() + RUIN.len() }>(&[&[SHAPE], SHAPES, AROUND, &RUIN])
};

const RUIN: [Key; Ruin::KEYS.len()] = {
    let mut keys = joined(&[Ruin::KEYS]);
    let mut at = 0;
    while at < keys.len() {
        keys[at] = keys[at].when(When::Is("shape", &["ruin"]));
        at += 1;
    }
    keys
};

const AROUND: &[Key] = &[
    Key::new(
        "file",
        ValueKind::Path,
        "",
        "skeleton (`skeleton.csv`) or mesh (`.obj`) whose segments or edges are in the way",
        "\"skeleton.csv\"",
    )
    .when(When::Is("shape", &["around"]))
    .optional(),
    Key::new(
        "segments_m",
        ValueKind::Segments(Interval::from(-1e6, 1e6)),
        "m",
        "both ends of each segment that is in the way, in the place of a file",
        "[[[1.0, 0.0, 0.0], [1.0, 0.0, 5.0]]]",
    )
    .when(When::Is("shape", &["around"]))
    .need(Need::RequiredWithout("file")),
    real(
        "distance_m",
        LENGTH,
        "m",
        "how far around the segments no other may come",
        "0.2",
    )
    .when(When::Is("shape", &["around"])),
];

/// Those of `understory_branching::specimen::Baseline`, its system and turtle beside each other.
pub(crate) const BASELINE: &[Key] = {
    const PRESET: Key = Key::new(
        "preset",
        ValueKind::Preset(Presets::LSystems),
        "",
        "L-system that ships with the program; each key below overrides its own",
        "\"decurrent\"",
    )
    .optional();
    const FINISH: Key = table(
        "finish",
        &UNMOVED,
        "what is done to what was walked",
        "{ smoothings = 2 }",
    )
    .default(Table);
    &joined::<{ LSystem::KEYS.len() + Turtle::KEYS.len() + 2 }>(&[
        &[PRESET],
        LSystem::KEYS,
        Turtle::KEYS,
        &[FINISH],
    ])
};

/// A turtle's branches leave at the angles that its word names, so nodes stay where they are.
const UNMOVED: [Key; Finish::KEYS.len()] = {
    let mut keys = joined(&[Finish::KEYS]);
    keys[0] = keys[0].default(Flag(false));
    keys
};

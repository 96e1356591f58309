//! The keys of a single tree: those of `understory_branching::seasons::SeasonTree` or, where a crown is drawn, of
//! `understory_branching::tree::TreeForm`, and what stands beside them.

use understory_branching::colonization::Obstacle;
use understory_branching::lsystem::{LSystem, Turtle};
use understory_branching::mesh::Levels;
use understory_branching::ruin::Ruin;
use understory_branching::seasons::SeasonTree;
use understory_branching::tree::{Finish, TreeForm};
use understory_branching::variation::Variation;
use understory_keys::{all_keys, all_when, joined, key, parameters, path, real, table};

use super::Literal::{Flag, Table, Word};
use super::{Interval, Key, LENGTH, Need, Presets, ValueKind, When};

/// The keys of `[tree]`: those of `understory_branching::specimen::Specimen`, those of its form among them.
pub const TREE: &[Key] = all_keys!(PRESET, SEASONS, COLONIZATION, WHOLE, BESIDE_THE_FORM);

/// What trees have, whichever way they grow: roots, finish, leaves.
const WHOLE: &[Key] = TreeForm::KEYS.split_at(TreeForm::KEYS.len() - 3).1;

/// What a tree that lives its years has besides: those without a crown that is drawn.
const SEASONS: [Key; SeasonTree::KEYS.len() - WHOLE.len()] =
    all_when(before_the_whole(SeasonTree::KEYS), When::Without(&["crown"]));

/// What a tree that colonizes a drawn crown has besides, that crown first.
const COLONIZATION: [Key; TreeForm::KEYS.len() - WHOLE.len()] = {
    let mut keys = all_when(before_the_whole(TreeForm::KEYS), When::With("crown"));
    keys[0] = keys[0].optional().when(When::Without(&["preset"]));
    keys
};

const fn before_the_whole(keys: &'static [Key]) -> &'static [Key] {
    keys.split_at(keys.len() - WHOLE.len()).0
}

parameters! {
    /// The form that a tree begins with.
    const PRESET {
        /// Form that ships with the program; each key below overrides its own.
        preset = key(ValueKind::Preset(Presets::Trees), "", "\"oak\"").optional(),
        /// Parts of the preset that this tree does not have.
        without = key(ValueKind::Choices(&["roots", "leaf"]), "", "[\"roots\"]").when(When::With("preset")).optional(),
    }
}

parameters! {
    /// What stands beside the form, whichever it is.
    const BESIDE_THE_FORM {
        /// Form that ships whose bark and leaves it has, in the place of those of its preset.
        look = key(ValueKind::Preset(Presets::Trees), "", "\"birch\"").optional(),
        /// How finely it is drawn, level by level.
        mesh = table(Levels::KEYS, "{ triangles = 8000 }").default(Table).related(Levels::RELATED),
        /// How far trees of this form stray from it.
        variation = table(Variation::KEYS, "{ stand = { height = 0.2 }, tree = { height = 0.08 } }").default(Table),
        /// Name of the stand: trees of one stand and seed stray together.
        stand = key(ValueKind::Text, "", "\"a windy ridge\"").default(Word("")),
        /// What no segment may cross.
        obstacles = key(ValueKind::TaggedList("obstacle", OBSTACLES), "", "").related(Obstacle::RELATED).optional(),
        /// A tree of letters that become other letters, to set beside it.
        baseline = table(BASELINE, "{ preset = \"decurrent\" }").optional(),
    }
}

/// The keys of an obstacle: those of `understory_branching::colonization::Obstacle`, of a capsule around each segment, and of
/// `understory_branching::ruin::Ruin`.
const OBSTACLES: &[Key] = {
    const SHAPE: Key = Key {
        kind: ValueKind::Choice(&["sphere", "box", "capsule", "half-space", "around", "ruin"]),
        ..Obstacle::KEYS[0]
    };
    const SHAPES: &[Key] = Obstacle::KEYS.split_first().unwrap().1;
    all_keys!([SHAPE], SHAPES, AROUND, RUIN)
};

const RUIN: [Key; Ruin::KEYS.len()] = all_when(Ruin::KEYS, When::Is("shape", &["ruin"]));

const AROUND: [Key; OF_SEGMENTS.len()] = all_when(OF_SEGMENTS, When::Is("shape", &["around"]));

parameters! {
    /// The keys of a capsule around each segment.
    const OF_SEGMENTS {
        /// Skeleton (`skeleton.csv`) or mesh (`.obj`) whose segments or edges are in the way.
        file = path("\"skeleton.csv\"").optional(),
        /// Both ends of each segment that is in the way, in the place of a file.
        segments_m = key(ValueKind::Segments(Interval::from(-1e6, 1e6)), "m", "[[[1.0, 0.0, 0.0], [1.0, 0.0, 5.0]]]")
            .need(Need::RequiredWithout("file")),
        /// How far around the segments no other may come.
        distance_m = real(LENGTH, "m", "0.2"),
    }
}

/// Those of `understory_branching::specimen::Baseline`, its system and turtle beside each other.
pub(crate) const BASELINE: &[Key] = {
    parameters! {
        const PRESET {
            /// L-system that ships with the program; each key below overrides its own.
            preset = key(ValueKind::Preset(Presets::LSystems), "", "\"decurrent\"").optional(),
        }
    }
    parameters! {
        const FINISH {
            /// What is done to what was walked.
            finish = table(&UNMOVED, "{ smoothings = 2 }").default(Table),
        }
    }
    all_keys!(PRESET, LSystem::KEYS, Turtle::KEYS, FINISH)
};

/// A turtle's branches leave at the angles that its word names, so nodes stay where they are.
const UNMOVED: [Key; Finish::KEYS.len()] = {
    let mut keys = joined(&[Finish::KEYS]);
    keys[0] = keys[0].default(Flag(false));
    keys
};

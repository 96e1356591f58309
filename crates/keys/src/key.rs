//! What a key is, and what may stand right of its `=`.

use serde_json::{Map, Value};

use crate::{Interval, OutOfRange};

/// A key of a table in a scenario file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The word left of `=`, or between the brackets of a table's header.
    pub name: &'static str,
    /// What stands right of `=`.
    pub kind: ValueKind,
    /// Unit as read by people; empty where there is none.
    pub unit: &'static str,
    /// What happens where it is not given.
    pub need: Need,
    /// In which company it may stand.
    pub when: When,
    /// What it means, as a phrase in lower case.
    pub doc: &'static str,
    /// A value that makes sense, as written in the file.
    pub example: &'static str,
    /// What must hold among the keys of its tables, where each is sound by itself.
    pub related: Option<Related>,
}

/// Finds what does not fit together in a whole table; nothing in one that says something else than it expects.
///
/// A table comes as JSON: it has no dates, and what reads one is a third shorter than what reads one of TOML.
pub type Related = fn(&Map<String, Value>) -> Vec<OutOfRange>;

/// What a key's value is.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// A table with these keys.
    Table(&'static [Key]),
    /// At least one table with these keys; each has exactly one of the named ones, where some are named.
    Tables(&'static [Key], &'static [&'static str]),
    /// Any text.
    Text,
    /// A word of ASCII letters, digits, `-`, `_` and `.` that begins with a letter or a digit.
    Name,
    /// A file's path, relative to the folder of the scenario, with `/` between folders.
    Path,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of one of the presets.
    Preset(Presets),
    /// A real number; whole ones are accepted.
    Real(Interval),
    /// Two real numbers in brackets.
    RealPair(Interval),
    /// A list of at least one real number, in brackets.
    Reals(Interval),
    /// A list of at least one pair of real numbers, each in brackets.
    RealPairs(Interval),
    /// Three real numbers in brackets.
    RealTriple(Interval),
    /// A list of at least one segment, given by its ends: two triples of real numbers in brackets.
    Segments(Interval),
    /// A list of at least one triangle, given by its corners: three triples of real numbers in brackets.
    Triangles(Interval),
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// Two whole numbers in brackets.
    WholePair(i64, i64),
    /// One character.
    Letter,
    /// A colour, `"#rrggbb"`.
    Colour,
    /// A list of at least one of these words.
    Choices(&'static [&'static str]),
    /// A table with exactly one of these keys.
    OneOf(&'static [Key]),
    /// At least one such table.
    OneOfList(&'static [Key]),
    /// A table whose first key, a choice, says which of the others belong; it has a name, as it may stand within
    /// itself.
    Tagged(&'static str, &'static [Key]),
    /// At least one table of that kind.
    TaggedList(&'static str, &'static [Key]),
    /// A table with these keys and with paths of other keys, in quotes, each with the values that it is to take.
    Swept(&'static [Key]),
}

/// Sets of presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presets {
    /// Species.
    Species,
    /// Forms of trees.
    Trees,
    /// L-systems.
    LSystems,
}

impl ValueKind {
    /// The keys of its tables, where it has any.
    #[must_use]
    pub fn keys(self) -> Option<&'static [Key]> {
        match self {
            Self::Table(keys)
            | Self::Tables(keys, _)
            | Self::OneOf(keys)
            | Self::OneOfList(keys)
            | Self::Tagged(_, keys)
            | Self::TaggedList(_, keys)
            | Self::Swept(keys) => Some(keys),
            _ => None,
        }
    }
}

/// What happens where a key is not given.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// The file is refused (a key of `[[species]]` can come from the `preset` instead).
    Required,
    /// The file is refused if the other key stands beside it.
    RequiredWith(&'static str),
    /// The file is refused, except where the other key stands beside it.
    RequiredWithout(&'static str),
    /// The file is refused, except where the forest begins from a grown one, or where this other key stands beside it.
    RequiredUnlessGrown(Option<&'static str>),
    /// The file is refused, except where the forest begins from a grown one, or of a painted world.
    RequiredUnlessGrownOrPainted,
    /// It is as if it were not there.
    Optional,
    /// This holds.
    Default(Literal),
}

/// The value of a default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// A word.
    Word(&'static str),
    /// A real number.
    Real(f64),
    /// A whole number.
    Whole(i64),
    /// Two real numbers.
    RealPair([f64; 2]),
    /// Three real numbers.
    RealTriple([f64; 3]),
    /// Real numbers.
    Reals(&'static [f64]),
    /// Pairs of real numbers.
    RealPairs(&'static [[f64; 2]]),
    /// `true` or `false`.
    Flag(bool),
    /// A table whose keys all have defaults.
    Table,
    /// A table of this key alone, a real number.
    Only(&'static str, f64),
}

/// In which company a key may stand.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// In any.
    Always,
    /// Where the other key is one of these words.
    Is(&'static str, &'static [&'static str]),
    /// Where the other key is given.
    With(&'static str),
    /// Where none of the other keys is given.
    Without(&'static [&'static str]),
    /// Where there is a plot: not in a scenario of a single tree.
    OnAPlot,
}

impl Key {
    /// A key that must be given.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: ValueKind,
        unit: &'static str,
        doc: &'static str,
        example: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            unit,
            need: Need::Required,
            when: When::Always,
            doc,
            example,
            related: None,
        }
    }

    /// The same, with another say on what happens where it is not given.
    #[must_use]
    pub const fn need(mut self, need: Need) -> Self {
        self.need = need;
        self
    }

    /// The same under another name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// The same, that need not be given.
    #[must_use]
    pub const fn optional(self) -> Self {
        self.need(Need::Optional)
    }

    /// The same, with a value that holds where it is not given.
    #[must_use]
    pub const fn default(self, literal: Literal) -> Self {
        self.need(Need::Default(literal))
    }

    /// The same, only in some company.
    #[must_use]
    pub const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// The same, whose tables hold what must fit together.
    #[must_use]
    pub const fn related(mut self, related: Related) -> Self {
        self.related = Some(related);
        self
    }

    /// The key of this name among `keys`.
    #[must_use]
    pub fn find(keys: &'static [Self], name: &str) -> Option<&'static Self> {
        keys.iter().find(|key| key.name == name)
    }

    /// What it means and how it is written: `edge of the plot, e.g. "edge = \"torus\""`.
    #[must_use]
    pub fn explained(&self) -> String {
        format!("{}, e.g. `{}`", self.doc, self.written())
    }

    /// A line of a scenario that gives it.
    #[must_use]
    pub fn written(&self) -> String {
        match self.kind {
            ValueKind::Tables(..) | ValueKind::OneOfList(_) | ValueKind::TaggedList(..)
                if self.example.is_empty() =>
            {
                format!("[[{}]]", self.name)
            }
            _ => format!("{} = {}", self.name, self.example),
        }
    }
}

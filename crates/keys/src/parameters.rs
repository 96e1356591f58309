//! Structs whose fields are keys: [`parameters!`](crate::parameters) and what stands right of its `=`.

use crate::{Interval, Key, Kind};

/// A real number; `name` and `doc` come from the field.
#[must_use]
pub const fn real(interval: Interval, unit: &'static str, example: &'static str) -> Key {
    Key::new("", Kind::Real(interval), unit, "", example)
}

/// A whole number from the first to the second, both included.
#[must_use]
pub const fn whole(low: i64, high: i64, unit: &'static str, example: &'static str) -> Key {
    Key::new("", Kind::Whole(low, high), unit, "", example)
}

/// A word that can be a name in tables.
#[must_use]
pub const fn name(example: &'static str) -> Key {
    Key::new("", Kind::Name, "", "", example)
}

/// One of some words.
#[must_use]
pub const fn choice(words: &'static [&'static str], doc: &'static str, example: &'static str) -> Key {
    Key::new("", Kind::Choice(words), "", doc, example)
}

/// A table of these keys.
#[must_use]
pub const fn table(keys: &'static [Key], example: &'static str) -> Key {
    Key::new("", Kind::Table(keys), "", "", example)
}

/// The keys of `groups` one after the other; `N` is how many they are.
#[must_use]
pub const fn joined<const N: usize>(groups: &[&[Key]]) -> [Key; N] {
    let mut keys = [name(""); N];
    let (mut group, mut filled) = (0, 0);
    while group < groups.len() {
        let mut number = 0;
        while number < groups[group].len() {
            keys[filled] = groups[group][number];
            filled += 1;
            number += 1;
        }
        group += 1;
    }
    keys
}

/// The length of [`phrase`]'s result.
#[must_use]
pub const fn phrase_len(sentence: &str) -> usize {
    match sentence.as_bytes() {
        [start @ .., b'.'] => start.len(),
        all => all.len(),
    }
}

/// A sentence of documentation as the phrase that messages take: lower case at first, and without a full stop.
#[must_use]
pub const fn phrase<const N: usize>(sentence: &str) -> [u8; N] {
    let sentence = sentence.as_bytes();
    let mut phrase = [0; N];
    let mut at = 0;
    while at < N {
        phrase[at] = sentence[at];
        at += 1;
    }
    // `P = …` begins with a symbol, not with a word.
    if N > 1 && phrase[1].is_ascii_lowercase() {
        phrase[0] = phrase[0].to_ascii_lowercase();
    }
    phrase
}

/// Declares a struct whose fields are keys of a scenario: `field: type = key`, with the meaning as documentation.
///
/// It gets `KEYS`, in the order of the fields, and [`Checked`](crate::Checked). Keys of a type that is flattened come
/// first: `pub struct Name + "documentation" field: Type = its keys; { … }`. An `enum` is told apart by a word:
/// `pub enum Name by tag: "meaning", "example" { Variant = "word" { … } }`.
///
/// ```
/// use understory_keys::{Checked, Interval, parameters, real, table};
///
/// parameters! {
///     /// How it dies.
///     #[derive(serde::Deserialize)]
///     pub struct Mortality {
///         /// Probability to die, of a tree that is not crowded.
///         pub loss_per_yr: f64 = real(Interval::from(0.0, 1.0), "per yr", "0.01"),
///     }
/// }
/// let key = Mortality::KEYS[0];
/// assert_eq!((key.name, key.doc), ("loss_per_yr", "probability to die, of a tree that is not crowded"));
/// let at = table(Mortality::KEYS, "{ loss_per_yr = 0.01 }");
/// let wrong = Mortality { loss_per_yr: 1.5 }.check(&at).unwrap_err();
/// assert_eq!(wrong.to_string(), "`loss_per_yr` is 1.5, but must be at least 0 and at most 1");
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(+ $flat_doc:literal $flat:ident: $flat_type:ty = $flat_keys:expr;)? {
            $($(#[doc = $doc:literal])+ pub $field:ident: $type:ty = $key:expr,)+
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $(#[doc = $flat_doc] #[serde(flatten)] pub $flat: $flat_type,)?
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl $name {
            /// Its keys in a scenario.
            pub const KEYS: &'static [$crate::Key] = {
                const GROUPS: &[&[$crate::Key]] = &[
                    $($flat_keys,)?
                    &[$($crate::parameters!(@key $field, $key, $($doc)+)),+],
                ];
                &$crate::joined::<{ 0 $(+ $flat_keys.len())? $(+ $crate::parameters!(@one $field))+ }>(GROUPS)
            };
        }

        impl $crate::Checked for $name {
            fn check(&self, at: &$crate::Key) -> Result<(), $crate::OutOfRange> {
                $($crate::Checked::check(&self.$flat, at)?;)?
                $($crate::parameters!(@check &self.$field, $field, $key, at);)+
                Ok(())
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:ident: $tag_doc:literal, $example:literal {
            $($(#[doc = $about:literal])+ $variant:ident = $word:literal {
                $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $key:expr,)+
            })+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[doc = $about])+ #[serde(rename = $word)] $variant {
                $($(#[doc = $doc])+ $field: $type,)+
            },)+
        }

        impl $name {
            /// Its keys in a scenario; the first says which of the others belong.
            pub const KEYS: &'static [$crate::Key] = &[
                $crate::Key {
                    name: stringify!($tag),
                    ..$crate::choice(&[$($word),+], $tag_doc, $example)
                },
                $($($crate::parameters!(@key $field, $key, $($doc)+)
                    .when($crate::When::Is(stringify!($tag), &[$word]))),+),+
            ];
        }

        impl $crate::Checked for $name {
            fn check(&self, at: &$crate::Key) -> Result<(), $crate::OutOfRange> {
                match self {
                    $(Self::$variant { $($field),+ } => {
                        $($crate::parameters!(@check $field, $field, $key, at);)+
                    })+
                }
                Ok(())
            }
        }
    };
    (@one $field:ident) => { 1 };
    (@key $field:ident, $key:expr, $($doc:literal)+) => {{
        const SENTENCE: &str = concat!($($doc),+).trim_ascii();
        const PHRASE: &[u8] = &$crate::phrase::<{ $crate::phrase_len(SENTENCE) }>(SENTENCE);
        $crate::Key {
            name: stringify!($field),
            doc: match std::str::from_utf8(PHRASE) {
                Ok(phrase) => phrase,
                Err(_) => SENTENCE,
            },
            ..$key
        }
    }};
    (@check $value:expr, $field:ident, $key:expr, $at:ident) => {
        $crate::Checked::check($value, &$crate::Key { name: stringify!($field), ..$key })
            .map_err(|wrong| wrong.within($at.name))?
    };
}

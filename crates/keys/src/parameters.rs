//! Structs whose fields are keys: [`parameters!`](crate::parameters) and what stands right of its `=`.

use crate::{Interval, Key, ValueKind, When};

/// A real number; `name` and `doc` come from the field.
#[must_use]
pub const fn real(interval: Interval, unit: &'static str, example: &'static str) -> Key {
    Key::new("", ValueKind::Real(interval), unit, "", example)
}

/// A whole number from the first to the second, both included.
#[must_use]
pub const fn whole(low: i64, high: i64, unit: &'static str, example: &'static str) -> Key {
    Key::new("", ValueKind::Whole(low, high), unit, "", example)
}

/// A word that can be a name in tables.
#[must_use]
pub const fn name(example: &'static str) -> Key {
    Key::new("", ValueKind::Name, "", "", example)
}

/// `true` or `false`.
#[must_use]
pub const fn flag() -> Key {
    Key::new("", ValueKind::Flag, "", "", "true")
}

/// A file's path.
#[must_use]
pub const fn path(example: &'static str) -> Key {
    Key::new("", ValueKind::Path, "", "", example)
}

/// One of some words.
#[must_use]
pub const fn choice(words: &'static [&'static str], doc: &'static str, example: &'static str) -> Key {
    Key::new("", ValueKind::Choice(words), "", doc, example)
}

/// A table of these keys.
#[must_use]
pub const fn table(keys: &'static [Key], example: &'static str) -> Key {
    Key::new("", ValueKind::Table(keys), "", "", example)
}

/// A list of tables of these keys.
#[must_use]
pub const fn list(keys: &'static [Key], example: &'static str) -> Key {
    Key::new("", ValueKind::Tables(keys, &[]), "", "", example)
}

/// A value of any kind.
#[must_use]
pub const fn key(kind: ValueKind, unit: &'static str, example: &'static str) -> Key {
    Key::new("", kind, unit, "", example)
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

/// The keys, each only in this company.
#[must_use]
pub const fn all_when<const N: usize>(keys: &[Key], when: When) -> [Key; N] {
    let mut all = joined(&[keys]);
    let mut at = 0;
    while at < N {
        all[at] = all[at].when(when);
        at += 1;
    }
    all
}

/// The keys of several tables as those of one, in the order in which they are given.
#[macro_export]
macro_rules! all_keys {
    ($($keys:expr),+ $(,)?) => {
        &$crate::joined::<{ 0 $(+ $keys.len())+ }>(&[$(&$keys),+])
    };
}

/// Whether two names are the same.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// How many of these pairs of a field and a variant's word have this field.
#[must_use]
pub const fn count(pairs: &[(&str, &str)], field: &str) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < pairs.len() {
        found += is_same(pairs[at].0, field) as usize;
        at += 1;
    }
    found
}

/// The words of the variants that have this field; `N` is [`count`].
#[must_use]
pub const fn words<const N: usize>(pairs: &[(&str, &'static str)], field: &str) -> [&'static str; N] {
    let mut words = [""; N];
    let (mut at, mut found) = (0, 0);
    while at < pairs.len() {
        if is_same(pairs[at].0, field) {
            words[found] = pairs[at].1;
            found += 1;
        }
        at += 1;
    }
    words
}

/// How many fields of different names these pairs have.
#[must_use]
pub const fn count_distinct(pairs: &[(&str, &str)]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < pairs.len() {
        // A name counts where it stands for the last time.
        found += (count(pairs.split_at(at).1, pairs[at].0) == 1) as usize;
        at += 1;
    }
    found
}

/// The keys without those whose name another had before; `N` is how many stay.
#[must_use]
pub const fn distinct<const N: usize>(keys: &[Key]) -> [Key; N] {
    let mut distinct = [name(""); N];
    let (mut at, mut filled) = (0, 0);
    while at < keys.len() {
        let mut before = 0;
        while before < filled && !is_same(distinct[before].name, keys[at].name) {
            before += 1;
        }
        if before == filled {
            distinct[filled] = keys[at];
            filled += 1;
        }
        at += 1;
    }
    distinct
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
    // `P = …` begins with a symbol, `A tree …` with a word.
    if N > 1 && (phrase[1].is_ascii_lowercase() || phrase[0] == b'A' && phrase[1] == b' ') {
        phrase[0] = phrase[0].to_ascii_lowercase();
    }
    phrase
}

/// Declares keys of a scenario, each with its meaning as documentation, and what holds their values.
///
/// A struct whose fields are keys: `field: type = key`. It gets `KEYS`, in the order of the fields, and
/// [`Checked`](crate::Checked):
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
///
/// One whose keys all have defaults may take them, with `: Default`. Keys of a type that is flattened come first, behind
/// a `+`. What must hold among its keys is a function that finds what does not, behind `where`; it becomes `RELATED`,
/// for [`Key::related`]:
///
/// ```
/// use understory_keys::Literal::Real;
/// use understory_keys::{Checked, Interval, OutOfRange, parameters, real};
///
/// const LENGTH: Interval = Interval::from(0.0, 100.0);
///
/// parameters! {
///     /// Where it may be.
///     #[derive(serde::Deserialize)]
///     pub struct Span: Default where Span::related {
///         /// Its lower end.
///         pub from_m: f64 = real(LENGTH, "m", "2.0").default(Real(0.0)),
///         /// Its upper end.
///         pub to_m: f64 = real(LENGTH, "m", "8.0").default(Real(10.0)),
///     }
/// }
///
/// impl Span {
///     fn related(&self) -> Vec<OutOfRange> {
///         let wrong = || OutOfRange::beside("from_m", "is above `to_m`".to_owned(), "turn them round");
///         if self.from_m > self.to_m { vec![wrong()] } else { Vec::new() }
///     }
/// }
///
/// parameters! {
///     /// A layer of leaves.
///     #[derive(serde::Deserialize)]
///     pub struct Layer + "How high it is." span: Span = Span::KEYS; {
///         /// Area of its leaves over that of the ground.
///         pub leaf_area_index: f64 = real(Interval::from(0.0, 20.0), "", "4.0"),
///     }
/// }
/// let names: Vec<&str> = Layer::KEYS.iter().map(|key| key.name).collect();
/// assert_eq!(names, ["from_m", "to_m", "leaf_area_index"]);
/// let turned = Span { from_m: 20.0, ..Span::default() };
/// let layer = Layer { span: turned, leaf_area_index: 4.0 };
/// assert_eq!(layer.in_range().unwrap_err().to_string(), "`from_m` is above `to_m`");
/// ```
///
/// An `enum` is distinguished by a word among its keys: `by tag: "meaning", "example"`. Keys that several variants have
/// are those of the first, and `+ KEYS` adds some that no variant has. Where the word is the one key of a table that
/// holds the others, it is `of tables`; where there is nothing besides the word, `of words`:
///
/// ```
/// use understory_keys::{Interval, When, parameters, real};
///
/// const LENGTH: Interval = Interval::from(0.0, 100.0);
///
/// parameters! {
///     /// How far seeds fly.
///     #[derive(serde::Deserialize)]
///     #[serde(tag = "kernel")]
///     pub enum Kernel by kernel: "how distances are spread", "\"disc\"" {
///         /// Evenly over a disc.
///         Disc = "disc" {
///             /// Its radius.
///             radius_m: f64 = real(LENGTH, "m", "20.0"),
///         }
///         /// To no distance.
///         Nowhere = "nowhere"
///     }
/// }
/// assert_eq!(Kernel::KEYS[0].name, "kernel");
/// assert!(matches!(Kernel::KEYS[1].when, When::Is("kernel", ["disc"])));
///
/// parameters! {
///     /// What is felled.
///     #[derive(serde::Deserialize)]
///     pub enum Felled of tables {
///         /// Trees of a thickness.
///         Thick = "thick", "{ from_cm = 30.0 }" {
///             /// The least that is felled.
///             from_cm: f64 = real(LENGTH, "cm", "30.0"),
///         }
///     }
/// }
/// assert_eq!((Felled::KEYS[0].name, Felled::KEYS[0].doc), ("thick", "trees of a thickness"));
///
/// parameters! {
///     /// When trees are felled.
///     #[derive(serde::Deserialize)]
///     pub enum Season of words {
///         /// Without leaves.
///         Winter = "winter",
///         /// In leaf.
///         Summer = "summer",
///     }
/// }
/// assert_eq!(Season::WORDS, ["winter", "summer"]);
/// assert_eq!(Season::ALL.map(Season::word), ["winter", "summer"]);
/// ```
///
/// Keys alone, of a table whose values become something else as they are read; one without a documentation has the
/// meaning of the key that it names:
///
/// ```
/// use understory_keys::{Key, choice, parameters, path};
///
/// const STEMS: Key = choice(&["join", "keep"], "what becomes of stems at one place", "\"join\"");
///
/// parameters! {
///     /// The keys of a file of trees.
///     const FILE {
///         /// CSV file of trees.
///         file = path("\"data/trees.csv\""),
///         stems = STEMS.optional(),
///     }
/// }
/// assert_eq!((FILE[0].name, FILE[0].doc), ("file", "CSV file of trees"));
/// assert_eq!((FILE[1].name, FILE[1].doc), ("stems", STEMS.doc));
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $name:ident: Default $(+ $flat_doc:literal $flat:ident: $flat_type:ty = $flat_keys:expr;)?
            $(where $related:path)? {
            $($(#[$($attribute:tt)+])+ pub $field:ident: $type:ty = $key:expr,)+
        }
    ) => {
        $crate::parameters! {
            $(#[$meta])*
            pub struct $name $(+ $flat_doc $flat: $flat_type = $flat_keys;)? $(where $related)? {
                $($(#[$($attribute)+])+ pub $field: $type = $key,)+
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($flat: Default::default(),)?
                    $($field: $crate::FromKey::from_key(&$key),)+
                }
            }
        }

        impl $crate::FromKey for $name {
            fn from_key(_: &$crate::Key) -> Self {
                Self::default()
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(+ $flat_doc:literal $flat:ident: $flat_type:ty = $flat_keys:expr;)?
            $(where $related:path)? {
            $($(#[doc = $doc:literal])+ $(#[serde($($serde:tt)+)])? pub $field:ident: $type:ty = $key:expr,)+
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $(#[doc = $flat_doc] #[serde(flatten)] pub $flat: $flat_type,)?
            $($(#[doc = $doc])+ $(#[serde($($serde)+)])? pub $field: $type,)+
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
        $($crate::parameters!(@related $name, $related);)?

        impl $crate::Checked for $name {
            fn faults(&self, at: &$crate::Key) -> Vec<$crate::OutOfRange> {
                let mut found = Vec::new();
                $(found.extend($crate::Checked::faults(&self.$flat, at));)?
                $($crate::parameters!(@faults found, &self.$field, stringify!($field), $key, at);)+
                $($crate::parameters!(@faults_among found, $related(self), at);)?
                found
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:ident: $tag_doc:literal, $example:literal $(+ $extra:ident)?
            $(where $related:path)? {
            $($(#[doc = $about:literal])+ $variant:ident = $word:literal $({
                $($(#[doc = $doc:literal])+ $(#[serde($($serde:tt)+)])? $field:ident: $type:ty = $key:expr,)+
            })?)+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[doc = $about])+ #[serde(rename = $word)] $variant $({
                $($(#[doc = $doc])+ $(#[serde($($serde)+)])? $field: $type,)+
            })?,)+
        }

        impl $name {
            /// Its keys in a scenario; the first says which of the others belong.
            pub const KEYS: &'static [$crate::Key] = Self::keys();

            // A function, so that an envelope may hold envelopes.
            pub(crate) const fn keys() -> &'static [$crate::Key] {
                const FIELDS: &[(&str, &str)] = &[$($($((stringify!($field), $word),)+)?)+];
                const COUNT: usize = 1 + $crate::count_distinct(FIELDS) $(+ $extra.len())?;
                const TAG: $crate::Key = $crate::Key {
                    name: stringify!($tag),
                    ..$crate::choice(&[$($word),+], $tag_doc, $example)
                };
                static KEYS: [$crate::Key; COUNT] = $crate::distinct(&$crate::joined::<
                    { 1 + FIELDS.len() $(+ $extra.len())? },
                >(&[
                    &[TAG],
                    &[$($($({
                        const WORDS: &[&str] = &$crate::words::<{ $crate::count(FIELDS, stringify!($field)) }>(
                            FIELDS,
                            stringify!($field),
                        );
                        $crate::parameters!(@key $field, $key, $($doc)+)
                            .when($crate::When::Is(stringify!($tag), WORDS))
                    },)+)?)+],
                    $(&$extra,)?
                ]));
                &KEYS
            }
        }
        $($crate::parameters!(@related $name, $related);)?

        impl $crate::Checked for $name {
            fn faults(&self, at: &$crate::Key) -> Vec<$crate::OutOfRange> {
                let mut found = Vec::new();
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        $($($crate::parameters!(@faults found, $field, stringify!($field), $key, at);)+)?
                    })+
                }
                $($crate::parameters!(@faults_among found, $related(self), at);)?
                found
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident of tables {
            $($(#[doc = $about:literal])+ $variant:ident = $word:literal, $example:literal {
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
            /// Its keys in a scenario, of which exactly one is given.
            pub const KEYS: &'static [$crate::Key] = &[$($crate::Key {
                name: $word,
                ..$crate::parameters!(
                    @key $variant,
                    {
                        const INNER: &[$crate::Key] = &[$($crate::parameters!(@key $field, $key, $($doc)+)),+];
                        $crate::table(INNER, $example).optional()
                    },
                    $($about)+
                )
            }),+];
        }

        impl $crate::Checked for $name {
            fn faults(&self, at: &$crate::Key) -> Vec<$crate::OutOfRange> {
                let mut found = Vec::new();
                match self {
                    $(Self::$variant { $($field),+ } => {
                        $($crate::parameters!(
                            @faults found, $field, concat!($word, ".", stringify!($field)), $key, at
                        );)+
                    })+
                }
                found
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis const $name:ident {
            $($(#[doc = $doc:literal])* $field:ident = $key:expr,)+
        }
    ) => {
        $(#[$meta])*
        $vis const $name: &[$crate::Key] = &[$($crate::parameters!(@key $field, $key, $($doc)*)),+];
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident of words {
            $($(#[doc = $about:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[doc = $about])+ #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// What scenarios call each.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// All of them, in the order in which they are declared.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// What scenarios and tables call it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }

        impl $crate::Checked for $name {
            fn faults(&self, _: &$crate::Key) -> Vec<$crate::OutOfRange> {
                Vec::new()
            }
        }

        impl $crate::FromKey for $name {
            fn from_key(key: &$crate::Key) -> Self {
                match key.need {
                    $($crate::Need::Default($crate::Literal::Word($word)) => Self::$variant,)+
                    other => panic!("{other:?} is no default of this kind"),
                }
            }
        }
    };
    (@one $field:ident) => { 1 };
    (@key $field:ident, $key:expr,) => {
        $key.named(stringify!($field))
    };
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
    (@related $name:ident, $related:path) => {
        impl $name {
            /// What does not fit together in a table of its keys.
            pub const RELATED: $crate::Related = Self::related_in;

            // A function of this crate: a closure would be translated anew in each crate that looks at the keys.
            #[inline(never)]
            fn related_in(table: &$crate::Map<String, $crate::Value>) -> Vec<$crate::OutOfRange> {
                $crate::from_value($crate::Value::Object(table.clone()))
                    .map_or_else(|_| Vec::new(), |whole: Self| $related(&whole))
            }
        }
    };
    (@faults $found:ident, $value:expr, $name:expr, $key:expr, $at:ident) => {
        let faults = $crate::Checked::faults($value, &$crate::Key { name: $name, ..$key });
        $crate::add_within(&mut $found, faults, $at.name);
    };
    // Only numbers that are sound can be held against each other.
    (@faults_among $found:ident, $related:expr, $at:ident) => {
        if $found.is_empty() {
            $crate::add_within(&mut $found, $related, $at.name);
        }
    };
}

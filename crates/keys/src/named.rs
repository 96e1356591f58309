//! Enumerations whose variants have names, as scenarios and tables write them.

/// An `enum` of variants without fields, each with its name: all of them, their names, the name of one and the one of a name.
///
/// ```
/// understory_keys::named! {
///     /// What a tree grew from.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Origin {
///         /// A seed.
///         Seed = "seed",
///         /// A stump.
///         Stump = "stump",
///     }
/// }
/// assert_eq!((Origin::ALL, Origin::NAMES), ([Origin::Seed, Origin::Stump], ["seed", "stump"]));
/// assert_eq!((Origin::Stump.name(), Origin::named("seed")), ("stump", Some(Origin::Seed)));
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $enum:ident {
            $($(#[$about:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$meta])*
        $vis enum $enum {
            $($(#[$about])* $variant,)+
        }

        impl $enum {
            /// All of them, in the order in which they are declared.
            $vis const ALL: [Self; Self::NAMES.len()] = [$(Self::$variant),+];

            /// Their names, in the same order.
            $vis const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// Its name.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The one of this name.
            #[must_use]
            $vis fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}

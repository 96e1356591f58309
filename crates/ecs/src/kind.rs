//! A kind of entity and what its declaration yields.
//!
//! Which components move when rows are put in order is part of the declaration. One that is declared `in a step:`
//! keeps what another entity's row held, until the step sets it.

use std::marker::PhantomData;

use hecs::{Archetype, ColumnBatchBuilder};

use crate::gather::Buffer;

/// The mark of a kind: a component without size that every entity of the kind has, and no other.
pub struct Of<K>(PhantomData<fn() -> K>);

impl<K> Default for Of<K> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// All components of an entity; hecs' tuples end at fifteen, so each kind has a struct of its own.
pub trait Bundled {
    /// The components.
    type Bundle: hecs::Bundle + 'static;
}

/// A kind of entity, declared by [`entity!`](crate::entity).
pub trait Kind: Bundled + Sized + 'static {
    /// What an entity is made of when it is spawned: the plain struct, or the components themselves.
    type Parts;
    /// Its name in messages and schedules: `Tree`.
    const NAME: &'static str;

    /// New entities column by column, as many as the batch is for; components that are not among their parts are blank.
    fn write(batch: &ColumnBatchBuilder, parts: impl Iterator<Item = Self::Parts>);
}

/// A kind with a plain struct, whose rows can be put in order. The type itself is the struct: an entity's lasting
/// components, what goes into a world and comes out of it.
pub trait Record: Kind<Parts = Self> {
    /// The columns that hold the plain struct's fields, borrowed.
    type Rows<'w>;

    /// Borrows the columns of the plain struct's fields.
    fn rows(archetype: &Archetype) -> Self::Rows<'_>;

    /// Number of rows.
    fn count(rows: &Self::Rows<'_>) -> usize;

    /// One row as a plain struct.
    fn get(rows: &Self::Rows<'_>, row: usize) -> Self;

    /// Moves the rows that are kept, which are in rising order, to the front, and what is fresh behind them as far as
    /// there are rows.
    fn refill(archetype: &Archetype, kept: &[u32], fresh: impl Iterator<Item = Self>);

    /// Puts fresh entities into some rows, as far as there are such rows.
    fn overwrite(archetype: &Archetype, rows: &[u32], fresh: impl Iterator<Item = Self> + Clone + Send);

    /// Puts rows into a new order: row `k` becomes the old row `order[k]`. Rows beyond the order stay as they are, and
    /// so do components that are declared as set anew in each step.
    fn gather(archetype: &Archetype, order: &[u32], buffer: &mut Buffer);
}

/// Declares a kind of entity.
///
/// Each field of the plain struct names the component that holds it, which converts from and into the field's type.
/// After the struct, `derived:` lists components that follow from the others and move with them, and `in a step:`
/// lists components that a step sets before it reads them, so that nothing has to move them. Components that move are
/// plain bits ([`Pod`](bytemuck::Pod)). A crate that calls it has `hecs` among its dependencies.
///
/// `struct Name of a: A, b: B;` declares a kind by its components alone. Its rows are never put in order, so that a hecs
/// `Entity` names one of them as long as it lives, and its components need not be plain bits.
///
/// See the [crate's page](crate) for an example.
#[macro_export]
macro_rules! entity {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Kind:ident {
            $( $(#[$field_meta:meta])* $field:ident: $Type:ty => $Component:ty, )+
        }
        $( derived: $( $Derived:ty ),+ ; )?
        $( in a step: $( $Step:ty ),+ ; )?
    ) => {
        $(#[$meta])*
        $vis struct $Kind {
            $( $(#[$field_meta])* pub $field: $Type, )+
        }

        $crate::bundled!($Kind: $( $Component, )+ $( $( $Derived, )+ )? $( $( $Step, )+ )?);

        impl $crate::Kind for $Kind {
            type Parts = Self;
            const NAME: &'static str = stringify!($Kind);

            fn write(batch: &$crate::hecs::ColumnBatchBuilder, parts: impl Iterator<Item = Self>) {
                let mut rows = 0;
                // The writers are named as the fields are, so that each column gets its own field.
                $( let mut $field = $crate::writer::<$Component>(batch); )+
                for parts in parts {
                    rows += 1;
                    $( $field(<$Component>::from(parts.$field)); )+
                }
                $crate::write_blank::<$crate::Of<Self>>(batch, rows);
                $( $( $crate::write_blank::<$Derived>(batch, rows); )+ )?
                $( $( $crate::write_blank::<$Step>(batch, rows); )+ )?
            }
        }

        impl $crate::Record for $Kind {
            type Rows<'w> = ( $( $crate::hecs::ArchetypeColumn<'w, $Component>, )+ );

            fn rows(archetype: &$crate::hecs::Archetype) -> Self::Rows<'_> {
                ( $( archetype.get::<&$Component>().expect("a kind has all its components"), )+ )
            }

            fn count(rows: &Self::Rows<'_>) -> usize {
                rows.0.len()
            }

            fn get(rows: &Self::Rows<'_>, row: usize) -> Self {
                // The tuple's parts are named as the fields are, so that each field reads its own column.
                let ( $( $field, )+ ) = rows;
                Self { $( $field: <$Type>::from($field[row]), )+ }
            }

            fn refill(
                archetype: &$crate::hecs::Archetype,
                kept: &[u32],
                fresh: impl Iterator<Item = Self>,
            ) {
                // The columns are named as the fields are. What is fresh is gone through once, not column by column.
                $( let mut $field = archetype.get::<&mut $Component>().expect("a kind has all its components"); )+
                $crate::compact_all(&mut [ $( $crate::ColumnBytes::of(&mut $field), )+ ], kept);
                for (row, new) in (kept.len()..archetype.len() as usize).zip(fresh) {
                    $( $field[row] = <$Component>::from(new.$field); )+
                }
                $( $( $crate::refill_blank::<$Derived>(archetype, kept); )+ )?
            }

            fn overwrite(
                archetype: &$crate::hecs::Archetype,
                rows: &[u32],
                fresh: impl Iterator<Item = Self> + Clone + Send,
            ) {
                $( let mut $field = archetype.get::<&mut $Component>().expect("a kind has all its components"); )+
                $( let mut $field = {
                    let column: &mut [$Component] = &mut $field;
                    let mut values = fresh.clone().map(|new| <$Component>::from(new.$field));
                    move || $crate::overwrite(column, rows, &mut values)
                }; )+
                $crate::overwrite_all(&mut [ $( &mut $field, )+ ]);
                $( $( $crate::overwrite_blank::<$Derived>(archetype, rows); )+ )?
            }

            fn gather(archetype: &$crate::hecs::Archetype, order: &[u32], buffer: &mut $crate::Buffer) {
                $( buffer.gather::<$Component>(archetype, order); )+
                $( $( buffer.gather::<$Derived>(archetype, order); )+ )?
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $Kind:ident of $( $part:ident: $Component:ty ),+ ;
    ) => {
        $(#[$meta])*
        $vis struct $Kind;

        $crate::bundled!($Kind: $( $Component, )+);

        impl $crate::Kind for $Kind {
            type Parts = ( $( $Component, )+ );
            const NAME: &'static str = stringify!($Kind);

            fn write(batch: &$crate::hecs::ColumnBatchBuilder, all: impl Iterator<Item = Self::Parts>) {
                // Parts by name, which the writers have too.
                struct Row { $( $part: $Component ),+ }
                let mut rows = 0;
                $( let mut $part = $crate::writer::<$Component>(batch); )+
                for parts in all {
                    rows += 1;
                    let row = { let ( $( $part, )+ ) = parts; Row { $( $part ),+ } };
                    $( $part(row.$part); )+
                }
                $crate::write_blank::<$crate::Of<Self>>(batch, rows);
            }
        }
    };
}

/// The struct of all components of a kind; for [`entity!`](crate::entity) alone.
#[doc(hidden)]
#[macro_export]
macro_rules! bundled {
    ($Kind:ident: $( $Component:ty, )+) => {
        const _: () = {
            #[doc(hidden)]
            #[derive($crate::hecs::Bundle)]
            pub struct All($crate::Of<$Kind>, $( $Component ),+);

            impl $crate::Bundled for $Kind {
                type Bundle = All;
            }
        };
    };
}

/// Declares components that each hold one value: plain bits with the value's own layout, converting from it and back.
/// A crate that calls it has `bytemuck` among its dependencies.
///
/// ```
/// use understory_ecs::{component, entity};
///
/// component! {
///     /// Height, m.
///     #[derive(Default)]
///     pub struct Height(f64);
/// }
/// assert_eq!(f64::from(Height::from(2.5)), 2.5);
/// ```
#[macro_export]
macro_rules! component {
    ($( $(#[$meta:meta])* pub struct $Component:ident($Value:ty); )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, $crate::Pod, $crate::Zeroable)]
            #[repr(transparent)]
            pub struct $Component(pub $Value);

            impl From<$Value> for $Component {
                fn from(value: $Value) -> Self {
                    Self(value)
                }
            }

            impl From<$Component> for $Value {
                fn from(component: $Component) -> Self {
                    component.0
                }
            }
        )+
    };
}

//! A kind of entity and what its declaration yields.

use std::marker::PhantomData;

use hecs::Archetype;

use crate::gather::Buffer;

/// The mark of a kind: a component without size that every entity of the kind has, and no other.
pub struct Of<K>(PhantomData<fn() -> K>);

impl<K> Default for Of<K> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// A kind of entity, declared by [`entity!`](crate::entity). The type itself is an entity's lasting components as a
/// plain struct: what goes into a world and comes out of it.
pub trait Kind: Sized + 'static {
    /// All components of an entity.
    type Bundle: hecs::Bundle + 'static;
    /// The columns that hold the plain struct's fields, borrowed.
    type Rows<'w>;
    /// Its name in messages and schedules: `tree`.
    const NAME: &'static str;

    /// The components of a new entity; those that are not fields of the plain struct are blank.
    fn bundle(self) -> Self::Bundle;

    /// Borrows the columns of the plain struct's fields.
    fn rows(archetype: &Archetype) -> Self::Rows<'_>;

    /// Number of rows.
    fn count(rows: &Self::Rows<'_>) -> usize;

    /// One row as a plain struct.
    fn get(rows: &Self::Rows<'_>, row: usize) -> Self;

    /// Moves the rows that are kept, which are in rising order, to the front, and what is fresh behind them as far as
    /// there are rows.
    fn refill(archetype: &Archetype, kept: &[u32], fresh: impl Iterator<Item = Self> + Clone);

    /// Puts rows into a new order: row `k` becomes the old row `order[k]`. Rows beyond the order stay as they are, and
    /// so do components that are declared as set anew in each step.
    fn gather(archetype: &Archetype, order: &[u32], buffer: &mut Buffer);
}

/// Declares a kind of entity.
///
/// Each field of the plain struct names the component that holds it, which converts from and into the field's type.
/// After the struct, `derived:` lists components that follow from the others and move with them, and `in a step:`
/// lists components that a step sets before it reads them, so that nothing has to move them. Components that move are
/// plain bits ([`Pod`](bytemuck::Pod)). An entity has at most fourteen components.
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

        impl $crate::Kind for $Kind {
            type Bundle = ($crate::Of<Self>, $( $Component, )+ $( $( $Derived, )+ )? $( $( $Step, )+ )?);
            type Rows<'w> = ( $( $crate::hecs::ArchetypeColumn<'w, $Component>, )+ );
            const NAME: &'static str = stringify!($Kind);

            fn bundle(self) -> Self::Bundle {
                (
                    $crate::Of::default(),
                    $( <$Component>::from(self.$field), )+
                    $( $( <$Derived>::default(), )+ )?
                    $( $( <$Step>::default(), )+ )?
                )
            }

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
                fresh: impl Iterator<Item = Self> + Clone,
            ) {
                $( $crate::refill(archetype, kept, fresh.clone().map(|new| <$Component>::from(new.$field))); )+
                $( $( $crate::refill(archetype, kept, fresh.clone().map(|_| <$Derived>::default())); )+ )?
            }

            fn gather(archetype: &$crate::hecs::Archetype, order: &[u32], buffer: &mut $crate::Buffer) {
                $( buffer.gather::<$Component>(archetype, order); )+
                $( $( buffer.gather::<$Derived>(archetype, order); )+ )?
            }
        }
    };
}

/// Declares components that each hold one value: plain bits with the value's own layout, converting from it and back.
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

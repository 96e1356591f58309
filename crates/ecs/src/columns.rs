//! Tuples of borrowed columns: what a view is made of.
//!
//! A borrow is checked when a view is made, not by the compiler: a view of a column that another view writes panics.

use hecs::{Archetype, ArchetypeColumn, ArchetypeColumnMut, Component};

use crate::access::{Access, words};

/// A reference to a component: one column of a view, `&C` to read it, `&mut C` to write it.
pub trait Column {
    /// The component.
    type Component: Component;
    /// Whether the column is written.
    const IS_WRITTEN: bool;
    /// The column while it is borrowed.
    type Borrow<'w>;
    /// Its rows.
    type Slice<'a>: Send;

    /// Borrows the column; none where the rows have no such component.
    fn borrow(archetype: &Archetype) -> Option<Self::Borrow<'_>>;
    /// Its rows.
    fn slice<'a>(borrow: &'a mut Self::Borrow<'_>) -> Self::Slice<'a>;
}

impl<C: Component> Column for &C {
    type Component = C;
    const IS_WRITTEN: bool = false;
    type Borrow<'w> = ArchetypeColumn<'w, C>;
    type Slice<'a> = &'a [C];

    fn borrow(archetype: &Archetype) -> Option<Self::Borrow<'_>> {
        archetype.get::<&C>()
    }
    fn slice<'a>(borrow: &'a mut Self::Borrow<'_>) -> Self::Slice<'a> {
        borrow
    }
}

impl<C: Component> Column for &mut C {
    type Component = C;
    const IS_WRITTEN: bool = true;
    type Borrow<'w> = ArchetypeColumnMut<'w, C>;
    type Slice<'a> = &'a mut [C];

    fn borrow(archetype: &Archetype) -> Option<Self::Borrow<'_>> {
        archetype.get::<&mut C>()
    }
    fn slice<'a>(borrow: &'a mut Self::Borrow<'_>) -> Self::Slice<'a> {
        borrow
    }
}

/// A tuple of columns.
pub trait Columns {
    /// The columns while they are borrowed.
    type Borrow<'w>;
    /// Their rows.
    type Slices<'a>: Slices;

    /// Borrows the columns.
    ///
    /// # Panics
    /// Where the rows lack one of them; [`Schedule::check`](crate::Schedule::check) finds that beforehand.
    fn borrow(archetype: &Archetype) -> Self::Borrow<'_>;
    /// Their rows.
    fn slices<'a>(borrow: &'a mut Self::Borrow<'_>) -> Self::Slices<'a>;
    /// Notes the access under the name of a kind.
    fn note(kind: &'static str, access: &mut Access);
    /// The names of the components that these rows lack.
    fn lacking(archetype: &Archetype) -> Vec<String>;
}

/// Rows of several columns side by side, all of the same number.
pub trait Slices: Sized + Send {
    /// One row.
    type Item;

    /// Number of rows.
    fn count(&self) -> usize;
    /// The rows before `row`, and those from it on.
    fn split(self, row: usize) -> (Self, Self);
    /// Calls `act` for each row.
    fn for_each(self, act: impl FnMut(Self::Item));
}

/// Rows of one column.
pub trait Slice: IntoIterator + Send {
    /// Number of rows.
    fn count(&self) -> usize;
    /// The rows before `row`, and those from it on.
    fn split(self, row: usize) -> (Self, Self)
    where
        Self: Sized;
}

impl<T: Sync> Slice for &[T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn split(self, row: usize) -> (Self, Self) {
        self.split_at(row)
    }
}

impl<T: Send> Slice for &mut [T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn split(self, row: usize) -> (Self, Self) {
        self.split_at_mut(row)
    }
}

/// `a.into_iter().zip(b).zip(c)`.
macro_rules! zipped {
    ($first:ident $($rest:ident)*) => { $first.into_iter()$(.zip($rest))* };
}

/// `((a, b), c)`: an item of zipped columns as a pattern.
macro_rules! nested {
    ($first:ident $($rest:ident)*) => { nested!(@ ($first) $($rest)*) };
    (@ ($($before:tt)+) $next:ident $($rest:ident)*) => { nested!(@ (($($before)+, $next)) $($rest)*) };
    (@ ($($all:tt)+)) => { $($all)+ };
}

macro_rules! tuples {
    ($($C:ident $c:ident),+) => {
        impl<$($C: Column),+> Columns for ($($C,)+)
        where
            $(for<'a> $C::Slice<'a>: Slice,)+
        {
            type Borrow<'w> = ($($C::Borrow<'w>,)+);
            type Slices<'a> = ($($C::Slice<'a>,)+);

            fn borrow(archetype: &Archetype) -> Self::Borrow<'_> {
                ($($C::borrow(archetype).expect("entities of the kind have the component"),)+)
            }
            fn slices<'a>(borrow: &'a mut Self::Borrow<'_>) -> Self::Slices<'a> {
                let ($($c,)+) = borrow;
                ($($C::slice($c),)+)
            }
            fn note(kind: &'static str, access: &mut Access) {
                $(access.note::<$C::Component>(Some(kind), $C::IS_WRITTEN);)+
            }
            fn lacking(archetype: &Archetype) -> Vec<String> {
                let mut lacking = Vec::new();
                $(if !archetype.has::<$C::Component>() {
                    lacking.push(words::<$C::Component>());
                })+
                lacking
            }
        }

        impl<$($C: Slice),+> Slices for ($($C,)+) {
            type Item = ($($C::Item,)+);

            fn count(&self) -> usize {
                self.0.count()
            }
            fn split(self, row: usize) -> (Self, Self) {
                let ($($c,)+) = self;
                $(let $c = $c.split(row);)+
                (($($c.0,)+), ($($c.1,)+))
            }
            #[inline(always)]
            fn for_each(self, mut act: impl FnMut(Self::Item)) {
                let ($($c,)+) = self;
                // Nested zips of slices compile to one counter; a `next` of each column in turn took 1.3 times as long.
                zipped!($($c)+).for_each(|nested!($($c)+)| act(($($c,)+)));
            }
        }
    };
}

tuples!(A a);
tuples!(A a, B b);
tuples!(A a, B b, C c);
tuples!(A a, B b, C c, D d);
tuples!(A a, B b, C c, D d, E e);
tuples!(A a, B b, C c, D d, E e, F f);
tuples!(A a, B b, C c, D d, E e, F f, G g);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k);

//! Entities and columns as bytes, from one part of a forest to another of the same program on the same kind of machine.

use bytemuck::Pod;
use understory_numerics::RandomKey;

use crate::components::{Cause, Remains, Scores, Size, Wood};
use crate::entities::{DeadTree, Deadwood, Seed, Tree};
use crate::events::{Event, Happening, Origin};
use crate::inventory::Inventory;

/// What can be put into a message and taken from it again.
pub(crate) trait Wire: Sized {
    fn put(&self, message: &mut Vec<u8>);

    /// The next one of a message.
    fn take(message: &mut &[u8]) -> Self;
}

/// Plain bits.
pub(crate) fn put_bits<T: Pod>(message: &mut Vec<u8>, value: &T) {
    message.extend_from_slice(bytemuck::bytes_of(value));
}

/// Plain bits.
pub(crate) fn take_bits<T: Pod>(message: &mut &[u8]) -> T {
    let (value, rest) = message.split_at(size_of::<T>());
    *message = rest;
    bytemuck::pod_read_unaligned(value)
}

/// A column of plain bits with its length.
pub(crate) fn put_column<T: Pod>(message: &mut Vec<u8>, column: &[T]) {
    put_bits(message, &(column.len() as u64));
    message.extend_from_slice(bytemuck::cast_slice(column));
}

/// These rows of a column, as a column.
pub(crate) fn put_rows<T: Pod>(message: &mut Vec<u8>, column: &[T], rows: &[usize]) {
    put_bits(message, &(rows.len() as u64));
    message.reserve(rows.len() * size_of::<T>());
    rows.iter().for_each(|&row| put_bits(message, &column[row]));
}

/// Adds a column to the end of another.
pub(crate) fn take_column<T: Pod>(message: &mut &[u8], column: &mut Vec<T>) {
    let rows: u64 = take_bits(message);
    let (values, rest) = message.split_at(rows as usize * size_of::<T>());
    *message = rest;
    // Bytes of a message lie anywhere, so a column is copied rather than looked at.
    column.extend(
        values
            .chunks_exact(size_of::<T>())
            .map(bytemuck::pod_read_unaligned::<T>),
    );
}

/// All of a list with its length.
pub(crate) fn put_all<T: Wire>(message: &mut Vec<u8>, all: impl ExactSizeIterator<Item = T>) {
    put_bits(message, &(all.len() as u64));
    all.for_each(|one| one.put(message));
}

/// Adds a list to the end of another.
pub(crate) fn take_all<T: Wire>(message: &mut &[u8], all: &mut Vec<T>) {
    let count: u64 = take_bits(message);
    all.extend((0..count).map(|_| T::take(message)));
}

macro_rules! plain_bits {
    ($($Type:ty),+) => {$(
        impl Wire for $Type {
            fn put(&self, message: &mut Vec<u8>) {
                put_bits(message, self);
            }

            fn take(message: &mut &[u8]) -> Self {
                take_bits(message)
            }
        }
    )+};
}

plain_bits!(
    u8, u16, u32, u64, f32, f64, [f64; 2], RandomKey, Size, Scores, Remains, Wood
);

impl Wire for Happening {
    fn put(&self, message: &mut Vec<u8>) {
        let (is_death, which) = match self {
            Self::Birth(origin) => (0, *origin as u8),
            Self::Death(cause) => (1, *cause as u8),
        };
        message.extend([is_death, which]);
    }

    fn take(message: &mut &[u8]) -> Self {
        let [is_death, which]: [u8; 2] = take_bits(message);
        if is_death == 1 {
            Self::Death(Cause::ALL[usize::from(which)])
        } else {
            Self::Birth(Origin::ALL[usize::from(which)])
        }
    }
}

/// Field by field; a field more does not compile until it is named here.
macro_rules! fields {
    ($($Type:ident { $($field:ident),+ })+) => {$(
        impl Wire for $Type {
            fn put(&self, message: &mut Vec<u8>) {
                let Self { $($field),+ } = self;
                $( $field.put(message); )+
            }

            fn take(message: &mut &[u8]) -> Self {
                $( let $field = Wire::take(message); )+
                Self { $($field),+ }
            }
        }
    )+};
}

fields! {
    Tree { number, key, species, place_m, age_yr, size, vigour, scores, crown_base_m, crown_radius_m }
    Seed { key, species, place_m, age_yr, mother }
    DeadTree { number, key, species, place_m, age_yr, size, vigour, scores, remains }
    Deadwood { key, species, place_m, size, remains, wood }
    Event { year, tree, species, place_m, age_yr, size, what }
    Inventory { stems, basal_area_m2, height_by_basal_area_m3, top_height_m, volume_m3, merchantable_m3, biomass_kg, leaves_m2, crowns_m2 }
}

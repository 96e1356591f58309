//! Rows put into a new order, column by column, through one buffer.
//!
//! Rows beyond the new order stay where they were; the world drops them afterwards.

use bytemuck::Pod;
use hecs::{Archetype, ColumnBatchBuilder, Component};
use rayon::prelude::*;

/// Rows that are copied together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

/// Memory through which columns are put into a new order, kept from step to step.
///
/// One buffer of 16 bytes a row serves all columns in turn. That is why their components are plain bits: with a list
/// of each component's own type, a tree of 90 bytes would need 90 more while its rows move.
#[derive(Default)]
pub struct Buffer(Vec<u128>);

impl Buffer {
    /// Puts a column into a new order: row `k` becomes the old row `order[k]`.
    ///
    /// # Panics
    /// Where the rows have no such component.
    pub fn gather<T: Component + Pod>(&mut self, archetype: &Archetype, order: &[u32]) {
        const { assert!(size_of::<T>() <= size_of::<u128>(), "at most 16 bytes a row") };
        let mut column = archetype.get::<&mut T>().expect("a kind has all its components");
        if self.0.len() < order.len() {
            self.0.resize(order.len(), 0);
        }
        // Just as many bytes as the rows take: the size of a component, such as 12, need not divide that of the whole.
        let bytes =
            &mut bytemuck::cast_slice_mut::<u128, u8>(&mut self.0)[..size_of_val(&column[..order.len()])];
        let buffer = bytemuck::cast_slice_mut::<u8, T>(bytes);
        let old = &*column;
        buffer
            .par_chunks_mut(ROWS_TOGETHER)
            .zip(order.par_chunks(ROWS_TOGETHER))
            .for_each(|(buffer, order)| {
                for (place, &row) in buffer.iter_mut().zip(order) {
                    *place = old[row as usize];
                }
            });
        column[..order.len()]
            .par_chunks_mut(ROWS_TOGETHER)
            .zip(buffer.par_chunks(ROWS_TOGETHER))
            .for_each(|(rows, buffer)| rows.copy_from_slice(buffer));
    }
}

/// Moves the kept rows of a column, in rising order, to its front.
pub fn compact<T: Copy>(column: &mut [T], kept: &[u32]) {
    for (to, &from) in kept.iter().enumerate() {
        column[to] = column[from as usize];
    }
}

/// [`compact`] for a component of a kind, and blank ones behind.
///
/// # Panics
/// Where the rows have no such component.
pub fn refill_blank<T: Component + Copy + Default>(archetype: &Archetype, kept: &[u32]) {
    let mut column = archetype.get::<&mut T>().expect("a kind has all its components");
    compact(&mut column, kept);
    column[kept.len()..].fill(T::default());
}

/// Sets some rows of a column, as far as there are values.
pub fn overwrite<T>(column: &mut [T], rows: &[u32], values: impl Iterator<Item = T>) {
    for (&row, value) in rows.iter().zip(values) {
        column[row as usize] = value;
    }
}

/// [`overwrite`] with blank ones for a component of a kind.
///
/// # Panics
/// Where the rows have no such component.
pub fn overwrite_blank<T: Component + Copy + Default>(archetype: &Archetype, rows: &[u32]) {
    let mut column = archetype.get::<&mut T>().expect("a kind has all its components");
    overwrite(&mut column, rows, std::iter::repeat(T::default()));
}

/// What writes a column of new entities, one after the other.
///
/// # Panics
/// Where the entities have no such component, or where there are more than the batch is for.
pub fn writer<T: Component>(batch: &ColumnBatchBuilder) -> impl FnMut(T) {
    let mut writer = batch.writer::<T>().expect("a kind has all its components");
    move |value| assert!(writer.push(value).is_ok(), "a batch has room for its entities")
}

/// Writes so many blank components of new entities.
///
/// # Panics
/// As [`writer`].
pub fn write_blank<T: Component + Default>(batch: &ColumnBatchBuilder, rows: usize) {
    let mut write = writer::<T>(batch);
    (0..rows).for_each(|_| write(T::default()));
}

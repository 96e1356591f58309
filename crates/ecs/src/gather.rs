//! Rows put into a new order, column by column, through one buffer.
//!
//! Rows beyond the new order stay where they were; the world drops them afterwards. Rows are moved as so many bytes, so that what moves
//! them is translated once for each size of a row, and not for each component.

use bytemuck::Pod;
use hecs::{Archetype, ColumnBatchBuilder, Component};
use understory_numerics::parallel;

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
        let mut column = archetype.get::<&mut T>().expect("a kind has all its components");
        self.gather_bytes(ColumnBytes::of(&mut column), order);
    }

    fn gather_bytes(&mut self, mut column: ColumnBytes<'_>, order: &[u32]) {
        if self.0.len() < order.len() {
            self.0.resize(order.len(), 0);
        }
        let buffer = bytemuck::cast_slice_mut(&mut self.0);
        column.moved(Gather { order, buffer });
    }
}

/// A column of plain bits as bytes.
#[doc(hidden)]
pub struct ColumnBytes<'a> {
    bytes: &'a mut [u8],
    of_a_row: usize,
}

impl<'a> ColumnBytes<'a> {
    /// The bytes of a column.
    pub fn of<T: Pod>(column: &'a mut [T]) -> Self {
        const { assert!(is_known_size(size_of::<T>()), "1, 2, 4, 8, 12 or 16 bytes a row") };
        Self {
            bytes: bytemuck::cast_slice_mut(column),
            of_a_row: size_of::<T>(),
        }
    }

    fn moved(&mut self, how: impl Move) {
        match self.of_a_row {
            1 => how.rows(self.bytes.as_chunks_mut::<1>().0),
            2 => how.rows(self.bytes.as_chunks_mut::<2>().0),
            4 => how.rows(self.bytes.as_chunks_mut::<4>().0),
            8 => how.rows(self.bytes.as_chunks_mut::<8>().0),
            12 => how.rows(self.bytes.as_chunks_mut::<12>().0),
            _ => how.rows(self.bytes.as_chunks_mut::<16>().0),
        }
    }
}

/// Whether there is a copy of what moves rows for this size.
const fn is_known_size(of_a_row: usize) -> bool {
    matches!(of_a_row, 1 | 2 | 4 | 8 | 12 | 16)
}

/// What moves the rows of a column, whatever they hold.
trait Move {
    fn rows<const N: usize>(self, column: &mut [[u8; N]]);
}

/// Row `k` becomes the old row `order[k]`.
struct Gather<'a> {
    order: &'a [u32],
    buffer: &'a mut [u8],
}

impl Move for Gather<'_> {
    fn rows<const N: usize>(self, column: &mut [[u8; N]]) {
        let Self { order, buffer } = self;
        // Just as many bytes as the rows take: the size of a row, such as 12, need not divide that of the whole.
        let buffer = buffer[..order.len() * N].as_chunks_mut::<N>().0;
        let old = &*column;
        parallel::chunks(buffer, ROWS_TOGETHER, &|first, buffer| {
            for (place, &row) in buffer.iter_mut().zip(&order[first..]) {
                *place = old[row as usize];
            }
        });
        let buffer = &*buffer;
        parallel::chunks(&mut column[..order.len()], ROWS_TOGETHER, &|first, rows| {
            rows.copy_from_slice(&buffer[first..first + rows.len()]);
        });
    }
}

/// The kept rows, which are in rising order, go to the front.
struct Compact<'a> {
    kept: &'a [u32],
}

impl Move for Compact<'_> {
    fn rows<const N: usize>(self, column: &mut [[u8; N]]) {
        compact(column, self.kept);
    }
}

fn compact<T: Copy>(column: &mut [T], kept: &[u32]) {
    for (to, &from) in kept.iter().enumerate() {
        column[to] = column[from as usize];
    }
}

/// Moves the kept rows of all these columns, in rising order, to the front, columns in parallel.
pub fn compact_all(columns: &mut [ColumnBytes<'_>], kept: &[u32]) {
    parallel::each_mut(columns, |column| column.moved(Compact { kept }));
}

/// Moves the kept rows of a component of a kind, in rising order, to its front, and sets those behind them to blank ones.
///
/// # Panics
/// Where the rows have no such component.
pub fn refill_blank<T: Component + Copy + Default>(archetype: &Archetype, kept: &[u32]) {
    let mut column = archetype.get::<&mut T>().expect("a kind has all its components");
    compact(&mut column, kept);
    column[kept.len()..].fill(T::default());
}

/// Does each of these, in parallel: what writes one column each.
pub fn overwrite_all(columns: &mut [&mut (dyn FnMut() + Send)]) {
    parallel::each_mut(columns, |overwrite| overwrite());
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

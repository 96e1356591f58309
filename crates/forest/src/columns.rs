//! Whole columns of one kind of entity, read as slices and rewritten once a year in a new order.
//!
//! Trees, seeds and the dead are one hecs archetype each. Rows cannot be sorted one by one, so the year ends
//! with each column gathered in its new order and written back; newcomers are spawned before, and rows that are
//! left over are despawned after. So an `Entity` names a row for one year and nothing else.

use hecs::{Archetype, ArchetypeColumn, ArchetypeColumnMut, Component, Entity, World};
use rayon::prelude::*;

use understory_numerics::Key;

use crate::components::{
    Age, Cause, Dormant, Identity, Position, Remains, Size, SpeciesIndex, TreeNumber, Vigour,
};

/// What a living tree is made of.
pub(crate) type TreeBundle = (Position, Identity, SpeciesIndex, Age, TreeNumber, Size, Vigour);
/// What a seed in the bank is made of.
pub(crate) type SeedBundle = (Position, Identity, SpeciesIndex, Age, Dormant);
/// What a dead tree is made of.
pub(crate) type DeadBundle = (Position, Identity, SpeciesIndex, Age, TreeNumber, Size, Remains);

/// A world that knows the three kinds and holds none.
pub(crate) fn empty_world() -> World {
    let mut world = World::new();
    world.reserve::<TreeBundle>(0);
    world.reserve::<SeedBundle>(0);
    world.reserve::<DeadBundle>(0);
    world
}

/// The living trees.
pub(crate) fn trees(world: &World) -> &Archetype {
    archetype::<Trees>(world)
}

/// The seeds in the bank.
pub(crate) fn seeds(world: &World) -> &Archetype {
    archetype::<Seeds>(world)
}

/// The dead whose fields have not faded.
pub(crate) fn dead(world: &World) -> &Archetype {
    archetype::<Dead>(world)
}

/// All rows of one kind.
pub(crate) fn archetype<K: Kind>(world: &World) -> &Archetype {
    world
        .archetypes()
        .find(|archetype| archetype.has::<K::Mark>())
        .expect("each kind was reserved when the world was made")
}

/// A column as a slice.
pub(crate) fn column<T: Component>(kind: &Archetype) -> ArchetypeColumn<'_, T> {
    kind.get::<&T>().expect("each kind has all its components")
}

/// A column as a mutable slice.
pub(crate) fn column_mut<T: Component>(kind: &Archetype) -> ArchetypeColumnMut<'_, T> {
    kind.get::<&mut T>().expect("each kind has all its components")
}

/// A kind of entity.
pub(crate) trait Kind {
    /// The component that no other kind has.
    type Mark: Component;
}

/// Living trees.
pub(crate) struct Trees;
/// Seeds in the bank.
pub(crate) struct Seeds;
/// The dead.
pub(crate) struct Dead;

impl Kind for Trees {
    type Mark = Vigour;
}

impl Kind for Seeds {
    type Mark = Dormant;
}

impl Kind for Dead {
    type Mark = Remains;
}

/// Drops the last rows so that `rows` are left.
pub(crate) fn shrink_to<K: Kind>(world: &mut World, rows: usize, surplus: &mut Vec<Entity>) {
    if archetype::<K>(world).len() as usize > rows {
        surplus.clear();
        surplus.extend(world.query::<Entity>().with::<&K::Mark>().iter().skip(rows));
        // From the last row on, so that none has to move into a gap.
        for &entity in surplus.iter().rev() {
            world.despawn(entity).expect("the query has just found it");
        }
    }
}

/// Rows that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

/// Sixteen bytes of a row, on their way from one order into another.
pub(crate) type Word = [u64; 2];

/// What fits into a [`Word`], so that one buffer serves all columns in turn.
pub(crate) trait Packed: Copy + Send + Sync {
    fn pack(self) -> Word;
    fn unpack(word: Word) -> Self;
}

/// Puts rows into a new order: row `k` becomes the old row `order[k]`. Rows beyond are left as they are.
pub(crate) fn reorder<T: Packed>(rows: &mut [T], order: &[u32], buffer: &mut Vec<Word>) {
    if buffer.len() < order.len() {
        buffer.resize(order.len(), Word::default());
    }
    let old = &*rows;
    buffer[..order.len()]
        .par_chunks_mut(ROWS_TOGETHER)
        .zip(order.par_chunks(ROWS_TOGETHER))
        .for_each(|(words, order)| {
            for (word, &row) in words.iter_mut().zip(order) {
                *word = old[row as usize].pack();
            }
        });
    rows[..order.len()]
        .par_chunks_mut(ROWS_TOGETHER)
        .zip(buffer.par_chunks(ROWS_TOGETHER))
        .for_each(|(rows, words)| {
            for (row, &word) in rows.iter_mut().zip(words) {
                *row = T::unpack(word);
            }
        });
}

/// A column in a new order, see [`reorder`].
pub(crate) fn reorder_column<T: Packed + Component>(kind: &Archetype, order: &[u32], buffer: &mut Vec<Word>) {
    reorder(&mut column_mut::<T>(kind), order, buffer);
}

/// Two columns of at most eight bytes a row in a new order, in one go.
pub(crate) fn reorder_pair<A: Half + Component, B: Half + Component>(
    kind: &Archetype,
    order: &[u32],
    buffer: &mut Vec<Word>,
) {
    if buffer.len() < order.len() {
        buffer.resize(order.len(), Word::default());
    }
    let (mut a, mut b) = (column_mut::<A>(kind), column_mut::<B>(kind));
    let (old_a, old_b) = (&*a, &*b);
    buffer[..order.len()]
        .par_chunks_mut(ROWS_TOGETHER)
        .zip(order.par_chunks(ROWS_TOGETHER))
        .for_each(|(words, order)| {
            for (word, &row) in words.iter_mut().zip(order) {
                *word = [old_a[row as usize].pack_half(), old_b[row as usize].pack_half()];
            }
        });
    a[..order.len()]
        .par_chunks_mut(ROWS_TOGETHER)
        .zip(b[..order.len()].par_chunks_mut(ROWS_TOGETHER))
        .zip(buffer.par_chunks(ROWS_TOGETHER))
        .for_each(|((a, b), words)| {
            for ((a, b), &[word_a, word_b]) in a.iter_mut().zip(b).zip(words) {
                (*a, *b) = (A::unpack_half(word_a), B::unpack_half(word_b));
            }
        });
}

/// What fits into half a [`Word`].
pub(crate) trait Half: Copy + Send + Sync {
    fn pack_half(self) -> u64;
    fn unpack_half(bits: u64) -> Self;
}

impl Packed for Position {
    fn pack(self) -> Word {
        self.0.map(f64::to_bits)
    }
    fn unpack(word: Word) -> Self {
        Self(word.map(f64::from_bits))
    }
}

impl Packed for Identity {
    fn pack(self) -> Word {
        let bits = self.0.bits();
        [bits as u64, (bits >> 64) as u64]
    }
    fn unpack([low, high]: Word) -> Self {
        Self(Key::from_bits(u128::from(low) | u128::from(high) << 64))
    }
}

impl Packed for Size {
    fn pack(self) -> Word {
        [self.dbh_cm.to_bits(), self.height_m.to_bits()]
    }
    fn unpack(word: Word) -> Self {
        let [dbh_cm, height_m] = word.map(f64::from_bits);
        Self { dbh_cm, height_m }
    }
}

impl Half for TreeNumber {
    fn pack_half(self) -> u64 {
        self.0
    }
    fn unpack_half(bits: u64) -> Self {
        Self(bits)
    }
}

impl Half for Vigour {
    fn pack_half(self) -> u64 {
        self.0.to_bits()
    }
    fn unpack_half(bits: u64) -> Self {
        Self(f64::from_bits(bits))
    }
}

impl Half for SpeciesIndex {
    fn pack_half(self) -> u64 {
        u64::from(self.0)
    }
    fn unpack_half(bits: u64) -> Self {
        Self(bits as u16)
    }
}

impl Half for Age {
    fn pack_half(self) -> u64 {
        u64::from(self.0)
    }
    fn unpack_half(bits: u64) -> Self {
        Self(bits as u16)
    }
}

impl Half for Remains {
    fn pack_half(self) -> u64 {
        u64::from(self.year_died as u32) << 8 | self.cause as u64
    }
    fn unpack_half(bits: u64) -> Self {
        Self {
            cause: Cause::ALL[usize::from(bits as u8)],
            year_died: (bits >> 8) as u32 as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A component that is added must also be rewritten when the year turns, and become a column of the tables
    /// and a field of `Tree`, `Seed` or `DeadTree`; only then raise its number here.
    #[test]
    fn every_component_is_known_to_the_turn_of_the_year() {
        let world = empty_world();
        assert_eq!(trees(&world).component_types().len(), 7);
        assert_eq!(seeds(&world).component_types().len(), 5);
        assert_eq!(dead(&world).component_types().len(), 7);
    }

    /// One row of each kind, every field of it something else than its blank.
    #[test]
    fn a_component_survives_its_way_through_the_buffer() {
        let key = Identity(Key::from_bits(0x0123_4567_89ab_cdef_0011_2233_4455_6677));
        assert_eq!(Identity::unpack(key.pack()), key);
        let place = Position([-3.25, 1e300]);
        assert_eq!(Position::unpack(place.pack()), place);
        let size = Size {
            dbh_cm: 0.1,
            height_m: 1.7,
        };
        assert_eq!(Size::unpack(size.pack()), size);
        for cause in Cause::ALL {
            for year_died in [i32::MIN, -1, 0, 1, i32::MAX] {
                let remains = Remains { cause, year_died };
                assert_eq!(Remains::unpack_half(remains.pack_half()), remains);
            }
        }
        let (number, vigour) = (TreeNumber(u64::MAX - 1), Vigour(0.3));
        assert_eq!(TreeNumber::unpack_half(number.pack_half()), number);
        assert_eq!(Vigour::unpack_half(vigour.pack_half()), vigour);
        assert_eq!(
            SpeciesIndex::unpack_half(SpeciesIndex(65_534).pack_half()).0,
            65_534
        );
        assert_eq!(Age::unpack_half(Age(65_535).pack_half()).0, 65_535);
    }

    #[test]
    fn rows_come_in_the_order_asked_for() {
        let mut world = empty_world();
        world.spawn_batch((0..5_u16).map(|row| {
            let identity = Identity(Key::from_bits(u128::from(row)));
            (
                Position::default(),
                identity,
                SpeciesIndex(10 + row),
                Age(row),
                Dormant,
            )
        }));
        let mut buffer = Vec::new();
        reorder_column::<Identity>(seeds(&world), &[3, 4, 0, 2], &mut buffer);
        reorder_pair::<SpeciesIndex, Age>(seeds(&world), &[3, 4, 0, 2], &mut buffer);
        shrink_to::<Seeds>(&mut world, 4, &mut Vec::new());
        let ages: Vec<u16> = column::<Age>(seeds(&world)).iter().map(|age| age.0).collect();
        assert_eq!(ages, [3, 4, 0, 2]);
        for (row, &age) in ages.iter().enumerate() {
            let species = column::<SpeciesIndex>(seeds(&world))[row].0;
            let key = column::<Identity>(seeds(&world))[row].0;
            assert_eq!((species, key.bits()), (10 + age, u128::from(age)));
        }
        assert_eq!(world.len(), 4);
    }
}

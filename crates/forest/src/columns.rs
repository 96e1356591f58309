//! Whole columns of one kind of entity, read as slices and rewritten once a year in a new order.
//!
//! Trees, seeds and the dead are one hecs archetype each. Rows cannot be sorted one by one, so the year ends
//! with each column gathered in its new order and written back; only the difference in number is spawned or
//! despawned, and an `Entity` names a row for one year and nothing else.

use hecs::{Archetype, ArchetypeColumn, ArchetypeColumnMut, Bundle, Component, Entity, World};
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

/// A kind of entity whose rows can be counted up and down.
pub(crate) trait Kind {
    /// Its components.
    type Row: Bundle + 'static;
    /// The component that no other kind has.
    type Mark: Component;
    /// A row to be overwritten.
    fn blank() -> Self::Row;
}

/// Living trees.
pub(crate) struct Trees;
/// Seeds in the bank.
pub(crate) struct Seeds;
/// The dead.
pub(crate) struct Dead;

impl Kind for Trees {
    type Row = TreeBundle;
    type Mark = Vigour;
    fn blank() -> TreeBundle {
        let identity = Identity(Key::from_bits(0));
        (
            Position::default(),
            identity,
            SpeciesIndex(0),
            Age(0),
            TreeNumber(0),
            Size::default(),
            Vigour(0.0),
        )
    }
}

impl Kind for Seeds {
    type Row = SeedBundle;
    type Mark = Dormant;
    fn blank() -> SeedBundle {
        (
            Position::default(),
            Identity(Key::from_bits(0)),
            SpeciesIndex(0),
            Age(0),
            Dormant,
        )
    }
}

impl Kind for Dead {
    type Row = DeadBundle;
    type Mark = Remains;
    fn blank() -> DeadBundle {
        let identity = Identity(Key::from_bits(0));
        let remains = Remains {
            cause: Cause::Intrinsic,
            year_died: 0,
        };
        (
            Position::default(),
            identity,
            SpeciesIndex(0),
            Age(0),
            TreeNumber(0),
            Size::default(),
            remains,
        )
    }
}

/// Makes sure that there are at least `rows` rows.
pub(crate) fn grow_to<K: Kind>(world: &mut World, rows: usize) {
    let present = archetype::<K>(world).len() as usize;
    if rows > present {
        world.spawn_batch((present..rows).map(|_| K::blank()));
    }
}

/// Drops the last rows so that `rows` are left.
pub(crate) fn shrink_to<K: Kind>(world: &mut World, rows: usize) {
    if archetype::<K>(world).len() as usize > rows {
        let surplus: Vec<Entity> = world
            .query::<Entity>()
            .with::<&K::Mark>()
            .iter()
            .skip(rows)
            .collect();
        for entity in surplus {
            world.despawn(entity).expect("the query has just found it");
        }
    }
}

/// Writes a column in a new order: row `k` becomes the old row `order[k]`, or from `old_rows` on the newcomer
/// number `order[k] − old_rows`.
pub(crate) fn rewrite<T: Component + Copy>(
    kind: &Archetype,
    order: &[u32],
    old_rows: usize,
    newcomer: impl Fn(usize) -> T + Sync,
) {
    let mut rows = column_mut::<T>(kind);
    let old: &[T] = &rows;
    let gathered: Vec<T> = order
        .par_iter()
        .map(|&row| {
            let row = row as usize;
            if row < old_rows {
                old[row]
            } else {
                newcomer(row - old_rows)
            }
        })
        .collect();
    rows[..gathered.len()].copy_from_slice(&gathered);
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

    #[test]
    fn rows_come_in_the_order_asked_for_with_newcomers_among_them() {
        let mut world = empty_world();
        grow_to::<Seeds>(&mut world, 4);
        for (row, age) in column_mut::<Age>(seeds(&world)).iter_mut().enumerate() {
            age.0 = row as u16;
        }
        grow_to::<Seeds>(&mut world, 5);
        rewrite::<Age>(seeds(&world), &[3, 5, 0, 4], 4, |newcomer| {
            Age(100 + newcomer as u16)
        });
        shrink_to::<Seeds>(&mut world, 4);
        let ages: Vec<u16> = column::<Age>(seeds(&world)).iter().map(|age| age.0).collect();
        assert_eq!(ages, [3, 101, 0, 100]);
        assert_eq!(world.len(), 4);
    }
}

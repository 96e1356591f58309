//! The world: entities of all kinds, and resources.
//!
//! hecs moves the last row into the place of one that is despawned. Wherever the order of rows counts, use
//! [`World::put_in_order`] or [`World::renew`], never hecs' own `despawn`.

use std::any::TypeId;

use hecs::{Archetype, ColumnBatchType, Component, Entity};

use crate::access::words;
use crate::columns::Columns;
use crate::gather::{Buffer, overwrite_blank, refill_blank};
use crate::kind::{Kind, Of, Record};
use crate::resources::{Res, ResMut, Resources};
use crate::view::View;

/// Entities that are spawned together; no result depends on it.
const SPAWNED_TOGETHER: usize = 4096;

/// Entities of all kinds, and resources.
pub struct World {
    entities: hecs::World,
    resources: Resources,
    kinds: Vec<KindEntry>,
    buffer: Buffer,
    surplus: Vec<Entity>,
}

/// A kind that a world knows.
struct KindEntry {
    id: TypeId,
    bundle: fn(&mut ColumnBatchType),
    /// Components that the kind was given beyond its declaration.
    added: Vec<Added>,
}

/// A component that a kind was given.
struct Added {
    column: fn(&mut ColumnBatchType),
    insert: fn(&mut hecs::World, Entity),
    refill: fn(&Archetype, &[u32]),
    overwrite: fn(&Archetype, &[u32]),
    gather: Gather,
}

/// Puts the rows of one column into a new order, by a buffer of its own.
type Gather = Box<dyn FnMut(&Archetype, &[u32]) + Send + Sync>;

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// A world without kinds, entities and resources.
    #[must_use]
    pub fn new() -> Self {
        Self {
            entities: hecs::World::new(),
            resources: Resources::new(),
            kinds: Vec::new(),
            buffer: Buffer::default(),
            surplus: Vec::new(),
        }
    }

    /// Makes a kind known, so that it can be spawned and viewed.
    pub fn add_kind<K: Kind>(&mut self) {
        if !self.knows::<K>() {
            self.kinds.push(KindEntry {
                id: TypeId::of::<K>(),
                bundle: |types| {
                    types.add_bundle::<K::Bundle>();
                },
                added: Vec::new(),
            });
            // Room for none: this makes the archetype, so that a kind can be viewed before it has an entity.
            self.entities.reserve::<K::Bundle>(0);
        }
    }

    /// Gives every entity of a kind, and each that is spawned later, one component more, with its default value. It
    /// moves with its entity when rows are put in order. A component that the kind has stays as it is.
    ///
    /// # Panics
    /// Where the kind was not added.
    pub fn add_component<K: Kind, T: Component + Copy + Default>(&mut self) {
        if self.archetype::<K>().has::<T>() {
            return;
        }
        let insert = |world: &mut hecs::World, entity: Entity| {
            world
                .insert_one(entity, T::default())
                .expect("the entity was just found or spawned");
        };
        // A buffer of its own type: a user's component need not be plain bits, as those of a declaration are.
        let mut buffer: Vec<T> = Vec::new();
        let gather = move |archetype: &Archetype, order: &[u32]| {
            let mut column = archetype.get::<&mut T>().expect("each entity of the kind has it");
            buffer.clear();
            buffer.extend(order.iter().map(|&row| column[row as usize]));
            column[..order.len()].copy_from_slice(&buffer);
        };
        // A list first: an entity that gets a component moves to another archetype, in mid-query.
        let entities: Vec<Entity> = self.entities.query::<Entity>().with::<&Of<K>>().iter().collect();
        let kind = entry_mut::<K>(&mut self.kinds).expect("a kind that is not known has no archetype");
        kind.added.push(Added {
            column: |types| {
                types.add::<T>();
            },
            insert,
            refill: refill_blank::<T>,
            overwrite: overwrite_blank::<T>,
            gather: Box::new(gather),
        });
        make_known(&mut self.entities, kind);
        for entity in entities {
            insert(&mut self.entities, entity);
        }
    }

    /// Puts a resource into the world; one of the same type is replaced.
    pub fn insert_resource<R: Send + Sync + 'static>(&mut self, resource: R) {
        self.resources.insert(resource);
    }

    /// Whether there is a resource of this type.
    #[must_use]
    pub fn has_resource<R: Send + Sync + 'static>(&self) -> bool {
        self.resources.has::<R>()
    }

    /// A resource to read.
    ///
    /// # Panics
    /// Where the world has none of this type, or where it is being written.
    #[must_use]
    pub fn res<R: Send + Sync + 'static>(&self) -> Res<'_, R> {
        let resource = self.resources.get::<R>();
        Res(resource.unwrap_or_else(|| panic!("the world has no resource `{}`", words::<R>())))
    }

    /// A resource to write.
    ///
    /// # Panics
    /// Where the world has none of this type, or where it is being used.
    #[must_use]
    pub fn res_mut<R: Send + Sync + 'static>(&self) -> ResMut<'_, R> {
        let resource = self.resources.get_mut::<R>();
        ResMut(resource.unwrap_or_else(|| panic!("the world has no resource `{}`", words::<R>())))
    }

    /// Some components of all entities of a kind.
    ///
    /// # Panics
    /// Where the kind was not added or lacks a component, or where a column is being written.
    #[must_use]
    pub fn view<K: Kind, Q: Columns>(&self) -> View<'_, K, Q> {
        View::new(self.archetype::<K>())
    }

    /// All entities of a kind as plain structs, row by row.
    ///
    /// # Panics
    /// Where the kind was not added, or where a column is being written.
    #[must_use]
    pub fn rows<K: Record>(&self) -> Rows<'_, K> {
        Rows(K::rows(self.archetype::<K>()))
    }

    /// Number of entities of a kind.
    ///
    /// # Panics
    /// Where the kind was not added.
    #[must_use]
    pub fn count<K: Kind>(&self) -> usize {
        self.archetype::<K>().len() as usize
    }

    /// The entities, for hecs' own queries.
    #[must_use]
    pub fn entities(&self) -> &hecs::World {
        &self.entities
    }

    /// The entities, for what hecs does with single ones of a kind whose rows are never put in order.
    #[must_use]
    pub fn entities_mut(&mut self) -> &mut hecs::World {
        &mut self.entities
    }

    /// Makes room for more entities of a kind than there are.
    pub fn reserve<K: Kind>(&mut self, additional: usize) {
        let additional = u32::try_from(additional).unwrap_or(u32::MAX);
        self.entities.reserve::<K::Bundle>(additional);
    }

    /// Adds entities of a kind behind its rows.
    ///
    /// # Panics
    /// Never: a kind's columns are as long as each other.
    pub fn spawn<K: Kind>(&mut self, entities: impl IntoIterator<Item = K::Parts>) {
        let mut entities = entities.into_iter();
        loop {
            let together: Vec<K::Parts> = entities.by_ref().take(SPAWNED_TOGETHER).collect();
            if together.is_empty() {
                return;
            }
            // Column by column: hecs adds a single entity component by component, which takes five times as long.
            let mut types = ColumnBatchType::new();
            types.add_bundle::<K::Bundle>();
            let batch = types.into_batch(together.len() as u32);
            K::write(&batch, together.into_iter());
            let batch = batch.build().expect("all columns are as long");
            let spawned = self.entities.spawn_column_batch(batch);
            match entry::<K>(&self.kinds) {
                Some(kind) if !kind.added.is_empty() => {
                    let spawned: Vec<Entity> = spawned.collect();
                    for entity in spawned {
                        for added in &kind.added {
                            (added.insert)(&mut self.entities, entity);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Puts the rows of a kind into a new order: row `k` becomes the old row `order[k]`; those that are not in it go.
    ///
    /// hecs moves the last row into the place of one that is despawned. So columns are rewritten in their new order and
    /// the surplus is despawned from the end, and an `Entity` names a row until rows are next put in order.
    ///
    /// # Panics
    /// Where the kind was not added, or where a column is in use.
    pub fn put_in_order<K: Record>(&mut self, order: &[u32]) {
        let archetype = archetype::<K>(&self.entities);
        K::gather(archetype, order, &mut self.buffer);
        for added in entry_mut::<K>(&mut self.kinds)
            .into_iter()
            .flat_map(|kind| &mut kind.added)
        {
            (added.gather)(archetype, order);
        }
        self.truncate::<K>(order.len());
    }

    /// Drops all rows of a kind but those that are kept, which are in rising order, and adds fresh ones behind them.
    /// Rows that are freed are used again: only the difference in number is spawned or despawned.
    ///
    /// # Panics
    /// Where the kind was not added, or where a column is in use.
    pub fn renew<K: Record>(&mut self, kept: &[u32], fresh: impl Iterator<Item = K> + Clone) {
        let (before, fresh_rows) = (self.count::<K>(), fresh.clone().count());
        let archetype = self.archetype::<K>();
        K::refill(archetype, kept, fresh.clone());
        for added in entry::<K>(&self.kinds).into_iter().flat_map(|kind| &kind.added) {
            (added.refill)(archetype, kept);
        }
        let (rows, freed) = (kept.len() + fresh_rows, before - kept.len());
        if rows > before {
            self.reserve::<K>(rows - before);
            self.spawn::<K>(fresh.skip(freed));
        }
        self.truncate::<K>(rows);
    }

    /// Adds entities of a kind in rows that are free, and behind all rows those for which there is none. What a row held
    /// before is gone; of components that the declaration has `in a step` it stays until the step sets them.
    ///
    /// Much cheaper than to despawn some and spawn others: hecs moves an entity component by component.
    ///
    /// # Panics
    /// Where the kind was not added, or where a column is in use.
    pub fn spawn_in_rows<K: Record>(&mut self, free: &[u32], fresh: impl Iterator<Item = K> + Clone + Send) {
        let taken = fresh.clone().take(free.len()).count();
        let archetype = self.archetype::<K>();
        K::overwrite(archetype, &free[..taken], fresh.clone());
        for added in entry::<K>(&self.kinds).into_iter().flat_map(|kind| &kind.added) {
            (added.overwrite)(archetype, &free[..taken]);
        }
        self.spawn::<K>(fresh.skip(taken));
    }

    /// Drops the rows of a kind from `rows` on.
    ///
    /// # Panics
    /// Where the kind was not added.
    pub fn truncate<K: Kind>(&mut self, rows: usize) {
        if self.count::<K>() <= rows {
            return;
        }
        self.surplus.clear();
        self.surplus
            .extend(self.entities.query::<Entity>().with::<&Of<K>>().iter().skip(rows));
        // From the last row on, so that none has to move into a gap.
        for &entity in self.surplus.iter().rev() {
            self.entities
                .despawn(entity)
                .expect("the query has just found it");
        }
    }

    /// Takes all entities out of the world, which keeps its kinds and resources; see [`Self::put_back`].
    pub fn take_entities(&mut self) -> hecs::World {
        let mut empty = hecs::World::new();
        self.kinds.iter().for_each(|kind| make_known(&mut empty, kind));
        std::mem::replace(&mut self.entities, empty)
    }

    /// Puts entities that were taken out of this world in the place of those it holds.
    pub fn put_back(&mut self, entities: hecs::World) {
        self.entities = entities;
    }

    /// Lets go of memory that is kept from step to step.
    pub fn rest(&mut self) {
        self.buffer = Buffer::default();
        self.surplus = Vec::new();
    }

    pub(crate) fn knows<K: Kind>(&self) -> bool {
        entry::<K>(&self.kinds).is_some()
    }

    pub(crate) fn archetype<K: Kind>(&self) -> &Archetype {
        archetype::<K>(&self.entities)
    }
}

/// What a world knows of a kind, if it does.
fn entry<K: Kind>(kinds: &[KindEntry]) -> Option<&KindEntry> {
    kinds.iter().find(|kind| kind.id == TypeId::of::<K>())
}

fn entry_mut<K: Kind>(kinds: &mut [KindEntry]) -> Option<&mut KindEntry> {
    kinds.iter_mut().find(|kind| kind.id == TypeId::of::<K>())
}

/// The archetype of a kind. Each component that it was given made a larger one, so the last is the one in use.
fn archetype<K: Kind>(entities: &hecs::World) -> &Archetype {
    let archetypes = entities.archetypes().filter(|archetype| archetype.has::<Of<K>>());
    archetypes
        .last()
        .unwrap_or_else(|| panic!("the world has no kind `{}`: `add_kind` makes it known", K::NAME))
}

/// Makes the archetypes of a kind, without an entity: the one it is spawned in, and one more for each component that it
/// was given, in that order.
fn make_known(entities: &mut hecs::World, kind: &KindEntry) {
    for given in 0..=kind.added.len() {
        let mut types = ColumnBatchType::new();
        (kind.bundle)(&mut types);
        let added = kind.added[..given].iter();
        added.for_each(|added| (added.column)(&mut types));
        let empty = types.into_batch(0).build().expect("no row is missing of none");
        drop(entities.spawn_column_batch(empty));
    }
}

/// All entities of a kind as plain structs, row by row.
pub struct Rows<'w, K: Record>(K::Rows<'w>);

impl<K: Record> Rows<'_, K> {
    /// Number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        K::count(&self.0)
    }

    /// One row.
    #[must_use]
    pub fn get(&self, row: usize) -> K {
        K::get(&self.0, row)
    }

    /// All rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = K> {
        (0..self.count()).map(|row| self.get(row))
    }
}

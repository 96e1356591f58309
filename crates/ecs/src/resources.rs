//! Resources: what a world has once, such as the year or the species.
//!
//! One of each type: a second value of the same type needs a type of its own.

use std::ops::{Deref, DerefMut};

use hecs::{Entity, EntityBuilder, Ref, RefMut};

/// What a world has once, each by its type: the components of one entity in a hecs world of its own.
pub(crate) struct Resources {
    world: hecs::World,
    all: Entity,
}

impl Resources {
    pub(crate) fn new() -> Self {
        let mut world = hecs::World::new();
        // hecs checks borrows of components at run time; resources get the same check by being components.
        let all = world.spawn(());
        Self { world, all }
    }

    pub(crate) fn insert<R: Send + Sync + 'static>(&mut self, resource: R) {
        let mut one = EntityBuilder::new();
        one.add(resource);
        self.insert_built(one);
    }

    /// By hecs' builder, as its `insert_one` would be translated anew for each type of resource.
    fn insert_built(&mut self, mut one: EntityBuilder) {
        self.world
            .insert(self.all, one.build())
            .expect("the entity of all resources is never despawned");
    }

    pub(crate) fn has<R: Send + Sync + 'static>(&self) -> bool {
        self.world.satisfies::<&R>(self.all)
    }

    pub(crate) fn get<R: Send + Sync + 'static>(&self) -> Option<Ref<'_, R>> {
        self.world.get::<&R>(self.all).ok()
    }

    pub(crate) fn get_mut<R: Send + Sync + 'static>(&self) -> Option<RefMut<'_, R>> {
        self.world.get::<&mut R>(self.all).ok()
    }
}

/// A resource to read.
pub struct Res<'w, R: Send + Sync + 'static>(pub(crate) Ref<'w, R>);

impl<R: Send + Sync + 'static> Deref for Res<'_, R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0
    }
}

/// A resource to write.
pub struct ResMut<'w, R: Send + Sync + 'static>(pub(crate) RefMut<'w, R>);

impl<R: Send + Sync + 'static> Deref for ResMut<'_, R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0
    }
}

impl<R: Send + Sync + 'static> DerefMut for ResMut<'_, R> {
    fn deref_mut(&mut self) -> &mut R {
        &mut self.0
    }
}

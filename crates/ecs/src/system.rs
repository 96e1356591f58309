//! Systems: functions whose parameters say what they touch.
//!
//! A system that takes the whole world says nothing of what it touches; prefer parameters.

use crate::access::Access;
use crate::columns::Columns;
use crate::kind::Kind;
use crate::resources::{Res, ResMut};
use crate::view::View;
use crate::world::World;

/// A parameter of a system: a [`View`], a [`Res`] or a [`ResMut`].
pub trait Param {
    /// The parameter as it is borrowed from a world.
    type Item<'w>;

    /// Borrows it.
    fn fetch(world: &World) -> Self::Item<'_>;
    /// Notes what it reads and writes.
    fn note(access: &mut Access);
    /// What the world lacks of it, in words.
    fn lacking(world: &World) -> Vec<String>;
}

impl<K: Kind, Q: Columns> Param for View<'_, K, Q> {
    type Item<'w> = View<'w, K, Q>;

    fn fetch(world: &World) -> Self::Item<'_> {
        world.view()
    }
    fn note(access: &mut Access) {
        Q::note(K::NAME, access);
    }
    fn lacking(world: &World) -> Vec<String> {
        if !world.knows::<K>() {
            return vec![format!("the kind `{}`", K::NAME)];
        }
        lacking_components(Q::lacking(world.archetype::<K>()), K::NAME)
    }
}

impl<R: Send + Sync + 'static> Param for Res<'_, R> {
    type Item<'w> = Res<'w, R>;

    fn fetch(world: &World) -> Self::Item<'_> {
        world.res()
    }
    fn note(access: &mut Access) {
        access.note::<R>(None, false);
    }
    fn lacking(world: &World) -> Vec<String> {
        lacking_resource::<R>(world)
    }
}

impl<R: Send + Sync + 'static> Param for ResMut<'_, R> {
    type Item<'w> = ResMut<'w, R>;

    fn fetch(world: &World) -> Self::Item<'_> {
        world.res_mut()
    }
    fn note(access: &mut Access) {
        access.note::<R>(None, true);
    }
    fn lacking(world: &World) -> Vec<String> {
        lacking_resource::<R>(world)
    }
}

fn lacking_components(names: Vec<String>, kind: &str) -> Vec<String> {
    let names = names.into_iter();
    names
        .map(|name| format!("the component `{name}` of `{kind}`"))
        .collect()
}

fn lacking_resource<R: Send + Sync + 'static>(world: &World) -> Vec<String> {
    if world.has_resource::<R>() {
        return Vec::new();
    }
    vec![format!("the resource `{}`", crate::access::words::<R>())]
}

/// A function that can be a system: one with at most ten [`Param`]s, or one that takes `&mut World`.
///
/// `Parameters` only keeps the two apart for the compiler; it is never named.
pub trait SystemFunction<Parameters>: Send + Sync + 'static {
    /// Runs it once.
    fn run(&self, world: &mut World);
    /// What it reads and writes.
    fn access() -> Access;
    /// What the world lacks of it, in words.
    fn lacking(world: &World) -> Vec<String>;
}

macro_rules! functions {
    ($($P:ident $p:ident),+) => {
        impl<F, $($P: Param),+> SystemFunction<fn($($P),+)> for F
        where
            // Both bounds are of the same function: the first tells the compiler the parameters, the second that it
            // takes them however long they are borrowed for.
            F: Fn($($P),+) + for<'w> Fn($($P::Item<'w>),+) + Send + Sync + 'static,
        {
            fn run(&self, world: &mut World) {
                // A function inside, as the compiler cannot choose between the two bounds where `self` is called
                // directly.
                fn call<$($P),+>(function: impl Fn($($P),+), $($p: $P),+) {
                    function($($p),+);
                }
                call(self, $($P::fetch(world)),+);
            }
            fn access() -> Access {
                let mut access = Access::default();
                $($P::note(&mut access);)+
                access
            }
            fn lacking(world: &World) -> Vec<String> {
                let mut lacking = Vec::new();
                $(lacking.extend($P::lacking(world));)+
                lacking
            }
        }
    };
}

functions!(A a);
functions!(A a, B b);
functions!(A a, B b, C c);
functions!(A a, B b, C c, D d);
functions!(A a, B b, C c, D d, E e);
functions!(A a, B b, C c, D d, E e, G g);
functions!(A a, B b, C c, D d, E e, G g, H h);
functions!(A a, B b, C c, D d, E e, G g, H h, I i);
functions!(A a, B b, C c, D d, E e, G g, H h, I i, J j);
functions!(A a, B b, C c, D d, E e, G g, H h, I i, J j, K k);

/// Keeps functions that take the whole world apart from those that take parameters.
pub struct WholeWorld;

impl<F: Fn(&mut World) + Send + Sync + 'static> SystemFunction<WholeWorld> for F {
    fn run(&self, world: &mut World) {
        self(world);
    }
    fn access() -> Access {
        let mut access = Access::default();
        access.note_whole();
        access
    }
    fn lacking(_: &World) -> Vec<String> {
        Vec::new()
    }
}

/// One step of a schedule.
pub struct System {
    name: &'static str,
    about: &'static str,
    draws: &'static str,
    access: Access,
    lacking: fn(&World) -> Vec<String>,
    run: Box<dyn Fn(&mut World) + Send + Sync>,
}

impl System {
    /// A system with its name and what it does in one line.
    pub fn new<P, F: SystemFunction<P>>(name: &'static str, about: &'static str, function: F) -> Self {
        Self {
            name,
            about,
            draws: "nothing",
            access: F::access(),
            lacking: F::lacking,
            run: Box::new(move |world| function.run(world)),
        }
    }

    /// The same with a line on which random numbers it draws.
    #[must_use]
    pub fn draws_of(self, draws: &'static str) -> Self {
        Self { draws, ..self }
    }

    /// Its name, in tables and messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it does, in one line.
    #[must_use]
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Which random numbers it draws, in one line.
    #[must_use]
    pub fn draws(&self) -> &'static str {
        self.draws
    }

    /// What it reads and does not write, by its signature.
    #[must_use]
    pub fn reads(&self) -> String {
        self.access.named(false)
    }

    /// What it writes, by its signature.
    #[must_use]
    pub fn writes(&self) -> String {
        self.access.named(true)
    }

    /// What it takes twice with one of the two for writing: hecs would refuse that when it runs.
    pub(crate) fn conflict(&self) -> Option<&str> {
        self.access.conflict()
    }

    pub(crate) fn lacking(&self, world: &World) -> Vec<String> {
        (self.lacking)(world)
    }

    pub(crate) fn run(&self, world: &mut World) {
        (self.run)(world);
    }
}

/// Runs a system by itself, outside any schedule.
///
/// # Panics
/// Where the world lacks what it takes.
pub fn run_once<P>(function: impl SystemFunction<P>, world: &mut World) {
    function.run(world);
}

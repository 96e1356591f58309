//! What systems say that they read and write, and what of it clashes.

use understory_ecs::{Res, Schedule, ScheduleError, System, View, World, component, entity};

component! {
    /// Number of a tree.
    pub struct TreeNumber(u32);
}

entity! {
    /// A tree.
    pub struct Tree {
        /// Number.
        number: u32 => TreeNumber,
    }
}

entity! {
    /// A dead tree.
    pub struct Dead {
        /// Number.
        number: u32 => TreeNumber,
    }
}

struct Index<T>(T);

#[test]
fn a_type_is_named_in_words() {
    let system = System::new(
        "look",
        "",
        |_: Res<TreeNumber>, _: Res<Index<TreeNumber>>, _: Res<u8>| {},
    );
    assert_eq!(system.reads(), "tree number, index of tree number, u8");
    let _ = Index(TreeNumber(0)).0;
}

#[test]
fn one_component_may_be_read_twice_but_not_read_and_written() {
    type Read<'w> = View<'w, Tree, (&'static TreeNumber,)>;
    type DeadWritten<'w> = View<'w, Dead, (&'static mut TreeNumber,)>;
    type Written<'w> = View<'w, Tree, (&'static mut TreeNumber,)>;

    let mut world = World::new();
    world.add_kind::<Tree>();
    world.add_kind::<Dead>();
    let check = |system| Schedule::new().check_new(&system, &world);
    let apart = System::new("apart", "", |_: Read, _: Read, _: DeadWritten| {});
    assert_eq!(check(apart), Ok(()));
    let clash = System::new("clash", "", |_: Read, _: Read, _: DeadWritten, _: Written| {});
    let refused = ScheduleError::TakenTwice {
        system: "clash",
        part: "tree number".to_owned(),
    };
    assert_eq!(check(clash), Err(refused));
}

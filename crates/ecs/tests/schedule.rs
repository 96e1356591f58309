//! What a schedule says of its systems, and what it refuses.

use std::thread::sleep;
use std::time::Duration;

use understory_ecs::{
    Res, ResMut, Schedule, ScheduleError, System, View, World, component, entity, run_once,
};

component! {
    /// Height.
    pub struct Height(f64);
}

entity! {
    /// A mast.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Mast {
        /// Height.
        height_m: f64 => Height,
    }
}

entity! {
    /// A letter, whose parts are no plain bits.
    pub struct Letter of text: String, stamps: u8;
}

struct Day(u32);

fn dawn(mut day: ResMut<Day>) {
    day.0 += 1;
}

fn rise(mut masts: View<Mast, (&mut Height,)>, day: Res<Day>) {
    masts.for_each(|(height,)| height.0 += f64::from(day.0));
}

fn clash(_: View<Mast, (&Height,)>, _: View<Mast, (&mut Height,)>) {}

fn schedule() -> Schedule {
    let mut schedule = Schedule::new();
    schedule.push(System::new("dawn", "a day begins", dawn));
    schedule.push(System::new("rise", "masts rise", rise).draws_of("a height for each mast"));
    schedule
}

fn world() -> World {
    let mut world = World::new();
    world.add_kind::<Mast>();
    world.add_kind::<Letter>();
    world.insert_resource(Day(0));
    world
}

fn names(schedule: &Schedule) -> Vec<&'static str> {
    schedule.systems().iter().map(System::name).collect()
}

#[test]
fn a_system_is_told_by_its_name_its_line_and_its_draws() {
    let schedule = schedule();
    let [dawn, rise] = schedule.systems() else {
        panic!("there are two")
    };
    assert_eq!(
        (dawn.name(), dawn.about(), dawn.draws()),
        ("dawn", "a day begins", "nothing")
    );
    assert_eq!(
        (rise.name(), rise.about(), rise.draws()),
        ("rise", "masts rise", "a height for each mast")
    );
    assert_eq!((dawn.reads(), dawn.writes()), ("nothing".into(), "day".into()));
    assert_eq!(
        (rise.reads(), rise.writes()),
        ("day".into(), "mast: height".into())
    );
}

#[test]
fn systems_enter_before_or_after_the_one_that_is_named() {
    let mut schedule = schedule();
    let named = |name| System::new(name, "", dawn);
    schedule.insert_after("dawn", named("noon")).unwrap();
    schedule.insert_before("rise", named("dusk")).unwrap();
    schedule.insert_after("rise", named("night")).unwrap();
    assert_eq!(names(&schedule), ["dawn", "noon", "dusk", "rise", "night"]);
    let unknown = ScheduleError::Unknown {
        name: "moon".to_owned(),
        known: names(&schedule),
    };
    assert_eq!(
        unknown.to_string(),
        "no system is called `moon`; there are dawn, noon, dusk, rise, night"
    );
    assert_eq!(
        schedule.insert_before("moon", named("tide")),
        Err(unknown.clone())
    );
    assert_eq!(schedule.insert_after("moon", named("tide")), Err(unknown));
    assert_eq!(schedule.systems().len(), 5);
}

#[test]
fn a_name_or_a_part_that_is_taken_twice_is_refused_before_and_after_it_enters() {
    let (world, mut schedule) = (world(), schedule());
    assert_eq!(schedule.check(&world), Ok(()));
    let fresh = System::new("set", "masts are set", rise);
    assert_eq!(schedule.check_new(&fresh, &world), Ok(()));

    let again = System::new("dawn", "a day begins again", dawn);
    let twice = Err(ScheduleError::NameTwice("dawn"));
    assert_eq!(schedule.check_new(&again, &world), twice);
    schedule.push(again);
    assert_eq!(schedule.check(&world), twice);

    let mut schedule = self::schedule();
    let clashing = System::new("clash", "", clash);
    let refused = schedule.check_new(&clashing, &world);
    assert_eq!(
        refused.clone().unwrap_err().to_string(),
        "system `clash` takes `height` twice and writes it"
    );
    schedule.push(clashing);
    assert_eq!(schedule.check(&world), refused);
}

#[test]
fn a_resource_that_is_to_be_written_is_missed_as_one_that_is_read() {
    let mut world = World::new();
    world.add_kind::<Mast>();
    assert!(!world.has_resource::<Day>());
    for system in [System::new("dawn", "", dawn), System::new("rise", "", rise)] {
        let refused = Schedule::new().check_new(&system, &world).unwrap_err();
        let part = "the resource `day`".to_owned();
        let system = system.name();
        assert_eq!(refused, ScheduleError::Lacking { system, part });
    }
    world.insert_resource(Day(4));
    assert!(world.has_resource::<Day>());
    assert_eq!(schedule().check(&world), Ok(()));
}

/// A pause lasts at least as long as it is asked to.
#[test]
fn the_seconds_of_a_system_are_those_of_all_its_runs() {
    let mut schedule = Schedule::new();
    schedule.push(System::new("pause", "", |_: &mut World| {
        sleep(Duration::from_millis(3))
    }));
    let mut world = World::new();
    for runs in 1..=3 {
        schedule.run(&mut world);
        let seconds: Vec<_> = schedule.seconds().collect();
        assert!(
            matches!(seconds[..], [("pause", seconds)] if seconds >= 0.003 * f64::from(runs)),
            "{seconds:?}"
        );
    }
}

#[test]
fn single_entities_of_a_kind_without_an_order_come_and_go() {
    let mut world = world();
    let letter = |text: &str, stamps: u8| (text.to_owned(), stamps);
    world.spawn::<Letter>([letter("dear", 1), letter("sir", 2), letter("yours", 3)]);
    world.spawn::<Mast>([Mast { height_m: 2.0 }]);
    // Of a kind that is known nothing is lost when it is added again.
    world.add_kind::<Letter>();
    assert_eq!([world.count::<Letter>(), world.count::<Mast>()], [3, 1]);

    let mut found = world
        .entities()
        .query::<(understory_ecs::hecs::Entity, &String)>();
    let sir = found.iter().find(|(_, text)| *text == "sir").unwrap().0;
    drop(found);
    world.entities_mut().despawn(sir).unwrap();
    let mut letters: View<'_, Letter, (&String, &u8)> = world.view();
    let mut left = Vec::new();
    letters.for_each(|(text, stamps)| left.push(letter(text, *stamps)));
    left.sort();
    assert_eq!(left, [letter("dear", 1), letter("yours", 3)]);
    drop(letters);

    run_once(dawn, &mut world);
    run_once(rise, &mut world);
    assert!(world.rows::<Mast>().iter().eq([Mast { height_m: 3.0 }]));
}

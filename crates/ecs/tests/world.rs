//! Worlds against plain lists: rows in new orders, rows that go, rows that come.

use proptest::prelude::*;
use understory_ecs::{BATCH_ROWS, Res, ResMut, Schedule, System, View, World, component, entity, run_once};

component! {
    /// Number.
    #[derive(Default)]
    pub struct Number(u32);

    /// Place.
    pub struct Place([f64; 2]);

    /// Follows from the number.
    #[derive(Default)]
    pub struct Double(u64);

    /// Set in each step.
    #[derive(Default)]
    pub struct Mood(u8);
}

entity! {
    /// A bird.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Bird {
        /// Number.
        number: u32 => Number,
        /// Place.
        place: [f64; 2] => Place,
    }
    derived: Double;
    in a step: Mood;
}

entity! {
    /// A stone.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Stone {
        /// Number.
        number: u32 => Number,
    }
}

fn bird(number: u32) -> Bird {
    let place = [f64::from(number), -0.5 * f64::from(number)];
    Bird { number, place }
}

fn world(birds: u32) -> World {
    let mut world = World::new();
    world.add_kind::<Bird>();
    world.add_kind::<Stone>();
    world.spawn::<Bird>((0..birds).map(bird));
    world.spawn::<Stone>([Stone { number: 7 }]);
    let mut view: View<'_, Bird, (&Number, &mut Double)> = world.view();
    view.for_each(|(number, double)| double.0 = 2 * u64::from(number.0));
    drop(view);
    world
}

/// How often a bird sang.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Songs(u32);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_stand_in_the_order_asked_for(birds in 1_u32..200, wanted in prop::collection::vec(any::<u32>(), 0..200)) {
        let mut world = world(birds);
        world.add_component::<Bird, Songs>();
        let mut songs: View<'_, Bird, (&Number, &mut Songs)> = world.view();
        songs.for_each(|(number, songs)| songs.0 = number.0 + 1);
        drop(songs);
        let mut order: Vec<u32> = Vec::new();
        for row in wanted.into_iter().map(|row| row % birds) {
            if !order.contains(&row) {
                order.push(row);
            }
        }
        world.put_in_order::<Bird>(&order);
        let expected: Vec<Bird> = order.iter().map(|&row| bird(row)).collect();
        prop_assert_eq!(world.rows::<Bird>().iter().collect::<Vec<_>>(), expected);
        let mut rest: View<'_, Bird, (&Number, &Double, &Songs)> = world.view();
        rest.for_each(|(number, double, songs)| {
            assert_eq!((double.0, songs.0), (2 * u64::from(number.0), number.0 + 1));
        });
        drop(rest);
        prop_assert_eq!(world.count::<Stone>(), 1);
        prop_assert_eq!(world.entities().len() as usize, order.len() + 1);
    }

    #[test]
    fn rows_are_renewed_as_a_list_is(
        birds in 0_u32..60,
        stays in prop::collection::vec(any::<bool>(), 60),
        fresh in 0_u32..60,
    ) {
        let mut world = world(birds);
        world.add_component::<Bird, Songs>();
        let mut songs: View<'_, Bird, (&mut Songs,)> = world.view();
        songs.for_each(|(songs,)| songs.0 = 1);
        drop(songs);
        let kept: Vec<u32> = (0..birds).filter(|&row| stays[row as usize]).collect();
        world.renew::<Bird>(&kept, (1000..1000 + fresh).map(bird));
        let expected = kept.iter().copied().chain(1000..1000 + fresh);
        prop_assert!(world.rows::<Bird>().iter().eq(expected.map(bird)));
        let mut songs: View<'_, Bird, (&Number, &Songs)> = world.view();
        songs.for_each(|(number, songs)| assert_eq!(songs.0, u32::from(number.0 < 1000)));
    }

    #[test]
    fn newcomers_take_free_rows_and_then_the_end(
        birds in 0_u32..60,
        is_free in prop::collection::vec(any::<bool>(), 60),
        fresh in 0_u32..60,
    ) {
        let mut world = world(birds);
        world.add_component::<Bird, Songs>();
        let mut songs: View<'_, Bird, (&mut Songs,)> = world.view();
        songs.for_each(|(songs,)| songs.0 = 1);
        drop(songs);
        let free: Vec<u32> = (0..birds).filter(|&row| is_free[row as usize]).collect();
        let newcomers: Vec<Bird> = (1000..1000 + fresh).map(bird).collect();
        world.spawn_in_rows::<Bird>(&free, newcomers.into_iter());
        let mut expected: Vec<u32> = (0..birds).collect();
        for (row, number) in free.into_iter().chain(birds..).zip(1000..1000 + fresh) {
            expected.resize(expected.len().max(row as usize + 1), 0);
            expected[row as usize] = number;
        }
        prop_assert!(world.rows::<Bird>().iter().eq(expected.into_iter().map(bird)));
        let mut songs: View<'_, Bird, (&Number, &Songs)> = world.view();
        songs.for_each(|(number, songs)| assert_eq!(songs.0, u32::from(number.0 < 1000)));
    }
}

#[test]
fn every_row_is_visited_once_in_parallel_batches() {
    let rows = 3 * BATCH_ROWS as u32 + 17;
    let mut world = world(rows);
    let mut view: View<'_, Bird, (&Number, &mut Double)> = world.view();
    assert_eq!(view.count(), rows as usize);
    view.par_for_each(|(number, double)| double.0 += u64::from(number.0));
    view.par_batches(|first, (numbers, doubles)| {
        assert!(first % BATCH_ROWS == 0 && numbers.len() <= BATCH_ROWS);
        for (row, (number, double)) in numbers.iter().zip(doubles).enumerate() {
            assert_eq!(number.0 as usize, first + row);
            double.0 += 1;
        }
    });
    view.for_each(|(number, double)| assert_eq!(double.0, 3 * u64::from(number.0) + 1));
    drop(view);
    let mut written: View<'_, Bird, (&mut Double, &Number)> = world.view();
    assert_eq!(
        written.count(),
        rows as usize,
        "a column that is written is counted as well"
    );
    written.par_batches(|_, (doubles, _)| assert!(doubles.len() <= BATCH_ROWS));
    drop(written);
    world.truncate::<Bird>(5);
    assert!(world.rows::<Bird>().iter().eq((0..5).map(bird)));
}

#[test]
fn a_kind_without_a_row_is_renewed() {
    let mut world = world(0);
    world.renew::<Bird>(&[], (0..3).map(bird));
    assert!(world.rows::<Bird>().iter().eq((0..3).map(bird)));
    world.renew::<Bird>(&[], std::iter::empty());
    assert_eq!(world.count::<Bird>(), 0);
}

#[test]
fn entities_that_were_taken_out_can_be_put_back() {
    let mut world = world(9);
    world.add_component::<Bird, Songs>();
    let before = world.take_entities();
    assert_eq!([world.count::<Bird>(), world.count::<Stone>()], [0; 2]);
    world.spawn::<Bird>([bird(1)]);
    let mut songs: View<'_, Bird, (&Songs,)> = world.view();
    assert_eq!(songs.slices().0, [Songs(0)]);
    drop(songs);
    world.put_back(before);
    assert_eq!([world.count::<Bird>(), world.count::<Stone>()], [9, 1]);
}

struct Step(u32);

fn count(mut birds: View<Bird, (&mut Mood,)>, step: Res<Step>) {
    birds.for_each(|(mood,)| mood.0 += step.0 as u8);
}

fn quicken(mut step: ResMut<Step>) {
    step.0 *= 3;
}

fn hatch(world: &mut World) {
    let number = world.count::<Bird>() as u32;
    world.spawn::<Bird>([bird(number)]);
}

#[test]
fn systems_run_in_the_order_of_their_schedule() {
    let mut world = world(2);
    world.insert_resource(Step(1));
    let mut schedule = Schedule::new();
    schedule.push(System::new("count", "moods rise", count));
    schedule.push(System::new("hatch", "one bird more", hatch));
    schedule
        .insert_before("count", System::new("quicken", "steps grow", quicken))
        .unwrap();
    schedule.check(&world).unwrap();
    schedule.run(&mut world);
    schedule.run(&mut world);
    let mut moods: View<'_, Bird, (&Mood,)> = world.view();
    let of_each: Vec<u8> = moods.slices().0.iter().map(|mood| mood.0).collect();
    assert_eq!(of_each, [12, 12, 9, 0], "3, then 9 for those that are there");
    drop(moods);
    assert!(
        schedule
            .seconds()
            .map(|(name, _)| name)
            .eq(["quicken", "count", "hatch"])
    );
    run_once(quicken, &mut world);
    assert_eq!(world.res::<Step>().0, 27);
    assert_eq!(schedule.systems()[2].reads(), "everything");
    assert_eq!(schedule.systems()[1].reads(), "step");
    assert_eq!(schedule.systems()[1].writes(), "bird: mood");
    assert_eq!(schedule.systems()[0].reads(), "nothing");
}

#[test]
fn what_a_world_lacks_is_named() {
    let mut world = World::new();
    let mut schedule = Schedule::new();
    schedule.push(System::new("count", "moods rise", count));
    let error = |world: &World| schedule.check(world).unwrap_err().to_string();
    assert_eq!(
        error(&world),
        "system `count` takes the kind `Bird`, which the world does not have; add it before"
    );
    world.add_kind::<Bird>();
    assert_eq!(
        error(&world),
        "system `count` takes the resource `step`, which the world does not have; add it before"
    );
    world.insert_resource(Step(1));
    assert_eq!(schedule.check(&world), Ok(()));
    fn sing(_: View<Bird, (&Songs,)>) {}
    schedule.push(System::new("sing", "birds sing", sing));
    assert_eq!(
        schedule.check(&world).unwrap_err().to_string(),
        "system `sing` takes the component `songs` of `Bird`, which the world does not have; add it before"
    );
}

mod many {
    use super::*;

    component! {
    /// A.
    #[derive(Default)]
    pub struct A(u32);

    /// B.
    #[derive(Default)]
    pub struct B(u32);

    /// C.
    #[derive(Default)]
    pub struct C(u32);

    /// D.
    #[derive(Default)]
    pub struct D(u32);

    /// E.
    #[derive(Default)]
    pub struct E(u32);

    /// F.
    #[derive(Default)]
    pub struct F(u32);

    /// G.
    #[derive(Default)]
    pub struct G(u32);

    /// H.
    #[derive(Default)]
    pub struct H(u32);

    /// I.
    #[derive(Default)]
    pub struct I(u32);

    /// J.
    #[derive(Default)]
    pub struct J(u32);

    /// K.
    #[derive(Default)]
    pub struct K(u32);

    /// L.
    #[derive(Default)]
    pub struct L(u32);

    /// M.
    #[derive(Default)]
    pub struct M(u32);

    /// N.
    #[derive(Default)]
    pub struct N(u32);

    /// O.
    #[derive(Default)]
    pub struct O(u32);

    /// P.
    #[derive(Default)]
    pub struct P(u32);

    /// Q.
    #[derive(Default)]
    pub struct Q(u32);

    /// R.
    #[derive(Default)]
    pub struct R(u32);

    /// S.
    #[derive(Default)]
    pub struct S(u32);
    }

    entity! {
        /// A kind with more components than tuples of hecs hold.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Many {
            /// A.
            a: u32 => A,
            /// B.
            b: u32 => B,
            /// C.
            c: u32 => C,
            /// D.
            d: u32 => D,
            /// E.
            e: u32 => E,
            /// F.
            f: u32 => F,
            /// G.
            g: u32 => G,
            /// H.
            h: u32 => H,
            /// I.
            i: u32 => I,
            /// J.
            j: u32 => J,
            /// K.
            k: u32 => K,
            /// L.
            l: u32 => L,
            /// M.
            m: u32 => M,
            /// N.
            n: u32 => N,
            /// O.
            o: u32 => O,
            /// P.
            p: u32 => P,
        }
        derived: Q, R;
        in a step: S;
    }

    #[test]
    fn a_kind_may_have_more_components_than_a_tuple() {
        let mut world = World::new();
        world.add_kind::<Many>();
        let many = |number: u32| Many {
            a: number,
            b: number + 1,
            c: number + 2,
            d: number + 3,
            e: number + 4,
            f: number + 5,
            g: number + 6,
            h: number + 7,
            i: number + 8,
            j: number + 9,
            k: number + 10,
            l: number + 11,
            m: number + 12,
            n: number + 13,
            o: number + 14,
            p: number + 15,
        };
        world.reserve::<Many>(10);
        world.spawn::<Many>((0..10).map(many));
        world.put_in_order::<Many>(&[9, 3, 5]);
        let rows: Vec<Many> = world.rows::<Many>().iter().collect();
        assert_eq!(rows, [many(9), many(3), many(5)]);
        let view: View<'_, Many, (&S, &R)> = world.view();
        drop(view);
    }
}

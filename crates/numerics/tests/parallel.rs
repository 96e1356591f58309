//! Work on all threads is the work that one would do, in its order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use proptest::prelude::*;
use understory_numerics::parallel::{
    GivenUp, Rooms, chunks, each, fill, heed, join, map, of_each, stretches, try_map,
};

proptest! {
    #[test]
    fn each_number_is_done_once_in_stretches_that_no_thread_changes(count in 0..500_usize, together in 0..70_usize) {
        let times: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
        each(count, together, &|number| { times[number].fetch_add(1, Ordering::Relaxed); });
        stretches(0..count, together, &|numbers| {
            assert!(!numbers.is_empty() && numbers.len() <= together.max(1));
            // Whole stretches but for the last.
            assert!(numbers.start.is_multiple_of(together.max(1)));
            numbers.for_each(|number| { times[number].fetch_add(1, Ordering::Relaxed); });
        });
        prop_assert!(times.iter().all(|times| times.load(Ordering::Relaxed) == 2));
    }

    #[test]
    fn what_is_made_stands_in_its_order(count in 0..500_usize, together in 0..70_usize) {
        let squares: Vec<usize> = (0..count).map(|number| number * number).collect();
        prop_assert_eq!(&map(count, together, |number| number * number), &squares);
        prop_assert_eq!(&of_each(&squares, usize::to_owned), &squares);
        prop_assert_eq!(&fill(count, together, |number| number * number), &squares);
        let mut filled = vec![0; count];
        chunks(&mut filled, together, &|first, places| {
            for (number, place) in (first..).zip(places) {
                *place = number * number;
            }
        });
        prop_assert_eq!(filled, squares);
    }
}

proptest! {
    #[test]
    fn the_first_failure_is_told(fails in prop::collection::vec(prop::bool::weighted(0.1), 0..200), together in 0..9_usize) {
        let numbers: Result<Vec<usize>, usize> = (0..fails.len()).map(|at| if fails[at] { Err(at) } else { Ok(at) }).collect();
        let made = try_map(fails.len(), together, |at| if fails[at] { Err(at) } else { Ok(at) });
        prop_assert_eq!(made, numbers);
    }
}

#[test]
fn both_of_two_are_done() {
    let words = [String::from("root"), String::from("crown")];
    let [a, b] = words;
    assert_eq!(join(move || a + "s", move || b.len()), ("roots".to_owned(), 5));
}

#[test]
fn a_room_is_lent_to_one_at_a_time_and_kept() {
    let rooms: Rooms<Vec<usize>> = Rooms::default();
    let seen = map(100, 1, |number| {
        rooms.lend(|room| {
            room.push(number);
            room.len()
        })
    });
    let firsts = seen.iter().filter(|&&len| len == 1).count();
    assert!(firsts <= rayon::current_num_threads() + 1, "{firsts} rooms");
}

#[test]
fn threads_that_heed_a_flag_give_their_work_up_and_others_go_on() {
    let flag = Arc::new(AtomicBool::new(false));
    let heeded = Arc::clone(&flag);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .start_handler(move |_| heed(Arc::clone(&heeded)))
        .build()
        .unwrap();
    let done = AtomicU32::new(0);
    let work = || {
        each(1_000, 1, &|_| {
            flag.store(true, Ordering::Relaxed);
            done.fetch_add(1, Ordering::Relaxed);
        });
    };
    let panic = pool.install(|| catch_unwind(AssertUnwindSafe(work))).unwrap_err();
    assert!(panic.is::<GivenUp>());
    // One a thread may have begun before.
    assert!(done.swap(0, Ordering::Relaxed) <= 2);
    work();
    assert_eq!(done.into_inner(), 1_000);
}

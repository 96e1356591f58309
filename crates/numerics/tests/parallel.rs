//! Work on all threads is the work that one would do, in its order.

use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use understory_numerics::parallel::{chunks, each, join, map, stretches};

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
        let mut filled = vec![0; count];
        chunks(&mut filled, together, &|first, places| {
            for (number, place) in (first..).zip(places) {
                *place = number * number;
            }
        });
        prop_assert_eq!(filled, squares);
    }
}

#[test]
fn both_of_two_are_done() {
    let words = [String::from("root"), String::from("crown")];
    let [a, b] = words;
    assert_eq!(join(move || a + "s", move || b.len()), ("roots".to_owned(), 5));
}

//! Work on all threads, by functions that are translated once.
//!
//! What rayon offers is translated anew for each closure: its bridges and jobs were a third of the machine code of the crates that use it
//! most, and of the time that these take to build. Here closures go behind pointers, and a call of one does a stretch of the work, so that
//! the pointer costs nothing that can be measured.
//!
//! Stretches are the same for any number of threads, and what is made keeps its order.

use std::ops::Range;

/// Does both, on two threads where one has nothing else to do.
pub fn both(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    rayon::join(a, b);
}

/// The same of two that give something.
///
/// # Panics
/// Where one of them does.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let (mut a, mut b) = (Some(a), Some(b));
    let (mut of_a, mut of_b) = (None, None);
    both(&mut || of_a = a.take().map(|a| a()), &mut || {
        of_b = b.take().map(|b| b())
    });
    of_a.zip(of_b).expect("both were done")
}

/// Calls `act` for each number below `count`, stretches of at most `together` numbers one after the other.
pub fn each(count: usize, together: usize, act: &(dyn Fn(usize) + Sync)) {
    stretches(0..count, together, &|numbers| numbers.for_each(act));
}

/// Calls `act` with stretches of at most `together` numbers, which make up all of `numbers`.
pub fn stretches(numbers: Range<usize>, together: usize, act: &(dyn Fn(Range<usize>) + Sync)) {
    if numbers.len() <= together.max(1) {
        if !numbers.is_empty() {
            act(numbers);
        }
        return;
    }
    let half = numbers.start + half_of(numbers.len(), together);
    both(&mut || stretches(numbers.start..half, together, act), &mut || {
        stretches(half..numbers.end, together, act)
    });
}

/// Calls `act` with stretches of at most `together` items and the number of the first of them.
pub fn chunks<T: Send>(items: &mut [T], together: usize, act: &(dyn Fn(usize, &mut [T]) + Sync)) {
    chunks_from(0, items, together, act);
}

fn chunks_from<T: Send>(
    first: usize,
    items: &mut [T],
    together: usize,
    act: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if items.len() <= together.max(1) {
        if !items.is_empty() {
            act(first, items);
        }
        return;
    }
    let half = half_of(items.len(), together);
    let (before, after) = items.split_at_mut(half);
    both(&mut || chunks_from(first, before, together, act), &mut || {
        chunks_from(first + half, after, together, act)
    });
}

/// About half, in whole stretches.
fn half_of(count: usize, together: usize) -> usize {
    let together = together.max(1);
    count.div_ceil(together) / 2 * together
}

/// What `make` gives for each number below `count`, in their order; stretches of at most `together` numbers are done one after the other.
/// For results that take long to make; numbers by the million are better written in place, by [`chunks`].
pub fn map<R: Send>(count: usize, together: usize, make: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut made: Vec<Option<R>> = Vec::new();
    made.resize_with(count, || None);
    chunks(&mut made, together, &|first, places| {
        for (number, place) in (first..).zip(places) {
            *place = Some(make(number));
        }
    });
    made.into_iter().flatten().collect()
}

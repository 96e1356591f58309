//! Work on all threads, by functions that are translated once.
//!
//! What rayon offers is translated anew for each closure: its bridges and jobs were a third of the machine code of the crates that use it
//! most, and of the time that these take to build. Here closures go behind pointers, and a call of one does a stretch of the work, so that
//! the pointer costs nothing that can be measured.
//!
//! Stretches are the same for any number of threads, and what is made keeps its order.
//!
//! Threads that [`heed`] a flag give their work up soon after it is set: between two stretches they unwind with [`GivenUp`].

use std::cell::OnceCell;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

thread_local! {
    static IS_GIVEN_UP: OnceCell<Arc<AtomicBool>> = const { OnceCell::new() };
}

/// What work unwinds with that was given up. No panic: nothing is printed.
#[derive(Clone, Copy, Debug)]
pub struct GivenUp;

/// From now on this thread, one of a pool, gives its work up once the flag is set. The first flag stays.
pub fn heed(flag: Arc<AtomicBool>) {
    IS_GIVEN_UP.with(|heeded| heeded.set(flag)).ok();
}

/// Ends the work of this thread where it was given up, by unwinding with [`GivenUp`]. For loops that take seconds on one thread.
pub fn go_on() {
    let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
    if IS_GIVEN_UP.with(|heeded| heeded.get().is_some_and(is_set)) {
        resume_unwind(Box::new(GivenUp));
    }
}

/// Does both, on two threads where one has nothing else to do.
fn both(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    go_on();
    rayon::join(a, b);
}

/// What both give, made on two threads where one has nothing else to do.
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

/// Calls `act` with stretches of `together` numbers, which make up all of `numbers`; the last stretch may be shorter.
pub fn stretches(numbers: Range<usize>, together: usize, act: &(dyn Fn(Range<usize>) + Sync)) {
    if numbers.len() <= together.max(1) {
        if !numbers.is_empty() {
            go_on();
            act(numbers);
        }
        return;
    }
    let half = numbers.start + half_of(numbers.len(), together);
    both(&mut || stretches(numbers.start..half, together, act), &mut || {
        stretches(half..numbers.end, together, act)
    });
}

/// Calls `act` with stretches of `together` items, of which the last may be shorter, and the number of the first of them.
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
            go_on();
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

/// Calls `act` with each item, where each takes long.
pub fn each_mut<T: Send>(items: &mut [T], act: impl Fn(&mut T) + Sync) {
    chunks(items, 1, &|_, items| items.iter_mut().for_each(&act));
}

/// Writes what `make` gives for the number of each place; stretches of `together` places are done one after the other.
pub fn fill_in<T: Send>(places: &mut [T], together: usize, make: impl Fn(usize) -> T + Sync) {
    chunks(places, together, &|first, places| {
        for (number, place) in (first..).zip(places) {
            *place = make(number);
        }
    });
}

/// About half, in whole stretches.
#[must_use]
pub fn half_of(count: usize, together: usize) -> usize {
    let together = together.max(1);
    count.div_ceil(together) / 2 * together
}

/// What `make` gives for each number below `count`, in their order; stretches of at most `together` numbers are done one after the other.
/// For results that take long to make; numbers by the million are better written in place, by [`chunks`].
pub fn map<R: Send>(count: usize, together: usize, make: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut made: Vec<Option<R>> = Vec::new();
    made.resize_with(count, || None);
    fill_in(&mut made, together, |number| Some(make(number)));
    made.into_iter().flatten().collect()
}

/// What `make` gives for each item, in their order; see [`map`].
pub fn of_each<'a, T: Sync, R: Send>(items: &'a [T], make: impl Fn(&'a T) -> R + Sync) -> Vec<R> {
    map(items.len(), 1, |number| make(&items[number]))
}

/// As [`map`], of what may fail: what comes after a failure is not begun any more.
///
/// # Errors
/// That of the least number that fails, for any number of threads.
pub fn try_map<R: Send, E: Send>(
    count: usize,
    together: usize,
    make: impl Fn(usize) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let failed = AtomicUsize::new(count);
    let made = map(count, together, |number| {
        (number <= failed.load(Ordering::Relaxed)).then(|| {
            let made = make(number);
            if made.is_err() {
                failed.fetch_min(number, Ordering::Relaxed);
            }
            made
        })
    });
    made.into_iter().flatten().collect()
}

/// What `make` gives for each number below `count`, in their order, written in place: for numbers by the million.
pub fn fill<T: Copy + Default + Send>(
    count: usize,
    together: usize,
    make: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let mut made = vec![T::default(); count];
    fill_in(&mut made, together, make);
    made
}

/// Rooms to work in, which keep their memory from one piece of work to the next: as many as are in use at a time.
#[derive(Debug, Default)]
pub struct Rooms<T>(Mutex<Vec<T>>);

impl<T: Default> Rooms<T> {
    /// Does `work` in a room that nobody else uses; it must not rely on what others left there.
    pub fn lend<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut room = self.free().pop().unwrap_or_default();
        let done = work(&mut room);
        self.free().push(room);
        done
    }

    fn free(&self) -> MutexGuard<'_, Vec<T>> {
        // Rooms are whole whatever panicked elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

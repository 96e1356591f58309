//! Parts of a file that are read at the same time.

use std::sync::Mutex;
use std::thread;

/// What `each` makes of the parts 0, 1, …, in their order; the error of the first part that has one.
///
/// On threads that end with this, and in no pool: a process that is forked afterwards has none whose threads are gone.
pub(crate) fn in_order<T: Send, E: Send>(
    parts: usize,
    each: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(parts);
    if threads <= 1 {
        return (0..parts).map(each).collect();
    }
    let next = Mutex::new(0..parts);
    let made = thread::scope(|scope| {
        let take = || {
            let mut made = Vec::new();
            // The lock is held for the number alone.
            while let Some(part) = next.lock().ok().and_then(|mut next| next.next()) {
                made.push((part, each(part)));
            }
            made
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let mut made = Vec::with_capacity(parts);
        for worker in workers {
            match worker.join() {
                Ok(parts) => made.extend(parts),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        made
    });
    let mut made = made;
    made.sort_unstable_by_key(|(part, _)| *part);
    made.into_iter().map(|(_, made)| made).collect()
}

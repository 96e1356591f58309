//! Work that is shared out: runs that know nothing of each other, as many at once as there are threads.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::LabError;

/// Threads that take one run after the other.
pub(crate) struct Workers {
    pools: Vec<rayon::ThreadPool>,
}

impl Workers {
    /// For so many runs at most.
    pub(crate) fn new(count: u64) -> Result<Self, LabError> {
        let threads = rayon::current_num_threads();
        let workers = usize::try_from(count).unwrap_or(threads).clamp(1, threads);
        // A forest on one thread of its own loses less than one whose work others take from.
        let pools: Result<Vec<_>, _> = (0..workers)
            .map(|_| {
                rayon::ThreadPoolBuilder::new()
                    .num_threads((threads / workers).max(1))
                    .build()
            })
            .collect();
        Ok(Self {
            pools: pools.map_err(io::Error::other)?,
        })
    }

    /// Does the work of each number below `count`, in any order. `work` gives `false` where it was stopped; then no more is begun,
    /// and so is none where one failed. Gives whether all was done.
    ///
    /// # Errors
    /// Of those that failed, the one of the lowest number.
    pub(crate) fn each(
        &self,
        count: u64,
        work: &(dyn Fn(u64) -> Result<bool, LabError> + Sync),
    ) -> Result<bool, LabError> {
        let (next, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let failed: Mutex<Option<(u64, LabError)>> = Mutex::new(None);
        let take = || {
            while !is_stopped.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                match work(number) {
                    Ok(true) => {}
                    Ok(false) => is_stopped.store(true, Ordering::Relaxed),
                    Err(error) => {
                        is_stopped.store(true, Ordering::Relaxed);
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        // Whichever came first in time, the first in order is told.
                        if failed.as_ref().is_none_or(|(before, _)| number < *before) {
                            *failed = Some((number, error));
                        }
                    }
                }
            }
        };
        thread::scope(|scope| {
            for pool in &self.pools {
                scope.spawn(|| pool.install(take));
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(!is_stopped.into_inner()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_worked_on_once() {
        let seen = Mutex::new(Vec::new());
        let workers = Workers::new(5).unwrap();
        let is_done = workers.each(20, &|number| {
            seen.lock().unwrap().push(number);
            Ok(true)
        });
        assert!(is_done.unwrap());
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, (0..20).collect::<Vec<_>>());
        assert!(workers.each(0, &|_| Ok(false)).unwrap());
    }

    #[test]
    fn a_stop_and_a_failure_end_the_work() {
        let workers = Workers::new(2).unwrap();
        assert!(!workers.each(10, &|number| Ok(number < 3)).unwrap());
        let fail = |number| match number {
            4.. => Err(LabError::Fit(number.to_string())),
            _ => Ok(true),
        };
        assert_eq!(
            workers.each(5, &fail).unwrap_err().to_string(),
            "the fit failed: 4"
        );
    }
}

//! How far work has come, reported to a function that may stop it.
//!
//! A function that said stop may be called again: the work ends when it next can.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use understory_lab::Watch;

use crate::experiment::Host;

/// How far work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// A year of the first replicate is over; year 0 when it stands planted.
    Year {
        /// The year.
        year: u32,
        /// Living trees.
        trees: usize,
    },
    /// Replicates are over.
    Replicate {
        /// Replicates finished.
        done: u32,
        /// Replicates in all.
        of: u32,
    },
    /// A method is about to be compared.
    Method {
        /// Methods finished.
        done: usize,
        /// Methods in all.
        of: usize,
        /// Its label.
        label: &'a str,
    },
    /// Other work is at hand.
    Step {
        /// What it is.
        what: &'a str,
        /// Parts of it that are finished.
        done: u64,
        /// Parts in all.
        of: u64,
    },
}

/// Lets a function look on: it gets all [`Progress`], and with [`ControlFlow::Break`] a forest stops after
/// the current year and a comparison after the current method; other work goes on to its end.
pub fn watch(look: impl Fn(Progress<'_>) -> ControlFlow<()> + Sync) -> impl Host {
    Looking {
        look,
        is_stopped: AtomicBool::new(false),
    }
}

struct Looking<F> {
    look: F,
    is_stopped: AtomicBool,
}

impl<F: Fn(Progress<'_>) -> ControlFlow<()> + Sync> Looking<F> {
    fn tell(&self, progress: Progress<'_>) {
        if (self.look)(progress).is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl<F: Fn(Progress<'_>) -> ControlFlow<()> + Sync> Host for Looking<F> {}

impl<F: Fn(Progress<'_>) -> ControlFlow<()> + Sync> Watch for Looking<F> {
    fn year(&self, year: u32, trees: usize) {
        self.tell(Progress::Year { year, trees });
    }

    fn replicate(&self, done: u32, of: u32) {
        self.tell(Progress::Replicate { done, of });
    }

    fn method(&self, done: usize, of: usize, label: &str) {
        self.tell(Progress::Method { done, of, label });
    }

    fn step(&self, what: &str, done: u64, of: u64) {
        self.tell(Progress::Step { what, done, of });
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn all_is_told_in_its_order_and_any_of_it_may_stop_the_work() {
        let reported = Mutex::new(Vec::new());
        let look = watch(|progress| {
            reported.lock().unwrap().push(format!("{progress:?}"));
            match progress {
                Progress::Method { .. } => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        look.step("planting", 1, 2);
        look.year(3, 40);
        look.replicate(5, 6);
        assert!(!look.is_stopped());
        look.method(7, 8, "uniform");
        assert!(look.is_stopped());
        look.step("drawing", 2, 2);
        assert!(look.is_stopped(), "it stays so");
        let expected = [
            Progress::Step {
                what: "planting",
                done: 1,
                of: 2,
            },
            Progress::Year { year: 3, trees: 40 },
            Progress::Replicate { done: 5, of: 6 },
            Progress::Method {
                done: 7,
                of: 8,
                label: "uniform",
            },
            Progress::Step {
                what: "drawing",
                done: 2,
                of: 2,
            },
        ];
        assert_eq!(
            *reported.lock().unwrap(),
            expected.map(|progress| format!("{progress:?}"))
        );
    }
}

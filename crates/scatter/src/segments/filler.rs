//! Segments filled ahead, on a thread of its own.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::ground::SegmentedGround;
use crate::ScatterError;
use crate::scattered::Scattered;

/// A segment that was filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Its number.
    pub number: usize,
    /// Its points, the very ones of [`SegmentedGround::fill`], or why there are none.
    pub scattered: Result<Scattered, ScatterError>,
}

/// Fills segments on a thread of its own, so that a program that draws frames never waits for them.
///
/// It fills one segment after the other, in the order in which they are asked for; when it is dropped it finishes the one at
/// hand and ends.
///
/// ```
/// use std::sync::Arc;
/// use understory_scatter::segments::{SegmentFill, SegmentFiller, SegmentedGround, cut};
/// use understory_scatter::{Edge, Method, Plot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let plot = Plot::new([0.0, 0.0], [100.0, 50.0], Edge::Open)?;
/// let fill = SegmentFill { method: Method::named("springs").expect("it ships"), per_ha: 400.0 };
/// let whole = cut(&plot, &[]).expect("there is no border").into_iter().map(|segment| (segment, fill.clone()));
/// let ground = Arc::new(SegmentedGround::new(&plot, Vec::new(), whole.collect(), 7));
/// let filler = SegmentFiller::begin(ground.clone(), || {});
/// filler.ask([0]);
/// let filled = filler.wait().expect("one was asked for");
/// assert_eq!(filled.scattered, ground.fill(0));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct SegmentFiller {
    shared: Arc<Shared>,
    finished: Receiver<Filled>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    asked: VecDeque<usize>,
    /// Asked for and not handed over yet.
    open: usize,
    ends: bool,
}

impl SegmentFiller {
    /// Starts the thread. `first` is what it does before all else, such as lowering its own priority by what the platform has
    /// for that.
    #[must_use]
    pub fn begin(ground: Arc<SegmentedGround>, first: impl FnOnce() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let (send, finished) = channel();
        let of_thread = shared.clone();
        let thread = std::thread::spawn(move || {
            first();
            while let Some(number) = of_thread.next() {
                let scattered = ground.fill(number);
                if send.send(Filled { number, scattered }).is_err() {
                    break;
                }
            }
        });
        Self {
            shared,
            finished,
            thread: Some(thread),
        }
    }

    /// Asks for segments, which are filled after those that were asked for before.
    pub fn ask(&self, numbers: impl IntoIterator<Item = usize>) {
        let mut queue = self.shared.lock();
        let before = queue.asked.len();
        queue.asked.extend(numbers);
        queue.open += queue.asked.len() - before;
        self.shared.changed.notify_one();
    }

    /// Asks for segments before all that wait: where the camera has turned.
    pub fn ask_first(&self, numbers: impl IntoIterator<Item = usize>) {
        let mut queue = self.shared.lock();
        let numbers: Vec<usize> = numbers.into_iter().collect();
        queue.open += numbers.len();
        for number in numbers.into_iter().rev() {
            queue.asked.push_front(number);
        }
        self.shared.changed.notify_one();
    }

    /// The next segment that is finished, without waiting for one.
    pub fn finished(&self) -> Option<Filled> {
        let filled = self.finished.try_recv().ok()?;
        self.shared.lock().open -= 1;
        Some(filled)
    }

    /// The next segment, waited for; none where all that was asked for was handed over.
    pub fn wait(&self) -> Option<Filled> {
        if self.shared.lock().open == 0 {
            return None;
        }
        let filled = self.finished.recv().ok()?;
        self.shared.lock().open -= 1;
        Some(filled)
    }
}

impl Drop for SegmentFiller {
    fn drop(&mut self) {
        self.shared.lock().ends = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // What made it panic was told by the thread.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// A thread that panicked held no half of a change: each is one push or one number.
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be filled next, waited for; none at the end.
    fn next(&self) -> Option<usize> {
        let mut queue = self.lock();
        loop {
            if queue.ends {
                return None;
            }
            if let Some(number) = queue.asked.pop_front() {
                return Some(number);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use understory_space::{Edge, Plot};

    use super::super::{BorderLine, SegmentFill, cut};
    use super::*;
    use crate::Method;

    /// Four strips, each by another method.
    fn ground() -> Arc<SegmentedGround> {
        let plot = Plot::new([0.0; 2], [200.0, 80.0], Edge::Open).unwrap();
        let borders: Vec<BorderLine> = [50.0, 100.0, 150.0]
            .map(|x_m| BorderLine {
                name: format!("at-{x_m}"),
                points_m: vec![[x_m, 0.0], [x_m + 5.0, 80.0]],
                width_m: 2.0,
            })
            .to_vec();
        let methods = ["springs", "poisson-maximal", "elimination", "uniform"];
        let segments = cut(&plot, &borders).unwrap();
        let filled = segments.into_iter().zip(methods).map(|(segment, name)| {
            let method = Method::named(name).unwrap();
            (
                segment,
                SegmentFill {
                    method,
                    per_ha: 800.0,
                },
            )
        });
        Arc::new(SegmentedGround::new(&plot, borders, filled.collect(), 9))
    }

    #[test]
    fn what_is_filled_in_the_background_is_what_is_filled_directly_in_any_order() {
        let ground = ground();
        for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
            let filler = SegmentFiller::begin(ground.clone(), || {});
            filler.ask(order);
            for number in order {
                let filled = filler.wait().unwrap();
                assert_eq!(filled.number, number);
                assert_eq!(filled.scattered, ground.fill(number));
            }
            assert_eq!(filler.wait(), None);
            assert_eq!(filler.finished(), None);
        }
    }

    /// The thread is held back until all was asked for, so that the order is known.
    #[test]
    fn what_the_camera_turns_to_comes_before_what_waits() {
        let (go, wait) = channel();
        let filler = SegmentFiller::begin(ground(), move || wait.recv().unwrap());
        filler.ask([0, 1]);
        filler.ask_first([3, 2]);
        assert_eq!(filler.finished(), None);
        go.send(()).unwrap();
        let order: Vec<usize> = std::iter::from_fn(|| filler.wait())
            .map(|filled| filled.number)
            .collect();
        assert_eq!(order, [3, 2, 0, 1]);
    }

    #[test]
    fn a_filler_that_is_dropped_ends_without_filling_the_rest() {
        let filler = SegmentFiller::begin(ground(), || {});
        filler.ask((0..4).cycle().take(100_000));
        assert!(filler.wait().is_some());
        drop(filler);
    }
}

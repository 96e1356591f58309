//! How the parts of a forest that is grown by several processes talk to each other.
//!
//! One operation is enough: each part has a message for each other part. What is sent is bytes, so that whoever carries them
//! needs to know nothing of trees.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Carries messages between the parts of a forest, one part a process or a thread.
pub trait Exchange: Send + Sync {
    /// The number of this part, from 0; part 0 is the root, which writes the tables.
    fn part(&self) -> usize;

    /// How many parts there are.
    fn parts(&self) -> usize;

    /// Sends each part its message, this one its own too, and gives what each part sent here, in the order of the parts. All parts
    /// call it, in the same order of calls; an empty message costs nothing but its length.
    ///
    /// # Panics
    /// Where another part is gone. A part that cannot go on takes the others with it, so that none waits for it.
    fn swap(&self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>>;
}

/// Parts that are threads of one process.
struct Threads {
    part: usize,
    to: Vec<Mutex<Sender<Vec<u8>>>>,
    from: Vec<Mutex<Receiver<Vec<u8>>>>,
}

/// Exchanges for so many parts that are threads of one process, in their order.
#[must_use]
pub fn between_threads(parts: usize) -> Vec<Arc<dyn Exchange>> {
    let mut ends: Vec<Threads> = (0..parts)
        .map(|part| Threads {
            part,
            to: Vec::new(),
            from: Vec::new(),
        })
        .collect();
    for from in 0..parts {
        for to in 0..parts {
            let (sender, receiver) = channel();
            ends[from].to.push(Mutex::new(sender));
            ends[to].from.push(Mutex::new(receiver));
        }
    }
    ends.into_iter()
        .map(|end| Arc::new(end) as Arc<dyn Exchange>)
        .collect()
}

impl Exchange for Threads {
    fn part(&self) -> usize {
        self.part
    }

    fn parts(&self) -> usize {
        self.to.len()
    }

    fn swap(&self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        for (to, message) in self.to.iter().zip(messages) {
            let to = to.lock().unwrap_or_else(PoisonError::into_inner);
            // Gone, or not: what it would have sent is asked for below.
            let _ = to.send(message);
        }
        let received = self.from.iter().map(|from| {
            let from = from.lock().unwrap_or_else(PoisonError::into_inner);
            from.recv()
                .unwrap_or_else(|_| panic!("another part of the forest is gone"))
        });
        received.collect()
    }
}

/// The message of the root to all others; each part gives its own, of which only the root's counts.
pub fn from_root(exchange: &dyn Exchange, message: &[u8]) -> Vec<u8> {
    let is_root = exchange.part() == 0;
    let each = if is_root { message } else { &[] };
    let mut received = exchange.swap(vec![each.to_vec(); exchange.parts()]);
    received.swap_remove(0)
}

/// The messages of all parts, at the root; nothing elsewhere.
pub(crate) fn to_root(exchange: &dyn Exchange, message: Vec<u8>) -> Option<Vec<Vec<u8>>> {
    let mut messages = vec![Vec::new(); exchange.parts()];
    messages[0] = message;
    let received = exchange.swap(messages);
    (exchange.part() == 0).then_some(received)
}

/// The messages of all parts, everywhere.
pub fn to_all(exchange: &dyn Exchange, message: &[u8]) -> Vec<Vec<u8>> {
    exchange.swap(vec![message.to_vec(); exchange.parts()])
}

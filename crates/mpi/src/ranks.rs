//! The processes that an MPI launcher started together: its ranks.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;
use understory_forest::exchange::Exchange;

/// What launchers of processes set for each: Open MPI, PMIx, and PMI as MPICH and Slurm have it.
const SET_BY_LAUNCHERS: [&str; 4] = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE", "PMI_RANK"];

/// Most bytes that a rank has in one message of MPI, which counts them in 31 bits.
const MOST_BYTES: usize = 1 << 30;

/// The processes of one run, as long as this lives.
pub struct Ranks {
    exchange: Arc<World>,
    on_this_machine: usize,
    // Dropped last: it waits for all ranks and ends MPI.
    _universe: Universe,
}

impl Ranks {
    /// The ranks that a launcher started, where there are two or more; a panic of one ends all of them, with exit code 2.
    #[must_use]
    pub fn start() -> Option<Self> {
        if SET_BY_LAUNCHERS
            .iter()
            .all(|name| std::env::var_os(name).is_none())
        {
            return None;
        }
        // One thread at a time talks: which one, the pool of threads may decide.
        let (universe, _) = mpi::initialize_with_threading(mpi::Threading::Serialized)?;
        if universe.world().size() < 2 {
            return None;
        }
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            told(panicked);
            abort(2);
        }));
        Some(Self {
            exchange: Arc::new(World {
                part: universe.world().rank() as usize,
                parts: universe.world().size() as usize,
                bytes: AtomicU64::default(),
                waiting_ns: AtomicU64::default(),
                carrying_ns: AtomicU64::default(),
            }),
            on_this_machine: universe.world().split_shared(0).size() as usize,
            _universe: universe,
        })
    }

    /// How many of the ranks are on the machine of this one, itself included.
    #[must_use]
    pub fn on_this_machine(&self) -> usize {
        self.on_this_machine
    }

    /// What carries messages between the ranks.
    #[must_use]
    pub fn exchange(&self) -> Arc<dyn Exchange> {
        self.exchange.clone()
    }

    /// What this rank has sent so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let seconds = |nanoseconds: &AtomicU64| nanoseconds.load(Ordering::Relaxed) as f64 * 1e-9;
        Traffic {
            bytes: self.exchange.bytes.load(Ordering::Relaxed),
            waiting_s: seconds(&self.exchange.waiting_ns),
            carrying_s: seconds(&self.exchange.carrying_ns),
        }
    }

    /// Waits until another rank ends all of them, for one that has nothing to say itself.
    pub fn wait_for_end(&self) -> ! {
        loop {
            SimpleCommunicator::world().barrier();
        }
    }
}

impl Drop for Ranks {
    /// Waits for the others with little work: MPI itself asks again and again, and the root draws figures meanwhile.
    fn drop(&mut self) {
        let mut waiting = SimpleCommunicator::world().immediate_barrier();
        while let Err(still) = waiting.test() {
            waiting = still;
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Ends all ranks with this exit code.
pub fn abort(code: i32) -> ! {
    SimpleCommunicator::world().abort(code)
}

/// What a rank has sent to the others.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// Bytes, those to itself left out.
    pub bytes: u64,
    /// Time in waiting for the others, s.
    pub waiting_s: f64,
    /// Time in sending and receiving, s.
    pub carrying_s: f64,
}

struct World {
    // Asked for each tree, by all threads: MPI is not.
    part: usize,
    parts: usize,
    bytes: AtomicU64,
    waiting_ns: AtomicU64,
    carrying_ns: AtomicU64,
}

impl Exchange for World {
    fn part(&self) -> usize {
        self.part
    }

    fn parts(&self) -> usize {
        self.parts
    }

    fn swap(&self, mut messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let begun = Instant::now();
        let world = SimpleCommunicator::world();
        let parts = messages.len();
        let to_itself = std::mem::take(&mut messages[self.part]);
        let lengths: Vec<u64> = messages.iter().map(|message| message.len() as u64).collect();
        let mut coming = vec![0_u64; parts];
        world.all_to_all_into(&lengths[..], &mut coming[..]);
        // Nobody has the lengths before all have sent theirs.
        let waited = begun.elapsed();
        let mut received: Vec<Vec<u8>> = coming
            .iter()
            .map(|&bytes| Vec::with_capacity(bytes as usize))
            .collect();
        // In rounds, of which the longest message of all decides how many there are.
        let most = MOST_BYTES / parts;
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut longest_of_all = 0_u64;
        world.all_reduce_into(&longest, &mut longest_of_all, SystemOperation::max());
        for from in (0..longest_of_all as usize).step_by(most) {
            let here = |length: usize| length.saturating_sub(from).min(most);
            // A byte more than is sent, here and where it comes in: an empty list of Rust lies at address 1, which MPI takes for
            // `MPI_IN_PLACE`.
            let mut sent: Vec<u8> =
                Vec::with_capacity(messages.iter().map(|message| here(message.len())).sum::<usize>() + 1);
            for message in &messages {
                let from = from.min(message.len());
                sent.extend_from_slice(&message[from..from + here(message.len())]);
            }
            sent.push(0);
            let send_counts: Vec<i32> = messages
                .iter()
                .map(|message| here(message.len()) as i32)
                .collect();
            let receive_counts: Vec<i32> = coming
                .iter()
                .map(|&length| here(length as usize) as i32)
                .collect();
            let mut buffer =
                vec![0_u8; receive_counts.iter().map(|&count| count as usize).sum::<usize>() + 1];
            {
                let to = Partition::new(&sent[..], send_counts.clone(), starts(&send_counts));
                let mut here =
                    PartitionMut::new(&mut buffer[..], receive_counts.clone(), starts(&receive_counts));
                world.all_to_all_varcount_into(&to, &mut here);
            }
            let mut rest = buffer.as_slice();
            for (message, &count) in received.iter_mut().zip(&receive_counts) {
                let (own, others) = rest.split_at(count as usize);
                message.extend_from_slice(own);
                rest = others;
            }
        }
        received[self.part] = to_itself;
        let count = |sum: &AtomicU64, more: u64| sum.fetch_add(more, Ordering::Relaxed);
        count(&self.bytes, lengths.iter().sum());
        count(&self.waiting_ns, waited.as_nanos() as u64);
        count(&self.carrying_ns, (begun.elapsed() - waited).as_nanos() as u64);
        received
    }
}

/// Where each of these counts begins.
fn starts(counts: &[i32]) -> Vec<i32> {
    let mut start = 0;
    let begin = |count: &i32| {
        let own = start;
        start += count;
        own
    };
    counts.iter().map(begin).collect()
}

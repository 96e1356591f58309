//! Work on threads of its own, while Python's thread looks after signals and the user's function.
//!
//! Python runs handlers of signals in its main thread alone, so Ctrl-C is heard only there: that thread waits for the work,
//! without the interpreter's lock, and asks a few times a second. A function that looks on is called there too, and the work
//! waits for it, so that nothing goes on behind an exception. Each call has a pool of its own: a process that is forked
//! afterwards finds no pool whose threads are gone.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use understory::lab::Estimate;
use understory::numerics::parallel::{GivenUp, go_on, heed};
use understory::scenario::Header;
use understory::{Error, Forest, RunFolder, Start, TreeChange, Watch, check_memory};

use crate::trees::Trees;

/// How often signals are asked for.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);
/// As much as a program's first thread has.
const STACK_BYTES: usize = 8 << 20;
/// Above this many bytes of tables a run asks first.
const ASKED_ABOVE_BYTES: u64 = 2 << 30;
/// Above this many runs a sweep asks first.
const ASKED_ABOVE_RUNS: u64 = 10_000;

/// How work is to be done.
pub(crate) struct Manner {
    /// Threads; as many as the machine has without.
    pub(crate) threads: Option<usize>,
    /// Who is told of progress: called with `(kind, what, done, of, trees)`.
    pub(crate) progress: Option<Py<PyAny>>,
    /// Whether a run is meant that is large.
    pub(crate) is_meant: bool,
    /// Whether the work asks if it is stopped, and then ends where it can go on. All other work is given up where it is.
    pub(crate) ends_itself: bool,
    /// What changes the trees before each year: called as `_each_year.py` says.
    pub(crate) each_year: Option<Py<PyAny>>,
}

/// What came of work.
pub(crate) struct Worked<T> {
    pub(crate) result: Result<T, Error>,
    /// The exception that stopped it, Ctrl-C or that of the user's function.
    pub(crate) cause: Option<PyErr>,
    /// Where what was finished is; nowhere where the work never began, or needs no folder.
    pub(crate) partial: Option<PathBuf>,
}

/// Does work without the interpreter's lock.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    manner: &Manner,
    job: impl FnOnce(&Host<'_>) -> Result<T, Error> + Send,
) -> PyResult<Worked<T>> {
    let (told, mut events) = sync_channel::<Message>(0);
    let (is_stopped, notes, partial) = (Arc::default(), Mutex::default(), OnceLock::new());
    let host = Host {
        is_stopped: &is_stopped,
        notes: &notes,
        told,
        is_watched: manner.progress.is_some(),
        is_meant: manner.is_meant,
        partial: &partial,
        years: OnceLock::new(),
    };
    let mut pool = rayon::ThreadPoolBuilder::new()
        // 0: as many as the machine has.
        .num_threads(manner.threads.unwrap_or(0))
        .stack_size(STACK_BYTES);
    if !manner.ends_itself {
        let flag = Arc::clone(&is_stopped);
        pool = pool.start_handler(move |_| heed(Arc::clone(&flag)));
    }
    let pool = pool.build();
    let pool = pool.map_err(|error| pyo3::exceptions::PyOSError::new_err(error.to_string()))?;
    let (result, cause) = thread::scope(|scope| {
        // The host goes with the work, and the end of the work closes the channel.
        let worker = scope.spawn(move || pool.install(|| job(&host)));
        let cause = attend(py, &mut events, manner, &is_stopped);
        (py.detach(|| worker.join()), cause)
    });
    let result = result.unwrap_or_else(|panic: Box<dyn Any + Send>| {
        if panic.is::<GivenUp>() {
            return Err(Error::Refused {
                why: "stopped before anything was written".to_owned(),
                way_out: String::new(),
            });
        }
        std::panic::resume_unwind(panic)
    });
    let notes = notes.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Where warnings are errors, the first of them is raised.
    notes.iter().try_for_each(|note| warn(py, note))?;
    Ok(Worked {
        result,
        cause,
        partial: partial.into_inner(),
    })
}

/// Looks after signals and the user's function until the work ends; gives the exception that is to stop it.
fn attend(
    py: Python<'_>,
    events: &mut Receiver<Message>,
    manner: &Manner,
    is_stopped: &AtomicBool,
) -> Option<PyErr> {
    let mut cause: Option<PyErr> = None;
    loop {
        let waiting = &mut *events;
        let received = py.detach(move || waiting.recv_timeout(SIGNALS_EVERY));
        let is_over = matches!(received, Err(RecvTimeoutError::Disconnected));
        let mut outcome = py.check_signals();
        // The work waits until this is dropped.
        let told = received.ok();
        if let (Some(told), None, Ok(())) = (&told, &cause, &outcome) {
            outcome = heard(py, told, manner);
        }
        if let Err(exception) = outcome {
            is_stopped.store(true, Ordering::SeqCst);
            cause.get_or_insert(exception);
        }
        if is_over {
            return cause;
        }
    }
}

/// Calls the user's function for what is told.
fn heard(py: Python<'_>, told: &Message, manner: &Manner) -> PyResult<()> {
    match told {
        Message::Progress(progress) => {
            let Some(function) = &manner.progress else {
                return Ok(());
            };
            let Progress {
                kind,
                what,
                done,
                of,
                trees,
                ..
            } = progress;
            function.call1(py, (kind, what, done, of, trees)).map(drop)
        }
        Message::Year { trees, answer } => {
            if let Some(function) = &manner.each_year {
                // Who asked is gone only where the work has ended.
                let _ = answer.send(trees.changed_by(py, function)?);
            }
            Ok(())
        }
    }
}

/// Warns of something, at the line that called the package.
pub(crate) fn warn(py: Python<'_>, note: &str) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    py.import("understory._errors")?
        .call_method1("warn", (note, category))?;
    Ok(())
}

/// What the work says, on its way to Python's thread.
enum Message {
    Progress(Progress),
    /// A year is about to begin; who asks waits for the answer, or until it is dropped.
    Year {
        trees: Trees,
        answer: SyncSender<Vec<TreeChange>>,
    },
}

/// How far work has come.
struct Progress {
    kind: &'static str,
    what: String,
    done: u64,
    of: u64,
    trees: Option<usize>,
    /// Dropped with the rest when it was heard.
    _is_heard: SyncSender<()>,
}

/// Python, as the library knows it.
pub(crate) struct Host<'a> {
    is_stopped: &'a AtomicBool,
    notes: &'a Mutex<Vec<String>>,
    told: SyncSender<Message>,
    is_watched: bool,
    is_meant: bool,
    partial: &'a OnceLock<PathBuf>,
    years: OnceLock<u32>,
}

impl Host<'_> {
    /// Notes what keeps nothing from being made of a scenario, but may not be what was meant.
    pub(crate) fn note_all(&self, header: &Header) {
        for note in &header.notes {
            self.note(&note.as_note());
        }
    }

    /// Where the results are built, once the folder is taken.
    pub(crate) fn partial(&self) -> Option<&Path> {
        self.partial.get().map(PathBuf::as_path)
    }

    /// Says how many years there will be.
    pub(crate) fn of_years(&self, years: u32) {
        let _ = self.years.set(years);
    }

    fn tell(
        &self,
        kind: &'static str,
        what: impl Into<String>,
        (done, of): (u64, u64),
        trees: Option<usize>,
    ) {
        if !self.is_watched {
            return;
        }
        let (is_heard, heard) = sync_channel(0);
        let told = Progress {
            kind,
            what: what.into(),
            done,
            of,
            trees,
            _is_heard: is_heard,
        };
        if self.told.send(Message::Progress(told)).is_ok() {
            // An error: it was dropped, which is what is waited for.
            let _ = heard.recv();
        }
    }

    /// Changes the trees as the user's function says.
    pub(crate) fn each_year(&self, forest: &mut Forest) -> Result<(), String> {
        let (answer, answered) = sync_channel(1);
        let told = Message::Year {
            trees: Trees::of(forest),
            answer,
        };
        let unheard = || "the function that is called each year raised an exception".to_owned();
        self.told.send(told).map_err(|_| unheard())?;
        let changes = answered.recv().map_err(|_| unheard())?;
        forest.change_trees(changes).map_err(|error| error.to_string())
    }
}

impl Watch for Host<'_> {
    fn year(&self, year: u32, trees: usize) {
        let years = self.years.get().copied().unwrap_or(year);
        self.tell(
            "year",
            format!("year {year}"),
            (year.into(), years.into()),
            Some(trees),
        );
    }

    fn replicate(&self, done: u32, of: u32) {
        self.tell("replicate", "replicates", (done.into(), of.into()), None);
    }

    fn method(&self, done: usize, of: usize, label: &str) {
        self.tell("method", label, (done as u64, of as u64), None);
    }

    fn step(&self, what: &str, done: u64, of: u64) {
        go_on();
        self.tell("step", what, (done, of), None);
    }

    fn note(&self, note: &str) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push(note.to_owned());
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }
}

impl understory::Host for Host<'_> {
    fn estimated(&self, takes: &str, estimate: &Estimate) -> Result<(), Error> {
        if self.is_meant {
            return Ok(());
        }
        check_memory(takes, estimate.memory_bytes)?;
        if estimate.disk_bytes + estimate.page_bytes > ASKED_ABOVE_BYTES {
            return Err(Error::Refused {
                why: takes.to_owned(),
                way_out: "give `yes=True` if that is meant, or record fewer years: set={\"record.every_years\": 50}"
                    .to_owned(),
            });
        }
        Ok(())
    }

    fn sweep(&self, runs: u64) -> Result<(), Error> {
        if runs > ASKED_ABOVE_RUNS && !self.is_meant {
            return Err(Error::Refused {
                why: format!("this sweep has {runs} runs"),
                way_out: "give `yes=True` if that is meant, or take fewer values".to_owned(),
            });
        }
        Ok(())
    }

    fn begins(&self, folder: &RunFolder, start: &Start) {
        // It is begun once.
        let _ = self.partial.set(folder.partial().to_owned());
        match start {
            Start::Continue { passed_over, .. } => {
                for damage in passed_over {
                    self.note(&format!("a checkpoint is damaged and passed over: {damage}"));
                }
            }
            Start::Fresh {
                given_up_year: Some(year),
            } => self.note(&format!(
                "an earlier run that had reached year {year} is given up; `resume=True` would have gone on from there"
            )),
            Start::Fresh { given_up_year: None } | Start::AlreadyComplete => {}
        }
    }
}

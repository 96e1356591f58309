//! What commands that leave a folder share: threads, the folder's name, the command as it can be typed again.
//!
//! Threads are set once for the process, before any work, as rayon allows.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use understory::scenario::{Described, Loadable};
use understory::{Overrides, Setting, free_memory_bytes, gigabytes, held_memory_bytes, open};

use crate::args::{ScenarioOptions, WorkOptions};
use crate::failure::Failure;
use crate::output::say;

/// Sets the number of threads of the whole program; without a wish, as many as the machine has.
pub(crate) fn start_threads(wanted: Option<usize>) -> Result<usize, Failure> {
    /// More than any machine has, and few enough for each.
    const MOST: usize = 1024;
    if let Some(wanted) = wanted.filter(|wanted| !(1..=MOST).contains(wanted)) {
        let hint = "leave it out for as many as the machine has";
        let message = format!("`--threads` is {wanted}, but it must be at least 1 and at most {MOST}");
        return Err(Failure::input(format!("{message}\nhint: {hint}")));
    }
    rayon::ThreadPoolBuilder::new()
        // 0: as many as the machine has.
        .num_threads(wanted.unwrap_or(0))
        .build_global()
        .map_err(|error| Failure::Machine(error.into()))?;
    watch_memory();
    Ok(rayon::current_num_threads())
}

/// Ends the program, with words, once it holds more memory than was free when it began; the system would end it without any.
fn watch_memory() {
    const LOOK_EVERY: Duration = Duration::from_millis(100);
    let Some(free_bytes) = free_memory_bytes() else {
        return;
    };
    let watch = move || {
        loop {
            thread::sleep(LOOK_EVERY);
            let held_bytes = held_memory_bytes().unwrap_or(0);
            if held_bytes > free_bytes {
                say(&format!(
                    "error: this takes {} of memory so far, and {} were free when it began\nhint: make it smaller, or take a machine \
                     with more; what was finished stays, and `run --resume` goes on from its newest checkpoint",
                    gigabytes(held_bytes),
                    gigabytes(free_bytes)
                ));
                std::process::exit(2);
            }
        }
    };
    // Without a thread for it the system does what it would do without this program's care.
    let _ = thread::Builder::new().name("memory".to_owned()).spawn(watch);
}

/// A scenario with what takes the place of its own values, and the folder of its results; begins the threads.
pub(crate) fn opened<S: Loadable + Described>(
    given: &ScenarioOptions,
    overrides: &Overrides,
    work: &WorkOptions,
) -> Result<(S, PathBuf), Failure> {
    start_threads(work.threads)?;
    let scenario: S = open(&given.scenario, overrides)?;
    let out = out_or_usual(given.out.as_deref(), &scenario.header().name);
    Ok((scenario, out))
}

/// What the options put in place of a scenario's own values, and some more.
pub(crate) fn overrides(given: &ScenarioOptions, more: impl IntoIterator<Item = Setting>) -> Overrides {
    Overrides {
        seed: given.seed,
        years: None,
        set: given.set.set.iter().cloned().chain(more).collect(),
    }
}

/// The folder of results that was asked for, or the usual one.
pub(crate) fn out_or_usual(asked: Option<&Path>, name: &str) -> PathBuf {
    asked.map_or_else(|| PathBuf::from("results").join(name), Path::to_owned)
}

/// The command as it was given, and these flags once, as it can be typed again.
pub(crate) fn this_command(flags: &[&str]) -> String {
    let given = std::env::args_os().skip(1).map(|word| quoted(word.as_ref()));
    let mut words: Vec<String> = given.filter(|word| !flags.contains(&word.as_str())).collect();
    // Behind it stand no flags.
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, flags.iter().copied().map(str::to_owned));
    format!("understory {}", words.join(" "))
}

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:\\,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

//! What commands that leave a folder share: threads, the folder's name, the command as it can be typed again.
//!
//! Threads are set once for the process, before any work, as rayon allows.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use understory::{Setting, free_memory_bytes, gigabytes, held_memory_bytes};

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

/// The folder of results that was asked for, or the usual one.
pub(crate) fn out_or_usual(asked: Option<&Path>, name: &str) -> PathBuf {
    asked.map_or_else(|| PathBuf::from("results").join(name), Path::to_owned)
}

/// A command as it can be typed again.
pub(crate) fn command_line<const N: usize>(
    command: &str,
    scenario: &Path,
    set: &[Setting],
    flags: [(&str, Option<String>); N],
) -> String {
    let mut line = format!("understory {command} {}", quoted(scenario));
    for setting in set {
        line.push_str(&format!(" --set {}", quoted(setting.written().as_ref())));
    }
    for (flag, value) in flags.into_iter().filter_map(|(flag, value)| Some((flag, value?))) {
        line.push_str(&format!(" {flag} {value}"));
    }
    line
}

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text
        .chars()
        .all(|c| c.is_alphanumeric() || "-_./:\\,".contains(c));
    if is_plain {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

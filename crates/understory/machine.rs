//! What the machine has, and what is too much for it.
//!
//! Known on Linux alone; elsewhere nothing is refused for want of memory.

use std::fs;

use understory_scenario::Header;

use crate::error::Error;

/// Most memory that this process held at once, bytes; `None` where the system does not say (other than Linux).
#[must_use]
pub(crate) fn peak_rss_bytes() -> Option<u64> {
    linux_bytes("/proc/self/status", "VmHWM:")
}

/// Memory that this process holds, bytes; `None` where the system does not say (other than Linux).
#[must_use]
pub fn held_memory_bytes() -> Option<u64> {
    linux_bytes("/proc/self/status", "VmRSS:")
}

/// Memory that this process can still have, bytes: what is free, or what a limit (`ulimit -v`) leaves; `None`
/// where the system does not say (other than Linux).
#[must_use]
pub fn free_memory_bytes() -> Option<u64> {
    let free = linux_bytes("/proc/meminfo", "MemAvailable:");
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"));
    let limit = limit.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    // Address space, not memory: a process reserves more than it uses, which errs on the safe side.
    let left = limit.map(|limit| {
        let taken = linux_bytes("/proc/self/status", "VmSize:").unwrap_or_default();
        limit.saturating_sub(taken)
    });
    match (free, left) {
        (Some(free), Some(left)) => Some(free.min(left)),
        (free, left) => free.or(left),
    }
}

/// Bytes as people read them.
#[must_use]
pub fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

/// Refuses what this machine has no memory for.
///
/// # Errors
/// [`Error::TooLarge`]; `takes` says what is too large, and how large.
pub fn check_memory(takes: &str, needed_bytes: u64) -> Result<(), Error> {
    lacking(needed_bytes).map_or(Ok(()), |free_bytes| {
        Err(Error::TooLarge {
            takes: takes.to_owned(),
            free_bytes,
        })
    })
}

/// The same at the key of the scenario that rules it; `what` would take so much.
pub(crate) fn check_memory_at(
    header: &Header,
    what: &str,
    needed_bytes: u64,
    key: &str,
) -> Result<(), Error> {
    lacking(needed_bytes).map_or(Ok(()), |free_bytes| {
        let message = format!(
            "{what} could take about {} of memory, but {} are free",
            gigabytes(needed_bytes),
            gigabytes(free_bytes)
        );
        let hint = "make it smaller, or take a machine with more".to_owned();
        Err(Error::at_key(header, key, message, Some(hint)))
    })
}

/// What memory is free, where that is too little.
fn lacking(needed_bytes: u64) -> Option<u64> {
    free_memory_bytes().filter(|free| needed_bytes > *free)
}

/// A number of kilobytes from a line of a file below `/proc`, in bytes.
fn linux_bytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use understory_scenario::{Described, Scenario};

    use super::*;

    #[test]
    fn bytes_are_read_as_gigabytes_with_one_digit() {
        assert_eq!(gigabytes(1_540_000_000), "1.5 GB");
        assert_eq!(gigabytes(0), "0.0 GB");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_what_is_more_than_is_free_is_refused_at_its_key() {
        let overrides = understory_scenario::Overrides::default();
        let scenario: Scenario = crate::open("scenarios/old-field.toml", &overrides).unwrap();
        let check = |bytes| check_memory_at(scenario.header(), "this", bytes, "world.size_m");
        assert!(check(0).is_ok() && check(1 << 20).is_ok());
        let refusal = check(1 << 60).unwrap_err();
        assert!(refusal.is_user_error());
        assert!(
            refusal
                .to_string()
                .contains("this could take about 1152921504.6 GB of memory"),
            "{refusal}"
        );
    }

    /// A process that tests has some megabytes and is not the only one on its machine.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_told_in_bytes() {
        let installed = linux_bytes("/proc/meminfo", "MemTotal:").unwrap();
        let (held, free) = (peak_rss_bytes().unwrap(), free_memory_bytes().unwrap());
        assert!((1 << 20..installed).contains(&held), "{held}");
        assert!((1 << 20..installed).contains(&free), "{free}");
        assert!(installed > 1 << 28, "{installed}");
        assert_eq!(linux_bytes("/proc/meminfo", "NoSuchLine:"), None);
    }
}

//! What commands that leave a folder share: threads, and what is told of the folder.

use std::path::{Path, PathBuf};

use understory::{RunFolder, Setting, Start};

use crate::failure::Failure;
use crate::output::say;

pub(crate) fn start_threads(wanted: Option<usize>) -> Result<usize, Failure> {
    /// More than any machine has, and few enough for each.
    const MOST: usize = 1024;
    if let Some(wanted) = wanted.filter(|wanted| !(1..=MOST).contains(wanted)) {
        let hint = "leave it out for as many as the machine has";
        let message = format!("`--threads` is {wanted}, but it must be at least 1 and at most {MOST}");
        return Err(Failure::input(format!("{message}\nhint: {hint}")));
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(wanted.unwrap_or(0))
        .build_global()
        .map_err(|error| Failure::Machine(error.into()))?;
    Ok(rayon::current_num_threads())
}

/// The folder of results that was asked for, or the usual one.
pub(crate) fn out_or_usual(asked: Option<&Path>, name: &str) -> PathBuf {
    asked.map_or_else(|| PathBuf::from("results").join(name), Path::to_owned)
}

/// Says which year of an interrupted run is given up, where one is.
pub(crate) fn tell_given_up(begin: &Start, is_quiet: bool) {
    if let Start::Fresh {
        given_up_year: Some(year),
    } = begin
        && !is_quiet
    {
        say(&format!("giving up an earlier run that had reached year {year}"));
    }
}

/// Puts what was built in its place, and says which of the user's files were kept.
pub(crate) fn move_in(folder: RunFolder, is_quiet: bool) -> Result<PathBuf, Failure> {
    let (out, kept) = folder.finish()?;
    if !kept.is_empty() && !is_quiet {
        say(&format!("kept in {}, as no run wrote it: {kept}", out.display()));
    }
    Ok(out)
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

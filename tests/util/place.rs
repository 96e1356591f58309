//! A folder in which the program is run, to its end or until it is stopped.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{Stand, everything};

/// Longest that a run may take before its test fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder in which commands are run, removed with all that is in it.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A place with `stand.toml` in it.
    pub(crate) fn with(stand: &Stand) -> Self {
        let place = Self::new();
        place.write("stand.toml", &stand.toml());
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Changes a file in the first place where it says `from`.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} does not say {from}");
        self.write(name, &text.replacen(from, to, 1));
    }

    /// The program with arguments as one would type them.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        command_in(self.0.path(), arguments)
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        finish(self.command(arguments))
    }

    /// Runs the program to its end, which must be a good one.
    pub(crate) fn run_well(&self, arguments: &str) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "`understory {arguments}`: {}", ran.err);
        ran
    }

    /// Runs the program to its end, which must be with this exit code, and gives what it says of it.
    pub(crate) fn refused(&self, code: i32, arguments: &str) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(code), "`understory {arguments}`: {}", ran.err);
        ran.err
    }

    /// Starts the program and goes on.
    pub(crate) fn start(&self, arguments: &str) -> Running {
        let child = self.command(arguments).spawn().unwrap();
        Running {
            child: Some(child),
            folder: self.0.path().to_owned(),
        }
    }

    /// Removes the states of an interrupted run but the newest. Just after a checkpoint one before it may be left, which
    /// would take its place.
    pub(crate) fn keep_newest_checkpoint(&self, partial: &str) {
        let state = self.path(partial).join("state");
        let newest = newest_checkpoint(&state).unwrap();
        for entry in fs::read_dir(&state).unwrap() {
            let path = entry.unwrap().path();
            if !path.ends_with(format!("year-{newest:04}")) {
                fs::remove_dir_all(path).unwrap();
            }
        }
    }

    /// Everything in a folder of a run.
    pub(crate) fn everything(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        everything(&self.path(folder))
    }
}

pub(super) fn command_in(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_understory"));
    command
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("COLUMNS", "100")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn finish(command: Command) -> Ran {
    let mut command = assert_cmd::Command::from_std(command);
    command.timeout(PATIENCE).output().unwrap().into()
}

/// How a command ended and what it said.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A command at work; killed when it is dropped.
pub(crate) struct Running {
    child: Option<Child>,
    folder: PathBuf,
}

impl Running {
    /// Waits until a file is there, or the first of its name's year or a later one.
    pub(crate) fn wait_for(&mut self, name: &str) {
        let start = Instant::now();
        let path = self.folder.join(name);
        while !path.exists() {
            assert!(start.elapsed() < PATIENCE, "{name} does not come");
            let child = self.child.as_mut().unwrap();
            let end = child.try_wait().unwrap();
            assert_eq!(end, None, "ended before there was {name}");
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// The next line that it writes to its standard output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        let out = self.child.as_mut().unwrap().stdout.as_mut().unwrap();
        let mut sign = [0];
        while out.read(&mut sign).unwrap() == 1 && sign != *b"\n" {
            line.push(char::from(sign[0]));
        }
        line
    }

    /// Waits until the checkpoint of this year or of a later one is whole.
    pub(crate) fn wait_for_checkpoint(&mut self, folder: &str, year: u32) {
        let start = Instant::now();
        let state = self.folder.join(folder).join("state");
        while newest_checkpoint(&state).is_none_or(|newest| newest < year) {
            assert!(start.elapsed() < PATIENCE, "year {year} does not come");
            let end = self.child.as_mut().unwrap().try_wait().unwrap();
            assert_eq!(end, None, "ended before year {year}");
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// Ends it at once, as a power cut does.
    pub(crate) fn kill(mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        let status: ExitStatus = child.wait().unwrap();
        assert_eq!(status.code(), None, "it had ended before it was killed");
    }

    /// Ends it at once, if it has not ended by itself.
    pub(crate) fn stop(mut self) {
        let mut child = self.child.take().unwrap();
        let _ = child.kill();
        child.wait().unwrap();
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Ran {
        let start = Instant::now();
        let child = self.child.as_mut().unwrap();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(2));
        }
        self.child.take().unwrap().wait_with_output().unwrap().into()
    }

    /// Presses Ctrl-C and waits for the end.
    #[cfg(unix)]
    pub(crate) fn interrupt(mut self) -> Ran {
        let child = self.child.take().unwrap();
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        child.wait_with_output().unwrap().into()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn newest_checkpoint(state: &Path) -> Option<u32> {
    let years = fs::read_dir(state).ok()?.flatten();
    years
        .filter(|year| year.path().join("checkpoint.json").exists())
        .filter_map(|year| year.file_name().to_str()?.strip_prefix("year-")?.parse().ok())
        .max()
}

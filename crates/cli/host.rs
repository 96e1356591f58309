//! What the command line says on the way to results, what Ctrl-C does there, and when it wants a `--yes`.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::iter::successors;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use understory::lab::{Estimate, LabError};
use understory::records::{ClaimsRow, Manifest, paths};
use understory::scenario::Header;
use understory::{
    Error, Experiment, GoesOn, Kept, Made, RunFolder, Start, Summary, Watch, check_memory, make_into,
};

use crate::failure::{Failure, Outcome};
use crate::job::this_command;
use crate::output::{data, print, say, say_kept};
use crate::progress::{Progress, end_saying, listen_for_interrupt};

/// Above this the memory and disk that a run will take are shown.
const SHOWN_ABOVE_BYTES: u64 = 1 << 30;
/// Above this many bytes of tables a run asks first.
const ASKED_ABOVE_BYTES: u64 = 2 << 30;

/// Above this many runs a sweep asks first.
const ASKED_ABOVE_RUNS: u64 = 10_000;

/// What Ctrl-C does once the work has begun.
pub(crate) enum Interrupt {
    /// The work stops after what it is at, such as `this year`.
    StopsAfter(&'static str),
    /// The program ends at once, with these words, made from the folder with what was finished.
    Ends(fn(&Path) -> String),
    /// What was said before.
    AsBefore,
}

/// The way out where nothing of the work is worth keeping.
pub(crate) const BEGIN_AGAIN: &str = "the same command begins again";

/// The last words of work that is stopped, with where what was finished is, and a way out.
pub(crate) fn stopped_in(partial: &Path, hint: &str) -> String {
    let folder = partial.display();
    format!("stopped; what was finished is in {folder}\nhint: {hint}")
}

/// The command line, as the library knows it.
pub(crate) struct Host {
    progress: Progress,
    interrupt: Interrupt,
    /// Of a run: whether a large one is meant, or was before it was stopped.
    is_meant: Option<bool>,
    of_tasks: bool,
    of_claim: Option<fn(&ClaimsRow) -> String>,
    claims: Mutex<Vec<ClaimsRow>>,
    is_resumed: bool,
    partial: OnceLock<PathBuf>,
}

impl Host {
    /// Of work that goes step by step.
    pub(crate) fn new(is_quiet: bool, interrupt: Interrupt) -> Self {
        Self::with(Progress::of_steps(is_quiet), interrupt)
    }

    /// Of work with this progress.
    pub(crate) fn with(progress: Progress, interrupt: Interrupt) -> Self {
        Self {
            progress,
            interrupt,
            is_meant: None,
            of_tasks: false,
            of_claim: None,
            claims: Mutex::default(),
            is_resumed: false,
            partial: OnceLock::new(),
        }
    }

    /// Of `run`, where a large forest may be meant (`yes`) or an interrupted one gone on with.
    pub(crate) fn of_run(progress: Progress, yes: bool, is_resumed: bool) -> Self {
        Self {
            // Who goes on has said yes before.
            is_meant: Some(yes || is_resumed),
            is_resumed,
            ..Self::with(progress, Interrupt::StopsAfter("this year"))
        }
    }

    /// The same for a sweep, which stops among its runs.
    pub(crate) fn of_tasks(self) -> Self {
        Self {
            of_tasks: true,
            interrupt: Interrupt::StopsAfter("the runs at hand, of which nothing is kept"),
            ..self
        }
    }

    /// The same with a line for each claim, once it is measured.
    #[cfg(feature = "claims")]
    pub(crate) fn printing(self, line: fn(&ClaimsRow) -> String) -> Self {
        Self {
            of_claim: Some(line),
            ..self
        }
    }

    /// The same for work that is to be gone on with, where it was begun.
    pub(crate) fn resumed(self, is_resumed: bool) -> Self {
        Self { is_resumed, ..self }
    }

    /// Says a line, unless it is to be quiet.
    pub(crate) fn tell(&self, line: &str) {
        if !self.progress.is_quiet {
            say(line);
        }
    }

    /// Says what keeps nothing from being made of a scenario, but may not be what was meant.
    pub(crate) fn tell_notes(&self, header: &Header) {
        for note in &header.notes {
            self.tell(&note.as_note());
        }
    }

    /// Says which of the user's files were kept.
    pub(crate) fn tell_kept(&self, folder: &Path, kept: &Kept) {
        if !self.progress.is_quiet {
            say_kept(folder, kept);
        }
    }

    /// Makes the results of an experiment in a folder and says what came of them; none where they were complete before. What is
    /// stopped or fails on the way is said with the way on.
    pub(crate) fn make(
        &self,
        experiment: &dyn Experiment,
        out: &Path,
    ) -> Result<Option<(Manifest, PathBuf)>, Failure> {
        let made = make_into(experiment, out, self.is_resumed, self);
        self.end_progress();
        match made.map_err(|error| self.with_way_on(error, experiment))? {
            Made::Whole {
                summary,
                manifest,
                folder,
                kept,
            } => {
                self.tell_kept(&folder, &kept);
                self.tell_summary(&summary, &manifest)?;
                self.tell(&format!("results are in {}", folder.display()));
                Ok(Some((*manifest, folder)))
            }
            Made::AlreadyComplete { folder } => {
                let folder = folder.display();
                self.tell(&format!("{folder} is complete already; nothing was changed"));
                Ok(None)
            }
            Made::Stopped { year, partial } => {
                if let Some(goes_on) = experiment.goes_on() {
                    let run = experiment.made_from();
                    let (what, partial) = match goes_on {
                        // The first replicate is over, and a stop came among the others.
                        GoesOn::AtCheckpoint if year == run.years => (
                            format!("stopped after year {year}, among the replicates; what was finished is"),
                            partial,
                        ),
                        GoesOn::AtCheckpoint => (
                            format!("stopped after year {year}; what was finished is"),
                            partial,
                        ),
                        GoesOn::AfterTasks => {
                            ("stopped; the runs that were finished are".to_owned(), partial)
                        }
                        GoesOn::AfterRows(table) => (
                            "stopped; the runs that were finished are".to_owned(),
                            partial.join(table),
                        ),
                    };
                    let way_on = this_command(&["--resume"]);
                    say(&format!(
                        "{what} in {}\nhint: go on with `{way_on}`",
                        partial.display()
                    ));
                }
                Err(Failure::Stopped)
            }
        }
    }

    /// Says what came of results, their table to the standard output.
    pub(crate) fn tell_summary(&self, summary: &Summary, manifest: &Manifest) -> Outcome {
        data(&summary.table)?;
        for note in &summary.notes {
            self.tell(&format!("note: {note}"));
        }
        if summary.line.is_empty() {
            return Ok(());
        }
        let took = match &manifest.performance {
            Some(took) => format!(" in {:.1} s", took.wall_s),
            None => String::new(),
        };
        let pace = match summary.pace.as_str() {
            "" => String::new(),
            pace => format!(" ({pace})"),
        };
        self.tell(&format!("{}{took}{pace}", summary.line));
        Ok(())
    }

    /// Adds the way on where something failed while the results were made: how to resume, if there is something to go on from.
    fn with_way_on(&self, error: Error, experiment: &dyn Experiment) -> Failure {
        let Some(partial) = self.partial.get().filter(|_| !matches!(error, Error::Folder(_))) else {
            return error.into();
        };
        let folder = partial.display();
        // While somebody removes a folder, some of its files stand for a moment longer; one that was made and is not found is enough.
        // What is not worth keeping is gone by now in any case.
        let is_gone = || {
            matches!(partial.join(paths::RUN).try_exists(), Ok(false))
                || is_of(&error, &[ErrorKind::NotFound])
        };
        if experiment.keeps_what_was_finished() && is_gone() {
            let hint =
                format!("{folder} or a part of it was removed while the run was at work; start it anew");
            return Failure::Machine(error.into()).with_hint(&hint);
        }
        if error.is_user_error() {
            return error.into();
        }
        let hint = match experiment.goes_on() {
            Some(_) => format!(
                "what was finished is in {folder}; when that is mended, go on with `{}`",
                this_command(&["--resume"])
            ),
            None if is_of(&error, &[ErrorKind::StorageFull, ErrorKind::QuotaExceeded]) => {
                format!("free some space; then {BEGIN_AGAIN}")
            }
            None => BEGIN_AGAIN.to_owned(),
        };
        Failure::from(error).with_hint(&hint)
    }

    /// The claims that were measured, in their order.
    #[cfg(feature = "claims")]
    pub(crate) fn measured_claims(self) -> Vec<ClaimsRow> {
        self.claims.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the progress away.
    pub(crate) fn end_progress(&self) {
        self.progress.end();
    }
}

/// Whether this, or what caused it, is one of these failures of a file.
fn is_of(error: &Error, kinds: &[ErrorKind]) -> bool {
    let cause = match error {
        Error::Io(cause) | Error::Lab(LabError::Io(cause)) => Some(cause),
        error => successors(error.source(), |&cause| cause.source())
            .find_map(<dyn std::error::Error>::downcast_ref),
    };
    cause.is_some_and(|cause: &io::Error| kinds.contains(&cause.kind()))
}

impl understory::Host for Host {
    fn estimated(&self, takes: &str, estimate: &Estimate) -> Result<(), Error> {
        let Some(is_meant) = self.is_meant else {
            return check_memory(takes, estimate.memory_bytes);
        };
        let is_asked = !is_meant;
        if is_asked {
            check_memory(takes, estimate.memory_bytes)?;
        }
        let disk_bytes = estimate.disk_bytes + estimate.page_bytes;
        if disk_bytes > ASKED_ABOVE_BYTES && is_asked {
            let way_out = "add `--yes` if that is meant, or record fewer years with `[record] every_years`";
            return Err(Error::Refused {
                why: takes.to_owned(),
                way_out: way_out.to_owned(),
            });
        }
        if estimate.memory_bytes.max(disk_bytes) > SHOWN_ABOVE_BYTES {
            self.tell(takes);
        }
        Ok(())
    }

    fn sweep(&self, runs: u64) -> Result<(), Error> {
        let is_meant = self.is_meant.unwrap_or(true);
        if runs > ASKED_ABOVE_RUNS && !is_meant {
            return Err(Error::Refused {
                why: format!("this sweep has {runs} runs"),
                way_out: "add `--yes` if that is meant, or take fewer values, or a sample: `design = \"latin-hypercube\"`"
                    .to_owned(),
            });
        }
        Ok(())
    }

    fn begins(&self, folder: &RunFolder, start: &Start) {
        // It is begun once.
        let _ = self.partial.set(folder.partial().to_owned());
        match start {
            Start::AlreadyComplete => return,
            Start::Continue { year, passed_over } => {
                for damage in passed_over {
                    self.tell(&format!("a checkpoint is damaged and passed over: {damage}"));
                }
                self.tell(&match (self.of_tasks, self.of_claim) {
                    (true, _) => "going on with the runs that are not finished".to_owned(),
                    (false, Some(_)) => "going on with the claims that are not measured".to_owned(),
                    (false, None) => format!("going on from year {year}"),
                });
            }
            Start::Fresh {
                given_up_year: Some(year),
            } => self.tell(&format!("giving up an earlier run that had reached year {year}")),
            Start::Fresh { given_up_year: None } if self.is_resumed => {
                let partial = folder.partial().display();
                self.tell(&match self.of_claim {
                    Some(_) => format!("no claim was measured in {partial}: all of them are"),
                    None => format!("there is no checkpoint in {partial} to go on from: the run begins anew"),
                });
            }
            Start::Fresh { given_up_year: None } => {}
        }
        match &self.interrupt {
            Interrupt::StopsAfter(what) => listen_for_interrupt(what),
            Interrupt::Ends(words) => {
                let (words, partial) = (*words, folder.partial().to_owned());
                end_saying(move || words(&partial));
            }
            Interrupt::AsBefore => {}
        }
    }

    fn measured(&self, claim: &ClaimsRow) -> io::Result<()> {
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        claims.push(claim.clone());
        self.of_claim.map_or(Ok(()), |line| print(&line(claim)))
    }
}

impl Watch for Host {
    fn year(&self, year: u32, trees: usize) {
        self.progress.year(year, trees);
    }

    fn replicate(&self, done: u32, of: u32) {
        self.progress.replicate(done, of);
    }

    fn method(&self, done: usize, of: usize, label: &str) {
        self.progress.method(done, of, label);
    }

    fn step(&self, what: &str, done: u64, of: u64) {
        self.progress.step(what, done, of);
    }

    fn note(&self, note: &str) {
        self.tell(note);
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }
}

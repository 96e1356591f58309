//! What is shown while a run is made: a bar on a terminal, a line now and then elsewhere, nothing if quiet.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use understory::Watch;

use crate::output::{say, shown};

/// Between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Whether Ctrl-C was pressed.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C ask the command to stop after what it is at, such as `this year`; a second one ends the program at once.
pub(crate) fn listen_for_interrupt(after: &'static str) {
    at_interrupt(move || say(&format!("stopping after {after} (Ctrl-C again: at once)")));
}

/// Makes Ctrl-C do this; a second one ends the program at once.
pub(crate) fn at_interrupt(call: impl Fn() + Send + 'static) {
    let handler = move || {
        if STOPPED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        call();
    };
    // Without a handler Ctrl-C ends the program, and `--resume` goes on from the newest checkpoint all the same.
    let _ = ctrlc::set_handler(handler);
}

/// What is said when Ctrl-C ends the program at once.
static LAST_WORDS: Mutex<Option<Box<dyn Fn() -> String + Send>>> = Mutex::new(None);

/// Makes Ctrl-C say this and end the program at once with the exit code for it, for work that leaves nothing to go
/// on from. Each file is there whole or not at all. What is said last holds.
pub(crate) fn end_at_interrupt(message: impl Into<String>) {
    let message = message.into();
    end_saying(move || message.clone());
}

/// The same with words that are found when it ends.
pub(crate) fn end_saying(words: impl Fn() -> String + Send + 'static) {
    if let Ok(mut last) = LAST_WORDS.lock() {
        *last = Some(Box::new(words));
    }
    let handler = || {
        if let Some(words) = LAST_WORDS.lock().ok().as_deref().and_then(Option::as_ref) {
            say(&words());
        }
        std::process::exit(130);
    };
    // Without a handler Ctrl-C ends the program all the same; a second one is refused, and says the same.
    let _ = ctrlc::set_handler(handler);
}

/// How far the work is: on a terminal at once, elsewhere a line now and then.
pub(crate) struct Progress {
    pub(crate) is_quiet: bool,
    bar: Option<ProgressBar>,
    /// When the last line was said.
    lines: Option<Mutex<Instant>>,
    /// How many are counted; work without years tells its steps.
    years: Option<u32>,
    /// The first year that was reported, and when: 0, or where the run goes on.
    first: OnceLock<(u32, Instant)>,
    tree_years: AtomicU64,
}

impl Progress {
    /// That of work which goes step by step.
    pub(crate) fn of_steps(is_quiet: bool) -> Self {
        Self::new(None, is_quiet, std::io::stderr().is_terminal())
    }

    /// The same in lines alone, between which data may stand.
    pub(crate) fn in_lines(is_quiet: bool) -> Self {
        Self::new(None, is_quiet, false)
    }

    /// That of work which goes through years.
    pub(crate) fn over(years: u32, is_quiet: bool) -> Self {
        Self::new(Some(years), is_quiet, std::io::stderr().is_terminal())
    }

    fn new(years: Option<u32>, is_quiet: bool, has_bar: bool) -> Self {
        let bar = || match years {
            Some(years) => {
                let bar = ProgressBar::new(u64::from(years));
                bar.set_style(style("year {pos}/{len} {wide_bar} {msg} {eta} left"));
                bar
            }
            None => {
                let spinner = ProgressBar::new_spinner();
                spinner.enable_steady_tick(Duration::from_millis(100));
                spinner
            }
        };
        Self {
            is_quiet,
            bar: (has_bar && !is_quiet).then(bar),
            lines: (!has_bar && !is_quiet).then(|| Mutex::new(Instant::now())),
            years,
            first: OnceLock::new(),
            tree_years: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: impl FnOnce() -> String) {
        let Some(Ok(mut last)) = self.lines.as_ref().map(Mutex::lock) else {
            return;
        };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            say(&text());
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Watch for Progress {
    fn year(&self, year: u32, trees: usize) {
        let Some(years) = self.years else { return };
        let (first, start) = *self.first.get_or_init(|| (year, Instant::now()));
        if year == first {
            if let Some(bar) = &self.bar {
                bar.set_position(u64::from(year));
                // Years before this start took none of its time.
                bar.reset_eta();
            }
            return;
        }
        let total = self.tree_years.fetch_add(trees as u64, Ordering::Relaxed) + trees as u64;
        let elapsed_s = start.elapsed().as_secs_f64();
        let per_s = short(total as f64 / elapsed_s.max(1e-3));
        if let Some(bar) = &self.bar {
            bar.set_position(u64::from(year));
            bar.set_message(format!("{trees} trees, {per_s} trees/s"));
        }
        self.line(|| {
            let left_s = elapsed_s / f64::from(year - first) * f64::from(years - year);
            format!("year {year}/{years}: {trees} trees, {per_s} trees/s, {left_s:.0} s left")
        });
    }

    fn replicate(&self, done: u32, of: u32) {
        if let Some(bar) = &self.bar {
            bar.set_length(u64::from(of));
            bar.set_position(u64::from(done));
            bar.set_style(style("replicate {pos}/{len} {wide_bar} {eta} left"));
        }
        self.line(|| format!("replicate {done}/{of}"));
    }

    fn method(&self, done: usize, of: usize, label: &str) {
        if let Some(bar) = &self.bar {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message(label.to_owned());
            bar.set_style(style("method {pos}/{len} {wide_bar} {msg}"));
        }
        self.line(|| format!("comparing {label}, method {} of {of}", done + 1));
    }

    fn step(&self, what: &str, done: u64, of: u64) {
        if self.years.is_some() {
            return;
        }
        let step = match of {
            0 | 1 => what.to_owned(),
            _ => format!("{what}: {done} of {of}"),
        };
        if let Some(spinner) = &self.bar {
            spinner.set_message(shown(&step).into_owned());
        }
        self.line(|| step);
    }

    fn is_stopped(&self) -> bool {
        STOPPED.load(Ordering::SeqCst)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// A number with three digits or so: `1.2 M`.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e3 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            (short(12.3), short(45_600.0), short(2_340_000.0)),
            ("12".into(), "46 k".into(), "2.3 M".into())
        );
    }
}

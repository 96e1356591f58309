//! Problems of files, each with its place, and the report that gathers all of them.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;

use crate::lines::Lines;

/// Something in a file that keeps the scenario from being run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file, as it was asked for.
    pub file: String,
    /// Line in it, from 1; 0 where it is of no line, as with what a command set.
    pub line: usize,
    /// Column in that line, in characters, from 1; 0 where it is of no line.
    pub column: usize,
    /// What is wrong: the thing, the value and what was expected.
    pub message: String,
    /// What to do about it, where something can be said.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem at a line and column of a file.
    fn at(file: &str, (line, column): (usize, usize), message: String, hint: Option<String>) -> Self {
        Self {
            file: one_line(file),
            line,
            column,
            message: readable(&message),
            hint: hint.map(|hint| readable(&hint)),
        }
    }
}

/// Something in a table that is to be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte where it stands.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty where nothing can be said.
    pub hint: String,
}

impl Fault {
    /// At a byte of the file.
    pub fn new(at: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self { at, message, hint }
    }
}

/// A text that a person can read: numbers of a hundred digits with an exponent, and the middle left out where a value
/// in it is a whole page.
fn readable(text: &str) -> String {
    const LONGEST: usize = 1000;
    /// What stays of a longer one, before and behind.
    const STAYS: [usize; 2] = [200, 300];
    let text = with_exponents(text);
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let before: String = text.chars().take(STAYS[0]).collect();
    let behind: String = text.chars().skip(count - STAYS[1]).collect();
    let left_out = count - STAYS[0] - STAYS[1];
    format!("{before} … ({left_out} characters left out) … {behind}")
}

/// A path whose line breaks and other control characters are written as escapes.
fn one_line(path: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    path.chars().map(escaped).collect()
}

/// A text in which numbers that are too long to be read have an exponent.
fn with_exponents(text: &str) -> String {
    const LONGEST: usize = 24;
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let (mut told, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find(is_digit) {
        let digits = &rest[start..];
        let digits = &digits[..digits.find(|c| !is_digit(c)).unwrap_or(digits.len())];
        told.push_str(&rest[..start]);
        match digits.parse::<f64>() {
            Ok(number) if digits.len() > LONGEST && number.is_finite() => {
                told.push_str(&format!("{number:e}"))
            }
            _ => told.push_str(digits),
        }
        rest = &rest[start + digits.len()..];
    }
    told + rest
}

/// All problems of a scenario and its inputs: those of the scenario first, each file's in the order of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// The problems, at least one.
    #[must_use]
    pub fn as_slice(&self) -> &[Problem] {
        &self.0
    }

    /// The same, one by one.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.0
    }

    /// These problems; none where there are none.
    #[must_use]
    pub fn of(problems: Vec<Problem>) -> Option<Self> {
        (!problems.is_empty()).then_some(Self(problems))
    }

    /// Each of them made another one.
    #[must_use]
    pub fn map(self, of: impl FnMut(Problem) -> Problem) -> Self {
        Self(self.0.into_iter().map(of).collect())
    }
}

impl std::error::Error for Problems {}

impl Problem {
    /// In the words of a note: it keeps nothing from being run.
    #[must_use]
    pub fn as_note(&self) -> String {
        self.to_string().replacen("error:", "note:", 1)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "error: {}: {}", self.file, self.message)?,
            line => write!(f, "error: {}:{line}:{}: {}", self.file, self.column, self.message)?,
        }
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

/// One block per problem, each with its hint below it.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

/// A file as its reader sees it, and what has been found wrong in it and its inputs so far.
#[derive(Debug)]
pub struct Report<'a> {
    file: &'a str,
    text: &'a str,
    /// Where its lines begin, once somebody asks.
    lines: OnceCell<Lines<'a>>,
    problems: Vec<Problem>,
    /// What is no problem, but may not be what was meant.
    notes: Vec<Problem>,
    /// What a command set, and where it stands in the text.
    set: Vec<SetIn>,
    /// How many problems are told, and how many were found beyond that.
    most: usize,
    hidden: usize,
}

/// A value that a command set in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetIn {
    /// Where it stands, with its key where that is none of the file's.
    pub range: std::ops::Range<usize>,
    /// What was typed.
    pub setting: String,
    /// Whether its line is none of the file's.
    pub has_own_line: bool,
}

/// How many problems of a file of data are told.
const TOLD_OF_DATA: usize = 20;

impl<'a> Report<'a> {
    /// Of a file with this text, without problems.
    #[must_use]
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            lines: OnceCell::new(),
            problems: Vec::new(),
            notes: Vec::new(),
            set: Vec::new(),
            most: usize::MAX,
            hidden: 0,
        }
    }

    /// Of a file of data, of which the first problems are told, and how many more there are.
    #[must_use]
    pub fn of_data(file: &'a str, text: &'a str) -> Self {
        Self {
            most: TOLD_OF_DATA,
            ..Self::new(file, text)
        }
    }

    /// Notes a problem at byte `at` of the file.
    pub fn problem(&mut self, at: usize, message: impl Into<String>, hint: impl Into<Option<String>>) {
        if self.problems.len() == self.most {
            self.hidden += 1;
            return;
        }
        let problem = self.at(at, message.into(), hint.into());
        self.problems.push(problem);
    }

    /// Notes what is wrong in a table.
    pub fn fault(&mut self, Fault { at, message, hint }: Fault) {
        self.problem(at, message, (!hint.is_empty()).then_some(hint));
    }

    /// What was found of a table; what is wrong with it is noted.
    pub fn noted<T>(&mut self, found: Result<T, Fault>) -> Option<T> {
        found.map_err(|fault| self.fault(fault)).ok()
    }

    /// Notes at byte `at` of the file what keeps nothing from being run, but may not be what was meant.
    pub fn note(&mut self, at: usize, message: String, hint: impl Into<Option<String>>) {
        let note = self.at(at, message, hint.into());
        self.notes.push(note);
    }

    /// Takes over the notes of another file, each once, however often that is named.
    pub fn extend_notes(&mut self, notes: &[Problem]) {
        for note in notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
    }

    /// What was noted so far, which is told once.
    pub fn take_notes(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.notes)
    }

    /// A problem at byte `at` of the file.
    #[must_use]
    pub fn at(&self, at: usize, message: String, hint: Option<String>) -> Problem {
        let mut problem = Problem::at(self.file, self.line_and_column(at), message, hint);
        // Of a key that was set twice the later value is the one that stands there.
        match self.set.iter().rev().find(|set| set.range.contains(&at)) {
            Some(set) => (problem.file, problem.line, problem.column) = (set.setting.clone(), 0, 0),
            None => {
                let is_before = |set: &&SetIn| set.has_own_line && set.range.start < at;
                problem.line -= self.set.iter().filter(is_before).count();
            }
        }
        problem
    }

    /// The same of a text in which a command set values: they are named in place of a line.
    #[must_use]
    pub fn with_settings(self, set: &[SetIn]) -> Self {
        Self {
            set: set.to_vec(),
            ..self
        }
    }

    /// Notes a problem of a setting that could not be set.
    pub fn setting_problem(&mut self, setting: String, message: String, hint: String) {
        self.problems
            .push(Problem::at(&setting, (0, 0), message, Some(hint)));
    }

    /// Line and column of a byte of the file, both from 1; the column counts characters.
    #[must_use]
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        self.lines
            .get_or_init(|| Lines::of(self.text))
            .line_and_column(at)
    }

    /// Takes over the problems of another file.
    pub fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.problems.extend(problems);
    }

    /// What stands in the file in these bytes.
    #[must_use]
    pub fn written(&self, span: std::ops::Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// Number of problems so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.problems.len() + self.hidden
    }

    /// Forgets the problems since there were `count` that stand behind byte `readable_to`, or in a line with one
    /// of those before.
    pub fn forget_followers(&mut self, count: usize, readable_to: usize) {
        let lines: BTreeSet<usize> = self.problems[..count]
            .iter()
            .map(|problem| problem.line)
            .collect();
        // What a command set stands in no line, so nothing unreadable hides it.
        let end = self.line_and_column(readable_to);
        let mut followers = self.problems.split_off(count);
        followers.retain(|problem| {
            problem.line == 0 || !lines.contains(&problem.line) && (problem.line, problem.column) < end
        });
        self.problems.append(&mut followers);
    }

    /// The value if there is one and nothing was found, otherwise all problems in order.
    ///
    /// # Errors
    /// [`Problems`]: those that were noted.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Problems> {
        if self.problems.is_empty() {
            match value {
                Some(value) => return Ok(value),
                None => self.problem(
                    0,
                    "nothing is wrong with the file, and yet it could not be read",
                    bug(),
                ),
            }
        }
        let mut files = vec![self.file.to_owned()];
        for problem in &self.problems {
            if !files.contains(&problem.file) {
                files.push(problem.file.clone());
            }
        }
        let rank = |problem: &Problem| files.iter().position(|file| *file == problem.file);
        self.problems
            .sort_by_key(|problem| (rank(problem), problem.line, problem.column));
        if let (more @ 1.., Some(last)) = (self.hidden, self.problems.last_mut()) {
            let more = match more {
                1 => "and 1 more problem in this file".to_owned(),
                more => format!("and {more} more problems in this file"),
            };
            let hint = last.hint.take();
            last.hint = Some(hint.map_or_else(|| more.clone(), |hint| format!("{hint} ({more})")));
        }
        Err(Problems(self.problems))
    }
}

/// What to say of a problem that is ours.
#[must_use]
pub fn bug() -> String {
    "this is a mistake in the program, please report it with the file".to_owned()
}

use std::fmt;

/// Something in a file that keeps the scenario from being run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file, as it was asked for.
    pub file: String,
    /// Line in it, from 1.
    pub line: usize,
    /// Column in that line, in characters, from 1.
    pub column: usize,
    /// What is wrong: the thing, the value and what was expected.
    pub message: String,
    /// What to do about it, where something can be said.
    pub hint: Option<String>,
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

    pub(crate) fn into_vec(self) -> Vec<Problem> {
        self.0
    }
}

impl std::error::Error for Problems {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "error: {}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )?;
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
pub(crate) struct Report<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            problems: Vec::new(),
        }
    }

    /// Notes a problem at byte `at` of the file.
    pub(crate) fn problem(&mut self, at: usize, message: impl Into<String>, hint: impl Into<Option<String>>) {
        let (line, column) = line_and_column(self.text, at);
        let (message, hint) = (message.into(), hint.into());
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line,
            column,
            message,
            hint,
        });
    }

    /// Takes over the problems of another file.
    pub(crate) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.problems.extend(problems);
    }

    /// What stands in the file in these bytes.
    pub(crate) fn written(&self, span: std::ops::Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// Number of problems so far.
    pub(crate) fn count(&self) -> usize {
        self.problems.len()
    }

    /// Forgets the problems since there were `count` that stand behind byte `readable_to`, or in a line with one
    /// of those before.
    pub(crate) fn forget_followers(&mut self, count: usize, readable_to: usize) {
        let lines: Vec<usize> = self.problems[..count]
            .iter()
            .map(|problem| problem.line)
            .collect();
        let end = line_and_column(self.text, readable_to);
        let mut followers = self.problems.split_off(count);
        followers.retain(|problem| !lines.contains(&problem.line) && (problem.line, problem.column) < end);
        self.problems.append(&mut followers);
    }

    /// The value if there is one and nothing was found, otherwise all problems in order.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Problems> {
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
        Err(Problems(self.problems))
    }
}

/// What to say of a problem that is ours.
pub(crate) fn bug() -> String {
    "this is a mistake in the program, please report it with the file".to_owned()
}

/// Line and column of a byte of `text`, both from 1; the column counts characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_and_column("a = 1\nä = 22\n", 11), (2, 5));
        assert_eq!(line_and_column("", 7), (1, 1));
    }
}

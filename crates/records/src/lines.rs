//! Lines and columns of a text: worked out once, so that thousands of problems of one file are told in time.

/// Bytes between two marks.
const STEP: usize = 1024;

/// A text with what tells the line and column of each of its bytes.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    /// The bytes where lines begin.
    starts: Vec<usize>,
    /// Characters that begin before each mark: a file can be one line of megabytes.
    before_marks: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut before_marks = vec![0];
        for chunk in text.as_bytes().chunks(STEP) {
            let before = before_marks.last().copied().unwrap_or_default();
            before_marks.push(before + characters(chunk));
        }
        Self {
            text,
            starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(),
            before_marks,
        }
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub(crate) fn line_and_column(&self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at);
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1];
        (
            line,
            self.characters_before(at) - self.characters_before(start) + 1,
        )
    }

    /// Characters that begin before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let mark = at / STEP;
        self.before_marks[mark] + characters(&self.text.as_bytes()[mark * STEP..at])
    }
}

/// Characters that begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    let continues = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    bytes.iter().filter(|byte| !continues(byte)).count()
}

//! A text split into rows and fields, each with the byte where it begins, so that what is wrong can be shown there.

use csv::{ReaderBuilder, StringRecord};

use crate::problem::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Byte(u8),
    /// Any number of spaces and tabs.
    Blanks,
}

impl Separator {
    /// In words, where it is not the comma.
    pub(super) fn unusual(self) -> Option<String> {
        Some(match self {
            Self::Byte(b',') => return None,
            Self::Byte(b';') => "semicolons".to_owned(),
            Self::Byte(b'\t') => "tabs".to_owned(),
            Self::Blanks => "blanks".to_owned(),
            Self::Byte(other) => format!("`{}`", char::from(other)),
        })
    }
}

/// The byte where the header begins, what separates its fields, and where the last comment above it begins.
pub(super) fn beginning(text: &str) -> (usize, Separator, Option<usize>) {
    let (mut at, mut comment_at, mut said) = (0, None, None);
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim();
        let of_line = line.trim_end_matches(['\n', '\r']).trim_matches('"');
        let of_line = of_line.strip_prefix("sep=").map(str::as_bytes);
        if let (Some([separator]), None) = (of_line, said) {
            said = Some(Separator::Byte(*separator));
        } else if content.starts_with('#') {
            comment_at = Some(at);
        } else if !content.is_empty() {
            return (at, said.unwrap_or_else(|| separator_of(content)), comment_at);
        }
        at += line.len();
    }
    (at, Separator::Byte(b','), comment_at)
}

/// The most frequent of comma, semicolon and tab outside of quotes; blanks where there is none of them.
fn separator_of(header: &str) -> Separator {
    let mut is_quoted = false;
    let mut counts = [(b'\t', 0), (b';', 0), (b',', 0)];
    let mut has_blanks = false;
    for byte in header.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b' ' => has_blanks = true,
            _ => counts
                .iter_mut()
                .filter(|(own, _)| *own == byte)
                .for_each(|(_, count)| *count += 1),
        }
    }
    match counts.into_iter().max_by_key(|(_, count)| *count) {
        Some((byte, 1..)) => Separator::Byte(byte),
        _ if has_blanks => Separator::Blanks,
        _ => Separator::Byte(b','),
    }
}

pub(super) struct Rows<'t> {
    text: &'t str,
    /// The byte from which on `reader` reads, and the line of that byte.
    start: usize,
    first_line: u64,
    separator: Separator,
    reader: csv::Reader<&'t [u8]>,
    /// Where the next row is looked for, where blanks separate.
    next: usize,
    line: u64,
    /// Lines without anything in them.
    pub(super) empty_lines: u64,
}

impl<'t> Rows<'t> {
    pub(super) fn new(text: &'t str, start: usize, separator: Separator) -> Self {
        let delimiter = match separator {
            Separator::Byte(byte) => byte,
            Separator::Blanks => b' ',
        };
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            // The header is a row like the others, so that its place in the text is known.
            .has_headers(false)
            // Of any length: the reader would end at the first row that differs, and all problems are wanted.
            .flexible(true)
            .from_reader(&text.as_bytes()[start..]);
        Self {
            text,
            start,
            first_line: text[..start].matches('\n').count() as u64 + 1,
            separator,
            reader,
            next: start,
            line: text[..start].matches('\n').count() as u64,
            empty_lines: 0,
        }
    }

    pub(super) fn separator(&self) -> Separator {
        self.separator
    }

    /// The line of the row that was read last, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Reads the fields of the next row, and gives the byte where it begins; `None` behind the last one.
    pub(super) fn read(&mut self, fields: &mut StringRecord) -> Result<Option<usize>, Fault> {
        if self.separator == Separator::Blanks {
            return self.read_blanks(fields);
        }
        let (before, line) = (self.byte(), self.reader.position().line());
        match self.reader.read_record(fields) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                let hint = "save the file anew as CSV";
                return Err(Fault::new(before, error.to_string(), hint));
            }
        }
        // The reader's own line is where it begins to look for a row, before empty lines.
        let bytes = self.text.as_bytes();
        let (mut at, mut lines) = (before, 0);
        while let Some(byte @ (b'\n' | b'\r')) = bytes.get(at) {
            at += 1;
            lines += u64::from(*byte == b'\n');
        }
        self.line = self.first_line - 1 + line + lines;
        // The second sign of a line's end is that of the row before.
        let is_rest = lines > 0 && bytes[before] == b'\n' && bytes[..before].ends_with(b"\r");
        self.empty_lines += lines - u64::from(is_rest);
        match self.open_quote(at, fields) {
            Some(at) => Err(open_quote(at)),
            None => Ok(Some(at)),
        }
    }

    fn read_blanks(&mut self, fields: &mut StringRecord) -> Result<Option<usize>, Fault> {
        loop {
            let (at, rest) = (self.next, &self.text[self.next..]);
            if rest.is_empty() {
                return Ok(None);
            }
            let line = rest.split_inclusive(['\n', '\r']).next().unwrap_or(rest);
            self.next += line.len();
            if line == "\n" && self.text[..at].ends_with('\r') {
                continue;
            }
            self.line += 1;
            fields.clear();
            for (field_at, field) in words(line) {
                let is_quoted = field.starts_with('"');
                if is_quoted && (field.len() == 1 || !field.ends_with('"')) {
                    return Err(open_quote(at + field_at));
                }
                if is_quoted {
                    fields.push_field(&field[1..field.len() - 1].replace("\"\"", "\""));
                } else {
                    fields.push_field(field);
                }
            }
            if !fields.is_empty() {
                return Ok(Some(at));
            }
            self.empty_lines += 1;
        }
    }

    /// Whether a row that is a field too long begins with a name that has no column, as rows of R do: its number among the rows where blanks or
    /// tabs separate, or text in quotes beside fields without.
    pub(super) fn has_row_name(&self, at: usize, fields: &StringRecord, number: u64) -> bool {
        let is_quoted = |column: usize| self.text[self.field_at(at, column)..].starts_with('"');
        let last = fields.len() - 1;
        let is_number =
            !matches!(self.separator, Separator::Byte(b',' | b';')) && fields[0] == *number.to_string();
        !fields[last].trim().is_empty()
            && (is_number || is_quoted(0) && (1..=last).any(|column| !is_quoted(column)))
    }

    /// The byte where a field of the row begins that begins at `at`.
    pub(super) fn field_at(&self, at: usize, column: usize) -> usize {
        let separator = match self.separator {
            Separator::Byte(byte) => byte,
            Separator::Blanks => {
                let line = self.text[at..].lines().next().unwrap_or_default();
                return words(line).nth(column).map_or(at, |(field_at, _)| at + field_at);
            }
        };
        let (mut separators, mut is_quoted) = (0, false);
        for (i, byte) in self.text.bytes().enumerate().skip(at) {
            match byte {
                _ if separators == column => return i,
                b'"' => is_quoted = !is_quoted,
                byte if byte == separator && !is_quoted => separators += 1,
                _ => {}
            }
        }
        at
    }

    /// Where a quote opens that takes in the lines behind the row's first, or the end of the text.
    fn open_quote(&self, at: usize, fields: &StringRecord) -> Option<usize> {
        if !self.text.as_bytes()[at..self.byte()].contains(&b'"') {
            return None;
        }
        if let Some(column) = fields.iter().position(|field| field.contains(['\n', '\r'])) {
            return Some(self.field_at(at, column));
        }
        if self.byte() < self.text.len() {
            return None;
        }
        let last = self.field_at(at, fields.len().saturating_sub(1));
        let written = self.text.get(last..)?;
        // Two quotes within quotes stand for one, so an odd number leaves a field open.
        let is_open = written.starts_with('"') && written.matches('"').count() % 2 == 1;
        is_open.then_some(last)
    }

    fn byte(&self) -> usize {
        self.start + usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX - self.start)
    }
}

fn open_quote(at: usize) -> Fault {
    Fault::new(
        at,
        "the quote that opens here is not closed in its line",
        "close it in its line, as fields of several lines are not read; a quote that belongs to the text is written twice, between quotes",
    )
}

/// The words of a line, which blanks separate but within quotes, each with the byte where it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let begin = at + (rest.len() - rest.trim_start().len());
        let word = &line[begin..];
        if word.is_empty() {
            return None;
        }
        let length = if word.starts_with('"') {
            // Two quotes stand for one of the text.
            let mut quotes = word.match_indices('"').map(|(quote, _)| quote).skip(1).peekable();
            let mut closes = None;
            while let Some(quote) = quotes.next() {
                if quotes.next_if_eq(&(quote + 1)).is_none() {
                    closes = Some(quote + 1);
                    break;
                }
            }
            closes.unwrap_or(word.trim_end().len())
        } else {
            word.find(char::is_whitespace).unwrap_or(word.len())
        };
        at = begin + length;
        Some((begin, &line[begin..at]))
    })
}

//! Where words go: data to stdout, everything else to stderr. A closed pipe is no error.
//!
//! Only data may go to stdout, so that it can be piped.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use understory::Kept;

use crate::failure::{Failure, Outcome};

/// Data, as it is.
pub(crate) fn data(text: &str) -> Outcome {
    Ok(print(text)?)
}

/// The same, where the library asks for it.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let text = if out.is_terminal() {
        shown(text)
    } else {
        text.into()
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let message = format!("cannot write to the standard output: {error}");
            Err(io::Error::new(error.kind(), message))
        }
        _ => Ok(()),
    }
}

/// A line to the user.
pub(crate) fn say(line: &str) {
    // When stderr is gone there is nobody to report that to.
    let _ = writeln!(io::stderr().lock(), "{}", shown(line));
}

/// A text in which what a terminal would obey, or turn round, stands as an escape: names come from files of others.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| {
        let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        matches!(letter, '\n' | '\t') || !(letter.is_control() || turns)
    };
    if text.chars().all(is_plain) {
        return text.into();
    }
    let escaped = |letter: char| match is_plain(letter) {
        true => letter.to_string(),
        false => letter.escape_default().to_string(),
    };
    text.chars().map(escaped).collect::<String>().into()
}

/// Says which of the user's files were kept in a folder, where any were in the way.
pub(crate) fn say_kept(folder: &Path, kept: &Kept) {
    if !kept.is_empty() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        say(&format!(
            "kept in {}, as no command wrote it: {kept}",
            folder.display()
        ));
    }
}

/// What is wrong, where there is anything left to say.
pub(crate) fn fault(failure: &Failure) {
    if let Some(words) = failure.words() {
        say(&words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_an_escape() {
        assert_eq!(
            shown("Fagus sylvatica, Šumava\tα\n"),
            "Fagus sylvatica, Šumava\tα\n"
        );
        assert_eq!(
            shown("\u{1b}[2J\u{7}a\0\u{202e}b\r\u{9b}"),
            "\\u{1b}[2J\\u{7}a\\u{0}\\u{202e}b\\r\\u{9b}"
        );
    }
}

//! Where words go: data to stdout, everything else to stderr. A closed pipe is no error.
//!
//! Only data may go to stdout, so that it can be piped.

use std::io::{self, Write};

use crate::failure::{Failure, Outcome};

/// Data, as it is.
pub(crate) fn data(text: &str) -> Outcome {
    Ok(print(text)?)
}

/// The same, where the library asks for it.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
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
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// What is wrong, where there is anything left to say.
pub(crate) fn fault(failure: &Failure) {
    if let Some(words) = failure.words() {
        say(&words);
    }
}

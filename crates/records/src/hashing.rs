//! Knowing a file by its content: length, lines and BLAKE3 hash, counted while the bytes pass.

use std::io::{self, Read, Write};

/// What is known of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Length.
    pub bytes: u64,
    /// Line ends, and one more where the last line has none.
    pub lines: u64,
    /// BLAKE3 hash, 64 hex digits.
    pub blake3: String,
}

impl Content {
    /// Reads everything and forgets it.
    ///
    /// # Errors
    /// What `input` reports.
    pub fn of(input: impl Read) -> io::Result<Self> {
        let mut hashing = Hashing::new(io::sink());
        let mut input = input;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return Ok(hashing.content()),
                Ok(length) => hashing.count(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Rows of a table: its lines without the header.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.lines.saturating_sub(1)
    }
}

/// Passes bytes on to a writer or from a reader and counts them.
#[derive(Debug)]
pub struct Hashing<T> {
    inner: T,
    hasher: blake3::Hasher,
    bytes: u64,
    line_ends: u64,
    ends_a_line: bool,
}

impl<T> Hashing<T> {
    /// Counts from here on.
    pub fn new(inner: T) -> Self {
        Self {
            inner,
            hasher: blake3::Hasher::new(),
            bytes: 0,
            line_ends: 0,
            ends_a_line: true,
        }
    }

    /// What has passed so far; counting may go on.
    #[must_use]
    pub fn content(&self) -> Content {
        Content {
            bytes: self.bytes,
            lines: self.line_ends + u64::from(!self.ends_a_line),
            blake3: self.hasher.finalize().to_hex().to_string(),
        }
    }

    /// The writer or reader inside.
    pub fn into_inner(self) -> T {
        self.inner
    }

    fn count(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else { return };
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        self.line_ends += bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.ends_a_line = last == b'\n';
    }
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A writer may take less than it was given: only what it took counts.
        let length = self.inner.write(bytes)?;
        self.count(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Hashing<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.count(&buffer[..length]);
        Ok(length)
    }
}

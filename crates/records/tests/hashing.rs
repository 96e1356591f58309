//! Contents that are hashed while they are written and read.

use std::io::{self, Write};

use proptest::prelude::*;
use understory_records::{Content, Hashing};

/// Takes at most three bytes at a time, as a full pipe does.
struct Slow(Vec<u8>);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(3);
        self.0.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #[test]
    fn written_read_and_hashed_at_once_give_the_same_content(text in "[a-z,\n]{0,200}") {
        let mut out = Hashing::new(Slow(Vec::new()));
        out.write_all(text.as_bytes()).unwrap();
        let mut input = Hashing::new(text.as_bytes());
        io::copy(&mut input, &mut io::sink()).unwrap();
        let expected = Content {
            bytes: text.len() as u64,
            lines: text.lines().count() as u64,
            blake3: blake3::hash(text.as_bytes()).to_hex().to_string(),
        };
        prop_assert_eq!(&out.content(), &expected);
        prop_assert_eq!(&input.content(), &expected);
        prop_assert_eq!(&Content::of(text.as_bytes()).unwrap(), &expected);
        prop_assert_eq!(out.into_inner().0, text.as_bytes());
    }
}

#[test]
fn the_hash_is_that_of_blake3() {
    // The hash of no bytes, as the specification's test vectors give it.
    let empty = Content::of(io::empty()).unwrap();
    assert_eq!(
        empty.blake3,
        "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
    );
    assert_eq!((empty.bytes, empty.lines, empty.rows()), (0, 0, 0));
}

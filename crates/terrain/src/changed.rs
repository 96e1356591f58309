//! A TIFF as its decoder is to see it.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use tiff::decoder::Decoder;

use crate::map::Input;

pub(crate) type Tiff<'a> = Decoder<Changed<'a>>;

/// A file of which some bytes are read as others, and one block as it is unpacked.
pub(crate) struct Changed<'a> {
    input: BufReader<&'a mut dyn Input>,
    at: u64,
    /// Places and what is read there.
    pub(crate) changes: Vec<(u64, u8)>,
    /// From where on a block is read, and that.
    pub(crate) block: Option<(u64, Vec<u8>)>,
}

impl<'a> Changed<'a> {
    pub(crate) fn new(input: &'a mut dyn Input) -> Self {
        Self {
            input: BufReader::new(input),
            at: 0,
            changes: Vec::new(),
            block: None,
        }
    }
}

impl Read for Changed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let at = self.at;
        let read = match &self.block {
            Some((start, block)) if at >= *start => {
                let mut rest = block.get((at - start) as usize..).unwrap_or_default();
                rest.read(into)?
            }
            _ => self.input.read(into)?,
        };
        for (place, byte) in &self.changes {
            if (at..at + read as u64).contains(place) {
                into[(place - at) as usize] = *byte;
            }
        }
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Changed<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.input.seek(to)?;
        Ok(self.at)
    }
}

//! Tables into which rows go as they come, such as tile by tile: the rows before need not be held.
//!
//! The same rows give the same bytes, however they are cut into calls, and the bytes of [`crate::write_table`].

use std::io::Write;
use std::marker::PhantomData;

use crate::format::Format;
use crate::line::{Form, Line, WriteError};
#[cfg(feature = "parquet")]
use crate::parquet_file::ParquetWriter;
use crate::table::Table;
use crate::write::{append_line, write_header};

/// A table in the making.
pub struct TableWriter<W: Write, R: Table> {
    out: Out<W>,
    row: PhantomData<fn(R)>,
}

enum Out<W: Write> {
    Csv(W, Line),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetWriter<W>>),
}

impl<W: Write, R: Table> TableWriter<W, R> {
    /// Begins a table: the header is written, also where no row follows.
    ///
    /// # Errors
    /// [`WriteError::Io`], or [`WriteError::WithoutParquet`] where this program was built so.
    pub fn new(format: Format, mut out: W) -> Result<Self, WriteError> {
        let out = match format {
            Format::Csv => {
                write_header::<R>(&mut out)?;
                Out::Csv(out, Line::new(R::ABOUT, Form::Text(Vec::new())))
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => Out::Parquet(Box::new(ParquetWriter::new(R::ABOUT, out)?)),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(WriteError::WithoutParquet { file: R::ABOUT.file }),
        };
        Ok(Self {
            out,
            row: PhantomData,
        })
    }

    /// Adds rows below those before. Of CSV one line is held in memory, of Parquet up to 65,536 rows.
    ///
    /// # Errors
    /// [`WriteError`], whose rows count from the table's begin; the table cannot go on then.
    pub fn append(&mut self, rows: impl IntoIterator<Item = R>) -> Result<(), WriteError> {
        for row in rows {
            match &mut self.out {
                Out::Csv(out, line) => append_line(out, line, &row)?,
                #[cfg(feature = "parquet")]
                Out::Parquet(writer) => writer.append(&row)?,
            }
        }
        Ok(())
    }

    /// Rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        match &self.out {
            Out::Csv(_, line) => line.row(),
            #[cfg(feature = "parquet")]
            Out::Parquet(writer) => writer.rows(),
        }
    }

    /// Ends the table, without which a Parquet file is none, and gives the output back. It is not flushed.
    ///
    /// # Errors
    /// [`WriteError::Io`].
    pub fn finish(self) -> Result<W, WriteError> {
        match self.out {
            Out::Csv(out, _) => Ok(out),
            #[cfg(feature = "parquet")]
            Out::Parquet(writer) => writer.finish(),
        }
    }
}

//! The numbers of a page as text: what the page must know to read them as JSON, and columns of whole numbers behind it, all
//! compressed, as base64.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use thiserror::Error;

/// Why a page cannot be made.
#[derive(Debug, Error)]
pub enum PageError {
    /// A table holds what cannot be drawn.
    #[error("`{column}` of `{table}` is {value}, but it must be {must}")]
    Number {
        /// The table.
        table: String,
        /// Its column.
        column: &'static str,
        /// What it holds.
        value: f64,
        /// What it may hold.
        must: &'static str,
    },
    /// A table names a tree twice.
    #[error("`{table}` has the tree {tree} twice")]
    Twice {
        /// The table.
        table: String,
        /// The tree's number.
        tree: u64,
    },
    /// The numbers cannot be packed.
    #[error("the numbers of the page cannot be packed")]
    Packing(#[from] io::Error),
}

/// Packs a page's numbers: the length of the JSON in four bytes (little-endian), the JSON, then the columns' bytes in the order
/// in which it describes them; compressed without a header (RFC 1951), as base64.
pub(crate) fn packed(about: &impl Serialize, columns: &[u8]) -> Result<String, PageError> {
    let about = serde_json::to_vec(about).map_err(io::Error::from)?;
    let mut out = DeflateEncoder::new(Vec::new(), Compression::new(6));
    out.write_all(&(about.len() as u32).to_le_bytes())?;
    out.write_all(&about)?;
    out.write_all(columns)?;
    Ok(STANDARD.encode(out.finish()?))
}

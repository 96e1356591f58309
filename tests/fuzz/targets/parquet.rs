//! Parquet files: every table of ours is read from them or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use understory_records::{DeadRow, EventRow, SeedRow, TreeRow, read_table, row_count};

fuzz_target!(|bytes: &[u8]| {
    let _ = row_count("table.parquet", bytes);
    let _ = read_table::<TreeRow>("table.parquet", bytes);
    let _ = read_table::<SeedRow>("table.parquet", bytes);
    let _ = read_table::<DeadRow>("table.parquet", bytes);
    let _ = read_table::<EventRow>("table.parquet", bytes);
});

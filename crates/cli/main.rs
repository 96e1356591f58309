//! The command line.

#[allow(dead_code, unused_imports, reason = "used by the commands")]
mod run_folder;
#[allow(dead_code, reason = "used by the commands")]
mod store;

fn main() {}

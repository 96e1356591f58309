//! What a run of a scenario is expected to hold, by a sample plot that is grown; `run` tells it of large runs.
//!
//! `cargo run --release -p understory-lab --example estimate -- scenarios/million.toml`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

mod disk;

use understory_lab::Estimate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let scenario = disk::scenario(&path)?;
        match Estimate::of_sample(&scenario, 1)? {
            Some(estimate) => println!(
                "{path}: {:.3} million trees, {:.0} MB of memory, {:.1} MB of tables, {:.1} MB of page",
                estimate.trees as f64 / 1e6,
                estimate.memory_bytes as f64 / 1e6,
                estimate.disk_bytes as f64 / 1e6,
                estimate.page_bytes as f64 / 1e6
            ),
            None => println!("{path}: no larger than a sample of it would be"),
        }
    }
    Ok(())
}

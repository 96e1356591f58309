//! How many neighbours a tree has to do with, those whose own reach covers it, at the beginning and the end of a run,
//! and what a tree and year cost in between.
//!
//! `cargo run --release -p understory-lab --example neighbours -- scenarios/million.toml`, on one thread with
//! `RAYON_NUM_THREADS=1` before it

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

mod disk;

use understory_forest::Forest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which scenario? give its path")?;
    let scenario = disk::scenario(&path)?;
    let mut forest = understory_lab::forest_at_start(&scenario, scenario.seed, false)?;
    tell(&forest);
    let mut landed = 0;
    while forest.year() < scenario.years {
        forest.advance();
        landed += forest
            .tallies()
            .iter()
            .map(|tally| tally.seeds_landed)
            .sum::<u64>();
    }
    tell(&forest);
    let tree_years = forest.tree_years() as f64;
    let seconds = |counts: &dyn Fn(&str) -> bool| -> f64 {
        forest
            .system_seconds()
            .filter(|(name, _)| counts(name))
            .map(|(_, seconds)| seconds)
            .sum()
    };
    println!(
        "{:.2} seeds landing, {:.3} µs per tree and year, {:.3} of them for the sums of fields",
        landed as f64 / tree_years,
        1e6 * seconds(&|_| true) / tree_years,
        1e6 * seconds(&|name| name == "crowd") / tree_years
    );
    Ok(())
}

fn tell(forest: &Forest) {
    let mut neighbours = forest.neighbours_in_reach();
    let mean = neighbours.iter().copied().map(f64::from).sum::<f64>() / neighbours.len() as f64;
    neighbours.sort_unstable();
    let quantile = |share: usize| {
        neighbours
            .get(neighbours.len() * share / 20)
            .copied()
            .unwrap_or(0)
    };
    println!(
        "year {}: {} trees, each in reach of {mean:.1} others (half of them of {} or fewer, one in twenty of {} or more)",
        forest.year(),
        neighbours.len(),
        quantile(10),
        quantile(19)
    );
}

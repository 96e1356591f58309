//! How many trees' own reach covers a tree, at the beginning and the end of a run,
//! and what a tree and year cost in between.
//!
//! `cargo run --release -p understory-lab --example neighbours -- scenarios/million.toml`, on one thread with
//! `RAYON_NUM_THREADS=1` before it

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

mod disk;

use understory_forest::{Forest, Neighbours};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which scenario? give its path")?;
    let scenario = disk::scenario(&path)?;
    let mut forest = understory_lab::forest_at_start(&scenario, scenario.header.seed, false)?;
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
    let all = forest.neighbours();
    let mean = |of: fn(&Neighbours) -> u32| {
        let counts = all.iter().map(|neighbours| f64::from(of(neighbours)));
        counts.sum::<f64>() / all.len() as f64
    };
    let mut neighbours: Vec<u32> = all.iter().map(|neighbours| neighbours.in_reach).collect();
    neighbours.sort_unstable();
    let quantile = |share: usize| {
        neighbours
            .get(neighbours.len() * share / 20)
            .copied()
            .unwrap_or(0)
    };
    println!(
        "year {}: {} trees, each in reach of {:.1} others (half of them of {} or fewer, one in twenty of {} or more); \
         sums over {:.1} listed ones",
        forest.year(),
        neighbours.len(),
        mean(|neighbours| neighbours.in_reach),
        quantile(10),
        quantile(19),
        mean(|neighbours| neighbours.listed)
    );
}

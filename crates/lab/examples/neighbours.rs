//! How many neighbours a tree has to do with: those whose own reach covers it, at the beginning and the end of a run.
//!
//! `cargo run --release -p understory-lab --example neighbours -- scenarios/million.toml`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

mod disk;

use understory_forest::Forest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which scenario? give its path")?;
    let scenario = disk::scenario(&path)?;
    let mut forest = understory_lab::forest_at_start(&scenario, scenario.seed, false)?;
    tell(&forest);
    while forest.year() < scenario.years {
        forest.advance();
    }
    tell(&forest);
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

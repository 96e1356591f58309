//! What a tree and a seed take, at the peak of some years and beyond the program itself.
//!
//! `cargo run --release -p understory-forest --example memory -- [hectares along a side] [years]`
//!
//! The peak is what Linux says the process has held at most. A first stand bears no seeds and shows what a tree
//! takes; a second one shows what its seeds take beside it.

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use std::error::Error;

use understory_forest::parameters::Light;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let side: u32 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let years: u32 = arguments.next().map_or(Ok(8), |text| text.parse())?;
    let program = peak_bytes()?;
    let grown = stand::patch();
    let mut peaks = Vec::new();
    for bears in [false, true] {
        let mut forest = stand::laid_out(&grown, [side, side], bears, Light::default());
        let planted = peak_bytes()? - program;
        let mut trees = forest.tree_count();
        for _ in 0..years {
            forest.advance();
            trees = trees.max(forest.tree_count());
        }
        let (peak, seeds) = (peak_bytes()? - program, forest.peak_seeds());
        let what = if bears { "with seeds" } else { "without seeds" };
        println!(
            "{what}: {trees} trees and {seeds} seeds at most; {:.0} MB once planted, {:.0} MB at the peak",
            planted / 1e6,
            peak / 1e6
        );
        peaks.push((peak, trees as f64, seeds as f64));
    }
    let per_tree = peaks[0].0 / peaks[0].1;
    let per_seed = (peaks[1].0 - per_tree * peaks[1].1) / peaks[1].2;
    println!("{per_tree:.0} B for a tree, {per_seed:.0} B for a seed");
    Ok(())
}

/// The most memory that this process has held, bytes.
fn peak_bytes() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| {
        format!("what the process holds is read from Linux's `/proc/self/status`: {error}")
    })?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line
        .and_then(|line| line.trim().strip_suffix(" kB"))
        .ok_or("no `VmHWM` in it")?;
    Ok(1024.0 * kilobytes.parse::<f64>()?)
}

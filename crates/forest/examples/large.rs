//! A large stand in its steady years: what a tree-year costs, system by system.
//!
//! `cargo run --release -p understory-forest --example large -- [hectares along a side] [years] [light model]`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use understory_forest::parameters::Light;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let side: u32 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let years: u32 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let light = match arguments.next() {
        Some(model) => Light::named(&model).ok_or_else(|| {
            format!(
                "no light model is called `{model}`: there are {:?}",
                Light::MODELS
            )
        })?,
        None => Light::default(),
    };
    let mut forest = stand::laid_out(&stand::patch(), [side, side], true, light);
    let seconds = |forest: &understory_forest::Forest| {
        forest
            .system_seconds()
            .map(|(_, seconds)| seconds)
            .collect::<Vec<_>>()
    };
    println!("{} trees, {} seeds", forest.tree_count(), forest.seed_count());
    let (before, tree_years_before) = (seconds(&forest), forest.tree_years());
    let (mut landed, mut born) = (0, 0);
    for _ in 0..years {
        forest.advance();
        for tally in forest.tallies() {
            landed += tally.seeds_landed;
            born += tally.germinated;
        }
    }
    let tree_years = (forest.tree_years() - tree_years_before) as f64;
    println!(
        "{} trees, {} seeds; {:.2} seeds landing and {:.3} births per tree-year",
        forest.tree_count(),
        forest.seed_count(),
        landed as f64 / tree_years,
        born as f64 / tree_years
    );
    let mut sum = 0.0;
    for ((name, after), before) in forest.system_seconds().zip(before) {
        let nanoseconds = 1e9 * (after - before) / tree_years;
        println!("{name:10} {nanoseconds:6.1} ns");
        sum += nanoseconds;
    }
    println!("{:10} {sum:6.1} ns", "all");
    let hash = forest.trees().fold(0_u64, |hash, tree| {
        (hash ^ tree.size.height_m.to_bits() ^ tree.key.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    println!("hash {hash:016x}");
    Ok(())
}

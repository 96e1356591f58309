//! What ground, storms and dry years cost a large stand: two of the same trees live their years in turn, one with all three, one without.
//!
//! `cargo run --release -p understory-forest --example ground_wind_drought -- [hectares along a side] [years]`

#![allow(clippy::print_stdout, reason = "an example prints what it shows")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves benches too")]
mod stand;

use std::sync::Arc;
use std::time::Instant;

use understory_forest::climate::{Rain, Temperature};
use understory_forest::components::Cause;
use understory_forest::disturbance::{Disturbance, Wind};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Climate, Forest, Site, Water};
use understory_numerics::math;

/// Side of a cell of the ground, m.
const CELL_M: f64 = 5.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let side: u32 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let years: u32 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let plain = stand::stand([side, side]);
    let with_all = with_all(&plain, years)?;
    println!("{} trees", plain.tree_count());
    let mut forests = [plain, with_all];
    let (mut seconds, mut killed) = ([0.0; 2], [0; 2]);
    let before = forests.each_ref().map(Forest::tree_years);
    for year in 0..years {
        // In turn, and each first every other year: what else the machine does strikes both alike.
        for number in [year as usize % 2, 1 - year as usize % 2] {
            let forest = &mut forests[number];
            let begun = Instant::now();
            forest.advance();
            seconds[number] += begun.elapsed().as_secs_f64();
            if number == 1 {
                let died = |cause: Cause| -> u64 {
                    let tallies = forest.tallies();
                    tallies.iter().map(|tally| tally.died[cause as usize]).sum()
                };
                killed[0] += died(Cause::Drought);
                killed[1] += died(Cause::Snapped) + died(Cause::Uprooted) + died(Cause::Hit);
            }
        }
    }
    let per_tree_ns = [0, 1].map(|number| {
        let tree_years = (forests[number].tree_years() - before[number]) as f64;
        1e9 * seconds[number] / tree_years
    });
    println!("without    {:6.1} ns a tree and year", per_tree_ns[0]);
    println!(
        "with all   {:6.1} ns, {:+.1} %; drought killed {}, storms {}",
        per_tree_ns[1],
        100.0 * (per_tree_ns[1] / per_tree_ns[0] - 1.0),
        killed[0],
        killed[1]
    );
    let [without, with] = forests
        .each_ref()
        .map(|forest| forest.system_seconds().collect::<Vec<_>>());
    for ((name, without_s), (_, with_s)) in without.into_iter().zip(with) {
        let [without_ns, with_ns] = [(0, without_s), (1, with_s)]
            .map(|(number, s)| 1e9 * s / (forests[number].tree_years() - before[number]) as f64);
        println!("{name:10} {without_ns:6.1} ns {with_ns:6.1} ns");
    }
    Ok(())
}

/// The same trees on ground that rises and falls, with storms and a climate in which some years are dry.
fn with_all(plain: &Forest, years: u32) -> Result<Forest, Box<dyn std::error::Error>> {
    let plot = *plain.plot();
    let species: Vec<Species> = plain.species().cloned().collect();
    let conditions = Conditions {
        disturbance: Disturbance {
            wind: Some(Wind::default()),
            ..Disturbance::default()
        },
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot, 1, species, conditions)?;
    let cells = plot.size_m().map(|side_m| (side_m / CELL_M).ceil() as u32);
    let wetness = || {
        (0..cells[1]).flat_map(|row| {
            (0..cells[0])
                .map(move |column| math::sin(f64::from(column) / 7.0) * math::cos(f64::from(row) / 9.0))
        })
    };
    let factors = wetness().map(|index| (0.9 + 0.1 * index) as f32).collect();
    let gained_mm = wetness().map(|index| (80.0 * index) as f32).collect();
    forest.set_site(Arc::new(Site::new(
        plot.origin_m(),
        [CELL_M; 2],
        cells,
        1,
        factors,
    )?))?;
    let temperature = Temperature {
        mean_c: 9.5,
        sd_c: 0.8,
        lag1: 0.2,
        trend_c_per_yr: 0.0,
    };
    let rain = Rain {
        mean_mm: 640.0,
        sd_mm: 130.0,
        lag1: 0.0,
        trend_mm_per_yr: 0.0,
        with_temperature: -0.3,
    };
    let water = Water::new(plot.origin_m(), [CELL_M; 2], cells, gained_mm)?;
    let last = plain.year() + years;
    forest.set_climate(Arc::new(
        Climate::drawn(&temperature, &rain, 1, last)?.on(Arc::new(water)),
    ));
    forest.restore(plain.state())?;
    Ok(forest)
}

//! One year of a warmed stand on one thread: the whole of it, each system by itself, and the inventory that follows it.
//!
//! `cargo bench --bench year`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

#[allow(dead_code, reason = "it serves other benches too")]
mod stand;

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use understory_forest::Forest;
use understory_forest::parameters::Light;

fn year(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool of one thread");
    let grown = stand::patch();
    let mut group = criterion.benchmark_group("forest");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for tiles in stand::SIZES {
        let mut forest = stand::laid_out(&grown, tiles, true, Light::default());
        let trees = forest.tree_count();
        group.throughput(Throughput::Elements(trees as u64));
        group.bench_function(format!("year/{trees}"), |bencher| {
            bencher.iter_custom(|years| pool.install(|| cycles(&mut forest, years, |_| true)));
        });
        // What a run counts at the end of each year, beside the year.
        group.bench_function(format!("inventory/{trees}"), |bencher| {
            bencher.iter(|| pool.install(|| forest.inventory()));
        });
        let names: Vec<_> = forest.system_seconds().map(|(name, _)| name).collect();
        for system in names {
            group.bench_function(format!("{system}/{trees}"), |bencher| {
                bencher
                    .iter_custom(|years| pool.install(|| cycles(&mut forest, years, |name| name == system)));
            });
        }
    }
    group.finish();
}

/// Years from one good year of the beech to the next.
const CYCLE: u32 = 4;

/// What the chosen systems take in so many years, taken from the mean over a whole cycle of mast.
fn cycles(forest: &mut Forest, years: u64, counts: impl Fn(&str) -> bool) -> Duration {
    let seconds = |forest: &Forest| -> f64 {
        let systems = forest.system_seconds();
        systems
            .filter(|(name, _)| counts(name))
            .map(|(_, seconds)| seconds)
            .sum()
    };
    let before = seconds(forest);
    for _ in 0..CYCLE {
        forest.advance();
    }
    Duration::from_secs_f64((seconds(forest) - before) / f64::from(CYCLE) * years as f64)
}

criterion_group!(benches, year);
criterion_main!(benches);

//! One year of a warmed stand: seeds, fields, growth, deaths and the new order of rows, on one thread.
//!
//! `cargo bench --bench year`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

mod stand;

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn year(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool of one thread");
    let mut group = criterion.benchmark_group("forest::year");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    for tiles in stand::SIZES {
        let mut forest = stand::stand(tiles);
        let trees = forest.tree_count();
        group.throughput(Throughput::Elements(trees as u64));
        group.bench_function(trees.to_string(), |bencher| {
            bencher.iter(|| pool.install(|| forest.advance()));
        });
    }
    group.finish();
}

criterion_group!(benches, year);
criterion_main!(benches);

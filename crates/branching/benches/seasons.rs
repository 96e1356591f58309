//! Trees that live their years, fine and coarse, and a crown that is colonized beside them: nodes per second.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use understory_branching::presets::{colonized_oak, named};
use understory_branching::seasons::SeasonTree;
use understory_numerics::RandomKey;

fn benchmark(criterion: &mut Criterion) {
    let key = RandomKey::root(1, &["bench"]);
    let mut group = criterion.benchmark_group("branching::seasons");
    group.sample_size(10);
    for (name, age_yr) in [("oak", 20), ("oak", 60), ("oak", 120), ("spruce", 60)] {
        for (grain, detail) in [("fine", 1.0), ("coarse", 0.4)] {
            let form = SeasonTree {
                age_yr: Some(age_yr),
                detail,
                roots: None,
                ..named(name).expect("it ships").form()
            };
            let nodes = form.grow(key, &[]).expect("it grows").skeleton.nodes.len();
            group.throughput(Throughput::Elements(nodes as u64));
            let id = BenchmarkId::new(format!("{name}-{grain}"), age_yr);
            group.bench_function(id, |bencher| bencher.iter(|| black_box(&form).grow(key, &[])));
        }
    }
    let mut form = colonized_oak();
    form.roots = None;
    let nodes = form.grow(key, &[]).expect("it grows").skeleton.nodes.len();
    group.throughput(Throughput::Elements(nodes as u64));
    group.bench_function("oak-colonized", |bencher| {
        bencher.iter(|| black_box(&form).grow(key, &[]))
    });
    group.finish();
}

criterion_group!(benches, benchmark);
criterion_main!(benches);

//! Vertices per second of drawing trees of three sizes, in their four levels of detail, with their leaves.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use understory_branching::mesh::{Levels, draw};
use understory_branching::presets;
use understory_numerics::RandomKey;

fn benchmark(criterion: &mut Criterion) {
    let key = RandomKey::root(1, &["bench"]);
    let mut group = criterion.benchmark_group("branching::draw");
    for crown_points in [1_000, 10_000, 100_000] {
        let mut oak = presets::colonized_oak();
        oak.crown_points = crown_points;
        let skeleton = oak.grow(key, &[]).expect("it grows").skeleton;
        for (name, level) in ["near", "middle", "far", "farthest"]
            .into_iter()
            .zip(&Levels::default().details())
        {
            let draw =
                || draw(black_box(&skeleton), level, oak.leaf.as_ref(), key).expect("the levels are sound");
            let mesh = draw();
            let parts = [&mesh.bark, &mesh.roots, &mesh.leaves];
            let vertices: usize = parts.iter().map(|part| part.places_m.len()).sum();
            group.throughput(Throughput::Elements(vertices as u64));
            group.bench_function(BenchmarkId::new(name, crown_points), |bencher| bencher.iter(draw));
        }
    }
    group.finish();
}

criterion_group!(benches, benchmark);
criterion_main!(benches);

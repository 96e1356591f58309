//! Points a second of the throwers and grids, each beside its naive form or another crate's.
//!
//! `cargo bench -p understory-scatter --bench throwers`; a name picks, as in `-- poisson_disk/ours/100000`.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use map_scatter::prelude::{
    JitterGridSampling, PoissonDiskSampling, PositionSampling, UniformRandomSampling,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::{
    Elimination, JitteredGrid, JitteredPlane, MinimumDistance, PointMethod, PoissonDisk, PoissonMaximal,
    Request, SeveralSizes, Uniform,
};
use understory_space::{Edge, Plot};

/// Where all pairs, and other crates' disks, would take too long to wait for at more.
const SMALL: [u32; 2] = [10_000, 100_000];
const UP_TO_A_MILLION: [u32; 3] = [10_000, 100_000, 1_000_000];
const ALL: [u32; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// A plot with a square metre for each point.
fn plot(count: u32) -> Plot {
    Plot::new([0.0; 2], [f64::from(count).sqrt(); 2], Edge::Open).expect("a square")
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    group
}

fn ours(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, method: &dyn PointMethod, counts: &[u32]) {
    for &count in counts {
        let plot = plot(count);
        group.throughput(Throughput::Elements(u64::from(count)));
        group.bench_function(format!("{name}/{count}"), |bencher| {
            bencher.iter(|| {
                method
                    .scatter(&Request::new(&plot, count), RandomKey::from_bits(1))
                    .expect("the parameters are in range")
            });
        });
    }
}

fn map_scatter(group: &mut BenchmarkGroup<'_, WallTime>, count: u32, sampling: &dyn PositionSampling) {
    let side = f64::from(count).sqrt() as f32;
    group.throughput(Throughput::Elements(u64::from(count)));
    group.bench_function(format!("map_scatter/{count}"), |bencher| {
        bencher.iter(|| sampling.generate([side, side].into(), &mut SmallRng::seed_from_u64(1)));
    });
}

fn uniform(criterion: &mut Criterion) {
    let mut group = group(criterion, "uniform");
    ours(&mut group, "ours", &Uniform, &ALL);
    for count in UP_TO_A_MILLION {
        group.throughput(Throughput::Elements(u64::from(count)));
        // One Philox a point, as a draw that stands for itself takes it.
        group.bench_function(format!("philox/{count}"), |bencher| {
            bencher.iter(|| -> Vec<_> {
                (0..count)
                    .map(|i| RandomKey::from_bits(1).draws(0, Purpose::Place, i))
                    .collect()
            });
        });
        map_scatter(&mut group, count, &UniformRandomSampling::new(count as usize));
    }
}

fn jittered_grid(criterion: &mut Criterion) {
    let mut group = group(criterion, "jittered_grid");
    ours(&mut group, "ours", &JitteredGrid::default(), &ALL);
    for count in UP_TO_A_MILLION {
        map_scatter(&mut group, count, &JitterGridSampling::new(0.8, 1.0));
    }
    // A lattice of one thousand columns as moves within the cells, over memory that stays in the cache.
    let plane =
        JitteredPlane::new([1.0; 2], 0.4, RandomKey::from_bits(1)).expect("the parameters are in range");
    let (mut x, mut y) = (vec![0.0; 1000], vec![0.0; 1000]);
    group.throughput(Throughput::Elements(1_000_000));
    group.bench_function("moves/1000000", |bencher| {
        bencher.iter(|| {
            for row in 0..1000 {
                plane.moves(row, 0, &mut x, &mut y);
                black_box((&mut x, &mut y));
            }
        });
    });
    group.bench_function("fill/1000000", |bencher| {
        bencher.iter(|| {
            for row in 0..1000 {
                x.fill(row as f32);
                y.fill(row as f32);
                black_box((&mut x, &mut y));
            }
        });
    });
}

/// Every dart against every point.
fn throws_against_all(count: u32, distance_m: f64) -> Vec<[f64; 2]> {
    let plot = plot(count);
    let throws_m = Uniform
        .scatter(&Request::new(&plot, 4 * count), RandomKey::from_bits(1))
        .expect("no parameters")
        .points_m;
    let mut points_m: Vec<[f64; 2]> = Vec::new();
    for throw_m in throws_m {
        let is_free =
            |other_m: &[f64; 2]| plot.distance_squared_m2(throw_m, *other_m) >= distance_m * distance_m;
        if points_m.len() < count as usize && points_m.iter().all(is_free) {
            points_m.push(throw_m);
        }
    }
    points_m
}

fn throwing(criterion: &mut Criterion) {
    let mut group = group(criterion, "minimum_distance");
    let distance_m = 0.43_f64.sqrt();
    let method = MinimumDistance {
        distance_m: Some(distance_m),
        tries: 1000,
    };
    ours(&mut group, "ours", &method, &UP_TO_A_MILLION);
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("against_all/10000", |bencher| {
        bencher.iter(|| throws_against_all(10_000, distance_m))
    });
    ours(
        &mut group,
        "several_sizes",
        &SeveralSizes::default(),
        &UP_TO_A_MILLION,
    );
}

fn poisson_disk(criterion: &mut Criterion) {
    let mut group = group(criterion, "poisson_disk");
    ours(&mut group, "ours", &PoissonDisk::default(), &ALL);
    ours(
        &mut group,
        "ours_fast",
        &PoissonDisk {
            candidates: 8,
            ..PoissonDisk::default()
        },
        &ALL,
    );
    ours(
        &mut group,
        "ours_maximal",
        &PoissonMaximal::default(),
        &UP_TO_A_MILLION,
    );
    for count in SMALL {
        let side = f64::from(count).sqrt();
        // About 0.63 points a square of the distance come of dart throwing in rings.
        let distance = 0.63_f64.sqrt();
        group.throughput(Throughput::Elements(u64::from(count)));
        group.bench_function(format!("fast_poisson/{count}"), |bencher| {
            bencher.iter(|| {
                fast_poisson::Poisson2D::new()
                    .with_dimensions([side; 2], distance)
                    .with_seed(1)
                    .generate()
            });
        });
        group.bench_function(format!("poisson_diskus/{count}"), |bencher| {
            bencher.iter(|| poisson_diskus::bridson(&[side; 2], distance, 30, false));
        });
        map_scatter(&mut group, count, &PoissonDiskSampling::new(0.69_f32.sqrt()));
    }
}

fn elimination(criterion: &mut Criterion) {
    let mut group = group(criterion, "elimination");
    ours(&mut group, "ours", &Elimination::default(), &SMALL);
}

criterion_group!(
    benches,
    uniform,
    jittered_grid,
    throwing,
    poisson_disk,
    elimination
);
criterion_main!(benches);

//! What envelopes cost beside the curves themselves: simulating the patterns, several functions of each, and the global tests.
//!
//! `simulate` makes the points of 99 patterns and asks for a curve that costs nothing; `against_csr` asks for *G* and
//! for *K* up to 0.05 sides, on
//! two threads as on one. `global` runs each test on a family of curves at 513 distances, beside the ranks alone as
//! their definition reads: every value counted against every other.
//!
//! `cargo bench -p understory-spacing --bench envelopes`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::ThreadPool;
use understory_numerics::RandomKey;
use understory_numerics::sample::unit_from_u32;
use understory_spacing::{
    Curves, Edge, EdgeCorrection, GlobalMeasure, NearestNeighbourSummary, NearestNeighbours, PairKernel,
    PairStatistics, Plot, Radii, csr_simulations, uniform_points,
};

const SIMULATIONS: u32 = 99;

fn key(name: &str) -> RandomKey {
    RandomKey::root(1, &["envelope benches", name])
}

fn threads(count: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .expect("a pool of this size can be made")
}

fn window() -> Plot {
    Plot::new([0.0; 2], [1.0; 2], Edge::Open).expect("the unit square has an area")
}

fn simulate(criterion: &mut Criterion) {
    let window = window();
    let mut group = criterion.benchmark_group("envelopes::simulate");
    for points in [100_usize, 1000, 10_000] {
        group.throughput(Throughput::Elements(u64::from(SIMULATIONS) * points as u64));
        for count in [1, 2] {
            let (pool, id) = (
                threads(count),
                BenchmarkId::new(format!("{count}_threads"), points),
            );
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    pool.install(|| {
                        csr_simulations(SIMULATIONS, points, &window, key("points"), |points_m, _| {
                            Ok(points_m[0][0])
                        })
                    })
                });
            });
        }
    }
    group.finish();
}

fn against_csr(criterion: &mut Criterion) {
    let window = window();
    let mut group = criterion.benchmark_group("envelopes::against_csr");
    group.measurement_time(Duration::from_secs(5)).sample_size(10);
    for points in [1000_usize, 10_000] {
        let points_m = uniform_points(points, &window, key("observed")).expect("few points");
        let r_m: Vec<f64> = (0..=512)
            .map(|k| 2.0 / (points as f64).sqrt() * f64::from(k) / 512.0)
            .collect();
        let near = Radii::new(0.05, 512).expect("a range above 0");
        let g_km = |points_m: &[[f64; 2]], window: &Plot| {
            Ok(NearestNeighbourSummary::new(points_m, window)?.g(&r_m)?.km)
        };
        let k_trans = |points_m: &[[f64; 2]], window: &Plot| {
            let curves = PairStatistics::new(points_m, window)?.k(&near, &[EdgeCorrection::Translation])?;
            let k_m2 = curves.by(EdgeCorrection::Translation).unwrap_or_default();
            Ok(k_m2.iter().map(|value| value.unwrap_or(f64::NAN)).collect())
        };
        for count in [1, 2] {
            let pool = threads(count);
            group.bench_function(
                BenchmarkId::new(format!("g_{count}_threads"), points),
                |bencher| {
                    bencher.iter(|| {
                        pool.install(|| {
                            Curves::against_csr(&points_m, &window, &r_m, SIMULATIONS, key("against"), g_km)
                        })
                    });
                },
            );
            group.bench_function(
                BenchmarkId::new(format!("k_{count}_threads"), points),
                |bencher| {
                    bencher.iter(|| {
                        pool.install(|| {
                            let r_m = near.to_vec_m();
                            Curves::against_csr(
                                &points_m,
                                &window,
                                &r_m,
                                SIMULATIONS,
                                key("against"),
                                k_trans,
                            )
                        })
                    });
                },
            );
        }
    }
    group.finish();
}

/// *K*, *g* and *G* of 99 random patterns up to 0.05 of the side: all of each pattern, as `stats` measures them, and
/// naively one function after the other, each of patterns of its own.
fn several_functions(criterion: &mut Criterion) {
    let window = window();
    let mut group = criterion.benchmark_group("envelopes::k_g_and_nearest");
    group.measurement_time(Duration::from_secs(5)).sample_size(10);
    let (radii, by) = (
        Radii::new(0.05, 512).expect("a range above 0"),
        [EdgeCorrection::Translation],
    );
    let (r_m, kernel) = (radii.to_vec_m(), PairKernel::default());
    for points in [1000_usize, 10_000] {
        for count in [1, 2] {
            let pool = threads(count);
            let id = BenchmarkId::new(format!("together_{count}_threads"), points);
            group.bench_function(id, |bencher| {
                let figure = |points_m: &[[f64; 2]], window: &Plot| {
                    let g_km = NearestNeighbours::new(points_m, window)?.g_km(&r_m)?;
                    let pairs = PairStatistics::new(points_m, window)?;
                    Ok((g_km, pairs.k_and_pair_correlation(&radii, &by, &kernel)?))
                };
                let all = || csr_simulations(SIMULATIONS, points, &window, key("several"), figure);
                bencher.iter(|| pool.install(all));
            });
            let id = BenchmarkId::new(format!("one_by_one_{count}_threads"), points);
            group.bench_function(id, |bencher| {
                let g = |points_m: &[[f64; 2]], window: &Plot| {
                    Ok(NearestNeighbourSummary::new(points_m, window)?.g(&r_m)?.km)
                };
                let k = |points_m: &[[f64; 2]], window: &Plot| {
                    PairStatistics::new(points_m, window)?.k(&radii, &by)
                };
                let pcf = |points_m: &[[f64; 2]], window: &Plot| {
                    PairStatistics::new(points_m, window)?.pair_correlation(&radii, &by, &kernel)
                };
                let all = || {
                    let key = key("several");
                    (
                        csr_simulations(SIMULATIONS, points, &window, key, g),
                        csr_simulations(SIMULATIONS, points, &window, key, k),
                        csr_simulations(SIMULATIONS, points, &window, key, pcf),
                    )
                };
                bencher.iter(|| pool.install(all));
            });
        }
    }
    group.finish();
}

/// Curves as rough as those of patterns: each step up or down from the last.
fn walks(curves: u32, distances: u32) -> Curves {
    let walk = |curve: u32| -> Vec<f64> {
        let key = key("walk").child(0, understory_numerics::Purpose::Member, curve);
        let mut height = 0.0;
        (0..distances)
            .map(|k| {
                height += unit_from_u32(key.draws(0, understory_numerics::Purpose::Place, k)[0]) - 0.5;
                height
            })
            .collect()
    };
    let r_m: Vec<f64> = (0..distances).map(f64::from).collect();
    Curves::new(&r_m, walk(0), (1..curves).map(walk).collect()).expect("walks are defined everywhere")
}

fn count_ranks(curves: &Curves) -> f64 {
    let mut rows = vec![curves.observed()];
    rows.extend(curves.simulated().iter().map(Vec::as_slice));
    let mut sum = 0.0;
    for at in 0..curves.r_m().len() {
        for row in &rows {
            let below = rows.iter().filter(|other| other[at] < row[at]).count();
            let above = rows.iter().filter(|other| other[at] > row[at]).count();
            sum += below.min(above) as f64;
        }
    }
    sum
}

fn global(criterion: &mut Criterion) {
    let pool = threads(1);
    let mut group = criterion.benchmark_group("envelopes::global");
    group.measurement_time(Duration::from_secs(3)).sample_size(10);
    for count in [100_u32, 1000, 2500] {
        let curves = walks(count, 513);
        for (name, measure) in [
            ("rank", GlobalMeasure::Rank),
            ("erl", GlobalMeasure::ExtremeRankLength),
            ("area", GlobalMeasure::Area),
            ("qdir", GlobalMeasure::DirectionalQuantile),
        ] {
            group.bench_function(BenchmarkId::new(name, count), |bencher| {
                bencher.iter(|| pool.install(|| black_box(&curves).global_test(measure, 0.05)));
            });
        }
        group.bench_function(BenchmarkId::new("mad", count), |bencher| {
            bencher.iter(|| black_box(&curves).mad());
        });
        group.bench_function(BenchmarkId::new("dclf", count), |bencher| {
            bencher.iter(|| black_box(&curves).dclf());
        });
        if count <= 1000 {
            group.bench_function(BenchmarkId::new("counted_ranks", count), |bencher| {
                bencher.iter(|| count_ranks(black_box(&curves)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, simulate, against_csr, several_functions, global);
criterion_main!(benches);

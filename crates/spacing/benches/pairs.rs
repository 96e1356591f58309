//! Sums over pairs, on one thread: `cargo bench -p understory-spacing --bench pairs`.
//!
//! `near` reaches to about 79 neighbours a point, 5 spacings; `far` to 0.05 of the side. The naive form looks at every
//! pair.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};
use understory_spacing::{
    Edge, EdgeCorrection, KernelIntensity, PairKernel, PairStatistics, Plot, PolygonWindow, Radii,
};

const STEPS: usize = 512;
const COUNTS: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

fn window() -> Plot {
    Plot::new([0.0; 2], [1.0; 2], Edge::Open).expect("a unit square has an area")
}

fn uniform(count: u32) -> Vec<[f64; 2]> {
    let key = RandomKey::root(7, &["bench"]);
    let unit = |low: u32, high: u32| unit_from_u64(u64::from(low) | u64::from(high) << 32);
    let place = |number| {
        let [a, b, c, d] = key.draws(0, Purpose::Place, number);
        [unit(a, b), unit(c, d)]
    };
    (0..count).map(place).collect()
}

fn near(count: u32) -> Radii {
    Radii::new(5.0 / f64::from(count).sqrt(), STEPS).expect("a range above 0")
}

fn far() -> Radii {
    Radii::new(0.05, STEPS).expect("a range above 0")
}

fn statistics(points_m: &[[f64; 2]]) -> PairStatistics {
    PairStatistics::new(points_m, &window()).expect("points lie in the window")
}

fn k(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs::k");
    group.sample_size(10);
    for count in COUNTS {
        let points_m = uniform(count);
        group.throughput(Throughput::Elements(u64::from(count)));
        for (reach, radii) in [("near", near(count)), ("far", far())] {
            if reach == "far" && count > 100_000 {
                continue;
            }
            for correction in [
                EdgeCorrection::None,
                EdgeCorrection::Border,
                EdgeCorrection::Translation,
                EdgeCorrection::Isotropic,
            ] {
                let id = BenchmarkId::new(format!("{reach}/{correction}"), count);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| statistics(black_box(&points_m)).k(&radii, &[correction]));
                });
            }
        }
    }
    group.finish();
}

/// In windows bounded by polygons, beside the rectangle: `l` has 6 corners, `lake` 20 with those of a hole, `crooked` 100.
fn k_in_polygons(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs::k_in_polygons");
    group.sample_size(10);
    let ring = |corners: u32, middle: f64, ray: f64| -> Vec<[f64; 2]> {
        let corner = |number: u32| {
            let angle = std::f64::consts::TAU * f64::from(number % corners) / f64::from(corners);
            let ray = ray * (1.0 + 0.1 * libm::sin(7.0 * angle));
            [middle + ray * libm::cos(angle), middle + ray * libm::sin(angle)]
        };
        (0..=corners).map(corner).collect()
    };
    let l = [
        [0.0, 0.0],
        [1.2, 0.0],
        [1.2, 0.6],
        [0.6, 0.6],
        [0.6, 1.2],
        [0.0, 1.2],
        [0.0, 0.0],
    ];
    for (name, polygon) in [
        ("l", vec![l.to_vec()]),
        ("lake", vec![ring(14, 0.5, 0.6), ring(6, 0.45, 0.1)]),
        ("crooked", vec![ring(100, 0.5, 0.6)]),
    ] {
        let window = PolygonWindow::new(&[polygon]).expect("rings that bound a window");
        let within = |point_m: &[f64; 2]| window.contains(*point_m);
        let points_m = uniform(250_000)
            .into_iter()
            .map(|[x, y]| [1.4 * x - 0.2, 1.4 * y - 0.2]);
        let points_m: Vec<[f64; 2]> = points_m.filter(within).take(100_000).collect();
        assert_eq!(points_m.len(), 100_000);
        group.throughput(Throughput::Elements(100_000));
        for correction in [
            EdgeCorrection::Border,
            EdgeCorrection::Translation,
            EdgeCorrection::Isotropic,
        ] {
            group.bench_function(BenchmarkId::new(format!("far/{correction}"), name), |bencher| {
                bencher.iter(|| {
                    let statistics = PairStatistics::in_polygon(black_box(&points_m), &window);
                    statistics
                        .expect("points lie in the window")
                        .k(&far(), &[correction])
                });
            });
        }
    }
    group.finish();
}

/// Kernel intensities at the points and on 512 × 512 cells, and *K* with them.
fn intensity(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs::intensity");
    group.sample_size(10);
    for count in [1_000, 10_000] {
        let points_m = uniform(count);
        let kernel = KernelIntensity::new(0.02).expect("a bandwidth");
        let intensities = kernel
            .at_points(&points_m, &window(), false)
            .expect("points lie in the window");
        group.throughput(Throughput::Elements(u64::from(count)));
        group.bench_function(BenchmarkId::new("at_points", count), |bencher| {
            bencher.iter(|| kernel.at_points(black_box(&points_m), &window(), true));
        });
        group.bench_function(BenchmarkId::new("surface", count), |bencher| {
            bencher.iter(|| kernel.surface(black_box(&points_m), &window(), [512, 512]));
        });
        group.bench_function(BenchmarkId::new("k/trans", count), |bencher| {
            bencher.iter(|| {
                let statistics = statistics(black_box(&points_m));
                statistics.k_inhomogeneous(&intensities, &far(), &[EdgeCorrection::Translation])
            });
        });
    }
    group.finish();
}

fn k_naive(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs::k_naive");
    group.sample_size(10);
    for count in [1_000, 10_000] {
        let points_m = uniform(count);
        let reach_m = near(count).max_m();
        group.throughput(Throughput::Elements(u64::from(count)));
        group.bench_function(BenchmarkId::new("near/trans", count), |bencher| {
            bencher.iter(|| {
                let mut sums = [0.0; STEPS + 1];
                for (i, a_m) in black_box(&points_m).iter().enumerate() {
                    for b_m in &points_m[..i] {
                        let (dx, dy) = ((a_m[0] - b_m[0]).abs(), (a_m[1] - b_m[1]).abs());
                        let d_m = (dx * dx + dy * dy).sqrt();
                        if d_m <= reach_m {
                            let step = (d_m / reach_m * STEPS as f64).ceil() as usize;
                            sums[step] += 2.0 / ((1.0 - dx) * (1.0 - dy));
                        }
                    }
                }
                sums
            });
        });
    }
    group.finish();
}

fn smoothed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs::smoothed");
    group.sample_size(10);
    for count in COUNTS {
        let points_m = uniform(count);
        let marks: Vec<f64> = points_m.iter().map(|[x_m, y_m]| x_m + y_m).collect();
        let radii = near(count);
        let kernel = PairKernel::default();
        group.throughput(Throughput::Elements(u64::from(count)));
        for correction in [EdgeCorrection::Translation, EdgeCorrection::Isotropic] {
            group.bench_function(BenchmarkId::new(format!("g/{correction}"), count), |bencher| {
                bencher.iter(|| {
                    statistics(black_box(&points_m)).pair_correlation(&radii, &[correction], &kernel)
                });
            });
            group.bench_function(
                BenchmarkId::new(format!("marks/{correction}"), count),
                |bencher| {
                    bencher.iter(|| {
                        statistics(black_box(&points_m)).marks(&marks, &radii, &[correction], &kernel)
                    });
                },
            );
        }
    }
    group.finish();
}

fn on_one_thread(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    pool.build_global().expect("no pool was made before");
    k(criterion);
    k_in_polygons(criterion);
    intensity(criterion);
    k_naive(criterion);
    smoothed(criterion);
}

criterion_group!(benches, on_one_thread);
criterion_main!(benches);

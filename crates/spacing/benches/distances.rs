//! Nearest-neighbour statistics and spectra on one thread: uniform and clustered points, 1 m² a point, in a square.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::num::NonZero;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use understory_numerics::math::sin_cos;
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};
use understory_space::KdTree;
use understory_spacing::{
    BlueNoise, Edge, EmptySpace, NearestNeighbourSummary, Plot, Spectrum, collinear_index, corridor_widths_m,
    default_pixels, k_nearest_distances, largest_gap, nearest_neighbour_distances,
};

fn window(count: u32, edge: Edge) -> Plot {
    Plot::new([0.0; 2], [f64::from(count).sqrt(); 2], edge).expect("the sides are positive")
}

fn uniform_m(count: u32) -> Vec<[f64; 2]> {
    let side_m = f64::from(count).sqrt();
    let key = RandomKey::root(1, &["distances"]);
    let point_m = |number| {
        let [a, b, ..] = key.draws(0, Purpose::Place, number);
        [a, b].map(|bits| side_m * unit_from_u32(bits))
    };
    (0..count).map(point_m).collect()
}

/// Heaps of 1000 points, a fifth of a metre across.
fn clustered_m(count: u32) -> Vec<[f64; 2]> {
    let side_m = f64::from(count).sqrt();
    let centres_m = uniform_m(count.div_ceil(1000));
    let key = RandomKey::root(2, &["distances"]);
    let point_m = |number: u32| {
        let [a, b, c, d] = key.draws(0, Purpose::Place, number).map(unit_from_u32);
        let centre_m = centres_m[number as usize % centres_m.len()];
        let scale = side_m / f64::from(count.div_ceil(1000)).sqrt();
        let offset_m = [standard_normal([a, b]), standard_normal([c, d])].map(|z| 0.1 * z);
        std::array::from_fn(|axis| (centre_m[axis] * scale + offset_m[axis]).clamp(0.0, side_m))
    };
    (0..count).map(point_m).collect()
}

fn nearest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spacing::nearest");
    group.sample_size(10);
    for count in [10_000, 100_000, 1_000_000] {
        let points_m = uniform_m(count);
        for (name, points_m, edge) in [
            ("uniform", &points_m, Edge::Open),
            ("torus", &points_m, Edge::Torus),
            ("clustered", &clustered_m(count), Edge::Open),
        ] {
            let window = window(count, edge);
            group.bench_function(BenchmarkId::new(name, count), |bench| {
                bench.iter(|| nearest_neighbour_distances(black_box(points_m), &window));
            });
        }
        let window = window(count, Edge::Open);
        group.bench_function(BenchmarkId::new("uniform by the kd-tree", count), |bench| {
            bench.iter(|| by_the_kd_tree_m(black_box(&points_m), &window));
        });
    }
}

fn by_the_kd_tree_m(points_m: &[[f64; 2]], window: &Plot) -> Vec<f64> {
    const ITSELF_AND_ONE: NonZero<usize> = NonZero::new(2).unwrap();
    let tree = KdTree::new(points_m, window).expect("finite points");
    let mut found_m = vec![0.0; points_m.len()];
    for (slot, &number) in tree.numbers().iter().enumerate() {
        let mut least_m2 = f64::INFINITY;
        tree.nearest(tree.points_m()[slot], ITSELF_AND_ONE, |other, squared_m2| {
            if other != slot {
                least_m2 = least_m2.min(squared_m2);
            }
        });
        found_m[number as usize] = least_m2.sqrt();
    }
    found_m
}

fn g_and_clark_evans(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spacing::g_and_clark_evans");
    group.sample_size(10);
    for count in [10_000, 100_000, 1_000_000] {
        let points_m = uniform_m(count);
        let window = window(count, Edge::Open);
        let r_m: Vec<f64> = (0..=512).map(|k| f64::from(k) / 512.0 * 2.0).collect();
        group.bench_function(BenchmarkId::from_parameter(count), |bench| {
            bench.iter(|| {
                let summary = NearestNeighbourSummary::new(black_box(&points_m), &window)
                    .expect("points of the window");
                (summary.clark_evans(), summary.g(&r_m))
            });
        });
    }
}

fn empty_space(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spacing::empty_space");
    group.sample_size(10);
    for count in [10_000, 100_000, 1_000_000] {
        let window = window(count, Edge::Open);
        let pixels = default_pixels(count as usize, &window);
        for (name, points_m) in [("uniform", uniform_m(count)), ("clustered", clustered_m(count))] {
            group.bench_function(BenchmarkId::new(name, count), |bench| {
                bench.iter(|| EmptySpace::new(black_box(&points_m), &window, pixels));
            });
        }
    }
}

fn numbers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spacing::numbers");
    group.sample_size(10);
    for count in [10_000, 100_000] {
        let points_m = uniform_m(count);
        let window = window(count, Edge::Torus);
        group.bench_function(BenchmarkId::new("5 neighbours", count), |bench| {
            bench.iter(|| k_nearest_distances(black_box(&points_m), &window, 5));
        });
        group.bench_function(BenchmarkId::new("largest gap", count), |bench| {
            bench.iter(|| largest_gap(black_box(&points_m), &window));
        });
        group.bench_function(BenchmarkId::new("corridors", count), |bench| {
            bench.iter(|| corridor_widths_m(black_box(&points_m), &window));
        });
        group.bench_function(BenchmarkId::new("collinear", count), |bench| {
            bench.iter(|| collinear_index(black_box(&points_m), &window));
        });
    }
}

/// Power of each wave by itself: a sine and a cosine for every wave and point.
fn power_wave_by_wave(points_m: &[[f64; 2]], side_m: f64, most: i32) -> f64 {
    let mut sum = 0.0;
    for k in 0..most {
        for l in -most..most {
            let (mut cosines, mut sines) = (0.0, 0.0);
            for point_m in points_m {
                let turns = (f64::from(k) * point_m[0] + f64::from(l) * point_m[1]) / side_m;
                let (sine, cosine) = sin_cos(TAU * turns);
                cosines += cosine;
                sines += sine;
            }
            sum += cosines * cosines + sines * sines;
        }
    }
    sum
}

fn spectra(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spacing::spectrum");
    group.sample_size(10);
    for count in [1_000, 10_000] {
        let points_m = uniform_m(count);
        let window = window(count, Edge::Torus);
        group.bench_function(BenchmarkId::new("rings", count), |bench| {
            bench.iter(|| Spectrum::new(black_box(&points_m), &window));
        });
        group.bench_function(BenchmarkId::new("blue noise", count), |bench| {
            bench.iter(|| BlueNoise::new(black_box(&points_m), &window));
        });
    }
    let points_m = uniform_m(1000);
    group.bench_function("wave by wave/1000", |bench| {
        bench.iter(|| power_wave_by_wave(black_box(&points_m), 1000.0_f64.sqrt(), 158));
    });
}

fn on_one_thread() -> Criterion {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("no pool yet");
    Criterion::default().configure_from_args()
}

criterion_group! { name = benches; config = on_one_thread(); targets = nearest, g_and_clark_evans, empty_space, numbers, spectra }
criterion_main!(benches);

//! Nearest-neighbour statistics on one thread: uniform and clustered points in a square of 1 m² a point.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Key, Purpose};
use understory_space::NearestNeighbours;
use understory_spacing::{Edge, NearestNeighbourSummary, Plot, nearest_neighbour_distances};

fn window(count: u32, edge: Edge) -> Plot {
    Plot::new([0.0; 2], [f64::from(count).sqrt(); 2], edge).expect("the sides are positive")
}

fn uniform_m(count: u32) -> Vec<[f64; 2]> {
    let side_m = f64::from(count).sqrt();
    let key = Key::root(1, &["distances"]);
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
    let key = Key::root(2, &["distances"]);
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
        group.bench_function(BenchmarkId::new("uniform by kiddo", count), |bench| {
            bench.iter(|| {
                NearestNeighbours::new(window, black_box(&points_m))
                    .expect("few enough")
                    .all_nearest_m()
            });
        });
    }
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

fn on_one_thread() -> Criterion {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("no pool yet");
    Criterion::default().configure_from_args()
}

criterion_group! { name = benches; config = on_one_thread(); targets = nearest, g_and_clark_evans }
criterion_main!(benches);

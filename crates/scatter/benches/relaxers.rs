//! Springs, repulsion, the warped grid and resampling, 1 m² a point on a torus, each beside its naive form or a peer.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use understory_numerics::RandomKey;
use understory_scatter::{
    JitteredGrid, Layout, PointMethod, Ranks, Repulsion, Request, Resampled, Scattered, SpringNet, Springs,
    TargetStatistics, Uniform, WarpedGrid,
};
use understory_space::{Edge, Plot};

fn plot(count: u32) -> Plot {
    Plot::new([0.0; 2], [f64::from(count).sqrt(); 2], Edge::Torus).expect("the sides are positive")
}

fn scatter(method: &dyn PointMethod, plot: &Plot, count: u32) -> Scattered {
    method
        .scatter(
            &Request::new(black_box(plot), count),
            RandomKey::root(1, &["relaxers"]),
        )
        .expect("the parameters are in range")
}

fn springs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scatter::springs");
    for count in [10_000, 100_000, 1_000_000] {
        let plot = plot(count);
        group.bench_function(BenchmarkId::new("by rows", count), |bench| {
            bench.iter(|| scatter(&Springs::default(), &plot, count));
        });
    }
    for count in [10_000, 100_000] {
        let plot = plot(count);
        let bare = Springs {
            iterations: 0,
            ..Springs::default()
        };
        let net = bare
            .net(&Layout::new(&plot, count), RandomKey::root(1, &["relaxers"]))
            .expect("the parameters are in range");
        group.bench_function(BenchmarkId::new("spring by spring", count), |bench| {
            bench.iter(|| relaxed_spring_by_spring(&net));
        });
    }
}

/// 40 iterations over a list of springs.
fn relaxed_spring_by_spring(net: &SpringNet) -> Vec<[f64; 2]> {
    let springs: Vec<_> = net.springs().collect();
    let start_m: Vec<[f64; 2]> = net.nodes_m().collect();
    let mut moved_m = vec![[0.0; 2]; start_m.len()];
    for _ in 0..40 {
        let before_m = moved_m.clone();
        for spring in &springs {
            let [from, to] = spring.ends.map(|end| end as usize);
            let way_m: [f64; 2] =
                std::array::from_fn(|axis| spring.way_m[axis] + before_m[to][axis] - before_m[from][axis]);
            let length_m = (way_m[0] * way_m[0] + way_m[1] * way_m[1]).sqrt();
            let pull = 0.15 * (length_m - spring.rest_m) / length_m;
            for (axis, way_m) in way_m.into_iter().enumerate() {
                moved_m[from][axis] += pull * way_m;
                moved_m[to][axis] -= pull * way_m;
            }
        }
    }
    moved_m
}

fn repulsion(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scatter::repulsion");
    let so_many = |iterations| Repulsion {
        iterations,
        overlap_left: 1e-12,
        ..Repulsion::default()
    };
    for count in [10_000, 100_000] {
        let plot = plot(count);
        group.bench_function(BenchmarkId::new("to rest", count), |bench| {
            bench.iter(|| scatter(&Repulsion::default(), &plot, count));
        });
    }
    for count in [10_000, 100_000, 1_000_000] {
        let plot = plot(count);
        group.bench_function(BenchmarkId::new("10 iterations", count), |bench| {
            bench.iter(|| scatter(&so_many(10), &plot, count));
        });
        let at_rest = scatter(&so_many(10), &plot, count);
        group.bench_function(
            BenchmarkId::new("10 rebuilds and bare neighbour passes", count),
            |bench| {
                bench.iter(|| (0..10).map(|_| overlaps_by_cells(&at_rest, &plot)).sum::<f64>());
            },
        );
    }
    let count = 10_000;
    let plot = plot(count);
    let at_rest = scatter(&so_many(10), &plot, count);
    group.bench_function(BenchmarkId::new("1 pass over all pairs", count), |bench| {
        bench.iter(|| overlaps_of_all_pairs(&at_rest, &plot));
    });
}

/// Sum of the overlaps, found by a list of cells that is built for it: the least that an iteration has to do.
fn overlaps_by_cells(swarm: &Scattered, plot: &Plot) -> f64 {
    let largest_m = swarm.sizes_m.iter().copied().fold(0.0, f64::max);
    let side = (plot.size_m()[0] / largest_m) as usize;
    let cell = |point_m: [f64; 2]| {
        let [column, row] = point_m.map(|along_m| {
            let along = along_m / plot.size_m()[0] * side as f64;
            (along as usize).min(side - 1)
        });
        row * side + column
    };
    let mut starts = vec![0_u32; side * side + 1];
    for &point_m in &swarm.points_m {
        starts[cell(point_m) + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut sorted = vec![([0.0; 2], 0.0); swarm.points_m.len()];
    for (&point_m, &size_m) in swarm.points_m.iter().zip(&swarm.sizes_m) {
        let next = &mut next[cell(point_m)];
        sorted[*next as usize] = (point_m, size_m / 2.0);
        *next += 1;
    }
    let span = |column: usize, row: usize| {
        let cell = row * side + column;
        starts[cell] as usize..starts[cell + 1] as usize
    };
    let overlap_m = |(a_m, a_radius_m): ([f64; 2], f64), (b_m, b_radius_m): ([f64; 2], f64)| {
        let wanted_m = a_radius_m + b_radius_m;
        let distance_m2 = plot.distance_squared_m2(a_m, b_m);
        if distance_m2 < wanted_m * wanted_m {
            wanted_m - distance_m2.sqrt()
        } else {
            0.0
        }
    };
    let mut sum = 0.0;
    for row in 0..side {
        let above = (row + 1) % side;
        for column in 0..side {
            let (left, right) = ((column + side - 1) % side, (column + 1) % side);
            let own = span(column, row);
            let ahead = [
                span(right, row),
                span(left, above),
                span(column, above),
                span(right, above),
            ];
            for i in own.clone() {
                for j in (i + 1..own.end).chain(ahead.iter().flat_map(Clone::clone)) {
                    sum += overlap_m(sorted[i], sorted[j]);
                }
            }
        }
    }
    sum
}

fn overlaps_of_all_pairs(swarm: &Scattered, plot: &Plot) -> f64 {
    let mut sum = 0.0;
    for (i, &one_m) in swarm.points_m.iter().enumerate() {
        for (j, &other_m) in swarm.points_m[..i].iter().enumerate() {
            let wanted_m = (swarm.sizes_m[i] + swarm.sizes_m[j]) / 2.0;
            let distance_m2 = plot.distance_squared_m2(one_m, other_m);
            if distance_m2 < wanted_m * wanted_m {
                sum += wanted_m - distance_m2.sqrt();
            }
        }
    }
    sum
}

fn warped_grid(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scatter::warped_grid");
    for count in [10_000, 100_000, 1_000_000] {
        let plot = plot(count);
        let half = |ranks| WarpedGrid {
            density: 0.5,
            ranks,
            ..WarpedGrid::default()
        };
        let methods: [(&str, &dyn PointMethod); 4] = [
            ("all points", &WarpedGrid::default()),
            ("half, ordered ranks", &half(Ranks::Ordered)),
            ("half, even ranks", &half(Ranks::Even)),
            ("jittered grid beside it", &JitteredGrid::default()),
        ];
        for (name, method) in methods {
            group.bench_function(BenchmarkId::new(name, count), |bench| {
                bench.iter(|| scatter(method, &plot, count));
            });
        }
    }
}

/// No neighbours within 0.6 m, some more than by chance just beyond.
fn target_statistics() -> TargetStatistics {
    TargetStatistics {
        r_m: vec![0.6, 0.61, 1.2, 20.0],
        pair_correlation: vec![0.0, 1.2, 1.0, 1.0],
        sizes_m: Vec::new(),
    }
}

fn resampled(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scatter::resampled");
    let target_statistics = target_statistics();
    let resample = |moves_per_point, r_max_m, plot: &Plot, count| {
        let request = Request {
            target_statistics: Some(&target_statistics),
            ..Request::new(black_box(plot), count)
        };
        let method = Resampled {
            moves_per_point,
            r_max_m,
        };
        method
            .scatter(&request, RandomKey::root(1, &["relaxers"]))
            .expect("the parameters are in range")
    };
    for (count, r_max_m) in [
        (1_000, None),
        (10_000, None),
        (10_000, Some(5.0)),
        (100_000, Some(2.0)),
    ] {
        let plot = plot(count);
        let reach = r_max_m.map_or("to 20 m".to_owned(), |r_max_m: f64| format!("to {r_max_m} m"));
        group.bench_function(BenchmarkId::new(reach, count), |bench| {
            bench.iter(|| resample(40, r_max_m, &plot, count));
        });
    }
    let count = 1_000;
    let plot = plot(count);
    group.bench_function(BenchmarkId::new("1 move a point, to 5 m", count), |bench| {
        bench.iter(|| resample(1, Some(5.0), &plot, count));
    });
    let points_m = scatter(&Uniform, &plot, count).points_m;
    group.bench_function(
        BenchmarkId::new("1 move a point, all pairs counted each time", count),
        |bench| {
            bench.iter(|| {
                let mut classes = [0_u32; 50];
                for _ in 0..count {
                    classes.fill(0);
                    for (i, &one_m) in black_box(&points_m).iter().enumerate() {
                        for &other_m in &points_m[..i] {
                            let class = plot.distance_squared_m2(one_m, other_m).sqrt() * 10.0;
                            if class < 50.0 {
                                classes[class as usize] += 1;
                            }
                        }
                    }
                }
                classes
            });
        },
    );
}

fn briefly() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args()
}

criterion_group! { name = benches; config = briefly(); targets = springs, repulsion, warped_grid, resampled }
criterion_main!(benches);

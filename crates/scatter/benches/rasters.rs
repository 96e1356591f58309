//! Kerr's seed raster, hierarchical props and circles, on one thread: `cargo bench -p understory-scatter --bench
//! rasters`.
//!
//! - `kerr/cells/…`: a forest grown to a quarter of so many cells, with as many initial trees to a cell; `naive`
//!   lets every tree go over its whole disc in every round. Throughput is cells.
//! - `kerr/decay/…`: the same on 200,000 cells, by the share of seeds lost each round: the more, the more rounds.
//! - `kerr/frames/…`: one round of a raster of 1024 × 1024 cells and its picture, a byte a cell: what a picture that moves
//!   takes for each frame; at 20 rounds a second a frame has 50 ms.
//! - `quadtree/…` with `uniform`, `circles/…` with `minimum-distance` beside it: so many points.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_scatter::kerr::{Automaton, Cells, KerrRules};
use understory_scatter::{Method, PointMethod, Request};
use understory_space::{Edge, Plot};

/// Above this many cells every tree over its disc takes too long to wait for.
const NAIVE_UP_TO: u64 = 200_000;

fn square(cells: u64) -> Cells {
    let side = cells.isqrt() as u32;
    Cells {
        columns: side,
        rows: side,
        wraps: true,
    }
}

/// One initial tree on as many cells as on 240 × 160 with 20.
fn rules(cells: Cells, decay: f64) -> KerrRules {
    KerrRules {
        initial_trees: (cells.count() / 1920) as u32,
        decay,
        ..KerrRules::default()
    }
}

fn by_raster(cells: Cells, decay: f64) -> usize {
    let key = RandomKey::root(7, &["bench"]);
    let mut forest =
        Automaton::new(rules(cells, decay), cells, Vec::new(), key).expect("rules in their ranges");
    forest.grow();
    forest.trees().len()
}

/// The same scheme with every tree's disc gone over in every round.
fn by_every_disc(cells: Cells, decay: f64) -> usize {
    let rules = rules(cells, decay);
    let key = RandomKey::root(7, &["naive"]);
    let side = i64::from(cells.columns);
    let disc = |radius: i64| -> Vec<(i64, i64)> {
        let square = (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy)));
        square
            .filter(|(dx, dy)| dx * dx + dy * dy <= radius * radius)
            .collect()
    };
    let (reach, crown) = (disc(i64::from(rules.reach_cells)), disc(2));
    let around = |cell: usize, (dx, dy): (i64, i64)| {
        let (x, y) = (cell as i64 % side + dx, cell as i64 / side + dy);
        (y.rem_euclid(side) * side + x.rem_euclid(side)) as usize
    };
    let count = cells.count() as usize;
    let (mut is_forest, mut seeds, mut trees) = (vec![false; count], vec![0.0_f32; count], Vec::new());
    let mut covered = 0;
    let mut sprouts: Vec<usize> = (0..rules.initial_trees)
        .map(|tree| ((u64::from(key.draws(0, Purpose::Place, tree)[0]) * cells.count()) >> 32) as usize)
        .collect();
    for round in 1.. {
        for tree in sprouts.drain(..) {
            for &offset in &crown {
                let cell = around(tree, offset);
                covered += usize::from(!is_forest[cell]);
                is_forest[cell] = true;
            }
            trees.push(tree);
        }
        if covered as f64 >= rules.cover * count as f64 {
            break;
        }
        for &tree in &trees {
            for &offset in &reach {
                seeds[around(tree, offset)] += rules.strength as f32;
            }
        }
        for cell in 0..count {
            seeds[cell] *= (1.0 - rules.decay) as f32;
            if seeds[cell] > 0.0 && !is_forest[cell] {
                let draw = unit_from_u32(key.draws(round, Purpose::Place, cell as u32)[0]);
                if draw < f64::from(seeds[cell]) {
                    sprouts.push(cell);
                }
            }
        }
    }
    trees.len()
}

fn kerr(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kerr/cells");
    for count in [10_000, 200_000, 1_000_000, 9_000_000] {
        let cells = square(count);
        group.throughput(Throughput::Elements(cells.count()));
        group.bench_with_input(BenchmarkId::new("raster", count), &cells, |b, &cells| {
            b.iter(|| black_box(by_raster(cells, 0.1)));
        });
        if count <= NAIVE_UP_TO {
            group.bench_with_input(BenchmarkId::new("naive", count), &cells, |b, &cells| {
                b.iter(|| black_box(by_every_disc(cells, 0.1)));
            });
        }
    }
    group.finish();
    let mut group = criterion.benchmark_group("kerr/decay");
    let cells = square(200_000);
    group.throughput(Throughput::Elements(cells.count()));
    for decay in [0.5, 0.9, 0.99] {
        group.bench_with_input(BenchmarkId::new("raster", decay), &decay, |b, &decay| {
            b.iter(|| black_box(by_raster(cells, decay)));
        });
        group.bench_with_input(BenchmarkId::new("naive", decay), &decay, |b, &decay| {
            b.iter(|| black_box(by_every_disc(cells, decay)));
        });
    }
    group.finish();
}

/// A forest of slow seeds, so that it has many rounds, and the shade of each of its cells: forest, ground, or ground
/// with seeds.
fn frames(criterion: &mut Criterion) {
    let cells = square(1024 * 1024);
    let slow = KerrRules {
        strength: 0.005,
        ..rules(cells, 0.1)
    };
    let begun = || {
        let key = RandomKey::root(7, &["frames"]);
        let mut forest = Automaton::new(slow, cells, Vec::new(), key).expect("rules in their ranges");
        // Past the first rounds, in which most cells are not reached yet.
        (0..8).for_each(|_| forest.step(None));
        (forest, vec![0_u8; cells.count() as usize])
    };
    let mut group = criterion.benchmark_group("kerr/frames");
    group.throughput(Throughput::Elements(1));
    group.bench_function("1024x1024", |b| {
        b.iter_batched_ref(
            begun,
            |(forest, picture)| {
                forest.step(None);
                for (cell, (shade, &is_forest)) in picture.iter_mut().zip(forest.is_forest()).enumerate() {
                    *shade = if is_forest {
                        0
                    } else {
                        255 - (100.0 * forest.seeds_at(cell).min(1.0)) as u8
                    };
                }
                black_box(&picture);
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn points(criterion: &mut Criterion) {
    let plot = Plot::new([0.0; 2], [1000.0; 2], Edge::Torus).expect("a square has an area");
    for (name, peer, counts) in [
        (
            "quadtree",
            "uniform",
            &[10_000, 100_000, 1_000_000, 10_000_000][..],
        ),
        (
            "circles",
            "minimum-distance",
            &[1_000, 10_000, 100_000, 1_000_000][..],
        ),
    ] {
        let mut group = criterion.benchmark_group(name);
        for &count in counts {
            group.throughput(Throughput::Elements(u64::from(count)));
            for method in [name, peer] {
                let method = Method::named(method).expect("a method of this crate");
                group.bench_with_input(BenchmarkId::new(method.name(), count), &count, |b, &count| {
                    let request = Request::new(&plot, count);
                    b.iter(|| black_box(method.scatter(&request, RandomKey::root(7, &["bench"]))));
                });
            }
        }
        group.finish();
    }
}

criterion_group! {
    name = rasters;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = kerr, frames, points
}
criterion_main!(rasters);

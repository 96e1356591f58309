//! Trees that share their space, 1,000 attraction points each above the ground and as many below: grown together, and
//! beside it each for itself, without neighbours. Brute force, which compares every point with every node, takes part at
//! the least size, above the ground alone.
//!
//! A row's throughput counts nodes grown, shoots and roots.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use understory_branching::cloud::{Arrangement, AttractionPoint, Envelope, attraction_points};
use understory_branching::colonization::{Colonization, Distance};
use understory_branching::roots::RootSystem;
use understory_branching::stand::{CrownShape, Sharing, Stand, StandTree, grow_stand};
use understory_numerics::{RandomKey, math};

#[path = "../tests/naive/mod.rs"]
mod naive;

/// A square of trees 5 m apart, 16 to 24 m high, their crowns 6 to 8 m wide.
fn trees(side: u32) -> Vec<StandTree> {
    let tree = |number: u32| {
        let height_m = 16.0 + f64::from(number * 7 % 9);
        let shift_m = f64::from(number * 11 % 5) * 0.4;
        StandTree {
            key: RandomKey::root(u64::from(number), &["bench"]),
            base_m: [
                5.0 * f64::from(number % side) + shift_m,
                5.0 * f64::from(number / side),
                0.0,
            ],
            height_m,
            dbh_m: 0.012 * height_m,
            crown_base_m: 0.45 * height_m,
            crown_radius_m: 0.17 * height_m,
            shape: CrownShape::Rounded,
            roots: RootSystem::Heart,
        }
    };
    (0..side * side).map(tree).collect()
}

fn nodes(trees: &[StandTree], sharing: &Sharing) -> usize {
    let grown = grow_stand(
        &Stand {
            trees,
            ground: None,
            wetness: None,
            key: RandomKey::root(0, &["ground"]),
            crowns: None,
        },
        sharing,
    )
    .expect("each tree has a place of its own");
    grown.trees().map(|tree| tree.skeleton.nodes.len()).sum()
}

fn benchmark(criterion: &mut Criterion) {
    let sharing = Sharing::default();
    let mut group = criterion.benchmark_group("branching::stand");
    group.sample_size(10);
    for side in [3, 10, 32] {
        let trees = trees(side);
        group.throughput(Throughput::Elements(nodes(&trees, &sharing) as u64));
        group.bench_function(BenchmarkId::new("together", trees.len()), |bencher| {
            bencher.iter(|| nodes(black_box(&trees), &sharing));
        });
        group.bench_function(BenchmarkId::new("one_by_one", trees.len()), |bencher| {
            bencher.iter(|| {
                let trees = black_box(&trees).chunks(1);
                trees.map(|tree| nodes(tree, &sharing)).sum::<usize>()
            });
        });
    }
    let (stems, points, parameters) = nine_by_brute_force();
    let grown = naive::colonize_together(&stems, &points, &parameters).nodes.len();
    group.throughput(Throughput::Elements(grown as u64));
    group.bench_function(BenchmarkId::new("brute_force", 9), |bencher| {
        bencher.iter(|| naive::colonize_together(&stems, black_box(&points), &parameters));
    });
    group.finish();
}

type Stems = Vec<Vec<[f64; 3]>>;

/// Nine stems below one crown space of as many points as the nine trees above share, as far apart.
fn nine_by_brute_force() -> (Stems, Vec<AttractionPoint>, Colonization) {
    let crowns = Envelope::Box {
        low_m: [-2.0, -2.0, 9.0],
        high_m: [13.0, 13.0, 20.0],
    };
    let key = RandomKey::root(1, &["bench"]);
    let points = attraction_points(&crowns, 7500, &Arrangement::Uniform, key).expect("a box has volume");
    let spacing_m = math::cbrt(15.0 * 15.0 * 11.0 / 7500.0);
    let parameters = Colonization {
        step_m: 0.35 * spacing_m,
        kill_distance: Distance::Metres(spacing_m),
        influence_distance: Distance::Metres(4.0 * spacing_m),
        ..Colonization::default()
    };
    let stem = |number: u32| {
        let [x_m, y_m] = [number % 3, number / 3].map(|along| 5.0 * f64::from(along));
        (0..=30).map(|up| [x_m, y_m, 0.35 * f64::from(up)]).collect()
    };
    ((0..9).map(stem).collect(), points, parameters)
}

criterion_group!(benches, benchmark);
criterion_main!(benches);

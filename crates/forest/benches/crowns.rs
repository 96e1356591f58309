//! What a year takes with crowns that grow, on one thread and on two, beside the same stand without them.
//!
//! `cargo bench -p understory-forest --bench crowns`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use understory_branching::stand::{CrownShape, Sharing};
use understory_forest::components::Size;
use understory_forest::crowns::{YearlyCrowns, YearlyRules};
use understory_forest::parameters::Conditions;
use understory_forest::{Forest, Founder, presets};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot};

/// Years until crowns meet.
const YEARS: u32 = 25;
const PER_HA: f64 = 1000.0;

fn side_m(trees: u32) -> f64 {
    (f64::from(trees) * 10_000.0 / PER_HA).sqrt().max(56.0)
}

/// The ground of so many trees.
fn bare(trees: u32, has_crowns: bool) -> Forest {
    let side_m = side_m(trees);
    let plot = Plot::new([0.0; 2], [side_m; 2], Edge::Torus).expect("a plot");
    let mut forest = Forest::new(plot, 1, vec![beech()], Conditions::default()).expect("a forest");
    if has_crowns {
        forest
            .set_crowns(YearlyCrowns {
                min_height_m: 1.3,
                sharing: Sharing {
                    influence_spacings: 2.0,
                    ..Sharing::default()
                },
                shapes: vec![CrownShape::Rounded],
                rules: YearlyRules::default(),
            })
            .expect("crowns of usual numbers");
    }
    forest
}

/// A stand of so many beeches, without a seed.
fn stand(trees: u32, has_crowns: bool) -> Forest {
    let (mut forest, side_m) = (bare(trees, has_crowns), side_m(trees));
    let root = RandomKey::root(1, &["bench", "crowns"]);
    let founder = |number: u32| {
        let key = root.child(0, Purpose::Member, number);
        let [x, y, ..] = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let size = Size {
            dbh_cm: 4.0,
            height_m: 5.0,
        };
        Founder::new(key, 0, [x * side_m, y * side_m], 12, size)
    };
    forest.plant((0..trees).map(founder)).expect("they stand");
    (0..YEARS).for_each(|_| forest.advance());
    forest
}

fn beech() -> understory_forest::parameters::Species {
    let mut beech = presets::named("fagus-sylvatica")
        .expect("it ships")
        .species("beech");
    beech.fruit.seeds_per_m2 = 0.0;
    beech
}

fn a_year(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forest::crowns");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for trees in [100, 400, 1600] {
        for (name, has_crowns, threads) in [("with/1", true, 1), ("with/2", true, 2), ("without/1", false, 1)]
        {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads can be started");
            let state = stand(trees, has_crowns).state();
            group.throughput(Throughput::Elements(state.trees.len() as u64));
            group.bench_function(format!("{name}/{trees}"), |bencher| {
                bencher.iter_batched(
                    || {
                        let mut forest = bare(trees, has_crowns);
                        forest.restore(state.clone()).expect("its own state");
                        forest
                    },
                    |mut forest| pool.install(|| black_box(&mut forest).advance()),
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, a_year);
criterion_main!(benches);

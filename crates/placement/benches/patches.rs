//! Props a second that patches drop, beside drawing them from one stream; a frame of a flight by each order of search.
//!
//! `cargo bench -p understory-placement --bench patches`.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng};
use understory_numerics::RandomKey;
use understory_placement::parameters::Align;
use understory_placement::patches::{Camera, Flight, PropRule, Props, Refining, Strategy};
use understory_scatter::quadtree::Patch;
use understory_space::{Edge, Plot};
use understory_terrain::{Grid, Ground, Heights, NoData, Noise, Relief};

const SIDE_M: f64 = 8192.0;

fn hills() -> Heights {
    let relief = Relief {
        noise: Some(Noise {
            wavelength_m: 900.0,
            amplitude_m: 80.0,
            octaves: 5,
            gain: 0.5,
        }),
        ..Relief::default()
    };
    let grid = Grid::over([0.0; 2], [SIDE_M; 2], [1024; 2]).expect("a grid");
    let heights = relief
        .draw(RandomKey::root(7, &["hills"]), grid)
        .expect("it is drawn");
    Heights::new(heights, NoData::Refuse).expect("heights")
}

fn rule(name: &str, levels: [u32; 2], per_patch: [u32; 2]) -> PropRule {
    PropRule {
        name: name.to_owned(),
        asset: name.to_owned(),
        levels,
        per_patch,
        scale_per_m: Some(0.01),
        scale: [1.0, 10.0],
        sunk: 0.3,
        align: Align::Up,
        slope_deg: None,
        height_m: None,
    }
}

fn plot() -> Plot {
    Plot::new([0.0; 2], [SIDE_M; 2], Edge::Open).expect("a plot")
}

/// All patches of one level.
fn patches(level: u32) -> Vec<Patch> {
    let mut patches = vec![Patch::root(RandomKey::root(7, &["patches"]))];
    for _ in 0..level {
        patches = patches
            .iter()
            .flat_map(|patch| patch.children().into_iter().flatten())
            .collect();
    }
    patches
}

fn props(criterion: &mut Criterion) {
    let ground = hills();
    let mut group = criterion.benchmark_group("patches/props");
    for level in [4, 6, 8] {
        let patches = patches(level);
        for per_patch in [4, 64] {
            let rules = [rule("rocks", [0, 20], [per_patch, per_patch])];
            let props = Props::new(&rules, plot(), &ground, None);
            let count = patches.len() as u64 * u64::from(per_patch);
            group.throughput(Throughput::Elements(count));
            group.bench_function(BenchmarkId::new(format!("{per_patch}_a_patch"), count), |bench| {
                bench.iter(|| {
                    let mut sum_m = 0.0;
                    for patch in &patches {
                        props.drop_on(patch, |prop| sum_m += prop.place_m[2] + prop.scale);
                    }
                    black_box(sum_m)
                });
            });
            // What it would be if one stream drew them all, so that nothing could be dropped twice.
            group.bench_function(
                BenchmarkId::new(format!("{per_patch}_a_patch_one_stream"), count),
                |bench| {
                    bench.iter(|| {
                        let (mut rng, mut sum_m) = (SmallRng::seed_from_u64(1), 0.0);
                        for _ in 0..count {
                            let place_m = [SIDE_M * rng.random::<f64>(), SIDE_M * rng.random::<f64>()];
                            sum_m += ground.height_m(place_m) + rng.random::<f64>() + rng.random::<f64>();
                        }
                        black_box(sum_m)
                    });
                },
            );
        }
    }
    group.finish();
}

fn frames(criterion: &mut Criterion) {
    let ground = hills();
    let rules = [rule("rocks", [4, 10], [0, 4]), rule("trees", [8, 8], [2, 6])];
    let props = Props::new(&rules, plot(), &ground, None);
    let mut group = criterion.benchmark_group("patches/frames");
    for order in Strategy::ALL {
        let refining = Refining {
            strategy: order,
            finest_level: 10,
            ..Refining::default()
        };
        const FRAMES: u32 = 500;
        group.throughput(Throughput::Elements(u64::from(FRAMES)));
        group.bench_function(BenchmarkId::new(order.word(), FRAMES), |bench| {
            bench.iter(|| {
                let mut flight = Flight::new(&props, refining, RandomKey::root(7, &["flight"]))
                    .expect("a budget that is enough");
                for frame in 0..FRAMES {
                    let x_m = 1000.0 + 8.0 * f64::from(frame);
                    let eye_m = [x_m, 4000.0, ground.height_m([x_m, 4000.0]) + 40.0];
                    black_box(flight.see(&Camera::new(eye_m, [0.0, -10.0], 70.0, 2203.0)));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(10);
    targets = props, frames
}
criterion_main!(benches);

//! Water and sun of a raster: filled and drained by both routings, its wetness, and the sun of a year.
//!
//! `cargo bench -p understory-terrain`; a name picks, as in `-- sun/1000`.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use understory_numerics::RandomKey;
use understory_terrain::{CLEAR_AIR, ClearSky, Grid, Noise, Raster, Relief, Routing, wetness_index};

fn heights(side: u32) -> Raster<f32> {
    let noise = Noise {
        wavelength_m: 400.0,
        amplitude_m: 40.0,
        octaves: 6,
        gain: 0.5,
    };
    let relief = Relief {
        noise: Some(noise),
        ..Relief::default()
    };
    let grid = Grid::new([0.0; 2], 5.0, [side; 2]).expect("it has cells");
    relief
        .draw(RandomKey::root(7, &["bench"]), grid)
        .expect("it is drawn")
}

fn ground(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("terrain");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    for side in [250, 500, 1000] {
        let heights = heights(side);
        group.throughput(Throughput::Elements(heights.grid().len() as u64));
        for routing in [Routing::D8, Routing::DInfinity] {
            group.bench_function(format!("wetness-{routing:?}/{side}").to_lowercase(), |bench| {
                bench.iter(|| wetness_index(black_box(&heights), routing, -1e4));
            });
        }
        let sky = ClearSky::over(48.0, CLEAR_AIR);
        group.bench_function(format!("sun/{side}"), |bench| {
            bench.iter(|| sky.on_ground_mj_m2(black_box(&heights)));
        });
    }
}

criterion_group!(benches, ground);
criterion_main!(benches);

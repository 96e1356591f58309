//! Candidates a second of painted worlds: a tile of pattern and map alone, a baked tile beside a jittered grid, a tile with all rules, a world; beside map_scatter.
//!
//! `cargo bench -p understory-placement`; a name picks, as in `-- tile/rules`. A candidate is a point times a rule.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use map_scatter::prelude::{
    FieldGraphSpec, FieldProgramCache, FieldSemantics, JitterGridSampling, Kind, Layer, NodeSpec, Plan,
    RunConfig, ScatterRunner, TextureRegistry,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_placement::parameters::{Biome, Blocker, Range, Rule, Where};
use understory_placement::pattern::{BakedPoints, BakedTile, Spawns, TorusPattern, TorusPoints};
use understory_placement::{Detail, Maps, Memory, PaintedWorld, Painting, Window};
use understory_scatter::JitteredPlane;
use understory_terrain::{Grid, Heights, NoData, Noise, Relief};

const TILE_M: f64 = 64.0;

fn key() -> RandomKey {
    RandomKey::root(7, &["bench"])
}

fn rule(name: &str, footprint_m: f64, density: f64, place: Where) -> Rule {
    Rule {
        place,
        density,
        tilt_deg: [0.0, 5.0],
        scale: [0.8, 1.2],
        ..Rule::new(name, name, "wood", footprint_m)
    }
}

fn within(from: f64, falloff: f64) -> Option<Range> {
    Some(Range {
        from: Some(from),
        to: None,
        falloff,
    })
}

/// Six rules, from trees to grass, on hills, with paint of 4 m a texel and a house here and there.
fn world(side_m: f64) -> PaintedWorld {
    let weight = |from| Where {
        weight: within(from, 0.3),
        ..Where::default()
    };
    let steep = Where {
        slope_deg: within(6.0, 6.0),
        weight: within(0.2, 0.2),
        ..Where::default()
    };
    let high = Where {
        height_m: within(2.0, 10.0),
        weight: within(0.3, 0.3),
        ..Where::default()
    };
    let biome = |name, colour: &str| Biome::new(name, colour.parse().expect("a colour"), "soil");
    let houses = (0..(side_m / 100.0) as u32).map(|number| Blocker {
        fade_m: 12.0,
        ..Blocker::ball(
            &format!("house-{number}"),
            [
                f64::from(number) * 97.0 + 20.0,
                f64::from(number * 37 % 19) / 19.0 * side_m,
            ],
            7.0,
        )
    });
    let painting = Painting {
        biomes: vec![biome("wood", "#2f6b3a"), biome("meadow", "#9bbf5a")],
        rules: vec![
            rule("tree", 2.5, 0.8, weight(0.5)),
            rule("rock", 1.5, 0.3, steep),
            rule("bush", 0.8, 0.5, weight(0.4)),
            rule("fern", 0.45, 0.6, high),
            rule("flower", 0.35, 0.2, weight(0.1)),
            rule("grass", 0.25, 1.0, weight(0.1)),
        ],
        blockers: houses.collect(),
        ..Painting::default()
    };
    let high_m = [side_m; 2];
    let texels = (side_m / 4.0) as u32;
    let grid = Grid::over([0.0; 2], high_m, [texels; 2]).expect("a grid");
    let noise = |number: u32, wavelength_m| {
        let relief = Relief {
            noise: Some(Noise {
                wavelength_m,
                amplitude_m: 1.0,
                octaves: 4,
                gain: 0.5,
            }),
            ..Relief::default()
        };
        relief
            .draw(key().child(0, Purpose::Relief, number), grid)
            .expect("noise")
    };
    // Three quarters are wood, half of the ground is lush.
    let biomes = noise(1, 300.0).map(|at| u8::from(at > 0.3));
    let weights = noise(2, 80.0).map(|at| (0.6 + 0.6 * at).clamp(0.0, 1.0));
    let heights = noise(3, 400.0).map(|at| 30.0 * at + 15.0);
    let maps = Maps {
        named: Vec::new(),
        window: Window {
            low_m: [0.0; 2],
            high_m,
        },
        biomes,
        weights,
        ground: Arc::new(Heights::new(heights, NoData::Refuse).expect("heights")),
    };
    PaintedWorld::new(painting, maps, key()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Points of all rules.
fn candidates(world: &PaintedWorld, window: &Window) -> u64 {
    let mut points = Vec::new();
    for number in 0..world.painting().rules.len() {
        world.spawn_points(number).points_in(window, 1.0, &mut points);
    }
    points.len() as u64
}

/// A tile's points, each held against a byte a square metre.
fn stamp(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stamp");
    let pattern = Arc::new(TorusPattern::poisson(key()).expect("a pattern"));
    // 3,604 points a tile, as in the measurements that the aim comes from.
    let least_m = (0.697 * TILE_M * TILE_M / 3604.0_f64).sqrt();
    let spawns = Spawns::Torus(TorusPoints::new(pattern, least_m, [0.3, 0.7]));
    let map: Vec<u8> = (0..4096_u32)
        .map(|cell| (cell.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let window = Window {
        low_m: [128.0, 64.0],
        high_m: [192.0, 128.0],
    };
    let mut points = Vec::new();
    spawns.points_in(&window, 1.0, &mut points);
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("pattern/64m", |bencher| {
        bencher.iter(|| {
            points.clear();
            spawns.points_in(&window, 1.0, &mut points);
            black_box(points.len())
        });
    });
    let mut stand = vec![0_u32; points.len()];
    group.bench_function("pattern_and_map/64m", |bencher| {
        bencher.iter(|| {
            points.clear();
            spawns.points_in(&window, 1.0, &mut points);
            let mut kept = 0;
            for (at, point) in (0..).zip(&points) {
                let [x, y] = [point.place_m[0] - 128.0, point.place_m[1] - 64.0];
                let density = f32::from(map[((y as i32 & 63) << 6 | x as i32 & 63) as usize]) * (1.0 / 255.0);
                stand[kept] = at;
                kept += usize::from(point.rank < density);
            }
            black_box(&stand[..kept]).len()
        });
    });
    group.finish();
}

/// Points of one window by a baked tile, by a jittered grid that is hashed, and by going through all trees of all copies.
fn baked(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("baked");
    let key = key();
    let side_m = 200.0;
    let trees: Vec<[f64; 2]> = (0..4096_u32)
        .map(|number| {
            let [x, y, ..] = key.draws(0, Purpose::Place, number).map(unit_from_u32);
            [x * side_m, y * side_m]
        })
        .collect();
    let tile = BakedTile::new([side_m; 2], trees.clone(), Vec::new()).expect("a tile");
    let spawns = Spawns::Baked(BakedPoints::new(Arc::new(tile), [0.3, 0.7]));
    let plane = JitteredPlane::new([side_m / 64.0; 2], 0.4, key).expect("a lattice");
    for across_m in [64.0, 256.0, 1024.0] {
        let low_m = [128.0, 64.0];
        let window = Window {
            low_m,
            high_m: low_m.map(|at_m| at_m + across_m),
        };
        let mut points = Vec::new();
        spawns.points_in(&window, 1.0, &mut points);
        group.throughput(Throughput::Elements(points.len() as u64));
        group.bench_function(format!("tile/{across_m}m"), |bencher| {
            bencher.iter(|| {
                points.clear();
                spawns.points_in(&window, 1.0, &mut points);
                black_box(points.len())
            });
        });
        group.bench_function(format!("jittered_grid/{across_m}m"), |bencher| {
            bencher.iter(|| {
                plane
                    .points_in(window.low_m, window.high_m)
                    .map(|points| points.len())
            });
        });
        group.bench_function(format!("all_copies/{across_m}m"), |bencher| {
            bencher.iter(|| {
                let mut found = Vec::new();
                let copies = |axis: usize| {
                    let copy = |at_m: f64| ((at_m - [0.3, 0.7][axis] * side_m) / side_m).floor() as i32;
                    copy(window.low_m[axis])..=copy(window.high_m[axis])
                };
                for y in copies(1) {
                    for x in copies(0) {
                        let base_m = [f64::from(x) + 0.3, f64::from(y) + 0.7].map(|at| at * side_m);
                        let moved = trees
                            .iter()
                            .map(|tree| [tree[0] + base_m[0], tree[1] + base_m[1]]);
                        found.extend(moved.filter(|&place_m| window.holds(place_m)));
                    }
                }
                black_box(found.len())
            });
        });
    }
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tile");
    let world = world(512.0);
    let tiles = world.tiles();
    let inner: Vec<[i32; 2]> = tiles
        .into_iter()
        .filter(|tile| tile.iter().all(|at| (1..7).contains(at)))
        .collect();
    let count: u64 = inner
        .iter()
        .map(|&tile| candidates(&world, &world.window_of(tile)))
        .sum();
    group.throughput(Throughput::Elements(count));
    group.sample_size(20).measurement_time(Duration::from_secs(4));
    let mut memory = Memory::default();
    group.bench_function("rules/36", |bencher| {
        bencher.iter(|| {
            inner
                .iter()
                .map(|&tile| world.tile_in(&mut memory, tile, &Detail::FULL).len())
                .sum::<usize>()
        });
    });
    group.bench_function("trees_alone/36", |bencher| {
        let far = Detail {
            least_footprint_m: 2.0,
            ..Detail::FULL
        };
        bencher.iter(|| {
            inner
                .iter()
                .map(|&tile| world.tile_in(&mut memory, tile, &far).len())
                .sum::<usize>()
        });
    });
    group.finish();
}

fn worlds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("world");
    let world = world(2000.0);
    let tiles = world.tiles();
    group.throughput(Throughput::Elements(candidates(&world, &world.maps().window)));
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        group.bench_function(format!("2km/{threads}"), |bencher| {
            let count = || {
                world
                    .lay_out(&tiles, &Detail::FULL)
                    .map(|(_, instances)| instances.len())
                    .sum::<usize>()
            };
            bencher.iter(|| pool.install(count));
        });
    }
    group.finish();
}

/// The nearest rival: one rule on a jittered grid, with a constant in the place of maps, and no footprints.
fn rival(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("map_scatter");
    let mut field = FieldGraphSpec::default();
    field.add_with_semantics(
        "probability",
        NodeSpec::constant(0.5),
        FieldSemantics::Probability,
    );
    let layer = Layer::new_with(
        "grass",
        vec![Kind::new("grass", field)],
        JitterGridSampling::new(0.8, 0.6),
    );
    let plan = Plan::new().with_layer(layer);
    let (textures, cache) = (TextureRegistry::new(), FieldProgramCache::new());
    let side_m = 192.0_f32;
    let run = || {
        let config = RunConfig::new([side_m; 2].into()).with_chunk_extent(64.0);
        ScatterRunner::new(config, &textures, &cache).run(&plan, &mut SmallRng::seed_from_u64(1))
    };
    group.throughput(Throughput::Elements(run().positions_evaluated as u64));
    group.sample_size(10);
    group.bench_function("jitter/9", |bencher| bencher.iter(|| run().placements.len()));
    group.finish();
}

criterion_group!(benches, stamp, baked, rules, worlds, rival);
criterion_main!(benches);

//! What each light model takes for one year of a closed stand of beech on one thread, beside each other: 1e4 and 1e5 trees.
//! Sums over all pairs, the plain form of `crowding`, at a size that they can do.
//!
//! `cargo bench -p understory-forest --bench light`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

#[path = "../../../benches/stand.rs"]
#[allow(dead_code, reason = "it serves other benches too")]
mod stand;

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use understory_forest::components::{Position, Size};
use understory_forest::growth::zone_radius_m;
use understory_forest::parameters::{FieldKernel, Light};
use understory_forest::{Forest, Tree};
use understory_numerics::math::{exp, ln};

fn light(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool of one thread");
    let grown = stand::patch();
    let mut group = criterion.benchmark_group("forest::light");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for tiles in [[1, 1], [3, 3], [9, 9]] {
        for model in Light::MODELS {
            let light = Light::named(model).expect("it is in the list");
            let mut forest = stand::laid_out(&grown, tiles, false, light);
            let trees = forest.tree_count();
            group.throughput(Throughput::Elements(trees as u64));
            group.bench_function(format!("{model}/{trees}"), |bencher| {
                bencher.iter(|| pool.install(|| black_box(forest.crowding())));
            });
        }
    }
    let trees = grown.tree_count();
    group.throughput(Throughput::Elements(trees as u64));
    group.bench_function(format!("all-pairs/{trees}"), |bencher| {
        bencher.iter(|| black_box(all_pairs(&grown)));
    });
    group.finish();
}

/// Crowding of each tree by every other one, without the canopy's shade.
fn all_pairs(forest: &Forest) -> Vec<f64> {
    let beech = forest.species().next().expect("there is one");
    let FieldKernel::Exponential {
        e_fold_crown_radii,
        cut_fraction,
    } = beech.competition.kernel
    else {
        return Vec::new();
    };
    let mut trees = Vec::new();
    let mut view = forest.view::<Tree, (&Position, &Size)>();
    view.for_each(|(place, size)| {
        let strength = 0.6 * beech.crown.leaf_area_index;
        let fold_m = e_fold_crown_radii * zone_radius_m(&beech.competition, *size);
        trees.push((place.0, size.height_m * size.height_m, strength, fold_m));
    });
    let folds = -ln(cut_fraction);
    let crowding = |(at, &(place_m, own, ..)): (usize, &([f64; 2], f64, f64, f64))| -> f64 {
        let others = trees.iter().enumerate().filter(|(other, _)| *other != at);
        let fields = others.map(|(_, &(other_m, weight, strength, fold_m))| {
            let distance_m = forest.plot().distance_squared_m2(place_m, other_m).sqrt();
            if distance_m >= folds * fold_m {
                return 0.0;
            }
            let kernel = (exp(-distance_m / fold_m) - cut_fraction) / (1.0 - cut_fraction);
            2.0 * weight / (own + weight) * strength * kernel
        });
        fields.sum()
    };
    trees.iter().enumerate().map(crowding).collect()
}

criterion_group!(benches, light);
criterion_main!(benches);

//! The sum of the neighbours' fields at every tree: all pairs, a kd-tree, a grid of cells, and the tile lists that the
//! forest uses.
//!
//! All sum the same kernel over the same stand on one thread; all but the last in `f64` as the definition reads.
//!
//! `cargo bench --bench neighbours`

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

#[allow(dead_code, reason = "it serves other benches too")]
mod stand;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use understory_forest::Forest;
use understory_forest::growth::zone_radius_m;
use understory_forest::parameters::{FieldKernel, Light};
use understory_numerics::math::{exp, ln};
use understory_space::{CellGrid, Cells, Plot};

/// Above this many trees all pairs take too long to wait for.
const BRUTE_FORCE_UP_TO: usize = 20_000;

/// The sum of the fields alone: nobody is so high that leaves of a canopy would shade who stands below.
const NO_CANOPY: Light = Light::Crowding {
    size_asymmetry: 2.0,
    canopy_from_m: 150.0,
    canopy_spread_m: 10.0,
    slope: true,
};

/// A tree as the definition of its field has it.
struct Source {
    place_m: [f64; 2],
    height_m: f64,
    strength: f64,
    fold_m: f64,
    reach_m: f64,
    cut: f64,
}

fn sources(forest: &Forest) -> Vec<Source> {
    let species: Vec<_> = forest.species().cloned().collect();
    let mut sources = Vec::new();
    for tree in forest.trees() {
        let (index, size) = (tree.species, tree.size);
        let species = &species[usize::from(index)];
        let competition = &species.competition;
        let FieldKernel::Exponential {
            e_fold_crown_radii,
            cut_fraction,
        } = competition.kernel
        else {
            unreachable!("the bench's species has an exponential field");
        };
        let fold_m = e_fold_crown_radii * zone_radius_m(competition, size);
        sources.push(Source {
            place_m: tree.place_m,
            height_m: size.height_m,
            strength: 0.6 * species.crown.leaf_area_index,
            fold_m,
            reach_m: fold_m * ln(1.0 / cut_fraction),
            cut: cut_fraction,
        });
    }
    sources
}

fn field(tree: &Source, other: &Source, distance_squared_m2: f64) -> f64 {
    if distance_squared_m2 >= other.reach_m * other.reach_m {
        return 0.0;
    }
    let (own, others) = (tree.height_m * tree.height_m, other.height_m * other.height_m);
    let kernel = (exp(-distance_squared_m2.sqrt() / other.fold_m) - other.cut) / (1.0 - other.cut);
    2.0 * others / (own + others) * other.strength * kernel
}

fn brute_force(plot: &Plot, sources: &[Source]) -> f64 {
    let sum_at = |(i, tree): (usize, &Source)| -> f64 {
        let others = sources.iter().enumerate().filter(|(j, _)| *j != i);
        others
            .map(|(_, other)| field(tree, other, plot.distance_squared_m2(tree.place_m, other.place_m)))
            .sum()
    };
    sources.iter().enumerate().map(sum_at).sum()
}

fn kd_tree(plot: &Plot, sources: &[Source]) -> f64 {
    let places_m: Vec<[f64; 2]> = sources.iter().map(|source| source.place_m).collect();
    let tree = ImmutableKdTree::new_from_slice(&places_m).expect("a tree of finite places");
    let longest_m = sources.iter().map(|source| source.reach_m).fold(0.0, f64::max);
    let size_m = plot.size_m();
    let sum_at = |(i, source): (usize, &Source)| -> f64 {
        let near = tree
            .query(&source.place_m)
            .periodic_boundary_condition(&size_m)
            .within::<SquaredEuclidean<f64>>(longest_m * longest_m)
            .unsorted()
            .execute();
        near.iter()
            .filter(|neighbour| neighbour.item as usize != i)
            .map(|neighbour| field(source, &sources[neighbour.item as usize], neighbour.distance))
            .sum()
    };
    sources.iter().enumerate().map(sum_at).sum()
}

fn cell_grid(plot: &Plot, sources: &[Source]) -> f64 {
    let places_m: Vec<[f64; 2]> = sources.iter().map(|source| source.place_m).collect();
    let longest_m = sources.iter().map(|source| source.reach_m).fold(0.0, f64::max);
    // A third of the reach leaves out much of the corners.
    let count = plot.size_m().map(|size_m| (3.0 * size_m / longest_m) as usize);
    let (grid, numbers) = CellGrid::of(Cells::of_plot(plot, count), &places_m);
    let in_order_m: Vec<[f64; 2]> = numbers.iter().map(|&number| places_m[number as usize]).collect();
    let sum_at = |(slot, &number): (usize, &u32)| -> f64 {
        let source = &sources[number as usize];
        let mut sum = 0.0;
        grid.within(source.place_m, longest_m, plot.edge(), |from_m, slots| {
            for other in slots.filter(|&other| other != slot) {
                let (dx, dy) = (in_order_m[other][0] - from_m[0], in_order_m[other][1] - from_m[1]);
                let squared_m2 = dx * dx + dy * dy;
                if squared_m2 < longest_m * longest_m {
                    sum += field(source, &sources[numbers[other] as usize], squared_m2);
                }
            }
        });
        sum
    };
    numbers.iter().enumerate().map(sum_at).sum()
}

fn neighbours(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool of one thread");
    let mut group = criterion.benchmark_group("forest::crowding");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    let patch = stand::patch();
    for tiles in stand::SIZES {
        let mut forest = stand::laid_out(&patch, tiles, true, NO_CANOPY);
        let (plot, sources) = (*forest.plot(), sources(&forest));
        let trees = sources.len();
        let sum: f64 = forest
            .crowding()
            .iter()
            .map(|&crowding| f64::from(crowding))
            .sum();
        let exact = kd_tree(&plot, &sources);
        let by_cells = cell_grid(&plot, &sources);
        assert!(
            (sum - exact).abs() < 1e-5 * exact && (by_cells - exact).abs() < 1e-9 * exact,
            "the forms must agree: {sum}, {by_cells} and {exact}"
        );
        group.throughput(Throughput::Elements(trees as u64));
        if trees <= BRUTE_FORCE_UP_TO {
            group.bench_function(format!("all-pairs/{trees}"), |bencher| {
                bencher.iter(|| brute_force(black_box(&plot), black_box(&sources)));
            });
        }
        group.bench_function(format!("kd-tree/{trees}"), |bencher| {
            bencher.iter(|| kd_tree(black_box(&plot), black_box(&sources)));
        });
        group.bench_function(format!("cell-grid/{trees}"), |bencher| {
            bencher.iter(|| cell_grid(black_box(&plot), black_box(&sources)));
        });
        group.bench_function(format!("tile-lists/{trees}"), |bencher| {
            bencher.iter(|| pool.install(|| forest.crowding().len()));
        });
    }
    group.finish();
}

criterion_group!(benches, neighbours);
criterion_main!(benches);

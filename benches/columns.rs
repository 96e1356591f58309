//! What the entity store costs when the year ends: the trees of a year as hecs entities, whose columns are
//! gathered in a new order and written back, against the same columns as plain vectors that are swapped.
//!
//! `cargo bench --bench columns`
//!
//! And what a view of whole columns gains over hecs' own query, whose batches rayon's bridge hands to threads.
//!
//! In both forms four trees of a hundred die and as many are born. Everything else that a year does reads and
//! writes slices, which are the same from either store.

#![allow(missing_docs, reason = "criterion's macros write functions without pages")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use understory_ecs::{BATCH_ROWS, View, World, component, entity};
use understory_numerics::math::exp;

component! {
    /// Where it stands, m.
    #[derive(Default)]
    pub struct Place([f64; 2]);

    /// Who it is.
    #[derive(Default)]
    pub struct Identity(u128);

    /// How big it is.
    #[derive(Default)]
    pub struct Size([f64; 2]);

    /// Running number.
    #[derive(Default)]
    pub struct Number(u64);

    /// Running mean of the growth factor.
    #[derive(Default)]
    pub struct Vigour(f64);

    /// Which species.
    #[derive(Default)]
    pub struct Species(u16);

    /// Years since birth.
    #[derive(Default)]
    pub struct Age(u16);
}

entity! {
    /// A tree.
    #[derive(Clone, Copy, Default)]
    pub struct Tree {
        /// Where it stands, m.
        place_m: [f64; 2] => Place,
        /// Who it is.
        identity: u128 => Identity,
        /// How big it is.
        size: [f64; 2] => Size,
        /// Running number.
        number: u64 => Number,
        /// Running mean of the growth factor.
        vigour: f64 => Vigour,
        /// Which species.
        species: u16 => Species,
        /// Years since birth.
        age_yr: u16 => Age,
    }
}

/// Every twenty-fifth row leaves, and a newcomer stands behind the row after it.
fn order(rows: usize) -> Vec<u32> {
    let newcomers = rows.div_ceil(25);
    let mut order = Vec::with_capacity(rows);
    for row in 0..rows {
        if row % 25 != 0 {
            order.push(row as u32);
        }
        if row % 25 == 1 || (row + 1 == rows && order.len() < rows) {
            order.push((rows + (row / 25).min(newcomers - 1)) as u32);
        }
    }
    order.truncate(rows);
    order
}

fn gather<T: Copy>(old: &[T], order: &[u32], new: &mut Vec<T>) {
    new.clear();
    new.extend(order.iter().map(|&row| old[row as usize]));
}

/// One year of the entities.
fn reorder_entities(world: &mut World, order: &[u32]) {
    let newcomers = order.len().div_ceil(25);
    world.spawn::<Tree>((0..newcomers).map(|_| Tree::default()));
    world.put_in_order::<Tree>(order);
}

/// The columns of all trees as vectors.
#[derive(Default)]
struct Arrays {
    places: Vec<Place>,
    identities: Vec<Identity>,
    sizes: Vec<Size>,
    numbers: Vec<Number>,
    vigours: Vec<Vigour>,
    species: Vec<Species>,
    ages: Vec<Age>,
}

fn reorder_array<T: Copy + Default>(rows: &mut Vec<T>, order: &[u32], spare: &mut Vec<T>) {
    rows.resize(order.len() + order.len().div_ceil(25), T::default());
    gather(rows, order, spare);
    std::mem::swap(rows, spare);
}

/// One year of the arrays.
fn reorder_arrays(trees: &mut Arrays, order: &[u32], spare: &mut Arrays) {
    reorder_array(&mut trees.places, order, &mut spare.places);
    reorder_array(&mut trees.identities, order, &mut spare.identities);
    reorder_array(&mut trees.sizes, order, &mut spare.sizes);
    reorder_array(&mut trees.numbers, order, &mut spare.numbers);
    reorder_array(&mut trees.vigours, order, &mut spare.vigours);
    reorder_array(&mut trees.species, order, &mut spare.species);
    reorder_array(&mut trees.ages, order, &mut spare.ages);
}

fn columns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forest::columns");
    group.sample_size(20);
    for trees in [10_000, 100_000, 1_000_000] {
        let order = order(trees);
        let mut spare = Arrays::default();
        group.throughput(Throughput::Elements(trees as u64));
        let mut arrays = Arrays::default();
        reorder_arrays(&mut arrays, &vec![0; trees], &mut spare);
        group.bench_function(format!("arrays/{trees}"), |bencher| {
            bencher.iter(|| reorder_arrays(black_box(&mut arrays), &order, &mut spare));
        });
        let mut world = World::new();
        world.add_kind::<Tree>();
        world.spawn::<Tree>((0..trees).map(|_| Tree::default()));
        group.bench_function(format!("entities/{trees}"), |bencher| {
            bencher.iter(|| reorder_entities(black_box(&mut world), &order));
        });
        assert_eq!(world.count::<Tree>(), trees);
    }
    group.finish();
}

/// A year's growth, as a model would have it.
fn grow(place: &Place, size: &mut Size, vigour: &mut Vigour) {
    let light = exp(-place.0[0]);
    size.0[0] += light * (1.0 - size.0[0] / 80.0);
    vigour.0 += 0.2 * (light - vigour.0);
}

fn views(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forest::views");
    group.sample_size(20);
    for trees in [10_000, 100_000, 1_000_000] {
        group.throughput(Throughput::Elements(trees as u64));
        let mut world = World::new();
        world.add_kind::<Tree>();
        world.spawn::<Tree>((0..trees).map(|tree| Tree {
            place_m: [tree as f64 % 7.0, 0.0],
            ..Tree::default()
        }));
        group.bench_function(format!("view/{trees}"), |bencher| {
            bencher.iter(|| {
                let mut view: View<'_, Tree, (&Place, &mut Size, &mut Vigour)> = world.view();
                view.par_for_each(|(place, size, vigour)| grow(place, size, vigour));
            });
        });
        group.bench_function(format!("hecs-query/{trees}"), |bencher| {
            bencher.iter(|| {
                let mut query = world.entities().query::<(&Place, &mut Size, &mut Vigour)>();
                let batches = query.iter_batched(BATCH_ROWS as u32).par_bridge();
                batches.for_each(|batch| {
                    batch.for_each(|(place, size, vigour)| grow(place, size, vigour));
                });
            });
        });
    }
    group.finish();
}

criterion_group!(benches, columns, views);
criterion_main!(benches);

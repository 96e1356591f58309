//! What the entity store costs when the year turns: the trees of a year as hecs entities, whose columns are
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
use hecs::{Component, Entity, World};
use rayon::prelude::*;
use understory_ecs::{BATCH_ROWS, View, component, entity};

/// A component with these bits; they are moved, never read.
macro_rules! component {
    ($name:ident, $bits:ty) => {
        #[derive(Clone, Copy, Default)]
        struct $name(#[allow(dead_code, reason = "moved, never read")] $bits);
    };
}

component!(Place, [f64; 2]);
component!(Identity, u128);
component!(Size, [f64; 2]);
component!(Number, u64);
component!(Vigour, f64);
component!(Kind, u16);
component!(Age, u16);

type Tree = (Place, Identity, Size, Number, Vigour, Kind, Age);

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

fn turn_column<T: Component + Copy>(world: &World, order: &[u32], buffer: &mut Vec<T>) {
    let trees = world
        .archetypes()
        .find(|archetype| archetype.has::<Place>())
        .expect("there are trees");
    let mut rows = trees.get::<&mut T>().expect("every tree has all components");
    gather(&rows, order, buffer);
    rows[..order.len()].copy_from_slice(buffer);
}

/// One year of the entities.
fn turn_entities(world: &mut World, order: &[u32], buffers: &mut Arrays) {
    let rows = order.len();
    world.spawn_batch((0..rows.div_ceil(25)).map(|_| Tree::default()));
    turn_column::<Place>(world, order, &mut buffers.places);
    turn_column::<Identity>(world, order, &mut buffers.identities);
    turn_column::<Size>(world, order, &mut buffers.sizes);
    turn_column::<Number>(world, order, &mut buffers.numbers);
    turn_column::<Vigour>(world, order, &mut buffers.vigours);
    turn_column::<Kind>(world, order, &mut buffers.kinds);
    turn_column::<Age>(world, order, &mut buffers.ages);
    let surplus: Vec<Entity> = world.query::<Entity>().iter().skip(rows).collect();
    for entity in surplus.into_iter().rev() {
        world.despawn(entity).expect("the query has just found it");
    }
}

/// The columns of all trees as vectors.
#[derive(Default)]
struct Arrays {
    places: Vec<Place>,
    identities: Vec<Identity>,
    sizes: Vec<Size>,
    numbers: Vec<Number>,
    vigours: Vec<Vigour>,
    kinds: Vec<Kind>,
    ages: Vec<Age>,
}

fn turn_array<T: Copy + Default>(rows: &mut Vec<T>, order: &[u32], spare: &mut Vec<T>) {
    rows.resize(order.len() + order.len().div_ceil(25), T::default());
    gather(rows, order, spare);
    std::mem::swap(rows, spare);
}

/// One year of the arrays.
fn turn_arrays(trees: &mut Arrays, order: &[u32], spare: &mut Arrays) {
    turn_array(&mut trees.places, order, &mut spare.places);
    turn_array(&mut trees.identities, order, &mut spare.identities);
    turn_array(&mut trees.sizes, order, &mut spare.sizes);
    turn_array(&mut trees.numbers, order, &mut spare.numbers);
    turn_array(&mut trees.vigours, order, &mut spare.vigours);
    turn_array(&mut trees.kinds, order, &mut spare.kinds);
    turn_array(&mut trees.ages, order, &mut spare.ages);
}

fn columns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forest::columns");
    group.sample_size(20);
    for trees in [10_000, 100_000, 1_000_000] {
        let order = order(trees);
        let mut spare = Arrays::default();
        group.throughput(Throughput::Elements(trees as u64));
        let mut arrays = Arrays::default();
        turn_arrays(&mut arrays, &vec![0; trees], &mut spare);
        group.bench_function(format!("arrays/{trees}"), |bencher| {
            bencher.iter(|| turn_arrays(black_box(&mut arrays), &order, &mut spare));
        });
        let mut world = World::new();
        world.spawn_batch((0..trees).map(|_| Tree::default()));
        group.bench_function(format!("entities/{trees}"), |bencher| {
            bencher.iter(|| turn_entities(black_box(&mut world), &order, &mut spare));
        });
        assert_eq!(world.len() as usize, trees);
    }
    group.finish();
}

component! {
    /// Crowding.
    pub struct Crowding(f64);

    /// Diameter, cm.
    pub struct Diameter(f64);

    /// Running mean of the growth factor.
    pub struct Mean(f64);
}

entity! {
    /// What grows.
    #[derive(Clone, Copy)]
    pub struct Stem {
        /// Crowding.
        crowding: f64 => Crowding,
        /// Diameter, cm.
        dbh_cm: f64 => Diameter,
        /// Running mean of the growth factor.
        mean: f64 => Mean,
    }
}

/// A year's growth in the light that neighbours leave, as a model would have it.
fn grow(crowding: &Crowding, dbh_cm: &mut Diameter, mean: &mut Mean) {
    let light = (-crowding.0).exp();
    dbh_cm.0 += light * (1.0 - dbh_cm.0 / 80.0);
    mean.0 += 0.2 * (light - mean.0);
}

fn views(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("forest::views");
    group.sample_size(20);
    for stems in [10_000, 100_000, 1_000_000] {
        group.throughput(Throughput::Elements(stems as u64));
        let mut world = understory_ecs::World::new();
        world.add_kind::<Stem>();
        world.spawn::<Stem>((0..stems).map(|stem| Stem {
            crowding: stem as f64 % 7.0,
            dbh_cm: stem as f64 % 60.0,
            mean: 0.5,
        }));
        group.bench_function(format!("view/{stems}"), |bencher| {
            bencher.iter(|| {
                let mut view: View<'_, Stem, (&Crowding, &mut Diameter, &mut Mean)> = world.view();
                view.par_for_each(|(crowding, dbh_cm, mean)| grow(crowding, dbh_cm, mean));
            });
        });
        group.bench_function(format!("hecs-query/{stems}"), |bencher| {
            bencher.iter(|| {
                let mut query = world.entities().query::<(&Crowding, &mut Diameter, &mut Mean)>();
                let batches = query.iter_batched(BATCH_ROWS as u32).par_bridge();
                batches.for_each(|batch| {
                    batch.for_each(|(crowding, dbh_cm, mean)| grow(crowding, dbh_cm, mean));
                });
            });
        });
    }
    group.finish();
}

criterion_group!(benches, columns, views);
criterion_main!(benches);

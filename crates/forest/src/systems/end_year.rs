//! The year ends. The dead leave, newborns enter, seeds go or stay, and rows are put in order.
//!
//! The one place where rows come and go. Trees that others read as neighbours must stay where they are until here.

use understory_ecs::{View, World};

use crate::borders::Borders;
use crate::components::{Age, Death, Fate, Remains, SpeciesIndex};
use crate::entities::{DeadTree, Seed, Tree};
use crate::events::{Event, Happening};
use crate::resources::{
    Birth, Births, Events, Scratch, SeedRain, SpeciesList, Sprouts, Tallies, Totals, Year,
};
use crate::settle::{put_in_order, settle_dead};

/// It takes the whole world, as entities come and go in it.
pub(crate) fn end_year(world: &mut World) {
    // Lists are taken out of the world while it is changed, and put back empty with their memory.
    let mut newly_dead = std::mem::take(&mut world.res_mut::<Scratch>().newly_dead);
    let mut births = std::mem::take(&mut *world.res_mut::<Births>());
    list_deaths(world, &mut newly_dead);
    // Running numbers must not depend on the order in which systems and threads found the newborn.
    births.0.sort_unstable_by_key(|birth| birth.tree.key);
    enter(world, &births.0);
    // After `enter`, which notes the births: events have births first.
    note_deaths(world, &newly_dead);
    settle_seeds(world);
    settle_dead(world, &newly_dead);
    settle_trees(world);
    newly_dead.clear();
    births.0.clear();
    world.res_mut::<Sprouts>().all.clear();
    world.res_mut::<Scratch>().newly_dead = newly_dead;
    *world.res_mut::<Births>() = births;
}

/// The year's dead by running number; counted whether or not something is left of them.
fn list_deaths(world: &World, newly_dead: &mut Vec<DeadTree>) {
    let (mut tallies, year_died) = (world.res_mut::<Tallies>(), world.res::<Year>().0 as i32);
    let borders = world.res::<Borders>();
    let trees = world.rows::<Tree>();
    let mut deaths: View<'_, Tree, (&Death,)> = world.view();
    for (row, death) in deaths.slices().0.iter().enumerate() {
        let Some(cause) = death.0 else { continue };
        let Tree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
            scores,
            crown_base_m: _,
        } = trees.get(row);
        newly_dead.push(DeadTree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
            scores,
            remains: Remains::new(cause, year_died),
        });
        tallies.0[usize::from(species)].died[cause as usize] += u64::from(borders.window.holds(place_m));
    }
    newly_dead.sort_unstable_by_key(|dead| dead.number);
}

/// Adds the year's deaths to the events, where these are wanted.
fn note_deaths(world: &World, newly_dead: &[DeadTree]) {
    let year = world.res::<Year>().0;
    if let Some(events) = &mut world.res_mut::<Events>().0 {
        events.extend(newly_dead.iter().map(|dead| Event {
            year,
            tree: dead.number,
            species: dead.species,
            place_m: dead.place_m,
            what: Happening::Death(dead.remains.cause()),
        }));
    }
}

/// Newborns, in the order of their keys, become trees at the end of the rows and get running numbers.
fn enter(world: &mut World, births: &[Birth]) {
    let (first, year) = (world.res::<Totals>().next_tree, world.res::<Year>().0);
    world.res_mut::<Totals>().next_tree += births.len() as u64;
    if let Some(events) = &mut world.res_mut::<Events>().0 {
        events.extend((first..).zip(births).map(|(tree, birth)| Event {
            year,
            tree,
            species: birth.tree.species,
            place_m: birth.tree.place_m,
            what: Happening::Birth(birth.origin),
        }));
    }
    let numbered = births.iter().zip(0..);
    world.spawn::<Tree>(numbered.map(|(birth, at)| Tree {
        number: first + at,
        ..birth.tree
    }));
}

/// Seeds that rotted or germinated go, and those that have seen their last spring; the others, fresh ones
/// included, are a year older.
fn settle_seeds(world: &mut World) {
    let species = world.res::<SpeciesList>().clone();
    let stays = |fate: Fate, index: u16, age_yr: u16| {
        fate != Fate::Gone && u32::from(age_yr) + 1 < species.parameters(index).seed_bank.max_age_yr
    };
    let mut kept = std::mem::take(&mut world.res_mut::<Scratch>().order);
    kept.clear();
    {
        let mut seeds: View<'_, Seed, (&SpeciesIndex, &Age, &Fate)> = world.view();
        let mut row = 0;
        seeds.for_each(|(index, age, &fate)| {
            if stays(fate, index.0, age.0) {
                kept.push(row);
            }
            row += 1;
        });
    }
    let mut rain = std::mem::take(&mut *world.res_mut::<SeedRain>());
    let fallen = rain.runs.iter().flat_map(|run| run.seeds.iter().zip(&run.fates));
    let fresh = fallen.filter(|(seed, fate)| stays(**fate, seed.species, seed.age_yr));
    world.renew::<Seed>(&kept, fresh.map(|(seed, _)| *seed));
    let mut ages: View<'_, Seed, (&mut Age,)> = world.view();
    ages.for_each(|(age,)| age.0 = age.0.saturating_add(1));
    drop(ages);
    for run in &mut rain.runs {
        run.seeds.clear();
        run.fates.clear();
    }
    *world.res_mut::<SeedRain>() = rain;
    world.res_mut::<Scratch>().order = kept;
}

/// Puts the living in order without those that died; trees at the end of the rows enter.
fn settle_trees(world: &mut World) {
    let mut stays = std::mem::take(&mut world.res_mut::<Scratch>().stays);
    stays.clear();
    {
        let mut trees: View<'_, Tree, (&mut Death,)> = world.view();
        // A row keeps its cell when others move into it, so the cells are emptied here.
        trees.for_each(|(death,)| stays.push(std::mem::take(death).0.is_none()));
    }
    put_in_order::<Tree>(world, |row| stays[row]);
    world.res_mut::<Scratch>().stays = stays;
}

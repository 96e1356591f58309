//! The year ends. The dead leave, newborns enter, seeds go or stay, and rows are put in order.
//!
//! The one place where rows come and go. Trees that others read as neighbours must stay where they are until here.

use understory_ecs::{View, World};
use understory_numerics::parallel;
use understory_space::Tiles;

use crate::borders::Borders;
use crate::components::{Age, Cause, Death, Fate, Remains, SpeciesIndex};
use crate::deadwood_rows::settle_deadwood;
use crate::entities::{DeadTree, Seed, Tree};
use crate::events::{Event, Happening, Stems};
use crate::management::MERCHANTABLE_CM;
use crate::parts::{DeadStem, Parts, guests, guests_leave, number_births, share_reaches};
use crate::resources::{
    Birth, Births, Events, Scratch, SeedRain, SpeciesList, Tallies, TileIndex, Totals, Year, let_go_if_large,
};
use crate::row_lists::list_rows;
use crate::settle::{REMAINS_FROM_DBH_CM, put_in_order, settle_dead};
use crate::sorted::sort_by_place;

/// It takes the whole world, as entities come and go in it.
pub(crate) fn end_year(world: &mut World) {
    // Lists are taken out of the world while it is changed, and put back with their memory.
    let mut scratch = std::mem::take(&mut *world.res_mut::<Scratch>());
    let mut births = std::mem::take(&mut *world.res_mut::<Births>());
    guests_leave(world);
    list_deaths(world, &mut scratch);
    let dead_guests = enter(world, &mut births.0, &mut scratch);
    let_go_if_large(&mut births.0);
    // After `enter`, which notes the births: events have births first.
    note_deaths(world, &mut scratch.newly_dead);
    settle_seeds(world, &mut scratch);
    settle_deadwood(world, &mut scratch);
    scratch.newly_dead.extend(dead_guests);
    settle_dead(world, &mut scratch);
    let_go_if_large(&mut scratch.newly_dead);
    settle_trees(world, &mut scratch);
    share_reaches(world);
    *world.res_mut::<Scratch>() = scratch;
    *world.res_mut::<Births>() = births;
}

/// The rows that the year's dead leave, and those dead of which something is left; counted whether or not it is.
fn list_deaths(world: &World, scratch: &mut Scratch) {
    let Scratch {
        newly_dead, freed, ..
    } = scratch;
    newly_dead.clear();
    let (mut tallies, year_died) = (world.res_mut::<Tallies>(), world.res::<Year>().0 as i32);
    let (borders, list) = (world.res::<Borders>(), world.res::<SpeciesList>());
    let mut parts = world.res_mut::<Parts>();
    let are_noted = world.res::<Events>().0.is_some();
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let trees = world.rows::<Tree>();
    let mut deaths: View<'_, Tree, (&Death,)> = world.view();
    let causes = deaths.slices().0;
    list_rows(0..causes.len(), |row| causes[row].0.is_some(), freed);
    for &row in &*freed {
        let row = row as usize;
        let Some(cause) = causes[row].0 else { continue };
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
            crown_radius_m: _,
        } = trees.get(row);
        if !parts.owns(place_m) {
            continue;
        }
        // Of thin ones, most of a year's dead, nothing is left but an event.
        if are_noted || size.dbh_cm > REMAINS_FROM_DBH_CM {
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
        }
        if borders.window.holds(place_m) {
            let tally = &mut tallies.0[usize::from(species)];
            tally.died[cause as usize] += 1;
            if size.dbh_cm >= MERCHANTABLE_CM {
                let stem = &list.parameters(species).stem;
                let stems = Stems {
                    count: 1,
                    volume_m3: stem.volume_m3(size),
                    merchantable_m3: stem.merchantable_m3(size),
                };
                if cause == Cause::Felled {
                    tally.felled_stems.add(&stems);
                } else {
                    let level = index.level_of_row(&tiles, row) as u16;
                    let dead = DeadStem {
                        level,
                        species,
                        stems,
                    };
                    parts.add_dead_stems(&mut tally.dead_stems, dead);
                }
            }
        }
    }
}

/// Adds the year's deaths to the events by running number, where these are wanted.
fn note_deaths(world: &World, newly_dead: &mut [DeadTree]) {
    let year = world.res::<Year>().0;
    if let Some(events) = &mut world.res_mut::<Events>().0 {
        sort_by_place(newly_dead, &mut Vec::new(), |dead| (0, dead.number.into()));
        events.extend(newly_dead.iter().map(|dead| Event {
            year,
            tree: dead.number,
            species: dead.species,
            place_m: dead.place_m,
            age_yr: dead.age_yr,
            size: dead.size,
            what: Happening::Death(dead.remains.cause()),
        }));
    }
}

/// Newborns, in the order of their keys, become trees and get running numbers: in the rows of the dead as far as there are
/// such, and at the end. With them come guests from other parts of the forest, where there are any; it gives those that are dead.
fn enter(world: &mut World, births: &mut [Birth], scratch: &mut Scratch) -> Vec<DeadTree> {
    let Scratch {
        freed,
        newly_dead,
        entrants,
        ..
    } = scratch;
    // Running numbers must not depend on the order in which systems and threads found the newborn.
    sort_by_place(births, entrants, |birth| (0, birth.tree.key.bits()));
    let year = world.res::<Year>().0;
    let born = number_births(world, births);
    world.res_mut::<Totals>().next_tree += born;
    if let Some(events) = &mut world.res_mut::<Events>().0 {
        events.extend(births.iter().map(|Birth { tree, origin }| Event {
            year,
            tree: tree.number,
            species: tree.species,
            place_m: tree.place_m,
            age_yr: tree.age_yr,
            size: tree.size,
            what: Happening::Birth(*origin),
        }));
    }
    let newborn = births.iter().map(|birth| birth.tree);
    let (guests_here, dead) = guests(world, newborn.clone(), newly_dead);
    let entering = births.len() + guests_here.len();
    world.spawn_in_rows::<Tree>(freed, newborn.chain(guests_here.iter().copied()));
    freed.truncate(entering);
    dead
}

/// Seeds that rotted or germinated go, and those that have seen their last spring; the others, fresh ones
/// included, are a year older.
fn settle_seeds(world: &mut World, scratch: &mut Scratch) {
    let species = world.res::<SpeciesList>().clone();
    let stays = |fate: Fate, index: u16, age_yr: u16| {
        fate != Fate::Gone && u32::from(age_yr) + 1 < species.parameters(index).seed_bank.max_age_yr
    };
    let kept = &mut scratch.order;
    {
        let mut seeds: View<'_, Seed, (&SpeciesIndex, &Age, &Fate)> = world.view();
        let (indices, ages, fates) = seeds.slices();
        let stays = |row: usize| stays(fates[row], indices[row].0, ages[row].0);
        list_rows(0..fates.len(), stays, kept);
    }
    let mut rain = std::mem::take(&mut *world.res_mut::<SeedRain>());
    parallel::each_mut(&mut rain.runs, |run| {
        let mut fates = run.fates.iter();
        run.seeds.retain(|seed| {
            fates
                .next()
                .is_some_and(|&fate| stays(fate, seed.species, seed.age_yr))
        });
    });
    world.renew::<Seed>(kept, rain.runs.iter().flat_map(|run| &run.seeds).copied());
    let mut ages: View<'_, Seed, (&mut Age,)> = world.view();
    ages.par_for_each(|(age,)| age.0 = age.0.saturating_add(1));
    drop(ages);
    for run in &mut rain.runs {
        run.seeds.clear();
        run.fates.clear();
    }
    *world.res_mut::<SeedRain>() = rain;
}

/// Puts the living in order without those that died; newborns, in their rows or at the end, enter.
fn settle_trees(world: &mut World, scratch: &mut Scratch) {
    let mut stays = std::mem::take(&mut scratch.stays);
    {
        let mut trees: View<'_, Tree, (&mut Death,)> = world.view();
        let deaths = trees.slices().0;
        stays.clear();
        stays.extend(deaths.iter().map(|death| death.0.is_none()));
        // A row keeps its cell when others move into it, so the cells are emptied here.
        deaths.fill(Death::default());
    }
    let freed = std::mem::take(&mut scratch.freed);
    put_in_order::<Tree>(world, Some(&stays), &freed, scratch);
    (scratch.stays, scratch.freed) = (stays, freed);
}

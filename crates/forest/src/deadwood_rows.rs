//! The rows of deadwood: the year's dead enter, what has decayed leaves, in the order of (year of death, key).
//!
//! Sums over it run in that order, so it must be the same after a stop.

use understory_ecs::{View, World};

use crate::components::{Cause, Remains, Size, SpeciesIndex, Wood};
use crate::deadwood::{DEADWOOD_FROM_DBH_CM, at_death};
use crate::entities::{DeadTree, Deadwood};
use crate::resources::{Scratch, SpeciesList, Year};
use crate::row_lists::list_rows;
use crate::sorted::sort_by_place;

/// Of the year's dead those that are thick enough enter, and all that has decayed goes.
pub(crate) fn settle_deadwood(world: &mut World, scratch: &mut Scratch) {
    let (species, year) = (world.res::<SpeciesList>().clone(), world.res::<Year>().0);
    // A felled stem is taken out, and what is left of it too low to count.
    let stays =
        |dead: &&DeadTree| dead.size.dbh_cm >= DEADWOOD_FROM_DBH_CM && dead.remains.cause() != Cause::Felled;
    let thick = scratch.newly_dead.iter().filter(stays);
    let mut fresh: Vec<Deadwood> = thick
        .map(|dead| Deadwood {
            key: dead.key,
            species: dead.species,
            place_m: dead.place_m,
            size: dead.size,
            remains: dead.remains,
            wood: at_death(dead.remains.cause(), dead.key, year),
        })
        .collect();
    sort_by_place(&mut fresh, &mut scratch.entrants, |dead| (0, dead.key.bits()));
    let kept = &mut scratch.order;
    {
        let mut rows: View<'_, Deadwood, (&SpeciesIndex, &Size, &Remains, &Wood)> = world.view();
        let (indices, sizes, remains, woods) = rows.slices();
        let lasts = |row: usize| {
            if woods[row].is_taken() {
                return false;
            }
            let rates = species.parameters(indices[row].0).deadwood;
            let pieces = rates.pieces(sizes[row], remains[row], woods[row], year);
            pieces.iter().any(Option::is_some)
        };
        list_rows(0..indices.len(), lasts, kept);
    }
    world.renew::<Deadwood>(kept, fresh.into_iter());
}

/// Puts all rows in the order in which they would have come by the years.
pub(crate) fn put_in_order(world: &mut World) {
    let mut all: Vec<Deadwood> = {
        let rows = world.rows::<Deadwood>();
        (0..world.count::<Deadwood>()).map(|row| rows.get(row)).collect()
    };
    sort_by_place(&mut all, &mut Vec::new(), place_of);
    world.renew::<Deadwood>(&[], all.into_iter());
}

/// By year of death, which may be before the first year, then by key.
pub(crate) fn place_of(one: &Deadwood) -> (u32, u128) {
    (
        one.remains.year_died().wrapping_sub(i32::MIN) as u32,
        one.key.bits(),
    )
}

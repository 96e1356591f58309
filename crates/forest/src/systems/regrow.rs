//! Regrow: stumps of last year, where their species resprouts. Which deaths leave one is said by
//! [`Cause::leaves_stump`](crate::components::Cause::leaves_stump).
//!
//! The sprout is a new tree with a key and number of its own, at its stump's very place.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::borders::Borders;
use crate::components::{Age, Identity, Position, Remains, Scores, Size, SpeciesIndex};
use crate::entities::{DeadTree, Tree};
use crate::events::Origin;
use crate::growth::seedling_radius_m;
use crate::parameters::Resprout;
use crate::parts::Parts;
use crate::resources::{Birth, Births, SpeciesList, Tallies, Year};

pub(crate) fn regrow(
    mut dead: View<DeadTree, (&Position, &Identity, &SpeciesIndex, &Age, &Scores, &Remains)>,
    species: Res<SpeciesList>,
    borders: Res<Borders>,
    year: Res<Year>,
    parts: Res<Parts>,
    mut births: ResMut<Births>,
    mut tallies: ResMut<Tallies>,
) {
    dead.for_each(|(place, identity, index, age, scores, remains)| {
        let (resprout, stump) = (&species.parameters(index.0).resprout, identity.0);
        let is_fresh_stump = remains.is_stump() && remains.years_since(year.0) == 1;
        if !is_fresh_stump || !parts.owns(place.0) || !resprouts(resprout, stump, age.0, year.0) {
            return;
        }
        let size = Size {
            dbh_cm: 0.0,
            height_m: resprout.height_m,
        };
        births.0.push(Birth {
            tree: Tree {
                number: 0,
                key: stump.child(year.0, Purpose::Sprout, 0),
                species: index.0,
                place_m: place.0,
                age_yr: 0,
                size,
                // Until its first year says how it fares.
                vigour: 1.0,
                // The same individual: it has no mother.
                scores: *scores,
                crown_base_m: 0.0,
                crown_radius_m: seedling_radius_m(size),
            },
            origin: Origin::Stump,
        });
        tallies.0[usize::from(index.0)].resprouted += u64::from(borders.window.holds(place.0));
    });
}

/// Whether the stump of a tree that died at this age resprouts.
fn resprouts(resprout: &Resprout, stump: RandomKey, age_yr: u16, year: u32) -> bool {
    u32::from(age_yr) <= resprout.max_age_yr
        && unit_from_u32(stump.draws(year, Purpose::Resprout, 0)[0]) < resprout.probability
}

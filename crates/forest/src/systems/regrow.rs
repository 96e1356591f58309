//! Regrow: stumps of the trees that broke last year, where their species resprouts.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use crate::columns::{column, dead};
use crate::components::{Age, Identity, Position, Remains, Size, SpeciesIndex};
use crate::events::Origin;
use crate::forest::Forest;
use crate::individuals::Founder;
use crate::parameters::Resprout;
use crate::today::Birth;

pub(crate) fn regrow(forest: &mut Forest) {
    let kind = dead(&forest.world);
    let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
    let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
    let remains = column::<Remains>(kind);
    for row in 0..remains.len() {
        let index = usize::from(species[row].0);
        let parameters = &forest.kinds[index].parameters;
        let (resprout, stump) = (&parameters.resprout, identities[row].0);
        let is_fresh_stump = remains[row].is_stump() && remains[row].years_since(forest.year) == 1;
        if !is_fresh_stump || !resprouts(resprout, stump, ages[row].0, forest.year) {
            continue;
        }
        let founder = Founder {
            key: stump.child(forest.year, Purpose::Sprout, 0),
            species: species[row].0,
            place_m: places[row].0,
            age_yr: 0,
            size: Size {
                dbh_cm: 0.0,
                height_m: resprout.height_m,
            },
            vigour: 1.0,
        };
        forest.today.births.push(Birth {
            founder,
            origin: Origin::Stump,
        });
        forest.tallies[index].resprouted += 1;
    }
}

/// Whether the stump of a tree that died at this age resprouts.
fn resprouts(resprout: &Resprout, stump: Key, age_yr: u16, year: u32) -> bool {
    u32::from(age_yr) <= resprout.max_age_yr
        && unit_from_u32(stump.draws(year, Purpose::Resprout, 0)[0]) < resprout.probability
}

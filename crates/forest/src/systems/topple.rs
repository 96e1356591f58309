//! Topple: snags fall by chance; from then on they lie as logs.
//!
//! Which way one falls, and on whom, is left open: its wood is weak, and it comes down in pieces.

use understory_ecs::{Res, View};

use crate::components::{Identity, Remains, Size, SpeciesIndex, Wood};
use crate::entities::Deadwood;
use crate::resources::{SpeciesList, Year};

pub(crate) fn topple(
    mut deadwood: View<Deadwood, (&Identity, &SpeciesIndex, &Size, &Remains, &mut Wood)>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    deadwood.par_for_each(|(identity, index, size, remains, wood)| {
        let rates = species.parameters(index.0).deadwood;
        if rates.falls(identity.0, *size, *remains, *wood, year.0) {
            *wood = wood.fallen(year.0 as i32);
        }
    });
}

//! Salvage: foresters take out what storms, fire, beetles, drought and lightning killed, from the year after on.

use understory_ecs::{Res, ResMut, View};

use crate::components::{Identity, Position, Remains, Size, SpeciesIndex, Wood};
use crate::entities::Deadwood;
use crate::management::{Handled, Management};
use crate::resources::{Harvest, SpeciesList, Year};

pub(crate) fn salvage(
    mut deadwood: View<Deadwood, (&Position, &Identity, &SpeciesIndex, &Size, &Remains, &mut Wood)>,
    management: Res<Management>,
    species: Res<SpeciesList>,
    year: Res<Year>,
    mut harvest: ResMut<Harvest>,
) {
    let Harvest { handled, salvaged } = &mut *harvest;
    for (intervention, one, within_yr) in management.salvage(year.0) {
        let of = management.species_of(intervention);
        deadwood.for_each(|(place, identity, index, size, remains, wood)| {
            let is_taken = of.is_none_or(|of| of == index.0)
                && size.dbh_cm >= one.from_dbh_cm
                && remains.cause().strikes_many()
                && remains.years_since(year.0) <= within_yr
                && !wood.is_taken();
            if !is_taken {
                return;
            }
            let kind = species.parameters(index.0);
            let parts = kind.deadwood.parts(&kind.stem, *size, *remains, *wood, year.0);
            handled.push(Handled {
                intervention,
                species: index.0,
                place_m: place.0,
                size: *size,
                volume_m3: parts.map(|part| part.volume_m3).sum(),
            });
            salvaged.push(identity.0);
            *wood = Wood::TAKEN;
        });
    }
    salvaged.sort_unstable();
}

//! Fruit: how many seeds each mature tree bears this year.
//!
//! Only the number is drawn here; where each seed lands comes from later parts of the same stream, in `disperse`.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::sample::poisson;
use understory_numerics::{MotherStream, Purpose};

use crate::components::{Age, FieldSource, Identity, SeedCrop, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::resources::{Mast, SpeciesList, Year};

/// Part of a mother's stream from which the number of her seeds comes; her seeds take the parts after it.
pub(super) const COUNT_PART: u32 = 0;

pub(crate) fn fruit(
    mut trees: View<
        Tree,
        (
            &Identity,
            &SpeciesIndex,
            &Age,
            &Vigour,
            &FieldSource,
            &mut SeedCrop,
        ),
    >,
    species: Res<SpeciesList>,
    year: Res<Year>,
    mut mast: ResMut<Mast>,
) {
    mast.0.clear();
    mast.0
        .extend(species.0.iter().map(|model| model.mast_factor(year.0)));
    let mast = &mast.0;
    trees.par_for_each(|(identity, index, age, vigour, source, crop)| {
        // Cells keep last year's value, or another tree's, until they are set.
        crop.0 = 0;
        let fruit = &species.parameters(index.0).fruit;
        if u32::from(age.0) < fruit.maturity_age_yr {
            return;
        }
        let crown_m2 = crown_area_m2(f64::from(source.radius_m));
        let mean = fruit.seeds_per_m2 * crown_m2 * vigour.0 * mast[usize::from(index.0)];
        if mean > 0.0 {
            let mut stream = MotherStream::new(identity.0, year.0, Purpose::Fruit);
            crop.0 = poisson(mean, stream.part(COUNT_PART)[0]);
        }
    });
}

fn crown_area_m2(radius_m: f64) -> f64 {
    std::f64::consts::PI * radius_m * radius_m
}

//! Grow: a year's growth in the light that the neighbours leave.
//!
//! Both sizes take the same share of their step, so trees of one species and height differ little in diameter.

use understory_ecs::{Res, View};

use crate::components::{Age, Crowding, Size, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::growth::vigour_after_a_year;
use crate::resources::SpeciesList;

pub(crate) fn grow(
    mut trees: View<Tree, (&SpeciesIndex, &Crowding, &mut Size, &mut Vigour, &mut Age)>,
    species: Res<SpeciesList>,
) {
    trees.par_for_each(|(index, crowding, size, vigour, age)| {
        let curve = &species.0[usize::from(index.0)].curve;
        let factor = curve.factor(f64::from(crowding.0));
        *size = curve.after_a_year(*size, factor);
        vigour.0 = vigour_after_a_year(vigour.0, factor);
        // 65,535 years and no more: an age beyond it would begin again at 0.
        age.0 = age.0.saturating_add(1);
    });
}

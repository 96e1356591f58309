//! Grow: a year's growth in the light that the neighbours leave.
//!
//! Diameter and height answer to shade each in their way, and to what is the tree's own, so that trees of one height
//! differ in diameter.

use understory_ecs::{Res, View};

use crate::components::{Age, Crowding, CrownBase, Scores, Size, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::growth::{crown_base_m, vigour_after_a_year};
use crate::resources::SpeciesList;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn grow(
    mut trees: View<
        Tree,
        (
            &SpeciesIndex,
            &Crowding,
            &Scores,
            &mut Size,
            &mut Vigour,
            &mut CrownBase,
            &mut Age,
        ),
    >,
    species: Res<SpeciesList>,
) {
    trees.par_for_each(|(index, crowding, scores, size, vigour, base, age)| {
        let model = &species.0[usize::from(index.0)];
        let parameters = &model.parameters;
        let shares = model.curve.shares(f64::from(crowding.0), *size);
        *size = model
            .curve
            .after_a_year(*size, shares, parameters.variation.factors(*scores));
        // The first year says how a tree fares; nothing was before it.
        vigour.0 = if age.0 == 0 {
            shares.dbh
        } else {
            vigour_after_a_year(vigour.0, shares.dbh)
        };
        // Branches die below and none grow there again.
        let base_m = crown_base_m(&parameters.crown, size.height_m, vigour.0) as f32;
        base.0 = base.0.max(base_m);
        // 65,535 years and no more: an age beyond it would begin again at 0.
        age.0 = age.0.saturating_add(1);
    });
}

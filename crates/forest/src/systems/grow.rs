//! Grow: a year's growth in the light that the neighbours leave.

use rayon::prelude::*;

use crate::columns::{column, column_mut, trees};
use crate::components::{Age, Size, SpeciesIndex, Vigour};
use crate::forest::Forest;
use crate::growth::vigour_after_a_year;

/// Rows that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 2048;

pub(crate) fn grow(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let species = column::<SpeciesIndex>(kind);
    let (mut sizes, mut vigours) = (column_mut::<Size>(kind), column_mut::<Vigour>(kind));
    let mut ages = column_mut::<Age>(kind);
    let kinds = &forest.kinds;
    let rows = (&*species, &*forest.today.crowding);
    (
        sizes.par_chunks_mut(ROWS_TOGETHER),
        vigours.par_chunks_mut(ROWS_TOGETHER),
    )
        .into_par_iter()
        .zip(ages.par_chunks_mut(ROWS_TOGETHER))
        .zip((rows.0.par_chunks(ROWS_TOGETHER), rows.1.par_chunks(ROWS_TOGETHER)))
        .for_each(|(((sizes, vigours), ages), (species, crowding))| {
            for row in 0..sizes.len() {
                let curve = &kinds[usize::from(species[row].0)].curve;
                let factor = curve.factor(f64::from(crowding[row]));
                sizes[row] = curve.after_a_year(sizes[row], factor);
                vigours[row].0 = vigour_after_a_year(vigours[row].0, factor);
                ages[row].0 = ages[row].0.saturating_add(1);
            }
        });
}

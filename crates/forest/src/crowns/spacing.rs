//! How far apart attraction points lie, by the crowns that species have in the open.

use understory_branching::stand::CrownShape;
use understory_numerics::math;

use crate::components::Size;
use crate::crowns::envelope::Envelope;
use crate::growth::GrowthCurve;
use crate::parameters::Species;

/// Diameter of the tree by whose crown points and leaves are dealt out, cm: that at which a species' crown radius is given.
const REFERENCE_DBH_CM: f64 = 30.0;

/// Mean distance between attraction points, m.
pub(crate) fn spacing_m(points: u32, shapes: &[CrownShape], species: &[Species]) -> f64 {
    let count = species.len() as f64;
    let volumes = species
        .iter()
        .zip(shapes)
        .map(|(one, &shape)| Envelope::of(&one.crown, reference(one), shape).volume_m3());
    let mean_m3 = volumes.sum::<f64>() / count;
    math::cbrt(mean_m3 / f64::from(points))
}

/// The size of a tree of the species that has grown to the reference diameter in the open, or as near to it as it comes.
pub(crate) fn reference(species: &Species) -> Size {
    let dbh_cm = REFERENCE_DBH_CM.min(0.9 * species.growth.greatest_dbh_cm);
    let (_, height_m) = GrowthCurve::new(species).life(1.0).at_dbh(dbh_cm);
    Size { dbh_cm, height_m }
}

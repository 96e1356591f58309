//! Weight maps: relative densities, 0 to 1, looked up at a place.

use crate::layout::Layout;
use crate::{ScatterError, Weight};

/// The weight at a place, which must be one.
pub(crate) fn weight_at(weight: &Weight<'_>, place_m: [f64; 2]) -> Result<f64, ScatterError> {
    let found = weight(place_m);
    if (0.0..=1.0).contains(&found) {
        return Ok(found);
    }
    let [x_m, y_m] = place_m;
    Err(ScatterError::NotAWeight {
        x_m,
        y_m,
        weight: found,
    })
}

/// Whether a point may stand at a place: at random (`draw` from 0 to below 1), with the weight there as its chance.
pub(crate) fn may_stand(layout: &Layout<'_>, place_m: [f64; 2], draw: f64) -> Result<bool, ScatterError> {
    match layout.weight {
        None => Ok(true),
        Some(weight) => Ok(draw < weight_at(weight, place_m)?),
    }
}

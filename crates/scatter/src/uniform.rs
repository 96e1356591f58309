//! Independent uniform points: complete spatial randomness with a fixed count.

use serde::Deserialize;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::ScatterError;
use crate::cost::Cost;
use crate::layout::Layout;
use crate::place::{UniformPlaces, uniform_place_m};
use crate::point_method::PointMethod;
use crate::scattered::Scattered;
use crate::weight::may_stand;

/// Independent points, everywhere equally likely, or as likely as the weight says.
///
/// Point `i` is a function of the key and of `i`, so fewer points are the beginning of more. Without a weight a
/// coordinate is one of 2³² equally likely ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Uniform;

impl Uniform {
    /// It has no parameters.
    pub const KEYS: &'static [understory_keys::Key] = &[];
}

/// Places looked up for one point before a weight map counts as empty.
const LOOKS: u32 = 1_000_000;

impl PointMethod for Uniform {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        if layout.weight.is_none() {
            return Ok(Scattered::of(
                UniformPlaces::new(layout.plot, key).first(layout.count),
            ));
        }
        let points_m = (0..layout.count).map(|i| {
            let key = key.child(0, Purpose::Place, i);
            for look in 0..LOOKS {
                let place_m = uniform_place_m(layout.plot, key.draws(0, Purpose::Place, 2 * look));
                let draw = unit_from_u32(key.draws(0, Purpose::Place, 2 * look + 1)[0]);
                if may_stand(layout, place_m, draw)? {
                    return Ok(place_m);
                }
            }
            Err(ScatterError::NowhereToStand { looks: LOOKS })
        });
        Ok(Scattered::of(points_m.collect::<Result<_, _>>()?))
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        Cost::new("count", 20.0 * count, 16.0 * count)
    }
}

//! What a density is multiplied by: an expression over maps and the ground, at places.

use crate::expression::{AT_ONCE, Expression, Name, Wrong};
use crate::painting::Maps;
use crate::parameters::Where;

/// Names that are there without a map, with the order in which they are known.
pub(crate) const BUILT_IN: [&str; 6] = ["weight", "height_m", "slope_deg", "raised_m", "x_m", "y_m"];
/// Higher ground than any.
const HIGHEST_M: f64 = 1e5;

/// An expression with the names that it asks for.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    expression: Expression,
    names: Vec<usize>,
}

/// A place, and the share of its lushness that obstacles leave.
pub(crate) type Left = ([f64; 2], f64);

impl Field {
    /// That of a place where something may be, if it has one that can be read.
    pub(crate) fn of(place: &Where, maps: &Maps) -> Option<Self> {
        Self::read(place.expression.as_ref()?, maps).ok()
    }

    /// Reads one over the names of a world.
    pub(crate) fn read(text: &str, maps: &Maps) -> Result<Self, Wrong> {
        let expression = Expression::new(text, &names(maps))?;
        Ok(Self {
            names: expression.names(),
            expression,
        })
    }

    /// From 0 to 1, at up to [`AT_ONCE`] places.
    pub(crate) fn values(&self, maps: &Maps, places: &[Left]) -> [f64; AT_ONCE] {
        let mut values = vec![[0.0; AT_ONCE]; BUILT_IN.len() + maps.named.len()];
        for &name in &self.names {
            for (value, &(place_m, left)) in values[name].iter_mut().zip(places) {
                *value = match name {
                    0 => left * maps.weights.bilinear(place_m),
                    1 => maps.ground.height_m(place_m),
                    2 => maps.ground.slope_deg(place_m),
                    3 => maps.ground.raised_m(place_m),
                    4 => place_m[0],
                    5 => place_m[1],
                    _ => maps.named[name - BUILT_IN.len()].1.bilinear(place_m),
                };
            }
        }
        self.expression.values(&values).map(|value| value.clamp(0.0, 1.0))
    }

    /// The same at one place.
    pub(crate) fn at(&self, maps: &Maps, place_m: [f64; 2], left: f64) -> f64 {
        self.values(maps, &[(place_m, left)])[0]
    }
}

/// All names of a world, with the least and the greatest of their values.
fn names(maps: &Maps) -> Vec<Name<'_>> {
    let (low_m, high_m) = (maps.window.low_m, maps.window.high_m);
    let ranges = [
        [0.0, 1.0],
        [-HIGHEST_M, HIGHEST_M],
        [0.0, 90.0],
        [0.0, HIGHEST_M],
        [low_m[0], high_m[0]],
        [low_m[1], high_m[1]],
    ];
    let of_maps = maps.named.iter().map(|(name, raster)| {
        let values = raster.values().iter().map(|value| f64::from(*value));
        let least = values.clone().fold(f64::INFINITY, f64::min);
        (&**name, [least, values.fold(f64::NEG_INFINITY, f64::max)])
    });
    BUILT_IN.into_iter().zip(ranges).chain(of_maps).collect()
}

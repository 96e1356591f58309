//! Light: what shade leaves of attraction points.
//!
//! Light falls off with the way through a crown as Beer and Lambert have it for a uniform medium: by a fixed share
//! to the metre. Averaged over the sky, it is strong at the surface of a crown and weak at its heart, so that
//! branches cross the heart bare and fork where the light is.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Checked, Key, parameters, real, table};
use understory_numerics::{RandomKey, math};

use crate::cloud::envelope::envelope;
use crate::cloud::{AttractionPoint, CloudError, Envelope, place};
use crate::ranges::{FACTOR, SHARE};
use crate::vector::{Vector, add, scale};

parameters! {
    /// A volume that light is taken from: under a bridge, beside a wall, beneath a neighbour.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Shade {
        /// Where.
        pub volume: Envelope = envelope("{ shape = \"box\", … }"),
        /// Share of the light that is taken there.
        pub share: f64 = real(SHARE, "", "0.8"),
    }
}

pub(crate) const SELF_SHADE: Key = real(FACTOR, "per m", "0.3").default(Real(0.0));

/// The attraction points of a crown that have light: each stays with the probability of its light, and pulls by
/// it. More shade leaves a part of what less shade leaves.
///
/// `self_shade_per_m` is the logarithm of the loss of light to a metre of `crown`.
///
/// # Errors
/// [`CloudError`] for a share, volume or loss that is none, and where no point is left.
pub fn lit(
    points: &[AttractionPoint],
    crown: &Envelope,
    self_shade_per_m: f64,
    shade: &[Shade],
    key: RandomKey,
) -> Result<Vec<AttractionPoint>, CloudError> {
    self_shade_per_m.check(&SELF_SHADE.named("self_shade_per_m"))?;
    for one in shade {
        one.check(&table(Shade::KEYS, "").named("shade"))?;
    }
    let canopy = (self_shade_per_m > 0.0).then(|| Canopy::new(crown, self_shade_per_m));
    let light = |place_m: Vector| {
        let cast = shade.iter().filter(|shade| shade.volume.contains(place_m));
        let under_shade: f64 = cast.map(|shade| 1.0 - shade.share).product();
        under_shade * canopy.as_ref().map_or(1.0, |canopy| canopy.light_at(place_m))
    };
    let mut left = place::thinned(points, light, key)?;
    if left.is_empty() {
        return Err(CloudError::AllDark {
            count: points.len() as u32,
        });
    }
    place::weigh(&mut left, light)?;
    Ok(left)
}

/// Directions to parts of the sky of about equal size: the zenith, and rings at 50° and 20°.
const SKY: [Vector; 11] = [
    [0.0, 0.0, 1.0],
    [0.642_788, 0.0, 0.766_044],
    [0.0, 0.642_788, 0.766_044],
    [-0.642_788, 0.0, 0.766_044],
    [0.0, -0.642_788, 0.766_044],
    [0.939_693, 0.0, 0.342_020],
    [0.469_846, 0.813_798, 0.342_020],
    [-0.469_846, 0.813_798, 0.342_020],
    [-0.939_693, 0.0, 0.342_020],
    [-0.469_846, -0.813_798, 0.342_020],
    [0.469_846, -0.813_798, 0.342_020],
];

/// Places that are asked on the way to where 19 of 20 parts of the light are gone.
const PLACES: usize = 6;

/// How light falls off through a crown.
struct Canopy<'a> {
    crown: &'a Envelope,
    /// Way from one place that is asked to the next, m.
    stride_m: f64,
    /// Light left after so many strides through the crown.
    left_after: [f64; PLACES + 1],
}

impl<'a> Canopy<'a> {
    fn new(crown: &'a Envelope, loss_per_m: f64) -> Self {
        let stride = 3.0 / PLACES as f64;
        Self {
            crown,
            stride_m: stride / loss_per_m,
            left_after: std::array::from_fn(|strides| math::exp(-stride * strides as f64)),
        }
    }

    /// Light of the sky that comes to a place, as a share.
    fn light_at(&self, place_m: Vector) -> f64 {
        let strides_inside = |towards: &Vector| {
            let ways = (0..PLACES).map(|number| scale(*towards, self.stride_m * (number as f64 + 0.5)));
            ways.filter(|&way| self.crown.contains(add(place_m, way))).count()
        };
        let from = SKY.iter().map(|towards| self.left_after[strides_inside(towards)]);
        from.sum::<f64>() / SKY.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloud::{Arrangement, attraction_points};

    const BALL: Envelope = Envelope::Sphere {
        centre_m: [0.0, 0.0, 5.0],
        radius_m: 4.0,
    };

    #[test]
    fn light_falls_from_the_surface_to_the_heart() {
        let canopy = Canopy::new(&BALL, 0.5);
        let at = |up_m: f64| canopy.light_at([0.0, 0.0, 5.0 + up_m]);
        assert!(at(3.9) > 0.5 && at(3.9) > at(2.0) && at(2.0) > at(0.0) && at(0.0) > at(-3.0));
        // Through the heart of a ball every way is as long as the radius.
        assert!((at(0.0) - math::exp(-0.5 * 4.0)).abs() < 0.04, "{}", at(0.0));
    }

    #[test]
    fn more_shade_leaves_a_part_of_what_less_shade_leaves_and_none_in_the_dark() {
        let points = attraction_points(&BALL, 2000, &Arrangement::Uniform, RandomKey::root(1, &[])).unwrap();
        let west = Envelope::Box {
            low_m: [-9.0, -9.0, 0.0],
            high_m: [0.0, 9.0, 9.0],
        };
        let left = |share: f64| {
            let shade = [Shade {
                volume: west.clone(),
                share,
            }];
            lit(&points, &BALL, 0.0, &shade, RandomKey::root(2, &[])).unwrap()
        };
        let (none, half, full) = (left(0.0), left(0.5), left(1.0));
        assert_eq!(none, points);
        let holds = |many: &[AttractionPoint], point: &AttractionPoint| {
            many.iter().any(|other| other.place_m == point.place_m)
        };
        assert!(
            full.iter()
                .all(|point| holds(&half, point) && !west.contains(point.place_m))
        );
        assert!(full.len() < half.len() && half.len() < none.len());
        let shaded = half.iter().find(|point| west.contains(point.place_m)).unwrap();
        assert_eq!(shaded.weight, 0.5);
    }

    #[test]
    fn a_world_without_light_is_refused() {
        let points = attraction_points(&BALL, 100, &Arrangement::Uniform, RandomKey::root(1, &[])).unwrap();
        let night = |share: f64| [Shade { volume: BALL, share }];
        let refused = lit(&points, &BALL, 0.0, &night(1.0), RandomKey::root(2, &[])).unwrap_err();
        assert!(refused.to_string().contains("none is left in the light"));
        let refused = lit(&points, &BALL, 0.0, &night(f64::NAN), RandomKey::root(2, &[])).unwrap_err();
        assert!(refused.to_string().contains("`shade.share` is NaN"));
        let refused = lit(&points, &BALL, -1.0, &[], RandomKey::root(2, &[])).unwrap_err();
        assert!(refused.to_string().contains("`self_shade_per_m` is -1"));
    }

    /// Half of the sky is open above a flat crown that fills all below its top.
    #[test]
    fn light_is_the_mean_of_what_the_ways_to_the_sky_leave() {
        let half = Envelope::Box {
            low_m: [0.0, -1e3, -1e3],
            high_m: [1e3, 1e3, 1e3],
        };
        let canopy = Canopy::new(&half, 0.3);
        // Ways of 10 m are asked at six places, so that 3 logarithms of loss lie on them.
        let through = math::exp(-3.0);
        assert!((canopy.light_at([500.0, 0.0, 0.0]) - through).abs() < 1e-12);
        assert_eq!(canopy.light_at([-500.0, 0.0, 0.0]), 1.0);
        // Just outside: up and to the sides along the face 0, 4 of 11 lead into it, 4 away from it.
        let into = SKY.iter().filter(|towards| towards[0] > 0.0).count() as f64;
        let at_face = canopy.light_at([-1e-9, 0.0, 0.0]);
        assert_eq!(into, 4.0);
        assert!(
            (at_face - (into * through + 11.0 - into) / 11.0).abs() < 1e-12,
            "{at_face}"
        );
        assert!(
            SKY.iter()
                .all(|&towards| (crate::vector::length(towards) - 1.0).abs() < 1e-5)
        );
    }
}

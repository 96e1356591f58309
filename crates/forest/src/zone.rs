//! Zones of influence and the field within them, for the light model `fon`.
//!
//! A stem of radius RBH has a zone of radius R = a · RBH^b around it. Its field is 1 within the stem and
//! exp(−c (r − RBH)) beyond, with c = −ln(F_min)/(R − RBH), so that it ends at F_min on the edge of the zone.
//!
//! # Source
//! Form and F_min = 0.1: the sources of pyMANGA (module FON), which cite Berger & Hildenbrandt (2000), Ecological Modelling
//! 132, 287–302, a paper we know by its abstract alone; a = 10 m and b = 0.5 by what is said of that paper there. Assumed: a
//! zone is no smaller than the crown of a tree below breast height, which has no diameter yet.

use understory_numerics::math::ln;
use understory_numerics::quick;

use crate::components::Size;
use crate::growth::seedling_radius_m;
use crate::parameters::Light;

/// How zones follow from stems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ZoneRule {
    scale_m: f64,
    exponent: f64,
    /// −ln F_min.
    folds: f32,
}

/// A tree's zone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Zone {
    /// Radius of the stem, m.
    pub(crate) stem_m: f32,
    /// Radius of the zone, m.
    pub(crate) reach_m: f32,
    /// The c of the field, per m; 0 where the stem fills the zone.
    pub(crate) rate_per_m: f32,
}

impl ZoneRule {
    /// That of a light model, if it has one.
    pub(crate) fn of(light: &Light) -> Option<Self> {
        match *light {
            Light::FieldOfNeighbourhood {
                zone_scale_m,
                zone_exponent,
                field_at_edge,
                ..
            } => Some(Self {
                scale_m: zone_scale_m,
                exponent: zone_exponent,
                folds: -ln(field_at_edge) as f32,
            }),
            _ => None,
        }
    }

    /// The zone of a tree of this size.
    pub(crate) fn zone(&self, size: Size) -> Zone {
        let (stem_m, reach_m) = (stem_radius_m(size), self.reach_m(size) as f32);
        let beyond_m = reach_m - stem_m as f32;
        Zone {
            stem_m: stem_m as f32,
            reach_m,
            rate_per_m: if beyond_m > 0.0 {
                self.folds / beyond_m
            } else {
                0.0
            },
        }
    }

    /// Radius of the zone of a tree of this size, m.
    pub(crate) fn reach_m(&self, size: Size) -> f64 {
        let stem_m = stem_radius_m(size);
        (self.scale_m * quick::pow(stem_m, self.exponent))
            .max(seedling_radius_m(size))
            .max(stem_m)
    }
}

/// Radius at breast height, m.
fn stem_radius_m(size: Size) -> f64 {
    size.dbh_cm / 200.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stem of 9 cm radius: 10 m · √0.09 = 3 m.
    #[test]
    fn a_zone_grows_with_the_root_of_the_stem_and_its_field_ends_at_the_edge() {
        let rule = ZoneRule::of(&Light::named("fon").unwrap()).unwrap();
        let size = |dbh_cm, height_m| Size { dbh_cm, height_m };
        let zone = rule.zone(size(18.0, 15.0));
        assert_eq!((zone.stem_m, zone.reach_m), (0.09, 3.0));
        let at_edge = understory_numerics::math::exp(-f64::from(zone.rate_per_m) * 2.91);
        assert!((at_edge - 0.1).abs() < 1e-6);
        let seedling = rule.zone(size(0.0, 0.5));
        assert_eq!((seedling.stem_m, seedling.reach_m), (0.0, 0.06));
        assert!((rule.reach_m(size(18.0, 15.0)) - 3.0).abs() < 1e-12);
        assert_eq!(rule.reach_m(size(0.0, 0.5)), 0.06);
        assert_eq!(ZoneRule::of(&Light::default()), None);
    }

    #[test]
    fn a_stem_that_fills_its_zone_has_a_field_of_one_and_no_more() {
        let narrow = Light::FieldOfNeighbourhood {
            zone_scale_m: 0.01,
            zone_exponent: 1.0,
            field_at_edge: 0.1,
            loss_per_field: 2.0,
        };
        let zone = ZoneRule::of(&narrow).unwrap().zone(Size {
            dbh_cm: 200.0,
            height_m: 30.0,
        });
        assert_eq!((zone.reach_m, zone.rate_per_m), (1.0, 0.0));
    }
}

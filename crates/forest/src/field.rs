//! The field of a tree; `sums.rs` adds them up.
//!
//! A tree's field at distance *r* is A · (exp(−r/λ) − c)/(1 − c) up to its reach λ ln(1/c), with λ fixed or proportional to a
//! radius: of the field that takes light to that of the tree's zone, of the one that keeps seeds from germinating to the crown's;
//! the disc is the same with 1/λ = c = 0. A is 0.6 · leaf area index for the first, and rises with (h / 20 m)^e for the second.
//!
//! # Source
//! Exponential fields that add up: West, Random Scattering: Creating Realistic Landscapes. Reach by crown radius,
//! weight 2h_j^p/(h_i^p + h_j^p): this project's choice among the forms that thin a stand as measured ones do.

use understory_numerics::math::ln;
use understory_numerics::quick;

use crate::components::{FieldSource, Size};
use crate::growth::{Sizes, open_crown_radius_m, zone_radii_m};
use crate::parameters::{FieldKernel, Light, Species};
use crate::zone::ZoneRule;

/// Extinction of light by leaves, per m² of leaves over each m² of ground: what a crown takes is this times its leaf area index.
///
/// # Source
/// iLand's, `k = 0.6`: the example project of iland-model.org. Hardwoods have 0.53 to 0.67.
pub(crate) const EXTINCTION: f64 = 0.6;

/// Height at which a field's strength is the stated one, m.
pub(crate) const REFERENCE_HEIGHT_M: f64 = 20.0;

/// A field's shape for one species, in the form that the sums use. Reach and 1/λ each have two parts, of which one is 0: what
/// goes with the radius and what is fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Shape {
    /// Reach in radii.
    reach_radii: f32,
    /// Reach whatever the radius, m.
    fixed_reach_m: f32,
    /// 1/λ in 1 / radii, of the Gaussian 1/(σ√2); 0 for the disc.
    rate_radii: f32,
    /// 1/λ whatever the radius, 1/m; 0 for the disc.
    fixed_rate_per_m: f32,
    /// The cut c; 0 for the disc.
    pub(crate) cut: f32,
    /// strength / (1 − c).
    pub(crate) scale: f32,
}

impl Shape {
    /// The shape of a kernel with this strength, no unit, at the reference height.
    fn new(kernel: &FieldKernel, strength: f64) -> Self {
        // Of a radius of 1 m: in radii, where the reach goes with them.
        let reach = kernel.reach_m(1.0) as f32;
        let of_crown = Self {
            reach_radii: reach,
            ..Self::default()
        };
        let fixed = Self {
            fixed_reach_m: reach,
            ..Self::default()
        };
        match *kernel {
            FieldKernel::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => Self {
                rate_radii: (1.0 / e_fold_crown_radii) as f32,
                ..of_crown.cut(cut_fraction, strength)
            },
            FieldKernel::FixedExponential {
                e_fold_m,
                cut_fraction,
            } => Self {
                fixed_rate_per_m: (1.0 / e_fold_m) as f32,
                ..fixed.cut(cut_fraction, strength)
            },
            FieldKernel::Disc { .. } => of_crown.cut(0.0, strength),
            FieldKernel::FixedDisc { .. } => fixed.cut(0.0, strength),
        }
    }

    /// The same with this cut c and strength.
    fn cut(self, cut_fraction: f64, strength: f64) -> Self {
        Self {
            cut: cut_fraction as f32,
            scale: (strength / (1.0 - cut_fraction)) as f32,
            ..self
        }
    }

    /// Reach of a tree with this radius, m.
    #[inline(always)]
    pub(crate) fn reach_m(&self, radius_m: f32) -> f32 {
        radius_m * self.reach_radii + self.fixed_reach_m
    }

    /// 1/λ of a tree with this radius, 1/m.
    #[inline(always)]
    pub(crate) fn rate_per_m(&self, radius_m: f32) -> f32 {
        self.rate_radii / radius_m + self.fixed_rate_per_m
    }
}

/// Half of the diagonal of a square in radii of the disc of the same area: √(π/2), rounded up. The light model `grid` takes
/// crowns for such squares.
const SQUARE_REACH_RADII: f64 = 1.2534;

/// How far a tree takes light under a light model, of a zone of this radius, m; 0 where it does not go with the zone.
pub(crate) fn competition_reach_m(species: &Species, light: &Light, zone_radius_m: f64) -> f64 {
    let radii = match *light {
        Light::Crowding { .. } => return species.competition.kernel.reach_m(zone_radius_m),
        Light::Disc { disc_crown_radii, .. } => disc_crown_radii,
        Light::Gaussian {
            sigma_crown_radii,
            sigma_cut_fraction,
            ..
        } => sigma_crown_radii * (-2.0 * ln(sigma_cut_fraction)).sqrt(),
        Light::FieldOfNeighbourhood { .. } | Light::Hegyi { .. } | Light::Grid { .. } => 0.0,
    };
    zone_radius_m * radii
}

/// How far the crown itself takes light under a light model, in crown radii.
pub(crate) fn crown_reach_radii(light: &Light) -> f64 {
    match light {
        Light::Grid { .. } => SQUARE_REACH_RADII,
        _ => 0.0,
    }
}

/// The fields of a species' trees: the one that takes light and the one that keeps seeds from germinating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fields {
    /// What the sums of kernels take; nothing under the other light models.
    pub(crate) competition: Shape,
    crown_reach_radii: f32,
    pub(crate) inhibition: Shape,
    pub(crate) inhibition_on_others: f32,
    inhibition_height_exponent: f64,
    size_asymmetry: f64,
    zones: Option<ZoneRule>,
}

/// The shape of the field that takes light, and the asymmetry *p*, which is one for all species, as a weight compares
/// trees of two.
fn competition(species: &Species, light: &Light) -> (Shape, f64) {
    let strength = EXTINCTION * species.crown.leaf_area_index;
    // Of all light models but `crowding`, whose kernel brings its own, the reach goes with the zone.
    let reach_radii = competition_reach_m(species, light, 1.0) as f32;
    match *light {
        Light::Crowding { size_asymmetry, .. } => {
            (Shape::new(&species.competition.kernel, strength), size_asymmetry)
        }
        Light::Disc {
            size_asymmetry,
            disc_crown_radii: radius_crown_radii,
            ..
        } => {
            let disc = FieldKernel::Disc { radius_crown_radii };
            (Shape::new(&disc, strength), size_asymmetry)
        }
        Light::Gaussian {
            size_asymmetry,
            sigma_crown_radii,
            sigma_cut_fraction,
            ..
        } => {
            let shape = Shape {
                reach_radii,
                rate_radii: (std::f64::consts::FRAC_1_SQRT_2 / sigma_crown_radii) as f32,
                ..Shape::default().cut(sigma_cut_fraction, strength)
            };
            (shape, size_asymmetry)
        }
        Light::FieldOfNeighbourhood { .. } | Light::Hegyi { .. } | Light::Grid { .. } => {
            (Shape::default(), 0.0)
        }
    }
}

/// Strengths on seeds of each of these species in turn, in the form that the sums use, of trees of one.
pub(crate) fn inhibition_on<'a>(
    species: &'a Species,
    seeds_of: impl Iterator<Item = &'a str> + 'a,
) -> impl Iterator<Item = f32> + 'a {
    seeds_of.map(|name| Shape::new(&species.inhibition.kernel, species.strength_on(name)).scale)
}

impl Fields {
    /// Those of a species under this light model.
    pub(crate) fn new(species: &Species, light: &Light) -> Self {
        let inhibition = &species.inhibition;
        let (competition, size_asymmetry) = competition(species, light);
        // With strength 1 the scale is that of the shape alone, to which either strength is then applied.
        let others = Shape::new(&inhibition.kernel, inhibition.strength_on_others);
        Self {
            competition,
            crown_reach_radii: crown_reach_radii(light) as f32,
            inhibition: Shape::new(&inhibition.kernel, inhibition.strength),
            inhibition_on_others: others.scale,
            inhibition_height_exponent: inhibition.height_exponent,
            size_asymmetry,
            zones: ZoneRule::of(light),
        }
    }

    /// The asymmetry *p*.
    #[inline(always)]
    pub(crate) fn size_asymmetry(&self) -> f64 {
        self.size_asymmetry
    }

    /// How zones of influence follow from stems, under the light model that has them.
    pub(crate) fn zones(&self) -> Option<&ZoneRule> {
        self.zones.as_ref()
    }

    /// What the sums need to know of a tree.
    pub(crate) fn source(&self, species: &Species, size: Size) -> FieldSource {
        let [source] = Self::sources([self], [species], Sizes::of([size]));
        source
    }

    /// [`Self::source`] of several trees, each of its own species: step by step for all of them, so that the compiler makes
    /// vectors of it.
    #[inline(always)]
    pub(crate) fn sources<const N: usize>(
        all: [&Self; N],
        species: [&Species; N],
        sizes: Sizes<N>,
    ) -> [FieldSource; N] {
        let mut relative = sizes.height_m;
        let mut inhibition = [0.0; N];
        for tree in 0..N {
            relative[tree] /= REFERENCE_HEIGHT_M;
            inhibition[tree] = quick::pow(relative[tree], all[tree].inhibition_height_exponent);
        }
        let zones_m = zone_radii_m(species.map(|one| one.competition.zone_radius_at_25_cm_m), sizes);
        std::array::from_fn(|tree| FieldSource {
            zone_radius_m: zones_m[tree] as f32,
            inhibition_factor: inhibition[tree] as f32,
            weight: size_weight(relative[tree], all[tree].size_asymmetry) as f32,
        })
    }

    /// How far a tree of this species, size and source reaches, by whichever of its fields goes further, m.
    pub(crate) fn reach_m(&self, species: &Species, size: Size, source: &FieldSource) -> f32 {
        let competition_m = self.competition.reach_m(source.zone_radius_m);
        let mut reach_m = competition_m.max(self.inhibition.reach_m(source.zone_radius_m));
        if self.crown_reach_radii > 0.0 {
            // The widest crown that it may have: its own changes from year to year.
            let crown_m = open_crown_radius_m(&species.crown, size) as f32;
            reach_m = reach_m.max(self.crown_reach_radii * crown_m);
        }
        match &self.zones {
            Some(rule) => reach_m.max(rule.zone(size).reach_m),
            None => reach_m,
        }
    }
}

/// h^p, taken relative to 20 m so that it stays within the range of `f32`; only its ratio counts. Heights so
/// small that it would not are as good as equal.
#[inline(always)]
fn size_weight(relative_height: f64, size_asymmetry: f64) -> f64 {
    const LEAST: f64 = 1e-36;
    let weight = if size_asymmetry == 2.0 {
        relative_height * relative_height
    } else {
        quick::pow(relative_height, size_asymmetry)
    };
    weight.max(LEAST)
}

/// Distances at which reach falls into the next level, m: seedlings, saplings, trees, the greatest trees, which are few and
/// would else make each tile look through all others that far away.
pub(crate) const LEVEL_REACH_M: [f32; 3] = [1.2, 4.0, 10.0];
/// Number of levels.
pub(crate) const LEVELS: usize = LEVEL_REACH_M.len() + 1;

/// Which level a reach belongs to.
pub(crate) fn level_of(reach_m: f32) -> usize {
    LEVEL_REACH_M.iter().filter(|&&limit_m| reach_m > limit_m).count()
}

/// Whether a reach belongs to this level.
pub(crate) fn is_of_level(reach_m: f32, level: usize) -> bool {
    let (above, up_to) = match level {
        0 => (f32::NEG_INFINITY, LEVEL_REACH_M[0]),
        1 => (LEVEL_REACH_M[0], LEVEL_REACH_M[1]),
        2 => (LEVEL_REACH_M[1], LEVEL_REACH_M[2]),
        _ => (LEVEL_REACH_M[2], f32::INFINITY),
    };
    (reach_m > above) & (reach_m <= up_to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn a_reach_belongs_to_one_level_and_a_limit_to_the_level_below_it() {
        for (reach_m, level) in [
            (0.0, 0),
            (1.0, 0),
            (1.2, 0),
            (1.3, 1),
            (4.0, 1),
            (4.1, 2),
            (10.1, 3),
            (40.0, 3),
        ] {
            assert_eq!(level_of(reach_m), level, "{reach_m}");
            for other in 0..LEVELS {
                assert_eq!(
                    is_of_level(reach_m, other),
                    other == level,
                    "{reach_m} in {other}"
                );
            }
        }
    }

    /// Heights of 40 m and 10 m are 2 and ½ of the height at which a strength is the stated one.
    #[test]
    fn inhibition_and_weight_rise_with_height_by_their_exponents() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.inhibition.height_exponent = 3.0;
        for (asymmetry, power) in [(1.0, 1), (2.0, 2), (3.0, 3)] {
            let light = Light::Crowding {
                size_asymmetry: asymmetry,
                canopy_from_m: 5.0,
                canopy_spread_m: 10.0,
                slope: true,
            };
            let fields = Fields::new(&beech, &light);
            for (height_m, relative) in [(40.0, 2.0_f32), (10.0, 0.5)] {
                let size = Size {
                    dbh_cm: 5.0,
                    height_m,
                };
                let source = fields.source(&beech, size);
                assert_eq!(source.inhibition_factor, relative * relative * relative);
                assert_eq!(source.weight, [relative; 3][..power].iter().product::<f32>());
            }
        }
    }

    #[test]
    fn weights_of_the_smallest_trees_do_not_vanish() {
        assert_eq!(size_weight(1e-30, 2.0), 1e-36);
        assert_eq!(size_weight(0.0, 3.0), 1e-36);
        assert_eq!(size_weight(0.5, 2.0), 0.25);
    }
}

//! The field of one tree that keeps seeds from germinating, at any place: for maps of it. The year sums the same fields by
//! lists of neighbours, see `field.rs`.

use understory_numerics::math::{exp, pow};

use crate::components::Size;
use crate::field::REFERENCE_HEIGHT_M;
use crate::growth::zone_radius_m;
use crate::parameters::{FieldKernel, Species};

/// The field of a tree on seeds of one species.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InhibitionField {
    strength: f64,
    reach_m: f64,
    /// e-folding length, m, and the fraction that is cut; a disc has none.
    falls: Option<(f64, f64)>,
}

impl InhibitionField {
    /// That of a living tree of a species and size on seeds of the species `seeds_of`.
    #[must_use]
    pub fn new(species: &Species, seeds_of: &str, size: Size) -> Self {
        let zone_m = zone_radius_m(&species.competition, size);
        let kernel = &species.inhibition.kernel;
        let falls = match *kernel {
            FieldKernel::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => Some((e_fold_crown_radii * zone_m, cut_fraction)),
            FieldKernel::FixedExponential {
                e_fold_m,
                cut_fraction,
            } => Some((e_fold_m, cut_fraction)),
            FieldKernel::Disc { .. } | FieldKernel::FixedDisc { .. } => None,
        };
        let rise = pow(
            size.height_m / REFERENCE_HEIGHT_M,
            species.inhibition.height_exponent,
        );
        Self {
            strength: species.strength_on(seeds_of) * rise,
            reach_m: kernel.reach_m(zone_m),
            falls,
        }
    }

    /// What is left of it so many whole years after the tree's death; none when it is gone.
    #[must_use]
    pub fn after_death(self, species: &Species, years: u32) -> Option<Self> {
        let inhibition = &species.inhibition;
        let left = (years <= inhibition.memory_yr).then(|| exp(-f64::from(years) / inhibition.fade_yr))?;
        let strength = self.strength * left;
        Some(Self { strength, ..self })
    }

    /// Distance from which on it is 0, m.
    #[must_use]
    pub fn reach_m(&self) -> f64 {
        self.reach_m
    }

    /// Its value at a distance from the stem, m. No unit; a seed under the sum Σ of all fields germinates with the probability
    /// exp(−Σ), where its species waits for nothing else.
    #[must_use]
    pub fn at(&self, distance_m: f64) -> f64 {
        if distance_m >= self.reach_m {
            return 0.0;
        }
        self.strength
            * self.falls.map_or(1.0, |(e_fold_m, cut)| {
                (exp(-distance_m / e_fold_m) - cut) / (1.0 - cut)
            })
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::lanes::{Simd, WithSimd, with_lanes};

    use super::*;
    use crate::field::Fields;
    use crate::parameters::Light;
    use crate::presets;
    use crate::sums::InhibitionList;

    struct Sum<'a>(&'a InhibitionList, u16);

    impl WithSimd for Sum<'_> {
        type Output = f32;

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f32 {
            self.0.field(simd, [0.0, 0.0], self.1)
        }
    }

    #[test]
    fn it_is_the_field_that_the_year_sums() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        let kernels = [
            beech.inhibition.kernel,
            FieldKernel::Disc {
                radius_crown_radii: 1.2,
            },
            FieldKernel::FixedExponential {
                e_fold_m: 3.0,
                cut_fraction: 0.05,
            },
            FieldKernel::FixedDisc { radius_m: 4.0 },
        ];
        let mut above = 0;
        for kernel in kernels {
            beech.inhibition.kernel = kernel;
            let fields = Fields::new(&beech, &Light::default());
            for (height_m, dbh_cm) in [(12.0, 15.0), (31.0, 48.0)] {
                let size = Size { dbh_cm, height_m };
                let source = fields.source(&beech, size);
                for (seeds_of, number) in [("beech", 0), ("oak", 1)] {
                    let field = InhibitionField::new(&beech, seeds_of, size);
                    for years in [0, 4] {
                        let fading = exp(-f64::from(years) / beech.inhibition.fade_yr);
                        let faded = field.after_death(&beech, years).unwrap();
                        for distance_m in [0.0, 0.7, 2.5, 3.9, 8.0, 30.0] {
                            let mut list = InhibitionList::default();
                            list.push(&fields, &source, 0, fading as f32, [distance_m as f32, 0.0], &[]);
                            let summed = f64::from(with_lanes(Sum(&list, number)));
                            let found = faded.at(distance_m);
                            assert!(
                                (summed - found).abs() <= 2e-6 * (1.0 + found),
                                "{kernel:?} {distance_m}: {summed} {found}"
                            );
                            above += usize::from(found > 0.0);
                        }
                    }
                }
            }
        }
        assert!(above > 60, "{above}");
        let old = beech.inhibition.memory_yr + 1;
        assert_eq!(
            InhibitionField::new(&beech, "beech", beech.greatest()).after_death(&beech, old),
            None
        );
    }
}

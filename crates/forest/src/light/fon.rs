//! Light by the field of neighbourhood: the mean of the neighbours' fields over a tree's own zone of influence.
//!
//! L = 1 − φ F̄, at least 0.01, with F̄ = Σ_j ∫ F_j dA / A over the zone, of area A; zones and fields: `zone.rs`. The form is
//! that of the growth factor max(0, 1 − 2 F̄) in the sources of pyMANGA; here growth follows the light, and a light of 0 has
//! no crowding.
//!
//! The integral is not sampled: where a circle around the neighbour lies wholly within the zone there is a closed form, and
//! where only an arc of it does, the arc's length is known, so that one integral over the circle's radius is left. Eight
//! nodes, one for each lane, give it within a thousandth of the whole (held by a test), whatever the sizes of the two.
//! A neighbour counts once, from its nearest side.

use understory_numerics::lanes::{LANES, Simd, cast, exp_neg};
use understory_numerics::math::{exp, ln};
use understory_numerics::parallel;

use super::stand::{Answers, Asks, Here, Stand};
use crate::components::Size;
use crate::field::LEVELS;
use crate::neighbourhood::Touching;
use crate::sums::sum_of_lanes;
use crate::zone::{Zone, ZoneRule};

/// The least light that the model knows.
const LEAST_LIGHT: f64 = 0.01;

/// Below so many folds of the field its integral is summed as a series, whose first term left out is 1e-13 of it.
const SHORT: f64 = 1e-3;

/// −cos t at the eight nodes t of Gauss and Legendre on [0, π]: in t, the arc's length is smooth at both ends.
const NODES: [f32; LANES] = [
    0.998_055_2,
    0.949_425_4,
    0.734_889_9,
    0.284_167_92,
    -0.284_167_92,
    -0.734_889_9,
    -0.949_425_4,
    -0.998_055_2,
];

/// The weights of the nodes times sin t; they add up to 2.
const WEIGHTS: [f32; LANES] = [
    0.009_912_028,
    0.109_682_47,
    0.334_189_4,
    0.546_216_1,
    0.546_216_1,
    0.334_189_4,
    0.109_682_47,
    0.009_912_028,
];

/// Trees whose zones are worked out together; no result depends on it.
const TREES_TOGETHER: usize = 1024;

/// The field of neighbourhood.
pub(crate) struct Fon {
    loss_per_field: f64,
    /// The zone of each living tree.
    zones: Vec<Zone>,
}

impl Fon {
    pub(super) fn new(loss_per_field: f64) -> Self {
        Self {
            loss_per_field,
            zones: Vec::new(),
        }
    }

    pub(super) fn work_out(&mut self, stand: &Stand<'_>) {
        self.zones.resize(stand.sizes.len(), Zone::default());
        parallel::fill_in(&mut self.zones, TREES_TOGETHER, |row| {
            let rule = stand.model(row).fields.zones();
            rule.map_or_else(Zone::default, |rule| rule.zone(stand.sizes[row]))
        });
    }

    #[inline(always)]
    pub(super) fn answer<S: Simd>(
        &self,
        simd: S,
        stand: &Stand<'_>,
        here: &mut Here<'_, '_>,
        near: &mut Touching,
    ) {
        // Whose zone overlaps with that of a tree here need not reach the tile.
        let mut margin_m = 0.0_f32;
        for level in 0..LEVELS {
            for zone in &self.zones[here.own_rows[level].clone()] {
                margin_m = margin_m.max(zone.reach_m);
            }
        }
        for sprout in &*here.sprouts {
            margin_m = margin_m.max(zone_of_newborn(stand, sprout.species).reach_m);
        }
        let living = &stand.living;
        living.index.list_touching(
            stand.tiles,
            here.tile,
            living.places,
            living.reaches,
            f64::from(margin_m),
            near,
        );
        here.answer(MeanFields {
            simd,
            stand,
            near,
            zones: &self.zones,
            loss_per_field: self.loss_per_field,
        });
    }
}

/// The zone of a tree as it is born of a seed.
fn zone_of_newborn(stand: &Stand<'_>, species: u16) -> Zone {
    let model = &stand.models[usize::from(species)];
    let size = Size {
        dbh_cm: 0.0,
        height_m: model.parameters.growth.seedling_height_m,
    };
    let zone = |rule: &ZoneRule| rule.zone(size);
    model.fields.zones().map(zone).unwrap_or_default()
}

/// The mean fields over the zones of the trees and sprouts of one tile.
struct MeanFields<'a, S> {
    simd: S,
    stand: &'a Stand<'a>,
    near: &'a Touching,
    zones: &'a [Zone],
    loss_per_field: f64,
}

impl<S: Simd> Answers for MeanFields<'_, S> {
    #[inline(always)]
    fn crowding_of(&mut self, asks: Asks<'_>) -> f32 {
        let living = &self.stand.living;
        let (place_m, own, itself) = match asks {
            Asks::Tree { row, .. } => (living.places[row].0, self.zones[row], row as u32),
            Asks::Newborn(sprout) => (
                sprout.place_m,
                zone_of_newborn(self.stand, sprout.species),
                u32::MAX,
            ),
        };
        let plot = self.stand.tiles.plot();
        let mut sum = 0.0;
        for source in self.near.all() {
            let zone = &self.zones[source.row as usize];
            let [x_m, y_m] = plot
                .offset_m(place_m, living.places[source.row as usize].0)
                .map(|m| m as f32);
            let squared_m2 = x_m * x_m + y_m * y_m;
            let together_m = own.reach_m + zone.reach_m;
            // What lies beyond adds nothing, not even a rounding: the list may hold others from year to year.
            if squared_m2 < together_m * together_m && source.row != itself {
                sum += field_over_disc(self.simd, zone, squared_m2.sqrt(), own.reach_m);
            }
        }
        let mean = f64::from(sum / (std::f32::consts::PI * own.reach_m * own.reach_m));
        -ln((1.0 - self.loss_per_field * mean).max(LEAST_LIGHT)) as f32
    }
}

/// The integral of a tree's field over a disc of radius `radius_m`, m², whose centre lies `distance_m` away.
#[inline(always)]
fn field_over_disc<S: Simd>(simd: S, zone: &Zone, distance_m: f32, radius_m: f32) -> f32 {
    let whole = field_within(zone, (radius_m - distance_m).min(zone.reach_m));
    // Radii of circles around the tree that lie in part within the disc, less the distance: small numbers stay exact.
    let low_m = if distance_m < radius_m {
        radius_m - 2.0 * distance_m
    } else {
        -radius_m
    };
    let high_m = radius_m.min(zone.reach_m - distance_m);
    if high_m <= low_m {
        return whole;
    }
    let splat = |value: f32| simd.splat_f32s(value);
    let (middle_m, half_m) = (0.5 * (high_m + low_m), 0.5 * (high_m - low_m));
    let beyond_m = simd.add_f32s(splat(middle_m), simd.mul_f32s(splat(half_m), cast(NODES)));
    let r_m = simd.add_f32s(splat(distance_m), beyond_m);
    // sin² of a quarter of the arc's angle: ((R² − (r − d)²) / (4 d r)).
    let inside = simd.mul_f32s(
        simd.sub_f32s(splat(radius_m), beyond_m),
        simd.add_f32s(splat(radius_m), beyond_m),
    );
    let share = simd.div_f32s(inside, simd.mul_f32s(splat(4.0 * distance_m), r_m));
    let share = simd.select_f32s(simd.less_than_f32s(share, splat(1.0)), share, splat(1.0));
    let share = simd.select_f32s(simd.less_than_f32s(splat(0.0), share), share, splat(0.0));
    let half_angle = twice_arc_sine(simd, simd.sqrt_f32s(share));
    let folds = simd.mul_f32s(splat(zone.rate_per_m), simd.sub_f32s(r_m, splat(zone.stem_m)));
    let folds = simd.select_f32s(simd.less_than_f32s(splat(0.0), folds), folds, splat(0.0));
    let field = simd.mul_f32s(exp_neg(simd, folds), simd.mul_f32s(r_m, half_angle));
    let lanes: [f32; LANES] = cast(simd.mul_f32s(field, cast(WEIGHTS)));
    whole + 2.0 * half_m * sum_of_lanes(lanes)
}

/// The integral of a tree's field over the disc of this radius around it, m²; 0 for a negative radius.
#[inline(always)]
fn field_within(zone: &Zone, radius_m: f32) -> f32 {
    use std::f64::consts::PI;
    let (radius_m, stem_m) = (f64::from(radius_m), f64::from(zone.stem_m));
    if radius_m <= 0.0 {
        return 0.0;
    }
    let within_stem = PI * radius_m.min(stem_m) * radius_m.min(stem_m);
    if radius_m <= stem_m || zone.rate_per_m == 0.0 {
        return within_stem as f32;
    }
    let fold_m = 1.0 / f64::from(zone.rate_per_m);
    let beyond_m = radius_m - stem_m;
    let folds = beyond_m / fold_m;
    let beyond = if folds < SHORT {
        // ∫ (s + t) e^(−ct) dt from 0 to u, as s u (1 − cu/2 + …) + u² (1/2 − cu/3 + …): the closed form is a difference of
        // numbers that are the more alike the smaller c is, and came out below 0.
        let at_stem = 1.0 - folds * (1.0 / 2.0 - folds * (1.0 / 6.0 - folds / 24.0));
        let outwards = 1.0 / 2.0 - folds * (1.0 / 3.0 - folds * (1.0 / 8.0 - folds / 30.0));
        2.0 * PI * beyond_m * (stem_m * at_stem + beyond_m * outwards)
    } else {
        let left = exp(-folds);
        2.0 * PI * fold_m * (stem_m + fold_m - left * (radius_m + fold_m))
    };
    (within_stem + beyond) as f32
}

/// 2 arcsin(x) for `x` from 0 to 1, within 5e-7, by a polynomial of degree 7 times √(1 − x).
#[inline(always)]
fn twice_arc_sine<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    const COEFFICIENTS: [f32; 7] = [
        0.006_670_09,
        -0.017_088_126,
        0.030_891_88,
        -0.050_174_304,
        0.088_978_99,
        -0.214_598_8,
        std::f32::consts::FRAC_PI_2,
    ];
    let mut p = simd.splat_f32s(-0.001_262_491_1);
    for coefficient in COEFFICIENTS {
        p = simd.add_f32s(simd.mul_f32s(p, x), simd.splat_f32s(coefficient));
    }
    let root = simd.sqrt_f32s(simd.sub_f32s(simd.splat_f32s(1.0), x));
    let twice = simd.mul_f32s(simd.splat_f32s(2.0), simd.mul_f32s(root, p));
    simd.sub_f32s(simd.splat_f32s(std::f32::consts::PI), twice)
}

#[cfg(test)]
mod tests {
    use understory_numerics::lanes::{WithSimd, with_lanes};
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;

    struct Integral(Zone, f32, f32);

    impl WithSimd for Integral {
        type Output = f32;
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f32 {
            field_over_disc(simd, &self.0, self.1, self.2)
        }
    }

    /// The field summed over a fine lattice of points of the disc.
    fn plainly(zone: &Zone, distance_m: f64, radius_m: f64) -> f64 {
        const STEPS: i32 = 1200;
        let step_m = 2.0 * radius_m / f64::from(STEPS);
        let mut sum = 0.0;
        for row in 0..STEPS {
            for column in 0..STEPS {
                let [x_m, y_m] = [column, row].map(|step| (f64::from(step) + 0.5) * step_m - radius_m);
                let r_m = ((x_m - distance_m) * (x_m - distance_m) + y_m * y_m).sqrt();
                if x_m * x_m + y_m * y_m < radius_m * radius_m && r_m < f64::from(zone.reach_m) {
                    sum += exp(-f64::from(zone.rate_per_m) * (r_m - f64::from(zone.stem_m)).max(0.0));
                }
            }
        }
        sum * step_m * step_m
    }

    #[test]
    fn the_integral_is_within_a_thousandth_of_a_fine_lattice() {
        let zone = |stem_m: f32, reach_m: f32| Zone {
            stem_m,
            reach_m,
            rate_per_m: std::f32::consts::LN_10 / (reach_m - stem_m),
        };
        for (zone, distance_m, radius_m) in [
            (zone(0.15, 3.9), 0.0, 3.0),
            (zone(0.15, 3.9), 0.0, 5.0),
            (zone(0.15, 3.9), 0.4, 3.9),
            (zone(0.15, 3.9), 2.0, 3.9),
            (zone(0.15, 3.9), 3.9, 3.9),
            (zone(0.15, 3.9), 6.5, 3.0),
            (zone(0.4, 6.3), 1.0, 0.05),
            (zone(0.4, 6.3), 0.3, 0.2),
            (zone(0.0, 0.1), 2.0, 4.0),
            (zone(0.0, 0.1), 4.0, 4.0),
            (zone(0.02, 1.4), 3.0, 4.0),
            (zone(0.02, 1.4), 5.35, 4.0),
        ] {
            let found = f64::from(with_lanes(Integral(zone, distance_m, radius_m)));
            let plain = plainly(&zone, f64::from(distance_m), f64::from(radius_m));
            // As a share of the disc, which is what it is divided by.
            let disc_m2 = std::f64::consts::PI * f64::from(radius_m * radius_m);
            let error = (found - plain) / disc_m2;
            assert!(
                error.abs() < 1e-3 * (plain / disc_m2) + 2e-6,
                "{distance_m} {radius_m}: {found} {plain}"
            );
        }
    }

    /// A field of 1 to 1 − 1e-8 over the whole zone gave a negative integral, light above 1 and vigour that no tree has.
    #[test]
    fn the_mean_field_over_a_disc_lies_between_none_and_one_for_every_field_at_the_edge() {
        let mut values = (0..).map(|number| {
            let words = RandomKey::root(1, &["fields"]).draws(0, Purpose::Member, number);
            words.map(unit_from_u32)
        });
        let halves = std::iter::successors(Some(0.5), |half| Some(0.5 * half));
        for share in halves.take(100) {
            // From 1e-30 up to the last number below 1.
            for field_at_edge in [share, 1.0 - f64::max(share, 0.5 * f64::EPSILON)] {
                for _ in 0..30 {
                    let [stem, reach, distance, radius] = values.next().unwrap();
                    let (stem_m, reach_m) = ((0.6 * stem) as f32, (0.7 + 20.0 * reach) as f32);
                    let zone = Zone {
                        stem_m,
                        reach_m,
                        rate_per_m: -ln(field_at_edge) as f32 / (reach_m - stem_m),
                    };
                    let radius_m = (0.05 + 20.0 * radius) as f32;
                    let distance_m = distance as f32 * (reach_m + radius_m);
                    let disc_m2 = std::f64::consts::PI * f64::from(radius_m * radius_m);
                    let mean = f64::from(with_lanes(Integral(zone, distance_m, radius_m))) / disc_m2;
                    assert!(
                        (0.0..=1.001).contains(&mean),
                        "{field_at_edge}: {zone:?} {distance_m} {radius_m}: {mean}"
                    );
                    // A disc within the zone holds no less than the field at the edge everywhere.
                    if distance_m + radius_m <= reach_m {
                        assert!(mean >= 0.999 * field_at_edge, "{field_at_edge}: {zone:?}: {mean}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_series_of_a_short_fold_meets_the_closed_form() {
        for stem_m in [0.0, 0.3, 2.0] {
            for radius_m in [2.5_f32, 7.0] {
                let zone = |folds: f64| Zone {
                    stem_m,
                    reach_m: 9.0,
                    rate_per_m: (folds / f64::from(radius_m - stem_m)) as f32,
                };
                let [below, above] =
                    [0.999 * SHORT, 1.001 * SHORT].map(|folds| field_within(&zone(folds), radius_m));
                // Two thousandths of a thousandth more folds take at most so much of it.
                assert!(
                    (1.0 - above / below).abs() < 3e-6,
                    "{stem_m} {radius_m}: {below} {above}"
                );
            }
        }
    }
}

//! Each light model against its definition over all pairs, and what must hold of all of them.

use std::f64::consts::PI;

use proptest::prelude::*;
use understory_forest::components::{CrownBase, CrownRadius, Identity, Position, Scores, Size, SpeciesIndex};
use understory_forest::growth::{open_crown_radius_m, zone_radius_m};
use understory_forest::parameters::{Conditions, Light, Species};
use understory_forest::{Forest, Founder, Tree, presets};
use understory_numerics::math::{exp, ln, pow};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Plot, Tiles};

/// A tree of a made-up stand: place as shares of the plot, whether it is a birch, size as a share of the greatest, and where
/// its crown begins as a share of its height.
type Made = (f64, f64, bool, f64, f64);

const SIZES_M: [[f64; 2]; 2] = [[60.0, 42.0], [28.0, 40.0]];

fn made(trees: usize) -> impl Strategy<Value = Vec<Made>> {
    let one = (
        0.0..1.0_f64,
        0.0..1.0_f64,
        any::<bool>(),
        0.0..1.0_f64,
        0.0..1.0_f64,
    );
    prop::collection::vec(one, 1..trees)
}

fn plot(is_torus: bool, size: usize) -> Plot {
    let edge = if is_torus { Edge::Torus } else { Edge::Open };
    Plot::new([100.0, -40.0], SIZES_M[size], edge).unwrap()
}

/// Beech and birch with crowns that the torus holds.
fn species(plot: &Plot) -> Vec<Species> {
    let share = 0.475 * (plot.shorter_side_m() / 42.0).min(1.0);
    [("fagus-sylvatica", "beech"), ("betula-pendula", "birch")]
        .map(|(preset, name)| {
            let mut species = presets::named(preset).unwrap().species(name);
            species.crown.radius_at_30_cm_m *= share;
            species.competition.zone_radius_at_25_cm_m *= share;
            (species.growth.greatest_dbh_cm, species.growth.greatest_height_m) = (110.0, 50.0);
            species
        })
        .to_vec()
}

fn founders(plot: &Plot, species: &[Species], made: &[Made]) -> Vec<Founder> {
    let founder = |(number, &(x, y, is_birch, share, base)): (u32, &Made)| {
        let growth = &species[usize::from(is_birch)].growth;
        let height_m = 0.15 + share * 0.7 * growth.greatest_height_m;
        let dbh_cm = if height_m < 1.3 {
            0.0
        } else {
            share * growth.greatest_dbh_cm * 0.9
        };
        let size = Size { dbh_cm, height_m };
        let open_m = open_crown_radius_m(&species[usize::from(is_birch)].crown, size);
        let [[left_m, low_m], [width_m, length_m]] = [plot.origin_m(), plot.size_m()];
        Founder {
            vigour: Some(share),
            scores: Some(Scores::default()),
            crown_base_m: Some((base * height_m) as f32),
            // Given, so that no neighbour makes it narrower.
            crown_radius_m: Some(0.7 * open_m),
            ..Founder::new(
                RandomKey::root(3, &["light"]).child(0, Purpose::Member, number),
                u16::from(is_birch),
                [left_m + x * width_m, low_m + y * length_m],
                40,
                size,
            )
        }
    };
    (0..).zip(made).map(founder).collect()
}

fn planted(plot: Plot, species: Vec<Species>, light: Light, made: &[Made]) -> Forest {
    let founders = founders(&plot, &species, made);
    let conditions = Conditions {
        light,
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot, 1, species, conditions).unwrap();
    forest.plant(founders).unwrap();
    forest
}

/// What a definition needs to know of a tree.
#[derive(Clone, Copy)]
struct Stem {
    key: RandomKey,
    place_m: [f64; 2],
    species: usize,
    size: Size,
    radius_m: f64,
    crown_base_m: f64,
}

/// The trees in the order in which crowding is given.
fn stems(forest: &Forest) -> Vec<Stem> {
    type Columns<'a> = (
        &'a Identity,
        &'a Position,
        &'a SpeciesIndex,
        &'a Size,
        &'a CrownRadius,
        &'a CrownBase,
    );
    let mut stems = Vec::new();
    let mut trees = forest.view::<Tree, Columns<'_>>();
    trees.for_each(|(key, place, species, size, radius, base)| {
        stems.push(Stem {
            key: key.0,
            place_m: place.0,
            species: usize::from(species.0),
            size: *size,
            radius_m: radius.0,
            crown_base_m: f64::from(base.0),
        });
    });
    stems
}

/// A newborn beech at a place.
fn newborn(species: &[Species], place_m: [f64; 2]) -> Stem {
    let size = Size {
        dbh_cm: 0.0,
        height_m: species[0].growth.seedling_height_m,
    };
    Stem {
        key: RandomKey::from_bits(0),
        place_m,
        species: 0,
        size,
        radius_m: 0.12 * size.height_m,
        crown_base_m: 0.0,
    }
}

/// Asks a forest for the crowding of all its trees, and of newborn beeches at as many places; with who asked, and for a tree
/// with its number.
fn asked(forest: &mut Forest, species: &[Species]) -> Vec<(Stem, Option<usize>, f64)> {
    let stems = stems(forest);
    let plot = *forest.plot();
    let places_m: Vec<[f64; 2]> = (0..8_u32)
        .map(|number| {
            let words = RandomKey::root(8, &["ask"])
                .draws(0, Purpose::Place, number)
                .map(unit_from_u32);
            std::array::from_fn(|axis| plot.origin_m()[axis] + words[axis] * plot.size_m()[axis])
        })
        .collect();
    let at_ground = forest.crowding_at(0, &places_m).unwrap();
    let newborns = places_m.iter().zip(at_ground);
    let newborns = newborns.map(|(&place_m, c)| (newborn(species, place_m), None, f64::from(c)));
    let crowding = forest.crowding();
    assert_eq!(crowding.len(), stems.len());
    let trees = stems.iter().zip(crowding).enumerate();
    let trees = trees.map(|(number, (stem, c))| (*stem, Some(number), f64::from(c)));
    trees.chain(newborns).collect()
}

/// All trees but one.
fn others(stems: &[Stem], itself: Option<usize>) -> impl Iterator<Item = &Stem> {
    let numbered = stems.iter().enumerate();
    numbered
        .filter(move |(number, _)| Some(*number) != itself)
        .map(|(_, stem)| stem)
}

fn distance_m(plot: &Plot, a: &Stem, b: &Stem) -> f64 {
    plot.distance_squared_m2(a.place_m, b.place_m).sqrt()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Of trees that are no canopy, which is tested elsewhere.
    #[test]
    fn disc_and_gaussian_sum_the_kernels_that_they_say(
        made in made(80), is_torus in any::<bool>(), size in 0_usize..2, is_disc in any::<bool>(),
    ) {
        let plot = plot(is_torus, size);
        let species = species(&plot);
        let mut light = Light::named(if is_disc { "disc" } else { "gaussian" }).unwrap();
        if let Light::Disc { canopy_from_m, .. } | Light::Gaussian { canopy_from_m, .. } = &mut light {
            *canopy_from_m = 150.0;
        }
        let mut forest = planted(plot, species.clone(), light, &made);
        let stems = stems(&forest);
        for (stem, itself, found) in asked(&mut forest, &species) {
            let (mut sum, mut is_on_edge) = (0.0, false);
            for other in others(&stems, itself) {
                let kind = &species[other.species];
                let radii = distance_m(&plot, &stem, other) / zone_radius_m(&kind.competition, other.size);
                let kernel = if is_disc {
                    is_on_edge |= (radii - 0.62).abs() < 1e-4;
                    f64::from(u8::from(radii < 0.62))
                } else {
                    ((exp(-radii * radii / (2.0 * 0.46 * 0.46)) - 0.02) / 0.98).max(0.0)
                };
                let [own, heavy] = [stem, *other].map(|stem| stem.size.height_m * stem.size.height_m);
                let own_share = species[stem.species].competition.others_share;
                let counts = if stem.species == other.species { 1.0 } else { own_share };
                let strength = counts * 0.6 * kind.crown.leaf_area_index;
                sum += 2.0 * heavy / (own + heavy) * strength * kernel;
            }
            prop_assert!(is_on_edge || (found - sum).abs() < 3e-5 * (1.0 + sum), "{found} {sum}");
        }
    }

    #[test]
    fn hegyi_sums_the_nearest_competitors(
        made in made(60), is_torus in any::<bool>(), size in 0_usize..2, neighbours in 1_u32..12,
        ratio_exponent in 0.2..1.0_f64, competitors_within_m in prop_oneof![Just(1e4), 3.0..20.0_f64],
    ) {
        let plot = plot(is_torus, size);
        let species = species(&plot);
        let light = Light::Hegyi {
            neighbours, competitors_within_m, competitor_from_m: 4.0, ratio_exponent, crowding_per_index: 0.3,
        };
        let mut forest = planted(plot, species.clone(), light, &made);
        let stems = stems(&forest);
        for (stem, itself, found) in asked(&mut forest, &species) {
            let mut competitors: Vec<(f64, RandomKey, f64)> = others(&stems, itself)
                .filter(|other| other.size.height_m >= 4.0)
                .map(|other| {
                    let [own_cm, other_cm] = [stem, *other].map(|stem| stem.size.dbh_cm + stem.size.height_m.min(1.3));
                    (distance_m(&plot, &stem, other), other.key, pow(other_cm / own_cm, ratio_exponent))
                })
                .collect();
            competitors.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let near = competitors.iter().filter(|competitor| competitor.0 <= competitors_within_m);
            let nearest = near.take(neighbours as usize);
            let sum: f64 = nearest.map(|(distance_m, _, ratio)| 0.3 * ratio / (distance_m + 1.0)).sum();
            prop_assert!((found - sum).abs() < 1e-6 * (1.0 + sum), "{found} {sum}");
        }
    }
}

fn length_m(x_m: f64, y_m: f64) -> f64 {
    (x_m * x_m + y_m * y_m).sqrt()
}

/// Radius of a stem and of its zone, m.
fn zone_m(size: Size) -> [f64; 2] {
    let stem_m = size.dbh_cm / 200.0;
    [stem_m, (10.0 * stem_m.sqrt()).max(0.12 * size.height_m.min(1.3))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The zone in rings and sectors: where a field ends this fine quadrature itself errs by some thousandths.
    #[test]
    fn fon_is_the_mean_field_over_the_own_zone(
        made in made(24), is_torus in any::<bool>(), size in 0_usize..2,
    ) {
        let plot = plot(is_torus, size);
        let species = species(&plot);
        let light = Light::FieldOfNeighbourhood {
            zone_scale_m: 10.0,
            zone_exponent: 0.5,
            field_at_edge: 0.1,
            loss_per_field: 0.05,
        };
        let mut forest = planted(plot, species.clone(), light, &made);
        let stems = stems(&forest);
        for (stem, itself, found) in asked(&mut forest, &species) {
            let [_, own_m] = zone_m(stem.size);
            let mut mean = 0.0;
            for other in others(&stems, itself) {
                let [stem_m, reach_m] = zone_m(other.size);
                let [x_m, y_m] = plot.offset_m(stem.place_m, other.place_m);
                if length_m(x_m, y_m) >= own_m + reach_m {
                    continue;
                }
                const RINGS: u32 = 48;
                const SECTORS: u32 = 96;
                let mut sum = 0.0;
                for ring in 0..RINGS {
                    // Rings of one area.
                    let r_m = own_m * ((f64::from(ring) + 0.5) / f64::from(RINGS)).sqrt();
                    for sector in 0..SECTORS {
                        let angle = 2.0 * PI * (f64::from(sector) + 0.5) / f64::from(SECTORS);
                        let (sin, cos) = understory_numerics::math::sin_cos(angle);
                        let distance_m = length_m(x_m - r_m * cos, y_m - r_m * sin);
                        if distance_m <= stem_m {
                            sum += 1.0;
                        } else if distance_m < reach_m {
                            sum += exp(ln(0.1) * (distance_m - stem_m) / (reach_m - stem_m));
                        }
                    }
                }
                mean += sum / f64::from(RINGS * SECTORS);
            }
            let found = (1.0 - exp(-found)) / 0.05;
            prop_assert!((found - mean).abs() < 2e-3 + 0.01 * mean, "{found} {mean} {itself:?}");
        }
    }
}

/// The grid of leaves as its definition reads, voxel by voxel and tree by tree.
struct PlainGrid<'a> {
    plot: Plot,
    species: &'a [Species],
    cells: [usize; 2],
    side_m: [f64; 2],
    layers: usize,
    leaves: Vec<f64>,
}

const LAYER_M: f64 = 2.0;
const EXTINCTION: f64 = 0.4;

impl<'a> PlainGrid<'a> {
    fn new(plot: Plot, species: &'a [Species], stems: &[Stem]) -> Self {
        let tiles = Tiles::new(plot, 10.0);
        let per_tile = tiles.side_m().map(|side_m| (side_m / 2.0).floor());
        let cells: [usize; 2] =
            std::array::from_fn(|axis| tiles.count()[axis] as usize * per_tile[axis] as usize);
        let side_m = std::array::from_fn(|axis| plot.size_m()[axis] / cells[axis] as f64);
        let top_m = stems.iter().map(|stem| stem.size.height_m).fold(0.0, f64::max);
        let layers = (top_m / LAYER_M).ceil() as usize;
        let mut grid = Self {
            plot,
            species,
            cells,
            side_m,
            layers,
            leaves: Vec::new(),
        };
        for row in 0..cells[1] {
            for column in 0..cells[0] {
                let low_m = [column, row];
                let centre_m: [f64; 2] = std::array::from_fn(|axis| {
                    plot.origin_m()[axis] + (low_m[axis] as f64 + 0.5) * side_m[axis]
                });
                for layer in 0..layers {
                    let of_each = stems.iter().map(|stem| {
                        let offset_m = plot.offset_m(stem.place_m, centre_m);
                        grid.share(stem, layer, offset_m)
                    });
                    let leaves = of_each.sum();
                    grid.leaves.push(leaves);
                }
            }
        }
        grid
    }

    /// Leaves of a tree in a voxel whose centre lies at this offset from it, m² over each m² of the cell.
    fn share(&self, stem: &Stem, layer: usize, offset_m: [f64; 2]) -> f64 {
        let length_m = (stem.size.height_m - stem.crown_base_m).max(0.01 * stem.size.height_m);
        let base_m = stem.size.height_m - length_m;
        let low_m = (layer as f64 * LAYER_M).max(base_m);
        let high_m = ((layer + 1) as f64 * LAYER_M).min(stem.size.height_m);
        if high_m <= low_m {
            return 0.0;
        }
        // Mean cross-section of the layer, by Simpson's rule, which is exact for a parabola.
        let section_m2 = |height_m: f64| {
            let u = (height_m - base_m) / length_m;
            PI * stem.radius_m * stem.radius_m * (1.0 - u * u)
        };
        let middle_m = 0.5 * (low_m + high_m);
        let mean_m2 = (section_m2(low_m) + 4.0 * section_m2(middle_m) + section_m2(high_m)) / 6.0;
        let crown_m3 = 2.0 / 3.0 * PI * stem.radius_m * stem.radius_m * length_m;
        let crown_leaves_m2 =
            self.species[stem.species].crown.leaf_area_index * PI * stem.radius_m * stem.radius_m;
        let leaves_m2 = crown_leaves_m2 * mean_m2 * (high_m - low_m) / crown_m3;
        let side_m = mean_m2.sqrt();
        let shares: [f64; 2] = std::array::from_fn(|axis| {
            let [from_m, to_m] = [-0.5, 0.5].map(|half| offset_m[axis] + half * self.side_m[axis]);
            ((0.5 * side_m).min(to_m) - (-0.5 * side_m).max(from_m)).max(0.0) / side_m
        });
        leaves_m2 * shares[0] * shares[1] / (self.side_m[0] * self.side_m[1])
    }

    fn light(&self, stem: &Stem, itself: bool) -> f64 {
        let crown_m = stem.size.height_m - stem.crown_base_m;
        let crown_m = crown_m.max(0.01 * stem.size.height_m);
        let from_m = if itself {
            stem.size.height_m - 0.25 * crown_m
        } else {
            0.0
        };
        // Straight down for a quarter, and from four sides at the zenith angle whose sin² is 5/8.
        let mut light = 0.25 * exp(-EXTINCTION * self.leaves_on_the_way(stem, itself, from_m, [0.0; 2]));
        let tangent = (0.625_f64 / 0.375).sqrt();
        for side in 0..4 {
            let (sin, cos) = understory_numerics::math::sin_cos(PI * (0.125 + 0.5 * f64::from(side)));
            let leaves = self.leaves_on_the_way(stem, itself, from_m, [tangent * cos, tangent * sin]);
            light += 0.1875 * exp(-EXTINCTION / 0.375_f64.sqrt() * leaves);
        }
        light
    }

    fn leaves_on_the_way(&self, stem: &Stem, itself: bool, from_m: f64, per_m: [f64; 2]) -> f64 {
        let mut sum = 0.0;
        for layer in 0..self.layers {
            let high_m = (layer + 1) as f64 * LAYER_M;
            let low_m = (layer as f64 * LAYER_M).max(from_m);
            if high_m <= low_m {
                continue;
            }
            let up_m = 0.5 * (low_m + high_m) - from_m;
            let unwrapped: [i64; 2] = std::array::from_fn(|axis| {
                let at_m = stem.place_m[axis] - self.plot.origin_m()[axis] + per_m[axis] * up_m;
                (at_m / self.side_m[axis]).floor() as i64
            });
            let cell: [i64; 2] = std::array::from_fn(|axis| {
                let count = self.cells[axis] as i64;
                if self.plot.is_torus() {
                    unwrapped[axis].rem_euclid(count)
                } else {
                    unwrapped[axis].clamp(0, count - 1)
                }
            });
            let mut leaves =
                self.leaves[(cell[1] as usize * self.cells[0] + cell[0] as usize) * self.layers + layer];
            if itself {
                let met = if self.plot.is_torus() { unwrapped } else { cell };
                let offset_m = std::array::from_fn(|axis| {
                    self.plot.origin_m()[axis] + (met[axis] as f64 + 0.5) * self.side_m[axis]
                        - stem.place_m[axis]
                });
                leaves -= self.share(stem, layer, offset_m);
            }
            sum += leaves * (high_m - low_m) / LAYER_M;
        }
        sum
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn grid_is_what_a_slow_plain_grid_says(made in made(60), is_torus in any::<bool>(), size in 0_usize..2) {
        let plot = plot(is_torus, size);
        let species = species(&plot);
        let light = Light::Grid { cell_m: 2.0, layer_m: LAYER_M, extinction: EXTINCTION };
        let mut forest = planted(plot, species.clone(), light, &made);
        let stems = stems(&forest);
        let plain = PlainGrid::new(plot, &species, &stems);
        for (stem, itself, found) in asked(&mut forest, &species) {
            let expected = -ln(plain.light(&stem, itself.is_some()));
            prop_assert!((found - expected).abs() < 1e-4 * (1.0 + expected), "{found} {expected} {itself:?}");
        }
    }

    /// A tree greater than all others, as of Hegyi's nearest competitors a small one may push out a great one.
    #[test]
    fn a_neighbour_more_never_gives_light(
        made in made(40), is_torus in any::<bool>(), at in (0.0..1.0_f64, 0.0..1.0_f64), model in 0_usize..6,
    ) {
        let plot = plot(is_torus, 0);
        let species = species(&plot);
        let light = Light::named(Light::MODELS[model]).unwrap();
        let mut with_more = made.clone();
        with_more.push((at.0, at.1, false, 1.0, 0.3));
        let crowding = |made: &[Made]| {
            let mut forest = planted(plot, species.clone(), light, made);
            let stems = stems(&forest);
            let mut crowding: Vec<_> = stems.iter().map(|stem| stem.key).zip(forest.crowding()).collect();
            let places_m: Vec<[f64; 2]> = stems.iter().map(|stem| stem.place_m).collect();
            crowding.sort_by_key(|(key, _)| *key);
            let place_m = [100.0 + 60.0 * at.0, -40.0 + 42.0 * at.1];
            (crowding, forest.crowding_at(0, &[place_m]).unwrap()[0], places_m)
        };
        let (before, at_it_before, _) = crowding(&made);
        let (after, at_it, _) = crowding(&with_more);
        let after: std::collections::HashMap<_, _> = after.into_iter().collect();
        for (key, before) in before {
            prop_assert!(after[&key] >= before - 1e-5 * (1.0 + before), "{before} {}", after[&key]);
        }
        // The field of neighbourhood leaves one part in a hundred of the light at least.
        let is_darkest = f64::from(at_it_before) >= -ln(0.0101);
        prop_assert!(at_it > at_it_before || is_darkest, "at its foot it is darker than before: {at_it} {at_it_before}");
    }
}

/// Beeches of 25 m, 4.3 m apart, each crown a third of its height; a seedling of three years in each gap.
fn closed_stand(light: Light) -> (Forest, usize) {
    let plot = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
    let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
    let trees = 21_u32;
    let apart_m = 90.0 / f64::from(trees);
    let founder = |number: u32, place_m, age_yr, dbh_cm, height_m, crown_base_m| Founder {
        vigour: Some(0.5),
        crown_base_m: Some(crown_base_m),
        ..Founder::new(
            RandomKey::root(1, &["closed"]).child(0, Purpose::Member, number),
            0,
            place_m,
            age_yr,
            Size { dbh_cm, height_m },
        )
    };
    let founders = (0..trees * trees).flat_map(|number| {
        let place_m = [number % trees, number / trees].map(|step| 1.0 + apart_m * f64::from(step));
        let between_m = place_m.map(|m| m + 0.5 * apart_m);
        [
            founder(2 * number, place_m, 80, 28.0, 25.0, 16.0),
            founder(2 * number + 1, between_m, 3, 0.0, 0.4, 0.1),
        ]
    });
    let conditions = Conditions {
        light,
        ..Conditions::default()
    };
    let mut forest = Forest::new(plot, 1, vec![beech], conditions).unwrap();
    forest.plant(founders).unwrap();
    (forest, (trees * trees) as usize)
}

#[test]
fn below_a_closed_canopy_it_is_dark_and_in_it_less_so() {
    for model in Light::MODELS {
        let (mut forest, trees) = closed_stand(Light::named(model).unwrap());
        let crowding = forest.crowding();
        let (mut seedlings, mut canopy, mut at) = (0.0, 0.0, 0);
        forest.for_each_tree(|_, _, size| {
            let light = exp(-f64::from(crowding[at]));
            at += 1;
            if size.height_m < 1.0 {
                assert!(light < 0.25, "{model}: {light}");
                seedlings += light;
            } else {
                canopy += light;
            }
        });
        let [seedlings, canopy] = [seedlings, canopy].map(|sum| sum / trees as f64);
        assert!(
            seedlings < 0.2 && canopy > 2.0 * seedlings,
            "{model}: {canopy} {seedlings}"
        );
        let newborn = exp(-f64::from(forest.crowding_at(0, &[[3.1, 3.2]]).unwrap()[0]));
        assert!(newborn < 0.25, "{model}: {newborn}");
    }
}

#[test]
fn a_lone_tree_has_full_light() {
    for model in Light::MODELS {
        let plot = plot(false, 0);
        let light = Light::named(model).unwrap();
        let mut forest = planted(plot, species(&plot), light, &[(0.5, 0.5, false, 0.7, 0.4)]);
        let crowding = forest.crowding()[0];
        assert!((0.0..1e-5).contains(&crowding), "{model}: {crowding}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_forest_under_each_model() {
    for model in Light::MODELS {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let (mut forest, _) = closed_stand(Light::named(model).unwrap());
                (0..12).for_each(|_| forest.advance());
                (forest.crowding(), forest.state())
            })
        };
        let (crowding, state) = with_threads(1);
        let (again, state_again) = with_threads(4);
        assert!(state == state_again, "{model}");
        let bits = |crowding: &[f32]| crowding.iter().map(|c| c.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&crowding), bits(&again), "{model}");
    }
}

#[test]
fn each_model_has_a_name_and_defaults_within_its_ranges() {
    let plot = plot(false, 0);
    assert_eq!(Light::named("crowding"), Some(Light::default()));
    assert_eq!(Light::named("stamps"), None);
    for model in Light::MODELS {
        let light = Light::named(model).unwrap();
        let text = toml::to_string(&light).unwrap();
        assert!(text.contains(&format!("model = \"{model}\"")), "{text}");
        assert_eq!(toml::from_str::<Light>(&text).unwrap(), light);
        planted(plot, species(&plot), light, &[(0.5, 0.5, false, 0.5, 0.5)]);
    }
    let light = Light::Grid {
        cell_m: 0.0,
        layer_m: 2.0,
        extinction: 0.5,
    };
    let conditions = Conditions {
        light,
        ..Conditions::default()
    };
    let refused = Forest::new(plot, 1, species(&plot), conditions).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the light: `cell_m` is 0, but must be at least 0.25 and at most 100"
    );
}

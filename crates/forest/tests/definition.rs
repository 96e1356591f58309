//! Years as their definitions read: each tree and seed by itself, each pair looked at, against the forest's own way.
//!
//! Only crowding is taken from the forest, since it is summed in `f32`; its sums are held against all pairs where
//! they are made, in `systems/crowd.rs`.

use std::collections::HashMap;
use std::f64::consts::PI;

use understory_forest::components::{Cause, Remains, Scores, Size, Wood};
use understory_forest::growth::{
    GrowthCurve, crown_base_m, open_crown_radius_m, vigour_after_a_year, zone_radius_m,
};
use understory_forest::parameters::{
    Conditions, DispersalKernel, FieldKernel, Fruit, Germination, InhibitedSeeds, Masting, Species, Variation,
};
use understory_forest::{
    Borders, DeadTree, Deadwood, Event, Forest, Founder, Happening, Origin, Seed, SeedsOverEdge, State,
    Tally, Tree, presets,
};
use understory_numerics::math::{exp, ln, pow, sin_cos};
use understory_numerics::sample::{poisson, standard_normal, unit_from_u32};
use understory_numerics::{MotherStream, Purpose, RandomKey};
use understory_space::{Edge, Plot, Tiles, Window};

const SEED: u64 = 11;

/// Three species that live fast, so that within a few decades each rule of the year has its turn: one whose stumps
/// resprout and whose field reaches as far from all sizes, one whose dead inhibit for years, which bears in mast years alone and
/// whose seeds the field kills, one whose dead leave nothing.
fn species() -> Vec<Species> {
    let preset = |name: &str, own: &str| presets::named(name).unwrap().species(own);
    let mut alder = preset("betula-pendula", "alder");
    alder.resprout.probability = 0.9;
    alder.resprout.max_age_yr = 24;
    alder.resprout.height_m = 0.4;
    alder.inhibition.memory_yr = 0;
    alder.inhibition.kernel = FieldKernel::FixedExponential {
        e_fold_m: 0.8,
        cut_fraction: 0.03,
    };
    alder.fruit.mast_every_yr = 2;
    alder.mortality.age_max_yr = 30;
    alder.seed_bank.max_age_yr = 2;
    alder.dispersal = DispersalKernel::TwoDt { u_m2: 90.0, p: 1.2 }.into();
    let mut beech = preset("fagus-sylvatica", "beech");
    beech.crown.radius_at_30_cm_m *= 0.6;
    beech.competition.zone_radius_at_25_cm_m *= 0.6;
    beech.inhibition.memory_yr = 6;
    beech.inhibition.fade_yr = 3.0;
    beech.inhibition.strength_on_others = 0.5;
    beech.mortality.age_max_yr = 40;
    beech.fruit.mast_every_yr = 3;
    beech.fruit.masting = Masting::Periodic;
    beech.fruit.off_year_fraction = 0.0;
    beech.seed_bank.yearly_loss = 0.2;
    beech.seed_bank.max_age_yr = 5;
    beech.germination.inhibited_seeds = InhibitedSeeds::Die;
    let mut rowan = preset("betula-pendula", "rowan");
    rowan.inhibition.memory_yr = 0;
    rowan.resprout.probability = 0.0;
    rowan.inhibition.kernel = FieldKernel::Disc {
        radius_crown_radii: 0.8,
    };
    rowan.dispersal = DispersalKernel::Disc { radius_m: 15.0 }.into();
    rowan.seed_bank.max_age_yr = 1;
    rowan.fruit.mast_every_yr = 2;
    rowan.fruit.off_year_fraction = 0.4;
    let mut species = vec![alder, beech, rowan];
    for one in &mut species {
        one.crown.radius_at_30_cm_m *= 0.8;
        one.competition.zone_radius_at_25_cm_m *= 0.8;
        one.fruit.maturity_age_yr = 8;
        one.fruit.seeds_per_m2 = 1.2;
        one.germination.probability = 0.5;
        one.mortality.chance_per_yr = 0.02;
        // Seedlings come through, but not all.
        one.seedlings.first_year_loss = 0.05;
        one.seedlings.browsing_loss = 0.1;
        one.seedlings.stress_threshold = 0.2;
        one.saplings.stress_threshold = 0.5;
        (one.germination.light_least, one.germination.light_full) = (0.01, 0.2);
    }
    // Many stumps that may resprout.
    species[0].mortality.chance_per_yr = 0.1;
    species
}

fn founders(plot: &Plot) -> Vec<Founder> {
    let root = RandomKey::root(SEED, &["definition"]);
    let [origin_m, size_m] = [plot.origin_m(), plot.size_m()];
    (0..45_u32)
        .map(|number| {
            let key = root.child(0, Purpose::Member, number);
            let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
            Founder {
                key,
                species: (number % 3) as u16,
                place_m: [0, 1].map(|axis| origin_m[axis] + size_m[axis] * words[axis]),
                age_yr: 6 + (30.0 * words[2]) as u16,
                size: Size {
                    dbh_cm: 2.0 + 14.0 * words[2],
                    height_m: 3.0 + 12.0 * words[2],
                },
                vigour: Some(0.2 + 0.8 * words[3]),
                scores: None,
                crown_base_m: None,
                crown_radius_m: None,
            }
        })
        .collect()
}

/// A species and a cell.
type CellOfSpecies = (u16, [u32; 2]);

/// What a seed finds in a spring.
struct Spring {
    comes_forward: bool,
    chance: f64,
    crowding: f64,
    left_by_field: f64,
    living_share: f64,
}

impl Spring {
    fn lives(&self) -> bool {
        self.comes_forward && self.chance < self.living_share
    }
}

/// A forest as lists, and the year as its definition reads.
struct Plain {
    plot: Plot,
    /// Width of the strip that is not counted, m.
    buffer_m: f64,
    seeds_return: bool,
    species: Vec<Species>,
    state: State,
    tallies: Vec<Tally>,
    events: Vec<Event>,
}

impl Plain {
    fn advance(&mut self, crowding: &HashMap<[u64; 2], f32>) {
        let counts = &mut self.state.counts;
        counts.year += 1;
        counts.tree_years += self.state.trees.len() as u64;
        let year = counts.year;
        self.tallies = vec![Tally::default(); self.species.len()];

        let bank = self.state.seeds.clone();
        let mut fallen = self.fallen(year);
        fallen.extend(self.come_from_outside(year));
        let peak = &mut self.state.counts.peak_seeds;
        *peak = (*peak).max((bank.len() + fallen.len()) as u64);

        let mut births = Vec::new();
        let mut left = Vec::new();
        let seeds = bank.into_iter().chain(fallen);
        let seeds: Vec<(Seed, Spring)> = seeds
            .filter_map(|seed| Some((seed, self.spring(&seed, year)?)))
            .collect();
        let rivals: Vec<_> = seeds
            .iter()
            .filter_map(|(seed, spring)| self.rank_in_cell(seed, spring))
            .collect();
        for (seed, spring) in seeds {
            let parameters = &self.species[usize::from(seed.species)];
            let max_age_yr = parameters.seed_bank.max_age_yr;
            let size = Size {
                dbh_cm: 0.0,
                height_m: parameters.growth.seedling_height_m,
            };
            let rank = self.rank_in_cell(&seed, &spring);
            let is_first = rank.is_none_or(|(cell, order)| {
                !rivals
                    .iter()
                    .any(|(other, earlier)| *other == cell && *earlier < order)
            });
            let Spring {
                crowding,
                left_by_field,
                ..
            } = spring;
            if spring.lives() && is_first {
                let vigour = GrowthCurve::new(parameters).shares(crowding, size).basal_area;
                let scores = scores(&parameters.variation, seed.key, seed.mother);
                let child = newborn(seed.key, seed.species, seed.place_m, size, vigour, scores);
                births.push((child, Origin::Seed));
                self.tallies[usize::from(seed.species)].germinated += u64::from(self.counts(seed.place_m));
            } else if spring.comes_forward
                && spring.chance >= left_by_field
                && parameters.germination.inhibited_seeds == InhibitedSeeds::Die
            {
                // The field has killed it.
            } else if u32::from(seed.age_yr) + 1 < max_age_yr {
                let age_yr = seed.age_yr + 1;
                left.push(Seed { age_yr, ..seed });
            }
        }
        for stump in &self.state.dead {
            let resprout = &self.species[usize::from(stump.species)].resprout;
            let is_fresh_stump = stump.remains.cause() == Cause::Intrinsic
                && stump.remains.year_died() == year as i32 - 1
                && u32::from(stump.age_yr) <= resprout.max_age_yr;
            let word = unit_from_u32(stump.key.draws(year, Purpose::Resprout, 0)[0]);
            if is_fresh_stump && word < resprout.probability {
                let key = stump.key.child(year, Purpose::Sprout, 0);
                let size = Size {
                    dbh_cm: 0.0,
                    height_m: resprout.height_m,
                };
                let sprout = newborn(key, stump.species, stump.place_m, size, 1.0, stump.scores);
                births.push((sprout, Origin::Stump));
                self.tallies[usize::from(stump.species)].resprouted += u64::from(self.counts(stump.place_m));
            }
        }

        let species = &self.species;
        self.state.deadwood = std::mem::take(&mut self.state.deadwood)
            .into_iter()
            .map(|dead| after_a_year(dead, &species[usize::from(dead.species)], year))
            .collect();
        self.state
            .deadwood
            .retain(|dead| mass_left(dead, &species[usize::from(dead.species)], year) >= 0.05);

        let rooms: Vec<Option<[f64; 2]>> = self.state.trees.iter().map(|tree| self.room(tree)).collect();
        let (mut living, mut died) = (Vec::new(), Vec::new());
        for (tree, room) in std::mem::take(&mut self.state.trees).into_iter().zip(rooms) {
            let parameters = &self.species[usize::from(tree.species)];
            let curve = GrowthCurve::new(parameters);
            let shares = curve.shares(f64::from(crowding[&tree.place_m.map(f64::to_bits)]), tree.size);
            let size = curve.after_a_year(tree.size, shares, parameters.variation.factors(tree.scores));
            let vigour = match tree.age_yr {
                0 => shares.basal_area,
                _ => vigour_after_a_year(tree.vigour, shares.basal_area),
            };
            let open_m = open_crown_radius_m(&parameters.crown, tree.size);
            let seedling_m = 0.12 * tree.size.height_m.min(1.3);
            let narrowest_m = seedling_m + parameters.crown.radius_share_in_shade * (open_m - seedling_m);
            let zone_m = zone_radius_m(&parameters.competition, tree.size);
            let offered_m = room.map_or(open_m, |[asked, _]| {
                (zone_m * (2.0 / asked).sqrt()).clamp(narrowest_m, open_m)
            });
            let radius_m = tree.crown_radius_m;
            let relative = room.map_or(1.0, |[_, height_m]| tree.size.height_m / height_m);
            let base_m = crown_base_m(&parameters.crown, size.height_m, vigour) as f32;
            let tree = Tree {
                age_yr: tree.age_yr + 1,
                size,
                vigour,
                crown_base_m: tree.crown_base_m.max(base_m),
                crown_radius_m: radius_m + (offered_m - radius_m).clamp(-0.2, 0.2),
                ..tree
            };
            match cause_of_death(parameters, &tree, relative, year) {
                None => living.push(tree),
                Some(cause) => died.push((tree, cause)),
            }
        }

        births.sort_by_key(|(tree, _)| tree.key);
        for (mut tree, origin) in births {
            tree.number = self.state.counts.next_tree;
            self.state.counts.next_tree += 1;
            self.note(&tree, Happening::Birth(origin));
            living.push(tree);
        }
        for (tree, cause) in died {
            self.note(&tree, Happening::Death(cause));
            let is_counted = self.counts(tree.place_m);
            let stem = self.species[usize::from(tree.species)].stem;
            let tally = &mut self.tallies[usize::from(tree.species)];
            tally.died[cause as usize] += u64::from(is_counted);
            if is_counted && tree.size.dbh_cm >= 7.0 {
                tally.dead_stems.count += 1;
                tally.dead_stems.volume_m3 += stem.volume_m3(tree.size);
                tally.dead_stems.merchantable_m3 += stem.merchantable_m3(tree.size);
            }
            if tree.size.dbh_cm >= 10.0 {
                self.state.deadwood.push(Deadwood {
                    key: tree.key,
                    species: tree.species,
                    place_m: tree.place_m,
                    size: tree.size,
                    remains: Remains::new(cause, year as i32),
                    // None dies by a storm here.
                    wood: Wood::new(1.0, None),
                });
            }
            self.state.dead.push(DeadTree {
                number: tree.number,
                key: tree.key,
                species: tree.species,
                place_m: tree.place_m,
                age_yr: tree.age_yr,
                size: tree.size,
                vigour: tree.vigour,
                scores: tree.scores,
                remains: Remains::new(cause, year as i32),
            });
        }
        let species = &self.species;
        self.state.dead.retain(|dead| {
            let Species {
                resprout, inhibition, ..
            } = &species[usize::from(dead.species)];
            let years = (year as i32 + 1 - dead.remains.year_died()) as u32;
            let may_resprout =
                dead.remains.cause() == Cause::Intrinsic && resprout.probability > 0.0 && years == 1;
            dead.size.dbh_cm > 1.0 && (may_resprout || years <= inhibition.memory_yr)
        });
        self.state.dead.sort_by_key(|dead| dead.number);
        self.state
            .deadwood
            .sort_by_key(|dead| (dead.remains.year_died(), dead.key));
        left.sort_by_key(|seed| seed.key);
        self.state.trees = living;
        self.state.seeds = left;
    }

    /// Whether a place is counted: no nearer to any edge than the strip is wide.
    fn counts(&self, place_m: [f64; 2]) -> bool {
        (0..2).all(|axis| {
            let from_low_m = place_m[axis] - self.plot.origin_m()[axis];
            from_low_m >= self.buffer_m && self.plot.size_m()[axis] - from_low_m > self.buffer_m
        }) || self.buffer_m == 0.0
    }

    /// The seeds of the year that fly in from beyond the plot.
    fn come_from_outside(&mut self, year: u32) -> Vec<Seed> {
        let mut come = Vec::new();
        for (index, parameters) in self.species.iter().enumerate() {
            let outside = RandomKey::root(SEED, &["from outside", &parameters.name]);
            let mut stream = MotherStream::new(outside, year, Purpose::FromOutside);
            let [width_m, height_m] = self.plot.size_m();
            let mean = parameters.fruit.from_outside_per_m2
                * (width_m * height_m)
                * mast_factor(&parameters.fruit, &parameters.name, year);
            for number in 0..poisson(mean, stream.part(0)[0]) {
                let [x, y, _, _] = stream.part(1 + number);
                let [left_m, low_m] = self.plot.origin_m();
                let place_m = [left_m + width_m * x, low_m + height_m * y];
                self.tallies[index].seeds_from_outside += u64::from(self.counts(place_m));
                let key = outside.child(year, Purpose::FromOutside, number);
                let mother = key.child(0, Purpose::Scores, 1);
                let unrelated = Variation {
                    correlation_with_mother: 0.0,
                    ..parameters.variation
                };
                come.push(Seed {
                    key,
                    species: index as u16,
                    place_m,
                    age_yr: 0,
                    mother: scores(&unrelated, mother, Scores::default()),
                });
            }
        }
        come
    }

    /// The seeds of the year that trees bear and that come down on the plot.
    fn fallen(&mut self, year: u32) -> Vec<Seed> {
        let mut fallen = Vec::new();
        for tree in &self.state.trees {
            let parameters = &self.species[usize::from(tree.species)];
            let fruit = &parameters.fruit;
            if u32::from(tree.age_yr) < fruit.maturity_age_yr {
                continue;
            }
            let mast_factor = mast_factor(fruit, &parameters.name, year);
            let radius_m = tree.crown_radius_m;
            let mean = fruit.seeds_per_m2 * PI * radius_m * radius_m * tree.vigour * mast_factor;
            let mut stream = MotherStream::new(tree.key, year, Purpose::Fruit);
            let is_own = self.counts(tree.place_m);
            let count = unit_from_u32(tree.key.draws(year, Purpose::Fruit, 0)[0]);
            for number in 0..poisson(mean, count) {
                let [which, distance, direction, _] = stream.part(number);
                let [[x_m], [y_m]] = parameters.dispersal.flights_m([[which], [distance], [direction]]);
                let down_m = [tree.place_m[0] + x_m, tree.place_m[1] + y_m];
                let place_m = if self.seeds_return {
                    let torus = Plot::new(self.plot.origin_m(), self.plot.size_m(), Edge::Torus);
                    torus.unwrap().place(down_m)
                } else {
                    self.plot.place(down_m)
                };
                let is_here = place_m.is_some_and(|place_m| self.counts(place_m));
                let tally = &mut self.tallies[usize::from(tree.species)];
                match (is_own, is_here) {
                    (true, true) => tally.seeds_landed += 1,
                    (true, false) => tally.seeds_lost += 1,
                    (false, true) => tally.seeds_from_outside += 1,
                    (false, false) => {}
                }
                let Some(place_m) = place_m else { continue };
                fallen.push(Seed {
                    key: tree.key.child(year, Purpose::Seed, number),
                    species: tree.species,
                    place_m,
                    age_yr: 0,
                    mother: tree.scores,
                });
            }
        }
        fallen
    }

    /// What a seed finds in a spring; none of one that rots.
    fn spring(&self, seed: &Seed, year: u32) -> Option<Spring> {
        let parameters = &self.species[usize::from(seed.species)];
        let words = seed.key.draws(year, Purpose::SeedYear, 0).map(unit_from_u32);
        let (bank, germination) = (&parameters.seed_bank, &parameters.germination);
        if words[0] < bank.yearly_loss || u32::from(seed.age_yr) >= bank.max_age_yr {
            return None;
        }
        let crowding = self.crowding_at(seed.species, seed.place_m, parameters.growth.seedling_height_m);
        let is_taken = self.state.trees.iter().any(|tree| {
            let distance_m = self.plot.distance_squared_m2(seed.place_m, tree.place_m).sqrt();
            tree.species == seed.species && distance_m < germination.recruit_spacing_m
        });
        let left_by_field = exp(-self.field(seed.species, seed.place_m, year));
        Some(Spring {
            comes_forward: words[1] < germination.probability && !is_taken,
            chance: words[2],
            crowding,
            left_by_field,
            living_share: left_by_field * share_in_light(germination, exp(-crowding)) * germination.on_litter,
        })
    }

    /// Of a seed that would live: its species and cell of a quarter of a tile, and what decides which of a cell lives.
    fn rank_in_cell(&self, seed: &Seed, spring: &Spring) -> Option<(CellOfSpecies, (u64, [u64; 2]))> {
        let keeps_apart = self.species[usize::from(seed.species)]
            .germination
            .recruit_spacing_m
            > 0.0;
        let tiles = Tiles::new(self.plot, 10.0);
        let cell = [0, 1].map(|axis| {
            let along_m = seed.place_m[axis] - self.plot.origin_m()[axis];
            (along_m / tiles.side_m()[axis] * 4.0) as u32
        });
        let order = (spring.chance.to_bits(), seed.place_m.map(f64::to_bits));
        (spring.lives() && keeps_apart).then_some(((seed.species, cell), order))
    }

    /// The summed field of the living and the lately dead on a seed.
    fn field(&self, seed_species: u16, place_m: [f64; 2], year: u32) -> f64 {
        let living = self.state.trees.iter();
        let living = living.map(|tree| (tree.species, tree.place_m, tree.size, 1.0));
        let dead = self.state.dead.iter().map(|dead| {
            let inhibition = &self.species[usize::from(dead.species)].inhibition;
            let years = (year as i32 - dead.remains.year_died()) as u32;
            let left = exp(-f64::from(years) / inhibition.fade_yr);
            let left = if years <= inhibition.memory_yr { left } else { 0.0 };
            (dead.species, dead.place_m, dead.size, left)
        });
        let fields = living.chain(dead).map(|(species, at_m, size, left)| {
            let Species {
                inhibition,
                competition,
                ..
            } = &self.species[usize::from(species)];
            let strength = if species == seed_species {
                inhibition.strength
            } else {
                inhibition.strength_on_others
            };
            let distance_m = self.plot.distance_squared_m2(place_m, at_m).sqrt();
            let radius_m = zone_radius_m(competition, size);
            let height_factor = pow(size.height_m / 20.0, inhibition.height_exponent);
            left * strength * height_factor * kernel(&inhibition.kernel, radius_m, distance_m)
        });
        fields.sum()
    }

    /// Crowding of a tree that is born here, by each neighbour's field and by the canopy.
    fn crowding_at(&self, species: u16, place_m: [f64; 2], height_m: f64) -> f64 {
        let others_share = self.species[usize::from(species)].competition.others_share;
        let fields = self.state.trees.iter().map(|tree| {
            let Species {
                competition, crown, ..
            } = &self.species[usize::from(tree.species)];
            let distance_m = self.plot.distance_squared_m2(place_m, tree.place_m).sqrt();
            let radius_m = zone_radius_m(competition, tree.size);
            let (own, other) = (height_m * height_m, tree.size.height_m * tree.size.height_m);
            let counts = if tree.species == species {
                1.0
            } else {
                others_share
            };
            let strength = counts * 0.6 * crown.leaf_area_index;
            2.0 * other / (own + other) * strength * kernel(&competition.kernel, radius_m, distance_m)
        });
        fields.sum::<f64>().max(self.shade(place_m))
    }

    /// What the leaves of the canopy take from the light at a place: those of each tree, spread out over the tiles around.
    fn shade(&self, place_m: [f64; 2]) -> f64 {
        let tiles = Tiles::new(self.plot, 5.0);
        let count = tiles.count().map(i64::from);
        let at = |place_m| {
            let tile = i64::from(tiles.of(place_m));
            [tile % count[0], tile / count[0]]
        };
        let here = at(place_m);
        let steps = tiles.side_m().map(|side_m| (10.0 / side_m).round() as i64);
        // The weight of a tile by how many steps it lies away along one axis, going round a torus as often as it fits.
        let weight = |axis: usize, cell: i64| -> f64 {
            let triangle = |distance: i64| (steps[axis] + 1 - distance.abs()).max(0) as f64;
            let round = |cell: i64| -> f64 {
                match self.plot.is_torus() {
                    true => (-9..=9)
                        .map(|turn| triangle(cell + turn * count[axis] - here[axis]))
                        .sum(),
                    false => triangle(cell - here[axis]),
                }
            };
            let all: f64 = (0..count[axis]).map(round).sum();
            round(cell) / all
        };
        let tile_m2 = tiles.side_m()[0] * tiles.side_m()[1];
        let canopy = self.state.trees.iter().filter(|tree| tree.size.height_m >= 5.0);
        let leaves = canopy.map(|tree| {
            let crown = &self.species[usize::from(tree.species)].crown;
            let radius_m = tree.crown_radius_m;
            let cell = at(tree.place_m);
            let area_m2 = crown.leaf_area_index * PI * radius_m * radius_m;
            area_m2 / tile_m2 * weight(0, cell[0]) * weight(1, cell[1])
        });
        0.6 * leaves.sum::<f64>()
    }

    /// What a tree from breast height on finds in a square of cells of 2.5 m around it, as wide as four of its zones: the ground
    /// that trees ask for over the ground that there is, by the squares of their heights over its own, and the root of the mean of
    /// these squares.
    fn room(&self, tree: &Tree) -> Option<[f64; 2]> {
        if tree.size.height_m < 1.3 {
            return None;
        }
        let zone_m =
            |tree: &Tree| zone_radius_m(&self.species[usize::from(tree.species)].competition, tree.size);
        let cells = Tiles::new(self.plot, 2.5);
        let count = cells.count().map(i64::from);
        let at = |place_m| {
            let cell = i64::from(cells.of(place_m));
            [cell % count[0], cell / count[0]]
        };
        let here = at(tree.place_m);
        let spans = [0, 1].map(|axis: usize| {
            let steps = (2.0 * zone_m(tree) / cells.side_m()[axis] - 0.5).round() as i64;
            let steps = steps.min(5);
            (0..count[axis])
                .filter(|cell| {
                    let apart = (cell - here[axis]).abs();
                    apart <= steps || self.plot.is_torus() && count[axis] - apart <= steps
                })
                .collect::<Vec<i64>>()
        });
        let ground_m2 = (spans[0].len() * spans[1].len()) as f64 * cells.side_m()[0] * cells.side_m()[1];
        let (mut zones_m2, mut by_height_m4) = (0.0, 0.0);
        for other in self.state.trees.iter().filter(|other| other.size.height_m >= 1.3) {
            let cell = at(other.place_m);
            if spans[0].contains(&cell[0]) && spans[1].contains(&cell[1]) {
                let zone_m2 = PI * zone_m(other) * zone_m(other);
                zones_m2 += zone_m2;
                by_height_m4 += zone_m2 * other.size.height_m * other.size.height_m;
            }
        }
        let own_m2 = tree.size.height_m * tree.size.height_m;
        Some([
            by_height_m4 / own_m2 / ground_m2,
            (by_height_m4 / zones_m2).sqrt(),
        ])
    }

    fn note(&mut self, tree: &Tree, what: Happening) {
        self.events.push(Event {
            year: self.state.counts.year,
            tree: tree.number,
            species: tree.species,
            place_m: tree.place_m,
            age_yr: tree.age_yr,
            size: tree.size,
            what,
        });
    }
}

fn mast_factor(fruit: &Fruit, species: &str, year: u32) -> f64 {
    let weather = RandomKey::root(SEED, &["mast", species]);
    let every_yr = fruit.mast_every_yr;
    let goodness = match fruit.masting {
        _ if every_yr == 1 => 1.0,
        Masting::Periodic => {
            let phase = weather.draws(0, Purpose::MastPhase, 0)[0] % every_yr;
            f64::from(u8::from((year + phase).is_multiple_of(every_yr)))
        }
        Masting::Irregular => {
            let warmth = |year| {
                let words = weather.draws(year, Purpose::Summer, 0).map(unit_from_u32);
                standard_normal([words[0], words[1]])
            };
            // Half of all rises are good in a species with a good year every two years, as those of `species` are.
            assert_eq!(every_yr, 2);
            let rise = (warmth(year) - warmth(year - 1)) / 2.0_f64.sqrt();
            1.0 / (1.0 + exp(-rise / 0.2))
        }
    };
    fruit.off_year_fraction + (1.0 - fruit.off_year_fraction) * goodness
}

fn share_in_light(germination: &Germination, light: f64) -> f64 {
    let Germination {
        light_least,
        light_full,
        ..
    } = *germination;
    ((light - light_least) / (light_full - light_least)).clamp(0.0, 1.0)
}

fn scores(variation: &Variation, key: RandomKey, mother: Scores) -> Scores {
    let r = variation.correlation_with_mother;
    let score = |mother: f32, normal: f64| r * f64::from(mother) + (1.0 - r * r).sqrt() * normal;
    for number in 0.. {
        let words = key.draws(0, Purpose::Scores, number).map(unit_from_u32);
        let (radius, turn) = ((-2.0 * ln(words[0])).sqrt(), 2.0 * PI * words[1]);
        let (sine, cosine) = sin_cos(turn);
        let (dbh, height) = (
            score(mother.dbh, radius * cosine),
            score(mother.height, radius * sine),
        );
        if dbh.abs() <= 2.0 && height.abs() <= 2.0 {
            return Scores {
                dbh: dbh as f32,
                height: height as f32,
            };
        }
    }
    unreachable!()
}

/// The crowding of newborns and the room for crowns are summed in `f32` and here in `f64`: held against each other, then taken over.
fn take_rounded(exact: &State, plain: &mut State) {
    for (exact, plain) in exact.trees.iter().zip(&mut plain.trees) {
        if exact.age_yr == 0 {
            assert!((exact.vigour - plain.vigour).abs() < 1e-4, "{exact:?} {plain:?}");
            plain.vigour = exact.vigour;
        }
        let apart_m = exact.crown_radius_m - plain.crown_radius_m;
        assert!(apart_m.abs() < 1e-4, "{exact:?} {plain:?}");
        plain.crown_radius_m = exact.crown_radius_m;
    }
}

fn newborn(key: RandomKey, species: u16, place_m: [f64; 2], size: Size, vigour: f64, scores: Scores) -> Tree {
    Tree {
        number: 0,
        key,
        species,
        place_m,
        age_yr: 0,
        size,
        vigour,
        scores,
        crown_base_m: 0.0,
        crown_radius_m: 0.12 * size.height_m.min(1.3),
    }
}

fn kernel(kernel: &FieldKernel, radius_m: f64, distance_m: f64) -> f64 {
    let falling = |folds: f64, cut_fraction: f64| {
        let value = (exp(-folds) - cut_fraction) / (1.0 - cut_fraction);
        if folds < -ln(cut_fraction) { value } else { 0.0 }
    };
    let radii = distance_m / radius_m;
    match *kernel {
        FieldKernel::Exponential {
            e_fold_crown_radii,
            cut_fraction,
        } => falling(radii / e_fold_crown_radii, cut_fraction),
        FieldKernel::FixedExponential {
            e_fold_m,
            cut_fraction,
        } => falling(distance_m / e_fold_m, cut_fraction),
        FieldKernel::Disc { radius_crown_radii } => f64::from(u8::from(radii < radius_crown_radii)),
        FieldKernel::FixedDisc { radius_m } => f64::from(u8::from(distance_m < radius_m)),
    }
}

fn cause_of_death(species: &Species, tree: &Tree, relative: f64, year: u32) -> Option<Cause> {
    let mortality = &species.mortality;
    let age_max_yr = f64::from(mortality.age_max_yr);
    let words = tree.key.draws(year, Purpose::Death, 0).map(unit_from_u32);
    let height_m = tree.size.height_m;
    let Species {
        seedlings, saplings, ..
    } = species;
    let (stage_loss, threshold) = if height_m < seedlings.to_height_m {
        let loss = if tree.age_yr == 1 {
            seedlings.first_year_loss
        } else {
            seedlings.yearly_loss
        };
        (loss * tree.vigour, seedlings.stress_threshold)
    } else if height_m < saplings.to_height_m {
        (saplings.yearly_loss, saplings.stress_threshold)
    } else {
        let share = mortality.stress_share_overtopped;
        let share = share + (1.0 - share) * ((relative - 0.5) / 0.2).clamp(0.0, 1.0);
        (0.0, mortality.stress_threshold * share)
    };
    let rise =
        mortality.chance_rise_at_greatest_dbh * pow(tree.size.dbh_cm / species.growth.greatest_dbh_cm, 4.0);
    let chance = mortality.chance_per_yr * (1.0 + rise);
    let stress = (1.0 - tree.vigour / threshold).max(0.0);
    let browsed = if height_m < 0.3 {
        height_m / 0.3
    } else if height_m < 0.5 {
        1.0
    } else {
        ((seedlings.browsed_to_height_m - height_m) / (seedlings.browsed_to_height_m - 0.5)).max(0.0)
    };
    let past = (f64::from(tree.age_yr) - age_max_yr).max(0.0) / (0.2 * age_max_yr);
    let losses = [
        (Cause::Intrinsic, 1.0 - (1.0 - chance) * (1.0 - stage_loss)),
        (Cause::Stress, 1.0 - exp(-mortality.stress_rate * stress)),
        (Cause::Senescence, mortality.senescence_per_yr * past * past),
        (Cause::Browsing, seedlings.browsing_loss * browsed),
    ];
    let mut strikes = losses.into_iter().zip(words);
    strikes
        .find(|((_, loss), word)| word < loss)
        .map(|((cause, _), _)| cause)
}

/// Share of its mass that a snag, or one that fell, still has.
fn mass_left(dead: &Deadwood, species: &Species, year: u32) -> f64 {
    let rates = species.deadwood;
    let until = dead.wood.year_fell().unwrap_or(year as i32);
    let stood = f64::from(until - dead.remains.year_died());
    let lay = f64::from(year as i32 - until);
    exp(-rates.decay_per_yr * rates.standing_decay_share * stood) * exp(-rates.decay_per_yr * lay)
}

/// A snag after a year in which it may fall: the chance at 30 cm, by the root of how much thicker it is and by the density left,
/// all the mass down to a half and from there the root of half the mass.
fn after_a_year(dead: Deadwood, species: &Species, year: u32) -> Deadwood {
    let left = mass_left(&dead, species, year);
    let density = if left > 0.5 { left } else { pow(left / 2.0, 0.5) };
    let stands_on = pow(
        1.0 - species.deadwood.snag_fall_per_yr,
        pow(30.0 / dead.size.dbh_cm, 0.5) / density,
    );
    let word = unit_from_u32(dead.key.draws(year, Purpose::Deadwood, 0)[0]);
    if dead.wood.year_fell().is_none() && word < 1.0 - stands_on {
        return Deadwood {
            wood: Wood::new(1.0, Some(year as i32)),
            ..dead
        };
    }
    dead
}

#[test]
fn every_year_is_what_its_definition_says() {
    let (lost, returned) = (SeedsOverEdge::Lost, SeedsOverEdge::Return);
    // The rate of seeds from outside per m² of the second and third species.
    for (edge, seeds_over_edge, buffer_m, outside) in [
        (Edge::Open, lost, 0.0, [0.0, 0.0]),
        (Edge::Torus, lost, 0.0, [0.0, 0.0]),
        (Edge::Open, returned, 0.0, [0.0, 0.0]),
        (Edge::Torus, lost, 0.0, [0.02, 0.2]),
        (Edge::Open, lost, 7.5, [0.02, 0.2]),
        (Edge::Open, returned, 7.5, [0.0, 0.03]),
    ] {
        let plot = Plot::new([-12.0, 300.0], [44.0, 36.0], edge).unwrap();
        let mut species = species();
        for (one, per_m2) in species[1..].iter_mut().zip(outside) {
            one.fruit.from_outside_per_m2 = per_m2;
        }
        let mut forest = Forest::new(plot, SEED, species.clone(), Conditions::default()).unwrap();
        forest.set_borders(Borders {
            seeds_over_edge,
            window: Window::within(&plot, buffer_m).unwrap(),
        });
        forest.plant(founders(&plot)).unwrap();
        forest.note_events();
        let mut plain = Plain {
            plot,
            buffer_m,
            seeds_return: seeds_over_edge == returned,
            species,
            state: forest.state(),
            tallies: Vec::new(),
            events: Vec::new(),
        };
        let (mut all, mut fallen) = (Tally::default(), 0);
        for year in 1..=36 {
            let crowding = forest.crowding();
            let mut by_place = HashMap::new();
            let mut values = crowding.into_iter();
            forest.for_each_tree(|place_m, _, _| {
                let twice = by_place.insert(place_m.map(f64::to_bits), values.next().unwrap());
                assert_eq!(twice, None, "each tree has its own place");
            });
            plain.advance(&by_place);
            forest.advance();
            let mut tallies = forest.tallies();
            for (own, plain) in tallies.iter_mut().zip(&plain.tallies) {
                // The sums run in the order of rows.
                let (own, plain) = (&mut own.dead_stems, &plain.dead_stems);
                for (own_m3, plain_m3) in [
                    (&mut own.volume_m3, plain.volume_m3),
                    (&mut own.merchantable_m3, plain.merchantable_m3),
                ] {
                    assert!(
                        (*own_m3 - plain_m3).abs() <= 1e-9 * plain_m3,
                        "year {year}, {edge}"
                    );
                    *own_m3 = plain_m3;
                }
            }
            assert_eq!(tallies, plain.tallies, "year {year}, {edge}");
            assert_eq!(
                forest.take_events(),
                std::mem::take(&mut plain.events),
                "year {year}"
            );
            let state = forest.state();
            take_rounded(&state, &mut plain.state);
            assert!(state == plain.state, "year {year}, {edge}");
            fallen += state
                .deadwood
                .iter()
                .filter(|dead| dead.wood.year_fell() == Some(year as i32))
                .count();
            assert_eq!(forest.year(), year);
            assert_eq!(
                [forest.tree_count(), forest.seed_count(), forest.dead_count()],
                [
                    plain.state.trees.len(),
                    plain.state.seeds.len(),
                    plain.state.dead.len()
                ]
            );
            forest.tallies().iter().for_each(|tally| all.add(tally));
        }
        // That each rule had its turn.
        assert!(fallen > 2, "{fallen} snags fell");
        let Tally {
            seeds_landed,
            seeds_lost,
            seeds_from_outside,
            germinated,
            resprouted,
            planted,
            died,
            dead_stems,
            felled_stems,
        } = all;
        assert!(
            seeds_landed > 1000 && germinated > 200 && resprouted > 1,
            "{all:?}"
        );
        let loses = edge == Edge::Open && seeds_over_edge == lost;
        assert_eq!(seeds_lost > 0, loses || buffer_m > 0.0);
        // Nobody plants or fells, and of the dead some were thick.
        assert_eq!((planted, felled_stems.count), (0, 0));
        assert!((1..died.iter().sum()).contains(&dead_stems.count) && dead_stems.volume_m3 > 0.0);
        assert_eq!(seeds_from_outside > 0, outside[1] > 0.0 || buffer_m > 0.0);
        // What strikes each tree by itself, in the order of `Cause::ALL`; disturbances are defined elsewhere, and none is on.
        let (of_one_tree, of_disturbances) = died.split_at(4);
        assert!(of_one_tree.iter().all(|&died| died > 2), "{all:?}");
        assert!(of_disturbances.iter().all(|&died| died == 0), "{all:?}");
        assert!(plain.state.dead.iter().any(|dead| !dead.remains.is_stump()));
    }
}

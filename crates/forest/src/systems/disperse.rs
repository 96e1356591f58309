//! Disperse: where each seed of the year comes down.
//!
//! What rots before its first spring is never stored: that is about half of all that falls.

use rayon::prelude::*;
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::{EightKeys, MotherStream, Purpose};
use understory_space::Plot;

use super::decay::fate;
use super::fruit::{COUNT_PART, RUNS_AT_MOST};
use crate::columns::{column, seeds, trees};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::Forest;
use crate::individuals::Seed;
use crate::species_model::SpeciesModel;
use crate::today::{Fallen, Fate, Mother};

pub(crate) fn disperse(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let scene = &Scene {
        identities: &identities,
        species: &species,
        places: &places,
        kinds: &forest.kinds,
        plot: forest.tiles.plot(),
        year: forest.year,
    };
    let today = &mut forest.today;
    today
        .fallen
        .resize_with(today.fallen.len().max(today.mothers.len()), Fallen::default);
    today
        .mothers
        .par_iter_mut()
        .with_max_len(RUNS_AT_MOST)
        .zip(&mut today.fallen)
        .for_each(|(mothers, fallen)| {
            with_lanes(Work {
                scene,
                mothers,
                fallen,
            })
        });
    let mut landed = 0;
    for mother in today.mothers.iter().flatten() {
        let tally = &mut forest.tallies[usize::from(species[mother.row as usize].0)];
        tally.seeds_landed += u64::from(mother.landed);
        tally.seeds_lost += u64::from(mother.seeds - mother.landed);
        landed += u64::from(mother.landed);
    }
    let in_bank = u64::from(seeds(&forest.world).len());
    forest.peak_seeds = forest.peak_seeds.max(in_bank + landed);
}

/// Everything that the flights of seeds read.
struct Scene<'a> {
    identities: &'a [Identity],
    species: &'a [SpeciesIndex],
    places: &'a [Position],
    kinds: &'a [SpeciesModel],
    plot: &'a Plot,
    year: u32,
}

/// One run of mothers, and where their seeds go.
struct Work<'a, 'b> {
    scene: &'a Scene<'b>,
    mothers: &'a mut [Mother],
    fallen: &'a mut Fallen,
}

impl WithSimd for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.fallen.make_room(self.scene.expected(self.mothers));
        for mother in self.mothers {
            self.scene.disperse(simd, mother, self.fallen);
        }
    }
}

impl Scene<'_> {
    /// Seeds of these mothers that do not rot, with room for chance.
    fn expected(&self, mothers: &[Mother]) -> usize {
        let sound = mothers.iter().map(|mother| {
            let kind = &self.kinds[usize::from(self.species[mother.row as usize].0)];
            f64::from(mother.seeds) * (1.0 - kind.parameters.seed_bank.yearly_loss)
        });
        let sound: f64 = sound.sum();
        (sound + 4.0 * sound.sqrt()) as usize
    }

    #[inline(always)]
    fn disperse<S: Simd>(&self, simd: S, mother: &mut Mother, fallen: &mut Fallen) {
        let row = mother.row as usize;
        let (key, species, from_m) = (self.identities[row].0, self.species[row].0, self.places[row].0);
        let parameters = &self.kinds[usize::from(species)].parameters;
        let mut stream = MotherStream::new(key, self.year, Purpose::Fruit);
        for first in (0..mother.seeds).step_by(LANES) {
            let numbers = std::array::from_fn(|lane| first + lane as u32);
            let keys = EightKeys::all(key).draws(simd, self.year, Purpose::Seed, numbers);
            let words = keys.draws(simd, self.year, Purpose::SeedYear, [0; LANES]);
            for lane in 0..LANES.min((mother.seeds - first) as usize) {
                let [which, distance, direction, _] = stream.part(COUNT_PART + 1 + first + lane as u32);
                let fate = fate(parameters, 0, words.words(lane));
                // On a torus every seed lands, so one that rots need not be placed to be counted.
                if fate == Fate::Gone && self.plot.is_torus() {
                    mother.landed += 1;
                    continue;
                }
                let flight_m = parameters.dispersal.flight_m([which, distance, direction]);
                let place_m = self
                    .plot
                    .place([from_m[0] + flight_m[0], from_m[1] + flight_m[1]]);
                let Some(place_m) = place_m else { continue };
                mother.landed += 1;
                if fate != Fate::Gone {
                    fallen.fates.push(fate);
                    fallen.seeds.push(Seed {
                        key: keys.key(lane),
                        species,
                        place_m,
                        age_yr: 0,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;
    use crate::parameters::Interaction;
    use crate::presets;

    /// Room for a binomial count and four of its standard deviations, rounded up by leaving the loss out of them.
    #[test]
    fn room_is_made_for_the_seeds_that_will_be_sound() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.seed_bank.yearly_loss = 0.75;
        let kinds = [SpeciesModel::new(beech, &Interaction::default(), 1)];
        let plot = Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap();
        let scene = Scene {
            identities: &[],
            species: &[SpeciesIndex(0); 2],
            places: &[],
            kinds: &kinds,
            plot: &plot,
            year: 1,
        };
        let mother = |row, seeds| Mother {
            row,
            seeds,
            landed: 0,
        };
        assert_eq!(scene.expected(&[mother(0, 300), mother(1, 100)]), 100 + 40);
        assert_eq!(scene.expected(&[]), 0);
    }
}

//! Disperse: where each seed of the year comes down.
//!
//! What rots before its first spring is never stored: of beech, with a yearly loss of 0.7, that is 70 % of all seeds.

use std::ops::Range;

use understory_ecs::{Res, ResMut, View};
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::{EightKeys, MotherStream, Purpose, RandomKey, parallel};
use understory_space::{Plot, Tiles};

use super::arrive::runs_from_outside;
use super::decay::fate;
use super::room_for;
use crate::borders::Borders;
use crate::components::{Fate, Identity, Position, Scores, SeedCrop, SpeciesIndex};
use crate::entities::{Seed, Tree};
use crate::resources::{Fallen, SeedRain, SpeciesList, Tallies, Year};
use crate::species_model::SpeciesModel;

/// Rows whose mothers are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 1024;

/// Runs that one thread takes at a time: nearly all mothers are in the few runs of tall trees, which would else be
/// handed to one thread as a whole.
const RUNS_AT_MOST: usize = 2;

pub(crate) fn disperse(
    mut trees: View<Tree, (&Identity, &SpeciesIndex, &Position, &Scores, &SeedCrop)>,
    species: Res<SpeciesList>,
    tiles: Res<Tiles>,
    borders: Res<Borders>,
    year: Res<Year>,
    mut rain: ResMut<SeedRain>,
    mut tallies: ResMut<Tallies>,
) {
    let (identities, indices, places, scores, crops) = trees.slices();
    let scene = &Scene {
        identities,
        species: indices,
        places,
        scores,
        crops,
        models: &species.0,
        plot: tiles.plot(),
        borders: &borders,
        year: year.0,
    };
    // Runs are counted from the last row, where the tall trees stand: so a run has about as many seeds year after
    // year, and the lists for them do not have to grow anew where the number of seedlings changes.
    let runs = crops.len().div_ceil(ROWS_TOGETHER);
    let from_outside = runs_from_outside(&species.0, tiles.plot());
    let known = rain.runs.len().max(from_outside + runs);
    rain.runs.resize_with(known, Fallen::default);
    parallel::chunks(&mut rain.runs[from_outside..], RUNS_AT_MOST, &|first, runs| {
        for (run, fallen) in (first..).zip(runs) {
            let end = crops.len().saturating_sub(run * ROWS_TOGETHER);
            let rows = end.saturating_sub(ROWS_TOGETHER)..end;
            with_lanes(Work { scene, rows, fallen });
        }
    });
    tallies.add_fallen(&rain.runs[from_outside..]);
}

/// Everything that the flights of seeds read.
struct Scene<'a> {
    identities: &'a [Identity],
    species: &'a [SpeciesIndex],
    places: &'a [Position],
    scores: &'a [Scores],
    crops: &'a [SeedCrop],
    models: &'a [SpeciesModel],
    plot: &'a Plot,
    borders: &'a Borders,
    year: u32,
}

/// One run of rows, and where the seeds of the mothers in it go.
struct Work<'a, 'b> {
    scene: &'a Scene<'b>,
    rows: Range<usize>,
    fallen: &'a mut Fallen,
}

impl WithSimd for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { scene, rows, fallen } = self;
        fallen.begin(scene.models.len());
        fallen.make_room(scene.expected(rows.clone()));
        for row in rows {
            if scene.crops[row].0 > 0 {
                scene.disperse(simd, row, fallen);
            }
        }
    }
}

impl Scene<'_> {
    /// Seeds of these rows that do not rot, with room for chance.
    fn expected(&self, rows: Range<usize>) -> usize {
        let sound = rows.map(|row| {
            let model = &self.models[usize::from(self.species[row].0)];
            f64::from(self.crops[row].0) * (1.0 - model.parameters.seed_bank.yearly_loss)
        });
        room_for(sound.sum())
    }

    /// All seeds of one mother, eight at a time; each flight is drawn from the mother's stream by its number.
    #[inline(always)]
    fn disperse<S: Simd>(&self, simd: S, row: usize, fallen: &mut Fallen) {
        let (key, species, from_m) = (self.identities[row].0, self.species[row].0, self.places[row].0);
        let crop = self.crops[row].0;
        let parameters = &self.models[usize::from(species)].parameters;
        // Every seed comes down on the plot, so one that rots need not be placed to be counted.
        let all_are_counted = self.borders.loses_none(self.plot) && self.borders.window.is_whole();
        let mut mother = Mother {
            row,
            on_plot: 0,
            in_window: 0,
        };
        let mut stream = MotherStream::new(key, self.year, Purpose::Fruit);
        let mut flying = Flying::default();
        for first in (0..crop).step_by(LANES) {
            let numbers = std::array::from_fn(|lane| first + lane as u32);
            // The seeds' own keys, and under these their draws of the first year: what rots is known before it is
            // placed.
            let keys = EightKeys::all(key).draws(simd, self.year, Purpose::Seed, numbers);
            let words = keys.draws(simd, self.year, Purpose::SeedYear, [0; LANES]);
            for lane in 0..LANES.min((crop - first) as usize) {
                let uniforms = stream.part(first + lane as u32);
                let fate = fate(parameters, 0, words.words(lane));
                if fate == Fate::Gone && all_are_counted {
                    mother.on_plot += 1;
                    mother.in_window += 1;
                    continue;
                }
                flying.push(keys.key(lane), fate, uniforms);
                if flying.len == LANES {
                    self.come_down(&mut mother, &mut flying, fallen);
                }
            }
        }
        self.come_down(&mut mother, &mut flying, fallen);
        let counts = &mut fallen.counts[usize::from(species)];
        counts.on_plot += mother.on_plot;
        if self.borders.window.holds(from_m) {
            counts.landed += mother.in_window;
            counts.lost += u64::from(crop) - mother.in_window;
        } else {
            counts.from_outside += mother.in_window;
        }
    }

    /// Where the seeds in flight come down.
    #[inline(always)]
    fn come_down(&self, mother: &mut Mother, flying: &mut Flying, fallen: &mut Fallen) {
        let (species, from_m) = (self.species[mother.row].0, self.places[mother.row].0);
        let parameters = &self.models[usize::from(species)].parameters;
        let [x_m, y_m] = parameters.dispersal.flights_m(flying.uniforms);
        for seed in 0..flying.len {
            let to_m = [from_m[0] + x_m[seed], from_m[1] + y_m[seed]];
            let Some(place_m) = self.borders.comes_down(self.plot, to_m) else {
                continue;
            };
            mother.on_plot += 1;
            mother.in_window += u64::from(self.borders.window.holds(place_m));
            if flying.fates[seed] != Fate::Gone {
                fallen.fates.push(flying.fates[seed]);
                fallen.seeds.push(Seed {
                    key: flying.keys[seed],
                    species,
                    place_m,
                    age_yr: 0,
                    mother: self.scores[mother.row],
                });
            }
        }
        flying.len = 0;
    }
}

/// A mother whose seeds come down.
struct Mother {
    row: usize,
    /// Her seeds that come down on the plot …
    on_plot: u64,
    /// … and in the window that is counted.
    in_window: u64,
}

/// Up to eight seeds in flight.
struct Flying {
    keys: [RandomKey; LANES],
    fates: [Fate; LANES],
    /// For each of the three numbers of a flight, those of the seeds; of no seed any number.
    uniforms: [[f64; LANES]; 3],
    len: usize,
}

impl Default for Flying {
    fn default() -> Self {
        Self {
            keys: [RandomKey::from_bits(0); LANES],
            fates: [Fate::Gone; LANES],
            uniforms: [[0.5; LANES]; 3],
            len: 0,
        }
    }
}

impl Flying {
    #[inline(always)]
    fn push(&mut self, key: RandomKey, fate: Fate, [which, distance, direction, _]: [f64; 4]) {
        (self.keys[self.len], self.fates[self.len]) = (key, fate);
        for (column, uniform) in self.uniforms.iter_mut().zip([which, distance, direction]) {
            column[self.len] = uniform;
        }
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;
    use crate::parameters::Light;
    use crate::presets;

    /// Room for a binomial count and four of its standard deviations, rounded up by leaving the loss out of them.
    #[test]
    fn room_is_made_for_the_seeds_that_will_be_sound() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.seed_bank.yearly_loss = 0.75;
        let models = [SpeciesModel::new(beech, &Light::default(), 1)];
        let plot = Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap();
        let scene = Scene {
            identities: &[],
            species: &[SpeciesIndex(0); 2],
            places: &[],
            scores: &[],
            crops: &[SeedCrop(300), SeedCrop(100)],
            models: &models,
            plot: &plot,
            borders: &Borders::new(&plot),
            year: 1,
        };
        assert_eq!(scene.expected(0..2), 100 + 40);
        assert_eq!(scene.expected(0..0), 0);
    }
}

//! Arrive: seeds from beyond the plot, a rain of them as even as chance allows.
//!
//! The outside of a species draws as a mother does, from one stream a year; what rots before its first spring is never
//! stored.

use std::ops::Range;

use understory_ecs::{Res, ResMut, View};
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::sample::poisson;
use understory_numerics::{EightKeys, MotherStream, Purpose, parallel};
use understory_space::{Plot, Tiles};

use super::decay::fate;
use super::room_for;
use crate::borders::Borders;
use crate::components::{Age, Fate};
use crate::entities::Seed;
use crate::individual::scores_of_stranger;
use crate::parts::Parts;
use crate::resources::{Fallen, SeedRain, SpeciesList, Tallies, Totals, Weather, Year};
use crate::species_model::SpeciesModel;

/// Part of a species' stream from which the number of its seeds comes; they take the parts after it.
const COUNT_PART: u32 = 0;

/// Seeds of a good year that are worked on together; no result depends on it.
const SEEDS_TOGETHER: f64 = 65_536.0;

pub(crate) fn arrive(
    mut seeds: View<Seed, (&Age,)>,
    species: Res<SpeciesList>,
    tiles: Res<Tiles>,
    borders: Res<Borders>,
    year: Res<Year>,
    weather: Res<Weather>,
    parts: Res<Parts>,
    mut rain: ResMut<SeedRain>,
    mut tallies: ResMut<Tallies>,
    mut totals: ResMut<Totals>,
) {
    let (plot, borders) = (tiles.plot(), &*borders);
    let from_outside = runs_from_outside(&species.0, plot);
    let mut left = &mut rain.runs[..from_outside];
    for (index, model) in species.0.iter().enumerate() {
        let (own, others) = left.split_at_mut(runs_of(model, plot));
        left = others;
        if own.is_empty() {
            continue;
        }
        let mean = in_a_good_year(model, plot) * model.mast_factor(year.0, weather.rise());
        let mut stream = MotherStream::new(model.outside, year.0, Purpose::FromOutside);
        let count = poisson(mean, stream.part(COUNT_PART)[0]);
        let together = count.div_ceil(own.len() as u32);
        let arrival = &Arrival {
            species: index,
            all: species.0.len(),
            model,
            plot,
            borders,
            year: year.0,
        };
        parallel::chunks(own, 1, &|first_run, runs| {
            for (run, fallen) in (first_run..).zip(runs) {
                let first = (run as u32).saturating_mul(together).min(count);
                let numbers = parts.share(first..first.saturating_add(together).min(count));
                with_lanes(Work {
                    arrival,
                    numbers,
                    fallen,
                });
            }
        });
    }
    tallies.add_fallen(&rain.runs[..from_outside]);
    // All that falls in a year has fallen now.
    let counts = rain.runs.iter().flat_map(|run| &run.counts);
    let on_plot: u64 = counts.map(|counts| counts.on_plot).sum();
    totals.peak_seeds = totals.peak_seeds.max(seeds.count() as u64 + on_plot);
}

/// Runs at the head of the year's rain that are of seeds from beyond the plot: as many each year.
pub(super) fn runs_from_outside(models: &[SpeciesModel], plot: &Plot) -> usize {
    models.iter().map(|model| runs_of(model, plot)).sum()
}

fn runs_of(model: &SpeciesModel, plot: &Plot) -> usize {
    (in_a_good_year(model, plot) / SEEDS_TOGETHER).ceil() as usize
}

/// Seeds of a species that are expected in a good year.
fn in_a_good_year(model: &SpeciesModel, plot: &Plot) -> f64 {
    model.parameters.fruit.from_outside_per_m2 * plot.area_m2()
}

/// What comes of one species in a year.
struct Arrival<'a> {
    species: usize,
    /// How many species there are.
    all: usize,
    model: &'a SpeciesModel,
    plot: &'a Plot,
    borders: &'a Borders,
    year: u32,
}

/// One run of its seeds, and where they go.
struct Work<'a, 'b> {
    arrival: &'a Arrival<'b>,
    numbers: Range<u32>,
    fallen: &'a mut Fallen,
}

impl WithSimd for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            arrival,
            numbers,
            fallen,
        } = self;
        fallen.begin(arrival.all);
        let sound = numbers.len() as f64 * (1.0 - arrival.model.parameters.seed_bank.yearly_loss);
        fallen.make_room(room_for(sound));
        arrival.come_down(simd, numbers, fallen);
    }
}

impl Arrival<'_> {
    /// The seeds of these numbers, eight keys at a time; each place is drawn from the species' stream by its number.
    #[inline(always)]
    fn come_down<S: Simd>(&self, simd: S, numbers: Range<u32>, fallen: &mut Fallen) {
        let (outside, parameters) = (self.model.outside, &self.model.parameters);
        let mut stream = MotherStream::new(outside, self.year, Purpose::FromOutside);
        let mut in_window = 0;
        for first in numbers.clone().step_by(LANES) {
            let eight = std::array::from_fn(|lane| first + lane as u32);
            let keys = EightKeys::all(outside).draws(simd, self.year, Purpose::FromOutside, eight);
            let words = keys.draws(simd, self.year, Purpose::SeedYear, [0; LANES]);
            for lane in 0..LANES.min((numbers.end - first) as usize) {
                let place_m = self.place_m(stream.part(COUNT_PART + 1 + first + lane as u32));
                in_window += u64::from(self.borders.window.holds(place_m));
                let fate = fate(parameters, 0, words.words(lane));
                if fate != Fate::Gone {
                    fallen.fates.push(fate);
                    let key = keys.key(lane);
                    fallen.seeds.push(Seed {
                        key,
                        species: self.species as u16,
                        place_m,
                        age_yr: 0,
                        mother: scores_of_stranger(&parameters.variation, key),
                    });
                }
            }
        }
        let counts = &mut fallen.counts[self.species];
        counts.on_plot += numbers.len() as u64;
        counts.from_outside += in_window;
    }

    /// Anywhere on the plot, by the first two of these numbers.
    fn place_m(&self, [x, y, ..]: [f64; 4]) -> [f64; 2] {
        let (origin_m, size_m) = (self.plot.origin_m(), self.plot.size_m());
        // Rounding can put a place on the far edge, which belongs to no place; a torus has it at the near one.
        self.plot
            .around([origin_m[0] + size_m[0] * x, origin_m[1] + size_m[1] * y])
    }
}

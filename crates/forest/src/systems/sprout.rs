//! Sprout: the seeds that come forward this spring, tile by tile.
//!
//! Only these are asked for the fields at their places.

use rayon::prelude::*;
use understory_ecs::{Res, ResMut, View};
use understory_numerics::{Purpose, RandomKey};
use understory_space::Tiles;

use super::decay::LIVE;
use crate::coming_forward::{SeedAt, Sprout};
use crate::components::{Fate, Identity, Position, SpeciesIndex};
use crate::entities::Seed;
use crate::resources::{Fallen, SeedRain, Sprouts, Year};

/// Rows of the bank that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

pub(crate) fn sprout(
    mut seeds: View<Seed, (&Identity, &SpeciesIndex, &Position, &Fate)>,
    rain: Res<SeedRain>,
    tiles: Res<Tiles>,
    year: Res<Year>,
    mut sprouts: ResMut<Sprouts>,
) {
    let (identities, species, places, fates) = seeds.slices();
    let sprout = |key: RandomKey, species: u16, place_m: [f64; 2], seed: SeedAt| Sprout {
        place_m,
        tile: tiles.of(place_m),
        seed,
        // The words that `decay` drew for this seed, of which it used two: drawn again for the few that come this
        // far, rather than kept for all.
        chance: key.draws(year.0, Purpose::SeedYear, 0)[LIVE],
        field: 0.0,
        crowding: 0.0,
        species,
    };
    let runs = Runs {
        bank: fates,
        fallen: &rain.runs,
    };
    let Sprouts { all, counts, .. } = &mut *sprouts;
    counts.clear();
    counts.resize(runs.count(), 0);
    counts
        .par_iter_mut()
        .enumerate()
        .for_each(|(run, count)| *count = runs.coming_forward(run).count() as u32);
    all.clear();
    all.resize(sum(counts), Sprout::default());
    let fill_run = |run: usize, part: &mut [Sprout]| {
        for (place, at) in part.iter_mut().zip(runs.coming_forward(run)) {
            *place = match runs.at(run, at) {
                seed @ SeedAt::Bank(row) => {
                    let row = row as usize;
                    sprout(identities[row].0, species[row].0, places[row].0, seed)
                }
                at @ SeedAt::Fallen(run, seed) => {
                    let seed = &runs.fallen[run as usize].seeds[seed as usize];
                    sprout(seed.key, seed.species, seed.place_m, at)
                }
            };
        }
    };
    fill(0, counts, all, &fill_run);
    // In any order within a tile: no sprout's field depends on another's, and births are sorted by key when they
    // enter.
    all.par_sort_unstable_by_key(|sprout| sprout.tile);
}

/// Fills each run's own part of the list, half by half, in parallel; `counts` says how long each is, and `first` the
/// number of the first.
fn fill(
    first: usize,
    counts: &[u32],
    sprouts: &mut [Sprout],
    fill_run: &(impl Fn(usize, &mut [Sprout]) + Sync),
) {
    if counts.len() > 1 {
        let (before, after) = counts.split_at(counts.len() / 2);
        let (sprouts_before, sprouts_after) = sprouts.split_at_mut(sum(before));
        rayon::join(
            || fill(first, before, sprouts_before, fill_run),
            || fill(first + before.len(), after, sprouts_after, fill_run),
        );
    } else if !counts.is_empty() {
        fill_run(first, sprouts);
    }
}

fn sum(counts: &[u32]) -> usize {
    counts.iter().map(|&count| count as usize).sum()
}

/// Seeds in runs that are looked through together: first those of the bank, then what fell from each run of mothers.
struct Runs<'a> {
    bank: &'a [Fate],
    fallen: &'a [Fallen],
}

impl Runs<'_> {
    /// Runs of the bank; those of fallen seeds are numbered after them.
    fn of_bank(&self) -> usize {
        self.bank.len().div_ceil(ROWS_TOGETHER)
    }

    fn count(&self) -> usize {
        self.of_bank() + self.fallen.len()
    }

    /// The places in a run of those that come forward.
    fn coming_forward(&self, run: usize) -> impl Iterator<Item = usize> {
        let fates = match run.checked_sub(self.of_bank()) {
            Some(run) => self.fallen[run].fates.as_slice(),
            None => {
                let rows = &self.bank[run * ROWS_TOGETHER..];
                &rows[..rows.len().min(ROWS_TOGETHER)]
            }
        };
        let fates = fates.iter().enumerate();
        fates
            .filter(|(_, fate)| **fate == Fate::Sprouts)
            .map(|(at, _)| at)
    }

    /// Where the seed at a place in a run is found.
    fn at(&self, run: usize, at: usize) -> SeedAt {
        match run.checked_sub(self.of_bank()) {
            Some(run) => SeedAt::Fallen(run as u32, at as u32),
            None => SeedAt::Bank((run * ROWS_TOGETHER + at) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three runs of the bank, the last a short one, and two of what fell.
    #[test]
    fn runs_hold_every_seed_once_and_know_where_it_is() {
        let fate = |number: usize| [Fate::Gone, Fate::Waits, Fate::Sprouts][number * number % 7 % 3];
        let fates = |count: usize| (0..count).map(fate).collect::<Vec<_>>();
        let bank = fates(2 * ROWS_TOGETHER + 100);
        let fallen = [30, 0, 50].map(|count| Fallen {
            fates: fates(count),
            ..Fallen::default()
        });
        let runs = Runs {
            bank: &bank,
            fallen: &fallen,
        };
        assert_eq!((runs.of_bank(), runs.count()), (3, 6));
        let (mut in_bank, mut in_fallen) = (Vec::new(), Vec::new());
        for run in 0..runs.count() {
            for at in runs.coming_forward(run) {
                match runs.at(run, at) {
                    SeedAt::Bank(row) => in_bank.push(row as usize),
                    SeedAt::Fallen(run, at) => in_fallen.push((run as usize, at as usize)),
                }
            }
        }
        let sprouting = |fates: &[Fate]| -> Vec<usize> {
            (0..fates.len())
                .filter(|&at| fates[at] == Fate::Sprouts)
                .collect()
        };
        assert_eq!(in_bank, sprouting(&bank));
        let expected =
            (0..3).flat_map(|run| sprouting(&fallen[run].fates).into_iter().map(move |at| (run, at)));
        assert!(in_fallen.into_iter().eq(expected));
    }

    #[test]
    fn each_run_fills_its_own_part_of_the_list() {
        let counts = [3, 0, 5, 1, 0];
        let mut sprouts = vec![Sprout::default(); 9];
        fill(0, &counts, &mut sprouts, &|run, part| {
            part.iter_mut().for_each(|sprout| sprout.tile = run as u32);
        });
        let runs: Vec<u32> = sprouts.iter().map(|sprout| sprout.tile).collect();
        assert_eq!(runs, [0, 0, 0, 2, 2, 2, 2, 2, 3]);
    }
}

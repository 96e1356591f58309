//! Sprout: the seeds that come forward this spring, tile by tile.
//!
//! Only these are asked for the fields at their places. Most seeds lie in the dark or beside a young tree of their kind: these wait,
//! before any field is summed.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::{EightKeys, Purpose, RandomKey, parallel};
use understory_space::Tiles;

use super::decay::LIVE;
use crate::coming_forward::{SeedAt, Sprout};
use crate::components::{Fate, Identity, Position, SpeciesIndex};
use crate::entities::{Seed, Tree};
use crate::light::LightModel;
use crate::resources::{Fallen, SeedRain, Shade, SpeciesList, Sprouts, Year, let_go_if_large};
use crate::taken::{TakenGround, Trees};

/// Rows of the bank that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

/// Runs that are counted together.
const RUNS_TOGETHER: usize = 4;

pub(crate) fn sprout(
    mut trees: View<Tree, (&SpeciesIndex, &Position)>,
    mut seeds: View<Seed, (&Identity, &SpeciesIndex, &Position, &mut Fate)>,
    list: Res<SpeciesList>,
    shade: Res<Shade>,
    tiles: Res<Tiles>,
    year: Res<Year>,
    mut rain: ResMut<SeedRain>,
    mut sprouts: ResMut<Sprouts>,
) {
    let (species, places) = trees.slices();
    let trees = Trees {
        plot: tiles.plot(),
        models: &list.0,
        species,
        places,
    };
    let Sprouts {
        all,
        found,
        starts,
        counts,
        taken,
        ..
    } = &mut *sprouts;
    if seeds.count() > 0 || rain.runs.iter().any(|run| !run.seeds.is_empty()) {
        taken.work_out(trees);
    }
    let ground = Ground {
        light: &shade.0,
        taken,
        trees,
    };
    seeds.par_batches(|_, (_, species, places, fates)| {
        for ((species, place), fate) in species.iter().zip(places).zip(fates) {
            ground.settle(fate, species.0, place.0);
        }
    });
    parallel::each_mut(&mut rain.runs, |run| {
        for (seed, fate) in run.seeds.iter().zip(&mut run.fates) {
            ground.settle(fate, seed.species, seed.place_m);
        }
    });
    let (identities, species, places, fates) = seeds.slices();
    let runs = Runs {
        bank: fates,
        fallen: &rain.runs,
    };
    counts.resize(runs.count(), 0);
    parallel::fill_in(counts, RUNS_TOGETHER, |run| {
        runs.coming_forward(run).count() as u32
    });
    found.clear();
    found.resize(sum(counts), Sprout::default());
    let scene = Scene {
        identities,
        species,
        places,
        runs,
        tiles: &tiles,
        year: year.0,
    };
    fill(0, counts, found, &|run, part| {
        with_lanes(Work {
            scene: &scene,
            run,
            part,
        });
    });
    starts.clear();
    starts.resize(tiles.len() + 1, 0);
    put_in_tiles(found, starts, all);
    let_go_if_large(found);
}

/// What a seed finds at its place without any sum.
struct Ground<'a> {
    light: &'a LightModel,
    taken: &'a TakenGround,
    trees: Trees<'a>,
}

impl Ground<'_> {
    /// Lets a seed wait that would come forward in the dark, or on ground that a living tree of its species keeps for itself.
    #[inline]
    fn settle(&self, fate: &mut Fate, species: u16, place_m: [f64; 2]) {
        if *fate == Fate::Sprouts
            && (self.light.shade(place_m) >= self.trees.models[usize::from(species)].seeds_wait_from
                || self.taken.holds(self.trees, species, place_m))
        {
            *fate = Fate::Waits;
        }
    }
}

/// Puts what was found in order of tiles, and within a tile in that in which it was found.
fn put_in_tiles(found: &[Sprout], starts: &mut [u32], all: &mut Vec<Sprout>) {
    for sprout in found {
        starts[sprout.tile as usize + 1] += 1;
    }
    let mut before = 0;
    for start in &mut *starts {
        before += *start;
        *start = before;
    }
    all.clear();
    all.resize(found.len(), Sprout::default());
    for sprout in found {
        let place = &mut starts[sprout.tile as usize];
        all[*place as usize] = *sprout;
        *place += 1;
    }
}

/// Everything that is read of the seeds.
struct Scene<'a> {
    identities: &'a [Identity],
    species: &'a [SpeciesIndex],
    places: &'a [Position],
    runs: Runs<'a>,
    tiles: &'a Tiles,
    year: u32,
}

/// A run and its part of the list.
struct Work<'a, 'b> {
    scene: &'a Scene<'b>,
    run: usize,
    part: &'a mut [Sprout],
}

impl WithSimd for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { scene, run, part } = self;
        let mut coming = scene.runs.coming_forward(run);
        let mut keys = [RandomKey::from_bits(0); LANES];
        for eight in part.chunks_mut(LANES) {
            for ((place, key), at) in eight.iter_mut().zip(&mut keys).zip(&mut coming) {
                (*key, *place) = scene.found(run, at);
            }
            // The words that `decay` drew for these seeds, of which it used two: drawn again for the few that come this
            // far, rather than kept for all.
            let drawn =
                EightKeys::from_fn(|lane| keys[lane]).draws(simd, scene.year, Purpose::SeedYear, [0; LANES]);
            for (lane, place) in eight.iter_mut().enumerate() {
                place.chance = drawn.words(lane)[LIVE];
            }
        }
    }
}

impl Scene<'_> {
    /// The seed at a place in a run, without its chance.
    #[inline(always)]
    fn found(&self, run: usize, at: usize) -> (RandomKey, Sprout) {
        let seed = self.runs.at(run, at);
        let (key, species, place_m) = match seed {
            SeedAt::Bank(row) => {
                let row = row as usize;
                (self.identities[row].0, self.species[row].0, self.places[row].0)
            }
            SeedAt::Fallen(run, at) => {
                let seed = &self.runs.fallen[run as usize].seeds[at as usize];
                (seed.key, seed.species, seed.place_m)
            }
        };
        let sprout = Sprout {
            place_m,
            tile: self.tiles.of(place_m),
            seed,
            species,
            ..Sprout::default()
        };
        (key, sprout)
    }
}

/// Fills each run's own part of the list, half by half, in parallel; `counts` says how long each is, and `first` the
/// number of the first.
fn fill(
    first: usize,
    counts: &[u32],
    sprouts: &mut [Sprout],
    fill_run: &(dyn Fn(usize, &mut [Sprout]) + Sync),
) {
    if counts.len() > 1 {
        let (before, after) = counts.split_at(counts.len() / 2);
        let (sprouts_before, sprouts_after) = sprouts.split_at_mut(sum(before));
        parallel::join(
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
    fn sprouts_of_a_tile_stand_together_in_the_order_in_which_they_were_found() {
        let tiles = [3, 0, 3, 1, 4, 0, 3];
        let found: Vec<Sprout> = (0..)
            .zip(tiles)
            .map(|(chance, tile)| Sprout {
                tile,
                chance,
                ..Sprout::default()
            })
            .collect();
        let mut all = vec![Sprout::default(); 2];
        put_in_tiles(&found, &mut [0; 6], &mut all);
        let order: Vec<u32> = all.iter().map(|sprout| sprout.chance).collect();
        assert_eq!(order, [1, 5, 3, 0, 2, 6, 4]);
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

//! What the systems of one year hand on to each other.

use crate::components::Cause;
use crate::events::Origin;
use crate::individuals::{DeadTree, Founder, Seed};

/// What the systems of one year hand on to each other; emptied when it ends, the memory kept for the next.
#[derive(Default)]
pub(crate) struct Today {
    /// The trees that bear, in runs of rows; from `fruit`.
    pub(crate) mothers: Vec<Vec<Mother>>,
    /// What fell from each run of mothers and is sound; from `disperse`.
    pub(crate) fallen: Vec<Fallen>,
    /// What each seed of the bank does; from `decay`, then from `germinate`.
    pub(crate) bank_fates: Vec<Fate>,
    /// How many seeds come forward this spring, in runs; within `sprout`.
    pub(crate) coming_forward: Vec<u32>,
    /// Seeds that come forward this spring; from `sprout`, in order of tiles, their fields from `crowd`.
    pub(crate) sprouts: Vec<Sprout>,
    /// Which of the sprouts live; from `germinate`.
    pub(crate) living: Vec<bool>,
    /// What is left of each dead tree's strength, and crowding *C* of each tree; from `crowd`.
    pub(crate) fading: Vec<f32>,
    pub(crate) crowding: Vec<f32>,
    /// Each tree's cause of death, if any; from `die`. Empty: all live.
    pub(crate) deaths: Vec<Option<Cause>>,
    /// Those that died; within `turn`.
    pub(crate) newly_dead: Vec<DeadTree>,
    /// Trees that enter at the end of the year; from `germinate` and `regrow`.
    pub(crate) births: Vec<Birth>,
}

impl Today {
    /// Empties the year's lists; their memory stays for the next.
    pub(crate) fn clear(&mut self) {
        let Self {
            mothers,
            fallen,
            bank_fates,
            coming_forward,
            sprouts,
            living,
            fading,
            crowding,
            deaths,
            newly_dead,
            births,
        } = self;
        mothers.iter_mut().for_each(Vec::clear);
        for run in fallen {
            run.seeds.clear();
            run.fates.clear();
        }
        bank_fates.clear();
        coming_forward.clear();
        sprouts.clear();
        living.clear();
        fading.clear();
        crowding.clear();
        deaths.clear();
        newly_dead.clear();
        births.clear();
    }
}

/// A tree that bears this year.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mother {
    pub(crate) row: u32,
    pub(crate) seeds: u32,
    /// How many of them came down on the plot; from `disperse`.
    pub(crate) landed: u32,
}

/// What fell from some mothers and did not rot before spring.
#[derive(Default)]
pub(crate) struct Fallen {
    pub(crate) seeds: Vec<Seed>,
    pub(crate) fates: Vec<Fate>,
}

impl Fallen {
    /// Makes room for so many seeds, and some more where it has to be asked for, so that it need not be asked for
    /// again soon. Lists that grow by themselves can become twice as long as they need to be.
    pub(crate) fn make_room(&mut self, seeds: usize) {
        if self.seeds.capacity() < seeds {
            let room = seeds + seeds / 8 + 64;
            self.seeds.reserve_exact(room);
            self.fates.reserve_exact(room);
        }
    }
}

/// What a seed does in a spring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fate {
    /// It has rotted, is too old, or has become a tree.
    #[default]
    Gone,
    /// It is sound and lies on.
    Waits,
    /// It is sound and comes forward; if the fields do not let it live, it lies on.
    Sprouts,
}

/// A seed whose time has come, if the fields around it let it live.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sprout {
    pub(crate) place_m: [f64; 2],
    pub(crate) tile: u32,
    pub(crate) seed: SeedAt,
    /// The random word that decides whether it lives.
    pub(crate) chance: u32,
    /// Summed inhibiting field at its place.
    pub(crate) field: f32,
    pub(crate) species: u16,
}

/// Where a seed is found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeedAt {
    /// In this row of the bank.
    Bank(u32),
    /// Among what fell from this run of mothers.
    Fallen(u32, u32),
}

impl Default for SeedAt {
    fn default() -> Self {
        Self::Bank(0)
    }
}

/// A tree that enters at the end of the year.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    pub(crate) founder: Founder,
    pub(crate) origin: Origin,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists that ask for exactly what they need ask again for each seed more.
    #[test]
    fn room_is_made_for_an_eighth_more_seeds_than_come_and_only_where_it_lacks() {
        let mut fallen = Fallen::default();
        fallen.make_room(800);
        assert_eq!([fallen.seeds.capacity(), fallen.fates.capacity()], [964; 2]);
        fallen.make_room(964);
        assert_eq!(fallen.seeds.capacity(), 964);
        fallen.make_room(965);
        assert_eq!(fallen.seeds.capacity(), 965 + 120 + 64);
    }
}

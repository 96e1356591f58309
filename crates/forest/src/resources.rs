//! What a forest has once: the year, its species, and what the systems of a year hand on that belongs to no entity.
//!
//! What a system leaves for a later one of the same year is filled anew each year, but its memory is kept;
//! `Forest::rest` lets go of it.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::climate::Climate;
use crate::coming_forward::{Outcome, Sprout};
use crate::components::{Cause, Fate};
use crate::crown_room::CrownRoom;
use crate::crowns::CrownSpace;
use crate::entities::{DeadTree, Seed, Tree};
use crate::events::{Event, Origin, Tally};
use crate::light::LightModel;
use crate::management::Handled;
use crate::neighbourhood::Neighbourhood;
use crate::parameters::Species;
use crate::seedbed::Seedbeds;
use crate::site::{HeightAt, Site};
use crate::sorted::Place;
use crate::species_model::SpeciesModel;
use crate::taken::TakenGround;
use crate::weather::YearWeather;
use understory_numerics::RandomKey;

/// Years that have passed; within a year, its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Year(pub u32);

/// The species, by the indices that [`SpeciesIndex`](crate::components::SpeciesIndex) holds.
#[derive(Clone)]
pub struct SpeciesList(pub(crate) Arc<[SpeciesModel]>);

impl SpeciesList {
    /// The parameters of each species, in the order of their indices.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Species> + Clone {
        self.0.iter().map(|model| &model.parameters)
    }

    /// The parameters of the species with this index.
    ///
    /// # Panics
    /// Where there is none.
    #[must_use]
    pub fn parameters(&self, index: u16) -> &Species {
        &self.0[usize::from(index)].parameters
    }
}

/// What the ground lets each species grow; `None` where it asks nothing of any.
#[derive(Clone, Default)]
pub struct Sites(pub(crate) Option<Arc<Site>>);

impl Sites {
    /// The growth factor of a species at a place, 0 to 1.
    #[must_use]
    #[inline]
    pub fn factor(&self, species: u16, place_m: [f64; 2]) -> f64 {
        self.0.as_ref().map_or(1.0, |site| site.factor(species, place_m))
    }
}

/// Temperature and rain of each year; `None` where all years are alike.
#[derive(Clone, Default)]
pub struct Climates(pub(crate) Option<Arc<Climate>>);

/// The year's temperature and rain and what they do to each species; from `climate`.
#[derive(Default)]
pub struct Weather(pub(crate) Option<YearWeather>);

impl Weather {
    /// How much warmer the year before was than the one before that, in standard deviations of such differences; `None` where no
    /// climate says it.
    #[must_use]
    pub fn rise(&self) -> Option<f64> {
        self.0.as_ref().and_then(|weather| weather.rise)
    }
}

/// How high the ground lies; `None` where it is level.
#[derive(Clone, Default)]
pub struct GroundHeight(pub(crate) Option<HeightAt>);

/// The space that crowns share; `None` where crowns do not grow year by year.
#[derive(Default)]
pub struct Crowns(pub(crate) Option<Box<CrownSpace>>);

/// What a forest counts through the years beside the year itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The next tree's running number.
    pub next_tree: u64,
    /// Trees alive at the beginning of each year so far, summed.
    pub tree_years: u64,
    /// Most seeds that were there at once in any year so far.
    pub peak_seeds: u64,
}

impl Default for Totals {
    fn default() -> Self {
        Self {
            // 0 is the number of a tree that has none yet.
            next_tree: 1,
            tree_years: 0,
            peak_seeds: 0,
        }
    }
}

/// The year in numbers, species by species.
#[derive(Clone, Debug, Default)]
pub struct Tallies(pub Vec<Tally>);

impl Tallies {
    /// Counts what fell in these runs.
    pub(crate) fn add_fallen(&mut self, runs: &[Fallen]) {
        for fallen in runs {
            for (tally, counts) in self.0.iter_mut().zip(&fallen.counts) {
                tally.seeds_landed += counts.landed;
                tally.seeds_lost += counts.lost;
                tally.seeds_from_outside += counts.from_outside;
            }
        }
    }
}

/// Births and deaths since they were last taken, if they are noted at all.
#[derive(Default)]
pub struct Events(pub(crate) Option<Vec<Event>>);

/// Trees that are to die this year, by running number, and of what; from [`changes`](crate::changes). `None` as long as the year has
/// no system that lets them die.
#[derive(Default)]
pub(crate) struct Doomed(pub(crate) Option<Vec<(u64, Cause)>>);

/// What foresters did this year; from `manage`.
#[derive(Default)]
pub struct Harvest {
    /// Tree by tree, in the order of the interventions.
    pub(crate) handled: Vec<Handled>,
    /// Keys of the dead that were taken out, in order; no beetles breed in these.
    pub(crate) salvaged: Vec<RandomKey>,
}

/// From which all draws follow that are of the whole forest and no tree's own: storms, lightning, fires.
#[derive(Clone, Copy)]
pub struct HazardKey(pub(crate) RandomKey);

/// Where the rows of each tile are, for a kind whose rows stand in order.
pub struct TileIndex<K> {
    neighbourhood: Neighbourhood,
    kind: PhantomData<fn() -> K>,
}

impl<K> Default for TileIndex<K> {
    fn default() -> Self {
        Self {
            neighbourhood: Neighbourhood::default(),
            kind: PhantomData,
        }
    }
}

impl<K> Deref for TileIndex<K> {
    type Target = Neighbourhood;

    fn deref(&self) -> &Neighbourhood {
        &self.neighbourhood
    }
}

impl<K> DerefMut for TileIndex<K> {
    fn deref_mut(&mut self) -> &mut Neighbourhood {
        &mut self.neighbourhood
    }
}

/// Share of a good year's seeds that this year brings, species by species; from `fruit`.
#[derive(Default)]
pub struct Mast(pub(crate) Vec<f64>);

/// What the light model works out for the whole stand before it is asked tree by tree; from `crowd`.
pub struct Shade(pub(crate) LightModel);

/// Ground that crowns ask for, from `grow`.
#[derive(Default)]
pub struct Room(pub(crate) CrownRoom);

/// What seeds come to lie on.
#[derive(Clone, Copy)]
pub struct Seedbed(pub(crate) Seedbeds);

/// What fell this year and did not rot before spring: first runs of seeds from beyond the plot, from `arrive`, then runs
/// of mothers, from `disperse`.
#[derive(Default)]
pub struct SeedRain {
    pub(crate) runs: Vec<Fallen>,
}

/// What fell in one run.
#[derive(Default)]
pub(crate) struct Fallen {
    pub(crate) seeds: Vec<Seed>,
    pub(crate) fates: Vec<Fate>,
    /// How many there were, rotten ones too, species by species.
    pub(crate) counts: Vec<SeedCounts>,
}

/// Seeds of one species that fell in a run; all but the first as in [`Tally`].
#[derive(Clone, Copy, Default)]
pub(crate) struct SeedCounts {
    /// On the plot, in the window or not.
    pub(crate) on_plot: u64,
    pub(crate) landed: u64,
    pub(crate) lost: u64,
    pub(crate) from_outside: u64,
}

impl Fallen {
    /// An empty run, to be counted anew for so many species.
    pub(crate) fn begin(&mut self, species: usize) {
        self.seeds.clear();
        self.fates.clear();
        self.counts.clear();
        self.counts.resize(species, SeedCounts::default());
    }

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

/// Seeds that come forward this spring, in order of tiles; from `sprout`, their fields from `crowd`.
#[derive(Default)]
pub struct Sprouts {
    pub(crate) all: Vec<Sprout>,
    /// The same before they are put in order; within `sprout`.
    pub(crate) found: Vec<Sprout>,
    /// Where each tile's begin; within `sprout`.
    pub(crate) starts: Vec<u32>,
    /// Where no seed comes forward, as trees of its species stand there; within `sprout`.
    pub(crate) taken: TakenGround,
    /// How many come forward, in runs; within `sprout`.
    pub(crate) counts: Vec<u32>,
    /// What becomes of each; within `germinate`.
    pub(crate) outcomes: Vec<Outcome>,
    /// Which of them live; within `germinate`.
    pub(crate) living: Vec<u32>,
}

/// Trees that enter when the year ends; from `germinate` and `regrow`.
#[derive(Default)]
pub struct Births(pub(crate) Vec<Birth>);

/// A tree that enters when the year ends; its number is given then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    pub(crate) tree: Tree,
    pub(crate) origin: Origin,
}

/// Lists that the end of the year needs for a moment; kept so that no year need ask for their memory.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) order: Vec<u32>,
    pub(crate) entrants: Vec<Place>,
    pub(crate) stays: Vec<bool>,
    pub(crate) newly_dead: Vec<DeadTree>,
    /// Rows of the newly dead.
    pub(crate) freed: Vec<u32>,
}

/// Bytes up to which a list that waits for the next year keeps its memory.
///
/// In a small forest asking anew each year would take longer than the year's work; in a large one other lists of the
/// same year need the memory.
const KEPT_BYTES: usize = 4 << 20;

/// Empties a list that has served for this year.
pub(crate) fn let_go_if_large<T>(list: &mut Vec<T>) {
    list.clear();
    if list.capacity() * size_of::<T>() > KEPT_BYTES {
        *list = Vec::new();
    }
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

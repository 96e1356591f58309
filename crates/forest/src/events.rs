//! What happens to trees, one by one as events and species by species as tallies.
//!
//! Events are noted only where they were asked for ([`Forest::note_events`](crate::Forest::note_events)); tallies
//! always.

use understory_keys::named;

use crate::components::{Cause, Size};

/// What happened to one tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// In which year.
    pub year: u32,
    /// Its running number.
    pub tree: u64,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where, m.
    pub place_m: [f64; 2],
    /// How old it was, whole years.
    pub age_yr: u16,
    /// How big it was.
    pub size: Size,
    /// What.
    pub what: Happening,
}

/// A birth or a death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Born of this.
    Birth(Origin),
    /// Died of this.
    Death(Cause),
}

named! {
    /// What a tree grew from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Origin {
        /// It stood there when the run began.
        Founder = "founder",
        /// A seed.
        Seed = "seed",
        /// A stump.
        Stump = "stump",
        /// Foresters planted it.
        Planted = "planted",
    }
}

/// Stems of 7 cm or more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stems {
    /// How many.
    pub count: u64,
    /// Their volume, m³.
    pub volume_m3: f64,
    /// Their wood over 7 cm, m³.
    pub merchantable_m3: f64,
}

impl Stems {
    pub(crate) fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.volume_m3 += other.volume_m3;
        self.merchantable_m3 += other.merchantable_m3;
    }
}

/// One species' year in numbers, within the window that is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Seeds of trees in the counted window that came down in it.
    pub seeds_landed: u64,
    /// Seeds of these trees that came down elsewhere: beyond an open plot, or in the strip around the window.
    pub seeds_lost: u64,
    /// Seeds that came down in the window from elsewhere: from beyond the plot, or of trees in the strip.
    pub seeds_from_outside: u64,
    /// Trees born of seeds.
    pub germinated: u64,
    /// Trees born of stumps.
    pub resprouted: u64,
    /// Trees that were planted.
    pub planted: u64,
    /// Trees that died, by [`Cause::ALL`].
    pub died: [u64; Cause::ALL.len()],
    /// Stems of those of them that were not felled.
    pub dead_stems: Stems,
    /// Stems of those of them that were felled.
    pub felled_stems: Stems,
}

impl Tally {
    /// Adds another species' year to this.
    pub fn add(&mut self, other: &Self) {
        self.seeds_landed += other.seeds_landed;
        self.seeds_lost += other.seeds_lost;
        self.seeds_from_outside += other.seeds_from_outside;
        self.germinated += other.germinated;
        self.resprouted += other.resprouted;
        self.planted += other.planted;
        self.dead_stems.add(&other.dead_stems);
        self.felled_stems.add(&other.felled_stems);
        for (mine, others) in self.died.iter_mut().zip(other.died) {
            *mine += others;
        }
    }
}

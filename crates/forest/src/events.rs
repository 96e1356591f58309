//! What happens to trees, one by one as events and species by species as tallies.
//!
//! Events are noted only where they were asked for ([`Forest::note_events`](crate::Forest::note_events)); tallies
//! always.

use crate::components::Cause;

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

/// What a tree grew from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stood there when the run began.
    Founder,
    /// A seed.
    Seed,
    /// A stump.
    Stump,
}

impl Origin {
    /// The name that tables use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Founder => "founder",
            Self::Seed => "seed",
            Self::Stump => "stump",
        }
    }
}

/// One species' year in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Seeds that came down on the plot.
    pub seeds_landed: u64,
    /// Seeds that left an open plot.
    pub seeds_lost: u64,
    /// Trees born of seeds.
    pub germinated: u64,
    /// Trees born of stumps.
    pub resprouted: u64,
    /// Trees that died, by [`Cause::ALL`].
    pub died: [u64; Cause::ALL.len()],
}

impl Tally {
    /// Adds another species' year to this.
    pub fn add(&mut self, other: &Self) {
        self.seeds_landed += other.seeds_landed;
        self.seeds_lost += other.seeds_lost;
        self.germinated += other.germinated;
        self.resprouted += other.resprouted;
        for (mine, others) in self.died.iter_mut().zip(other.died) {
            *mine += others;
        }
    }
}

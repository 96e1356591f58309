//! The components of entities. Trees, seeds and the dead share place, key and species; what else an entity
//! has says what it is.

use understory_numerics::Key;

/// Where it stands or lies, in the plot's coordinates, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position(pub [f64; 2]);

/// Who it is to the random numbers; a tree keeps the key of the seed it grew from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity(pub Key);

/// Which species, as an index into the forest's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpeciesIndex(pub u16);

/// Whole years since birth; of a seed, in the ground; of the dead, lived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Age(pub u16);

/// A seed in the bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dormant;

/// Running number of a tree, kept when it dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeNumber(pub u64);

/// How big a tree is; of the dead, was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Diameter at breast height, cm; 0 below 1.3 m of height.
    pub dbh_cm: f64,
    /// Height, m.
    pub height_m: f64,
}

/// Running mean of a living tree's growth factor, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vigour(pub f64);

/// What a dead tree left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remains {
    /// Why it died.
    pub cause: Cause,
    /// Year in which it died; 0 or less: before the run began.
    pub year_died: i32,
}

impl Remains {
    /// Years since its death in `year`.
    #[must_use]
    pub fn years_since(&self, year: u32) -> u32 {
        (i64::from(year) - i64::from(self.year_died)).max(0) as u32
    }

    /// Whether it broke and left a stump, which may resprout; otherwise it stands as a snag.
    #[must_use]
    pub fn is_stump(&self) -> bool {
        self.cause == Cause::Intrinsic
    }
}

/// Why a tree died, in the order in which causes strike: the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cause {
    /// What strikes at any age and size: it breaks.
    Intrinsic,
    /// Crowding: growth too slow for too long.
    Stress,
    /// Old age.
    Senescence,
}

impl Cause {
    /// All causes, in the order in which they strike.
    pub const ALL: [Self; 3] = [Self::Intrinsic, Self::Stress, Self::Senescence];

    /// The name that tables use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Intrinsic => "intrinsic",
            Self::Stress => "stress",
            Self::Senescence => "senescence",
        }
    }

    /// The cause with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name() == name)
    }
}

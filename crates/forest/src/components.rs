//! The components of entities. Trees, seeds and the dead share place, key and species; `entities.rs` says which kind
//! has which.
//!
//! Components that move with their rows are plain bits of at most 16 bytes, as all columns pass through one buffer
//! (`ecs`).

use understory_ecs::{Pod, Zeroable, component};
use understory_keys::named;
use understory_numerics::RandomKey;

component! {
    /// Where it stands or lies, in the plot's coordinates, m.
    #[derive(Default)]
    pub struct Position([f64; 2]);

    /// Who it is to the random numbers; a tree keeps the key of the seed it grew from.
    #[derive(Eq)]
    pub struct Identity(RandomKey);

    /// Which species, as an index into the forest's list.
    #[derive(Default, Eq)]
    pub struct SpeciesIndex(u16);

    /// Whole years since birth; of a seed, in the ground; of the dead, lived.
    #[derive(Default, Eq)]
    pub struct Age(u16);

    /// Running number of a tree, kept when it dies.
    #[derive(Default, Eq)]
    pub struct TreeNumber(u64);

    /// Running mean of a living tree's growth factor, 0 to 1.
    #[derive(Default)]
    pub struct Vigour(f64);

    /// Height above the ground at which a living tree's crown begins, m.
    #[derive(Default)]
    pub struct CrownBase(f32);

    /// Radius of a living tree's crown, m.
    #[derive(Default)]
    pub struct CrownRadius(f64);

    /// How far a tree's fields reach, by whichever goes further, m.
    #[derive(Default)]
    pub struct Reach(f32);

    /// Seeds that a tree bears this year; `fruit` sets it.
    #[derive(Default, Eq)]
    pub struct SeedCrop(u32);

    /// Number of a growth point within its tree; those that it grew from have lower ones.
    #[derive(Default, Eq)]
    pub struct NodeNumber(u32);

    /// Number of the growth point from which one grew; [`u32::MAX`] at the foot of the tree.
    #[derive(Default, Eq)]
    pub struct ParentNode(u32);

    /// From the foot of its tree to a growth point, m.
    #[derive(Default)]
    pub struct OffFoot([f32; 3]);

    /// Tips that a growth point once bore and that have been shed: their pipes stay in the wood below.
    #[derive(Default, Eq)]
    pub struct LostTips(u32);

    /// Years in a row in which a growth point gained too little; `shed` sets it.
    #[derive(Default, Eq)]
    pub struct DarkYears(u16);

    /// Crowding *C* of a living tree, no unit; `crowd` sets it, and `shade` where a crown grows.
    #[derive(Default)]
    pub struct Crowding(f32);

    /// Height of a living tree over that of the trees around it, no unit; `grow` sets it.
    #[derive(Default)]
    pub struct RelativeHeight(f32);

    /// What is left of a dead tree's inhibiting strength, 0 to 1; `crowd` sets it.
    #[derive(Default)]
    pub struct Fading(f32);
}

/// Height at which the diameter is measured, m.
pub const BREAST_HEIGHT_M: f64 = 1.3;
/// Diameter from which on a tree is an adult, cm.
pub const ADULT_DBH_CM: f64 = 10.0;

/// Area of a stem's section at breast height, m².
#[must_use]
pub fn basal_area_m2(dbh_cm: f64) -> f64 {
    let radius_m = dbh_cm / 200.0;
    std::f64::consts::PI * radius_m * radius_m
}

/// How big a tree is; of the dead, was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Size {
    /// Diameter at breast height, cm; 0 below 1.3 m of height.
    pub dbh_cm: f64,
    /// Height, m.
    pub height_m: f64,
}

/// The leaves of a growth point; `shade` sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foliage {
    /// Attraction points that it holds.
    pub held: u32,
    /// What it gains in its light, over what it would in the open: 0 to 1.
    pub gain: f32,
}

/// In what a tree differs from the others of its species: two numbers, normal and within ±2, that it has for life. Of a
/// seed they are its mother's. [`Variation`](crate::parameters::Variation) says what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Scores {
    /// By which its diameter grows.
    pub dbh: f32,
    /// By which its height grows.
    pub height: f32,
}

/// A tree as a source of fields, in the form that the sums use; it follows from species and size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct FieldSource {
    /// Radius of the zone in which it competes, by its size alone, m.
    pub zone_radius_m: f32,
    /// What the strength of the field that inhibits seeds is multiplied by.
    pub inhibition_factor: f32,
    /// h^p of the size-asymmetric weight.
    pub weight: f32,
}

/// What a dead tree left: why and when it died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Remains {
    /// The cause's place in [`Cause::ALL`]: a component is plain bits.
    cause: u32,
    year_died: i32,
}

impl Remains {
    /// Died of this in this year; 0 or less: before the run began.
    #[must_use]
    pub fn new(cause: Cause, year_died: i32) -> Self {
        Self {
            cause: cause as u32,
            year_died,
        }
    }

    /// Why it died.
    #[must_use]
    pub fn cause(self) -> Cause {
        Cause::ALL[self.cause as usize]
    }

    /// Year in which it died; 0 or less: before the run began.
    #[must_use]
    pub fn year_died(self) -> i32 {
        self.year_died
    }

    /// Years since its death in `year`.
    #[must_use]
    pub fn years_since(self, year: u32) -> u32 {
        (i64::from(year) - i64::from(self.year_died)).max(0) as u32
    }

    /// Whether beetles bred in it: a storm threw it, or they killed it.
    #[must_use]
    pub fn is_brood(self) -> bool {
        matches!(self.cause(), Cause::Snapped | Cause::Uprooted | Cause::Beetles)
    }

    /// Whether living roots are left, which may resprout; how its stem stands or lies, its [`Wood`] says.
    #[must_use]
    pub fn is_stump(self) -> bool {
        self.cause().leaves_stump()
    }
}

/// How the stem of a dead tree stands or lies.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Wood {
    stood_share: f32,
    /// [`i32::MAX`] while it has not fallen: a component is plain bits.
    year_fell: i32,
}

impl Wood {
    /// A stem that stood on to this share of its height after the tree's death, and fell in this year, if it did.
    #[must_use]
    pub fn new(stood_share: f32, year_fell: Option<i32>) -> Self {
        Self {
            stood_share,
            year_fell: year_fell.unwrap_or(i32::MAX),
        }
    }

    /// Share of the tree's height to which its stem stood on after its death: 1 of one that died on its feet, 0 of one that a storm
    /// uprooted. What is above lies since then.
    #[must_use]
    pub fn stood_share(self) -> f64 {
        f64::from(self.stood_share)
    }

    /// Year in which the part that had stood on fell; none while it stands.
    #[must_use]
    pub fn year_fell(self) -> Option<i32> {
        (self.year_fell != i32::MAX).then_some(self.year_fell)
    }

    /// That of a stem that has been taken out; its row goes when the year ends.
    pub(crate) const TAKEN: Self = Self {
        stood_share: -1.0,
        year_fell: 0,
    };

    /// Whether it has been taken out.
    pub(crate) fn is_taken(self) -> bool {
        self.stood_share < 0.0
    }

    /// The same, fallen in this year.
    pub(crate) fn fallen(self, year: i32) -> Self {
        Self {
            year_fell: year,
            ..self
        }
    }
}

named! {
    /// Why a tree died, in the order in which causes strike: the first counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Cause {
        /// What strikes beside the others, at a rate for each stage of life: a grown tree dies back, a seedling dries up.
        Intrinsic = "intrinsic",
        /// Crowding: growth too slow for too long.
        Stress = "stress",
        /// Old age.
        Senescence = "senescence",
        /// Game, which eats the lowest trees.
        Browsing = "browsing",
        /// A dry year.
        Drought = "drought",
        /// A storm that broke its stem.
        Snapped = "snapped",
        /// A storm that tore its roots out of the ground.
        Uprooted = "uprooted",
        /// Another tree, which a storm threw on it.
        Hit = "hit",
        /// Lightning.
        Lightning = "lightning",
        /// Fire.
        Fire = "fire",
        /// Bark beetles.
        Beetles = "beetles",
        /// Foresters.
        Felled = "felled",
    }
}

impl Cause {
    /// Those that strike each tree by itself, every year: a draw for each, in `die`. The others each have a system of their own.
    pub(crate) const OF_ONE_TREE: [Self; 4] =
        [Self::Intrinsic, Self::Stress, Self::Senescence, Self::Browsing];

    /// Whether living roots are left under a dead or severed stem, so that the stump may resprout. What dies of crowding, of old age,
    /// by game, of drought, by lightning or beetles dies as a whole, and a storm that uproots takes the roots with it.
    #[must_use]
    pub fn leaves_stump(self) -> bool {
        match self {
            Self::Intrinsic | Self::Snapped | Self::Hit | Self::Fire | Self::Felled => true,
            Self::Stress
            | Self::Senescence
            | Self::Browsing
            | Self::Drought
            | Self::Uprooted
            | Self::Lightning
            | Self::Beetles => false,
        }
    }

    /// Whether it strikes many trees at once, in one year or after one event: what is salvaged died of such.
    #[must_use]
    pub fn strikes_many(self) -> bool {
        matches!(
            self,
            Self::Drought
                | Self::Snapped
                | Self::Uprooted
                | Self::Hit
                | Self::Lightning
                | Self::Fire
                | Self::Beetles
        )
    }
}

/// A tree's cause of death this year, if any; `die` sets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Death(pub Option<Cause>);

/// What a seed does in a spring; `decay` sets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Fate {
    /// It has rotted, is too old, or has become a tree.
    #[default]
    Gone,
    /// It is sound and lies on.
    Waits,
    /// It is sound and comes forward; if the fields do not let it live, it lies on.
    Sprouts,
}

//! What numbers are drawn for.
//!
//! To add one is free; to renumber one moves the results of every run.

/// Why a number is drawn: one variant for each process, so that a draw added in one moves none in another.
///
/// The numbers are part of the results: a new purpose takes a new number and none is ever used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// The numbered members of a family: founder 0, 1, 2, … of a species and method.
    Member = 1,
    /// The phase of a species' mast years.
    MastPhase = 2,
    /// A mother's stream: how many seeds, and where each one lands.
    Fruit = 3,
    /// A seed's own key, from its mother's.
    Seed = 4,
    /// A seed's year: does it rot, does it sprout, does the field let it live.
    SeedYear = 5,
    /// A tree's year: one number for each cause of death.
    Death = 6,
    /// A stump's year: does it resprout.
    Resprout = 7,
    /// The key of a tree that grows from a stump.
    Sprout = 8,
    /// The copy of a grown tree, seed or dead tree in one tile of a tiled forest.
    Tile = 9,
    /// Where a point of a point method stands.
    Place = 10,
    /// The size of a founder.
    Size = 11,
    /// The numbered simulations, or permutations, of a test.
    Simulation = 12,
    /// Where an attraction point stands.
    Attraction = 13,
    /// A growth point's round: does it break.
    Breakage = 14,
    /// A twig of the finished tree: is it broken off.
    Damage = 15,
    /// A letter of an L-system: which rule rewrites it, and how far its numbers stray.
    Rewriting = 16,
    /// A leaf: how it is turned.
    Leaf = 17,
    /// How far the form of a tree, or of all trees of a site, strays from what is usual.
    Form = 18,
    /// What a system draws that is not of this project; several keep apart by their numbers.
    Custom = 19,
    /// The number of a point of a pattern, from where it stands.
    Id = 20,
    /// Ground that is drawn: the waves of its noise, its hills.
    Relief = 21,
    /// Which asset of a mix an instance becomes.
    Mix = 22,
    /// How an instance of a painted world stands: turned, leaning, how large.
    Pose = 23,
    /// In what a tree differs from the others of its species.
    Scores = 24,
    /// How warm a summer is to a species that bears seeds by it.
    Summer = 25,
    /// What the ground of a cell offers to seeds.
    Seedbed = 26,
    /// Seeds from beyond the plot: how many of a species in a year, who each is, where it comes down.
    FromOutside = 27,
    /// A bud's year: how its shoot strays, whether its end dies.
    Bud = 28,
    /// The key of a metamer, from the bud that grew it.
    Metamer = 29,
    /// A bud at the side of a shoot: does it form, who it is, where it points, whether it wakes.
    SideBud = 30,
    /// How long a dead limb stays.
    DeadLimb = 31,
    /// A building that fell: its noise, and where each stone came to lie.
    Ruin = 32,
    /// A forest's year: does a storm come, how strong, from where.
    Storm = 40,
    /// How sound a tree's stem and roots are, for life.
    Soundness = 41,
    /// Whether a falling tree kills one in its way.
    Hit = 42,
    /// Lightning: how often it strikes in a year, and where.
    Lightning = 43,
    /// Fire: whether one starts and where, to whom it passes, whom it kills.
    Fire = 44,
    /// Whether bark beetles kill a tree.
    Beetles = 45,
    /// A year's temperature and rain.
    Climate = 50,
    /// Whether a dry year kills a tree.
    Drought = 51,
    /// A dead tree: where its stem broke, whether what stands of it falls in a year.
    Deadwood = 52,
    /// Young trees that are planted: where, and their keys.
    Planting = 70,
    /// Which trees a thinning by chance takes.
    Thinning = 71,
    /// A main root: which way it leaves the taproot, how long it is, how each segment strays.
    MainRoot = 80,
    /// Stones in the soil: how many, where, how large.
    Stone = 81,
    /// The points of a sweep: which share of its range a key takes.
    Design = 90,
    /// A run of a calibration: which values its keys take, and its seed.
    Particle = 91,
    /// A tree of a scene: which of the models of its size it is, how it is turned, where it would stand by chance.
    Scene = 60,
}

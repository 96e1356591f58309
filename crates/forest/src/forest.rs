use std::time::Instant;

use hecs::World;
use understory_numerics::math::{exp, pow};
use understory_numerics::{Key, Purpose};
use understory_space::{Plot, Tiles};

use crate::columns::{TreeBundle, column, empty_world, seeds, trees};
use crate::components::{Cause, Identity, Position, Remains, Size, SpeciesIndex};
use crate::field::Fields;
use crate::growth::{BREAST_HEIGHT_M, GrowthCurve, crown_radius_m};
use crate::neighbourhood::{TILE_SIDE_M, greatest_reach_m};
use crate::parameters::{Interaction, Species};
use crate::schedule::YEAR;
use crate::sources::{Sources, Turning};
use crate::state::{dead_bundle, seed_bundle, tree_bundle};

/// A living forest: its trees, seeds and dead as entities, and what a year needs beside them.
///
/// Between two years the rows of the trees stand in order of (level of reach, tile, key); nothing that a year
/// does depends on any other order.
pub struct Forest {
    pub(crate) world: World,
    pub(crate) tiles: Tiles,
    pub(crate) kinds: Vec<SpeciesModel>,
    pub(crate) year: u32,
    pub(crate) next_tree: u64,
    /// The living, row by row: index, sources and reaches.
    pub(crate) living: Sources,
    /// The dead, row by row.
    pub(crate) remains: Sources,
    /// What the systems of a year hand on to each other.
    pub(crate) today: Today,
    pub(crate) turning: Turning,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) events: Option<Vec<Event>>,
    pub(crate) seconds: Vec<f64>,
    pub(crate) peak_seeds: u64,
    pub(crate) tree_years: u64,
}

/// A species with what follows from its parameters.
pub(crate) struct SpeciesModel {
    pub(crate) parameters: Species,
    pub(crate) curve: GrowthCurve,
    pub(crate) fields: Fields,
    /// Yearly loss by what strikes at any age: 1 − lucky^(1/age_max).
    pub(crate) intrinsic_loss: f64,
    /// Good years are those whose number plus this is a multiple of the mast period.
    pub(crate) mast_phase: u32,
}

/// What the systems of one year hand on to each other; emptied when it ends, the memory kept for the next.
#[derive(Default)]
pub(crate) struct Today {
    /// The trees that bear, in runs of rows; from `fruit`.
    pub(crate) mothers: Vec<Vec<Mother>>,
    /// What fell from each run of mothers and is sound; from `disperse`.
    pub(crate) fallen: Vec<Fallen>,
    /// What each seed of the bank does; from `decay`, then from `germinate`.
    pub(crate) bank_fates: Vec<Fate>,
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

/// A seed: in the ground, or as it comes from a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seed {
    /// Who it is.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it lies, m.
    pub place_m: [f64; 2],
    /// Whole years in the ground.
    pub age_yr: u16,
}

/// A living tree, as it stands in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    /// Running number, in the order of birth and within a year of keys.
    pub number: u64,
    /// Who it is.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stands, m.
    pub place_m: [f64; 2],
    /// Whole years since birth.
    pub age_yr: u16,
    /// How big it is.
    pub size: Size,
    /// Running mean of the growth factor, 0 to 1.
    pub vigour: f64,
}

/// A dead tree whose field has not faded yet, or whose stump may resprout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadTree {
    /// Running number it had.
    pub number: u64,
    /// Who it was.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stood, m.
    pub place_m: [f64; 2],
    /// Whole years it lived.
    pub age_yr: u16,
    /// How big it was.
    pub size: Size,
    /// Why and when it died.
    pub remains: Remains,
}

/// A tree with which a forest begins; its number is given by the forest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Founder {
    /// Who it is.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stands, m; on the plot.
    pub place_m: [f64; 2],
    /// Whole years since birth.
    pub age_yr: u16,
    /// How big it is.
    pub size: Size,
    /// Running mean of the growth factor, 0 to 1.
    pub vigour: f64,
}

impl Founder {
    pub(crate) fn numbered(&self, number: u64) -> Tree {
        let Self {
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
        } = *self;
        Tree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
        }
    }
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

/// A tree that enters at the end of the year.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    pub(crate) founder: Founder,
    pub(crate) origin: Origin,
}

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
    pub died: [u64; 3],
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

/// Everything of a forest that goes from one year into the next.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Years that have passed.
    pub year: u32,
    /// The next tree's running number.
    pub next_tree: u64,
    /// Trees alive at the beginning of each year so far, summed.
    pub tree_years: u64,
    /// Most seeds that were there at once in any year so far.
    pub peak_seeds: u64,
    /// The living.
    pub trees: Vec<Tree>,
    /// The bank.
    pub seeds: Vec<Seed>,
    /// The dead.
    pub dead: Vec<DeadTree>,
}

/// Why a forest cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ForestError {
    /// There is no species.
    #[error("a forest needs at least one species")]
    NoSpecies,
    /// There are more species than an index can name.
    #[error("{0} species are too many: a forest holds at most 65535")]
    TooManySpecies(usize),
    /// There are more tiles than can be numbered.
    #[error("a plot of {width_m} m by {height_m} m is too large: its area must be at most {most_km2} km²")]
    PlotTooLarge {
        /// Width, m.
        width_m: f64,
        /// Height, m.
        height_m: f64,
        /// Greatest area, km².
        most_km2: f64,
    },
    /// A tree's reach goes further round a torus than it can hold.
    #[error(
        "a full-grown `{species}` reaches {reach_m:.2} m, but this torus holds a reach of at most \
         {limit_m:.2} m, a third of its shorter side"
    )]
    ReachTooLong {
        /// Name of the species.
        species: String,
        /// How far its greatest tree reaches, m.
        reach_m: f64,
        /// How far it may, m.
        limit_m: f64,
    },
    /// A tree does not stand on the plot.
    #[error("a tree at ({0}, {1}) does not stand on the plot")]
    OutsidePlot(f64, f64),
    /// A size or vigour that the growth curves of the species cannot hold.
    #[error(
        "a `{species}` of {height_m} m and {dbh_cm} cm with vigour {vigour} is impossible: its curves end at \
         {height_max_m} m and {dbh_max_cm} cm"
    )]
    ImpossibleTree {
        /// Name of the species.
        species: String,
        /// Height, m.
        height_m: f64,
        /// Diameter, cm.
        dbh_cm: f64,
        /// Vigour.
        vigour: f64,
        /// Greatest height, m.
        height_max_m: f64,
        /// Greatest diameter, cm.
        dbh_max_cm: f64,
    },
    /// A tree or a seed of a species that is not in the list.
    #[error("species number {0} is not in the forest's list")]
    UnknownSpecies(u16),
    /// Two trees or two seeds share a key.
    #[error("the key {0} belongs to two")]
    KeyTwice(Key),
}

/// Greatest area of a plot, km²: three levels of tiles of 4 m by 4 m then have numbers of 32 bits, with room for
/// narrow plots whose tiles are smaller.
const GREATEST_AREA_KM2: f64 = 10_000.0;

/// How far the greatest tree of a species reaches, by whichever of its fields goes further, m.
#[must_use]
pub fn greatest_reach_of_m(species: &Species) -> f64 {
    let greatest = Size {
        dbh_cm: species.growth.dbh_max_cm,
        height_m: species.growth.height_max_m,
    };
    let radii = species
        .competition
        .kernel
        .reach_crown_radii()
        .max(species.inhibition.kernel.reach_crown_radii());
    crown_radius_m(&species.crown, greatest) * radii
}

/// That no two of these are the same.
fn check_keys(mut keys: Vec<Key>) -> Result<(), ForestError> {
    keys.sort_unstable();
    let twins = keys.windows(2).find(|pair| pair[0] == pair[1]);
    twins.map_or(Ok(()), |twins| Err(ForestError::KeyTwice(twins[0])))
}

impl SpeciesModel {
    fn new(parameters: Species, interaction: &Interaction, seed: u64) -> Self {
        let period = parameters.fruit.mast_every_yr.max(1);
        let phase_word = Key::root(seed, &["mast", &parameters.name]).draws(0, Purpose::MastPhase, 0)[0];
        let mortality = &parameters.mortality;
        Self {
            curve: GrowthCurve::new(parameters.growth),
            fields: Fields::new(&parameters, interaction.size_asymmetry),
            intrinsic_loss: 1.0 - pow(mortality.lucky_fraction, 1.0 / f64::from(mortality.age_max_yr)),
            mast_phase: phase_word % period,
            parameters,
        }
    }

    /// Share of a good year's seeds that this year brings.
    pub(crate) fn mast_factor(&self, year: u32) -> f64 {
        let fruit = &self.parameters.fruit;
        let is_good = (year + self.mast_phase).is_multiple_of(fruit.mast_every_yr.max(1));
        if is_good { 1.0 } else { fruit.off_year_fraction }
    }

    /// Inhibiting strength left of a tree `years` after its death; `None` when it is gone.
    pub(crate) fn fading(&self, years: u32) -> Option<f64> {
        let inhibition = &self.parameters.inhibition;
        (years <= inhibition.memory_yr).then(|| exp(-f64::from(years) / inhibition.fade_yr))
    }
}

impl Forest {
    /// A forest without a tree on `plot`.
    ///
    /// # Errors
    /// [`ForestError`] where there is no species, or one whose trees reach too far for the torus.
    pub fn new(
        plot: Plot,
        seed: u64,
        species: Vec<Species>,
        interaction: Interaction,
    ) -> Result<Self, ForestError> {
        if species.is_empty() {
            return Err(ForestError::NoSpecies);
        }
        if species.len() > usize::from(u16::MAX) {
            return Err(ForestError::TooManySpecies(species.len()));
        }
        if plot.area_m2() > GREATEST_AREA_KM2 * 1e6 {
            let [width_m, height_m] = plot.size_m();
            let most_km2 = GREATEST_AREA_KM2;
            return Err(ForestError::PlotTooLarge {
                width_m,
                height_m,
                most_km2,
            });
        }
        let limit_m = greatest_reach_m(&plot);
        if let Some(far) = species
            .iter()
            .find(|species| greatest_reach_of_m(species) > limit_m)
        {
            let reach_m = greatest_reach_of_m(far);
            return Err(ForestError::ReachTooLong {
                species: far.name.clone(),
                reach_m,
                limit_m,
            });
        }
        let kinds: Vec<SpeciesModel> = species
            .into_iter()
            .map(|species| SpeciesModel::new(species, &interaction, seed))
            .collect();
        let mut forest = Self {
            world: empty_world(),
            tiles: Tiles::new(plot, TILE_SIDE_M),
            year: 0,
            next_tree: 1,
            living: Sources::default(),
            remains: Sources::default(),
            today: Today::default(),
            turning: Turning::default(),
            tallies: vec![Tally::default(); kinds.len()],
            events: None,
            seconds: vec![0.0; YEAR.len()],
            peak_seeds: 0,
            tree_years: 0,
            kinds,
        };
        forest.settle_dead(&[]);
        forest.settle_trees(&[]);
        Ok(forest)
    }

    /// Lets each birth and death be noted from now on, for [`Self::take_events`].
    pub fn note_events(&mut self) {
        self.events.get_or_insert_default();
    }

    /// Plants the trees with which the forest begins; their running numbers follow the order of their keys.
    ///
    /// # Errors
    /// [`ForestError`] where a tree does not stand on the plot, has an unknown species, an impossible size, or
    /// another's key. Then nothing is planted.
    pub fn plant(&mut self, mut founders: Vec<Founder>) -> Result<(), ForestError> {
        for founder in &founders {
            self.check_tree(founder.species, founder.place_m, founder.size, founder.vigour)?;
        }
        check_keys(founders.iter().map(|founder| founder.key).collect())?;
        founders.sort_unstable_by_key(|founder| founder.key);
        // Room for more trees is asked for here, where it costs nothing until they come: when the columns have
        // to grow, old and new stand side by side.
        let room = founders.len() + founders.len() / 4;
        self.world.reserve::<TreeBundle>(room as u32);
        let first = self.number_births(founders.iter().map(|founder| (founder, Origin::Founder)));
        // Half by half, so that the list shrinks while the columns fill.
        while !founders.is_empty() {
            let rest = founders.len() / 2;
            let half = founders[rest..].iter().zip(first + rest as u64..);
            self.world
                .spawn_batch(half.map(|(founder, number)| tree_bundle(&founder.numbered(number))));
            founders.truncate(rest);
            founders.shrink_to_fit();
        }
        self.settle_trees(&[]);
        self.turning = Turning::default();
        Ok(())
    }

    /// Lays seeds into the bank and the dead among the trees, as they come from a grown forest. The dead get
    /// running numbers of this forest, in the order of their keys.
    ///
    /// # Errors
    /// [`ForestError`] where one does not lie on the plot or has an unknown species, or where two seeds, or a
    /// seed and a tree, share a key. Then nothing is laid.
    pub fn bury(&mut self, seeds: Vec<Seed>, mut dead: Vec<DeadTree>) -> Result<(), ForestError> {
        self.check_resting(&seeds, &dead)?;
        let mut keys: Vec<Key> = seeds.iter().map(|seed| seed.key).collect();
        for kind in [trees(&self.world), crate::columns::seeds(&self.world)] {
            keys.extend(column::<Identity>(kind).iter().map(|identity| identity.0));
        }
        check_keys(keys)?;
        dead.sort_unstable_by_key(|dead| dead.key);
        self.world.spawn_batch(seeds.iter().map(seed_bundle));
        let first = self.next_tree;
        self.next_tree += dead.len() as u64;
        self.world.spawn_batch(dead.iter().enumerate().map(|(at, dead)| {
            let number = first + at as u64;
            dead_bundle(&DeadTree { number, ..*dead })
        }));
        drop((seeds, dead));
        self.settle_dead(&[]);
        self.turning = Turning::default();
        Ok(())
    }

    fn check_tree(
        &self,
        species: u16,
        place_m: [f64; 2],
        size: Size,
        vigour: f64,
    ) -> Result<(), ForestError> {
        let growth = &self.known(species)?.growth;
        self.check_place(place_m)?;
        let is_possible = size.height_m > 0.0
            && size.height_m <= growth.height_max_m
            && (0.0..=growth.dbh_max_cm).contains(&size.dbh_cm)
            && (size.dbh_cm == 0.0 || size.height_m >= BREAST_HEIGHT_M)
            && (0.0..=1.0).contains(&vigour);
        if is_possible {
            return Ok(());
        }
        Err(ForestError::ImpossibleTree {
            species: self.known(species)?.name.clone(),
            height_m: size.height_m,
            dbh_cm: size.dbh_cm,
            vigour,
            height_max_m: growth.height_max_m,
            dbh_max_cm: growth.dbh_max_cm,
        })
    }

    /// Trees may stand on the far edges of an open plot, as those of measured stands do.
    fn check_place(&self, place_m: [f64; 2]) -> Result<(), ForestError> {
        let plot = self.plot();
        let is_on_closed_plot = (0..2).all(|axis| {
            let origin_m = plot.origin_m()[axis];
            place_m[axis] >= origin_m && place_m[axis] <= origin_m + plot.size_m()[axis]
        });
        let is_on_plot = if plot.is_torus() {
            plot.contains(place_m)
        } else {
            is_on_closed_plot
        };
        is_on_plot
            .then_some(())
            .ok_or(ForestError::OutsidePlot(place_m[0], place_m[1]))
    }

    fn known(&self, species: u16) -> Result<&Species, ForestError> {
        self.kinds
            .get(usize::from(species))
            .map(|kind| &kind.parameters)
            .ok_or(ForestError::UnknownSpecies(species))
    }

    /// Puts a saved state in the place of this one. Going on from it gives the same bits as never having
    /// stopped; the lists may be in any order.
    ///
    /// # Errors
    /// [`ForestError`] as in [`Self::plant`]; the forest is then as before.
    pub fn restore(&mut self, state: State) -> Result<(), ForestError> {
        for tree in &state.trees {
            self.check_tree(tree.species, tree.place_m, tree.size, tree.vigour)?;
        }
        self.check_resting(&state.seeds, &state.dead)?;
        let keys = state.trees.iter().map(|tree| tree.key);
        check_keys(keys.chain(state.seeds.iter().map(|seed| seed.key)).collect())?;
        self.world = empty_world();
        self.year = state.year;
        self.next_tree = state.next_tree;
        self.tree_years = state.tree_years;
        self.peak_seeds = state.peak_seeds;
        self.today = Today::default();
        self.living = Sources::default();
        self.remains = Sources::default();
        self.world.spawn_batch(state.trees.iter().map(tree_bundle));
        self.world.spawn_batch(state.seeds.iter().map(seed_bundle));
        self.world.spawn_batch(state.dead.iter().map(dead_bundle));
        drop(state);
        self.settle_dead(&[]);
        self.settle_trees(&[]);
        self.turning = Turning::default();
        Ok(())
    }

    fn check_resting(&self, seeds: &[Seed], dead: &[DeadTree]) -> Result<(), ForestError> {
        let seeds = seeds.iter().map(|seed| (seed.species, seed.place_m));
        for (species, place_m) in seeds.chain(dead.iter().map(|dead| (dead.species, dead.place_m))) {
            self.known(species)?;
            self.check_place(place_m)?;
        }
        Ok(())
    }

    /// Everything that goes into the next year: trees by running number, seeds by key, the dead by number.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            year: self.year,
            next_tree: self.next_tree,
            tree_years: self.tree_years,
            peak_seeds: self.peak_seeds,
            trees: self.trees(),
            seeds: self.seeds(),
            dead: self.dead(),
        }
    }

    /// One year: every system of [`YEAR`] once, in its order.
    pub fn advance(&mut self) {
        self.year += 1;
        self.tree_years += self.tree_count() as u64;
        self.tallies.fill(Tally::default());
        for (index, system) in YEAR.iter().enumerate() {
            let start = Instant::now();
            (system.run)(self);
            self.seconds[index] += start.elapsed().as_secs_f64();
        }
    }

    /// The plot on which it stands.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        self.tiles.plot()
    }

    /// Years that have passed.
    #[must_use]
    pub fn year(&self) -> u32 {
        self.year
    }

    /// The parameters of each species, in the order of their indices.
    #[must_use]
    pub fn species(&self) -> impl ExactSizeIterator<Item = &Species> {
        self.kinds.iter().map(|kind| &kind.parameters)
    }

    /// Living trees.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        trees(&self.world).len() as usize
    }

    /// Seeds in the bank.
    #[must_use]
    pub fn seed_count(&self) -> usize {
        seeds(&self.world).len() as usize
    }

    /// The last year in numbers, species by species.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Births and deaths noted since the last call, if [`Self::note_events`] was called: year by year, births
    /// by running number, then deaths by running number.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Seconds spent in each system so far, in the order of [`YEAR`].
    pub fn system_seconds(&self) -> impl Iterator<Item = (&'static str, f64)> {
        YEAR.iter()
            .zip(&self.seconds)
            .map(|(system, &seconds)| (system.name, seconds))
    }

    /// Most seeds that were there at once: the bank and what fell in a year.
    #[must_use]
    pub fn peak_seeds(&self) -> u64 {
        self.peak_seeds
    }

    /// The running number that the next tree gets.
    #[must_use]
    pub fn next_tree(&self) -> u64 {
        self.next_tree
    }

    /// Trees alive at the beginning of each year so far, summed.
    #[must_use]
    pub fn tree_years(&self) -> u64 {
        self.tree_years
    }

    /// Crown radius of a tree of this species and size, m.
    #[must_use]
    pub fn crown_radius_m(&self, species: u16, size: Size) -> f64 {
        crown_radius_m(&self.kinds[usize::from(species)].parameters.crown, size)
    }

    /// Calls `visit` with place, species and size of every living tree, in an order that follows from the trees
    /// alone, so that sums over it are the same bits in every run.
    pub fn for_each_tree(&self, mut visit: impl FnMut([f64; 2], u16, Size)) {
        let kind = trees(&self.world);
        let (places, sizes) = (column::<Position>(kind), column::<Size>(kind));
        let species = column::<SpeciesIndex>(kind);
        for row in 0..places.len() {
            visit(places[row].0, species[row].0, sizes[row]);
        }
    }

    /// Crowding *C* of every living tree as the next year will find it, no unit, in the order of
    /// [`Self::for_each_tree`].
    pub fn crowding(&mut self) -> &[f32] {
        crate::systems::crowd::crowd(self);
        &self.today.crowding
    }

    /// Seeds of each species in the bank.
    #[must_use]
    pub fn seeds_by_species(&self) -> Vec<u64> {
        let mut counts = vec![0; self.kinds.len()];
        for species in column::<SpeciesIndex>(seeds(&self.world)).iter() {
            counts[usize::from(species.0)] += 1;
        }
        counts
    }
}

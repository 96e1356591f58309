//! The forest: its world, the systems of its year, and what can be asked of it.
//!
//! Nothing here does what a year does: systems are in `systems/`, their order in `schedule.rs`. To read the forest
//! take a view; rows move once a year, so neither a row's number nor an `Entity` may be kept beyond it.

use std::ops::Range;
use std::sync::Arc;

use understory_ecs::hecs::Component;
use understory_ecs::{Columns, Kind, Schedule, ScheduleError, System, View, World, run_once};
use understory_keys::Checked;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Plot, Tiles, Window};

use crate::borders::Borders;
use crate::changes::{self, TreeChange};
use crate::climate::{Climate, YearClimate};
use crate::coming_forward::{SeedAt, Sprout};
use crate::components::{Crowding, Position, Remains, Size, SpeciesIndex, Wood};
use crate::crowns::{CrownSpace, SpaceWon, YearlyCrowns};
use crate::deadwood::Part;
use crate::entities::{DeadTree, Deadwood, Founder, GrowthPoint, Seed, Tree};
use crate::error::ForestError;
use crate::events::{Event, Tally};
use crate::exchange::Exchange;
use crate::gathered::{Gathered, gather};
use crate::ground::Ground;
use crate::inventory::{Inventory, Shares, SmallTrees, area_ha, small_trees};
use crate::light::LightModel;
use crate::management::{Handled, Intervention, MERCHANTABLE_CM, Management};
use crate::neighbourhood::{TILE_SIDE_M, greatest_reach_m};
use crate::parameters::{Conditions, LIGHT_KEYS, Light, Species};
use crate::parts::{self, Parts};
use crate::planting;
use crate::reach::{Neighbours, neighbours};
use crate::resources::{
    Births, Climates, Crowns, Doomed, Events, GroundHeight, Harvest, HazardKey, Mast, Room, Scratch,
    SeedRain, Seedbed, Shade, Sites, SpeciesList, Sprouts, Tallies, TileIndex, Totals, Weather, Year,
};
use crate::row_lists::of_stretches;
use crate::schedule;
use crate::seedbed::Seedbeds;
use crate::settle::{put_in_order, settle_dead};
use crate::site::{HeightAt, Site};
use crate::species_model::{SpeciesModel, crown_fault, greatest_reach_of_m};
use crate::state::{Counts, State, by_number, counts, seeds_by_key};
use crate::systems::canopy::crowding_alone;
use crate::systems::doom::doom;
use crate::systems::shade::shade;

/// A living forest: its trees, seeds and dead as entities of a world, and the systems of its year.
///
/// Between two years the rows of the trees stand in order of (level of reach, tile, key); nothing that a year
/// does depends on any other order.
pub struct Forest {
    world: World,
    year: Schedule,
    tiles: Tiles,
    species: SpeciesList,
    /// The whole, where this is the root of several parts and a year is over.
    whole: Option<Box<Gathered>>,
}

/// Greatest area of a plot, km²: four levels of tiles of 10 m by 10 m then have numbers of 32 bits, with room for narrow
/// plots whose tiles are smaller.
pub const GREATEST_AREA_KM2: f64 = 10_000.0;

/// Most seeds of all species that may be expected from beyond a plot in a good year; each is drawn by itself.
pub const MOST_SEEDS_FROM_OUTSIDE_PER_YR: f64 = 1e9;

impl Forest {
    /// A forest without a tree on `plot`.
    ///
    /// # Errors
    /// [`ForestError`] where there is no species, or one whose trees reach too far for the torus.
    pub fn new(
        plot: Plot,
        seed: u64,
        species: Vec<Species>,
        conditions: Conditions,
    ) -> Result<Self, ForestError> {
        check(&plot, &species, &conditions.light)?;
        conditions
            .disturbance
            .in_range()
            .map_err(ForestError::Disturbance)?;
        let models = SpeciesModel::all(species, &conditions.light, seed);
        let species = SpeciesList(models.into());
        let tiles = Tiles::new(plot, TILE_SIDE_M);
        let mut world = World::new();
        world.add_kind::<Tree>();
        world.add_kind::<Seed>();
        world.add_kind::<DeadTree>();
        world.add_kind::<Deadwood>();
        world.add_kind::<GrowthPoint>();
        world.insert_resource(tiles);
        world.insert_resource(species.clone());
        world.insert_resource(Seedbed(Seedbeds::new(conditions.seedbed, seed)));
        world.insert_resource(conditions);
        world.insert_resource(Sites::default());
        world.insert_resource(Climates::default());
        world.insert_resource(Weather::default());
        world.insert_resource(GroundHeight::default());
        world.insert_resource(Crowns::default());
        world.insert_resource(Room::default());
        world.insert_resource(Management::default());
        world.insert_resource(Harvest::default());
        world.insert_resource(Doomed::default());
        world.insert_resource(HazardKey(RandomKey::root(seed, &["disturbance"])));
        world.insert_resource(Mast::default());
        world.insert_resource(Borders::new(&plot));
        world.insert_resource(Parts::default());
        world.insert_resource(Year(0));
        world.insert_resource(Totals::default());
        world.insert_resource(Tallies(vec![Tally::default(); species.0.len()]));
        world.insert_resource(Events::default());
        world.insert_resource(TileIndex::<Tree>::default());
        world.insert_resource(TileIndex::<DeadTree>::default());
        let mut forest = Self {
            world,
            year: schedule::year(),
            tiles,
            species,
            whole: None,
        };
        // Also puts the year's lists into the world as resources, which systems then only fill.
        forest.rest();
        settle_dead(&mut forest.world, &mut Scratch::default());
        put_in_order::<Tree>(&mut forest.world, None, &[], &mut Scratch::default());
        Ok(forest)
    }

    /// Plants the trees with which the forest begins; their running numbers follow the order of their keys.
    ///
    /// Room is made for as many as the upper bound of `size_hint` says.
    ///
    /// # Errors
    /// [`ForestError`] where a tree does not stand on the plot, has an unknown species, an impossible size, or
    /// another's key. Then nothing is planted.
    pub fn plant(&mut self, founders: impl IntoIterator<Item = Founder>) -> Result<(), ForestError> {
        // What is generic is built anew in each crate that calls it, so no more of it is than must be.
        planting::plant(&mut self.world, &mut founders.into_iter())?;
        self.rest();
        Ok(())
    }

    /// Lays seeds into the bank and the dead among the trees, as they come from a grown forest. The dead get
    /// running numbers of this forest, in the order of their keys.
    ///
    /// Room is made for as many as the upper bounds of `size_hint` say.
    ///
    /// # Errors
    /// [`ForestError`] where one does not lie on the plot or has an unknown species, or where two seeds, or a
    /// seed and a tree, share a key. Then nothing is laid.
    pub fn bury(
        &mut self,
        seeds: impl IntoIterator<Item = Seed>,
        dead: impl IntoIterator<Item = DeadTree>,
    ) -> Result<(), ForestError> {
        planting::bury(&mut self.world, &mut seeds.into_iter(), &mut dead.into_iter())?;
        self.rest();
        Ok(())
    }

    /// Lays deadwood beside what stands and lies there, as it comes from a grown forest.
    ///
    /// # Errors
    /// [`ForestError`] where a piece does not lie on the plot, has an unknown species, or cannot be as it is. Then nothing is laid.
    pub fn lay_deadwood(&mut self, deadwood: impl IntoIterator<Item = Deadwood>) -> Result<(), ForestError> {
        planting::lay_deadwood(&mut self.world, &mut deadwood.into_iter())?;
        self.rest();
        Ok(())
    }

    /// Puts a saved state in the place of this one. Going on from it gives the same bits as never having
    /// stopped; the lists may be in any order.
    ///
    /// # Errors
    /// [`ForestError`] as in [`Self::plant`]; the forest is then as before.
    pub fn restore(&mut self, state: State) -> Result<(), ForestError> {
        let State {
            counts,
            trees,
            seeds,
            dead,
            deadwood,
            growth_points,
        } = state;
        self.restore_from(counts, trees, seeds, dead, deadwood, growth_points)
    }

    /// As [`Self::restore`], of a state that is read on the way. Room is made for as many as the upper bounds of
    /// `size_hint` say.
    ///
    /// # Errors
    /// As [`Self::restore`].
    pub fn restore_from(
        &mut self,
        counts: Counts,
        trees: impl IntoIterator<Item = Tree>,
        seeds: impl IntoIterator<Item = Seed>,
        dead: impl IntoIterator<Item = DeadTree>,
        deadwood: impl IntoIterator<Item = Deadwood>,
        growth_points: impl IntoIterator<Item = GrowthPoint>,
    ) -> Result<(), ForestError> {
        planting::restore(
            &mut self.world,
            counts,
            &mut trees.into_iter(),
            &mut seeds.into_iter(),
            &mut dead.into_iter(),
            &mut deadwood.into_iter(),
            &mut growth_points.into_iter(),
        )?;
        self.rest();
        Ok(())
    }

    /// Lets each birth and death be noted from now on, for [`Self::take_events`].
    pub fn note_events(&mut self) {
        self.world.res_mut::<Events>().0.get_or_insert_default();
    }

    /// Says what becomes of seeds at the edge from now on, and what part of the plot is counted. The window changes nothing
    /// but [`Self::tallies`] and [`Self::seeds_by_species`].
    pub fn set_borders(&mut self, borders: Borders) {
        self.world.insert_resource(borders);
    }

    /// Says what the ground lets each species grow, from now on; before any tree is planted, so that the vigour of founders follows
    /// from it.
    ///
    /// # Errors
    /// [`ForestError::Impossible`] where it has factors of more or fewer species than the forest; the forest is then as before.
    pub fn set_site(&mut self, site: Arc<Site>) -> Result<(), ForestError> {
        let (own, given) = (self.species.0.len(), site.species());
        if own != given {
            let why = format!("it has factors of {given} species, but the forest has {own}");
            return Err(ForestError::impossible("the site", why));
        }
        self.world.insert_resource(Sites(Some(site)));
        Ok(())
    }

    /// Says how warm and how moist each year is, from now on.
    pub fn set_climate(&mut self, climate: Arc<Climate>) {
        self.world.insert_resource(Climates(Some(climate)));
    }

    /// Temperature and rain of the year that has just passed; `None` where all years are alike, and before the first.
    #[must_use]
    pub fn climate_of_year(&self) -> Option<YearClimate> {
        let climates = self.world.res::<Climates>();
        let year = self.year();
        climates
            .0
            .as_ref()
            .filter(|_| year > 0)
            .map(|climate| climate.year(year))
    }

    /// Says how high the ground lies, from now on, in metres above any level; it is asked for places of the plot alone. Light models
    /// that compare heights let trees higher up a slope count as taller by it.
    pub fn set_ground_height(&mut self, height_at_m: HeightAt) {
        self.world.insert_resource(GroundHeight(Some(height_at_m)));
    }

    /// Lets crowns grow with their trees from now on, and share their space.
    ///
    /// # Errors
    /// [`ForestError::Impossible`] where shapes are of more or fewer species than the forest has, a number is out of its range, or
    /// attraction points lie too close for the plot; the forest is then as before.
    pub fn set_crowns(&mut self, crowns: YearlyCrowns) -> Result<(), ForestError> {
        let plot = self.tiles.plot();
        let species: Vec<Species> = self.species.iter().cloned().collect();
        crowns.check(plot, &species)?;
        let key = self.world.res::<HazardKey>().0.child(0, Purpose::Attraction, 0);
        let space = CrownSpace::new(crowns, &species, plot, key);
        self.world.insert_resource(Crowns(Some(Box::new(space))));
        Ok(())
    }

    /// Says what foresters do from now on, in this order within a year.
    ///
    /// # Errors
    /// [`ForestError`] where a number is out of its range, a species is not in the forest, or more or taller trees are planted than can
    /// be; the forest is then as before.
    pub fn set_management(&mut self, interventions: Vec<Intervention>) -> Result<(), ForestError> {
        let area_ha = self.tiles.plot().area_m2() / 1e4;
        let key = self.world.res::<HazardKey>().0;
        let management = Management::new(interventions, self.species.iter(), area_ha, key)?;
        self.world.insert_resource(management);
        Ok(())
    }

    /// What foresters did in the last year, tree by tree in the order of the interventions and within one of keys; the whole plot.
    #[must_use]
    pub fn handled(&self) -> Vec<Handled> {
        self.world.res::<Harvest>().handled.clone()
    }

    /// The part of the plot that is counted.
    #[must_use]
    pub fn window(&self) -> Window {
        self.world.res::<Borders>().window
    }

    /// One year: every system of [`Self::systems`] once, in their order.
    pub fn advance(&mut self) {
        self.whole = None;
        self.world.res_mut::<Year>().0 += 1;
        // In parts, those of all are added up when they next talk to each other.
        if self.world.res::<Parts>().0.is_none() {
            self.world.res_mut::<Totals>().tree_years += self.tree_count() as u64;
        }
        self.world.res_mut::<Tallies>().0.fill(Tally::default());
        *self.world.res_mut::<Harvest>() = Harvest::default();
        self.year.run(&mut self.world);
    }

    /// Changes trees before the next year: all, or none where there is an error. A tree that is to die dies in that year, after all
    /// have grown, if nothing else kills it first.
    ///
    /// # Errors
    /// [`ForestError`] where a tree is not there, is named twice or cannot be as it is to be; [`ForestError::NotLocal`] in a part of
    /// a forest; [`ForestError::Schedule`] where a system of the user's own is called `doom`, as the one is that lets trees die.
    pub fn change_trees(&mut self, changes: impl IntoIterator<Item = TreeChange>) -> Result<(), ForestError> {
        if self.world.res::<Parts>().0.is_some() {
            return Err(ForestError::NotLocal {
                key: "changes of trees",
            });
        }
        if self.world.res::<Doomed>().0.is_none() {
            let does = "trees die that were told to before the year";
            self.add_system_after("die", System::new("doom", does, doom))
                .map_err(ForestError::Schedule)?;
            self.world.res_mut::<Doomed>().0 = Some(Vec::new());
        }
        changes::change(&mut self.world, changes.into_iter().collect())
    }

    /// That a forest like this can be grown in so many parts.
    ///
    /// # Errors
    /// [`ForestError::NotLocal`] where something asks for the whole, [`ForestError::TooManyParts`] where the plot is too small.
    pub fn check_parts(&self, parts: usize) -> Result<(), ForestError> {
        parts::check(&self.world, parts)
    }

    /// Leaves each of several processes its part of the root's forest, a strip of the plot; all call it, with forests of the same plot,
    /// species and conditions. Trees, seeds and the dead of the others are replaced. From then on all advance together, and
    /// [`Self::gather`] tells the root of the whole; the results are those of one process, bit for bit.
    ///
    /// # Errors
    /// As [`Self::check_parts`], in all parts.
    ///
    /// # Panics
    /// Where another part is gone.
    pub fn divide(&mut self, exchange: Arc<dyn Exchange>) -> Result<(), ForestError> {
        parts::divide(&mut self.world, exchange)?;
        let own = System::new(
            "own_fruit",
            "in parts: trees that are another process's bear no seeds here",
            parts::only_own_bear,
        );
        let sent = System::new(
            "send_seeds",
            "in parts: seeds go to the process in whose strip they came down",
            parts::send_seeds,
        );
        for (after, system) in [("fruit", own), ("arrive", sent)] {
            if self
                .year
                .systems()
                .iter()
                .all(|known| known.name() != system.name())
            {
                let inserted = self.year.insert_after(after, system);
                debug_assert!(inserted.is_ok(), "the year has these systems");
            }
        }
        self.rest();
        Ok(())
    }

    /// Tells the root of the whole forest, of which it then answers: what is counted each year and, with the state, each tree, seed and
    /// dead tree. All parts call it after the same year; nothing happens where there are none. With the state, strips that have drifted
    /// apart are cut anew.
    ///
    /// # Panics
    /// Where another part is gone.
    pub fn gather(&mut self, with_state: bool) {
        if self.world.res::<Parts>().0.is_some() {
            let seeds = self.seeds_here();
            self.whole = gather(&self.world, with_state, &seeds).map(Box::new);
            if with_state {
                let all = self.whole.as_ref().and_then(|whole| whole.all());
                parts::divide_anew(&mut self.world, all).expect("it was divided before");
            }
        }
    }

    /// Lets go of the memory that only the work of a year needs; the next year asks for it again.
    pub fn rest(&mut self) {
        self.world.insert_resource(SeedRain::default());
        self.world.insert_resource(Sprouts::default());
        self.world.insert_resource(Births::default());
        self.world.insert_resource(Scratch::default());
        let light = self.world.res::<Conditions>().light;
        self.world.insert_resource(Shade(LightModel::new(&light)));
        self.world.insert_resource(Room::default());
        self.world.rest();
    }

    /// The systems of a year, in their order.
    #[must_use]
    pub fn systems(&self) -> &[System] {
        self.year.systems()
    }

    /// Adds a system to every year to come, after the one with this name.
    ///
    /// What it takes must be there already: [`Self::add_component`], [`Self::insert_resource`].
    ///
    /// # Errors
    /// [`ScheduleError`] where no system has this name or another has its own, where it takes what the world does not
    /// have, or one thing twice. Then nothing is added.
    pub fn add_system_after(&mut self, name: &str, system: System) -> Result<(), ScheduleError> {
        self.year.check_new(&system, &self.world)?;
        self.year.insert_after(name, system)
    }

    /// Gives each tree, seed or dead tree, now and later, one component more, with its default value.
    ///
    /// It lasts as long as the entity does, and is in no [`State`]: what a checkpoint holds it does not.
    pub fn add_component<K: Kind, T: Component + Copy + Default>(&mut self) {
        self.world.add_component::<K, T>();
    }

    /// Puts a resource into the world, for systems that take it; one of the same type is replaced.
    pub fn insert_resource<R: Send + Sync + 'static>(&mut self, resource: R) {
        self.world.insert_resource(resource);
    }

    /// Some components of all trees, all seeds or all dead: `forest.view::<Tree, (&Position, &Size)>()`.
    ///
    /// # Panics
    /// Where the kind has no such component.
    #[must_use]
    pub fn view<K: Kind, Q: Columns>(&self) -> View<'_, K, Q> {
        self.world.view()
    }

    /// Everything the forest is made of: entities and resources.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The plot on which it stands.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        self.tiles.plot()
    }

    /// Years that have passed.
    #[must_use]
    pub fn year(&self) -> u32 {
        self.world.res::<Year>().0
    }

    /// The parameters of each species, in the order of their indices.
    #[must_use]
    pub fn species(&self) -> impl ExactSizeIterator<Item = &Species> {
        self.species.iter()
    }

    /// Living trees.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        match &self.whole {
            Some(whole) => whole.tree_count,
            None => self.world.count::<Tree>(),
        }
    }

    /// Seeds in the bank.
    #[must_use]
    pub fn seed_count(&self) -> usize {
        match &self.whole {
            Some(whole) => whole.seed_count,
            None => self.world.count::<Seed>(),
        }
    }

    /// The dead whose fields have not faded, and fresh stumps.
    #[must_use]
    pub fn dead_count(&self) -> usize {
        match &self.whole {
            Some(whole) => whole.dead_count,
            None => self.world.count::<DeadTree>(),
        }
    }

    /// Dead trees of which wood is left.
    #[must_use]
    pub fn deadwood_count(&self) -> usize {
        match &self.whole {
            Some(whole) => whole.deadwood.len(),
            None => self.world.count::<Deadwood>(),
        }
    }

    /// Everything that goes into the next year, as lists.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            counts: counts(&self.world),
            trees: self.trees().collect(),
            seeds: self.seeds().collect(),
            dead: self.dead().collect(),
            deadwood: self.deadwood().collect(),
            growth_points: self.growth_points().collect(),
        }
    }

    /// The living, by running number.
    pub fn trees(&self) -> impl ExactSizeIterator<Item = Tree> {
        match self.whole.as_ref().and_then(|whole| whole.state.as_ref()) {
            Some((trees, ..)) => Listed::Gathered(trees.iter().copied()),
            None => Listed::Own(by_number(&self.world)),
        }
    }

    /// The bank, by key.
    pub fn seeds(&self) -> impl ExactSizeIterator<Item = Seed> {
        match self.whole.as_ref().and_then(|whole| whole.state.as_ref()) {
            Some((_, seeds, _)) => Listed::Gathered(seeds.iter().copied()),
            None => Listed::Own(seeds_by_key(&self.world)),
        }
    }

    /// The dead, by the running number they had.
    pub fn dead(&self) -> impl ExactSizeIterator<Item = DeadTree> {
        match self.whole.as_ref().and_then(|whole| whole.state.as_ref()) {
            Some((.., dead)) => Listed::Gathered(dead.iter().copied()),
            None => Listed::Own(by_number(&self.world)),
        }
    }

    /// Dead trees of which wood is left, by year of death and key.
    pub fn deadwood(&self) -> impl ExactSizeIterator<Item = Deadwood> {
        match &self.whole {
            Some(whole) => Listed::Gathered(whole.deadwood.iter().copied()),
            None => {
                let rows = self.world.rows::<Deadwood>();
                Listed::Own((0..rows.count()).map(move |row| rows.get(row)))
            }
        }
    }

    /// The growth points of crowns that grow with their trees, by tree and number; none where none do.
    pub fn growth_points(&self) -> impl ExactSizeIterator<Item = GrowthPoint> {
        let rows = self.world.rows::<GrowthPoint>();
        (0..self.growth_point_count()).map(move |row| rows.get(row))
    }

    /// Growth points of crowns that grow with their trees.
    #[must_use]
    pub fn growth_point_count(&self) -> usize {
        self.world.count::<GrowthPoint>()
    }

    /// What each tree with a crown of its own holds of the space that it asks for, as the next year will find it, by running number;
    /// none where crowns do not grow with their trees.
    pub fn space_won(&mut self) -> Vec<SpaceWon> {
        run_once(shade, &mut self.world);
        let crowns = self.world.res::<Crowns>();
        crowns
            .0
            .as_ref()
            .map(|space| space.won.clone())
            .unwrap_or_default()
    }

    /// Mean distance between the attraction points of crowns that grow with their trees, m.
    #[must_use]
    pub fn crown_spacing_m(&self) -> Option<f64> {
        self.world
            .res::<Crowns>()
            .0
            .as_ref()
            .map(|space| space.spacing_m())
    }

    /// Calls `visit` with place and species of every piece of deadwood and what is left of it, in an order that follows from the dead
    /// alone, so that sums over it are the same bits in every run.
    pub fn for_each_part(&self, mut visit: impl FnMut([f64; 2], u16, Part)) {
        let year = self.year();
        let mut each = |place_m: [f64; 2], index: u16, size: Size, remains: Remains, wood: Wood| {
            let species = self.species.parameters(index);
            let parts = species.deadwood.parts(&species.stem, size, remains, wood, year);
            parts.for_each(|part| visit(place_m, index, part));
        };
        if let Some(whole) = &self.whole {
            for one in &whole.deadwood {
                each(one.place_m, one.species, one.size, one.remains, one.wood);
            }
            return;
        }
        let mut dead: View<'_, Deadwood, (&Position, &SpeciesIndex, &Size, &Remains, &Wood)> = self.view();
        dead.for_each(|(place, index, size, remains, wood)| each(place.0, index.0, *size, *remains, *wood));
    }

    /// The last year in numbers, species by species, within the window.
    #[must_use]
    pub fn tallies(&self) -> Vec<Tally> {
        match &self.whole {
            Some(whole) => whole.tallies.clone(),
            None => self.world.res::<Tallies>().0.clone(),
        }
    }

    /// Births and deaths noted since the last call, if [`Self::note_events`] was called: year by year, births
    /// by running number, then deaths by running number.
    pub fn take_events(&mut self) -> Vec<Event> {
        if let Some(whole) = &mut self.whole {
            return std::mem::take(&mut whole.events);
        }
        let events = &mut self.world.res_mut::<Events>().0;
        events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Seconds spent in each system so far, in their order.
    pub fn system_seconds(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.year.seconds()
    }

    /// Most seeds that were there at once: the bank and what fell in a year.
    #[must_use]
    pub fn peak_seeds(&self) -> u64 {
        self.world.res::<Totals>().peak_seeds
    }

    /// The running number that the next tree gets.
    #[must_use]
    pub fn next_tree(&self) -> u64 {
        self.world.res::<Totals>().next_tree
    }

    /// Trees alive at the beginning of each year so far, summed.
    #[must_use]
    pub fn tree_years(&self) -> u64 {
        self.world.res::<Totals>().tree_years
    }

    /// Place and crown radius, m, of every living tree that is at least `from_height_m` high.
    pub fn canopy(&self, from_height_m: f64) -> impl Iterator<Item = ([f64; 2], f64)> {
        self.trees()
            .filter(move |tree| tree.size.height_m >= from_height_m)
            .map(|tree| (tree.place_m, tree.crown_radius_m))
    }

    /// Calls `visit` with place, species and size of every living tree, in an order that follows from the trees
    /// alone, so that sums over it are the same bits in every run.
    ///
    /// # Panics
    /// For the root of a forest in parts that has not gathered the state of this year.
    pub fn for_each_tree(&self, mut visit: impl FnMut([f64; 2], u16, Size)) {
        let is_told = self.whole.as_ref().is_none_or(|whole| whole.state.is_some());
        assert!(
            is_told,
            "the root knows single trees where it has gathered the state"
        );
        self.for_each_known(&mut visit);
    }

    /// The same of the trees of 7 cm or more, the stems of an inventory; [`Self::small_trees`] counts the others.
    pub fn for_each_stem(&self, mut visit: impl FnMut([f64; 2], u16, Size)) {
        self.for_each_known(&mut |place_m, species, size| {
            if size.dbh_cm >= MERCHANTABLE_CM {
                visit(place_m, species, size);
            }
        });
    }

    fn for_each_known(&self, visit: &mut impl FnMut([f64; 2], u16, Size)) {
        if let Some(whole) = &self.whole {
            for ((place, species), size) in whole.places.iter().zip(&whole.species).zip(&whole.sizes) {
                visit(place.0, species.0, *size);
            }
            return;
        }
        let mut trees: View<'_, Tree, (&Position, &SpeciesIndex, &Size)> = self.view();
        trees.for_each(|(place, species, size)| visit(place.0, species.0, *size));
    }

    /// Trees of each species in the window that are thinner than the stems of an inventory.
    #[must_use]
    pub fn small_trees(&self) -> Vec<SmallTrees> {
        match &self.whole {
            Some(whole) => whole.small.clone(),
            None => small_trees(&self.world, self.all_tiles()),
        }
    }

    /// What an inventory counts of each species in the window, then of all together.
    #[must_use]
    pub fn inventory(&self) -> Vec<Inventory> {
        match &self.whole {
            Some(whole) => whole.inventory.clone(),
            None => Shares::of(&self.world, self.all_tiles()).inventory(area_ha(&self.world)),
        }
    }

    fn all_tiles(&self) -> Range<u32> {
        0..self.tiles.len() as u32
    }

    /// Crowding *C* of every living tree as the next year will find it, no unit, in the order of
    /// [`Self::for_each_tree`].
    pub fn crowding(&mut self) -> Vec<f32> {
        crowding_alone(&mut self.world);
        let mut trees: View<'_, Tree, (&Crowding,)> = self.view();
        trees.slices().0.iter().map(|crowding| crowding.0).collect()
    }

    /// Crowding *C* that a newborn tree of a species would find at each of these places in the next year, no unit.
    ///
    /// # Errors
    /// [`ForestError`] where a place is not on the plot, or the species is unknown.
    pub fn crowding_at(&mut self, species: u16, places_m: &[[f64; 2]]) -> Result<Vec<f32>, ForestError> {
        let ground = Ground::new(self.tiles.plot(), &self.species.0);
        places_m
            .iter()
            .try_for_each(|&place_m| ground.check(species, place_m))?;
        let sprout = |(number, &place_m): (usize, &[f64; 2])| Sprout {
            place_m,
            tile: self.tiles.of(place_m),
            seed: SeedAt::Bank(number as u32),
            species,
            ..Sprout::default()
        };
        let mut asked: Vec<Sprout> = places_m.iter().enumerate().map(sprout).collect();
        asked.sort_by_key(|sprout| sprout.tile);
        std::mem::swap(&mut self.world.res_mut::<Sprouts>().all, &mut asked);
        crowding_alone(&mut self.world);
        std::mem::swap(&mut self.world.res_mut::<Sprouts>().all, &mut asked);
        let mut crowding = vec![0.0; places_m.len()];
        for sprout in asked {
            if let SeedAt::Bank(number) = sprout.seed {
                crowding[number as usize] = sprout.crowding;
            }
        }
        Ok(crowding)
    }

    /// The neighbours of each living tree, in the order of [`Self::for_each_tree`].
    #[must_use]
    pub fn neighbours(&self) -> Vec<Neighbours> {
        neighbours(&self.world)
    }

    /// Seeds of each species in the bank that lie in the window.
    #[must_use]
    pub fn seeds_by_species(&self) -> Vec<u64> {
        match &self.whole {
            Some(whole) => whole.seeds_by_species.clone(),
            None => self.seeds_here(),
        }
    }

    /// The same of this process alone.
    fn seeds_here(&self) -> Vec<u64> {
        let (species, window) = (self.species.0.len(), self.window());
        let mut seeds: View<'_, Seed, (&SpeciesIndex, &Position)> = self.view();
        let (indices, places) = seeds.slices();
        let count = |rows: Range<usize>| {
            let mut counts = vec![0; species];
            for row in rows {
                counts[usize::from(indices[row].0)] += u64::from(window.holds(places[row].0));
            }
            counts
        };
        let mut sums = vec![0; species];
        for counts in of_stretches(0..places.len(), 1 << 14, &count) {
            sums.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
        }
        sums
    }
}

/// Entities of this process, or those that the root has gathered.
enum Listed<G, O> {
    Gathered(G),
    Own(O),
}

impl<T, G: ExactSizeIterator<Item = T>, O: ExactSizeIterator<Item = T>> Iterator for Listed<G, O> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Self::Gathered(all) => all.next(),
            Self::Own(all) => all.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Gathered(all) => all.size_hint(),
            Self::Own(all) => all.size_hint(),
        }
    }
}

impl<T, G: ExactSizeIterator<Item = T>, O: ExactSizeIterator<Item = T>> ExactSizeIterator for Listed<G, O> {}

/// That a forest can be made on `plot` and these founders planted in it: as [`Forest::new`] and [`Forest::plant`] refuse,
/// but without the memory of the plot's tiles and of the light model's cells.
///
/// # Errors
/// [`ForestError`], the first that they would tell.
pub fn try_founders(
    plot: &Plot,
    species: &[Species],
    light: &Light,
    founders: impl IntoIterator<Item = Founder>,
) -> Result<(), ForestError> {
    check(plot, species, light)?;
    let models = SpeciesModel::all(species.to_vec(), light, 0);
    planting::check_founders(plot, &models, &mut founders.into_iter())
}

/// That a plot is small enough and holds the reach of these species.
fn check(plot: &Plot, species: &[Species], light: &Light) -> Result<(), ForestError> {
    if species.is_empty() {
        return Err(ForestError::NoSpecies);
    }
    // A species is an index of 16 bits in every tree and seed.
    if species.len() > usize::from(u16::MAX) {
        return Err(ForestError::TooManySpecies(species.len()));
    }
    if plot.area_m2() > GREATEST_AREA_KM2 * 1e6 {
        let [width_m, height_m] = plot.size_m();
        return Err(ForestError::PlotTooLarge {
            width_m,
            height_m,
            most_km2: GREATEST_AREA_KM2,
        });
    }
    for one in species {
        let as_table = understory_keys::table(Species::KEYS, "");
        let checked = one.check(&as_table);
        let wrong = checked.err().or_else(|| crown_fault(one));
        if let Some(wrong) = wrong {
            return Err(ForestError::OutOfRange {
                species: one.name.clone(),
                wrong,
            });
        }
    }
    for (one, on) in species
        .iter()
        .flat_map(|one| one.inhibition.on.iter().map(move |on| (one, on)))
    {
        if species.iter().all(|other| other.name != on.species) {
            let known: Vec<&str> = species.iter().map(|other| &*other.name).collect();
            let why = format!(
                "`inhibition.on` names `{}`, which is no species of this forest; there are `{}`",
                on.species,
                known.join("`, `")
            );
            return Err(ForestError::impossible(
                format!("the species `{}`", one.name),
                why,
            ));
        }
    }
    let rate_per_m2: f64 = species.iter().map(|one| one.fruit.from_outside_per_m2).sum();
    let seeds = rate_per_m2 * plot.area_m2();
    if seeds > MOST_SEEDS_FROM_OUTSIDE_PER_YR {
        let what = format!("{seeds:.0} seeds from outside in a good year");
        let why = format!(
            "at most {MOST_SEEDS_FROM_OUTSIDE_PER_YR:.0} are drawn: lower `fruit.from_outside_per_m2`"
        );
        return Err(ForestError::impossible(what, why));
    }
    light
        .check(&understory_keys::table(&LIGHT_KEYS, ""))
        .map_err(ForestError::Light)?;
    let limit_m = greatest_reach_m(plot);
    let far = species
        .iter()
        .find(|species| greatest_reach_of_m(species, light) > limit_m);
    far.map_or(Ok(()), |far| {
        Err(ForestError::ReachTooLong {
            species: far.name.clone(),
            reach_m: greatest_reach_of_m(far, light),
            limit_m,
        })
    })
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_space::Edge;

    use super::*;
    use crate::parameters::{Conditions, FieldKernel, StrengthOn};
    use crate::presets;

    #[test]
    fn a_species_is_refused_by_the_range_of_its_key() {
        let plot = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.growth.greatest_height_m = f64::NAN;
        let message = |species| {
            let refused = Forest::new(plot, 1, vec![species], Conditions::default()).err();
            refused.unwrap().to_string()
        };
        assert_eq!(
            message(beech.clone()),
            "the species `beech`: `growth.greatest_height_m` is NaN, but must be at least 1.4 and at most 150"
        );
        beech.growth.greatest_height_m = 60.0;
        beech.inhibition.kernel = FieldKernel::Disc {
            radius_crown_radii: 0.0,
        };
        assert!(message(beech).contains("`inhibition.radius_crown_radii` is 0, but must be at least 0.001"));
    }

    #[test]
    fn a_strength_on_seeds_of_nobody_or_of_itself_is_refused() {
        let plot = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
        let refused = |named: &[&str]| {
            let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
            let mut birch = presets::named("betula-pendula").unwrap().species("birch");
            let on = named.iter().map(|&species| StrengthOn {
                species: species.to_owned(),
                strength: 2.0,
            });
            birch.inhibition.on = on.collect();
            let made = Forest::new(plot, 1, vec![beech, birch], Conditions::default());
            made.err().map(|error| error.to_string())
        };
        assert_eq!(refused(&["beech"]), None);
        let message = refused(&["beach"]).unwrap();
        assert!(
            message.contains("names `beach`, which is no species") && message.contains("`beech`, `birch`"),
            "{message}"
        );
        assert!(refused(&["birch"]).unwrap().contains("the species itself"));
        assert!(
            refused(&["beech", "beech"])
                .unwrap()
                .contains("names `beech` twice")
        );
    }

    #[test]
    fn a_forest_at_rest_holds_no_lists_of_the_year() {
        let plot = Plot::new([0.0; 2], [90.0; 2], Edge::Torus).unwrap();
        let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        let mut forest = Forest::new(plot, 1, vec![beech], Conditions::default()).unwrap();
        let founder = Founder {
            key: RandomKey::from_bits(1),
            species: 0,
            place_m: [1.0; 2],
            age_yr: 60,
            size: Size {
                dbh_cm: 30.0,
                height_m: 20.0,
            },
            ..Founder::new(RandomKey::from_bits(1), 0, [1.0; 2], 60, Size::default())
        };
        forest.plant([founder]).unwrap();
        forest.advance();
        let capacities = |forest: &Forest| {
            let world = forest.world();
            [
                world.res::<Scratch>().order.capacity(),
                world.res::<SeedRain>().runs.capacity(),
            ]
        };
        assert!(capacities(&forest).iter().all(|&capacity| capacity > 0));
        forest.rest();
        assert_eq!(capacities(&forest), [0; 2]);
    }
}

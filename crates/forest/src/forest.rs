//! The forest: its entities, what a year needs beside them, and what can be asked of it.

use std::time::Instant;

use hecs::World;
use understory_space::{Plot, Tiles};

use crate::columns::{column, dead, empty_world, seeds, trees};
use crate::components::{Position, Size, SpeciesIndex};
use crate::error::ForestError;
use crate::events::{Event, Tally};
use crate::growth::crown_radius_m;
use crate::neighbourhood::{TILE_SIDE_M, greatest_reach_m};
use crate::parameters::{Interaction, Species};
use crate::schedule::YEAR;
use crate::sources::{Sources, Turning};
use crate::species_model::{SpeciesModel, greatest_reach_of_m};
use crate::today::Today;

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

/// Greatest area of a plot, km²: three levels of tiles of 4 m by 4 m then have numbers of 32 bits, with room for
/// narrow plots whose tiles are smaller.
const GREATEST_AREA_KM2: f64 = 10_000.0;

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

    /// Lets go of the memory that only the work of a year needs; the next year asks for it again.
    pub fn rest(&mut self) {
        self.today = Today::default();
        self.turning = Turning::default();
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

    /// The dead whose fields have not faded, and fresh stumps.
    #[must_use]
    pub fn dead_count(&self) -> usize {
        dead(&self.world).len() as usize
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

#[cfg(test)]
mod tests {
    use understory_numerics::Key;
    use understory_space::Edge;

    use super::*;
    use crate::individuals::Founder;
    use crate::presets;

    #[test]
    fn a_forest_at_rest_holds_no_lists_of_the_year() {
        let plot = Plot::new([0.0; 2], [60.0; 2], Edge::Torus).unwrap();
        let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        let mut forest = Forest::new(plot, 1, vec![beech], Interaction::default()).unwrap();
        let founder = Founder {
            key: Key::from_bits(1),
            species: 0,
            place_m: [1.0; 2],
            age_yr: 60,
            size: Size {
                dbh_cm: 30.0,
                height_m: 20.0,
            },
            vigour: 1.0,
        };
        forest.plant([founder]).unwrap();
        forest.advance();
        assert!(forest.today.crowding.capacity() > 0 && forest.turning.order.capacity() > 0);
        forest.rest();
        assert_eq!(
            [forest.today.crowding.capacity(), forest.turning.order.capacity()],
            [0; 2]
        );
    }
}

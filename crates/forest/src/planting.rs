//! How a forest begins: trees are planted and seeds and the dead laid beside them, or a saved state is put back.
//!
//! What comes in is checked on its way into the columns and stands in no list beside them; where something is
//! refused, the rows that came with it are dropped again.

use hecs::{Bundle, World};

use crate::columns::{Dead, Kind, Seeds, Trees, archetype, column, column_mut, empty_world, shrink_to};
use crate::components::{Identity, Position, SpeciesIndex, TreeNumber};
use crate::error::ForestError;
use crate::events::{Event, Happening, Origin};
use crate::forest::Forest;
use crate::ground::Ground;
use crate::individuals::{DeadTree, Founder, Seed, Tree};
use crate::sources::Sources;
use crate::state::{Counts, State, dead_bundle, rows_by, seed_bundle, tree_bundle};

impl Forest {
    /// Plants the trees with which the forest begins; their running numbers follow the order of their keys.
    ///
    /// Room is made for as many as the upper bound of `size_hint` says.
    ///
    /// # Errors
    /// [`ForestError`] where a tree does not stand on the plot, has an unknown species, an impossible size, or
    /// another's key. Then nothing is planted.
    pub fn plant(&mut self, founders: impl IntoIterator<Item = Founder>) -> Result<(), ForestError> {
        let before = self.tree_count();
        let trees = founders.into_iter().map(|founder| founder.numbered(0));
        let planted = self.spawn_trees(trees).and_then(|()| self.check_keys());
        if planted.is_err() {
            shrink_to::<Trees>(&mut self.world, before, &mut self.turning.surplus);
            return planted;
        }
        let first = self.next_tree;
        let newcomers = self.number_rows::<Trees>(before);
        if let Some(events) = &mut self.events {
            let kind = archetype::<Trees>(&self.world);
            let (places, species) = (column::<Position>(kind), column::<SpeciesIndex>(kind));
            events.extend((first..).zip(newcomers).map(|(tree, row)| Event {
                year: self.year,
                tree,
                species: species[row as usize].0,
                place_m: places[row as usize].0,
                what: Happening::Birth(Origin::Founder),
            }));
        }
        self.settle_trees(&[]);
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
        let before = [self.seed_count(), self.dead_count()];
        let buried = self
            .spawn_seeds(seeds)
            .and_then(|()| self.spawn_dead(dead))
            .and_then(|()| self.check_keys());
        if buried.is_err() {
            shrink_to::<Seeds>(&mut self.world, before[0], &mut self.turning.surplus);
            shrink_to::<Dead>(&mut self.world, before[1], &mut self.turning.surplus);
            return buried;
        }
        self.number_rows::<Dead>(before[1]);
        self.settle_dead(&[]);
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
        } = state;
        self.restore_from(counts, trees, seeds, dead)
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
    ) -> Result<(), ForestError> {
        let before = std::mem::replace(&mut self.world, empty_world());
        let restored = self
            .spawn_trees(trees)
            .and_then(|()| self.spawn_seeds(seeds))
            .and_then(|()| self.spawn_dead(dead))
            .and_then(|()| self.check_keys());
        if restored.is_err() {
            self.world = before;
            return restored;
        }
        drop(before);
        self.year = counts.year;
        self.next_tree = counts.next_tree;
        self.tree_years = counts.tree_years;
        self.peak_seeds = counts.peak_seeds;
        self.living = Sources::default();
        self.remains = Sources::default();
        self.settle_dead(&[]);
        self.settle_trees(&[]);
        self.rest();
        Ok(())
    }
}

impl Forest {
    fn spawn_trees(&mut self, trees: impl IntoIterator<Item = Tree>) -> Result<(), ForestError> {
        let ground = Ground::new(self.tiles.plot(), &self.kinds);
        spawn(
            &mut self.world,
            trees,
            |tree| ground.check_tree(tree),
            tree_bundle,
        )
    }

    fn spawn_seeds(&mut self, seeds: impl IntoIterator<Item = Seed>) -> Result<(), ForestError> {
        let ground = Ground::new(self.tiles.plot(), &self.kinds);
        let check = |seed: &Seed| ground.check(seed.species, seed.place_m);
        spawn(&mut self.world, seeds, check, seed_bundle)
    }

    fn spawn_dead(&mut self, dead: impl IntoIterator<Item = DeadTree>) -> Result<(), ForestError> {
        let ground = Ground::new(self.tiles.plot(), &self.kinds);
        let check = |dead: &DeadTree| ground.check(dead.species, dead.place_m);
        spawn(&mut self.world, dead, check, dead_bundle)
    }

    /// Gives running numbers to the rows from `first` on, in the order of their keys, and these rows in that order.
    fn number_rows<K: Kind>(&mut self, first: usize) -> Vec<u32> {
        let kind = archetype::<K>(&self.world);
        let identities = column::<Identity>(kind);
        let newcomers = rows_by(first..identities.len(), |row| identities[row].0);
        let mut numbers = column_mut::<TreeNumber>(kind);
        for (number, &row) in (self.next_tree..).zip(&newcomers) {
            numbers[row as usize] = TreeNumber(number);
        }
        self.next_tree += newcomers.len() as u64;
        newcomers
    }

    /// That no two trees or seeds share a key.
    fn check_keys(&self) -> Result<(), ForestError> {
        let [trees, seeds] = [archetype::<Trees>(&self.world), archetype::<Seeds>(&self.world)].map(|kind| {
            let identities = column::<Identity>(kind);
            let rows = rows_by(0..identities.len(), |row| identities[row].0);
            rows.into_iter().map(move |row| identities[row as usize].0)
        });
        let (mut trees, mut seeds) = (trees.peekable(), seeds.peekable());
        let mut keys = std::iter::from_fn(|| match (trees.peek(), seeds.peek()) {
            (Some(tree), Some(seed)) if seed < tree => seeds.next(),
            (Some(_), _) => trees.next(),
            (None, _) => seeds.next(),
        });
        let mut before = keys.next();
        for key in keys {
            if before == Some(key) {
                return Err(ForestError::KeyTwice(key));
            }
            before = Some(key);
        }
        Ok(())
    }
}

/// Makes entities of a kind from what passes `check`; stops at the first that does not.
fn spawn<T, B: Bundle + 'static>(
    world: &mut World,
    items: impl IntoIterator<Item = T>,
    check: impl Fn(&T) -> Result<(), ForestError>,
    bundle: impl Fn(&T) -> B,
) -> Result<(), ForestError> {
    let items = items.into_iter();
    if let Some(rows) = items.size_hint().1 {
        // A quarter more than now come in is asked for here, where it costs nothing until they do: when the columns
        // have to grow, old and new stand side by side.
        world.reserve::<B>(u32::try_from(rows.saturating_add(rows / 4)).unwrap_or(u32::MAX));
    }
    let mut refused = None;
    let passing = items.map_while(|item| match check(&item) {
        Ok(()) => Some(bundle(&item)),
        Err(error) => {
            refused = Some(error);
            None
        }
    });
    world.spawn_batch(passing);
    refused.map_or(Ok(()), Err)
}

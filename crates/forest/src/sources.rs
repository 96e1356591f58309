//! Trees as sources of fields: what the sums read of each, row by row, in the order of the rows.

use hecs::{Entity, World};
use rayon::prelude::*;
use understory_space::Tiles;

use crate::columns::{
    Dead, Half, Kind, Trees, Word, archetype, column, reorder, reorder_column, reorder_pair, shrink_to,
};
use crate::components::{Age, Identity, Position, Size, SpeciesIndex, TreeNumber};
use crate::field::Source;
use crate::neighbourhood::{Entrant, Neighbourhood, Rows};
use crate::species_model::SpeciesModel;

/// Rows that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 2048;

/// The trees of one kind as sources of fields, row by row, and where each tile's rows are.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) index: Neighbourhood,
    pub(crate) sources: Vec<Source>,
    pub(crate) reach_m: Vec<f32>,
}

/// What putting rows in order needs for a moment; kept so that no year need ask for its memory.
#[derive(Default)]
pub(crate) struct Turning {
    pub(crate) order: Vec<u32>,
    pub(crate) surplus: Vec<Entity>,
    pub(crate) stays: Vec<bool>,
    entrants: Vec<Entrant>,
    words: Vec<Word>,
}

/// The living or the dead.
pub(crate) trait Stems: Kind<Mark: Half> {
    /// Whether their sizes change from year to year.
    const GROW: bool;
}

impl Stems for Trees {
    const GROW: bool = true;
}

impl Stems for Dead {
    const GROW: bool = false;
}

impl Sources {
    /// Puts the rows of a kind in order and drops those that do not stay; rows that have come at the end enter.
    pub(crate) fn arrange<K: Stems>(
        &mut self,
        world: &mut World,
        tiles: &Tiles,
        kinds: &[SpeciesModel],
        turning: &mut Turning,
        stays: impl Fn(usize) -> bool,
    ) {
        let Turning {
            order,
            surplus,
            entrants,
            words,
            stays: _,
        } = turning;
        let kind = archetype::<K>(world);
        {
            let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
            let (species, sizes) = (column::<SpeciesIndex>(kind), column::<Size>(kind));
            let first_new = if K::GROW { 0 } else { self.index.len() };
            self.work_out(kinds, &species, &sizes, first_new);
            let rows = Rows {
                places: &places,
                reach_m: &self.reach_m,
                stays,
                key: |row: usize| identities[row].0,
            };
            self.index.merge(tiles, &rows, entrants, order);
        }
        reorder_column::<Position>(kind, order, words);
        reorder_column::<Identity>(kind, order, words);
        reorder_column::<Size>(kind, order, words);
        reorder_pair::<SpeciesIndex, Age>(kind, order, words);
        reorder_pair::<TreeNumber, K::Mark>(kind, order, words);
        reorder(&mut self.sources, order, words);
        self.sources.truncate(order.len());
        self.reach_m.truncate(order.len());
        {
            let species = column::<SpeciesIndex>(kind);
            (&mut self.reach_m, &self.sources, &species[..order.len()])
                .into_par_iter()
                .with_min_len(ROWS_TOGETHER)
                .for_each(|(reach_m, source, species)| {
                    *reach_m = kinds[usize::from(species.0)].fields.reach_m(source);
                });
        }
        shrink_to::<K>(world, order.len(), surplus);
    }

    /// Source and reach of the rows from `first` on.
    fn work_out(&mut self, kinds: &[SpeciesModel], species: &[SpeciesIndex], sizes: &[Size], first: usize) {
        self.sources.resize(sizes.len(), Source::default());
        self.reach_m.resize(sizes.len(), 0.0);
        (
            &mut self.sources[first..],
            &mut self.reach_m[first..],
            &species[first..],
            &sizes[first..],
        )
            .into_par_iter()
            .with_min_len(ROWS_TOGETHER)
            .for_each(|(source, reach_m, species, &size)| {
                let kind = &kinds[usize::from(species.0)];
                *source = kind.fields.source(&kind.parameters, size);
                *reach_m = kind.fields.reach_m(source);
            });
    }
}

//! The stand as the light models read it: columns of all trees, and one tile with those who ask.

use std::ops::Range;

use understory_space::Tiles;

use crate::coming_forward::Sprout;
use crate::components::{
    Crowding, CrownBase, CrownRadius, FieldSource, Identity, Position, Reach, Size, SpeciesIndex,
};
use crate::field::LEVELS;
use crate::neighbourhood::{Neighbourhood, Touching};
use crate::site::HeightAt;
use crate::species_model::SpeciesModel;
use crate::sums::Kind;

/// Trees as they stand, living or dead, in order.
#[derive(Clone, Copy)]
pub(crate) struct Standing<'a> {
    pub(crate) places: &'a [Position],
    pub(crate) species: &'a [SpeciesIndex],
    pub(crate) sources: &'a [FieldSource],
    pub(crate) reaches: &'a [Reach],
    pub(crate) index: &'a Neighbourhood,
}

/// The living and where they stand.
#[derive(Clone, Copy)]
pub(crate) struct Stand<'a> {
    pub(crate) tiles: &'a Tiles,
    pub(crate) models: &'a [SpeciesModel],
    pub(crate) living: Standing<'a>,
    pub(crate) identities: &'a [Identity],
    pub(crate) sizes: &'a [Size],
    pub(crate) crown_bases: &'a [CrownBase],
    pub(crate) crown_radii: &'a [CrownRadius],
    /// How high the ground lies at a place, m; `None` where it is level.
    pub(crate) ground_m: Option<&'a HeightAt>,
}

impl Stand<'_> {
    /// The species of a row.
    #[inline(always)]
    pub(crate) fn model(&self, row: usize) -> &SpeciesModel {
        &self.models[usize::from(self.living.species[row].0)]
    }

    /// Whether species mix in it that do not count for each other as for themselves.
    pub(crate) fn is_mixed(&self) -> bool {
        let counts_less = |model: &SpeciesModel| model.parameters.competition.others_share < 1.0;
        self.models.len() > 1 && self.models.iter().any(counts_less)
    }

    /// A species as the sums of fields ask for it.
    #[inline(always)]
    pub(crate) fn kind(&self, species: u16) -> Kind {
        let competition = &self.models[usize::from(species)].parameters.competition;
        Kind {
            species,
            others_share: competition.others_share as f32,
        }
    }

    /// The rows of a tile, level by level.
    #[inline(always)]
    pub(crate) fn rows_of(&self, tile: u32) -> [Range<usize>; LEVELS] {
        std::array::from_fn(|level| self.living.index.rows(self.tiles, level, tile, tile))
    }
}

/// Who asks for its crowding.
pub(crate) enum Asks<'a> {
    /// The tree of a row, which stands at `itself` in the tile's list.
    Tree { row: usize, itself: usize },
    /// A newborn at the place of a sprout.
    Newborn(&'a Sprout),
}

/// A tile: whose reach touches it, and those who stand in it and ask.
pub(crate) struct Here<'a, 'b> {
    pub(crate) tile: u32,
    /// The sources whose reach touches the tile.
    pub(crate) touching: &'a Touching,
    /// The rows of its trees, level by level.
    pub(crate) own_rows: [Range<usize>; LEVELS],
    /// For each level the first row of a band of tiles, and the crowding of the band's rows.
    pub(crate) crowding: &'a mut [(usize, &'b mut [Crowding]); LEVELS],
    /// The sprouts in the tile.
    pub(crate) sprouts: &'a mut [Sprout],
}

/// What gives a tree or a newborn its crowding.
pub(crate) trait Answers {
    /// Its crowding *C*.
    fn crowding_of(&mut self, asks: Asks<'_>) -> f32;
}

/// For models that work with plain numbers. One that works in lanes needs a type of its own whose method is always inlined:
/// a closure is not compiled for the widest vectors, and its lanes are then four times as slow.
impl<F: FnMut(Asks<'_>) -> f32> Answers for F {
    #[inline(always)]
    fn crowding_of(&mut self, asks: Asks<'_>) -> f32 {
        self(asks)
    }
}

impl Here<'_, '_> {
    /// Gives each tree and each sprout of the tile its crowding.
    #[inline(always)]
    pub(crate) fn answer(&mut self, mut answers: impl Answers) {
        for (level, rows) in self.own_rows.iter().enumerate() {
            let (first, crowding) = &mut self.crowding[level];
            let own = self.touching.own(level);
            // A tile's own trees stand side by side in its list, as list and rows have the same order.
            for (row, itself) in rows.clone().zip(own..) {
                crowding[row - *first] = Crowding(answers.crowding_of(Asks::Tree { row, itself }));
            }
        }
        for sprout in &mut *self.sprouts {
            sprout.crowding = answers.crowding_of(Asks::Newborn(sprout));
        }
    }
}

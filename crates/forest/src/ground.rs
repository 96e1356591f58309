//! What may stand or lie on a plot.

use understory_space::Plot;

use crate::error::ForestError;
use crate::growth::{BREAST_HEIGHT_M, LEAST_HEIGHT_M};
use crate::individuals::Tree;
use crate::parameters::Species;
use crate::species_model::SpeciesModel;

/// A plot and the species that may grow on it.
pub(crate) struct Ground<'a> {
    plot: &'a Plot,
    kinds: &'a [SpeciesModel],
}

impl<'a> Ground<'a> {
    pub(crate) fn new(plot: &'a Plot, kinds: &'a [SpeciesModel]) -> Self {
        Self { plot, kinds }
    }

    /// That a seed or a dead tree of this species may lie at this place.
    pub(crate) fn check(&self, species: u16, place_m: [f64; 2]) -> Result<(), ForestError> {
        self.known(species)?;
        self.check_place(place_m)
    }

    /// That a tree may stand where it does and be as it is.
    pub(crate) fn check_tree(&self, tree: &Tree) -> Result<(), ForestError> {
        let Species { name, growth, .. } = self.known(tree.species)?;
        self.check_place(tree.place_m)?;
        let size = tree.size;
        let is_possible = size.height_m >= LEAST_HEIGHT_M
            && size.height_m <= growth.height_max_m
            && (0.0..=growth.dbh_max_cm).contains(&size.dbh_cm)
            && (size.dbh_cm == 0.0 || size.height_m >= BREAST_HEIGHT_M)
            && (0.0..=1.0).contains(&tree.vigour);
        if is_possible {
            return Ok(());
        }
        Err(ForestError::ImpossibleTree {
            species: name.clone(),
            height_m: size.height_m,
            dbh_cm: size.dbh_cm,
            vigour: tree.vigour,
            height_max_m: growth.height_max_m,
            dbh_max_cm: growth.dbh_max_cm,
        })
    }

    /// Trees may stand on the far edges of an open plot, as those of measured stands do.
    fn check_place(&self, place_m: [f64; 2]) -> Result<(), ForestError> {
        let plot = self.plot;
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

    fn known(&self, species: u16) -> Result<&'a Species, ForestError> {
        self.kinds
            .get(usize::from(species))
            .map(|kind| &kind.parameters)
            .ok_or(ForestError::UnknownSpecies(species))
    }
}

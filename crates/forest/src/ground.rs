//! What may stand or lie on a plot.
//!
//! The far edge of an open plot is part of it here, though `Plot::contains` leaves it out: measured stands have trees
//! on it.

use understory_space::Plot;

use crate::components::Scores;
use crate::deadwood::DEADWOOD_FROM_DBH_CM;
use crate::entities::{DeadTree, Deadwood, Seed, Tree};
use crate::error::ForestError;
use crate::growth::{BREAST_HEIGHT_M, open_crown_radius_m};
use crate::parameters::LEAST_HEIGHT_M;
use crate::parameters::{Species, Variation};
use crate::species_model::SpeciesModel;

/// A plot and the species that may grow on it.
pub(crate) struct Ground<'a> {
    plot: &'a Plot,
    models: &'a [SpeciesModel],
}

impl<'a> Ground<'a> {
    pub(crate) fn new(plot: &'a Plot, models: &'a [SpeciesModel]) -> Self {
        Self { plot, models }
    }

    /// That something of this species may lie at this place.
    pub(crate) fn check(&self, species: u16, place_m: [f64; 2]) -> Result<(), ForestError> {
        self.known(species)?;
        self.check_place(place_m)
    }

    /// That a seed may lie where it does, of a mother that may be.
    pub(crate) fn check_seed(&self, seed: &Seed) -> Result<(), ForestError> {
        self.check(seed.species, seed.place_m)?;
        if is_within_bounds(seed.mother) {
            return Ok(());
        }
        let (species, scores) = (&self.known(seed.species)?.name, seed.mother);
        let what = format!(
            "a seed of `{species}` whose mother has scores of {} and {}",
            scores.dbh, scores.height
        );
        Err(ForestError::impossible(what, "scores lie from −2 to 2"))
    }

    /// That a dead tree could have stood where it did and been as it was.
    pub(crate) fn check_dead(&self, dead: &DeadTree) -> Result<(), ForestError> {
        self.check_tree(&Tree {
            number: dead.number,
            key: dead.key,
            species: dead.species,
            place_m: dead.place_m,
            age_yr: dead.age_yr,
            size: dead.size,
            vigour: dead.vigour,
            scores: dead.scores,
            crown_base_m: 0.0,
            crown_radius_m: 0.0,
        })
    }

    /// That deadwood may be where it is and as it is.
    pub(crate) fn check_deadwood(&self, dead: &Deadwood) -> Result<(), ForestError> {
        let Deadwood { wood, remains, .. } = *dead;
        self.check_tree(&Tree {
            number: 0,
            key: dead.key,
            species: dead.species,
            place_m: dead.place_m,
            age_yr: 0,
            size: dead.size,
            vigour: 0.0,
            scores: Scores::default(),
            crown_base_m: 0.0,
            crown_radius_m: 0.0,
        })?;
        let is_possible = (0.0..=1.0).contains(&wood.stood_share())
            && dead.size.dbh_cm >= DEADWOOD_FROM_DBH_CM
            && wood.year_fell().is_none_or(|year| year >= remains.year_died());
        if is_possible {
            return Ok(());
        }
        let fell = wood.year_fell();
        let what = format!(
            "deadwood of a stem of {:.1} cm that died in year {} with {:.2} of its height standing{}",
            dead.size.dbh_cm,
            remains.year_died(),
            wood.stood_share(),
            fell.map_or(String::new(), |year| format!(" and fell in year {year}"))
        );
        let why = "a stem is 10 cm thick or more, a share lies between 0 and 1, and it falls after its tree has died";
        Err(ForestError::impossible(what, why))
    }

    /// That a tree may stand where it does and be as it is.
    pub(crate) fn check_tree(&self, tree: &Tree) -> Result<(), ForestError> {
        let species = self.known(tree.species)?;
        let greatest = species.greatest();
        self.check_place(tree.place_m)?;
        let size = tree.size;
        // One that was worked out among other trees may differ in its last bits.
        const ROUNDING: f64 = 1.0 + 1e-9;
        let widest_m = ROUNDING * open_crown_radius_m(&species.crown, size);
        let is_possible = size.height_m >= LEAST_HEIGHT_M
            && size.height_m <= greatest.height_m
            && (0.0..=greatest.dbh_cm).contains(&size.dbh_cm)
            && (size.dbh_cm == 0.0 || size.height_m >= BREAST_HEIGHT_M)
            && (0.0..=1.0).contains(&tree.vigour)
            && (0.0..=size.height_m).contains(&f64::from(tree.crown_base_m))
            && (0.0..=widest_m).contains(&tree.crown_radius_m)
            && is_within_bounds(tree.scores);
        if is_possible {
            return Ok(());
        }
        let what = format!(
            "a `{}` of {} m and {} cm with vigour {}, scores of {} and {} and a crown from {} m on and {} m wide from its stem",
            species.name,
            size.height_m,
            size.dbh_cm,
            tree.vigour,
            tree.scores.dbh,
            tree.scores.height,
            tree.crown_base_m,
            tree.crown_radius_m
        );
        let why = format!(
            "a tree is at least {LEAST_HEIGHT_M} m high, the greatest of its species has {} m and {} cm, it has a diameter \
             above breast height only, a vigour of 0 to 1, scores of −2 to 2, and a crown that begins below its top and is \
             no wider than in the open",
            greatest.height_m, greatest.dbh_cm
        );
        Err(ForestError::impossible(what, why))
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

    /// The species with this index, or an error that names the index.
    fn known(&self, species: u16) -> Result<&'a Species, ForestError> {
        self.models
            .get(usize::from(species))
            .map(|model| &model.parameters)
            .ok_or(ForestError::UnknownSpecies(species))
    }
}

/// Scores beyond the bounds would be drawn again for ever in what comes after.
fn is_within_bounds(scores: Scores) -> bool {
    [scores.dbh, scores.height]
        .into_iter()
        .all(|score| f64::from(score).abs() <= Variation::SCORE_MAX)
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_space::Edge;

    use super::*;
    use crate::components::Size;
    use crate::parameters::Light;
    use crate::presets;

    fn models() -> Vec<SpeciesModel> {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        (beech.growth.greatest_dbh_cm, beech.growth.greatest_height_m) = (75.0, 60.0);
        vec![SpeciesModel::new(beech, &Light::default(), 1)]
    }

    #[test]
    fn a_tree_is_possible_up_to_the_greatest_that_is_known() {
        let (plot, models) = (Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap(), models());
        let ground = Ground::new(&plot, &models);
        let is_possible = |height_m, dbh_cm, vigour| {
            let tree = Tree {
                number: 1,
                key: RandomKey::from_bits(1),
                species: 0,
                place_m: [1.0; 2],
                age_yr: 1,
                size: Size { dbh_cm, height_m },
                vigour,
                scores: Scores::default(),
                crown_base_m: 0.0,
                crown_radius_m: 0.0,
            };
            ground.check_tree(&tree).is_ok()
        };
        for (height_m, dbh_cm, vigour) in [
            (59.9, 74.9, 1.0),
            (1.3, 0.5, 0.0),
            (1.3, 0.0, 0.5),
            (0.01, 0.0, 0.5),
        ] {
            assert!(
                is_possible(height_m, dbh_cm, vigour),
                "{height_m} {dbh_cm} {vigour}"
            );
        }
        for (height_m, dbh_cm, vigour) in [
            (60.1, 75.0, 1.0),
            (30.0, 75.1, 1.0),
            (9.0, -0.1, 1.0),
            (1.29, 0.5, 1.0),
            (0.0, 0.0, 1.0),
            (-1.0, 0.0, 1.0),
            (9.0, 9.0, -0.1),
            (9.0, 9.0, 1.1),
            (f64::NAN, 9.0, 1.0),
            (9.0, f64::NAN, 1.0),
            (9.0, 9.0, f64::NAN),
        ] {
            assert!(
                !is_possible(height_m, dbh_cm, vigour),
                "{height_m} {dbh_cm} {vigour}"
            );
        }
    }

    /// A seed whose mother's scores were changed in a snapshot kept the year that it sprouted in from ending.
    #[test]
    fn a_seed_of_a_mother_beyond_the_bounds_is_refused() {
        let (plot, models) = (Plot::new([0.0; 2], [9.0; 2], Edge::Open).unwrap(), models());
        let ground = Ground::new(&plot, &models);
        let check = |dbh, height| {
            ground.check_seed(&Seed {
                key: RandomKey::from_bits(1),
                species: 0,
                place_m: [1.0; 2],
                age_yr: 0,
                mother: Scores { dbh, height },
            })
        };
        assert_eq!(check(2.0, -2.0), Ok(()));
        for (dbh, height) in [(2.1, 0.0), (0.0, -1e30), (f32::NAN, 0.0), (0.0, f32::INFINITY)] {
            let refused = check(dbh, height).unwrap_err();
            assert!(
                refused
                    .to_string()
                    .ends_with("cannot be: scores lie from −2 to 2"),
                "{refused}"
            );
        }
    }

    #[test]
    fn the_far_edges_belong_to_an_open_plot_alone() {
        let models = models();
        for edge in [Edge::Open, Edge::Torus] {
            let plot = Plot::new([2.0, 3.0], [9.0, 5.0], edge).unwrap();
            let ground = Ground::new(&plot, &models);
            for inside_m in [[2.0, 3.0], [10.9, 7.9], [2.0, 7.9]] {
                assert_eq!(ground.check(0, inside_m), Ok(()));
            }
            for edge_m in [[11.0, 4.0], [4.0, 8.0], [11.0, 8.0]] {
                assert_eq!(ground.check(0, edge_m).is_ok(), edge == Edge::Open);
            }
            for [x_m, y_m] in [[1.9, 4.0], [11.1, 4.0], [4.0, 2.9], [4.0, 8.1], [1.9, 2.9]] {
                assert_eq!(
                    ground.check(0, [x_m, y_m]),
                    Err(ForestError::OutsidePlot(x_m, y_m))
                );
            }
        }
    }
}

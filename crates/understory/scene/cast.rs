//! The models of a stand, and which of them each tree is shown by.

use std::collections::BTreeMap;

use understory_export::Look;
use understory_export::scene::SceneInstance;

use super::crowns;
use super::forms::FormOfSpecies;
use super::models::{self, GrownForm, Model};
use super::request::SceneRequest;
use super::rungs::Ladder;
use super::stand::Stand;
use super::trees::Tree;
use crate::error::Error;

/// A species in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeciesShown {
    /// Its form, and why that one.
    pub form: FormOfSpecies,
    /// Its trees.
    pub trees: usize,
    /// Those that are shown as their crowns grew.
    pub as_grown: usize,
    /// The models by which the others are shown.
    pub models: usize,
}

/// The models of a stand, and which of them each tree is shown by.
pub(super) struct Cast {
    pub(super) models: Vec<Model>,
    pub(super) of_trees: Vec<usize>,
}

impl Cast {
    pub(super) fn of(stand: &Stand, request: &SceneRequest) -> Result<Self, Error> {
        // The height and the thickness of the largest tree of each form.
        let mut largest: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        for tree in &stand.trees {
            let form = stand.forms[tree.species].form.as_str();
            let [highest_m, thickest_cm] = largest.entry(form).or_default();
            *highest_m = highest_m.max(tree.height_m);
            *thickest_cm = thickest_cm.max(tree.dbh_cm);
        }
        let mut grown: BTreeMap<&str, GrownForm> = BTreeMap::new();
        for (form, [highest_m, thickest_cm]) in largest {
            let ladder = Ladder::grow(form, highest_m, thickest_cm, request.roots);
            let look = Look::named(form).unwrap_or_default();
            grown.insert(form, GrownForm { ladder, look });
        }
        // A species without trees has no part in it.
        let any = grown.values().next().expect("a stand without trees was refused");
        let of_species: Vec<&GrownForm> = stand
            .forms
            .iter()
            .map(|form| grown.get(form.form.as_str()).unwrap_or(any))
            .collect();
        let is_wanted = |tree: &Tree| !stand.grown.contains_key(&tree.number);
        let (mut models, of_trees) = models::models(&stand.trees, &is_wanted, &of_species, &stand.species)?;
        let of_trees = stand.trees.iter().zip(of_trees).map(|(tree, model)| {
            model.unwrap_or_else(|| {
                let skeleton = stand.grown[&tree.number].clone();
                let species = &stand.species[tree.species];
                models.push(crowns::model(tree, of_species[tree.species], species, skeleton));
                models.len() - 1
            })
        });
        let of_trees = of_trees.collect();
        Ok(Self { models, of_trees })
    }

    pub(super) fn told(&self, stand: &Stand) -> Vec<SpeciesShown> {
        let species = stand.forms.iter().enumerate().map(|(number, form)| {
            let is_own = |tree: &&Tree| tree.species == number;
            let models = self
                .models
                .iter()
                .filter(|model| model.species == number && model.size.is_some());
            SpeciesShown {
                form: form.clone(),
                trees: stand.trees.iter().filter(is_own).count(),
                as_grown: (stand.trees.iter().filter(is_own))
                    .filter(|tree| stand.grown.contains_key(&tree.number))
                    .count(),
                models: models.count(),
            }
        });
        species.filter(|species| species.trees > 0).collect()
    }
}

/// How a tree stands whose model is drawn so high: turned by its own draw, as high and as wide as it is. A crown that grew stands
/// as it grew.
pub(super) fn instance(tree: &Tree, model: &Model, drawn_m: f64, place_m: [f64; 3]) -> SceneInstance {
    let upright = SceneInstance::upright(place_m);
    match model.size {
        None => upright,
        Some(size) => {
            let scale = tree.crown_radius_m / size.crown_radius_m;
            SceneInstance {
                rotation: tree.rotation(),
                scale,
                stretch: tree.height_m / drawn_m / scale,
                ..upright
            }
        }
    }
}

//! Ground that living trees keep for themselves: within the spacing of recruits no other seed of their species comes forward.

use understory_space::{CellGrid, Cells, Plot};

use crate::components::{Position, SpeciesIndex};
use crate::parameters::Species;
use crate::species_model::SpeciesModel;

/// Least side of a cell, m: with some 800 trees per ha a place looks at ten.
const CELL_SIDE_M: f64 = 4.0;

/// The living as they stand, row by row.
#[derive(Clone, Copy)]
pub(crate) struct Trees<'a> {
    pub(crate) plot: &'a Plot,
    pub(crate) models: &'a [SpeciesModel],
    pub(crate) species: &'a [SpeciesIndex],
    pub(crate) places: &'a [Position],
}

/// The trees whose species keep their recruits apart, by where they stand.
#[derive(Default)]
pub(crate) struct TakenGround {
    grid: Option<CellGrid<2>>,
    /// Rows of trees in the order of the grid's slots.
    rows: Vec<u32>,
    /// Lends its room.
    spare: Vec<u32>,
}

/// Memory of the cells of a plot, bytes; none where no species keeps its recruits apart.
pub(crate) fn memory_bytes(plot: &Plot, species: &[Species]) -> u64 {
    (size_of::<u32>() * cells(plot).total()) as u64 * u64::from(species.iter().any(keeps_ground))
}

fn keeps_ground(species: &Species) -> bool {
    species.germination.recruit_spacing_m > 0.0
}

fn cells(plot: &Plot) -> Cells<2> {
    let along = |side_m: f64| (side_m / CELL_SIDE_M) as usize;
    Cells::of_plot(plot, plot.size_m().map(along))
}

impl TakenGround {
    /// Looks up anew where trees stand.
    pub(crate) fn work_out(&mut self, trees: Trees<'_>) {
        let keeps = |species: u16| keeps_ground(&trees.models[usize::from(species)].parameters);
        self.rows.clear();
        if !(0..trees.models.len()).any(|species| keeps(species as u16)) {
            return;
        }
        self.rows
            .extend((0..trees.species.len() as u32).filter(|&row| keeps(trees.species[row as usize].0)));
        let grid = self
            .grid
            .get_or_insert_with(|| CellGrid::empty(cells(trees.plot)));
        grid.sort(&mut self.rows, &mut self.spare, |&row| {
            trees.places[row as usize].0
        });
    }

    /// Whether a tree of this species keeps the ground at a place.
    pub(crate) fn holds(&self, trees: Trees<'_>, species: u16, place_m: [f64; 2]) -> bool {
        let spacing_m = trees.models[usize::from(species)]
            .parameters
            .germination
            .recruit_spacing_m;
        let (true, Some(grid)) = (spacing_m > 0.0, &self.grid) else {
            return false;
        };
        let keeps_it = |row: usize| {
            trees.species[row].0 == species
                && trees.plot.distance_squared_m2(place_m, trees.places[row].0) < spacing_m * spacing_m
        };
        let [x_m, y_m] = grid.cells().side_m();
        // Rounding may put a place into the next cell.
        let ring = (spacing_m / x_m.min(y_m) + 1e-9).ceil() as usize;
        let mut is_held = false;
        grid.around(grid.cells().at(place_m), ring, trees.plot.edge(), |slots| {
            is_held = is_held || self.rows[slots].iter().any(|&row| keeps_it(row as usize));
        });
        is_held
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;
    use crate::parameters::Light;
    use crate::presets;

    proptest! {
        #[test]
        fn a_place_is_held_where_a_tree_of_its_species_stands_within_the_spacing(
            at in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, 0_u16..3), 0..60),
            asked in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, 0_u16..3), 1..40),
            size_m in prop_oneof![Just([31.0, 19.0]), Just([9.0, 14.0]), Just([3.0, 5.0])],
            spacing_m in prop_oneof![Just(0.3), Just(2.0), Just(5.0)],
            edge in prop_oneof![Just(Edge::Torus), Just(Edge::Open)],
        ) {
            let plot = Plot::new([-7.0, 1e4], size_m, edge).unwrap();
            let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
            let of = |spacing_m: f64| {
                let mut species = beech.clone();
                species.germination.recruit_spacing_m = spacing_m;
                SpeciesModel::new(species, &Light::default(), 1)
            };
            let spacings_m = [spacing_m, 0.0, 2.0 * spacing_m];
            let models = spacings_m.map(of);
            let on_plot = |&(x, y, kind): &(f64, f64, u16)| {
                let [x_m, y_m] = [x * size_m[0] - 7.0, y * size_m[1] + 1e4];
                (Position([x_m, y_m]), SpeciesIndex(kind))
            };
            let (places, species): (Vec<_>, Vec<_>) = at.iter().map(on_plot).unzip();
            let trees = Trees { plot: &plot, models: &models, species: &species, places: &places };
            let mut ground = TakenGround::default();
            ground.work_out(trees);
            for (place, kind) in asked.iter().map(on_plot) {
                let reach_m = spacings_m[usize::from(kind.0)];
                let is_near = |row: usize| {
                    species[row].0 == kind.0 && plot.distance_squared_m2(places[row].0, place.0) < reach_m * reach_m
                };
                prop_assert_eq!(ground.holds(trees, kind.0, place.0), (0..places.len()).any(is_near));
            }
        }
    }
}

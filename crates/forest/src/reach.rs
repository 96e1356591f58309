//! How many neighbours each tree has: what the sums of fields cost, counted. For examples and estimates alone.

use understory_ecs::{View, World};
use understory_space::Tiles;

use crate::components::{Position, Reach};
use crate::entities::Tree;
use crate::field::LEVELS;
use crate::neighbourhood::{Touch, Touching};
use crate::resources::TileIndex;

/// How many trees a tree has to do with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Other trees whose own reach covers its place. A tree reaches as far as the wider of its two fields, that which
    /// takes light and that which keeps seeds from germinating.
    pub in_reach: u32,
    /// Trees in the list of its tile, itself among them: those whose own reach touches the tile. Its sums run over
    /// them.
    pub listed: u32,
}

/// The neighbours of each living tree, row by row.
pub(crate) fn neighbours(world: &World) -> Vec<Neighbours> {
    let mut trees: View<'_, Tree, (&Position, &Reach)> = world.view();
    let (places, reaches) = trees.slices();
    let (tiles, index) = (world.res::<Tiles>(), world.res::<TileIndex<Tree>>());
    let mut neighbours = vec![Neighbours::default(); places.len()];
    let mut touching = Touching::default();
    for tile in 0..tiles.len() as u32 {
        let own_rows = |level| index.rows(&tiles, level, tile, tile);
        if (0..LEVELS).all(|level| own_rows(level).is_empty()) {
            continue;
        }
        index.list_touching(&tiles, tile, places, reaches, 0.0, &mut touching);
        let sources = touching.all();
        for level in 0..LEVELS {
            for (row, itself) in own_rows(level).zip(touching.own(level)..) {
                let covers = |source: &&Touch| {
                    let [x_m, y_m] =
                        [0, 1].map(|axis| source.offset_m[axis] - sources[itself].offset_m[axis]);
                    let reach_m = reaches[source.row as usize].0;
                    x_m * x_m + y_m * y_m < reach_m * reach_m
                };
                let covering = sources.iter().filter(covers);
                neighbours[row] = Neighbours {
                    in_reach: covering.filter(|source| source.row as usize != row).count() as u32,
                    listed: sources.len() as u32,
                };
            }
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};
    use understory_space::{Edge, Plot};

    use crate::Forest;
    use crate::components::Size;
    use crate::entities::Founder;
    use crate::growth::zone_radius_m;
    use crate::parameters::Conditions;
    use crate::presets;

    #[test]
    fn neighbours_are_those_that_a_look_at_every_pair_finds() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = Plot::new([5.0, -30.0], [75.0, 72.0], edge).unwrap();
            let beech = presets::named("fagus-sylvatica").unwrap().species("beech");
            let reach_m = |size| {
                let zone_m = zone_radius_m(&beech.competition, size);
                let fields = [&beech.competition.kernel, &beech.inhibition.kernel];
                fields
                    .map(|kernel| kernel.reach_m(zone_m))
                    .into_iter()
                    .fold(0.0, f64::max)
            };
            let mut forest = Forest::new(plot, 1, vec![beech.clone()], Conditions::default()).unwrap();
            let founders = (0..300_u32).map(|number| {
                let key = RandomKey::root(1, &["reach"]).child(0, Purpose::Member, number);
                let words = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
                let size = Size {
                    dbh_cm: 40.0 * words[2] * words[2],
                    height_m: 1.4 + 25.0 * words[2],
                };
                let place_m = [5.0 + 75.0 * words[0], 72.0 * words[1] - 30.0];
                Founder {
                    key,
                    species: 0,
                    place_m,
                    age_yr: 20,
                    size,
                    vigour: Some(1.0),
                    scores: None,
                    crown_base_m: None,
                    crown_radius_m: None,
                }
            });
            forest.plant(founders).unwrap();
            let mut trees = Vec::new();
            forest.for_each_tree(|place_m, _, size| trees.push((place_m, reach_m(size))));
            let expected: Vec<u32> = trees
                .iter()
                .map(|(at_m, _)| {
                    let covers = |(place_m, reach_m): &&([f64; 2], f64)| {
                        plot.distance_squared_m2(*at_m, *place_m) < reach_m * reach_m
                    };
                    trees.iter().filter(covers).count() as u32 - 1
                })
                .collect();
            assert!(expected.iter().sum::<u32>() > 300);
            let neighbours = forest.neighbours();
            let in_reach: Vec<u32> = neighbours.iter().map(|neighbours| neighbours.in_reach).collect();
            assert_eq!(in_reach, expected);
            assert!(
                neighbours
                    .iter()
                    .all(|neighbours| neighbours.listed > neighbours.in_reach)
            );
        }
    }
}

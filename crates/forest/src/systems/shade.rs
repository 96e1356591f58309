//! Shade: how much light each growth point gets among the leaves of all crowns, and what a tree's crown gets of what it would in the
//! open.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::math::{ln, pow};
use understory_numerics::parallel;
use understory_space::Tiles;

use crate::components::{Crowding, DarkYears, Foliage, OffFoot, Position, Size, SpeciesIndex, TreeNumber};
use crate::crowns::{CrownSpace, CrownTree, Leaves, SpaceWon, crown_trees};
use crate::entities::{GrowthPoint, Tree};
use crate::resources::{Crowns, GroundHeight, SpeciesList};

/// A crown that has nothing left is as one in so little light.
const LEAST_LIGHT: f64 = 1e-6;

/// A crown that asks for fewer points is too small to be told by them: its tree still takes its light from the light model.
const FEWEST_POINTS: u32 = 20;

// What is worked on together; no result depends on it.
const POINTS_TOGETHER: usize = 64;
const TREES_TOGETHER: usize = 8;
const BLOCKS_TOGETHER: usize = 1024;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn shade(
    mut trees: View<Tree, (&TreeNumber, &SpeciesIndex, &Position, &Size, &mut Crowding)>,
    mut growth_points: View<GrowthPoint, (&TreeNumber, &OffFoot, &DarkYears, &mut Foliage)>,
    species: Res<SpeciesList>,
    tiles: Res<Tiles>,
    ground: Res<GroundHeight>,
    mut crowns: ResMut<Crowns>,
) {
    let Some(space) = &mut crowns.0 else { return };
    let (numbers, indices, places, sizes, crowding) = trees.slices();
    let columns = (numbers, indices, places, sizes);
    let all = crown_trees(columns, &space.crowns, &species, tiles.plot(), &ground);
    let (of_trees, offs, dark, foliage) = growth_points.slices();
    let owners = all.of(of_trees);
    space.won.clear();
    if offs.is_empty() {
        return;
    }
    let stand = CrownPoints {
        trees: &all.trees,
        owners: &owners,
        offs,
        dark,
    };
    space.lattice.clear(all.low_m, all.high_m);
    stand.settle(space);
    space.light = stand.light(space);
    let exponents: Vec<f64> = species.iter().map(|one| one.growth.shade_sensitivity).collect();
    let got = parallel::fill(offs.len(), POINTS_TOGETHER, |row| {
        let (held, light) = stand.held(space, row);
        let mut got = Foliage { held, gain: 0.0 };
        if let (Some(tree), 1..) = (owners[row], held) {
            let exponent = exponents[all.trees[tree as usize].species];
            got.gain = pow(light / f64::from(held), exponent) as f32;
        }
        (got, light)
    });
    let mut won: Vec<(u32, f64)> = vec![(0, 0.0); all.trees.len()];
    for (row, (got, light)) in got.into_iter().enumerate() {
        foliage[row] = got;
        if let Some(tree) = owners[row] {
            let sum = &mut won[tree as usize];
            *sum = (sum.0 + got.held, sum.1 + light);
        }
    }
    // Trees that have no growth point yet take their light from the light model, as lower ones do.
    let mut has_crown = vec![false; all.trees.len()];
    for &tree in owners.iter().flatten() {
        has_crown[tree as usize] = true;
    }
    let enough = space.crowns.rules.enough;
    let compare = |place: usize| {
        let tree = &all.trees[place];
        let (offered, in_the_open) = space.in_the_open(&tree.envelope, space.leaves_per_m[tree.species]);
        let (held, light) = won[place];
        SpaceWon {
            tree: tree.number,
            offered,
            held,
            light: (light / (enough * in_the_open).max(LEAST_LIGHT)).min(1.0),
        }
    };
    let compared = parallel::map(all.trees.len(), TREES_TOGETHER, |place| {
        has_crown[place].then(|| compare(place))
    });
    for (tree, won) in all.trees.iter().zip(compared) {
        if let Some(won) = won.filter(|won| won.offered >= FEWEST_POINTS) {
            crowding[tree.row].0 = -ln(won.light.max(LEAST_LIGHT)) as f32;
            space.won.push(won);
        }
    }
}

/// The growth points and their trees.
struct CrownPoints<'a> {
    trees: &'a [CrownTree],
    owners: &'a [Option<u32>],
    offs: &'a [OffFoot],
    dark: &'a [DarkYears],
}

impl CrownPoints<'_> {
    fn tree(&self, row: usize) -> Option<&CrownTree> {
        self.owners[row].map(|tree| &self.trees[tree as usize])
    }

    /// Each growth point takes what it is nearest to within the kill distance; wood that has withered and stands for what it bears, as
    /// stems do, is bare.
    fn settle(&self, space: &CrownSpace) {
        let (kill_m, bare_yr) = (space.kill_m(), space.crowns.rules.shed_after_yr);
        parallel::each(self.offs.len(), POINTS_TOGETHER, &|row| {
            let (off_m, is_bare) = (self.offs[row].0, u32::from(self.dark[row].0) >= bare_yr);
            if let Some(tree) = self.tree(row).filter(|_| !is_bare) {
                let place_m = tree.place_m(off_m);
                space.lattice.settle(row as u32, place_m, kill_m, |seen| {
                    tree.may_take(off_m, seen.offset_m)
                });
            }
        });
    }

    /// Light in each block among the leaves of all.
    fn light(&self, space: &CrownSpace) -> Vec<f32> {
        let lattice = &space.lattice;
        let size = lattice.blocks();
        let block_m = lattice.side_m.map(|side_m| 2.0 * side_m);
        let thickness_m = lattice.cell_m3() / (block_m[0] * block_m[1]);
        let index_of = |block: usize| -> f32 {
            let leaves = lattice.block(block).map(|cell| {
                let nearest = lattice.nearest(cell);
                let tree = nearest.and_then(|(row, _)| self.tree(row as usize));
                tree.map_or(0.0, |tree| space.leaves_per_m[tree.species])
            });
            (leaves.iter().sum::<f64>() * thickness_m) as f32
        };
        let index = parallel::fill(size.iter().product(), BLOCKS_TOGETHER, index_of);
        let leaves = Leaves {
            size,
            side_m: block_m,
            wraps: lattice.wraps,
            index,
        };
        leaves.light(space.crowns.rules.extinction)
    }

    /// Points that a growth point holds, and the sum of the light at them.
    fn held(&self, space: &CrownSpace, row: usize) -> (u32, f64) {
        let Some(tree) = self.tree(row) else {
            return (0, 0.0);
        };
        let (mut held, mut light) = (0, 0.0);
        let place_m = tree.place_m(self.offs[row].0);
        space.lattice.around(place_m, space.kill_m(), |seen| {
            if space
                .lattice
                .nearest(seen.cell)
                .is_some_and(|(nearest, _)| nearest as usize == row)
            {
                held += 1;
                light += f64::from(space.light_at(seen.cell));
            }
        });
        (held, light)
    }
}

//! Branch: what withered falls, stems follow their trees up, and growth points colonize the free space that is in the light.
//!
//! Each free point attracts the growth point that is nearest to it, of whichever of the trees that may take it; a growth point
//! puts out a segment in the mean direction of what attracts it. A segment that is nearest to nothing is dropped; its growth point
//! heads for the nearest of its points next, and if that is no use either, rests until the next year.

use understory_ecs::{View, World};
use understory_numerics::math::pow;
use understory_numerics::parallel;
use understory_space::Tiles;

use crate::components::{CrownBase, Death, Foliage, Position, Size, SpeciesIndex, TreeNumber};
use crate::crowns::{CrownSpace, CrownTree, CrownTrees, NONE, crown_trees};
use crate::entities::{GrowthPoint, Tree};
use crate::resources::{Crowns, GroundHeight, SpeciesList};
use crate::row_lists::found_in;
use crate::sorted::sort_by_place;

/// More rounds than any crown needs that is made in one year.
const MOST_ROUNDS: u32 = 1000;

/// One in so many leaves may hang below the base of a crown.
const LOWEST_LEAVES: u32 = 20;

// What is worked on together; no result depends on it.
const POINTS_TOGETHER: usize = 64;
const TREES_TOGETHER: usize = 2;

/// It takes the whole world, as growth points come and go in it.
pub(crate) fn branch(world: &mut World) {
    let Some(mut space) = world.res_mut::<Crowns>().0.take() else {
        return;
    };
    let (all, least_light) = living(world, &space);
    let mut buds = Buds::of(world, &all);
    let bases_m = buds.crown_bases_m(&all);
    buds.let_fall(space.crowns.rules.shed_after_yr);
    let mut next_node = buds.raise_stems(&all, space.step_m());
    space.lattice.clear(all.low_m, all.high_m);
    let growth = Growth {
        space: &space,
        trees: &all.trees,
        least_light: &least_light,
        ground: world.res::<GroundHeight>().clone(),
        tiles: *world.res::<Tiles>(),
    };
    growth.colonize(&mut buds, &mut next_node);
    buds.put_in_order();
    world.renew::<GrowthPoint>(&[], buds.growth_points(&all));
    let mut rows: View<'_, Tree, (&mut CrownBase,)> = world.view();
    let rows = rows.slices().0;
    for (tree, base_m) in all.trees.iter().zip(bases_m) {
        if let Some(base_m) = base_m {
            rows[tree.row].0 = base_m;
        }
    }
    world.res_mut::<Crowns>().0 = Some(space);
}

/// The trees that live on with a crown, and the least light in which each species puts out wood.
fn living(world: &World, space: &CrownSpace) -> (CrownTrees, Vec<f32>) {
    let species = world.res::<SpeciesList>();
    let (tiles, ground) = (world.res::<Tiles>(), world.res::<GroundHeight>());
    let mut trees: View<'_, Tree, (&TreeNumber, &SpeciesIndex, &Position, &Size, &Death)> = world.view();
    let (numbers, indices, places, sizes, deaths) = trees.slices();
    let columns = (numbers, indices, places, sizes);
    let mut all = crown_trees(columns, &space.crowns, &species, tiles.plot(), &ground);
    all.trees.retain(|tree| deaths[tree.row].0.is_none());
    let least = |one: &crate::parameters::Species| {
        pow(
            2.0 * space.crowns.rules.shed_below,
            1.0 / one.growth.shade_sensitivity,
        ) as f32
    };
    let least_light = species.iter().map(least).collect();
    (all, least_light)
}

/// A growth point while its crown grows.
#[derive(Clone, Copy)]
struct Bud {
    /// Place of its tree in the list.
    tree: u32,
    node: u32,
    /// Place of its parent among the buds.
    parent: u32,
    off_m: [f32; 3],
    lost_tips: u32,
    dark_yr: u16,
    /// Points that it held in this year.
    held: u32,
    aim: Aim,
    /// It withered, or was nearest to nothing.
    is_gone: bool,
}

/// Where a growth point heads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Mean,
    Nearest,
    Rest,
}

impl Bud {
    /// One that grew in this year; its number is given when it is to stay.
    fn new(tree: u32, parent: u32, off_m: [f32; 3]) -> Self {
        Self {
            tree,
            node: 0,
            parent,
            off_m,
            lost_tips: 0,
            dark_yr: 0,
            held: 0,
            aim: Aim::Mean,
            is_gone: false,
        }
    }

    fn is_stem(&self) -> bool {
        self.off_m[0] == 0.0 && self.off_m[1] == 0.0
    }
}

/// All growth points: those of the year before in the order of their rows, then new ones.
struct Buds {
    all: Vec<Bud>,
    /// For each tree whether its crown begins in this year.
    begins: Vec<bool>,
}

impl Buds {
    /// Those of the trees that live on.
    fn of(world: &World, trees: &CrownTrees) -> Self {
        let mut columns: View<'_, GrowthPoint, (&TreeNumber, &Foliage)> = world.view();
        let (of_trees, foliage) = columns.slices();
        let owners = trees.of(of_trees);
        let rows = world.rows::<GrowthPoint>();
        let mut all: Vec<Bud> = Vec::with_capacity(owners.len());
        let mut begins = vec![true; trees.trees.len()];
        let mut first = 0;
        for (row, owner) in owners.iter().enumerate() {
            let Some(tree) = *owner else { continue };
            let point = rows.get(row);
            if std::mem::take(&mut begins[tree as usize]) {
                first = all.len();
            }
            let parent = all[first..].binary_search_by_key(&point.parent, |bud| bud.node);
            all.push(Bud {
                tree,
                node: point.node,
                parent: parent.map_or(NONE, |place| (first + place) as u32),
                off_m: point.off_m,
                lost_tips: point.lost_tips,
                dark_yr: point.dark_yr,
                held: foliage[row].held,
                aim: Aim::Mean,
                is_gone: false,
            });
        }
        Self { all, begins }
    }

    /// Height above which all leaves of each tree are but the lowest twentieth: a few twigs far down are no crown.
    fn crown_bases_m(&self, trees: &CrownTrees) -> Vec<Option<f32>> {
        let mut bases_m: Vec<Option<f32>> = vec![None; trees.trees.len()];
        let mut leaves: Vec<(f32, u32)> = Vec::new();
        for of_tree in self.all.chunk_by(|one, next| one.tree == next.tree) {
            leaves.clear();
            leaves.extend(
                of_tree
                    .iter()
                    .filter(|bud| bud.held > 0)
                    .map(|bud| (bud.off_m[2], bud.held)),
            );
            leaves.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
            let below = leaves.iter().map(|(_, held)| held).sum::<u32>() / LOWEST_LEAVES;
            let mut sum = 0;
            let base = leaves.iter().find(|(_, held)| {
                sum += held;
                sum > below
            });
            bases_m[of_tree[0].tree as usize] = base.map(|(height_m, _)| *height_m);
        }
        bases_m
    }

    /// What has withered for so many years, and bears nothing that has not, falls; the stem stands.
    fn let_fall(&mut self, after_yr: u32) {
        let mut bears = vec![false; self.all.len()];
        for place in (0..self.all.len()).rev() {
            let bud = self.all[place];
            if !bears[place] && !bud.is_stem() && u32::from(bud.dark_yr) >= after_yr {
                self.all[place].is_gone = true;
                if let Some(parent) = self.all.get_mut(bud.parent as usize) {
                    parent.lost_tips += bud.lost_tips.max(1);
                }
            } else if let Some(bears) = bears.get_mut(bud.parent as usize) {
                *bears = true;
            }
        }
    }

    /// Stems of new crowns, and of the others the part that their trees have grown; gives the number that is next in each tree.
    fn raise_stems(&mut self, trees: &CrownTrees, step_m: f64) -> Vec<u32> {
        let mut tops = vec![NONE; trees.trees.len()];
        let mut next = vec![0_u32; trees.trees.len()];
        for (place, bud) in self.all.iter().enumerate() {
            next[bud.tree as usize] = bud.node + 1;
            if bud.is_stem() {
                tops[bud.tree as usize] = place as u32;
            }
        }
        for (number, tree) in trees.trees.iter().enumerate() {
            let mut top = tops[number];
            let end_m = tree.envelope.stem_m();
            loop {
                let above_m = match self.all.get(top as usize) {
                    Some(bud) => f64::from(bud.off_m[2]) + step_m,
                    None => 0.0,
                };
                if above_m > end_m {
                    break;
                }
                let place = self.all.len() as u32;
                self.all.push(Bud {
                    node: next[number],
                    ..Bud::new(number as u32, top, [0.0, 0.0, above_m as f32])
                });
                next[number] += 1;
                top = place;
            }
        }
        next
    }

    /// Leaves what stands at the end of the year, in the order of trees and numbers; parents are told by their numbers.
    fn put_in_order(&mut self) {
        for place in 0..self.all.len() {
            let parent = self.all[place].parent;
            self.all[place].parent = self.all.get(parent as usize).map_or(NONE, |bud| bud.node);
        }
        self.all.retain(|bud| !bud.is_gone);
        sort_by_place(&mut self.all, &mut Vec::new(), |bud| (bud.tree, bud.node.into()));
    }

    /// The same as growth points.
    fn growth_points(&self, trees: &CrownTrees) -> impl Iterator<Item = GrowthPoint> + Clone {
        self.all.iter().map(|bud| GrowthPoint {
            tree: trees.trees[bud.tree as usize].number,
            node: bud.node,
            parent: bud.parent,
            off_m: bud.off_m,
            lost_tips: bud.lost_tips,
            dark_yr: bud.dark_yr,
        })
    }
}

/// What growth reads.
struct Growth<'a> {
    space: &'a CrownSpace,
    trees: &'a [CrownTree],
    least_light: &'a [f32],
    ground: GroundHeight,
    tiles: Tiles,
}

impl Growth<'_> {
    /// Rounds of growth until no growth point has anywhere to go: in crowns that begin, the whole crown; in others no further than a
    /// year's shoot.
    fn colonize(&self, buds: &mut Buds, next_node: &mut [u32]) {
        let (step_m, longest_m) = (self.space.step_m(), self.space.crowns.rules.longest_shoot_m);
        let rounds_a_year = (longest_m / step_m).round().max(1.0) as u32;
        let mut active: Vec<u32> = (0..buds.all.len() as u32)
            .filter(|&place| !buds.all[place as usize].is_gone)
            .collect();
        active = self.attracted(&buds.all, &active);
        for round in 0..MOST_ROUNDS {
            if round == rounds_a_year {
                active.retain(|&place| buds.begins[buds.all[place as usize].tree as usize]);
            }
            let shoots = found_in(0..active.len(), POINTS_TOGETHER, &|numbers, shoots| {
                let shoot = |&place: &u32| self.shoot(&buds.all, place).map(|off_m| (place, off_m));
                shoots.extend(active[numbers].iter().filter_map(shoot));
            });
            if shoots.is_empty() {
                return;
            }
            let first = buds.all.len() as u32;
            for &(parent, off_m) in &shoots {
                let tree = buds.all[parent as usize].tree;
                buds.all.push(Bud::new(tree, parent, off_m));
            }
            let newcomers: Vec<u32> = (first..buds.all.len() as u32).collect();
            self.settle(&buds.all, &newcomers, self.space.influence_m());
            let is_useful = parallel::map(newcomers.len(), POINTS_TOGETHER, |number| {
                self.holds_any(&buds.all, newcomers[number])
            });
            active.clear();
            for (&(parent, _), (&place, &is_useful)) in shoots.iter().zip(newcomers.iter().zip(&is_useful)) {
                let aim = &mut buds.all[parent as usize].aim;
                *aim = match (is_useful, *aim) {
                    (true, _) => Aim::Mean,
                    (false, Aim::Mean) => Aim::Nearest,
                    (false, _) => Aim::Rest,
                };
                if *aim != Aim::Rest {
                    active.push(parent);
                }
                let newcomer = &mut buds.all[place as usize];
                if is_useful {
                    let next = &mut next_node[newcomer.tree as usize];
                    newcomer.node = *next;
                    *next += 1;
                } else {
                    newcomer.is_gone = true;
                }
            }
            active.extend(
                newcomers
                    .iter()
                    .zip(&is_useful)
                    .filter(|(_, useful)| **useful)
                    .map(|(&place, _)| place),
            );
        }
    }

    /// Finds the nearest growth point of each point that is near to any, and gives the growth points that a free point in the light
    /// attracts.
    ///
    /// What is held is found growth point by growth point, what is free point by point: of these there are few, as nothing attracts
    /// in the dark.
    fn attracted(&self, buds: &[Bud], places: &[u32]) -> Vec<u32> {
        let lattice = &self.space.lattice;
        self.settle(buds, places, self.space.kill_m());
        let place_of = |nth: usize| {
            let bud = &buds[places[nth] as usize];
            self.trees[bud.tree as usize].place_m(bud.off_m)
        };
        let standing = lattice.by_block(places.len(), place_of);
        let influence_m = self.space.influence_m();
        let draw = |tree: &CrownTree, drawn: &mut Vec<usize>| {
            let least = self.least_light[tree.species];
            let [low_m, high_m] = tree.bounds_m();
            lattice.within(low_m, high_m, |cell, point_m| {
                let off_m = std::array::from_fn(|axis| point_m[axis] - tree.foot_m[axis]);
                let is_held = lattice
                    .nearest(cell)
                    .is_some_and(|(_, distance_m2)| self.is_killed(distance_m2));
                if is_held || !tree.envelope.holds(off_m) || self.space.light_at(cell) < least {
                    return;
                }
                lattice.growth_points_near(&standing, place_of, point_m, influence_m, |nth, offset_m| {
                    let place = places[nth as usize];
                    let bud = &buds[place as usize];
                    if self.trees[bud.tree as usize].may_take(bud.off_m, offset_m) {
                        lattice.give(cell, place, offset_m.iter().map(|m| m * m).sum());
                    }
                });
                drawn.push(cell);
            });
        };
        let cells = found_in(0..self.trees.len(), TREES_TOGETHER, &|trees, drawn| {
            self.trees[trees].iter().for_each(|tree| draw(tree, drawn));
        });
        let mut attracted: Vec<u32> = cells
            .iter()
            .filter_map(|&cell| lattice.nearest(cell).map(|(place, _)| place))
            .collect();
        attracted.sort_unstable();
        attracted.dedup();
        attracted
    }

    /// Whether a point so far from wood is held, and attracts no more.
    fn is_killed(&self, distance_m2: f32) -> bool {
        f64::from(distance_m2) <= self.space.kill_m() * self.space.kill_m()
    }

    fn settle(&self, buds: &[Bud], places: &[u32], reach_m: f64) {
        parallel::each(places.len(), POINTS_TOGETHER, &|number| {
            let place = places[number];
            let bud = &buds[place as usize];
            let tree = &self.trees[bud.tree as usize];
            let place_m = tree.place_m(bud.off_m);
            self.space.lattice.settle(place, place_m, reach_m, |seen| {
                tree.may_take(bud.off_m, seen.offset_m)
            });
        });
    }

    fn holds_any(&self, buds: &[Bud], place: u32) -> bool {
        let bud = &buds[place as usize];
        let mut holds = false;
        let place_m = self.trees[bud.tree as usize].place_m(bud.off_m);
        self.space
            .lattice
            .around(place_m, self.space.influence_m(), |seen| {
                holds |= self.is_nearest(place, seen.cell);
            });
        holds
    }

    fn is_nearest(&self, place: u32, cell: usize) -> bool {
        let nearest = self.space.lattice.nearest(cell);
        nearest.is_some_and(|(nearest, _)| nearest == place)
    }

    /// Where the next segment of a growth point ends, if anything free and in the light attracts it.
    fn shoot(&self, buds: &[Bud], place: u32) -> Option<[f32; 3]> {
        let bud = &buds[place as usize];
        let tree = &self.trees[bud.tree as usize];
        let least = self.least_light[tree.species];
        let mut sum = [0.0_f64; 3];
        let mut nearest = (f64::INFINITY, [0.0; 3]);
        let place_m = tree.place_m(bud.off_m);
        self.space
            .lattice
            .around(place_m, self.space.influence_m(), |seen| {
                if self.is_killed(seen.distance_m2 as f32)
                    || !self.is_nearest(place, seen.cell)
                    || self.space.light_at(seen.cell) < least
                {
                    return;
                }
                let distance_m = seen.distance_m2.sqrt();
                let toward = seen.offset_m.map(|m| m / distance_m);
                (0..3).for_each(|axis| sum[axis] += toward[axis]);
                if seen.distance_m2 < nearest.0 {
                    nearest = (seen.distance_m2, toward);
                }
            });
        if nearest.0.is_infinite() {
            return None;
        }
        let length = |vector: [f64; 3]| vector.iter().map(|m| m * m).sum::<f64>().sqrt();
        let mean_length = length(sum);
        let direction = if bud.aim == Aim::Nearest || mean_length < 1e-6 {
            nearest.1
        } else {
            let mut direction = sum.map(|m| m / mean_length);
            let straightness = self.space.crowns.sharing.straightness;
            if let (true, Some(parent)) = (straightness > 0.0, buds.get(bud.parent as usize)) {
                let heading: [f64; 3] =
                    std::array::from_fn(|axis| f64::from(bud.off_m[axis] - parent.off_m[axis]));
                let heading_length = length(heading);
                if heading_length > 0.0 {
                    (0..3).for_each(|axis| direction[axis] += straightness * heading[axis] / heading_length);
                }
                let whole = length(direction);
                if whole < 1e-6 {
                    direction = nearest.1;
                } else {
                    direction = direction.map(|m| m / whole);
                }
            }
            direction
        };
        let step_m = self.space.step_m();
        let off_m: [f32; 3] =
            std::array::from_fn(|axis| (f64::from(bud.off_m[axis]) + step_m * direction[axis]) as f32);
        self.is_above_ground(tree, off_m).then_some(off_m)
    }

    /// Whether a place as seen from a tree's foot lies above the ground; beyond an open plot nothing is known of that.
    fn is_above_ground(&self, tree: &CrownTree, off_m: [f32; 3]) -> bool {
        let Some(height_at) = &self.ground.0 else {
            return off_m[2] > 0.0;
        };
        let plot = self.tiles.plot();
        let origin_m = plot.origin_m();
        let at_m = [0, 1].map(|axis| origin_m[axis] + tree.foot_m[axis] + f64::from(off_m[axis]));
        plot.place(at_m)
            .is_none_or(|at_m| tree.foot_m[2] + f64::from(off_m[2]) > height_at(at_m))
    }
}

//! Before the first round: what was given is checked, bases are set and trunks grow.

use std::borrow::{Borrow, Cow};

use understory_ecs::World;
use understory_keys::{Checked, table};

use crate::cloud::AttractionPoint;
use crate::colonization::around::Around;
use crate::colonization::colony::{Colony, GrowthPoint, Newcomer, Site};
use crate::colonization::error::ColonizeError;
use crate::colonization::index::PointIndex;
use crate::colonization::obstacle::{Obstacle, first_met};
use crate::colonization::parameters::{Colonization, GREATEST_LENGTH_M};
use crate::colonization::points::{NOBODY, Points};
use crate::colonization::separation::Separation;
use crate::colonization::wood::Wood;
use crate::skeleton::Skeleton;
use crate::vector::{self, Vector, add, direction, distance_squared_to_segment, scale};

/// How far a segment that slides along what it meets can come to, with its clearance, in segments.
pub(crate) const REACH_STEPS: f64 = 1.1;

impl<'a, I: PointIndex> Colony<'a, I> {
    /// A colony whose newcomers are the bases and trunks.
    pub(crate) fn begin(site: &Site<'a>, parameters: &'a Colonization) -> Result<Self, ColonizeError> {
        let mut colony = Self::bare(site, site.points.to_vec(), parameters)?;
        check_bases(site.bases_m, site.obstacles)?;
        let mut is_any_in_reach = false;
        for (tree, &base) in site.bases_m.iter().enumerate() {
            is_any_in_reach |= colony.grow_trunk(tree, base)?;
        }
        if is_any_in_reach {
            Ok(colony)
        } else {
            Err(colony.nothing_in_reach())
        }
    }

    /// A colony whose newcomers are all that has grown before.
    pub(crate) fn go_on(
        grown: &[Skeleton],
        rounds: u32,
        site: &Site<'a>,
        parameters: &'a Colonization,
    ) -> Result<Self, ColonizeError> {
        let mut colony = Self::bare(site, site.points.to_vec(), parameters)?;
        colony.rounds = rounds;
        colony.diseased = parameters.diseased_before(rounds);
        colony.plant(grown);
        Ok(colony)
    }

    /// A colony without a tree, and with these points in place of the site's.
    pub(crate) fn bare(
        site: &Site<'a>,
        given: Vec<AttractionPoint>,
        parameters: &'a Colonization,
    ) -> Result<Self, ColonizeError> {
        let (shortest_m, step_m, most_nodes) = (
            parameters.trunk.shortest_m,
            parameters.step_m,
            parameters.most_nodes,
        );
        if shortest_m / step_m >= f64::from(most_nodes) {
            return Err(ColonizeError::TrunkOfTooManyNodes {
                shortest_m,
                step_m,
                most_nodes,
            });
        }
        check_points(&given)?;
        check_obstacles(site.obstacles)?;
        let influence_m = parameters.influence_distance_m();
        let (index, order) = I::build(given.len(), |number| given[number].place_m, influence_m);
        let points = Points::in_order(given, order, influence_m);
        let mut world = World::new();
        world.add_kind::<GrowthPoint>();
        Ok(Self {
            parameters,
            obstacles: Cow::Borrowed(site.obstacles),
            around: Around::of(site.obstacles, REACH_STEPS * step_m),
            nests: Vec::new(),
            key: site.key,
            part: site.part,
            trees: site.bases_m.len(),
            spaces: None,
            points,
            index,
            wood: Vec::new(),
            fresh: 0,
            settled: Separation::new(parameters.step_m),
            arriving: Separation::new(parameters.step_m),
            world,
            newcomers: Vec::new(),
            won: Vec::new(),
            fruitless: Vec::new(),
            diseased: Vec::new(),
            rounds: 0,
            useless: 0,
            at_rest: false,
        })
    }

    /// Frees all attraction points, also those that were reached, but for those in nests.
    pub(crate) fn restore_points(&mut self) {
        self.points.restore();
        let influence_m = self.parameters.influence_distance_m();
        let places = self.points.places();
        (self.index, _) = I::build(places.len(), |number| places[number], influence_m);
        for nest in self.nests.clone() {
            self.take(nest);
        }
    }

    /// Makes these the only trees there are, all of their nodes as new.
    pub(crate) fn plant(&mut self, grown: impl IntoIterator<Item = impl Borrow<Skeleton>>) {
        self.trees = 0;
        self.wood.clear();
        self.fresh = 0;
        self.settled.clear();
        self.arriving.clear();
        self.world.truncate::<GrowthPoint>(0);
        self.fruitless.clear();
        self.newcomers.clear();
        self.points.free();
        self.index.free();
        for (tree, skeleton) in (0..).zip(grown) {
            self.trees += 1;
            let first = self.wood.len() as u32;
            for node in &skeleton.borrow().nodes {
                self.wood.push(Wood {
                    place: node.place_m,
                    parent: node.parent.map_or(NOBODY, |parent| first + parent),
                    tree,
                    round: node.iteration,
                    lost_tips: node.lost_tips,
                });
                let wood = &self.wood;
                self.settled.insert(|node| wood[node].place);
            }
        }
    }

    /// Sets a base and grows its trunk; whether that came within reach of an attraction point.
    fn grow_trunk(&mut self, tree: usize, base: Vector) -> Result<bool, ColonizeError> {
        let trunk = self.parameters.trunk;
        let step_m = self.parameters.step_m;
        let heading = direction(trunk.direction).expect("it was checked");
        if self.is_taken(base) {
            return Err(ColonizeError::Unfit(format!(
                "base {tree} at {base:?} stands on another base or trunk: move it by a step or more"
            )));
        }
        let mut place = base;
        let mut parent = NOBODY;
        let mut was_in_reach = false;
        for steps in 0_u32.. {
            let node = self.newcomers.len() as u32;
            self.arrive(Newcomer {
                wood: Wood {
                    place,
                    parent,
                    tree: tree as u32,
                    round: 0,
                    lost_tips: 0,
                },
                parent: None,
                is_useful: true,
            });
            let length_m = f64::from(steps) * step_m;
            let is_long_enough = length_m >= trunk.shortest_m;
            was_in_reach |= self.is_in_reach(place);
            let is_last = length_m + step_m > trunk.longest_m || node + 1 >= self.parameters.most_nodes;
            if (was_in_reach && is_long_enough) || is_last {
                break;
            }
            let next = add(place, scale(heading, step_m));
            if first_met(place, heading, step_m, &self.obstacles).is_some() {
                if is_long_enough {
                    break;
                }
                return Err(ColonizeError::ObstacleOverBase {
                    obstacle: nearest_obstacle(&self.obstacles, place),
                    place_m: place,
                });
            }
            if self.is_taken(next) {
                break;
            }
            parent = node;
            place = next;
        }
        Ok(was_in_reach)
    }

    fn is_in_reach(&self, place: Vector) -> bool {
        let mut found = Vec::new();
        let influence_m = self.parameters.influence_distance_m();
        self.index
            .near_segment(&self.points, place, place, influence_m, &mut found);
        !found.is_empty()
    }

    fn nothing_in_reach(&self) -> ColonizeError {
        // A trunk is straight: its ends say how near it comes.
        let mut trunks: Vec<(Vector, Vector)> = Vec::new();
        for newcomer in &self.newcomers {
            let place = newcomer.wood.place;
            match (newcomer.wood.parent(), trunks.last_mut()) {
                (Some(_), Some(trunk)) => trunk.1 = place,
                _ => trunks.push((place, place)),
            }
        }
        let squared_to_trunk = |place: Vector| {
            let squares = trunks
                .iter()
                .map(|&(base, top)| distance_squared_to_segment(place, base, top));
            squares.fold(f64::INFINITY, f64::min)
        };
        let squares = self.points.near.iter().map(|near| squared_to_trunk(near.place));
        ColonizeError::NothingInReach {
            influence_m: self.parameters.influence_distance_m(),
            nearest_m: squares.fold(f64::INFINITY, f64::min).sqrt(),
        }
    }
}

fn is_place(place: Vector) -> bool {
    place.iter().all(|along| along.abs() <= GREATEST_LENGTH_M)
}

fn check_points(points: &[AttractionPoint]) -> Result<(), ColonizeError> {
    if points.is_empty() {
        return Err(ColonizeError::NoPoints);
    }
    if points.len() >= u32::MAX as usize {
        return Err(ColonizeError::Unfit(format!(
            "{} attraction points are more than can be numbered: take at most 4 billion",
            points.len()
        )));
    }
    let is_sound =
        |point: &AttractionPoint| is_place(point.place_m) && point.weight >= 0.0 && point.weight.is_finite();
    match points.iter().position(|point| !is_sound(point)) {
        Some(number) => Err(ColonizeError::Unfit(format!(
            "attraction point {number} at {:?} has weight {}, but a place must be finite and within 1e9 m of the origin, \
             and a weight finite and at least 0",
            points[number].place_m, points[number].weight
        ))),
        None => Ok(()),
    }
}

fn check_obstacles(obstacles: &[Obstacle]) -> Result<(), ColonizeError> {
    for (number, obstacle) in obstacles.iter().enumerate() {
        let wrong = obstacle.check(&table(Obstacle::KEYS, ""));
        wrong.map_err(|wrong| ColonizeError::NotAnObstacle { number, wrong })?;
    }
    Ok(())
}

fn check_bases(bases: &[Vector], obstacles: &[Obstacle]) -> Result<(), ColonizeError> {
    if bases.is_empty() {
        let why = "there is no base to grow from: give at least one place in `bases_m`";
        return Err(ColonizeError::Unfit(why.to_owned()));
    }
    for (number, &place_m) in bases.iter().enumerate() {
        if !vector::is_finite(place_m) || !is_place(place_m) {
            return Err(ColonizeError::Unfit(format!(
                "base {number} is {place_m:?}, but must be finite and within 1e9 m of the origin"
            )));
        }
        if let Some(obstacle) = obstacles
            .iter()
            .position(|obstacle| obstacle.distance_m(place_m) < 0.0)
        {
            return Err(ColonizeError::ObstacleOverBase { obstacle, place_m });
        }
    }
    Ok(())
}

fn nearest_obstacle(obstacles: &[Obstacle], place: Vector) -> usize {
    let nearer = |&a: &usize, &b: &usize| {
        obstacles[a]
            .distance_m(place)
            .total_cmp(&obstacles[b].distance_m(place))
    };
    (0..obstacles.len()).min_by(nearer).unwrap_or(0)
}

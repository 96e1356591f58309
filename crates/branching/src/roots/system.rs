//! Tap, heart and plate: the main roots that a root system begins with.
//!
//! A taproot heads straight down and goes round what is in its way. Main roots leave its upper part in all directions, dip as
//! their form has it, the less the less soil is left below them, turn towards water and run on between surface and rock.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};
use understory_keys::{Key, parameters, whole};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};

use crate::colonization::Obstacle;
use crate::colonization::obstacle::end_along_obstacles;
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::{Vector, direction, distance, sub};

parameters! {
    /// What a root system looks like as a whole.
    ///
    /// # Source
    /// The three types, and which tree has which, are those of *The Essex Naturalist* 29, p. 114: tap in oak and silver fir,
    /// heart in birch and beech, flat in spruce and poplar. Of 60 root systems of birch, spruce and pine that were dug out in
    /// Finland half of the pines had a taproot (Kalliokoski, Nygren & Sievänen 2008).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RootSystem of words {
        /// A taproot goes straight down, and laterals leave its upper half.
        Tap = "tap",
        /// Several roots of one size go down aslant from the base of the stem.
        Heart = "heart",
        /// Laterals run out flat under the surface, with little below the stem.
        Plate = "plate",
    }
}

/// Main roots; of trees 4 to 11 are told (Hellis, tree consultants).
pub(crate) const MAIN_ROOTS: Key = whole(0, 100, "", "7");

/// What tells the forms apart; the numbers are ours.
struct Habit {
    /// How far a main root dips where it leaves, and where it ends, degrees below level.
    dip_deg: [f64; 2],
    /// Main roots leave along this share of the taproot, from its top.
    leave_over: f64,
}

impl RootSystem {
    /// Length of what goes straight down below the stem, over that of a tree with a taproot.
    #[must_use]
    pub fn taproot_share(self) -> f64 {
        match self {
            Self::Tap => 1.0,
            Self::Heart => 0.5,
            Self::Plate => 0.25,
        }
    }

    /// Depth over which its roots become rarer by a factor of e, over that of a heart.
    #[must_use]
    pub fn depth_share(self) -> f64 {
        match self {
            Self::Tap => 1.3,
            Self::Heart => 1.0,
            Self::Plate => 0.6,
        }
    }

    const fn habit(self) -> Habit {
        match self {
            Self::Tap => Habit {
                dip_deg: [25.0, 5.0],
                leave_over: 0.5,
            },
            Self::Heart => Habit {
                dip_deg: [60.0, 8.0],
                leave_over: 0.5,
            },
            Self::Plate => Habit {
                dip_deg: [8.0, 1.0],
                leave_over: 0.8,
            },
        }
    }
}

/// What soil is like at a place.
#[derive(Clone, Copy)]
pub(crate) struct Soil<'a> {
    /// Height of the ground, m.
    pub(crate) ground: &'a dyn Fn([f64; 2]) -> f64,
    /// How wet it is, as a share of the wettest.
    pub(crate) water: &'a dyn Fn([f64; 2]) -> f64,
    /// Down to the rock, m.
    pub(crate) depth_m: f64,
}

impl Soil<'_> {
    /// The share of the soil that lies below a place, from 0 on the rock to 1 at the surface.
    fn share_below(&self, [x_m, y_m, z_m]: Vector) -> f64 {
        if self.depth_m <= 0.0 {
            return 0.0;
        }
        let rock_m = (self.ground)([x_m, y_m]) - self.depth_m;
        ((z_m - rock_m) / self.depth_m).clamp(0.0, 1.0)
    }
}

/// Taproot and main roots of a tree.
#[derive(Clone, Copy)]
pub(crate) struct MainRoots {
    pub(crate) system: RootSystem,
    /// How many leave the taproot.
    pub(crate) count: u32,
    /// Length of the taproot, m.
    pub(crate) taproot_m: f64,
    /// Half the width of the soil that the roots may take, m.
    pub(crate) spread_m: f64,
    /// Length of a segment, m.
    pub(crate) step_m: f64,
}

/// A main root is at least this long, and at most so much longer, over half the width of the soil; ours.
const LEAST_LENGTH: f64 = 0.45;
const MORE_LENGTH: f64 = 0.3;
/// The flattest main root dips so much of what the steepest does; ours.
const LEAST_DIP: f64 = 0.5;
/// How far headings stray at each segment, radians; ours.
const STRAY: f64 = 0.8;
const DIP_STRAY: f64 = 0.25;
/// How fast a main root turns to where it becomes wetter: radians for each unit of the logarithm of water, as it turns its
/// whole length across it; ours.
const HYDROTROPISM: f64 = 1.5;
/// Soil above a root, m.
const COVER_M: f64 = 0.02;
/// A taproot has at least so many segments: main roots leave where these end.
const LEAST_SEGMENTS: f64 = 4.0;
/// The share of its length at which a main root has come to its last dip.
const LEVEL_AT: f64 = 0.6;

impl MainRoots {
    /// Grows them from a collar, round obstacles; the collar alone where nothing leaves a way.
    pub(crate) fn grow(
        &self,
        base_m: Vector,
        soil: &Soil<'_>,
        obstacles: &[Obstacle],
        key: RandomKey,
    ) -> Skeleton {
        let mut nodes = vec![Node::new(None, Part::Root, base_m, 0)];
        self.grow_taproot(&mut nodes, soil, obstacles);
        let upper = (self.system.habit().leave_over * (nodes.len() - 1) as f64).ceil() as usize;
        let first = unit_from_u32(key.draws(0, Purpose::MainRoot, self.count)[0]);
        for number in 0..self.count {
            // One above the other in another order than round the stem.
            let from = (number as usize * 5) % upper.max(1) + 1;
            let from = from.min(nodes.len() - 1).min(upper.max(1)) as u32;
            let key = key.child(0, Purpose::MainRoot, number);
            let [off, long, dip, _] = key.draws(0, Purpose::MainRoot, 0).map(unit_from_u32);
            let azimuth = TAU * (first + (f64::from(number) + 0.7 * (off - 0.5)) / f64::from(self.count));
            let length_m = self.spread_m * (LEAST_LENGTH + MORE_LENGTH * long);
            let dips = LEAST_DIP + (1.0 - LEAST_DIP) * dip;
            self.grow_main_root(&mut nodes, from, [azimuth, length_m, dips], soil, obstacles, key);
        }
        Skeleton { nodes }
    }

    fn grow_taproot(&self, nodes: &mut Vec<Node>, soil: &Soil<'_>, obstacles: &[Obstacle]) {
        let taproot_m = self.taproot_m.min(soil.depth_m);
        let steps = (taproot_m / self.step_m).max(LEAST_SEGMENTS).ceil();
        let step_m = taproot_m / steps;
        if step_m <= 0.0 {
            return;
        }
        // The way round stones is longer; twice as long it is no taproot any more.
        let deepest_m = nodes[0].place_m[2] - taproot_m;
        for _ in 0..2 * steps as u32 {
            let parent = nodes.len() as u32 - 1;
            let from = nodes[parent as usize].place_m;
            let left_m = from[2] - deepest_m;
            if left_m < 0.01 * step_m {
                return;
            }
            // What bars it for good ends it: it goes round, hardly up.
            let end = end_along_obstacles(from, [0.0, 0.0, -1.0], step_m.min(left_m), obstacles);
            match end.filter(|end| end[2] <= from[2] + 0.25 * step_m) {
                Some(end) => nodes.push(Node::new(Some(parent), Part::Root, end, 0)),
                None => return,
            }
        }
    }

    fn grow_main_root(
        &self,
        nodes: &mut Vec<Node>,
        from: u32,
        [azimuth, length_m, dips]: [f64; 3],
        soil: &Soil<'_>,
        obstacles: &[Obstacle],
        key: RandomKey,
    ) {
        let [steep, level] = self.system.habit().dip_deg.map(|deg| dips * deg.to_radians());
        let steps = (length_m / self.step_m).ceil().max(1.0) as u32;
        let (mut parent, mut azimuth) = (from, azimuth);
        for step in 0..steps {
            let place = nodes[parent as usize].place_m;
            let [turn, sink, ..] = key
                .draws(1, Purpose::MainRoot, step)
                .map(|draw| 2.0 * unit_from_u32(draw) - 1.0);
            let gone = (f64::from(step) / (LEVEL_AT * f64::from(steps))).min(1.0);
            // Where it is as thick as it is long it runs straight.
            azimuth += STRAY * gone * turn * self.step_m.min(0.5) + self.turn_to_water(place, azimuth, soil);
            let dip = steep + (level - steep) * gone + DIP_STRAY * gone * sink;
            let dip = if dip > 0.0 {
                let room = soil.share_below(place);
                dip * room * room
            } else {
                dip
            };
            let ((sin, cos), (down, out)) = (math::sin_cos(azimuth), math::sin_cos(dip));
            let [x_m, y_m] = [
                place[0] + self.step_m * out * cos,
                place[1] + self.step_m * out * sin,
            ];
            let ground_m = (soil.ground)([x_m, y_m]);
            let (rock_m, top_m) = (
                ground_m - soil.depth_m,
                ground_m - COVER_M.min(0.5 * soil.depth_m),
            );
            let z_m = (place[2] - self.step_m * down).max(rock_m).min(top_m);
            let aim = [x_m, y_m, z_m];
            let Some(heading) = direction(sub(aim, place)) else {
                return;
            };
            let way_m = distance(aim, place).min(self.step_m);
            let Some(end) = end_along_obstacles(place, heading, way_m, obstacles) else {
                return;
            };
            let number = nodes.len() as u32;
            nodes.push(Node::new(Some(parent), Part::Root, end, 0));
            parent = number;
        }
    }

    /// By how much a root that heads there turns in a step towards wetter soil, radians.
    fn turn_to_water(&self, place: Vector, azimuth: f64, soil: &Soil<'_>) -> f64 {
        let reach_m = self.step_m.max(0.1);
        let (sin, cos) = math::sin_cos(azimuth);
        let water = |side: f64| {
            let at = [place[0] - side * reach_m * sin, place[1] + side * reach_m * cos];
            math::ln((soil.water)(at).max(1e-3))
        };
        let per_m = (water(1.0) - water(-1.0)) / (2.0 * reach_m);
        HYDROTROPISM * per_m * self.step_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Soil<'_> = Soil {
        ground: &|_| 0.0,
        water: &|_| 1.0,
        depth_m: 2.0,
    };

    fn grown(system: RootSystem, soil: &Soil<'_>, obstacles: &[Obstacle], seed: u64) -> Skeleton {
        let main = MainRoots {
            system,
            count: 8,
            taproot_m: 1.6 * system.taproot_share(),
            spread_m: 6.0,
            step_m: 0.2,
        };
        main.grow([0.0; 3], soil, obstacles, RandomKey::root(seed, &["roots"]))
    }

    /// Depth of the wood at a distance from the axis, m, the mean of the places between 0.8 and 1.6 m.
    fn depth_near_m(roots: &Skeleton) -> f64 {
        let near = roots.nodes.iter().filter_map(|node| {
            let [x_m, y_m, z_m] = node.place_m;
            let out_m = (x_m * x_m + y_m * y_m).sqrt();
            (0.8..1.6).contains(&out_m).then_some(-z_m)
        });
        let depths_m: Vec<f64> = near.collect();
        depths_m.iter().sum::<f64>() / depths_m.len() as f64
    }

    #[test]
    fn hearts_go_down_aslant_plates_stay_shallow_and_taproots_go_deepest_below_the_stem() {
        let below_stem_m = |roots: &Skeleton| {
            let near = roots
                .nodes
                .iter()
                .filter(|node| node.place_m[0] == 0.0 && node.place_m[1] == 0.0);
            near.map(|node| -node.place_m[2]).fold(0.0, f64::max)
        };
        for seed in 1..6 {
            let [tap, heart, plate] = [RootSystem::Tap, RootSystem::Heart, RootSystem::Plate]
                .map(|system| grown(system, &LEVEL, &[], seed));
            assert!((below_stem_m(&tap) - 1.6).abs() < 1e-9);
            assert!(below_stem_m(&heart) < 1.0 && below_stem_m(&plate) < 0.5);
            assert!(depth_near_m(&heart) > 2.0 * depth_near_m(&plate), "seed {seed}");
            assert!(depth_near_m(&plate) < 0.5 && depth_near_m(&heart) > 0.5);
        }
    }

    #[test]
    fn main_roots_stay_between_surface_and_rock_also_on_a_slope() {
        let soil = Soil {
            ground: &|[x_m, _]| 0.4 * x_m,
            depth_m: 0.6,
            ..LEVEL
        };
        for system in [RootSystem::Tap, RootSystem::Heart, RootSystem::Plate] {
            for node in &grown(system, &soil, &[], 3).nodes[1..] {
                let [x_m, _, z_m] = node.place_m;
                let depth_m = 0.4 * x_m - z_m;
                assert!(depth_m > 0.0 && depth_m <= 0.6 + 1e-9, "{system:?}: {depth_m}");
            }
        }
    }

    #[test]
    fn main_roots_level_out_above_the_rock() {
        let shallow = Soil {
            depth_m: 0.8,
            ..LEVEL
        };
        for seed in 1..9 {
            let roots = grown(RootSystem::Heart, &shallow, &[], seed);
            let off_stem = |node: &&Node| node.place_m[0] != 0.0 || node.place_m[1] != 0.0;
            let main: Vec<&Node> = roots.nodes.iter().filter(off_stem).collect();
            let on_rock = main.iter().filter(|node| node.place_m[2] < -0.75).count();
            assert!(
                on_rock * 50 <= main.len(),
                "seed {seed}: {on_rock} of {}",
                main.len()
            );
        }
    }

    #[test]
    fn main_roots_turn_to_water() {
        let wet = Soil {
            water: &|[x_m, _]| math::exp(0.15 * (x_m - 6.0)),
            ..LEVEL
        };
        let mean_x_m = |roots: &Skeleton| {
            let sum_m: f64 = roots.nodes.iter().map(|node| node.place_m[0]).sum();
            sum_m / roots.nodes.len() as f64
        };
        for seed in 1..9 {
            let (dry, wet) = (
                grown(RootSystem::Plate, &LEVEL, &[], seed),
                grown(RootSystem::Plate, &wet, &[], seed),
            );
            assert!(mean_x_m(&wet) > mean_x_m(&dry) + 0.1, "seed {seed}");
        }
    }

    #[test]
    fn a_taproot_goes_round_a_stone_and_no_root_enters_it() {
        let stone = Obstacle::Sphere {
            centre_m: [0.05, 0.0, -0.7],
            radius_m: 0.3,
        };
        let roots = grown(RootSystem::Tap, &LEVEL, &[stone], 4);
        assert!(
            roots
                .nodes
                .iter()
                .all(|node| stone.distance_m(node.place_m) >= 0.0)
        );
        let deepest_m = roots
            .nodes
            .iter()
            .map(|node| -node.place_m[2])
            .fold(0.0, f64::max);
        assert!(deepest_m > 1.5, "{deepest_m}");
        assert_ne!(roots, grown(RootSystem::Tap, &LEVEL, &[], 4));
    }
}

//! What lies below a stand: its ground, how wet it is, and stones.

use crate::colonization::Obstacle;
use crate::colonization::around::Around;
use crate::roots::{MOST_STONES, MainRoots, RootSystem, Soil};
use crate::skeleton::Skeleton;
use crate::stand::error::StandError;
use crate::stand::parameters::SharedRoots;
use crate::stand::space::Claim;
use crate::stand::tree::StandTree;
use crate::stand::trees::Stand;
use crate::vector::Vector;

/// The ground of a stand and what roots find in it.
pub(crate) struct Earth<'a> {
    stand: Stand<'a>,
    /// Share of the roots that the driest ground lacks.
    dry_lacks: f64,
    depth_m: f64,
    pub(crate) stones: Vec<Obstacle>,
    around: Around,
}

impl<'a> Earth<'a> {
    pub(crate) fn of(stand: &Stand<'a>, soils: &[Claim], roots: &SharedRoots) -> Result<Self, StandError> {
        let mut earth = Self {
            stand: *stand,
            dry_lacks: roots.dry_lacks,
            depth_m: roots.depth_m,
            stones: Vec::new(),
            around: Around::of(&[], 0.0),
        };
        let (Some(stones), false) = (&roots.stones, soils.is_empty()) else {
            return Ok(earth);
        };
        let edge_m = |axis: usize, side: f64| {
            let edges_m = soils
                .iter()
                .map(|soil| side * (soil.base_m[axis] + side * soil.radius_m()));
            side * edges_m.fold(f64::NEG_INFINITY, f64::max)
        };
        let (low_m, high_m) = (
            [0, 1].map(|axis| edge_m(axis, -1.0)),
            [0, 1].map(|axis| edge_m(axis, 1.0)),
        );
        let size_m = [high_m[0] - low_m[0], high_m[1] - low_m[1]];
        let count = stones.expected(size_m, roots.depth_m);
        if count > MOST_STONES {
            return Err(StandError::Unfit(format!(
                "the soil of these trees would have about {} stones, but at most {} can be grown among: lower \
                 `stones.per_m3`, or take fewer trees",
                count as u64, MOST_STONES as u64
            )));
        }
        let feet_m: Vec<Vector> = soils.iter().map(|soil| soil.base_m).collect();
        let level_m = soils[0].base_m;
        let ground = |place_m: [f64; 2]| earth.ground_m(level_m, place_m);
        earth.stones = stones.drawn([low_m, high_m], roots.depth_m, &ground, &feet_m, stand.key);
        earth.around = Around::of(&earth.stones, 0.0);
        Ok(earth)
    }

    pub(crate) fn trees(&self) -> &'a [StandTree] {
        self.stand.trees
    }

    /// Height of the ground at a place, m, for a tree that stands at `foot_m`.
    pub(crate) fn ground_m(&self, foot_m: Vector, place_m: [f64; 2]) -> f64 {
        self.stand.ground.map_or(foot_m[2], |ground| ground(place_m))
    }

    /// Water at a place, as a share of that where it is wettest.
    pub(crate) fn water(&self, place_m: [f64; 2]) -> f64 {
        let wetness = self.stand.wetness.map_or(1.0, |wetness| wetness(place_m));
        1.0 - self.dry_lacks * (1.0 - wetness.clamp(0.0, 1.0))
    }

    /// Whether a place lies in a stone.
    pub(crate) fn is_stone(&self, place_m: Vector) -> bool {
        self.around
            .near(place_m)
            .iter()
            .any(|stone| stone.distance_m(place_m) <= 0.0)
    }

    /// Taproot and main roots of the tree with this soil.
    pub(crate) fn main_roots(
        &self,
        soil: &Claim,
        system: RootSystem,
        step_m: f64,
        roots: &SharedRoots,
    ) -> Skeleton {
        let main = MainRoots {
            system,
            count: roots.main_roots,
            taproot_m: -soil.stem_m,
            spread_m: soil.radius_m(),
            step_m,
        };
        let around = Soil {
            ground: &|place_m| self.ground_m(soil.base_m, place_m),
            water: &|place_m| self.water(place_m),
            depth_m: self.depth_m,
        };
        main.grow(soil.base_m, &around, &self.stones, soil.key)
    }

    /// The stones in the box around a root system.
    pub(crate) fn stones_around(&self, roots: &Skeleton) -> Vec<Obstacle> {
        if self.stones.is_empty() {
            return Vec::new();
        }
        let along = |axis: usize| roots.nodes.iter().map(move |node| node.place_m[axis]);
        let middle_m: Vector = std::array::from_fn(|axis| {
            let (low_m, high_m) = (
                along(axis).fold(f64::INFINITY, f64::min),
                along(axis).fold(f64::NEG_INFINITY, f64::max),
            );
            0.5 * (low_m + high_m)
        });
        let reach_m = roots
            .nodes
            .iter()
            .map(|node| crate::vector::distance(node.place_m, middle_m))
            .fold(0.0, f64::max);
        let is_near = |stone: &&Obstacle| stone.distance_m(middle_m) <= reach_m;
        self.stones.iter().filter(is_near).copied().collect()
    }
}

//! What a camera sees: tiles that open and close as it moves.

use std::collections::BTreeMap;

use crate::detail::Detail;
use crate::instance::Instance;
use crate::parameters::Ring;
use crate::world::PaintedWorld;

/// The tiles around a camera that are open, each in its ring.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    open: BTreeMap<[i32; 2], usize>,
}

/// What changed when a camera moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Tiles to lay out, each with its ring: new ones, and those that passed into another ring.
    pub opened: Vec<([i32; 2], usize)>,
    /// Tiles to drop: those that passed out of all rings.
    pub closed: Vec<[i32; 2]>,
}

impl Stream {
    /// Nothing open.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The open tiles and their rings, row by row from the south.
    #[must_use]
    pub fn open(&self) -> &BTreeMap<[i32; 2], usize> {
        &self.open
    }

    /// Moves the camera.
    pub fn step(&mut self, world: &PaintedWorld, camera_m: [f64; 2]) -> Step {
        let wanted = world.wanted(camera_m);
        let opened = wanted
            .iter()
            .filter(|(tile, ring)| self.open.get(*tile) != Some(ring));
        let opened = opened.map(|(&tile, &ring)| (tile, ring)).collect();
        let closed = self
            .open
            .keys()
            .filter(|tile| !wanted.contains_key(*tile))
            .copied()
            .collect();
        self.open = wanted;
        Step { opened, closed }
    }
}

impl PaintedWorld {
    /// The rings around a camera; one without end where none are given.
    #[must_use]
    pub fn rings(&self) -> Vec<Ring> {
        if self.painting.rings.is_empty() {
            return vec![Ring {
                to_m: f64::INFINITY,
                footprint_m: 0.0,
                imposters: false,
            }];
        }
        self.painting.rings.clone()
    }

    /// The tiles that a camera sees and the ring of each: the one that the nearest place of the tile lies in.
    #[must_use]
    pub fn wanted(&self, camera_m: [f64; 2]) -> BTreeMap<[i32; 2], usize> {
        let rings = self.rings();
        let far_m = rings.last().map_or(0.0, |ring| ring.to_m);
        let of_world = self.maps.window;
        let low = self.tile_of([0, 1].map(|axis| (camera_m[axis] - far_m).max(of_world.low_m[axis])));
        let high =
            self.tile_of([0, 1].map(|axis| (camera_m[axis] + far_m).min(of_world.high_m[axis].next_down())));
        let mut wanted = BTreeMap::new();
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                let window = self.window_of([x, y]);
                let away: [f64; 2] = std::array::from_fn(|axis| {
                    (window.low_m[axis] - camera_m[axis])
                        .max(camera_m[axis] - window.high_m[axis])
                        .max(0.0)
                });
                let away_m2 = away[0] * away[0] + away[1] * away[1];
                let ring = rings.iter().position(|ring| away_m2 < ring.to_m * ring.to_m);
                if let Some(ring) = ring.filter(|_| !window.is_empty()) {
                    wanted.insert([x, y], ring);
                }
            }
        }
        wanted
    }

    /// What stands in a tile as far as a ring shows it.
    ///
    /// # Panics
    /// Without such a ring.
    #[must_use]
    pub fn tile_in_ring(&self, tile: [i32; 2], ring: usize) -> Vec<Instance> {
        let detail: Detail = self.detail().within(&self.rings()[ring]);
        self.tile(tile, &detail)
    }
}

//! What a camera sees: tiles that open and close as it moves.

use std::collections::BTreeMap;

use crate::detail::Detail;
use crate::parameters::Ring;
use crate::window::Window;
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

/// The tiles of a world around a camera and the ring of each, by the distances that rings end at: the one that the nearest
/// place of the tile lies in.
#[must_use]
pub fn tiles_in_rings(
    window: &Window,
    tile_m: f64,
    ends_m: &[f64],
    camera_m: [f64; 2],
) -> BTreeMap<[i32; 2], usize> {
    let far_m = ends_m.last().copied().unwrap_or_default();
    let span = |axis: usize| {
        let tile = |at_m: f64| (at_m / tile_m).floor() as i32;
        let low = tile((camera_m[axis] - far_m).max(window.low_m[axis]));
        low..=tile((camera_m[axis] + far_m).min(window.high_m[axis].next_down()))
    };
    let tiles = span(1).flat_map(|y| span(0).map(move |x| [x, y]));
    let ring = |tile: [i32; 2]| {
        let away_m2: f64 = (0..2)
            .map(|axis| {
                let low_m = (f64::from(tile[axis]) * tile_m).max(window.low_m[axis]);
                let high_m = ((f64::from(tile[axis]) + 1.0) * tile_m).min(window.high_m[axis]);
                (low_m - camera_m[axis]).max(camera_m[axis] - high_m).max(0.0)
            })
            .map(|away_m| away_m * away_m)
            .sum();
        ends_m.iter().position(|end_m| away_m2 < end_m * end_m)
    };
    tiles
        .filter_map(|tile| ring(tile).map(|ring| (tile, ring)))
        .collect()
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

    /// The tiles that a camera sees and the ring of each.
    #[must_use]
    pub fn wanted(&self, camera_m: [f64; 2]) -> BTreeMap<[i32; 2], usize> {
        let ends_m: Vec<f64> = self.rings().iter().map(|ring| ring.to_m).collect();
        tiles_in_rings(&self.maps.window, self.painting.place.tile_m, &ends_m, camera_m)
    }

    /// How much is laid out in a ring.
    ///
    /// # Panics
    /// Without such a ring.
    #[must_use]
    pub fn detail_in_ring(&self, ring: usize) -> Detail {
        self.detail().within(&self.rings()[ring])
    }
}

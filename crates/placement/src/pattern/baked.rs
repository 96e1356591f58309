//! Spawn points in copies of a tile that was baked from a forest: its density, its spacing and its sizes.

use std::fmt;
use std::sync::Arc;

use understory_numerics::sort;
use understory_space::{Edge, KdTree, Plot};

use super::apart::TWO;
use super::{SpawnId, TorusPattern, TorusPoints};

/// Trees of a tile at most: their numbers and ranks are kept in 24 bits.
const MOST_TREES: usize = 1 << 24;

/// Trees of a rectangle whose opposite edges meet, in the order in which they are taken away backwards.
#[derive(Clone)]
pub struct BakedTile {
    size_m: [f64; 2],
    places_m: Vec<[f64; 2]>,
    sizes: Vec<f64>,
    pattern: Arc<TorusPattern>,
}

/// Why trees are no tile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BakedTileError {
    /// Sides that are no lengths.
    #[error("a tile is {} m by {} m, but its sides must be greater than 0", size_m[0], size_m[1])]
    NotASize {
        /// Its width and height, m.
        size_m: [f64; 2],
    },
    /// No trees, or more than can be numbered.
    #[error("a tile has {count} trees, but it must have at least 1 and at most {MOST_TREES}")]
    NotACount {
        /// How many they are.
        count: usize,
    },
    /// A tree beyond the tile.
    #[error(
        "a tree stands at ({}, {}), but the tile reaches from (0, 0) to below ({}, {})",
        place_m[0], place_m[1], size_m[0], size_m[1]
    )]
    Outside {
        /// Which of them, from 0.
        number: usize,
        /// Where it stands, m.
        place_m: [f64; 2],
        /// Width and height of the tile, m.
        size_m: [f64; 2],
    },
    /// A size that is none.
    #[error("a tree has the size {size}, but it must be greater than 0")]
    NotAFactor {
        /// Which of them, from 0.
        number: usize,
        /// Its size, as a factor.
        size: f64,
    },
}

impl BakedTile {
    /// The tile of these width and height, m, with trees from 0, 0 to below them. The first trees are the last to be taken
    /// away. Sizes are factors, one for each tree, or none where all are 1.
    ///
    /// # Errors
    /// [`BakedTileError`].
    ///
    /// # Panics
    /// Where there are sizes, but not one for each tree.
    pub fn new(size_m: [f64; 2], places_m: Vec<[f64; 2]>, sizes: Vec<f64>) -> Result<Self, BakedTileError> {
        assert!(
            sizes.is_empty() || sizes.len() == places_m.len(),
            "one size a tree, or none"
        );
        if !size_m.iter().all(|side_m| side_m.is_finite() && *side_m > 0.0) {
            return Err(BakedTileError::NotASize { size_m });
        }
        let count = places_m.len();
        if !(1..=MOST_TREES).contains(&count) {
            return Err(BakedTileError::NotACount { count });
        }
        let is_outside =
            |place_m: &[f64; 2]| (0..2).any(|axis| !(0.0..size_m[axis]).contains(&place_m[axis]));
        if let Some(number) = places_m.iter().position(is_outside) {
            let place_m = places_m[number];
            return Err(BakedTileError::Outside {
                number,
                place_m,
                size_m,
            });
        }
        let is_no_factor = |size: &f64| !(size.is_finite() && *size > 0.0);
        if let Some(number) = sizes.iter().position(is_no_factor) {
            let size = sizes[number];
            return Err(BakedTileError::NotAFactor { number, size });
        }
        let shares: Vec<[f64; 2]> = places_m
            .iter()
            .map(|place_m| std::array::from_fn(|axis| place_m[axis] / size_m[axis]))
            .collect();
        let order: Vec<u32> = (0..count as u32).collect();
        Ok(Self {
            pattern: Arc::new(TorusPattern::new(&shares, &order)),
            size_m,
            places_m,
            sizes,
        })
    }

    /// Its width and height, m.
    #[must_use]
    pub fn size_m(&self) -> [f64; 2] {
        self.size_m
    }

    /// Where its trees stand, m.
    #[must_use]
    pub fn places_m(&self) -> &[[f64; 2]] {
        &self.places_m
    }

    /// Their sizes, as factors; empty where all are 1.
    #[must_use]
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// Half of the median distance from a tree to its nearest neighbour, m: how much ground a tree has to itself. Of a
    /// lone tree half of the shorter side, where its next copy stands.
    #[must_use]
    pub fn footprint_m(&self) -> f64 {
        let lone_m = self.size_m[0].min(self.size_m[1]) / 2.0;
        let plot = Plot::new([0.0; 2], self.size_m, Edge::Torus).ok();
        let tree = plot.and_then(|plot| KdTree::new(&self.places_m, &plot).ok());
        let Some(tree) = tree.filter(|_| self.places_m.len() > 1) else {
            return lone_m;
        };
        let mut nearest_m: Vec<f64> = (0..)
            .zip(&self.places_m)
            .map(|(number, &place_m)| {
                let mut nearest_m2 = f64::INFINITY;
                tree.nearest(place_m, TWO, |slot, distance_m2| {
                    if tree.numbers()[slot] != number {
                        nearest_m2 = nearest_m2.min(distance_m2);
                    }
                });
                nearest_m2.sqrt()
            })
            .collect();
        sort::numbers(&mut nearest_m);
        nearest_m[nearest_m.len() / 2] / 2.0
    }

    /// Trees per m².
    #[must_use]
    pub fn per_m2(&self) -> f64 {
        self.places_m.len() as f64 / (self.size_m[0] * self.size_m[1])
    }
}

/// The pattern follows from the places.
impl PartialEq for BakedTile {
    fn eq(&self, other: &Self) -> bool {
        (self.size_m, &self.places_m, &self.sizes) == (other.size_m, &other.places_m, &other.sizes)
    }
}

/// Without its trees.
impl fmt::Debug for BakedTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BakedTile")
            .field("size_m", &self.size_m)
            .field("trees", &self.places_m.len())
            .finish_non_exhaustive()
    }
}

/// The trees of a baked tile over the whole plane: its copies side by side, as large as they grew.
#[derive(Clone, Debug)]
pub struct BakedPoints {
    tile: Arc<BakedTile>,
    torus: TorusPoints,
}

impl BakedPoints {
    /// The tile, moved by a share of its width and height.
    #[must_use]
    pub fn new(tile: Arc<BakedTile>, shift: [f64; 2]) -> Self {
        Self {
            torus: TorusPoints::of_size(Arc::clone(&tile.pattern), tile.size_m, shift),
            tile,
        }
    }

    /// The copies.
    #[must_use]
    pub fn torus(&self) -> &TorusPoints {
        &self.torus
    }

    /// Size of the tree at a point, as a factor.
    #[must_use]
    #[inline]
    pub fn size(&self, id: SpawnId) -> f64 {
        let own = self.tile.sizes.get(id.number as usize);
        own.copied().unwrap_or(1.0)
    }
}

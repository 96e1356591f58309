//! What stands in the tiles that were asked for: laid out once, and kept for all that is written of it.

use understory_placement::{Detail, Instance, PaintedWorld};

/// Instances that are kept, some 230 MB. Of a world with more, tiles are laid out anew for each file, in the memory of a few of them.
const MOST_KEPT: usize = 1 << 21;

/// What stands in some tiles of a world.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidOutTiles {
    tiles: Vec<[i32; 2]>,
    /// What they were laid out at.
    detail: Detail,
    /// Tile by tile, as far as it was kept.
    kept: Vec<Vec<Instance>>,
    count: usize,
}

impl LaidOutTiles {
    /// Of these tiles, of which none is laid out yet.
    pub(super) fn new(world: &PaintedWorld, tiles: &[[i32; 2]]) -> Self {
        Self {
            tiles: tiles.to_vec(),
            detail: world.detail(),
            kept: Vec::new(),
            count: 0,
        }
    }

    /// Keeps what stands in the next of the tiles, unless it is too much with what stands in those before.
    pub(super) fn keep(&mut self, instances: &[Instance]) {
        self.count += instances.len();
        if self.count <= MOST_KEPT {
            self.kept.push(instances.to_vec());
        } else {
            self.kept = Vec::new();
        }
    }

    /// Tile by tile, at the detail at which the world is laid out or at another.
    pub fn tiles<'a>(
        &'a self,
        world: &'a PaintedWorld,
        detail: &'a Detail,
    ) -> Box<dyn Iterator<Item = Vec<Instance>> + 'a> {
        if *detail == self.detail && self.kept.len() == self.tiles.len() {
            Box::new(self.kept.iter().cloned())
        } else {
            Box::new(world.lay_out(&self.tiles, detail).map(|(_, instances)| instances))
        }
    }
}

//! Lays a tree down on the page from the farthest to the nearest.

use crate::page::Mark;
use crate::tree::brush::Brush;
use crate::tree::picture::TreePicture;
use crate::tree::{foliage, wood};

/// The tree from back to front.
pub(super) fn marks(picture: &TreePicture, brush: &Brush) -> Vec<Mark> {
    let mut layers = wood::layers(&picture.nodes, brush);
    layers.extend(foliage::layers(&picture.leaves, brush));
    layers.extend(picture.solids.iter().flat_map(|solid| solid.layers(brush)));
    layers.sort_by(|a, b| b.away_m.total_cmp(&a.away_m));
    layers.into_iter().map(|layer| layer.mark).collect()
}

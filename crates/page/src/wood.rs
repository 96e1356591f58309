//! Wood that grew, crowns and roots: their nodes, thinned to what a page can hold and a browser draws.

use serde::Serialize;

use crate::column::Column;
use crate::payload::PageError;

/// So many nodes a page holds at most: some 7 bytes each, and ten triangles.
const NODES_AT_MOST: usize = 120_000;
/// And so many at once.
const NODES_AT_ONCE: usize = 60_000;

/// A node, and the piece of wood that leads to it from the one that it grew from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WoodNode {
    /// Place in the list of the node that it grew from, which stands before it; none at the foot of a tree.
    pub parent: Option<u32>,
    /// Whether it is a root.
    pub is_root: bool,
    /// Where it is, m.
    pub place_m: [f64; 3],
    /// Radius of the wood, m.
    pub radius_m: f64,
    /// In a stand the number of its tree; of a single tree the round of growth in which it came.
    pub of: u64,
}

/// Wood as a page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wood {
    all: usize,
    nodes: Vec<WoodNode>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackedWood {
    /// Nodes of the table.
    all: usize,
    /// How far before each stands the one that it grew from; 0 at the foot of a tree.
    back: Column,
    is_root: Column,
    x_m: Column,
    y_m: Column,
    z_m: Column,
    radius_m: Column,
    of: Column,
}

impl Wood {
    /// All of these nodes, or those that carry most: where there are too many, the twigs that bear the fewest nodes are left
    /// out, so that what stays is connected. They come from a table, and are one of so many that a page has.
    ///
    /// # Errors
    /// [`PageError::Number`] where a node does not stand behind the one that it grew from, or has no place.
    pub fn new(table: &str, nodes: &[WoodNode], of: usize) -> Result<Self, PageError> {
        let fault = |column, value, must| PageError::Number {
            table: table.to_owned(),
            column,
            value,
            must,
        };
        for (place, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent.filter(|parent| *parent as usize >= place) {
                return Err(fault("parent", f64::from(parent), "the number of a row before"));
            }
            if let Some(at_m) = node.place_m.into_iter().find(|at_m| !(-1e9..=1e9).contains(at_m)) {
                return Err(fault("x_m`, `y_m` or `z_m", at_m, "a number within ±1e9"));
            }
            if !(0.0..=1e3).contains(&node.radius_m) {
                return Err(fault("radius_m", node.radius_m, "0 or more, and at most 1000"));
            }
        }
        let most = NODES_AT_ONCE.min(NODES_AT_MOST / of.max(1));
        let all = nodes.len();
        if all <= most {
            let nodes = nodes.to_vec();
            return Ok(Self { all, nodes });
        }
        // Of each node how many it bears, itself included: always more than any that grew from it.
        let mut bears = vec![1_u32; all];
        for (place, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                bears[parent as usize] += bears[place];
            }
        }
        let mut sorted = bears.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let least = sorted[most] + 1;
        let mut places = vec![0; all];
        let mut kept = Vec::with_capacity(most);
        for (place, node) in nodes.iter().enumerate() {
            if bears[place] < least {
                continue;
            }
            places[place] = kept.len() as u32;
            let parent = node.parent.map(|parent| places[parent as usize]);
            kept.push(WoodNode { parent, ..*node });
        }
        Ok(Self { all, nodes: kept })
    }

    /// With places in so many parts of a metre.
    pub(crate) fn pack(&self, per_m: u32, into: &mut Vec<u8>) -> PackedWood {
        let nodes = || self.nodes.iter();
        let along = |axis: usize| nodes().map(move |node| node.place_m[axis]);
        let back = (0_u32..).zip(&self.nodes);
        let back = back.map(|(place, node)| node.parent.map_or(0.0, |parent| f64::from(place - parent)));
        PackedWood {
            all: self.all,
            back: Column::of(back, 1, into),
            is_root: Column::of(nodes().map(|node| f64::from(node.is_root)), 1, into),
            x_m: Column::of(along(0), per_m, into),
            y_m: Column::of(along(1), per_m, into),
            z_m: Column::of(along(2), per_m, into),
            radius_m: Column::of(nodes().map(|node| node.radius_m), 10_000, into),
            of: Column::of(nodes().map(|node| node.of as f64), 1, into),
        }
    }
}

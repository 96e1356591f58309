//! The patches that are there: a quadtree whose branches end where nothing finer is wanted.

use understory_scatter::quadtree::Patch;
use understory_space::Plot;
use understory_terrain::Ground;

/// A node, by its row.
pub(super) type Row = usize;

/// The first node, which is never taken away.
pub(super) const ROOT: Row = 0;

/// A patch that is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) patch: Patch,
    /// Of its ground, m.
    pub(super) centre_m: [f64; 3],
    pub(super) diagonal_m: f64,
    /// Its four children, one after another, where it is open.
    pub(super) children: Option<Row>,
    /// Whether a frame after the one that opened it showed it.
    pub(super) was_shown: bool,
    /// Props that it dropped.
    pub(super) props: u32,
}

impl Node {
    /// Which of its four children a place lies in.
    pub(super) fn quarter(&self, place_m: [f64; 2]) -> usize {
        let [east, north] = [0, 1].map(|axis| usize::from(place_m[axis] >= self.centre_m[axis]));
        east + 2 * north
    }
}

/// The patches that are there: the whole world, and four children of each patch that is open. Patches without children cover
/// the world once, and what is drawn of the ground is theirs; props are those of all patches.
pub struct PatchTree<'w> {
    plot: Plot,
    ground: &'w dyn Ground,
    nodes: Vec<Node>,
    /// Rows of four nodes each that were taken away.
    free: Vec<Row>,
}

impl<'w> PatchTree<'w> {
    /// The root alone.
    pub(super) fn new(plot: Plot, ground: &'w dyn Ground, root: Patch) -> Self {
        let mut tree = Self {
            plot,
            ground,
            nodes: Vec::new(),
            free: Vec::new(),
        };
        let root = tree.node(root);
        tree.nodes.push(root);
        tree
    }

    pub(super) fn node_at(&self, row: Row) -> &Node {
        &self.nodes[row]
    }

    pub(super) fn node_at_mut(&mut self, row: Row) -> &mut Node {
        &mut self.nodes[row]
    }

    /// All patches, each after its parent, and whether it is open.
    pub fn states(&self) -> impl Iterator<Item = (Patch, bool)> + '_ {
        let nodes = self.rows().map(|row| &self.nodes[row]);
        nodes.map(|node| (node.patch, node.children.is_some()))
    }

    /// All patches, each after its parent.
    pub fn patches(&self) -> impl Iterator<Item = Patch> + '_ {
        self.states().map(|(patch, _)| patch)
    }

    /// The patches that are drawn: those without children.
    pub fn leaves(&self) -> impl Iterator<Item = Patch> + '_ {
        self.states()
            .filter(|(_, is_open)| !is_open)
            .map(|(patch, _)| patch)
    }

    /// The level of the patch that is drawn at a place of the world.
    #[must_use]
    pub fn level_at(&self, place_m: [f64; 2]) -> u32 {
        let mut row = ROOT;
        while let Some(children) = self.nodes[row].children {
            row = children + self.nodes[row].quarter(place_m);
        }
        self.nodes[row].patch.level
    }

    /// The rows of all nodes, each after its parent's.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let mut pending = vec![ROOT];
        std::iter::from_fn(move || {
            let row = pending.pop()?;
            pending.extend(self.children(row).rev());
            Some(row)
        })
    }

    /// The rows of a node's children, if it is open.
    pub(super) fn children(&self, row: Row) -> std::ops::Range<Row> {
        self.nodes[row].children.map_or(0..0, |first| first..first + 4)
    }

    /// Opens a patch that is not open: the rows of its children. `None` at the deepest level that can be counted.
    pub(super) fn open(&mut self, row: Row) -> Option<std::ops::Range<Row>> {
        let patches = self.nodes[row].patch.children()?;
        let first = self.free.pop().unwrap_or(self.nodes.len());
        for (place, patch) in (first..).zip(patches) {
            let node = self.node(patch);
            if place == self.nodes.len() {
                self.nodes.push(node);
            } else {
                self.nodes[place] = node;
            }
        }
        let node = &mut self.nodes[row];
        node.children = Some(first);
        node.was_shown = false;
        Some(first..first + 4)
    }

    /// Closes a patch: takes away its children and all below them, and `tell`s each patch that was open.
    pub(super) fn close(&mut self, row: Row, tell: &mut impl FnMut(&Node)) {
        let Some(first) = self.nodes[row].children else {
            return;
        };
        for child in first..first + 4 {
            self.close(child, tell);
        }
        tell(&self.nodes[row]);
        self.nodes[row].children = None;
        self.free.push(first);
    }

    fn node(&self, patch: Patch) -> Node {
        let [x_m, y_m] = patch.centre_m(&self.plot);
        let [width_m, height_m] = patch.size_m(&self.plot);
        Node {
            patch,
            centre_m: [x_m, y_m, self.ground.height_m([x_m, y_m])],
            diagonal_m: (width_m * width_m + height_m * height_m).sqrt(),
            children: None,
            was_shown: false,
            props: 0,
        }
    }
}

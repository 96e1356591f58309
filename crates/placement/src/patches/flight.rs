//! A camera that flies, and the patches that follow it.

use understory_keys::OutOfRange;
use understory_numerics::RandomKey;
use understory_scatter::quadtree::Patch;

use super::camera::Camera;
use super::props::Props;
use super::rules::{Refining, Strategy};
use super::search::Search;
use super::tree::{Node, PatchTree, ROOT, Row};

/// A patch opens where the ball with this share of its diagonal as radius is seen; half the diagonal would hold it, but then
/// many would open in the frame that sees them last.
const INNER: f64 = 0.3;

/// A camera on its way: the patches that are there, and where the search for others stands.
pub struct Flight<'w> {
    props: &'w Props<'w>,
    refining: Refining,
    tree: PatchTree<'w>,
    search: Search,
}

/// What a frame did, and what is there after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Patches that it opened.
    pub opened: u32,
    /// Patches that it closed, those below others that it closed among them.
    pub closed: u32,
    /// Patches among `closed` that no frame showed after the one that opened them.
    pub wasted: u32,
    /// Patches that it looked at.
    pub visited: u32,
    /// Props that it made.
    pub made: u32,
    /// Patches that are open.
    pub open: u32,
    /// The finest level that is there.
    pub depth: u32,
    /// Props that are there.
    pub props: u64,
}

impl<'w> Flight<'w> {
    /// A flight that has not begun: the root is there, with its props.
    ///
    /// # Errors
    /// A key that is out of range, or a budget that some patch could never be opened with.
    pub fn new(props: &'w Props<'w>, refining: Refining, key: RandomKey) -> Result<Self, OutOfRange> {
        refining.has_room_for(props.rules())?;
        let mut flight = Self {
            props,
            refining,
            tree: PatchTree::new(*props.plot(), props.ground(), Patch::root(key)),
            search: Search::new(refining.strategy),
        };
        flight.furnish(ROOT);
        Ok(flight)
    }

    /// The patches that are there.
    #[must_use]
    pub fn tree(&self) -> &PatchTree<'w> {
        &self.tree
    }

    /// Sees the next frame: opens and closes as much as it may.
    pub fn see(&mut self, camera: &Camera) -> Frame {
        let mut seen = Frame::default();
        self.mark_shown(camera);
        // What opens comes up for a look the next time, so a pass that opened something is followed by another.
        let mut may_begin = true;
        loop {
            if self.search.is_done() {
                if !may_begin {
                    break;
                }
                may_begin = false;
                if self.may_look(ROOT, camera) {
                    self.search.begin();
                }
            }
            let Some(row) = self.search.next() else { break };
            seen.visited += 1;
            if self.tree.node_at(row).children.is_some() {
                if self.is_small(self.tree.node_at(row), camera) {
                    self.close(row, &mut seen);
                } else {
                    self.descend(row, camera);
                }
                continue;
            }
            let is_rechecked = self.refining.strategy == Strategy::IterativeDeepening;
            if is_rechecked && !self.is_wanted(row, camera) {
                continue;
            }
            if !self.has_room(row, &seen) {
                self.search.put_back(row);
                break;
            }
            self.open(row, &mut seen);
            may_begin = true;
            if !is_rechecked {
                self.descend(row, camera);
            }
        }
        self.sum_up(&mut seen);
        seen
    }

    /// The level that is wanted at a place, were there no budget.
    #[must_use]
    pub fn wanted_level_at(&self, camera: &Camera, place_m: [f64; 2]) -> u32 {
        let mut tree = PatchTree::new(
            *self.props.plot(),
            self.props.ground(),
            self.tree.node_at(ROOT).patch,
        );
        let mut row = ROOT;
        while self.wants(tree.node_at(row), camera) {
            let Some(children) = tree.open(row) else { break };
            row = children.start + tree.node_at(row).quarter(place_m);
        }
        tree.node_at(row).patch.level
    }

    /// Whether a pass looks at a patch at all. Iterative deepening decides when its turn comes; the others, who do not look
    /// again, when its parent's does.
    fn may_look(&self, row: Row, camera: &Camera) -> bool {
        self.refining.strategy == Strategy::IterativeDeepening
            || self.tree.node_at(row).children.is_some()
            || self.is_wanted(row, camera)
    }

    fn descend(&mut self, row: Row, camera: &Camera) {
        let children: Vec<Row> = self
            .tree
            .children(row)
            .filter(|&child| self.may_look(child, camera))
            .collect();
        self.search.descend(children.into_iter());
    }

    fn is_wanted(&self, row: Row, camera: &Camera) -> bool {
        self.wants(self.tree.node_at(row), camera)
    }

    fn wants(&self, node: &Node, camera: &Camera) -> bool {
        node.patch.level < self.refining.finest_level
            && camera.size_px(node.centre_m, node.diagonal_m) >= self.refining.open_px
            && camera.sees(node.centre_m, INNER * node.diagonal_m)
    }

    /// Whether the children of an open patch are looked at: they lie before the camera, and would not be closed.
    fn shows(&self, node: &Node, camera: &Camera) -> bool {
        !self.is_small(node, camera) && camera.sees(node.centre_m, 0.5 * node.diagonal_m)
    }

    /// What lies behind the camera stays while it is near: it may turn round.
    fn is_small(&self, node: &Node, camera: &Camera) -> bool {
        let close_px = self.refining.open_px * (1.0 - self.refining.hysteresis);
        camera.size_px(node.centre_m, node.diagonal_m) < close_px
    }

    /// Whether the budget of the frame has room for the children of a patch.
    fn has_room(&self, row: Row, seen: &Frame) -> bool {
        let children = self.tree.node_at(row).patch.children();
        let drawn: u64 = children
            .iter()
            .flatten()
            .map(|child| self.props.drawn(child))
            .sum();
        seen.opened < self.refining.patches_per_frame
            && u64::from(seen.made) + drawn <= u64::from(self.refining.props_per_frame)
    }

    fn open(&mut self, row: Row, seen: &mut Frame) {
        let Some(children) = self.tree.open(row) else {
            return;
        };
        seen.opened += 1;
        for child in children {
            seen.made += self.furnish(child);
        }
    }

    /// Drops the props of a patch; how many.
    fn furnish(&mut self, row: Row) -> u32 {
        let node = self.tree.node_at_mut(row);
        let mut made = 0;
        self.props.drop_on(&node.patch, |_| made += 1);
        node.props = made;
        made
    }

    fn close(&mut self, row: Row, seen: &mut Frame) {
        self.tree.close(row, &mut |node| {
            seen.closed += 1;
            seen.wasted += u32::from(!node.was_shown);
        });
    }

    fn mark_shown(&mut self, camera: &Camera) {
        let rows: Vec<Row> = self.tree.rows().collect();
        for row in rows {
            let node = self.tree.node_at(row);
            if node.children.is_some() && !node.was_shown && self.shows(node, camera) {
                self.tree.node_at_mut(row).was_shown = true;
            }
        }
    }

    fn sum_up(&self, seen: &mut Frame) {
        for row in self.tree.rows() {
            let node = self.tree.node_at(row);
            seen.open += u32::from(node.children.is_some());
            seen.depth = seen.depth.max(node.patch.level);
            seen.props += u64::from(node.props);
        }
    }
}

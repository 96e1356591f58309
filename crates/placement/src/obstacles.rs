//! What takes ground from the rules and lushness from the paint: blockers, roads, rivers, and what was placed by hand.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::parameters::{Blocker, Course, Placed};
use crate::window::Window;

/// A disc or a piece of a road, with the ground around it that it makes less lush.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Obstacle {
    /// The line that it lies along; both ends are the same for a disc.
    line_m: [[f64; 2]; 2],
    /// How far it reaches from that line.
    radius_m: f64,
    fade_m: f64,
    /// What it is a piece of, if it is one.
    kind: Option<CourseKind>,
}

/// What goes through a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseKind {
    /// A road.
    Road,
    /// A river.
    River,
}

impl Obstacle {
    /// Distance from its edge, below 0 inside.
    #[inline]
    fn distance_m(&self, [x_m, y_m]: [f64; 2]) -> f64 {
        let [[ax, ay], [bx, by]] = self.line_m;
        let (dx, dy) = (bx - ax, by - ay);
        let along = (x_m - ax) * dx + (y_m - ay) * dy;
        let length2 = dx * dx + dy * dy;
        let share = if length2 > 0.0 {
            (along / length2).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (dx, dy) = (x_m - ax - share * dx, y_m - ay - share * dy);
        (dx * dx + dy * dy).sqrt() - self.radius_m
    }

    /// Share of the lushness that it leaves at a distance from its edge.
    #[inline]
    fn leaves(&self, distance_m: f64) -> f64 {
        if distance_m >= self.fade_m {
            1.0
        } else {
            (distance_m / self.fade_m).max(0.0)
        }
    }
}

/// Of all obstacles those near a tile.
pub(crate) struct Near(Vec<Obstacle>);

impl Near {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Share of the lushness that is left at a place; `None` where a disc of this radius meets an obstacle.
    #[inline]
    pub(crate) fn leave(&self, place_m: [f64; 2], radius_m: f64) -> Option<f64> {
        let mut left = 1.0_f64;
        for obstacle in &self.0 {
            let distance_m = obstacle.distance_m(place_m);
            if distance_m < radius_m {
                return None;
            }
            left = left.min(obstacle.leaves(distance_m));
        }
        Some(left)
    }

    /// What goes through a place or nearer to it than this, m; the first of those that do.
    pub(crate) fn course(&self, place_m: [f64; 2], within_m: f64) -> Option<CourseKind> {
        let here = self.0.iter().filter(|obstacle| obstacle.kind.is_some());
        let mut here = here.filter(|obstacle| obstacle.distance_m(place_m) < within_m);
        here.next().and_then(|obstacle| obstacle.kind)
    }

    /// Share of the lushness that is left at a place: none inside an obstacle.
    pub(crate) fn leave_of_ground(&self, place_m: [f64; 2]) -> f64 {
        self.leave(place_m, 0.0).unwrap_or(0.0)
    }
}

/// An obstacle in the box of the ground that it changes, with its number.
type Boxed = GeomWithData<Rectangle<[f64; 2]>, (u32, Obstacle)>;

/// All obstacles of a world, by an R-tree of the ground that they change.
#[derive(Clone, Debug)]
pub(crate) struct Obstacles {
    tree: RTree<Boxed>,
}

impl Obstacles {
    /// Of these, for rules whose footprints are at most `most_footprint_m`.
    pub(crate) fn new(
        blockers: &[Blocker],
        roads: &[Course],
        rivers: &[Course],
        placed: &[Placed],
        most_footprint_m: f64,
    ) -> Self {
        let discs = blockers
            .iter()
            .map(|blocker| (blocker.at_m, blocker.radius_m, blocker.fade_m));
        let by_hand = placed
            .iter()
            .map(|placed| (placed.at_m, placed.footprint_m, placed.fade_m));
        let discs = discs.chain(by_hand).map(|(at_m, radius_m, fade_m)| Obstacle {
            line_m: [at_m; 2],
            radius_m,
            fade_m,
            kind: None,
        });
        let roads = roads.iter().map(|road| (road, Some(CourseKind::Road)));
        let courses = roads.chain(rivers.iter().map(|river| (river, Some(CourseKind::River))));
        let pieces = courses.flat_map(|(course, kind)| {
            let pieces: Vec<Obstacle> = course
                .line_m()
                .windows(2)
                .map(|ends| Obstacle {
                    line_m: [ends[0], ends[1]],
                    radius_m: course.width_m / 2.0,
                    fade_m: course.fade_m,
                    kind,
                })
                .collect();
            pieces
        });
        let boxes = (0_u32..).zip(discs.chain(pieces)).map(|(number, obstacle)| {
            let reach_m = obstacle.radius_m + obstacle.fade_m.max(most_footprint_m);
            let [a, b] = obstacle.line_m;
            let low_m = std::array::from_fn(|axis: usize| a[axis].min(b[axis]) - reach_m);
            let high_m = std::array::from_fn(|axis: usize| a[axis].max(b[axis]) + reach_m);
            GeomWithData::new(Rectangle::from_corners(low_m, high_m), (number, obstacle))
        });
        Self {
            tree: RTree::bulk_load(boxes.collect()),
        }
    }

    /// Those that change ground in a window.
    pub(crate) fn near(&self, window: &Window) -> Near {
        let envelope = AABB::from_corners(window.low_m, window.high_m);
        let mut found: Vec<(u32, Obstacle)> = self
            .tree
            .locate_in_envelope_intersecting(envelope)
            .map(|found| found.data)
            .collect();
        // The order of a tree's answer is no contract.
        found.sort_unstable_by_key(|(number, _)| *number);
        Near(found.into_iter().map(|(_, obstacle)| obstacle).collect())
    }
}

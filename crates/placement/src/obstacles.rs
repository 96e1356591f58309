//! What takes ground from the rules and lushness from the paint: blockers, roads, rivers, and what was placed by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::convex::{convex, distance_m, segment_distance_m2};
use crate::frame::Frame;
use crate::parameters::{Blocker, Course, Placed};
use crate::window::Window;

/// A blocker or a piece of a road, with the ground around it that it makes less lush.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Obstacle {
    shape: Form,
    fade_m: f64,
    /// What it is a piece of, if it is one.
    kind: Option<CourseKind>,
}

/// The ground that nothing stands on.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// All that is nearer than `radius_m` to a straight piece, whose ends are the same for a disc.
    Line { ends_m: [[f64; 2]; 2], radius_m: f64 },
    /// A convex polygon, its corners counterclockwise.
    Polygon(Arc<[[f64; 2]]>),
}

/// An obstacle as bits of its numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ObstacleBits {
    /// The corners of the box around the ground that nothing stands on.
    pub(crate) bounds: [[u64; 2]; 2],
    pub(crate) fade: u64,
    shape: Vec<u64>,
}

/// A blocker as it lies in a world, with those that ride in what was placed by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockedGround {
    /// What it is called; one that rides in a prefab with the name of the instance before it.
    pub name: String,
    /// Its middle, m.
    pub at_m: [f64; 2],
    /// Radius of a circle around it, m: of a ball its own.
    pub radius_m: f64,
    /// Corners of a convex polygon, counterclockwise, m; none of a ball.
    pub corners_m: Vec<[f64; 2]>,
    /// Distance from it over which lushness comes back, m.
    pub fade_m: f64,
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
    /// A disc.
    pub(crate) fn disc(at_m: [f64; 2], radius_m: f64, fade_m: f64) -> Self {
        let ends_m = [at_m; 2];
        Self {
            shape: Form::Line { ends_m, radius_m },
            fade_m,
            kind: None,
        }
    }

    /// A blocker; `None` for one that is neither a ball nor a convex polygon.
    pub(crate) fn of(blocker: &Blocker) -> Option<Self> {
        if let (Some(at_m), Some(radius_m)) = (blocker.at_m, blocker.radius_m) {
            return Some(Self::disc(at_m, radius_m, blocker.fade_m));
        }
        let corners_m = convex(blocker.corners_m.as_ref()?).ok()?;
        Some(Self {
            shape: Form::Polygon(corners_m.into()),
            fade_m: blocker.fade_m,
            kind: None,
        })
    }

    /// Distance from its edge, below 0 inside.
    #[inline]
    fn distance_m(&self, place_m: [f64; 2]) -> f64 {
        match &self.shape {
            Form::Line { ends_m, radius_m } => segment_distance_m2(*ends_m, place_m).sqrt() - radius_m,
            Form::Polygon(corners_m) => distance_m(corners_m, place_m),
        }
    }

    /// The box around the ground that nothing stands on, m.
    pub(crate) fn bounds(&self) -> Window {
        let (corners_m, radius_m): (&[[f64; 2]], f64) = match &self.shape {
            Form::Line { ends_m, radius_m } => (ends_m, *radius_m),
            Form::Polygon(corners_m) => (corners_m, 0.0),
        };
        let of_axis = |axis: usize| corners_m.iter().map(move |corner_m| corner_m[axis]);
        Window {
            low_m: [0, 1].map(|axis| of_axis(axis).fold(f64::INFINITY, f64::min)),
            high_m: [0, 1].map(|axis| of_axis(axis).fold(f64::NEG_INFINITY, f64::max)),
        }
        .grown(radius_m)
    }

    /// The same of a prefab where that is placed: scaled, turned and then moved.
    pub(crate) fn placed(&self, frame: &Frame) -> Self {
        let shape = match &self.shape {
            Form::Line { ends_m, radius_m } => Form::Line {
                ends_m: ends_m.map(|end_m| frame.place_m(end_m)),
                radius_m: frame.scale * radius_m,
            },
            Form::Polygon(corners_m) => Form::Polygon(
                corners_m
                    .iter()
                    .map(|&corner_m| frame.place_m(corner_m))
                    .collect(),
            ),
        };
        Self {
            shape,
            fade_m: frame.scale * self.fade_m,
            kind: self.kind,
        }
    }

    fn bits(&self) -> ObstacleBits {
        let Window { low_m, high_m } = self.bounds();
        let (corners_m, radius_m): (&[[f64; 2]], f64) = match &self.shape {
            Form::Line { ends_m, radius_m } => (ends_m, *radius_m),
            Form::Polygon(corners_m) => (corners_m, 0.0),
        };
        let numbers = corners_m.iter().flatten().chain([&radius_m]);
        ObstacleBits {
            bounds: [low_m, high_m].map(|corner_m| corner_m.map(f64::to_bits)),
            fade: self.fade_m.to_bits(),
            shape: numbers.map(|number| number.to_bits()).collect(),
        }
    }

    /// As others are told of it.
    pub(crate) fn told(&self, name: &str) -> BlockedGround {
        let Window { low_m, high_m } = self.bounds();
        let corners_m: &[[f64; 2]] = match &self.shape {
            Form::Line { .. } => &[],
            Form::Polygon(corners_m) => corners_m,
        };
        let at_m: [f64; 2] = match &self.shape {
            Form::Line { ends_m, .. } => ends_m[0],
            Form::Polygon(_) => std::array::from_fn(|axis| (low_m[axis] + high_m[axis]) / 2.0),
        };
        let radius_m = match &self.shape {
            Form::Line { radius_m, .. } => *radius_m,
            Form::Polygon(corners_m) => {
                let from_middle_m2 = corners_m
                    .iter()
                    .map(|corner_m| segment_distance_m2([at_m; 2], *corner_m));
                from_middle_m2.fold(0.0, f64::max).sqrt()
            }
        };
        BlockedGround {
            name: name.to_owned(),
            at_m,
            radius_m,
            corners_m: corners_m.to_vec(),
            fade_m: self.fade_m,
        }
    }

    /// Distance from it over which lushness comes back, m.
    pub(crate) fn fade_m(&self) -> f64 {
        self.fade_m
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
    /// Of these, for rules whose footprints are at most `most_footprint_m`; of prefabs those that ride in them.
    pub(crate) fn new(
        blockers: &[Blocker],
        of_prefabs: &[(String, Obstacle)],
        roads: &[Course],
        rivers: &[Course],
        placed: &[Placed],
        most_footprint_m: f64,
    ) -> Self {
        let blockers = blockers.iter().filter_map(Obstacle::of);
        let by_hand = placed
            .iter()
            .map(|placed| Obstacle::disc(placed.at_m, placed.footprint_m, placed.fade_m));
        let of_prefabs = of_prefabs.iter().map(|(_, blocker)| blocker.clone());
        let roads = roads.iter().map(|road| (road, Some(CourseKind::Road)));
        let courses = roads.chain(rivers.iter().map(|river| (river, Some(CourseKind::River))));
        let pieces = courses.flat_map(|(course, kind)| {
            let pieces: Vec<Obstacle> = course
                .line_m()
                .windows(2)
                .map(|ends| Obstacle {
                    shape: Form::Line {
                        ends_m: [ends[0], ends[1]],
                        radius_m: course.width_m / 2.0,
                    },
                    fade_m: course.fade_m,
                    kind,
                })
                .collect();
            pieces
        });
        let all = blockers.chain(by_hand).chain(of_prefabs).chain(pieces);
        let boxes = (0_u32..).zip(all).map(|(number, obstacle)| {
            let Window { low_m, high_m } = obstacle.bounds().grown(obstacle.fade_m.max(most_footprint_m));
            GeomWithData::new(Rectangle::from_corners(low_m, high_m), (number, obstacle))
        });
        Self {
            tree: RTree::bulk_load(boxes.collect()),
        }
    }

    /// All of them, as bits that can be told apart.
    pub(crate) fn all(&self) -> BTreeSet<ObstacleBits> {
        self.tree.iter().map(|found| found.data.1.bits()).collect()
    }

    /// Those that change ground in a window.
    pub(crate) fn near(&self, window: &Window) -> Near {
        let envelope = AABB::from_corners(window.low_m, window.high_m);
        let mut found: Vec<(u32, Obstacle)> = self
            .tree
            .locate_in_envelope_intersecting(envelope)
            .map(|found| found.data.clone())
            .collect();
        // The order of a tree's answer is no contract.
        found.sort_unstable_by_key(|(number, _)| *number);
        Near(found.into_iter().map(|(_, obstacle)| obstacle).collect())
    }
}

//! Obstacles that no segment may cross, given by their distance functions.

use serde::{Deserialize, Serialize};
use understory_keys::{Key, OutOfRange, ValueKind, key, parameters, real};

use crate::cloud::corner_faults;
use crate::colonization::parameters::direction_faults;
use crate::ranges::{LENGTH, PLACE, place};
use crate::vector::{self, Vector, add, direction, dot, scale, sub};

const RADIUS: Key = real(LENGTH, "m", "0.3");

parameters! {
    /// An obstacle in the way of growth.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "shape", deny_unknown_fields)]
    pub enum Obstacle by shape: "what is in the way", "\"box\"" where Obstacle::related {
        /// A ball.
        Sphere = "sphere" {
            /// Centre.
            centre_m: [f64; 3] = place("[3.0, 0.0, 4.0]"),
            /// Radius; of a capsule, its reach from the axis.
            radius_m: f64 = RADIUS,
        }
        /// A box along the axes.
        Box = "box" {
            /// Lower corner.
            low_m: [f64; 3] = place("[1.0, -4.0, 0.0]"),
            /// Upper corner, above the lower along each axis.
            high_m: [f64; 3] = place("[5.0, 4.0, 6.0]"),
        }
        /// All places within a radius of a segment.
        Capsule = "capsule" {
            /// One end of the axis.
            from_m: [f64; 3] = place("[1.0, 0.0, 0.0]"),
            /// The other end of the axis.
            to_m: [f64; 3] = place("[1.0, 0.0, 9.0]"),
            /// Its reach from the axis.
            radius_m: f64 = RADIUS,
        }
        /// Everything on one side of a plane: ground, a wall without end.
        HalfSpace = "half-space" {
            /// A place on the plane that bounds it.
            place_m: [f64; 3] = place("[0.0, 0.0, 0.0]"),
            /// Direction out of the half-space, at a right angle to its plane.
            normal: [f64; 3] = key(ValueKind::RealTriple(PLACE), "", "[0.0, 0.0, 1.0]"),
        }
    }
}

impl Obstacle {
    fn related(&self) -> Vec<OutOfRange> {
        match *self {
            Self::Box { low_m, high_m } => corner_faults(low_m, high_m, 3),
            Self::HalfSpace { normal, .. } => {
                direction_faults("normal", normal, "e.g. `normal = [0.0, 0.0, 1.0]`")
            }
            _ => Vec::new(),
        }
    }

    /// Distance from a place to the obstacle's surface, m; below 0 inside.
    #[must_use]
    pub fn distance_m(&self, place_m: [f64; 3]) -> f64 {
        match *self {
            Self::Sphere { centre_m, radius_m } => vector::distance(place_m, centre_m) - radius_m,
            Self::Box { low_m, high_m } => {
                let outside: Vector = std::array::from_fn(|axis| {
                    (low_m[axis] - place_m[axis]).max(place_m[axis] - high_m[axis])
                });
                let deepest = outside[0].max(outside[1]).max(outside[2]);
                vector::length(outside.map(|beyond| beyond.max(0.0))) + deepest.min(0.0)
            }
            Self::Capsule {
                from_m,
                to_m,
                radius_m,
            } => vector::distance_squared_to_segment(place_m, from_m, to_m).sqrt() - radius_m,
            Self::HalfSpace {
                place_m: on_plane,
                normal,
            } => dot(
                sub(place_m, on_plane),
                scale(normal, 1.0 / vector::length(normal)),
            ),
        }
    }

    /// Lower and upper corner of a box around it, m; none of a half-space.
    pub(crate) fn bounds_m(&self) -> Option<[Vector; 2]> {
        let around = |centre_m: Vector, radius_m: f64| {
            let reach_m = [radius_m; 3];
            [sub(centre_m, reach_m), add(centre_m, reach_m)]
        };
        match *self {
            Self::Sphere { centre_m, radius_m } => Some(around(centre_m, radius_m)),
            Self::Box { low_m, high_m } => Some([low_m, high_m]),
            Self::Capsule {
                from_m,
                to_m,
                radius_m,
            } => {
                let (from, to) = (around(from_m, radius_m), around(to_m, radius_m));
                let corner = |side: usize, of: fn(f64, f64) -> f64| {
                    std::array::from_fn(|axis| of(from[side][axis], to[side][axis]))
                };
                Some([corner(0, f64::min), corner(1, f64::max)])
            }
            Self::HalfSpace { .. } => None,
        }
    }

    /// Which way is out of the obstacle, from its distances around a place.
    fn outward(&self, place: Vector, spread_m: f64) -> Option<Vector> {
        direction(std::array::from_fn(|axis| {
            let (mut above, mut below) = (place, place);
            above[axis] += spread_m;
            below[axis] -= spread_m;
            self.distance_m(above) - self.distance_m(below)
        }))
    }
}

/// The end of a segment of length `step_m` that leaves `from` towards `heading`, or along the obstacles that are in
/// its way; none where they leave no way.
pub(crate) fn end_along_obstacles(
    from: Vector,
    heading: Vector,
    step_m: f64,
    obstacles: &[Obstacle],
) -> Option<Vector> {
    /// A corner of three walls turns a heading three times; a fourth try finds none left.
    const MOST_TURNS: usize = 4;
    /// Share of the outward direction that a slide takes, so that it leaves the surface it met.
    const LIFT: f64 = 0.05;
    let mut heading = heading;
    for _ in 0..MOST_TURNS {
        let end = add(from, scale(heading, step_m));
        let Some((obstacle, met)) = first_met(from, heading, step_m, obstacles) else {
            return Some(end);
        };
        let outward = obstacle.outward(met, step_m * CLEARANCE_STEPS)?;
        let along = sub(heading, scale(outward, dot(heading, outward)));
        heading = direction(add(along, scale(outward, LIFT)))?;
    }
    None
}

/// The end of a segment of length `step_m` along the axis nearest to `heading`, or along the next nearest that no obstacle
/// is in the way of; none where all lead into obstacles or away from where it heads.
pub(crate) fn end_along_axis(
    from: Vector,
    heading: Vector,
    step_m: f64,
    obstacles: &[Obstacle],
) -> Option<Vector> {
    let mut axes = [0, 1, 2];
    axes.sort_by(|&a, &b| heading[b].abs().total_cmp(&heading[a].abs()));
    let ways = axes.into_iter().filter(|&axis| heading[axis] != 0.0).map(|axis| {
        let mut way = [0.0; 3];
        way[axis] = 1.0_f64.copysign(heading[axis]);
        way
    });
    let mut free = ways.filter(|&way| first_met(from, way, step_m, obstacles).is_none());
    free.next().map(|way| add(from, scale(way, step_m)))
}

/// Whether an obstacle stands in the way from one place to another.
pub(crate) fn bars(from: Vector, to: Vector, obstacles: &[Obstacle]) -> bool {
    // A segment without length is barred where it lies.
    match direction(sub(to, from)) {
        _ if obstacles.is_empty() => false,
        Some(heading) => first_met(from, heading, vector::distance(from, to), obstacles).is_some(),
        None => obstacles.iter().any(|obstacle| obstacle.distance_m(to) < 0.0),
    }
}

/// Segments keep this share of a step between themselves and an obstacle, unless they begin nearer than that.
const CLEARANCE_STEPS: f64 = 1e-3;

/// The obstacle that the segment meets first, and where.
///
/// Marches by the distance to the obstacle, which no surface can lie within, so that no wall is too thin to be met.
pub(crate) fn first_met(
    from: Vector,
    heading: Vector,
    step_m: f64,
    obstacles: &[Obstacle],
) -> Option<(Obstacle, Vector)> {
    let clearance_m = step_m * CLEARANCE_STEPS;
    let mut first: Option<(f64, Obstacle)> = None;
    for &obstacle in obstacles {
        let start_m = obstacle.distance_m(from);
        let least_m = clearance_m.min(start_m);
        let end_m = first.map_or(step_m, |(met_m, _)| met_m);
        // No surface can come nearer than the way is long; of a ruin's thousand boxes most stand far off.
        if start_m - end_m > clearance_m {
            continue;
        }
        let mut gone_m = start_m.max(clearance_m).min(end_m);
        loop {
            let distance_m = obstacle.distance_m(add(from, scale(heading, gone_m)));
            if distance_m < least_m {
                first = Some((gone_m, obstacle));
                break;
            }
            if gone_m >= end_m {
                break;
            }
            gone_m = (gone_m + distance_m.max(clearance_m)).min(end_m);
        }
    }
    first.map(|(met_m, obstacle)| (obstacle, add(from, scale(heading, met_m))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Obstacle = Obstacle::Box {
        low_m: [1.0, -5.0, -5.0],
        high_m: [1.002, 5.0, 5.0],
    };

    #[test]
    fn distances_are_those_of_geometry() {
        let unit_box = Obstacle::Box {
            low_m: [0.0; 3],
            high_m: [1.0; 3],
        };
        assert_eq!(unit_box.distance_m([0.5, 0.5, 3.0]), 2.0);
        assert!((unit_box.distance_m([0.5, 0.5, 0.9]) + 0.1).abs() < 1e-15);
        assert_eq!(unit_box.distance_m([4.0, 5.0, 0.5]), 5.0);
        let capsule = Obstacle::Capsule {
            from_m: [0.0; 3],
            to_m: [0.0, 0.0, 2.0],
            radius_m: 0.5,
        };
        assert_eq!(capsule.distance_m([3.0, 0.0, 1.0]), 2.5);
        assert_eq!(capsule.distance_m([3.0, 0.0, 6.0]), 4.5);
        let ground = Obstacle::HalfSpace {
            place_m: [0.0; 3],
            normal: [0.0, 0.0, 2.0],
        };
        assert_eq!(ground.distance_m([7.0, 7.0, 1.5]), 1.5);
    }

    #[test]
    fn a_thin_wall_is_not_tunnelled_but_slid_along() {
        let from = [0.5, 0.0, 0.0];
        let heading = direction([1.0, 1.0, 0.0]).expect("has a length");
        let end = end_along_obstacles(from, heading, 1.0, &[WALL]).expect("there is room along the wall");
        assert!(end[0] < 1.0 && end[1] > 0.9, "{end:?}");
        assert_eq!(
            end_along_obstacles(from, [-1.0, 0.0, 0.0], 1.0, &[WALL]),
            Some([-0.5, 0.0, 0.0])
        );
    }

    #[test]
    fn pipes_turn_along_another_axis_and_never_aslant() {
        let heading = direction([1.0, 0.5, -0.25]).expect("has a length");
        let end = |obstacles: &[Obstacle]| end_along_axis([0.5, 0.0, 0.0], heading, 1.0, obstacles);
        assert_eq!(end(&[]), Some([1.5, 0.0, 0.0]));
        assert_eq!(end(&[WALL]), Some([0.5, 1.0, 0.0]));
        let beside = Obstacle::Sphere {
            centre_m: [0.5, 1.0, 0.0],
            radius_m: 0.2,
        };
        assert_eq!(end(&[WALL, beside]), Some([0.5, 0.0, -1.0]));
        let below = Obstacle::HalfSpace {
            place_m: [0.0, 0.0, -0.5],
            normal: [0.0, 0.0, 1.0],
        };
        assert_eq!(end(&[WALL, beside, below]), None);
    }

    #[test]
    fn a_growth_point_in_a_closed_corner_finds_no_way() {
        let corner: Vec<Obstacle> = (0..3)
            .flat_map(|axis| {
                [1.0, -1.0].map(|side| {
                    let mut normal = [0.0; 3];
                    normal[axis] = side;
                    Obstacle::HalfSpace {
                        place_m: scale(normal, -0.1),
                        normal,
                    }
                })
            })
            .collect();
        assert_eq!(end_along_obstacles([0.0; 3], [1.0, 0.0, 0.0], 1.0, &corner), None);
    }

    #[test]
    fn growth_along_the_ground_from_its_surface_is_free() {
        let ground = Obstacle::HalfSpace {
            place_m: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
        };
        assert!(end_along_obstacles([0.0; 3], [1.0, 0.0, 0.0], 1.0, &[ground]).is_some());
    }
}

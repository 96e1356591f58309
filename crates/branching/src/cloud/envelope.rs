//! Envelopes: the space that a crown or a root system may take.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::RealTriple;
use understory_keys::{Interval, Key, Need, OutOfRange, ValueKind, When, key, parameters, real};

use crate::ranges::{LENGTH, PLACE, is_nothing, place};
use crate::vector::{self, Vector};

const CENTRE: Key = place("[0.0, 0.0, 6.0]");
const RADIUS: Key = real(LENGTH, "m", "3.0");
const BASE: Key = place("[0.0, 0.0, 2.0]").default(RealTriple([0.0; 3]));
const DISTANCE: Key = real(LENGTH, "m", "0.5");

/// What a scenario may give in the place of segments or triangles.
const FILE: [Key; 1] = [Key::new(
    "file",
    ValueKind::Path,
    "",
    "skeleton (`skeleton.csv`) or mesh (`.obj`) that places lie around: its segments or edges, for `around-mesh` its faces",
    "\"skeleton.csv\"",
)
.when(When::Is("shape", &["around", "around-mesh"]))
.optional()];

/// An envelope as the value of a key.
pub(crate) const fn envelope(example: &'static str) -> Key {
    key(ValueKind::Tagged("envelope", Envelope::keys()), "", example).related(Envelope::RELATED)
}

parameters! {
    /// A volume to be filled. A height of 0 makes a flat one.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "shape", deny_unknown_fields)]
    pub enum Envelope by shape: "what the envelope is: the space that points may take", "\"sphere\"" + FILE
        where Envelope::related
    {
        /// A ball.
        Sphere = "sphere" {
            /// Centre; of a hemisphere, that of its flat side.
            centre_m: [f64; 3] = CENTRE,
            /// Radius; of a cone, that of its base.
            radius_m: f64 = RADIUS,
        }
        /// A ball stretched along the axes.
        Ellipsoid = "ellipsoid" {
            /// Centre.
            centre_m: [f64; 3] = CENTRE,
            /// Half the length along each axis; only the last may be 0, for a flat one.
            radii_m: [f64; 3] = key(ValueKind::RealTriple(Interval::from(0.0, 1e6)), "m", "[3.0, 3.0, 4.0]"),
        }
        /// The upper half of a ball.
        Hemisphere = "hemisphere" {
            /// Centre of its flat side.
            centre_m: [f64; 3] = CENTRE,
            /// Radius.
            radius_m: f64 = RADIUS,
        }
        /// A cone with its tip up, or down where the height is negative.
        Cone = "cone" {
            /// Centre of the base, where the axis begins.
            base_m: [f64; 3] = BASE,
            /// Radius of the base.
            radius_m: f64 = RADIUS,
            /// Height of the cone; below 0 for one with its tip down.
            height_m: f64 = real(Interval::from(-1e6, 1e6), "m", "12.0"),
        }
        /// A profile turned about a vertical axis.
        Revolved = "revolved" {
            /// Where the axis begins.
            base_m: [f64; 3] = BASE,
            /// Height above the base and radius there, from bottom to top; straight lines between them.
            profile_m: Vec<[f64; 2]> = key(ValueKind::RealPairs(PLACE), "m", "[[3.0, 1.0], [8.0, 5.5], [14.0, 0.0]]"),
        }
        /// A box along the axes.
        Box = "box" {
            /// Lower corner.
            low_m: [f64; 3] = place("[-2.0, -2.0, 3.0]"),
            /// Upper corner; at the height of the lower one for a flat box.
            high_m: [f64; 3] = place("[2.0, 2.0, 9.0]"),
        }
        /// All places in at least one of several.
        Union = "union" {
            /// Envelopes, of which a place must lie in one at least.
            parts: Vec<Envelope> =
                key(ValueKind::TaggedList("envelope", Envelope::keys()), "", "").related(Envelope::RELATED),
        }
        /// All places in one and not in another.
        Difference = "difference" {
            /// Envelope in which a place must lie.
            whole: Box<Envelope> = envelope("{ shape = \"sphere\", … }"),
            /// Envelope in which a place must not lie.
            hole: Box<Envelope> = envelope("{ shape = \"sphere\", … }"),
        }
        /// All places within a distance of segments: around a skeleton, along the edges of a building.
        Around = "around" {
            /// Both ends of each segment that places lie around, in the place of a file.
            segments_m: Vec<[[f64; 3]; 2]> =
                key(ValueKind::Segments(PLACE), "m", "[[[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]]").need(Need::RequiredWithout("file")),
            /// How far from them places lie at most.
            distance_m: f64 = DISTANCE,
        }
        /// All places within a distance of triangles: a layer on a mesh, ivy on a wall.
        AroundMesh = "around-mesh" {
            /// The corners of each triangle that places lie around, in the place of a file.
            triangles_m: Vec<[[f64; 3]; 3]> =
                key(ValueKind::Triangles(PLACE), "m", "[[[2.0, -1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 0.0, 3.0]]]")
                    .need(Need::RequiredWithout("file")),
            /// How far from them places lie at most.
            distance_m: f64 = DISTANCE,
        }
    }
}

impl Envelope {
    /// Whether a place lies inside.
    #[must_use]
    pub fn contains(&self, place_m: [f64; 3]) -> bool {
        match self {
            Self::Sphere { centre_m, radius_m } => {
                vector::distance_squared(place_m, *centre_m) <= radius_m * radius_m
            }
            Self::Ellipsoid { centre_m, radii_m } => {
                let share = |axis: usize| {
                    let off_m = place_m[axis] - centre_m[axis];
                    if off_m == 0.0 { 0.0 } else { off_m / radii_m[axis] }
                };
                (0..3).map(|axis| share(axis) * share(axis)).sum::<f64>() <= 1.0
            }
            Self::Hemisphere { centre_m, radius_m } => {
                place_m[2] >= centre_m[2]
                    && vector::distance_squared(place_m, *centre_m) <= radius_m * radius_m
            }
            Self::Cone {
                base_m,
                radius_m,
                height_m,
            } => {
                let up = (place_m[2] - base_m[2]) / height_m;
                (0.0..=1.0).contains(&up) && off_axis_m(place_m, *base_m) <= radius_m * (1.0 - up)
            }
            Self::Revolved { base_m, profile_m } => radius_at(profile_m, place_m[2] - base_m[2])
                .is_some_and(|radius_m| off_axis_m(place_m, *base_m) <= radius_m),
            Self::Box { low_m, high_m } => {
                (0..3).all(|axis| (low_m[axis]..=high_m[axis]).contains(&place_m[axis]))
            }
            Self::Union { parts } => parts.iter().any(|part| part.contains(place_m)),
            Self::Difference { whole, hole } => whole.contains(place_m) && !hole.contains(place_m),
            Self::Around {
                segments_m,
                distance_m,
            } => segments_m
                .iter()
                .any(|&[a, b]| vector::distance_squared_to_segment(place_m, a, b) <= distance_m * distance_m),
            Self::AroundMesh {
                triangles_m,
                distance_m,
            } => triangles_m.iter().any(|corners| {
                vector::distance_squared_to_triangle(place_m, corners) <= distance_m * distance_m
            }),
        }
    }

    /// Lower and upper corner of a box around it, m; none where nothing is inside.
    #[must_use]
    pub fn bounds_m(&self) -> Option<[[f64; 3]; 2]> {
        let around =
            |centre: Vector, radii: Vector| Some([vector::sub(centre, radii), vector::add(centre, radii)]);
        match self {
            Self::Sphere { centre_m, radius_m } => around(*centre_m, [*radius_m; 3]),
            Self::Ellipsoid { centre_m, radii_m } => around(*centre_m, *radii_m),
            Self::Hemisphere { centre_m, radius_m } => {
                let [mut low, high] = around(*centre_m, [*radius_m; 3])?;
                low[2] = centre_m[2];
                Some([low, high])
            }
            Self::Cone {
                base_m,
                radius_m,
                height_m,
            } => {
                let [mut low, mut high] = around(*base_m, [*radius_m, *radius_m, 0.0])?;
                low[2] += height_m.min(0.0);
                high[2] += height_m.max(0.0);
                Some([low, high])
            }
            Self::Revolved { base_m, profile_m } => {
                let radius_m = profile_m.iter().map(|point| point[1]).fold(0.0, f64::max);
                let [mut low, mut high] = around(*base_m, [radius_m, radius_m, 0.0])?;
                low[2] += profile_m.first()?[0];
                high[2] += profile_m.last()?[0];
                Some([low, high])
            }
            Self::Box { low_m, high_m } => Some([*low_m, *high_m]),
            Self::Union { parts } => parts.iter().filter_map(Self::bounds_m).reduce(joined),
            Self::Difference { whole, .. } => whole.bounds_m(),
            Self::Around {
                segments_m,
                distance_m,
            } => {
                let ends = segments_m.iter().flatten();
                ends.filter_map(|&end| around(end, [*distance_m; 3]))
                    .reduce(joined)
            }
            Self::AroundMesh {
                triangles_m,
                distance_m,
            } => {
                let corners = triangles_m.iter().flatten();
                corners
                    .filter_map(|&corner| around(corner, [*distance_m; 3]))
                    .reduce(joined)
            }
        }
    }

    /// The same envelope so many times as wide and as high, seen from the origin.
    #[must_use]
    pub fn stretched(&self, width: f64, height: f64) -> Self {
        let by = |place: Vector| [place[0] * width, place[1] * width, place[2] * height];
        match self {
            Self::Sphere { centre_m, radius_m } => Self::Ellipsoid {
                centre_m: by(*centre_m),
                radii_m: by([*radius_m; 3]),
            },
            Self::Ellipsoid { centre_m, radii_m } => Self::Ellipsoid {
                centre_m: by(*centre_m),
                radii_m: by(*radii_m),
            },
            Self::Hemisphere { centre_m, radius_m } => {
                let (centre_m, radii_m) = (by(*centre_m), by([*radius_m; 3]));
                let mut high_m = vector::add(centre_m, radii_m);
                high_m[2] = centre_m[2];
                let whole = Self::Ellipsoid { centre_m, radii_m };
                let lower = Self::Box {
                    low_m: vector::sub(centre_m, radii_m),
                    high_m,
                };
                Self::Difference {
                    whole: Box::new(whole),
                    hole: Box::new(lower),
                }
            }
            Self::Cone {
                base_m,
                radius_m,
                height_m,
            } => Self::Cone {
                base_m: by(*base_m),
                radius_m: radius_m * width,
                height_m: height_m * height,
            },
            Self::Revolved { base_m, profile_m } => Self::Revolved {
                base_m: by(*base_m),
                profile_m: profile_m
                    .iter()
                    .map(|[up, out]| [up * height, out * width])
                    .collect(),
            },
            Self::Box { low_m, high_m } => Self::Box {
                low_m: by(*low_m),
                high_m: by(*high_m),
            },
            Self::Union { parts } => Self::Union {
                parts: parts.iter().map(|part| part.stretched(width, height)).collect(),
            },
            Self::Difference { whole, hole } => Self::Difference {
                whole: Box::new(whole.stretched(width, height)),
                hole: Box::new(hole.stretched(width, height)),
            },
            Self::Around {
                segments_m,
                distance_m,
            } => Self::Around {
                segments_m: segments_m.iter().map(|&[a, b]| [by(a), by(b)]).collect(),
                distance_m: distance_m * width,
            },
            Self::AroundMesh {
                triangles_m,
                distance_m,
            } => Self::AroundMesh {
                triangles_m: triangles_m.iter().map(|corners| corners.map(by)).collect(),
                distance_m: distance_m * width,
            },
        }
    }

    /// What leaves it without volume, although each number is in its range.
    fn related(&self) -> Vec<OutOfRange> {
        let no_volume = "the envelope has no volume";
        match self {
            Self::Ellipsoid {
                radii_m: [x, y, _], ..
            } if is_nothing(*x) || is_nothing(*y) => {
                let problem = format!("is [{x}, {y}, …], but only the last of them may be 0");
                vec![OutOfRange::beside("radii_m", problem, no_volume)]
            }
            Self::Cone { height_m, .. } if is_nothing(*height_m) => {
                let hint = "give the height of the tip, below 0 for a tip that points down";
                let problem = format!("is {height_m}, but a cone needs a height");
                vec![OutOfRange::beside("height_m", problem, hint)]
            }
            Self::Revolved { profile_m, .. } => profile_faults(profile_m),
            Self::Box { low_m, high_m } => corner_faults(*low_m, *high_m, 2),
            _ => Vec::new(),
        }
    }
}

/// Whether the upper corner of a box lies above the lower along the first axes; along the others not below it.
pub(crate) fn corner_faults(low_m: Vector, high_m: Vector, strict_axes: usize) -> Vec<OutOfRange> {
    let is_wrong = |&axis: &usize| {
        low_m[axis] > high_m[axis] || axis < strict_axes && is_nothing(high_m[axis] - low_m[axis])
    };
    let fault = |axis: usize| {
        let (low_m, high_m, axis) = (low_m[axis], high_m[axis], ["x", "y", "z"][axis]);
        let problem = format!("is {high_m} along {axis}, but `low_m` is {low_m}");
        let hint = "the upper corner must lie above the lower along each axis";
        OutOfRange::beside("high_m", problem, hint)
    };
    (0..3).filter(is_wrong).map(fault).collect()
}

fn profile_faults(profile_m: &[[f64; 2]]) -> Vec<OutOfRange> {
    let fault = |problem: String, hint| OutOfRange::beside("profile_m", problem, hint);
    let mut found = Vec::new();
    if profile_m.len() < 2 {
        let hint = "give at least two, from bottom to top, each as [height, radius]";
        found.push(fault("has one point only".to_owned(), hint));
    }
    for pair in profile_m.windows(2).filter(|pair| pair[0][0] >= pair[1][0]) {
        let problem = format!("has the height {} after {}", pair[1][0], pair[0][0]);
        found.push(fault(problem, "heights must rise from each point to the next"));
    }
    for [height_m, radius_m] in profile_m.iter().filter(|point| point[1] < 0.0) {
        let problem = format!("has the radius {radius_m} at height {height_m}");
        found.push(fault(problem, "a radius must be 0 or more"));
    }
    if profile_m.iter().all(|point| is_nothing(point[1])) {
        found.push(fault(
            "has no radius above 0".to_owned(),
            "the envelope has no volume",
        ));
    }
    found
}

/// Distance to the vertical axis through a place, m.
fn off_axis_m(place: Vector, axis: Vector) -> f64 {
    let (x, y) = (place[0] - axis[0], place[1] - axis[1]);
    (x * x + y * y).sqrt()
}

/// Radius of a profile at a height; none below and above it.
fn radius_at(profile_m: &[[f64; 2]], height_m: f64) -> Option<f64> {
    let above = profile_m.partition_point(|point| point[0] <= height_m);
    let last = profile_m.last()?;
    if above == 0 {
        None
    } else if above == profile_m.len() {
        (height_m == last[0]).then_some(last[1])
    } else {
        let ([low, at_low], [high, at_high]) = (profile_m[above - 1], profile_m[above]);
        Some(at_low + (at_high - at_low) * (height_m - low) / (high - low))
    }
}

fn joined(a: [Vector; 2], b: [Vector; 2]) -> [Vector; 2] {
    [
        std::array::from_fn(|axis| a[0][axis].min(b[0][axis])),
        std::array::from_fn(|axis| a[1][axis].max(b[1][axis])),
    ]
}

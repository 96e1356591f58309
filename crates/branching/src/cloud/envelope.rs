//! Envelopes: the space that a crown or a root system may take.

use serde::{Deserialize, Serialize};

use crate::vector::{self, Vector};

/// A volume to be filled. A height of 0 makes a flat one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Envelope {
    /// A ball.
    Sphere {
        /// Its centre, m.
        centre_m: [f64; 3],
        /// Its radius, m; above 0.
        radius_m: f64,
    },
    /// A ball stretched along the axes.
    Ellipsoid {
        /// Its centre, m.
        centre_m: [f64; 3],
        /// Half its length along each axis, m; above 0, the last may be 0.
        radii_m: [f64; 3],
    },
    /// The upper half of a ball.
    Hemisphere {
        /// Centre of its flat side, m.
        centre_m: [f64; 3],
        /// Its radius, m; above 0.
        radius_m: f64,
    },
    /// A cone with its tip up, or down where the height is negative.
    Cone {
        /// Centre of its base, m.
        base_m: [f64; 3],
        /// Radius of its base, m; above 0.
        radius_m: f64,
        /// Its height, m; not 0.
        height_m: f64,
    },
    /// A profile turned about a vertical axis.
    Revolved {
        /// Where the axis begins, m.
        base_m: [f64; 3],
        /// Height above the base and radius there, both m, by rising height; straight lines between them.
        profile_m: Vec<[f64; 2]>,
    },
    /// A box along the axes.
    Box {
        /// Its lower corner, m.
        low_m: [f64; 3],
        /// Its upper corner, m; above the lower, at the same height for a flat one.
        high_m: [f64; 3],
    },
    /// All places in at least one of several.
    Union(Vec<Envelope>),
    /// All places in one and not in another.
    Difference(Box<Envelope>, Box<Envelope>),
    /// All places within a distance of segments: around a skeleton, along the edges of a building.
    Around {
        /// Both ends of each segment, m.
        segments_m: Vec<[[f64; 3]; 2]>,
        /// The distance, m; above 0.
        distance_m: f64,
    },
    /// All places within a distance of triangles: a layer on a mesh, ivy on a wall.
    AroundMesh {
        /// The corners of each triangle, m.
        triangles_m: Vec<[[f64; 3]; 3]>,
        /// The distance, m; above 0.
        distance_m: f64,
    },
}

impl Envelope {
    /// What scenarios call this kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::Hemisphere { .. } => "hemisphere",
            Self::Cone { .. } => "cone",
            Self::Revolved { .. } => "revolved",
            Self::Box { .. } => "box",
            Self::Union(_) => "union",
            Self::Difference(..) => "difference",
            Self::Around { .. } => "around",
            Self::AroundMesh { .. } => "around-mesh",
        }
    }

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
            Self::Union(parts) => parts.iter().any(|part| part.contains(place_m)),
            Self::Difference(whole, hole) => whole.contains(place_m) && !hole.contains(place_m),
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
            Self::Union(parts) => parts.iter().filter_map(Self::bounds_m).reduce(joined),
            Self::Difference(whole, _) => whole.bounds_m(),
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
                Self::Difference(Box::new(whole), Box::new(lower))
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
            Self::Union(parts) => {
                Self::Union(parts.iter().map(|part| part.stretched(width, height)).collect())
            }
            Self::Difference(whole, hole) => Self::Difference(
                Box::new(whole.stretched(width, height)),
                Box::new(hole.stretched(width, height)),
            ),
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

    /// Whether all its numbers are finite and its sizes make sense; says nothing about what a difference leaves.
    pub(crate) fn is_sound(&self) -> bool {
        let is_size = |size: f64| size > 0.0 && size.is_finite();
        match self {
            Self::Sphere { centre_m, radius_m } | Self::Hemisphere { centre_m, radius_m } => {
                vector::is_finite(*centre_m) && is_size(*radius_m)
            }
            Self::Ellipsoid { centre_m, radii_m } => {
                let [x, y, z] = *radii_m;
                vector::is_finite(*centre_m) && is_size(x) && is_size(y) && (is_size(z) || z == 0.0)
            }
            Self::Cone {
                base_m,
                radius_m,
                height_m,
            } => vector::is_finite(*base_m) && is_size(*radius_m) && is_size(height_m.abs()),
            Self::Revolved { base_m, profile_m } => {
                vector::is_finite(*base_m)
                    && profile_m.iter().flatten().all(|value| value.is_finite())
                    && profile_m.iter().all(|point| point[1] >= 0.0)
                    && profile_m.iter().any(|point| point[1] > 0.0)
                    && profile_m.len() >= 2
                    && profile_m.windows(2).all(|pair| pair[0][0] < pair[1][0])
            }
            Self::Box { low_m, high_m } => {
                vector::is_finite(*low_m)
                    && vector::is_finite(*high_m)
                    && low_m[0] < high_m[0]
                    && low_m[1] < high_m[1]
                    && low_m[2] <= high_m[2]
            }
            Self::Union(parts) => !parts.is_empty() && parts.iter().all(Self::is_sound),
            Self::Difference(whole, hole) => whole.is_sound() && hole.is_sound(),
            Self::Around {
                segments_m,
                distance_m,
            } => {
                is_size(*distance_m)
                    && !segments_m.is_empty()
                    && segments_m.iter().flatten().all(|&end| vector::is_finite(end))
            }
            Self::AroundMesh {
                triangles_m,
                distance_m,
            } => {
                is_size(*distance_m)
                    && !triangles_m.is_empty()
                    && triangles_m
                        .iter()
                        .flatten()
                        .all(|&corner| vector::is_finite(corner))
            }
        }
    }
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

//! Whether rings bound a window, and which way round they go.

use std::collections::{BTreeMap, BTreeSet};

use super::ring::{edges_of, is_around, signed_area_m2, to_edge_m2};
use super::tree::{Chain, around};
use crate::plot::PlotError;

/// Why rings bound no window. Polygons, rings, corners and edges are counted from 0, as in what the caller gave; ring 0 of a
/// polygon is its outer one, edge *k* goes from corner *k* to the next.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolygonError {
    /// No ring at all.
    #[error("{} (counted from 0) has no ring: give an outer ring, and then its holes", polygon.map_or_else(|| "the window".to_owned(), |number| format!("polygon {number}")))]
    NoRing {
        /// Number of the polygon; `None` where there is no polygon.
        polygon: Option<usize>,
    },
    /// A corner is NaN or infinite.
    #[error("corner {corner} of {ring} is ({x_m}, {y_m}), which is not a finite place")]
    NotFinite {
        /// The ring.
        ring: RingNumber,
        /// Number of the corner.
        corner: usize,
        /// Its first coordinate, m.
        x_m: f64,
        /// Its second coordinate, m.
        y_m: f64,
    },
    /// A ring does not end where it begins.
    #[error(
        "{ring} begins at ({}, {}) and ends at ({}, {}): end it at the corner at which it begins",
        first_m[0], first_m[1], last_m[0], last_m[1]
    )]
    NotClosed {
        /// The ring.
        ring: RingNumber,
        /// Its first corner, m.
        first_m: [f64; 2],
        /// Its last corner, m.
        last_m: [f64; 2],
    },
    /// A ring that goes round nothing.
    #[error("{ring} has {corners} different corners and goes round {area_m2} m²: it must go round an area")]
    NoArea {
        /// The ring.
        ring: RingNumber,
        /// Corners that differ from the one before.
        corners: usize,
        /// Area that it goes round, m².
        area_m2: f64,
    },
    /// Edges meet that are not neighbours, or neighbours fold back. Different rings may touch in places.
    #[error(
        "{}a ring may meet itself nowhere, and rings may touch each other in single places alone",
        listed(crossings, *others)
    )]
    Crossing {
        /// The first of them, along x.
        crossings: Vec<EdgeCrossing>,
        /// How many more there are.
        others: usize,
    },
    /// Rings of a polygon that touch each other all round a part of it.
    #[error(
        "the rings of polygon {polygon} (counted from 0) touch each other so that they cut it in two at ({}, {}): what is within \
         must hang together",
        at_m[0], at_m[1]
    )]
    CutInTwo {
        /// Number of the polygon.
        polygon: usize,
        /// A place at which they touch, m.
        at_m: [f64; 2],
    },
    /// A hole that is not in its outer ring.
    #[error("{ring} is a hole, but does not lie in the outer ring of its polygon")]
    HoleOutside {
        /// The ring.
        ring: RingNumber,
    },
    /// Rings that lie in each other otherwise than a hole in its outer ring.
    #[error(
        "{ring} lies in {others} other rings: a hole may not lie in a hole, nor a polygon in another one but in its hole"
    )]
    Nested {
        /// The ring.
        ring: RingNumber,
        /// Rings around it.
        others: usize,
    },
    /// The rectangle around it is too small or too large to compute with.
    #[error(transparent)]
    NoBounds(#[from] PlotError),
}

/// Which ring: its polygon, and its number there, 0 for the outer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingNumber {
    /// Number of the polygon, from 0.
    pub polygon: usize,
    /// Number of the ring in it, from 0.
    pub ring: usize,
}

impl std::fmt::Display for RingNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ring {} of polygon {}", self.ring, self.polygon)
    }
}

/// Where two edges meet that must not.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeCrossing {
    /// The rings, which may be one.
    pub rings: [RingNumber; 2],
    /// Numbers of the edges.
    pub edges: [usize; 2],
    /// A place at or near which they meet, m.
    pub near_m: [f64; 2],
    /// Whether they lie on each other for a length.
    pub is_along: bool,
}

impl PolygonError {
    /// Whether polygons adjoin, which are valid each by itself.
    #[must_use]
    pub fn is_adjoining(&self) -> bool {
        let is_border = |crossing: &EdgeCrossing| {
            let [a, b] = crossing.rings;
            crossing.is_along && a.polygon != b.polygon
        };
        matches!(self, Self::Crossing { crossings, .. } if crossings.iter().all(is_border))
    }
}

impl std::fmt::Display for EdgeCrossing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([a, b], [of_a, of_b], [x_m, y_m]) = (self.edges, self.rings, self.near_m);
        write!(
            f,
            "edge {a} of {of_a} and edge {b} of {of_b} {} near ({x_m}, {y_m})",
            if self.is_along {
                "lie on each other"
            } else {
                "cross or touch"
            }
        )
    }
}

fn listed(crossings: &[EdgeCrossing], others: usize) -> String {
    let mut listed: String = crossings.iter().map(|crossing| format!("{crossing}; ")).collect();
    if others > 0 {
        listed.push_str(&format!("and {others} more: "));
    } else {
        listed.truncate(listed.len().saturating_sub(2));
        listed.push_str(": ");
    }
    listed
}

/// The rings without repeated corners, outer ones anticlockwise and holes clockwise.
pub(super) fn oriented(polygons: &[Vec<Vec<[f64; 2]>>]) -> Result<Vec<Vec<[f64; 2]>>, PolygonError> {
    if polygons.is_empty() {
        return Err(PolygonError::NoRing { polygon: None });
    }
    let (mut rings, mut numbers, mut of_corners) = (Vec::new(), Vec::new(), Vec::new());
    for (polygon, of_polygon) in polygons.iter().enumerate() {
        if of_polygon.is_empty() {
            return Err(PolygonError::NoRing {
                polygon: Some(polygon),
            });
        }
        for (ring, corners_m) in of_polygon.iter().enumerate() {
            let number = RingNumber { polygon, ring };
            let (mut corners_m, mut own) = checked(corners_m, number)?;
            if (signed_area_m2(&corners_m) > 0.0) != (ring == 0) {
                // Edges keep their numbers: the one from corner k to the next is named by k, whichever way it goes.
                corners_m.reverse();
                own.reverse();
                own.rotate_left(1);
            }
            rings.push(corners_m);
            of_corners.push(own);
            numbers.push(number);
        }
    }
    let touches = check_crossings(&rings, &numbers, &of_corners)?;
    check_whole(&touches, &numbers)?;
    let boxes: Vec<Chain> = rings.iter().map(|ring| around(edges_of(ring), 0..0)).collect();
    for (at, ring) in rings.iter().enumerate() {
        let around = |other: usize| {
            let is_touched = touches.contains_key(&[at.min(other), at.max(other)]);
            let place_m = if is_touched {
                off(ring, &boxes[at], &rings[other])
            } else {
                ring[0]
            };
            other != at && boxes[other].nearest_m2(place_m) == 0.0 && is_around(&rings[other], place_m)
        };
        let number = numbers[at];
        let is_hole = number.ring > 0;
        if is_hole && !around(at - number.ring) {
            return Err(PolygonError::HoleOutside { ring: number });
        }
        let others = (0..rings.len()).filter(|&other| around(other)).count();
        if (others % 2 == 1) != is_hole {
            return Err(PolygonError::Nested { ring: number, others });
        }
    }
    Ok(rings)
}

/// A corner or a middle of an edge of a ring that does not lie on the other one.
fn off(ring: &[[f64; 2]], own: &Chain, other: &[[f64; 2]]) -> [f64; 2] {
    let tiny_m2 = 1e-18 * own.farthest_m2(own.low_m);
    let is_off = |&place_m: &[f64; 2]| edges_of(other).all(|edge| to_edge_m2(place_m, edge) > tiny_m2);
    let middles = edges_of(ring).map(|[a, b]| [0, 1].map(|axis| 0.5 * (a[axis] + b[axis])));
    let mut places = ring.iter().copied().chain(middles);
    places.find(is_off).unwrap_or(ring[0])
}

/// Refuses rings of one polygon that touch each other round in a circle, or two of them twice.
fn check_whole(touches: &Touches, numbers: &[RingNumber]) -> Result<(), PolygonError> {
    let of_one = touches
        .iter()
        .filter(|([a, b], _)| numbers[*a].polygon == numbers[*b].polygon);
    let ends: BTreeSet<(usize, [u64; 2], usize)> = of_one
        .flat_map(|(rings, places)| places.iter().map(move |place| (rings, *place)))
        .flat_map(|(rings, place)| rings.map(|ring| (numbers[ring].polygon, place, ring)))
        .collect();
    // Rings, and after them the places at which they touch, are joined to trees.
    let mut joined: Vec<usize> = (0..numbers.len()).collect();
    let mut before = None;
    for (polygon, place, ring) in ends {
        if before.replace((polygon, place)) != Some((polygon, place)) {
            let own = joined.len();
            joined.push(own);
        }
        let [a, b] = [ring, joined.len() - 1].map(|mut at| {
            while joined[at] != at {
                joined[at] = joined[joined[at]];
                at = joined[at];
            }
            at
        });
        if a == b {
            let at_m = place.map(f64::from_bits);
            return Err(PolygonError::CutInTwo { polygon, at_m });
        }
        joined[a] = b;
    }
    Ok(())
}

/// The corners of a ring, each once, and the number of each.
fn checked(corners_m: &[[f64; 2]], ring: RingNumber) -> Result<(Vec<[f64; 2]>, Vec<usize>), PolygonError> {
    for (corner, &[x_m, y_m]) in corners_m.iter().enumerate() {
        if !(x_m.is_finite() && y_m.is_finite()) {
            return Err(PolygonError::NotFinite {
                ring,
                corner,
                x_m,
                y_m,
            });
        }
    }
    if let (Some(&first_m), Some(&last_m)) = (corners_m.first(), corners_m.last())
        && first_m != last_m
    {
        return Err(PolygonError::NotClosed {
            ring,
            first_m,
            last_m,
        });
    }
    let end = corners_m.len().saturating_sub(1);
    // A corner that is repeated at once is one corner.
    let numbers: Vec<usize> = (0..end)
        .filter(|&corner| corners_m[corner] != corners_m[corner + 1])
        .collect();
    let corners_m: Vec<[f64; 2]> = numbers.iter().map(|&corner| corners_m[corner]).collect();
    let area_m2 = signed_area_m2(&corners_m).abs();
    if corners_m.len() < 3 || !area_m2.is_normal() {
        let corners = corners_m.len();
        return Err(PolygonError::NoArea {
            ring,
            corners,
            area_m2,
        });
    }
    Ok((corners_m, numbers))
}

/// Crossings that are told one by one.
const TOLD: usize = 5;

struct NumberedEdge {
    ring: usize,
    edge: usize,
    ends_m: [[f64; 2]; 2],
    x_m: [f64; 2],
}

/// Two rings, the first before the second, and the places at which they touch, as bits.
type Touches = BTreeMap<[usize; 2], BTreeSet<[u64; 2]>>;

fn check_crossings(
    rings: &[Vec<[f64; 2]>],
    numbers: &[RingNumber],
    of_corners: &[Vec<usize>],
) -> Result<Touches, PolygonError> {
    let mut touches = Touches::new();
    let of_ring = |(ring, corners_m): (usize, &Vec<[f64; 2]>)| {
        let edge = move |(edge, ends_m): (usize, [[f64; 2]; 2])| NumberedEdge {
            ring,
            edge,
            ends_m,
            x_m: [ends_m[0][0].min(ends_m[1][0]), ends_m[0][0].max(ends_m[1][0])],
        };
        edges_of(corners_m).enumerate().map(edge).collect::<Vec<_>>()
    };
    let mut edges: Vec<NumberedEdge> = rings.iter().enumerate().flat_map(of_ring).collect();
    edges.sort_by(|a, b| a.x_m[0].total_cmp(&b.x_m[0]));
    let (mut crossings, mut others) = (Vec::new(), 0);
    for (at, one) in edges.iter().enumerate() {
        for other in edges[at + 1..]
            .iter()
            .take_while(|other| other.x_m[0] <= one.x_m[1])
        {
            let count = rings[one.ring].len();
            let is_same_ring = one.ring == other.ring;
            let shared = match () {
                () if is_same_ring && (one.edge + 1) % count == other.edge => Some([one, other]),
                () if is_same_ring && (other.edge + 1) % count == one.edge => Some([other, one]),
                () => None,
            };
            let meeting = match shared {
                Some([first, second]) => folds_back(first.ends_m, second.ends_m),
                None => meeting(one.ends_m, other.ends_m),
            };
            if let Some(Meeting {
                near_m,
                is_along,
                is_end,
            }) = meeting
            {
                let ways = [one, other].map(|edge| through(&rings[edge.ring], edge.edge, near_m));
                if is_end && !is_same_ring && !crosses(near_m, ways) {
                    let both = [one.ring.min(other.ring), one.ring.max(other.ring)];
                    // There is one 0.
                    let place = near_m.map(|x_m| (x_m + 0.0).to_bits());
                    touches.entry(both).or_default().insert(place);
                    continue;
                }
                if crossings.len() == TOLD {
                    others += 1;
                    continue;
                }
                let of = |edge: &NumberedEdge| (numbers[edge.ring], of_corners[edge.ring][edge.edge]);
                let (a, b) = (of(one), of(other));
                crossings.push(EdgeCrossing {
                    rings: [a.0, b.0],
                    edges: [a.1, b.1],
                    near_m,
                    is_along,
                });
            }
        }
    }
    if crossings.is_empty() {
        Ok(touches)
    } else {
        Err(PolygonError::Crossing { crossings, others })
    }
}

/// On which side of the line from `a` to `b` a place lies: above 0 on the left, 0 within rounding of it.
fn side(a: [f64; 2], b: [f64; 2], place_m: [f64; 2]) -> f64 {
    let (left, right) = (
        (b[0] - a[0]) * (place_m[1] - a[1]),
        (b[1] - a[1]) * (place_m[0] - a[0]),
    );
    let side = left - right;
    if side.abs() <= 4.0 * f64::EPSILON * (left.abs() + right.abs()) {
        0.0
    } else {
        side
    }
}

/// The corners before and after a place on an edge.
fn through(ring: &[[f64; 2]], edge: usize, place_m: [f64; 2]) -> [[f64; 2]; 2] {
    let corner = |at: usize| ring[at % ring.len()];
    [
        corner(
            edge + if corner(edge) == place_m {
                ring.len() - 1
            } else {
                0
            },
        ),
        corner(edge + if corner(edge + 1) == place_m { 2 } else { 1 }),
    ]
}

/// Whether two ways through a place cross each other there.
fn crosses(place_m: [f64; 2], [[from, to], other]: [[[f64; 2]; 2]; 2]) -> bool {
    let is_left_turn = side(from, place_m, to) > 0.0;
    let [before, after] = other.map(|end| {
        let is_left = [side(from, place_m, end) > 0.0, side(place_m, to, end) > 0.0];
        if is_left_turn {
            is_left == [true; 2]
        } else {
            is_left != [false; 2]
        }
    });
    before != after
}

/// Two edges that meet.
struct Meeting {
    near_m: [f64; 2],
    is_along: bool,
    /// Whether it is where one of them ends.
    is_end: bool,
}

/// Where the second of two edges in a row goes back along the first.
fn folds_back([a, b]: [[f64; 2]; 2], [_, c]: [[f64; 2]; 2]) -> Option<Meeting> {
    let is_back = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0.0;
    (side(a, b, c) == 0.0 && is_back).then_some(Meeting {
        near_m: b,
        is_along: false,
        is_end: true,
    })
}

/// Whether two edges meet, and where.
fn meeting([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> Option<Meeting> {
    let ends = |axis: usize| {
        let low = a[axis].min(b[axis]).max(c[axis].min(d[axis]));
        [low, a[axis].max(b[axis]).min(c[axis].max(d[axis]))]
    };
    let ends = [ends(0), ends(1)];
    if ends.iter().any(|[low, high]| low > high) {
        return None;
    }
    let (of_c, of_d) = (side(a, b, c), side(a, b, d));
    let (of_a, of_b) = (side(c, d, a), side(c, d, b));
    let is_one_side = |one: f64, other: f64| (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0);
    if is_one_side(of_c, of_d) || is_one_side(of_a, of_b) {
        return None;
    }
    if of_c == of_d {
        // Along one line, and not apart.
        let is_end = ends.iter().all(|[low, high]| low == high);
        return Some(Meeting {
            near_m: ends.map(|[low, high]| 0.5 * (low + high)),
            is_along: !is_end,
            is_end,
        });
    }
    let mut at_ends = [(of_c, c), (of_d, d), (of_a, a), (of_b, b)].into_iter();
    let end = at_ends.find(|(side, _)| *side == 0.0);
    let share = of_c / (of_c - of_d);
    Some(Meeting {
        near_m: end.map_or_else(
            || [0, 1].map(|axis| c[axis] + share * (d[axis] - c[axis])),
            |(_, end)| end,
        ),
        is_along: false,
        is_end: end.is_some(),
    })
}

//! Whether rings bound a window, and which way round they go.

use std::collections::{BTreeMap, BTreeSet};

use super::ring::{dot, edges_of, is_around, minus, signed_area_m2, to_edge_m2};
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
        "{}: a ring may meet itself nowhere, and rings may touch each other in single places alone",
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
        let is_border = |met: &EdgeCrossing| met.is_along && met.rings[0].polygon != met.rings[1].polygon;
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
    let mut listed: Vec<String> = crossings.iter().map(ToString::to_string).collect();
    if others > 0 {
        listed.push(format!("and {others} more"));
    }
    listed.join("; ")
}

/// A ring without repeated corners.
struct Ring {
    number: RingNumber,
    corners_m: Vec<[f64; 2]>,
    /// Numbers of its edges in what the caller gave.
    edges: Vec<usize>,
    around: Chain,
}

/// The rings without repeated corners, outer ones anticlockwise and holes clockwise.
pub(super) fn oriented(polygons: &[Vec<Vec<[f64; 2]>>]) -> Result<Vec<Vec<[f64; 2]>>, PolygonError> {
    if polygons.is_empty() {
        return Err(PolygonError::NoRing { polygon: None });
    }
    let mut rings = Vec::new();
    for (polygon, of_polygon) in polygons.iter().enumerate() {
        if of_polygon.is_empty() {
            let polygon = Some(polygon);
            return Err(PolygonError::NoRing { polygon });
        }
        for (ring, corners_m) in of_polygon.iter().enumerate() {
            rings.push(Ring::new(corners_m, RingNumber { polygon, ring })?);
        }
    }
    let touches = check_crossings(&rings)?;
    check_whole(&touches, &rings)?;
    for (at, ring) in rings.iter().enumerate() {
        let is_in = |&number: &usize| {
            let other = &rings[number];
            let is_touched = touches.contains_key(&[at.min(number), at.max(number)]);
            let off_m = is_touched.then(|| off(ring, &other.corners_m));
            let place_m = off_m.unwrap_or(ring.corners_m[0]);
            number != at && other.around.nearest_m2(place_m) == 0.0 && is_around(&other.corners_m, place_m)
        };
        let ring = ring.number;
        let is_hole = ring.ring > 0;
        if is_hole && !is_in(&(at - ring.ring)) {
            return Err(PolygonError::HoleOutside { ring });
        }
        let others = (0..rings.len()).filter(is_in).count();
        if (others % 2 == 1) != is_hole {
            return Err(PolygonError::Nested { ring, others });
        }
    }
    Ok(rings.into_iter().map(|ring| ring.corners_m).collect())
}

/// A corner or a middle of an edge of a ring that does not lie on the other one.
fn off(ring: &Ring, other: &[[f64; 2]]) -> [f64; 2] {
    let tiny_m2 = 1e-18 * ring.around.farthest_m2(ring.around.low_m);
    let is_off = |&place_m: &[f64; 2]| edges_of(other).all(|edge| to_edge_m2(place_m, edge) > tiny_m2);
    let middles = edges_of(&ring.corners_m).map(|[a, b]| [0, 1].map(|axis| 0.5 * (a[axis] + b[axis])));
    let mut places = ring.corners_m.iter().copied().chain(middles);
    places.find(is_off).unwrap_or(ring.corners_m[0])
}

/// Refuses rings of one polygon that touch each other round in a circle, or two of them twice.
fn check_whole(touches: &Touches, rings: &[Ring]) -> Result<(), PolygonError> {
    let mut ends = BTreeSet::new();
    for (both, places) in touches {
        let [polygon, other] = both.map(|ring| rings[ring].number.polygon);
        for place in places.iter().filter(|_| polygon == other) {
            ends.extend(both.map(|ring| ((polygon, *place), ring)));
        }
    }
    // Rings that touch in one place are joined to trees.
    let mut joined: Vec<usize> = (0..rings.len()).collect();
    let ends = Vec::from_iter(ends);
    let pairs = ends.array_windows().filter(|[one, next]| one.0 == next.0);
    for &[((polygon, place), one), (_, next)] in pairs {
        let [a, b] = [one, next].map(|mut ring| {
            while joined[ring] != ring {
                joined[ring] = joined[joined[ring]];
                ring = joined[ring];
            }
            ring
        });
        if a == b {
            let at_m = place.map(f64::from_bits);
            return Err(PolygonError::CutInTwo { polygon, at_m });
        }
        joined[a] = b;
    }
    Ok(())
}

impl Ring {
    /// The ring of these corners, turned as its number asks for.
    fn new(corners_m: &[[f64; 2]], ring: RingNumber) -> Result<Self, PolygonError> {
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
        if let [first_m, .., last_m] = *corners_m
            && first_m != last_m
        {
            return Err(PolygonError::NotClosed {
                ring,
                first_m,
                last_m,
            });
        }
        // A corner that is repeated at once is one corner.
        let is_other = |&edge: &usize| corners_m[edge] != corners_m[edge + 1];
        let mut edges: Vec<usize> = (0..corners_m.len().saturating_sub(1)).filter(is_other).collect();
        let mut corners_m: Vec<[f64; 2]> = edges.iter().map(|&edge| corners_m[edge]).collect();
        let (corners, signed_m2) = (corners_m.len(), signed_area_m2(&corners_m));
        let area_m2 = signed_m2.abs();
        if corners < 3 || !area_m2.is_normal() {
            return Err(PolygonError::NoArea {
                ring,
                corners,
                area_m2,
            });
        }
        if (signed_m2 > 0.0) != (ring.ring == 0) {
            // Edges keep their numbers: the one from corner k to the next is named by k, whichever way it goes.
            corners_m.reverse();
            edges.reverse();
            edges.rotate_left(1);
        }
        Ok(Self {
            number: ring,
            around: around(edges_of(&corners_m)),
            corners_m,
            edges,
        })
    }
}

/// Crossings that are told one by one.
const TOLD: usize = 5;

struct NumberedEdge {
    ring: usize,
    edge: usize,
    ends_m: [[f64; 2]; 2],
}

/// Two rings, the first before the second, and the places at which they touch, as bits.
type Touches = BTreeMap<[usize; 2], BTreeSet<[u64; 2]>>;

fn check_crossings(rings: &[Ring]) -> Result<Touches, PolygonError> {
    // Each with the least and the greatest x.
    let mut edges = Vec::new();
    for (ring, Ring { corners_m, .. }) in rings.iter().enumerate() {
        for (edge, ends_m) in edges_of(corners_m).enumerate() {
            let [a, b] = ends_m.map(|end_m| end_m[0]);
            let numbered = NumberedEdge { ring, edge, ends_m };
            edges.push((a.min(b), a.max(b), numbered));
        }
    }
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut touches, mut crossings, mut others) = (Touches::new(), Vec::new(), 0);
    for (at, (_, to_m, one)) in edges.iter().enumerate() {
        let after = edges[at + 1..].iter();
        for (_, _, other) in after.take_while(|(from_m, ..)| from_m <= to_m) {
            let Some((near_m, how)) = meeting(one, other, rings[one.ring].corners_m.len()) else {
                continue;
            };
            let both = [one, other];
            let ways = both.map(|edge| through(&rings[edge.ring].corners_m, edge.edge, near_m));
            if how == Meeting::AtEnd && one.ring != other.ring && !crosses(near_m, ways) {
                let rings = [one.ring.min(other.ring), one.ring.max(other.ring)];
                // There is one 0.
                let place = near_m.map(|x_m| (x_m + 0.0).to_bits());
                touches.entry(rings).or_default().insert(place);
            } else if crossings.len() == TOLD {
                others += 1;
            } else {
                crossings.push(EdgeCrossing {
                    rings: both.map(|edge| rings[edge.ring].number),
                    edges: both.map(|edge| rings[edge.ring].edges[edge.edge]),
                    near_m,
                    is_along: how == Meeting::Along,
                });
            }
        }
    }
    if !crossings.is_empty() {
        return Err(PolygonError::Crossing { crossings, others });
    }
    Ok(touches)
}

/// On which side of the line from `a` to `b` a place lies: above 0 on the left, 0 within rounding of it.
fn side(a: [f64; 2], b: [f64; 2], place_m: [f64; 2]) -> f64 {
    let (along_m, away_m) = (minus(b, a), minus(place_m, a));
    let (left, right) = (along_m[0] * away_m[1], along_m[1] * away_m[0]);
    let is_on_line = (left - right).abs() <= 4.0 * f64::EPSILON * (left.abs() + right.abs());
    if is_on_line { 0.0 } else { left - right }
}

/// The corners before and after a place on an edge.
fn through(ring: &[[f64; 2]], edge: usize, place_m: [f64; 2]) -> [[f64; 2]; 2] {
    let corner = |at: usize| ring[at % ring.len()];
    let before = edge + ring.len() - usize::from(corner(edge) == place_m);
    let after = edge + 1 + usize::from(corner(edge + 1) == place_m);
    [corner(before), corner(after)]
}

/// Whether two ways through a place cross each other there.
fn crosses(place_m: [f64; 2], [[from, to], other]: [[[f64; 2]; 2]; 2]) -> bool {
    let is_left_turn = side(from, place_m, to) > 0.0;
    let [before, after] = other.map(|end| {
        let is_left = [side(from, place_m, end) > 0.0, side(place_m, to, end) > 0.0];
        is_left == [true; 2] || (!is_left_turn && is_left != [false; 2])
    });
    before != after
}

/// How two edges meet.
#[derive(PartialEq)]
enum Meeting {
    /// They lie on each other for a length.
    Along,
    /// Where one of them ends.
    AtEnd,
    Across,
}

/// Whether two edges meet, and where; `count` is that of the first one's ring. Those in a row do where the second goes back
/// along the first.
fn meeting(one: &NumberedEdge, other: &NumberedEdge, count: usize) -> Option<([f64; 2], Meeting)> {
    let follows = |a: &NumberedEdge, b: &NumberedEdge| a.ring == b.ring && (a.edge + 1) % count == b.edge;
    let ([a, b], [c, d]) = (one.ends_m, other.ends_m);
    let folds_back = |a, b, c| {
        let is_back = dot(minus(b, a), minus(c, b)) < 0.0;
        (side(a, b, c) == 0.0 && is_back).then_some((b, Meeting::AtEnd))
    };
    if follows(one, other) {
        return folds_back(a, b, d);
    }
    if follows(other, one) {
        return folds_back(c, d, b);
    }
    let ends = [0, 1].map(|axis| {
        let low = a[axis].min(b[axis]).max(c[axis].min(d[axis]));
        [low, a[axis].max(b[axis]).min(c[axis].max(d[axis]))]
    });
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
        let how = if is_end { Meeting::AtEnd } else { Meeting::Along };
        return Some((ends.map(|[low, high]| 0.5 * (low + high)), how));
    }
    let mut at_ends = [(of_c, c), (of_d, d), (of_a, a), (of_b, b)].into_iter();
    if let Some((_, end)) = at_ends.find(|(side, _)| *side == 0.0) {
        return Some((end, Meeting::AtEnd));
    }
    let share = of_c / (of_c - of_d);
    let near_m = [0, 1].map(|axis| c[axis] + share * (d[axis] - c[axis]));
    Some((near_m, Meeting::Across))
}

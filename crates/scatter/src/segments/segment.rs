//! A segment: a part of the ground that borders and edges close in.

use understory_space::{Edge, Plot};

use crate::ScatterError;
use crate::obstacles::{is_inside, squared_to_segment_m2};

/// Places along each axis that are tried as a middle.
const TRIED: u32 = 32;

/// A part of the ground that borders and edges close in.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its outline, counterclockwise, then those of its holes, clockwise; corners in m, the last joined to the first.
    rings_m: Vec<Vec<[f64; 2]>>,
    area_m2: f64,
}

impl Segment {
    pub(super) fn new(rings_m: Vec<Vec<[f64; 2]>>) -> Self {
        let area_m2 = rings_m.iter().map(|ring_m| ring_area_m2(ring_m)).sum();
        Self { rings_m, area_m2 }
    }

    /// Its outline, counterclockwise, then those of its holes, clockwise; corners in m, the last joined to the first.
    #[must_use]
    pub fn rings_m(&self) -> &[Vec<[f64; 2]>] {
        &self.rings_m
    }

    /// Its area, m².
    #[must_use]
    pub fn area_m2(&self) -> f64 {
        self.area_m2
    }

    /// Length of its outline and of those of its holes, m.
    #[must_use]
    pub fn perimeter_m(&self) -> f64 {
        self.pieces_m()
            .map(|[a, b]| squared_to_segment_m2(a, [b; 2]).sqrt())
            .sum()
    }

    /// Whether a place lies in it, by the even-odd rule: of two segments that meet, one alone holds a place between them.
    #[must_use]
    pub fn holds(&self, place_m: [f64; 2]) -> bool {
        let around = self.rings_m.iter().filter(|ring_m| is_inside(place_m, ring_m));
        around.count() % 2 == 1
    }

    /// Distance of a place from its edge, m.
    #[must_use]
    pub fn edge_m(&self, place_m: [f64; 2]) -> f64 {
        let squared_m2 = self
            .pieces_m()
            .map(|ends_m| squared_to_segment_m2(place_m, ends_m));
        squared_m2.fold(f64::INFINITY, f64::min).sqrt()
    }

    /// A place within it that is far from its edge, m.
    #[must_use]
    pub fn middle_m(&self) -> [f64; 2] {
        let [low_m, high_m] = self.box_m();
        let mut best = (f64::NEG_INFINITY, low_m);
        let tried = |axis: usize, number: u32| {
            let share = (f64::from(number) + 0.5) / f64::from(TRIED);
            low_m[axis] + share * (high_m[axis] - low_m[axis])
        };
        for row in 0..TRIED {
            for column in 0..TRIED {
                let place_m = [tried(0, column), tried(1, row)];
                let inside = if self.holds(place_m) { 1.0 } else { -1.0 };
                let depth_m = inside * self.edge_m(place_m);
                if depth_m > best.0 {
                    best = (depth_m, place_m);
                }
            }
        }
        best.1
    }

    /// The rectangle around it.
    ///
    /// # Errors
    /// [`ScatterError::NotASpacing`] for one without area.
    pub fn around(&self) -> Result<Plot, ScatterError> {
        let [low_m, high_m] = self.box_m();
        Plot::between(low_m, high_m, Edge::Open).map_err(|_| ScatterError::NotASpacing(high_m[0] - low_m[0]))
    }

    fn box_m(&self) -> [[f64; 2]; 2] {
        let end_m = |axis: usize, better: fn(f64, f64) -> f64, start: f64| {
            self.rings_m[0]
                .iter()
                .map(|corner_m| corner_m[axis])
                .fold(start, better)
        };
        [
            [0, 1].map(|axis| end_m(axis, f64::min, f64::INFINITY)),
            [0, 1].map(|axis| end_m(axis, f64::max, f64::NEG_INFINITY)),
        ]
    }

    /// The straight pieces of its outlines.
    pub(super) fn pieces_m(&self) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
        self.rings_m.iter().flat_map(|ring_m| {
            let next = ring_m.iter().cycle().skip(1);
            ring_m.iter().zip(next).map(|(&from, &to)| [from, to])
        })
    }

    /// All that its points may depend on, as text: the bits of its corners.
    pub(super) fn told(&self) -> String {
        let mut told = String::new();
        for ring_m in &self.rings_m {
            for at_m in ring_m.iter().flatten() {
                told.push_str(&format!("{:016x}", at_m.to_bits()));
            }
            told.push(';');
        }
        told
    }
}

/// Area within a ring, m²: below 0 where it goes round clockwise.
fn ring_area_m2(ring_m: &[[f64; 2]]) -> f64 {
    // From a corner of its own, so that far from the origin no digits are lost.
    let start = ring_m[0];
    let across = |a: [f64; 2], b: [f64; 2]| {
        (a[0] - start[0]) * (b[1] - start[1]) - (b[0] - start[0]) * (a[1] - start[1])
    };
    let twice_m2: f64 = ring_m.windows(2).map(|ends| across(ends[0], ends[1])).sum();
    twice_m2 / 2.0
}

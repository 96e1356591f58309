//! The edges of a window in boxes within boxes, so that what is far away is passed over at once.

use std::ops::Range;

use super::ring::{dot, minus};

/// Edges of a box that is cut no further.
const FEW: usize = 8;

/// A box around edges that follow each other along one ring, or around whole rings.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Lower left corner of the box, m.
    pub low_m: [f64; 2],
    /// Upper right corner, m.
    pub high_m: [f64; 2],
    /// Where its edges begin and where they end, m; the same place for whole rings.
    pub ends_m: [[f64; 2]; 2],
    /// Its edges; none where it is cut further.
    edges: Range<usize>,
    /// Number of the chain after it and all that it is cut into.
    pub(super) after: usize,
}

impl Chain {
    /// Numbers of its edges, where it is cut no further.
    #[must_use]
    pub fn edges(&self) -> Option<Range<usize>> {
        (!self.edges.is_empty()).then(|| self.edges.clone())
    }

    /// Square of the distance from a place to the nearest place of the box, m².
    #[must_use]
    pub fn nearest_m2(&self, place_m: [f64; 2]) -> f64 {
        self.away_m2(place_m, |low_m, high_m| low_m.max(high_m).max(0.0))
    }

    /// That to the farthest place of the box, m².
    #[must_use]
    pub fn farthest_m2(&self, place_m: [f64; 2]) -> f64 {
        self.away_m2(place_m, |low_m, high_m| (-low_m).max(-high_m))
    }

    /// The same chain as seen from a place.
    pub(super) fn seen_from(&self, place_m: [f64; 2]) -> Self {
        Self {
            low_m: minus(self.low_m, place_m),
            high_m: minus(self.high_m, place_m),
            ends_m: self.ends_m.map(|end_m| minus(end_m, place_m)),
            ..self.clone()
        }
    }

    fn away_m2(&self, place_m: [f64; 2], of: impl Fn(f64, f64) -> f64) -> f64 {
        let (from_low_m, from_high_m) = (minus(self.low_m, place_m), minus(place_m, self.high_m));
        let away_m = [0, 1].map(|axis| of(from_low_m[axis], from_high_m[axis]));
        dot(away_m, away_m)
    }
}

/// All chains, each before those that it is cut into: the first of these comes next, the second after all of the first.
pub(super) fn chains(rings: &[Vec<[f64; 2]>], edges_m: &[[[f64; 2]; 2]]) -> Vec<Chain> {
    let mut end = 0;
    let span = |ring: &Vec<[f64; 2]>| {
        end += ring.len();
        end - ring.len()..end
    };
    let mut spans: Vec<Range<usize>> = rings.iter().map(span).collect();
    let mut chains = Vec::new();
    add(&mut chains, edges_m, &mut spans);
    chains
}

/// The two that a chain is cut into.
pub(super) fn halves(chains: &[Chain], own: usize) -> [usize; 2] {
    [own + 1, chains[own + 1].after]
}

/// The chain of whole rings or of a part of one, and all that it is cut into.
fn add(chains: &mut Vec<Chain>, edges_m: &[[[f64; 2]; 2]], spans: &mut [Range<usize>]) {
    let own = chains.len();
    let all = spans.iter().flat_map(|span| &edges_m[span.clone()]);
    chains.push(around(all.copied()));
    let chain = &mut chains[own];
    chain.ends_m = [edges_m[spans[0].start][0], edges_m[spans[0].end - 1][1]];
    match spans {
        [span] if span.len() <= FEW => chain.edges = span.clone(),
        [span] => {
            let middle = span.start + span.len() / 2;
            for half in [span.start..middle, middle..span.end] {
                add(chains, edges_m, &mut [half]);
            }
        }
        rings => {
            chain.ends_m[1] = chain.ends_m[0];
            // Halves of them to the left and to the right, or below and above.
            let size_m = minus(chain.high_m, chain.low_m);
            let axis = usize::from(size_m[1] > size_m[0]);
            rings.sort_by(|a, b| edges_m[a.start][0][axis].total_cmp(&edges_m[b.start][0][axis]));
            let (first, second) = rings.split_at_mut(rings.len() / 2);
            add(chains, edges_m, first);
            add(chains, edges_m, second);
        }
    }
    chains[own].after = chains.len();
}

/// The box around these edges, without their numbers and ends.
pub(super) fn around(edges_m: impl Iterator<Item = [[f64; 2]; 2]>) -> Chain {
    let mut chain = Chain {
        low_m: [f64::INFINITY; 2],
        high_m: [f64::NEG_INFINITY; 2],
        ends_m: [[f64::NAN; 2]; 2],
        edges: 0..0,
        after: 0,
    };
    for [a, b] in edges_m {
        for axis in 0..2 {
            chain.low_m[axis] = chain.low_m[axis].min(a[axis]).min(b[axis]);
            chain.high_m[axis] = chain.high_m[axis].max(a[axis]).max(b[axis]);
        }
    }
    chain
}

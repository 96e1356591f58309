//! The edges of a window in boxes within boxes, so that what is far away is passed over at once.

use std::ops::Range;

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

    /// The same chain in other coordinates, along the same axes.
    pub(super) fn moved(&self, to: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        Self {
            low_m: to(self.low_m),
            high_m: to(self.high_m),
            ends_m: self.ends_m.map(to),
            ..self.clone()
        }
    }

    fn away_m2(&self, place_m: [f64; 2], of: impl Fn(f64, f64) -> f64) -> f64 {
        let along = |axis: usize| {
            of(
                self.low_m[axis] - place_m[axis],
                place_m[axis] - self.high_m[axis],
            )
        };
        along(0) * along(0) + along(1) * along(1)
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
    add_rings(&mut chains, edges_m, &mut spans);
    chains
}

/// Whole rings: halves of them to the left and to the right, or below and above.
fn add_rings(chains: &mut Vec<Chain>, edges_m: &[[[f64; 2]; 2]], spans: &mut [Range<usize>]) {
    if let [ring] = spans {
        return add_edges(chains, edges_m, ring.clone());
    }
    let own = chains.len();
    let all = spans.iter().flat_map(|span| &edges_m[span.clone()]).copied();
    chains.push(around(all, 0..0));
    let chain = &chains[own];
    let size_m = [0, 1].map(|axis| chain.high_m[axis] - chain.low_m[axis]);
    let axis = usize::from(size_m[1] > size_m[0]);
    spans.sort_by(|a, b| edges_m[a.start][0][axis].total_cmp(&edges_m[b.start][0][axis]));
    let (first, second) = spans.split_at_mut(spans.len() / 2);
    add_rings(chains, edges_m, first);
    add_rings(chains, edges_m, second);
    let begin_m = chains[own].ends_m[0];
    chains[own].ends_m[1] = begin_m;
    chains[own].after = chains.len();
}

fn add_edges(chains: &mut Vec<Chain>, edges_m: &[[[f64; 2]; 2]], span: Range<usize>) {
    let own = chains.len();
    let is_few = span.len() <= FEW;
    chains.push(around(
        edges_m[span.clone()].iter().copied(),
        if is_few { span.clone() } else { 0..0 },
    ));
    if !is_few {
        let middle = span.start + span.len() / 2;
        add_edges(chains, edges_m, span.start..middle);
        add_edges(chains, edges_m, middle..span.end);
    }
    chains[own].after = chains.len();
}

/// The chain of these edges, numbered so where it is cut no further.
pub(super) fn around(edges_m: impl Iterator<Item = [[f64; 2]; 2]>, edges: Range<usize>) -> Chain {
    let mut chain = Chain {
        low_m: [f64::INFINITY; 2],
        high_m: [f64::NEG_INFINITY; 2],
        ends_m: [[f64::NAN; 2]; 2],
        edges,
        after: 0,
    };
    for [a, b] in edges_m {
        for axis in 0..2 {
            chain.low_m[axis] = chain.low_m[axis].min(a[axis]).min(b[axis]);
            chain.high_m[axis] = chain.high_m[axis].max(a[axis]).max(b[axis]);
        }
        if chain.ends_m[0][0].is_nan() {
            chain.ends_m[0] = a;
        }
        chain.ends_m[1] = b;
    }
    chain
}

//! Pairs for the border correction of *K*: a point counts only while the circle around it lies within the window.
//!
//! Counts are whole numbers, so they may be merged in any order; all other sums over pairs may not.

use std::ops::Range;

use crate::pairs::steps::{CHUNK, Steps};
use crate::pairs::sweep::{Pairs, Visitor};

/// Ordered pairs (*i*, *j*) with *d*ᵢⱼ ≤ *r* < *b*ᵢ at each radius, *b*ᵢ the distance of *i* to the edge.
pub(crate) struct BorderCounts<'a> {
    pairs: Pairs<'a>,
    steps: &'a Steps,
    /// Step in which each point's distance to the edge lies: from there on it does not count.
    edge_steps: &'a [u32],
    /// Pairs that come in, and that go out again, at each step.
    come: Vec<u64>,
    go: Vec<u64>,
    distances_m: [f64; CHUNK],
    found: [u32; CHUNK],
}

impl<'a> BorderCounts<'a> {
    pub(crate) fn new(pairs: Pairs<'a>, steps: &'a Steps, edge_steps: &'a [u32]) -> Self {
        Self {
            pairs,
            steps,
            edge_steps,
            come: vec![0; steps.len()],
            go: vec![0; steps.len()],
            distances_m: [0.0; CHUNK],
            found: [0; CHUNK],
        }
    }

    /// Pairs that count at each radius: those that came in up to it less those that went.
    pub(crate) fn cumulative(&self) -> Vec<u64> {
        let (mut come, mut gone) = (0, 0);
        let up_to = |(new, old): (&u64, &u64)| {
            come += new;
            gone += old;
            come - gone
        };
        self.come
            .iter()
            .zip(&self.go)
            .take(self.steps.beyond())
            .map(up_to)
            .collect()
    }
}

/// The step in which the distance to the edge lies, for each point.
pub(crate) fn edge_steps(pairs: &Pairs<'_>, steps: &Steps) -> Vec<u32> {
    pairs
        .from
        .to_edge_m
        .iter()
        .map(|&to_edge_m| steps.of(to_edge_m) as u32)
        .collect()
}

impl Visitor for BorderCounts<'_> {
    #[inline]
    fn meet(&mut self, from: usize, from_m: [f64; 2], to: Range<usize>) {
        let targets = self.pairs.targets();
        let is_met_once = self.pairs.to.is_none();
        let orders = if is_met_once { 2 } else { 1 };
        let own = self.edge_steps[from];
        // Then all within reach are farther from it than the reach, and rounding: none of them goes.
        let is_far_from_edge = self.pairs.from.to_edge_m[from] > 2.001 * self.pairs.reach_m;
        let mut begin = to.start;
        while begin < to.end {
            let end = to.end.min(begin + CHUNK);
            let (xs_m, ys_m) = (&targets.x_m[begin..end], &targets.y_m[begin..end]);
            let slots = self.distances_m.iter_mut().zip(&mut self.found);
            for (((d_m, step), x_m), y_m) in slots.zip(xs_m).zip(ys_m) {
                let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
                *d_m = (dx * dx + dy * dy).sqrt();
                *step = self.steps.guess(*d_m);
            }
            for (step, &d_m) in self.found.iter_mut().zip(&self.distances_m[..end - begin]) {
                *step = self.steps.correct(*step, d_m) as u32;
            }
            let (found, edge_steps) = (&self.found[..end - begin], self.edge_steps);
            if self.pairs.is_heaped() {
                for (&step, place) in found.iter().zip(begin..end) {
                    let heap = (self.pairs.from.count(from) * targets.count(place)) as u64;
                    self.come[step as usize] += orders * heap;
                    self.go[step.max(own) as usize] += heap;
                    if is_met_once {
                        self.go[step.max(edge_steps[place]) as usize] += heap;
                    }
                }
                begin = end;
                continue;
            }
            for &step in found {
                self.come[step as usize] += orders;
            }
            if !is_far_from_edge {
                found
                    .iter()
                    .for_each(|&step| self.go[step.max(own) as usize] += 1);
            }
            if !is_far_from_edge && is_met_once {
                for (&step, &other) in found.iter().zip(&edge_steps[begin..end]) {
                    self.go[step.max(other) as usize] += 1;
                }
            }
            begin = end;
        }
    }

    fn meet_own(&mut self, place: usize) {
        let count = self.pairs.from.count(place) as u64;
        let step = self.steps.of(0.0);
        self.come[step] += count * (count - 1);
        self.go[step.max(self.edge_steps[place] as usize)] += count * (count - 1);
    }

    fn merge(&mut self, later: &Self) {
        for (counts, others) in [(&mut self.come, &later.come), (&mut self.go, &later.go)] {
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
    }
}

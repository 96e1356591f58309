//! The loop over all pairs within a reach, shared by every statistic.
//!
//! Bands of points run in parallel and are merged in their order. Their number must never depend on the threads, or
//! last bits would.

use std::ops::Range;

use understory_numerics::parallel::map;
use understory_space::Plot;

use crate::pairs::arcs::Crossing;
use crate::pairs::correction::EdgeCorrection;
use crate::pairs::hidden::{BATCH, HiddenArcs, WEIGHT_CAP};
use crate::pairs::queue::{Queue, Translations};
use crate::pairs::shape::Shape;
use crate::pairs::strips::Strips;
use crate::pairs::sums::{Batch, PairSums};

/// Which pairs of points are met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<'a> {
    pub(crate) from: &'a Strips,
    /// `None`: the pairs among the points `from`, each unordered pair met once. Otherwise each of `from` with each of
    /// these.
    pub(crate) to: Option<&'a Strips>,
    pub(crate) window: Plot,
    /// `None`: the window is the rectangle. Otherwise a polygon in it.
    pub(crate) shape: Option<&'a Shape<'a>>,
    /// Greatest distance, m; on a torus below half the shorter side.
    pub(crate) reach_m: f64,
    /// Whether distances are the shortest way round.
    pub(crate) is_torus: bool,
}

/// Takes in pairs of points: what a statistic makes of the sweep.
pub(crate) trait Visitor: Send {
    /// Pairs of point `from`, moved to `from_m`, and those `to`; some are farther apart than the reach.
    fn meet(&mut self, from: usize, from_m: [f64; 2], to: Range<usize>);
    /// Pairs among the points that stand at one place, where there are several.
    fn meet_own(&mut self, place: usize);
    /// No pair comes after.
    fn finish(&mut self) {}
    /// Takes over what a visitor of later points has seen.
    fn merge(&mut self, later: &Self);
}

impl<'a> Pairs<'a> {
    /// The points that are met.
    pub(crate) fn targets(&self) -> &'a Strips {
        self.to.unwrap_or(self.from)
    }

    /// Whether a weight of `correction` follows from the offset of the pair alone, or from nothing.
    fn is_weighted_by_offset(&self, correction: EdgeCorrection) -> bool {
        let is_simple = matches!(
            correction,
            EdgeCorrection::None | EdgeCorrection::Translation | EdgeCorrection::Periodic
        );
        is_simple && self.shape.is_none() && !self.is_heaped()
    }

    /// Whether places of several points are met.
    pub(crate) fn is_heaped(&self) -> bool {
        !self.from.counts.is_empty() || !self.targets().counts.is_empty()
    }

    /// In how many bands visitors of `len` numbers each take the points.
    pub(crate) fn bands(&self, len: usize) -> usize {
        const POINTS_PER_BAND: usize = 2048;
        // Every band's visitor is kept until the end: together 2 MB, so that narrow bins take fewer bands, not more
        // memory.
        const NUMBERS_AT_ONCE: usize = 1 << 18;
        (self.from.len() / POINTS_PER_BAND)
            .min(NUMBERS_AT_ONCE / len.max(1))
            .clamp(1, 64)
    }

    /// Gives all pairs to visitors, each of one band of points, and merges them in order. The bands follow from the
    /// number of points and the size of a visitor, `len` numbers, alone.
    pub(crate) fn visit<V: Visitor>(&self, len: usize, new: impl Fn() -> V + Sync) -> V {
        let (count, bands) = (self.from.len(), self.bands(len));
        let begin = |band: usize| band * count / bands;
        let mut seen = map(bands, 1, |band| {
            let mut visitor = new();
            for place in begin(band)..begin(band + 1) {
                let meet = |from_m: [f64; 2], to| visitor.meet(place, from_m, to);
                match self.to {
                    None => {
                        self.from.after(place, self.reach_m, self.is_torus, meet);
                        if !self.from.counts.is_empty() {
                            visitor.meet_own(place);
                        }
                    }
                    Some(to) => to.around(self.from.point_m(place), self.reach_m, self.is_torus, meet),
                }
            }
            visitor.finish();
            visitor
        });
        let mut later = seen.split_off(1);
        let mut first = seen.swap_remove(0);
        later.drain(..).for_each(|visitor| first.merge(&visitor));
        first
    }

    /// Sums of the pairs with the weights of `correction`, which is not `Border`, and the factors of `marks`.
    pub(crate) fn sum<F: Factors, S: PairSums>(
        &self,
        correction: EdgeCorrection,
        marks: F,
        len: usize,
        new: impl Fn() -> S + Sync,
    ) -> S {
        self.visit(len, || Weigher::new(*self, correction, marks, new()))
            .sums
    }
}

/// What the marks make of a pair.
pub(crate) trait Factors: Copy + Send + Sync {
    /// Whether there are none.
    const ARE_NONE: bool = false;

    /// Of point `from` and each of those `to`, in the order of their strips.
    fn fill(&self, from: usize, to: Range<usize>, factors: &mut [f64]);
}

/// No marks.
impl Factors for () {
    const ARE_NONE: bool = true;

    #[inline]
    fn fill(&self, _: usize, _: Range<usize>, _: &mut [f64]) {}
}

struct Weigher<'a, F, S> {
    pairs: Pairs<'a>,
    correction: EdgeCorrection,
    marks: F,
    orders: f64,
    far_from_edge_m: f64,
    hidden: Box<HiddenArcs<'a>>,
    distances_m: [f64; BLOCK],
    weights: [f64; BLOCK],
    factors: [f64; BLOCK],
    /// Pairs of points that one pair of places stands for.
    heaps: [f64; BLOCK],
    crossings: Vec<Crossing>,
    /// Pairs within reach, where their weights follow from their offsets alone.
    queue: Option<Queue>,
    sums: S,
}

/// Pairs taken at a time: two arcs a pair fit into a batch of [`HiddenArcs`].
const BLOCK: usize = BATCH / 2;

impl<'a, F: Factors, S: PairSums> Weigher<'a, F, S> {
    fn new(pairs: Pairs<'a>, correction: EdgeCorrection, marks: F, sums: S) -> Self {
        let orders = if pairs.to.is_none() { 2.0 } else { 1.0 };
        Self {
            pairs,
            correction,
            marks,
            orders,
            far_from_edge_m: 2.0 * pairs.reach_m,
            hidden: Box::new(HiddenArcs::new(
                pairs.from,
                &pairs.window,
                pairs.reach_m,
                pairs.is_heaped(),
            )),
            distances_m: [0.0; BLOCK],
            weights: [orders; BLOCK],
            factors: [0.0; BLOCK],
            heaps: [1.0; BLOCK],
            crossings: Vec::new(),
            queue: (F::ARE_NONE && pairs.is_weighted_by_offset(correction))
                .then(|| Queue::new(&pairs.window, correction, pairs.reach_m, orders)),
            sums,
        }
    }

    #[inline]
    fn weigh_translated(&mut self, [x_m, y_m]: [f64; 2], xs_m: &[f64], ys_m: &[f64]) {
        let translations = Translations::new(&self.pairs.window, self.orders);
        for ((weight, &to_x_m), &to_y_m) in self.weights.iter_mut().zip(xs_m).zip(ys_m) {
            *weight = translations.weight([to_x_m - x_m, to_y_m - y_m]);
        }
    }

    /// Weights of a polygon's pairs, where they are not all alike.
    fn weigh_in_shape(&mut self, shape: &Shape<'_>, from: usize, from_m: [f64; 2], to: Range<usize>) {
        let targets = self.pairs.targets();
        let weights = &mut self.weights[..to.len()];
        match shape {
            Shape::Plain => {}
            Shape::Translation { shifts, area_m2 } => {
                let (xs_m, ys_m) = (&targets.x_m[to.clone()], &targets.y_m[to]);
                shifts.areas_m2(from_m, xs_m, ys_m, weights);
                let (all_m2, least_m2) = (self.orders * area_m2, area_m2 / WEIGHT_CAP);
                for weight in weights {
                    *weight = all_m2 / if *weight > least_m2 { *weight } else { least_m2 };
                }
            }
            Shape::TranslationOfFew(window) => {
                let area_m2 = window.area_m2();
                let least_m2 = area_m2 / WEIGHT_CAP;
                for (weight, other) in weights.iter_mut().zip(to) {
                    let [x_m, y_m] = targets.point_m(other);
                    let common_m2 = window.set_covariance_m2([x_m - from_m[0], y_m - from_m[1]]);
                    *weight = self.orders * area_m2 / common_m2.max(least_m2);
                }
            }
            Shape::Isotropic(arcs) => {
                for ((weight, &d_m), other) in weights.iter_mut().zip(&self.distances_m).zip(to) {
                    *weight = self.orders;
                    if d_m <= self.pairs.reach_m {
                        *weight += arcs.extra_weight(from, d_m, &mut self.crossings);
                        if self.pairs.to.is_none() {
                            *weight += arcs.extra_weight(other, d_m, &mut self.crossings);
                        }
                    }
                }
            }
        }
    }

    /// Queues the circles of these pairs that leave the window, around both points where a pair is met once.
    fn gather_hidden(&mut self, from: usize, to: Range<usize>) {
        self.hidden.make_room(&mut self.sums);
        if self.pairs.is_heaped() {
            // No marks are known of places that several points share, so that the factors are free.
            self.factors[..to.len()].copy_from_slice(&self.heaps[..to.len()]);
        }
        let (distances_m, factors) = (&self.distances_m[..to.len()], &self.factors[..to.len()]);
        self.hidden
            .push_around(from, distances_m, factors, self.pairs.reach_m);
        if self.pairs.to.is_none() {
            self.hidden
                .push_each(to, distances_m, factors, self.pairs.reach_m);
        }
    }
}

impl<F: Factors, S: PairSums> Visitor for Weigher<'_, F, S> {
    #[inline]
    fn meet(&mut self, from: usize, from_m: [f64; 2], to: Range<usize>) {
        let targets = self.pairs.targets();
        if let Some(queue) = &mut self.queue {
            let others_m = (&targets.x_m[to.clone()], &targets.y_m[to]);
            queue.push(from_m, others_m, &mut self.sums);
            return;
        }
        let mut begin = to.start;
        while begin < to.end {
            let end = to.end.min(begin + BLOCK);
            let count = end - begin;
            let (xs_m, ys_m) = (&targets.x_m[begin..end], &targets.y_m[begin..end]);
            for ((d_m, &x_m), &y_m) in self.distances_m.iter_mut().zip(xs_m).zip(ys_m) {
                let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
                *d_m = (dx * dx + dy * dy).sqrt();
            }
            self.marks.fill(from, begin..end, &mut self.factors[..count]);
            if self.pairs.is_heaped() {
                self.weights[..count].fill(self.orders);
                for (heap, place) in self.heaps.iter_mut().zip(begin..end) {
                    *heap = self.pairs.from.count(from) * targets.count(place);
                }
            }
            match self.correction {
                _ if let Some(shape) = self.pairs.shape => {
                    self.weigh_in_shape(shape, from, from_m, begin..end);
                }
                EdgeCorrection::Translation => self.weigh_translated(from_m, xs_m, ys_m),
                EdgeCorrection::Isotropic if self.pairs.from.to_edge_m[from] < self.far_from_edge_m => {
                    self.gather_hidden(from, begin..end);
                }
                _ => {}
            }
            if self.pairs.is_heaped() {
                for (weight, heap) in self.weights[..count].iter_mut().zip(&self.heaps) {
                    *weight *= heap;
                }
            }
            self.sums.add(Batch {
                distances_m: &self.distances_m[..count],
                weights: &self.weights[..count],
                factors: &self.factors[..count],
            });
            begin = end;
        }
    }

    fn meet_own(&mut self, place: usize) {
        let count = self.pairs.from.count(place);
        // Nothing of a circle of radius 0 is hidden, and nothing of the window is out of reach.
        self.sums.add(Batch {
            distances_m: &[0.0],
            weights: &[0.5 * self.orders * count * (count - 1.0)],
            factors: &[1.0],
        });
    }

    fn finish(&mut self) {
        if let Some(queue) = &mut self.queue {
            queue.flush(&mut self.sums);
        }
        self.hidden.flush(&mut self.sums);
    }

    fn merge(&mut self, later: &Self) {
        self.sums.merge(&later.sums);
    }
}

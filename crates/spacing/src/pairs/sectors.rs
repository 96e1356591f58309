//! Pairs by direction, for *K* by sector. Each pair is turned upwards first: directions are those of a line, not an
//! arrow.

use std::f64::consts::PI;
use std::ops::Range;

use understory_numerics::math::sin_cos;

use crate::pairs::hidden::WEIGHT_CAP;
use crate::pairs::shape::Shape;
use crate::pairs::steps::Steps;
use crate::pairs::sweep::{Pairs, Visitor};

/// Weights of pairs by the sector of their direction and the step of their distance.
pub(crate) struct SectorSums<'a> {
    pairs: Pairs<'a>,
    steps: &'a Steps,
    /// Direction at which each sector but the first begins, as a unit vector.
    begins: &'a [[f64; 2]],
    sums: Vec<f64>,
}

/// Where the sectors of equal angle begin, from the second on.
pub(crate) fn sector_begins(sectors: usize) -> Vec<[f64; 2]> {
    let direction = |sector: usize| {
        // A right angle is met exactly.
        if 2 * sector == sectors {
            return [0.0, 1.0];
        }
        let (sin, cos) = sin_cos(PI * sector as f64 / sectors as f64);
        [cos, sin]
    };
    (1..sectors).map(direction).collect()
}

impl<'a> SectorSums<'a> {
    pub(crate) fn new(pairs: Pairs<'a>, steps: &'a Steps, begins: &'a [[f64; 2]]) -> Self {
        Self {
            pairs,
            steps,
            begins,
            sums: vec![0.0; steps.len() * (begins.len() + 1)],
        }
    }

    /// Sum of the weights of each sector up to each radius.
    pub(crate) fn cumulative(&self) -> Vec<Vec<f64>> {
        let of_sector = |sums: &[f64]| {
            let mut sum = 0.0;
            let up_to = |weight: &f64| {
                sum += weight;
                sum
            };
            sums[..self.steps.beyond()].iter().map(up_to).collect()
        };
        self.sums.chunks(self.steps.len()).map(of_sector).collect()
    }
}

impl Visitor for SectorSums<'_> {
    fn meet(&mut self, from: usize, from_m: [f64; 2], to: Range<usize>) {
        let targets = self.pairs.targets();
        let [a_m, b_m] = self.pairs.window.size_m();
        let (is_heaped, own) = (self.pairs.is_heaped(), self.pairs.from.count(from));
        for place in to {
            let (dx, dy) = (targets.x_m[place] - from_m[0], targets.y_m[place] - from_m[1]);
            let is_upwards = dy > 0.0 || (dy == 0.0 && dx >= 0.0);
            let (right, up) = if is_upwards { (dx, dy) } else { (-dx, -dy) };
            let is_past = |begin: &&[f64; 2]| begin[0] * up - begin[1] * right >= 0.0;
            // At distance 0 there is no direction, and the first sector takes the pair.
            let is_somewhere = usize::from(up + right.abs() > 0.0);
            let sector = is_somewhere * self.begins.iter().filter(is_past).count();
            let step = self.steps.of((dx * dx + dy * dy).sqrt());
            let weight = if self.pairs.is_torus {
                1.0
            } else {
                let share = match self.pairs.shape {
                    Some(Shape::Translation { shifts, area_m2 }) => shifts.area_m2([dx, dy]) / area_m2,
                    Some(Shape::TranslationOfFew(window)) => {
                        window.set_covariance_m2([dx, dy]) / window.area_m2()
                    }
                    _ => (1.0 - dx.abs() / a_m) * (1.0 - dy.abs() / b_m),
                };
                if share * WEIGHT_CAP > 1.0 {
                    1.0 / share
                } else {
                    WEIGHT_CAP
                }
            };
            let heap = if is_heaped {
                own * targets.count(place)
            } else {
                1.0
            };
            self.sums[sector * self.steps.len() + step] += heap * weight;
        }
    }

    fn meet_own(&mut self, place: usize) {
        let count = self.pairs.from.count(place);
        self.sums[self.steps.of(0.0)] += 0.5 * count * (count - 1.0);
    }

    fn merge(&mut self, later: &Self) {
        for (sum, other) in self.sums.iter_mut().zip(&later.sums) {
            *sum += other;
        }
    }
}

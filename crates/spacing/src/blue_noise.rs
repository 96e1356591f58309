//! How good a pattern is as blue noise, by the measures that computer graphics uses.
//!
//! Each step repeats the program psa, odd ones included, so that values can be set beside published ones. A change
//! that looks like a repair, such as a finer sum, makes them incomparable.

use std::f64::consts::{PI, TAU};
use std::sync::Mutex;

use understory_numerics::math::{bessel_j0, cos};
use understory_numerics::parallel::{fill, stretches};
use understory_space::{Edge, Plot};

use crate::error::SpacingError;
use crate::near::Neighbours;
use crate::nearest::check;

/// How good a pattern is as blue noise: even, and without rows. The window is taken as a torus whatever its edge.
///
/// # Formula
/// Lengths are in units of √|*W*|, so that the torus has area 1 and frequencies are periods along a side.
/// - Minimum distances: the least and the mean nearest-neighbour distance over that of a hexagonal lattice of as
///   many points, √(2 / (√3 *n*)).
/// - The other two come from the radial power *P*(*ν*) = |1 + 2π*n* ∫ (*g*(*r*) − 1) J₀(2π*νr*) *w*(*r*) *r* d*r*|,
///   *g* being the histogram of all distances on the torus in bins of 1 / (200 √*n*), and
///   *w* = 0.43 + 0.5 cos(π*r*/*c*) + 0.08 cos(2π*r*/*c*) a window that ends at *c*, which grows with *ν* from 0.1 to
///   0.25: *c* = ½ min(½, max(⅕, 4*ν*/√*n*)).
/// - Effective Nyquist frequency: from √*n*/2 upwards, the first *ν* within which the mean power, weighted by area,
///   exceeds 0.5; from there down, the first within which it is below 0.1; half of that, over √*n*/2.
/// - Oscillations: 10 √(mean of (*P* − 1)² over the plane), from the first *ν* with *P* ≥ 0.98 to 10 · √*n*/2 further.
///
/// # Edge cases
/// Points that coincide have a minimum distance of 0.
///
/// # Source
/// Schlömer & Deussen (2011), Journal of Graphics, GPU, and Game Tools 15(3); Heck, Schlömer & Deussen (2013), ACM
/// Transactions on Graphics 32(3), 25; Lagae & Dutré (2008) for the distances; all in the form that the program psa
/// computes, in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlueNoise {
    /// Least distance over that of a hexagonal lattice. 1: such a lattice; good Poisson-disk sets reach 0.65 to 0.85.
    pub global_mindist: f64,
    /// Mean nearest-neighbour distance over that of a hexagonal lattice.
    pub mean_mindist: f64,
    /// Share of the Nyquist frequency of a square lattice below which there is next to no power; 0 where there is
    /// power everywhere.
    pub effective_nyquist: f64,
    /// How much the power swings about 1 at high frequencies; CSR has little, a lattice 10.
    pub oscillations: f64,
    /// Where the oscillations begin to be counted, over the Nyquist frequency.
    pub first_peak: f64,
}

impl BlueNoise {
    /// Measures `points_m`. Every pair nearer than a quarter of the side counts: the work grows with *n*².
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances), and
    /// [`SpacingError::TooNarrow`] where one side is more than 4 times the other, so that *g* would reach round the
    /// torus.
    pub fn new(points_m: &[[f64; 2]], window: &Plot) -> Result<Self, SpacingError> {
        check(points_m, window)?;
        let [width_m, height_m] = window.size_m();
        if width_m > 4.0 * height_m || height_m > 4.0 * width_m {
            return Err(SpacingError::TooNarrow { width_m, height_m });
        }
        let (torus, placed) = unit_torus(points_m, window);
        let n = placed.len() as f64;
        let distances = Neighbours::new(&placed, &torus).all_nearest_m();
        let hexagonal = (2.0 / (3.0_f64.sqrt() * n)).sqrt();
        let mut power = RadialPower::new(&placed, &torus);
        let effective_nyquist = power.effective_nyquist();
        let (oscillations, first_peak) = power.oscillations();
        Ok(Self {
            global_mindist: distances.iter().copied().fold(f64::INFINITY, f64::min) / hexagonal,
            mean_mindist: distances.iter().sum::<f64>() / n / hexagonal,
            effective_nyquist,
            oscillations,
            first_peak,
        })
    }
}

/// The pattern on a torus of area 1.
fn unit_torus(points_m: &[[f64; 2]], window: &Plot) -> (Plot, Vec<[f64; 2]>) {
    // The root of each side: the area of an extreme window is no number.
    let unit_m = window.size_m().map(f64::sqrt).iter().product::<f64>();
    let size = window.size_m().map(|side_m| side_m / unit_m);
    let torus = Plot::new([0.0; 2], size, Edge::Torus).expect("the sides of a window are positive");
    let placed = points_m
        .iter()
        .map(|point_m| {
            let place = std::array::from_fn(|axis| (point_m[axis] - window.origin_m()[axis]) / unit_m);
            torus.place(place).unwrap_or(place)
        })
        .collect();
    (torus, placed)
}

/// *P*(*ν*) at *ν* = *i* · `step`, computed as far as it is asked for.
struct RadialPower {
    root_n: f64,
    /// *g* − 1 at the lower end of each bin, as far as the widest window reaches.
    excess: Vec<f64>,
    bin: f64,
    step: f64,
    count: usize,
    power: Vec<f64>,
}

impl RadialPower {
    fn new(placed: &[[f64; 2]], torus: &Plot) -> Self {
        let n = placed.len() as f64;
        let root_n = n.sqrt();
        // Bins of 1 / (200 √n), and as many powers as bins: psa's resolution.
        let count = (100.0 * root_n) as usize;
        let bin = 0.5 / count as f64;
        let pairs = pair_counts(placed, torus, count / 2 + 1, bin);
        let per_area = n * (n - 1.0) / 2.0 * PI * bin * bin;
        let excess = pairs
            .iter()
            .enumerate()
            .map(|(i, &pairs)| pairs as f64 / (per_area * (2.0 * i as f64 + 1.0)) - 1.0)
            .collect();
        Self {
            root_n,
            excess,
            bin,
            step: 0.5 * n / count as f64,
            count,
            power: Vec::new(),
        }
    }

    /// Power number `i`, below `self.count`.
    fn at(&mut self, i: usize) -> f64 {
        // The searches go upwards and stop at a threshold, so powers are computed in batches, and most never are.
        const BATCH: usize = 128;
        if i >= self.power.len() {
            let first = self.power.len();
            let count = self.count.min(i + BATCH) - first;
            let more = fill(count, 4, |i| self.transform((first + i) as f64 * self.step));
            self.power.extend(more);
        }
        self.power[i]
    }

    /// *P* at one frequency, in periods along the side.
    fn transform(&self, frequency: f64) -> f64 {
        let end = 0.5 * (4.0 * frequency / self.root_n).clamp(0.2, 0.5);
        let mut sum = 0.0;
        for (i, excess) in self.excess.iter().enumerate() {
            let r = i as f64 * self.bin;
            if r > end {
                break;
            }
            let window = 0.43 + 0.5 * cos(PI * r / end) + 0.08 * cos(TAU * r / end);
            sum += excess * bessel_j0(TAU * frequency * r) * r * window;
        }
        (1.0 + TAU * self.root_n * self.root_n * (sum * self.bin)).abs()
    }

    /// The effective Nyquist frequency over that of a square lattice; 0 where power is nowhere low.
    fn effective_nyquist(&mut self) -> f64 {
        let nyquist = self.root_n / 2.0;
        let from = (nyquist / self.step) as usize;
        let mut sum = 0.0;
        let mut within = vec![0.0];
        for i in 1..self.count {
            let frequency = i as f64 * self.step;
            sum += self.at(i) * self.step * 2.0 * frequency;
            within.push(sum / (frequency * frequency));
            if i >= from && within[i] > 0.5 {
                let last_low = (1..=i).rev().find(|&j| within[j] < 0.1);
                return last_low.map_or(0.0, |j| j as f64 * self.step / 2.0 / nyquist);
            }
        }
        0.0
    }

    /// The oscillations, and the frequency at which they begin over Nyquist's.
    fn oscillations(&mut self) -> (f64, f64) {
        const NEAR_1: f64 = 0.98;
        let nyquist = self.root_n / 2.0;
        let (mut highest, mut first) = (0.0, 0);
        for i in 0..self.count {
            if highest >= NEAR_1 {
                break;
            }
            if self.at(i) > highest {
                (highest, first) = (self.at(i), i);
            }
        }
        let from = first as f64 * self.step;
        let to = (from + 10.0 * nyquist).min(0.5 * self.root_n * self.root_n);
        let last = (((to + self.step) / self.step) as usize).min(self.count - 1);
        let mut swing = |i: usize| {
            let off = self.at(i) - 1.0;
            off * off * (i as f64 * self.step)
        };
        let mut sum = 0.5 * (swing(first) + swing(last));
        // Two at a time, up to the last whole pair.
        for i in (first + 2..last).step_by(2) {
            sum += swing(i) + swing(i - 1);
        }
        let mean = 2.0 * sum * self.step / (to * to - from * from);
        (10.0 * mean.sqrt(), from / nyquist)
    }
}

/// How many pairs are how far apart, in `bins` bins of width `bin` from 0; lengths in units of √|W|.
fn pair_counts(placed: &[[f64; 2]], torus: &Plot, bins: usize, bin: f64) -> Vec<u64> {
    let mut sorted = placed.to_vec();
    sorted.sort_unstable_by(|a, b| a[1].total_cmp(&b[1]));
    let height = torus.size_m()[1];
    let reach = bins as f64 * bin;
    let count = sorted.len();
    // Each point looks upwards, round the torus, so that a pair is met once.
    let of_point = |i: usize, counts: &mut Vec<u64>| {
        for j in i + 1..i + count {
            let (other, turn) = if j < count {
                (sorted[j], 0.0)
            } else {
                (sorted[j - count], height)
            };
            if other[1] + turn - sorted[i][1] > reach {
                break;
            }
            let distance = torus.distance_squared_m2(sorted[i], other).sqrt();
            if let Some(pairs) = counts.get_mut((distance / bin) as usize) {
                *pairs += 1;
            }
        }
    };
    // Whole numbers: their sum is the same in any order.
    let whole = Mutex::new(vec![0; bins]);
    stretches(0..count, 256, &|points| {
        let mut counts = vec![0; bins];
        points.for_each(|i| of_point(i, &mut counts));
        let mut whole = whole.lock().expect("no thread panics while it adds");
        whole.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
    });
    whole.into_inner().expect("no thread panics while it adds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_lattice_keeps_its_measures_on_a_torus_of_any_place_and_size() {
        let lattice = |side_m: f64, corner_m: f64| {
            let window = Plot::new([corner_m; 2], [side_m; 2], Edge::Torus).unwrap();
            let place = |i: u32| corner_m + (f64::from(i) + 0.5) * side_m / 16.0;
            let points_m: Vec<_> = (0..256).map(|i| [place(i % 16), place(i / 16)]).collect();
            BlueNoise::new(&points_m, &window).unwrap()
        };
        let unit = lattice(1.0, 0.0);
        assert!(
            (unit.global_mindist - (0.75_f64).sqrt().sqrt()).abs() < 1e-12,
            "{unit:?}"
        );
        assert!((unit.mean_mindist - unit.global_mindist).abs() < 1e-12);
        // The first wave with power has √n periods: twice Nyquist's frequency. Rings of distances blur it.
        assert!(
            (0.8..1.1).contains(&unit.effective_nyquist) && unit.oscillations > 5.0,
            "{unit:?}"
        );
        let large = lattice(64.0, -512.0);
        assert!((large.global_mindist - unit.global_mindist).abs() < 1e-12);
        assert!((large.effective_nyquist - unit.effective_nyquist).abs() < 1e-9);
    }

    #[test]
    fn pairs_are_counted_once_across_the_seams() {
        let torus = Plot::new([0.0; 2], [0.5, 2.0], Edge::Torus).unwrap();
        let placed: Vec<[f64; 2]> = (0..200_u32)
            .map(|i| [f64::from(i * 71 % 199) * 0.0025, f64::from(i * 37 % 193) * 0.01])
            .collect();
        let counts = pair_counts(&placed, &torus, 20, 0.0125);
        let mut exact = vec![0; 20];
        for (i, &a) in placed.iter().enumerate() {
            for &b in &placed[..i] {
                let bin = (torus.distance_squared_m2(a, b).sqrt() / 0.0125) as usize;
                if bin < 20 {
                    exact[bin] += 1;
                }
            }
        }
        assert_eq!(counts, exact);
    }

    #[test]
    fn a_ribbon_is_refused() {
        let ribbon = Plot::new([0.0; 2], [10.0, 1.0], Edge::Torus).unwrap();
        assert_eq!(
            BlueNoise::new(&[[1.0, 0.1], [2.0, 0.2]], &ribbon),
            Err(SpacingError::TooNarrow {
                width_m: 10.0,
                height_m: 1.0
            })
        );
    }
}

//! The power spectrum of a pattern, by rings of frequency.

use std::f64::consts::{LN_10, TAU};

use understory_numerics::math::{ln, sin_cos};
use understory_numerics::parallel::map;
use understory_space::Plot;

use crate::error::SpacingError;
use crate::moments::Moments;
use crate::nearest::check;
use crate::nonuniform::{LANES, Lanes, Nonuniform};

/// Power spectrum of a pattern by rings of equal frequency. No unit; 1 on average for CSR.
///
/// Low power at low frequencies is blue noise: the pattern is even on scales above the spacing of its points.
///
/// # Formula
/// The window, of area |*W*| and sides *a* and *b* in m, is taken as a torus whatever its edge. With *n* points at
/// *x*ⱼ and *y*ⱼ m from its corner, the power of the wave with *k* periods along *a* and *l* along *b* is
/// *P*(*k*, *l*) = |Σⱼ exp(−2πi (*k* *x*ⱼ / *a* + *l* *y*ⱼ / *b*))|² / *n*, its frequency
/// *q* = √|*W*| √(*k*² / *a*² + *l*² / *b*²). Frequency 0 is left out.
///
/// With *M* = ⌊5 √*n*⌋, ten times the Nyquist frequency √*n* / 2 of a square lattice, the waves with *q* < *M* fall
/// into ⌊*M* / 2⌋ rings of equal width; ring *i* holds those with *i* ≤ *q* / width < *i* + 1. Each ring has
/// - power: the mean of *P*;
/// - anisotropy: 10 log₁₀(*s*² / mean²) in dB, *s*² the variance of *P* with the number of waves less 1 below it.
///   0 dB where the power is isotropic, higher where it stands in some directions only.
///
/// The sums are exact to about 10⁻¹³ of *n*: along one axis they are taken by a non-uniform fast Fourier transform.
/// The work grows with *n* √*n*.
///
/// # Source
/// Schlömer & Deussen (2011), Journal of Graphics, GPU, and Game Tools 15(3), in the form that their program psa
/// computes, but without frequency 0 in the first ring and in double precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// The rings, from the lowest frequency up.
    pub rings: Vec<SpectrumRing>,
    /// Mean power of the waves below half the Nyquist frequency; `None` where there is none, below 16 points.
    pub low_power: Option<f64>,
}

/// One ring of a [`Spectrum`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpectrumRing {
    /// Frequency of the ring's middle over the Nyquist frequency √*n* / 2.
    pub frequency: f64,
    /// Waves in the ring.
    pub waves: u64,
    /// Mean power.
    pub power: f64,
    /// Anisotropy in dB; `None` where all powers of the ring are the same.
    pub anisotropy_db: Option<f64>,
}

impl Spectrum {
    /// The spectrum of `points_m`.
    ///
    /// # Errors
    /// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
    pub fn new(points_m: &[[f64; 2]], window: &Plot) -> Result<Self, SpacingError> {
        check(points_m, window)?;
        let bands = Bands::new(points_m.len(), window);
        let [columns, rows] = bands.most_periods();
        let mut turns: Vec<[f64; 2]> = points_m
            .iter()
            .map(|point_m| {
                std::array::from_fn(|axis| (point_m[axis] - window.origin_m()[axis]) / window.size_m()[axis])
            })
            .collect();
        // Points that follow each other then touch the same part of the grid.
        turns.sort_unstable_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])));
        let along = Nonuniform::new(rows);
        // A strip of waves follows from the points' number alone, and strips are merged in order.
        let strips = map(columns.div_ceil(LANES), 1, |strip| {
            strip_power(&turns, &bands, strip * LANES, &along, rows)
        });
        let mut whole = RingMoments::new(&bands);
        for strip in strips {
            whole.merge(&strip);
        }
        Ok(whole.finish(&bands))
    }
}

/// Which ring a wave belongs to.
struct Bands {
    nyquist: f64,
    end: f64,
    rings: usize,
    width: f64,
    /// Squared frequency of one period along each axis.
    squared: [f64; 2],
}

impl Bands {
    fn new(count: usize, window: &Plot) -> Self {
        let nyquist = (count as f64).sqrt() / 2.0;
        let end = (10.0 * (count as f64).sqrt() / 2.0).floor();
        let rings = (end * 0.5).floor();
        let [width_m, height_m] = window.size_m();
        Self {
            nyquist,
            end,
            rings: rings as usize,
            width: end / rings,
            squared: [height_m / width_m, width_m / height_m],
        }
    }

    /// Squared frequency.
    fn frequency_squared(&self, periods: [usize; 2]) -> f64 {
        let [k, l] = periods.map(|periods| periods as f64);
        k * k * self.squared[0] + l * l * self.squared[1]
    }

    /// Whether a wave is below the greatest frequency.
    fn has(&self, periods: [usize; 2]) -> bool {
        self.frequency_squared(periods) < self.end * self.end
    }

    /// One more than the most periods of a wave along each axis.
    fn most_periods(&self) -> [usize; 2] {
        self.squared
            .map(|squared| (self.end / squared.sqrt()).ceil() as usize)
    }
}

/// What is kept of the waves.
struct RingMoments {
    rings: Vec<Moments>,
    low: Moments,
}

impl RingMoments {
    fn new(bands: &Bands) -> Self {
        Self {
            rings: vec![Moments::default(); bands.rings],
            low: Moments::default(),
        }
    }

    /// Counts one wave in its ring.
    fn add(&mut self, bands: &Bands, periods: [usize; 2], power: f64) {
        let frequency = bands.frequency_squared(periods).sqrt();
        let ring = ((frequency / bands.width) as usize).min(bands.rings - 1);
        self.rings[ring].add(power);
        if frequency < 0.5 * bands.nyquist {
            self.low.add(power);
        }
    }

    fn merge(&mut self, other: &Self) {
        for (ring, other) in self.rings.iter_mut().zip(&other.rings) {
            *ring = ring.merged(*other);
        }
        self.low = self.low.merged(other.low);
    }

    /// Half of all waves were added: those of −k and −l have the same power.
    fn finish(self, bands: &Bands) -> Spectrum {
        let ring = |(moments, number): (Moments, usize)| {
            let variance = 2.0 * moments.squares / (2.0 * moments.count - 1.0);
            let relative = variance / (moments.mean * moments.mean);
            SpectrumRing {
                frequency: (number as f64 + 0.5) * bands.width / bands.nyquist,
                waves: 2 * moments.count as u64,
                power: moments.mean,
                anisotropy_db: (relative > 0.0).then(|| 10.0 * ln(relative) / LN_10),
            }
        };
        Spectrum {
            low_power: (self.low.count > 0.0).then_some(self.low.mean),
            rings: self.rings.into_iter().zip(0..).map(ring).collect(),
        }
    }
}

/// Power of the waves with `first..first + LANES` periods along the first axis and all along the other.
///
/// Along the first axis each wave is summed as it is, along the second all at once.
fn strip_power(
    turns: &[[f64; 2]],
    bands: &Bands,
    first: usize,
    along: &Nonuniform,
    rows: usize,
) -> RingMoments {
    let mut grid = along.grid();
    for &[u, v] in turns {
        along.spread(&mut grid, v, &waves(u, first));
    }
    along.transform(&mut grid);
    let mut moments = RingMoments::new(bands);
    for l in 1 - rows as isize..rows as isize {
        let [cosines, sines] = along.sum(&grid, l);
        for (lane, k) in (first..first + LANES).enumerate() {
            let periods = [k, l.unsigned_abs()];
            // Waves along −k are those along k the other way.
            if bands.has(periods) && (k > 0 || l > 0) {
                let power = cosines[lane] * cosines[lane] + sines[lane] * sines[lane];
                moments.add(bands, periods, power / turns.len() as f64);
            }
        }
    }
    moments
}

/// exp(−2πi *k* *u*) for *k* from `first` on, *u* in turns.
fn waves(u: f64, first: usize) -> Lanes {
    let at = |share: f64| {
        let (sine, cosine) = sin_cos(-TAU * share.fract());
        [cosine, sine]
    };
    let step = at(u);
    let mut next = at(first as f64 * u);
    let [mut cosines, mut sines] = [[0.0; LANES]; 2];
    for (cosine, sine) in cosines.iter_mut().zip(&mut sines) {
        [*cosine, *sine] = next;
        next = [
            next[0] * step[0] - next[1] * step[1],
            next[0] * step[1] + next[1] * step[0],
        ];
    }
    [cosines, sines]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edge;

    fn scattered_m(count: u32, size_m: [f64; 2]) -> Vec<[f64; 2]> {
        let share = |i: u32, step: f64| (f64::from(i) * step + 0.3).fract();
        (0..count)
            .map(|i| {
                [
                    share(i * i, 0.618_034) * size_m[0],
                    share(i, 0.754_877_7) * size_m[1],
                ]
            })
            .collect()
    }

    /// Wave by wave, every period of both signs, straight from the formula.
    fn by_definition(points_m: &[[f64; 2]], size_m: [f64; 2]) -> Vec<(u64, f64, f64)> {
        let n = points_m.len() as f64;
        let end = (5.0 * n.sqrt()).floor();
        let rings = (end / 2.0).floor();
        let mut powers = vec![Vec::new(); rings as usize];
        let most = 4 * end as i32;
        for k in -most..=most {
            for l in -most..=most {
                let [per_a, per_b] = [f64::from(k) / size_m[0], f64::from(l) / size_m[1]];
                let frequency = ((per_a * per_a + per_b * per_b) * size_m[0] * size_m[1]).sqrt();
                if frequency >= end || (k, l) == (0, 0) {
                    continue;
                }
                let (mut sines, mut cosines) = (0.0, 0.0);
                for point_m in points_m {
                    let (sine, cosine) = sin_cos(-TAU * (per_a * point_m[0] + per_b * point_m[1]));
                    sines += sine;
                    cosines += cosine;
                }
                powers[(frequency * rings / end) as usize].push((sines * sines + cosines * cosines) / n);
            }
        }
        let of_ring = |powers: Vec<f64>| {
            let count = powers.len() as f64;
            let mean = powers.iter().sum::<f64>() / count;
            let squares: f64 = powers.iter().map(|power| (power - mean) * (power - mean)).sum();
            (powers.len() as u64, mean, squares / (count - 1.0) / (mean * mean))
        };
        powers.into_iter().map(of_ring).collect()
    }

    #[test]
    fn rings_are_those_of_the_definition_on_any_torus() {
        for (count, size_m) in [(2, [3.0, 3.0]), (57, [10.0, 4.1]), (150, [7.0, 9.3])] {
            let points_m = scattered_m(count, size_m);
            let window = Plot::new([0.0; 2], size_m, Edge::Torus).unwrap();
            let ours = Spectrum::new(&points_m, &window).unwrap();
            let exact = by_definition(&points_m, size_m);
            assert_eq!(ours.rings.len(), exact.len());
            for (ring, (waves, power, relative)) in ours.rings.iter().zip(exact) {
                assert_eq!(ring.waves, waves, "{count}");
                assert!(
                    (ring.power - power).abs() < 1e-10 * power,
                    "{count}: {ring:?} {power}"
                );
                let db = 10.0 * ln(relative) / LN_10;
                assert!(
                    (ring.anisotropy_db.unwrap() - db).abs() < 1e-8,
                    "{count}: {ring:?} {db}"
                );
            }
        }
    }

    #[test]
    fn points_in_one_place_have_the_same_power_in_every_wave() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let spectrum = Spectrum::new(&[[0.0, 10.0]; 40], &window).unwrap();
        assert!(spectrum.rings.iter().all(|ring| (ring.power - 40.0).abs() < 1e-9));
        assert!((spectrum.low_power.unwrap() - 40.0).abs() < 1e-9);
    }

    #[test]
    fn spectra_are_the_same_bits_on_one_thread_and_on_many() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Torus).unwrap();
        let points_m = scattered_m(400, [10.0; 2]);
        let on_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| Spectrum::new(&points_m, &window).unwrap())
        };
        assert_eq!(on_threads(1), on_threads(3));
    }
}

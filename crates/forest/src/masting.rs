//! Which years are good seed years of a species.

use understory_numerics::math::{erfc, exp};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};

use crate::parameters::{Fruit, Masting};

/// How sharply a year's crop rises with the difference between two summers, in standard deviations of it.
///
/// With a good year every four years and a fiftieth of its seeds between, crops then vary with a coefficient of 1.28,
/// correlate with those of the year after by −0.32, and good years come after 2 to 7 years (the middle 80 %), 26 of 100;
/// for beech MASTREE+ has 1.26, −0.38, 2 to 7 and 22 to 27.
const SHARPNESS: f64 = 0.2;

/// The good years of a species: the same for all its trees, drawn from the seed and the species' name, so that species do
/// not bear in step and one more moves no other's years.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeedYears {
    /// Every year.
    All,
    /// Every so many years; good are those whose number plus the phase is a multiple of the period.
    Periodic { period_yr: u32, phase_yr: u32 },
    /// By the difference between the last two summers, each a normal number where no climate says them: good are those in which it is
    /// above the threshold, in standard deviations.
    ///
    /// # Source
    /// Crops follow the difference between the temperatures of two summers more closely than either (286 series of
    /// conifers, abstract of PMC8520784), by a steep curve (Nature beyond Linearity, doi 10.3389/fevo.2017.00134, abstract).
    Irregular { weather: RandomKey, threshold: f64 },
}

impl SeedYears {
    pub(crate) fn new(fruit: &Fruit, seed: u64, species: &str) -> Self {
        let weather = RandomKey::root(seed, &["mast", species]);
        let period_yr = fruit.mast_every_yr;
        match fruit.masting {
            _ if period_yr <= 1 => Self::All,
            Masting::Periodic => Self::Periodic {
                period_yr,
                phase_yr: weather.draws(0, Purpose::MastPhase, 0)[0] % period_yr,
            },
            Masting::Irregular => Self::Irregular {
                weather,
                threshold: exceeded_with(1.0 / f64::from(period_yr)),
            },
        }
    }

    /// Share of a good year's seeds that this year brings. `rise` is the difference between the temperatures of the two years before
    /// it, in standard deviations, where a climate says it; else it is drawn.
    pub(crate) fn factor(&self, year: u32, off_year_fraction: f64, rise: Option<f64>) -> f64 {
        let goodness = match *self {
            Self::All => 1.0,
            Self::Periodic { period_yr, phase_yr } => {
                f64::from(u8::from((year + phase_yr).is_multiple_of(period_yr)))
            }
            Self::Irregular { weather, threshold } => {
                let warmth = |year: u32| {
                    let words = weather.draws(year, Purpose::Summer, 0).map(unit_from_u32);
                    standard_normal([words[0], words[1]])
                };
                let drawn = || (warmth(year) - warmth(year.saturating_sub(1))) / std::f64::consts::SQRT_2;
                let rise = rise.unwrap_or_else(drawn);
                1.0 / (1.0 + exp(-(rise - threshold) / SHARPNESS))
            }
        };
        off_year_fraction + (1.0 - off_year_fraction) * goodness
    }
}

/// The number that a normal one exceeds with this probability, by halving.
fn exceeded_with(probability: f64) -> f64 {
    let (mut low, mut high) = (-10.0_f64, 10.0_f64);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if 0.5 * erfc(middle / std::f64::consts::SQRT_2) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    fn fruit(masting: Masting, mast_every_yr: u32, off_year_fraction: f64) -> Fruit {
        Fruit {
            masting,
            mast_every_yr,
            off_year_fraction,
            ..presets::named("fagus-sylvatica").unwrap().species("beech").fruit
        }
    }

    fn factors(fruit: &Fruit) -> Vec<f64> {
        let years = SeedYears::new(fruit, 3, "beech");
        (1..20_001)
            .map(|year| years.factor(year, fruit.off_year_fraction, None))
            .collect()
    }

    /// The bands are those of MASTREE+ for beech: `SHARPNESS`.
    #[test]
    fn irregular_years_have_the_gaps_the_spread_and_the_correlation_of_measured_ones() {
        let crops = factors(&fruit(Masting::Irregular, 4, 0.02));
        let count = crops.len() as f64;
        let mean = crops.iter().sum::<f64>() / count;
        let variance = crops
            .iter()
            .map(|crop| (crop - mean) * (crop - mean))
            .sum::<f64>()
            / count;
        let coefficient = variance.sqrt() / mean;
        assert!((1.0..1.5).contains(&coefficient), "{coefficient}");
        let pairs = crops.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean));
        let correlation = pairs.sum::<f64>() / count / variance;
        assert!((-0.45..-0.25).contains(&correlation), "{correlation}");
        let good: Vec<usize> = (0..crops.len())
            .filter(|&year| crops[year] > mean + 0.5 * variance.sqrt())
            .collect();
        assert!((0.22..0.28).contains(&(good.len() as f64 / count)));
        let mut gaps: Vec<usize> = good.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_unstable();
        assert_eq!([gaps[gaps.len() / 10], gaps[gaps.len() * 9 / 10]], [2, 7]);
    }

    #[test]
    fn where_a_climate_says_the_summers_a_steep_rise_is_a_good_year_and_none_is_drawn() {
        let fruit = fruit(Masting::Irregular, 4, 0.02);
        let years = SeedYears::new(&fruit, 3, "beech");
        let factor = |year, rise| years.factor(year, fruit.off_year_fraction, Some(rise));
        for year in 1..50 {
            // A quarter of all rises is above 0.674 standard deviations; at it a year is half good.
            assert!((factor(year, 0.674_49) - 0.51).abs() < 1e-4);
            assert!(factor(year, 2.0) > 0.99 && factor(year, 0.0) < 0.06);
        }
    }

    #[test]
    fn periodic_years_come_every_so_many_years_and_without_a_period_all_are_good() {
        let crops = factors(&fruit(Masting::Periodic, 3, 0.25));
        let first = crops.iter().position(|&crop| crop == 1.0).unwrap();
        assert!(first < 3);
        for (year, &crop) in crops.iter().enumerate() {
            assert_eq!(crop, if year % 3 == first { 1.0 } else { 0.25 });
        }
        assert!(
            factors(&fruit(Masting::Irregular, 1, 0.0))
                .iter()
                .all(|&crop| crop == 1.0)
        );
    }
}

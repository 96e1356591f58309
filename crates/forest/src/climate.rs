//! Temperature and rain of each year: listed, or drawn.
//!
//! Both are of the whole year, as the index of de Martonne wants them: the mean temperature and all rain. A climate is a plain list of
//! years, so that no year depends on which was asked for before.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, parameters, real};
use understory_numerics::math::{exp, ln, ln_1p};
use understory_numerics::sample::{standard_normals, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};

use crate::cells::Cells;
use crate::error::ForestError;
use crate::site::Combining;
use crate::soil::Soil;

const TREND: Interval = Interval::from(-10.0, 10.0);
const CORRELATION: Interval = Interval::from(-0.99, 0.99);

parameters! {
    /// Mean temperatures of the years, drawn: normal numbers, each of which leans to the year before.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Temperature {
        /// Mean of the yearly means, in year 0 where there is a trend.
        pub mean_c: f64 = real(Interval::from(-9.0, 40.0), "°C", "9.0"),
        /// Standard deviation from year to year.
        pub sd_c: f64 = real(Interval::from(0.0, 10.0), "°C", "0.7"),
        /// Correlation of a year with the one before.
        pub lag1: f64 = real(CORRELATION, "", "0.2").default(Real(0.0)),
        /// What the mean gains each year.
        pub trend_c_per_yr: f64 = real(TREND, "°C per yr", "0.02").default(Real(0.0)),
    }
}

parameters! {
    /// Rain of the years, drawn: lognormal, so that none is below 0.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Rain {
        /// Mean of the yearly sums, in year 0 where there is a trend.
        pub mean_mm: f64 = real(Interval::from(1.0, 20_000.0), "mm", "750.0"),
        /// Standard deviation from year to year.
        pub sd_mm: f64 = real(Interval::from(0.0, 20_000.0), "mm", "110.0"),
        /// Correlation of a year with the one before, of the logarithms.
        pub lag1: f64 = real(CORRELATION, "", "0.0").default(Real(0.0)),
        /// What the mean gains each year.
        pub trend_mm_per_yr: f64 = real(Interval::from(-1000.0, 1000.0), "mm per yr", "-0.5").default(Real(0.0)),
        /// Correlation of what is new in a year's rain with what is new in its temperature; below 0: warm years are dry.
        pub with_temperature: f64 = real(CORRELATION, "", "-0.3").default(Real(0.0)),
    }
}

/// A year's temperature and rain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YearClimate {
    /// Mean temperature of the year, °C.
    pub temperature_c: f64,
    /// Rain, and snow as water, of the year, mm.
    pub rain_mm: f64,
}

/// Temperature and rain of each year of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Climate {
    /// Year of the run of the first in the list.
    first: i32,
    years: Vec<YearClimate>,
    /// Mean and standard deviation of the rise of temperature from one year to the next, where there is any.
    rises_c: Option<[f64; 2]>,
    pub(crate) combining: Combining,
    soil: Option<Soil>,
    pub(crate) water: Option<Arc<Water>>,
}

impl Climate {
    /// Yearly means beyond all that are measured on land, °C.
    pub const TEMPERATURES_C: RangeInclusive<f64> = -60.0..=45.0;

    /// Of listed years, the first of them that of this number; the run's first year is 1. Years before the first are as that is; after
    /// the last the list begins again.
    ///
    /// # Errors
    /// [`ForestError::ImpossibleClimate`] where there is no year, or a number is not finite or a rain below 0.
    pub fn of_years(first: i32, years: Vec<YearClimate>) -> Result<Self, ForestError> {
        let impossible = |why: String| Err(ForestError::ImpossibleClimate(why));
        if years.is_empty() {
            return impossible("it has no year".to_owned());
        }
        let is_wrong = |year: &&YearClimate| {
            !(year.temperature_c.is_finite() && year.rain_mm.is_finite() && year.rain_mm >= 0.0)
        };
        if let Some(year) = years.iter().find(is_wrong) {
            return impossible(format!(
                "a year has {} °C and {} mm of rain, but both must be finite and the rain 0 or more",
                year.temperature_c, year.rain_mm
            ));
        }
        Ok(Self {
            first,
            rises_c: rises_c(&years),
            years,
            combining: Combining::Product,
            soil: None,
            water: None,
        })
    }

    /// Drawn for a run of so many years: the same years for any longer run.
    ///
    /// Each year is a normal score z = ρ z' + √(1 − ρ²) ε, with z' that of the year before; the temperature is mean + sd · z, the rain
    /// exp(ln m − σ²/2 + σ z) with σ² = ln(1 + (sd/m)²), whose mean and standard deviation are m and sd.
    ///
    /// # Errors
    /// [`ForestError::ImpossibleClimate`] where the trends leave no rain, or a mean temperature that no place on land has.
    pub fn drawn(temperature: &Temperature, rain: &Rain, seed: u64, years: u32) -> Result<Self, ForestError> {
        let last_c = temperature.mean_c + temperature.trend_c_per_yr * f64::from(years);
        if !Self::TEMPERATURES_C.contains(&last_c) {
            return Err(ForestError::ImpossibleClimate(format!(
                "from {} °C on, with {} °C more each year, the mean is {last_c} °C after {years} years, as nowhere on land",
                temperature.mean_c, temperature.trend_c_per_yr
            )));
        }
        let last_mm = rain.mean_mm + rain.trend_mm_per_yr * f64::from(years);
        if last_mm <= 0.0 {
            return Err(ForestError::ImpossibleClimate(format!(
                "from {} mm on, with {} mm more each year, no rain is left after {years} years",
                rain.mean_mm, rain.trend_mm_per_yr
            )));
        }
        let key = RandomKey::root(seed, &["climate"]);
        let mut scores: Option<[f64; 2]> = None;
        let of_year = |number: u32| {
            let [a, b, ..] = key.draws(number, Purpose::Climate, 0).map(unit_from_u32);
            let [warm, other] = standard_normals([a, b]);
            let with = rain.with_temperature;
            let news = [warm, with * warm + (1.0 - with * with).sqrt() * other];
            let now = match scores {
                None => news,
                Some(before) => std::array::from_fn(|which| {
                    let lag1 = [temperature.lag1, rain.lag1][which];
                    lag1 * before[which] + (1.0 - lag1 * lag1).sqrt() * news[which]
                }),
            };
            scores = Some(now);
            // Years before the first are of the climate as it was then.
            let passed_yr = f64::from(number) - f64::from(EARLIER_YEARS) + 1.0;
            let passed_yr = passed_yr.max(0.0);
            YearClimate {
                temperature_c: temperature.mean_c
                    + temperature.trend_c_per_yr * passed_yr
                    + temperature.sd_c * now[0],
                rain_mm: lognormal(
                    rain.mean_mm + rain.trend_mm_per_yr * passed_yr,
                    rain.sd_mm,
                    now[1],
                ),
            }
        };
        let years = (0..years + EARLIER_YEARS).map(of_year).collect();
        let sd_c = temperature.sd_c * (2.0 * (1.0 - temperature.lag1)).sqrt();
        Ok(Self {
            // Of what is drawn the spread is known, whatever the years at hand.
            rises_c: (sd_c > 0.0).then_some([temperature.trend_c_per_yr, sd_c]),
            ..Self::of_years(1 - EARLIER_YEARS as i32, years)?
        })
    }

    /// How the factors of a species in a year become one.
    #[must_use]
    pub fn combining(self, combining: Combining) -> Self {
        Self { combining, ..self }
    }

    /// Of a soil that holds water from one year to the next. Without one, plants have each year's rain alone.
    #[must_use]
    pub fn over(self, soil: Soil) -> Self {
        Self {
            soil: Some(soil),
            ..self
        }
    }

    /// Where the ground gathers the rain.
    #[must_use]
    pub fn on(self, water: Arc<Water>) -> Self {
        Self {
            water: Some(water),
            ..self
        }
    }

    /// Temperature and rain of a year of the run.
    #[must_use]
    pub fn year(&self, year: u32) -> YearClimate {
        self.at(i64::from(year))
    }

    fn at(&self, year: i64) -> YearClimate {
        let since = (year - i64::from(self.first)).max(0) as usize;
        self.years[since % self.years.len()]
    }

    /// A year with the water that plants have in it in place of its rain.
    pub(crate) fn felt(&self, year: i64) -> YearClimate {
        let now = self.at(year);
        let Some(soil) = &self.soil else { return now };
        let first = i64::from(self.first);
        let years = (first..=year.max(first)).map(|year| self.at(year));
        let years = years.map(|year| [year.temperature_c, year.rain_mm]);
        YearClimate {
            rain_mm: soil.water_mm(years),
            ..now
        }
    }

    /// How much warmer the year before this one was than the one before that, beyond the mean of such rises and in their standard
    /// deviations; `None` where all years are equally warm.
    pub(crate) fn last_rise(&self, year: u32) -> Option<f64> {
        let [mean_c, sd_c] = self.rises_c?;
        let [before, last] = [2, 1].map(|ago| self.at(i64::from(year) - ago).temperature_c);
        Some((last - before - mean_c) / sd_c)
    }
}

/// Years that are drawn before the first: seeds of a year follow from the two before it.
const EARLIER_YEARS: u32 = 2;

/// A lognormal number of this mean and standard deviation, from a normal score.
fn lognormal(mean: f64, sd: f64, score: f64) -> f64 {
    let share = sd / mean;
    let variance = ln_1p(share * share);
    exp(ln(mean) - 0.5 * variance + variance.sqrt() * score)
}

/// Mean and standard deviation of the rises from one listed year to the next.
fn rises_c(years: &[YearClimate]) -> Option<[f64; 2]> {
    let rises = || {
        years
            .windows(2)
            .map(|pair| pair[1].temperature_c - pair[0].temperature_c)
    };
    let count = rises().len() as f64;
    if count < 2.0 {
        return None;
    }
    let mean_c = rises().sum::<f64>() / count;
    let squares = rises().map(|rise_c| (rise_c - mean_c) * (rise_c - mean_c));
    let sd_c = (squares.sum::<f64>() / (count - 1.0)).sqrt();
    (sd_c > 0.0).then_some([mean_c, sd_c])
}

/// Where the ground gathers water: how much more or less than the rain each cell over the plot has in a year.
#[derive(Clone, Debug, PartialEq)]
pub struct Water {
    cells: Cells,
    gained_mm: Vec<f32>,
    /// The least of all cells.
    least_mm: f64,
    most_mm: f64,
}

impl Water {
    /// Of so many columns and rows of cells from `origin_m` on: `gained_mm` row by row from the south, below 0 where water runs off.
    ///
    /// # Errors
    /// [`ForestError::ImpossibleClimate`] where the cells hold no ground, or a number lacks or is not finite.
    pub fn new(
        origin_m: [f64; 2],
        cell_m: [f64; 2],
        cells: [u32; 2],
        gained_mm: Vec<f32>,
    ) -> Result<Self, ForestError> {
        let cells = Cells::new(origin_m, cell_m, cells).map_err(ForestError::ImpossibleClimate)?;
        if gained_mm.len() != cells.count() || gained_mm.iter().any(|gained_mm| !gained_mm.is_finite()) {
            return Err(ForestError::ImpossibleClimate(
                "the ground must gain or lose a finite amount of water in each of its cells".to_owned(),
            ));
        }
        let (low, high) = gained_mm
            .iter()
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &gained_mm| {
                (low.min(gained_mm), high.max(gained_mm))
            });
        Ok(Self {
            cells,
            gained_mm,
            least_mm: f64::from(low),
            most_mm: f64::from(high),
        })
    }

    /// What a place gains, mm.
    #[must_use]
    #[inline]
    pub fn gained_mm(&self, place_m: [f64; 2]) -> f64 {
        f64::from(self.gained_mm[self.cells.of(place_m)])
    }

    /// What the driest and the moistest cell gain, mm.
    #[must_use]
    pub fn range_mm(&self) -> [f64; 2] {
        [self.least_mm, self.most_mm]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPERATURE: Temperature = Temperature {
        mean_c: 9.0,
        sd_c: 0.8,
        lag1: 0.4,
        trend_c_per_yr: 0.0,
    };
    const RAIN: Rain = Rain {
        mean_mm: 700.0,
        sd_mm: 140.0,
        lag1: -0.2,
        trend_mm_per_yr: 0.0,
        with_temperature: -0.5,
    };

    fn mean_and_sd(values: &[f64]) -> [f64; 2] {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean));
        [mean, (squares.sum::<f64>() / count).sqrt()]
    }

    fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
        let (first, second): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let ([a, sd_a], [b, sd_b]) = (mean_and_sd(&first), mean_and_sd(&second));
        let products = first.iter().zip(&second).map(|(x, y)| (x - a) * (y - b));
        products.sum::<f64>() / first.len() as f64 / sd_a / sd_b
    }

    #[test]
    fn drawn_years_have_the_means_the_spread_and_the_correlations_that_were_asked_for() {
        let years = 40_000;
        let climate = Climate::drawn(&TEMPERATURE, &RAIN, 3, years).unwrap();
        let of = |value: fn(YearClimate) -> f64| -> Vec<f64> {
            (1..=years).map(|year| value(climate.year(year))).collect()
        };
        let (temperatures, rains) = (of(|year| year.temperature_c), of(|year| year.rain_mm));
        let [mean_c, sd_c] = mean_and_sd(&temperatures);
        // The mean of so many correlated years strays by 0.006 °C, 1.6 standard errors of 0.004.
        assert!(
            (mean_c - 9.0).abs() < 0.025 && (sd_c - 0.8).abs() < 0.015,
            "{mean_c} {sd_c}"
        );
        let [mean_mm, sd_mm] = mean_and_sd(&rains);
        assert!(
            (mean_mm - 700.0).abs() < 3.0 && (sd_mm - 140.0).abs() < 4.0,
            "{mean_mm} {sd_mm}"
        );
        assert!(rains.iter().all(|&rain_mm| rain_mm > 0.0));
        let lagged = |values: &[f64]| correlation(values.windows(2).map(|pair| (pair[0], pair[1])));
        assert!((lagged(&temperatures) - 0.4).abs() < 0.02);
        let logarithms: Vec<f64> = rains.iter().map(|&rain_mm| ln(rain_mm)).collect();
        assert!((lagged(&logarithms) + 0.2).abs() < 0.02);
        // Of the scores: −0.5 of what is new, times √(1−0.16) √(1−0.04) / (1 + 0.4 · 0.2).
        let both = correlation(temperatures.iter().copied().zip(logarithms));
        let expected = -0.5 * (0.84_f64 * 0.96).sqrt() / 1.08;
        assert!((both - expected).abs() < 0.02, "{both} {expected}");
    }

    #[test]
    fn a_longer_run_and_a_run_without_trend_begin_with_the_same_years() {
        let short = Climate::drawn(&TEMPERATURE, &RAIN, 3, 20).unwrap();
        let long = Climate::drawn(&TEMPERATURE, &RAIN, 3, 500).unwrap();
        let warming = Temperature {
            trend_c_per_yr: 0.05,
            ..TEMPERATURE
        };
        let drying = Rain {
            trend_mm_per_yr: -3.0,
            ..RAIN
        };
        let changing = Climate::drawn(&warming, &drying, 3, 200).unwrap();
        for year in 1..=20 {
            assert_eq!(short.year(year), long.year(year));
            assert_eq!(short.last_rise(year), long.last_rise(year));
            let gained_c = changing.year(year).temperature_c - short.year(year).temperature_c;
            assert!((gained_c - 0.05 * f64::from(year)).abs() < 1e-9);
        }
        let other = Climate::drawn(&TEMPERATURE, &RAIN, 4, 20).unwrap();
        assert_ne!(other.year(1), short.year(1));
        // 700 mm are gone after 234 years.
        assert!(Climate::drawn(&warming, &drying, 3, 233).is_ok());
        assert!(Climate::drawn(&warming, &drying, 3, 234).is_err());
    }

    fn listed(temperatures_c: &[f64]) -> Vec<YearClimate> {
        let year = |&temperature_c: &f64| YearClimate {
            temperature_c,
            rain_mm: 700.0,
        };
        temperatures_c.iter().map(year).collect()
    }

    #[test]
    fn a_list_begins_again_and_rises_are_those_of_the_two_years_before() {
        let climate = Climate::of_years(0, listed(&[8.0, 9.0, 7.0, 10.0])).unwrap();
        let temperatures = [1, 2, 3, 4, 5].map(|year| climate.year(year).temperature_c);
        assert_eq!(temperatures, [9.0, 7.0, 10.0, 8.0, 9.0]);
        // Rises of 1, −2 and 3 have a mean of 2/3 and a standard deviation of √(38/3 / 2).
        let (mean, sd) = (2.0 / 3.0, (38.0_f64 / 6.0).sqrt());
        for (year, rise_c) in [(1, 0.0), (2, 1.0), (3, -2.0), (4, 3.0), (5, -2.0)] {
            let expected = (rise_c - mean) / sd;
            assert!(
                (climate.last_rise(year).unwrap() - expected).abs() < 1e-12,
                "{year}"
            );
        }
        // Without any rise nothing is said of summers.
        assert_eq!(
            Climate::of_years(1, listed(&[9.0; 5])).unwrap().last_rise(3),
            None
        );
        assert_eq!(
            Climate::of_years(1, listed(&[9.0, 8.0])).unwrap().last_rise(3),
            None
        );
    }

    #[test]
    fn what_is_no_climate_is_refused() {
        assert!(Climate::of_years(1, Vec::new()).is_err());
        for (temperature_c, rain_mm) in [(f64::NAN, 1.0), (9.0, -1.0), (9.0, f64::INFINITY)] {
            let year = YearClimate {
                temperature_c,
                rain_mm,
            };
            assert!(Climate::of_years(1, vec![year]).is_err());
        }
        for gained_mm in [vec![0.0; 3], vec![f32::NAN; 4]] {
            assert!(Water::new([0.0; 2], [1.0; 2], [2, 2], gained_mm).is_err());
        }
    }
}

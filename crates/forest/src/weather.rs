//! What a year's temperature and rain do to each species at each place.

use std::sync::Arc;

use crate::climate::{Climate, Water, YearClimate};
use crate::parameters::{ClimateNeeds, Species};
use crate::site::{Combining, response};

/// Index of de Martonne, mm per °C: rain over (temperature + 10). The lower, the drier; 9 °C and 750 mm give 39. Below −9 °C, where it
/// loses its meaning, it is as at −9.
///
/// # Source
/// De Martonne (1926), La Météorologie, 449–458, as the R package ClimInd documents it.
pub(crate) fn moisture_index(temperature_c: f64, rain_mm: f64) -> f64 {
    rain_mm.max(0.0) / (temperature_c.max(-9.0) + 10.0)
}

impl Climate {
    /// Whether a species grows in a year of the run at all: by its temperature, and by some moisture that a place may have then.
    #[must_use]
    pub fn lets_grow(&self, needs: &ClimateNeeds, year: u32) -> [bool; 2] {
        let (now, [driest, moistest]) = (self.year(year), self.moisture_in(year));
        let is_warm = |curve: &Vec<f64>| response(curve, now.temperature_c) > 0.0;
        // A trapezoid that is above 0 anywhere between is so at one of the ends, or its plateau lies there.
        let is_moist = |curve: &Vec<f64>| {
            response(curve, driest) > 0.0
                || response(curve, moistest) > 0.0
                || matches!(**curve, [_, best, ..] if (driest..=moistest).contains(&best))
        };
        [
            needs.warmth.as_ref().is_none_or(is_warm),
            needs.moisture.as_ref().is_none_or(is_moist),
        ]
    }

    /// Growth of a species on level ground in a year of the run, 0 to 1.
    #[must_use]
    pub fn growth(&self, species: &Species, year: u32) -> f64 {
        let weather = YearWeather::new(self, year, std::iter::empty());
        let indices = Some(weather.indices(0.0));
        match Growth::of(species, weather.years[0].temperature_c, indices, self.combining) {
            Growth::Alike(factor) => factor,
            Growth::ByMoisture { .. } => unreachable!("the index is known"),
        }
    }

    /// Least and greatest temperature of the years of a run, °C, and index of de Martonne of any place, mm per °C.
    #[must_use]
    pub fn ranges(&self, years: u32) -> [[f64; 2]; 2] {
        let mut ranges = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for year in 1..=years {
            let temperature_c = self.year(year).temperature_c;
            let [driest, moistest] = self.moisture_in(year);
            let now = [[temperature_c, temperature_c], [driest, moistest]];
            for (range, [low, high]) in ranges.iter_mut().zip(now) {
                *range = [range[0].min(low), range[1].max(high)];
            }
        }
        ranges
    }

    /// Index of the driest and the moistest place in a year.
    fn moisture_in(&self, year: u32) -> [f64; 2] {
        let now = self.felt(i64::from(year));
        let gained_mm = self.water.as_ref().map_or([0.0; 2], |water| water.range_mm());
        gained_mm.map(|gained_mm| moisture_index(now.temperature_c, now.rain_mm + gained_mm))
    }
}

/// For how many years a year is felt, itself among them.
pub(crate) const FELT_YR: usize = 4;

/// A year's weather as the systems read it.
pub(crate) struct YearWeather {
    /// This year and those before it, with the water that plants had.
    years: [YearClimate; FELT_YR],
    /// As [`Climate::last_rise`].
    pub(crate) rise: Option<f64>,
    /// By which each species grows, by its index.
    growth: Vec<Growth>,
    water: Option<Arc<Water>>,
}

/// By which a species grows in a year, 0 to 1.
enum Growth {
    /// On all ground alike.
    Alike(f64),
    /// By how moist a place is and was, combined with what the temperature leaves.
    ByMoisture {
        warmth: f64,
        curve: Vec<f64>,
        legacy: f64,
        combining: Combining,
    },
}

impl YearWeather {
    pub(crate) fn new<'a>(climate: &Climate, year: u32, species: impl Iterator<Item = &'a Species>) -> Self {
        let mut weather = Self {
            years: std::array::from_fn(|ago| climate.felt(i64::from(year) - ago as i64)),
            rise: climate.last_rise(year),
            growth: Vec::new(),
            water: climate.water.clone(),
        };
        let everywhere = weather.water.is_none().then(|| weather.indices(0.0));
        let temperature_c = weather.years[0].temperature_c;
        let growth = species.map(|species| Growth::of(species, temperature_c, everywhere, climate.combining));
        weather.growth = growth.collect();
        weather
    }

    /// The growth factor of a species at a place.
    #[inline]
    pub(crate) fn factor(&self, species: u16, place_m: [f64; 2]) -> f64 {
        match &self.growth[usize::from(species)] {
            Growth::Alike(factor) => *factor,
            Growth::ByMoisture {
                warmth,
                curve,
                legacy,
                combining,
            } => combining.both(*warmth, moist(curve, *legacy, self.moisture(place_m))),
        }
    }

    /// Indices of de Martonne at a place this year and in those before, with the water that the ground gathers there, mm per °C.
    #[inline]
    pub(crate) fn moisture(&self, place_m: [f64; 2]) -> [f64; FELT_YR] {
        self.indices(self.water.as_ref().map_or(0.0, |water| water.gained_mm(place_m)))
    }

    /// The driest of these years where it is driest, mm per °C.
    pub(crate) fn driest(&self) -> f64 {
        let indices = self.indices(self.water.as_ref().map_or(0.0, |water| water.range_mm()[0]));
        indices.into_iter().fold(f64::INFINITY, f64::min)
    }

    fn indices(&self, gained_mm: f64) -> [f64; FELT_YR] {
        self.years
            .map(|year| moisture_index(year.temperature_c, year.rain_mm + gained_mm))
    }
}

impl Growth {
    /// With the index of all places, where they are alike.
    fn of(
        species: &Species,
        temperature_c: f64,
        everywhere: Option<[f64; FELT_YR]>,
        combining: Combining,
    ) -> Self {
        let Some(needs) = &species.climate else {
            return Self::Alike(1.0);
        };
        let legacy = species.drought.legacy;
        let warmth = needs
            .warmth
            .as_ref()
            .map_or(1.0, |curve| response(curve, temperature_c));
        match (&needs.moisture, everywhere) {
            (None, _) => Self::Alike(warmth),
            (Some(curve), Some(indices)) => {
                Self::Alike(combining.both(warmth, moist(curve, legacy, indices)))
            }
            (Some(curve), None) => Self::ByMoisture {
                warmth,
                curve: curve.clone(),
                legacy,
                combining,
            },
        }
    }
}

/// How much of this year and of each before it is felt: all, `legacy` of the year before, its square of the one before that, and so on.
pub(crate) fn felt(legacy: f64) -> [f64; FELT_YR] {
    [1.0, legacy, legacy * legacy, legacy * legacy * legacy]
}

/// Growth by the moisture of this year and those before: the year of which most is felt says it, so that where all years are alike growth is
/// that of each.
fn moist(curve: &[f64], legacy: f64, indices: [f64; FELT_YR]) -> f64 {
    let left = |(index, felt)| 1.0 - felt * (1.0 - response(curve, index));
    indices
        .into_iter()
        .zip(felt(legacy))
        .map(left)
        .fold(1.0, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn a_dry_year_is_felt_in_the_years_after_it() {
        let curve = [20.0, 40.0, 90.0, 99.0];
        for (indices, growth) in [
            ([50.0; 4], 1.0),
            // Half of the growth is left in it, three quarters a year later, and 1 − 0.5² / 2 after two.
            ([30.0, 50.0, 50.0, 50.0], 0.5),
            ([50.0, 30.0, 50.0, 50.0], 0.75),
            ([50.0, 50.0, 30.0, 50.0], 0.875),
            ([35.0, 30.0, 50.0, 50.0], 0.75),
            ([30.0, 30.0, 30.0, 30.0], 0.5),
        ] {
            assert_eq!(moist(&curve, 0.5, indices), growth, "{indices:?}");
        }
        assert_eq!(moist(&curve, 0.0, [50.0, 10.0, 10.0, 10.0]), 1.0);
    }

    #[test]
    fn a_species_grows_where_a_year_is_warm_enough_and_some_place_moist_enough() {
        let years = [(5.0, 300.0), (10.0, 600.0)].map(|(temperature_c, rain_mm)| YearClimate {
            temperature_c,
            rain_mm,
        });
        let water = Water::new([0.0; 2], [10.0; 2], [2, 1], vec![-150.0, 300.0]).unwrap();
        let climate = Climate::of_years(1, years.to_vec()).unwrap().on(Arc::new(water));
        // Indices of 10 to 40 and of 22.5 to 45.
        assert_eq!(climate.ranges(2), [[5.0, 10.0], [10.0, 45.0]]);
        let grows = |warmth: Option<&[f64]>, moisture: Option<&[f64]>| {
            let needs = ClimateNeeds {
                warmth: warmth.map(<[f64]>::to_vec),
                moisture: moisture.map(<[f64]>::to_vec),
            };
            [1, 2].map(|year| climate.lets_grow(&needs, year) == [true; 2])
        };
        assert_eq!(grows(None, None), [true, true]);
        assert_eq!(grows(Some(&[5.0, 6.0, 7.0, 9.0]), None), [false, false]);
        assert_eq!(grows(Some(&[5.0, 6.0, 7.0, 11.0]), None), [false, true]);
        // A narrow one between the driest and the moistest place.
        assert_eq!(grows(None, Some(&[15.0, 16.0, 17.0, 18.0])), [true, false]);
        assert_eq!(grows(None, Some(&[41.0, 50.0, 60.0, 70.0])), [false, true]);
        assert_eq!(grows(None, Some(&[50.0, 60.0, 70.0, 80.0])), [false, false]);
    }

    #[test]
    fn the_index_is_rain_over_temperature_and_ten() {
        assert_eq!(moisture_index(10.0, 700.0), 35.0);
        assert_eq!(moisture_index(-9.0, 300.0), 300.0);
        assert_eq!(moisture_index(-30.0, 300.0), 300.0);
        // Ground can lose more water than falls; then there is none.
        assert_eq!(moisture_index(10.0, -50.0), 0.0);
    }

    #[test]
    fn species_grow_by_the_warmth_of_the_year_and_the_moisture_of_the_place() {
        let year = YearClimate {
            temperature_c: 10.0,
            rain_mm: 600.0,
        };
        let needs = [
            None,
            Some(ClimateNeeds {
                warmth: Some(vec![8.0, 12.0, 20.0, 30.0]),
                moisture: None,
            }),
            Some(ClimateNeeds {
                warmth: Some(vec![8.0, 12.0, 20.0, 30.0]),
                moisture: Some(vec![20.0, 40.0, 90.0, 99.0]),
            }),
        ];
        let species = needs.map(|climate| {
            let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
            (beech.climate, beech.drought.legacy) = (climate, 0.0);
            beech
        });
        let water = Water::new([0.0; 2], [10.0; 2], [2, 1], vec![-100.0, 300.0]).unwrap();
        let climate = Climate::of_years(1, vec![year]).unwrap();
        let factors = |climate: &Climate| {
            let weather = YearWeather::new(climate, 1, species.iter());
            [0, 1, 2].map(|species| [5.0, 15.0].map(|x| weather.factor(species, [x, 5.0])))
        };
        // Level ground: an index of 30, half of the best.
        assert_eq!(factors(&climate), [[1.0; 2], [0.5; 2], [0.25; 2]]);
        let on_ground = climate.clone().on(Arc::new(water));
        // Indices of 25 and 45.
        assert_eq!(factors(&on_ground), [[1.0; 2], [0.5; 2], [0.125, 0.5]]);
        let least = on_ground.combining(Combining::Minimum);
        assert_eq!(factors(&least)[2], [0.25, 0.5]);
        let weather = YearWeather::new(&least, 1, std::iter::empty());
        assert_eq!(
            (weather.driest(), weather.moisture([15.0, 5.0])),
            (25.0, [45.0; 4])
        );
    }
}

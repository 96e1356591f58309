//! Climate: the temperature and rain that the year has, and what they do to the growth of each species.

use understory_ecs::{Res, ResMut};

use crate::resources::{Climates, SpeciesList, Weather, Year};
use crate::weather::YearWeather;

pub(crate) fn climate(
    climates: Res<Climates>,
    species: Res<SpeciesList>,
    year: Res<Year>,
    mut weather: ResMut<Weather>,
) {
    weather.0 = climates
        .0
        .as_ref()
        .map(|climate| YearWeather::new(climate, year.0, species.iter()));
}

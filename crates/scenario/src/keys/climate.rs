//! Temperature and rain of the years: the keys of `[climate]`.

use serde::Deserialize;
use understory_forest::Combining;
use understory_forest::climate::{Rain, Temperature};
use understory_forest::soil::Soil;
use understory_keys::Literal::{Flag, Real, Table, Whole, Word};
use understory_keys::{Interval, Need, ValueKind, When, choice, key, parameters, real, table, whole};

const OF_A_FILE: When = When::With("file");
const DRAWN: When = When::Without(&["file"]);

parameters! {
    /// Temperature and rain of each year: from a file, or drawn by `temperature` and `rain`.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct ClimateRules: Default {
        /// CSV file of years: `year,temperature_c,rain_mm`, the mean temperature and all rain of each year, without a gap.
        pub file: Option<String> = key(ValueKind::Path, "", "\"data/climate.csv\"").optional(),
        /// Year of the file that is the run's year 1; of years before it only the temperatures are read, for seed years.
        pub first_year: i32 = whole(-1_000_000, 1_000_000, "year", "1951").default(Whole(1)).when(OF_A_FILE),
        /// Whether the file's years begin again where the run is longer; without, it must hold them all.
        pub repeat: bool = key(ValueKind::Flag, "", "true").default(Flag(false)).when(OF_A_FILE),
        /// How temperatures are drawn.
        pub temperature: Option<Temperature> = table(Temperature::KEYS, "{ mean_c = 9.0, sd_c = 0.7 }")
            .need(Need::RequiredWithout("file")).when(DRAWN),
        /// How rain is drawn.
        pub rain: Option<Rain> = table(Rain::KEYS, "{ mean_mm = 750.0, sd_mm = 110.0 }")
            .need(Need::RequiredWithout("file")).when(DRAWN),
        /// The soil that holds water from one year to the next.
        pub soil: Soil = table(Soil::KEYS, "{ depth_m = 1.0, holds_mm = 150.0 }").related(Soil::RELATED).default(Table),
        /// How the factors of a species in a year, by `climate.warmth` and `climate.moisture`, become one.
        pub combining: Combining = choice(Combining::WORDS, "", "\"minimum\"").default(Word("product")),
        /// What a place gains each year for each unit by which its topographic wetness index is above the plot's mean, and loses below it;
        /// only where there is a `[ground]`.
        pub gathered_mm: f64 = real(Interval::from(0.0, 1000.0), "mm", "40.0").default(Real(40.0)),
    }
}

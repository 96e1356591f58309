//! What species find in the ground: the keys of `[ground]`.

use serde::Deserialize;
use understory_forest::Combining;
use understory_keys::Literal::{Real, Word};
use understory_keys::{Interval, ValueKind, choice, key, parameters, real};
use understory_terrain::Routing;

parameters! {
    /// What the cells of a map are that have no data.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum WithoutData of words {
        /// Ground like any other where `terrain.no_data_m` gives it a height, and a mistake where it does not.
        Error = "error",
        /// Water, into which rain runs off and in which nothing grows.
        Water = "water",
        /// Rock, on which nothing grows.
        Rock = "rock",
    }
}

parameters! {
    /// What the ground offers to species that ask it for something (`species.site`).
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct GroundRules: Default {
        /// Latitude of the plot, south of the equator negative; left out: nothing is said of the sun.
        pub latitude_deg: Option<f64> = real(Interval::from(-90.0, 90.0), "°", "-36.9").optional(),
        /// Share of the light of a sun in the zenith that clear air lets through.
        pub clear_air: f64 = real(Interval::from(0.1, 1.0), "", "0.7").default(Real(0.7)),
        /// To which of its neighbours the water of a cell runs.
        pub routing: Routing = choice(Routing::WORDS, "", "\"d8\"").default(Word("d-infinity")),
        /// How the factors of a species at a place become one.
        pub combining: Combining = choice(Combining::WORDS, "", "\"minimum\"").default(Word("product")),
        /// What cells of `world.elevation` without data are; as `water` and `rock` they take the height `terrain.no_data_m`.
        pub no_data: WithoutData = choice(WithoutData::WORDS, "", "\"water\"").default(Word("error")),
        /// Depth of the soil: an ESRI ASCII grid (`.asc`) or a GeoTIFF (`.tif`) in metres that holds the plot.
        pub soil_depth: Option<String> = key(ValueKind::Path, "", "\"data/soil.asc\"").optional(),
    }
}

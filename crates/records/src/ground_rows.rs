//! The tables of the ground that a forest stands on.

use crate::table::table;

table! {
    /// One cell of the ground, row by row from the south; only where a forest does not stand on level ground. The cells lie
    /// side by side and fill the counted plot: each is as large as those of the map of heights, or so large that there are
    /// 256 along a side.
    #[file("ground.csv")]
    pub struct GroundRow {
        /// Centre of the cell, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Centre of the cell, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Mean height.
        #[unit("m")]
        pub z_m: f64,
        /// Mean topographic wetness index; empty where nothing is asked of the ground.
        pub wetness: Option<f64>,
        /// Mean sun of a year without clouds; empty where the latitude is not known.
        #[unit("MJ/m²")]
        pub sun_mj_m2: Option<f64>,
        /// Mean depth of the soil; empty without a map of it.
        #[unit("m")]
        pub soil_depth_m: Option<f64>,
    }
}

table! {
    /// How well a species grows in a cell of `ground.csv`; only where something is asked of the ground.
    #[file("suitability.csv")]
    pub struct SuitabilityRow {
        /// Centre of the cell, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Centre of the cell, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Species name.
        pub species: String,
        /// Mean growth factor by all that the species asks of the ground, 0 to 1.
        pub growth_factor: f64,
    }
}

table! {
    /// The trees of a species on ground of one class of wetness and one of sun in a recorded year. Classes are of equal
    /// width between what 1 % and 99 % of the ground have, but for the outermost, which go on to the ends.
    #[file("sites.csv")]
    pub struct SitesRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// Species name, or `all`.
        pub species: String,
        /// Lower end of the class of wetness.
        pub wetness_low: f64,
        /// Its upper end, which belongs to the next class.
        pub wetness_high: f64,
        /// Lower end of the class of sun; empty where the latitude is not known.
        #[unit("MJ/m²")]
        pub sun_low_mj_m2: Option<f64>,
        /// Its upper end, which belongs to the next class.
        #[unit("MJ/m²")]
        pub sun_high_mj_m2: Option<f64>,
        /// How much ground is of both classes.
        #[unit("ha")]
        pub ground_ha: f64,
        /// Living trees there.
        pub trees: u64,
        /// Those of them with a diameter of 10 cm or more.
        pub adults: u64,
        /// Trees by area.
        #[unit("1/ha")]
        pub trees_per_ha: f64,
        /// Trees of 10 cm or more by area.
        #[unit("1/ha")]
        pub adults_per_ha: f64,
    }
}

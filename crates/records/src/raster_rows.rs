//! The table of a raster on which a forest grew (`compare` with the method `kerr`).

use crate::table::table;

table! {
    /// One cell of the raster behind the first pattern of Kerr's method; row by row from the south.
    #[file("kerr/METHOD.csv")]
    pub struct KerrCellRow {
        /// Column, from the west; 0 is the first.
        pub column: u32,
        /// Row, from the south; 0 is the first.
        pub row: u32,
        /// Round in which it became forest, 0 for the initial trees; empty where it is none.
        pub forest_since: Option<u32>,
        /// Seeds in it at the end, as chance of a tree before the next decay; 0 in forest.
        pub seeds: f64,
        /// `open` or `filled` where the forest lies over a level of caves; else empty.
        pub level: String,
    }
}

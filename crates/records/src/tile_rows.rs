//! The tables of a tile that was baked from a forest (`bake`): one struct for each, a field is a column, in the order of
//! the file.

use crate::table::table;

table! {
    /// One tree of a tile that was baked from a forest, the last to be taken away first.
    #[file("tile.csv")]
    pub struct TilePointRow {
        /// Place in the tile, to the east, from 0 to below its width.
        #[unit("m")]
        pub x_m: f64,
        /// Place in the tile, to the north, from 0 to below its height.
        #[unit("m")]
        pub y_m: f64,
        /// From 0 to below 1: the share of the trees that is to be left must be above it for this one to stand.
        pub rank: f64,
        /// Species name.
        pub species: String,
        /// Diameter at breast height.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Height.
        #[unit("m")]
        pub height_m: f64,
        /// Radius of the crown.
        #[unit("m")]
        pub crown_radius_m: f64,
    }
}

table! {
    /// The spacing of a baked tile beside that of its forest, when both are thinned to a share of their trees; the forest
    /// at random.
    #[file("statistics.csv")]
    pub struct TileStatisticsRow {
        /// Share of the trees that is left.
        pub share: f64,
        /// Trees of the tile.
        pub trees: u64,
        /// Trees of the tile over its area.
        #[unit("per ha")]
        pub per_ha: f64,
        /// Clark–Evans index of the forest: naive on a torus, Donnelly on an open plot; the mean of its thinnings.
        pub clark_evans_forest: f64,
        /// Clark–Evans index of the tile, a torus.
        pub clark_evans_tile: f64,
        /// Greatest difference of the two G.
        pub g_ks: f64,
        /// Root mean square difference of the two L.
        #[unit("m")]
        pub l_rmse_m: f64,
        /// Root mean square difference of the two pair correlations.
        pub pcf_rmse: f64,
        /// Mean height of the forest's trees.
        #[unit("m")]
        pub mean_height_forest_m: f64,
        /// Mean height of the tile's trees.
        #[unit("m")]
        pub mean_height_tile_m: f64,
    }
}

table! {
    /// A function of a baked tile beside that of its forest at one distance and share of the trees.
    #[file("functions.csv")]
    pub struct TileFunctionRow {
        /// `G`, `L` or `pcf`.
        pub function: String,
        /// Share of the trees that is left.
        pub share: f64,
        /// Distance.
        #[unit("m")]
        pub r: f64,
        /// That of the forest, the mean of its random thinnings; empty where undefined.
        pub forest: Option<f64>,
        /// The least of those thinnings; empty where all trees are left.
        pub lo: Option<f64>,
        /// The greatest of them.
        pub hi: Option<f64>,
        /// That of the tile; empty where undefined.
        pub tile: Option<f64>,
    }
}

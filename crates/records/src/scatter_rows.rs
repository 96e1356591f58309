//! The tables of points that a method lays out (`scatter`): one struct for each, a field is a column, in the order of the
//! file.

use crate::table::table;

table! {
    /// One point of ground that was filled by point methods, segment by segment.
    #[file("points.csv")]
    pub struct SegmentPointRow {
        /// Name of its segment.
        pub segment: String,
        /// 16 hex digits that it keeps as long as it stands where it does.
        pub point: String,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Diameter of its zone; empty where its method knows no sizes.
        #[unit("m")]
        pub size_m: Option<f64>,
    }
}

table! {
    /// One segment of ground that borders cut; the whole ground where there are none.
    #[file("segments.csv")]
    pub struct SegmentRow {
        /// Name of the segment.
        pub segment: String,
        /// The point method that fills it.
        pub method: String,
        /// A place in it, to the east, far from its edge: by it a scenario names the segment.
        #[unit("m")]
        pub x_m: f64,
        /// The place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Its area within the middles of its borders, their half widths included: more than `per_ha` is counted on.
        #[unit("m²")]
        pub area_m2: f64,
        /// How many points stand.
        pub points: u64,
        /// Points that were asked for.
        #[unit("per ha")]
        pub asked_per_ha: f64,
        /// Points over its area off the borders' widths, which is less than `area_m2`, as places all over it tell; empty where there
        /// is none.
        #[unit("per ha")]
        pub per_ha: Option<f64>,
        /// Mean distance to the nearest, of points at least one spacing from the edge; empty below two such points.
        #[unit("m")]
        pub nearest_m: Option<f64>,
        /// Least of these distances.
        #[unit("m")]
        pub least_m: Option<f64>,
        /// Why there are fewer points than were asked for, and what else its method told.
        pub note: String,
    }
}

table! {
    /// The seam at a border, between segments that were filled apart: what stands within one spacing of either side of it,
    /// beside what stands farther inside. Ratios are 1 where no seam is seen.
    #[file("seams.csv")]
    pub struct SeamRow {
        /// Name of the border.
        pub border: String,
        /// The segment whose side of the border the row is of.
        pub segment: String,
        /// Its width, in which nothing stands.
        #[unit("m")]
        pub width_m: f64,
        /// Width of the strip beside it: a spacing, 1/√λ of the sparser ground beside it.
        #[unit("m")]
        pub strip_m: f64,
        /// How many points stand in the strip.
        pub strip_points: u64,
        /// Points in the strip over those that its area holds at the density inside the segment; empty where that is unknown.
        pub strip_density_ratio: Option<f64>,
        /// Mean distance of the strip's points to the nearest of any segment over that inside this one; empty likewise.
        pub strip_nearest_ratio: Option<f64>,
        /// Pairs of a point of this strip and one across the border that are nearer than any two inside either of their segments.
        pub pairs_too_close: u64,
        /// Least distance of two points across it; empty where no two are within three spacings.
        #[unit("m")]
        pub across_least_m: Option<f64>,
        /// That distance over the least inside the two segments; empty where either is unknown.
        pub across_least_ratio: Option<f64>,
    }
}

table! {
    /// One node of the unbounded jittered lattice in a window.
    #[file("plane.csv")]
    pub struct PlanePointRow {
        /// Column of its cell; cell 0, 0 has its south-western corner at 0, 0.
        pub column: i32,
        /// Row of its cell.
        pub row: i32,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// 16 hex digits from which its looks follow: which model, how large, turned how far.
        pub appearance: String,
    }
}

table! {
    /// One node of a net of springs, before it relaxes and after.
    #[file("nodes.csv")]
    pub struct NodeRow {
        /// Iterations so far.
        pub iteration: u32,
        /// Number of the node, row by row of the grid.
        pub node: u32,
        /// Place, to the east; on a torus it may have gone past the edge.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
    }
}

table! {
    /// One spring between two nodes of a net.
    #[file("springs.csv")]
    pub struct SpringRow {
        /// Number of the node that it begins at.
        pub from: u32,
        /// Number of the node that it ends at.
        pub to: u32,
        /// Length at which it neither pulls nor pushes.
        #[unit("m")]
        pub rest_m: f64,
        /// Its length in the grid.
        #[unit("m")]
        pub grid_m: f64,
        /// Its length at the end.
        #[unit("m")]
        pub end_m: f64,
    }
}

table! {
    /// How a net of springs drifts at its border: the same net held by nothing, by its outermost nodes, and closed on itself.
    #[file("drift.csv")]
    pub struct DriftRow {
        /// What holds it: `free`, `pinned` or `torus`.
        pub border: String,
        /// Iterations so far.
        pub iteration: u32,
        /// Area within its outermost nodes over that in the grid.
        pub area_ratio: f64,
        /// Root mean square of what springs are longer or shorter than at rest.
        #[unit("m")]
        pub residual_m: f64,
    }
}

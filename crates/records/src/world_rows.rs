//! The tables of a painted world (`place`): one struct for each, a field is a column, in the order of the file.

use crate::table::table;

table! {
    /// One thing that stands in a painted world; tile by tile, row by row of tiles from the south.
    #[file("instances.csv")]
    pub struct InstanceRow {
        /// 32 hex digits that it keeps in every tile, at every density and after every edit elsewhere.
        pub instance: String,
        /// What stands there.
        pub asset: String,
        /// The rule that placed it; empty where it was placed by hand.
        pub rule: String,
        /// Column of its tile; tile 0, 0 has its south-western corner at 0, 0.
        pub tile_x: i32,
        /// Row of its tile.
        pub tile_y: i32,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Height.
        #[unit("m")]
        pub z_m: f64,
        /// How it is turned from upright, a unit quaternion: x, to the east.
        pub qx: f64,
        /// The quaternion's y, to the north.
        pub qy: f64,
        /// The quaternion's z, up.
        pub qz: f64,
        /// The quaternion's real part.
        pub qw: f64,
        /// Size, as a factor.
        pub scale: f64,
        /// Brightness, as a factor of its colour.
        pub shade: f64,
        /// Free words on its asset.
        pub tags: String,
    }
}

table! {
    /// How much of a texture lies where a rule's instances stand, and on the ground of its biome: where a rule and its texture ask
    /// for the same, the first is the larger.
    #[file("textures.csv")]
    pub struct TextureRow {
        /// Name of the rule.
        pub rule: String,
        /// Name of the texture.
        pub texture: String,
        /// How many of the rule's instances were asked.
        pub instances: u64,
        /// Mean share of the ground that it covers where they stand; empty where none stands.
        pub at_instances: Option<f64>,
        /// Share of the instances where it covers more than any other; empty where none stands.
        pub foremost_share: Option<f64>,
        /// Mean share of the ground that it covers in the rule's biome; empty where that has no ground.
        pub of_biome: Option<f64>,
    }
}

table! {
    /// Water that stands in a hollow of a painted world's ground, the largest first.
    #[file("ponds.csv")]
    pub struct PondRow {
        /// Its number, from 1.
        pub pond: u32,
        /// Where it is deepest, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Where it is deepest, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Height of its surface.
        #[unit("m")]
        pub level_m: f64,
        /// Its greatest depth.
        #[unit("m")]
        pub depth_m: f64,
        /// Area of its surface.
        #[unit("m²")]
        pub area_m2: f64,
    }
}

table! {
    /// How dense a rule stands where a texture covers so much of the ground of its biome; classes without ground are left out.
    #[file("agreement.csv")]
    pub struct AgreementRow {
        /// Name of the rule.
        pub rule: String,
        /// Name of the texture.
        pub texture: String,
        /// Share of the ground that it covers, at least.
        pub share_from: f64,
        /// Share of the ground that it covers, less than this; the last class has 1 too.
        pub share_to: f64,
        /// Ground of the class, as places all over the tiles tell.
        #[unit("ha")]
        pub area_ha: f64,
        /// How many of the rule stand there.
        pub instances: u64,
        /// How many stand there, over that ground; empty where no place told of any.
        #[unit("per ha")]
        pub per_ha: Option<f64>,
        /// What the rule's density, ranges and obstacles ask for there, before it gives way to rules above and stands beside others;
        /// empty where no place told of any ground.
        #[unit("per ha")]
        pub authored_per_ha: Option<f64>,
    }
}

table! {
    /// An area that was filled at once, and how it meets another: its seam are its instances within two spacings of the other. Ratios
    /// are over its instances farther than that from its edge: 1 where no seam is seen.
    #[file("fills.csv")]
    pub struct FillRow {
        /// Name of the rule whose points fill the area.
        pub rule: String,
        /// The point method.
        pub method: String,
        /// How many stand.
        pub instances: u64,
        /// Mean distance of those within to the nearest; empty where there are none.
        #[unit("m")]
        pub nearest_m: Option<f64>,
        /// Least of these distances.
        #[unit("m")]
        pub least_m: Option<f64>,
        /// Name of the rule of the other area; empty where there is none.
        pub beside: String,
        /// How many stand at the seam.
        pub seam_instances: u64,
        /// Mean distance of those at the seam to the nearest of either area, over `nearest_m`.
        pub seam_nearest_ratio: Option<f64>,
        /// Least distance of those at the seam to another of either area.
        #[unit("m")]
        pub seam_least_m: Option<f64>,
        /// Others of either area within 1.5 `nearest_m` of those at the seam, on average, over those within: the pair correlation of
        /// short distances at the seam beside that within.
        pub seam_neighbours_ratio: Option<f64>,
    }
}

table! {
    /// One rule of a painted world, the most important first, and how much of it stands.
    #[file("rules.csv")]
    pub struct RuleRow {
        /// Name of the rule.
        pub rule: String,
        /// The asset, or the mix of assets, that it places.
        pub asset: String,
        /// The biome that it is for.
        pub biome: String,
        /// Radius of the disc of ground that each takes.
        #[unit("m")]
        pub footprint_m: f64,
        /// Its points where it is densest.
        #[unit("per ha")]
        pub densest_per_ha: f64,
        /// How many stand.
        pub instances: u64,
        /// How many stand, over the area of the tiles that were laid out.
        #[unit("per ha")]
        pub per_ha: f64,
    }
}

table! {
    /// One pattern of points, or what is left of it when a part of its points is taken away.
    #[file("patterns.csv")]
    pub struct PatternRow {
        /// `poisson`, `warped-grid`, `rings` or `hard-core`.
        pub pattern: String,
        /// Share of the points that are left.
        pub share: f64,
        /// Points that are left.
        pub points: u64,
        /// Points per m² times the square of the least distance between two; empty below two.
        pub packing: Option<f64>,
        /// Clark–Evans index; empty below two points.
        pub clark_evans: Option<f64>,
        /// How much more often than at random neighbours of a point stand in line with it; empty where none has two.
        pub collinear_index: Option<f64>,
    }
}

table! {
    /// What one edit of a painted world did to the instances of one rule.
    #[file("changes.csv")]
    pub struct ChangeRow {
        /// Name of the edit.
        pub edit: String,
        /// Name of the rule; empty for what was placed by hand.
        pub rule: String,
        /// How many stood before it.
        pub before: u64,
        /// How many stand after it.
        pub after: u64,
        /// Those that stand before and after it, with nothing about them changed.
        pub kept: u64,
        /// Those that no longer stand as they did.
        pub removed: u64,
        /// Those that did not stand so before.
        pub added: u64,
    }
}

table! {
    /// One instance that an edit of a painted world removed or added.
    #[file("changed.csv")]
    pub struct ChangedRow {
        /// Name of the edit.
        pub edit: String,
        /// `removed` or `added`.
        pub change: String,
        /// The rule that placed it; empty where it was placed by hand.
        pub rule: String,
        /// What stood or stands there.
        pub asset: String,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
    }
}

table! {
    /// One order in which patches are looked through, flown along the way of the camera.
    #[file("strategies.csv")]
    pub struct StrategyRow {
        /// `iterative-deepening`, `depth-first` or `breadth-first`.
        pub strategy: String,
        /// Patches that were opened.
        pub opened: u64,
        /// Patches that were closed.
        pub closed: u64,
        /// Patches that were closed without having been in view, large enough to stay open, in any frame after the one that
        /// opened them.
        pub wasted: u64,
        /// Patches that were looked at.
        pub visited: u64,
        /// Levels that were missing 100 m ahead of the camera, mean of the frames in which that is in the world.
        pub missing_levels: Option<f64>,
        /// Patches that were open at the same time, mean of all frames.
        pub open_mean: f64,
        /// Frames that it takes at the end of the way until all that is wanted there is open.
        pub frames_to_rest: u64,
    }
}

table! {
    /// One patch that is there after the last frame, parents before their children.
    #[file("patches.csv")]
    pub struct PatchRow {
        /// 0 is the whole world; each further one has half the sides.
        pub level: u32,
        /// From the west, below 2^level.
        pub column: u32,
        /// From the south, below 2^level.
        pub row: u32,
        /// `open` where its four children are there, so that their ground is drawn in the place of its own, or `closed`.
        pub state: String,
        /// Props that it dropped.
        pub props: u64,
    }
}

table! {
    /// One thing that was dropped and lies, in the order of the scenario; named as `[by_hand] file`, it keeps what lies when its
    /// `[[drop]]` is taken out.
    #[file("drop.csv")]
    pub struct DropRow {
        /// Name of the drop.
        pub drop: String,
        /// `added`: what this row is as a hand edit.
        pub change: String,
        /// Which it is, as 32 hexadecimal digits.
        pub instance: String,
        /// What lies there.
        pub asset: String,
        /// Place of its origin, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Height.
        #[unit("m")]
        pub z_m: f64,
        /// Height above the ground.
        #[unit("m")]
        pub above_m: f64,
        /// How it is turned from upright, a unit quaternion: x, to the east.
        pub qx: f64,
        /// The quaternion's y, to the north.
        pub qy: f64,
        /// The quaternion's z, up.
        pub qz: f64,
        /// The quaternion's real part.
        pub qw: f64,
        /// Size, as a factor.
        pub scale: f64,
        /// Brightness, as a factor of its colour.
        pub shade: f64,
        /// When it came to rest after it was let go; empty if it still moved when the time was over.
        #[unit("s")]
        pub rest_s: Option<f64>,
        /// How deep its lowest corner is in the ground.
        #[unit("m")]
        pub sunk_m: f64,
        /// How deep it is at most in what it touches.
        #[unit("m")]
        pub overlap_m: f64,
    }
}

table! {
    /// One prop that is there after the last frame, in the order of the patches.
    #[file("props.csv")]
    pub struct PropRow {
        /// The rule.
        pub prop: String,
        /// What stands there.
        pub asset: String,
        /// Level of its patch.
        pub level: u32,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Height.
        #[unit("m")]
        pub z_m: f64,
        /// How it is turned from upright, a unit quaternion: x, to the east.
        pub qx: f64,
        /// The quaternion's y, to the north.
        pub qy: f64,
        /// The quaternion's z, up.
        pub qz: f64,
        /// The quaternion's real part.
        pub qw: f64,
        /// Size, as a factor.
        pub scale: f64,
    }
}

table! {
    /// One hand edit of what the rules of a painted world lay out.
    #[file("by-hand.csv")]
    pub struct HandEditRow {
        /// `removed` or `added`; what was moved is both.
        pub change: String,
        /// The instance, 32 hex digits.
        pub instance: String,
        /// What stood or stands there.
        pub asset: String,
        /// Place, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Height above the ground.
        #[unit("m")]
        pub above_m: f64,
        /// How it is turned from upright, a unit quaternion: x, to the east.
        pub qx: f64,
        /// The quaternion's y, to the north.
        pub qy: f64,
        /// The quaternion's z, up.
        pub qz: f64,
        /// The quaternion's real part.
        pub qw: f64,
        /// Size, as a factor.
        pub scale: f64,
        /// Brightness, as a factor of its colour.
        pub shade: f64,
    }
}

table! {
    /// One tile of a painted world that is watched, row by row of tiles from the south.
    #[file("tiles.csv")]
    pub struct TileRow {
        /// The file beside this one that holds its rows of `instances.csv`.
        pub file: String,
        /// Column of the tile; tile 0, 0 has its south-western corner at 0, 0.
        pub tile_x: i32,
        /// Row of the tile.
        pub tile_y: i32,
        /// How many stand in it.
        pub instances: u64,
        /// BLAKE3 of the file, 64 hex digits.
        pub blake3: String,
    }
}

table! {
    /// One frame of a camera that moves through a painted world: what it opens are tiles, or patches where the world has props.
    #[file("frames.csv")]
    pub struct FrameRow {
        /// Number of the frame, from 0.
        pub frame: u32,
        /// Time that it took, milliseconds; the only column of these tables that differs from run to run.
        #[unit("ms")]
        pub ms: f64,
        /// Tiles or patches that were opened.
        pub opened: u32,
        /// Tiles or patches that were closed.
        pub closed: u32,
        /// Patches that were closed without having been in view, large enough to stay open, in any frame after the one that
        /// opened them; no tiles, as a frame opens what it wants.
        pub wasted: u32,
        /// Tiles or patches that are open after it.
        pub open: u32,
        /// The finest level of patches that is there after it; 0 for tiles.
        pub depth: u32,
        /// Place of the camera, to the east.
        #[unit("m")]
        pub x_m: f64,
        /// Place of the camera, to the north.
        #[unit("m")]
        pub y_m: f64,
        /// Instances that were laid out, or props that were dropped.
        pub made: u64,
        /// Instances or props that are there after it.
        pub there: u64,
    }
}

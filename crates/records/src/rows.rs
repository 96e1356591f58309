//! One struct for each table: a field is a column, in the order of the file.

use crate::table::table;

table! {
    /// One row a year and species, and one for all species together (`all`); like all tables but states without what
    /// stands in the strip `world.buffer_m`.
    #[file("census.csv")]
    pub struct CensusRow {
        /// Year of the run; 0 is the state the run began with.
        #[unit("year")]
        pub year: u32,
        /// Species name, or `all`.
        pub species: String,
        /// Living trees after the year, everything germinated.
        pub trees: u64,
        /// Those of them with a diameter of 10 cm or more.
        pub adults: u64,
        /// Seeds in the bank after the year.
        pub seeds: u64,
        /// Trees born of seeds in the year.
        pub germinated: u64,
        /// Trees born of stumps in the year.
        pub resprouted: u64,
        /// Trees that died in the year.
        pub died: u64,
        /// Those of them that were broken or struck by what strikes at any age and size.
        pub died_by_intrinsic: u64,
        /// Those of them that died as they grew too little: in crowds, on bad ground or in a bad climate.
        pub died_by_stress: u64,
        /// Those of them that died of old age.
        pub died_by_senescence: u64,
        /// Basal area of adults.
        #[unit("m² per ha")]
        pub basal_area_m2_per_ha: f64,
        /// Mean diameter of adults; empty without adults.
        #[unit("cm")]
        pub mean_dbh_cm: Option<f64>,
        /// Mean height of adults; empty without adults.
        #[unit("m")]
        pub mean_height_m: Option<f64>,
        /// Clark–Evans index of adults: naive on a torus, Donnelly on an open plot; empty below two.
        pub clark_evans: Option<f64>,
        /// Mean nearest-neighbour distance of adults; empty below two.
        #[unit("m")]
        pub mean_nnd_m: Option<f64>,
        /// Trees below 1.3 m.
        pub seedlings: u64,
        /// Trees of 1.3 m or more below 10 cm.
        pub saplings: u64,
        /// Seeds of trees here that landed here in the year.
        pub seeds_landed: u64,
        /// Seeds of trees here that came down elsewhere: beyond an open plot, or in its strip `world.buffer_m`.
        pub seeds_lost: u64,
        /// Of the trees that died in the year, those that game killed.
        pub died_by_browsing: u64,
        /// Seeds from elsewhere that landed here: from beyond the plot, or of trees in its strip.
        pub seeds_from_outside: u64,
        /// Of the trees that died in the year, those whose stem a storm broke.
        pub died_by_snapping: u64,
        /// Of the trees that died in the year, those that a storm uprooted.
        pub died_by_uprooting: u64,
        /// Of the trees that died in the year, those that another hit, which a storm threw.
        pub died_by_hit: u64,
        /// Of the trees that died in the year, those that lightning struck.
        pub died_by_lightning: u64,
        /// Of the trees that died in the year, those that burnt.
        pub died_by_fire: u64,
        /// Of the trees that died in the year, those that bark beetles killed.
        pub died_by_beetles: u64,
        /// Of the trees that died in the year, those that a dry year killed.
        pub died_by_drought: u64,
        /// Of the trees that died in the year, those that foresters felled.
        pub died_by_felling: u64,
        /// Trees that foresters planted in the year.
        pub planted: u64,
    }
}

table! {
    /// One living tree. Those of the strip `world.buffer_m` stand in `state/year-Y/strip.csv`, with the same columns.
    #[file("trees/year-Y.csv")]
    pub struct TreeRow {
        /// Running number, in the order of birth and within a year of keys.
        pub tree: u64,
        /// Species name.
        pub species: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Height of the ground, to the millimetre; 0 where it is level.
        #[unit("m")]
        pub z_m: f64,
        /// Whole years since birth.
        #[unit("years")]
        pub age_yr: u32,
        /// Diameter at breast height; 0 below 1.3 m of height.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Height.
        #[unit("m")]
        pub height_m: f64,
        /// Crown radius.
        #[unit("m")]
        pub crown_radius_m: f64,
        /// Running mean of the growth factor, 0 to 1.
        pub vigour: f64,
        /// 32 hex digits from which the tree's draws come.
        pub key: String,
        /// Height at which the crown begins.
        #[unit("m")]
        pub crown_base_m: f32,
        /// In what the tree differs from others of its species by its diameter: a normal number within ±2.
        pub dbh_score: f32,
        /// In what it differs by its height: a normal number within ±2.
        pub height_score: f32,
    }
}

table! {
    /// One seed in the bank.
    #[file("state/year-Y/seeds.csv")]
    pub struct SeedRow {
        /// 32 hex digits from which the seed's draws come.
        pub key: String,
        /// Species name.
        pub species: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Whole years in the ground.
        #[unit("years")]
        pub age_yr: u32,
        /// Score of its mother's diameter.
        pub mother_dbh_score: f32,
        /// Score of its mother's height.
        pub mother_height_score: f32,
    }
}

table! {
    /// One dead tree whose field has not faded yet, or whose stump may resprout.
    #[file("state/year-Y/dead.csv")]
    pub struct DeadRow {
        /// Running number it had as a tree.
        pub tree: u64,
        /// 32 hex digits, as it had as a tree.
        pub key: String,
        /// Species name.
        pub species: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Diameter at death.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Height at death.
        #[unit("m")]
        pub height_m: f64,
        /// `stump` where its roots live on and may resprout, else `snag`; how its stem stands or lies: `wood.csv`.
        pub kind: String,
        /// `intrinsic`, `stress`, `senescence`, `browsing`, `drought`, `snapped`, `uprooted`, `hit`, `lightning`, `fire`,
        /// `beetles` or `felled`.
        pub cause: String,
        /// Year in which it died; 0 or less: before the run began.
        #[unit("year")]
        pub year_died: i32,
        /// Whole years it lived.
        #[unit("years")]
        pub age_yr: u32,
        /// Running mean of the growth factor when it died, 0 to 1.
        pub vigour: f64,
        /// Score of its diameter.
        pub dbh_score: f32,
        /// Score of its height.
        pub height_score: f32,
    }
}

table! {
    /// The wood of one dead tree of 10 cm or more, until it has decayed.
    #[file("state/year-Y/wood.csv")]
    pub struct WoodRow {
        /// 32 hex digits, as it had as a tree.
        pub key: String,
        /// Species name.
        pub species: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Diameter at death.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Height at death.
        #[unit("m")]
        pub height_m: f64,
        /// What it died of, as in `dead.csv`.
        pub cause: String,
        /// Year in which it died; 0 or less: before the run began.
        #[unit("year")]
        pub year_died: i32,
        /// Share of its height to which its stem stood on after its death; what is above lies since then.
        pub stood_share: f32,
        /// Year in which that part fell; empty while it stands.
        #[unit("year")]
        pub year_fell: Option<i32>,
    }
}

table! {
    /// One birth or death.
    #[file("events.csv")]
    pub struct EventRow {
        /// Year of the event.
        #[unit("year")]
        pub year: u32,
        /// Running number of the tree.
        pub tree: u64,
        /// Species name.
        pub species: String,
        /// `birth` or `death`.
        pub event: String,
        /// Of a birth: `founder`, `seed`, `stump` or `planted`; of a death: its cause.
        pub cause: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Whole years it had lived.
        #[unit("years")]
        pub age_yr: u32,
        /// Its diameter at breast height; 0 below 1.3 m.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Its height.
        #[unit("m")]
        pub height_m: f64,
    }
}

table! {
    /// One value of one statistic of one part of the forest in one recorded year.
    #[file("spacing.csv")]
    pub struct SpacingRow {
        /// Recorded year.
        #[unit("year")]
        pub year: u32,
        /// `all`, `seedling`, `sapling`, `adult` or a species' name.
        pub scope: String,
        /// `nnd_density`, `G_raw`, `G_km`, `pcf`, `clark_evans_naive`, `clark_evans_donnelly`.
        pub statistic: String,
        /// Distance; empty for indices.
        #[unit("m")]
        pub r_m: Option<f64>,
        /// Estimate; empty where it is undefined. A density is per m, the others have no unit.
        pub observed: Option<f64>,
        /// What complete spatial randomness of the same density gives, in the unit of the estimate.
        pub theoretical: Option<f64>,
        /// Lower bound of the envelope; empty without one.
        pub envelope_low: Option<f64>,
        /// Upper bound of the envelope; empty without one.
        pub envelope_high: Option<f64>,
    }
}

table! {
    /// The gaps of the canopy in one recorded year; only where `[record.gaps]` asks for them.
    #[file("gaps.csv")]
    pub struct GapsRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// Gaps of at least `record.gaps.least_m2`.
        pub gaps: u64,
        /// Share of the ground that lies in them.
        pub share: f64,
        /// Mean area of a gap; empty without gaps.
        #[unit("m²")]
        pub mean_m2: Option<f64>,
        /// Median area of a gap; empty without gaps.
        #[unit("m²")]
        pub median_m2: Option<f64>,
        /// Area of the largest gap; empty without gaps.
        #[unit("m²")]
        pub largest_m2: Option<f64>,
        /// Share of the gaps' area that lies in gaps of at most 500 m²; empty without gaps.
        pub share_up_to_500_m2: Option<f64>,
    }
}

table! {
    /// The temperature and rain of one year; only where there is a `[climate]`, and of the first replicate.
    #[file("climate.csv")]
    pub struct ClimateRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// Mean temperature of the year.
        #[unit("°C")]
        pub temperature_c: f64,
        /// Rain, and snow as water, of the year.
        #[unit("mm")]
        pub rain_mm: f64,
    }
}

table! {
    /// What an inventory counts: living trees of 7 cm or more, one row a year and species, and one for all species together (`all`).
    #[file("inventory.csv")]
    pub struct InventoryRow {
        /// Year of the run; 0 is the state the run began with.
        #[unit("year")]
        pub year: u32,
        /// Species name, or `all`.
        pub species: String,
        /// Living trees of 7 cm or more.
        #[unit("per ha")]
        pub stems_per_ha: f64,
        /// Their basal area.
        #[unit("m² per ha")]
        pub basal_area_m2_per_ha: f64,
        /// Quadratic mean diameter: that of the tree of mean basal area; empty without trees.
        #[unit("cm")]
        pub quadratic_mean_dbh_cm: Option<f64>,
        /// Top height: mean height of the 100 thickest trees a hectare, of all where there are fewer; empty without trees.
        #[unit("m")]
        pub top_height_m: Option<f64>,
        /// Volume of their stems.
        #[unit("m³ per ha")]
        pub volume_m3_per_ha: f64,
        /// Dry mass of these trees above the ground, with branches.
        #[unit("t per ha")]
        pub biomass_t_per_ha: f64,
        /// Gross increment of the year: growth of the volume, with what died or was felled in the year and what grew to 7 cm; empty in
        /// the year with which the run began.
        #[unit("m³ per ha")]
        pub increment_m3_per_ha: Option<f64>,
        /// Volume of the trees that died in the year and were not felled.
        #[unit("m³ per ha")]
        pub died_m3_per_ha: f64,
        /// Volume of the living trees that were felled in the year.
        #[unit("m³ per ha")]
        pub felled_m3_per_ha: f64,
        /// Trees that grew to 7 cm in the year; empty in the year with which the run began.
        #[unit("per ha")]
        pub recruits_per_ha: Option<f64>,
        /// Leaf area over ground, of all trees, small ones too.
        #[unit("m² per m²")]
        pub leaf_area_index: f64,
        /// Share of the ground under the crowns of trees of 1.3 m or more, if these overlap by chance.
        pub canopy_cover: f64,
        /// Wood over 7 cm of the trees of 7 cm or more.
        #[unit("m³ per ha")]
        pub merchantable_m3_per_ha: f64,
        /// Wood over 7 cm that has grown since the run began: what there is more now, with all that died or was felled.
        #[unit("m³ per ha")]
        pub merchantable_production_m3_per_ha: f64,
        /// Mean height of the trees of 7 cm or more, by basal area; empty without trees.
        #[unit("m")]
        pub height_of_mean_tree_m: Option<f64>,
    }
}

table! {
    /// What foresters did: one row a year, intervention, species and assortment. Only where a scenario has interventions.
    #[file("harvest.csv")]
    pub struct HarvestRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// Name of the intervention.
        pub intervention: String,
        /// `thin`, `fell`, `select`, `shelterwood`, `salvage` or `plant`.
        pub kind: String,
        /// Species name.
        pub species: String,
        /// `sawlog`, `pulpwood` or `top` of a stem, or `planted`.
        pub assortment: String,
        /// Trees that gave some of it; of `planted`, young trees.
        #[unit("per ha")]
        pub trees_per_ha: f64,
        /// Volume of it.
        #[unit("m³ per ha")]
        pub volume_m3_per_ha: f64,
        /// Quadratic mean diameter of these trees; empty where they are lower than 1.3 m.
        #[unit("cm")]
        pub quadratic_mean_dbh_cm: Option<f64>,
    }
}

table! {
    /// The deadwood of trees of 10 cm or more at death, one row a year and species, and one for all species together (`all`).
    #[file("deadwood.csv")]
    pub struct DeadwoodRow {
        /// Year of the run; what died before it is known only where it comes from a grown forest.
        #[unit("year")]
        pub year: u32,
        /// Species name, or `all`.
        pub species: String,
        /// Dead trees and broken stems that stand, 1.3 m high or more.
        #[unit("per ha")]
        pub snags_per_ha: f64,
        /// Pieces that lie.
        #[unit("per ha")]
        pub logs_per_ha: f64,
        /// Broken stems that stand, lower than 1.3 m.
        #[unit("per ha")]
        pub stumps_per_ha: f64,
        /// Volume of what stands.
        #[unit("m³ per ha")]
        pub standing_m3_per_ha: f64,
        /// Volume of what lies.
        #[unit("m³ per ha")]
        pub lying_m3_per_ha: f64,
        /// Of both, the volume of wood that has lost up to a fifth of its dry mass.
        #[unit("m³ per ha")]
        pub class_1_m3_per_ha: f64,
        /// Up to two fifths.
        #[unit("m³ per ha")]
        pub class_2_m3_per_ha: f64,
        /// Up to three fifths.
        #[unit("m³ per ha")]
        pub class_3_m3_per_ha: f64,
        /// Up to four fifths.
        #[unit("m³ per ha")]
        pub class_4_m3_per_ha: f64,
        /// More; at 95 % it is gone.
        #[unit("m³ per ha")]
        pub class_5_m3_per_ha: f64,
        /// Dry mass of all of it.
        #[unit("t per ha")]
        pub dry_mass_t_per_ha: f64,
    }
}

table! {
    /// One index of sensitivity of a figure to a key of a sweep by Morris or Sobol. Figures that do not vary, or are not
    /// defined at every point, are left out.
    #[file("sensitivity.csv")]
    pub struct SensitivityRow {
        /// Recorded year.
        #[unit("year")]
        pub year: u32,
        /// Species name, or `all`.
        pub species: String,
        /// Column of the census.
        pub figure: String,
        /// The varied key.
        pub key: String,
        /// `mu`, `mu_star` and `sigma` of Morris: mean, mean size and standard deviation of what the key changes over its whole
        /// range; `first` and `total` of Sobol: the key's own share of the variance, and its share with all that it does
        /// together with other keys.
        pub index: String,
        /// The index: of Morris in the unit of the figure, of Sobol a share.
        pub value: f64,
        /// Lower end of its 95 % interval, where there is one.
        pub low: Option<f64>,
        /// Upper end.
        pub high: Option<f64>,
    }
}

table! {
    /// One figure of one year over all replicates.
    #[file("replicates.csv")]
    pub struct ReplicatesRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// `clark_evans_naive.adult`, `basal_area_m2_per_ha.all`, …: column and scope or species.
        pub figure: String,
        /// Mean over the replicates in which the figure is defined.
        pub mean: f64,
        /// Lower end of the 95 % interval of the mean (Student's t); empty for one replicate.
        pub low: Option<f64>,
        /// Upper end of the interval; empty for one replicate.
        pub high: Option<f64>,
        /// Replicates in which the figure is defined.
        pub n: u64,
    }
}

table! {
    /// One figure of one year of one replicate, from which `replicates.csv` is made.
    #[file("replicates/seed-S.csv")]
    pub struct ReplicateRow {
        /// Year of the run.
        #[unit("year")]
        pub year: u32,
        /// As in `replicates.csv`.
        pub figure: String,
        /// The value in this replicate.
        pub value: f64,
    }
}

table! {
    /// One compared method; the first row is what the others are compared to.
    #[file("methods.csv")]
    pub struct MethodsRow {
        /// Label of the method; `target` for the grown forest or the measured stand.
        pub method: String,
        /// `teleological` (causes are simulated) or `ontogenetic` (the look is imitated).
        pub family: String,
        /// Points of its first pattern.
        pub points: u64,
        /// Median time to lay that pattern out, on one thread; of a forest, the time inside its years.
        #[unit("s")]
        pub seconds: Option<f64>,
        /// Points over seconds.
        #[unit("per s")]
        pub points_per_s: Option<f64>,
        /// Clark–Evans index by `clark_evans_by`, mean over the method's patterns; of the first where another has fewer than two
        /// points, empty where that has.
        pub clark_evans: Option<f64>,
        /// Mean nearest-neighbour distance of the first pattern; empty below two points.
        #[unit("m")]
        pub nnd_mean_m: Option<f64>,
        /// Least nearest-neighbour distance.
        #[unit("m")]
        pub nnd_min_m: Option<f64>,
        /// Standard deviation of those distances over their mean.
        pub nnd_cv: Option<f64>,
        /// Greatest difference of G to the target's, mean over the method's patterns.
        pub g_ks: Option<f64>,
        /// Root mean square difference of L to the target's, mean over the patterns.
        #[unit("m")]
        pub l_rmse_m: Option<f64>,
        /// Root mean square difference of the pair correlation to the target's, mean over the patterns.
        pub pcf_rmse: Option<f64>,
        /// Extreme-rank-length p of the target's L among the patterns': below 0.05 it is hardly one of the method's.
        pub global_p: Option<f64>,
        /// Spacing that the method took, points that found no room, what a fit found and what it was fitted to.
        pub notes: String,
        /// The same p of G.
        pub g_p: Option<f64>,
        /// The same p of J, as far as F of random points is 0.9.
        pub j_p: Option<f64>,
        /// The functions by which the method is judged, those that it was not fitted to: `L`; `G J` where it was fitted
        /// to the pair correlation, of which L is the sum.
        pub judged_by: String,
        /// Their p: of two, twice the lesser.
        pub judged_p: Option<f64>,
        /// Pairs of points nearer than 0.3 / √λ, λ the target's points per m²; this and the next three are means over
        /// the method's patterns.
        pub overlaps: Option<f64>,
        /// Strings: rows of three or four points, linked within 0.5 / √λ and to no other point, a quarter as wide as long
        /// or less.
        pub strings: Option<f64>,
        /// Radius of the largest empty circle.
        #[unit("m")]
        pub largest_hole_m: Option<f64>,
        /// Width of the widest way from one side of the plot to the opposite one between the points, along either axis.
        #[unit("m")]
        pub corridor_m: Option<f64>,
        /// Forest or stand to which the row's pattern is compared.
        pub forest: String,
        /// What of the target the method was fitted to: `pcf`, the pair correlation, where numbers were fitted or where
        /// the method takes it over; empty where nothing was.
        pub fitted_to: String,
        /// `g_ks` over the forest's own, `own_g_ks` of `forests.csv`: about 1 where the method is as near as another
        /// such forest.
        pub g_over_own: Option<f64>,
        /// How the Clark–Evans index takes edges into account: `naive` on a torus, `donnelly` on an open plot.
        pub clark_evans_by: String,
        /// The p of G and J together, to which no method is fitted, so that all can be judged alike: twice the lesser, by
        /// Bonferroni's bound, as of two tests that each reject 5 % one or the other rejects up to 10 %.
        pub g_and_j_p: Option<f64>,
        /// Numbers that a fit found, as `distance_m=3.1`; empty where nothing was fitted.
        pub fitted: String,
        /// Root mean square difference of the pair correlation before the fit, plus the share of points that found no room: what a
        /// fit makes least, mean over eight patterns.
        pub fit_error_before: Option<f64>,
        /// The same with the numbers that were found.
        pub fit_error: Option<f64>,
    }
}

table! {
    /// One forest or stand with which methods were compared.
    #[file("forests.csv")]
    pub struct ForestsRow {
        /// What `methods.csv` calls it.
        pub forest: String,
        /// Trees compared.
        pub points: u64,
        /// Trees compared per area.
        #[unit("per ha")]
        pub points_per_ha: f64,
        /// Clark–Evans index: naive on a torus, Donnelly on an open plot.
        pub clark_evans: Option<f64>,
        /// How far another such forest is to be expected: greatest difference of G between halves of the plot, mean over
        /// both axes, over √2 as a half has half the trees; empty where a half has fewer than two.
        pub own_g_ks: Option<f64>,
        /// Method with the least `g_ks`; empty where none has one.
        pub nearest: String,
        /// Its `g_ks`.
        pub nearest_g_ks: Option<f64>,
        /// Methods that were tested.
        pub tested: u64,
        /// Those of which the forest could be a draw: by G and J, to which none was fitted, p is 0.05 or more.
        pub could_be_drawn: u64,
        /// Which trees they are.
        pub notes: String,
    }
}

table! {
    /// One point of a compared pattern.
    #[file("points/METHOD.csv")]
    pub struct PointRow {
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Species, or class of the method; empty where there is only one.
        pub species: String,
        /// Diameter of its crown or zone; empty where it has none.
        #[unit("m")]
        pub size_m: Option<f64>,
    }
}

table! {
    /// A summary function of a compared method's patterns beside the target's, at one distance.
    #[file("functions/METHOD/envelope_FUNCTION.csv")]
    pub struct EnvelopeRow {
        /// Distance.
        #[unit("m")]
        pub r: f64,
        /// The target's; empty where undefined.
        pub obs: Option<f64>,
        /// What complete spatial randomness gives; empty where that is not told.
        pub theo: Option<f64>,
        /// Lower end of the 95 % global envelope of the method's patterns; empty where undefined.
        pub lo: Option<f64>,
        /// Upper end.
        pub hi: Option<f64>,
        /// That of the method's first pattern; empty where undefined.
        pub first: Option<f64>,
    }
}

table! {
    /// How hard a tree of a measured pattern is pressed by the trees around it.
    #[file("competition.csv")]
    pub struct CompetitionRow {
        /// The tree, by the pattern's column `tree`, or its number in the pattern's file, from 1.
        pub tree: String,
        /// Hegyi's index: the sum of `d_j / (d_i * l_ij)` over its competitors, with diameters and distances.
        #[unit("1 per m")]
        pub index: f64,
    }
}

table! {
    /// One tree whose crown and roots grew in the space that it shares with its neighbours; only where `[crowns]` asks for
    /// them.
    #[file("crowns/trees-year-Y.csv")]
    pub struct CrownRow {
        /// Number of the tree in the table of trees.
        pub tree: u64,
        /// Species name.
        pub species: String,
        /// Where it stands, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Where it stands, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Height of the ground where it stands.
        #[unit("m")]
        pub z_m: f64,
        /// Diameter at breast height, which its stem has in the table of growth points too.
        #[unit("cm")]
        pub dbh_cm: f64,
        /// Height in the table of trees.
        #[unit("m")]
        pub height_m: f64,
        /// Attraction points in the space that its crown asked for, those included that neighbours asked for too.
        pub points_offered: u32,
        /// Attraction points that its crown reached.
        pub points_reached: u32,
        /// Volume of the space that its crown won: what an attraction point stands for, times those that it reached.
        #[unit("m³")]
        pub space_won_m3: f64,
        /// Height of the wood that grew over the collar.
        #[unit("m")]
        pub grown_height_m: f64,
        /// Mean width of that wood along x and y.
        #[unit("m")]
        pub crown_width_m: f64,
        /// Attraction points in the soil that its roots asked for.
        pub root_points_offered: u32,
        /// Attraction points that its roots reached.
        pub root_points_reached: u32,
        /// Mean width of its roots along x and y; 0 without roots.
        #[unit("m")]
        pub root_spread_m: f64,
        /// Its light, by which it grows: what its crown gets over the share that is enough of what a whole crown of its size would get in
        /// the open, 0 to 1; empty where crowns grew at the end of the run.
        pub light: Option<f64>,
        /// Its rows in the table of growth points.
        pub nodes: u32,
    }
}

table! {
    /// One growth point of a crown that grows with its tree, as the next year needs it: its place follows from these and from where its
    /// tree stands.
    #[file("state/year-Y/crowns.csv")]
    pub struct CrownStateRow {
        /// Number of the tree in the table of trees.
        pub tree: u64,
        /// Number within the tree; those that it grew from have lower ones.
        pub node: u32,
        /// Number of the one that it grew from; empty at the foot of the tree alone.
        pub parent: Option<u32>,
        /// From the foot of the tree, first coordinate.
        #[unit("m")]
        pub off_x_m: f32,
        /// From the foot of the tree, second coordinate.
        #[unit("m")]
        pub off_y_m: f32,
        /// Height over the foot of the tree.
        #[unit("m")]
        pub off_z_m: f32,
        /// Tips that it once bore and that have been shed.
        pub lost_tips: u32,
        /// Years in a row in which it gained too little.
        #[unit("years")]
        pub dark_yr: u32,
    }
}

table! {
    /// One node of a crown or a root system that grew in a stand, to the millimetre, and the segment that leads to it from
    /// its parent. Parents stand before children.
    #[file("crowns/year-Y.csv")]
    pub struct GrowthPointRow {
        /// Number of the tree in the table of trees.
        pub tree: u64,
        /// Running number within the tree; 0 is the collar, which shoot and root share.
        pub node: u32,
        /// Number of the node that it grew from; empty for the collar alone.
        pub parent: Option<u32>,
        /// `shoot` or `root`.
        pub part: String,
        /// Place, first coordinate.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Place, height, of the same origin as that of the ground.
        #[unit("m")]
        pub z_m: f64,
        /// Radius of the wood.
        #[unit("m")]
        pub radius_m: f64,
    }
}

table! {
    /// One node of a finished tree, and the segment that leads to it from its parent. Parents stand before children.
    #[file("skeleton.csv")]
    pub struct SkeletonRow {
        /// Running number; 0 is the collar, which shoot and root share.
        pub node: u32,
        /// Number of the node that it grew from; empty for the collar alone.
        pub parent: Option<u32>,
        /// `shoot` or `root`.
        pub part: String,
        /// Place, first coordinate; the tree's base is at 0.
        #[unit("m")]
        pub x_m: f64,
        /// Place, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Height above the base; below 0 for roots.
        #[unit("m")]
        pub z_m: f64,
        /// Radius of the wood.
        #[unit("m")]
        pub radius_m: f64,
        /// Order of the branch: 0 for the main axis, one more at each fork that it leaves.
        pub order: u32,
        /// Round of growth in which it came.
        pub iteration: u32,
    }
}

table! {
    /// One link that joins a dead end of a finished network to what is near it, so that it closes to a loop.
    #[file("links.csv")]
    pub struct LinkRow {
        /// Number of the dead end in skeleton.csv.
        pub from: u32,
        /// Number of the node to which the link leads.
        pub to: u32,
    }
}

table! {
    /// One leaf of a finished tree, or the card that stands for a spray of them, to a tenth of a millimetre.
    #[file("leaves.csv")]
    pub struct LeafRow {
        /// Its stalk, first coordinate; the tree's base is at 0.
        #[unit("m")]
        pub x_m: f64,
        /// Its stalk, second coordinate.
        #[unit("m")]
        pub y_m: f64,
        /// Height of its stalk above the base.
        #[unit("m")]
        pub z_m: f64,
        /// Its tip, first coordinate.
        #[unit("m")]
        pub tip_x_m: f64,
        /// Its tip, second coordinate.
        #[unit("m")]
        pub tip_y_m: f64,
        /// Height of its tip above the base.
        #[unit("m")]
        pub tip_z_m: f64,
        /// From edge to edge.
        #[unit("m")]
        pub width_m: f64,
    }
}

table! {
    /// One claim, and what an experiment says of it.
    #[file("claims.csv")]
    pub struct ClaimsRow {
        /// Number of the claim; after a dot the experiment, where several try it.
        pub id: String,
        /// `articles`, `forest`, `inhibition` or `trees`.
        pub set: String,
        /// Who says so: `article`, `comment` (a reader below it, or its author's answer) or `ours`, a row that follows a statement
        /// further than its article does, or holds trees and stands to measured ones.
        pub said_by: String,
        /// What is claimed.
        pub statement: String,
        /// What was done and measured, with the unit of the numbers.
        pub experiment: String,
        /// The values for which the claim holds.
        pub expected: String,
        /// What was found: mean or median over the seeds, as the experiment says.
        pub measured: f64,
        /// Lower end of its 95 % interval.
        pub low: f64,
        /// Upper end of its 95 % interval.
        pub high: f64,
        /// `holds` if the whole interval is expected, `fails` if nothing of it is, else `in part`.
        pub verdict: String,
        /// Seeds taken, from 0 on unless the command named another first one; 1 where no seed changes anything.
        pub seeds: u32,
        /// What a reader should know beside the verdict.
        pub remark: String,
    }
}

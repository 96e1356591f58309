//! What a painted world says: its biomes, its rules, and what stands in their way.

use serde::Deserialize;
use understory_keys::Literal::{Flag, Real, RealPair, Word};
use understory_keys::{
    Interval, Need, OutOfRange, ValueKind, When, choice, key, name, parameters, real, table,
};
use understory_scatter::{Elimination, Method, PoissonMaximal, Repulsion, Springs};

use crate::colour::Colour;
use crate::convex::{NotConvex, convex, edges, segment_distance_m2, turn};
use crate::smooth::bent;

/// Shorter lengths drown in the rounding of places.
const LENGTH: Interval = Interval::from(1e-3, 1e6);
const PLACE: Interval = Interval::from(-1e9, 1e9);
const FADE: Interval = Interval::from(0.0, 1e4);
/// Tiles know what stands so far around them.
const BESIDE: Interval = Interval::from(0.0, 1e3);
const HEIGHT: Interval = Interval::from(-1e4, 1e4);
/// A share of what is possible.
const SHARE: Interval = Interval::from(0.0, 1.0);
const SCALE: Interval = Interval::from(0.01, 100.0);

parameters! {
    /// How a world is laid out.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Place: Default {
        /// Side of the tiles that are laid out one by one; tile 0, 0 has its south-western corner at 0, 0.
        pub tile_m: f64 = real(Interval::from(1.0, 1e4), "m", "64.0").default(Real(64.0)),
        /// Share of each rule's density that stands; less only takes instances away.
        pub density_scale: f64 = real(SHARE, "", "0.5").default(Real(1.0)),
        /// Share of the small things that stand: those whose footprint is below `small_m`.
        pub quality: Quality = choice(Quality::WORDS, "", "\"medium\"").default(Word("high")),
        /// Footprint below which a thing is small.
        pub small_m: f64 = real(LENGTH, "m", "0.5").default(Real(0.5)),
        /// The points on which things may stand.
        pub pattern: PatternKind = choice(PatternKind::WORDS, "", "\"warped-grid\"").default(Word("poisson")),
        /// Whether instances are written as Parquet too, beside CSV; needs the feature `parquet`.
        pub parquet: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Whether the scene is written for readers without instancing too, a node for each instance.
        pub scene_nodes: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Whether what lies and stands is written as GeoJSON too, in metres of the world.
        pub geojson: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Whether instances are written as points of a PLY file too.
        pub ply: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Side of the texels of the textures that are written.
        pub texture_m: f64 = real(Interval::from(0.05, 1e3), "m", "2.0").default(Real(2.0)),
    }
}

parameters! {
    /// How much of the small things stands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Quality of words {
        /// A quarter.
        Low = "low",
        /// Half.
        Medium = "medium",
        /// All.
        High = "high",
    }
}

impl Quality {
    /// Share of the small things that stand.
    #[must_use]
    pub fn share(self) -> f64 {
        match self {
            Self::Low => 0.25,
            Self::Medium => 0.5,
            Self::High => 1.0,
        }
    }
}

parameters! {
    /// The points on which things may stand.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    pub enum PatternKind of words {
        /// Points at a least distance with room for no more, taken away so that the rest stays even.
        Poisson = "poisson",
        /// A grid bent by sines and cosines, taken away so that the rest stays even: the article's.
        WarpedGrid = "warped-grid",
        /// Crossings of two families of concentric rings, each third one staggered, as the grass of The Witness stands; taken
        /// away so that the rest stays even.
        Rings = "rings",
        /// Random candidates of which those with the least mark around stay: no tile that repeats, and nothing stored.
        HardCore = "hard-core",
    }
}

parameters! {
    /// How a tile is baked from a forest: which of its trees, how large, and in which order they are taken away.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Baking: Default {
        /// The species that is taken; left out, all are.
        pub species: Option<String> = name("\"beech\"").optional(),
        /// Least diameter at breast height of the trees that are taken.
        pub dbh_min_cm: f64 = real(Interval::from(0.0, 1e3), "cm", "10.0").default(Real(10.0)),
        /// Side of a square tile, at most the shorter side of the forest: it is cut out of the middle, and trees near the seam
        /// are moved. Left out, a forest on a torus is the tile as it grew, and of an open one it is the shorter side.
        pub side_m: Option<f64> = real(Interval::from(1.0, 1e5), "m", "100.0").optional(),
        /// In which order trees are taken away where the density is lower.
        pub ranks: Thinning = choice(Thinning::WORDS, "", "\"largest\"").default(Word("random")),
    }
}

parameters! {
    /// In which order the trees of a baked tile are taken away.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    pub enum Thinning of words {
        /// At random: what is left has the forest's K and pair correlation at every density.
        Random = "random",
        /// The smallest first: the large trees stay longest.
        Largest = "largest",
        /// Those with the nearest others first: what is left is more even than the forest.
        Even = "even",
    }
}

parameters! {
    /// A range with falloff: 1 from its lower to its upper end, and down to 0 over the falloff beyond either.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Range where Range::related {
        /// Lower end; left out, there is none.
        pub from: Option<f64> = real(HEIGHT, "", "0.3").optional(),
        /// Upper end; left out, there is none.
        pub to: Option<f64> = real(HEIGHT, "", "0.8").optional(),
        /// Width beyond either end over which it fades.
        #[serde(default)]
        pub falloff: f64 = real(Interval::from(0.0, 1e4), "", "0.2").default(Real(0.0)),
    }
}

impl Range {
    /// Range that holds everything.
    pub const ALL: Self = Self {
        from: None,
        to: None,
        falloff: 0.0,
    };

    /// From 0 to 1: how well a value lies in it.
    #[must_use]
    #[inline]
    pub fn response(&self, value: f64) -> f64 {
        let below = self.from.map_or(0.0, |from| from - value);
        let above = self.to.map_or(0.0, |to| value - to);
        let beyond = below.max(above);
        if beyond <= 0.0 {
            1.0
        } else if beyond < self.falloff {
            1.0 - beyond / self.falloff
        } else {
            0.0
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from > to => {
                let problem = format!("is {from}, above `to`, which is {to}");
                vec![OutOfRange::beside("from", problem, "turn them round")]
            }
            _ => Vec::new(),
        }
    }
}

/// A range of something that ground or paint says.
macro_rules! range {
    ($example:literal) => {
        table(Range::KEYS, $example).related(Range::RELATED).optional()
    };
}

parameters! {
    /// Where something may be: how lush, how high, how steep.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Where: Default {
        /// Lushness as painted, 0 to 1, with what blockers, roads and rivers take from it.
        pub weight: Option<Range> = range!("{ from = 0.3, falloff = 0.2 }"),
        /// Height of the ground, m.
        pub height_m: Option<Range> = range!("{ from = 2.0, to = 120.0, falloff = 10.0 }"),
        /// Angle between the ground and a level plane, degrees.
        pub slope_deg: Option<Range> = range!("{ to = 30.0, falloff = 10.0 }"),
        /// What its density is multiplied by besides: numbers, `+ - * /`, `min`, `max`, `abs`, `sqrt`, `clamp`, `smoothstep` and the names
        /// `weight`, `height_m`, `slope_deg`, `raised_m` (by how far a mesh raises the ground), `x_m`, `y_m` and those of maps; below 0 it counts as 0, above 1 as 1.
        pub expression: Option<String> = key(ValueKind::Text, "", "\"wet * (1 - slope_deg / 90)\"").optional(),
    }
}

parameters! {
    /// A kind of land.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Biome {
        /// What rules call it.
        pub name: String = name("\"forest\""),
        /// Its colour in the biome map and in figures.
        pub colour: Colour = key(ValueKind::Colour, "", "\"#2f6b3a\""),
        /// The texture that covers its ground before any other.
        pub texture: String = name("\"soil\""),
        /// Height of its ground, m, where biomes follow from the ground.
        pub height_m: Option<Range> = range!("{ from = 2.0, to = 120.0 }"),
        /// Steepness of its ground, degrees, where biomes follow from the ground.
        pub slope_deg: Option<Range> = range!("{ to = 30.0 }"),
        /// Distance to the sea, m, where biomes follow from the ground.
        pub shore_m: Option<Range> = range!("{ to = 40.0 }"),
        /// Depth of the water of a pond over its ground, m, where biomes follow from the ground and `biome.ponds` says that there
        /// are any; 0 on dry land.
        pub pond_m: Option<Range> = range!("{ from = 0.1 }"),
    }
}

parameters! {
    /// What stands where, in the order of importance: a rule gives way to all rules before it.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct Rule + "Where it may stand." place: Where = Where::KEYS; where Rule::related {
        /// What tables call it.
        pub name: String = name("\"oaks\""),
        /// What it places: an asset or a mix of assets. Its points and its draws follow from this name, so that rules which
        /// are added or split move nothing else.
        pub asset: String = name("\"oak\""),
        /// The biome it is for.
        pub biome: String = name("\"forest\""),
        /// Radius of the disc of ground that an instance takes at any scale; two of one rule keep twice that, but those of a
        /// rule with `grown` stand as they grew: there it may be left out for half of the median distance to the nearest.
        pub footprint_m: f64 = real(Interval::from(0.02, 1e3), "m", "2.5").need(Need::RequiredWithout("grown")),
        /// Share of the points that are taken where the ranges hold wholly.
        #[serde(default = "one")]
        pub density: f64 = real(SHARE, "", "0.6").default(Real(1.0)),
        /// That it is a rare special, such as a fallen tree, which has points of its own: so few of them that no pattern shows.
        pub rare: Option<Rare> = table(Rare::KEYS, "{ per_km2 = 4.0, apart_m = 150.0 }").optional(),
        /// The area that its points fill, laid out at once; without, they are those of `place.pattern`.
        pub fill: Option<Fill> =
            table(Fill::KEYS, "{ method = \"springs\", corners_m = [[0.0, 0.0], [90.0, 0.0], [60.0, 80.0]], per_ha = 400.0 }")
                .related(Fill::RELATED)
                .optional(),
        /// How far from the nearest thing of a rule before it.
        pub beside: Option<Beside> =
            table(Beside::KEYS, "{ rule = \"oaks\", to_m = 6.0, falloff_m = 3.0 }").related(Beside::RELATED).optional(),
        /// The axis it stands along: straight up as trees, or off the ground as stones.
        #[serde(default = "up")]
        pub align: Align = choice(Align::WORDS, "", "\"ground\"").default(Word("up")),
        /// Least and greatest angle off that axis, to any side.
        #[serde(default)]
        pub tilt_deg: [f64; 2] = pair(Interval::from(0.0, 180.0), "degrees", "[0.0, 6.0]", [0.0, 0.0]),
        /// Least and greatest turn around the axis.
        #[serde(default = "full_turn")]
        pub yaw_deg: [f64; 2] = pair(Interval::from(-360.0, 360.0), "degrees", "[0.0, 360.0]", [0.0, 360.0]),
        /// Least and greatest size, as a factor.
        #[serde(default = "same_size")]
        pub scale: [f64; 2] = pair(SCALE, "", "[0.8, 1.2]", [1.0, 1.0]),
        /// How far it is moved along the axis: below 0 into the ground.
        #[serde(default)]
        pub offset_m: f64 = real(HEIGHT, "m", "-0.1").default(Real(0.0)),
        /// Least and greatest brightness, as a factor of its colour.
        #[serde(default = "same_size")]
        pub shade: [f64; 2] = pair(Interval::from(0.0, 4.0), "", "[0.8, 1.1]", [1.0, 1.0]),
    }
}

impl Course {
    /// The straight pieces that it goes along, end to end: of one that bends, so many that it seems to, m.
    #[must_use]
    pub fn line_m(&self) -> Vec<[f64; 2]> {
        if self.smooth {
            bent(&self.points_m)
        } else {
            self.points_m.clone()
        }
    }
}

impl Biome {
    /// A kind of land of a map.
    #[must_use]
    pub fn new(name: &str, colour: Colour, texture: &str) -> Self {
        Self {
            name: name.to_owned(),
            colour,
            texture: texture.to_owned(),
            height_m: None,
            slope_deg: None,
            shore_m: None,
            pond_m: None,
        }
    }
}

impl Rule {
    /// A rule that takes all points of its biome.
    #[must_use]
    pub fn new(name: &str, asset: &str, biome: &str, footprint_m: f64) -> Self {
        Self {
            place: Where::default(),
            name: name.to_owned(),
            asset: asset.to_owned(),
            biome: biome.to_owned(),
            footprint_m,
            density: one(),
            rare: None,
            fill: None,
            beside: None,
            align: up(),
            tilt_deg: [0.0, 0.0],
            yaw_deg: full_turn(),
            scale: same_size(),
            offset_m: 0.0,
            shade: same_size(),
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        let pairs = [
            ("tilt_deg", self.tilt_deg),
            ("yaw_deg", self.yaw_deg),
            ("scale", self.scale),
            ("shade", self.shade),
        ];
        let upside_down = pairs
            .into_iter()
            .filter(|(_, [least, greatest])| least > greatest);
        upside_down
            .map(|(name, [least, greatest])| {
                let problem = format!("is [{least}, {greatest}], but runs from the least to the greatest");
                OutOfRange::beside(name, problem, "turn them round")
            })
            .collect()
    }
}

parameters! {
    /// How rare something is: its points are random, follow from no tile that repeats, and stay where they are when `per_km2` or
    /// `density` changes.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Rare {
        /// How many stand on the ground where the ranges hold wholly, on average, at the density 1.
        pub per_km2: f64 = real(Interval::from(1e-6, 1e6), "per km²", "4.0"),
        /// Least distance of two, from middle to middle.
        pub apart_m: f64 = real(LENGTH, "m", "150.0"),
    }
}

parameters! {
    /// An area that is filled at once, by a method that cannot lay out a part of it alone: so it should end where nature does, at a
    /// river or a road. What stands there keeps what distance the method gives it.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Fill where Fill::related {
        /// The point method, with its parameters as they are without others.
        pub method: FillMethod = choice(FillMethod::WORDS, "", "\"springs\""),
        /// Corners of the area, in either turn.
        pub corners_m: Vec<[f64; 2]> =
            key(ValueKind::RealPairs(PLACE), "m", "[[0.0, 0.0], [90.0, 0.0], [60.0, 80.0]]"),
        /// Points per ha.
        pub per_ha: f64 = real(Interval::from(1e-3, 1e6), "per ha", "400.0"),
    }
}

parameters! {
    /// Point methods that lay out an area at once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum FillMethod of words {
        /// Points on a net of springs that comes to rest.
        Springs = "springs",
        /// Points that push each other away.
        Repulsion = "repulsion",
        /// Random points at a least distance, with room for no more.
        PoissonMaximal = "poisson-maximal",
        /// Random points of which those go that are nearest to others.
        Elimination = "elimination",
    }
}

impl FillMethod {
    /// The method, with its parameters as they are without others.
    #[must_use]
    pub fn method(self) -> Method {
        match self {
            Self::Springs => Method::Springs(Springs::default()),
            Self::Repulsion => Method::Repulsion(Repulsion::default()),
            Self::PoissonMaximal => Method::PoissonMaximal(PoissonMaximal::default()),
            Self::Elimination => Method::Elimination(Elimination::default()),
        }
    }
}

impl Fill {
    /// Whether a place lies in the area: a line from it to the east crosses the edge an odd number of times.
    #[must_use]
    pub fn holds(&self, place_m: [f64; 2]) -> bool {
        let crosses = |[from, to]: [[f64; 2]; 2]| {
            let turned = turn(from, to, place_m);
            (from[1] > place_m[1]) != (to[1] > place_m[1]) && (turned > 0.0) == (to[1] > from[1])
        };
        edges(&self.corners_m).filter(|&ends_m| crosses(ends_m)).count() % 2 == 1
    }

    /// Distance of a place from the area's edge, m.
    #[must_use]
    pub fn edge_m(&self, place_m: [f64; 2]) -> f64 {
        let distances_m2 = edges(&self.corners_m).map(|ends_m| segment_distance_m2(ends_m, place_m));
        distances_m2.fold(f64::INFINITY, f64::min).sqrt()
    }

    fn related(&self) -> Vec<OutOfRange> {
        let count = self.corners_m.len();
        if count < 3 {
            let problem = format!("has {count} corners, but an area has at least three");
            return vec![OutOfRange::beside(
                "corners_m",
                problem,
                "go round the area, corner by corner",
            )];
        }
        Vec::new()
    }
}

parameters! {
    /// How far something stands from the nearest of what another rule places, from middle to middle: that stands where it does at
    /// full detail, so that less detail only takes away.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Beside where Beside::related {
        /// The rule, which is before the one that asks.
        pub rule: String = name("\"oaks\""),
        /// Least distance; left out, there is none.
        pub from_m: Option<f64> = real(BESIDE, "m", "2.0").optional(),
        /// Greatest distance; left out, there is none.
        pub to_m: Option<f64> = real(BESIDE, "m", "6.0").optional(),
        /// Width beyond either end over which it fades.
        #[serde(default)]
        pub falloff_m: f64 = real(BESIDE, "m", "3.0").default(Real(0.0)),
    }
}

impl Beside {
    /// From 0 to 1: how well a distance lies in it, m; infinite where nothing is near.
    #[must_use]
    pub fn response(&self, distance_m: f64) -> f64 {
        self.range().response(distance_m)
    }

    /// Beyond this distance all are the same, m.
    #[must_use]
    pub fn reach_m(&self) -> f64 {
        match (self.from_m, self.to_m) {
            (_, Some(to_m)) => to_m + self.falloff_m,
            (from_m, None) => from_m.unwrap_or(0.0),
        }
    }

    fn range(&self) -> Range {
        Range {
            from: self.from_m,
            to: self.to_m,
            falloff: self.falloff_m,
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        match (self.from_m, self.to_m) {
            (None, None) => {
                let problem = "is not given, and neither is `from_m`".to_owned();
                vec![OutOfRange::beside(
                    "to_m",
                    problem,
                    "give the greatest distance, the least, or both",
                )]
            }
            (Some(from_m), Some(to_m)) if from_m > to_m => {
                let problem = format!("is {from_m}, above `to_m`, which is {to_m}");
                vec![OutOfRange::beside("from_m", problem, "turn them round")]
            }
            _ => Vec::new(),
        }
    }
}

parameters! {
    /// The axis an instance stands along.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Align of words {
        /// Straight up.
        Up = "up",
        /// Off the ground.
        Ground = "ground",
    }
}

parameters! {
    /// One asset of several that stand in the place of one: an instance of `of` becomes this one with a chance by its share.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Mix {
        /// The asset in whose place it stands.
        pub of: String = name("\"oak\""),
        /// The asset, which may be a mix itself.
        pub asset: String = name("\"old-oak\""),
        /// Its share beside those of the others of this mix.
        #[serde(default = "one")]
        pub share: f64 = real(Interval::from(1e-6, 1e6), "", "0.3").default(Real(1.0)),
    }
}

parameters! {
    /// Free words on an asset for other programs: a sound, a trigger. They stand beside each of its instances.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Tag {
        /// The asset.
        pub asset: String = name("\"oak\""),
        /// The words, which nothing here reads.
        pub words: String = key(ValueKind::Text, "", "\"sound:rustle climbable\""),
    }
}

parameters! {
    /// A texture that replaces those before it where it may be.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct Texture + "Where it may be." place: Where = Where::KEYS; {
        /// What it is called; several rules may lay one texture.
        pub texture: String = name("\"moss\""),
        /// The biome it is for.
        pub biome: String = name("\"forest\""),
        /// How much of the textures before it is covered where the ranges hold wholly.
        #[serde(default = "one")]
        pub density: f64 = real(SHARE, "", "0.7").default(Real(1.0)),
    }
}

parameters! {
    /// A ball or a convex polygon that nothing stands in, such as a house: what was painted stays as it is. Of a prefab,
    /// places are from its middle, to the east and to the north before it is turned.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Blocker where Blocker::related {
        /// What it is called.
        pub name: String = name("\"mill\""),
        /// Where the centre of a ball is.
        pub at_m: Option<[f64; 2]> = key(ValueKind::RealPair(PLACE), "m", "[40.0, 12.0]").optional(),
        /// The radius of a ball.
        pub radius_m: Option<f64> = real(LENGTH, "m", "8.0").need(Need::RequiredWith("at_m")).when(When::With("at_m")),
        /// Corners of a convex polygon in the place of a ball, in either turn.
        #[serde(default)]
        pub corners_m: Option<Vec<[f64; 2]>> =
            key(ValueKind::RealPairs(PLACE), "m", "[[30.0, 5.0], [50.0, 5.0], [50.0, 20.0]]").optional(),
        /// Distance from it over which lushness comes back.
        #[serde(default)]
        pub fade_m: f64 = real(FADE, "m", "10.0").default(Real(0.0)),
    }
}

impl Blocker {
    /// A ball, without a fade.
    #[must_use]
    pub fn ball(name: &str, at_m: [f64; 2], radius_m: f64) -> Self {
        Self {
            name: name.to_owned(),
            at_m: Some(at_m),
            radius_m: Some(radius_m),
            corners_m: None,
            fade_m: 0.0,
        }
    }

    /// A convex polygon, without a fade.
    #[must_use]
    pub fn polygon(name: &str, corners_m: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.to_owned(),
            at_m: None,
            radius_m: None,
            corners_m: Some(corners_m),
            fade_m: 0.0,
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        let wrong = |problem: String, hint| vec![OutOfRange::beside("corners_m", problem, hint)];
        // That it is either a ball or a polygon is another matter.
        let Some(corners_m) = &self.corners_m else {
            return Vec::new();
        };
        match convex(corners_m) {
            Ok(_) => Vec::new(),
            Err(NotConvex::TooFew(count)) => {
                let problem = format!("has {count} corners, but a polygon has at least three");
                wrong(problem, "give `at_m` and `radius_m` for a ball")
            }
            Err(NotConvex::Twice(number)) => {
                let problem = format!("has corner {number} twice in a row");
                wrong(problem, "leave one of them out; it is closed by itself")
            }
            Err(NotConvex::Dented(number)) => {
                let problem = format!(
                    "is no convex polygon: it has corners on both sides of its edge from corner {number}, or no ground"
                );
                wrong(problem, "make it several blockers, each without a dent")
            }
        }
    }
}

parameters! {
    /// An asset that stands for several, with blockers around it: wherever it is placed, its parts and its blockers come with it,
    /// moved, turned and scaled as it is.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Prefab {
        /// The asset that rules, instances, mixes and other prefabs name.
        pub name: String = name("\"farm\""),
        /// What it is made of.
        #[serde(default)]
        pub part: Vec<Part> = key(ValueKind::Tables(Part::KEYS, &[]), "", "").optional(),
        /// What nothing else stands in around it.
        #[serde(default)]
        pub blocker: Vec<Blocker> =
            key(ValueKind::Tables(Blocker::KEYS, &["at_m", "corners_m"]), "", "").related(Blocker::RELATED).optional(),
    }
}

parameters! {
    /// One asset of a prefab; it stands on the ground where it is.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Part {
        /// The asset, which may be a mix or a prefab itself.
        pub asset: String = name("\"house\""),
        /// Where it stands from the middle of the prefab, to the east and to the north before that is turned.
        #[serde(default)]
        pub at_m: [f64; 2] = pair(Interval::from(-1e4, 1e4), "m", "[12.0, -4.0]", [0.0, 0.0]),
        /// How far it is turned in the prefab, counterclockwise as seen from above.
        #[serde(default)]
        pub yaw_deg: f64 = real(Interval::from(-360.0, 360.0), "degrees", "90.0").default(Real(0.0)),
        /// Its size, as a factor.
        #[serde(default = "one")]
        pub scale: f64 = real(SCALE, "", "1.0").default(Real(1.0)),
        /// How far it is raised above the ground: below 0 into it.
        #[serde(default)]
        pub offset_m: f64 = real(HEIGHT, "m", "-0.1").default(Real(0.0)),
    }
}

parameters! {
    /// A road or a river: nothing stands on it.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Course {
        /// What it is called.
        pub name: String = name("\"mill-lane\""),
        /// The points it goes through.
        pub points_m: Vec<[f64; 2]> = key(ValueKind::RealPairs(PLACE), "m", "[[0.0, 10.0], [60.0, 25.0]]"),
        /// Its whole width.
        pub width_m: f64 = real(LENGTH, "m", "6.0"),
        /// Distance from its edge over which lushness comes back.
        #[serde(default)]
        pub fade_m: f64 = real(FADE, "m", "10.0").default(Real(0.0)),
        /// Whether it bends through its points in place of turning at them.
        #[serde(default)]
        pub smooth: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
    }
}

parameters! {
    /// Something placed by hand, which nothing else stands in.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Placed {
        /// What it is called.
        pub name: String = name("\"well\""),
        /// The asset.
        pub asset: String = name("\"stone-well\""),
        /// Where it stands.
        pub at_m: [f64; 2] = key(ValueKind::RealPair(PLACE), "m", "[40.0, 12.0]"),
        /// Radius of the disc of ground that it takes.
        pub footprint_m: f64 = real(LENGTH, "m", "1.5"),
        /// Distance from that disc over which lushness comes back.
        #[serde(default)]
        pub fade_m: f64 = real(FADE, "m", "4.0").default(Real(0.0)),
        /// How far it is turned, counterclockwise as seen from above.
        #[serde(default)]
        pub yaw_deg: f64 = real(Interval::from(-360.0, 360.0), "degrees", "90.0").default(Real(0.0)),
        /// Its size, as a factor.
        #[serde(default = "one")]
        pub scale: f64 = real(SCALE, "", "1.0").default(Real(1.0)),
        /// How far it is raised: below 0 into the ground.
        #[serde(default)]
        pub offset_m: f64 = real(HEIGHT, "m", "-0.1").default(Real(0.0)),
    }
}

parameters! {
    /// A mesh that is set into the ground, such as a rock or a ruin: where it is higher than the ground, its top is the ground that
    /// things stand on.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct SetMesh {
        /// What it is called.
        pub name: String = name("\"ruin\""),
        /// Where its origin is, at the height of the bare ground there.
        pub at_m: [f64; 2] = key(ValueKind::RealPair(PLACE), "m", "[40.0, 12.0]"),
        /// How far it is turned, counterclockwise as seen from above.
        #[serde(default)]
        pub yaw_deg: f64 = real(Interval::from(-360.0, 360.0), "degrees", "90.0").default(Real(0.0)),
        /// Its size, as a factor.
        #[serde(default = "one")]
        pub scale: f64 = real(SCALE, "", "1.0").default(Real(1.0)),
        /// How far it is raised: below 0 into the ground.
        #[serde(default)]
        pub offset_m: f64 = real(HEIGHT, "m", "-0.1").default(Real(0.0)),
    }
}

parameters! {
    /// What is shown out to a distance from the camera; nothing is shown beyond the last.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Ring {
        /// Distance from the camera that it ends at.
        pub to_m: f64 = real(LENGTH, "m", "256.0"),
        /// Least footprint that is shown.
        #[serde(default)]
        pub footprint_m: f64 = real(Interval::from(0.0, 1e3), "m", "0.5").default(Real(0.0)),
        /// Whether flat pictures (imposters) stand in the place of the assets.
        #[serde(default)]
        pub imposters: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
    }
}

/// Two numbers, the least and the greatest.
const fn pair(
    interval: Interval,
    unit: &'static str,
    example: &'static str,
    default: [f64; 2],
) -> understory_keys::Key {
    key(ValueKind::RealPair(interval), unit, example).default(RealPair(default))
}

fn up() -> Align {
    Align::Up
}

fn one() -> f64 {
    1.0
}

fn full_turn() -> [f64; 2] {
    [0.0, 360.0]
}

fn same_size() -> [f64; 2] {
    [1.0, 1.0]
}

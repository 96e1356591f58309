//! When patches open, and what they drop.

use serde::Deserialize;
use understory_keys::Literal::{Real, RealPair, Whole, Word};
use understory_keys::{
    Checked, Interval, OutOfRange, ValueKind, choice, key, name, parameters, real, table, whole,
};

use crate::parameters::{Align, Range};

/// Columns of the finest level are counted in 32 bits, and finer patches would be smaller than what stands on them.
const MOST_LEVELS: i64 = 24;

parameters! {
    /// When patches open and close, and how much of that a frame does.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Refining: Default {
        /// The finest level of patches; the patch of level 0 is the whole world, and each level has half the sides.
        pub finest_level: u32 = whole(0, MOST_LEVELS, "", "9").default(Whole(9)),
        /// A patch opens where it is at least so large on the screen: its diagonal over its distance, times the screen's
        /// diagonal.
        pub open_px: f64 = real(Interval::from(1.0, 1e6), "px", "600.0").default(Real(900.0)),
        /// A patch closes where it is smaller than `open_px` by more than this share of it; without it a camera that sways
        /// opens and closes patches all the time.
        pub hysteresis: f64 = real(Interval::from(0.0, 0.95), "", "0.3").default(Real(0.25)),
        /// Patches that a frame opens at most.
        pub patches_per_frame: u32 = whole(1, 1_000_000, "", "8").default(Whole(16)),
        /// Props that a frame makes at most; what one patch and its three sisters may drop must fit.
        pub props_per_frame: u32 = whole(1, 1_000_000_000, "", "2000").default(Whole(20_000)),
        /// In which order patches are looked through.
        pub strategy: Strategy = choice(Strategy::WORDS, "", "\"depth-first\"").default(Word("iterative-deepening")),
        /// Angle between two opposite corners of the screen.
        pub field_deg: f64 = real(Interval::from(1.0, 170.0), "°", "75.0").default(Real(70.0)),
        /// The screen's diagonal.
        pub screen_px: f64 = real(Interval::from(1.0, 1e6), "px", "1468.0").default(Real(2203.0)),
    }
}

parameters! {
    /// In which order patches are looked through.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    pub enum Strategy of words {
        /// From the root, again and again, by the camera as it is now; what opens is looked into only the next time, so that
        /// a pass adds one level at most.
        IterativeDeepening = "iterative-deepening",
        /// From the root, each patch with all that it holds before its sister; a patch that is wanted when its parent is
        /// looked at is opened when its turn comes.
        DepthFirst = "depth-first",
        /// From the root, level by level; a patch that is wanted when its parent is looked at is opened when its turn comes.
        BreadthFirst = "breadth-first",
    }
}

impl Refining {
    /// Whether every patch can be opened under this budget where it and its sisters drop these props.
    ///
    /// # Errors
    /// A key that is out of range, or a budget that some patch could never be opened with.
    pub fn has_room_for(&self, rules: &[PropRule]) -> Result<(), OutOfRange> {
        self.in_range()?;
        let most = |level: u32| -> u64 {
            let at_level = rules.iter().filter(|rule| rule.is_at(level));
            4 * at_level.map(|rule| u64::from(rule.per_patch[1])).sum::<u64>()
        };
        let fullest = (1..=self.finest_level).max_by_key(|&level| most(level));
        match fullest.filter(|&level| most(level) > u64::from(self.props_per_frame)) {
            None => Ok(()),
            Some(level) => {
                let problem = format!(
                    "is {}, but the four patches of level {level} that come with one opening may drop {} props",
                    self.props_per_frame,
                    most(level)
                );
                Err(OutOfRange::beside(
                    "props_per_frame",
                    problem,
                    "allow as many in a frame",
                ))
            }
        }
    }
}

parameters! {
    /// What the patches of some levels drop.
    ///
    /// A prop keeps no distance: it may touch others, and reach over the edge of its patch.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct PropRule where PropRule::related {
        /// Its name; what it draws follows from it.
        pub name: String = name("\"rocks\""),
        /// What is dropped.
        pub asset: String = name("\"boulder\""),
        /// First and last level whose patches drop it: `[4, 9]` layers rocks, `[7, 7]` has trees on one level.
        pub levels: [u32; 2] = key(ValueKind::WholePair(0, MOST_LEVELS), "", "[4, 9]"),
        /// Fewest and most of a patch, each number between them equally likely.
        pub per_patch: [u32; 2] = key(ValueKind::WholePair(0, 10_000), "", "[0, 3]"),
        /// Scale of the asset on a patch 1 m wide; left out, `scale` holds on every level.
        pub scale_per_m: Option<f64> = real(Interval::from(1e-6, 1e3), "1/m", "0.01").optional(),
        /// Least and greatest scale of the asset, or factor of what `scale_per_m` gives.
        #[serde(default = "one_size")]
        pub scale: [f64; 2] = key(ValueKind::RealPair(Interval::from(0.001, 1000.0)), "", "[1.0, 10.0]").default(RealPair([1.0, 1.0])),
        /// Depth to which it stands in the ground, as a share of its scale.
        #[serde(default)]
        pub sunk: f64 = real(Interval::from(-10.0, 10.0), "", "0.3").default(Real(0.0)),
        /// The axis it stands along: straight up as trees, or off the ground as stones.
        #[serde(default = "up")]
        pub align: Align = choice(Align::WORDS, "", "\"ground\"").default(Word("up")),
        /// Slopes that it stands on, degrees; left out, on all.
        #[serde(default)]
        pub slope_deg: Option<Range> = table(Range::KEYS, "{ to = 35.0, falloff = 10.0 }").related(Range::RELATED).optional(),
        /// Heights of the ground that it stands on, m; left out, on all that is not under water.
        #[serde(default)]
        pub height_m: Option<Range> = table(Range::KEYS, "{ from = 2.0, to = 80.0 }").related(Range::RELATED).optional(),
    }
}

fn one_size() -> [f64; 2] {
    [1.0, 1.0]
}

fn up() -> Align {
    Align::Up
}

impl PropRule {
    /// Whether patches of a level drop it.
    pub(super) fn is_at(&self, level: u32) -> bool {
        (self.levels[0]..=self.levels[1]).contains(&level)
    }

    fn related(&self) -> Vec<OutOfRange> {
        let pairs = [
            ("levels", self.levels.map(f64::from)),
            ("per_patch", self.per_patch.map(f64::from)),
            ("scale", self.scale),
        ];
        let upside_down = pairs.into_iter().filter(|(_, [from, to])| from > to);
        upside_down
            .map(|(name, [from, to])| {
                let problem = format!("is [{from}, {to}], but runs from the least to the greatest");
                OutOfRange::beside(name, problem, "turn them round")
            })
            .collect()
    }
}

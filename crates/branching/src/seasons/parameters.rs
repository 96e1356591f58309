//! What a user may set about a tree that lives its years.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, RealTriple, Table, Whole, Word};
use understory_keys::{Interval, OutOfRange, ValueKind, choice, key, parameters, real, table, whole};

use crate::ranges::{CROOKEDNESS, LENGTH, MANY, SHARE, SIZE};

const YEARS: Interval = Interval::from(0.0, 1000.0);
/// Numbers per metre of shoot that turn a heading.
const TURN: Interval = Interval::from(-20.0, 20.0);

parameters! {
    /// How a tree lives its years: what each bud sees, what light pays for, which way shoots grow, what is shed.
    ///
    /// Every year each bud senses the space and the light before it. Light adds up from the twigs to the base; the
    /// vigour that it pays for is shared out again from the base to the buds, at each fork the more to the axis that
    /// carries on the higher its apical control. A bud whose vigour pays for a metamer or more grows a shoot of them.
    ///
    /// # Source
    /// Palubicki et al. 2009, *Self-organizing tree models for image synthesis*, ACM Transactions on Graphics 28(3): its abstract
    /// and the beginning of its introduction were read, its equations in re-implementations alone, its table of species nowhere.
    /// Path limits, ranks, neighbours and dead wood are ours.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Seasons: Default where Seasons::related {
        /// Length of a metamer, a piece of shoot between two buds.
        pub internode_m: f64 = real(Interval::from(0.005, 10.0), "m", "0.15").default(Real(0.15)),
        /// The longest shoot that the leader makes in a year.
        pub shoot_m: f64 = real(LENGTH, "m", "0.6").default(Real(0.6)),
        /// Way along the wood from the ground at which shoots grow no longer: they shorten in proportion.
        pub longest_path_m: f64 = real(LENGTH, "m", "30.0").default(Real(30.0)),
        /// Way along the wood from the stem at which limbs and what they bear grow no longer: their shoots shorten in
        /// proportion; left out: `longest_path_m` alone bounds them.
        pub longest_limb_m: Option<f64> = real(LENGTH, "m", "8.0").optional(),
        /// Age at which shoots reach half of their length.
        pub youth_yr: f64 = real(YEARS, "yr", "4.0").default(Real(4.0)),
        /// The greatest age.
        pub oldest_yr: u32 = whole(1, 1000, "yr", "300").default(Whole(300)),
        /// Metamers that the light of one bud in the open pays for in a year.
        pub vigour: f64 = real(Interval::from(0.0, 1000.0), "", "3.0").default(Real(3.0)),
        /// Share of a shoot that was laid down in its bud by the vigour of the year before: 1 for determinate shoots, 0 for
        /// those that grow as long as this year's vigour lets them.
        pub preformed: f64 = real(SHARE, "", "0.9").default(Real(0.0)),
        /// Age at which apical control has passed from each axis' `apical_control` to its `apical_control_old`.
        pub mature_yr: f64 = real(YEARS, "yr", "40.0").default(Real(40.0)),
        /// How far a bud sees free space, in metamers.
        pub sight_internodes: f64 = real(Interval::from(1.0, 10.0), "", "5.0").default(Real(5.0)),
        /// How far around a metamer it takes the space, in metamers.
        pub space_internodes: f64 = real(Interval::from(0.5, 10.0), "", "2.0").default(Real(2.0)),
        /// How much a shoot turns towards free space, beside its own heading.
        pub toward_space: f64 = real(Interval::from(0.0, 10.0), "", "0.3").default(Real(0.3)),
        /// The shade that leaves cast.
        pub shade: LeafShade = table(LeafShade::KEYS, "{ per_leaf = 0.1 }").default(Table),
        /// Years that leaves stay.
        pub leaf_yr: u32 = whole(1, 20, "yr", "1").default(Whole(1)),
        /// Years that a bud waits for its turn: then one at an end dies, and one at a side sleeps.
        pub bud_yr: u32 = whole(1, 100, "yr", "4").default(Whole(4)),
        /// A branch dies when the light of its buds, per metamer, is below this.
        pub shed_light: f64 = real(SHARE, "", "0.1").default(Real(0.1)),
        /// Probability that a branch of the stem, or of a limb, is lost to storm or snow.
        pub limb_loss: f64 = real(SHARE, "per yr", "0.005").default(Real(0.0)),
        /// Years that a pipe from leaf to root conducts, whether its bud lives or another takes it over; then it is heartwood,
        /// and a new one thickens the wood.
        pub pipe_yr: u32 = whole(1, 1000, "yr", "60").default(Whole(100)),
        /// Years that the thickest dead limbs stay on the tree; thin ones fall sooner.
        pub dead_limb_yr: f64 = real(YEARS, "yr", "6.0").default(Real(6.0)),
        /// Probability that a sleeping bud on stem or limb wakes in a year, in full light.
        pub waking: f64 = real(SHARE, "per yr", "0.01").default(Real(0.0)),
        /// Length of the short shoots that the buds that did not grow bear at the end, 0 for none.
        pub short_shoot_m: f64 = real(SIZE, "m", "0.05").default(Real(0.05)),
        /// Branches that leave the stem below this height are taken away, and shoots that hang end above it, once the tree is
        /// 2.5 times as high: browsed, pruned.
        pub clear_m: f64 = real(SIZE, "m", "1.8").default(Real(0.0)),
        /// Which way and how strongly wind turns shoots, per metre of shoot; its length also says how many of the buds
        /// that face it die.
        pub wind: [f64; 3] = key(ValueKind::RealTriple(TURN), "per m", "[0.5, 0.0, 0.0]").default(RealTriple([0.0; 3])),
        /// Distance to the neighbours of a closed stand over the height of the tree.
        pub spacing_per_height: f64 = real(Interval::from(0.01, 10.0), "", "0.2").default(Real(0.2)),
        /// Share of their height that the crowns of neighbours in a closed stand take.
        pub closed_crown_share: f64 = real(Interval::above(0.0, 1.0), "", "0.5").default(Real(0.5)),
        /// Growth ends when the shoot has this many nodes.
        pub most_nodes: u32 = whole(1, MANY, "", "200000").default(Whole(1_000_000)),
        /// Stems from the ground.
        pub stems: u32 = whole(1, 100, "", "12").default(Whole(1)),
        /// The stem.
        pub stem: Axis = table(Axis::KEYS, "{ apical_control = 0.6 }").default(Table),
        /// Branches of the stem.
        pub limbs: Axis = table(Axis::KEYS, "{ angle_deg = 60.0 }").default(Table),
        /// Branches of these, and all beyond.
        pub twigs: Axis = table(Axis::KEYS, "{ angle_deg = 45.0 }").default(Table),
    }
}

/// A tree this many times as high as its clear stem has lost the branches of that.
const OUTGROWN: f64 = 2.5;
/// Voxels along the longest path.
const MOST_VOXELS: f64 = 100.0;

impl Seasons {
    fn related(&self) -> Vec<OutOfRange> {
        let (voxel_m, path_m) = (self.shade.voxel_m, self.longest_path_m);
        let mut found = Vec::new();
        if path_m > MOST_VOXELS * voxel_m {
            let problem = format!(
                "is {voxel_m}, but a path of `longest_path_m` = {path_m} m holds at most {MOST_VOXELS} voxels"
            );
            let hint = "make voxels larger or the path shorter";
            found.push(OutOfRange::beside("shade.voxel_m", problem, hint));
        }
        if self.clears_from_m() > path_m {
            let problem = format!(
                "is {}, but stems are cleared once trees are {OUTGROWN} times as high, and no way along the wood is longer than `longest_path_m` = {path_m} m",
                self.clear_m
            );
            let hint = "make it lower or the path longer";
            found.push(OutOfRange::beside("clear_m", problem, hint));
        }
        let [east, north, up] = self.wind;
        if east == 0.0 && north == 0.0 && up != 0.0 {
            let problem = format!(
                "is [0, 0, {up}], but wind that blows straight {} comes from nowhere",
                if up > 0.0 { "up" } else { "down" }
            );
            let hint = "let it blow along the ground, e.g. `wind = [0.5, 0.0, 0.0]`";
            found.push(OutOfRange::beside("wind", problem, hint));
        }
        found
    }

    /// Height from which on the stem is clear up to `clear_m`, m.
    #[must_use]
    pub fn clears_from_m(&self) -> f64 {
        OUTGROWN * self.clear_m
    }
}

parameters! {
    /// The shade that leaves cast on what lies below: each lessens the light of the voxels in a pyramid below it, in the
    /// *q*-th layer by *a · b^−q* over the number of voxels that share it.
    ///
    /// Shared so, a level sheet of leaves shades all that lies below it alike, however deep; without sharing, pyramids
    /// must end after some layers, below which a second crown grows.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct LeafShade: Default {
        /// Light lost to the leaves of one metamer in their voxel, as a share of full light: *a*.
        pub per_leaf: f64 = real(SHARE, "", "0.1").default(Real(0.1)),
        /// By how much the shade weakens from one layer to the next: *b*.
        pub weakening: f64 = real(Interval::from(1.0, 100.0), "", "1.05").default(Real(1.0)),
        /// How far the pyramid widens to each side for each metre of its depth: 0.5 lets light in from 63° up.
        pub slope: f64 = real(Interval::from(0.0, 3.0), "", "0.5").default(Real(0.5)),
        /// Edge of a voxel, and so the height of a layer.
        pub voxel_m: f64 = real(LENGTH, "m", "0.5").default(Real(0.5)),
    }
}

parameters! {
    /// What axes of one rank are like: the stem, its limbs, or twigs.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Axis: Default {
        /// How the buds of a shoot stand around it.
        pub phyllotaxis: Phyllotaxis = choice(Phyllotaxis::WORDS, "", "\"spiral\"").default(Word("spiral")),
        /// Buds in the whorl at the end of a year's shoot; 0 for no whorl.
        pub whorl: u32 = whole(0, 12, "", "5").default(Whole(0)),
        /// Share of the other buds that form.
        pub bud_share: f64 = real(SHARE, "", "0.8").default(Real(0.8)),
        /// How much the buds at the end of a shoot are favoured over those at its beginning, as a share.
        pub acrotony: f64 = real(SHARE, "", "0.5").default(Real(0.5)),
        /// How much buds on the upper side of an axis are favoured, below 0 those on its lower side.
        pub upper_side: f64 = real(Interval::from(-1.0, 1.0), "", "0.3").default(Real(0.0)),
        /// Angle at which an axis of this rank leaves its mother.
        pub angle_deg: f64 = real(Interval::from(0.0, 180.0), "°", "55.0").default(Real(50.0)),
        /// How far that angle strays, as a standard deviation.
        pub angle_strays_deg: f64 = real(Interval::from(0.0, 90.0), "°", "8.0").default(Real(8.0)),
        /// Apical control λ while the tree is young: above 0.5 the axis takes more of the vigour than its branches.
        pub apical_control: f64 = real(SHARE, "", "0.52").default(Real(0.5)),
        /// The same when the tree is old.
        pub apical_control_old: f64 = real(SHARE, "", "0.48").default(Real(0.5)),
        /// Its longest shoots, as a share of the leader's.
        pub shoot_share: f64 = real(SHARE, "", "0.7").default(Real(1.0)),
        /// How much shoots turn upwards, per metre; below 0 downwards.
        pub rise_per_m: f64 = real(TURN, "per m", "0.3").default(Real(0.0)),
        /// How much of the vertical part of a heading is taken away, per metre.
        pub plagiotropism: f64 = real(Interval::from(0.0, 20.0), "per m", "0.5").default(Real(0.0)),
        /// How far a heading strays on the way of 0.3 m.
        pub crookedness: f64 = CROOKEDNESS.default(Real(0.1)),
        /// Probability that the bud at the end of a year's shoot dies; a bud beside it then carries on the axis.
        pub leader_loss: f64 = real(SHARE, "per yr", "0.2").default(Real(0.0)),
    }
}

parameters! {
    /// How the buds of a shoot stand around it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Phyllotaxis of words {
        /// Each turned by 137.5° from the one before.
        Spiral = "spiral",
        /// In turn to either side.
        Distichous = "distichous",
        /// In pairs, each across the one before.
        Decussate = "decussate",
    }
}

parameters! {
    /// What stands around a tree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Surroundings of words {
        /// Nothing: a field, a park.
        Open = "open",
        /// A stand of trees as tall as itself.
        Closed = "closed",
    }
}

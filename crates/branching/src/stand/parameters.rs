//! What a user may set about trees that share their space.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, Table, Whole};
use understory_keys::{Interval, OutOfRange, parameters, real, table, whole};

use crate::colonization::parameters::pulls_none;
use crate::colonization::{Colonization, Distance};
use crate::ranges::{LENGTH, MANY, SHARE, STRAIGHTNESS};
use crate::roots::{MAIN_ROOTS, PIPE_EXPONENT, STONES, Stones};
use crate::skeleton::PipeModel;

/// In mean distances between attraction points.
const SPACINGS: Interval = Interval::from(0.05, 100.0);
/// Fewer points are no crown.
const LEAST_POINTS: i64 = 20;
/// In less soil than a spade is deep nothing that is drawn as a root has room.
const DEPTH: Interval = Interval::from(0.1, 100.0);
/// Of more depths in which roots become rarer by e the volume that they take is no longer told by the slices it is cut into, and nearly all
/// points are drawn in vain.
const MOST_E_FOLDS: f64 = 200.0;
/// Width of the space for roots over the height of the tree.
const WIDTHS: Interval = Interval::from(0.01, 10.0);

parameters! {
    /// How the trees of a stand grow into the space that they share.
    ///
    /// Lengths are multiples of the mean distance between attraction points, (volume asked for / points)^(1/3).
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct Sharing: Default where Sharing::related {
        /// Attraction points in the crowns for each tree, on average; they are equally dense everywhere, so that large
        /// crowns have more of them. Of crowns that grow year by year, those of a tree of 30 cm that stands in the open, in the
        /// mean over the species.
        pub points: u32 = whole(LEAST_POINTS, MANY, "", "1000").default(Whole(1000)),
        /// Length of a segment, in mean distances between attraction points; with long ones crowns come nearer to each other
        /// than the kill distance.
        pub step_spacings: f64 = real(SPACINGS, "", "0.35").default(Real(0.35)),
        /// An attraction point nearer than this is reached and goes, in mean distances; crowns stop about so far from each
        /// other.
        pub kill_spacings: f64 = real(SPACINGS, "", "1.0").default(Real(1.0)),
        /// An attraction point further than this from all wood pulls none, in mean distances.
        pub influence_spacings: f64 = real(SPACINGS, "", "4.0").default(Real(4.0)),
        /// How much of its own heading a growth point keeps beside the mean direction: branches then leave at sharper
        /// angles and bend in arcs.
        pub straightness: f64 = STRAIGHTNESS,
        /// Exponent n of r^n = Σ r_i^n over the branches that leave a node; the stem is as thick as the tree's diameter.
        pub pipe_exponent: f64 = real(Interval::from(1.0, 100.0), "", "2.3").default(Real(2.3)),
        /// What the trees have below the ground.
        pub roots: SharedRoots = table(SharedRoots::KEYS, "{ points = 500 }").default(Table).related(SharedRoots::RELATED),
    }
}

parameters! {
    /// The space that roots may take, and what they grow towards.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct SharedRoots: Default where SharedRoots::related {
        /// Attraction points in the soil for each tree, on average; 0: no roots.
        pub points: u32 = whole(0, MANY, "", "500").default(Whole(1000)),
        /// Width of the soil that the roots of a tree may take, over its height.
        pub width_per_height: f64 = real(WIDTHS, "", "1.0").default(Real(1.0)),
        /// Depth of the soil.
        pub depth_m: f64 = real(DEPTH, "m", "1.5").default(Real(1.5)),
        /// Depth over which the roots of a heart become rarer by a factor of e, those of a tap 1.3 times as deep, of a plate 0.6
        /// times; at 0.26 m nine tenths of them lie in the upper 60 cm.
        pub e_fold_m: f64 = real(LENGTH, "m", "0.26").default(Real(0.26)),
        /// Length of the taproot of a tap over the height of the tree, twice that of a heart and four times that of a plate; it
        /// ends at `depth_m`.
        pub taproot_per_height: f64 = real(SHARE, "", "0.05").default(Real(0.05)),
        /// Share of the vertical part of a heading that is taken away.
        pub plagiotropism: f64 = real(SHARE, "", "0.6").default(Real(0.6)),
        /// How many main roots leave the taproot.
        pub main_roots: u32 = MAIN_ROOTS.default(Whole(7)),
        /// Share of the roots' attraction points that the driest ground of the plot lacks; the wettest lacks none. On level
        /// ground nothing is lacking.
        pub dry_lacks: f64 = real(SHARE, "", "0.7").default(Real(0.7)),
        /// Stones that are drawn in the soil; left out: none.
        pub stones: Option<Stones> = STONES,
        /// Exponent n of r^n = Σ r_i^n over the roots that leave a node; those at the collar add up to the stem.
        pub pipe_exponent: f64 = PIPE_EXPONENT,
    }
}

impl Sharing {
    /// Growth where points lie this far apart on average.
    pub(crate) fn growth(&self, spacing_m: f64) -> Colonization {
        Colonization {
            step_m: self.step_spacings * spacing_m,
            kill_distance: Distance::Metres(self.kill_spacings * spacing_m),
            influence_distance: Distance::Metres(self.influence_spacings * spacing_m),
            straightness: self.straightness,
            most_nodes: MANY as u32,
            ..Colonization::default()
        }
    }

    /// The pipe model whose stem is `radius_m` thick where it has so many pipes.
    pub(crate) fn pipes(&self, tip_radius_m: f64) -> PipeModel {
        PipeModel {
            exponent: self.pipe_exponent,
            tip_radius_m,
        }
    }

    fn related(&self) -> Vec<OutOfRange> {
        let (step, kill, influence) = (self.step_spacings, self.kill_spacings, self.influence_spacings);
        let mut found = Vec::new();
        if kill < 0.5 * step {
            let problem =
                format!("is {kill}, but a segment of `step_spacings` = {step} passes over points that near");
            let hint = "raise it to half of `step_spacings` at least, or shorten the segments";
            found.push(OutOfRange::beside("kill_spacings", problem, hint));
        }
        found.extend(pulls_none(
            ("influence_spacings", influence),
            ("kill_spacings", kill),
            "raise it, or lower `kill_spacings`",
        ));
        found
    }
}

impl SharedRoots {
    fn related(&self) -> Vec<OutOfRange> {
        let mut found = Vec::new();
        if (1..LEAST_POINTS as u32).contains(&self.points) {
            let problem = format!("is {}, which is too coarse for a root system", self.points);
            let hint = "give 20 or more, or 0 for no roots";
            found.push(OutOfRange::beside("points", problem, hint));
        }
        if self.points > 0 && self.e_fold_m * MOST_E_FOLDS < self.depth_m {
            let problem = format!(
                "is {}, but soil of `depth_m` = {} holds at most {MOST_E_FOLDS} of it: below the first few hardly a root is left",
                self.e_fold_m, self.depth_m
            );
            found.push(OutOfRange::beside(
                "e_fold_m",
                problem,
                "raise it, or make the soil less deep",
            ));
        }
        found
    }
}

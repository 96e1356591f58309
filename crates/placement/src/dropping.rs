//! Things that are dropped on the ground of a world, and lie where they come to rest.

use serde::Deserialize;
use understory_keys::Literal::{Real, RealPair};
use understory_keys::{Interval, ValueKind, key, name, parameters, real, whole};

use crate::fault::Fault;
use crate::window::Window;

/// More take minutes.
const MOST_THINGS: i64 = 2000;

parameters! {
    /// Things that are let go above a disc of ground, and fall, roll and slide until they lie.
    ///
    /// They take no ground from the rules, and are in no tile.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct DropRule {
        /// Its name; what it draws follows from it.
        pub name: String = name("\"rockfall\""),
        /// What is dropped: an asset whose look is a shape, as its corners are what touches the ground.
        pub asset: String = name("\"boulder\""),
        /// How many.
        pub count: u32 = whole(1, MOST_THINGS, "", "60"),
        /// Middle of the disc that they are let go above.
        pub at_m: [f64; 2] = key(ValueKind::RealPair(Interval::from(-1e9, 1e9)), "m", "[40.0, 12.0]"),
        /// Radius of that disc.
        pub radius_m: f64 = real(Interval::from(0.0, 1e3), "m", "6.0"),
        /// Least and greatest height above the ground from which they fall; what would touch another is let go above it.
        #[serde(default = "low")]
        pub above_m: [f64; 2] = key(ValueKind::RealPair(Interval::from(0.0, 1e3)), "m", "[1.0, 4.0]").default(RealPair([1.0, 4.0])),
        /// Least and greatest scale of the asset.
        #[serde(default = "one_size")]
        pub scale: [f64; 2] = key(ValueKind::RealPair(Interval::from(0.01, 100.0)), "", "[0.6, 1.4]").default(RealPair([1.0, 1.0])),
        /// Coefficient of friction between them, and with the ground: 0 is ice, 0.6 stone on stone.
        #[serde(default = "stone")]
        pub friction: f64 = real(Interval::from(0.0, 2.0), "", "0.4").default(Real(0.6)),
        /// Share of its speed that a thing keeps when it bounces.
        #[serde(default = "dull")]
        pub bounce: f64 = real(Interval::from(0.0, 0.95), "", "0.3").default(Real(0.1)),
        /// How long they may move at most.
        #[serde(default = "a_minute")]
        pub most_s: f64 = real(Interval::from(0.1, 600.0), "s", "20.0").default(Real(60.0)),
    }
}

fn low() -> [f64; 2] {
    [1.0, 4.0]
}

fn one_size() -> [f64; 2] {
    [1.0, 1.0]
}

fn stone() -> f64 {
    0.6
}

fn dull() -> f64 {
    0.1
}

fn a_minute() -> f64 {
    60.0
}

impl DropRule {
    /// What is wrong with where and how things are let go in a world, beside numbers out of range.
    pub(crate) fn faults(&self, window: &Window) -> Vec<Fault> {
        let fault = |key: &str, problem: String, hint: &str| Fault {
            key: format!("drop.{}.{key}", self.name),
            problem,
            hint: hint.to_owned(),
            within: None,
        };
        let mut faults = Vec::new();
        for (key, [low, high]) in [("above_m", self.above_m), ("scale", self.scale)] {
            if low > high {
                let problem = format!("is [{low}, {high}], but the least comes first");
                faults.push(fault(key, problem, "write the smaller number first"));
            }
        }
        let is_within = (0..2).all(|axis| {
            let [low_m, high_m] = [-1.0, 1.0].map(|side| self.at_m[axis] + side * self.radius_m);
            low_m >= window.low_m[axis] && high_m <= window.high_m[axis]
        });
        if !is_within {
            let problem = format!(
                "is {:?}: the disc with its radius of {} m is not wholly above the world, which reaches from {:?} to {:?} m",
                self.at_m, self.radius_m, window.low_m, window.high_m
            );
            faults.push(fault(
                "at_m",
                problem,
                "move it into the world, or make `radius_m` smaller",
            ));
        }
        faults
    }
}

//! The keys of what is done when all has grown.

use super::Literal::{Real, Table, Whole};
use super::ranges::{FEW, MANY, SIZE};
use super::{Interval, Key, Kind, Literal, SHARE, real, table, whole};

/// The keys of a finish; `relocate` is what holds of moving nodes where nothing is said.
pub(super) const fn finish(relocate: Literal) -> [Key; 8] {
    [
        Key::new("relocate", Kind::Flag, "", "whether nodes move half-way to their parents, so that branches leave at about 45° and not at 90°", "true").default(relocate),
        real("smoothing", SHARE, "", "share of the way to the middle of its neighbours that a node moves in each smoothing", "0.5").default(Real(0.5)),
        whole("smoothings", FEW, "", "how often branches are smoothed", "4").default(Whole(0)),
        real("breakage", SHARE, "", "probability that a small branch has broken off at a node", "0.02").default(Real(0.0)),
        whole("breakage_most_tips", (0, MANY.1), "", "the most tips on a branch that may break", "8").default(Whole(8)),
        real("decimation_m", SIZE, "m", "nodes nearer than this to the line of their branch go", "0.02").default(Real(0.0)),
        real("softness_per_m", Interval::from(0.0, 1.0), "per m", "how far branches bend under their wood: the weight of a m³ of it over its modulus of elasticity; about 1e-6 for fresh wood, more for what has sunk over the years", "1e-6").default(Real(0.0)),
        table("pipes", PIPES, "how thick the wood is", "{ exponent = 2.3, tip_radius_m = 0.008 }").default(Table),
    ]
}

const PIPES: &[Key] = &[
    real(
        "exponent",
        Interval::from(1.0, 100.0),
        "",
        "exponent n of r^n = Σ r_i^n over the branches that leave a node",
        "2.3",
    )
    .default(Real(2.3)),
    real(
        "tip_radius_m",
        Interval::from(1e-5, 10.0),
        "m",
        "radius of a tip",
        "0.008",
    )
    .default(Real(0.002)),
];

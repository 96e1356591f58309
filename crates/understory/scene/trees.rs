//! The trees of a year as a scene takes them.

use understory_numerics::{Purpose, RandomKey, math, sample::unit_from_u32};
use understory_records::TreeRow;

use crate::error::Error;

/// Lower trees are left out.
pub(super) const LEAST_M: f64 = 1.3;
/// Crowns are at least so wide, as a share of the height, and begin no higher than this.
const NARROWEST: f64 = 0.02;
const HIGHEST_BASE: f64 = 0.9;

/// A tree that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tree {
    pub(super) number: u64,
    /// Its species' place in the list of the run.
    pub(super) species: usize,
    pub(super) place_m: [f64; 3],
    pub(super) height_m: f64,
    pub(super) crown_radius_m: f64,
    pub(super) dbh_cm: f64,
    /// Share of the height that is crown.
    pub(super) crown_share: f64,
    pub(super) key: RandomKey,
}

impl Tree {
    /// The middle of its height.
    pub(super) fn middle_m(&self) -> [f64; 3] {
        let [x_m, y_m, z_m] = self.place_m;
        [x_m, y_m, z_m + 0.5 * self.height_m]
    }

    pub(super) fn of(row: &TreeRow, species: &[String], table: &str) -> Result<Self, Error> {
        let wrong = |found: String| Error::of_table(table, found);
        let number = species.iter().position(|name| *name == row.species);
        let number = number.ok_or_else(|| {
            wrong(format!(
                "the species `{}`, which the manifest does not name",
                row.species
            ))
        })?;
        let key: Result<RandomKey, _> = row.key.parse();
        let key =
            key.map_err(|error| wrong(format!("tree {} with a key that is none: {error}", row.tree)))?;
        for (what, value) in [
            ("x_m", row.x_m),
            ("y_m", row.y_m),
            ("z_m", row.z_m),
            ("height_m", row.height_m),
            ("crown_radius_m", row.crown_radius_m),
            ("dbh_cm", row.dbh_cm),
            ("crown_base_m", f64::from(row.crown_base_m)),
        ] {
            if !(-1e9..=1e9).contains(&value) {
                return Err(wrong(format!("tree {} with a `{what}` of {value}", row.tree)));
            }
        }
        let base = f64::from(row.crown_base_m) / row.height_m;
        Ok(Self {
            number: row.tree,
            species: number,
            place_m: [row.x_m, row.y_m, row.z_m],
            height_m: row.height_m,
            crown_radius_m: row.crown_radius_m.max(NARROWEST * row.height_m),
            // A tree that has just grown past breast height has hardly any stem there.
            dbh_cm: row.dbh_cm.max(0.1),
            crown_share: 1.0 - base.clamp(0.0, HIGHEST_BASE),
            key,
        })
    }

    /// How it is turned about its stem, as a quaternion.
    pub(super) fn rotation(&self) -> [f64; 4] {
        let [_, turn, ..] = self.key.draws(0, Purpose::Scene, 0);
        let (sine, cosine) = math::sin_cos(std::f64::consts::PI * unit_from_u32(turn));
        [0.0, 0.0, sine, cosine]
    }

    /// Where in a window it would stand by chance.
    pub(super) fn scattered(&self, low_m: [f64; 2], high_m: [f64; 2]) -> [f64; 2] {
        let [x, y, ..] = self.key.draws(0, Purpose::Scene, 1).map(unit_from_u32);
        [
            low_m[0] + x * (high_m[0] - low_m[0]),
            low_m[1] + y * (high_m[1] - low_m[1]),
        ]
    }
}

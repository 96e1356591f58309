//! What a kind of circles is: how it begins, ages, spreads and competes.

use serde::Deserialize;
use understory_keys::Literal::{Flag, Real, RealPair, RealPairs, Whole};
use understory_keys::{Interval, ValueKind, key, parameters, real, whole};

use crate::ScatterError;
use crate::limits::{FACTOR, REACH, SHARE};

parameters! {
    /// One kind of circles: how it begins, ages, spreads and competes. Lengths are multiplied by the method's
    /// `length_factor`.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct CircleType: Default {
        /// Radius of the circle that no other's may overlap, at scale 1.
        pub collision_radius_m: f64 = real(REACH, "m", "1.0").default(Real(1.0)),
        /// Radius of the circle in whose shade others die, at scale 1.
        pub shade_radius_m: f64 = real(REACH, "m", "1.5").default(Real(1.0)),
        /// Rounds of ageing and seeding.
        pub steps: u32 = whole(0, 1000, "", "3").default(Whole(3)),
        /// Square root of the initial seeds on 10 m × 10 m.
        pub initial_seeds_per_10_m: f64 = real(Interval::from(0.0, 1000.0), "", "1.0").default(Real(1.0)),
        /// Mean distance of a seed beyond the full-grown radii of both.
        pub average_spread_m: f64 = real(Interval::from(-1e6, 1e6), "m", "0.5").default(Real(0.5)),
        /// Greatest deviation from that mean, at 1.64 standard deviations.
        pub spread_variance_m: f64 = real(REACH, "m", "1.5").default(Real(1.5)),
        /// Seeds of each circle in each step.
        pub seeds_per_step: u32 = whole(0, 1000, "", "3").default(Whole(3)),
        /// Types of the same number begin at the same places.
        pub distribution_seed: u32 = whole(0, u32::MAX as i64, "", "0").default(Whole(0)),
        /// Greatest move of an initial seed from that place, along each axis.
        pub max_initial_offset_m: f64 = real(REACH, "m", "0.0").default(Real(0.0)),
        /// Whether it bears the shade of those that win over it.
        pub grows_in_shade: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Whether it begins when the others have run through, among what stands then; needs `grows_in_shade`.
        pub spawns_in_shade: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
        /// Greatest age of a new seed, at most `max_age`, in steps.
        pub max_initial_age: f64 = real(REACH, "", "0.0").default(Real(0.0)),
        /// Age at which ageing stops, in steps; the circle goes on seeding.
        pub max_age: f64 = real(REACH, "", "10.0").default(Real(10.0)),
        /// Of two that overlap the higher wins, then the older, then the larger.
        pub overlap_priority: i32 = whole(-1_000_000, 1_000_000, "", "0").default(Whole(0)),
        /// Scale at the lower and the upper end of the curve.
        pub scale: [f64; 2] = key(ValueKind::RealPair(FACTOR), "", "[1.0, 3.0]").default(RealPair([1.0, 3.0])),
        /// Size over age, in straight lines: pairs of age over `max_age`, ascending, and place between the scales.
        pub scale_curve: Vec<[f64; 2]> = key(ValueKind::RealPairs(SHARE), "", "[[0.0, 0.0], [1.0, 1.0]]")
            .default(RealPairs(&[[0.0, 0.0], [1.0, 1.0]])),
    }
}

impl CircleType {
    /// Scale at an age in steps, no unit.
    #[must_use]
    pub fn scale_at(&self, age: f64) -> f64 {
        let share = if self.max_age > 0.0 {
            (age / self.max_age).min(1.0)
        } else {
            1.0
        };
        let [low, high] = self.scale;
        low + (high - low) * self.curve_at(share)
    }

    /// Greater of the two radii of a circle that has stopped ageing, m, before `length_factor`.
    pub(super) fn full_radius_m(&self) -> f64 {
        self.collision_radius_m.max(self.shade_radius_m) * self.scale_at(self.max_age)
    }

    fn curve_at(&self, share: f64) -> f64 {
        let next = self.scale_curve.partition_point(|point| point[0] < share);
        match (
            next.checked_sub(1).map(|before| self.scale_curve[before]),
            self.scale_curve.get(next),
        ) {
            (Some([x0, y0]), Some([x1, y1])) => y0 + (y1 - y0) * (share - x0) / (x1 - x0),
            (Some([_, y]), None) | (None, Some(&[_, y])) => y,
            (None, None) => 1.0,
        }
    }

    /// Whether its numbers fit each other.
    pub(super) fn check_together(&self) -> Result<(), ScatterError> {
        let refuse = |name, found: String, rule| Err(ScatterError::out_of_range(name, found, rule));
        if self.max_initial_age > self.max_age {
            let rule = "a seed's age lies between 0 and `max_age`";
            return refuse("max_initial_age", self.max_initial_age.to_string(), rule);
        }
        let curve = &self.scale_curve;
        if curve.is_empty() || curve.windows(2).any(|pair| pair[0][0] >= pair[1][0]) {
            let rule = "it is one or more pairs, the first numbers ascending";
            return refuse("scale_curve", format!("{curve:?}"), rule);
        }
        if self.spawns_in_shade && !self.grows_in_shade {
            let rule = "what begins in shade has to grow there: set `grows_in_shade`";
            return refuse("spawns_in_shade", "true".to_owned(), rule);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_grows_along_its_curve() {
        let kind = CircleType {
            scale: [1.0, 5.0],
            max_age: 8.0,
            scale_curve: vec![[0.25, 0.0], [0.5, 0.75], [1.0, 1.0]],
            ..CircleType::default()
        };
        let scales = [0.0, 2.0, 3.0, 4.0, 6.0, 8.0, 9.0].map(|age| kind.scale_at(age));
        assert_eq!(scales, [1.0, 1.0, 2.5, 4.0, 4.5, 5.0, 5.0]);
        let ageless = CircleType { max_age: 0.0, ..kind };
        assert_eq!(ageless.scale_at(0.0), 5.0);
    }
}

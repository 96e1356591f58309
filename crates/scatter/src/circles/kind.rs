use serde::{Deserialize, Serialize};

use crate::ScatterError;

/// One kind of circles: how it begins, ages, spreads and competes. Lengths are multiplied by the method's
/// `length_factor`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct CircleType {
    /// Radius of the circle in which no other's may lie, m, at scale 1; 0 or more.
    pub collision_radius_m: f64,
    /// Radius of a second circle, m, at scale 1, whose overlap kills the loser too, unless that one grows in
    /// shade; 0 or more.
    pub shade_radius_m: f64,
    /// Rounds of ageing and seeding for this kind; at most 1000. Afterwards its circles stand and compete.
    pub steps: u32,
    /// Square root of the number of initial seeds on 10 m × 10 m; 0 to 1000.
    pub initial_seeds_per_10_m: f64,
    /// Mean of what lies between a mother and her seed beyond the full-grown radii of both, m; finite.
    pub average_spread_m: f64,
    /// Greatest deviation from that mean, m, at 1.64 standard deviations, where the normal number is cut; 0 or
    /// more.
    pub spread_variance_m: f64,
    /// Seeds of each circle in each step; at most 1000.
    pub seeds_per_step: u32,
    /// Kinds of the same number begin at the same places.
    pub distribution_seed: u32,
    /// Greatest move of an initial seed from that place along each axis, m; 0 or more.
    pub max_initial_offset_m: f64,
    /// Whether the circle bears the shade of those that win over it.
    pub grows_in_shade: bool,
    /// Whether the kind begins only when the others have run through, among what stands then; needs
    /// `grows_in_shade`.
    pub spawns_in_shade: bool,
    /// Greatest age of a new seed, steps, all ages up to it being equally likely; 0 to `max_age`.
    pub max_initial_age: f64,
    /// Age at which ageing stops, steps; 0 or more. The circle stays and goes on seeding.
    pub max_age: f64,
    /// Of two circles that overlap the one with the higher priority wins; of equal ones the older, then the larger
    /// in scale, then the one with the greater key.
    pub overlap_priority: i32,
    /// Scale at the lower and the upper end of the curve; both above 0.
    pub scale: [f64; 2],
    /// Size over age: pairs of age over `max_age` and place between the two scales, both 0 to 1, ages ascending,
    /// straight lines between them.
    pub scale_curve: Vec<[f64; 2]>,
}

impl Default for CircleType {
    /// The spawner's own defaults, in metres.
    fn default() -> Self {
        Self {
            collision_radius_m: 1.0,
            shade_radius_m: 1.0,
            steps: 3,
            initial_seeds_per_10_m: 1.0,
            average_spread_m: 0.5,
            spread_variance_m: 1.5,
            seeds_per_step: 3,
            distribution_seed: 0,
            max_initial_offset_m: 0.0,
            grows_in_shade: false,
            spawns_in_shade: false,
            max_initial_age: 0.0,
            max_age: 10.0,
            overlap_priority: 0,
            scale: [1.0, 3.0],
            scale_curve: vec![[0.0, 0.0], [1.0, 1.0]],
        }
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

    pub(super) fn check(&self) -> Result<(), ScatterError> {
        let lengths_m = [
            ("collision_radius_m", self.collision_radius_m),
            ("shade_radius_m", self.shade_radius_m),
            ("spread_variance_m", self.spread_variance_m),
            ("max_initial_offset_m", self.max_initial_offset_m),
        ];
        let refuse = |name, found: String, rule| Err(ScatterError::out_of_range(name, found, rule));
        if let Some((name, found)) = lengths_m.into_iter().find(|(_, m)| !(m.is_finite() && *m >= 0.0)) {
            return refuse(name, found.to_string(), "it must be finite and 0 or more");
        }
        if !self.average_spread_m.is_finite() {
            return refuse(
                "average_spread_m",
                self.average_spread_m.to_string(),
                "it must be finite",
            );
        }
        for (name, found) in [("steps", self.steps), ("seeds_per_step", self.seeds_per_step)] {
            if found > 1000 {
                return refuse(name, found.to_string(), "there are at most 1000");
            }
        }
        if !(0.0..=1000.0).contains(&self.initial_seeds_per_10_m) {
            let found = self.initial_seeds_per_10_m.to_string();
            return refuse("initial_seeds_per_10_m", found, "there are 0 to 1000");
        }
        if !(self.max_age.is_finite() && self.max_age >= 0.0) {
            return refuse(
                "max_age",
                self.max_age.to_string(),
                "an age must be finite and 0 or more",
            );
        }
        if !(0.0..=self.max_age).contains(&self.max_initial_age) {
            let found = self.max_initial_age.to_string();
            return refuse(
                "max_initial_age",
                found,
                "a seed's age lies between 0 and `max_age`",
            );
        }
        if !self.scale.iter().all(|scale| scale.is_finite() && *scale > 0.0) {
            return refuse(
                "scale",
                format!("{:?}", self.scale),
                "both ends must be finite and greater than 0",
            );
        }
        let is_curve = self.scale_curve.iter().flatten().all(|x| (0.0..=1.0).contains(x))
            && self.scale_curve.windows(2).all(|pair| pair[0][0] < pair[1][0])
            && !self.scale_curve.is_empty();
        if !is_curve {
            let found = format!("{:?}", self.scale_curve);
            return refuse(
                "scale_curve",
                found,
                "it is one or more pairs from 0 to 1, the first numbers ascending",
            );
        }
        if self.spawns_in_shade && !self.grows_in_shade {
            return refuse(
                "spawns_in_shade",
                "true".to_owned(),
                "what begins in shade has to grow there: set `grows_in_shade`",
            );
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

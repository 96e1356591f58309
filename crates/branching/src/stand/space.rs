//! The space that a tree asks for, above the ground or below.

use std::f64::consts::PI;

use understory_numerics::{RandomKey, math};

use crate::roots::RootSystem;

/// A solid of revolution about a tree's axis, with the stem or taproot that is there before anything is shared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    pub(crate) key: RandomKey,
    /// Where the tree stands, m.
    pub(crate) base_m: [f64; 3],
    /// Height over the ground and radius there, from bottom to top; straight lines between them.
    pub(crate) profile_m: Vec<[f64; 2]>,
    /// Depth over which points become rarer by a factor of e; none: equally dense everywhere.
    pub(crate) e_fold_m: Option<f64>,
    /// Height of the stem; below 0 the depth of a taproot.
    pub(crate) stem_m: f64,
    /// What the main roots look like; none of a crown.
    pub(crate) roots: Option<RootSystem>,
}

impl Claim {
    /// Density of points at a height over the ground, over that at the ground.
    pub(crate) fn density(&self, height_m: f64) -> f64 {
        self.e_fold_m
            .map_or(1.0, |e_fold_m| math::exp(height_m.min(0.0) / e_fold_m))
    }

    /// Volume, m³, each part of it times the density of points there.
    pub(crate) fn weighed_volume_m3(&self) -> f64 {
        match self.e_fold_m {
            None => self.profile_m.windows(2).map(frustum_m3).sum(),
            Some(_) => self.profile_m.windows(2).map(|part| self.sliced_m3(part)).sum(),
        }
    }

    /// Volume, m³.
    pub(crate) fn volume_m3(&self) -> f64 {
        self.profile_m.windows(2).map(frustum_m3).sum()
    }

    /// Greatest radius, m.
    pub(crate) fn radius_m(&self) -> f64 {
        self.profile_m.iter().map(|ring| ring[1]).fold(0.0, f64::max)
    }

    /// Height over the ground at which it is widest, m.
    pub(crate) fn widest_m(&self) -> f64 {
        let wider = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
        self.profile_m.iter().max_by(wider).map_or(0.0, |ring| ring[0])
    }

    /// Radius at a height over the ground, m; none above its top or below its base.
    pub(crate) fn radius_at(&self, height_m: f64) -> Option<f64> {
        let part = self
            .profile_m
            .windows(2)
            .find(|part| (part[0][0]..=part[1][0]).contains(&height_m))?;
        let share = (height_m - part[0][0]) / (part[1][0] - part[0][0]);
        Some(part[0][1] + share * (part[1][1] - part[0][1]))
    }

    /// Whether it holds a place at a height over the ground, this far from the axis, squared.
    pub(crate) fn holds(&self, height_m: f64, off_axis_m2: f64) -> bool {
        self.radius_at(height_m)
            .is_some_and(|radius_m| off_axis_m2 <= radius_m * radius_m)
    }

    fn sliced_m3(&self, part: &[[f64; 2]]) -> f64 {
        const SLICES: u32 = 32;
        let slice = |number: u32| {
            let share = (f64::from(number) + 0.5) / f64::from(SLICES);
            let [height_m, radius_m] =
                [0, 1].map(|axis| part[0][axis] + share * (part[1][axis] - part[0][axis]));
            PI * radius_m * radius_m * self.density(height_m)
        };
        let thickness_m = (part[1][0] - part[0][0]) / f64::from(SLICES);
        (0..SLICES).map(slice).sum::<f64>() * thickness_m
    }
}

fn frustum_m3(part: &[[f64; 2]]) -> f64 {
    let ([low_m, a_m], [high_m, b_m]) = (part[0], part[1]);
    PI / 3.0 * (high_m - low_m) * (a_m * a_m + a_m * b_m + b_m * b_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(profile_m: Vec<[f64; 2]>, e_fold_m: Option<f64>) -> Claim {
        Claim {
            key: RandomKey::root(1, &[]),
            base_m: [0.0; 3],
            profile_m,
            e_fold_m,
            stem_m: 0.0,
            roots: None,
        }
    }

    #[test]
    fn volumes_are_those_of_cones_and_of_weighed_cylinders() {
        let cone = claim(vec![[2.0, 3.0], [6.0, 0.0]], None);
        assert!((cone.weighed_volume_m3() - PI * 9.0 * 4.0 / 3.0).abs() < 1e-12);
        let soil = claim(vec![[-2.0, 1.0], [0.0, 1.0]], Some(0.5));
        let by_hand_m3 = PI * 0.5 * (1.0 - math::exp(-4.0));
        assert!((soil.weighed_volume_m3() / by_hand_m3 - 1.0).abs() < 2e-3);
        assert!((soil.volume_m3() - PI * 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_place_is_held_up_to_the_profile() {
        let cone = claim(vec![[2.0, 3.0], [6.0, 0.0]], None);
        assert!(cone.holds(4.0, 1.49 * 1.49));
        assert!(!cone.holds(4.0, 1.51 * 1.51));
        assert!(!cone.holds(1.9, 0.0) && !cone.holds(6.1, 0.0));
        assert_eq!(cone.radius_m(), 3.0);
    }
}

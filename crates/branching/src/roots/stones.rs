//! Stones in the soil, which roots go round.

use serde::{Deserialize, Serialize};
use understory_keys::{Interval, Key, OutOfRange, ValueKind, key, parameters, real, table};
use understory_numerics::sample::{poisson, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};

use crate::colonization::Obstacle;
use crate::ranges::LENGTH;
use crate::vector::{Vector, distance_squared};

/// Stones that are drawn as the value of a key.
pub(crate) const STONES: Key = table(Stones::KEYS, "{ per_m3 = 0.2, radius_m = [0.1, 0.4] }")
    .optional()
    .related(Stones::RELATED);

parameters! {
    /// Stones in the soil: balls, drawn, wholly below the ground. None is drawn over the foot of a tree.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Stones where Stones::related {
        /// How many there are in a m³ of soil, on average.
        pub per_m3: f64 = real(Interval::from(0.0, 1000.0), "per m³", "0.2"),
        /// Their radii: from the first to the second, each size as likely.
        pub radius_m: [f64; 2] = key(ValueKind::RealPair(LENGTH), "m", "[0.1, 0.4]"),
    }
}

/// Side of the squares of ground whose stones are drawn together, m.
const SQUARE_M: f64 = 2.0;
/// Soil between a stone and the foot of a tree, m; ours.
const CLEAR_M: f64 = 0.15;
/// Beyond this share of the soil stones lie in each other, and there is no way between them.
const MOST_SHARE: f64 = 0.4;
/// The most stones that roots are grown among.
pub const MOST_STONES: f64 = 200_000.0;

impl Stones {
    fn related(&self) -> Vec<OutOfRange> {
        let [low_m, high_m] = self.radius_m;
        if low_m > high_m {
            let problem = format!("is [{low_m}, {high_m}], whose first is above its second");
            return vec![OutOfRange::beside(
                "radius_m",
                problem,
                "give the least radius first",
            )];
        }
        let share = self.per_m3 * self.mean_volume_m3();
        if share > MOST_SHARE {
            let problem = format!(
                "is {}, which of stones so large is {:.0} % of the soil",
                self.per_m3,
                100.0 * share
            );
            let hint = "take fewer or smaller ones: two fifths of the soil at most";
            return vec![OutOfRange::beside("per_m3", problem, hint)];
        }
        Vec::new()
    }

    /// Mean volume of a stone, m³.
    fn mean_volume_m3(&self) -> f64 {
        let [low_m, high_m] = self.radius_m;
        let (low2, high2) = (low_m * low_m, high_m * high_m);
        // The mean of r³ over [low, high].
        let mean_cubed_m3 = (low_m + high_m) * (low2 + high2) / 4.0;
        4.0 / 3.0 * std::f64::consts::PI * mean_cubed_m3
    }

    /// How many are drawn for a rectangle of soil, about.
    #[must_use]
    pub fn expected(&self, [width_m, height_m]: [f64; 2], depth_m: f64) -> f64 {
        self.per_m3 * (width_m + SQUARE_M) * (height_m + SQUARE_M) * depth_m
    }

    /// The stones of all squares that touch a rectangle. Where one lies follows from the key and its square, whatever the
    /// rectangle.
    pub(crate) fn drawn(
        &self,
        [low_m, high_m]: [[f64; 2]; 2],
        depth_m: f64,
        ground: &dyn Fn([f64; 2]) -> f64,
        feet_m: &[Vector],
        key: RandomKey,
    ) -> Vec<Obstacle> {
        let square = |along_m: f64| (along_m / SQUARE_M).floor() as i32;
        let mean = self.per_m3 * SQUARE_M * SQUARE_M * depth_m;
        let mut feet_m = feet_m.to_vec();
        feet_m.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut stones = Vec::new();
        for column in square(low_m[0])..=square(high_m[0]) {
            for row in square(low_m[1])..=square(high_m[1]) {
                let key = key.child(column as u32, Purpose::Stone, row as u32);
                let count = poisson(mean, unit_from_u32(key.draws(0, Purpose::Stone, 0)[0]));
                for number in 0..count {
                    let [x, y, z, size] = key.draws(1, Purpose::Stone, number).map(unit_from_u32);
                    let radius_m = self.radius_m[0] + size * (self.radius_m[1] - self.radius_m[0]);
                    let place_m = [
                        (f64::from(column) + x) * SQUARE_M,
                        (f64::from(row) + y) * SQUARE_M,
                    ];
                    let below_m = radius_m + z * (depth_m - radius_m).max(0.0);
                    let centre_m = [place_m[0], place_m[1], ground(place_m) - below_m];
                    if !is_over_a_foot(centre_m, radius_m + CLEAR_M, &feet_m) {
                        stones.push(Obstacle::Sphere { centre_m, radius_m });
                    }
                }
            }
        }
        stones
    }
}

/// Whether a foot lies so near; feet stand in order of x.
fn is_over_a_foot(centre_m: Vector, reach_m: f64, feet_m: &[Vector]) -> bool {
    let first = feet_m.partition_point(|foot_m| foot_m[0] < centre_m[0] - reach_m);
    feet_m[first..]
        .iter()
        .take_while(|foot_m| foot_m[0] <= centre_m[0] + reach_m)
        .any(|&foot_m| distance_squared(foot_m, centre_m) < reach_m * reach_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STONES: Stones = Stones {
        per_m3: 0.5,
        radius_m: [0.1, 0.4],
    };

    fn drawn(box_m: [[f64; 2]; 2], feet_m: &[Vector]) -> Vec<Obstacle> {
        let ground = |[x_m, _]: [f64; 2]| 0.1 * x_m;
        STONES.drawn(box_m, 2.0, &ground, feet_m, RandomKey::root(5, &["stones"]))
    }

    #[test]
    fn stones_are_as_many_as_asked_for_lie_below_the_ground_and_over_no_foot() {
        let all = drawn([[0.0; 2], [39.9; 2]], &[]);
        // 0.5 per m³ in 40 m × 40 m × 2 m.
        let off = all.len() as f64 - 1600.0;
        assert!(off.abs() < 4.0 * 40.0, "{}", all.len());
        for stone in &all {
            let Obstacle::Sphere { centre_m, radius_m } = *stone else {
                panic!("stones are balls")
            };
            assert!((0.1..=0.4).contains(&radius_m));
            assert!(centre_m[2] + radius_m <= 0.1 * centre_m[0] + 1e-9);
        }
        let feet_m: Vec<Vector> = (0..400_u32)
            .map(|foot| [f64::from(foot % 20) * 2.0, f64::from(foot / 20) * 2.0])
            .map(|[x_m, y_m]| [x_m, y_m, 0.1 * x_m])
            .collect();
        let around = drawn([[0.0; 2], [39.9; 2]], &feet_m);
        for foot_m in &feet_m {
            assert!(around.iter().all(|stone| stone.distance_m(*foot_m) >= CLEAR_M));
        }
        let left_out = all.len() - around.len();
        assert!((5..100).contains(&left_out), "{left_out}");
    }

    #[test]
    fn a_stone_lies_where_it_does_whatever_is_asked_for_around_it() {
        let (all, part) = (
            drawn([[0.0; 2], [39.9; 2]], &[]),
            drawn([[11.0; 2], [17.0; 2]], &[]),
        );
        assert!(!part.is_empty() && part.iter().all(|stone| all.contains(stone)));
    }

    #[test]
    fn soil_that_is_all_stones_is_refused() {
        let many = Stones {
            per_m3: 10.0,
            ..STONES
        };
        assert_eq!(many.related().len(), 1);
        assert!(STONES.related().is_empty());
        assert_eq!(
            Stones {
                radius_m: [0.4, 0.1],
                ..STONES
            }
            .related()
            .len(),
            1
        );
    }
}

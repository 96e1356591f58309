//! The neighbours of a tree in a closed stand, and where their space begins.

use std::f64::consts::TAU;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};

use crate::seasons::parameters::{Seasons, Surroundings};

/// Neighbours of a tree in a closed stand.
const NEIGHBOURS: u32 = 6;
/// How much farther a border is at its sides, as far out as it is away: a share of its distance, drawn between these.
const BEND: [f64; 2] = [-0.4, 0.5];
/// Crowns push into each other's gaps: a border swings by this share of its distance.
const SWING: f32 = 0.12;
/// How fast it swings along the border and upwards, radians over the distance of the border.
const TURNS: [f32; 2] = [7.0, 1.0];

/// A neighbour. Its lengths are shares of the height of the tree, as both grow at one pace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbour {
    /// The direction in which it stands.
    towards: [f32; 2],
    /// Distance of the border between the two crowns.
    border: f32,
    bend: f32,
    phase: f32,
}

impl Neighbour {
    /// Those around a tree, each a little nearer or further than the next.
    pub(crate) fn all(form: &Seasons, surroundings: Surroundings, key: RandomKey) -> Vec<Self> {
        let count = match surroundings {
            Surroundings::Open => 0,
            Surroundings::Closed => NEIGHBOURS,
        };
        let neighbour = |number: u32| {
            let [turn, far, bend, phase] = key.draws(0, Purpose::Form, 200 + number).map(unit_from_u32);
            let (sin, cos) = math::sin_cos(TAU * (f64::from(number) + 0.8 * turn) / f64::from(NEIGHBOURS));
            Self {
                towards: [cos as f32, sin as f32],
                border: (0.5 * form.spacing_per_height * (0.65 + 0.7 * far)) as f32,
                bend: (BEND[0] + (BEND[1] - BEND[0]) * bend) as f32,
                phase: (TAU * phase) as f32,
            }
        };
        (0..count).map(neighbour).collect()
    }

    /// Whether it leaves this place to a tree so high, which has `elbow_m` more to each side.
    pub(crate) fn leaves(&self, [x, y, z]: [f32; 3], height_m: f32, elbow_m: f32) -> bool {
        let [towards_x, towards_y] = self.towards;
        let border_m = self.border * height_m + elbow_m;
        let along = (x * towards_x + y * towards_y) / border_m;
        let across = (y * towards_x - x * towards_y) / border_m;
        let bent = 1.0 + self.bend * across * across;
        // Most places lie where the swing does not matter.
        if along < bent - SWING {
            return true;
        }
        let turned = self.phase + TURNS[0] * across + TURNS[1] * z / border_m;
        along < bent + SWING * math::sin(f64::from(turned)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_border_is_a_straight_line_and_none_is_far_from_half_way() {
        let form = Seasons::default();
        let around = Neighbour::all(&form, Surroundings::Closed, RandomKey::root(1, &["tree"]));
        assert_eq!(around.len(), NEIGHBOURS as usize);
        assert!(Neighbour::all(&form, Surroundings::Open, RandomKey::root(1, &["tree"])).is_empty());
        let height_m = 20.0;
        for neighbour in around {
            let [cos, sin] = neighbour.towards;
            let half_way_m = neighbour.border * height_m;
            // Where the border lies, so far to the side of the line between the stems.
            let border_m = |across_m: f32| {
                let steps = (0..400).map(|step| step as f32 * 0.01 * half_way_m);
                let place = |along_m: f32| {
                    [
                        along_m * cos - across_m * sin,
                        along_m * sin + across_m * cos,
                        15.0,
                    ]
                };
                steps
                    .take_while(|&along_m| neighbour.leaves(place(along_m), height_m, 0.0))
                    .last()
                    .unwrap()
            };
            let borders: Vec<f32> = (-5..=5)
                .map(|share| border_m(0.1 * share as f32 * half_way_m))
                .collect();
            let [least, most] = [f32::min, f32::max].map(|of| borders.iter().copied().reduce(of).unwrap());
            assert!(most - least > 0.1 * half_way_m, "{borders:?}");
            assert!(least > 0.7 * half_way_m && most < 1.3 * half_way_m, "{borders:?}");
        }
    }
}

//! A view of a tree at a scale, and the marks that are laid down in it.

use crate::outline::{At, at};
use crate::page::Mark;
use crate::tree::view::{Extent, View};

/// Towards the light, in a view: from the upper left, in front. Of length 1.
const TO_LIGHT: [f64; 3] = [-0.48, 0.64, -0.6];

/// A view at a scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brush {
    pub(super) view: View,
    /// What the tree takes of the view.
    pub(super) extent: Extent,
    pub(super) units_per_m: f64,
    /// Where the origin stands on the page.
    pub(super) origin: At,
}

/// A mark and how far away it is.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) away_m: f64,
    pub(super) mark: Mark,
}

impl Layer {
    pub(super) fn new(away_m: f64, mark: Mark) -> Self {
        Layer { away_m, mark }
    }

    #[cfg(test)]
    pub(super) fn mark(&self) -> &Mark {
        &self.mark
    }
}

impl Brush {
    pub(super) fn place(&self, place_m: [f64; 3]) -> (At, f64) {
        let seen = self.view.seen(place_m);
        let place = at(
            self.origin.x + seen.across_m * self.units_per_m,
            self.origin.y - seen.up_m * self.units_per_m,
        );
        (place, seen.away_m)
    }

    /// How far the side of the crown on which a place lies turns to the light, 0 to 1.
    pub(super) fn facing_light(&self, place_m: [f64; 3]) -> f64 {
        let seen = self.view.seen(place_m);
        let extent = &self.extent;
        let from_middle = |value: f64, low: f64, high: f64| {
            let half = 0.5 * (high - low);
            if half > 0.0 {
                (value - low) / half - 1.0
            } else {
                0.0
            }
        };
        let outward = [
            from_middle(seen.across_m, extent.left_m, extent.right_m),
            from_middle(seen.up_m, extent.low_m, extent.high_m),
            from_middle(seen.away_m, extent.near_m, extent.far_m),
        ];
        let facing: f64 = outward.iter().zip(TO_LIGHT).map(|(out, to)| out * to).sum();
        (0.5 + 0.5 * facing).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
pub(in crate::tree) mod tests {
    use super::*;

    pub(in crate::tree) fn brush(view: View) -> Brush {
        Brush {
            view,
            extent: Extent {
                left_m: -2.0,
                right_m: 4.0,
                low_m: 0.0,
                high_m: 8.0,
                near_m: -3.0,
                far_m: 1.0,
            },
            units_per_m: 100.0,
            origin: at(1000.0, 2000.0),
        }
    }

    #[test]
    fn places_stand_at_their_scale_and_up_is_up() {
        let (place, away_m) = brush(View::Front).place([3.0, 7.0, 5.0]);
        assert_eq!((place, away_m), (at(1300.0, 1500.0), 7.0));
        let (place, away_m) = brush(View::Top).place([-3.0, 7.0, 5.0]);
        assert_eq!((place, away_m), (at(700.0, 1300.0), -5.0));
    }

    #[test]
    fn the_upper_left_in_front_faces_the_light() {
        let facing = |place_m| brush(View::Front).facing_light(place_m);
        assert_eq!(facing([1.0, -1.0, 4.0]), 0.5);
        // One half-width left, one up, one towards the viewer, each by itself.
        for (place_m, share) in [
            ([-2.0, -1.0, 4.0], 0.74),
            ([4.0, -1.0, 4.0], 0.26),
            ([1.0, -1.0, 8.0], 0.82),
            ([1.0, -3.0, 4.0], 0.8),
            ([1.0, 1.0, 4.0], 0.2),
            ([-2.0, -3.0, 8.0], 1.0),
            ([4.0, 1.0, 0.0], 0.0),
        ] {
            assert!(
                (facing(place_m) - share).abs() < 1e-12,
                "{place_m:?}: {}",
                facing(place_m)
            );
        }
        let mut flat = brush(View::Front);
        flat.extent.far_m = flat.extent.near_m;
        assert_eq!(flat.facing_light([1.0, 99.0, 4.0]), 0.5);
        assert!((TO_LIGHT.iter().map(|along| along * along).sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

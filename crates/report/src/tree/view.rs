//! From where a tree is looked at, always without perspective.

use crate::ink::Ink;
use crate::style;

/// The side from which a tree is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Along the y axis, with x to the right and z up.
    #[default]
    Front,
    /// Against the x axis, with y to the right and z up.
    Side,
    /// From above, with x to the right and y up: a plan.
    Top,
    /// From 30° to the right of the front and 30° above it.
    Aslant,
}

/// A place as it is seen, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) across_m: f64,
    pub(crate) up_m: f64,
    pub(crate) away_m: f64,
}

const HALF_SQRT_3: f64 = 0.866_025_403_784_438_6;

/// The directions to the right, up and away as a viewer has them, of length 1 and at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axes(pub(crate) [[f64; 3]; 3]);

impl Axes {
    /// Those of one who looks from a direction of length 1.
    pub(crate) fn looking_from([x, y, z]: [f64; 3]) -> Self {
        let level = (x * x + y * y).sqrt();
        let (cos, sin) = if level > 0.0 {
            (-y / level, x / level)
        } else {
            (1.0, 0.0)
        };
        Axes([[cos, sin, 0.0], [-sin * z, cos * z, level], [-x, -y, -z]])
    }

    pub(crate) fn seen(&self, place_m: [f64; 3]) -> Seen {
        let [across_m, up_m, away_m] = self
            .0
            .map(|axis| axis[0] * place_m[0] + axis[1] * place_m[1] + axis[2] * place_m[2]);
        Seen {
            across_m,
            up_m,
            away_m,
        }
    }
}

impl View {
    pub(super) fn axes(self) -> Axes {
        Axes::looking_from(match self {
            View::Front => [0.0, -1.0, 0.0],
            View::Side => [1.0, 0.0, 0.0],
            View::Top => [0.0, 0.0, 1.0],
            View::Aslant => [0.5 * HALF_SQRT_3, -HALF_SQRT_3 * HALF_SQRT_3, 0.5],
        })
    }

    /// What lies behind a tree: pale, but dark enough for white bark.
    pub(super) fn backdrop(self) -> Ink {
        match self {
            View::Top => style::SOIL,
            View::Front | View::Side | View::Aslant => style::SKY,
        }
    }

    /// Whether the ground is a line.
    pub(super) fn is_level(self) -> bool {
        matches!(self, View::Front | View::Side)
    }
}

/// The room that something takes in a view, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) left_m: f64,
    pub(super) right_m: f64,
    pub(super) low_m: f64,
    pub(super) high_m: f64,
    pub(super) near_m: f64,
    pub(super) far_m: f64,
}

impl Extent {
    /// Around places; half a metre about the origin where there are none.
    pub(super) fn around(places: impl Iterator<Item = Seen>) -> Self {
        let extents = places.map(|seen| Extent {
            left_m: seen.across_m,
            right_m: seen.across_m,
            low_m: seen.up_m,
            high_m: seen.up_m,
            near_m: seen.away_m,
            far_m: seen.away_m,
        });
        extents.reduce(Extent::and).unwrap_or(Extent {
            left_m: -0.5,
            right_m: 0.5,
            low_m: -0.5,
            high_m: 0.5,
            near_m: 0.0,
            far_m: 0.0,
        })
    }

    /// Around both.
    pub(super) fn and(self, other: Self) -> Self {
        Extent {
            left_m: self.left_m.min(other.left_m),
            right_m: self.right_m.max(other.right_m),
            low_m: self.low_m.min(other.low_m),
            high_m: self.high_m.max(other.high_m),
            near_m: self.near_m.min(other.near_m),
            far_m: self.far_m.max(other.far_m),
        }
    }

    pub(super) fn width_m(&self) -> f64 {
        self.right_m - self.left_m
    }

    pub(super) fn height_m(&self) -> f64 {
        self.high_m - self.low_m
    }

    /// 0 for the nearest, 1 for the farthest.
    pub(super) fn depth(&self, away_m: f64) -> f64 {
        let span_m = self.far_m - self.near_m;
        if span_m > 0.0 {
            ((away_m - self.near_m) / span_m).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_keeps_lengths_and_looks_from_where_it_says() {
        for view in [View::Front, View::Side, View::Top, View::Aslant] {
            let seen = view.axes().seen([3.0, -2.0, 5.0]);
            let squared = [seen.across_m, seen.up_m, seen.away_m].map(|along| along * along);
            assert!((squared.iter().sum::<f64>() - 38.0).abs() < 1e-12, "{view:?}");
        }
        let away_m = |view: View, place_m| view.axes().seen(place_m).away_m;
        assert!(away_m(View::Front, [0.0, 9.0, 0.0]) > 0.0);
        assert!(away_m(View::Side, [9.0, 0.0, 0.0]) < 0.0);
        assert!(away_m(View::Top, [0.0, 0.0, 9.0]) < 0.0);
        assert!(View::Aslant.axes().seen([0.0, 0.0, 1.0]).up_m > 0.8);
    }

    fn seen(across_m: f64, up_m: f64, away_m: f64) -> Seen {
        Seen {
            across_m,
            up_m,
            away_m,
        }
    }

    #[test]
    fn the_axes_lie_where_a_view_says() {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let axes = |view: View| [x, y, z].map(|axis| view.axes().seen(axis));
        assert_eq!(
            axes(View::Front),
            [seen(1.0, 0.0, 0.0), seen(0.0, 0.0, 1.0), seen(0.0, 1.0, 0.0)]
        );
        assert_eq!(
            axes(View::Side),
            [seen(0.0, 0.0, -1.0), seen(1.0, 0.0, 0.0), seen(0.0, 1.0, 0.0)]
        );
        assert_eq!(
            axes(View::Top),
            [seen(1.0, 0.0, 0.0), seen(0.0, 1.0, 0.0), seen(0.0, 0.0, -1.0)]
        );
        // Turned by 30° about the stem, then tilted by 30°.
        let (h, r) = (0.5, HALF_SQRT_3);
        let turned = [seen(r, -h * h, -r * h), seen(h, h * r, r * r), seen(0.0, r, -h)];
        for (found, expected) in axes(View::Aslant).iter().zip(turned) {
            let apart = [
                found.across_m - expected.across_m,
                found.up_m - expected.up_m,
                found.away_m - expected.away_m,
            ];
            assert!(
                apart.iter().all(|apart| apart.abs() < 1e-12),
                "{found:?}, not {expected:?}"
            );
        }
        let level = [View::Front, View::Side, View::Top, View::Aslant].map(View::is_level);
        assert_eq!(level, [true, true, false, false]);
    }

    #[test]
    fn an_extent_is_around_all_places_and_says_how_deep_a_place_lies() {
        let places = [seen(1.5, 2.5, 3.0), seen(-5.0, 0.0, 7.0)];
        let extent = Extent::around(places.into_iter());
        let expected = Extent {
            left_m: -5.0,
            right_m: 1.5,
            low_m: 0.0,
            high_m: 2.5,
            near_m: 3.0,
            far_m: 7.0,
        };
        assert_eq!(extent, expected);
        assert_eq!((extent.width_m(), extent.height_m()), (6.5, 2.5));
        let depths = [2.0, 3.0, 4.0, 7.0, 9.0].map(|away_m| extent.depth(away_m));
        assert_eq!(depths, [0.0, 0.0, 0.25, 1.0, 1.0]);
        let nothing = Extent::around(std::iter::empty());
        assert_eq!(
            (nothing.width_m(), nothing.height_m(), nothing.depth(5.0)),
            (1.0, 1.0, 0.0)
        );
        assert_eq!((nothing.left_m, nothing.low_m), (-0.5, -0.5));
    }
}

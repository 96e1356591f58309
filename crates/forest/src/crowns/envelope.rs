//! The space that the crown of a tree may fill: that of a tree of its size in the open.

use std::f64::consts::PI;

use understory_branching::stand::CrownShape;

use crate::components::Size;
use crate::growth::{crown_base_m, open_crown_radius_m};
use crate::parameters::Crown;

/// How far the stem goes on into the crown, as a share of its length: a tree that grows up has a leader, and a rounded crown ends
/// in boughs. Ours.
const STEM_INTO_ROUNDED: f64 = 0.7;
const STEM_INTO_CONE: f64 = 0.85;

/// A solid of revolution about the axis of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Envelope {
    pub(crate) base_m: f64,
    pub(crate) length_m: f64,
    pub(crate) radius_m: f64,
    shape: CrownShape,
}

impl Envelope {
    /// That of a tree of this size.
    pub(crate) fn of(crown: &Crown, size: Size, shape: CrownShape) -> Self {
        let base_m = crown_base_m(crown, size.height_m, 1.0);
        Self {
            base_m,
            length_m: size.height_m - base_m,
            radius_m: open_crown_radius_m(crown, size),
            shape,
        }
    }

    /// Whether it holds a place as seen from the foot of its tree.
    pub(crate) fn holds(&self, off_m: [f64; 3]) -> bool {
        let up = (off_m[2] - self.base_m) / self.length_m;
        if !(0.0..=1.0).contains(&up) {
            return false;
        }
        let radius_m = self.radius_m * self.shape.radius_share(up);
        off_m[0] * off_m[0] + off_m[1] * off_m[1] <= radius_m * radius_m
    }

    /// Height of the stem's end, m.
    pub(crate) fn stem_m(&self) -> f64 {
        let into = match self.shape {
            CrownShape::Cone => STEM_INTO_CONE,
            CrownShape::Rounded => STEM_INTO_ROUNDED,
        };
        self.base_m + into * self.length_m
    }

    /// Volume, m³.
    pub(crate) fn volume_m3(&self) -> f64 {
        let slices = 200;
        let slice = |number: u32| {
            let share = self
                .shape
                .radius_share((f64::from(number) + 0.5) / f64::from(slices));
            share * share
        };
        let mean = (0..slices).map(slice).sum::<f64>() / f64::from(slices);
        PI * self.radius_m * self.radius_m * self.length_m * mean
    }

    /// Area from above, m².
    pub(crate) fn area_m2(&self) -> f64 {
        PI * self.radius_m * self.radius_m
    }
}

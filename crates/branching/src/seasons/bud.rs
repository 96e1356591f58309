//! A bud: an entity that senses, and grows a shoot when its vigour pays for one.

use understory_ecs::{Pod, Zeroable, component, entity};
use understory_numerics::RandomKey;

use crate::vector::Vector;

entity! {
    /// A bud that is awake, at the end of an axis or at its side.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Bud {
        /// Who it is.
        key: RandomKey => Identity,
        /// Where it sits.
        seat: Seat => Seat,
        /// Where it points, a unit vector.
        heading: [f32; 3] => Heading,
        /// Length of the shoot that last year's vigour laid down in it, m; 0 in its first year.
        laid_m: f32 => Preformed,
        /// Length of shoot that is put by until it makes a coarse metamer, m.
        saved_m: f32 => Saved,
    }
    in a step: Sense;
}

component! {
    /// Who a bud is.
    pub struct Identity(RandomKey);
    /// Where a bud points, a unit vector.
    pub struct Heading([f32; 3]);
    /// Length of the shoot that is laid down in a bud, m.
    pub struct Preformed(f32);
    /// Length of shoot that is put by until it makes a coarse metamer, m.
    pub struct Saved(f32);
}

impl Heading {
    pub(crate) fn wide(self) -> Vector {
        self.0.map(f64::from)
    }
}

/// A direction as a component holds it.
pub(crate) fn narrow(heading: Vector) -> [f32; 3] {
    heading.map(|along| along as f32)
}

/// Where a bud sits, and what it is to its axis.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Seat {
    /// The node that bears it.
    pub(crate) node: u32,
    /// Buds that its axis has formed, for the next one's place around it.
    pub(crate) formed: u32,
    /// How much its side of the axis favours it; 1 where it does not matter.
    pub(crate) favour: f32,
    /// Order of the axis that it grows: 0 for the stem.
    pub(crate) order: u8,
    /// 1 at the end of an axis, 0 at its side.
    pub(crate) is_terminal: u8,
    /// Years since it last grew.
    pub(crate) idle_yr: u8,
    /// 1 when it is done: dead, asleep, or all grown.
    pub(crate) is_over: u8,
}

/// What a bud senses in its year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sense {
    /// Light, 0 to 1.
    pub(crate) light: f64,
    /// What it is worth to the axes below: the light where there is space, times its side's favour.
    pub(crate) quality: f64,
    /// Towards free space, a unit vector, or nothing.
    pub(crate) space: Vector,
}

//! An asset that stands somewhere.

use understory_numerics::RandomKey;

use crate::pose::Quaternion;

/// An asset that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// Which it is, in every tile, at every density and after every edit elsewhere.
    pub key: RandomKey,
    /// Number of its asset in [`PaintedWorld::assets`](crate::PaintedWorld::assets).
    pub asset: u32,
    /// Number of its rule; `None` where it was placed by hand.
    pub rule: Option<u32>,
    /// Where it stands, m: x, y and height.
    pub place_m: [f64; 3],
    /// How it is turned from upright, as a unit quaternion x, y, z, w.
    pub rotation: Quaternion,
    /// Its size, as a factor.
    pub scale: f64,
    /// Its brightness, as a factor of its asset's colour.
    pub shade: f64,
}

//! Ranges that several tables of a tree share.

use super::Interval;

/// The greatest number of nodes, and of what is counted of them.
pub(super) const MANY: (i64, i64) = (1, 20_000_000);

/// The greatest number of attraction points of a pass.
pub(super) const POINTS: (i64, i64) = (1, 2_000_000);

/// Beyond a length of 1 a tropism leaves a branch no way but its own.
pub(super) const TROPISM_RANGE: Interval = Interval::from(-2.0, 2.0);

pub(super) const FEW: (i64, i64) = (0, 1000);

pub(super) const SIZE: Interval = Interval::from(0.0, 1e6);

/// Numbers of a direction, which need no unit.
pub(super) const DIRECTION: Interval = Interval::from(-1e6, 1e6);

//! Why a tree could not be grown.

use understory_keys::OutOfRange;

use crate::cloud::CloudError;
use crate::colonization::ColonizeError;
use crate::seasons::SeasonError;

/// Why nothing of a shoot is left.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NoShoot {
    /// All broke off in the end.
    #[error("`finish.breakage` is {breakage} for branches of up to {most_tips} tips, and all broke off")]
    Broken {
        /// `finish.breakage`.
        breakage: f64,
        /// `finish.breakage_most_tips`.
        most_tips: u32,
    },
    /// None grew.
    #[error("no segment grew")]
    NotGrown,
}

/// Why a tree could not be grown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// The crown's attraction points.
    #[error("the crown: {0}")]
    Crown(CloudError),
    /// The soil's attraction points.
    #[error("the roots' soil: {0}")]
    Soil(CloudError),
    /// Growth of the shoot.
    #[error("the shoot: {0}")]
    Shoot(ColonizeError),
    /// Growth of the roots.
    #[error("the roots: {0}")]
    Roots(ColonizeError),
    /// Nothing of the shoot is left.
    #[error("nothing of the shoot is left: {0}")]
    NoShoot(NoShoot),
    /// A life that does not lead to what is asked for.
    #[error(transparent)]
    Season(#[from] SeasonError),
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

impl TreeError {
    /// The key that is at fault, within `[tree]`, and the way out, where nothing of the shoot is left.
    #[must_use]
    pub fn of_no_shoot(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::NoShoot(NoShoot::Broken { .. }) => Some((
                "finish.breakage",
                "lower it, or `tree.finish.breakage_most_tips`, e.g. `breakage = 0.02`",
            )),
            Self::NoShoot(NoShoot::NotGrown) => Some((
                "shoot",
                "lower `tree.shoot.breakage`, or give it a trunk: `tree.shoot.trunk.shortest_m`",
            )),
            _ => None,
        }
    }
}

//! Why a tree could not be grown.

use understory_keys::OutOfRange;

use crate::cloud::CloudError;
use crate::colonization::ColonizeError;
use crate::seasons::SeasonError;

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
    /// A life that does not lead to what is asked for.
    #[error(transparent)]
    Season(#[from] SeasonError),
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

//! Why no attraction points could be laid out.

use understory_keys::OutOfRange;

/// Why no attraction points could be laid out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CloudError {
    /// A parameter, a weight or a share that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A difference or union of which next to nothing is left.
    #[error(
        "of {tries} places tried in the envelope's bounding box only {held} lay inside, too few for {count} \
         attraction points: the parts of a difference may overlap wholly, or the envelope is too thin for its box"
    )]
    NextToNoVolume {
        /// Places tried.
        tries: u32,
        /// Places inside.
        held: u32,
        /// Points wanted.
        count: u32,
    },
    /// Points of which none has light.
    #[error(
        "of {count} attraction points none is left in the light: take more points, less shade, or a smaller `self_shade_per_m`"
    )]
    AllDark {
        /// How many there were.
        count: u32,
    },
}

//! What keeps things from being dropped.

/// What keeps things from being dropped.
#[derive(Debug, thiserror::Error)]
pub enum SettlingError {
    /// The corners of a solid hold no space.
    #[error("the corners of `{asset}` hold no space: nothing flat can fall and lie")]
    Flat {
        /// The asset whose solid it is.
        asset: String,
    },
}

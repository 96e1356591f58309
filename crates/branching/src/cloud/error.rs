/// Why no attraction points could be laid out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CloudError {
    /// An envelope that holds no place.
    #[error(
        "the envelope, `{envelope}`, holds no volume: sizes must be finite and above 0 (only the height may be 0)"
    )]
    NoVolume {
        /// Its shape.
        envelope: &'static str,
    },
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
    /// Clusters of nothing.
    #[error(
        "clusters have {points_each} points within {radius_m} m, but need at least 1 point and a finite radius of 0 or more"
    )]
    NoCluster {
        /// Points in a cluster.
        points_each: u32,
        /// The radius of a cluster, m.
        radius_m: f64,
    },
    /// Tiers of nothing.
    #[error(
        "tiers are {thickness_m} m thick and {apart_m} m apart, but need 0 < `thickness_m` ≤ `apart_m`, both finite"
    )]
    NoTier {
        /// From one to the next, m.
        apart_m: f64,
        /// How thick one is, m.
        thickness_m: f64,
    },
    /// A shade that is none.
    #[error(
        "shade {number} takes {share} of the light in a `{volume}`, but a share lies between 0 and 1, and a volume has finite sizes above 0"
    )]
    NotAShade {
        /// Its number, from 0.
        number: usize,
        /// The share it takes.
        share: f64,
        /// The shape of its volume.
        volume: &'static str,
    },
    /// A loss of light that is none.
    #[error("`self_shade_per_m` is {self_shade_per_m}, but must be finite and 0 or more")]
    NotALoss {
        /// The loss of light to a metre of crown.
        self_shade_per_m: f64,
    },
    /// Points of which none has light.
    #[error(
        "of {count} attraction points none is left in the light: take more points, less shade, or a smaller `self_shade_per_m`"
    )]
    AllDark {
        /// How many there were.
        count: u32,
    },
    /// A weight that is none.
    #[error("the weight at {place_m:?} is {weight}, but a weight must be finite and at least 0")]
    NotAWeight {
        /// Where, m.
        place_m: [f64; 3],
        /// What was found there.
        weight: f64,
    },
    /// A probability that is none.
    #[error("the share of points to stay at {place_m:?} is {share}, but must lie between 0 and 1")]
    NotAShare {
        /// Where, m.
        place_m: [f64; 3],
        /// What was found there.
        share: f64,
    },
}

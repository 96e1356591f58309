//! What the loops over pairs and the sums by distance hand each other: batches of distances and weights.

/// Pairs of points on their way into sums over distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    pub(crate) distances_m: &'a [f64],
    /// Edge corrections, both orders of the pair together where it is met once.
    pub(crate) weights: &'a [f64],
    /// What the marks make of the pair; without meaning where there are none.
    pub(crate) factors: &'a [f64],
}

/// Sums over pairs by distance. Partial sums are merged in the order of the points.
pub(crate) trait PairSums: Send {
    fn add(&mut self, batch: Batch<'_>);
    fn merge(&mut self, later: &Self);
}

/// Two sums over the same pairs.
impl<A: PairSums, B: PairSums> PairSums for (A, B) {
    #[inline]
    fn add(&mut self, batch: Batch<'_>) {
        self.0.add(batch);
        self.1.add(batch);
    }

    fn merge(&mut self, later: &Self) {
        self.0.merge(&later.0);
        self.1.merge(&later.1);
    }
}

/// Rounds to the nearest whole number, from −2^31 to 2^31: added, it pushes the fraction out of the mantissa. Unlike
/// a cast it vectorises everywhere.
pub(crate) const ROUND: f64 = 6_755_399_441_055_744.0;

/// The whole number in the low bits of a sum with [`ROUND`].
#[inline]
pub(crate) fn whole(rounded: f64) -> u32 {
    rounded.to_bits() as u32
}

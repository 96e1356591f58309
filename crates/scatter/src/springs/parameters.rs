//! What a net of springs is made with.

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole, Word};
use understory_keys::{Interval, ValueKind, key, parameters, real};

use crate::limits::ITERATIONS;

parameters! {
    /// Nodes of a grid that springs of random rest lengths have pulled and pushed out of line.
    ///
    /// Each node is tied to its neighbours at the four sides and at the four corners. A spring is as long as its two
    /// nodes are apart in the grid, times [`mean_rest`](Self::mean_rest), times a number drawn uniformly from
    /// 1 ± [`amplitude`](Self::amplitude). In each iteration every spring moves both its ends by `stiffness` times its
    /// excess length, all ends at once (Jacobi); then the springs are taken away. It suits points of one size.
    ///
    /// Away from a mean rest of 1 an open net shrinks or swells. Above a stiffness of 1/6 far stretched springs
    /// overshoot and the net flies apart; from 0.25 on every net does.
    ///
    /// On a torus the net closes on itself, and lies anywhere at random. On an open plot its border is [free or
    /// pinned](Border); the outermost nodes begin half a cell inside, and one that has been pushed out of the plot is
    /// left out. There are as many nodes as points wherever count and plot allow; a surplus of less than a row is left
    /// out by a random rank of each node, and so are nodes in proportion to what a weight map takes away. Points come in row
    /// order. No least distance is kept: it falls with the amplitude (0.43 spacings at 0.4, 0.14 at 0.8 for 1600 points
    /// on a torus).
    ///
    /// # Source
    /// After Mick West's article on random scattering, which gives the 40 iterations; amplitude and stiffness are ours.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Springs: Default {
        /// Greatest deviation of a spring's rest length from its mean, as a share of it.
        pub amplitude: f64 = real(Interval::from(0.0, 0.95), "", "0.4").default(Real(0.4)),
        /// Mean rest length of the springs over their length in the grid.
        pub mean_rest: f64 = real(Interval::from(0.5, 1.5), "", "1.0").default(Real(1.0)),
        /// Share of its excess length by which a spring moves each end in an iteration.
        pub stiffness: f64 = real(Interval::from(1e-6, 1.0 / 6.0), "", "0.15").default(Real(0.15)),
        /// Iterations; 0 leaves the bare grid.
        pub iterations: u32 = ITERATIONS.default(Whole(40)),
        /// What holds the net of springs on an open plot.
        pub border: Border = key(ValueKind::Choice(Border::WORDS), "", "\"pinned\"").default(Word("free")),
    }
}

parameters! {
    /// What holds the outermost nodes of a net of springs on an open plot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Border of words {
        /// Nothing: the net shrinks inwards or swells outwards.
        Free = "free",
        /// They stay where they are in the grid.
        Pinned = "pinned",
    }
}

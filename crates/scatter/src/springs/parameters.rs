//! What a net of springs is made with.

use serde::{Deserialize, Serialize};

use crate::ScatterError;

/// Nodes of a grid that springs of random rest lengths have pulled and pushed out of line.
///
/// Each node is tied to its neighbours at the four sides and at the four corners. A spring is as long as its two
/// nodes are apart in the grid, times [`mean_rest`](Self::mean_rest), times a number drawn uniformly from
/// 1 ± [`amplitude`](Self::amplitude). In each iteration every spring moves both its ends by `stiffness` times its
/// excess length, all ends at once (Jacobi); then the springs are taken away. It suits points of one size.
///
/// On a torus the net closes on itself, and lies anywhere by lot. On an open plot its border is [free or pinned](Border); the outermost nodes
/// begin half a cell inside, and one that has been pushed out of the plot is left out. There are as many nodes as
/// points wherever count and plot allow; a surplus of less than a row is left out by a lot for each node, and so
/// are nodes in proportion to what a weight map takes away. Points come in row order. No least distance is kept:
/// it falls with the amplitude (0.43 spacings at 0.4, 0.14 at 0.8 for 1600 points on a torus).
///
/// # Source
/// After Mick West's article on random scattering, which gives the 40 iterations; amplitude and stiffness are ours.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Springs {
    /// Greatest deviation of a rest length from its mean, as a share of it; 0 to 0.95.
    pub amplitude: f64,
    /// Mean rest length over the length in the grid; 0.5 to 1.5. Away from 1 an open net shrinks or swells.
    pub mean_rest: f64,
    /// Share of its excess length by which a spring moves each of its ends in one iteration; above 0, to 1/6.
    /// Above 1/6 far stretched springs overshoot and the net flies apart; from 0.25 on every net does.
    pub stiffness: f64,
    /// Iterations; 0 leaves the bare grid. West's article takes 40.
    pub iterations: u32,
    /// What holds the net on an open plot; a torus holds it by itself.
    pub border: Border,
}

/// What holds the outermost nodes of a net of springs on an open plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Border {
    /// Nothing: the net shrinks inwards or swells outwards.
    Free,
    /// They stay where they are in the grid.
    Pinned,
}

impl Default for Springs {
    fn default() -> Self {
        Self {
            amplitude: 0.4,
            mean_rest: 1.0,
            stiffness: 0.15,
            iterations: 40,
            border: Border::Free,
        }
    }
}

impl Springs {
    pub(super) fn check(&self) -> Result<(), ScatterError> {
        let within = |name, value: f64, [least, most]: [f64; 2], rule| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(ScatterError::out_of_range(name, value, rule))
            }
        };
        within(
            "amplitude",
            self.amplitude,
            [0.0, 0.95],
            "a rest length differs from its mean by a share of 0 to 0.95",
        )?;
        within(
            "mean_rest",
            self.mean_rest,
            [0.5, 1.5],
            "the mean rest length is 0.5 to 1.5 times the length in the grid",
        )?;
        within(
            "stiffness",
            self.stiffness,
            [f64::MIN_POSITIVE, 1.0 / 6.0],
            "it must be above 0 and at most 1/6, as stretched springs overshoot above",
        )
    }
}

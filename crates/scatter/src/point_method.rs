//! What every point method is asked for, and what it gives back.

use understory_numerics::Key;
use understory_space::Plot;

use crate::ScatterError;

/// A way to lay out points on a plot.
pub trait PointMethod {
    /// The name that scenarios and tables use: `jittered-grid`.
    fn name(&self) -> &'static str;

    /// The points that are asked for, or as many of them as fit, from `key` alone: the same key gives the same
    /// points on every machine.
    ///
    /// # Errors
    /// [`ScatterError`] for a parameter out of its range and for a weight that is none.
    fn scatter(&self, ask: &Ask<'_>, key: Key) -> Result<Scattered, ScatterError>;

    /// The numbers that a fit to a target may turn, with their present values for this task; none by default.
    fn knobs(&self, _ask: &Ask<'_>) -> Vec<Knob> {
        Vec::new()
    }
}

/// Relative density at a place: 0 where nothing stands, 1 where it is densest.
pub type Weight<'a> = dyn Fn([f64; 2]) -> f64 + Sync + 'a;

/// What is asked of a method.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The ground, and whether its edges meet.
    pub plot: &'a Plot,
    /// Points wanted in all.
    pub count: u32,
    /// Relative density over the plot; without one it is the same everywhere.
    pub weight: Option<&'a Weight<'a>>,
    /// What is known of the pattern to imitate; only `resampled` reads it.
    pub learned: Option<&'a Learned>,
}

impl<'a> Ask<'a> {
    /// So many points, equally likely everywhere.
    #[must_use]
    pub fn new(plot: &'a Plot, count: u32) -> Self {
        Self {
            plot,
            count,
            weight: None,
            learned: None,
        }
    }

    /// The side of a square as large as the room of one point, m: 1 / √λ.
    pub(crate) fn room_m(&self) -> f64 {
        (self.plot.area_m2() / f64::from(self.count.max(1))).sqrt()
    }
}

/// The statistics of a pattern that another is to share: plain curves and lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// Distances *r*, m, ascending from above 0.
    pub r_m: Vec<f64>,
    /// Pair correlation *g* at each *r*.
    pub pair_correlation: Vec<f64>,
    /// Sizes of the points of the pattern (crown diameters, m), in any order; may be empty.
    pub sizes_m: Vec<f64>,
}

/// The points that a method laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scattered {
    /// Places in the plot, m.
    pub points_m: Vec<[f64; 2]>,
    /// Diameter of each point's zone, m; empty for methods that know no sizes.
    pub sizes_m: Vec<f64>,
    /// Species or size class of each point, from 0; empty for methods that know only one.
    pub classes: Vec<u16>,
    /// The spacing that the method worked with, m: least distance, grid spacing, disk.
    pub spacing_m: Option<f64>,
    /// Why there are fewer points than were asked for, in a few words: `full: 1000 tries in a row found no room`.
    pub full: Option<String>,
    /// What else a reader of the table should know, in a few words each.
    pub notes: Vec<String>,
}

impl Scattered {
    /// Points without sizes or classes.
    #[must_use]
    pub fn of(points_m: Vec<[f64; 2]>) -> Self {
        Self {
            points_m,
            ..Self::default()
        }
    }
}

/// A number that a fit may turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// The key in a scenario: `jitter`.
    pub name: &'static str,
    /// Its value now.
    pub value: f64,
    /// The least and the greatest value that make sense.
    pub range: [f64; 2],
}

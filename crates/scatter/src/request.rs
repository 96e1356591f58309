//! What a point method is requested to do.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

/// Relative density at a place: 0 where nothing stands, 1 where it is densest.
pub type Weight<'a> = dyn Fn([f64; 2]) -> f64 + Sync + 'a;

/// What a method is requested to do.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The ground, and whether its edges meet.
    pub plot: &'a Plot,
    /// How many points.
    pub amount: Amount,
    /// Relative density over the plot; without one it is the same everywhere.
    pub weight: Option<&'a Weight<'a>>,
    /// Where no point may stand; its zone, of methods that know sizes, may reach there.
    pub obstacles: &'a [Obstacle],
    /// What stands there already.
    pub standing: &'a [TakenPlace],
    /// What is known of the pattern to imitate; only `resampled` reads it.
    pub target_statistics: Option<&'a TargetStatistics>,
}

/// How many points are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// New points in all, those that stand already not among them: where weight and obstacles leave little ground, they
    /// stand closer on the rest. `repulsion` and `resampled` space points evenly, so they refuse all three.
    Count(u32),
    /// New points per m² where the weight is 1, and in proportion elsewhere; finite, 0 or more. The fraction of a point
    /// is drawn at random. What weight, obstacles and standing points do at one place changes no point elsewhere, for any
    /// method.
    Density(f64),
}

/// A part of the plot where nothing may stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// All within a distance of a place; across the seam of a torus too.
    Disc {
        /// The place, m.
        centre_m: [f64; 2],
        /// The distance, m.
        radius_m: f64,
    },
    /// All within a distance of a line from point to point, such as a road.
    Strip {
        /// The points, m; at least one.
        points_m: Vec<[f64; 2]>,
        /// Half the width, m.
        half_width_m: f64,
    },
    /// All inside a polygon, by the even-odd rule.
    Polygon {
        /// Its corners, m; the last is joined to the first.
        corners_m: Vec<[f64; 2]>,
    },
}

/// A point that stands already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakenPlace {
    /// Where, m; of an open plot it may lie beyond.
    pub place_m: [f64; 2],
    /// How far new points keep off it, m; 0 or more.
    pub clear_m: f64,
}

impl<'a> Request<'a> {
    /// So many points, equally likely everywhere.
    #[must_use]
    pub fn new(plot: &'a Plot, count: u32) -> Self {
        Self {
            plot,
            amount: Amount::Count(count),
            weight: None,
            obstacles: &[],
            standing: &[],
            target_statistics: None,
        }
    }

    /// How many points the even ground gets: of a density the fraction at random, so that small plots have theirs on average.
    #[must_use]
    pub fn count(&self, key: RandomKey) -> u32 {
        match self.amount {
            Amount::Count(count) => count,
            Amount::Density(per_m2) => {
                let exact = per_m2 * self.plot.area_m2();
                let draw = unit_from_u32(key.child(3, Purpose::Place, 0).draws(0, Purpose::Place, 0)[0]);
                exact as u32 + u32::from(draw < exact.fract())
            }
        }
    }

    /// So many points on each m².
    #[must_use]
    pub fn dense(plot: &'a Plot, density_per_m2: f64) -> Self {
        Self {
            amount: Amount::Density(density_per_m2),
            ..Self::new(plot, 0)
        }
    }
}

/// The statistics of a pattern that another is to share: plain curves and lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TargetStatistics {
    /// Distances *r*, m, ascending from above 0.
    pub r_m: Vec<f64>,
    /// Pair correlation *g* at each *r*.
    pub pair_correlation: Vec<f64>,
    /// Sizes of the points of the pattern (crown diameters, m), in any order; may be empty.
    pub sizes_m: Vec<f64>,
}

//! Why there are fewer points than were asked for.

use std::fmt;

/// Why there are fewer points than were asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Shortfall {
    /// So many darts in a row found no room.
    NoRoom {
        /// The darts.
        tries: u32,
        /// What was placed of each size that did not fit; empty for methods that know one size.
        placed: Vec<PlacedOfSize>,
    },
    /// The plot is full of points at a distance from each other.
    FullAt {
        /// The points.
        points: usize,
        /// The distance, m.
        distance_m: f64,
    },
    /// The weight leaves too little ground.
    Weight {
        /// Points that found none.
        missing: usize,
    },
    /// Nodes of the net left the plot.
    LeftThePlot {
        /// How many.
        nodes: usize,
    },
    /// The levels of a quadtree hold no more.
    LevelsAreFull {
        /// The levels.
        levels: u32,
        /// Fewest and most points of a patch.
        per_patch: [u32; 2],
        /// What they hold.
        points: usize,
    },
    /// Fewer circles stand after the last step.
    FewStand {
        /// How many.
        circles: usize,
    },
    /// Fewer trees stand where the forest of a raster ended.
    ForestEnded {
        /// How many.
        trees: usize,
        /// The share of the ground that they cover.
        cover: f64,
    },
}

/// What was placed of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedOfSize {
    /// Points that found a place.
    pub placed: u32,
    /// Points that were wanted.
    pub wanted: u32,
    /// Diameter of their zone, m.
    pub diameter_m: f64,
}

/// In a few words, as tables have it: `full: 1000 tries in a row found no room`.
impl fmt::Display for Shortfall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom { tries, placed } => {
                write!(formatter, "full: {tries} tries in a row found no room")?;
                for (number, of_size) in placed.iter().enumerate() {
                    let before = if number == 0 { "; placed " } else { ", " };
                    let PlacedOfSize {
                        placed,
                        wanted,
                        diameter_m,
                    } = of_size;
                    write!(formatter, "{before}{placed} of {wanted} of {diameter_m:.3} m")?;
                }
                Ok(())
            }
            Self::FullAt { points, distance_m } => {
                write!(
                    formatter,
                    "full: {points} points fit at a distance of {distance_m:.3} m"
                )
            }
            Self::Weight { missing } => {
                write!(formatter, "full: the weight leaves no room for {missing} points")
            }
            Self::LeftThePlot { nodes } => write!(formatter, "full: {nodes} nodes of the net left the plot"),
            Self::LevelsAreFull {
                levels,
                per_patch: [least, most],
                points,
            } => write!(
                formatter,
                "full: {levels} levels with {least} to {most} props a patch hold {points}"
            ),
            Self::FewStand { circles } => {
                write!(formatter, "full: {circles} circles stand after the last step")
            }
            Self::ForestEnded { trees, cover } => write!(
                formatter,
                "full: {trees} trees where the forest ended, at a cover of {cover:.3}"
            ),
        }
    }
}

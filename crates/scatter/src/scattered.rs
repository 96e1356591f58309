//! What a point method gives back.

use understory_numerics::{Purpose, RandomKey};

use crate::shortfall::Shortfall;

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
    /// Why there are fewer points than were asked for.
    pub shortfall: Option<Shortfall>,
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

    /// A number for each point, from the key that it was laid out from and its place alone: a point that stands where
    /// it stood has the number that it had, whatever is asked for elsewhere. No two points of a pattern share one; of
    /// those in the very same place the later have others.
    #[must_use]
    pub fn ids(&self, key: RandomKey) -> Vec<u64> {
        let mut places: Vec<([u64; 2], usize)> = self
            .points_m
            .iter()
            .map(|place_m| place_m.map(f64::to_bits))
            .zip(0..)
            .collect();
        places.sort_unstable();
        let mut ids = vec![0; places.len()];
        for same in places.chunk_by(|a, b| a.0 == b.0) {
            for (repeat, &([x, y], number)) in (0..).zip(same) {
                let of_x =
                    key.child(repeat, Purpose::Id, x as u32)
                        .child((x >> 32) as u32, Purpose::Id, y as u32);
                ids[number] = of_x.child((y >> 32) as u32, Purpose::Id, 0).bits() as u64;
            }
        }
        ids
    }

    /// Keeps the points that these flags name, in their order.
    pub(crate) fn keep(&mut self, stays: &[bool]) {
        fn keep<T>(all: &mut Vec<T>, stays: &[bool]) {
            let mut flags = stays.iter();
            // Empty where the method knows none.
            all.retain(|_| flags.next().copied().unwrap_or_default());
        }
        keep(&mut self.points_m, stays);
        keep(&mut self.sizes_m, stays);
        keep(&mut self.classes, stays);
    }
}

//! How much light comes through leaves, block by block.
//!
//! A sky of even brightness, as in the light model `grid`: a quarter of its light comes straight down, the rest in four equal
//! shares from 52.2° off the zenith, 22.5° off the axes. Each ray is followed down through the layers; where it passes between
//! the middles of four blocks, it is weighted between them. Half of a block's own leaves shade what is in it.

use understory_numerics::parallel;
use understory_numerics::quick::exp;

use crate::light::sky::{DIRECTIONS, FROM_A_SIDE, FROM_ABOVE, SLANT, TANGENT};

/// Leaves in blocks, and the light that they leave.
#[derive(Default)]
pub(crate) struct Leaves {
    pub(crate) size: [usize; 3],
    /// Sides of a block, m.
    pub(crate) side_m: [f64; 3],
    /// Whether what leaves at one side comes in at the other; else the sky is free beyond.
    pub(crate) wraps: bool,
    /// Leaves, m² over each m² of the block: row by row from the lowest layer up.
    pub(crate) index: Vec<f32>,
}

impl Leaves {
    /// Light in the middle of each block, over that of the free sky; 0 to 1.
    pub(crate) fn light(&self, extinction: f64) -> Vec<f32> {
        let slanting = DIRECTIONS.map(|direction| (direction, TANGENT, extinction * SLANT, FROM_A_SIDE));
        let mut rays = vec![([0.0; 2], 0.0, extinction, FROM_ABOVE)];
        rays.extend(slanting);
        let shares = parallel::map(rays.len(), 1, |ray| {
            let (direction, tangent, extinction, share) = rays[ray];
            self.ray(direction, tangent, extinction, share)
        });
        let mut light = vec![0.0; self.index.len()];
        for share in &shares {
            for (sum, share) in light.iter_mut().zip(share) {
                *sum += share;
            }
        }
        light
    }

    /// What comes from one direction, times its share of the sky.
    fn ray(&self, direction: [f64; 2], tangent: f64, extinction: f64, share: f64) -> Vec<f32> {
        let [width, depth, layers] = self.size;
        let floor = width * depth;
        // Blocks that the ray passes on its way through a layer.
        let shift: [f64; 2] =
            std::array::from_fn(|axis| direction[axis] * tangent * self.side_m[2] / self.side_m[axis]);
        let whole = shift.map(|blocks| blocks.floor() as i64);
        let part: [f32; 2] = std::array::from_fn(|axis| (shift[axis] - whole[axis] as f64) as f32);
        let mut light = vec![0.0_f32; self.index.len()];
        // What has come through the layers above, in the middle of each block of the last one.
        let mut above = vec![1.0_f32; floor];
        let mut through = vec![0.0_f32; floor];
        for layer in (0..layers).rev() {
            for y in 0..depth {
                for x in 0..width {
                    let at = |step_x: i64, step_y: i64| {
                        let place = [x as i64 + whole[0] + step_x, y as i64 + whole[1] + step_y];
                        self.floor_number(place).map_or(1.0, |number| above[number])
                    };
                    let low = at(0, 0) + part[0] * (at(1, 0) - at(0, 0));
                    let high = at(0, 1) + part[0] * (at(1, 1) - at(0, 1));
                    let comes = low + part[1] * (high - low);
                    let here = y * width + x;
                    let leaves = f64::from(self.index[layer * floor + here]);
                    let half = if leaves > 0.0 {
                        exp(-0.5 * extinction * leaves) as f32
                    } else {
                        1.0
                    };
                    light[layer * floor + here] = share as f32 * comes * half;
                    through[here] = comes * half * half;
                }
            }
            std::mem::swap(&mut above, &mut through);
        }
        light
    }

    fn floor_number(&self, place: [i64; 2]) -> Option<usize> {
        let along = |axis: usize| {
            let count = self.size[axis] as i64;
            if self.wraps {
                Some(place[axis].rem_euclid(count) as usize)
            } else {
                (0..count).contains(&place[axis]).then_some(place[axis] as usize)
            }
        };
        Some(along(1)? * self.size[0] + along(0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(wraps: bool, size: [usize; 3], leaves: impl Fn(usize) -> f32) -> Leaves {
        Leaves {
            size,
            side_m: [1.0; 3],
            wraps,
            index: (0..size.iter().product()).map(leaves).collect(),
        }
    }

    /// Under a closed layer of leaves each ray has passed it once, and a slanting one a longer way.
    #[test]
    fn light_under_an_even_layer_is_that_of_beers_law() {
        let floor = 8 * 8;
        let leaves = layer(
            true,
            [8, 8, 4],
            |number| if number / floor == 3 { 2.0 } else { 0.0 },
        );
        let light = leaves.light(0.5);
        let expected = FROM_ABOVE * exp(-1.0) + 4.0 * FROM_A_SIDE * exp(-SLANT);
        for &light in &light[..3 * floor] {
            assert!((f64::from(light) - expected).abs() < 1e-6, "{light}");
        }
        assert!(light[3 * floor] > light[0]);
    }

    #[test]
    fn without_leaves_all_light_comes_down() {
        for wraps in [false, true] {
            let light = layer(wraps, [4, 6, 3], |_| 0.0).light(0.9);
            assert!(light.iter().all(|&light| (light - 1.0).abs() < 1e-6));
        }
    }

    /// What shades a block lies above it, or beside and above; never below.
    #[test]
    fn one_block_of_leaves_shades_what_lies_below_it_and_around() {
        let (width, floor) = (16, 16 * 16);
        let full = 5 * floor + 8 * width + 8;
        let light = layer(
            true,
            [width, 16, 6],
            |number| if number == full { 5.0 } else { 0.0 },
        )
        .light(0.5);
        let at = |x: usize, y: usize, z: usize| light[z * floor + y * width + x];
        assert!(at(8, 8, 4) < 0.78, "straight below: {}", at(8, 8, 4));
        assert!(at(9, 8, 4) < 1.0 && at(9, 8, 4) > at(8, 8, 4));
        assert_eq!(at(8, 8, 5), light[full]);
        assert!(at(0, 0, 5) > 0.999_99 && at(0, 0, 4) > 0.999_99);
    }
}

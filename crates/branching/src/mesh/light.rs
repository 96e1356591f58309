//! How much of the sky's light comes through the crown to a place.
//!
//! Leaves are counted in the cells of a grid. Light comes down eight slanting ways and the upright one; of each, a share
//! *e*^(−*G d l*) comes through leaves of the area density *d* (m² per m³) on a way of *l* metres, where *G* = ½ is the
//! mean shade of leaves that lie all ways (Beer and Lambert's law).

use understory_numerics::math;

use crate::vector::{Vector, add, direction, scale, sub};

/// Cells along the longest side of the crown.
const CELLS: f64 = 24.0;
/// Share of a leaf's card that is leaf, times *G*.
const SHADES: f64 = 0.25;
/// Ways of light: around the upright at two heights, and the upright itself.
const AROUND: u32 = 5;

/// Leaf area in cells.
pub(super) struct Light {
    low: Vector,
    cell_m: f64,
    size: [usize; 3],
    /// Share of the sky's light in the middle of each cell.
    open: Vec<f32>,
}

impl Light {
    /// Of leaves at places, each of so many m².
    pub(super) fn of(leaves: impl Iterator<Item = (Vector, f64)> + Clone) -> Self {
        let both = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (low, high) = leaves.clone().fold(both, |(low, high), (place, _)| {
            (
                std::array::from_fn(|axis| f64::min(low[axis], place[axis])),
                std::array::from_fn(|axis| f64::max(high[axis], place[axis])),
            )
        });
        let longest_m = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        if !longest_m.is_finite() || longest_m <= 0.0 {
            return Self {
                low: [0.0; 3],
                cell_m: 1.0,
                size: [0; 3],
                open: Vec::new(),
            };
        }
        let cell_m = longest_m / CELLS;
        let size = std::array::from_fn(|axis| ((high[axis] - low[axis]) / cell_m) as usize + 1);
        let mut light = Self {
            low,
            cell_m,
            size,
            open: Vec::new(),
        };
        let mut density = vec![0.0_f32; size.iter().product()];
        for (place, area_m2) in leaves {
            if let Some(cell) = light.cell(place) {
                density[cell] += (area_m2 / (cell_m * cell_m * cell_m)) as f32;
            }
        }
        let ways = ways();
        let middle = |number: usize| {
            let cell = [
                number % size[0],
                number / size[0] % size[1],
                number / size[0] / size[1],
            ];
            std::array::from_fn(|axis| low[axis] + (cell[axis] as f64 + 0.5) * cell_m)
        };
        light.open = (0..density.len())
            .map(|number| light.comes_to(middle(number), &density, &ways) as f32)
            .collect();
        light
    }

    /// Share of the sky's light that comes to a place through leaves of these densities.
    fn comes_to(&self, place: Vector, density: &[f32], ways: &[Vector]) -> f64 {
        let through = |way: &Vector| {
            let mut passed = 0.0;
            let mut place = add(place, scale(*way, 0.5 * self.cell_m));
            while let Some(cell) = self.cell(place) {
                passed += f64::from(density[cell]);
                place = add(place, scale(*way, self.cell_m));
            }
            math::exp(-SHADES * passed * self.cell_m)
        };
        ways.iter().map(through).sum::<f64>() / ways.len() as f64
    }

    /// Share of the sky's light at a place, 0 to 1; all of it above the leaves, below them that of the lowest, and all of
    /// it without leaves.
    pub(super) fn at(&self, place: Vector) -> f64 {
        let inside: Vector = std::array::from_fn(|axis| {
            let last_m = (self.size[axis] as f64 - 0.5) * self.cell_m;
            let from_low_m = place[axis] - self.low[axis];
            let most_m = if axis == 2 { f64::INFINITY } else { last_m };
            self.low[axis] + from_low_m.min(most_m).max(0.5 * self.cell_m)
        });
        self.cell(inside).map_or(1.0, |cell| f64::from(self.open[cell]))
    }

    fn cell(&self, place: Vector) -> Option<usize> {
        let from_low = sub(place, self.low);
        let mut number = 0;
        for axis in [2, 1, 0] {
            let at = (from_low[axis] / self.cell_m).floor();
            if at < 0.0 || at >= self.size[axis] as f64 {
                return None;
            }
            number = number * self.size[axis] + at as usize;
        }
        Some(number)
    }
}

fn ways() -> Vec<Vector> {
    let turn = std::f64::consts::TAU / f64::from(AROUND);
    let slanting = |height: f64, shift: f64| {
        (0..AROUND).filter_map(move |number| {
            let (sin, cos) = math::sin_cos(turn * (f64::from(number) + shift));
            direction([cos, sin, height])
        })
    };
    slanting(0.35, 0.0)
        .chain(slanting(1.2, 0.5))
        .chain([[0.0, 0.0, 1.0]])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_darker_the_more_leaves_lie_above() {
        let leaves = (0..4000).map(|at| {
            let [x, y, z] = [at % 20, at / 20 % 20, at / 400].map(|along| f64::from(along) * 0.25);
            ([x, y, z], 0.05)
        });
        let light = Light::of(leaves);
        let up = [0.5, 1.0, 1.5, 2.0, 2.6].map(|height_m| light.at([2.4, 2.4, height_m]));
        assert!(up.windows(2).all(|pair| pair[1] > pair[0]), "{up:?}");
        assert!(up[0] < 0.3 && up[4] > 0.8, "{up:?}");
        assert!(light.at([2.4, 2.4, 9.0]) == 1.0);
        assert!(light.at([0.0, 0.0, 0.1]) > up[0], "more comes in at the side");
        assert_eq!(light.at([2.4, 2.4, -3.0]), up[0].min(light.at([2.4, 2.4, 0.0])));
    }

    #[test]
    fn without_leaves_all_light_comes_through() {
        assert_eq!(Light::of(std::iter::empty()).at([1.0, 2.0, 3.0]), 1.0);
    }
}

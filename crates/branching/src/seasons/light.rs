//! Light: what leaves above leave of it.
//!
//! Leaves are counted in voxels. In the layer *q* below a voxel its leaves shade a square of the voxels of a pyramid by
//! *a · b^−q*, spread evenly over them. So the shade of a voxel is a sum over squares of the layers above it, which come
//! from whole numbers that were added up before, exactly; only voxels that are asked for are worked out.

use understory_numerics::math;

use crate::seasons::parameters::LeafShade;
use crate::vector::{Vector, whole_below};

/// Counts of leaves in the box that holds them.
pub(crate) struct Light {
    voxel_m: f64,
    shade_of_leaf: LeafShade,
    /// Light lost to a leaf in each layer, and half the width of the square that shares it, in voxels.
    layers: Vec<(f64, i32)>,
    low: [i32; 3],
    size: [usize; 3],
    /// Leaves in the rectangle from the low corner of each layer to a voxel, edges of zeros before them.
    sums: Vec<u32>,
    /// Light lost, once it is known; below 0 before.
    shade: Vec<f32>,
}

impl Light {
    /// No leaf yet.
    pub(crate) fn new(shade: &LeafShade) -> Self {
        Self {
            voxel_m: shade.voxel_m,
            shade_of_leaf: *shade,
            layers: Vec::new(),
            low: [0; 3],
            size: [0; 3],
            sums: Vec::new(),
            shade: Vec::new(),
        }
    }

    /// Counts leaves anew, those of one metamer at each place.
    pub(crate) fn count(&mut self, leaves: impl Iterator<Item = Vector> + Clone) {
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        for place in leaves.clone() {
            for axis in 0..3 {
                let voxel = self.voxel_of(place[axis]);
                low[axis] = low[axis].min(voxel);
                high[axis] = high[axis].max(voxel);
            }
        }
        if low[0] > high[0] {
            (low, high) = ([0; 3], [-1; 3]);
        }
        self.low = low;
        self.size = std::array::from_fn(|axis| (high[axis] - low[axis] + 1) as usize);
        let [wide, deep, layers] = self.size;
        while self.layers.len() < layers {
            let number = self.layers.len() as f64;
            let LeafShade {
                per_leaf,
                weakening,
                slope,
                ..
            } = self.shade_of_leaf;
            let half = (slope * number).floor();
            let voxels = (2.0 * half + 1.0) * (2.0 * half + 1.0);
            self.layers
                .push((per_leaf * math::pow(weakening, -number) / voxels, half as i32));
        }
        let (row, layer) = (wide + 1, (wide + 1) * (deep + 1));
        self.sums.clear();
        self.sums.resize(layer * layers, 0);
        self.shade.clear();
        self.shade.resize(wide * deep * layers, -1.0);
        for place in leaves {
            let [x, y, z] = self.within(place);
            self.sums[z as usize * layer + (y as usize + 1) * row + x as usize + 1] += 1;
        }
        for z in 0..layers {
            for y in 1..=deep {
                let mut along = 0;
                for x in 1..=wide {
                    let at = z * layer + y * row + x;
                    along += self.sums[at];
                    self.sums[at] = along + self.sums[at - row];
                }
            }
        }
    }

    /// Light lost at a place to the leaves in its voxel and above, in shares of full light.
    pub(crate) fn lost_at(&mut self, place: Vector) -> f64 {
        let voxel = self.within(place);
        let is_inside = (0..3).all(|axis| (0..self.size[axis] as i32).contains(&voxel[axis]));
        if !is_inside {
            return self.lost_in(voxel);
        }
        let [x, y, z] = voxel.map(|along| along as usize);
        let at = (z * self.size[1] + y) * self.size[0] + x;
        if self.shade[at] < 0.0 {
            self.shade[at] = self.lost_in(voxel) as f32;
        }
        f64::from(self.shade[at])
    }

    fn lost_in(&self, [x, y, z]: [i32; 3]) -> f64 {
        let mut lost = 0.0;
        for (above, &(per_leaf, half)) in (z..self.size[2] as i32).zip(&self.layers) {
            lost += per_leaf * f64::from(self.leaves_in([x - half, y - half], [x + half, y + half], above));
        }
        lost
    }

    /// Leaves in a rectangle of a layer.
    fn leaves_in(&self, low: [i32; 2], high: [i32; 2], z: i32) -> u32 {
        if !(0..self.size[2] as i32).contains(&z) {
            return 0;
        }
        let bound = |along: i32, axis: usize| along.clamp(0, self.size[axis] as i32) as usize;
        let row = self.size[0] + 1;
        let layer = &self.sums[z as usize * row * (self.size[1] + 1)..];
        let [x0, x1] = [bound(low[0], 0), bound(high[0] + 1, 0)];
        let [y0, y1] = [bound(low[1], 1), bound(high[1] + 1, 1)];
        layer[y1 * row + x1] + layer[y0 * row + x0] - layer[y1 * row + x0] - layer[y0 * row + x1]
    }

    fn voxel_of(&self, along_m: f64) -> i32 {
        whole_below(along_m / self.voxel_m)
    }

    fn within(&self, place: Vector) -> [i32; 3] {
        std::array::from_fn(|axis| self.voxel_of(place[axis]) - self.low[axis])
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;

    const SHADE: LeafShade = LeafShade {
        per_leaf: 0.03,
        weakening: 1.1,
        slope: 0.6,
        voxel_m: 0.5,
    };

    fn leaves() -> Vec<Vector> {
        let place = |number| {
            let [x, y, z, _] = RandomKey::root(1, &["leaves"]).draws(0, Purpose::Leaf, number);
            [x, y, z].map(|word| 8.0 * unit_from_u32(word) - 3.0)
        };
        (0..400).map(place).collect()
    }

    /// Each leaf in turn, by the sentence that defines its shade.
    #[test]
    fn shade_is_the_sum_over_all_leaves_one_by_one() {
        let leaves = leaves();
        let mut light = Light::new(&SHADE);
        light.count(leaves.iter().copied());
        let voxel = |place: Vector| place.map(|along| (along / SHADE.voxel_m).floor());
        for place in [
            [0.3, 0.2, -2.9],
            [1.0, -2.0, 0.4],
            [4.0, 4.0, 3.0],
            [9.0, 0.0, 0.0],
            [0.0, 0.0, 20.0],
        ] {
            let at = voxel(place);
            let mut expected = 0.0;
            for leaf in leaves.iter().map(|&leaf| voxel(leaf)) {
                let layer = leaf[2] - at[2];
                let half = (SHADE.slope * layer).floor();
                let is_above = layer >= 0.0 && (0..2).all(|axis| (leaf[axis] - at[axis]).abs() <= half);
                if is_above {
                    let voxels = (2.0 * half + 1.0) * (2.0 * half + 1.0);
                    expected += SHADE.per_leaf * math::pow(SHADE.weakening, -layer) / voxels;
                }
            }
            let found = light.lost_at(place);
            assert!(
                (found - expected).abs() < 1e-6,
                "{place:?}: {found} for {expected}"
            );
            // A second time it is remembered.
            assert_eq!(light.lost_at(place), found);
        }
    }

    #[test]
    fn a_level_sheet_shades_alike_however_deep() {
        let mut light = Light::new(&LeafShade {
            weakening: 1.0,
            ..SHADE
        });
        let sheet =
            (-40..40).flat_map(|x| (-40..40).map(move |y| [f64::from(x) * 0.5, f64::from(y) * 0.5, 9.0]));
        // Something below, so that the box reaches down.
        light.count(sheet.chain([[0.0; 3]]));
        for depth_m in [1.0, 3.0, 6.0] {
            assert!((light.lost_at([0.2, 0.2, 9.0 - depth_m]) - SHADE.per_leaf).abs() < 1e-6);
        }
    }
}

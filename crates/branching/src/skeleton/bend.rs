//! Bending: branches that sink under what they bear.

use std::f64::consts::PI;

use crate::colonization::Obstacle;
use crate::colonization::obstacle::bars;
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, add, angle_deg, cross, direction, distance, scale, sub, turned};

/// How often wood that meets something turns half as much before all stays straight.
const MOST_ROUNDS: u32 = 30;
const DOWN: Vector = [0.0, 0.0, -1.0];
/// Moves shorter than this are those of rounding, m.
const UNMOVED_M: f64 = 1e-9;

impl Skeleton {
    /// With every segment of the shoot turned by the weight of the wood that it bears, and all beyond it too.
    ///
    /// A segment of length *l* and radius *r* that bears the volume *V* of wood, whose centre lies *a* aside of it,
    /// turns by *s · V · a · l / I* radians, *I = π r⁴ / 4*: the bend of a slender beam, *moment / (E · I)*, over its
    /// length. The weight is that of the tree before it bends. No segment turns beyond hanging straight down.
    ///
    /// `sag_per_m` is *s = ρ g / E*, the weight of a m³ of wood over its modulus of elasticity, 1/m; 0 or more.
    /// Without radii nothing bends. Where a node would come below the base, or its segment into an obstacle, the wood that
    /// bears it turns half as much, until none does.
    ///
    /// # Source
    /// Elementary beam theory; to apply it to a grown skeleton is our own. Real wood also gives way over the years,
    /// so that values well above those of fresh wood (about 1e-6) are of use.
    #[must_use]
    pub fn bent(mut self, sag_per_m: f64, obstacles: &[Obstacle]) -> Self {
        let loads = self.loads();
        let straight: Vec<Vector> = self.nodes.iter().map(|node| node.place_m).collect();
        // How much of its turn each segment makes.
        let mut gives = vec![1.0; self.nodes.len()];
        for round in 0..=MOST_ROUNDS {
            self.bend(&straight, &loads, sag_per_m, &gives);
            let met = (1..self.nodes.len()).filter(|&number| self.is_met(number, &straight, obstacles));
            let met: Vec<usize> = met.collect();
            if met.is_empty() {
                break;
            }
            if round + 1 >= MOST_ROUNDS {
                gives.fill(0.0);
            }
            let mut is_done = vec![false; self.nodes.len()];
            for mut at in met {
                while !is_done[at] {
                    is_done[at] = true;
                    gives[at] *= 0.5;
                    at = self.nodes[at].parent.map_or(at, |parent| parent as usize);
                }
            }
        }
        self
    }

    /// Whether a node has come below the base, or its segment into an obstacle, where it was not when it was straight.
    fn is_met(&self, number: usize, straight: &[Vector], obstacles: &[Obstacle]) -> bool {
        let node = &self.nodes[number];
        let (Some(parent), Part::Shoot) = (node.parent, node.part) else {
            return false;
        };
        let (parent, base_m) = (parent as usize, straight[0][2]);
        let from = self.nodes[parent].place_m;
        let has_moved =
            distance(node.place_m, straight[number]) + distance(from, straight[parent]) > UNMOVED_M;
        has_moved
            && (node.place_m[2] < base_m.min(straight[number][2]) || bars(from, node.place_m, obstacles))
    }

    /// Turns every segment by what it gives of its turn, and with each all beyond it.
    fn bend(&mut self, straight: &[Vector], loads: &[Load], sag_per_m: f64, gives: &[f64]) {
        let unturned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        // Where each node's axes have turned to.
        let mut frames: Vec<[Vector; 3]> = vec![unturned; self.nodes.len()];
        for number in 0..self.nodes.len() {
            let node = self.nodes[number];
            let Some(parent) = node.parent.map(|parent| parent as usize) else {
                continue;
            };
            if node.part == Part::Root {
                continue;
            }
            let off = sub(straight[number], straight[parent]);
            let [x, y, z] = frames[parent];
            let segment = add(add(scale(x, off[0]), scale(y, off[1])), scale(z, off[2]));
            frames[number] = frames[parent];
            let mut reached = segment;
            let turn = loads[number].turn(&straight[parent], segment, node.radius_m, sag_per_m);
            if let Some((axis, angle)) = turn {
                let angle = gives[number] * angle;
                frames[number] = frames[parent].map(|along| turned(along, axis, angle));
                reached = turned(segment, axis, angle);
            }
            self.nodes[number].place_m = add(self.nodes[parent].place_m, reached);
        }
    }

    /// What each segment bears, itself included.
    fn loads(&self) -> Vec<Load> {
        let mut loads = vec![Load::default(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let Some(parent) = node.parent.filter(|_| node.part == Part::Shoot) else {
                continue;
            };
            let volume_m3 = PI * node.radius_m * node.radius_m * self.segment_m(number as u32);
            let middle = scale(add(node.place_m, self.nodes[parent as usize].place_m), 0.5);
            loads[number].join(&Load {
                volume_m3,
                sum: scale(middle, volume_m3),
            });
            let load = loads[number];
            loads[parent as usize].join(&load);
        }
        loads
    }
}

/// Wood beyond a place.
#[derive(Clone, Copy, Default)]
struct Load {
    volume_m3: f64,
    /// Its centre times its volume.
    sum: Vector,
}

impl Load {
    fn join(&mut self, other: &Self) {
        self.volume_m3 += other.volume_m3;
        self.sum = add(self.sum, other.sum);
    }

    /// The axis and the angle, radians, by which a segment from `from` turns under this.
    fn turn(&self, from: &Vector, segment: Vector, radius_m: f64, sag_per_m: f64) -> Option<(Vector, f64)> {
        let mut moment = sub(self.sum, scale(*from, self.volume_m3));
        moment[2] = 0.0;
        let axis = direction(cross(moment, DOWN))?;
        let stiffness_m4 = PI / 4.0 * radius_m * radius_m * radius_m * radius_m;
        let [moment_m4, length_m] = [moment, segment].map(crate::vector::length);
        let angle = sag_per_m * moment_m4 * length_m / stiffness_m4;
        let most = angle_deg(segment, DOWN).to_radians();
        (stiffness_m4 > 0.0).then_some((axis, angle.min(most)))
    }
}

#[cfg(test)]
mod tests {
    use crate::colonization::Obstacle;
    use crate::skeleton::{Node, Part, Skeleton};

    /// A stem of 3 m, then a level branch of 2 m in 200 segments.
    fn bracket(radius_m: f64) -> Skeleton {
        let mut nodes = vec![Node::new(None, Part::Shoot, [0.0; 3], 0)];
        for number in 0..=200_u32 {
            let place_m = [f64::from(number) * 0.01, 0.0, 3.0];
            nodes.push(Node {
                radius_m: if number == 0 { 10.0 } else { radius_m },
                ..Node::new(Some(number), Part::Shoot, place_m, 0)
            });
        }
        Skeleton { nodes }
    }

    #[test]
    fn a_level_branch_sinks_as_a_beam_under_its_own_weight_does() {
        let (radius_m, sag_per_m, length_m) = (0.05, 1e-6, 2.0_f64);
        let bent = bracket(radius_m).bent(sag_per_m, &[]);
        let sunk_m = 3.0 - bent.nodes.last().unwrap().place_m[2];
        // w l⁴ / (8 E I), with w = ρ g π r² and I = π r⁴ / 4.
        let expected_m = sag_per_m * length_m * length_m * length_m * length_m / (2.0 * radius_m * radius_m);
        assert!(
            (sunk_m / expected_m - 1.0).abs() < 0.02,
            "{sunk_m} against {expected_m}"
        );
    }

    #[test]
    fn the_softest_branch_hangs_and_no_more_and_keeps_its_length() {
        let bent = bracket(0.002).bent(1.0, &[]);
        let lengths =
            |skeleton: &Skeleton| -> f64 { (1..202).map(|number| skeleton.segment_m(number)).sum() };
        assert!((lengths(&bent) - lengths(&bracket(0.002))).abs() < 1e-9);
        let tip = bent.nodes.last().unwrap().place_m;
        assert!(tip[2] < 1.15 && tip[0].abs() < 0.1, "{tip:?}");
    }

    #[test]
    fn a_branch_that_would_sink_into_the_ground_or_a_wall_sinks_as_far_as_it_can() {
        let mut low = bracket(0.005);
        low.nodes
            .iter_mut()
            .skip(1)
            .for_each(|node| node.place_m[2] -= 2.5);
        let bent = low.clone().bent(1e-5, &[]);
        let lowest_m = bent
            .nodes
            .iter()
            .skip(1)
            .map(|node| node.place_m[2])
            .fold(1.0, f64::min);
        assert!((0.0..0.45).contains(&lowest_m), "{lowest_m}");
        let shelf = Obstacle::Box {
            low_m: [1.0, -1.0, 2.0],
            high_m: [4.0, 1.0, 2.9],
        };
        let bent = bracket(0.005).bent(1e-6, &[shelf]);
        let tip = bent.nodes.last().unwrap().place_m;
        assert!((2.9..2.999).contains(&tip[2]), "{tip:?}");
        let free = bracket(0.005).bent(1e-6, &[]).nodes.last().unwrap().place_m;
        assert!(free[2] < 2.85, "{free:?}");
    }

    #[test]
    fn stiff_wood_stays_where_it_grew() {
        assert_eq!(bracket(0.05).bent(0.0, &[]), bracket(0.05));
    }
}

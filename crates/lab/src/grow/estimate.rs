//! What growing and drawing a tree will take, told before it begins: a bound, four to six times what the trees that ship
//! take.

use understory_branching::cloud::Envelope;
use understory_branching::mesh::{LEVELS, Leaf};
use understory_branching::specimen::Specimen;

/// Memory of an attraction point while a shoot grows towards it, and of a node from its growth to its figures, bytes.
const POINT_BYTES: f64 = 130.0;
const NODE_BYTES: f64 = 1200.0;
/// Of a leaf's card in a mesh, in the file's buffer beside it and in the figures.
const CARD_BYTES: f64 = 450.0;
/// Of a letter of an L-system's word, before and after a step.
const LETTER_BYTES: f64 = 150.0;
/// The program and its pictures.
const OWN_BYTES: f64 = 60e6;

/// What a tree takes, and the key that rules it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeEstimate {
    /// Most memory at once, bytes.
    pub memory_bytes: u64,
    /// The key of the scenario that has the greatest share in it.
    pub key: &'static str,
}

impl TreeEstimate {
    /// The estimate for a specimen.
    #[must_use]
    pub fn of(specimen: &Specimen) -> Self {
        let form = &specimen.form;
        let crown = |points: u32, step_m: f64| Growth {
            points: f64::from(points),
            volume_m3: volume_m3(&form.crown),
            step_m,
        };
        let passes = form.scaffold.iter().map(|pass| crown(pass.points, pass.step_m));
        let own = crown(form.crown_points, form.shoot.step_m);
        let shoot_points = passes
            .clone()
            .chain([own])
            .map(|pass| pass.points)
            .fold(0.0, f64::max);
        let trunk = form.shoot.trunk.least_m / form.shoot.step_m;
        let most_nodes = f64::from(form.shoot.most_nodes);
        let shoot = (passes.chain([own]).map(Growth::nodes).sum::<f64>() + trunk).min(most_nodes);
        let (root_points, roots) = form.roots.as_ref().map_or((0.0, 0.0), |roots| {
            let growth = Growth {
                points: f64::from(roots.points),
                volume_m3: 4.0 * roots.spread_m * roots.spread_m * roots.depth_m,
                step_m: roots.growth.step_m,
            };
            (growth.points, growth.nodes().min(most_nodes))
        });
        let letters = specimen
            .counterpart
            .as_ref()
            .map_or(0.0, |counterpart| counterpart.system.most_letters as f64);
        let points_bytes = POINT_BYTES * shoot_points.max(root_points);
        let leaves_bytes = form.leaf.as_ref().map_or(0.0, |leaf| leaves_bytes(leaf, shoot));
        let parts = [
            (points_bytes, "tree.crown_points"),
            (NODE_BYTES * (shoot + roots), "tree.shoot.step_m"),
            (leaves_bytes, "tree.leaf.per_node"),
            (LETTER_BYTES * letters, "tree.counterpart.most_letters"),
        ];
        let greatest = parts.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        Self {
            memory_bytes: (OWN_BYTES + parts.iter().map(|part| part.0).sum::<f64>()) as u64,
            key: greatest.map_or("tree", |part| part.1),
        }
    }
}

/// A pass of growth.
#[derive(Clone, Copy)]
struct Growth {
    points: f64,
    volume_m3: f64,
    step_m: f64,
}

impl Growth {
    /// About how many nodes it takes to come to all points: their number times the way from each to the next.
    fn nodes(self) -> f64 {
        let apart_m = understory_numerics::math::cbrt(self.volume_m3 / self.points.max(1.0));
        self.points * (apart_m / self.step_m).max(0.2)
    }
}

fn leaves_bytes(leaf: &Leaf, nodes: f64) -> f64 {
    let drawn: f64 = LEVELS.iter().map(|level| level.leaf_share).sum();
    CARD_BYTES * drawn * nodes * f64::from(leaf.per_node)
}

/// Of the box around an envelope; of one without a box, none.
fn volume_m3(envelope: &Envelope) -> f64 {
    envelope.bounds_m().map_or(0.0, |[low_m, high_m]| {
        (0..3).map(|axis| (high_m[axis] - low_m[axis]).max(0.0)).product()
    })
}

#[cfg(test)]
mod tests {
    use understory_branching::presets::PRESETS;

    use super::*;

    #[test]
    fn presets_take_little_and_more_points_and_leaves_take_more() {
        for preset in PRESETS {
            let specimen = Specimen::of(preset.form());
            let usual = TreeEstimate::of(&specimen).memory_bytes;
            assert!(usual < 1 << 30, "{}: {usual}", preset.name);
            let mut leafy = specimen.clone();
            leafy.form.leaf = leafy.form.leaf.map(|leaf| Leaf {
                per_node: 100,
                ..leaf
            });
            if leafy.form.leaf.is_some() {
                assert!(
                    TreeEstimate::of(&leafy).memory_bytes > 2 * usual,
                    "{}",
                    preset.name
                );
            }
            let mut dense = specimen;
            dense.form.crown_points = 2_000_000;
            assert!(
                TreeEstimate::of(&dense).memory_bytes > usual + (200 << 20),
                "{}",
                preset.name
            );
        }
    }
}

//! How thick roots are: the pipes of the stem go on below the ground.

use understory_keys::{Interval, Key, real};
use understory_numerics::math;

use understory_keys::Literal::Real;

use crate::skeleton::{Part, Skeleton};

/// Exponent of roots. Below 2 the cross sections of roots shrink from fork to fork: within 2 to 3 m of the stem main roots
/// of 30 cm taper to 2 to 5 cm (Hellis, tree consultants). The default is ours, so that wood below is to wood above the ground
/// as it is of real trees.
pub(crate) const PIPE_EXPONENT: Key =
    real(Interval::from(1.0, 100.0), "", "1.7").default(Real(DEFAULT_EXPONENT));
const DEFAULT_EXPONENT: f64 = 1.7;

/// Gives roots their radii: *R^n = Σ r_i^n* over the roots that leave the collar, with *R* the radius of the stem there, and
/// the same at every fork below.
pub(crate) fn thicken_roots(skeleton: &mut Skeleton, exponent: f64) {
    let Some(collar) = skeleton.nodes.first() else {
        return;
    };
    let stem_m = collar.radius_m;
    let pipes = skeleton.pipes();
    let is_main = |number: &usize| {
        let node = &skeleton.nodes[*number];
        node.part == Part::Root && node.parent == Some(0)
    };
    let all: f64 = (1..skeleton.nodes.len())
        .filter(is_main)
        .map(|number| f64::from(pipes[number]))
        .sum();
    for (node, &pipes) in skeleton.nodes.iter_mut().zip(&pipes) {
        if node.part == Part::Root && node.parent.is_some() {
            node.radius_m = stem_m * math::pow(f64::from(pipes) / all, 1.0 / exponent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Node;

    #[test]
    fn what_roots_add_up_to_at_the_collar_and_at_each_fork_is_the_stem_or_the_root_above() {
        let node = |parent, part| Node::new(parent, part, [0.0; 3], 0);
        let mut nodes = vec![node(None, Part::Shoot), node(Some(0), Part::Shoot)];
        nodes[0].radius_m = 0.2;
        // Two roots at the collar; the second forks into three.
        nodes.extend([node(Some(0), Part::Root), node(Some(0), Part::Root)]);
        nodes.extend([(); 3].map(|()| node(Some(3), Part::Root)));
        let mut skeleton = Skeleton { nodes };
        thicken_roots(&mut skeleton, 1.8);
        let power = |numbers: &[usize]| {
            let powers = numbers
                .iter()
                .map(|&number| math::pow(skeleton.nodes[number].radius_m, 1.8));
            powers.sum::<f64>()
        };
        assert!((power(&[2, 3]) / power(&[0]) - 1.0).abs() < 1e-12);
        assert!((power(&[4, 5, 6]) / power(&[3]) - 1.0).abs() < 1e-12);
        assert_eq!(skeleton.nodes[1].radius_m, 0.0);
    }
}

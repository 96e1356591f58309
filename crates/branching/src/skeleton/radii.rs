//! The pipe model: how thick wood is by what it bears.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Checked, Interval, OutOfRange, parameters, real, table};
use understory_numerics::math;

use crate::skeleton::Skeleton;

parameters! {
    /// How thick wood is: every tip has its pipe down to the base, and what pipes add up to.
    ///
    /// *r^n = Σ r_i^n* over the branches that leave a node, with the tips' radius at the tips and where tips were
    /// lost: a branch that was shed leaves its pipes in the wood below. *n* = 2 keeps the area of the cross section,
    /// as Leonardo da Vinci held; measured trees lie from 1.8 to 3.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct PipeModel: Default {
        /// Exponent n of r^n = Σ r_i^n over the branches that leave a node.
        pub exponent: f64 = real(Interval::from(1.0, 100.0), "", "2.3").default(Real(2.3)),
        /// Radius of a tip.
        pub tip_radius_m: f64 = real(Interval::from(1e-5, 10.0), "m", "0.008").default(Real(0.002)),
    }
}

impl PipeModel {
    /// Radius of wood with so many pipes, m.
    pub(crate) fn radius_m(&self, pipes: f64) -> f64 {
        self.tip_radius_m * math::pow(pipes, 1.0 / self.exponent)
    }
}

impl Skeleton {
    /// Gives every node its radius. The collar has the shoot's, without that of the roots; alone, a root system's
    /// own.
    ///
    /// # Errors
    /// [`OutOfRange`] for an exponent or a radius that is not what it may be.
    pub fn give_radii(&mut self, model: &PipeModel) -> Result<(), OutOfRange> {
        model.check(&table(PipeModel::KEYS, "").named("finish.pipes"))?;
        let pipes = self.pipes();
        for (node, &pipes) in self.nodes.iter_mut().zip(&pipes) {
            node.radius_m = model.radius_m(f64::from(pipes));
        }
        Ok(())
    }

    /// Pipes through each node, one for each tip that it bears or has lost: *r = tip radius · pipes^(1/n)*. At the
    /// collar only those of its own part count, unless there are none.
    pub(crate) fn pipes(&self) -> Vec<u32> {
        let mut pipes = vec![0_u32; self.nodes.len()];
        let mut of_other_part = 0;
        for (number, node) in self.nodes.iter().enumerate().rev() {
            pipes[number] += node.lost_tips;
            if node.parent.is_none() && pipes[number] == 0 {
                pipes[number] = of_other_part;
            }
            pipes[number] = pipes[number].max(1);
            match node.parent {
                Some(0) if node.part != self.nodes[0].part => of_other_part += pipes[number],
                Some(parent) => pipes[parent as usize] += pipes[number],
                None => {}
            }
        }
        pipes
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;

    use super::PipeModel;
    use crate::skeleton::{Node, Part, Skeleton};

    fn comb() -> Skeleton {
        let mut nodes = vec![Node::new(None, Part::Shoot, [0.0; 3], 0)];
        for tooth in 0..8 {
            let height_m = f64::from(tooth) + 1.0;
            nodes.push(Node::new(Some(2 * tooth), Part::Shoot, [0.0, 1.0, height_m], 0));
            nodes.push(Node::new(Some(2 * tooth), Part::Shoot, [0.0, 0.0, height_m], 0));
        }
        Skeleton { nodes }
    }

    #[test]
    fn areas_add_up_at_every_fork_with_exponent_two() {
        let mut comb = comb();
        comb.give_radii(&PipeModel {
            exponent: 2.0,
            tip_radius_m: 0.01,
        })
        .unwrap();
        let area = |number: u32| comb.nodes[number as usize].radius_m * comb.nodes[number as usize].radius_m;
        let children = comb.children();
        for number in 0..16 {
            let sum: f64 = children.of(number).iter().map(|&child| area(child)).sum();
            assert!(sum == 0.0 || (area(number) / sum - 1.0).abs() < 1e-12);
        }
        assert!(
            (comb.nodes[0].radius_m - 0.03).abs() < 1e-12,
            "nine tips of radius 0.01"
        );
    }

    #[test]
    fn wood_stays_as_thick_when_what_it_bore_has_broken_off() {
        let mut whole = comb();
        whole.give_radii(&PipeModel::default()).unwrap();
        let mut broken = comb()
            .damaged(0.5, 4, RandomKey::root(1, &["storm"]))
            .damaged(0.5, 6, RandomKey::root(2, &["storm"]))
            .snapped(5.5);
        broken.give_radii(&PipeModel::default()).unwrap();
        assert!(broken.nodes.len() < whole.nodes.len());
        assert_eq!(broken.nodes[0].radius_m, whole.nodes[0].radius_m);
    }
}

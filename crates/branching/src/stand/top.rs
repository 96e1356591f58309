//! The top of a cone, which is finer than the attraction points tell.
//!
//! Where a cone is narrower than the kill distance the stem alone reaches all points that lie in it, and no side branch would
//! ever grow: the tree would end in a bare rod. So its stem bears side branches there from the beginning, one at each node, turned
//! from one to the next by the golden angle.

use std::f64::consts::TAU;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, math};

use crate::skeleton::{Node, Part, Skeleton};
use crate::stand::space::Claim;
use crate::vector::{GOLDEN_ANGLE, add, scale};

/// Side branches rise by 30°, and end short of the surface of the crown, as a share of the way there; ours.
const RISE_SINE: f64 = 0.5;
const RISE_COSINE: f64 = 0.866_025_403_784_438_6;
const OF_THE_WAY: f64 = 0.9;

/// How far side branches of a top may reach.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Where the crown is narrower than this, nothing else grows, m.
    pub(crate) kill_m: f64,
    /// The longest, m.
    pub(crate) longest_m: f64,
    /// Length of a segment, m.
    pub(crate) step_m: f64,
}

impl Skeleton {
    /// Gives these nodes of a stem side branches where the space of its tree tapers off and is narrow; a crown that is as
    /// wide at its end as in its middle gets none.
    pub(crate) fn clothe_top(&mut self, stem: impl IntoIterator<Item = u32>, claim: &Claim, reach: &Reach) {
        let [turn, ..] = claim.key.draws(0, Purpose::Form, 0).map(unit_from_u32);
        let Some(&[top_m, _]) = claim.profile_m.last() else {
            return;
        };
        for number in stem {
            let from_m = self.nodes[number as usize].place_m;
            let height_m = from_m[2] - claim.base_m[2];
            let is_narrow = |radius_m: &f64| *radius_m < reach.kill_m && height_m > claim.widest_m();
            let Some(radius_m) = claim.radius_at(height_m).filter(is_narrow) else {
                continue;
            };
            let narrows = radius_m / (top_m - height_m);
            let to_surface_m = OF_THE_WAY * radius_m / (RISE_COSINE + narrows * RISE_SINE);
            let length_m = to_surface_m.min(reach.longest_m);
            let around = TAU * turn + GOLDEN_ANGLE * f64::from(number) % TAU;
            let (sine, cosine) = math::sin_cos(around);
            let heading = [RISE_COSINE * cosine, RISE_COSINE * sine, RISE_SINE];
            let segments = (length_m / reach.step_m).ceil().max(1.0);
            let mut parent = number;
            for segment in 1..=segments as u32 {
                let along_m = length_m * f64::from(segment) / segments;
                let place_m = add(from_m, scale(heading, along_m));
                self.nodes.push(Node::new(Some(parent), Part::Shoot, place_m, 0));
                parent = self.nodes.len() as u32 - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;

    use super::*;

    fn claim(profile_m: Vec<[f64; 2]>) -> Claim {
        Claim {
            key: RandomKey::root(1, &["top"]),
            base_m: [3.0, -2.0, 10.0],
            profile_m,
            e_fold_m: None,
            stem_m: 19.0,
            roots: None,
        }
    }

    fn clothed(claim: &Claim) -> Skeleton {
        let node = |number: u32| {
            let place_m = [3.0, -2.0, 10.0 + 0.2 * f64::from(number)];
            Node::new(number.checked_sub(1), Part::Shoot, place_m, 0)
        };
        let mut skeleton = Skeleton {
            nodes: (0..=95).map(node).collect(),
        };
        let reach = Reach {
            kill_m: 0.5,
            longest_m: f64::INFINITY,
            step_m: 0.2,
        };
        skeleton.clothe_top(0..=95, claim, &reach);
        skeleton
    }

    /// A cone of 3 m that narrows over 15 m is 0.5 m wide 2.5 m below its top: the stem bears a branch at each node from
    /// there on, none of which leaves the cone.
    #[test]
    fn side_branches_fill_the_top_of_a_cone_and_stay_in_it() {
        let cone = claim(vec![[5.0, 3.0], [20.0, 0.0]]);
        let skeleton = clothed(&cone);
        let branches = &skeleton.nodes[96..];
        let borne = branches.iter().filter(|node| node.parent < Some(96));
        assert_eq!(borne.clone().count(), 8);
        assert!(borne.clone().all(|node| node.parent >= Some(88)));
        for node in branches {
            let [x_m, y_m, z_m] = node.place_m;
            let (off_x_m, off_y_m) = (x_m - 3.0, y_m + 2.0);
            assert!(cone.holds(z_m - 10.0, off_x_m * off_x_m + off_y_m * off_y_m));
        }
    }

    #[test]
    fn a_crown_that_is_wide_where_its_stem_ends_gets_none() {
        let round = claim(vec![[5.0, 0.0], [10.0, 3.0], [22.0, 3.0]]);
        assert_eq!(clothed(&round).nodes.len(), 96);
    }
}

//! Wood: how thickness is handed on at forks, and how much lies above and below the ground.

use understory_numerics::math;

use crate::metrics::quartiles::quartiles;
use crate::skeleton::{Part, Skeleton};

pub(super) fn da_vinci_exponent(skeleton: &Skeleton) -> Option<f64> {
    let children = skeleton.children();
    let mut exponents = Vec::new();
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let branches = children.of(number);
        let shares: Vec<f64> = branches
            .iter()
            .map(|&child| skeleton.nodes[child as usize].radius_m / node.radius_m)
            .collect();
        if shares.len() >= 2 && shares.iter().all(|&share| share > 0.0 && share < 1.0) {
            exponents.push(node_exponent(&shares));
        }
    }
    quartiles(exponents).map(|quartiles| quartiles.median)
}

/// The *n* with Σ share^n = 1, for two shares or more between 0 and 1.
///
/// The sum falls with *n* and is convex, so that Newton's steps from 0 never pass the root.
fn node_exponent(shares: &[f64]) -> f64 {
    const MOST_STEPS: u32 = 100;
    let logs: Vec<f64> = shares.iter().map(|&share| math::ln(share)).collect();
    let mut exponent = 0.0;
    for _ in 0..MOST_STEPS {
        let (mut excess, mut slope) = (-1.0, 0.0);
        for log in &logs {
            let power = math::exp(exponent * log);
            excess += power;
            slope += power * log;
        }
        exponent -= excess / slope;
        if excess.abs() < 1e-12 {
            break;
        }
    }
    exponent
}

pub(super) fn root_shoot_ratio(skeleton: &Skeleton) -> Option<f64> {
    let mut volumes_m3 = [0.0; 2];
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let Some(parent) = node.parent else { continue };
        // A branch is as thick at its fork as at its first node, however thick what it leaves.
        let below = skeleton.nodes[parent as usize].radius_m.min(node.radius_m * 1.5);
        let (a, b) = (below, node.radius_m);
        let volume_m3 = std::f64::consts::PI / 3.0 * skeleton.segment_m(number) * (a * a + a * b + b * b);
        volumes_m3[usize::from(node.part == Part::Root)] += volume_m3;
    }
    let [shoot_m3, root_m3] = volumes_m3;
    (shoot_m3 > 0.0 && root_m3 > 0.0).then(|| root_m3 / shoot_m3)
}

//! Fork: whether what a growth point holds lies ahead of it in one bundle or in two.

use crate::colonization::points::Points;
use crate::ranges::NEVER_DEG;
use crate::vector::{Vector, add, angle_deg, direction, dot, scale, sub};

/// Weighted sums of the directions of the attraction points in these slots: one sum, or two where they lie in
/// bundles further apart than `fork_deg`; none for a bundle whose directions cancel.
///
/// The bundles are told apart by the plane through the mean direction across which the directions scatter most.
pub(super) fn bundles(place: Vector, held: &[u32], points: &Points, fork_deg: f64) -> [Option<Vector>; 2] {
    let all = sum(place, held.iter().copied(), points);
    if fork_deg >= NEVER_DEG || held.len() < 2 {
        return [all, None];
    }
    let Some(mean) = all.and_then(direction) else {
        return [all, None];
    };
    let widest = widest_scatter(place, held, points, mean);
    let side = |above: bool| {
        let of_side = held
            .iter()
            .copied()
            .filter(move |&slot| (dot(sub(points.near[slot as usize].place, place), widest) > 0.0) == above);
        sum(place, of_side, points)
    };
    match (side(true), side(false)) {
        (Some(above), Some(below)) if angle_deg(above, below) > fork_deg => [Some(above), Some(below)],
        _ => [all, None],
    }
}

fn sum(place: Vector, slots: impl Iterator<Item = u32>, points: &Points) -> Option<Vector> {
    /// A sum of unit vectors below this share of their number is what rounding leaves of zero.
    const ROUNDING: f64 = 1e-9;
    let mut sum = [0.0; 3];
    let mut weights = 0.0;
    for slot in slots {
        let near = points.near[slot as usize];
        let weight = points.weight(slot);
        sum = add(sum, scale(sub(near.place, place), weight / near.squared.sqrt()));
        weights += weight;
    }
    let least = ROUNDING * weights;
    (dot(sum, sum) > least * least).then_some(sum)
}

/// The direction at right angles to `mean` along which the directions of these points scatter most.
fn widest_scatter(place: Vector, held: &[u32], points: &Points, mean: Vector) -> Vector {
    /// Enough for the power method: of two scatters that are still alike either will do.
    const TURNS: u32 = 8;
    let across = |slot: u32| {
        let near = points.near[slot as usize];
        let towards = scale(sub(near.place, place), 1.0 / near.squared.sqrt());
        sub(towards, scale(mean, dot(towards, mean)))
    };
    // Begun with the point furthest off, as points that lie in mirrored pairs would never turn another direction.
    let mut widest = [0.0; 3];
    for &slot in held {
        let across = across(slot);
        if dot(across, across) > dot(widest, widest) {
            widest = across;
        }
    }
    for _ in 0..TURNS {
        let mut next = [0.0; 3];
        for &slot in held {
            let across = across(slot);
            next = add(next, scale(across, points.weight(slot) * dot(across, widest)));
        }
        match direction(next) {
            Some(next) => widest = next,
            None => break,
        }
    }
    widest
}

//! How growth goes: the crown's points, the first segment, who pulls whom, what is removed, and when it ends.

use understory_branching::cloud::{Arrangement, AttractionPoint};
use understory_branching::colonization::{Colonization, ColonizeError, Kill, Obstacle, Stop, Trunk};
use understory_branching::metrics::{crossings_per_1000, smallest_gap_m};

use crate::ClaimError;
use crate::colonization::field::{Field, POINTS};
use crate::colonization::measures::{distance_squared, segments_through};
use crate::colonization::naive::{End, Naive, Pull};
use crate::rows::Definition;
use crate::rows::Definition::Mean;

pub(super) const CLAIMS: &[Definition] = &[
    Mean("S1", |seed| {
        let field = Field::ball(seed)?;
        Ok(field.reached(field.colonized(&field.usual_rule())?.left_over))
    }),
    Mean("S7.flat", |seed| crossings(0.5, seed)),
    Mean("S7.long", |seed| crossings(2.0, seed)),
    Mean("S7.gap", |seed| {
        let field = Field::ball(seed)?;
        let tree = field.tree(&field.usual_rule())?;
        let within_m = 4.0 * field.spacing_m;
        let gap_m = smallest_gap_m(&tree, 6, within_m).unwrap_or(within_m);
        Ok(gap_m / field.spacing_m)
    }),
    Mean("S7.obstacles", |seed| {
        let (centre_m, radius_m) = ([0.0, 0.0, 0.2], 0.3);
        let field = Field::ball(seed)?;
        let obstacle = Obstacle::Sphere { centre_m, radius_m };
        let grown = field.colonized_around(&[obstacle], &field.usual_rule())?;
        Ok(segments_through(&grown.skeletons[0], centre_m, radius_m) as f64)
    }),
    Mean("S8", chi_square_of_balls),
    Mean("S9.segment", |seed| reached_from_below(0.0, seed)),
    Mean("S9.stem", |seed| reached_from_below(4.0, seed)),
    Mean("S10.every-end", |seed| {
        let field = Field::ball(seed)?;
        let rule = literal(&field, Pull::EveryEnd, 0);
        Ok(1.0 - share_left(rule.grow(field.base_m, &field.points).left))
    }),
    Mean("S10.nearest", |seed| {
        let field = Field::ball(seed)?;
        let few_nodes = Colonization {
            most_nodes: 20_000,
            ..field.usual_rule()
        };
        Ok(field.reached(field.colonized(&few_nodes)?.left_over))
    }),
    Mean("S11.removed", points_not_accounted_for),
    Mean("S11.ends", |seed| {
        let field = Field::ball(seed)?;
        let rule = Naive {
            step_m: 2.0 * field.spacing_m,
            kill_m: 0.5 * field.spacing_m,
            ..literal(&field, Pull::NearestEnd, 0)
        };
        Ok(share_left(rule.grow(field.base_m, &field.points).left))
    }),
    Mean("S11.segments", |seed| {
        let field = Field::ball(seed)?;
        let rule = Colonization {
            kill: Kill::Segment,
            ..field.rule(2.0, 0.5, 4.0)
        };
        Ok(1.0 - field.reached(field.colonized(&rule)?.left_over))
    }),
    Mean("S12.few", |seed| ends(POINTS as usize / 50, seed)),
    Mean("S12.none", |seed| ends(0, seed)),
    Mean("S12.guarded", |seed| {
        let field = Field::ball(seed)?;
        Ok(share_left(
            field.colonized(&field.usual_rule())?.left_over.stalled,
        ))
    }),
    Mean("S12.guarded-few", |seed| {
        let field = Field::ball(seed)?;
        let rule = Colonization {
            stop_below_points: POINTS / 50,
            ..field.usual_rule()
        };
        Ok(f64::from(field.colonized(&rule)?.stop == Stop::FewPointsLeft))
    }),
];

fn share_left(left: usize) -> f64 {
    left as f64 / f64::from(POINTS)
}

/// The article's rule without a guard, in the lengths of an experiment that says nothing else.
fn literal(field: &Field, pull: Pull, few: usize) -> Naive {
    Naive {
        pull,
        step_m: 0.5 * field.spacing_m,
        kill_m: field.spacing_m,
        influence_m: 4.0 * field.spacing_m,
        few,
        most_nodes: 20_000,
    }
}

/// 1 where the unguarded rule ends, 0 where it repeats itself for ever.
fn ends(few: usize, seed: u64) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let grown = literal(&field, Pull::NearestEnd, few).grow(field.base_m, &field.points);
    Ok(f64::from(matches!(grown.end, End::FewLeft | End::OutOfReach)))
}

pub(super) fn crossings(step: f64, seed: u64) -> Result<f64, ClaimError> {
    let field = Field::disc(seed)?;
    Ok(crossings_per_1000(&field.tree(&field.rule(step, 1.0, 4.0))?, 2))
}

fn chi_square_of_balls(seed: u64) -> Result<f64, ClaimError> {
    const BALLS: u64 = 100;
    const SHELLS: usize = 4;
    const CELLS: usize = 8 * SHELLS;
    let mut sum = 0.0;
    for ball in 0..BALLS {
        let field = Field::ball_of(POINTS, &Arrangement::Uniform, seed * BALLS + ball)?;
        let mut counts = [0_u32; CELLS];
        for &AttractionPoint { place_m, .. } in &field.points {
            let squared = distance_squared(place_m, [0.0; 3]);
            let shell = ((squared * squared.sqrt() * SHELLS as f64) as usize).min(SHELLS - 1);
            let octant = (0..3)
                .map(|axis| usize::from(place_m[axis] > 0.0) << axis)
                .sum::<usize>();
            counts[8 * shell + octant] += 1;
        }
        let mean = f64::from(POINTS) / CELLS as f64;
        let squares = counts.iter().map(|&count| {
            let off = f64::from(count) - mean;
            off * off / mean
        });
        sum += squares.sum::<f64>() / (CELLS - 1) as f64;
    }
    Ok(sum / BALLS as f64)
}

/// Share of a ball that is reached from three radii below its centre, by a stem of up to `stem_m`.
fn reached_from_below(stem_m: f64, seed: u64) -> Result<f64, ClaimError> {
    let field = Field {
        base_m: [0.0, 0.0, -3.0],
        ..Field::ball(seed)?
    };
    let rule = Colonization {
        trunk: Trunk {
            longest_m: stem_m,
            ..Trunk::default()
        },
        ..field.usual_rule()
    };
    match field.colonized(&rule) {
        Ok(grown) => Ok(field.reached(grown.left_over)),
        Err(ClaimError::Colonize(ColonizeError::NothingInReach { .. })) => Ok(0.0),
        Err(error) => Err(error),
    }
}

fn points_not_accounted_for(seed: u64) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let rule = Colonization {
        stop_below_points: POINTS / 3,
        ..field.usual_rule()
    };
    let grown = field.colonized(&rule)?;
    let kill_m = rule.kill_distance_m();
    let nodes = &grown.skeletons[0].nodes;
    let is_far = |point: &&AttractionPoint| {
        nodes
            .iter()
            .all(|node| distance_squared(node.place_m, point.place_m) > kill_m * kill_m)
    };
    let far = field.points.iter().filter(is_far).count();
    let left = grown.left_over.stalled + grown.left_over.out_of_reach;
    Ok(left.abs_diff(far) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Experiments in which nothing is left say nothing of the share.
    #[test]
    fn what_is_left_is_told_as_a_share_of_all_points() {
        assert_eq!(share_left(POINTS as usize / 4), 0.25);
        assert_eq!(share_left(0), 0.0);
    }
}

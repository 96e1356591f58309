//! How growth goes: the crown's points, the first segment, who pulls whom, what is removed, and when it ends.

use understory_branching::cloud::{Arrangement, AttractionPoint};
use understory_branching::colonization::{Colonization, ColonizeError, Kill, Obstacle, Stop, Trunk};
use understory_branching::metrics::{crossings_per_1000, smallest_gap_m};

use crate::ClaimError;
use crate::claim::Definition;
use crate::claim::SaidBy::{Article, Comment, Ours};
use crate::colonization::field::{Field, POINTS};
use crate::colonization::measures::{distance_squared, segments_through};
use crate::colonization::naive::{End, Naive, Pull};
use crate::expected::Expected;

pub(super) const CLAIMS: &[Definition] = &[
    Definition {
        id: "S1",
        said_by: Article,
        statement: "a network that colonizes takes as much space as it can",
        experiment: "ball: share of the points that are reached, mean",
        expected: Expected::AtLeast(0.99),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                Ok(field.reached(field.colonized(&field.usual_rule())?.left_over))
            })
        },
    },
    Definition {
        id: "S7.flat",
        said_by: Article,
        statement: "branches that colonize avoid one another by themselves",
        experiment: "disc, segments of half a spacing: crossings per 1000 segments, mean",
        expected: Expected::AtMost(1.0),
        remark: "for segments up to about a spacing",
        measure: |budget| budget.mean(|seed| crossings(0.5, seed)),
    },
    Definition {
        id: "S7.long",
        said_by: Ours,
        statement: "… however long their segments are",
        experiment: "disc, segments of two spacings: crossings per 1000 segments, mean",
        expected: Expected::AtMost(1.0),
        remark: "a long segment runs over what lies between: keep segments below the spacing of the points",
        measure: |budget| budget.mean(|seed| crossings(2.0, seed)),
    },
    Definition {
        id: "S7.gap",
        said_by: Ours,
        statement: "… and keep their distance in space",
        experiment: "ball: smallest gap between segments more than 6 apart along the wood, over the kill distance, \
                     mean",
        expected: Expected::AtLeast(0.4),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let tree = field.tree(&field.usual_rule())?;
                let within_m = 4.0 * field.spacing_m;
                let gap_m = smallest_gap_m(&tree, 6, within_m).unwrap_or(within_m);
                Ok(gap_m / field.spacing_m)
            })
        },
    },
    Definition {
        id: "S7.obstacles",
        said_by: Ours,
        statement: "… and go round what stands in their way",
        experiment: "ball with a solid of radius 0.3 in it: segments through it, mean",
        expected: Expected::Exactly(0.0),
        remark: "the article tells of no test for obstacles; this one is the library's, along whole segments",
        measure: |budget| {
            budget.mean(|seed| {
                let (centre_m, radius_m) = ([0.0, 0.0, 0.2], 0.3);
                let field = Field::ball(seed)?;
                let obstacle = Obstacle::Sphere { centre_m, radius_m };
                let grown = field.colonized_around(&[obstacle], &field.usual_rule())?;
                Ok(segments_through(&grown.skeletons[0], centre_m, radius_m) as f64)
            })
        },
    },
    Definition {
        id: "S8",
        said_by: Article,
        statement: "a sphere is filled with random points",
        experiment: "chi-square of points in 4 shells by 8 octants of one volume, over its 31 degrees of freedom, \
                     mean of 100 balls a seed, mean",
        expected: Expected::Between(0.85, 1.15),
        remark: "",
        measure: |budget| budget.mean(chi_square_of_balls),
    },
    Definition {
        id: "S9.segment",
        said_by: Ours,
        statement: "the tree grows from one segment at its base",
        experiment: "ball three radii above the ground, no stem: share of the points that are reached, mean",
        expected: Expected::AtLeast(0.99),
        remark: "one segment reaches no crown that is further away than the influence distance",
        measure: |budget| budget.mean(|seed| reached_from_below(0.0, seed)),
    },
    Definition {
        id: "S9.stem",
        said_by: Ours,
        statement: "… or from a stem that grows until points pull it",
        experiment: "the same ball, a stem of up to four radii: share of the points that are reached, mean",
        expected: Expected::AtLeast(0.99),
        remark: "a stem goes on until the first point is near enough",
        measure: |budget| budget.mean(|seed| reached_from_below(4.0, seed)),
    },
    Definition {
        id: "S10.every-end",
        said_by: Article,
        statement: "each segment end grows towards the points that are near it",
        experiment: "ball, every end pulled by every point near it, to 20,000 nodes: share of the points that are \
                     reached, mean",
        expected: Expected::AtLeast(0.99),
        remark: "taken literally, the ends double in each round and eat next to nothing: S10.nearest",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let rule = literal(&field, Pull::EveryEnd, 0);
                Ok(1.0 - share_left(rule.grow(field.base_m, &field.points).left))
            })
        },
    },
    Definition {
        id: "S10.nearest",
        said_by: Ours,
        statement: "… if a point pulls the nearest end alone",
        experiment: "ball: share of the points that are reached, mean",
        expected: Expected::AtLeast(0.99),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let few_nodes = Colonization {
                    most_nodes: 20_000,
                    ..field.usual_rule()
                };
                Ok(field.reached(field.colonized(&few_nodes)?.left_over))
            })
        },
    },
    Definition {
        id: "S11.removed",
        said_by: Article,
        statement: "a point to which an end comes too near is removed",
        experiment: "ball: difference between points left over and those that no node is near, mean",
        expected: Expected::Exactly(0.0),
        remark: "",
        measure: |budget| budget.mean(points_not_accounted_for),
    },
    Definition {
        id: "S11.ends",
        said_by: Ours,
        statement: "… so that ends remove all points, whatever the distances",
        experiment: "ball, segments of two spacings, kill distance half a spacing, as the article has it: share \
                     left, mean",
        expected: Expected::AtMost(0.01),
        remark: "a long segment steps over points; a kill distance below half a segment is refused here",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let rule = Naive {
                    step_m: 2.0 * field.spacing_m,
                    kill_m: 0.5 * field.spacing_m,
                    ..literal(&field, Pull::NearestEnd, 0)
                };
                Ok(share_left(rule.grow(field.base_m, &field.points).left))
            })
        },
    },
    Definition {
        id: "S11.segments",
        said_by: Comment,
        statement: "… or whole segments do, as the comments have it",
        experiment: "the same distances, points removed by their distance to the segment: share left, mean",
        expected: Expected::AtMost(0.01),
        remark: "`kill = \"segment\"`",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let rule = Colonization {
                    kill: Kill::Segment,
                    ..field.rule(2.0, 0.5, 4.0)
                };
                Ok(1.0 - field.reached(field.colonized(&rule)?.left_over))
            })
        },
    },
    Definition {
        id: "S12.few",
        said_by: Article,
        statement: "growth ends when no points are left, or too few",
        experiment: "ball, the nearest end alone pulled, nothing else, fewer than 2 % of the points taken as too few: share of runs that end, mean",
        expected: Expected::Exactly(1.0),
        remark: "the share that stays is below 2 % here; nothing holds it there for other distances",
        measure: |budget| budget.mean(|seed| ends(POINTS as usize / 50, seed)),
    },
    Definition {
        id: "S12.none",
        said_by: Ours,
        statement: "… also if it goes on until none is left",
        experiment: "the same without that end: share of runs that end, mean",
        expected: Expected::Exactly(1.0),
        remark: "some points stay for ever between ends that come no nearer, which repeat their segment without end",
        measure: |budget| budget.mean(|seed| ends(0, seed)),
    },
    Definition {
        id: "S12.guarded",
        said_by: Ours,
        statement: "with a rule that drops useless segments growth always ends",
        experiment: "ball: share of the points in reach that are left, mean",
        expected: Expected::Exactly(0.0),
        remark: "our rule: an end whose segment is of no use turns to its nearest point, then rests",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                Ok(share_left(
                    field.colonized(&field.usual_rule())?.left_over.stalled,
                ))
            })
        },
    },
    Definition {
        id: "S12.guarded-few",
        said_by: Ours,
        statement: "… and can end when too few points are left",
        experiment: "the same, ended below 2 % of the points: share of runs that end so, mean",
        expected: Expected::Exactly(1.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| {
                let field = Field::ball(seed)?;
                let rule = Colonization {
                    stop_below_points: POINTS / 50,
                    ..field.usual_rule()
                };
                Ok(f64::from(field.colonized(&rule)?.stop == Stop::FewPointsLeft))
            })
        },
    },
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

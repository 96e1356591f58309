//! What the numbers do: segment length, kill distance, influence distance, pulls beside the points'.

use understory_branching::cloud::Warp;
use understory_branching::colonization::Colonization;
use understory_branching::presets::colonized_oak;
use understory_branching::skeleton::Skeleton;

use crate::ClaimError;
use crate::claim::Definition;
use crate::claim::SaidBy::{Article, Ours};
use crate::colonization::field::{Field, key};
use crate::colonization::measures::{bend_per_m, least_fall, mean_tip_height_m, tips, tortuosity, wood_m};
use crate::expected::Expected;

pub(super) const CLAIMS: &[Definition] = &[
    Definition {
        id: "S13.fixed",
        said_by: Article,
        statement: "short segments make curved branches, long ones straight ones",
        experiment: "ball, kill and influence distance fixed: way to the tips over the straight one, with segments \
                     of 1/4 spacing over that with 2 spacings, mean",
        expected: Expected::Above(1.0),
        remark: "the other way round: with the distances fixed a shorter segment draws the same tree more finely",
        measure: |budget| budget.mean(|seed| ratio(tortuosity, &Field::ball(seed)?, fixed(0.25), fixed(2.0))),
    },
    Definition {
        id: "S13.fixed-bend",
        said_by: Article,
        statement: "… and turn more along their way",
        experiment: "the same: turning per length of wood, with segments of 1/4 spacing over that with 2, mean",
        expected: Expected::Above(1.0),
        remark: "",
        measure: |budget| budget.mean(|seed| ratio(bend_per_m, &Field::ball(seed)?, fixed(0.25), fixed(2.0))),
    },
    Definition {
        id: "S13.scaled",
        said_by: Article,
        statement: "… if the distances grow with the segment",
        experiment: "ball, kill distance 2 segments, influence 8: turning per length of wood, with segments of 1/4 \
                     spacing over that with 2, mean",
        expected: Expected::AtLeast(2.0),
        remark: "give the distances in segments, and their length alone sets the grain of the tree",
        measure: |budget| {
            budget.mean(|seed| ratio(bend_per_m, &Field::ball(seed)?, scaled(0.25), scaled(2.0)))
        },
    },
    Definition {
        id: "S13.scaled-flat",
        said_by: Ours,
        statement: "… on a plane as in space",
        experiment: "the same in the disc, mean",
        expected: Expected::AtLeast(2.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| ratio(bend_per_m, &Field::disc(seed)?, scaled(0.25), scaled(2.0)))
        },
    },
    Definition {
        id: "S13.intricate",
        said_by: Article,
        statement: "… and make the tree more intricate",
        experiment: "ball, distances in segments: tips with segments of 1/4 spacing over those with 2, mean",
        expected: Expected::AtLeast(2.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| ratio(tip_count, &Field::ball(seed)?, scaled(0.25), scaled(2.0)))
        },
    },
    Definition {
        id: "S14.tips",
        said_by: Article,
        statement: "the distance within which points go sets the look",
        experiment: "ball: tips with a kill distance of 1/2 spacing over those with 4, mean",
        expected: Expected::AtLeast(2.0),
        remark: "the strongest of the three numbers: it is the density of the crown",
        measure: |budget| {
            budget.mean(|seed| ratio(tip_count, &Field::ball(seed)?, (0.5, 0.5, 8.0), (0.5, 4.0, 8.0)))
        },
    },
    Definition {
        id: "S14.wood",
        said_by: Article,
        statement: "… and how much wood there is",
        experiment: "the same: length of wood, mean",
        expected: Expected::AtLeast(2.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| ratio(wood_m, &Field::ball(seed)?, (0.5, 0.5, 8.0), (0.5, 4.0, 8.0)))
        },
    },
    Definition {
        id: "S15.far",
        said_by: Ours,
        statement: "the distance beyond which points do not pull sets the look",
        experiment: "10 balls a seed: change of the number of their tips from 4 spacings to 16, as a share, mean",
        expected: Expected::AtLeast(0.1),
        remark: "from four spacings on little changes: a point pulls the nearest end, and that is nearer",
        measure: |budget| budget.mean(change_of_tips_far_away),
    },
    Definition {
        id: "S15.near",
        said_by: Article,
        statement: "… where it is hardly beyond the kill distance",
        experiment: "disc: way to the tips over the straight one, at 2 spacings over that at 4, mean",
        expected: Expected::AtLeast(1.05),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| ratio(tortuosity, &Field::disc(seed)?, (0.5, 1.0, 2.0), (0.5, 1.0, 4.0)))
        },
    },
    Definition {
        id: "S16.pull",
        said_by: Article,
        statement: "a pull beside the points' bends branches",
        experiment: "10 balls a seed, downward pulls of 0, 0.2, 0.4, 0.6: least fall of the tips' mean height from \
                     one to the next, spacings, mean",
        expected: Expected::Above(0.0),
        remark: "",
        measure: |budget| budget.mean(fall_by_pull),
    },
    Definition {
        id: "S16.warp",
        said_by: Article,
        statement: "a space that is warped bends them",
        experiment: "ball, points sunk by 0, 0.2, 0.4, 0.6 of their distance from the axis: the same",
        expected: Expected::Above(0.0),
        remark: "points are moved once, before growth: no test of a segment is fooled by it",
        measure: |budget| budget.mean(fall_by_warp),
    },
    Definition {
        id: "S16.weight",
        said_by: Ours,
        statement: "… as gravity does heavy branches",
        experiment: "oak, wood of 0, 1, 3 and 10 times a softness of 2e-6 per m, bent when grown: least fall of the \
                     tips' mean height, m, mean",
        expected: Expected::Above(0.0),
        remark: "the article bends the pull; here what has grown bends under its own weight",
        measure: |budget| budget.mean(fall_by_weight),
    },
];

/// Segment, kill and influence distance, in mean spacings.
type Lengths = (f64, f64, f64);

/// Another segment length alone; the distances stay as they are.
fn fixed(step: f64) -> Lengths {
    (step, 1.0, 4.0)
}

/// Distances that go with the segment length.
fn scaled(step: f64) -> Lengths {
    (step, 2.0 * step, 8.0 * step)
}

fn tip_count(skeleton: &Skeleton) -> f64 {
    tips(skeleton).len() as f64
}

/// A measure of the tree that grows with some lengths, over that with others.
fn ratio(
    measure: fn(&Skeleton) -> f64,
    field: &Field,
    (step, kill, influence): Lengths,
    (other_step, other_kill, other_influence): Lengths,
) -> Result<f64, ClaimError> {
    let one = field.tree(&field.rule(step, kill, influence))?;
    let other = field.tree(&field.rule(other_step, other_kill, other_influence))?;
    Ok(measure(&one) / measure(&other))
}

/// Balls over which a seed's trees are averaged where they differ little.
const BALLS: u64 = 10;

/// By what share the number of tips changes where points pull from four times as far.
fn change_of_tips_far_away(seed: u64) -> Result<f64, ClaimError> {
    let (mut near, mut far) = (0.0, 0.0);
    for ball in 0..BALLS {
        let field = Field::ball(seed * BALLS + ball)?;
        near += tip_count(&field.tree(&field.rule(0.5, 1.0, 4.0))?);
        far += tip_count(&field.tree(&field.rule(0.5, 1.0, 16.0))?);
    }
    Ok((far / near - 1.0).abs())
}

/// Least fall of the tips from one pull to the next stronger one, in mean spacings.
fn fall_by_pull(seed: u64) -> Result<f64, ClaimError> {
    let mut heights = [0.0; 4];
    for ball in 0..BALLS {
        let field = Field::ball(seed * BALLS + ball)?;
        for (height, pull) in heights.iter_mut().zip([0.0, 0.2, 0.4, 0.6]) {
            let rule = Colonization {
                tropism: [0.0, 0.0, -pull],
                ..field.usual_rule()
            };
            *height += mean_tip_height_m(&field.tree(&rule)?) / field.spacing_m / BALLS as f64;
        }
    }
    Ok(least_fall(&heights))
}

/// The same for points that sink ever more before growth.
fn fall_by_warp(seed: u64) -> Result<f64, ClaimError> {
    let mut heights = Vec::new();
    for per_m in [0.0, 0.2, 0.4, 0.6] {
        let mut field = Field::ball(seed)?;
        for point in &mut field.points {
            point.place_m = Warp::Hang { per_m }.moved(point.place_m);
        }
        heights.push(mean_tip_height_m(&field.tree(&field.usual_rule())?) / field.spacing_m);
    }
    Ok(least_fall(&heights))
}

/// The same for wood that is ever softer, m; one tree is bent four times.
fn fall_by_weight(seed: u64) -> Result<f64, ClaimError> {
    let mut form = colonized_oak();
    form.roots = None;
    form.finish.sag_per_m = 0.0;
    let straight = form.grow(key(seed), &[])?.skeleton;
    let heights =
        [0.0, 2e-6, 6e-6, 2e-5].map(|softness| mean_tip_height_m(&straight.clone().bent(softness, &[])));
    Ok(least_fall(&heights))
}

//! What the numbers do: segment length, kill distance, influence distance, pulls beside the points'.

use understory_branching::cloud::Warp;
use understory_branching::colonization::Colonization;
use understory_branching::presets::colonized_oak;
use understory_branching::skeleton::Skeleton;

use crate::ClaimError;
use crate::colonization::field::{Field, key};
use crate::colonization::measures::{bend_per_m, least_fall, mean_tip_height_m, tips, tortuosity, wood_m};
use crate::rows::Definition;
use crate::rows::Definition::Mean;

pub(super) const CLAIMS: &[Definition] = &[
    Mean("S13.fixed", |seed| {
        ratio(tortuosity, &Field::ball(seed)?, fixed(0.25), fixed(2.0))
    }),
    Mean("S13.fixed-bend", |seed| {
        ratio(bend_per_m, &Field::ball(seed)?, fixed(0.25), fixed(2.0))
    }),
    Mean("S13.scaled", |seed| {
        ratio(bend_per_m, &Field::ball(seed)?, scaled(0.25), scaled(2.0))
    }),
    Mean("S13.scaled-flat", |seed| {
        ratio(bend_per_m, &Field::disc(seed)?, scaled(0.25), scaled(2.0))
    }),
    Mean("S13.intricate", |seed| {
        ratio(tip_count, &Field::ball(seed)?, scaled(0.25), scaled(2.0))
    }),
    Mean("S14.tips", |seed| {
        ratio(tip_count, &Field::ball(seed)?, (0.5, 0.5, 8.0), (0.5, 4.0, 8.0))
    }),
    Mean("S14.wood", |seed| {
        ratio(wood_m, &Field::ball(seed)?, (0.5, 0.5, 8.0), (0.5, 4.0, 8.0))
    }),
    Mean("S15.far", change_of_tips_far_away),
    Mean("S15.near", |seed| {
        ratio(tortuosity, &Field::disc(seed)?, (0.5, 1.0, 2.0), (0.5, 1.0, 4.0))
    }),
    Mean("S16.pull", fall_by_pull),
    Mean("S16.warp", fall_by_warp),
    Mean("S16.weight", fall_by_weight),
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

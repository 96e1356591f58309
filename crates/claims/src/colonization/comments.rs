//! What the readers ask for and remark: trees that differ, points with more order, a kinship.

use std::collections::BTreeSet;

use understory_branching::cloud::{Arrangement, Envelope, Shade, lit};
use understory_branching::colonization::{Colonization, Damage, Harm, LeftOver};
use understory_branching::metrics::Metrics;
use understory_branching::presets::colonized_oak;
use understory_branching::skeleton::{Node, Part, Skeleton};
use understory_branching::tree::TreeForm;
use understory_branching::variation::{Strays, Variation};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::ClaimError;
use crate::colonization::field::{BALL, Field, POINTS};
use crate::colonization::measures::{
    Place, distance, distance_squared, least_fall, tips, tortuosity, variance, variation,
};
use crate::rows::Definition;
use crate::rows::Definition::Mean;

pub(super) const CLAIMS: &[Definition] = &[
    Mean("S21.later", |seed| changed_by_breakage(8, seed)),
    Mean("S21.earlier", |seed| {
        Ok(changed_by_breakage(8, seed)? - changed_by_breakage(24, seed)?)
    }),
    Mean("S22", step_out_of_shade),
    Mean("S23.height", |seed| {
        variation_of_trees(seed, |tree| Metrics::of(tree, LeftOver::default()).height_m)
    }),
    Mean("S23.nodes", |seed| {
        variation_of_trees(seed, |tree| tree.nodes.len() as f64)
    }),
    Mean("S24.none", |seed| between_over_within(0.0, seed)),
    Mean("S24.sites", |seed| between_over_within(0.2, seed)),
    Mean("S29.small", |seed| change_by_clusters(10, seed)),
    Mean("S29.large", |seed| change_by_clusters(50, seed)),
    Mean("S33.space", |seed| Ok(random_tree(seed)?[0])),
    Mean("S33.ways", |seed| Ok(random_tree(seed)?[1])),
];

/// Share of the nodes of a tree whose twigs broke in a round where the tree that was spared has none.
fn changed_by_breakage(round: u32, seed: u64) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let by = Harm::Breakage {
        share: 0.5,
        most_tips: 4,
    };
    let broken = Colonization {
        damage: vec![Damage::new(round, by)],
        ..field.usual_rule()
    };
    let bits = |node: &Node| node.place_m.map(f64::to_bits);
    let spared: BTreeSet<[u64; 3]> = field.tree(&field.usual_rule())?.nodes.iter().map(bits).collect();
    let broken = field.tree(&broken)?;
    let new = broken.nodes.iter().filter(|node| !spared.contains(&bits(node)));
    Ok(new.count() as f64 / broken.nodes.len() as f64)
}

/// Least way of the nodes' mean out of the shade from one share of it to the next, in mean spacings.
fn step_out_of_shade(seed: u64) -> Result<f64, ClaimError> {
    let right_half = Envelope::Box {
        low_m: [0.0, -1.0, -1.0],
        high_m: [1.0, 1.0, 1.0],
    };
    let mut middles = Vec::new();
    for share in [0.0, 0.5, 1.0] {
        let field = Field::ball(seed)?;
        let shade = Shade {
            volume: right_half.clone(),
            share,
        };
        let points = lit(&field.points, &BALL, 0.0, &[shade], field.key)?;
        let field = Field { points, ..field };
        let tree = field.tree(&field.usual_rule())?;
        let sum_m: f64 = tree.nodes.iter().map(|node| node.place_m[0]).sum();
        middles.push(sum_m / tree.nodes.len() as f64 / field.spacing_m);
    }
    Ok(least_fall(&middles))
}

/// Standard deviation over the mean of a measure of 20 trees, which differ in their points alone.
fn variation_of_trees(seed: u64, measure: fn(&Skeleton) -> f64) -> Result<f64, ClaimError> {
    const TREES: u64 = 20;
    let mut values = Vec::new();
    for tree in 0..TREES {
        let field = Field::ball(seed * TREES + tree)?;
        values.push(measure(&field.tree(&field.usual_rule())?));
    }
    Ok(variation(&values))
}

/// Variance of the mean heights of sites over the mean variance within them.
fn between_over_within(site_strays: f64, seed: u64) -> Result<f64, ClaimError> {
    const SITES: u32 = 6;
    const TREES: u32 = 8;
    let height = |height: f64| Strays {
        height,
        ..Strays::default()
    };
    let by = Variation {
        stand: height(site_strays),
        tree: height(0.1),
    };
    let oak = TreeForm {
        roots: None,
        crown_points: 2000,
        ..colonized_oak()
    };
    let (mut means, mut within) = (Vec::new(), 0.0);
    for site in 0..SITES {
        let site_key = RandomKey::root(seed, &["claims", "site", &site.to_string()]);
        let mut heights_m = Vec::new();
        for tree in 0..TREES {
            let tree_key = site_key.child(0, Purpose::Member, tree);
            let form = oak.varied(&by, site_key, tree_key)?;
            heights_m.push(form.grow(tree_key, &[])?.metrics.height_m);
        }
        means.push(heights_m.iter().sum::<f64>() / f64::from(TREES));
        within += variance(&heights_m) / f64::from(SITES);
    }
    Ok(variance(&means) / within)
}

/// How much the number of tips changes where points lie in clusters, as a share.
fn change_by_clusters(points_each: u32, seed: u64) -> Result<f64, ClaimError> {
    let scattered = Field::ball(seed)?;
    let clusters = Arrangement::Clusters {
        points_each,
        radius_m: 3.0 * scattered.spacing_m,
    };
    let clustered = Field::ball_of(POINTS, &clusters, seed)?;
    let count = |field: &Field| Ok::<f64, ClaimError>(tips(&field.tree(&field.usual_rule())?).len() as f64);
    Ok((count(&clustered)? / count(&scattered)? - 1.0).abs())
}

/// A tree that grows from its node nearest to a random place towards that place, again and again, beside the one
/// that colonizes: share of the points near it, and how crooked its ways are, over those of the colonized one.
fn random_tree(seed: u64) -> Result<[f64; 2], ClaimError> {
    let field = Field::ball(seed)?;
    let rule = field.usual_rule();
    let colonized = field.tree(&rule)?;
    let mut nodes = vec![Node::new(None, Part::Shoot, field.base_m, 0)];
    let mut tries = 0;
    while nodes.len() < colonized.nodes.len() {
        let unit = field.key.draws(0, Purpose::Place, tries).map(unit_from_u32);
        tries += 1;
        let aim: Place = std::array::from_fn(|axis| 2.0 * unit[axis] - 1.0);
        if distance_squared(aim, [0.0; 3]) > 1.0 {
            continue;
        }
        let mut nearest = (f64::INFINITY, 0);
        for (number, node) in (0..).zip(&nodes) {
            let squared = distance_squared(node.place_m, aim);
            if squared < nearest.0 {
                nearest = (squared, number);
            }
        }
        let from = nodes[nearest.1 as usize].place_m;
        let share = rule.step_m / nearest.0.sqrt();
        let end = std::array::from_fn(|axis| from[axis] + share * (aim[axis] - from[axis]));
        nodes.push(Node::new(Some(nearest.1), Part::Shoot, end, 0));
    }
    let random = Skeleton { nodes };
    let kill_m = rule.kill_distance_m();
    let near = |tree: &Skeleton| {
        let is_near = |place: Place| {
            tree.nodes
                .iter()
                .any(|node| distance(node.place_m, place) <= kill_m)
        };
        field.points.iter().filter(|point| is_near(point.place_m)).count() as f64
    };
    Ok([
        near(&random) / near(&colonized),
        tortuosity(&random) / tortuosity(&colonized),
    ])
}

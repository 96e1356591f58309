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
use crate::claim::Definition;
use crate::claim::SaidBy::Comment;
use crate::colonization::field::{BALL, Field, POINTS};
use crate::colonization::measures::{
    Place, distance, distance_squared, least_fall, tips, tortuosity, variance, variation,
};
use crate::expected::Expected;

pub(super) const CLAIMS: &[Definition] = &[
    Definition {
        id: "S21.later",
        said_by: Comment,
        statement: "a reader: a disturbance early in growth changes the tree for good",
        experiment: "ball, twigs broken in round 8: share of the grown tree's nodes where there is none without, \
                     mean",
        expected: Expected::AtLeast(0.2),
        remark: "`shoot.damage`: broken twigs, lightning, withering, disease",
        measure: |budget| budget.mean(|seed| changed_by_breakage(8, seed)),
    },
    Definition {
        id: "S21.earlier",
        said_by: Comment,
        statement: "… the more, the earlier it comes",
        experiment: "the same: the share for round 8 less that for round 24, mean",
        expected: Expected::Above(0.0),
        remark: "",
        measure: |budget| {
            budget.mean(|seed| Ok(changed_by_breakage(8, seed)? - changed_by_breakage(24, seed)?))
        },
    },
    Definition {
        id: "S22",
        said_by: Comment,
        statement: "a reader: shade makes places less favourable, and the tree leans out of it",
        experiment: "ball, its right half shaded by 0, 0.5, 1: least step of the middle of its nodes to the left, \
                     spacings, mean",
        expected: Expected::Above(0.0),
        remark: "`[[tree.shade]]`",
        measure: |budget| budget.mean(step_out_of_shade),
    },
    Definition {
        id: "S23.height",
        said_by: Comment,
        statement: "a reader: thousands of runs with the same numbers still look uniform",
        experiment: "ball, 20 trees a seed: standard deviation of their heights over the mean, mean",
        expected: Expected::AtMost(0.05),
        remark: "other points alone vary a stand by one or two per cent",
        measure: |budget| {
            budget
                .mean(|seed| variation_of_trees(seed, |tree| Metrics::of(tree, LeftOver::default()).height_m))
        },
    },
    Definition {
        id: "S23.nodes",
        said_by: Comment,
        statement: "… in size too",
        experiment: "the same: of their numbers of nodes, mean",
        expected: Expected::AtMost(0.05),
        remark: "",
        measure: |budget| budget.mean(|seed| variation_of_trees(seed, |tree| tree.nodes.len() as f64)),
    },
    Definition {
        id: "S24.none",
        said_by: Comment,
        statement: "trees that vary one by one have no character as a group",
        experiment: "shrubs of 6 sites by 8 trees that stray by 10 % each: variance of the sites' mean heights over \
                     that within sites, mean",
        expected: Expected::AtMost(1.0),
        remark: "chance alone gives 1/8",
        measure: |budget| budget.mean(|seed| between_over_within(0.0, seed)),
    },
    Definition {
        id: "S24.sites",
        said_by: Comment,
        statement: "… and those that vary by their site too do",
        experiment: "the same with sites that stray by 20 %, mean",
        expected: Expected::Above(1.0),
        remark: "`[tree.variation]`, on two levels",
        measure: |budget| budget.mean(|seed| between_over_within(0.2, seed)),
    },
    Definition {
        id: "S29.small",
        said_by: Comment,
        statement: "a reader: points with more order make a better tree, such as clusters",
        experiment: "ball, clusters of 10 within 3 spacings: change of the number of tips against scattered points, as a share, mean",
        expected: Expected::Above(0.0),
        remark: "less than a tenth more tips",
        measure: |budget| budget.mean(|seed| change_by_clusters(10, seed)),
    },
    Definition {
        id: "S29.large",
        said_by: Comment,
        statement: "… if they are large",
        experiment: "clusters of 50 within 3 spacings: the same",
        expected: Expected::AtLeast(0.1),
        remark: "",
        measure: |budget| budget.mean(|seed| change_by_clusters(50, seed)),
    },
    Definition {
        id: "S33.space",
        said_by: Comment,
        statement: "a reader: it is a close relative of rapidly exploring random trees",
        experiment: "ball: share of the points near a random tree of as many segments of the same length, over the \
                     share near the colonized one, mean",
        expected: Expected::AtLeast(0.9),
        remark: "both go for what is not yet taken; a random tree wastes its way",
        measure: |budget| budget.mean(|seed| Ok(random_tree(seed)?[0])),
    },
    Definition {
        id: "S33.ways",
        said_by: Comment,
        statement: "… with ways of its kind",
        experiment: "the same: way to the tips over the straight one, random tree over colonized, mean",
        expected: Expected::Between(0.9, 1.1),
        remark: "",
        measure: |budget| budget.mean(|seed| Ok(random_tree(seed)?[1])),
    },
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

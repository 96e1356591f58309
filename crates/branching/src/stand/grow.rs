//! Growth of a whole stand: what lies above the ground, what lies below, and both joined tree by tree.

use understory_keys::{Checked, table};
use understory_numerics::{parallel, sort};

use crate::colonization::rounds::{Common, colonize_common};
use crate::colonization::{Colonization, LeftOver, Obstacle, Site};
use crate::skeleton::{Node, Part, Skeleton};
use crate::stand::cloud::shared_cloud;
use crate::stand::earth::Earth;
use crate::stand::error::StandError;
use crate::stand::grown::{GrownStand, Half, Wood};
use crate::stand::parameters::Sharing;
use crate::stand::space::Claim;
use crate::stand::top::Reach;
use crate::stand::tree::StandTree;
use crate::stand::trees::Stand;
use crate::stand::won::Won;
use crate::vector::Vector;

/// The most attraction points, above the ground or below, that a stand is grown towards.
pub const MOST_POINTS: u64 = 5_000_000;

impl Stand<'_> {
    /// The stones that the roots of these trees go round.
    ///
    /// # Errors
    /// [`StandError::Unfit`] for more stones than can be grown among.
    pub fn stones(&self, sharing: &Sharing) -> Result<Vec<Obstacle>, StandError> {
        let soils: Vec<Claim> = self.trees.iter().map(|tree| tree.soil(&sharing.roots)).collect();
        Earth::of(self, &soils, &sharing.roots).map(|earth| earth.stones)
    }
}

/// Grows the crowns and roots of a stand, all trees at the same time.
///
/// # Errors
/// [`StandError`] for a parameter out of its range, a tree that is none, two trees in one place or with one key, and for
/// more points than [`MOST_POINTS`] or more stones than there may be.
pub fn grow_stand<'a>(stand: &Stand<'a>, sharing: &'a Sharing) -> Result<GrownStand<'a>, StandError> {
    sharing.check(&table(Sharing::KEYS, "").named("crowns"))?;
    let order = in_order_of_keys(stand.trees)?;
    check_count(stand.trees.len(), sharing.points.max(sharing.roots.points))?;
    let crowns: Vec<Claim> = order.iter().map(|&number| stand.trees[number].crown()).collect();
    let soils: Vec<Claim> = match sharing.roots.points {
        0 => Vec::new(),
        _ => order
            .iter()
            .map(|&number| stand.trees[number].soil(&sharing.roots))
            .collect(),
    };
    let earth = Earth::of(stand, &soils, &sharing.roots)?;
    let (above, below) = parallel::join(
        || match stand.crowns {
            Some(crowns) => Ok(Half {
                wood: Wood::Before(crowns),
                won: order.iter().map(|&number| (crowns.won)(number)).collect(),
                spacing_m: crowns.spacing_m,
                left_over: LeftOver::default(),
            }),
            None => grow(&crowns, sharing, Part::Shoot, &earth),
        },
        || grow(&soils, sharing, Part::Root, &earth),
    );
    Ok(GrownStand::of(order, sharing, earth, above?, below?))
}

/// Numbers of the trees in the order in which they take their turns.
fn in_order_of_keys(trees: &[StandTree]) -> Result<Vec<usize>, StandError> {
    for (number, tree) in trees.iter().enumerate() {
        let is_above_0 = |size_m: f64| size_m > 0.0 && size_m.is_finite();
        let sizes_m = [tree.height_m, tree.dbh_m, tree.crown_radius_m];
        let is_sound = sizes_m.into_iter().all(is_above_0)
            && tree.base_m.iter().all(|along_m| along_m.is_finite())
            && (0.0..tree.height_m).contains(&tree.crown_base_m);
        if !is_sound {
            return Err(StandError::Unfit(format!(
                "tree {number} at {:?} is {} m high, with a crown from {} m up, {} m in radius, on a stem of {} m: places \
                 must be finite, sizes above 0, and a crown begins below its top",
                tree.base_m, tree.height_m, tree.crown_base_m, tree.crown_radius_m, tree.dbh_m
            )));
        }
    }
    let mut order: Vec<usize> = (0..trees.len()).collect();
    let place = |&number: &usize| trees[number].base_m.map(f64::to_bits);
    sort::by_key(&mut order, place);
    if let Some(pair) = order.windows(2).find(|pair| place(&pair[0]) == place(&pair[1])) {
        return Err(StandError::InOnePlace {
            numbers: [pair[0], pair[1]],
            place_m: trees[pair[0]].base_m,
        });
    }
    let key = |&number: &usize| trees[number].key;
    sort::by_key(&mut order, key);
    if let Some(pair) = order.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
        return Err(StandError::Unfit(format!(
            "trees {} and {} have one key, so that their draws are the same",
            pair[0], pair[1]
        )));
    }
    Ok(order)
}

fn check_count(trees: usize, points: u32) -> Result<(), StandError> {
    let total = trees as u64 * u64::from(points);
    if total > MOST_POINTS {
        return Err(StandError::TooManyPoints {
            trees,
            points,
            total,
            most: MOST_POINTS,
        });
    }
    Ok(())
}

/// Grows what lies above the ground, or below it.
fn grow<'a>(
    claims: &[Claim],
    sharing: &Sharing,
    part: Part,
    earth: &Earth<'_>,
) -> Result<Half<'a>, StandError> {
    let Some(first) = claims.first() else {
        return Ok(Half::default());
    };
    let points_each = match part {
        Part::Shoot => sharing.points,
        Part::Root => sharing.roots.points,
    };
    let cloud = shared_cloud(claims, points_each, part, earth)?;
    let growth = growth_of(part, sharing, cloud.spacing_m);
    let stems = claims.iter().map(|claim| match claim.roots {
        Some(system) => earth.main_roots(claim, system, growth.step_m, &sharing.roots),
        None => stem(claim, &growth),
    });
    let won = |reached: &[u32]| {
        let offered = cloud.offered.iter().enumerate();
        offered
            .map(|(tree, &offered)| Won {
                offered,
                reached: reached.get(tree).copied().unwrap_or(0),
            })
            .collect()
    };
    if cloud.points.is_empty() {
        return Ok(Half {
            wood: Wood::Stems(stems.collect()),
            won: won(&[]),
            spacing_m: cloud.spacing_m,
            left_over: LeftOver::default(),
        });
    }
    // Roots go where there is room; a crown keeps to the space of its tree.
    let asks_for = |tree: u32, [x_m, y_m, z_m]: Vector| {
        let claim = &claims[tree as usize];
        let (off_x_m, off_y_m) = (x_m - claim.base_m[0], y_m - claim.base_m[1]);
        claim.holds(z_m - claim.base_m[2], off_x_m * off_x_m + off_y_m * off_y_m)
    };
    let common = Common {
        stems,
        points: cloud.points,
        site: Site {
            bases_m: &[],
            points: &[],
            obstacles: match part {
                Part::Shoot => &[],
                Part::Root => &earth.stones,
            },
            part,
            key: first.key,
        },
        spaces: match part {
            Part::Shoot => Some(&asks_for),
            Part::Root => None,
        },
    };
    let (grove, left_over) = colonize_common(common, &growth)?;
    Ok(Half {
        won: won(&grove.reached),
        spacing_m: cloud.spacing_m,
        left_over,
        wood: Wood::Grown(grove),
    })
}

fn growth_of(part: Part, sharing: &Sharing, spacing_m: f64) -> Colonization {
    let growth = sharing.growth(spacing_m);
    match part {
        Part::Shoot => growth,
        Part::Root => Colonization {
            plagiotropism: sharing.roots.plagiotropism,
            ..growth
        },
    }
}

/// What is there before the points are shared: the stem, in equal segments of `step_m` at most, and the side branches of its top.
fn stem(claim: &Claim, growth: &Colonization) -> Skeleton {
    let [x_m, y_m, z_m] = claim.base_m;
    let steps = (claim.stem_m / growth.step_m).ceil().max(1.0) as u32;
    let node = |number: u32| {
        let along_m = claim.stem_m * f64::from(number) / f64::from(steps);
        Node::new(number.checked_sub(1), Part::Shoot, [x_m, y_m, z_m + along_m], 0)
    };
    let mut skeleton = Skeleton {
        nodes: (0..=steps).map(node).collect(),
    };
    let reach = Reach {
        kill_m: growth.kill_distance_m(),
        longest_m: f64::INFINITY,
        step_m: growth.step_m,
    };
    skeleton.clothe_top(1..=steps, claim, &reach);
    skeleton
}

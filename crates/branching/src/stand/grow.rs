//! Growth of a whole stand: what lies above the ground, what lies below, and both joined tree by tree.

use rayon::prelude::*;
use understory_keys::{Checked, table};

use crate::colonization::{Colonization, LeftOver, Obstacle, Site, colonize_on};
use crate::metrics::dbh_cm;
use crate::roots::thicken_roots;
use crate::skeleton::{Node, Part, Skeleton};
use crate::stand::cloud::shared_cloud;
use crate::stand::earth::Earth;
use crate::stand::error::StandError;
use crate::stand::grown::{GrownStand, GrownTree, Won};
use crate::stand::parameters::Sharing;
use crate::stand::space::Claim;
use crate::stand::tree::StandTree;
use crate::stand::trees::{Stand, StandCrowns};

/// The most attraction points, above the ground or below, that a stand is grown towards.
pub const MOST_POINTS: u64 = 5_000_000;

impl Stand<'_> {
    /// The stones that the roots of these trees go round.
    ///
    /// # Errors
    /// [`StandError::TooManyStones`].
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
pub fn grow_stand(stand: &Stand<'_>, sharing: &Sharing) -> Result<GrownStand, StandError> {
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
    let (above, below) = rayon::join(
        || match stand.crowns {
            Some(grown) => Ok(Half::grown(grown, &order)),
            None => Half::grow(&crowns, sharing, Part::Shoot, &earth),
        },
        || Half::grow(&soils, sharing, Part::Root, &earth),
    );
    let (above, below) = (above?, below?);
    let volume_m3 = above.spacing_m * above.spacing_m * above.spacing_m;
    let joined = |place: usize| {
        let tree = &stand.trees[order[place]];
        let roots = below.skeletons.get(place);
        let crown = above.won[place];
        GrownTree {
            skeleton: finished(&above.skeletons[place], roots, tree, sharing, &earth),
            crown,
            roots: below.won.get(place).copied().unwrap_or_default(),
            crown_volume_m3: f64::from(crown.reached) * volume_m3,
        }
    };
    let mut trees: Vec<(usize, GrownTree)> = (0..order.len())
        .into_par_iter()
        .map(|place| (order[place], joined(place)))
        .collect();
    trees.sort_by_key(|(number, _)| *number);
    Ok(GrownStand {
        trees: trees.into_iter().map(|(_, tree)| tree).collect(),
        crown_spacing_m: above.spacing_m,
        root_spacing_m: below.spacing_m,
        left_above: above.left_over,
        left_below: below.left_over,
    })
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
            return Err(StandError::NotATree {
                number,
                base_m: tree.base_m,
                height_m: tree.height_m,
                dbh_m: tree.dbh_m,
                crown_base_m: tree.crown_base_m,
                crown_radius_m: tree.crown_radius_m,
            });
        }
    }
    let mut order: Vec<usize> = (0..trees.len()).collect();
    let place = |&number: &usize| trees[number].base_m.map(f64::to_bits);
    order.sort_by_key(place);
    if let Some(pair) = order.windows(2).find(|pair| place(&pair[0]) == place(&pair[1])) {
        return Err(StandError::InOnePlace {
            numbers: [pair[0], pair[1]],
            place_m: trees[pair[0]].base_m,
        });
    }
    let key = |&number: &usize| trees[number].key;
    order.sort_by_key(key);
    if let Some(pair) = order.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
        return Err(StandError::OneKey {
            numbers: [pair[0], pair[1]],
        });
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

/// What lies above the ground, or below it.
#[derive(Default)]
struct Half {
    skeletons: Vec<Skeleton>,
    won: Vec<Won>,
    spacing_m: f64,
    left_over: LeftOver,
}

impl Half {
    /// Crowns that have grown already, in the order in which trees take their turns.
    fn grown(crowns: &StandCrowns, order: &[usize]) -> Self {
        let skeletons = order.iter().map(|&number| crowns.skeletons[number].clone());
        Self {
            skeletons: skeletons.collect(),
            won: order.iter().map(|&number| crowns.won[number]).collect(),
            spacing_m: crowns.spacing_m,
            left_over: LeftOver::default(),
        }
    }

    fn grow(claims: &[Claim], sharing: &Sharing, part: Part, earth: &Earth<'_>) -> Result<Self, StandError> {
        let Some(first) = claims.first() else {
            return Ok(Self::default());
        };
        let points_each = match part {
            Part::Shoot => sharing.points,
            Part::Root => sharing.roots.points,
        };
        let cloud = shared_cloud(claims, points_each, part, earth)?;
        let growth = growth_of(part, sharing, cloud.spacing_m);
        let stems: Vec<Skeleton> = claims
            .iter()
            .map(|claim| match claim.roots {
                Some(system) => earth.main_roots(claim, system, growth.step_m, &sharing.roots),
                None => stem(claim, growth.step_m),
            })
            .collect();
        let mut won: Vec<Won> = cloud
            .offered
            .iter()
            .map(|&offered| Won { offered, reached: 0 })
            .collect();
        if cloud.points.is_empty() {
            return Ok(Self {
                skeletons: stems,
                won,
                spacing_m: cloud.spacing_m,
                left_over: LeftOver::default(),
            });
        }
        let site = Site {
            bases_m: &[],
            points: &cloud.points,
            obstacles: match part {
                Part::Shoot => &[],
                Part::Root => &earth.stones,
            },
            part,
            key: first.key,
        };
        let grown = colonize_on(&stems, 0, &site, &growth)?;
        for tree in grown.reached_by.into_iter().flatten() {
            won[tree as usize].reached += 1;
        }
        Ok(Self {
            skeletons: grown.skeletons,
            won,
            spacing_m: cloud.spacing_m,
            left_over: grown.left_over,
        })
    }
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

/// The stem that is there before the points are shared, in equal segments of `step_m` at most.
fn stem(claim: &Claim, step_m: f64) -> Skeleton {
    let [x_m, y_m, z_m] = claim.base_m;
    let steps = (claim.stem_m / step_m).ceil().max(1.0) as u32;
    let node = |number: u32| {
        let along_m = claim.stem_m * f64::from(number) / f64::from(steps);
        Node::new(number.checked_sub(1), Part::Shoot, [x_m, y_m, z_m + along_m], 0)
    };
    Skeleton {
        nodes: (0..=steps).map(node).collect(),
    }
}

/// Shoot and roots shaped and joined, the stem as thick as the tree's diameter.
fn finished(
    shoot: &Skeleton,
    roots: Option<&Skeleton>,
    tree: &StandTree,
    sharing: &Sharing,
    earth: &Earth<'_>,
) -> Skeleton {
    let shaped = |skeleton: &Skeleton, obstacles: &[Obstacle]| {
        skeleton
            .clone()
            .relocated(obstacles)
            .with_forks_of_three(obstacles)
            .smoothed(0.5, 1, obstacles)
    };
    let mut skeleton = shaped(shoot, &[]);
    if let Some(roots) = roots {
        let mut roots = shaped(roots, &earth.stones_around(roots));
        keep_below(&mut roots, |place_m| earth.ground_m(tree.base_m, place_m));
        skeleton = skeleton.joined(&roots);
    }
    let pipes = sharing.pipes(1.0);
    skeleton.give_radii(&pipes).expect("the parameters were checked");
    // In radii of a tip: at breast height, or at the collar of a tree whose wood ends below.
    let stem = dbh_cm(&skeleton).map_or(skeleton.nodes[0].radius_m, |dbh_cm| dbh_cm / 200.0);
    let tip_radius_m = 0.5 * tree.dbh_m / stem;
    for node in &mut skeleton.nodes {
        node.radius_m *= tip_radius_m;
    }
    thicken_roots(&mut skeleton, sharing.roots.pipe_exponent);
    skeleton
}

/// A segment that heads for a shallow place may come out of the ground, and a level one out of a slope: such roots run along
/// the surface.
fn keep_below(roots: &mut Skeleton, ground: impl Fn([f64; 2]) -> f64) {
    for node in roots.nodes.iter_mut().skip(1) {
        let [x_m, y_m, z_m] = &mut node.place_m;
        *z_m = z_m.min(ground([*x_m, *y_m]));
    }
}

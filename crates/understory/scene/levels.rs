//! With how many triangles each tree is drawn: the larger it is for a camera, the more.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use understory_branching::mesh::TreeMesh;
use understory_numerics::parallel::try_map;

use super::models::Model;
use crate::error::Error;

/// Triangles of the levels, the nearest first; a tree that has fewer leaves than fill them takes fewer.
pub(super) const LEVELS: [u32; 6] = [10_000, 4_000, 1_500, 550, 200, 80];
/// Triangles of a tree at most, for each square metre that its height makes: low trees are simple also from near.
const PER_M2: f64 = 120.0;
/// Rounds in which the triangles come near to those that there may be.
const ROUNDS: usize = 6;
/// From this share of them on no round follows.
const NEAR: f64 = 0.93;

/// A tree as it is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) model: usize,
    /// Its size over its distance from the camera.
    pub(super) size: f64,
    pub(super) height_m: f64,
}

/// The meshes of models at the levels at which they are needed, and the level of each tree.
pub(super) struct Drawn {
    pub(super) meshes: BTreeMap<(usize, usize), TreeMesh>,
    pub(super) levels: Vec<usize>,
    pub(super) triangles: u64,
}

/// Draws models so that all trees together have at most so many triangles.
pub(super) fn draw(trees: &[Seen], models: &[Model], roots: bool, most: u64) -> Result<Drawn, Error> {
    let mut meshes: BTreeMap<(usize, usize), TreeMesh> = BTreeMap::new();
    let mut best: Option<(u64, Vec<usize>)> = None;
    let mut target = most as f64;
    let mut least = None;
    for _ in 0..ROUNDS {
        let levels = levels_within(trees, target);
        let needed: BTreeSet<(usize, usize)> = trees
            .iter()
            .zip(&levels)
            .map(|(tree, level)| (tree.model, *level))
            .collect();
        let new: Vec<(usize, usize)> = needed
            .into_iter()
            .filter(|needed| !meshes.contains_key(needed))
            .collect();
        // The levels of a model share what is worked out of it.
        let of_models: Vec<&[(usize, usize)]> = new.chunk_by(|a, b| a.0 == b.0).collect();
        let drawn: io::Result<Vec<Vec<TreeMesh>>> = try_map(of_models.len(), 1, |number| {
            let levels = of_models[number];
            let triangles: Vec<u32> = levels.iter().map(|(_, level)| LEVELS[*level]).collect();
            models[levels[0].0].draw(&triangles, roots)
        });
        meshes.extend(new.iter().copied().zip(drawn?.into_iter().flatten()));
        let triangles: u64 = trees
            .iter()
            .zip(&levels)
            .map(|(tree, level)| meshes[&(tree.model, *level)].triangles() as u64)
            .sum();
        least = Some(triangles);
        let is_better = best.as_ref().is_none_or(|(before, _)| triangles > *before);
        let is_within = triangles <= most;
        let is_finest = levels == levels_within(trees, f64::INFINITY);
        let is_coarsest = levels.iter().all(|level| *level == LEVELS.len() - 1);
        if is_within && is_better {
            best = Some((triangles, levels));
        }
        let share = triangles as f64 / most as f64;
        if (is_within && (share > NEAR || is_finest)) || (!is_within && is_coarsest) {
            break;
        }
        target *= (0.98 / share).clamp(0.3, 3.0);
    }
    let Some((triangles, levels)) = best else {
        return Err(too_many(trees.len(), least.unwrap_or_default(), most));
    };
    let used: BTreeSet<(usize, usize)> = trees
        .iter()
        .zip(&levels)
        .map(|(tree, level)| (tree.model, *level))
        .collect();
    meshes.retain(|mesh, _| used.contains(mesh));
    Ok(Drawn {
        meshes,
        levels,
        triangles,
    })
}

/// Why trees are not drawn that need more triangles than there may be.
pub(super) fn too_many(trees: usize, needed: u64, most: u64) -> Error {
    Error::refused(
        format!("{trees} trees take {needed} triangles at least, more than the {most} of `--triangles`"),
        "show a part of the plot with `--window XMIN,YMIN,XMAX,YMAX`, or allow more with `--triangles`",
    )
}

/// The level of each tree, such that triangles go with the square of its size and are about so many in all.
fn levels_within(trees: &[Seen], triangles: f64) -> Vec<usize> {
    let level = |tree: &Seen, each: f64| {
        let wanted = (each * tree.size * tree.size).min(PER_M2 * tree.height_m * tree.height_m);
        LEVELS
            .iter()
            .rposition(|&level| f64::from(level) >= wanted)
            .unwrap_or(0)
    };
    let sum = |each: f64| -> f64 {
        trees
            .iter()
            .map(|tree| f64::from(LEVELS[level(tree, each)]))
            .sum()
    };
    // Triangles of a tree that is as large as it is far away.
    let (mut low, mut high) = (0.0, 1e9);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if sum(middle) <= triangles {
            low = middle;
        } else {
            high = middle;
        }
    }
    trees.iter().map(|tree| level(tree, low)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_trees_have_more_triangles_and_all_have_as_many_as_there_may_be() {
        let trees: Vec<Seen> = (1..=200)
            .map(|i| Seen {
                model: 0,
                size: f64::from(i) / 100.0,
                height_m: 20.0,
            })
            .collect();
        for most in [20_000.0, 200_000.0, 1e6] {
            let levels = levels_within(&trees, most);
            assert!(levels.is_sorted_by(|a, b| a >= b));
            let sum: f64 = levels.iter().map(|&level| f64::from(LEVELS[level])).sum();
            assert!(sum <= most && sum > 0.6 * most, "{sum} of {most}");
        }
        // Fewer than the coarsest take cannot be had.
        assert!(
            levels_within(&trees, 10.0)
                .iter()
                .all(|&level| level == LEVELS.len() - 1)
        );
        assert!(levels_within(&trees, 1e9).iter().all(|&level| level == 0));
        let low = Seen {
            height_m: 2.0,
            ..trees[199]
        };
        assert_eq!(LEVELS[levels_within(&[low], 1e9)[0]], 550);
    }
}

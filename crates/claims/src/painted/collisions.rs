//! What becomes of the promise that less density only takes away, where things give way to each other: a rival of the library's rules.
//!
//! Trees on the points of a grid, each with a random rank; one stands where its rank is below the density and no other stands within 3
//! of it. Below them bushes, which give way to trees.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::{Numbers, claims_of};

pub(super) fn claims() -> Vec<Claim> {
    claims_of(ROWS, 4, thinned)
}

const ALONG: usize = 256;

const ROWS: [&str; 3] = ["B11.scan", "B11.rank", "B12.standing"];

fn thinned(seed: u64) -> Result<Numbers<3>, ClaimError> {
    let key = RandomKey::root(seed, &["collisions"]);
    let ranks = |layer: u32| -> Vec<f64> {
        let cells = 0..(ALONG * ALONG) as u32;
        cells
            .map(|cell| unit_from_u32(key.draws(layer, Purpose::Place, cell)[0]))
            .collect()
    };
    let (trees, bushes) = (ranks(0), ranks(1));
    let scan: Vec<usize> = (0..trees.len()).collect();
    let mut by_rank = scan.clone();
    by_rank.sort_by(|&a, &b| trees[a].total_cmp(&trees[b]));
    let new = |before: &[bool], after: &[bool]| {
        before
            .iter()
            .zip(after)
            .filter(|(before, after)| !**before && **after)
            .count() as f64
    };
    let count = |stands: &[bool]| stands.iter().filter(|&&stands| stands).count() as f64;
    let [scan_before, scan_after] = [0.1, 0.05].map(|density| standing(&trees, &scan, density));
    let [before, after] = [0.1, 0.05].map(|density| standing(&trees, &by_rank, density));
    let below = |trees: &[bool]| -> Vec<bool> {
        (0..trees.len())
            .map(|cell| bushes[cell] < 0.3 && !any_near(trees, cell, 2))
            .collect()
    };
    let (bushes_before, bushes_after) = (below(&before), below(&after));
    let bushes_of_standing = new(&bushes_before, &bushes_after) / count(&bushes_before);
    Ok([
        ("B11.scan", new(&scan_before, &scan_after) / count(&scan_after)),
        ("B11.rank", new(&before, &after)),
        ("B12.standing", bushes_of_standing),
    ])
}

/// Which trees stand, set in an order.
fn standing(ranks: &[f64], order: &[usize], density: f64) -> Vec<bool> {
    let mut stands = vec![false; ranks.len()];
    for &cell in order {
        if ranks[cell] < density && !any_near(&stands, cell, 3) {
            stands[cell] = true;
        }
    }
    stands
}

/// Whether any stands nearer than so many spacings.
fn any_near(stands: &[bool], cell: usize, apart: usize) -> bool {
    let (x, y) = (cell % ALONG, cell / ALONG);
    let around = |at: usize| at.saturating_sub(apart - 1)..(at + apart).min(ALONG);
    around(y).any(|other_y| {
        around(x).any(|other_x| {
            let (dx, dy) = (x.abs_diff(other_x), y.abs_diff(other_y));
            dx * dx + dy * dy < apart * apart && stands[other_y * ALONG + other_x]
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_trees_stand_too_near_and_a_lone_one_is_seen_from_as_far() {
        let ranks: Vec<f64> = (0..ALONG * ALONG)
            .map(|cell| (cell * 7919 % 65_521) as f64 / 65_521.0)
            .collect();
        let order: Vec<usize> = (0..ranks.len()).collect();
        let stands = standing(&ranks, &order, 0.5);
        let trees: Vec<usize> = order.iter().copied().filter(|&cell| stands[cell]).collect();
        assert!(trees.len() > 1000);
        for (number, &a) in trees.iter().enumerate() {
            for &b in &trees[number + 1..] {
                let (dx, dy) = ((a % ALONG).abs_diff(b % ALONG), (a / ALONG).abs_diff(b / ALONG));
                assert!(dx * dx + dy * dy >= 9);
            }
        }
        let mut lone = vec![false; ALONG * ALONG];
        lone[5 * ALONG + 5] = true;
        assert!(any_near(&lone, 5 * ALONG + 7, 3) && !any_near(&lone, 5 * ALONG + 8, 3));
    }
}

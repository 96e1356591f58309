//! Opacity that keeps its coverage when a picture is made smaller.
//!
//! Renderers cut leaves out where opacity passes a cutoff, and far away they do so in mipmaps, whose pixels are means of
//! 2 by 2 of the level before. Fine needles then fall below the cutoff and the crown goes bare. A glTF file holds one level
//! alone, so its opacity must be such that means pass the cutoff as often as it does itself: on a leaf it may be a little less
//! than 1, and between leaves a little more than 0. Block by block, from the largest to the smallest, it is moved within
//! these bounds until as many blocks pass as should: those that hold most of the leaves.

/// Opacity from which on a leaf is drawn.
pub(crate) const CUTOFF: f64 = 0.3;
/// How far a pixel, and a mean of pixels, stays from the cutoff.
const APART: f64 = 0.03;
/// How far opacity may be moved for the sake of smaller pictures: no lower on a leaf and no higher between leaves, so that
/// readers which blend by opacity do not see the blocks.
const LEAST_OF_LEAF: f64 = 0.78;
const MOST_OF_GAP: f64 = 0.0;
/// Levels of a card that are kept: down to one pixel, which then shows.
pub(crate) const CARD_LEVELS: u32 = 8;
const ROUNDS: u32 = 24;
const NEAR: f64 = 1e-3;

/// Opacity of a square picture from the share of each pixel that is leaf, kept in so many levels below it.
pub(crate) fn keep_coverage(leaf: &[f64], side: usize, levels: u32) -> Vec<f64> {
    let mut opacity = Opacity {
        solid: leaf.iter().map(|&share| share >= 0.5).collect(),
        alpha: leaf.iter().map(|&share| opacity_of(share)).collect(),
        side,
    };
    let solid = opacity.solid.iter().filter(|&&solid| solid).count();
    let solid = solid as f64 / leaf.len().max(1) as f64;
    let passes: Vec<Vec<bool>> = (1..=levels)
        .filter(|level| side >> level > 0)
        .map(|level| blocks_that_pass(leaf, side, 1 << level, solid))
        .collect();
    let mut settled = Settled {
        levels: passes.iter().map(|passes| vec![false; passes.len()]).collect(),
        side,
    };
    for _ in 0..ROUNDS {
        let mut is_done = true;
        for (level, passes) in passes.iter().enumerate().rev() {
            for (number, &passes) in passes.iter().enumerate() {
                is_done &= !opacity.settle(&mut settled, [level, number], passes);
            }
        }
        if is_done {
            break;
        }
    }
    // What small pictures need comes last: where not all can be had, a card that is far away is to be seen.
    for (level, passes) in passes.iter().enumerate() {
        for (number, &passes) in passes.iter().enumerate().filter(|(_, passes)| **passes) {
            opacity.settle(&mut settled, [level, number], passes);
        }
    }
    opacity.alpha
}

/// Opacity for readers that blend and do not cut: a leaf is solid, however far it was lowered for smaller pictures.
pub(crate) fn blended(opacity: u8) -> u8 {
    (f64::from(opacity) / LEAST_OF_LEAF).round().min(255.0) as u8
}

/// Half of a pixel is leaf where opacity passes the cutoff.
fn opacity_of(share: f64) -> f64 {
    if share < 0.5 {
        (CUTOFF * share / 0.5).min(CUTOFF - APART)
    } else {
        (CUTOFF + (1.0 - CUTOFF) * (share - 0.5) / 0.5).max(CUTOFF + APART)
    }
}

/// Which blocks pass: as large a share of them as is solid, those that hold most of the leaves.
fn blocks_that_pass(leaf: &[f64], side: usize, block: usize, solid: f64) -> Vec<bool> {
    let across = side / block;
    let mut held: Vec<(f64, usize)> = (0..across * across).map(|number| (0.0, number)).collect();
    for (at, share) in leaf.iter().enumerate() {
        held[at / side / block * across + at % side / block].0 += share;
    }
    let mut passes = vec![false; across * across];
    let count = (solid * passes.len() as f64).ceil() as usize;
    if (1..held.len()).contains(&count) {
        held.select_nth_unstable_by(count - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }
    for &(held, number) in held.iter().take(count) {
        passes[number] = held > 0.0;
    }
    passes
}

/// Of each level, from blocks of two by two pixels on, whether a block is where it should be, or as near as it gets, and no pixel
/// of it has moved since: most blocks are in the first round, and need not be summed again.
struct Settled {
    levels: Vec<Vec<bool>>,
    /// Pixels along a side of the picture.
    side: usize,
}

impl Settled {
    /// All blocks that share pixels with one that has moved are to be seen to.
    fn moved(&mut self, [level, number]: [usize; 2]) {
        let across = |level: usize| self.side / (2 << level);
        let [row, column] = [number / across(level), number % across(level)];
        for (other, blocks) in self.levels.iter_mut().enumerate() {
            let across = across(other);
            let over = |at: usize| {
                let [first, end] = [at, at + 1].map(|at| at * (2 << level));
                (first / (2 << other)).min(across)..end.div_ceil(2 << other).min(across)
            };
            let columns = over(column);
            for row in over(row) {
                blocks[row * across + columns.start..row * across + columns.end].fill(false);
            }
        }
    }
}

/// Opacity on its way.
struct Opacity {
    solid: Vec<bool>,
    alpha: Vec<f64>,
    side: usize,
}

impl Opacity {
    /// As [`Self::bring`], of a block that is not settled.
    fn settle(&mut self, settled: &mut Settled, [level, number]: [usize; 2], passes: bool) -> bool {
        if settled.levels[level][number] {
            return false;
        }
        let has_moved = self.bring(number, 2 << level, passes);
        if has_moved {
            settled.moved([level, number]);
        } else {
            settled.levels[level][number] = true;
        }
        has_moved
    }

    /// Moves the pixels of a block towards their bounds until their mean lies on its side of the cutoff; whether it did not.
    fn bring(&mut self, number: usize, block: usize, passes: bool) -> bool {
        let across = self.side / block;
        let first = number / across * block * self.side + number % across * block;
        let rows = (0..block).map(|row| first + row * self.side);
        // Two sums beside each other take half as long as one, whose terms wait for each other.
        let mut sums = [0.0; 2];
        for row in rows.clone() {
            for pair in self.alpha[row..row + block].as_chunks::<2>().0 {
                (0..2).for_each(|at| sums[at] += pair[at]);
            }
        }
        let all = (block * block) as f64;
        let now = (sums[0] + sums[1]) / all;
        let ([of_gaps, of_solid], wanted) = if passes {
            ([MOST_OF_GAP, 1.0], CUTOFF + APART)
        } else {
            ([0.0, LEAST_OF_LEAF], CUTOFF - APART)
        };
        let is_there = if passes {
            now >= wanted - NEAR
        } else {
            now <= wanted + NEAR
        };
        if is_there {
            return false;
        }
        let solid = rows
            .clone()
            .flat_map(|row| &self.solid[row..row + block])
            .filter(|&&solid| solid)
            .count();
        let solid = solid as f64 / all;
        let way = solid * of_solid + (1.0 - solid) * of_gaps - now;
        if way.abs() < NEAR {
            return false;
        }
        let share = ((wanted - now) / way).clamp(0.0, 1.0);
        for row in rows {
            for at in row..row + block {
                let bound = if self.solid[at] { of_solid } else { of_gaps };
                self.alpha[at] += (bound - self.alpha[at]) * share;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares that pass the cutoff in the picture and in each of its mipmaps, which are made here as renderers do.
    fn coverage(alpha: &[f64], side: usize) -> Vec<f64> {
        let (mut level, mut side) = (alpha.to_vec(), side);
        let mut shares = Vec::new();
        while side >= 4 {
            let passed = level.iter().filter(|&&alpha| alpha > CUTOFF).count();
            shares.push(passed as f64 / level.len() as f64);
            let half = side / 2;
            level = (0..half * half)
                .map(|at| {
                    let corner = at / half * 2 * side + at % half * 2;
                    [0, 1, side, side + 1]
                        .iter()
                        .map(|off| level[corner + off])
                        .sum::<f64>()
                        / 4.0
                })
                .collect();
            side = half;
        }
        shares
    }

    /// Down to a picture of eight pixels a side at most twice as much as in full, and nowhere much less.
    #[test]
    fn every_shape_of_leaves_keeps_its_coverage() {
        use crate::look::{Foliage, LeafShape};
        for shape in [
            LeafShape::Oval,
            LeafShape::Lobed,
            LeafShape::Narrow,
            LeafShape::Needles,
            LeafShape::Tufts,
        ] {
            let colour = [90, 120, 50];
            let maps = crate::picture::leaves(&Foliage { shape, colour });
            let alpha: Vec<f64> = maps
                .colour
                .iter()
                .map(|pixel| f64::from(pixel[3]) / 255.0)
                .collect();
            let shares = coverage(&alpha, maps.side);
            assert!((0.15..0.75).contains(&shares[0]), "{shape:?}: {shares:?}");
            // Cells of two pixels a side, in the last one, have lost their shape.
            for (level, share) in shares[..7].iter().enumerate() {
                let kept = share / shares[0];
                assert!(kept > 0.85 && (level > 4 || kept < 2.0), "{shape:?}: {shares:?}");
            }
            assert!(
                alpha.iter().sum::<f64>() / alpha.len() as f64 > CUTOFF,
                "{shape:?}"
            );
        }
    }

    /// Needles of two pixels and gaps of three, without corners: plain opacity fills them up sooner.
    #[test]
    fn needles_cover_no_less_in_any_mipmap() {
        let side = 256;
        let leaf: Vec<f64> = (0..side * side)
            .map(|at| {
                let (x, y) = ((at % side) as f64 - 128.0, (at / side) as f64 - 128.0);
                let is_needle = (x + 0.37 * y).rem_euclid(5.0) < 2.0;
                f64::from(u8::from(is_needle && x * x + y * y < 3e4))
            })
            .collect();
        let plain = coverage(&leaf, side);
        let kept = coverage(&keep_coverage(&leaf, side, CARD_LEVELS), side);
        assert_eq!(plain[0], kept[0], "the picture itself stays");
        let least = |shares: &[f64]| shares.iter().copied().fold(f64::INFINITY, f64::min) / shares[0];
        assert!(plain[3] / plain[0] > 2.4, "{plain:?}");
        assert!(kept[3] / kept[0] < 1.8, "{kept:?}");
        assert!(least(&kept) > 0.95, "{kept:?}");
    }
}

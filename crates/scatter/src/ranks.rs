//! Random ranks: which points stay where a method made more than were asked for, or where a weight thins them.

use understory_numerics::{Purpose, RandomKey, RowHash};

use crate::layout::Layout;
use crate::place::place_m;
use crate::weight::weight_at;
use crate::{ScatterError, Weight};

/// Places in a row, and rows, at which a weight map is looked up for its mean.
const LOOKS: u32 = 256;

/// A map is met by at most so many times the points that are asked for, and by so many in all.
const MOST_TIMES: f64 = 1000.0;
const MOST_POINTS: f64 = 67_108_864.0;

/// Random ranks are whole numbers below this: 2^64.
const RANKS: f64 = 18_446_744_073_709_551_616.0;

/// How many points to make so that about `layout.count`, and a few more, stay after thinning by the weight.
///
/// Without a weight, the count itself. For a map that is nearly empty at most 1000 times as many, and not
/// more than 2^26.
pub(crate) fn count_before_thinning(layout: &Layout<'_>) -> Result<u32, ScatterError> {
    let Some(weight) = layout.weight.filter(|_| layout.count > 0) else {
        return Ok(layout.count);
    };
    let mean = mean_weight(weight, layout)?;
    let count = f64::from(layout.count);
    // Room for five standard deviations of the count that is left.
    let wanted = (count + 5.0 * count.sqrt() + 5.0) / mean.max(1.0 / MOST_TIMES);
    Ok(wanted.min(MOST_POINTS.max(count)) as u32)
}

/// The mean of a weight map over the plot.
pub(crate) fn mean_weight(weight: &Weight<'_>, layout: &Layout<'_>) -> Result<f64, ScatterError> {
    let mut sum = 0.0;
    let at = |i: u32| (f64::from(i) + 0.5) / f64::from(LOOKS);
    for row in 0..LOOKS {
        for column in 0..LOOKS {
            sum += weight_at(weight, place_m(layout.plot, [at(column), at(row)]))?;
        }
    }
    if sum > 0.0 {
        Ok(sum / f64::from(LOOKS * LOOKS))
    } else {
        Err(ScatterError::NowhereToStand { looks: LOOKS * LOOKS })
    }
}

/// Leaves out points by random rank until `layout.count` are left; the order stays.
///
/// A point's rank is a function of the key and of its number. With a weight a point stays at random with the weight as
/// its chance, and of those with the smallest rank / weight `layout.count`, so that the chances stay in proportion to
/// the weights. Lowering the count only removes points.
pub(crate) fn leave_out_surplus(
    points_m: &mut Vec<[f64; 2]>,
    layout: &Layout<'_>,
    key: RandomKey,
) -> Result<(), ScatterError> {
    let count = layout.count as usize;
    let Some(weight) = layout.weight else {
        if points_m.len() > count {
            let surplus = points_m.len() - count;
            let mut left_out = smallest_ranks(key, points_m.len() as u32, surplus);
            left_out.sort_unstable();
            remove(points_m, &left_out);
        }
        return Ok(());
    };
    let mut weighted = Vec::with_capacity(points_m.len());
    for (&point_m, (rank, number)) in points_m.iter().zip(random_ranks(key, points_m.len() as u32)) {
        let weight = weight_at(weight, point_m)?;
        if (rank as f64) < weight * RANKS {
            weighted.push((rank as f64 / weight, number));
        }
    }
    if weighted.len() > count {
        weighted.select_nth_unstable_by(count, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        weighted.truncate(count);
    }
    let mut kept: Vec<u32> = weighted.into_iter().map(|(_, number)| number).collect();
    kept.sort_unstable();
    *points_m = kept.into_iter().map(|number| points_m[number as usize]).collect();
    Ok(())
}

/// The `count` numbers below `total` with the smallest ranks, in any order; of equal ranks the smaller number.
pub(crate) fn smallest_ranks(key: RandomKey, total: u32, count: usize) -> Vec<u32> {
    // Only ranks below a bound that nearly surely holds enough of them are sorted out.
    let (wanted, total_count) = (count as f64, f64::from(total.max(1)));
    let bound = ((wanted + 8.0 * wanted.sqrt() + 16.0) / total_count * RANKS) as u64;
    let mut smallest: Vec<_> = random_ranks(key, total)
        .filter(|&(rank, _)| rank <= bound)
        .collect();
    if smallest.len() < count {
        smallest = random_ranks(key, total).collect();
    }
    if smallest.len() > count {
        smallest.select_nth_unstable(count);
        smallest.truncate(count);
    }
    smallest.into_iter().map(|(_, number)| number).collect()
}

/// The ranks of the numbers below `total`, each with its number.
fn random_ranks(key: RandomKey, total: u32) -> impl Iterator<Item = (u64, u32)> {
    const BLOCK: u32 = 1 << 16;
    (0..total.div_ceil(BLOCK)).flat_map(move |block| {
        let row = RowHash::new(key.draws(0, Purpose::Place, block));
        let start = block * BLOCK;
        (0..BLOCK.min(total - start)).map(move |column| {
            let [high, low] = row.words(column);
            (u64::from(high) << 32 | u64::from(low), start + column)
        })
    })
}

/// Removes the points of these numbers, which ascend.
fn remove(points_m: &mut Vec<[f64; 2]>, numbers: &[u32]) {
    let Some(&first) = numbers.first() else { return };
    let mut end = first as usize;
    for (i, &number) in numbers.iter().enumerate() {
        let behind = number as usize + 1;
        let next = numbers.get(i + 1).map_or(points_m.len(), |&next| next as usize);
        points_m.copy_within(behind..next, end);
        end += next - behind;
    }
    points_m.truncate(end);
}

/// Leaves out what is more than `count`: those of the smallest ranks, of equal ones the first. The others keep
/// their order.
pub(crate) fn leave_out_by_rank<T, L: Ord + Copy>(items: &mut Vec<T>, count: usize, rank: impl Fn(&T) -> L) {
    let Some(last) = items.len().checked_sub(count + 1) else {
        return;
    };
    let mut ranks: Vec<_> = items
        .iter()
        .map(&rank)
        .enumerate()
        .map(|(i, rank)| (rank, i))
        .collect();
    let last_left_out = *ranks.select_nth_unstable(last).1;
    let mut index = 0;
    items.retain(|item| {
        let stays = (rank(item), index) > last_left_out;
        index += 1;
        stays
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;

    #[test]
    fn the_smallest_ranks_go_and_the_rest_keep_their_order() {
        let left = |count: usize| {
            let mut items = vec![('a', 3), ('b', 1), ('c', 2), ('d', 1)];
            leave_out_by_rank(&mut items, count, |item| item.1);
            items.iter().map(|item| item.0).collect::<String>()
        };
        assert_eq!([4, 3, 2, 1, 0].map(left), ["abcd", "acd", "ac", "a", ""]);
        assert_eq!(left(9), "abcd");
    }

    #[test]
    fn the_removed_points_are_those_of_the_numbers() {
        let numbered =
            |numbers: &[u32]| -> Vec<[f64; 2]> { numbers.iter().map(|&i| [f64::from(i), 0.0]).collect() };
        for (gone, left) in [
            (&[][..], &[0, 1, 2, 3, 4, 5][..]),
            (&[0, 1, 5], &[2, 3, 4]),
            (&[2, 4], &[0, 1, 3, 5]),
            (&[0, 1, 2, 3, 4, 5], &[]),
        ] {
            let mut points_m = numbered(&[0, 1, 2, 3, 4, 5]);
            remove(&mut points_m, gone);
            assert_eq!(points_m, numbered(left));
        }
    }

    proptest! {
        #[test]
        fn the_bound_leaves_the_same_lots_as_sorting_all(bits in any::<u128>(), total in 1_u32..3000, part in 0.0..1.0) {
            let key = RandomKey::from_bits(bits);
            let count = (f64::from(total) * part) as usize;
            let mut all: Vec<_> = random_ranks(key, total).collect();
            all.sort_unstable();
            let mut expected: Vec<u32> = all[..count].iter().map(|&(_, number)| number).collect();
            expected.sort_unstable();
            let mut found = smallest_ranks(key, total, count);
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn fewer_points_are_a_part_of_more(bits in any::<u128>(), fewer in 0_u32..10, more in 10_u32..25, weighted in any::<bool>()) {
            let plot = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
            let weight = |place_m: [f64; 2]| place_m[0] / 10.0;
            let points_m: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i) / 10.0, 1.0]).collect();
            let left = |count| {
                let layout = Layout { weight: weighted.then_some(&weight as &Weight<'_>), ..Layout::new(&plot, count) };
                let mut points_m = points_m.clone();
                leave_out_surplus(&mut points_m, &layout, RandomKey::from_bits(bits)).unwrap();
                points_m
            };
            let (few_m, many_m) = (left(fewer), left(more));
            prop_assert_eq!(few_m.len(), fewer as usize);
            prop_assert_eq!(many_m.len(), more as usize);
            prop_assert!(few_m.iter().all(|point_m| many_m.contains(point_m)));
        }
    }
}

//! Where each of *s* values stands among them, from either end: the ranks behind
//! [`GlobalMeasure`](crate::GlobalMeasure).

use std::cmp::Ordering;
use std::ops::Range;

use understory_numerics::math::exp;
use understory_numerics::parallel::map;
use understory_numerics::sort;

/// The ranks from below, 1 for the least; values that tie share their mean rank.
pub(crate) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut ranks = vec![0.0; values.len()];
    for_each_tie(values, |order, tie| {
        for &index in &order[tie.clone()] {
            ranks[index] = mean_rank(&tie);
        }
    });
    ranks
}

/// The lesser of the ranks from below and from above, 1 for the extremes; values that tie share their mean rank.
pub(crate) fn two_sided_ranks(values: &[f64]) -> Vec<f64> {
    let s = values.len() as f64;
    let mut ranks = vec![0.0; values.len()];
    for_each_tie(values, |order, tie| {
        let rank = mean_rank(&tie);
        for &index in &order[tie] {
            ranks[index] = rank.min(s + 1.0 - rank);
        }
    });
    ranks
}

/// As the two-sided ranks, but between 0 and s / 2 and continuous in the values: within the gap between its
/// neighbours a value's rank moves with it, beyond them all the outermost rank falls to 0 exponentially.
pub(crate) fn continuous_ranks(values: &[f64]) -> Vec<f64> {
    let s = values.len();
    let lesser = |from_below: f64| from_below.min(s as f64 - from_below);
    let mut ranks = vec![0.0; s];
    for_each_tie(values, |order, tie| {
        let at = |place: usize| values[order[place]];
        // Measured by the neighbours' distance; where all others are equal, the outermost is infinitely far out.
        let rank = match tie.start {
            _ if tie.len() > 1 || s == 1 => lesser(mean_rank(&tie) - 0.5),
            0 => exp(-(at(1) - at(0)) / (at(s - 1) - at(1))),
            last if last == s - 1 => exp(-(at(last) - at(last - 1)) / (at(last - 1) - at(0))),
            i => lesser(i as f64 + (at(i) - at(i - 1)) / (at(i + 1) - at(i - 1))),
        };
        for &index in &order[tie] {
            ranks[index] = rank;
        }
    });
    ranks
}

/// Mean of the ranks, counted from 1, of the places in a tie.
fn mean_rank(tie: &Range<usize>) -> f64 {
    0.5 * (tie.start + 1 + tie.end) as f64
}

/// Calls with the order of the values and each run of places in it that hold equal ones.
fn for_each_tie(values: &[f64], mut call: impl FnMut(&[usize], Range<usize>)) {
    let mut sorted: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let order: Vec<usize> = sorted.iter().map(|&(_, index)| index).collect();
    let mut start = 0;
    for tie in sorted.chunk_by(|a, b| a.0 == b.0) {
        call(&order, start..start + tie.len());
        start += tie.len();
    }
}

/// Place of each of `count` in the lexicographic order of their ranks, each one's sorted first, over their number; those alike
/// share the mean of their places.
pub(crate) fn lexicographic_places(count: usize, ranks_of: impl Fn(usize) -> Vec<f64> + Sync) -> Vec<f64> {
    let sorted = |one: usize| {
        let mut ranks = ranks_of(one);
        sort::numbers(&mut ranks);
        (ranks, one)
    };
    let mut ordered: Vec<(Vec<f64>, usize)> = map(count, 8, sorted);
    let compare = |a: &(Vec<f64>, usize), b: &(Vec<f64>, usize)| {
        let differing = a.0.iter().zip(&b.0).find(|(a, b)| a != b);
        differing.map_or(Ordering::Equal, |(a, b)| a.total_cmp(b))
    };
    ordered.sort_by(compare);
    let mut places = vec![0.0; count];
    let mut start = 0;
    for tie in ordered.chunk_by(|a, b| compare(a, b).is_eq()) {
        let place = mean_rank(&(start..start + tie.len()));
        for &(_, one) in tie {
            places[one] = place / count as f64;
        }
        start += tie.len();
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranks_are_those_of_counting(values in prop::collection::vec((0_u8..12).prop_map(f64::from), 1..40)) {
            let s = values.len() as f64;
            for (value, rank) in values.iter().zip(two_sided_ranks(&values)) {
                let below = values.iter().filter(|&other| other < value).count() as f64;
                let equal = values.iter().filter(|&other| other == value).count() as f64;
                let from_below = below + 0.5 * (equal + 1.0);
                prop_assert_eq!(rank, from_below.min(s + 1.0 - from_below));
            }
        }

        #[test]
        fn a_continuous_rank_lies_within_one_below_the_rank(
            values in prop::collection::vec(-9.0..9.0, 3..40),
        ) {
            for (continuous, rank) in continuous_ranks(&values).into_iter().zip(two_sided_ranks(&values)) {
                prop_assert!((rank - 1.0..=rank).contains(&continuous), "{} {}", continuous, rank);
            }
        }
    }

    #[test]
    fn continuous_ranks_interpolate_the_gaps() {
        // From below: e^(−4/4), 1 + 4/5, 2 + 1/4, 4 − e^(−3/5).
        let ranks = continuous_ranks(&[8.0, 0.0, 5.0, 4.0]);
        assert_eq!(ranks, [exp(-3.0 / 5.0), exp(-1.0), 1.75, 1.8]);
    }

    #[test]
    fn ties_and_single_values_have_ranks() {
        assert_eq!(two_sided_ranks(&[-0.0, 0.0, 1.0]), [1.5, 1.5, 1.0]);
        assert_eq!(continuous_ranks(&[2.0, 2.0, 2.0, 2.0]), [2.0; 4]);
        // The lone value is infinitely far out, measured by the spread of the rest.
        assert_eq!(continuous_ranks(&[2.0, 2.0, 2.0, 1.0]), [1.5, 1.5, 1.5, 0.0]);
        assert_eq!(continuous_ranks(&[1.0, 2.0]), [0.0, 0.0]);
        assert_eq!(continuous_ranks(&[1.0]), [0.5]);
    }
}

//! How far an axis reaches so that most of the values on it can be read.

use understory_numerics::sort;

/// The least and the greatest of some values; infinite ends of none.
pub(crate) fn ends(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    values
        .into_iter()
        .fold(none, |[low, high], value| [low.min(value), high.max(value)])
}

/// Of pairs the first whose number is the highest.
pub(crate) fn highest<T>(mut pairs: impl Iterator<Item = (T, f64)>) -> Option<(T, f64)> {
    let first = pairs.next()?;
    Some(pairs.fold(first, |a, b| if b.1 > a.1 { b } else { a }))
}

/// Shares of a line's values between which their bulk lies.
const BULK: [f64; 2] = [0.02, 0.98];
/// The axis goes on to the most extreme value if that is no further from the bulk than the bulk is long; so the bulk
/// keeps a third of the axis, or half of it where only one side goes on.
const BEYOND_AT_MOST: f64 = 1.0;
/// Room beyond the bulk where extreme values are cut off.
const ROOM: f64 = 0.1;
/// A stretch shorter than this share of its ends is rounding error.
const ROUNDING: f64 = 1e-9;
/// So near to 0 no ticks can be told apart.
pub(crate) const TINY: f64 = 1e-300;

/// Low and high end of an axis for the values of some lines, each of which has a bulk, and for `doubtful` values, which
/// need not be seen; with 0 unless that would take more than half of the axis.
pub(crate) fn extent(lines: &[Vec<f64>], doubtful: &[f64]) -> [f64; 2] {
    let hull = |ends: &mut dyn Iterator<Item = [f64; 2]>| {
        ends.reduce(|[low, high], [l, h]| [low.min(l), high.max(h)])
    };
    let one = |value: &f64| [*value; 2];
    let bulk = hull(&mut lines.iter().filter_map(|line| bulk(line)));
    let Some([low, high]) = bulk.or_else(|| hull(&mut doubtful.iter().map(one))) else {
        return [0.0, 1.0];
    };
    let certain = || lines.iter().flatten().map(one).chain([[low, high]]);
    let [least, most] = hull(&mut certain()).unwrap_or([low, high]);
    let [lowest, highest] = hull(&mut certain().chain(doubtful.iter().map(one))).unwrap_or([low, high]);
    let span = high - low;
    let reach = |beyond: [f64; 2]| {
        let furthest = beyond.into_iter().find(|&d| d <= BEYOND_AT_MOST * span);
        furthest.unwrap_or(ROOM * span)
    };
    around([
        low - reach([low - lowest, low - least]),
        high + reach([highest - high, most - high]),
    ])
}

fn bulk(line: &[f64]) -> Option<[f64; 2]> {
    let mut sorted = line.to_vec();
    sort::numbers(&mut sorted);
    let last = sorted.len().checked_sub(1)?;
    Some(BULK.map(|share| sorted[(share * last as f64).round() as usize]))
}

/// With 0, where it is near or where there is no other stretch to show.
fn around([low, high]: [f64; 2]) -> [f64; 2] {
    let alike = high - low <= ROUNDING * high.abs().max(low.abs());
    let [low, high] = if alike {
        [low.min(0.0), high.max(0.0)]
    } else if 0.0 < low && low <= high - low {
        [0.0, high]
    } else {
        [low, high]
    };
    if high - low > TINY {
        [low, high]
    } else {
        [0.0, 1.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(f: impl Fn(f64) -> f64) -> Vec<f64> {
        (1..=500).map(|i| f(f64::from(i) * 0.05)).collect()
    }

    #[test]
    fn a_curve_that_grows_to_the_end_is_shown_whole() {
        let k = over(|r| 3.0 * r * r);
        assert_eq!(extent(&[k], &[]), [0.0, 1875.0]);
    }

    #[test]
    fn a_pole_is_cut_off() {
        let [low, high] = extent(&[over(|r| 1.0 + 1.0 / r)], &[1e6]);
        assert!(low <= 1.04 && (2.9..3.5).contains(&high), "{low} to {high}");
        let [low, high] = extent(&[over(|r| -1.0 / r)], &[]);
        assert!(
            (-2.5..-1.9).contains(&low) && (-0.04..0.2).contains(&high),
            "{low} to {high}"
        );
    }

    #[test]
    fn what_is_seen_of_a_line_does_not_depend_on_the_number_of_others() {
        let dip = over(|r| if r < 3.0 { -r } else { 0.0 });
        assert_eq!(extent(std::slice::from_ref(&dip), &[]), [-2.95, 0.0]);
        let mut lines = vec![over(|_| 0.1); 9];
        lines.push(dip);
        assert_eq!(extent(&lines, &[]), [-2.95, 0.1]);
    }

    #[test]
    fn doubtful_values_are_shown_where_that_takes_little() {
        let values = [over(|r| 1.0 + 0.04 * r)];
        assert_eq!(extent(&values, &[2.2])[1], 2.2);
        assert_eq!(extent(&values, &[9.0])[1], 2.0);
        assert_eq!(extent(&[], &[1.0, 3.0]), [0.0, 3.0]);
    }

    #[test]
    fn values_far_from_zero_have_an_axis_of_their_own() {
        let [low, high] = extent(&[over(|r| 100.0 + r)], &[]);
        assert!(low > 99.0 && high < 126.0);
    }

    #[test]
    fn values_that_are_all_alike_have_an_axis_with_zero() {
        assert_eq!(extent(&[vec![2.0, 2.0, 2.0 + 1e-15]], &[]), [0.0, 2.0 + 1e-15]);
        assert_eq!(extent(&[vec![-3.0]], &[]), [-3.0, 0.0]);
        assert_eq!(extent(&[vec![0.0, 0.0]], &[]), [0.0, 1.0]);
        assert_eq!(extent(&[], &[]), [0.0, 1.0]);
    }
}

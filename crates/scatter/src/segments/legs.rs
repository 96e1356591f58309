//! Straight pieces of borders, and where two of them meet.

use super::whole::Whole;

/// A straight piece of a border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) border: usize,
    /// The number of the point that it begins at.
    pub(super) number: usize,
    pub(super) ends: [Whole; 2],
}

/// What two straight pieces have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meet {
    No,
    /// A place, in steps.
    At([f64; 2]),
    /// All from one place to another.
    Along(Whole, Whole),
}

impl Leg {
    fn low(&self, axis: usize) -> i64 {
        self.ends[0][axis].min(self.ends[1][axis])
    }

    fn high(&self, axis: usize) -> i64 {
        self.ends[0][axis].max(self.ends[1][axis])
    }

    /// What it has in common with another one.
    pub(super) fn meets(&self, other: &Self) -> Meet {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let [from_c, from_d] = [turn(a, b, c), turn(a, b, d)];
        let [from_a, from_b] = [turn(c, d, a), turn(c, d, b)];
        // All four, as the two ends of a piece without length lie on any line through it.
        if [from_c, from_d, from_a, from_b] == [0; 4] {
            return along(self.ends, other.ends);
        }
        let parts = |x: i64, y: i64| (x <= 0 && y >= 0) || (x >= 0 && y <= 0);
        if !(parts(from_c, from_d) && parts(from_a, from_b)) {
            return Meet::No;
        }
        let share = from_a as f64 / (from_a - from_b) as f64;
        Meet::At([0, 1].map(|axis| a[axis] as f64 + share * (b[axis] - a[axis]) as f64))
    }

    /// The place on it that is nearest to another one.
    pub(super) fn nearest(&self, place: Whole) -> [f64; 2] {
        let [from, to] = self.ends.map(|end| end.map(|at| at as f64));
        let place = place.map(|at| at as f64);
        let way = [to[0] - from[0], to[1] - from[1]];
        let squared = way[0] * way[0] + way[1] * way[1];
        let along = (place[0] - from[0]) * way[0] + (place[1] - from[1]) * way[1];
        let share = if squared > 0.0 {
            (along / squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        [from[0] + share * way[0], from[1] + share * way[1]]
    }
}

/// Hands over each two whose boxes meet, the one with the lesser place in the list first.
pub(super) fn each_two(legs: &[Leg], mut look: impl FnMut(&Leg, &Leg)) {
    let mut order: Vec<usize> = (0..legs.len()).collect();
    order.sort_by_key(|&number| (legs[number].low(0), number));
    for (at, &one) in order.iter().enumerate() {
        let reach = legs[one].high(0);
        for &other in order[at + 1..]
            .iter()
            .take_while(|&&other| legs[other].low(0) <= reach)
        {
            let (first, second) = (&legs[one.min(other)], &legs[one.max(other)]);
            if first.low(1) <= second.high(1) && second.low(1) <= first.high(1) {
                look(first, second);
            }
        }
    }
}

/// Twice the area of a triangle, above 0 where it turns to the left. Steps stay below 2^30, so that nothing overflows.
fn turn(a: Whole, b: Whole, c: Whole) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// What two pieces of one line have in common.
fn along(one: [Whole; 2], other: [Whole; 2]) -> Meet {
    // Along a line places are in the order of x, or of y where that stands still.
    let sorted = |mut ends: [Whole; 2]| {
        ends.sort_unstable();
        ends
    };
    let ([a, b], [c, d]) = (sorted(one), sorted(other));
    let (from, to) = (a.max(c), b.min(d));
    match from.cmp(&to) {
        std::cmp::Ordering::Less => Meet::Along(from, to),
        std::cmp::Ordering::Equal => Meet::At(from.map(|at| at as f64)),
        std::cmp::Ordering::Greater => Meet::No,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn leg(ends: [Whole; 2]) -> Leg {
        Leg {
            border: 0,
            number: 0,
            ends,
        }
    }

    #[test]
    fn pieces_cross_touch_lie_in_each_other_or_miss() {
        let one = leg([[0, 0], [10, 10]]);
        assert_eq!(one.meets(&leg([[0, 10], [10, 0]])), Meet::At([5.0, 5.0]));
        assert_eq!(one.meets(&leg([[10, 10], [20, 0]])), Meet::At([10.0, 10.0]));
        assert_eq!(one.meets(&leg([[12, 12], [4, 4]])), Meet::Along([4, 4], [10, 10]));
        assert_eq!(one.meets(&leg([[10, 10], [12, 12]])), Meet::At([10.0, 10.0]));
        assert_eq!(one.meets(&leg([[11, 11], [12, 12]])), Meet::No);
        assert_eq!(one.meets(&leg([[1, 0], [11, 10]])), Meet::No);
        assert_eq!(one.nearest([10, 0]), [5.0, 5.0]);
        // Pieces without length, which met whatever lay beyond them.
        let point = leg([[4, 4], [4, 4]]);
        assert_eq!(point.meets(&one), Meet::At([4.0, 4.0]));
        assert_eq!(point.meets(&leg([[5, 0], [0, 0]])), Meet::No);
        assert_eq!(leg([[5, 0], [0, 0]]).meets(&point), Meet::No);
    }

    proptest! {
        #[test]
        fn every_two_that_meet_are_handed_over(ends in prop::collection::vec(prop::array::uniform4(0_i64..40), 2..20)) {
            let legs: Vec<Leg> = (0..).zip(ends).map(|(number, [a, b, c, d])| Leg { border: 0, number, ends: [[a, b], [c, d]] }).collect();
            let mut found = Vec::new();
            each_two(&legs, |one, other| {
                if one.meets(other) != Meet::No {
                    found.push((one.number, other.number));
                }
            });
            found.sort_unstable();
            let mut all = Vec::new();
            for (i, one) in legs.iter().enumerate() {
                let later = legs[i + 1..].iter().filter(|other| one.meets(other) != Meet::No);
                all.extend(later.map(|other| (i, other.number)));
            }
            prop_assert_eq!(found, all);
        }
    }
}

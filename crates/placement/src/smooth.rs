//! Curves through the points of a road.

/// Greatest distance of a chord from the curve, m.
const FLATNESS_M: f64 = 0.01;
/// Most chords between two points.
const MOST_CHORDS: f64 = 256.0;

/// A centripetal Catmull–Rom curve through some points as a chain of short chords, their ends on the curve: a pyramid of
/// linear interpolations with knots at the square roots of the chords, so that it neither loops nor has cusps between two
/// points.
pub(crate) fn bent(points_m: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let (Some(first), Some(last)) = (points_m.first(), points_m.last()) else {
        return Vec::new();
    };
    let mut curve_m = vec![*first];
    for number in 0..points_m.len() - 1 {
        let [b, c] = [points_m[number], points_m[number + 1]];
        // Beyond the ends it goes on as it came.
        let a = if number > 0 {
            points_m[number - 1]
        } else {
            mirrored(c, b)
        };
        let d = points_m
            .get(number + 2)
            .copied()
            .unwrap_or_else(|| mirrored(b, c));
        // A chord lies from a curve by at most an eighth of its length squared over the radius; half the way round the
        // corner's triangle bounds the curvature well enough.
        let bend_m = apart_m(middle(a, c), b).max(apart_m(middle(b, d), c));
        let chords = (bend_m / FLATNESS_M).sqrt().ceil().clamp(1.0, MOST_CHORDS);
        for step in 1..=chords as u32 {
            curve_m.push(on_curve([a, b, c, d], f64::from(step) / chords));
        }
    }
    if let Some(end) = curve_m.last_mut() {
        *end = *last;
    }
    curve_m
}

fn mirrored(far: [f64; 2], near: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| 2.0 * near[axis] - far[axis])
}

fn middle(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| 0.5 * (a[axis] + b[axis]))
}

fn apart_m(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [dx, dy]: [f64; 2] = std::array::from_fn(|axis| a[axis] - b[axis]);
    (dx * dx + dy * dy).sqrt()
}

/// The curve's place at a share of the way from the second point to the third.
fn on_curve(points_m: [[f64; 2]; 4], share: f64) -> [f64; 2] {
    let mut knots = [0.0; 4];
    for at in 1..4 {
        knots[at] = knots[at - 1] + apart_m(points_m[at - 1], points_m[at]).sqrt();
    }
    let at = knots[1] + share * (knots[2] - knots[1]);
    let mut level = points_m;
    for width in 1..=3 {
        for number in 0..4 - width {
            // The last level spans the middle two knots alone.
            let (low, high) = match width {
                3 => (knots[1], knots[2]),
                _ => (knots[number], knots[number + width]),
            };
            let share = if high > low {
                (at - low) / (high - low)
            } else {
                0.0
            };
            level[number] = std::array::from_fn(|axis| {
                level[number][axis] + share * (level[number + 1][axis] - level[number][axis])
            });
        }
    }
    level[0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_curve_goes_through_its_points_and_has_no_long_jumps(
            points_m in prop::collection::vec(prop::array::uniform2(-100.0..100.0_f64), 2..8),
        ) {
            let curve_m = bent(&points_m);
            for point_m in &points_m {
                let nearest_m = curve_m.iter().map(|&on| apart_m(on, *point_m)).fold(f64::INFINITY, f64::min);
                prop_assert!(nearest_m < 1e-9, "{nearest_m}");
            }
            prop_assert!(curve_m.iter().flatten().all(|at| at.is_finite()));
        }
    }

    #[test]
    fn points_in_a_row_make_a_straight_line() {
        let curve_m = bent(&[[0.0, 0.0], [10.0, 10.0], [40.0, 40.0]]);
        assert!(curve_m.iter().all(|[x, y]| (x - y).abs() < 1e-9));
        assert_eq!(curve_m.last(), Some(&[40.0, 40.0]));
    }

    #[test]
    fn chords_lie_close_to_the_curve() {
        let points_m = [[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [60.0, 35.0]];
        let curve_m = bent(&points_m);
        let four = |from: usize| [0, 1, 2, 3].map(|at| points_m[(from + at).min(3)]);
        for step in 0..1000 {
            let on = on_curve(four(0), f64::from(step) / 1000.0);
            let from_chords_m = curve_m
                .windows(2)
                .map(|ends| {
                    let [dx, dy]: [f64; 2] = std::array::from_fn(|axis| ends[1][axis] - ends[0][axis]);
                    let along = (on[0] - ends[0][0]) * dx + (on[1] - ends[0][1]) * dy;
                    let share = (along / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                    apart_m(on, [ends[0][0] + share * dx, ends[0][1] + share * dy])
                })
                .fold(f64::INFINITY, f64::min);
            assert!(from_chords_m < FLATNESS_M, "{from_chords_m}");
        }
    }
}

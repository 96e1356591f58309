//! Convex polygons on the ground: what makes a list of corners one, and how far a place is from its edge.

/// Why corners are not those of a convex polygon; corners are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotConvex {
    /// It has so many corners alone.
    TooFew(usize),
    /// This corner and the one after it are at one place.
    Twice(usize),
    /// Not all corners lie on one side of the edge that begins at this one.
    Dented(usize),
}

/// How far a corner may lie beyond the line of an edge, as a share of the polygon's size: what rounding leaves of corners in
/// a row.
const ROUNDING: f64 = 1e-9;

/// The corners counterclockwise, if they are those of a convex polygon.
pub(crate) fn convex(corners_m: &[[f64; 2]]) -> Result<Vec<[f64; 2]>, NotConvex> {
    if corners_m.len() < 3 {
        return Err(NotConvex::TooFew(corners_m.len()));
    }
    let mut turned = corners_m.to_vec();
    if twice_area_m2(corners_m) < 0.0 {
        turned.reverse();
    }
    if let Some(at) = (0..corners_m.len()).find(|&at| corners_m[at] == corners_m[(at + 1) % corners_m.len()])
    {
        return Err(NotConvex::Twice(at + 1));
    }
    let [dx, dy] = [0, 1].map(|axis: usize| {
        let of_axis = || corners_m.iter().map(|corner_m| corner_m[axis]);
        of_axis().fold(f64::NEG_INFINITY, f64::max) - of_axis().fold(f64::INFINITY, f64::min)
    });
    let most_m2 = ROUNDING * (dx * dx + dy * dy);
    for (at, [from, to]) in edges(&turned).enumerate() {
        let is_left = |&corner_m: &[f64; 2]| turn(from, to, corner_m) >= -most_m2;
        // All on the edge's own line would be a polygon without ground.
        let is_all_on_line = turned.iter().all(|&corner_m| turn(from, to, corner_m) <= most_m2);
        if is_all_on_line || !turned.iter().all(is_left) {
            let at = if turned == corners_m {
                at
            } else {
                (turned.len() - 1 - at + turned.len() - 1) % turned.len()
            };
            return Err(NotConvex::Dented(at + 1));
        }
    }
    Ok(turned)
}

/// Distance of a place from the edge of a polygon whose corners are counterclockwise, below 0 inside.
pub(crate) fn distance_m(corners_m: &[[f64; 2]], place_m: [f64; 2]) -> f64 {
    let mut least_m2 = f64::INFINITY;
    let mut is_inside = true;
    for [from, to] in edges(corners_m) {
        least_m2 = least_m2.min(segment_distance_m2([from, to], place_m));
        is_inside &= turn(from, to, place_m) >= 0.0;
    }
    if is_inside {
        -least_m2.sqrt()
    } else {
        least_m2.sqrt()
    }
}

/// Square of the distance of a place from a straight piece, whose ends may be the same.
#[inline]
pub(crate) fn segment_distance_m2([[ax, ay], [bx, by]]: [[f64; 2]; 2], [x_m, y_m]: [f64; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = (x_m - ax) * dx + (y_m - ay) * dy;
    let length2 = dx * dx + dy * dy;
    let share = if length2 > 0.0 {
        (along / length2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (dx, dy) = (x_m - ax - share * dx, y_m - ay - share * dy);
    dx * dx + dy * dy
}

/// Twice the area of a triangle, above 0 where it turns to the left.
pub(crate) fn turn([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// The edges of a polygon, each from a corner to the next one.
pub(crate) fn edges(corners_m: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let next = corners_m.iter().cycle().skip(1);
    corners_m.iter().zip(next).map(|(&from, &to)| [from, to])
}

fn twice_area_m2(corners_m: &[[f64; 2]]) -> f64 {
    let origin = corners_m[0];
    edges(corners_m).map(|[from, to]| turn(origin, from, to)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::math;

    use super::*;

    fn apart_m(a: [f64; 2], b: [f64; 2]) -> f64 {
        let [dx, dy] = [0, 1].map(|axis: usize| a[axis] - b[axis]);
        (dx * dx + dy * dy).sqrt()
    }

    /// Corners on a circle, which are always convex.
    fn round(angles: &[f64]) -> Vec<[f64; 2]> {
        let mut angles = angles.to_vec();
        angles.sort_by(f64::total_cmp);
        angles
            .iter()
            .map(|angle| math::sin_cos(*angle))
            .map(|(y, x)| [10.0 * x, 10.0 * y])
            .collect()
    }

    proptest! {
        #[test]
        fn distances_are_those_of_many_places_on_the_edge(
            angles in prop::collection::vec(0.0..6.2_f64, 3..9), place_m in prop::array::uniform2(-20.0..20.0_f64), reverse in any::<bool>(),
        ) {
            let mut corners_m = round(&angles);
            if reverse {
                corners_m.reverse();
            }
            let Ok(turned) = convex(&corners_m) else { return Ok(()) };
            let on_edge = edges(&turned).flat_map(|[from, to]| (0..2000).map(move |step| {
                [0, 1].map(|axis: usize| from[axis] + (to[axis] - from[axis]) * f64::from(step) / 2000.0)
            }));
            let nearest_m = on_edge.map(|on_m| apart_m(on_m, place_m)).fold(f64::INFINITY, f64::min);
            let found_m = distance_m(&turned, place_m);
            prop_assert!((found_m.abs() - nearest_m).abs() < 0.02, "{found_m} {nearest_m}");
            // By crossings of a ray to the east, which knows nothing of convexity.
            let crossings = edges(&corners_m).filter(|[[ax, ay], [bx, by]]| {
                (*ay > place_m[1]) != (*by > place_m[1]) && place_m[0] < (bx - ax) * (place_m[1] - ay) / (by - ay) + ax
            });
            prop_assert_eq!(crossings.count() % 2 == 1, found_m < 0.0);
        }
    }

    #[test]
    fn what_is_not_convex_is_told_by_its_corner() {
        assert_eq!(convex(&[[0.0, 0.0], [1.0, 0.0]]), Err(NotConvex::TooFew(2)));
        assert_eq!(
            convex(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
            Err(NotConvex::Twice(2))
        );
        let dented = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
        assert_eq!(convex(&dented), Err(NotConvex::Dented(3)));
        let reversed: Vec<[f64; 2]> = dented.iter().rev().copied().collect();
        assert!(matches!(convex(&reversed), Err(NotConvex::Dented(2 | 1))));
        assert!(convex(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]).is_err());
        // A star turns the same way at each corner.
        let star: Vec<[f64; 2]> = [0, 2, 4, 1, 3]
            .map(|n| f64::from(n) * 1.2566)
            .map(|angle| math::sin_cos(angle).into())
            .to_vec();
        assert!(matches!(convex(&star), Err(NotConvex::Dented(_))));
        // Corners in a row are no dent.
        assert!(convex(&[[0.1, 0.1], [0.2, 0.2], [0.3, 0.3], [0.0, 0.4]]).is_ok());
    }
}

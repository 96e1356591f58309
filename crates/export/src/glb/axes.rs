//! From z up, as everything here stands, to y up, as glTF files stand, and back: a quarter turn about x.
//!
//! Zero stays zero without a sign: that is why `0 - y` stands here and not `-y`.

use std::ops::Sub;

/// A place or a direction, z up, as it stands in a file: (x, z, −y).
pub(crate) fn y_up<T: Sub<Output = T> + Default>([x, y, z]: [T; 3]) -> [T; 3] {
    [x, z, T::default() - y]
}

/// A place or a direction of a file, z up: (x, −z, y).
pub(crate) fn z_up<T: Sub<Output = T> + Default>([x, y, z]: [T; 3]) -> [T; 3] {
    [x, T::default() - z, y]
}

/// A unit quaternion (x, y, z, w) that turns things which stand z up, for the same things y up.
///
/// With *M* the quarter turn, what a file turns is *M v*, and it shall land at *M R v*: the file's rotation is
/// *M R M*⁻¹. That turns by the angle of *R* about the axis *M a* where *a* was the axis of *R*, so the axis
/// is turned like any direction and w stays.
pub(crate) fn rotation_y_up<T: Sub<Output = T> + Default>([x, y, z, w]: [T; 4]) -> [T; 4] {
    let [x, y, z] = y_up([x, y, z]);
    [x, y, z, w]
}

/// The rotation of a file, for things which stand z up.
pub(crate) fn rotation_z_up<T: Sub<Output = T> + Default>([x, y, z, w]: [T; 4]) -> [T; 4] {
    let [x, y, z] = z_up([x, y, z]);
    [x, y, z, w]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the matrix of a unit quaternion.
    fn matrix([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
        [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - z * w),
                2.0 * (x * z + y * w),
            ],
            [
                2.0 * (x * y + z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - x * w),
            ],
            [
                2.0 * (x * z - y * w),
                2.0 * (y * z + x * w),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ]
    }

    fn turned(rotation: [f64; 4], place: [f64; 3]) -> [f64; 3] {
        matrix(rotation).map(|row| row[0] * place[0] + row[1] * place[1] + row[2] * place[2])
    }

    #[test]
    fn turning_and_then_standing_up_is_standing_up_and_then_turning() {
        for rotation in [
            [0.5, 0.5, 0.5, 0.5],
            [0.1, -0.7, 0.1, 0.7],
            [0.0, 0.0, 0.6, 0.8],
            [0.48, 0.64, 0.0, 0.6],
        ] {
            for place in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, -2.0, 5.0]] {
                let there = y_up(turned(rotation, place));
                let here = turned(rotation_y_up(rotation), y_up(place));
                assert!(
                    (0..3).all(|axis| (there[axis] - here[axis]).abs() < 1e-12),
                    "{there:?} {here:?}"
                );
            }
        }
    }

    #[test]
    fn a_turn_about_the_upright_is_one_about_y_in_the_file() {
        assert_eq!(rotation_y_up([0.0, 0.0, 0.6, 0.8]), [0.0, 0.6, 0.0, 0.8]);
    }

    #[test]
    fn there_and_back_changes_nothing() {
        assert_eq!(z_up(y_up([1.0, 2.0, 3.0])), [1.0, 2.0, 3.0]);
        assert_eq!(
            rotation_z_up(rotation_y_up([1.0, 2.0, 3.0, 4.0])),
            [1.0, 2.0, 3.0, 4.0]
        );
        assert!(y_up([0.0_f32; 3])[2].is_sign_positive());
    }
}

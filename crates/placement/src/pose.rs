//! How an instance stands: turned, leaning, along which axis.

use understory_numerics::math::{cos, sin_cos};

/// Turns of space as unit quaternions: x, y, z, w. x is to the east, y to the north, z up.
pub type Quaternion = [f64; 4];

/// One turn after another: `first`, then `then`.
pub(crate) fn after(then: Quaternion, first: Quaternion) -> Quaternion {
    let [ax, ay, az, aw] = then;
    let [bx, by, bz, bw] = first;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The turn around the vertical axis, counterclockwise as seen from above.
pub(crate) fn yaw(degrees: f64) -> Quaternion {
    let (sin, cos) = sin_cos(degrees.to_radians() / 2.0);
    [0.0, 0.0, sin, cos]
}

/// The turn that leans what stands upright by an angle to the side that lies at `azimuth`, counterclockwise from east.
pub(crate) fn lean(degrees: f64, azimuth_deg: f64) -> Quaternion {
    let (sin, cos) = sin_cos(degrees.to_radians() / 2.0);
    let (north, east) = sin_cos(azimuth_deg.to_radians());
    [-north * sin, east * sin, 0.0, cos]
}

/// The shortest turn from upright to a unit vector that does not point straight down.
pub(crate) fn upright_to([x, y, z]: [f64; 3]) -> Quaternion {
    let length = ((1.0 + z) * (1.0 + z) + x * x + y * y).sqrt();
    [-y / length, x / length, 0.0, (1.0 + z) / length]
}

/// An angle off an axis, drawn so that every direction between the least and the greatest is as likely as any other.
pub(crate) fn tilt_deg([least_deg, greatest_deg]: [f64; 2], uniform: f64) -> f64 {
    let [a, b] = [least_deg, greatest_deg].map(|deg| cos(deg.to_radians()));
    let between = (a + uniform * (b - a)).clamp(-1.0, 1.0);
    // The arc cosine, by the arc tangent that has the same bits everywhere.
    understory_numerics::math::atan2((1.0 - between * between).sqrt(), between).to_degrees()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What becomes of a vector.
    fn turned(by: Quaternion, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [a, b, c, d] = by;
        let [x, y, z, _] = after(after(by, [x, y, z, 0.0]), [-a, -b, -c, d]);
        [x, y, z]
    }

    fn is_near(a: [f64; 3], b: [f64; 3]) -> bool {
        (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-9)
    }

    proptest! {
        #[test]
        fn leaning_is_to_the_side_that_is_said(degrees in 0.0..89.0_f64, azimuth in 0.0..360.0_f64) {
            let axis = turned(lean(degrees, azimuth), [0.0, 0.0, 1.0]);
            let (sin, cos) = sin_cos(degrees.to_radians());
            let (north, east) = sin_cos(azimuth.to_radians());
            prop_assert!(is_near(axis, [sin * east, sin * north, cos]), "{axis:?}");
        }

        #[test]
        fn what_stands_along_the_normal_points_along_it(east in -3.0..3.0_f64, north in -3.0..3.0_f64) {
            let length = (1.0 + east * east + north * north).sqrt();
            let normal = [-east / length, -north / length, 1.0 / length];
            let turn = upright_to(normal);
            prop_assert!(is_near(turned(turn, [0.0, 0.0, 1.0]), normal));
            prop_assert!((turn.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-12);
        }

        #[test]
        fn angles_lie_between_the_two(least in 0.0..90.0_f64, more in 0.0..90.0_f64, uniform in 0.0..1.0_f64) {
            let tilt = tilt_deg([least, least + more], uniform);
            prop_assert!(tilt >= least - 1e-6 && tilt <= least + more + 1e-6);
        }
    }

    #[test]
    fn a_quarter_turn_brings_east_to_north() {
        assert!(is_near(turned(yaw(90.0), [1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        // First leaning to the east, then turned: it leans to the north.
        let both = after(yaw(90.0), lean(30.0, 0.0));
        assert!(turned(both, [0.0, 0.0, 1.0])[1] > 0.4);
    }
}

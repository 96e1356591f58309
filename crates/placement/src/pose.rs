//! How an instance stands: turned, leaning, along which axis.

use understory_numerics::quick::sin_cos;

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

/// What becomes of a vector.
pub(crate) fn turned(by: Quaternion, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [a, b, c, d] = by;
    let [x, y, z, _] = after(after(by, [x, y, z, 0.0]), [-a, -b, -c, d]);
    [x, y, z]
}

/// Turns around the vertical axis, counterclockwise as seen from above.
#[inline(always)]
pub(crate) fn yaw<const N: usize>(degrees: [f64; N]) -> [Quaternion; N] {
    let (sin, cos) = sin_cos(degrees.map(|degrees| degrees.to_radians() / 2.0));
    std::array::from_fn(|lane| [0.0, 0.0, sin[lane], cos[lane]])
}

/// The turns that lean what stands upright by angles with these cosines to the sides that lie at `azimuths`, in turns
/// counterclockwise from east.
#[inline(always)]
pub(crate) fn lean<const N: usize>(cosines: [f64; N], azimuths: [f64; N]) -> [Quaternion; N] {
    let (north, east) = sin_cos(azimuths.map(|azimuth| azimuth * std::f64::consts::TAU));
    std::array::from_fn(|lane| {
        let half = 0.5 * cosines[lane];
        let (sin, cos) = ((0.5 - half).max(0.0).sqrt(), (0.5 + half).max(0.0).sqrt());
        [-north[lane] * sin, east[lane] * sin, 0.0, cos]
    })
}

/// The shortest turn from upright to a unit vector that does not point straight down.
pub(crate) fn upright_to([x, y, z]: [f64; 3]) -> Quaternion {
    let length = ((1.0 + z) * (1.0 + z) + x * x + y * y).sqrt();
    [-y / length, x / length, 0.0, (1.0 + z) / length]
}

/// The cosines of the least and the greatest angle off an axis. Where a cosine between them is drawn evenly, every direction
/// is as likely as any other.
pub(crate) fn tilt_cosines(tilts_deg: [f64; 2]) -> [f64; 2] {
    sin_cos(tilts_deg.map(f64::to_radians)).1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::math;

    use super::*;

    fn is_near(a: [f64; 3], b: [f64; 3]) -> bool {
        (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-9)
    }

    proptest! {
        #[test]
        fn leaning_is_to_the_side_that_is_said(degrees in 0.0..89.0_f64, azimuth in 0.0..1.0_f64) {
            let (sin, cos) = math::sin_cos(degrees.to_radians());
            let axis = turned(lean([cos], [azimuth])[0], [0.0, 0.0, 1.0]);
            let (north, east) = math::sin_cos(azimuth * std::f64::consts::TAU);
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
            let [a, b] = tilt_cosines([least, least + more]);
            let cos = a + uniform * (b - a);
            let tilt = math::atan2((1.0 - cos * cos).max(0.0).sqrt(), cos).to_degrees();
            prop_assert!(tilt >= least - 1e-5 && tilt <= least + more + 1e-5);
        }
    }

    #[test]
    fn a_quarter_turn_brings_east_to_north() {
        assert!(is_near(turned(yaw([90.0])[0], [1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        // First leaning to the east, then turned: it leans to the north.
        let both = after(yaw([90.0])[0], lean([0.75_f64.sqrt()], [0.0])[0]);
        assert!(turned(both, [0.0, 0.0, 1.0])[1] > 0.4);
    }
}

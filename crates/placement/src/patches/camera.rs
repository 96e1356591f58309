//! What a camera sees of a patch.

use understory_numerics::math::sin_cos;

/// A place to look from, a direction, and a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    eye_m: [f64; 3],
    /// Of length 1.
    forward: [f64; 3],
    /// Sine and cosine of half the angle between two opposite corners of the screen.
    half_field: [f64; 2],
    diagonal_px: f64,
}

impl Camera {
    /// At a place (x, y, height, m), looking along a direction counterclockwise from east and above the horizon; `field_deg`
    /// is the angle between two opposite corners of the screen, below 180, and `diagonal_px` the way between them.
    #[must_use]
    pub fn new(eye_m: [f64; 3], [yaw_deg, pitch_deg]: [f64; 2], field_deg: f64, diagonal_px: f64) -> Self {
        let (north, east) = sin_cos(yaw_deg.to_radians());
        let (up, level) = sin_cos(pitch_deg.to_radians());
        let (sin, cos) = sin_cos(field_deg.to_radians() / 2.0);
        Self {
            eye_m,
            forward: [level * east, level * north, up],
            half_field: [sin, cos],
            diagonal_px,
        }
    }

    /// How large a patch is on the screen: its diagonal over the way to its centre, times the diagonal of the screen, in
    /// pixels.
    ///
    /// It knows the distance alone; the true size is some two to three times less, and less still of a patch that is seen
    /// from the side.
    #[must_use]
    pub fn size_px(&self, centre_m: [f64; 3], diagonal_m: f64) -> f64 {
        let away_m = self
            .to(centre_m)
            .map(|along_m| along_m * along_m)
            .iter()
            .sum::<f64>()
            .sqrt();
        diagonal_m / away_m * self.diagonal_px
    }

    /// Whether a ball reaches into the cone that the camera sees.
    #[must_use]
    pub fn sees(&self, centre_m: [f64; 3], radius_m: f64) -> bool {
        let way = self.to(centre_m);
        let away_m2: f64 = way.iter().map(|along_m| along_m * along_m).sum();
        let ahead_m: f64 = (0..3).map(|axis| way[axis] * self.forward[axis]).sum();
        let aside_m = (away_m2 - ahead_m * ahead_m).max(0.0).sqrt();
        let [sin, cos] = self.half_field;
        // From the nearest place of the cone's side; from its tip where that lies behind the camera.
        let is_beside_the_side = ahead_m * cos + aside_m * sin > 0.0;
        if is_beside_the_side {
            aside_m * cos - ahead_m * sin <= radius_m
        } else {
            away_m2 <= radius_m * radius_m
        }
    }

    fn to(&self, place_m: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| place_m[axis] - self.eye_m[axis])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_patch_is_as_large_as_its_distance_says() {
        let camera = Camera::new([0.0, 0.0, 3.0], [0.0, 0.0], 60.0, 1000.0);
        assert_eq!(camera.size_px([4.0, 0.0, 0.0], 10.0), 2000.0);
        assert_eq!(camera.size_px([-4.0, 0.0, 0.0], 10.0), 2000.0);
        assert_eq!(camera.size_px([0.0, 0.0, 3.0], 10.0), f64::INFINITY);
    }

    #[test]
    fn the_cone_ends_at_half_the_field_to_each_side() {
        let camera = Camera::new([0.0; 3], [90.0, 0.0], 60.0, 1000.0);
        let at = |aside_deg: f64| {
            let (sin, cos) = sin_cos(aside_deg.to_radians());
            [100.0 * sin, 100.0 * cos, 0.0]
        };
        assert!(camera.sees(at(29.9), 0.0) && camera.sees(at(-29.9), 0.0));
        assert!(!camera.sees(at(30.1), 0.0) && !camera.sees(at(180.0), 99.0));
        // 100 m away and 10° beside the side: 17.4 m from it.
        assert!(camera.sees(at(40.0), 17.4) && !camera.sees(at(40.0), 17.3));
        assert!(camera.sees(at(180.0), 100.1));
    }

    proptest! {
        /// Places in the cone, moved by less than the radius, are the balls that reach into it.
        #[test]
        fn a_ball_round_a_place_in_the_cone_is_seen(
            yaw in -180.0..180.0_f64, pitch in -80.0..80.0_f64, field in 20.0..120.0_f64,
            ahead_m in 0.1..500.0_f64, part in 0.0..0.999_f64, turn in 0.0..360.0_f64,
            moved in prop::array::uniform3(-1.0..1.0_f64), radius_m in 0.1..50.0_f64,
        ) {
            let camera = Camera::new([5.0, -3.0, 20.0], [yaw, pitch], field, 1000.0);
            let forward = camera.forward;
            let level = if forward[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
            let across = |a: [f64; 3], b: [f64; 3]| {
                [0, 1, 2].map(|i: usize| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
            };
            let unit = |v: [f64; 3]| {
                let length = v.iter().map(|along| along * along).sum::<f64>().sqrt();
                v.map(|along| along / length)
            };
            let right = unit(across(forward, level));
            let up = across(right, forward);
            let (sin, cos) = sin_cos(turn.to_radians());
            let aside = part * (camera.half_field[0] / camera.half_field[1]) * ahead_m;
            let moved_m = moved.map(|along| along * radius_m / 1.75);
            let centre_m = [0, 1, 2].map(|axis| {
                camera.eye_m[axis] + ahead_m * forward[axis] + aside * (cos * right[axis] + sin * up[axis]) + moved_m[axis]
            });
            prop_assert!(camera.sees(centre_m, radius_m));
        }
    }
}

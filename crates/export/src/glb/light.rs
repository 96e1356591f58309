//! Colours on screen (sRGB) as shares of light, in which a file has the colours of vertices.

use understory_numerics::math;

/// What each byte of a colour on screen is in linear light, 65,535 for all of it.
///
/// # Source
/// IEC 61966-2-1 (sRGB).
pub(super) fn linear_light() -> [u16; 256] {
    std::array::from_fn(|byte| {
        let screen = byte as f64 / 255.0;
        let light = if screen <= 0.04045 {
            screen / 12.92
        } else {
            math::pow((screen + 0.055) / 1.055, 2.4)
        };
        (light * 65_535.0).round() as u16
    })
}

#[cfg(test)]
mod tests {
    use super::linear_light;

    /// Half of the light is the byte 188 on screen; the dark ones stay apart.
    #[test]
    fn colours_on_screen_become_light() {
        let linear = linear_light();
        assert_eq!((linear[0], linear[255]), (0, 65_535));
        assert!(
            (f64::from(linear[188]) / 65_535.0 - 0.5028865).abs() < 1e-5,
            "{}",
            linear[188]
        );
        assert!((f64::from(linear[10]) / 65_535.0 - 10.0 / 255.0 / 12.92).abs() < 1e-5);
        assert!(linear.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

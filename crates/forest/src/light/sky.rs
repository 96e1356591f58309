//! A sky of even brightness in five rays: a quarter of its light comes straight down, the rest from the side.

/// Share of the light that comes straight down: sin² 30°.
pub(crate) const FROM_ABOVE: f64 = 0.25;
/// Share of the light of each ray from the side.
pub(crate) const FROM_A_SIDE: f64 = 0.25 * (1.0 - FROM_ABOVE);
/// Tangent of 52.2°, whose sine is √0.625.
pub(crate) const TANGENT: f64 = 1.290_994_448_735_805_6;
/// 1 / cos 52.2°.
pub(crate) const SLANT: f64 = 1.632_993_161_855_452;
/// Directions of the rays from the side, 22.5° off the axes, so that no row of cells is seen lengthwise.
pub(crate) const DIRECTIONS: [[f64; 2]; 4] = [
    [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
    [-0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
    [-0.923_879_532_511_286_7, -0.382_683_432_365_089_8],
    [0.382_683_432_365_089_8, -0.923_879_532_511_286_7],
];

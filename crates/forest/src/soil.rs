//! The soil's water: what wet years leave to dry ones.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, OutOfRange, parameters, real};

/// Index of de Martonne at which a closed forest has all the water that it can use: 570 mm at 9 °C.
///
/// # Source
/// Ours: forests of central Europe evaporate 500 to 600 mm a year.
const USED_INDEX_MM_PER_C: f64 = 30.0;

parameters! {
    /// The soil that roots draw water from. What a year brings beyond 30 mm · (temperature + 10 °C), which a closed forest can use, fills it;
    /// what a year lacks of that is drawn from it.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Soil: Default where Soil::related {
        /// Depth to which roots draw water: no soil holds more than that.
        pub depth_m: f64 = real(Interval::from(0.01, 50.0), "m", "1.0").default(Real(1.0)),
        /// Water that it holds for plants.
        pub holds_mm: f64 = real(Interval::from(1.0, 5000.0), "mm", "150.0").default(Real(150.0)),
    }
}

impl Soil {
    /// Water takes room.
    fn related(&self) -> Vec<OutOfRange> {
        let depth_mm = 1000.0 * self.depth_m;
        if self.holds_mm <= depth_mm {
            return Vec::new();
        }
        vec![OutOfRange::beside(
            "holds_mm",
            format!("is {}, but the soil is only {depth_mm} mm deep", self.holds_mm),
            "make it smaller (soils hold 50 to 200 mm for each m of depth), or `depth_m` larger",
        )]
    }

    /// Water that plants have in the last of these years of a temperature, °C, and a rain, mm: that rain, and what the soil gives or takes.
    /// It is full before the first.
    pub(crate) fn water_mm(&self, years: impl Iterator<Item = [f64; 2]>) -> f64 {
        let (mut kept_mm, mut water_mm) = (self.holds_mm, 0.0);
        for [temperature_c, rain_mm] in years {
            let used_mm = USED_INDEX_MM_PER_C * (temperature_c + 10.0).max(0.0);
            let after_mm = (kept_mm + rain_mm - used_mm).clamp(0.0, self.holds_mm);
            water_mm = rain_mm + kept_mm - after_mm;
            kept_mm = after_mm;
        }
        water_mm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wet_years_fill_the_soil_and_the_first_dry_one_empties_it() {
        let soil = Soil {
            depth_m: 1.0,
            holds_mm: 150.0,
        };
        // At 9 °C a forest uses 570 mm.
        let years = [800.0, 470.0, 470.0, 470.0, 700.0, 800.0, 570.0].map(|rain_mm| [9.0, rain_mm]);
        let water_mm = |last: usize| soil.water_mm(years[..=last].iter().copied());
        let found: Vec<f64> = (0..years.len()).map(water_mm).collect();
        // 150 mm are there from the start: of the first dry year they give 100, of the second 50. The years after fill up 130 and 20.
        assert_eq!(found, [800.0, 570.0, 520.0, 470.0, 570.0, 780.0, 570.0]);
        // No water is lost or made: what the years had is their rain and the store.
        let rain_mm: f64 = years.iter().map(|[_, rain_mm]| rain_mm).sum();
        assert_eq!(found.iter().sum::<f64>(), rain_mm);
    }
}

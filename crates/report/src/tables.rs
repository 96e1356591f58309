//! What figures are drawn from: a run's tables, read by the caller.

use understory_records::{
    CensusRow, ClimateRow, DeadwoodRow, GroundRow, InventoryRow, ReplicatesRow, SitesRow, SpacingRow,
    SuitabilityRow, TreeRow,
};
use understory_spacing::{Edge, Plot};

use crate::check;
use crate::error::{Cause, ReportError};
use crate::needed::{FINITE, WIDTH};
use crate::style;

/// What figures need to know of a run besides its tables. All of it stands in the manifest, but for their width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunAbout {
    /// Name of the scenario.
    pub name: String,
    /// Width and height of the plot, m; finite and greater than 0.
    pub size_m: [f64; 2],
    /// Lower left corner of the plot in the coordinates of the trees, m.
    pub origin_m: [f64; 2],
    /// Whether opposite edges meet.
    pub torus: bool,
    /// Species in the order of the scenario, which is the order of their colours.
    pub species: Vec<String>,
    /// How wide figures are to be, 80 to 600 mm; without, each has a width of its own.
    pub width_mm: Option<f64>,
}

impl RunAbout {
    /// Area of the plot, ha.
    pub(crate) fn area_ha(&self) -> f64 {
        self.size_m[0] * self.size_m[1] / 10_000.0
    }

    /// The plot for measuring distances on it; none where it is too narrow for that.
    pub(crate) fn window(&self) -> Option<Plot> {
        let edge = if self.torus { Edge::Torus } else { Edge::Open };
        Plot::new(self.origin_m, self.size_m, edge).ok()
    }

    /// The width of a figure's page, pt, if it has one of its own and needs at least so much.
    pub(crate) fn page_pt(&self, own_pt: f64, least_pt: f64) -> f64 {
        style::page_pt(self.width_mm, own_pt, least_pt)
    }

    pub(crate) fn check(&self) -> Result<(), ReportError> {
        WIDTH.of("the figures", "width_mm", self.width_mm)?;
        check_plot(self.origin_m, self.size_m)
    }
}

/// Refuses a plot that could not be drawn.
pub(crate) fn check_plot(origin_m: [f64; 2], [width_m, height_m]: [f64; 2]) -> Result<(), ReportError> {
    FINITE.of("manifest.json", "origin_m", origin_m)?;
    // Written so that a side of NaN fails too, one too short to be told apart at the origin, and an area without end.
    let drawable = |from: f64, length: f64| length.is_finite() && from + length > from;
    let area_ha = width_m * height_m / 10_000.0;
    if drawable(origin_m[0], width_m) && drawable(origin_m[1], height_m) && area_ha.is_normal() {
        Ok(())
    } else {
        Err(ReportError::Plot { width_m, height_m })
    }
}

/// A run with its tables, but for those of trees, which [`TreesOf`] reads. A table that the run did not leave is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// The run itself.
    pub about: RunAbout,
    /// `census.csv`.
    pub census: Vec<CensusRow>,
    /// `spacing.csv`.
    pub spacing: Vec<SpacingRow>,
    /// `replicates.csv`.
    pub replicates: Vec<ReplicatesRow>,
    /// `climate.csv`, which no run without a climate leaves.
    pub climate: Vec<ClimateRow>,
    /// `deadwood.csv`.
    pub deadwood: Vec<DeadwoodRow>,
    /// `inventory.csv`.
    pub inventory: Vec<InventoryRow>,
    /// `ground.csv`, which no run on level ground leaves.
    pub ground: Vec<GroundRow>,
    /// `suitability.csv`, which no run on level ground leaves.
    pub suitability: Vec<SuitabilityRow>,
    /// `sites.csv`, which no run on level ground leaves.
    pub sites: Vec<SitesRow>,
}

/// Reads `trees/year-Y`: the living trees of a recorded year.
pub type TreesOf<'a> = &'a dyn Fn(u32) -> Result<Vec<TreeRow>, Cause>;

/// The trees of a recorded year, which can be drawn.
pub(crate) fn trees_of(year: u32, trees: TreesOf<'_>) -> Result<Vec<TreeRow>, ReportError> {
    let trees = trees(year).map_err(|source| ReportError::Table {
        table: format!("trees/year-{year:04}"),
        source,
    })?;
    check::trees(year, &trees)?;
    Ok(trees)
}

/// At most `most` of the years in ascending order, evenly spread, the first and the last among them; of one, the last.
#[must_use]
pub fn evenly(years: &[u32], most: usize) -> Vec<u32> {
    let mut years = years.to_vec();
    years.sort_unstable();
    years.dedup();
    match (years.len(), most) {
        (0, _) | (_, 0) => Vec::new(),
        (n, most) if n <= most => years,
        (n, 1) => vec![years[n - 1]],
        (n, most) => (0..most)
            .map(|i| years[(i * (n - 1) + (most - 1) / 2) / (most - 1)])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn chosen_years_begin_with_the_first_and_end_with_the_last() {
        let years: Vec<u32> = (0..=15).map(|i| 10 * i).collect();
        assert_eq!(evenly(&years, 3), [0, 80, 150]);
        assert_eq!(evenly(&years, 1), [150]);
        assert_eq!(evenly(&[30, 0, 0], 3), [0, 30]);
        assert_eq!(evenly(&[], 3), [0_u32; 0]);
        for most in 2..20 {
            let chosen = evenly(&years, most);
            assert_eq!((chosen[0], chosen[chosen.len() - 1]), (0, 150));
            assert_eq!(chosen.len(), most.min(16));
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
        }
    }

    #[test]
    fn a_plot_has_an_area_in_hectares_and_sides_that_can_be_drawn() {
        use super::RunAbout;
        let about = |size_m, origin_m| RunAbout {
            name: String::new(),
            size_m,
            origin_m,
            torus: false,
            species: Vec::new(),
            width_mm: None,
        };
        assert_eq!(about([200.0, 50.0], [0.0; 2]).area_ha(), 1.0);
        assert!(about([200.0, 50.0], [1e6, -1e6]).check().is_ok());
        for size_m in [
            [0.0, 1.0],
            [1.0, 0.0],
            [-1.0, 1.0],
            [f64::NAN, 1.0],
            [1.0, f64::INFINITY],
            [1e200, 1e200],
        ] {
            assert!(about(size_m, [0.0; 2]).check().is_err(), "{size_m:?}");
        }
        for origin_m in [[f64::NAN, 0.0], [0.0, f64::INFINITY], [1e17, 0.0], [0.0, 1e17]] {
            assert!(about([1.0, 1.0], origin_m).check().is_err(), "{origin_m:?}");
        }
    }
}

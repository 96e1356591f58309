//! Points that a method lays out, each time anew, with their spacing; of Kerr's method the raster that they come from.

use understory_records::SpacingRow;
use understory_scatter::kerr::KerrForest;
use understory_scatter::segments::{SegmentFill, SegmentedGround};
use understory_scatter::{Layout, Method, Request, Scattered};
use understory_scenario::{ScatterScenario, Scattering};
use understory_spacing::{NearestNeighbourSummary, PairKernel, Radii};

use crate::error::LabError;
use crate::scatter::{filled, plane};
use crate::stats::pcf_of;

/// The points of a scenario.
#[derive(Clone, Debug, Default)]
pub struct LaidOut {
    /// The segments, or all ground.
    pub layers: Vec<Layer>,
    /// The raster behind the points of Kerr's method, where it fills all ground.
    pub kerr: Option<KerrForest>,
}

/// The points of a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name, or that of the lattice without bounds.
    pub name: String,
    /// The method that laid them out.
    pub method: String,
    /// The points.
    pub scattered: Scattered,
}

/// The spacing of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointRows {
    /// Curves, as in `spacing.csv`: the density of nearest-neighbour distances and the pair correlation, of all points.
    pub spacing: Vec<SpacingRow>,
    /// How many points there are.
    pub points: usize,
    /// Clark–Evans index: Donnelly's where the ground has an edge, else the naive one; none of fewer than two points.
    pub clark_evans: Option<f64>,
    /// Mean distance to the nearest neighbour, m.
    pub nnd_mean_m: Option<f64>,
    /// The least of these distances, m.
    pub nnd_min_m: Option<f64>,
    /// Their standard deviation over their mean.
    pub nnd_cv: Option<f64>,
}

impl LaidOut {
    /// The same points that `scatter` writes.
    ///
    /// # Errors
    /// [`LabError`]: what a method refuses.
    pub fn of(scenario: &ScatterScenario) -> Result<Self, LabError> {
        match &scenario.scattering {
            Scattering::Plane(lattice) => {
                let (_, points) = plane::laid_out(scenario, lattice)?;
                let points_m = points.into_iter().map(|point| point.place_m).collect();
                Ok(Self {
                    layers: vec![Layer {
                        name: plane::NAME.to_owned(),
                        method: plane::NAME.to_owned(),
                        scattered: Scattered::of(points_m),
                    }],
                    kerr: None,
                })
            }
            Scattering::Ground { ground, names, .. } => {
                let layer = |number: usize| {
                    Ok(Layer {
                        name: names[number].clone(),
                        method: ground.segments()[number].1.method.name().to_owned(),
                        scattered: filled(ground, names, number)?,
                    })
                };
                Ok(Self {
                    layers: (0..names.len()).map(layer).collect::<Result<_, LabError>>()?,
                    kerr: kerr(scenario, ground, names)?,
                })
            }
        }
    }

    /// All points.
    #[must_use]
    pub fn points_m(&self) -> Vec<[f64; 2]> {
        let layers = self.layers.iter();
        layers
            .flat_map(|layer| &layer.scattered.points_m)
            .copied()
            .collect()
    }

    /// Their spacing on the whole ground, borders and all.
    ///
    /// # Errors
    /// [`LabError`] where nothing can be measured.
    pub fn rows(&self, scenario: &ScatterScenario) -> Result<PointRows, LabError> {
        let (points_m, plot) = (self.points_m(), scenario.plot);
        let mut rows = PointRows {
            points: points_m.len(),
            ..PointRows::default()
        };
        if points_m.len() < 2 {
            return Ok(rows);
        }
        let near = NearestNeighbourSummary::new(&points_m, &plot)?;
        let index = near.clark_evans();
        rows.clark_evans = Some(index.donnelly.unwrap_or(index.naive));
        rows.nnd_mean_m = Some(near.mean_m());
        rows.nnd_min_m = near.sorted_m().first().copied();
        rows.nnd_cv = near.cv();
        let range_m = near.default_range_m();
        let density = near.density(range_m, STEPS)?;
        let observed = density.observed_per_m.iter().map(|&density| Some(density));
        rows.add("nnd_density", &density.r_m, observed, &density.theoretical_per_m);
        let radii = Radii::new(range_m, STEPS)?;
        let r_m = radii.to_vec_m();
        let pcf = pcf_of(&points_m, &plot, &radii, &PairKernel::default())?;
        let observed = pcf
            .into_iter()
            .map(|value| Some(value).filter(|value| value.is_finite()));
        rows.add("pcf", &r_m, observed, &vec![1.0; r_m.len()]);
        Ok(rows)
    }
}

/// Classes of distance of a curve.
const STEPS: usize = 64;

impl PointRows {
    fn add(
        &mut self,
        statistic: &str,
        r_m: &[f64],
        observed: impl Iterator<Item = Option<f64>>,
        theoretical: &[f64],
    ) {
        let rows = r_m.iter().zip(observed).zip(theoretical);
        self.spacing
            .extend(rows.map(|((&r_m, observed), &theoretical)| SpacingRow {
                year: 0,
                scope: "all".to_owned(),
                statistic: statistic.to_owned(),
                r_m: Some(r_m),
                observed,
                theoretical: Some(theoretical),
                envelope_low: None,
                envelope_high: None,
            }));
    }
}

/// The raster of Kerr's method, where it fills all ground.
fn kerr(
    scenario: &ScatterScenario,
    ground: &SegmentedGround,
    names: &[String],
) -> Result<Option<KerrForest>, LabError> {
    let [
        (
            _,
            SegmentFill {
                method: Method::Kerr(kerr),
                per_ha,
            },
        ),
    ] = ground.segments()
    else {
        return Ok(None);
    };
    if !ground.borders().is_empty() {
        return Ok(None);
    }
    let request = Request::dense(&scenario.plot, per_ha / 10_000.0);
    let key = ground.key(0);
    let forest = kerr.forest(&Layout::new(&scenario.plot, request.count(key)), key);
    forest
        .map(Some)
        .map_err(|error| LabError::of_segment(&names[0], &error))
}

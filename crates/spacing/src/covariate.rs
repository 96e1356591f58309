//! Intensity as a function of a covariate that is known everywhere: height of the ground, wetness.

use std::f64::consts::PI;

use understory_numerics::math::{exp, pow};
use understory_numerics::parallel::fill;
use understory_numerics::sample::{unit_from_u32, unit_from_u64};
use understory_numerics::{Purpose, RandomKey, sort};
use understory_space::Plot;

use crate::csr::kept_places;
use crate::error::{SpacingError, first_and_more};
use crate::nearest::check;

/// A covariate on equal cells: one value each, not a number where it is unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct CovariateRaster {
    origin_m: [f64; 2],
    cell_m: [f64; 2],
    cells: [u32; 2],
    values: Vec<f64>,
}

impl CovariateRaster {
    /// Of `cells` columns and rows of size `cell_m` from the lower left corner `origin_m`; `values` row by row from below, each
    /// from left to right, not a number for no data.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where there is not one value a cell, no cell, or a cell without a size.
    pub fn new(
        origin_m: [f64; 2],
        cell_m: [f64; 2],
        cells: [u32; 2],
        values: Vec<f64>,
    ) -> Result<Self, SpacingError> {
        let expected = (cells[0] as usize).checked_mul(cells[1] as usize);
        let has_size = cell_m.iter().all(|side_m| side_m.is_finite() && *side_m > 0.0);
        let is_placed = origin_m.iter().all(|x_m| x_m.is_finite());
        if values.is_empty() || expected != Some(values.len()) || !has_size || !is_placed {
            let ([columns, rows], [width_m, height_m]) = (cells, cell_m);
            let found = format!(
                "{columns} × {rows} cells of {width_m} × {height_m} m with {} values",
                values.len()
            );
            let must = "have one value a cell, sides above 0 and a finite place";
            return Err(SpacingError::out_of_range("the raster", found, must));
        }
        Ok(Self {
            origin_m,
            cell_m,
            cells,
            values,
        })
    }

    /// How many cells it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Refuses a raster that is not known all over a window, or does not vary there.
    ///
    /// # Errors
    /// [`SpacingError::Unfit`] where it does not reach over the window, with the cells in it that have
    /// no value, and where it does not vary.
    pub fn check(&self, window: &Plot) -> Result<(), SpacingError> {
        let (values, [least, _]) = self.within(window)?;
        match values.first() {
            Some(first) if values.iter().any(|value| value != first) => Ok(()),
            _ => Err(even(least, EVERYWHERE)),
        }
    }

    /// The value of the cell in which a place lies, at the far edges that of the last cells.
    fn at(&self, place_m: [f64; 2]) -> f64 {
        let [column, row] = [0, 1].map(|axis| {
            let along = (place_m[axis] - self.origin_m[axis]) / self.cell_m[axis];
            (along as usize).min(self.cells[axis] as usize - 1)
        });
        self.values[row * self.cells[0] as usize + column]
    }

    /// The values of the cells whose middle lies in the window, and the least and greatest of all cells that reach into it: all
    /// of which must be known.
    fn within(&self, window: &Plot) -> Result<(Vec<f64>, [f64; 2]), SpacingError> {
        let (low_m, size_m) = (window.origin_m(), window.size_m());
        let high_m = [low_m[0] + size_m[0], low_m[1] + size_m[1]];
        let far_m = [0, 1].map(|axis| self.origin_m[axis] + self.cell_m[axis] * f64::from(self.cells[axis]));
        // Rounding of the corners leaves nothing uncovered.
        let slack_m = [0, 1].map(|axis| 1e-9 * self.cell_m[axis]);
        if (0..2).any(|axis| {
            self.origin_m[axis] > low_m[axis] + slack_m[axis] || far_m[axis] < high_m[axis] - slack_m[axis]
        }) {
            let [from, to, low, high] = [self.origin_m, far_m, low_m, high_m].map(place);
            return Err(SpacingError::Unfit(format!(
                "the raster goes from {from} to {to}, but the window from {low} to {high}: give a raster that covers it, \
                 or a smaller window"
            )));
        }
        let (mut found, mut unknown_m) = (Vec::new(), Vec::new());
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in 0..self.cells[1] {
            for column in 0..self.cells[0] {
                let corner_m = [
                    self.origin_m[0] + self.cell_m[0] * f64::from(column),
                    self.origin_m[1] + self.cell_m[1] * f64::from(row),
                ];
                let overlaps = (0..2).all(|axis| {
                    corner_m[axis] < high_m[axis] - slack_m[axis]
                        && corner_m[axis] + self.cell_m[axis] > low_m[axis] + slack_m[axis]
                });
                if !overlaps {
                    continue;
                }
                let value = self.values[row as usize * self.cells[0] as usize + column as usize];
                let middle_m = [
                    corner_m[0] + 0.5 * self.cell_m[0],
                    corner_m[1] + 0.5 * self.cell_m[1],
                ];
                if !value.is_finite() {
                    unknown_m.push(middle_m);
                    continue;
                }
                (least, greatest) = (least.min(value), greatest.max(value));
                if (0..2).all(|axis| middle_m[axis] >= low_m[axis] && middle_m[axis] <= high_m[axis]) {
                    found.push(value);
                }
            }
        }
        if !unknown_m.is_empty() {
            let middles = first_and_more(unknown_m.iter().copied().map(place));
            return Err(SpacingError::Unfit(format!(
                "the raster has no value in {} of the cells that the window reaches into, around {middles}: fill them, or \
                 take a window without them",
                unknown_m.len()
            )));
        }
        Ok((found, [least, greatest]))
    }
}

/// A covariate over a window: how much ground has which value. It serves every pattern in the window, observed and simulated.
///
/// The density of the ground is smoothed by a normal density whose standard deviation is 0.9 times the lesser of the standard
/// deviation of the values and their interquartile range over 1.34, times their number to the power −1/5 (R's `bw.nrd0`).
#[derive(Clone, Debug, PartialEq)]
pub struct CovariateGround<'a> {
    raster: &'a CovariateRaster,
    window: Plot,
    /// Values of the covariate, rising in equal steps.
    covariate: Vec<f64>,
    /// Area for a unit of the covariate at each; `None` where hardly a cell has such a value.
    ground_m2: Vec<Option<f64>>,
}

impl<'a> CovariateGround<'a> {
    /// Of `raster` in `window`, at `steps` + 1 values from the least to the greatest of the cells that reach into it.
    ///
    /// # Errors
    /// Those of [`CovariateRaster::check`]; [`SpacingError::NoRadii`] for no steps.
    pub fn new(raster: &'a CovariateRaster, window: &Plot, steps: usize) -> Result<Self, SpacingError> {
        let (mut values, [low, high]) = raster.within(window)?;
        let Some(sd) = bandwidth(&mut values) else {
            return Err(even(low, EVERYWHERE));
        };
        if steps == 0 || steps > 1 << 20 {
            return Err(SpacingError::NoRadii {
                max_m: high - low,
                steps,
            });
        }
        let covariate: Vec<f64> = (0..=steps)
            .map(|step| low + (high - low) * step as f64 / steps as f64)
            .collect();
        let cell_m2 = window.area_m2() / values.len() as f64;
        // Less ground than a thousandth of a cell within a standard deviation.
        let least_m2 = 1e-3 * cell_m2 * normal(0.0, sd);
        let ground_m2 = |step: usize| {
            let z = covariate[step];
            let near = between(&values, z, FAR * sd);
            let ground_m2 = cell_m2 * near.iter().map(|value| normal(z - value, sd)).sum::<f64>();
            (ground_m2 > least_m2).then_some(ground_m2)
        };
        let ground_m2 = fill(covariate.len(), 8, ground_m2);
        Ok(Self {
            raster,
            window: *window,
            covariate,
            ground_m2,
        })
    }
}

/// Where a covariate does not vary.
const EVERYWHERE: &str = "all over the window";
/// Standard deviations beyond which a normal density is nothing beside its middle: exp(−50).
const FAR: f64 = 10.0;

/// The part of rising values within `reach` of one.
fn between(values: &[f64], of: f64, reach: f64) -> &[f64] {
    let from = values.partition_point(|&value| value < of - reach);
    let to = values.partition_point(|&value| value <= of + reach);
    &values[from..to]
}

/// Intensity as a function of a covariate, with its pointwise standard error.
///
/// # Formula
/// *ρ*(*z*) = Σᵢ *k*(*z* − *Z*(*x*ᵢ)) / (|*W*| *g*(*z*)), in points per m², with *Z*(*x*ᵢ) the covariate at the points, *g* the density
/// of its values over the cells whose middle lies in the window, both smoothed by a normal density, each of a standard deviation
/// of its own ([`CovariateGround`]). Variance: Σᵢ *k*(*z* − *Z*(*x*ᵢ))² / (|*W*| *g*(*z*))².
///
/// # Edge cases
/// `None` where hardly a cell has a covariate like that: the estimate divides by how much ground has.
///
/// # Source
/// Baddeley, Chang, Song & Turner (2012), Statistics and Its Interface 5, 221, the ratio estimator, in the form of R-spatstat's
/// `rhohat(method = "ratio")`, without its bins.
#[derive(Clone, Debug, PartialEq)]
pub struct CovariateIntensity<'a> {
    /// Values of the covariate, rising.
    pub covariate: Vec<f64>,
    /// *ρ*, points per m².
    pub per_m2: Vec<Option<f64>>,
    /// Standard error of *ρ*, points per m².
    pub error_per_m2: Vec<Option<f64>>,
    at_points: Vec<f64>,
    ground: &'a CovariateGround<'a>,
}

impl<'a> CovariateIntensity<'a> {
    /// The estimate from points in the window of the ground, at the values of that.
    ///
    /// # Errors
    /// Those of [`PairStatistics::new`](crate::PairStatistics::new); [`SpacingError::Unfit`] where all points have the
    /// same value of the covariate.
    pub fn new(points_m: &[[f64; 2]], ground: &'a CovariateGround<'a>) -> Result<Self, SpacingError> {
        check(points_m, &ground.window)?;
        let at_points: Vec<f64> = points_m
            .iter()
            .map(|&point_m| ground.raster.at(point_m))
            .collect();
        let mut values = at_points.clone();
        let Some(sd) = bandwidth(&mut values) else {
            return Err(even(at_points[0], "at all points"));
        };
        let estimate = |(&z, ground_m2): (&f64, &Option<f64>)| {
            let heights = between(&values, z, FAR * sd)
                .iter()
                .map(|value| normal(z - value, sd));
            let (sum, squares) = heights.fold((0.0, 0.0), |(sum, squares), k| (sum + k, squares + k * k));
            ground_m2.map(|ground_m2| [sum / ground_m2, squares.sqrt() / ground_m2])
        };
        let found: Vec<Option<[f64; 2]>> = ground
            .covariate
            .iter()
            .zip(&ground.ground_m2)
            .map(estimate)
            .collect();
        Ok(Self {
            per_m2: found.iter().map(|found| found.map(|[rho, _]| rho)).collect(),
            error_per_m2: found.iter().map(|found| found.map(|[_, error]| error)).collect(),
            covariate: ground.covariate.clone(),
            at_points,
            ground,
        })
    }

    /// Intensity at each point by its covariate, per m², interpolated: what
    /// [`k_inhomogeneous`](crate::PairStatistics::k_inhomogeneous) asks for. `None` where it is undefined.
    #[must_use]
    pub fn at_points(&self) -> Vec<Option<f64>> {
        self.at_points.iter().map(|&z| self.of(z)).collect()
    }

    /// *ρ* of a value, interpolated, per m².
    fn of(&self, z: f64) -> Option<f64> {
        let last = self.covariate.len() - 1;
        let step = (self.covariate[last] - self.covariate[0]) / last as f64;
        let along = ((z - self.covariate[0]) / step).clamp(0.0, last as f64);
        let below = (along as usize).min(last - 1);
        let (low, high) = (self.per_m2[below]?, self.per_m2[below + 1]?);
        Some(low + (along - below as f64) * (high - low))
    }

    /// As many independent random points as the intensity was estimated from, each of its density in the window. Coordinates
    /// in m.
    ///
    /// A place is drawn in the window and kept with the probability *ρ* there over the greatest *ρ*. Where *ρ* is undefined there
    /// are none. Point *i* depends on the key, the intensity and *i* alone.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] from 2^32 points on; [`SpacingError::Unfit`] where none of 2^24 places is kept.
    pub fn random_points(&self, key: RandomKey) -> Result<Vec<[f64; 2]>, SpacingError> {
        let window = &self.ground.window;
        let greatest = self.per_m2.iter().flatten().copied().fold(0.0, f64::max);
        let place = |number: u32, trial: u32| {
            let [a, b, c, d] = key.draws(trial, Purpose::Place, number);
            let units =
                [(a, b), (c, d)].map(|(low, high)| unit_from_u64(u64::from(low) | u64::from(high) << 32));
            let place_m: [f64; 2] =
                std::array::from_fn(|axis| window.origin_m()[axis] + units[axis] * window.size_m()[axis]);
            let place_m = window.place(place_m).unwrap_or(place_m);
            let [lot, ..] = key.draws(trial, Purpose::Member, number);
            let here = self.of(self.ground.raster.at(place_m)).unwrap_or(0.0);
            (unit_from_u32(lot) * greatest < here).then_some(place_m)
        };
        kept_places(self.at_points.len(), place)
    }
}

fn place([x_m, y_m]: [f64; 2]) -> String {
    format!("({x_m}, {y_m})")
}

fn even(value: f64, place: &str) -> SpacingError {
    SpacingError::Unfit(format!(
        "the covariate is {value} {place}, but an intensity follows only what varies: give another raster, or leave it out"
    ))
}

fn normal(off: f64, sd: f64) -> f64 {
    exp(-0.5 * off * off / (sd * sd)) / ((2.0 * PI).sqrt() * sd)
}

/// Silverman's rule of thumb, as R's `bw.nrd0`, of values that are sorted on the way; `None` where they do not vary.
fn bandwidth(values: &mut [f64]) -> Option<f64> {
    sort::numbers(values);
    let (first, last) = (values.first()?, values.last()?);
    if first >= last {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let sd = (values.iter().map(|z| (z - mean) * (z - mean)).sum::<f64>() / (count - 1.0)).sqrt();
    let quantile = |share: f64| {
        let place = share * (count - 1.0);
        let below = place as usize;
        let above = (below + 1).min(values.len() - 1);
        values[below] + (place - below as f64) * (values[above] - values[below])
    };
    let range = (quantile(0.75) - quantile(0.25)) / 1.34;
    let spread = if range > 0.0 { sd.min(range) } else { sd };
    (spread > 0.0).then(|| 0.9 * spread * pow(count, -0.2))
}

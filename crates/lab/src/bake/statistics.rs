//! A baked tile beside its forest, as both lose ever more of their trees.

use understory_numerics::{Purpose, RandomKey};
use understory_records::{TileFunctionRow, TileStatisticsRow};
use understory_space::{Edge, Plot};
use understory_spacing::{
    NearestNeighbourSummary, PairKernel, PairStatistics, Radii, g_sup_difference, root_mean_square_difference,
};

use super::Baked;
use crate::error::LabError;
use crate::stats::pair_correction;

/// Shares of the trees at which both are measured.
pub const SHARES: [f64; 4] = [1.0, 0.5, 0.25, 0.1];
/// Random thinnings of the forest to each share below all.
const THINNINGS: u32 = 39;
/// Steps of the curves.
const STEPS: usize = 128;
/// What is measured, as tables name it.
const FUNCTIONS: [&str; 3] = ["G", "L", "pcf"];

/// What was measured of a tile and of its forest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileStatistics {
    /// A row for each share at which two trees are left.
    pub rows: Vec<TileStatisticsRow>,
    /// Their functions.
    pub functions: Vec<TileFunctionRow>,
}

/// G, L and the pair correlation of the tile beside those of its forest at all, half, a quarter and a tenth of their trees.
///
/// The tile loses them by its ranks, the forest at random: 39 thinnings, of which the mean, the least and the greatest are
/// kept. Distances of L and of the pair correlation go to a quarter of the shorter side of either, at most to 20 / √λ.
///
/// # Errors
/// What the statistics report.
pub fn tile_statistics(baked: &Baked, seed: u64) -> Result<TileStatistics, LabError> {
    let (plot, forest_m) = &baked.forest;
    let tile = Plot::new([0.0; 2], baked.size_m, Edge::Torus).map_err(std::io::Error::other)?;
    let key = RandomKey::root(seed, &["bake", "statistics"]);
    let spacing_m = (plot.area_m2() / forest_m.len() as f64).sqrt();
    let reach_m = (plot.shorter_side_m().min(tile.shorter_side_m()) / 4.0).min(20.0 * spacing_m);
    let mut found = TileStatistics::default();
    for (number, share) in (0..).zip(SHARES) {
        let own = key.child(0, Purpose::Member, number);
        let thinnings = if share < 1.0 { THINNINGS } else { 1 };
        let left: Vec<usize> = (0..baked.rows.len())
            .take_while(|&row| baked.rows[row].rank < share)
            .collect();
        let mut patterns_m = Vec::new();
        let mut height_m = 0.0;
        for thinning in 0..thinnings {
            let stay = thinned(forest_m.len(), share, own.child(0, Purpose::Simulation, thinning));
            height_m += mean(stay.iter().map(|&at| baked.heights_m[at])) / f64::from(thinnings);
            patterns_m.push(stay.iter().map(|&at| forest_m[at]).collect::<Vec<_>>());
        }
        if left.len() < 2 || patterns_m.iter().any(|pattern_m| pattern_m.len() < 2) {
            continue;
        }
        let tile_m: Vec<[f64; 2]> = left
            .iter()
            .map(|&row| [baked.rows[row].x_m, baked.rows[row].y_m])
            .collect();
        let own_tile = Nearest(NearestNeighbourSummary::new(&tile_m, &tile)?, tile);
        let own_forest = patterns_m
            .iter()
            .map(|pattern_m| Ok(Nearest(NearestNeighbourSummary::new(pattern_m, plot)?, *plot)))
            .collect::<Result<Vec<_>, LabError>>()?;
        let radii = Radii::new(reach_m, STEPS)?;
        let near = Radii::new(own_forest[0].0.default_range_m(), STEPS)?;
        let tile_curves = curves(&tile_m, &own_tile, &radii, &near)?;
        let forest_curves = patterns_m
            .iter()
            .zip(&own_forest)
            .map(|(pattern_m, nearest)| curves(pattern_m, nearest, &radii, &near))
            .collect::<Result<Vec<_>, LabError>>()?;
        let mut rmse = [0.0; FUNCTIONS.len()];
        for (at, function) in FUNCTIONS.into_iter().enumerate() {
            let r_m = if at == 0 {
                near.to_vec_m()
            } else {
                radii.to_vec_m()
            };
            let of_forest: Vec<&[f64]> = forest_curves.iter().map(|curves| &*curves[at]).collect();
            let means: Vec<f64> = (0..r_m.len())
                .map(|step| mean(of_forest.iter().map(|curve| curve[step])))
                .collect();
            rmse[at] = root_mean_square_difference(&r_m, &means, &tile_curves[at])?;
            found.functions.extend(r_m.iter().enumerate().map(|(step, &r)| {
                let all = || of_forest.iter().map(|curve| curve[step]);
                let is_band = thinnings > 1;
                TileFunctionRow {
                    function: function.to_owned(),
                    share,
                    r,
                    forest: defined(means[step]),
                    lo: defined(all().fold(f64::NAN, f64::min)).filter(|_| is_band),
                    hi: defined(all().fold(f64::NAN, f64::max)).filter(|_| is_band),
                    tile: defined(tile_curves[at][step]),
                }
            }));
        }
        let ks = own_forest
            .iter()
            .map(|nearest| g_sup_difference(&nearest.0, &own_tile.0, reach_m))
            .collect::<Result<Vec<_>, _>>()?;
        found.rows.push(TileStatisticsRow {
            share,
            trees: left.len() as u64,
            per_ha: left.len() as f64 / tile.area_m2() * 10_000.0,
            clark_evans_forest: mean(own_forest.iter().map(Nearest::clark_evans)),
            clark_evans_tile: own_tile.clark_evans(),
            g_ks: mean(ks.into_iter()),
            l_rmse_m: rmse[1],
            pcf_rmse: rmse[2],
            mean_height_forest_m: height_m,
            mean_height_tile_m: mean(left.iter().map(|&row| baked.rows[row].height_m)),
        });
    }
    Ok(found)
}

/// Nearest neighbours of a pattern, and its ground.
struct Nearest(NearestNeighbourSummary, Plot);

impl Nearest {
    fn clark_evans(&self) -> f64 {
        let found = self.0.clark_evans();
        match self.1.is_torus() {
            true => found.naive,
            false => found.donnelly.unwrap_or(found.naive),
        }
    }
}

/// G, L and the pair correlation, in this order; NaN where undefined.
fn curves(
    points_m: &[[f64; 2]],
    nearest: &Nearest,
    radii: &Radii,
    near: &Radii,
) -> Result<[Vec<f64>; FUNCTIONS.len()], LabError> {
    let plot = &nearest.1;
    let correction = pair_correction(plot);
    let pairs = PairStatistics::new(points_m, plot)?;
    let l = pairs.l(radii, &[correction])?;
    let pcf = pairs.pair_correlation(radii, &[correction], &PairKernel::default())?;
    let undefined_as_nan = crate::stats::undefined_as_nan;
    Ok([
        nearest.0.g(&near.to_vec_m())?.km,
        undefined_as_nan(l.by(correction).unwrap_or_default()),
        undefined_as_nan(pcf.by(correction).unwrap_or_default()),
    ])
}

/// Numbers of the points that a random thinning to a share leaves, ascending: as many as a tile's ranks leave of as many.
fn thinned(count: usize, share: f64, key: RandomKey) -> Vec<usize> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    if share < 1.0 {
        order.sort_by_key(|&number| (key.draws(0, Purpose::Place, number), number));
    }
    let left = (share * count as f64).ceil() as usize;
    let mut left: Vec<usize> = order
        .into_iter()
        .take(left)
        .map(|number| number as usize)
        .collect();
    left.sort_unstable();
    left
}

/// In the order of the values, as sums of floats need one.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

fn defined(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

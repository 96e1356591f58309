//! The warped grid: a grid bent by waves that close over its edges, with a rank for each of its points.

mod dither;
mod warp;

use serde::Deserialize;
use understory_keys::Literal::{Real, Word};
use understory_keys::{Checked, Interval, ValueKind, key, parameters, real};
use understory_numerics::RandomKey;
use understory_space::{Edge, Plot};

use crate::ScatterError;
use crate::cost::{Cost, rules};
use crate::even_order::even;
use crate::grid::Grid;
use crate::layout::Layout;
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use crate::thinning::{Candidate, nodes_needed, thinned};
use warp::Warp;

parameters! {
    /// A grid bent by sine waves so that no rows are seen, thinned in the order of ranks.
    ///
    /// The plot is one tile: a whole number of cells each way, and two waves that fit in it a whole number of times,
    /// so that copies of the tile meet without a seam. Each wave runs nearly along a side, and moves the points across
    /// its own direction: rows and columns slide along themselves and bend, but no ground is squeezed. That is why it
    /// is dense and without rows at once: with the defaults the least distance *d* of *n* points per m² has
    /// *n d²* ≈ 0.9 (a square grid has 1, dart throwing at most 0.7), at a collinear index of about 1.
    ///
    /// Two points keep (1 − [`stretch`](Self::stretch)) times the shorter side of a cell, also across the edges; at a
    /// stretch of 1 the grid could fold, so that is refused. Amplitudes follow from stretch and wavelength; the waves'
    /// phases come from the key.
    ///
    /// Each point has a rank, from 0 to 1, and stands where its rank is below the density there. So fewer points are
    /// always a part of more: a lower [`density`](Self::density) or a lower weight only takes points away. The count
    /// is exact: the threshold is set so that just as many stand; a surplus of less than a row goes by rank too.
    /// Points come in row order.
    ///
    /// # Source
    /// After Narkowicz's article on the biome painter, which bends a grid by sines and cosines and gives each point a
    /// weight by a dither; the waves across their own direction and the even ranks are ours.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct WarpedGrid: Default {
        /// Greatest share by which the waves stretch or shorten the way between two points.
        pub stretch: f64 = real(Interval::from(0.0, 0.95), "", "0.35").default(Real(0.35)),
        /// Wavelength of the warp, adapted so that whole waves fit.
        pub wavelength: f64 = real(Interval::from(2.5, 1000.0), "grid spacings", "5.0").default(Real(5.0)),
        /// Share of the grid's points that stand.
        pub density: f64 = real(Interval::from(0.001, 1.0), "", "0.5").default(Real(1.0)),
        /// Order in which points are taken away as the density falls.
        pub ranks: Ranks = key(ValueKind::Choice(Ranks::WORDS), "", "\"ordered\"").default(Word("even")),
    }
}

parameters! {
    /// The order in which the points of a tile are taken away as the density falls.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Ranks of words {
        /// One by one, always the point with the nearest others, so that what is left is even at every density.
        Even = "even",
        /// By column and row alone, as ordered dithering does: cheap, but at a half and a quarter the rows come back.
        Ordered = "ordered",
    }
}

impl PointMethod for WarpedGrid {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        if layout.count == 0 {
            return Ok(Scattered::default());
        }
        let standing = nodes_needed(layout)?;
        // The margin keeps 201 of 0.5025, which divides to a little above 400, at 400.
        let nodes = (f64::from(standing) / self.density * (1.0 - 1e-12)).ceil();
        let grid = Grid::new(layout.plot, nodes.min(f64::from(u32::MAX)) as u32);
        let warp = Warp::new(layout.plot, grid, self.stretch, self.wavelength, key);
        // The tile closes on itself, whatever the plot does.
        let tile = Plot::new(layout.plot.origin_m(), layout.plot.size_m(), Edge::Torus);
        let tile = tile.unwrap_or(*layout.plot);
        let places_m = warp.places_m(&tile, grid);
        let spacing_m = grid.cell_m(layout.plot).into_iter().fold(f64::INFINITY, f64::min);
        if layout.weight.is_none() && places_m.len() == layout.count as usize {
            return Ok(Scattered {
                spacing_m: Some(spacing_m),
                ..Scattered::of(places_m)
            });
        }
        let order = match self.ranks {
            Ranks::Ordered => dither::ordered(grid),
            Ranks::Even => {
                // Without a weight all that stand are below one threshold: their own order makes no difference.
                let stay = if layout.weight.is_none() { layout.count } else { 0 };
                even(&tile, &places_m, stay as usize, key)
            }
        };
        let mut candidates: Vec<Candidate> = places_m
            .into_iter()
            .map(|place_m| Candidate { place_m, rank: 0.0 })
            .collect();
        let points = candidates.len() as f64;
        for (rank, &number) in order.iter().enumerate() {
            candidates[number as usize].rank = (rank as f64 + 0.5) / points;
        }
        let kept = thinned(layout, &candidates)?;
        let points_m: Vec<[f64; 2]> = kept
            .into_iter()
            .map(|number| candidates[number].place_m)
            .collect();
        let missing = layout.count as usize - points_m.len();
        Ok(Scattered {
            spacing_m: Some(spacing_m),
            shortfall: (missing > 0).then_some(Shortfall::Weight { missing }),
            ..Scattered::of(points_m)
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let nodes = f64::from(layout.count) / self.density;
        let key = rules("density", self.density < 0.1);
        Cost::new(key, 1200.0 * nodes, 100.0 * nodes)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        vec![
            FitParameter::new("stretch", self.stretch, [0.0, 0.95]),
            FitParameter::new("density", self.density, [0.05, 1.0]),
        ]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        match parameter {
            "stretch" => self.stretch = value,
            "density" => self.density = value,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_spacing::{NearestNeighbourSummary, collinear_index};

    use super::*;
    use crate::Request;

    fn points_m(method: WarpedGrid, plot: &Plot, count: u32, seed: u64) -> Vec<[f64; 2]> {
        method
            .scatter(&Request::new(plot, count), RandomKey::root(seed, &["warp"]))
            .unwrap()
            .points_m
    }

    fn torus(side_m: f64) -> Plot {
        Plot::new([-11.0, 4.0], [side_m; 2], Edge::Torus).unwrap()
    }

    proptest! {
        #[test]
        fn the_least_distance_holds_also_across_the_edges_of_an_open_plot(
            seed in any::<u64>(),
            count in 1_u32..300,
            size_m in prop::array::uniform2(2.0..50.0),
            stretch in 0.0..0.95,
            wavelength in 2.5..12.0,
        ) {
            let method = WarpedGrid { stretch, wavelength, ..WarpedGrid::default() };
            let open = Plot::new([-11.0, 4.0], size_m, Edge::Open).unwrap();
            let torus = Plot::new([-11.0, 4.0], size_m, Edge::Torus).unwrap();
            let points_m = points_m(method, &open, count, seed);
            prop_assert_eq!(points_m.len(), count as usize);
            let [a_m, b_m] = Grid::new(&open, count).cell_m(&open);
            for (i, &one_m) in points_m.iter().enumerate() {
                prop_assert!(open.contains(one_m));
                for &other_m in &points_m[..i] {
                    let distance_m = torus.distance_squared_m2(one_m, other_m).sqrt();
                    prop_assert!(distance_m >= (1.0 - stretch) * a_m.min(b_m) - 1e-9);
                }
            }
        }

        #[test]
        fn a_lower_density_only_takes_points_away(seed in any::<u64>(), left in 1_u32..400, is_even in any::<bool>()) {
            let ranks = if is_even { Ranks::Even } else { Ranks::Ordered };
            let at = |density: f64, count| {
                points_m(WarpedGrid { ranks, density, ..WarpedGrid::default() }, &torus(20.0), count, seed)
            };
            let (all_m, fewer_m) = (at(1.0, 400), at(f64::from(left) / 400.0, left));
            prop_assert_eq!(fewer_m.len(), left as usize);
            prop_assert!(fewer_m.iter().all(|point_m| all_m.contains(point_m)));
        }
    }

    /// Mean packing number *n d²* and mean collinear index of five tiles.
    fn packing_and_rows(method: WarpedGrid, side: u32, count: u32) -> [f64; 2] {
        let plot = torus(f64::from(side));
        let mut means = [0.0; 2];
        for seed in 0..5 {
            let points_m = points_m(method, &plot, count, seed);
            let least_m = NearestNeighbourSummary::new(&points_m, &plot).unwrap().sorted_m()[0];
            means[0] += least_m * least_m * f64::from(count) / plot.area_m2() / 5.0;
            means[1] += collinear_index(&points_m, &plot).unwrap().unwrap() / 5.0;
        }
        means
    }

    #[test]
    fn waves_across_their_direction_hide_the_rows_and_keep_the_points_apart() {
        let stretched = |stretch| WarpedGrid {
            stretch,
            ..WarpedGrid::default()
        };
        let [packing, rows] = packing_and_rows(stretched(0.0), 40, 1600);
        assert!((packing - 1.0).abs() < 1e-9 && rows > 5.0, "{packing} {rows}");
        let [packing, rows] = packing_and_rows(WarpedGrid::default(), 40, 1600);
        assert!(packing > 0.85 && rows < 1.1, "{packing} {rows}");
        // Near folding, points come close.
        let [packing, _] = packing_and_rows(stretched(0.9), 40, 1600);
        assert!(packing < 0.2, "{packing}");
    }

    #[test]
    fn rows_come_back_under_ordered_ranks_and_not_under_even_ones() {
        let at = |ranks| {
            let method = WarpedGrid {
                ranks,
                density: 0.1,
                ..WarpedGrid::default()
            };
            packing_and_rows(method, 64, 409)
        };
        let ([ordered_packing, ordered_rows], [even_packing, even_rows]) =
            (at(Ranks::Ordered), at(Ranks::Even));
        assert!(
            ordered_rows > 2.0 && even_rows < 1.2,
            "{ordered_rows} {even_rows}"
        );
        assert!(
            ordered_packing > 0.3 && even_packing > 0.3,
            "{ordered_packing} {even_packing}"
        );
    }

    #[test]
    fn a_weight_takes_points_away_by_rank_and_keeps_the_count() {
        let plot = torus(60.0);
        let weight = |place_m: [f64; 2]| if place_m[0] < 19.0 { 0.25 } else { 1.0 };
        let request = Request {
            weight: Some(&weight),
            ..Request::new(&plot, 2000)
        };
        let scattered = WarpedGrid::default()
            .scatter(&request, RandomKey::root(1, &[]))
            .unwrap();
        assert_eq!(scattered.points_m.len(), 2000);
        let thin = scattered
            .points_m
            .iter()
            .filter(|point_m| point_m[0] < 19.0)
            .count();
        // A fifth; even ranks leave far less to chance than random ranks would.
        assert!((375..=425).contains(&thin), "{thin}");
    }

    #[test]
    fn a_grid_that_would_fold_and_other_bad_numbers_are_refused() {
        let plot = torus(10.0);
        let refusal = |method: WarpedGrid| {
            let refused = method.scatter(&Request::new(&plot, 9), RandomKey::root(1, &[]));
            refused.unwrap_err().to_string()
        };
        for stretch in [-0.1, 1.0, f64::NAN] {
            let method = WarpedGrid {
                stretch,
                ..WarpedGrid::default()
            };
            assert!(refusal(method).starts_with("`stretch` is"));
        }
        for wavelength in [2.0, f64::INFINITY, f64::NAN] {
            let method = WarpedGrid {
                wavelength,
                ..WarpedGrid::default()
            };
            assert!(refusal(method).starts_with("`wavelength` is"));
        }
        for density in [0.0, 1.5, f64::NAN] {
            let method = WarpedGrid {
                density,
                ..WarpedGrid::default()
            };
            assert!(refusal(method).starts_with("`density` is"));
        }
    }
}

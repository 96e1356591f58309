//! How a point pattern is spaced: statistics of points in a rectangular window, open or closed to a torus.
//!
//! | statistic | | item |
//! |---|---|---|
//! | nearest-neighbour distances | how far each point is from the nearest other one | [`nearest_neighbour_distances`] |
//! | their density | which distances are common | [`DistanceDensity`] |
//! | *k*-th neighbours | mean distance to the second, third, … neighbour | [`k_nearest_distances`] |
//! | competition | Hegyi's index: how hard a tree is pressed by the trees around it | [`hegyi`] |
//! | *G* | the share of points with a neighbour within *r*, raw and corrected for the edge | [`GFunction`] |
//! | *G* between species | the share of one species with one of another within *r* | [`cross_g`] |
//! | *F* | the share of places with a point within *r* | [`FFunction`] |
//! | *J* | *G* and *F* in one curve | [`JFunction`] |
//! | Clark–Evans index | one number: clustered, random or regular; with its test | [`ClarkEvans`] |
//! | Hopkins–Skellam index | the same from points and places; with its test | [`hopkins_skellam`], [`hopkins_skellam_grid`] |
//! | *K*, *L* | how many further points within *r* of a point | [`PairStatistics::k`], [`PairStatistics::l`] |
//! | inhomogeneous *K*, *L*, *g* | the same beyond what a varying intensity explains | [`PairStatistics::k_inhomogeneous`], [`PairStatistics::pair_correlation_inhomogeneous`] |
//! | intensity | points per area by a Gaussian kernel, at the points or on a grid; how wide | [`KernelIntensity`], [`BandwidthRule`] |
//! | intensity by a covariate | points per area as a function of height or wetness | [`CovariateGround`], [`CovariateIntensity`] |
//! | pooled curves | one curve of replicated patterns, with bootstrap intervals | [`PooledCurve`] |
//! | *K* by direction | the same for pairs of some directions | [`PairStatistics::k_by_sector`] |
//! | pair correlation *g* | how common pairs at distance *r* are | [`PairStatistics::pair_correlation`] |
//! | mark correlation, mark variogram | how alike the marks of points at distance *r* are | [`PairStatistics::marks`] |
//! | cross-type *K* and *g* | the same between two types of points | [`CrossPairStatistics`] |
//! | largest gap | the place furthest from every point, the coverage radius | [`largest_gap`] |
//! | canopy gaps | connected ground that no crown covers, and what opened since | [`CanopyGaps`] |
//! | corridors | how wide a disc can cross the window between the points | [`corridor_widths_m`] |
//! | overlaps | pairs that are too near | [`close_pairs`] |
//! | strings | short rows beside nothing else | [`strings()`] |
//! | clusters | how many points links of a length lead to | [`cluster_sizes`] |
//! | variance to mean | how evenly discs are filled | [`variance_to_mean`] |
//! | parts of a raster | what hangs together, and what is enclosed | [`RasterParts`] |
//! | collinear index | do points stand in rows | [`collinear_index`] |
//! | spectrum | how strong each frequency is, and whether in all directions | [`Spectrum`] |
//! | blue noise | evenness in four numbers | [`BlueNoise`] |
//! | random patterns | complete spatial randomness, simulated | [`uniform_points`], [`csr_simulations`] |
//! | envelopes | the range of simulated curves, distance by distance | [`Curves::envelope`] |
//! | deviation tests | one number for a whole curve: MAD, DCLF | [`Curves::mad`], [`Curves::dclf`] |
//! | global envelope tests | over all distances at once, and where the curve leaves | [`Curves::global_test`] |
//! | combined tests | several functions in one test | [`CombinedTest`] |
//! | two-stage tests | of a model that was fitted to the pattern itself | [`TwoStageTest`] |
//! | distance of two patterns | by *G*, *L* and the pair correlation | [`PatternDistance`] |
//! | one process or two | could two single patterns come from one | [`QuadratPermutation`] |
//!
//! What follows from nearest-neighbour distances alone is served by [`NearestNeighbourSummary`], which computes them
//! once; what follows from the distances of places, by [`EmptySpace`]; what is summed over pairs stands at [`Radii`],
//! each with an [`EdgeCorrection`] or several.
//! Tests and envelopes take any curve as a function of points and window.
//! The window is a [`Region`]: a [`Plot`] or a [`PolygonWindow`]; what takes a [`Plot`] alone asks for a rectangle. Complete spatial
//! randomness (CSR), to which everything is compared, is a Poisson process of the pattern's own intensity *λ* = *n* / |*W*|.
//!
//! Coordinates are in metres; any other unit does as well if all lengths share it.
//!
//! ```
//! use understory_spacing::{Edge, NearestNeighbourSummary, Plot};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Trees planted every 2 m, half a spacing from the edge.
//! let window = Plot::new([0.0, 0.0], [20.0, 20.0], Edge::Torus)?;
//! let trees_m: Vec<[f64; 2]> =
//!     (0..100).map(|i| [1.0 + 2.0 * f64::from(i % 10), 1.0 + 2.0 * f64::from(i / 10)]).collect();
//!
//! let summary = NearestNeighbourSummary::new(&trees_m, &window)?;
//! assert_eq!(summary.mean_m(), 2.0);
//! // A square lattice has twice the nearest-neighbour distance of random points.
//! assert!((summary.clark_evans().naive - 2.0).abs() < 1e-12);
//! assert_eq!(summary.g(&[1.9, 2.0])?.raw, [0.0, 1.0]);
//! # Ok(())
//! # }
//! ```

mod bandwidth;
mod blue_noise;
mod canopy_gaps;
mod censored;
mod clark_evans;
mod clusters;
mod collinear;
mod combined;
mod compare;
mod competition;
mod corridor;
mod covariate;
mod coverage;
mod cross;
mod csr;
mod curves;
mod density;
mod deviation;
mod disc_counts;
mod empty_space;
mod error;
mod fft;
mod g;
mod global;
mod hopkins_skellam;
mod intensity;
mod k_nearest;
mod kernel_share;
mod moments;
mod near;
mod nearest;
mod neighbours;
mod nonuniform;
mod pairs;
mod parts;
mod pooled;
mod quadrats;
mod ranks;
mod raster_parts;
mod special;
mod spectrum;
mod strings;
mod summary;
mod two_stage;

pub use bandwidth::BandwidthRule;
pub use blue_noise::BlueNoise;
pub use canopy_gaps::{CanopyGaps, Crown};
pub use clark_evans::{ClarkEvans, ClarkEvansTest};
pub use clusters::cluster_sizes;
pub use collinear::collinear_index;
pub use combined::CombinedTest;
pub use compare::{PatternDistance, g_sup_difference, root_mean_square_difference};
pub use competition::{Competitors, hegyi};
pub use corridor::corridor_widths_m;
pub use covariate::{CovariateGround, CovariateIntensity, CovariateRaster};
pub use coverage::{LargestGap, largest_gap};
pub use cross::{cross_g, cross_nearest_distances};
pub use csr::{csr_simulations, uniform_points};
pub use curves::{Curves, PointwiseEnvelope};
pub use density::DistanceDensity;
pub use deviation::DeviationTest;
pub use disc_counts::variance_to_mean;
pub use empty_space::{EmptySpace, FFunction, JFunction, default_j_range_m, default_pixels};
pub use error::SpacingError;
pub use g::GFunction;
pub use global::{GlobalMeasure, GlobalTest};
pub use hopkins_skellam::{HopkinsSkellam, TestPlaces, hopkins_skellam, hopkins_skellam_grid};
pub use intensity::{IntensityEdge, IntensitySurface, KernelIntensity};
pub use k_nearest::{KNearest, k_nearest_distances};
pub use nearest::nearest_neighbour_distances;
pub use neighbours::NearestNeighbours;
pub use pairs::{
    CrossPairStatistics, Divisor, EdgeCorrection, Estimate, MarkCurves, PairCurves, PairKernel,
    PairStatistics, Radii, SectorCurve,
};
pub use pooled::PooledCurve;
pub use quadrats::QuadratPermutation;
pub use raster_parts::RasterParts;
pub use spectrum::{Spectrum, SpectrumRing};
pub use strings::{close_pairs, strings};
pub use summary::{NearestNeighbourSummary, default_distance_range_m};
pub use two_stage::TwoStageTest;

// Named in signatures, so that a user of this crate alone can make a key and a window.
pub use understory_numerics::RandomKey;
pub use understory_space::{Edge, Plot, PolygonError, PolygonWindow, Region};

//! Statistics of patterns against their definitions and against independent programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod agreement; // indices and functions as an independent program has them
mod competition; // Hegyi's index over all pairs
mod distances; // distances to the nearest, as R-spatstat and plain R have them
mod envelopes; // envelopes, global tests and comparisons of patterns
mod inhomogeneous; // statistics by an intensity, and kernel intensities
mod longleaf; // the longleaf pines of `reference/`
mod pairs; // sums over pairs as an independent program has them
mod pairs_definitions; // sums over pairs, summed naively
mod polygons; // K in polygons with holes
mod pooled; // pooled curves and intensity by a covariate
mod reference_files; // the tables in `reference/`
mod spectra; // spectra and blue-noise measures

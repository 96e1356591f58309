//! What can be wrong with points, windows and options. Points are counted from 0, as in the slice that the caller gave.

use understory_space::PlotError;

/// Why a statistic could not be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpacingError {
    /// A lone point has no neighbour.
    #[error("the pattern has too few points for a spacing ({found}): at least 2 are needed")]
    TooFewPoints {
        /// Points in the pattern.
        found: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("point {index} (counted from 0) is at ({x_m}, {y_m}), which is not a finite place")]
    NotFinite {
        /// Number of the point, from 0.
        index: usize,
        /// Its first coordinate, m.
        x_m: f64,
        /// Its second coordinate, m.
        y_m: f64,
    },
    /// A point lies outside the window.
    #[error(
        "point {index} (counted from 0) at ({x_m}, {y_m}) is outside the {edge} window from \
         ({x_min_m}, {y_min_m}) to ({x_max_m}, {y_max_m}): {hint}"
    )]
    Outside {
        /// Number of the point, from 0.
        index: usize,
        /// Its first coordinate, m.
        x_m: f64,
        /// Its second coordinate, m.
        y_m: f64,
        /// Open or torus.
        edge: understory_space::Edge,
        /// Left edge of the window, m.
        x_min_m: f64,
        /// Lower edge of the window, m.
        y_min_m: f64,
        /// Right edge of the window, m.
        x_max_m: f64,
        /// Upper edge of the window, m.
        y_max_m: f64,
        /// What to do about it.
        hint: &'static str,
    },
    /// Points lie outside the polygons of the window.
    #[error(
        "{} of {points} points lie outside the polygon of the window, number {} (counted from 0): leave them out, or \
         widen the polygon",
        indices.len(), listed(indices)
    )]
    OutsidePolygon {
        /// Numbers of the points, from 0 and rising.
        indices: Vec<usize>,
        /// Points of the pattern.
        points: usize,
    },
    /// A distance to evaluate at is negative, NaN or infinite.
    #[error("distance {index} (counted from 0) is {r_m} m, but a distance must be finite and at least 0")]
    NotADistance {
        /// Number of the distance, from 0.
        index: usize,
        /// The distance, m.
        r_m: f64,
    },
    /// A range that cannot be cut into bins.
    #[error("{bins} bins up to {range_m} m make no histogram: take at least 1 bin and a range above 0")]
    NoBins {
        /// Bins asked for.
        bins: usize,
        /// Range asked for, m.
        range_m: f64,
    },
    /// Cells that cover no window, or too many of them.
    #[error(
        "cells of {cell_m} m cut the window into none or into more than 268435456: take a length above 0, or a longer one"
    )]
    NoCells {
        /// Side asked for, m.
        cell_m: f64,
    },
    /// More points than pairs can be sought among.
    #[error("the pattern has {found} points, but pairs are sought among at most 2147483648")]
    TooManyForPairs {
        /// Points in the pattern.
        found: usize,
    },
    /// Places between which no triangles can be drawn, so far apart are they.
    #[error("the points cannot be triangulated: {0}; give coordinates in metres")]
    NoTriangulation(String),
    /// Distances that are no steps from 0 to somewhere.
    #[error("{steps} steps up to {max_m} m are no distances: take 1 to 1048576 steps and a range above 0")]
    NoRadii {
        /// Greatest distance asked for, m.
        max_m: f64,
        /// Steps asked for.
        steps: usize,
    },
    /// An edge correction that the window or the statistic has no use for.
    #[error("the correction `{correction}` does not fit here, where the window is {edge}: {hint}")]
    CorrectionDoesNotFit {
        /// The correction asked for.
        correction: crate::EdgeCorrection,
        /// Open or torus.
        edge: understory_space::Edge,
        /// What to do about it.
        hint: &'static str,
    },
    /// A kernel that cannot be summed at the distances.
    #[error(
        "a kernel of half-width {bandwidth_m} m does not go with distances up to {r_max_m} m: it must be above 0, \
         and neither 1000000 times wider than a step nor 1000000 times narrower than the range"
    )]
    NoBandwidth {
        /// Half-width asked for, m.
        bandwidth_m: f64,
        /// Greatest distance, m.
        r_max_m: f64,
    },
    /// Not one mark for each point.
    #[error("there are {marks} marks for {points} points, but each point needs one")]
    MarkCount {
        /// Marks given.
        marks: usize,
        /// Points of the pattern.
        points: usize,
    },
    /// A mark is NaN or infinite.
    #[error("mark {index} (counted from 0) is {mark}, but a mark must be finite")]
    NotAMark {
        /// Number of the point, from 0.
        index: usize,
        /// Its mark.
        mark: f64,
    },
    /// Not one intensity for each point.
    #[error("there are {intensities} intensities for {points} points, but each point needs one")]
    IntensityCount {
        /// Intensities given.
        intensities: usize,
        /// Points of the pattern.
        points: usize,
    },
    /// An intensity that is 0, negative, NaN, infinite, or so extreme that its square is.
    #[error(
        "the intensity at point {index} (counted from 0) is {intensity} points per m², but it must be finite and above 0; \
         from a kernel, take a wider one"
    )]
    NotAnIntensity {
        /// Number of the point, from 0.
        index: usize,
        /// Its intensity, points per m².
        intensity: f64,
    },
    /// A bandwidth of a kernel intensity that is none.
    #[error("the bandwidth {sigma_m} m is none: it must be finite, above 0 and not vanish beside the window")]
    NoIntensityBandwidth {
        /// Standard deviation asked for, m.
        sigma_m: f64,
    },
    /// No bandwidth can be chosen from the points.
    #[error("no bandwidth can be chosen: {0}")]
    NothingToChoose(&'static str),
    /// A diameter that is 0, negative, NaN or infinite.
    #[error(
        "the diameter of point {index} (counted from 0) is {diameter}, but it must be finite and above 0"
    )]
    NoDiameter {
        /// Number of the point, from 0.
        index: usize,
        /// Its diameter.
        diameter: f64,
    },
    /// Two points are in the same place, and something divides by their distance.
    #[error(
        "points {one} and {other} (counted from 0) are both at ({x_m}, {y_m}): the index divides by their distance"
    )]
    SamePlace {
        /// Number of one, from 0.
        one: usize,
        /// Number of the other.
        other: usize,
        /// First coordinate of both, m.
        x_m: f64,
        /// Second coordinate of both, m.
        y_m: f64,
    },
    /// Not one label for each point.
    #[error("there are {labels} labels for {points} points, but each point needs one")]
    LabelCount {
        /// Labels given.
        labels: usize,
        /// Points of the pattern.
        points: usize,
    },
    /// The two types of a cross-type statistic are one.
    #[error("both types are the same: take two, or the statistics of one pattern")]
    SameType,
    /// No point is of a type.
    #[error("no point is of the {which} type, but a cross-type statistic needs points of both")]
    TypeIsEmpty {
        /// First or second.
        which: &'static str,
    },
    /// Directions cannot be cut into so many sectors.
    #[error("{sectors} sectors of directions were asked for, but there are 1 to 360")]
    NoSectors {
        /// Sectors asked for.
        sectors: usize,
    },
    /// Nothing to compare with.
    #[error("0 simulations make no test: take at least 1, or 99 for a test at 5 %")]
    NoSimulations,
    /// A curve that does not stand on the distances of the others.
    #[error("curve {curve} (0 is the observed one) has {found} values, but there are {expected} distances")]
    CurveLength {
        /// Number of the curve; 0 is the observed one, or the first of two.
        curve: usize,
        /// Its values.
        found: usize,
        /// Distances at which all stand.
        expected: usize,
    },
    /// Distances out of order.
    #[error("distance {index} (counted from 0) is {r_m} m, but each must be greater than the one before")]
    NotRising {
        /// Number of the distance, from 0.
        index: usize,
        /// The distance, m.
        r_m: f64,
    },
    /// No distance has a value in every curve.
    #[error(
        "there is no distance at which all {curves} curves are defined: take a shorter range of distances"
    )]
    NowhereDefined {
        /// Curves, the observed one among them.
        curves: usize,
    },
    /// A range of distances without one to compare at.
    #[error(
        "no distance from {from_m} to {to_m} has a value in every curve: take a wider range, or smaller steps"
    )]
    NothingWithin {
        /// Least distance of the range, m.
        from_m: f64,
        /// Greatest distance of the range, m.
        to_m: f64,
    },
    /// An integral over no length.
    #[error(
        "no two neighbouring distances have a value in every curve, so there is nothing to integrate over"
    )]
    NoInterval,
    /// A rank that leaves no envelope.
    #[error(
        "there is no envelope of rank {rank} among {simulations} simulations: take a rank from 1 to {}",
        simulations.div_ceil(2)
    )]
    EnvelopeRank {
        /// Rank asked for.
        rank: usize,
        /// Simulations at hand.
        simulations: usize,
    },
    /// A level that is none, or too fine for the number of simulations.
    #[error(
        "`alpha` is {alpha}, but with {simulations} simulations it must lie between {} and {}",
        1.0 / (*simulations as f64 + 1.0),
        *simulations as f64 / (*simulations as f64 + 1.0)
    )]
    Alpha {
        /// Level asked for.
        alpha: f64,
        /// Simulations at hand.
        simulations: usize,
    },
    /// Too few patterns to pool.
    #[error("{found} patterns cannot be pooled: at least 2 are needed")]
    TooFewPatterns {
        /// Patterns given.
        found: usize,
    },
    /// Not one weight for each pattern.
    #[error("there are {weights} weights for {patterns} patterns, but each pattern needs one")]
    WeightCount {
        /// Weights given.
        weights: usize,
        /// Patterns given.
        patterns: usize,
    },
    /// A weight of a pattern that is 0, negative, NaN or infinite.
    #[error("the weight of pattern {index} (counted from 0) is {weight}, but it must be finite and above 0")]
    NotAWeight {
        /// Number of the pattern, from 0.
        index: usize,
        /// Its weight.
        weight: f64,
    },
    /// A raster that is none.
    #[error(
        "{values} values make no raster of {} × {} cells of {} × {} m: give one value a cell, and sides above 0",
        cells[0], cells[1], cell_m[0], cell_m[1]
    )]
    NoCovariate {
        /// Columns and rows.
        cells: [u32; 2],
        /// Values given.
        values: usize,
        /// Size of a cell, m.
        cell_m: [f64; 2],
    },
    /// A raster that does not reach over the window.
    #[error(
        "the raster goes from ({}, {}) to ({}, {}), but the window from ({}, {}) to ({}, {}): give a raster that covers it, \
         or a smaller window",
        raster_m[0][0], raster_m[0][1], raster_m[1][0], raster_m[1][1],
        window_m[0][0], window_m[0][1], window_m[1][0], window_m[1][1]
    )]
    NotCovered {
        /// Lower left and upper right corner of the raster, m.
        raster_m: [[f64; 2]; 2],
        /// Those of the window, m.
        window_m: [[f64; 2]; 2],
    },
    /// Cells of a raster have no value within the window.
    #[error(
        "the raster has no value in {} of the cells that the window reaches into, around {}: fill them, or take a window without \
         them",
        middles_m.len(), listed_places(middles_m)
    )]
    NoData {
        /// Their middles, m, row by row from below.
        middles_m: Vec<[f64; 2]>,
    },
    /// A covariate that does not vary.
    #[error(
        "the covariate is {value} {place}, but an intensity follows only what varies: give another raster, or leave it out"
    )]
    EvenCovariate {
        /// Where.
        place: &'static str,
        /// Its value.
        value: f64,
    },
    /// An intensity so peaked that no place was found for a random point.
    #[error(
        "none of {trials} random places was kept for a simulated point, as the intensity is nearly 0 but at a few places: give a \
         smoother covariate or a wider bandwidth"
    )]
    NoPlace {
        /// Places that were tried.
        trials: u32,
    },
    /// Functions that no combined test can be made of.
    #[error("the functions cannot be tested together: {0}")]
    NotCombined(&'static str),
    /// A window cut into too few quadrats to exchange any.
    #[error("{columns} × {rows} quadrats are too few to exchange between patterns: take at least 2 in all")]
    TooFewQuadrats {
        /// Quadrats along x.
        columns: u32,
        /// Quadrats along y.
        rows: u32,
    },
    /// A quadrat without enough points for a curve.
    #[error(
        "quadrat ({column}, {row}) (counted from 0) of the {pattern} pattern has {found} points, but a curve needs \
         at least {needed}: take fewer quadrats"
    )]
    EmptyQuadrat {
        /// First or second of the two patterns.
        pattern: &'static str,
        /// Quadrat along x, from 0.
        column: u32,
        /// Quadrat along y, from 0.
        row: u32,
        /// Points in it.
        found: usize,
        /// Points it needs.
        needed: usize,
    },
    /// Patterns with too few points to be cut into quadrats.
    #[error(
        "no grid of quadrats leaves {needed} points in each quadrat of both patterns, which a test between them needs"
    )]
    TooFewForQuadrats {
        /// Points that a quadrat needs.
        needed: usize,
    },
    /// Windows whose quadrats are not alike.
    #[error(
        "the windows are {} × {} m and {} × {} m, but a test between patterns needs windows of one size",
        sizes_m[0][0], sizes_m[0][1], sizes_m[1][0], sizes_m[1][1]
    )]
    UnlikeWindows {
        /// Width and height of each, m.
        sizes_m: [[f64; 2]; 2],
    },
    /// A part of a window that is none.
    #[error(transparent)]
    NoWindow(#[from] PlotError),
    /// More points than numbers to draw them by.
    #[error("{points} points are more than can be simulated, which is 2^32 − 1")]
    TooManyToSimulate {
        /// Points asked for.
        points: usize,
    },
    /// Polygons that hardly fill the rectangle around them.
    #[error(
        "the polygons fill a share of {share} of the rectangle around them, too little to find random places in them: widen \
         them, or give them apart"
    )]
    TooThinToSimulate {
        /// Their area over that of the rectangle.
        share: f64,
    },
    /// A probability outside 0 … 1.
    #[error("`{probability}` is not a probability, which lies between 0 and 1")]
    NotAProbability {
        /// The value.
        probability: f64,
    },
    /// More neighbours are asked for than there are.
    #[error("{asked} neighbours are asked for, but a point of {found} has {}: ask for 1 to {}", found - 1, found - 1)]
    NoSuchNeighbour {
        /// Neighbours asked for.
        asked: usize,
        /// Points in the pattern.
        found: usize,
    },
    /// A grid of test points that has none, or more than can be numbered.
    #[error("{} x {} test points make no grid: take at least 1 along each side and fewer than 2^32 together", pixels[0], pixels[1])]
    NoPixels {
        /// Test points along the two sides.
        pixels: [u32; 2],
    },
    /// Two curves that should be combined stand at different distances.
    #[error("the two curves stand at different distances: compute both at the same ones")]
    DifferentDistances,
    /// A window too narrow for a measure that looks a quarter of its side around.
    #[error(
        "a window of {width_m} m by {height_m} m is too narrow for blue-noise measures: one side may be 4 times the other"
    )]
    TooNarrow {
        /// Width of the window, m.
        width_m: f64,
        /// Height of the window, m.
        height_m: f64,
    },
    /// A window whose area, or whose squared diagonal, is not a number of full precision.
    #[error(
        "a window of {width_m:?} m by {height_m:?} m has no area that can be computed with: choose another unit"
    )]
    ExtremeWindow {
        /// Width of the window, m.
        width_m: f64,
        /// Height of the window, m.
        height_m: f64,
    },
    /// Points are numbered in 32 bits.
    #[error("the pattern has {found} points, but at most 2^32 - 1 can be numbered")]
    TooManyPoints {
        /// Points in the pattern.
        found: usize,
    },
}

/// The first numbers, and how many more there are.
fn listed(numbers: &[usize]) -> String {
    first_and_more(numbers.iter().map(usize::to_string))
}

/// The first places of many, and how many more.
fn listed_places(places_m: &[[f64; 2]]) -> String {
    first_and_more(places_m.iter().map(|[x_m, y_m]| format!("({x_m}, {y_m})")))
}

/// The first of many, and how many more.
fn first_and_more(all: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 12;
    let more = all.len().saturating_sub(SHOWN);
    let shown: Vec<String> = all.take(SHOWN).collect();
    let shown = shown.join(", ");
    if more == 0 {
        shown
    } else {
        format!("{shown} and {more} more")
    }
}

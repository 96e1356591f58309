//! Patterns of points beside the one that they are to resemble: a grown forest or a measured stand, and the methods.

mod check;
mod cost;
mod curves;
mod labels;
mod maps;
mod ranking;

use crate::error::{Cause, ReportError};
use crate::page::{Ink, PT, Paint, Stroke};
use crate::palette;
use crate::sheet::{Key, Sample};
use crate::{Figure, RunAbout};

/// A method whose global test gives at least this is not told apart from the target.
const LEVEL: f64 = 0.05;
/// The target is quiet, the methods stand out, in every figure.
const TARGET: Ink = palette::GREY;
const METHOD: Ink = palette::BLUE;
const WHITE: Ink = Ink::solid(0xff_ffff);

/// A target and the methods that are held against it, all on one plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The scenario and its plot; the species are not used.
    pub about: RunAbout,
    /// The grown forest or the measured stand.
    pub target: Compared,
    /// In the order of the maps and panels.
    pub methods: Vec<Compared>,
}

/// One of the patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Such as `jittered-grid`.
    pub name: String,
    /// Places on the plot, m; of a method, those of its first pattern.
    pub points_m: Vec<[f64; 2]>,
    /// Diameter of each point's crown or zone, m, 0 or more; empty where none is known.
    pub sizes_m: Vec<f64>,
    /// Wall time for one pattern, s.
    pub seconds: Option<f64>,
    /// From the target; without meaning for the target itself.
    pub distances: Distances,
    /// Probability of a target at least as extreme if it were a draw from this method, by a global test.
    pub judged_p: Option<f64>,
    /// Functions that the test is made of, such as `L` or `G J`; may be empty.
    pub judged_by: String,
    /// Density of the distance to the nearest neighbour, 1/m.
    pub nnd_density: Vec<CurvePoint>,
    /// Pair correlation, no unit.
    pub pcf: Vec<CurvePoint>,
    /// What else a reader of the maps should know, such as `r=3.2`; may be empty.
    pub notes: String,
}

/// How far a method's patterns are from the target; `None` where that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distances {
    /// Greatest difference of G, the shares of points with a neighbour within a distance; no unit.
    pub g_ks: Option<f64>,
    /// Root mean square difference of Besag's L, m.
    pub l_rmse_m: Option<f64>,
    /// Root mean square difference of the pair correlation, no unit.
    pub pcf_rmse: Option<f64>,
}

/// A function's value at a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Distance, m; ascending along a curve.
    pub r_m: f64,
    /// Value for the first pattern; a gap where it is undefined.
    pub value: Option<f64>,
    /// Low end over a method's patterns; the band is not drawn for the target.
    pub low: Option<f64>,
    /// High end.
    pub high: Option<f64>,
}

/// Draws the figures of a comparison and hands each to `each`, one at a time.
///
/// `compare-maps`: all patterns at one scale. `compare-neighbours` and `compare-pair-correlation`: each method's curve
/// over the target's. `compare-cost`: distance of L against time. `compare-ranking`: the methods from the nearest to the
/// farthest, and whether the target could be a draw from them. A figure with nothing to show is left out.
///
/// # Errors
/// [`ReportError::Plot`], [`ReportError::Sizes`] or [`ReportError::Number`] for what cannot be drawn, such as a point
/// beyond the plot; [`ReportError::Keep`] when `each` fails; [`ReportError::Drawing`] when drawing or encoding fails.
///
/// ```
/// use understory_report::{Compared, Comparison, Distances, RunAbout, compare};
///
/// let about = RunAbout {
///     name: "two oaks".to_owned(),
///     size_m: [30.0, 20.0],
///     origin_m: [0.0, 0.0],
///     torus: true,
///     species: Vec::new(),
/// };
/// let target = Compared {
///     name: "grown forest".to_owned(),
///     points_m: vec![[4.0, 5.0], [21.0, 12.5]],
///     sizes_m: vec![6.0, 9.0],
///     ..Compared::default()
/// };
/// let uniform = Compared {
///     name: "uniform".to_owned(),
///     points_m: vec![[1.5, 18.0], [9.0, 3.0]],
///     seconds: Some(2e-6),
///     distances: Distances { g_ks: Some(0.5), l_rmse_m: Some(1.25), pcf_rmse: None },
///     ..Compared::default()
/// };
/// let mut names = Vec::new();
/// compare(&Comparison { about, target, methods: vec![uniform] }, &mut |figure| {
///     names.push(figure.name);
///     Ok(())
/// })?;
/// assert_eq!(names, ["compare-maps", "compare-cost", "compare-ranking"]);
/// # Ok::<(), understory_report::ReportError>(())
/// ```
pub fn compare(
    comparison: &Comparison,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    check::comparison(comparison)?;
    let figures = [
        maps::maps,
        curves::neighbours,
        curves::pair_correlation,
        cost::cost,
        ranking::ranking,
    ];
    for figure in figures {
        let Some(figure) = figure(comparison)? else {
            continue;
        };
        let name = figure.name.clone();
        each(figure).map_err(|source| ReportError::Keep { figure: name, source })?;
    }
    Ok(())
}

/// Whether the target could be a draw from a method, if that was tested.
fn could_be_drawn(method: &Compared) -> Option<bool> {
    method.judged_p.map(|p| p >= LEVEL)
}

/// A method's dot: full where the target could be a draw from it, hollow where not, faint where that is not known.
fn verdict(could_be_drawn: Option<bool>) -> Paint {
    let rim = Some(Stroke::plain(METHOD, 0.9 * PT));
    match could_be_drawn {
        Some(full) => Paint {
            fill: Some(if full { METHOD } else { WHITE }),
            stroke: rim,
        },
        None => Paint::fill(METHOD.at_opacity(0.35)),
    }
}

/// What the dots of the methods mean; of tested ones both kinds, as each explains the other.
fn verdict_keys(comparison: &Comparison) -> Vec<Key> {
    let tested = |wanted: bool| move |method: &Compared| method.judged_p.is_some() == wanted;
    let mut keys = Vec::new();
    if comparison.methods.iter().any(tested(true)) {
        let words = format!("p ≥ {LEVEL}: {} could be a draw from it", comparison.target.name);
        keys.push(Key::new(Sample::Disc(verdict(Some(true))), words));
        let words = format!("p < {LEVEL}: it could not");
        keys.push(Key::new(Sample::Disc(verdict(Some(false))), words));
    }
    if comparison.methods.iter().any(tested(false)) {
        keys.push(Key::new(Sample::Disc(verdict(None)), "not tested"));
    }
    keys
}

/// A distance in three digits.
fn rounded(distance: f64) -> String {
    match distance {
        0.0 => "0".to_owned(),
        d if !(0.001..100_000.0).contains(&d) => format!("{d:.1e}").replace('-', "−"),
        d if d < 1.0 => format!("{d:.3}"),
        d if d < 10.0 => format!("{d:.2}"),
        d if d < 100.0 => format!("{d:.1}"),
        d => format!("{d:.0}"),
    }
}

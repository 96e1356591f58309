use std::io;

use understory_spacing::{
    EdgeCorrection, EmptySpace, FFunction, GFunction, JFunction, PairCurves, PairStatistics, Spectrum,
    SpectrumRing, default_pixels, k_nearest_distances,
};

use super::error::StatsError;
use super::options::{Function, Pattern, StatsOptions};
use super::ranges::Ranges;
use crate::job::Watch;
use crate::store::Store;

/// Sectors of directions, each of 30°, over half a circle: the other half has the same curves.
const SECTORS: usize = 6;
/// Neighbours whose distances are summed up.
const NEIGHBOURS: usize = 10;

/// A table of a function: columns of equal length, an undefined value empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the table without `.csv`.
    pub name: String,
    /// Name and values of each column; the first is the distance, the second mostly the theoretical curve.
    pub columns: Vec<(&'static str, Vec<Option<f64>>)>,
}

impl Curve {
    pub(super) fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            columns: Vec::new(),
        }
    }

    pub(super) fn with(mut self, name: &'static str, values: Vec<Option<f64>>) -> Self {
        self.columns.push((name, values));
        self
    }

    fn with_all(self, name: &'static str, values: &[f64]) -> Self {
        self.with(name, values.iter().copied().map(Some).collect())
    }

    /// A column by its name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&[Option<f64>]> {
        self.columns
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, values)| values.as_slice())
    }

    /// The table of an envelope: the observed curve between the ends of the simulated ones.
    pub(crate) fn envelope(
        name: &str,
        r_m: &[f64],
        observed: &[f64],
        theoretical: Vec<Option<f64>>,
        [low, high]: [Vec<Option<f64>>; 2],
    ) -> Self {
        Self::named(format!("envelope_{name}"))
            .with_defined("r", r_m)
            .with_defined("obs", observed)
            .with("theo", theoretical)
            .with("lo", low)
            .with("hi", high)
    }

    /// One more column, whose undefined values are NaN or infinite.
    pub(crate) fn with_defined(self, name: &'static str, values: &[f64]) -> Self {
        let defined = |value: &f64| value.is_finite().then_some(*value);
        self.with(name, values.iter().map(defined).collect())
    }

    pub(super) fn write(&self, store: &dyn Store) -> io::Result<()> {
        self.write_as(store, &format!("{}.csv", self.name))
    }

    pub(crate) fn write_as(&self, store: &dyn Store, path: &str) -> io::Result<()> {
        store.write(path, &mut |out| {
            understory_records::write_columns(out, &self.columns)?;
            Ok(())
        })
    }
}

/// The estimates of a curve over pairs, with the columns that its table has on an open window or a torus.
pub(super) fn over_pairs(
    name: impl Into<String>,
    curves: &PairCurves,
    columns: &[(&'static str, EdgeCorrection)],
) -> Curve {
    let curve = Curve::named(name)
        .with_all("r", &curves.r_m)
        .with_all("theo", &curves.theoretical);
    columns.iter().fold(curve, |curve, &(column, correction)| {
        let values = curves
            .by(correction)
            .map_or_else(|| vec![None; curves.r_m.len()], <[_]>::to_vec);
        curve.with(column, values)
    })
}

/// Columns of K and L.
pub(super) fn k_columns(is_torus: bool) -> &'static [(&'static str, EdgeCorrection)] {
    if is_torus {
        &[
            ("un", EdgeCorrection::None),
            ("periodic", EdgeCorrection::Periodic),
        ]
    } else {
        &[
            ("un", EdgeCorrection::None),
            ("border", EdgeCorrection::Border),
            ("trans", EdgeCorrection::Translation),
            ("iso", EdgeCorrection::Isotropic),
        ]
    }
}

/// Columns of the pair correlation and of marks; on a torus the first two have no meaning and stay empty.
pub(super) fn kernel_columns(is_torus: bool) -> &'static [(&'static str, EdgeCorrection)] {
    const OPEN: [(&str, EdgeCorrection); 2] = [
        ("trans", EdgeCorrection::Translation),
        ("iso", EdgeCorrection::Isotropic),
    ];
    const TORUS: [(&str, EdgeCorrection); 3] = [
        ("trans", EdgeCorrection::Translation),
        ("iso", EdgeCorrection::Isotropic),
        ("periodic", EdgeCorrection::Periodic),
    ];
    if is_torus { &TORUS } else { &OPEN }
}

/// The corrections among these columns that the window allows.
pub(super) fn corrections(columns: &[(&'static str, EdgeCorrection)], is_torus: bool) -> Vec<EdgeCorrection> {
    let fits = |correction: &EdgeCorrection| match correction {
        EdgeCorrection::None => true,
        EdgeCorrection::Periodic => is_torus,
        _ => !is_torus,
    };
    columns
        .iter()
        .map(|(_, correction)| *correction)
        .filter(fits)
        .collect()
}

/// F where it or J was asked for.
pub(super) fn empty_space(
    pattern: &Pattern,
    options: &StatsOptions,
    ranges: &Ranges,
) -> Result<Option<FFunction>, StatsError> {
    let is_asked = |function| options.functions.contains(&function);
    if !is_asked(Function::F) && !is_asked(Function::J) {
        return Ok(None);
    }
    let (points_m, window) = (&pattern.points_m, &pattern.window);
    let pixels = options
        .pixels
        .unwrap_or_else(|| default_pixels(points_m.len(), window));
    let f = EmptySpace::new(points_m, window, pixels)?.f(&ranges.distances_m)?;
    Ok(Some(f))
}

/// Every curve of all points that was asked for, from G and F and the points.
pub(super) fn of_all_points(
    pattern: &Pattern,
    (g, f): (&GFunction, Option<&FFunction>),
    options: &StatsOptions,
    ranges: &Ranges,
    watch: &dyn Watch,
) -> Result<Vec<Curve>, StatsError> {
    let (points_m, window) = (&pattern.points_m, &pattern.window);
    let asked = |function: Function| options.functions.contains(&function);
    let mut curves = Vec::new();
    if asked(Function::G) {
        curves.push(g_curve("G", g));
    }
    if let Some(f) = f {
        if asked(Function::F) {
            curves.push(f_curve(f));
        }
        if asked(Function::J) {
            curves.push(j_curve(JFunction::new(g, f)?));
        }
    }
    let over_pairs = [Function::K, Function::L, Function::Pcf, Function::Sector];
    if over_pairs.into_iter().any(asked) || !pattern.marks.is_empty() {
        curves.extend(pair_curves(pattern, options, ranges, watch)?);
    }
    if asked(Function::Knn) {
        watch.step("distances to k neighbours", 0, 1);
        curves.push(neighbour_curve(pattern)?);
    }
    if asked(Function::Spectrum) {
        watch.step("spectrum", 0, 1);
        curves.push(spectrum_curve(&Spectrum::new(points_m, window)?));
    }
    Ok(curves)
}

/// The curves that are summed over pairs of points.
fn pair_curves(
    pattern: &Pattern,
    options: &StatsOptions,
    ranges: &Ranges,
    watch: &dyn Watch,
) -> Result<Vec<Curve>, StatsError> {
    let is_torus = pattern.window.is_torus();
    let asked = |function: Function| options.functions.contains(&function);
    let pairs = PairStatistics::new(&pattern.points_m, &pattern.window)?;
    let kernel = options.kernel();
    let mut curves = Vec::new();
    if asked(Function::K) || asked(Function::L) {
        watch.step("K", 0, 1);
        let columns = k_columns(is_torus);
        let k = pairs.k(&ranges.pairs, &corrections(columns, is_torus))?;
        if asked(Function::K) {
            curves.push(over_pairs("K", &k, columns));
        }
        if asked(Function::L) {
            curves.push(over_pairs("L", &k.l_from_k(), columns));
        }
    }
    let columns = kernel_columns(is_torus);
    let allowed = corrections(columns, is_torus);
    if asked(Function::Pcf) {
        watch.step("pair correlation", 0, 1);
        curves.push(over_pairs(
            "pcf",
            &pairs.pair_correlation(&ranges.pairs, &allowed, &kernel)?,
            columns,
        ));
    }
    if asked(Function::Sector) {
        watch.step("K by direction", 0, 1);
        curves.push(sector_curve(&pairs, ranges)?);
    }
    if !pattern.marks.is_empty() {
        watch.step("marks", 0, 1);
        let marks = pairs.marks(&pattern.marks, &ranges.pairs, &allowed, &kernel)?;
        curves.push(over_pairs("mark_correlation", &marks.correlation, columns));
        curves.push(over_pairs("mark_variogram", &marks.variogram, columns));
    }
    Ok(curves)
}

pub(super) fn g_curve(name: impl Into<String>, g: &GFunction) -> Curve {
    let curve = Curve::named(name)
        .with_all("r", &g.r_m)
        .with_all("theo", &g.theoretical);
    let curve = curve.with_all("raw", &g.raw).with_all("km", &g.km);
    curve.with("rs", g.rs.clone()).with("han", g.han.clone())
}

fn f_curve(f: &FFunction) -> Curve {
    let curve = Curve::named("F")
        .with_all("r", &f.r_m)
        .with_all("theo", &f.theoretical);
    let curve = curve.with_all("raw", &f.raw).with_all("km", &f.km);
    curve.with("rs", f.rs.clone()).with("cs", f.cs.clone())
}

fn j_curve(j: JFunction) -> Curve {
    let curve = Curve::named("J")
        .with_all("r", &j.r_m)
        .with_all("theo", &j.theoretical);
    curve.with("km", j.km).with("rs", j.rs)
}

fn neighbour_curve(pattern: &Pattern) -> Result<Curve, StatsError> {
    let count = pattern.points_m.len();
    let rows = k_nearest_distances(&pattern.points_m, &pattern.window, NEIGHBOURS.min(count - 1))?;
    let curve = Curve::named("knn").with("k", rows.iter().map(|row| Some(row.k as f64)).collect());
    let curve = curve.with("mean", rows.iter().map(|row| Some(row.mean_m)).collect());
    let curve = curve.with("sd", rows.iter().map(|row| Some(row.sd_m)).collect());
    let intensity_per_m2 = count as f64 / pattern.window.area_m2();
    Ok(curve.with_all("theo", &expected_neighbours_m(rows.len(), intensity_per_m2)))
}

/// Mean distance to neighbours 1 to `k_max` under CSR without an edge, m: Γ(k + ½) / (Γ(k) √(πλ)).
fn expected_neighbours_m(k_max: usize, intensity_per_m2: f64) -> Vec<f64> {
    let first_m = 0.5 / intensity_per_m2.sqrt();
    let next = |&(k, mean_m): &(usize, f64)| Some((k + 1, mean_m * (k as f64 + 0.5) / k as f64));
    let steps = std::iter::successors(Some((1, first_m)), next);
    steps.take(k_max).map(|(_, mean_m)| mean_m).collect()
}

fn sector_curve(pairs: &PairStatistics, ranges: &Ranges) -> Result<Curve, StatsError> {
    let mut columns = [const { Vec::new() }; 5];
    for sector in pairs.k_by_sector(&ranges.pairs, SECTORS)? {
        for ((r_m, theo), value) in sector.r_m.iter().zip(&sector.theoretical).zip(&sector.values) {
            let ends = [Some(sector.from_deg), Some(sector.to_deg)];
            let row = [Some(*r_m), ends[0], ends[1], Some(*theo), *value];
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
    }
    let [r, from, to, theo, trans] = columns;
    Ok(Curve::named("K_sector")
        .with("r", r)
        .with("from_deg", from)
        .with("to_deg", to)
        .with("theo", theo)
        .with("trans", trans))
}

fn spectrum_curve(spectrum: &Spectrum) -> Curve {
    let column = |value: fn(&SpectrumRing) -> Option<f64>| spectrum.rings.iter().map(value).collect();
    let rings = (0..spectrum.rings.len()).map(|ring| Some(ring as f64)).collect();
    Curve::named("spectrum")
        .with("ring", rings)
        .with("frequency", column(|ring| Some(ring.frequency)))
        .with("power", column(|ring| Some(ring.power)))
        .with("anisotropy_db", column(|ring| ring.anisotropy_db))
}

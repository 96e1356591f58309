//! The summary functions: what each is called and says, how it is estimated, what tests compare, and how it is drawn.
//!
//! A new function is a variant of [`Function`]; the compiler then asks for the rest, all in this file. Tables, tests, the
//! figure and the command's help follow.

use std::cell::OnceCell;
use understory_keys::named;

use understory_spacing::{
    BandwidthRule, CovariateIntensity, CrossPairStatistics, EdgeCorrection, EmptySpace, FFunction, GFunction,
    JFunction, NearestNeighbours, PairCurves, PairKernel, PairStatistics, Region, SpacingError, Spectrum,
    SpectrumRing, cross_g, default_j_range_m, default_pixels, k_nearest_distances,
};

use super::curves::{
    Curve, Tested, corrections, inhomogeneous_columns, k_columns, kernel_columns, over_pairs,
};
use super::intensity::Intensity;
use super::ranges::Ranges;
use super::values::pair_correction;
use super::window::PatternWindow;

/// Sectors of directions, each of 30°, over half a circle: the other half has the same curves.
const SECTORS: usize = 6;
/// Neighbours whose distances are summed up.
const NEIGHBOURS: usize = 10;

named! {
    /// What is to be estimated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Function {
        /// Nearest-neighbour distances.
        G = "G",
        /// Empty space.
        F = "F",
        /// (1 − G)/(1 − F).
        J = "J",
        /// Ripley's K.
        K = "K",
        /// Besag's L.
        L = "L",
        /// Pair correlation.
        Pcf = "pcf",
        /// K by direction.
        Sector = "sector",
        /// Distances to the k-th neighbour.
        Knn = "knn",
        /// Power spectrum.
        Spectrum = "spectrum",
        /// Ripley's K beside an intensity that varies.
        KInhomogeneous = "Kinhom",
        /// Besag's L beside an intensity that varies.
        LInhomogeneous = "Linhom",
        /// Pair correlation beside an intensity that varies.
        PcfInhomogeneous = "pcfinhom",
    }
}

/// What a function is called and says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// By which it is asked for.
    pub name: &'static str,
    /// Of its table, without `.csv`.
    pub table: &'static str,
    /// What it measures, in a few words for the command's help.
    pub meaning: &'static str,
    /// How it is read, in a line; may be empty.
    pub reading: &'static str,
    /// The title of its figure.
    pub title: &'static str,
    /// What stands on the figure's upright axis.
    pub y_label: &'static str,
    /// Whether that is a length.
    pub is_length: bool,
    /// What is drawn of its values.
    pub drawn: Drawn,
    /// Whether a kernel smooths it. Nearer than that is wide it is biased, and its noise grows as 1/r: tests begin, and
    /// figures scale their axis, at the kernel's half-width.
    pub has_kernel: bool,
}

/// What a figure shows of the values of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The values.
    Values,
    /// The values less the distance, which is what they are at random.
    LessDistance,
    /// √(value/π) less the distance: K grows with the square of the distance, and what matters of it is lost.
    RootLessDistance,
}

impl Function {
    /// Those that an intensity that varies enters; it is told in the summary.
    pub(super) const INHOMOGENEOUS: [Self; 3] =
        [Self::KInhomogeneous, Self::LInhomogeneous, Self::PcfInhomogeneous];

    /// Those that are estimated where none is named.
    pub const DEFAULT: [Self; 6] = [Self::G, Self::F, Self::J, Self::K, Self::L, Self::Pcf];

    /// What it is called and says.
    #[must_use]
    pub const fn about(self) -> About {
        let about = About {
            name: self.name(),
            table: self.name(),
            meaning: "",
            reading: "",
            title: "",
            y_label: "",
            is_length: false,
            drawn: Drawn::Values,
            has_kernel: false,
        };
        match self {
            Self::G => About {
                meaning: "share of points with a neighbour within r",
                reading: "above theo: clustered, below: even",
                title: "Distance to the nearest neighbour",
                y_label: "G(r)",
                ..about
            },
            Self::F => About {
                meaning: "share of places with a point within r",
                reading: "below theo: clustered, above: even",
                title: "Distance from a place to the nearest point",
                y_label: "F(r)",
                ..about
            },
            Self::J => About {
                meaning: "(1 - G) / (1 - F)",
                reading: "below 1: clustered, above: even",
                title: "J function",
                y_label: "J(r)",
                ..about
            },
            Self::K => About {
                meaning: "further points within r of a point, per intensity",
                reading: "above theo: clustered, below: even",
                title: "Points within a distance of a point",
                y_label: "√(K(r)/π) − r",
                is_length: true,
                drawn: Drawn::RootLessDistance,
                ..about
            },
            Self::L => About {
                meaning: "the root of K/pi, which is r at random",
                reading: "above r: clustered, below: even",
                title: "Points within a distance of a point",
                y_label: "L(r) − r",
                is_length: true,
                drawn: Drawn::LessDistance,
                ..about
            },
            Self::Pcf => About {
                meaning: "pairs at distance r over those at random",
                reading: "above 1: common, below: rare",
                title: "Pair correlation",
                y_label: "g(r)",
                has_kernel: true,
                ..about
            },
            Self::Sector => About {
                table: "K_sector",
                meaning: "K by direction",
                title: "Points within a distance of a point, by direction",
                y_label: "L(r) − r",
                is_length: true,
                drawn: Drawn::LessDistance,
                ..about
            },
            Self::Knn => About {
                meaning: "mean distance to neighbours 1 to 10",
                title: "Distance to the k-th neighbour",
                y_label: "mean distance",
                is_length: true,
                ..about
            },
            Self::Spectrum => About {
                meaning: "power by frequency",
                title: "Power spectrum",
                y_label: "power",
                ..about
            },
            Self::KInhomogeneous => About {
                meaning: "K beside an intensity that varies",
                reading: "above theo: clustered beyond the intensity",
                title: "Points within a distance of a point, beside their intensity",
                y_label: "√(K(r)/π) − r",
                is_length: true,
                drawn: Drawn::RootLessDistance,
                ..about
            },
            Self::LInhomogeneous => About {
                meaning: "the root of Kinhom/pi",
                reading: "above r: clustered beyond the intensity",
                title: "Points within a distance of a point, beside their intensity",
                y_label: "L(r) − r",
                is_length: true,
                drawn: Drawn::LessDistance,
                ..about
            },
            Self::PcfInhomogeneous => About {
                meaning: "pcf beside an intensity that varies",
                reading: "above 1: pairs are common beyond the intensity",
                title: "Pair correlation, beside the intensity",
                y_label: "g(r)",
                has_kernel: true,
                ..about
            },
        }
    }

    /// The function whose table has this name, whether it is of all points or of two species.
    #[must_use]
    pub fn of_table(name: &str) -> Option<Self> {
        let table = name.split("_cross_").next();
        let mut all = Self::ALL.into_iter();
        all.find(|function| Some(function.about().table) == table)
    }

    /// Whether several patterns make one curve of it.
    pub(super) const fn is_pooled(self) -> bool {
        matches!(self, Self::G | Self::K | Self::L | Self::Pcf)
    }

    /// Whether it has tests and envelopes.
    pub(super) const fn is_tested(self) -> bool {
        !matches!(self, Self::Sector | Self::Knn | Self::Spectrum)
    }

    /// Whether an intensity that varies enters it.
    #[must_use]
    pub fn is_inhomogeneous(self) -> bool {
        Self::INHOMOGENEOUS.contains(&self)
    }

    /// What is shown while it is measured.
    pub(super) const fn step(self) -> &'static str {
        match self {
            Self::G | Self::F | Self::J => "G, F and J",
            Self::K | Self::L => "K",
            Self::Pcf => "pair correlation",
            Self::Sector => "K by direction",
            Self::Knn => "distances to k neighbours",
            Self::Spectrum => "spectrum",
            Self::KInhomogeneous | Self::LInhomogeneous | Self::PcfInhomogeneous => "pairs and intensity",
        }
    }

    /// Whether it is made of a rectangle alone.
    pub(super) const fn needs_rectangle(self) -> bool {
        matches!(self, Self::Spectrum)
    }

    /// Whether it is measured at test points, one a pixel.
    pub(super) const fn takes_pixels(self) -> bool {
        matches!(self, Self::F | Self::J)
    }

    /// Its table for a pattern.
    pub(super) fn of(self, points: &Points<'_>) -> Result<Curve, SpacingError> {
        let name = self.about().table;
        let (all_m, window, ranges) = (points.all_m, points.how.window, points.how.ranges);
        match self {
            Self::G => Ok(g_curve(name, points.g()?)),
            Self::F => {
                let f = points.f()?;
                let curve = Curve::over_distance(name, &f.r_m, &f.theoretical);
                let curve = curve.with_all("raw", &f.raw).with_all("km", &f.km);
                Ok(curve.with("rs", f.rs.clone()).with("cs", f.cs.clone()))
            }
            Self::J => {
                let j = JFunction::new(points.g()?, points.f()?)?;
                let curve = Curve::over_distance(name, &j.r_m, &j.theoretical);
                Ok(curve.with("km", j.km).with("rs", j.rs))
            }
            Self::K | Self::L => {
                let k = points.k()?;
                let l = (self == Self::L).then(|| k.l_from_k());
                let columns = k_columns(window.is_torus());
                Ok(over_pairs(name, l.as_ref().unwrap_or(k), columns))
            }
            Self::Pcf => Ok(over_pairs(name, points.pcf()?, kernel_columns(window.is_torus()))),
            Self::Sector => sector_curve(name, points.pairs()?, ranges),
            Self::Knn => neighbour_curve(name, all_m, window),
            // Refused in polygons before.
            Self::Spectrum => Ok(spectrum_curve(name, &Spectrum::new(all_m, window.bounds())?)),
            Self::KInhomogeneous | Self::LInhomogeneous => {
                let columns = inhomogeneous_columns(window.is_torus());
                let by = points.how.corrections(columns);
                let k = points
                    .pairs()?
                    .k_inhomogeneous(points.intensities_per_m2()?, &ranges.pairs, &by)?;
                let curve = if self == Self::LInhomogeneous {
                    k.l_from_k()
                } else {
                    k
                };
                Ok(over_pairs(name, &curve, columns))
            }
            Self::PcfInhomogeneous => {
                let columns = kernel_columns(window.is_torus());
                let by = points.how.corrections(columns);
                let g = points.pairs()?.pair_correlation_inhomogeneous(
                    points.intensities_per_m2()?,
                    &ranges.pairs,
                    &by,
                    &points.how.kernel,
                )?;
                Ok(over_pairs(name, &g, columns))
            }
        }
    }

    /// Whether it also leads from one species to another, of so many points; *G* takes two points of each.
    #[must_use]
    pub fn crosses(self, from: usize, to: usize) -> bool {
        match self {
            Self::G => from > 1 && to > 1,
            Self::K | Self::L | Self::Pcf => true,
            Self::F
            | Self::J
            | Self::Sector
            | Self::Knn
            | Self::Spectrum
            | Self::KInhomogeneous
            | Self::LInhomogeneous
            | Self::PcfInhomogeneous => false,
        }
    }

    /// Its table from one species to another, where it [crosses](Self::crosses).
    pub(super) fn between(self, name: String, two: &TwoSpecies<'_>) -> Result<Option<Curve>, SpacingError> {
        let How {
            window,
            ranges,
            kernel,
            ..
        } = two.how;
        Ok(Some(match self {
            Self::G => {
                let r_m = ranges.to_species_m(two.to_m.len(), window)?;
                g_curve(name, &cross_g(two.from_m, two.to_m, window, &r_m)?)
            }
            Self::K | Self::L => {
                let columns = k_columns(window.is_torus());
                let k = two.pairs.k(&ranges.pairs, &two.how.corrections(columns))?;
                let curve = if self == Self::L { k.l_from_k() } else { k };
                over_pairs(name, &curve, columns)
            }
            Self::Pcf => {
                let columns = kernel_columns(window.is_torus());
                let by = two.how.corrections(columns);
                over_pairs(
                    name,
                    &two.pairs.pair_correlation(&ranges.pairs, &by, &kernel)?,
                    columns,
                )
            }
            Self::F
            | Self::J
            | Self::Sector
            | Self::Knn
            | Self::Spectrum
            | Self::KInhomogeneous
            | Self::LInhomogeneous
            | Self::PcfInhomogeneous => return Ok(None),
        }))
    }

    /// The column that tests and envelopes compare, and that a figure shows; `None` where there is no test.
    pub(super) fn tested(self, window: &PatternWindow) -> Option<&'static str> {
        match self {
            Self::G | Self::F | Self::J => Some("km"),
            _ if !self.is_tested() => None,
            _ if window.is_torus() => Some("periodic"),
            _ => Some("trans"),
        }
    }

    /// What tests compare of it.
    pub(super) fn compared(self, points: &Points<'_>) -> Result<Tested, SpacingError> {
        if self == Self::G {
            // The other estimates of its table would be sorted for nothing.
            let r_m = points.how.ranges.distances_m.clone();
            let values = points.neighbours()?.g_km(&r_m)?;
            return Ok(Tested { r_m, values });
        }
        let curve = self.of(points)?;
        Ok(Tested::of(Some(&curve), self.tested(points.how.window)))
    }

    /// Where its tests begin and end where nothing else is said. A kernel would let the nearest distances decide the test by
    /// the maximum deviation alone. Beyond *F* = 0.9 *J* is the ratio of two small shares.
    pub(super) fn tested_range_m(self, points: usize, window: &PatternWindow, half_width_m: f64) -> [f64; 2] {
        let from_m = if self.about().has_kernel {
            half_width_m
        } else {
            0.0
        };
        let to_m = match self {
            Self::J => default_j_range_m(points, window),
            _ => f64::INFINITY,
        };
        [from_m, to_m]
    }
}

/// How functions are estimated.
#[derive(Clone, Copy)]
pub(super) struct How<'a> {
    pub(super) window: &'a PatternWindow,
    pub(super) ranges: &'a Ranges,
    pub(super) kernel: PairKernel,
    pub(super) pixels: Option<[u32; 2]>,
    /// An intensity that varies; by a kernel of Scott's rule without.
    pub(super) intensity: Option<Intensity<'a>>,
    /// Whether the one edge correction alone is wanted that tests compare.
    pub(super) for_tests: bool,
}

impl How<'_> {
    fn corrections(&self, columns: &[(&'static str, EdgeCorrection)]) -> Vec<EdgeCorrection> {
        if self.for_tests {
            vec![pair_correction(self.window)]
        } else {
            corrections(columns, self.window.is_torus())
        }
    }
}

/// A pattern, and what several functions of it are made from.
pub(super) struct Points<'a> {
    all_m: &'a [[f64; 2]],
    how: How<'a>,
    /// Whether *K* and the pair correlation are both wanted, with the same corrections, and made in one pass.
    is_one_pass: bool,
    neighbours: OnceCell<NearestNeighbours<'a, PatternWindow>>,
    g: OnceCell<GFunction>,
    f: OnceCell<FFunction>,
    pairs: OnceCell<PairStatistics>,
    k: OnceCell<PairCurves>,
    pcf: OnceCell<PairCurves>,
    intensities_per_m2: OnceCell<Vec<f64>>,
}

impl<'a> Points<'a> {
    pub(super) fn new(all_m: &'a [[f64; 2]], how: How<'a>) -> Self {
        Self {
            all_m,
            how,
            is_one_pass: false,
            neighbours: OnceCell::new(),
            g: OnceCell::new(),
            f: OnceCell::new(),
            pairs: OnceCell::new(),
            k: OnceCell::new(),
            pcf: OnceCell::new(),
            intensities_per_m2: OnceCell::new(),
        }
    }

    /// Of which tests are to compare all these functions.
    pub(super) fn tested(all_m: &'a [[f64; 2]], how: How<'a>, functions: &[Function]) -> Self {
        let how = How {
            for_tests: true,
            ..how
        };
        let is_wanted = |function: Function| functions.contains(&function);
        Self {
            is_one_pass: is_wanted(Function::Pcf) && (is_wanted(Function::K) || is_wanted(Function::L)),
            ..Self::new(all_m, how)
        }
    }

    /// The same with *G*, which is known already.
    pub(super) fn with_g(self, g: GFunction) -> Self {
        let g = OnceCell::from(g);
        Self { g, ..self }
    }

    /// The same with the intensities at the points, where they are known.
    pub(super) fn with_intensities(self, per_m2: Option<Vec<f64>>) -> Self {
        let intensities_per_m2 = per_m2.map_or_else(OnceCell::new, OnceCell::from);
        Self {
            intensities_per_m2,
            ..self
        }
    }

    fn g(&self) -> Result<&GFunction, SpacingError> {
        once(&self.g, || {
            self.neighbours()?.summary().g(&self.how.ranges.distances_m)
        })
    }

    /// The nearest neighbours.
    pub(super) fn neighbours(&self) -> Result<&NearestNeighbours<'a, PatternWindow>, SpacingError> {
        once(&self.neighbours, || {
            NearestNeighbours::new(self.all_m, self.how.window)
        })
    }

    fn f(&self) -> Result<&FFunction, SpacingError> {
        let How { window, pixels, .. } = self.how;
        let pixels = pixels.unwrap_or_else(|| default_pixels(self.all_m.len(), window));
        once(&self.f, || {
            EmptySpace::new(self.all_m, window, pixels)?.f(&self.how.ranges.distances_m)
        })
    }

    /// Pairs of points.
    pub(super) fn pairs(&self) -> Result<&PairStatistics, SpacingError> {
        once(&self.pairs, || PairStatistics::new(self.all_m, self.how.window))
    }

    /// The intensity at each point, which does not count at its own place.
    fn intensities_per_m2(&self) -> Result<&Vec<f64>, SpacingError> {
        let (points_m, window) = (self.all_m, self.how.window);
        once(&self.intensities_per_m2, || {
            let intensity = match self.how.intensity {
                Some(intensity) => intensity,
                None => Intensity::Kernel(BandwidthRule::Scott.sigma_m(points_m, window)?),
            };
            intensity.at_points(points_m, window)
        })
    }

    fn k(&self) -> Result<&PairCurves, SpacingError> {
        let by = self.how.corrections(k_columns(self.how.window.is_torus()));
        once(&self.k, || {
            if self.is_one_pass {
                self.k_with_pcf(&by)
            } else {
                self.pairs()?.k(&self.how.ranges.pairs, &by)
            }
        })
    }

    fn pcf(&self) -> Result<&PairCurves, SpacingError> {
        if self.is_one_pass {
            self.k()?;
        }
        let by = self.how.corrections(kernel_columns(self.how.window.is_torus()));
        let (radii, kernel) = (&self.how.ranges.pairs, &self.how.kernel);
        once(&self.pcf, || self.pairs()?.pair_correlation(radii, &by, kernel))
    }

    /// *K*; keeps the pair correlation of the same pass.
    fn k_with_pcf(&self, by: &[EdgeCorrection]) -> Result<PairCurves, SpacingError> {
        let (radii, kernel) = (&self.how.ranges.pairs, &self.how.kernel);
        let [k, pcf] = self.pairs()?.k_and_pair_correlation(radii, by, kernel)?;
        self.pcf.get_or_init(|| pcf);
        Ok(k)
    }
}

/// What a cell holds, made when it is first asked for.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, SpacingError>) -> Result<&T, SpacingError> {
    if let Some(made) = cell.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}

/// The points of two species, and how functions lead from one to the other.
pub(super) struct TwoSpecies<'a> {
    pub(super) from_m: &'a [[f64; 2]],
    pub(super) to_m: &'a [[f64; 2]],
    pub(super) pairs: CrossPairStatistics,
    pub(super) how: How<'a>,
}

fn g_curve(name: impl Into<String>, g: &GFunction) -> Curve {
    let curve = Curve::over_distance(name, &g.r_m, &g.theoretical);
    let curve = curve.with_all("raw", &g.raw).with_all("km", &g.km);
    curve.with("rs", g.rs.clone()).with("han", g.han.clone())
}

fn neighbour_curve(name: &str, points_m: &[[f64; 2]], window: &PatternWindow) -> Result<Curve, SpacingError> {
    let count = points_m.len();
    let rows = k_nearest_distances(points_m, window, NEIGHBOURS.min(count - 1))?;
    let curve = Curve::named(name).with("k", rows.iter().map(|row| Some(row.k as f64)).collect());
    let curve = curve.with("mean", rows.iter().map(|row| Some(row.mean_m)).collect());
    let curve = curve.with("sd", rows.iter().map(|row| Some(row.sd_m)).collect());
    let intensity_per_m2 = count as f64 / window.area_m2();
    Ok(curve.with_all("theo", &expected_neighbours_m(rows.len(), intensity_per_m2)))
}

/// Mean distance to neighbours 1 to `k_max` under CSR without an edge, m: Γ(k + ½) / (Γ(k) √(πλ)).
fn expected_neighbours_m(k_max: usize, intensity_per_m2: f64) -> Vec<f64> {
    let first_m = 0.5 / intensity_per_m2.sqrt();
    let next = |&(k, mean_m): &(usize, f64)| Some((k + 1, mean_m * (k as f64 + 0.5) / k as f64));
    let steps = std::iter::successors(Some((1, first_m)), next);
    steps.take(k_max).map(|(_, mean_m)| mean_m).collect()
}

/// All sectors below each other: five columns, of which two say the sector.
fn sector_curve(name: &str, pairs: &PairStatistics, ranges: &Ranges) -> Result<Curve, SpacingError> {
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
    Ok(Curve::named(name)
        .with("r", r)
        .with("from_deg", from)
        .with("to_deg", to)
        .with("theo", theo)
        .with("trans", trans))
}

/// The intensity by a covariate, with its standard error.
pub(super) fn covariate_curve(intensity: &CovariateIntensity) -> Curve {
    Curve::named("rhohat")
        .with_all("covariate", &intensity.covariate)
        .with("rho", intensity.per_m2.clone())
        .with("se", intensity.error_per_m2.clone())
}

/// A row for each ring of frequencies.
fn spectrum_curve(name: &str, spectrum: &Spectrum) -> Curve {
    let column = |value: fn(&SpectrumRing) -> Option<f64>| spectrum.rings.iter().map(value).collect();
    let rings = (0..spectrum.rings.len()).map(|ring| Some(ring as f64)).collect();
    Curve::named(name)
        .with("ring", rings)
        .with("frequency", column(|ring| Some(ring.frequency)))
        .with("power", column(|ring| Some(ring.power)))
        .with("anisotropy_db", column(|ring| ring.anisotropy_db))
}

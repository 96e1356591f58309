//! Whether the trees that ship lie where measured trees do, metric by metric, and the L-systems beside them.
//!
//! A tree that lies in all bands need not look real: they are a few numbers of its form.

use understory_branching::lsystem::L_SYSTEMS;
use understory_branching::metrics::{BANDS, Band, Metrics};
use understory_branching::presets::{PRESETS, Preset};
use understory_branching::seasons::{SeasonTree, Surroundings};
use understory_branching::specimen::Specimen;
use understory_numerics::RandomKey;

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, SaidBy, Set};
use crate::error::ClaimError;
use crate::expected::Expected;
use crate::kept::Kept;

/// The claims: all bands of a kind of trees, then those of the next.
pub(super) fn claims() -> Vec<Claim> {
    kinds().into_iter().flat_map(SeedFamily::claims).collect()
}

/// The values of a metric for the trees of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct OfKind {
    /// The kind, as in the claims.
    pub kind: String,
    /// The band it is held to; none where measured trees tell nothing of it.
    pub band: Option<[f64; 2]>,
    /// A value for each seed; of trees that are too small for it none.
    pub values: Vec<f64>,
}

/// What the claims are judged by: each metric's name with its values, kind by kind.
///
/// # Errors
/// [`ClaimError`] for a form that cannot grow.
pub fn of_metrics(budget: Budget) -> Result<Vec<(&'static str, Vec<OfKind>)>, ClaimError> {
    let mut grown = Vec::new();
    for kind in kinds() {
        let trees = budget.values(&*kind.metrics_of)?;
        grown.push((kind, trees));
    }
    let of_kind = |band: &Band, (kind, trees): &(SeedFamily, Vec<Metrics>)| OfKind {
        kind: kind.id.clone(),
        band: kind.is_held_to(band).then(|| band.range(kind.site)),
        values: trees.iter().filter_map(|metrics| band.value(metrics)).collect(),
    };
    let of_metric = |band: &Band| {
        let kinds = grown.iter().map(|grown| of_kind(band, grown));
        (band.name, kinds.collect())
    };
    Ok(BANDS.iter().map(of_metric).collect())
}

/// Trees that differ in their seeds alone.
struct SeedFamily {
    id: String,
    about: String,
    has_stem: bool,
    has_roots: bool,
    site: Surroundings,
    metrics_of: Box<MetricsOf>,
}

type MetricsOf = dyn Fn(u64) -> Result<Metrics, ClaimError> + Sync;

/// The forms that ship, then the L-systems.
fn kinds() -> Vec<SeedFamily> {
    let has_stem = |preset: &Preset| preset.form().season.stems == 1;
    let presets = PRESETS.iter().flat_map(|preset| {
        let sites = [(Surroundings::Open, ""), (Surroundings::Closed, "-in-a-stand")];
        // Shrubs and trees in the wind stand in the open.
        let is_of_stands = has_stem(preset) && preset.form().season.wind == [0.0; 3];
        sites
            .into_iter()
            .take(1 + usize::from(is_of_stands))
            .map(move |(site, ending)| {
                let form = SeasonTree {
                    site,
                    ..preset.form()
                };
                SeedFamily {
                    id: format!("{}{ending}", preset.name),
                    about: format!("the form `{}`{}", preset.name, ending.replace('-', " ")),
                    has_stem: has_stem(preset),
                    has_roots: form.roots.is_some(),
                    site,
                    metrics_of: Box::new(move |seed| {
                        let key = RandomKey::root(seed, &[preset.name]);
                        Ok(form.grow(key, &[])?.metrics)
                    }),
                }
            })
    });
    let systems = L_SYSTEMS.iter().filter_map(|system| {
        // Finished as beside the first form that it is the baseline of.
        let is_beside = |preset: &&Preset| preset.baseline().system == system.system();
        let preset = PRESETS.iter().find(is_beside)?;
        let specimen = Specimen {
            baseline: Some(preset.baseline()),
            ..Specimen::of(preset.form())
        };
        Some(SeedFamily {
            id: format!("l-system-{}", system.name),
            about: format!("the L-system `{}`", system.name),
            has_stem: has_stem(preset),
            has_roots: false,
            // Letters know of no site; most measured trees are those of stands.
            site: Surroundings::Closed,
            metrics_of: Box::new(move |seed| {
                let grown = specimen.grow_baseline(seed)?;
                Ok(grown.expect("the specimen has a baseline").1)
            }),
        })
    });
    presets.chain(systems).collect()
}

impl SeedFamily {
    fn is_held_to(&self, band: &Band) -> bool {
        (self.has_stem || !band.is_of_stems) && (self.has_roots || band.name != "root_shoot_ratio")
    }

    /// A claim for each band, of trees that are grown once for all of them.
    fn claims(self) -> Vec<Claim> {
        let bands: Vec<&'static Band> = BANDS.iter().filter(|band| self.is_held_to(band)).collect();
        let grown = Kept::new(self.metrics_of);
        let claim = |band: &'static Band| {
            let [low, high] = band.range(self.site);
            let grown = grown.clone();
            Claim {
                id: format!("{}.{}", self.id, band.name),
                set: Set::Trees,
                said_by: SaidBy::Ours,
                statement: format!("{} is like measured trees in `{}`", self.about, band.name),
                experiment: "a tree a seed: median".to_owned(),
                expected: Expected::Between(low, high),
                remark: String::new(),
                is_long: false,
                measure: Box::new(move |budget| grown.measured(budget, |trees| median(trees, band))),
            }
        };
        bands.into_iter().map(claim).collect()
    }
}

fn median(trees: &[Metrics], band: &Band) -> Result<Measured, ClaimError> {
    let value = |(seed, metrics): (u64, &Metrics)| {
        let metric = band.name;
        band.value(metrics).ok_or(ClaimError::TooSmall { seed, metric })
    };
    let values: Vec<f64> = (0..).zip(trees).map(value).collect::<Result<_, _>>()?;
    Measured::median(&values)
}

//! Whether the trees that ship lie where measured trees do, metric by metric, and the L-systems beside them.

use std::cell::RefCell;
use std::rc::Rc;

use understory_branching::colonization::LeftOver;
use understory_branching::lsystem::{L_SYSTEMS, LSystemPreset, Turtle};
use understory_branching::metrics::{BANDS, Band, Metrics};
use understory_branching::presets::{PRESETS, Preset};
use understory_branching::skeleton::PipeModel;
use understory_numerics::Key;

use crate::claims::budget::{Budget, Measured};
use crate::claims::claim::{Claim, Set};
use crate::claims::error::ClaimError;
use crate::claims::expected::Expected;

/// The claims, form by form, then system by system.
pub(super) fn claims() -> Vec<Claim> {
    let presets = PRESETS.iter().flat_map(|preset| {
        let has_stem = preset.form().shoot.trunk.least_m > BREAST_HEIGHT_M;
        let bands = BANDS.iter().filter(move |band| has_stem || !band.is_of_stems);
        let about = format!("the preset `{}`", preset.name);
        of_trees(preset.name, &about, bands, |seed| of_preset(preset, seed))
    });
    let systems = L_SYSTEMS.iter().flat_map(|system| {
        // They have no roots.
        let bands = BANDS.iter().filter(|band| band.name != "root_shoot_ratio");
        let about = format!("the L-system `{}`", system.name);
        let id = format!("l-system-{}", system.name);
        of_trees(&id, &about, bands, |seed| of_system(system, seed))
    });
    presets.chain(systems).collect()
}

/// What begins to fork below this height has no stem that its crown's share of the height could be told by.
const BREAST_HEIGHT_M: f64 = 1.3;

fn of_preset(preset: &Preset, seed: u64) -> Result<Metrics, ClaimError> {
    Ok(preset.form().grow(Key::root(seed, &[preset.name]), &[])?.metrics)
}

fn of_system(preset: &LSystemPreset, seed: u64) -> Result<Metrics, ClaimError> {
    let key = Key::root(seed, &[preset.name]);
    let mut skeleton = preset.system().grow(&Turtle::default(), key)?;
    skeleton.give_radii(&PipeModel::default())?;
    Ok(Metrics::of(&skeleton, LeftOver::default()))
}

/// A claim for each band, of trees that are grown once for all of them.
fn of_trees<'a>(
    id: &str,
    about: &str,
    bands: impl Iterator<Item = &'static Band>,
    metrics_of: impl Fn(u64) -> Result<Metrics, ClaimError> + Sync + 'static,
) -> Vec<Claim> {
    let trees = Rc::new(Trees {
        metrics_of: Box::new(metrics_of),
        grown: RefCell::new(None),
    });
    let claim = |band: &'static Band| {
        let trees = Rc::clone(&trees);
        let [low, high] = band.range;
        Claim {
            id: format!("{id}.{}", band.name),
            set: Set::Trees,
            statement: format!("{about} is like measured trees in `{}`", band.name),
            experiment: "trees of as many seeds: median".to_owned(),
            expected: Expected::Between(low, high),
            remark: String::new(),
            measure: Box::new(move |budget| trees.median(budget, band)),
        }
    };
    bands.map(claim).collect()
}

/// Trees of one kind, which the first of its claims grows for all.
struct Trees {
    metrics_of: Box<MetricsOf>,
    grown: RefCell<Option<(Budget, Vec<Metrics>)>>,
}

type MetricsOf = dyn Fn(u64) -> Result<Metrics, ClaimError> + Sync;

impl Trees {
    fn median(&self, budget: Budget, band: &Band) -> Result<Measured, ClaimError> {
        let mut grown = self.grown.borrow_mut();
        let trees = match &*grown {
            Some((of, trees)) if *of == budget => trees,
            _ => &grown.insert((budget, budget.values(&*self.metrics_of)?)).1,
        };
        let value = |(seed, metrics): (u64, &Metrics)| {
            let metric = band.name;
            band.value(metrics).ok_or(ClaimError::TooSmall { seed, metric })
        };
        let values: Vec<f64> = (0..).zip(trees).map(value).collect::<Result<_, _>>()?;
        Measured::median(&values)
    }
}

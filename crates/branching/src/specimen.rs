//! One tree to be grown: its form, how its site and its own luck vary it, what is in its way, and what an
//! L-system would make in its place.

use serde::{Deserialize, Serialize};
use understory_keys::OutOfRange;
use understory_numerics::RandomKey;

use crate::colonization::{LeftOver, Obstacle};
use crate::lsystem::{LSystem, Turtle, TurtleError};
use crate::mesh::{Leaf, Levels};
use crate::metrics::Metrics;
use crate::roots::RootForm;
use crate::seasons::{SeasonTree, Surroundings};
use crate::skeleton::Skeleton;
use crate::tree::{Finish, Phase, Tree, TreeError, TreeForm};
use crate::variation::Variation;

/// All that one tree grows from, but for the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specimen {
    /// The form before it varies.
    pub form: Form,
    /// How far trees of this form stray from it.
    #[serde(default)]
    pub variation: Variation,
    /// Name of what it is of: trees of two kinds stray each in their own way, also in one stand.
    #[serde(default)]
    pub kind: String,
    /// Name of the stand: trees of one kind, stand and seed stray together.
    #[serde(default)]
    pub stand: String,
    /// What no segment may cross.
    #[serde(default)]
    pub obstacles: Vec<Obstacle>,
    /// The L-system baseline to set beside it.
    #[serde(default)]
    pub baseline: Option<Baseline>,
    /// How finely both are drawn.
    #[serde(default)]
    pub mesh: Levels,
}

/// How a tree comes to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "growth", rename_all = "kebab-case")]
pub enum Form {
    /// It lives its years.
    Seasons(Box<SeasonTree>),
    /// It colonizes the space of a drawn crown.
    Colonization(Box<TreeForm>),
}

impl From<SeasonTree> for Form {
    fn from(form: SeasonTree) -> Self {
        Self::Seasons(Box::new(form))
    }
}

impl From<TreeForm> for Form {
    fn from(form: TreeForm) -> Self {
        Self::Colonization(Box::new(form))
    }
}

impl Form {
    /// Its leaves, if it bears any.
    #[must_use]
    pub fn leaf(&self) -> Option<&Leaf> {
        match self {
            Self::Seasons(form) => form.leaf.as_ref(),
            Self::Colonization(form) => form.leaf.as_ref(),
        }
    }

    /// Where it grew, as far as its crown tells: one that is drawn is like those of stands, where most trees are measured.
    #[must_use]
    pub fn site(&self) -> Surroundings {
        match self {
            Self::Seasons(form) => form.site,
            Self::Colonization(_) => Surroundings::Closed,
        }
    }

    /// Its roots, if it has any.
    #[must_use]
    pub fn roots(&self) -> Option<&RootForm> {
        match self {
            Self::Seasons(form) => form.roots.as_ref(),
            Self::Colonization(form) => form.roots.as_ref(),
        }
    }

    fn varied(&self, by: &Variation, site: RandomKey, tree: RandomKey) -> Result<Self, OutOfRange> {
        Ok(match self {
            Self::Seasons(form) => form.varied(by, site, tree)?.into(),
            Self::Colonization(form) => form.varied(by, site, tree)?.into(),
        })
    }

    fn out_of_range(&self) -> Vec<OutOfRange> {
        match self {
            Self::Seasons(form) => form.out_of_range(),
            Self::Colonization(form) => form.out_of_range(),
        }
    }

    /// Or all that keeps it from growing, one fault at least.
    fn grow_varied(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, Vec<TreeError>> {
        match self {
            Self::Seasons(form) => form
                .grow_varied(key, obstacles, over)
                .map_err(|error| vec![error]),
            Self::Colonization(form) => form.grow_varied(key, obstacles, over),
        }
    }
}

/// A tree that an L-system makes, blind to space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Letters and rules.
    pub system: LSystem,
    /// How the word is walked.
    #[serde(default)]
    pub turtle: Turtle,
    /// What is done to what was walked.
    #[serde(default = "unmoved")]
    pub finish: Finish,
}

/// Why a specimen could not be grown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecimenError {
    /// Its variation.
    #[error("the variation: {0}")]
    Variation(OutOfRange),
    /// Its growth.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The L-system beside it.
    #[error("the L-system: {0}")]
    Turtle(#[from] TurtleError),
    /// The L-system's radii.
    #[error("the L-system: {0}")]
    Pipes(OutOfRange),
}

impl Specimen {
    /// A form that does not vary, with nothing in its way and nothing beside it.
    #[must_use]
    pub fn of(form: impl Into<Form>) -> Self {
        Self {
            form: form.into(),
            variation: Variation::default(),
            kind: String::new(),
            stand: String::new(),
            obstacles: Vec::new(),
            baseline: None,
            mesh: Levels::default(),
        }
    }

    /// The form as the stand and this seed's tree vary it.
    ///
    /// # Errors
    /// [`SpecimenError`] for a standard deviation that does not lie from 0 to 1.
    pub fn varied_form(&self, seed: u64) -> Result<Form, SpecimenError> {
        let site = RandomKey::root(seed, &["site", &self.kind, &self.stand]);
        let tree = RandomKey::root(seed, &["tree", &self.kind]);
        let varied = self.form.varied(&self.variation, site, tree);
        varied.map_err(SpecimenError::Variation)
    }

    /// Grows the tree of this seed.
    ///
    /// # Errors
    /// [`SpecimenError`] says what could not grow, and why.
    pub fn grow(&self, seed: u64) -> Result<Tree, SpecimenError> {
        let grown = self.grow_watched(seed, &mut |_| {});
        grown.map_err(|mut faults| faults.swap_remove(0))
    }

    /// As [`Self::grow`]; `over` is told of each phase when it is over.
    ///
    /// # Errors
    /// All that keeps the tree from growing, one [`SpecimenError`] at least.
    pub fn grow_watched(&self, seed: u64, over: &mut dyn FnMut(Phase)) -> Result<Tree, Vec<SpecimenError>> {
        // Numbers may leave their ranges as they vary.
        let out_of_range = self.form.out_of_range();
        match self.varied_form(seed) {
            Ok(form) if out_of_range.is_empty() => {
                let grown = form.grow_varied(tree_key(seed), &self.obstacles, over);
                grown.map_err(|faults| faults.into_iter().map(SpecimenError::from).collect())
            }
            varied => {
                let wrong = out_of_range.into_iter().map(TreeError::from);
                Err(wrong.map(SpecimenError::from).chain(varied.err()).collect())
            }
        }
    }

    /// All that keeps tree and baseline of this seed from growing; none where both grow.
    #[must_use]
    pub fn faults(&self, seed: u64) -> Vec<SpecimenError> {
        let mut faults = self.grow_watched(seed, &mut |_| {}).err().unwrap_or_default();
        faults.extend(self.grow_baseline(seed).err());
        faults
    }

    /// Walks the baseline's word for this seed; none where there is no baseline.
    ///
    /// # Errors
    /// [`SpecimenError`] for an L-system that cannot be read or walked, or a pipe model out of its range.
    pub fn grow_baseline(&self, seed: u64) -> Result<Option<(Skeleton, Metrics)>, SpecimenError> {
        self.grow_baseline_watched(seed, &mut |_| {})
    }

    /// As [`Self::grow_baseline`]; `over` is told of each phase when it is over.
    ///
    /// # Errors
    /// [`SpecimenError`].
    pub fn grow_baseline_watched(
        &self,
        seed: u64,
        over: &mut dyn FnMut(Phase),
    ) -> Result<Option<(Skeleton, Metrics)>, SpecimenError> {
        let Some(baseline) = &self.baseline else {
            return Ok(None);
        };
        // An older word for it, which the bits of every baseline hang on.
        let key = RandomKey::root(seed, &["counterpart"]);
        let walked = baseline.system.grow(&baseline.turtle, key)?;
        over(Phase::Growth);
        let finish = &baseline.finish;
        let skeleton = finish
            .thickened(finish.shape(walked, &[], key), &[])
            .map_err(SpecimenError::Pipes)?;
        let metrics = Metrics::of(&skeleton, LeftOver::default());
        over(Phase::Finish);
        Ok(Some((skeleton, metrics)))
    }
}

fn tree_key(seed: u64) -> RandomKey {
    RandomKey::root(seed, &["tree"])
}

/// A turtle's branches leave at the angles that its word names; they must not be moved.
fn unmoved() -> Finish {
    Finish {
        relocate: false,
        ..Finish::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsystem::L_SYSTEMS;
    use crate::presets;
    use crate::tree::TreeError;

    fn shrub() -> Specimen {
        Specimen::of(presets::named("shrub").expect("it ships").form())
    }

    fn oak() -> TreeForm {
        let mut oak = presets::colonized_oak();
        oak.crown_points = 2000;
        oak
    }

    #[test]
    fn a_seed_fixes_the_tree_and_another_seed_or_stand_gives_another() {
        let mut specimen = shrub();
        specimen.variation.stand.height = 0.2;
        let grown = specimen.grow(1).unwrap();
        assert_eq!(grown, specimen.grow(1).unwrap());
        assert_ne!(grown, specimen.grow(2).unwrap());
        specimen.stand = "a windy ridge".to_owned();
        assert_ne!(grown.metrics.height_m, specimen.grow(1).unwrap().metrics.height_m);
    }

    /// All kinds were stunted by one seed: each must stray by its own draws.
    #[test]
    fn kinds_of_one_seed_and_stand_stray_apart() {
        let shoots_m: Vec<f64> = presets::PRESETS
            .iter()
            .map(|preset| {
                let mut specimen = shrub();
                specimen.variation = preset.variation();
                specimen.kind = preset.name.to_owned();
                let Form::Seasons(form) = specimen.varied_form(2).unwrap() else {
                    panic!("a shrub lives its years")
                };
                form.season.shoot_m
            })
            .collect();
        let longer = shoots_m.iter().filter(|&&shoot_m| shoot_m > 0.5).count();
        assert!(longer > 0 && longer < shoots_m.len(), "{shoots_m:?}");
    }

    /// The first alone was told, and a tree was mended fault by fault.
    #[test]
    fn all_faults_of_shoot_roots_and_baseline_are_known_at_once() {
        assert_eq!(shrub().faults(1), []);
        let mut specimen = Specimen::of(oak());
        specimen.obstacles.push(Obstacle::Sphere {
            centre_m: [0.0; 3],
            radius_m: 0.1,
        });
        specimen.baseline = Some(presets::named("shrub").unwrap().baseline());
        specimen.baseline.as_mut().unwrap().system.most_letters = 3;
        let faults = specimen.faults(1);
        assert!(
            matches!(
                &faults[..],
                [
                    SpecimenError::Tree(TreeError::Shoot(_)),
                    SpecimenError::Tree(TreeError::Roots(_)),
                    SpecimenError::Turtle(_)
                ]
            ),
            "{faults:?}"
        );
        assert_eq!(specimen.grow(1).unwrap_err(), faults[0]);
        let mut strange = oak();
        strange.light = -1.0;
        strange.finish.smoothing = 2.0;
        let strange = Specimen::of(strange);
        assert_eq!(strange.faults(1).len(), 2);
    }

    #[test]
    fn the_baseline_does_not_touch_the_tree() {
        let mut specimen = shrub();
        let alone = specimen.grow(3).unwrap();
        assert_eq!(specimen.grow_baseline(3), Ok(None));
        specimen.baseline = Some(Baseline {
            system: L_SYSTEMS[0].system(),
            turtle: Turtle::default(),
            finish: unmoved(),
        });
        let (skeleton, metrics) = specimen.grow_baseline(3).unwrap().expect("it is there");
        assert_eq!(metrics.nodes, skeleton.nodes.len());
        assert!(skeleton.nodes[1].radius_m > 0.0);
        assert_eq!(alone, specimen.grow(3).unwrap());
    }
}

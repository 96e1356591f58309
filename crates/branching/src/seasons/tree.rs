//! A whole tree that has lived its years: shoot, roots, thickness, metrics.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, Table, Word};
use understory_keys::{Checked, Interval, OutOfRange, choice, parameters, real, table, whole};
use understory_numerics::parallel::go_on;
use understory_numerics::{Purpose, RandomKey, math};

use crate::colonization::obstacle::first_met;
use crate::colonization::{ColonizeError, LeftOver, Obstacle, Stop};
use crate::mesh::Leaf;
use crate::metrics::Metrics;
use crate::roots::{RootForm, thicken_roots};
use crate::seasons::error::SeasonError;
use crate::seasons::life::Life;
use crate::seasons::parameters::{Seasons, Surroundings};
use crate::skeleton::PipeModel;
use crate::tree::{Finish, Phase, Tree, TreeError};

/// How coarsely trees may grow: down to here their height stays within 15 % of that at 1, their crown's width mostly too.
/// Above 1.5 oaks grow lower.
pub const LEAST_DETAIL: f64 = 0.4;

parameters! {
    /// A tree that lives its years, whose base is the origin.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct SeasonTree: Default {
        /// The age to which it grows; or give `dbh_cm`.
        pub age_yr: Option<u32> = whole(1, 1000, "yr", "60").optional(),
        /// The diameter of its stem, 1.3 m above the ground, to which it grows; or give `age_yr`.
        pub dbh_cm: Option<f64> = real(Interval::above(0.0, 10_000.0), "cm", "35.0").optional(),
        /// What stands around it.
        pub site: Surroundings = choice(Surroundings::WORDS, "", "\"closed\"").default(Word("open")),
        /// How finely it grows: at 0.5 metamers are twice as long, and the tree has about a quarter of the twigs.
        pub detail: f64 = real(Interval::from(LEAST_DETAIL, 1.5), "", "0.5").default(Real(1.0)),
        /// How its buds live.
        pub season: Seasons = table(Seasons::KEYS, "{ shoot_m = 0.6, … }").default(Table).related(Seasons::RELATED),
        /// What lies below, of the tree at its greatest; nothing without it.
        pub roots: Option<RootForm> =
            table(RootForm::KEYS, "{ taproot_m = 1.2, … }").optional().related(RootForm::RELATED),
        /// What is done when all has grown.
        pub finish: Finish = table(Finish::KEYS, "{ smoothings = 4 }").default(Table),
        /// Its leaves; bare without it.
        pub leaf: Option<Leaf> = table(Leaf::KEYS, "{ length_m = 0.3, … }").optional(),
    }
}

impl SeasonTree {
    /// Grows and finishes a tree at the origin, all from `key`.
    ///
    /// # Errors
    /// [`TreeError`] says what could not grow, and why.
    pub fn grow(&self, key: RandomKey, obstacles: &[Obstacle]) -> Result<Tree, TreeError> {
        self.grow_watched(key, obstacles, &mut |_| {})
    }

    /// As [`Self::grow`]; `over` is told of each phase when it is over.
    ///
    /// # Errors
    /// [`TreeError`].
    pub fn grow_watched(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, TreeError> {
        self.check(&table(Self::KEYS, ""))?;
        self.grow_varied(key, obstacles, over)
    }

    /// As [`Self::grow`], one life at several ages, which rise: at each the tree that would have grown to that age alone, or why
    /// none would. `each` says whether to go on to the next.
    pub fn grow_through(
        &self,
        ages_yr: &[u32],
        key: RandomKey,
        obstacles: &[Obstacle],
        each: &mut dyn FnMut(Result<Tree, TreeError>) -> bool,
    ) {
        let mut life = None;
        for &age_yr in ages_yr {
            let of_age = Self {
                age_yr: Some(age_yr),
                dbh_cm: None,
                ..self.clone()
            };
            let mut grow = || {
                of_age.check(&table(Self::KEYS, ""))?;
                of_age.check_base(obstacles)?;
                let finish = of_age.coarse_finish();
                let before = life.take();
                let lived = of_age.live(before, key, obstacles, &finish.pipes, &mut |_| {})?;
                let tree = of_age.finished(&lived, &finish, key, obstacles, &mut |_| {});
                life = Some(lived);
                tree
            };
            if !each(grow()) {
                return;
            }
        }
    }

    /// As [`Self::grow_watched`], of a form that was in its ranges before it varied.
    pub(crate) fn grow_varied(
        &self,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, TreeError> {
        self.check_base(obstacles)?;
        let finish = self.coarse_finish();
        let life = self.live(None, key, obstacles, &finish.pipes, over)?;
        over(Phase::Growth);
        self.finished(&life, &finish, key, obstacles, over)
    }

    /// That nothing stands where the seedling is to.
    fn check_base(&self, obstacles: &[Obstacle]) -> Result<(), TreeError> {
        let sprout_m = self.season.internode_m;
        for (number, &obstacle) in obstacles.iter().enumerate() {
            let met = first_met([0.0; 3], [0.0, 0.0, 1.0], sprout_m, &[obstacle]);
            if obstacle.distance_m([0.0; 3]) < 0.0 || met.is_some() {
                return Err(TreeError::Shoot(ColonizeError::ObstacleOverBase {
                    obstacle: number,
                    place_m: [0.0; 3],
                }));
            }
        }
        Ok(())
    }

    /// What has lived, shaped, thickened and measured, with its roots.
    fn finished(
        &self,
        life: &Life,
        finish: &Finish,
        key: RandomKey,
        obstacles: &[Obstacle],
        over: &mut dyn FnMut(Phase),
    ) -> Result<Tree, TreeError> {
        let mut skeleton = finish.shape_shoot(life.skeleton(), obstacles, key)?;
        let (mut left_over, mut stones) = (LeftOver::default(), Vec::new());
        over(Phase::Finish);
        if let Some(form) = &self.roots {
            let key = key.child(0, Purpose::Attraction, u32::MAX);
            let below = self
                .young_roots(form, life.height_m())
                .grow(key, obstacles, over)?;
            stones = below.stones;
            let around = [obstacles, &stones].concat();
            skeleton = skeleton.joined(&finish.shape(below.skeleton, &around, key));
            left_over = below.left_over;
        }
        let mut skeleton = finish.thickened(skeleton, obstacles)?;
        if let Some(form) = &self.roots {
            thicken_roots(&mut skeleton, form.pipe_exponent);
        }
        let metrics = Metrics::of(&skeleton, left_over);
        over(Phase::Finish);
        Ok(Tree {
            skeleton,
            metrics,
            stop: Stop::Done,
            age_yr: Some(life.age_yr()),
            nests: Vec::new(),
            stones,
            links: Vec::new(),
        })
    }

    /// All that keeps [`Self::grow`] from growing a tree; none where it grows.
    #[must_use]
    pub fn faults(&self, key: RandomKey, obstacles: &[Obstacle]) -> Vec<TreeError> {
        let out_of_range = self.out_of_range();
        if !out_of_range.is_empty() {
            return out_of_range.into_iter().map(TreeError::from).collect();
        }
        let grown = self.grow_varied(key, obstacles, &mut |_| {});
        grown.err().into_iter().collect()
    }

    pub(crate) fn out_of_range(&self) -> Vec<OutOfRange> {
        Checked::faults(self, &table(Self::KEYS, ""))
    }

    /// What is asked for that no tree of this form is, as far as can be told before it grows.
    ///
    /// # Errors
    /// [`SeasonError`].
    pub fn target(&self) -> Result<(), SeasonError> {
        let oldest_yr = self.season.oldest_yr;
        match (self.age_yr, self.dbh_cm) {
            (None, None) => Err(SeasonError::NoTarget),
            (Some(age_yr), Some(dbh_cm)) => Err(SeasonError::TwoTargets { age_yr, dbh_cm }),
            (Some(age_yr), None) if age_yr > oldest_yr => Err(SeasonError::TooOld { age_yr, oldest_yr }),
            _ => Ok(()),
        }
    }

    /// A life from its seedling on, or from where it was before.
    fn live(
        &self,
        before: Option<Life>,
        key: RandomKey,
        obstacles: &[Obstacle],
        pipes: &PipeModel,
        over: &mut dyn FnMut(Phase),
    ) -> Result<Life, SeasonError> {
        self.target()?;
        let seedling = || Life::begin(&self.season, self.site, obstacles, pipes, 1.0 / self.detail, key);
        let mut life = before.unwrap_or_else(seedling);
        let years = self.age_yr.unwrap_or(self.season.oldest_yr);
        let mut before_cm = 0.0;
        for year in life.age_yr() + 1..=years {
            go_on();
            life.sense();
            if let Some(dbh_cm) = self.dbh_cm {
                let reached_cm = life.dbh_cm();
                if reached_cm >= dbh_cm {
                    return not_passed(life, dbh_cm, before_cm);
                }
                before_cm = reached_cm;
            }
            life.grow();
            over(Phase::Year { year, of: years });
            if life.is_full() {
                life.sense();
                return Err(SeasonError::MostNodes {
                    most_nodes: self.season.most_nodes,
                    year,
                    dbh_cm: self.dbh_cm,
                    reached_cm: life.dbh_cm(),
                });
            }
            if !life.is_alive() {
                let height_m = life.height_m();
                return Err(SeasonError::Died { year, height_m });
            }
        }
        if let Some(dbh_cm) = self.dbh_cm {
            // The last year's growth is measured too.
            life.sense();
            let reached_cm = life.dbh_cm();
            if reached_cm < dbh_cm {
                return Err(SeasonError::NeverSoThick {
                    dbh_cm,
                    reached_cm,
                    oldest_yr: years,
                });
            }
            return not_passed(life, dbh_cm, before_cm);
        }
        let (way_m, possible_m) = (life.way_m(), life.possible_way_m());
        if way_m < HARDLY * possible_m {
            return Err(SeasonError::HardlyGrew {
                year: years,
                way_m,
                possible_m,
                detail: self.detail,
            });
        }
        Ok(life)
    }

    /// Coarser trees have fewer twigs; theirs are thicker, so that stems are about as thick.
    fn coarse_finish(&self) -> Finish {
        let mut finish = self.finish;
        let fewer = if self.detail < 1.0 { TWIGS_OF_COARSE } else { 2.0 };
        finish.pipes.tip_radius_m *= math::pow(self.detail, -fewer / finish.pipes.exponent);
        finish
    }

    /// The roots of a tree that is not at its greatest.
    fn young_roots(&self, form: &RootForm, height_m: f64) -> RootForm {
        let share = (1.5 * height_m / self.season.longest_path_m).clamp(0.05, 1.0);
        let deep = share.sqrt();
        let mut growth = form.growth;
        growth.step_m *= deep;
        let points = f64::from(form.points) * share * share * deep / (deep * deep * deep);
        RootForm {
            taproot_m: form.taproot_m * deep,
            depth_m: form.depth_m * deep,
            spread_m: form.spread_m * share,
            points: points.max(20.0) as u32,
            growth,
            ..*form
        }
    }
}

/// Twigs of a coarse tree go with this power of its detail; fitted to the stems of the forms that ship.
const TWIGS_OF_COARSE: f64 = 2.5;
/// A tree has hardly grown whose longest way along living wood is a smaller share than this of what its shoots could make.
const HARDLY: f64 = 0.1;
/// A stem is passed that is this many times as thick as asked for, and by this much, cm: more than good years add to one.
const PASSED: f64 = 1.5;
const PASSED_CM: f64 = 1.5;

/// A tree whose stem is about as thick as asked for; `before_cm` is what it was a year ago.
fn not_passed(life: Life, dbh_cm: f64, before_cm: f64) -> Result<Life, SeasonError> {
    let reached_cm = life.dbh_cm();
    if reached_cm > PASSED * dbh_cm && reached_cm > dbh_cm + PASSED_CM {
        return Err(SeasonError::Passed {
            dbh_cm,
            before_cm,
            reached_cm,
            year: life.age_yr(),
        });
    }
    Ok(life)
}

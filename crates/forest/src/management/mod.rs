//! What foresters do to a stand: interventions by year, by interval and by rule.
//!
//! An intervention asks nothing of earlier ones: whether it acts follows from the year and from the stand as it is, so that a run
//! goes on after a stop as if there had been none.

mod layout;
mod marking;
mod wood;

use std::sync::Arc;

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole, Word};
use understory_keys::{Checked, Interval, OutOfRange, When, choice, name, parameters, real, table, whole};
use understory_numerics::{Purpose, RandomKey};

use crate::components::Size;
pub use crate::components::basal_area_m2;
use crate::error::ForestError;
use crate::parameters::{LEAST_HEIGHT_M, Species};

pub(crate) use layout::places_m;
pub(crate) use marking::{Candidate, marked};
pub use wood::{Assortment, Assortments};

const DBH: Interval = Interval::from(0.0, 1000.0);
const PER_HA: Interval = Interval::from(0.0, 1e6);
const BASAL_AREA: Interval = Interval::from(0.0, 1000.0);
const HEIGHT: Interval = Interval::from(LEAST_HEIGHT_M, 150.0);
const YEARS: (i64, i64) = (1, 1_000_000);

parameters! {
    /// The stand that an intervention waits for: of all trees of 7 cm or more on the plot.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct StandRule {
        /// Least basal area.
        pub basal_area_from_m2_per_ha: Option<f64> = real(BASAL_AREA, "m² per ha", "30.0").optional(),
        /// Greatest basal area.
        pub basal_area_to_m2_per_ha: Option<f64> = real(BASAL_AREA, "m² per ha", "5.0").optional(),
        /// Least number of stems.
        pub stems_from_per_ha: Option<f64> = real(PER_HA, "per ha", "1200.0").optional(),
        /// Greatest number of stems.
        pub stems_to_per_ha: Option<f64> = real(PER_HA, "per ha", "300.0").optional(),
        /// Least mean height of the hundred thickest trees a hectare.
        pub top_height_from_m: Option<f64> = real(HEIGHT, "m", "14.0").optional(),
    }
}

parameters! {
    /// What is done.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind")]
    pub enum Treatment by kind: "what is done: trees are planted, thinned, felled by their diameter or selected over all diameters; \
        a shelterwood is opened and later cleared; dead trees are salvaged", "\"thin\""
    {
        /// Young trees of one species are planted.
        Plant = "plant" {
            /// Trees to plant.
            trees_per_ha: f64 = real(Interval::from(0.01, 1e6), "per ha", "2500.0"),
            /// Height of the young trees.
            height_m: f64 = real(HEIGHT, "m", "0.5").default(Real(0.5)),
            /// Age of the young trees.
            age_yr: u32 = whole(0, 100, "yr", "2").default(Whole(2)),
            /// How they are laid out: in a `square` of equal distances, or at `random` places.
            layout: Layout = choice(Layout::WORDS, "", "\"square\"").default(Word("square")),
            /// Distance from any tree of 1.3 m or more within which none is planted.
            clear_m: f64 = real(Interval::from(0.0, 100.0), "m", "4.0").default(Real(0.0)),
        }
        /// The stand is thinned to a basal area, a number of stems, or by a share of its basal area.
        Thin = "thin" {
            /// Which trees go first: the thinnest (`below`), the thickest (`above`), or by chance (`random`).
            from: From = choice(From::WORDS, "", "\"below\""),
            /// Basal area that stays.
            to_basal_area_m2_per_ha: Option<f64> = real(BASAL_AREA, "m² per ha", "22.0").optional(),
            /// Stems that stay.
            to_stems_per_ha: Option<f64> = real(PER_HA, "per ha", "400.0").optional(),
            /// Share of the basal area that goes.
            share: Option<f64> = real(Interval::from(0.0, 1.0), "", "0.25").optional(),
        }
        /// Trees of some diameters are felled; without more said, all.
        Fell = "fell" {
            /// Diameter to which trees are felled, left out: any.
            to_dbh_cm: Option<f64> = real(DBH, "cm", "30.0").optional(),
            /// Of the trees that would be felled so many of the thickest stay, as seed trees or habitat.
            keep_per_ha: f64 = real(PER_HA, "per ha", "20.0").default(Real(0.0)),
        }
        /// Single trees of all diameters are felled, until no class has more than a reverse J with this basal area; those above the
        /// greatest diameter all go. Within a class trees of low vigour go first.
        Select = "select" {
            /// Basal area of the stand that is aimed at.
            basal_area_m2_per_ha: f64 = real(BASAL_AREA, "m² per ha", "22.0"),
            /// Greatest diameter that is aimed at.
            dbh_max_cm: f64 = real(Interval::from(1.0, 1000.0), "cm", "60.0"),
            /// How many times as many trees a class has as the next thicker one.
            quotient: f64 = real(Interval::from(0.1, 10.0), "", "1.3").default(Real(1.3)),
            /// Width of a class of diameters.
            class_cm: f64 = real(Interval::from(0.5, 100.0), "cm", "5.0").default(Real(5.0)),
        }
        /// The stand is opened from below to so many trees, under which young ones come up, and these are felled later.
        Shelterwood = "shelterwood" {
            /// Trees of the shelter.
            shelter_per_ha: f64 = real(PER_HA, "per ha", "80.0"),
            /// Years from the opening until the shelter is felled: all trees older than that.
            clear_after_yr: u32 = whole(1, 1000, "yr", "15"),
        }
        /// Trees that storm, fire, beetles, drought or lightning killed are taken out.
        Salvage = "salvage" {
            /// Years since their death within which they are taken out.
            within_yr: u32 = whole(1, 100, "yr", "2").default(Whole(2)),
        }
    }
}

parameters! {
    /// Where young trees are planted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Layout of words {
        /// On a grid of equal distances.
        Square = "square",
        /// At random places.
        Random = "random",
    }
}

parameters! {
    /// Which trees go first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum From of words {
        /// The thinnest.
        Below = "below",
        /// The thickest.
        Above = "above",
        /// Any.
        Random = "random",
    }
}

parameters! {
    /// What is done to a stand, and when.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    pub struct Intervention + "What is done." treatment: Treatment = Treatment::KEYS; where Intervention::related {
        /// What tables call it.
        pub name: String = name("\"first-thinning\""),
        /// Year in which it is done; with `every_years`, for the first time.
        pub year: u32 = whole(YEARS.0, YEARS.1, "", "30"),
        /// Years from one time to the next; left out: it is done once.
        pub every_years: Option<u32> = whole(YEARS.0, YEARS.1, "yr", "10").optional(),
        /// Year after which it is not done any more; left out: it goes on to the end.
        pub to_year: Option<u32> = whole(YEARS.0, YEARS.1, "", "100").when(When::With("every_years")).optional(),
        /// Stand for which it waits: in its years it is done where all of this holds; left out: always.
        pub only_if: Option<StandRule> = table(StandRule::KEYS, "{ basal_area_from_m2_per_ha = 30.0 }").optional(),
        /// Species that is planted, or the only one that is felled; left out: all.
        pub species: Option<String> = name("\"beech\"").optional(),
        /// Diameter from which trees are counted and felled.
        #[serde(default = "merchantable_cm")]
        pub from_dbh_cm: f64 = real(DBH, "cm", "7.0").default(Real(MERCHANTABLE_CM)),
    }
}

/// Diameter from which stems are counted where nothing else is said, cm: the limit of coarse wood in Central European inventories.
pub(crate) const MERCHANTABLE_CM: f64 = 7.0;

fn merchantable_cm() -> f64 {
    MERCHANTABLE_CM
}

/// Most trees that one intervention plants at once.
pub const MOST_PLANTED: f64 = 1e8;

impl Intervention {
    /// What does not fit together among its keys, each sound by itself.
    fn related(&self) -> Vec<OutOfRange> {
        let mut found = Vec::new();
        let mut wrong = |path: &str, problem: String, hint: &'static str| {
            found.push(OutOfRange::beside(path, problem, hint));
        };
        if let Some(to_year) = self.to_year.filter(|&to_year| to_year < self.year) {
            let problem = format!("is {to_year}, before `year`, which is {}", self.year);
            wrong("to_year", problem, "make it at least as large as `year`");
        }
        match &self.treatment {
            Treatment::Plant { .. } if self.species.is_none() => wrong(
                "species",
                "is missing: what is to be planted?".to_owned(),
                "name one of the species of this scenario",
            ),
            Treatment::Thin {
                to_basal_area_m2_per_ha,
                to_stems_per_ha,
                share,
                ..
            } => {
                let given = [to_basal_area_m2_per_ha, to_stems_per_ha, share]
                    .into_iter()
                    .flatten()
                    .count();
                if given != 1 {
                    let problem = format!("is a thinning with {given} targets, but one has exactly one");
                    let hint = "give one of `to_basal_area_m2_per_ha`, `to_stems_per_ha` and `share`";
                    wrong("kind", problem, hint);
                }
            }
            Treatment::Fell {
                to_dbh_cm: Some(to_cm), ..
            } if *to_cm <= self.from_dbh_cm => {
                let problem = format!(
                    "is {to_cm} cm, but trees are felled from {} cm on: none would be",
                    self.from_dbh_cm
                );
                wrong("to_dbh_cm", problem, "make it larger than `from_dbh_cm`");
            }
            Treatment::Select { dbh_max_cm, .. } if *dbh_max_cm <= self.from_dbh_cm => {
                let problem = format!(
                    "is {dbh_max_cm} cm, but trees are counted from {} cm on: all would be felled",
                    self.from_dbh_cm
                );
                wrong("dbh_max_cm", problem, "make it larger than `from_dbh_cm`");
            }
            Treatment::Shelterwood { .. } if self.only_if.is_some() => wrong(
                "only_if",
                "is given for a shelterwood, which is opened and cleared in two years: the stand would be asked twice"
                    .to_owned(),
                "leave it out, or say the two cuts as interventions of their own",
            ),
            _ => {}
        }
        found
    }

    /// That no more and no taller trees are planted than can be.
    fn check_planting(&self, species: Option<&Species>, area_ha: f64) -> Result<(), ForestError> {
        let (
            Treatment::Plant {
                trees_per_ha,
                height_m,
                ..
            },
            Some(species),
        ) = (&self.treatment, species)
        else {
            return Ok(());
        };
        let trees = trees_per_ha * area_ha;
        if trees > MOST_PLANTED {
            return Err(ForestError::TooManyPlanted {
                name: self.name.clone(),
                trees,
                most: MOST_PLANTED,
            });
        }
        let greatest_m = species.greatest().height_m;
        if *height_m >= greatest_m {
            return Err(ForestError::PlantsGiants {
                name: self.name.clone(),
                species: species.name.clone(),
                height_m: *height_m,
                greatest_m,
            });
        }
        Ok(())
    }

    /// Whether it fells living trees.
    #[must_use]
    pub fn fells(&self) -> bool {
        !matches!(
            self.treatment,
            Treatment::Plant { .. } | Treatment::Salvage { .. }
        )
    }

    /// Whether this is one of its years; of a shelterwood also that in which it is cleared.
    #[must_use]
    pub fn acts_in(&self, year: u32) -> bool {
        self.is_due(year) || self.cut_in(year).is_some()
    }

    /// Whether a stand of living trees of these sizes is as its rule asks; any is where it has none.
    pub(crate) fn finds_its_stand(&self, living: impl Iterator<Item = Size>, area_ha: f64) -> bool {
        self.only_if
            .is_none_or(|rule| rule.holds(&StandSums::of(living, area_ha)))
    }

    /// The cut that is due in this year, of one that fells.
    fn cut_in(&self, year: u32) -> Option<Cut> {
        match self.treatment {
            Treatment::Plant { .. } | Treatment::Salvage { .. } => None,
            Treatment::Shelterwood { clear_after_yr, .. }
                if year
                    .checked_sub(clear_after_yr)
                    .is_some_and(|opened| self.is_due(opened)) =>
            {
                Some(Cut::Clearing)
            }
            _ => self.is_due(year).then_some(Cut::First),
        }
    }

    fn is_due(&self, year: u32) -> bool {
        let Some(since) = year.checked_sub(self.year) else {
            return false;
        };
        match self.every_years {
            Some(every) => since.is_multiple_of(every) && self.to_year.is_none_or(|to_year| year <= to_year),
            None => since == 0,
        }
    }
}

/// Which cut of an intervention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Its only one, or that which opens a shelterwood.
    First,
    /// That of the shelter.
    Clearing,
}

impl Treatment {
    /// What scenarios and tables call it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plant { .. } => "plant",
            Self::Thin { .. } => "thin",
            Self::Fell { .. } => "fell",
            Self::Select { .. } => "select",
            Self::Shelterwood { .. } => "shelterwood",
            Self::Salvage { .. } => "salvage",
        }
    }
}

impl StandRule {
    /// Whether a stand is as it says.
    pub(crate) fn holds(&self, stand: &StandSums) -> bool {
        let least = |bound: Option<f64>, value: f64| bound.is_none_or(|bound| value >= bound);
        let most = |bound: Option<f64>, value: f64| bound.is_none_or(|bound| value <= bound);
        least(self.basal_area_from_m2_per_ha, stand.basal_area_m2_per_ha)
            && most(self.basal_area_to_m2_per_ha, stand.basal_area_m2_per_ha)
            && least(self.stems_from_per_ha, stand.stems_per_ha)
            && most(self.stems_to_per_ha, stand.stems_per_ha)
            && least(self.top_height_from_m, stand.top_height_m)
    }
}

/// What rules ask of a stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct StandSums {
    pub(crate) basal_area_m2_per_ha: f64,
    pub(crate) stems_per_ha: f64,
    pub(crate) top_height_m: f64,
}

impl StandSums {
    /// Of trees of these sizes on so many hectares.
    pub(crate) fn of(sizes: impl Iterator<Item = Size>, area_ha: f64) -> Self {
        let mut sizes: Vec<Size> = sizes.filter(|size| size.dbh_cm >= MERCHANTABLE_CM).collect();
        // A fixed order, for the same bits of the sums.
        sizes.sort_unstable_by(|a, b| {
            b.dbh_cm
                .total_cmp(&a.dbh_cm)
                .then(b.height_m.total_cmp(&a.height_m))
        });
        Self {
            basal_area_m2_per_ha: sizes.iter().map(|size| basal_area_m2(size.dbh_cm)).sum::<f64>() / area_ha,
            stems_per_ha: sizes.len() as f64 / area_ha,
            top_height_m: top_height_m(&sizes, area_ha).unwrap_or(0.0),
        }
    }
}

/// Mean height of the hundred thickest trees a hectare, of trees from the thickest on, m; none without trees. Where there are fewer,
/// of all.
///
/// # Source
/// The top height of Assmann.
#[must_use]
pub fn top_height_m(from_thickest: &[Size], area_ha: f64) -> Option<f64> {
    let count = ((100.0 * area_ha).round() as usize).clamp(1, from_thickest.len().max(1));
    let top = from_thickest.get(..count)?;
    Some(top.iter().map(|size| size.height_m).sum::<f64>() / count as f64)
}

/// The interventions of a forest, in the order in which they act.
#[derive(Clone, Default)]
pub struct Management(Arc<[Planned]>);

struct Planned {
    intervention: Intervention,
    /// The species that it is about, if it is about one alone.
    species: Option<u16>,
    /// From which its draws follow that are no tree's.
    key: RandomKey,
}

impl Management {
    /// Whether nobody does anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of a forest of these species on a plot of so many hectares; their draws follow from this key.
    pub(crate) fn new<'a>(
        interventions: Vec<Intervention>,
        species: impl Iterator<Item = &'a Species> + Clone,
        area_ha: f64,
        key: RandomKey,
    ) -> Result<Self, ForestError> {
        let found = (0..).zip(interventions).map(|(number, one)| {
            one.in_range().map_err(ForestError::Management)?;
            let index = one
                .species
                .as_ref()
                .map(|name| {
                    let position = species.clone().position(|species| species.name == *name);
                    position
                        .map(|index| index as u16)
                        .ok_or_else(|| ForestError::ManagesNobody {
                            name: one.name.clone(),
                            species: name.clone(),
                        })
                })
                .transpose()?;
            one.check_planting(
                index.and_then(|index| species.clone().nth(usize::from(index))),
                area_ha,
            )?;
            Ok(Planned {
                intervention: one,
                species: index,
                key: key.child(number, Purpose::Planting, 0),
            })
        });
        Ok(Self(found.collect::<Result<_, _>>()?))
    }
}

impl Management {
    /// Those that fell in this year, by their numbers, with the cut that is due.
    pub(crate) fn felling(&self, year: u32) -> impl Iterator<Item = (u16, &Intervention, Cut)> {
        self.numbered()
            .filter_map(move |(number, one)| Some((number, one, one.cut_in(year)?)))
    }

    /// Those that salvage in this year, with the years since a death within which they do.
    pub(crate) fn salvage(&self, year: u32) -> impl Iterator<Item = (u16, &Intervention, u32)> {
        let due = self.numbered().filter(move |(_, one)| one.is_due(year));
        due.filter_map(|(number, one)| match one.treatment {
            Treatment::Salvage { within_yr } => Some((number, one, within_yr)),
            _ => None,
        })
    }

    /// Those that plant in this year.
    pub(crate) fn planting(&self, year: u32) -> impl Iterator<Item = (u16, &Intervention, Planting)> {
        let due = self.numbered().filter(move |(_, one)| one.is_due(year));
        due.filter_map(|(number, one)| match one.treatment {
            Treatment::Plant {
                trees_per_ha,
                height_m,
                age_yr,
                layout,
                clear_m,
            } => {
                let planting = Planting {
                    species: self.species_of(number)?,
                    key: self.0.get(usize::from(number))?.key,
                    trees_per_ha,
                    height_m,
                    age_yr: age_yr as u16,
                    layout,
                    clear_m,
                };
                Some((number, one, planting))
            }
            _ => None,
        })
    }

    /// The species that one is about, if it is about one alone.
    pub(crate) fn species_of(&self, number: u16) -> Option<u16> {
        self.0
            .get(usize::from(number))
            .and_then(|planned| planned.species)
    }

    fn numbered(&self) -> impl Iterator<Item = (u16, &Intervention)> {
        (0..).zip(self.0.iter().map(|planned| &planned.intervention))
    }
}

/// What is planted, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Planting {
    pub(crate) species: u16,
    pub(crate) key: RandomKey,
    pub(crate) trees_per_ha: f64,
    pub(crate) height_m: f64,
    pub(crate) age_yr: u16,
    pub(crate) layout: Layout,
    pub(crate) clear_m: f64,
}

/// What one intervention did to one tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handled {
    /// Which, as a place in the list of interventions.
    pub intervention: u16,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where the tree stood or stands, m.
    pub place_m: [f64; 2],
    /// How big it was or is.
    pub size: Size,
    /// Volume of the stem that was taken out, m³; 0 of a tree that was planted.
    pub volume_m3: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinning() -> Intervention {
        Intervention {
            treatment: Treatment::Thin {
                from: From::Below,
                to_basal_area_m2_per_ha: Some(20.0),
                to_stems_per_ha: None,
                share: None,
            },
            name: "thinning".to_owned(),
            year: 20,
            every_years: Some(10),
            to_year: Some(45),
            only_if: None,
            species: None,
            from_dbh_cm: 7.0,
        }
    }

    fn years(one: &Intervention, cut: Cut) -> Vec<u32> {
        (0..100).filter(|&year| one.cut_in(year) == Some(cut)).collect()
    }

    #[test]
    fn it_is_due_in_its_year_and_at_its_interval() {
        assert_eq!(years(&thinning(), Cut::First), [20, 30, 40]);
        let once = Intervention {
            every_years: None,
            to_year: None,
            ..thinning()
        };
        assert_eq!(years(&once, Cut::First), [20]);
        let shelterwood = Intervention {
            treatment: Treatment::Shelterwood {
                shelter_per_ha: 80.0,
                clear_after_yr: 15,
            },
            ..once
        };
        assert_eq!(years(&shelterwood, Cut::First), [20]);
        assert_eq!(years(&shelterwood, Cut::Clearing), [35]);
    }

    #[test]
    fn a_rule_is_asked_of_the_stems_that_count() {
        let sizes = (0..200).map(|number| Size {
            dbh_cm: f64::from(number % 40),
            height_m: f64::from(number % 40),
        });
        let stand = StandSums::of(sizes, 0.5);
        // 33 of 40 diameters are 7 cm or more; the 50 thickest are 30 to 39 cm and as many metres.
        assert_eq!(stand.stems_per_ha, 330.0);
        assert_eq!(stand.top_height_m, 34.5);
        let area: f64 = (7..40).map(|dbh| 5.0 * basal_area_m2(f64::from(dbh))).sum();
        assert!((stand.basal_area_m2_per_ha - area / 0.5).abs() < 1e-9);
        let rule = |low, high| StandRule {
            stems_from_per_ha: low,
            stems_to_per_ha: high,
            ..StandRule::default()
        };
        assert!(rule(Some(330.0), Some(330.0)).holds(&stand) && rule(None, None).holds(&stand));
        assert!(!rule(Some(331.0), None).holds(&stand) && !rule(None, Some(329.0)).holds(&stand));
        assert_eq!(StandSums::of(std::iter::empty(), 1.0), StandSums::default());
    }

    #[test]
    fn what_does_not_fit_together_is_named() {
        let faults = |one: &Intervention| -> Vec<String> {
            one.related().into_iter().map(|fault| fault.path).collect()
        };
        assert!(faults(&thinning()).is_empty());
        let mut wrong = thinning();
        wrong.to_year = Some(19);
        wrong.treatment = Treatment::Thin {
            from: From::Above,
            to_basal_area_m2_per_ha: None,
            to_stems_per_ha: Some(1.0),
            share: Some(0.1),
        };
        assert_eq!(faults(&wrong), ["to_year", "kind"]);
        wrong = thinning();
        wrong.treatment = Treatment::Fell {
            to_dbh_cm: Some(7.0),
            keep_per_ha: 0.0,
        };
        assert_eq!(faults(&wrong), ["to_dbh_cm"]);
    }
}

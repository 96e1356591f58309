//! The part of a page that shows a forest that grew: its years, and with them the map, the curves and the numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use understory_records::{CensusRow, SpacingRow};

use crate::curve::Curve;
use crate::ground::{Ground, PackedGround};
use crate::snapshots::{PackedSnapshots, Snapshots};
use crate::state::{PackedState, SpeciesLook, State};
use crate::wood::{PackedWood, Wood};

/// The statistics of `spacing.csv` that a page draws.
const CURVES: [&str; 2] = ["nnd_density", "pcf"];

/// A forest that grew, from its tables.
#[derive(Debug)]
pub struct Run {
    /// The trees of the recorded years.
    pub snapshots: Snapshots,
    /// How each of the snapshots' species is shown, in their order.
    pub species: Vec<SpeciesLook>,
    /// The rows of `census.csv`.
    pub census: Vec<CensusRow>,
    /// The rows of `spacing.csv`.
    pub spacing: Vec<SpacingRow>,
    /// When and of what trees that are drawn died; empty where the run left no table of events.
    pub deaths: Vec<Death>,
    /// The ground; none where it is level.
    pub ground: Option<Ground>,
    /// Latitude of the plot, where it is known.
    pub latitude_deg: Option<f64>,
    /// Crowns and roots that grew with their trees, by recorded year.
    pub grown: Vec<(u32, Wood)>,
    /// Seeds and deadwood of the recorded years that have them.
    pub states: Vec<State>,
}

/// The death of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Death {
    /// Number of the tree.
    pub tree: u64,
    /// Year in which it died.
    pub year: u32,
    /// What it died of.
    pub cause: String,
}

/// A table of the curves of each scope, statistic and year.
pub(crate) type Curves = BTreeMap<String, BTreeMap<String, BTreeMap<u32, Curve>>>;

#[derive(Debug, Serialize)]
pub(crate) struct PackedRun {
    species: Vec<SpeciesLook>,
    snapshots: PackedSnapshots,
    census: Census,
    curves: Curves,
    deaths: Vec<Death>,
    ground: Option<PackedGround>,
    latitude_deg: Option<f64>,
    grown: Vec<PackedGrown>,
    states: Vec<PackedState>,
}

/// Crowns and roots of a year.
#[derive(Debug, Serialize)]
struct PackedGrown {
    year: u32,
    wood: PackedWood,
}

/// Columns of `census.csv`, then by species (and `all`) and year their numbers.
#[derive(Debug, Serialize)]
struct Census {
    columns: [&'static str; COLUMNS],
    rows: BTreeMap<String, BTreeMap<u32, [Option<f64>; COLUMNS]>>,
}

impl Run {
    /// Trees alone, without all that only some runs leave.
    #[must_use]
    pub fn of(snapshots: Snapshots, species: Vec<SpeciesLook>) -> Self {
        Self {
            snapshots,
            species,
            census: Vec::new(),
            spacing: Vec::new(),
            deaths: Vec::new(),
            ground: None,
            latitude_deg: None,
            grown: Vec::new(),
            states: Vec::new(),
        }
    }

    pub(crate) fn pack(self, into: &mut Vec<u8>) -> PackedRun {
        let species = &self.species;
        PackedRun {
            snapshots: self.snapshots.pack(into),
            census: census(&self.census),
            curves: curves(&self.spacing),
            deaths: self.deaths,
            ground: self.ground.map(|ground| ground.pack(into)),
            latitude_deg: self.latitude_deg,
            grown: self
                .grown
                .iter()
                .map(|(year, wood)| PackedGrown {
                    year: *year,
                    wood: wood.pack(100, into),
                })
                .collect(),
            states: self
                .states
                .iter()
                .map(|state| state.pack(species, into))
                .collect(),
            species: self.species,
        }
    }
}

const COLUMNS: usize = 14;

fn census(rows: &[CensusRow]) -> Census {
    let mut by_species: BTreeMap<String, BTreeMap<u32, [Option<f64>; COLUMNS]>> = BTreeMap::new();
    for row in rows {
        let count = |number: u64| Some(number as f64);
        let numbers = [
            count(row.trees),
            count(row.seedlings),
            count(row.saplings),
            count(row.adults),
            count(row.seeds),
            count(row.germinated),
            count(row.resprouted),
            count(row.died),
            Some(row.basal_area_m2_per_ha),
            row.mean_dbh_cm,
            row.mean_height_m,
            row.clark_evans,
            row.mean_nnd_m,
            count(row.seeds_landed),
        ];
        by_species
            .entry(row.species.clone())
            .or_default()
            .insert(row.year, numbers);
    }
    Census {
        columns: [
            "trees",
            "seedlings",
            "saplings",
            "adults",
            "seeds",
            "germinated",
            "resprouted",
            "died",
            "basal_area_m2_per_ha",
            "mean_dbh_cm",
            "mean_height_m",
            "clark_evans",
            "mean_nnd_m",
            "seeds_landed",
        ],
        rows: by_species,
    }
}

pub(crate) fn curves(rows: &[SpacingRow]) -> Curves {
    let mut curves = Curves::new();
    for row in rows {
        let (Some(r_m), true) = (row.r_m, CURVES.contains(&row.statistic.as_str())) else {
            continue;
        };
        let by_statistic = curves.entry(row.scope.clone()).or_default();
        let by_year = by_statistic.entry(row.statistic.clone()).or_default();
        let values = [row.observed, row.theoretical, row.envelope_low, row.envelope_high];
        by_year.entry(row.year).or_default().push(r_m, values);
    }
    curves
}

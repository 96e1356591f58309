//! Stands that were measured: whether trees in nature stand evenly, and whether chance looks like them.
//!
//! The maps are those that the statistics of `understory-spacing` are tested with, and longleaf's that of the scenarios; their
//! READMEs say where they come from.

use understory_space::{Edge, Plot};
use understory_spacing::NearestNeighbourSummary;

use super::measures::Place;
use crate::ClaimError;
use crate::claim::Claim;
use crate::rows::Definition;
use crate::rows::Definition::Once;

const LONGLEAF: &str = include_str!("../../../../scenarios/data/longleaf.csv");
const SWEDISH_PINES: &str = include_str!("../../../spacing/tests/reference/points/swedishpines.csv");
const JAPANESE_PINES: &str = include_str!("../../../spacing/tests/reference/points/japanesepines.csv");
const REDWOOD: &str = include_str!("../../../spacing/tests/reference/points/redwood.csv");

pub(super) fn claims() -> Vec<Claim> {
    CLAIMS.iter().map(Definition::claim).collect()
}

const CLAIMS: &[Definition] = &[
    Once("W21", || longleaf_index([30.0, f64::INFINITY])),
    Once("W21.ages", || {
        let [old, young] = [[30.0, f64::INFINITY], [0.0, 10.0]].map(longleaf_index);
        Ok(old? - young?)
    }),
    Once("W21.young", || longleaf_index([0.0, 10.0])),
    Once("W21.middle", || longleaf_index([10.0, 30.0])),
    Once("W21.pines", || Ok(measured_stands()?[1].index()?[0])),
    Once("W44", told_from_random_points),
    Once("W44.all", told_from_random_points),
];

/// Share of the measured stands that the Clark–Evans test tells from random points at 5 %.
fn told_from_random_points() -> Result<f64, ClaimError> {
    let indices: Vec<[f64; 2]> = measured_stands()?
        .iter()
        .map(Stand::index)
        .collect::<Result<_, _>>()?;
    let told = indices.iter().filter(|[_, p_value]| *p_value < 0.05).count();
    Ok(told as f64 / indices.len() as f64)
}

/// The index of the longleaf pines of some diameters, cm, from the first to below the second.
pub(crate) fn longleaf_index([from, to]: [f64; 2]) -> Result<f64, ClaimError> {
    let places_m = read(LONGLEAF)
        .filter(|row| row.get(2).is_some_and(|dbh_cm| (from..to).contains(dbh_cm)))
        .map(|row| [row[0], row[1]]);
    let stand = Stand::new(places_m.collect(), [0.0; 2], [200.0; 2])?;
    Ok(stand.index()?[0])
}

/// A stand that was measured.
struct Stand {
    places_m: Vec<Place>,
    plot: Plot,
}

impl Stand {
    fn new(places_m: Vec<Place>, origin_m: [f64; 2], size_m: [f64; 2]) -> Result<Self, ClaimError> {
        let plot = Plot::new(origin_m, size_m, Edge::Open)?;
        Ok(Self { places_m, plot })
    }

    /// Clark–Evans index after Donnelly, and the probability of one as far from 1 by chance.
    fn index(&self) -> Result<[f64; 2], ClaimError> {
        let found = NearestNeighbourSummary::new(&self.places_m, &self.plot)?.clark_evans();
        let p_value = found.donnelly_test.unwrap_or(found.naive_test).p_value;
        Ok([found.donnelly.unwrap_or(found.naive), p_value])
    }
}

/// Longleaf, Swedish pines, Japanese pines, redwood: in the units of each.
fn measured_stands() -> Result<[Stand; 4], ClaimError> {
    let places = |text| read(text).map(|row| [row[0], row[1]]).collect();
    Ok([
        Stand::new(places(LONGLEAF), [0.0; 2], [200.0; 2])?,
        Stand::new(places(SWEDISH_PINES), [0.0; 2], [96.0, 100.0])?,
        Stand::new(places(JAPANESE_PINES), [0.0; 2], [1.0; 2])?,
        Stand::new(places(REDWOOD), [0.0, -1.0], [1.0; 2])?,
    ])
}

/// The numbers of each row of a table; rows that hold anything else, as the heading, are left out.
fn read(table: &str) -> impl Iterator<Item = Vec<f64>> {
    table.lines().filter_map(|line| {
        let numbers = line.split(',').map(|number| number.trim().parse::<f64>().ok());
        numbers.collect::<Option<Vec<f64>>>().filter(|row| row.len() > 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the data's own page says, computed by R-spatstat.
    #[test]
    fn longleaf_pines_are_less_clustered_the_larger_they_are() {
        for (range, index) in [
            ([0.0, 10.0], 0.35),
            ([10.0, 30.0], 0.57),
            ([30.0, f64::INFINITY], 0.92),
        ] {
            let found = longleaf_index(range).unwrap();
            assert!((found - index).abs() < 0.005, "{range:?}: {found}");
        }
        let counts: Vec<usize> = measured_stands()
            .unwrap()
            .iter()
            .map(|stand| stand.places_m.len())
            .collect();
        assert_eq!(counts, [584, 71, 65, 62]);
    }
}

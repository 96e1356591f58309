//! The verdicts that a run must come to again: tables of earlier ones, which ship with the program. Those of a quick run and of a full
//! one stand apart, as an interval over three seeds is wider.
//!
//! Where a change is meant, `python3 results/tables/make.py` takes these columns from the tables of `understory claims --quick` and of full runs.

use serde::Deserialize;
use understory_records::ClaimsRow;

use crate::budget::Budget;

const QUICK: &str = include_str!("recorded/quick.csv");
const FULL: &str = include_str!("recorded/full.csv");

/// A claim whose verdict is another one than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which claim.
    pub id: String,
    /// The verdict on record; none for a claim that is new.
    pub recorded: Option<String>,
    /// The verdict now.
    pub found: String,
}

/// A row on record: of a claim its numbers and its verdict. What it says and how it is tried stands in `claims.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct OnRecord {
    /// The claim.
    pub id: String,
    /// Its set.
    pub set: String,
    /// The mean over the seeds, or what the claim takes in its place.
    pub measured: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The verdict.
    pub verdict: String,
    /// How many seeds were taken.
    pub seeds: u32,
}

impl From<&ClaimsRow> for OnRecord {
    fn from(row: &ClaimsRow) -> Self {
        Self {
            id: row.id.clone(),
            set: row.set.clone(),
            measured: row.measured,
            low: row.low,
            high: row.high,
            verdict: row.verdict.clone(),
            seeds: row.seeds,
        }
    }
}

/// The rows on record for a budget: those of quick runs, or those of full ones, of the sets that full ones are on record of. None for any
/// other number of seeds.
///
/// # Panics
/// Where the records are no tables; a test reads both.
#[must_use]
pub fn rows(budget: Budget) -> Vec<OnRecord> {
    let text = match budget.seeds {
        seeds if seeds == Budget::QUICK.seeds => QUICK,
        seeds if seeds == Budget::FULL.seeds => FULL,
        _ => "",
    };
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the tests read it")
}

/// The claims of `found` whose verdicts differ from those on record; of sets that are not on record none.
#[must_use]
pub fn differences(recorded: &[OnRecord], found: &[OnRecord]) -> Vec<Difference> {
    let verdict_on_record = |id: &str| {
        let row = recorded.iter().find(|row| row.id == id);
        row.map(|row| row.verdict.clone())
    };
    let difference = |row: &OnRecord| {
        let recorded = verdict_on_record(&row.id);
        (recorded.as_ref() != Some(&row.verdict)).then(|| Difference {
            id: row.id.clone(),
            recorded,
            found: row.verdict.clone(),
        })
    };
    let is_on_record = |row: &&OnRecord| recorded.iter().any(|other| other.set == row.set);
    found.iter().filter(is_on_record).filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Claim, Set, catalogue};

    fn all() -> Vec<Claim> {
        Set::ALL.into_iter().flat_map(catalogue).collect()
    }

    #[test]
    fn every_claim_that_is_quick_is_on_record_and_nothing_else_is() {
        let recorded: Vec<String> = (rows(Budget::QUICK).into_iter()).map(|row| row.id).collect();
        let claims = all().into_iter().filter(|claim| !claim.is_long);
        assert_eq!(recorded, claims.map(|claim| claim.id).collect::<Vec<_>>());
    }

    #[test]
    fn every_claim_of_articles_and_trees_is_on_record_in_full() {
        let recorded: Vec<String> = (rows(Budget::FULL).into_iter()).map(|row| row.id).collect();
        let claims = [Set::Articles, Set::Trees].into_iter().flat_map(catalogue);
        assert_eq!(recorded, claims.map(|claim| claim.id).collect::<Vec<_>>());
        assert_eq!(rows(Budget::of(7)), []);
    }

    #[test]
    fn a_verdict_on_record_is_that_of_its_numbers() {
        let claims = all();
        for budget in [Budget::QUICK, Budget::FULL] {
            for row in rows(budget) {
                let claim = claims.iter().find(|claim| claim.id == row.id).unwrap();
                assert_eq!(
                    row.verdict,
                    claim.expected.verdict([row.low, row.high]).word(),
                    "{}",
                    row.id
                );
            }
        }
    }

    #[test]
    fn another_verdict_and_a_claim_that_is_not_on_record_are_differences() {
        let recorded = rows(Budget::QUICK);
        assert_eq!(differences(&recorded, &recorded), []);
        let mut found = recorded.clone();
        found[0].verdict = "unheard".to_owned();
        found[1].id = "S0".to_owned();
        found[2].set = "dreams".to_owned();
        found[2].verdict = "unheard".to_owned();
        let ids: Vec<String> = differences(&recorded, &found)
            .into_iter()
            .map(|difference| difference.id)
            .collect();
        assert_eq!(ids, [recorded[0].id.as_str(), "S0"]);
    }
}

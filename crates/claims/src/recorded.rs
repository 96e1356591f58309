//! The verdicts that a run must come to again: tables of earlier ones, which ship with the program. Those of a quick run and of a full
//! one stand apart, as an interval over three seeds is wider.
//!
//! Where a change is meant, the table of `understory claims --quick`, or of a full run of a set, takes their place.

use understory_records::{ClaimsRow, ReadError, read_rows};

use crate::budget::Budget;
use crate::claim::Claim;

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

/// Why verdicts cannot be held against a table on record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A claim says or does something else there.
    #[error(
        "the table on record is of another version: the {what} of `{id}` is \"{recorded}\" there, and here \"{now}\"; measure its set \
         anew and put the table in its place"
    )]
    OtherVersion {
        /// The claim.
        id: String,
        /// The column.
        what: &'static str,
        /// What it is on record.
        recorded: String,
        /// What it is now.
        now: String,
    },
    /// A verdict there does not follow from the numbers beside it.
    #[error(
        "the table on record was edited: `{id}` `{recorded}` there, but by {low} to {high} it `{verdict}`; measure its set anew and put \
         the table in its place"
    )]
    Edited {
        /// The claim.
        id: String,
        /// The verdict on record.
        recorded: String,
        /// The lower end of the interval on record.
        low: String,
        /// Its upper end.
        high: String,
        /// The verdict that follows from the interval.
        verdict: &'static str,
    },
    /// A claim stands there twice.
    #[error("the table on record was edited: `{id}` is there twice")]
    Twice {
        /// The claim.
        id: String,
    },
}

/// The rows on record for a budget: those of quick runs, or those of full ones, of the sets that full ones are on record of. None for any
/// other number of seeds.
///
/// # Errors
/// [`ReadError`] for a record that is no table.
pub fn rows(budget: Budget) -> Result<Vec<ClaimsRow>, ReadError> {
    match budget.seeds {
        seeds if seeds == Budget::QUICK.seeds => read_rows("recorded/quick.csv", QUICK.as_bytes()),
        seeds if seeds == Budget::FULL.seeds => read_rows("recorded/full.csv", FULL.as_bytes()),
        _ => Ok(Vec::new()),
    }
}

/// Whether rows on record are of these claims as they are, and as they were measured.
///
/// # Errors
/// [`RecordError`] for the first row of one of the claims that is not.
pub fn check(recorded: &[ClaimsRow], claims: &[Claim]) -> Result<(), RecordError> {
    for claim in claims {
        let mut own = recorded.iter().filter(|row| row.id == claim.id);
        let Some(row) = own.next() else { continue };
        if own.next().is_some() {
            return Err(RecordError::Twice { id: row.id.clone() });
        }
        let expected = claim.expected.to_string();
        for (what, recorded, now) in [
            ("statement", &row.statement, &claim.statement),
            ("experiment", &row.experiment, &claim.experiment),
            ("range", &row.expected, &expected),
        ] {
            if recorded != now {
                return Err(RecordError::OtherVersion {
                    id: row.id.clone(),
                    what,
                    recorded: recorded.clone(),
                    now: now.clone(),
                });
            }
        }
        let verdict = claim.expected.verdict([row.low, row.high]).word();
        if row.verdict != verdict {
            return Err(RecordError::Edited {
                id: row.id.clone(),
                recorded: row.verdict.clone(),
                low: row.low.to_string(),
                high: row.high.to_string(),
                verdict,
            });
        }
    }
    Ok(())
}

/// The claims of `found` whose verdicts differ from those on record; of sets that are not on record none.
#[must_use]
pub fn differences(recorded: &[ClaimsRow], found: &[ClaimsRow]) -> Vec<Difference> {
    let verdict_on_record = |id: &str| {
        let row = recorded.iter().find(|row| row.id == id);
        row.map(|row| row.verdict.clone())
    };
    let difference = |row: &ClaimsRow| {
        let recorded = verdict_on_record(&row.id);
        (recorded.as_ref() != Some(&row.verdict)).then(|| Difference {
            id: row.id.clone(),
            recorded,
            found: row.verdict.clone(),
        })
    };
    let is_on_record = |row: &&ClaimsRow| recorded.iter().any(|other| other.set == row.set);
    found.iter().filter(is_on_record).filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, catalogue};

    fn all() -> Vec<Claim> {
        Set::ALL.into_iter().flat_map(catalogue).collect()
    }

    #[test]
    fn every_claim_that_is_quick_is_on_record_and_nothing_else_is() {
        let recorded: Vec<String> = (rows(Budget::QUICK).unwrap().into_iter())
            .map(|row| row.id)
            .collect();
        let claims = all().into_iter().filter(|claim| !claim.is_long);
        assert_eq!(recorded, claims.map(|claim| claim.id).collect::<Vec<_>>());
    }

    #[test]
    fn every_claim_of_articles_and_trees_is_on_record_in_full() {
        let recorded: Vec<String> = (rows(Budget::FULL).unwrap().into_iter())
            .map(|row| row.id)
            .collect();
        let claims = [Set::Articles, Set::Trees].into_iter().flat_map(catalogue);
        assert_eq!(recorded, claims.map(|claim| claim.id).collect::<Vec<_>>());
        assert_eq!(rows(Budget::of(7)).unwrap(), []);
    }

    #[test]
    fn both_records_are_of_this_version_and_as_they_were_measured() {
        for budget in [Budget::QUICK, Budget::FULL] {
            assert_eq!(check(&rows(budget).unwrap(), &all()), Ok(()));
        }
    }

    #[test]
    fn a_record_of_another_version_or_edited_is_told() {
        let claims = all();
        let told = |change: &dyn Fn(&mut Vec<ClaimsRow>)| {
            let mut recorded = rows(Budget::QUICK).unwrap();
            change(&mut recorded);
            check(&recorded, &claims).unwrap_err().to_string()
        };
        let said = told(&|rows| rows[2].experiment = "dice".to_owned());
        assert!(
            said.contains("of another version: the experiment of `W2.none` is \"dice\" there"),
            "{said}"
        );
        let said = told(&|rows| rows[1].verdict = "fails".to_owned());
        assert!(
            said.contains("was edited: `W2` `fails` there, but by 6."),
            "{said}"
        );
        let said = told(&|rows| rows.push(rows[0].clone()));
        assert!(said.contains("`W1` is there twice"), "{said}");
    }

    #[test]
    fn another_verdict_and_a_claim_that_is_not_on_record_are_differences() {
        let recorded = rows(Budget::QUICK).unwrap();
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

//! The verdicts that a quick run must come to again: the table of an earlier one, which ships with the program.
//!
//! Where a change is meant, the table of `understory claims --quick` takes its place.

use understory_records::{ClaimsRow, ReadError, read_rows};

const QUICK: &str = include_str!("recorded.csv");

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

/// The rows on record.
///
/// # Errors
/// [`ReadError`] for a record that is no table.
pub fn rows() -> Result<Vec<ClaimsRow>, ReadError> {
    read_rows("recorded.csv", QUICK.as_bytes())
}

/// The claims of `found` whose verdicts differ from those on record.
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
    found.iter().filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, catalogue};

    #[test]
    fn every_claim_that_is_quick_is_on_record_and_nothing_else_is() {
        let recorded: Vec<String> = rows().unwrap().into_iter().map(|row| row.id).collect();
        let claims = Set::ALL
            .into_iter()
            .flat_map(catalogue)
            .filter(|claim| !claim.is_long);
        assert_eq!(recorded, claims.map(|claim| claim.id).collect::<Vec<_>>());
    }

    #[test]
    fn another_verdict_and_a_claim_that_is_not_on_record_are_differences() {
        let recorded = rows().unwrap();
        assert_eq!(differences(&recorded, &recorded), []);
        let mut found = recorded.clone();
        found[0].verdict = "unheard".to_owned();
        found[1].id = "S0".to_owned();
        let ids: Vec<String> = differences(&recorded, &found)
            .into_iter()
            .map(|difference| difference.id)
            .collect();
        assert_eq!(ids, [recorded[0].id.as_str(), "S0"]);
    }
}

//! What each claim says, by its name: `claims.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, SaidBy, Set};
use crate::error::ClaimError;
use crate::expected::Expected;

static ALL: LazyLock<BTreeMap<String, Words>> =
    LazyLock::new(|| toml::from_str(include_str!("claims.toml")).expect("a test reads it"));

/// A claim in words, with its range.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    #[serde(default)]
    said_by: SaidBy,
    statement: String,
    /// What is done and measured, or the latter alone where several claims share what is done.
    pub(crate) experiment: String,
    expected: Expected,
    #[serde(default)]
    remark: String,
}

impl Words {
    /// Those under this name.
    ///
    /// # Panics
    /// Where there are none.
    pub(crate) fn of(name: &str) -> &'static Self {
        ALL.get(name)
            .unwrap_or_else(|| panic!("claims.toml lacks `{name}`"))
    }

    /// Their claim under this name, which is measured so.
    pub(crate) fn claim(
        &self,
        id: &str,
        set: Set,
        measure: impl Fn(Budget) -> Result<Measured, ClaimError> + 'static,
    ) -> Claim {
        Claim {
            id: id.to_owned(),
            set,
            said_by: self.said_by,
            statement: self.statement.clone(),
            experiment: self.experiment.clone(),
            expected: self.expected,
            remark: self.remark.clone(),
            is_long: false,
            measure: Box::new(measure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_says_something_and_its_name_is_that_of_an_experiment() {
        let claims = Set::ALL
            .into_iter()
            .flat_map(crate::catalogue)
            .collect::<Vec<_>>();
        for (name, words) in &*ALL {
            let says_so =
                |claim: &Claim| claim.statement == words.statement && claim.expected == words.expected;
            assert!(claims.iter().any(says_so), "{name} is the name of no experiment");
            assert!(
                !words.statement.is_empty() && !words.experiment.is_empty(),
                "{name}"
            );
        }
    }
}

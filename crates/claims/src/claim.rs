//! A claim: what is said, how it is tried, and when it holds.

use std::fmt;

use serde::Deserialize;
use understory_records::ClaimsRow;

use crate::budget::{Budget, Measured};
use crate::error::ClaimError;
use crate::expected::Expected;

/// Which claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// What the articles and their readers say.
    Articles,
    /// What must come out of the forest.
    Forest,
    /// What the field that keeps seeds from germinating does to where trees stand.
    Inhibition,
    /// Whether the trees that ship are like those that were measured.
    Trees,
}

impl Set {
    /// All of them, in the order in which they are measured.
    pub const ALL: [Self; 4] = [Self::Articles, Self::Trees, Self::Forest, Self::Inhibition];
}

impl fmt::Display for Set {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Articles => "articles",
            Self::Forest => "forest",
            Self::Inhibition => "inhibition",
            Self::Trees => "trees",
        })
    }
}

/// Who says what is claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SaidBy {
    /// An article.
    Article,
    /// A reader in a comment below it, or its author in an answer to one.
    Comment,
    /// We do, to see where a statement ends or what is true instead, or as a band of measured trees and stands.
    #[default]
    Ours,
}

impl SaidBy {
    /// The word in the table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Comment => "comment",
            Self::Ours => "ours",
        }
    }
}

/// A claim with the experiment that tries it.
pub struct Claim {
    /// `S13`, or `S13.scaled` where several experiments try one claim.
    pub id: String,
    /// Where it belongs.
    pub set: Set,
    /// Who says so.
    pub said_by: SaidBy,
    /// What is claimed.
    pub statement: String,
    /// What is done and measured, with the unit.
    pub experiment: String,
    /// For which values the claim holds.
    pub expected: Expected,
    /// What a reader should know beside the verdict; may be empty.
    pub remark: String,
    /// Whether its experiment takes too long for a check that takes seconds.
    pub is_long: bool,
    pub(super) measure: Box<Experiment>,
}

/// The experiment of a claim: the same budget gives the same bits.
pub(super) type Experiment = dyn Fn(Budget) -> Result<Measured, ClaimError>;

impl Claim {
    /// Makes the experiment and judges the claim by it.
    ///
    /// # Errors
    /// [`ClaimError`] where something in it could not grow, or gave no finite number.
    pub fn measured(&self, budget: &Budget) -> Result<ClaimsRow, ClaimError> {
        let Measured {
            value,
            interval: [low, high],
            seeds,
        } = (self.measure)(*budget)?;
        if ![value, low, high].iter().all(|number| number.is_finite()) {
            return Err(ClaimError::InWords(format!(
                "the experiment gave {value}, but a claim is judged by a finite number"
            )));
        }
        Ok(ClaimsRow {
            id: self.id.clone(),
            set: self.set.to_string(),
            said_by: self.said_by.word().to_owned(),
            statement: self.statement.clone(),
            experiment: self.experiment.clone(),
            expected: self.expected.to_string(),
            measured: value,
            low,
            high,
            verdict: self.expected.verdict([low, high]).word().to_owned(),
            seeds,
            remark: self.remark.clone(),
        })
    }
}

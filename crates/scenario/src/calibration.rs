//! `[calibrate]`: the measured stand that a scenario is to resemble, and the keys that are to be found.

use crate::sweep::Range;
use understory_keys::named;

/// Fewer trees have no spacing to speak of.
pub(crate) const FEWEST_TREES: usize = 10;
/// The fewest runs with which anything can be told.
pub(crate) const LEAST_BUDGET: i64 = 100;
/// Fewer patterns make no test at 5 %.
pub const LEAST_PREDICTIVE: u32 = 19;

/// What a calibration compares runs with, and which keys it looks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Runs in all, those that show what the fitted model predicts among them.
    pub budget: u32,
    /// Of those, runs from the posterior; at most a fifth of the budget is taken for them.
    pub predictive: u32,
    /// Which trees were measured: least diameter at breast height, cm.
    pub smallest_dbh_cm: f64,
    /// Likewise their least height, m.
    pub least_height_m: f64,
    /// What is compared.
    pub summaries: Vec<SummaryKind>,
    /// Whether the density of each species is compared too.
    pub by_species: bool,
    /// The measured stands, by year; at least one.
    pub censuses: Vec<Census>,
    /// The keys with what is held possible, in the order of the file; at least one.
    pub priors: Vec<Prior>,
}

/// A stand as it was measured in a year of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// The year of the run that is compared with it.
    pub year: u32,
    /// The file's [`Input::path`](crate::Input).
    pub path: String,
    /// Its trees of the size that was measured, in the order of the file.
    pub trees: Vec<MeasuredTree>,
}

/// A tree of a census.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredTree {
    /// Index into [`ForestScenario::species`](crate::ForestScenario::species); 0 where species are not compared.
    pub species: usize,
    /// Where it stands, m.
    pub place_m: [f64; 2],
    /// Diameter at breast height, cm.
    pub dbh_cm: Option<f64>,
    /// Height, m.
    pub height_m: Option<f64>,
}

/// A key that is looked for, and what is held possible before.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior {
    /// Its path, as [`Setting`](crate::Setting) reads it.
    pub key: String,
    /// From the lowest to the highest value; each is as likely, or each ratio on a logarithmic scale.
    pub range: Range,
    /// Where it stands in the file, bytes.
    pub(crate) at: usize,
}

impl Prior {
    /// The value at this share of the range, from 0 to 1, as it stands in a file.
    #[must_use]
    pub fn at(&self, share: f64) -> String {
        self.range.at(share)
    }
}

named! {
    /// What is compared of two stands: a family of numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum SummaryKind {
        /// Trees per hectare.
        Density = "density",
        /// Basal area per hectare.
        BasalArea = "basal-area",
        /// Mean, standard deviation and quantiles of the diameters, or of the heights where no diameters were measured.
        Sizes = "sizes",
        /// Mean, standard deviation and quartiles of the distances to the nearest neighbour.
        Nearest = "nearest",
        /// Clark and Evans's index.
        ClarkEvans = "clark-evans",
        /// Besag's *L*(*r*) − *r* at some distances.
        L = "L",
        /// The pair correlation at some distances.
        PairCorrelation = "pcf",
        /// The mark correlation of the sizes at some distances.
        MarkCorrelation = "mark-correlation",
        /// The share of trees that die in a year, from one census to the next.
        Mortality = "mortality",
        /// Trees that come in, per hectare and year, from one census to the next.
        Recruitment = "recruitment",
    }
}

impl SummaryKind {
    /// Whether it asks for the size of each tree.
    pub(crate) fn needs_sizes(self) -> bool {
        matches!(self, Self::BasalArea | Self::Sizes | Self::MarkCorrelation)
    }

    /// Whether it asks for diameters.
    pub(crate) fn needs_diameters(self) -> bool {
        self == Self::BasalArea
    }

    /// Whether it asks for two censuses.
    pub(crate) fn needs_a_series(self) -> bool {
        matches!(self, Self::Mortality | Self::Recruitment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_summary_has_its_own_name() {
        for kind in SummaryKind::ALL {
            assert_eq!(SummaryKind::named(kind.name()), Some(kind));
        }
        assert_eq!(SummaryKind::named("dbh"), None);
        assert_eq!(SummaryKind::MarkCorrelation.name(), "mark-correlation");
    }
}

//! Global tests by their names, beyond those that are always made.

use understory_spacing::GlobalMeasure;

/// A test that can be asked for. MAD, DCLF and ERL are always made, as they cost next to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlobalTestName {
    /// The greatest deviation from the mean of the other curves.
    Mad,
    /// The squared deviation, integrated.
    Dclf,
    /// Extreme rank length.
    Erl,
    /// Continuous rank.
    ContinuousRank,
    /// Area.
    Area,
    /// Deviation in units of the 2.5 % and 97.5 % quantiles.
    DirectionalQuantile,
    /// Deviation in units of the standard deviation.
    Studentised,
    /// All functions of the points together, by extreme rank length.
    Combined,
    /// Two stages, for hypotheses with an intensity that was estimated from the pattern.
    TwoStage,
    /// MAD and DCLF over the distances so far.
    Trace,
}

impl GlobalTestName {
    /// All, in the order of the help.
    pub const ALL: [Self; 10] = [
        Self::Mad,
        Self::Dclf,
        Self::Erl,
        Self::ContinuousRank,
        Self::Area,
        Self::DirectionalQuantile,
        Self::Studentised,
        Self::Combined,
        Self::TwoStage,
        Self::Trace,
    ];

    /// Name and what it does, for the command's help.
    #[must_use]
    pub const fn about(self) -> [&'static str; 2] {
        match self {
            Self::Mad => ["mad", "the greatest deviation; always made"],
            Self::Dclf => ["dclf", "the squared deviation; always made"],
            Self::Erl => ["erl", "extreme ranks; always made"],
            Self::ContinuousRank => ["continuous-rank", "the most extreme rank, made continuous"],
            Self::Area => ["area", "how far out, and over how much of the range"],
            Self::DirectionalQuantile => ["directional-quantile", "deviation in units of quantiles"],
            Self::Studentised => ["studentised", "deviation in standard deviations"],
            Self::Combined => ["combined", "all functions in one test, by extreme ranks"],
            Self::TwoStage => ["two-stage", "for an intensity estimated from the points"],
            Self::Trace => ["trace", "p of mad and dclf up to each distance"],
        }
    }

    /// The name by which it is asked for.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.about()[0]
    }

    /// The test of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|test| test.name() == name)
    }

    /// What it measures of each curve, where it is a test of its own by one measure that is not always made.
    pub(super) const fn measure(self) -> Option<GlobalMeasure> {
        match self {
            Self::ContinuousRank => Some(GlobalMeasure::ContinuousRank),
            Self::Area => Some(GlobalMeasure::Area),
            Self::DirectionalQuantile => Some(GlobalMeasure::DirectionalQuantile),
            Self::Studentised => Some(GlobalMeasure::Studentised),
            Self::Mad | Self::Dclf | Self::Erl | Self::Combined | Self::TwoStage | Self::Trace => None,
        }
    }
}

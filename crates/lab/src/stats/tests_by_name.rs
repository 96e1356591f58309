//! Global tests by their names, beyond those that are always made.

use understory_keys::named;
use understory_spacing::GlobalMeasure;

named! {
    /// A test that can be asked for. MAD, DCLF and ERL are always made, as they cost next to nothing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum GlobalTestName {
        /// The greatest deviation from the mean of the other curves.
        Mad = "mad",
        /// The squared deviation, integrated.
        Dclf = "dclf",
        /// Extreme rank length.
        Erl = "erl",
        /// Continuous rank.
        ContinuousRank = "continuous-rank",
        /// Area.
        Area = "area",
        /// Deviation in units of the 2.5 % and 97.5 % quantiles.
        DirectionalQuantile = "directional-quantile",
        /// Deviation in units of the standard deviation.
        Studentised = "studentised",
        /// All functions of the points together, by extreme rank length.
        Combined = "combined",
        /// Two stages, for hypotheses with an intensity that was estimated from the pattern.
        TwoStage = "two-stage",
        /// MAD and DCLF over the distances so far.
        Trace = "trace",
    }
}

impl GlobalTestName {
    /// Name and what it does, for the command's help.
    #[must_use]
    pub const fn about(self) -> [&'static str; 2] {
        let about = match self {
            Self::Mad => "the greatest deviation; always made",
            Self::Dclf => "the squared deviation; always made",
            Self::Erl => "extreme ranks; always made",
            Self::ContinuousRank => "the most extreme rank, made continuous",
            Self::Area => "how far out, and over how much of the range",
            Self::DirectionalQuantile => "deviation in units of quantiles",
            Self::Studentised => "deviation in standard deviations",
            Self::Combined => "all functions in one test, by extreme ranks",
            Self::TwoStage => "for an intensity estimated from the points",
            Self::Trace => "p of mad and dclf up to each distance",
        };
        [self.name(), about]
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

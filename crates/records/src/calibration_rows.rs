//! Tables of a calibration: what was compared, how the sampler went on, what the fitted model predicts, whether it finds keys that are
//! known.

use crate::about::{Column, TableAbout};
use crate::field::Field;
use crate::paths;
use crate::table::table;

table! {
    /// One number by which a run is compared with the measured stand.
    #[file("summaries.csv")]
    pub struct SummaryRow {
        /// Its name, which is its column in `evaluations.csv`.
        pub summary: String,
        /// What family it is of, as `calibrate.summaries` names it.
        pub family: String,
        /// The census that it is of; of a change between two, the later one.
        #[unit("year")]
        pub year: u32,
        /// Distance, where it is of one.
        #[unit("m")]
        pub r_m: Option<f64>,
        /// Of the measured stand; none where it is not defined there.
        pub observed: Option<f64>,
        /// Median over the runs from the prior.
        pub prior_median: Option<f64>,
        /// Median absolute deviation from that, by which it is scaled.
        pub prior_mad: Option<f64>,
        /// Least of the runs that were kept in the end.
        pub kept_low: Option<f64>,
        /// Greatest of them.
        pub kept_high: Option<f64>,
        /// `yes`, or why it is not compared.
        pub used: String,
        /// `no` where the measured value lies beyond all runs that were kept: the model does not reach it.
        pub reached: String,
    }
}

table! {
    /// One round of the sampler.
    #[file("rounds.csv")]
    pub struct RoundRow {
        /// Number of the round; 0 draws from the prior.
        pub round: u32,
        /// Runs of it.
        pub runs: u32,
        /// Runs of it of which a summary that is compared is not defined, so that they are beyond any distance.
        pub undefined: u32,
        /// Runs of it that are nearer than the farthest that was kept before; all that are defined in round 0.
        pub accepted: u32,
        /// Share of those.
        pub acceptance: f64,
        /// Runs that are kept after it.
        pub kept: u32,
        /// Distance of the farthest of them.
        pub distance: f64,
        /// Effective number of them, by their weights.
        pub effective_size: f64,
    }
}

table! {
    /// One value of a function of the measured stand and of runs of the fitted model.
    #[file("predictive.csv")]
    pub struct PredictiveRow {
        /// Census that it is of.
        #[unit("year")]
        pub year: u32,
        /// `L_minus_r`, `pcf`, `F`, `G`, `mark_correlation`, `mark_variogram`.
        pub function: String,
        /// `yes` where the keys were fitted to it, `no` where they were not.
        pub fitted: String,
        /// Distance.
        #[unit("m")]
        pub r: f64,
        /// Of the measured stand.
        pub obs: Option<f64>,
        /// Mean over the runs.
        pub mean: Option<f64>,
        /// Lower end of the global 95 % envelope by extreme rank length.
        pub lo: Option<f64>,
        /// Its upper end.
        pub hi: Option<f64>,
    }
}

table! {
    /// One key, found again from runs whose value of it is known.
    #[file("recovery.csv")]
    pub struct RecoveryRow {
        /// The key.
        pub key: String,
        /// Runs that were left out, one after the other, and whose key was found from the others.
        pub runs: u32,
        /// Share of the 95 % intervals that hold the true value.
        pub coverage_95: f64,
        /// Share of the 50 % intervals.
        pub coverage_50: f64,
        /// Mean width of the 95 % intervals, as a share of the prior's.
        pub interval_share: f64,
        /// Root mean square error of the mean, as a share of the prior's standard deviation; both on the prior's scale.
        pub error_share: f64,
        /// Correlation of mean and true value, on the prior's scale.
        pub correlation: f64,
        /// Probability of so uneven ranks, were they even: a test of χ² over the bins of `ranks.csv`.
        pub ranks_p: f64,
    }
}

table! {
    /// How often the true value of a key fell into this part of its posterior: even, where the posteriors are right.
    #[file("ranks.csv")]
    pub struct RankRow {
        /// The key.
        pub key: String,
        /// Number of the part, from 0 for the lowest values.
        pub bin: u32,
        /// True values that fell into it.
        pub count: u32,
        /// How many would on average.
        pub expected: f64,
        /// Lower end of what 99 % of even histograms have in one part.
        pub low: f64,
        /// Its upper end.
        pub high: f64,
    }
}

const PARTICLE: Column = Column::new("particle", "", "Number of the particle, from 0.", u32::KIND);
const DISTANCE: Column = Column::new(
    "distance",
    "",
    "How far the summaries of its run are from those of the measured stand.",
    f64::KIND,
);

/// What there is to say about the posterior; columns of the keys follow.
pub const POSTERIOR_TABLE: TableAbout = TableAbout {
    file: paths::POSTERIOR,
    about: "One particle of the posterior: what the keys are after they were adjusted by regression. A column a key follows, with \
            its path as its name.",
    columns: &[
        PARTICLE,
        Column::new("weight", "", "Its weight; all sum to 1.", f64::KIND),
        DISTANCE,
    ],
};

/// What there is to say about the particles as they were drawn; columns of the keys follow.
pub const PARTICLES_TABLE: TableAbout = TableAbout {
    file: paths::PARTICLES,
    about: "One particle as it was drawn, before any adjustment. A column a key follows, with its path as its name.",
    columns: &[
        PARTICLE,
        Column::new(
            "evaluation",
            "",
            "Its run, a row of `evaluations.csv`.",
            u32::KIND,
        ),
        Column::new(
            "weight",
            "",
            "Its weight as it was drawn: prior over proposal; all sum to 1.",
            f64::KIND,
        ),
        DISTANCE,
    ],
};

/// What there is to say about the runs of a calibration; columns of the keys follow, then those of the summaries.
pub const EVALUATIONS_TABLE: TableAbout = TableAbout {
    file: paths::EVALUATIONS,
    about: "One run of a calibration. A column a key follows, with its path as its name, then a column for each row of \
            `summaries.csv`.",
    columns: &[
        Column::new("evaluation", "", "Number of the run, from 0.", u32::KIND),
        Column::new(
            "round",
            "",
            "Round of the sampler; 0 draws from the prior.",
            u32::KIND,
        ),
        Column::new("seed", "", "Seed of the run.", u64::KIND),
    ],
};

//! What is written down of a forest: the keys of `[record]`.

use serde::Deserialize;
use understory_keys::Literal::{Flag, Whole, Word};
use understory_keys::{choice, flag, parameters, real, table, whole};

use super::{LENGTH, YEARS};
use crate::gaps::GapRules;

parameters! {
    /// What is written down, and how often.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Record {
        /// Years between two recorded years; year 0 and the last are always recorded.
        pub every_years: u32 = whole(YEARS.0, YEARS.1, "yr", "10").default(Whole(10)),
        /// Years between two states from which a run can go on.
        pub checkpoint_every_years: u32 = whole(YEARS.0, YEARS.1, "yr", "10").default(Whole(10)),
        /// Format of the tables of trees, states and events; the others are CSV in any case; Parquet needs the feature
        /// `parquet`.
        pub format: Format = choice(Format::WORDS, "", "\"parquet\"").default(Word("csv")),
        /// Whether the states of all checkpoints are kept, not the newest only.
        pub keep_state: bool = flag().default(Flag(false)),
        /// Whether each birth and death is written to `events.csv`.
        pub events: bool = flag().default(Flag(false)),
        /// Greatest distance of the spacing curves; left out: a quarter of the plot's shorter side, at most 16 m.
        pub spacing_r_max_m: f64 = real(LENGTH, "m", "10.0").optional(),
        /// Steps of the spacing curves.
        pub spacing_steps: u32 = whole(1, 100_000, "", "64").default(Whole(64)),
        /// Patterns of as many random points behind the pointwise 95 % envelope of the pair correlation; 0 for no
        /// envelope.
        pub envelope_simulations: u32 = whole(0, 100_000, "", "39").default(Whole(0)),
        /// The gaps of the canopy, written to `gaps.csv`; without it there is no such table.
        #[serde(default)]
        pub gaps: Option<GapRules> = table(GapRules::KEYS, "{ canopy_from_m = 10.0 }").optional(),
    }
}

parameters! {
    /// Format of the tables of trees, states and events.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Format of words {
        /// Comma-separated values.
        Csv = "csv",
        /// Apache Parquet; the other tables are comma-separated all the same.
        Parquet = "parquet",
    }
}

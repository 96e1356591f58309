//! Why a tree does not come to be as asked for.

/// Why a tree that lives its years does not come to be as asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SeasonError {
    /// Neither an age nor a diameter.
    #[error("a tree needs an `age_yr` or a `dbh_cm` to grow to")]
    NoTarget,
    /// Both.
    #[error("a tree grows to an `age_yr` or to a `dbh_cm`, but both are given: {age_yr} and {dbh_cm}")]
    TwoTargets {
        /// The age, years.
        age_yr: u32,
        /// The diameter, cm.
        dbh_cm: f64,
    },
    /// More years than a tree of this form lives.
    #[error("`age_yr` is {age_yr}, but trees of this form grow no older than {oldest_yr}")]
    TooOld {
        /// The age asked for, years.
        age_yr: u32,
        /// The greatest age, years.
        oldest_yr: u32,
    },
    /// A diameter that it never has.
    #[error("`dbh_cm` is {dbh_cm}, but at its greatest age, {oldest_yr} years, this tree {}", thickness(*reached_cm))]
    NeverSoThick {
        /// The diameter asked for, cm.
        dbh_cm: f64,
        /// The diameter at the greatest age, cm; 0 where nothing of the stem stands at breast height.
        reached_cm: f64,
        /// The greatest age, years.
        oldest_yr: u32,
    },
    /// All its buds died.
    #[error("its last bud died in year {year}, at a height of {height_m:.2} m")]
    Died {
        /// The year.
        year: u32,
        /// How high it was, m.
        height_m: f64,
    },
}

/// What is told of the stem's diameter at breast height.
fn thickness(reached_cm: f64) -> String {
    if reached_cm > 0.0 {
        format!("is {reached_cm:.1} cm thick")
    } else {
        "has no stem 1.3 m above the ground, where that is measured".to_owned()
    }
}

impl SeasonError {
    /// The key that is at fault, within `[tree]`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::NoTarget | Self::TwoTargets { .. } | Self::TooOld { .. } => "age_yr",
            Self::NeverSoThick { .. } => "dbh_cm",
            Self::Died { .. } => "season",
        }
    }

    /// The way out.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoTarget => "give one, e.g. `age_yr = 60`",
            Self::TwoTargets { .. } => "remove one of the two",
            Self::TooOld { .. } => "give a smaller age, or raise `tree.season.oldest_yr`",
            Self::NeverSoThick { .. } => "give a smaller `dbh_cm`, or raise `tree.season.oldest_yr`",
            Self::Died { .. } => {
                "give it more light or space: lower `tree.season.shade.per_leaf`, or remove obstacles"
            }
        }
    }
}

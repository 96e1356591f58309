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
    /// A diameter that its stem passes from one year to the next.
    #[error(
        "`dbh_cm` is {dbh_cm}, but this tree is {before_cm:.1} cm thick in one year and {reached_cm:.1} cm in the next, year {year}"
    )]
    Passed {
        /// The diameter asked for, cm.
        dbh_cm: f64,
        /// What it was a year before, cm; 0 where nothing of the stem stood at breast height.
        before_cm: f64,
        /// What it is, cm.
        reached_cm: f64,
        /// The year.
        year: u32,
    },
    /// All the nodes that there may be, before it was as old or thick as asked for.
    #[error("in year {year} it has {most_nodes} nodes, as many as there may be, and {}{}", thickness(*reached_cm), wanted(*dbh_cm))]
    MostNodes {
        /// `season.most_nodes`.
        most_nodes: u32,
        /// The year.
        year: u32,
        /// The diameter asked for, cm, if one was.
        dbh_cm: Option<f64>,
        /// The diameter reached, cm; 0 where nothing of the stem stands at breast height.
        reached_cm: f64,
    },
    /// Hardly any shoot.
    #[error(
        "in {year} years it hardly grew: the longest way along its wood is {way_m:.2} m, where its shoots could make {possible_m:.1} m"
    )]
    HardlyGrew {
        /// Its age, years.
        year: u32,
        /// The longest way along living wood, m.
        way_m: f64,
        /// The way that the longest shoots of all its years make, m.
        possible_m: f64,
        /// `detail`.
        detail: f64,
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

/// The diameter that was asked for beside it.
fn wanted(dbh_cm: Option<f64>) -> String {
    dbh_cm.map_or_else(String::new, |dbh_cm| format!(", not {dbh_cm} cm"))
}

impl SeasonError {
    /// The key that is at fault, within `[tree]`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::NoTarget | Self::TwoTargets { .. } | Self::TooOld { .. } => "age_yr",
            Self::NeverSoThick { .. } | Self::Passed { .. } => "dbh_cm",
            Self::MostNodes { .. } => "season.most_nodes",
            Self::HardlyGrew { detail, .. } if *detail != 1.0 => "detail",
            Self::Died { .. } | Self::HardlyGrew { .. } => "season",
        }
    }

    /// The way out.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoTarget => "give one, e.g. `age_yr = 60`",
            Self::TwoTargets { .. } => "remove one of the two",
            Self::TooOld { .. } => "give a smaller age, or raise `tree.season.oldest_yr`",
            Self::NeverSoThick { reached_cm, .. } if *reached_cm == 0.0 => {
                "give an `age_yr`, or let it grow higher: raise `tree.season.shoot_m` or `tree.season.longest_path_m`"
            }
            Self::NeverSoThick { .. } => "give a smaller `dbh_cm`, or raise `tree.season.oldest_yr`",
            Self::Passed { .. } => {
                "give a `dbh_cm` near one of the two, or lower `tree.finish.pipes.tip_radius_m`"
            }
            Self::MostNodes { .. } => {
                "raise it, lower `age_yr` or `dbh_cm`, or grow it coarser: `tree.detail = 0.5`"
            }
            Self::HardlyGrew { detail, .. } if *detail != 1.0 => {
                "leave `detail` out; else give it more light or space: lower `tree.season.shade.per_leaf`, raise `tree.season.spacing_per_height`"
            }
            Self::HardlyGrew { .. } => {
                "give it more light, space or vigour: lower `tree.season.shade.per_leaf`, raise `tree.season.spacing_per_height` or `tree.season.vigour`, or remove obstacles"
            }
            Self::Died { .. } => {
                "give it more light or space: lower `tree.season.shade.per_leaf`, or remove obstacles"
            }
        }
    }
}

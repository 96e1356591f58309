//! The fields over the ground that can be exported, by their names.

use std::fmt;
use std::str::FromStr;

/// A field over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Height of the ground.
    Height,
    /// Topographic wetness index.
    Wetness,
    /// Sun of a year without clouds.
    Sun,
    /// Depth of the soil.
    SoilDepth,
    /// Living trees by area.
    Density,
    /// What keeps seeds from germinating, for the seeds of each species.
    Inhibition,
}

impl Field {
    /// All of them, in the order of their files.
    pub const ALL: [Self; 6] = [
        Self::Height,
        Self::Wetness,
        Self::Sun,
        Self::SoilDepth,
        Self::Density,
        Self::Inhibition,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::Wetness => "wetness",
            Self::Sun => "sun",
            Self::SoilDepth => "soil-depth",
            Self::Density => "density",
            Self::Inhibition => "inhibition",
        }
    }

    /// Why a run has it not, where its table of the ground does not say it.
    pub(super) fn why_not(self, has_table: bool) -> &'static str {
        match self {
            _ if !has_table => "it stands on level ground",
            Self::Wetness => "its scenario asks nothing of the ground (`[ground]`)",
            Self::Sun => {
                "its scenario names no latitude, or asks nothing of the ground (`[ground] latitude_deg`)"
            }
            Self::SoilDepth => "its scenario names no map of the soil (`[ground] soil_depth`)",
            Self::Height | Self::Density | Self::Inhibition => "its tables do not hold it",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Field {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|field| field.name() == text)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name);
                format!("there is no such field; the fields are {}", names.join(", "))
            })
    }
}

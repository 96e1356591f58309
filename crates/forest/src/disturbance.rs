//! What strikes many trees at once: the parameters of each disturbance. Where a forest has none, nothing strikes.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, Whole};
use understory_keys::{Interval, OutOfRange, parameters, real, table, whole};

const PROBABILITY: Interval = Interval::from(0.0, 1.0);
const DEGREES: Interval = Interval::from(0.0, 360.0);
const SPEED: Interval = Interval::from(0.0, 200.0);

parameters! {
    /// Disturbances; what is left out never strikes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Disturbance {
        /// Storms.
        pub wind: Option<Wind> = table(Wind::KEYS, "{ storms_per_yr = 0.1 }").related(Wind::RELATED).optional(),
        /// Lightning.
        pub lightning: Option<Lightning> = table(Lightning::KEYS, "{ strikes_per_ha_yr = 0.05 }").optional(),
        /// Fires.
        pub fire: Option<Fire> = table(Fire::KEYS, "{ fires_per_yr = 0.02 }").optional(),
        /// Bark beetles.
        pub beetles: Option<Beetles> = table(Beetles::KEYS, "{ colonisation = 0.1 }").optional(),
    }
}

parameters! {
    /// Storms, at most one a year. A tree breaks or is uprooted when the load of the greatest gust on its crown is more than its stem
    /// or its roots bear; the `stem` of its species says how much that is.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Wind: Default where Wind::related {
        /// Probability that a year has a storm.
        pub storms_per_yr: f64 = real(PROBABILITY, "per yr", "0.1").default(Real(0.1)),
        /// Least gust of a storm, above the canopy.
        pub gust_from_m_per_s: f64 = real(SPEED, "m per s", "25.0").default(Real(25.0)),
        /// Mean by which the gust of a storm is stronger than the least; the excess is exponential.
        pub gust_excess_mean_m_per_s: f64 = real(SPEED, "m per s", "5.0").default(Real(5.0)),
        /// Direction in which storms blow in the mean, clockwise from north, which is along y; 90: from the west.
        pub towards_deg: f64 = real(DEGREES, "°", "90.0").default(Real(90.0)),
        /// Standard deviation of that direction from storm to storm.
        pub towards_sd_deg: f64 = real(DEGREES, "°", "25.0").default(Real(25.0)),
        /// Drag of a crown among neighbours as tall as itself, whatever its species, as a closed canopy takes the wind's force as a whole:
        /// the load on such a tree is to that of one in the open as this is to drag · u^(−drag_exponent) of its own species in a gust u, in
        /// m per s between 10 and 25 (beech at 25: 0.43).
        pub sheltered_drag: f64 = real(Interval::from(0.0, 10.0), "", "0.057").default(Real(0.057)),
        /// How many times a storm strikes again where it has opened the stand.
        pub gusts: u32 = whole(1, 1000, "", "3").default(Whole(3)),
        /// Probability that a falling tree kills a seedling in its way; it falls evenly to 0 for a tree of its own height.
        pub hit_loss: f64 = real(PROBABILITY, "", "0.7").default(Real(0.7)),
        /// Standard deviation of the direction in which trees fall from the storm's.
        pub fall_sd_deg: f64 = real(DEGREES, "°", "20.0").default(Real(20.0)),
    }
}

impl Wind {
    /// A storm beyond all that were measured is one in other units.
    fn related(&self) -> Vec<OutOfRange> {
        /// At Barrow Island in 1996: World Meteorological Organization, info note 58.
        const FASTEST_M_PER_S: f64 = 113.2;
        let mean_m_per_s = self.gust_from_m_per_s + self.gust_excess_mean_m_per_s;
        if mean_m_per_s <= FASTEST_M_PER_S {
            return Vec::new();
        }
        vec![OutOfRange::beside(
            "gust_from_m_per_s",
            format!(
                "is {}, and with the mean excess a storm has {mean_m_per_s}, but no gust that was measured was faster than \
                 {FASTEST_M_PER_S} m per s",
                self.gust_from_m_per_s
            ),
            "give it in m per s: km per h divided by 3.6, knots by 1.94",
        )]
    }
}

parameters! {
    /// Lightning, which strikes the tallest tree near and kills it.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Lightning: Default {
        /// Strokes that kill where there is a tree; their number in a year is Poisson.
        pub strikes_per_ha_yr: f64 = real(Interval::from(0.0, 100.0), "per ha and yr", "0.05").default(Real(0.05)),
        /// How far from its place a stroke finds the tallest tree.
        pub within_m: f64 = real(Interval::from(0.1, 200.0), "m", "15.0").default(Real(15.0)),
        /// Height from which a tree is struck.
        pub from_height_m: f64 = real(Interval::from(0.0, 150.0), "m", "5.0").default(Real(5.0)),
    }
}

parameters! {
    /// Fire, at most one a year: it starts anywhere and passes from crown to crown.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Fire: Default {
        /// Probability that a fire starts on the plot in a year.
        pub fires_per_yr: f64 = real(PROBABILITY, "per yr", "0.02").default(Real(0.02)),
        /// Widest gap between crowns over which fire passes.
        pub spread_m: f64 = real(Interval::from(0.0, 100.0), "m", "2.0").default(Real(2.0)),
        /// Probability that it passes from one burning tree to such a neighbour of a flammability of 1.
        pub spread_chance: f64 = real(PROBABILITY, "", "0.5").default(Real(0.5)),
        /// Thickness of bark that lets e times as many burnt trees live on.
        pub bark_fold_cm: f64 = real(Interval::from(0.01, 100.0), "cm", "1.0").default(Real(1.0)),
    }
}

parameters! {
    /// Bark beetles: they breed in trees of their host species that a storm threw or that they killed, and a year later kill hosts near
    /// these.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Beetles: Default {
        /// Probability that they kill a host where they did not breed before.
        pub background_per_yr: f64 = real(PROBABILITY, "per yr", "0.0005").default(Real(0.0005)),
        /// Probability that the brood of one tree kills a host at its side, c of c (1 − distance / within)⁴.
        pub colonisation: f64 = real(PROBABILITY, "", "0.1").default(Real(0.1)),
        /// Distance to which a brood flies.
        pub within_m: f64 = real(Interval::from(0.1, 1000.0), "m", "50.0").default(Real(50.0)),
        /// Share of broods that live through the winter.
        pub winter_survival: f64 = real(PROBABILITY, "", "0.5").default(Real(0.5)),
        /// Diameter from which a tree is a host.
        pub from_dbh_cm: f64 = real(Interval::from(0.0, 1000.0), "cm", "15.0").default(Real(15.0)),
    }
}

parameters! {
    /// What fire and beetles do to a species.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Hazards: Default {
        /// How readily its crowns catch fire, as a share of the most flammable.
        pub flammability: f64 = real(PROBABILITY, "", "0.5").default(Real(0.5)),
        /// Thickness of its bark as a share of the diameter.
        pub bark_share: f64 = real(PROBABILITY, "cm per cm", "0.03").default(Real(0.03)),
        /// How readily beetles kill it, as a share of their best host; 0: it is no host.
        pub beetle_attack: f64 = real(PROBABILITY, "", "1.0").default(Real(0.0)),
    }
}

//! What a felled stem is cut into.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, OutOfRange, named, parameters, real};

use crate::components::Size;
use crate::deadwood::stem_share_below;
use crate::growth::BREAST_HEIGHT_M;

parameters! {
    /// Into what felled stems are cut, by the diameter at the thin end of a piece. The stem tapers as a paraboloid does.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Assortments: Default where Assortments::related {
        /// Diameter down to which a stem gives sawlogs.
        pub sawlog_to_cm: f64 = real(Interval::from(1.0, 500.0), "cm", "20.0").default(Real(20.0)),
        /// Diameter down to which the rest of it gives pulpwood; what is thinner are tops, which are left.
        pub pulpwood_to_cm: f64 = real(Interval::from(0.5, 500.0), "cm", "7.0").default(Real(7.0)),
    }
}

named! {
    /// What a piece of a stem is good for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Assortment {
        /// The thick end.
        Sawlog = "sawlog",
        /// What is too thin for the saw.
        Pulpwood = "pulpwood",
        /// The top.
        Top = "top",
    }
}

impl Assortments {
    fn related(&self) -> Vec<OutOfRange> {
        if self.pulpwood_to_cm <= self.sawlog_to_cm {
            return Vec::new();
        }
        let problem = format!(
            "is {} cm, but sawlogs are cut down to {} cm already",
            self.pulpwood_to_cm, self.sawlog_to_cm
        );
        vec![OutOfRange::beside(
            "pulpwood_to_cm",
            problem,
            "make it at most as large as `sawlog_to_cm`",
        )]
    }

    /// Shares of a stem's volume, in the order of [`Assortment::ALL`]; together 1.
    #[must_use]
    pub fn shares(&self, size: Size) -> [f64; 3] {
        let sawlogs = share_from(size, self.sawlog_to_cm);
        let merchantable = share_from(size, self.pulpwood_to_cm);
        [sawlogs, merchantable - sawlogs, 1.0 - merchantable]
    }
}

/// Share of a stem's volume where it is at least as thick as this.
///
/// The section of a paraboloid falls evenly to nothing at the top, so its diameter at a height z is that at breast height times
/// √((h − z) / (h − 1.3 m)).
fn share_from(size: Size, least_cm: f64) -> f64 {
    if size.dbh_cm <= 0.0 {
        return 0.0;
    }
    let thinner = least_cm / size.dbh_cm;
    let from_top = thinner * thinner * (1.0 - BREAST_HEIGHT_M / size.height_m);
    stem_share_below((1.0 - from_top).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(dbh_cm: f64, height_m: f64) -> [f64; 3] {
        Assortments::default().shares(Size { dbh_cm, height_m })
    }

    #[test]
    fn a_thick_stem_is_sawlogs_and_a_thin_one_all_top() {
        // Above breast height 25 m; the diameter is 20 cm where a quarter of them is left, 6.25 m below the top.
        let [sawlog, pulpwood, top] = shares(40.0, 26.3);
        assert!((sawlog - (1.0 - (6.25 / 26.3_f64) * (6.25 / 26.3))).abs() < 1e-12);
        assert!((sawlog + pulpwood + top - 1.0).abs() < 1e-12);
        assert!(top > 0.0 && top < 0.001 && pulpwood > top);
        // Even at its foot it has √(26.3 / 25) · 19 cm, less than 20 cm.
        assert_eq!(shares(19.0, 26.3)[0], 0.0);
        assert_eq!(shares(5.0, 6.0), [0.0, 0.0, 1.0]);
        assert_eq!(shares(0.0, 1.0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn pulpwood_is_thinner_than_sawlogs() {
        let wrong = Assortments {
            sawlog_to_cm: 10.0,
            pulpwood_to_cm: 11.0,
        };
        assert_eq!(wrong.related()[0].path, "pulpwood_to_cm");
        assert!(Assortments::default().related().is_empty());
    }
}

//! A border across the ground, such as a river or a road.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, ValueKind, key, name, parameters, real};

use crate::obstacles::squared_to_segment_m2;

parameters! {
    /// A line across the ground that cuts it into segments: from edge to edge, from or to another border, or closed.
    #[derive(Clone, Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct BorderLine {
        /// What it is called.
        pub name: String = name("\"river\""),
        /// The points that it goes through, from end to end; the same point at both ends closes it.
        pub points_m: Vec<[f64; 2]> =
            key(ValueKind::RealPairs(Interval::from(-1e9, 1e9)), "m", "[[0.0, 40.0], [55.0, 60.0], [100.0, 35.0]]"),
        /// Its whole width, in which no point stands.
        #[serde(default)]
        pub width_m: f64 = real(Interval::from(0.0, 1e6), "m", "12.0").default(Real(0.0)),
    }
}

impl BorderLine {
    /// Distance of a place from its middle, m.
    #[must_use]
    pub fn distance_m(&self, place_m: [f64; 2]) -> f64 {
        let squared_m2 = self
            .points_m
            .windows(2)
            .map(|ends_m| squared_to_segment_m2(place_m, [ends_m[0], ends_m[1]]));
        squared_m2.fold(f64::INFINITY, f64::min).sqrt()
    }
}
